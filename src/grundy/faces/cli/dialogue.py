"""The talk of ``grundy play``: what is asked, how an answer is read, what is said of the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _, ngettext
from grundy.faces import drawing
from grundy.faces.cli import output
from grundy.faces.cli.review import show
from grundy.faces.cli.thinking import thought
from grundy.playing import rating
from grundy.playing.match import Match
from grundy.playing.opponent import Budget, Choice, choose, choose_at, prepare, solutions_after
from grundy.playing.opponent.aside import within
from grundy.playing.opponent.choice import OnlyMove
from grundy.playing.opponent.levels import PERFECT
from grundy.playing.review import Review, review
from grundy.rules.solution import Move
from grundy.values.outcome import Outcome

LISTED, LISTED_ON_DEMAND = 12, 100
HELP = N_(
    "Type the number of a listed move, the position you want to move to, or a move in words. Also:\n  "
    "hint    what grundy would play               why    why the position is won or lost\n  moves   a "
    "longer list of moves               undo   take back your last move\n  hints   what each move leads "
    "to, on or off   draw   claim a draw when play repeats\n  go      let grundy make this "
    "move            quit   leave the game\nCtrl-C stops grundy thinking. A number alone is the number "
    "of a move; put `to` before it for a position (to 7)."
)


HELPING = frozenset({"hint", "hints", "why", "undo", "go"})
"""After these a match is not rated."""


class Left(Exception):
    """The player has left the game."""


class Dialogue:
    """Talks with one or two people who play a match; ``people`` tells for each side whether a person plays it."""

    def __init__(
        self,
        match: Match,
        people: tuple[bool, bool],
        *,
        hints: bool = False,
        seconds: float = 1.0,
        level: str = PERFECT,
        rated: bool = False,
    ) -> None:
        self.match = match
        self.level = level
        self.rated = rated and not hints
        self.seconds = seconds
        self.people = people
        self.listed: list[Move] = []
        self.claimed = False
        self.reviewed = Review((), (), (), "", None)
        self.hints = hints
        self.commands: dict[str, Callable[[], None]] = {
            "hint": self.hint,
            "hints": self.toggle_hints,
            "why": self.explain,
            "moves": lambda: self.list_moves(LISTED_ON_DEMAND),
            "undo": self.undo,
            "go": self.move_by_itself,
            "draw": self.claim,
            "quit": self.leave,
            "help": lambda: print(_(HELP)),
        }

    def run(self) -> int:
        """Play to the end, or until the player leaves; return the exit code."""
        print(
            _("{position}, {play}. You are {you}. Type `help` to see what you can do.").format(
                position=self.match.position, play=self.match.play, you=self._you()
            )
        )
        if not all(self.people) and not self.match.over:
            prepare(self.match)
        try:
            self.play_on()
            while self.again():
                self.play_on()
        except EOFError:
            print(_("\nThe game is left unfinished."))
            return 0
        except Left:
            print(_("The game is left unfinished."))
            return 0
        return 0

    def play_on(self) -> None:
        """Play to the end, and say how it has ended."""
        while not self.match.over and not self.claimed:
            self._repetition()
            if self.people[self.match.mover]:
                self.ask()
            else:
                self.answer()
        print(self.result())
        if self.rated:
            self.rate()

    def rate(self) -> None:
        """Count the match in the player's rating; what is tried again from here on is not counted."""
        self.rated = False
        person, winner = self.people.index(True), self.match.winner
        now = rating.kept().after(self.level, 0.5 if winner is None or self.claimed else winner == person)
        try:
            rating.keep(now)
        except OSError as error:
            print(_("Your rating cannot be kept: {error}").format(error=error.strerror))
        told = ngettext(
            "Your rating: {points:.0f}, after {n} match.", "Your rating: {points:.0f}, after {n} matches.", now.matches
        )
        print(told.format(points=now.points, n=now.matches))

    def again(self) -> bool:
        """Review the match, and go back to the moment that decided it, if the player who was wrong there wants to."""
        if len(self.match.turns) == 1 or not self._thought(self.review) or self.reviewed.deciding is None:
            return False
        number = self.reviewed.deciding.number
        if not self.people[number % 2]:
            return False
        try:
            word = (
                input(_("Type `again` to go back to move {n}, or press Enter to leave> ").format(n=number + 1))
                .strip()
                .lower()
            )
        except (EOFError, KeyboardInterrupt):
            print()
            return False
        if word == "again":
            self.match.undo(len(self.match.turns) - 1 - number)
            self.claimed = False
        return word == "again"

    def review(self) -> None:
        """Say what decided the match, and what each move was worth."""
        self.reviewed = review(self.match)
        show(self.match, self.reviewed, self._names())

    def _names(self) -> tuple[str, str]:
        if all(self.people):
            return _("First player"), _("Second player")
        return (_("You"), _("grundy")) if self.people[0] else (_("grundy"), _("You"))

    # ---- a turn

    def ask(self) -> None:
        """Ask the person to move until a move is made, or the turn is another."""
        turn = len(self.match.turns)
        print(f"\n{self._heading()}")
        self.show_board()
        self._thought(partial(self.list_moves, LISTED))
        prompt = _("your move> ") if self.people[self.match.mover] else _("grundy's move> ")
        typing = pressed = False
        while len(self.match.turns) == turn and not self.claimed:
            try:
                typing = True
                line = input(prompt).strip()
                typing = pressed = False
                thought(partial(self.obey, line))
            except KeyboardInterrupt:
                if typing and pressed:
                    raise
                pressed = typing
                print(_("\nPress Ctrl-C again, or type `quit`, to leave.") if typing else _("\nStopped."))
            except GrundyError as error:
                print(error)

    def _thought(self, work: Callable[[], object]) -> bool:
        """Do what may take long; return False where Ctrl-C stopped it."""
        try:
            thought(work)
        except KeyboardInterrupt:
            print(_("\nStopped."))
            return False
        return True

    def show_board(self) -> None:
        """Draw the position, where the heading has not said all."""
        drawn = drawing.text(self.match.position, colour=output.coloured())
        if drawn != str(self.match.position):
            print(drawn)

    def answer(self) -> None:
        """Make the opponent's move; where that is stopped, ask for it."""
        if not self._thought(self.move_by_itself):
            print(_("Type a move for grundy, `go` to let it think again, or `undo`."))
            self.ask()

    def move_by_itself(self) -> None:
        """Make the opponent's move, and say how good it is; a move for a person is the best one."""
        level = PERFECT if self.people[self.match.mover] else self.level
        choice = choose_at(self.match, level, Budget(self.seconds))
        before = self.match.points
        self.match.make(choice.move)
        said = _("\ngrundy moves {move}").format(move=choice.move) + _gained(before, self.match.points)
        print(_("{said} ({choice})").format(said=said, choice=choice))

    def obey(self, line: str) -> None:
        """Do what a line says: a command, or a move."""
        word = line.lower()
        self.rated = self.rated and word not in HELPING
        command = self.commands.get({"q": "quit", "exit": "quit", "?": "help", "": "help"}.get(word, word))
        if command is not None:
            command()
        else:
            self.match.make(self.read(line))

    def read(self, line: str) -> Move:
        """Return the move that a line says: its number, its words, or the position it leads to."""
        if re.fullmatch(r"[0-9]{1,9}", line) and 1 <= int(line) <= len(self.listed):
            return self.listed[int(line) - 1]
        return self.match.read(line)

    def list_moves(self, limit: int) -> None:
        """List the first moves."""
        self.listed, more = self.match.list(limit)
        width = len(str(len(self.listed)))
        signs = self._signs()
        for number, move in enumerate(self.listed, 1):
            print(
                f"  {number:>{width}}  {signs[number - 1]}{move}"
                + (_("  ({gain:+} points)").format(gain=move.gain) if self._scoring else "")
            )
        if more is None:
            print(_("  ... and many more: type the position you want"))
        elif more:
            print(_("  ... and {more} more: type the position you want, or `moves`").format(more=more))

    def _signs(self) -> list[str]:
        """Return the signs of what the listed moves lead to, where hints are on, as far as it can be known in the time."""
        if not self.hints:
            return [""] * len(self.listed)
        after = solutions_after(self.match, self.listed, self.seconds)
        pairs = zip(self.listed, after, strict=True)
        found = [self.match.verdict(move, known) if known else "" for move, known in pairs]
        if "" in found:
            sentence = _("Not every move could be evaluated in {seconds:g} s.")
            print(sentence.format(seconds=self.seconds))
        return [self._sign(verdict) for verdict in found]

    def _sign(self, verdict: str) -> str:
        sign = drawing.SIGNS[verdict] or " "
        return f"{output.painted(sign, drawing.COLOURS[verdict])} " if output.coloured() else f"{sign} "

    # ---- commands

    def toggle_hints(self) -> None:
        """Show before each move what it leads to, or no longer."""
        self.hints = not self.hints
        if self.hints:
            print(_("✓ wins, ✗ loses, = ties, ∞ never ends: what each move leads to with best play."))
        self.list_moves(LISTED)

    def hint(self) -> None:
        """Say what grundy would do."""
        choice = choose(self.match, Budget(self.seconds))
        print(_hint(choice))

    def explain(self) -> None:
        """Say why the position is won or lost, if that can be known in the time."""
        why = within(self.seconds, lambda: self.match.solution().explain())
        print(why or _("This position could not be solved in {seconds:g} s.").format(seconds=self.seconds))

    def undo(self) -> None:
        """Take back the person's last move, and the answer to it."""
        count = 2 if self.people[self.match.mover] and not all(self.people) else 1
        if len(self.match.turns) <= count:
            raise GrundyError("you have no move to take back yet")
        self.match.undo(count)

    def claim(self) -> None:
        """End a game whose position was here before."""
        if self.match.repeated() is None:
            raise GrundyError("a draw can only be claimed when a position is repeated")
        self.claimed = True

    def leave(self) -> None:
        """Leave the game."""
        raise Left

    # ---- words

    def result(self) -> str:
        """Return what the end of the match is."""
        if self.claimed:
            ends = {"first": self._wins(0), "second": self._wins(1)}
            return ends.get(self.match.play.endless, _("A draw: play repeats itself."))
        if self._scoring:
            mine, other = self.match.points
            points = _(" The score is {mine} to {other}.").format(mine=mine, other=other)
            return (_("A tie.") if mine == other else self._wins(int(other > mine))) + points
        winner = self.match.winner
        if winner is None:
            return _("{position}: a {outcome}.").format(position=self.match.position, outcome=Outcome.T)
        return _("{position}: the game is over. {wins}").format(position=self.match.position, wins=self._wins(winner))

    def _wins(self, player: int) -> str:
        if all(self.people):
            return (_("The first player wins."), _("The second player wins."))[player]
        return _("You win.") if self.people[player] else _("grundy wins.")

    def _you(self) -> str:
        if all(self.people):
            return _("both players")
        return _("the first player") if self.people[0] else _("the second player")

    def _heading(self) -> str:
        movers = (_("the first player moves"), _("the second player moves"))
        own = self.people[self.match.mover]
        whose = movers[self.match.mover] if all(self.people) else _("your turn") if own else _("grundy's turn")
        first, second = self.match.points
        points = _(", score {first} to {second}").format(first=first, second=second) if self._scoring else ""
        return f"{self.match.position} ({whose}{points})"

    def _repetition(self) -> None:
        before = self.match.repeated()
        if before is not None:
            endless = self.match.play.endless
            ends = {"first": _("is a win for the first player"), "second": _("is a win for the second player")}
            end = ends.get(endless, _("is a draw"))
            print(
                _(
                    "\nThe position repeats the one {n} moves ago. Play without end {end}: type `draw` to end "
                    "the game so."
                ).format(n=before, end=end)
            )

    @property
    def _scoring(self) -> bool:
        return self.match.position.ruleset.scoring


def _gained(before: tuple[int, int], after: tuple[int, int]) -> str:
    gain = sum(after) - sum(before)
    return _(" ({gain:+} points)").format(gain=gain) if gain else ""


def _hint(choice: Choice) -> str:
    """Return what a choice says to whoever asks for advice."""
    if not choice.perfect:
        return _("{move} ({choice})").format(move=choice.move, choice=choice)
    if isinstance(choice.ground, OnlyMove):
        return _("There is one move: {move}.").format(move=choice.move)
    if choice.points is not None:
        sentence = _("{best_move} gains {value:+} points from here on (mine minus the other's).")
        return sentence.format(best_move=choice.move, value=choice.points)
    if choice.verdict == "win":
        return _("You can win: {best_move}.").format(best_move=choice.move)
    if choice.verdict == "loss":
        sentence = _("Every move loses against correct play; the hardest to answer is {best_move}{held}.")
        return sentence.format(best_move=choice.move, held=choice.held)
    outcome = Outcome.T if choice.verdict == "tie" else Outcome.D
    return _("It is a {outcome} if both play well: {best_move}.").format(outcome=outcome, best_move=choice.move)
