"""``grundy prove``: the law of a game for all positions, guessed and decided by machine."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

from grundy.common import limits
from grundy.common.messages import _
from grundy.faces.cli import arguments, output
from grundy.faces.cli.options import Certificate, Duration, Natural, Play, Rules, flag, option
from grundy.faces.cli.output import Answer
from grundy.rules.heaps import HeapRuleset
from grundy.rules.ruleset import Ruleset

NOT_PROVED = 1
"""Exit code: nothing is claimed."""
LONGEST = 86_400
SHORT, SHORTLY = 64, 10.0
"""Periods that are no longer are told by automata; seconds in which longer ones are looked for."""

Heaps = Annotated[
    int | None, option("--heaps", "N", "Number of heaps (or of numbers in a position).", Natural(10, least=1))
]
Values = Annotated[bool, flag("--values", "The Grundy values (of one heap that is usual), not who loses.")]
Block = Annotated[
    int, option("--block", "N", "Blocking: how many options the opponent may forbid at each move.", Natural(100))
]
In = Annotated[str | None, option("--in", "SYSTEM", "The numeration: msd_fib, msd_2, 'ost [0;(2)]', …")]
Seconds = Annotated[
    float | None,
    option("--seconds", "S", "Time limit in seconds (default 60); the checker may take as long again.", Duration()),
]
AsAutomaton = Annotated[bool, flag("--automaton", "Print the automaton of the law too, as a table.")]


def run(
    words: Rules,
    play: Play = "normal",
    heaps: Heaps = None,
    values: Values = False,
    block: Block = 0,
    system: In = None,
    seconds: Seconds = None,
    certificate: Certificate = "",
    automaton: AsAutomaton = False,
) -> Answer:
    """Prove the law of a game's losing positions or Grundy values for all positions, from its rules."""
    if certificate:
        output.check_writable(certificate)
    rules, asked = _question(words, play, heaps, values, block, system, seconds)
    with limits.working(_("proving")):
        found = import_module("grundy.proving.shipped_theorems").theorem(rules, **asked)
        found = found or _long_period(rules, asked) or _proved(rules, asked)
    if not found.proved:
        return untold(found)
    more = [_automata(found.certificate())] if automaton else []
    if certificate:
        output.write_json(certificate, found.certificate())
        more.append(_("Certificate: {certificate}  (checked by `grundy verify`)").format(certificate=certificate))
    return Answer(found.to_dict, lambda: "\n".join([found.explain(), *more]))


def _automata(certificate: dict[str, Any]) -> str:
    """Return the automata of a law as tables: for each state the next one by each letter, `*` where it accepts."""
    of_values = certificate.get("claim") == "values"
    lines: list[str] = []
    for v, each in enumerate(certificate.get("automata", ())):  # of a period there are none
        head = _("Automaton of the value {v}").format(v=v) if of_values else _("Automaton")
        lines.append(
            _("{head}, in {numeration}: state, then the next one by each letter").format(
                head=head, numeration=certificate["numeration"]
            )
        )
        lines += [
            f"{'*' if state in each['accepting'] else ' '}{state:3}: {' '.join('-' if to < 0 else str(to) for to in row)}"
            for state, row in enumerate(each["delta"])
        ]
    return "\n".join(lines)


def proved(
    words: list[str],
    *,
    play: str = "normal",
    heaps: int | None = None,
    values: bool = False,
    block: int = 0,
    system: str | None = None,
) -> Any:
    """Return the theorem of the game that words name, or what was tried."""
    with limits.working(_("proving")):
        return _proved(*_question(words, play, heaps, values, block, system, None))


def _question(
    words: list[str],
    play: str,
    heaps: int | None,
    values: bool,
    block: int,
    system: str | None,
    seconds: float | None,
) -> tuple[Ruleset, dict[str, Any]]:
    """Return the game that words name, and what is asked of it."""
    rules = arguments.rules(arguments.joined(words))
    limit = seconds or limits.left()
    return rules, {
        "play": play,
        "heaps": heaps,
        "values": values or None,
        "blocked": block,
        "systems": (system,) if system else (),
        **({} if limit is None else {"seconds": limit}),
    }


def _proved(rules: Ruleset, asked: dict[str, Any]) -> Any:
    return import_module("grundy.proving.kept_theorems").theorem(rules, **asked)


def _long_period(rules: Ruleset, asked: dict[str, Any]) -> Any:
    """Return the period of a rule, where that is asked for and is too long to be guessed as an automaton; else None."""
    single = isinstance(rules, HeapRuleset) or asked["values"]
    if not single or (asked["play"], asked["heaps"], asked["blocked"], asked["systems"]) != ("normal", None, 0, ()):
        return None
    found = import_module("grundy.proving.look_back").periodic(rules, asked.get("seconds", SHORTLY))
    return found if found is not None and found.preperiod + found.period > SHORT else None


def untold(found: Any) -> Answer:
    """Return as an answer that nothing was proved, and what was tried."""
    return Answer(found.to_dict, found.explain, NOT_PROVED)
