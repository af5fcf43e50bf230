"""Evidence in words, once for all faces: how an answer is known, in a few words, and why it is so, for a student."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor

from grundy.common import evidence, messages
from grundy.common.errors import TooLarge
from grundy.common.messages import N_, _, ngettext
from grundy.rules.failures import asked, walked
from grundy.rules.solution import PartisanSolution, Solution
from grundy.values.outcome import Outcome

TAME = N_(
    "Every part is tame: in sums it behaves like heaps of misère Nim. So play as in normal play\nuntil only "
    "parts like heaps of one counter remain; then leave an odd number of them to\nthe other player."
)

# ---- how it is known


def worths(solution: Solution) -> Iterator[tuple[str, str]]:
    """Yield in rows what a position is worth, and how long it lasts, as far as it is known."""
    if solution.value is None:
        pass
    elif isinstance(solution, PartisanSolution):
        yield _("value"), brief(solution.value)
        if hasattr(solution.value, "mean"):  # play ends
            yield _("mean"), str(solution.value.mean)
            yield _("temperature"), str(solution.value.temperature)
    else:
        yield _("score") if solution.position.ruleset.scoring else _("Grundy value"), str(solution.value)
    if solution.remoteness is not None:
        yield _("remoteness"), str(solution.remoteness)


def rests(solution: Solution) -> Iterator[tuple[str, str]]:
    """Yield in rows what an answer rests on: how it was found, a theorem's source, and what was `Solution.compared`."""
    yield _("method"), how(solution.evidence)
    if solution.source:
        yield _("source"), _(solution.source)
    if solution.compared:
        yield _("declared"), solution.compared


def how(found: evidence.Evidence) -> str:
    """Return how an answer is known, in a few words that follow "by"; a new kind of evidence is a case more.

    >>> how(evidence.BySearch(5))
    'exhaustive search of 5 positions'
    """
    match found:
        case evidence.ByTheorem(name=name):
            return _(name)
        case evidence.BySequence():
            return _("its nim-sequence")
        case evidence.ByLaw(form=form) if form:
            return _("its nim-sequence, of the proved law {form}").format(form=form)
        case evidence.ByLaw(saltus=saltus, period=period, preperiod=preperiod):
            kind = _("arithmetic period") if saltus else _("period")
            told = _("its nim-sequence, of proved {kind} {period} from {preperiod} on")
            return told.format(kind=kind, period=period, preperiod=preperiod)
        case evidence.ByNimbers():
            return _("the nimbers of its parts")
        case evidence.ByParts(parts=parts):
            each = dict.fromkeys(map(how, parts))
            return next(iter(each)) if len(each) == 1 else _("the xor of its parts' values")
        case evidence.ByLoopyParts():
            return _("the loopy values of its parts")
        case evidence.ByValue(parts=parts):
            return _("its canonical form") if parts == 1 else _("the canonical form of its parts")
        case evidence.BySums(open=True):
            return _("a search of sums of its parts, of which no misère quotient was found within the bounds")
        case evidence.BySums():
            return _("a search of sums of its parts")
        case evidence.ByQuotient(elements=elements):
            return _("the misère quotient of its parts, of {elements} elements").format(elements=elements)
        case evidence.BySearch(count=count, turns=True):
            return _("exhaustive search of {count:,} positions, including whose turn it is").format(count=count)
        case evidence.BySearch(count=count):
            told = ngettext("exhaustive search of {n:,} position", "exhaustive search of {n:,} positions", count)
            return told.format(n=count)
        case evidence.ByDeciding(count=count):
            told = ngettext(
                "a search for the winner among {n:,} position", "a search for the winner among {n:,} positions", count
            )
            return told.format(n=count)
        case evidence.ByTameness():
            return _("misère Nim: all its parts are tame")
        case evidence.ByComponents(number=number):
            return {
                "remoteness": _("the least remoteness of the components"),
                "endless": _("the components' remoteness: all are drawn"),
                "suspense": _("the greatest suspense of the components"),
                "outcome": _("the components' outcomes"),
            }[number]
        case evidence.ByTablebase(name=name):
            return _("the tablebase {name}").format(name=name)
        case _:
            return type(found).__name__


