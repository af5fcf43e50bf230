"""From a rule as data to machine code that fills an array with the children of a state.

The module has one function that kernels call, as they call one of their own::

    fill(state: int64[::1], params: int64[::1], out: int64[::1]) -> int64

which writes the children of ``state`` one after another from ``out[1]`` on and returns how many there are, or one of
the negative codes below. It is exactly what `grundy.language.run` gives, or it is `UNFIT`; then the rule is interpreted.
"""

# llvmlite has no types that a strict checker could follow.
# pyright: basic

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from llvmlite import ir as llvm

from grundy.language import ir
from grundy.language.native.calls import Calls
from grundy.language.native.code import (
    BIT,
    BYTE,
    POINTER,
    UNFIT,
    WORD,
    Code,
    Grid,
    Items,
    Module,
    Number,
    Place,
    Row,
    Value,
    View,
    exactly,
)
from grundy.language.refusal import Shape, Shapes, Unreadable

# -- states with some items changed: one item is written over in a copy of the whole state -----------------------------


_FAR = 2**31


@dataclass(frozen=True)
class Index:
    """An index: what a slot holds (none: -1) and a known number more."""

    slot: int
    more: int

    def below(self, other: Index) -> bool:
        """Whether the other place is surely this one or after it, if it is a place at all."""
        return self.more <= other.more if self.slot == other.slot else self == Index(-1, 0)


@dataclass(frozen=True)
class Changes:
    """Which items are written over; the places where unchanged parts end, and which of them must follow which."""

    items: tuple[tuple[Index, ir.Expr], ...]
    places: tuple[Index, ...]
    steps: tuple[tuple[Index, Index], ...]


NONE = Changes((), (), ())


def change_of(node: ir.Expr) -> Changes:
    """Return how an expression changes items of the state (slot 0); `NONE` where it does not look so.

    >>> i, after = ir.Local(1), ir.Op("+", ir.Local(1), ir.Known(1))
    >>> left, right = ir.Slice(ir.Local(0), None, i), ir.Slice(ir.Local(0), after, None)
    >>> [place for place, item in change_of(ir.Op("+", ir.Op("+", left, ir.Make((ir.Known(7),))), right)).items]
    [Index(slot=1, more=0)]
    """
    at, ended = Index(-1, 0), False
    items: list[tuple[Index, ir.Expr]] = []
    steps: list[tuple[Index, Index]] = []
    for part in _parts(node):
        if ended:
            return NONE
        if not isinstance(part, ir.Slice):
            items += [(at, item) for item in part.items if not isinstance(item, ir.Spread)]
            at = Index(at.slot, at.more + 1)
            continue
        low = Index(-1, 0) if part.low is None else _index(part.low)
        high = None if part.high is None else _index(part.high)
        if part.whole != ir.Local(0) or low != at or (part.high is not None and high is None):
            return NONE
        ended = high is None
        if high is not None:
            steps.append((at, high))
            at = high
    places = {x: None for pair in steps for x in pair} | {at: None}
    return Changes(tuple(items), tuple(places), tuple(steps)) if ended and items else NONE


def _index(node: ir.Expr) -> Index | None:
    match node:
        case ir.Known(int(value)) if 0 <= value < _FAR:
            return Index(-1, value)
        case ir.Local(slot):
            return Index(slot, 0)
        case ir.Op("+", ir.Local(slot), ir.Known(int(more))) | ir.Op("+", ir.Known(int(more)), ir.Local(slot)) if (
            0 <= more < _FAR
        ):
            return Index(slot, more)
        case _:
            return None


def _parts(node: ir.Expr) -> list[ir.Slice | ir.Make]:
    """The slices and single items that are put together; what is neither is some slice of nothing."""
    match node:
        case ir.Op("+", left, right):
            return _parts(left) + _parts(right)
        case ir.Make(items):
            return [p for x in items for p in (_parts(x.inner) if isinstance(x, ir.Spread) else [ir.Make((x,))])]
        case ir.Slice():
            return [node]
        case _:
            return [ir.Slice(ir.Known(0), None, None)]


FULL = -1
ENDED = -11  # a declared ending e (-1 loss, 0 tie, 1 win) is returned as ENDED - e

Mode: TypeAlias = Literal["fixed", "variable"]


