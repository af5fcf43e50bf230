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
from grundy.faces.cli.options import (
    Certificate,
    Duration,
    Natural,
    Play,
    Rules,
    Words,
    argument,
    completed,
    flag,
    option,
)
from grundy.faces.cli.output import NO, OPEN, Answer
from grundy.rules.heaps import HeapRuleset
from grundy.rules.ruleset import Ruleset
from grundy.rules.text.words import integer

LONGEST = 86_400

Heaps = Annotated[
    int | None, option("--heaps", "N", "Number of heaps (or of numbers in a position).", Natural(10, least=1))
]
Values = Annotated[bool, flag("--values", "Grundy values instead of losing positions (the default for heap games).")]
Block = Annotated[
    int, option("--block", "N", "Blocking: how many options the opponent may forbid at each move.", Natural(100))
]
In = Annotated[str | None, option("--in", "SYSTEM", "The numeration: msd_fib, msd_2, 'ost [0;(2)]', …")]
Seconds = Annotated[
    float | None,
    option("--seconds", "S", "Time limit in seconds (default 60); the checker may take as long again.", Duration()),
]
Coq = Annotated[str, option("--coq", "DIR", "Write a development that the Coq proof assistant checks.")]


def prove(
    words: Rules,
    play: Play = "normal",
    heaps: Heaps = None,
    values: Values = False,
    block: Block = 0,
    system: In = None,
    seconds: Seconds = None,
    certificate: Certificate = "",
    for_all: Annotated[
        str | None,
        option(
            "--for-all",
            "PARAMETERS",
            ("Prove one theorem for all values of parameters: m, 'm >= 2' or 'a >= 1, b >= a'."),
        ),
    ] = None,
    automaton: Annotated[bool, flag("--automaton", "Also print the automaton of the law, as a table.")] = False,
    tex: Annotated[str, option("--tex", "FILE", "Write the theorem and its proof as a LaTeX document.")] = "",
    coq: Coq = "",
) -> Answer:
    """Prove the law of a game's losing positions or Grundy values, for all positions, from the rules."""
    output.check_writable(certificate, tex)
    if coq:
        output.make_folder(coq)
    rules, asked = question(words, play, heaps, values, block, system, seconds)
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
        told = _("{head}, in {numeration}: state, then the next one by each letter")
        lines.append(told.format(head=head, numeration=certificate.get("numeration", "msd_2")))
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


def proved(words: list[str], **options: Any) -> Any:
    """Return the theorem of the game that words name, or what was tried; see `question` for the options."""
    with limits.working(_("proving")):
        return _proved(*question(words, **options))


def given(seconds: float | None) -> dict[str, float]:
    """Return the time that a question is given, if it is told."""
    return {} if seconds is None else {"seconds": seconds}


def question(
    words: list[str],
    play: str = "normal",
    heaps: int | None = None,
    values: bool = False,
    block: int = 0,
    system: str | None = None,
    seconds: float | None = None,
) -> tuple[Ruleset, dict[str, Any]]:
    """Return the game that words name, and what is asked of it, as `grundy.proving.known.theorem` takes it."""
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
    return import_module("grundy.proving.theorem").theorem(rules, **asked)


def _theorem(rules: Ruleset, asked: dict[str, Any]) -> Any:
    """Return a theorem, and no period: of any number of heaps, where that is asked and there is one."""
    return import_module("grundy.proving.families").for_any_number(rules, **asked) or _proved(rules, asked)


def _for_all(rules: Ruleset, parameters: str, asked: dict[str, Any]) -> Any:
    systems = asked.pop("systems")
    if systems:
        raise GrundyError("--for-all chooses the numeration itself: leave out --in")
    return import_module("grundy.proving.families").prove_for_all(rules, parameters, **asked)


def untold(found: Any) -> Answer:
    """Return as an answer that nothing was proved, and what was tried."""
    return Answer(found.to_dict, found.explain, OPEN)


def lawless(found: Any) -> Answer:
    """Return as an answer that no law of a game is proved, so that another question about it is not decided."""
    told = _("no law of {game} is proved, so this is not decided: `grundy prove` says what was tried")
    return Answer(found.to_dict, told.format(game=found.rules.name), OPEN)


# ---- ``grundy decide``: a formula about natural numbers, decided by automata


Text = Annotated[list[str], argument("FORMULA", "A formula in quotes, such as '?msd_fib Ax Ey x=2*y")]


