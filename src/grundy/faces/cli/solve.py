"""``grundy solve``: who wins, with which moves, what the position is worth, and how that is known."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated

from grundy.common.evidence import BySums
from grundy.common.messages import _
from grundy.faces.cli import arguments, output
from grundy.faces.cli.options import Certificate, Endless, Natural, Play, Tablebase, Words, choice, option
from grundy.faces.cli.output import Answer
from grundy.rules.explanations import brief, how
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.rules.solution import PartisanSolution, Solution
from grundy.values.outcome import Outcome

if TYPE_CHECKING:
    from grundy.solving.ordinal_heaps import OrdinalHeaps

METHODS = ("theorem", "search", "interpreted", "compiled", "value", "sums")


def run(
    words: Words,
    play: Play = "normal",
    endless: Endless = "draw",
    method: Annotated[str | None, choice("--method", *METHODS, help="The method to use.")] = None,
    moves: Annotated[int, option("--moves", "N", "How many winning moves to list.", Natural())] = 5,
    certificate: Certificate = "",
    tablebase: Tablebase = "",
) -> Answer:
    """Solve a position: who wins, with which move, and what it is worth."""
    if certificate:
        output.check_writable(certificate)
    if "".join(words[:1]).startswith(("nim", "wythoff")) and any(
        sign in word for word in words for sign in ("w", "ω", "omega")
    ):
        from grundy.solving import ordinal_heaps  # most positions have finite heaps

        if (place := ordinal_heaps.of_words(words)) is not None:
            return _of_ordinals(place)
    position = arguments.position(words, soon=True)
    solution = arguments.solution(position, play, endless, method, tablebase)
    if certificate:
        output.write_json(certificate, solution.certificate())
    return told(solution, moves)


def _of_ordinals(place: OrdinalHeaps) -> Answer:
    """Return the answer to a game with infinite heaps."""
    rows = [(_("position"), str(place))]
    if (value := place.to_dict()["value"]) is not None:
        rows.append((_("value"), value))
    rows += [(_("winning move"), str(move)) for move in place.winning_moves()]
    return Answer(place.to_dict(), lambda: output.show_facts(str(place.outcome), rows))


def told(solution: Solution, listed: int) -> Answer:
    """Return a solution as an answer, with so many of its winning moves."""
    rows = partial(facts, solution, listed)
    return Answer(partial(solution.to_dict, listed), lambda: output.show_facts(str(solution.outcome), list(rows())))


def facts(solution: Solution, listed: int) -> Iterator[tuple[str, str]]:
    """Yield the rows that say what a solution says."""
    yield _("position"), str(solution.position)
    if solution.play != (False, "draw"):
        yield _("convention"), str(solution.play)
    if isinstance(solution, PartisanSolution):
        yield from _partisan(solution, listed)
        yield _("method"), how(solution.evidence)
        return
    if solution.value is not None:
        yield _("score") if solution.position.ruleset.scoring else _("Grundy value"), str(solution.value)
    if solution.remoteness is not None:
        yield _("remoteness"), str(solution.remoteness)
    if solution.best_move is not None and not solution.position.ruleset.scoring:
        yield _("best defence") if solution.outcome is Outcome.P else _("best move"), str(solution.best_move)
    yield from _winning(solution, listed)
    if solution.positions:
        yield _("positions solved"), f"{solution.positions:,}"
    yield _("method"), how(solution.evidence)
    if solution.source:
        yield _("source"), _(solution.source)


def _partisan(solution: PartisanSolution, listed: int) -> Iterator[tuple[str, str]]:
    if solution.value is not None:
        yield _("value"), brief(solution.value)
        if hasattr(solution.value, "mean"):  # play ends
            yield _("mean"), str(solution.value.mean)
            yield _("temperature"), str(solution.value.temperature)
    for name, player in ((_("Left wins with"), LEFT), (_("Right wins with"), RIGHT)):
        found = solution.winning_moves(max(listed, 1) + 1, player)
        for move in found[: max(listed, 1)]:
            yield name, move.text
        if len(found) > max(listed, 1):
            yield name, _("and more (now {listed}; --moves N lists N)").format(listed=max(listed, 1))
    if solution.positions:
        yield (
            _("sums searched") if isinstance(solution.evidence, BySums) else _("positions solved"),
            f"{solution.positions:,}",
        )


def _winning(solution: Solution, listed: int) -> Iterator[tuple[str, str]]:
    if not listed:
        return
    found = solution.winning_moves(listed + 1)
    scoring = solution.position.ruleset.scoring
    name = _("best move") if scoring else _("winning move")
    if len(found) > 1 or scoring:
        for move in found[:listed]:
            yield name, str(move)
    if len(found) > listed:
        yield name, _("and more (now {listed}; --moves N lists N)").format(listed=listed)
