"""Every assertion of MCGS's test files: who wins sums of games, nim-values, thermographs; read from the files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import grundy as gr
from brute import xor
from grundy.values.nimber import mex
from grundy.values.short import game, nimber, up

FOLDER = Path(__file__).parents[1].parent.parent / "shared" / "conformance" / "mcgs"
FILES = sorted(FOLDER.glob("*.test"))
PLAYERS = {"B": gr.LEFT, "W": gr.RIGHT}
NAMES = {"elephants": "elephants_and_rhinos", "clobber_1xn": "clobber", "nogo_1xn": "nogo"}
TOKEN = re.compile(r"/\*.*?\*/|\{[^}]*\}|\[[^\]]*\]|\([^)]*\)|[^\s{}\[\]]+", re.DOTALL)

DEAR = {"3x3": 12, "4x4": 8, "nogo_4x4_filled": 2, "nogo_from_1xn_filled_easy": 1}
"""Files whose boards take seconds each: how many of their assertions are checked every day."""


class Case(NamedTuple):
    """A sum of games, by name and text, and what is asserted of it."""

    terms: list[tuple[str, str]]
    claim: str


def cases(text: str) -> Iterator[Case]:
    """Yield the assertions of a file."""
    name, terms = "", []
    for token in TOKEN.findall(text):
        if token.startswith(("/*", "{version")):
            continue
        if token.startswith("["):
            name = token[1:-1]
        elif token.startswith("{"):
            yield Case(terms, token[1:-1].strip())
            terms = []
        else:
            terms.append((name, token.strip("() ")))


def position(name: str, text: str) -> gr.Position:
    """Return the position that a token stands for."""
    plain = name.split()[-1]
    if plain == "kayles":
        return gr.kayles(int(text))
    rules = getattr(gr, NAMES.get(plain, plain))
    return (gr.impartial(rules) if name.startswith("impartial") else rules)(text)


def worth(name: str, text: str) -> gr.Value | None:
    """Return the value that a token stands for, if it is no position of a game."""
    name = name.split()[-1]
    if name in ("integer_game", "dyadic_rational"):
        return gr.Value(Fraction(text))
    if name == "nimber":
        return nimber(int(text))
    if name == "switch_game":
        left, right = (Fraction(part) for part in text.split(","))
        return game([left], [right])
    if name == "up_star":
        return up(int(text.split()[0]), star=int("*" in text))
    return None


@cache
def impartial_value(value: gr.Value) -> int:
    """Return the Grundy value of a value's canonical form where both may move as either."""
    number = value.number
    if number is not None and number.denominator == 1 and abs(number) > 2:  # n moves to n - 1 only
        return int(abs(number)) % 2
    return mex({impartial_value(option) for option in (*value.left_options, *value.right_options)})


def check(case: Case) -> None:
    """Assert what a case claims."""
    impartial = [name.startswith("impartial") or name == "kayles" for name, _ in case.terms]
    values = [worth(*term) for term in case.terms]
    positions = [position(*term) for term, value in zip(case.terms, values, strict=True) if value is None]
    if case.claim.startswith("thermograph"):
        assert len(positions) == 1
        walls = dict(re.findall(r"([LR]):\s*((?:\([^)]*\)\s*)+)", case.claim))
        graph = positions[0].thermograph()
        for side, corners in (("L", graph.left_wall), ("R", graph.right_wall)):
            wanted = [
                tuple(Fraction(part.strip()) for part in corner.split(","))
                for corner in re.findall(r"\(([^)]*)\)", walls[side])
            ]
            assert list(corners) == wanted, case
        return
    if all(impartial):
        found = xor(impartial_value(value) for value in values if value is not None)
        found ^= xor(term.grundy() for term in positions)
        outcome = {"B": found != 0, "W": found != 0}
    else:
        found = -1
        total = sum((value for value in values if value is not None), gr.Value(0))
        if positions:
            assert not any(value is not None for value in values)
            solution = sum(positions[1:], positions[0]).solve().outcome
        else:
            solution = total.outcome
        outcome = {"B": solution.value in "LN", "W": solution.value in "RN"}
    for part in case.claim.split(","):
        words = part.split()
        if words[0] == "N":
            assert found == int(words[1]), case
        else:
            assert words[1] in ("win", "loss"), case
            assert outcome[words[0]] == (words[1] == "win"), case


def test_the_folder_is_there() -> None:
    """Where CI is set a missing folder is an error."""
    if not FILES and os.environ.get("CI"):
        pytest.fail(f"{FOLDER} is missing")
    if not FILES:
        pytest.skip(f"{FOLDER} is not there")


def checked(path: Path, part: slice) -> int:
    """Check a part of a file's assertions; return how many there are in all."""
    found = list(cases(path.read_text(encoding="utf-8")))
    for case in found[part]:
        check(case)
    return len(found)


@pytest.mark.slow
@pytest.mark.some(1)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_assertion(path: Path) -> None:
    """Each line of the file holds; of the dear ones, the first, and the rest in a slow test."""
    assert checked(path, slice(DEAR.get(path.stem))) > DEAR.get(path.stem, 0)


@pytest.mark.hours
@pytest.mark.parametrize("path", [path for path in FILES if path.stem in DEAR], ids=lambda path: path.stem)
def test_the_rest_of_dear_files(path: Path) -> None:
    checked(path, slice(DEAR[path.stem], None))
