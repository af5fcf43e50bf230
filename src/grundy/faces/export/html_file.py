"""A position and all that follows from it as one HTML file, with everything in it that the browser needs.

Nothing that a game's file says is written into the page as it is: words are escaped, in JSON too, and the page forbids its
browser all network and every script and style but its own two, which it names by their hashes.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from html import escape
from importlib.resources import files
from math import inf
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

from grundy.common import limits, messages
from grundy.common.errors import GrundyError, TooLarge
from grundy.common.files import whole
from grundy.common.limits import Limits
from grundy.common.messages import N_, _, languages
from grundy.faces.drawing.move_marks import Trace, steps, trace
from grundy.faces.drawing.shapes import Shape, sheet
from grundy.faces.drawing.svg import element, laid, opened, token
from grundy.playing.match import is_pass
from grundy.playing.opponent.choosing import LEVELS
from grundy.rules.functions import to_move
from grundy.rules.move_names import words_of
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.scenes import Board, Scene, Words
from grundy.rules.solution import convention
from grundy.solving.results import Options
from grundy.solving.search import search

# ---- all that can be reached from where play may begin, with the result of each position: what a file is made of

MOST = 1_500_000
"""So many positions are looked at; a file of 1 MB holds fewer."""
MOVES = 10_000_000
"""So many moves are."""


class TooMany(TooLarge):
    """More positions can be reached than are looked at."""


@dataclass
class Reached:
    """The positions that can be reached, in the order in which breadth-first search meets them.

    Attributes:
        roots: where play may begin: of a partisan game with Left, and with Right, to move.
        places: the place of each state.
        parity: whether so many moves lead there; None where some position is reached by an even and by an odd number.
    """

    roots: list[Position]
    places: dict[Any, int] = field(default_factory=dict)
    parity: list[int] | None = field(default_factory=list)

    @property
    def rules(self) -> Ruleset:
        """The rules, with the turn in the state of a partisan game."""
        return self.roots[0].ruleset


def reached(position: Position, most: int = MOST) -> Reached:
    """Return all positions that can be reached from one; TooMany past so many. O(moves), interpreted.

    >>> import grundy as gr
    >>> len(reached(gr.nim(1, 2)).places), len(reached(gr.domineering(2, 1)).places)
    (6, 3)
    """
    partisan = position.ruleset.partisan
    found = Reached([to_move(position, player) for player in (LEFT, RIGHT)] if partisan else [position])
    rules, places, parity, moves = found.rules, found.places, [0] * len(found.roots), 0
    states = [root.state for root in found.roots]
    places.update({state: place for place, state in enumerate(states)})
    alternates = True
    for place, state in enumerate(states):  # which grow meanwhile
        if rules.ended(state) is not None:
            continue
        for _gain, option in rules.changes(state):
            moves += 1
            there = places.setdefault(option, len(states))
            if there == len(states):
                states.append(option)
                parity.append(1 - parity[place])
            alternates = alternates and parity[there] != parity[place]
        if len(states) > most:
            raise TooMany("more than {most:,} positions can be reached from {start}", most=most, start=position)
        if moves > MOVES:
            raise TooMany("more than {most:,} moves can be made from {start} on", most=MOVES, start=position)
        if place % 64 == 0:
            limits.check(len(states))
    found.parity = parity if alternates and not partisan else None
    return found


def solved(found: Reached, *, misere: bool = False) -> Callable[[Any], int]:
    """Return what tells of each state its score, or its result and its remoteness as a table's status holds them."""
    rules = found.rules
    with limits.keeping(Limits(positions=MOST)):
        tables = [search(rules, root.state, Options(), misere=misere) for root in found.roots]

    def told(state: Any) -> int:
        image = rules.canonical(state)
        for table in tables:
            try:
                return table.score(image) if table.scoring else int(table.held("status", image))
            except KeyError:
                continue
        raise GrundyError("{name}: {state} was not solved", name=rules.name, state=rules.show(state))

    return told


# ----


# ---- a solved game as bytes: pictures as sets of elements, moves as kinds of change, and of each position which it
# Most games have few kinds of moves: an element that goes, one that comes instead ("an X into the middle"). A kind is
# a candidate where what it takes is there and what it brings is not; of each position one byte a candidate says
# whether it is a move. Where a move leads follows from the picture. So neighbouring positions have nearly the same
# bytes, and deflate leaves about one of them a position.

ELEMENTS = 0xFFFF
"""So many elements have a place: of a picture the browser makes a text of as many letters."""
OTHER = "zh"
"""The language besides English in which words are kept."""
Picture = frozenset[int]


class Kind(NamedTuple):
    """A kind of move: the elements that go and come, its words, the points that it gains, the spots that it touches.

    Each spot has the step at which it is chosen (see `Spot` of `grundy.faces.drawing.move_marks`).
    """

    gone: Picture
    come: Picture
    words: str
    gain: int = 0
    touched: tuple[tuple[int, str], ...] = ()


class Packed(NamedTuple):
    """The bytes of a game, and how many positions and moves are in them."""

    data: bytes
    positions: int
    moves: int


