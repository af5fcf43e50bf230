"""Long nim-sequences by sparse space: when to choose a mask, how large the blocks are, what goes to which thread.

The mathematics and the inner loops are in `grundy.kernels.sparse`. Here is what surrounds them: the values as bytes, or as
16 bits when they no longer fit; the mask, chosen anew at powers of two by the Walsh-Hadamard transform of the histogram of
the values; blocks that are predicted by one thread while others verify the one before.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grundy.common.errors import TooLarge
from grundy.common.threads import processors
from grundy.kernels import heaps, sparse
from grundy.kernels.contract import Pace
from grundy.rules.heaps import HeapCode
from grundy.values.patterns.windows import Window

PLAIN = 1 << 9
"""Values that are computed by the plain recurrence before a mask is looked for."""
ALONE = 1 << 16
"""Below so many values one thread does all."""
LARGEST_BLOCK = 1 << 14
PIECES = 4
"""Pieces of a block, a thread, that are verified apart."""
LISTED = 1 << 19
"""Room for the missing values of a block."""

Values = Any
"""An array of uint8 or uint16."""
Progress = Callable[[int, int], None]


class Space(NamedTuple):
    """A split of the values into rare and common ones: by a mask, and by the position's parity if ``position``."""

    mask: int
    position: bool


class _Block(NamedTuple):
    """Predicted heaps and the rare values that are to be seen for each."""

    start: int
    stop: int
    missing: NDArray[Any]
    starts: NDArray[np.int32]


