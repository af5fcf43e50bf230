"""What is known of a game is kept, and used by everyone who asks: the same answers as without it, and less work."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

import grundy as gr
from cases import nontrivial
from grundy.rules.functions import FunctionRuleset
from grundy.solving import memory, search
from grundy.solving.memory import LOOPS, known
from grundy.solving.results import KNOWN


def moves_of(seed: int) -> dict[int, list[int]]:
    """Return a digraph, in half of all cases with endless play."""
    draw = random.Random(seed)
    size = draw.randrange(2, 24)
    return {
        n: [draw.randrange(n if n and seed % 2 else size) for _ in range(draw.randrange(4))] if n else []
        for n in range(size)
    }


def game_of(seed: int, kind: str) -> FunctionRuleset:
    """Return the game of a digraph: plain, with endings, or for points."""
    arrows = moves_of(seed)

    def plain(n: int) -> Iterator[Any]:
        yield from arrows[n]

    def points(n: int) -> Iterator[Any]:
        for child in arrows[n]:
            yield (n * child) % 5 - 1, child

    made = gr.scoring_game(points) if kind == "points" else gr.game(plain)
    if kind == "ends":

        @made.ending
        def ends(n: int) -> int | None:
            return (None, None, None, gr.WIN, gr.TIE, gr.LOSS)[(n * 7 + seed) % 6 if arrows[n] else 5]

    return made


def told(ask: Callable[[gr.Position, str], Any], position: gr.Position, play: str) -> Any:
    """Return an answer, or the sentence of a refusal."""
    try:
        return ask(position, play)
    except gr.GrundyError as error:
        return str(error)


ASKED: dict[str, Callable[[gr.Position, str], Any]] = {
    "outcome": lambda position, play: position.outcome(play),
    "grundy": lambda position, play: position.grundy(),
    "score": lambda position, play: position.score(),
    "solve": lambda position, play: (found := position.solve(play)) and (found.outcome, found.value, found.remoteness),
    "moves": lambda position, play: [str(move) for move in position.solve(play).winning_moves()],
    "endless": lambda position, play: position.outcome(play, "first"),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["plain", "ends", "points"])
def test_answers_do_not_depend_on_what_was_asked_before(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where room is short, so that things are forgotten in the middle, and where half of all is compiled."""
    draw = random.Random(kind)
    for seed in range(120):
        game, arrows = game_of(seed, kind), moves_of(seed)
        monkeypatch.setattr(memory, "ROOM", draw.choice((4, 20, 1 << 20)))
        memory._left[0] = 0
        for _ in range(12):
            n, what, play = draw.randrange(len(arrows)), draw.choice(list(ASKED)), draw.choice(("normal", "misere"))
            before, fresh = (told(ASKED[what], made(n), play) for made in (game, game_of(seed, kind)))
            nontrivial(arrows[n])
            assert before == fresh, (seed, n, what)


def two(a: int, b: int) -> Iterator[Any]:
    for k in range(1, max(a, b) + 1):
        if k <= a:
            yield a - k, b
        if k <= b:
            yield a, b - k


def test_what_is_known_is_not_searched_again() -> None:
    calls = count()  # nothing that is watched: what changes would be forgotten

    @gr.game
    def counted(a: int, b: int) -> Iterator[Any]:
        next(calls)
        yield from two(a, b)

    lost = [(a, b) for a in range(12) for b in range(12) if counted(a, b).outcome() is gr.Outcome.P]
    assert lost == [(a, a) for a in range(12)] and next(calls) < 144 + 100  # each once, and when the rules are tried
    values = [counted(a, b).grundy() for a in range(12) for b in range(12)]
    assert values == [a ^ b for a in range(12) for b in range(12)]
    before = next(calls)
    assert [counted(a, b).grundy() for a in range(12) for b in range(12)] == values
    assert [(a, b) for a in range(12) for b in range(12) if counted(a, b).outcome() is gr.Outcome.P] == lost
    assert next(calls) == before + 1


