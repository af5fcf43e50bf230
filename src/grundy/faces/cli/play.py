"""The talk of ``grundy play``: what is asked, how an answer is read, what is said of the end; and puzzles in the shell."""

from __future__ import annotations

import ctypes
import re
import secrets
import shlex
import shutil
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, TypeVar

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _, ngettext, width
from grundy.faces import drawing
from grundy.faces.cli import arguments, files, options, output, watch
from grundy.faces.cli.options import Duration, Endless, Natural, Play, Tablebase, Words, argument, choice, flag, option
from grundy.faces.cli.output import Answer
from grundy.faces.reviews import MatchReview
from grundy.playing import rating, record
from grundy.playing.match import Match
from grundy.playing.opponent import Budget, Choice, choose, choose_at, patience, prepare, solutions_after
from grundy.playing.opponent.choice import OnlyMove
from grundy.playing.opponent.choosing import PERFECT, WORDS, Aside, known_level, leave, within
from grundy.playing.puzzles import making
from grundy.playing.puzzles.making import SECONDS, Puzzle, Rush, Tried, best, told, told_chances, tried, turned
from grundy.playing.rating import LEVELS
from grundy.playing.review import Review
from grundy.playing.review import review as reviewed
from grundy.rules.functions import to_move
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT
from grundy.rules.solution import Move, convention
from grundy.rules.text.words import split
from grundy.solving.store.named import NAMED
from grundy.values.outcome import Outcome

# ---- thinking that Ctrl-C gives up, within a talk that goes on

T = TypeVar("T")


def thought(work: Callable[[], T]) -> T:
    """Return what a function returns; KeyboardInterrupt soon after Ctrl-C, wherever the function is.

    It runs in a thread of its own. Where that is in a kernel which does not look up, it is left there, and ends when it
    comes back to Python's code; whoever asks for the same things meanwhile waits for it.

    >>> thought(lambda: 6 * 7)
    42
    """
    watcher = watch.watcher()
    if watcher is not None:
        watcher.begin()
    aside = Aside(work)
    try:
        aside.done_within(None)
    except BaseException:  # Ctrl-C, or the time is over
        _end(aside.thread)
        aside.done_within(watch.PATIENCE)
        raise
    finally:
        if watcher is not None:
            watcher.end()
    return aside.result()


