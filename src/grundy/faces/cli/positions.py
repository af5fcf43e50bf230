"""``grundy solve``: who wins, with which moves, what the position is worth, and how that is known."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

from grundy.common import limits
from grundy.common.errors import GrundyError, Notice, TooLarge
from grundy.common.evidence import BySums
from grundy.common.messages import _, ngettext
from grundy.faces.cli import arguments, output
from grundy.faces.cli.options import (
    Certificate,
    Endless,
    Natural,
    Play,
    Tablebase,
    Text,
    Words,
    argument,
    choice,
    completed,
    option,
)
from grundy.faces.cli.output import Answer
from grundy.rules.explanations import rests, worths
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.solution import PartisanSolution, Solution
from grundy.values.outcome import Outcome

if TYPE_CHECKING:
    from grundy.solving.ordinal_heaps import OrdinalHeaps


METHODS = ("theorem", "search", "decide", "interpreted", "compiled", "value", "sums")


class Moves(Text):
    """How many moves, or all of them."""

    def read(self, text: str, option: str) -> int | None:
        """Return the number that a text is, None for all."""
        return None if text == "all" else Natural().read(text, option)


def solve(
    words: Words,
    play: Play = "normal",
    endless: Endless = "draw",
    method: Annotated[str | None, choice("--method", *METHODS, help="The method to use.")] = None,
    moves: Annotated[
        int | None, option("--moves", "N", "How many winning moves to list; all: decide each move.", Moves())
    ] = 5,
    certificate: Certificate = "",
    tablebase: Tablebase = "",
    file: Annotated[
        str, option("--file", "FILE", "Answer the positions of GAME in a file, one a line; - is stdin.")
    ] = "",
    out: Annotated[str, option("--out", "FILE", "With --file: write the answers to a file, .csv or .npy.")] = "",
) -> Answer:
    """Solve a position: who wins, with which move, and what it is worth."""
    output.check_writable(certificate)
    if file or out:
        if not file or method or certificate or tablebase or endless != "draw":
            raise GrundyError("--file goes with --play and --out alone, and --out with --file")
        return _of_file(words, file, play, out)
    if (place := arguments.ordinals(words, play)) is not None:
        return _of_ordinals(place)
    position = arguments.position(words, soon=True)
    solution = arguments.solution(position, play, endless, method, tablebase)
    if certificate:
        output.write_json(certificate, solution.certificate())
    return told(solution, moves)


LONGEST_FILE = 1 << 26
"""Bytes of a file of positions."""


def _of_file(words: list[str], file: str, play: str, out: str) -> Answer:
    """Answer the positions that stand in the lines of a file, all in one call; what follows a # is no part of them."""
    sequences = import_module("grundy.faces.cli.sequences")
    sequences.check_table(out)
    rules, conjectures = arguments.rules(words), import_module("grundy.proving.guess")
    lines = [
        line.partition("#")[0] for line in import_module("grundy.faces.cli.files").text(file, LONGEST_FILE).splitlines()
    ]
    asked = [*_lines(rules, file, lines)]
    with limits.working("", "positions", len(asked)):
        found = conjectures.box(rules, [asked], play=play)
    texts = [" ".join(line.split()) for line in lines if line.strip()]
    if out:
        sequences.write_table(out, ["position"], zip(texts, strict=True), found)
    told = "outcome" if found.dtype.kind == "U" else "value"
    rows = [{"position": text, told: answer} for text, answer in zip(texts, found.tolist(), strict=True)]
    lost = int(conjectures.is_lost(found).sum())
    data = {"game": rules.name, "play": play, "positions": len(rows), "lost": lost, "out": out or None, "answers": rows}
    shown = [(each["position"], str(each[told])) for each in rows]
    heads = _("position"), _("outcome") if told == "outcome" else _("Grundy value")
    if out:
        said = _("{count:,} positions, {lost:,} of them lost for the player to move, are written to {file}")
        return Answer(data, said.format(count=len(rows), lost=lost, file=out))
    return Answer(data, lambda: output.show_table(heads, shown, headed=True))


