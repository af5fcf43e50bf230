"""Certificates of positions and of laws: what is made is accepted, what is changed only if it is still true."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from tests.check.made_certificates import (
    BOARDS,
    KINDS,
    PROVED,
    Certificate,
    all_places,
    at,
    of_kind,
    other_constants,
    proved,
    resealed,
)
from tests.check.still_true import still_true_whatever, word

import grundy as gr
from cases import nontrivial
from grundy.check import Budget, Verdict, check
from grundy.check.automata import Arithmetic, at_least
from grundy.check.moves import moves_of
from grundy.check.numeration import System, system_of
from grundy.check.partisan import Forms
from grundy.check.python_rules import PythonRules
from grundy.common.digest import sealed
from grundy.common.errors import GrundyError, TooLarge
from grundy.faces.cli import main
from grundy.games import load, names
from grundy.proving import position_certificates as certificates
from grundy.proving.comparing import compare, verified
from grundy.proving.theorem import prove
from grundy.rules.data import fingerprint
from grundy.rules.ruleset import Ruleset
from grundy.values.short import of_form
from lowered_rules import options

# ---- positions

BELIEVED = ("graph-chase", "spawning", "sprouts", "turning", "word-chain")
"""Games of the catalogue whose rules have no data, or other positions in them."""


def checked(made: Certificate, rules: Ruleset) -> Verdict:
    """Check a certificate by itself, or where it does not hold its rules, by these."""
    return check(made, rules=None if "rules" in made else rules)


@pytest.mark.some(16)
@pytest.mark.parametrize("name", names())
def test_positions_of_the_catalogue(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificates, "MOST", 6000)
    game = load(name)
    positions = list(islice(game.small_positions(40), 24))[::9]
    told = fingerprint(game)
    if game.scoring:
        with pytest.raises(GrundyError, match="points"):
            positions[0].solve().certificate()
        return
    for position in positions:
        for play, kinds in (("normal", (None, "loopy")), ("misere", ("strategy",))):
            for kind in kinds:
                if (game.partisan and (play == "misere" or kind)) or (
                    name in ("split-nim", "spawning") and play == "misere"
                ):
                    continue  # there is none, or the search alone is long
                solution = position.solve(play)
                if kind == "strategy" and solution.outcome.name not in "NP":
                    kind = "loopy"
                try:
                    made = json.loads(json.dumps(solution.certificate(kind)))
                except TooLarge:
                    continue
                except GrundyError as problem:
                    assert game.partisan and "can be played for ever" in str(problem)
                    continue
                assert checked(made, game).verified, (position, made)
                assert ("rules" in made) is (name not in BELIEVED)
                if made["kind"] == "loopy":
                    assert made["outcome"] == solution.outcome.value
                    assert solution.remoteness in (None, made["remoteness"])
    assert fingerprint(game) == told  # what is remembered of a game is none of its rules


def test_what_a_certificate_says() -> None:
    made = gr.tic_tac_toe().solve().certificate()
    assert made["kind"] == "loopy" and made["outcome"] == "T" and made["remoteness"] == 9
    assert check(made) == (
        True,
        True,
        "by the rules in the certificate, in tic-tac-toe(0, 0, width=3, height=3, line=3), normal play, there is a tie, "
        "in 9 moves",
        "the results of 5,478 positions were each found to follow from those of their options",
    )
    with pytest.raises(GrundyError, match="carries its own rules"):
        check(made, rules=gr.tic_tac_toe)
    chain = load("word-chain")
    verdict = check(next(chain.small_positions(3)).solve().certificate(), rules=chain)
    assert verdict.reason.endswith("; checked by playing the Python rules of word-chain, which are believed")
    made = gr.kayles(7, 5).solve().certificate()
    assert made["kind"] == "values" and made["value"] == 6 and len(made["values"]) == 7
    assert gr.nim(1, 2, 3).solve("misere").certificate()["kind"] == "strategy"
    own = gr.domineering(3, 3).solve().certificate()
    assert check(own).claim == "by the rules in the certificate, domineering(...|...|...) has the value {1|-1}"
    assert "subtraction(1, 3, code 0.303)" in check(gr.subtraction(3, 1, s=(1, 3)).solve().certificate()).claim


def test_draws_have_their_safe_moves() -> None:
    ring = gr.digraph({"a": ["b"], "b": ["a", "c"], "c": ["d", "a"], "d": []}, name="ring")
    made = ring("a").solve().certificate()
    assert check(made, rules=ring).verified
    rows = {row[0]: row[1:] for row in made["results"]}
    assert {result for result, _ in rows.values()} == {"won", "lost", "drawn"} or made["outcome"] in "NP"
    endless = gr.digraph({"a": ["b", "c"], "b": ["a"], "c": ["d"], "d": []}, name="endless")
    made = endless("a").solve().certificate()
    assert made["outcome"] == "D" and ["a", "drawn", [1]] in made["results"]
    assert not check(sealed({**made, "results": [["a", "drawn", []], *made["results"][1:]]}), rules=endless).verified


@pytest.mark.parametrize(
    "forms",
    [
        [
            [[], []],
            [[0], [0]],
            [[0], [1]],
            [[1], [1]],
            [[0, 1], [0]],
            [[0], [0, 1]],
            [[0], []],
            [[], [0]],
            [[6], [7]],
            [[7], [6]],
        ],
    ],
)
def test_the_order_of_forms_is_that_of_the_store(forms: list[list[list[int]]]) -> None:
    from grundy.values.canonical import store

    own = Forms(forms)
    ids: list[int] = []
    for lefts, rights in forms:
        ids.append(store().build(sorted({ids[i] for i in lefts}), sorted({ids[i] for i in rights})))
    values = [of_form(i) for i in ids]
    for a, b in product(range(len(forms)), repeat=2):
        assert own.at_most(a, b) == (values[a] <= values[b]), (a, b)


# ---- other rules, large positions, what has no certificate


def test_certificates_of_other_rules_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules, place = tmp_path / "rules.py", tmp_path / "c.json"
    text = "import grundy as gr\n\n@gr.game\ndef bash(n: int, *, m: int = 3):\n    for k in range(1, min(m, n) + 1):\n"
    text += "        yield n - k\n"
    rules.write_text(text, encoding="utf-8")
    assert main(["solve", f"{rules}:bash", "10", "m=2", "--play", "misere", "--certificate", str(place)]) == 0
    assert main(["verify", str(place), f"{rules}:bash"]) == 0
    capsys.readouterr()
    other = tmp_path / "other.py"
    other.write_text(text.replace("min(m, n)", "min(m, n, 7)"), encoding="utf-8")
    assert main(["verify", str(place), f"{other}:bash"]) == 2
    assert "this certificate is about other rules" in capsys.readouterr().err
    named = json.loads(place.read_text(encoding="utf-8"))
    assert main(["verify", str(place)]) == 0  # nothing but the certificate is wanted
    said = capsys.readouterr().out
    assert said.startswith(
        "verified: by the rules in the certificate, in bash(10, m=2), misere play, the player to move"
    )
    assert "believed" not in said and "compared" not in said
    bare = {name: value for name, value in named.items() if name not in ("rules", "text")}
    place.write_text(json.dumps(sealed({**bare, "game": f"{rules}:bash"})), encoding="utf-8")
    assert main(["verify", str(place)]) == 2  # no file that a certificate names is run
    assert "not a game of the catalogue" in capsys.readouterr().err
    comments = tmp_path / "comments.py"
    comments.write_text(text.replace("    for k", '    "A docstring."\n    # a comment\n    for  k'), encoding="utf-8")
    place.write_text(json.dumps(named), encoding="utf-8")
    assert main(["verify", str(place), f"{comments}:bash"]) == 0
    said = capsys.readouterr().out
    assert "compared: bash reads as the same rule data and has the same moves in 10 positions" in said


def test_fingerprints_tell_rules_apart() -> None:
    found = [fingerprint(load(name)) for name in names()]
    assert len(set(found)) == len(found) - 1  # adjacent-pairs and Dawson's Kayles are one code
    assert fingerprint(gr.octal("0.77")) != fingerprint(gr.octal("0.76"))
    assert fingerprint(load("bash").bind(m=9)) == fingerprint(load("bash"))


def test_what_has_no_certificate(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(GrundyError, match="not a sum of several"):
        (gr.nim(3) + gr.wythoff(1, 2)).solve().certificate()
    with pytest.raises(GrundyError, match="the kind of a certificate is one of"):
        gr.nim(3).solve().certificate("period")
    with pytest.raises(GrundyError, match="endless='draw'"):
        gr.bash(3).solve(play="misere", endless="first").certificate()
    monkeypatch.setattr(certificates, "MOST", 50)
    with pytest.raises(TooLarge, match="would list more than 50 positions"):
        gr.wythoff(100, 100).solve().certificate()
    assert main(["solve", "wythoff", "100", "100", "--certificate", str(tmp_path / "w.json")]) == 2
    assert "would list more than 50 positions" in capsys.readouterr().err


# ---- laws


def zeckendorf(a: int, b: int) -> Iterator[tuple[int, int]]:
    for k in range(1, max(a, b) + 1):
        if k <= a and k % 3 != 1 and (a - k) // 2 != 4:
            yield a - k, b
        elif k <= b and not (k in (2, 5) or abs(a - b) > 3):
            yield a, b - k
    for da, db in ((1, 1), (2, 3)):
        if a >= da and b >= db:
            yield a - da, b - db


def stopping(a: int, b: int) -> Iterator[tuple[int, int]]:
    small = min(a, b)
    for k in (1, 2, 3, 4):
        if k > small:
            break
        yield (a - k, b - k) if a < b else (a - k, b)


def heaped(*heaps: int) -> Iterator[tuple[int, ...]]:
    for i, h in enumerate(heaps):
        for k in range(h):
            if h - k != 2 or sum(heaps) % 2:
                yield heaps[:i] + (k,) + heaps[i + 1 :]


@pytest.mark.parametrize(("function", "heaps"), [(zeckendorf, 2), (stopping, 2), (heaped, 2), (heaped, 3)])
def test_the_reading_is_right(function: Callable[..., Any], heaps: int) -> None:
    from grundy.rules.data import rules_data

    read = moves_of({**rules_data(gr.game(function), 0), "heaps": heaps})
    for state in product(range(8 if heaps == 2 else 4), repeat=heaps):
        assert options(read.moves, state) == set(function(*state)), state


SYSTEMS = ("msd_2", "msd_3", "msd_fib", "msd_pell", "msd_trib", "rec [3,1;1,4]", "ost [0;1,(1,2)]", "ost [0;3,(2)]")


@pytest.mark.some(1)
@pytest.mark.parametrize("name", SYSTEMS)
def test_relations_are_those_of_numbers(name: str) -> None:
    own = Arithmetic(system_of(name))
    assert own.failed() == ""
    chosen = random.Random(name)
    words = [word(own.system, n) for n in range(20)]
    for _ in range(12):
        most = 1 if name[:3] == "ost" else 3
        row = {x: chosen.randint(-most, most) for x in "xyz"}
        relation, constant = chosen.choice((">=", "=", "!=")), chosen.randint(-6, 6)
        found = own.linear(row, relation, constant)
        for state in product(range(0, 20, chosen.randint(1, 3)), repeat=3):
            total = constant + sum(a * n for a, n in zip(row.values(), state, strict=True))
            holds = {">=": total >= 0, "=": total == 0, "!=": total != 0}[relation]
            assert accepts(found, [words[n] for n in state]) is holds, (row, relation, constant, state)
    for count in (1, 2, 5):
        several = at_least(own.linear({"x": 1, "y": -2}, ">=", 3), count, ["y"])
        assert [n for n in range(20) if accepts(several, [words[n]])] == [
            n for n in range(20) if (n + 3) // 2 + 1 >= count
        ]


def accepts(automaton: Any, words: list[list[int]]) -> bool:
    state = 0
    for letter in zip(*words, strict=True):
        state = automaton.delta[state].get(letter, -1)
        if state < 0:
            return False
    return bool(automaton.accepting[state])


@pytest.mark.slow
@pytest.mark.some(5)
@pytest.mark.parametrize("name", PROVED)
def test_laws_are_verified(name: str) -> None:
    rules, made = proved(name)
    made = json.loads(json.dumps(made))
    assert check(made).verified and verified(made, rules).verified
    with pytest.raises(GrundyError, match="other rules"):
        compare(made, load("chomp"))
    with pytest.raises(GrundyError, match="carries its own rules"):
        check(made, rules=rules)


@pytest.mark.hours
@pytest.mark.parametrize("code", ["0.77", "all-but {2,3}", "0.3", "0.33"])
def test_laws_of_codes_are_verified(code: str) -> None:
    rules = gr.code(code)
    made = prove(rules).certificate()
    assert verified(made, rules).verified and check(made).verified
    with pytest.raises(GrundyError, match="other rules"):
        compare(made, gr.code("0.7"))


# ---- other rules in certificates


def within(position: gr.Position, most: int) -> bool:
    """Whether play from a position reaches at most so many others, so that their rules can be changed many times."""
    rules = PythonRules(position.ruleset)
    players = (1, -1) if position.ruleset.partisan else (None,)
    met, waiting = {position.state}, [position.state]
    while waiting and len(met) <= most:
        state = waiting.pop()
        new = {option for player in players for option in rules.options(state, player)} - met
        met |= new
        waiting += new
    return len(met) <= most


@pytest.mark.slow
@pytest.mark.some(12)
@pytest.mark.parametrize("name", names())
def test_other_rules_in_a_certificate_prove_what_is_true_of_them(name: str) -> None:
    rules = load(name)
    if rules.scoring or name in BELIEVED:
        return
    small = list(islice(rules.small_positions(40), 9))
    position = ([each for each in small if within(each, 600)] or small)[-1]
    made = json.loads(json.dumps(position.solve().certificate()))
    false = 0
    for data in islice(other_constants(made["rules"]), 25):
        new = resealed({**made, "rules": data})
        try:
            verdict = check(new, budget=Budget(1))
        except GrundyError:
            continue
        false += not verdict.verified
        assert not verdict.verified or still_true_whatever(new, rules), data
    for key in ("value", "remoteness"):
        if key in made:
            assert not check(sealed({**made, key: made[key] + 1})).verified


def test_boards_with_more_than_faces_carry_their_rules() -> None:
    for name, make in BOARDS.items():
        made = json.loads(json.dumps(make()))
        assert check(made).verified, name
        board = made["rules"].get("board", made["rules"].get("of", {}).get("board"))
        for other in (
            {**board, "holds": 36},
            {**board, "hands": -1},
            {**board, "floor": "2"},
            {**board, "shape": "square"},
            {**board, "graph": [[True]]},
            {**board, "walls": 1},
            {**board, "beneath": 1},
            {**board, "faces": ""},
            {field: board[field] for field in board if field != "same"},
        ):
            rules = json.loads(json.dumps(made["rules"]).replace(json.dumps(board), json.dumps(other)))
            with pytest.raises(GrundyError, match=r"must give a board|other integers than"):
                check(resealed({**made, "rules": rules}))


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ("numbers", [2, 2, 0, 16, 0, 0, 0]),  # beyond the board
        ("numbers", [2, 2, 0, 1, 1, 1, 0]),  # 14 seeds, where a pit holds 12
        ("numbers", [2, 2, 1, 1, 1, 1, 2]),  # the third player moves
        ("walls", [1, 2, 1 << 7]),  # seven lines, from 0
        ("floor", [2, 2, 1, 8, 1, 1, 0]),  # ice of two thicknesses
        ("hands", [1, 3, 0, 0, 1, 1, 0]),  # nobody moves
        ("hands", [1, 3, 0, 0, -1, 1, 0, 0]),
        ("graph", [2, 3, 0]),  # the graph is one row
        ("sides", [2, 3, 1, 1, 0, 0]),  # a cell with two kings
    ],
)
def test_what_is_no_board_is_no_position(name: str, state: list[int]) -> None:
    made = json.loads(json.dumps(BOARDS[name]()))
    with pytest.raises(GrundyError, match="no position"):
        check(resealed({**made, "position": state}))


def test_a_tampered_answer_or_row_is_found() -> None:
    chomp = gr.chomp(3, 3).solve().certificate("strategy")
    state, place = chomp["answers"][0]
    nim = gr.nim(1, 2).solve().certificate()
    northcott = gr.northcott(0, 2, 1, 2, width=3).solve().certificate("loopy")
    lost = next(i for i, row in enumerate(northcott["results"]) if row[1] == "lost")
    rows = [[*row[:1], "won", row[2]] if i == lost else row for i, row in enumerate(northcott["results"])]
    board = gr.domineering(2, 2).solve().certificate()
    for false in (
        {**chomp, "answers": [[state, max(0, place - 1) if place else 1], *chomp["answers"][1:]]},
        {**chomp, "outcome": "P"},
        {**nim, "values": [*nim["values"][:-1], [nim["values"][-1][0], 9]]},
        {**northcott, "results": rows},
        {**board, "forms": [*board["forms"][:-1], [[], [0]]]},
    ):
        assert not check(sealed(false)).verified
    for forged in ({**nim, "rules": chomp["rules"]}, {**nim, "fingerprint": chomp["fingerprint"]}):
        with pytest.raises(GrundyError, match="the fingerprint is not that of the rules"):
            check(sealed(forged))


# ---- every field counts, and so does what is named


NOTES = ("game", "text")
"""What is for the reader's eye: the name counts where rules are named."""


