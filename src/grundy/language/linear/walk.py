"""Rules as guarded linear moves: the statements followed for all positions at once, with numbers that are terms.

A position is natural numbers x0, x1, …; turn j of a loop has the number ``start + step·j``. It is reached exactly if no
earlier one ends the loop. A condition parts a path in two only where it matters afterwards.
(J. C. King, *Symbolic execution and program testing*, 1976.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, TypeAlias

from grundy.common.messages import N_, _
from grundy.language.branches import Branch
from grundy.language.ir import Call, Fold, Routine
from grundy.language.linear.guards import NO, YES, Atom, Guard, apart, at_least_0, both, either, hoisted, terms_of
from grundy.language.linear.numbers import Number
from grundy.language.linear.sums import Term, never_negative, variable
from grundy.language.linear.terms import MISSING, STEPS, Found, Mark, Path, condition, each_of, known
from grundy.language.linear.turns import AnyOf, Gather, Loops, Nothing, Sink
from grundy.language.refusal import Unreadable

Ways: TypeAlias = "dict[Branch, list[tuple[tuple[str, ...], Guard]]]"
MOVES = 3000
"""Rules of more forms of moves are not read."""
WON, LOST = 1, -1
"""What a declared ending returns for the player to move, of those that are read."""


@dataclass(frozen=True)
class Move:
    """Some moves of one form: ``guard`` holds for some natural numbers ``bound``, and the position becomes ``parts``."""

    bound: tuple[str, ...]
    guard: Guard
    parts: tuple[Term, ...]
    line: int = 0


@dataclass(frozen=True)
class Duty:
    """What must be true of the rule: for all numbers with ``guard``, ``term`` is ``least`` or more; ``kind`` says why."""

    guard: Guard
    term: Term
    least: int
    kind: str
    line: int = 0

    @property
    def what(self) -> str:
        """What would be wrong, in words."""
        words = {
            "yielded": _("line {line}: a number is yielded that could be below {least}"),
            "divided": _("line {line}: a number is divided that could be below 0"),
            "index": _("line {line}: an index could be outside of its tuple"),
            "fails": _("line {line}: the rule could raise an exception, or never end"),
        }
        return words[self.kind].format(line=self.line, least=self.least)


@dataclass(frozen=True)
class Linear:
    """The moves of a rule, with what must be true of it, and where the mover has lost, or won, by a declared ending.

    ``loops`` are the nests of loops that are not written out, each a tuple of (a, b): at most a·(the largest number) + b
    turns. ``steps`` says how much was followed. Of the branches that were asked for, ``taken`` are the conditions under
    which each is taken, for some natural numbers that are named.
    """

    moves: tuple[Move, ...]
    duties: tuple[Duty, ...]
    lost: Guard = NO
    won: Guard = NO
    loops: tuple[tuple[tuple[int, int], ...], ...] = ()
    steps: int = 0
    taken: Mapping[Branch, tuple[tuple[tuple[str, ...], Guard], ...]] = field(
        default_factory=dict[Branch, tuple[tuple[tuple[str, ...], Guard], ...]]
    )


def linear(
    moves: Routine,
    params: Mapping[str, Any],
    *,
    width: int,
    heap: bool = False,
    least: int = 0,
    ending: Routine | None = None,
    look: Callable[[], None] = lambda: None,
    asked: Iterable[Branch] = (),
) -> Linear:
    """Return the moves of a rule for positions of ``width`` natural numbers; Unreadable says where it is not linear.

    ``heap``: what is yielded are the heaps that a heap becomes. No number of a position is below ``least``.
    ``look`` is called at each step, and may raise an exception to end it. ``asked`` are branches of both routines of which
    is noted when they are taken. O(size of the rule, each loop between constants written out).

    >>> from grundy.language.ir import For, Function, Local, Known, Op, Routine, Yield
    >>> loop = For(1, Local(0), Known(0), Known(-1), (Yield(Op("-", Local(0), Local(1))),))
    >>> found = linear(Routine("ints", 1, (), (Function(1, 2, (loop,)),)), {}, width=1)
    >>> [(str(move.guard), str(move.parts[0])) for move in found.moves]
    [('-j+x0-1>=0', 'j')]
    """
    if not moves.yields:
        main = moves.main
        raise Unreadable("{name} yields nothing, and what it returns is not read", main.line, name=main.name)
    walk = Walk(moves, params, width, least, 0 if heap else width, look)
    walk.ways = {branch: [] for branch in asked}
    walk.block(moves.main.body, [walk.start])
    lost, won, more = NO, NO, []
    if ending is not None:
        lost, won, more = _ending(ending, params, width, look, walk.ways)
    taken = {branch: tuple(dict.fromkeys(ways)) for branch, ways in walk.ways.items()}
    found = Linear(tuple(walk.moves), (*walk.duties, *more), lost, won, tuple(walk.nests), walk.steps, taken)
    return _needed(found)


def _ending(
    routine: Routine, params: Mapping[str, Any], width: int, look: Callable[[], None], ways: Ways
) -> tuple[Guard, Guard, list[Duty]]:
    walk = Walk(routine, params, width, 0, 0, look)
    walk.ways = ways
    results: dict[int | None, list[Guard]] = {}
    for path in walk.block(routine.main.body, [walk.start]):
        value = path.result
        constant = value.constant if isinstance(value, Number) else None
        if value is not None and constant not in (WON, LOST):
            raise Unreadable("a declared ending other than a win or a loss is not read", routine.main.line)
        if path.bound:
            raise Unreadable("a declared ending inside a loop is not read", routine.main.line)
        results.setdefault(constant, []).append(both(*path.guards))
    lost, won = (apart(either(*results.get(each, [])), walk.fresh) for each in (LOST, WON))
    return lost, won, list(walk.duties)


def _needed(found: Linear) -> Linear:
    """Leave out duties of quotients that are gone: all that is done with those is right for negative numbers too."""
    guards = [*(move.guard for move in found.moves), *(duty.guard for duty in found.duties), found.lost, found.won]
    terms = [term for guard in guards for term in terms_of(guard)]
    terms += [part for move in found.moves for part in move.parts]
    terms += [duty.term for duty in found.duties]
    if any(True for term in terms for _floor in term.floors()):
        return found
    return replace(found, duties=tuple(duty for duty in found.duties if duty.kind != "divided"))


@dataclass
class Walk(Loops):
    """Follows one routine."""

    routine: Routine
    params: Mapping[str, Any]
    width: int
    least: int
    yielded: int
    look: Callable[[], None]
    moves: list[Move] = field(default_factory=list[Move])
    duties: dict[Duty, None] = field(default_factory=dict[Duty, None])
    steps: int = 0
    ways: Ways = field(default_factory=dict[Branch, list[tuple[tuple[str, ...], Guard]]])

    def __post_init__(self) -> None:
        super().__post_init__()
        self.function = self.routine.main
        self.names = count()
        self.sink: Sink = _Moves(self)
        state = tuple(Number.of(variable(f"x{i}")) for i in range(self.width))
        given = [(state,)] if self.routine.is_tuple else [state]
        args = [*given[0], *(known(self.params[name], self.routine.main.line) for name in self.routine.keywords)]
        self.start = Path(self.slots(args, self.routine.main.slots))

    def slots(self, args: Sequence[Any], size: int) -> tuple[Any, ...]:
        """Return the slots of a function that is called."""
        return (*args, *(MISSING,) * (size - len(args)))

    def step(self, line: int) -> None:
        """Count what is followed."""
        self.look()
        self.steps += 1
        if self.steps > STEPS or len(self.moves) + len(self.duties) > MOVES:
            raise self.too_many(line)

    def fresh(self) -> str:
        """Return a new name for the turns of a loop."""
        return f"j{next(self.names) or ''}"

    # -- what is noted -------------------------------------------------------------------------------------------------

    def give(self, path: Path, value: Any, line: int) -> list[Path]:
        """Note a move, and that its numbers are none too small; return the paths that go on."""
        if isinstance(value, Mark):
            condition(value, line)
        items = value if isinstance(value, tuple) else (value,)
        if self.yielded and len(items) != self.yielded:
            told = N_("{count} numbers are yielded, and a position has {width}")
            raise Unreadable(told, line, count=len(items), width=self.yielded)
        for way, terms in each_of(path, items, lambda item, before: self.plain(item, before, line)):
            if both(*way.guards) != NO:
                self.move(way, tuple(terms), line)
                for term in terms:
                    self.duty(way, term, self.least, "yielded", line)
        return [path]

    def move(self, path: Path, parts: tuple[Term, ...], line: int) -> None:
        """Note a move."""
        bound, guard = self._closed(path)
        if guard != NO:
            self.moves.append(Move((*path.bound, *bound), guard, parts, line))

    def duty(self, path: Path, term: Term, least: int, kind: str, line: int) -> None:
        """Note that a term must not be below a number, unless that is plain."""
        if self.dry or at_least_0(term - least) == YES or _plain(path, term - least):
            return
        _bound, guard = self._closed(path)
        duty = Duty(guard, term, least, kind, line)
        if guard != NO:
            self.duties[duty] = None

    def taken(self, key: int, way: bool, path: Path, guard: Guard) -> None:
        """Note under which conditions a branch is taken that was asked for."""
        if not self.dry and (key, way) in self.ways:
            within = path.under(guard)
            if within is not None:
                bound, whole = self._closed(within)
                self.ways[key, way] += [] if whole == NO else [((*path.bound, *bound), whole)]

    def _closed(self, path: Path) -> tuple[tuple[str, ...], Guard]:
        guard = both(*path.guards)
        return hoisted(apart(guard, self.fresh))

    # -- functions and folds -------------------------------------------------------------------------------------------

    def call(self, node: Call, path: Path) -> Found:
        """Follow a helper, and return its paths as paths of the caller."""
        function = self.routine.functions[node.function]
        found: Found = []
        for before, args in self.values(node.args, path):
            outer, sink = self.function, self.sink
            self.function = function
            self.sink = Nothing()
            try:
                ends = self.block(function.body, [replace(before, slots=self.slots(args, function.slots))])
            except Unreadable as problem:
                if function.file == self.routine.main.file:
                    raise
                raise Unreadable(problem.what, node.line) from None  # a line of the file with the rules
            self.function, self.sink = outer, sink
            for end in ends:
                if end.result is None:
                    self.duty(end, Term((), -1), 0, "fails", node.line)
                else:
                    found.append((replace(end, slots=before.slots, end="", result=None), end.result))
        return found

    def fold(self, node: Fold, path: Path) -> Found:
        """Follow a block whose yields are gathered."""
        sink = self.sink
        self.sink = AnyOf(path, node.how == "any") if node.how in ("any", "all") else Gather(path)
        ends = self.block(node.body, [replace(path, given=())])
        gathered, self.sink = self.sink, sink
        if isinstance(gathered, AnyOf):
            return [(self.forgotten(path, node.body), gathered.result)]
        return [
            each
            for end in ends
            for each in self._folded(node.how, end.given, replace(end, given=path.given), node.line)
        ]

    def _folded(self, how: str, given: tuple[Any, ...], path: Path, line: int) -> Found:
        if how == "tuple":
            return [(path, given)]
        if how == "sum":
            return self.total(list(given), path, line)
        return self.extreme(how, list(given), path, line)


def _plain(path: Path, term: Term) -> bool:
    """Return whether the conditions of a path plainly say that a term is not negative."""
    atoms = [guard.term for guard in path.guards if isinstance(guard, Atom) and guard.relation == ">="]
    return any(never_negative(term - each) for each in atoms)


class _Moves(Sink):
    """What a rule yields: moves."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk

    def give(self, path: Path, value: Any, line: int) -> list[Path]:
        """Note a move."""
        return self.walk.give(path, value, line)
