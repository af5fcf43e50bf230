"""Questions in a row: one process gets them all, and of each a fresh process says what it should have answered.

A question is a text that Python evaluates, drawn from its number, so that a difference can be asked again by hand. About a
tenth are given less memory, or fewer positions, than they need. Run as ``python tests/many_questions.py FIRST LAST`` it
prints what was asked and how the answers differ, as JSON. Processes are forked here alone, where no thread runs.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import pkgutil
import re
import signal
import sys
import warnings
from collections import Counter
from collections.abc import Callable
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

import grundy as gr
import long_rules
from grundy import games, kernels, values
from grundy import proving as proofs
from grundy import solving as solvers
from grundy.common.errors import GrundyError, OutOfTime, TooLarge
from grundy.rules.position import Position
from grundy.rules.solution import Solution
from grundy.values import patterns

PATIENCE = 60
"""Seconds after which a fresh process is ended: of such a question nothing is said."""
HELD = 40
"""Answers that are held: what they say of themselves must stay."""

BOARDS: dict[str, str] = {
    **dict.fromkeys(("domineering", "fission"), "....#X"),
    **dict.fromkeys(("clobber", "elephants_and_rhinos", "push", "shove", "toads_and_frogs"), "XXOO."),
    **dict.fromkeys(("konane", "toppling_dominoes", "nogo"), "XXOO..#"),
    "amazons": "XO....##",
}
"""Games on boards, and the faces of a cell, the usual ones more often."""
CODES = ("0.77", "0.07", "0.137", "0.333", "4.3", "0.37", "0.007", "0.156", "0.165", "0.26")
PERIODIC = 4
"""Codes whose law is found at once."""
HEAPS = ("kayles", "grundys_game", "dawsons_chess", "guiles", "officers", "lasker", "nim", "split_nim")
CALM = 5
"""Games of heaps that have few positions, so that a search is quick."""
METHODS = (None, None, "value", "sums", "search", "interpreted", "compiled")
MEMORY = (1 << 12, 1 << 15, 1 << 18, 1 << 20, 1 << 21, 1 << 22, 1 << 23, 1 << 24, 1 << 26)
POSITIONS = (10, 100, 1000, 10_000)
COUNT = re.compile(r" of [\d,]+ positions")
"""What a search tells of its size: of what was known before, that counts too which earlier ones met."""
LIMITS = re.compile(r"(?:, )?(?:memory|positions)=\d+")


@cache
def small(name: str) -> list[Position]:
    """Return some of the small positions of a game."""
    return list(itertools.islice(games.load(name).small_positions(), 0, 300, 5))


# ---- what is asked


def board(random: Random, cells: int) -> str:
    """Return a position on a random board."""
    name = random.choice(list(BOARDS))
    rows = 1 if name in ("toads_and_frogs", "push", "shove") else random.choice((1, 2, 3, 4))
    columns = max(1, random.randrange(cells // 2, cells + 1) // rows)
    faces = BOARDS[name] if name != "domineering" and name != "fission" else BOARDS[name].rstrip("X#") + "."
    if name == "fission":
        faces = "...X"
    text = "|".join("".join(random.choices(faces, k=columns)) for _row in range(rows))
    return f'gr.{name}("{text}")'


def impartial(random: Random, cells: int) -> str:
    """Return a board that both may play on as the other."""
    rules, text = board(random, cells)[:-1].split("(")
    return f"gr.impartial({rules})({text})"


def heaps(random: Random, most: int = 20, kinds: tuple[str, ...] = HEAPS) -> str:
    """Return heaps of a game, or of a code."""
    rules = random.choice([f"gr.{name}" for name in kinds] + [f'gr.octal("{code}")' for code in CODES])
    return f"{rules}({', '.join(str(random.randrange(1, most)) for _heap in range(random.choice((1, 2, 2, 3))))})"


def own(random: Random) -> str:
    """Return a position of rules that are no game of ours."""
    return f"{random.choice(('walk', 'walk', 'skewed'))}({random.randrange(40)}, {random.randrange(40)})"


def of_catalogue(random: Random) -> str:
    """Return a small position of any game."""
    name = random.choice(games.names())
    return f'small("{name}")[{random.randrange(len(small(name)))}]'


def value(random: Random) -> str:
    """Return a value, or twice one."""
    words = ["{2|-1}", "^*", "{3|{0|-2}}", "1/8", "*5", "{1|*}", "{4|1||0}", "tiny(2)", "-3", "{0||0|-2}"]
    return f'gr.Value("{random.choice(words)}")' + random.choice(("", " * 2", " * 3"))


def limits(random: Random) -> str:
    """Return limits, as they are written in a call."""
    return random.choice([""] * 3 + [f"memory={random.choice(MEMORY)}"] * 5 + [f"positions={random.choice(POSITIONS)}"])


def within(random: Random, *words: str) -> str:
    """Return what stands between the parentheses of a call, with limits."""
    return f"({', '.join(filter(None, (*words, limits(random))))})"


def method(random: Random) -> str:
    named = random.choice(METHODS)
    return "" if named is None else f'method="{named}"'


def loops(random: Random) -> str:
    """Return a node of a digraph in which play may come again."""
    count = random.randrange(2, 9)
    arrows = {node: random.sample(range(count), random.randrange(3)) for node in range(count)}
    return f"gr.digraph({arrows})(0)"


def total(random: Random) -> str:
    """Return a sum of boards and values, or of heaps."""
    if random.random() < 0.3:
        return f"({heaps(random, 9, HEAPS[:CALM])} + {heaps(random, 9, HEAPS[:CALM])})"
    terms = [board(random, random.choice((6, 8, 10))) for _term in range(random.choice((1, 2, 2)))]
    terms.append(random.choice((value, lambda random: board(random, 6), lambda random: "gr.nim(2)"))(random))
    random.shuffle(terms)
    if terms[0].startswith("gr.Value"):
        terms.reverse()
    return f"({' + '.join(terms)})"


KINDS: dict[str, Callable[[Random], str]] = {
    "value": lambda r: f"{board(r, r.choice((8, 12, 14)))}.value{within(r)}",
    "who wins": lambda r: f"{board(r, r.choice((8, 12, 14)))}.solve{within(r, method(r))}",
    "misère board": lambda r: f"{board(r, 8)}.solve{within(r, repr('misere'))}",
    "large board": lambda r: f"{board(r, 30)}.value(memory={r.choice(MEMORY[:6])})",
    "nimber": lambda r: f"{impartial(r, r.choice((8, 12, 16)))}.grundy{within(r)}",
    "large nimber": lambda r: f"{impartial(r, 30)}.grundy(memory={r.choice(MEMORY[:5])})",
    "cram": lambda r: f"gr.cram({r.randrange(2, 5)}, {r.randrange(2, 6)}).grundy{within(r)}",
    "heaps": lambda r: f"{heaps(r, 60)}.grundy{within(r)}",
    "heaps solved": lambda r: f"{heaps(r, 14, HEAPS[:CALM])}.solve{within(r, method(r))}",
    "misère heaps": lambda r: f"{heaps(r, 14, HEAPS[:CALM])}.solve{within(r, repr('misere'))}",
    "sum": lambda r: f"{total(r)}.solve{within(r, method(r))}",
    "value of a sum": lambda r: f"{total(r)}.value{within(r)}",
    "sequence": lambda r: f'gr.octal("{r.choice(CODES)}").sequence{within(r, str(r.choice((10, 200, 3000))))}',
    "own sequence": lambda r: f"slow.sequence{within(r, str(r.choice((10, 60, 120))))}",
    "law": lambda r: f'gr.octal("{r.choice(CODES[:PERIODIC])}").law(limit=400)',
    "own": lambda r: f"{own(r)}.solve{within(r, method(r))}",
    "own misère": lambda r: f"{own(r)}.solve{within(r, repr('misere'))}",
    "own nimber": lambda r: f"{own(r)}.grundy{within(r)}",
    "own large": lambda r: f"walk(900, 900).solve(memory={r.choice(MEMORY[:4])})",
    "joined": lambda r: f"gr.{r.choice(('conjunctive', 'selective'))}({own(r)}, {own(r)}).solve{within(r)}",
    "loops": lambda r: f"{loops(r)}.solve{within(r)}",
    "endless": lambda r: f"{loops(r)}.solve{within(r, r.choice(('misere', 'normal')).join(chr(34) * 2))}",
    "catalogue": lambda r: f"{of_catalogue(r)}.solve{within(r, method(r))}",
    "catalogue misère": lambda r: f"{of_catalogue(r)}.solve{within(r, repr('misere'))}",
    "catalogue value": lambda r: f"{of_catalogue(r)}.{r.choice(('value', 'grundy'))}{within(r)}",
    "winning moves": lambda r: f"[str(move) for move in {of_catalogue(r)}.solve().winning_moves()]",
    "moves of a sum": lambda r: f"[str(move) for move in {total(r)}.solve().winning_moves()]",
    "hot": lambda r: f"{board(r, 10)}.{r.choice(('thermograph()', 'hotstrat(gr.LEFT)'))}",
    "order": lambda r: f"{board(r, 8)} {r.choice(('>=', '<=', '>'))} {r.choice((value(r), board(r, 8)))}",
    "values": lambda r: f"{value(r)} + {value(r)} - {value(r)}",
    "equal": lambda r: f"gr.equivalent({heaps(r, 8)}, {heaps(r, 8)})",
}
"""Kinds of questions."""


def drawn(number: int) -> tuple[str, str]:
    """Return the kind of a question and the question, the same ones for the same number."""
    random = Random(f"question {number}")
    kind = random.choice(list(KINDS))
    return kind, KINDS[kind](random)


# ---- what is answered

NAMES: dict[str, Any] = {"gr": gr, "small": small, **vars(long_rules)}


def told(answer: Any) -> str:
    """Return what an answer says."""
    if isinstance(answer, Solution):
        return COUNT.sub("", f"{answer} ({answer.outcome.name}, {answer.value})")
    return str(answer.tolist() if hasattr(answer, "tolist") else answer)


def asked(question: str) -> tuple[str, Any]:
    """Return what is told of a question, and the answer; of what is too large, that alone."""
    try:
        answer = eval(question, NAMES)
        return told(answer), answer
    except TooLarge as error:
        return type(error).__name__, None
    except GrundyError as error:
        return f"{type(error).__name__}: {error}", None
    except Exception as error:  # of ours: a traceback is a difference where a fresh process gives none
        return f"{type(error).__name__}! {error}", None


def in_a_child(work: Callable[[Any], None]) -> tuple[int, Any]:
    """Return the id of a process that works, and what it writes, as a file."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, os.fdopen(reading, encoding="utf-8")
    os.close(reading)
    try:
        with os.fdopen(writing, "w", encoding="utf-8") as file:
            work(file)
    finally:
        os._exit(0)