@pytest.mark.slow
def test_other_rules_are_refused_by_every_kind() -> None:
    wrong: list[Ruleset] = [*map(load, ("wythoff", "kayles", "nim", "chomp", "cram", "domineering", "sprouts"))]
    wrong += [gr.octal("0.17"), gr.subtraction.bind(s=(2, 3)), gr.bash.bind(m=5)]
    wrong.append(load("word-chain").bind(words=("ab",)))
    for kind in KINDS:
        made, _rules = of_kind(kind)
        made = made.get("law", made)
        for other in wrong:
            if (
                other.name == made.get("game")
                and "parameters" in made
                and not other.params
                and kind != "losing positions"
            ):
                continue  # it is the game
            with pytest.raises(GrundyError, match=r"^this certificate is about other rules: "):
                compare(made, other)


@pytest.mark.slow
def test_the_right_rules_are_accepted_by_every_kind() -> None:
    right: dict[str, Ruleset] = {
        "period of digits": gr.octal("0.07"),
        "period of a set": gr.subtraction.bind(s=(1, 3)),
        "period of a rule": gr.bash.bind(m=2),
        "arithmetic period": gr.code("all-but {2,3}"),
        "values of a code": gr.subtraction.bind(s=(1, 3)),
        "strategy": gr.bash.bind(m=2),
        "board": load("domineering"),
        "partisan": load("partisan-subtraction"),
        "believed": load("word-chain"),
        "losing positions": load("bash"),
        "values of all heaps": load("k-division"),
        "graph": load("nim"),
        "chosen moves": load("fibonacci-nim"),
        "runs": load("ruler"),
        "look back": load("bash"),
        "sentence": load("bash"),
        "redundant moves": load("wythoff"),
        "same law": gr.subtraction.bind(s=(1, 2, 3)),
        "same periods": load("dawsons-kayles"),
    }
    for kind, rules in right.items():
        assert verified(of_kind(kind)[0], rules).verified, kind


