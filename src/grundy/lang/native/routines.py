"""From a rule as data to the text of a function that fills an array with the children of a state.

The text is a module for `grundy.kernels.jit`: constants, helpers, and::

    fill(state: int64[::1], params: int64[::1], out: int64[::1]) -> int64

which writes the children of ``state`` one after another from ``out[1]`` on and returns how many there are, or one of
the negative codes below. It is exactly what `grundy.lang.run` gives, or it is `UNFIT`; then the rule is interpreted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, cast

from grundy.errors import Sentence
from grundy.lang import ir
from grundy.lang.native.calls import Calls
from grundy.lang.native.changes import Place, change_of
from grundy.lang.native.writer import Grid, Items, Module, Number, Row, Value, View, as_integer, exactly, plus
from grundy.lang.refusal import LARGEST, SMALLEST, Unreadable

FULL = -1
UNFIT = -2
ENDED = -11  # a declared ending e (-1 loss, 0 tie, 1 win) is returned as ENDED - e

Mode: TypeAlias = Literal["fixed", "variable"]
Shape: TypeAlias = Literal["int", "tuple", "grid"]
Shapes: TypeAlias = "tuple[tuple[str, Shape], ...]"


# -- parameters --------------------------------------------------------------------------------------------------------


def pack_params(values: Mapping[str, object]) -> tuple[list[int], Shapes]:
    """Return parameters as integers in a row, and the shapes that the text of a rule depends on.

    >>> pack_params({"m": 3, "moves": (1, 4), "grid": ((1, 2), (3, 4))})
    ([3, 2, 1, 4, 2, 2, 1, 2, 3, 4], (('m', 'int'), ('moves', 'tuple'), ('grid', 'grid')))
    """
    cells: list[int] = []
    shapes: list[tuple[str, Shape]] = []
    for name, value in values.items():
        shape, packed = _packed(name, value)
        shapes.append((name, shape))
        cells.extend(packed)
    return cells, tuple(shapes)


def _packed(name: str, value: object) -> tuple[Shape, list[int]]:
    if isinstance(value, int):
        return "int", [_cell(name, value)]
    if not isinstance(value, tuple):
        raise Unreadable("the parameter '{name}' is a {kind}, which is not read", name=name, kind=type(value).__name__)
    items = cast("tuple[object, ...]", value)
    if not items or not all(isinstance(row, tuple) for row in items):
        return "tuple", [len(items), *(_cell(name, x) for x in items)]
    rows = [cast("tuple[object, ...]", row) for row in items]
    if len({len(row) for row in rows}) != 1:
        raise Unreadable("the rows of the parameter '{name}' are not equally long", name=name)
    return "grid", [len(rows), len(rows[0]), *(_cell(name, x) for row in rows for x in row)]


def _cell(name: str, value: object) -> int:
    if not isinstance(value, int):
        raise Unreadable(
            "the parameter '{name}' holds a {kind}, which is not read", name=name, kind=type(value).__name__
        )
    if not SMALLEST <= value <= LARGEST:
        raise Unreadable("the parameter '{name}' does not fit in 64 bits", name=name)
    return int(value)


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
    """The parameters, where the text is of these alone."""

    @property
    def record(self) -> int:
        """How many cells a child takes."""
        return self.width + self.scoring

    @property
    def result(self) -> str:
        """How many children were written, as text."""
        if self.heap:
            return "count"
        return "pos - 1" if self.record == 1 else f"(pos - 1) // {self.record}"


class Body(Calls):
    """A function of the state and the parameters."""

    def __init__(self, module: Module, unfit: tuple[str, ...], routine: ir.Routine, plan: Plan) -> None:
        super().__init__(module, unfit, routine.main, routine.functions)
        self.routine = routine
        self.plan = plan

    def state(self, array: str, base: str) -> list[Value]:
        """Return the state's arguments, as they lie in an array from ``base`` on."""
        if not self.routine.is_tuple:
            count = self.routine.width
            self.emit(*(f"v{i} = {array}[{plus(base, str(i))}]" for i in range(count)))
            return [Number(f"v{i}") for i in range(count)]
        if not self.plan.variable:
            return [View(array, base, exactly(self.plan.width), slot=0, short=True)]
        self.emit(f"size = {array}[{base}]")
        return [View(array, plus(base, "1"), Number("size", natural=True), slot=0, short=True)]

    def parameters(self, shapes: Shapes) -> list[Value]:
        """Return the parameters, as `pack_params` laid them out, or as they are known."""
        found: dict[str, Value] = {}
        if self.plan.known is not None:
            found, shapes = {name: self.constant(value) for name, value in self.plan.known.items()}, ()
        at, first = "0", self.routine.width if not self.routine.is_tuple else 1
        slots = {name: first + i for i, name in enumerate(self.routine.keywords)}
        for name, shape in shapes:
            if shape == "int":
                text = f"v{slots[name]}" if name in slots else self.temp()
                self.emit(f"{text} = params[{at}]")
                found[name], following = Number(text), plus(at, "1")
            elif shape == "tuple":
                size, start = self.temp(), self.temp()
                self.emit(f"{size} = params[{at}]", f"{start} = {plus(at, '1')}")
                found[name], following = View("params", start, Number(size, natural=True)), plus(start, size)
            else:
                rows, columns, start = self.temp(), self.temp(), self.temp()
                self.emit(
                    f"{rows} = params[{at}]", f"{columns} = params[{plus(at, '1')}]", f"{start} = {plus(at, '2')}"
                )
                found[name] = Grid("params", start, Number(rows, natural=True), Number(columns, natural=True))
                following = f"({start} + {rows} * {columns})"
            at = following if following.isdigit() else self.pinned(Number(following)).text
        missing = [name for name in self.routine.keywords if name not in found]
        if missing:
            raise Unreadable(
                "{name}() has a parameter '{missing}' that was not given",
                self.function.line or None,
                name=self.function.name,
                missing=missing[0],
            )
        return [replace_slot(found[name], slot) for name, slot in slots.items()]

    def write_state(self, child: Row, place: str) -> None:
        """Write a state's cells to ``out``: its items, or its length, its items and zeros."""
        if not self.plan.variable:
            self.write(child, place)
            return
        size = self.atom(self.length(child))
        self.emit(f"out[{place}] = {size.text}")
        self.write(child, plus(place, "1"))
        j = self.temp()
        with self.indented(f"for {j} in range({plus(size.text, '1')}, {self.plan.width}):"):
            self.emit(f"out[{plus(place, j)}] = 0")

    def require_length(self, child: Row) -> None:
        """A state of another length is UNFIT."""
        size, most = self.length(child), self.plan.width - self.plan.variable
        if size.value is None or (size.value > most if self.plan.variable else size.value != most):
            self.fail_if(f"{size.text} {'>' if self.plan.variable else '!='} {most}")

    def child(self, value: Value) -> Row:
        """Return a state that may be an integer as a row."""
        return Items((as_integer(value),)) if isinstance(value, Number) else self.require_row(value)


