"""Certificates of automatic laws: everything a checker needs to decide a law again from the rules, and nothing else.

A certificate is a JSON object of integers, texts, lists and objects, with exactly these fields, and ``says`` and ``wins``
where something is said besides (`grundy.check.statements`):

- ``kind``: "automatic law"; ``format``: 2.
- ``game``: the name of the game, and ``text``, its rules in Python: for the reader's eye, nothing is claimed of them.
- ``rules``: what the moves are. Of a Python rule an object with exactly ``version``, the version of the rule language
  (`grundy.language.ir.VERSION`), ``moves``, and where endings are declared ``ending``, each a routine as JSON
  (`grundy.language.ir.routine_json`; what it means says `grundy.language.run`). A routine takes the position, then the
  parameters that it names, in its order. Of a heap code an object with exactly ``code``, the code's text.
- ``form``: "game" (what is yielded is the position after the move), "heaps" (what is yielded are the heaps that replace one
  heap of a sum) or "code" (the same, by a code).
- ``parameters``: the values of the parameters by name: integers or lists of them, which stand for tuples.
- ``fingerprint``: SHA-256, in hexadecimal, of the canonical text of the object of the four fields ``form``, ``least``,
  ``parameters`` and ``rules``.
- ``least``: the smallest number of a position: positions are tuples of numbers from it on. No option may leave them.
- ``order``, only of the form "game", and where there is one: a list of rows [i, j, d], d being 0 or 1, places from 0.
  Positions are the tuples of which number j is number i plus d, or more, for every row. No option may leave them.
- ``carried``, only of the form "game", and where there are some: the names of 1 to 3 parameters that are the last numbers of
  a position, in this order, which no move changes. They stand in ``order`` as those do, and not in ``parameters``; they are
  one more field of the fingerprint. So the law is one for all their values.
- ``heaps``: how many numbers a position has, but for those carried. For the forms "heaps" and "code" 0 says that the
  claim is about one heap of a sum; N >= 1 that positions are sums of N heaps, a move being one in one of them that leaves
  at most one heap (no heap stands for the heap 0, which then must have no move).
- ``play``: "normal" or "misere" (whoever cannot move wins, and declared wins and losses change places).
- ``blocked``: b >= 0: at each move, up to b different options may be forbidden by the player who is not to move.
- ``numeration``: the name of the numeration system (`grundy.proving.logic.numeration.numeration`): msd_k, msd_fib, msd_pell,
  msd_trib, "ost [0;1,(2)]" or "rec [2,1;1,3]".
- ``claim``: "losing", "values", "graph" or "runs".
- ``automata``: a list of objects with exactly ``delta`` and ``accepting``. ``delta[state][letter]`` is a state or -1,
  state 0 is the first; a letter is the digits of all tracks, read as a number in the system's base (digits 0 … base -
  1), the first track's the most significant; words come with the most significant digits first, shorter ones filled
  up with zeros. ``accepting`` lists states in rising order. Each automaton accepts valid representations only, is
  closed under adding and removing leading letters of zeros, is minimal, without states from which nothing is accepted
  (but the first), and numbered breadth first by letters. The tracks are the numbers of a position in order; for
  "graph" and "runs" there is one more, the value.
- ``ranking``: a list of sums, each a list of places (from 0, rising) of a position: every move lowers the first sum,
  or keeps it and lowers the second, and so on. For ``heaps`` = 0 it is [[0]], and says that every heap that a move
  leaves is smaller than the heap was.
- ``answered``, only where play may go round, of a claim "losing" with ``blocked`` = 0: the number 1. Then a move need not
  lower the ranking, but from a position p of L where play goes on each move p → q to a position where play goes on (in
  misère play: and there is a move) has a move q → p' into L, with a ranking that is lower at p' than at p. Whoever answers
  so does not run out of moves, and the other does.
- ``hash``: SHA-256, in hexadecimal, of the canonical text of the object without this field.

The canonical text is JSON with sorted keys, without blanks, in ASCII: ``json.dumps(data, sort_keys=True, separators=(",",
":"))``. What is claimed, for all positions, L and G_v and G being the relations of the automata:

- "losing" (one automaton): L is the set of positions lost for the player to move. To check, besides the ranking: x is in L
  exactly if x is declared lost, or no ending is declared at x and at most b of the different options of x are in L (in
  misère play, also: x has an option).
- "values" (G_0, …, G_t; normal play, b = 0, no endings): x has the Grundy value v exactly if x is in G_v. To check: x
  is in G_v exactly if no option has the value v and for every u < v one has; every x is in some G_v. For ``heaps`` =
  0 the value of an option is the xor of the values of its heaps, 0 for none.
- "graph" (one automaton; the same): (x, v) is in G exactly if x has the value v. To check: (x, v) is in G exactly if
  no option has the value v and for every u < v one has; every x has a v.
- "runs" (two automata, G and S; ``form`` "heaps", ``heaps`` 0): the same of rules of which each yields ``tuple(range(a,
  b))``, all heaps from a to b - 1; S is the set of pairs of n and the xor of the values of all heaps below n. To check: a <=
  b <= x for every move from x (which is the ranking); S is exactly (0, 0), and (n + 1, s xor v) for each n with (n, s) in
  S and (n, v) in G; and G as for "graph", the value of an option being the xor of those that S has for a and for b.

Also to be checked of the rules themselves, for all positions and all turns of their loops: no yielded number is below
``least``; no dividend of ``//``, ``%``, ``&`` and ``>>`` is negative; nothing fails.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING, Any

from grundy.check import Budget, check
from grundy.common.digest import FORMAT, rules_digest, sealed
from grundy.common.errors import GrundyError
from grundy.proving.lemmas import is_digit
from grundy.proving.logic import expressions as logic
from grundy.proving.logic.expressions import Exists, Formula, Predicate, variable
from grundy.proving.logic.formula import YES, both, replaced
from grundy.proving.move_tables import Case, digits
from grundy.proving.reading import renamed
from grundy.rules.data import rules_data
from grundy.rules.from_text import text_of
from grundy.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from grundy.proving.moves import Ranking
    from grundy.proving.theorem import Theorem


KIND = "automatic law"


def of_rules(kind: str, rules: Ruleset, data: dict[str, Any]) -> dict[str, Any]:
    """Return what certificates of a kind begin with: which rules they are about, with these as data."""
    named = {"kind": kind, "format": FORMAT, "game": rules.name, "text": text_of(rules)}
    return {**named, **data, "fingerprint": rules_digest(data)}


def certificate(theorem: Theorem) -> dict[str, Any]:
    """Return the certificate of a theorem, with its content hash. O(size of its automata).

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import prove
    >>> made = certificate(prove(load("bash")))
    >>> made["automata"], made["ranking"], made == sealed({k: v for k, v in made.items() if k != "hash"})
    ([{'delta': [[0, 1], [2, 1], [0, 1]], 'accepting': [0]}], [[0]], True)
    """
    law = theorem.law
    own = law.moves
    rules = rules_data(own.rules, own.least)
    if own.carried:
        held = {name: value for name, value in rules["parameters"].items() if name not in own.carried}
        rules |= {"parameters": held, "carried": list(own.carried)}
    data: dict[str, Any] = {
        **of_rules(KIND, own.rules, rules),
        **({"order": [list(row) for row in own.order]} if own.order else {}),
        "heaps": 0 if own.heaps else len(own.names) - len(own.carried),
        "play": "misere" if getattr(law, "misere", False) else "normal",
        "blocked": getattr(law, "blocked", 0),
        "numeration": theorem.system.name,
        "claim": law.kind,
        "automata": [automaton.table() for automaton in theorem.automata],
        "ranking": [list(places) for places in theorem.ranking.sums],
        **({"answered": 1} if theorem.ranking.answered else {}),
    }
    return sealed(data)


# -- what a theorem says besides its automata, as `grundy.check.statements` reads it: its sentence, and its table ------
#
# Each was decided by the prover; what the checker accepts of it stands in the certificate, and is told as proved.


STEPS = 1_000_000
"""The checker takes no more steps for what is said besides, and what needs more is the prover's alone; see `Budget`."""


