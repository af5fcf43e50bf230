"""From a rule as data to machine code over single numbers: a position is one key.

The code is that of `grundy.language.native.fills` with a way in and a way out: the key becomes the cells of a state in
scratch space, and every child, put through the declared symmetries, becomes a record ``[gain] [tier] key``. How keys are
made is declared (``rank``, ``unrank``), or they are numbers of mixed radix, one digit a cell.
"""

# llvmlite has no types that a strict checker could follow.
# pyright: basic

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from grundy.language import ir
from grundy.language.native import fills
from grundy.language.native.code import BIT, POINTER, UNFIT, WORD, Code, Module, Number, Place, Row, Scope
from grundy.language.refusal import Shapes, Unreadable

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
class KeyedPlan(fills.Plan):
    """How records lie in ``out``: ``lead``: a tier stands before a key; ``skips``: a child that has no key is left out."""

    lead: int = 1
    skips: bool = False

    @property
    def record(self) -> int:
        """How many cells a child takes."""
        return self.scoring + self.lead + 1


@dataclass
class Ways:
    """Functions of the module: from the cells of a state to its key and its tier, and back."""

    rank: Any
    unrank: Any
    tier: Any = None


class NumberBody(fills.Body):
    """A function of a state that returns a number from 0 up: a rank or a tier."""

    below = LARGEST_KEY
    beyond = UNFIT

    def on_return(self, node: ir.Expr | None) -> None:
        """Write ``return node``."""
        if node is None:
            self.failed()
            return
        found = self.word(self.number(node))
        self.fail_if(self.build.icmp_unsigned(">=", found, WORD(self.below)), self.beyond)
        self.leave(found)


class UnrankBody(fills.Body):
    """A declared ``unrank``: it writes the state of a key, or says that the key is no position."""

    def on_return(self, node: ir.Expr | None) -> None:
        """Write ``return node``."""
        if node is None:
            self.leave(ENDS_NONE)
            return
        state = self.child(self.value(node))
        self.require_length(state)
        self.write_state(state, self.taken[1])
        self.leave(0)


class KeyedBody(fills.MovesBody):
    """The moves: every yield is the key of a child, after its gain and its tier."""

    plan: KeyedPlan
    ways: Ways
    ended: Any = None
    """The declared ending, of moves backwards: what has ended has no moves."""

    def require_length(self, child: Row, code: int = OUTSIDE_KEYS) -> None:
        """A state of another length has no key."""
        super().require_length(child, code)

    def record(self, gain: Code | None, write: Callable[[Place], None]) -> None:
        """Write a record."""
        cells = self.region()
        write(cells)
        if self.canonical is not None:
            self.fold(cells)
        key = self.called(self.ways.rank, cells, self.params)
        if not self.plan.skips:
            self._numbered(gain, cells, key)
            return
        kept = self.test("!=", key, OUTSIDE_KEYS)  # beyond the keys: the start does not lead there
        with self.when(kept):
            if self.ended is None:
                self._numbered(gain, cells, key)
                return
            ended = self.called(self.ended, cells, self.params)
            self.fail_if(self.test("==", ended, UNFIT))
            with self.when(self.test("==", ended, 0)):
                self._numbered(gain, cells, key)

    def _numbered(self, gain: Code | None, cells: Place, key: Code) -> None:
        self.leave_if(self.test("<", key, 0), key)
        at = self.past(self.out, self.require_room(WORD(self.plan.record)))
        words = [] if gain is None else [gain]
        if self.plan.lead:
            tier = WORD(0) if self.ways.tier is None else self.called(self.ways.tier, cells, self.params)
            self.fail_if(self.test("<", tier, 0))
            words.append(tier)
        for i, word in enumerate((*words, key)):
            self.put(at, word, i)


