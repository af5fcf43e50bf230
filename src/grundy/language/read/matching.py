"""``match`` as a chain of ``if``: integers and tuples of integers, captures, alternatives, guards."""

from __future__ import annotations

import ast
import copy
from typing import NamedTuple, TypeAlias

from grundy.language.read.choosing import Block, Choosing
from grundy.language.read.syntax import assigned, called, comparison, got, number, starred, sublist

Subject: TypeAlias = "ast.expr | list[Subject]"
"""What is matched: an expression that may be asked again and again, or the items of a tuple that is written out."""


class Pattern(NamedTuple):
    """What must hold for a pattern, and the names that it then gives; ``tests`` is None where it never fits."""

    tests: list[ast.expr] | None
    names: list[tuple[str, ast.expr]]


class Matching(Choosing):
    """The rewriting of ``match``."""

    def matched(self, node: ast.Match) -> Block:
        """Return the choices that a ``match`` stands for."""
        before, value = self.apart(node.subject)
        if isinstance(value, ast.Name) and value.id not in _given(node):
            return [*before, *self._cases(node.cases, value)]
        subject = self._subject(value, before)
        return [*before, *self._cases(node.cases, subject)]

    def _subject(self, value: ast.expr, before: Block) -> Subject:
        if isinstance(value, ast.Tuple) and not any(isinstance(each, ast.Starred) for each in value.elts):
            return [self._subject(each, before) for each in value.elts]
        if isinstance(value, ast.Constant):
            return value
        name = self.fresh()
        before.append(assigned(name, value))
        return got(name)

    def _cases(self, cases: list[ast.match_case], subject: Subject) -> Block:
        if not cases:
            return []
        first, *rest = cases
        self.spend(1)
        self.line = first.pattern.lineno
        own = self._pattern(first.pattern, subject)
        if own.tests is None:
            return self._cases(rest, subject)
        given: Block = [assigned(name, copy.deepcopy(value)) for name, value in own.names]
        tests, body = own.tests, self.block(first.body)
        if first.guard is not None and own.names:
            body = self.choice(first.guard, body, self._cases(rest, subject))
        elif first.guard is not None:
            tests = [*tests, first.guard]
        if not tests:
            return [*given, *body]  # no other case is reached
        return self.choice(_all(tests), [*given, *body], self._cases(rest, subject))

    # -- patterns ------------------------------------------------------------------------------------------------------

    def _pattern(self, pattern: ast.pattern, subject: Subject) -> Pattern:
        match pattern:
            case ast.MatchAs(pattern=None, name=None):
                return Pattern([], [])
            case ast.MatchAs(pattern=inner, name=str(name)):
                found = Pattern([], []) if inner is None else self._pattern(inner, subject)
                return found._replace(names=[*found.names, (name, _written(subject))])
            case ast.MatchValue(value=value):
                if not isinstance(subject, ast.expr):
                    return Pattern(None, [])  # a tuple is no number
                return Pattern([comparison(subject, ast.Eq(), value)], [])
            case ast.MatchOr(patterns=patterns):
                return self._either_pattern([self._pattern(each, subject) for each in patterns])
            case ast.MatchSequence(patterns=patterns):
                return self._sequence(patterns, subject)
            case _:
                raise self.refuse("in match, only integers, tuples, names, '|' and '_' can be read")

    def _either_pattern(self, found: list[Pattern]) -> Pattern:
        fitting = [each for each in found if each.tests is not None]
        if any(each.names for each in found):
            raise self.refuse("names in the alternatives of a pattern are not read")
        if any(not each.tests for each in fitting):
            return Pattern([], [])
        tests = [_all(each.tests or []) for each in fitting]
        if not tests:
            return Pattern(None, [])
        return Pattern([tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), tests)], [])

    def _sequence(self, patterns: list[ast.pattern], subject: Subject) -> Pattern:
        stars = [i for i, each in enumerate(patterns) if isinstance(each, ast.MatchStar)]
        least = len(patterns) - len(stars)
        tests: list[ast.expr] = []
        if isinstance(subject, list):
            if len(subject) < least or (not stars and len(subject) > least):
                return Pattern(None, [])
        else:
            sign = ast.GtE() if stars else ast.Eq()
            tests.append(comparison(called("len", subject), sign, number(least)))
        names: list[tuple[str, ast.expr]] = []
        for i, each in enumerate(patterns):
            behind = len(patterns) - i - 1
            if isinstance(each, ast.MatchStar):
                if each.name is not None:
                    names.append((each.name, _rest(subject, i, behind)))
                continue
            place = i if not stars or i < stars[0] else i - len(patterns)
            own = self._pattern(each, _item(subject, place))
            if own.tests is None:
                return own
            tests += own.tests
            names += own.names
        return Pattern(tests, names)


def _given(node: ast.Match) -> set[str]:
    """Return the names to which the patterns and guards give values."""
    inside = [each for case in node.cases for part in (case.pattern, case.guard) if part for each in ast.walk(part)]
    captured = {each.name for each in inside if isinstance(each, ast.MatchAs | ast.MatchStar) and each.name}
    return captured | {each.target.id for each in inside if isinstance(each, ast.NamedExpr)}


def _item(subject: Subject, place: int) -> Subject:
    if isinstance(subject, list):
        return subject[place]
    return ast.Subscript(copy.deepcopy(subject), number(place), ast.Load())


def _rest(subject: Subject, first: int, behind: int) -> ast.expr:
    """Return the items between some at the beginning and some at the end, as a list."""
    if isinstance(subject, list):
        return ast.List([_written(each) for each in subject[first : len(subject) - behind]], ast.Load())
    inner = sublist(subject, number(first) if first else None, number(-behind) if behind else None)
    return ast.List([starred(inner)], ast.Load())


def _written(subject: Subject) -> ast.expr:
    if isinstance(subject, list):
        return ast.Tuple([_written(each) for each in subject], ast.Load())
    return copy.deepcopy(subject)


def _all(tests: list[ast.expr]) -> ast.expr:
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