def _lines(rules: Ruleset, file: str, lines: list[str]) -> Iterator[Position]:
    """Yield the positions that lines say; GrundyError names the line that says none."""
    of_words = import_module("grundy.rules.text.words").position
    integers = isinstance(rules, HeapRuleset) or getattr(rules, "integers", False)
    for number, line in enumerate(lines, 1):
        if words := line.split():
            limits.check(number)
            try:
                if integers and all(map(str.isdecimal, words)):
                    yield rules(*map(int, words))
                else:
                    yield of_words([rules.name, *words], lambda _name: rules)
            except GrundyError as problem:
                raise GrundyError(
                    "{file}, line {number}: {problem}", file=file, number=number, problem=problem
                ) from None


def _of_ordinals(place: OrdinalHeaps) -> Answer:
    """Return the answer to a game with infinite heaps."""
    rows = [(_("position"), str(place))]
    if (value := place.to_dict()["value"]) is not None:
        rows.append((_("value"), value))
    rows += [(_("winning move"), str(move)) for move in place.winning_moves()]
    return Answer(place.to_dict(), lambda: output.show_facts(str(place.outcome), rows))


def told(solution: Solution, listed: int | None) -> Answer:
    """Return a solution as an answer, with so many of its winning moves."""
    rows = partial(facts, solution, listed)
    return Answer(partial(solution.to_dict, listed), lambda: output.show_facts(_head(solution), list(rows())))


def _head(solution: Solution) -> str:
    """Return who wins, and which known game a rule of one's own is."""
    known = arguments.known_as(solution.position.ruleset)
    return f"{solution.outcome}; {known}" if known else str(solution.outcome)


def facts(solution: Solution, listed: int | None) -> Iterator[tuple[str, str]]:
    """Yield the rows that say what a solution says."""
    yield _("position"), str(solution.position)
    if solution.play != (False, "draw"):
        yield _("convention"), str(solution.play)
    yield from _partisan(solution, listed) if isinstance(solution, PartisanSolution) else _impartial(solution, listed)
    sums = isinstance(solution, PartisanSolution) and isinstance(solution.evidence, BySums)
    if solution.positions:
        yield _("sums searched") if sums else _("positions solved"), f"{solution.positions:,}"
    yield from rests(solution)


def _impartial(solution: Solution, listed: int | None) -> Iterator[tuple[str, str]]:
    yield from worths(solution)
    try:
        yield from _moves(solution, listed)
    except TooLarge as problem:
        yield _("winning move"), str(problem)


def _partisan(solution: PartisanSolution, listed: int | None) -> Iterator[tuple[str, str]]:
    yield from worths(solution)
    for name, player in ((_("Left wins with"), LEFT), (_("Right wins with"), RIGHT)):
        most = None if listed is None else max(listed, 1)
        found = solution.winning_moves(None if most is None else most + 1, player)
        for move in found[:most]:
            yield name, move.text
        yield from _more(solution, name, len(found), most, player)


def _more(
    solution: Solution, name: str, found: int, listed: int | None, player: int | None = None
) -> Iterator[tuple[str, str]]:
    """Yield a row on winning moves that are not listed, and one on moves that nobody looked at."""
    if listed is None:
        return
    if found > listed:
        yield name, _("and more (now {listed}; --moves N lists N)").format(listed=listed)
    if left := len(solution.not_looked_at(player)):
        others = {LEFT: _("Left's other moves"), RIGHT: _("Right's other moves"), None: _("other moves")}
        yield (
            others[player],
            ngettext(
                "{n} was not looked at (--moves all decides it)",
                "{n} were not looked at (--moves all decides each)",
                left,
            ).format(n=left),
        )


def _moves(solution: Solution, listed: int | None) -> Iterator[tuple[str, str]]:
    if solution.best_move is not None and not solution.position.ruleset.scoring:
        yield _("best defence") if solution.outcome is Outcome.P else _("best move"), str(solution.best_move)
    if listed == 0:
        return
    found = solution.winning_moves(None if listed is None else listed + 1)
    scoring = solution.position.ruleset.scoring
    name = _("best move") if scoring else _("winning move")
    if len(found) > 1 or scoring:
        for move in found[:listed]:
            yield name, str(move)
    yield from _more(solution, name, len(found), listed)


# ---- ``grundy explain``: why a position is won or lost


