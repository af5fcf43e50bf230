"""Positions are values: equal by content, hashable, copied, pickled, and asked in other processes and threads."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.blocks import blocks

import grundy as gr
from cases import nontrivial
from grundy import games
from grundy.common.errors import InputError, RulesError, TooLarge
from grundy.language.refusal import Unreadable
from grundy.playing.catalogue import example
from grundy.rules.coins import coin_game, tartan
from grundy.rules.data import data_of
from grundy.rules.functions import FunctionRuleset, to_move
from grundy.rules.partisan import PartisanRuleset

CODES = ("0.77", "0.(07)", "4.7", "{1, 3, 4}", "all-but {2, 4}", "split 2-4", "digits 0 64 3", "unequal 4.0", "0.3 2:5")


@cache
def catalogue(name: str) -> list[gr.Position]:
    """Positions of a game: small ones, its example, those of its trials, of its impartial version, and what play reaches."""
    chance = random.Random(name)
    rules = games.load(name)
    found = list(islice(rules.small_positions(), 300))
    found = found[:: max(1, len(found) // 20)]
    if isinstance(rules, PartisanRuleset):
        own = list(islice(gr.impartial(rules).small_positions(), 100))
        found += own[:: max(1, len(own) // 5)]
        found.append(to_move(found[0], gr.RIGHT))
    if (shown := example(rules)) is not None:
        found.append(shown)
    for start in found[:8]:
        place = start
        for _turn in range(12):
            options = list(islice(place.options(), 40))
            if not options:
                break
            place = chance.choice(options)
            found.append(place)
    free = [p for p in found if not p.ruleset.has_ending]
    if len(free) > 1 and not rules.scoring:
        found += [free[0] + free[1], free[1] + gr.nim(1, 2), gr.selective(free[0], free[1]), gr.conjunctive(free[0])]
    return found


def readme() -> Iterator[gr.Position]:
    """The README's games, within a function: nothing can find them by a name."""

    @gr.game
    def euclid(a: int, b: int):
        if min(a, b) > 0:
            big, small = max(a, b), min(a, b)
            for k in range(1, big // small + 1):
                yield big - k * small, small

    @gr.heap_game
    def lasker(n: int):
        for k in range(n):
            yield (k,)
        for k in range(1, n // 2 + 1):
            yield k, n - k

    @gr.game
    def bash(n: int, *, m: int = 3):
        for k in range(1, min(m, n) + 1):
            yield n - k

    @gr.game
    def race(n: int, *, goal: int = 9):
        for k in (1, 2):
            yield n + k

    @race.ending
    def over(n: int, *, goal: int):
        return gr.LOSS if n >= goal else None

    @gr.game
    def rows(*heaps: int):
        for i in range(len(heaps)):
            for k in range(heaps[i]):
                yield tuple(sorted((*heaps[:i], k, *heaps[i + 1 :])))

    @rows.symmetry
    def ordered(*heaps: int):
        return tuple(sorted(heaps))

    @gr.scoring_game
    def coins(*row: int):
        if row:
            yield row[0], row[1:]
            yield row[-1], row[:-1]

    @gr.partisan_game
    def walk(n: int, *, player: int):
        if n * player < 0:
            yield n + player

    @gr.partisan_game
    def left_only(n: int):
        if n > 0:
            yield n - 1

    @left_only.right
    def right_too(n: int):
        if n > 1:
            yield n - 2

    @gr.partisan_game(board=gr.Grid(".#", live=".", same="mirror flip", opposite="turn"))
    def tiles(rows: int, columns: int, full: int, *, player: int):
        for i in range(rows * columns):
            j = i + (columns if player > 0 else 1)
            free = j < rows * columns and (player > 0 or i % columns < columns - 1)
            if free and not full >> i & 1 and not full >> j & 1:
                yield rows, columns, full | 1 << i | 1 << j

    @gr.game
    def needing(n: int, *, m: int, s: tuple[int, ...] = (1, 3)):
        for k in (*s, m):
            if k <= n:
                yield n - k

    @needing.ending
    def early(n: int, *, s: tuple[int, ...], at: int = 2):
        return gr.WIN if n < at else None

    @gr.heap_game
    def thirds(n: int, *, parts: int = 3):
        if n >= parts:
            yield (n - parts,) * parts

    @coin_game
    def turtles(i: int):
        yield ()
        for j in range(i):
            yield (j,)

    yield from (needing(7, m=2), needing(9, m=4, s=(1,)), thirds(9, 4), thirds(8, parts=2), turtles("THH"))
    yield tartan(turtles, gr.ruler, name="both")("THT/TTH")
    yield from (euclid(10, 7), lasker(3, 5), bash(10, m=4), bash(7), race(3, goal=12), rows(3, 1, 2), coins(3, 9, 2))
    yield from (walk(-3), left_only(4), tiles("...|...|.#."), gr.impartial(walk)(-2), to_move(walk(-2), gr.LEFT))
    yield from (euclid(3, 2) + bash(4) + gr.nim(3), gr.selective(bash(4), bash(8)), walk(3) + gr.domineering(2, 3))
    arrows = {"a": ["b"], "b": ["a", "c"], "c": []}
    yield from (gr.digraph(arrows)("a"), gr.chase({0: [1], 1: [2], 2: [0, 3], 3: []})(0, 2))
    yield gr.digraph((np.array([0, 1, 2, 2]), np.array([1, 2])))(0)
    yield from (gr.code(text)(3, 4) for text in CODES)
    yield gr.octal("0.77", name="skittles")(5)


def asked(position: gr.Position) -> tuple[gr.Position, str, list[gr.Position], list[str]]:
    """What another process says of a position."""
    options = list(islice(position.options(), 30))
    words = [str(move) for move in islice(position.moves(), 30)]
    return position, str(position), options, words


def everything() -> list[gr.Position]:
    return [position for name in games.names() for position in catalogue(name)] + list(readme())


@pytest.mark.slow
@pytest.mark.parametrize("each", [6, pytest.param(1, marks=pytest.mark.hours)], ids=["a share", "whole"])
def test_what_is_pickled_or_copied_is_the_same_everywhere(each: int, capsys: pytest.CaptureFixture[str]) -> None:
    """All of it: copies, pickles, sets, and the words and options of what comes back."""
    positions = everything()
    for position in positions[::each]:
        for again in (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
            assert again == position and hash(again) == hash(position) and {again: 1}[position] == 1, position
            assert again.ruleset == position.ruleset and hash(again.ruleset) == hash(position.ruleset), position
        assert asked(again)[1:3] == asked(position)[1:3], position
        nontrivial(asked(position)[2])
        for rules in (copy.copy(position.ruleset), copy.deepcopy(position.ruleset)):
            assert rules == position.ruleset
        for move in islice(position.moves(), 3):
            for other in (pickle.loads(pickle.dumps(move)), copy.copy(move), copy.deepcopy(move)):
                assert other == move and hash(other) == hash(move) and str(other) == str(move), position
    assert len(positions) > 1500
    with capsys.disabled():
        print(f"\n{len(positions)} positions of {len(games.names())} games, the README and {len(CODES)} codes")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "each"), [("spawn", 4), ("fork", 5), pytest.param("spawn", 1, marks=pytest.mark.hours)]
)
def test_other_processes_say_the_same(way: str, each: int) -> None:
    positions = everything()[::each] + list(readme())
    with ProcessPoolExecutor(2, multiprocessing.get_context(way)) as pool:
        found = list(pool.map(asked, positions, chunksize=64))
    assert found == [asked(position) for position in positions]
    assert len(found) > 300


def test_equal_content_is_equal() -> None:
    assert gr.octal("0.77")(5) == gr.octal("0.77")(5) == gr.kayles(5) != gr.octal("0.7")(5)
    assert gr.octal("0.77") == gr.octal("0.77") != gr.kayles
    assert gr.code("0.077")(5) != gr.octal("0.77")(5)
    assert gr.bash.bind(m=4) == gr.bash.bind(m=4) != gr.bash and gr.bash(9, m=3) == gr.bash(9)
    assert gr.nim(1, 2) != gr.nim(2, 1) != gr.kayles(2, 1)
    one, other = list(readme()), list(readme())
    assert one == other and len({*one, *other}) == len({*one})  # functions that were made twice
    assert gr.digraph({"a": ["b"]})("a") == gr.digraph([("a", "b")])("a")
    assert gr.digraph({"a": ["b"]})("a") != gr.digraph({"b": ["a"]})("a")  # the same arrows by number
    assert gr.digraph({"a": ["b"]})("a") + gr.nim(1) != gr.digraph({"b": ["a"]})("a") + gr.nim(1)
    assert gr.chase({"a": ["b"], "b": []})("a", "b") != gr.chase({"b": ["a"], "a": []})("a", "b")
    assert gr.selective(gr.nim(1), gr.nim(2)) != gr.conjunctive(gr.nim(1), gr.nim(2)) != gr.nim(1) + gr.nim(2)
    assert gr.conjunctive(gr.nim(1), ends="last") != gr.conjunctive(gr.nim(1), ends="first")
    assert (gr.nim(1) == 1) is False and gr.nim(1) != "nim(1)"


def within(what: Any) -> gr.Position:
    @gr.game
    def closed(n: int):
        for k in what:
            if n >= k:
                yield n - k

    return closed(5)


def test_constants_of_a_closure_tell_rules_apart() -> None:
    assert within((1, 2)) == within((1, 2)) != within((1, 3))
    assert [str(p) for p in pickle.loads(pickle.dumps(within((1, 3)))).options()] == ["closed(4)", "closed(2)"]
    assert within({1: "a"}) == within({1: "a"}) != within({2: "a"})
    assert within([1, {2}]) != within([1, {2}])  # what is not read is but itself
    odd = within([1, {2}])
    assert odd == copy.copy(odd) == copy.deepcopy(odd) and hash(odd) == hash(copy.deepcopy(odd))


def test_rules_that_a_constant_changed_are_other_rules() -> None:
    reach = [1]

    def made() -> gr.Position:
        size = reach[0]

        @gr.game
        def step(n: int):
            if n >= size:
                yield n - size

        return step(5)

    first = made()
    reach[0] = 2
    assert made() != first == pickle.loads(pickle.dumps(first))


@pytest.mark.parametrize("odd", [[1, {2}], open, "12", object()])
def test_a_closure_of_odd_objects_is_refused_in_one_sentence(odd: Any) -> None:
    with pytest.raises(RulesError) as error:
        pickle.dumps(within(odd))
    sentence = str(error.value)
    assert sentence.startswith(
        "closed cannot be sent to another process: it is in no module, and it has no rule data, "
    )
    assert "\n" not in sentence
    with ProcessPoolExecutor(1) as pool, pytest.raises(RulesError, match="closed cannot be sent"):
        pool.submit(asked, within(odd)).result(timeout=60)


def test_a_state_of_odd_objects_is_refused_in_one_sentence() -> None:
    graph = gr.digraph({(lambda: 1): []})
    with pytest.raises(RulesError, match="digraph cannot be sent to another process: it holds "):
        pickle.dumps(next(iter(graph.small_positions())))
    with pytest.raises(RulesError, match=r"nim cannot be sent to another process: it holds .<function"):
        pickle.dumps(gr.Position(gr.nim, (lambda: 1,)))


# -- files -------------------------------------------------------------------------------------------------------------

RULES = """
import grundy as gr

@gr.game
def steps(n: int, *, m: int = {m}):
    for k in range(1, m + 1):
        if n >= k:
            yield n - k

@steps.spelling
def said(before, after):
    return f"go {{before - after}} down"

skittles = gr.octal("0.77", name="skittles")

@skittles.spelling
def knocked(before, after):
    return f"knock {{before}} {{after}}"

@gr.game
def wordy(last: str):
    for word in {words}:
        if word[0] == last[-1]:
            yield word
"""
READ = "import pickle, sys; p = pickle.load(open(sys.argv[1], 'rb')); print(*p.moves(), sep='; ')"


def python(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True, timeout=120)


def write(folder: Path, m: int = 2, words: tuple[str, ...] = ("ab", "ba")) -> None:
    (folder / "my_rules.py").write_text(RULES.format(m=m, words=words))


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ("my_rules.steps(4)", "go 1 down; go 2 down"),
        ("my_rules.steps(4, m=1)", "go 1 down"),
        ("my_rules.skittles(1)", "knock (1,) ()"),
        ("my_rules.wordy('xa')", "xa → ab"),
        ("my_rules.steps(1) + my_rules.skittles(1)", "steps: go 1 down; skittles: knock (1,) ()"),
    ],
)
def test_rules_of_a_file_come_by_reference_with_their_words(tmp_path: Path, made: str, said: str) -> None:
    write(tmp_path)
    dump = f"import my_rules, pickle; pickle.dump({made}, open('p.pickle', 'wb'))"
    assert python("-c", dump, folder=tmp_path).stderr == ""
    answer = python("-c", READ, "p.pickle", folder=tmp_path)
    assert answer.stdout.strip() == said, answer.stderr


