"""Puzzles as visitors see them: a sheet of some of one game, and one of them with what comes of a move that is tried."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from itertools import islice
from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces import drawing
from grundy.faces.web import matches
from grundy.faces.web import queries as reading
from grundy.faces.web.request_limits import PUZZLES
from grundy.playing import puzzles
from grundy.playing.puzzles.puzzle import IDEAS, LEVELS, key
from grundy.rules.position import Position
from grundy.rules.solution import Move
from grundy.values.outcome import Outcome

CHOICES = 60
"""So many moves of a position can be tried."""


def sheet(game: str, level: int = 0, seed: int = 0, count: int = 6, play: str = "normal") -> dict[str, Any]:
    """Return some puzzles of a game; the same for the same seed. ``level`` 0: of all levels."""
    if not 1 <= count <= PUZZLES:
        raise GrundyError("a sheet has 1 to {most} puzzles, not {count}", most=PUZZLES, count=count)
    if level not in (0, *LEVELS):
        raise GrundyError("a level is 1 to 5, not {level}", level=level)
    rules = reading.rules(game)
    found = puzzles.make(rules, count, seed=seed, play=play, levels=(level,) if level else ())
    return {
        "game": rules.name,
        "title": rules.called_by.title,
        "rules": rules.called_by.rules,
        "level": level,
        "seed": seed,
        "count": count,
        "play": play,
        "puzzles": [_told(puzzle) for puzzle in found],
    }


def _told(puzzle: puzzles.Puzzle) -> dict[str, Any]:
    """Return a puzzle with its picture, its question and its answer."""
    plain = reading.position(puzzle.position)
    position = puzzles.turned(plain, puzzle.player)
    move = next(move for move in position.moves() if move.text == puzzle.answer)
    verdict = puzzles.tried(position, move, position.solve(puzzle.play))
    why = "\n".join(dict.fromkeys([verdict.idea, verdict.reason]))
    said = {"question": puzzles.told(puzzle), "found_by": _(IDEAS[puzzle.idea]), "why": why}
    return {**puzzle.to_dict(), "svg": drawing.svg(plain), **said}


def puzzle(position: str, player: str = "", play: str = "normal", check: str = "", tried: str = "") -> dict[str, Any]:
    """Return a puzzle with its moves, and what the one that was ``tried`` (its number) comes to.

    Raises:
        GrundyError: it is no puzzle: an address that was changed has another ``check``, and may have none or several moves
            that win.
    """
    if player not in ("", "left", "right"):
        raise GrundyError("the player to move is left or right, not {word!r}", word=player)
    plain = reading.position(position)
    if bool(player) != plain.ruleset.partisan:
        raise GrundyError("say who moves, left or right, for partisan games and only for them")
    asked = puzzles.turned(plain, player)
    found = puzzles.puzzle_of(asked, play)
    if found is None or (check and check != key(found.position, player, play)):
        raise GrundyError("this is not the puzzle that was sent: its address was changed on the way")
    return {
        "rules": plain.ruleset.called_by.rules,
        "question": puzzles.told(found),
        "level": found.level,
        "position": found.position,
        "player": player,
        "play": play,
        "check": found.key,
        "chances": puzzles.told_chances(found),
        "title": plain.ruleset.called_by.title,
        **attempt(asked, tried, play),
    }


def attempt(asked: Position, tried: str, play: str = "normal") -> dict[str, Any]:
    """Return a position's moves, and what the one that was ``tried`` comes to."""
    moves = list(islice(asked.moves(), CHOICES))
    listed = [{"number": number, "text": move.text} for number, move in enumerate(moves)]
    return {"moves": listed, **_outcome(asked, _made(moves, tried), moves, play)}


