"""Awari, or Oware: sow the seeds of a house around the board; twos and threes that the last seed makes are taken.

Seeds go one by one into the houses that follow, the one that was emptied left out. Where the last seed makes two or three
in a house of the other player these are taken, and so on backwards; but a move that would take all the other has takes
nothing (Abapa rules). Whoever has no seeds must be given some, if a move can; if none can, the mover keeps what is left, and
who cannot move leaves it to the other. Whoever has more seeds wins, as soon as that is sure; play that never ends is a draw
here. With 4 seeds in each of 12 houses right play is a draw (J. W. Romein, H. E. Bal, *Solving Awari with Parallel
Retrograde Analysis*, IEEE Computer 36(10), 2003). Houses are written in the order of sowing, the mover's first, then what
he has taken more than the other, or the other more than he: ``awari(2, 2, 0, 2, "0:2")``.
"""

import re

from grundy.rules.functions import game
from grundy.rules.text.houses import declare
from grundy.values.outcome import LOSS, TIE, WIN


@game(sided=True)
def awari(state: tuple[int, ...]):
    """Sow a house. The state: what the mover has taken more than the other, then the mover's houses, then the other's."""
    houses = len(state) // 2
    for house in range(houses):
        if may_sow(state, house):
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


def may_sow(state: tuple[int, ...], house: int) -> bool:
    """Whether a house has seeds, and enough to reach the other player if that one has none."""
    houses = len(state) // 2
    return state[house + 1] > (0 if sum(state[houses + 1 :]) > 0 else houses - 1 - house)


@awari.ending
def over(state: tuple[int, ...]) -> int | None:
    """Whoever is ahead by more than is left has won; where no move can be made each player keeps what is on his side."""
    houses, ahead = len(state) // 2, state[0]
    own, its = sum(state[1 : houses + 1]), sum(state[houses + 1 :])
    if abs(ahead) <= own + its:
        if any(may_sow(state, house) for house in range(houses)):
            return None
        ahead += own - its
    return WIN if ahead > 0 else LOSS if ahead < 0 else TIE


@awari.tier
def gone(state: tuple[int, ...]) -> int:
    """Seeds leave the board, of which there are 100 at most."""
    return 100 - sum(state[1:])


def lead(word: str) -> int | None:
    """Return what the mover has taken more than the other, by a word such as 2:0."""
    taken = re.fullmatch(r"(\d{1,2}):(\d{1,2})", word)
    return int(taken[1]) - int(taken[2]) if taken else None


def score_of(lead: int) -> str:
    """Write a lead as what the mover and the other have taken."""
    return f"{max(lead, 0)}:{max(-lead, 0)}"


declare(
    awari,
    sown=lambda state: [house for house in range(len(state) // 2) if may_sow(state, house)],
    said=lead,
    told=lambda ahead: score_of(ahead) if ahead else "",
    example="2:0",
    stores=lambda ahead: (str(max(-ahead, 0)), str(max(ahead, 0))),
)
awari.called(
    "Awari; oware; wari; ayo",
    "Sow the seeds of one of your houses around the board. You capture the twos and threes that your last "
    "seed makes on the other side, and so on backwards, but never all the seeds there. Most seeds win.",
)
awari.starts(
    "6x4", example="3x2", sizes="3x1; 2x2; 3x2; 6x4", small="1x3; 2x1; 2x2; 3x1; 0 3 2 0 1:0; 1 0 0 0 0:1; 0 1 2 1 1 1"
)
