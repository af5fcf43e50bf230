"""Statements of a rule, followed along paths; loops are written out, or any one turn of them stands for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Any

from grundy.language import ir
from grundy.language.linear import terms
from grundy.language.linear.guards import NO, YES, Atom, Guard, at_least_0, both, either, negation, put, some, terms_of
from grundy.language.linear.numbers import Number, related
from grundy.language.linear.sums import Term, variable
from grundy.language.linear.terms import Path
from grundy.language.refusal import Unreadable

# -- what becomes of yielded values: moves of a rule, or what a fold makes of them -------------------------------------


class Sink:
    """Takes what is yielded. ``by_path``: what was given is kept on the path, so that paths that gave differ."""

    by_path = False

    def give(self, path: Path, value: Any, line: int) -> list[Path]:
        """Take a value, and return the paths that go on."""
        return [path]

    def dry(self) -> Sink:
        """Return a sink for a way that is followed only to see where it ends."""
        return Nothing()


class Nothing(Sink):
    """Takes what is yielded, and keeps nothing."""


class AnyOf(Sink):
    """Whether one of the values is true, or all are."""

    def __init__(self, start: Path, wanted: bool) -> None:
        self.start = start
        self.wanted = wanted
        self.found: list[Guard] = []

    def give(self, path: Path, value: Any, line: int) -> list[Path]:
        """Note under which condition the value is the one that is looked for."""
        own = terms.condition(value, line)
        guards = (*path.more(self.start), own if self.wanted else negation(own))
        self.found.append(some(path.turns(self.start), both(*guards)))
        return [path]

    @property
    def result(self) -> Guard:
        """What any, or all, is."""
        found = either(*self.found)
        return found if self.wanted else negation(found)


class Gather(Sink):
    """The values in their order, on each path."""

    by_path = True

    def __init__(self, start: Path) -> None:
        self.start = start

    def give(self, path: Path, value: Any, line: int) -> list[Path]:
        """Put a value behind the others."""
        if path.bound != self.start.bound:
            raise Unreadable("values are gathered from a range whose length is not known", line)
        return [replace(path, given=(*path.given, value))]

    def dry(self) -> Sink:
        """Return itself."""
        return self


# -- statements of a rule, followed along paths; loops are written out, or any one turn of them stands for all ---------


ENDED = ("break", "return")
LONG = 300
"""A condition under which a loop ends is not followed if it has more comparisons."""


@dataclass(frozen=True)
class Turn:
    """Any one turn of a loop: ``name`` counts the turns, ``number`` is the loop's own, ``index`` those before it."""

    name: str
    number: Number
    index: Number | None
    within: Guard