# -- functions ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """How states lie in the arrays."""

    width: int
    variable: bool
    scoring: bool
    heap: bool
    canonical: bool
    known: Mapping[str, ir.Value] | None = None
    """The parameters, where the code is of these alone."""
    shapes: Shapes = ()
    """Those of parameters that are passed."""

    @property
    def record(self) -> int:
        """How many cells a child takes."""
        return self.width + self.scoring


class Body(Calls):
    """A function of the state and the parameters. It takes a place of cells and that of the parameters."""

    def __init__(
        self, module: Module, name: str, routine: ir.Routine, plan: Plan, takes: tuple[Code, ...] = (POINTER, POINTER)
    ) -> None:
        address = (POINTER,) * (3 if module.checked else 1)
        kinds = [kind for each in takes for kind in (address if each == POINTER else (each,))]
        super().__init__(module, name, tuple(kinds), routine.main, routine.functions)
        self.routine = routine
        self.plan = plan
        codes = iter(self.function.args)
        self.taken: list[Any] = [self.places(codes) if kind == POINTER else next(codes) for kind in takes]

    def called(self, function: Any, *args: Place | Code) -> Code:
        """Call another function that takes places and words."""
        codes: list[Code] = []
        for each in args:
            codes += [each.at, *(each.ends or ())] if isinstance(each, Place) else [each]
        return self.build.call(function, codes)

    def state(self, place: Place) -> list[Value]:
        """Return the state's arguments, as they lie from a place on."""
        if not self.routine.is_tuple:
            return [Number(self.load(place, i)) for i in range(self.routine.width)]
        if not self.plan.variable:
            return [View(place, exactly(self.plan.width), short=True)]
        return [View(self.past(place, 1), Number(self.load(place)), short=True)]

    def parameters(self, place: Place) -> list[Value]:
        """Return the parameters, as `pack_params` laid them out, or as they are known."""
        found: dict[str, Value] = {}
        if self.plan.known is not None:
            found = {name: self.constant(value) for name, value in self.plan.known.items()}
        for name, shape in self.plan.shapes if self.plan.known is None else ():
            found[name], place = self._passed(shape, place)
        missing = [name for name in self.routine.keywords if name not in found]
        if missing:
            raise Unreadable(
                "{name}() has a parameter '{missing}' that was not given",
                self.body.line or None,
                name=self.body.name,
                missing=missing[0],
            )
        return [found[name] for name in self.routine.keywords]

    def _passed(self, shape: Shape, place: Place) -> tuple[Value, Place]:
        """Return a parameter that lies at a place, and the place after it."""
        first = Number(self.load(place))
        if shape == "int":
            return first, self.past(place, 1)
        if shape == "tuple":
            start = self.past(place, 1)
            return View(start, first), self.past(start, first.code)
        columns, start = Number(self.load(place, 1)), self.past(place, 2)
        return Grid(start, first, columns), self.past(start, self.build.mul(first.code, columns.code))

    def write_state(self, child: Row, place: Place) -> None:
        """Write a state's cells: its items, or its length, its items and zeros."""
        if not self.plan.variable:
            self.write(child, place)
            return
        size = self.length(child).code
        self.put(place, size)
        self.write(child, self.past(place, 1))
        rest = self.past(place, self.build.add(size, WORD(1)))
        with self.counted(self.build.sub(WORD(self.plan.width - 1), size)) as (j, _after):
            self.put(rest, WORD(0), j)

    def require_length(self, child: Row, code: int = UNFIT) -> None:
        """A state of another length is `UNFIT`."""
        size, most = self.length(child), self.plan.width - self.plan.variable
        if size.value is None or (size.value > most if self.plan.variable else size.value != most):
            self.fail_if(self.test(">" if self.plan.variable else "!=", size.code, most), code)

    def child(self, value: Value) -> Row:
        """Return a state that may be an integer as a row."""
        return Items((self.integer(value),)) if isinstance(value, Number) else self.require_row(value)

    def whole(self, place: Place, params: Place) -> None:
        """Write the body, for the state at a place."""
        self.begin(self.state(place) + self.parameters(params))

    def end(self, code: int | Code) -> Any:
        """End the function, with an answer where the end of the body is reached; the function."""
        if self.reachable:
            self.leave(code)
        self.build.unreachable()
        self.finish()
        return self.function


