"""Playing by the rules, for certificates of single positions: what is asked of the rules, and the rows of what is claimed.

The rules are data in the certificate (``rules``, with their ``fingerprint``, `grundy.check.playing`). Where they have none,
the fingerprint is that of Python rules, which are given, played and believed (`grundy.check.python_rules`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from grundy.check.budget import room, spend
from grundy.check.form import Unproved, Verdict, check_names, listed, shown
from grundy.common.errors import GrundyError, TooLarge
from grundy.common.errors import said as _

COMMON = ("kind", "format", "hash", "game", "parameters", "fingerprint", "position")
"""The fields of all certificates of single positions."""
HELD = ("rules", "text")
"""Further fields of those that hold their rules; the text is for the reader's eye."""
MOST_OPTIONS = 10**7
"""More options than this are not replayed."""


def coded(state: Any) -> Any:
    """Return a state, or a parameter, as JSON has it, a truth value as a number; GrundyError for what JSON has not.

    >>> coded((True, ("a", None)))
    [1, ['a', None]]
    """
    if isinstance(state, tuple):
        return [coded(item) for item in state]
    if isinstance(state, bool):
        return int(state)
    if state is None or type(state) in (int, str):
        return state
    raise GrundyError(
        "{shown} is not an integer, a text, or a tuple of these: it cannot stand in a certificate", shown=shown(state)
    )


def shown_state(state: Any) -> str:
    """Return a state as a few letters, for messages."""
    return shown(coded(state))


def state_of(data: Any) -> Any:
    """Return the state that JSON stands for: lists are tuples; GrundyError for truth values, which are no numbers there."""
    if isinstance(data, bool):
        raise GrundyError("a state of a certificate has numbers, not {shown}", shown=shown(data))
    return tuple(map(state_of, data)) if isinstance(data, list) else data


class Playable:
    """Rules that can be played: as data (`grundy.check.playing`), or in Python (`grundy.check.python_rules`)."""

    name: str
    held: bool
    partisan = False
    has_ending = False

    def is_position(self, state: Any) -> bool:
        """Return whether a state is a position of the game."""
        raise NotImplementedError

    def describe(self, state: Any) -> str:
        """Return a position in words."""
        raise NotImplementedError

    def options(self, state: Any, player: int | None) -> Iterator[Any]:
        """Iterate over the states that a move leads to, of a player (1 or -1) of a partisan game, in the rules' order."""
        raise NotImplementedError

    def ordered(self, state: Any) -> Any:
        """Return the one state that stands for all that are the same sum of heaps: itself, if it is none."""
        return state

    def ended(self, state: Any) -> int | None:
        """Return 1, 0 or -1 where a declared ending is won, tied or lost for the mover, None where play goes on."""
        return None

    def parts(self, state: Any) -> list[Any]:
        """Return the states of which a state is the sum: itself, if it is none."""
        return [state]


def told(verdict: Verdict, rules: Playable) -> Verdict:
    """Return a verdict that says of which rules it is: those of the certificate, or Python rules that are believed."""
    if rules.held:
        return verdict._replace(claim=_("by the rules in the certificate, {claim}").format(claim=verdict.claim))
    if not verdict.verified:
        return verdict
    played = _("{reason}; checked by playing the Python rules of {name}, which are believed")
    return verdict._replace(reason=played.format(reason=verdict.reason, name=rules.name))


class Play(NamedTuple):
    """Rules as they are played for a certificate: options, endings, and how many options were seen."""

    rules: Playable
    misere: bool
    seen: list[int]

    @classmethod
    def of(cls, rules: Playable, play: str = "normal") -> Play:
        """Return the play of rules, by a convention."""
        return cls(rules, play == "misere", [0])

    def start(self, coded_state: Any) -> Any:
        """Return the position that a certificate is about; GrundyError if the game has none such."""
        state = state_of(coded_state)
        if not self.rules.is_position(state):
            raise GrundyError("{name} has no position {shown}", name=self.rules.name, shown=shown(coded_state))
        return self.rules.ordered(state)

    def options(self, state: Any, player: int | None = None) -> list[Any]:
        """Return the options of a state where play goes on, in the rules' order, each once."""
        return list(dict.fromkeys(self.rules.ordered(o) for o in self._counted(self.rules.options(state, player))))

    def ended(self, state: Any) -> int | None:
        """Return 1, 0 or -1 where a declared ending is won, tied or lost for the mover, None where play goes on."""
        result = self.rules.ended(state)
        return -result if self.misere and result else result

    def _counted(self, options: Iterable[Any]) -> Iterator[Any]:
        for own, option in enumerate(options, 1):
            self.seen[0] += 1
            spend()
            room(own)
            if self.seen[0] > MOST_OPTIONS:
                raise TooLarge(
                    "the positions have more than {most_options:,} options together", most_options=MOST_OPTIONS
                )
            yield option


def keyed(rows: list[Any], name: str, width: int) -> dict[Any, tuple[int, list[Any]]]:
    """Return rows by their first items, states, each with its place and the rest; GrundyError for malformed ones."""
    found: dict[Any, tuple[int, list[Any]]] = {}
    for place, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != width:
            raise GrundyError(
                "row {place} of '{name}' is a list of {width} items, not {shown}",
                place=place,
                name=name,
                width=width,
                shown=shown(row),
            )
        try:
            state = state_of(row[0])
            twice = state in found
        except TypeError:
            raise GrundyError(
                "row {place} of '{name}' begins with a state, not {shown}", place=place, name=name, shown=shown(row[0])
            ) from None
        if twice:
            raise GrundyError("'{name}' has the state {shown} twice", name=name, shown=shown(row[0]))
        found[state] = place, row[1:]
    return found


def rows_of(fields: dict[str, Any], name: str, width: int) -> dict[Any, tuple[int, list[Any]]]:
    """Return a field of rows, by their states."""
    return keyed(listed(fields, name), name, width)


def whole(value: Any, what: str, most: int) -> int:
    """Return an integer from 0 to ``most``; GrundyError for anything else."""
    if type(value) is not int or not 0 <= value <= most:
        raise GrundyError(
            "{what} is an integer from 0 to {most:,}, not {shown}", what=what, most=most, shown=shown(value)
        )
    return value


def no_more(rows: Any, met: set[Any], name: str) -> None:
    """Unproved where rows were not met: they say nothing."""
    for state in rows:
        if state not in met:
            raise Unproved(
                "'{name}' contains {shown}, which the proof never reaches", name=name, shown=shown_state(state)
            )


def checked_fields(fields: dict[str, Any], more: tuple[str, ...]) -> None:
    """Raise GrundyError unless a certificate of a position has its fields, and no other."""
    check_names(fields, (*COMMON, *(HELD if HELD[0] in fields else ()), *more))
