"""A position of a match, as visitors see it: the board, the moves with what they are worth, how play went, and why."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any, NamedTuple

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.evidence import BySums
from grundy.common.limits import suppressed
from grundy.common.messages import _
from grundy.faces import drawing
from grundy.faces.export import page
from grundy.faces.reviews import MatchReview
from grundy.faces.web import matches, request_limits
from grundy.faces.web import queries as reading
from grundy.faces.web.valuation import partisan, parts, shown, value_of
from grundy.playing import record, tokens
from grundy.playing import review as reviewing
from grundy.playing.catalogue import kind
from grundy.playing.match import RANK, Match
from grundy.playing.opponent import Budget, choose_at, hardness, prepare
from grundy.playing.opponent.aside import Allowance
from grundy.playing.opponent.levels import PERFECT
from grundy.playing.review import RESULTS, spoiled, standing
from grundy.rules.explanations import how
from grundy.rules.out_of_turn import says_turn
from grundy.rules.position import Position
from grundy.rules.solution import Move, Solution
from grundy.rules.turn_in_state import TurnsRuleset
from grundy.values.outcome import Outcome

LISTED = 200
"""So many moves are listed."""
REVIEWING = 1.5
"""How long a review may take, so that the page waits for it."""
VALUING = 2.0
"""How long the values of a position and its moves are looked for, where it was sooner known who wins."""
FEW = 5_000
"""Positions of a game whose value out of turn is looked for."""
THINKING = 1.0
"""How long the opponent thinks about a move, unless told."""
CHOOSING = 0.8
"""The part of that time in which the move is chosen: the rest is for the way to the visitor and the board after it."""
TOLD = ("outcome", "winner", "value", "remoteness", "method", "source", "explanation")
"""What a solution says."""


class Ply(NamedTuple):
    """A position that play went through, the move that led there, and what is known of it (None where nobody knows)."""

    position: Position
    text: str
    solution: Solution | None


def position(
    words: str,
    moves: str = "",
    play: str = "normal",
    endless: str = "draw",
    begins: str = "left",
    hints: bool = True,
    marked: int | None = None,
    seconds: float | None = None,
    undone: str = "",
) -> dict[str, Any]:
    """Return all that is to be seen of the position that a match has come to; without ``hints`` nothing is solved.

    ``marked``: on the board so many of the best moves are marked by what they are worth; None: all of them. ``seconds``:
    how long solving may take; None: as long as is granted here. ``undone``: moves that were taken back.
    """
    match = matches.begun(words, play, endless, begins)
    texts = [""]
    for token in tokens.parted(moves):
        made = tokens.move(match, token)
        match.make(made)
        texts.append(made.text)
    prepare(match)
    granted = request_limits.solving() if seconds is None else seconds
    allowed = Allowance(granted if hints else 0.0, match.memory)
    plies = _plies(match, texts, allowed)
    solved = plies[-1].solution is not None
    told = allowed.ask(lambda: _solved(plies[-1], match))  # before the moves, which may take all the time
    options, more = _options(match, solved, allowed)  # what is too large is so after a move too
    now = tokens.plain(match.position)
    rules = now.ruleset
    sides = rules.partisan or says_turn(rules)
    if told and _is_overtaken(plies[-1]):
        told["value"] = allowed.ask(lambda: _late_value(now, Allowance(VALUING, match.memory), options))
    return {
        "words": words,
        "moves": moves,
        "play": play,
        "endless": endless,
        "begins": begins,
        **_drawn(now, options, [tokens.plain(ply.position) for ply in plies[:-1]], marked),
        "mover": match.mover,
        "token": _token(match, now),
        "players": [*match.players],
        "over": match.over,
        "result": _result(match) if match.over else None,
        "winner_is": match.winner if match.over else None,
        "stuck": match.over and _stuck(now),
        "repeated": match.repeated(),
        **(told or dict.fromkeys(TOLD)),
        "options": [entry for entry, _move in options],
        "more": more,
        "history": _history(match, plies),
        "ahead": _ahead(words, moves, undone, play, endless, begins) if undone else [],
        "points": list(match.points) if rules.scoring else None,
        "parts": allowed.ask(lambda: parts(now)) or [],
        "partisan": allowed.ask(lambda: partisan(now)) if sides and told and told["value"] else None,
    }


def reply(
    words: str,
    moves: str = "",
    play: str = "normal",
    endless: str = "draw",
    begins: str = "left",
    seconds: float = THINKING,
    games: int | None = None,
    level: str = PERFECT,
) -> dict[str, Any]:
    """Return the opponent's move, chosen within some seconds, and how good it is; GrundyError where play is over.

    ``games``: play no more than so many games out, and solve nothing.
    """
    begun = time.monotonic()
    match = matches.replayed(words, moves, play, endless, begins)
    left = max(seconds / 2, seconds * CHOOSING - (time.monotonic() - begun))
    choice = choose_at(match, level, Budget(left, games, exact=games is None))
    return {"token": tokens.token(match, choice.move), **choice.to_dict(), "said": str(choice)}


def review(
    words: str = "",
    moves: str = "",
    play: str = "normal",
    endless: str = "draw",
    begins: str = "left",
    match: str = "",
) -> dict[str, Any]:
    """Return the review of a match: its data, what decided it in sentences and as a picture, its text and its address.

    ``match``: its text, or its address, instead of the other arguments.
    """
    if match:
        played, words = matches.read(match)
    else:
        played = matches.replayed(words, moves, play, endless, begins)
    found = MatchReview(played, reviewing.review(played, REVIEWING), played.called)
    return {
        **found.to_dict(),
        "told": found.found.told(found.players),
        "svg": found.picture(),
        "text": record.written(played, words),
        "address": record.address(played, words),
    }


def opened(match: str) -> dict[str, Any]:
    """Return what an address says of a match that is given as text; GrundyError for what is none, or is damaged."""
    return record.fields(*matches.read(match))


def export(words: str, play: str = "normal") -> dict[str, Any]:
    """Return the file in which a position is played without a server, and the game's name for it."""
    start = tokens.plain(matches.begun(words, play).position)
    with limits.keeping(limits.Limits(seconds=request_limits.solving())):
        return {"name": start.ruleset.name, "html": page(start, play=play).text}


