"""What was read of a function compared with Python where it counts: at positions that take each branch of what was read.

Python runs the function there, and nothing but code that was read. A branch that no position was found for has no witness:
who says something of the rule leaves it out (`grundy.language.branches.guarded`), or proves that it is never taken.
"""

from __future__ import annotations

import gc
import random
import signal
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice, product
from typing import Any, TypeVar

from grundy.common.errors import TooLarge
from grundy.language.branches import ALL_STEPS, Cells, Search, branches, searched
from grundy.language.ir import Routine, constants
from grundy.language.run import Beyond, Failed, Run
from grundy.language.wrapped import Wrapped, flat, nested, record_of
from grundy.rules.board import Board
from grundy.rules.board_kinds import Walled, numbers_beside
from grundy.rules.grids import line_count
from grundy.rules.ruleset import Ruleset, accepted, frozen
from grundy.rules.session import Field

T = TypeVar("T")
MOST = 500
"""Options of one position that are compared."""
STEPS = 50_000
"""Steps of what was read that are run for one position."""
LONG = 4_000_000
"""Steps where a position is known to take a branch."""
LINES, LONGER = 400_000, 10
"""Lines that Python may run for one function at all its positions; where it is looked at longer, so many times as many."""
BITS = 4_096
"""Bits of a number from which on a rule is left to itself at a position that nobody has met."""
FIRST = 20
"""Positions to begin with that come before others."""
FEW = 60
"""Positions beside those that take the branches, and first ones, that are compared."""
ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGALRM", "SIGTERM") if hasattr(signal, name)]
"""Signals whose handlers may end a question."""
OWN = Wrapped.__init__.__code__.co_filename


class Endless(BaseException):
    """Python has run more lines than were allowed; no `except Exception` on the way takes it for the rule's own."""


class Foreign(BaseException):
    """Python has run code that was not read."""


class Watch:
    """Python's answers within budgets of lines (of one question, and of all), and of bits of what a rule calculates with.

    ``codes`` are what may run, those within them included; None for any.
    """

    def __init__(self, lines: int, every: int, codes: Iterable[types.CodeType] | None = None) -> None:
        self.lines = lines
        self.left = every
        self.codes = None if codes is None else frozenset(_with_inner(codes))

    def ask(self, question: Callable[[], T]) -> T:
        """Return what a call answers; `Endless` if it takes too many lines of Python, `Foreign` where other code runs."""
        least = max(0, self.left - self.lines)
        handlers = [getattr(signal.getsignal(each), "__code__", None) for each in ENDING]
        signalled = endless = False

        def trace(frame: Any, event: str, argument: Any) -> Any:
            nonlocal signalled, endless
            if event == "call" and self.codes is not None and not self._is_read(frame):
                if frame.f_code in handlers:  # it may end the question, as where the time is over
                    signalled = True
                    sys.settrace(None)
                    return None
                raise Foreign(frame.f_code.co_qualname, frame.f_code.co_filename)
            self.left = left = self.left - 1
            if left % 8 == 0 and not endless:  # squared eight times between two looks
                numbers = (value for value in frame.f_locals.values() if type(value) is int)
                endless = any(value.bit_length() > BITS for value in numbers)
            if (endless or left < least) and event == "line":  # and not where a generator is closed
                raise Endless
            return trace

        before, collecting = sys.gettrace(), gc.isenabled()
        gc.disable()  # what is thrown away elsewhere may run code
        sys.settrace(trace)
        try:
            answer = question()
        finally:
            sys.settrace(before)
            if collecting:
                gc.enable()
        if signalled:  # since then nothing was watched
            raise Foreign
        return answer

    def _is_read(self, frame: Any) -> bool:
        assert self.codes is not None
        code = frame.f_code
        return code in self.codes or code.co_filename in (__file__, OWN)


def _with_inner(codes: Iterable[types.CodeType]) -> Iterator[types.CodeType]:
    for code in codes:
        yield code
        yield from _with_inner(each for each in code.co_consts if isinstance(each, types.CodeType))


@dataclass
class Met:
    """What was found of one function: its ``branches``, of which some are ``never`` taken (they depend on parameters alone),
    and those without a witness, with their lines; at which positions Python was ``compared``, and did the same (some of
    them were ``decided`` to take a branch); where it ``differs``; some positions that were ``visited``."""

    branches: int
    never: set[int] = field(default_factory=set[int])
    unmet: dict[int, int] = field(default_factory=dict[int, int])
    compared: set[Cells] = field(default_factory=set[Cells], repr=False)
    decided: set[Cells] = field(default_factory=set[Cells], repr=False)
    differs: str = ""
    visited: list[Cells] = field(default_factory=list[Cells], repr=False)

    @property
    def positions(self) -> int:
        """In how many positions Python did the same."""
        return len(self.compared)

    @property
    def taken(self) -> int:
        """How many branches have a witness."""
        return self.branches - len(self.never) - len(self.unmet)


KEPT = Field[dict[tuple[Callable[..., Any], type[Wrapped] | None], Met]]("branches", dict)


