"""What several contest formats have in common: arrows, trees, rows of signs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, wraps

from grundy.common import limits
from grundy.common.digraphs import endings_first, predecessors
from grundy.common.errors import InputError, Sentence
from grundy.common.messages import N_, _
from grundy.values.nimber import mex

# ---- reading the input of a contest problem: tokens with their line and column

_TOKEN = re.compile(r"\S+")
_SPACE = re.compile(r"\s")
PART = 1 << 15
DIGITS = 100_000
"""So many letters may a number have: to read one takes time that grows with their square."""
TOLD = 40
"""So many letters of a word are told where it is not what it must be."""


class Reader:
    """Reads words and integers from a text; what is malformed is told with its line and column.

    >>> r = Reader("2\\n3 x")
    >>> r.integer(), r.integer()
    (2, 3)
    >>> r.integer()
    Traceback (most recent call last):
        ...
    grundy.common.errors.InputError: line 2, column 3: expected an integer, found 'x'
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.next = 0
        self._place = 0
        self._words: list[str] = []  # those that were split off last, to be taken from the end
        self._long = False  # whether one of them may be too long for a number
        self._signed = False  # whether one of them may be below 0
        self._fill()

    def _fill(self) -> None:
        """Split off the next words: a part at a time, which is faster than all at once (memory that is used again)."""
        while not self._words and self._place < len(self.text):
            end = _SPACE.search(self.text, self._place + PART)
            stop = end.start() if end else len(self.text)
            self._words = self.text[self._place : stop].split()
            self._words.reverse()
            self._long = stop - self._place > DIGITS
            self._signed = self.text.find("-", self._place, stop) >= 0
            self._place = stop

    def fail(self, problem: str | Sentence, index: int | None = None) -> InputError:
        """Return the error for a word (the last one read, unless an index is given), with its place."""
        index = self.next - 1 if index is None else index
        for i, match in enumerate(_TOKEN.finditer(self.text)):
            if i == index:
                line = self.text.count("\n", 0, match.start()) + 1
                return InputError(problem, line, match.start() - self.text.rfind("\n", 0, match.start()))
        lines = self.text.split("\n")
        return InputError(problem, len(lines), len(lines[-1]) + 1)

    @property
    def done(self) -> bool:
        """Whether nothing is left but white space."""
        return not self._words

    def finish(self) -> None:
        """Raise InputError if something is left."""
        if not self.done:
            found = self._words[-1][:TOLD]
            raise self.fail(Sentence("expected the end of the input, found {words!r}", words=found), self.next)

    def word(self, what: str = N_("a word")) -> str:
        """Read a word."""
        if self.done:
            raise self.fail(Sentence("the input ends where {what} is expected", what=_(what)), self.next)
        self.next += 1
        word = self._words.pop()
        if not self._words:
            self._fill()
        return word

    def integer(self, low: int | None = None, high: int | None = None, what: str = N_("an integer")) -> int:
        """Read an integer, from ``low`` to ``high``."""
        word = self.word(what)
        if len(word) > DIGITS:
            problem = "a number has at most {most:,} digits here, and this word has {length:,} letters"
            raise self.fail(Sentence(problem, most=DIGITS, length=len(word)))
        try:
            value = int(word)
        except ValueError:
            raise self.fail(Sentence("expected {what}, found {word!r}", what=_(what), word=word[:TOLD])) from None
        if (low is not None and value < low) or (high is not None and value > high):
            bounds = (_("from {low} up") if high is None else _("from {low} to {high}")).format(low=low, high=high)
            words = _("expected {what} {limits}, found {value}")
            raise self.fail(words.format(what=_(what), limits=bounds, value=word[:TOLD]))
        return value

    def integers(
        self, count: int, low: int | None = None, high: int | None = None, what: str = N_("an integer")
    ) -> list[int]:
        """Read ``count`` integers, fast."""
        values: list[int] = []
        while len(values) < count and self._words and not self._long:
            limits.check()
            part = self._words[: -1 - (count - len(values)) : -1]
            try:
                found = list(map(int, part))
            except ValueError:
                break
            below = low is not None and (low > 0 or self._signed) and min(found) < low
            if below or (high is not None and max(found) > high):
                break
            values += found
            del self._words[-len(part) :]
            self.next += len(part)
            if not self._words:
                self._fill()
        while len(values) < count:
            values.append(self.integer(low, high, what))
        return values

    def counted(self, low: int | None = 0, high: int | None = None, what: str = N_("an integer")) -> list[int]:
        """Read a count and then as many integers."""
        return self.integers(self.integer(0, what="a count"), low, high, what)

    def lines(self) -> Iterator[Reader]:
        """Iterate over the lines that are left and not empty, a reader each (for formats where the line matters)."""
        if self.next:
            raise ValueError(_("lines() needs a reader that has read nothing yet"))
        for number, row in enumerate(self.text.split("\n"), 1):
            if row.strip():
                yield LineReader(row, number)
        self._words, self._place = [], len(self.text)


class LineReader(Reader):
    """A reader of one line of a larger text."""

    def __init__(self, row: str, number: int) -> None:
        super().__init__(row)
        self.number = number

    def fail(self, problem: str | Sentence, index: int | None = None) -> InputError:
        """Return the error for a word, with its place in the whole text."""
        return InputError(problem, self.number, super().fail(problem, index).column)


