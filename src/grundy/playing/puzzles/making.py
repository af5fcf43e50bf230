"""Making puzzles: play from where a game begins, and keep the positions in which one move wins."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import count as count_up
from itertools import islice, takewhile
from random import Random

from grundy.common.errors import GrundyError
from grundy.common.evidence import ByLaw, ByNimbers, ByParts, BySequence, ByTheorem, ByValue, Evidence
from grundy.common.limits import Limits, keeping, suppressed
from grundy.playing.catalogue import example
from grundy.playing.puzzles.grading import chances, sensible
from grundy.playing.puzzles.puzzle import Idea, Puzzle, asked, turned
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field
from grundy.rules.solution import Move, Solution
from grundy.rules.text.words import written
from grundy.values.outcome import Outcome

FEWEST, MOST = 3, 60
"""A puzzle has so many moves."""
ONE = Limits(memory=1 << 28, positions=3_000)
"""What a position may take to be solved; what takes more is no puzzle. No seconds: the same seed makes the same puzzles."""
SENT = Limits(memory=1 << 28, positions=200_000)
"""What one that is asked for by its position may take."""
BEGINNINGS = Field[dict[str, list[Position]]]("where puzzles begin", dict)
"""Where play of a game begins in puzzles, by the convention of play."""
WALKS = 25
"""After so many games in which none is met there are no more."""
DAILY = (
    *("bash", "chomp", "connect4", "dawsons-kayles", "dodgem", "fibonacci-nim", "fox-and-geese"),
    *("green-hackenbush", "grundys-game", "hackenbush", "hare-and-hounds", "kayles", "konane", "lasker", "nim"),
    *("northcott", "silver-dollar", "staircase-nim", "tic-tac-toe", "treblecross", "turning-turtles", "wythoff"),
)
"""Games of the puzzles of days and of a rush: their boards are small, and quickly told."""
DAYS = (2, 2, 3, 3, 4, 4, 5)
"""The level of the puzzle of each day of a week."""
RISING = 4
"""After so many puzzles those of a rush are a level higher."""
LONGEST = 60
"""So many moves of a game are made at most."""


def make(
    rules: Ruleset, count: int = 10, *, seed: int = 0, play: str = "normal", levels: tuple[int, ...] = ()
) -> list[Puzzle]:
    """Return puzzles of a game, the easiest first; fewer where no more are found. The same for the same seed.

    Args:
        rules: a game; play begins where its file says, on boards that are solved at once.
        count: how many are wanted.
        seed: of another seed they are others.
        play: "normal" or "misere".
        levels: those that are wanted, all if there are none.

    Raises:
        GrundyError: a scoring game, or one in which play begins nowhere.

    >>> import grundy as gr
    >>> [puzzle.position for puzzle in make(gr.bash, 3)]
    ['bash 10', 'bash 99', 'bash 21 m=4']
    """
    if rules.scoring:
        raise GrundyError("{name} is played for points, but puzzles are about winning moves", name=rules.name)
    random = Random(f"{rules.name} {play} {seed}")
    begins = beginnings(rules, play)
    if not begins:
        raise GrundyError("{name} has no start, so no puzzle can be made from it", name=rules.name)
    found: dict[str, Puzzle] = {}
    barren = 0
    while len(found) < count and barren < WALKS:
        barren += 1
        for puzzle in found_in(random.choice(begins), random, play):
            if (not levels or puzzle.level in levels) and puzzle.key not in found:
                found[puzzle.key] = puzzle
                barren = 0
                break
    return sorted(found.values(), key=by_level)


def make_all(count: int, *, seed: int = 0, play: str = "normal", levels: tuple[int, ...] = ()) -> list[Puzzle]:
    """Return puzzles of all games of the catalogue, as many of each as there are, up to ``count`` in all.

    Games that have no more are left out in the next round, so that those with many make up for those with few.
    """
    from grundy.games import load_all

    found: dict[str, Puzzle] = {}
    giving = [rules for rules in load_all() if not rules.scoring and rules.begins is not None]
    for turn in count_up():
        if not giving or len(found) >= count:
            break
        wanted = max(1, (count - len(found)) // len(giving))
        made = [(rules, make(rules, wanted, seed=seed + turn, play=play, levels=levels)) for rules in giving]
        found |= {puzzle.key: puzzle for _rules, some in made for puzzle in some}
        giving = [rules for rules, some in made if len(some) == wanted]
    return sorted(found.values(), key=by_level)[:count]


def of_day(day: date) -> Puzzle:
    """Return the puzzle of a day: the same for all, of another game than the day before, from Monday on ever harder.

    >>> puzzle = of_day(date(2026, 11, 25))
    >>> puzzle.position.split()[0], puzzle.level
    ('hare-and-hounds', 3)
    """
    number = day.toordinal()
    return _one(number, DAYS[day.weekday()], seed=number)


def of_rush(seed: int, number: int) -> Puzzle:
    """Return a puzzle of a rush, from 0 on: the same for the same seed, each of another game, harder after every four.

    >>> of_rush(1, 0).level, of_rush(1, 40).level > 2
    (1, True)
    """
    return _one(seed + number, min(5, 1 + number // RISING), seed=seed + number)


def _one(turn: int, level: int, seed: int) -> Puzzle:
    """Return a puzzle of the game whose turn it is, of a level if one is met, whatever was solved before."""
    from grundy.games import load

    order = [*DAILY]
    Random("the order of days").shuffle(order)
    rules = load(order[turn % len(order)])
    rules.forget()  # what was solved before could make a position solvable that is not for others
    found = make(rules, 1, seed=seed, levels=(level,)) or make(rules, 8, seed=seed)
    return min(found, key=lambda puzzle: abs(puzzle.level - level))


def by_level(puzzle: Puzzle) -> tuple[int, int, str]:
    """The order of puzzles: the easiest first."""
    return puzzle.level, puzzle.moves, puzzle.position


def beginnings(rules: Ruleset, play: str) -> list[Position]:
    """Return the positions with which play begins: variants that are solved at once, sizes up to the first that is not.

    Where none is, the example.
    """
    kept = rules.memory[BEGINNINGS]
    if play not in kept:
        kept[play] = _beginnings(rules, play)
    return kept[play]


def _beginnings(rules: Ruleset, play: str) -> list[Position]:
    if rules.begins is None:
        small = example(rules)
        return [] if small is None else [small]
    found = [start for each in rules.begins.variants if _quick(start := rules.start(each.word), play)]
    sizes = (rules.start(*words.split()) for words in rules.begins.sizes)
    return [*found, *takewhile(lambda start: _quick(start, play), sizes)] or [rules.start(rules.begins.example)]


def _quick(start: Position, play: str) -> bool:
    """Whether a position has not many moves, and is solved at once."""
    return next(islice(start.options(), MOST, None), None) is None and solved(start, play) is not None


def found_in(start: Position, random: Random, play: str = "normal") -> Iterator[Puzzle]:
    """Iterate over the puzzles that are met in one game, in which half of the moves are the best ones, and half random."""
    position = turned(start, random.choice(("left", "right")) if start.ruleset.partisan else "")
    waiting = 0
    for _move in range(LONGEST):
        moves = list(islice(position.moves(), MOST + 1))
        if not moves:
            return
        solution = solved(position, play) if not waiting else None
        waiting = waiting - 1 if waiting else 2 if solution is None else 0  # of a large board some moves are made first
        if solution is not None and (puzzle := of_solution(solution, moves, play)) is not None:
            yield puzzle
        best = solution and solution.best_move
        position = (best if best is not None and random.random() < 0.5 else random.choice(moves)).after


def puzzle_of(position: Position, play: str = "normal") -> Puzzle | None:
    """Return the puzzle that a position is (of a partisan game with the player to move in it); None if it is none.

    A puzzle has between 3 and 60 moves; one of them wins, all others lose, and it can be solved at once.

    >>> import grundy as gr
    >>> puzzle_of(gr.nim(3, 4, 5)).answer
    'heap 1: 3 → 1'
    >>> puzzle_of(gr.nim(4, 4)) is None
    True
    """
    moves = list(islice(position.moves(), MOST + 1))
    solution = solved(position, play, SENT)
    return None if solution is None else of_solution(solution, moves, play, SENT)


def solved(position: Position, play: str, limits: Limits = ONE) -> Solution | None:
    """Return the solution of a position that does not take much, else None."""
    with suppressed(GrundyError), keeping(limits):  # a puzzle has no seconds of its own
        return position.solve(play, reuse=True)
    return None


def of_solution(solution: Solution, moves: list[Move], play: str, limits: Limits = ONE) -> Puzzle | None:
    """Return the puzzle that a solved position with these moves is, else None."""
    if solution.outcome is not Outcome.N or not FEWEST <= len(moves) <= MOST:
        return None
    position = solution.position
    plain, player = asked(position)
    with suppressed(GrundyError), keeping(limits):
        winning = solution.winning_moves(2)
        if len(winning) != 1 or not is_read_back(plain):
            return None
        found, misere = chances(winning[0], moves, solution.play.misere), solution.play.misere
        near = sum(move != winning[0] for move in sensible(moves, misere))
        told = written(plain), player, play, winning[0].text, found.level, idea(solution), len(moves), near
        return Puzzle(*told, solution.remoteness, *found.told)
    return None


def is_read_back(position: Position) -> bool:
    """Whether the shell reads the words of a position as that position."""
    from grundy.games import load
    from grundy.rules.text.words import position as read
    from grundy.rules.text.words import split

    try:
        return read(split(written(position)), load) == position
    except (GrundyError, ValueError):
        return False


def idea(solution: Solution) -> Idea:
    """Return what finds the move: what the answer rests on.

    >>> import grundy as gr
    >>> idea(gr.wythoff(3, 4).solve()), idea(gr.kayles(9).solve()), idea(gr.chomp(3, 3, 2).solve())
    ('theorem', 'nimbers', 'search')
    """
    ideas: set[Idea] = {_idea(evidence) for evidence in _parts(solution.evidence)}
    return next(iter(ideas)) if len(ideas) == 1 else "nimbers"


def _parts(evidence: Evidence) -> tuple[Evidence, ...]:
    return evidence.parts or (evidence,) if isinstance(evidence, ByParts) else (evidence,)


def _idea(evidence: Evidence) -> Idea:
    if isinstance(evidence, ByTheorem):
        return "theorem"
    if isinstance(evidence, ByValue):
        return "value"
    return "nimbers" if isinstance(evidence, (ByLaw, BySequence, ByNimbers)) else "search"
