"""Rulesets as data: the kind, its functions as rules of the language, its parameters; and the hash that names the rules.

Each kind has one meaning, which the docstring of its class says; its `rule_data` are all that it depends on. Words,
pictures, theorems and bounds are not part of it: they say nothing of what a player may do. A ruleset of strings,
dictionaries or itertools has no data, and is named by its source (`grundy.rules.fingerprint`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from grundy.common.digest import digest
from grundy.language.ir import VERSION, Routine, routine_json
from grundy.language.read import read
from grundy.language.refusal import Unreadable
from grundy.language.wrapped import Wrapped
from grundy.rules.failures import refuse_overridden
from grundy.rules.fingerprint import described

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

_HOOKS = ("ending", "symmetry", "parts")
_GIVING = ("symmetries", "predecessors")
"""Hooks that give several states, as moves do."""


def routine(
    rules: Ruleset,
    function: Callable[..., Any],
    *,
    scoring: bool = False,
    state: type[Wrapped] | None = None,
    as_integers: bool = False,
    **more: object,
) -> Routine:
    """Return a function of a ruleset as data, for the kinds of its parameters; Unreadable says why it has none.

    ``as_integers``: of a state with a tuple beside integers, all of them.
    """
    made = getattr(function, "routine", None)  # of one that was made of data there is nothing to read
    if isinstance(made, Routine):
        return made
    over = getattr(rules, "over", None)
    kind = over(function) if state is None and over is not None else state
    moves = not any(function is hook for name, hook in rules.hooks.items() if name not in _GIVING)
    made = read(function, {**rules.params, **more}, scoring=scoring, state=kind, moves=moves)
    if rules.widths and (not as_integers or made.width != sum(rules.widths)):
        raise Unreadable("a state of a tuple and something else is not read", made.main.line)
    return made


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


def rules_data(rules: Ruleset, least: int) -> dict[str, Any]:
    """Return the fields ``rules``, ``form``, ``parameters`` and ``least``, of which the fingerprint is made.

    Unreadable says why a Python rule is no data of the rule language. O(size of the rules).

    >>> from grundy.games import load
    >>> data = rules_data(load("bash"), 0)
    >>> data["parameters"], data["rules"]["moves"]["keywords"]
    ({'m': 3}, ['m'])
    """
    if code := getattr(rules, "code", None):
        return {"rules": {"code": str(code)}, "form": "code", "parameters": {}, "least": 0}
    moves, ending = routines(rules)
    parameters = {name: rules.params[name] for name in moves.keywords}
    data: dict[str, Any] = {"version": VERSION, "moves": routine_json(moves)}
    if ending is not None:
        data["ending"] = routine_json(ending)
        usual = inspect.signature(rules.hooks["ending"]).parameters
        parameters |= {name: rules.params.get(name, usual[name].default) for name in ending.keywords}
    form = "heaps" if hasattr(rules, "heap_options") else "game"
    return {
        "rules": data,
        "form": form,
        "parameters": {name: plain(value) for name, value in parameters.items()},
        "least": least,
    }


def routines(rules: Ruleset) -> tuple[Routine, Routine | None]:
    """Return the moves and the declared ending of a ruleset of Python functions as data; Unreadable if they are none."""
    function: Callable[..., Any] = rules.function  # type: ignore[attr-defined]  # of Python functions
    ending = rules.hooks.get("ending")
    return routine(rules, function), None if ending is None else routine(rules, ending)


def data_hash(data: dict[str, Any]) -> str:
    """Return the SHA-256 that names rules as data (`grundy.rules.data`), with the version of their language. O(size).

    >>> data_hash({"kind": "code", "code": "0.77"})[:12]
    '62f7f0ce32a1'
    """
    return digest({"version": VERSION, "rules": _nameless(data)})


def _nameless(data: Any, names: tuple[str, ...] = ()) -> Any:
    """Return data with the places of parameters for their names: those of the moves in their order, then the others."""
    if isinstance(data, list):
        return [_nameless(each, names) for each in data]
    if not isinstance(data, dict):
        return data
    if "parameters" in data:
        first = [name for key in ("moves", "left", "right") for name in data.get(key, {}).get("keywords", ())]
        names = tuple(dict.fromkeys([*first, *sorted(data["parameters"])]))
    found = {key: _nameless(each, names) for key, each in data.items()}
    if "parameters" in data:
        found["parameters"] = [data["parameters"].get(name) for name in names]
    if "keywords" in data:
        found["keywords"] = [names.index(name) if name in names else -1 for name in data["keywords"]]
    return found


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
