"""A position and all that follows from it as one HTML file, with everything in it that the browser needs.

Nothing that a game's file says is written into the page as it is: words are escaped, in JSON too, and the page forbids its
browser all network and every script and style but its own two, which it names by their hashes.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.resources import files
from math import inf
from pathlib import Path
from string import Template
from typing import Any

from grundy.common import messages
from grundy.common.errors import GrundyError, TooLarge
from grundy.common.messages import N_, _, languages
from grundy.faces.drawing.svg import opened, token
from grundy.faces.export.graph import Reached, TooMany, reached, solved
from grundy.faces.export.packing import Packed, Packer, deflated
from grundy.playing.opponent.levels import LEVELS
from grundy.rules.play import convention
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

LIMIT = 1_000_000
"""A file is smaller than that, in bytes."""
UNPACKED = 200_000
"""A table of so many bytes is not compressed: any browser reads it."""
SLICES, SLICE = 6, 200
"""So many positions that follow each other, so many times, tell how large the file will be."""
FAR = 1.5
"""Where so many times too much is expected nothing is packed: what is expected is no measure."""
FITTING = 200_000
"""So many positions fit into most files: a smaller start that is named has no more."""
LARGEST, SMALLEST = 6, 2
"""Boards of so many rows and columns are tried as smaller starts, of games that declare no sizes."""


@dataclass(frozen=True)
class Page:
    """A page: its text, and how many positions and moves are in it."""

    text: str
    positions: int
    moves: int

    @property
    def size(self) -> int:
        """The bytes of the file."""
        return len(self.text.encode())


def export_html(position: Position | Ruleset, path: str | Path, *, play: str = "normal") -> Page:
    """Write a game into one HTML file that is played from a disk, without network, against a perfect opponent.

    Args:
        position: where play begins; a game alone begins at its usual start. Of a partisan one either player may begin.
        path: the file.
        play: "normal" or "misere".

    Returns:
        What was written.

    Raises:
        TooLarge: the file would be larger than 1 MB; said before the work where that is plain, with a smaller start.
        GrundyError: the rules are wrong, or the file cannot be written.

    O(moves), about 10 s for 100,000 positions on an idle machine (Connect Four on 4 by 4: 161,029 in 13.5 s).

    >>> import grundy as gr, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = export_html(gr.nim(1, 2), folder + "/nim.html")
    >>> made.positions, made.moves, made.size < 100_000
    (6, 9, True)
    """
    made = page(position, play=play)
    try:
        Path(path).write_text(made.text, encoding="utf-8", newline="\n")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise GrundyError("{path} cannot be written: {reason}", path=path, reason=reason) from None
    return made


def page(
    position: Position | Ruleset, *, play: str = "normal", tell: Callable[[int, int], None] = lambda _count, _size: None
) -> Page:
    """Return a game as one HTML file; see `export_html`.

    ``tell`` is called before the work with the number of positions and the bytes that are expected.
    """
    start = position.start() if isinstance(position, Ruleset) else position
    misere = convention(play).misere
    with messages.use("en"):
        found = _reached(start)
        count, size = len(found.places), _expected(found)
        if size > FAR * LIMIT:
            raise _too_large(start, count, size, expected=True)
        tell(count, size)
        result, packer = solved(found, misere=misere), Packer(found)
        packer.gather()
        packed = packer.packed(result)
        made = Page(_written(start, packer, packed, misere), packed.positions, packed.moves)
    if made.size >= LIMIT:
        raise _too_large(start, count, made.size, expected=False)
    return made


# ---- what is too large


def _reached(start: Position) -> Reached:
    try:
        return reached(start)
    except TooMany as problem:
        raise _advised(start, problem, FITTING) from None


def _expected(found: Reached) -> int:
    """Return about how many bytes the file will have, from the bytes of some of its positions and of twice as many."""
    states = [*found.places]
    if len(states) <= 4 * SLICES * SLICE:
        return 0
    step, packer, sizes = len(states) // SLICES, Packer(found), list[int]()
    for half in (0, 1):
        for number in range(half, SLICES, 2):
            packer.gather(states[number * step : number * step + SLICE])
        sizes.append(len(deflated(packer.sample())))
    each = (sizes[1] - sizes[0]) / (SLICES // 2 * SLICE)
    return int((sizes[0] + each * (len(states) - SLICES // 2 * SLICE)) * 4 / 3) + len(_style()) + len(_script())


def _too_large(start: Position, count: int, size: int, *, expected: bool) -> TooLarge:
    sentence = N_("{count:,} positions can be reached from {start}; they make {size:.2f} MB, and 1 MB is the limit")
    if expected:
        sentence = N_(
            "{count:,} positions can be reached from {start}; they would make about {size:.1f} MB, "
            "and 1 MB is the limit"
        )
    problem = TooLarge(sentence, count=count, start=start, size=size / 10**6)
    return _advised(start, problem, count * LIMIT // size)


def _advised(start: Position, problem: TooLarge, fits: int) -> TooLarge:
    """Return an error that names a smaller start, if there is one from which no more positions than fit are reached."""
    smaller = ""
    for words in _smaller(start.ruleset):
        try:
            reached(start.ruleset.start(words), fits)
        except GrundyError:
            break
        smaller = words
    if not smaller:
        return TooLarge("{problem}: choose a smaller start", problem=problem)
    return TooLarge("{problem}: choose a smaller start, such as {smaller}", problem=problem, smaller=smaller)


def _smaller(rules: Ruleset) -> Iterator[str]:
    """Iterate over the sizes of a game, from small ones on."""
    if rules.begins is not None and rules.begins.sizes:
        yield from rules.begins.sizes
    elif rules.takes_sizes:
        yield from (f"{side}x{side}" for side in range(SMALLEST, LARGEST))


# ---- the file


def _written(start: Position, packer: Packer, table: Packed, misere: bool) -> str:
    """Return the page; where the table is large it is compressed."""
    packed = len(table.data) > UNPACKED
    script, style = _script(), _style()
    facts = json.dumps(_facts(start, packer, table.positions, misere), ensure_ascii=False, separators=(",", ":"))
    return Template(_text("faces/export/page.html")).substitute(
        policy=_policy(script, style),
        title=escape(_title(start.ruleset)),
        style=style,
        script=script,
        facts=facts.replace("<", "\\u003c"),
        packed=" data-packed" * packed,
        table=b64encode(deflated(table.data) if packed else table.data).decode(),
    )


def _policy(script: str, style: str) -> str:
    """Return what the browser may load for the page: its own script and style, known by their hashes, and nothing else."""
    hashes = [b64encode(sha256(text.encode()).digest()).decode() for text in (script, style)]
    return (
        f"default-src 'none'; script-src 'sha256-{hashes[0]}'; style-src 'sha256-{hashes[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _text(path: str) -> str:
    return files("grundy").joinpath(path).read_text(encoding="utf-8")


def _script() -> str:
    static = "faces/web/static"
    return "".join(map(_text, (f"{static}/theme.js", f"{static}/board.js", "faces/export/page.js")))


def _style() -> str:
    static = "faces/web/static"
    return "".join(map(_text, (f"{static}/colours.css", f"{static}/grundy.css", "faces/export/page.css")))


def _facts(start: Position, packer: Packer, count: int, misere: bool) -> dict[str, Any]:
    """Return what the page is told besides the table."""
    rules = start.ruleset
    facts: dict[str, Any] = {
        "title": {},
        "rules": {},
        "texts": {},
        "scoring": rules.scoring,
        "levels": [[best, sight, None if amount == inf else amount] for best, sight, amount in LEVELS],
        "tokens": _tokens(start),
        "opened": opened(packer.width, packer.height, "", interactive=True),
        "ratio": f"{packer.width / max(packer.height, 1):.2f}",
    }
    for code in languages():
        with messages.use(code):
            facts["title"][code] = _title(rules)
            facts["rules"][code] = _rules(rules, misere)
            facts["texts"][code] = _texts(rules, count)
    return facts


def _tokens(start: Position) -> list[str]:
    """Return pictures of what the two players play with, who begins first; "" where both play with the same."""
    rules = start.ruleset
    if not (rules.partisan or rules.sided):
        return ["", ""]
    names: tuple[str, ...] = getattr(rules, "names", ())
    turn = rules.arguments(start.state)[names.index("turn")] if rules.sided and "turn" in names else 0
    return [token(start, turn), token(start, 1 - turn)]


def _title(rules: Ruleset) -> str:
    return rules.called_by.title or rules.name


def _rules(rules: Ruleset, misere: bool) -> str:
    """Return the rules in words."""
    told = rules.called_by.rules or _(rules.doc)
    lines = [told, _("This is misère play: whoever cannot move wins.")] if misere else [told]
    return "\n\n".join(lines)


def _texts(rules: Ruleset, count: int) -> dict[str, Any]:
    """Return the words of the page in the language that is spoken."""
    left_right = [_("Left"), _("Right")]
    return {
        "players": left_right if rules.partisan else [_("First player"), _("Second player")],
        "to_move": _("{player} to move"),
        "your_turn": _("Your turn."),
        "moved": _("The computer played {move}."),
        "wins": _("{player} wins."),
        "you_win": _("You win."),
        "you_lose": _("You lose."),
        "tie": _("A tie."),
        "endless": _("A draw: the same position for the third time."),
        "points": _("Points: {first} to {second}"),
        "tap": _("Tap or drag on the board, or choose from the list."),
        "left": _("{n} moves are left: choose another spot, or a move from the list. Escape clears."),
        "hints": {
            "only": _("You can win, but only with one move."),
            "win": _("You can win."),
            "tie": _("You can hold a tie."),
            "draw": _("You can hold a draw."),
            "loss": _("Every move loses against best play: play for a long game and hope for a mistake."),
        },
        "best": _("A best move is {move}."),
        "hardest": _("The hardest to answer is {move}."),
        "verdicts": {"win": _("wins"), "loss": _("loses"), "draw": _("draws"), "tie": _("ties")},
        "in": _("in {n}"),
        "side": _("You play"),
        "sides": [_("first"), _("second"), _("both sides")],
        "level": _("The computer plays"),
        "levels": [*(_("level {level}").format(level=n + 1) for n in range(len(LEVELS))), _("perfectly")],
        "begins": _("Who moves first"),
        "seen": _("Show what each move leads to"),
        "new": _("New game"),
        "undo": _("Undo"),
        "help": _("Hint"),
        "moves": _("Moves"),
        "rules": _("The rules"),
        "themes": "|".join([_("System"), _("Light"), _("Dark")]),
        "theme": _("Light or dark: {name}"),
        "old": _("This browser is too old to unpack the game's table."),
        "about": _(
            "Solved by grundy: all {count:,} positions are in this file. Nothing is downloaded, nothing is "
            "sent. Keys: n new game, u undo, h hint; Tab and arrows move between spots, Enter plays."
        ).format(count=count),
    }
