"""A position of a match, as visitors see it: the board, the moves with what they are worth, how play went, and why."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from contextvars import Context
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from grundy.common import limits, messages
from grundy.common.errors import GrundyError
from grundy.common.evidence import BySums
from grundy.common.limits import Limits, suppressed
from grundy.common.messages import _
from grundy.faces import drawing
from grundy.faces.drawing.rich_display import formula
from grundy.faces.export import page
from grundy.faces.reviews import MatchReview
from grundy.faces.web import queries
from grundy.faces.web.queries import LETTERS
from grundy.faces.worksheet import Answer, Comparison, Worksheet, cells, compared
from grundy.playing import catalogue, record
from grundy.playing import review as reviewing
from grundy.playing.catalogue import SIDE, begun, integers, kind, least, solved
from grundy.playing.match import RANK, Match
from grundy.playing.opponent import Budget, choose_at, hardness, patience, prepare
from grundy.playing.opponent.choosing import PERFECT, Allowance, Aside, begun_within
from grundy.playing.review import RESULTS, spoiled, standing
from grundy.rules.explanations import brief, how
from grundy.rules.from_text import MARK, TextError, unpacked
from grundy.rules.functions import TurnsRuleset
from grundy.rules.out_of_turn import says_turn
from grundy.rules.partisan import ImpartialRuleset, PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.selftest import told_of
from grundy.rules.session import Field
from grundy.rules.solution import Move, Solution
from grundy.rules.sums import SumRuleset
from grundy.values.loopy.stoppers import Loopy, Stopper
from grundy.values.nimber import mex
from grundy.values.outcome import Outcome
from grundy.values.short import Value
from grundy.values.thermograph import sensible_options
from grundy.values.writing import is_long

# ---- matches that live in an address: where play began, and the moves made since, each a token


class Asked(NamedTuple):
    """A match as its address says it; of a partisan one ``begins`` says who moves first, "left" or "right"."""

    words: str
    moves: str = ""
    play: str = "normal"
    endless: str = "draw"
    begins: str = "left"

    def begun(self) -> Match:
        """Return the match that begins so."""
        match = record.begun(queries.position(self.words), self.play, self.endless, self.begins)
        return Match(queries.remembered(match.position), match.play, memory=queries.search())

    def replayed(self) -> Match:
        """Return the match with its moves made."""
        match = self.begun()
        list(record.replayed(match, self.moves))
        return match


def read(text: str) -> tuple[Match, str]:
    """Return the match of a text, or of an address, and the words of where it began."""
    match = record.read(text, queries.position)
    match.memory = queries.search()
    _head, colon, words = text.strip().partition("\n")[0].partition(": ")
    return match, words.strip() if colon else queries.written(record.plain(match.turns[0].position)) or ""


# ----


LISTED = 400
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
    *place: str,
    hints: bool = True,
    marked: int | None = None,
    seconds: float | None = None,
    undone: str = "",
    **how: str,
) -> dict[str, Any]:
    """Return all that is to be seen of the position that a match has come to; without ``hints`` nothing is solved.

    ``marked``: on the board so many of the best moves are marked by what they are worth; None: all of them. ``seconds``:
    how long solving may take; None: as long as is granted here. ``undone``: moves that were taken back.
    """
    asked = Asked(*place, **how)
    match = asked.begun()
    texts = ["", *record.replayed(match, asked.moves)]
    prepare(match)
    granted = queries.solving() if seconds is None else seconds
    allowed = Allowance(patience(match, granted) if hints else 0.0, match.memory)
    plies = _plies(match, texts, allowed)
    solved = plies[-1].solution is not None
    told = allowed.ask(lambda: _solved(plies[-1], match))  # before the moves, which may take all the time
    options, more = _options(match, solved, allowed)  # what is too large is so after a move too
    now = record.plain(match.position)
    rules = now.ruleset
    sides = rules.partisan or says_turn(rules)
    if told and _is_overtaken(plies[-1]):
        told["value"] = allowed.ask(lambda: _late_value(now, Allowance(VALUING, match.memory), options))
    return {
        **asked._asdict(),
        **_drawn(now, options, [record.plain(ply.position) for ply in plies[:-1]], marked),
        "mover": match.mover,
        "token": _token(match, now),
        "players": [*match.players],
        "over": match.over,
        "result": _result(match) if match.over else None,
        "winner_is": match.winner if match.over else None,
        "stuck": match.over and not rules.scoring and rules.ended(now.state) is None,  # and no ending says so
        "passing": match.passing is not None,
        "repeated": match.repeated(),
        **(told or dict.fromkeys(TOLD)),
        "options": [entry for entry, _move in options],
        "more": more,
        "history": _history(match, plies),
        "ahead": _ahead(asked, undone) if undone else [],
        "points": list(match.points) if rules.scoring else None,
        "parts": allowed.ask(lambda: parts(now)) or [],
        "partisan": allowed.ask(lambda: partisan(now)) if sides and told and told["value"] else None,
    }


def reply(
    *place: str, seconds: float = THINKING, games: int | None = None, level: str = PERFECT, **how: str
) -> dict[str, Any]:
    """Return the opponent's move, chosen within some seconds, and how good it is; GrundyError where play is over.

    ``games``: play no more than so many games out, and solve nothing.
    """
    begun = time.monotonic()
    match = Asked(*place, **how).replayed()
    left = max(seconds / 2, seconds * CHOOSING - (time.monotonic() - begun))
    choice = choose_at(match, level, Budget(left, games, exact=games is None))
    where = drawing.region(record.plain(match.position), record.plain(choice.move.after))
    return {"token": record.token(match, choice.move), **choice.to_dict(), "said": str(choice), "region": where}


def review(words: str = "", match: str = "", **how: str) -> dict[str, Any]:
    """Return the review of a match: its data, what decided it in sentences and as a picture, its text and its address.

    ``match``: its text, or its address, instead of the other arguments.
    """
    if match:
        played, words = read(match)
    else:
        played = Asked(words, **how).replayed()
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
    return record.fields(*read(match))


def export(words: str, play: str = "normal") -> dict[str, Any]:
    """Return the file in which a position is played without a server, and the game's name for it."""
    start = record.plain(Asked(words, play=play).begun().position)
    with limits.keeping(limits.Limits(seconds=queries.solving())):
        return {"name": start.ruleset.name, "html": page(start, play=play).text}


