"""Reviews of matches: marks are those of brute force, a match's text is read back, what is damaged is refused."""

from __future__ import annotations

import builtins
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy import games
from grundy.common.errors import GrundyError
from grundy.common.messages import use
from grundy.faces.cli import arguments, main
from grundy.playing import review as reviewing
from grundy.playing.match import Match
from grundy.playing.opponent.choice import Choice, Proved
from grundy.playing.record import address, begun, read, usual_position, written
from grundy.playing.review import cost, endings, review
from grundy.rules.functions import TurnsRuleset
from grundy.rules.position import Position
from grundy.rules.solution import Move
from grundy.rules.text.words import split

STARTS = [
    gr.nim(2, 3, 3),
    gr.chomp(3, 3, 2),
    gr.tic_tac_toe(),
    gr.domineering(3, 3),
    games.load("deque")(3, 1, 4, 1, 5),
]


def played(match: Match, seed: int, most: int = 100) -> Match:
    chance = random.Random(seed)
    while not match.over and len(match.turns) <= most:
        match.make(chance.choice(list(match.position.moves())))
    return match


def brute(match: Match) -> int:
    """Return what who moved first gets with best play: 1, 0 or -1, or the points more than the other's."""
    results = [brute(match.after(move)) for move in match.position.moves()]
    if results:
        return max(results) if match.mover == 0 else min(results)
    if match.position.ruleset.scoring:
        return match.points[0] - match.points[1]
    return {0: 1, 1: -1, None: 0}[match.winner]


@settings(max_examples=25)
@given(st.sampled_from(STARTS), st.integers(0, 10**6), st.sampled_from(["normal", "misere"]))
def test_a_review_is_that_of_brute_force(start: Position, seed: int, play: str) -> None:
    whole = played(begun(start, "normal" if start.ruleset.scoring else play), seed)
    first = max(0, len(whole.turns) - 5)  # brute force sees the last moves
    match = begun(start, "misere" if whole.play.misere else "normal")
    match.turns = whole.turns
    found = review(match, 30.0)
    truth = {number: brute(match.at(number)) for number in range(first, len(match.turns))}
    assert {number: found.standings[number] for number in truth} == truth
    nontrivial("mistake" in [each.mark for each in found.moves])
    for number in range(first, len(match.turns) - 1):
        each, at = found.moves[number], match.at(number)
        kept = [move for move in at.position.moves() if brute(at.after(move)) == truth[number]]
        lost = not start.ruleset.scoring and truth[number] == (-1, 1)[number % 2]
        only = len(kept) == 1 < sum(1 for _ in at.position.moves())
        assert each.mark == ("mistake" if each.move not in kept else "lost" if lost else "only" if only else "good")
    if found.deciding is not None and found.deciding.number >= first:
        at = match.at(found.deciding.number)
        assert brute(at.after(found.deciding.better)) == truth[found.deciding.number]


def test_the_reason_is_in_the_words_of_the_game() -> None:
    match = begun(gr.nim(3, 4, 5))
    for words in ("0 4 5", "0 4 4", "0 0 4", "0 0 0"):
        match.make(match.read(words))
    found = review(match)
    assert found.bar == "▀▄▄▄▄" and found.deciding is not None and "The xor is not 0" in found.deciding.reason
    assert "Move 1 decided it. You played heap 1: 3 → 0; heap 1: 3 → 1 was better." in found.told(("You", "grundy"))
    json.dumps(found.to_dict())


def nimber(position: Position) -> int:
    """Return the Grundy value by the rule of mex alone."""
    after = {nimber(move.after) for move in position.moves()}
    return next(n for n in range(len(after) + 1) if n not in after)


def value(position: Position) -> gr.Value:
    """Return the value of a partisan position, made of the options of both players."""
    rules = position.ruleset
    sides = [
        "".join(f",{value(Position(rules, after))}" for after in rules.options_of(position.state, player))[1:]
        for player in (gr.LEFT, gr.RIGHT)
    ]
    return gr.Value("{" + "|".join(sides) + "}")


def has_free(match: Match, count: int) -> bool:
    """Whether the player to move has so many moves more: with so many of his own for the other, who begins loses."""

    def wins(position: Position, spare: int, own: bool) -> bool:
        after = [(move.after, spare) for move in position.moves()]
        passes = [(flipped(position), spare - 1)] if own and spare else []
        return any(not wins(*each, not own) for each in after + passes)

    return not wins(match.position, count, own=False) and not wins(flipped(match.position), count, own=True)


