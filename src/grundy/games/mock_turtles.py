"""Mock Turtles: a move turns one, two or three coins, the rightmost from heads to tails.

*Winning Ways* ch. 14, with Mobius, Mogul and Moidores in the same family. The values are the odious numbers, those with an
odd number of ones in binary: of the two numbers 2n and 2n + 1 exactly one is odious. (The extra binary digit is a parity
check, which is how lexicodes such as Hamming's come out of such games.)
"""

from collections.abc import Iterator

from grundy.rules.coins import coin_game
from grundy.rules.text.contest import Reader
from grundy.values.nimber import nim_sum


@coin_game
def mock_turtles(i: int):
    """Turn a coin from heads to tails and, if you like, one or two coins left of it."""
    yield ()
    for j in range(i):
        yield (j,)
        for k in range(j):
            yield j, k


@mock_turtles.values(name="the mock turtle theorem", source="Winning Ways ch. 14")
def worth(i: int) -> int:
    """A coin with n coins left of it is worth the odious one of 2n and 2n + 1."""
    return 2 * i + 1 - i.bit_count() % 2


@mock_turtles.judge("mock-turtles")
def judge(read: Reader) -> Iterator[str]:
    """HDU 3537: a count and the places of heads, from 0, some told twice, to the end: Yes if the second player wins."""
    while not read.done:
        yield "No" if nim_sum(*map(worth, set(read.counted(what="a place")))) else "Yes"


mock_turtles.called(
    "Mock Turtles",
    ("Turn one, two or three coins, the rightmost of them from heads to tails. Whoever cannot turn loses."),
)
mock_turtles.looks("coins")
mock_turtles.starts("HTTHTH", sizes="THH; HTTHTH; HTHTTHHTTH")
