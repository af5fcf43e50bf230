"""What tiers are looked up by: keys put in order, sets of keys, and shelves of results, against NumPy and dictionaries."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from cases import nontrivial
from grundy.kernels.compiling import kernel
from grundy.kernels.contract import Ints, Number
from grundy.kernels.levels import DIGITS, absent, cell_of, once, place_of, shelf_of
from grundy.solving.tiers.exploring import KeySet, Shelves
from grundy.solving.tiers.team import Team


@kernel("int64(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])")
def look_up(tiers: Ints, keys: Ints, shelves: Ints, index: Ints, held: Ints, places: Ints) -> Number:
    """Write where keys of tiers are."""
    shelf = np.int64(0)
    for i in range(keys.size):
        shelf = shelf_of(shelves, tiers[i], shelf)
        cell = cell_of(shelves, shelf, keys[i])
        places[i] = place_of(keys[i], np.uint64(cell), index, held) if cell >= 0 else cell
    return 0


def some_keys(chance: Random, most: int) -> Ints:
    """Return keys, each once and in order, some of them close to each other."""
    bits, count = chance.randint(1, 61), chance.randrange(most)
    spread = [chance.getrandbits(bits) >> chance.randrange(bits) for _ in range(count)]
    return np.unique(np.array(spread, np.int64))


@pytest.fixture(params=[1, 3])
def team(request: pytest.FixtureRequest) -> Iterator[Team]:
    made = Team(2, request.param)
    yield made
    made.close()


def test_keys_are_put_in_order_each_once() -> None:
    chance = Random(1)
    for _turn in range(200):
        keys = some_keys(chance, 400)
        several: NDArray[np.int64] = np.concatenate([keys, keys[:: chance.randint(1, 3)], keys[:7]])
        np.random.default_rng(len(keys)).shuffle(several)
        count = once(several, np.empty_like(several), np.ones(DIGITS, np.int64))
        assert several[:count].tolist() == keys.tolist()
        nontrivial(len(keys) > 1)


def test_a_set_of_keys_knows_what_was_added(team: Team) -> None:
    chance = Random(2)
    for _turn in range(40):
        keys = some_keys(chance, 30_000 if chance.random() < 0.1 else 300)
        held = keys[np.array([chance.random() < 0.6 for _ in keys], bool)] if len(keys) else keys
        known = KeySet(team)
        for part in np.array_split(held, 3):
            known.add([*np.array_split(part, 2)])
        asked = keys.copy()
        assert asked[: absent(asked, known.table)].tolist() == np.setdiff1d(keys, held).tolist()
        nontrivial(0 < len(held) < len(keys))


@pytest.mark.slow
def test_shelves_know_the_places_of_their_keys(team: Team) -> None:
    """Several tiers, one of them a share from one key up to another; keys that are there, between them, and beyond."""
    chance = Random(3)
    shelves = Shelves(team, ["status"], np.uint16)
    for turn in range(60):
        tiers = {number: some_keys(chance, 20_000 if turn % 20 == 0 else 200) for number in chance.sample(range(50), 4)}
        results = {number: np.arange(len(keys), dtype=np.uint16) for number, keys in tiers.items()}
        shelves.clear([*map(len, tiers.values())])
        ends: dict[int, tuple[int, int]] = dict.fromkeys(tiers, (0, 1 << 62))
        ends[max(tiers)] = 1 << 20, 1 << 40
        wanted: dict[tuple[int, int], int] = {}
        for number, keys in tiers.items():
            mine = (keys >= ends[number][0]) & (keys < ends[number][1])
            blocks, values = np.array_split(keys[mine], 3), np.array_split(results[number][mine], 3)
            assert shelves.has_room(mine.sum())
            begin = shelves.add(number, blocks, [{"status": each} for each in values], ends[number])
            wanted |= {(number, key): begin + place for place, key in enumerate(keys[mine].tolist())}
        asked = [
            (number, int(key))
            for number in (*tiers, 77)
            for keys in tiers.values()
            for key in (*keys[:50], *keys[-50:] + 1, *(keys[:9] ^ 2))
        ]
        chance.shuffle(asked)
        given, places = np.array(asked, np.int64).reshape(-1, 2), np.zeros(len(asked), np.int64)
        columns = np.ascontiguousarray(given[:, 0]), np.ascontiguousarray(given[:, 1])
        look_up(*columns, shelves.shelves, shelves.index, shelves.keys, places)
        for (number, key), place in zip(asked, places.tolist(), strict=True):
            low, high = ends.get(number, (0, 1 << 62))
            assert place == wanted.get((number, key), -1 if low <= key < high else -2)
            if place >= 0:
                assert shelves.columns["status"][place] == (results[number][np.searchsorted(tiers[number], key)] or 4)
        nontrivial(len(wanted) > 10)
