"""Silver Dollar, without the dollar (*Winning Ways* ch. 15; N. G. de Bruijn's game).

Coins on a strip of squares move left without jumping.

The coins are taken in pairs from the right; the empty squares between the two of a pair are a heap of Nim (of an odd
coin out, the squares to its left). Moving the left coin of a pair enlarges its heap, which is reversible.
"""

from collections.abc import Iterator

from grundy.common.errors import PositionError
from grundy.common.messages import N_, _
from grundy.rules.explanations import verdict, with_xor
from grundy.rules.functions import game
from grundy.rules.scenes import Board, Scene, Words
from grundy.rules.solution import Solution
from grundy.rules.text.stones import change
from grundy.values.nimber import nim_sum


@game
def silver_dollar(*coins: int):
    """Move a coin any number of squares to the left, not onto or over another; the squares are numbered from 0."""
    for i in range(len(coins)):
        low = coins[i - 1] + 1 if i > 0 else 0
        for square in range(low, coins[i]):
            yield coins[:i] + (square,) + coins[i + 1 :]


@silver_dollar.setup
def setup(*coins: int) -> tuple[int, ...]:
    for coin in coins:
        if not isinstance(coin, int) or coin < 0:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise PositionError("silver-dollar: coins stand on squares from 0 up, not on {coin!r}", coin=coin)
    if len(set(coins)) < len(coins):
        raise PositionError("silver-dollar: two coins cannot stand on one square")
    return tuple(sorted(coins))


@silver_dollar.picture
def strip(*coins: int) -> Scene:
    """Draw the squares up to the last coin, where they are not too many."""
    if max(coins, default=0) >= 60:
        return Words(", ".join(map(str, coins)))
    return Board((tuple("●" if square in coins else "." for square in range(max(coins, default=0) + 1)),))


silver_dollar.spelling(change(N_("coin {i}: square {before} → {after}")))


@silver_dollar.small
def small() -> Iterator[object]:
    for bits in range(1 << 8):
        yield silver_dollar(*(i for i in range(8) if bits >> i & 1))


def gaps_of(coins: tuple[int, ...]) -> list[int]:
    """Return the empty squares left of each coin."""
    before = (-1, *coins)
    return [coin - before[i] - 1 for i, coin in enumerate(coins)]


def reach(*coins: int, target: int) -> Iterator[tuple[int, ...]]:
    """Each coin bounds one gap that counts: its left one becomes smaller, or its right one larger."""
    gaps = gaps_of(coins)
    difference = nim_sum(*gaps[::-1][::2]) ^ target
    for i, coin in enumerate(coins):
        right = (len(coins) - 1 - i) % 2 == 0
        gap = gaps[i] if right else gaps[i + 1]
        steps = (gap - (gap ^ difference)) * (1 if right else -1)
        if 0 < steps <= gaps[i]:
            yield (*coins[:i], coin - steps, *coins[i + 1 :])


@silver_dollar.theorem(name="the theorem of the gaps", source="Winning Ways ch. 15", reach=reach)
def every_other_gap(*coins: int) -> int:
    """The value is the xor of every other gap, counted from the right."""
    return nim_sum(*gaps_of(coins)[::-1][::2])


@silver_dollar.explanation
def why(solution: Solution) -> Iterator[str]:
    coins = solution.position.state
    gaps = gaps_of(coins)
    yield _(
        "Pair the coins from the right. When the left coin of a pair moves, its partner follows by as many squares; so"
    )
    yield _(
        "only the gap inside each pair counts (of a coin without partner, the squares left of it), as a heap of Nim:"
    )
    yield from with_xor(
        [(_("left of coin {i}:").format(i=i + 1), gaps[i]) for i in range((len(coins) + 1) % 2, len(coins), 2)]
    )
    yield verdict(solution)


silver_dollar.called(
    "Silver Dollar; silver-dollar-without-the-dollar",
    "Move a coin any number of squares to the left, not onto another coin or over it. Whoever cannot move loses.",
)
silver_dollar.looks("coins")
silver_dollar.starts("1 3 6 10", sizes="1 4; 2 3 7; 1 3 6 10; 2 5 6 9 13 18")
