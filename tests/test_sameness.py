"""Whether rules are the same is decided once: what is derived from their identity says the same, however it is asked."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

import grundy as gr
from grundy.games import load, names
from grundy.rules.algebra import NegativeRuleset
from grundy.rules.data import fingerprint, identity, meaning, stored_hash
from grundy.rules.functions import to_move
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

M = 3


@gr.game
def taken(n: int, *, m: int = 3):
    for k in range(1, min(m, n) + 1):
        yield n - k


@gr.game
def bounded(n: int):
    for k in range(1, min(M, n) + 1):
        yield n - k


@gr.game
def in_words(n: int, *, m: int = 3):
    yield from (int(word) for word in (str(n - m),) if n >= m)


def made_anew(m: int) -> Any:
    """The rules of `taken` once more, as another object with another name of its parameter."""

    @gr.game
    def other(n: int, *, most: int = m):
        for k in range(1, min(most, n) + 1):
            yield n - k

    return other


def several() -> Iterator[Ruleset]:
    """Rulesets of every kind; some are the same in other words."""
    yield from (taken, taken.bind(m=3), taken.bind(m=4), made_anew(3), made_anew(4), in_words, in_words.bind(m=4))
    yield from (gr.octal("0.77"), gr.kayles, gr.code("0.77"), gr.octal("0.07"))
    yield from (gr.digraph({1: [2]}), gr.digraph({1: [2], 2: []}), gr.digraph({1: [3]}), gr.chase({0: [1], 1: [0]}))
    yield from (gr.domineering, gr.impartial(gr.domineering), gr.clobber)


@pytest.mark.some(26)
@pytest.mark.parametrize("name", names())
def test_rules_of_the_catalogue(name: str) -> None:
    rules = load(name)
    assert identity(rules) == (meaning(rules) or fingerprint(rules))
    assert stored_hash(rules) == meaning(rules) or not meaning(rules)
    assert pickle.loads(pickle.dumps(rules)).means(rules)


def test_means_is_what_the_hashes_say() -> None:
    met = 0
    for one, other in combinations(several(), 2):
        same = one.means(other)
        assert same == other.means(one)
        assert not same or one.content == other.content
        assert one.key != other.key or same
        # the nodes of a digraph have names, which its data leave out
        if type(one) is type(other) and meaning(one) and meaning(other) and not hasattr(one, "arrows"):
            assert same == (identity(one) == identity(other)) == (stored_hash(one) == stored_hash(other))
            met += same
    assert met >= 4


def versions(position: Position) -> list[Position]:
    """A position in all that can be made of its rules."""
    one = gr.nim(1)
    made = [position, position + one, one + position, to_move(position, gr.LEFT), to_move(position, gr.RIGHT)]
    made += [gr.conjunctive(position, one), gr.conjunctive(position, one, ends="last"), gr.selective(position, one)]
    return [*made, Position(NegativeRuleset(position.ruleset), position.state)] if position.ruleset.partisan else made


@pytest.mark.parametrize("start", [taken(5), gr.octal("0.77")(5), gr.domineering(2, 2), gr.clobber(2, 2)], ids=str)
def test_what_rules_are_made_of_decides(start: Position) -> None:
    """Sums, negatives, versions with a turn: equal where their parts are, and with nothing else."""
    again = Position(start.ruleset.bind(**start.ruleset.params), start.state)
    for one, other in zip(versions(start), versions(again), strict=True):
        assert one == other and hash(one) == hash(other)
        assert one.ruleset.means(other.ruleset) and one.ruleset.key == other.ruleset.key
        assert one.ruleset.alike(one.state, other.state)
    assert not any(one == other for one, other in combinations(versions(start), 2))


def test_sums_of_rules_that_mean_the_same() -> None:
    one, other, third = taken(5), made_anew(3)(5), made_anew(4)(5)
    assert one.ruleset.means(other.ruleset) and not one.ruleset.means(third.ruleset)
    sums = [each + gr.nim(2) for each in (one, other, third)]
    assert sums[0].ruleset.means(sums[1].ruleset) and not sums[0].ruleset.means(sums[2].ruleset)
    assert sums[0].ruleset.key != sums[1].ruleset.key


def test_parameters_decide_where_there_are_no_data() -> None:
    """A certificate names such rules by their source alone; what is stored is of the parameters too."""
    one, other = in_words, in_words.bind(m=4)
    assert not meaning(one) and identity(one) == identity(other) == fingerprint(one)
    assert stored_hash(one) != stored_hash(other) and not one.means(other)


def test_a_changed_constant_is_another_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    before = identity(bounded), stored_hash(bounded)
    monkeypatch.setitem(globals(), "M", 4)
    assert identity(bounded) != before[0] and stored_hash(bounded) != before[1]
    monkeypatch.undo()
    assert (identity(bounded), stored_hash(bounded)) == before
