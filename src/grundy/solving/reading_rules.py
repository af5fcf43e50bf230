"""Rules that did not come compiled: they are read, compiled, and compared with Python before they are used.

Where a compiled rule gave up, Python is compared in more of its branches (`went_on`), and it is compiled again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from grundy.kernels.contract import Unfit
from grundy.kernels.jit import compile_fill
from grundy.language.branches import ALL_STEPS, guarded
from grundy.language.ir import Routine, constants
from grundy.language.native import Numbering, of_keys, of_states
from grundy.language.refusal import Unreadable
from grundy.rules.board import is_board, long_state
from grundy.rules.board_kinds import grows, longer, numbers_beside
from grundy.rules.data import routine
from grundy.rules.functions import ANY, FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.partisan import LEFT, RIGHT, PartisanRuleset
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field
from grundy.rules.turn_in_state import TurnsRuleset
from grundy.rules.witnesses import KEPT, met, unmet
from grundy.solving.comparing import Comparison, probes
from grundy.solving.compiled_rules import AS_IT_CAME, Native, laid_out
from grundy.solving.rederiving import differs
from grundy.solving.results import cells_of

STARTS = 20
"""States from which witnesses of branches are looked for."""
LONGER, LONGEST = 10, 100
"""So many times as long they are looked for where a compiled rule gave up: at a state that is known, or none."""
COMPARED_HEAPS = 40
"""Heaps, from none on, at which a compiled rule of a heap game is compared with the interpreted one."""
COMPARED = Field[Callable[..., int] | None]("compared", lambda: None)


def compared(ruleset: Ruleset, states: list[Any], words: int, packed: bool) -> Native:
    """Return the compiled rule; `Unfit` where it and Python differ, or it cannot be said what it does."""
    made, rules = _compiled(ruleset, states, words, packed)
    asked = Comparison(ruleset, made)
    try:
        asked.require(states)
    except Unfit as problem:
        if made.packing is not None:  # an option, or what is canonical for it, may not fit in a word
            return compared(ruleset, states, words, packed=False)
        if problem.row is None or not went_on(ruleset, problem, [made.decode(problem.row, ruleset)], words):
            raise
        return compared(ruleset, states, words, packed)
    if ruleset.memory[COMPARED] is not made.fill and not ruleset.is_data:
        places = probes(states, rules, ruleset.params.values())
        if words > 1:  # what is no board says nothing: whole masks and single cells may tell it apart
            places = (cells for cells in places if is_board(cells, made.faces))
        asked.probe(
            places,
            lambda cells: (
                cells if words > 1 else made.state_of((len(cells), *cells) if made.variable else cells, ruleset)
            ),
        )
        ruleset.memory[COMPARED] = made.fill
    return made


def _compiled(ruleset: Ruleset, states: list[Any], words: int, packed: bool) -> tuple[Native, list[Routine]]:
    """Return the compiled rule, and all functions that were read for it."""
    made, how = laid_out(ruleset, states, words, packed)
    assert isinstance(ruleset, FunctionRuleset)
    moves = seen(ruleset, "moves", states, words=words)
    whole = ruleset.tuple_state or ruleset.shape == ANY or ruleset.wraps is not None
    if moves.is_tuple != whole and not ruleset.is_data:
        raise Unreadable("its state is a tuple: annotate the argument tuple[int, ...]", moves.main.line)
    hooks = hooked(ruleset, states=states, words=words)
    how |= {"ending": hooks.get("ending"), "canonical": hooks.get("symmetry", hooks.get("symmetries"))}
    numbers = how.pop("numbers", None)
    code = of_keys(moves, Numbering(*numbers), **how) if numbers else of_states(moves, **how)
    return made._replace(fill=compile_fill(code), code=code), [moves, *hooks.values()]


def hooked(ruleset: FunctionRuleset, *more: str, states: Sequence[Any] = (), words: int = 1) -> dict[str, Routine]:
    """Return the declared ending and symmetries of a ruleset as data, and other hooks that it has (see `seen`)."""
    wanted = ("ending", "symmetry" if "symmetry" in ruleset.hooks else "symmetries", *more)
    return {name: seen(ruleset, name, states, words=words) for name in wanted if name in ruleset.hooks}


def seen(
    ruleset: FunctionRuleset | HeapFunction,
    name: str,
    states: Sequence[Any] = (),
    *,
    words: int = 1,
    steps: int = ALL_STEPS,
) -> Routine:
    """Return a function of a ruleset ("moves", or a hook) as data that gives up where no position was found to go.

    Python is compared at positions that take each branch (`grundy.rules.witnesses`), some of ``states`` to begin with;
    `Unfit` where it differs. ``words`` more than one: of boards of so many words a face.
    """
    own = name == "moves"
    function = ruleset.function if own else ruleset.hooks[name]
    over = getattr(ruleset, "over", None)
    kind = over(function) if over is not None else None
    beside = 0
    if words > 1:
        if not grows(kind):
            raise Unreadable(
                (
                    "{name}() takes the integers of a state, but a face with this many cells needs several: let "
                    "it take a Board"
                ),
                name=function.__name__,
            )
        beside = numbers_beside(kind)
        kind = longer(kind, len(states[0]) - 2 - beside, words)
    made = routine(ruleset, function, scoring=own and ruleset.scoring, state=kind)
    starts = [
        long_state(each, words, beside) if words > 1 else cells_of(each) for each in states[:STARTS] if name != "unrank"
    ]
    if not own and starts:
        visited = (each.visited for key, each in ruleset.memory[KEPT].items() if key[0] is ruleset.function)
        starts += next((met for met in visited if met and len(met[0]) == len(starts[0])), [])
    found = met(ruleset, function, made, starts, kind=kind, scoring=own and ruleset.scoring, steps=steps)
    if found.differs:
        raise Unfit(differs(f"{ruleset.name} ({found.differs})"))
    return guarded(made, found.unmet)


def went_on(ruleset: Ruleset, problem: Unfit, states: Sequence[Any], words: int = 1) -> bool:
    """Compare Python in branches without a witness, where a compiled rule gave up; return whether it did the same in some.

    ``states`` are where it gave up, if ``problem`` knows that, or others from which it is looked for longer; ``words`` are
    those for which it was compiled. What was compiled before is of no use then.
    """
    if isinstance(ruleset, TurnsRuleset):
        return went_on(ruleset.rules, problem, [own for own, _player in states], words)
    if isinstance(ruleset, PartisanRuleset):
        return any([went_on(ruleset.side(player), problem, states, words) for player in (LEFT, RIGHT)])  # noqa: C419
    if ruleset.memory[AS_IT_CAME]:  # nothing of it was compared here
        ruleset.memory[AS_IT_CAME] = False
        return True
    before = unmet(ruleset)
    if not before or not isinstance(ruleset, FunctionRuleset | HeapFunction):
        return False
    kept = ruleset.memory[KEPT]
    names = ["moves", *(name for name, hook in ruleset.hooks.items() if any(key[0] is hook for key in kept))]
    try:
        for name in names:
            seen(ruleset, name, states, words=words, steps=ALL_STEPS * (LONGER if problem.row else LONGEST))
    except Unfit:  # Python differs
        return False
    return unmet(ruleset) < before


def compared_heaps(rules: HeapFunction, made: Native, how: dict[str, Any]) -> Native:
    """Return the compiled rule of a heap game; `Unfit` as above."""
    moves = seen(rules, "moves")
    code = of_states(moves, **how)
    made = made._replace(fill=compile_fill(code), code=code)
    if rules.is_data:
        return made
    heaps = chain(((n,) for n in range(COMPARED_HEAPS)), probes([0], [moves], rules.params.values()))
    Comparison(rules, made).probe((cells for cells in heaps if cells[0] >= 0), lambda cells: cells[0])
    return made


def numbers_of(rules: HeapFunction) -> list[int]:
    """Return the heaps around the numbers that the rule of a heap game speaks of."""
    near = sorted(constants((routine(rules, rules.function), *rules.params.values())))
    return [heap for number in near for heap in (number - 1, number, number + 1)]