class EndingBody(Body):
    """A declared ending: -1, 0 or 1 for the player to move, or None."""

    def on_return(self, node: ir.Expr | None) -> None:
        """Write ``return node``."""
        if node is None:
            self.leave(0)
            return
        code = self.word(self.number(node))
        self.fail_if(self.build.icmp_unsigned(">", self.build.add(code, WORD(1)), WORD(2)))
        self.leave(self.build.sub(WORD(ENDED), code))


class CanonicalBody(Body):
    """A symmetry: the canonical state takes the place of the state given; 0 is returned, or `UNFIT`."""

    def whole(self, place: Place, params: Place) -> None:
        """Write the body, for a copy of the state, which writing its canonical form does not change."""
        copy = self.array(self.plan.width)
        self.copied(place, copy, WORD(self.plan.width))
        super().whole(copy, params)

    def on_return(self, node: ir.Expr | None) -> None:
        """Write ``return node``."""
        if node is None:
            self.failed()
            return
        child = self.child(self.value(node))
        self.require_length(child)
        self.write_state(child, self.taken[0])
        self.leave(0)


class ImagesBody(CanonicalBody):
    """All symmetries: of a state and the images that are yielded the least takes the place of the state given."""

    def on_yield(self, node: ir.Expr) -> None:
        """Keep an image that is less than the least so far."""
        image, place = self.child(self.value(node)), self.taken[0]
        self.require_length(image)
        if not isinstance(image, Items):
            image = self.held(image)
        least = View(place, exactly(self.plan.width), short=True)
        if self.plan.variable:
            least = View(self.past(place, 1), Number(self.load(place)), short=True)
        with self.when(self.test("<", self.order(image, least), 0)):
            self.write_state(image, place)

    def on_return(self, node: ir.Expr | None) -> None:
        """Write ``return``."""
        if node is not None:
            raise self.refuse("symmetries yield images; what they return is not read")
        self.leave(0)


