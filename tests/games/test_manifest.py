"""The manifest of the catalogue: of each rule whether it is compiled, and whether linear, or why not. No row gets worse.

``python -m tests.games.test_manifest`` writes it anew: what a change of the rules or of the language has made of a row is
seen in the difference. A new game has no row before.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.compiled_text import texts_of

from grundy.games import load, names
from grundy.kernels.jit import compiled
from grundy.language.refusal import Unreadable
from grundy.proving.moves import NoFormula
from grundy.proving.reading import moves
from grundy.rules.functions import ANY, FunctionRuleset
from grundy.rules.heaps import CodeRuleset, HeapFunction
from grundy.rules.ruleset import Ruleset

MANIFEST = Path(__file__).parents[1] / "manifest.tsv"
"""A row has a name, how the rule is compiled, and whether its moves are guarded linear ones; - where that is not asked."""
KNOWN = {row[0]: row[1:] for row in (line.split("\t") for line in MANIFEST.read_text(encoding="utf-8").splitlines())}


def how_compiled(rules: Ruleset) -> str:
    """Say whether the kernels have texts of a function, or why not."""
    if not isinstance(rules, FunctionRuleset | HeapFunction):
        return "-"
    try:
        return "compiled" if all(compiled(text) for text in texts_of(rules)) else "refused"
    except Unreadable as problem:
        return unplaced(problem.reason)


def how_linear(rules: Ruleset) -> str:
    """Say whether moves are guarded linear moves, of any number of heaps those of two; of an impartial game why not."""
    heaps = 2 if isinstance(rules, FunctionRuleset) and rules.shape == ANY else None
    impartial = isinstance(rules, FunctionRuleset | HeapFunction | CodeRuleset) and not (
        rules.partisan or rules.scoring
    )
    try:
        return "linear" if moves(rules, heaps=heaps).moves else "no moves"
    except NoFormula as problem:
        return unplaced(problem.reason) if impartial else "-"


def unplaced(reason: str) -> str:
    """Leave out the lines of the file: where a rule stands in it says nothing of the rule."""
    return re.sub(r"line \d+: ?", "", reason)


@pytest.mark.slow
@pytest.mark.some(9)  # in `.ci/run` the file is made anew
@pytest.mark.parametrize("name", KNOWN)
def test_what_is_compiled(name: str) -> None:
    assert how_compiled(load(name)) == KNOWN[name][0]


@pytest.mark.slow
@pytest.mark.some(10)
@pytest.mark.parametrize("name", KNOWN)
def test_what_is_linear(name: str) -> None:
    assert how_linear(load(name)) == KNOWN[name][1]


def test_the_manifest_is_of_the_catalogue() -> None:
    """And most of it is good: what is not has a reason."""
    assert set(KNOWN) <= set(names()) and list(KNOWN) == sorted(KNOWN)
    assert sum(row[0] == "compiled" for row in KNOWN.values()) > 60
    assert sum(row[1] == "linear" for row in KNOWN.values()) > 20


if __name__ == "__main__":
    rows = ((name, how_compiled(load(name)), how_linear(load(name))) for name in names())
    MANIFEST.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