def flipped(position: Position) -> Position:
    return Position(position.ruleset, (position.state[0], -position.state[1]))


def lasting(match: Match) -> int:
    """Return how many moves the player to move needs to win, if he hurries and the other holds out; 0: he does not win."""
    if match.over:
        return 0
    after = [match.after(move) for move in match.position.moves()]
    won = [1 if each.over else 2 + max(lasting(reply) for reply in replies(each)) for each in after if brute_lost(each)]
    return min(won, default=0)


def replies(match: Match) -> list[Match]:
    return [match.after(move) for move in match.position.moves()]


def brute_lost(match: Match) -> bool:
    return brute(match) == (-1, 1)[match.mover]


def spoilers(match: Match) -> list[Move]:
    """Return the moves that make the result worse for who makes them."""
    sign = (1, -1)[match.mover]
    after = [(move, sign * brute(match.after(move))) for move in match.position.moves()]
    return [move for move, result in after if result < sign * brute(match)]


COSTLY = [
    gr.nim(1, 2, 2),
    gr.kayles(3, 2),
    gr.tic_tac_toe("XO.|.X.|..O"),
    gr.domineering(2, 4),
    usual_position("hackenbush BRB RB"),
    games.load("deque")(3, 1, 4, 1, 5),
]


@settings(max_examples=40)
@given(st.sampled_from(COSTLY), st.integers(0, 10**6), st.sampled_from(["normal", "misere"]))
def test_what_a_mistake_is_said_to_have_cost_is_true(start: Position, seed: int, play: str) -> None:
    plain = start.ruleset.scoring or start.ruleset.partisan
    whole, chance = played(begun(start, "normal" if plain else play), seed), random.Random(seed)
    slips = [at for number in range(len(whole.turns)) if spoilers(at := whole.at(number))]
    nontrivial(bool(slips))
    if not slips:
        return
    match = chance.choice(slips)
    sign, spoiled = (1, -1)[match.mover], spoilers(match)
    made, better = chance.choice(spoiled), match.solution().best_move
    assert better is not None
    found, then, kept = cost(match, made, better), match.after(made), match.after(better)
    assert found.said("the other") and found.better == better.text and found.played == made.text
    if found.points:
        assert found.points == sign * (brute(kept) - brute(then)) > 0
    if found.answer:
        reply = next(each for each in then.position.moves() if each.text == found.answer)
        assert brute(then.after(reply)) == -sign
        assert found.lasts in (None, lasting(then))
    elif not start.ruleset.scoring:
        assert brute(then) == (-sign if then.over and found.lasts == 0 else 0)
    if isinstance(then.position.ruleset, TurnsRuleset):
        rules, state = then.position.ruleset.rules, then.position.state[0]
        assert gr.Value(found.left) == value(Position(rules, state))
        assert not found.free or has_free(then, found.free)
    elif found.left:
        assert int(found.left) == nimber(then.position) and int(found.kept) == nimber(kept.position) == 0
        here = match.position
        worth = [nimber(Position(*part)) for part in here.ruleset.components(here.state)]
        assert [*found.parts] in ([], worth)


def test_of_a_partisan_board_the_hottest_part_is_told() -> None:
    match = begun(games.load("domineering")("..#....|..#....|###....|###...."))
    match.make(next(move for move in match.position.moves() if "(1,1)" in move.text))
    while not match.over:
        match.make(next(match.position.moves()))
    found = review(match, 30.0)
    assert all(each.temperature for each in found.moves)
    assert found.hottest is not None and found.heats[found.hottest] == "█"
    assert f"hottest before move {found.hottest + 1}, at temperature" in found.told(("Left", "Right"))[-1]


def test_who_is_told_of_a_mistake_of_the_others_is_spoken_to() -> None:
    said: set[str] = set()
    for start in (gr.nim(1, 2), gr.nim(2), gr.tic_tac_toe(), gr.domineering(2, 3)):
        for seed in range(12):
            found = review(played(begun(start, "misere" if start == gr.nim(2) else "normal"), seed), 30.0)
            if found.deciding is not None and found.deciding.cost is not None:
                said.update(found.deciding.cost.said("You"))
    assert any("You then win " in line or "You win " in line for line in said)
    assert any("you have won" in line or "for you." in line for line in said)
    assert not [line for line in said if "You wins" in line or "You then wins" in line or " You " in line]