def fresh(question: str) -> str | None:
    """Return what a process tells that was never asked anything; None where it takes too long."""

    def work(file: Any) -> None:
        signal.alarm(PATIENCE)
        file.write(asked(question)[0])

    child, file = in_a_child(work)
    with file:
        said = file.read()
    os.waitpid(child, 0)
    return said or None


def in_a_row(questions: list[str]) -> Callable[[Any], None]:
    """Return the work of one process that answers all, and looks again at answers that it holds: a line for each."""

    def work(file: Any) -> None:
        random = Random(1)
        held: list[tuple[str, Any]] = []
        for question in questions:
            said, answer = asked(question)
            changed = ""
            if held:
                before, one = random.choice(held)
                if told(one) != before:
                    changed = f"{before}, which became {told(one)}"
            if answer is not None:
                held.insert(random.randrange(len(held) + 1), (said, answer))
                del held[HELD:]
            file.write(json.dumps([said, changed]) + "\n")
            file.flush()

    return work


def loaded() -> None:
    """Load all that a question may need, and ask none."""
    for package in (kernels, solvers, values, patterns, proofs):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    for name in games.names():
        small(name)


def compared(first: int, last: int, *, each: bool) -> dict[str, Any]:
    """Return how many questions of a range, or the last of each kind, were asked and too large, and which answers differ."""
    drawings = {(each and drawing[0]) or n: (n, *drawing) for n in range(first, last) if (drawing := drawn(n))}.values()
    loaded()
    questions = [question for _number, _kind, question in drawings]
    child, file = in_a_child(in_a_row(questions))
    counts: Counter[str] = Counter()
    differences: list[dict[str, Any]] = []
    for number, kind, question in drawings:
        expected = fresh(question)
        line = file.readline()
        if not line:
            differences.append({"number": number, "kind": kind, "question": question, "died": True})
            break
        said, changed = json.loads(line)
        counts["asked"] += 1
        if counts["asked"] % 1000 == 0:
            print(dict(counts), len(differences), file=sys.stderr, flush=True)
        counts["too large"] += expected == TooLarge.__name__
        counts["refused"] += expected is not None and expected.partition(":")[0].endswith(("Error", "Game"))
        counts["took too long"] += expected in (None, OutOfTime.__name__)
        if expected == TooLarge.__name__ != said:  # the answer may have been known: not refused, and right
            counts["known before"] += 1
            expected = fresh(LIMITS.sub("", question))
        if (expected is not None and said != expected) or changed:
            told_of = {"fresh": expected, "in a row": said, "changed": changed}
            differences.append({"number": number, "kind": kind, "question": question, **told_of})
            print(json.dumps(differences[-1], ensure_ascii=False), file=sys.stderr, flush=True)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return {**counts, "differences": differences}


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    with contextlib.suppress(BrokenPipeError):
        found = compared(int(sys.argv[1]), int(sys.argv[2]), each=sys.argv[3:] == ["each"])
        print(json.dumps(found, indent=1, ensure_ascii=False))
