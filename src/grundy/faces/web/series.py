"""Nim-sequences and their laws, as visitors see them; and the points of a plot of up to ten million values."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grundy.common.errors import GrundyError
from grundy.common.messages import N_
from grundy.faces.web import queries, request_limits
from grundy.proving import conjectures
from grundy.rules.heaps import HeapRuleset
from grundy.rules.ruleset import Ruleset
from grundy.values.patterns.downsampling import cells
from grundy.values.patterns.law import conjecture

FIRST = 50
"""So many values are told."""
SEARCHED = 20_000
"""So long may the sequence of a game be that is no heap game."""
PROVER = 2.0
"""Seconds for a theorem from which a law follows, where no period is proved."""
WIDEST = 4000
"""So many columns a plot may have."""
BROAD, ROWS = 3, 64
"""Columns that a bar of counted values is wide; rows of such bars."""
_NUMBERS = re.compile(r"\s*[0-9]{1,9}(?:(?:\s*,\s*|\s+)[0-9]{1,9})+\s*")
"""What is no code and no name: numbers with commas or blanks between them."""
LANGUAGES = {"python": "python", "c++": "cpp"}


def sequence(name: str, to: int = 1000) -> dict[str, Any]:
    """Return the first values of a heap game's or a code's sequence, the law found up to heap ``to``, and code for it.

    Where the name is numbers, these are the values, and the law is a guess.
    """
    if _NUMBERS.fullmatch(name):
        found = _numbers(name)
        law = conjecture(found.tolist())
        told = {"name": name, "game": "", "to": len(found) - 1, "first": found[:FIRST].tolist()}
        return {**told, "law": _told(law), "contest": _code(law)}
    rules = _rules(name)
    law = _law(rules, to)
    first = _values(rules, min(to + 1, FIRST)).tolist()
    return {"name": name, "game": rules.name, "to": to, "first": first, "law": _told(law), "contest": _code(law)}


def points(name: str, start: int = 0, stop: int = 1000, width: int = 1000) -> dict[str, Any]:
    """Return the values of the heaps from ``start`` to before ``stop`` for a plot of so many columns.

    Where there are more heaps than columns, each point stands for the heaps from n on, ``step`` of them, whose values are
    from low to high, and counts how many they are.
    """
    if not 0 <= start < stop or not 1 <= width <= WIDEST:
        sentence = N_("points are for the heaps {start} to {stop}, in 1 to {most} columns")
        raise GrundyError(sentence, start=start, stop=stop, most=WIDEST)
    every = _numbers(name)[:stop] if _NUMBERS.fullmatch(name) else _values(_rules(name), stop)
    values = every[start:]
    found = _counted(values, start, width)
    return {"name": name, "start": start, "stop": stop, "count": len(values), "exact": found["step"] == 1, **found}


def _counted(values: NDArray[Any], start: int, width: int) -> dict[str, Any]:
    """Return the points of some values: each for itself, or counted in cells."""
    if len(values) <= width:
        known: list[int] = values.tolist()
        return {
            "step": 1,
            "n": [*range(start, start + len(known))],
            "low": known,
            "high": known,
            "counts": [1] * len(known),
        }
    found = cells(values, columns=max(1, width // BROAD), rows=ROWS)
    low = (found.values - (found.height - 1) / 2).astype(np.int64)
    return {
        "step": found.width,
        "n": (found.heaps - (found.width - 1) / 2 + start).astype(np.int64).tolist(),
        "low": low.tolist(),
        "high": np.minimum(low + found.height - 1, int(values.max())).tolist(),
        "counts": found.counts.tolist(),
    }


def _numbers(text: str) -> NDArray[Any]:
    """Return the numbers that a visitor has pasted: they are values of the heaps from 0 on, none of them negative."""
    return np.array([int(number) for number in re.findall("[0-9]+", text)], dtype=np.int64)


@lru_cache(8)
def _rules(name: str) -> Ruleset:
    """Return a ruleset; the same again for the same name, since it holds the values that were computed."""
    return queries.rules(name)


def _values(rules: Ruleset, count: int) -> NDArray[Any]:
    """Return the values of so many heaps."""
    if isinstance(rules, HeapRuleset):
        request_limits.check_heaps(count - 1)
        return rules.sequence(count, threads=1)
    request_limits.check_heaps(count - 1, SEARCHED)
    return np.array(
        list(islice(conjectures.values(conjectures.one_number(rules), ((n,) for n in range(count))), count))
    )


def _law(rules: Ruleset, to: int) -> Any:
    """Return the law that is found among the values up to a heap, or among as many as are usually looked at."""
    if isinstance(rules, HeapRuleset):
        request_limits.check_heaps(to)
        usual = rules.law(threads=1, seconds=PROVER)
        return usual if usual.proved or usual.checked_to >= to else rules.law(limit=to + 1, threads=1, seconds=PROVER)
    request_limits.check_heaps(to, SEARCHED)
    return conjectures.one_number(rules).law(limit=to, seconds=PROVER)  # type: ignore[attr-defined]  # a heap game, or one on one number


def _told(law: Any) -> dict[str, Any]:
    names = ("kind", "period", "preperiod", "saltus", "proved", "checked_to")
    return {"text": str(law), "explanation": law.explain(), **{name: getattr(law, name) for name in names}}


def _code(law: Any) -> dict[str, str]:
    """Return functions for a contest, by language; none where there is none that is short."""
    try:
        return {name: law.code(language) for name, language in LANGUAGES.items()}
    except GrundyError:
        return {}