def _end(thread: threading.Thread) -> None:
    """End a thread where it is next in Python's code; the kernels that look up end."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(SystemExit))
    limits.interrupt()


# ----


# ---- ``grundy review``: a match that was kept: who was winning, each move, what decided it, and why


def review(
    file: Annotated[
        str,
        argument("FILE", "A match saved by `grundy play --keep`, or its address; - reads standard input.", many=False),
    ],
) -> Answer:
    """Review a saved match: who was winning, what each move was worth, and the move that decided it."""
    if not file:
        raise GrundyError("name the file of a match: `grundy play --keep FILE` writes one")
    text = file if record.ADDRESS.fullmatch(file) else files.text(file, record.LARGEST)
    match = record.read(text, _position)
    found = reviewed(match)
    return Answer(found.to_dict(), lambda: show_review(match, found, match.called))


def _position(words: str) -> Position:
    try:
        return arguments.position(shlex.split(words))
    except ValueError:
        raise GrundyError("{words!r} has an open quotation mark", words=words) from None


def show_review(match: Match, found: Review, players: Sequence[str]) -> None:
    """Print a review."""
    shown = MatchReview(match, found, players)
    if output.coloured():
        print("", shown.text(output.painted, colour=True), sep="\n")
    else:
        print("", shown, sep="\n")


# ----


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


@dataclass(eq=False)
class Dialogue:
    """Talks with one or two people who play a match; ``people`` tells for each side whether a person plays it."""

    match: Match
    people: tuple[bool, bool]
    hints: bool
    seconds: float
    level: str
    rated: bool
    claimed = False
    reviewed = Review((), (), (), "", None)

    def __post_init__(self) -> None:
        self.rated = self.rated and not self.hints
        self.listed: list[Move] = []
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
        except Left:
            print(_("The game is left unfinished."))
        return 0

    def play_on(self) -> None:
        """Play to the end, and say how it has ended."""
        while not self.match.over and not self.claimed:
            self._repetition()
            if (passing := self.match.passing) is not None:
                print(f"\n{self._passes()}")
                self.match.make(passing)
            elif self.people[self.match.mover]:
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
        self.reviewed = reviewed(self.match)
        show_review(self.match, self.reviewed, self._names())

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
        gain = sum(self.match.points) - sum(before)
        gained = _(" ({gain:+} points)").format(gain=gain) if gain else ""
        said = _("\ngrundy moves {move}").format(move=choice.move) + gained
        print(_("{said} ({choice})").format(said=said, choice=choice))

    def obey(self, line: str) -> None:
        """Do what a line says: a command, or a move."""
        word = line.lower()
        self.rated = self.rated and word not in HELPING
        command = self.commands.get({"q": "quit", "exit": "quit", "?": "help", "": "help"}.get(word, word))
        if command is not None:
            command()
        else:
            self.match.make(_read(self.match, self.listed, line))

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
        after = solutions_after(self.match, self.listed, patience(self.match, self.seconds))
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
        self._known()  # what can be known in the time is no guess, and `why` says the same
        print(_hint(choose(self.match, Budget(self.seconds))))

    def explain(self) -> None:
        """Say why the position is won or lost, if that can be known in the time."""
        why = self._known()
        print(why or _("This position could not be solved in {seconds:g} s.").format(seconds=self.seconds))

    def _known(self) -> str | None:
        """Return why the position is won or lost, None where that is not known in the time; small games always are."""
        return within(patience(self.match, self.seconds), lambda: self.match.solution().explain())

    def undo(self) -> None:
        """Take back the person's last move, and the answer to it."""
        count = 2 if self.people[self.match.mover] and not all(self.people) else 1
        while len(self.match.turns) > count and self.match.at(len(self.match.turns) - 1 - count).passing:
            count += 2 - all(self.people)  # else it would make itself again
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

    def _passes(self) -> str:
        if all(self.people):
            told = _("The first player's only move is to pass."), _("The second player's only move is to pass.")
            return told[self.match.mover]
        return _("Your only move is to pass.") if self.people[self.match.mover] else _("grundy's only move is to pass.")

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


# ---- ``grundy play``: a game in the terminal, against an opponent that always answers


SIDES = {"first": (True, False), "second": (False, True), "both": (True, True)}


def play(
    words: Words,
    side: Annotated[str, choice("--side", *SIDES, help="Which player you are.")] = "first",
    play: Play = "normal",
    endless: Endless = "draw",
    hints: Annotated[bool, flag("--hints", "Show what each move leads to.")] = False,
    seconds: Annotated[float, option("--seconds", "S", "Seconds grundy thinks about each move.", Duration())] = 1,
    tablebase: Tablebase = "",
    keep: Annotated[str, option("--keep", "FILE", "Save the match to a file, for `grundy review FILE`.")] = "",
    level: Annotated[
        str, choice("--level", *WORDS, help="How well grundy plays; adapt: to match your play.")
    ] = PERFECT,
    rated: Annotated[bool, flag("--rated", "Count the match in your rating, which is kept on this machine.")] = False,
) -> int:
    """Play against grundy, from a position or from the game's usual start: at a level, or perfectly where time allows."""
    known_level(level)
    if side not in SIDES:
        raise GrundyError("--side is first, second or both, not {side!r}", side=side)
    if rated and (side == "both" or level not in LEVELS):
        raise GrundyError("--rated is of one player against a level: 1 to {most}, or perfect", most=len(LEVELS) - 1)
    output.check_writable(keep)
    position = arguments.position(words)
    if position.ruleset.partisan:  # Left begins
        position = to_move(position, LEFT)
    if tablebase:
        NAMED.append(arguments.tablebase(tablebase, position, convention(play, endless)).stored.folder)
    match = Match(position, convention(play, endless))
    if (watcher := watch.watcher()) is not None:
        watcher.leaves = False  # Ctrl-C stops what is thought about
    try:
        return Dialogue(match, SIDES[side], hints=hints, seconds=seconds, level=level, rated=rated).run()
    finally:
        leave()
        if keep:
            with output.written(keep) as file:
                file.write(record.written(match, shlex.join(words)).encode())


