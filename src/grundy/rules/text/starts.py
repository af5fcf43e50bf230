"""Where play begins, in words: the usual start, that of a size such as ``4x5``, and starts that have names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from math import prod
from typing import Any

from grundy.common.errors import GrundyError, PositionError
from grundy.common.messages import _
from grundy.rules.grids import MOST
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.scenes import key
from grundy.rules.text.words import written

LOOKED_AT = 24
"""So many small positions of a game are looked at for examples."""
_SIZE = re.compile(r"[0-9]{1,9}(x[0-9]{1,9})+", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,9}")
_NAME = re.compile(r"[^\W\d_][\w' -]{2,}")


def declared(game: Ruleset, words: list[str]) -> str | None:
    """Return the words of the start that has this name; None where the words are no such name."""
    variant = game.begins.variant(words[0]) if game.begins and len(words) == 1 else None
    return variant and variant.words


def of_size(game: Ruleset, words: list[str], params: dict[str, Any]) -> Position | None:
    """Return the start of the size that words are, None where they are none; PositionError for one that the game lacks."""
    if len(words) == 1 and (size := _size(words[0])):
        return sized(game, size, params)
    if len(words) == 2 and all(map(_NUMBER.fullmatch, words)) and _numbers_are_sizes(game, words):
        return sized(game, (int(words[0]), int(words[1])), params)
    return None


def sized(game: Ruleset, size: tuple[int, ...], params: dict[str, Any]) -> Position | None:
    """Return the start of a size, None of a game that does not say what that is; PositionError for one that it lacks."""
    if not game.takes_sizes:
        return None
    found = None
    try:
        found = game.start_of_size(*size, **params) if min(size) >= 1 and prod(size) <= MOST else None
    except PositionError:  # it is no board, or what is wrong is a parameter
        if params or game.begins is None or "x".join(map(str, size)) in game.begins.sizes:
            raise
    except TypeError:  # the size has more numbers than a board has
        if game.begins is None:
            raise
    if found is None:
        raise _no_size(game, size)
    return found


def unknown(game: Ruleset, words: list[str], problem: PositionError, params: dict[str, Any]) -> PositionError:
    """Return what is wrong with words that are no position: where they look like a start's the nearest is named."""
    if len(words) != 1 or game.begins is None:
        return problem
    if size := _size(words[0]):
        return problem if params or words[0] in game.begins.sizes else _no_size(game, size)
    known = [each.word for each in game.begins.variants]
    if not known or not _NAME.fullmatch(words[0]):
        return problem
    from difflib import get_close_matches  # only a mistake needs it

    text = "show" in game.hooks or getattr(game, "board", None) is not None  # then it may be a position with a slip
    near = get_close_matches(key(words[0]), known, 1, 0.5 if text else 0.0) or ([] if text else known)
    if not near:
        return problem
    return game.no_position("{name} has no start {word!r}; the nearest is {near}", word=words[0], near=near[0])


def missing(game: Ruleset, word: str) -> PositionError:
    """Return that a game, which a word names, has no usual start, with two positions that can be typed."""
    for some in (game.small_positions, partial(_of_numbers, game)):
        try:
            small = [each for each in islice(some(), LOOKED_AT) if any(True for _option in each.options())]
            found = [written(each, {game.origin.key: word}) for each in small]
        except Exception:  # rules of a file may fail; who writes a position is told how
            continue
        if found:
            examples = _(" or ").join(dict.fromkeys((found[(len(found) - 1) // 2], found[-1])))
            return PositionError(
                "{name} has no usual start: give a position, such as {examples}", name=word, examples=examples
            )
    return PositionError("{name} has no usual start: give a position", name=word)


def _of_numbers(game: Ruleset) -> Iterator[Position]:
    """Iterate over positions of one number, or of two or three, as far as the game takes so many."""
    for numbers in ((7,), (12,), (3, 5), (4, 7), (2, 4, 5), (3, 4, 6)):
        with suppress(PositionError, TypeError):
            yield game(*numbers)


def _size(word: str) -> tuple[int, ...]:
    """Return the numbers of a size such as 4x5, none of any other word."""
    return tuple(map(int, word.lower().split("x"))) if _SIZE.fullmatch(word) else ()


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


def _no_size(game: Ruleset, size: tuple[int, ...]) -> PositionError:
    """Return that a game has no start of a size, with the nearest that it has."""
    labels = game.begins.sizes if game.begins else ()
    known = {numbers: label for label in labels if (numbers := _size(label))}
    written = "x".join(map(str, size))
    alike = [each for each in known if len(each) == len(size)]
    if not alike:
        if not labels:
            return game.no_position(
                "{name} has no start of size {size}, since it declares no sizes: give a position", size=written
            )
        listed = ", ".join(labels)
        return game.no_position("{name} has no start of size {size}; it has {listed}", size=written, listed=listed)
    near = known[min(alike, key=lambda each: sum(abs(a - b) for a, b in zip(each, size, strict=True)))]
    return game.no_position("{name} has no start of size {size}; the nearest is {near}", size=written, near=near)
