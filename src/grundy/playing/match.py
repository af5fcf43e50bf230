"""A game being played: the positions so far, the points, whose turn it is; the solver's next move, and what was typed."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, pairwise
from typing import Any, NamedTuple

from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _
from grundy.rules.functions import TurnsRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT
from grundy.rules.scenes import Board, Heaps, Network
from grundy.rules.solution import Move, Play, Solution
from grundy.rules.sums import SumRuleset
from grundy.rules.text import words as reading
from grundy.values.outcome import LOSS, Outcome

LOOKED_THROUGH = 300_000
"""Among how many options a position that was typed is looked for."""
READ_THROUGH = 20_000
"""Among how many moves the words that were typed are looked for."""
RANK = {"win": 0, "tie": 1, "draw": 1, "": 2, "loss": 3}
"""The order of verdicts, the best first; "" is one that nobody knows."""
_OTHER = {"first": "second", "second": "first", "draw": "draw"}


class Turn(NamedTuple):
    """A position of the match, and the points of both players when it was reached."""

    position: Position
    points: tuple[int, int] = (0, 0)


class Match:
    """A game from its first position on. Player 0 moves first."""

    def __init__(self, start: Position, play: Play, *, memory: int | None = None) -> None:
        self.play = play
        self.memory = memory
        self.turns = [Turn(start)]
        self._solutions: dict[int, Solution] = {}

    @property
    def position(self) -> Position:
        """The position now."""
        return self.turns[-1].position

    @property
    def points(self) -> tuple[int, int]:
        """The points of the two players."""
        return self.turns[-1].points

    @property
    def mover(self) -> int:
        """The player to move, 0 or 1."""
        return (len(self.turns) - 1) % 2

    @property
    def moves(self) -> list[Move]:
        """The moves that were made."""
        return [
            before.position.move_to(after.position.state, sum(after.points) - sum(before.points))
            for before, after in pairwise(self.turns)
        ]

    @property
    def players(self) -> tuple[str, str]:
        """Who plays, who moves first in front: "Left" and "Right", or "first" and "second"."""
        start = self.turns[0].position
        if not isinstance(start.ruleset, TurnsRuleset):
            return "first", "second"
        return ("Left", "Right") if start.state[1] == LEFT else ("Right", "Left")

    @property
    def called(self) -> tuple[str, str]:
        """What they are called, in words."""
        return called(self.players)

    @property
    def over(self) -> bool:
        """Whether there is no move."""
        return next(self.position.options(), None) is None

    @property
    def winner(self) -> int | None:
        """The player who has won a match that is over, 0 or 1; None: nobody. The rules alone say it, nothing is solved.

        >>> from grundy.games import load
        >>> from grundy.rules.solution import convention
        >>> Match(load("nim")(0), convention()).winner, Match(load("nim")(0), convention("misere")).winner
        (1, 0)
        """
        rules = self.position.ruleset
        if rules.scoring:
            result = self.lead
        else:
            ended = rules.ended(self.position.state)
            result = (LOSS if ended is None else ended) * (-1 if self.play.misere else 1)
        return None if not result else self.mover if result > 0 else 1 - self.mover

    @property
    def endless(self) -> str:
        """What endless play is, counted from the position now."""
        return self.play.endless if self.mover == 0 else _OTHER[self.play.endless]

    def solution(self) -> Solution:
        """Return the solution of the position now."""
        if len(self.turns) not in self._solutions:
            self._solutions = {len(self.turns): self._solved(self.position, self.endless)}
        return self._solutions[len(self.turns)]

    def solution_of(self, number: int) -> Solution:
        """Return the solution of the position after so many moves."""
        endless = self.play.endless if number % 2 == 0 else _OTHER[self.play.endless]
        return self._solved(self.turns[number].position, endless)

    def solution_after(self, move: Move) -> Solution:
        """Return the solution of the position that a move leads to, for the player to move there."""
        return self._solved(move.after, _OTHER[self.endless])

    def _solved(self, position: Position, endless: str) -> Solution:
        misere = "misere" if self.play.misere else "normal"
        return position.solve(misere, endless, memory=self.memory)

    def verdict(self, move: Move, after: Solution) -> str:
        """Return what a move is for whoever makes it: "win", "loss", "draw" (endless play) or "tie".

        ``after`` solves what follows. Of a scoring game the points that were made before count too.

        >>> from grundy.games import load
        >>> from grundy.rules.solution import convention
        >>> match = Match(load("nim")(2), convention())
        >>> move = next(match.position.moves())
        >>> match.verdict(move, match.solution_after(move))
        'win'
        """
        if after.position.ruleset.scoring:
            total = self.lead + move.gain - after.value
            return "win" if total > 0 else "loss" if total < 0 else "tie"
        return {Outcome.N: "loss", Outcome.P: "win", Outcome.T: "tie"}.get(after.outcome, "draw")

    @property
    def lead(self) -> int:
        """The points of the player to move, less the other's."""
        return self.points[self.mover] - self.points[1 - self.mover]

    @property
    def passing(self) -> Move | None:
        """The only move, where it is to pass: it makes itself, and nobody is asked; None elsewhere, or when play repeats."""
        moves = list(islice(self.position.moves(), 2)) if self.repeated() is None else []
        return moves[0] if len(moves) == 1 and is_pass(self.position, moves[0].after) else None

    def make(self, move: Move) -> None:
        """Make a move."""
        points = list(self.points)
        points[self.mover] += move.gain
        self.turns.append(Turn(move.after, (points[0], points[1])))
        self._solutions.clear()

    def at(self, number: int) -> Match:
        """Return the match as it was after so many moves."""
        copy = Match(self.turns[0].position, self.play, memory=self.memory)
        copy.turns = self.turns[: number + 1]
        return copy

    def after(self, move: Move) -> Match:
        """Return the match with one more move, for whoever looks ahead."""
        ahead = self.at(len(self.turns))
        ahead.make(move)
        return ahead

    def undo(self, count: int) -> None:
        """Take back so many moves."""
        del self.turns[len(self.turns) - count :]
        self._solutions.clear()

    def repeated(self) -> int | None:
        """Return after how many moves the position was here before with the same player to move, or None."""
        for number in range(len(self.turns) - 3, -1, -2):
            if self.turns[number].position.state == self.position.state:
                return number
        return None

    def find(self, wanted: Position) -> Move | None:
        """Return the move to a position, or None if it is not among the options that are looked through."""
        rules = self.position.ruleset
        image = rules.canonical(wanted.state)
        found: Move | None = None
        gains: dict[int, None] = {}
        for gain, after in islice(_options(self.position), LOOKED_THROUGH):
            if after == wanted.state and not rules.scoring:
                return self.position.move_to(after)
            if after == wanted.state:
                gains[gain] = None
            if found is None and rules.canonical(after) == image:
                found = self.position.move_to(after, gain)
        if len(gains) > 1:
            raise GrundyError("moves with different gains lead to {wanted}: type the move in words", wanted=wanted)
        if gains:
            return self.position.move_to(wanted.state, *gains)
        if found is None and not self.find_all():
            found = next((m for m in self.solution().winning_moves(100) if m.after.state == wanted.state), None)
        return found

    def find_all(self) -> bool:
        """Whether `find` looks through all the moves."""
        return next(islice(_options(self.position), LOOKED_THROUGH, None), None) is None

    def read(self, line: str) -> Move:
        """Return the move of a line that was typed: a move's words, or the position it leads to; GrundyError for none."""
        move = self.find_words(line)
        if move is not None:
            return move
        wanted = read_position(self.position, line)
        if wanted.state == self.position.state:
            raise GrundyError("{wanted} is the current position: a move must change it", wanted=wanted)
        move = self.find(wanted)
        if move is None and self.find_all():
            raise GrundyError("no move leads to {wanted}: type `moves` to list your moves", wanted=wanted)
        if move is None:
            sentence = N_("none of the first {count:,} moves leads to {wanted}, and the others were not tried")
            raise GrundyError(sentence, wanted=wanted, count=LOOKED_THROUGH)
        return move

    def find_words(self, text: str) -> Move | None:
        """Return the move of these words, or None; small and capital letters are one where that names one move."""
        found = _of_words(islice(self.position.moves(), READ_THROUGH), text)
        if found is not None or next(islice(self.position.options(), READ_THROUGH, None), None) is None:
            return found
        return _of_words(self.solution().winning_moves(100), text)

    def list(self, limit: int) -> tuple[list[Move], int | None]:
        """Return the first moves, and how many more there are (None: very many)."""
        moves = self.position.moves()
        first = list(islice(moves, limit))
        more = sum(1 for _ in islice(moves, READ_THROUGH))
        return first, more if more < READ_THROUGH else None