class Packer:
    """Positions and their moves, gathered one by one; `packed` gives the bytes of all.

    >>> import grundy as gr
    >>> packer = Packer(reached(gr.nim(2)))
    >>> packer.gather()
    >>> [kind.words for kind in packer.kinds], [len(row) for row in packer.rows.values()]
    (['heap 1: 2 → 0', 'heap 1: 2 → 1', 'heap 1: 1 → 0'], [2, 0, 1])
    """

    def __init__(self, found: Reached) -> None:
        self.found = found
        self.rules = found.rules
        self.elements: dict[Any, int] = {}
        self.shapes: list[Shape | None] = []
        self.drawn: list[list[Any]] = []
        self.spots: dict[Any, int] = {}
        self.width = self.height = 0.0
        self.kinds: dict[Kind, int] = {}
        self.listed: list[list[Any]] = []
        self.rows: dict[Picture, list[int]] = {}
        self.states: dict[Picture, Any] = {}
        self._pictures: dict[Any, Picture] = {}
        self._traces: dict[Kind, Trace] = {}
        self._frames: dict[Any, tuple[dict[tuple[int, int, str], int], list[int]]] = {}

    def gather(self, states: Iterable[Any] | None = None) -> None:
        """Draw states and write down their moves: all that were reached, or some. O(moves), about 0.1 ms each."""
        all_of = self.found.places
        for count, state in enumerate(all_of if states is None else states):
            self.rows[self.picture(state)] = self._moves(state)
            if count % 64 == 0:
                limits.check(count + 1, "positions", len(all_of))

    # ---- pictures

    def picture(self, state: Any) -> Picture:
        """Return the elements of a state; those of no two states are the same, since one more tells them apart."""
        known = self._pictures.get(state)
        if known is not None:
            return known
        scene = self.rules.scene(state)
        ids = self._board(state, scene) if isinstance(scene, Board) else self._sheet(state, scene).values()
        parity, player = self.found.parity, self.rules.mover(state)
        turn = player if player is not None else parity[self.found.places[state]] if parity else None
        if turn is not None:
            ids = {*ids, self._unseen(("turn", turn))}
        own, more = frozenset(ids), 0
        while own in self.states:
            more += 1
            own = frozenset({*ids, self._unseen(("another", more))})
        self.states[own] = state
        self._pictures[state] = own
        return own

    def _sheet(self, state: Any, scene: Scene) -> dict[Shape, int]:
        """Return the elements of a scene, which is drawn."""
        drawn = sheet(scene)
        self.width, self.height = max(self.width, drawn.width), max(self.height, drawn.height)
        return {shape: self._element(state, shape) for shape in drawn.shapes}

    def _board(self, state: Any, scene: Board) -> Iterable[int]:
        """Return the elements of a board, which is drawn where it shows what no board like it had at a cell before."""
        cells = [(r, c, face) for r, row in enumerate(scene.rows) for c, face in enumerate(row) if face]
        places = tuple([(r, c) for r, c, _face in cells])
        frame = replace(scene, rows=()), scene.theme, len(scene.rows), places
        at, others = self._frames.setdefault(frame, ({}, []))
        ids = [at.get(cell, -1) for cell in cells]
        if -1 in ids:
            found = {shape.key: number for shape, number in self._sheet(state, scene).items()}
            at.update({cell: found.pop(cell[:2]) for cell in cells if cell[:2] in found})
            others[:] = found.values()
            return [at[cell] for cell in cells if cell in at] + others
        return ids + others

    def _element(self, state: Any, shape: Shape) -> int:
        found = self.elements.get(shape)
        if found is None:
            with messages.use(OTHER):
                shapes = sheet(self.rules.scene(state)).shapes
            told = next((other.letter for other in shapes if other.key == shape.key), shape.letter)
            layer = {"cell": 0, "edge": 0, "arrow": 0}.get(shape.form, 1)
            also = element(replace(shape, letter=told)).figure if told != shape.letter else 0
            spot = self.spots.setdefault(shape.key, len(self.spots))
            found = self._new(shape, shape, [layer, spot, *element(shape), also])
        return found

    def _unseen(self, what: tuple[str, int]) -> int:
        found = self.elements.get(what)
        return self._new(what, None, [0, -1, "", "", "", 0]) if found is None else found

    def _new(self, what: Any, shape: Shape | None, drawn: list[Any]) -> int:
        if len(self.elements) == ELEMENTS:
            sentence = "the positions of {name} have more than {most:,} parts to be drawn"
            raise TooLarge(sentence, name=self.rules.name, most=ELEMENTS)
        self.shapes.append(shape)
        self.drawn.append(drawn)
        return self.elements.setdefault(what, len(self.elements))

    # ---- moves

    def _moves(self, state: Any) -> list[int]:
        """Return the kinds of the moves of a state, each once."""
        rules, before = self.rules, self.picture(state)
        if rules.ended(state) is not None:
            return []
        found: dict[Kind, Any] = {}
        for (gain, after), words in words_of(rules, state, rules.changes(state, rules.mover(state))).items():
            own = self.picture(after)
            found.setdefault(Kind(before - own, own - before, words, gain), after)
        position, scene = Position(rules, state), rules.scene(state)
        for kind, after in found.items():
            if kind not in self._traces:
                words = isinstance(scene, Words)
                self._traces[kind] = Trace(frozenset(), ()) if words else trace(position, Position(rules, after))
        told = steps(scene, [self._traces[kind] for kind in found])
        return [self._kind(kind, keys, position, found[kind]) for kind, keys in zip(found, told, strict=True)]

    def _kind(self, plain: Kind, told: list[tuple[Any, str]], position: Position, after: Any) -> int:
        touched = sorted((self.spots.setdefault(key, len(self.spots)), step) for key, step in told)
        kind = plain._replace(touched=tuple(touched))
        found = self.kinds.setdefault(kind, len(self.kinds))
        if found == len(self.listed):
            with messages.use(OTHER):
                words = position.move_to(after, kind.gain).text
            other = words if words != kind.words else 0
            ids = sorted(kind.gone), sorted(kind.come)
            where, when = map(list, zip(*touched, strict=True)) if touched else ([], [])
            told_steps, passing = when if {*when} != {"0"} else 0, int(is_pass(position, Position(self.rules, after)))
            self.listed.append([*ids, kind.words, other, kind.gain, where, self._tile(kind), told_steps, passing])
        return found

    def _tile(self, kind: Kind) -> str | int:
        """Return the domino that a move lays on two cells, which no position knows; 0 where it lays none."""
        come = [shape for shape in map(self.shapes.__getitem__, kind.come) if shape and shape.theme == "dominoes"]
        covered = sorted((shape for shape in come if shape.letter == "#"), key=lambda shape: shape.key)
        return laid(*covered) if len(covered) == 2 else 0

    # ---- bytes

    def packed(self, result: Callable[[Any], int]) -> Packed:
        """Return all that was gathered as bytes: a length, JSON of elements and kinds, moves, results. O(candidates)."""
        roots = [self.picture(root.state) for root in self.found.roots]
        kinds, candidates = [*self.kinds], self._candidates()
        order, waiting, bits = dict.fromkeys(roots), [*roots], bytearray()
        for picture in waiting:  # which grows meanwhile
            own = {*self.rows[picture]}
            for number in candidates(picture):
                bits.append(number in own)
                after = picture - kinds[number].gone | kinds[number].come
                if number in own and after not in order:
                    order[after] = None
                    waiting.append(after)
        moves = sum(bits)
        head = self._head(roots, len(waiting), moves)
        results = b"".join(_number(result(self.states[picture])) for picture in waiting)
        return Packed(head + bytes(bits) + results, len(waiting), moves)

    def sample(self) -> bytes:
        """Return the bytes of what was gathered so far, which are no whole game, and without results."""
        candidates = self._candidates()
        bits = bytes(number in row for picture, row in self.rows.items() for number in candidates(picture))
        return self._head([], len(self.rows), 0) + bits

    def _head(self, roots: list[Picture], positions: int, moves: int) -> bytes:
        data = {
            "elements": self.drawn,
            "kinds": self.listed,
            "roots": [sorted(root) for root in roots],
            "positions": positions,
            "moves": moves,
        }
        head = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
        return len(head).to_bytes(4, "big") + head

    def _candidates(self) -> Callable[[Picture], Iterator[int]]:
        """Return what iterates over the kinds that are possible in a picture, in the order in which a page does it."""
        by_first: dict[int, list[tuple[Picture, Picture, int]]] = {}
        for kind, number in self.kinds.items():
            by_first.setdefault(min(kind.gone, default=-1), []).append((kind.gone, kind.come, number))

        def candidates(picture: Picture) -> Iterator[int]:
            for first in (-1, *sorted(picture)):
                for gone, come, number in by_first.get(first, ()):
                    if gone <= picture and come.isdisjoint(picture):
                        yield number

        return candidates


