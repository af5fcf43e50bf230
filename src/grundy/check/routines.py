"""Routines run, with all that is made counted: it comes from a stranger.

It calculates as Python does, with integers of any size. A few words of rules can make a tuple of tuples of tuples that no
memory holds, or that takes a life to be compared: so a tuple has at most `WORDS` words with all that is in it, what is made
of one position at most `MADE`, and each part of a rule that is more than a number is a step of the budget.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from grundy.check.budget import NotChecked, bounded, look, spend
from grundy.common.errors import GrundyError, TooLarge

# -- rules as data, read: what the page on certificates says may stand there, and nothing else -------------------------
#
# `grundy.check.routines` runs them, `grundy.check.lowering` follows them for all positions at once.


VERSION = 1
"""The version of the rule language that is read here."""
DEEPEST, SLOTS = 100, 10_000
"""Nodes are nested so deeply at most; a function has at most so many variables."""
Parts = dict[str, dict[str, str]]


def _parts(text: str) -> Parts:
    """Return the parts of nodes by their words, each with its sort: it is an expression unless another one is named."""
    rows = [line.split() for line in text.strip().splitlines()]
    return {word: {p.partition(":")[0]: p.partition(":")[2] or "expression" for p in parts} for word, *parts in rows}


STATEMENTS = _parts("""
    assign slot:slot value
    put slot:slot index value
    if test then:body other:body
    for slot:slot start stop step body:body
    while test body:body
    break
    continue
    return value:optional
    yield value
    fail
""")
EXPRESSIONS = _parts("""
    known value:value
    local slot:slot
    make items:pieces
    op sign:operator left right
    unary sign:unary inner
    compare signs:relations items:list
    logic sign:junctor items:list
    choose test then other
    item whole index
    slice whole low:optional high:optional
    apply name:applied args:list
    call function:function args:list
    fold how:fold body:body
