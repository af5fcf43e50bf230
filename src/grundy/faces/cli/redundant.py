"""``grundy redundant``: whether moves can be added, or left out, without a change of the losing positions."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import output
from grundy.faces.cli.options import Certificate, Play, Words
from grundy.faces.cli.output import Answer
from grundy.faces.cli.prove import Heaps, In, Seconds, given, proved, untold

DIFFERENT = 1
"""Exit code: the losing positions are others."""


def run(
    words: Words,
    play: Play = "normal",
    heaps: Heaps = None,
    system: In = None,
    seconds: Seconds = None,
    certificate: Certificate = "",
) -> Answer:
    """Decide whether a game keeps its losing positions with moves added ("+ (2,1)" takes 2 and 1) or removed ("- (1,1)")."""
    place = next((i for i, word in enumerate(words) if word[:1] in ("+", "-") and i), None)
    if place is None:
        raise GrundyError('redundant takes a game and moves in quotes: grundy redundant wythoff "+ (2,1)"')
    if certificate:
        output.check_writable(certificate)
    found = proved(words[:place], play=play, heaps=heaps, system=system, seconds=seconds)
    if not found.proved:
        return untold(found)
    moves = " ".join(words[place:])
    answer = import_module("grundy.proving.questions").changed(found, moves, **given(seconds))
    if not hasattr(answer, "holds"):
        return untold(answer)
    names = [found.moves.rules.name, f"{found.moves.rules.name} {moves}"]
    yes = _("redundant: {changed} and {game} have exactly the same losing positions; proved").format(
        changed=names[1], game=names[0]
    )
    return told(answer, names, yes, _("not redundant: "), certificate)


def told(answer: Any, names: list[str], yes: str, no: str, certificate: str) -> Answer:
    """Return what was decided of two games as an answer; what holds is written into a file, if one is named."""
    data = {"games": names, **answer.to_dict()}
    if not answer.holds:
        example = import_module("grundy.proving.questions").shown_answer(answer, names)
        return Answer(data, f"{no}{example}{unwritten(certificate)}", DIFFERENT)
    return Answer(data, f"{yes}\n{output.certified(certificate, answer.certificate())}" if certificate else yes)


def unwritten(certificate: str) -> str:
    """Return that no certificate is written, in a line of its own, where one is wanted of what is not so."""
    return "\n" + _("No certificate is written: the counterexample above is enough.") if certificate else ""
