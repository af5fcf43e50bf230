"""Rules with a snare each: what a reader may take for something else than Python does; they are texts in `tests/snares`.

A file has kinds (``## kind``), and of each kind rules, each the text of functions of which the last is the rule, under a
line ``# name`` or ``# name :: word``. The word is what is said where the rule is not read, in `laws.txt` that its law is to
be found and proved, and in `styles.txt` after ``law: `` which law that is.
"""

from __future__ import annotations

import collections
import enum
import math
import re
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from generated import define


class Settings:
    """A class with a property that counts how often it is asked."""

    asked = 0

    @property
    def most(self) -> int:
        Settings.asked += 1
        return 2 if Settings.asked < 300 else 1 + Settings.asked % 2


class Odd(int):
    """An integer that is not equal to what it is."""

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = int.__hash__


class Many(tuple[int, ...]):
    """A tuple that holds everything."""

    def __contains__(self, item: object) -> bool:
        return True


class Size(enum.IntEnum):
    """Constants that are found by their name in a set, and by their number in a tuple."""

    SMALL = 1
    LARGE = 3


MODULE, USUAL = types.ModuleType("module"), types.ModuleType("usual")
MODULE.__dict__["__getattr__"] = lambda name: 2
USUAL.__dict__["MOST"] = 2

GLOBALS: dict[str, Any] = {
    "Size": Size,
    "SETTINGS": Settings(),
    "ODD": Odd(7),
    "MANY": Many((1, 2)),
    "MODULE": MODULE,
    "USUAL": USUAL,
    "FROZEN": frozenset({1, 3, 4}),
    "ODDS": frozenset({Size.SMALL, 3}),
    "TAKE": (1, 2, 4),
    "math": math,
    "gcd": math.gcd,
    "LIST": [1, 3, 4],
    "RAGGED": [[1, 2], [0], [], [0, 1, 2]],
    "EITHER": ([1], (2, 3), ()),
    "ROADS": ((1, 2), (0,), (), (0, 1, 2)),
    "DEEP": (((0, 0), (0, 1)), ((0, 0), (1, 0), (2, 2)), ((1, 1),)),
    "MIXED": ((1, (2, 3)), (4, (5,)), (6, ())),
    "STEPS": [(0, 1), (1, 0)],
    "SET": {32, 1, 16, 8, 0, 64},
    "PAIRS": {(0, 1), (2, 0), (1, 1)},
    "DICT": {4: 2, 0: 7, 1: -1},
    "GRAPH": {0: [1, 2], 1: [], 2: [0]},
    "AT": {(0, 0): 3, (1, 2): 5},
    "WAYS": {(0, 0): [(0, 1), (1, 0)], (1, 2): [], (2, 0): [(3, 3)]},
    "TWICE": {0: {1: 2}, 1: {0: 3}},
    "NOTHING": set(),
    "MISSING": collections.Counter({1: 2}),
    "BY_NAME": {Size.SMALL: 2, 3: 5},
    "WORD": "abcab",
    "WORDS": ("ab", "", "bca", "b"),
    "COST": {"a": 1, "b": 4, "c": 0},
}
"""What the rules find in their module."""


class Snare(NamedTuple):
    """A rule as a text, its kind, and the word that stands with it."""

    kind: str
    text: str
    word: str

    @property
    def is_read(self) -> bool:
        return not self.word or self.word.startswith("law: ")

    def rule(self) -> Callable[..., Any]:
        return define(self.text, **GLOBALS)


def snares(*files: str) -> dict[str, Snare]:
    """The rules of some files, by kind and name."""
    found: dict[str, Snare] = {}
    for file in files:
        kind = ""
        text = (Path(__file__).parent / "snares" / f"{file}.txt").read_text(encoding="utf-8")
        for part in re.split(r"^#", text, flags=re.MULTILINE)[1:]:
            head, _newline, own = part.partition("\n")
            if head.startswith("#"):
                kind = head[1:].strip()
                continue
            name, _sign, word = head.strip().partition(" :: ")
            assert f"{kind}: {name}" not in found, name
            found[f"{kind}: {name}"] = Snare(kind, own.strip("\n") + "\n", word)
    return found


def styles(kind: str) -> dict[str, Callable[..., Any]]:
    """The ways of writing of a kind, by their names: those of ``three`` and ``three again`` take one, two or three."""
    found = {name: snare.rule() for name, snare in snares("styles").items() if snare.kind == kind}
    return {name.removeprefix(f"{kind}: "): rule for name, rule in found.items()}
