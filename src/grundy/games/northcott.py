"""Northcott's game (*Winning Ways* ch. 3).

On each row a counter of either player; move one of your own along its row, not over the other's.

Players may retreat, so play could in principle go round; but the winner need not let it. The empty squares between
the two counters of a row are heaps of Nim: the player to move loses exactly when their xor is 0.
"""

from collections.abc import Iterator

from grundy.common.errors import PositionError
from grundy.common.messages import _
from grundy.rules.explanations import verdict, with_xor
from grundy.rules.functions import game
from grundy.rules.scenes import Board, Scene, Words
from grundy.rules.solution import Solution
from grundy.rules.text.stones import place
from grundy.values.nimber import nim_sum


@game(sided=True)
def northcott(*places: int, width: int = 4):
    """Move one of your counters along its row; seen by the player to move, its own counter stands left on every row.

    The state is own place, other place for each row; after a move the board is turned round, for the other player.
    """
    for row in range(0, len(places), 2):
        for square in range(places[row + 1]):
            if square != places[row]:
                after = (*places[:row], square, *places[row + 1 :])
                yield tuple(width - 1 - after[i ^ 1] for i in range(len(after)))


@northcott.setup
def setup(*places: int, width: int) -> tuple[int, ...]:
    if len(places) % 2:
        raise PositionError("northcott: each row has two counters: own place, other place")
    for own, other in zip(places[::2], places[1::2], strict=True):
        if not (isinstance(own, int) and isinstance(other, int) and 0 <= own < other < width):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise PositionError(
                "northcott: on a row of {width} squares 0 <= own < other < {width}, not {own} and {other}",
                width=width,
                own=own,
                other=other,
            )
    return places


@northcott.turned_round
def turned(*places: int, width: int) -> tuple[int, ...]:
    return tuple(width - 1 - places[i ^ 1] for i in range(len(places)))


@northcott.parts
def each(*places: int) -> list[tuple[int, ...]]:
    return [places[row : row + 2] for row in range(0, len(places), 2)]


@northcott.picture
def rows(*places: int, width: int) -> Scene:
    """Draw the rows as the player to move sees them: its own counters ▶ stand left."""
    if width > 60:
        return Words(", ".join(map(str, places)))
    pairs = zip(places[::2], places[1::2], strict=True)
    return Board(tuple(tuple("▶" if i == a else "◁" if i == b else "." for i in range(width)) for a, b in pairs))


@northcott.spelling
def spelling(before: tuple[int, ...], after: tuple[int, ...]) -> str:
    old, new = gaps_of(before), gaps_of(after)
    row = place(old, new)
    return _("row {row}: gap {old} → {new}").format(row=row + 1, old=old[row], new=new[row])


def gaps_of(places: tuple[int, ...]) -> tuple[int, ...]:
    """Return the empty squares between the counters of each row."""
    return tuple(other - own - 1 for own, other in zip(places[::2], places[1::2], strict=True))


def losing_options(*places: int, width: int) -> Iterator[tuple[int, ...]]:
    """Change a gap by the xor, if the row has room for it; then turn the board round."""
    gaps = gaps_of(places)
    total = nim_sum(*gaps)
    for row, gap in enumerate(gaps):
        square = places[2 * row + 1] - 1 - (gap ^ total)
        if square >= 0 and total:
            moved = (*places[: 2 * row], square, *places[2 * row + 1 :])
            turned = [width - 1 - place for place in moved]
            yield tuple(turned[i ^ 1] for i in range(len(turned)))


@northcott.theorem(gives="losing", name="Northcott's theorem", source="Winning Ways ch. 3", reach=losing_options)
def xor_of_gaps(*places: int) -> bool:
    """The mover loses when the xor of the gaps between the counters of each row is 0."""
    return nim_sum(*gaps_of(places)) == 0


@northcott.explanation
def why(solution: Solution) -> Iterator[str]:
    yield _(
        "Whoever retreats is followed by as many squares, until the row's end stops it; so the squares "
        "between the counters"
    )
    yield _("are the heaps of Nim:")
    yield from with_xor([(_("row {i}:").format(i=i), gap) for i, gap in enumerate(gaps_of(solution.position.state), 1)])
    yield verdict(solution)


northcott.called(
    "Northcott's Game; northcotts-nim",
    "Move one of your counters any number of squares along its row, not onto or over the other one. Whoever "
    "cannot move loses.",
)
northcott.looks("runners")
northcott.starts(
    "0 4 1 5 0 7 width=8",
    sizes="0 2 0 3; 0 4 1 5 0 7 width=8; 0 6 1 5 2 4 0 7 1 7 width=8",
    small="0..3 0..3 width=3..4; 0..3 0..3 0..3 0..3 width=3..4",
)
