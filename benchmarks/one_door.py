"""Asks `grundy law` and `grundy prove` about the same rules: those of the catalogue that have numbers, codes, and others.

Each command is asked alone, with nothing remembered, in one process. What both found is printed of each rule, with their
seconds. Counted are disagreements (one has a proof and the other has none, or the two proofs say something else of a small
number) and laws that took longer than one and a half times the proof and a second, where there is a proof.

Run: ``python benchmarks/one_door.py [FROM [TO]]``, of the rules numbered so; ``--seconds S`` is the time of each (10).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from runpy import run_path
from time import perf_counter
from typing import Any

import grundy as gr
from grundy.common.errors import GrundyError
from grundy.faces.cli import arguments, theorems
from grundy.games import load_all
from grundy.proving.known import Periodic
from grundy.proving.theorem import Theorem
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapRuleset
from grundy.rules.ruleset import Ruleset
from grundy.values.patterns.law import Law

EXAMPLES = Path(__file__).parents[1] / "examples"
SECONDS = 10.0
MORE, SLACK = 1.5, 1.0
"""A law may take so many times as long as the proof, and so many seconds more."""
SMALL = 40
"""The numbers of one-heap positions on which two proofs are compared."""
CODES = (
    *("0.07", "0.137", "0.77", "0.6", "0.04", "0.156", "0.165", "0.104", "4.7", "0.8", "0.37f"),
    *("{1, 3, 4}", "{2, 5}", "{2, 3, 5, 7, 11}", "all-but {2, 3}", "all-but {1, 2, 4}", "split 3"),
)
PARAMETERS: dict[str, tuple[str, ...]] = {
    "up_to": ("m=1", "m=2", "m=4", "m=6", "m=9"),
    "some_of": ("s=1,3,4", "s=2,5", "s=1,2,7", "s=3,5,8", "s=2,9,11", "s=4,7,13"),
    "none_of": ("s=2", "s=1,2,4", "s=3"),
    "part": ("", "parts=3", "parts=5", "of=2 parts=3", "of=3 parts=5"),
    "part_up": ("", "parts=3", "parts=4"),
    "at_least_part": ("", "parts=3"),
    "one_or_part": ("", "parts=3", "parts=5"),
    "by_rest": ("", "by=3", "by=5"),
    "late": ("", "m=2 at=901"),
    "not_thrice": ("", "by=4"),
    "ended": ("", "m=3", "m=5"),
    "capped": ("", "m=1", "m=4"),
    "diagonal": ("", "most=1", "most=3", "by=2"),
    "near_diagonal": ("t=1", "t=2", "t=3"),
    "pushed": ("", "m=1"),
    "steps": ("", "m=2"),
    "stops": ("", "left=2"),
    "quota": ("", "times=1", "times=3"),
    "take_or_split": ("", "m=1", "m=3"),
    "take_and_split": ("m=1", "m=2", "m=3"),
    "exactly": ("k=2", "k=3"),
    "unequal": ("", "by=2"),
    "look_back": ("", "c=5"),
    "beside": ("", "c=3"),
}
"""The parameters with which rules of `plain_rules.py` are asked about; others have none."""


@dataclass(frozen=True)
class Found:
    """What a command found: its first line, its seconds, whether it is proved, and what tells a position's worth."""

    says: str
    seconds: float
    proved: bool
    what: Any

    @classmethod
    def of(cls, ask: Any) -> Found:
        """Ask, with nothing remembered."""
        gr.forget()
        begun = perf_counter()
        try:
            what = ask()
        except GrundyError as error:
            return cls(f"refused: {error}", perf_counter() - begun, False, None)
        took = perf_counter() - begun
        says = str(what) if isinstance(what, Law) else what.explain()
        return cls(says.partition("\n")[0], took, what.proved, what)


