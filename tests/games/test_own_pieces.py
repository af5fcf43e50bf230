"""Sums in which each player keeps his pieces, in every part: random games with sides, against honest play of all of the sum.

The oracle knows the rules of each game a second time, in plain Python and on one board for both players. It plays the sum
with the player to move in its states, and nothing of the solvers is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

import grundy as gr
import random_loops
from cases import each_day, nontrivial
from grundy.common.errors import GrundyError, RulesError
from grundy.rules.algebra import values
from grundy.rules.board import FREE, MINE, YOURS, Board
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.values.outcome import Outcome
from grundy.values.short import game

STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))
VIEWS = {"swap": (1, 1, 0), "swap+flip": (-1, 1, 0), "swap+mirror": (1, -1, 0), "swap+mirror+flip": (-1, -1, 0)}
VIEWS |= {"swap+turn": (1, 1, 1)}
OUTCOMES = {1: Outcome.N, -1: Outcome.P, 0: Outcome.D}


class Part(NamedTuple):
    """A part of a sum: a position of grundy's, what it is to the oracle, and a player's moves there."""

    position: Position
    state: Any
    options: Callable[[Any, int], list[Any]]
    sided: bool = True
    loops: bool = False
    mover: int = LEFT
    """Who is to move in the position alone."""

    def __neg__(self) -> Part:
        return self._replace(position=-self.position, options=lambda state, player: self.options(state, -player))


# ---- games with sides: each as grundy's rules, and as the oracle's


def on_a_board(random: Random) -> Callable[[Random], Part]:
    """Pieces that step in some ways, to free cells or onto the other's, or are put beside one's own."""
    view = random.choice([*VIEWS])
    ways = tuple(random.sample(range(8), random.randint(1, 3)))
    takes, puts = random.random() < 0.5, random.random() < 0.25
    steps = not (takes or puts) or random.random() < 0.5
    asks = random.random() < 0.15  # the rule asks who is to move: the second player has no diagonals

    @gr.game(board=gr.Grid(".XO", sides=view), name="pieces")
    def pieces(board: Board) -> Iterator[Board]:
        for cell in board.cells(MINE):
            for way in ways:
                end = board.step(cell, way)
                if (board[end] == FREE and steps) or (board[end] == YOURS and takes):
                    yield board.move(cell, end)
                if board[end] == FREE and puts:
                    yield board.place(end, MINE)

    @gr.game(board=gr.Grid(".XO", sides=view), name="asking")
    def asking(board: Board) -> Iterator[Board]:
        for cell in board.cells(MINE):
            for way in ways:
                end = board.step(cell, way)
                if board.turn == 0 or way < 4:
                    if (board[end] == FREE and steps) or (board[end] == YOURS and takes):
                        yield board.move(cell, end)
                    if board[end] == FREE and puts:
                        yield board.place(end, MINE)

    down, across, turned = VIEWS[view]

    def plain(state: tuple[str, ...], player: int) -> list[tuple[str, ...]]:
        own, other = "XO" if player == LEFT else "OX"
        found: list[tuple[str, ...]] = []
        for r, row in enumerate(state):
            for c, face in enumerate(row):
                for way in ways:
                    if face != own or (asks and player == RIGHT and way >= 4):
                        continue
                    dr, dc = STEPS[way]
                    if player == RIGHT:
                        dr, dc = dr * down, dc * across
                        dr, dc = (dc, dr) if turned else (dr, dc)
                    if not (0 <= r + dr < len(state) and 0 <= c + dc < len(row)):
                        continue
                    there = state[r + dr][c + dc]
                    moved = with_cell(with_cell(state, r, c, "."), r + dr, c + dc, own)
                    if (there == "." and steps) or (there == other and takes):
                        found.append(moved)
                    if there == "." and puts:
                        found.append(with_cell(state, r + dr, c + dc, own))
        return found

    def part(chance: Random) -> Part:
        rows, columns = chance.choice(((1, 3), (1, 4), (2, 2), (2, 3), (1, 2), (3, 2)))
        faces = [chance.choice(".XO" if takes else "..XO") for _ in range(rows * columns)]
        if "X" not in faces:
            faces[0] = "X"
        state = tuple("".join(faces[r * columns :][:columns]) for r in range(rows))
        player = chance.choice((LEFT, RIGHT))
        made = (asking if asks else pieces)("|".join(state), *(["O"] if player == RIGHT else ["X"]))
        return Part(made, state, plain, loops=steps, mover=player)

    return part


def with_cell(state: tuple[str, ...], r: int, c: int, face: str) -> tuple[str, ...]:
    """The board with another face in a cell."""
    return (*state[:r], state[r][:c] + face + state[r][c + 1 :], *state[r + 1 :])


def of_two_numbers(random: Random) -> Callable[[Random], Part]:
    """My counters, your counters: some of mine are taken away; or bits, which walk up, or take the one above."""
    takes = tuple(sorted(random.sample(range(1, 4), random.randint(1, 2))))
    bits = random.random() < 0.5

    @gr.game(sided=True, name="counters")
    def counters(mine: int, yours: int) -> Iterator[tuple[int, int]]:
        for k in takes:
            if k <= mine:
                yield yours, mine - k

    @gr.game(sided=True, name="bits")
    def walkers(mine: int, yours: int) -> Iterator[tuple[int, int]]:
        for b in range(3):
            if mine >> b & 1:
                if yours >> (b + 1) & 1:
                    yield yours & ~(2 << b), mine & ~(1 << b) | 2 << b
                elif not mine >> (b + 1) & 1:
                    yield yours, mine & ~(1 << b) | 2 << b

    def plain(state: tuple[int, int], player: int) -> list[tuple[int, int]]:
        own, other = state if player == LEFT else state[::-1]
        if bits:
            spots = [b for b in range(3) if own >> b & 1 and not own >> (b + 1) & 1]
            after = [(own - (1 << b) + (2 << b), other - (other & 2 << b)) for b in spots]
        else:
            after = [(own - k, other) for k in takes if k <= own]
        return after if player == LEFT else [each[::-1] for each in after]

    def part(chance: Random) -> Part:
        state = (chance.randint(1, 4), chance.randint(0, 4))
        if bits:
            own = chance.randrange(1, 16)
            state = (own, chance.randrange(16) & ~own)
        return Part((walkers if bits else counters)(*state), state, plain)

    return part


def of_a_turn(random: Random) -> Callable[[Random], Part]:
    """Left and Right with rules of their own, and whose turn it is in the state; some go round and round."""
    ours = [tuple(random.sample(range(1, 4), random.randint(1, 2))) for _ in range(2)]
    hurts, round_ = random.randint(0, 1), random.choice((0, 0, 3))

    @gr.game(sided=True, name="turns")
    def turns(x: int, o: int, turn: int) -> Iterator[tuple[int, int, int]]:
        for k in ours[turn]:
            if round_:
                yield ((x + k) % round_, o, 1) if turn == 0 else (x, (o + k) % round_, 0)
            elif turn == 0 and k <= x:
                yield x - k, max(o - hurts, 0), 1
            elif turn == 1 and k <= o:
                yield x, o - k, 0

    def plain(state: tuple[int, int], player: int) -> list[tuple[int, int]]:
        x, o = state
        if round_:
            left, right = [((x + k) % round_, o) for k in ours[0]], [(x, (o + k) % round_) for k in ours[1]]
        else:
            left = [(x - k, max(o - hurts, 0)) for k in ours[0] if k <= x]
            right = [(x, o - k) for k in ours[1] if k <= o]
        return left if player == LEFT else right

    def part(chance: Random) -> Part:
        most = round_ - 1 if round_ else 4
        state, player = (chance.randint(1, most), chance.randint(0, most)), chance.choice((LEFT, RIGHT))
        return Part(turns(*state, int(player == RIGHT)), state, plain, loops=bool(round_), mover=player)

    return part


def turned_round(random: Random) -> Callable[[Random], Part]:
    """A row that each player sees from his end: his marks are 1, and go to the right; it is declared how it is turned."""
    jumps = random.random() < 0.5

    @gr.game(sided=True, name="facing")
    def facing(row: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for i, mark in enumerate(row):
            for end in (i + 1, i + 2):
                if mark == 1 and end < len(row) and row[end] == 0 and (end == i + 1 or (jumps and row[i + 1] == 2)):
                    after = list(row)
                    after[i], after[end] = 0, 1
                    yield seen(tuple(after))

    @facing.turned_round
    def seen(row: tuple[int, ...]) -> tuple[int, ...]:
        return tuple((0, 2, 1)[mark] for mark in reversed(row))

    def plain(state: str, player: int) -> list[str]:
        own, other, step = ("1", "2", 1) if player == LEFT else ("2", "1", -1)
        found: list[str] = []
        for i, mark in enumerate(state):
            near, far = i + step, i + 2 * step
            if mark == own and 0 <= near < len(state) and state[near] == "0":
                found.append(moved(state, i, near))
            if jumps and mark == own and 0 <= far < len(state) and state[near] == other and state[far] == "0":
                found.append(moved(state, i, far))
        return found

    def part(chance: Random) -> Part:
        state = "".join(chance.choice("0012") for _ in range(chance.randint(2, 5)))
        return Part(facing(tuple(map(int, state))), state, plain)

    return part


def moved(state: str, start: int, end: int) -> str:
    """The row in which a mark has gone."""
    row = list(state)
    row[start], row[end] = "0", row[start]
    return "".join(row)


# ---- companions without sides


def companion(random: Random) -> Part:
    """A heap, a value, dominoes, or a graph with loops."""
    kind = random.choice(("nim", "bash", "value", "dominoes", "value", "nim", "loop"))
    if kind in ("nim", "bash"):
        heap, most = random.randint(1, 4), 9 if kind == "nim" else 2
        own = gr.nim(heap) if kind == "nim" else gr.bash(heap, m=2)
        return Part(own, heap, lambda n, _player: [*range(max(n - most, 0), n)], sided=False)
    if kind == "value":
        number = random.choice((-2, -1, 1, 2))
        position = Position(values, gr.Value(number))
        return Part(position, number, lambda n, player: [n - player] if n * player > 0 else [], sided=False)
    if kind == "dominoes":
        return Part(
            gr.domineering(1, 3), 3, lambda n, player: [n - 2] if player == RIGHT and n > 1 else [], sided=False
        )
    rows = random_loops.impartial(random, 3)
    return Part(gr.digraph(dict(enumerate(rows)))(0), 0, lambda n, _player: rows[n], sided=False, loops=True)


KINDS = (on_a_board, on_a_board, of_two_numbers, of_a_turn, turned_round)


@cache
def made(kind: int, seed: int) -> Callable[[Random], Part]:
    """A game with sides, made once."""
    return KINDS[kind](Random(seed))


# ---- the oracle


def played(parts: list[Part], *, misere: bool = False) -> tuple[int, int]:
    """What Left gets of a sum as Left begins, and as Right does, played with the player to move in its states."""

    def options(state: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        *own, player = state
        ways = [(i, to) for i, part in enumerate(parts) for to in part.options(own[i], player)]
        return [(*own[:i], to, *own[i + 1 :], -player) for i, to in ways]

    starts = [(*(part.state for part in parts), player) for player in (LEFT, RIGHT)]
    found = random_loops.results(starts, options, lambda _state: 1 if misere else -1)
    return found[starts[0]], -found[starts[1]]


def worth(part: Part) -> gr.Value:
    """The value of a part by the definition: the values of a player's options are his options."""

    @cache
    def value(state: Any) -> gr.Value:
        return game(*([value(to) for to in part.options(state, player)] for player in (LEFT, RIGHT)))

    return value(part.state)


