"""What a rule raises: one sentence that names the exception, the position and the line of the rule."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, NoReturn

from grundy.common.errors import GrundyError, RuleFailed, RulesError
from grundy.common.messages import N_

if TYPE_CHECKING:
    from traceback import FrameSummary

    from grundy.rules.ruleset import Ruleset

_OWN = str(Path(__file__).parents[1])
_GAMES = str(Path(__file__).parents[1] / "games")
LONGEST = 200
"""Letters of a position, and of an exception's own words, that are written."""


def asked(rules: Ruleset, state: Any, function: Callable[..., Any], *args: Any, **params: Any) -> Any:
    """Return what a rule, or a hook beside it, says of a state; RuleFailed if it raises."""
    try:
        return function(*args, **params)
    except Exception as problem:
        tell(rules, state, problem)


def walked(rules: Ruleset, state: Any, made: Iterable[Any]) -> Iterator[Any]:
    """Iterate over what a rule yields for a state; RuleFailed if it raises."""
    try:
        yield from made
    except Exception as problem:
        tell(rules, state, problem)


def tell(rules: Ruleset, state: Any, problem: Exception, *, setup: bool = False) -> NoReturn:
    """Raise a RuleFailed from what a rule raised at a state; what has a sentence of its own is raised as it is.

    Of a ``setup`` there is no state yet, but the arguments of which it is to be made.
    """
    if isinstance(problem, (GrundyError, MemoryError, Warning)):
        raise problem
    if isinstance(problem.__cause__, StopIteration):  # which Python does not let out of a generator
        problem = problem.__cause__
    what = type(problem).__name__
    if words := " ".join(str(problem).split()):
        what = f"{what}: {_short(words)}"
    position = _arguments(rules, state) if setup else _position(rules, state)
    frame = _frame(problem)
    if frame is None:
        sentence = N_("the rules of {name} fail at {position}: {what}")
        raise RuleFailed(sentence, name=rules.name, position=_short(position), what=what) from problem
    file = Path(frame.filename).name + (f" ({_short(frame.line)})" if frame.line else "")
    sentence = N_("the rules of {name} fail at {position}, in line {line} of {file}: {what}")
    told = {"name": rules.name, "position": _short(position), "line": frame.lineno, "file": file, "what": what}
    raise RuleFailed(sentence, **told) from problem


def _arguments(rules: Ruleset, args: Any) -> str:
    return f"{rules.name}({', '.join(map(repr, args))})"


def _position(rules: Ruleset, state: Any) -> str:
    try:
        return rules.describe(state)
    except Exception:  # how a state is shown is a rule too
        return _arguments(rules, (state,))


def _frame(problem: Exception) -> FrameSummary | None:
    """Return the last line of a traceback that is a rule's: not one of grundy's, nor of a library that the rule called."""
    from traceback import extract_tb  # only a mistake needs it

    frames = extract_tb(problem.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(_OWN) or frame.filename.startswith(_GAMES)]
    return next((frame for frame in reversed(own) if frame.filename == own[0].filename), None)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


# ---- what is no function


def plain_function(what: object) -> FunctionType:
    """Return the function that rules are made of, which may be a method or kept by `functools.cache`; RulesError for none.

    >>> plain_function(len)
    Traceback (most recent call last):
    grundy.common.errors.RulesError: len is not a plain function: write the rules with def, and parameters after a *
    """
    plain = what
    while not isinstance(plain, FunctionType):
        under = getattr(plain, "__func__", None) or getattr(plain, "__wrapped__", None)
        if under is None or isinstance(plain, type):
            raise RulesError(
                "{what} is not a plain function: write the rules with def, and parameters after a *", what=shown(what)
            )
        plain = under
    if inspect.iscoroutinefunction(plain) or inspect.isasyncgenfunction(plain):
        raise RulesError("{name} is an async function: write the rules with def alone", name=plain.__name__)
    return plain


def require_callable(what: object, hook: str) -> None:
    """Raise RulesError unless what is declared as a hook can be called."""
    if not callable(what):
        raise RulesError("{hook} is declared by a function, but {what} is not one", hook=hook, what=shown(what))


def shown(what: object) -> str:
    """Return what is no function in a few letters, the same in every process.

    >>> shown(len), shown([len]), shown("nim"), shown(3)
    ('len', 'a list', "'nim'", '3')
    """
    if what is None or isinstance(what, str | int):
        return repr(what)[:60]
    return getattr(what, "__name__", "") or f"a {type(what).__name__}"
