"""Every branch has a witness: where a reader is made to misread, in whatever far window, nothing is proved of what it says.

The rules have the place where it matters hidden behind conditions of all kinds.
"""

from __future__ import annotations

import dataclasses
import signal
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest

import grundy as gr
from brute import truth
from cases import nontrivial
from generated import define
from grundy.common.errors import GrundyError, OutOfTime
from grundy.games import load
from grundy.language import branches as searches
from grundy.language.branches import Search, branches, guarded
from grundy.language.ir import Known, Op, Routine, rewritten
from grundy.language.read import read
from grundy.language.run import Failed, Run
from grundy.playing.match import Match
from grundy.playing.opponent.choice import Budget
from grundy.playing.opponent.searching import by_games
from grundy.proving.theorem import prove
from grundy.rules import data
from grundy.rules.as_heap_code import read_code_of
from grundy.rules.board import Board
from grundy.rules.functions import FunctionRuleset
from grundy.rules.grids import Grid
from grundy.rules.heaps import HeapFunction
from grundy.rules.solution import convention
from grundy.rules.witnesses import KEPT, Foreign, Watch, met, unmet
from grundy.solving.compiled_rules import UNREAD, native
from grundy.solving.partisan import form_of
from grundy.solving.reading_rules import went_on
from grundy.solving.results import Options, cells_of
from grundy.solving.search import search
from grundy.solving.tablebases import building

pytestmark = pytest.mark.filterwarnings("ignore::grundy.common.errors.Notice")

HIDDEN = {
    "a quotient": "n // 1000 == 613",
    "a remainder and a bound": "n > 5000 and n % 1000 == 613",
    "two conditions": "n // 1000 == 613 and n % 7 == 3",
    "one within another": "n > 100_000 and n // 5 % 1000 == 17",
    "a helper": "far(n)",
    "a comparison used as a number": "(n // 1000 == 613) + 0",
    "the end of a chain": "612_999 < n < 614_000",
    "not": "not n // 1000 != 613",
    "any": "any(n // 1000 == k for k in (613, 700))",
    "a choice": "(1 if n // 1000 == 613 else 0)",
    "a difference": "n - 613_000 in range(1000)",
    "a product of constants": "n >= 613 * 1000 and n < 614 * 1000",
}
TEXT = """
def far(n: int):
    return n // 1000 == 613
def rule(n: int):
    if n > 2:
        if {hidden}:
            yield n - 2
        else:
            yield n - 1
"""


NEVER = """
def rule(n: int):
    if n > 2:
        yield n - 1
        if n * 2 + 1 == 4 * (n // 2) + 2:
            yield 0
"""

FAR = """
def rule(a: int, b: int):
    if a:
        yield a - 1, b
    if 3 * a == 7 * b + 90_001 and a > 5 * b // 2 + 31_000:
        yield 0, b
    if b:
        yield a, b - 1
"""

NOBODY = """
def rule(n: int, k: int):
    if n * n % 10_007 == 9_999 and k == 3:
        yield 0, 0
    if n:
        yield n - 1, (k * 5 + n) % 7
"""

FOREIGN = """
def other(n):
    return n - 2
def step(n):
    return other(n)
def rule(n: int):
    if n > 2:
        yield step(n)
"""

WAYS = """
def rule(n: int):
    while n > 5 and not n % 3:
        n -= 1
    for k in range(n):
        yield k if k < 2 else 0
"""


def misread(function: Any, *rest: Any, **more: Any) -> Routine:
    """What a reader gives that takes n - 2 for n - 1."""
    return rewritten_routine(read(function, *rest, **more))


def rewritten_routine(made: Routine) -> Routine:
    def changed(node: Any) -> Any:
        return Op("-", node.left, Known(1), line=node.line) if isinstance(node, Op) and node.right == Known(2) else node

    functions = tuple(dataclasses.replace(each, body=rewritten(each.body, changed)) for each in made.functions)
    return dataclasses.replace(made, functions=functions)


@pytest.mark.parametrize("hidden", HIDDEN.values(), ids=HIDDEN)
def test_a_position_is_found_that_takes_a_hidden_branch(hidden: str) -> None:
    function = define(TEXT.format(hidden=hidden))
    made = read(function)
    seen = Search(made, {}).run([(n,) for n in range(20)])
    assert not seen.unmet and any(function(*cells) and [*function(*cells)] == [cells[0] - 2] for cells in seen.states)


