"""The moves that a certificate of an automatic law is about: from its rule data or code, under their conditions.

What is not believed is made here again from ``rules``, ``form``, ``parameters`` and ``heaps``: for each form of move
the atoms under which it is there, and what the numbers become; declared endings; and what must never be."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from grundy.check.form import check_names, choice, natural, shown
from grundy.check.linear import Atom, Atoms, Linear, Yield, compared
from grundy.check.lowering import lowered, value_of
from grundy.check.ways import Way
from grundy.errors import GrundyError
from grundy.lang import ir
from grundy.language import _
from grundy.rules.heapcode import HeapCode
from grundy.rules.notation import read_code


@dataclass(frozen=True)
class Moves:
    """The moves of a game on ``names``: where the atoms of a move hold, and play goes on, it leads to its parts.

    ``going``, ``lost`` and ``won`` are where play goes on, and where it is declared to have ended, each as cases. In each
    case of ``never`` something is wrong with the rules. ``splits``: the parts are heaps of a sum, of any number.
    """

    names: tuple[str, ...]
    moves: list[Yield]
    going: list[Atoms]
    lost: list[Atoms]
    won: list[Atoms]
    never: list[Atoms]
    splits: bool


def moves_of(fields: dict[str, Any]) -> Moves:
    """Return the moves that a certificate is about; GrundyError for what is malformed, or not read."""
    try:
        return _moves_of(fields)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, MemoryError, OverflowError) as error:
        if isinstance(error, GrundyError | MemoryError | RecursionError):
            raise
        raise GrundyError(
            _("the rules in the certificate are not read by the checker: {name}").format(name=type(error).__name__)
        ) from None


def _moves_of(fields: dict[str, Any]) -> Moves:
    form, rules = choice(fields, "form", ("game", "heaps", "code")), fields["rules"]
    heaps, least = natural(fields, "heaps", 0, 9), natural(fields, "least", 0, 1000)
    if not isinstance(rules, dict) or not isinstance(fields["parameters"], dict):
        raise GrundyError(_("the fields 'rules' and 'parameters' are objects"))
    if (form != "game" and least) or (form == "game" and not heaps):
        raise GrundyError(
            _("positions of the form {form} do not have {heaps} numbers from {least} on").format(
                form=form, heaps=heaps, least=least
            )
        )
    if form == "code":
        check_names(rules, ("code",), _("the rules"))
        return _sum(_code_moves(rules["code"], fields["parameters"]), heaps)
    names = tuple(f"x{i}" for i in range(heaps if form == "game" else 1))
    found = _function_moves(rules, fields["parameters"], names, least, splits=form == "heaps")
    if form == "heaps":
        return _sum(found, heaps)
    if any(len(move.parts) != heaps for move in found.moves):
        raise GrundyError(_("a move of {heaps} numbers yields another number of them").format(heaps=heaps))
    return found


def _function_moves(
    rules: dict[str, Any], parameters: dict[str, Any], names: tuple[str, ...], least: int, *, splits: bool
) -> Moves:
    """Return the moves of a rule as data, and where play is declared to have ended."""
    check_names(rules, ("version", "moves", *(["ending"] if "ending" in rules else [])), _("the rules"))
    if rules["version"] != ir.VERSION:
        raise GrundyError(
            _("the rules are written in version {version} of the rule language, and this is version {own}").format(
                version=shown(rules["version"]), own=ir.VERSION
            )
        )
    main = _routine(rules["moves"])
    if not main.yields:
        raise GrundyError(_("the checker reads rules that yield, and these do not"))
    if set(main.keywords) != parameters.keys():
        raise GrundyError(
            _("the parameters are {shown}, and the rules take others").format(shown=shown(sorted(parameters)))
        )
    domain = tuple(Atom(Linear(((name, 1),), -least), ">=") for name in names) if least else ()
    found = lowered(main, _arguments(main, names, parameters), domain, least)
    if "ending" not in rules:
        return Moves(names, found.yields, [domain], [], [], found.never, splits)
    if splits:
        raise GrundyError(_("a heap game with declared endings is not read by the checker"))
    ending = _routine(rules["ending"])
    ended = lowered(ending, _arguments(ending, names, parameters), domain)
    results: dict[int | None, list[Atoms]] = {None: [], -1: [], 1: []}
    for way in ended.ways:
        results[_ending(way)].append(way.atoms)
    never = [*found.never, *ended.never]
    return Moves(names, found.yields, results[None], results[-1], results[1], never, splits)


def _routine(data: Any) -> ir.Routine:
    try:
        return ir.routine_of(data)
    except ir.Malformed as wrong:
        raise GrundyError(_("the rules are no data of the rule language: {wrong}").format(wrong=wrong)) from None


def _arguments(routine: ir.Routine, names: tuple[str, ...], parameters: dict[str, Any]) -> list[Any]:
    """Return what a rule is given: a position of so many numbers, and its parameters."""
    numbers = tuple(Linear(((name, 1),)) for name in names)
    if routine.shape == "ints" and routine.width != len(names):
        raise GrundyError(
            _("positions have {heaps} numbers, and the rules take {width}").format(
                heaps=len(names), width=routine.width
            )
        )
    if not parameters.keys() >= set(routine.keywords):
        raise GrundyError(
            _("the parameters are {shown}, and the rules take others").format(shown=shown(sorted(parameters)))
        )
    try:
        given = [value_of(ir.value_of(parameters[name])) for name in routine.keywords]
    except ir.Malformed as wrong:
        raise GrundyError(_("the parameters are integers and lists of them: {wrong}").format(wrong=wrong)) from None
    return [*(numbers if routine.shape == "ints" else [numbers]), *given]


def _ending(way: Way) -> int | None:
    if way.end != "Return" or way.result is None:
        return None
    if isinstance(way.result, Linear) and not way.result.parts and way.result.constant in (1, -1):
        return way.result.constant
    raise GrundyError(_("a declared ending is a win, a loss, or nothing, where the checker is to read it"))


def _code_moves(text: object, parameters: dict[str, Any]) -> Moves:
    """Return the moves of one heap by a code: digits, repeated digits, divisions."""
    if not isinstance(text, str) or parameters or str(code := read_code(text)) != text:
        raise GrundyError(
            _("the code of the rules is a text as it is usually written, without parameters, not {shown}").format(
                shown=shown(text)
            )
        )
    if len(code.digits) + len(code.repeat) > 64 or code.parts > 4:
        raise GrundyError(_("a code of more than 64 digits, or of more than 4 parts, is not read by the checker"))
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
    return Moves(("x0",), found, [()], [], [], [], True)


def _digit(left: Linear, digit: int, code: HeapCode) -> list[Yield]:
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


def _sum(one: Moves, heaps: int) -> Moves:
    """Return the moves of a sum of so many heaps; of none, those of one heap as they are."""
    if not heaps:
        return one
    names, found = tuple(f"x{i}" for i in range(heaps)), list[Yield]()
    for name in names:
        put = {"x0": Linear(((name, 1),))}
        for move in one.moves:
            if len(move.parts) > 1:
                raise GrundyError(_("a move leaves several heaps, so the positions are not sums of so many"))
            part = move.parts[0].put(put) if move.parts else Linear()
            parts = tuple(part if other == name else Linear(((other, 1),)) for other in names)
            found.append(Yield(tuple(atom.put(put) for atom in move.atoms), parts))
    empty = Atom(Linear((("x0", 1),)), "=")
    taken = any(not move.parts for move in one.moves)
    never = one.never + [(*move.atoms, empty) for move in one.moves if taken]
    return Moves(names, found, [()], [], [], never, False)