""")
SPREAD = {"spread": {"inner": "expression"}}
OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "**": operator.pow,
}
"""What an operation on two integers makes of them."""
CHOICES = {
    "operator": tuple(OPERATORS),
    "unary": ("-", "~", "not"),
    "relations": ("<", "<=", ">", ">=", "==", "!=", "in", "not in"),
    "junctor": ("and", "or"),
    "applied": ("abs", "len", "sorted", "reversed", "bit_length", "bit_count", "count", "index", "min", "max"),
    "fold": ("any", "all", "sum", "min", "max", "tuple"),
}
"""The words that a part may be, by its sort."""


class Node:
    """A part of a routine: ``TAG`` is its word, and its parts are attributes."""

    def __init__(self, tag: str, parts: Mapping[str, Any]) -> None:
        self.TAG = tag
        self.__dict__.update(parts)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class Function(NamedTuple):
    """A function: its first ``takes`` slots are its arguments."""

    takes: int
    slots: int
    body: tuple[Node, ...]


class Routine(NamedTuple):
    """A rule or an ending: the first function is called, with a position, by its shape, and values of the keywords."""

    shape: str
    width: int
    keywords: tuple[str, ...]
    functions: tuple[Function, ...]

    @property
    def yields(self) -> bool:
        """Whether the first function yields, outside of folds."""
        return _yields(self.functions[0].body)


def _yields(body: tuple[Node, ...]) -> bool:
    inner = [block for node in body for block in (getattr(node, name, ()) for name in ("then", "other", "body"))]
    return any(node.TAG == "yield" for node in body) or any(map(_yields, inner))


def walk(what: Any) -> Iterator[Node]:
    """Iterate over nodes and all that is inside them."""
    if isinstance(what, tuple):
        for each in what:
            yield from walk(each)
    elif hasattr(what, "TAG"):
        yield what
        yield from walk(tuple(vars(what).values()))


def stored(body: Any) -> set[int]:
    """Return the slots to which some statements give values."""
    return {node.slot for node in walk(body) if node.TAG in ("assign", "put", "for")}


def malformed(why: str, data: Any = None) -> NoReturn:
    """Refuse what is no routine."""
    text = repr(data)[:60] if isinstance(data, (str, int)) else "" if data is None else "…"
    raise GrundyError("these are not data of the rule language: {wrong}", wrong=f"{why}{text and ': '}{text}")


def routine_of(data: Any) -> Routine:
    """Return the routine that data from a stranger say; GrundyError if they say none. O(size).

    >>> routine_of({"shape": "ints", "width": 1, "keywords": [], "functions": [[1, 1, [["yield", ["local", 0]]]]]}).yields
    True
    """
    if not isinstance(data, dict) or data.keys() != {"shape", "width", "keywords", "functions"}:
        malformed("a routine has shape, width, keywords and functions")
    shape, width, keywords, rows = (data[name] for name in ("shape", "width", "keywords", "functions"))
    if shape not in ("ints", "tuple", "variadic") or type(width) is not int or not (shape == "ints" or width == 1):
        malformed("the shape of a routine is ints, tuple or variadic")
    if not isinstance(keywords, list) or not all(isinstance(name, str) for name in keywords):
        malformed("a routine has parameters by name")
    if len(set(keywords)) < len(keywords) or not isinstance(rows, list) or not rows:
        malformed("a routine has parameters by name, and a function or more")
    for row in rows:
        right = isinstance(row, list) and len(row) == 3 and type(row[0]) is type(row[1]) is int
        if not right or not 0 <= row[0] <= row[1] <= SLOTS:
            malformed("a function has a number of arguments, of slots, and a body")
    if rows[0][0] != width + len(keywords):
        malformed("the first function of a routine takes its state and its parameters")
    functions = tuple(Function(row[0], row[1], _Reader(rows, place).body(row[2], 0)) for place, row in enumerate(rows))
    return Routine(shape, width, tuple(keywords), functions)


class _Reader:
    """Reads the function at a place."""

    def __init__(self, rows: list[Any], place: int) -> None:
        self.rows, self.place = rows, place

    def body(self, data: Any, depth: int) -> tuple[Node, ...]:
        if not isinstance(data, list):
            malformed("a block is a list of statements")
        return tuple(self.node(each, STATEMENTS, depth) for each in data)

    def node(self, data: Any, among: Parts, depth: int) -> Node:
        word = data[0] if isinstance(data, list) and data and isinstance(data[0], str) else None
        parts = among.get(word or "")
        if word is None or parts is None or len(data) != 1 + len(parts):
            malformed("this is no part of a rule", word or data)
        if depth >= DEEPEST:
            malformed("its parts are nested too deeply")
        made = Node(word, {n: self.part(p, s, depth + 1) for p, (n, s) in zip(data[1:], parts.items(), strict=True)})
        wanted = {
            "compare": lambda: 0 < len(made.signs) == len(made.items) - 1,
            "logic": lambda: len(made.items) > 1,
            "apply": lambda: (
                len(made.args) > 1
                if made.name in ("min", "max")
                else len(made.args) == 1 + (made.name in ("count", "index"))
            ),
            "call": lambda: self.rows[made.function][0] == len(made.args),
        }
        if not wanted.get(word, lambda: True)():
            malformed("this is of other parts", word)
        return made

    def part(self, data: Any, sort: str, depth: int) -> Any:
        if sort == "expression" or (sort == "optional" and data is not None):
            return self.node(data, EXPRESSIONS, depth)
        if sort == "body":
            return self.body(data, depth)
        if sort in ("list", "pieces") and isinstance(data, list):
            return tuple(
                self.node(each, EXPRESSIONS | SPREAD if sort == "pieces" else EXPRESSIONS, depth) for each in data
            )
        if sort == "relations" and isinstance(data, list) and all(each in CHOICES[sort] for each in data):
            return tuple(data)
        if sort == "value":
            return value_of(data)
        bounds = {"slot": (0, self.rows[self.place][1]), "function": (self.place + 1, len(self.rows))}.get(sort)
        right = data in CHOICES.get(sort, ()) if bounds is None else type(data) is int and bounds[0] <= data < bounds[1]
        return data if right or (sort == "optional" and data is None) else malformed("this is no part of a rule", data)


def value_of(data: Any, depth: int = 0) -> Any:
    """Return an integer, or a tuple of integers or of tuples of them; GrundyError for anything else."""
    if isinstance(data, list) and depth < 2:
        return tuple(value_of(each, depth + 1) for each in data)
    return data if type(data) is int else malformed("this is no integer, and no list of them", data)


def ends_of_runs(data: Any) -> Any:
    """Return the data of a routine that yields a, b for each tuple of the numbers a, …, b - 1; None if it yields others.

    The variable that counts a run must be spoken of nowhere else: what it holds afterwards is not followed.
    """
    counters: list[int] = []

    def ends(body: list[Any]) -> list[Any]:
        return [end(node) for node in body]

    def end(node: Any) -> Any:
        match node:
            case ["yield", ["fold", "tuple", [["for", slot, low, high, ["known", 1], [["yield", ["local", own]]]]]]]:
                counters.append(slot if slot == own else -1)
                return ["yield", ["make", [low, high]]]
            case ["yield", _]:
                counters.append(-1)
                return node
            case ["if", test, then, other]:
                return ["if", test, ends(then), ends(other)]
            case ["for", *head, body] | ["while", *head, body]:
                return [node[0], *head, ends(body)]
            case _:
                return node

    first, *others = data["functions"]
    made = [*first[:2], ends(first[2])]
    left = walk(_Reader([made, *others], 0).body(made[2], 0))
    if not counters or {-1, *(getattr(node, "slot", -2) for node in left)} & {*counters}:
        return None
    return {**data, "functions": [made, *others]}


WORDS = 1 << 16
"""A tuple, with the tuples in it, has no more words of 64 bits."""
MADE = 1 << 22
"""The tuples made and the options yielded of one position have no more words together."""
SHIFTED = 4097
"""What is shifted or raised to a power comes to no more bits."""
_RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "in": lambda item, whole: item in whole,
    "not in": lambda item, whole: item not in whole,
}
_APPLIED: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "len": len,
    "sorted": lambda x: tuple(sorted(x)),
    "reversed": lambda x: x[::-1],
    "bit_length": lambda x: x.bit_length(),
    "bit_count": lambda x: x.bit_count(),
    "count": lambda whole, item: whole.count(item),
    "index": lambda whole, item: whole.index(item),
    "min": min,
    "max": max,
}
Give = Callable[[Any], Any]
"""What is done with a yielded value; whether no more are wanted."""
_BREAK, _CONTINUE, _RETURN, _STOP = 1, 2, 3, 4
_NOTHING = object()


class Failed(Exception):
    """The rule fails at this position."""


class Run:
    """Runs a routine within the budget that is entered; ``given`` are the values of its ``keywords``.

    >>> from grundy.check.routines import routine_of
    >>> body = [["yield", ["op", "-", ["local", 0], ["known", 2]]]]
    >>> Run(routine_of({"shape": "ints", "width": 1, "keywords": [], "functions": [[1, 1, body]]})).options([9])
    [7]
    """

    def __init__(self, routine: Routine) -> None:
        self.routine, self.keywords = routine, routine.keywords
        self.given: list[Any] = []
        self.made = 0
        self._result: Any = None
        self._do: dict[str, Callable[..., Any]] = {}
        for node in walk(tuple(routine.functions)):
            self._do[node.TAG] = getattr(self, f"_{node.TAG}")
            if node.TAG == "known":
                limited(node.value)

    def options(self, args: list[Any]) -> list[Any]:
        """Return what the rule yields; `Failed` where it fails, `NotChecked` where it is too large."""
        found: list[Any] = []
        self._asked(args, found.append)
        return found

    def result(self, args: list[Any]) -> Any:
        """Return what the rule returns, None for nothing; `Failed` and `NotChecked` likewise."""
        return self._asked(args, None)

    def _asked(self, args: list[Any], give: Give | None) -> Any:
        self.made = 0
        try:
            return self._called(0, args, give)
        except TooLarge:
            raise
        except MemoryError:
            _too_large()
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError, Failed):
            look()  # a budget that is spent is no failure of the rules
            raise Failed from None

    def _called(self, place: int, args: list[Any], give: Give | None) -> Any:
        function = self.routine.functions[place]
        slots = [*args, *[_NOTHING] * (function.slots - len(args))]
        return self._result if self._block(function.body, slots, give) == _RETURN else None

    def _counted(self, value: Any, times: int = 1) -> Any:
        """Return a value that is made or walked through, once it is counted."""
        words = _words(value) * times
        spend(words)
        self.made += words
        if words > WORDS or self.made > MADE:
            _too_large()
        return value

    # ---- statements: how they were left, 0 where what follows is next

    def _block(self, body: tuple[Node, ...], slots: list[Any], give: Give | None) -> int:
        for node in body:
            spend()
            left = self._do[node.TAG](node, slots, give)
            if left:
                return left
        return 0

    def _assign(self, node: Node, slots: list[Any], give: Give | None) -> None:
        slots[node.slot] = self._value(node.value, slots)

    def _put(self, node: Node, slots: list[Any], give: Give | None) -> None:
        item, index = self._value(node.value, slots), self._value(node.index, slots)
        items = list(_tuple(self._local(node, slots)))
        items[index] = item
        slots[node.slot] = self._counted(tuple(items))

    def _if(self, node: Node, slots: list[Any], give: Give | None) -> int:
        return self._block(node.then if self._value(node.test, slots) else node.other, slots, give)

    def _for(self, node: Node, slots: list[Any], give: Give | None) -> int:
        for number in range(*(self._value(each, slots) for each in (node.start, node.stop, node.step))):
            spend()
            slots[node.slot] = number
            if (left := self._block(node.body, slots, give)) not in (0, _CONTINUE):
                return 0 if left == _BREAK else left
        return 0

    def _while(self, node: Node, slots: list[Any], give: Give | None) -> int:
        while self._value(node.test, slots):
            spend()
            if (left := self._block(node.body, slots, give)) not in (0, _CONTINUE):
                return 0 if left == _BREAK else left
        return 0

    def _break(self, node: Node, slots: list[Any], give: Give | None) -> int:
        return _BREAK

    def _continue(self, node: Node, slots: list[Any], give: Give | None) -> int:
        return _CONTINUE

    def _return(self, node: Node, slots: list[Any], give: Give | None) -> int:
        self._result = None if node.value is None else self._value(node.value, slots)
        return _RETURN

    def _yield(self, node: Node, slots: list[Any], give: Give | None) -> int:
        value = self._value(node.value, slots)
        if give is None:
            raise Failed
        return _STOP if give(self._counted(value)) else 0

    def _fail(self, node: Node, slots: list[Any], give: Give | None) -> NoReturn:
        raise Failed

    # ---- expressions

    def _value(self, node: Node, slots: list[Any]) -> Any:
        return self._do[node.TAG](node, slots)

    def _known(self, node: Node, slots: list[Any]) -> Any:
        return node.value

    def _local(self, node: Node, slots: list[Any]) -> Any:
        if (value := slots[node.slot]) is _NOTHING:
            raise Failed
        return value

    def _make(self, node: Node, slots: list[Any]) -> Any:
        items: list[Any] = []
        for each in node.items:
            value = self._counted(self._value(each, slots))
            items += _tuple(value) if each.TAG == "spread" else [value]
        return limited(tuple(items))

    def _spread(self, node: Node, slots: list[Any]) -> Any:
        return self._value(node.inner, slots)

    def _op(self, node: Node, slots: list[Any]) -> Any:
        left, right, sign = self._value(node.left, slots), self._value(node.right, slots), node.sign
        if isinstance(left, tuple) or isinstance(right, tuple):
            times = next((n for n in (left, right) if isinstance(n, int)), 1) if sign == "*" else 1
            self._counted((left, right), max(1, times))
        elif sign in ("<<", "**"):
            if right < 0:
                raise Failed
            bits = left.bit_length() + right if sign == "<<" else (abs(left) - 1).bit_length() * right
            if abs(left) > (sign == "**") and bits > SHIFTED:
                _too_large()
        result = OPERATORS[sign](left, right)
        return bounded(result) if isinstance(result, int) else result

    def _unary(self, node: Node, slots: list[Any]) -> Any:
        value = self._value(node.inner, slots)
        return int(not value) if node.sign == "not" else -value if node.sign == "-" else ~value

    def _compare(self, node: Node, slots: list[Any]) -> Any:
        spend()
        left = self._value(node.items[0], slots)
        for sign, item in zip(node.signs, node.items[1:], strict=True):
            right = self._value(item, slots)
            if not _RELATIONS[sign](left, right):
                return 0
            left = right
        return 1

    def _logic(self, node: Node, slots: list[Any]) -> Any:
        value: Any = 0
        for item in node.items:
            value = self._value(item, slots)
            if bool(value) is (node.sign == "or"):
                break
        return value

    def _choose(self, node: Node, slots: list[Any]) -> Any:
        return self._value(node.then if self._value(node.test, slots) else node.other, slots)

    def _item(self, node: Node, slots: list[Any]) -> Any:
        return self._value(node.whole, slots)[self._value(node.index, slots)]

    def _slice(self, node: Node, slots: list[Any]) -> Any:
        whole = _tuple(self._value(node.whole, slots))
        ends = [None if end is None else operator.index(self._value(end, slots)) for end in (node.low, node.high)]
        return self._counted(whole[slice(*ends)])

    def _apply(self, node: Node, slots: list[Any]) -> Any:
        value = _APPLIED[node.name](*[self._value(each, slots) for each in node.args])
        return self._counted(value) if isinstance(value, tuple) or len(node.args) > 1 else value

    def _call(self, node: Node, slots: list[Any]) -> Any:
        spend()
        result = self._called(node.function, [self._value(each, slots) for each in node.args], None)
        if result is None:
            raise Failed
        return result

    def _fold(self, node: Node, slots: list[Any]) -> Any:
        found: list[Any] = []
        wanted = {"any": True, "all": False}.get(node.how)

        def give(value: Any) -> bool:
            if wanted is None or bool(value) is wanted:
                found.append(value)
            return wanted is not None and bool(found)

        self._block(node.body, slots, give)
        if wanted is not None:
            return int(bool(found) is wanted)
        how = {"sum": sum, "tuple": tuple, "min": min, "max": max}[node.how]
        value = how(found)
        return limited(value) if isinstance(value, tuple) else bounded(value)


def limited(value: Any) -> Any:
    """Return a value; `NotChecked` where it has more than `WORDS` words."""
    _words(value)
    return value


def _words(value: Any) -> int:
    """Return how many words a value has; `NotChecked` for more than `WORDS`, before they are all counted."""
    if not isinstance(value, tuple):
        return 1 + (value.bit_length() >> 6)
    total = 1
    for each in value:
        total += _words(each)
        if total > WORDS:
            _too_large()
    return total


def _tuple(value: Any) -> tuple[Any, ...]:
    if not isinstance(value, tuple):
        raise Failed
    return value


def _too_large() -> NoReturn:
    look()
    raise NotChecked("the rules make more numbers for one position than can be kept")