def _drawn(
    now: Position, options: list[tuple[dict[str, Any], Move]], before: list[Position], marked: int | None
) -> dict[str, Any]:
    """Return what a position is and what it looks like, with its moves marked and the last move told apart."""
    said = len(options) if marked is None else marked
    marks = [
        drawing.Mark(tokens.plain(move.after), entry["verdict"] if number < said else "", move.text)
        for number, (entry, move) in enumerate(options)
    ]
    return {
        "game": now.ruleset.name,
        "title": now.ruleset.called_by.title,
        "class": _class(now),
        "doc": now.ruleset.called_by.rules or _(now.ruleset.doc),
        "starts": reading.starts(now.ruleset),
        "position": str(now),
        "here": reading.written(now),
        "text": drawing.text(now),
        "svg": drawing.svg(now, marks, before=before, interactive=True),
        "plain_svg": drawing.svg(now, before=before, interactive=True),
        "regions": [drawing.region(now, mark.after) for mark in marks[:1]],
    }


def _class(now: Position) -> str:
    """Return the class of a game; whether play can be endless is looked for where no interpreter would play it."""
    return kind(now.ruleset, played=not reading.is_text(now.ruleset))


def _token(match: Match, now: Position) -> str:
    """Return a picture of what the player to move plays with, "" where both play with the same."""
    rules = now.ruleset
    names: tuple[str, ...] = getattr(rules, "names", ())
    turn = rules.arguments(now.state)[names.index("turn")] if "turn" in names else None
    if rules.sided and turn is not None:  # the state says it
        return drawing.token(now, turn)
    if _class(now) != "partisan":
        return ""
    if isinstance(match.position.ruleset, TurnsRuleset):
        return drawing.token(now, int(match.players[match.mover] == "Right"))
    rows = getattr(drawing.scene(now), "rows", ())
    crosses, rings = (sum(row.count(face) for row in rows) for face in "XO")
    return drawing.token(now, int(crosses > rings))  # they take turns, and X begins


# ---- what is known


def _plies(match: Match, texts: list[str], allowed: Allowance) -> list[Ply]:
    """Return the positions of a match with what is known of them; where the last is not solved, nothing is."""
    turns = match.turns
    solutions: list[Solution | None] = [allowed.ask(match.solution)]
    for number in range(len(turns) - 2, -1, -1):
        solutions.append(allowed.ask(lambda n=number: match.solution_of(n)) if solutions[0] else None)
    told = zip(turns, texts, reversed(solutions), strict=True)
    return [Ply(turn.position, text, solution) for turn, text, solution in told]


def _solved(now: Ply, match: Match) -> dict[str, Any]:
    """Return what a solution says."""
    solution = now.solution
    if solution is None:
        return {}
    told = (solution.outcome.value, _winner(solution, match), _value(now.position, solution), solution.remoteness)
    return dict(zip(TOLD, (*told, how(solution.evidence), solution.source, solution.explain()), strict=True))


def _is_overtaken(ply: Ply) -> bool:
    """Whether a position is solved by a search that was sooner than its value, which can be found."""
    solution = ply.solution
    if solution is None or solution.play.misere:
        return False
    out_of_turn = says_turn(solution.position.ruleset) and solution.positions <= FEW
    return out_of_turn or isinstance(solution.evidence, BySums)


def _late_value(now: Position, late: Allowance, options: list[tuple[dict[str, Any], Move]]) -> str | None:
    """Return the value of a position of which it is known who wins, and give its moves theirs, where there is time."""
    found = late.ask(lambda: shown(value_of(now, "value")))

    def look() -> None:
        for entry, move in options:
            entry["value"] = shown(value_of(tokens.plain(move.after), "value"))

    if found is not None:  # the moves' values are parts of it
        late.ask(look)
    return found


