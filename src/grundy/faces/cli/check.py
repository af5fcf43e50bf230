"""``grundy check``: a guessed formula against the rules, position by position, and then for all by the law of the game.

Without a formula the rules are looked at (`grundy.playing.rule_check`): what of them is read, and whether play agrees.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from importlib import import_module
from textwrap import shorten
from time import monotonic
from typing import Annotated, Any, NamedTuple, cast

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _
from grundy.common.threads import parsed
from grundy.faces.cli import arguments, output
from grundy.faces.cli.options import Certificate, Natural, Play, argument, completed, flag, option, upto
from grundy.faces.cli.output import Answer
from grundy.faces.cli.theorems import LONGEST
from grundy.proving import guess
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.samples import going_on

# ---- formulas a user types, such as ``n % 4``: read as Python expressions, of which only arithmetic is allowed

Environment = Mapping[str, Any]
Evaluate = Callable[[Environment], Any]

LARGEST_BITS = 1_000_000
"""Numbers of more bits are refused: a formula that needs them would never be done."""


class Formula:
    """A formula in some names.

    >>> Formula("n % (m + 1)", ["n", "m"])({"n": 10, "m": 3})
    2
    >>> Formula("a ⊕ b", ["a", "b"])({"a": 5, "b": 3})
    6
    >>> Formula("n / 4", ["n"])
    Traceback (most recent call last):
        ...
    grundy.common.errors.GrundyError: the formula 'n / 4', column 1: / makes fractions: use // for whole-number division
    """

    def __init__(self, text: str, names: Iterable[str]) -> None:
        self.text = text = text.replace("⊕", "^")
        self.names = list(names)
        try:
            tree = cast("ast.Expression", parsed(text.strip(), "eval"))
        except SyntaxError as error:
            raise self._wrong((error.offset or 1) - 1, f"{error.msg}") from None
        except (ValueError, MemoryError, RecursionError):
            raise GrundyError("the formula {text!r} cannot be read", text=text) from None
        self.tree = tree.body
        """The formula as Python's expression."""
        self.claims = _is_claim(tree.body)
        """Whether the formula is true or false, rather than a number."""
        self._evaluate = self._compiled(tree.body)

    def __call__(self, environment: Environment) -> Any:
        """Return the formula's value; GrundyError where it has none."""
        return self._evaluate(environment)

    def worth(self, part: ast.expr, environment: Environment) -> Any:
        """Return what a part of the formula is worth; GrundyError where it has no value."""
        return self._compiled(part)(environment)

    def _wrong(self, node: ast.AST | int, problem: str) -> GrundyError:
        column = node if isinstance(node, int) else getattr(node, "col_offset", 0)
        if not isinstance(node, int):
            column = len(self.text.strip().encode()[:column].decode(errors="ignore"))
        indent = len(self.text) - len(self.text.lstrip())
        told = N_("the formula {text!r}, column {column}: {problem}")
        return GrundyError(told, text=self.text, column=column + indent + 1, problem=problem)

    def _compiled(self, node: ast.expr) -> Evaluate:
        """Return a function that evaluates a node; GrundyError for what is no arithmetic."""
        match node:
            case ast.Constant(value=int() as value):
                return lambda environment: value
            case ast.Name(id=name) if name in self.names:
                return operator.itemgetter(name)
            case ast.Name(id=name):
                told = _("there is no {name!r} here: the names are {names}")
                raise self._wrong(node, told.format(name=name, names=", ".join(self.names)))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
                return self._guarded(node, _BINARY[type(op)], [left, right])
            case ast.BinOp(op=ast.Div()):
                raise self._wrong(node, _("/ makes fractions: use // for whole-number division"))
            case ast.UnaryOp(op=op, operand=operand):
                return self._guarded(node, _UNARY[type(op)], [operand])
            case ast.Compare():
                return self._comparison(node)
            case ast.BoolOp(op=op, values=values):
                told = [self._compiled(part) for part in values]
                join = all if isinstance(op, ast.And) else any
                return lambda environment: join(part(environment) for part in told)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                asked, yes, no = map(self._compiled, (test, body, orelse))
                return lambda environment: yes(environment) if asked(environment) else no(environment)
            case ast.Call():
                return self._call(node)
            case ast.Subscript(value=value, slice=index) if not isinstance(index, ast.Slice):
                return self._guarded(node, operator.getitem, [value, index])
            case _:
                raise self._wrong(node, _("only integers, arithmetic and comparisons are allowed"))

    def _comparison(self, node: ast.Compare) -> Evaluate:
        for op in node.ops:
            if type(op) not in _COMPARISONS:
                raise self._wrong(node, _("compare with ==, !=, <, <=, > or >="))
        terms = [node.left, *node.comparators]
        links = [
            self._guarded(node, _COMPARISONS[type(op)], [left, right])
            for op, left, right in zip(node.ops, terms, terms[1:], strict=False)
        ]
        return lambda environment: all(link(environment) for link in links)

    def _call(self, node: ast.Call) -> Evaluate:
        match node:
            case ast.Call(func=ast.Name(id=name), args=parts, keywords=[]) if name in FUNCTIONS:
                return self._guarded(node, FUNCTIONS[name], parts)
            case ast.Call(func=ast.Attribute(value=number, attr=name), args=[], keywords=[]) if name in _METHODS:
                return self._guarded(node, _METHODS[name], [number])
            case _:
                told = _("the functions are {functions}, and n.bit_count() and n.bit_length()")
                raise self._wrong(node, told.format(functions=", ".join(FUNCTIONS)))

    def _guarded(self, node: ast.AST, function: Callable[..., Any], terms: list[ast.expr]) -> Evaluate:
        """Return the evaluation of a function of terms, whose errors name the place and the values."""
        parts = [self._compiled(term) for term in terms]

        def evaluate(environment: Environment) -> Any:
            arguments = [part(environment) for part in parts]
            try:
                return function(*arguments)
            except _TooLarge:
                problem = _("a number is too large to compute")
            except ZeroDivisionError:
                problem = _("division by zero")
            except (ArithmeticError, ValueError, TypeError, IndexError) as error:
                problem = str(error)
            where = ", ".join(f"{name} = {value}" for name, value in environment.items())
            raise self._wrong(node, _("{problem}, at {where}").format(problem=problem, where=where))

        return evaluate


