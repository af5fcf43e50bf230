"""What formulas hold of, by looking: formulas are data as certificates have them, and quantifiers go over few numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

from brute import xor
from grundy.proving.logic.expressions import RELATIONS

Numbers = dict[str, int]


class NoValue(Exception):
    """A term that does not exist."""


def worth(term: Any, at: Numbers) -> int:
    match term:
        case int():
            return term
        case str():
            return at[term]
        case ["+", *terms]:
            return sum(worth(each, at) for each in terms)
        case ["*", factor, inner]:
            return factor * worth(inner, at)
        case ["//" | "%" | "xor" as sign, *terms]:
            found = [worth(each, at) for each in terms]
            if min(found) < 0:
                raise NoValue
            return xor(found) if sign == "xor" else found[0] // found[1] if sign == "//" else found[0] % found[1]
        case _:
            raise AssertionError(term)


def holds(
    data: Any, at: Numbers, over: Iterable[int], is_in: Callable[[str, tuple[int, ...]], bool] | None = None
) -> bool:
    """Return whether a formula holds, where quantifiers go over some numbers; ``is_in`` tells who is in a relation."""

    def so(part: Any, own: Numbers = at) -> bool:
        return holds(part, own, over, is_in)

    match data:
        case ["not", part]:
            return not so(part)
        case ["and", *parts]:
            return all(map(so, parts))
        case ["or", *parts]:
            return any(map(so, parts))
        case ["=>", one, two]:
            return not so(one) or so(two)
        case ["<=>", one, two]:
            return so(one) == so(two)
        case ["some", names, part]:
            return any(so(part, at | own) for own in chosen(names, over))
        case ["all", names, part]:
            return all(so(part, at | own) for own in chosen(names, over))
        case ["at least", least, name, part]:
            return sum(so(part, at | own) for own in chosen([name], over)) >= least
        case [sign, *terms]:
            try:
                found = [worth(each, at) for each in (terms[1:] if sign == "is" else terms)]
            except NoValue:
                return False
            return RELATIONS[sign](*found) if sign != "is" else is_in is not None and is_in(terms[0], tuple(found))
        case _:
            raise AssertionError(data)


def chosen(names: list[str], over: Iterable[int]) -> Iterable[Numbers]:
    return (dict(zip(names, numbers, strict=True)) for numbers in product(over, repeat=len(names)))
