"""Who wins, decided by a search with a table of 64 entries, against plain play of the definition; ten thousand games."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from tests.check.made_certificates import resealed

import grundy as gr
from cases import nontrivial
from grundy.check import check
from grundy.common.errors import GrundyError, OutOfTime, RulesError, TooLarge
from grundy.common.evidence import ByDeciding
from grundy.games import load
from grundy.kernels.contract import FULL
from grundy.language.refusal import pack_params
from grundy.proving.comparing import compare
from grundy.rules.functions import TurnsRuleset, in_turns
from grundy.rules.hook_checks import check_hooks
from grundy.rules.ruleset import LEFT, RIGHT, frozen
from grundy.rules.text.words import position
from grundy.solving import deciding
from grundy.solving.compiled_rules import native
from grundy.solving.deciding import DECIDED, KEPT, Deciding, Endless
from grundy.solving.results import LOST, TIED, WON
from second_checker import NODE, told
from shell import Run

ENTRIES = 64
NOTHING = 2
"""Stands for a node that is no ending."""
WORTH = {WON: 1, TIED: 0, LOST: -1}


class Drawn(NamedTuple):
    """A game on the nodes of a graph: the options of each node, for both players, what a move gains, how a node ends."""

    options: tuple[list[list[int]], list[list[int]]]
    gains: list[list[int]]
    ends: list[int]


def drawn(random: Random, nodes: int, *, ending: bool, loopy: bool = False) -> Drawn:
    """Draw a game; play goes down, unless it may be endless."""

    def options(v: int) -> list[int]:
        low = max(0, v - random.randrange(2, 9))
        below = [random.randrange(low, v) for _ in range(random.choice((1, 2, 2, 3, 4)))] if v else []
        return sorted({*below, *([random.randrange(nodes)] if loopy and random.random() < 0.05 else [])})

    lefts = [options(v) if random.random() < 0.9 else [] for v in range(nodes)]
    rights = [options(v) for v in range(nodes)]
    gains = [[random.randrange(-3, 4) for _ in lefts[v]] for v in range(nodes)]
    ends = [random.choice((-1, -1, 0, 1)) if ending and random.random() < 0.15 else NOTHING for _ in range(nodes)]
    return Drawn((lefts, rights), gains, ends)


# ---- the rules, which take such a game as their parameters


@gr.game
def walk(v: int, *, first: tuple[int, ...], to: tuple[int, ...]):
    for k in range(first[v], first[v + 1]):
        yield to[k]


@gr.game
def ending_walk(v: int, *, first: tuple[int, ...], to: tuple[int, ...], ends: tuple[int, ...]):
    for k in range(first[v], first[v + 1]):
        yield to[k]


@ending_walk.ending
def over(v: int, *, ends: tuple[int, ...]) -> int | None:
    return None if ends[v] == NOTHING else ends[v]


@gr.scoring_game
def gaining_walk(v: int, *, first: tuple[int, ...], to: tuple[int, ...], gains: tuple[int, ...]):
    for k in range(first[v], first[v + 1]):
        yield gains[k], to[k]


@gr.game(sided=True)
def two_walks(own: int, other: int, *, first: tuple[int, ...], to: tuple[int, ...], ends: tuple[int, ...]):
    for k in range(first[own], first[own + 1]):
        yield other, to[k]


@two_walks.ending
def ended(own: int, other: int, *, ends: tuple[int, ...]) -> int | None:
    return None if ends[other] == NOTHING else -ends[other]


@gr.partisan_game
def partisan_walk(
    v: int,
    w: int,
    *,
    first: tuple[int, ...],
    to: tuple[int, ...],
    second: tuple[int, ...],
    so: tuple[int, ...],
    player: int,
):
    if player == gr.LEFT:
        for k in range(first[v], first[v + 1]):
            yield to[k], w
        for k in range(first[w], first[w + 1]):
            yield v, to[k]
    else:
        for k in range(second[v], second[v + 1]):
            yield so[k], w
        for k in range(second[w], second[w + 1]):
            yield v, so[k]


def flat(rows: list[list[int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (0, *np.cumsum([len(row) for row in rows]).tolist()), tuple(x for row in rows for x in row)


# ---- brute force


def brute(game: Drawn, kind: str, misere: bool) -> Any:
    """Return the function that says what a state is worth to the player to move, by the definition."""

    def moves(state: Any) -> Iterator[tuple[int, Any]]:
        if kind == "two":
            own, other = state
            yield from ((0, (other, each)) for each in game.options[0][own])
        elif kind == "partisan":
            v, w, player = state
            side = game.options[player != LEFT]
            yield from ((0, (each, w, -player)) for each in side[v])
            yield from ((0, (v, each, -player)) for each in side[w])
        else:
            gains = game.gains[state] if kind == "points" else [0] * len(game.options[0][state])
            yield from zip(gains, game.options[0][state], strict=True)

    @cache
    def worth(state: Any) -> int:
        end = NOTHING
        if kind == "ending":
            end = game.ends[state]
        elif kind == "two":
            end = game.ends[state[1]] if game.ends[state[1]] == NOTHING else -game.ends[state[1]]
        if end != NOTHING:
            return -end if misere else end
        found = [gain - worth(after) for gain, after in moves(state)]
        return max(found) if found else 0 if kind == "points" else 1 if misere else -1

    return worth


def searches(kind: str, misere: bool) -> Any:
    """Return what makes a search of a drawn game: the rules are compiled once, and given other parameters."""
    rules: Any = {
        "walk": walk,
        "ending": ending_walk,
        "points": gaining_walk,
        "two": two_walks,
        "partisan": partisan_walk,
    }[kind]

    def bound(game: Drawn) -> Any:
        first, to = flat(game.options[0])
        params: dict[str, Any] = {"first": first, "to": to}
        if kind in ("ending", "two"):
            params["ends"] = tuple(game.ends)
        if kind == "points":
            params["gains"] = flat(game.gains)[1]
        if kind == "partisan":
            params["second"], params["so"] = flat(game.options[1])
        found = rules.bind(**params)
        return TurnsRuleset(found) if kind == "partisan" else found

    rich = bound(drawn(Random(1), 60, ending=True))  # each branch is taken somewhere
    made = native(rich, [{"two": (59, 58), "partisan": ((59, 58), LEFT)}.get(kind, 59)])
    assert made is not None

    def search(game: Drawn) -> Deciding:
        own = bound(game)
        packed = made._replace(params=pack_params((own.rules if kind == "partisan" else own).params)[0])
        return Deciding(own, packed, misere=misere, most=ENTRIES // 2)

    return search


KINDS = [(kind, misere) for kind in ("walk", "ending", "points", "two", "partisan") for misere in (False, True)]
KINDS.remove(("points", True))


@pytest.mark.parametrize(("kind", "misere"), KINDS)
@pytest.mark.parametrize("count", [400, pytest.param(1112, marks=pytest.mark.hours)])
def test_random_games_are_decided_as_they_are_played(kind: str, misere: bool, count: int) -> None:
    random, search, met = Random(f"{kind} {misere} {count}"), searches(kind, misere), 0
    sizes = (6, 10, 14) if kind == "partisan" else (12, 30, 60)  # where little is kept much comes again and again
    for _turn in range(count):
        game = drawn(random, random.choice(sizes), ending=kind in ("ending", "two"))
        worth, found = brute(game, kind, misere), search(game)
        top = len(game.ends) - 1
        for _again in range(3):
            v, w = random.randrange(top // 2, top + 1), random.randrange(top + 1)
            if kind == "points":
                assert found.told(v).value == worth(v)
            elif kind == "partisan":
                player = random.choice((LEFT, RIGHT))
                assert WORTH[found.told(((v, w), player)).value] == worth((v, w, player))
            else:
                state: Any = (v, w) if kind == "two" else v
                assert WORTH[found.told(state).value] == worth(state)
        met += found.nodes
    assert nontrivial_nodes(met, count)


def nontrivial_nodes(met: int, count: int) -> bool:
    nontrivial(met)
    return met > 2 * count


# ---- where a stone more never hurts


@gr.game(sided=True)
def colouring(own: int, other: int, *, cells: int, sets: tuple[int, ...]):
    """Colour a free cell; X wins with all cells of a set, O with one of each."""
    for cell in range(cells):
        if not (own | other) >> cell & 1:
            yield other, own | 1 << cell


@colouring.ending
def coloured(own: int, other: int, *, sets: tuple[int, ...]) -> int | None:
    if own.bit_count() < other.bit_count():
        return gr.LOSS if any(each & ~other == 0 for each in sets) else None
    return gr.LOSS if all(each & other for each in sets) else None


colouring.monotone()


@pytest.mark.parametrize("entries", [ENTRIES, 1 << 12])
@pytest.mark.parametrize("count", [30, pytest.param(60, marks=pytest.mark.hours)])
def test_where_a_stone_more_never_hurts_the_winner_is_that_of_all_moves(entries: int, count: int) -> None:
    random, looked, plain = Random(entries), 0, 0
    for _turn in range(count):
        cells = random.randrange(6, 12)
        few = [sum(1 << cell for cell in random.sample(range(cells), random.randrange(2, 5))) for _ in range(cells)]
        rules = colouring.bind(cells=cells, sets=tuple(few))
        made = native(rules, [(0, 0)])
        assert made is not None
        with_carriers = Deciding(rules, made, misere=False, most=entries // 2)
        rules.is_monotone = False
        whole = Deciding(rules, made, misere=False)

        @cache
        def wins(state: Any, rules: Any = rules) -> bool:
            return rules.ended(state) is None and not all(map(wins, rules.options(state)))

        for _again in range(8):
            stones = random.sample(range(cells), random.randrange(4))
            own, other = (sum(1 << each for each in stones[k::2]) for k in (0, 1))
            state = (own, other) if len(stones) % 2 == 0 else (other, own)
            if rules.ended(state) is None:
                assert (with_carriers.told(state).value == WON) == (whole.told(state).value == WON) == wins(state)
        looked, plain = looked + with_carriers.nodes, plain + whole.nodes
    assert nontrivial_nodes(looked, count)
    assert 2 * looked < plain


def test_what_is_declared_monotone_and_is_not_is_told() -> None:
    def refusal(rules: Any, *state: int) -> str:
        rules.monotone()
        with pytest.raises(RulesError) as found:
            rules(*state).solve(method="decide")
        with pytest.raises(RulesError, match=re.escape(str(found.value))):
            rules.gains(*state)
        return str(found.value)

    @gr.game
    def three(own: int, other: int):
        for cell in range(9):
            if not (own | other) >> cell & 1:
                yield other, own | 1 << cell

    @three.ending
    def row(own: int, other: int) -> int | None:
        return gr.LOSS if other & 7 == 7 or other >> 6 == 7 else None

    @gr.game
    def moving(own: int, other: int):
        if own < 1 << 20:
            yield other, own << 1

    assert re.fullmatch(
        r"three is declared monotone, but (both players have|nobody has) won at three\(.*\)", refusal(three, 0, 0)
    )
    assert refusal(moving, 1, 2) == "moving is declared monotone, but a move does not just add a stone at moving(1, 2)"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "wins"), [("hex 5x5", True), ("hex 5x4", True), ("hex 4x5", False), ("gale 4x4", True)]
)
def test_boards_to_be_joined_are_decided_among_few_positions(words: str, wins: bool) -> None:
    gr.forget()
    found = position(words.split(), load, begin=True).solve(method="decide")
    assert found.outcome.name == ("N" if wins else "P")  # strategy stealing, and the longer way of who begins
    assert found.positions < 200_000  # of 5x5 all rules without a carrier look into some 600 million


def test_play_that_comes_again_is_refused_or_decided_by_what_ends() -> None:
    random, search, refused, decided = Random(5), searches("walk", False), 0, 0
    for _turn in range(300):
        game = drawn(random, 30, ending=False, loopy=True)
        results = gr.digraph(dict(enumerate(game.options[0]))).results()
        found = search(game)
        for v in range(30):
            try:
                mine = found.told(v).value
            except Endless:
                refused += 1
                continue
            decided += 1
            assert WORTH[mine] == results[v][0]
    assert refused > 100
    assert decided > 1000


def test_a_limit_of_memory_below_the_least_table_is_told() -> None:
    with pytest.raises(TooLarge, match=r"more than the 1\.0 KiB allowed"):
        gr.connect4("....../....../....../....../......").solve(method="decide", memory=1 << 10)


@gr.game
def far(n: int):
    """Take any number."""
    yield from range(n)


def test_options_that_take_all_memory_are_refused() -> None:
    with pytest.raises(TooLarge, match=r"the options of a line take .* allowed"):
        far(10**9).solve(method="decide", memory=1 << 26)


@pytest.mark.slow
def test_the_tables_of_many_games_take_bounded_memory() -> None:
    starts = [gr.connect4(0, 0, width=5, height=5, line=line) for line in (4, 5)]
    starts += [gr.hex(0, 0, width=4, height=4), gr.dots_and_boxes(0, 0, rows=3, columns=3)]
    for start in starts:
        start.solve(method="decide")
    held = [kept for start in starts for kept in start.ruleset.memory[DECIDED].values()]
    assert len(held) == len(starts)
    assert sum(each.table.nbytes for each in held) <= KEPT + held[-1].table.nbytes


# ---- the catalogue


@pytest.mark.slow
@pytest.mark.parametrize("folded", [False, True])
@pytest.mark.parametrize(("most", "every"), [(2, 4), pytest.param(12, 1, marks=pytest.mark.hours)])
def test_games_of_the_catalogue_are_decided_as_they_are_solved(
    most: int, every: int, folded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if folded:  # from the first states on
        monkeypatch.setattr(deciding, "TURN", 1)
    decided, refused, by_images = 0, Counter[str](), 0
    gr.forget()
    for start in (each for rules in [*gr.games][::every] for each in islice(rules.small_positions(), most)):
        scoring = start.ruleset.scoring
        for play in ("normal",) if scoring else ("normal", "misere"):
            try:
                found = start.solve(play=play, method="decide")
            except GrundyError as problem:
                refused[re.sub(r" [a-z-]*[(].*| of .*", "", str(problem))] += 1
                continue
            full = start.solve(play=play)
            assert found.outcome == full.outcome, (start, play)
            assert not scoring or found.value == full.value
            searched = [*start.ruleset.memory[DECIDED].values()]
            if start.ruleset.partisan:
                searched += in_turns(start.ruleset).memory[DECIDED].values()
            by_images += any(each.fold is not None for each in searched)
            if not start.ruleset.partisan and (winning := full.winning_moves()):
                assert found.best_move in winning
            assert not start.ruleset.partisan or [*found.winning_moves(3)] == [*full.winning_moves(3)]
            nontrivial(found.positions)
            decided += 1
    assert decided > 50 * min(most, 4) / every
    assert refused.total() < decided / 4, refused
    assert (by_images > 2) == folded


# ---- certificates

WINS = (
    "hex 3x3", "hex 4x3", "connect4 4x3 line=3", "tic_tac_toe 3x4 line=3", "connect4 5x3 line=3", "chomp 4 4 4",
    "fox_and_geese 4x4", "treblecross 9", "silver_dollar 2 5 9", "pawn_duel 3x4", "tic_tac_toe 3x3", "col 3x3",
    "snort 3x4", "domineering 4 4", "domineering 4 3", "domineering 3 4", "clobber XOXO", "connect4 4x4", "hex 4x4",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="there is no node here")
@pytest.mark.parametrize(("count", "turns"), [(17, 4), pytest.param(19, 8, marks=pytest.mark.hours)])
def test_strategies_are_verified_by_both_checkers_and_changed_ones_are_not(count: int, turns: int) -> None:
    starts = [position(words.split(), load, begin=True) for words in WINS[:count]]
    made = [(each.ruleset, each.solve(method="decide").certificate("strategy")) for each in starts]
    assert all(check(each).verified for _rules, each in made)
    assert {said["verdict"] for said in told(json.dumps(each) for _rules, each in made)} == {"accepted"}
    assert {each["outcome"] for _rules, each in made} == {*"NPTLR"}
    assert all(compare(each, rules) for rules, each in made)
    random = Random(44)
    false = [forged(*each, random) for _turn in range(turns) for each in made[:18]]
    assert len(false) == turns * min(count, 18)
    for own, other in zip(false, told(map(json.dumps, false)), strict=True):
        assert not check(own).verified
        assert other["verdict"] == "false"


def forged(rules: Any, made: dict[str, Any], random: Random) -> dict[str, Any]:
    """Return a certificate with an answer left out, an answer that is no option, or another winner."""
    new = copy.deepcopy(made)
    match random.randrange(3):
        case 0:
            del new["answers"][random.randrange(len(new["answers"]))]
        case 1:
            row = random.choice(new["answers"])
            options = {*(in_turns(rules) if rules.partisan else rules).options(frozen(row[0]))}
            row[1] = random.choice([i for i, lost in enumerate(new["lost"]) if frozen(lost) not in options])
        case _:
            new["outcome"] = random.choice([x for x in ("NPLR" if rules.partisan else "NPT") if x != new["outcome"]])
    return resealed(new)


# ---- what people ask


@gr.game
def spelled(text: str):
    """Take a letter off; nobody wins at the end."""
    if text:
        yield text[1:]


@spelled.ending
def spelled_out(text: str) -> int | None:
    return None if text else gr.TIE


def test_a_decided_position_says_so_and_answers_again_at_once() -> None:
    start = gr.connect4(0, 0, width=5, height=4)
    assert start.solve(method="decide").outcome == start.solve().outcome == gr.Outcome.T
    found = start.solve(method="decide")
    assert found.positions == start.solve(method="decide").positions > 1000
    assert "search for the winner" in found.explain()
    best = found.best_move
    assert best is not None
    assert best.after.solve(method="decide").outcome == gr.Outcome.T


def test_what_cannot_be_decided_says_why() -> None:
    with pytest.raises(GrundyError, match="can come again"):
        gr.teeko(".XO./XOOX", men=3).solve(method="decide")
    assert (
        gr.word_chain("ab bc").solve(method="decide").outcome == gr.word_chain("ab bc").solve().outcome
    )  # interpreted
    with pytest.raises(GrundyError, match="cannot be compiled"):
        spelled("ab").solve(method="decide")


def test_time_that_is_over_is_told_and_what_was_found_is_kept() -> None:
    position = gr.connect4(0, 0, width=7, height=6)
    with pytest.raises(OutOfTime):
        position.solve(method="decide", seconds=0.3)
    assert sum(1 for kept in position.ruleset.memory[DECIDED].values() if kept.nodes > 1000) == 1


def test_two_threads_ask_at_once() -> None:
    starts = [gr.connect4(0, 0, width=w, height=h) for w, h in ((5, 4), (4, 5), (5, 4), (4, 4))]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda each: each.solve(method="decide").outcome, starts))
    assert found == [gr.Outcome.T] * 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("connect4 4x4", "the player to move does not win, open whether that is a tie or a loss"),
        ("dots_and_boxes 2x2", "the score is at least 2"),
        ("dots_and_boxes 3x2", "the score is at most 0"),
    ],
)
def test_what_is_proved_when_a_search_ends_early_is_told(
    words: str, told: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bound, stopped = Deciding.bound, [OutOfTime("the time is over"), KeyboardInterrupt()]
    problem: BaseException | None = None

    def second(search: Deciding, state: Any, ask: int) -> Any:
        if ask:
            assert problem is not None
            raise problem
        return bound(search, state, ask)

    monkeypatch.setattr(Deciding, "bound", second)
    run = Run(monkeypatch, tmp_path)
    for problem in stopped:
        gr.forget()
        done = run("solve", *words.split(), "--method", "decide")
        assert done.err.endswith(f"; proved is that {told}\n")
        assert done.code == (130 if isinstance(problem, KeyboardInterrupt) else 2)


@pytest.mark.parametrize("words", ["hex 3x3", "connect4 4x4", "dots_and_boxes 2x2", "awari 3 3", "chomp 3 3"])
def test_a_compiled_rule_counts_options_and_tells_that_there_is_one(words: str) -> None:
    start = position(words.split(), load, begin=True)
    made = native(start.ruleset, [start.state])
    assert made is not None
    row, params, out = np.array(made.encode(start.state)), np.array(made.params or [0]), np.zeros(1000, np.int64)
    before, count = row.copy(), made.fill(row, params, out)
    assert made.fill(row, params, row) == count == len([*start.options()]) > 0
    assert row.tolist() == before.tolist()
    assert made.fill(row, params, out[:1]) == FULL


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        *("connect4 4x3 line=3", "hex 3x3", "hex 2x3", "tic_tac_toe 3x3", "dots_and_boxes 1x2"),
        *(pytest.param(words, marks=pytest.mark.hours) for words in ("tic_tac_toe 4x2", "dots_and_boxes 2x2")),
    ],
)
def test_what_the_catalogue_calls_images_are(words: str) -> None:
    start = position(words.split(), load, begin=True)
    twin = start.ruleset.by_images()
    told = check_hooks(twin, start.state)
    assert told.positions > 1.3 * (told.folded or 0) > 0
    assert not start.ruleset.folds


@gr.game(sided=True)
def lamps(own: int, other: int, *, cells: int = 5):
    """Light a lamp beside none of one's own; who cannot loses."""
    for cell in range(cells):
        if not (own | other) >> cell & 1 and not own & (1 << cell << 1 | 1 << cell >> 1):
            yield other, own | 1 << cell


