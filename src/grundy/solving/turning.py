"""Whether the moves of a sided game turn the board: after a move the state is what the other player sees.

Of two numbers, or of a board of marks 1 and 2, the second player's pieces would otherwise stay where they are for ever, but
for those that are taken. That no move changes this among the first positions is no chance: a move that turns the board puts
the mover's own pieces there.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from grundy.common.errors import RulesError
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field

MOST, FEWEST, OPTIONS = 60, 4, 40
"""So many positions are looked at, and options of each; so many moves at least must leave all these pieces."""
TURNS = Field[bool]("turns", lambda: False)


def require_turning(position: Position) -> None:
    """Raise RulesError for a sided game whose moves never turn the board. O(positions looked at)."""
    for rules, state in position.ruleset.terms(position.state):
        if rules.sided and not rules.memory[TURNS] and _never_turns(rules, state):
            raise RulesError(
                (
                    "{name} is sided, but its moves do not turn the board: yield what the other player sees, as "
                    "in `yield other, own`, or leave out sided=True"
                ),
                name=rules.name,
            )


def _never_turns(rules: Ruleset, start: Any) -> bool:
    seen, kept = {start: None}, 0
    for state in islice(_growing(seen), MOST):
        if rules.ended(state) is not None:
            continue
        before = _pieces(rules, state)
        for option in islice(rules.options(state), OPTIONS):
            seen.setdefault(option)
            after = _pieces(rules, option)
            if before is None or after is None or after[1] & ~before[1]:
                rules.memory[TURNS] = True  # or it cannot be told
                return False
            kept += before[1] == after[1] and any(after)
    return kept >= FEWEST


def _growing(seen: dict[Any, None]) -> Any:
    """Iterate over the keys of a dictionary that grows meanwhile."""
    done = 0
    while done < len(seen):
        batch = list(islice(seen, done, None))
        done += len(batch)
        yield from batch


def _pieces(rules: Ruleset, state: Any) -> tuple[int, int] | None:
    """Return the pieces of the player to move, and of the other, as bits; None where the state is of another form."""
    row = rules.arguments(state)
    if len(row) > 1 and all(isinstance(each, int) and each >= 0 for each in row[:2]):
        return row[0], row[1]
    if len(row) == 1 and isinstance(row[0], tuple) and {*row[0]} <= {0, 1, 2}:
        own, other = (sum(1 << i for i, each in enumerate(row[0]) if each == mark) for mark in (1, 2))
        return own, other
    return None
