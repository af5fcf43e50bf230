"""Partisan play compiled: both players' moves as one rule, of states that end with the player to move (0 is Left)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from grundy.kernels.jit import compile_fill
from grundy.language import ir
from grundy.language.ir import Routine
from grundy.language.native import Numbering, of_keys, of_states
from grundy.language.refusal import Unreadable, pack_params
from grundy.rules.board import BITS
from grundy.rules.failures import refuse_overridden
from grundy.rules.functions import TurnsRuleset
from grundy.rules.partisan import LEFT, RIGHT, PartisanRuleset
from grundy.solving.comparing import Comparison
from grundy.solving.compiled_rules import Native, layout, packing_of, widened, words_of_faces
from grundy.solving.reading_rules import seen


def native_turns(rules: TurnsRuleset, states: list[Any], packed: bool) -> Native:
    """Return the compiled rule of a partisan game with the turn in its states, compared with Python at some of them.

    Unreadable, `CannotCompile` or `Unfit` where it is interpreted.
    """
    own = rules.rules
    if not isinstance(own, PartisanRuleset):
        raise Unreadable("its moves are not a single Python function")
    refuse_overridden(own)
    boards = [state for state, _player in states]
    width, variable = layout(own, boards)
    words = words_of_faces(own.side(LEFT), boards)
    width, beside = widened(own.side(LEFT), width, words)
    values = _parameters(own)
    params, shapes = pack_params(values)
    made = Native(lambda: 0, params, width + 1, variable, width + 1, words, beside, turns=True)
    how: dict[str, Any] = {"width": width + 1, "mode": "variable" if variable else "fixed", "param_shapes": shapes}
    how |= {"scoring": False, **({"items": BITS * words} if words > 1 else {})}
    packing = packing_of(made, states) if packed and words == 1 else None
    if packing is not None:
        made = made._replace(packing=packing, record=1)
        how |= {"numbers": (packing.box, packing.low, packing.span), "alone": True}
    moves, ending = routines(own, boards, values, words)
    how |= {"ending": ending, "canonical": None}
    numbers = how.pop("numbers", None)
    code = of_keys(moves, Numbering(*numbers), **how) if numbers else of_states(moves, **how)
    made = made._replace(fill=compile_fill(code), code=code)
    Comparison(rules, made).require(states)
    return made


def _parameters(rules: PartisanRuleset) -> dict[str, Any]:
    """Return the parameters of both players' moves; Unreadable where one name has a value for each."""
    left, right = (dict(rules.side(player).params) for player in (LEFT, RIGHT))
    for name in left.keys() & right.keys() - {"player"}:
        if left[name] != right[name]:
            raise Unreadable("{name} is another parameter of each player", name=name)
    return {name: value for name, value in {**rules.params, **left, **right}.items() if name != "player"}


def routines(
    rules: PartisanRuleset, states: list[Any], keywords: Iterable[str], words: int = 1
) -> tuple[Routine, Routine | None]:
    """Return the moves of both players, and the ending, as rules whose state ends with the player to move."""
    keywords = [*keywords]
    sides = [(seen(rules.side(player), "moves", states, words=words), {"player": player}) for player in (LEFT, RIGHT)]
    moves = with_turn(sides, keywords, moves=True)
    if "ending" not in rules.hooks:
        return moves, None
    return moves, with_turn([(seen(rules, "ending", states, words=words), {})], keywords, moves=False)


# -- both players' moves as one rule -------------------------------------------------------------------------------------