# ---- ``grundy puzzles``: positions in which one move wins, to be found


class Levels(options.Text):
    """The levels that a text such as ``3`` or ``2-4`` says."""

    def read(self, text: str, option: str) -> tuple[int, ...]:
        """Return the levels."""
        first, dash, last = text.partition("-")
        bounds = [Natural().read(word, option) for word in ([first, last] if dash else [first, first])]
        if not 1 <= bounds[0] <= bounds[1] <= 5:
            raise GrundyError("--level is a number from 1 to 5, or two such as 2-4, not {text!r}", text=text)
        return tuple(range(bounds[0], bounds[1] + 1))


Level = Annotated[Any, option("--level", "1-5", "Difficulty: 3, or 2-4.", Levels())]
Answers = Annotated[bool, flag("--answers", "Show the winning move and the reason.")]


def puzzles(
    words: options.Rules,
    count: Annotated[int, option("--count", "N", "Number of puzzles.", Natural())] = 5,
    seed: Annotated[int, option("--seed", "N", "A different number gives different puzzles.", Natural())] = 0,
    level: Level = "1-5",
    play: Play = "normal",
    answers: Answers = False,
    today: Annotated[bool, flag("--today", "The puzzle of the day, the same for everyone (by UTC).")] = False,
) -> Answer:
    """Make puzzles from one game or from all: find the only winning move."""
    if today and (words or (count, seed, *level, play) != (5, 0, 1, 2, 3, 4, 5, "normal")):
        raise GrundyError("--today is one puzzle, the same for everyone: it takes no game and no option but --answers")
    if play not in ("normal", "misere"):
        raise GrundyError("--play is normal or misere, not {play!r}", play=play)
    asked: dict[str, Any] = {"seed": seed, "play": play, "levels": level}
    if today:
        found, count = [making.of_day(making.today())], 1
    elif words:
        found = making.make(arguments.rules(words), count, **asked)
    else:
        found = making.make_all(count, **asked)

    def show() -> None:
        for place, puzzle in enumerate(found, 1):
            _show(place, puzzle, answers)
        if len(found) < count:
            print(_("Only {n} were found.").format(n=len(found)))

    return Answer([each.to_dict() for each in found], show)


def _show(number: int, puzzle: Puzzle, answers: bool) -> None:
    """Print a puzzle: its level, its position, the question, and the answer if it is wanted."""
    position = arguments.position(split(puzzle.position))
    print(_("{number}. Level {level}. {question}").format(number=number, level=puzzle.level, question=told(puzzle)))
    print(f"   {puzzle.position}")
    print(f"   {told_chances(puzzle)}")
    drawn = drawing.text(position, colour=output.coloured())
    if drawn != str(position):
        print("   " + drawn.replace("\n", "\n   "))
    if answers:
        position = turned(position, puzzle.player)
        solution = position.solve(puzzle.play)
        best_move: Any = solution.best_move
        verdict = tried(position, best_move, solution)
        print("   " + _("Answer: {move}").format(move=puzzle.answer))
        for line in dict.fromkeys([verdict.idea, verdict.reason]):
            print("   " + line.replace("\n", "\n   "))
    print()


# ---- ``grundy rush``: as many puzzles as one solves in five minutes, as on the page of that name


SEEDS = 10**9
"""Seeds are below this, as those of the page."""
QUIT = ("q", "quit", "exit")


class Over(Exception):
    """The time is over, or who plays has left."""