def is_pass(before: Position, after: Position) -> bool:
    """Whether a move changes nothing that is seen but the note below the board, which says whose turn it is.

    >>> from grundy.games import load
    >>> one = load("dots-and-boxes")("X./XX./X.", "pass")
    >>> [is_pass(one, move.after) for move in one.moves()]
    [True]
    """
    now, then = before.ruleset.scene(before.state), before.ruleset.seen(before.state, after.state)
    noted = isinstance(now, Board | Heaps | Network) and type(now) is type(then)
    return noted and replace(now, note="") == replace(then, note="")


def called(players: Sequence[str]) -> tuple[str, str]:
    """Return the names of players in words."""
    words = {"first": _("First player"), "second": _("Second player"), "Left": _("Left"), "Right": _("Right")}
    first, second = (words[name] for name in players)
    return first, second


def read_position(now: Position, line: str) -> Position:
    """Return the position that a line says, of the same rules as the position now, with the other player to move.

    >>> from grundy.games import load
    >>> print(read_position(load("nim")(5, 7), "2, 7"), read_position(load("nim")(5, 7), "nim(5, 0)"))
    nim(2, 7) nim(5, 0)
    """
    rules = now.ruleset
    if isinstance(rules, TurnsRuleset):
        state, player = now.state
        return Position(rules, (read_position(Position(rules.rules, state), line).state, -player))
    try:
        words = shlex.split(line)
    except ValueError:
        words = line.split()
    if words and words[0] == "to":
        del words[0]
    if type(rules) is not SumRuleset:
        return _of(now, words)
    parts = " ".join(words).split(" + ")
    if len(parts) != len(rules.parts):
        count = len(rules.parts)
        raise GrundyError("a position here has {count} parts, joined by +: {now}", count=count, now=now)
    places = map(Position, rules.parts, now.state)
    states = [_of(place, part.split()).state for place, part in zip(places, parts, strict=True)]
    return Position(rules, tuple(states))


