"""Rules as they are written, for the reader's eye: a code, or functions in Python."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable
from typing import Any

from grundy.rules.codes import CodeRuleset
from grundy.rules.coins import CoinBoard
from grundy.rules.partisan import ImpartialRuleset
from grundy.rules.ruleset import Ruleset


def text_of(rules: Ruleset) -> str:
    """Return the rules of a ruleset as they are written, for the reader's eye: a code, or functions in Python.

    >>> from grundy.games import load
    >>> text_of(load("kayles")), text_of(load("bash")).splitlines()[-1]
    ('0.77', '        yield n - k')
    """
    if isinstance(rules, CodeRuleset):
        return str(rules.code)
    if isinstance(rules, CoinBoard | ImpartialRuleset):
        own = [rules.down, rules.across] if isinstance(rules, CoinBoard) else [rules.rules]
        return "\n\n".join(map(text_of, own))
    written = [getattr(rules, "function", None), getattr(rules, "other", None), rules.hooks.get("ending")]
    return "\n\n".join(_written(each) for each in written if each is not None)


def _written(function: Callable[..., Any]) -> str:
    if hasattr(function, "routine"):  # made of data: it was written elsewhere
        return ""
    try:
        return textwrap.dedent(inspect.getsource(function)).rstrip()
    except (OSError, TypeError):
        return ""
