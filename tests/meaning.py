"""What is read of a rule compared with what Python does: as data, and as machine code."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from generated import Program
from grundy.language.ir import Routine
from grundy.language.native import FULL, UNFIT, of_states
from grundy.language.read import read
from grundy.language.refusal import Unreadable
from grundy.language.run import Beyond, Failed, Run

STEPS = 50_000
"""Where what is read takes more of them, a state far out is left out."""
FAR = [(n,) for n in (*range(14), 999, 1000, 1001, 99_999, 612_999, 613_000, 613_001, 613_007, 613_999, 614_000)]
"""Small numbers, around a far window and within it."""
LONGEST = 4
"""Items of a tuple that is a position."""
State = tuple[int, ...]


class Meter:
    """A budget of steps."""

    def __init__(self, steps: int) -> None:
        self.steps = self.left = steps

    def __call__(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise Beyond


class Met(NamedTuple):
    """At how many states a rule has moves, at how many it raises, and how many machine code answered."""

    moves: int = 0
    raises: int = 0
    answered: int = 0


def near(routine: Routine, side: int = 4) -> Iterator[State]:
    """All small positions, of the longest every seventh, and a few further ones."""
    if routine.is_tuple:
        for length in range(LONGEST + 1):
            every = itertools.product(range(side), repeat=length)
            yield from itertools.islice(every, 0, None, 7 if length == LONGEST else 1)
        return
    yield from [(61,), (100,)] if routine.width == 1 else []
    yield from itertools.product(range({1: 16, 2: 8}.get(routine.width, 5)), repeat=routine.width)


def rows(found: Iterable[Any]) -> list[State]:
    return [each if isinstance(each, tuple) else (each,) for each in found]


def asked(function: Callable[..., Any], state: State) -> list[State] | None:
    """What Python yields, None where it raises."""
    try:
        return rows(function(*state))
    except Exception:
        return None


def meant(run: Run, state: State) -> list[State] | None:
    """What the data yield, None where they fail."""
    try:
        return rows(run.yields([state] if run.routine.is_tuple else state))
    except Failed:
        return None


def machine(routine: Routine, *, plain: bool = True) -> Program:
    """The machine code of a rule; ``plain``: as it is written, without what makes it fast."""
    if routine.is_tuple:
        return Program(of_states(routine, width=LONGEST + 2, mode="variable"), plain=plain)
    return Program(of_states(routine, width=routine.width), plain=plain)


def answered(program: Program, routine: Routine, state: State) -> list[State] | None:
    """What machine code yields, None where it gives up."""
    padded = [len(state), *state, *[0] * (LONGEST + 1 - len(state))]
    count, out = program(padded if routine.is_tuple else list(state), room=3_000)
    if count in (UNFIT, FULL):
        return None
    size = LONGEST + 2 if routine.is_tuple else routine.width
    records = [out[1 + i * size : 1 + (i + 1) * size] for i in range(count)]
    return [tuple(each[1 : 1 + each[0]] if routine.is_tuple else each) for each in records]


def compare(
    function: Callable[..., Any],
    routine: Routine,
    states: Iterable[State],
    *,
    steps: int = 10**6,
    program: Program | None = None,
    alike: Callable[[list[State]], Any] = list,
) -> Met:
    """Compare what was read of a rule, and machine code where there is some, with Python at each state."""
    meter, found, fitting = Meter(steps), Met(), 0
    run = Run(routine, spend=meter)
    for state in states:
        meter.left = steps
        wanted = asked(function, state)
        try:
            got = meant(run, state)
        except Beyond:
            continue
        assert (got is None) == (wanted is None) and alike(got or []) == alike(wanted or []), (state, got, wanted)
        found = found._replace(moves=found.moves + bool(wanted), raises=found.raises + (wanted is None))
        if program is None:
            continue
        fitting += wanted is not None and all(
            len(row) <= LONGEST + 1 if routine.is_tuple else len(row) == routine.width for row in wanted
        )
        told = answered(program, routine, state)
        if told is not None:  # else Python is asked
            assert wanted is not None and alike(told) == alike(wanted), (state, told, wanted)
            found = found._replace(answered=found.answered + 1)
    assert program is None or found.answered > 0 or not fitting
    return found


def same(function: Callable[..., Any]) -> bool:
    """Whether a rule of a number is read; what is read is what Python does, far out too."""
    try:
        routine = read(function)
    except Unreadable:
        return False
    compare(function, routine, FAR, steps=STEPS)
    return True