def _of(now: Position, words: list[str]) -> Position:
    """Return the position of words such as ``5 7``, ``5, 7`` or ``nim(5, 7)``, of the same rules as the position now."""
    rules = now.ruleset
    named = reading.called(" ".join(words)) or words
    if named[:1] == [rules.name]:
        named = named[1:]
    found = reading.named([rules.name, *named], lambda _name: rules)
    return _renamed(found.position, now)


def _renamed(wanted: Position, now: Position) -> Position:
    """Return a position in the rules of the position now: a graph that was typed has numbers of its own for its edges."""
    rules = now.ruleset
    if wanted.ruleset.key == rules.key:
        return wanted
    text = wanted.ruleset.show(wanted.state)
    for state in chain([now.state], islice(rules.options(now.state), LOOKED_THROUGH)):
        if rules.show(state) == text:
            return Position(rules, state)
    raise GrundyError("no move leads to {wanted}: type `moves` to list your moves", wanted=wanted)


def _options(position: Position) -> Iterator[tuple[int, Any]]:
    if position.ruleset.ended(position.state) is not None:
        return iter(())
    return position.ruleset.changes(position.state)


def _of_words(moves: Iterable[Move], text: str) -> Move | None:
    """Return the move of these words, else the only one whose words differ from them in small and capital letters."""
    words, alike = _plain(text), list[Move]()
    for move in moves:
        own = _plain(move.text)
        if own == words:
            return move
        if own.lower() == words.lower():
            alike.append(move)
    return alike[0] if len(alike) == 1 else None


def _plain(text: str) -> str:
    return " ".join(text.replace("→", "->").split())
