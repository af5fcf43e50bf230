"""Rulesets as data: the kind, its functions as rules of the language, its parameters; and the hash that names the rules.

Each kind has one meaning, which the docstring of its class says; its `rule_data` are all that it depends on. Words,
pictures, theorems and bounds are not part of it: they say nothing of what a player may do. A ruleset of strings,
dictionaries or itertools has no data, and is named by its source (`grundy.rules.fingerprint`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from grundy.common.digest import digest
from grundy.language.ir import Routine, routine_json
from grundy.language.read import read
from grundy.language.refusal import Unreadable
from grundy.language.wrapped import Wrapped
from grundy.rules.fingerprint import described
from grundy.rules.hashing import data_hash
from grundy.rules.overridden import refuse_overridden

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

_HOOKS = ("ending", "symmetry", "parts")


def routine(
    rules: Ruleset,
    function: Callable[..., Any],
    *,
    scoring: bool = False,
    state: type[Wrapped] | None = None,
    **more: object,
) -> Routine:
    """Return a function of a ruleset as data, for the kinds of its parameters; Unreadable says why it has none."""
    made = getattr(function, "routine", None)  # of one that was made of data there is nothing to read
    if isinstance(made, Routine):
        return made
    over = getattr(rules, "over", None)
    kind = over(function) if state is None and over is not None else state
    return read(function, {**rules.params, **more}, scoring=scoring, state=kind)


def data_of(rules: Ruleset) -> dict[str, Any]:
    """Return what says what the moves of a ruleset are, as JSON: its kind first; Unreadable where it has no data.

    Parameters are given by name; `hash_of` leaves the names out. O(source).

    >>> from grundy.games import load
    >>> data = data_of(load("bash"))
    >>> data["kind"], data["parameters"], data["moves"]["keywords"]
    ('game', {'m': 3}, ['m'])
    """
    refuse_overridden(rules)
    return rules.rule_data()


def hash_of(rules: Ruleset) -> str:
    """Return the SHA-256 that names the rules of a ruleset with its parameters: of what they mean, and nothing else.

    It is the same for every version of Python, whatever variables, parameters and functions are called.

    >>> from grundy.games import load
    >>> hash_of(load("bash")) == hash_of(load("bash").bind(m=3)) != hash_of(load("bash").bind(m=4))
    True
    """
    return data_hash(data_of(rules))


def plain(value: Any) -> Any:
    """Return integers, tuples and texts as JSON has them; Unreadable for anything else.

    >>> plain((1, (True, "a")))
    [1, [1, 'a']]
    """
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if isinstance(value, int):
        return int(value)
    if isinstance(value, str) or value is None:
        return value
    raise Unreadable("a {kind} is not rule data", kind=type(value).__name__)


def unplain(data: Any) -> Any:
    """Return what JSON has for integers, tuples and texts as these.

    >>> unplain([1, [1, "a"]])
    (1, (1, 'a'))
    """
    return tuple(map(unplain, data)) if isinstance(data, list) else data


# -- what kinds of rulesets make their data of -------------------------------------------------------------------------


def common(rules: Ruleset, kind: str) -> dict[str, Any]:
    """Return what all kinds with functions have: parameters and hooks."""
    found: dict[str, Any] = {"kind": kind, "parameters": {name: plain(value) for name, value in _given(rules).items()}}
    for name in _HOOKS:
        if name in rules.hooks:
            found[name] = _hook(rules, name)
    return found


def _given(rules: Ruleset) -> dict[str, Any]:
    """Return the parameters of a ruleset, with those that hooks and Right's moves have for themselves, by default."""
    found = dict(rules.params)
    for function in [*(rules.hooks.get(name) for name in _HOOKS), getattr(rules, "other", None)]:
        for name, value in (getattr(function, "__kwdefaults__", None) or {}).items():
            if found.setdefault(name, value) != value and name not in rules.params:
                raise Unreadable(
                    "{name} has two defaults for its parameter {parameter}", name=rules.name, parameter=name
                )
    return found


def _hook(rules: Ruleset, name: str) -> Any:
    """Return a hook as data; how a position comes apart may be written in any Python, and is then named by its source."""
    function = rules.hooks[name]
    try:
        return routine_json(routine(rules, function))
    except Unreadable:
        if name != "parts":
            raise
        return {"source": digest(described(function))}


def moves(rules: Ruleset, function: Callable[..., Any], **more: Any) -> dict[str, Any]:
    """Return a function of a ruleset as JSON."""
    return routine_json(routine(rules, function, **more))