# ---- what it is worth


def brief(value: object, longest: int = 120) -> str:
    """Return a value as text, cut off where it is long; nothing of it where it is far too long to be read."""
    from grundy.values.short import Value  # most games have none
    from grundy.values.writing import is_long

    if isinstance(value, Value) and is_long(value, longest):
        return _("too long to write out")
    try:
        text = str(value)
    except TooLarge:
        return _("too long to write out")
    return (
        text if len(text) <= longest else _("{text}… ({count:,} letters)").format(text=text[:longest], count=len(text))
    )


# ---- why it is so


def why(solution: Solution) -> str:
    """Return the explanation that the game's file gives; where it gives none, or an empty one, the usual one.

    Where theorems stand beside the rules, it explains what they answer, and nothing that was searched.
    """
    rules, state = solution.position.ruleset, solution.position.state
    hook = rules.hooks.get("explanation")
    if hook is None or (rules.theorems and not _by_theorem(solution.evidence)):
        return _usual(solution)
    told = asked(rules, state, hook, solution)
    return (told if isinstance(told, str) else "\n".join(walked(rules, state, told))) or _usual(solution)


def _by_theorem(found: evidence.Evidence) -> bool:
    inner = found.parts if isinstance(found, evidence.ByParts) else ()
    return isinstance(found, evidence.ByTheorem) or any(map(_by_theorem, inner))


def _usual(solution: Solution) -> str:
    return "\n".join(_lines(solution))


def _lines(solution: Solution) -> Iterator[str]:
    match solution.evidence:
        case _ if solution.position.ruleset.scoring:
            return _of_score(solution)
        case _ if solution.position.ruleset.partisan:
            return _of_both_players(solution)
        case evidence.ByTheorem(gives="losing") as theorem:
            return _of_theorem(solution, theorem)
        case evidence.BySearch() | evidence.ByTablebase():
            return _of_search(solution)
        case evidence.ByTameness():
            return iter([_(TAME)])
        case evidence.ByQuotient() | evidence.BySums() | evidence.ByDeciding() as found:
            return iter(
                [_("It is decided by {method}: {outcome}.").format(method=how(found), outcome=solution.outcome)]
            )
        case evidence.ByLoopyParts() as found:
            return _of_loopy_parts(solution, found)
        case evidence.ByComponents() as found:
            told = _("A {how} sum is decided by {method}: {outcome}.")
            return iter([told.format(how=_(found.how), method=how(found), outcome=solution.outcome)])
        case _:
            return _of_value(solution)


def _of_value(solution: Solution) -> Iterator[str]:
    here, value = solution.position, solution.value
    parts = [type(here)(*component) for component in here.ruleset.components(here.state)]
    if 1 < len(parts) <= 12:
        yield from _with_xor([(str(part), part.grundy()) for part in parts], value)
    else:
        yield _("Its Grundy value is {value}, by {method}.").format(value=value, method=how(solution.evidence))
    if value:
        yield _("The value is not 0, so the player to move wins: move to value 0, and again after every reply.")
        yield _("Move: {best_move}.").format(best_move=solution.best_move)
    else:
        yield _("The value is 0, so the player to move loses: every move gives it another value, and the other player")
        yield _("can move back to 0.")


def _with_xor(shown: list[tuple[str, int]], total: int) -> Iterator[str]:
    """Yield a line for each part with its value in binary, and one for their xor."""
    xor, line = _("their xor is"), _("{part}  has value {value} = {value:0{bits}b}")
    named = max(messages.width(text) for text, _value in shown)
    bits = max(1, *(value.bit_length() for _text, value in shown))
    for text, value in shown:
        yield line.format(part=messages.left(text, named), value=value, bits=bits)
    between = messages.width(line.partition("{value")[0].removeprefix("{part}"))
    yield f"{messages.left(xor, named + between)}{total} = {total:0{bits}b}"


