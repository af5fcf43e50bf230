"""`grundy check rules.py:g`: what is said of an author's rules, and games that are wrong in each way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, LiteralString

import pytest

from grundy.rules.position import Position as grundy_position
from shell import Run

RULES = '''\
import grundy as gr


@gr.game
def bash(n: int, *, m: int = 3):
    """Take one to m."""
    for k in range(1, min(m, n) + 1):
        yield n - k


@gr.game(trials=[])
def words(word: str):
    """Drop a letter."""
    seen = {}
    for i in range(len(word)):
        seen[i] = word[:i] + word[i + 1 :]
        yield seen[i]


words.starts("a", sizes="ab; abc")


@gr.game
def falls(n: int):
    yield n - 1 if n != 3 else n // 0


@gr.game
def bent(a: int, b: int):
    if a:
        yield a - 1, b
    if b > 1:
        yield a, b - 2


@bent.symmetry
def ordered(a: int, b: int):
    return min(a, b), max(a, b)


@gr.game
def torn(n: int):
    for k in (1, 2):
        if n >= k:
            yield n - k


@torn.parts
def apart(n: int):
    return (n // 2, n - n // 2) if n > 3 else (n,)


@gr.game
def guessed(n: int):
    for k in (1, 2):
        if n >= k:
            yield n - k


@guessed.theorem(name="a guess", source="a dream")
def value(n: int):
    """The value is n mod 4."""
    return n % 4


@gr.partisan_game(board=gr.Grid(".XO", same="mirror", opposite="swap"))
def slide(board, *, player: int):
    """Slide a piece of yours to the right."""
    for cell in board.cells(1 if player == gr.LEFT else 2):
        if board[board.step(cell, 2)] == 0:
            yield board.move(cell, board.step(cell, 2))


@gr.game(board=gr.Grid(".#", live="."))
def leaps(board):
    """Fill two free cells with one between them, which may be filled: what is cut off is not apart."""
    for cell in board.free:
        if board[board.step(board.step(cell, 2), 2)] == 0:
            yield board.place(cell, 1).place(cell + 2, 1)


@gr.game(board=gr.Grid(".XO", sides="swap"))
def three(board):
    """Place a piece of yours on a free cell."""
    for cell in board.free:
        yield board.place(cell, 1)


@three.ending
def over(board):
    """The other player has three in a row, or no cell is free."""
    return gr.LOSS if board.line(3) else gr.TIE if board.full else None


@gr.game(board=gr.Grid(".XO", sides="swap"), start="1x3")
def beyond(board):
    """Place a piece of yours, late in play beyond the board."""
    for cell in board.free:
        yield board.place(99 if board.count(0) == 2 else cell, 1)


@gr.partisan_game(board=gr.Grid(".XO"), start="1x3")
def loose(board, *, player: int):
    """Right places beyond the board at last."""
    seen = {}
    for cell in board.free:
        seen[cell] = board.place(cell, 1)
        if player < 0 and board.count(0) == 1:
            yield board.place(99, 2)
        yield seen[cell]
'''


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    (tmp_path / "rules.py").write_text(RULES, encoding="utf-8")
    return Run(monkeypatch, tmp_path)


def line_of(text: LiteralString) -> int:
    return RULES.splitlines().index(text) + 1


def findings(run: Run, name: str, code: int) -> dict[str, Any]:
    """Return what is found of a game, by what it is about; its exit code is asserted."""
    done = run("check", f"rules.py:{name}", "--prover", "0", "--json")
    told = json.loads(done.out)
    assert (done.code, told["holds"], told["game"]) == (code, code == 0, name)
    return {each["about"]: each for each in told["findings"]}


@pytest.mark.slow
def test_what_is_said_of_good_rules(run: Run) -> None:
    done = run("check", "rules.py:bash")
    assert (done.code, done.out) == (
        0,
        f"""\