def looked_at(seed: int) -> None:
    """Compare one random sum, and its parts with sides alone, with honest play."""
    random = Random(seed)
    kinds = [made(random.randrange(len(KINDS)), random.randrange(40)) for _ in range(2)]
    parts = [random.choice(kinds)(random) for _ in range(random.choice((1, 1, 2)))]
    parts += [companion(random) for _ in range(random.choice((1, 1, 2)) if len(parts) == 1 else random.choice((0, 1)))]
    parts = [-part if part.sided and random.random() < 0.2 else part for part in parts]
    position = gr.disjunctive(*(part.position for part in parts))
    normal, misere = (Outcome.from_results(*played(parts, misere=misere)) for misere in (False, True))
    assert position.outcome() is normal, (seed, str(position))
    assert position.outcome("misere") is misere, (seed, str(position))
    loops = any(part.loops for part in parts)
    if not loops:
        total = sum(map(worth, parts), gr.Value(0))
        assert position.value() == total and gr.equal(position, total), (seed, str(position))
        assert (position - position).outcome() is Outcome.P, (seed, str(position))
    for part in parts:
        if part.sided and not part.position.ruleset.partisan:
            alone(part, seed)
    nontrivial(sum(bool(part.options(part.state, LEFT) or part.options(part.state, RIGHT)) for part in parts) > 1)