@pytest.mark.parametrize("made", ["my_rules.steps(4)", "my_rules.wordy('xa')", "my_rules.skittles(3)"])
def test_a_pickle_of_rules_that_have_changed_is_refused_with_both_hashes(tmp_path: Path, made: str) -> None:
    write(tmp_path)
    dump = f"import my_rules, pickle; pickle.dump({made}, open('p.pickle', 'wb'))"
    assert python("-c", dump, folder=tmp_path).stderr == ""
    changed = RULES.replace("0.77", "0.7").format(m=3, words=("ab", "ba", "aa"))
    (tmp_path / "my_rules.py").write_text("# a comment changes nothing\n" + RULES.format(m=2, words=("ab", "ba")))
    assert python("-c", READ, "p.pickle", folder=tmp_path).stderr == ""
    (tmp_path / "my_rules.py").write_text(changed)
    last = python("-c", READ, "p.pickle", folder=tmp_path).stderr.strip().splitlines()[-1]
    place = f"my_rules:{made.partition('.')[2].partition('(')[0]}"
    assert f"the rules of {place} have changed: their hash was " in last
    words = last.replace(",", "").split()
    hashes = [word for word in words if len(word) == 64]
    assert len(set(hashes)) == 2


def test_a_module_or_a_name_that_is_gone_is_told(tmp_path: Path) -> None:
    write(tmp_path)
    dump = "import my_rules, pickle; pickle.dump(my_rules.steps(4), open('p.pickle', 'wb'))"
    assert python("-c", dump, folder=tmp_path).stderr == ""
    (tmp_path / "my_rules.py").write_text("steps = 3\n")
    last = python("-c", READ, "p.pickle", folder=tmp_path).stderr.strip().splitlines()[-1]
    assert last.endswith("my_rules:steps cannot be read back: there is no game of that name")
    (tmp_path / "my_rules.py").write_text("1 / 0\n")
    last = python("-c", READ, "p.pickle", folder=tmp_path).stderr.strip().splitlines()[-1]
    assert last.endswith("my_rules:steps cannot be read back: division by zero")
    (tmp_path / "my_rules.py").unlink()
    last = python("-c", READ, "p.pickle", folder=tmp_path).stderr.strip().splitlines()[-1]
    assert last.endswith("my_rules:steps cannot be read back: No module named 'my_rules'")


