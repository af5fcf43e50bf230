"""What is read of a rule compared with what Python does, at small numbers, around a far window and within it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from grundy.language.read import read
from grundy.language.refusal import Unreadable
from grundy.language.run import Beyond, Failed, Run

STEPS = 50_000
"""Where what is read takes more of them, a state is left out."""
STATES = [*range(14), 999, 1000, 1001, 99_999, 612_999, 613_000, 613_001, 613_007, 613_999, 614_000]


def asked(function: Any, state: int) -> Any:
    """What Python gives, `Failed` where it raises."""
    try:
        return [int(each) for each in function(state)]
    except Exception:
        return Failed


def meant(run: Run, state: int) -> Any:
    try:
        return run.yields((state,))
    except Failed:
        return Failed


def same(function: Any) -> bool:
    """Whether a rule is read; what is read is what Python does, in each state."""
    left = [0]

    def spend(steps: int) -> None:
        left[0] -= steps
        if left[0] < 0:
            raise Beyond

    try:
        run = Run(read(function), spend=spend)
    except Unreadable:
        return False
    for state in STATES:
        left[0] = STEPS
        with suppress(Beyond):
            assert meant(run, state) == asked(function, state), state
    return True
