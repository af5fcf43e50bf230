"""Kalah: sow the seeds of a house around the board; seeds in one's store are points.

Seeds go one by one into the houses that follow, and one into one's own store, not into the other's. Who ends in the store
moves again: the other player passes. Who ends in an empty house of his own takes that seed and those in the house opposite,
if there are any; with ``empty=1`` also where there are none. Play ends when the houses of a player are empty; the other gets
what is left. The score is what the mover gains from there on. G. Irving, J. Donkers, J. Uiterwijk, *Solving Kalah*, ICGA
Journal 23(3), 2000, solve the game with ``empty=1`` up to 6 houses of 5 seeds. Houses are written in the order of sowing,
the mover's first: ``kalah(2, 2, 2, 2)``; ``pass`` may stand behind them.
"""

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.functions import scoring_game
from grundy.rules.position import Position
from grundy.rules.scenes import Board


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


@kalah.setup
def read(*houses: int | str, holes: int = 0, seeds: int = 0) -> tuple[tuple[int, ...]]:
    """Read the houses, and whether the player to move passes; or begin with so many seeds in each of so many holes."""
    passed = bool(houses) and houses[-1] == "pass"
    found = houses[: len(houses) - passed] or (seeds,) * (2 * holes)
    numbers = tuple(number for number in found if isinstance(number, int) and number >= 0)
    if not numbers or len(numbers) % 2 or len(numbers) != len(found) or sum(numbers) > 100:
        raise PositionError(
            "kalah takes the seeds of an even number of houses, the mover's first, at most 100 in all: not {houses}",
            houses=" ".join(map(str, houses)) or "none",
        )
    return ((int(passed), *numbers),)


@kalah.shown
def houses_of(state: tuple[int, ...]) -> str:
    """Write the houses, and whether the player to move passes."""
    return ", ".join([*map(str, state[1:]), *["pass"] * state[0]])


@kalah.picture
def drawn(state: tuple[int, ...]) -> Board:
    """Draw the mover's houses below, from left to right, and the other's above, from right to left."""
    houses = len(state) // 2
    above, below = state[:houses:-1], state[1 : houses + 1]
    rows = [tuple(map(str, above)), tuple(map(str, below))]
    return Board((*rows, ("↻", *["."] * (houses - 1))) if state[0] else tuple(rows))


@kalah.spelling
def spelling(before: tuple[int, ...], after: tuple[int, ...], *, empty: int) -> str:
    """Name the house that is sown, or say that the player passes."""
    houses = len(before) // 2
    if before[0]:
        return _("pass")
    made = list(kalah.function(before, empty=empty))
    sown = [house for house in range(houses) if before[house + 1]]
    ways = [house + 1 for house, (_gain, end) in zip(sown, made, strict=True) if end == after]
    return _("sow house {house}").format(house=", ".join(map(str, ways)))


kalah.called(
    "Kalah; kalaha",
    "Sow the seeds of one of your houses around the board, one into your store as you pass it. Who ends there "
    "sows again; who ends in an empty house of his own takes what lies opposite. Most seeds win.",
)
kalah.starts(
    "6x4",
    example="3x2",
    sizes="2x2; 3x2; 3x3; 4x3; 6x4",
    variants={"Empty Capture": "holes=3 seeds=2 empty=1"},
    small="1x3; 2x1; 1x6; holes=2 seeds=2 empty=1; 0 1 2 3 pass; 2 0 0 2; 1 0 1 0 2 1",
)


@kalah.sized
def usual(holes: int, seeds: int) -> Position | None:
    """Return the start with so many houses for each player and so many seeds in each."""
    return kalah(holes=holes, seeds=seeds) if 0 < holes <= 10 and seeds > 0 and 2 * holes * seeds <= 100 else None