class SparseSequence:
    """The nim-sequence of a code that leaves at most two heaps, as far as it was computed.

    ``values`` holds g(base), …, g(done - 1) and room for more; base is 0 unless `slide` was called. ``space`` is the split
    in use since heap ``since``, None while there is none worth its name; ``rares`` are the heaps of rare value, and
    ``depth`` tells how far splits had to be read since then at heaps that are not rare. 1 byte a value, 2 where values are
    above 255.
    """

    def __init__(self, code: HeapCode, known: Values | None = None) -> None:
        self.nothing = _places(code.digits, 1)
        self.takes = _places(code.digits, 2)
        self.splits = _places(code.digits, 4)
        self.last_taken = len(code.digits) - 1
        self.unequal = int(code.unequal)
        first = np.zeros(0, np.uint8) if known is None else np.asarray(known)
        largest = int(first.max()) if len(first) else 0
        if largest >> 16:
            raise TooLarge(
                "the value {largest:,} is too large: codes of two parts keep at most 16 bits", largest=largest
            )
        self.values: Values = first.astype(np.uint8 if largest < 256 else np.uint16, copy=False)
        self.near: Values = self.values
        self.base = 0
        self.done = len(first)
        self.space: Space | None = None
        self.rares: NDArray[np.uint32] = np.zeros(0, np.uint32)
        self.since = self.depth = 0
        self._common: NDArray[np.uint8] = np.zeros(0, np.uint8)
        self._held: Values = first[:0]
        self._marks = max(64, 1 << largest.bit_length())
        self._review = 0
        self._block = 64
        self._wrong = 0

    # ---- the way through a sequence

    def extend(self, count: int, *, threads: int | None = None, progress: Progress | None = None) -> None:
        """Compute the values of all heaps below ``count``; TooLarge if one needs more than 16 bits."""
        if count <= self.done:
            return
        if self.base == 0:
            self._reserve(count)
        elif count - self.base > len(self.values):
            raise ValueError("slide first: there is no room for so many values")
        workers = threads or processors()
        while self.done < count:
            if self.done < min(PLAIN, count):
                self._plainly(min(PLAIN, count), progress, count)
                continue
            if self.done >= self._review:
                self._choose_space()
            until = min(count, self._review)
            if self.space is None:
                self._plainly(until, progress, count)
            elif workers == 1 or self.done < ALONE or self._block < LARGEST_BLOCK:
                self._alone(until, progress, count, workers > 1)
            else:
                self._together(until, progress, count, workers)

    def _reserve(self, count: int) -> None:
        if count > len(self.values):
            grown = np.zeros(count, self.values.dtype)
            grown[: self.done] = self.values[: self.done]
            self.values = self.near = grown

    def slide(self, keep: int, near: int, room: int) -> None:
        """Forget all but the first ``near`` and the last ``keep`` values, and make room for so many more in all.

        The split of the values stays as it is from now on. Where a value needs to look further than what is kept,
        `extend` raises TooLarge.
        """
        assert self.space is not None
        kept = self.values[max(0, self.done - self.base - keep) : self.done - self.base].copy()
        if self.base == 0:
            self.near = self.values[:near].copy()
        self.base = self.done - len(kept)
        self.values = self.values if len(self.values) == room else np.zeros(room, self.values.dtype)
        self.values[: len(kept)] = kept
        self._review = 1 << 62

    def _plainly(self, until: int, progress: Progress | None, count: int) -> None:
        pace = Pace(1 << 20)
        while self.done < until:
            start = self.done
            rules = self.nothing, self.takes, self.splits, self.unequal, self.values
            if self._marks <= 64 and self.values.dtype == np.uint8:
                self.done = int(heaps.plain_words(*rules, start, until, pace.next()))
            else:
                marks = np.zeros(self._marks, np.uint32)
                self.done = int(heaps.plain_marks(*rules, marks, start, until, pace.next()))
            if self.done == start:
                self._widen()
            if progress is not None:
                progress(self.done, count)

    def _alone(self, until: int, progress: Progress | None, count: int, may_share: bool) -> None:
        pace = Pace()
        reported = self.done
        while self.done < until:
            block = self._predict(self.done, min(until, self.done + self._block), self._buffer())
            if block.stop == block.start:
                self._widen()
                continue
            found = np.zeros(3, np.int64)
            self._settle(block.stop, self._verify(block, block.start, block.stop, found), found)
            if self.done >= self._review:
                return
            if progress is not None and self.done - reported > 1 << 14:
                reported = self.done
                pace.next()
                progress(self.done, count)
            if may_share and self.done >= ALONE and self._block >= LARGEST_BLOCK:
                return

    def _together(self, until: int, progress: Progress | None, count: int, workers: int) -> None:
        """Verify a block by several threads while the next one is predicted."""
        with ThreadPoolExecutor(workers) as pool:
            buffers = [self._buffer(), self._buffer()]
            block = self._predict(self.done, min(until, self.done + LARGEST_BLOCK), buffers[0])
            while block.stop > block.start:
                buffers.reverse()
                ahead = pool.submit(self._predict, block.stop, min(until, block.stop + LARGEST_BLOCK), buffers[0])
                wrong, found = self._verify_by(pool, block, workers * PIECES)
                following = ahead.result()
                self._settle(block.stop, wrong, found)
                if progress is not None:
                    progress(self.done, count)
                if wrong < block.stop or self.done >= until:
                    return
                block = following
        self._widen()

    def _verify_by(self, pool: ThreadPoolExecutor, block: _Block, pieces: int) -> tuple[int, NDArray[np.int64]]:
        """Return the first wrong heap of a block, and what was found there."""
        size = -(-(block.stop - block.start) // pieces)
        tasks: list[tuple[int, NDArray[np.int64], Future[int]]] = []
        for start in range(block.start, block.stop, size):
            found = np.zeros(3, np.int64)
            stop = min(start + size, block.stop)
            tasks.append((stop, found, pool.submit(self._verify, block, start, stop, found)))
        deepest = 0
        for stop, found, task in tasks:
            wrong = task.result()
            deepest = max(deepest, int(found[sparse.DEPTH]))
            if wrong < stop:
                for _, _, other in tasks:
                    other.result()
                found[sparse.DEPTH] = deepest
                return wrong, found
        return block.stop, np.array([0, deepest, 0], np.int64)

    def window(self) -> Window:
        """Return how far back a value looks, while there is a split of the values."""
        assert self.space is not None
        last = int(self.rares[-1]) if len(self.rares) else 0
        return Window(last, self.depth, self.last_taken, self.since, self.space.position, bool(self.unequal))

    # ---- a block

    def _buffer(self) -> tuple[NDArray[Any], NDArray[np.int32]]:
        if self._marks <= 64:
            return np.empty(LARGEST_BLOCK, np.uint64), np.empty(0, np.int32)
        return np.empty(max(LISTED, 2 * self._marks), np.uint16), np.empty(LARGEST_BLOCK + 1, np.int32)

    def _shape(self) -> NDArray[np.int64]:
        assert self.space is not None
        return np.array(
            [self.base, self.unequal, self.space.position, int(self.splits[0]) & 1, len(self.rares)], np.int64
        )

    def _predict(self, start: int, end: int, buffer: tuple[NDArray[Any], NDArray[np.int32]]) -> _Block:
        missing, starts = buffer
        shape, common = self._shape(), self._common
        rules = self.nothing, self.takes, self.splits, shape, self.values, self.rares, self._held
        if self._marks <= 64:
            word = np.uint64(int.from_bytes(np.packbits(common[:64], bitorder="little").tobytes(), "little"))
            return _Block(start, int(sparse.predict_words(word, start, end, missing, *rules)), missing, starts)
        # the kernel wants the common values of even heaps and of odd ones
        own = common ^ np.uint8(1) if shape[sparse.POSITION] and shape[sparse.PARITY] else common
        other = own ^ np.uint8(1) if shape[sparse.POSITION] else own
        eights = np.zeros(self._marks // 8, np.uint64)
        sets = own.view(np.uint64), other.view(np.uint64), eights.view(np.uint8), eights
        return _Block(start, int(sparse.predict_marks(*sets, start, end, missing, starts, *rules)), missing, starts)

    def _verify(self, block: _Block, start: int, stop: int, found: NDArray[np.int64]) -> int:
        shape, own = self._shape(), start - block.start
        if self._marks <= 64:
            lost = block.missing[own:]
            return int(sparse.verify_words(self.splits, shape, self.near, self.values, start, stop, lost, found))
        marks = np.zeros(self._marks, np.uint8)
        where = self.splits, shape, self.near, self.values, marks
        return int(sparse.verify_marks(*where, start, stop, block.missing, block.starts[own:], found))

    def _settle(self, stop: int, wrong: int, found: NDArray[np.int64]) -> None:
        """Take over the values of a block up to the first wrong one, which is rare."""
        self.depth = max(self.depth, int(found[sparse.DEPTH]))
        if wrong == stop:
            self.done = stop
            self._block = min(2 * self._block, LARGEST_BLOCK)
            return
        if found[sparse.SHORT] or self.base:  # a rare heap that every later one would look back at
            raise TooLarge(
                "from a heap of {wrong:,} on, more values are needed than the window keeps",
                wrong=wrong,
                positions=wrong,
            )
        self.values[wrong - self.base] = found[sparse.VALUE]
        rares = np.append(self.rares, self.rares.dtype.type(wrong))
        held = np.append(self._held, self.values[wrong - self.base])
        self.rares, self._held, self.done = rares, held, wrong + 1  # at once: a kernel trusts that they agree
        self._block = max(1, self._block // 2)
        self._wrong += 1
        if self._wrong > self.done // 8:  # the space is none any more
            self._review = self.done

    # ---- the split

    def _choose_space(self) -> None:
        """Choose the mask that makes rare heaps fewest, or none if they are many; look again at twice as many values."""
        self._wrong = 0
        self._review = 1 << (self.done.bit_length() if len(self.splits) else 62)
        if not len(self.splits):
            return
        best, count = self._fewest()
        # a rare heap costs about four times what a split costs that is read in order
        if 8 * count > self.done:
            self.space = None
            return
        common = _common(best, self._marks)
        even = common ^ np.uint8(best.position and int(self.splits[0]) & 1)
        room = np.zeros(count + 1, np.uint32)
        sparse.rare_places(self.values, 0, 1, self.done, even, int(best.position), room)
        rares, held = room[:count], self.values[room[:count]]
        since, depth = (self.since, self.depth) if best == self.space else (self.done, 0)
        # at once: an interruption leaves all as it was, or none
        self.space, self.since, self.depth = best, since, depth
        self._common, self.rares, self._held = common, rares, held

    def _fewest(self) -> tuple[Space, int]:
        """Return the split with the fewest rare heaps from 1 on, and their number: O(N + V log V)."""
        counts = np.zeros((self._marks, 2), np.int64)
        sparse.count_values(self.values, 1, self.done, counts)
        sums = counts.T.copy()  # a row for even heaps and one for odd ones
        half = 1
        while half < self._marks:
            pairs = sums.reshape(2, -1, 2, half)
            sums = np.stack([pairs[:, :, 0] + pairs[:, :, 1], pairs[:, :, 0] - pairs[:, :, 1]], axis=2).reshape(2, -1)
            half *= 2
        total = self.done - 1
        without = sums[0] + sums[1]
        without[0] = total  # the empty mask splits nothing
        best, least = Space(int(np.argmin(without)), False), int(without.min())
        parities = set((self.splits & 1).tolist())
        if len(parities) == 1:
            sign = -1 if parities == {1} else 1
            by_position = sign * (sums[0] - sums[1])
            if int(by_position.min()) < least:
                best, least = Space(int(np.argmin(by_position)), True), int(by_position.min())
        return best, (total + least) // 2

    def _widen(self) -> None:
        """Make room for larger values."""
        marks = 2 * self._marks
        if marks > 1 << 16:
            raise TooLarge(
                "the value of a heap of {done:,} needs more than 16 bits", done=self.done, positions=self.done
            )
        kind = np.uint16 if marks > 256 else self.values.dtype
        values = self.values.astype(kind, copy=False)
        near = values if self.base == 0 else self.near.astype(kind, copy=False)
        common, held = self._common, self._held
        if self.space is not None:
            common, held = _common(self.space, marks), held.astype(kind, copy=False)
        self._marks, self.values, self.near = marks, values, near  # at once, as above
        self._common, self._held = common, held


def _common(space: Space, size: int) -> NDArray[np.uint8]:
    """Return a 1 for every value that is common by the mask alone."""
    values = np.arange(size, dtype=np.uint32) & np.uint32(space.mask)
    for shift in (16, 8, 4, 2, 1):
        values ^= values >> np.uint32(shift)
    return (values & np.uint32(1)).astype(np.uint8)


def _places(digits: tuple[int, ...], bit: int) -> NDArray[np.int64]:
    return np.array([m for m, digit in enumerate(digits) if digit & bit], np.int64)