def explain(words: Words, play: Play = "normal", endless: Endless = "draw", tablebase: Tablebase = "") -> Answer:
    """Explain a position: why it is won or lost, in words a student can follow."""
    if (place := arguments.ordinals(words, play)) is not None:
        return Answer(
            {**place.to_dict(), "explanation": place.explain()}, f"{place}: {place.outcome}\n{place.explain()}"
        )
    position = arguments.position(words, soon=True)
    solution = arguments.solution(position, play, endless, None, tablebase)
    explanation = solution.explain()
    return Answer(
        lambda: {**solution.to_dict(), "explanation": explanation}, f"{position}: {_head(solution)}\n{explanation}"
    )


# ---- ``grundy report``: for whoever makes a game, the faults of its rules, and what each size is like to play


Reported = Annotated[
    list[str],
    argument(
        "GAME... [ARGS]",
        (
            "A game (rules.py:name, or from the catalogue), its position and parameters such as m=4; or several "
            "games to compare."
        ),
        completed,
    ),
]
Size = Annotated[str, option("--size", "SIZES", "Sizes of the board: 4x4, 3x3..5x5 or 4x4,5x4.")]
Vary = Annotated[str, option("--vary", "SETTINGS", "Parameters to vary: 'line=3,4 width=3..6'.")]
Seed = Annotated[int, option("--seed", "N", "Seed for random games of players who err (default 0).", Natural())]
Html = Annotated[str, option("--html", "FILE", "Write the report as a web page with plots.")]
Most = Annotated[
    int, option("--positions", "N", "Largest number of positions searched at each size (default 5,000,000).", Natural())
]


def report(
    words: Reported,
    size: Size = "",
    vary: Vary = "",
    play: Play = "normal",
    seed: Seed = 0,
    html: Html = "",
    most: Most = 5_000_000,
) -> Answer:
    """Report on a game for its designer: faults in the rules, how it plays at each size, weak players and strong ones."""
    sizes: Any = import_module("grundy.playing.reports.sizes")
    output.check_writable(html)
    varied: dict[str, str] = sizes.varied(vary)
    games = _games(words, bool(size or varied))
    made: Any = import_module("grundy.faces.reports").report(
        *games, size=size, vary=varied, play=play, seed=seed, most=most
    )
    told = str(made)
    if html:
        with output.written(html) as file:
            file.write(made.html().encode())
        told += "\n\n" + _("The page is written: {html}").format(html=html)
    return Answer(made.to_dict, told)


def _games(words: list[str], sized: bool) -> Sequence[Ruleset | Position]:
    """Return the games that words name: one with its parameters or its position, or several."""
    if len(words) < 2:
        return [arguments.find(words[0]) if words else arguments.rules(words)]
    try:
        found = arguments.games(words)
        return found if sized or len(found) > 1 else [arguments.position(words)]
    except GrundyError as problem:
        if sized:
            raise GrundyError("with --size, name games without a position: {problem}", problem=problem) from None
        if any(".py" in word for word in words[1:]):
            raise
        return [arguments.position(words)]


# ---- ``grundy export``: a game in one HTML file, for whoever has neither grundy nor a network


TOLD = 20_000
"""Positions from which it is told before the work how many there are."""


def export(
    words: Words,
    html: Annotated[str, option("--html", "FILE", "The file to write, .html.")] = "",
    size: Annotated[str, option("--size", "SIZE", "Size of the board, such as 3x3.")] = "",
    play: Play = "normal",
) -> Answer:
    """Write a game to one HTML file: board, rules, hints and a perfect opponent, playable offline."""
    if not html.lower().endswith((".html", ".htm")):
        raise GrundyError("name a file that ends in .html: grundy export GAME --html FILE.html")
    output.check_writable(html)
    position = arguments.position([*words, *([size] if size else [])])
    with limits.working(_("packing the game"), "positions"):
        made = import_module("grundy.faces.export").page(position, play=play, tell=_tell)
    with output.written(html) as file:
        file.write(made.text.encode())
    said = _("{count:,} positions and a perfect opponent are in {file} ({size:,} bytes): open it in a browser")
    return Answer(
        {"file": html, "positions": made.positions, "moves": made.moves, "bytes": made.size},
        said.format(count=made.positions, file=html, size=made.size),
    )


def _tell(count: int, size: int) -> None:
    if count >= TOLD:
        said = _("{count:,} positions will make a file of about {size:,} bytes").format(count=count, size=size)
        warnings.warn(said, Notice, stacklevel=1)
