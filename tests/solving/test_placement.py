"""Placement games are decided by the moves that are left, as by plain play; what is none is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

import grundy as gr
from cases import nontrivial
from grundy.common.errors import RulesError
from grundy.common.evidence import ByDeciding
from grundy.games import load
from grundy.kernels.placement import IMAGE, IMAGES
from grundy.rules.functions import TurnsRuleset
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.rules.text.words import position
from grundy.solving.deciding import Deciding
from grundy.solving.placement import Placement, placement
from grundy.solving.results import WON


@gr.partisan_game
def tiles(taken: int, *, lefts: tuple[int, ...], rights: tuple[int, ...], player: int):
    """Lay one of your pieces on free cells."""
    for piece in lefts if player == LEFT else rights:
        if not taken & piece:
            yield taken | piece


tiles.placement()


def won_by(rules: TurnsRuleset) -> Callable[[Any], bool]:
    """Return who wins by the definition."""

    @cache
    def wins(state: Any) -> bool:
        return not all(map(wins, rules.options(state)))

    return wins


@pytest.mark.parametrize("count", [1200, pytest.param(20_000, marks=pytest.mark.hours)])
def test_random_games_of_tiles_are_decided_as_they_are_played(count: int) -> None:
    random, met = Random(count), 0
    for _turn in range(count):
        cells = random.randrange(5, 14)
        shapes = {sum(1 << c for c in random.sample(range(cells), random.choice((1, 2, 2, 3)))) for _ in range(18)}
        lefts, rights = tuple(shapes)[::2], tuple(shapes)[1::2]
        rules = TurnsRuleset(tiles.bind(lefts=lefts, rights=rights))

        wins, made = won_by(rules), placement(rules, (0, LEFT))
        assert made is not None
        found, state = Deciding(rules, made, misere=False, most=32), (0, random.choice((LEFT, RIGHT)))
        while options := [*rules.options(state)]:
            assert (found.told(state).value == WON) == wins(state)
            reply = found.reply(state, -1)
            assert (reply is not None) == wins(state) and (reply is None or not wins(reply))
            state = random.choice(options)
        met += found.nodes
    nontrivial(met)
    assert met > count


def test_a_move_is_counted_once_for_a_set_that_another_rules_out_too() -> None:
    lefts, rights = (576, 2048, 2080, 4100, 5, 12, 144), (2560, 1280, 40, 20)
    rules, state = TurnsRuleset(tiles.bind(lefts=lefts, rights=rights)), (0, RIGHT)
    made = placement(rules, state)
    assert made is not None
    assert (Deciding(rules, made, misere=False, most=32).told(state).value == WON) == won_by(rules)(state)


@pytest.mark.parametrize(("lefts", "rights", "images"), [(11, 13, {1}), (7, 7, {0, 1}), (11, 3, {0})])
def test_images_of_a_strip_are_one_state(lefts: int, rights: int, images: set[int]) -> None:
    """A strip that is turned round is the same, or the same for the other player."""
    for cells in range(9, 14):
        pieces = (tuple(each << c for c in range(cells - each.bit_length() + 1)) for each in (lefts, rights))
        rules = TurnsRuleset(tiles.bind(**dict(zip(("lefts", "rights"), pieces, strict=True))))
        made, wins, waiting, met = placement(rules, (0, LEFT)), won_by(rules), [(0, LEFT), (0, RIGHT)], set[Any]()
        assert made is not None
        assert {made.params[IMAGES + 1 + IMAGE * k] for k in range(made.params[IMAGES])} == images
        found = Deciding(rules, made, misere=False)
        while waiting:
            if (state := waiting.pop()) not in met:
                met.add(state)
                waiting += rules.options(state)
        assert all((found.told(state).value == WON) == wins(state) for state in sorted(met))


@pytest.mark.parametrize("name", ["col", "snort", "partisan-arc-kayles", "domineering"])
def test_games_of_the_catalogue_are_decided_as_they_are_valued(name: str) -> None:
    for start in load(name).small_positions(40):
        for player in (LEFT, RIGHT):
            rules, outcome = TurnsRuleset(start.ruleset), start.outcome().name
            made = placement(rules, (start.state, player))
            assert isinstance(made, Placement) and made.serves((start.state, player))
            told = Deciding(rules, made, misere=False).told((start.state, player)).value
            assert (told == WON) == (outcome in ("N", "L" if player == LEFT else "R"))


@pytest.mark.parametrize(
    ("words", "outcome"),
    [("domineering 6x7", "L"), ("domineering 7x7", "N"), pytest.param("domineering 7x8", "R", marks=pytest.mark.hours)],
)
def test_boards_are_decided_among_few_positions(words: str, outcome: str) -> None:
    """The winners that Breuker, Uiterwijk and van den Herik found (TCS 230, 2000)."""
    gr.forget()
    found = position(words.split(), load, begin=True).solve(method="decide")
    assert found.outcome.name == outcome
    assert found.positions < 12_000_000  # without bounds 3 and 14 million of the smaller ones


@pytest.mark.slow
@pytest.mark.parametrize("declared", [True, pytest.param(False, marks=pytest.mark.hours)])
def test_a_large_game_of_ones_own_is_decided_where_its_value_is_too_large(declared: bool) -> None:
    @gr.partisan_game
    def rooks(board: int, *, player: int):
        """Place a rook on five by five cells, in line with none of the other's, which stand from bit 32 on."""
        other = board >> 32 if player == LEFT else board & (1 << 32) - 1
        for cell in range(25):
            line = 31 << cell // 5 * 5 | 0x108421 << cell % 5
            if not (board >> cell | board >> (cell + 32)) & 1 and not other & line:
                yield board | 1 << (cell if player == LEFT else cell + 32)

    if declared:
        rooks.placement()
    found = rooks(0).solve()
    assert found.outcome is gr.Outcome.N and isinstance(found.evidence, ByDeciding)


def test_what_is_declared_a_placement_game_and_is_none_is_told() -> None:
    def refusal(rules: Any, *state: Any, names: Any = None) -> str:
        rules.placement(names)
        with pytest.raises(RulesError) as found:
            rules(*state).solve(method="decide")
        return str(found.value)

    @gr.partisan_game
    def growing(n: int, *, player: int):
        for cell in range(6):
            if not n >> cell & 1 and (cell == 0 or n >> (cell - 1) & 1):
                yield n | 1 << cell

    @gr.partisan_game
    def full(n: int, *, player: int):
        for cell in range(6):
            if not n >> cell & 1 and n.bit_count() < 4:
                yield n | 1 << cell

    @gr.partisan_game
    def words(text: str, *, player: int):
        yield text[1:]

    assert refusal(words, "ab") == "words is declared a placement game, but its moves cannot be told apart at words(ab)"
    assert refusal(growing, 0).startswith("growing is declared a placement game, but a move makes another possible at")
    assert "two moves hinder a third that neither hinders alone at full(" in refusal(full, 0)
    assert "its moves cannot be told apart" in refusal(full, 0, names=lambda n: range(9))
