"""Theorems of a ruleset, asked for by all who need one, and kept with it."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.common import limits
from grundy.common.messages import current
from grundy.proving.theorem import CAP, SECONDS, NotProved, Theorem, prove
from grundy.rules.heaps import HeapRuleset
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field

THEOREMS = Field[dict[object, tuple[Theorem | NotProved, float, str]]]("theorems", dict)


def theorem(
    rules: Ruleset,
    *,
    play: str = "normal",
    heaps: int | None = None,
    values: bool | None = None,
    blocked: int = 0,
    systems: Sequence[str] = (),
    seconds: float = SECONDS,
    cap: int = CAP,
) -> Theorem | NotProved:
    """Return what `prove` finds of a ruleset; a theorem is found once, what was not proved is tried again with more time.

    >>> from grundy.games import load
    >>> wythoff = load("wythoff")
    >>> theorem(wythoff, seconds=20) is theorem(wythoff)
    True
    """
    if values is None:  # what is meant, so that one question has one answer
        values = isinstance(rules, HeapRuleset) and heaps is None and play == "normal" and not blocked
    kept, seconds = rules.memory[THEOREMS], min(seconds, limits.left() or seconds)
    asked = {"play": play, "heaps": heaps, "values": values, "blocked": blocked, "systems": tuple(systems), "cap": cap}
    question = tuple(asked.values())
    found, took, spoken = kept.get(question, (None, 0.0, ""))
    if found is None or (
        not found.proved and (seconds > took or spoken != current())
    ):  # it says in words what was tried
        found = prove(rules, **asked, seconds=seconds)  # type: ignore[arg-type]
        kept[question] = found, seconds, current()
    return found
