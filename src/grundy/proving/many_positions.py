"""Many positions in one call: all of a box, or those of a list, answered together as arrays.

Values of heaps are the nim-sums of a sequence. Of rules on so many integers each position is settled by its options
(`grundy.solving.boxes`); where these are very many, and moves are read as formulas that raise no number, lost positions mark
those that lead to them (`grundy.proving.boxes`). All others are asked one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, reduce
from math import prod
from operator import xor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.common import limits
from grundy.common.errors import PositionError, RulesError, TooLarge
from grundy.common.limits import Limits
from grundy.common.messages import _
from grundy.kernels.contract import LOST, WON, Unfit, in_words
from grundy.proving import boxes as formulas
from grundy.proving.moves import NoFormula, find, raised
from grundy.proving.reading import moves
from grundy.rules.functions import ANY, FunctionRuleset
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset, frozen, whole
from grundy.rules.session import forget
from grundy.rules.solution import convention
from grundy.solving import boxes, sequences
from grundy.solving.components import refuse_without_grundy_value

Array = NDArray[Any]
BYTES = {"lost": 2, "outcomes": 9, "values": 8}
"""Bytes that each position of a box takes while it is answered, by what is asked."""
EACH = 300
"""Bytes of a position in a list."""
HEAVY = 1 << 29
"""Options from which on lost positions mark what leads to them: it takes about a second to look these up."""
MARKED = 30_000
"""So many options are looked up while the equations of a form of moves are solved for one lost position."""
GATHERED = 1 << 20
"""Positions of the box that is solved where those of a list lie in one so small."""
LETTERS = np.array(["", "N", "P", "T"], "U2")
"""The outcome classes, as the kernels number who wins; none where there is no position."""


def answers(
    rules: Ruleset,
    what: str,
    where: tuple[Any, ...],
    *,
    play: str = "normal",
    seconds: float | None = None,
    memory: int | None = None,
    positions: int | None = None,
    **params: Any,
) -> Array:
    """Return what is ``"lost"``, the ``"outcomes"`` or the Grundy ``"values"``: see `Ruleset.lost` and those below it.

    >>> from grundy.games import load
    >>> answers(load("wythoff"), "values", (2, 3)).tolist()
    [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]
    """
    bound, misere = rules.bind(**params), convention(play).misere
    with limits.keeping(Limits(seconds, memory, positions)):
        return limits.asked(lambda: _answers(bound, what, where, misere), forget)


def _answers(rules: Ruleset, what: str, where: tuple[Any, ...], misere: bool) -> Array:
    values, given = what == "values", tuple(map(whole, where))
    if values:
        refuse_without_grundy_value(rules)
    if len(given) == 1 and not isinstance(given[0], int):
        found = _of_list(rules, [*_listed(rules, given[0])], values, misere)
    else:
        tops = _box(rules, given)
        _require_room(prod(top + 1 for top in tops), BYTES[what])
        found = _together(rules, tops, values, misere)
        if found is None:
            found = boxes.asked(rules, tops, _ask(values, misere), *((-1, np.int64) if values else ("", "U2")))
    if found.dtype == np.uint8:
        return found == LOST if what == "lost" else LETTERS[found]
    return found == "P" if what == "lost" else found


def _ask(values: bool, misere: bool) -> Callable[[Position], Any]:
    """Return a function that asks one position for its Grundy value, or for the letter of its outcome."""
    play = "misere" if misere else "normal"
    return Position.grundy if values else lambda position: position.outcome(play).value


def _require_room(size: int, each: int) -> None:
    """Raise TooLarge where there is no room for a box of so many positions."""
    if size * each > limits.memory():
        raise TooLarge(
            "a box of {size:,} positions takes {wanted}: more than the {allowed} allowed",
            size=size,
            wanted=in_words(size * each),
            allowed=in_words(limits.memory()),
            positions=size,
            needed=size * each,
        )
    limits.check(size)


def _box(rules: Ruleset, given: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the largest numbers of a box; an error in a sentence where they are none."""
    if not (isinstance(rules, HeapRuleset) or (isinstance(rules, FunctionRuleset) and rules.integers)):
        raise RulesError(
            "positions of {name} are not made of integers: give a list of them, not a box", name=rules.name
        )
    if not given or not all(isinstance(top, int) and top >= 0 for top in given):
        raise PositionError(
            "a box of {name} is given by the largest of each number, integers from 0 up, not by {given}",
            name=rules.name,
            given=", ".join(map(repr, given)) or _("nothing"),
        )
    if "setup" not in rules.hooks:
        rules(*given)  # it says what is wrong with them
    return given