def replace_slot(value: Value, slot: int) -> Value:
    """Return the value of an argument; a row knows its slot."""
    return replace(value, slot=slot) if isinstance(value, View) else value


class EndingBody(Body):
    """A declared ending: -1, 0 or 1 for the player to move, or None."""

    def on_return(self, node: ir.Expr | None) -> None:
        """Write ``return node``."""
        if node is None:
            self.emit("return 0")
            return
        code = self.atom(self.number(node))
        if code.value is None or abs(code.value) > 1:
            self.fail_if(f"{code.text} < -1 or {code.text} > 1")
        self.emit(f"return {ENDED} - {code.text}")


class CanonicalBody(Body):
    """A symmetry: the canonical state takes the place of the state given."""

    def copied(self, value: Value) -> Value:
        """Return a state that writing its canonical form does not change."""
        if not isinstance(value, View):
            return value
        return replace(self.held(value, self.lasting_region()), slot=0)

    def on_return(self, node: ir.Expr | None) -> None:
        """Write ``return node``."""
        if node is None:
            self.fail()
            return
        child = self.child(self.value(node))
        self.require_length(child)
        self.write_state(self.numbers_first(child), "base")
        self.emit("return 0")

    def at_end(self) -> None:
        """Write what happens where nothing was returned."""
        self.fail()


class ImagesBody(CanonicalBody):
    """All symmetries: of a state and the images that are yielded the least takes the place of the state given."""

    def on_yield(self, node: ir.Expr) -> None:
        """Keep an image that is less than the least so far."""
        image = self.child(self.value(node))
        self.require_length(image)
        if isinstance(image, Items) and len(image.items) <= 4 and not self.plan.variable:
            image = self.numbers_first(image)
            assert isinstance(image, Items)
            test = "False"
            for i, item in reversed([*enumerate(image.items)]):
                own = f"child[{plus('base', str(i))}]"
                test = f"{item.text} < {own}" + (f" or ({item.text} == {own} and ({test}))" if test != "False" else "")
        else:
            image = self.held(image)
            size = Number("child[base]", natural=True) if self.plan.variable else exactly(self.plan.width)
            least = View("child", plus("base", str(int(self.plan.variable))), size)
            test = f"{self.order(image, least)} < 0"
        with self.indented(f"if {test}:"):
            self.write_state(image, "base")

    def on_return(self, node: ir.Expr | None) -> None:
        """Write ``return``."""
        if node is not None:
            raise self.refuse(Sentence("symmetries yield images; what they return is not read"))
        self.at_end()

    def at_end(self) -> None:
        """Write what happens where nothing was returned."""
        self.emit("return 0")