class MovesBody(Body):
    """The rule itself: every yield is a record in ``out``.

    It takes the state, the parameters, ``out``, its size and that of the state.
    """

    def __init__(self, module: Module, routine: ir.Routine, plan: Plan) -> None:
        super().__init__(module, "fill", routine, plan, (POINTER, POINTER, POINTER, WORD, WORD))
        self.params, self.out, self.room, self.given_words = self.taken[1:]
        self.next = self.variable(WORD(1))
        self.children = self.variable(WORD(0))
        self.source: Place = self.taken[0]
        self.canonical: Any = None

    def on_return(self, node: ir.Expr | None) -> None:
        """Write ``return``."""
        if node is not None:
            raise self.refuse("a rule yields its children; what it returns is not read")
        self.leave(self.get(self.children))

    def on_yield(self, node: ir.Expr) -> None:
        """Write a record; tell that there is one where there is no room for any, or count it, where ``out`` is the state."""
        asked, written, after = self.block(), self.block(), self.block()
        counted = self.build.icmp_unsigned("==", self.out.at, self.source.at)
        self.build.cbranch(self.build.or_(counted, self.test("<=", self.room, 1)), asked, written)
        self.go_on(asked)
        self.fail_if(self.build.not_(counted), FULL)
        self.put_in(self.children, self.build.add(self.get(self.children), WORD(1)))
        self.build.branch(after)
        self.go_on(written)
        self._written(node)
        self.build.branch(after)
        self.go_on(after)

    def _written(self, node: ir.Expr) -> None:
        gain = None
        if self.plan.scoring:
            gained, node = self._gain_and_state(node)
            gain = self.word(self.number(gained))
        if self.plan.heap:
            self._heap_record(self.child(self.value(node)))
            return
        change = self._change(node)
        if change is None:
            self._whole_record(gain, node)
            return
        items = [(self._at(at), self.word(self.number(item))) for at, item in change.items]
        fits, other, rest = self.block(), self.block(), self.block()
        self.build.cbranch(self._is_change(change), fits, other)
        self.go_on(fits)
        self.record(gain, lambda place: self._copy_changed(items, place))
        self.build.branch(rest)
        self.go_on(other)
        self._whole_record(gain, node)
        self.build.branch(rest)
        self.go_on(rest)

    def _gain_and_state(self, node: ir.Expr) -> tuple[ir.Expr, ir.Expr]:
        match node:
            case ir.Make((gained, state)) if not isinstance(gained, ir.Spread) and not isinstance(state, ir.Spread):
                return gained, state
            case _:
                raise self.refuse("a scoring rule is read where it yields 'gain, next state'")

    def _whole_record(self, gain: Code | None, node: ir.Expr) -> None:
        child = self.child(self.value(node))
        self.require_length(child)
        self.record(gain, lambda place: self.write_state(child, place))

    def require_room(self, size: Code) -> Code:
        """Return where the next record begins, or answer `FULL` where there is no room for it; it is written after this."""
        at = self.get(self.next)
        after = self.build.add(at, size)
        self.fail_if(self.test(">", after, self.room), FULL)
        self.put_in(self.next, after)
        self.put_in(self.children, self.build.add(self.get(self.children), WORD(1)))
        return at

    def record(self, gain: Code | None, write: Callable[[Place], None]) -> None:
        """Write a record."""
        place = self.past(self.out, self.require_room(WORD(self.plan.record)))
        if gain is not None:
            self.put(place, gain)
            place = self.past(place, 1)
        write(place)
        if self.canonical is not None:
            self.fold(place)

    def fold(self, place: Place) -> None:
        """Put a state through the declared symmetries."""
        told = self.called(self.canonical, place, self.params)
        self.fail_if(self.test("!=", told, 0))

    def _copy_changed(self, items: list[tuple[Code, Code]], place: Place) -> None:
        """Copy the whole state, and write some items over."""
        self.copied(self.source, place, WORD(self.plan.width))
        for at, item in items:
            self.put(self.past(place, int(self.plan.variable)), item, at)

    def _change(self, node: ir.Expr) -> Changes | None:
        """``heaps[:i] + (k,) + heaps[i + 1:]``: the state with some items changed."""
        if not self.routine.is_tuple or self.facts.stores[0] or self.facts.changed_in(node):
            return None  # of the two ways that are written, each would change it
        found = change_of(node)
        slots = {place.slot for place in found.places if place.slot >= 0}
        known = all(isinstance(self.given.get(slot), Number) or self._is_number(slot) for slot in slots)
        return found if found.items and known and not self.facts.volatile & slots else None

    def _is_number(self, slot: int) -> bool:
        return slot in self.sure and slot in self.kept and self.kept[slot].kind == "number"

    def _is_change(self, change: Changes) -> Code:
        """Return whether the places are in order from 0 on, and none is past the end of the state."""
        size = self.length(self.given[0]).code
        told: list[Code] = []
        for at in change.places:
            own = WORD(0) if at.slot < 0 else self._held_by(at.slot)
            told.append(self.test("<=", own, self.build.sub(size, WORD(at.more))))
        told += [self.test("<=", self._at(x), self._at(y)) for x, y in change.steps]
        result: Code = BIT(1)
        for each in told:
            result = self.build.and_(result, each)
        return result

    def _held_by(self, slot: int) -> Code:
        found = self.given.get(slot) or self.now(slot)
        assert isinstance(found, Number)
        return found.code

    def _at(self, index: Index) -> Code:
        return WORD(index.more) if index.slot < 0 else self.build.add(self._held_by(index.slot), WORD(index.more))

    def _heap_record(self, child: Row) -> None:
        size = self.length(child).code
        place = self.past(self.out, self.require_room(self.build.add(size, WORD(1))))
        self.put(place, size)
        self.write(child, self.past(place, 1))


def code_of(
    moves: ir.Routine,
    name: str,
    *,
    width: int,
    mode: Mode = "fixed",
    param_shapes: Shapes = (),
    scoring: bool = False,
    heap: bool = False,
    ending: ir.Routine | None = None,
    canonical: ir.Routine | None = None,
    items: int = 64,
    checked: bool = False,
) -> str:
    """Return a module of LLVM, as text, whose ``fill`` gives the children of a state of ``width`` cells.

    In mode "fixed" a state is its ``width`` items; in "variable", its length and up to ``width - 1`` items, then zeros.
    A rule of heaps (``heap=True``) writes records ``[k, h1 .. hk]``. A list has room for ``items``. The names of the
    functions that can be seen end with ``name``. `Unreadable` says why a rule has no such code.
    """
    line, variable = moves.main.line or None, mode == "variable"
    if variable and not moves.is_tuple:
        raise Unreadable("a state of any length must be one tuple", line)
    if not moves.yields:
        raise Unreadable("{name}() yields nothing", line, name=moves.main.name)
    if not moves.is_tuple and moves.width != width:
        raise Unreadable(
            "{name}() has a state of {count} integers, not {width}",
            line,
            name=moves.main.name,
            count=moves.width,
            width=width,
        )
    module = Module(max(items, 2 * width), checked)
    plan = Plan(width, variable, scoring, heap, canonical is not None, shapes=param_shapes)
    ended = None if ending is None else ending_code(module, plan, moves, ending)
    body = MovesBody(module, moves, plan)
    body.canonical = None if canonical is None else canonical_code(module, plan, moves, canonical)
    if ended is not None:
        answer = body.called(ended, body.source, body.params)
        body.leave_if(body.test("!=", answer, 0), answer)
    body.whole(body.source, body.params)
    body.end(body.get(body.children))
    return with_entries(module, body.function, name)