def each_test(answer: Callable[[Reader], Iterator[str]]) -> Callable[[Reader], Iterator[str]]:
    """Return a judge of a format that begins with how many tests there are: it gives the answers to one after the other.

    >>> list(each_test(lambda read: iter([str(read.integer() + 1)]))(Reader("2 10 20")))
    ['11', '21']
    """

    @wraps(answer)
    def judge(read: Reader) -> Iterator[str]:
        for _turn in range(read.integer(0, what=N_("a count"))):
            yield from answer(read)

    return judge


# ---- grundy values of the nodes of an acyclic digraph, by the theorem of Sprague and Grundy; and an arrow on a ring

Arrows = tuple[tuple[int, int], ...]


def forward(children: list[list[int]]) -> list[int]:
    """Return the nodes in an order where arrows go forward, without those on rings and behind them. O(arrows)."""
    return endings_first(predecessors(children), children)


def mexes(children: list[list[int]], order: list[int]) -> list[int]:
    """Return the Grundy values of the nodes, given in an order where arrows go forward. O(arrows)."""
    values = [0] * len(children)
    for node in reversed(order):
        values[node] = mex([values[head] for head in children[node]])
    return values


@lru_cache(maxsize=16)
def values_of(arrows: Arrows) -> dict[int, int] | None:
    """Return the Grundy value of every node that has an arrow, or None if there is a ring."""
    names = list(dict.fromkeys(node for arrow in arrows for node in arrow))
    place = {node: i for i, node in enumerate(names)}
    children: list[list[int]] = [[] for _ in names]
    for tail, head in arrows:
        children[place[tail]].append(place[head])
    order = forward(children)
    if len(order) < len(names):
        return None
    return dict(zip(names, mexes(children, order), strict=True))


def on_ring(ends: list[int], order: list[int]) -> int:
    """Return the index of an arrow on a ring: one of those walked back from a node that never got free."""
    free = set(order)
    back = {ends[i + 1]: i for i in range(0, len(ends), 2) if ends[i] not in free}
    seen: set[int] = set()
    node = next(iter(back))
    while node not in seen:
        seen.add(node)
        node = ends[back[node]]
    return back[node] // 2


# ----


def acyclic_values(read: Reader, nodes: int) -> dict[int, int]:
    """Read a count and as many arrows between the nodes 1, 2, …; return the Grundy values of the nodes that have one.

    InputError names an arrow on a ring, if there is one. O(arrows).

    >>> acyclic_values(Reader("2 3 2 2 1"), 3)
    {3: 0, 2: 1, 1: 0}
    """
    count = read.integer(0, what="the number of arrows")
    first = read.next
    ends = read.integers(2 * count, 1, nodes, "a node")
    place = {node: i for i, node in enumerate(dict.fromkeys(ends))}
    ends = [place[node] for node in ends]
    children: list[list[int]] = [[] for _ in place]
    for tail, head in zip(ends[::2], ends[1::2], strict=True):
        children[tail].append(head)
    order = forward(children)
    if len(order) < len(place):
        problem = "this arrow is part of a ring, and an acyclic digraph is wanted"
        raise read.fail(problem, first + 2 * on_ring(ends, order))
    return dict(zip(place, mexes(children, order), strict=True))


def weighted_tree(read: Reader, nodes: int) -> dict[tuple[int, int], int]:
    """Read the edges of a tree, each with a zero or a one behind it; return the number of an edge in either direction.

    InputError names the edge that closes a ring.

    >>> weighted_tree(Reader("1 2 1"), 2)
    {(1, 2): 1, (2, 1): 1}
    """
    weights: dict[tuple[int, int], int] = {}
    for u, v in tree_edges(read, nodes):
        weights[u, v] = weights[v, u] = read.integer(0, 1, "a weight")
    return weights


def tree_edges(read: Reader, nodes: int) -> Iterator[tuple[int, int]]:
    """Read the edges of a tree one by one; InputError names the edge that closes a ring.

    >>> list(tree_edges(Reader("1 2 3 2"), 3))
    [(1, 2), (3, 2)]
    """
    leader: dict[int, int] = {}  # of the nodes that came: as large as what is read, whatever was announced
    for _turn in range(nodes - 1):
        u, v = read.integers(2, 1, nodes, "a node")
        a, b = _leader(leader, u), _leader(leader, v)
        if a == b:
            raise read.fail(Sentence("the edge from {u} to {v} closes a cycle, but a tree is needed", u=u, v=v))
        leader[a] = b
        yield u, v


def _leader(leader: dict[int, int], node: int) -> int:
    """Return the node that stands for all that hang together with this one so far."""
    while (above := leader.setdefault(node, node)) != node:
        leader[node] = leader[above]
        node = above
    return node


def rows(read: Reader, height: int, width: int, faces: str) -> list[str]:
    """Read the rows of a grid whose cells show two faces; InputError names a row that is not of this kind.

    >>> rows(Reader("+- --"), 2, 2, "+-")
    ['+-', '--']
    """
    found: list[str] = []
    for _turn in range(height):
        row = read.word("a row of the grid")
        if len(row) != width or row.strip(faces):
            one, other = faces
            problem = _("expected a row of {width} cells {one!r} and {other!r}, found {row!r}")
            raise read.fail(problem.format(width=width, one=one, other=other, row=row[:40]))
        found.append(row)
    return found
