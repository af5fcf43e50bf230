"""Reading the input of a contest problem: tokens with their line and column."""

from __future__ import annotations

import re
from collections.abc import Iterator

from grundy.errors import InputError

_TOKEN = re.compile(r"\S+")


class Reader:
    """Reads words and integers from a text; what is malformed is told with its line and column.

    >>> r = Reader("2\\n3 x")
    >>> r.integer(), r.integer()
    (2, 3)
    >>> r.integer()
    Traceback (most recent call last):
        ...
    grundy.errors.InputError: line 2, column 3: expected an integer, found 'x'
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = text.split()
        self.next = 0

    def fail(self, problem: str, index: int | None = None) -> InputError:
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
        return self.next >= len(self.words)

    def finish(self) -> None:
        """Raise InputError if something is left."""
        if not self.done:
            raise self.fail(f"expected the end of the input, found {self.words[self.next]!r}", self.next)

    def word(self, what: str = "a word") -> str:
        """Read a word."""
        if self.done:
            raise self.fail(f"the input ends where {what} was expected", len(self.words))
        self.next += 1
        return self.words[self.next - 1]

    def integer(self, low: int | None = None, high: int | None = None, what: str = "an integer") -> int:
        """Read an integer, from ``low`` to ``high``."""
        word = self.word(what)
        try:
            value = int(word)
        except ValueError:
            raise self.fail(f"expected {what}, found {word!r}") from None
        if (low is not None and value < low) or (high is not None and value > high):
            limits = f"from {low} up" if high is None else f"from {low} to {high}"
            raise self.fail(f"expected {what} {limits}, found {value}")
        return value

    def integers(
        self, count: int, low: int | None = None, high: int | None = None, what: str = "an integer"
    ) -> list[int]:
        """Read ``count`` integers, fast."""
        words = self.words[self.next : self.next + count]
        try:
            values = list(map(int, words))
        except ValueError:
            values = []
        if len(values) == count and (
            not values or ((low is None or min(values) >= low) and (high is None or max(values) <= high))
        ):
            self.next += count
            return values
        return [self.integer(low, high, what) for _ in range(count)]

    def counted(self, low: int | None = 0, high: int | None = None, what: str = "an integer") -> list[int]:
        """Read a count and then as many integers."""
        return self.integers(self.integer(0, what="a count"), low, high, what)

    def lines(self) -> Iterator[Reader]:
        """Iterate over the lines that are left, a reader each (for formats where the line matters)."""
        if self.next:
            raise ValueError("lines() is for a reader that has read nothing")
        rows = self.text.split("\n")
        for number, row in enumerate(rows[: -1 if rows[-1].strip() == "" else None], 1):
            yield LineReader(row, number)
        self.next = len(self.words)


class LineReader(Reader):
    """A reader of one line of a larger text."""

    def __init__(self, row: str, number: int) -> None:
        super().__init__(row)
        self.number = number

    def fail(self, problem: str, index: int | None = None) -> InputError:
        """Return the error for a word, with its place in the whole text."""
        return InputError(problem, self.number, super().fail(problem, index).column)
