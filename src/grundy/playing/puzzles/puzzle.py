"""A puzzle as data, and what is said of a move that somebody tries."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from typing import Any, Literal

from grundy.common.digest import digest
from grundy.common.messages import N_, _
from grundy.playing.puzzles.ideas import idea_of
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT
from grundy.rules.solution import Move, Solution
from grundy.rules.turn_in_state import TurnsRuleset, to_move

Idea = Literal["theorem", "nimbers", "value", "search"]
IDEAS: dict[Idea, str] = {
    "theorem": N_("a theorem"),
    "nimbers": N_("Grundy values"),
    "value": N_("the values of the parts"),
    "search": N_("looking ahead"),
}
"""What finds the move, as it is said."""
LEVELS = (1, 2, 3, 4, 5)


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one move wins.

    Attributes:
        position: its words, as the shell reads them.
        player: who moves: "left" or "right" of a partisan game, else "".
        play: "normal" or "misere".
        answer: the words of the move that wins.
        level: from 1 (easy) to 5, see `grundy.playing.puzzles.grading`.
        idea: what finds the move.
        moves: how many moves there are.
        alike: how many of the moves that lose are not punished at once.
        remoteness: how many moves the game lasts from here on, None where a theorem says who wins but not how soon.
        found_ahead: how often who looks ahead finds the move, from 0 to 1.
        found_xor: how often who knows xor does.
    """

    position: str
    player: str
    play: str
    answer: str
    level: int
    idea: Idea
    moves: int
    alike: int
    remoteness: int | None
    found_ahead: float
    found_xor: float

    @property
    def key(self) -> str:
        """A short word that goes with the question in an address: of a changed question it is another.

        >>> import grundy as gr
        >>> from grundy.playing.puzzles import puzzle_of
        >>> puzzle = puzzle_of(gr.nim(1, 2))
        >>> len(puzzle.key), puzzle.key == key(puzzle.position, puzzle.player, puzzle.play)
        (8, True)
        """
        return key(self.position, self.player, self.play)

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data."""
        return {**asdict(self), "key": self.key}


def key(position: str, player: str, play: str) -> str:
    """Return the word that belongs to a question; it keeps no secret, it tells a slip of the pen."""
    return digest([position, player, play])[:8]


@dataclass(frozen=True)
class Verdict:
    """What a move that was tried is.

    Attributes:
        right: whether it wins.
        reply: the reply that shows that it does not.
        idea: of a move that wins, why the other player then loses, in the words of the game; else "".
        reason: all that is known of the position after the move.
    """

    right: bool
    reply: str
    idea: str
    reason: str


def tried(position: Position, move: Move, solution: Solution) -> Verdict:
    """Return what is said of a move in a solved position (of a partisan game with the player to move in it).

    The reason is of the position that the move leads to: why the other player loses it, or wins it.
    """
    play = "misere" if solution.play.misere else "normal"
    after = move.after.solve(play, reuse=True)
    right = move in solution.iter_winning_moves()
    reply = None if right else after.best_move
    return Verdict(right, "" if reply is None else str(reply), idea_of(after) if right else "", after.explain())


def turned(position: Position, player: str) -> Position:
    """Return the position with the player to move in it, of a partisan game; of another one itself."""
    if not player:
        return position
    return to_move(position, LEFT if player == "left" else -LEFT)


def asked(position: Position) -> tuple[Position, str]:
    """Return a position without the player to move, and who that is: "left", "right" or ""."""
    rules = position.ruleset
    if not isinstance(rules, TurnsRuleset):
        return position, ""
    state, player = position.state
    return Position(rules.rules, state), "left" if player == LEFT else "right"


def told(puzzle: Puzzle) -> str:
    """Return the question in a sentence."""
    who = {"left": _("Left moves"), "right": _("Right moves"), "": _("You move")}[puzzle.player]
    sentence = _("{who}: one move wins, and all others lose.").format(who=who)
    return sentence + " " + _("Whoever cannot move wins.") if puzzle.play == "misere" else sentence


def told_chances(puzzle: Puzzle) -> str:
    """Return in a sentence how often modelled players find the move (see `grundy.playing.puzzles.grading`)."""
    told = _("Of 100 people who look ahead, {ahead:.0f} find it.")
    if puzzle.found_xor != puzzle.found_ahead:
        told = _("Of 100 people who look ahead, {ahead:.0f} find it; of 100 who know xor, {xor:.0f}.")
    return told.format(ahead=100 * puzzle.found_ahead, xor=100 * puzzle.found_xor)


def today() -> date:
    """Return the day by universal time, by which there is one puzzle for all."""
    return datetime.now(UTC).date()
