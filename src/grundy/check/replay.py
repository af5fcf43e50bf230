"""Playing by the rules, for certificates of single positions: the rules are found, run, and believed; nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from grundy.check.budget import room, spend
from grundy.check.form import Unproved, check_names, listed, shown
from grundy.errors import GrundyError, TooLarge
from grundy.language import _
from grundy.rules.fingerprint import fingerprint
from grundy.rules.heaps import HeapRuleset
from grundy.rules.ruleset import Ruleset, frozen
from grundy.rules.sums import SumRuleset

COMMON = ("kind", "format", "hash", "game", "parameters", "fingerprint", "position")
"""The fields of all certificates of single positions."""
MOST_OPTIONS = 10**7
"""More options than this are not replayed."""


def coded(state: Any) -> Any:
    """Return a state, or a parameter, as JSON has it; GrundyError for what JSON has not.

    >>> coded((1, ("a", None)))
    [1, ['a', None]]
    """
    if isinstance(state, tuple):
        return [coded(item) for item in state]
    if state is None or type(state) in (bool, int, str):
        return state
    raise GrundyError(
        _("{shown} is no integer, no text, and no tuple of these: it has no place in a certificate").format(
            shown=shown(state)
        )
    )


def own_rules(fields: dict[str, Any], rules: Ruleset | None) -> Ruleset:
    """Return the ruleset that a certificate is about, with its parameters; GrundyError if it is not the one given."""
    name, params = fields["game"], fields["parameters"]
    if not isinstance(name, str):
        raise GrundyError(_("the field 'game' is a text, not {shown}").format(shown=shown(name)))
    if not isinstance(params, dict):
        raise GrundyError(_("the field 'parameters' is an object, not {shown}").format(shown=shown(params)))
    if rules is None:
        raise GrundyError(_("the rules of {shown} are wanted, to be played by").format(shown=shown(name)))
    if rules.name != name or fingerprint(rules) != fields["fingerprint"]:
        raise GrundyError(
            _(
                "this is a certificate of other rules: of {shown} with the fingerprint {given}…, and these are "
                "{name} with {fingerprint}…"
            ).format(
                shown=shown(name),
                given=shown(fields["fingerprint"])[:12],
                name=rules.name,
                fingerprint=fingerprint(rules)[:10],
            )
        )
    refuse_joined(rules)
    try:
        return rules.bind(**{key: frozen(value) for key, value in params.items()})
    except GrundyError:
        raise
    except Exception as error:  # the rules are asked about what may be no parameters
        raise GrundyError(
            _("{name} has no such parameters: {kind}").format(name=name, kind=type(error).__name__)
        ) from None


def refuse_joined(rules: Ruleset) -> None:
    """Raise GrundyError for rules of which there is no certificate."""
    if isinstance(rules, SumRuleset):
        raise GrundyError(_("a certificate is about one game, not a sum of several: certify each part by itself"))
    if rules.scoring:
        raise GrundyError(
            _("{name} is played for points, and there are no certificates of scores").format(name=rules.name)
        )


def ordered(rules: Ruleset, state: Any) -> Any:
    """Return a position of a heap game with its heaps in order, any other as it is: a sum of heaps has no order."""
    return tuple(sorted(state)) if isinstance(rules, HeapRuleset) else state


class Play(NamedTuple):
    """A ruleset as it is played for a certificate: options, endings, and how many options were seen."""

    rules: Ruleset
    misere: bool
    seen: list[int]

    @classmethod
    def of(cls, rules: Ruleset, play: str = "normal") -> Play:
        """Return the play of a ruleset, by a convention."""
        return cls(rules, play == "misere", [0])

    def start(self, coded_state: Any) -> Any:
        """Return the position that a certificate is about; GrundyError if the game has none such."""
        state = frozen(coded_state)
        if not self.asked(lambda: self.rules.make_state(self.rules.arguments(state)) == state):
            raise GrundyError(
                _("{name} has no position {shown}").format(name=self.rules.name, shown=shown(coded_state))
            )
        return ordered(self.rules, state)

    def options(self, state: Any, player: int | None = None) -> list[Any]:
        """Return the options of a state where play goes on, in the rules' order, each once."""
        rules = self.rules
        own = rules.options(state) if player is None else rules.options_of(state, player)
        return self.asked(lambda: list(dict.fromkeys(ordered(rules, option) for option in self._counted(own))))

    def ended(self, state: Any) -> int | None:
        """Return 1, 0 or -1 where a declared ending is won, tied or lost for the mover, None where play goes on."""
        result = self.asked(lambda: self.rules.ended(state))
        return -result if self.misere and result else result

    def _counted(self, options: Any) -> Any:
        for own, option in enumerate(options, 1):
            self.seen[0] += 1
            spend()
            room(own)
            if self.seen[0] > MOST_OPTIONS:
                raise TooLarge(
                    _("the positions have more than {most_options:,} options together").format(
                        most_options=MOST_OPTIONS
                    )
                )
            yield option

    def asked(self, question: Callable[[], Any]) -> Any:
        """Ask the rules; GrundyError where they fail on what a certificate calls a position."""
        try:
            return question()
        except (GrundyError, KeyboardInterrupt, MemoryError):
            raise
        except Exception as error:
            raise GrundyError(
                _("the rules of {name} fail there: {kind}: {error}").format(
                    name=self.rules.name, kind=type(error).__name__, error=error
                )
            ) from None


def keyed(rows: list[Any], name: str, width: int) -> dict[Any, tuple[int, list[Any]]]:
    """Return rows by their first items, states, each with its place and the rest; GrundyError for malformed ones."""
    found: dict[Any, tuple[int, list[Any]]] = {}
    for place, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != width:
            raise GrundyError(
                _("row {place} of '{name}' is a list of {width} items, not {shown}").format(
                    place=place, name=name, width=width, shown=shown(row)
                )
            )
        try:
            state = frozen(row[0])
            twice = state in found
        except TypeError:
            raise GrundyError(
                _("row {place} of '{name}' begins with a state, not {shown}").format(
                    place=place, name=name, shown=shown(row[0])
                )
            ) from None
        if twice:
            raise GrundyError(_("'{name}' has the state {shown} twice").format(name=name, shown=shown(row[0])))
        found[state] = place, row[1:]
    return found


def rows_of(fields: dict[str, Any], name: str, width: int) -> dict[Any, tuple[int, list[Any]]]:
    """Return a field of rows, by their states."""
    return keyed(listed(fields, name), name, width)


def whole(value: Any, what: str, most: int) -> int:
    """Return an integer from 0 to ``most``; GrundyError for anything else."""
    if type(value) is not int or not 0 <= value <= most:
        raise GrundyError(
            _("{what} is an integer from 0 to {most:,}, not {shown}").format(what=what, most=most, shown=shown(value))
        )
    return value


def no_more(rows: Any, met: set[Any], name: str) -> None:
    """Unproved where rows were not met: they say nothing."""
    for state in rows:
        if state not in met:
            raise Unproved(
                _("'{name}' has {shown}, which the proof does not come to").format(name=name, shown=shown(coded(state)))
            )


def checked_fields(fields: dict[str, Any], more: tuple[str, ...]) -> None:
    """Raise GrundyError unless a certificate of a position has its fields, and no other."""
    check_names(fields, (*COMMON, *more))
