"""Certificates of automatic laws: everything a checker needs to decide a law again from the rules, and nothing else.

A certificate is a JSON object of integers, texts, lists and objects, with exactly these fields:

- ``kind``: "automatic law".
- ``game``: the name of the game.
- ``rules``: what the moves are. Of a Python rule an object with exactly ``source``, ``constants`` and ``helpers``, and where
  endings are declared also ``ending``, an object of the same three. ``source`` is the text of one ``def``, as `ast.unparse`
  writes it, without decorators, annotations, defaults and docstring: positional names (or one ``*name``, or one name
  with the annotation ``tuple``) are the position, names after ``*`` the parameters. ``constants`` gives every free
  name that is a constant (also dotted words, as in "gr.LOSS") an integer or a list (of lists) of integers, which
  stands for a tuple; ``helpers`` gives every function that is called and not Python's own an object of the same three
  fields, whose arguments may have integers, and tuples of them, as defaults. Of a heap code an object with exactly
  ``code``, the code's text.
- ``form``: "game" (what is yielded is the position after the move), "heaps" (what is yielded are the heaps that replace one
  heap of a sum) or "code" (the same, by a code).
- ``parameters``: the values of the names after ``*``: integers or lists of them, which stand for tuples.
- ``fingerprint``: SHA-256, in hexadecimal, of the canonical text of the object of the four fields ``form``, ``least``,
  ``parameters`` and ``rules``.
- ``least``: the smallest number of a position: positions are tuples of numbers from it on. No option may leave them.
- ``heaps``: how many numbers a position has. For the forms "heaps" and "code" 0 says that the claim is about one heap of a
  sum; N >= 1 that positions are sums of N heaps, a move being one in one of them that leaves at most one heap (no
  heap stands for the heap 0, which then must have no move).
- ``play``: "normal" or "misere" (who cannot move wins, and declared wins and losses change places).
- ``blocked``: b >= 0: at each move, up to b different options may be forbidden by the player who is not to move.
- ``numeration``: the name of the numeration system (`grundy.logic.numeration.numeration`): msd_k, msd_fib, msd_pell,
  msd_trib, "ost [0;1,(2)]" or "rec [2,1;1,3]".
- ``claim``: "losing", "values" or "graph".
- ``automata``: a list of objects with exactly ``delta`` and ``accepting``. ``delta[state][letter]`` is a state or -1,
  state 0 is the first; a letter is the digits of all tracks, read as a number in the system's base (digits 0 … base -
  1), the first track's the most significant; words come with the most significant digits first, shorter ones filled
  up with zeros. ``accepting`` lists states in rising order. Each automaton accepts valid representations only, is
  closed under adding and removing leading letters of zeros, is minimal, without states from which nothing is accepted
  (but the first), and numbered breadth first by letters. The tracks are the numbers of a position in order; for
  "graph" there is one more, the value.
- ``ranking``: a list of sums, each a list of places (from 0, rising) of a position: every move lowers the first sum,
  or keeps it and lowers the second, and so on. For ``heaps`` = 0 it is [[0]], and says that every heap that a move
  leaves is smaller than the heap was.
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

Also to be checked of the rules themselves, for all positions and all turns of their loops: no yielded number is below
``least``; no dividend of ``//`` and ``%`` is negative.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from grundy.digest import digest, sealed
from grundy.proofs.moves import Moves
from grundy.rules.codes import CodeRuleset
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.ruleset import Ruleset
from grundy.rules.source import Rule, read

if TYPE_CHECKING:
    from grundy.proofs.theorem import Theorem

KIND = "automatic law"


def certificate(theorem: Theorem) -> dict[str, Any]:
    """Return the certificate of a theorem, with its content hash. O(size of its automata).

    >>> from grundy.games import load
    >>> from grundy.proofs.theorem import prove
    >>> made = certificate(prove(load("bash")))
    >>> made["automata"], made["ranking"], made["hash"] == digest({k: v for k, v in made.items() if k != "hash"})
    ([{'delta': [[0, 1], [2, 1], [0, 1]], 'accepting': [0]}], [[0]], True)
    """
    law = theorem.law
    own = law.moves
    rules = rules_data(own.rules, own.least)
    data: dict[str, Any] = {
        "kind": KIND,
        "game": own.rules.name,
        **rules,
        "fingerprint": digest(rules),
        "heaps": 0 if own.heaps else len(own.names),
        "play": "misere" if getattr(law, "misere", False) else "normal",
        "blocked": getattr(law, "blocked", 0),
        "numeration": theorem.system.name,
        "claim": law.kind,
        "automata": [
            {"delta": a.delta.tolist(), "accepting": [i for i, yes in enumerate(a.accepting.tolist()) if yes]}
            for a in theorem.automata
        ],
        "ranking": [list(places) for places in theorem.ranking.sums],
    }
    return sealed(data)


def fingerprint(own: Moves) -> str:
    """Return the fingerprint of the rules that moves were read from."""
    return digest(rules_data(own.rules, own.least))


def rules_data(rules: Ruleset, least: int) -> dict[str, Any]:
    """Return the fields ``rules``, ``form``, ``parameters`` and ``least``, of which the fingerprint is made.

    >>> from grundy.games import load
    >>> print(rules_data(load("bash"), 0)["rules"]["source"])
    def bash(n, *, m):
        for k in range(1, min(m, n) + 1):
            yield (n - k)
    """
    if isinstance(rules, CodeRuleset):
        return {"rules": {"code": str(rules.code)}, "form": "code", "parameters": {}, "least": 0}
    assert isinstance(rules, FunctionRuleset | HeapFunction)
    own = read(rules.function)
    given = rules.params.keys() | {*own.state, *own.keywords}
    found = _function_data(own, given)
    if rules.hooks.get("ending") is not None:
        found["ending"] = _function_data(read(rules.hooks["ending"]), given)
    form = "heaps" if isinstance(rules, HeapFunction) else "game"
    return {"rules": found, "form": form, "parameters": _plain(rules.params), "least": least}


def _function_data(rule: Rule, given: Collection[str] = ()) -> dict[str, Any]:
    return {
        "source": _text(rule, given),
        "constants": _plain(rule.constants),
        "helpers": {name: _function_data(helper) for name, helper in rule.helpers.items()},
    }


def _text(rule: Rule, given: Collection[str]) -> str:
    """Return a rule as Python, without what means nothing for the moves; without the defaults of what is always given."""
    default = {name: _literal(value) for name, value in rule.defaults.items() if name not in given}
    annotation = ast.Name("tuple", ast.Load()) if rule.shape == "tuple" else None
    positional = [] if rule.shape == "variadic" else [ast.arg(name, annotation) for name in rule.state]
    arguments = ast.arguments(
        posonlyargs=[],
        args=positional,
        vararg=ast.arg(rule.state[0]) if rule.shape == "variadic" else None,
        kwonlyargs=[ast.arg(name) for name in rule.keywords],
        kw_defaults=[default.get(name) for name in rule.keywords],
        defaults=[default[name] for name in rule.state if name in default],
    )
    first = rule.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    body = rule.body[1:] if documented else rule.body
    tree = ast.FunctionDef(rule.name, arguments, body or [ast.Pass()], [])
    return ast.unparse(ast.fix_missing_locations(ast.Module([tree], [])))


def _literal(value: Any) -> ast.expr:
    """Return the text of a default, which is an integer or a tuple of such."""
    return ast.parse(repr(_integers(value)), mode="eval").body


def _integers(value: Any) -> Any:
    return tuple(map(_integers, value)) if isinstance(value, tuple | list) else int(value)


def _plain(value: Any) -> Any:
    """Return tuples as lists, truth values as numbers."""
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(inner) for inner in value]
    return int(value)
