"""The catalogue: one file a game. A game is found by its file's name; nothing else needs to know of it."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from grundy.errors import UnknownGame
from grundy.language import _
from grundy.rules.ruleset import Ruleset

_HERE = Path(__file__).parent


def names() -> list[str]:
    """Return the names of all games, as they are written in the shell (``fibonacci-nim``)."""
    return sorted(p.stem.replace("_", "-") for p in _HERE.glob("*.py") if not p.stem.startswith("_"))


def load(name: str) -> Ruleset:
    """Return the game of a name; ``-`` and ``_`` are one. UnknownGame names the nearest ones.

    >>> load("fibonacci-nim").name
    'fibonacci-nim'
    """
    stem = name.replace("-", "_")
    if not re.fullmatch(r"[a-z]\w{0,60}", stem) or not (_HERE / f"{stem}.py").is_file():
        hint = nearest(name, names()) or _("`grundy games` lists them all")
        raise UnknownGame("there is no game {name!r}: {hint}", name=name, hint=hint)
    return getattr(import_module(f"grundy.games.{stem}"), stem)


def load_all() -> list[Ruleset]:
    """Return all games of the catalogue."""
    return [load(name) for name in names()]


def find_judge(problem: str) -> Ruleset:
    """Return the game whose file declares the contest problem of that name; UnknownGame if there is none."""
    stem = problem.replace("-", "_")
    first = _HERE / f"{stem[:60]}.py"
    declared = f'.judge("{problem.replace("_", "-")}")'
    for path in [first] * first.is_file() + sorted(_HERE.glob("*.py")):
        if declared in path.read_text(encoding="utf-8"):
            return load(path.stem)
    hint = nearest(problem, problems()) or _("`grundy judge --list` lists them all")
    raise UnknownGame("there is no contest problem {problem!r}: {hint}", problem=problem, hint=hint)


def problems() -> list[str]:
    """Return the names of all contest problems."""
    found: list[str] = []
    for path in _HERE.glob("*.py"):
        found += re.findall(r'\.judge\("([^"]+)"\)', path.read_text(encoding="utf-8"))
    return sorted(found)


def nearest(name: str, known: list[str]) -> str:
    """Return a question that names the nearest of some known names, or ""."""
    from difflib import get_close_matches  # only a mistake needs it

    near = get_close_matches(name.replace("_", "-"), known, 3, 0.5)
    return _("did you mean {near}?").format(near=_(" or ").join(near)) if near else ""
