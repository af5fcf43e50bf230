"""The talk of ``grundy play``: what is asked, how an answer is read, what is said of the end."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from typing import Any

from grundy.cli import arguments
from grundy.cli.match import LOOKED_THROUGH, Match
from grundy.errors import GrundyError
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.solution import Move
from grundy.rules.sums import SumRuleset
from grundy.values.outcome import Outcome

LISTED, LISTED_ON_DEMAND = 12, 100
HELP = """\
Type the number of a listed move, the position you move to, or the words of a move. Also:
  hint    what the perfect player would do     why    why the position is won or lost
  moves   a longer list of the moves           undo   take back your last move
  draw    end a game that goes round           quit   leave
A number alone is the number of a move; with `to` before it, it is a position (to 7)."""


class Left(Exception):
    """The player has left the game."""


class Dialogue:
    """Talks with one or two people who play a match; ``people`` tells for each side whether a person plays it."""

    def __init__(self, match: Match, people: tuple[bool, bool]) -> None:
        self.match = match
        self.people = people
        self.listed: list[Move] = []
        self.claimed = False
        self.commands: dict[str, Callable[[], None]] = {
            "hint": self.hint,
            "why": lambda: print(self.match.solution().explain()),
            "moves": lambda: self.list_moves(LISTED_ON_DEMAND),
            "undo": self.undo,
            "draw": self.claim,
            "quit": self.leave,
            "help": lambda: print(HELP),
        }

    def run(self) -> int:
        """Play to the end, or until the player leaves; return the exit code."""
        print(f"{self.match.position}, {self.match.play}. You are {self._you()}. `help` tells what you can type.")
        try:
            while not self.match.over and not self.claimed:
                self._repetition()
                if self.people[self.match.mover]:
                    self.ask()
                else:
                    self.answer()
        except EOFError:
            print("\nThe game is left unfinished.")
            return 0
        except Left:
            print("The game is left unfinished.")
            return 0
        print(self.result())
        return 0

    # ---- a turn

    def ask(self) -> None:
        """Ask the person to move until a move is made, or the turn is another."""
        turn = len(self.match.turns)
        print(f"\n{self._heading()}")
        self.list_moves(LISTED)
        while len(self.match.turns) == turn and not self.claimed:
            line = input("your move> ").strip()
            try:
                self.obey(line)
            except GrundyError as error:
                print(error)

    def answer(self) -> None:
        """Make the perfect player's move."""
        move = self.match.solution().best_move
        assert move is not None, "a position that is not over has a move"
        before = self.match.points
        self.match.make(move)
        print(f"\ngrundy moves {move}" + _gained(before, self.match.points))

    def obey(self, line: str) -> None:
        """Do what a line says: a command, or a move."""
        word = line.lower()
        command = self.commands.get({"q": "quit", "exit": "quit", "?": "help", "": "help"}.get(word, word))
        if command is not None:
            command()
        else:
            self.match.make(self.read(line))

    def read(self, line: str) -> Move:
        """Return the move that a line says: its number, its words, or the position it leads to."""
        if re.fullmatch(r"[0-9]{1,9}", line) and 1 <= int(line) <= len(self.listed):
            return self.listed[int(line) - 1]
        move = self.match.find_words(line)
        if move is None:
            wanted = read_position(self.match.position, line)
            if wanted.state == self.match.position.state:
                raise GrundyError(f"{wanted} is the position now: a move changes it")
            move = self.match.find(wanted)
            if move is None and self.match.find_all():
                raise GrundyError(f"no move leads to {wanted}: `moves` lists what you can do")
            if move is None:
                raise GrundyError(
                    f"no move to {wanted} is among the first {LOOKED_THROUGH:,}, and no more are looked through"
                )
        return move

    def list_moves(self, limit: int) -> None:
        """List the first moves."""
        self.listed, more = self.match.list(limit)
        width = len(str(len(self.listed)))
        for number, move in enumerate(self.listed, 1):
            print(f"  {number:>{width}}  {move}" + (f"  ({move.gain:+} points)" if self._scoring else ""))
        if more is None:
            print("  ... and very many more: type the position you want")
        elif more:
            print(f"  ... and {more} more: type the position you want, or `moves`")

    # ---- commands

    def hint(self) -> None:
        """Say what the perfect player would do."""
        solution = self.match.solution()
        if self._scoring:
            print(f"{solution.best_move} gets {solution.value:+} points from here on, mine less the other's.")
        elif solution.outcome is Outcome.N:
            print(f"You can win: {solution.best_move}.")
        elif solution.outcome is Outcome.P:
            print(f"Every move loses if the other player makes no mistake; {solution.best_move} is as good as any.")
        else:
            print(f"It is a {solution.outcome} if both play well: {solution.best_move}.")

    def undo(self) -> None:
        """Take back the person's last move, and the answer to it."""
        count = 1 if all(self.people) else 2
        if len(self.match.turns) <= count:
            raise GrundyError("there is no move of yours to take back")
        self.match.undo(count)

    def claim(self) -> None:
        """End a game whose position was here before."""
        if self.match.repeated() is None:
            raise GrundyError("only a position that was here before can be claimed a draw")
        self.claimed = True

    def leave(self) -> None:
        """Leave the game."""
        raise Left

    # ---- words

    def result(self) -> str:
        """Return what the end of the match is."""
        if self.claimed:
            ends = {"first": self._wins(0), "second": self._wins(1)}
            return ends.get(self.match.play.endless, "A draw: play goes round.")
        if self._scoring:
            mine, other = self.match.points
            points = f" The points are {mine} to {other}."
            return ("A tie." if mine == other else self._wins(int(other > mine))) + points
        outcome = self.match.solution().outcome
        if outcome.drawn:
            return f"{self.match.position}: a {outcome}."
        winner = self.match.mover if outcome is Outcome.N else 1 - self.match.mover
        return f"{self.match.position}: the game is over. {self._wins(winner)}"

    def _wins(self, player: int) -> str:
        if all(self.people):
            return f"The {('first', 'second')[player]} player wins."
        return "You win." if self.people[player] else "grundy wins."

    def _you(self) -> str:
        return "both players" if all(self.people) else f"the {'first' if self.people[0] else 'second'} player"

    def _heading(self) -> str:
        whose = f"the {('first', 'second')[self.match.mover]} player moves" if all(self.people) else "your turn"
        points = f", points {self.match.points[0]} to {self.match.points[1]}" if self._scoring else ""
        return f"{self.match.position} ({whose}{points})"

    def _repetition(self) -> None:
        before = self.match.repeated()
        if before is not None:
            endless = self.match.play.endless
            end = "is a draw" if endless == "draw" else f"is a win for the {endless} player"
            print(f"\nThe position was here before, after {before} moves. Endless play {end}: `draw` ends it so.")

    @property
    def _scoring(self) -> bool:
        return self.match.position.ruleset.scoring