@pytest.mark.parametrize("name", ["dots-and-boxes", "domineering"])
def test_how_a_match_ended_is_known_though_nothing_is_solved(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "SOLVING", 0.0)
    match = played(begun(usual_position(name)), 4)
    won = {0: 1, 1: -1, None: 0}[match.winner]
    assert reviewing.review(match, 0.1).standings[-1] == (match.points[0] - match.points[1] or won)


def test_of_what_is_too_large_the_end_is_known() -> None:
    match = played(begun(gr.connect4(width=7, height=6)), 3)
    found = review(match, 1.0)
    assert 0 < found.known_from < len(match.turns) and found.bar.startswith("·")
    assert f"known only after move {found.known_from}," in found.told(("A", "B"))[0]


@settings(max_examples=25)
@given(st.sampled_from(STARTS), st.integers(0, 10**6), st.sampled_from(["normal", "misere"]))
def test_what_is_searched_to_the_end_is_that_of_brute_force(start: Position, seed: int, play: str) -> None:
    match = played(begun(start, "normal" if start.ruleset.scoring else play), seed)
    last = len(match.turns) - 2
    first = max(0, last - 3)
    found = {number: choice for number, choice in endings(match, last, 30.0).items() if number >= first}
    nontrivial(any(choice.verdict == "loss" for choice in found.values()))
    assert [*found] == [*range(last, first - 1, -1)]
    for number, choice in found.items():
        at, sign = match.at(number), (1, -1)[number % 2]
        truth = sign * brute(at)
        assert choice.verdict == ("win" if truth > 0 else "loss" if truth < 0 else "tie")
        assert sign * brute(at.after(choice.move)) == truth
        if choice.points is not None:
            assert choice.points + sign * (at.points[0] - at.points[1]) == truth


def test_a_move_that_is_known_to_win_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(begun(gr.nim(3, 4, 5)), 1)
    last = len(match.moves) - 1
    assert last > 2 and not endings(match, last, 0.0) and [*endings(match, last, 0.0, won=True)] == [last]
    lost = Choice(match.moves[0], "loss", Proved(9, 9))
    monkeypatch.setattr("grundy.playing.review.ending", lambda at, _seconds: lost if len(at.turns) == last else None)
    found = endings(match, last, 1.0, won=True)
    assert [(number, choice.verdict, choice.move == match.moves[number]) for number, choice in found.items()][::2] == [
        (last, "win", True),
        (last - 2, "win", True),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("misere", [False, True])
def test_where_nothing_is_solved_a_review_rests_on_what_is_searched(
    misere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "SOLVING", 0.0)
    for start in STARTS:
        match = played(begun(start, "misere" if misere and not start.ruleset.scoring else "normal"), 5)
        match.undo(1)  # what is over needs no search
        found = reviewing.review(match, 60.0)
        known = {number: brute(match.at(number)) for number in range(max(0, len(match.turns) - 3), len(match.turns))}
        assert {number: found.standings[number] for number in known} == known
        if found.deciding is not None and found.deciding.number in known:
            at = match.at(found.deciding.number)
            assert brute(at.after(found.deciding.better)) == known[found.deciding.number]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "method", "seconds"),
    [
        ("awari", "a search to the end", 20.0),
        pytest.param("teeko", "a search for the winner among 1 position", 20.0, marks=pytest.mark.hours),
    ],
)
def test_of_a_large_game_that_goes_round_the_last_moves_are_known(name: str, method: str, seconds: float) -> None:
    match = begun(usual_position(name))
    chance = random.Random(2)
    while not match.over:
        moves = list(match.position.moves())
        won = [move for move in moves if (then := match.after(move)).over and then.winner == match.mover]
        match.make(won[0] if won else chance.choice(moves))
    found = review(match, seconds)
    assert found.known_from < len(match.turns) - 1 and found.method == method
    assert found.standings[-2] == found.standings[-1]


# ---- the text of a match


def position(words: str) -> Position:
    return arguments.position(split(words))


@pytest.mark.some(15)
@pytest.mark.parametrize("name", games.names())
def test_a_match_is_read_back(name: str) -> None:
    for begins, play in (("left", "normal"), ("right", "misere")):
        rules: Any = games.load(name)
        match = played(begun(rules.start(), "normal" if rules.scoring else play, begins=begins), 1, most=4)
        for text in (written(match, name), address(match, name)):
            again = read(text, position)
            assert again.turns == match.turns and again.play == match.play


