"""Awari, or Oware: sow the seeds of a house around the board; twos and threes that the last seed makes are taken.

Seeds go one by one into the houses that follow, the one that was emptied left out. Where the last seed makes two or three
in a house of the other player these are taken, and so on backwards; but a move that would take all the other has takes
nothing (Abapa rules). Who has no seeds must be given some, if a move can; if none can, the mover keeps what is left, and
who cannot move leaves it to the other. Who has more seeds wins, as soon as that is sure; play that never ends is a draw
here. With 4 seeds in each of 12 houses right play is a draw (J. W. Romein, H. E. Bal, *Solving Awari with Parallel
Retrograde Analysis*, IEEE Computer 36(10), 2003). Houses are written in the order of sowing, the mover's first, then what
he has taken more than the other, or the other more than he: ``awari(2, 2, 0, 2, "0:2")``.
"""

import re

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.functions import game
from grundy.rules.position import Position
from grundy.rules.scenes import Board
from grundy.values.outcome import LOSS, TIE, WIN


@game(sided=True)
def awari(state: tuple[int, ...]):
    """Sow a house. The state: what the mover has taken more than the other, then the mover's houses, then the other's."""
    houses = len(state) // 2
    feeds = sum(state[houses + 1 :]) == 0
    for house in range(houses):
        if state[house + 1] > (houses - 1 - house if feeds else 0):
            board = [*state[1:]]
            seeds, end = board[house], house
            board[house] = 0
            while seeds > 0:
                end = (end + 1) % (2 * houses)
                if end != house:
                    board[end] += 1
                    seeds -= 1
            place, taken = end, 0
            while place >= houses and 2 <= board[place] <= 3:
                taken += board[place]
                place -= 1
            if taken == sum(board[houses:]):
                taken = 0
            elif taken > 0:
                for emptied in range(place + 1, end + 1):
                    board[emptied] = 0
            yield (-state[0] - taken, *board[houses:], *board[:houses])


@awari.ending
def over(state: tuple[int, ...]) -> int | None:
    """Who is ahead by more than is left has won; where no move can be made each player keeps what is on his side."""
    houses, ahead = len(state) // 2, state[0]
    own, its = sum(state[1 : houses + 1]), sum(state[houses + 1 :])
    if abs(ahead) <= own + its:
        if any(state[house + 1] > (0 if its > 0 else houses - 1 - house) for house in range(houses)):
            return None
        ahead += own - its
    return WIN if ahead > 0 else LOSS if ahead < 0 else TIE


@awari.tier
def gone(state: tuple[int, ...]) -> int:
    """Seeds leave the board, of which there are 100 at most."""
    return 100 - sum(state[1:])


@awari.setup
def read(*houses: int | str, holes: int = 0, seeds: int = 0) -> tuple[tuple[int, ...]]:
    """Read the houses and the lead of the player to move; or begin with so many seeds in each of so many holes."""
    score = re.fullmatch(r"(\d{1,2}):(\d{1,2})", str(houses[-1])) if houses else None
    found = houses[: len(houses) - (score is not None)] or (seeds,) * (2 * holes)
    numbers = tuple(number for number in found if isinstance(number, int) and number >= 0)
    if not numbers or len(numbers) % 2 or len(numbers) != len(found) or sum(numbers) > 100:
        raise PositionError(
            "awari takes the seeds of an even number of houses, the mover's first, at most 100 in all, and perhaps what the "
            "players have taken, as 2:0: not {houses}",
            houses=" ".join(map(str, houses)) or "none",
        )
    return ((int(score[1]) - int(score[2]) if score else 0, *numbers),)


def score_of(lead: int) -> str:
    """Write a lead as what the mover and the other have taken."""
    return f"{max(lead, 0)}:{max(-lead, 0)}"


@awari.shown
def houses_of(state: tuple[int, ...]) -> str:
    """Write the houses, and the lead of the player to move."""
    return ", ".join([*map(str, state[1:]), *([score_of(state[0])] if state[0] else [])])


@awari.picture
def drawn(state: tuple[int, ...]) -> Board:
    """Draw the mover's houses below, from left to right, the other's above, from right to left, and who is ahead."""
    houses = len(state) // 2
    above, below = state[:houses:-1], state[1 : houses + 1]
    return Board((tuple(map(str, above)), tuple(map(str, below)), (score_of(state[0]), *"." * (houses - 1))))


@awari.spelling
def spelling(before: tuple[int, ...], after: tuple[int, ...]) -> str:
    """Name the house that is sown."""
    houses = len(before) // 2
    feeds = sum(before[houses + 1 :]) == 0
    sown = [house for house in range(houses) if before[house + 1] > (houses - 1 - house if feeds else 0)]
    ways = [house + 1 for house, end in zip(sown, awari.function(before), strict=True) if end == after]
    return _("sow house {house}").format(house=", ".join(map(str, ways)))


awari.called(
    "Awari; oware; wari; ayo",
    "Sow the seeds of one of your houses around the board. Twos and threes that your last seed makes on the "
    "other side are yours, and so on backwards, but never all that is there. Most seeds win.",
)
awari.starts(
    "6x4", example="3x2", sizes="3x1; 2x2; 3x2; 6x4", small="1x3; 2x1; 2x2; 3x1; 0 3 2 0 1:0; 1 0 0 0 0:1; 0 1 2 1 1 1"
)


@awari.sized
def usual(holes: int, seeds: int) -> Position | None:
    """Return the start with so many houses for each player and so many seeds in each."""
    return awari(holes=holes, seeds=seeds) if 0 < holes <= 10 and seeds > 0 and 2 * holes * seeds <= 100 else None
