"""The branches of a rule as data, and positions that take them: what is said of a rule is compared with Python *there*.

A branch is a condition together with whether it holds, or the body of a loop over a range. Positions are found by running
the rule (`grundy.language.run`) where it was met, on plays by lot, and then nearer and nearer to a branch that none has
taken: of a comparison both sides are known, and their difference tells by how much a number of the position is to be
changed. (B. Korel, *Automated software test data generation*, 1990.)
"""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias, cast

from grundy.language import ir
from grundy.language.run import Beyond, Failed, Run

Branch: TypeAlias = tuple[int, bool]
"""The identity of a condition, or of a loop's body, and whether it holds, or is entered. Its number is its place."""
Cells: TypeAlias = tuple[int, ...]
STEPS, ALL_STEPS, OF_NUMBERS = 5_000, 15_000, 5
"""Steps of one run, and of all; of rules of up to three numbers so many times as many."""
PLAYS, LENGTH, ALWAYS = 24, 200, 4
"""Plays by lot, positions of each, and how many plays there are even if all branches were met: for who asks for those."""
TRIES = 400
"""Positions that are tried for one branch."""
MOST = 200
"""Options of one position that are looked at."""
ENOUGH, VISITED = 20, 300
"""First positions that are looked at even if all branches were met, and how many of all are told."""
SEARCHES = 256
"""Searches that are remembered."""
FAR = 10**18


def conditions(routine: ir.Routine) -> dict[int, ir.Expr]:
    """Return the conditions of a rule by their identities, without those that are known beforehand.

    >>> test = ir.Compare(("<",), (ir.Local(0), ir.Known(3)))
    >>> rule = ir.Routine("ints", 1, (), (ir.Function(1, 1, (ir.If(ir.Unary("not", test), (ir.Yield(ir.Known(0)),), ()),)),))
    >>> conditions(rule) == {id(test): test}
    True
    """
    found: dict[int, ir.Expr] = {}
    for node in _reached(tuple(function.body for function in routine.functions)):
        tests = [node.test] if isinstance(node, ir.If | ir.While | ir.Choose) else []
        tests += [node.inner] if isinstance(node, ir.Unary) and node.sign == "not" else []
        tests += node.items if isinstance(node, ir.Logic) else []
        tests += [node] if isinstance(node, ir.Compare) else []
        found |= {id(leaf): leaf for test in tests for leaf in _leaves(test)}
    return found


def _leaves(test: ir.Expr) -> Iterator[ir.Expr]:
    match test:
        case ir.Logic(_, items):
            for item in items:
                yield from _leaves(item)
        case ir.Unary("not", inner):
            yield from _leaves(inner)
        case ir.Known():
            return
        case _:
            yield test


def _reached(what: Any) -> Iterator[ir.Node]:
    """Iterate over nodes but for those that a known condition leaves out."""
    if isinstance(what, tuple):
        for each in cast("tuple[Any, ...]", what):
            yield from _reached(each)
    elif isinstance(what, ir.Node):
        yield what
        test = what.test if isinstance(what, ir.If | ir.Choose | ir.While) else None
        left_out = "" if not isinstance(test, ir.Known) else "other" if test.value else "then body"
        for one in fields(what):
            if one.name not in left_out:
                yield from _reached(getattr(what, one.name))


def branches(routine: ir.Routine) -> dict[Branch, int]:
    """Return the branches of a rule, each with its line."""
    found = {(key, way): node.line for key, node in conditions(routine).items() for way in (True, False)}
    for node in _reached(tuple(function.body for function in routine.functions)):
        if isinstance(node, ir.For) and node.body:
            found[id(node.body), True] = node.line
    return found


@dataclass
class _Near:
    """How near a position came to a branch: the cells, the difference of what is compared, and its size."""

    cells: Cells
    difference: int
    distance: int


class _Watched(Run):
    """A run that notes which branches were taken, and how near it came to others."""

    def __init__(self, routine: ir.Routine, spend: Callable[[int], None]) -> None:
        super().__init__(routine, spend=spend)
        self.conditions = conditions(routine)
        self.bodies = {key for key, _way in branches(routine) if key not in self.conditions}
        self.taken: set[Branch] = set()
        self.near: dict[Branch, int] = {}
        self._apart = 0

    def value(self, node: ir.Expr, slots: list[Any]) -> Any:
        """Return what an expression comes to; of a condition whether it holds is noted."""
        if id(node) not in self.conditions:
            return self._expressions[type(node)](self, node, slots)
        self._apart = 0
        found = self._expressions[type(node)](self, node, slots)
        way, other = (id(node), bool(found)), (id(node), not found)
        self.taken.add(way)
        apart = self._apart if isinstance(node, ir.Compare) else found if isinstance(found, int) else 0
        if abs(apart) <= abs(self.near.get(other, FAR)):
            self.near[other] = apart
        return found

    def _compare(self, node: ir.Compare, slots: list[Any]) -> Any:
        left = self.value(node.items[0], slots)
        for sign, item in zip(node.signs, node.items[1:], strict=True):
            right = self.value(item, slots)
            self._apart = right - left if isinstance(left, int) and isinstance(right, int) else 0
            if not self.related(sign, left, right):
                return 0
            left = right
        return 1

    def _block(self, body: ir.Body, slots: list[Any], give: Any) -> int:
        if id(body) in self.bodies:
            self.taken.add((id(body), True))
        return super()._block(body, slots, give)