bash
players: two, who move in turn, with the same moves: a puzzle for one would be answered as such a game
read: as data, with their lines: moves ({line_of("@gr.game")})
compiled: to native code, which agreed with Python wherever both were asked
splits into parts: no: nothing says how positions split: if they are sums, declare @bash.parts
law or theorem: proved: In bash(n, m=3), for all n >= 0, the player to move loses exactly when n is a multiple of 4
plain play: 59 small positions and 12 sums of two agree with the answers
""",
    )
    assert "when n is a multiple of 6" in run("check", "rules.py:bash", "m=5").out
    assert findings(run, "three", 0)["plain play"]["state"] == "good"
    assert [each["state"] for each in json.loads(run("check", "kayles", "--json").out)["findings"]] == ["good"] * 6


def test_a_piece_beyond_the_board_is_told(run: Run) -> None:
    said = findings(run, "beyond", 1)["plain play"]
    line = line_of("        yield board.place(99 if board.count(0) == 2 else cell, 1)")
    assert (said["state"], said["line"]) == ("wrong", line) and f"in line {line} of rules.py" in said["said"]
    assert "cell 99 is not on the board; its cells are 0 to 2" in said["said"]
    found = findings(run, "loose", 1)["plain play"]  # for one player alone, by a rule that is not read
    assert found["line"] == line_of("            yield board.place(99, 2)")


def test_positions_that_moves_lead_to_are_compared_too(run: Run) -> None:
    said = findings(run, "three", 0)["plain play"]["said"]
    assert int(said.split()[0]) > 20  # of seven sizes that are empty


def test_a_rule_that_is_not_read_is_named_with_its_line(run: Run) -> None:
    found = findings(run, "words", 0)  # Python plays it nonetheless
    line = line_of("    seen = {}")
    assert (found["read"]["state"], found["read"]["line"]) == ("missing", line)
    assert found["read"]["said"].startswith(
        f"Python runs the moves: line {line} of rules.py cannot be read: dictionaries"
    )
    assert "are not integers" in found["compiled"]["said"]
    assert found["plain play"]["said"].startswith("7 small positions and 12 sums of two agree")


@pytest.mark.parametrize(
    ("name", "about", "line", "said"),
    [
        (
            "falls",
            "plain play",
            "    yield n - 1 if n != 3 else n // 0",
            "the rules of falls fail at falls(3), in line 25 ",
        ),
        ("bent", "declared", "@bent.symmetry", "symmetry of bent: bent(1, 0) and bent(0, 1) are images of each other"),
        ("torn", "declared", "@torn.parts", "torn(4) does not come apart as parts of torn says: 0 in parts, and by"),
        ("guessed", "declared", None, "a guess of guessed says 3 of guessed(3), and of its options what makes it 0"),
        ("slide", "declared", None, "the board of slide: slide("),
        ("leaps", "declared", None, "leaps(.#.#) does not come apart as live= of leaps says: 0 in parts, and by"),
    ],
)
def test_what_is_false_is_found(run: Run, name: str, about: str, line: LiteralString | None, said: str) -> None:
    found = findings(run, name, 1)[about]
    assert (found["state"], found["line"]) == ("wrong", line and line_of(line))
    assert found["said"].startswith(said)
    assert run("check", f"rules.py:{name}", "--prover", "0").out.count(f"WRONG: {said}") == 1


def test_options_of_formulas_want_a_formula(run: Run) -> None:
    for option in (["--to", "9"], ["--losing"], ["--play", "misere"], ["--certificate", "c.json"]):
        assert "these options need a formula" in run.wrong("check", "rules.py:bash", *option)


def test_a_rule_that_fails_in_the_middle_of_play_ends_it_with_a_sentence(run: Run) -> None:
    done = run("play", "rules.py:falls", "5", "--side", "both", given="1\n1\n1\n1\n")
    assert done.code == 2 and "the rules of falls fail at falls(3), in line 25 of rules.py" in done.err
    assert "fail at falls(3)" in run.wrong("solve", "rules.py:falls", "7")


@pytest.mark.slow
def test_a_board_of_a_thousand_cells_is_answered_within_limits(run: Run) -> None:
    for words in (["solve", "rules.py:three"], ["solve", "rules.py:leaps"]):
        done = run(*words, "25", "40", "--seconds", "1")
        assert (done.code, done.out) == (3, "") and "1 s" in done.err.splitlines()[-1]


GUESSED = '''\
import grundy as gr


@gr.game
def coins(*state: int):
    """Turn one of five coins, which lies heads up: no start is told, and no three numbers are a position."""
    for i in range(5):
        if state[i]:
            yield tuple(0 if j == i else state[j] for j in range(5))


@gr.game
def ordered(small: int, large: int):
    """Take one of either heap, but keep their order: what is not in order is no position."""
    assert small <= large
    if small:
        yield small - 1, large
    if large > small:
        yield small, large - 1


@gr.game(board=gr.Grid(".K"))
def king(board):
    """Go down or to the right; the board begins with one king."""
    (stands,) = board.cells(1)
    for way in (2, 3):
        if board[board.step(stands, way)] == 0:
            yield board.move(stands, board.step(stands, way))


@gr.game(board=gr.Grid(".X"), start="2x2")
def notakto(board):
    """Place a stone."""
    for cell in board.free:
        yield board.place(cell, 1)


@notakto.ending
def over(board):
    return gr.WIN if board.line(3, 1) else None
'''


def test_positions_that_no_play_reaches_are_not_held_against_rules(run: Run) -> None:
    (run.folder / "rules.py").write_text(GUESSED, encoding="utf-8")
    for name, line in (("coins", 8), ("king", 25)):
        found = findings(run, name, 0)["plain play"]
        assert found["state"] == "missing" and f"in line {line} of rules.py" in found["said"]
        assert found["said"].startswith(f"no small position is known (the rules of {name} fail at")
        assert found["said"].endswith(f"give some with @{name}.small, or with starts")
    assert findings(run, "ordered", 0)["plain play"]["state"] == "good"
    said = "no: not sought further: the prover asks for positions that no play may reach (the rules of ordered"
    assert said in run("check", "rules.py:ordered").out


def test_positions_that_are_told_are_held_against_rules(run: Run) -> None:
    told = GUESSED + 'coins.starts("1 1 0 1 1")\nking.starts("K../.../...")\nordered.starts("3 2")\n'
    (run.folder / "rules.py").write_text(told, encoding="utf-8")
    for name in ("coins", "king"):
        assert findings(run, name, 0)["plain play"]["state"] == "good"
    assert "AssertionError" in findings(run, "ordered", 1)["plain play"]["said"]  # where it is said to begin


def test_where_whoever_cannot_move_loses_is_told(run: Run) -> None:
    (run.folder / "rules.py").write_text(GUESSED, encoding="utf-8")
    done = run("solve", "rules.py:notakto", "2x2")
    assert done.code == 0 and done.err.count("neither a move nor an ending") == 1
    found = findings(run, "notakto", 0)
    assert found["plain play"]["state"] == "good"
    assert found["ending"]["said"].startswith("at notakto(XX|XX) there is neither a move nor an ending: whoever")


OWNED = """\
import grundy as gr