class Loops(terms.Values):
    """Follows statements of one ``function``."""

    sink: Sink
    function: ir.Function
    fresh: Callable[[], str]
    dry: int = 0
    unrolled: int = terms.UNROLLED

    def __post_init__(self) -> None:
        self._reads: dict[int, Counter[int]] = {}
        self.nests: list[tuple[tuple[int, int], ...]] = []
        self._open: list[tuple[int, int]] = []
        self._again = set[int]()

    def too_many(self, line: int) -> Unreadable:
        """Return that a rule has too many paths."""
        return Unreadable("there are more than {paths:,} ways through the rules", line, paths=terms.PATHS)

    def block(self, body: ir.Body, paths: list[Path]) -> list[Path]:
        """Follow statements along paths, and return where these end."""
        for path in paths:
            self.taken(id(body), True, path, YES)
        for statement in body:
            ended = [path for path in paths if path.end]
            paths = [after for path in paths if not path.end for after in self.statement(statement, path)] + ended
            if len(paths) > terms.PATHS:
                raise self.too_many(statement.line)
        return paths

    def statement(self, node: ir.Stmt, path: Path) -> list[Path]:
        """Follow one statement."""
        self.step(node.line)
        match node:
            case ir.Assign(slot, value):
                return [after.store(slot, found) for after, found in self.value(value, path)]
            case ir.Put():
                return self._put(node, path)
            case ir.If():
                return self._if(node, path)
            case ir.For():
                return self._for(node, path)
            case ir.While():
                return self._while(node, path)
            case ir.Yield(value):
                ways = self.value(value, path)
                given = [each for after, found in ways for each in self.sink.give(after, found, node.line)]
                return given if self.sink.by_path else [path]
            case ir.Break() | ir.Continue():
                return [replace(path, end=node.TAG)]
            case ir.Return(None):
                return [replace(path, end="return")]
            case ir.Return(value):
                assert value is not None
                return [replace(after, end="return", result=found) for after, found in self.value(value, path)]
            case ir.Fail():
                self.duty(path, Term((), -1), 0, "fails", node.line)
                return []

    def _put(self, node: ir.Put, path: Path) -> list[Path]:
        found: list[Path] = []
        for before, place in self.value(node.index, path):
            for middle, item in self.value(node.value, before):
                for inner, index in self.number(place, middle, node.line):
                    whole = terms.row(inner.slots[node.slot], node.line)
                    for after, i in self.places(len(whole), index, inner, node.line):
                        found.append(after.store(node.slot, (*whole[:i], item, *whole[i + 1 :])))
        return found

    # -- conditions ----------------------------------------------------------------------------------------------------

    def _if(self, node: ir.If, path: Path) -> list[Path]:
        join = not self.sink.by_path and not _leaves((*node.then, *node.other)) and not self._escaping(node)
        found: list[Path] = []
        for after, guard in self.test(node.test, path):
            for branch, own in ((node.then, guard), (node.other, negation(guard))):
                start = after.under(own)
                ends = self.block(branch, [start]) if start is not None else []
                found += [] if join else ends
        return [self.forgotten(path, (node,))] if join else found

    def _escaping(self, *inside: ir.Stmt) -> set[int]:
        """Return the slots to which statements give values that are read elsewhere, or in a later turn of a loop."""
        all_of, own = self._read(self.function.body), self._read(inside)
        return {slot for slot in ir.stored(inside) if all_of[slot] > own[slot] or slot in self._again}

    def _read(self, body: ir.Body) -> Counter[int]:
        found: Counter[int] = Counter()
        for statement in body:
            key = id(statement)
            if key not in self._reads:
                self._reads[key] = Counter(n.slot for n in ir.nodes(statement) if isinstance(n, ir.Local | ir.Put))
            found += self._reads[key]
        return found

    def forgotten(self, path: Path, body: ir.Body) -> Path:
        """Return a path on which nothing is known of the slots to which statements give values."""
        changed = ir.stored(body)
        return replace(path, slots=tuple(terms.AFTER if i in changed else v for i, v in enumerate(path.slots)))

    # -- loops that are written out ------------------------------------------------------------------------------------

    def _for(self, node: ir.For, path: Path) -> list[Path]:
        found: list[Path] = []
        starts: terms.Numbers = self.numbers([node.start, node.stop, node.step], path)
        for after, (start, stop, step) in starts:
            if step.constant is None:
                raise Unreadable("the step of a range must be a constant", node.line)
            if not step.constant:
                self.duty(after, Term((), -1), 0, "fails", node.line)
            elif start.constant is not None and stop.constant is not None and _few(start, stop, step, self.unrolled):
                turns = range(start.constant, stop.constant, step.constant)
                found += self._written_out(node, turns, after)
            else:
                found += self._range(node, start, stop, step.constant, after)
        return found

    def _written_out(self, node: ir.For, turns: range, path: Path) -> list[Path]:
        live, done = [path], list[Path]()
        with self._repeated(node.body):
            for number in turns:
                ends = self.block(node.body, [each.store(node.slot, Number.of(number)) for each in live])
                live = self._next(ends, done, node.line)
        return live + done

    @contextmanager
    def _repeated(self, body: ir.Body) -> Generator[None]:
        """Note what turns of a loop want of those before."""
        before, self._again = self._again, self._again | wanted(body)
        try:
            yield
        finally:  # what is tried may be given up
            self._again = before

    def _while(self, node: ir.While, path: Path) -> list[Path]:
        """Follow a loop: written out while constants decide its test; else as turns 0, 1, … that end where it fails."""
        open_ended = any(guard not in (YES, NO) for _after, guard in self.test(node.test, path))
        if open_ended:
            leaves = ir.If(node.test, (), (ir.Break(line=node.line),), line=node.line)
            turns = ir.counted(len(path.slots), ir.Known(0), (leaves, *node.body), line=node.line)
            longer = replace(path, slots=(*path.slots, terms.AFTER))
            try:
                self._dry(lambda: self._endless(turns, longer))
            except Unreadable:
                pass  # what turns change is no sum; perhaps there are few of them
            else:
                return self._endless(turns, longer)
        live, done = [path], list[Path]()
        for _turn in range(self.unrolled + 1):
            going: list[Path] = []
            for each in live:
                for after, guard in self.test(node.test, each):
                    stopped, more = after.under(negation(guard)), after.under(guard)
                    done += [] if stopped is None else [stopped]
                    going += [] if more is None else [more]
            if not going:
                return done
            try:
                with self._repeated(node.body):
                    live = self._next(self.block(node.body, going), done, node.line)
            except terms.Growing:
                if open_ended:
                    raise Unreadable(
                        "what grows by more than a fixed step in each turn of a while loop is not read", node.line
                    ) from None
                raise
        raise Unreadable("this while loop has no bound that can be read; use for … in range(…)", node.line)

    def _endless(self, node: ir.For, path: Path) -> list[Path]:
        """Follow a loop of turns 0, 1, …; it is wrong if none ends it."""
        number = Number.of(variable(name := self.fresh()))
        return self._loop(node, Turn(name, number, number, YES), path, ends=True)

    def _next(self, ends: list[Path], done: list[Path], line: int) -> list[Path]:
        """Return the paths that take the next turn; those that are done with the loop are put with the others."""
        done += [replace(each, end="") if each.end == "break" else each for each in ends if each.end in ENDED]
        live = [replace(each, end="") for each in ends if each.end not in ENDED]
        if len(live) + len(done) > terms.PATHS:
            raise self.too_many(line)
        return live

    # -- loops of which any one turn is followed -----------------------------------------------------------------------

    def _range(self, node: ir.For, start: Number, stop: Number, step: int, path: Path) -> list[Path]:
        """Follow a loop between numbers that are no constants; where it may begin at one of several, each is a case."""
        if start.kind == ("max" if step > 0 else "min") and abs(step) == 1:  # beyond the furthest is beyond each
            return self._loop(node, self._turn(start.terms[0], start, stop, step), path)
        found: list[Path] = []
        for guard, first in start.cases():
            after = path.under(guard)
            if after is not None:
                found += self._loop(node, self._turn(first, Number.of(first), stop, step), after)
        same = (
            len({each.slots for each in found}) == 1 and not _breaks(node.body) and not _leaves(node.body, loops=False)
        )
        return [replace(path, slots=found[0].slots)] if same else found

    def _turn(self, first: Term, start: Number, stop: Number, step: int) -> Turn:
        name = self.fresh()
        number = Number.of(first + variable(name) * step)
        up = step > 0
        within = both(related(number, "<" if up else ">", stop), related(number, ">=" if up else "<=", start))
        index = number.plus(start.negative()) if abs(step) == 1 else Number.of(variable(name))
        return Turn(name, number, index.times(step) if index is not None and abs(step) == 1 else index, within)

    def _loop(self, node: ir.For, turn: Turn, path: Path, *, ends: bool = False) -> list[Path]:
        """Follow any one turn of a loop; with ``ends`` one must be the last."""
        changed = ir.stored(node.body) - {node.slot}
        if path.under(turn.within) is None:
            return [path]
        begin = self._carried(node, turn, path, changed)
        start = self._started(node, turn, path, begin)
        if start is None:
            return [path]
        ending: Guard | None = None
        if _breaks(node.body) or _leaves(node.body, loops=False):
            ending = either(*(_closed(end, start, path) for end in self.ends(node, start) if end.end in ENDED))
            if sum(1 for _term in terms_of(ending)) > LONG:
                raise self.too_many(node.line)
            never = path.under(negation(some((turn.name,), ending)))
            if ends and never is not None:
                self.duty(never, Term((), -1), 0, "fails", node.line)
            reached = negation(_earlier(turn.name, ending, self.fresh()))
            start = start.under(reached)
            if start is None:
                return [path]
        with self._counting(turn):
            found = self.block(node.body, [start])
        return self._after(node, turn, path, begin, start, ending, found)

    def _after(
        self,
        node: ir.For,
        turn: Turn,
        path: Path,
        begin: dict[int, Any],
        start: Path,
        ending: Guard | None,
        ends: list[Path],
    ) -> list[Path]:
        """Return the paths behind a loop: where no turn ended it, and from each turn that did."""
        broken = [end for end in ends if end.end == "break"]
        found = [end for end in ends if end.end == "return"]
        # whether it does not matter which turn it was, nor whether there was one
        one = bool(broken) and not self._escaping(node)
        untouched = self.forgotten(path, (node,))
        for slot, value in begin.items():
            if value is path.slots[slot] and not (one and any(end.slots[slot] is not value for end in broken)):
                untouched = untouched.store(slot, value)
        if one:
            stops = either(*(_closed(end, start, path) for end in found))
            last = untouched.under(negation(some((turn.name,), stops)))
            return found if last is None else [last, *found]
        for end in broken:
            slots = tuple(terms.AFTER if isinstance(v, terms.Mark) else v for v in end.slots)
            found.append(replace(end, end="", slots=slots))
        last = untouched if ending is None else untouched.under(negation(some((turn.name,), ending)))
        return found if last is None else [last, *found]

    def _started(self, node: ir.For, turn: Turn, path: Path, begin: dict[int, Any]) -> Path | None:
        start = replace(path, bound=(*path.bound, turn.name)).store(node.slot, turn.number)
        for slot, value in begin.items():
            start = start.store(slot, value)
        return start.under(turn.within)

    def _carried(self, node: ir.For, turn: Turn, path: Path, changed: set[int]) -> dict[int, Any]:
        """Return what slots hold at the beginning of a turn: what they held before, or that and the same in each turn."""
        if not changed:
            return {}
        mark = terms.carried()
        opaque = {slot: Number.of(variable(f"?{self.fresh()}")) for slot in changed}
        begin: dict[int, Any] = {
            slot: opaque[slot] if isinstance(path.slots[slot], Number) else mark for slot in changed
        }
        start = self._started(node, turn, path, begin)
        ends = [] if start is None else [end for end in self.ends(node, start) if end.end not in ENDED]
        found: dict[int, Any] = {}
        for slot in changed:
            last = [end.slots[slot] for end in ends]
            before = path.slots[slot]
            found[slot] = mark
            if all(value is begin[slot] or value == opaque[slot] for value in last):
                found[slot] = before
            elif isinstance(before, Number) and turn.index is not None:
                steps = {_step(value, opaque[slot]) for value in last}
                if len(steps) == 1 and (step := steps.pop()) is not None:
                    found[slot] = before.plus(turn.index.times(step)) or mark
        return found

    def ends(self, node: ir.For, start: Path) -> list[Path]:
        """Follow one turn only to see where it ends."""
        return self._dry(lambda: self.block(node.body, [start]))

    def _dry(self, follow: Callable[[], list[Path]]) -> list[Path]:
        """Follow something, and note nothing of it."""
        sink, self.sink = self.sink, self.sink.dry()
        self.dry += 1
        try:
            return follow()
        finally:
            self.dry -= 1
            self.sink = sink

    @contextmanager
    def _counting(self, turn: Turn) -> Generator[None]:
        """Note how many turns a nest of loops has at most."""
        self._open.append(_length(turn))
        if not self.dry:
            self.nests.append(tuple(self._open))
        try:
            yield
        finally:  # what is tried may be given up
            self._open.pop()