def _drawn(
    now: Position, options: list[tuple[dict[str, Any], Move]], before: list[Position], marked: int | None
) -> dict[str, Any]:
    """Return what a position is and what it looks like, with its moves marked and the last move told apart."""
    said = len(options) if marked is None else marked
    marks = [
        drawing.Mark(record.plain(move.after), entry["verdict"] if number < said else "", move.text)
        for number, (entry, move) in enumerate(options)
    ]
    return {
        "game": now.ruleset.name,
        "title": now.ruleset.called_by.title,
        "class": _class(now),
        "doc": now.ruleset.called_by.rules or _(now.ruleset.doc),
        "starts": queries.starts(now.ruleset),
        "position": str(now),
        "here": queries.written(now),
        "text": drawing.text(now),
        "svg": drawing.svg(now, marks, before=before, interactive=True),
        "plain_svg": drawing.svg(now, before=before, interactive=True),
        "regions": [drawing.region(now, mark.after) for mark in marks[:1]],
    }


def _class(now: Position) -> str:
    """Return the class of a game; whether play can be endless is looked for where no interpreter would play it."""
    return kind(now.ruleset, played=not queries.is_text(now.ruleset))


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
            entry["value"] = shown(value_of(record.plain(move.after), "value"))

    if found is not None:  # the moves' values are parts of it
        late.ask(look)
    return found


