"""The text syntax of formulas, close to that of Walnut (H. Mousavi, *Automatic theorem proving in Walnut*, 2016).

``?msd_fib E a,b P(a,b) & b = a + d``: first a numeration system (msd_2 if none is named), then the formula.

=====================================  ==============================================================
``E x,y …`` ``A x,y …`` ``E>=3 x …``   some x and y, all x and y, at least 3 values of x; as far right as possible
``~ & ^ | => <=>``                     not, and, exclusive or, or, if, if and only if; binding in that order; what
                                       Walnut reads otherwise, such as ``a | b & c``, wants parentheses
``= != < <= > >=``                     between terms; ``a < b < c`` is ``a < b & b < c``
``+ - 3*x 3x x/2 x%2 x^y``             terms; ``/`` is the floor quotient (also ``//``), ``%`` the remainder (also ``mod``)
``P(x, y+1)`` ``$P(x, y+1)``           a predicate of terms
=====================================  ==============================================================

Terms are whole numbers: ``x - y`` may be negative, and is then less than every natural number. A floor, a remainder and a
nim-sum (``^`` or ``xor`` between terms, in base 2) of a negative term do not exist, and an atom that has one is false.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from grundy.common.errors import GrundyError, Sentence
from grundy.common.messages import _
from grundy.proving.logic import expressions as logic
from grundy.proving.logic.expressions import Formula, Term
from grundy.proving.logic.numeration import Numeration, numeration

DEFAULT = "msd_2"
DEEPEST = 60
"""Parentheses, negations, quantifiers and divisions may be nested so deep."""
_TOKEN = re.compile(r"\s*(?:(\d+)|([^\W\d]\w*'*)|(<=>|=>|!=|<=|>=|//|[-+*/%^=<>~&|(),$:]))")
_OTHER = {"×": "*", "·": "*", "≤": "<=", "≥": ">=", "≠": "!=", "¬": "~", "∧": "&", "∨": "|", "⊕": "^"} | {
    "⇒": "=>",
    "→": "=>",
    "⇔": "<=>",
    "↔": "<=>",
    "∃": "E",
    "∀": "A",
}
_RANK = {"&": 0, "^": 1, "xor": 1, "|": 2}
_WORDS = ("E", "A", "mod", "xor")


class FormulaError(GrundyError):
    """A formula that cannot be read, with its column, from 1."""

    def __init__(self, problem: str | Sentence, column: int, **data: Any) -> None:
        what = problem if isinstance(problem, Sentence) else Sentence(problem, **data)
        super().__init__(Sentence("column {column}: {problem}", column=column, problem=what))
        self.column = column


@dataclass(frozen=True)
class _Token:
    text: str
    column: int

    @property
    def is_name(self) -> bool:
        return self.text[:1].isalpha() or self.text[:1] == "_"

    @property
    def shown(self) -> str:
        return repr(self.text) if self.text else _("the end")


def parse(
    text: str, predicates: Collection[str] | None = None, *, variables: Collection[str] | None = None
) -> tuple[Numeration, Formula]:
    """Return the numeration system and the formula of a text.

    FormulaError, which tells the column, for what cannot be read: unbalanced parentheses, products of variables, and,
    where ``predicates`` or ``variables`` (the free ones) are given, names that are not among them. O(length).

    >>> system, formula = parse("?msd_fib E k k > 0 & b = a + 2k")
    >>> system.name, str(formula)
    ('msd_fib', 'E k (k>0 & b=a+2*k)')
    >>> parse("a * b = 1")
    Traceback (most recent call last):
    ...
    grundy.proving.logic.syntax.FormulaError: column 3: a product of two variables is not linear; one factor must be a
    constant
    """
    system, start = _system(text)
    reader = _Reader(_tokens(text, start), predicates)
    formula = reader.formula()
    reader.expect("")
    if variables is not None:
        for name in sorted(logic.free_names(formula) - set(variables)):
            column = next(token.column for token in reader.tokens if token.text == name)
            raise FormulaError("there is no variable {name!r}; bind it by E or A", column, name=name)
    return system, formula


def is_variable(name: str) -> bool:
    """Return whether a name is that of a variable in formulas, also before a parenthesis and where it is bound.

    >>> [is_variable(name) for name in ("n", "n'", "E", "Aa", "mod")]
    [True, True, False, False, False]
    """
    whole = _TOKEN.fullmatch(name)
    return bool(whole and whole[2]) and name[0] not in "EA" and name not in (*_WORDS, "true", "false")


def _system(text: str) -> tuple[Numeration, int]:
    """Return the numeration system named at the beginning, and where the formula begins."""
    found = re.match(r"\s*\?\s*((?:ost|rec)\s*\[[^\]]*\]|\w*)", text)
    if not found:
        return numeration(DEFAULT), 0
    try:
        return numeration(found[1]), found.end()
    except GrundyError as error:
        raise FormulaError(error.said, found.start(1) + 1) from None


def _tokens(text: str, start: int) -> list[_Token]:
    tokens: list[_Token] = []
    place = start
    while text[place:].strip():
        if (mended := _OTHER.get(text[place])) is not None:
            tokens.append(_Token(mended, place + 1))
            place += 1
            continue
        found = _TOKEN.match(text, place)
        if not found:
            column = place + len(text[place:]) - len(text[place:].lstrip()) + 1
            if text[column - 1] in _OTHER:
                place = column - 1
                continue
            raise FormulaError("{text!r} has no meaning in a formula", column, text=text[column - 1])
        tokens.append(_Token(found[0].strip(), found.end() - len(found[0].strip()) + 1))
        place = found.end()
    tokens.append(_Token("", len(text.rstrip()) + 1))
    return tokens


class _Reader:
    """Reads by recursive descent. Parentheses may hold a term or a formula: what was read tells which."""

    def __init__(self, tokens: list[_Token], predicates: Collection[str] | None) -> None:
        self.tokens = tokens
        self._predicates = predicates
        self._place = 0
        self._depth = 0

    @property
    def _next(self) -> _Token:
        return self.tokens[self._place]

    def _take(self, *texts: str) -> _Token | None:
        token = self._next
        if token.text in texts and token.text:
            self._place += 1
            return token
        return None

    def expect(self, text: str, opened: _Token | None = None) -> None:
        """Step over a token that must come, or complain."""
        token = self._next
        if token.text == text:
            self._place += 1
        elif opened is not None and not token.text:
            raise FormulaError("this parenthesis is never closed", opened.column)
        elif token.text == ")":
            raise FormulaError("this parenthesis closes nothing", token.column)
        else:
            wanted = repr(text) if text else _("an operator")
            raise FormulaError("{wanted} was expected, not {shown}", token.column, wanted=wanted, shown=token.shown)

    def formula(self) -> Formula:
        """Read a whole formula; a term alone is none."""
        return self._as_formula(self._iff())

    def _as_formula(self, found: Formula | Term) -> Formula:
        if isinstance(found, Term):
            token = self._next
            raise FormulaError("a relation such as = or < was expected, not {shown}", token.column, shown=token.shown)
        return found

    def _as_term(self, found: Formula | Term, token: _Token) -> Term:
        if not isinstance(found, Term):
            raise FormulaError("a number or a variable was expected here, not a formula", token.column)
        return found

    def _iff(self) -> Formula | Term:
        left = self._implies()
        if self._take("<=>"):
            left = logic.Iff(self._as_formula(left), self._as_formula(self._implies()))
            self._refuse_more("<=>")
        return left

    def _implies(self) -> Formula | Term:
        left = self._joined()
        if self._take("=>"):
            left = logic.Implies(self._as_formula(left), self._as_formula(self._joined()))
            self._refuse_more("=>")
        return left

    def _refuse_more(self, text: str) -> None:
        if self._next.text == text:
            raise FormulaError(
                "a second {text}: use parentheses to say which comes first", self._next.column, text=text
            )

    def _joined(self) -> Formula | Term:
        """Read formulas joined by & ^ |, which bind in that order; where taking all from the left differs, it is refused."""
        left = self._not()
        last = ""
        while not isinstance(left, Term) and (found := self._take(*_RANK)):
            if _RANK[found.text] < _RANK.get(last, 0):
                raise FormulaError(
                    "{text} after {last}: use parentheses to say which binds first",
                    found.column,
                    text=found.text,
                    last=last,
                )
            right = self._as_formula(self._not())
            if _RANK[found.text] == 1:
                left = logic.Not(logic.Iff(left, right))
                self._nested(found)
            else:
                kind = logic.And if found.text == "&" else logic.Or
                known = left.parts if last == found.text and isinstance(left, logic.And | logic.Or) else (left,)
                left = kind((*known, right))
            last = found.text
        return left

    def _not(self) -> Formula | Term:
        token = self._next
        before = self._depth
        self._nested(token)
        found = logic.Not(self._as_formula(self._not())) if self._take("~") else self._quantified() or self._compared()
        self._depth = before
        return found

    def _nested(self, token: _Token) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise FormulaError("this is nested more than {deepest} deep", token.column, deepest=DEEPEST)

    def _quantified(self) -> Formula | None:
        """Read a quantifier with what it binds: E x, E>=3 x, and Walnut's Ex,y written together."""
        token = self._next
        if token.text[:1] not in ("E", "A") or not token.text:
            return None
        if self.tokens[self._place + 1].text == "(" and token.text in (self._predicates or ()):
            return None
        self._place += 1
        least = 0
        if token.text == "E" and self._take(">="):
            least = self._number(self._next)
        names = [self._name() if len(token.text) == 1 else token.text[1:]]
        while self._take(","):
            names.append(self._name())
        if least and len(names) > 1:
            raise FormulaError("E>= counts the values of one variable", token.column)
        if len(set(names)) < len(names):
            raise FormulaError("a quantifier binds each variable once", token.column)
        self._take(":")
        part = self._as_formula(self._iff())
        if least:
            return logic.AtLeast(least, names[0], part)
        return (logic.Exists if token.text[0] == "E" else logic.Forall)(tuple(names), part)

    def _name(self) -> str:
        token = self._next
        if not token.is_name or token.text in _WORDS:
            raise FormulaError("a variable was expected, not {shown}", token.column, shown=token.shown)
        self._place += 1
        return token.text

    def _number(self, token: _Token) -> int:
        if not token.text.isdecimal():
            raise FormulaError("a number was expected, not {shown}", token.column, shown=token.shown)
        if len(token.text) > 1000:
            raise FormulaError("numbers of more than 1000 digits are not read", token.column)
        self._place += 1
        return int(token.text)

    def _compared(self) -> Formula | Term:
        start, begin = self._next, self._place
        terms = [self._xor()]
        relations: list[str] = []
        while found := self._take(*logic.RELATIONS):
            self._as_term(terms[-1], start)
            relations.append(found.text)
            start = self._next
            terms.append(self._as_term(self._xor(), start))
        if len(relations) > 1:
            self._refuse_open_xor(begin)
        if not relations:
            return terms[0]
        sides = [self._as_term(term, start) for term in terms]
        parts = tuple(
            logic.Compare(left, relation, right)
            for left, relation, right in zip(sides, relations, sides[1:], strict=False)
        )
        return parts[0] if len(parts) == 1 else logic.And(parts)

    def _refuse_open_xor(self, begin: int) -> None:
        """Refuse a = b ^ c = d, where a reader may think that formulas are joined."""
        depth = 0
        for token in self.tokens[begin : self._place]:
            depth += (token.text == "(") - (token.text == ")")
            if not depth and token.text in ("^", "xor"):
                raise FormulaError("use parentheses to say whether formulas or numbers are joined here", token.column)

    def _xor(self) -> Formula | Term:
        left = self._sum()
        while isinstance(left, Term) and (found := self._take("^", "xor")):
            token = self._next
            self._nested(found)
            left = left ^ self._as_term(self._sum(), token)
        return left

    def _sum(self) -> Formula | Term:
        left = self._product()
        while isinstance(left, Term) and (found := self._take("+", "-")):
            token = self._next
            right = self._as_term(self._product(), token)
            left = left + right if found.text == "+" else left - right
        return left

    def _product(self) -> Formula | Term:
        left = self._signed()
        while isinstance(left, Term) and (found := self._take("*", "/", "//", "%", "mod")):
            token = self._next
            if found.text != "*":
                self._nested(found)
            left = self._times(left, found, self._as_term(self._signed(), token), token)
        return left

    def _times(self, left: Term, operator: _Token, right: Term, token: _Token) -> Term:
        if operator.text == "*":
            if right.parts and left.parts:
                raise FormulaError(
                    "a product of two variables is not linear; one factor must be a constant", operator.column
                )
            return right * left.constant if right.parts else left * right.constant
        if right.parts:
            raise FormulaError("a variable as divisor is not linear; it must be a constant", token.column)
        if right.constant < 1:
            raise FormulaError("the divisor must be 1, 2, 3, …, not {constant}", token.column, constant=right.constant)
        return left // right.constant if operator.text in ("/", "//") else left % right.constant

    def _signed(self) -> Formula | Term:
        sign = 1
        while self._take("-"):
            sign = -sign
        token = self._next
        found = self._atom()
        return found if sign == 1 else -self._as_term(found, token)

    def _atom(self) -> Formula | Term:
        token = self._next
        if token.text.isdecimal():
            value = logic.as_term(self._number(token))
            follower = self._next  # 3x is 3*x
            if (
                follower.is_name
                and follower.text not in ("mod", "xor", "E", "A")
                and follower.column == token.column + len(token.text)
            ):
                return self._as_term(self._atom(), follower) * value.constant
            return value
        if self._take("("):
            found = self._iff()
            self.expect(")", token)
            return found
        dollar = self._take("$") is not None
        if not self._next.is_name or self._next.text in _WORDS:
            wanted = _("a number, a variable or a formula")
            raise FormulaError(
                "{wanted} was expected, not {shown}", self._next.column, wanted=wanted, shown=self._next.shown
            )
        token = self._next
        self._place += 1
        if token.text in ("true", "false") and not dollar:
            return logic.Truth(token.text == "true")
        opened = self._next
        if not dollar and opened.text != "(":
            return logic.variable(token.text)
        return self._predicate(token)

    def _predicate(self, token: _Token) -> logic.Predicate:
        if self._predicates is not None and token.text not in self._predicates:
            there = ", ".join(sorted(self._predicates))
            known = _("; there are {there}").format(there=there) if there else _("; none are defined")
            raise FormulaError("there is no predicate {text!r}{known}", token.column, text=token.text, known=known)
        opened = self._next
        self.expect("(")
        arguments: list[Term] = []
        while not self._take(")"):
            if arguments:
                self.expect(",", opened)
            start = self._next
            arguments.append(self._as_term(self._xor(), start))
        return logic.Predicate(token.text, tuple(arguments))
