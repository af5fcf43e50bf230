"""Many questions about one game, each row in a process of its own, with plain Python beside it in the same process.

Run: ``python benchmarks/many.py [ROW ...]``; without rows all, in seconds of the wall. A row is the name of a function.
"""

from __future__ import annotations

import functools
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import grundy as gr
from grundy.solving.memory import ROOM, known
from grundy.solving.tablebases.building import build
from grundy.values.nimber import mex

LINES = 7, 56, 448, 73, 146, 292, 273, 84


def timed(ask: Callable[[], Any]) -> tuple[float, Any]:
    begin = time.perf_counter()
    found = ask()
    return time.perf_counter() - begin, found


def steps(a: int, b: int) -> Iterator[tuple[int, int]]:
    for n in range(1, max(a, b) + 1):
        if a >= n:
            yield a - n, b
        if b >= n:
            yield a, b - n
        if a >= n and b >= n:
            yield a - n, b - n
        if a >= n and b >= 2 * n:
            yield a - n, b - 2 * n
        if a >= 2 * n and b >= n:
            yield a - 2 * n, b - n


def warm() -> None:
    """Ask another game, so that the program is imported."""

    @gr.game
    def rooks(a: int, b: int) -> Iterator[tuple[int, int]]:
        for k in range(a):
            yield k, b
        for k in range(b):
            yield a, k

    assert rooks(3, 4).outcome() != rooks(4, 4).outcome() and rooks(3, 3).grundy() == 0


def loop(top: int = 40) -> str:
    """861 questions about pairs of heaps, who loses; and again."""
    warm()
    game, pairs = gr.game(steps), [(a, b) for a in range(top + 1) for b in range(a, top + 1)]

    @functools.cache
    def lost(a: int, b: int) -> bool:
        return not any(lost(min(option), max(option)) for option in steps(a, b))

    first, found = timed(lambda: [pair for pair in pairs if game(*pair).outcome().value == "P"])
    again, same = timed(lambda: [pair for pair in pairs if game(*pair).outcome().value == "P"])
    plain, true = timed(lambda: [pair for pair in pairs if lost(*pair)])
    assert found == same == true
    return f"{first:.3f} s, again {again:.4f} s; functools.cache {plain:.3f} s: {first / plain:.1f} times"


def values(top: int = 40) -> str:
    """The same questions, for Grundy values."""
    warm()
    game, pairs = gr.game(steps), [(a, b) for a in range(top + 1) for b in range(a, top + 1)]

    @functools.cache
    def worth(a: int, b: int) -> int:
        return mex({worth(min(option), max(option)) for option in steps(a, b)})

    first, found = timed(lambda: [game(*pair).grundy() for pair in pairs])
    again, _same = timed(lambda: [game(*pair).grundy() for pair in pairs])
    plain, true = timed(lambda: [worth(*pair) for pair in pairs])
    assert found == true
    return f"{first:.3f} s, again {again:.4f} s; functools.cache {plain:.3f} s: {first / plain:.1f} times"


def box(top: int = 1000) -> str:
    """Who loses among all pairs to 1000; plain Python marks rows, columns and slopes, which it knows of this game."""
    game = gr.game(steps)
    game.lost(3, 3)
    before = peak()
    here, found = timed(lambda: game.lost(top, top))
    more = peak() - before

    def marked() -> list[tuple[int, int]]:
        row, column, slope, two, half, lost = set[int](), set[int](), set[int](), set[int](), set[int](), []
        for a, b in product(range(top + 1), repeat=2):
            if not (a in row or b in column or a - b in slope or b - 2 * a in two or a - 2 * b in half):
                lost.append((a, b))
                for known, place in ((row, a), (column, b), (slope, a - b), (two, b - 2 * a), (half, a - 2 * b)):
                    known.add(place)
        return lost

    plain, true = timed(marked)
    assert sorted(true) == [(int(a), int(b)) for a, b in zip(*found.nonzero(), strict=True)]
    return f"{here:.2f} s and {more >> 20} MiB; marking in Python {plain:.2f} s"


