"""``grundy same``: whether two games have the same losing positions, or the same values of heaps."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import arguments, output
from grundy.faces.cli.options import Certificate, Play, Words, flag
from grundy.faces.cli.output import Answer
from grundy.faces.cli.prove import NOT_PROVED, Heaps, In, Seconds, given, untold
from grundy.faces.cli.redundant import DIFFERENT, told, unwritten
from grundy.rules.heaps import HeapRuleset

SECONDS = 60.0
"""The usual time for a theorem about values, and for its checker."""

Values = Annotated[bool, flag("--values", "Compare Grundy values of single heaps (the default for two heap games).")]


def run(
    words: Words,
    play: Play = "normal",
    heaps: Heaps = None,
    values: Values = False,
    system: In = None,
    seconds: Seconds = None,
    certificate: Certificate = "",
) -> Answer:
    """Decide whether two games, each with its parameters, have exactly the same losing positions, or heap values."""
    games = arguments.games(words)
    if len(games) != 2:
        raise GrundyError("same takes two games, each with its parameters: grundy same bash m=3 '{1,2,3}' --heaps 1")
    if certificate:
        output.check_writable(certificate)
    of_losing = play != "normal" or heaps is not None or system is not None
    if values and of_losing:
        raise GrundyError(
            "Grundy values are compared for single heaps in normal play; --play, --heaps and --in are for "
            "losing positions"
        )
    names = [str(rules.name) for rules in games]
    if names[0] == names[1]:
        names = [f"{name} ({i})" for i, name in enumerate(names, 1)]
    if values or (not of_losing and all(isinstance(rules, HeapRuleset) for rules in games)):
        return _by_values(games, names, seconds, certificate)
    options = {"play": play, "heaps": heaps, "systems": (system,) if system else (), **given(seconds)}
    answer = import_module("grundy.proving.questions").same(*games, **options)
    if not hasattr(answer, "holds"):
        return untold(answer)
    yes = _("the same: {b} and {a} have exactly the same losing positions; proved").format(b=names[0], a=names[1])
    return told(answer, names, yes, _("different: "), certificate)


def _by_values(games: list[Any], names: list[str], seconds: float | None, certificate: str) -> Answer:
    with limits.working(_("comparing values and looking for a proof"), "values"):
        found = import_module("grundy.proving.shared_values").same_values(*games, seconds=seconds or SECONDS)
    a, b = names
    data = {"games": names, "of": "values", **found.to_dict()}
    if found.holds is None:
        words = _("{a} and {b}: no difference up to heap {checked_to:,}, but not proved beyond that: {reason}")
        return Answer(data, words.format(a=a, b=b, checked_to=found.checked_to, reason=found.reason), NOT_PROVED)
    if found.holds:
        words = _("the same: {a} and {b} have exactly the same Grundy values; proved: {reason}")
        lines = [words.format(a=a, b=b, reason=found.reason)]
    else:
        words = _("different: a heap of {heap} is worth {x} in {a} and {y} in {b}; all smaller heaps agree")
        lines = [words.format(heap=found.heap, x=found.values[0], y=found.values[1], a=a, b=b)]
        if found.shift is not None:
            lines.append(_shifted(found, a, b))
    if certificate and found.proof is not None:
        lines.append(output.certified(certificate, found.certificate()))
    elif certificate and found.holds:
        raise GrundyError("{told}, but there is no certificate for that", told=lines[0])
    elif certificate:
        lines.append(unwritten(certificate).strip())
    return Answer(data, "\n".join(lines), 0 if found.holds else DIFFERENT)


def _shifted(found: Any, a: str, b: str) -> str:
    """Return that the games are the same but for a shift of their heaps."""
    words = _(
        "but heap n of {a} is worth the same as heap n {sign} {shift} of {b}, for all n >= {start}; proved: {reason}"
    )
    sign, start = ("+", 0) if found.shift > 0 else ("-", -found.shift)
    return words.format(a=a, b=b, sign=sign, shift=abs(found.shift), start=start, reason=found.reason)