def read_position(now: Position, line: str) -> Position:
    """Return the position that a line says, of the same rules as the position now.

    >>> from grundy.games import load
    >>> print(read_position(load("nim")(5, 7), "2, 7"), read_position(load("nim")(5, 7), "nim(5, 0)"))
    nim(2, 7) nim(5, 0)
    """
    try:
        words = shlex.split(line)
    except ValueError:
        words = line.split()
    if words and words[0] == "to":
        del words[0]
    rules = now.ruleset
    if type(rules) is not SumRuleset:
        return _of(rules, words)
    parts = " ".join(words).split(" + ")
    if len(parts) != len(rules.parts):
        raise GrundyError(f"a position here has {len(rules.parts)} parts with + between them: {now}")
    states = [_of(game, part.split()).state for game, part in zip(rules.parts, parts, strict=True)]
    return Position(rules, tuple(states))


def _of(rules: Ruleset, words: list[str]) -> Position:
    """Return the position of words such as ``5 7``, ``5, 7`` or ``nim(5, 7)``."""
    text = " ".join(words)
    inside = re.fullmatch(rf"{re.escape(rules.name)}\((.*)\)", text)
    if inside or re.fullmatch(r"[-+0-9_]+(, *[-+0-9_]+)+", text):
        words = (inside[1] if inside else text).replace(",", " ").split()
    elif words and words[0] == rules.name:
        words = words[1:]
    values: list[Any] = [arguments.argument(word) for word in words]
    return rules(*values)


def _gained(before: tuple[int, int], after: tuple[int, int]) -> str:
    gain = sum(after) - sum(before)
    return f" ({gain:+} points)" if gain else ""
