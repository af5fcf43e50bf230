"""The nearest reading of words that no codec reads: what is one letter away, and is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from grundy.common.errors import GrundyError
from grundy.common.messages import _

TRIED = 40_000
"""So many words are read, in readings of all of them."""
LONGEST = 60
"""Longer words are not looked through."""
_GROUPED = re.compile(r"[0-9]{1,3}(,[0-9]{3})+")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE^*][*+-]?[0-9]+)?")
_LETTERS, _SIGNS = "xobrgXOHT", ".0123456789-/|>#:+"
"""What is put in a wrong letter's place, or between two."""


def nearest(
    words: list[str], read: Callable[[Iterable[str]], object], integer: Callable[[str], int | None] = lambda _word: None
) -> str | None:
    """Return the words of which one letter is changed so that they are read, with the place; None where there are none.

    ``integer`` tells what words are integers: none is near a word that is another number.

    >>> from grundy.games import load
    >>> nearest(["..q|..."], lambda words: load("domineering")(*words))
    "...|... (letter 3 of '..q|...')"
    """
    apart = [each for word in words for each in word.split()]
    if len(apart) > len(words) and _is_read(apart, read):
        return _("{text}, as {count} words").format(text=" ".join(apart), count=len(apart))
    tried = 0
    for number, word in enumerate(words):
        if len(word) > LONGEST or word.removeprefix("-").isdecimal():  # a number is read, whatever is wrong with it
            continue
        for place, other in _one_letter_away(word):
            if (tried := tried + len(words)) > TRIED:
                return None
            if _NUMBER.fullmatch(word) and integer(other) is not None:
                continue  # 15 is not near 1.5
            meant = [*words[:number], *other.split(), *words[number + 1 :]]
            if _is_read(meant, read):
                text = " ".join(meant)
                return _("{text} (letter {place} of {word!r})").format(text=text, place=place + 1, word=word)
    return None


def _one_letter_away(word: str) -> Iterator[tuple[int, str]]:
    """Yield texts with the place where they differ: the likeliest slips first."""
    without = [(i, word[:i] + word[i + 1 :]) for i in range(len(word))]
    if _GROUPED.fullmatch(word):
        yield word.index(","), word.replace(",", "")
    yield from ((i, f"{word[:i]} {word[i + 1 :]}") for i in range(1, len(word) - 1) if word[i] in ",;:")
    yield from ((i, other) for i, other in without if other.removeprefix("-").isdecimal())
    yield from ((i, word[:i] + "." + word[i:]) for i in range(len(word), -1, -1))
    yield from ((i, other) for i, other in without if word[i - 1 : i] == word[i])
    for i, letter in enumerate(word):
        likely = _LETTERS + _SIGNS if letter.isalpha() else _SIGNS + _LETTERS
        yield from ((i, word[:i] + sign + word[i + 1 :]) for sign in likely if sign != letter)
    yield from ((i, word[:i] + sign + word[i:]) for i in range(len(word), -1, -1) for sign in _SIGNS + _LETTERS)
    yield from ((i, other) for i, other in without if other)


def _is_read(words: list[str], read: Callable[[Iterable[str]], object]) -> bool:
    try:
        read(words)
    except (GrundyError, TypeError, ValueError):
        return False
    return True
