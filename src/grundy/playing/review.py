"""A match, reviewed by what is exactly known: who was winning, each move, the moment that decided it, and why."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from grundy.common.messages import _
from grundy.playing.match import Match
from grundy.playing.opponent.aside import Allowance
from grundy.playing.opponent.sums import hottest_part
from grundy.rules.solution import Move, Solution
from grundy.values.outcome import Outcome

SECONDS = 2.0
"""The time of a review."""
COMPARED = 200
"""Among so many moves the only good one is looked for."""
RESULTS = {Outcome.N: 1, Outcome.P: -1, Outcome.D: 0, Outcome.T: 0}
"""What an outcome is for who moves."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A move of a match.

    Attributes:
        move: the move.
        player: who made it: 0, who moved first, or 1.
        mark: "mistake", "only" (no other move kept the result), "good", "lost" (there was nothing to keep), "" (not known).
        temperature: that of the board before it, of a partisan game, in words; "" where it is not known.
    """

    move: Move
    player: int
    mark: str
    temperature: str

    @property
    def said(self) -> str:
        """The mark, and the temperature, in words."""
        said = {
            "mistake": _("a mistake"),
            "only": _("the only good move"),
            "good": _("good"),
            "lost": _("already lost"),
        }.get(self.mark, _("unknown"))
        heat = _("{mark}, at temperature {temperature}")
        return heat.format(mark=said, temperature=self.temperature) if self.temperature else said


@dataclass(frozen=True, slots=True)
class Deciding:
    """The last mistake of a match by which another wins: nothing changed that any more.

    Attributes:
        number: how many moves were made before it.
        better: a move that would have kept the result.
        reason: why, in the words of the game.
        hottest: of a partisan board the part where most was at stake, and its temperature; "" where that is not known.
    """

    number: int
    better: Move
    reason: str
    hottest: str


@dataclass(frozen=True, slots=True)
class Review:
    """What is known of a match.

    Attributes:
        moves: the moves, in order.
        standings: what who moved first gets with best play from each position on, the start first: 1, 0 or -1, or of a
            scoring game the points more than the other's; None where that is not known.
        deciding: the moment that decided it; None where no mistake is known.

    >>> from grundy.games import load
    >>> from grundy.playing.match import Match
    >>> from grundy.rules.play import convention
    >>> match = Match(load("nim")(1, 2), convention())
    >>> for words in ("1 0", "0 0"):
    ...     match.make(match.read(words))
    >>> found = review(match)
    >>> found.standings, [each.mark for each in found.moves]
    ((1, -1, -1), ['mistake', 'good'])
    >>> print(found.deciding.number, found.deciding.better)
    0 heap 2: 2 → 1
    """

    moves: tuple[Reviewed, ...]
    standings: tuple[int | None, ...]
    deciding: Deciding | None

    @property
    def known_from(self) -> int:
        """After how many moves it is known, from there to the end, who wins with best play."""
        return next((n + 1 for n in reversed(range(len(self.standings))) if self.standings[n] is None), 0)

    @property
    def bar(self) -> str:
        """Who was winning, a letter for each position: ▀ who moved first, ▄ the other, ─ nobody, · not known."""
        return "".join("·" if each is None else "─▀▄"[_sign(each)] for each in self.standings)

    def told(self, players: Sequence[str]) -> list[str]:
        """Return what decided the match, in sentences; ``players`` are the names of both, who moved first in front."""
        said: list[str] = []
        if self.known_from:
            sentence = _(
                "The winner with best play is known only from after move {n} on: earlier positions are too large."
            )
            said.append(sentence.format(n=self.known_from))
        if self.deciding is None:
            return [*said, _("No mistake is known.") if self.known_from else _("Nobody made a mistake.")]
        made = self.moves[self.deciding.number]
        sentence = _("Move {n} decided it. {player} played {move}; {better} was better.")
        player, better = players[made.player], self.deciding.better.text
        said.append(sentence.format(n=self.deciding.number + 1, player=player, move=made.move.text, better=better))
        said += [self.deciding.reason] if self.deciding.reason else []
        if self.deciding.hottest:
            said.append(_("The most was at stake in {part}.").format(part=self.deciding.hottest))
        return said

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        moves = [
            {"text": each.move.text, "player": each.player, "mark": each.mark, "temperature": each.temperature}
            for each in self.moves
        ]
        decided = self.deciding and {
            "number": self.deciding.number,
            "position": str(self.moves[self.deciding.number].move.before),
            "played": self.moves[self.deciding.number].move.text,
            "better": self.deciding.better.text,
            "reason": self.deciding.reason,
            "hottest": self.deciding.hottest,
        }
        return {"standings": [*self.standings], "known_from": self.known_from, "moves": moves, "deciding": decided}


def review(match: Match, seconds: float = SECONDS) -> Review:
    """Return the review of a match, as far as the truth is found in the time. O(seconds).

    The last positions are solved first: of a match whose beginning is too large the end is known.
    """
    last = time.monotonic() + seconds
    found = standings(match, seconds * 0.6)
    allowed = Allowance(last - time.monotonic(), match.memory)
    marks = [_mark(match, number, found, allowed) for number in range(len(match.turns) - 1)]
    slips = [number for number, mark in enumerate(marks) if mark == "mistake"]
    slip = max(slips, key=lambda number: (_sign(found[number]) != _sign(found[number + 1]), number), default=None)
    deciding = None if slip is None else _deciding(match.at(slip), slip, allowed)
    moves = tuple(
        Reviewed(move, number % 2, marks[number], _temperature(match.at(number), allowed))
        for number, move in enumerate(match.moves)
    )
    return Review(moves, tuple(found), deciding)


def standings(match: Match, seconds: float | None) -> list[int | None]:
    """Return what who moved first gets with best play from each position of a match on, None where it is not known."""
    allowed = Allowance(seconds, match.memory)
    found: list[int | None] = [None] * len(match.turns)
    for number in reversed(range(len(match.turns))):
        solution = allowed.ask(lambda n=number: match.solution_of(n))
        if solution is None:  # what came before is larger
            break
        found[number] = standing(match, number, solution)
    return found


def standing(match: Match, number: int, solution: Solution) -> int:
    """Return what who moved first gets with best play from a solved position on: 1, 0 or -1, or points."""
    sign = (1, -1)[number % 2]
    if solution.position.ruleset.scoring:
        first, second = match.turns[number].points
        return first - second + sign * int(solution.value)
    return sign * RESULTS[solution.outcome]


def spoiled(before: int | None, after: int | None, player: int) -> bool:
    """Whether a player's move made what he gets with best play less."""
    return before is not None and after is not None and (after < before if player == 0 else after > before)


