"""The review of a match, as words, as a picture and as data: `grundy review`, and `review` in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from grundy.common import messages
from grundy.common.messages import _
from grundy.faces import drawing
from grundy.faces.drawing.charts import course
from grundy.playing import record
from grundy.playing.match import Match
from grundy.playing.record import plain
from grundy.playing.review import SECONDS, Review
from grundy.playing.review import review as reviewed

COLOURS = {"mistake": "loss", "only": "win", "good": "win", "lost": "tie", "": "tie"}
"""What a mark is coloured like."""


@dataclass(frozen=True)
class MatchReview:
    """What is known of a match; printed it is text, in a notebook it has pictures.

    Attributes:
        match: the match.
        found: what is known of it: who was winning, what each move was worth, what decided it.
        players: what the players are called, who moved first in front.
    """

    match: Match
    found: Review
    players: Sequence[str]

    def to_dict(self) -> dict[str, Any]:
        """Return the review as plain data, for JSON."""
        return self.found.to_dict()

    def __str__(self) -> str:
        return self.text()

    def text(self, paint: Callable[[str, str], str] = lambda text, colour: text, *, colour: bool = False) -> str:
        """Return it as lines; ``paint`` writes a text in a colour, ``colour``: on a board that is coloured too."""
        legend = _("▀ {first}, ▄ {second}, ─ nobody, · not known").format(first=self.players[0], second=self.players[1])
        lines = [_("Who was winning: {bar}   ({legend})").format(bar=self.found.bar, legend=legend)]
        if self.found.heats:
            lines.append(_("Temperature:     {heats}").format(heats=self.found.heats))
        columns = [
            [str(number) for number in range(1, len(self.found.moves) + 1)],
            [self.players[each.player] for each in self.found.moves],
            [each.move.text for each in self.found.moves],
            [_("value {value}").format(value=value) if value else "" for value in self.found.values[1:]],
        ]
        widths = [max([0, *map(messages.width, column)]) for column in columns]
        for each, *row in zip(self.found.moves, *columns, strict=True):
            line = "  ".join(messages.left(word, width) for word, width in zip(row, widths, strict=True))
            lines.append(f"  {line}  {paint(each.said, drawing.COLOURS[COLOURS[each.mark]])}")
        if self.found.deciding is not None:
            board = self.match.turns[self.found.deciding.number].position
            lines.append(f"\n{drawing.text(board, colour=colour)}")
        return "\n".join([*lines, *self.found.told(self.players)])

    def picture(self) -> str:
        """Return the moment that decided the match, with what was played and what was better, as SVG; "" for none."""
        if self.found.deciding is None:
            return ""
        made = self.found.moves[self.found.deciding.number].move
        marks = [
            drawing.Mark(plain(move.after), worth, move.text)
            for move, worth in ((self.found.deciding.better, "win"), (made, "loss"))
        ]
        return drawing.svg(plain(made.before), marks)

    def _repr_html_(self) -> str:
        return self.html()

    def html(self) -> str:
        """Return it as a piece of a page: the bar, the deciding moment, what decided the match, and each move."""
        before = {"said": "", "mark": "", "temperature": ""}
        turns = turned([before, *self.to_dict()["moves"]], self.found.standings, self.found.values)
        moves = [
            f"<li>{escape(self.players[each.player])}: {escape(each.move.text)} – {escape(each.said)}</li>"
            for each in self.found.moves
        ]
        told = [f"<p>{escape(line)}</p>".replace("\n", "<br/>") for line in self.found.told(self.players)]
        board = f"<div>{self.picture()}</div>"
        return f"<div>{course(turns, self.players)}{board}{''.join(told)}<ol>{''.join(moves)}</ol></div>"


def turned(
    moves: Sequence[dict[str, Any]], standings: Sequence[int | None], values: Sequence[str]
) -> list[dict[str, Any]]:
    """Return what is drawn of each position: of what is said of the move that led there, who was winning, and the value."""
    told = zip(moves, standings, values, strict=True)
    return [
        {
            "level": level,
            "value": value,
            "said": move["said"],
            "mark": move["mark"],
            "blunder": move["mark"] == "mistake",
        }
        | {"heat": float(Fraction(move["temperature"])) if move["temperature"] else None}
        for move, level, value in told
    ]


def review(match: Match | str, *, seconds: float = SECONDS) -> MatchReview:
    """Return the review of a match: who was winning, what each move was worth, the moment that decided it, and why.

    Args:
        match: a match, the text of one as `grundy play --keep` writes it, or its address on the page.
        seconds: how long it may take; what is not found by then is not known.

    Returns:
        The review; ``print`` shows it.

    Raises:
        GrundyError: the text is damaged, or of another game. O(seconds).

    >>> import grundy as gr
    >>> print(*str(gr.review("https://example.org/play?position=nim+1+2&moves=0.0")).splitlines()[:3], sep="\\n")
    Who was winning: ▀▄▄   (▀ First player, ▄ Second player, ─ nobody, · not known)
      1  First player   heap 1: 1 → 0  value 2  a mistake
      2  Second player  heap 2: 2 → 0  value 0  the only good move
    """
    played = match if isinstance(match, Match) else record.read(str(match))
    return MatchReview(played, reviewed(played, seconds), played.called)