def decide(
    words: Text,
    states: Annotated[
        int | None, option("--states", "N", "Largest number of states of an automaton.", Natural())
    ] = None,
) -> Answer:
    """Decide whether a formula is true, or which numbers satisfy it."""
    if not words:
        raise GrundyError('give a formula in quotes: grundy decide "?msd_fib Ax Ey x=2*y | x=2*y+1"')
    options = {} if states is None else {"cap": states}
    system, formula = import_module("grundy.proving.logic.syntax").parse(" ".join(words), ())
    return told_formula(import_module("grundy.proving.logic.formula").decide(formula, system, **options))


def told_formula(decision: Any) -> Answer:
    """Return what was decided as an answer."""
    return Answer(decision.to_dict, str(decision), NO if decision.truth is False else 0)


# ---- ``grundy ask``: a formula about the proved law of a game


def ask(
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
    output.check_writable(certificate)
    values = values or ("G(" in words[-1] and "P(" not in words[-1])
    rules, asked = question(words[:-1], play, heaps, values, block, system, seconds)
    questions = import_module("grundy.proving.questions")
    with limits.working(_("proving")):
        found = import_module("grundy.proving.known").to_ask(rules, **asked)
    if not found.proved:
        return lawless(found)
    if certificate and not hasattr(found, "automata"):
        raise GrundyError("a formula about a period has no certificate: `grundy law` writes that of the period")
    answer = told_formula(decision := questions.ask(found if hasattr(found, "automata") else found.law, words[-1]))
    if not certificate:
        return answer
    kept = output.certified(certificate, questions.certificate(found, decision, **given(seconds)))
    return answer._replace(words=f"{answer.words}\n{kept}")


# ---- ``grundy count``: how many positions are lost, up to any number


FARTHEST = 10**1000
"""The largest number up to which positions are counted."""
LARGEST = 10**18

Counted = Annotated[
    list[str],
    argument(
        "GAME [ARGS]...",
        "A game and its parameters; then, if not all positions are meant, their numbers as terms (n '2*n' '3*n').",
        completed,
    ),
]
To = Annotated[int | None, option("--to", "N", "Count with each variable up to N.", Natural(FARTHEST))]
From = Annotated[int, option("--from", "N", "Count with each variable from N on.", Natural(LARGEST))]
About = Annotated[str, option("--formula", "FORMULA", "Count what a formula is true of: 'P(a,b) & a+b<=N'.")]
Value = Annotated[int | None, option("--value", "V", "Count positions of this Grundy value.", Natural(LARGEST))]
Moves = Annotated[bool, flag("--moves", "Count the winning moves of a position: nim 10^18 7 9 --moves.")]


def count(
    words: Counted,
    to: To = None,
    least: From = 0,
    formula: About = "",
    value: Value = None,
    moves: Moves = False,
    play: Play = "normal",
    heaps: Heaps = None,
    seconds: Seconds = None,
) -> Answer:
    """Count the lost positions with numbers up to N, however large, by a law that is proved."""
    named = arguments.named(arguments.joined(words))
    numbers = [integer(word) for word in named.words]
    more = formula or heaps or least or value is not None
    if moves == (to is not None) or (moves and (more or not numbers or None in numbers)):
        raise GrundyError(
            "count takes --to N, or the numbers of a position and --moves: grundy count wythoff --to 10^18"
        )
    known, asked = import_module("grundy.proving.known"), {"play": play, **given(seconds or limits.left())}
    with limits.working(_("proving")):
        if moves:
            found = known.count_moves(named.rules, *numbers, **asked)
        else:
            terms = [word if n is None else str(n) for n, word in zip(numbers, named.words, strict=True)]
            asked |= {"formula": formula, "heaps": heaps, "value": value, "least": least}
            found = known.count(named.rules, to, *terms, **asked)
    if not hasattr(found, "found"):
        return lawless(found)
    return Answer(lambda: {**found.to_dict(), "play": play}, lambda: _show_count(found, least, value, play))


def _show_count(found: Any, least: int, value: int | None, play: str) -> None:
    """Write what was counted, and by what it is known."""
    rests = (_("proved") if found.proved else _("found"), found.by)
    misere = _(", in misère play") if play == "misere" else ""
    if isinstance(found.to, tuple):
        title = f"{found.game}({', '.join(f'{n:,}' for n in found.to)})"
        return output.show_facts(title + misere, [(_("winning moves"), f"{found.count:,}"), rests])
    told = _("{game}: {formula}, for {names} from {least:,} to {to:,}")
    title = told.format(game=found.game, formula=found.what, names=", ".join(found.names), least=least, to=found.to)
    what = _("lost for the player to move") if value is None else _("of the value {value}").format(value=value)
    if found.positions is None:
        what = _("true of")
    rows = [(_("positions"), f"{found.positions:,}")] if found.positions is not None else []
    rows += [(what, f"{found.count:,}")]
    if found.count:
        place, largest = (
            f"({', '.join(each)})" if each[1:] else each[0]
            for each in (found.names, [f"{n:,}" for n in found.found.largest])
        )
        rows += [(_("largest {names}").format(names=place), largest)]
        rows += [(_("sum of {names}").format(names=" + ".join(found.names)), f"{found.found.total:,}")]
    return output.show_facts(title + misere, [*rows, rests])


# ---- ``grundy redundant``: whether moves can be added, or left out, without a change of the losing positions


def redundant(
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
    output.check_writable(certificate)
    found = proved(words[:place], play=play, heaps=heaps, system=system, seconds=seconds)
    if not found.proved:
        return lawless(found)
    moves = " ".join(words[place:])
    answer = import_module("grundy.proving.questions").changed(found, moves, **given(seconds))
    if not hasattr(answer, "holds"):
        return untold(answer)
    names = [found.moves.rules.name, f"{found.moves.rules.name} {moves}"]
    told = _("redundant: {changed} and {game} have exactly the same losing positions; proved")
    yes = told.format(changed=names[1], game=names[0])
    return told_of_two(answer, names, yes, _("not redundant: "), certificate)


def told_of_two(answer: Any, names: list[str], yes: str, no: str, certificate: str) -> Answer:
    """Return what was decided of two games as an answer; what holds is written into a file, if one is named."""
    data = {"games": names, **answer.to_dict()}
    if not answer.holds:
        example = import_module("grundy.proving.questions").shown_answer(answer, names)
        return Answer(data, f"{no}{example}{unwritten(certificate)}", NO)
    return Answer(data, f"{yes}\n{output.certified(certificate, answer.certificate())}" if certificate else yes)


def unwritten(certificate: str) -> str:
    """Return that no certificate is written, in a line of its own, where one is wanted of what is not so."""
    return "\n" + _("No certificate is written: the counterexample above is enough.") if certificate else ""


# ---- ``grundy same``: whether two games have the same losing positions, or the same values of heaps


SECONDS = 60.0
"""The usual time for a theorem about values, and for its checker."""


def same(
    words: Words,
    play: Play = "normal",
    heaps: Heaps = None,
    values: Annotated[
        bool, flag("--values", "Compare Grundy values of single heaps (the default for two heap games).")
    ] = False,
    system: In = None,
    seconds: Seconds = None,
    certificate: Certificate = "",
) -> Answer:
    """Decide whether two games, each with its parameters, have exactly the same losing positions, or heap values."""
    games = arguments.games(words)
    if len(games) != 2:
        raise GrundyError("same takes two games, each with its parameters: grundy same bash m=3 '{1,2,3}' --heaps 1")
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
        return untold(answer) if answer.rules is games[1] else lawless(answer)
    yes = _("the same: {b} and {a} have exactly the same losing positions; proved").format(b=names[0], a=names[1])
    return told_of_two(answer, names, yes, _("different: "), certificate)


def _by_values(games: list[Any], names: list[str], seconds: float | None, certificate: str) -> Answer:
    with limits.working(_("comparing values and looking for a proof"), "values"):
        found = import_module("grundy.proving.questions").same_values(*games, seconds=seconds or SECONDS)
    a, b = names
    data = {"games": names, "of": "values", **found.to_dict()}
    if found.holds is None:
        words = _("{a} and {b}: no difference up to heap {checked_to:,}, but not proved beyond that: {reason}")
        return Answer(data, words.format(a=a, b=b, checked_to=found.checked_to, reason=found.reason), OPEN)
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
    return Answer(data, "\n".join(lines), 0 if found.holds else NO)


def _shifted(found: Any, a: str, b: str) -> str:
    """Return that the games are the same but for a shift of their heaps."""
    words = _(
        "but heap n of {a} is worth the same as heap n {sign} {shift} of {b}, for all n >= {start}; proved: {reason}"
    )
    sign, start = ("+", 0) if found.shift > 0 else ("-", -found.shift)
    return words.format(a=a, b=b, sign=sign, shift=abs(found.shift), start=start, reason=found.reason)