def test_a_file_of_the_shell_comes_by_its_path(tmp_path: Path) -> None:
    """As `grundy solve my_rules.py:steps` loads it: under a name that no other process knows."""
    (tmp_path / "away").mkdir()
    write(tmp_path / "away")
    dump = (
        "from grundy.faces.cli.arguments import find; import pickle\n"
        "p = find('away/my_rules.py:steps')(4)\n"
        "assert pickle.loads(pickle.dumps(p)).ruleset is p.ruleset\n"
        "pickle.dump(p, open('p.pickle', 'wb'))"
    )
    assert python("-c", dump, folder=tmp_path).stderr == ""
    answer = python("-c", READ, "p.pickle", folder=tmp_path)
    assert answer.stdout.strip() == "go 1 down; go 2 down", answer.stderr


SCRIPT = (
    RULES.format(m=2, words=("ab", "ba"))
    + """
def asked(position):
    return position, [str(move) for move in position.moves()], position.solve()

if __name__ == "__main__":
    import multiprocessing, sys
    from concurrent.futures import ProcessPoolExecutor
    mine = [steps(4), steps(3, m=1), skittles(2), wordy("xa"), steps(1) + gr.nim(2)]
    with ProcessPoolExecutor(2, multiprocessing.get_context(sys.argv[1])) as pool:
        found = list(pool.map(asked, mine))
    assert [p for p, _, _ in found] == mine
    assert [words for _, words, _ in found] == [[str(move) for move in p.moves()] for p in mine]
    told = lambda s: {k: v for k, v in s.to_dict().items() if k not in ("positions", "evidence", "method")}
    assert [told(s) for _, _, s in found] == [told(p.solve()) for p in mine]
    import pickle
    pickle.dump(mine[0], open("p.pickle", "wb"))
    print("all the same")
"""
)


