"""The text of a match, to be kept and sent: where it began, how it is played, and its moves in the game's own notation."""

from __future__ import annotations

import re
from collections.abc import Callable

from grundy.common.errors import GrundyError
from grundy.playing.match import Match
from grundy.rules.play import convention
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.rules.turn_in_state import TurnsRuleset, to_move

LARGEST, LONGEST = 1 << 20, 2_000
"""A text has at most so many letters, and a match so many moves."""
_PLAY = r"play: (normal|misere), endless (draw|first|second), (left|right|first) begins"


def begun(start: Position, play: str = "normal", endless: str = "draw", begins: str = "left") -> Match:
    """Return the match that begins in a position; of a partisan one `begins` says who moves first, "left" or "right"."""
    if start.ruleset.partisan:
        start = to_move(start, RIGHT if begins == "right" else LEFT)
    return Match(start, convention(play, endless))


def written(match: Match, words: str) -> str:
    """Return the text of a match, of which ``words`` say where it began. O(moves).

    >>> from grundy.games import load
    >>> match = begun(load("nim")(1, 2))
    >>> match.make(match.read("1 1"))
    >>> print(written(match, "nim 1 2"), end="")
    grundy match: nim 1 2
    play: normal, endless draw, first begins
    1. heap 2: 2 → 1
    """
    start, play = match.turns[0].position, match.play
    turns = isinstance(start.ruleset, TurnsRuleset)
    begins = ("left" if start.state[1] == LEFT else "right") if turns else "first"
    misere = "misere" if play.misere else "normal"
    head = [f"grundy match: {words}", f"play: {misere}, endless {play.endless}, {begins} begins"]
    moves = [f"{number}. {move.text}" for number, move in enumerate(match.moves, 1)]
    return "".join(f"{line}\n" for line in [*head, *moves])


def read(text: str, position: Callable[[str], Position]) -> Match:
    """Return the match of a text; ``position`` reads where it began.

    GrundyError, which names the line: it is no text of a match, is damaged, or is of another game. O(moves).

    >>> from grundy.games import load
    >>> text = "grundy match: nim 1 2\\nplay: normal, endless draw, first begins\\n1. heap 2: 2 → 1\\n"
    >>> print(read(text, lambda words: load("nim")(*map(int, words.split()[1:]))).position)
    nim(1, 1)
    """
    lines = [line.strip() for line in text.removeprefix("\ufeff").strip().splitlines()]
    head, play = (*lines, "", "")[:2]
    if not head.startswith("grundy match: ") or not (found := re.fullmatch(_PLAY, play)):
        raise GrundyError("this is not a saved match: its first lines must be `grundy match: nim 1 2` and `play: …`")
    match = begun(position(head.partition(": ")[2]), *found.groups())
    if len(lines) > LONGEST + 2:
        raise GrundyError("a match may have at most {most:,} moves here", most=LONGEST)
    for number, line in enumerate(lines[2:], 1):
        words = line.removeprefix(f"{number}. ")
        move = match.find_words(words) if words != line else None
        if move is None:
            raise GrundyError(
                "line {line} of the match: {text!r} is not {number} and a move from {position}",
                line=number + 2,
                text=line[:80],
                number=number,
                position=match.position,
            )
        match.make(move)
    return match