def accepted(made: Theorem) -> dict[str, Any]:
    """Return what the checker accepts of what a theorem says besides: its fields in the certificate.

    >>> from grundy.games import load
    >>> from grundy.proving.theorem import prove
    >>> told = accepted(prove(load("bash")))
    >>> told["says"]
    [['all', ['x0'], ['<=>', ['is', 'P', 'x0'], ['=', ['%', 'x0', 4], 0]]]]
    >>> told["wins"]
    [{'when': ['and'], 'chosen': [], 'where': ['and'], 'move': [['+', 'x0', ['*', -1, ['%', 'x0', 4]]]], 'one': 0}]
    """
    bare, found = certificate(made), dict[str, Any]()
    for name, data in (("says", _says(made)), ("wins", _wins(made))):
        with suppress(GrundyError):  # a name that the checker does not know, or too large
            if data and check(sealed({**bare, name: data}), budget=Budget(inf, STEPS)).verified:
                found[name] = data
    return found


def _says(made: Theorem) -> list[Any]:
    sentence = made.sentence
    return [] if sentence is None else [*map(formula_data, sentence.claims(made.moves, made.system))]


def _wins(made: Theorem) -> list[Any]:
    table = made.argument.winning
    return [_case(made, *each) for each in zip(table.cases, table.unique, strict=True)] if table else []


