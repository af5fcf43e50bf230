"""What a game's file says of it to players: its names, its rules in a line, and the positions with which play begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from grundy.language import current

_LEFT_OUT = r"['’()（）]|(?<=[\u4e00-\u9fff])(博弈|游戏)$"
_PARTED = r"[\s_\-–·]+"


def key(name: str) -> str:
    """Return what names have in common that are one: how they are parted, capitals, and the word for a game, do not count.

    >>> key("Grundy's Game"), key("toads_and_frogs"), key("威佐夫博弈") == key("威佐夫游戏")
    ('grundys-game', 'toads-and-frogs', True)
    """
    return re.sub(_PARTED, "-", re.sub(_LEFT_OUT, "", name.strip().casefold()))


class Names(NamedTuple):
    """What a game is called, and how it is played in a line, in each language.

    Attributes:
        told: the title and the rules for players, by the code of the language; English is there always.
        also: other names, of any language.
        misere: names of the game when who cannot move wins.
    """

    told: dict[str, tuple[str, str]]
    also: tuple[str, ...] = ()
    misere: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The title in the language that is spoken."""
        return self.told.get(current(), self.told["en"])[0]

    @property
    def rules(self) -> str:
        """The rules for players, in the language that is spoken."""
        return self.told.get(current(), self.told["en"])[1]

    def every(self) -> Iterator[str]:
        """Iterate over all names, the titles first."""
        yield from (title for title, _rules in self.told.values())
        yield from self.also
        yield from self.misere


class Variant(NamedTuple):
    """A start that has a name, in each language, and its words."""

    titles: dict[str, str]
    words: str

    @property
    def title(self) -> str:
        """The name in the language that is spoken."""
        return self.titles.get(current(), self.titles["en"])

    @property
    def word(self) -> str:
        """The name as one word of the shell: ``marienbad``."""
        return key(self.titles["en"])


class Starts(NamedTuple):
    """The positions with which play begins, as the words that follow the game's name in the shell.

    Attributes:
        usual: where play begins unless told: the opponent answers it in time, perfect or not.
        sizes: starts from small ones up to the standard one: words of a position, ``4x5`` where the game says what a start
            of a size is, or the name of a variant.
        variants: the starts that have names.
        example: a start that is solved at once, where the usual one is not.
    """

    usual: str
    sizes: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()
    example: str = ""

    def variant(self, word: str) -> Variant | None:
        """Return the variant of a name, in whatever language; None if there is none."""
        named = key(word)
        return next((each for each in self.variants if named in map(key, each.titles.values())), None)
