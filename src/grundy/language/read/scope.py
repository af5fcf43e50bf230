"""What a reader knows of the function that it reads: slots, their kinds, which surely have a value, the helpers called."""

from __future__ import annotations

import ast
import types
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, cast

from grundy.language import ir
from grundy.language.ir import nodes
from grundy.language.read.source import ROWS, Constant, Names, Whole, constant
from grundy.language.refusal import Following, Unreadable
from grundy.language.wrapped import Wrapped


@dataclass(frozen=True)
class Several:
    """The kind of what is one of some constants that are neither rows nor tuples of rows: it is kept as its number."""

    wholes: tuple[Whole, ...]


Kind: TypeAlias = "Literal['int', 'truth', 'row', 'list', 'text', 'range', 'rows'] | Several | type[Wrapped]"
"""An integer, an integer that is 0 or 1, a tuple of integers, a list of them, a string (as codes of its letters), a range
(as its numbers), a tuple of such tuples; or a class over a tuple of integers, which is that tuple."""
UNBOUND = -1
"""The slot of a name that has no value yet where it is asked for, whatever it is around that."""
T = TypeVar("T")
NODES = 30_000
"""So many are read of a rule or written for it at most; those of a generator count wherever it is called."""


class Read(NamedTuple):
    """An expression that was read. ``new``: it is no list that has a name already."""

    node: ir.Expr
    kind: Kind
    new: bool = True

    @property
    def is_number(self) -> bool:
        """Whether it is an integer."""
        return self.kind in ("int", "truth")

    @property
    def wrapped(self) -> type[Wrapped] | None:
        """The class of an object over a tuple, None of anything else."""
        return self.kind if isinstance(self.kind, type) else None

    @property
    def is_sequence(self) -> bool:
        """Whether it is a tuple or a list of integers."""
        return self.kind in ("row", "list")


def known_value(value: Constant, line: int = 0) -> Read:
    """Return a constant.

    >>> known_value(3).kind, known_value(Whole("tuple", ())).kind, known_value(Whole("list", (1, 2)))
    ('int', 'row', Read(node=Known(value=(1, 2)), kind='list', new=False))
    """
    if isinstance(value, int):
        return Read(ir.Known(value, line=line), "int")
    if value.is_row:
        row = ir.Known(cast("tuple[int, ...]", value.items), line=line)
        return Read(row, cast("Kind", ROWS[value.type]), value.type != "list")
    rows = tuple(each.items for each in value.items if isinstance(each, Whole) and each.is_row and each.type == "tuple")
    if value.type == "tuple" and len(rows) == len(value.items) and len(set(map(len, rows))) == 1:
        return Read(ir.Known(cast("tuple[ir.Value, ...]", rows), line=line), "rows")
    return Read(ir.Known(0, line=line), Several((value,)))


def chosen(values: Sequence[Constant], which: ir.Expr, line: int = 0) -> Read:
    """Return one of some constants, ``values[which]``."""
    if isinstance(which, ir.Known) and isinstance(at := which.value, int) and -len(values) <= at < len(values):
        return known_value(values[at], line)
    kinds = {known_value(each).kind for each in values}
    if kinds <= {"int"}:
        return Read(ir.Item(ir.Known(cast("tuple[int, ...]", tuple(values))), which, line=line), "int")
    wholes = tuple(each for each in values if isinstance(each, Whole))
    if len(wholes) < len(values):
        raise Unreadable("numbers and tuples in one tuple can only be read at known places", line)
    if kinds not in ({"row"}, {"list"}, {"text"}):
        return Read(ir.Item(ir.Known((*range(len(values)),)), which, line=line), Several(wholes))
    rows = tuple(cast("tuple[int, ...]", each.items) for each in wholes)
    stops, kind = (*accumulate(map(len, rows)),), kinds.pop()
    found: ir.Expr = ir.Item(ir.Known(rows), which, line=line)
    if len(set(map(len, rows))) > 1:  # a part of all rows, one after the other
        ends = (ir.Item(ir.Known(each), which, line=line) for each in ((0, *stops[:-1]), stops))
        found = ir.Slice(ir.Known((*chain.from_iterable(rows),)), *ends, line=line)
    return Read(found, cast("Kind", kind), kind != "list")


