"""The table of ways, evidence as data, the session that remembers."""

from __future__ import annotations

import ast
import gc
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

import grundy as gr
from brute import xor
from grundy.common import evidence
from grundy.common.errors import GrundyError
from grundy.common.messages import use
from grundy.games import load
from grundy.rules.explanations import how
from grundy.rules.partisan import impartial
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field, Memory, Session, session
from grundy.rules.solution import Solution
from grundy.solving import engine, outcomes
from grundy.solving.engine import Way
from grundy.solving.results import KNOWN, Question
from grundy.values.outcome import Outcome

SOURCE = Path(gr.__file__).parent
KINDS = [
    kind
    for kind in vars(evidence).values()
    if isinstance(kind, type) and is_dataclass(kind) and kind is not evidence.Evidence
]


@gr.game
def plain(n: int):
    for k in range(1, min(n, 3) + 1):
        yield n - k


ANSWERS: dict[str, tuple[Callable[[], Solution], type[evidence.Evidence]]] = {
    "theorem": (lambda: gr.nim(2, 3).solve(), evidence.ByTheorem),
    "losing": (lambda: gr.wythoff(3, 5).solve(), evidence.ByTheorem),
    "score": (lambda: load("deque")(3, 1, 2).solve(), evidence.ByTheorem),
    "sequence": (lambda: gr.octal("0.77")(5).solve(), evidence.BySequence),
    "law": (lambda: gr.octal("0.77")(10**9).solve(), evidence.ByLaw),
    "nimbers": (lambda: impartial(gr.domineering)(2, 3).solve(), evidence.ByNimbers),
    "parts": (lambda: (gr.kayles(5) + gr.nim(3)).solve(), evidence.ByParts),
    "loopy": (lambda: (gr.digraph({0: [0, 1], 1: []})(0) + gr.kayles(5)).solve(), evidence.ByLoopyParts),
    "value": (lambda: gr.domineering(2, 3).solve(), evidence.ByValue),
    "sums": (lambda: gr.domineering(3, 3).solve(method="sums"), evidence.BySums),
    "turns": (lambda: gr.domineering(2, 2).solve("misere"), evidence.BySearch),
    "search": (lambda: plain(9).solve(), evidence.BySearch),
    "decide": (lambda: load("hex")(0, 0, width=3, height=3).solve(method="decide"), evidence.ByDeciding),
    "tame": (lambda: (gr.kayles(2) + gr.kayles(1)).solve("misere"), evidence.ByTameness),
    "quotient": (lambda: (gr.kayles(9) + gr.kayles(5)).solve("misere"), evidence.ByQuotient),
    "components": (lambda: gr.conjunctive(plain(3), plain(5)).solve(), evidence.ByComponents),
    "selective": (lambda: gr.selective(plain(3), plain(5)).solve(), evidence.ByComponents),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_each_way_answers_with_its_evidence(name: str) -> None:
    """It is data: frozen, equal by content, picklable, plain as a dictionary; method and source are derived from it."""
    ask, kind = ANSWERS[name]
    solution = ask()
    own = solution.evidence
    assert type(own) is kind
    assert pickle.loads(pickle.dumps(own)) == own == ask().evidence and hash(own) == hash(ask().evidence)
    assert own.to_dict()["kind"] == kind.__name__ == solution.to_dict()["evidence"]["kind"]
    assert (solution.method, solution.source, solution.positions) == (how(own), own.source, own.positions)
    assert f"by {how(own)}" in str(solution) and solution.explain()
    english = solution.method
    with use("zh"):  # the method is a machine's word and stays; what is shown is translated
        assert solution.method == english
        assert how(own) in str(solution)


def test_all_kinds_of_evidence_are_met_and_told() -> None:
    assert {kind for _ask, kind in ANSWERS.values()} == set(KINDS) - {evidence.ByTablebase}
    for kind in KINDS:
        assert kind.__name__ in how.__code__.co_names, kind
        assert not hasattr(kind(*(None for _ in fields(kind))), "__dict__"), kind


def test_the_theorem_that_answered_is_named_by_its_function() -> None:
    found = [gr.chomp(*rows).solve().evidence for rows in ((3, 1, 1), (4, 3), (3, 3, 3))]
    assert [each.function for each in found if isinstance(each, evidence.ByTheorem)] == [
        "two_arms",
        "two_rows",
        "stealing",
    ]


@pytest.mark.slow
def test_no_logic_hangs_on_prose() -> None:
    """Nothing compares the words of an answer, or looks for words in them, or takes a source for a kind."""
    met = 0
    texts = {path: path.read_text() for path in sorted(SOURCE.rglob("*.py"))}
    asked = {path: text for path, text in texts.items() if "solution.method" in text or "solution.source" in text}
    for path, text in asked.items():
        for node in ast.walk(ast.parse(text)):
            tested: list[ast.expr] = []
            if isinstance(node, ast.Compare):
                tested = [node.left, *node.comparators]
            elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
                tested = [node.operand]
            for part in tested:
                met += 1
                assert ast.unparse(part) not in ("solution.method", "solution.source"), f"{path}:{node.lineno}"
    assert met > 50


# ---- a kind of game that is new


class Bishops(Ruleset):
    """A ruleset of a new kind: bishops on a long diagonal line, told by their places alone; two more moves left is lost."""

    def __init__(self) -> None:
        super().__init__("bishops")

    def make_state(self, args: tuple[Any, ...]) -> Any:
        return args

    def arguments(self, state: Any) -> tuple[Any, ...]:
        return state

    def options(self, state: Any) -> Iterator[Any]:
        for i, place in enumerate(state):
            for less in range(1, min(place, 2) + 1):
                yield (*state[:i], place - less, *state[i + 1 :])


def by_table(question: Question) -> Solution | None:
    """The file of the new way: a table made before answers for up to three bishops on ten places."""
    position = question.position
    if len(position.state) > 3 or max(position.state, default=0) >= 10:
        return None
    lost = not nim_value(position.state)

    def winning() -> Iterator[Any]:
        return (move for move in position.moves() if not nim_value(move.after.state))

    return Solution(
        position,
        question.play,
        Outcome.P if lost else Outcome.N,
        evidence.ByTablebase("bishops to ten"),
        winning=lambda: iter(()) if lost else winning(),
        best=lambda: next(position.moves() if lost else winning(), None),
    )


def nim_value(state: tuple[int, ...]) -> int:
    return xor(place % 3 for place in state)


def test_a_kind_of_game_and_a_table_are_added_by_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    bishops = Bishops()
    searched = [bishops(a, b, c).solve() for a in range(4) for b in range(4) for c in range(10)]
    fits = [isinstance(solution.evidence, evidence.BySearch) for solution in searched]
    assert all(fits)
    way = Way(by_table, (None, "table"), lambda q: isinstance(q.position.ruleset, Bishops) and not q.play.misere)
    monkeypatch.setattr(engine, "WAYS", [way, *engine.WAYS])  # the line
    for before in searched:
        now = before.position.solve()
        assert now.evidence == evidence.ByTablebase("bishops to ten")
        assert now.outcome is before.outcome
        assert {m.after.state for m in now.winning_moves(None)} == {m.after.state for m in before.winning_moves(None)}
    assert str(bishops(1, 2).solve()).endswith("by the tablebase bishops to ten")
    assert isinstance(
        bishops(10, 1).solve().evidence, evidence.BySearch
    )  # the table says that it cannot, and the next way is asked
    assert isinstance(bishops(1, 1).solve("misere").evidence, evidence.BySearch)
    assert isinstance(bishops(1, 1).solve(method="search").evidence, evidence.BySearch)
    assert bishops(1, 1).solve(method="table").evidence == evidence.ByTablebase("bishops to ten")
    with pytest.raises(GrundyError, match="no method can solve bishops"):
        bishops(10, 1).solve(method="table")
    assert isinstance(gr.nim(3).solve().evidence, evidence.ByTheorem)


def test_a_method_that_no_way_has_is_refused() -> None:
    with pytest.raises(
        GrundyError,
        match="method is one of 'theorem', 'decide', 'interpreted', 'compiled', 'tablebase', 'search', not 'value'",
    ):
        gr.nim(3).solve(method="value")
    with pytest.raises(
        GrundyError, match=r"for partisan positions the method is one of 'value', .*'search', not 'theorem'"
    ):
        gr.domineering(2, 2).solve(method="theorem")


# ---- the session


def test_what_was_computed_is_kept_and_forgotten() -> None:
    game = gr.game(name="own")(plain.function)
    game(30).solve(method="search")
    kept = game.memory[KNOWN][False, None].records
    assert len(kept) == game(30).solve(method="search").positions == 31
    game.forget()
    assert not game.memory[KNOWN]
    game(30).solve(method="search")
    other = gr.octal("0.77")
    other(200).grundy()
    gr.forget()
    assert not len(game.memory) and not len(other.memory)
    assert game(30).solve(method="search").positions == 31 and other(200).grundy() == other(200 + 12).grundy()


def test_equal_parameters_share_what_was_computed_until_the_game_is_declared_anew() -> None:
    @gr.heap_game
    def take(n: int, *, most: object = None):
        yield from range(max(0, n - (most if isinstance(most, int) else 3)), n)

    assert take(10, most=4).grundy() == 0 and take(10, most=4).ruleset.memory is take(11, most=4).ruleset.memory
    kept = take.bind(most=4).memory
    assert kept is not take.memory and kept is not take.bind(most=5).memory
    assert take.bind(most=1).memory is take.bind(most=True).memory  # which is 1
    assert take.bind(most={1: 1}).memory is not take.bind(most={1: 1}).memory  # what may change is not compared
    for most in range(6, 40):  # those of long ago are dropped
        assert take.bind(most=most).memory is not kept
    assert take.bind(most=4).memory is not kept
    kept = take.bind(most=39).memory
    take.forget()
    assert take.bind(most=39).memory is not kept
    kept = take.bind(most=39).memory
    gr.forget()
    assert take.bind(most=39).memory is not kept


def test_a_session_is_bounded_and_holds_no_ruleset_that_is_gone() -> None:
    small, mark = Session(4), Field[list[int]]("mark", list)
    rules = [gr.game(name=f"g{i}")(plain.function) for i in range(9)]
    kept: list[Memory] = []
    for each in rules:
        kept.append(small.memory(each, None))
        kept[-1][mark].append(1)
        assert len(small) <= 4
    assert len(kept[0]) == 0 and len(kept[-1]) == 1
    assert small.memory(rules[-1], kept[-1]) is kept[-1]
    again = small.memory(rules[0], kept[0])
    assert again is not kept[0] and not len(again)
    del kept, again
    gc.collect()
    small.memory(rules[0], None)
    assert len(small) <= 4


def test_memory_goes_with_its_ruleset() -> None:
    game = gr.game(name="gone")(plain.function)
    game(9).solve(method="search")
    memory = ref(game.memory)
    assert memory() is not None
    del game
    gc.collect()
    assert memory() is None


def test_four_threads_ask_while_all_is_forgotten() -> None:
    """Answers are the same whoever asks, also while another thread forgets; no thread sees half of a memory."""
    game = gr.game(name="threads")(plain.function)
    heaps, board = gr.octal("0.137"), gr.domineering
    asked: list[Callable[[], Any]] = [
        lambda: [game(n).solve(method="search").outcome for n in range(40)],
        lambda: [heaps(n, n + 3).grundy() for n in range(60)],
        lambda: [str(board(2, n).value()) for n in range(1, 5)],
        lambda: [str(m) for n in range(1, 20) for m in game(n).moves()],
    ]
    expected = [ask() for ask in asked]

    def work(number: int) -> None:
        for turn in range(12):
            which = (number + turn) % 4
            assert asked[which]() == expected[which]
            if number == 0 or turn % 5 == 4:
                gr.forget()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert len(session) <= session.most


def test_a_value_that_is_too_large_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ways of a partisan position, in order: each leaves what it cannot answer to the next."""
    monkeypatch.setattr(outcomes, "MOST", 3)
    found = load("clobber")("XOXO|OXOX|XOXO").solve()
    assert isinstance(found.evidence, evidence.BySums) and found.positions > 0
