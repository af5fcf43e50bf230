"""Rules as data: some two dozen kinds of frozen nodes, with JSON both ways.

Values are integers (truth values are 0 and 1) and immutable tuples. A function has slots for its variables; the first
ones are its arguments. Ways of writing that mean the same are one here: every loop runs over a range, a comprehension is a
block of statements whose yields are gathered (`Fold`), a list is a tuple in a slot. What the nodes mean,
`grundy.language.run` says.
"""

from __future__ import annotations

import operator
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, ClassVar, TypeAlias, TypeVar, cast, dataclass_transform

from grundy.common.digest import digest

VERSION = 1
"""The version of this language; it is part of every hash."""

Value: TypeAlias = "int | tuple[Value, ...]"
Operator: TypeAlias = str
Sign: TypeAlias = str
Relation: TypeAlias = str
Junctor: TypeAlias = str
Applied: TypeAlias = str
Gathering: TypeAlias = str
"""Words, of which each has its own choice (`_WORDS`)."""
T = TypeVar("T")

OPERATORS: dict[str, Callable[[int, int], int]] = {
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
"""What `Op` may say, and what it makes of two integers."""
SIGNS = ("-", "~", "not")
RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "in": lambda item, whole: item in whole,
    "not in": lambda item, whole: item not in whole,
}
"""What `Compare` may say, and whether it holds between two values."""
APPLIED: dict[str, int | None] = {
    **dict.fromkeys(("abs", "len", "sorted", "reversed", "bit_length", "bit_count"), 1),
    "count": 2,
    "index": 2,
    "min": None,
    "max": None,
}
"""What `Apply` may say, and of how many arguments; min and max are of two or more."""
FOLDS = ("any", "all", "sum", "min", "max", "tuple")


class Malformed(ValueError):
    """JSON that is no rule; the text says what was found."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True)
class Node:
    """A part of a rule. ``line`` is where it stands in the user's file; it means nothing, and is not compared."""

    line: int = field(default=0, compare=False, repr=False, kw_only=True)

    TAG: ClassVar[str] = ""
    """What it is called in JSON: the name of its class, in small letters."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)
        cls.TAG = cls.__name__.lower()


# -- expressions -------------------------------------------------------------------------------------------------------


class Known(Node):
    """An integer, a tuple of integers, or a tuple of such tuples."""

    value: Value


class Local(Node):
    """What a slot holds."""

    slot: int


class Make(Node):
    """A tuple of items, those of a `Spread` one by one."""

    items: tuple[Expr | Spread, ...]


class Spread(Node):
    """The items of a tuple, inside a `Make`."""

    inner: Expr


class Op(Node):
    """An operation on two integers; ``+`` also of two tuples, ``*`` also of a tuple and an integer."""

    sign: Operator
    left: Expr
    right: Expr


class Unary(Node):
    """``-x``, ``~x`` or ``not x``."""

    sign: Sign
    inner: Expr


class Compare(Node):
    """A chain of comparisons: ``items[0] signs[0] items[1] signs[1] …``, as far as they hold; 0 or 1."""

    signs: tuple[Relation, ...]
    items: tuple[Expr, ...]


class Logic(Node):
    """``and``, ``or``: the first item that is false (true), else the last; what follows it is not looked at."""

    sign: Junctor
    items: tuple[Expr, ...]


class Choose(Node):
    """``then if test else other``."""

    test: Expr
    then: Expr
    other: Expr


class Item(Node):
    """``whole[index]``; a negative index counts from the end."""

    whole: Expr
    index: Expr


class Slice(Node):
    """``whole[low:high]``, as Python cuts it."""

    whole: Expr
    low: Expr | None
    high: Expr | None


class Apply(Node):
    """One of Python's own functions (`APPLIED`); ``count`` and ``index`` are of a tuple and an integer."""

    name: Applied
    args: tuple[Expr, ...]


class Call(Node):
    """What another function of the same routine returns; its arguments are all given, in its order."""

    function: int
    args: tuple[Expr, ...]


class Fold(Node):
    """What the yields of a block come to: any, all (which stop early), sum, min, max (of one or more), or their tuple."""

    how: Gathering
    body: Body


# -- statements --------------------------------------------------------------------------------------------------------


class Assign(Node):
    """``slot = value``."""

    slot: int
    value: Expr


class Put(Node):
    """The tuple in the slot with another item at ``index`` (which may be negative), as ``b[i] = x`` changes a list."""

    slot: int
    index: Expr
    value: Expr


class If(Node):
    """One of two blocks."""

    test: Expr
    then: Body
    other: Body


class For(Node):
    """The body for each number of ``range(start, stop, step)``, which is in the slot; a step of 0 fails."""

    slot: int
    start: Expr
    stop: Expr
    step: Expr
    body: Body