def wanted(what: Any) -> set[int]:
    """Return the slots that nodes may read before they give them a value.

    >>> choice = ir.If(ir.Local(1), (ir.Assign(2, ir.Local(3)),), ())
    >>> wanted((choice, ir.Yield(ir.Local(2)), ir.Assign(4, ir.Known(0)), ir.Yield(ir.Local(4))))
    {1, 2, 3}
    """
    match what:
        case ir.Local(slot):
            return {slot}
        case ir.For(slot, start, stop, step, body):
            return wanted((start, stop, step)) | (wanted(body) - {slot})
        case ir.Put(slot, index, value):
            return {slot} | wanted((index, value))
        case tuple():
            found, given = set[int](), set[int]()
            for each in what:
                found |= wanted(each) - given
                given |= {each.slot} if isinstance(each, ir.Assign) else set()
            return found
        case ir.Node():
            return set[int]().union(*(wanted(getattr(what, one.name)) for one in fields(what)))
        case _:
            return set()


def _few(start: Number, stop: Number, step: Number, most: int) -> bool:
    turns = range(start.constant or 0, stop.constant or 0, step.constant or 1)
    return (turns.stop - turns.start) * (1 if turns.step > 0 else -1) <= most * abs(turns.step)


def _leaves(body: ir.Body, *, loops: bool = True) -> bool:
    """Return whether statements may leave the block that they are in: return, or (with ``loops``) break and continue."""
    if any(isinstance(node, ir.Return) for node in ir.nodes(body)):
        return True
    return loops and _breaks(body, (ir.Break, ir.Continue))


