"""Nimbers against their definition by excludents, and the laws of a field."""

import copy
import pickle
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import mostly, nontrivial
from grundy.common.errors import GrundyError
from grundy.values.nimber import Nimber, mex, nim_inverse, nim_power, nim_product, nim_sqrt, nim_sum

SIZE = 64


@pytest.fixture(scope="module")
def products_by_definition() -> list[list[int]]:
    table = [[0] * SIZE for _ in range(SIZE)]
    for a in range(SIZE):
        for b in range(a + 1):
            row, column = table[a], table[b]
            excluded = {table[c][b] ^ row[d] ^ table[c][d] for c in range(a) for d in range(b)}
            row[b] = column[a] = mex(excluded)
    return table


def indices(bits: int = 128) -> st.SearchStrategy[int]:
    large = st.integers(2, 2**bits)
    return mostly(large, st.integers(0, bits).flatmap(lambda w: st.integers(0, 2**w)))


def test_mex():
    assert mex([]) == 0
    assert mex([1, 2]) == 0
    assert mex(iter([0, 2, 1, 1, 4])) == 3


def test_product_is_the_excludent(products_by_definition):
    for a in range(SIZE):
        assert [nim_product(a, b) for b in range(SIZE)] == products_by_definition[a]


def test_inverse_and_square_root_are_those_of_the_definition(products_by_definition):
    for a in range(SIZE):
        assert products_by_definition[nim_sqrt(a)][nim_sqrt(a)] == a
        if 0 < a < 16:
            assert products_by_definition[a].index(1) == nim_inverse(a)


def test_sum_is_the_excludent():
    for a in range(SIZE):
        for b in range(SIZE):
            assert nim_sum(a, b) == mex({nim_sum(c, b) for c in range(a)} | {nim_sum(a, c) for c in range(b)})


def test_known_products():
    known = {(2, 2): 3, (2, 3): 1, (2, 4): 8, (4, 4): 6, (8, 8): 13, (4, 16): 64, (16, 16): 24}
    for (a, b), product in known.items():
        assert nim_product(a, b) == nim_product(b, a) == product
    for k in range(10):  # a Fermat 2-power times itself is three halves of it, times a smaller number the usual product
        fermat = 1 << (1 << k)
        assert nim_product(fermat, fermat) == fermat * 3 // 2
        assert nim_product(fermat, fermat - 1) == fermat * (fermat - 1)


@given(indices(), indices(), indices())
def test_field_laws(a: int, b: int, c: int):
    nontrivial(min(a, b, c) > 1)
    assert nim_product(a, b) == nim_product(b, a)
    assert nim_product(a, nim_product(b, c)) == nim_product(nim_product(a, b), c)
    assert nim_product(a, nim_sum(b, c)) == nim_sum(nim_product(a, b), nim_product(a, c))
    assert nim_product(a, 1) == a
    assert nim_product(a, 0) == 0


@given(indices(512), indices(512))
def test_inverse_square_root_and_closure_to_512_bits(a: int, b: int):
    nontrivial(min(a, b) > 1)
    root = nim_sqrt(a)
    assert nim_product(root, root) == a
    if a:
        assert nim_product(a, nim_inverse(a)) == 1
        assert nim_product(nim_product(b, a), nim_inverse(a)) == b
    bits = 1
    while max(a, b).bit_length() > bits:
        bits *= 2
    assert nim_product(a, b).bit_length() <= bits


exponents = st.one_of(st.integers(1, 20), st.integers(-20, -1), st.integers(-20, 20))


@given(indices(), exponents, exponents)
def test_powers(a: int, m: int, n: int):
    nontrivial(a > 1 and m and n)
    a = a or 1
    assert nim_power(a, m + n) == nim_product(nim_power(a, m), nim_power(a, n))
    assert nim_power(a, 2**128) == a  # every one of them lies in the field of 2^128 nimbers, or is 2^128
    assert nim_power(a, 2) == nim_product(a, a)


def test_every_table_entry_agrees_with_the_halves():
    rng = random.Random(1)
    for _ in range(300):  # (x + F)(y + F) - xF - yF - FF = xy, where F is beyond the table
        x, y, fermat = rng.randrange(1 << 16), rng.randrange(1 << 16), 1 << 16
        outer = nim_product(x ^ fermat, y ^ fermat)
        nontrivial(min(x, y) > 1)
        assert nim_product(x, y) == nim_sum(outer, x * fermat, y * fermat, nim_product(fermat, fermat))
    assert all(nim_product(x, nim_inverse(x)) == 1 for x in range(1, 1 << 16))


def test_hash_and_equality():
    assert hash(Nimber(0)) == hash(0)
    assert Nimber(0) == 0
    assert Nimber(3) == Nimber(3) != Nimber(2)
    assert Nimber(3) != 3
    assert Nimber(3) != "*3"
    assert {Nimber(3): 1}[Nimber(3)] == 1
    assert not Nimber(0)
    assert Nimber(1)


def test_text():
    assert [str(Nimber(n)) for n in range(4)] == ["0", "*", "*2", "*3"]
    assert repr(Nimber(3)) == "Nimber(3)"
    assert int(Nimber(9)) == Nimber(9).index == 9


def test_arithmetic_of_the_class():
    assert Nimber(5) + Nimber(3) == Nimber(5) - Nimber(3) == Nimber(6)
    assert sum([Nimber(5), Nimber(3)]) == Nimber(6)
    assert -Nimber(5) == Nimber(5)
    assert Nimber(16) * Nimber(16) == Nimber(24)
    assert Nimber(24) / Nimber(16) == Nimber(16)
    assert Nimber(24).sqrt() == Nimber(16)
    assert Nimber(7) ** -1 == Nimber(7).inverse()
    assert Nimber(7) ** 0 == Nimber(1)


def test_it_travels():
    for copied in (copy.copy(Nimber(5)), copy.deepcopy(Nimber(5)), pickle.loads(pickle.dumps(Nimber(5)))):
        assert copied == Nimber(5)


@pytest.mark.parametrize("wrong", [-1, 1.5, 2.0, "3", None, np.array([3, 4])])
def test_wrong_index(wrong):
    with pytest.raises(GrundyError, match="a nimber's index is an integer 0, 1, 2, "):
        Nimber(wrong)
    with pytest.raises(GrundyError, match="index is an integer"):
        nim_product(wrong, 2)


def test_wrong_operations():
    for wrong in (
        lambda: Nimber(1) + 2,
        lambda: 2 - Nimber(1),
        lambda: Nimber(1) * 2,
        lambda: Nimber(1) ** 1.5,
    ):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(TypeError):
        sorted([Nimber(2), Nimber(1)])
    with pytest.raises(ZeroDivisionError):
        Nimber(1) / Nimber(0)
    with pytest.raises(ZeroDivisionError):
        nim_inverse(0)
    with pytest.raises(ZeroDivisionError):
        nim_power(0, -1)
    with pytest.raises(AttributeError):
        Nimber(1).index = 2
