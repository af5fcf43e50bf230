"""Python rules that have no data, played for a certificate: they are found by their fingerprint, run, and believed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from grundy.check.form import Unproved, alike, shown
from grundy.check.replay import Playable
from grundy.common.errors import GrundyError
from grundy.rules.data import fingerprint
from grundy.rules.heaps import HeapRuleset
from grundy.rules.ruleset import Ruleset, frozen
from grundy.rules.sums import SumRuleset


def python_rules(fields: dict[str, Any], rules: Ruleset | None) -> PythonRules:
    """Return the ruleset that a certificate is about, with its parameters; GrundyError if it is not the one given."""
    name, params = fields["game"], fields["parameters"]
    if not isinstance(name, str) or not isinstance(params, dict):
        raise GrundyError("the field 'game' is a text, and 'parameters' an object")
    if rules is None:
        raise GrundyError("the rules of {shown} are needed to play by them", shown=shown(name))
    if rules.name != name or fingerprint(rules) != fields["fingerprint"]:
        raise GrundyError(
            "this certificate is about other rules: {shown} with fingerprint {given}…, while these are "
            "{name} with {fingerprint}…",
            shown=shown(name),
            given=shown(fields["fingerprint"])[:12],
            name=rules.name,
            fingerprint=fingerprint(rules)[:10],
        )
    refuse_joined(rules)
    try:
        own = rules.bind(**{key: frozen(value) for key, value in params.items()})
    except GrundyError:
        raise
    except Exception as error:  # the rules are asked about what may be no parameters
        raise GrundyError(
            "{name} does not have these parameters: {kind}", name=name, kind=type(error).__name__
        ) from None
    if not alike(params, own.params):
        raise GrundyError("the parameters are not all those of {name}", name=rules.name)
    return PythonRules(own)


def refuse_joined(rules: Ruleset) -> None:
    """Raise GrundyError for rules of which there is no certificate."""
    if isinstance(rules, SumRuleset):
        raise GrundyError("a certificate is about one game, not a sum of several: certify each part by itself")
    if rules.scoring:
        raise GrundyError("{name} is played for points, and there are no certificates for scores", name=rules.name)


def ordered(rules: Ruleset, state: Any) -> Any:
    """Return a position of a heap game with its heaps in order, any other as it is: a sum of heaps has no order."""
    return tuple(sorted(state)) if isinstance(rules, HeapRuleset) else state


class PythonRules(Playable):
    """A ruleset of Python functions, as a certificate asks it."""

    held = False

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.name = rules.name
        self.partisan = rules.partisan
        self.has_ending = rules.has_ending

    def is_position(self, state: Any) -> bool:
        """Return whether the rules make this state of its own arguments."""
        return self._asked(lambda: self.rules.make_state(self.rules.arguments(state)) == state)

    def describe(self, state: Any) -> str:
        """Return a position as the rules show it."""
        return self.rules.describe(state)

    def ordered(self, state: Any) -> Any:
        """Return a state with its heaps in order."""
        return self._asked(lambda: ordered(self.rules, state))

    def options(self, state: Any, player: int | None) -> Iterator[Any]:
        """Iterate over what the rules yield."""
        rules, done = self.rules, object()
        own = self._asked(lambda: iter(rules.options(state) if player is None else rules.options_of(state, player)))
        while (option := self._asked(lambda: next(own, done))) is not done:
            yield option

    def ended(self, state: Any) -> int | None:
        """Return the declared ending of a state."""
        return self._asked(lambda: self.rules.ended(state))

    def parts(self, state: Any) -> list[Any]:
        """Return the parts of a sum; Unproved for those of other rules."""
        if not self.rules.is_sum(state):
            return [state]
        parts = self.rules.components(state)
        if any(rules is not self.rules for rules, _part in parts):
            raise Unproved("{shown} has no value in an earlier row", shown=shown(state))
        return [part for _rules, part in parts]

    def _asked(self, question: Callable[[], Any]) -> Any:
        """Ask the rules; GrundyError where they fail on what a certificate calls a position."""
        try:
            return question()
        except (GrundyError, KeyboardInterrupt, MemoryError):
            raise
        except Exception as error:
            raise GrundyError(
                "the rules of {name} fail there: {kind}: {error}",
                name=self.name,
                kind=type(error).__name__,
                error=error,
            ) from None
