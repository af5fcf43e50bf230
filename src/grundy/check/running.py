"""Running rules as data that come from a stranger: `grundy.language.run`, with what is made counted as well as the steps.

A few words of rule data can make a tuple of tuples of tuples that no memory holds, or that takes a life to be compared. So a
tuple has at most `WORDS` words with all that is in it, what is made of one position at most `MADE`, and each part of a rule
that is more than a number is a step of the budget.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from grundy.check.budget import BITS, NotChecked, look, spend
from grundy.language.ir import Apply, Compare, Fold, Known, Make, Put, Routine, Slice, Spread, Value, Yield, nodes
from grundy.language.run import Beyond, Failed, Give, Run

WORDS = 1 << 16
"""A tuple, with the tuples in it, has no more words of 64 bits."""
MADE = 1 << 22
"""The tuples made and the options yielded of one position have no more words together."""


class Counted(Run):
    """The run of a routine within the budget that is entered; ``given`` are the values of its ``keywords``.

    >>> from grundy.language.ir import Function, Local, Op
    >>> Counted(Routine("ints", 1, (), (Function(1, 1, (Yield(Op("-", Local(0), Known(2))),)),))).options([9])
    [7]
    """

    def __init__(self, routine: Routine) -> None:
        super().__init__(routine, spend=spend, bits=BITS, length=WORDS)
        self.keywords = routine.keywords
        self.given: list[Value] = []
        self.made = 0
        for function in routine.functions:
            for node in nodes(function.body):
                if isinstance(node, Known):
                    limited(node.value)

    def options(self, args: list[Value]) -> list[Any]:
        """Return what the rule yields; `Failed` where it would fail, `NotChecked` where it is too large."""
        return self._asked(self.yields, args)

    def result(self, args: list[Value]) -> Any:
        """Return what the rule returns, None for nothing; `Failed` and `NotChecked` likewise."""
        return self._asked(self.returned, args)

    def _asked(self, question: Callable[[list[Value]], Any], args: list[Value]) -> Any:
        self.made = 0
        try:
            return question(args)
        except Failed:
            look()  # a budget that is spent is no failure of the rules
            raise
        except (Beyond, MemoryError):
            look()
            _too_large()

    def _counted(self, words: int) -> None:
        spend(words)
        self.made += words
        if words > WORDS or self.made > MADE:
            raise Beyond

    # -- what makes, walks through or compares tuples ------------------------------------------------------------------

    def _make(self, node: Make, slots: list[Any]) -> Any:
        items: list[Any] = []
        for each in node.items:
            value = self.value(each.inner if isinstance(each, Spread) else each, slots)
            self._counted(_words(value))
            if isinstance(each, Spread):
                items.extend(self._tuple(value))
            else:
                items.append(value)
        _words(found := tuple(items))
        return found

    def _tuples(self, sign: str, left: Any, right: Any) -> tuple[Any, ...]:
        times = next((n for n in (left, right) if isinstance(n, int)), 1) if sign == "*" else 1
        self._counted((_words(left) + _words(right)) * max(1, times))
        return super()._tuples(sign, left, right)

    def _put(self, node: Put, slots: list[Any], give: Give | None) -> int:
        left = super()._put(node, slots, give)
        self._counted(_words(slots[node.slot]))
        return left

    def _yield(self, node: Yield, slots: list[Any], give: Give | None) -> int:
        return super()._yield(node, slots, give and (lambda value: self._counted(_words(value)) or give(value)))

    def _fold(self, node: Fold, slots: list[Any]) -> Any:
        _words(found := super()._fold(node, slots))
        return found

    def _slice(self, node: Slice, slots: list[Any]) -> Any:
        value = super()._slice(node, slots)
        self._counted(len(value))
        return value

    def _apply(self, node: Apply, slots: list[Any]) -> Any:
        value = super()._apply(node, slots)
        if isinstance(value, tuple) or len(node.args) > 1:
            self._counted(_words(value))
        return value

    def _compare(self, node: Compare, slots: list[Any]) -> Any:
        spend()
        return super()._compare(node, slots)


def limited(value: Value) -> Value:
    """Return a value; `NotChecked` where it has more than `WORDS` words."""
    try:
        _words(value)
    except Beyond:
        _too_large()
    return value


def _words(value: Any) -> int:
    """Return how many words a value has; `Beyond` for more than `WORDS`, before they are all counted."""
    if not isinstance(value, tuple):
        return 1 + (value.bit_length() >> 6)
    total = 1
    for each in value:
        total += _words(each)
        if total > WORDS:
            raise Beyond
    return total


def _too_large() -> NoReturn:
    raise NotChecked("the rules make more numbers for one position than can be kept")


__all__ = ["Counted", "Failed", "limited"]
