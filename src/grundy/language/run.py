"""What rules as data mean: an interpreter of the nodes of `grundy.language.ir`, the reference for all other forms of a rule.

It calculates as Python does, with integers of any size, within stated bounds. Where Python would raise an exception the rule
has `Failed`; where a number, a tuple or the work outgrows the bounds, `Beyond` says that nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import Any, cast

from grundy.common.errors import TooLarge
from grundy.common.messages import N_
from grundy.language import ir

BITS = 4096
"""No number has more bits."""
LENGTH = 1 << 20
"""No tuple has more items."""
WEIGHS = 32
"""So many numbers of a tuple that is gone through count as a step."""


class Failed(Exception):
    """Python would raise an exception here."""


class Beyond(Exception):
    """A number or a tuple is too large, or the work too long, for the bounds of this run."""


FRACTION = N_("a power has a negative exponent at {position}")
Give = Callable[[Any], bool]
"""What is done with a yielded value; whether no more are wanted."""
_Slots = list[Any]
_BREAK, _CONTINUE, _RETURN, _STOP = 1, 2, 3, 4
_MISSING = object()


class Run:
    """Runs the functions of one routine.

    ``spend`` is called with the count of steps taken now and then, and may raise; ``bits`` and ``length`` are bounds.

    >>> half = ir.Function(1, 1, (ir.Return(ir.Op("//", ir.Local(0), ir.Known(2))),))
    >>> rule = ir.Routine("ints", 1, (), (ir.Function(1, 1, (ir.Yield(ir.Call(1, (ir.Local(0),))),)), half))
    >>> Run(rule).yields((9,))
    [4]
    """

    def __init__(
        self, routine: ir.Routine, *, spend: Callable[[int], None] | None = None, bits: int = BITS, length: int = LENGTH
    ) -> None:
        self.routine = routine
        self.bits = bits
        self.length = length
        self._spend = spend
        self._result: Any = None
        self._statements = _methods(type(self), ir.STATEMENTS)
        self._expressions = _methods(type(self), ir.EXPRESSIONS)

    def yields(self, args: Sequence[ir.Value], most: int | None = None) -> list[Any]:
        """Return what the first function yields, or the first ``most`` values of it; `Failed`, `Beyond`."""
        found: list[Any] = []

        def give(value: Any) -> bool:
            found.append(value)
            return most is not None and len(found) >= most

        if most != 0:
            self._guarded(self.routine.main, args, give)
        return found

    def returned(self, args: Sequence[ir.Value]) -> Any:
        """Return what the first function returns, None for nothing; `Failed`, `Beyond`."""
        return self._guarded(self.routine.main, args, None)

    def _guarded(self, function: ir.Function, args: Sequence[ir.Value], give: Give | None) -> Any:
        try:
            return self._called(function, list(args), give)
        except TooLarge:  # time or memory that is allowed are over: that says nothing of the rule
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as problem:
            raise Failed(str(problem)) from None

    def _called(self, function: ir.Function, args: list[Any], give: Give | None) -> Any:
        slots: _Slots = [*args, *[_MISSING] * (function.slots - len(args))]
        ended = self._block(function.body, slots, give)
        return self._result if ended == _RETURN else None

    # -- statements ----------------------------------------------------------------------------------------------------

    def _block(self, body: ir.Body, slots: _Slots, give: Give | None) -> int:
        """Run statements; return 0, or how they were left."""
        for statement in body:
            if self._spend is not None:
                self._spend(1)
            left = self._statements[type(statement)](self, statement, slots, give)
            if left:
                return left
        return 0

    def _assign(self, node: ir.Assign, slots: _Slots, give: Give | None) -> int:
        slots[node.slot] = self.value(node.value, slots)
        return 0

    def _put(self, node: ir.Put, slots: _Slots, give: Give | None) -> int:
        item, index = self.value(node.value, slots), _integer(self.value(node.index, slots))
        items = list(self._tuple(_read(slots, node.slot)))  # which comes last in Python
        items[index] = item
        slots[node.slot] = self._weighed(tuple(items))
        return 0

    def _if(self, node: ir.If, slots: _Slots, give: Give | None) -> int:
        return self._block(node.then if self.value(node.test, slots) else node.other, slots, give)

    def _for(self, node: ir.For, slots: _Slots, give: Give | None) -> int:
        ends = [_integer(self.value(each, slots)) for each in (node.start, node.stop, node.step)]
        return self._turns(node.body, map(partial(slots.__setitem__, node.slot), range(*ends)), slots, give)

    def _while(self, node: ir.While, slots: _Slots, give: Give | None) -> int:
        return self._turns(node.body, iter(lambda: bool(self.value(node.test, slots)), False), slots, give)

    def _turns(self, body: ir.Body, turns: Iterable[object], slots: _Slots, give: Give | None) -> int:
        for _turn in turns:
            left = self._block(body, slots, give)
            if left == _BREAK:
                break
            if left >= _RETURN:
                return left
            if self._spend is not None:
                self._spend(1)
        return 0

    def _break(self, node: ir.Break, slots: _Slots, give: Give | None) -> int:
        return _BREAK

    def _continue(self, node: ir.Continue, slots: _Slots, give: Give | None) -> int:
        return _CONTINUE

    def _return(self, node: ir.Return, slots: _Slots, give: Give | None) -> int:
        self._result = None if node.value is None else self.value(node.value, slots)
        return _RETURN

    def _yield(self, node: ir.Yield, slots: _Slots, give: Give | None) -> int:
        value = self.value(node.value, slots)
        if give is None:
            raise Failed("a value is yielded where none is wanted")
        return _STOP if give(value) else 0

    def _fail(self, node: ir.Fail, slots: _Slots, give: Give | None) -> int:
        words = (str(slots[each]) if isinstance(each, int) else each for each in node.words)
        raise Failed("".join(words) or "the rule raises an exception")

    # -- expressions ---------------------------------------------------------------------------------------------------

    def value(self, node: ir.Expr, slots: _Slots) -> Any:
        """Return what an expression comes to."""
        return self._expressions[type(node)](self, node, slots)

    def _known(self, node: ir.Known, slots: _Slots) -> Any:
        return node.value

    def _local(self, node: ir.Local, slots: _Slots) -> Any:
        return _read(slots, node.slot)

    def _make(self, node: ir.Make, slots: _Slots) -> Any:
        items: list[Any] = []
        for each in node.items:
            if isinstance(each, ir.Spread):
                items.extend(self._tuple(self.value(each.inner, slots)))
            else:
                items.append(self.value(each, slots))
        return self._long(tuple(items))

    def _op(self, node: ir.Op, slots: _Slots) -> Any:
        left, right = self.value(node.left, slots), self.value(node.right, slots)
        if isinstance(left, tuple) or isinstance(right, tuple):
            return self._tuples(node.sign, left, right)
        if node.sign in ("<<", "**"):
            self._require_small(node.sign, left, right)
        result = ir.OPERATORS[node.sign](left, right)
        if result.bit_length() > self.bits:
            raise Beyond
        return result

    def _require_small(self, sign: str, left: int, right: int) -> None:
        """A power or a shift is looked at before it is made."""
        if right < 0 and (sign == "<<" or not left):
            raise Failed("a negative count")
        if right < 0:
            raise Beyond(FRACTION)  # of which nothing is known: it is no integer
        bits = left.bit_length() + right if sign == "<<" else (abs(left) - 1).bit_length() * right
        if abs(left) > (sign == "**") and bits > self.bits + 1:
            raise Beyond

    def _tuples(self, sign: str, left: Any, right: Any) -> tuple[Any, ...]:
        if sign == "+":
            return self._long((*self._tuple(left), *self._tuple(right)))
        if sign != "*":
            raise Failed("no operation on tuples")
        whole, times = (left, right) if isinstance(left, tuple) else (right, left)
        times = max(0, _integer(times))
        if len(self._tuple(whole)) * times > self.length:
            raise Beyond
        return self._weighed(whole * times)

    def _unary(self, node: ir.Unary, slots: _Slots) -> Any:
        value = self.value(node.inner, slots)
        if node.sign == "not":
            return int(not value)
        return -_integer(value) if node.sign == "-" else ~_integer(value)

    def _compare(self, node: ir.Compare, slots: _Slots) -> Any:
        left = self.value(node.items[0], slots)
        for sign, item in zip(node.signs, node.items[1:], strict=True):
            right = self._weighed(self.value(item, slots))
            if not self.related(sign, left, right):
                return 0
            left = right
        return 1

    def related(self, sign: str, left: Any, right: Any) -> bool:
        """Return whether a relation holds between two values."""
        return ir.RELATIONS[sign](left, right)

    def _logic(self, node: ir.Logic, slots: _Slots) -> Any:
        value: Any = 0
        for item in node.items:
            value = self.value(item, slots)
            if bool(value) is (node.sign == "or"):
                break
        return value

    def _choose(self, node: ir.Choose, slots: _Slots) -> Any:
        return self.value(node.then if self.value(node.test, slots) else node.other, slots)

    def _item(self, node: ir.Item, slots: _Slots) -> Any:
        return self._tuple(self.value(node.whole, slots))[_integer(self.value(node.index, slots))]

    def _slice(self, node: ir.Slice, slots: _Slots) -> Any:
        whole = self._tuple(self.value(node.whole, slots))
        low, high = (None if end is None else _integer(self.value(end, slots)) for end in (node.low, node.high))
        return self._weighed(whole[low:high])

    def _apply(self, node: ir.Apply, slots: _Slots) -> Any:
        args = [self.value(each, slots) for each in node.args]
        return _APPLIED[node.name](*(args if node.name == "len" else map(self._weighed, args)))

    def _call(self, node: ir.Call, slots: _Slots) -> Any:
        if self._spend is not None:
            self._spend(1)
        args = [self.value(each, slots) for each in node.args]
        result = self._called(self.routine.functions[node.function], args, None)
        if result is None:
            raise Failed("a helper returns nothing")
        return result

    def _fold(self, node: ir.Fold, slots: _Slots) -> Any:
        found: list[Any] = []
        wanted = {"any": True, "all": False}.get(node.how)

        def give(value: Any) -> bool:
            if wanted is None:
                found.append(value)
                if len(found) > self.length:
                    raise Beyond
                return False
            if bool(value) is wanted:
                found.append(value)
            return bool(found)

        self._block(node.body, slots, give)
        if wanted is not None:
            return int(bool(found) is wanted)
        if node.how == "sum":
            return sum(map(_integer, found))
        return tuple(found) if node.how == "tuple" else (min if node.how == "min" else max)(found)

    # -- bounds --------------------------------------------------------------------------------------------------------

    def _tuple(self, value: Any) -> tuple[Any, ...]:
        if not isinstance(value, tuple):
            raise Failed("a number where a tuple is wanted")
        return cast("tuple[Any, ...]", value)

    def _long(self, value: tuple[Any, ...]) -> tuple[Any, ...]:
        if len(value) > self.length:
            raise Beyond
        return self._weighed(value)

    def _weighed(self, value: Any) -> Any:
        """Return a value; of a long tuple, all of which may be gone through in one step, count some steps more."""
        if isinstance(value, tuple) and len(value) > 1 and self._spend is not None:
            inner = value[0]
            size = len(value) * (len(inner) if isinstance(inner, tuple) else 1)
            if size >= WEIGHS:
                self._spend(size // WEIGHS)
        return value


@cache
def _methods(of: type[Run], kinds: tuple[type[ir.Node], ...]) -> dict[type[ir.Node], Callable[..., Any]]:
    """Return what a kind of run does with each kind of node."""
    return {kind: getattr(of, f"_{kind.TAG}") for kind in kinds}


def _read(slots: _Slots, slot: int) -> Any:
    value = slots[slot]
    if value is _MISSING:
        raise Failed("a variable has no value")
    return value


def _integer(value: Any) -> int:
    if not isinstance(value, int):
        raise Failed("a tuple where a number is wanted")
    return value


_APPLIED: dict[str, Callable[..., Any]] = {
    "abs": lambda x: abs(_integer(x)),
    "len": len,
    "sorted": lambda x: tuple(sorted(x)),
    "reversed": lambda x: x[::-1],
    "bit_length": lambda x: _integer(x).bit_length(),
    "bit_count": lambda x: _integer(x).bit_count(),
    "count": lambda whole, item: whole.count(item),
    "index": lambda whole, item: whole.index(item),
    "min": min,
    "max": max,
}
