"""Routines run, with all that is made counted: it comes from a stranger.

It calculates as Python does, with integers of any size. A few words of rules can make a tuple of tuples of tuples that no
memory holds, or that takes a life to be compared: so a tuple has at most `WORDS` words with all that is in it, what is made
of one position at most `MADE`, and each part of a rule that is more than a number is a step of the budget.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NoReturn

from grundy.check.budget import NotChecked, bounded, look, spend
from grundy.check.nodes import OPERATORS, Node, Routine, walk
from grundy.common.errors import TooLarge

WORDS = 1 << 16
"""A tuple, with the tuples in it, has no more words of 64 bits."""
MADE = 1 << 22
"""The tuples made and the options yielded of one position have no more words together."""
SHIFTED = 4097
"""What is shifted or raised to a power comes to no more bits."""
_RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "in": lambda item, whole: item in whole,
    "not in": lambda item, whole: item not in whole,
}
_APPLIED: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "len": len,
    "sorted": lambda x: tuple(sorted(x)),
    "reversed": lambda x: x[::-1],
    "bit_length": lambda x: x.bit_length(),
    "bit_count": lambda x: x.bit_count(),
    "count": lambda whole, item: whole.count(item),
    "index": lambda whole, item: whole.index(item),
    "min": min,
    "max": max,
}
Give = Callable[[Any], Any]
"""What is done with a yielded value; whether no more are wanted."""
_BREAK, _CONTINUE, _RETURN, _STOP = 1, 2, 3, 4
_NOTHING = object()


class Failed(Exception):
    """The rule fails at this position."""


class Run:
    """Runs a routine within the budget that is entered; ``given`` are the values of its ``keywords``.

    >>> from grundy.check.nodes import routine_of
    >>> body = [["yield", ["op", "-", ["local", 0], ["known", 2]]]]
    >>> Run(routine_of({"shape": "ints", "width": 1, "keywords": [], "functions": [[1, 1, body]]})).options([9])
    [7]
    """

    def __init__(self, routine: Routine) -> None:
        self.routine, self.keywords = routine, routine.keywords
        self.given: list[Any] = []
        self.made = 0
        self._result: Any = None
        self._do: dict[str, Callable[..., Any]] = {}
        for node in walk(tuple(routine.functions)):
            self._do[node.TAG] = getattr(self, f"_{node.TAG}")
            if node.TAG == "known":
                limited(node.value)

    def options(self, args: list[Any]) -> list[Any]:
        """Return what the rule yields; `Failed` where it fails, `NotChecked` where it is too large."""
        found: list[Any] = []
        self._asked(args, found.append)
        return found

    def result(self, args: list[Any]) -> Any:
        """Return what the rule returns, None for nothing; `Failed` and `NotChecked` likewise."""
        return self._asked(args, None)

    def _asked(self, args: list[Any], give: Give | None) -> Any:
        self.made = 0
        try:
            return self._called(0, args, give)
        except TooLarge:
            raise
        except MemoryError:
            _too_large()
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError, Failed):
            look()  # a budget that is spent is no failure of the rules
            raise Failed from None

    def _called(self, place: int, args: list[Any], give: Give | None) -> Any:
        function = self.routine.functions[place]
        slots = [*args, *[_NOTHING] * (function.slots - len(args))]
        return self._result if self._block(function.body, slots, give) == _RETURN else None

    def _counted(self, value: Any, times: int = 1) -> Any:
        """Return a value that is made or walked through, once it is counted."""
        words = _words(value) * times
        spend(words)
        self.made += words
        if words > WORDS or self.made > MADE:
            _too_large()
        return value

    # ---- statements: how they were left, 0 where what follows is next

    def _block(self, body: tuple[Node, ...], slots: list[Any], give: Give | None) -> int:
        for node in body:
            spend()
            left = self._do[node.TAG](node, slots, give)
            if left:
                return left
        return 0

    def _assign(self, node: Node, slots: list[Any], give: Give | None) -> None:
        slots[node.slot] = self._value(node.value, slots)

    def _put(self, node: Node, slots: list[Any], give: Give | None) -> None:
        item, index = self._value(node.value, slots), self._value(node.index, slots)
        items = list(_tuple(self._local(node, slots)))
        items[index] = item
        slots[node.slot] = self._counted(tuple(items))

    def _if(self, node: Node, slots: list[Any], give: Give | None) -> int:
        return self._block(node.then if self._value(node.test, slots) else node.other, slots, give)

    def _for(self, node: Node, slots: list[Any], give: Give | None) -> int:
        for number in range(*(self._value(each, slots) for each in (node.start, node.stop, node.step))):
            spend()
            slots[node.slot] = number
            if (left := self._block(node.body, slots, give)) not in (0, _CONTINUE):
                return 0 if left == _BREAK else left
        return 0

    def _while(self, node: Node, slots: list[Any], give: Give | None) -> int:
        while self._value(node.test, slots):
            spend()
            if (left := self._block(node.body, slots, give)) not in (0, _CONTINUE):
                return 0 if left == _BREAK else left
        return 0

    def _break(self, node: Node, slots: list[Any], give: Give | None) -> int:
        return _BREAK

    def _continue(self, node: Node, slots: list[Any], give: Give | None) -> int:
        return _CONTINUE

    def _return(self, node: Node, slots: list[Any], give: Give | None) -> int:
        self._result = None if node.value is None else self._value(node.value, slots)
        return _RETURN

    def _yield(self, node: Node, slots: list[Any], give: Give | None) -> int:
        value = self._value(node.value, slots)
        if give is None:
            raise Failed
        return _STOP if give(self._counted(value)) else 0

    def _fail(self, node: Node, slots: list[Any], give: Give | None) -> NoReturn:
        raise Failed

    # ---- expressions

    def _value(self, node: Node, slots: list[Any]) -> Any:
        return self._do[node.TAG](node, slots)

    def _known(self, node: Node, slots: list[Any]) -> Any:
        return node.value

    def _local(self, node: Node, slots: list[Any]) -> Any:
        if (value := slots[node.slot]) is _NOTHING:
            raise Failed
        return value

    def _make(self, node: Node, slots: list[Any]) -> Any:
        items: list[Any] = []
        for each in node.items:
            value = self._counted(self._value(each, slots))
            items += _tuple(value) if each.TAG == "spread" else [value]
        return limited(tuple(items))

    def _spread(self, node: Node, slots: list[Any]) -> Any:
        return self._value(node.inner, slots)

    def _op(self, node: Node, slots: list[Any]) -> Any:
        left, right, sign = self._value(node.left, slots), self._value(node.right, slots), node.sign
        if isinstance(left, tuple) or isinstance(right, tuple):
            times = next((n for n in (left, right) if isinstance(n, int)), 1) if sign == "*" else 1
            self._counted((left, right), max(1, times))
        elif sign in ("<<", "**"):
            if right < 0:
                raise Failed
            bits = left.bit_length() + right if sign == "<<" else (abs(left) - 1).bit_length() * right
            if abs(left) > (sign == "**") and bits > SHIFTED:
                _too_large()
        result = OPERATORS[sign](left, right)
        return bounded(result) if isinstance(result, int) else result

    def _unary(self, node: Node, slots: list[Any]) -> Any:
        value = self._value(node.inner, slots)
        return int(not value) if node.sign == "not" else -value if node.sign == "-" else ~value

    def _compare(self, node: Node, slots: list[Any]) -> Any:
        spend()
        left = self._value(node.items[0], slots)
        for sign, item in zip(node.signs, node.items[1:], strict=True):
            right = self._value(item, slots)
            if not _RELATIONS[sign](left, right):
                return 0
            left = right
        return 1

    def _logic(self, node: Node, slots: list[Any]) -> Any:
        value: Any = 0
        for item in node.items:
            value = self._value(item, slots)
            if bool(value) is (node.sign == "or"):
                break
        return value

    def _choose(self, node: Node, slots: list[Any]) -> Any:
        return self._value(node.then if self._value(node.test, slots) else node.other, slots)

    def _item(self, node: Node, slots: list[Any]) -> Any:
        return self._value(node.whole, slots)[self._value(node.index, slots)]

    def _slice(self, node: Node, slots: list[Any]) -> Any:
        whole = _tuple(self._value(node.whole, slots))
        ends = [None if end is None else operator.index(self._value(end, slots)) for end in (node.low, node.high)]
        return self._counted(whole[slice(*ends)])

    def _apply(self, node: Node, slots: list[Any]) -> Any:
        value = _APPLIED[node.name](*[self._value(each, slots) for each in node.args])
        return self._counted(value) if isinstance(value, tuple) or len(node.args) > 1 else value

    def _call(self, node: Node, slots: list[Any]) -> Any:
        spend()
        result = self._called(node.function, [self._value(each, slots) for each in node.args], None)
        if result is None:
            raise Failed
        return result

    def _fold(self, node: Node, slots: list[Any]) -> Any:
        found: list[Any] = []
        wanted = {"any": True, "all": False}.get(node.how)

        def give(value: Any) -> bool:
            if wanted is None or bool(value) is wanted:
                found.append(value)
            return wanted is not None and bool(found)

        self._block(node.body, slots, give)
        if wanted is not None:
            return int(bool(found) is wanted)
        how = {"sum": sum, "tuple": tuple, "min": min, "max": max}[node.how]
        value = how(found)
        return limited(value) if isinstance(value, tuple) else bounded(value)


def limited(value: Any) -> Any:
    """Return a value; `NotChecked` where it has more than `WORDS` words."""
    _words(value)
    return value


def _words(value: Any) -> int:
    """Return how many words a value has; `NotChecked` for more than `WORDS`, before they are all counted."""
    if not isinstance(value, tuple):
        return 1 + (value.bit_length() >> 6)
    total = 1
    for each in value:
        total += _words(each)
        if total > WORDS:
            _too_large()
    return total


def _tuple(value: Any) -> tuple[Any, ...]:
    if not isinstance(value, tuple):
        raise Failed
    return value


def _too_large() -> NoReturn:
    look()
    raise NotChecked("the rules make more numbers for one position than can be kept")