@pytest.mark.parametrize("way", ["spawn", "fork"])
def test_a_script_sends_its_own_games_to_processes(tmp_path: Path, way: str) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    answer = python("script.py", way, folder=tmp_path)
    assert answer.stdout == "all the same\n", answer.stderr
    answer = python("-c", READ, "p.pickle", folder=tmp_path)  # by its rule data, since that file is another
    assert answer.stdout.strip() == "4 → 3; 4 → 2", answer.stderr


# -- answers -----------------------------------------------------------------------------------------------------------


def solved(position: gr.Position) -> gr.Solution:
    return position.solve()


def told(solution: gr.Solution) -> tuple[dict[str, Any], str, str]:
    """Return what a solution says, without how many positions were searched: some were known before."""
    count = re.compile(r" of [\d,]+ positions?")
    data = {key: value for key, value in solution.to_dict().items() if key not in ("positions", "evidence", "method")}
    return data, count.sub("", str(solution)), count.sub("", solution.explain())


@pytest.mark.slow
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.hours)], ids=["a share", "whole"])
def test_solutions_come_back_from_processes_with_all_they_say(whole: bool) -> None:
    some = [p for name in games.names()[:: 1 if whole else 4] for p in catalogue(name)[2 : 9 if whole else 3 : 6]]
    own = [(p, s) for p in some if (s := solved(p)) is not None]
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        found = list(pool.map(solved, [p for p, _ in own], chunksize=16))
    for (position, here), there in zip(own, found, strict=True):
        assert told(there) == told(here), position
        assert there.best_move == here.best_move, position
        assert copy.deepcopy(here) is here
    assert len(found) > (100 if whole else 12)


