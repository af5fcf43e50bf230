"""Whether the rules in a certificate are those of a ruleset: the same data, and Python's own moves on some positions.

What the checker proves is about rules as data. That a Python file means the same is not proved: it is read again, into the
same data or not, and its moves are compared with those of the data (`grundy.language.run`) at the first positions, and
below, at and above each constant, within a time; of a certificate of one position, at the positions that it lists.
Both are tests.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from itertools import islice, product
from typing import Any

from grundy import check as checker
from grundy.check import Budget, Verdict
from grundy.check.budget import NotChecked, look
from grundy.check.form import Unproved, alike, checked_object, natural, shown
from grundy.check.playing import held_rules
from grundy.check.python_rules import PythonRules, ordered, python_rules
from grundy.check.replay import Play, state_of
from grundy.common.errors import GrundyError, TooLarge
from grundy.common.messages import N_, _
from grundy.language.ir import VERSION, Routine
from grundy.language.refusal import Unreadable
from grundy.language.run import Beyond, Failed, Run
from grundy.language.wrapped import taken
from grundy.proving.reading import function_moves
from grundy.rules.as_heap_code import as_heap, code_of, heads_as_heaps
from grundy.rules.data import data_of, routines, rules_data
from grundy.rules.failures import refuse_overridden
from grundy.rules.functions import ANY, FunctionRuleset
from grundy.rules.heapcode import HeapCode, read_code
from grundy.rules.heaps import CodeRuleset, HeapFunction
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset, frozen
from grundy.rules.text.words import setting
from grundy.rules.witnesses import KEPT, Met, compared_anew, firsts, same_children

SECONDS = 2.0
"""The usual time in which moves are compared."""
FIRST, MOST_OPTIONS = 300, 2000
"""So many first positions are compared, and so many moves of one position."""
STEPS, RATE = 200_000, 300_000
"""So many steps of the data are run for one position; and in a second, so that the same positions are compared each time."""
LATEST, ASLEEP = 4, 40
"""So many times as long as that takes usually is the longest, of a processor, and by the clock."""
FAMILY = 3
"""Rules for all parameters are compared at so many parameters."""
ROWS = 4
"""Rules for any number of heaps are compared in rows of 1 to so many."""
LARGEST = 10**18
"""Positions around larger constants are not compared."""


@dataclass(frozen=True)
class Comparison:
    """What was compared: in how many ``positions`` the moves were the same. Of a code there are none to compare.

    Of the ``branches`` of what was read so many are ``never`` taken, and each of the others is in some position.
    """

    name: str
    positions: int
    branches: int = 0
    never: int = 0

    def __str__(self) -> str:
        if not self.positions:
            return _("{name} is the game of this code").format(name=self.name)
        if not self.branches:
            return _(
                "{name} reads as the same rule data and has the same moves in {positions:,} positions: this "
                "was compared, so it is a test, not a proof"
            ).format(name=self.name, positions=self.positions)
        return _(
            "{name} reads as the same rule data and has the same moves in {positions:,} positions, which "
            "take every branch ({branches} of them): this was compared, so it is a test, not a proof"
        ).format(name=self.name, positions=self.positions, branches=self.branches - self.never)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {**asdict(self), "says": str(self)}


def compare(certificate: dict[str, Any], rules: Ruleset | Position, *, seconds: float = SECONDS) -> Comparison | None:
    """Compare what a certificate is about with a ruleset, or a position; None where its rules are to be played in Python.

    GrundyError where it is of another name, of other parameters than the ruleset was given, of other data, or of another
    position, and where the moves differ in one. O(positions × moves), in so many seconds.

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import prove
    >>> compare(prove(load("bash").bind(m=2)).certificate(), load("bash")).name
    'bash'
    """
    fields = checked_object(certificate)
    kind = fields.get("kind")
    if "law" in fields or "laws" in fields:
        return _compare_held(fields, rules, seconds)
    start, rules = (rules, rules.ruleset) if isinstance(rules, Position) else (None, rules)
    if kind == "period":
        return _compare_code(fields, rules)
    if kind == "family law" or "carried" in fields:
        return _compare_family(fields, rules, seconds)
    if kind == "row law":
        return _compare_rows(fields, rules, seconds)
    own = _bound(fields, rules, fixed=start is not None)
    if start is not None and "position" in fields and not _is_at(state_of(fields["position"]), start):
        raise GrundyError("this certificate is about another position than {start}", start=start)
    if "rules" not in fields:
        python_rules(fields, own)
        return None
    if kind in LISTED:
        return _compare_listed(fields, own, seconds)
    return _compare_law(fields, heads_as_heaps(own), seconds)


def _compare_held(fields: dict[str, Any], rules: Ruleset | Position, seconds: float) -> Comparison | None:
    """Compare a ruleset with the law that a certificate holds, or with one of those that it holds."""
    held: list[Any] = fields["laws"] if isinstance(fields.get("laws"), list) else [fields.get("law")]
    refused = GrundyError("this certificate contains no law")
    for each in held:
        try:
            return compare(each, rules, seconds=seconds)
        except GrundyError as error:
            refused = error
    raise refused


def verified(certificate: dict[str, Any], rules: Ruleset, budget: Budget | None = None) -> Verdict:
    """Return the verdict on a certificate, once what it is about was compared with a ruleset."""
    return compared_and_verified(certificate, rules, budget)[1]


def compared_and_verified(
    certificate: dict[str, Any], rules: Ruleset, budget: Budget | None = None
) -> tuple[Comparison | None, Verdict]:
    """Return what was compared of the rules of a certificate with a ruleset, None for nothing, and the verdict on it."""
    found = compare(certificate, rules, seconds=SECONDS / 4)
    return found, checker.check(certificate, rules=rules if found is None else None, budget=budget)


def _is_at(state: Any, start: Position) -> bool:
    """Return whether a state is that of a position: a sum of heaps has no order."""
    return isinstance(state, type(start.state)) and ordered(start.ruleset, state) == ordered(start.ruleset, start.state)


def _other(fields: dict[str, Any], rules: Ruleset) -> GrundyError:
    return GrundyError(
        "this certificate is about other rules: its data for {shown} are not those of {name}",
        shown=shown(fields.get("game")),
        name=_with_parameters(rules),
    )


def _with_parameters(rules: Ruleset) -> str:
    """Return what rules are called, with their parameters as the shell reads them."""
    return " ".join([rules.name, *(setting(*pair) for pair in rules.params.items())])[:100]


def _bound(fields: dict[str, Any], rules: Ruleset, *, fixed: bool) -> Ruleset:
    """Return a ruleset with the parameters of a certificate; GrundyError for another name, or other parameters.

    Parameters that the ruleset was given are ``fixed``, those that it has by default are not.
    """
    given = fields.get("parameters")
    if not isinstance(given, dict):
        raise _other(fields, rules)
    named = {name: frozen(value) for name, value in given.items() if name in rules.params.keys() | rules.required}
    if fixed or rules is not rules.origin:
        for name, value in named.items():
            if name in rules.params and not alike(value, rules.params[name]):
                told = N_(
                    "this certificate is about other rules: it has {name} = {value}, but {game} has {name} = {own}"
                )
                raise GrundyError(told, name=name, value=shown(given[name]), game=rules.name, own=rules.params[name])
    own = rules.bind(**named)
    if not _is_called(fields.get("game"), own):
        raise GrundyError(
            "this certificate is about other rules: a game called {shown}, not {name}",
            shown=shown(fields.get("game")),
            name=rules.name,
        )
    return own


def _is_called(name: object, rules: Ruleset) -> bool:
    """Return whether rules have a name; those of a heap code may be called by the code."""
    if name == rules.name or not isinstance(rules, CodeRuleset) or not isinstance(name, str):
        return name == rules.name
    try:
        return read_code(name) == rules.code
    except GrundyError:
        return False


# ---- certificates of all positions


def _compare_code(fields: dict[str, Any], rules: Ruleset) -> Comparison:
    """Compare the code in a certificate of a period with that of a ruleset, as it is given or as its rules are read."""
    code, own = fields.get("code"), _code_of(rules)
    if own is None or str(own) != code:
        raise GrundyError(
            "this certificate is about other rules: the code {shown}, but {name} has {own}",
            shown=shown(code),
            name=_with_parameters(rules),
            own=_("no code") if own is None else _("the code {code}").format(code=own),
        )
    return Comparison(rules.name, 0)


def _code_of(rules: Ruleset) -> HeapCode | None:
    heap = as_heap(rules)
    if isinstance(heap, CodeRuleset):
        return heap.code
    return code_of(heap) if isinstance(heap, HeapFunction) else None


def _compare_family(fields: dict[str, Any], rules: Ruleset, seconds: float) -> Comparison:
    """Compare the rules in a certificate for all parameters with a ruleset, at some parameters, or those it has."""
    names, where = fields.get("quantified", fields.get("carried")), fields.get("where", [])
    if not isinstance(names, list) or not {*names} <= rules.params.keys() | rules.required:
        raise _other(fields, rules)
    given = {name: rules.params[name] for name in names if rules is not rules.origin and name in rules.params}
    found = Comparison(rules.name, 0)
    samples = _some_parameters([given.get(name) for name in names], where)
    if not samples:
        raise GrundyError(
            "this certificate is about other rules: it does not mention {name}", name=_with_parameters(rules)
        )
    for sample in samples:
        fixed = dict(zip(names, sample, strict=True))
        single = {**fields, "parameters": {**fields["parameters"], **fixed}}
        one = _compare_law(single, _bound(single, rules, fixed=False), seconds / FAMILY)
        found = replace(one, positions=found.positions + one.positions)
    return found


def _compare_rows(fields: dict[str, Any], own: Ruleset, seconds: float) -> Comparison:
    """Compare the rules in a certificate of rows of any number of heaps with a ruleset, in rows of a few."""
    if not isinstance(own, FunctionRuleset) or own.shape != ANY or fields.get("game") != own.name:
        raise _other(fields, own)
    refuse_overridden(own)
    if not alike(fields.get("rules"), rules_data(own, 0)["rules"]):
        raise _other(fields, own)
    states: set[tuple[int, ...]] = set()
    for heaps in range(1, ROWS + 1):
        states |= _same_moves(own, 0, heaps, seconds / ROWS)
    function_moves(own, ROWS - 1)  # where branches are without a witness it refuses
    return _comparison(own, states)


def _some_parameters(given: list[Any], where: Any) -> list[tuple[int, ...]]:
    """Return some parameters for which each sum of ``where`` is 0 or more, as given or (None) small ones."""
    most = 12 if len(given) > 1 else 400
    try:
        every = (
            sample
            for sample in sorted(product(*(range(most) if own is None else [own] for own in given)), key=sum)
            if all(sum(a * p for a, p in zip(row, sample, strict=False)) + row[-1] >= 0 for row in where)
        )
        return [*islice(every, 0, FAMILY * FAMILY, FAMILY)]
    except (TypeError, LookupError):
        raise GrundyError("the field 'where' is a list of rows of integers") from None


def _compare_law(fields: dict[str, Any], own: Ruleset, seconds: float) -> Comparison:
    """Compare the rules in a certificate of a law with a ruleset, which has its parameters."""
    if not fields.keys() >= {"rules", "form", "least", "heaps"}:
        raise _other(fields, own)
    if not isinstance(own, CodeRuleset):
        if not isinstance(own, FunctionRuleset | HeapFunction):
            raise _other(fields, own)
        refuse_overridden(own)
    found = rules_data(own, 0)
    if any(not alike(fields[name], found[name]) for name in ("rules", "form", "parameters")):
        raise _other(fields, own)
    if isinstance(own, CodeRuleset):
        return Comparison(own.name, 0)
    least, heaps = natural(fields, "least", 0, 1000), natural(fields, "heaps", 0, 9)
    assert isinstance(own, FunctionRuleset | HeapFunction)
    of_any = isinstance(own, FunctionRuleset) and own.shape == ANY
    states = _same_moves(own, least, heaps, seconds)
    function_moves(own, heaps if of_any else None)  # where branches are without a witness it refuses
    return _comparison(own, states)


def _comparison(rules: FunctionRuleset | HeapFunction, states: set[tuple[int, ...]]) -> Comparison:
    """Return what was compared: some states, and those that take each branch of what was read."""
    own = zip((rules.function, rules.hooks.get("ending")), routines(rules), strict=True)
    seen = list[Met]()
    for function, made in own:
        if function is not None and made is not None:
            states = states | compared_anew(rules, function, made)
            seen.append(rules.memory[KEPT][function, None])
    return Comparison(
        rules.name, len(states), sum(each.branches for each in seen), sum(len(each.never) for each in seen)
    )


# ---- certificates of single positions

LISTED = {"values": ("values",), "strategy": ("lost", "answers"), "loopy": ("results",), "partisan value": ("values",)}
"""The kinds of certificates that list positions, and where."""


def _compare_listed(fields: dict[str, Any], own: Ruleset, seconds: float) -> Comparison:
    """Compare the rules that a certificate of a position holds with a ruleset, at the positions that it lists."""
    if not fields.keys() >= {"fingerprint", "text"}:
        raise _other(fields, own)
    try:
        data = data_of(own)
    except Unreadable:
        raise _other(fields, own) from None
    if not alike(fields["rules"], {"version": VERSION, **data}):
        raise _other(fields, own)
    held, believed = Play.of(held_rules(fields)), Play.of(PythonRules(own))
    compared = set[Any]()
    with Budget(seconds), suppress(NotChecked):
        for state in _listed(fields):
            look()
            if not held.rules.is_position(state) or state in compared:
                continue  # where it is wrong the checker says so
            if _seen(held, state) != _seen(believed, state):
                raise _otherwise(own, state)
            compared.add(state)
    return Comparison(own.name, len(compared))


def _seen(play: Play, state: Any) -> Any:
    """Return what rules say of a state: its ending, and the options of each player; None where they fail."""
    players = (LEFT, RIGHT) if play.rules.partisan else (None,)
    try:
        return play.ended(state), [play.options(state, player) for player in players]
    except TooLarge:
        raise
    except (GrundyError, Unproved):
        return None


def _listed(fields: dict[str, Any]) -> Iterator[Any]:
    """Iterate over the position of a certificate, and those that it lists."""
    yield state_of(fields.get("position"))
    for name in LISTED[fields["kind"]]:
        rows = fields.get(name)
        for row in rows if isinstance(rows, list) else ():
            yield state_of(row if name == "lost" else row[0] if isinstance(row, list) and row else None)


def _otherwise(rules: Ruleset, state: Any) -> GrundyError:
    shown = ", ".join(map(str, state if isinstance(state, tuple) else (state,)))
    return GrundyError(
        "the moves of {name} at {state} are not those of its data: please report this", name=rules.name, state=shown
    )


# ---- moves


def _same_moves(rules: Ruleset, least: int, heaps: int, seconds: float) -> set[tuple[int, ...]]:
    """Return in which positions the moves were compared; GrundyError where they differ."""
    assert isinstance(rules, FunctionRuleset | HeapFunction)
    moves, ending = routines(rules)
    late, ends = time.thread_time() + LATEST * seconds, time.monotonic() + ASLEEP * seconds
    compared, spent = set[tuple[int, ...]](), _Spent()
    width = moves.width if moves.shape == "ints" else max(1, heaps)
    for state in _positions(moves, rules, width, least):
        if spent.whole > RATE * seconds or time.thread_time() > late or time.monotonic() > ends:
            break
        same = _alike(rules.function, moves, state, rules, spent, yields=True)
        if same and ending is not None:
            same = _alike(rules.hooks["ending"], ending, state, rules, spent, yields=False)
        if same is False:
            raise _otherwise(rules, state)
        compared |= {state} if same else set()
    return compared


class _Spent:
    """Steps of the data: those for one position, which are bounded, and those of all."""

    here = whole = 0

    def spend(self, steps: int) -> None:
        """Count steps; Beyond where they are too many for one position."""
        self.here += steps
        self.whole += steps
        if self.here > STEPS:
            raise Beyond


def _positions(moves: Routine, rules: Ruleset, width: int, least: int) -> Iterator[tuple[int, ...]]:
    """Iterate over the first positions, and those where one number, or all, are near a constant, large numbers last."""
    side = next(s for s in range(FIRST, 0, -1) if s**width <= FIRST)
    near = (cells for cells in firsts(moves, rules.params.values(), width, least) if max(cells) <= LARGEST)
    yield from sorted(
        {*near, *product(range(least, least + side), repeat=width)}, key=lambda cells: (max(cells), cells)
    )


def _alike(
    function: Callable[..., Any],
    routine: Routine,
    state: tuple[int, ...],
    rules: Ruleset,
    spent: _Spent,
    *,
    yields: bool,
) -> bool | None:
    """Return whether a function and its data give the same on a position; None where that takes too long."""
    params: dict[str, Any] = {**(getattr(function, "__kwdefaults__", None) or {}), **rules.params}
    params = {name: frozen(params[name]) for name in routine.keywords}
    args: list[Any] = [*(state if routine.shape == "ints" else [state]), *params.values()]
    spent.here = 0
    run = Run(routine, spend=spent.spend)
    try:
        right = run.yields(args, MOST_OPTIONS) if yields else run.returned(args)
    except Beyond:
        return None
    except Failed:
        right = Failed
    return same_children(_by_python(function, routine, state, params, yields), right, MOST_OPTIONS)


def _by_python(
    function: Callable[..., Any], routine: Routine, state: tuple[int, ...], params: dict[str, Any], yields: bool
) -> Any:
    """Return what a function gives in Python, `Failed` where it raises."""
    try:
        found = function(*([state] if routine.shape == "tuple" else taken(function, state)), **params)
        return [frozen(each) for each in islice(found, MOST_OPTIONS)] if yields else found
    except Exception:  # whatever the user's rules may raise
        return Failed
