"""Texts changed at random, by what they are made of: words and brackets, JSON, or a recipe of changes in a file."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

LONGEST = 30_000
"""No text has more letters."""
_PART = re.compile(r"[^\W\d]\w*|\d+|\n *|\s|.", re.DOTALL)
_OPEN = {"(": ")", "[": "]", "{": "}"}
NUMBERS = (
    *("0", "1", "2", "-1", "3", "7", "10", "64", "255", "1000", "4097", "65536", "2147483648", "4294967296"),
    *("9223372036854775807", "9223372036854775808", "18446744073709551616", "-9223372036854775809"),
    *(
        "0.5",
        "1/2",
        "1/0",
        "007",
        "1_0",
        "1e9",
        "1e-9",
        "1e999",
        "0x10",
        "9" * 40,
        "9" * 400,
        "9" * 5000,
        "٣",
        "²",
        "½",
    ),
)
LETTERS = (
    *("\0", "\x01", "\t", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x85", "\xa0", "\u2028", "\u200b", "\u202e", "\ufeff"),
    *(
        "\ud800",
        "\udfff",
        "é",
        "ß",
        "İ",
        "ſ",
        "K",
        "−",
        "＋",
        "（",
        "．",
        "中",
        "😀",
        "e\u0301",
        "\x7f",
        "\\",
        "'",
        '"',
        "`",
    ),
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 63, 64, 2**31, 2**63 - 1, 2**63, -(2**63), 10**30, 10**299, 0.5, 1e300),
    *("", "0", "-1", "x", "\0", "\ud800", "é", [], {}, [0], [[]], [[[[]]]], {"": 0}, {"0": 0}, ["x"], [None], [True]),
)
Change = Callable[[str, Random, Sequence[str]], str]
"""Makes another text of one, with others to take pieces of."""


def parts(text: str) -> list[str]:
    """Return the words, numbers, signs and blanks of a text."""
    return _PART.findall(text)


def by_words(words: Sequence[str]) -> Change:
    """Return what changes a text by its words, with some that are known to mean something."""

    def change(text: str, dice: Random, others: Sequence[str]) -> str:
        found = parts(text)
        for _time in range(dice.choice((1, 1, 1, 1, 2, 2, 3, 6))):
            found = (_alike if dice.random() < 0.5 else _changed)(found, dice, others, words)
        return "".join(found)[:LONGEST]

    return change


def _alike(found: list[str], dice: Random, others: Sequence[str], words: Sequence[str]) -> list[str]:
    """Return parts of which one is another of its kind, of this text, another, or those that mean something."""
    where = [i for i, part in enumerate(found) if not part.isspace()]
    if not where:
        return [dice.choice(words)]
    at = dice.choice(where)
    pool = [*found, *parts(dice.choice(others)), *words]
    pool = [each for each in pool if _kind(each) == _kind(found[at])]
    if found[at].isdecimal() and dice.random() < 0.5:
        pool = [str(int(found[at][:9]) + 1), "0", "1", "2", "3", *NUMBERS]
    return _put(found, at, dice.choice(pool or [found[at]]))


def _kind(part: str) -> str:
    return (
        "name" if part[:1].isalpha() else "number" if part[:1].isdigit() else "bracket" if part in "()[]{}" else "sign"
    )


def _changed(found: list[str], dice: Random, others: Sequence[str], words: Sequence[str]) -> list[str]:
    at = dice.randrange(len(found) + 1)
    to = min(len(found), at + dice.choice((0, 1, 1, 1, 2, 3, 5, 8, 20)))
    before, piece, after = found[:at], found[at:to], found[to:]
    match dice.randrange(14):
        case 0 | 1:
            return before + after
        case 2:
            return before + piece * 2 + after
        case 3 | 4 | 5:
            return [*before, dice.choice(words), *after]
        case 6:
            return [*before, dice.choice(words), *piece, *after]
        case 7:
            places = [i for i, each in enumerate(found) if each.isdigit()]
            return _put(found, dice.choice(places), dice.choice(NUMBERS)) if places else [*before, "1", *after]
        case 8:
            other = parts(dice.choice(others)) or [""]
            begin = dice.randrange(len(other))
            return [*before, *other[begin : begin + dice.choice((1, 2, 4, 8, 30, 300))], *after]
        case 9:  # what names the same is named otherwise, or the other way round
            names = [i for i, each in enumerate(found) if each[:1].isalpha()]
            return _put(found, dice.choice(names), found[dice.choice(names)]) if names else before + after
        case 10:
            return [*before, dice.choice(LETTERS), *piece, *after]
        case 11:  # within itself, often
            opening = dice.choice((*_OPEN, *words))
            times = dice.choice((1, 1, 1, 2, 2, 3, 10, 31, 70, 300, 2000))
            return [
                *before,
                opening * times,
                *piece,
                _OPEN.get(opening, "") * (times - dice.choice((0, 0, 0, 1))),
                *after,
            ]
        case 12:
            times = dice.choice((2, 2, 2, 3, 3, 10, 40, 200, 2000))
            return [*before, *(piece * times)[:LONGEST], *after]
        case _:
            return before if dice.random() < 0.3 else _lines(found, dice)


def _put(found: list[str], at: int, word: str) -> list[str]:
    return [*found[:at], word, *found[at + 1 :]]


def _lines(found: list[str], dice: Random) -> list[str]:
    """Return parts with a line of them left out, twice, elsewhere or further in."""
    lines = "".join(found).split("\n")
    at = dice.randrange(len(lines))
    match dice.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(dice.randrange(len(lines)), lines[at])
        case 2:
            lines.insert(dice.randrange(len(lines)), lines.pop(at))
        case _:
            lines[at] = lines[at][4:] if lines[at].startswith("    ") and dice.random() < 0.5 else f"    {lines[at]}"
    return ["\n".join(lines)]


# ---- JSON


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Iterate over the places of data, the outer ones first."""
    yield path
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in inner:
        yield from places(value, (*path, name))