@pytest.mark.parametrize("hidden", HIDDEN.values(), ids=HIDDEN)
def test_what_is_misread_in_a_hidden_branch_is_no_theorem_and_no_code(
    hidden: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a law, nor a theorem, nor a compiled rule: the answer is that of plain play."""
    function = define(TEXT.format(hidden=hidden))
    monkeypatch.setattr(data, "read", misread)
    rules = gr.game(name="hidden")(function)
    with pytest.raises(GrundyError, match=r"Python does something else at \d{6}: please report this"):
        prove(rules, seconds=20)
    heaps = TEXT.format(hidden=hidden).replace("n - 2", "(n - 2,)").replace("yield n - 1", "yield (n - 1,)")
    heap = HeapFunction(define(heaps), name="hidden")
    assert read_code_of(heap)[0] is None
    assert native(rules, [5]) is None
    assert [rules(n).grundy() for n in range(9)] == [n % 2 if n > 2 else 0 for n in range(9)]


def test_a_branch_that_is_never_taken_is_proved_to_be() -> None:
    """What cannot be is no branch without a witness, where it is linear; elsewhere nothing is said of it."""
    never = define(NEVER)
    rules = gr.game(name="never")(never)
    assert prove(rules, seconds=20).proved
    found = rules.memory[KEPT][never, None]
    assert (found.branches, len(found.never), found.unmet) == (4, 1, {}) and found.positions >= 20


def test_a_far_position_is_found_by_the_logic() -> None:
    """A branch that no search comes near is found from its condition."""
    text = FAR
    rules = gr.game(name="far")(define(text))
    found = prove(rules, seconds=30)
    kept = rules.memory[KEPT][rules.function, None]
    assert not kept.unmet and found.proved in (True, False)
    nontrivial(kept.branches)


TRAPPED = """
def rule(n: int):
    if n * 7919 % 1_000_003 == 77_777:
        yield 0
    if n:
        yield n - 1
"""


def test_a_branch_that_nobody_has_seen_is_given_up() -> None:
    """The data fail in it, and are the same elsewhere."""
    function = define(TRAPPED)
    made = read(function)
    order = [*branches(made)]
    careful = Run(guarded(made, [i for i, (_key, way) in enumerate(order) if way][:1]))
    inside = next(n for n in range(1_000_003) if n * 7919 % 1_000_003 == 77_777)
    for n in (0, 1, 5, inside - 1, inside + 1):
        assert careful.yields((n,)) == [*function(n)]
    with pytest.raises(Failed):
        careful.yields((inside,))


def test_a_search_that_goes_where_nobody_was_is_right() -> None:
    """It looks for a witness again, from where it began, or asks Python itself."""
    text = NOBODY
    function = define(text)
    rules = gr.game(name="nobody")(function)
    assert rules(300, 1).grundy() == truth(function, 300, 1)


TUPLES = """
def rule(cells: tuple[int, ...]):
    for i, x in enumerate(cells):
        if x and sum(a * 4**k for k, a in enumerate(cells)) * 2_654_435 % 4099 == 1731:
            yield cells[:i] + (max(0, x - 2),) + cells[i + 1:]
        elif x:
            yield cells[:i] + (x - 1,) + cells[i + 1:]
"""
MANY = """
def rule(a: int, b: int, c: int, d: int, e: int, f: int):
    cells = (a, b, c, d, e, f)
    late = (a + 4 * b + 16 * c + 64 * d + 256 * e + 1024 * f) * 2_654_435 % 4099 == 1731
    for i in range(6):
        x = cells[i]
        if x:
            y = max(0, x - 2) if late else x - 1
            cells = cells[:i] + (y,) + cells[i + 1:]
            yield cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]
            cells = cells[:i] + (x,) + cells[i + 1:]
"""
STONES = """
def rule(board: Board, *, player: int):
    seen = 0
    for cell in board.free:
        seen += 3**cell
    for cell in board.free:
        if board.columns == 9 and cell > 2 and seen * 2_654_435 % 20_011 == LATE:
            yield board.place(cell - 2, 1).place(cell, 1)
        else:
            yield board.place(cell, 1)
"""
LATE = {"a tuple": (TUPLES, ((3,) * 6,)), "six numbers": (MANY, (3,) * 6)}


@pytest.fixture
def went(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Which positions were compared, since compiled rules had given up there; no search is remembered."""
    monkeypatch.setattr(searches, "_known", OrderedDict())
    places: list[Any] = []

    def watched(rules: Any, problem: Any, states: Any, words: int = 1) -> bool:
        places.extend(states)
        return went_on(rules, problem, states, words)

    for module in ("compiled_rules", "compiled_search", "keyed", "nimbers"):
        monkeypatch.setattr(f"grundy.solving.{module}.went_on", watched)
    return places


def true(rules: FunctionRuleset, start: tuple[int, ...]) -> int:
    """The Grundy value by Python alone."""
    return truth(lambda *state: rules.options(state), *start)


@pytest.mark.parametrize(("text", "start"), LATE.values(), ids=LATE)
def test_a_branch_that_is_met_late_is_compared_and_compiled(text: str, start: Any, went: list[Any]) -> None:
    """One position of 4,096 takes it: the search gives up there, Python is compared, and the search is compiled again."""
    rules = gr.game(name="late")(define(text))
    state = rules(*start).state
    table = search(rules, state, Options(way="compiled"))
    assert table.grundy(state) == true(rules, state)
    assert (1, 2, 1, 0, 1, 2) in went


