"""Automatic and regular sequences: g(kn), g(kn + 1), … told by g itself, found on values; always a conjecture.

The *kernel* of a sequence are the sequences g(k^i n + r) with 0 <= r < k^i. If it is finite, g is k-*automatic*: an
automaton that reads the digits of n tells g(n). If it spans, over the rationals, a space of finite dimension, g is
k-*regular*: g(n) is a product of small matrices, one for each digit of n. Either is asked here only from a start on,
for the nim-sequences of many games have exceptions among the small heaps.

References: J.-P. Allouche and J. Shallit, *The ring of k-regular sequences* (1992); *Automatic Sequences* (2003),
chapters 6 and 16.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm
from typing import Any, TypeAlias

from grundy.common.errors import GrundyError
from grundy.common.messages import _, ngettext
from grundy.common.seam import pictures

__all__ = ["Regular", "find_regular"]

LONGEST = 1 << 16
"""Of longer sequences the first values are what a law is looked for in; all of them must keep it."""
STATES = 32
"Largest number of states of an automaton."
BASIS = 8
"""The most sequences, besides 1 and n, that span a kernel."""
STARTS = (0, 1, 2, 3, 4, 8, 16, 32, 64)
"""Starts that are tried; the least one at which the law found holds is kept."""
_EACH = 10
"""A state or a sequence more is worse than a start that is later by less than this."""
HUGE = 1 << 20
"""Coefficients from here on are chance, not law."""

Address: TypeAlias = tuple[int, int]
"""(k^i, r) for the sequence g(k^i n + r)."""
Row: TypeAlias = tuple[Fraction, ...]
"""Coefficients of 1, n, and the sequences of a basis."""


def find_regular(values: Sequence[int], base: int = 2) -> Regular | None:
    """Return the automaton or the recurrence that all the values keep from a start on, or None: a conjecture.

    An automaton has at most 32 states, a recurrence 8 sequences, the start is 64 at most. Among several, the one with the
    fewest states or sequences is chosen. Nothing is returned that rests on few values.

    >>> ruler = [0] + [(n & -n).bit_length() for n in range(1, 200)]
    >>> find_regular(ruler).recurrence()
    ['g(2n) = g(n) + 1', 'g(2n + 1) = 1', 'for n >= 1']
    >>> print(find_regular([n.bit_count() % 2 for n in range(200)]))
    2-automatic with 2 states
    >>> find_regular([n * n % 101 for n in range(400)]) is None
    True
    """
    if base < 2:
        raise GrundyError("a base is 2 or more, not {base}", base=base)
    data = _array(values)
    if data is None or len(data) < 16 * base:
        return None
    for search in (_automaton, _recurrence):
        drafts = [draft for start in STARTS if (draft := search(data[:LONGEST], base, start)) is not None]
        for draft in sorted(drafts, key=lambda draft: _EACH * len(draft.kernel) + draft.start):
            found = draft.settled(data)
            if found is not None:
                return found.plainer(data) if found.automatic else found
    return None


@dataclass(frozen=True)
class Regular:
    """A sequence by the digits of n: each of the sequences ``kernel`` at kn + b is a combination of 1, n and all of them.

    ``kernel[j]`` = (k^i, r) is the sequence g(k^i n + r), the first being g; ``steps[j][b]`` are the coefficients for
    digit b, which hold for n >= ``start``; ``first[j]`` are the values from n = start to k·start - 1 (at 0 if start = 0);
    ``head`` are g(0), …, g(start - 1). ``automatic``: each row is one sequence, and they are the states of an automaton.

    >>> doubles = Regular(2, 0, (), ((1, 0),), (((0, 0, 2), (1, 0, 2)),), ((0,),), False)
    >>> doubles.value(10), doubles.recurrence()
    (10, ['g(2n) = 2g(n)', 'g(2n + 1) = 2g(n) + 1'])
    """

    base: int
    start: int
    head: tuple[int, ...]
    kernel: tuple[Address, ...]
    steps: tuple[tuple[Row, ...], ...]
    first: tuple[tuple[int, ...], ...]
    automatic: bool

    def __str__(self) -> str:
        since = _(" from {start} on").format(start=self.start) if self.start else ""
        if self.automatic:
            words = ngettext("{base}-automatic with {n} state", "{base}-automatic with {n} states", len(self.kernel))
            return words.format(base=self.base, n=len(self.kernel)) + since
        if len(self.kernel) == 1:
            return _("{base}-regular: {rules}{since}").format(base=self.base, rules=", ".join(self._rules), since=since)
        told = _("{base}-regular with {count} sequences{since}")
        return told.format(base=self.base, count=len(self.kernel), since=since)

    @property
    def stop(self) -> int:
        """Digits are read while n is this or more."""
        return self.base * self.start or 1

    def value(self, n: int) -> int:
        """Return g(n), for n of any size.

        >>> find_regular([n.bit_count() for n in range(200)]).value(10**30)
        37
        """
        if n < 0:
            raise GrundyError("a heap has 0 counters or more, not {n}", n=n)
        if n < self.start:
            return self.head[n]
        digits: list[int] = []
        while n >= self.stop:
            n, digit = divmod(n, self.base)
            digits.append(digit)
        if self.automatic:
            state = 0
            for digit in digits:
                state = self._moves[state][digit]
            return self.first[state][n - self.start]
        column = [1, n, *(values[n - self.start] for values in self.first)]
        scale, matrices = self._scaled
        for digit in reversed(digits):
            column = [sum(a * b for a, b in zip(row, column, strict=True)) // scale for row in matrices[digit]]
        return column[2]

    def values(self, count: int) -> Any:
        """Return g(0), …, g(count - 1), which are below 2^63. O(count) steps of arrays for each sequence of the kernel.

        >>> find_regular([n.bit_count() for n in range(200)]).values(9).tolist()
        [0, 1, 1, 2, 1, 2, 2, 3, 1]
        """
        import numpy as np

        rest = np.arange(count)
        if self.automatic:
            states, moves = np.zeros(count, np.int64), np.array(self._moves)
            while (going := rest >= self.stop).any():
                states = np.where(going, moves[states, rest % self.base], states)
                rest = np.where(going, rest // self.base, rest)
            found = np.array(self.first)[states, np.maximum(rest - self.start, 0)]
        else:
            scale, matrices = self._scaled
            columns = np.zeros((count, len(self.kernel) + 2), np.int64)
            columns[:, 0], columns[:, 1] = 1, rest
            known = min(self.stop, count)
            columns[self.start : known, 2:] = np.array(self.first).T[: max(known - self.start, 0)]
            while known < count:  # each n from that without its last digit
                n = np.arange(known, known := min(count, known * self.base))
                for digit, matrix in enumerate(matrices):
                    own = n[n % self.base == digit]
                    columns[own] = columns[own // self.base] @ np.array(matrix).T // scale
            found = columns[:, 2]
        found[: self.start] = self.head[:count]
        return found

    def recurrence(self) -> list[str]:
        """Return the law as lines, the last one telling from where on it holds if not from 0.

        >>> find_regular([n ^ n >> 1 for n in range(400)]).recurrence()
        ['g(2n + 1) = -g(2n) + 4g(n) + 1', 'g(4n) = 2g(2n)', 'g(4n + 2) = -2g(2n) + 8g(n) + 3']
        """
        return [*self._rules, *([_("for n >= {start}").format(start=self.start)] if self.start else [])]

    def lines(self) -> list[str]:
        """Return the recurrence, and the first values that it starts from.

        >>> find_regular([n.bit_count() for n in range(200)]).lines()
        ['g(2n) = g(n)', 'g(2n + 1) = g(n) + 1', 'first values: 0']
        """
        count = self.stop * self._used
        known = ", ".join([*(str(self.value(n)) for n in range(min(count, 32))), *(["…"] if count > 32 else [])])
        return [*self.recurrence(), _("first values: {known}").format(known=known)]

    def automaton(self) -> dict[str, Any]:
        """Return the automaton, or the matrices, as plain data.

        An automaton reads digits, the least significant first, while n is ``stop`` or more, and then returns
        ``outputs[state][n - start]``. Matrices, the most significant digit first, multiply the column (1, n, sequences) of
        that last n, ``columns[n - start]``, and row times the product is g. Below the start g is in ``head``.

        >>> found = find_regular([n.bit_count() % 2 for n in range(200)]).automaton()
        >>> found["transitions"], found["outputs"]
        ([[0, 1], [1, 0]], [[0], [1]])
        """
        same = {"base": self.base, "start": self.start, "stop": self.stop, "head": list(self.head)}
        if self.automatic:
            outputs = [list(values) for values in self.first]
            moves = [list(row) for row in self._moves]
            return {**same, "states": len(self.kernel), "initial": 0, "transitions": moves, "outputs": outputs}
        matrices = [[[str(c) for c in row] for row in matrix] for matrix in self._matrices]
        row = ["1" if j == 2 else "0" for j in range(len(self.kernel) + 2)]
        columns = [[str(c) for c in column] for column in self._columns]
        return {**same, "row": row, "matrices": matrices, "columns": columns, "sequences": self._names[2:]}

    def text(self) -> str:
        """Return the automaton, or the recurrence's coefficients, as a table.

        >>> print(find_regular([n.bit_count() % 2 for n in range(200)]).text())
        state  0  1  value  sequence
            0  0  1      0      g(n)
            1  1  0      1  g(2n + 1)
        """
        digits = [str(digit) for digit in range(self.base)]
        if self.automatic:
            value = f"value at {self.start}..{self.stop - 1}" if self.start > 1 else "value"
            table = [["state", *digits, value, "sequence"]]
            for j, moves in enumerate(self._moves):
                output = " ".join(str(v) for v in self.first[j])
                table.append([str(j), *(str(move) for move in moves), output, self._names[j + 2]])
        else:
            table = [["sequence", _("first values"), *self._names[:2], *self._names[2:]]]
            for (scale, rest), rows, values in zip(self.kernel, self.steps, self.first, strict=True):
                for digit, row in enumerate(rows):
                    name = _name((scale * self.base, rest + scale * digit))
                    table.append([name, " ".join(str(v) for v in values), *(str(c) for c in row)])
        widths = [max(len(line[k]) for line in table) for k in range(len(table[0]))]
        return "\n".join("  ".join(c.rjust(w) for c, w in zip(line, widths, strict=True)) for line in table)

    def _repr_svg_(self) -> str | None:
        return pictures.automaton(self)

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as plain data."""
        kind = "automatic" if self.automatic else "regular"
        return {"kind": kind, **self.automaton(), "recurrence": self.recurrence()}

    def python(self) -> str:
        """Return a Python function ``grundy(n)``.

        >>> print(find_regular([n.bit_count() for n in range(200)]).python())
        def grundy(n):
            if n < 1:
                return [0][n]
            m = n // 2
            if n % 2 == 0:
                return grundy(m)
            return grundy(m) + 1
        <BLANKLINE>
        """
        if self.automatic:
            return _PY_AUTOMATON.format(**self._numbers("[]"))
        if len(self.kernel) == 1:
            return _PY_SHORT.format(**self._numbers("[]"), cases=self._cases(*_PY_CASES, "//"))
        return _PY_MATRICES.format(**self._numbers("[]"))

    def cpp(self) -> str:
        """Return a C++ function ``long long grundy(long long n)``.

        >>> print(find_regular([n.bit_count() for n in range(200)]).cpp())
        long long grundy(long long n) {
            static const long long HEAD[] = {0};
            if (n < 1) return HEAD[n];
            long long m = n / 2;
            if (n % 2 == 0) return grundy(m);
            return grundy(m) + 1;
        }
        <BLANKLINE>
        """
        if self.automatic:
            return _CPP_AUTOMATON.format(**self._numbers("{}"))
        if len(self.kernel) == 1:
            return _CPP_SHORT.format(**self._numbers("{}"), cases=self._cases(*_CPP_CASES, "/"))
        return _CPP_MATRICES.format(**self._numbers("{}"))

    def settled(self, data: Any) -> Regular | None:
        """Return this law with the least start from which all the data keep it, and its first values; or None."""
        start = max(self._broken(data, j, digit) for j in range(len(self.kernel)) for digit in range(self.base))
        return self._from(data, start) if start <= self.start else None

    def plainer(self, data: Any) -> Regular:
        """Return this automaton with a start that is later by a few, if then fewer sequences tell the others."""
        later = [self._from(data, self.start + more) for more in range(4)]
        return min((law for law in later if law), key=lambda law: len(law._spoken[0]), default=self)

    def _from(self, data: Any, start: int) -> Regular | None:
        """Return this law with another start, and the first values from there; None if they are not known."""
        stop = self.base * start or 1
        far = max(scale * (stop - 1) + rest for scale, rest in self.kernel)
        if far >= len(data):
            return None
        head = tuple(int(v) for v in data[:start])
        first = tuple(tuple(int(data[scale * n + rest]) for n in range(start, stop)) for scale, rest in self.kernel)
        return Regular(self.base, start, head, self.kernel, self.steps, first, self.automatic)

    def _broken(self, data: Any, j: int, digit: int) -> int:
        """Return the least n from which on the data keep the rule for sequence j and a digit."""
        scale, rest = self.kernel[j]
        target = data[rest + scale * digit :: scale * self.base]
        columns = [_part(data, address) for address in self.kernel]
        return _last_apart(target, self.steps[j][digit], columns) + 1

    @cached_property
    def _moves(self) -> tuple[tuple[int, ...], ...]:
        """For every state and digit the next state."""
        return tuple(tuple(row.index(1) - 2 for row in rows) for rows in self.steps)

    @cached_property
    def _matrices(self) -> list[list[Row]]:
        """For every digit the matrix from the column (1, n, sequences at n) to that at kn + digit."""
        zeros = (Fraction(0),) * len(self.kernel)
        one, base = Fraction(1), Fraction(self.base)
        upper = [[(one, 0 * one, *zeros), (Fraction(digit), base, *zeros)] for digit in range(self.base)]
        return [upper[digit] + [rows[digit] for rows in self.steps] for digit in range(self.base)]

    @cached_property
    def _scaled(self) -> tuple[int, list[list[list[int]]]]:
        """The common denominator of the matrices, and the matrices times it."""
        scale = lcm(*(Fraction(c).denominator for matrix in self._matrices for row in matrix for c in row))
        return scale, [[[int(c * scale) for c in row] for row in matrix] for matrix in self._matrices]

    @property
    def _columns(self) -> list[list[int]]:
        """The columns that the matrices begin with."""
        each = range(self.start, self.stop)
        return [[1, n, *(values[n - self.start] for values in self.first)] for n in each]

    @property
    def _names(self) -> list[str]:
        """The names of 1, n and the sequences."""
        return ["1", "n", *(_name(address) for address in self.kernel)]

    @property
    def _used(self) -> int:
        """The greatest k^i among the sequences that the rules need."""
        chosen = self._spoken[0] if self.automatic else range(len(self.kernel))
        return max(self.kernel[j][0] for j in chosen)

    @cached_property
    def _spoken(self) -> tuple[list[int], list[str]]:
        """The states that others are functions of, and every state as such a function."""
        return _spoken(self._moves, self.first, [_name(address) for address in self.kernel])

    @cached_property
    def _rules(self) -> list[str]:
        """One line for every sequence and digit, but for those that are new names only."""
        chosen = self._spoken[0] if self.automatic else range(len(self.kernel))
        lines: list[tuple[Address, str]] = []
        for j in chosen:
            scale, rest = self.kernel[j]
            for digit in range(self.base):
                address = (scale * self.base, rest + scale * digit)
                right = self._right(j, digit)
                if right != _name(address):
                    lines.append((address, f"{_name(address)} = {right}"))
        return [line for _, line in sorted(lines)]

    def _right(self, j: int, digit: int) -> str:
        """Return the right side of a rule."""
        if self.automatic:
            return self._spoken[1][self._moves[j][digit]]
        return _sum(self.steps[j][digit], self._names)

    def _cases(self, test: str, answer: str, divide: str) -> str:
        """Return the branches of a function that calls itself."""
        sums = [_code(row, divide) for row in self.steps[0]]
        others = [] if len(set(sums)) == 1 else sums[:-1]
        tests = [test.format(self.base, digit, right) for digit, right in enumerate(others)]
        return "".join([*tests, answer.format(sums[-1])])

    def _numbers(self, brackets: str) -> dict[str, Any]:
        """Return what the templates of functions ask for."""
        below = range(self.stop if len(self.kernel) == 1 and not self.automatic else self.start)
        numbers: dict[str, Any] = {"base": self.base, "start": self.start, "stop": self.stop, "size": len(self.kernel)}
        numbers["head"] = head = _listed([self.value(n) for n in below], brackets)
        test = f"    if (n < {self.start}) return HEAD[n];\n"
        numbers["heads"] = f"    static const long long HEAD[] = {head};\n{test}" if self.start else ""
        numbers["many"] = self.stop - self.start
        if self.automatic:
            return {**numbers, "next": _listed(self._moves, brackets), "out": _listed(self.first, brackets)}
        scale, matrices = self._scaled
        numbers["wide"] = "unsigned long long" if scale == 1 else "__int128"
        numbers["over"], numbers["slashes"] = ("", "") if scale == 1 else (f" / {scale}", f" // {scale}")
        numbers["size"] = len(self.kernel) + 2
        return {**numbers, "step": _listed(matrices, brackets), "out": _listed(self._columns, brackets)}


