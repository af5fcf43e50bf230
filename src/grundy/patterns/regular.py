"""Automatic and regular sequences: g(kn), g(kn + 1), … told by g itself, found on values; always a conjecture.

The *kernel* of a sequence are the sequences g(k^i n + r) with 0 <= r < k^i. If it is finite, g is k-*automatic*: an
automaton that reads the digits of n tells g(n). If it spans, over the rationals, a space of finite dimension, g is
k-*regular*: g(n) is a product of small matrices, one for each digit of n. Either is asked here only from a start on,
for the nim-sequences of many games have exceptions among the small heaps.

References: J.-P. Allouche and J. Shallit, *The ring of k-regular sequences* (1992); *Automatic Sequences* (2003),
chapters 6 and 16.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm
from typing import Any, TypeAlias

from grundy.errors import GrundyError

__all__ = ["Regular", "find_regular"]

LONGEST = 1 << 16
"""Of longer sequences the first values are what a law is looked for in; all of them must keep it."""
STATES = 32
"""The most states of an automaton."""
BASIS = 8
"""The most sequences, besides 1 and n, that span a kernel."""
STARTS = (0, 1, 2, 3, 4, 8, 16, 32, 64)
"""Starts that are tried; the least one at which the law found holds is kept."""
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
        raise GrundyError(f"a base is 2 or more, not {base}")
    data = _array(values)
    if data is None or len(data) < 16 * base:
        return None
    for search in (_automaton, _recurrence):
        drafts = [draft for start in STARTS if (draft := search(data[:LONGEST], base, start)) is not None]
        for draft in sorted(drafts, key=lambda draft: 4 * len(draft.kernel) + draft.start):
            found = draft.settled(data)
            if found is not None:
                return found
    return None


@dataclass(frozen=True)
class Regular:
    """A sequence by the digits of n: each of the sequences ``kernel`` at kn + b is a combination of 1, n and all of them.

    ``kernel[j]`` = (k^i, r) is the sequence g(k^i n + r), the first being g; ``steps[j][b]`` are the coefficients for
    digit b, which hold for n >= ``start``; ``first[j]`` are the values from n = start to k·start - 1 (at 0 if start = 0);
    ``head`` are g(0), …, g(start - 1). ``automatic``: each row is one sequence, and they are the states of an automaton.

    >>> half = Fraction(1, 1)
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
        since = f" from {self.start} on" if self.start else ""
        if self.automatic:
            return f"{self.base}-automatic with {len(self.kernel)} state{'s'[: len(self.kernel) > 1]}{since}"
        if len(self.kernel) == 1:
            return f"{self.base}-regular: {', '.join(self._rules)}{since}"
        return f"{self.base}-regular with {len(self.kernel)} sequences{since}"

    @property
    def stop(self) -> int:
        """Digits are read while n is this or more."""
        return self.base * self.start or 1

    def value(self, n: int) -> int:
        """Return g(n), for n of any size.

        >>> find_regular([n.bit_count() for n in range(200)]).value(10**30)
        43
        """
        if n < 0:
            raise GrundyError(f"a heap has 0 counters or more, not {n}")
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

    def recurrence(self) -> list[str]:
        """Return the law as lines, the last one telling from where on it holds if not from 0.

        >>> find_regular([n ^ n >> 1 for n in range(400)]).recurrence()
        ['g(2n + 1) = -g(2n) + 4g(n) + 1', 'g(4n) = 2g(2n)', 'g(4n + 2) = -2g(2n) + 8g(n) + 3']
        """
        return [*self._rules, *([f"for n >= {self.start}"] if self.start else [])]

    def lines(self) -> list[str]:
        """Return the recurrence, and the first values that it starts from.

        >>> find_regular([n.bit_count() for n in range(200)]).lines()
        ['g(2n) = g(n)', 'g(2n + 1) = g(n) + 1', 'first values: 0']
        """
        known = ", ".join(str(self.value(n)) for n in range(self.stop * self._used))
        return [*self.recurrence(), f"first values: {known}"]

    def automaton(self) -> dict[str, Any]:
        """Return the automaton, or the matrices, as plain data.

        An automaton reads digits, the least significant first, while n is ``stop`` or more, and then returns
        outputs[state][n - start]. Matrices, the most significant digit first, multiply the column (1, n, sequences) of
        that last n, columns[n - start], and row times the product is g. Below the start g is in ``head``.

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
            table = [["sequence", "first values", *self._names[:2], *self._names[2:]]]
            for (scale, rest), rows, values in zip(self.kernel, self.steps, self.first, strict=True):
                for digit, row in enumerate(rows):
                    name = _name((scale * self.base, rest + scale * digit))
                    table.append([name, " ".join(str(v) for v in values), *(str(c) for c in row)])
        widths = [max(len(line[k]) for line in table) for k in range(len(table[0]))]
        return "\n".join("  ".join(c.rjust(w) for c, w in zip(line, widths, strict=True)) for line in table)

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
            m, digit = divmod(n, 2)
            if digit == 0:
                return grundy(m)
            return grundy(m) + 1
        <BLANKLINE>
        """
        if self.automatic:
            return _PY_AUTOMATON.format(**self._numbers("[]"))
        if len(self.kernel) == 1:
            return _PY_SHORT.format(**self._numbers("[]"), cases=self._cases("    if digit == {}:\n        return {}\n", "//"))
        return _PY_MATRICES.format(**self._numbers("[]"))

    def cpp(self) -> str:
        """Return a C++ function ``long long grundy(long long n)``.

        >>> print(find_regular([n.bit_count() for n in range(200)]).cpp())
        long long grundy(long long n) {
            static const long long HEAD[] = {0};
            if (n < 1) return HEAD[n];
            long long m = n / 2, digit = n % 2;
            if (digit == 0) return grundy(m);
            return grundy(m) + 1;
        }
        <BLANKLINE>
        """
        if self.automatic:
            return _CPP_AUTOMATON.format(**self._numbers("{}"))
        if len(self.kernel) == 1:
            return _CPP_SHORT.format(**self._numbers("{}"), cases=self._cases("    if (digit == {}) return {};\n", "/"))
        return _CPP_MATRICES.format(**self._numbers("{}"))

    def settled(self, data: Any) -> Regular | None:
        """Return this law with the least start from which all the data keep it, and its first values; or None."""
        start = max(self._broken(data, j, digit) for j in range(len(self.kernel)) for digit in range(self.base))
        stop = self.base * start or 1
        far = max(scale * (stop - 1) + rest for scale, rest in self.kernel)
        if start > self.start or far >= len(data):
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

    def _cases(self, case: str, divide: str) -> str:
        """Return the branches of a function that calls itself."""
        sums = [_code(row, divide) for row in self.steps[0]]
        if len(set(sums)) == 1:
            return case.splitlines()[-1].strip().split("return")[0] and f"    return {sums[0]};\n"
        return "".join(case.format(digit, right) for digit, right in enumerate(sums))

    def _numbers(self, brackets: str) -> dict[str, Any]:
        """Return what the templates of functions ask for."""
        below = range(self.stop if len(self.kernel) == 1 and not self.automatic else self.start)
        numbers: dict[str, Any] = {"base": self.base, "start": self.start, "stop": self.stop, "size": len(self.kernel)}
        numbers["head"] = _listed([self.value(n) for n in below], brackets)
        if self.automatic:
            return {**numbers, "next": _listed(self._moves, brackets), "out": _listed(self.first, brackets)}
        scale, matrices = self._scaled
        wide = "unsigned long long" if scale == 1 else "__int128"
        numbers |= {"wide": wide, "scale": scale, "over": "" if scale == 1 else f" / {scale}", "size": len(self.kernel) + 2}
        return {**numbers, "step": _listed(matrices, brackets), "out": _listed(self._columns, brackets)}