def words_of(kind: Kind) -> str:
    """Return what a kind is called."""
    if isinstance(kind, type):
        return kind.__name__
    own = {"int": "number", "truth": "number", "list": "list", "text": "string", "range": "range"}
    return "tuple" if isinstance(kind, Several) else own.get(kind, "tuple")


@dataclass
class Helper:
    """A function that a rule calls, read for arguments of these kinds; `number` is its place until all are put in order."""

    number: int
    function: ir.Function
    result: Kind
    lends: bool
    """Whether a list that it returns may be a constant, which is not its caller's to change."""
    calls: set[int] = field(default_factory=lambda: set[int]())


class Helpers:
    """The functions that a rule calls, and the kinds of their arguments; those that are being read.

    A function is the object, with what it is bound to: closures of one factory have one code, and are several functions.
    """

    def __init__(self) -> None:
        self.known: dict[tuple[types.FunctionType, tuple[Kind, ...]], Helper] = {}
        self.yields: dict[tuple[types.FunctionType, tuple[Kind, ...]], Any] = {}
        """The generators that a rule calls: what is written where they are called (`loops.Yielding`)."""
        self.open: list[types.FunctionType] = []
        self.codes: dict[types.CodeType, None] = {}
        self.hashed: int | None = None
        """The line where a number is looked for in a set, that is by its hash."""
        self.odd = ""
        """A constant that is no plain integer, whose hash may be another."""
        self.constants: dict[int, tuple[object, Constant]] = {}
        """What was found to be a constant, by its identity: it is gone through once."""
        self.count = 0
        """How many nodes were read or written."""

    def constant(self, value: object, words: str, line: int | None = None) -> Constant:
        """Return what a global, a default or a parameter is."""
        held, found = self.constants.get(id(value), (self, 0))
        if held is not value:
            if not _is_plain(value):
                self.odd = words
            found = constant(value, words, line)
            self.constants[id(value)] = value, found
        return found

    def require_hashes(self) -> None:
        """What is looked for in a set is a plain integer: a member of an enumeration is found by its name there."""
        if self.hashed is not None and self.odd:
            raise Unreadable(
                "'{words}' may be looked for in a set, but it is not a plain integer", self.hashed, words=self.odd
            )

    def routine(self, main: ir.Function, calls: set[int]) -> tuple[ir.Function, ...]:
        """Return all functions, each before those that it calls."""
        by_number = {helper.number: helper for helper in self.known.values()}
        order: list[int] = []

        def visit(number: int) -> None:
            for other in sorted(by_number[number].calls, reverse=True):
                if other not in order:
                    visit(other)
            order.append(number)

        for number in sorted(calls, reverse=True):
            if number not in order:
                visit(number)
        places = {number: 1 + i for i, number in enumerate(reversed(order))}
        functions = (main, *(by_number[number].function for number in reversed(order)))

        def placed(node: Any) -> ir.Node:
            return replace(node, function=places[node.function]) if isinstance(node, ir.Call) else node

        return tuple(replace(each, body=ir.rewritten(each.body, placed)) for each in functions)