def _value(position: Position, solution: Solution) -> str | None:
    """Return the Grundy value, the score or the canonical form, None where there is none or none is known."""
    if not isinstance(position.ruleset, TurnsRuleset):
        return shown(solution.value)
    sooner = isinstance(solution.evidence, BySums)  # the value would have taken longer
    return None if solution.play.misere or sooner else shown(value_of(record.plain(position)))


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


# ---- moves and history


def _options(match: Match, hints: bool, allowed: Allowance) -> tuple[list[tuple[dict[str, Any], Move]], int | None]:
    """Return the moves with what they are worth, the best first, and how many more there are (None: very many)."""
    numbered, more = record.numbered(match, LISTED, solved=hints)
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


def _ahead(asked: Asked, undone: str) -> list[str]:
    """Return the words of moves that were taken back, up to one that cannot be made."""
    match, found = asked.replayed(), list[str]()
    with suppress(GrundyError):
        found.extend(record.replayed(match, undone))  # those before it are kept
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
                "position": str(record.plain(ply.position)),
                "mover": number % 2,
                "text": ply.text,
                "level": level,
                "remoteness": ply.solution and ply.solution.remoteness,
                "blunder": worse,
            }
        )
    return found


# ---- what a position is worth beyond who wins: its parts, and of a partisan one its value and thermograph

LARGEST = 24
"""So many parts are shown."""
SEEKING, GLANCE = 20.0, 0.2
"""Seconds for which a value out of turn is looked for, and in which it is waited for."""
SOUGHT = Field[dict[Any, Aside[Any]]]("values out of turn that are looked for", dict)
WRITTEN = 120
"""So many letters of a value are written, unless told."""


def parts(position: Position) -> list[dict[str, Any]]:
    """Return the parts of which a position is the sum, each with its picture and value; none of one that is whole."""
    found = list(_apart(position))
    if not 2 <= len(found) <= LARGEST:
        return []
    return [
        {
            "position": str(part),
            "words": queries.written(part),
            "svg": drawing.svg(part),
            "value": shown(value_of(part)),
        }
        for part in found
    ]


def partisan(position: Position) -> dict[str, Any] | None:
    """Return the value of a partisan position with its thermograph; None where it has none that is found in time."""
    found: Any = value_of(position, "value" if says_turn(position.ruleset) else None)
    return worth(found) if isinstance(found, (Value, Loopy)) else None


def worth(found: Any, letters: int = WRITTEN) -> dict[str, Any]:
    """Return what is shown of a value, of which so many letters are written; for LaTeX "" where it is too long."""
    latex = ""
    with suppressed():
        latex = found.latex()
    told = {"value": brief(found, letters), "latex": latex, "formula": formula(found)}
    if not isinstance(found, Value):  # play may be endless
        return told | dict.fromkeys(("thermograph", "mean", "temperature"), "")
    heat = found.thermograph()
    return told | {"thermograph": heat.svg(), "mean": str(heat.mean), "temperature": str(heat.temperature)}


def shown(value: Value | int | None) -> str | None:
    """Return a value as text: a Grundy value, a score or a canonical form; None where there is none."""
    return brief(value) if isinstance(value, Value) else None if value is None else str(value)


def _apart(position: Position) -> Iterator[Position]:
    """Yield the parts of a position: of a sum its terms, of a board its pieces, of heaps each heap."""
    rules, state = position.ruleset, position.state
    if rules.is_sum(state):
        for part, own in rules.components(state):
            yield from _apart(Position(part, own)) if isinstance(rules, SumRuleset) else [Position(part, own)]
    elif isinstance(rules, (PartisanRuleset, ImpartialRuleset)):
        yield from (Position(rules, own) for own in rules.split(state))
    else:
        yield position


def value_of(position: Position, method: str | None = None) -> Value | int | None:
    """Return the Grundy value or the canonical form of a position, None where it has none or none is found.

    ``method`` "value": also where who wins is found sooner, or the value is one out of turn.
    """
    try:
        if method == "value" and says_turn(position.ruleset):
            return _value_out_of_turn(position)
        return position.solve(method=method, memory=queries.search()).value
    except GrundyError:
        return None