def test_what_is_named_counts() -> None:
    made, _rules = of_kind("strategy")
    compare(made, load("bash"))
    for other in (
        load("bash").bind(m=3),
        gr.bash(8, m=2),
        gr.bash(7, m=3),
        gr.game(name="bush")(load("bash").function),
    ):
        with pytest.raises(GrundyError, match=r"^this certificate is about (other rules: |another position than bash)"):
            compare(made, other)
    assert compare(made, gr.bash(7, m=2)).positions > 3
    for name, value in (("game", "bush"), ("parameters", {"m": 3}), ("parameters", {})):
        with pytest.raises(GrundyError):
            verified(sealed({**made, name: value}), load("bash"))
    heaps = of_kind("values of a code")[0]
    assert compare(heaps, gr.subtraction(2, 4, s=(1, 3)))  # a sum has no order


def otherwise(value: Any) -> Iterator[Any]:
    """Iterate over other values, of the same type and of others."""
    yield from (None, 2.5) if value is not None else (0, [])
    if isinstance(value, bool):
        yield from (not value, int(value))
    elif isinstance(value, int):
        yield from (value + 1, -2, str(value), float(value), [value], *([bool(value)] if value in (0, 1) else []))
    elif isinstance(value, str):
        yield from (f"{value}x", [value], 1)
    elif isinstance(value, list):
        yield from (
            [*value, 0],
            [*value, value],
            {"0": value},
            "[]",
            *([value[:-1], [*value, value[-1]]] if value else []),
        )
    elif isinstance(value, dict):
        yield from ({**value, "more": 0}, {**value, 1: 0}, [*value])


