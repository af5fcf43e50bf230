"""Subtraction games: take from a heap a number of counters that is in a given set S.

The nim-sequence of a finite S is periodic (Golomb, 1966; *Winning Ways* ch. 4): as many equal values as the largest
number of S, at a distance p, prove the period p.
"""

from collections.abc import Iterator

from grundy.rules.heaps import HeapCode, heap_code, subtraction_code
from grundy.rules.text.contest import Reader


@heap_code(trials=({"s": (1, 3, 4)}, {"s": (2, 5)}, {"s": (1, 2, 3)}))
def subtraction(*, s: tuple[int, ...] = (1, 2, 3)) -> HeapCode:
    """Take a number of counters that is in the set s."""
    return subtraction_code(s)


@subtraction.judge("set-nim")
def judge_set(read: Reader) -> Iterator[str]:
    """A list of numbers that may be taken, then the heaps, each after its count: Yes or No."""
    s = read.integers(read.integer(1, what="the size of the set"), 1, what="a number of the set")
    yield "Yes" if subtraction(*read.counted(what="a heap"), s=s).grundy() else "No"


@subtraction.judge("s-nim")
def judge_s_nim(read: Reader) -> Iterator[str]:
    """HDU 1536: lists of numbers that may be taken, until a 0, with rows of heaps: W or L for each row."""
    while size := read.integer(0, what="the size of the set"):
        rules = subtraction.bind(s=tuple(read.integers(size, 1, what="a number of the set")))
        queries = [read.counted(what="a heap") for _ in range(read.integer(0, what="a count of queries"))]
        rules(max((h for heaps in queries for h in heaps), default=0)).grundy()  # the largest first: one table
        yield "".join("W" if rules(*heaps).grundy() else "L" for heaps in queries)


@subtraction.judge("subtraction-1-3")
def judge_1_to_3(read: Reader) -> Iterator[str]:
    """A count, then the heaps, of which 1 to 3 may be taken: Alice if the first player wins, else Bob."""
    yield "Alice" if subtraction(*read.counted(what="a heap"), s=(1, 2, 3)).grundy() else "Bob"


subtraction.called(
    "Subtraction Game; take-away", "Take a number of counters that is on the list. Whoever cannot take loses."
)
subtraction.looks("matches")
subtraction.starts(
    "21",
    sizes="7; 5 9; 21; 10 14 19",
    variants={"Squares": "20 s=1,4,9,16", "Powers of Two": "20 s=1,2,4,8,16", "Take 1, 3 or 4": "21 s=1,3,4"},
)
