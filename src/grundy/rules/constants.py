"""The integers that a rule speaks of: where it may mean something else than elsewhere, and is looked at more closely."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import cast

from grundy.rules.source import Rule

BITS = 62
"""Numbers of more bits are no places to look at."""


def constants(rules: Iterable[Rule], params: Iterable[object] = ()) -> set[int]:
    """Return the integers in the text of some rules and of their helpers, in what they refer to, and in parameters.

    Sums, products and powers of them that are written out are there too. O(text).

    >>> from grundy.rules.source import read
    >>> def rule(n):
    ...     if n < 2**20 - 3:
    ...         yield n - 5
    >>> sorted(constants([read(rule)], [(7, 8)]))
    [2, 3, 5, 7, 8, 20, 1048573, 1048576]
    """
    found = set(_integers(params))
    for rule in rules:
        nodes = [node for statement in rule.body for node in ast.walk(statement)]
        found |= set(_integers(_folded(node) for node in nodes if isinstance(node, ast.Constant | ast.BinOp)))
        found |= set(_integers((*rule.constants.values(), *rule.defaults.values())))
        found |= constants(rule.helpers.values())
    return found


def _integers(values: Iterable[object]) -> Iterator[int]:
    for value in values:
        if isinstance(value, tuple):
            yield from _integers(cast("tuple[object, ...]", value))
        elif isinstance(value, int) and value.bit_length() <= BITS:
            yield int(value)


def _folded(node: ast.expr) -> int | None:
    """Return the integer that an expression of constants is; None for any other."""
    match node:
        case ast.Constant(int(value)):
            return int(value)
        case ast.BinOp(left, operator, right):
            one, two = _folded(left), _folded(right)
            if one is None or two is None or max(abs(one), abs(two)).bit_length() > BITS:
                return None
            match operator:
                case ast.Add():
                    return one + two
                case ast.Sub():
                    return one - two
                case ast.Mult():
                    return one * two
                case ast.Pow() if 0 <= two < 64 and one.bit_length() * two < 70:
                    return one**two
                case _:
                    return None
        case _:
            return None
