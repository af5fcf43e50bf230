"""Routines, the rules as data, read: what the page on certificates says may stand there, and nothing else.

`grundy.check.routines` runs them, `grundy.check.lowering` follows them for all positions at once.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from grundy.common.errors import GrundyError

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
WORDS = {
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
            "apply": lambda: len(made.args) > 1 if made.name in ("min", "max") else len(made.args) == _takes(made.name),
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
        if sort == "relations" and isinstance(data, list) and all(each in WORDS[sort] for each in data):
            return tuple(data)
        if sort == "value":
            return value_of(data)
        bounds = {"slot": (0, self.rows[self.place][1]), "function": (self.place + 1, len(self.rows))}.get(sort)
        right = data in WORDS.get(sort, ()) if bounds is None else type(data) is int and bounds[0] <= data < bounds[1]
        return data if right or (sort == "optional" and data is None) else malformed("this is no part of a rule", data)


def _takes(name: str) -> int:
    return 2 if name in ("count", "index") else 1


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
