"""From a rule as data to the text of a function over single numbers: a position is one key.

The text is that of `grundy.lang.native.routines` with a way in and a way out: the key becomes the cells of a state in
scratch space, and every child, put through the declared symmetries, becomes a record ``[gain] [tier] key``. How keys are
made is declared (``rank``, ``unrank``), or they are numbers of mixed radix, one digit a cell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from grundy.lang import ir
from grundy.lang.native.routines import (
    FULL,
    UNFIT,
    Body,
    EndingBody,
    Mode,
    MovesBody,
    Plan,
    canonical_lines,
    ending_lines,
    require_same_state,
)
from grundy.lang.native.writer import Module, Number, Row, as_integer, plus
from grundy.lang.refusal import Unreadable

OUTSIDE_KEYS = -3
ENDS_NONE = -13
LARGEST_KEY = 1 << 62
"""Keys and tiers are below."""


@dataclass(frozen=True)
class Numbering:
    """How keys are made: declared functions, or (``rank`` None) digits, of which each has a least value and a span."""

    below: int = LARGEST_KEY
    low: tuple[int, ...] = ()
    span: tuple[int, ...] = ()
    rank: ir.Routine | None = None
    unrank: ir.Routine | None = None


@dataclass(frozen=True)
class KeyedPlan(Plan):
    """How records lie in ``out``; ``lead`` is how many cells stand before a key, but for the gain."""

    lead: int = 1
    tiered: bool = False
    numbers: Numbering = Numbering()

    @property
    def record(self) -> int:
        """How many cells a child takes."""
        return self.scoring + self.lead + 1


class NumberBody(Body):
    """A function of a state that returns a number from 0 up: a rank or a tier."""

    below = LARGEST_KEY
    beyond = UNFIT

    def on_return(self, node: ir.Expr | None) -> None:
        """Write ``return node``."""
        if node is None:
            self.fail()
            return
        found = self.atom(as_integer(self.number(node)))
        least = "" if found.natural else f"{found.text} < 0 or "
        with self.indented(f"if {least}{found.text} >= {self.below}:"):
            self.emit(f"return {self.beyond}")
        self.emit(f"return {found.text}")


class UnrankBody(Body):
    """A declared ``unrank``: the cells of the state of a key, or nothing where the key is no position."""

    def on_return(self, node: ir.Expr | None) -> None:
        """Write ``return node``."""
        if node is None:
            self.emit(f"return {ENDS_NONE}")
            return
        state = self.child(self.value(node))
        self.require_length(state)
        self.write_state(self.numbers_first(state), "base")
        self.emit("return 0")


class KeyedBody(MovesBody):
    """The moves: every yield is the key of a child, after its gain and its tier."""

    plan: KeyedPlan
    ends = False
    """Whether children that have ended are left out, as they are no predecessors."""

    def require_length(self, child: Row) -> None:
        """A state of another length has no key."""
        outer, self.unfit = self.unfit, (f"return {OUTSIDE_KEYS}",)
        super().require_length(child)
        self.unfit = outer

    def _record(self, gain: Number | None, write: Callable[[str], None]) -> None:
        plan, cells, key = self.plan, self.region(), self.temp()
        write(cells)
        if plan.canonical:
            self.fail_if(f"canonical(out, {cells}, params, out) != 0")
        if self.ends:
            ended = self.temp()
            self.emit(f"{ended} = ending(out, {cells}, params, out)")
            self.fail_if(f"{ended} == {UNFIT}")
            with self.indented(f"if {ended} == 0:"):
                self._keyed_record(gain, cells, key)
        else:
            self._keyed_record(gain, cells, key)

    def _keyed_record(self, gain: Number | None, cells: str, key: str) -> None:
        plan, place = self.plan, "pos"
        self.emit(f"{key} = rank(out, {cells}, params, out)", f"if {key} < 0:", f"    return {key}")
        with self.indented("if pos > room:"):
            self.emit(f"return {FULL}")
        if gain is not None:
            self.emit(f"out[pos] = {gain.text}")
            place = plus(place, "1")
        if plan.lead:
            tier = f"tier(out, {cells}, params, out)" if plan.tiered else "0"
            self.emit(f"out[{place}] = {tier}")
            if plan.tiered:
                self.emit(f"if out[{place}] < 0:", f"    return {UNFIT}")
            place = plus(place, "1")
        self.emit(f"out[{place}] = {key}", f"pos = pos + {plan.record}")


def generate_keyed(
    moves: ir.Routine,
    numbers: Numbering,
    *,
    width: int,
    params: Mapping[str, ir.Value],
    mode: Mode = "fixed",
    scoring: bool = False,
    ending: ir.Routine | None = None,
    canonical: ir.Routine | None = None,
    tier: ir.Routine | None = None,
    dense: bool = False,
    backwards: bool = False,
) -> str:
    """Return the text of a module whose ``fill`` gives the children of a key, for these parameters alone.

    ``dense``: keys are met that no child has; those that are no positions (of which another key is the rank, or that are no
    representatives) are answered with `ENDS_NONE`. ``backwards``: the moves are those that lead to the state; what has
    ended is left out, and records are keys alone. `Unreadable` says why a rule has no such text.
    """
    if not moves.yields or (mode == "variable" and not moves.is_tuple) or (not moves.is_tuple and moves.width != width):
        raise Unreadable("a state of any length must be one tuple", moves.main.line or None)
    module = Module(max(64, 2 * width))
    tiered, known = tier is not None and not backwards, dict(params)
    variable = mode == "variable"
    plan = KeyedPlan(width, variable, scoring, False, canonical is not None, known, not backwards, tiered, numbers)
    fails = (f"return {UNFIT}",)
    parts: list[str] = []
    if ending is not None:
        require_same_state(moves, ending, "ending")
        parts += ending_lines(EndingBody(module, fails, ending, plan), (), "child", "base")
    if canonical is not None:
        parts += canonical_lines(module, plan, moves, canonical)
    if tier is not None and tiered:
        parts += _number("tier", NumberBody(module, fails, tier, plan), moves)
    parts += _ways(module, plan, moves)
    body = KeyedBody(module, fails, moves, plan)
    body.ends = backwards and ending is not None
    main = _fill(body, ends=ending is not None and not backwards, dense=dense)
    constants = [f"{name} = constant_array([{', '.join(map(str, row))}])" for row, name in module.constants.items()]
    head = '"""A rule over keys, compiled by grundy: do not edit."""'
    return "\n".join([head, "", *constants, *module.texts, *parts, *main, ""])


def _number(name: str, body: NumberBody, moves: ir.Routine) -> list[str]:
    """Return a function of a state, which lies in an array, that returns a number."""
    require_same_state(moves, body.routine, name)
    body.begin(body.state("child", "base") + body.parameters(()))
    if body.reachable:
        body.fail()
    return ["", "", "@helper", f"def {name}(child, base, params, out):", *body.region_lines(), *body.lines]


def _ways(module: Module, plan: KeyedPlan, moves: ir.Routine) -> list[str]:
    """Return the functions ``rank`` and ``unrank``, from and to the cells of a state."""
    numbers, fails = plan.numbers, (f"return {UNFIT}",)
    if numbers.rank is None or numbers.unrank is None:
        return [*_digits_read(numbers), *_digits_written(numbers)]
    rank = NumberBody(module, fails, numbers.rank, plan)
    rank.below, rank.beyond = numbers.below, OUTSIDE_KEYS
    unrank = UnrankBody(module, fails, numbers.unrank, plan)
    if numbers.unrank.is_tuple or numbers.unrank.width != 1 or numbers.unrank.yields:
        raise Unreadable("unrank is a function of one integer, the key, that returns the state")
    unrank.begin([Number("v0", natural=True), *unrank.parameters(())])
    if unrank.reachable:
        unrank.fail()
    head = ["", "", "@helper", "def unrank(v0, base, params, out):"]
    return [*_number("rank", rank, moves), *head, *unrank.region_lines(), *unrank.lines]


def _digits_read(numbers: Numbering) -> list[str]:
    """Return the text of ``rank`` for numbers of mixed radix, the first cell first."""
    lines, key = ["", "", "@helper", "def rank(child, base, params, out):"], ""
    for i, (low, span) in enumerate(zip(numbers.low, numbers.span, strict=True)):
        lines += [f"    c = child[base + {i}]", f"    if c < {low} or c > {low + span - 1}:"]
        lines.append(f"        return {OUTSIDE_KEYS}")
        if span > 1:
            digit = f"(c - {low})" if low else "c"
            lines.append(f"    key = key * {span} + {digit}" if key else f"    key = {digit}")
            key = "key"
    return [*lines, f"    return {key or 0}"]


def _digits_written(numbers: Numbering) -> list[str]:
    """Return the text of ``unrank`` for numbers of mixed radix; spans that are powers of two are shifts."""
    lines = ["", "", "@helper", "def unrank(key, base, params, out):"]
    for i, (low, span) in reversed([*enumerate(zip(numbers.low, numbers.span, strict=True))]):
        power = span & span - 1 == 0
        digit = "0" if span == 1 else f"(key & {span - 1})" if power else f"(key % {span})"
        lines.append(f"    out[base + {i}] = {digit}" + (f" + {low}" if low else ""))
        if span > 1:
            lines.append(f"    key = key >> {span.bit_length() - 1}" if power else f"    key = key // {span}")
    return [*lines, "    return 0"]


def _fill(body: KeyedBody, *, ends: bool, dense: bool) -> list[str]:
    module, plan = body.module, body.plan
    cells = body.lasting_region()
    body.source = "out", cells
    checked = _holes(body, cells) if dense else []
    body.begin(body.state("out", cells) + body.parameters(()))
    if body.reachable:
        body.emit(f"return {plan.result}")
    room = f"    room = out.shape[0] - {module.regions * module.capacity + plan.record}"
    lines = ["", "", "def fill(state, params, out):", room, "    if room < 0:", f"        return {FULL}"]
    lines += ["    out[0] = 0", *body.region_lines(), f"    code = unrank(state[0], {cells}, params, out)"]
    lines += ["    if code != 0:", "        return code", *checked]
    if ends:
        lines += [f"    ended = ending(out, {cells}, params, out)", "    if ended != 0:", "        return ended"]
    return [*lines, "    pos = 1", *body.lines]


def _holes(body: KeyedBody, cells: str) -> list[str]:
    """Return the lines that tell keys which are no positions: of another rank, or no representatives."""
    lines: list[str] = []
    none = ["        return " + str(ENDS_NONE)]
    if body.plan.canonical:
        copy, width = body.lasting_region(), body.plan.width
        lines += [f"    for j in range({width}):", f"        out[{copy} + j] = out[{cells} + j]"]
        lines += [f"    if canonical(out, {copy}, params, out) != 0:", f"        return {UNFIT}"]
        lines += [f"    for j in range({width}):", f"        if out[{copy} + j] != out[{cells} + j]:"]
        lines += ["    " + none[0]]
    if body.plan.numbers.rank is not None:
        lines += [f"    if rank(out, {cells}, params, out) != state[0]:", *none]
    return lines
