"""Deque, or the removal game: a row of numbers; a move takes the number at either end, and adds it to one's score.

Contest problems: AtCoder's Educational DP Contest L "Deque" asks for the difference, CSES "Removal Game" for the first
player's sum. The usual answer fills a table of all intervals in O(n^2). The theorem below takes one pass and a sort:
three neighbours a <= b >= c are replaced by a - b + c (whoever opens the gate takes a or c, the other b, and the first the
third), until no number inside is as great as both its neighbours; then who takes the greater end does best.
"""

from collections.abc import Iterator
from random import Random

from grundy.common.messages import N_, _
from grundy.rules.functions import scoring_game
from grundy.rules.position import Position
from grundy.rules.scenes import Board
from grundy.rules.solution import Solution
from grundy.rules.text.contest import Reader


@scoring_game
def deque(*row: int):
    """Take the number at either end of the row."""
    if len(row) > 0:
        yield row[0], row[1:]
    if len(row) > 1:
        yield row[-1], row[:-1]


@deque.picture
def drawn(*row: int) -> Board:
    return Board((tuple(map(str, row)),))


@deque.spelling
def end_of(before: tuple[int, ...], after: tuple[int, ...]) -> str:
    return (
        _("take {before} on the left").format(before=before[0])
        if before[1:] == after
        else _("take {before} on the right").format(before=before[-1])
    )


@deque.small
def small_rows() -> Iterator[Position]:
    random = Random(5)
    for number in range(400):
        yield deque(*(random.randint(-9, 9) if number % 2 else random.randint(0, 3) for _ in range(number % 9)))


def reduced(row: tuple[int, ...] | list[int]) -> list[int]:
    """Replace neighbours a <= b >= c by a - b + c as long as there are any: what is left falls and then rises."""
    left: list[int] = []
    for number in row:
        left.append(number)
        while len(left) >= 3 and left[-3] <= left[-2] >= left[-1]:
            c, b, a = left.pop(), left.pop(), left.pop()
            left.append(a - b + c)
    return left


@deque.theorem(
    gives="score",
    name="the reduction of peaks",
    source=N_("known from the contest problem HNOI 2010, Taking Stones; checked here against exhaustive play"),
)
def score(*row: int) -> int:
    """Replace neighbours a <= b >= c by a - b + c until there are none; then both take the greater end every time."""
    left = sorted(reduced(row), reverse=True)
    return sum(left[::2]) - sum(left[1::2])


@deque.explanation
def why(solution: Solution) -> Iterator[str]:
    row = solution.position.state
    left = reduced(row)
    yield _("A number as great as both its neighbours (a <= b >= c) can be merged with them: a - b + c.")
    if len(row) <= 40:
        told = _("{row}  becomes  {left}")
        yield told.format(row=" ".join(map(str, row)) or "nothing", left=" ".join(map(str, left)) or "nothing")
    yield _("What is left falls and then rises, so taking the greater end is best for both.")
    ordered = sorted(left, reverse=True)
    if len(ordered) <= 20:
        signs = (f"{'-' if i % 2 else '+'} {number}" for i, number in enumerate(ordered))
        yield _("In turn: {signs} = {value}").format(signs=" ".join(signs), value=solution.value)
    if solution.best_move is not None:
        yield _("Move: {best_move}.").format(best_move=solution.best_move)


@deque.judge("deque")
def judge(read: Reader) -> Iterator[str]:
    """AtCoder DP Contest L: a count, then a row of numbers: the first player's points minus the second's."""
    yield str(score(*read.counted(None)))


@deque.judge("removal-game")
def judge_sum(read: Reader) -> Iterator[str]:
    """CSES: a count, then a row of numbers: the points of the first player."""
    row = read.counted(None)
    yield str((sum(row) + score(*row)) // 2)


deque.called(
    "Removal Game",
    ("Take the number at either end of the row, and add it to your points. Whoever has more points wins."),
)
deque.looks("cards")
deque.starts("4 7 2 9 5 3", sizes="3 9 2; 4 7 2 9 5 3; 5 1 8 3 9 2 7 4 6 8", variants={"Gate": "2 1 9 1 2"})