@lamps.symmetries
def turned(own: int, other: int, *, cells: int):
    mine = its = 0
    for cell in range(cells):
        mine, its = mine << 1 | own >> cell & 1, its << 1 | other >> cell & 1
    yield mine, its


def test_declared_symmetries_are_used_near_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "TURN", 1)
    for cells in range(2, 9):
        start = lamps(0, 0, cells=cells)
        assert start.solve(method="decide").outcome is start.solve(method="interpreted").outcome
        (found,) = start.ruleset.memory[DECIDED].values()
        assert found.fold is not None or cells < 4


def test_images_that_are_none_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "TURN", 1)

    @gr.game(sided=True)
    def crowd(own: int, other: int, *, cells: int = 20):
        for cell in range(cells):
            if not (own | other) & 7 << cell >> 1:
                yield other, own | 1 << cell

    @crowd.twins
    def shifted(own: int, other: int, *, cells: int):
        yield own >> 1, other >> 1

    with pytest.raises(gr.GrundyError, match="are images of each other, yet"):
        crowd(0, 0).solve(method="decide")


@pytest.mark.slow
@pytest.mark.parametrize("words", ["hex 4x4", "domineering 5x5", "clobber 4x5", "treblecross 14"])
def test_moves_that_nobody_looked_at_are_told_apart(words: str) -> None:
    start = position(words.split(), load, begin=True)
    found = start.solve(method="decide")
    for player in (LEFT, RIGHT) if start.ruleset.partisan else (None,):
        known, left, every = (
            found.winning_moves(100, player),
            found.not_looked_at(player),
            found.winning_moves(None, player),
        )
        assert {*known} <= {*every} <= {*known, *left}
        assert not every or known
    told = copy.copy(found).to_dict(3)
    assert told.get("moves_not_looked_at", 0) == len(found.not_looked_at())