def with_turn(
    sides: Sequence[tuple[ir.Routine, Mapping[str, int]]], keywords: Sequence[str], *, moves: bool
) -> ir.Routine:
    """Return a rule whose state ends with the number of a player, whose routine among ``sides`` says what he may do.

    Args:
        sides: a routine for each player, or one for both, with the values of parameters that are always the same there.
        keywords: the parameters of the new rule, in their order.
        moves: whether it yields states, which are then the other player's.

    Raises:
        Unreadable: the routines differ in what a state is, or call themselves.

    O(size of the routines).

    >>> down = ir.Routine("ints", 1, ("by",), (ir.Function(2, 2, (ir.Yield(ir.Op("-", ir.Local(0), ir.Local(1))),)),))
    >>> both = with_turn([(down, {"by": 1}), (down, {"by": 2})], (), moves=True)
    >>> from grundy.language.run import Run
    >>> Run(both).yields((5, 0)), Run(both).yields((5, 1))
    ([(4, 1)], [(3, 0)])
    """
    shapes = {(routine.shape, routine.width) for routine, _known in sides}
    if len(shapes) > 1:
        raise Unreadable("the moves of both players do not take the same state")
    ((shape, width),) = shapes
    taken = width + 1 if shape == "ints" else 1
    turn = ir.Local(width) if shape == "ints" else ir.Item(ir.Local(0), ir.Known(-1))
    bodies: list[ir.Body] = []
    helpers: list[ir.Function] = []
    slots, names = taken + len(keywords), ["" for _ in range(taken)] + [*keywords]
    for player, (routine, known) in enumerate(sides):
        side = _Side(routine, slots, len(helpers), 1 - player if moves else None)
        before = side.arguments(known, {name: taken + at for at, name in enumerate(keywords)})
        bodies.append((*before, *side.rewritten(routine.main.body)))
        helpers += [side.helper(each) for each in routine.functions[1:]]
        slots += routine.main.slots
        names += routine.main.names or [""] * routine.main.slots
    main = sides[0][0].main
    body = (
        bodies[0] if len(bodies) == 1 else (ir.If(ir.Compare(("==",), (turn, ir.Known(0))), *bodies, line=main.line),)
    )
    whole = ir.Function(taken + len(keywords), slots, body, main.name, tuple(names), main.file, main.line)
    codes = tuple(code for routine, _known in sides for code in routine.codes)
    return ir.Routine(shape, width + (shape == "ints"), tuple(keywords), (whole, *helpers), codes)


class _Side:
    """What one player's routine becomes within the rule of both."""

    def __init__(self, routine: ir.Routine, first: int, helpers: int, other: int | None) -> None:
        self.routine = routine
        self.first = first
        self.helpers = helpers
        self.other = other
        self.width = routine.width if routine.shape == "ints" else 1

    def arguments(self, known: Mapping[str, int], keywords: Mapping[str, int]) -> ir.Body:
        """Return what gives the routine its arguments."""
        if self.routine.shape == "ints":
            state = [ir.Assign(self.first + i, ir.Local(i)) for i in range(self.width)]
        else:
            state = [ir.Assign(self.first, ir.Slice(ir.Local(0), None, ir.Known(-1)))]
        values = [
            ir.Known(known[name]) if name in known else ir.Local(keywords[name]) for name in self.routine.keywords
        ]
        return (*state, *(ir.Assign(self.first + self.width + at, value) for at, value in enumerate(values)))

    def rewritten(self, body: ir.Body) -> ir.Body:
        """Return the body of the main function, which speaks of slots behind all others, and yields who is next."""
        return ir.rewritten(self._next(body), self._moved)

    def _moved(self, node: Any) -> ir.Node:
        match node:
            case ir.Local(slot) | ir.Assign(slot=slot) | ir.Put(slot=slot) | ir.For(slot=slot):
                return replace(node, slot=slot + self.first)
            case _:
                return self._called(node)

    def _called(self, node: Any) -> ir.Node:
        if not isinstance(node, ir.Call):
            return node
        if node.function == 0:
            raise Unreadable("a rule that calls itself is not read for both players", line=node.line)
        return replace(node, function=node.function + self.helpers)

    def helper(self, function: ir.Function) -> ir.Function:
        """Return a helper of the routine, which stands elsewhere now."""
        return replace(function, body=ir.rewritten(function.body, self._called))

    def _next(self, body: ir.Body) -> ir.Body:
        """Return statements whose yields, but for those of folds, end with the next player."""
        return body if self.other is None else tuple(self._yields(each) for each in body)

    def _yields(self, statement: ir.Stmt) -> ir.Stmt:
        match statement:
            case ir.Yield(value):
                return ir.Yield(self._state(value), line=statement.line)
            case ir.If(test, then, other):
                return ir.If(test, self._next(then), self._next(other), line=statement.line)
            case ir.For() | ir.While():
                return cast("ir.Stmt", replace(statement, body=self._next(statement.body)))
            case _:
                return statement

    def _state(self, value: ir.Expr) -> ir.Expr:
        other = ir.Known(cast("int", self.other))
        if isinstance(value, ir.Make):
            return ir.Make((*value.items, other), line=value.line)
        single = self.routine.shape == "ints" and self.width == 1
        return ir.Make((value if single else ir.Spread(value), other), line=value.line)
