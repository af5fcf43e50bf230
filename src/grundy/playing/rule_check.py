"""An author's rules looked at: what of them is read, compiled and taken apart, what law they follow, whether play agrees.

`checked` never stops at a fault: what is wrong with one thing is said, and the next is looked at.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice, product
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from grundy.common.errors import GrundyError, OutOfTime, RuleFailed, RulesError, Sentence
from grundy.common.limits import Limits, keeping
from grundy.common.messages import N_
from grundy.games.nim import nim
from grundy.language.read.texts import TextError
from grundy.language.refusal import Unreadable
from grundy.playing.catalogue import goes_on
from grundy.proving import known
from grundy.rules import folding
from grundy.rules.data import data_of, routine
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction, HeapRuleset
from grundy.rules.hook_checks import check_hooks
from grundy.rules.large_games import LargeGame
from grundy.rules.partisan import LEFT, RIGHT, ImpartialRuleset, PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import MEANT, Ruleset
from grundy.rules.samples import going_on
from grundy.rules.selftest import by_lot, check_rules, require_boards, told_of, told_of_sides
from grundy.solving.compiled_rules import UNREAD, native, native_heaps
from grundy.solving.parts import sides
from grundy.solving.plain_play import plain
from grundy.solving.trials import declared_names, try_declared
from grundy.values.outcome import Outcome

LISTED, COMPARED, ADDED, WORK, SECONDS = 600, 80, 6, 500_000, 100.0
"""Small positions among which some are chosen, how many are, and added; the options that plain play goes through for all of
them, and how long it may take, far beyond what these options do: a rule may sleep."""
MOST = 80
"""Of so many moves of a position more positions are met."""
PROVED = 5.0
"""So many seconds a law is looked for, unless told."""
REACHED = 10_000
"""Hooks are tried out from small positions until these have reached so many."""
GOOD, MISSING, WRONG = "good", "missing", "wrong"


@dataclass(frozen=True)
class Finding:
    """What is said of rules in one respect.

    Attributes:
        about: "players", "read", "compiled", "parts", "declared", "law" or "plain play".
        state: "good"; "missing", where there is no such thing, and the sentence says why; "wrong", where the rules fail, or
            what is declared beside them is false.
        said: the sentence.
        line: the line of the rules' file that it speaks of, None for none.
    """

    about: str
    state: str
    said: Sentence
    line: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, the sentence in the language that is spoken."""
        return {"about": self.about, "state": self.state, "said": str(self.said), "line": self.line}


@dataclass(frozen=True)
class Checked:
    """What was found of some rules; ``positions`` were compared with plain play."""

    rules: Ruleset
    findings: tuple[Finding, ...]
    positions: int

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return all(each.state != WRONG for each in self.findings)


def checked(rules: Ruleset, *, seconds: float = PROVED) -> Checked:
    """Look at some rules, for who wrote them; a law is looked for ``seconds`` long.

    >>> import grundy as gr
    >>> @gr.game
    ... def pairs(n: int):
    ...     for k in (1, 2):
    ...         if n >= k:
    ...             yield n - k
    >>> found = checked(pairs)
    >>> found.holds, [each.state for each in found.findings]
    (True, ['good', 'good', 'good', 'missing', 'good', 'good'])
    """
    found = _small(rules)
    small, sure = found.positions, [position for position in found.positions if position in found.sure]
    findings: list[Finding] = []
    with warnings.catch_warnings(action="ignore"):  # that rules are interpreted is said here
        for about, look in (
            ("players", lambda: _players(rules, small)),
            ("read", lambda: _read(rules)),
            ("compiled", lambda: _compiled(rules, small)),
            ("parts", lambda: _parts(rules, small)),
            ("declared", lambda: _declared(rules, sure)),
            ("ending", lambda: _ending(sure)),
            ("law", lambda: _law(rules, seconds)),
        ):
            findings += _asked(about, look)
        count, compared = _compared(rules, found, _sums(rules, sure))
    kept: dict[str, Finding] = {}
    for each in (*findings, compared):  # of what is wrong in one sentence at two places the first
        kept.setdefault(str(each.said) if each.state == WRONG else each.about, each)
    return Checked(rules, (*kept.values(),), count)


def _asked(about: str, look: Callable[[], Finding | None]) -> Iterator[Finding]:
    try:
        found = look()
    except GrundyError as problem:
        found = Finding(about, WRONG, _sentence(problem))
    if found is not None:
        yield found


def _sentence(problem: GrundyError) -> Sentence:
    return Sentence(N_("{problem}"), problem=problem)


