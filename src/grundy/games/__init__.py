"""The catalogue: one file a game. A game is found by its file's name; nothing else needs to know of it. Others come with
other packages.
"""

import re
import sys
import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from grundy.common.errors import GrundyError, Notice, UnknownGame
from grundy.common.limits import kinds
from grundy.common.messages import N_, _
from grundy.rules.ruleset import Ruleset
from grundy.rules.scenes import key

LONGEST = 100
EQUAL_SPLITS = "{2+}=.0"
"""The code of the one game of the catalogue that takes no counters and splits a heap into equal heaps, however many."""
LIST, LISTED = "games.json", ("common", "games", "playing", "rules")
"""The file with what the games are (`grundy.playing.catalogue.described`), and the folders of whose texts it is made."""
_HERE = Path(__file__).parent
_CODE = re.compile(r"\w?!?\.[^/]*|[0-9]+\.[^/]*|\{.*|(all-but|unequal|digits|split)(\s.*)?", re.DOTALL)
"""What can only be meant as a code, also if there is a mistake in it."""


def find(word: str) -> Ruleset:
    """Return the game of a name or a code.

    >>> find("nim").name, find("0.77").name, find("all-but {2}").name
    ('nim', '0.77', 'all-but {2}')
    """
    kinds(str, N_("text"), word=word)
    if word.replace(" ", "") == EQUAL_SPLITS:
        return load("equal_splits")
    if _CODE.fullmatch(word.strip()):
        return import_module("grundy.rules.heaps").code(word)
    if word.isdecimal():
        raise UnknownGame(
            "there is no game {short!r}: a set of numbers stands in quotes, as in '{{1,3,4}}'", short=short(word)
        )
    return load(short(word))


def short(word: str) -> str:
    """Return a word that may be a name; UnknownGame for one that is too long to be a file's."""
    if len(word) > LONGEST:
        raise UnknownGame(
            "there is no game or problem {word!r}…: a name may have at most {longest} letters",
            word=word[:20],
            longest=LONGEST,
        )
    return word


def names() -> list[str]:
    """Return the names of all games, as they are written in the shell (``fibonacci-nim``)."""
    own = (p.stem.replace("_", "-") for p in _HERE.glob("*.py") if not p.stem.startswith("_"))
    return sorted({*own, *shipped()})


@cache
def shipped() -> dict[str, Any]:
    """Return the entry points of other packages, by the names of their games as they are written in the shell.

    One of the group ``grundy.games`` is a name for a ruleset: in the ``pyproject.toml`` of such a package stands

        [project.entry-points."grundy.games"]
        hopping = "my_package.my_module:hopping"
    """
    found = import_module("importlib.metadata").entry_points(group="grundy.games")
    return {each.name.replace("_", "-").lower(): each for each in found}


def _of_another_package(name: str) -> Ruleset:
    """Return the game that another package ships; GrundyError in a sentence where it cannot be loaded."""
    entry = shipped()[name]
    try:
        rules = entry.load()
    except Exception as problem:
        what = f"{type(problem).__name__}: {problem}"
        sentence = N_("the game {name} of {entry} cannot be loaded: {what}")
        raise GrundyError(sentence, name=name, entry=entry.value, what=what) from problem
    if not isinstance(rules, Ruleset):
        sentence = N_("{entry}, which another package calls the game {name}, is no ruleset")
        raise GrundyError(sentence, name=name, entry=entry.value)
    return rules


def filed(name: str) -> Ruleset:
    """Return the game whose file has a name; ``-`` and ``_`` are one. UnknownGame names the nearest files.

    >>> filed("fibonacci-nim").name
    'fibonacci-nim'
    """
    kinds(str, N_("text"), name=name)
    stem = name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,60}", stem) or not (_HERE / f"{stem}.py").is_file():
        if stem.replace("_", "-") in shipped():
            return _of_another_package(stem.replace("_", "-"))
        raise _unknown(name, nearest(name, {each: each for each in names()}))
    return getattr(import_module(f"grundy.games.{stem}"), stem)


def load(name: str) -> Ruleset:
    """Return the game that has a name, in whatever language; UnknownGame names the nearest ones.

    >>> load("nim").name, load("Connect Four").name, load("威佐夫博弈").name
    ('nim', 'connect4', 'wythoff')
    """
    try:
        return filed(name)
    except UnknownGame:
        found = named(name)
        near = "" if found else _near(name)
        if near:
            raise _unknown(name, near) from None
        if found is None:
            raise
    if key(name) in map(key, found.called_by.misere):
        raise UnknownGame(
            "{name} is {game} in misère play: name {game}, and add --play misere", name=name, game=found.name
        )
    return found


