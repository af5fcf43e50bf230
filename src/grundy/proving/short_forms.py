"""What a theorem says without its automata: a period of numbers, or Beatty pairs, decided to follow from it.

The first members or values show what to ask; what is returned is decided for all positions, from the theorem alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from time import perf_counter

from grundy.common.errors import GrundyError
from grundy.proving.grundy_values import ValueLaw
from grundy.proving.known import follows
from grundy.proving.logic.automaton import Automaton, Limits
from grundy.proving.outcome import LosingLaw
from grundy.proving.questions import ask
from grundy.proving.theorem import CAP, Theorem
from grundy.values.patterns.beatty import Beatty
from grundy.values.patterns.law import Law, conjecture
from grundy.values.patterns.periods import find_period

SHOWN, VALUES = 256, 64
"""So many numbers show a period of a set of numbers, or of values, of which the larger are dearer to look up."""
SECONDS = 2.0
"""The usual time for what is decided."""


@dataclass(frozen=True)
class Residues:
    """The numbers that are ``first``, or from ``start`` on leave one of the ``rests`` when divided by ``period``."""

    first: tuple[int, ...]
    start: int
    period: int
    rests: tuple[int, ...]


def short_form(made: Theorem, seconds: float = SECONDS) -> Residues | Law | None:
    """Return what a theorem comes to in a line; None where nothing so short is seen, or decided in so many seconds.

    >>> from grundy.games import load
    >>> from grundy.proving.kept_theorems import theorem
    >>> short_form(theorem(load("bash")))
    Residues(first=(), start=0, period=4, rests=(0,))
    >>> print(short_form(theorem(load("wythoff"))))
    losing pairs a(n) = ⌊n·(1 + √5)/2⌋, b(n) = a(n) + n, proved by a theorem
    """
    width = len(made.moves.names)
    if isinstance(made.law, LosingLaw):
        return _residues(made, seconds) if width == 1 else _pairs(made, seconds) if width == 2 else None
    if width > 1 or made.moves.least:
        return None
    return _decided(made, conjecture(_values(made)), seconds)


def _decided(made: Theorem, seen: Law, seconds: float) -> Law | None:
    by = {"proved": True, "criterion": "theorem", "theorem": made}
    return replace(seen, **by) if follows(made, seen, seconds) else None


def _residues(made: Theorem, seconds: float) -> Residues | None:
    """Return the residues of a set of numbers, where it has a period."""
    lost = [int(made.automata[0].accepts(n)) for n in range(SHOWN)]
    found = find_period(lost)
    if found is None:
        return None
    start, period = found.preperiod, found.period
    text = f"An n>={start} => (P(n) <=> P(n+{period}))"
    try:
        if not ask(made, text, limits=Limits(CAP, until=perf_counter() + seconds)).truth:
            return None
    except GrundyError:  # too large, or too long
        return None
    rests = sorted(n % period for n in range(start, start + period) if lost[n])
    return Residues(tuple(n for n in range(start) if lost[n]), start, period, tuple(rests))


def _pairs(made: Theorem, seconds: float) -> Law | None:
    """Return the Beatty pairs that a set is made of: (0, 0) and (1, t + 1) are the first two of them."""
    first = [(a, b) for a, b in made.automata[0].members(3) if a < b]
    if not first or first[0][0] != 1:
        return None
    t = first[0][1] - 1
    return _decided(made, Law("beatty", 0, 0, 0, False, 0, form=Beatty(t)), seconds)


def _values(made: Theorem) -> list[int]:
    """Return the first values, as the automata tell them."""
    if isinstance(made.law, ValueLaw):
        return [_which(made.automata, n) for n in range(SHOWN)]
    return [next(v for v in count() if made.automata[0].accepts(n, v)) for n in range(VALUES)]


def _which(automata: tuple[Automaton, ...], n: int) -> int:
    return next(v for v, automaton in enumerate(automata) if automaton.accepts(n))