def changes(made: Certificate) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Iterate over the places of a certificate with what may be put there; KeyError is for nothing."""
    for place in all_places(made):
        yield from ((place, new) for new in (*otherwise(at(made, place)), KeyError))


def with_one_change(made: Certificate, place: tuple[Any, ...], new: Any) -> Certificate:
    """Return a certificate with one field changed or removed, and its own hash."""
    *path, last = place
    other = copy.deepcopy(made)
    if new is KeyError:
        del at(other, path)[last]
    else:
        at(other, path)[last] = new
    if place != ("hash",):
        with suppress(TypeError):
            return sealed(other)
    return other


def still_said(kind: str, made: Certificate, place: tuple[Any, ...], new: Certificate) -> bool:
    """Return whether a change makes another true claim, which the verdict states."""
    if kind == "believed" and place[0] == "parameters":
        return True  # other words, another game
    if place == ("heaps",) and new["heaps"] == 1:
        return True  # the sums of one heap are the heaps
    if kind == "look back" and place[0] in ("back", "start", "shift"):
        return True  # what looks back by 2 looks back by no more than 3, and what is so at n + 1 is so at n + 2
    if (kind, place) == ("intervals", ("start",)):  # what is so from a heap on is so from the next one on
        return check(new).claim != check(made).claim
    if place[0] in ("says", "wins") and at(made, place) == ["and"]:
        return True  # what is always so, said twice
    if place[0] in ("position", "heaps", "blocked", "preperiod", "play", "sentence", "moves", "says", "wins"):
        return check(new, rules=of_kind(kind)[1]).claim != check(made, rules=of_kind(kind)[1]).claim
    return False


def assert_every_field_counts(kind: str, share: int) -> int:
    made, rules = of_kind(kind)
    assert check(made, rules=rules).verified
    every = random.Random(kind).sample(all_of := [*changes(made)], len(all_of))
    chosen = sorted(every, key=lambda change: change[0][0] == "rules")[:share]  # of rules there are many places
    for place, value in chosen:
        new = with_one_change(made, place, value)
        try:
            verdict = check(new, rules=rules, budget=Budget(5))
        except GrundyError as refused:
            assert "\n" not in str(refused)
            continue
        if verdict.verified and place[0] not in NOTES:
            assert still_said(kind, made, place, new), (place, at(made, place))
    return len(chosen)


@pytest.mark.slow
@pytest.mark.some(6)
@pytest.mark.parametrize("kind", KINDS)
def test_no_field_is_ignored(kind: str) -> None:
    nontrivial(assert_every_field_counts(kind, 150) > 40)


@pytest.mark.hours
@pytest.mark.parametrize("kind", KINDS)
def test_no_field_is_ignored_at_any_depth(kind: str) -> None:
    assert assert_every_field_counts(kind, 10**6) > 40


# ---- faults put into the engine


def faults() -> dict[str, tuple[Any, str, Any]]:
    """Return faults: where, the name, and what is put there."""
    from grundy.check import automata

    some, difference, surely = automata.some, automata.difference, System._surely  # pyright: ignore[reportPrivateUsage]

    def shut(a: Any, name: str) -> Any:
        # a number may have more digits than the others: here it may not
        others = [i for i, own in enumerate(a.names) if own != name]
        first = {x: after for x, after in a.delta[0].items() if not any(x) or any(x[i] for i in others)}
        return some(automata.minimal(a.names, [first, *a.delta[1:]], a.accepting), name)

    def uncut(a: Any, b: Any) -> Any:
        return automata.union(a, b) if len(a.names) == 2 else difference(a, b)

    def tight(self: System, phase: int, vector: Any, less: int, bound: int) -> bool:
        return surely(self, phase, vector, less - 1, bound - 1)

    def early(names: Any, delta: Any, accepting: Any) -> Any:
        return automata.Automaton(names, [{x: 0 for row in delta for x in row}], [any(accepting)])

    return {
        "no zeros in front": (automata, "some", shut),
        "a complement that is not cut": (automata, "difference", uncut),
        "vectors dropped too soon": (System, "_surely", tight),
        "a minimiser that stops early": (automata, "minimal", early),
    }


@pytest.mark.parametrize("fault", ["no zeros in front", "a complement that is not cut", "vectors dropped too soon",
                                   "a minimiser that stops early"])  # fmt: skip
def test_faults_in_the_engine_are_seen(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, put = faults()[fault]
    monkeypatch.setattr(where, name, put)
    assert Arithmetic(system_of("msd_fib")).failed()