def counted(slot: int, stop: Expr, body: Body, *, step: int = 1, line: int = 0) -> For:
    """Return ``for slot in range(0, stop, step): body``."""
    return For(slot, Known(0), stop, Known(step), body, line=line)


class While(Node):
    """The body as long as the test holds."""

    test: Expr
    body: Body


class Break(Node):
    """Leave the innermost loop."""


class Continue(Node):
    """Go on with the next turn of the innermost loop."""


class Return(Node):
    """End the function, with a value or with none."""

    value: Expr | None


class Yield(Node):
    """Yield a value: of the innermost `Fold`, else of the function."""

    value: Expr


class Fail(Node):
    """What raises an exception in Python; ``words`` are its text, with the slots in it, and mean no more than its line."""

    words: tuple[str | int, ...] = field(default=(), compare=False, repr=False)


Expr: TypeAlias = "Known | Local | Make | Op | Unary | Compare | Logic | Choose | Item | Slice | Apply | Call | Fold"
Stmt: TypeAlias = "Assign | Put | If | For | While | Break | Continue | Return | Yield | Fail"
Body: TypeAlias = "tuple[Stmt, ...]"

EXPRESSIONS: tuple[type[Node], ...] = (
    *(Known, Local, Make, Op, Unary, Compare, Logic, Choose, Item, Slice, Apply, Call, Fold),
)
STATEMENTS: tuple[type[Node], ...] = (Assign, Put, If, For, While, Break, Continue, Return, Yield, Fail)
_KINDS = {kind.TAG: kind for kind in (*EXPRESSIONS, *STATEMENTS, Spread)}
_WORDS: dict[str, tuple[str, ...]] = {
    "Operator": tuple(OPERATORS),
    "Relation": tuple(RELATIONS),
    "Sign": SIGNS,
    "Junctor": ("and", "or"),
    "Applied": tuple(APPLIED),
    "Gathering": FOLDS,
}
DEEPEST = 100
"""Nodes are nested so deeply at most."""


# -- functions ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Function:
    """A function: its first ``takes`` slots are its arguments, and it has ``slots`` of them.

    ``name``, ``names`` (of the slots), ``file`` and ``line`` are for the reader's eye, and are not compared.
    """

    takes: int
    slots: int
    body: Body
    name: str = field(default="", compare=False)
    names: tuple[str, ...] = field(default=(), compare=False, repr=False)
    file: str = field(default="", compare=False, repr=False)
    line: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True)
class Routine:
    """A rule, an ending or a symmetry: a function, the first one, with the helpers that it calls.

    ``shape`` says what its first arguments are: "ints" (``width`` integers), "tuple" (one tuple) or "variadic" (one tuple,
    written ``*heaps``). After them it takes the parameters ``keywords``, in their order. ``codes`` are of Python's functions
    of which it was read.
    """

    shape: str
    width: int
    keywords: tuple[str, ...]
    functions: tuple[Function, ...]
    codes: tuple[types.CodeType, ...] = field(default=(), compare=False, repr=False)

    @property
    def main(self) -> Function:
        """The function that is called."""
        return self.functions[0]

    @property
    def is_tuple(self) -> bool:
        """Whether the state is one tuple and not integers by name."""
        return self.shape != "ints"

    @property
    def yields(self) -> bool:
        """Whether the main function is a generator."""
        return any(isinstance(node, Yield) for node in statements(self.main.body))


def statements(body: Body, *, loops: bool = True) -> Iterator[Stmt]:
    """Iterate over statements and those inside them; not over those of a `Fold`, whose yields are its own.

    Without ``loops`` not over those of loops either, whose breaks are their own.
    """
    for statement in body:
        yield statement
        match statement:
            case If(_, then, other):
                yield from statements((*then, *other), loops=loops)
            case For(body=inner) | While(body=inner) if loops:
                yield from statements(inner)
            case _:
                pass


def nodes(what: Any) -> Iterator[Node]:
    """Iterate over a node, or over a tuple of nodes, and all that is inside, each before what it holds."""
    if isinstance(what, tuple):
        for each in cast("tuple[Any, ...]", what):
            yield from nodes(each)
    elif isinstance(what, Node):
        yield what
        for one in fields(what):
            yield from nodes(getattr(what, one.name))


def rewritten(what: T, change: Callable[[Any], Node]) -> T:
    """Return a node, or a tuple of nodes, with ``change`` made of each node, of what it holds first.

    >>> rewritten((Yield(Local(0)),), lambda node: Local(5) if isinstance(node, Local) else node)
    (Yield(value=Local(slot=5)),)
    """
    if isinstance(what, tuple):
        return cast(T, tuple(rewritten(each, change) for each in cast("tuple[Any, ...]", what)))
    if not isinstance(what, Node):
        return what
    inner = {} if isinstance(what, Known) else {f.name: rewritten(getattr(what, f.name), change) for f in fields(what)}
    return cast(T, change(replace(what, **inner)))


