"""Elephants and Rhinos: elephants walk to the right, rhinos to the left; who cannot move loses.

M. H. Albert, R. J. Nowakowski, D. Wolfe, *Lessons in Play*. Toads and Frogs without jumps: an animal moves on to the next
square if that is free. Elephants are X (Left's), rhinos O (Right's); E and R are read as well. Each row of a board is a
strip by itself.
"""

from collections.abc import Iterator

from grundy.rules.board import EAST, FREE, WEST, Board, pieces
from grundy.rules.grids import Grid, facing
from grundy.rules.partisan import LEFT, partisan_game

State = tuple[int, int, int, int]


@partisan_game(board=Grid(".XO", same="flip", opposite="mirror+swap"))
def elephants_and_rhinos(board: Board, *, player: int):
    """Move an elephant (Left) to the free square on its right, or a rhino (Right) to the one on its left."""
    for start in board.cells(pieces(player)[0]):
        land = board.step(start, EAST if player == LEFT else WEST)
        if board[land] == FREE:
            yield board.move(start, land)


@elephants_and_rhinos.parts
def herds(rows: int, columns: int, elephants: int, rhinos: int) -> Iterator[State]:
    """Yield the herds that meet, closed up, and a strip with one animal for all free steps.

    A rhino and an elephant on its right walk apart, so the row is cut between them: each piece is some elephants, then some
    rhinos. Only the squares between the last elephant and the first rhino are in dispute. The steps that the others can
    take behind them are nobody's concern but their owner's, so they are an integer, and are counted for all pieces together.
    """
    steps = 0
    for row in range(rows):
        herd: list[tuple[list[int], list[int]]] = [([], [])]
        for column in range(columns):
            i = row * columns + column
            if elephants >> i & 1:
                if herd[-1][1]:
                    herd.append(([], []))
                herd[-1][0].append(column)
            elif rhinos >> i & 1:
                herd[-1][1].append(column)
        for one, other in herd:
            k, m = len(one), len(other)
            end, start = (one[-1], other[0]) if k and m else (columns - 1, 0)
            steps += sum(end - i for i in one) - k * (k - 1) // 2
            steps -= sum(i - start for i in other) - m * (m - 1) // 2
            if k and m and start - end > 1:
                width = k + start - end - 1
                yield 1, width + m, (1 << k) - 1, (1 << m) - 1 << width
    if steps:
        yield 1, abs(steps) + 1, 1 if steps > 0 else 0, 1 << -steps if steps < 0 else 0


@elephants_and_rhinos.setup
def setup(*board: str | int) -> tuple[str | int, ...]:
    """Read E as X and R as O."""
    letters = str.maketrans("EeRr", "XXOO")
    return tuple(part.translate(letters) if isinstance(part, str) else part for part in board)


elephants_and_rhinos.called(
    "Elephants and Rhinos",
    "Left moves an elephant one square to the right, Right a rhino one to the left, onto a free square. "
    "Whoever cannot move loses.",
)
elephants_and_rhinos.looks("elephants")
elephants_and_rhinos.starts(
    "1x8", sizes="1x5; 1x8; 3x6; 3x9", small="X; X.; X.O; X..O; XX..O; O.X.X..O; X.O.X.; .XO.X; X.O|.X."
)


@elephants_and_rhinos.sized
def strips(rows: int, columns: int) -> str | None:
    """Return strips with elephants on the left and rhinos on the right, with a gap of two squares or three between them."""
    return facing(rows, columns, max((columns - 2) // 2, 1))