def _number(number: int) -> bytes:
    """Return an integer in bytes of seven bits each, the lowest first; the sign is the lowest bit.

    >>> _number(3), _number(-3), _number(100)
    (b'\\x06', b'\\x05', b'\\xc8\\x01')
    """
    rest, made = (2 * number if number >= 0 else -2 * number - 1), bytearray()
    while rest > 0x7F:
        made.append(rest & 0x7F | 0x80)
        rest >>= 7
    return bytes([*made, rest])


def deflated(data: bytes) -> bytes:
    """Return bytes as the browser's `DecompressionStream` unpacks them."""
    return zlib.compress(data, 9)


# ----


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
    limits.kinds(str | Path, N_("the name of a file"), path=path)
    made = page(position, play=play)
    try:
        with whole(Path(path)) as file:
            file.write(made.text.encode())
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
    limits.kinds(Position | Ruleset, N_("a position or a game"), position=position)
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


def _text(*paths: str) -> str:
    return "".join(files("grundy").joinpath(path).read_text(encoding="utf-8") for path in paths)


def _script() -> str:
    return _text("faces/web/static/theme.js", "faces/web/static/board.js", "faces/export/page.js")


def _style() -> str:
    return _text("faces/web/static/colours.css", "faces/web/static/grundy.css", "faces/export/page.css")


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
