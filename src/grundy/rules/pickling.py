"""Rulesets in other processes and in files: by the name under which they are found again, else by their rule data.

A ruleset that is held by a module (a game of the catalogue, ``@gr.game`` in a file) is told by the module and its name
there, with the hash of its rules: where it is read back they must be the same. A heap code is told as it is written, a sum
by its parts, a digraph by its arrows, any other rule by its rule data (`grundy.rules.from_data`). What has no name and no
data cannot be told, and one sentence says so.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from grundy.common.digest import digest
from grundy.common.errors import GrundyError, RulesError
from grundy.common.messages import _
from grundy.common.neighbours import admit, is_neighbour
from grundy.language.refusal import Unreadable
from grundy.rules.data import data_of, hash_of
from grundy.rules.fingerprint import fingerprint
from grundy.rules.from_data import rebuilt
from grundy.rules.session import Field, Watched

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

# ---- what a ruleset is told apart by
# It is the hash of their data (`grundy.rules.data.hash_of`), with the parameters; of rules without data that of their
# source (`grundy.rules.fingerprint`), without. From it follow what a ruleset means (`Ruleset.content`), what a pickle
# holds of rules that are found again, and by which rules a tablebase is found.

KEPT = Field[dict[Callable[["Ruleset"], str], str]]("identity", dict)


def meaning(rules: Ruleset) -> str:
    """Return the hash of the data of some rules, "" of those that have none. It is kept. O(source).

    >>> import grundy as gr
    >>> meaning(gr.bash) == meaning(gr.bash.bind(m=3)) != meaning(gr.bash.bind(m=4))
    True
    """
    return _kept(hash_of, rules)


def identity(rules: Ruleset) -> str:
    """Return the hash that names some rules: of their data, else of their source; "" of those that have neither."""
    return meaning(rules) or _kept(fingerprint, rules)


def stored_hash(rules: Ruleset) -> str:
    """Return the hash by which what is stored of rules is found: that which names them, with the parameters in any case.

    GrundyError of rules that have neither data nor a source.
    """
    if found := meaning(rules):
        return found
    given = sorted((name, repr(value)) for name, value in rules.params.items())
    return digest([identity(rules) or fingerprint(rules), given])


def _kept(of: Callable[[Ruleset], str], rules: Ruleset) -> str:
    known = rules.memory[KEPT]
    if of not in known:
        try:
            known[of] = of(rules)
        except (GrundyError, RecursionError):
            known[of] = ""
    return known[of]


# ---- pickling

Made: TypeAlias = "tuple[Callable[..., Ruleset], tuple[Any, ...]]"
"""How a ruleset is made again: a function of this package and its arguments."""
MAIN = "__main__"
_PLAIN = (int, str, bool, type(None))


class Place(NamedTuple):
    """Where a ruleset is found: the name of a module, or the file of one that cannot be imported, and the name in it."""

    module: str
    file: str
    name: str

    def __str__(self) -> str:
        return f"{self.file or self.module}:{self.name}"


def made_again(rules: Ruleset) -> Made:
    """Return how a ruleset is made again elsewhere; RulesError says why it cannot be.

    >>> from grundy.games import load
    >>> how, (place, _hash, params, _data) = made_again(load("bash").bind(m=4))
    >>> str(place), params
    ('grundy.games.bash:bash', {'m': 4})
    """
    place = _place(rules.origin)
    if place is None:
        return rules.by_content() or _by_data(rules)
    usual = rules.origin.params
    changed = {key: value for key, value in rules.params.items() if key not in usual or usual[key] != value}
    require_plain(changed, rules.name)
    other = None
    if place.module == MAIN:  # another process may have begun with another file
        with suppress(GrundyError):
            other = rules.by_content() or _by_data(rules)
    return found_again, (place, identity(rules.origin), changed, other)


def found_again(place: Place, told: str, params: dict[str, Any], other: Made | None) -> Ruleset:
    """Return the ruleset that a module holds, with its parameters; RulesError if its rules are not those of the hash."""
    try:
        found = _held(place)
        now = identity(found)
        if now != told:
            sentence = _("the rules of {place} have changed: their hash was {told}, now it is {now}")
            raise RulesError(sentence.format(place=place, told=told, now=now))
    except RulesError:
        if other is None:
            raise
        return other[0](*other[1])
    return found.bind(**params)


def require_plain(value: Any, name: str) -> None:
    """Raise RulesError for a state or a parameter that cannot be written; O(size)."""
    if _is_plain(value):
        return
    try:
        pickle.dumps(value)
    except Exception as problem:  # an object may say what it likes
        raise RulesError(
            "{name} cannot be sent to another process: it holds {shown}, which cannot be serialized",
            name=name,
            shown=f"{value!r:.100}",
        ) from problem


def _is_plain(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(_is_plain, value))
    return type(value) in _PLAIN


# -- by the name in a module -------------------------------------------------------------------------------------------


def _place(rules: Ruleset) -> Place | None:
    """Return where a ruleset is held, None if in none of the modules that had a part in it. O(names in these)."""
    modules = (sys.modules.get(name) for name in dict.fromkeys(_homes(rules)))
    held = ((module, name) for module in modules if module for name, value in vars(module).items() if value is rules)
    return next((place for module, name in held if (place := _named(module, name)) is not None), None)


def _homes(rules: Ruleset) -> Iterator[str]:
    """Iterate over the names of the modules where the functions of a ruleset are written, and its class."""
    parts = (getattr(rules, name, None) for name in ("function", "other", "_code"))
    declared = (*rules.hooks.values(), *rules.judges.values(), *(theorem.function for theorem in rules.theorems))
    yield from (str(getattr(each, "__module__", "")) for each in (*parts, *declared))
    yield f"grundy.games.{rules.name.replace('-', '_')}"
    yield type(rules).__module__


def _named(module: ModuleType, name: str) -> Place | None:
    """Return how a module is told: by its name where it was imported, else by its file."""
    if module is sys.modules.get(MAIN):
        return Place(MAIN, "", name)
    if getattr(module, "__spec__", None) is not None and not is_neighbour(module):
        return Place(module.__name__, "", name)
    file = getattr(module, "__file__", None)
    return Place("", file, name) if file else None


def _held(place: Place) -> Ruleset:
    """Return what stands at a place; RulesError if it is no ruleset."""
    try:
        module = import_module(place.module) if place.module else _loaded(place.file)
    except Exception as problem:  # a file may do anything
        sentence = _("{place} cannot be read back: {problem}")
        raise RulesError(sentence.format(place=place, problem=str(problem) or type(problem).__name__)) from problem
    found = vars(module).get(place.name)
    if not isinstance(found, Watched):
        raise RulesError("{place} cannot be read back: there is no game of that name", place=place)
    return cast("Ruleset", found)


def _loaded(file: str) -> ModuleType:
    """Return the module of a file, the one that is loaded if there is one."""
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None) == file:
            return module
    name = f"grundy_file_{Path(file).stem}"
    spec = spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    admit(Path(file))
    spec.loader.exec_module(module)
    sys.modules[name] = module
    return module


# -- by what it is -----------------------------------------------------------------------------------------------------


def _by_data(rules: Ruleset) -> Made:
    sentence = _(
        "{name} cannot be sent to another process: it is in no module, and it has no rule data, since {reason}"
    )
    try:
        data = data_of(rules)
    except Unreadable as problem:
        raise RulesError(sentence.format(name=rules.name, reason=problem.reason)) from None
    if "source" in data.get("parts", ()):
        reason = _("the way its positions split is written in Python that cannot be read")
        raise RulesError(sentence.format(name=rules.name, reason=reason))
    names = getattr(rules, "names", ("n",))
    return rebuilt, (type(rules), data, rules.name, rules.doc, names, rules.origin.params, rules.params)