class MovesBody(Body):
    """The rule itself: every yield is a record in ``out``."""

    source: tuple[str, str] = "state", "0"
    """Where the state lies: an array, and where in it."""

    def on_return(self, node: ir.Expr | None) -> None:
        """Write ``return``."""
        if node is not None:
            raise self.refuse(Sentence("a rule yields its children; what it returns is not read"))
        self.emit(f"return {self.plan.result}")

    def on_yield(self, node: ir.Expr) -> None:
        """Write a record."""
        gain = None
        if self.plan.scoring:
            gained, node = self._gain_and_state(node)
            gain = self.atom(self.number(gained))
        if self.plan.heap:
            self._heap_record(self.child(self.value(node)))
            return
        change = self._change(node)
        if change is None:
            self._whole_record(gain, node)
            return
        items = [(place, self.atom(self.number(item))) for place, item in change.items]
        if not change.tests:
            self._record(gain, lambda place: self._copy_changed(items, place))
            return
        with self.indented(f"if {' and '.join(change.tests)}:"):
            self._record(gain, lambda place: self._copy_changed(items, place))
        with self.indented("else:"):
            self._whole_record(gain, node)

    def _gain_and_state(self, node: ir.Expr) -> tuple[ir.Expr, ir.Expr]:
        match node:
            case ir.Make((gained, state)) if not isinstance(gained, ir.Spread) and not isinstance(state, ir.Spread):
                return gained, state
            case _:
                raise self.refuse(Sentence("a scoring rule is read where it yields 'gain, next state'"))

    def _whole_record(self, gain: Number | None, node: ir.Expr) -> None:
        child = self.child(self.value(node))
        self.require_length(child)
        self._record(gain, lambda place: self.write_state(child, place))

    def _record(self, gain: Number | None, write: Callable[[str], None]) -> None:
        with self.indented("if pos > room:"):
            self.emit(f"return {FULL}")
        if gain is not None:
            self.emit(f"out[pos] = {gain.text}")
        place = plus("pos", "1") if self.plan.scoring else "pos"
        write(place)
        if self.plan.canonical:
            self.fail_if(f"canonical(out, {place}, params, out) != 0")
        self.emit(f"pos = pos + {self.plan.record}")

    def _copy_changed(self, items: list[tuple[str, Number]], place: str) -> None:
        """Copy the whole state, and write some items over."""
        j, (array, base) = self.temp(), self.source
        with self.indented(f"for {j} in range({self.plan.width}):"):
            self.emit(f"out[{plus(place, j)}] = {array}[{plus(base, j)}]")
        for at, item in items:
            self.emit(f"out[{plus(place, plus(at, str(int(self.plan.variable))))}] = {item.text}")

    def _change(self, node: ir.Expr) -> Change | None:
        """``heaps[:i] + (k,) + heaps[i + 1:]``: the state with some items changed."""
        if not self.routine.is_tuple or self.facts.stores[0] or self.facts.changed_in(node):
            return None  # of the two ways that are written, each would change it
        found = change_of(node)
        numbers = [
            isinstance(self.env.get(p.slot), Number) and p.slot in self.sure for p in found.places if p.slot >= 0
        ]
        if not found.items or not all(numbers) or self.facts.volatile & {p.slot for p in found.places}:
            return None
        size = "size" if self.plan.variable else str(self.plan.width)
        tests: list[str] = []
        for at in found.places:
            sure = at.slot >= 0 and 0 in self.indices.get(at.slot, ()) and at.more <= 1
            if not sure and at.slot >= 0:
                tests.append(f"0 <= {self._place(replace(at, more=0))} <= {size} - {at.more}")
            elif at.more and not sure and not (size.isdigit() and at.more <= int(size)):
                tests.append(f"{at.more} <= {size}")
        tests += [f"{self._place(x)} <= {self._place(y)}" for x, y in found.steps if not x.below(y)]
        return Change([(self._place(at), item) for at, item in found.items], tests)

    def _place(self, place: Place) -> str:
        """The text of a place: what a slot holds need not be in a variable, a known parameter is not."""
        held = None if place.slot < 0 else self.env[place.slot]
        return plus(held.text, str(place.more)) if isinstance(held, Number) else str(place.more)

    def _heap_record(self, child: Row) -> None:
        at = self.atom(self.length(child))
        with self.indented(f"if pos > room - {at.text}:"):
            self.emit(f"return {FULL}")
        self.emit(f"out[pos] = {at.text}")
        self.write(child, "(pos + 1)")
        self.emit(f"pos = pos + 1 + {at.text}", "count = count + 1")


