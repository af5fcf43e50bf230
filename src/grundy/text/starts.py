"""Where play begins, in words: the usual start, that of a size such as ``4x5``, and starts that have names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import prod
from typing import Any

from grundy.errors import GrundyError, PositionError
from grundy.language import _
from grundy.rules.grids import MOST
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.starts import key
from grundy.text import words as reading

_SIZE = re.compile(r"[0-9]{1,9}(x[0-9]{1,9})+", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,9}")
_NAME = re.compile(r"[^\W\d_][\w' -]{2,}")


def start(game: Ruleset, size: Sequence[int | str], params: dict[str, Any]) -> Position:
    """Return the usual start of a game, that of some numbers, or that of words (see `Ruleset.start`)."""
    if all(isinstance(part, int) for part in size):
        numbers = tuple(int(part) for part in size)
        return (_sized(game, numbers, params) if size else usual(game, params)) or game(*numbers, **params)
    return _read(game, " ".join(map(str, size)), params)


def usual(game: Ruleset, params: dict[str, Any]) -> Position:
    """Return the usual start; PositionError where the game's file declares none."""
    if game.begins is None:
        raise PositionError("{name} declares no start: write the position with which to begin", name=game.name)
    return _read(game, game.begins.usual, params)


def begun(game: Ruleset, words: list[str], params: dict[str, Any]) -> Position | None:
    """Return the start that words name, None where they name none; PositionError for a size that the game lacks."""
    variant = game.begins and len(words) == 1 and game.begins.variant(words[0])
    if variant:
        return _read(game, variant.words, params)
    if len(words) == 1 and _SIZE.fullmatch(words[0]):
        return _sized(game, tuple(map(int, words[0].lower().split("x"))), params)
    if (
        len(words) == 2
        and all(word.isascii() and word.isdecimal() for word in words)
        and _numbers_are_sizes(game, words)
    ):
        return _sized(game, (int(words[0]), int(words[1])), params)
    return None


def unknown(game: Ruleset, words: list[str], problem: PositionError) -> PositionError:
    """Return what is wrong with words that are no position: where they look like a start's the nearest is named."""
    if len(words) != 1 or game.begins is None:
        return problem
    if size := _size(words[0]):
        return _no_size(game, size)
    known = [each.word for each in game.begins.variants]
    if not known or not _NAME.fullmatch(words[0]):
        return problem
    from difflib import get_close_matches  # only a mistake needs it

    near = (get_close_matches(key(words[0]), known, 1, 0.0) or known)[0]
    return PositionError(
        "{name} has no start {word!r}: the nearest it has is {near}", name=game.name, word=words[0], near=near
    )


def _size(word: str) -> tuple[int, ...]:
    """Return the numbers of a size such as 4x5, none of any other word."""
    return tuple(map(int, word.lower().split("x"))) if _SIZE.fullmatch(word) else ()


def _read(game: Ruleset, label: str, params: dict[str, Any]) -> Position:
    """Return the start of declared words, with parameters that replace those of the words."""
    named = reading.named([game.name, *reading.split(label)], lambda name: game)
    return named._replace(params=named.params | params).start


def _numbers_are_sizes(game: Ruleset, words: list[str]) -> bool:
    """Whether two numbers are a size: of a board they are; elsewhere if they are no position, and none is written so."""
    if getattr(game, "board", None) is not None:
        return True
    if not game.hooks.keys() >= {"sized", "show"}:
        return False
    try:
        game(*map(int, words))
    except GrundyError:
        return True
    return False


def _sized(game: Ruleset, size: tuple[int, ...], params: dict[str, Any]) -> Position | None:
    """Return the start of a size, None of a game that does not say what that is; PositionError for one that it lacks."""
    if "sized" not in game.hooks and getattr(game, "board", None) is None:
        return None
    try:
        if min(size) < 1 or prod(size) > MOST:
            raise _no_size(game, size)
        return game.start_of_size(*size, **params)
    except (PositionError, TypeError):
        raise _no_size(game, size) from None


def _no_size(game: Ruleset, size: tuple[int, ...]) -> PositionError:
    """Return that a game has no start of a size, with the nearest that it has."""
    labels = game.begins.sizes if game.begins else ()
    known = {numbers: label for label in labels if (numbers := _size(label))}
    written = "x".join(map(str, size))
    alike = [each for each in known if len(each) == len(size)]
    if not alike:
        listed = ", ".join(labels) or _("none")
        return PositionError(
            "{name} has no start of size {size}: it has {listed}", name=game.name, size=written, listed=listed
        )
    near = known[min(alike, key=lambda each: sum(abs(a - b) for a, b in zip(each, size, strict=True)))]
    return PositionError(
        "{name} has no start of size {size}: the nearest it has is {near}", name=game.name, size=written, near=near
    )
