"""What the certificate of an automatic law says besides its automata, in fields that it may have:

- ``says``: sentences about the law (`grundy.check.formulas`), which are true: of P, the losing positions, or of G(x, …, v),
  that a position has the value v; of M(x, …, y, …), that a move leads from x, … to y, …; of W(x, …, y, …), that it does so
  and y, … is lost, or has the value 0; where moves leave several heaps, of M0(x), M1(x, y), M2(x, y, z), … and of W0(x), …
  instead, that these are left (of runs of heaps: all from y to z - 1; 0 in W1 is a heap, or none); and of the sets that have
  a name (`named`).
- ``wins``: which move wins, as a list of cases, objects with exactly ``when``, a formula about the numbers of a position,
  x0, x1, …; ``chosen``, a list of further names, and ``where``, a formula about these too; ``move``, the terms that the
  numbers become, or the heaps that are left; and ``one``, 0 or 1. From every position that is not lost, where play goes on
  (in misère play: and there is a move), the first case whose ``when`` holds gives a move that wins, for some chosen
  numbers with ``where``; and there is such a case. With ``one`` no position has two choices with which the move wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, partial, reduce
from itertools import product
from operator import xor
from typing import Any

from grundy.check import automata, formulas
from grundy.check.automata import Automaton, conjunction, some
from grundy.check.budget import room, spend
from grundy.check.form import Unproved, check_names, listed, natural, shown
from grundy.check.formulas import Linear, Sentences, Yield
from grundy.check.laws import VALUE, Law
from grundy.common.errors import GrundyError
from grundy.common.errors import said as _

Step = Callable[..., int | None]
"""The state after a letter, of the state before and the digits: 0 is the first, and None is for no such words."""


def _zeros(state: int, digit: int) -> int:
    """Return 1 for an even number of zeros at the end, 2 for an odd number; 0 before other digits."""
    return 1 if digit else state and 3 - state


def _length(state: int, digit: int) -> int:
    """Return 1 for an odd number of digits, 2 for an even number; 0 before any that is not 0."""
    return (state or digit) and 1 + state % 2


def _one(state: int, digit: int) -> int | None:
    """Return 1 after a 1 among zeros: the word is a weight of its system."""
    return state + digit if state + digit < 2 else None


def _last(state: int, digit: int, own: int) -> int | None:
    """Return 1 where the second word has the last digit of the first that is not 0, and zeros."""
    if state:
        return None if digit or own else 1
    return int(own > 0) if own in (0, digit) else None


def _shift(state: int, digit: int, shifted: int) -> int | None:
    """Return what `_zeros` tells of the first word, and 3 times its next digit: the second is it with a 0 after it."""
    return None if digit != state // 3 else 3 * shifted + _zeros(state % 3, digit)


MACHINES: dict[str, tuple[str, int, Step, tuple[int, ...]]] = {
    "odious": ("msd_2", 1, xor, (1,)),
    "evil": ("msd_2", 1, xor, (0,)),
    "vile": ("msd_2", 1, _zeros, (1,)),
    "dopey": ("msd_2", 1, _zeros, (2,)),
    "odd_length": ("msd_2", 1, _length, (1,)),
    "even_length": ("msd_2", 1, _length, (0, 2)),
    "fibonacci": ("msd_fib", 1, _one, (1,)),
    "ruler": ("msd_2", 2, _last, (1,)),
    "zeckendorf": ("msd_fib", 2, _last, (1,)),
}
"""Sets by name: the system, how many numbers, a machine that reads their digits, and its states of those in the set."""


def named(name: str, arithmetic: automata.Arithmetic) -> Automaton:
    """Return the relation that a name is in a system, its numbers in the order of its tracks; GrundyError for none."""
    if name == "Z":
        return _read(arithmetic, arithmetic.system.name, 2, _last, (1,))
    if name in MACHINES:
        return _read(arithmetic, *MACHINES[name])
    if name == "small":
        return some(conjunction(named("zeckendorf", arithmetic), arithmetic.less("2", "1")), "1")
    if name == "odiousth":  # of 2n - 2 and 2n - 1 one is odious
        near = (arithmetic.linear({"0": a, "1": b}, ">=", c) for a, b, c in ((2, -1, -1), (-2, 1, 2)))
        return conjunction(conjunction(*near), named("odious", arithmetic).renamed({"0": "1"}))
    if found := re.fullmatch(r"power([2-9])(?:times([2-9]))?", name):
        weight = _read(arithmetic, f"msd_{found[1]}", 1, _one, (1,)).renamed({"0": "1"})
        return some(conjunction(weight, arithmetic.linear({"0": 1, "1": -int(found[2] or 1)}, "=", 0)), "1")
    if found := re.fullmatch(r"places([2-9])of([2-9])", name):
        modulus = int(found[1])
        return _read(arithmetic, "msd_2", int(found[2]), lambda _, *ones: None if sum(ones) % modulus else 0, (0,))
    if found := re.fullmatch(r"beatty([1-9])", name):
        t = int(found[1])
        pairs = _read(arithmetic, "msd_fib" if t == 1 else f"rec [{t},1;1,{t + 1}]", 2, _shift, (0, 1))
        return automata.union(pairs, pairs.renamed({"0": "1", "1": "0"}))
    raise GrundyError("a sentence about this law has no relation {name}", name=name)


def _read(arithmetic: automata.Arithmetic, system: str, width: int, step: Step, ends: tuple[int, ...]) -> Automaton:
    """Return the relation of so many numbers whose digits are read so; GrundyError in another system."""
    if arithmetic.system.name != system:
        raise GrundyError(
            "a set read off digits in {system} cannot be used in {own}", system=system, own=arithmetic.system.name
        )

    def rows(state: int) -> Iterable[tuple[automata.Letter, int]]:
        for letter in product(range(arithmetic.system.base), repeat=width):
            spend()
            if (after := step(state, *letter)) is not None:
                yield letter, after

    names = tuple(map(str, range(width)))
    return conjunction(arithmetic.valid(names), automata.explored(names, 0, rows, ends.__contains__))


MOST = 64
"""No more sentences, and no more cases."""


def subject(law: Law) -> str:
    """Return in words what a sentence about a law is about."""
    return _("P being the losing positions") if law.claim == "losing" else _("G being the Grundy values")


def _relation(law: Law, name: str) -> Automaton:
    """Return what a sentence about a law calls by a name; GrundyError for a name that means nothing there."""
    found = re.fullmatch(r"([MW])(\d?)", name)
    if found and bool(found[2]) is law.moves.splits:
        after = tuple(f"y{i}" for i in range(int(found[2] or len(law.moves.names))))
        return law.relation(after) if found[1] == "M" else _winning(law, after)
    if name == ("P" if law.claim == "losing" else "G"):
        return _whole(law)
    return named(name, law.arithmetic)


def _whole(law: Law) -> Automaton:
    """Return the relation that is claimed: the losing positions, or those of positions and values."""
    if law.claim != "values":
        return law.automata[0]
    number = law.arithmetic.number
    first, *others = (conjunction(each, number(VALUE, value)) for value, each in enumerate(law.automata))
    return reduce(automata.union, others, first)


def _lost(law: Law) -> Automaton:
    """Return the positions that are lost: those of value 0, where values are claimed."""
    first = law.automata[0]
    return some(conjunction(first, law.arithmetic.number(VALUE, 0)), VALUE) if VALUE in first.names else first


def _open(law: Law) -> Automaton:
    """Return the positions where play goes on and that are not lost; in misère play, of those that have a move."""
    going = law.leads(lambda _: [None], law.names) if law.misere else law.domain
    going = conjunction(going, law.any_of(law.names, map(law.where, law.moves.going)))
    return automata.difference(going, _lost(law))


def _winning(law: Law, after: tuple[str, ...]) -> Automaton:
    """Return the relation of moves where what they leave is lost, or has the value 0; one heap 0 may be none."""
    led, renamed = law.relation(after), law.arithmetic.renamed
    if not law.moves.splits:
        return conjunction(led, renamed(_lost(law), dict(zip(law.moves.names, after, strict=True))))
    if not after:
        return led
    if len(after) == 1:
        led = automata.union(led, conjunction(law.relation(()), law.arithmetic.number(*after, 0)))
    return conjunction(led, renamed(_nothing(law, len(after)), {str(i): y for i, y in enumerate(after)}))


def _nothing(law: Law, parts: int) -> Automaton:
    """Return the relation of so many heaps, called 0, 1, …, that have the value 0 together; of a run, of its ends."""
    move = Yield((), tuple(Linear(((str(i), 1),)) for i in range(parts)))
    if law.claim == "values":
        return law.any_of(map(str, range(parts)), (each for each in law.with_value(move, 0) if each is not None))
    return some(conjunction(law.graph_of(move), law.arithmetic.number(VALUE, 0)), VALUE)


def in_words(law: Law, more: dict[str, Any]) -> str:
    """Return what is said besides, in words; GrundyError where it is malformed."""
    found: list[str] = []
    if "says" in more:
        room(len(listed(more, "says")), MOST)
        told = "; ".join(formulas.in_words(sentence) for sentence in more["says"])
        found.append(_("{of}: {told}").format(of=subject(law), told=told))
    if "wins" in more:
        room(len(listed(more, "wins")), MOST)
        first = _("a move wins from all other positions, by the first of these cases that holds: {cases}")
        found.append(first.format(cases="; ".join(map(_case, more["wins"]))))
    return "".join(f"\n{each}" for each in found)


def _case(case: Any) -> str:
    """Return one case in words; GrundyError where it is malformed."""
    if not isinstance(case, dict):
        raise GrundyError("a case is an object, not {shown}", shown=shown(case))
    check_names(case, ("when", "chosen", "where", "move", "one"), _("a case"))
    chosen, terms = listed(case, "chosen"), listed(case, "move")
    natural(case, "one", 0, int(bool(chosen)))
    named = {name for name in chosen if isinstance(name, str) and re.fullmatch(r"[a-u]\w{0,60}", name, re.ASCII)}
    if len(named) < len(chosen):
        raise GrundyError("the chosen names of a case begin with a letter from a to u, and none stands there twice")
    when, where = (formulas.in_words(case[name]) for name in ("when", "where"))
    to = formulas.in_words(["is", "to", *terms]) if terms else "to()"
    some = _(" with the only {names}") if case["one"] else _(" with some {names}")
    return (
        f"{when}: {to}{some.format(names=', '.join(chosen)) if chosen else ''}{f', {where}' if where != 'true' else ''}"
    )


def decide(law: Law, more: dict[str, Any]) -> None:
    """Unproved for the first thing that does not hold: of the law, and of what is said besides."""
    law.decide()
    own = Sentences(law.arithmetic, cache(partial(_relation, law)))
    for sentence in more.get("says", ()):
        if not own.holds(sentence):
            told = formulas.in_words(sentence)
            raise Unproved("the law holds, and the sentence is false: {told}", told=told)
    if "wins" in more:
        _decide_cases(law, own, more["wins"])


def _decide_cases(law: Law, own: Sentences, cases: list[Any]) -> None:
    """Decide that cases are complete, and that each gives a move that wins wherever it is the first that holds."""
    names = law.moves.names
    left = _open(law)
    for case in cases:
        when, chosen = own.where(case["when"], names), case["chosen"]
        name = f"W{len(case['move'])}" if law.moves.splits else "W"
        way = own.where(["and", case["where"], ["is", name, *names, *case["move"]]], (*names, *chosen))
        found = automata.without([way], chosen)
        assert found is not None
        if not (lost := automata.difference(conjunction(left, when), found)).empty:
            raise Unproved("a case gives no move that wins: {example}", example=law.example(lost))
        if case["one"] and chosen and not (two := automata.at_least(way, 2, chosen)).empty:
            raise Unproved("a case has two moves that win: {example}", example=law.example(two))
        left = automata.difference(left, when)
    if not left.empty:
        raise Unproved("no case speaks of a position: {example}", example=law.example(left))