def _array(values: Sequence[int]) -> Any:
    """Return the values as an array, or None if they are too large."""
    import numpy as np

    try:
        return np.asarray(values, dtype=np.int64)
    except OverflowError:
        return None


def _part(data: Any, address: Address) -> Any:
    """Return the values of a sequence in the kernel."""
    return data[address[1] :: address[0]]


def _next(address: Address, base: int) -> list[Address]:
    """Return the sequences at kn, kn + 1, … of one in the kernel."""
    return [(address[0] * base, address[1] + address[0] * digit) for digit in range(base)]


def _automaton(data: Any, base: int, start: int) -> Regular | None:
    """Return an automaton whose states are the sequences of the kernel that differ from a start on."""
    states: list[Address] = [(1, 0)]
    moves: list[list[int]] = []
    while len(moves) < len(states):
        row: list[int] = []
        for address in _next(states[len(moves)], base):
            part = _part(data, address)[start:]
            if len(part) < max(16, 4 * len(states)):
                return None
            same = next((j for j, other in enumerate(states) if _agree(part, _part(data, other)[start:])), None)
            if same is None:
                if len(states) == STATES:
                    return None
                same = len(states)
                states.append(address)
            row.append(same)
        moves.append(row)
    steps = tuple(tuple(_unit(j + 2, len(states) + 2) for j in row) for row in moves)
    return Regular(base, start, (), tuple(states), steps, (), True)


