"""What a game's file says of it to players: its names, its rules in a line, where play begins, its looks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from grundy.common.errors import RulesError
from grundy.common.messages import _, languages, translated

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
"""The words for what pieces are drawn like: `grundy.faces.drawing.pieces` has their figures."""
LIES = ("hex", "triangles", "dots", "pits", "layers", "files")
"""The words for how a board lies: `grundy.rules.looks` says what they do."""


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