def _value_out_of_turn(position: Position) -> Any:
    """Return a value that may take seconds, None for now where it does: it is looked for beside other questions."""
    sought, key = position.ruleset.memory[SOUGHT], position.state
    if key not in sought:
        unlimited = Context()  # it is not within the limits of this question
        sought[key] = unlimited.run(begun_within, SEEKING, position.value, queries.search())
    return sought[key].result() if sought[key].done_within(GLANCE) else None


# ---- a level of the tree of a game: the options of a position or of a value, sensible ones first


MOST = 60
"""So many options of a player are listed."""
COUNTED = 10_000
"""Of so many options it is counted how many are not listed."""
PICTURED = 24
"""With so many at most each has its picture."""
VALUED_WITHIN = 2.0
"""Seconds in which the options' values are looked for."""
LONGEST = 300
"""Letters of a value that can be opened: they stand in an address."""


def options(position: str = "", expression: str = "") -> dict[str, Any]:
    """Return the options of a position, or of the value of an expression: each player's, the sensible ones first.

    Sensible are those that are as good as an option of the canonical form (see `grundy.values.thermograph`); none is said to
    be so or not where a value is not known in time, nor where play may be endless or is for points.
    """
    if bool(position) == bool(expression):
        raise GrundyError("the options of a position or of an expression are asked for, one of the two")
    if len(expression) > LETTERS:
        raise GrundyError("an expression may have at most {most:,} letters here", most=LETTERS)
    return _of_position(queries.position(position)) if position else _of_value(Value(expression))


def asked_of(position: str | None, value: Any = None) -> dict[str, str] | None:
    """Return the question after the options of a position of some words, or of a value; None where it is too long."""
    if position:
        return {"position": position}
    if not isinstance(value, Value | Stopper) or (isinstance(value, Value) and is_long(value, LONGEST)):
        return None
    text = str(value)
    return {"expression": text} if len(text) <= LONGEST else None


def _of_position(here: Position) -> dict[str, Any]:
    rules = here.ruleset
    players = {"Left": LEFT, "Right": RIGHT} if rules.partisan else {"": None}
    found = {name: list(dict.fromkeys(islice(here.options(player), COUNTED))) for name, player in players.items()}
    listed = {name: options[:MOST] for name, options in found.items()}
    with limits.keeping(limits.Limits(VALUED_WITHIN)):
        values = {name: [_worth_of(option) for option in options] for name, options in listed.items()}
    whole = not rules.scoring and all(len(options) <= MOST for options in found.values())
    good = _sensible(list(values.values())) if whole else None
    pictured = max(map(len, listed.values())) <= PICTURED
    sides = [
        _side(
            name,
            [
                {
                    "text": str(option),
                    "svg": drawing.svg(option) if pictured else "",
                    **_told(value),
                    "sensible": good and value in good[number],
                    "asked": None if _is_over(option) else asked_of(queries.written(option)),
                }
                for option, value in zip(options, values[name], strict=True)
            ],
            len(found[name]) - len(options) if len(found[name]) < COUNTED else None,
        )
        for number, (name, options) in enumerate(listed.items())
    ]
    return {"of": str(here), "sides": sides}


def _of_value(value: Any) -> dict[str, Any]:
    if not isinstance(value, Value | Stopper):
        raise GrundyError("the value {value} has no list of options", value=value)
    found = {"Left": value.left_options, "Right": value.right_options}
    sides = [
        _side(
            name,
            [
                {
                    "text": brief(each, LONGEST),
                    "svg": "",
                    **_told(None),
                    "sensible": True,
                    "asked": asked_of(None, each) if each.left_options or each.right_options else None,
                }
                for each in options[:MOST]
            ],
            len(options[MOST:]),
        )
        for name, options in found.items()
    ]
    return {"of": brief(value, LONGEST), "sides": sides}