@pytest.mark.some(2)
@pytest.mark.parametrize(
    "law",
    [
        lambda: gr.octal("0.77").law(),
        lambda: gr.octal("0.07").law(limit=30, seconds=0.5),
        lambda: gr.lasker.law(),
        lambda: gr.wythoff.law(),
        lambda: gr.grundys_game.law(limit=200, seconds=0.5),
    ],
)
def test_laws_are_pickled_and_copied(law: Callable[[], Any]) -> None:
    here = law()
    for there in (pickle.loads(pickle.dumps(here)), copy.copy(here), copy.deepcopy(here)):
        assert there == here and there.explain() == here.explain() and there.to_dict() == here.to_dict()


@pytest.mark.parametrize(
    "error",
    [
        InputError("no word", 2, 3),
        TooLarge("too large", positions=7, needed=9),
        Unreadable("no rule", 4),
        RulesError("x"),
    ],
)
def test_errors_come_back_from_processes(error: gr.GrundyError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error) and again.to_dict() == error.to_dict()


@pytest.mark.slow
def test_four_threads_ask_at_once() -> None:
    """Each thread solves the same positions, with rules that are new to the process, and says what one thread says."""
    names = [name for name in games.names() if name not in ("amazons",)]
    some = [p for name in names for p in catalogue(name)[:1]] + list(readme())
    count = re.compile(r" of [\d,]+ positions?")  # others may have found some of them meanwhile
    alone = [(count.sub("", str(s := solved(p))), s.best_move, [str(m) for m in islice(p.moves(), 20)]) for p in some]
    for rules in {p.ruleset.origin for p in some}:
        rules.forget()

    def all_of_them(number: int) -> list[Any]:
        order = list(range(len(some)))
        random.Random(number // 2).shuffle(order)  # two and two go the same way
        found: dict[int, Any] = {}
        for i in order:
            p = pickle.loads(pickle.dumps(some[i]))
            found[i] = count.sub("", str(s := solved(p))), s.best_move, [str(m) for m in islice(p.moves(), 20)]
        return [found[i] for i in range(len(some))]

    with ThreadPoolExecutor(4) as pool:
        assert all(found == alone for found in pool.map(all_of_them, range(4)))


def test_the_script_of_the_page_on_clusters_prints_what_the_page_shows(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "howto" / "cluster.md").read_text(encoding="utf-8")
    (script,) = (block.text for block in blocks(page) if block.title == "boards.py")
    (tmp_path / "boards.py").write_text(script, encoding="utf-8")
    answer = python("boards.py", folder=tmp_path)
    assert answer.stdout and f"```text\n{answer.stdout}```" in page, answer.stdout + answer.stderr


# ---- kinds of rulesets say what they are


class Stairs(FunctionRuleset):
    """A ruleset of a new kind: the moves of a function, and one step more. It says both of itself."""

    def options(self, state: Any) -> Iterator[Any]:
        yield from super().options(state)
        if state > 1:
            yield state - 2

    def rule_data(self) -> dict[str, Any]:
        return {**super().rule_data(), "kind": "stairs"}


class Silent(Stairs):
    """A kind that says nothing of itself: what it means nobody knows."""


def step(n: int) -> Iterator[int]:
    if n:
        yield n - 1


def test_a_new_kind_says_its_data_and_is_made_again_by_them() -> None:
    one, other = Stairs(step), Stairs(step)
    assert data_of(one)["kind"] == "stairs" and one(4) == other(4) and hash(one(4)) == hash(other(4))
    assert one(4) != gr.game(step)(4)
    again = pickle.loads(pickle.dumps(one(4)))
    assert again == one(4) and [q.state for q in again.options()] == [3, 2] == [q.state for q in one(4).options()]


def test_a_kind_that_says_nothing_of_itself_has_no_data() -> None:
    silent = Silent(step)
    with pytest.raises(Unreadable):
        data_of(silent)
    assert silent(4) == silent(4) and silent(4) != Silent(step)(4)
    with pytest.raises(RulesError, match="cannot be sent to another process"):
        pickle.dumps(silent(4))
