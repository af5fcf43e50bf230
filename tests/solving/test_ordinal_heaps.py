"""Wythoff's game with infinite heaps: the lost pairs against the moves of the definition, among ordinals below ω²+ω."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from grundy.common.errors import GrundyError
from grundy.solving.ordinal_heaps import OrdinalWythoff, of_words
from grundy.values.outcome import Outcome
from grundy.values.patterns.law import Beatty
from grundy.values.surreal import OMEGA, ZERO, Surreal, ordinary_sum
from shell import Run

LIMITS = (ZERO, OMEGA, OMEGA * 2, OMEGA * OMEGA)
HEAPS = [limit + m for limit in LIMITS for m in range(8)]
SMALL = [limit + m for limit in LIMITS[:3] for m in range(4)]


def shortened(heap: Surreal) -> dict[Surreal, set[Surreal]]:
    """By what is taken from its end, what can be left of a heap, among some ordinals."""
    found: dict[Surreal, set[Surreal]] = {}
    for left, taken in product(HEAPS, HEAPS[1:]):
        if ordinary_sum(left, taken) == heap:
            found.setdefault(taken, set()).add(left)
    return found


@pytest.mark.slow
def test_lost_pairs_leave_none_and_all_others_one() -> None:
    """No move of the definition leads from a lost pair to another; where it is won a move is told that does."""
    shorter = {heap: shortened(heap) for heap in HEAPS}
    lost = {pair for pair in product(HEAPS, HEAPS) if OrdinalWythoff(pair).outcome is Outcome.P}
    assert len(lost) > 20
    for a, b in lost:
        assert not any((c, b) in lost for c in HEAPS if c < a) and not any((a, c) in lost for c in HEAPS if c < b)
        both = (pair for taken in shorter[a] for pair in product(shorter[a][taken], shorter[b].get(taken, ())))
        assert lost.isdisjoint(both), (str(a), str(b))
    for a, b in product(SMALL, SMALL):
        moves = OrdinalWythoff((a, b)).winning_moves()
        assert bool(moves) == ((a, b) not in lost)
        for move in moves:
            c, d = move.after
            assert OrdinalWythoff((c, d)).outcome is Outcome.P
            assert c <= a and d <= b and (c, d) != (a, b)
            if c != a and d != b:
                assert any(c in left and d in shorter[b].get(taken, ()) for taken, left in shorter[a].items())


def test_finite_heaps_are_lost_as_ever() -> None:
    pairs = product(range(30), range(30))
    assert all(
        (OrdinalWythoff((Surreal(a), Surreal(b))).outcome is Outcome.P) == Beatty(1).contains(a, b) for a, b in pairs
    )


def test_every_number_has_one_partner() -> None:
    for t in range(1, 6):
        law = Beatty(t)
        assert all(law.contains(a, law.partner(a)) for a in (*range(500), 10**30, 10**30 + 1, 165580141, 267914296))


def test_what_is_asked_of_wythoff() -> None:
    with pytest.raises(GrundyError, match="two heaps, not 3"):
        of_words(["wythoff", "w", "1", "2"])
    with pytest.raises(GrundyError, match="it is known who wins, and no value"):
        _value = OrdinalWythoff((OMEGA, Surreal(5))).value


def test_what_is_said_of_infinite_heaps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run = Run(monkeypatch, tmp_path)
    assert run("explain", "nim", "w", "3").out.splitlines() == [
        "nim(w, 3): first player wins",
        "The nim-sum, power of w by power of w, is w+3; the player to move loses exactly when it is 0.",
        "winning move: heap 1: w → 3",
    ]
    told = "With a heap of w the player to move loses exactly when the other heap is w+1."
    assert run("explain", "wythoff", "w", "w+1").out.splitlines() == ["wythoff(w, w+1): second player wins", told]
    for command in ("solve", "explain"):  # in misère play w → 1 loses from nim(w, 1)
        refused = run.wrong(command, "nim", "w", "1", "--play", "misere")
        assert refused == "nim(w, 1) has infinite heaps, which are solved in normal play only"