def at(data: Any, path: Sequence[Any]) -> Any:
    """Return what stands at a place."""
    for step in path:
        data = data[step]
    return data


def put(data: Any, path: Sequence[Any], how: str, value: Any) -> Any:
    """Return data with something else at a place, or before it (``+``), or without it (``-``); as they are if it is none."""
    if not path:
        return copy.deepcopy(value) if how == "=" else data
    try:
        held, last = at(data, path[:-1]), path[-1]
        if isinstance(held, dict) != isinstance(last, str):
            return data
        if how == "-":
            del held[last]
        elif how == "+" and isinstance(held, list):
            held.insert(last, copy.deepcopy(value))
        else:
            held[last] = copy.deepcopy(value)
    except (LookupError, TypeError, ValueError):
        pass
    return data


def changed_value(value: Any, dice: Random, words: Sequence[str]) -> Any:
    """Return another value for one: near it, of another type, or within itself."""
    match dice.randrange(8):
        case 0 | 1 | 2 if type(value) is int:
            return dice.choice((value + 1, value - 1, -value, value ^ 1, value * 2, 0, 1))
        case 0 | 1 | 2 if isinstance(value, str):
            return "".join(_changed(parts(value), dice, (value,), words))[:3000]
        case 0 | 1 | 2 if isinstance(value, list) and value:
            new, i = copy.deepcopy(value), dice.randrange(len(value))
            match dice.randrange(3):
                case 0:
                    dice.shuffle(new)
                case 1:
                    new.insert(i, copy.deepcopy(dice.choice(value)))
                case _:
                    new[i] = copy.deepcopy(dice.choice(value))
            return new
        case 3:
            return dice.choice(words)
        case 4:
            found: Any = value if len(json.dumps(value)) < 500 else 0
            for _time in range(dice.choice((1, 1, 2, 50, 300))):
                found = [found] if dice.random() < 0.7 else {"": found}
            return found
        case _:
            return dice.choice(VALUES)


def by_json(words: Sequence[str]) -> Change:
    """Return what changes JSON: its values, and now and then its letters."""
    letters = by_words((*words, '"', ":", ",", "{", "}", "[", "]", "NaN", "Infinity", "null", "\\u0000", "\\ud800"))

    def change(text: str, dice: Random, others: Sequence[str]) -> str:
        try:
            data = json.loads(text)
            other = json.loads(dice.choice(others))
        except (ValueError, RecursionError):
            return letters(text, dice, others)
        if dice.random() < 0.1:
            return letters(text, dice, others)
        for _time in range(dice.choice((1, 1, 2, 3))):
            data = put(data, *one_change(data, dice, words, other))
        return json.dumps(data)[:LONGEST]

    return change


