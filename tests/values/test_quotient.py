"""Misère quotients of games whose orders are known, and of games made by chance, against plain play of sums."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import nontrivial
from grundy.values import quotient
from grundy.values.quotient import MisereSums, Open, Quotient, Sum

Options = list[list[Sum]]
"""Of each game its options, as sums of earlier games."""


def octal(digits: str, heaps: int) -> Options:
    """The heaps 0, 1, …: digit k says what is left where k are taken, nothing (1), one heap (2) or two (4)."""
    found: Options = []
    for n in range(heaps + 1):
        rest = [(n - k, int(digit)) for k, digit in enumerate(digits, 1) if k <= n]
        own: list[Sum] = [() for left, digit in rest if left == 0 and digit & 1]
        own += [(left,) for left, digit in rest if left and digit & 2]
        own += [(a, left - a) for left, digit in rest if digit & 4 for a in range(1, left // 2 + 1)]
        found.append(own)
    return found


def notakto() -> Options:
    """The boards of three by three with crosses, full ones first; one with three in a row is dead."""
    lines = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
    dead = {board for board in range(512) if any(board & line == line for line in lines)}
    return [
        [] if board in dead else [(511 - (board | 1 << n),) for n in range(9) if not board >> n & 1]
        for board in range(511, -1, -1)
    ]


def grown(games: Options) -> Iterator[tuple[Quotient, list[Sum]]]:
    """The quotient after each game, with the sums that stand for the games so far."""
    made, standing = Quotient(), list[Sum]()
    for options in games:
        standing.append(made.add([sum((standing[n] for n in option), ()) for option in options]))
        yield made, standing


def plain(games: Options) -> Callable[[Sum], bool]:
    """Whether who moves loses a sum in misère play: there is a move, and none leaves a sum that is lost."""

    @cache
    def is_lost(total: Sum) -> bool:
        after = [tuple(sorted(total[:i] + total[i + 1 :] + option)) for i, n in enumerate(total) for option in games[n]]
        return bool(after) and not any(map(is_lost, after))

    return is_lost


@pytest.mark.parametrize(
    ("digits", "orders"),
    [
        ("77", {1: 2, 2: 6, 5: 12, 9: 18, 12: 24, 25: 32, 27: 40, 40: 40}),
        ("123", {1: 2, 3: 6, 8: 12, 9: 20}),
        ("75", {1: 2, 2: 6, 5: 8, 30: 8}),
        ("15", {1: 2, 6: 6, 14: 8, 30: 42, 40: 42}),
    ],
)
def test_known_orders(digits: str, orders: dict[int, int]) -> None:
    """Plambeck and Siegel's of Kayles, 0.123, 0.75 and Guiles, each from the heap on at which it is reached."""
    found = [len(made.elements) for made, _standing in grown(octal(digits, max(orders)))]
    assert {heap: found[heap] for heap in orders} == orders
    assert found[min(orders) - 1] == 1 and all(found[heap - 1] < order for heap, order in list(orders.items())[:-1])


def test_notakto_has_eighteen_elements_and_four_are_lost() -> None:
    """T. E. Plambeck, G. Whitehead, *The secrets of Notakto* (2013): an odd number of boards is won by who begins."""
    *_, (made, standing) = grown(notakto())
    assert (len(made.elements), len(made.lost)) == (18, 4)
    assert [made.is_lost(standing[511] * boards) for boards in range(6)] == [False, False, True, False, True, False]
    assert [len(made.elements) for made, _ in grown(octal("123", 9))][-1] == 20 and len(made.generators) <= 6


@pytest.mark.slow
@given(st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_sums_of_games_made_by_chance(seed: int) -> None:
    chance = random.Random(seed)
    games: Options = [[]]
    for n in range(1, 9):
        sizes = chance.choices((0, 1, 1, 2), k=chance.randint(1, 4))
        games.append([tuple(sorted(chance.choices(range(n), k=size))) for size in sizes])
    try:
        *_, (made, standing) = grown(games)
    except Open:
        return
    is_lost, lasts = plain(games), list[int]()
    for options in games:
        lasts.append(max((1 + sum(lasts[n] for n in option) for option in options), default=0))
    nontrivial(len(made.elements) > 2)
    for total in (each for size in range(5) for each in combinations_with_replacement(range(len(games)), size)):
        if sum(lasts[n] for n in total) <= 13:
            assert made.is_lost(sum((standing[n] for n in total), ())) == is_lost(total), (games, total)


def test_a_quotient_says_no_more_than_the_games_that_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where none is found the games before still have theirs; and one that is not held is not among its sums."""
    monkeypatch.setattr(quotient, "SUMS", 1 << 10)
    games = octal("31011", 9)
    is_lost, made, standing = plain(games), Quotient(), list[Sum]()
    with pytest.raises(Open):
        for options in games:
            standing.append(made.add([sum((standing[n] for n in option), ()) for option in options]))
    held = len(standing)
    for total in combinations_with_replacement(range(held), 3):
        assert made.is_lost(sum((standing[n] for n in total), ())) == is_lost(total)
    assert held < len(games) and len(made.games) == len(made.words)
    with pytest.raises(Open):
        made.add([sum((standing[n] for n in option), ()) for option in games[held]])


def test_sums_are_searched_without_recursion() -> None:
    heaps = MisereSums(lambda n: [(n - 1,)] if n else [])
    assert heaps.is_lost((3001,)) and not heaps.is_lost((3000,)) and heaps.is_lost((0, 30, 41))
    round_about = MisereSums(lambda n: [((n + 1) % 3,)])
    with pytest.raises(RecursionError):
        round_about.is_lost((0, 1))
