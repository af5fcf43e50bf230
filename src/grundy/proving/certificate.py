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

import inspect
from typing import TYPE_CHECKING, Any

from grundy.common.digest import FORMAT, rules_digest, sealed
from grundy.language.ir import VERSION, Routine, routine_json
from grundy.rules.codes import CodeRuleset
from grundy.rules.data import routine
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.ruleset import Ruleset
from grundy.rules.source_text import text_of

if TYPE_CHECKING:
    from grundy.proving.theorem import Theorem

KIND = "automatic law"


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
        "kind": KIND,
        "format": FORMAT,
        "game": own.rules.name,
        "text": text_of(own.rules),
        **rules,
        "fingerprint": rules_digest(rules),
        **({"order": [list(row) for row in own.order]} if own.order else {}),
        "heaps": 0 if own.heaps else len(own.names) - len(own.carried),
        "play": "misere" if getattr(law, "misere", False) else "normal",
        "blocked": getattr(law, "blocked", 0),
        "numeration": theorem.system.name,
        "claim": law.kind,
        "automata": [
            {"delta": a.delta.tolist(), "accepting": [i for i, yes in enumerate(a.accepting.tolist()) if yes]}
            for a in theorem.automata
        ],
        "ranking": [list(places) for places in theorem.ranking.sums],
        **({"answered": 1} if theorem.ranking.answered else {}),
    }
    return sealed(data)


def rules_data(rules: Ruleset, least: int) -> dict[str, Any]:
    """Return the fields ``rules``, ``form``, ``parameters`` and ``least``, of which the fingerprint is made.

    Unreadable says why a Python rule is no data of the rule language. O(size of the rules).

    >>> from grundy.games import load
    >>> data = rules_data(load("bash"), 0)
    >>> data["parameters"], data["rules"]["moves"]["keywords"]
    ({'m': 3}, ['m'])
    """
    if isinstance(rules, CodeRuleset):
        return {"rules": {"code": str(rules.code)}, "form": "code", "parameters": {}, "least": 0}
    moves, ending = routines(rules)
    parameters = {name: rules.params[name] for name in moves.keywords}
    data: dict[str, Any] = {"version": VERSION, "moves": routine_json(moves)}
    if ending is not None:
        data["ending"] = routine_json(ending)
        usual = inspect.signature(rules.hooks["ending"]).parameters
        parameters |= {name: rules.params.get(name, usual[name].default) for name in ending.keywords}
    form = "heaps" if isinstance(rules, HeapFunction) else "game"
    return {"rules": data, "form": form, "parameters": _plain(parameters), "least": least}


def routines(rules: Ruleset) -> tuple[Routine, Routine | None]:
    """Return the moves and the declared ending of a ruleset of Python functions as data; Unreadable if they are none."""
    assert isinstance(rules, FunctionRuleset | HeapFunction)
    ending = rules.hooks.get("ending")
    return routine(rules, rules.function), None if ending is None else routine(rules, ending)


def _plain(value: Any) -> Any:
    """Return tuples as lists, truth values as numbers."""
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(inner) for inner in value]
    return int(value)