def question(position: str, ask: str, words: str = "") -> dict[str, Any]:
    """Return a question of a class: of a position who wins it (``ask`` is "winner"), or a move that wins.

    Of a partisan game ``ask`` says whose move, "left" or "right", of another one "move"; ``words`` are the teacher's own.

    Raises:
        GrundyError: there is no such question, none of its answers is right, or it has too many.
    """
    plain = reading.position(position)
    player = ask if ask in ("left", "right") else ""
    if ask not in ("move", "winner", "left", "right") or (ask != "winner" and bool(player) != plain.ruleset.partisan):
        raise GrundyError("{position}: ask for a move, of a partisan game for one of Left or Right", position=position)
    title = {"title": plain.ruleset.called_by.title, "rules": plain.ruleset.called_by.rules}
    if ask == "winner":
        text, choices, right = _winners(plain)
        return {**title, "text": words or text, "choices": choices, "right": right, "svg": drawing.svg(plain)}
    asked = puzzles.turned(plain, player)
    moves = list(islice(asked.moves(), CHOICES + 1))
    won = set(asked.solve().winning_moves())
    if not won or len(moves) > CHOICES:
        raise GrundyError("{position}: a move that wins is asked for among {n}", position=position, n=CHOICES)
    who = {"left": _("Left moves"), "right": _("Right moves"), "": _("You move")}[player]
    marks = [drawing.Mark(matches.plain(move.after), "", move.text) for move in moves]
    return {
        **title,
        "text": words or _("{who}: find a move that wins.").format(who=who),
        "choices": [move.text for move in moves],
        "right": [number for number, move in enumerate(moves) if move in won],
        "svg": drawing.svg(plain, marks, interactive=True),
    }


def _winners(plain: Position) -> tuple[str, list[str], list[int]]:
    """Return the question who wins, its answers, and which is right."""
    outcome = plain.solve().outcome
    classes = [Outcome.N, Outcome.P, *([Outcome.L, Outcome.R] if plain.ruleset.partisan else [])]
    if plain.ruleset.has_ending or outcome.drawn:
        classes.append(Outcome.T if outcome is Outcome.T else Outcome.D)
    if outcome not in classes:
        raise GrundyError("{position}: who wins depends on who begins and who holds a draw", position=plain)
    return _("Who wins?"), [str(each) for each in classes], [classes.index(outcome)]


def day(day: str) -> dict[str, Any]:
    """Return the puzzle of a day, such as 2026-11-25, that has begun."""
    try:
        of = date.fromisoformat(day)
    except ValueError:
        raise GrundyError("write a day like 2026-11-25, not {text!r}", text=day[:40]) from None
    if of > puzzles.today():
        raise GrundyError("the puzzle for {day} appears on that day", day=of)
    return _posed(puzzles.of_day(of))


def rush(seed: int, number: int = 0) -> dict[str, Any]:
    """Return a puzzle of a rush, from 0 on."""
    return _posed(puzzles.of_rush(seed, number))


def _posed(puzzle: puzzles.Puzzle) -> dict[str, Any]:
    """Return a puzzle without its answer."""
    kept = {name: getattr(puzzle, name) for name in ("position", "player", "play", "key", "level")}
    return {**kept, "question": puzzles.told(puzzle), "chances": puzzles.told_chances(puzzle)}


def _made(moves: list[Move], tried: str) -> Move | None:
    """Return the move of a number, None for no number."""
    if not tried:
        return None
    if not tried.isascii() or not tried.isdecimal() or len(tried) > 3 or int(tried) >= len(moves):
        raise GrundyError("{token!r} is not a move in this puzzle", token=tried[:20])
    return moves[int(tried)]


def _outcome(asked: Position, made: Move | None, moves: list[Move], play: str) -> dict[str, Any]:
    """Return the picture, with its moves to be tried or with the one that was, and what that comes to."""
    plain = matches.plain(asked)
    if made is None:
        marks = [drawing.Mark(matches.plain(move.after), "", move.text) for move in moves]
        return {"svg": drawing.svg(plain, marks, interactive=True), "tried": None}
    verdict = puzzles.tried(asked, made, asked.solve(play))
    after = matches.plain(made.after)
    told = {"text": made.text, **asdict(verdict), "answered": _answered([plain, after], made.after, verdict.reply)}
    return {"svg": drawing.svg(after, before=[plain]), "tried": told}


def _answered(before: list[Position], after: Position, reply: str) -> str:
    """Return the picture after the reply to a move, "" where there is none."""
    answers = (move for move in after.moves() if reply and move.text == reply)
    return "".join(drawing.svg(matches.plain(move.after), before=before) for move in answers)