def ends_of_runs(routine: Routine) -> Routine | None:
    """Return a rule that yields the two ends of each run of numbers that a rule yields, None if it yields anything else.

    ``tuple(range(a, b))`` becomes ``(a, b)``.

    >>> run = Fold("tuple", (For(1, Known(2), Local(0), Known(1), (Yield(Local(1)),)),))
    >>> found = ends_of_runs(Routine("ints", 1, (), (Function(1, 2, (Yield(run),)),)))
    >>> found.main.body
    (Yield(value=Make(items=(Known(value=2), Local(slot=0)))),)
    """
    main, count = routine.main, 0

    def change(node: Node) -> Node:
        nonlocal count
        match node:
            case Yield(Fold("tuple", (For(slot, start, stop, Known(1), (Yield(Local(own)),)),))) if slot == own:
                count += 1
                return Yield(Make((start, stop)), line=node.line)
            case _:
                return node

    made = replace(main, body=rewritten(main.body, change))
    if not count or count < sum(isinstance(node, Yield) for node in statements(main.body)):
        return None
    return replace(routine, functions=(made, *routine.functions[1:]))


def stored(body: Body) -> set[int]:
    """Return the slots to which some statements give values, those inside folds included.

    >>> sorted(stored((Assign(3, Known(1)), For(2, Known(0), Known(5), Known(1), (Put(1, Known(0), Known(7)),)))))
    [1, 2, 3]
    """
    return {node.slot for node in nodes(body) if isinstance(node, Assign | Put | For)}


def constants(what: Any, bits: int = 62) -> set[int]:
    """Return the integers of at most so many bits that nodes, a routine or values speak of.

    >>> sorted(constants((Yield(Op("-", Local(0), Known(7))), Assign(1, Known((2, 3))))))
    [2, 3, 7]
    """
    if isinstance(what, Routine):
        return {n for each in what.functions for n in constants(each.body, bits)}
    if isinstance(what, int):
        return {int(what)} if what.bit_length() <= bits else set()
    if isinstance(what, tuple):
        return {n for each in cast("tuple[Any, ...]", what) for n in constants(each, bits)}
    return {n for node in nodes(what) if isinstance(node, Known) for n in constants(node.value, bits)}


# -- JSON --------------------------------------------------------------------------------------------------------------


def to_json(what: Any) -> Any:
    """Return a node, a tuple of nodes or a value as lists, words and integers.

    >>> to_json(Yield(Op("-", Local(0), Known(1))))
    ['yield', ['op', '-', ['local', 0], ['known', 1]]]
    """
    if isinstance(what, Node):
        return [what.TAG, *(to_json(getattr(what, name)) for name in _parts(type(what)))]
    return [to_json(each) for each in cast("tuple[Any, ...]", what)] if isinstance(what, tuple) else what


def routine_json(routine: Routine) -> dict[str, Any]:
    """Return a routine as JSON, without names, files and lines."""
    return {
        "shape": routine.shape,
        "width": routine.width,
        "keywords": list(routine.keywords),
        "functions": [[each.takes, each.slots, to_json(each.body)] for each in routine.functions],
    }


def routine_of(data: Any) -> Routine:
    """Return the routine that JSON says; `Malformed` if it says none: it may come from a stranger. O(size).

    >>> rule = Routine("ints", 1, (), (Function(1, 1, (Yield(Local(0)),)),))
    >>> routine_of(routine_json(rule)) == rule
    True
    """
    wanted = {"shape", "width", "keywords", "functions"}
    if not isinstance(data, dict) or data.keys() != wanted:
        raise Malformed("a routine has shape, width, keywords and functions")
    shape, width, keywords, rows = (data[name] for name in ("shape", "width", "keywords", "functions"))
    if shape not in ("ints", "tuple", "variadic") or type(width) is not int or not (shape == "ints" or width == 1):
        raise Malformed("the shape of a routine is ints, tuple or variadic")
    if not _all(keywords, str) or len(set(keywords)) < len(keywords) or not isinstance(rows, list) or not rows:
        raise Malformed("a routine has parameters by name, and a function or more")
    functions = tuple(_function(row, len(rows)) for row in rows)
    if functions[0].takes != width + len(keywords):
        raise Malformed("the first function of a routine takes its state and its parameters")
    for each in functions:
        _require_calls(each, functions)
    return Routine(shape, width, tuple(keywords), functions)


def _all(what: Any, kind: type) -> bool:
    return isinstance(what, list) and all(type(each) is kind for each in cast("list[Any]", what))