def _agree(part: Any, other: Any) -> bool:
    """Whether two sequences have the same values where both are known; the first few are compared first."""
    count = min(len(part), len(other))
    return all(bool((part[:size] == other[:size]).all()) for size in (min(count, 32), count))


def _unit(place: int, size: int) -> Row:
    """Return a row with a single 1."""
    return tuple(Fraction(int(j == place)) for j in range(size))


def _recurrence(data: Any, base: int, start: int) -> Regular | None:
    """Return the sequences of the kernel, no combinations of others from a start on, that span it with 1 and n."""
    span = _Span(data, start)
    kernel: list[Address] = [(1, 0)]
    span.row((1, 0))
    rules: list[list[Row]] = []
    while len(rules) < len(kernel):
        rows: list[Row] = []
        for address in _next(kernel[len(rules)], base):
            row = span.row(address)
            if row is None or span.width > BASIS + 2:
                return None
            if span.kernel[-1:] == [address]:
                kernel.append(address)
            rows.append(row)
        rules.append(rows)
    held = [j for j, address in enumerate(kernel) if address in span.kernel]
    steps = tuple(tuple(_placed(row, held, len(kernel)) for row in rows) for rows in rules)
    return Regular(base, start, (), tuple(kernel), steps, (), False)


def _placed(row: Row, held: list[int], size: int) -> Row:
    """Return a row over 1, n and the sequences, from one over 1, n and those that are independent of them."""
    placed = [*row[:2], *([Fraction(0)] * size)]
    for j, coefficient in zip(held, row[2:], strict=False):
        placed[j + 2] = coefficient
    return tuple(placed)


