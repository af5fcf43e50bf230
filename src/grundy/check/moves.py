"""The moves that a certificate of an automatic law is about: from its source or code, under their conditions.

What is not believed is made here again from ``rules``, ``form``, ``parameters`` and ``heaps``: for each form of move
the atoms under which it is there, and what the numbers become; declared endings; and what must never be negative."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from grundy.check.form import check_names, choice, natural, shown
from grundy.check.source import Atom, Linear, Reading, Way, Yield, compared
from grundy.check.text import is_tuple, parsed
from grundy.errors import GrundyError
from grundy.language import _
from grundy.rules.codes import CodeRuleset, HeapCode
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.notation import read_code
from grundy.rules.ruleset import Ruleset, frozen
from grundy.rules.source import Rule, read
from grundy.rules.strict import refuse_overridden

Atoms = tuple[Atom, ...]


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
    names = tuple(f"x{i}" for i in range(heaps or 1))
    if form == "code":
        check_names(rules, ("code",), _("the rules"))
        return _sum(_code_moves(rules["code"], fields["parameters"]), heaps)
    ending = ("ending",) if "ending" in rules else ()
    check_names(rules, ("source", "constants", "helpers", *ending), _("the rules"))
    reading = Reading(least)
    given = {name: reading.constant(value) for name, value in fields["parameters"].items()}
    numbers: list[Any] = [Linear(((name, 1),)) for name in (names if form == "game" else names[:1])]
    own = {name: rules[name] for name in ("source", "constants", "helpers")}
    domain = tuple(Atom(number.plus(Linear((), -least)), ">=") for number in numbers) if least else ()
    if is_tuple(parsed(own["source"])):
        raise GrundyError(_("a position that is one tuple is not read by the checker"))
    if not yields(own):
        raise GrundyError(_("the checker reads rules that yield, and these do not"))
    keywords = {a.arg for a in parsed(own["source"]).args.kwonlyargs}
    if given.keys() != keywords:
        raise GrundyError(_("the parameters are {shown}, and the rules take others").format(shown=shown(sorted(given))))
    reading.function(own, numbers, given, domain, main=True)
    going, lost, won = _endings(reading, rules.get("ending"), numbers, given, domain)
    never = [(*duty.atoms, Atom(Linear((), -1).plus(duty.parts[0], -1), ">=")) for duty in reading.duties]
    found = Moves(names, reading.yields, going, lost, won, never, form == "heaps")
    if form == "game":
        if any(len(move.parts) != heaps for move in found.moves):
            raise GrundyError(_("a move of {heaps} numbers yields another number of them").format(heaps=heaps))
        return found
    if ending:
        raise GrundyError(_("a heap game with declared endings is not read by the checker"))
    return _sum(found, heaps)


def yields(function: dict[str, Any]) -> bool:
    """Return whether a function of a certificate is a generator."""
    tree = parsed(function["source"], defaults=True)
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(tree))


def _endings(
    reading: Reading, ending: Any, numbers: list[Any], given: dict[str, Any], domain: Atoms
) -> tuple[list[Atoms], list[Atoms], list[Atoms]]:
    """Return where play goes on, is declared lost, and declared won."""
    if ending is None:
        return [domain], [], []
    if yields(ending):
        raise GrundyError(_("a declared ending returns, and this one yields"))
    keywords = [a.arg for a in parsed(ending["source"], defaults=True).args.kwonlyargs]
    own = {name: given[name] for name in keywords if name in given}
    results: dict[int | None, list[Atoms]] = {None: [], -1: [], 1: []}
    for way in reading.function(ending, numbers, own, domain):
        result = _ending(way)
        results[result].append(way.atoms)
    return results[None], results[-1], results[1]


def _ending(way: Way) -> int | None:
    if way.result is None:
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
            found.append(Yield(tuple(Atom(atom.number.put(put), atom.relation) for atom in move.atoms), parts))
    empty = Atom(Linear((("x0", 1),)), "=")
    taken = any(not move.parts for move in one.moves)
    never = one.never + [(*move.atoms, empty) for move in one.moves if taken]
    return Moves(names, found, [()], [], [], never, False)


# ---- whether they are those of a ruleset


def same_rules(fields: dict[str, Any], rules: Ruleset) -> bool:
    """Return whether a ruleset is the one whose source and parameters are in a certificate."""
    data, form = fields["rules"], fields["form"]
    if isinstance(rules, CodeRuleset):  # the parameters of a code are in it, so only the code itself is claimed about
        return form == "code" and (bool(rules.params) or data == {"code": str(rules.code)})
    if not isinstance(rules, FunctionRuleset | HeapFunction) or form != (
        "heaps" if isinstance(rules, HeapFunction) else "game"
    ):
        return False
    known = rules.params.keys() | rules.required
    ending, own = rules.hooks.get("ending"), _read(rules.function, rules)
    given = known | {*own.state, *own.keywords}
    return (
        fields["parameters"].keys() == known
        and _same(data, own, given)
        and (
            _same(data["ending"], _read(ending, rules), given)
            if "ending" in data and ending
            else "ending" not in data and not ending
        )
    )


def _read(function: Callable[..., Any], rules: Ruleset) -> Rule:
    """Return a rule as it is read; GrundyError where it may be another one the next time."""
    refuse_overridden(rules)
    return read(function)


def _same(data: dict[str, Any], rule: Rule, given: Collection[str] = ()) -> bool:
    """Return whether a function of a certificate is a rule; ``given`` are the arguments of which no default matters."""
    node = parsed(data["source"], defaults=True)
    body = rule.body
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:] or [ast.Pass()]
    shape = "variadic" if node.args.vararg else "tuple" if is_tuple(node) else "ints"
    names = (node.args.vararg.arg,) if node.args.vararg else tuple(a.arg for a in node.args.args)
    helpers = data["helpers"]
    return (
        [ast.unparse(statement) for statement in node.body] == [ast.unparse(statement) for statement in body]
        and (shape, names) == (rule.shape, rule.state)
        and tuple(a.arg for a in node.args.kwonlyargs) == rule.keywords
        and _defaults(node) == {name: frozen(value) for name, value in rule.defaults.items() if name not in given}
        and frozen_constants(data["constants"]) == frozen_constants(rule.constants)
        and helpers.keys() == rule.helpers.keys()
        and all(_same(helpers[name], rule.helpers[name]) for name in helpers)
    )


def _defaults(node: ast.FunctionDef) -> dict[str, Any]:
    """Return what the arguments of a function are where they are not given."""
    own = node.args
    ends = zip([a.arg for a in own.args[::-1]], own.defaults[::-1], strict=False)
    named = zip([a.arg for a in own.kwonlyargs], own.kw_defaults, strict=True)
    return {name: ast.literal_eval(value) for name, value in (*ends, *named) if value is not None}


def frozen_constants(constants: dict[str, Any]) -> dict[str, Any]:
    """Return constants with tuples for lists."""
    return {name: frozen(value) for name, value in constants.items()}
