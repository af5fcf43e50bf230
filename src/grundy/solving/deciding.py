"""Who wins a position whose play has too many positions to see them all: a search that asks for one answer, and no more.

The search is `grundy.kernels.deciding`; here is what surrounds it: the table that grows with what is found and is kept with
the ruleset, the threads, the limits, the answer. It is asked where who wins is what is wanted, and the positions are more
than `SOON`; what it cannot do (rules that are interpreted, play that comes again) is left to the search of all positions.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count, islice
from typing import Any, NamedTuple
from weakref import WeakSet

import numpy as np

from grundy.common import limits
from grundy.common.errors import GrundyError, OutOfTime, RulesError, Sentence, TooLarge
from grundy.common.evidence import ByDeciding
from grundy.common.limits import Limits, keeping
from grundy.common.messages import N_, _
from grundy.common.threads import processors
from grundy.kernels import deciding as kernel
from grundy.kernels.contract import CannotCompile, Unfit, first_room, in_words, refused_rule, room_for
from grundy.language.refusal import Unreadable
from grundy.rules.functions import FunctionRuleset, TurnsRuleset, in_turns
from grundy.rules.hook_checks import check_monotone
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.session import Field
from grundy.rules.solution import Move, PartisanSolution, Solution
from grundy.solving import proof_numbers
from grundy.solving.compiled_rules import UNREAD, Native, give_up, native, went_on
from grundy.solving.memory import known, settled
from grundy.solving.placement import Placement, placement
from grundy.solving.results import LOST, OUTCOMES, TIED, WON, Question, by_score, endless_scores, soon_known
from grundy.values.outcome import Outcome

SOON = 1 << 18
"""Positions up to which all are solved, which tells more: how long it lasts, and each move's result."""
FIRST, MOST = 1 << 12, 1 << 25
"""Buckets of 32 bytes that a table has at first, and at most, where a quarter of the memory allowed holds as many."""
TURN = 1 << 15
"""States that are looked into before anybody is asked whether to go on; each turn takes half as many more, up to 2^20."""
FRESH = 1 << 11
"""The same of the first turn where lots rank the moves; each turn begins at the root again."""
FOLDED, SAMPLES = 8, 8
"""Moves from the root within which images of a state are taken for one; at so many options is compared how."""
ALONE = 1 << 18
"""States after which other threads help."""
LONGEST = 1 << 12
"""Moves of a line."""
KEPT = 1 << 28
"""Bytes that the tables of all games take together beside the one that grows, of which the others go first that were asked
longest ago."""


class Endless(RulesError):
    """Play can come again to where it was: a search that forgets how it came to a state does not decide it."""


class _Line:
    """What one thread works with: its header, its line, the options on it, and what it learned of the order of moves."""

    def __init__(self, header: Any) -> None:
        self.header = header.copy()
        self.frames = np.zeros(kernel.FRAME * first_room(256, 3), np.int64)
        self.pool = np.zeros(first_room(1 << 14, 1 << 8), np.int64)
        self.changes = np.zeros(2 * kernel.CHANGES, np.int64)
        self.path = np.zeros(kernel.PATH, np.int64)

    def begin(self, row: tuple[int, ...], ask: int) -> None:
        """Put a question on the line."""
        width = len(row)
        self.path[:] = 0
        self.pool[:width] = row
        self.header[kernel.DEPTH] = 0
        self.frames[: kernel.FRAME] = 0
        self.frames[kernel.ASK], self.frames[kernel.TOP] = ask, width
        self.frames[kernel.COUNT] = self.frames[kernel.CHOSEN] = -1

    def parity(self) -> int:
        """Return 0 where more options were tried after an even number of moves, so that all are tried there, else 1."""
        tried = [0.0, 0.0]
        for depth in range(min(int(self.header[kernel.DEPTH]), kernel.APART)):
            frame = self.frames[depth * kernel.FRAME :]  # which goes on changing
            order, count = int(frame[kernel.ORDER]), int(frame[kernel.COUNT])
            tried[depth & 1] += np.count_nonzero(self.pool[order : order + count] == kernel.OUT) / max(count, 1)
        return int(tried[1] > tried[0])

    def go_on(self, search: Deciding, stop: Any, states: int) -> int:
        """Look into so many more states; make room where there is none."""
        header = self.header
        header[kernel.UNTIL] = header[kernel.NODES] + states
        while True:
            code = kernel.decide(
                header,
                self.frames,
                self.pool,
                search.table,
                search.carriers,
                self.changes,
                self.path,
                stop,
                search.made.fill,
                search.fold or search.made.fill,
                search.params,
            )
            if code == kernel.MORE_ROOM:
                _allow(2 * self.pool.nbytes, N_("the options of a line take {wanted}: more than the {allowed} allowed"))
                self.pool = np.concatenate([self.pool, np.zeros_like(self.pool)])
            elif code == kernel.TOO_DEEP and self.frames.size < kernel.FRAME * LONGEST:
                self.frames = np.concatenate([self.frames, np.zeros_like(self.frames)])
            else:
                return int(code)