def rush(
    seed: Annotated[int | None, option("--seed", "N", "The same number gives the same puzzles.", Natural())] = None,
) -> int:
    """Solve as many puzzles as you can in five minutes, each harder than the last; the third mistake ends it."""
    if (watcher := watch.watcher()) is not None:
        watcher.leaves = False  # Ctrl-C ends the rush, and what was solved is told
    print(_("Type the number of a move, or the move itself; `quit` ends the rush."))
    played = Rush(secrets.randbelow(SEEDS) if seed is None else seed, time.monotonic() + SECONDS)
    try:
        while not played.over(time.monotonic()):
            _ask(played, thought(played.puzzle))
    except (Over, EOFError, KeyboardInterrupt):
        print()
    _tell(played)
    return 0


def _ask(rush: Rush, puzzle: Puzzle) -> None:
    """Show a puzzle, and read a move until there is one: it counts."""
    position = turned(plain := arguments.position(split(puzzle.position)), puzzle.player)
    match = Match(position, convention(puzzle.play))
    moves = [*position.moves()]
    told_of = _("Level {level}. {question}").format(level=puzzle.level, question=told(puzzle))
    print(f"\n{plain.ruleset.called_by.title}. {plain.ruleset.called_by.rules}\n{told_of}\n{plain}")
    if (drawn := drawing.text(plain, colour=output.coloured())) != str(plain):
        print(drawn)
    print(_listed(moves))
    while True:
        try:
            made = _read(match, moves, _typed(rush))
            break
        except GrundyError as error:
            print(error)
    verdict = thought(partial(tried, position, made, match.solution()))
    rush.tried.append(Tried(puzzle, verdict.right))
    told_of = [verdict.told] if verdict.right else [verdict.told, _("Answer: {move}").format(move=puzzle.answer)]
    print("✓" if verdict.right else "✗", *told_of)


def _read(match: Match, moves: Sequence[Move], line: str) -> Move:
    """Return the move that a line says: its number, its words, or the position it leads to."""
    if re.fullmatch(r"[0-9]{1,9}", line) and 1 <= int(line) <= len(moves):
        return moves[int(line) - 1]
    return match.read(line)


def _typed(rush: Rush) -> str:
    """Return what is typed before the clock stops."""
    now = time.monotonic()
    line = _("{clock} · solved {n} · mistakes {wrong} of 3")
    with options.stopped(rush.end - now - options.ALLOWED, Over):
        text = input(line.format(clock=rush.clock(now), n=rush.solved, wrong=rush.mistakes) + "> ").strip()
    if text.lower() in QUIT or rush.over(time.monotonic()):
        raise Over
    return text


def _listed(moves: Sequence[Move]) -> str:
    """Return the moves with their numbers, in as many columns as the terminal has room for."""
    words = [f"{number:>2}  {move.text}" for number, move in enumerate(moves, 1)]
    wide = max(map(width, words)) + 3
    columns = max(1, shutil.get_terminal_size().columns // wide)
    rows = [words[start : start + columns] for start in range(0, len(words), columns)]
    return "\n".join("".join(word + " " * (wide - width(word)) for word in row).rstrip() for row in rows)


def _tell(rush: Rush) -> None:
    """Say how it went: each puzzle with its answer and the idea, and the most that were solved on this machine."""
    for number, (puzzle, right) in enumerate(rush.tried, 1):
        print(f"{number}. {'✓' if right else '✗'} {puzzle.position}: {puzzle.answer}")
        print("   " + thought(partial(_idea, puzzle)).replace("\n", "\n   "))
    try:
        most = best(rush.solved)
    except OSError as error:
        print(_("Your best result cannot be kept: {error}").format(error=error.strerror))
        most = rush.solved
    print(_("Solved: {n}. Best on this device: {best}.").format(n=rush.solved, best=most))
    if rush.streak > 1:
        print(_("In a row without a mistake: {n}.").format(n=rush.streak))


def _idea(puzzle: Puzzle) -> str:
    """Return why the move that wins does."""
    position: Position = turned(arguments.position(split(puzzle.position)), puzzle.player)
    solution = position.solve(puzzle.play)
    best_move = next(move for move in position.moves() if move.text == puzzle.answer)
    return tried(position, best_move, solution).idea
