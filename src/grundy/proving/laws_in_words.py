"""Laws in words."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.common.messages import _, ngettext
from grundy.proving.grundy_values import GraphLaw, ValueLaw
from grundy.proving.logic.automaton import Automaton
from grundy.proving.logic.numeration import Numeration
from grundy.proving.moves import Moves
from grundy.proving.moves_in_words import tuple_of
from grundy.proving.outcome import LosingLaw

FIRST = 6
"""So many members of a set are shown."""


def statement(law: LosingLaw | ValueLaw | GraphLaw, says: str) -> str:
    """Return a law as a sentence, given what says who loses, or what the values are.

    >>> from grundy.games import load
    >>> from grundy.proving.reading import moves
    >>> print(statement(LosingLaw(moves(load("nim"), heaps=2), misere=False), "a = b"))
    In nim(a, b), for all a, b >= 0, the player to move loses exactly when a = b
    """
    own = law.moves
    head = _("In {game}, for all {shown} >= {least}").format(
        game=game(own), shown=", ".join(own.shown), least=own.least
    )
    if own.order:
        head = _("{head} with {order}").format(head=head, order=in_order(own))
    if not isinstance(law, LosingLaw):
        return _("{head}, the Grundy value is {values}").format(head=head, values=says)
    play = _(", in misère play") if law.misere else ""
    few = _("one option") if law.blocked == 1 else _("{blocked} options").format(blocked=law.blocked)
    play += _(", if the other player may forbid {few} at each move").format(few=few) if law.blocked else ""
    return _("{head}{play}, the player to move loses exactly when {what}").format(head=head, play=play, what=says)


def by_automata(
    law: LosingLaw | ValueLaw | GraphLaw, system: Numeration, automata: Sequence[Automaton], states: int
) -> str:
    """Return what automata say of who loses, or of the values: how large they are, and their first members.

    >>> from grundy.games import load
    >>> from grundy.proving.logic.linear import equal
    >>> from grundy.proving.logic.numeration import numeration
    >>> from grundy.proving.reading import moves
    >>> law = LosingLaw(moves(load("nim"), heaps=2), misere=False)
    >>> print(by_automata(law, numeration("msd_2"), [equal(numeration("msd_2"), "x0", "x1")], 1))
    (a, b) is in the set read by an automaton of 1 state in base 2: (0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), …
    """
    own, size = law.moves, automaton_of(states, system)
    if isinstance(law, LosingLaw):
        told = _("{what} is in the set read by {size}: {few}")
        return told.format(what=tuple_of(own.shown), size=size, few=_few(automata[0]))
    if isinstance(law, GraphLaw):
        told = _("the v with which {pairs} is in the set read by {size}: {few}")
        return told.format(pairs=tuple_of((*own.shown, "v")), size=size, few=_few(automata[0]))
    sets = "; ".join(_("{v} of {few}").format(v=v, few=_few(automaton)) for v, automaton in enumerate(automata))
    return _("what is told by {size}: {sets}").format(size=size, sets=sets)


def automaton_of(states: int, system: Numeration) -> str:
    """Return how large an automaton is, and in which numeration it reads."""
    words = ngettext("an automaton of {n} state in {system}", "an automaton of {n} states in {system}", states)
    return words.format(n=states, system=spoken(system))


def spoken(system: Numeration) -> str:
    """Return what a numeration system is called."""
    named = {
        "msd_fib": _("Fibonacci numeration"),
        "msd_pell": _("Pell numeration"),
        "msd_trib": _("Tribonacci numeration"),
    }
    if system.name in named:
        return named[system.name]
    return (
        _("base {base}").format(base=system.base)
        if system.name == f"msd_{system.base}"
        else _("the numeration {name}").format(name=system.name)
    )


def game(own: Moves) -> str:
    """Return a game with its variables and parameters."""
    parameters = [f"{name}={value}" for name, value in own.rules.params.items() if name not in own.carried]
    return f"{own.rules.name}({', '.join([*own.shown, *parameters])})"


def in_order(own: Moves) -> str:
    """Return the order of the numbers of a position: ``a < b < c``."""
    found, last = list[str](), -1
    for i, j, gap in own.order:
        step = f" {'<' if gap else '<='} {own.shown[j]}"
        if i == last:
            found[-1] += step
        else:
            found.append(own.shown[i] + step)
        last = j
    return _(" and ").join(found)


def _few(automaton: Automaton) -> str:
    members = [m[0] if len(m) == 1 else m for m in automaton.members(FIRST + 1)]
    return ", ".join(map(str, members[:FIRST])) + (", …" if len(members) > FIRST else "")
