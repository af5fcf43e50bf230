"""The numeration systems of the Coq library, as it has them: a recurrence of two terms, and which digits may follow."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from grundy.common.errors import GrundyError

Vector = tuple[int, int]
"""(s0, s1): a number that is s0 U_m + s1 U_(m+1) when m digits are to come."""


@dataclass(frozen=True)
class System:
    """U_0 = 1, U_1 = ``second``, U_(m+2) = ``a`` U_(m+1) + ``b`` U_m; ``coq``, ``sound``: its terms in Coq."""

    a: int
    b: int
    second: int
    base: int
    coq: str
    sound: str

    def follow(self, state: int, digit: int) -> int | None:
        """Return the state after a digit, or None where it may not stand: `vs` of the library."""
        if not self.b or digit == 0:
            return 0
        return None if state else int(digit == self.a)

    def follow_all(self, states: tuple[int, ...], letter: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return the states of all tracks after a letter, or None."""
        found = [then for then in map(self.follow, states, letter) if then is not None]
        return tuple(found) if len(found) == len(states) else None

    def positive(self, linear: tuple[int, ...], constant: int, first: Any, second: Any) -> Any:
        """Return whether a form will be more than 0, whatever digits come: `sure` of the library."""
        negative = sum(max(0, -a) for a in linear)
        least, first = max(0, 1 - constant - negative), first - negative
        third = self.a * self.second + self.b
        return (least <= first + second * self.second) & (least <= first * self.second + second * third)


def system_of(name: str) -> System:
    """Return a system by its name in certificates; GrundyError for one that the library does not have.

    >>> system_of("msd_fib").coq, system_of("msd_10").base
    ('(rec 1)', 10)
    """
    if power := re.fullmatch(r"msd_([0-9]+)", name):
        k = int(power[1])
        return System(k, 0, k, k, f"(base {k})", f"(base_sound {k} ltac:(lia))")
    like = re.fullmatch(r"rec \[([0-9]+),1;1,([0-9]+)\]", "rec [1,1;1,2]" if name == "msd_fib" else name)
    if not like or int(like[2]) != int(like[1]) + 1:
        raise GrundyError("the library for Coq does not have the numeration {name}", name=name)
    t = int(like[1])
    return System(t, 1, t + 1, t + 1, f"(rec {t})", f"(rec_sound {t} ltac:(lia))")
