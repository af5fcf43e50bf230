"""Ready-made numberings: each is one to one, onto 0 .. size - 1, and the same in compiled rules."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.rules.indexing import boards, multisets, placements, products, subsets, turns
from grundy.solving.keyed import keyed

small = range(6)


def test_small_boards_are_all_numbered() -> None:
    for faces, squares in product(range(1, 5), range(5)):
        found = [boards.rank(board, faces) for board in product(range(faces), repeat=squares)]
        assert found == list(range(boards.size(faces, squares)))
        assert [boards.rank(boards.unrank(key, faces, squares), faces) for key in found] == found


def test_small_subsets_are_all_numbered() -> None:
    for squares in range(9):
        for pieces in range(squares + 1):
            masks = [mask for mask in range(1 << squares) if mask.bit_count() == pieces]
            keys = [subsets.rank(mask) for mask in masks]
            assert keys == list(range(subsets.size(pieces, squares)))  # in the order of the masks
            assert [subsets.unrank(key, pieces, squares) for key in keys] == masks


def test_what_is_squeezed_is_spread_again() -> None:
    for taken in range(1 << 6):
        free = [mask for mask in range(1 << 6) if not mask & taken]
        found = [subsets.squeezed(mask, taken) for mask in free]
        assert found == list(range(1 << 6 - taken.bit_count()))
        assert [subsets.spread(mask, taken) for mask in found] == free


def test_small_multisets_are_all_numbered() -> None:
    for count, below in product(range(5), range(1, 7)):
        every = list(combinations_with_replacement(range(below), count))
        keys = sorted(multisets.rank(each[::-1]) for each in every)
        assert keys == list(range(multisets.size(count, below)))
        assert all(multisets.unrank(multisets.rank(each), count, below) == each for each in every)


def test_small_placements_are_all_numbered() -> None:
    for squares in small:
        for pieces in range(squares + 1):
            every = list(permutations(range(squares), pieces))
            assert [placements.rank(each, squares) for each in every] == list(range(placements.size(pieces, squares)))
            assert [placements.unrank(key, pieces, squares) for key in range(len(every))] == every


def test_small_products_are_all_numbered() -> None:
    for sizes in ((), (3,), (2, 5), (4, 1, 3), (2, 2, 2, 2)):
        every = list(product(*map(range, sizes)))
        assert [products.rank(each, sizes) for each in every] == list(range(products.size(sizes)))
        assert [products.unrank(key, sizes) for key in range(len(every))] == every
    assert [turns.rank(*turns.unrank(key)) for key in range(turns.size(9))] == list(range(18))


@given(st.lists(st.integers(0, 96), max_size=6), st.integers(97, 120))
def test_large_multisets(numbers: list[int], below: int) -> None:
    nontrivial(len(set(numbers)) > 1)
    key = multisets.rank(tuple(numbers))
    assert 0 <= key < multisets.size(len(numbers), below)
    assert multisets.unrank(key, len(numbers), below) == tuple(sorted(numbers))


@given(st.permutations(range(62)), st.integers(3, 31), st.integers(3, 31))
def test_large_subsets_on_what_others_leave(order: list[int], first_end: int, second_end: int) -> None:
    one, two = {*order[:first_end]}, {*order[first_end : first_end + second_end]}
    nontrivial(max(one) > min(two))
    first, second = sum(1 << i for i in one), sum(1 << i for i in two - one)
    key = subsets.rank(first)
    assert 0 <= key < subsets.size(len(one), 62) and subsets.unrank(key, len(one), 62) == first
    held = subsets.squeezed(second, first)
    assert held.bit_length() <= 62 - len(one) and subsets.spread(held, first) == second


@given(st.permutations(range(16)), st.integers(0, 13))
def test_large_placements(order: list[int], pieces: int) -> None:
    nontrivial(pieces > 1)
    places = tuple(order[:pieces])
    key = placements.rank(places, 16)
    assert 0 <= key < placements.size(pieces, 16) and placements.unrank(key, pieces, 16) == places


@gr.game
def takeaway(heaps: tuple[int, ...], *, most: int = 9):
    """Take one or two from a heap; heaps stay in order."""
    for i in range(len(heaps)):
        for k in range(1, 3):
            if k <= heaps[i]:
                yield tuple(sorted((*heaps[:i], heaps[i] - k, *heaps[i + 1 :])))


@takeaway.rank(below=lambda heaps, *, most: multisets.size(len(heaps), most + 1), dense=True)
def _heaps(heaps: tuple[int, ...], *, most: int) -> int:
    return multisets.rank(heaps)


@takeaway.unrank
def _heaps_of(key: int, *, most: int) -> tuple[int, ...]:
    return gr.indexing.multisets.unrank(key, 3, most + 1)


@gr.game
def hunt(hounds: int, hare: int, turn: int, *, squares: int = 9):
    """Two hounds go up to any free square above, the hare goes anywhere free."""
    if turn:
        for end in range(squares):
            if end != hare and not hounds >> end & 1:
                yield hounds, end, 0
    else:
        for start in range(squares):
            if hounds >> start & 1:
                for end in range(start + 1, squares):
                    if end != hare and not hounds >> end & 1:
                        yield hounds ^ 1 << start | 1 << end, hare, 1


@hunt.rank(below=lambda hounds, hare, turn, *, squares: turns.size(subsets.size(2, squares) * (squares - 2)))
def _men(hounds: int, hare: int, turn: int, *, squares: int) -> int:
    free = subsets.squeezed(1 << hare, hounds).bit_length() - 1
    return turns.rank(products.rank((subsets.rank(hounds), free), (subsets.size(2, squares), squares - 2)), turn)


@hunt.unrank
def _men_of(key: int, *, squares: int) -> tuple[int, int, int]:
    board, turn = turns.unrank(key)
    parts = products.unrank(board, (subsets.size(2, squares), squares - 2))
    hounds = subsets.unrank(parts[0], 2, squares)
    return hounds, subsets.spread(1 << parts[1], hounds).bit_length() - 1, turn


@gr.game
def down(n: int):
    """Its keys go through boards and back, and through placements."""
    if n:
        yield n - 1


@down.rank(below=3**6)
def _through_boards(n: int) -> int:
    return boards.rank(boards.unrank(n, 3, 6), 3)


@down.unrank
def _through_placements(key: int) -> int:
    return placements.rank(placements.unrank(key, 2, 30), 30)


@pytest.mark.slow
def test_compiled_rules_call_them() -> None:
    for rules, start, box in ((takeaway, (9, 9, 9), 220), (hunt, (3, 8, 0), 504), (down, 728, 729)):
        made = keyed(rules, start)
        assert made is not None and made.box == box
        met: set[int] = set()
        line = [made.key(made.start)]
        out = np.zeros(1 << 12, np.int64)
        for key in line:
            assert key is not None
            if key not in met:
                met.add(key)
                count = made.fill(np.array([key], np.int64), made.params, out)
                rows = [row[-1] for row in made.rows(out, count)]
                assert rows == [made.key(each) for each in rules.options(made.state(key))]
                line += rows
        assert len(met) == box or rules is hunt