def keyed_code_of(
    moves: ir.Routine,
    name: str,
    numbers: Numbering,
    *,
    width: int,
    params: Mapping[str, ir.Value] | None = None,
    param_shapes: Shapes = (),
    mode: fills.Mode = "fixed",
    scoring: bool = False,
    ending: ir.Routine | None = None,
    canonical: ir.Routine | None = None,
    tier: ir.Routine | None = None,
    alone: bool = False,
    dense: bool = False,
    backwards: bool = False,
    checked: bool = False,
) -> str:
    """Return a module whose ``fill`` gives the children of a key, for these parameters alone or those that it is passed.

    ``alone``: records are keys, without tiers. ``dense``: keys are met that no child has; those that are no positions (of
    which another key is the rank, or that are no representatives) are answered with `ENDS_NONE`. ``backwards``: the moves
    are those that lead to the state; what has ended or has no key is left out, and records are keys alone. `Unreadable`
    says why a rule has no such code.
    """
    if not moves.yields or (mode == "variable" and not moves.is_tuple) or (not moves.is_tuple and moves.width != width):
        raise Unreadable("a state of any length must be one tuple", moves.main.line or None)
    module = Module(max(64, 2 * width), checked)
    variable = mode == "variable"
    known = None if params is None else dict(params)
    lead = int(not (backwards or alone))
    plan = KeyedPlan(width, variable, scoring, False, canonical is not None, known, param_shapes, lead, backwards)
    ended = None if ending is None else fills.ending_code(module, plan, moves, ending)
    body = KeyedBody(module, moves, plan)
    body.canonical = None if canonical is None else fills.canonical_code(module, plan, moves, canonical)
    body.ways = _ways(module, plan, moves, numbers, None if backwards else tier)
    state, cells = body.taken[0], body.array(width)
    body.source = cells
    answer = body.called(body.ways.unrank, body.load(state), cells, body.params)
    body.leave_if(body.test("!=", answer, 0), answer)
    if dense:
        _holes(body, cells, body.load(state), numbers.rank is not None)
    if ended is not None and backwards:
        body.ended = ended
    elif ended is not None:
        answer = body.called(ended, cells, body.params)
        body.leave_if(body.test("!=", answer, 0), answer)
    body.whole(cells, body.params)
    body.end(body.get(body.children))
    return fills.with_entries(module, body.function, name)


def _holes(body: KeyedBody, cells: Place, key: Code, ranked: bool) -> None:
    """Tell keys which are no positions: of another rank, or no representatives."""
    none = body.exit(ENDS_NONE)
    if body.canonical is not None:
        copy = body.array(body.plan.width)
        body.copied(cells, copy, WORD(body.plan.width))
        body.fold(copy)
        require_same(body, copy, cells, none)
    if ranked:
        found = body.called(body.ways.rank, cells, body.params)
        body.go_if(body.test("!=", found, key), none)


def require_same(body: fills.Body, one: Place, two: Place, otherwise: Code) -> None:
    """Go to another block where two states differ."""
    with body.counted(WORD(body.plan.width)) as (j, _after):
        body.go_if(body.test("!=", body.load(one, j), body.load(two, j)), otherwise)


def _ways(module: Module, plan: KeyedPlan, moves: ir.Routine, numbers: Numbering, tier: ir.Routine | None) -> Ways:
    """Return the functions from and to the cells of a state."""
    tiers = None if tier is None else _number(NumberBody(module, "tier", tier, plan), moves, "tier")
    if numbers.rank is None or numbers.unrank is None:
        return Ways(_digits_read(module, numbers), _digits_written(module, numbers), tiers)
    rank = NumberBody(module, "rank", numbers.rank, plan)
    rank.below, rank.beyond = numbers.below, OUTSIDE_KEYS
    if numbers.unrank.is_tuple or numbers.unrank.width != 1 or numbers.unrank.yields:
        raise Unreadable("unrank is a function of one integer, the key, that returns the state")
    unrank = UnrankBody(module, "unrank", numbers.unrank, plan, (WORD, POINTER, POINTER))
    unrank.begin([Number(unrank.taken[0]), *unrank.parameters(unrank.taken[2])])
    return Ways(_number(rank, moves, "rank"), unrank.end(UNFIT), tiers)


def _number(body: NumberBody, moves: ir.Routine, what: str) -> Any:
    fills.require_same_state(moves, body.routine, what)
    body.whole(*body.taken)
    return body.end(UNFIT)


