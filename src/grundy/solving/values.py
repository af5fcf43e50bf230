"""Values of partisan positions, interpreted: the game is taken apart, folded by its symmetries, and built up from its ends.

A position is the sum of its parts; a part's value is that of its folded state, perhaps negated. The walk keeps its own
stack, so that long games do not exhaust Python's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from grundy.common import limits
from grundy.common.errors import RulesError, TooLarge
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset

V = TypeVar("V")
Part = tuple[Any, int]
"""A folded state, and 1 or -1."""
BYTES_A_PART = 1000
FEW, SMALL = 150, 9
"""Parts, and cells of a board, up to which the rules are interpreted: about the time that loading compiled ones takes."""


class Endless(RulesError):
    """Play can come back to where it was, so there is no value."""


def endless(rules: Ruleset, state: Any) -> Endless:
    """Return the error for a position that can come again."""
    return Endless(
        "{position} can be repeated, so play may be endless and it has no value", position=rules.describe(state)
    )


def too_many_parts(rules: Ruleset, count: int) -> TooLarge:
    """Return the error for so many parts that there is no room for more."""
    return TooLarge(
        "{name} splits into more than {count:,} components: they need over {gib:.1f} GiB, more than allowed",
        name=rules.name,
        count=count,
        gib=count * BYTES_A_PART / 2**30,
        positions=count,
        needed=count * BYTES_A_PART,
    )


def refuse_without_value(rules: Ruleset) -> None:
    """Raise RulesError for games that have no value whatever the position."""
    if rules.scoring:
        raise RulesError("{name} is played for points and has a score, no value", name=rules.name)
    if rules.has_ending:
        raise RulesError("{name} has declared endings and so an outcome, no value", name=rules.name)
    if rules.how in ("conjunctive", "selective"):
        raise RulesError("{name} is a {how} sum and has an outcome, no value", name=rules.name, how=rules.how)


def is_small(rules: PartisanRuleset, parts: Iterable[Any]) -> bool:
    """Whether the interpreted rules are to be tried: large boards are left to the compiled ones at once."""
    return rules.board is None or all(part[0] * part[1] <= SMALL for part in parts)


def folded_parts(rules: PartisanRuleset, state: Any) -> list[Part]:
    """Return the parts of a position, each folded, with its sign."""
    return [rules.folded(part) for part in rules.split(state)]


def part_values(
    rules: PartisanRuleset,
    start: list[Part],
    known: dict[Any, V],
    worth: Callable[[list[list[Part]], list[list[Part]], dict[Any, V]], V],
    limit: int | None = None,
) -> bool:
    """Put the values of some parts, and of all that they lead to, into ``known``; whether ``limit`` new parts were enough.

    ``worth`` gives the value of a part from the parts of its options and what is known. RulesError if play can go on for
    ever, TooLarge past the limits in force. O(positions · options).
    """
    begun, memory = len(known), limits.memory()
    stack: list[tuple[Any, list[list[Part]], list[list[Part]], Iterator[Any]]] = []
    open_: set[Any] = set()

    looked_at = 0

    def divided(options: Iterable[Any]) -> Iterator[list[Part]]:
        nonlocal looked_at
        for option in options:
            looked_at += 1
            limits.check(looked_at, "options")  # a large board has many, and each takes a while
            yield folded_parts(rules, option)

    def enter(state: Any) -> None:
        lefts, rights = ([*divided(rules.options_of(state, player))] for player in (LEFT, RIGHT))
        stack.append((state, lefts, rights, (part for option in lefts + rights for part, _ in option)))
        open_.add(state)

    for first, _turn in start:
        if first in known:
            continue
        enter(first)
        while stack:
            state, lefts, rights, rest = stack[-1]
            new = len(known) + len(open_) - begun
            if limit is not None and new > limit:
                return False
            limits.check(new, "parts")
            if new * BYTES_A_PART > memory:
                raise too_many_parts(rules, new)
            for part in rest:
                if part in open_:
                    raise endless(rules, part)
                if part not in known:
                    enter(part)
                    break
            else:
                known[state] = worth(lefts, rights, known)
                open_.discard(state)
                stack.pop()
    return True
