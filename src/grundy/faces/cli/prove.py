"""``grundy prove``: the law of a game for all positions, guessed and decided by machine."""

from __future__ import annotations

import shlex
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import arguments, output
from grundy.faces.cli.options import Certificate, Duration, Natural, Play, Rules, flag, option
from grundy.faces.cli.output import Answer
from grundy.rules.ruleset import Ruleset

NOT_PROVED = 1
"""Exit code: nothing is claimed."""
LONGEST = 86_400

Heaps = Annotated[
    int | None, option("--heaps", "N", "Number of heaps (or of numbers in a position).", Natural(10, least=1))
]
Values = Annotated[bool, flag("--values", "Grundy values instead of losing positions (the default for single heaps).")]
Block = Annotated[
    int, option("--block", "N", "Blocking: how many options the opponent may forbid at each move.", Natural(100))
]
In = Annotated[str | None, option("--in", "SYSTEM", "The numeration: msd_fib, msd_2, 'ost [0;(2)]', …")]
ForAll = Annotated[
    str | None,
    option(
        "--for-all", "PARAMETERS", ("Prove one theorem for all values of parameters: m, 'm >= 2' or 'a >= 1, b >= a'.")
    ),
]
Seconds = Annotated[
    float | None,
    option("--seconds", "S", "Time limit in seconds (default 60); the checker may take as long again.", Duration()),
]
Tex = Annotated[str, option("--tex", "FILE", "Write the theorem and its proof as a LaTeX document.")]
Coq = Annotated[str, option("--coq", "DIR", "Write a development that the Coq proof assistant checks.")]
AsAutomaton = Annotated[bool, flag("--automaton", "Also print the automaton of the law, as a table.")]


def run(
    words: Rules,
    play: Play = "normal",
    heaps: Heaps = None,
    values: Values = False,
    block: Block = 0,
    system: In = None,
    seconds: Seconds = None,
    certificate: Certificate = "",
    for_all: ForAll = None,
    automaton: AsAutomaton = False,
    tex: Tex = "",
    coq: Coq = "",
) -> Answer:
    """Prove the law of a game's losing positions or Grundy values, for all positions, from the rules."""
    for file in filter(None, (certificate, tex)):
        output.check_writable(file)
    if coq:
        output.make_folder(coq)
    rules, asked = _question(words, play, heaps, values, block, system, seconds)
    with limits.working(_("proving")):
        if for_all is not None:
            found = _for_all(rules, for_all, asked)
        else:
            found = _theorem(rules, asked) if tex else known(rules, automaton=automaton, **asked)
    if not found.proved:
        return untold(found)
    wider = for_all_parameters(words, rules, values=False) if for_all is None and is_usual(asked) else {}
    more = [spoken_for_all(wider), _automata(found.certificate()) if automaton else ""]
    if certificate:
        more.append(output.certified(certificate, found.certificate()))
    if tex:
        _write_document(
            tex,
            found,
            words,
            {"--play": play, "--heaps": heaps, "--block": block, "--in": system, "--for-all": for_all},
            values,
        )
        more.append(_("LaTeX: {file}  (set by `pdflatex`)").format(file=tex))
    if coq:
        more.append(_write_development(coq, found.certificate()))
    return Answer(lambda: {**found.to_dict(), **wider}, lambda: "\n".join(filter(None, [found.explain(), *more])))


def is_usual(asked: dict[str, Any]) -> bool:
    """Return whether a question names nothing but the game."""
    return not any(asked[name] for name in ("heaps", "values", "blocked", "systems")) and asked["play"] == "normal"


def for_all_parameters(words: list[str], rules: Ruleset, *, values: bool) -> dict[str, Any]:
    """Return the theorem for all values of a parameter that words leave open, and the command that proves it, if any."""
    if not rules.params or any("=" in word for word in words):
        return {}
    found = import_module("grundy.proving.families").of_its_parameter(rules, values=values)
    if found is None:
        return {}
    command = shlex.join(["grundy", "prove", *words, *["--values"] * values, "--for-all", *found.family.names])
    return {"for_all_parameters": {"statement": found.statement(), "command": command}}