def _allow(needed: int, refusal: str) -> None:
    """Raise TooLarge where so many bytes are more than a quarter of the memory allowed."""
    if 4 * needed > limits.memory():
        wanted, allowed = in_words(4 * needed), in_words(limits.memory())
        raise TooLarge(refusal, wanted=wanted, allowed=allowed, needed=4 * needed)


class Bound(NamedTuple):
    """What a question came to: a value on that side of what was asked, and where it is more the row that shows it."""

    value: int
    row: tuple[int, ...] | None


class Told(NamedTuple):
    """The result or the score of a state, how many states were looked into for it, and the row of an option that wins."""

    value: int
    nodes: int
    row: tuple[int, ...] | None


class Deciding:
    """A search for who wins positions of a game; what it finds stays in its table for the next question.

    ``nodes``: states that were looked into for all questions so far. ``most``: the buckets that its table may have.
    """

    def __init__(self, rules: Ruleset, made: Native | Placement, *, misere: bool, most: int = MOST) -> None:
        self.rules = rules
        self.made = made
        self.nodes = self.held = self.asked = 0
        self.most = most
        self.answers: dict[Any, Told] = {}
        self.table = self._least()
        monotone = isinstance(rules, FunctionRuleset) and rules.is_monotone and made.width == 2 and not misere
        self.carriers = self._least() if monotone else np.zeros(0, np.uint64)
        self.fold: Callable[..., int] | None = None
        placed = isinstance(made, Placement)
        self.imaged: Ruleset | None = None if monotone or placed else rules  # whose symmetries are asked for, once
        self.header = header = np.zeros(kernel.HEADER, np.int64)
        header[kernel.WIDTH], header[kernel.SCORING], header[kernel.MISERE] = made.width, rules.scoring, misere
        header[kernel.ENDING], header[kernel.CARRIES] = rules.has_ending, monotone
        header[kernel.CHANCE] = 1
        header[kernel.KEYED], header[kernel.PLACED] = made.width - placed, placed
        header[kernel.FOLDED] = FOLDED * placed
        header[kernel.MOBILE] = not (rules.has_ending or rules.scoring)
        self._lines = [_Line(header)]
        self.params = np.array(made.params or [0], np.int64)
        _all.add(self)

    @property
    def nbytes(self) -> int:
        """The bytes that it holds."""
        return int(self.table.nbytes + self.carriers.nbytes)

    def told(self, state: Any) -> Told:
        """Return the score of a state, or whether it is WON, LOST or TIED for the player to move."""
        found = self.answers.get(state)
        if found is None:
            begun = self.nodes
            first = self.bound(state, 0)
            value = self._score(state, first.value) if self.rules.scoring else self._result(state, first.value)
            found = Told(value, self.nodes - begun, first.row)
            if len(self.answers) < REMEMBERED:
                self.answers[state] = found
        return found

    def _result(self, state: Any, found: int) -> int:
        """Return the result of a state that is worth more than 0, if ``found`` is, and at most that if not."""
        with self._telling(N_("the player to move does not win, open whether that is a tie or a loss")):
            found = found or self.bound(state, -1).value
        return WON if found > 0 else LOST if found < 0 else TIED

    def _score(self, state: Any, found: int) -> int:
        """Return the score of a state, by questions that close in on it (A. Plaat and others' MTD(f))."""
        low, high, ask = kernel.LOW, kernel.HIGH, 0
        while True:
            if found > ask:
                low = found
            else:
                high = found
            if low >= high:
                return low
            ask = max(found - 1, low) if found != low else low
            least, most = N_("the score is at least {least}"), N_("the score is at most {most}")
            both = N_("the score is between {least} and {most}")
            told = most if low == kernel.LOW else least if high == kernel.HIGH else both
            with self._telling(told, least=low, most=high):
                found = self.bound(state, ask).value

    @contextmanager
    def _telling(self, proved: str, **data: int) -> Generator[None]:
        """Say what is proved already where the time is over, or somebody stops it, within a ``with``."""
        told = Sentence(proved, **data)
        try:
            yield
        except OutOfTime as over:
            raise OutOfTime("{over}; proved is that {told}", over=over.said, told=told, positions=self.nodes) from None
        except KeyboardInterrupt:
            raise KeyboardInterrupt(Sentence("proved is that {told}", told=told)) from None

    def serves(self, state: Any) -> bool:
        """Whether it can search for the winner of a state."""
        return self.made.serves(state) if isinstance(self.made, Placement) else self.row_of(state) is not None

    def row_of(self, state: Any) -> tuple[int, ...] | None:
        """Return the row of a state, None if it has none, or a number in it is none of 64 bits."""
        row = self.made.encode(state)
        return row if row is None or all(n >> 63 in (0, -1) for n in row) else None

    def bound(self, state: Any, ask: int) -> Bound:
        """Return whether a state is worth more than a number, as a bound.

        Endless where play can come again, TooLarge and OutOfTime by the limits in force, Unfit where the compiled rule gave
        up.
        """
        row = self.row_of(state)
        if row is None:
            raise Unfit("this state has no row")
        self.asked = next(_clock)
        line = self._lines.pop() if self._lines else _Line(self.header)  # another thread may ask, too
        try:
            line.begin(row, ask)
            settled = self._settled(line, row, ask, state)
            return Bound(int(settled.header[kernel.VALUE]), self._chosen(settled, row))
        finally:
            self._lines.append(line)

    def _settled(self, line: _Line, row: tuple[int, ...], ask: int, state: Any) -> _Line:
        """Go on with a question until it is settled; return the line that did."""
        monotone = line.header[kernel.CARRIES]
        stop, states = np.zeros(1, np.int64), limits.positions(FRESH if monotone else TURN) + 1
        begun = int(line.header[kernel.NODES])
        if (code := self._turn(line, stop, states)) == kernel.SETTLED:
            return line
        if code == kernel.PAUSED and self._folds(state):
            line.header[kernel.FOLDED] = FOLDED
            line.begin(row, ask)
        with limits.stopping(stop, 0), _Helpers(self, line, row, ask, stop) as helpers:
            while code == kernel.PAUSED:
                if (found := helpers.found()) is not None:
                    return found
                limits.check(int(line.header[kernel.NODES]) - begun + helpers.done())
                states = min(states + states // 2, 1 << 20)
                if int(line.header[kernel.NODES]) - begun > ALONE:
                    helpers.begin()
                if monotone:  # what was found stays in the table; the lot, which ranked the moves badly, falls anew
                    line.begin(row, ask)
                code = self._turn(line, stop, states)
            if code != kernel.SETTLED:
                raise self._problem(code, line)
        return line

    def _folds(self, state: Any) -> bool:
        """Whether states near the root are looked up by their least images; found out when a search is no short one."""
        rules, self.imaged = self.imaged, None
        if rules is not None and isinstance(self.made, Native):
            from grundy.solving.reading_rules import least_image  # what reads rules is loaded late

            try:
                self.fold = least_image(rules, self.made, [state, *islice(rules.options(state), SAMPLES)])
            except (Unreadable, CannotCompile, Unfit):
                return False
            self.header[kernel.FOLDED] = FOLDED * (self.fold is not None)
        return self.fold is not None

    def _turn(self, line: _Line, stop: Any, states: int) -> int:
        self._make_room()
        before, held = int(line.header[kernel.NODES]), int(line.header[kernel.HELD])
        code = line.go_on(self, stop, states)
        self.nodes += int(line.header[kernel.NODES]) - before
        self.held += int(line.header[kernel.HELD]) - held
        return code

    def _make_room(self) -> None:
        """Enlarge the table where it is half full and that is allowed; others' tables are let go for it."""
        size, wanted = self.table.size // 4, 2 * self.nbytes
        if size <= FIRST:
            _allow(self.nbytes, N_("a search for the winner takes at least {wanted}: more than the {allowed} allowed"))
        if self.held < size or size >= self.most or 4 * wanted > limits.memory():
            return
        others = sorted((other for other in [*_all] if other is not self), key=lambda other: other.asked)
        while others and sum(other.nbytes for other in others) + wanted > KEPT:
            others.pop(0).forget()
        larger = room_for("deciding", 2 * self.table.size, np.uint64)
        if self.header[kernel.CARRIES]:
            carriers = room_for("deciding", larger.size, np.uint64)
            kernel.refill(self.carriers, carriers)
            self.carriers = carriers
        self.held = int(kernel.refill(self.table, larger))
        self.table = larger

    def forget(self) -> None:
        """Let the table go."""
        self.carriers = self._least() if self.header[kernel.CARRIES] else self.carriers
        self.table, self.held = self._least(), 0

    def _least(self) -> Any:
        return room_for("deciding", 4 * min(first_room(FIRST, 4), self.most), np.uint64)

    def option(self, state: Any, row: tuple[int, ...]) -> Any | None:
        """Return the option of a state that lies in a row as this; None if none does."""
        if isinstance(self.made, Placement):
            return self.made.option(state, row)
        return next((each for each in self.rules.options(state) if self.made.encode(each) == row), None)

    def reply(self, state: Any, worth: int) -> Any | None:
        """Return an option that is worth at most so much to who moves there, None where none is."""
        row = self.bound(state, -worth - 1).row
        return None if row is None else self.option(state, row)

    def _problem(self, code: int, line: _Line) -> Exception:
        frame = line.frames[int(line.header[kernel.DEPTH]) * kernel.FRAME :]
        at = int(frame[kernel.STATE])
        row = tuple(line.pool[at : at + self.made.width].tolist())
        if code == kernel.NO_FIT:
            return refused_rule(row)
        if code == kernel.TOO_WIDE:
            return TooLarge("a score leaves 16 bits", positions=self.nodes)
        return Endless(
            "play of {position} can come again to where it was, or lasts more than {longest:,} moves",
            position=self.rules.describe(self.made.decode(row, self.rules)),
            longest=LONGEST,
        )

    def _chosen(self, line: _Line, row: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return the row of the option that settled a question, None where none did."""
        k, out = int(line.header[kernel.ANSWER]), line.pool[len(row) :]
        if k < 0:
            return None
        if isinstance(self.made, Placement):
            return self.made.chosen(row, k)
        count = self.made.fill(np.array(row, np.int64), self.params, out)
        at = 1 + k * (self.made.width + self.rules.scoring) + self.rules.scoring
        return tuple(out[at : at + self.made.width].tolist()) if k < count else None


class Interpreted(Deciding):
    """The same for interpreted rules: by the parts of a position, where they tell these; else by following options until one
    is lost, as far as that is soon done.
    """

    def __init__(self, rules: Ruleset, misere: bool, problem: GrundyError) -> None:
        self.rules, self.problem, self.nodes = rules, problem, 0
        self.answers = {}
        self.known = known(rules, misere=misere)
        apart = rules.told_apart and not (misere or rules.only_outcomes or rules.scoring)
        self.parts = proof_numbers.searched(rules) if apart else None

    def bound(self, state: Any, ask: int) -> Bound:
        """Return who wins a state, as a bound; the problem is raised where that takes long, play is tied or comes again."""
        if self.parts is not None:
            return Bound(-1 if self.parts.is_worth(state, 0) else 1, None)
        before = len(self.known.wins)
        found = None if self.rules.scoring else self.known.result(state) or self.known.follow(self.rules, state)
        self.nodes += max(1, len(self.known.wins) - before)
        if found not in (WON, LOST):
            raise self.problem
        return Bound(1 if found == WON else -1, None)

    def reply(self, state: Any, worth: int) -> Any | None:
        """Return an option as above; one that is known to be lost, if there is one."""
        options, parts = [*self.rules.options(state)], self.parts
        if parts is not None:
            options.sort(key=lambda option: not parts.is_known(option, 0))
        return next((option for option in options if self.bound(option, worth).value <= worth), None)


class _Helpers:
    """Threads that search for the same answer in another order, with the same table."""

    def __init__(self, search: Deciding, first: _Line, row: tuple[int, ...], ask: int, stop: Any) -> None:
        self.search, self.first, self.row, self.ask, self.stop = search, first, row, ask, stop
        self.tasks: list[Future[_Line | None]] = []
        self.lines: list[_Line] = []
        self.pool: ThreadPoolExecutor | None = None
        self.over = False

    def __enter__(self) -> _Helpers:
        return self

    def __exit__(self, *_error: object) -> None:
        if self.pool is not None:
            self.over = True
            self.stop[0] = 1
            self.pool.shutdown()
            self.search.nodes += self.done()

    def begin(self) -> None:
        """Let them begin, where there are processors for them and they have not begun."""
        more = processors() - 1
        if self.pool is None and more > 0:
            self.pool = ThreadPoolExecutor(more)
            self.lines = [_Line(self.search.header) for _each in range(more)]
            self.tasks = [self.pool.submit(self._help, line, 2 * n) for n, line in enumerate(self.lines, 1)]

    def _help(self, line: _Line, number: int) -> _Line | None:
        line.begin(self.row, self.ask)
        search, monotone, states = self.search, line.header[kernel.CARRIES], TURN
        line.header[kernel.CHANCE] += number
        while not self.over:
            if monotone:
                line.begin(self.row, self.ask)
            else:
                line.header[kernel.SEED] = number + self.first.parity()
            code = line.go_on(search, self.stop, states)
            states = min(2 * states, 1 << 20)
            if code == kernel.SETTLED:
                self.stop[0] = 1
                return line
            if code != kernel.PAUSED or self.stop[0]:
                return None
        return None

    def found(self) -> _Line | None:
        """Return the line of one that has settled the question, None if none has."""
        return next((line for task in self.tasks if task.done() and (line := task.result()) is not None), None)

    def done(self) -> int:
        """Return the states that they looked into."""
        return sum(int(line.header[kernel.NODES]) for line in self.lines)


_all: WeakSet[Deciding] = WeakSet()
_clock = count()
DECIDED = Field[dict[Any, Deciding]]("decided", dict)
"""The searches of a ruleset, by the convention of play and how states lie in rows."""
LARGE = Field[set[Any]]("large", set)
"""States from which more positions can be reached than are soon searched."""
REMEMBERED = 1 << 12
"""So many of them, and of the answers of a search."""


# ---- answers


def answer(question: Question) -> Solution | None:
    """Return who wins, without the results of all positions; None where these are few, or it is not told so."""
    position, asked = question.position, question.method == "decide"
    rules = position.ruleset
    if rules.scoring and question.play.misere:
        return None  # which is refused
    if not asked and (question.play.endless != "draw" or _tells_more(question) or _is_soon(question)):
        return None
    if question.play.endless != "draw":
        raise GrundyError("a search for the winner needs endless='draw'")

    def decide(found: Deciding) -> Solution:
        if not rules.scoring:
            return _by_result(question, found)
        evidence = ByDeciding(found.told(position.state).nodes)
        return by_score(question, lambda state: found.told(state).value, evidence)

    return _decided(question, rules, position.state, decide)


def partisan(question: Question) -> PartisanSolution | None:
    """Return who wins a partisan position, whoever begins."""
    from grundy.solving.outcomes import by_results, by_search, is_valueless
    from grundy.values.short import Value

    position, asked = question.position, question.method == "decide"
    if question.play.endless != "draw":
        return None
    rules = in_turns(position.ruleset)
    known: list[PartisanSolution] = []
    if not asked and _fits(rules, position.state, lambda: known.append(by_search(question))):
        return known[0]

    def decide(found: Deciding) -> PartisanSolution:
        starts = [found.told((position.state, player)) for player in (LEFT, RIGHT)]
        evidence = ByDeciding(sum(each.nodes for each in starts))
        solution = by_results(
            question, lambda state, player: found.told((state, player)).value, lambda: evidence, known=soon_known
        )
        if solution.outcome is Outcome.P and not is_valueless(question._replace(method=None)):
            solution.value = Value(0)  # who begins loses: that is what 0 is
        return solution

    return _decided(question, rules, (position.state, LEFT), decide, (position.state, RIGHT))


def _tells_more(question: Question) -> bool:
    """Whether all positions are to be searched since these tell a Grundy value that is asked for."""
    rules = question.position.ruleset
    return not (question.play.misere or rules.only_outcomes or rules.scoring or question.options.brief)


def _is_soon(question: Question) -> bool:
    """Whether all positions are soon searched, or were before; then they are known."""
    from grundy.solving.search import Answers

    rules, state = question.position.ruleset, question.position.state
    if not isinstance(rules, FunctionRuleset | TurnsRuleset):
        return True
    table = Answers(rules, state, question.options, misere=question.play.misere)
    return _fits(rules, table.start, lambda: table.positions)


def _fits(rules: Ruleset, start: Any, ask: Callable[[], Any]) -> bool:
    """Whether what is asked is answered with `SOON` positions; where it is not, that is remembered."""
    large = rules.memory[LARGE]
    if start in large:
        return False
    try:
        with keeping(Limits(positions=limits.positions(SOON))):
            ask()
    except OutOfTime:
        raise
    except TooLarge as problem:
        if problem.positions > SOON and len(large) < REMEMBERED:  # and no limit of the question's own was met
            large.add(start)
        return False
    return True


def _decided(
    question: Question, rules: Ruleset, state: Any, decide: Callable[[Deciding], Any], *also: Any
) -> Any | None:
    """Return an answer by a search; None where there is none, unless it was asked for: then GrundyError says why."""
    found = _search(rules, [state, *also], question.play.misere)
    asked = question.method == "decide"
    if isinstance(found, Interpreted):
        return decide(found) if asked else None
    problem: GrundyError
    try:
        return decide(found)
    except Unfit as gave_up:
        rules.memory.drop(DECIDED)
        at = state if gave_up.row is None else found.made.decode(gave_up.row, found.rules)
        if went_on(found.rules, gave_up, [at], found.made.words):
            return _decided(question, rules, state, decide, *also)
        give_up(found.rules, gave_up)
        problem = gave_up
    except Endless as endless:
        if rules.scoring:
            raise endless_scores(rules) from None
        problem = endless
    if asked:
        raise problem
    return None


def _search(rules: Ruleset, states: list[Any], misere: bool) -> Deciding:
    """Return the search of a ruleset for states that lie in rows as these do."""
    kept = rules.memory[DECIDED]
    for (other, _how), found in kept.items():
        if other == misere and all(map(found.serves, states)):
            return found
    whole = rules.searched
    searched = whole.unfolded() if isinstance(whole, FunctionRuleset) and whole.folds else whole
    made = None if misere else placement(searched, states[0])
    if made is None and isinstance(searched, FunctionRuleset | TurnsRuleset):
        made = native(searched, states)
    if made is None:
        reason = searched.memory[UNREAD] or _("they are not a Python function")
        problem = GrundyError("the rules of {name} cannot be compiled: {reason}", name=rules.name, reason=reason)
        return Interpreted(rules, misere, problem)
    found = Deciding(searched, made, misere=misere)
    found.imaged = found.imaged and whole
    if isinstance(searched, FunctionRuleset) and found.header[kernel.CARRIES]:
        for state in states:
            check_monotone(searched, state)
    kept[misere, (made.width, made.words)] = found
    return found


def _by_result(question: Question, found: Deciding) -> Solution:
    """Return the solution by who wins; its moves are decided one by one as they are asked for."""
    position = question.position
    rules, state = position.ruleset, position.state
    result, nodes, row = found.told(state)

    worth = {WON: 1, TIED: 0, LOST: -1}[result]

    def is_kept(move: Move) -> bool:
        option = move.after.state
        try:
            return worth < 0 or found.bound(option, -worth).value <= -worth
        except Endless:  # of this one: who wins it is told by all positions
            outcome = Position(rules, option).solve("misere" if question.play.misere else "normal").outcome
            return outcome is OUTCOMES[LOST] if worth > 0 else outcome is not OUTCOMES[WON]

    def moves() -> Iterator[Move]:
        yield from map(position.move_to, rules.options(state) if rules.ended(state) is None else ())

    def best() -> Move | None:
        shown = None if row is None else found.option(state, row)
        return next(filter(is_kept, moves()), None) if shown is None else position.move_to(shown)

    return Solution(
        position,
        question.play,
        OUTCOMES[result],
        ByDeciding(nodes),
        winning=lambda: filter(is_kept, moves()) if result == WON else iter(()),
        best=best,
        known=lambda _player: soon_known(moves(), is_kept) if result == WON else None,
    )


def strategy(solution: Solution, most: int) -> tuple[list[Any], dict[Any, int]]:
    """Return how the winner of a decided position wins: lost states, each behind those that its answers lead to.

    Beside them stand the answers, as places in the list; of a tie the states are not won, and the answers do not lose. Those
    of a partisan game tell who moves. TooLarge where the list is longer than ``most``.
    """
    position, outcome = solution.position, solution.outcome
    rules, starts = position.ruleset, [(position.state, outcome is Outcome.N)]
    if rules.partisan:
        rules = in_turns(rules)
        won = {LEFT: (Outcome.N, Outcome.L), RIGHT: (Outcome.N, Outcome.R)}
        starts = [((position.state, player), outcome in wins) for player, wins in won.items()]
    elif outcome is Outcome.T:
        starts += [(position.state, True)]
    found = _search(rules, [state for state, _wins in starts], solution.play.misere)
    worth = 0 if outcome is Outcome.T else -1
    places: dict[Any, int] = {}
    answers: dict[Any, Any] = {}

    def answered(state: Any) -> Any:
        """Find an answer to a state that is worth enough for the player to move; in misere play it may have no move."""
        reply = found.reply(state, worth)
        if reply is not None:
            answers[state] = reply
        return reply

    def begin(state: Any) -> Generator[Any, int, int]:
        """Ask for the places of the states that answer the options of one; return its own."""
        for option in rules.options(state) if rules.ended(state) is None else ():
            if option not in answers and rules.ended(option) is None:
                reply = answered(option)
                if reply is not None and reply not in places:
                    yield reply
        if len(places) >= most:
            raise TooLarge(
                "the winner's strategy has more than {most:,} positions, so no certificate is made",
                most=most,
                positions=len(places),
            )
        return len(places)

    for state, wins in starts:
        first = state if not wins else answers[state] if state in answers else answered(state)
        if first is not None and first not in places and settled(first, begin, places) is None:
            raise Endless("the winning moves that were found come again to {state}", state=rules.describe(first))
    return [*places], {state: places[reply] for state, reply in answers.items()}
