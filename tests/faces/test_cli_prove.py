"""The commands that prove, decide and ask."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grundy.faces.cli import main


@pytest.fixture
def said(capsys):
    def call(*words: str) -> tuple[int, str]:
        code = main(list(words))
        out = capsys.readouterr()
        return code, out.out + out.err

    return call


def test_prove_writes_theorem_proof_and_certificate(said, tmp_path):
    place = tmp_path / "w.json"
    code, text = said("prove", "wythoff", "--certificate", str(place))
    assert code == 0
    first, second, *_ = text.splitlines()
    assert first.startswith(
        "Theorem. In wythoff(a, b), for all a, b >= 0, the player to move loses exactly when a and b are ⌊n·(1 + √5)/2⌋"
    )
    assert "says the same as an automaton of 7 states in Fibonacci numeration" in text
    assert second.startswith("Proof.   Checked by deciding: (1) every move lowers a + b; (2) no move leads")
    assert "Certificate:" in text
    assert json.loads(place.read_text())["kind"] == "automatic law"


def test_prove_and_law_say_the_moves_that_were_read_and_what_was_tested(said):
    moves = ["(a, b) -> (a - k, b), (a, b - k), (a - k, b - k) for k >= 1", "no number becomes less than 0"]
    for command in ("prove", "law"):
        text = said(command, "wythoff")[1]
        assert f"Rules.   {moves[0]}\n         {moves[1]}\n         compared: wythoff reads as the same" in text
        assert "a test, not a proof" in text.splitlines()[-1]
    told = json.loads(said("prove", "wythoff", "--json")[1])
    assert told["moves"] == moves and told["comparison"]["positions"] >= 289
    assert json.loads(said("law", "wythoff", "--json")[1])["rules"] == [
        *moves,
        f"compared: {told['comparison']['says']}",
    ]
    assert "compared: bash is the game of this code" in said("law", "bash")[1]
    assert "Rules." not in said("law", "0.77")[1]


def test_prove_takes_play_heaps_values_block_and_in(said):
    assert "misère" in said("prove", "nim", "--heaps", "2", "--play", "misere")[1]
    assert "1 state in base 2" in said("prove", "nim", "--heaps", "2", "--values")[1]
    assert "forbid 2 options" in said("prove", "wythoff", "--block", "2")[1]
    code, text = said("prove", "bash", "m=2", "--in", "msd_fib", "--json")
    assert code == 0 and json.loads(text)["numeration"] == "msd_fib"


def test_prove_says_what_it_refuses_and_what_it_did_not_prove(said):
    code, text = said("prove", "euclid")
    assert code == 2 and "line 18" in text and "not constant" in text
    code, text = said("prove", "wythoff", "--in", "msd_3")
    assert code == 3 and text.startswith("not proved: tried")
    code, text = said("prove", "wythoff", "--in", "msd_3", "--json")
    assert code == 3 and json.loads(text)["proved"] is False
    assert said("prove", "nim", "--heaps", "0")[0] == 2
    assert said("prove", "wythoff", "3")[0] == 2


def test_a_file_of_ones_own(said):
    code, text = said("prove", "examples/theorems.py:t_wythoff", "t=2", "--in", "rec [2,1;1,3]")
    assert code == 0 and "9 states" in text


def test_decide(said):
    assert said("decide", "?msd_fib Ax Ey x=2*y | x=2*y+1") == (0, "true\n")
    assert said("decide", "?msd_2 Ax Ey x=2*y") == (1, "false: x = 1\n")
    assert said("decide", "x<3")[1].endswith("states: 0, 1, 2\n")
    assert json.loads(said("decide", "Ex x=5", "--json")[1])["witness"] == {"x": 5}
    assert said("decide", "Ax Ey x=2*y", "--states", "1")[0] == 3
    assert said("decide", "E")[0] == 2
    assert said("decide")[0] == 2
    assert "column 1" in said("decide", "P(x)")[1]


def test_ask(said):
    assert said("ask", "wythoff", "Ad Ea,b P(a,b) & b=a+d") == (0, "true\n")
    assert said("ask", "bash", "m=3", "An P(n) <=> n%4=0") == (0, "true\n")
    assert said("ask", "wythoff", "Aa,b P(a,b) => a<b")[0] == 1
    assert said("ask", "wythoff")[0] == 2


def test_ask_of_a_period_and_of_what_is_not_proved(said, tmp_path):
    volley = Path(__file__).parents[1] / "proving" / "test_door.py"
    assert said("ask", f"{volley}:volley", "P(12)", "--seconds", "20") == (1, "false\n")
    place = str(tmp_path / "c.json")
    code, text = said("ask", f"{volley}:volley", "P(12)", "--seconds", "20", "--certificate", place)
    if code == 1:  # the time was enough for an automaton, whose certificate holds
        assert said("verify", place)[1].startswith("verified: ") and "~G(12, 0)" in said("verify", place)[1]
    else:
        assert code == 2 and "a formula about a period has no certificate" in text
    code, text = said("ask", "0.106", "P(12)", "--seconds", "1")
    assert code == 3 and text.startswith("no law of 0.106 is proved") and text.count("\n") == 1 and len(text) < 120


@pytest.mark.parametrize("words", [("redundant", "{squares}", "+ (1,1)"), ("same", "{squares}", "wythoff")])
def test_without_a_law_one_sentence_says_what_is_not_decided(said, tmp_path, words):
    rules = "import grundy as gr\n@gr.game\ndef squares(n: int, m: int):\n"
    for name, after in (("n", "n - k, m"), ("m", "n, m - k")):
        rules += f"    for k in (1, 4, 9, 16):\n        if k <= {name}:\n            yield {after}\n"
    (file := tmp_path / "squares.py").write_text(rules)
    code, text = said(*(word.format(squares=f"{file}:squares") for word in words), "--seconds", "0.2")
    assert code == 3
    assert text == "no law of squares is proved, so this is not decided: `grundy prove` says what was tried\n"


def test_redundant_and_same(said):
    assert said("redundant", "wythoff", "+ (2,4)")[0] == 0
    code, text = said("redundant", "wythoff", "+ (2,1)")
    assert code == 1 and text.startswith("not redundant: at (2, 1) the player to move loses in wythoff, and wins in")
    assert said("redundant", "wythoff")[0] == 2
    assert said("same", "bash", "m=3", "{1,2,3}", "--heaps", "1")[0] == 0
    code, text = said("same", "bash", "m=3", "{1,2,4}", "--heaps", "1", "--json")
    assert code == 1 and json.loads(text)["position"] == [3]
    assert said("same", "bash")[0] == 2


def test_what_follows_is_written_and_verified(said, tmp_path):
    place = str(tmp_path / "c.json")
    for words, game, claim in (
        (("ask", "wythoff", "Ad Ea,b P(a,b) & b=a+d"), ["wythoff"], "A d (E a, b (P(a, b) & (b=a+d)))"),
        (("ask", "wythoff", "Aa,b P(a,b) => a<b"), ["wythoff"], "~(A a, b (P(a, b) => (a<b)))"),
        (("redundant", "wythoff", "+ (2,4)"), ["wythoff"], "the losing positions are the same with the moves + (2,4)"),
        (("same", "bash", "{1,2,3}"), ["bash", "m=3"], "(1 heap), normal play: the losing positions are the same"),
        (("same", "kayles", "0.77"), ["kayles"], "g(n) of 0.77 is g(n) of 0.77 for every n >= 0"),
        (("same", "0.137", "0.07"), ["0.07"], "g(n) of 0.137 is g(n + 1) of 0.07 for every n >= 0"),
        (("same", "bash", "{1,2,3}", "--values"), ["bash"], "g(n) of 0.333 is g(n) of 0.333 for every n >= 0"),
    ):
        code, text = said(*words, "--certificate", place)
        assert code in (0, 1) and text.endswith(f"Certificate: {place}  (checked by `grundy verify`)\n"), text
        code, text = said("verify", place, *game)
        assert code == 0 and text.splitlines()[0].endswith(claim), text
        code, text = said("verify", place, "chomp")
        assert code == 2 and "other rules" in text
    code, text = said("redundant", "wythoff", "+ (2,1)", "--certificate", str(tmp_path / "none.json"))
    assert code == 1 and text.endswith("No certificate is written: the counterexample above is enough.\n")
    assert not (tmp_path / "none.json").exists()
    code, text = said("ask", "wythoff", "P(a,b)", "--certificate", place)
    assert code == 2 and text.endswith("only a sentence has a certificate: bind a, b in the formula, by A or E\n")


def test_count(said):
    code, text = said("count", "nim", "n", "2*n", "3*n", "--to", "2^30", "--from", "1")
    title, *lines, last = text.splitlines()
    assert (code, title, last) == (
        0,
        "nim: P(n,2*n,3*n), for n from 1 to 1,073,741,824",
        "proved: g(n) = n for every n >= 0",
    )
    assert lines[:2] == ["positions: 1,073,741,824", "lost for the player to move: 2,178,309"]
    assert lines[2:] == ["largest n: 1,073,741,824", "sum of n: 750,134,486,611,498"]
    told = json.loads(said("count", "wythoff", "--to", "10^1000", "--json")[1])
    assert told["proved"] and str(told["count"]).startswith("76393202250021030359") and len(told["largest"]) == 2
    told = said("count", "wythoff", "--formula", "P(a,b) & a+b<=N", "--to", "1e18")[1]
    assert "true of: 472,135,954,999,579,393\n" in told
    assert "winning moves: 1\nproved: " in said("count", "nim", "10^18", "7", "9", "--moves")[1]
    assert "positions: 100\n" in said("count", "euclid", "--to", "10")[1]
    assert said("count", "grundys-game", "--to", "10^9", "--seconds", "0.5")[0] == 3
    for words, why in (
        ("nim", "--to N"),
        ("nim 3 --to 5", "nothing to count"),
        ("nim --to -1", "--to takes a number from 0 to 10^1000, not '-1'"),
        ("nim --to x", "not 'x'"),
        ("nim --to 10^1001", "not '10^1001'"),
        ("nim n m --heaps 3 --to 5", "a position of nim has 3 numbers, not 2"),
        ("nim 3 4 --moves --value 2", "the numbers of a position and --moves"),
        ("nim n --formula P(n) --to 5", "a formula says all that is counted"),
        ("nim n 3 --moves", "the numbers of a position and --moves"),
        ("nim -3 --moves", "heap 1 is -3"),
        ("euclid --to 10^18", "nothing is proved of euclid"),
        ("nim --to 9 --formula P(n", "never closed"),
    ):
        code, text = said("count", *words.split())
        assert code == 2 and why in text and text.count("\n") == 1, text


def test_same_of_heap_games_is_about_values(said):
    code, text = said("same", "kayles", "dawsons-kayles")
    assert code == 1
    assert text == ("different: a heap of 1 is worth 1 in kayles and 0 in dawsons-kayles; all smaller heaps agree\n")
    code, text = said("same", "dawsons-chess", "dawsons-kayles")
    same = "heap n of dawsons-chess is worth the same as heap n + 1 of dawsons-kayles, for all n >= 0"
    assert code == 1 and same in text
    code, text = said("same", "kayles", "dawsons-kayles", "--json")
    found = json.loads(text)
    assert (found["of"], found["holds"], found["heap"], found["values"]) == ("values", False, 1, [1, 0])
    code, text = said("same", "{1,2,3}", "{1,2,3,5}", "--heaps", "1")
    assert code == 0 and "losing positions" in text
    code, text = said("same", "{1,2,3}", "{1,2,3,5}")
    assert code == 0 and "exactly the same Grundy values; proved" in text
    code, text = said("same", "0.76", "0.76", "--certificate", "c.json")
    assert code == 2 and "there is no certificate for that" in text and text.count("\n") == 1
    for words in (("--values", "--heaps", "1"), ("--values", "--play", "misere"), ("--values", "--in", "msd_2")):
        code, text = said("same", "kayles", "0.77", *words)
        assert code == 2 and text.count("\n") == 1
    code, text = said("same", "wythoff", "nim", "--values")
    assert code == 2 and "wythoff is not a game of single heaps" in text


def test_the_command_writes_a_certificate_that_verify_takes(said, tmp_path) -> None:
    place = str(tmp_path / "b.json")
    code, text = said("prove", "bash", "--for-all", "m", "--certificate", place)
    assert code == 0
    assert text.startswith("Theorem. For all m >= 1 and n >= 0, the player to move in bash(n, m) loses exactly when")
    assert "Proof.   By induction over n, for all parameters at once." in text
    code, text = said("verify", place, "bash", "m=5")
    assert code == 0 and text.startswith(
        "verified: for all m, where m >= 1: in the game whose rules are in the certificate, which calls it 'bash'"
    )
    assert "block m + 1" in text and "compared: bash" in text
    code, text = said("verify", place, "bash", "m=0")
    assert code == 2 and "does not mention bash m=0" in text
    assert said("verify", place, "wythoff")[0] == 2
    code, text = said("prove", "bash", "--for-all", "m", "--json")
    told = json.loads(text)
    assert code == 0 and told["for_all"] == ["m"] and told["where"] == ["m >= 1"] and told["block"] == "m + 1"
    assert said("prove", "bash", "--for-all", "m", "--in", "msd_3")[0] == 2


@pytest.mark.parametrize(
    ("command", "of_all"),
    [
        (["prove", "bash"], "the player to move in bash(n, m) loses exactly when n is a multiple of m + 1"),
        (["law", "bash"], "the Grundy value of bash(n, m) is n mod (m + 1)"),
    ],
)
def test_where_no_parameter_is_said_the_theorem_for_all_is(said, command: list[str], of_all: str) -> None:
    code, text = said(*command)
    more = text.splitlines()[-1]
    assert code == 0 and more.startswith(f"More.    For all m >= 1 and n >= 0, {of_all} (`grundy prove bash ")
    told = json.loads(said(*command, "--json")[1])["for_all_parameters"]
    assert told["statement"] in more and told["command"] in more
    code, text = said(*told["command"].split()[1:])
    assert code == 0 and text.startswith(f"Theorem. {told['statement']}\n")
    for words in ([*command, "m=4"], [command[0], "wythoff"]):
        assert "More." not in said(*words)[1]
