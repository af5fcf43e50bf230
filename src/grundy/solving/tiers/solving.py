"""The results of a large game, tier by tier from the last: each position after its options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from grundy.common import limits
from grundy.common.errors import GrundyError, TooLarge
from grundy.kernels import levels
from grundy.kernels.contract import ENDS_LOST, Ints, Loopy
from grundy.kernels.explore import MOST_EDGES, MOST_STATES
from grundy.kernels.graph import KEY_NONE, minimax, solve_graph
from grundy.solving.results import columns_of, endless_scores
from grundy.solving.tiers.exploring import BEYOND, Array, Columns, Places, Room, Shelves, Tier, too_large
from grundy.solving.tiers.team import Scratch, Slice, Team

if TYPE_CHECKING:
    from grundy.solving.keyed import Keyed

GRUNDY = 32
"""The bit of a word from which on a Grundy value stands, above the status."""


class _TooFar(Exception):
    """Two bytes do not hold a result."""


@dataclass(frozen=True, eq=False)
class Solved:
    """A tier with what was found of it, a block after the other."""

    number: int
    blocks: list[Ints]
    columns: list[Columns]
    loopy: bool = False

    def __len__(self) -> int:
        return sum(map(len, self.blocks))


class Solving:
    """Results of the tiers that were solved, as far as earlier ones ask for them."""

    def __init__(self, keyed: Keyed, team: Team, room: Room, *, misere: bool, grundy: bool, direct: bool) -> None:
        """Begin with no tier.

        ``grundy``: whether Grundy values are wanted, of play that ends; ``direct``: whether there is a place for each key.
        """
        self.keyed = keyed
        self.team = team
        self.room = room
        self.misere = misere
        self.grundy = grundy
        self.names = ("score",) if keyed.scoring else ("status", "grundy") if grundy else ("status",)
        self.dtype = np.dtype(np.int16 if keyed.scoring else np.uint16)
        self.later = (
            Places(team, self.names, self.dtype, keyed.box) if direct else Shelves(team, self.names, self.dtype)
        )
        """Where the results of later tiers are looked up."""
        self._is_whole = True

    def solve(self, tier: Tier, later: Sequence[Solved], earliest: dict[int, int]) -> Solved:
        """Solve a tier.

        ``later`` are the solved ones that this one or an earlier one leads to, ``earliest`` says which is the first.
        """
        if tier.inner:
            solved = self._with_arrows(tier, later)
        else:
            while True:
                try:
                    columns = self._sifted(tier, later) if self._are_divided(later) else self._settled(tier)
                    break
                except _TooFar:
                    self._widen()
            solved = Solved(tier.number, tier.blocks, columns)
        self.remember(solved, later, earliest, anew=bool(tier.inner))
        return solved

    def remember(
        self, solved: Solved, later: Sequence[Solved], earliest: dict[int, int], *, anew: bool = False
    ) -> None:
        """Keep the results of a tier where earlier ones find them; ``anew``: the shelves hold something else."""
        kept = [each for each in [*later, solved] if earliest.get(each.number, solved.number) < solved.number]
        if self._are_divided(kept):
            self._is_whole = False
        elif kept:
            self._remember(solved, kept, anew=anew or not self._is_whole)
            self._is_whole = True

    # ---- tiers whose options are all in later ones

    def _settled(self, tier: Tier) -> list[Columns]:
        dtype = self.later.dtype
        columns = [{name: np.empty(len(block), dtype) for name in self.names} for block in tier.blocks]
        place = {id(block): column for block, column in zip(tier.blocks, columns, strict=True)}
        for _ in self.team.each(
            lambda job, scratch: self._settle(job, scratch, place[id(job.block)]), self.team.slices(tier.blocks)
        ):
            pass
        return columns if dtype == self.dtype else [self._narrow(each) for each in columns]

    def _narrow(self, columns: Columns) -> Columns:
        """Return results in as few bytes as they take, where those of later tiers took more."""
        if not _fit(columns, self.dtype):
            raise _TooFar
        return {name: array.astype(self.dtype) for name, array in columns.items()}

    def _settle(self, job: Slice, scratch: Scratch, columns: Columns) -> None:
        scratch.marks[:] = 0
        later, none = self.later, np.zeros(0, self.later.dtype)
        given = (job.block, job.end, later.columns[self.names[0]])

        def kernel(at: Ints) -> int:
            if self.keyed.scoring:
                return levels.score(*given, columns["score"], at, *self._reading(scratch))
            values = later.columns.get("grundy", none), scratch.marks if self.grundy else none.astype(np.int64)
            found = columns["status"], columns.get("grundy", none)
            return levels.settle(*given, *values, *found, self.misere, at, *self._reading(scratch))

        scratch.work(job, kernel, partial(self._refused, job))

    def _reading(self, scratch: Scratch) -> tuple[Any, ...]:
        """Return what kernels look options up with, as they take it: a rule, scratch, and the shelves."""
        later = self.later
        return self.keyed.fill, self.keyed.params, *scratch.lent, later.shelves, later.index, later.keys

    def _refused(self, job: Slice, code: int, at: Ints) -> Exception | None:
        """Return what is wrong where a kernel gives up; None where it wants room."""
        if code == levels.TOO_FAR:
            return _TooFar()
        if code == levels.ABSENT:
            return _lost(self.keyed, int(job.block[at[levels.NEXT]]), int(at[levels.FOUND]))
        return None

    def _widen(self) -> None:
        """Take more bytes for results."""
        if self.dtype.itemsize > 2:
            raise GrundyError("a line of play is longer than 2^30 moves")
        self.dtype = np.dtype(np.int64 if self.keyed.scoring else np.uint32)
        if self.later.dtype != self.dtype:
            self.later.widen(self.dtype)

    # ---- where the shelves would be too large: a share of all keys after the other

    def _are_divided(self, later: Sequence[Solved]) -> bool:
        """Return whether the shelves have no room for the results of later tiers together."""
        return isinstance(self.later, Shelves) and self._shares(later) > 1

    def _shares(self, later: Sequence[Solved]) -> int:
        """Return into how many shares the results of later tiers are divided, so that the shelves have room for each."""
        assert isinstance(self.later, Shelves)
        return -(-self.later.bytes_for(sum(map(len, later))) // (self.room.total * 2 // 5))

    def _sifted(self, tier: Tier, later: Sequence[Solved]) -> list[Columns]:
        """Solve a tier by looking at its options several times."""
        shares = self._shares(later)
        first = levels.NOT_THERE if self.keyed.scoring else KEY_NONE
        best = {id(block): np.full(len(block), first, np.int64) for block in tier.blocks}
        seen = {id(block): np.zeros(len(block) if self.grundy else 0, np.int64) for block in tier.blocks}
        for share in range(shares):
            assert isinstance(self.later, Shelves)
            pieces = [(each.number, *_share(each, share, shares)) for each in later]
            self.later.clear([sum(map(len, blocks)) for _, blocks, *_ in pieces])
            for piece in pieces:
                self.later.add(*piece)

            def work(job: Slice, scratch: Scratch) -> None:
                self._sift(job, scratch, best[id(job.block)], seen[id(job.block)])

            for _done in self.team.each(work, self.team.slices(tier.blocks)):
                limits.check()
        return [self._chosen(best[id(block)], seen[id(block)]) for block in tier.blocks]

    def _sift(self, job: Slice, scratch: Scratch, best: Ints, seen: Ints) -> None:
        later = self.later
        solved = later.columns[self.names[0]]
        known = (solved, later.columns.get("grundy", solved))
        given = (int(self.keyed.scoring), np.asarray(job.block), job.end, *known, best, seen)

        def refused(code: int, at: Ints) -> Exception | None:
            if code == levels.MORE_MARKS:  # there are 62 bits for values
                return too_large(2 * limits.memory())
            return self._refused(job, code, at)

        scratch.work(job, lambda at: levels.sift(*given, at, *self._reading(scratch)), refused)

    def _chosen(self, best: Ints, seen: Ints) -> Columns:
        """Return the results of positions all of whose options were looked at."""
        if self.keyed.scoring:
            if np.abs(best).max(initial=0) > np.iinfo(self.dtype).max:
                raise _TooFar
            return {"score": best.astype(self.dtype)}
        status = np.empty(len(best), self.dtype)
        if levels.choose(best, self.misere, status):
            raise _TooFar
        if not self.grundy:
            return {"status": status}
        free = ~seen & (seen + 1)
        return {"status": status, "grundy": (np.frexp(free.astype(np.float64))[1] - 1).astype(self.dtype)}

    # ---- tiers with moves inside

    def _with_arrows(self, tier: Tier, later: Sequence[Solved]) -> Solved:
        """Solve a tier as a graph, whose last nodes stand for what is known of the options in later tiers."""
        offsets, edges, gains, ends, exits = self._graph(tier, later)
        count = len(tier)
        if self.keyed.scoring:
            try:
                found = {"score": minimax(offsets, edges, gains, ends, known=exits)}
            except Loopy:
                raise endless_scores(self.keyed.ruleset) from None
            loopy = False
        else:
            reached = exits & (1 << GRUNDY) - 1
            known = np.where(reached == levels.ENDLESS, 0, reached), exits >> GRUNDY
            status, values, loopy = solve_graph(
                offsets, edges, ends, misere=self.misere, grundy=self.grundy, known=known
            )
            found = columns_of(status, values)
        if loopy and self.grundy:
            raise Loopy("a position is repeated")
        places = np.cumsum([0, *map(len, tier.blocks)]).tolist()
        cuts = list(pairwise(places))
        columns = [{name: array[:count][low:high] for name, array in found.items()} for low, high in cuts]
        return Solved(tier.number, tier.blocks, columns, loopy)

    def _graph(self, tier: Tier, later: Sequence[Solved]) -> tuple[Array, Array, Array, Array, Ints]:
        """Return offsets, edges, gains and ends of the positions of a tier, and the words of its exits."""
        assert isinstance(self.later, Shelves)
        total = len(tier) + sum(map(len, later))
        needed = self.later.bytes_for(total) + 4 * tier.inner + 20 * len(tier)
        if needed > self.room.total:
            raise too_large(needed)
        self._enter(later, more=tier)
        own = self.later.add(tier.number, tier.blocks)
        ends = np.zeros(len(tier), np.int8)
        offsets = np.zeros(len(tier) + 1, np.uint32)
        edges: list[Array] = []
        gains: list[Array] = []
        exits: dict[int, int] = {}
        row = 0
        for degrees, places, gained in self.team.each(self._arrows, self.team.slices(tier.blocks)):
            over = degrees < 0
            ends[row : row + len(degrees)][over] = ENDS_LOST + 1 - degrees[over]
            offsets[row + 1 : row + 1 + len(degrees)] = np.maximum(degrees, 0)
            row += len(degrees)
            edges.append(self._numbered(places, own, exits, len(tier)))
            gains.append(gained)
        if sum(map(len, edges)) > MOST_EDGES or len(tier) + len(exits) > MOST_STATES:
            raise TooLarge("one tier has more moves or positions than 32 bits can count")
        np.cumsum(offsets, out=offsets)
        last = np.full(len(exits), offsets[-1], np.uint32)
        ends = np.concatenate([ends, np.zeros(len(exits), np.int8)])
        found = np.concatenate(edges) if edges else np.zeros(0, np.int32)
        return np.concatenate([offsets, last]), found, np.concatenate(gains), ends, np.array([*exits], np.int64)

    def _numbered(self, places: Ints, own: int, exits: dict[int, int], count: int) -> Array:
        """Return the nodes of some options: of the tier, whose places begin with ``own``, and after them of others."""
        inside = places >= own
        nodes = places - own
        known, place = np.unique(self._words(places[~inside]), return_inverse=True)
        for word in known.tolist():
            exits.setdefault(word, count + len(exits))
        nodes[~inside] = np.array([exits[word] for word in known.tolist()], np.int64)[place]
        return nodes.astype(np.int32)

    def _arrows(self, job: Slice, scratch: Scratch) -> tuple[Ints, Ints, Ints]:
        """Return how many options the positions of a slice have, their places, and the gains."""
        degrees = np.zeros(len(job.block), np.int64)
        given = (int(self.keyed.scoring), job.block, job.end, degrees)

        def kernel(at: Ints) -> int:
            return levels.arrows(*given, scratch.found, scratch.gains, at, *self._reading(scratch))

        total = int(scratch.work(job, kernel, partial(self._refused, job))[levels.FOUND])
        gains = scratch.gains[: total if self.keyed.scoring else 0]
        return degrees[job.begin : job.end], scratch.found[:total].copy(), gains.copy()

    # ---- what later tiers are asked

    def _remember(self, solved: Solved, kept: Sequence[Solved], *, anew: bool) -> None:
        """Enter the results of a tier; where room is wanted, only those that are kept are entered again."""
        if isinstance(self.later, Places):
            self.later.add(solved.blocks, solved.columns)
        elif anew or not self.later.has_room(len(solved)):
            self._enter(kept)
        elif solved in kept:
            self._put(solved)

    def _enter(self, kept: Sequence[Solved], more: Tier | None = None) -> None:
        """Let the shelves hold some tiers and no others, with room for one more: for as many again if these are several."""
        assert isinstance(self.later, Shelves)
        sizes = [*map(len, kept)]
        self.later.clear(sizes + (sizes if more is None and len(kept) > 1 else [] if more is None else [len(more)]))
        for each in kept:
            self._put(each)

    def _put(self, solved: Solved) -> None:
        """Put a tier on a shelf."""
        assert isinstance(self.later, Shelves)
        if not all(_fit(columns, self.later.dtype) for columns in solved.columns):
            self.later.widen(np.int64 if self.keyed.scoring else np.uint32)
        self.later.add(solved.number, solved.blocks, solved.columns)

    def _words(self, places: Ints) -> Ints:
        """Return words that say what is known at some places of the shelves."""
        words = self.later.columns[self.names[0]][places].astype(np.int64)
        return words | self.later.columns["grundy"][places].astype(np.int64) << GRUNDY if self.grundy else words


def _fit(columns: Columns, dtype: Any) -> bool:
    """Return whether numbers of a type hold results; its least stands where there is no score."""
    ends = np.iinfo(dtype)
    return all(
        array.dtype == dtype or not array.size or (array.max() <= ends.max and (array.min() > ends.min or not ends.min))
        for array in columns.values()
    )


def _share(solved: Solved, share: int, shares: int) -> tuple[list[Ints], list[Columns], tuple[int, int]]:
    """Return a share of a tier: its keys and results, and from which key up to which it has all."""
    cuts = [len(solved) * number // shares for number in (share, share + 1)]
    ends = np.cumsum([0, *map(len, solved.blocks)])
    low, high = (_key_at(solved, place, ends) for place in cuts)
    blocks, columns = list[Ints](), list[Columns]()
    for begin, keys, known in zip(ends.tolist(), solved.blocks, solved.columns, strict=False):
        own = slice(*(min(max(place - begin, 0), len(keys)) for place in cuts))
        blocks.append(keys[own])
        columns.append({name: array[own] for name, array in known.items()})
    return blocks, columns, (low if share else 0, high if share + 1 < shares else BEYOND)


def _key_at(solved: Solved, place: int, ends: Ints) -> int:
    """Return the key at a place of a tier, one above all where it ends."""
    block = int(np.searchsorted(ends, place, side="right")) - 1
    return int(solved.blocks[block][place - ends[block]]) if block < len(solved.blocks) else BEYOND


def _lost(keyed: Keyed, key: int, option: int) -> GrundyError:
    return GrundyError(
        "the rules of {name} change from time to time: {option} was not an option of {state}, and now is",
        name=keyed.ruleset.name,
        state=keyed.state(key),
        option=keyed.state(option),
    )
