"""Certificates of positions: a finite game is played out, and what was found written down so that it is checked locally."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from grundy.check.python_rules import ordered, refuse_joined
from grundy.check.replay import coded
from grundy.common.digest import FORMAT, rules_digest, sealed
from grundy.common.digraphs import endings_first
from grundy.common.errors import GrundyError, TooLarge
from grundy.common.evidence import ByDeciding
from grundy.language.ir import VERSION, Malformed
from grundy.rules.data import data_of, fingerprint
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset, frozen
from grundy.rules.solution import Solution
from grundy.solving.results import DRAW, LOST, TIED, WON
from grundy.solving.search import retrograde
from grundy.values.nimber import mex, nim_sum

MOST = 200_000
"""A certificate holds no more positions."""
MOST_PARTISAN = 20_000
"""A certificate of a partisan value holds no more positions."""
MOST_OPTIONS = 5_000_000
KINDS = ("values", "strategy", "loopy", "partisan value")
_NAMES = {DRAW: "drawn", WON: "won", LOST: "lost", TIED: "tied"}
_OUTCOMES = {DRAW: "D", WON: "N", LOST: "P", TIED: "T"}


def certificate(solution: Solution, kind: str | None = None) -> dict[str, Any]:
    """Return the proof of a solution as plain data, which `grundy.check` verifies: the engine behind `Solution.certificate`.

    ``kind`` is one of `KINDS`, None for the value where there is one, else a strategy of who wins, else all results. What
    was found by a theorem is found anew, by playing. TooLarge past `MOST` positions, GrundyError for what has none.
    """
    position, rules = solution.position, solution.position.ruleset
    refuse_joined(rules)
    if kind not in (None, *KINDS):
        raise GrundyError(
            "the kind of a certificate is one of {kinds}, not {kind!r}", kinds=", ".join(KINDS), kind=kind
        )
    if solution.play.endless != "draw":
        raise GrundyError("certificates cover play in which nobody wins by going on for ever, so use endless='draw'")
    if kind is None:
        kind = _usual(solution)
    found = _MAKERS[kind](solution)
    bare = {"kind": kind, "format": FORMAT, "game": rules.name, **_named(position), "position": coded(position.state)}
    return sealed({**bare, **found})


def _named(position: Position) -> dict[str, Any]:
    """Return what says which rules are meant: their data, or where they have none, the hash of their source; parameters."""
    from grundy.check.playing import rules_of
    from grundy.rules.from_text import text_of

    rules = position.ruleset
    try:
        data = data_of(rules)
        played = rules_of(rules.name, data)
        if played.is_position(position.state):
            held = {"version": VERSION, **data}
            named = {"parameters": played.parameters, "rules": held}
            return {**named, "text": text_of(rules), "fingerprint": rules_digest(named)}
    except (GrundyError, Malformed):
        pass
    return {"parameters": _parameters(rules), "fingerprint": fingerprint(rules)}


def _usual(solution: Solution) -> str:
    if isinstance(solution.evidence, ByDeciding) and not solution.position.ruleset.scoring:
        return "strategy"
    if solution.position.ruleset.partisan:
        return "partisan value"
    if solution.value is not None and not solution.play.misere:
        return "values"
    return "strategy" if solution.outcome.name in "NP" else "loopy"


def _parameters(rules: Ruleset) -> dict[str, Any]:
    found = {name: coded(value) for name, value in rules.params.items()}
    if {name: frozen(value) for name, value in found.items()} != rules.params:
        raise GrundyError("the parameters of {name} cannot stand in a certificate", name=rules.name)
    return found


# ---- positions, as far as play can come


def explored(
    start: Iterable[Any], options: Callable[[Any], Iterable[Any]], what: Position, most: int
) -> tuple[list[Any], list[list[int]]]:
    """Return all positions that can be reached, and the places of the options of each; TooLarge for too many. O(options)."""
    states = list(dict.fromkeys(start))
    places = {state: i for i, state in enumerate(states)}
    children: list[list[int]] = []
    total = 0
    for state in states:  # grows meanwhile
        own: list[int] = []
        for option in dict.fromkeys(options(state)):
            total += 1
            if option not in places:
                places[option] = len(states)
                states.append(option)
            if len(states) > most or total > MOST_OPTIONS:
                raise TooLarge(
                    "a certificate of {what} would list more than {most:,} positions or {most_options:,} "
                    "moves, so none is made",
                    what=what,
                    most=most,
                    most_options=MOST_OPTIONS,
                    positions=len(states),
                )
            own.append(places[option])
        children.append(own)
    return states, children


def _order(children: list[list[int]], what: Position) -> list[int]:
    order = endings_first(children)
    if len(order) < len(children):
        raise GrundyError("{what} can be played for ever: values of such play have no certificate", what=what)
    return order


# ---- the kinds


def _values(solution: Solution) -> dict[str, Any]:
    position, rules = solution.position, solution.position.ruleset
    if rules.only_outcomes or rules.partisan or solution.play.misere:
        raise GrundyError("{position} has no Grundy value in {play}", position=position, play=solution.play)
    known: dict[Any, int] = {}

    def parts(state: Any) -> list[Any]:
        return [part for _, part in rules.components(state)] if rules.is_sum(state) else [state]

    def value(state: Any) -> int:
        return nim_sum(*(known[part] for part in parts(state)))

    def options(state: Any) -> Iterable[Any]:
        return (part for option in rules.options(state) for part in parts(option))

    states, children = explored(parts(position.state), options, position, MOST)
    rows: list[Any] = []
    for i in _order(children, position):
        state = states[i]
        known[state] = mex({value(option) for option in rules.options(state)})
        rows.append([coded(state), known[state]])
    return {"value": value(position.state), "values": rows}


def _results(solution: Solution) -> tuple[list[Any], list[list[int]], list[int], list[int]]:
    rules, misere = solution.position.ruleset, solution.play.misere
    if rules.partisan:
        raise GrundyError("{name} is partisan: only its value in normal play has a certificate", name=rules.name)

    def going(state: Any) -> Iterable[Any]:
        return (ordered(rules, o) for o in (rules.options(state) if rules.ended(state) is None else ()))

    states, children = explored([ordered(rules, solution.position.state)], going, solution.position, MOST)
    declared = {None: DRAW, 1: WON, 0: TIED, -1: LOST}
    ends = [declared[rules.ended(state)] for state in states]
    return states, children, *retrograde(children, ends, misere=misere)


def _loopy(solution: Solution) -> dict[str, Any]:
    states, children, results, remote = _results(solution)
    rows: list[Any] = []
    for state, own, result, lasts in zip(states, children, results, remote, strict=True):
        rest: Any = [i for i in own if results[i] == DRAW] if result == DRAW else lasts
        rows.append([coded(state), _NAMES[result], rest])
    play = "misere" if solution.play.misere else "normal"
    first = 0 if results[0] == DRAW else remote[0]
    return {"play": play, "outcome": _OUTCOMES[results[0]], "remoteness": first, "results": rows}


def _strategy(solution: Solution) -> dict[str, Any]:
    if isinstance(solution.evidence, ByDeciding) or solution.position.ruleset.partisan:
        return _of_decided(solution)
    states, children, results, remote = _results(solution)
    if results[0] not in (WON, LOST):
        raise GrundyError(
            "nobody wins {position}, so there is no winning strategy: make a certificate of kind loopy",
            position=solution.position,
        )
    answers: dict[int, int] = {}
    lost: list[int] = []
    met: set[int] = set()

    def answer(i: int) -> None:
        if i not in answers and children[i]:
            answers[i] = min((j for j in children[i] if results[j] == LOST), key=lambda j: remote[j])
            lose(answers[i])

    def lose(i: int) -> None:
        if i not in met:
            met.add(i)
            lost.append(i)

    answer(0) if results[0] == WON else lose(0)
    for i in lost:  # grows meanwhile
        for option in children[i]:
            answer(option)
    lost.sort(key=lambda i: remote[i])
    places = {i: place for place, i in enumerate(lost)}
    return {
        "play": "misere" if solution.play.misere else "normal",
        "outcome": _OUTCOMES[results[0]],
        "lost": [coded(states[i]) for i in lost],
        "answers": [[coded(states[i]), places[j]] for i, j in sorted(answers.items())],
    }


def _of_decided(solution: Solution) -> dict[str, Any]:
    """Return the strategy of who wins a position of which nobody has seen all that can be reached."""
    from grundy.solving.deciding import strategy

    rules = solution.position.ruleset
    if rules.scoring or (rules.partisan and rules.has_ending):
        raise GrundyError("{name} has no certificate of who wins", name=rules.name)
    lost, answers = strategy(solution, MOST)
    return {
        "play": "misere" if solution.play.misere else "normal",
        "outcome": solution.outcome.value,
        "lost": [coded(state) for state in lost],
        "answers": [[coded(state), place] for state, place in answers.items()],
    }


def _partisan(solution: Solution) -> dict[str, Any]:
    from grundy.values.canonical import store

    position, rules = solution.position, solution.position.ruleset
    if not isinstance(rules, PartisanRuleset) or rules.has_ending or solution.play.misere:
        raise GrundyError("{position} has no partisan value in {play}", position=position, play=solution.play)
    states, children = explored([position.state], rules.options, position, MOST_PARTISAN)
    order = _order(children, position)
    places = {state: i for i, state in enumerate(states)}
    ids = [0] * len(states)
    for i in order:
        lefts, rights = ({ids[places[o]] for o in rules.options_of(states[i], player)} for player in (LEFT, RIGHT))
        ids[i] = store().build(sorted(lefts), sorted(rights))
    forms, known = _forms(ids, store().options, position)
    return {"forms": forms, "values": [[coded(states[i]), known[ids[i]]] for i in order]}


def _forms(
    ids: list[int], options: Callable[[int], tuple[list[int], list[int]]], what: Position
) -> tuple[list[list[list[int]]], dict[int, int]]:
    """Return the canonical forms of some ids of the store, options first, and the place of each."""
    rows: list[list[list[int]]] = []
    places: dict[int, int] = {}
    waiting = list(dict.fromkeys(ids))
    sides: dict[int, tuple[list[int], list[int]]] = {}
    while waiting:
        form = waiting[-1]
        if form not in sides:
            sides[form] = options(form)
            if len(sides) > MOST_PARTISAN:
                raise TooLarge(
                    "a certificate of {what} would list more than {most_partisan:,} forms, so none is made",
                    what=what,
                    most_partisan=MOST_PARTISAN,
                )
        missing = [o for side in sides[form] for o in side if o not in places]
        if missing:
            waiting += missing
            continue
        waiting.pop()
        if form not in places:
            places[form] = len(rows)
            rows.append([sorted(places[o] for o in side) for side in sides[form]])
    return rows, places


_MAKERS: dict[str, Callable[[Solution], dict[str, Any]]] = {
    "values": _values,
    "strategy": _strategy,
    "loopy": _loopy,
    "partisan value": _partisan,
}