def met(
    rules: Ruleset,
    function: Callable[..., Any],
    made: Routine,
    starts: Iterable[Cells] = (),
    *,
    kind: type[Wrapped] | None = None,
    scoring: bool = False,
    steps: int = ALL_STEPS,
    look: Callable[[], None] = lambda: None,
) -> Met:
    """Return what Python did where branches of a function are taken, with the parameters of a ruleset.

    ``starts`` are positions to begin with, besides first ones, and some around the constants of the rule, where positions
    are so many integers; ``kind`` is the class over a tuple with which the state is annotated. It is kept with the rules;
    branches without a witness are looked for again from other starts. Of rules that are data no Python runs, and nothing
    is compared. ``look`` is called all the time, and may raise. O(steps of `grundy.language.branches`).
    """
    kept, key = rules.memory[KEPT], (function, kind)
    found = kept.setdefault(key, Met(0)) if rules.is_data else kept.get(key)
    if found is None or (found.unmet and not found.differs and steps > ALL_STEPS):
        found = kept[key] = _Comparison(rules, function, made, kind, scoring, steps).run(starts, found, look)
    return found


def unmet(rules: Ruleset) -> int:
    """Return how many branches of what was read of some rules have no witness, as far as they were looked for."""
    return sum(len(found.unmet) for found in rules.memory[KEPT].values())


def compared_anew(rules: Ruleset, function: Callable[..., Any], made: Routine) -> set[Cells]:
    """Return the positions at which Python was compared, of a function of so many integers: the same each time, whatever
    else was asked of the rules."""
    known = rules.memory[KEPT].get((function, None))
    if rules.is_data:
        return set()
    found = _Comparison(rules, function, made, None, False).run((), None, anew=True)
    return found.compared | (known.decided if known else set())


def tried(rules: Ruleset, function: Callable[..., Any], made: Routine, branch: int, cells: Cells, found: Met) -> Met:
    """Return what was found, once a position was looked at that is said to take a branch that has no witness yet."""
    own = _Comparison(rules, function, made, None, False)
    search = Search(made, own.params)
    search.visit(cells, LONG)
    if [*search.all][branch] in search.todo:
        return found
    if own.compare(found, cells, LONG):
        found.decided.add(cells)
        found.unmet.pop(branch, None)
    return found


def firsts(made: Routine | tuple[Routine, ...], params: Iterable[Any], width: int, least: int = 0) -> Iterator[Cells]:
    """Iterate over the first positions of so many integers, and some where one of them, or all, are near constants."""
    side = next(side for side in range(20, 0, -1) if side**width <= FEW)
    yield from product(range(least, least + side), repeat=width)
    spoken = sorted({abs(c) for c in constants((made, *params))})[-40:]
    pairs = sorted(a * b for i, a in enumerate(spoken[-8:]) for b in (2, *spoken[-8:][i:]) if a > 1)
    # what large numbers cost is bounded by who asks: the small ones first, and each with small numbers beside
    for numbers, beside in ((spoken, (least + side,)), (spoken, (least, least + 1)), (pairs, (least + side,))):
        for n in dict.fromkeys(c + d for c in numbers for d in (-1, 0, 1) if c + d >= least):
            yield from [(n,) * width] if beside[0] > least else []
            yield from (
                (*(rest,) * i, n, *(rest,) * (width - i - 1)) for rest in beside for i in range(width) if width > 1
            )


def drawn(kind: type[Board], width: int) -> Iterator[Cells]:
    """Iterate over boards of several sizes with pieces by lot, of states of so many integers.

    >>> [cells[:2] for cells in drawn(Board, 4)][:3]
    [(1, 4), (4, 1), (2, 2)]
    """
    chance = random.Random(0)
    faces = width - 2 if kind is Board or not hasattr(kind, "faces") else kind((1, 1, *(0,) * (width - 2))).faces
    beside = numbers_beside(kind)
    shapes = ((1, 4), (4, 1), (2, 2)) * 3 + ((3, 3), (4, 4), (1, 9), (9, 1), (3, 5), (5, 5))
    for turn, (rows, columns) in enumerate(shapes):
        shown = [chance.randrange(-1, faces) for _ in range(rows * columns)]
        layers = (sum(1 << i for i, own in enumerate(shown) if own == face) for face in range(faces))
        cells = (rows, columns, *layers, *below_by_lot(kind, rows, columns, chance))
        others = (0,) * (width - len(cells) - beside)  # words of larger boards
        yield (*cells, *others, *(turn % 2 for _ in range(beside)))


def below_by_lot(kind: type[Board], rows: int, columns: int, chance: random.Random) -> Iterator[int]:
    """Iterate over the integers of a floor and of walls by lot, of boards that have them."""
    left = (1 << rows * columns) - 1
    for _face in range(getattr(kind, "floors", 0)):
        yield (layer := chance.getrandbits(rows * columns) & left)
        left &= ~layer
    if issubclass(kind, Walled):
        yield chance.getrandbits(line_count(rows, columns))


