"""The server: what it answers, what it refuses, and that nobody has to wait for somebody else's gigantic question."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial, reduce
from operator import xor
from pathlib import Path
from typing import Any, NamedTuple

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")
pytest.importorskip("bokeh")
pytest.importorskip("fastapi_offline")

import httpx
import psutil
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter
from tests.sessions import is_the_same

import grundy as gr
from cases import nontrivial
from grundy import games
from grundy.check import check
from grundy.common import limits
from grundy.common.errors import GrundyError, TooLarge
from grundy.faces.web import admission, answers, create_app, positions, queries, schema
from grundy.faces.web.queries import Limits
from grundy.solving import outcomes
from grundy.values import short
from shell import within

RULES = """
import time

import grundy as gr


@gr.game
def halving(n: int):
    if n:
        yield n // 2
        yield n - 1


@gr.game
def failing(n: int):
    yield 1 // (n - n)


def beside(cell):
    return [other for other in range(9) if 0 < max(abs(other // 3 - cell // 3), abs(other % 3 - cell % 3)) < 2]


@gr.game
def isola(me: int, you: int, gone: frozenset = frozenset()):
    time.sleep(0.0002)  # as slow as a rule of more cells
    for to in beside(me):
        if to != you and to not in gone:
            for cell in sorted(set(range(9)) - gone - {to, you}):
                yield you, to, gone | {cell}


@isola.setup
def read(me: int, you: int):
    return me, you, frozenset()
"""
GIGANTIC = "domineering 7 8"
MODELS = {
    "games": list[schema.Game],
    "position": schema.Position,
    "reply": schema.Reply,
    "review": schema.Review,
    "explore": schema.Around,
    "sequence": schema.Sequence,
    "points": schema.Points,
    "value": schema.Value,
    "worksheet": list[schema.Answer],
    "options": schema.Options,
    "rules": schema.Written,
    "small": schema.Small,
    "theorems": list[schema.Listed],
    "theorems/": schema.Proved,
    "puzzles": schema.Sheet,
    "puzzle": schema.Puzzle,
    "days/": schema.Posed,
    "rush": schema.Posed,
    "lessons": list[schema.LessonListed],
    "lessons/": schema.Lesson,
}


def api(client: Any, name: str, status: int = 200, /, **params: Any) -> Any:
    """Ask; a job is waited for. The answer has the shape that is described."""
    response = client.get(f"/api/v1/{name}", params=params)
    if response.status_code == 202 and status != 202:
        data = finished(client, response.json()["job"])
        assert data["state"] == "done", data
        return data["result"]
    assert response.status_code == status, response.text
    data = response.json()
    if status == 200:
        TypeAdapter(MODELS[re.sub("/.*", "/", name)]).validate_python(data)
    elif status != 202:
        assert data["detail"] and "\n" not in data["detail"]
    return data


def answered(client: Any, address: str, asked: list[list[str]]) -> Any:
    """Answer what a session asks; the answer has the shape that is described."""
    params: dict[str, list[str]] = {}
    for name, value in asked:
        params.setdefault(name, []).append(value)
    response = client.get(address, params=params)
    api(client, address.removeprefix("/api/v1/"), response.status_code, **params)
    return response


def finished(client: Any, job: str) -> Any:
    for _look in range(3000):
        data = client.get(f"/api/v1/jobs/{job}").json()
        if data["state"] not in ("queued", "running"):
            return data
        time.sleep(0.1)
    raise AssertionError("the job does not end")


@pytest.fixture(scope="module", autouse=True)
def patient() -> Iterator[None]:
    """A server waits for answers, so that it is not the machine that says whether one is a job."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(admission, "PATIENCE", 100.0)
        yield


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    path = tmp_path_factory.mktemp("rules") / "web_rules.py"
    path.write_text(RULES, encoding="utf-8")
    with TestClient(create_app([str(path)], Limits(seconds=90))) as client:  # NoGo takes long where nothing is compiled
        yield client


# ---- what is answered


def test_what_is_asked(client: TestClient, tmp_path: Path) -> None:
    assert is_the_same("api", tmp_path, partial(answered, client))


def test_a_worksheet_has_pictures_and_formulas_and_an_end(client: TestClient) -> None:
    (first,) = api(client, "worksheet", cell=["G = domineering(2,3)"])
    assert first["svg"].startswith("<svg") and first["worth"]["formula"].startswith("<math")
    assert "60 cells" in api(client, "worksheet", 400, cell=["1"] * 61)["detail"]
    assert "--file" in api(client, "worksheet", 400, cell=["1" * 999] * 5)["detail"]


@pytest.mark.slow
@pytest.mark.some(4)
@pytest.mark.parametrize("name", games.names())
def test_every_game_is_answered_on_its_example(client: TestClient, name: str) -> None:
    game = next(game for game in api(client, "games") if game["name"] == name)
    assert (
        game["svg"].startswith("<svg")
        and game["summary"]
        and game["class"] in ("impartial", "partisan", "loopy", "scoring")
    )
    found = api(client, "position", words=game["example"])
    assert found["options"] and not found["over"] and found["outcome"] and found["svg"].startswith("<svg")
    assert set(re.findall(r'data-moves="([0-9 ]+)"', found["svg"])), "no move can be made on the picture"
    first = found["options"][0]
    assert first["best"] and first["token"].isdecimal()
    after = api(client, "position", words=game["example"], moves=first["token"])
    assert len(after["history"]) == 2 and not after["history"][1]["blunder"]
    assert api(client, "explore", words=game["example"], limit=5)["nodes"][0]["depth"] == 0


def test_classes(client: TestClient) -> None:
    found = {game["name"]: game["class"] for game in api(client, "games")}
    wanted = {"nim": "impartial", "domineering": "partisan", "northcott": "loopy", "graph-chase": "loopy"}
    wanted |= {
        "grid-score": "scoring",
        "connect4": "partisan",
        "word-chain": "loopy",
        "wythoff": "impartial",
    }
    assert {name: found[name] for name in wanted} == wanted


@given(st.lists(st.integers(0, 9), min_size=1, max_size=4))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_verdicts_of_nim_are_those_of_the_xor(client: TestClient, heaps: list[int]) -> None:
    nontrivial(sum(bool(heap) for heap in heaps) > 1)
    found = api(client, "position", words="nim " + " ".join(map(str, heaps)))
    total = reduce(xor, heaps)
    assert found["value"] == str(total) and found["outcome"] == ("N" if total else "P")
    assert len(found["options"]) == sum(heaps) and found["over"] == (not sum(heaps))
    for option in found["options"]:
        number, old, new = map(int, re.fullmatch(r"heap (\d+): (\d+) → (\d+)", option["text"]).groups())  # type: ignore[union-attr]
        assert heaps[number - 1] == old
        assert option["verdict"] == ("loss" if total ^ old ^ new else "win")
    verdicts = [option["verdict"] for option in found["options"]]
    assert verdicts == sorted(verdicts, reverse=True), "the best are first"
    assert found["parts"] == [] or [part["value"] for part in found["parts"]] == list(map(str, heaps))


@pytest.mark.parametrize(("words", "winner"), [("nim 3 4 5", 1), ("wythoff 3 5", 0), ("nim 10000000000000000 7 9", 1)])
def test_the_perfect_player_wins_what_can_be_won(client: TestClient, words: str, winner: int) -> None:
    """`winner` is 1 where the perfect player moves first and wins; it answers anybody's moves."""
    moves: list[str] = []
    random.seed(words)
    for _ply in range(100):
        found = api(client, "position", words=words, moves=".".join(moves))
        if found["over"]:
            break
        perfect = found["mover"] == 1 - winner
        token = api(client, "reply", words=words, moves=".".join(moves))["token"] if perfect else random_move(found)
        moves.append(token)
    assert found["over"] and found["mover"] == winner
    assert found["result"] == f"The game is over: the {('second', 'first')[winner]} player has won."
    levels = {entry["level"] for entry in found["history"]}
    assert levels == {1 if winner else -1}, "the perfect player never spoils it"


def random_move(found: Any) -> str:
    """Return a move, of large heaps one that leaves few moves."""
    shortest = sorted(found["options"], key=lambda option: len(option["text"]))
    return random.choice(shortest[:5])["token"]


SLOW = "web_rules.py:isola 1 7"


@pytest.mark.slow
@pytest.mark.parametrize("words", [SLOW, pytest.param("chess-endings", marks=pytest.mark.hours)])
def test_the_page_solves_what_the_shell_does(client: TestClient, words: str) -> None:
    """However long the opponent thinks: the position is seen at once, and a job tells what it is worth."""
    asked = {"position": words, "numbers": "1", "seconds": "0.3"}
    page = client.get("/play", params=asked)
    while waiting := re.search('data-job="([^"]+)"', page.text):
        assert page.status_code == 200 and 'id="board"' in page.text and "data-cancel" in page.text
        assert "too large" not in page.text
        assert finished(client, waiting[1])["state"] == "done"
        page = client.get("/play", params=asked)
    assert "too large" not in page.text and "With best play the first player wins." in page.text
    assert api(client, "position", words=words)["outcome"] == "N"


@pytest.mark.slow
@pytest.mark.some(12)
@pytest.mark.parametrize("words", [*games.names(), "amazons 3x4", "connect4 5x4", "cram 5x5", "fission 6x6"])
def test_what_the_shell_has_in_a_second_is_not_withheld(words: str) -> None:
    """Issue 29: of the usual start of every game, and of some boards, the page has the same second.

    What takes the shell nearly all of it is left out, since the machine is shared.
    """
    begun = time.perf_counter()
    try:
        with limits.keeping(limits.Limits(seconds=1.0)):
            solved = queries.position(words).solve()
    except TooLarge:
        pytest.skip("the shell has nothing within a second")
    if time.perf_counter() - begun > 0.7:
        pytest.skip("the shell needs nearly the second")
    found = positions.position(words, seconds=1.0)
    outcome = {"L": "N", "R": "P"}.get(solved.outcome.value, solved.outcome.value)  # Left begins on the page
    assert (found["outcome"], found["remoteness"]) == (outcome, solved.remoteness)
    assert found["winner"] and found["explanation"]


def test_what_is_known_by_a_theorem_is_told_though_the_moves_are_too_many_to_be_solved() -> None:
    """Bridg-it is won by a pairing; of most moves nobody knows more within the time, which the answer does not wait for."""
    found = positions.position("gale 5x5", seconds=1.0)
    assert found["outcome"] == "N" and found["winner"] and found["explanation"]
    assert "" in {option["verdict"] for option in found["options"]}


def test_what_the_shell_may_take_the_browser_may() -> None:
    usual = Limits()
    assert usual.memory // 2 == queries.search() == limits.MEMORY
    assert queries.solving() >= 30


@pytest.mark.parametrize("words", ["tic-tac-toe", "col", "kayles 5 + bash 7 m=4"])
def test_what_was_found_of_a_game_serves_the_next_question(words: str) -> None:
    first, again = (positions.Asked(words).begun().position for _question in range(2))
    assert first == again and first.ruleset is again.ruleset


def test_a_game_with_other_parameters_is_another() -> None:
    small, large = (queries.position(f"connect4 width={n} height=3 line=3") for n in (3, 4))
    assert small.ruleset.memory is not large.ruleset.memory
    assert small.solve().positions != large.solve().positions


@pytest.mark.slow
def test_what_does_not_fit_in_memory_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "SOLVING", 2.0)
    queries.grant(Limits(memory=1 << 20, seconds=3))
    try:
        found = positions.position("connect4 width=7 height=6")
    finally:
        queries.grant(Limits())
    assert found["outcome"] is None and len(found["options"]) == 7 and found["history"][0]["level"] is None


@pytest.mark.parametrize("words", ["domineering 3x3", "kayles 7", "clobber XOX|OXO", "nim 3 4"])
def test_the_sensible_options_alone_are_worth_what_all_are(client: TestClient, words: str) -> None:
    found = api(client, "options", position=words)
    sides = [side["options"] for side in found["sides"]]
    assert all(option["sensible"] in (True, False) for side in sides for option in side)
    assert all(side == sorted(side, key=lambda option: not option["sensible"]) for side in sides)
    chosen = [[option["value"] for option in side if option["sensible"]] for side in sides]
    if len(chosen) == 1:  # both players have the same, Grundy values
        chosen = [[f"*{value}" for value in chosen[0]]] * 2
    assert short.game(*chosen) == gr.Worksheet()(f'"{words}"')[0].value


@pytest.mark.slow
def test_a_tree_of_options_opens_to_its_ends(client: TestClient) -> None:
    asked, seen = [{"position": "kayles 4"}], set[str]()
    while asked:
        found = api(client, "options", **asked.pop())
        for option in found["sides"][0]["options"]:
            if option["text"] not in seen and option["asked"]:
                asked.append(option["asked"])
            seen.add(option["text"])
    assert seen >= {"kayles(3)", "kayles(1, 2)", "kayles(1, 1)", "kayles()"}
    opened = api(client, "worksheet", cell=["{2||1|0}", "over", "2 > 1", "kayles(4)"])
    assert [answer["opens"] for answer in opened] == [
        {"expression": "{2||1|0}"},
        {"expression": "over"},
        None,
        {"position": "kayles 4"},
    ]
    left, right = api(client, "options", **opened[0]["opens"])["sides"]
    assert [option["text"] for option in left["options"] + right["options"]] == ["2", "{1|0}"]
    assert api(client, "options", **opened[1]["opens"])["sides"][1]["options"][0]["asked"] == opened[1]["opens"]
    tied = api(client, "options", position="tic-tac-toe X.O/.X./O..")["sides"][0]["options"]
    assert all(option["value"] is None and option["winner"] for option in tied)
    many = api(client, "options", position="amazons")["sides"][0]
    assert len(many["options"]) == 60 and many["more"] == 300 and not many["options"][0]["svg"]


def test_sequences_points_and_thermographs(client: TestClient) -> None:
    found = api(client, "sequence", name="0.77", to=1_000_000)
    assert found["law"]["period"] == 12 and found["law"]["proved"] and found["first"][:5] == [0, 1, 2, 3, 1]
    scope: dict[str, Any] = {}
    exec(found["contest"]["python"], scope)
    values = games.load("kayles").sequence(5000).tolist()
    assert [scope["grundy"](n) for n in range(5000)] == values and "long long" in found["contest"]["c++"]
    wide = api(client, "points", name="kayles", start=100, stop=4100, width=500)
    assert wide["step"] == 25 and set(wide["n"]) == set(range(100, 4100, 25)) and not wide["exact"]
    counted = {(n, value): count for n, value, count in zip(wide["n"], wide["low"], wide["counts"], strict=True)}
    assert wide["low"] == wide["high"]
    assert counted == {(n, v): values[n : n + 25].count(v) for n in wide["n"] for v in values[n : n + 25]}
    tall = api(client, "points", name="nim", stop=10_000, width=300)
    assert sum(tall["counts"]) == 10_000 and max(tall["high"]) == 9_999 and len(tall["n"]) < 6_400
    near = api(client, "points", name="kayles", start=7, stop=17)
    assert near["exact"] and near["low"] == near["high"] == values[7:17]
    assert "<svg" in api(client, "value", expression="{1|-1}", other="*")["thermograph"]


@pytest.mark.slow
@pytest.mark.parametrize("words", ["kayles 6", "tic-tac-toe XO./XO./...", "graph-chase 1 3", "wythoff 3 5"])
def test_the_moves_that_are_drawn_of_positions_are_the_best(client: TestClient, words: str) -> None:
    """Issue 29: a winner hurries, a loser holds out; against the lengths of play that the graph itself has."""
    found = api(client, "explore", words=words, limit=200)
    assert found["complete"]
    nodes, after = found["nodes"], {n: [b for a, b in found["arrows"] if a == n] for n in range(len(found["nodes"]))}

    def best(number: int) -> list[int]:
        node = nodes[number]
        turned = {"N": "P", "P": "N"}.get(node["outcome"], node["outcome"])
        good = [b for b in after[number] if nodes[b]["outcome"] == turned]
        if node["outcome"] in "NP" and good:
            lengths = [nodes[b]["remoteness"] for b in good]
            assert node["remoteness"] == 1 + (min(lengths) if node["outcome"] == "N" else max(lengths))
        return [b for b in good if node["outcome"] == "D" or nodes[b]["remoteness"] == node["remoteness"] - 1]

    assert found["drawn"] == sum(len(best(number)) for number in range(len(nodes)))
    whole = api(client, "explore", words=words, limit=200, every=True)
    assert whole["drawn"] == len(found["arrows"])
    assert _heads(whole["svg"]) >= _heads(found["svg"]) == found["drawn"]


def _heads(picture: str) -> int:
    """Return how many arrows are drawn."""
    return len(re.findall(r'<polygon points="[^"]*" class="f-(?:soft|faint)"', picture))


@pytest.mark.parametrize("words", ["nim 1 2 3", "domineering 3 3", "hackenbush BRB RG"])
def test_positions_that_are_explored_show_their_boards(client: TestClient, words: str) -> None:
    found = api(client, "explore", words=words, limit=40)
    assert found["svg"].count("<svg") == 1 + len(found["nodes"])


def test_where_there_is_no_room_for_boards_positions_are_text(client: TestClient) -> None:
    found = api(client, "explore", words="domineering 3 3", limit=200)["svg"]
    assert found.count("<svg") == 1 and ">...|...|... = +-1<" in found


def test_a_partisan_graph_is_drawn_as_a_tree_of_first_moves(client: TestClient) -> None:
    found = api(client, "explore", words="domineering 3 3", limit=60)
    assert len(found["nodes"]) == 60 and found["drawn"] == 59 < len(found["arrows"])
    assert "2 moves away" in found["svg"]


def test_a_page_that_asks_while_one_types_is_told_without_a_fault(client: TestClient) -> None:
    half = {"name": "0.7x"}
    refused = api(client, "sequence", 400, **half)
    lenient = client.get("/api/v1/sequence", params=half, headers={"Prefer": "handling=lenient"})
    assert (lenient.status_code, lenient.json()) == (200, refused)
    assert lenient.headers["Preference-Applied"] == "handling=lenient"
    assert client.get("/api/v1/sequence", headers={"Prefer": "handling=lenient"}).status_code == 422


@pytest.mark.slow
def test_theorems(client: TestClient) -> None:
    names = [entry["name"] for entry in api(client, "theorems")]
    assert {"wythoff", "wythoff misere", "nim", "bash m=3", "fibonacci-nim"} <= set(names)
    found = api(client, "theorems/wythoff")
    assert found["proved"] and "⌊n·(1 + √5)/2⌋ + n" in found["statement"] and "7 states" in found["proof"]
    assert found["automaton"].startswith("<svg")
    assert check(found["certificate"]).verified
    assert not api(client, "theorems/grundys-game")["proved"]


def test_own_games_that_are_not_proved_are_no_theorems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "own_rules.py"
    take = "    yield from (n - k for k in range(1, min(n, 3) + 1))\n"
    file.write_text(
        "import grundy as gr\n\n\n"
        f"@gr.game\ndef easy(n: int):\n{take}\n\n"
        f"@gr.game\ndef endless(n: int):\n{take}    yield n + 1\n\n\n"
        "@gr.game\ndef square(n: int):\n    yield from (n - k * k for k in range(1, n + 1) if k * k <= n)\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(queries, "_granted", Limits(seconds=60.0))
    monkeypatch.setattr(queries, "_paths", {})  # other tests have files of their own in this process
    monkeypatch.setattr(queries, "_names", {})
    queries.allow([str(file)])
    listed = [each["name"] for of in queries.own() for each in answers.theorems(of)]
    assert listed == ["own_rules.py:easy", "own_rules.py:easy misere"]
    assert all(answers.theorem(name)["proved"] for name in listed)


def question(client: TestClient) -> Any:
    """Return the question of the first of some puzzles of a partisan game, and its answer."""
    found = api(client, "puzzles", game="domineering", count=2, seed=3)
    assert (found["game"], found["count"], found["seed"]) == ("domineering", 2, 3) and found["puzzles"]
    return found["puzzles"][0]


def test_a_sheet_of_puzzles_is_the_same_for_the_same_seed(client: TestClient) -> None:
    first, again = (api(client, "puzzles", game="nim", count=3, seed=8) for _time in range(2))
    assert first == again and len(first["puzzles"]) == 3
    assert all(each["level"] == 2 for each in api(client, "puzzles", game="nim", count=2, level=2)["puzzles"])
    assert api(client, "puzzles", game="nim", count=2, play="misere", lang="zh")["play"] == "misere"


def test_the_puzzle_of_a_day_is_posed_without_its_answer(client: TestClient) -> None:
    posed, rushed = api(client, "days/2026-11-25"), api(client, "rush", seed=4, number=2)
    for each in (posed, rushed):
        asked = {name: each[name] for name in ("position", "player", "play")}
        found = api(client, "puzzle", **asked, check=each["key"])
        assert found["question"] == each["question"] and found["chances"] == each["chances"] and "answer" not in each
    assert posed == api(client, "days/2026-11-25") != api(client, "days/2026-11-24")


def test_a_puzzle_is_solved_and_failed(client: TestClient) -> None:
    sent = question(client)
    asked = {"position": sent["position"], "player": sent["player"], "check": sent["key"]}
    found = api(client, "puzzle", **asked)
    assert found["tried"] is None and len(found["moves"]) == sent["moves"]
    for move in found["moves"]:
        tried = api(client, "puzzle", **asked, tried=str(move["number"]))["tried"]
        assert tried["text"] == move["text"] and tried["right"] == (move["text"] == sent["answer"])
        assert tried["reason"] and bool(tried["reply"]) == (not tried["right"])
        assert tried["answered"].startswith("<svg" if tried["reply"] else "")


def test_a_puzzle_whose_address_was_changed_is_said_to_be(client: TestClient) -> None:
    sent = question(client)
    asked = {"position": sent["position"], "player": sent["player"], "check": sent["key"]}
    other = {"left": "right", "right": "left"}[sent["player"]]
    for changed in ({"check": "0" * 8}, {"play": "misere"}, {"player": other}, {"position": "domineering ..|.."}):
        assert "its address was changed" in api(client, "puzzle", 400, **asked | changed)["detail"]
    assert "left or right" in api(client, "puzzle", 400, **asked | {"player": ""})["detail"]
    assert "not a move in this puzzle" in api(client, "puzzle", 400, **asked, tried="999")["detail"]
    assert "not a move in this puzzle" in api(client, "puzzle", 400, **asked, tried="-1")["detail"]


def test_a_lesson_is_read_and_its_questions_are_answered(client: TestClient) -> None:
    listed = api(client, "lessons")
    assert [lesson["name"] for lesson in listed][:2] == ["bash", "nim"]
    for number in range(1, listed[1]["steps"] + 1):
        step = api(client, "lessons/nim", step=number)
        assert step["text"] and step["kind"] in ("look", "find", "play")
        if step["kind"] == "find":
            tried = [api(client, "lessons/nim", step=number, tried=str(m["number"]))["tried"] for m in step["moves"]]
            assert sum(each["right"] for each in tried) == 1
        elif step["kind"] == "look":  # any move is answered
            tried = api(client, "lessons/nim", step=number, tried="0")["tried"]
            assert not tried["right"] and tried["reply"]


def test_both_languages(client: TestClient) -> None:
    chinese = api(client, "position", words="nim 3 4 5", lang="zh")
    english = api(client, "position", words="nim 3 4 5", lang="en")
    assert re.search(r"[\u4e00-\u9fff]", chinese["explanation"]) and chinese["explanation"] != english["explanation"]


# ---- what is refused


def test_what_no_line_holds_is_refused_too(client: TestClient) -> None:
    for forged in ("=" + "(" * 500, f"0.={'(' * 500}"):
        api(client, "position" if forged[0] == "=" else "reply", 400, words="nim 3 4 5", moves=forged)
    assert "no" in api(client, "position", 400, words="nim\0 3")["detail"]


def test_a_file_that_was_not_named_is_not_opened(tmp_path: Path) -> None:
    queries.allow(())
    trap = tmp_path / "trap.py"
    trap.write_text("raise SystemExit('run')")
    for asked in (str(trap), f"{trap}:x 1", f"nim 1 + {trap}:x", f"'{trap}:x' 3"):
        with pytest.raises(GrundyError, match="no game"):
            queries.position(asked)


HUGE = {
    400: (
        "domineering 1000 1000",
        "tic-tac-toe " + "X" * 1900,
        "nim " + "(" * 1500,
        "bash [" + "[" * 900 + "]" * 901,
        "nim " + "1 " * 1000,
        "x" * 2001,
    ),
    413: ("connect4 width=40 height=40", "northcott " + " ".join(["1 999"] * 200) + " width=1000"),
}


@pytest.mark.slow
@pytest.mark.some(4)
@pytest.mark.parametrize(("status", "asked"), [(s, words) for s, many in HUGE.items() for words in many])
def test_huge_positions(strict: TestClient, status: int, asked: str) -> None:
    response = ask(strict, asked)
    if response.status_code == 202:
        assert finished(strict, response.json()["job"])["state"] in ("done", "failed")
    assert response.status_code in (status, 202, 200), response.text


def test_huge_numbers(client: TestClient) -> None:
    heap = "9" * 1900
    assert int(api(client, "position", words=f"nim {heap} 1")["value"]) == int(heap) ^ 1
    assert api(client, "position", words=f"bash {heap[:900]} m={heap[:900]}")["more"] is None


# ---- long questions


ASLEEP = """
import pathlib
import time

import grundy as gr


@gr.game
def asleep(n: int):
    time.sleep(1000)
    yield n - 1


@gr.game
def held_up(n: int):
    while not pathlib.Path(__file__).with_name("released").exists():
        time.sleep(0.05)
    if n:
        yield n - 1
"""
"""What takes long, however fast the solvers and the machine are."""


@pytest.fixture(scope="module")
def asleep(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rules") / "asleep.py"
    path.write_text(ASLEEP, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def lanes(asleep: Path) -> Iterator[Callable[[float], TestClient]]:
    """Servers that grant so many seconds, and let two questions wait; the quick lane is quicker, so that the tests are."""
    with pytest.MonkeyPatch.context() as patch, ExitStack() as served:
        patch.setattr(admission, "QUICK", 0.6)
        patch.setattr(admission, "PATIENCE", 0.9)

        def granting(seconds: float) -> TestClient:
            app = create_app([str(asleep)], Limits(workers=1, seconds=seconds, waiting=2))
            return served.enter_context(TestClient(app, client=("10.0.0.1", 1)))

        yield granting


@pytest.fixture(scope="module")
def strict(lanes: Callable[[float], TestClient]) -> TestClient:
    """A server that grants one second."""
    return lanes(1)


@pytest.fixture(scope="module")
def generous(lanes: Callable[[float], TestClient]) -> TestClient:
    """A server that grants as many as anything takes: what has no end is ended by who asked."""
    return lanes(1000)


def ask(client: Any, words: str) -> Any:
    return client.get("/api/v1/position", params={"words": words})


def workers() -> set[psutil.Process]:
    """Return the processes that work for this one."""
    return {child for child in psutil.Process().children(recursive=True) if child.is_running()}


@pytest.mark.slow
def test_what_takes_too_long_is_told_and_ends(strict: TestClient) -> None:
    response = ask(strict, "asleep.py:asleep 1")
    assert response.status_code == 202 and response.json()["state"] in ("queued", "running")
    found = finished(strict, response.json()["job"])
    assert found["state"] == "failed" and found["detail"] == "this takes longer than this server allows (1 s)"
    assert api(strict, "position", words="nim 1 2")["outcome"] == "N"


def test_a_job_is_cancelled(generous: TestClient) -> None:
    job = ask(generous, "asleep.py:asleep 2").json()["job"]
    before = workers()
    assert generous.delete(f"/api/v1/jobs/{job}").json()["state"] == "cancelled"
    assert generous.get(f"/api/v1/jobs/{job}").status_code == generous.delete(f"/api/v1/jobs/{job}").status_code == 404
    assert within(100, lambda: before - workers()), "its worker has ended"
    assert api(generous, "position", words="nim 2 2")["outcome"] == "P"


def test_two_visitors_ask_the_same_and_one_cancels(generous: TestClient) -> None:
    with ThreadPoolExecutor(2) as both:
        jobs = [found.json()["job"] for found in both.map(lambda _n: ask(generous, "asleep.py:asleep 3"), range(2))]
    assert jobs[0] != jobs[1]
    assert generous.delete(f"/api/v1/jobs/{jobs[0]}").status_code == 200
    assert generous.get(f"/api/v1/jobs/{jobs[1]}").json()["state"] in ("queued", "running")
    generous.delete(f"/api/v1/jobs/{jobs[1]}")


def test_a_full_queue_and_another_visitor(generous: TestClient, monkeypatch: pytest.MonkeyPatch, asleep: Path) -> None:
    """One visitor asks ten questions that are held up: the most are refused at once, and another visitor is answered."""
    other = TestClient(generous.app, client=("10.0.0.2", 1))
    with monkeypatch.context() as patch, ThreadPoolExecutor(10) as many:
        patch.setattr(admission, "PATIENCE", 1000.0)
        words = [f"asleep.py:held_up {number}" for number in range(10)]
        asked = {each: many.submit(ask, generous, each) for each in words}
        try:
            assert within(100, lambda: sum(answer.done() for answer in asked.values()) >= 7)
            refused = [answer.result() for answer in asked.values() if answer.done()]
            assert {answer.status_code for answer in refused} == {429}
            assert refused[0].headers["Retry-After"] and "waiting" in refused[0].json()["detail"]
            assert api(other, "position", words="nim 6 7")["outcome"] == "N"
            patch.setattr(admission, "PATIENCE", 0.9)
            jobs = [ask(generous, each) for each in words if not asked[each].done()]
            assert jobs and {job.status_code for job in jobs} == {202} and all(job.json()["ahead"] >= 0 for job in jobs)
            running = (generous.get(f"/api/v1/jobs/{job.json()['job']}").json()["state"] == "running" for job in jobs)
            assert any(running)
        finally:
            asleep.with_name("released").touch()
        assert {answer.result().status_code for answer in asked.values()} == {200, 429}


COLD = """
import multiprocessing, threading
from concurrent.futures import ProcessPoolExecutor
from fastapi.testclient import TestClient
from grundy.faces.web import admission
from grundy.faces.web.app import create_app
from grundy.faces.web.queries import Limits

if __name__ == "__main__":
    with ProcessPoolExecutor(1, multiprocessing.get_context("forkserver")) as pool:
        assert pool.submit(abs, -1).result() == 1
    admission.QUICK, admission.PATIENCE = 0.3, 20
    with TestClient(create_app(limits=Limits(workers=1, seconds=0.3))) as client:
        found = client.get("/api/v1/position", params={"words": "domineering 3 3"})
        print(found.status_code, found.json().get("outcome"))
"""


@pytest.mark.hours
def test_workers_that_another_forks_are_warm_before_they_are_asked(tmp_path: Path) -> None:
    """Somebody else in the same process may have started the one that forks, without what our workers need."""
    (tmp_path / "cold.py").write_text(COLD, encoding="utf-8")
    told = subprocess.run(
        [sys.executable, tmp_path / "cold.py"], capture_output=True, text=True, timeout=120, check=True
    )
    assert told.stdout.split() == ["200", "N"], told.stderr


@pytest.mark.hours  # that visitors take turns is tested of the server, too
def test_who_asks_much_waits_for_who_asks_little() -> None:
    done: list[str] = []
    with TestClient(create_app(limits=Limits(workers=1, waiting=50)), client=("10.0.0.1", 1)) as greedy:
        modest = TestClient(greedy.app, client=("10.0.0.2", 1))

        def asked(client: Any, words: str) -> None:
            api(client, "position", words=words)
            done.append(words)

        with ThreadPoolExecutor(13) as many:
            for number in range(12):
                many.submit(asked, greedy, f"domineering 4 {4 + number % 2} + nim {number}")
            time.sleep(0.05)
            many.submit(asked, modest, "nim 1 2 4").result()
            assert len(done) < 8


HUNGRY = """
import time

import grundy as gr


@gr.game
def hungry(n: int):
    held = bytearray(200 << 20)
    time.sleep(len(held) >> 24)  # seconds, so that it is seen
    yield from range(n)
"""


def test_memory_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "_paths", {})
    monkeypatch.setattr(queries, "_names", {})
    monkeypatch.setattr(admission, "PATIENCE", 100.0)
    (tmp_path / "hungry_rules.py").write_text(HUNGRY, encoding="utf-8")
    granted = Limits(workers=1, memory=100 << 20)
    with TestClient(create_app([str(tmp_path / "hungry_rules.py")], granted)) as poor:
        found = ask(poor, "hungry_rules.py:hungry 3")
        assert found.status_code == 413 and "memory" in found.json()["detail"]


def test_a_worker_that_dies_is_replaced(generous: TestClient) -> None:
    job = ask(generous, "asleep.py:asleep 4").json()["job"]
    assert within(100, lambda: generous.get(f"/api/v1/jobs/{job}").json()["state"] == "running")
    for worker in workers() - set(psutil.Process().children()):
        worker.kill()
    found = finished(generous, job)
    assert found["state"] == "failed" and found["detail"] == "the process working on this has ended: ask again"
    assert api(generous, "position", words="nim 5 5")["outcome"] == "P"


# ---- what browsers and other clients are told


def test_nothing_comes_from_elsewhere(client: TestClient) -> None:
    page = client.get("/docs")
    found = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert found and all(re.match("/[^/]|data:", link) for link in found) and "<script>" not in page.text
    for link in found:
        assert link.startswith("data:") or client.get(link).status_code == 200
    for path in ("/docs", "/", "/api/v1/games", "/nowhere"):
        headers = client.get(path).headers
        assert "default-src 'self'" in headers["Content-Security-Policy"] and "unsafe-eval" not in str(headers)
        assert headers["X-Content-Type-Options"] == "nosniff" and headers["X-Frame-Options"] == "DENY"


def test_the_description_has_all_of_it(client: TestClient) -> None:
    found = client.get("/api/v1/openapi.json").json()
    assert {re.sub("{.*", "", path.removeprefix("/api/v1/")) for path in found["paths"]} == {*MODELS, "jobs/"}
    for path, methods in found["paths"].items():
        for operation in methods.values():
            assert operation["description"] and operation["responses"]["200"]["content"], path


def test_a_match_is_reviewed(client: TestClient) -> None:
    found = api(client, "review", words="nim 3 4 5", moves="=0 4 5.=0 4 4.=0 0 4.=0 0 0")
    assert found["standings"] == [1, -1, -1, -1, -1] and found["values"] == ["2", "1", "0", "4", "0"]
    assert found["deciding"]["number"] == 0 and found["deciding"]["cost"]["left"] == "1"
    assert [move["mark"] for move in found["moves"]] == ["mistake", "only", "lost", "only"]
    for match in (found["text"], found["address"]):  # as text, and as an address
        again = api(client, "review", match=match)
        assert {**again, "address": found["address"], "text": found["text"]} == found
        assert again["text"] == found["text"]
    for match in (
        "nim 3 4 5",
        found["text"].replace("nim 3 4 5", "kayles 12"),
        found["address"].replace("moves=", "moves=w99."),
    ):
        api(client, "review", 400, match=match)


# ---- the server as a program


@pytest.mark.slow
def test_the_server_itself_computes_nothing() -> None:
    code = "import sys, grundy.faces.web.app; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "fastapi" in loaded and not {"numba", "grundy.faces.web.answers"} & set(loaded)


class Served(NamedTuple):
    process: subprocess.Popen[str]
    url: str
    said: list[str]


def serve(*options: str, lines: int = 1, **environment: str) -> Served:
    command = [sys.executable, "-m", "grundy", "serve", "--port", "0", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment})
    assert process.stdout is not None
    said = [process.stdout.readline() for _line in range(lines)]
    return Served(process, re.search(r"http://\S+", said[0])[0], said)  # type: ignore[index]


def ended(served: Served, by: int = signal.SIGINT) -> int:
    served.process.send_signal(by)
    return served.process.wait(100)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is no signal there")
@pytest.mark.parametrize(
    ("by", "code"), [pytest.param(signal.SIGINT, 130, marks=pytest.mark.hours), (signal.SIGKILL, -9)]
)
def test_no_process_is_left(by: int, code: int) -> None:
    served = serve("--workers", "1")
    children = psutil.Process(served.process.pid).children(recursive=True)
    assert len(children) >= 3
    assert httpx.get(f"{served.url}api/v1/reply?words=nim+1+2", timeout=100).json()["token"] == "2"
    assert ended(served, by) == code
    _gone, alive = psutil.wait_procs(children, 100)
    assert not alive


@pytest.mark.slow
def test_who_can_reach_it_is_told() -> None:
    served = serve("--host", "0.0.0.0", "--workers", "1", lines=2)
    ended(served)
    assert served.said[1].startswith("Other machines can reach it")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    served = serve("--timeout", "5")
    yield served.url
    ended(served)


WORDS = st.builds(
    lambda name, rest, more: " ".join([name, *map(str, rest), *more]),
    st.sampled_from([*games.names(), "0.77", "4.(3)", "{1,3}", "all-but {2}", "unequal 4.0", "nim 2 + kayles"]),
    st.lists(
        st.integers(-3, 12)
        | st.sampled_from(["..|..", "XO.|.X.", "1-2r", "+", "(1,2)", "99999999999", "m=3", "s=1,3"]),
        max_size=4,
    ),
    st.lists(st.text(max_size=6), max_size=1),
)
"""Words that often mean something."""
ASKED = {
    "words": WORDS,
    "name": WORDS,
    "moves": st.from_regex(r"(w?[0-9]{1,2}|=[0-9 ,~|#]{0,9})(\.w?[0-9]){0,3}", fullmatch=True),
}


def attacked(url: str, examples: int) -> None:
    """Have Schemathesis ask everything that the description allows, and what it does not; no answer is a fault."""
    schemathesis = pytest.importorskip("schemathesis")
    described = schemathesis.openapi.from_url(f"{url}api/v1/openapi.json")
    excluded = [check for check in schemathesis.checks.CHECKS.get_all() if check.__name__ == "positive_data_acceptance"]
    for found in described.get_all_operations():
        operation = found.ok()

        @given(case=operation.as_strategy(), data=st.data())
        @settings(
            max_examples=examples,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
            database=None,
        )
        def run(case: Any, data: Any) -> None:
            for name in set(ASKED) & set(case.query or {}):
                if data.draw(st.integers(0, 4)):
                    case.query[name] = data.draw(ASKED[name])
            case.call_and_validate(excluded_checks=excluded)  # words of the right shape may mean nothing: 400

        run()


@pytest.mark.slow
def test_no_request_makes_it_fail(url: str) -> None:
    attacked(url, 2)  # the simplest, and another one


@pytest.mark.hours
def test_no_request_of_many_makes_it_fail(url: str) -> None:
    attacked(url, 400)


@pytest.mark.parametrize("words", ["kayles 1", "0.77 1", "subtraction 1", "dawsons-chess 1", "kayles 1 + nim 1"])
def test_the_last_move_of_a_game_of_heaps(client: TestClient, words: str) -> None:
    assert "<svg" in api(client, "position", words=words, moves="0")["svg"]


def test_values_come_late_where_it_is_sooner_known_who_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = games.load("domineering")
    monkeypatch.setattr(outcomes, "STEPS", 500)
    monkeypatch.setattr(positions, "VALUING", 60.0)
    rules.forget()
    seen = positions.position("domineering 4 4")
    assert seen["method"] == "a search of sums of its parts"
    assert seen["value"] == seen["partisan"]["value"] == str(rules(4, 4).value())
    assert [bool(entry["value"]) for entry in seen["options"]] == [True] * 12
    monkeypatch.setattr(positions, "VALUING", 0.0)
    rules.forget()
    bare = positions.position("domineering 4 4")
    assert bare["value"] is None and bare["partisan"] is None
    assert [entry["verdict"] for entry in bare["options"]] == [entry["verdict"] for entry in seen["options"]]


def test_the_value_of_a_hunt_is_there_when_it_is_found() -> None:
    """It is looked for beside other questions, and then the moves have theirs as well."""
    words = "fox-and-geese #X#X/.#.#/#.#./O#.# O"
    assert within(20, lambda: positions.position(words)["value"])
    told = positions.position(words)
    assert told["value"] == "over" and told["partisan"]["value"] == "over"
    assert [entry["value"] for entry in told["options"]] == ["{over|0}"]
    assert positions.position(words, play="misere")["value"] is None
    assert positions.position("tic-tac-toe ...|...|...")["value"] is None