def _function(row: Any, count: int) -> Function:
    if not isinstance(row, list) or len(row) != 3 or not _all(row[:2], int) or not 0 <= row[0] <= row[1] <= 10_000:
        raise Malformed("a function has a number of arguments, of slots, and a body")
    body = _block(row[2], 0)
    for node in nodes(body):
        slot = getattr(node, "slot", 0)
        if not 0 <= slot < max(1, row[1]) or (isinstance(node, Call) and not 0 < node.function < count):
            raise Malformed("a slot or a function is spoken of that is not there")
    return Function(row[0], row[1], body)


def _require_calls(function: Function, functions: tuple[Function, ...]) -> None:
    """Every call gives what is taken, and goes to a later function: none calls itself."""
    own = next(i for i, each in enumerate(functions) if each is function)
    for node in nodes(function.body):
        if isinstance(node, Call) and (node.function <= own or functions[node.function].takes != len(node.args)):
            raise Malformed("a function is called that takes other arguments, or that is above")


def _block(data: Any, depth: int) -> Body:
    if not isinstance(data, list):
        raise Malformed("a block is a list of statements")
    return tuple(cast("Stmt", _node(each, STATEMENTS, depth)) for each in data)


def _node(data: Any, among: tuple[type[Node], ...], depth: int) -> Node:
    kind = _KINDS.get(data[0]) if isinstance(data, list) and data and isinstance(data[0], str) else None
    if kind is None or kind not in among or len(data) != 1 + len(_parts(kind)):
        raise Malformed(f"this is no part of a rule: {_said(data)}")
    if depth > DEEPEST:
        raise Malformed(f"the parts of a rule are nested at most {DEEPEST} deep")
    made = kind(*(_part(part, shape, depth + 1) for part, shape in zip(data[1:], _parts(kind).values(), strict=True)))
    if isinstance(made, Compare) and not 0 < len(made.signs) == len(made.items) - 1:
        raise Malformed("a comparison has one sign between two items")
    if isinstance(made, Logic) and len(made.items) < 2:
        raise Malformed("and, or stand between two items or more")
    if isinstance(made, Apply) and (
        len(made.args) < 2 if APPLIED[made.name] is None else len(made.args) != APPLIED[made.name]
    ):
        raise Malformed(f"{made.name} is not of so many arguments")
    return made


@cache
def _parts(kind: type[Node]) -> dict[str, str]:
    """Return the parts of a kind of node but its line, each with what it says that it is."""
    return {one.name: str(one.type) for one in fields(kind) if one.name not in ("line", "words")}


def _part(data: Any, shape: str, depth: int) -> Any:
    """Return what JSON says, where a node has a part that is annotated so."""
    match shape:
        case "Expr | None" if data is None:
            return None
        case "Expr" | "Expr | None":
            return _node(data, EXPRESSIONS, depth)
        case "Body":
            return _block(data, depth)
        case "tuple[Expr, ...]" | "tuple[Expr | Spread, ...]" if isinstance(data, list):
            among = (*EXPRESSIONS, Spread) if "Spread" in shape else EXPRESSIONS
            return tuple(_node(each, among, depth) for each in cast("list[Any]", data))
        case "int" if type(data) is int:
            return data
        case "Value":
            return value_of(data)
        case "tuple[Relation, ...]" if isinstance(data, list) and all(each in _WORDS["Relation"] for each in data):
            return tuple(data)
        case _ if data in _WORDS.get(shape, ()):
            return data
        case _:
            raise Malformed(f"this is no part of a rule: {_said(data)}")


def value_of(data: Any, depth: int = 0) -> Value:
    """Return the value that JSON says: an integer, or a list of values; `Malformed` if it says none."""
    if type(data) is int:
        return data
    if isinstance(data, list) and depth < 2:
        return tuple(value_of(each, depth + 1) for each in cast("list[Any]", data))
    raise Malformed(f"this is no integer, and no list of them: {_said(data)}")


def _said(data: Any) -> str:
    """Return what JSON is, in a few letters, however deep or large it is."""
    if isinstance(data, str):
        return repr(data[:40])
    if isinstance(data, list):
        first = cast("list[Any]", data)[:1]
        return f"a list that begins with {_said(first[0])}" if first and isinstance(first[0], str) else "a list"
    small = isinstance(data, int) and data.bit_length() < 100
    return repr(data) if small or data is None else f"a {type(data).__name__}"


# -- the hash ----------------------------------------------------------------------------------------------------------


def routine_hash(routine: Routine) -> str:
    """Return the SHA-256 that names a routine: of what it means, not of names, files and lines; with the version.

    Parameters are told apart by their place.

    >>> one = Routine("ints", 1, (), (Function(1, 1, (Yield(Local(0)),), name="f"),))
    >>> two = Routine("ints", 1, (), (Function(1, 1, (Yield(Local(0), line=7),), name="g"),))
    >>> routine_hash(one) == routine_hash(two)
    True
    """
    return digest({"version": VERSION, **routine_json(routine), "keywords": len(routine.keywords)})