def test_a_table_answers_for_all_that_it_met(monkeypatch: pytest.MonkeyPatch) -> None:
    game = gr.game(name="two")(two)
    assert game(90, 60).outcome() is gr.Outcome.N and game(90, 60).grundy() == 90 ^ 60
    table = known(game).tables[-1][1]
    monkeypatch.setattr(search, "_searched", lambda *args, **options: pytest.fail("it was searched again"))
    assert game(89, 60).solve().remoteness == table.result((89, 60))[1]
    assert game(60, 60).outcome() is gr.Outcome.P and not list(game(60, 60).solve().winning_moves())


def test_of_a_loop_only_what_leads_into_it_has_no_value() -> None:
    @gr.game
    def walk(n: int) -> Iterator[int]:
        """From 9 up play can go round."""
        if n > 8:
            yield 9 + (n - 8) % 3
        if n:
            yield n - 1

    assert walk(11).solve().value is None
    assert [walk(n).grundy() for n in range(4)] == [0, 1, 0, 1]
    assert known(walk).nimber(11) == LOOPS
    with pytest.raises(gr.GrundyError, match="for ever"):
        walk(10).grundy()


def test_rules_that_change_forget() -> None:
    space: dict[str, Any] = {"MOST": 3}
    exec("def take(n):\n    for k in range(1, min(MOST, n) + 1):\n        yield n - k\n", space)
    game = gr.game(space["take"])
    assert [n for n in range(13) if game(n).outcome() is gr.Outcome.P] == [0, 4, 8, 12]
    space["MOST"] = 2
    assert [n for n in range(13) if game(n).outcome() is gr.Outcome.P] == [0, 3, 6, 9, 12]


def test_lists_and_dictionaries_that_change_are_compiled_anew() -> None:
    amounts, after, lost = [1, 2], {0: [1], 1: [2, 3]}, {0}

    @gr.game
    def take(n: int) -> Iterator[int]:
        for k in (*amounts, *after[n % 2]):
            if k <= n and n not in lost:
                yield n - k

    @gr.heap_game
    def heap(n: int) -> Iterator[int]:
        for k in amounts:
            if k <= n:
                yield n - k

    def values(moves: Callable[[int], Iterator[int]]) -> list[int]:
        found: list[int] = []
        for n in range(40):
            met = {found[m] for m in moves(n)}
            found.append(next(value for value in count() if value not in met))
        return found

    changes: list[Callable[[], object]] = [
        lambda: amounts.append(4),
        lambda: amounts.__setitem__(0, 5),
        lambda: after[0].append(3),
        lambda: after.update({1: [6]}),
        lambda: lost.add(3),
    ]
    seen: list[list[int]] = []
    for change in (lambda: None, *changes):
        change()
        assert take(30).solve(method="compiled").value == values(take.function)[30]
        seen.append([take(n).grundy() for n in range(40)])
        assert seen[-1] == values(take.function) and heap.sequence(40).tolist() == values(heap.function)
    assert len({*map(tuple, seen)}) == len(seen)


def test_room_is_bounded_for_all_rulesets_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "ROOM", 500)
    memory._left[0] = 0
    games = [gr.game(name=f"g{i}")(two) for i in range(4)]
    for game in games:
        for a in range(25):
            assert game(a, a + 1).grundy() == a ^ (a + 1)
    held = [sum(map(len, game.memory[KNOWN][False, None].one_by_one())) for game in games]
    assert sum(held) <= 500 and held[-1] > 0


def test_two_threads_ask_the_same_game() -> None:
    game, wrong = gr.game(name="two")(two), []

    def ask(step: int) -> None:
        places = ((a, b) for a in range(0, 40, step) for b in range(40))
        wrong.extend(
            (a, b) for a, b in places if (game(a, b).grundy(), game(a, b).outcome().name == "P") != (a ^ b, a == b)
        )

    threads = [threading.Thread(target=ask, args=(step,)) for step in (1, 2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
