"""The manifest of the catalogue: of each rule whether it is compiled, and whether linear, or why not. No row gets worse."""

from __future__ import annotations

import pytest
from tests.compiled_text import texts_of

from grundy.games import load, names
from grundy.kernels.jit import compiled
from grundy.lang.refusal import Unreadable
from grundy.proofs.moves import NoFormula
from grundy.proofs.reading import moves
from grundy.rules.codes import CodeRuleset
from grundy.rules.functions import ANY, FunctionRuleset
from grundy.rules.heaps import HeapFunction

NOT_COMPILED = {
    "sprouts": "line 37: parsed() cannot be read (line 48: dictionaries are not read)",
    "word-chain": "line 30: joint() cannot be read (line 23: 'word' is a number and has no items)",
}
"""Rules that are functions and have no text for the kernels."""
LINEAR = {
    *(
        "adjacent-pairs",
        "bash",
        "chomp",
        "choose-nim",
        "cop-and-robber",
        "dawsons-chess",
        "dawsons-kayles",
        "digraph-sum",
        "fibonacci-nim",
    ),
    *("grundys-game", "guiles", "k-division", "kayles", "lasker", "nim", "nim-with-increases", "northcott", "officers"),
    *("silver-dollar", "split-nim", "staircase-nim", "subtraction", "tree-flip", "wythoff"),
}
"""Rules whose moves are guarded linear moves, of any number of heaps those of two."""
NOT_LINEAR = {
    "awari": "line 25: a position is one tuple, of no fixed length",
    "chess-endings": "line 73: a number is divided by one that is not constant",
    "connect4": "line 27: bit arithmetic is not linear",
    "dodgem": "line 28: bit arithmetic is not linear",
    "euclid": "line 21: a number is divided by one that is not constant",
    "every-euclid": "line 36: while has no bound that could be read; use for … in range(…)",
    "fox-and-geese": "line 28: bit arithmetic is not linear",
    "gale": "line 31: bit arithmetic is not linear",
    "green-hackenbush": "line 35: bit arithmetic is not linear",
    "hare-and-hounds": "line 39: bit arithmetic is not linear",
    "hex": "line 27: bit arithmetic is not linear",
    "moores-nim": "line 28: there are more than 2,000 ways through the rules",
    "pawn-duel": "line 45: bit arithmetic is not linear",
    "sprouts": NOT_COMPILED["sprouts"],
    "teeko": "line 27: bit arithmetic is not linear",
    "three-mens-morris": "line 29: bit arithmetic is not linear",
    "tic-tac-toe-3d": "line 34: bit arithmetic is not linear",
    "tic-tac-toe": "line 27: bit arithmetic is not linear",
    "treblecross": "line 34: bit arithmetic is not linear",
    "word-chain": NOT_COMPILED["word-chain"],
}
"""Why other rules of impartial functions are not."""


@pytest.mark.parametrize("name", names())
def test_what_is_compiled(name: str) -> None:
    rules = load(name)
    if not isinstance(rules, FunctionRuleset | HeapFunction):
        return
    try:
        texts = texts_of(rules)
    except Unreadable as problem:
        assert problem.reason == NOT_COMPILED[name]
        return
    assert name not in NOT_COMPILED and all(compiled(text) for text in texts)


@pytest.mark.some(40)
@pytest.mark.parametrize("name", names())
def test_what_is_linear(name: str) -> None:
    rules = load(name)
    heaps = 2 if isinstance(rules, FunctionRuleset) and rules.shape == ANY else None
    try:
        assert moves(rules, heaps=heaps).moves
    except NoFormula as problem:
        assert name not in LINEAR
        impartial = isinstance(rules, FunctionRuleset | HeapFunction | CodeRuleset) and not (
            rules.partisan or rules.scoring
        )
        assert not impartial or problem.reason == NOT_LINEAR[name]
        return
    assert name in LINEAR
