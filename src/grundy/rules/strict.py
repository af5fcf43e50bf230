"""What those refuse who read a rule once and speak of all positions: names that may mean something else the next time.

A rule that is interpreted, or compiled and compared, asks for a name again; a law is about what was found once. So a
constant of a law is an integer or a tuple itself, found in a module, a class or a closure without any code that could find
it anew; and the moves are those of the function, not of a method that stands before it.
"""

from __future__ import annotations

import builtins
import functools
import types
from collections.abc import Callable
from enum import EnumType, IntEnum
from typing import Any

from grundy.language import _
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.ruleset import Ruleset
from grundy.rules.source import Rule, Unreadable

_MISSING = object()
_CACHED = type(functools.cache(len))


def refuse_hidden(function: Callable[..., Any], rule: Rule) -> None:
    """Raise Unreadable where a constant of a rule, or of a helper, need not be the same when it is looked up again.

    >>> from grundy.rules.source import read
    >>> class Settings:
    ...     most = property(lambda self: 3)
    >>> def take(n):
    ...     for k in range(1, min(n, SETTINGS.most) + 1):
    ...         yield n - k
    >>> take.__globals__["SETTINGS"] = Settings()
    >>> refuse_hidden(take, read(take))
    Traceback (most recent call last):
        ...
    grundy.rules.source.Unreadable: 'SETTINGS.most' may be another number the next time; the rule is interpreted
    """
    if isinstance(function, _CACHED) and not rule.yields:  # of a generator it would give the used one again
        function = function.__wrapped__
    if not isinstance(function, types.FunctionType) or hasattr(function, "__wrapped__"):
        raise Unreadable(_("{name} is not a plain Python function").format(name=rule.name))
    for words in rule.constants:
        if not _is_plain(_found(function, words)):
            raise Unreadable(_("'{words}' may be another number the next time").format(words=words))
    for name, value in rule.defaults.items():
        if name not in rule.state and not _is_plain(value):
            raise Unreadable(_("'{words}' may be another number the next time").format(words=name))
    for name, helper in rule.helpers.items():
        found = _looked_up(function, name)
        if callable(found):
            refuse_hidden(found, helper)


def refuse_overridden(rules: Ruleset) -> None:
    """Raise Unreadable where the options of a ruleset are not those of its function.

    >>> from grundy.games import load
    >>> refuse_overridden(load("wythoff"))
    """
    kinds: tuple[type[Ruleset], ...] = (FunctionRuleset, HeapFunction)
    if type(rules) not in kinds or vars(rules).keys() & {"options", "heap_options", "ended", "state_of", "arguments"}:
        raise Unreadable(_("the moves of {name} are not those of a function alone").format(name=rules.name))


def _looked_up(function: types.FunctionType, name: str) -> object:
    """Return what a name means in a function, as Python looks for it."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    if name in cells:
        return cells[name].cell_contents
    return function.__globals__.get(name, vars(builtins).get(name, _MISSING))


def _found(function: types.FunctionType, words: str) -> object:
    """Return what a constant is, where no code could have found it; else what is no constant."""
    root, *names = words.split(".")
    value = _looked_up(function, root)
    for name in names:
        if type(value) is types.ModuleType:
            value = vars(value).get(name, _MISSING)
        elif type(value) in (type, EnumType):
            value = next((vars(base)[name] for base in value.__mro__ if name in vars(base)), _MISSING)  # type: ignore[attr-defined]
        else:
            return _MISSING
    return value


def _is_plain(value: object) -> bool:
    """Return whether a value is an integer, or a tuple, that does what these do."""
    if type(value) is tuple:
        return all(map(_is_plain, value))
    return type(value) in (int, bool) or (isinstance(value, IntEnum) and type(value).__eq__ is int.__eq__)