class _TooLarge(Exception):
    pass


def _is_claim(node: ast.expr) -> bool:
    if isinstance(node, ast.BoolOp):
        return all(map(_is_claim, node.values))
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    return isinstance(node, ast.Compare) or (isinstance(node, ast.Constant) and isinstance(node.value, bool))


def _power(base: int, exponent: int) -> int:
    if exponent < 0:
        raise ValueError(_("a negative exponent makes fractions"))
    if base.bit_length() * exponent > LARGEST_BITS:
        raise _TooLarge
    return base**exponent


def _shifted(number: int, places: int) -> int:
    if number.bit_length() + places > LARGEST_BITS:
        raise _TooLarge
    return number << places


def _product(left: int, right: int) -> int:
    if left.bit_length() + right.bit_length() > 2 * LARGEST_BITS:
        raise _TooLarge
    return left * right


def _xor(*numbers: Any) -> int:
    return reduce(operator.xor, numbers[0] if len(numbers) == 1 and isinstance(numbers[0], tuple) else numbers, 0)


_BINARY: dict[type[ast.operator], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: _product,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: _power,
    ast.LShift: _shifted,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
}
_UNARY: dict[type[ast.unaryop], Callable[..., Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
    ast.Not: operator.not_,
}
_COMPARISONS: dict[type[ast.cmpop], Callable[..., Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "gcd": math.gcd,
    "isqrt": math.isqrt,
    "len": len,
    "max": max,
    "min": min,
    "sum": sum,
    "xor": _xor,
}
_METHODS: dict[str, Callable[..., Any]] = {"bit_count": int.bit_count, "bit_length": int.bit_length}


# ---- the command


LONG = 400
"""Letters of a sentence of what is found of rules."""
POSITIONS, WORK, LAST, SECONDS = 2000, 5_000_000, 100, 10
"""Without ``--to`` it ends after so many positions, or before these have more options; and after seconds that these never
take, since a rule may sleep. How long the prover is asked."""

Words = Annotated[
    list[str],
    argument(
        "GAME [ARGS]... [FORMULA]",
        (
            "A game (rules.py:name, or from the catalogue) and a formula in the numbers of a position: 'n % 4', "
            "or 'a == b' for losing positions. ^ is xor; max, min, abs, gcd, isqrt, len, n.bit_count() are "
            "allowed. Without a formula, the rules themselves are checked."
        ),
        completed,
    ),
]


class Verdict(NamedTuple):
    """What came out: how many positions were looked at, up to which number, and the first that differs.

    ``claim`` is what the prover says of all positions, None where it was not asked.
    """

    checked: int
    largest: int
    position: Position | None = None
    formula: Any = None
    rules: Any = None
    claim: Any = None

    @property
    def proved(self) -> bool:
        """Whether something is proved: the formula for all positions, or that it is wrong for one that was not looked at."""
        return self.claim is not None and self.claim.holds is not None


def run(
    words: Words,
    to: Annotated[int | None, upto(10**9)] = None,
    losing: Annotated[bool, flag("--losing", "The formula is true where the player to move loses.")] = False,
    play: Play = "normal",
    prover: Annotated[
        int | None,
        option("--prover", "S", "Seconds given to the prover, without --to (default 10; 0 to skip).", Natural(LONGEST)),
    ] = None,
    certificate: Certificate = "",
) -> Answer:
    """Check rules: what is read, compiled and proved; or test a formula for values or losing positions, and prove it."""
    output.check_writable(certificate)
    found = arguments.named(words)
    if not found.words and isinstance(found.game, Ruleset):
        if to is not None or losing or play != "normal" or certificate:
            raise GrundyError('these options need a formula: grundy check bash "n % 4" --to 60')
        return _of_rules(found.rules, prover)
    if len(found.words) != 1:
        raise GrundyError('check takes a game and one formula in quotes: grundy check bash "n % 4"')
    rules = found.rules
    formula = Formula(found.words[0], [*guess.coordinates(rules), *rules.params])
    losing = losing or formula.claims
    if play != "normal" and not losing:
        raise GrundyError("values belong to normal play: add --losing, or write a formula that is true or false")
    verdict = compare(rules, formula, to, play if losing else None)
    seconds = SECONDS if prover is None else prover
    if verdict.position is None and to is None and seconds:
        verdict = _proved(verdict, rules, formula, losing, play, seconds)
    told = _words(rules, formula, losing, verdict)
    if certificate:
        told = f"{told}\n{output.certified(certificate, _certificate(verdict, losing, play))}"
    return Answer(_data(rules, formula, losing, verdict), told, 0 if verdict.position is None else 1)


def _of_rules(rules: Ruleset, prover: int | None) -> Answer:
    """Look at rules without a formula: the exit code is 1 where something in them is wrong."""
    looked: Any = import_module("grundy.playing.rule_check")
    with limits.working(_("trying out the rules")):
        found = looked.checked(rules, **({} if prover is None else {"seconds": prover}))
    names = {"read": _("read"), "compiled": _("compiled"), "parts": _("splits into parts"), "law": _("law or theorem")}
    names |= {"declared": _("declared"), "ending": _("ending"), "plain play": _("plain play"), "players": _("players")}
    heads = {"good": "", "missing": _("no: "), "wrong": _("WRONG: ")}
    rows = [
        (names[each.about], f"{heads[each.state]}{shorten(str(each.said), LONG, placeholder=' …')}")
        for each in found.findings
    ]
    data = {
        "game": rules.name,
        "holds": found.holds,
        "checked": found.positions,
        "findings": [each.to_dict() for each in found.findings],
    }
    return Answer(data, lambda: output.show_facts(rules.name, rows), 0 if found.holds else 1)


def _proved(verdict: Verdict, rules: Ruleset, formula: Formula, losing: bool, play: str, seconds: float) -> Verdict:
    """Return a verdict with what the prover says of all positions."""
    names = guess.coordinates(rules)
    claims = import_module("grundy.proving.claims")
    given = {"losing": losing, "play": play, "seconds": limits.left() or seconds}
    with limits.working(_("proving")):
        claim = claims.proved(rules, formula.tree, names, lambda part: formula.worth(part, rules.params), **given)
    verdict = verdict._replace(claim=claim)
    if claim.holds is not False:
        return verdict
    said = formula(guess.environment(rules, claim.position))
    position = Position(rules, rules.make_state(claim.position))
    return verdict._replace(position=position, formula=bool(said) if losing else said, rules=claim.right)


def _certificate(verdict: Verdict, losing: bool, play: str) -> dict[str, Any]:
    """Return the certificate of what is proved: of the position that differs, or of the formula; GrundyError for none."""
    if verdict.proved:
        return verdict.claim.proof
    if verdict.position is not None:
        return verdict.position.solve(play).certificate("strategy" if losing else "values")
    raise GrundyError(
        "no proof, so no certificate: {reason}",
        reason=_("the prover was not asked") if verdict.claim is None else verdict.claim.reason,
    )


def compare(rules: Ruleset, formula: Formula, to: int | None, play: str | None) -> Verdict:
    """Compare a formula with the rules, in growing order: with the losing positions of a play, or the values (None)."""
    left, end = WORK, monotonic() + LAST
    checked, largest = 0, 0
    for states in _rounds(rules, to):
        if to is None and checked:
            left -= len(states) * len(going_on(rules, rules.make_state(states[-1]), WORK))  # as if all had as many
            if checked >= POSITIONS or left < 0 or monotonic() > end:
                break
        truth = guess.values(rules, states) if play is None else guess.losing(rules, states, play)
        for args, right in zip(states, truth, strict=True):
            said = formula(guess.environment(rules, args))
            if (bool(said) if play is not None else said) != right:
                return Verdict(checked + 1, max(args), Position(rules, rules.make_state(args)), said, right)
            checked, largest = checked + 1, max(largest, *args)
    if not checked:
        raise GrundyError("{name} has no position made of numbers up to {to}", name=rules.name, to=to or 0)
    return Verdict(checked, largest)


def _rounds(rules: Ruleset, to: int | None) -> Iterator[list[guess.Arguments]]:
    """Yield the states in growing order, in lists that grow."""
    gathered: list[guess.Arguments] = []
    wanted, refused = 1, 0
    for largest, states in guess.growing(rules):
        if to is not None and largest > to:
            break
        found = [args for args in states if guess.accepted(rules, args)]
        gathered += found
        refused = 0 if found else refused + len(states)
        if len(gathered) >= wanted:
            yield gathered
            gathered, wanted = [], 2 * wanted
        if to is None and (largest > POSITIONS or refused > 10 * POSITIONS):
            break
    if gathered:
        yield gathered


def _words(rules: Ruleset, formula: Formula, losing: bool, verdict: Verdict) -> str:
    what = _("the losing positions") if losing else _("the scores") if rules.scoring else _("the Grundy values")
    if verdict.position is None and verdict.proved:
        names, least = ", ".join(guess.coordinates(rules)), verdict.claim.least
        return _("{text} gives {what} of {name} for all {names} >= {least}, proved").format(
            text=formula.text, what=what, name=rules.name, names=names, least=least
        )
    if verdict.position is None:
        told = _(
            "{text} gives {what} of {name} for all {checked:,} positions with numbers up to {largest:,}; "
            "that proves nothing beyond them"
        ).format(text=formula.text, what=what, name=rules.name, checked=verdict.checked, largest=verdict.largest)
        return told if verdict.claim is None else f"{told}: {verdict.claim.reason}"
    if losing:
        said, right = (
            (_("losing") if verdict.formula else _("not losing")),
            (_("losing") if verdict.rules else _("not losing")),
        )
    else:
        said, right = str(verdict.formula), str(verdict.rules)
    return _("counterexample: {position}: {text} says {said}, the rules say {right}").format(
        position=verdict.position, text=formula.text, said=said, right=right
    )


def _data(rules: Ruleset, formula: Formula, losing: bool, verdict: Verdict) -> dict[str, Any]:
    counterexample = None
    if verdict.position is not None:
        counterexample = {"position": str(verdict.position), "formula": verdict.formula, "rules": verdict.rules}
    return {
        "game": rules.name,
        "formula": formula.text,
        "of": "losing" if losing else "value",
        "holds": verdict.position is None,
        "proved": verdict.proved,
        "reason": "" if verdict.claim is None else verdict.claim.reason,
        "checked": verdict.checked,
        "to": verdict.largest,
        "counterexample": counterexample,
    }