def rules() -> Iterator[str]:
    """Yield the words that name each rule, 191 of them."""
    for game in load_all():
        numbers = isinstance(game, FunctionRuleset) and game.integers and not game.scoring and not game.partisan
        if numbers or isinstance(game, HeapRuleset):
            for parameters in getattr(game, "trials", ()) or ({},):
                yield " ".join([game.name, *(f"{name}={_word(value)}" for name, value in parameters.items())])
    yield from CODES
    for name in (each.name.replace("-", "_") for each in _own()):
        for words in PARAMETERS.get(name, ("",)):
            yield f"{EXAMPLES / 'plain_rules.py'}:{name} {words}".strip()
    for name in ("t_wythoff t=2", "wythoff_to left=2", "euclid_at_most", "nim_with_passes", "all_but"):
        yield f"{EXAMPLES / 'theorems.py'}:{name}"


def _word(value: Any) -> str:
    """Return a parameter as it is written in words: of tuples without blanks."""
    return str(value).replace(" ", "") if isinstance(value, tuple) else str(value)


def _own() -> list[Ruleset]:
    return [each for each in run_path(str(EXAMPLES / "plain_rules.py")).values() if isinstance(each, Ruleset)]


def asked(words: str, seconds: float) -> tuple[Found, Found]:
    """Return what both commands find of a rule."""
    parts = arguments.joined(words.split()) if not words.startswith("{") else [words]
    by_law = Found.of(lambda: arguments.rules(parts).law(seconds=seconds))  # type: ignore[attr-defined]
    return by_law, Found.of(lambda: theorems.known(arguments.rules(parts), seconds=seconds))


def disagree(one: Found, other: Found) -> bool:
    """Return whether one is proved and the other is not, or whether two theorems are not the same."""
    if not (one.proved and other.proved):
        return one.proved != other.proved
    first, second = _theorem(one.what), _theorem(other.what)
    if first is not None and second is not None and first.law.kind == second.law.kind:
        return first.automata != second.automata
    losing, too = _losing(one.what), _losing(other.what)
    return losing is not None and too is not None and any(losing(n) != too(n) for n in range(SMALL))


def _theorem(what: Any) -> Theorem | None:
    """Return the theorem that was found, or from which a law follows."""
    made = what.theorem if isinstance(what, Law) else what
    return made if isinstance(made, Theorem) else None


def _losing(what: Any) -> Callable[[int], bool] | None:
    """Return what tells which numbers are lost, of a period or of a theorem about one number."""
    period = what.law if isinstance(what, Periodic) else what
    if isinstance(period, Law) and period.period:
        return lambda n: period.value(n) == 0
    made = _theorem(what)
    if made is None or len(made.moves.names) > 1:
        return None
    value = (0,) if made.law.kind == "graph" else ()
    return lambda n: made.automata[0].accepts(n, *value)


def main(words: list[str]) -> int:
    """Print a line of each rule, and the counts; return how many broke a promise."""
    seconds = SECONDS
    if "--seconds" in words:
        place = words.index("--seconds")
        seconds = float(words[place + 1])
        del words[place : place + 2]
    every = [*rules()]
    first, last = int(words[0]) if words else 0, int(words[1]) if words[1:] else len(every)
    apart: list[str] = []
    slow: list[str] = []
    proofs = 0
    for number, each in enumerate(every[first:last], first):
        by_law, by_proof = asked(each, seconds)
        proofs += by_proof.proved
        apart += [each] if disagree(by_law, by_proof) else []
        slow += [each] if by_proof.proved and by_law.seconds > MORE * by_proof.seconds + SLACK else []
        name = each.rpartition("/")[2]
        print(f"{number:3} {name}: law {by_law.seconds:.2f} s, prove {by_proof.seconds:.2f} s", flush=True)
        print(f"      {by_law.says[:100]}\n      {by_proof.says[:100]}", flush=True)
    print(
        f"{last - first} rules of {len(every)}, {proofs} proved, {len(apart)} disagreements, {len(slow)} laws too slow"
    )
    for each in (*apart, *slow):
        print(f"  {each}")
    return len(apart) + len(slow)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