def _worth_of(position: Position) -> Any:
    """Return the value of a position, who wins where it has none, and None where neither is found."""
    value = value_of(position, "value" if position.ruleset.partisan else None)
    with suppress(GrundyError):
        return position.solve(memory=queries.search()).outcome if value is None else value
    return None


def _told(worth: Any) -> dict[str, str | None]:
    """Return the value of an option as text, or who wins it."""
    won = isinstance(worth, Outcome)
    return {"value": None if won else shown(worth), "winner": str(worth) if won else None}


def _side(player: str, entries: list[dict[str, Any]], more: int | None) -> dict[str, Any]:
    """Return a player's options, the sensible ones before the others, and how many more there are; None: very many."""
    entries.sort(key=lambda entry: entry["sensible"] is False)
    return {"player": player, "options": entries, "more": more}


def _sensible(values: list[list[Any]]) -> list[Any] | None:
    """Return of each player the values of the sensible options; None where a value is not known, or is of endless play."""
    every = [value for side in values for value in side]
    if all(isinstance(value, int) for value in every) and len(values) == 1:
        return [range(mex(every))]
    if len(values) == 2 and all(isinstance(value, Value) for value in every):
        return list(sensible_options(*values))
    return None


def _is_over(position: Position) -> bool:
    """Whether nobody can move."""
    players = (LEFT, RIGHT) if position.ruleset.partisan else (None,)
    return not any(True for player in players for _option in position.options(player))


# ---- what an expression of games is worth, and how it compares with another; the cells of a worksheet in the same


SHOWN = 2000
"""Letters of a value that are shown."""
CELLS, SHEET = 60, 4000
"""So many cells a worksheet has at most here, and so many letters: it stands in an address."""
SECONDS, SHARE = 10.0, 0.6
"""Seconds that a cell may take; and what share of the seconds of a question all may take together."""


def value(expression: str, other: str = "") -> dict[str, Any]:
    """Return what an expression is worth: canonical form, who wins, stops, thermograph; and its order against another."""
    if max(len(expression), len(other)) > LETTERS:
        raise GrundyError("an expression may have at most {most:,} letters here", most=LETTERS)
    found = Value(expression)
    order = Comparison(expression, other, compared(found, Value(other)), "?") if other.strip() else None
    return {
        **_canonical(found),
        "svg": found.svg() if hasattr(found, "svg") else "",
        "order": order and order.order,
        "comparison": order and order.sentence,
    }


def worksheet(cell: list[str]) -> list[dict[str, Any]]:
    """Return the answers to the cells of a worksheet; GrundyError for one that is too long to stand in an address."""
    asked = cells("\n".join(cell))
    letters = sum(map(len, asked))
    if len(asked) > CELLS or letters > SHEET:
        raise GrundyError(
            "a worksheet may have at most {cells} cells and {most:,} letters here; this one has {count} and "
            "{letters:,}: save it as a file, and `grundy value --file` answers it",
            cells=CELLS,
            most=SHEET,
            count=len(asked),
            letters=letters,
        )
    sheet = Worksheet(seconds=SECONDS, memory=queries.search(), find=queries.find)
    with limits.keeping(Limits(SHARE * queries.granted().seconds)):
        answers = sheet.ask(asked)
    return [_answered(answer) for answer in answers]


def _answered(answer: Answer) -> dict[str, Any]:
    """Return the answer to a cell as plain data."""
    worth, error = None, answer.error
    try:
        worth = None if answer.value is None else _canonical(answer.value)
    except GrundyError as problem:  # it takes too long to be drawn
        error = problem
    order, place = answer.comparison, answer.position
    return {
        "cell": answer.cell,
        "name": answer.name,
        "worth": worth,
        "facts": [(_(name), text) for name, text in answer.facts[1:]],
        "position": place and str(place),
        "words": place and queries.written(place),
        "svg": place and drawing.svg(place),
        "order": order and order.order,
        "holds": order and order.holds,
        "said": order and str(order),
        "comparison": order and order.sentence,
        "result": answer.said or None,
        "formula": answer.result.mathml() if isinstance(answer.result, Loopy) else None,
        "opens": asked_of(place and queries.written(place), answer.value if answer.result is None else answer.result),
        "error": error and str(error),
    }