@pytest.mark.parametrize("spoken", ["en", "zh"])
@pytest.mark.parametrize(
    "name", ["nim 3 4 5", "kayles 7", "chomp 3x4", "col 3x3", "dots-and-boxes 1x2", "domineering 3x3"]
)
def test_a_text_is_read_in_any_language(name: str, spoken: str) -> None:
    """Who is sent a match may speak another language; its moves are told in that."""
    chance, match = random.Random(name), begun(usual_position(name))
    with use(spoken):
        while not match.over:
            match.make(chance.choice([*match.position.moves()]))
        text = written(match, name)
    with use("en" if spoken == "zh" else "zh"):
        again = read(text)
        assert again.position == match.position
        assert [move.text for move in again.moves] == [
            turn.position.move_to(later.position.state).text
            for turn, later in zip(match.turns, match.turns[1:], strict=False)
        ]
    nontrivial(len(match.turns) > 3)


WHOLE = "grundy match: nim 3 4 5\nplay: normal, endless draw, first begins\n1. heap 1: 3 -> 0\n2. heap 3: 5 -> 4\n"
ADDRESS = "http://localhost/play?position=nim+3+4+5&moves=0.=0+4+4&first=human"
DAMAGED = {
    "": "not a saved match",
    "nim 3 4 5\n": "not a saved match",
    WHOLE.replace("normal", "odd"): "not a saved match",
    WHOLE.replace("nim 3", "nin 3"): "nin",
    WHOLE.replace("nim 3", "'nim 3"): "quotation mark",
    WHOLE.replace("nim 3 4 5", "kayles 12"): "line 3 of the match",
    WHOLE.replace("5 -> 4", "4 -> 5"): "line 4 of the match",
    WHOLE.replace("2. ", "3. "): "line 4 of the match",
    WHOLE.replace("2. heap 3: 5 -> 4", "2."): "line 4 of the match",
    ADDRESS.replace("nim+3", "nin+3"): "nin",
    ADDRESS.replace("position", "place"): "not the address of a match",
    ADDRESS.replace("0+4+4", "3+4+5"): "no move leads to nim(3, 4, 5)",
    ADDRESS.replace("=0+4+4", "77"): "'77' is not a move from nim(0, 4, 5)",
    ADDRESS.replace("=0+4+4", "w1"): "'w1' is not a move from nim(0, 4, 5)",
    ADDRESS + "&begins=somebody": "left or right, not 'somebody'",
    ADDRESS + "&play=odd": "odd",
    WHOLE + "3. \x00\n": "line 5 of the match",
    WHOLE + "2. heap 3: 4 -> 3\n" * 3000: "at most 2,000 moves",
}


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_match_is_a_sentence(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.txt"
    file.write_text(text, encoding="utf-8")
    assert main(["review", str(file)]) == 2
    told = capsys.readouterr().err
    assert DAMAGED[text] in told and "Traceback" not in told


def test_no_file_and_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for words in ([], [str(tmp_path / "none")], [str(tmp_path / "bytes")], [str(tmp_path)]):
        assert main(["review", *words]) == 2
        assert capsys.readouterr().err.startswith("grundy: ")


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    nontrivial(bool(text))
    with pytest.raises(GrundyError):
        read(WHOLE + "3. " + text + "x", position)


# ---- the terminal


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    lines: list[str] = []
    left: Iterator[str] = iter(lambda: lines.pop(0) if lines else "", None)

    def asked(_prompt: str = "") -> str:
        if not lines:
            raise EOFError
        return next(left)

    monkeypatch.setattr(builtins, "input", asked)
    return lines


def test_play_ends_with_a_review_and_goes_back(
    typed: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.txt"
    typed += ["to 0 2", "again", "to 1 1", "to 0 0", "to 0 1"]
    assert main(["play", "nim", "1", "2", "--keep", str(file)]) == 0
    told = capsys.readouterr().out
    assert "Move 1 decided it. You played heap 1: 1 → 0; heap 2: 2 → 1 was better." in told
    assert told.count("nim(1, 2) (your turn") == 2 and "You win." in told and "Nobody made a mistake." in told
    assert main(["review", str(file)]) == 0
    assert "First player   heap 2: 2 → 1  value 0  the only good move" in capsys.readouterr().out
    assert main(["review", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["standings"] == [1, 1, 1, 1]
    assert main(["play", "nim", "1", "2", "--keep", str(tmp_path)]) == 2
