"""What the faces say of a game: its class, an example of its positions, and what its file declares, as plain data."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import islice, product
from math import log2
from random import Random
from typing import Any

from grundy.common.errors import GrundyError, TooLarge
from grundy.common.limits import Limits, keeping
from grundy.common.messages import _
from grundy.games import load_all
from grundy.rules.from_text import TextError
from grundy.rules.functions import ANY, FunctionRuleset
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.scenes import Starts
from grundy.rules.solution import Solution
from grundy.rules.sums import SumRuleset

LOOKED_AT = 400
"""So many small positions of a game are looked at for an example, and so many positions around it for a cycle."""
MOVES = 12
"""An example has at most so many moves."""
PROBES, LONGEST = 5, 100
"""Matches that are played at random to see how much there is to choose, and the moves of one at most."""


def described(rules: Ruleset, *, played: bool = True) -> dict[str, Any]:
    """Return what a ruleset is, as plain data; unless it may be ``played``, it is not looked at whether play can be endless.

    >>> from grundy.games import load
    >>> described(load("nim"))["class"], described(load("nim"))["theorems"][0]["name"]
    ('impartial', "Bouton's theorem")
    """
    begins, names = rules.begins or Starts(""), rules.called_by
    return {
        "name": rules.name,
        "title": names.title,
        "names": list(dict.fromkeys(names.every())),
        "class": kind(rules, played=played),
        "sided": rules.partisan or rules.sided,
        "summary": summary(rules),
        "parameters": {name: str(value) for name, value in rules.params.items()},
        "start": begins.usual,
        "sizes": list(begins.sizes),
        "variants": [{"name": each.word, "title": each.title, "words": each.words} for each in begins.variants],
        "theorems": [
            {"name": t.name, "gives": t.gives, "play": "misere" if t.misere else "normal", "source": t.source}
            for t in rules.theorems
        ],
        "judges": sorted(rules.judges),
    }


def summary(rules: Ruleset) -> str:
    """Return the rules in a line, for players: as the game's file has them, else as its function begins.

    >>> from grundy.games import load
    >>> summary(load("nim"))
    'Take any number of counters from one heap. Whoever takes the last one wins.'
    """
    return rules.called_by.rules or _(rules.doc).partition("\n\n")[0].replace("\n", " ")


def problems(*of: Ruleset) -> list[dict[str, str]]:
    """Return the contest problems, of some games or of all: their names, what games they are about, what is answered."""
    found = [(problem, rules, answer) for rules in of or load_all() for problem, answer in rules.judges.items()]
    return [
        {"name": problem, "game": rules.name, "about": _(str(answer.__doc__))}
        for problem, rules, answer in sorted(found, key=lambda each: each[0])
    ]


def kind(rules: Ruleset, *, played: bool = True) -> str:
    """Return the class of a game: "scoring", "partisan", "loopy" (play, if it is looked at, can be endless) or "impartial".

    Partisan are also the games in which each player has pieces of his own, though their states are written as the player
    to move sees them.

    >>> from grundy.games import load
    >>> [kind(load(name)) for name in ("nim", "snort", "tic-tac-toe", "graph-chase", "deque")]
    ['impartial', 'partisan', 'partisan', 'loopy', 'scoring']
    """
    if rules.scoring:
        return "scoring"
    if rules.partisan:
        return "partisan"
    parts = rules.parts if isinstance(rules, SumRuleset) else (rules,)
    if played and any(_loopy(part.origin) for part in parts):
        return "loopy"
    return "partisan" if any(part.sided for part in parts) else "impartial"


@cache
def choices(rules: Ruleset) -> int | None:
    """Return the bits that a match chooses: the logarithms, to base 2, of the numbers of options along it, added up.

    It is the mean over matches from the usual start in which every option is as likely as another: the logarithm of what
    Knuth takes for the size of a tree (Mathematics of Computation 29, 1975). None where no start is natural.

    >>> from grundy.games import load
    >>> [choices(load(name)) for name in ("bash", "tic-tac-toe", "hex")]
    [17, 18, 192]
    """
    try:
        start = rules.start(rules.begins.usual) if rules.begins else None
        probes = [_probe(start, Random(number)) for number in range(PROBES)] if start else []
    except Exception:  # a file may declare anything
        return None
    return round(sum(probes) / PROBES) if probes else None


def _probe(position: Position, chance: Random) -> float:
    """Return the bits that a match at random chooses."""
    bits = 0.0
    for number in range(LONGEST):
        player = (LEFT, RIGHT)[number % 2] if position.ruleset.partisan else None
        options = list(islice(position.options(player), LOOKED_AT))
        if not options:
            break
        bits += log2(len(options))
        position = chance.choice(options)
    return bits


def _any(position: Position) -> bool:
    return True


def example(rules: Ruleset, fits: Callable[[Position], object] = _any) -> Position | None:
    """Return a position that is solved at once, among those that fit: the start that stands for a game that declares one.

    Of others the empty one, where all numbers are 0 and play can go on, else a small one that play reaches, with many
    different numbers and up to 12 moves. None where there is none, or where the rules of a file fail.

    >>> from grundy.games import load
    >>> print(example(load("domineering")))
    domineering(....|....|....|....)
    """
    try:
        start = rules.start(rules.begins.example) if rules.begins else None
    except Exception:  # a file may declare anything; whoever asks for its start is told
        start = None
    return start if start and fits(start) else _small_example(rules, fits)


@cache
def _small_example(rules: Ruleset, fits: Callable[[Position], object]) -> Position | None:
    best: tuple[tuple[int, int], Position] | None = None
    try:
        small = list(islice(rules.small_positions(LOOKED_AT), LOOKED_AT))
        if not rules.tells_small:
            small = _legal(rules, small)
        for position in small:
            moves = sum(1 for _option in islice(position.options(), MOVES + 1))
            numbers = rules.arguments(position.state)
            most = 100 if len(numbers) > 1 else 20
            rank = len({n for n in numbers if isinstance(n, int) and 0 < n < most}), moves
            if moves <= MOVES and (best is None or rank >= best[0]) and fits(position):
                best = rank, position
    except Exception:  # as above
        return None
    return best and best[1]


def _legal(rules: Ruleset, small: list[Position]) -> list[Position]:
    """Return those of some positions which the rules surely mean: the empty one if play begins there, else what moves reach.

    The numbers of a file's game may be bitboards or hours of a clock, and most of them then are no position at all.
    """
    empty = [p for p in small if rules.arguments(p.state) and not any(rules.arguments(p.state))]
    if empty and any(True for _option in empty[0].options()):
        return empty[:1]
    reached = {option for position in small for option in islice(position.options(), MOVES + 1)}
    return [position for position in small if position in reached] or small


_Node = tuple[Ruleset, Any]


def _node(position: Position) -> _Node:
    """Return what tells a position from others of its play: no picture of it need be drawn, as to compare positions."""
    return position.ruleset, position.state


@cache
def _loopy(rules: Ruleset) -> bool:
    """Whether play among the small positions of a game, and those after them, can come back to where it was."""
    try:
        waiting = deque(islice(rules.small_positions(LOOKED_AT), LOOKED_AT))
        after: dict[_Node, list[_Node]] = {}
        while waiting and len(after) < LOOKED_AT:
            position = waiting.pop()
            if (node := _node(position)) not in after:
                options = list(islice(position.options(), LOOKED_AT))
                after[node] = list(map(_node, options))
                waiting += options
        TopologicalSorter(after).prepare()
    except CycleError:
        return True
    except Exception:  # as above
        return False
    return False


# ---- small positions of rules that somebody has just written: where play may begin, which are shown, and who wins
# them


HEAPS, SIDE, LISTED = 24, 8, 16
"""So many values of a sequence are told, a table has so many rows and columns, and so many other positions are."""


def begun(rules: Ruleset, fits: Callable[[Position], object] = lambda _position: True) -> Position | None:
    """Return a position to begin with: the usual start, else one that is soon played and fits; None where there is none.

    >>> from grundy.games import load
    >>> print(begun(load("nim")))
    nim(3, 4, 5)
    """
    if rules.begins is not None:
        return rules.start()
    found = next((p for p in _begun(rules) if any(True for _option in p.options())), None)
    return found or example(rules, fits)


def _begun(rules: Ruleset) -> Iterator[Position]:
    """Iterate over positions where play may begin, of rules that do not say it."""
    if integers(rules) == 1:
        yield rules(12)
    elif isinstance(rules, HeapRuleset):
        yield rules(3, 4, 5)
    elif integers(rules) == 2:
        yield rules(5, 7)
    elif rules.takes_sizes and (board := rules.start_of_size(4, 4)) is not None:
        yield board


def integers(rules: Ruleset) -> int:
    """Return of how many numbers a position is: 1 has a sequence and 2 a table, 0 neither.

    >>> from grundy.games import load
    >>> [integers(load(name)) for name in ("bash", "wythoff", "kayles", "clobber")]
    [1, 2, 1, 0]
    """
    if isinstance(rules, HeapRuleset):
        return 1
    if not isinstance(rules, FunctionRuleset) or rules.partisan or rules.sided or rules.scoring:
        return 0
    return len(rules.names) if rules.integers and rules.shape != ANY and len(rules.names) < 3 else 0


def least(rules: Ruleset) -> int:
    """Return the number that a sequence or a table begins with."""
    return getattr(rules, "least", 0) or 0


def solved(rules: Ruleset, seconds: float) -> tuple[list[tuple[Position, Solution]], bool]:
    """Return small positions with who wins, as many as are solved in the time, and whether that is all of them.

    Raises:
        TextError: a rule of a text fails there, or a move leads to what is no board.

    >>> from grundy.games import load
    >>> found, whole = solved(load("bash"), 5)
    >>> [solution.value for _position, solution in found][:6], whole
    ([0, 1, 2, 3, 0, 1], True)
    """
    found: list[tuple[Position, Solution]] = []
    try:
        with keeping(Limits(seconds=seconds)):
            positions = list(_some(rules))
            if integers(rules):
                positions[-1].solve()  # which meets most others
            found.extend((position, position.solve()) for position in positions)
    except TextError:
        raise
    except GrundyError as problem:  # the rest takes longer, or is no position of the game
        return found, not isinstance(problem, TooLarge)
    return found, True


def _some(rules: Ruleset) -> Iterator[Position]:
    """Iterate over small positions: of one or two numbers the first ones, of what has starts its sizes."""
    count = integers(rules)
    if count:
        side = range(least(rules), least(rules) + (HEAPS if count == 1 else SIDE))
        yield from (rules(*state) for state in product(side, repeat=count))
    elif rules.begins is not None:
        yield from map(rules.start, rules.begins.sizes or (rules.begins.usual,))
    else:
        yield from islice(rules.small_positions(LISTED), LISTED)


def goes_on(position: Position) -> bool:
    """Return whether somebody can move, and no ending says that play is over."""
    rules, state = position.ruleset, position.state
    return rules.ended(state) is None and any(
        next(iter(rules.changes(state, player)), None) is not None
        for player in ((LEFT, RIGHT) if rules.partisan else (None,))
    )