class Scope(Following):
    """The variables of one function, and the line that is being read."""

    def __init__(self, function: types.FunctionType, tree: ast.FunctionDef, helpers: Helpers) -> None:
        self.name = function.__name__
        self.names = Names(function)
        self.tree = tree
        self.helpers = helpers
        self.line = tree.lineno
        self.slots: list[str] = []
        self.kinds: list[Kind | None] = []
        self.assigned: set[int] = set()
        self.lent: set[int] = set()  # the slots of lists that are constants
        self.reachable = True
        self.calls: set[int] = set()
        self.local = local_names(tree)
        self.defined: dict[int, types.FunctionType] = {}  # functions within this one, by the slots of their names
        self.known: list[dict[str, int]] = [{}]  # the function's own variables, then those of comprehensions

    def constant(self, value: object, words: str, line: int) -> Read:
        """Return what a global, a default or a parameter is."""
        return known_value(self.helpers.constant(value, words, line), line)

    def counted(self, nodes: int = 1) -> None:
        """Count nodes that are read or written; Unreadable where there are too many."""
        self.helpers.count += nodes
        if self.helpers.count > NODES:
            raise self.refuse("the rule is too long: with what it calls it has more than {n:,} expressions", n=NODES)

    def fresh(self, kind: Kind | None, name: str = "") -> int:
        """Return a new slot."""
        self.slots.append(name)
        self.kinds.append(kind)
        return len(self.slots) - 1

    def slot(self, name: str) -> int | None:
        """Return the slot of a variable, None of a name that has none yet."""
        return next((known[name] for known in reversed(self.known) if name in known), None)

    def is_local(self, name: str) -> bool:
        """Whether a name is a variable here."""
        return name in self.local or self.slot(name) is not None

    def bound(self, name: str, kind: Kind) -> int:
        """Return the slot of a name that is given a value of a kind; it has one kind throughout."""
        slot = self.slot(name) if len(self.known) == 1 else self.known[-1].get(name)
        if slot is None:
            slot = self.known[-1][name] = self.fresh(None, name)
        kind = "int" if kind == "truth" else kind
        before = self.kinds[slot]
        if before not in (None, kind):
            raise self.refuse(
                "'{name}' is first a {before} and then a {kind}",
                name=name,
                before=words_of(before),
                kind=words_of(kind),
            )
        self.kinds[slot] = kind
        self.assigned.add(slot)
        return slot

    def named(self, name: str, found: Read) -> ir.Assign:
        """Return what gives a name a value: a list that is new, or one that no one changes."""
        known = len(self.slots)
        slot = self.bound(name, found.kind)
        if found.kind == "list" and not found.new:
            if not self.is_lent(found) or (slot < known and slot not in self.lent):
                raise self.refuse("'{code}' would be a second name for the same list; write list(...)", code=name)
            self.lent.add(slot)
        return ir.Assign(slot, found.node, line=self.line)

    def is_lent(self, found: Read) -> bool:
        """Whether what is read is surely no list that this function, or one that calls it, made."""
        slots = (each.slot for each in nodes(found.node) if isinstance(each, ir.Local))
        return all(self.kinds[slot] != "list" or slot in self.lent for slot in slots)


def _is_plain(value: object) -> bool:
    """Whether a constant holds nothing but plain integers and strings."""
    if type(value) in (tuple, list, set, frozenset, dict):
        items = cast("dict[object, object]", value)
        return all(map(_is_plain, (*items, *items.values()) if isinstance(value, dict) else items))
    return type(value) in (int, bool, str)


def local_names(tree: ast.FunctionDef) -> frozenset[str]:
    """Return the variables of a function: what it takes and what it binds, those of comprehensions apart."""
    own = tree.args
    named = [*own.posonlyargs, *own.args, *own.kwonlyargs, *(each for each in (own.vararg, own.kwarg) if each)]
    return frozenset({each.arg for each in named} | stored_names(tree.body))


def stored_names(body: list[ast.stmt]) -> set[str]:
    """Return the names that some statements bind, the variables of comprehensions, which live apart, left out.

    >>> sorted(stored_names(ast.parse("a = [x for x in b]; b[0] = 2\\nfor c, d in e: pass").body))
    ['a', 'c', 'd']
    """
    return {node.id for node in outside(body) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}


def outside(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """Iterate over the syntax of some statements, what comprehensions bind left out."""
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        yield node
        hidden = node.target if isinstance(node, ast.comprehension) else None
        todo.extend(child for child in ast.iter_child_nodes(node) if child is not hidden)


def changed_names(body: list[ast.stmt]) -> dict[str, bool]:
    """Return the names whose value some statements may change, and whether by more than items of a list put or sorted."""
    found = dict.fromkeys(stored_names(body), True)
    for node in outside(body):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=("append" | "extend"))):
                found[name] = True
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="sort")):
                found.setdefault(name, False)
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Slice(), ctx=ast.Store()):
                found[name] = True
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store()):
                found.setdefault(name, False)
            case _:
                pass
    return found


def known_tuple(items: list[ir.Expr | ir.Spread]) -> ir.Expr:
    """Return the tuple of some items: a constant where all of them are."""
    values = [each.value for each in items if isinstance(each, ir.Known)]
    return ir.Known(tuple(values)) if len(values) == len(items) else ir.Make(tuple(items))
