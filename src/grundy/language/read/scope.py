"""What a reader knows of the function that it reads: slots, their kinds, which surely have a value, the helpers called."""

from __future__ import annotations

import ast
import types
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, cast

from grundy.language.ir import Call, Expr, Function, Known, Make, Node, Spread, Value, rewritten
from grundy.language.read.source import Names, constant
from grundy.language.refusal import Following, Unreadable
from grundy.language.wrapped import Wrapped

Kind: TypeAlias = "Literal['int', 'truth', 'row', 'list', 'range', 'rows', 'lists'] | type[Wrapped]"
"""An integer, an integer that is 0 or 1, a tuple of integers, a list of them, a range (kept as its numbers), a tuple of such
tuples, one of such lists; or a class over a tuple of integers, which is that tuple."""
T = TypeVar("T")


class Read(NamedTuple):
    """An expression that was read. ``new``: it is no list that has a name already."""

    node: Expr
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


def kind_of(value: Value) -> Kind:
    """Return the kind of a constant.

    >>> kind_of(3), kind_of(()), kind_of(((1, 2), (3, 4)))
    ('int', 'row', 'rows')
    """
    if isinstance(value, int):
        return "int"
    return "rows" if value and isinstance(value[0], tuple) else "row"


def words_of(kind: Kind) -> str:
    """Return what a kind is called."""
    if isinstance(kind, type):
        return kind.__name__
    return {"int": "number", "truth": "number", "list": "list", "range": "range"}.get(kind, "tuple")


@dataclass
class Helper:
    """A function that a rule calls, read for arguments of these kinds; `number` is its place until all are put in order."""

    number: int
    function: Function
    result: Kind
    calls: set[int] = field(default_factory=lambda: set[int]())


@dataclass
class Helpers:
    """The functions that a rule calls, and the kinds of their arguments; those that are being read.

    A function is the object, with what it is bound to: closures of one factory have one code, and are several functions.
    """

    known: dict[tuple[types.FunctionType, tuple[Kind, ...]], Helper] = field(
        default_factory=lambda: dict[tuple[types.FunctionType, "tuple[Kind, ...]"], Helper]()
    )
    open: list[types.FunctionType] = field(default_factory=lambda: list[types.FunctionType]())
    codes: dict[types.CodeType, None] = field(default_factory=lambda: dict[types.CodeType, None]())

    hashed: int | None = None
    """The line where a number is looked for in a set, that is by its hash."""
    odd: str = ""
    """A constant that is no plain integer, whose hash may be another."""

    def constant(self, value: object, words: str, line: int | None = None) -> Value:
        """Return what a global, a default or a parameter is."""
        if not _is_plain(value):
            self.odd = words
        return constant(value, words, line)

    def require_hashes(self) -> None:
        """What is looked for in a set is a plain integer: a member of an enumeration is found by its name there."""
        if self.hashed is not None and self.odd:
            raise Unreadable(
                "'{words}' may be looked for in a set, but it is not a plain integer", self.hashed, words=self.odd
            )

    def routine(self, main: Function, calls: set[int]) -> tuple[Function, ...]:
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

        def placed(node: Any) -> Node:
            return replace(node, function=places[node.function]) if isinstance(node, Call) else node

        return tuple(replace(each, body=rewritten(each.body, placed)) for each in functions)


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
        self.reachable = True
        self.calls: set[int] = set()
        self.local = local_names(tree)
        self.defined: dict[int, types.FunctionType] = {}  # functions within this one, by the slots of their names
        self.known: list[dict[str, int]] = [{}]  # the function's own variables, then those of comprehensions

    def constant(self, value: object, words: str, line: int | None) -> Value:
        """Return what a global, a default or a parameter is."""
        return self.helpers.constant(value, words, line)

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


def _is_plain(value: object) -> bool:
    """Whether a constant holds nothing but plain integers."""
    if isinstance(value, tuple):
        return type(value) is tuple and all(map(_is_plain, cast("tuple[object, ...]", value)))
    return type(value) in (int, bool)


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


def known_tuple(items: list[Expr | Spread]) -> Expr:
    """Return the tuple of some items: a constant where all of them are."""
    values = [each.value for each in items if isinstance(each, Known)]
    return Known(tuple(values)) if len(values) == len(items) else Make(tuple(items))
