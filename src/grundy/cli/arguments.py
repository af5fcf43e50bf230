"""Reading the words of a command line: positions, parameters, sums, numbers, sizes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, NamedTuple

from grundy.cli.naming import find
from grundy.errors import GrundyError
from grundy.language import _
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset, frozen

OPTIONS = (
    *(
        "--play",
        "--endless",
        "--json",
        "--method",
        "--memory",
        "--moves",
        "--to",
        "--losing",
        "--side",
        "--help",
        "--lang",
    ),
    *("--plot", "--save", "--threads", "--code", "--certificate", "--out", "--sample", "--rows"),
    *("--heaps", "--values", "--block", "--in", "--seconds", "--prover", "--states"),
)
_INTEGER = re.compile(r"[+-]?[0-9]+(_[0-9]+)*")
_PARAMETER = re.compile(r"([A-Za-z_][A-Za-z0-9_-]*)=(?!=)(.*)", re.DOTALL)
_OPTION = re.compile(r"--[a-z]{2,}(-[a-z]+)*(=.*)?|-[a-z]", re.DOTALL)
_GOES_ON = {
    "all-but": re.compile(r"[-{},0-9 ]+"),
    "split": re.compile(r"[0-9]+(-[0-9]+)?"),
    "digits": re.compile(r"[0-9]+;?|;"),
    "unequal": re.compile(r"\S?\..*|\{.*"),
}
"""What the words of a code look like that follow its first one."""
_DIVISION = re.compile(r"[0-9]+:[0-9]+")
_POINTED = re.compile(r"[0-9A-Va-v]?\.[0-9A-Va-v()\[\]]*")
LONGEST = 10**6
"""Seconds that a command may be given."""
_SECONDS = re.compile(r"[0-9]+(\.[0-9]+)?")
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?) *([KMGT]?)(?:i?B)?", re.IGNORECASE)


class Named(NamedTuple):
    """A game that was named, its parameters, and the words that were neither."""

    game: Ruleset | Position
    params: dict[str, Any]
    words: list[str]

    @property
    def rules(self) -> Ruleset:
        """The ruleset with its parameters; GrundyError where a position was named."""
        if isinstance(self.game, Position):
            raise GrundyError(_("a game is wanted here, and {game} is a position").format(game=self.game))
        return self.game.bind(**self.params)

    @property
    def position(self) -> Position:
        """The position that the words stand for."""
        if isinstance(self.game, Position):
            return self.game
        return self.game(*map(argument, self.words), **self.params)


def position(words: list[str]) -> Position:
    """Return the position that words stand for; ``+`` between games adds them.

    >>> print(position(["nim", "5", "3", "+", "0.77", "7"]))
    nim(5, 3) + 0.77(7)
    """
    first, *others = [named(part).position for part in _split_at_plus(words)]
    for other in others:
        first = first + other
    return first


def rules(words: list[str]) -> Ruleset:
    """Return the ruleset that words stand for: a game and its parameters, and nothing else."""
    found = named(words)
    if found.words:
        raise GrundyError(
            _("a game and its parameters are wanted here, and {words!r} is neither").format(words=found.words[0])
        )
    return found.rules


def games(words: list[str]) -> list[Ruleset]:
    """Return the rulesets of several games, one after the other, each with its parameters.

    >>> [game.name for game in games(["bash", "m=4", "all-but", "{2}", "0.77"])]
    ['bash', 'all-but {2}', '0.77']
    """
    refuse_options(words)
    parts: list[list[str]] = []
    for word in joined(words):
        if parts and _PARAMETER.fullmatch(word):
            parts[-1].append(word)
        else:
            parts.append(word.split() if _PARAMETER.fullmatch(word.split(" ")[-1]) else [word])
    return [rules(part) for part in parts]


def joined(words: list[str]) -> list[str]:
    """Return the words with those that make a code together as one; the shell may have eaten the braces of a set.

    >>> joined(["all-but", "2", "4", "0.3", "2:5", "split", "3", "nim"])
    ['all-but {2 4}', '0.3 2:5', 'split 3', 'nim']
    """
    found: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        code = [word]
        if word.startswith("{"):
            while rest and "}" not in code[-1]:
                code.append(rest.pop(0))
        elif word in _GOES_ON:
            while rest and _GOES_ON[word].fullmatch(rest[0]):
                code.append(rest.pop(0))
        if code[1:] or word.startswith("{") or _POINTED.fullmatch(word):
            while rest and _DIVISION.fullmatch(rest[0]):
                code.append(rest.pop(0))
        if word == "all-but" and code[1:] and not any("{" in part for part in code):
            code[1:] = ["{" + " ".join(code[1:]) + "}"]
        found.append(" ".join(code))
    return found


def named(words: list[str]) -> Named:
    """Return the game that the first word names, its parameters, and the words between them.

    >>> named(["nim", "10", "3"]).words
    ['10', '3']
    """
    refuse_options(words)
    if not words:
        raise GrundyError(_("name a game: `grundy games` lists the catalogue, and rules.py:name is one of your own"))
    game = find(words[0])
    params: dict[str, Any] = {}
    rest: list[str] = []
    for word in words[1:]:
        match = _PARAMETER.fullmatch(word)
        if match is None:
            rest.append(word)
            continue
        name = match[1].replace("-", "_")
        if name in params:
            raise GrundyError(_("{name} is given twice").format(name=name))
        params[name] = parameter(match[2])
    if isinstance(game, Position):
        if words[1:]:
            raise GrundyError(_("{words} is a position already, so nothing can follow it but +").format(words=words[0]))
        return Named(game, {}, [])
    return Named(game, params, rest)


def refuse_options(words: Iterable[str]) -> None:
    """Raise GrundyError for a word that looks like an option, since no option of that name was taken."""
    for word in words:
        if _OPTION.fullmatch(word):
            near = get_close_matches(word.partition("=")[0], OPTIONS, 1)
            raise GrundyError(
                _("there is no option {word!r} here").format(word=word)
                + (_(": did you mean {near}?").format(near=near[0]) if near else "")
            )


def argument(word: str) -> Any:
    """Return the value of a word of a position: an integer, a tuple in brackets, else text.

    >>> argument("-12"), argument("(1, [2, 3])"), argument("X..X")
    (-12, (1, (2, 3)), 'X..X')
    """
    if _INTEGER.fullmatch(word):
        return int(word)
    if word[:1] + word[-1:] in ("()", "[]"):
        try:
            return frozen(ast.literal_eval(word))
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            return word
    return word


def parameter(word: str) -> Any:
    """Return the value of a parameter: as `argument`, and integers with commas between them are a tuple.

    >>> parameter("4"), parameter("1,3,4"), parameter("5,"), parameter("knight")
    (4, (1, 3, 4), (5,), 'knight')
    """
    parts = word.removesuffix(",").split(",")
    if "," in word and all(_INTEGER.fullmatch(part.strip()) for part in parts):
        return tuple(int(part) for part in parts)
    return argument(word)


def natural(text: str, option: str, largest: int = 10**9) -> int:
    """Return the number that an option was given; GrundyError unless it is an integer from 0 up to ``largest``."""
    if not _INTEGER.fullmatch(text) or not 0 <= int(text) <= largest:
        raise GrundyError(
            _("{option} takes a number from 0 to {largest:,}, not {text!r}").format(
                option=option, largest=largest, text=text
            )
        )
    return int(text)


def threads(text: str) -> int | None:
    """Return the number of threads that --threads was given, None for no text."""
    if not text:
        return None
    found = natural(text, "--threads", 1024)
    if not found:
        raise GrundyError(_("--threads takes a number from 1 up, not 0"))
    return found


def seconds(text: str) -> float | None:
    """Return the seconds that --seconds was given, None for no text; GrundyError unless they are more than 0.

    >>> seconds("1.5"), seconds("")
    (1.5, None)
    """
    if not text:
        return None
    found = float(text) if _SECONDS.fullmatch(text) else 0.0
    if not 0 < found <= LONGEST:
        raise GrundyError(
            _("--seconds takes a number above 0 and up to {longest:,}, not {text!r}").format(longest=LONGEST, text=text)
        )
    return found


def size(text: str) -> int | None:
    """Return the bytes that a size such as 500M or 4G stands for (powers of 1024), None for no text.

    >>> size("4G"), size("1.5 KiB")
    (4294967296, 1536)
    """
    if not text:
        return None
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise GrundyError(_("--memory takes a size such as 500M or 4G, not {text!r}").format(text=text))
    return int(float(match[1]) * 1024 ** " KMGT".index(match[2].upper() or " "))


def _split_at_plus(words: list[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for word in words:
        if word == "+":
            parts.append([])
        else:
            parts[-1].append(word)
    if len(parts) > 1 and [] in parts:
        raise GrundyError(_("+ stands between two games, and here one of them is missing"))
    return parts