def _of_theorem(solution: Solution, theorem: evidence.ByTheorem) -> Iterator[str]:
    name = _(theorem.name)
    yield f"{name[:1].upper()}{name[1:]}: {_(theorem.statement)}"
    if theorem.source:
        yield _("Source: {source}.").format(source=_(theorem.source))
    if solution.outcome is Outcome.N:
        told = _("Here the player to move wins with {best_move}, which leaves a losing position.")
        yield told.format(best_move=solution.best_move)
    else:
        yield _("Here the player to move loses: every move leaves a winning position.")


def _of_score(solution: Solution) -> Iterator[str]:
    told, best = _("With best play the player to move gets {value} points more than the other."), solution.best_move
    yield told.format(value=solution.value)
    if best is not None:
        told = ngettext("Move: {best_move}, for {gain} point.", "Move: {best_move}, for {gain} points.", best.gain)
        yield told.format(best_move=best, gain=best.gain)


def _of_search(solution: Solution) -> Iterator[str]:
    said = (
        _("The tablebase {name} holds {count:,} positions, which were solved from the ends of play back.")
        if isinstance(solution.evidence, evidence.ByTablebase)
        else _("It was solved by a search of {count:,} positions, from the ends of play back.")
    )
    yield said.format(count=solution.positions, name=getattr(solution.evidence, "name", ""))
    best, last = solution.best_move, solution.remoteness
    if last == 0:
        yield _("Play is over here.")
    elif solution.outcome is Outcome.N:
        yield _("The move {best} leaves a position where every move loses;").format(best=best)
        lasts = ngettext(
            "play lasts {last} move if the loser holds out.",
            "play lasts {last} moves if the loser holds out.",
            last or 0,
        ).format(last=last)
        yield lasts if last else _("the other player cannot prevent it.")
    elif solution.outcome is Outcome.P:
        yield _("Every move leaves a position from which the other player wins;")
        lasts = _("{best} holds out longest, {last} moves.").format(best=best, last=last)
        yield lasts if last else _("endless play does not help here.")
    elif solution.outcome is Outcome.T:
        yield _("Nobody can force a win; play ends in a tie. {best} keeps it.").format(best=best)
    else:
        yield _("Nobody can force a win, and play need never end. {best} keeps the draw.").format(best=best)


def _of_loopy_parts(solution: Solution, found: evidence.ByLoopyParts) -> Iterator[str]:
    here = solution.position
    parts = [str(type(here)(*component)) for component in here.ruleset.components(here.state)]
    named = max(map(messages.width, parts))
    for part, value in zip(parts, found.values, strict=True):
        yield _("{part}  has value {value}").format(part=messages.left(part, named), value=value)
    yield _("∞(K) is a position without a nimber, whose options have the nimbers K. Nimbers are added by xor; with *n")
    yield _("∞(K) gives ∞ of all k xor n; two infinities are drawn.")
    if solution.outcome is Outcome.N:
        yield _("Move: {best_move}, which leaves the value 0.").format(best_move=solution.best_move)
    elif solution.outcome is Outcome.P:
        yield _("The sum is 0, so the player to move loses.")
    else:
        yield _("No move leaves 0, so nobody can force a win. {best} keeps the draw.").format(best=solution.best_move)


