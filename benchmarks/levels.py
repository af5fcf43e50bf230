"""How far the levels of the opponent are apart, on ten games that are solved at once.

Run: ``python benchmarks/levels.py [GAMES [LEVEL ...]]``: games of each pair (200 unless told), and against which levels
their better neighbours play (all). A tie is a half for both. A match begins after two moves at random, and each beginning
is played twice, with the sides changed. Level 1 plays also against three players: one who moves at random, one who does so
where no move wins at once, and a greedy one, who wins at once if he can, and else leaves the other the fewest moves, less
his own.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from opponent import at_random, greedy

import grundy as gr
from grundy.playing.match import Match
from grundy.playing.opponent import Budget, choose_at
from grundy.playing.opponent.choosing import WORDS
from grundy.rules.functions import to_move
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT
from grundy.rules.solution import Move, convention

Player = Callable[[Match, random.Random], Move]
GAMES: dict[str, Position] = {
    "Bash 50": gr.bash(50),
    "Nim 4, 5, 6, 7, 9": gr.nim(4, 5, 6, 7, 9),
    "Staircase Nim 2, 3, 4, 3, 4": gr.staircase_nim(2, 3, 4, 3, 4),
    "Kayles 40": gr.kayles(40),
    "Wythoff 30, 41": gr.wythoff(30, 41),
    "Chomp 6×7": gr.chomp(*[7] * 6),
    "Cram 4×4": gr.cram(4, 4),
    "Clobber 4×4": gr.clobber("XOXO|OXOX|XOXO|OXOX"),
    "Domineering 4×5": gr.domineering(4, 5),
    "Dots and Boxes 2×3": gr.dots_and_boxes.start(2, 3),
}


def at_level(level: str) -> Player:
    """Return the player of a level."""
    return lambda match, chance: choose_at(match, level, Budget(None), chance).move


def awake(match: Match, chance: random.Random) -> Move:
    """Return a move that wins at once, else any."""
    moves = list(match.position.moves())
    chance.shuffle(moves)
    return next((move for move in moves if _wins(match.after(move), match.mover)), moves[0])


def _wins(match: Match, player: int) -> bool:
    return match.over and match.winner == player


def score(position: Position, players: Sequence[Player], games: int, seed: int = 1) -> float:
    """Return how many of some games the first of two players wins, a tie for a half."""
    start = to_move(position, LEFT) if position.ruleset.partisan else position
    total = 0.0
    for number in range(games):
        match, side, beginning = Match(start, convention()), number % 2, random.Random(seed * 1000 + number // 2)
        for _turn in range(2):
            match.make(at_random(match, beginning))
        chance = random.Random(seed * 1000 + number)
        while not match.over:
            match.make(players[(match.mover + side) % 2](match, chance))
        total += 0.5 if match.winner is None else match.winner == side
    return total


def share(better: Player, worse: Player, games: int, seed: int = 1) -> float:
    """Return the share of points of a player in a number of games, a tenth of them on each board."""
    each = games // len(GAMES)
    return sum(score(position, (better, worse), each, seed) for position in GAMES.values()) / (each * len(GAMES))


def main(games: int, levels: Sequence[str]) -> None:
    """Print the table."""
    told = partial(print, flush=True)
    told(f"| {games} games | points |\n|---|---|")
    if "1" in levels:
        for name, player in (("at random", at_random), ("at random but for a win in one", awake), ("greedy", greedy)):
            told(f"| level 1 against one who plays {name} | {share(at_level('1'), player, games):.0%} |")
    for worse, better in pairwise(WORDS[:9]):
        if worse in levels:
            told(f"| {better} against {worse} | {share(at_level(better), at_level(worse), games):.0%} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 200, sys.argv[2:] or WORDS)
