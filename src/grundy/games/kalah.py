"""Kalah: sow the seeds of a house around the board; seeds in one's store are points.

Seeds go one by one into the houses that follow, and one into one's own store, not into the other's. Whoever ends in the
store moves again: the other player passes. Whoever ends in an empty house of his own takes that seed and those in the house
opposite, if there are any; with ``empty=1`` also where there are none. Play ends when the houses of a player are empty; the
other gets what is left. The score is what the mover gains from there on. G. Irving, J. Donkers, J. Uiterwijk, *Solving
Kalah*, ICGA Journal 23(3), 2000, solve the game with ``empty=1`` up to 6 houses of 5 seeds. Houses are written in the order
of sowing, the mover's first: ``kalah(2, 2, 2, 2)``; ``pass`` may stand behind them.
"""

from grundy.rules.functions import scoring_game
from grundy.rules.text.houses import declare


@scoring_game
def kalah(state: tuple[int, ...], *, empty: int = 0):
    """Sow a house. The state: whether the mover passes, then the mover's houses, then the other's, in order of sowing."""
    houses = len(state) // 2
    own, other = state[1 : houses + 1], state[houses + 1 :]
    if state[0]:
        yield 0, (0, *other, *own)
    elif sum(own) > 0:
        for house in range(houses):
            if own[house] > 0:
                board = [*own, 0, *other]
                seeds, place = board[house], house
                board[house] = 0
                while seeds > 0:
                    place = (place + 1) % (2 * houses + 1)
                    board[place] += 1
                    seeds -= 1
                if place < houses and board[place] == 1 and (empty or board[2 * houses - place] > 0):
                    board[houses] += 1 + board[2 * houses - place]
                    board[place] = 0
                    board[2 * houses - place] = 0
                mine, its = sum(board[:houses]), sum(board[houses + 1 :])
                again = place == houses
                if mine == 0 or its == 0:
                    yield board[houses] + mine - its, (0, *([0] * (2 * houses)))
                else:
                    yield board[houses], (int(again), *board[houses + 1 :], *board[:houses])


@kalah.tier
def gone(state: tuple[int, ...]) -> int:
    """Seeds leave the board, of which there are 100 at most."""
    return 100 - sum(state[1:])


declare(
    kalah,
    sown=lambda state: [] if state[0] else [house for house in range(len(state) // 2) if state[house + 1]],
    said=lambda word: 1 if word == "pass" else None,
    told=lambda passed: "pass" * passed,
    example="pass",
    note=lambda passed: "↻" if passed else " ",
)
kalah.called(
    "Kalah; kalaha",
    "Sow the seeds of one of your houses around the board, one into your store as you pass it. If you end "
    "there, you sow again; if you end in an empty house of your own, you take the seeds opposite. Most seeds "
    "win.",
)
kalah.starts(
    "6x4",
    example="3x2",
    sizes="2x2; 3x2; 3x3; 4x3; 6x4",
    variants={"Empty Capture": "holes=3 seeds=2 empty=1"},
    small="1x3; 2x1; 1x6; holes=2 seeds=2 empty=1; 0 1 2 3 pass; 2 0 0 2; 1 0 1 0 2 1",
)
