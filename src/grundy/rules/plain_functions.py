"""What rules are made of: functions as they are written, with ``def`` or ``lambda``."""

from __future__ import annotations

import inspect
from types import FunctionType

from grundy.errors import RulesError


def plain_function(what: object) -> FunctionType:
    """Return the function that rules are made of, which may be a method or kept by `functools.cache`; RulesError for none.

    >>> plain_function(len)
    Traceback (most recent call last):
    grundy.errors.RulesError: len is no plain function: write the rules with def, and parameters after a *
    """
    plain = what
    while not isinstance(plain, FunctionType):
        under = getattr(plain, "__func__", None) or getattr(plain, "__wrapped__", None)
        if under is None or isinstance(plain, type):
            raise RulesError(
                "{what} is no plain function: write the rules with def, and parameters after a *", what=shown(what)
            )
        plain = under
    if inspect.iscoroutinefunction(plain) or inspect.isasyncgenfunction(plain):
        raise RulesError("{name} is an async function: write the rules with def alone", name=plain.__name__)
    return plain


def require_callable(what: object, hook: str) -> None:
    """Raise RulesError unless what is declared as a hook can be called."""
    if not callable(what):
        raise RulesError("{hook} is declared by a function, and {what} is none", hook=hook, what=shown(what))


def shown(what: object) -> str:
    """Return what is no function in a few letters, the same in every process.

    >>> shown(len), shown([len]), shown("nim"), shown(3)
    ('len', 'a list', "'nim'", '3')
    """
    if what is None or isinstance(what, str | int):
        return repr(what)[:60]
    return getattr(what, "__name__", "") or f"a {type(what).__name__}"
