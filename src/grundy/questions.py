"""Questions, one after another: what one has left in memory never stands in the way of the next.

Who keeps what it computed for later questions, and finds that it cannot grow any more, looks whether it is `mine`: begun in
the question that is being answered. What is not is `InTheWay`: all is forgotten, and the question is asked again, once.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")
_now: ContextVar[object | None] = ContextVar("question", default=None)


class InTheWay(BaseException):
    """What earlier questions left takes the room that this one needs. No ``except Exception`` of a rule catches it."""


def now() -> object | None:
    """Return what stands for the question that is being answered, None where none is."""
    return _now.get()


def is_mine(begun: object | None) -> bool:
    """Whether what was begun in a question is of the one that is being answered; where none is, all is."""
    return now() in (None, begun)


def asked(question: Callable[[], T], forget: Callable[[], None]) -> T:
    """Return the answer to a question; where earlier ones are in its way, they are forgotten and it is asked again.

    A question within another is a part of that.

    >>> left = [1, 2, 3]
    >>> def question():
    ...     if left:
    ...         raise InTheWay
    ...     return len(left)
    >>> asked(question, left.clear)
    0
    """
    if now() is not None:
        return question()
    token = _now.set(object())
    try:
        return question()
    except InTheWay:
        forget()
        return question()
    finally:
        _now.reset(token)
