"""``%%grundy``: a cell of a notebook that holds rules, which are read and not run; below it is what they come to."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any, cast

from grundy.common.errors import GrundyError
from grundy.common.limits import Limits, keeping
from grundy.common.messages import _
from grundy.faces.drawing import svg
from grundy.playing.small import SIDE, begun, integers, least, solved
from grundy.rules.explanations import brief
from grundy.rules.from_text import rules_of
from grundy.rules.ruleset import Ruleset
from grundy.rules.solution import Solution

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