def _canonical(found: Value) -> dict[str, Any]:
    """Return what is shown of a value."""
    return {
        **worth(found, SHOWN),
        "outcome": found.outcome.value,
        "winner": str(found.outcome),
        **{name: str(getattr(found, name, "")) for name in ("left_stop", "right_stop", "birthday")},  # not of all loopy
    }


# ---- the games that visitors may play, each with an example of its positions and a picture of it


def games(of: str = "") -> list[dict[str, Any]]:
    """Return the games of the catalogue, or one of a file."""
    return [_pictured(name, rules, messages.current()) for name, rules in queries.catalogue(of)]


def unplayed(of: str) -> dict[str, Any]:
    """Return what a game of a file declares, without a picture: it takes too long to find what it does."""
    return _described(of, queries.rules(of), None, played=False)


def example(rules: Ruleset) -> Position | None:
    """Return a small position of a game that a visitor can write."""
    return catalogue.example(rules, queries.written)


@cache
def _pictured(name: str, rules: Ruleset, spoken: str) -> dict[str, Any]:
    """Return what a game is, in words (in the language that is spoken) and as a picture."""
    return _described(name, rules, example(rules))


def _described(name: str, rules: Ruleset, shown: Position | None, *, played: bool = True) -> dict[str, Any]:
    return {
        **catalogue.described(rules, played=played),
        "name": name,
        "doc": _(rules.doc),
        "choices": catalogue.choices(rules) if played else None,
        "starts": queries.starts(rules),
        "example": (shown and queries.written(shown)) or name,
        "svg": drawing.svg(shown) if shown else "",
    }


# ---- what the page /write shows of a text of rules: its games, or where it is wrong, and who wins small positions


SOLVED_WITHIN = 1.0
"""So long are small positions solved, unless less is asked for: the rest is left out."""


def rules(text: str, game: str = "") -> dict[str, Any]:
    """Return the games of a text or where it is wrong, and of one of them what names it and where play begins."""
    told: dict[str, Any] = {"games": [], "game": "", "words": "", "start": "", "fault": None}
    try:
        found = queries.written_games(unpacked(text))
        told["games"] = [{"name": name, "title": rules.called_by.title} for name, rules in found.items()]
        told["game"] = game if game in found else next(iter(found))
        told["words"] = f"{MARK}{text}:{told['game']}"
        told["start"] = _start(queries.rules(told["words"]), told["words"])
    except TextError as fault:  # in the text, or in the middle of play
        told["fault"] = {"line": fault.line, "text": str(fault)}
    return told


def _start(rules: Ruleset, word: str) -> str:
    """Return the words of a position to begin with, "" for none."""
    if rules.begins is not None:
        return word
    found = begun(rules, queries.written)
    return (found and queries.written(found)) or ""


def small(words: str, seconds: float = SOLVED_WITHIN) -> dict[str, Any]:
    """Return small positions of a game with who wins, as many as are solved in the time: a sequence, a table or others."""
    own = queries.rules(words)
    found, whole = solved(own, min(seconds, SOLVED_WITHIN))
    positions = [
        {
            "position": str(position),
            "outcome": solution.outcome.value,
            "said": str(solution.outcome),
            "value": shown(solution.value),
        }
        for position, solution in found
    ]
    more = not whole and seconds < SOLVED_WITHIN
    told = {"told": [*map(str, told_of(own))], "more": more}
    return {"integers": integers(own), "least": least(own), "side": SIDE, "positions": positions, **told}