def alone(part: Part, seed: int) -> None:
    """Compare a game with sides: who wins it is asked of the player to move, and it has a value, and no Grundy value."""
    for play in ("normal", "misere"):
        found = played([part], misere=play == "misere")[part.mover == RIGHT] * part.mover
        assert part.position.outcome(play) is OUTCOMES[found], (seed, str(part.position))
    assert part.position.solve().value is None
    if not part.loops:
        assert part.position.value() == worth(part), (seed, str(part.position))
    with pytest.raises(GrundyError, match="no Grundy value"):
        part.position.grundy()


@pytest.mark.slow
@pytest.mark.some(2)
@pytest.mark.parametrize("batch", range(9))
def test_sums_follow_the_pieces(batch: int) -> None:
    """Outcomes in normal and misère play, values, order and negatives of random sums."""
    for seed in range(120):
        looked_at(100_000 * batch + seed)


def test_one_game_with_sides_is_asked_what_its_sums_are() -> None:
    """Alone it has a hottest move for both players, and is equal to others or told apart, as games of honest play are."""
    random = Random(5)
    for _turn in range(each_day(90)):
        kind = made(random.randrange(len(KINDS)), random.randrange(40))
        one, other = kind(random), kind(random)
        if one.loops or not one.sided:
            continue
        found, values = gr.equivalent(one.position, other.position), (worth(one), worth(other))
        assert found.equal == (values[0] == values[1]), (str(one.position), str(other.position))
        if not found:
            results = [Outcome.from_results(*played([part, -one])) for part in (one, other)]
            assert results[0] is Outcome.P is not results[1] and found.lost == one.position
            assert (other.position + found.apart).outcome() is results[1]
        t = values[0].temperature
        for player in (LEFT, RIGHT):
            gains = [
                worth(one._replace(state=after)).thermograph().right(t)
                if player == LEFT
                else -worth(one._replace(state=after)).thermograph().left(t)
                for after in one.options(one.state, player)
            ]
            move = one.position.hotstrat(player)
            assert move == one.position.sentestrat(player, []) and (move is None) == (not gains)
            if move is not None:
                after = move.after.thermograph()
                assert max(gains) == (after.right(t) if player == LEFT else -after.left(t)), str(one.position)
        nontrivial(len({*values}) > 1)


