"""``grundy same``: whether two games have the same losing positions."""

from __future__ import annotations

from importlib import import_module

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import arguments
from grundy.faces.cli.options import Play, Words
from grundy.faces.cli.output import Answer
from grundy.faces.cli.prove import Heaps, In, untold
from grundy.faces.cli.redundant import told


def run(words: Words, play: Play = "normal", heaps: Heaps = None, system: In = None) -> Answer:
    """Decide whether two games, each with its parameters, have the same losing positions for all heaps."""
    games = arguments.games(words)
    if len(games) != 2:
        raise GrundyError("same takes two games, each with its parameters: grundy same bash m=3 '{1,2,3}' --heaps 1")
    options = {"play": play, "heaps": heaps, "systems": (system,) if system else ()}
    answer = import_module("grundy.proving.questions").same(*games, **options)
    if not hasattr(answer, "holds"):
        return untold(answer)
    names = [str(rules.name) for rules in games]
    if names[0] == names[1]:
        names = [f"{name} ({i})" for i, name in enumerate(names, 1)]
    yes = _("the same: {b} and {a} have exactly the same losing positions; proved").format(b=names[0], a=names[1])
    return told(answer, names, yes, _("different: "))