@dataclass(frozen=True)
class Change:
    """A state with some items changed: at which places, and what must hold for it to be that."""

    items: list[tuple[str, ir.Expr]]
    tests: list[str]


def generate(
    moves: ir.Routine,
    *,
    width: int,
    mode: Mode = "fixed",
    param_shapes: Shapes = (),
    scoring: bool = False,
    heap: bool = False,
    ending: ir.Routine | None = None,
    canonical: ir.Routine | None = None,
) -> str:
    """Return the text of a module whose ``fill`` gives the children of a state of ``width`` cells.

    In mode "fixed" a state is its ``width`` items; in "variable", its length and up to ``width - 1`` items, then zeros.
    A rule of heaps (``heap=True``) writes records ``[k, h1 .. hk]``. `Unreadable` says why a rule has no such text.
    """
    name, line = moves.main.name, moves.main.line or None
    variable = mode == "variable"
    if variable and not moves.is_tuple:
        raise Unreadable("a state of any length must be one tuple", line)
    if not moves.yields:
        raise Unreadable("{name}() yields nothing", line, name=name)
    if not moves.is_tuple and moves.width != width:
        raise Unreadable(
            "{name}() has a state of {count} integers, not {width}", line, name=name, count=moves.width, width=width
        )
    module = Module(max(64, 2 * width))
    plan = Plan(width, variable, scoring, heap, canonical is not None)
    parts: list[str] = []
    if ending is not None:
        require_same_state(moves, ending, "ending")
        parts += ending_lines(EndingBody(module, (f"return {UNFIT}",), ending, plan), param_shapes)
    if canonical is not None:
        parts += canonical_lines(module, plan, moves, canonical, param_shapes)
    main = _moves(MovesBody(module, (f"return {UNFIT}",), moves, plan), param_shapes, ending is not None)
    constants = [f"{name} = constant_array([{', '.join(map(str, row))}])" for row, name in module.constants.items()]
    return "\n".join(
        ['"""A rule, compiled by grundy: do not edit."""', "", *constants, *module.texts, *parts, *main, ""]
    )


def require_same_state(moves: ir.Routine, other: ir.Routine, what: str, *, yields: bool = False) -> None:
    """Raise Unreadable where a hook is not of the states of the moves, or yields where it must return."""
    name, line = other.main.name, other.main.line or None
    if moves.width != other.width or moves.is_tuple != other.is_tuple:
        raise Unreadable(
            "the {what} {name}() has another state than {own}()", line, what=what, name=name, own=moves.main.name
        )
    if other.yields and not yields:
        raise Unreadable("the {what} {name}() must return, not yield", line, what=what, name=name)


def ending_lines(body: EndingBody, shapes: Shapes, array: str = "state", base: str = "0") -> list[str]:
    """Return a declared ending as a function of its own; 0 is what it returns when it says nothing."""
    body.begin(body.state(array, base) + body.parameters(shapes))
    if body.reachable:
        body.emit("return 0")
    taken = array if base.isdigit() else f"{array}, {base}"
    return ["", "", "@helper", f"def ending({taken}, params, out):", *body.region_lines(), *body.lines]


def canonical_lines(
    module: Module, plan: Plan, moves: ir.Routine, canonical: ir.Routine, shapes: Shapes = ()
) -> list[str]:
    """Return a symmetry as a function of its own, which looks at a copy of the state that it replaces."""
    require_same_state(moves, canonical, "symmetry", yields=True)
    kind = ImagesBody if canonical.yields else CanonicalBody
    body = kind(module, ("return 1",), canonical, plan)
    given = [body.copied(value) for value in body.state("child", "base")]
    body.begin(given + body.parameters(shapes))
    if body.reachable:
        body.at_end()
    return ["", "", "@helper", "def canonical(child, base, params, out):", *body.region_lines(), *body.lines]


def _moves(body: MovesBody, shapes: Shapes, ends: bool) -> list[str]:
    module, plan = body.module, body.plan
    body.begin(body.state("state", "0") + body.parameters(shapes))
    if body.reachable:
        body.emit(f"return {plan.result}")
    record = 1 if plan.heap else plan.record
    room = f"    room = out.shape[0] - {module.regions * module.capacity + record}"
    lines = ["", "", "def fill(state, params, out):", room, "    if room < 0:", f"        return {FULL}"]
    if module.texts:
        lines.append("    out[0] = 0")
    if ends:
        lines += ["    ended = ending(state, params, out)", "    if ended != 0:", "        return ended"]
    return [*lines, "    pos = 1", *(["    count = 0"] if plan.heap else []), *body.region_lines(), *body.lines]


__all__ = ["ENDED", "FULL", "UNFIT", "Mode", "Plan", "Shapes", "generate", "pack_params"]
