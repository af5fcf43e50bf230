"""Reading the words of a command line: positions, parameters, sums, numbers, sizes."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.rules.play import Play, convention
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.solution import PartisanSolution, Solution

if TYPE_CHECKING:
    from grundy.rules.text import words

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
    *("--tablebase", "--tablebases", "--all", "--cluster"),
)
_OPTION = r"(?s:--[a-z]{2,}(-[a-z]+)*(=.*)?|-[a-z])"
LONGEST = 10**6
"""Seconds that a command may be given."""
_SECONDS = r"[0-9]+(\.[0-9]+)?"
_SIZE = r"(?i:([0-9]+(?:\.[0-9]+)?) *([KMGT]?)(?:i?B)?)"


def _words() -> Any:
    from grundy.rules.text import words  # a contest problem needs none

    return words


def joined(words: list[str]) -> list[str]:
    """Return the words with those that make a code together as one."""
    return _words().joined(words)


def find(word: str) -> Ruleset | Position:
    """Return the game of a word.

    >>> find("nim").name, find("0.77").name, find("all-but {2}").name
    ('nim', '0.77', 'all-but {2}')
    """
    path, colon, name = word.rpartition(":")
    if colon and path.endswith(".py"):
        return import_module("grundy.faces.cli.files").game(path, name)
    if word.endswith(".py"):
        return import_module("grundy.faces.cli.files").game(word, "")
    return import_module("grundy.games").find(word)


def position(words: list[str], *, sizes: bool = False, begin: bool = False) -> Position:
    """Return the position that words stand for; ``+`` between games adds them.

    ``sizes``: or all boards of a size; ``begin``: or, of a name alone, the usual start.

    >>> print(position(["nim", "5", "3", "+", "0.77", "7"]))
    nim(5, 3) + 0.77(7)
    """
    refuse_options(words)
    with limits.bounded(limits.READING):
        return _words().position(words, find, sizes=sizes, begin=begin)


def tablebase(folder: str, position: Position, play: Play) -> Any:
    """Return the tablebase of a folder, which must be about the rules of a position and a convention of play."""
    base = import_module("grundy.solving.stored").tablebase(folder, position.ruleset)
    if base.play.misere != play.misere:
        raise GrundyError("the tablebase {folder} is of {play}", folder=folder, play=base.play)
    return base


def solution(
    position: Position, play: str, endless: str, method: str | None = None, folder: str = ""
) -> Solution | PartisanSolution:
    """Return the solution of a position, from the tablebase of a folder if one is named."""
    if not folder:
        return position.solve(play, endless, method=method)
    if method:
        raise GrundyError("--tablebase says how it is solved: leave out --method")
    return tablebase(folder, position, convention(play, endless)).probe(position, endless)


def rules(words: list[str]) -> Ruleset:
    """Return the ruleset that words stand for: a game and its parameters, and nothing else."""
    refuse_options(words)
    with limits.bounded(limits.READING):
        return _words().rules(words, find)


def games(words: list[str]) -> list[Ruleset]:
    """Return the rulesets of several games, one after the other, each with its parameters.

    >>> [game.name for game in games(["bash", "m=4", "all-but", "{2}", "0.77"])]
    ['bash', 'all-but {2}', '0.77']
    """
    refuse_options(words)
    with limits.bounded(limits.READING):
        return _words().games(words, find)


def named(words: list[str]) -> words.Named:
    """Return the game that the first word names, its parameters, and the words between them."""
    refuse_options(words)
    with limits.bounded(limits.READING):
        return _words().named(words, find)


class Here(NamedTuple):
    """The command that runs: its name, and the options that it has, by the names of its arguments."""

    command: str
    options: Mapping[str, str]


_here: ContextVar[Here | None] = ContextVar("here", default=None)


@contextmanager
def of(here: Here, given: Mapping[str, Any]) -> Generator[None]:
    """Read the arguments of a command; GrundyError for an option that another command has, or one in a value's place."""
    for name, value in given.items():
        for word in [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else ():
            option = str(word).partition("=")[0]
            known = option in here.options.values()
            if name in here.options and (known or option in OPTIONS):
                raise GrundyError("{option} needs a value, and {word} is none", option=here.options[name], word=word)
            if option in OPTIONS and not known:
                raise GrundyError(
                    "{command} takes no {option} (see grundy {command} --help)", command=here.command, option=option
                )
    before = _here.set(here)
    try:
        yield
    finally:
        _here.reset(before)


def refuse_options(words: Iterable[str]) -> None:
    """Raise GrundyError for a word that looks like an option, since no option of that name was taken."""
    here = _here.get()
    own = list(OPTIONS if here is None else here.options.values())
    for word in words:
        if re.fullmatch(_OPTION, word):
            from difflib import get_close_matches  # only a mistake needs it

            option = word.partition("=")[0]
            if option in own:
                raise GrundyError("behind -- there are no options: write {option} before it", option=option)
            near = get_close_matches(option, own, 1)
            if near:
                raise GrundyError("there is no option {word!r} here: did you mean {near}?", word=word, near=near[0])
            raise GrundyError("there is no option {word!r} here", word=word)


def natural(text: str, option: str, largest: int = 10**9) -> int:
    """Return the number that an option was given; GrundyError unless it is an integer from 0 up to ``largest``."""
    number = _words().integer(text)
    if number is None or not 0 <= number <= largest:
        raise GrundyError(
            "{option} takes a number from 0 to {largest:,}, not {text!r}", option=option, largest=largest, text=text
        )
    return number


def threads(text: str) -> int | None:
    """Return the number of threads that --threads was given, None for no text."""
    if not text:
        return None
    found = natural(text, "--threads", 1024)
    if not found:
        raise GrundyError("--threads takes a number from 1 up, not 0")
    return found


def seconds(text: str) -> float | None:
    """Return the seconds that --seconds was given, None for no text; GrundyError unless they are more than 0.

    >>> seconds("1.5"), seconds("")
    (1.5, None)
    """
    if not text:
        return None
    found = float(text) if re.fullmatch(_SECONDS, text) else 0.0
    if not 0 < found <= LONGEST:
        raise GrundyError(
            "--seconds takes a number above 0 and up to {longest:,}, not {text!r}", longest=LONGEST, text=text
        )
    return found


def size(text: str) -> int | None:
    """Return the bytes that a size such as 500M or 4G stands for (powers of 1024), None for no text.

    >>> size("4G"), size("1.5 KiB")
    (4294967296, 1536)
    """
    if not text:
        return None
    match = re.fullmatch(_SIZE, text.strip())
    if match is None:
        raise GrundyError("--memory takes a size such as 500M or 4G, not {text!r}", text=text)
    return int(float(match[1]) * 1024 ** " KMGT".index(match[2].upper() or " "))
