"""What a position looks like: heaps, a board, a graph, some words, or several of them side by side.

A scene is data, without any measure: `grundy.faces.drawing` turns it into a picture or into lines of text. A game's file
may say what its positions look like (``@name.picture``), or its notation does; else integers are heaps, a `Grid` is a
board, and any other state is words. What a text looks like is never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.common.errors import RulesError
from grundy.common.messages import _, languages, translated

if TYPE_CHECKING:
    from grundy.rules.grids import Grid
    from grundy.rules.ruleset import Ruleset

TILINGS = ("", "hex", "triangles", "lattice", "pits")
"""How cells of a board lie: as squares; as hexagons, each row half a cell further right; as triangles, in turn upright and
on their tip; as a lattice, where every second row and column is narrow: points, lines between them, cells within them; as
pits, whose numbers are seeds."""


_Face = Callable[[int, int], str]
CLOSED = "■"
"""What a box of a lattice shows whose lines are all drawn."""
ON = "╱"
"""What stands between a piece and what lies beneath it, where a cell shows both: ``X╱2``."""


@dataclass(frozen=True)
class Board:
    """Cells in rows; a cell is what it shows. ``.`` is empty and ``#`` is gone, the other cells show letters or numbers.

    A piece and what it stands on are written with `ON` between them, as in ``X╱2``.

    The theme, of scenes of any kind, is a word for what pieces are drawn like (see `grundy.faces.drawing.shapes`); it
    changes no position.

    Attributes:
        rows: what the cells show; where it is "" there is no cell.
        tiling: how the cells lie, one of `TILINGS`.
        sides: who has the top and the bottom, and who the left and the right: "XO", "" for nobody.
        across: the names of the columns, where they are not numbered.
        down: the names of the rows.
        ends: what stands at the left and the right end beside all rows: the stores of a mancala.
        note: words below; a blank keeps the room for them.
        theme: what pieces are drawn like.
    """

    rows: tuple[tuple[str, ...], ...]
    tiling: str = ""
    sides: str = ""
    across: tuple[str, ...] = ()
    down: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    note: str = ""
    theme: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Heaps:
    """Heaps of counters, with a name for each where they are not just numbered, and perhaps a note for all of them."""

    sizes: tuple[int, ...]
    names: tuple[str, ...] = ()
    note: str = ""
    theme: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Network:
    """A graph: its vertices with what they show, and its edges.

    Attributes:
        vertices: what each vertex that is there shows: "b" blue, "r" red, "g" green, "" nothing, or some text.
        edges: (tail, head, letter) of each edge that is there, by a name that it keeps from move to move.
        frame: all edges, also those that have gone: vertices keep their places by them.
        arrows: whether edges have a direction.
        ground: the vertices that stand on the ground.
        at: "edge" or "vertex", where a move is made at one of them and others may go with it; "" where it is not.
        note: words below.
    """

    vertices: Mapping[Any, str]
    edges: Mapping[Any, tuple[Any, Any, str]]
    frame: tuple[tuple[Any, Any], ...] = ()
    arrows: bool = False
    ground: frozenset[Any] = field(default_factory=frozenset)
    at: str = ""
    note: str = ""
    theme: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Words:
    """A position that is best said in words."""

    text: str


@dataclass(frozen=True)
class Beside:
    """Scenes side by side, each with a caption: the parts of a sum."""

    scenes: tuple[Scene, ...]
    captions: tuple[str, ...]


Scene = Board | Heaps | Network | Words | Beside


def board(text: str) -> Board:
    """Return a board of text with ``/`` or ``|`` between its rows.

    >>> board("XO/.#").rows
    (('X', 'O'), ('.', '#'))
    """
    return Board(tuple(tuple(row) for row in re.split(r"[/|]", text)))


def lattice(
    lines: int, rows: int, columns: int, inside: Callable[[int, int], str] = lambda _row, _column: " "
) -> Board:
    """Return a board of lines between dots around so many rows and columns of boxes.

    Args:
        lines: a bit for each line that is drawn, a row of horizontal ones, then one of vertical ones, and so on.
        rows: how many rows of boxes there are.
        columns: how many columns.
        inside: what a box shows, by its row and column from 0.

    >>> for row in lattice(0b1010001, 1, 2).rows:
    ...     print("".join(row))
    ●─●.●
    . . │
    ●.●─●
    """

    def line(row: int, column: int) -> str:
        number = row // 2 * (2 * columns + 1) + row % 2 * columns + column // 2
        return "─│"[row % 2] if lines >> number & 1 else "."

    return _lattice(rows, columns, "●", line, inside)


def walled(rows: Sequence[Sequence[str]], walls: Collection[tuple[int, int]]) -> Board:
    """Return a board with walls between its cells.

    Args:
        rows: what the cells show.
        walls: the places of walls, by row and column of the picture, where cell (r, c) is at (2r + 1, 2c + 1): the wall
            above it is at (2r, 2c + 1), that on its left at (2r + 1, 2c).

    >>> for row in walled(["X.", ".O"], {(2, 1), (1, 2)}).rows:
    ...     print("".join(row).rstrip())
    <BLANKLINE>
     X│.
     ─
     . O
    <BLANKLINE>
    """

    def wall(row: int, column: int) -> str:
        return "─│"[row % 2] if (row, column) in walls else " "

    return _lattice(len(rows), len(rows[0]), " ", wall, lambda row, column: rows[row][column])


def _lattice(rows: int, columns: int, point: str, line: _Face, inside: _Face) -> Board:
    def face(row: int, column: int) -> str:
        if row % 2 and column % 2:
            return inside(row // 2, column // 2)
        return line(row, column) if row % 2 or column % 2 else point

    return Board(tuple(tuple(face(r, c) for c in range(2 * columns + 1)) for r in range(2 * rows + 1)), "lattice")


def numbers(values: tuple[int, ...], names: tuple[str, ...] = ()) -> Heaps | Board:
    """Return the scene of a state of integers: heaps, with ``names`` where they are several; a row where one is below 0.

    >>> numbers((3, 5), ("a", "b")), numbers((3, -5)).rows
    (Heaps(sizes=(3, 5), names=('a', 'b'), note=''), (('3', '-5'),))
    """
    own = names if len(names) == len(values) > 1 else ()
    if min(values, default=0) < 0:
        return Board((tuple(map(str, values)),), across=own)
    return Heaps(tuple(map(int, values)), own)


def themed(scene: Scene, theme: str) -> Scene:
    """Return a scene, and those that it is made of, with a theme.

    >>> themed(Beside((Heaps((1,)),), ("a",)), "pins").scenes[0].theme
    'pins'
    """
    if isinstance(scene, Beside):
        return replace(scene, scenes=tuple(themed(part, theme) for part in scene.scenes))
    return scene if isinstance(scene, Words) else replace(scene, theme=theme)


# ---- what a game's file says of it to players: its names, its rules in a line, where play begins, its looks

_LEFT_OUT = r"['’()（）]|(?<=[\u4e00-\u9fff])(博弈|游戏)$"
_SIMPLIFIED = str.maketrans(
    "與兩義烏爭亞會倫體蘭軍決減幾凱刪動單變臺後嚕國圖塊對爾幣歸廣異憶戲撲擠擇攤數無殺權條標樹橋歐殘溫灣點熱獵環碼種稱級納線絕維綠網萊蘿計記詞語諾貫車轉輪邊連選遜鄰裡錫鎮長門閘階際韋馬鵝黃齡龍龜圍別島帶開彈遊類嶺獅獨羅領員圓實將結陣魚鳥貓豬蘇鏈鎖競賽餘總積穩",
    "与两义乌争亚会伦体兰军决减几凯删动单变台后噜国图块对尔币归广异忆戏扑挤择摊数无杀权条标树桥欧残温湾点热猎环码种称级纳线绝维绿网莱萝计记词语诺贯车转轮边连选逊邻里锡镇长门闸阶际韦马鹅黄龄龙龟围别岛带开弹游类岭狮独罗领员圆实将结阵鱼鸟猫猪苏链锁竞赛余总积稳",
)
"""Letters of the traditional script that names have, and the simplified ones that the catalogue is written in."""
_PARTED = r"[\s_\-–·]+"
_RANGE = re.compile(r"([0-9]+)\.\.([0-9]+)")
_NAME = r"[^\W\d_][\w' -]+|[^\x00-\x7f]"


def key(name: str) -> str:
    """Return what names have in common that are one: how they are parted, capitals, and the word for a game, do not count.

    >>> key("Grundy's Game"), key("toads_and_frogs"), key("威佐夫博弈") == key("威佐夫遊戲")
    ('grundys-game', 'toads-and-frogs', True)
    """
    name = name if name.isascii() else name.translate(_SIMPLIFIED)
    return re.sub(_PARTED, "-", re.sub(_LEFT_OUT, "", name.strip().casefold()))


def parted(text: str) -> list[str]:
    """Return the parts of a text between which ``;`` stands.

    >>> parted("3 4 5; 1 3 5 7"), parted("")
    (['3 4 5', '1 3 5 7'], [])
    """
    return text.split("; ") if text else []


def _everywhere(text: str) -> list[list[str]]:
    """Return the parts of a text in each language."""
    return [parted(translated(text, code)) for code in languages()]


def spread(words: str) -> Iterator[str]:
    """Iterate over the words in which a range of numbers is each of them.

    >>> list(spread("0..1 k=2..3")), list(spread("X.O"))
    (['0 k=2', '0 k=3', '1 k=2', '1 k=3'], ['X.O'])
    """
    before, *ends = _RANGE.split(words, 1)
    if ends:
        first, last, behind = ends
        yield from (f"{before}{n}{rest}" for n in range(int(first), int(last) + 1) for rest in spread(behind))
    else:
        yield words


class Names(NamedTuple):
    """What a game is called, and how it is played in a line: in English, of which the catalogues hold translations.

    Attributes:
        names: its names with ``;`` between them, the title first. A translation has as many as that language knows.
        line: the rules for players.
        misere_names: names of the game when who cannot move wins, with ``;`` between them.
    """

    names: str
    line: str = ""
    misere_names: str = ""

    @property
    def title(self) -> str:
        """The title in the language that is spoken."""
        return parted(_(self.names))[0]

    @property
    def rules(self) -> str:
        """The rules for players, in the language that is spoken."""
        return _(self.line)

    @property
    def misere(self) -> list[str]:
        """The names of the game when who cannot move wins, of all languages."""
        return [name for names in _everywhere(self.misere_names) for name in names]

    def every(self) -> Iterator[str]:
        """Iterate over all names, of all languages, the titles first."""
        told = _everywhere(self.names)
        yield from (names[0] for names in told)
        yield from (name for names in told for name in names[1:])
        yield from self.misere


class Variant(NamedTuple):
    """A start that has a name, in English, and its words."""

    name: str
    words: str

    @property
    def title(self) -> str:
        """The name in the language that is spoken."""
        return _(self.name)

    @property
    def titles(self) -> list[str]:
        """The name in each language."""
        return [translated(self.name, code) for code in languages()]

    @property
    def word(self) -> str:
        """The name as one word of the shell: ``marienbad``."""
        return key(self.name)


class Starts(NamedTuple):
    """The positions with which play begins, as the words that follow the game's name in the shell.

    Attributes:
        usual: where play begins unless told: the opponent answers it in time, perfect or not.
        sizes: starts from small ones up to the standard one: words of a position, ``4x5`` where the game says what a start
            of a size is, or the name of a variant.
        variants: the starts that have names.
        small: positions on which the tests play the game exhaustively; in ``0..3 0..3`` each number is 0, 1, 2 and 3, but
            for what is no position then.
        example: a start that is solved at once, where the usual one is not.
    """

    usual: str
    sizes: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()
    example: str = ""
    small: tuple[str, ...] = ()

    def variant(self, word: str) -> Variant | None:
        """Return the variant of a name, in whatever language; None if there is none."""
        named = key(word)
        found = next((each for each in self.variants if each.word == named), None)
        if found or not re.fullmatch(_NAME, word):  # what is no name is looked for in no catalogue
            return found
        return next((each for each in self.variants if named in map(key, each.titles)), None)


FIGURES = (
    *("bridges", "cake", "cards", "carts", "cars", "cats and dogs", "chess", "chocolate", "coins", "discs", "dominoes"),
    *("elephants", "fields", "frogs", "marks", "matches", "pebbles", "pins", "plants", "queens", "runners", "skiers"),
    *("sprouts", "standing dominoes", "stones"),
)
"""The words for what pieces are drawn like: `grundy.faces.drawing.shapes` has their figures."""
LIES = ("hex", "triangles", "dots", "pits", "layers", "files")
"""The words for how a board lies: `grundy.rules.scenes` says what they do."""


class Look(NamedTuple):
    """What positions are drawn like.

    Attributes:
        figures: what pieces are drawn like, one of `FIGURES`, or "".
        lies: how a board lies, of `LIES`.
        rows: how many rows a board has that is made of integers, or the parameter that says it; 0 where nothing does.
        columns: how many columns.
        sides: whose the sides of a board are (see `grundy.rules.scenes.Board`).
    """

    figures: str = ""
    lies: tuple[str, ...] = ()
    rows: int | str = 0
    columns: int | str = 0
    sides: str = ""


def look_of(words: tuple[str, ...], rows: int | str, columns: int | str, sides: str) -> Look:
    """Return what words say; RulesError names one that says nothing, and those that there are.

    >>> look_of(("hex", "stones"), 0, 0, "XO")
    Look(figures='stones', lies=('hex',), rows=0, columns=0, sides='XO')
    """
    for word in words:
        if word not in FIGURES and word not in LIES:
            raise RulesError(
                "{word!r} is not a known look: boards are {lies}, and pieces are {figures}",
                word=word,
                lies=", ".join(LIES),
                figures=", ".join(FIGURES),
            )
    figures = [word for word in words if word in FIGURES]
    if len(figures) > 1:
        raise RulesError("pieces look like {first} or like {second}: choose one", first=figures[0], second=figures[1])
    if sides not in ("", "XO", "OX"):
        raise RulesError("the sides of a board are XO or OX, not {sides!r}", sides=sides)
    return Look("".join(figures), tuple(word for word in words if word in LIES), rows, columns, sides)


# ---- what positions look like where no picture is declared, and what ``game.looks(…)`` makes of a picture
# Integers are heaps or numbers; where the size of a board is known they are its cells, a bit for each, as rules have them.

FACES = "XOABCDEFGHIJKLMNPQRSTUVWYZ"
"""What the cells of the first integer show, those of the second, and so on."""
MOST = 1600
"""The most cells of a board that is made of integers."""


# ---- states without a picture


def of_state(rules: Ruleset, state: Any) -> Scene:
    """Return what a state looks like of which no picture is declared: a board, heaps, numbers in cells; else words."""
    values = rules.arguments(state)
    names: tuple[str, ...] = getattr(rules, "names", ())
    if len(values) == 1 and isinstance(values[0], tuple):
        values, names = values[0], ()
    if all(isinstance(value, int) for value in values):
        return _cells(rules, values, names) or numbers(values, names)
    if all(isinstance(row, tuple) and all(isinstance(each, int) for each in row) for row in values):
        return Board(tuple(tuple(map(str, row)) for row in values))
    return Words(rules.show(state))


def of_board(grid: Grid, state: tuple[int, ...]) -> Scene:
    """Return what a board of a `Grid` looks like: its cells in their shape, or a graph, and the numbers beside it.

    >>> from grundy.rules.grids import Grid
    >>> of_board(Grid(".XO", shape="hexagons"), (1, 2, 1, 2)).tiling
    'hex'
    """
    beside = state[grid.aside :][: grid.numbers]
    note = ", ".join(map(str, beside))
    faces = [_shown(grid, state, i, face) for i, face in enumerate(grid.shows(state))]
    if grid.graph:
        tints = {grid.faces[0]: "", "X": "b", "O": "r"}
        near = [(i, j) for i, cells in enumerate(grid.graph) for j in cells]
        edges = {(i, j): (i + 1, j + 1, "") for i, j in near if i < j or (j, i) not in near}
        frame = tuple((tail, head) for tail, head, _ in edges.values())
        return Network({i + 1: tints.get(face, face) for i, face in enumerate(faces)}, edges, frame, note=note)
    rows = tuple(tuple(faces[i : i + state[1]]) for i in range(0, len(faces), state[1]))
    if grid.walls:
        return replace(_fenced(grid, state, rows), note=note)
    tiling = {"hexagons": "hex", "triangles": "triangles"}.get(grid.shape, "pits" * bool(grid.holds))
    found = Board(rows, tiling, note=note)
    return _WAYS["files"](found, Look()) if grid.marks == "chess" else found


def _shown(grid: Grid, state: tuple[int, ...], i: int, face: str) -> str:
    """Return what a cell shows: a number, or its face; what lies beneath where that is free, and behind a piece."""
    if grid.holds:
        return str(grid.faces.index(face))
    below = grid.face_below(state, i) if grid.floor else ""
    if below == grid.floor[:1]:
        return face
    return below if face == grid.faces[0] else face + ON + below


def _fenced(grid: Grid, state: tuple[int, ...], rows: tuple[tuple[str, ...], ...]) -> Board:
    """Return cells with the walls between them; where no cell shows anything dots, lines, and boxes that are closed."""
    if len(grid.faces) > 1 or grid.floor:
        spots = product(range(2 * state[0] + 1), range(2 * state[1] + 1))
        return walled(rows, {spot for spot in spots if grid.at(state, spot, grid.face) == "─"})
    lines, both = state[grid.aside - 1], 2 * state[1] + 1

    def inside(row: int, column: int) -> str:
        above = row * both + column
        sides = (above, above + state[1], above + state[1] + 1, above + both)
        return CLOSED if all(lines >> side & 1 for side in sides) else " "

    return lattice(lines, state[0], state[1], inside)


def _cells(rules: Ruleset, values: tuple[int, ...], names: tuple[str, ...]) -> Board | None:
    """Return the board whose cells integers say by their bits; None where they cannot, or its size is unknown."""
    look = rules.look
    rows, columns = _size(look, rules.params, guess=rules.sided or "dots" in look.lies)
    cells, lines = rows * columns, "dots" in look.lies
    masks = values[:2] if names[-1:] == ("turn",) else values
    if "pits" in look.lies or not 0 < cells <= MOST or not masks or len(masks) > (1 if lines else len(FACES)):
        return None
    every = 1 << (2 * cells + rows + columns if lines else cells)
    if min(masks) < 0 or max(masks) >= every or sum(masks) != _union(masks):
        return None
    if lines:
        return lattice(masks[0], rows, columns)
    if rules.sided and len(values) == 2 and masks[0].bit_count() < masks[1].bit_count():
        masks = masks[::-1]  # the first player, who has X, has put one more and is not to move
    found = {i: face for mask, face in zip(masks, FACES, strict=False) for i in range(cells) if mask >> i & 1}
    return Board(tuple(tuple(found.get(r * columns + c, ".") for c in range(columns)) for r in range(rows)))


def _size(look: Look, params: Mapping[str, Any], *, guess: bool) -> tuple[int, int]:
    """Return the rows and columns of a board, as they are told, or as parameters of the usual names say; else 0."""

    def told(own: int | str, usual: tuple[str, ...]) -> int:
        known = params.get(own, 0) if isinstance(own, str) else own
        if not known and guess:
            known = next((params[name] for name in usual if name in params), 0)
        return known if isinstance(known, int) else 0

    columns = told(look.columns, ("columns", "width", "size", "cells"))
    rows = told(look.rows, ("rows", "height", "size"))
    return (rows or min(columns, 1), columns or min(rows, 1))


def _union(masks: tuple[int, ...]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def seen(rules: Ruleset, before: Any, after: Any) -> Scene:
    """Return what the state after a move looks like to who looks on the one before.

    Where a state is what the player to move sees, a move may turn the board round: that is undone.
    """
    if "turned_round" in rules.hooks:
        return rules.scene(rules.as_the_other_sees(after))
    old, new = rules.arguments(before), rules.arguments(after)
    two_numbers = len(old) == 2 and all(isinstance(value, int) for value in (*old, *new))
    if rules.sided and "picture" not in rules.hooks and two_numbers:
        told = _cells(rules, old, ()) and any(own.bit_count() != other.bit_count() for own, other in (old, new))
        if not told:
            return rules.scene(after[::-1])  # men that are moved, or numbers: they do not say whose they are
    return rules.scene(after)


def cells_of(rules: Ruleset, before: Any, after: Any) -> str:
    """Return the names of the cells that a move changes on a board made of integers, first those that become empty."""
    old, new = rules.scene(before), rules.seen(before, after)
    if _cells(rules, rules.arguments(before), getattr(rules, "names", ())) is None:
        return ""
    if not isinstance(old, Board) or not isinstance(new, Board):
        return ""
    places = [(r, c) for r, row in enumerate(old.rows) for c, face in enumerate(row) if face != new.rows[r][c]]
    places.sort(key=lambda place: new.rows[place[0]][place[1]] != ".")
    if old.across:
        return "-".join(f"{old.across[c]}{old.down[r]}" for r, c in places)
    return "-".join(f"({r + 1},{c + 1})" for r, c in places)


# ---- how pictures are changed


def dressed(scene: Scene, look: Look) -> Scene:
    """Return a scene as a game is said to look.

    >>> dressed(Heaps((3, 2)), Look(lies=("pits",))).rows
    (('3', '2'),)
    """
    if isinstance(scene, Beside):
        return replace(scene, scenes=tuple(dressed(part, look) for part in scene.scenes))
    for word in look.lies:
        scene = _WAYS[word](scene, look)
    if isinstance(scene, Board) and look.sides:
        scene = replace(scene, sides=look.sides)
    return themed(scene, look.figures) if look.figures else scene


def _tiled(tiling: str) -> Callable[[Scene, Look], Scene]:
    return lambda scene, _look: replace(scene, tiling=tiling) if isinstance(scene, Board) else scene


def _pits(scene: Scene, look: Look) -> Scene:
    """Put numbers into pits; of two rows the first ones lie below from the left, the others above, in the way of sowing."""
    if isinstance(scene, Heaps):
        faces = tuple(map(str, scene.sizes))
        half = len(faces) // 2
        if look.rows == 2 and len(faces) % 2 == 0:
            return Board((faces[: half - 1 : -1], faces[:half]), "pits")
        return Board((faces,), "pits", across=scene.names)
    return _tiled("pits")(scene, look)


def _layers(scene: Scene, _look: Look) -> Scene:
    """Leave nothing where cells are gone: what is between boards that lie side by side."""
    if not isinstance(scene, Board):
        return scene
    return replace(scene, rows=tuple(tuple("" if face == "#" else face for face in row) for row in scene.rows))


def _files(scene: Scene, _look: Look) -> Scene:
    """Name the columns by letters, and count the rows from below, as in chess."""
    if not isinstance(scene, Board) or len(scene.rows[0]) > len(ascii_lowercase):
        return scene
    ranks = tuple(map(str, range(len(scene.rows), 0, -1)))
    return replace(scene, across=tuple(ascii_lowercase[: len(scene.rows[0])]), down=ranks)


_WAYS: dict[str, Callable[[Scene, Look], Scene]] = {
    "hex": _tiled("hex"),
    "triangles": _tiled("triangles"),
    "dots": _tiled("lattice"),
    "pits": _pits,
    "layers": _layers,
    "files": _files,
}
"""What each word of `grundy.rules.scenes.LIES` makes of a scene."""