class _Span:
    """Independent sequences, 1 and n among them, and as many places n where their values make a regular matrix."""

    def __init__(self, data: Any, start: int) -> None:
        self.data = data
        self.start = start
        self.places = [start, start + 1]
        self.kernel: list[Address] = []

    @property
    def width(self) -> int:
        """How many sequences there are, with 1 and n."""
        return len(self.places)

    def row(self, address: Address) -> Row | None:
        """Return a sequence as a combination, taking it in if it is none; None where there are too few values."""
        part = _part(self.data, address)
        if len(part) - self.start < 4 * self.width + 16 or len(part) <= max(self.places):
            return None
        row = _solved([self._at(n) for n in self.places], [int(part[n]) for n in self.places])
        place = self._first_apart(part, row)
        if place is None:
            return row if all(max(abs(c.numerator), c.denominator) < HUGE for c in row) else None
        self.kernel.append(address)
        self.places.append(place)
        return _unit(self.width - 1, self.width)

    def _at(self, n: int) -> list[int]:
        """Return the values at n of 1, n and the sequences."""
        return [1, n, *(int(self.data[scale * n + rest]) for scale, rest in self.kernel)]

    def _first_apart(self, part: Any, row: Row) -> int | None:
        """Return the first place from the start on where a sequence is not the combination."""
        columns = [_part(self.data, address) for address in self.kernel]
        known = min([len(part), *(len(column) for column in columns)])
        for n in range(self.start, min(known, self.start + 48)):
            if sum(c * v for c, v in zip(row, self._at(n), strict=True) if c) != int(part[n]):
                return n
        apart = _apart(part, row, columns)
        later = apart[apart >= self.start]
        return int(later[0]) if len(later) else None


