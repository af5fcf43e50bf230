"""Rules made by a grammar of what may be misread: both readers give the moves that Python makes, or refuse."""

from __future__ import annotations

import linecache
import random
from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

import grundy as gr
from cases import each_day, nontrivial
from grundy.check.moves import moves_of
from grundy.common.errors import GrundyError
from grundy.proving.boxes import formula_options
from grundy.proving.logic.expressions import free_names
from grundy.proving.moves import Moves
from grundy.proving.reading import moves
from grundy.proving.witnesses import holds
from grundy.rules.data import rules_data
from lowered_rules import options, wrong

HEAD = """\
def h(n, k=2):
    if n > k:
        return n - k
    return k

def g(*n):
    return len(n) + n[0]

def rule(a: int, b: int):
    x = 1
    t = (1, 2)
    u = [1]
"""
SIDE = 6
State = tuple[int, ...]
Options = set[State] | None


class Grammar:
    """Makes sources."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def pick(self, *choices: str) -> str:
        """Return one of some texts, where N, S, C stand for a number, a sequence, a condition; each is made for itself."""
        made = ""
        for letter in self.chance.choice(choices):
            made += {"N": self.number, "S": self.sequence, "C": self.condition}.get(letter, lambda own=letter: own)()
        return made

    depth, plain = 0, 0.35  # how often a piece is simple

    def nested(self, plain: tuple[str, ...], others: tuple[str, ...]) -> str:
        self.depth += 1
        found = self.pick(*(plain if self.depth > 3 or self.chance.random() < self.plain else others))
        self.depth -= 1
        return found

    def number(self) -> str:
        whole = ("(N + N)", "(N - N)", "(N * 2)", "(N * -1)", "(N // 2)", "(N % 3)", "min(N, N)", "max(S)", "abs(N)")
        whole += ("sum(S)", "len(S)", "S[0]", "S[-1]", "(N if C else N)", "(N and N)", "(N or N)", "int(N)", "h(N)")
        return self.nested(("a", "b", "x", "0", "1", "2", "True"), (*whole, "h(N, N)", "h(k=N, n=N)", "g(N, N)"))

    def sequence(self) -> str:
        whole = ("(N, N)", "[N, N]", "tuple(S)", "list(S)", "[i + N for i in S if C]", "(i for i in S)", "range(N)")
        whole += ("(S + S)", "(S * 2)", "(*S, 1)", "S[:1]", "S[1:]", "S[::-1]", "range(1, 3)", "(S or S)")
        return self.nested(("()", "[]", "(a, b)", "t", "u"), whole)

    def condition(self) -> str:
        whole = ("N < N", "N == N", "N != N", "N < N <= N", "(C and C)", "(C or C)", "not C", "N in S", "N not in S")
        whole += ("S == S", "S != S", "any(S)", "all(i > N for i in S)", "bool(N)", "S", "S in (S, S)")
        return self.nested(("a > b", "a", "b != 2", "x", "True"), whole)

    def block(self, depth: int, indent: str, loop: bool) -> list[str]:
        lines: list[str] = []
        for _ in range(self.chance.randint(1, 3)):
            form = self.chance.random()
            if form < 0.3 and depth:
                lines += [self.pick("if C:"), *self.block(depth - 1, "    ", loop)]
                lines += ["else:", *self.block(depth - 1, "    ", loop)] if self.chance.random() < 0.3 else []
            elif form < 0.5 and depth:
                head = self.pick(
                    "for x in range(N):", "for m in S:", "for x in reversed(S):", "for m in range(1, N, 2):"
                )
                lines += [head, *self.block(depth - 1, "    ", True)]
            elif form < 0.55 and loop:
                lines.append(self.pick("break", "continue", "return"))
            elif form < 0.75:
                odd = ("t = S", "u = S", "t += S", "u = t", "x, y = S", "t *= 2")
                lines.append(self.pick("x = N", "x += N", *(() if self.plain > 0.9 else odd)))
            else:
                lines.append(self.pick("yield N, N", "yield N, N", "yield N, N" if self.plain > 0.9 else "yield S"))
        return [indent + line for line in lines]

    def rule(self, name: str) -> Callable[..., Any]:
        """Return a rule whose source `inspect` finds."""
        self.plain = self.chance.choice((0.35, 0.95, 0.95))  # most odd rules are refused
        source = HEAD + "\n".join(self.block(2, "    ", False)) + "\n    if a > 5:\n        yield a, b\n"
        linecache.cache[name] = len(source), None, source.splitlines(True), name
        names: dict[str, Any] = {}
        exec(compile(source, name, "exec"), names)
        return names["rule"]


def by_python(function: Callable[..., Any], state: State) -> Options:
    """Return the options as Python makes them, None where the rule fails, or yields no pair."""
    try:
        found = list(function(*state))
    except Exception:
        return None
    return {tuple(map(int, pair)) for pair in found} if all(type(p) is tuple and len(p) == 2 for p in found) else None


def by_formulas(read: Moves, state: State) -> Options | str:
    """Return the options by the prover's reading; "" where it says itself that it does not hold there, or is not sure."""
    values = dict(zip(read.names, state, strict=True))
    for duty in read.duties:
        free = sorted(free_names(duty.broken) - values.keys())
        for bound in product(range(9), repeat=len(free)):
            if len(free) > 2 or holds(duty.broken, {**values, **dict(zip(free, bound, strict=True))}):
                return ""
    return formula_options(read, state)


def by_checker(read: Any, state: State) -> Options | str:
    """Return the options by the checker's reading; "" where something that must not be may be."""
    return "" if wrong(read.never, state) else options(read.moves, state)


def compared(seed: int, count: int) -> Counter[str]:
    """Compare readings of so many rules with Python; return how many were read."""
    grammar, told = Grammar(seed), Counter[str]()
    for i in range(count):
        name = f"<rule {seed}.{i}>"
        rules = gr.game(grammar.rule(name))
        readings: dict[str, Any] = {}
        try:
            read = moves(rules)
            if max((len(move.bound) for move in read.moves), default=0) < 3:
                readings["formulas"] = lambda state, read=read: by_formulas(read, state)
        except GrundyError:
            pass
        try:
            checked = moves_of({**rules_data(rules, 0), "heaps": 2})
            readings["checker"] = lambda state, checked=checked: by_checker(checked, state)
        except (GrundyError, ValueError, TypeError):
            pass
        told.update(readings.keys())
        nontrivial(readings)
        for state in product(range(SIDE), repeat=2) if readings else ():
            true = by_python(rules.function, state)
            for reader, reading in readings.items():
                said = reading(state)
                assert said in ("", true), (reader, state, said, true, "".join(linecache.cache[name][2]))  # type: ignore[index]
        del linecache.cache[name]
    return told


@pytest.mark.slow
def test_no_rule_is_misread() -> None:
    told = compared(1, each_day(120))
    assert min(told["formulas"], told["checker"]) > 6, told


@pytest.mark.hours
@pytest.mark.parametrize("seed", range(2, 8))
def test_none_of_many_rules_is_misread(seed: int) -> None:
    assert compared(seed, 1000)["checker"] > 200
