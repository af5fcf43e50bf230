"""The moves of a rule as linear conditions: its data followed for all positions at once, every test parting a way in two.

Numbers are Σ a_i x_i + c over those of the position and further natural numbers j0, j1, …: the turns of loops, and
quotients. What is not understood is refused, never passed over; where the rule would fail, and where a number is negative
that must not be, is gathered in ``never``. (J. C. King, *Symbolic execution and program testing*, 1976.)

A loop of no known number of turns is followed for any one turn, the slots that it changes being unknown at its beginning.
Where turns may end the loop, turn j is reached just if no earlier turn j' < j ends it, and what comes after the loop just
if no turn does: `Never`. Theorems are found by another lowering, `grundy.language.linear`: they share the data only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import count, takewhile
from typing import Any

from grundy.check.budget import BITS, NotChecked, bounded, room, spend
from grundy.check.formulas import Atom, Atoms, Linear, Never, Yield, compared, names_of, size_of
from grundy.check.routines import EXPRESSIONS, OPERATORS, STATEMENTS, Node, Routine, stored
from grundy.check.ways import (
    ITEMS,
    MERGED,
    NOTHING,
    ONE,
    WAYS,
    ZERO,
    Fails,
    Unknown,
    Way,
    Ways,
    constant,
    extreme,
    held,
    in_order,
    items_of,
    number,
    related,
    row,
    truths,
)
from grundy.common.errors import GrundyError

UNROLLED, FOLLOWED, CONDITIONS = 64, 200_000, 500_000
"""Loops of so many turns are written out; so many parts of rules are followed, and so many conditions put into others."""
_LEFT = ("", "Continue")
"""How a turn ends that is followed by another one."""


@dataclass(frozen=True)
class Lowered:
    """A rule for all positions: what it yields, the ways to its end with what it returns, and what must never be."""

    yields: list[Yield]
    ways: list[Way]
    never: list[Atoms]


class _Wanted(Exception):
    """A slot was merged that is wanted: the function and the slot."""


def lowered(routine: Routine, args: Sequence[Any], atoms: Atoms, least: int = 0) -> Lowered:
    """Return what a rule does on some numbers and tuples of them, where some conditions hold of these.

    Yielded numbers must be ``least`` or more. GrundyError for what is not linear, or is otherwise not understood. All ways
    are followed, of which there are at most `WAYS`, and once more for each slot in which ways must be told apart.

    >>> from grundy.check.routines import routine_of
    >>> body = [["yield", ["op", "-", ["local", 0], ["known", 1]]]]
    >>> data = {"shape": "ints", "width": 1, "keywords": [], "functions": [[1, 1, body]]}
    >>> found = lowered(routine_of(data), [Linear((("x0", 1),))], ())
    >>> found.yields[0].parts, len(found.never)
    ((Linear(parts=(('x0', 1),), constant=-1),), 1)
    """
    apart: set[tuple[int, int]] = set()
    while True:
        one = Lowering(routine, least, apart)
        try:
            ways = one.function(0, args, atoms, "yield" if routine.yields else "")
        except _Wanted as wanted:
            apart.add(wanted.args)
        else:
            return Lowered(one.yields, ways, one.never)


def value_of(data: Any) -> Any:
    """Return an integer, or a tuple of them, as the lowering has it."""
    if isinstance(data, tuple):
        room(len(data), ITEMS)
        return row(value_of(each) for each in data)
    return Linear((), bounded(data))


class Lowering:
    """Follows the functions of one routine; ``apart`` are slots of functions in which ways are not made one."""

    def __init__(self, routine: Routine, least: int, apart: set[tuple[int, int]]) -> None:
        self.routine, self.least, self.apart = routine, least, apart
        self.yields: list[Yield] = []
        self.never: list[Atoms] = []
        self._fresh = count()
        self._functions: list[int] = []
        self._gives: list[str] = []
        self._quotients: dict[tuple[Linear, int], Linear] = {}
        self._followed = self._conditions = 0
        self._followers = {word: getattr(self, f"_{word}") for word in STATEMENTS | EXPRESSIONS}

    def function(self, index: int, args: Sequence[Any], atoms: Atoms, gives: str) -> list[Way]:
        """Follow a function to its ends; ``gives`` is what is done with its yields: "yield", or "" where none is wanted."""
        own = self.routine.functions[index]
        self._functions.append(index)
        self._gives.append(gives)
        ways = self._block(own.body, [Way((*args, *[NOTHING] * (own.slots - len(args))), atoms)])
        self._functions.pop()
        self._gives.pop()
        return ways

    def _follow(self) -> None:
        """Count what is followed; `NotChecked` for too much."""
        self._followed += 1
        spend()
        if self._followed > FOLLOWED:
            raise NotChecked("more than {most:,} parts of the rules are followed", most=FOLLOWED)

    def _new(self) -> Linear:
        return Linear(((f"j{next(self._fresh)}", 1),))

    def _fails(self, way: Way) -> list[Any]:
        """Note that the rule fails on a way, which must be none."""
        room(len(self.never), 4 * WAYS)
        self.never.append(way.atoms)
        return []

    def _tried(self, way: Way, made: Callable[..., list[Any]], *values: Any) -> list[Any]:
        """Return what is made of values on a way; nothing, and a note of it, where the rule fails."""
        try:
            return made(*values)
        except Fails:
            return self._fails(way)

    def _strict(self, nodes: Sequence[Any], way: Way, made: Callable[..., list[Any]]) -> list[Any]:
        """Return what is made of a way and the values of some expressions on it, for each such way."""
        return [new for after, own in self._values(nodes, way) for new in self._tried(after, made, after, *own)]

    # ---- statements

    def _block(self, body: tuple[Node, ...], ways: list[Way]) -> list[Way]:
        for node in body:
            ways = held([w for way in ways for w in ([way] if way.end else self._statement(node, way))])
        return ways

    def _statement(self, node: Node, way: Way) -> list[Way]:
        self._follow()
        return self._followers[node.TAG](node, way)

    def _assign(self, node: Node, way: Way) -> list[Way]:
        return [after.stored([node.slot], value) for after, value in self._value(node.value, way)]

    def _put(self, node: Node, way: Way) -> list[Way]:
        def put(after: Way, whole: Any, value: Any, index: Any) -> list[Way]:
            items, place = [*items_of(whole)], constant(index)
            if not -len(items) <= place < len(items):
                return self._fails(after)
            items[place] = value
            return [after.stored([node.slot], row(items))]

        return self._strict([Node("local", {"slot": node.slot}), node.value, node.index], way, put)

    def _if(self, node: Node, way: Way) -> list[Way]:
        tested = [each for before, value in self._value(node.test, way) for each in truths(value, before)]
        return self._merged(
            way, [w for after, yes in tested for w in self._block(node.then if yes else node.other, [after])]
        )

    def _for(self, node: Node, way: Way) -> list[Way]:
        def counted(after: Way, *ends: Any) -> list[Way]:
            start, stop, step = number(ends[0]), number(ends[1]), constant(ends[2])
            if not step:
                return self._fails(after)
            turns = _turns(start, stop, step)
            own = self._any_turn(node, start, stop, step, after) if turns is None else self._written(node, turns, after)
            return self._merged(after, own)

        return self._strict([node.start, node.stop, node.step], way, counted)

    def _written(self, node: Node, turns: range, way: Way) -> list[Way]:
        """Follow the turns of a loop, one after the other."""
        live, ended = [way], list[Way]()
        for turn in turns:
            here = Linear((), bounded(turn))
            live, over = _parted(self._block(node.body, [each.stored([node.slot], here) for each in live]))
            ended = held(ended + over)
            if not live:
                break
        return live + ended

    def _while(self, node: Node, way: Way) -> list[Way]:
        live, ended = [way], list[Way]()
        for _turn in range(UNROLLED + 1):
            tested = [e for w in live for before, value in self._value(node.test, w) for e in truths(value, before)]
            live, over = _parted(self._block(node.body, [w for w, yes in tested if yes]))
            ended = held([*ended, *(w for w, yes in tested if not yes), *over])
            if not live:
                return self._merged(way, ended)
        raise GrundyError("the checker cannot read a loop without a known number of turns")

    def _any_turn(self, node: Node, start: Linear, stop: Linear, step: int, way: Way) -> list[Way]:
        """Follow any one turn of a loop, and return what comes after the loop."""
        mark = next(self._fresh)
        turn, token = Linear(((f"j{mark}", 1),)), Unknown()
        changed = stored(node.body) | {node.slot}
        here = start.plus(turn, step)
        entry = (
            way.stored(changed, token).stored([node.slot], here).under(compared(here, "<" if step > 0 else ">", stop))
        )
        if entry is None:
            return [way]
        yields, never = len(self.yields), len(self.never)
        after = self._block(node.body, [entry])
        if any(len(each.found) > len(way.found) for each in after):
            raise GrundyError("the checker cannot gather what a loop without a known number of turns yields")
        going = [each for each in after if each.end in _LEFT]
        changed = {slot for each in going for slot in changed if each.slots[slot] is not token}
        rest = way.stored(changed, Unknown())
        ended = [each for each in after if each.end not in _LEFT]
        if not ended:
            return [rest]
        cases = [each.atoms[len(way.atoms) :] for each in ended]
        earlier = self._none_of(cases, mark, turn)
        self.yields[yields:] = [Yield((*each.atoms, earlier), each.parts) for each in self.yields[yields:]]
        self.never[never:] = [(*atoms, earlier) for atoms in self.never[never:]]
        over = rest.under(self._none_of(cases, mark, None))
        if _same_end(ended):  # whichever turn it is, so it need not be the first
            ended = [each.stored(stored(node.body) | {node.slot}, token) for each in ended]
        else:
            ended = [replace(each, atoms=(*each.atoms, earlier)) for each in ended]
        return [*([over] if over is not None else []), *_parted(ended)[1]]

    def _none_of(self, cases: Sequence[Atoms], mark: int, before: Linear | None) -> Never:
        """Return that no turn is in a case, or none before one: what was made from ``mark`` on is a turn's own."""
        bound = {f"j{mark}", *(name for case in cases for name in names_of(case) if name[0] == "j")}
        numbers = sorted(int(name[1:]) for name in bound if int(name[1:]) >= mark)
        put = {f"j{each}": self._new() for each in numbers}
        first = () if before is None else (compared(put[f"j{mark}"], "<", before),)
        self._conditions += sum(map(size_of, cases))
        room(self._conditions, CONDITIONS)
        renamed = tuple((*first, *(atom.put(put) for atom in case)) for case in cases)
        return Never(frozenset(new.parts[0][0] for new in put.values()), renamed)

    def _merged(self, before: Way, after: list[Way]) -> list[Way]:
        """Return ways as one where they differ only in conditions, or in slots that nobody wants."""
        if len(after) < 2 or any(way.end or len(way.found) > len(before.found) for way in after):
            return after
        spend(len(after) * len(before.slots))
        columns = zip(*(way.slots for way in after), strict=True)
        parted = [slot for slot, column in enumerate(columns) if any(value != column[0] for value in column)]
        if any((self._functions[-1], slot) in self.apart for slot in parted):
            return after
        alike = takewhile(
            lambda row: all(atom == row[0] for atom in row), zip(*(way.atoms for way in after), strict=False)
        )
        return [replace(after[0], atoms=tuple(row[0] for row in alike)).stored(parted, MERGED)]

    def _break(self, node: Node, way: Way) -> list[Way]:
        return [replace(way, end="Break")]

    def _continue(self, node: Node, way: Way) -> list[Way]:
        return [replace(way, end="Continue")]

    def _return(self, node: Node, way: Way) -> list[Way]:
        found: Ways = [(way, None)] if node.value is None else self._value(node.value, way)
        return [replace(after, end="Return", result=value) for after, value in found]

    def _fail(self, node: Node, way: Way) -> list[Way]:
        return self._fails(way)

    def _yield(self, node: Node, way: Way) -> list[Way]:
        gives = self._gives[-1]
        found: list[Way] = []
        for after, value in self._value(node.value, way):
            if gives in ("any", "all"):
                wanted = gives == "any"
                found += [replace(w, end="Stop") if yes is wanted else w for w, yes in truths(value, after)]
            elif gives == "yield":
                self._tried(after, self._option, after, value)
            elif gives:
                room(len(after.found), ITEMS)
                found.append(replace(after, found=(*after.found, value)))
            else:
                self._fails(after)
        return [way] if gives == "yield" else self._merged(way, found)

    def _option(self, way: Way, value: Any) -> list[Any]:
        parts = tuple(number(part) for part in (value if isinstance(value, tuple) else (value,)))
        room(len(self.yields), WAYS)
        self.yields.append(Yield(way.atoms, parts))
        for part in parts:
            after = way.under(compared(part, "<", Linear((), self.least)))
            if after is not None:
                self._fails(after)
        return []

    # ---- expressions

    def _value(self, node: Node, way: Way) -> Ways:
        self._follow()
        return held(self._followers[node.TAG](node, way))

    def _values(self, nodes: Sequence[Any], way: Way) -> list[tuple[Way, list[Any]]]:
        found: list[tuple[Way, list[Any]]] = [(way, [])]
        for node in nodes:
            found = held([(w, [*known, value]) for before, known in found for w, value in self._value(node, before)])
        return found

    def _known(self, node: Node, way: Way) -> Ways:
        return [(way, value_of(node.value))]

    def _local(self, node: Node, way: Way) -> Ways:
        value = way.slots[node.slot]
        if value is MERGED:
            raise _Wanted(self._functions[-1], node.slot)
        if value is NOTHING:
            return self._fails(way)
        if isinstance(value, Unknown):
            raise GrundyError("the rules use what is not known at a turn of a loop or after it")
        return [(way, value)]

    def _make(self, node: Node, way: Way) -> Ways:
        inner = [(each.inner, True) if each.TAG == "spread" else (each, False) for each in node.items]

        def make(after: Way, *values: Any) -> Ways:
            return [(after, self._made([(value, spread) for value, (_, spread) in zip(values, inner, strict=True)]))]

        return self._strict([each for each, _ in inner], way, make)

    def _made(self, values: list[tuple[Any, bool]]) -> Any:
        """Return the tuple of some values, of which some are spread."""
        return row(each for value, spread in values for each in (items_of(value) if spread else (value,)))

    def _op(self, node: Node, way: Way) -> Ways:
        return self._strict(
            [node.left, node.right], way, lambda after, left, right: self._operated(node.sign, left, right, after)
        )

    def _operated(self, sign: str, left: Any, right: Any, way: Way) -> Ways:
        if isinstance(left, tuple) or isinstance(right, tuple):
            return [(way, _on_tuples(sign, left, right))]
        if number(left).parts or number(right).parts:
            return self._on_numbers(sign, number(left), number(right), way)
        result = _on_constants(sign, left.constant, right.constant)
        return self._fails(way) if result is None else [(way, result)]

    def _on_numbers(self, sign: str, left: Linear, right: Linear, way: Way) -> Ways:
        if sign in ("+", "-"):
            return [(way, left.plus(right, 1 if sign == "+" else -1))]
        if sign in ("*", "&") and not left.parts:
            left, right = right, left
        if not right.parts:
            by = right.constant
            if sign == "*":
                return [(way, ZERO.plus(left, by))]
            if sign in ("<<", ">>") and 0 <= by < BITS:
                return [(way, ZERO.plus(left, 1 << by))] if sign == "<<" else self._quotient(left, 1 << by, way)
            if sign == "//" and by > 0:
                return self._quotient(left, by, way)
            if (sign == "%" and by > 0) or (sign == "&" and by >= 0 and not by & (by + 1)):
                by += sign == "&"
                return [(after, left.plus(quotient, -by)) for after, quotient in self._quotient(left, by, way)]
            if (sign in ("//", "%") and not by) or (sign in ("<<", ">>") and by < 0):
                return self._fails(way)
        raise GrundyError("a product of two numbers, or another operation, is not linear")

    def _quotient(self, whole: Linear, by: int, way: Way) -> Ways:
        """Return the floor of a number over a constant: a natural number, where what is divided is not negative."""
        if all(a % by == 0 for _, a in whole.parts):
            return [(way, Linear(tuple((n, a // by) for n, a in whole.parts), whole.constant // by))]
        known = self._quotients.get((whole, by))
        if known is not None and Atom(whole.plus(known, -by), ">=") in way.atoms:
            return [(way, known)]
        negative = way.under(compared(whole, "<", ZERO))
        if negative is not None:
            self._fails(negative)
        self._quotients[whole, by] = found = self._new()
        rest = whole.plus(found, -by)
        after = way.under(Atom(rest, ">="), compared(rest, "<", Linear((), by)))
        return [] if after is None else [(after, found)]

    def _unary(self, node: Node, way: Way) -> Ways:
        if node.sign == "not":
            tested = [each for before, value in self._value(node.inner, way) for each in truths(value, before)]
            return [(after, ZERO if yes else ONE) for after, yes in tested]
        less = Linear((), -(node.sign == "~"))
        return self._strict([node.inner], way, lambda after, value: [(after, less.plus(number(value), -1))])

    def _compare(self, node: Node, way: Way) -> Ways:
        found: Ways = []
        live = self._value(node.items[0], way)
        for sign, item in zip(node.signs, node.items[1:], strict=True):
            tested = [
                (after, yes, right)
                for before, left in live
                for between, right in self._value(item, before)
                for after, yes in self._tried(between, related, left, sign, right, between)
            ]
            found += [(after, ZERO) for after, yes, _ in tested if not yes]
            live = held([(after, right) for after, yes, right in tested if yes])
        return found + [(after, ONE) for after, _ in live]

    def _logic(self, node: Node, way: Way) -> Ways:
        found: Ways = []
        live = [way]
        for item in node.items[:-1]:
            values = [each for before in live for each in self._value(item, before)]
            tested = [(after, value, yes) for before, value in values for after, yes in truths(value, before)]
            found += [(after, value) for after, value, yes in tested if yes is (node.sign == "or")]
            live = held([after for after, _, yes in tested if yes is not (node.sign == "or")])
        return found + [each for before in live for each in self._value(node.items[-1], before)]

    def _choose(self, node: Node, way: Way) -> Ways:
        tested = [each for before, value in self._value(node.test, way) for each in truths(value, before)]
        return [each for after, yes in tested for each in self._value(node.then if yes else node.other, after)]

    def _item(self, node: Node, way: Way) -> Ways:
        return self._strict(
            [node.whole, node.index], way, lambda after, whole, index: self._item_of(whole, index, after)
        )

    def _item_of(self, whole: Any, index: Any, way: Way) -> Ways:
        items, place = items_of(whole), constant(index)
        return [(way, items[place])] if -len(items) <= place < len(items) else self._fails(way)

    def _slice(self, node: Node, way: Way) -> Ways:
        known = [end for end in (node.low, node.high) if end is not None]

        def cut(after: Way, whole: Any, *ends: Any) -> Ways:
            own = iter(ends)
            low, high = (None if end is None else next(own) for end in (node.low, node.high))
            return [(after, self._part_of(whole, low, high, after))]

        return self._strict([node.whole, *known], way, cut)

    def _part_of(self, whole: Any, low: Any, high: Any, way: Way) -> Any:
        first, last = (None if end is None else constant(end) for end in (low, high))
        return items_of(whole)[first:last]

    def _apply(self, node: Node, way: Way) -> Ways:
        return self._strict(node.args, way, lambda after, *values: self._applied(node.name, [*values], after))

    def _applied(self, name: str, values: list[Any], way: Way) -> Ways:
        return _applied(name, values, way)

    def _call(self, node: Node, way: Way) -> Ways:
        found: Ways = []
        for after, values in self._values(node.args, way):
            for end in self.function(node.function, values, after.atoms, ""):
                if end.end == "Return" and end.result is not None:
                    found.append((replace(after, atoms=end.atoms), end.result))
                else:
                    self._fails(end)
        return found

    def _fold(self, node: Node, way: Way) -> Ways:
        self._gives.append(node.how)
        ends = self._block(node.body, [replace(way, found=())])
        self._gives.pop()
        found: Ways = []
        for end in ends:
            after = replace(end, end=way.end, result=way.result, found=way.found)
            if node.how in ("any", "all"):
                found.append((after, ONE if (end.end == "Stop") is (node.how == "any") else ZERO))
            elif node.how == "tuple":
                found.append((after, row(end.found)))
            elif node.how == "sum":
                found += self._tried(after, _total, end.found, after)
            else:
                found += self._tried(after, extreme, node.how, end.found, after)
        return found


def _turns(start: Linear, stop: Linear, step: int) -> range | None:
    """Return the numbers of a loop between constants, None where these are many."""
    turns = range(start.constant, stop.constant, step)
    if start.parts or stop.parts or turns[UNROLLED:]:
        return None
    return turns


def _parted(ways: list[Way]) -> tuple[list[Way], list[Way]]:
    """Return the ways to the next turn of a loop, and those out of it."""
    live = [replace(way, end="") for way in ways if way.end in _LEFT]
    over = [replace(way, end="") if way.end == "Break" else way for way in ways if way.end not in _LEFT]
    return live, over


def _same_end(ways: list[Way]) -> bool:
    """Return whether a loop is left in one manner only, by which it is not known at which turn."""
    first = ways[0]
    known = first.result is None or (isinstance(first.result, Linear) and not first.result.parts)
    return known and first.end != "Break" and all((w.end, w.result) == (first.end, first.result) for w in ways)


def _total(found: Sequence[Any], way: Way) -> Ways:
    """Return the sum of some numbers."""
    return [(way, reduce(Linear.plus, map(number, found), ZERO))]


def _on_tuples(sign: str, one: Any, two: Any) -> tuple[Any, ...]:
    if sign == "+":
        return row((*items_of(one), *items_of(two)))
    if sign != "*":
        raise Fails
    items, times = (one, two) if isinstance(one, tuple) else (two, one)
    times = max(0, constant(times))
    room(len(items_of(items)) * times, ITEMS)
    return row(items * times)


def _on_constants(sign: str, one: int, two: int) -> Linear | None:
    """Return what an operation makes of two constants, None where it fails."""
    if (sign in ("//", "%") and not two) or (sign in ("<<", ">>", "**") and two < 0):
        return None
    if sign in ("<<", "**"):
        bits = one.bit_length() + two if sign == "<<" else (abs(one) - 1).bit_length() * two
        bounded(1 << BITS if abs(one) > (sign == "**") and bits > BITS + 1 else 0)
    return Linear((), bounded(OPERATORS[sign](one, two)))


def _applied(name: str, values: list[Any], way: Way) -> Ways:
    """Return what one of Python's own functions makes of values."""
    match name:
        case "min" | "max":
            return extreme(name, values, way)
        case "abs":
            return extreme("max", [values[0], ZERO.plus(number(values[0]), -1)], way)
        case "len":
            return [(way, Linear((), len(items_of(values[0]))))]
        case "reversed":
            return [(way, items_of(values[0])[::-1])]
        case "sorted":
            return in_order(items_of(values[0]), way)
        case "bit_length" | "bit_count":
            known = number(values[0])
            if known.parts:
                raise GrundyError("the checker cannot read {name}()", name=name)
            return [
                (way, Linear((), known.constant.bit_length() if name == "bit_length" else known.constant.bit_count()))
            ]
        case _:
            items_of(values[0])
            raise GrundyError("the checker cannot read {name}()", name=name)