def _case(made: Theorem, case: Case, unique: bool) -> dict[str, Any]:
    """Return a case as data: what is chosen is called c0, c1, …"""
    own, move = made.moves, case.move
    put = {name: f"c{i}" for i, name in enumerate((*move.bound, *digits(move, case.when)))}
    terms = {name: variable(letter) for name, letter in put.items()}
    parts = tuple(replaced(part, terms) for part in move.parts)

    def some(names: Iterable[str], *conditions: Formula) -> Formula:
        letters, whole = tuple(put[name] for name in names), renamed(both(*conditions), terms)
        return Exists(letters, whole) if letters else whole

    if case.by_target and case.when != YES:
        leads = Predicate(f"W{len(parts)}" if own.heaps else "W", (*map(variable, own.names), *parts))
        when = some(move.bound, leads)
    else:
        when = some(told := digits(case.when), case.when, *map(is_digit, told))
    return {
        "when": formula_data(when),
        "chosen": [put[name] for name in (*move.bound, *digits(move))],
        "where": formula_data(renamed(both(*map(is_digit, digits(move))), terms)),
        "move": [*map(term_data, parts)],
        "one": int(unique and bool(move.bound)),
    }


# -- certificates of what follows from laws, as `grundy.check.questions` reads them: each holds those of its laws ------


Certificate = dict[str, Any]
Change = tuple[str, tuple[int, ...]]
"""A move that is added, "+", or left out, "-": what it takes of each number."""


def sentence(theorem: Theorem, formula: logic.Formula) -> Certificate:
    """Return the certificate that a sentence is true of a proved law; GrundyError for names that a certificate has not.

    >>> from grundy.games import load
    >>> from grundy.proving.logic.syntax import parse
    >>> from grundy.proving.theorem import prove
    >>> sentence(prove(load("bash")), parse("An P(n) <=> n%4=0")[1])["sentence"]
    ['all', ['n'], ['<=>', ['is', 'P', 'n'], ['=', ['%', 'n', 4], 0]]]
    """
    law, data = certificate(theorem), formula_data(formula)
    return _sealed("sentence", law=law, sentence=data if law["claim"] == "losing" else _by_values(data))


