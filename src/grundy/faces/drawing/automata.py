"""Pictures of automata: the digits that they read stand on the arrows, accepting states have a double outline."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.common.messages import _
from grundy.faces.drawing.diagrams import Arrow, Node, diagram
from grundy.proving.logic.automaton import Automaton
from grundy.proving.logic.numeration import letter_digits
from grundy.values.patterns.regular import Regular

LARGEST = 60
"""An automaton of more states is not drawn."""


def drawn(automaton: Automaton | Regular, title: str = "") -> str | None:
    """Return an automaton as SVG text; None for one of more than 60 states, and for a recurrence, which has none.

    >>> from grundy.proving.logic.linear import adder
    >>> from grundy.proving.logic.numeration import numeration
    >>> picture = drawn(adder(numeration("msd_2")))
    >>> "000, 011, 101" in picture, "Automaton: 2 states over (x, y, z) in msd_2" in picture
    (True, True)
    """
    title = title or _("Automaton: {what}").format(what=automaton)
    if isinstance(automaton, Regular):
        if not automaton.automatic or len(automaton.kernel) > LARGEST:
            return None
        nodes, arrows = _of_sequence(automaton)
    elif automaton.states > LARGEST:
        return None
    else:
        nodes = [Node(state, str(state), double=bool(yes)) for state, yes in enumerate(automaton.accepting)]
        arrows = list(_of_relation(automaton))
    return diagram(nodes, arrows, title=title, start=0)


def _of_relation(automaton: Automaton) -> Iterator[Arrow]:
    """Yield the arrows, each with the digits of all variables that it reads at once."""
    letters = letter_digits(automaton.numeration.base, len(automaton.variables)).tolist()
    between = "" if automaton.numeration.base <= 10 else ":"
    for state, row in enumerate(automaton.delta.tolist()):
        for letter, target in enumerate(row):
            if target >= 0:
                yield Arrow(state, target, between.join(map(str, letters[letter])))


def _of_sequence(law: Regular) -> tuple[list[Node], list[Arrow]]:
    """Return the states, each with the values where it stops, and their arrows."""
    data = law.automaton()
    nodes = [Node(state, " ".join(map(str, values))) for state, values in enumerate(data["outputs"])]
    rows = enumerate(data["transitions"])
    return nodes, [Arrow(state, target, str(digit)) for state, row in rows for digit, target in enumerate(row)]