@pytest.mark.parametrize(("text", "start"), LATE.values(), ids=LATE)
def test_what_is_misread_in_a_branch_that_is_met_late_is_no_answer(
    text: str, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data, "read", misread)
    rules = gr.game(name="late")(define(text))
    assert rules(*start).grundy() == true(rules, rules(*start).state)


@pytest.mark.parametrize(("text", "start"), LATE.values(), ids=LATE)
@pytest.mark.parametrize("read", [None, misread], ids=["read", "misread"])
def test_a_tablebase_of_a_branch_that_is_met_late(
    text: str, start: Any, read: Any, went: list[Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It goes on from where the rule gave up; where Python differs nothing is kept."""
    if read is not None:
        monkeypatch.setattr(data, "read", read)
    monkeypatch.setattr(building, "SMALL", 10)
    rules = gr.game(name="late")(define(text))
    state = rules(*start).state
    if read is not None:
        with pytest.raises(GrundyError):
            building.build(rules(*start), tmp_path / "base")
        return
    base = building.build(rules(*start), tmp_path / "base")
    assert base.grundy(state) == true(rules, state) and (1, 2, 1, 0, 1, 2) in went


@pytest.mark.parametrize("read", [None, misread], ids=["read", "misread"])
def test_a_branch_of_a_board_that_is_met_late(read: Any, went: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    if read is not None:
        monkeypatch.setattr(data, "read", read)
    hidden = sum(3**cell for cell in (1, 2, 4, 6, 8)) * 2_654_435 % 20_011
    function = define(STONES.replace("LATE", str(hidden)), Board=Board)
    rules = gr.partisan_game(board=Grid(".#"), name="stones")(function)
    state = rules(1, 9).state
    own = form_of(rules, state, Options(way="interpreted"))
    rules.memory.drop()
    assert form_of(rules, state, Options()) == own
    assert read is not None or any(each[:2] == (1, 9) for each in went)


@pytest.mark.parametrize("read", [None, misread], ids=["read", "misread"])
def test_an_opponent_who_comes_into_a_branch_late(read: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its games end there; it plays by Python's moves for now, and the next move by those that were compared since."""
    monkeypatch.setattr(searches, "_known", OrderedDict())
    if read is not None:
        monkeypatch.setattr(data, "read", read)
    rules = gr.game(name="late")(define(TUPLES))
    match = Match(rules((3,) * 6), convention("normal"))
    before = native(rules, [match.position.state])
    assert before is not None and unmet(rules) == 1, rules.memory[UNREAD]
    games = Budget(seconds=None, games=2000, exact=False)
    for _turn in range(2):
        found = by_games(match, games, None, None)
        assert found.move.after in [*match.position.options()]
    assert (native(rules, [match.position.state]) is None) == (read is not None)


def test_code_that_was_not_read_is_noticed() -> None:
    """A reader that believes what a function says of itself is found out where Python runs something else."""
    function = define(FOREIGN)
    made = read(function)
    rules = gr.game(name="foreign")(function)
    assert not met(rules, function, made).differs
    lost = dataclasses.replace(made, codes=tuple(each for each in made.codes if each.co_name != "other"))
    again = gr.game(name="foreign")(function)
    assert met(again, function, lost).differs


def test_a_limit_that_is_crossed_is_not_taken_for_an_answer() -> None:
    """Neither in what was read nor in Python: where the time is over it is told, and nothing is kept of the rule."""

    def over(_number: int, _frame: Any) -> None:
        raise OutOfTime("the time is over")

    def question() -> int:
        signal.raise_signal(signal.SIGALRM)
        return 7

    def spend(_steps: int) -> None:
        raise OutOfTime("the time is over")

    with pytest.raises(OutOfTime):
        Run(read(define(NEVER)), spend=spend).yields((5,))
    before = signal.signal(signal.SIGALRM, over)
    try:
        with pytest.raises(OutOfTime):
            Watch(100, 100, [question.__code__]).ask(question)
        signal.signal(signal.SIGALRM, lambda _number, _frame: None)
        with pytest.raises(Foreign):
            Watch(100, 100, [question.__code__]).ask(question)
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", ["bash", "wythoff", "fibonacci-nim", "euclid", "connect4", "hex", "northcott"])
def test_branches_of_the_catalogue_have_witnesses(name: str) -> None:
    """All that the search for witnesses finds is taken there, by Python too."""
    rules = load(name)
    assert isinstance(rules, FunctionRuleset)
    made = data.routine(rules, rules.function, scoring=rules.scoring)
    found = met(rules, rules.function, made, [cells_of(rules.start().state)])
    assert found.taken == found.branches - len(found.never) > 0 and found.positions and not found.differs


def test_every_way_of_a_condition_is_a_branch() -> None:
    made = read(define(WAYS))
    ways = [way for _key, way in branches(made)]
    assert ways.count(True) == 4 and ways.count(False) == 3
