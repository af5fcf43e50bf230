"""Parts expanded by several threads: some find the options of parts, while another one numbers what was found before.

Finding (rules, parts cut out, folded, hashed) is most of the work, and changes nothing that others read. Numbers are given
by the one thread, in the order in which parts were met, so all is as if there were one: the parts, their numbers, their
options.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

from grundy.kernels import parts
from grundy.kernels.contract import Fill, Ints
from grundy.kernels.parts_arena import COUNT, NEXT
from grundy.kernels.rooms import first_room, room_for

MANY = 1 << 10
"""So many parts must wait for it to be worth while."""
SHARE, LEAST = 1 << 8, 1 << 5
"""The most parts that a thread is given at a time, which its room holds in a processor's cache, and the least."""
WORDS, OPTIONS = 1 << 17, 1 << 12


class Room(NamedTuple):
    """What a thread writes to: options, a state, and their parts."""

    out: Ints
    state: Ints
    work: Ints


class Share(NamedTuple):
    """The parts up to ``end`` that a thread was given."""

    found: Future[int]
    room: Room
    end: int


class Together:
    """Threads that find the options of parts, a share at a time; `taken` gives the shares in their order."""

    def __init__(self, threads: int, length: int) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads)
        self._rooms = [
            Room(
                room_for("shared out", first_room(OPTIONS)),
                room_for("shared state", length),
                room_for("shared work", first_room(WORDS, parts.BEGUN + 64)),
            )
            for _turn in range(threads + 1)
        ]
        self._given: deque[Share] = deque()
        self._most, self._end = SHARE, 0

    def taken(self, G: Ints, left: Fill, right: Fill, lp: Ints, rp: Ints) -> Share | None:
        """Return the next share when its options are found; None where so few parts wait that one thread goes on."""
        self._end = max(self._end, int(G[NEXT]))
        while self._rooms and G[COUNT] - self._end >= first_room(LEAST, 1):
            share = min(self._most, max(first_room(LEAST, 1), int(G[COUNT] - self._end) // (2 * self.threads)))
            first, self._end, room = self._end, self._end + share, self._rooms.pop()
            found = self._pool.submit(parts.found, G, left, right, lp, rp, *room, first, self._end)
            self._given.append(Share(found, room, self._end))
        if not self._given:
            return None
        share = self._given.popleft()
        if share.found.result() != parts.DONE:  # its room was too small
            self._most = max(self._most // 2, first_room(LEAST, 1))
        return share

    def back(self, share: Share, out: Ints) -> None:
        """Take the room of a share again, whose options are written down, as large as ``out`` for what a rule gives."""
        room = share.room
        self._rooms.append(room if room.out.size >= out.size else room._replace(out=room_for("shared out", out.size)))

    def end(self) -> None:
        """End the threads."""
        self._pool.shutdown(cancel_futures=True)


def is_worth(G: Ints) -> bool:
    """Whether so many parts wait that threads are worth while."""
    return int(G[COUNT] - G[NEXT]) >= first_room(MANY)