def one_change(data: Any, dice: Random, words: Sequence[str], other: Any = None) -> tuple[list[Any], str, Any]:
    """Return one change of data, as `put` has it, at a place of any depth alike."""
    where = [*places(data)]
    layers = sorted({len(path) for path in where})
    depth = dice.choice(layers[1:] or layers)
    path = dice.choice([path for path in where if len(path) == depth])
    how = dice.choice("=====-+")
    if other is not None and dice.random() < 0.2:
        return [*path], how, at(other, dice.choice([*places(other)]))
    if how == "+" and path and isinstance(path[-1], str):
        return [*path[:-1], dice.choice(words)], "=", dice.choice(VALUES)
    return [*path], how, changed_value(at(data, path), dice, words)


# ---- recipes: what is changed in a file that is too long to be kept, or is made anew


def by_recipe(files: Callable[[str], Any], words: Sequence[str]) -> Change:
    """Return what adds to a recipe: ``{"of": name, "changes": […], "letters": […], "sealed": …}`` of data that a name has.

    ``changes`` are those of `put`, and ``letters`` are put into the text in the end: at a place, so many fewer, others.
    """

    def change(text: str, dice: Random, others: Sequence[str]) -> str:
        recipe, other = json.loads(text), json.loads(dice.choice(others))
        data = changed_by(files(recipe["of"]), recipe["changes"])
        for _time in range(dice.choice((1, 1, 1, 2, 4))):
            match dice.randrange(12):
                case 0:
                    recipe["letters"].append(
                        [
                            dice.random(),
                            dice.choice((0, 0, 1, 5, 10**6)),
                            dice.choice((*LETTERS, *words, *'"{}[],:0', "")),
                        ]
                    )
                case 1:
                    recipe["sealed"] = dice.random() < 0.8
                case 2 if recipe["changes"]:
                    recipe["changes"].pop(dice.randrange(len(recipe["changes"])))
                case 3 if other["of"] == recipe["of"]:
                    recipe["changes"] += other["changes"]
                case _:
                    step = one_change(data, dice, words, files(other["of"]) if dice.random() < 0.2 else None)
                    if len(json.dumps(step)) < 1500:
                        recipe["changes"].append(list(step))
                        data = put(data, *step)
        return json.dumps(recipe)

    return change


def recipe(name: str) -> str:
    """Return the recipe that changes nothing."""
    return json.dumps({"of": name, "changes": [], "letters": [], "sealed": True})


def changed_by(data: Any, changes: Sequence[Any]) -> Any:
    """Return data with the changes of a recipe."""
    data = copy.deepcopy(data)
    for step in changes:
        data = put(data, *step)
    return data


def lettered(text: str, letters: Sequence[Any]) -> str:
    """Return a text with the letters of a recipe in it."""
    for place, fewer, more in letters:
        where = int(place * len(text))
        text = text[:where] + more + text[where + fewer :]
    return text


# ---- shorter


def shrunk(text: str, fails: Callable[[str], bool], times: int = 2000) -> str:
    """Return a text that fails as this one does and from which no part can be left out, so many trials permitting."""
    recipe = _recipe(text)
    pieces = parts(text) if recipe is None else recipe["changes"]
    join: Callable[[list[Any]], str] = (
        "".join if recipe is None else (lambda own: json.dumps({**recipe, "changes": own}))
    )
    size = max(1, len(pieces) // 2)
    while times > 0 and pieces:
        start, before = 0, len(pieces)
        while start < len(pieces) and times > 0:
            times -= 1
            fewer = pieces[:start] + pieces[start + size :]
            if fails(join(fewer)):
                pieces = fewer
            else:
                start += size
        if size == 1 and len(pieces) == before:
            break
        size = max(1, size // 2)
    return join(pieces)


def _recipe(text: str) -> Any:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and "changes" in found else None