def spoken_for_all(wider: dict[str, Any]) -> str:
    """Return what `for_all_parameters` found, in a line."""
    told = _("More.    {statement} (`{command}`)")
    return told.format(**wider["for_all_parameters"]) if wider else ""


def _write_development(folder: str, certificate: dict[str, Any]) -> str:
    """Write a theorem for Coq into a folder; return the command by which it is checked."""
    texts = import_module("grundy.proving.coq").development(certificate)
    for name, text in texts.items():
        with output.written(str(Path(folder) / name)) as place:
            place.write(text.encode())
    command = " && ".join([f"cd {shlex.quote(folder)}", *(f"coqc {name}" for name in texts)])
    return _("Coq:     {command}").format(command=command)


def _write_document(file: str, found: Any, words: list[str], options: dict[str, Any], values: bool) -> None:
    """Write a theorem as a document of LaTeX, with the command that proves it."""
    told = [f"{name} {shlex.quote(str(value))}" for name, value in options.items() if value and value != "normal"]
    command = " ".join([shlex.join(words), *told, *(["--values"] if values else [])])
    text = import_module("grundy.faces.drawing.theorem_documents").document(found, [command])
    with output.written(file) as place:
        place.write(text.encode())


def _automata(certificate: dict[str, Any]) -> str:
    """Return the automata of a law as tables: for each state the next one by each letter, `*` where it accepts."""
    of_values = certificate.get("claim") == "values"
    lines: list[str] = []
    for v, each in enumerate(certificate.get("automata", ())):  # of a period there are none
        head = _("Automaton of the value {v}").format(v=v) if of_values else _("Automaton")
        lines.append(
            _("{head}, in {numeration}: state, then the next one by each letter").format(
                head=head, numeration=certificate.get("numeration", "msd_2")
            )
        )
        lines += [
            f"{'*' if state in each['accepting'] else ' '}{state:3}: {' '.join('-' if to < 0 else str(to) for to in row)}"
            for state, row in enumerate(each["delta"])
        ]
    return "\n".join(lines)


def known(rules: Ruleset, *, automaton: bool = False, **asked: Any) -> Any:
    """Return what is known of a game for all positions; perhaps only of what has automata."""
    shipped = import_module("grundy.proving.shipped_theorems")
    found = shipped.theorem(rules, **{**shipped.USUAL, **asked})
    if found is None and not automaton:
        found = import_module("grundy.proving.known").theorem(rules, **asked)
    return found or _theorem(rules, asked)


def proved(
    words: list[str],
    *,
    play: str = "normal",
    heaps: int | None = None,
    values: bool = False,
    block: int = 0,
    system: str | None = None,
    seconds: float | None = None,
) -> Any:
    """Return the theorem of the game that words name, or what was tried."""
    with limits.working(_("proving")):
        return _proved(*_question(words, play, heaps, values, block, system, seconds))


def given(seconds: float | None) -> dict[str, float]:
    """Return the time that a question is given, if it is told."""
    return {} if seconds is None else {"seconds": seconds}


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
        **given(limit),
    }


def _proved(rules: Ruleset, asked: dict[str, Any]) -> Any:
    return import_module("grundy.proving.kept_theorems").theorem(rules, **asked)


def _theorem(rules: Ruleset, asked: dict[str, Any]) -> Any:
    """Return a theorem, and no period: of any number of heaps, where that is asked and there is one."""
    return import_module("grundy.proving.many_heaps").for_any_number(rules, **asked) or _proved(rules, asked)


def _for_all(rules: Ruleset, parameters: str, asked: dict[str, Any]) -> Any:
    systems = asked.pop("systems")
    if systems:
        raise GrundyError("--for-all chooses the numeration itself: leave out --in")
    return import_module("grundy.proving.families").prove_for_all(rules, parameters, **asked)


def untold(found: Any) -> Answer:
    """Return as an answer that nothing was proved, and what was tried."""
    return Answer(found.to_dict, found.explain, NOT_PROVED)