def _digits_read(module: Module, numbers: Numbering) -> Any:
    """A function from cells to a number of mixed radix; the first cell stands first."""
    address = (POINTER,) * (3 if module.checked else 1)
    made = Scope(module, "rank", address * 2)
    cells, key = made.places(iter(made.function.args)), WORD(0)
    for i, (low, span) in enumerate(zip(numbers.low, numbers.span, strict=True)):
        digit = made.build.sub(made.load(cells, i), WORD(low))
        made.fail_if(made.build.icmp_unsigned(">=", digit, WORD(span)), OUTSIDE_KEYS)
        key = made.build.add(made.build.mul(key, WORD(span)), digit)
    made.build.ret(key)
    made.finish()
    return made.function


def _digits_written(module: Module, numbers: Numbering) -> Any:
    """A function from a number of mixed radix to its cells."""
    address = (POINTER,) * (3 if module.checked else 1)
    made = Scope(module, "unrank", (WORD, *address * 2))
    key, *codes = made.function.args
    cells = made.places(iter(codes))
    for i, (low, span) in reversed([*enumerate(zip(numbers.low, numbers.span, strict=True))]):
        digit = made.build.urem(key, WORD(span))  # keys are not negative
        made.put(cells, made.build.add(digit, WORD(low)), i)
        key = made.build.udiv(key, WORD(span))
    made.build.ret(WORD(0))
    made.finish()
    return made.function


def numbers_code_of(
    moves: ir.Routine,
    name: str,
    numbers: Numbering,
    *,
    width: int,
    params: Mapping[str, ir.Value],
    canonical: ir.Routine | None = None,
    tier: ir.Routine | None = None,
    checked: bool = False,
) -> str:
    """Return a module whose ``fill`` is given many states of ``width`` cells, and writes tier and key of each.

    The key of what has none is negative. Symmetries are folded in. `Unreadable` says why there is no such code.
    """
    module = Module(max(64, 2 * width), checked)
    plan = KeyedPlan(width, False, False, False, canonical is not None, dict(params))
    body = ManyBody(module, moves, plan)
    body.canonical = None if canonical is None else fills.canonical_code(module, plan, moves, canonical)
    ways = _ways(module, plan, moves, numbers, tier)
    body.write_numbers(ways, body.array(width), body.array(width))
    body.end(0)
    return fills.with_entries(module, body.function, name)


class ManyBody(fills.MovesBody):
    """A function of many states, one after another."""

    def write_numbers(self, ways: Ways, cells: Place, back: Place) -> None:
        """Write the body."""
        width = WORD(self.plan.width)
        count = self.build.sdiv(self.given_words, width)
        end = self.build.add(self.build.mul(count, WORD(2)), WORD(1))
        self.fail_if(self.test(">", end, self.room), fills.FULL)
        with self.counted(count) as (i, _after):
            self.copied(self.past(self.taken[0], self.build.mul(i, width)), cells, width)
            key = self.chosen(self._is_folded(cells), lambda: self._key(ways, cells, back), lambda: WORD(-1), WORD)
            tier = WORD(0) if ways.tier is None else self.called(ways.tier, cells, self.params)
            at = self.past(self.out, self.build.mul(i, WORD(2)))
            self.put(at, tier, 1)
            self.put(at, key, 2)
        self.leave(count)

    def _is_folded(self, cells: Place) -> Code:
        if self.canonical is None:
            return BIT(1)
        return self.test("==", self.called(self.canonical, cells, self.params), 0)

    def _key(self, ways: Ways, cells: Place, back: Place) -> Code:
        """Return the key of a state, negative where another state has it."""
        result, none = self.variable(WORD(-1)), self.block()
        key = self.called(ways.rank, cells, self.params)
        self.go_if(self.test("<", key, 0), none)
        told = self.called(ways.unrank, key, back, self.params)
        self.go_if(self.test("!=", told, 0), none)
        require_same(self, back, cells, none)
        self.put_in(result, key)
        self.build.branch(none)
        self.go_on(none)
        return self.get(result)
