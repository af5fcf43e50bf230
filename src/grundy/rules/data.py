"""Rulesets as data: the kind, its functions as rules of the language, its parameters; and the hash that names the rules.

Each kind has one meaning, which the docstring of its class says; what is here is all that it depends on. Words, pictures,
theorems and bounds are not part of it: they say nothing of what a player may do. A ruleset of strings, dictionaries or
itertools has no data, and is named by its source (`grundy.rules.fingerprint`).
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from grundy.digest import digest
from grundy.lang.ir import Routine, routine_json
from grundy.lang.read import read
from grundy.lang.refusal import Unreadable
from grundy.lang.wrapped import Wrapped
from grundy.rules.chase import ChaseRuleset
from grundy.rules.codes import CodeRuleset
from grundy.rules.coins import CoinBoard, CoinRow
from grundy.rules.digraph import DigraphRuleset
from grundy.rules.fingerprint import described
from grundy.rules.functions import FunctionRuleset
from grundy.rules.hashing import data_hash
from grundy.rules.heaps import HeapFunction
from grundy.rules.partisan import LEFT, ImpartialRuleset, PartisanRuleset
from grundy.rules.ruleset import Ruleset
from grundy.rules.sums import JoinedRuleset, SumRuleset
from grundy.rules.turn_in_state import TurnsRuleset

_ASKED = ("options", "options_of", "scored_options", "heap_options", "ended", "canonical", "state_of", "arguments")
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
    return read(function, {**rules.params, **more}, scoring=scoring, state=state)


def refuse_overridden(rules: Ruleset) -> None:
    """Raise Unreadable where the options of a ruleset are not those of its function.

    >>> from grundy.games import load
    >>> refuse_overridden(load("wythoff"))
    """
    if type(rules) not in _DATA or vars(rules).keys() & set(_ASKED):
        raise Unreadable("the moves of {name} are not those of a function alone", name=rules.name)


def data_of(rules: Ruleset) -> dict[str, Any]:
    """Return what says what the moves of a ruleset are, as JSON: its kind first; Unreadable where it has no data.

    Parameters are given by name; `hash_of` leaves the names out. O(source).

    >>> from grundy.games import load
    >>> data = data_of(load("bash"))
    >>> data["kind"], data["parameters"], data["moves"]["keywords"]
    ('game', {'m': 3}, ['m'])
    """
    refuse_overridden(rules)
    return _DATA[type(rules)](rules)


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
    raise Unreadable("a {kind} is no rule data", kind=type(value).__name__)


# -- the kinds ---------------------------------------------------------------------------------------------------------


def _common(rules: Ruleset, kind: str) -> dict[str, Any]:
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


def _game(rules: FunctionRuleset) -> dict[str, Any]:
    found = _common(rules, "scoring" if rules.scoring else "game")
    moves = routine(rules, rules.function, scoring=rules.scoring)
    return {**found, "least": rules.least, "moves": routine_json(moves)}


def _heaps(rules: HeapFunction) -> dict[str, Any]:
    return {**_common(rules, "heaps"), "moves": routine_json(routine(rules, rules.function))}


def _code(rules: CodeRuleset) -> dict[str, Any]:
    return {"kind": "code", "code": str(rules.code)}


def _partisan(rules: PartisanRuleset) -> dict[str, Any]:
    board = None if rules.board is None else asdict(rules.board)
    found = {**_common(rules, "partisan"), "least": rules.least, "board": board}
    if rules.by_player:
        return {**found, "moves": routine_json(routine(rules, rules.function, player=LEFT))}
    if rules.other is None:
        raise Unreadable("{name} says nothing of Right's moves", name=rules.name)
    sides = {"left": rules.function, "right": rules.other}
    return {**found, **{side: routine_json(routine(rules, function)) for side, function in sides.items()}}


def _coins(rules: CoinRow) -> dict[str, Any]:
    return {**_common(rules, "coins"), "moves": routine_json(routine(rules, rules.function))}


def _board(rules: CoinBoard) -> dict[str, Any]:
    return {"kind": "product of coins", "down": data_of(rules.down), "across": data_of(rules.across)}


def _arrows(arrows: Mapping[Any, tuple[Any, ...]]) -> list[list[int]]:
    """Return where the arrows of each node go, nodes being numbered in their order."""
    number = {node: i for i, node in enumerate(arrows)}
    return [[number[head] for head in heads] for heads in arrows.values()]


def _digraph(rules: DigraphRuleset) -> dict[str, Any]:
    return {"kind": "digraph", "arrows": _arrows(rules.arrows)}


def _chase(rules: ChaseRuleset) -> dict[str, Any]:
    return {"kind": "chase", "arrows": _arrows(rules.arrows)}


def _sum(rules: SumRuleset) -> dict[str, Any]:
    found = {"kind": "sum", "how": rules.how, "parts": [data_of(part) for part in rules.parts]}
    return {**found, "ends": rules.ends} if isinstance(rules, JoinedRuleset) else found


def _inside(kind: str) -> Callable[[Any], dict[str, Any]]:
    return lambda rules: {"kind": kind, "of": data_of(rules.rules)}


_DATA: dict[type[Ruleset], Callable[[Any], dict[str, Any]]] = {
    FunctionRuleset: _game,
    HeapFunction: _heaps,
    CodeRuleset: _code,
    PartisanRuleset: _partisan,
    CoinRow: _coins,
    CoinBoard: _board,
    DigraphRuleset: _digraph,
    ChaseRuleset: _chase,
    SumRuleset: _sum,
    **dict.fromkeys(SumRuleset.__subclasses__(), _sum),
    **dict.fromkeys(JoinedRuleset.__subclasses__(), _sum),
    ImpartialRuleset: _inside("impartial"),
    TurnsRuleset: _inside("turns"),
}


def text_of(rules: Ruleset) -> str:
    """Return the rules of a ruleset as they are written, for the reader's eye: a code, or functions in Python.

    >>> from grundy.games import load
    >>> text_of(load("kayles")), text_of(load("bash")).splitlines()[-1]
    ('0.77', '        yield n - k')
    """
    if isinstance(rules, CodeRuleset):
        return str(rules.code)
    if isinstance(rules, CoinBoard | ImpartialRuleset):
        own = [rules.down, rules.across] if isinstance(rules, CoinBoard) else [rules.rules]
        return "\n\n".join(map(text_of, own))
    written = [getattr(rules, "function", None), getattr(rules, "other", None), rules.hooks.get("ending")]
    return "\n\n".join(_written(each) for each in written if each is not None)


def _written(function: Callable[..., Any]) -> str:
    if hasattr(function, "routine"):  # made of data: it was written elsewhere
        return ""
    try:
        return textwrap.dedent(inspect.getsource(function)).rstrip()
    except (OSError, TypeError):
        return ""