def _near(name: str) -> str:
    """Return a question for what is called nearly so: a start of that name, else a game, else a start."""
    called = starts()
    return (nearest(name, called) if key(name) in called else nearest(name, known(), 0.6)) or nearest(name, called, 0.6)


def _unknown(name: str, near: str) -> UnknownGame:
    hint = near or _("`grundy games` lists them all")
    return UnknownGame("there is no game {name!r}: {hint}", name=name, hint=hint)


def named(name: str) -> Ruleset | None:
    """Return the game that its file calls so, in whatever language, or the one with a start of that name; None if neither.

    >>> [found and found.name for found in map(named, ("noughts and crosses", "反常尼姆", "whist"))]
    ['tic-tac-toe', 'nim', None]
    >>> print(named("Queens").params, named("Marienbad").start(), load("nim").start(), named("ring"))  # snort and col have
    {'aslant': 1, 'far': 1, 'knight': 0, 'takes': 1, 'leaves': 0} nim(1, 3, 5, 7) nim(3, 4, 5) None
    """
    kinds(str, N_("text"), name=name)
    wanted, begun = key(name), list[Ruleset]()
    for path in sorted(_HERE.glob("[a-z]*.py")) if wanted else ():
        if not wanted.isascii() or wanted in _told(path):  # other names stand in the catalogues
            rules = load(path.stem)
            if wanted in {key(rules.name), *map(key, rules.called_by.every())}:
                return rules
            if rules.begins is not None and (start := rules.begins.variant(name)) is not None:
                begun.append(rules.begun(start.words))
    return begun[0] if len(begun) == 1 else None


@cache
def _told(path: Path) -> str:
    """Return what a game's file says, as names are compared: worksheets ask for every word that they do not know."""
    return key(path.read_text(encoding="utf-8"))


def known() -> dict[str, str]:
    """Return the names of all games, in every language, each with the one by which the shell calls it."""
    return {key(each): rules.name for rules in load_all() for each in (rules.name, *rules.called_by.every())}


def starts() -> dict[str, str]:
    """Return the names of starts, in every language, each with the words by which the shell has it."""
    named = ((rules.name, each) for rules in load_all() if rules.begins is not None for each in rules.begins.variants)
    return {key(title): f"{name} {each.word}" for name, each in named for title in each.titles}


def load_all() -> list[Ruleset]:
    """Return all games of the catalogue; of other packages those that can be loaded."""
    found: list[Ruleset] = []
    for name in names():
        try:
            found.append(filed(name))
        except UnknownGame:
            raise
        except GrundyError as problem:
            warnings.warn(str(problem), Notice, stacklevel=2)
    return found


class _Catalogue(ModuleType):
    """This module, which lists its games.

    >>> import grundy as gr
    >>> next(iter(gr.games)).name, "nim" in gr.games
    ('adjacent-pairs', True)
    """

    def __iter__(self) -> Iterator[Ruleset]:
        return iter(load_all())

    def __len__(self) -> int:
        return len(names())

    def __contains__(self, name: object) -> bool:
        return str(name).replace("_", "-") in names()


sys.modules[__name__].__class__ = _Catalogue


def find_judge(problem: str) -> Ruleset:
    """Return the game whose file declares the contest problem of that name; UnknownGame if there is none."""
    kinds(str, N_("text"), problem=problem)
    declared = f'.judge("{problem.replace("_", "-")}")'
    for path in _files(problem):
        if declared in path.read_text(encoding="utf-8"):
            return load(path.stem)
    hint = nearest(problem, {each: each for each in problems()}) or _("`grundy judge --list` lists them all")
    raise UnknownGame("there is no contest problem {problem!r}: {hint}", problem=problem, hint=hint)


def _files(problem: str) -> Iterator[Path]:
    """Iterate over the catalogue's files; the one that has the name of the problem comes first."""
    first = _HERE / f"{problem.replace('-', '_')[:60]}.py"
    if first.is_file():
        yield first
    yield from sorted(_HERE.glob("*.py"))


def problems() -> list[str]:
    """Return the names of all contest problems."""
    found: list[str] = []
    for path in _HERE.glob("*.py"):
        found += re.findall(r'\.judge\("([^"]+)"\)', path.read_text(encoding="utf-8"))
    return sorted(found)


def nearest(name: str, known: Mapping[str, str], alike: float = 0.5) -> str:
    """Return a question that names the nearest of some names, as they are called here, or ""."""
    from difflib import get_close_matches  # only a mistake needs it

    kinds(str, N_("text"), name=name)
    wanted = key(name)
    alike_ones = [wanted] if wanted in known else get_close_matches(wanted, known, 5, alike)
    near = list(dict.fromkeys(known[each] for each in alike_ones))[:3]
    return _("did you mean {near}?").format(near=_(" or ").join(near)) if near else ""
