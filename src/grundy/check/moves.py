"""The moves that a certificate of an automatic law is about: from its rule data or code, under their conditions.

What is not believed is made here again from ``rules``, ``form``, ``parameters`` and ``heaps``: for each form of move
the atoms under which it is there, and what the numbers become; declared endings; and what must never be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from grundy.check.codes import Code, code_of
from grundy.check.form import check_names, choice, natural, shown
from grundy.check.formulas import Atom, Atoms, Linear, Moves, Yield, compared
from grundy.check.lowering import lowered, value_of
from grundy.check.routines import VERSION, Routine, ends_of_runs, routine_of
from grundy.check.routines import value_of as constant_of
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
    if type(rules["version"]) is not int or rules["version"] != VERSION:
        raise GrundyError(
            "the rules are written in version {version} of the rule language, but this is version {own}",
            version=shown(rules["version"]),
            own=VERSION,
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
        own if isinstance(own := parameters[name], Linear) else value_of(constant_of(own)) for name in routine.keywords
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


def code_moves(text: object, parameters: dict[str, Any]) -> list[Yield]:
    """Return the moves of one heap by a code: digits, repeated digits, divisions."""
    if parameters:
        raise GrundyError("the rules of a code have no parameters")
    code = code_of(text)
    if len(code.digits) + len(code.repeat) > 64 or code.parts > 4:
        raise GrundyError("a code of more than 64 digits, or of more than 4 parts, is not read by the checker")
    heap, found = Linear((("x0", 1),)), list[Yield]()
    for taken, digit in enumerate(code.digits):
        found += _digit(heap.plus(Linear((), -taken)), digit, code)
    for place, digit in enumerate(code.repeat):
        taken = Linear((("t", len(code.repeat)),), len(code.digits) + place)
        found += _digit(heap.plus(taken, -1), digit, code)
    for divisor, copies in code.divisions:
        part = Linear((("q", 1),))
        whole = Atom(heap.plus(part, -divisor), "="), Atom(part.plus(Linear((), -1)), ">=")
        found.append(Yield(whole, (part,) * copies))
    return found


def _digit(left: Linear, digit: int, code: Code) -> list[Yield]:
    """Return the moves that leave so many counters, in as many heaps as the bits of a digit say, in rising order."""
    found: list[Yield] = []
    for parts in range(digit.bit_length()):
        if not digit >> parts & 1:
            continue
        if not parts:
            found.append(Yield((Atom(left, "="),), ()))
            continue
        sizes = [Linear(((f"p{i}", 1),), 1) for i in range(parts - 1)]
        last = left
        for size in sizes:
            last = last.plus(size, -1)
        sizes.append(last)
        atoms = [compared(small, "<" if code.unequal else "<=", large) for small, large in pairwise(sizes)]
        found.append(Yield((Atom(last.plus(Linear((), -1)), ">="), *atoms), tuple(sizes)))
    return found


def moves_of(
    fields: dict[str, Any],
    quantified: Mapping[str, Linear] | None = None,
    where: Atoms = (),
    carried: tuple[str, ...] = (),
) -> Moves:
    """Return the moves that a certificate is about; GrundyError for what is malformed, or not read.

    Some parameters may be ``quantified``: numbers of which conditions hold; or ``carried``: the last numbers of a position.
    """
    try:
        return _moves_of(fields, quantified or {}, where, carried)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, MemoryError, OverflowError) as error:
        if isinstance(error, GrundyError | MemoryError | RecursionError):
            raise
        raise GrundyError(
            "the checker cannot read the rules in the certificate: {name}", name=type(error).__name__
        ) from None


def _moves_of(
    fields: dict[str, Any], quantified: Mapping[str, Linear], where: Atoms, carried: tuple[str, ...]
) -> Moves:
    form, rules = choice(fields, "form", ("game", "heaps", "code")), fields["rules"]
    heaps, least = natural(fields, "heaps", 0, 9), natural(fields, "least", 0, 1000)
    if not isinstance(rules, dict) or not isinstance(fields["parameters"], dict):
        raise GrundyError("the fields 'rules' and 'parameters' are objects")
    numbers = tuple(f"x{i}" for i in range((heaps if form == "game" else 1) + len(carried)))
    more = [Linear(((name, 1),)) for name in numbers[len(numbers) - len(carried) :]]
    quantified = {**quantified, **dict(zip(carried, more, strict=True))}
    if carried and form != "game":
        raise GrundyError("a heap of a sum carries no parameters")
    if (form == "code" and quantified) or quantified.keys() & fields["parameters"].keys():
        raise GrundyError("parameters have a value, or are quantified, and those of a code have a value")
    if (form != "game" and least) or (form == "game" and not heaps):
        raise GrundyError(
            "positions of the form {form} do not have {heaps} numbers from {least} on",
            form=form,
            heaps=heaps,
            least=least,
        )
    if form == "code":
        check_names(rules, ("code",), _("the rules"))
        return _sum(Moves(("x0",), code_moves(rules["code"], fields["parameters"]), [()], [], [], [], True), heaps)
    order = _order(fields["order"], len(numbers)) if "order" in fields else ()
    if order and form != "game":
        raise GrundyError("the heaps of a sum are in no order")
    parameters = {**fields["parameters"], **quantified}
    splits = form == "heaps"
    found = function_moves(rules, parameters, numbers, least, splits=splits, where=where, order=order, carried=more)
    return _sum(found, heaps) if splits else found


def _order(rows: Any, width: int) -> Order:
    """Return the order of the numbers of a position; GrundyError where it is malformed."""
    if not isinstance(rows, list) or not rows:
        raise GrundyError("an order is a list of rows [i, j, 0] or [i, j, 1], of places of a position")
    for row in rows:
        places = row[:2] if isinstance(row, list) and list(map(type, row)) == [int] * 3 else [-1]
        if not all(0 <= place < width for place in places) or row[0] == row[1] or row[2] not in (0, 1):
            raise GrundyError("an order is a list of rows [i, j, 0] or [i, j, 1], of places of a position")
    return tuple((i, j, gap) for i, j, gap in rows)


def _sum(one: Moves, heaps: int) -> Moves:
    """Return the moves of a sum of so many heaps; of none, those of one heap as they are."""
    if not heaps:
        return one
    if one.runs:
        raise GrundyError("a move leaves several heaps, so the positions are not sums of so many")
    names, found = tuple(f"x{i}" for i in range(heaps)), list[Yield]()
    for name in names:
        put = {"x0": Linear(((name, 1),))}
        for move in one.moves:
            if len(move.parts) > 1:
                raise GrundyError("a move leaves several heaps, so the positions are not sums of so many")
            part = move.parts[0].put(put) if move.parts else Linear()
            parts = tuple(part if other == name else Linear(((other, 1),)) for other in names)
            found.append(Yield(tuple(atom.put(put) for atom in move.atoms), parts))
    empty = Atom(Linear((("x0", 1),)), "=")
    taken = any(not move.parts for move in one.moves)
    never = one.never + [(*move.atoms, empty) for move in one.moves if taken]
    return Moves(names, found, one.going, [], [], never, False)
