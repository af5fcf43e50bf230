"""Rules that did not come compiled: they are read, compiled, and compared with Python before they are used.

Where a compiled rule gave up, Python is compared in more of its branches (`went_on`), and it is compiled again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np

from grundy.common.errors import Sentence
from grundy.common.messages import N_
from grundy.kernels.contract import Unfit
from grundy.kernels.jit import compile_fill
from grundy.language.branches import ALL_STEPS, guarded
from grundy.language.ir import Function, Local, Make, Routine, Yield, constants
from grundy.language.native import Numbering, of_keys, of_states
from grundy.language.refusal import Unreadable, pack_params
from grundy.language.run import Beyond, Failed, Run
from grundy.language.wrapped import flat
from grundy.rules import folding
from grundy.rules.board import is_board, long_state
from grundy.rules.board_kinds import grows, longer, numbers_beside
from grundy.rules.data import routine
from grundy.rules.functions import ANY, FunctionRuleset, TurnsRuleset
from grundy.rules.grids import Grid
from grundy.rules.heaps import HeapFunction
from grundy.rules.images import check_images
from grundy.rules.partisan import LEFT, RIGHT, PartisanRuleset
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field
from grundy.rules.witnesses import KEPT, met, unmet
from grundy.solving.comparing import Comparison, differs, probes
from grundy.solving.compiled_rules import AS_IT_CAME, Native, laid_out
from grundy.solving.results import cells_of

STARTS = 20
"""States from which witnesses of branches are looked for."""
LONGER, LONGEST = 10, 100
"""So many times as long they are looked for where a compiled rule gave up: at a state that is known, or none."""
LONG = 400_000
"""Steps of what was read in which it is found out why a compiled rule gave up."""
TOO_LARGE, TOO_LONG, UNSEEN, NO_ROOM, FAILS = (
    N_("a number exceeds 64 bits at {position}"),
    N_("the compiled rule gives up at {position}"),
    N_("at {position} it takes a path that was never compared with Python"),
    N_("a list is longer than the compiled rule has room for at {position}"),
    N_("the rule fails at {position}"),
)
"""Why it gave up."""
HEAPS = 40
"""Heaps from 0 on at which a rule of heaps is compared, beside those that take its branches."""
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
        places = probes(ruleset, [] if words > 1 else [flat(state, ruleset.widths) for state in states], rules)
        if words > 1:  # what is no board says nothing: whole masks and single cells may tell it apart
            asked.probe((cells for cells in places if is_board(cells, made.faces)), lambda cells: cells)
        else:
            asked.probe(places, lambda cells: made.state_of((len(cells), *cells) if made.variable else cells, ruleset))
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


def least_image(ruleset: Ruleset, made: Native, states: list[Any]) -> Callable[..., int] | None:
    """Return what writes the least image of a state of a compiled rule in place of options; None where there is none.

    It is of the symmetries that are declared, or of a partisan game without an ending by those of its board, which may
    exchange the players; compared with Python at some states and their options. Unreadable, `CannotCompile` or `Unfit`.
    """
    own = ruleset.within[0] if isinstance(ruleset, TurnsRuleset) else ruleset
    board: Grid | None = getattr(own, "board", None)
    twin = own.by_images() if isinstance(own, FunctionRuleset) else None
    if made.packing is not None or made.words > 1:
        return None
    mode = "variable" if made.variable else "fixed"
    how: dict[str, Any] = {
        "width": made.width,
        "mode": mode,
        "param_shapes": pack_params(own.params if twin else {})[1],
    }
    if twin is not None:
        for state in states:
            check_images(twin, state)
        read, least = seen(twin, "symmetry" if "symmetry" in twin.hooks else "symmetries", states), twin.canonical
    elif made.turns and board is not None and folding.folds(board) and not own.has_ending:
        kind = folding.folded_kind(board, turns=True)
        read = routine(own, folding.images, state=kind, as_integers=True)

        def least(state: Any) -> Any:
            row = folding.least(board, (*state[0], int(state[1] == RIGHT)), turns=True)
            return row[:-1], RIGHT if row[-1] else LEFT

    else:
        return None
    fill = compile_fill(of_states(_itself(read), canonical=read, **how))
    out, params = np.zeros(1 + made.width, np.int64), np.array(made.params or [0], np.int64)
    for state in dict.fromkeys(chain(states, *map(ruleset.options, states))):
        row, image = made.encode(state), made.encode(least(state))
        if row is not None and (fill(np.array(row, np.int64), params, out) != 1 or tuple(out[1:].tolist()) != image):
            raise Unfit(differs(ruleset.describe(state)))
    return fill


def _itself(read: Routine) -> Routine:
    """Return a rule whose only option is the state itself, of states such as a function takes that was read."""
    count = 1 if read.is_tuple else read.width
    takes = count + len(read.keywords)
    state = Local(0) if read.is_tuple else Make(tuple(map(Local, range(count))))
    return Routine(read.shape, read.width, read.keywords, (Function(takes, takes, (Yield(state),), "same"),))


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
    return guarded(*_met(ruleset, name, states, words, steps))


def _met(
    ruleset: FunctionRuleset | HeapFunction, name: str, states: Sequence[Any], words: int, steps: int
) -> tuple[Routine, Iterable[int]]:
    """Return what was read of a function, and its branches without a witness."""
    own = name == "moves"
    function = ruleset.function if own else ruleset.hooks[name]
    over = getattr(ruleset, "over", None)
    kind = over(function) if over is not None else None
    beside = 0
    if words > 1:
        if not grows(kind):
            raise Unreadable(
                "{name}() takes the integers of a state, but a face with this many cells needs several: let "
                "it take a Board",
                name=function.__name__,
            )
        beside = numbers_beside(kind)
        kind = longer(kind, len(states[0]) - 2 - beside, words)
    made = routine(ruleset, function, scoring=own and ruleset.scoring, state=kind, as_integers=True)
    starts = [
        long_state(each, words, beside) if words > 1 else cells_of(flat(each, ruleset.widths))
        for each in states[:STARTS]
        if name != "unrank"
    ]
    if not own and starts:
        visited = (each.visited for key, each in ruleset.memory[KEPT].items() if key[0] is ruleset.function)
        starts += next((met for met in visited if met and len(met[0]) == len(starts[0])), [])
    found = met(ruleset, function, made, starts, kind=kind, scoring=own and ruleset.scoring, steps=steps)
    if found.differs:
        raise Unfit(differs(f"{ruleset.name} ({found.differs})"))
    return made, found.unmet


def went_on(ruleset: Ruleset, problem: Unfit, states: Sequence[Any], words: int = 1) -> bool:
    """Compare Python in branches without a witness, where a compiled rule gave up; return whether it did the same in some.

    ``states`` are where it gave up, if ``problem`` knows that, or others from which it is looked for longer; ``words`` are
    those for which it was compiled. What was compiled before is of no use then.
    """
    if isinstance(ruleset, TurnsRuleset):
        return went_on(ruleset.rules, problem, [own for own, _player in states], words)
    if isinstance(ruleset, PartisanRuleset):
        found, said = list[bool](), list[Sentence]()
        for player in (LEFT, RIGHT):
            found.append(went_on(ruleset.side(player), problem, states, words))
            said.append(problem.said)
        if problem.row is not None:  # the rule of a side knows nothing of boards
            problem.said = next((each for each in said if each.sentence != NO_ROOM), said[0])
            problem.said.data["position"] = ruleset.describe(states[0])
        return any(found)
    if ruleset.memory[AS_IT_CAME]:  # nothing of it was compared here
        ruleset.memory[AS_IT_CAME] = False
        return True
    if not isinstance(ruleset, FunctionRuleset | HeapFunction):
        return False
    at: Any = states[0]
    row = ruleset.make_state((states[0],)) if isinstance(states[0], int) else at
    if problem.row is not None:
        problem.said = Sentence(N_("the compiled rule has no answer at {position}"), position=ruleset.describe(row))
    before, kept = unmet(ruleset), ruleset.memory[KEPT]
    names = ["moves", *(name for name, hook in ruleset.hooks.items() if any(key[0] is hook for key in kept))]
    try:
        steps = ALL_STEPS * (1 if not before else LONGER if problem.row else LONGEST)
        rules = [_met(ruleset, name, states, words, steps) for name in names]
    except Unfit:  # Python differs
        return False
    if unmet(ruleset) < before:
        return True
    if problem.row is not None:
        kind: Any = getattr(ruleset, "wraps", None)
        cells = long_state(at, words, numbers_beside(kind)) if words > 1 else cells_of(flat(at, ruleset.widths))
        reasons = (_given_up(*rule, cells, ruleset.params) for rule in rules)
        problem.said = Sentence(next(filter(None, reasons), NO_ROOM), **problem.said.data)
    return False


def _given_up(rule: Routine, unmet: Iterable[int], cells: tuple[int, ...], params: dict[str, Any]) -> str:
    """Return why a compiled rule gives up somewhere, "" where its data do not, run with the guards and without."""
    left = LONG

    def spend(steps: int) -> None:
        nonlocal left
        left -= steps
        if left < 0:
            raise Beyond(TOO_LONG)

    args = [*([cells] if rule.is_tuple else cells), *(params[name] for name in rule.keywords)]
    for made in (rule, guarded(rule, unmet)):
        run = Run(made, bits=63, spend=spend)
        try:
            (run.yields if rule.yields else run.returned)(args)
        except Beyond as problem:
            return str(problem) or TOO_LARGE
        except Failed:
            return FAILS if made is rule else UNSEEN
    return ""


def compared_heaps(rules: HeapFunction, made: Native, how: dict[str, Any]) -> Native:
    """Return the compiled rule of a heap game; `Unfit` as above."""
    moves = seen(rules, "moves")
    code = of_states(moves, **how)
    made = made._replace(fill=compile_fill(code), code=code)
    if rules.is_data:
        return made
    first = ((heap,) for heap in range(HEAPS))
    heaps = chain(probes(rules, [0], [moves]), first)  # in this order: the budget is for those that come first
    Comparison(rules, made).probe(heaps, lambda cells: cells[0])
    return made


def numbers_of(rules: HeapFunction) -> list[int]:
    """Return the heaps around the numbers that the rule of a heap game speaks of."""
    near = sorted(constants((routine(rules, rules.function), *rules.params.values())))
    return [heap for number in near for heap in (number - 1, number, number + 1)]
