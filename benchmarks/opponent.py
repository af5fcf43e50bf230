"""How strong the opponent is, with the ways by which it solves positions switched off.

Run: ``python benchmarks/opponent.py [SECONDS [POSITIONS GAMES [BOARD ...]]]``: seconds for a move (0.1 unless told),
positions (40) and games (20) of each board, and which boards (all). On boards that can be solved: positions of lines at
random in which some move keeps the result and another does not; in how many of them its move keeps it, and how many a move
at random would. On boards that cannot: how many games it wins, a tie for a half, after two moves at random, against moves at
random and against a greedy player: one who wins at once if that can be, and else leaves the other the fewest moves, less his
own. Each beginning is played twice, with the sides changed.
"""

from __future__ import annotations

import random
import sys
import warnings
from collections.abc import Callable, Sequence
from fractions import Fraction

import grundy as gr
from grundy.playing.match import RANK, Match
from grundy.playing.opponent import Budget, choose
from grundy.playing.opponent.searching import untied
from grundy.rules.functions import to_move
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.rules.solution import Move, convention

Player = Callable[[Match, random.Random], Move]
SOLVABLE = {
    "Domineering 4×4": gr.domineering(4, 4),
    "Domineering 5×5": gr.domineering(5, 5),
    "Clobber 4×4": gr.clobber("XOXO|OXOX|XOXO|OXOX"),
    "Amazons 3×4": gr.amazons("..X|...|...|O.."),
    "Connect Four 4×4": gr.connect4(width=4, height=4),
    "Connect Four 5×4": gr.connect4(width=5, height=4),
    "Tic-tac-toe": gr.tic_tac_toe(),
    "Chomp 4×5": gr.chomp(5, 5, 5, 5),
    "Nim 4, 5, 6": gr.nim(4, 5, 6),
}
LARGE = {
    "Domineering 8×8": gr.domineering(8, 8),
    "Amazons 6×6": gr.amazons("..X..X|......|......|......|......|O..O.."),
    "Clobber 6×6": gr.clobber("|".join(["XOXOXO", "OXOXOX"] * 3)),
    "Connect Four 7×6": gr.connect4(width=7, height=6),
}


def begun(position: Position) -> Match:
    """Return a match, with its rules compiled."""
    match = Match(to_move(position, LEFT) if position.ruleset.partisan else position, convention())
    choose(match, Budget(seconds=None, games=1, exact=False))
    return match


def kept(position: Position, seconds: float, most: int) -> tuple[int, int, Fraction]:
    """Return in how many positions its move kept the result, of how many, and in how many a move at random would."""
    start, chosen = begun(position).position, random.Random(1)
    right, asked, by_chance = 0, 0, Fraction(0)
    while asked < most:
        match = Match(start, convention())
        while not match.over and asked < most:
            moves = list(match.position.moves())
            ranks = {move: RANK[match.verdict(move, match.solution_after(move))] for move in moves}
            best = [move for move in moves if ranks[move] == min(ranks.values())]
            if len(best) < len(moves):
                asked += 1
                by_chance += Fraction(len(best), len(moves))
                right += choose(match, Budget(seconds, exact=False)).move in best
            match.make(chosen.choice(moves))
    return right, asked, by_chance


def at_random(match: Match, chosen: random.Random) -> Move:
    """Return any move."""
    return chosen.choice(list(match.position.moves()))


def greedy(match: Match, chosen: random.Random) -> Move:
    """Return a move that wins at once; else one after which the other has the fewest moves, less his own; of equals any."""
    moves = list(match.position.moves())
    chosen.shuffle(moves)
    return min(moves, key=_left)


def _left(move: Move) -> int:
    rules, state, _side = untied(move.after)
    ended = rules.ended(state)
    if ended is not None:
        return -ended * 10**6 if ended else 0
    if not rules.partisan:
        return 0
    mine, its = (sum(1 for _ in rules.options_of(state, player)) for player in (LEFT, RIGHT))
    return its - mine if move.player == LEFT else mine - its


def won(position: Position, seconds: float, other: Player, games: int) -> Fraction:
    """Return how many games of some it wins."""
    start, total = begun(position).position, Fraction(0)
    for number in range(games):
        match, side = Match(start, convention()), number % 2
        beginning, chosen = random.Random(number // 2), random.Random(number)
        for _turn in range(2):
            match.make(at_random(match, beginning))
        while not match.over:
            own = match.mover == side
            move = choose(match, Budget(seconds, exact=False)).move if own else other(match, chosen)
            match.make(move)
        total += Fraction(1, 2) if match.winner is None else int(match.winner == side)
    return total


def main(seconds: float, positions: int, games: int, boards: Sequence[str]) -> None:
    """Print both tables."""
    warnings.simplefilter("ignore")
    print(f"{seconds:g} s a move\n\n| solved boards | keeps the result | at random |\n|---|---|---|", flush=True)
    for name, position in named(SOLVABLE, boards):
        right, asked, by_chance = kept(position, seconds, positions)
        print(f"| {name} | {right} of {asked} | {float(by_chance):.0f} of {asked} |", flush=True)
    print(f"\n| larger boards | wins of {games} against random | against greedy |\n|---|---|---|", flush=True)
    for name, position in named(LARGE, boards):
        wins = [float(won(position, seconds, other, games)) for other in (at_random, greedy)]
        print(f"| {name} | {wins[0]:g} | {wins[1]:g} |", flush=True)


def named(boards: dict[str, Position], names: Sequence[str]) -> list[tuple[str, Position]]:
    """Return the boards of these names; all where none is named."""
    return [(name, position) for name, position in boards.items() if not names or name in names]


if __name__ == "__main__":
    seconds, positions, games = [*sys.argv[1:4], *("0.1", "40", "20")[len(sys.argv) - 1 :]]
    main(float(seconds), int(positions), int(games), sys.argv[4:])