def _players(rules: Ruleset, small: list[Position]) -> Finding:
    """Say whose moves the rules are taken for."""
    if rules.partisan and (told := told_of_sides(rules.name, small)):
        return Finding("players", MISSING, told)
    if rules.partisan or rules.sided:
        return Finding("players", GOOD, Sentence(N_("two, who move in turn, each with pieces or moves of his own")))
    sentence = N_("two, who move in turn, with the same moves: a puzzle for one would be answered as such a game")
    return Finding("players", GOOD, Sentence(sentence))


# ---- small positions


class Small(NamedTuple):
    """Small positions in which somebody can move.

    What is wrong counts at those that are ``sure``; rules fail in a ``fault`` where play comes, in a ``doubt`` at what may
    be no position.
    """

    positions: list[Position]
    sure: set[Position]
    fault: GrundyError | None = None
    doubt: GrundyError | None = None


def _small(rules: Ruleset) -> Small:
    """Return small positions, evenly chosen: those that are told, and guessed ones.

    Sure of guessed numbers is what two moves lead to, as far as one can know; empty boards all are, if no rule fails there.
    """
    board = getattr(rules, "board", None)
    try:
        begins = rules.begins
        told = [rules.start(words) for words in (*begins.sizes, begins.usual)] if begins is not None else []
        guessed = list(islice(_listed(rules), LISTED))
        if rules.tells_small or isinstance(rules, HeapRuleset):
            told, guessed = [*told, *guessed], []
        met, maybe = _Met(told), _Met(guessed)
        if board is not None and not (rules.has_ending or met.going or maybe.going or maybe.faults):
            maybe = _Met(list(by_lot(rules)))
    except GrundyError as problem:
        return Small([], set(), problem)
    everywhere = board is not None and not maybe.faults
    reached = {*(maybe.going if everywhere else _after(islice(_after(guessed), 4 * LISTED)))}
    fault = next(chain(met.faults.values(), (each for p, each in maybe.faults.items() if p in reached)), None)
    found = [] if fault is not None else [*met.going, *maybe.going]
    chosen = found[:: -(-len(found) // COMPARED)] if found else []
    return Small(chosen, {*met.going, *reached}, fault, next(iter(maybe.faults.values()), None))


class _Met:
    """Positions and those that moves lead to, in which somebody can move, or in which the rules fail."""

    def __init__(self, found: list[Position]) -> None:
        self.going: list[Position] = []
        self.faults: dict[Position, GrundyError] = {}
        met = dict.fromkeys(found)
        for position in (line := list(met)):  # grows meanwhile
            try:
                if not goes_on(position):
                    continue
                after = dict.fromkeys(_options(position)) if len(self.going) < COMPARED else {}
            except GrundyError as problem:
                self.faults[position] = problem
                continue
            self.going.append(position)
            line += [each for each in after if each not in met] if len(line) < LISTED else []
            met |= after


def _options(position: Position) -> list[Position]:
    own = position.ruleset
    return [Position(own, state) for state in going_on(own, position.state, MOST)]


def _after(found: Iterable[Position]) -> Iterator[Position]:
    """Iterate over the options of positions, each once; those at which the rules fail have none."""
    met = set[Position]()
    for position in found:
        with suppress(GrundyError):
            new = [option for option in _options(position) if option not in met]
            met.update(new)
            yield from new


def _listed(rules: Ruleset) -> Iterator[Position]:
    try:
        yield from rules.small_positions()
    except (RuleFailed, TextError):
        raise
    except RulesError:  # it declares none
        return


# ---- what is read and compiled


def functions(rules: Ruleset) -> dict[str, Any]:
    """Return the functions that say what the moves are, by what an author calls them."""
    own = rules.rules if isinstance(rules, ImpartialRuleset) else rules
    found = {"moves": getattr(own, "function", None), "right": getattr(own, "other", None)}
    if found["right"] is found["moves"]:
        del found["right"]
    return {
        name: each
        for name, each in (*found.items(), *((name, rules.hooks[name]) for name in _declared_hooks(rules)))
        if each is not None
    }


def _read(rules: Ruleset) -> Finding:
    """Say whether all functions are rule data, or which one is not and where."""
    own = rules.rules if isinstance(rules, ImpartialRuleset) else rules
    named = functions(rules)
    for name, function in named.items():
        try:
            player: dict[str, Any] = (
                {"player": LEFT} if getattr(own, "by_player", False) and name in ("moves", "right") else {}
            )
            routine(own, function, scoring=name == "moves" and rules.scoring, **player)
        except Unreadable as problem:
            return _unread(name, function, problem)
    try:
        data_of(rules)
    except Unreadable as problem:
        return _unread("moves", named.get("moves"), problem)
    if not named:
        return Finding("read", GOOD, Sentence(N_("it contains no Python")))
    told = ", ".join(f"{name} ({_line(function)})" for name, function in named.items() if _line(function))
    return Finding(
        "read", GOOD, Sentence(N_("as data, with their lines: {functions}"), functions=told or ", ".join(named))
    )


def _unread(name: str, function: Any, problem: Unreadable) -> Finding:
    line = problem.line or _line(function)
    sentence = N_("Python runs the {name}: line {line} of {file} cannot be read: {what}")
    file = Path(getattr(getattr(function, "__code__", None), "co_filename", "")).name
    return Finding("read", MISSING, Sentence(sentence, name=name, line=line, file=file, what=problem.what), line)


def _line(function: Any) -> int | None:
    code = getattr(function, "__code__", None)
    return code.co_firstlineno if code is not None else None


def _compiled(rules: Ruleset, small: list[Position]) -> Finding:
    """Say whether moves are native code that does what Python does at small positions, or why they are interpreted."""
    good = Finding("compiled", GOOD, Sentence(N_("to native code, which agreed with Python wherever both were asked")))
    if isinstance(rules, HeapFunction):
        return good if native_heaps(rules) is not None else _interpreted(rules.memory[UNREAD])
    if not functions(rules):
        return Finding("compiled", GOOD, Sentence(N_("there are kernels for such games")))
    if not small:
        return Finding("compiled", MISSING, Sentence(N_("not tried, since no small position is known")))
    own = small[-1].ruleset
    states = [each.state for each in small[::-1] if each.ruleset == own]
    if (isinstance(own, FunctionRuleset) and not own.partisan) or own.searched is not own:
        own = own.searched
        return good if native(own, map(own.canonical, states)) is not None else _interpreted(own.memory[UNREAD])
    own = own.rules if isinstance(own, ImpartialRuleset) else own
    if not isinstance(own, PartisanRuleset):
        return _interpreted(Sentence(N_("its moves are not a single Python function")))
    if sides(own, states[0]) is not None:
        return good
    if "parts" in own.hooks:
        return _interpreted(Sentence(N_("the compiled search takes boards apart itself, but here a function does it")))
    reasons = (own.side(player).memory[UNREAD] for player in (LEFT, RIGHT))
    return _interpreted(next(filter(None, reasons), Sentence(N_("its states differ in length"))))


def _interpreted(reason: str | Sentence) -> Finding:
    sentence = N_("the rules are interpreted, which is slower: {reason}")
    return Finding("compiled", MISSING, Sentence(sentence, reason=reason))


# ---- what is declared beside the moves


def _parts(rules: Ruleset, small: list[Position]) -> Finding:
    """Say how positions come apart, and how many small ones do."""
    if isinstance(rules, HeapRuleset):
        return Finding("parts", GOOD, Sentence(N_("a position is the sum of its heaps")))
    board = getattr(rules, "board", None)
    if "parts" in rules.hooks:
        what = N_("as its function says, in {n} of {total} small positions")
    elif board is not None and board.splits:
        what = N_("into connected live faces, in {n} of {total} small positions")
    elif board is not None:
        sentence = N_(
            "the board is taken as a whole: if some cells become dead, Grid(…, live=…) says which faces can "
            "still be played"
        )
        return Finding("parts", MISSING, Sentence(sentence))
    else:
        sentence = N_("nothing says how positions split: if they are sums, declare @{name}.parts")
        return Finding("parts", MISSING, Sentence(sentence, name=rules.name.replace("-", "_")))
    split = sum(_comes_apart(position) for position in small)
    return Finding("parts", GOOD, Sentence(what, n=split, total=len(small)), _line(rules.hooks.get("parts")))


def _comes_apart(position: Position) -> bool:
    rules, state = position.ruleset, position.state
    return len(rules.split(state)) > 1 or len(rules.components(state)) > 1


def _declared_hooks(rules: Ruleset) -> list[str]:
    """Return the names of the hooks that the author wrote: the images of a board are not."""
    return [name for name, hook in rules.hooks.items() if name in MEANT and hook is not folding.images]


def _declared(rules: Ruleset, small: list[Position]) -> Finding | None:
    """Try the rules out, and compare hooks with the moves; None where nothing is declared and nothing is wrong."""
    hooks = [name for name in _declared_hooks(rules) if name not in ("parts", "ending")]
    reached = tried = 0
    for position in small:
        own = position.ruleset
        try:
            check_rules(own, position.state)
            try_declared(position)
            if reached <= REACHED:
                tried += 1
                if isinstance(own, LargeGame) and own.has_hooks:
                    reached += check_hooks(own, position.state).positions
        except RulesError as problem:
            line = next((_line(rules.hooks[name]) for name in _declared_hooks(rules) if name in str(problem)), None)
            return Finding("declared", WRONG, _sentence(problem), line)
    board = getattr(rules, "board", None)
    own = rules.declares  # of what comes with the package the rest was compared
    hooks += declared_names(rules) if own else [each for each in ("same", "opposite") if getattr(board, each, "")]
    if not hooks or not small:
        return None
    sentence = N_("{hooks}: they agree with the moves at {n} small positions")
    return Finding("declared", GOOD, Sentence(sentence, hooks=", ".join(dict.fromkeys(hooks)), n=tried))


def _ending(small: list[Position]) -> Finding | None:
    """Say where whoever cannot move loses, in a game with endings: that this is told is good, and may be meant."""
    told = next((sentence for position in small for sentence in told_of(position.ruleset)), None)
    return told and Finding("ending", GOOD, told)


def _law(rules: Ruleset, seconds: float) -> Finding:
    """Say which theorem is proved of all positions, or why none is."""
    if not seconds:
        return Finding("law", MISSING, Sentence(N_("the prover was not asked")))
    if rules.partisan or getattr(rules, "board", None) is not None:
        return Finding(
            "law", MISSING, Sentence(N_("theorems are only sought for impartial games of heaps and numbers"))
        )
    try:
        with keeping(Limits(seconds=2 * seconds)):
            found: Any = known.theorem(rules, seconds=seconds)
    except OutOfTime:
        return Finding("law", MISSING, Sentence(N_("no theorem was found in {n:g} seconds"), n=seconds))
    except RuleFailed as problem:
        sentence = N_("not sought further: the prover asks for positions that no play may reach ({problem})")
        return Finding("law", MISSING, Sentence(sentence, problem=problem), problem.said.data.get("line"))
    except GrundyError as problem:
        return Finding("law", MISSING, _sentence(problem), problem.said.data.get("line"))
    if not found.proved:
        return Finding("law", MISSING, Sentence(N_("{problem}"), problem=str(found)))
    return Finding("law", GOOD, Sentence(N_("proved: {theorem}"), theorem=str(found)))


# ---- play


def _compared(rules: Ruleset, found: Small, added: Iterable[Position]) -> tuple[int, Finding]:
    """Compare answers with plain play; return at how many positions, and what came out."""
    count, sums, left, until = 0, 0, WORK, monotonic() + SECONDS
    if found.fault is not None:
        return 0, Finding("plain play", WRONG, _sentence(found.fault), found.fault.said.data.get("line"))
    for position in chain(found.positions, added):
        if left < 0 or monotonic() > until:
            break
        is_sum = position.ruleset.is_sum(position.state)
        try:
            require_boards(position)
            truth = plain(position)
            left -= WORK // COMPARED if truth is None else truth.options
            if truth is None:
                continue
            told, line = next(_differences(position, truth.outcomes, truth.value), None), None
        except GrundyError as problem:
            if is_sum:  # the game has none, which is said where one is asked for
                continue
            told, line = _sentence(problem), problem.said.data.get("line")
        if told is None:
            count, sums = (count, sums + 1) if is_sum else (count + 1, sums)
        elif is_sum or position in found.sure:
            return count, Finding("plain play", WRONG, told, line)
    if found.positions and not count:
        return 0, Finding("plain play", MISSING, Sentence(N_("the known positions are too large for it")))
    name = rules.name.replace("-", "_")
    if not count and found.doubt is not None:
        sentence = N_("no small position is known ({problem}): give some with @{name}.small, or with starts")
        return 0, Finding("plain play", MISSING, Sentence(sentence, name=name, problem=found.doubt))
    if not count:
        sentence = N_("no small position is known: give some with @{name}.small, or with starts")
        return 0, Finding("plain play", MISSING, Sentence(sentence, name=name))
    if sums:
        sentence = N_("{n} small positions and {sums} sums of two agree with the answers")
        return count, Finding("plain play", GOOD, Sentence(sentence, n=count, sums=sums))
    return count, Finding("plain play", GOOD, Sentence(N_("{n} small positions agree with the answers"), n=count))


def _sums(rules: Ruleset, small: list[Position]) -> Iterator[Position]:
    """Iterate over sums of two small positions, and of one and a heap, where the game has sums."""
    if rules.scoring or rules.has_ending or not small:
        return
    one = nim(1)
    with suppress(GrundyError):
        for first, second in zip(small[:ADDED], [*small[1:ADDED], one], strict=False):
            yield first + second
            yield first + one


def _differences(position: Position, outcomes: dict[str, Outcome], value: Any) -> Iterator[Sentence]:
    """Iterate over what is answered of a position that plain play does not find."""
    sentence = N_("{position}: plain play finds {truth}, but {method} answered {said}")
    for (play, truth), method in product(outcomes.items(), (None, "search")):
        solution = position.solve(play, method=method)
        if solution.outcome != truth:
            data = {"position": position, "truth": truth, "said": solution.outcome, "method": solution.method}
            yield Sentence(sentence, **data)
    if value is None:
        return
    own = position.ruleset
    said = position.score() if own.scoring else position.value() if own.partisan else position.grundy()
    if said != value:
        yield Sentence(sentence, position=position, truth=value, said=said, method=position.solve().method)
