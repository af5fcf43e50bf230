"""``grundy redundant``: whether moves can be added, or left out, without a change of the losing positions."""

from __future__ import annotations

from dataclasses import asdict
from importlib import import_module
from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli.options import Play, Words
from grundy.faces.cli.output import Answer
from grundy.faces.cli.prove import Heaps, In, proved, untold

DIFFERENT = 1
"""Exit code: the losing positions are others."""


def run(words: Words, play: Play = "normal", heaps: Heaps = None, system: In = None) -> Answer:
    """Decide whether a game keeps its losing positions with moves added: "+ (2,1)" takes 2 and 1; "- (1,1)" leaves out."""
    place = next((i for i, word in enumerate(words) if word[:1] in ("+", "-") and i), None)
    if place is None:
        raise GrundyError('redundant takes a game and moves in quotes: grundy redundant wythoff "+ (2,1)"')
    found = proved(words[:place], play=play, heaps=heaps, system=system)
    if not found.proved:
        return untold(found)
    moves = " ".join(words[place:])
    answer = import_module("grundy.proving.questions").changed(found, moves)
    names = [found.moves.rules.name, f"{found.moves.rules.name} {moves}"]
    yes = _("redundant: {changed} and {game} have exactly the same losing positions; proved").format(
        changed=names[1], game=names[0]
    )
    return told(answer, names, yes, _("not redundant: "))


def told(answer: Any, names: list[str], yes: str, no: str) -> Answer:
    """Return what was decided of two games as an answer."""
    words = yes if answer.holds else no + import_module("grundy.proving.questions").shown_answer(answer, names)
    return Answer({"games": names, **asdict(answer)}, words, 0 if answer.holds else DIFFERENT)