def _sign(number: int | None) -> int:
    return 0 if not number else 1 if number > 0 else -1


def _mark(match: Match, number: int, found: list[int | None], allowed: Allowance) -> str:
    before, after, player = found[number], found[number + 1], number % 2
    if before is None or after is None:
        return ""
    if spoiled(before, after, player):
        return "mistake"
    if not match.position.ruleset.scoring and before == (-1, 1)[player]:
        return "lost"
    return "only" if allowed.ask(lambda: _only(match.at(number), number, before)) else "good"


def _only(match: Match, number: int, before: int) -> bool:
    """Whether just one of several moves keeps what the player to move gets with best play."""
    moves = list(islice(match.position.moves(), COMPARED + 1))
    if not 1 < len(moves) <= COMPARED:
        return False
    kept = (move for move in moves if _after(match, number, move) == before)
    return len([*islice(kept, 2)]) == 1


def _after(match: Match, number: int, move: Move) -> int:
    return standing(match.after(move), number + 1, match.solution_after(move))


def _deciding(match: Match, number: int, allowed: Allowance) -> Deciding | None:
    solution = allowed.ask(match.solution)
    if solution is None or solution.best_move is None:
        return None
    hot = allowed.ask(lambda: hottest_part(match))
    told = _("{part}, temperature {temperature}")
    whole = hot is None or hot[0].state == match.position.state[0]
    hottest = "" if hot is None or whole else told.format(part=hot[0], temperature=hot[1].temperature)
    return Deciding(number, solution.best_move, allowed.ask(solution.explain) or "", hottest)


def _temperature(match: Match, allowed: Allowance) -> str:
    found = allowed.ask(lambda: hottest_part(match))
    return "" if found is None else str(found[1].temperature)