def _value(position: Position, solution: Solution) -> str | None:
    """Return the Grundy value, the score or the canonical form, None where there is none or none is known."""
    if not isinstance(position.ruleset, TurnsRuleset):
        return shown(solution.value)
    sooner = isinstance(solution.evidence, BySums)  # the value would have taken longer
    return None if solution.play.misere or sooner else shown(value_of(tokens.plain(position)))


def _winner(solution: Solution, match: Match) -> str:
    """Return who wins if both play well, in a sentence."""
    result = RESULTS[solution.outcome]
    if match.position.ruleset.scoring:
        result = match.lead + solution.value
    if not result:
        return (
            _("Nobody can force a win: best play ends in a draw.")
            if solution.outcome is Outcome.D
            else _("Nobody can force a win: best play ends in a tie.")
        )
    name = match.players[match.mover if result > 0 else 1 - match.mover]
    return {
        "first": _("With best play the first player wins."),
        "second": _("With best play the second player wins."),
        "Left": _("With best play Left wins."),
        "Right": _("With best play Right wins."),
    }[name]


def _result(match: Match) -> str:
    """Return how a match that is over has ended."""
    winner = match.winner
    if winner is None:
        return _("The game is over: a tie.")
    return {
        "first": _("The game is over: the first player has won."),
        "second": _("The game is over: the second player has won."),
        "Left": _("The game is over: Left has won."),
        "Right": _("The game is over: Right has won."),
    }[match.players[winner]]


def _stuck(now: Position) -> bool:
    """Whether play is over because nobody can move, and not by an ending that the rules declare, or by points."""
    return not now.ruleset.scoring and now.ruleset.ended(now.state) is None


# ---- moves and history


def _options(match: Match, hints: bool, allowed: Allowance) -> tuple[list[tuple[dict[str, Any], Move]], int | None]:
    """Return the moves with what they are worth, the best first, and how many more there are (None: very many)."""
    numbered, more = tokens.numbered(match, LISTED, solved=hints)
    worths: dict[int, dict[str, Any]] = {}

    def look() -> None:
        for place, (_token, move) in enumerate(numbered):
            worths[place] = _worth(match, move)

    hard: dict[Move, tuple[int, ...]] = {}

    def look_on() -> None:
        for _token, move in numbered:
            hard[move] = hardness(match.solution_after(move))

    if hints:
        allowed.ask(look)
        if not match.position.ruleset.scoring and {worth.get("verdict") for worth in worths.values()} == {"loss"}:
            allowed.ask(look_on)
    found = [(_option(match, *pair) | worths.get(place, {}), pair[1]) for place, pair in enumerate(numbered)]
    found.sort(key=lambda pair: (_order(pair[0], match.position.ruleset.scoring), hard.get(pair[1], (0,))))
    if found and hints:
        first = _order(found[0][0], match.position.ruleset.scoring)
        for entry, _move in found:
            entry["best"] = entry["verdict"] != "" and _order(entry, match.position.ruleset.scoring) == first
    return found, more


def _option(match: Match, token: str, move: Move) -> dict[str, Any]:
    """Return a move of which nobody knows what it is worth."""
    entry: dict[str, Any] = {"token": token, "text": move.text, "verdict": "", "remoteness": None, "value": None}
    return entry | {"gain": move.gain if match.position.ruleset.scoring else None, "total": None, "best": False}


def _worth(match: Match, move: Move) -> dict[str, Any]:
    """Return what a move is worth for whoever makes it, nothing where that takes too much memory."""
    with suppressed():
        after = match.solution_after(move)
        total = move.gain - after.value if match.position.ruleset.scoring else None
        found = {"verdict": match.verdict(move, after), "remoteness": after.remoteness, "total": total}
        return found | {"value": _value(move.after, after)}
    return {}


def _order(entry: dict[str, Any], scoring: bool) -> tuple[int, int]:
    """Return the rank of a move, the least the best: winners hurry, losers hold out, points are gained."""
    if scoring:
        return 0, -(entry["total"] or 0)
    last = entry["remoteness"] or 0
    return RANK[entry["verdict"]], -last if entry["verdict"] == "loss" else last


def _ahead(words: str, moves: str, undone: str, play: str, endless: str, begins: str) -> list[str]:
    """Return the words of moves that were taken back, up to one that cannot be made."""
    match = matches.replayed(words, moves, play, endless, begins)
    found: list[str] = []
    with suppress(GrundyError):
        for token in tokens.parted(undone):
            made = tokens.move(match, token)
            match.make(made)
            found.append(made.text)
    return found


def _history(match: Match, plies: list[Ply]) -> list[dict[str, Any]]:
    """Return how play went: of each position the move that led there, and what it is worth for whoever moved first."""
    found: list[dict[str, Any]] = []
    for number, ply in enumerate(plies):
        level = None if ply.solution is None else standing(match, number, ply.solution)
        worse = bool(found) and spoiled(found[-1]["level"], level, 1 - number % 2)
        found.append(
            {
                "ply": number,
                "position": str(tokens.plain(ply.position)),
                "mover": number % 2,
                "text": ply.text,
                "level": level,
                "remoteness": ply.solution and ply.solution.remoteness,
                "blunder": worse,
            }
        )
    return found