def require_same_state(moves: ir.Routine, other: ir.Routine, what: str, *, yields: bool = False) -> None:
    """Raise Unreadable where a hook is not of the states of the moves, or yields where it must return."""
    name, line = other.main.name, other.main.line or None
    if moves.width != other.width or moves.is_tuple != other.is_tuple:
        raise Unreadable(
            "the {what} {name}() has another state than {own}()", line, what=what, name=name, own=moves.main.name
        )
    if other.yields and not yields:
        raise Unreadable("the {what} {name}() must return, not yield", line, what=what, name=name)


def ending_code(module: Module, plan: Plan, moves: ir.Routine, ending: ir.Routine) -> Any:
    """Return a declared ending as a function of its own; 0 is what it returns when it says nothing."""
    require_same_state(moves, ending, "ending")
    body = EndingBody(module, "ending", ending, plan)
    body.whole(*body.taken)
    return body.end(0)


def canonical_code(module: Module, plan: Plan, moves: ir.Routine, canonical: ir.Routine) -> Any:
    """Return a symmetry as a function of its own."""
    require_same_state(moves, canonical, "symmetry", yields=True)
    body = (ImagesBody if canonical.yields else CanonicalBody)(module, "canonical", canonical, plan)
    body.whole(*body.taken)
    return body.end(0 if canonical.yields else UNFIT)


# -- what kernels and Python call --------------------------------------------------------------------------------------

STATUS = llvm.IntType(32)
ARRAY = (POINTER, POINTER, WORD, WORD, POINTER, WORD, WORD)
"""What numba passes of an array: two of its own, a count, bytes of an item, the address, the shape, the strides."""
HEAD = object.__basicsize__
"""Bytes of an object before what is its own: NumPy's arrays have their address there, and two words on that of the shape."""


def with_entries(module: Module, fill: Any, name: str) -> str:
    """Return a module with the two functions that can be seen: what kernels call, and what Python calls with words."""
    _body(module, fill, name)
    _entry(module, fill, name)
    return str(module.code)


def _pass(module: Module, build: Any, fill: Any, arrays: list[tuple[Code, Code]]) -> Code:
    """Call the function with three arrays, each an address and a count of words."""
    codes: list[Code] = []
    for data, size in arrays:
        codes += [data, data, build.gep(data, [size], source_etype=WORD)] if module.checked else [data]
    return build.call(fill, [*codes, arrays[2][1], arrays[0][1]])


def _body(module: Module, fill: Any, name: str) -> None:
    kind = llvm.FunctionType(STATUS, [POINTER, POINTER, *ARRAY * 3])
    made = llvm.Function(module.code, kind, f"body_{name}")
    build = llvm.IRBuilder(made.append_basic_block())
    arrays = [(made.args[2 + 7 * i + 4], made.args[2 + 7 * i + 2]) for i in range(3)]
    build.store(_pass(module, build, fill, arrays), made.args[0])
    build.ret(STATUS(0))


def _entry(module: Module, fill: Any, name: str) -> None:
    made = llvm.Function(module.code, llvm.FunctionType(STATUS, [POINTER]), f"entry_{name}")
    build = llvm.IRBuilder(made.append_basic_block())

    def word(base: Code, offset: int, kind: Code) -> Code:
        return build.load(build.gep(base, [WORD(offset)], source_etype=BYTE), typ=kind)

    arrays: list[tuple[Code, Code]] = []
    for i in range(3):
        array = word(made.args[0], 8 * i, POINTER)
        arrays.append((word(array, HEAD, POINTER), word(word(array, HEAD + 16, POINTER), 0, WORD)))
    build.store(_pass(module, build, fill, arrays), build.gep(made.args[0], [WORD(3)], source_etype=WORD))
    build.ret(STATUS(0))