def _apart(target: Any, row: Row, columns: list[Any]) -> Any:
    """Return the places, in order, where a sequence is not a combination of 1, n and others, exactly."""
    import numpy as np

    scale = lcm(*(c.denominator for c in row))
    whole = [int(c * scale) for c in row]
    count = min([len(target), *(len(c) for c, a in zip(columns, whole[2:], strict=True) if a)])
    used = [(a, column[:count]) for a, column in zip(whole[2:], columns, strict=True) if a]
    top = scale * _most(target) + abs(whole[0]) + abs(whole[1]) * count + sum(abs(a) * _most(c) for a, c in used)
    kind = np.int64 if top < 1 << 62 else object
    total = np.arange(count).astype(kind) * whole[1] + whole[0]
    for a, column in used:
        total += column.astype(kind) * a
    return np.flatnonzero(target[:count].astype(kind) * scale != total)


def _last_apart(target: Any, row: Row, columns: list[Any]) -> int:
    """Return the last place where a sequence is not a combination of 1, n and others, or -1."""
    apart = _apart(target, row, columns)
    return int(apart[-1]) if len(apart) else -1


def _most(column: Any) -> int:
    """Return the greatest absolute value."""
    return max(abs(int(column.max())), abs(int(column.min())))


def _solved(matrix: list[list[int]], right: list[int]) -> Row:
    """Return the solution of linear equations whose matrix is regular."""
    rows = [[Fraction(v) for v in [*line, value]] for line, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for k in range(size):
        pivot = next(j for j in range(k, size) if rows[j][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [v / rows[k][k] for v in rows[k]]
        for j in range(size):
            if j != k and (factor := rows[j][k]):
                rows[j] = [a - factor * b if b else a for a, b in zip(rows[j], rows[k], strict=True)]
    return tuple(line[size] for line in rows)


def _name(address: Address) -> str:
    """Return the name of a sequence, as g(4n + 1)."""
    scale, rest = address
    return f"g({scale if scale > 1 else ''}n{f' + {rest}' if rest else ''})"


def _sum(row: Row, names: list[str]) -> str:
    """Return a combination as text: the sequences, the longest name first, then n and 1."""
    text = ""
    for coefficient, name in reversed(list(zip(row, names, strict=True))):
        if coefficient:
            text += _term(coefficient, name, first=not text)
    return text or "0"


def _term(coefficient: Fraction, name: str, first: bool) -> str:
    """Return a summand with its sign."""
    sign = ("-" if first else " - ") if coefficient < 0 else ("" if first else " + ")
    over, under = abs(coefficient.numerator), coefficient.denominator
    factor = str(over) if over > 1 or name == "1" else ""
    return f"{sign}{factor}{'' if name == '1' else name}{f'/{under}' if under > 1 else ''}"


def _code(row: Row, divide: str) -> str:
    """Return a combination of 1, n and g(n) as an expression in a program, which divides by / or //."""
    under = lcm(*(c.denominator for c in row))
    text = ""
    for coefficient, name in zip(reversed(row), ("grundy(m)", "m", "1"), strict=True):
        whole = int(coefficient * under)
        if whole:
            sign = ("-" if not text else " - ") if whole < 0 else ("" if not text else " + ")
            size = abs(whole)
            text += sign + (str(size) if name == "1" else name if size == 1 else f"{size} * {name}")
    return text or "0" if under == 1 else f"({text}) {divide} {under}"


def _listed(values: Any, brackets: str) -> str:
    """Return numbers, or lists of them, as a list of a program."""
    if not isinstance(values, list | tuple):
        return str(values)
    return f"{brackets[0]}{', '.join(_listed(v, brackets) for v in values)}{brackets[1]}"


def _spoken(
    moves: Sequence[Sequence[int]], first: Sequence[Sequence[int]], names: list[str]
) -> tuple[list[int], list[str]]:
    """Return the states of which every state is a function, and each state as such a function.

    All the columns of values that the states can have at one n are followed; if they are too many, nothing is said but
    which states are constant.
    """
    columns = _all_columns(moves, first)
    chosen: list[int] = []
    spoken: list[str] = []
    for state, name in enumerate(names):
        values = {column[state] for column in columns}
        found = [str(values.pop())] if len(values) == 1 else []
        for other in [] if found else chosen:
            pairs = sorted({(column[other], column[state]) for column in columns})
            if all(a[0] != b[0] for a, b in pairwise(pairs)):
                found.append(_function(pairs, names[other]))
        if not found:
            chosen.append(state)
        spoken.append(min(found, key=len, default=name))
    return chosen or [0], spoken


def _all_columns(moves: Sequence[Sequence[int]], first: Sequence[Sequence[int]]) -> set[tuple[int, ...]]:
    """Return all columns of the states' values at one n; made-up ones that tell all apart if there are too many."""
    columns: set[tuple[int, ...]] = set(zip(*first, strict=True))
    queue = list(columns)
    while queue:
        column = queue.pop()
        for digit in range(len(moves[0])):
            after = tuple(column[row[digit]] for row in moves)
            if after not in columns:
                columns.add(after)
                queue.append(after)
        if len(columns) > 1024:
            size = len(moves)
            return {tuple(int(j == k) for j in range(size)) for k in range(size)} | {(0,) * size}
    return columns


def _function(pairs: list[tuple[int, int]], name: str) -> str:
    """Return a function, given as pairs, of the value with a name."""
    shifts = {b - a for a, b in pairs}
    if len(shifts) == 1:
        shift = shifts.pop()
        return name + (f" {'+' if shift > 0 else '-'} {abs(shift)}" if shift else "")
    sums = {b + a for a, b in pairs}
    if len(sums) == 1 and (total := sums.pop()) > 0:
        return f"{total} - {name}"
    where: dict[int, list[int]] = {}
    for a, b in pairs:
        where.setdefault(b, []).append(a)
    cases = sorted(where.items(), key=lambda case: (len(case[1]), case[1]))
    told = [f"{b} if {name} {_among(places)}" for b, places in cases[:-1]]
    return f"{', '.join(told)} else {cases[-1][0]}"


def _among(places: list[int]) -> str:
    """Return the condition that a value is one of some."""
    return f"= {places[0]}" if len(places) == 1 else f"in {{{', '.join(str(a) for a in places)}}}"


_PY_AUTOMATON = """HEAD = {head}
NEXT = {next}
VALUE = {out}


def grundy(n):
    if n < {start}:
        return HEAD[n]
    state = 0
    while n >= {stop}:
        state = NEXT[state][n % {base}]
        n //= {base}
    return VALUE[state][n - {start}]
"""

_PY_CASES = ("    if n % {} == {}:\n        return {}\n", "    return {}\n")

_PY_SHORT = """def grundy(n):
    if n < {stop}:
        return {head}[n]
    m = n // {base}
{cases}"""

_PY_MATRICES = """HEAD = {head}
FIRST = {out}
STEP = {step}


def grundy(n):
    if n < {start}:
        return HEAD[n]
    digits = []
    while n >= {stop}:
        digits.append(n % {base})
        n //= {base}
    column = FIRST[n - {start}]
    for digit in reversed(digits):
        column = [sum(a * b for a, b in zip(row, column)){slashes} for row in STEP[digit]]
    return column[2]
"""

_CPP_AUTOMATON = """long long grundy(long long n) {{
{heads}    static const int NEXT[{size}][{base}] = {next};
    static const long long VALUE[{size}][{many}] = {out};
    int state = 0;
    for (; n >= {stop}; n /= {base}) state = NEXT[state][n % {base}];
    return VALUE[state][n - {start}];
}}
"""

_CPP_CASES = ("    if (n % {} == {}) return {};\n", "    return {};\n")

_CPP_SHORT = """long long grundy(long long n) {{
    static const long long HEAD[] = {head};
    if (n < {stop}) return HEAD[n];
    long long m = n / {base};
{cases}}}
"""

_CPP_MATRICES = """long long grundy(long long n) {{
    typedef {wide} Int;
{heads}    static const long long FIRST[{many}][{size}] = {out};
    static const long long STEP[{base}][{size}][{size}] = {step};
    int digits[64], count = 0;
    for (; n >= {stop}; n /= {base}) digits[count++] = n % {base};
    Int column[{size}], next[{size}];
    for (int i = 0; i < {size}; i++) column[i] = FIRST[n - {start}][i];
    while (count--) {{
        for (int i = 0; i < {size}; i++) {{
            Int sum = 0;
            for (int j = 0; j < {size}; j++) sum += (Int)STEP[digits[count]][i][j] * column[j];
            next[i] = sum{over};
        }}
        for (int i = 0; i < {size}; i++) column[i] = next[i];
    }}
    return (long long)column[2];
}}
"""