def _endless(outcome: Outcome) -> str:
    """Return the sentence on a value where a player may draw by going on for ever."""
    return {
        Outcome.D: _("The value is {brief}. Nobody can force a win: with best play it goes on for ever, a draw."),
        Outcome.N_HAT: _(
            "The value is {brief}. Left wins by moving first; if Right does, play goes on for ever, a draw."
        ),
        Outcome.N_CHECK: _(
            "The value is {brief}. Right wins by moving first; if Left does, play goes on for ever, a draw."
        ),
        Outcome.P_HAT: _("The value is {brief}. Left wins if Right moves first; else play goes on for ever, a draw."),
        Outcome.P_CHECK: _("The value is {brief}. Right wins if Left moves first; else play goes on for ever, a draw."),
    }[outcome]


def _of_both_players(solution: Solution) -> Iterator[str]:
    """Say what the value means for who wins."""
    worth = solution.value
    if worth is None:
        told = _("{outcome}, whatever the other player does: {method}.")
        yield told.format(outcome=solution.outcome, method=how(solution.evidence))
        return
    meaning = {
        Outcome.L: _("is positive, so Left wins, whoever moves first."),
        Outcome.R: _("is negative, so Right wins, whoever moves first."),
        Outcome.P: _("is zero, so whoever moves first loses."),
        Outcome.N: _("is confused with zero, so whoever moves first wins."),
    }
    if solution.outcome not in meaning:
        yield _endless(solution.outcome).format(brief=brief(worth))
        return
    yield _("The value {brief} {why}").format(brief=brief(worth), why=meaning[solution.outcome])
    if getattr(worth, "temperature", 0) > 0:  # loopy values have none
        told = _("Its mean is {mean} and its temperature {temperature}: on average, a move here gains that much.")
        yield told.format(mean=worth.mean, temperature=worth.temperature)


# ---- numbers in binary columns: words for the explanations of games that are Nim in disguise

MOST = 12
"""Rows that are shown; of more, the first ones."""


def columns(rows: Sequence[tuple[str, int]]) -> list[str]:
    """Return a line a row: its label, its number, the number in binary. Of many rows the first ones.

    >>> print(*columns([("heap 1:", 3), ("heap 2:", 10)]), sep="\\n")
    heap 1:  3 = 0011
    heap 2: 10 = 1010
    """
    shown = rows[:MOST]
    label = max((messages.width(text) for text, _ in shown), default=0)
    digits = max((len(str(number)) for _, number in shown), default=1)
    bits = width(rows)
    lines = [f"{messages.left(text, label)} {number:>{digits}} = {number:0{bits}b}" for text, number in shown]
    return lines + [_("… and {count} more").format(count=len(rows) - MOST)] * (len(rows) > MOST)


def width(rows: Sequence[tuple[str, int]]) -> int:
    """Return how many binary digits the numbers need, at least one."""
    return max([1, *(number.bit_length() for _, number in rows)])


def with_xor(rows: Sequence[tuple[str, int]]) -> list[str]:
    """Return the rows in binary columns, and their xor below.

    >>> print(*with_xor([("heap 1:", 3), ("heap 2:", 10)]), sep="\\n")
    heap 1:  3 = 0011
    heap 2: 10 = 1010
           xor = 1001
    """
    lines = columns(rows)
    if not lines:
        return [_("nothing is left: the xor is 0")]
    total, bits = reduce(xor, (number for _, number in rows)), width(rows)
    label = messages.right(_("xor"), messages.width(lines[0]) - bits - 3)
    return [*lines, f"{label} = {total:0{bits}b}"]


def heap_rows(heaps: Sequence[int]) -> list[tuple[str, int]]:
    """Return heaps with their names."""
    return [(_("heap {i}:").format(i=i), heap) for i, heap in enumerate(heaps, 1)]


def verdict(solution: Solution) -> str:
    """Return who wins a game that is lost when the xor is 0, and the move."""
    if solution.outcome is Outcome.P:
        return _(
            "The xor is 0, so the player to move loses: every move changes it, and the other player makes it 0 again."
        )
    told = _("The xor is not 0, so the player to move wins by making it 0: {best_move}.")
    return told.format(best_move=solution.best_move)
