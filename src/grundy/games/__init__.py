"""The catalogue: one file a game. A game is found by its file's name; nothing else needs to know of it."""

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path

from grundy.common.errors import UnknownGame
from grundy.common.messages import _
from grundy.rules.ruleset import Ruleset
from grundy.rules.starts import key

LONGEST = 100
EQUAL_SPLITS = "{2+}=.0"
"""The code of the one game of the catalogue that takes no counters and splits a heap into equal heaps, however many."""
_HERE = Path(__file__).parent
_CODE = re.compile(r"\w?!?\.[^/]*|[0-9]+\.[^/]*|\{.*|(all-but|unequal|digits|split)(\s.*)?", re.DOTALL)
"""What can only be meant as a code, also if there is a mistake in it."""


def find(word: str) -> Ruleset:
    """Return the game of a name or a code.

    >>> find("nim").name, find("0.77").name, find("all-but {2}").name
    ('nim', '0.77', 'all-but {2}')
    """
    if word.replace(" ", "") == EQUAL_SPLITS:
        return load("equal_splits")
    if _CODE.fullmatch(word.strip()):
        return import_module("grundy.rules.codes").code(word)
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
    return sorted(p.stem.replace("_", "-") for p in _HERE.glob("*.py") if not p.stem.startswith("_"))


def filed(name: str) -> Ruleset:
    """Return the game whose file has a name; ``-`` and ``_`` are one. UnknownGame names the nearest files.

    >>> filed("fibonacci-nim").name
    'fibonacci-nim'
    """
    stem = name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,60}", stem) or not (_HERE / f"{stem}.py").is_file():
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
    """Return the game that its file calls so, in whatever language; None if there is none.

    >>> [found and found.name for found in map(named, ("noughts and crosses", "反常尼姆", "whist"))]
    ['tic-tac-toe', 'nim', None]
    """
    wanted = key(name)
    for path in sorted(_HERE.glob("[a-z]*.py")) if wanted else ():
        if not wanted.isascii() or wanted in key(
            path.read_text(encoding="utf-8")
        ):  # other names stand in the catalogues
            rules = load(path.stem)
            if wanted in {key(rules.name), *map(key, rules.called_by.every())}:
                return rules
    return None


def known() -> dict[str, str]:
    """Return the names of all games, in every language, each with the one by which the shell calls it."""
    return {key(each): rules.name for rules in load_all() for each in (rules.name, *rules.called_by.every())}


def starts() -> dict[str, str]:
    """Return the names of starts, in every language, each with the words by which the shell has it."""
    named = ((rules.name, each) for rules in load_all() if rules.begins is not None for each in rules.begins.variants)
    return {key(title): f"{name} {each.word}" for name, each in named for title in each.titles}


def load_all() -> list[Ruleset]:
    """Return all games of the catalogue."""
    return [load(name) for name in names()]


def find_judge(problem: str) -> Ruleset:
    """Return the game whose file declares the contest problem of that name; UnknownGame if there is none."""
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

    wanted = key(name)
    alike_ones = [wanted] if wanted in known else get_close_matches(wanted, known, 5, alike)
    near = list(dict.fromkeys(known[each] for each in alike_ones))[:3]
    return _("did you mean {near}?").format(near=_(" or ").join(near)) if near else ""