def test_numbers_of_each_player_may_be_counts() -> None:
    @gr.game(sided=True)
    def duel(mine: int, yours: int):
        if mine and yours:
            yield yours - 1, mine - 1

    for mine, yours in ((3, 2), (1, 1), (2, 5), (4, 4)):
        assert (duel(mine, yours) + gr.nim(1)).value() == (
            gr.nim(1) if min(mine, yours) % 2 == 0 else gr.nim(0)
        ).value()

    @gr.game(sided=True)
    def adds(mine: int, yours: int):
        for k in range(3):
            if mine >> k & 1 and not yours >> k & 1:
                yield yours >> 1 | (yours > 1), mine & ~(1 << k)

    with pytest.raises(RulesError, match="adds: 3, 4 → 3, 2 gives the other player what he had not"):
        (adds(3, 4) + gr.nim(1)).solve()


@pytest.mark.hours
@pytest.mark.timeout(3000)
def test_ten_thousand_sums_follow_the_pieces() -> None:
    """The same of ten thousand others."""
    for seed in range(10_000):
        looked_at(1_000_000 + seed)


def test_a_negative_tells_nothing_apart_where_play_may_be_endless() -> None:
    """What is worth over does not end with its negative: another one tells them apart, or there is a sentence."""
    over, upon, one = (gr.Value(text) + gr.nim() for text in ("over", "upon", "1"))
    assert over.outcome() is Outcome.L and (over - over).outcome() is Outcome.D and upon.solve().winning_moves()
    assert gr.equivalent(over, one) == (False, "normal", -one, one) and gr.equivalent(upon, upon + gr.nim())
    with pytest.raises(GrundyError, match="which are not equal, may be endless"):
        gr.equivalent(over, upon)
    with pytest.raises(GrundyError, match="over allows endless play, so it has no thermograph"):
        over.hotstrat(LEFT)