def _by_values(data: Any) -> Any:
    """Return a formula in which G(n, 0) stands for P(n)."""
    if not isinstance(data, list):
        return data
    return ["is", "G", *data[2:], 0] if data[:2] == ["is", "P"] else [*map(_by_values, data)]


def redundant(theorem: Theorem, changes: Sequence[Change], ranking: Ranking) -> Certificate:
    """Return the certificate that a proved law stays when moves are changed, after which play ends by a ranking."""
    moves = [[sign, list(vector)] for sign, vector in changes]
    return _sealed("redundant moves", law=certificate(theorem), moves=moves, ranking=[list(s) for s in ranking.sums])


def same(one: Certificate, two: Certificate, shift: int = 0) -> Certificate:
    """Return the certificate that two laws are the same, heap n of the first being heap n + ``shift`` of the second."""
    return _sealed("same law", laws=[one, two], shift=shift)


def _sealed(kind: str, **fields: Any) -> Certificate:
    return sealed({"kind": kind, "format": FORMAT, **fields})


def refusal(made: Certificate, rules: Ruleset, seconds: float) -> str:
    """Return why the independent checker does not accept a certificate within some time; "" if it does."""
    from grundy.proving.comparing import verified

    try:
        verdict = verified(made, rules, Budget(max(seconds, 1.0)))
    except GrundyError as error:
        return str(error)
    return "" if verdict.verified else verdict.reason


# ---- formulas


def formula_data(formula: logic.Formula) -> list[Any]:
    """Return a formula as `grundy.check.formulas` reads it. O(length)."""
    match formula:
        case logic.Truth(value):
            return ["and" if value else "or"]
        case logic.Compare(left, relation, right):
            return [relation, term_data(left), term_data(right)]
        case logic.NimZero(names):
            return ["=", ["xor", *map(_name, names)] if names[1:] else _name(*names), 0]
        case logic.Predicate(name, arguments):
            return _relation(name, [*map(term_data, arguments)])
        case logic.Not(part):
            return ["not", formula_data(part)]
        case logic.And(parts):
            return ["and", *map(formula_data, parts)]
        case logic.Or(parts):
            return ["or", *map(formula_data, parts)]
        case logic.Implies(left, right):
            return ["=>", formula_data(left), formula_data(right)]
        case logic.Iff(left, right):
            return ["<=>", formula_data(left), formula_data(right)]
        case logic.Exists(names, part):
            return ["some", [*map(_name, names)], formula_data(part)]
        case logic.Forall(names, part):
            return ["all", [*map(_name, names)], formula_data(part)]
        case logic.AtLeast(least, name, part):
            return ["at least", least, _name(name), formula_data(part)]
        case _:
            raise TypeError(formula)


def _relation(name: str, arguments: list[Any]) -> list[Any]:
    """Return that terms are in a relation; G3(n), that n has the value 3, is G(n, 3)."""
    if found := re.fullmatch(r"G(\d+)", name):
        return ["is", "G", *arguments, int(found[1])]
    return ["is", name, *arguments]


def term_data(term: logic.Term) -> Any:
    """Return a term as `grundy.check.formulas` reads it. O(length)."""
    added = sorted(term.parts, key=lambda each: each[1] < 0)
    parts = [_part(part) if times == 1 else ["*", times, _part(part)] for part, times in added]
    if term.constant or not parts:
        parts.append(term.constant)
    return parts[0] if len(parts) == 1 else ["+", *parts]


def _part(part: logic.Part) -> Any:
    match part:
        case logic.Floor(term, divisor):
            return ["//", term_data(term), divisor]
        case logic.Remainder(term, modulus):
            return ["%", term_data(term), modulus]
        case logic.NimSum(left, right):
            return ["xor", term_data(left), term_data(right)]
        case name:
            return _name(name)


def _name(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII):
        raise GrundyError("a certificate has names of Latin letters, digits and _, and not {name!r}", name=name)
    return name