def _together(rules: Ruleset, tops: tuple[int, ...], values: bool, misere: bool) -> Array | None:
    """Return the values in a box, or in bytes who wins; None where its positions are asked one by one."""
    if isinstance(rules, HeapRuleset) and not misere:
        sequence = rules.sequence(max(tops) + 1)
        own = sequence.astype(np.min_scalar_type(int(sequence.max())))
        found = reduce(np.bitwise_xor.outer, [own[: top + 1] for top in tops])
        return found.astype(np.int32) if values else (found == 0).view(np.uint8) + np.uint8(WON)  # True is 1: LOST
    marked = None if values or not boxes.fits(rules) else _marked(rules, tops, misere)
    return boxes.swept(rules, tops, misere=misere, values=values) if marked is None else marked


def _marked(rules: Ruleset, tops: tuple[int, ...], misere: bool) -> Array | None:
    """Return who wins in a box, where lost positions mark what leads to them sooner than options are looked up; or None."""
    assert isinstance(rules, FunctionRuleset)
    options = boxes.work(rules, tops)
    if options < HEAVY:
        return None
    try:
        own = moves(rules, len(tops) if rules.shape == ANY else None)
        if own.duties or own.order or any(raised(own, _perhaps)) or find(own, _perhaps) is None:
            return None
        formulas.compare(own, limits.check, max(tops))
        left = iter(range(options // (MARKED * max(1, len(own.moves)))))

        def look() -> None:
            limits.check()
            if next(left, None) is None:
                raise formulas.Unsolved("so many positions are lost that their options are sooner looked up")

        found = formulas.marked(own, tuple(top + 1 for top in tops), misere=misere, look=look).view(np.uint8)
        found += WON  # and True is 1: LOST
        for axis in range(len(tops)):
            found[(slice(None),) * axis + (slice(own.least),)] = 0
        boxes.confirm(rules, found, misere=misere)
    except (NoFormula, RulesError, formulas.Unsolved, Unfit):
        return None
    return found


def _perhaps(_formula: object) -> bool:
    """Nothing is decided: what is not plain may be."""
    return True


# -- lists -------------------------------------------------------------------------------------------------------------


def _listed(rules: Ruleset, given: Any) -> Iterator[Position]:
    """Iterate over positions that are given as such, or as states; a sentence says which of them is none."""
    if not isinstance(given, Iterable) or isinstance(given, str):
        raise PositionError(
            "{name} is asked about a box, as in {name}.lost(100, 100), or a list of positions, not {given!r}",
            name=rules.name,
            given=given,
        )
    for count, each in enumerate(given, 1):
        limits.check(count)
        if count * EACH > limits.memory():
            raise TooLarge(
                "a list of more than {count:,} positions takes more than the {allowed} allowed",
                count=count - 1,
                allowed=in_words(limits.memory()),
                positions=count,
            )
        try:
            yield _position(rules, each)
        except PositionError as problem:
            raise PositionError("position {count} of the list: {problem}", count=count, problem=problem) from None


def _position(rules: Ruleset, each: Any) -> Position:
    if isinstance(each, Position):
        if each.ruleset.origin is rules.origin or each.ruleset.means(rules):
            return each
        raise PositionError("{position} is not a position of {name}", position=each, name=rules.name)
    state = frozen(each)
    whole_tuple = not isinstance(state, tuple) or getattr(rules, "tuple_state", False)
    return rules(state) if whole_tuple else rules(*state)


def _of_list(rules: Ruleset, found: list[Position], values: bool, misere: bool) -> Array:
    """Return the answers about a list: by values of heaps, from a box that holds it, if that is small, or one by one."""
    states = [position.ruleset.arguments(position.state) for position in found]
    alike = all(position.ruleset.key == rules.key for position in found)
    if alike and isinstance(rules, HeapRuleset) and not misere:
        value = cache(sequences.of(rules).value)
        worth = np.array([reduce(xor, map(value, heaps), 0) for heaps in reversed(states)], np.int64)[::-1]
        return worth if values else np.where(worth == 0, np.uint8(LOST), np.uint8(WON))
    told = any(each.gives == ("value" if values else "losing") and each.misere == misere for each in rules.theorems)
    if (
        found
        and alike
        and boxes.fits(rules)
        and not told
        and len({*map(len, states)}) == 1
        and min(map(min, states)) >= 0
    ):
        tops = tuple(map(max, zip(*states, strict=True)))
        if prod(top + 1 for top in tops) <= GATHERED and (box := _together(rules, tops, values, misere)) is not None:
            return box[tuple(np.array(states).T)]
    answers = [*map(_ask(values, misere), reversed(found))]  # the search of the last ones meets most of the others
    return np.array(answers[::-1]) if found else np.zeros(0, np.int64 if values else "U1")