class _Comparison:
    def __init__(
        self,
        rules: Ruleset,
        function: Callable[..., Any],
        made: Routine,
        kind: type[Wrapped] | None,
        scoring: bool,
        steps: int = ALL_STEPS,
    ) -> None:
        own = {**(function.__kwdefaults__ or {}), **rules.params}
        self.params = {name: frozen(own[name]) for name in made.keywords}
        self.given = accepted(function, self.params)
        self.function, self.record = function, record_of(function)
        self.widths = rules.widths
        self.made = made
        self.yields = made.yields
        self.kind = kind
        self.scoring = scoring
        self.steps = steps
        self.left = 10 * steps
        lines = LINES * max(1, min(steps // ALL_STEPS, LONGER))
        self.watch = Watch(lines, lines, made.codes or None)

    def run(
        self,
        starts: Iterable[Cells],
        before: Met | None,
        look: Callable[[], None] = lambda: None,
        *,
        anew: bool = False,
    ) -> Met:
        """Look for positions that take the branches, and compare there."""
        board = self.kind if self.kind is not None and issubclass(self.kind, Board) else None
        begin = list(starts)
        if board is not None and begin:
            begin = [*drawn(board, len(begin[0])), *begin]  # small ones first, which take few steps
        if self.made.shape == "ints":
            begin[FIRST:FIRST] = firsts(self.made, self.params.values(), self.made.width)
        elif self.kind is None:
            begin += [cells for count in range(6) for cells in ((2,) * count, (*range(count),))]
        seen = searched(
            self.made,
            self.params,
            tuple(begin),
            look,
            scoring=self.scoring,
            steps=self.steps,
            guided=board is None,
            anew=anew,
        )
        lines = [*branches(self.made).values()]
        found = Met(len(lines), seen.never, dict(seen.unmet), set(before.compared) if before else set())
        found.visited = seen.visited
        compared, witnesses = found.compared, ((cells, max(STEPS, self.steps // 6)) for cells in seen.states)
        others = ((cells, STEPS) for cells in (*begin[:FEW], *seen.beside()) if cells not in compared)
        for cells, steps in chain(witnesses, islice(others, 2 * FEW)):
            if self.compare(found, cells, steps) is False:
                return found
        found.unmet |= {branch: lines[branch] for branch, cells in seen.witnesses.items() if cells not in compared}
        if before is not None:
            found.unmet = {branch: line for branch, line in found.unmet.items() if branch in before.unmet}
        return found

    def compare(self, found: Met, cells: Cells, steps: int = STEPS) -> bool | None:
        """Return what `same` does, and note it."""
        same = self.same(cells, steps)
        if same:
            found.compared.add(cells)
        elif same is False:
            found.differs = ", ".join(map(str, cells))
        return same

    def same(self, cells: Cells, steps: int = STEPS) -> bool | None:
        """Whether Python does at a position what was read; None where that takes too long, or a number is too large."""
        args: list[Any] = [cells] if self.made.is_tuple else [*cells]
        spent = [0]

        def spend(more: int) -> None:
            spent[0] += more
            if spent[0] > steps:
                raise Beyond

        run = Run(self.made, spend=spend)
        if self.left < 0 and steps < LONG:
            return None
        try:
            asked = [*args, *self.params.values()]
            right = run.yields(asked, MOST) if self.yields else run.returned(asked)
        except Beyond:
            return None
        except Failed:
            right = Failed
        finally:
            self.left -= spent[0]
        for _turn in range(2):  # what a signal or an object that goes runs once is not the rule's
            try:
                return same_children(self.watch.ask(lambda: self._python(args)), right, MOST)
            except Foreign:
                continue
            except (Endless, RecursionError, MemoryError):
                return None
        return None if right is Failed else False  # what is raised may be made by what need not be read

    def _python(self, args: list[Any]) -> Any:
        """Return what the function gives in Python, `Failed` where it raises."""
        if self.kind is not None:
            args = [self.kind(args[0])]
        elif self.record is not None:
            args = [self.record._make(args)]
        elif self.made.shape == "variadic":
            args = [*args[0]]
        try:
            found = self.function(*nested(args, self.widths), **self.given)
            if not self.yields:
                return _plain(found)
            children = (_plain(each) for each in islice(found, MOST))
            return [(x[0], flat(x[1], self.widths)) if self.scoring else flat(x, self.widths) for x in children]
        except (RecursionError, MemoryError, TooLarge):
            raise
        except Exception:  # whatever the user's rules may raise
            return Failed


def same_children(one: Any, other: Any, most: int) -> bool | None:
    """Whether two answers are the same, children in any order; None where those are ``most``, and perhaps only the first.

    >>> [same_children([1, 2], other, 3) for other in ([2, 1], [2, 3], [2, 1, 1], (1, 2))]
    [True, False, None, False]
    """
    if one == other or not (isinstance(one, list) and isinstance(other, list)):
        return one == other
    if max(len(one), len(other)) >= most:
        return None
    return all(each in other for each in one) and all(each in one for each in other)


def _plain(value: Any) -> Any:
    """Return a state, or what holds states, with objects over tuples as these."""
    if isinstance(value, Wrapped):
        return value.yielded().state
    if isinstance(value, tuple):
        items: tuple[Any, ...] = value  # (typing.cast would be code that was not read)
        return tuple(map(_plain, items))
    return value