def test_in_the_shell_all_moves_are_decided_where_this_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gr.forget()
    run = Run(monkeypatch, tmp_path)
    some = run("solve", "hex", "5x4", "--method", "decide")
    every = run("solve", "hex", "5x4", "--method", "decide", "--moves", "all")
    assert re.search(r"other moves: \d+ (was|were) not looked at [(]--moves all decides (it|each)[)]", some.out)
    assert every.out.count("winning move: (") > some.out.count("winning move: (")
    assert "not looked at" not in every.out


@pytest.mark.slow
def test_who_wins_is_told_before_a_value_that_takes_long() -> None:
    gr.forget()
    found = position(["col", "4x4"], load, begin=True).solve()
    assert isinstance(found.evidence, ByDeciding)
    assert found.outcome is gr.Outcome.P
    assert found.value == 0
    assert position(["col", "2x3"], load, begin=True).solve().method == "its canonical form"


@pytest.mark.parametrize("free", ["##..####|...#####|..######|#..#####", "########|.#......|....#..#|##.#...#"])
@pytest.mark.parametrize("player", [LEFT, RIGHT])
def test_boards_of_more_cells_than_a_word_has_bits_are_decided(free: str, player: int) -> None:
    start = gr.domineering("|".join([free, *["########"] * 4]))
    assert start.state[0] * start.state[1] == 64
    gr.domineering(3, 3).solve(method="decide")  # whose rows are no rows of this one
    decided, valued = start.solve(method="decide"), start.solve(method="value")
    assert decided.outcome is valued.outcome
    assert {*decided.winning_moves(None, player)} == {*valued.winning_moves(None, player)}
    nontrivial(decided.positions)
