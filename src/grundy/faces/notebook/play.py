"""The widget of a match: the board with the moves marked, undo, a new game. Python moves, the browser shows."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib.resources import files
from itertools import chain, islice
from typing import Any, cast

import anywidget
import traitlets

from grundy.common.errors import GrundyError
from grundy.common.limits import Limits, keeping, kinds, numbers
from grundy.common.messages import N_, _, shortened
from grundy.faces.drawing import SIGNS, Mark, svg
from grundy.faces.reviews import MatchReview, review
from grundy.playing.catalogue import SIDE, begun, integers, least, solved
from grundy.playing.match import RANK, Match
from grundy.playing.opponent import Budget, choose_at, known_level, patience, solutions_after
from grundy.playing.opponent.choosing import PERFECT, within
from grundy.rules.explanations import brief
from grundy.rules.from_text import rules_of
from grundy.rules.functions import TurnsRuleset, to_move
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, Ruleset
from grundy.rules.solution import Move, Solution, convention

# ---- ``%%grundy``: a cell of a notebook that holds rules, which are read and not run; below it is what they come to

SECONDS = 1.0
"""So long are small positions solved, and so long is a law looked for."""


class Written:
    """The games of a text of rules, and of one of them the board, who wins small positions, and the law.

    Args:
        text: the rules in Python, as the page ``/write`` takes them.
        game: the name of the game that is shown; the first unless told.

    Raises:
        GrundyError: the text has no such game.
        TextError: what is wrong with the text, and in which line.

    >>> found = Written("import grundy as gr\\n@gr.game(least=0)\\ndef f(n: int):\\n    if n: yield n - 1")
    >>> print(found.start, found.games["f"](3).grundy())
    f(12) 1
    """

    def __init__(self, text: str, game: str = "") -> None:
        self.games: dict[str, Ruleset] = rules_of(text)
        if game and game not in self.games:
            names = ", ".join(self.games)
            raise GrundyError("this text has no game {name!r}; it has {names}", name=game, names=names)
        self.shown = self.games[game or next(iter(self.games))]
        self.start = begun(self.shown)
        self.small, _whole = solved(self.shown, SECONDS)

    def __repr__(self) -> str:
        """Return the small positions with who wins."""
        return "\n".join(f"{position}: {solution.outcome}" for position, solution in self.small)

    def _repr_html_(self) -> str:
        parts = [f"<h3>{escape(self.shown.called_by.title)}</h3>", svg(self.start) if self.start else ""]
        return "".join([*parts, self._table(), f"<p>{escape(self._law())}</p>"])

    def _law(self) -> str:
        """Return the law of a sequence, "" where none is found in the time or there is no sequence."""
        if integers(self.shown) != 1:
            return ""
        try:
            with keeping(Limits(seconds=SECONDS)):
                return str(cast("Any", self.shown).law())  # that of a sequence has one
        except GrundyError:
            return ""

    def _table(self) -> str:
        """Return a sequence, a square table, or a list of positions."""
        first, values = least(self.shown), [_worth(solution) for _position, solution in self.small]
        match integers(self.shown):
            case 1:
                return _rows([[_("n"), *(str(first + n) for n in range(len(values)))], [_("value"), *values]])
            case 2:
                rows = [[str(first + i // SIDE), *values[i : i + SIDE]] for i in range(0, len(values), SIDE)]
                return _rows([["", *(str(first + n) for n in range(SIDE))], *rows])
            case _:
                return _rows([str(p), str(s.outcome), _worth(s) if s.value is not None else ""] for p, s in self.small)


def _worth(solution: Solution) -> str:
    return str(solution.outcome.value) if solution.value is None else brief(solution.value)


def _rows(rows: Iterable[Iterable[str]]) -> str:
    cells = ("".join(f"<td>{escape(text)}</td>" for text in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def register(shell: Any) -> None:
    """Give a shell of IPython the magic ``%%grundy``: it shows the rules of its cell, and names their games there."""

    def grundy(line: str, cell: str) -> Written | None:
        try:
            found = Written(cell, line.strip())
        except GrundyError as problem:
            print(problem)
            return None
        shell.push(found.games)
        return found

    shell.register_magic_function(grundy, "cell")


# ----


SIDES = {"first": (True, False), "second": (False, True), "both": (True, True)}
"""Which of the two players are persons."""
LISTED, WINNING = 400, 40
"""So many moves are offered; where there are more, so many of those that win are among them."""


def _text(path: str) -> str:
    return files("grundy").joinpath(path).read_text(encoding="utf-8")


class Play(anywidget.AnyWidget):
    """A position to play on in a notebook; of a partisan one Left begins.

    Args:
        position: where play begins; a game alone begins at its usual start.
        side: which player you are: "first", "second" or "both".
        play: "normal" or "misere".
        endless: what endless play is: a "draw", or a win for the "first" or the "second" player.
        hints: whether moves are coloured by what they are worth, the best first.
        seconds: how long grundy thinks about a move, and how long hints may take.
        level: how well grundy plays: "1" to "8", "perfect", or "adapt", as suits you.

    Raises:
        GrundyError: another word, rules that are wrong, or a game that has no usual start.

    >>> import grundy as gr
    >>> game = Play(gr.nim(2, 3))
    >>> game.make(0)
    >>> print(game.match.position)
    nim(1, 2)
    """

    _esm = _text("faces/web/static/board.js") + _text("faces/notebook/play.js")
    _css = _text("faces/notebook/play.css")
    view = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        position: Position | Ruleset,
        *,
        side: str = "first",
        play: str = "normal",
        endless: str = "draw",
        hints: bool = True,
        seconds: float = 1.0,
        level: str = PERFECT,
    ) -> None:
        if side not in [*SIDES]:
            raise GrundyError("side is {sides}, not {side!r}", sides=", ".join(SIDES), side=side)
        kinds(Position | Ruleset, N_("a position or a game"), position=position)
        numbers("seconds", seconds=seconds)
        super().__init__()
        if isinstance(position, Ruleset):
            position = position.start()
        self.start = to_move(position, LEFT) if position.ruleset.partisan else position
        self.convention = convention(play, endless)
        self.people = SIDES[side]
        self.hints = hints
        self.seconds = seconds
        self.level = known_level(level)
        self.on_msg(self._wished)
        self.new()

    # ---- what can be done

    def new(self) -> None:
        """Begin again."""
        self.match = Match(self.start, self.convention)
        self._go_on()

    def make(self, number: int) -> None:
        """Make one of the moves offered; grundy answers. GrundyError if none has that number."""
        if not 0 <= number < len(self.moves):
            sentence = N_("there is no move {number} here; moves are numbered from 0, and this position has {count}")
            raise GrundyError(sentence, number=number, count=len(self.moves))
        self.match.make(self.moves[number])
        self._go_on()

    def undo(self) -> None:
        """Take back the last move of a person, and the answer to it; nothing where there is none."""
        turns = len(self.match.turns)
        own = [number for number in range(turns - 1) if self.people[number % 2]]
        mine = [number for number in own if self.match.at(number).passing is None]
        if mine:
            self.match.undo(turns - 1 - mine[-1])
            self._go_on()

    def review(self) -> MatchReview:
        """Return the review of the match so far: who was winning, each move, what decided it, and why. O(seconds)."""
        return review(self.match)

    def again(self) -> None:
        """Go back to the moment that decided a match that is over, where a person was wrong; nothing where there is none."""
        if self._wrong is not None:
            self.match.undo(len(self.match.turns) - 1 - self._wrong)
            self._go_on()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return what a notebook shows; where no Python answers any more, and in printed pages, the board stands still."""
        shown: Any = super()._repr_mimebundle_(**options)
        data, facts = shown if isinstance(shown, tuple) else (shown, {})
        still = {"text/plain": self.view["heading"], "image/svg+xml": svg(self.match.position)}
        return {**(data or {}), **still}, facts

    def _wished(self, _widget: object, wish: dict[str, Any], _buffers: object) -> None:
        """Do what was clicked, if the board that was clicked is still the board."""
        if wish.get("turn") != self.view["turn"]:
            return
        if "move" in wish:
            self.make(int(wish["move"]))
        elif wish.get("wish") in ("new", "undo", "again"):
            getattr(self, wish["wish"])()

    # ---- what is shown

    def _go_on(self) -> None:
        """Let grundy move if it is its turn, and show what there is then."""
        said = ""
        while (passing := self.match.passing) or not (self.people[self.match.mover] or self.match.over):
            if passing:
                self.match.make(passing)
                continue
            choice = choose_at(self.match, self.level, Budget(self.seconds))
            self.match.make(choice.move)
            said = _("grundy moves {move} ({choice})").format(move=choice.move.text, choice=choice)
        offered = self._offered()
        after = solutions_after(self.match, offered, patience(self.match, self.seconds) if self.hints else 0.0)
        found = [(move, *self._worth(move, known)) for move, known in zip(offered, after, strict=True)]
        found.sort(key=lambda entry: RANK[entry[1]])
        self.moves = [move for move, _verdict, _note in found]
        marks = [Mark(move.after, worth, move.text) for move, worth, _note in found]
        before = [turn.position for turn in self.match.turns[:-1]]
        reviewed = self.review() if self.match.over and before else None
        deciding = reviewed and reviewed.found.deciding
        self._wrong = deciding.number if deciding and self.people[deciding.number % 2] else None
        buttons = {"undo": _("Undo"), "new": _("New game")}
        self.view = {
            "turn": len(self.match.turns) - 1,
            "heading": shortened(f"{self.match.position}: {self._whose()}"),
            "svg": svg(self.match.position, marks, before=before, interactive=True),
            "said": shortened(said),
            "moves": [
                {"text": shortened(move.text), "verdict": worth, "sign": SIGNS[worth], "note": note}
                for move, worth, note in found
            ],
            "buttons": buttons if self._wrong is None else buttons | {"again": _("Try again from here")},
            "review": reviewed.html() if reviewed else "",
            "narrowed": _("{n} moves are left: click on the board, or choose below."),
        }

    def _offered(self) -> list[Move]:
        """Return the first moves; where there are more than that, some that win go first."""
        first = list(islice(self.match.position.moves(), LISTED + 1))
        if len(first) > LISTED:
            winning = within(self.seconds, lambda: self.match.solution().winning_moves(WINNING)) or []
            first = list({move.after.state: move for move in chain(winning, first)}.values())[:LISTED]
        return first

    def _worth(self, move: Move, after: Solution | None) -> tuple[str, str]:
        """Return what a move is for whoever makes it, and a note: the points gained, or how many moves are left."""
        gain = f"{move.gain:+}" if self.match.position.ruleset.scoring else ""
        if after is None:
            return "", gain
        return self.match.verdict(move, after), gain or ("" if after.remoteness is None else str(after.remoteness + 1))

    def _whose(self) -> str:
        """Return whose turn it is, or how the match has ended; the points of a scoring game besides."""
        first, second = self.match.points
        points = _(", score {first} to {second}").format(first=first, second=second)
        words = self._end() if self.match.over else self._turn()
        return words + points * self.match.position.ruleset.scoring

    def _turn(self) -> str:
        rules = self.match.position.ruleset
        if not all(self.people) or isinstance(rules, TurnsRuleset):  # whose position says who is to move
            return _("your turn")
        return (_("the first player moves"), _("the second player moves"))[self.match.mover]

    def _end(self) -> str:
        winner = self.match.winner
        if winner is None:
            return _("A tie.")
        if all(self.people):
            return (_("The first player wins."), _("The second player wins."))[winner]
        return _("You win.") if self.people[winner] else _("grundy wins.")
