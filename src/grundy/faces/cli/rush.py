"""``grundy rush``: as many puzzles as one solves in five minutes, as on the page of that name."""

from __future__ import annotations

import re
import secrets
import shutil
import signal
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Annotated

from grundy.common.errors import GrundyError
from grundy.common.messages import _, width
from grundy.faces import drawing
from grundy.faces.cli import arguments, output, watch
from grundy.faces.cli.options import Natural, option
from grundy.faces.cli.thinking import thought
from grundy.playing.match import Match
from grundy.playing.puzzles import Puzzle, told, tried, turned
from grundy.playing.puzzles.rush import SECONDS, Rush, Tried, best
from grundy.rules.play import convention
from grundy.rules.position import Position
from grundy.rules.solution import Move
from grundy.rules.text.words import split

SEEDS = 10**9
"""Seeds are below this, as those of the page."""
QUIT = ("q", "quit", "exit")


class Over(Exception):
    """The time is over, or who plays has left."""


def run(
    seed: Annotated[int | None, option("--seed", "N", "The same number gives the same puzzles.", Natural())] = None,
) -> int:
    """Solve as many puzzles as you can in five minutes, each harder than the last; the third mistake ends it."""
    if (watcher := watch.watcher()) is not None:
        watcher.leaves = False  # Ctrl-C ends the rush, and what was solved is told
    print(_("Type the number of a move, or the move itself; `quit` ends the rush."))
    rush = Rush(secrets.randbelow(SEEDS) if seed is None else seed, time.monotonic() + SECONDS)
    try:
        while not rush.over(time.monotonic()):
            _ask(rush, thought(rush.puzzle))
    except (Over, EOFError, KeyboardInterrupt):
        print()
    _end(rush)
    return 0


def _ask(rush: Rush, puzzle: Puzzle) -> None:
    """Show a puzzle, and read a move until there is one: it counts."""
    position = turned(plain := arguments.position(split(puzzle.position)), puzzle.player)
    match = Match(position, convention(puzzle.play))
    moves = [*position.moves()]
    told_of = _("Level {level}. {question}").format(level=puzzle.level, question=told(puzzle))
    print(f"\n{plain.ruleset.called_by.title}. {plain.ruleset.called_by.rules}\n{told_of}\n{plain}")
    if (drawn := drawing.text(plain, colour=output.coloured())) != str(plain):
        print(drawn)
    print(_listed(moves))
    while True:
        try:
            made = _read(match, moves, _typed(rush))
            break
        except GrundyError as error:
            print(error)
    verdict = thought(partial(tried, position, made, match.solution()))
    rush.tried.append(Tried(puzzle, verdict.right))
    if verdict.right:
        print("✓ " + _("Right: {move} wins.").format(move=made))
    else:
        print("✗ " + _("No: {move} loses.").format(move=made), _("Answer: {move}").format(move=puzzle.answer))


def _read(match: Match, moves: Sequence[Move], line: str) -> Move:
    """Return the move that a line says: its number, its words, or the position it leads to."""
    if re.fullmatch(r"[0-9]{1,3}", line) and 1 <= int(line) <= len(moves):
        return moves[int(line) - 1]
    return match.read(line)


def _typed(rush: Rush) -> str:
    """Return what is typed before the clock stops."""
    now = time.monotonic()
    line = _("{clock} · solved {n} · mistakes {wrong} of 3")
    with _ringing(rush.end - now):
        text = input(line.format(clock=rush.clock(now), n=rush.solved, wrong=rush.mistakes) + "> ").strip()
    if text.lower() in QUIT or rush.over(time.monotonic()):
        raise Over
    return text


@contextmanager
def _ringing(seconds: float) -> Generator[None]:
    """Raise `Over` when the time is over, where the system can; elsewhere the next line that is typed ends the rush."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(_number: int, _frame: object) -> None:
        raise Over

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _listed(moves: Sequence[Move]) -> str:
    """Return the moves with their numbers, in as many columns as the terminal has room for."""
    words = [f"{number:>2}  {move.text}" for number, move in enumerate(moves, 1)]
    wide = max(map(width, words)) + 3
    columns = max(1, shutil.get_terminal_size().columns // wide)
    rows = [words[start : start + columns] for start in range(0, len(words), columns)]
    return "\n".join("".join(word + " " * (wide - width(word)) for word in row).rstrip() for row in rows)


def _end(rush: Rush) -> None:
    """Say how it went: each puzzle with its answer and the idea, and the most that were solved on this machine."""
    for number, (puzzle, right) in enumerate(rush.tried, 1):
        print(f"{number}. {'✓' if right else '✗'} {puzzle.position}: {puzzle.answer}")
        print("   " + thought(partial(_idea, puzzle)).replace("\n", "\n   "))
    try:
        most = best(rush.solved)
    except OSError as error:
        print(_("Your best result cannot be kept: {error}").format(error=error.strerror))
        most = rush.solved
    print(_("Solved: {n}. Best on this device: {best}.").format(n=rush.solved, best=most))
    if rush.streak > 1:
        print(_("In a row without a mistake: {n}.").format(n=rush.streak))


def _idea(puzzle: Puzzle) -> str:
    """Return why the move that wins does."""
    position: Position = turned(arguments.position(split(puzzle.position)), puzzle.player)
    solution = position.solve(puzzle.play)
    best_move = next(move for move in position.moves() if move.text == puzzle.answer)
    return tried(position, best_move, solution).idea