def _breaks(body: ir.Body, kinds: tuple[type[ir.Stmt], ...] = (ir.Break,)) -> bool:
    """Return whether a block leaves the loop that it stands in, and not one within."""
    return any(isinstance(each, kinds) for each in ir.statements(body, loops=False))


def _closed(end: Path, start: Path, path: Path) -> Guard:
    """Return the condition under which a turn ends so; the turns of loops inside it are some."""
    return some(end.turns(start), both(*end.more(path)))


def _earlier(name: str, ending: Guard, other: str) -> Guard:
    """Return that a turn before this one ends the loop."""
    before = at_least_0(variable(name) - variable(other) - 1)
    return some((other,), both(before, put(ending, {name: variable(other)})))


def _step(value: Any, opaque: Number) -> int | None:
    """Return by which constant a turn changes a number."""
    if not isinstance(value, Number):
        return None
    difference = value.plus(opaque.negative())
    return None if difference is None else difference.constant


def _length(turn: Turn) -> tuple[int, int]:
    """Return a and b: a loop has at most a·n + b turns, n being the largest number of a position."""
    lengths: list[tuple[int, int]] = []
    for term in terms_of(turn.within):
        own = -term.of(turn.name)
        if own > 0:
            times = sum(abs(a) for part, a in term.parts if part != turn.name)
            lengths.append((-(-times // own), abs(term.constant) // own + 1))
    return min(lengths, default=(1, 0)) if not isinstance(turn.within, Atom) else (lengths or [(1, 0)])[0]