def cube(top: int = 100) -> str:
    """Who loses among three heaps to 100, up to 272 moves each."""

    @gr.game
    def three(a: int, b: int, c: int) -> Iterator[tuple[int, int, int]]:
        for k in range(1, 69):
            if a >= k:
                yield a - k, b, c
            if b >= k:
                yield a, b - k, c
            if c >= k:
                yield a, b, c - k
            if a >= k and b >= k and c >= k:
                yield a - k, b - k, c - k

    here, found = timed(lambda: three.lost(top, top, top))
    return f"{here:.2f} s, {found.sum():,} of {found.size:,} are lost"


def sheets(side: int = 200) -> str:
    """A sheet that is cut in two, its parts of two numbers each."""

    def sheet(*wh: int) -> Iterator[tuple[int, ...]]:
        for i in range(0, len(wh), 2):
            w, h = wh[i], wh[i + 1]
            for a in range(2, w // 2 + 1):
                if w - a >= 2:
                    yield wh[:i] + (a, h, w - a, h) + wh[i + 2 :]
            for a in range(2, h // 2 + 1):
                if h - a >= 2:
                    yield wh[:i] + (w, a, w, h - a) + wh[i + 2 :]

    def each(*wh: int) -> Iterator[tuple[int, ...]]:
        for i in range(0, len(wh), 2):
            yield wh[i : i + 2]

    @functools.cache
    def worth(w: int, h: int) -> int:
        cuts = {worth(a, h) ^ worth(w - a, h) for a in range(2, w // 2 + 1) if w - a >= 2}
        return mex(cuts | {worth(w, a) ^ worth(w, h - a) for a in range(2, h // 2 + 1) if h - a >= 2})

    sys.setrecursionlimit(10_000)
    game = gr.game(sheet)
    game.parts(each)
    here, found = timed(lambda: game(side, side).grundy())
    plain, true = timed(lambda: worth(side, side))
    assert found == true
    return f"{here:.2f} s; functools.cache {plain:.2f} s"


def crosses(boards: int = 3) -> str:
    """Three boards on which only crosses are drawn, in misère play; plain Python answers two, sorted."""

    def moves(board: int) -> Iterator[int]:
        dead = False
        for line in LINES:
            if board & line == line:
                dead = True
        if not dead:
            for cell in range(9):
                if not board >> cell & 1:
                    yield board | 1 << cell

    game = gr.game(define(moves, LINES=LINES))
    total = functools.reduce(lambda a, b: a + b, [game(0)] * boards)
    here, found = timed(lambda: total.outcome("misere").value)

    @functools.cache
    def wins(held: tuple[int, ...]) -> bool:
        options = {
            tuple(sorted(b for b in (*held[:i], c, *held[i + 1 :]) if any(True for _each in moves(b))))
            for i, board in enumerate(held)
            for c in moves(board)
        }
        return not options or any(not wins(option) for option in options)

    plain, two = timed(lambda: wins((0, 0)))
    assert found == "NP"[boards % 2 == 0] and not two
    return f"{here:.2f} s: {found}; two boards in plain Python {plain:.2f} s"


def kayles() -> str:
    """Kayles of 20, 21 and 22 in misère play."""
    here, found = timed(lambda: gr.kayles(20, 21, 22).outcome("misere").value)
    return f"{here:.2f} s: {found}"


def code() -> str:
    """Kayles as a rule of one's own, whose code is read: the whole command, and that of 0.77."""
    own = command("sequence", f"{RULES}:own", "--to", "100000")
    return f"{own:.2f} s; as 0.77 {command('sequence', '0.77', '--to', '100000'):.2f} s"


def law(count: int = 100_000) -> str:
    """Take at most half: the values of a rule that has a law, and the law's own time."""

    @gr.heap_game
    def halves(n: int) -> Iterator[int]:
        yield from range(n // 2, n)

    finding, known = timed(lambda: halves.law())
    saying, true = timed(lambda: known.values(count))
    gr.forget()
    here, found = timed(lambda: halves.sequence(count))
    assert (found == true).all()
    return f"{here:.2f} s; the law is found in {finding:.2f} s and says them in {saying:.3f} s"


def sparse() -> str:
    """A heap of 10^18 of which 7,254 heaps are reached."""

    @gr.heap_game
    def floors(n: int) -> Iterator[int]:
        if n > 0:
            for k in range(2, 7):
                yield n // k

    @functools.cache
    def worth(n: int) -> int:
        return mex({worth(n // k) for k in range(2, 7)}) if n else 0

    here, found = timed(lambda: floors(10**18).grundy())
    plain, true = timed(lambda: worth(10**18))
    assert found == true
    return f"{here:.3f} s; functools.cache {plain:.3f} s"


def questions(count: int = 100_000) -> str:
    """Questions a second, one by one: a theorem, a memory, a tablebase."""
    told = []
    pairs = [(a % 900, a * 7 % 900) for a in range(count)]
    game = gr.game(steps)
    for name, ask in (
        ("a theorem", lambda a, b: gr.wythoff(a, b).outcome()),
        ("a memory", lambda a, b: game(a % 40, b % 40).outcome()),
    ):
        ask(1, 2)
        taken, _found = timed(lambda ask=ask: [ask(a, b) for a, b in pairs])
        told.append(f"{name} {count / taken:,.0f}")
    with tempfile.TemporaryDirectory() as folder:
        base = gr.tablebase(build(game(60, 60), Path(folder) / "base").stored.folder)
        taken, _found = timed(lambda: [base.probe(game(a % 60, b % 60)).outcome for a, b in pairs])
        told.append(f"a tablebase {count / taken:,.0f}")
    return ", ".join(told) + " a second"


def memory(count: int = 1_100_000) -> str:
    """What more than a million different questions leave in memory: more than are kept."""

    @gr.game
    def few(a: int, b: int) -> Iterator[tuple[int, int]]:
        for k in range(1, 4):
            if a >= k:
                yield a - k, b
            if b >= k:
                yield a, b - k

    few(3, 3).outcome()
    before, first = peak(), resident()
    here, _found = timed(lambda: [None for k in range(count) if few(k % 1000, k // 1000).outcome() is None])
    held = sum(map(len, known(few).one_by_one()))
    assert held <= ROOM
    return (
        f"{here:.0f} s, {resident() - first >> 20} MiB more of {first >> 20}, at the peak {peak() - before >> 20} MiB more; "
        f"{held:,} results are kept, of at most {ROOM:,}"
    )


def entered() -> str:
    """The files of the package whose functions a question enters that is asked for the second time."""
    told, files = [], dict[str, None]()
    package = gr.__path__[0] + "/"
    large = gr.game(steps)(90, 90)
    for name, position in (
        ("interpreted", gr.game(steps)(20, 30)),
        ("compiled", large),
        ("connect4", gr.connect4(width=4, height=4)),
        ("wythoff", gr.wythoff(20, 30)),
        ("domineering", gr.domineering(4, 4)),
    ):
        position.outcome()
        files.clear()
        sys.setprofile(lambda frame, event, _: files.setdefault(frame.f_code.co_filename) if event == "call" else None)
        position.outcome()
        sys.setprofile(None)
        own = [file.removeprefix(package) for file in files if file.startswith(package)]
        told.append(f"{name} {len(own)}" + (f" ({', '.join(own)})" if len(own) < 6 else ""))
    assert known(large.ruleset).tables, "a compiled search keeps a table"
    return "; ".join(told)


def shell() -> str:
    """Whole commands: the README's law, and the list of games."""
    return f"grundy law my_rules.py:halves {command('law', f'{RULES}:halves'):.2f} s; grundy games {command('games'):.2f} s"


TEXT = """
import grundy as gr


@gr.heap_game
def halves(n: int):
    for k in range(n // 2, n):
        yield (k,)


@gr.heap_game
def own(n: int):
    for k in (1, 2):
        for i in range(n - k + 1):
            yield i, n - k - i
"""
RULES = "my_rules.py"


def command(*words: str) -> float:
    """Return the seconds of a command of the shell, the second time that it runs, in a folder with `RULES`."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / RULES).write_text(TEXT)
        ask = functools.partial(
            subprocess.run, [sys.executable, "-m", "grundy", *words], check=True, capture_output=True, cwd=folder
        )
        ask()
        return timed(ask)[0]


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def define(function: Callable[..., Any], **names: Any) -> Callable[..., Any]:
    function.__globals__.update(names)
    return function


ROWS = (loop, values, box, cube, sheets, crosses, kayles, code, law, sparse, questions, memory, entered, shell)


def main(*asked: str) -> None:
    if len(asked) == 1:
        row = next(each for each in ROWS if each.__name__ == asked[0])
        print(f"{row.__name__:10} {row()}")
        return
    for row in ROWS:
        if not asked or row.__name__ in asked:
            subprocess.run([sys.executable, __file__, row.__name__], check=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