@dataclass
class Seen:
    """What was seen of a rule, of branches by their numbers: a position that takes each, the one with the least work.

    Of conditions on parameters alone, which do not change, some are ``never`` taken. The ``unmet`` ones have their lines.
    ``visited`` are some positions that were looked at, in their order.
    """

    witnesses: dict[int, Cells]
    never: set[int]
    unmet: dict[int, int]
    visited: list[Cells]

    @property
    def states(self) -> list[Cells]:
        """The positions that take the branches, each once."""
        return list(dict.fromkeys(self.witnesses.values()))

    def beside(self) -> Iterator[Cells]:
        """Iterate over positions that differ from those by one, in one number."""
        for cells in self.states:
            for i, cell in enumerate(cells):
                for other in (cell - 1, cell + 1):
                    if other >= 0:
                        yield (*cells[:i], other, *cells[i + 1 :])


class Search:
    """The search for positions that take the branches of one rule, whose parameters are given.

    ``scoring``: it yields pairs of a gain and a state; ``guided``: positions are tried that come nearer
    to a branch; ``steps`` are those of all runs, ``look`` is called all
    the time, and may raise.

    >>> test = ir.Compare(("==",), (ir.Op("//", ir.Local(0), ir.Known(1000)), ir.Known(613)))
    >>> rule = ir.Routine("ints", 1, (), (ir.Function(1, 1, (ir.If(test, (ir.Yield(ir.Known(0)),), ()),)),))
    >>> found = Search(rule, {}).run([(5,)])
    >>> sorted(cells[0] // 1000 for cells in found.states), found.unmet
    ([0, 613], {})
    """

    def __init__(
        self,
        routine: ir.Routine,
        params: dict[str, Any],
        *,
        scoring: bool = False,
        steps: int = ALL_STEPS,
        guided: bool = True,
        look: Callable[[], None] = lambda: None,
    ) -> None:
        self.routine = routine
        self.all = branches(routine)
        self.lines = list(self.all.values())
        self.given = [params[name] for name in routine.keywords]
        self.scoring = scoring
        self.look = look
        self.guided = guided
        self.witnesses: dict[Branch, tuple[int, Cells]] = {}
        self.near: dict[Branch, _Near] = {}
        self.todo = dict.fromkeys(self.all)
        few = routine.shape == "ints" and routine.width <= 3
        self.most = self.left = steps * (OF_NUMBERS if few else 1)
        self.longest = max(STEPS, steps // 6)
        self._most = STEPS
        self._run = _Watched(routine, self._spend)
        self._spent = 0
        self._constant = constant_slots(routine, self.given)
        self._asked: dict[Cells, None] = {}

    def _spend(self, steps: int) -> None:
        self._spent += steps
        if self._spent % 64 == 0:
            self.look()
        if self._spent > self._most:
            raise Beyond

    def visit(self, cells: Cells, most: int | None = None) -> list[Any]:
        """Look at a position, in so many steps at the most; return what it yields."""
        if cells in self._asked:
            return []
        self._asked[cells] = None
        run = self._run
        run.taken, run.near, self._spent, self._most = set(), {}, 0, self.longest if most is None else most
        args: list[Any] = [cells] if self.routine.is_tuple else [*cells]
        found: list[Any] = []
        whole = True
        try:
            if self.routine.yields:
                found = run.yields([*args, *self.given], MOST)
            else:
                run.returned([*args, *self.given])
        except Failed:
            pass
        except Beyond:
            whole = False
        self.left -= self._spent + 20
        self._note(cells, whole)
        return found

    def _note(self, cells: Cells, whole: bool) -> None:
        run, cost = self._run, self._spent
        if whole:
            for branch in run.taken:
                if branch in self.all and cost < self.witnesses.get(branch, (1 << 62, ()))[0]:
                    self.witnesses[branch] = cost, cells
                    self.todo.pop(branch, None)
        for branch, apart in run.near.items():
            if branch in self.todo:
                known = self.near.get(branch)
                if known is None or abs(apart) < known.distance:
                    self.near[branch] = _Near(cells, apart, abs(apart))

    def run(self, starts: Iterable[Cells]) -> Seen:
        """Look at some positions, at plays by lot from them, and then nearer to branches that none has taken."""
        begun: list[Cells] = []
        for cells in starts:
            if self.left < self.most // 2 or (not self.todo and len(begun) >= ENOUGH):
                break
            begun.append(cells)
            self.visit(cells)
        never = self._never()
        if self.routine.yields:
            self._play(begun)
        # nearer to each of them, as long as that is of use
        while self.guided and self.todo and self.left > 0 and any([self._towards(each) for each in [*self.todo]]):  # noqa: C419
            pass
        never |= self._never()
        number = {branch: i for i, branch in enumerate(self.all)}
        return Seen(
            {number[branch]: cells for branch, (_cost, cells) in self.witnesses.items()},
            {number[branch] for branch in never},
            {number[branch]: self.all[branch] for branch in self.todo},
            [*self._asked][:: 1 + len(self._asked) // VISITED],
        )

    def _never(self) -> set[Branch]:
        """Return the branches of which none is looked for any more, since conditions on constants never go there."""
        never = {branch for branch in self.todo if self._is_fixed(branch)}
        never |= self.todo.keys() & _within(tuple(each.body for each in self.routine.functions), never)
        for branch in never:
            del self.todo[branch]
        return never

    def _is_fixed(self, branch: Branch) -> bool:
        """Whether a condition is about constants alone, the other way of which was met: so it never goes this way."""
        key, way = branch
        node = self._run.conditions.get(key)
        if node is None or (key, not way) not in self.witnesses:
            return False
        inside = list(ir.nodes(node))
        at = next(i for i, each in enumerate(self.routine.functions) if any(own is node for own in ir.nodes(each.body)))
        slots = {each.slot for each in inside if isinstance(each, ir.Local)}
        return slots <= self._constant[at].keys() and not any(
            isinstance(each, ir.Call | ir.Put | ir.Assign) for each in inside
        )

    def _play(self, begun: Sequence[Cells]) -> None:
        """Plays by lot."""
        chance = random.Random(0)
        for turn in range(PLAYS):
            if not begun or (turn >= ALWAYS and not self.todo):
                return
            cells = begun[chance.randrange(len(begun))] if turn else begun[0]
            for _turn in range(LENGTH):
                if self.left < self.most // 4:
                    return
                self._asked.pop(cells, None)
                found = self.visit(cells)
                if not found:
                    break
                cells = self._after(chance.choice(found), chance)
                if cells is None:
                    break

    def _after(self, child: Any, chance: random.Random) -> Cells | None:
        """Return the position that a move leads to: of several heaps one of them; None where it is none."""
        child = child[1] if self.scoring and isinstance(child, tuple) else child
        cells = child if isinstance(child, tuple) else (child,)
        if self.routine.is_tuple or len(cells) == self.routine.width:
            return cells
        return (chance.choice(cells),) if cells and self.routine.width == 1 else None

    def _towards(self, branch: Branch) -> bool:
        """Try positions near the one that came nearest; return whether one came nearer."""
        before = self.near.get(branch)
        if before is None or branch not in self.todo:
            return False
        for tried, cells in enumerate(self._beside(before)):
            if tried > TRIES or self.left <= 0:
                break
            self.visit(cells, 4 * STEPS)
            if branch not in self.todo:
                return True
            if self.near[branch].distance < before.distance:
                return True
        return False

    def _beside(self, near: _Near) -> Iterator[Cells]:
        spoken = sorted(
            {abs(c) for c in (*ir.constants(self.routine), *ir.constants(tuple(self.given))) if abs(c) > 1}
        )[:24]
        apart = near.distance
        steps = dict.fromkeys([apart, *(apart * c for c in spoken), *(apart // c for c in spoken), 1])
        steps |= dict.fromkeys(c + d for c in spoken for d in (-1, 0, 1))
        steps |= dict.fromkeys(1 << i for i in range(40))
        steps |= dict.fromkeys(apart * a * b for a in spoken for b in spoken if a <= b)
        for step in steps:
            for i, cell in enumerate(near.cells):
                for other in (cell + step, cell - step):
                    if step and 0 <= other <= FAR:
                        yield (*near.cells[:i], other, *near.cells[i + 1 :])


_known: OrderedDict[Any, tuple[tuple[Cells, ...], int, Seen]] = OrderedDict()


def searched(
    routine: ir.Routine,
    params: dict[str, Any],
    starts: tuple[Cells, ...],
    look: Callable[[], None] = lambda: None,
    *,
    scoring: bool,
    steps: int,
    guided: bool,
    anew: bool = False,
) -> Seen:
    """Return what a `Search` finds; of rules all branches of which were met from other starts what was found then, unless it
    is to be found ``anew``: the same each time."""
    key = routine, *(params[name] for name in routine.keywords), scoring, guided
    begun, spent, found = _known.get(key, ((), 0, None))
    if found is None or ((anew or found.unmet) and (starts, steps) != (begun, spent)):
        found = Search(routine, params, scoring=scoring, steps=steps, guided=guided, look=look).run(starts)
        _known[key] = starts, steps, found
        if len(_known) > SEARCHES:
            _known.popitem(last=False)
    return found


# -- branches that nobody has seen ---------------------------------------------------------------------------------------


def _within(what: Any, never: set[Branch]) -> set[Branch]:
    """Return the branches that are only behind others that are never taken."""
    found: set[Branch] = set()
    for node in ir.nodes(what):
        behind: list[Any] = []
        if isinstance(node, ir.If | ir.Choose):
            behind = [arm for way, arm in ((True, node.then), (False, node.other)) if (id(node.test), way) in never]
        elif isinstance(node, ir.Logic):
            going = node.sign == "and"
            stops = next((i for i, each in enumerate(node.items) if (id(each), going) in never), len(node.items))
            behind = list(node.items[stops + 1 :])
        for arm in behind:
            inside = [*ir.nodes(arm)]
            found |= {(id(each), way) for each in inside for way in (True, False)}
            found |= {(id(each.body), True) for each in inside if isinstance(each, ir.For)}
    return found


def constant_slots(routine: ir.Routine, given: Sequence[Any]) -> list[dict[int, Any]]:
    """Return the slots of each function that hold one value all the time, with that: parameters, as they are handed on."""
    first = routine.main.takes - len(given)
    found = [dict(enumerate(given, first)), *({} for _function in routine.functions[1:])]
    for at, function in enumerate(routine.functions):
        if at:
            calls = [
                (caller, node)
                for caller, own in enumerate(routine.functions)
                for node in ir.nodes(own.body)
                if isinstance(node, ir.Call) and node.function == at
            ]
            for slot in range(function.takes):
                values = {_constant(node.args[slot], found[caller]) for caller, node in calls}
                if len(values) == 1 and None not in values:
                    found[at][slot] = values.pop()
        found[at] = {slot: value for slot, value in found[at].items() if slot not in ir.stored(function.body)}
    return found


def _constant(node: ir.Expr, known: dict[int, Any]) -> Any:
    return node.value if isinstance(node, ir.Known) else known.get(node.slot) if isinstance(node, ir.Local) else None


def guarded(routine: ir.Routine, unseen: Iterable[int]) -> ir.Routine:
    """Return a rule that fails where it would take one of these branches, given by number, and is the same elsewhere.

    >>> test = ir.Compare(("<",), (ir.Local(0), ir.Known(3)))
    >>> body = ir.If(test, (ir.Yield(ir.Known(0)),), ()), ir.Yield(ir.Known(1))
    >>> rule = ir.Routine("ints", 1, (), (ir.Function(1, 1, body),))
    >>> careful = Run(guarded(rule, [0]))
    >>> careful.yields((3,))
    [1]
    >>> careful.yields((2,))
    Traceback (most recent call last):
    grundy.language.run.Failed: tuple index out of range
    """
    numbers = frozenset(unseen)
    if not numbers:
        return routine
    ways = frozenset(branch for i, branch in enumerate(branches(routine)) if i in numbers)
    return replace(
        routine, functions=tuple(replace(each, body=_careful(each.body, ways)) for each in routine.functions)
    )


def _careful(what: Any, unseen: frozenset[Branch]) -> Any:
    if isinstance(what, tuple):
        inside = tuple(_careful(each, unseen) for each in cast("tuple[Any, ...]", what))
        return (ir.Fail(), *inside) if (id(what), True) in unseen else inside
    if not isinstance(what, ir.Node) or isinstance(what, ir.Known):
        return what
    made = replace(what, **{one.name: _careful(getattr(what, one.name), unseen) for one in fields(what)})
    made, fails = cast(ir.Expr, made), ir.Item(ir.Known(()), ir.Known(0), line=what.line)
    ways = [fails if (id(what), way) in unseen else made for way in (True, False)]
    return made if ways == [made, made] else ir.Choose(made, *ways, line=what.line)
