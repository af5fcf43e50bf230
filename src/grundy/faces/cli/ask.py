"""``grundy ask``: a formula about the proved law of a game."""

from __future__ import annotations

from importlib import import_module

from grundy.common.errors import GrundyError
from grundy.faces.cli import output
from grundy.faces.cli.decide import told
from grundy.faces.cli.options import Certificate, Play, Words
from grundy.faces.cli.output import Answer
from grundy.faces.cli.prove import Block, Heaps, In, Seconds, Values, given, proved, untold


def run(
    words: Words,
    play: Play = "normal",
    heaps: Heaps = None,
    values: Values = False,
    block: Block = 0,
    system: In = None,
    seconds: Seconds = None,
    certificate: Certificate = "",
) -> Answer:
    """Decide a formula about a game's law: P(a,b) for losing positions, G(n,v) for values, M(a,b,c,d) for moves."""
    if len(words) < 2:
        raise GrundyError('ask takes a game and a formula in quotes: grundy ask wythoff "Ad Ea,b P(a,b) & b=a+d"')
    if certificate:
        output.check_writable(certificate)
    found = proved(words[:-1], play=play, heaps=heaps, values=values, block=block, system=system, seconds=seconds)
    if not found.proved:
        return untold(found)
    questions = import_module("grundy.proving.questions")
    answer = told(decision := questions.ask(found, words[-1]))
    if not certificate:
        return answer
    kept = output.certified(certificate, questions.certificate(found, decision, **given(seconds)))
    return answer._replace(words=f"{answer.words}\n{kept}")
