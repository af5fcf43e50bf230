"""The moves and declared endings of rules as data, for positions of some numbers at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from grundy.check import nodes
from grundy.check.form import check_names, shown
from grundy.check.linear import Atom, Atoms, Linear, Moves, Yield, compared
from grundy.check.lowering import lowered, value_of
from grundy.check.nodes import Routine, ends_of_runs, routine_of
from grundy.check.ways import Way
from grundy.common.errors import GrundyError
from grundy.common.errors import said as _

Order: TypeAlias = "tuple[tuple[int, int, int], ...]"
"""Rows (i, j, d), which say of a position that number j is number i plus d, or more."""


def function_moves(
    rules: dict[str, Any],
    parameters: Mapping[str, Any],
    names: tuple[str, ...],
    least: int,
    *,
    splits: bool,
    where: Atoms = (),
    order: Order = (),
    carried: Sequence[Linear] = (),
) -> Moves:
    """Return the moves of a rule as data, and where play is declared to have ended.

    A parameter is its value, or a number of which nothing is known but what conditions say, ``where``. Positions are in an
    order. Those ``carried`` are the last numbers of a position, which the rules take as parameters.
    """
    check_names(rules, ("version", "moves", *(["ending"] if "ending" in rules else [])), _("the rules"))
    main = routine_of_rules(rules)
    ending = routine_of(rules["ending"]) if "ending" in rules else None
    if {*main.keywords, *(ending.keywords if ending is not None else ())} != {*parameters}:
        raise GrundyError("the parameters are {shown}, but the rules take others", shown=shown(sorted(parameters)))
    if splits and (main.shape != "ints" or ending is not None):
        raise GrundyError("the checker cannot read a heap game with declared endings or on tuples")
    ends = ends_of_runs(rules["moves"]) if splits else None
    numbers = [Linear(((name, 1),)) for name in names]
    domain = (*where, *(Atom(each.plus(Linear((), -least)), ">=") for each in numbers if least))
    domain += tuple(compared(numbers[i].plus(Linear((), gap)), "<=", numbers[j]) for i, j, gap in order)
    given = names[: len(names) - len(carried)]
    found = lowered(main if ends is None else routine_of(ends), _arguments(main, given, parameters), domain, least)
    yields = [Yield(move.atoms, (*move.parts, *carried)) for move in found.yields]
    wrong = [] if splits else [move for move in yields if len(move.parts) != len(names)]
    yields = [move for move in yields if move not in wrong]
    left = [(*move.atoms, _leaves(move, row)) for move in yields for row in order]
    left += [move.atoms for move in wrong]
    if ending is None:
        runs = list[Atoms]() if ends is None else [(*move.atoms, _crossed(move)) for move in yields]
        never = [*found.never, *runs, *left]
        return Moves(names, yields, [domain], [], [], never, splits, ends is not None, domain)
    if ending.yields:
        raise GrundyError("a declared ending must return a value, but this one yields")
    ended = lowered(ending, _arguments(ending, given, parameters), domain)
    results: dict[int | None, list[Atoms]] = {None: [], -1: [], 1: [], 2: []}
    for way in ended.ways:
        results[_ending(way)].append(way.atoms)
    never = [*found.never, *ended.never, *results[2], *((*where, *going) for where in left for going in results[None])]
    return Moves(names, yields, results[None], results[-1], results[1], never, splits, domain=domain)


def _leaves(move: Yield, row: tuple[int, int, int]) -> Atom:
    """Return that what is yielded is not in the order of a row."""
    i, j, gap = row
    return compared(move.parts[j], "<", move.parts[i].plus(Linear((), gap)))


def _crossed(move: Yield) -> Atom:
    """Return that a run ends before it begins, which must not be."""
    low, high = move.parts
    return Atom(low.plus(high, -1).plus(Linear((), -1)), ">=")


def routine_of_rules(rules: dict[str, Any]) -> Routine:
    """Return what yields the moves of rules as data."""
    if type(rules["version"]) is not int or rules["version"] != nodes.VERSION:
        raise GrundyError(
            "the rules are written in version {version} of the rule language, but this is version {own}",
            version=shown(rules["version"]),
            own=nodes.VERSION,
        )
    main = routine_of(rules["moves"])
    if not main.yields:
        raise GrundyError("the checker reads rules that yield, but these do not")
    return main


def _arguments(routine: Routine, names: tuple[str, ...], parameters: Mapping[str, Any]) -> list[Any]:
    """Return what a rule is given: a position of so many numbers, and its parameters."""
    numbers = tuple(Linear(((name, 1),)) for name in names)
    if routine.shape == "ints" and routine.width != len(names):
        raise GrundyError(
            "positions have {heaps} numbers, and the rules take {width}", heaps=len(names), width=routine.width
        )
    given = [
        own if isinstance(own := parameters[name], Linear) else value_of(nodes.value_of(own))
        for name in routine.keywords
    ]
    return [*(numbers if routine.shape == "ints" else [numbers]), *given]


def _ending(way: Way) -> int | None:
    """Return what an ending returns on a way, 2 for what none may return."""
    if way.end != "Return" or way.result is None:
        return None
    if isinstance(way.result, tuple):
        return 2
    if isinstance(way.result, Linear) and not way.result.parts and way.result.constant:
        return way.result.constant if abs(way.result.constant) == 1 else 2
    raise GrundyError("the checker can only read a declared ending that is a win, a loss, or nothing")