@gr.game(sided=True)
def counters(mine: int, yours: int, more: int):
    if mine:
        yield yours, mine - 1, more


@gr.game(sided=True)
def gifts(mine: int, yours: int):
    if mine > 1:
        yield yours + 1, mine - 2
"""


@pytest.mark.parametrize("name", ["counters", "gifts"])
def test_that_a_game_has_no_sums_is_not_held_against_it(run: Run, name: str) -> None:
    """Nothing says what the other player sees, so sums are refused: `check` ended there, or called the rules wrong."""
    (run.folder / "rules.py").write_text(OWNED, encoding="utf-8")
    found = findings(run, name, 0)
    assert found["read"]["state"] == "good" and " small positions agree with the answers" in found["plain play"]["said"]


def test_sums_are_compared_too(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A value that is right of each game alone and wrong of a sum is found."""
    from grundy.rules.sums import SumRuleset
    from grundy.values.outcome import Outcome

    assert "12 sums of two" in findings(run, "bash", 0)["plain play"]["said"]
    usual = grundy_position.solve

    def wrong(position: Any, *args: Any, **more: Any) -> Any:
        found = usual(position, *args, **more)
        if isinstance(position.ruleset, SumRuleset):
            monkeypatch.setattr(found, "outcome", Outcome.P)
        return found

    monkeypatch.setattr(grundy_position, "solve", wrong)
    assert "bash(1) + bash(2)" in findings(run, "bash", 1)["plain play"]["said"]
