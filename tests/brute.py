"""Brute force: a game solved from its options and endings alone, ten lines a question; nothing of the solvers is used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, reduce
from itertools import count
from typing import Any

from grundy.rules.heaps import HeapCode, HeapRuleset
from grundy.rules.partisan import LEFT, RIGHT
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.values.nimber import mex
from grundy.values.short import Value, game


def reachable(position: Position, most: int = 20_000) -> dict[Any, list[Any]]:
    """Return the options of every state reachable from a position."""
    rules, found, waiting = position.ruleset, {}, [position.state]
    while waiting:
        state = waiting.pop()
        if state not in found:
            found[state] = [] if rules.ended(state) is not None else list(rules.options(state))
            waiting += found[state]
            assert len(found) <= most, f"{position} is too large for brute force"
    return found


def by_rounds(
    options: dict[Any, Any], ends: dict[Any, int], *, misere: bool = False
) -> dict[Any, tuple[str, int | None]]:
    """Return outcome (N, P, T, D) and remoteness of every state, by rounds: round r decides what lasts r moves."""
    sign = -1 if misere else 1
    known = {s: sign * e for s, e in ends.items() if e}
    known |= {s: -sign for s, below in options.items() if not below and s not in ends}
    found: dict[Any, tuple[str, int | None]] = {s: ("N" if e > 0 else "P", 0) for s, e in known.items()}
    found |= {s: ("T", 0) for s, e in ends.items() if e == 0}
    for turn in count(1):
        open_ = {s: [found.get(c, "?")[0] for c in below] for s, below in options.items() if s not in found}
        more = {s: ("N", turn) for s, below in open_.items() if "P" in below}
        more |= {s: ("P", turn) for s, below in open_.items() if set(below) == {"N"}}
        if not more:
            break
        found |= more
    for turn in count(1):
        more = {s: ("T", turn) for s in options if s not in found and ("T", turn - 1) in map(found.get, options[s])}
        if not more:
            return {s: found.get(s, ("D", None)) for s in options}
        found |= more
    return found


def outcomes(position: Position, *, misere: bool = False) -> dict[Any, str]:
    """Return N, P, T or D for every state reachable from a position."""
    rules, options = position.ruleset, reachable(position)
    ends = {s: e for s in options if (e := rules.ended(s)) is not None}
    return {s: outcome for s, (outcome, _) in by_rounds(options, ends, misere=misere).items()}


def grundy_values(position: Position) -> dict[Any, int]:
    """Return the mex of the options' values for every state reachable; play must end."""
    options, values = reachable(position), {}
    while len(values) < len(options):
        ready = [s for s, below in options.items() if s not in values and all(c in values for c in below)]
        assert ready, f"{position} need not end"
        for state in ready:
            below = {values[c] for c in options[state]}
            values[state] = next(v for v in count() if v not in below)
    return values


def truth(options: Callable[..., Iterable[Any]], *start: Any) -> int:
    """Return the Grundy value of a position from a plain function of its numbers."""
    values: dict[tuple[Any, ...], int] = {}
    waiting = [start]
    while waiting:
        below = [after if isinstance(after, tuple) else (after,) for after in options(*waiting[-1])]
        unknown = [after for after in below if after not in values]
        if not unknown:
            values[waiting.pop()] = mex(values[after] for after in below)
        waiting += unknown
    return values[start]


def recurrence(rules: HeapRuleset, count: int) -> list[int]:
    """g(n) is the mex of the xors of what can replace n."""
    g: list[int] = []
    for n in range(count):
        g.append(mex({xor(g[part] for part in parts) for parts in rules.heap_options(n)}))
    return g


def score(rules: Ruleset, state: Any, known: dict[Any, int] | None = None) -> int:
    """Return the best difference of scores, by plain minimax with a memory."""
    known = {} if known is None else known
    if state not in known:
        known[state] = max((gain - score(rules, s, known) for gain, s in rules.scored_options(state)), default=0)
    return known[state]


def xor(values: Any) -> int:
    """Return the nim-sum."""
    return reduce(int.__xor__, values, 0)


def leads_to(position: Position, most: int) -> bool:
    """Whether a position leads to at most so many, itself among them."""
    found, waiting = {position.state}, [position.state]
    for state in waiting:
        fresh = {*position.ruleset.options(state)} - found
        found |= fresh
        waiting += fresh
        if len(found) > most:
            return False
    return True


class Plain:
    """A partisan game by its options alone, a function of a state and a player: with no symmetry and no parts."""

    def __init__(self, options: Callable[[Any, int], Iterable[Any]]) -> None:
        self.options = cache(lambda state, player: list(options(state, player)))
        self.wins, self.value, self.nimber = cache(self._wins), cache(self._value), cache(self._nimber)

    def _wins(self, state: Any, player: int, misere: bool = False) -> bool:
        """Tell whether a player who is to move wins."""
        options = self.options(state, player)
        return any(not self.wins(after, -player, misere) for after in options) if options else misere

    def _value(self, state: Any) -> Value:
        return game(*[[self.value(after) for after in self.options(state, player)] for player in (LEFT, RIGHT)])

    def _nimber(self, state: Any) -> int:
        """Return the Grundy value where both players make the moves of both."""
        return mex({self.nimber(after) for player in (LEFT, RIGHT) for after in self.options(state, player)})

    def outcome(self, state: Any, misere: bool = False) -> str:
        left, right = (self.wins(state, player, misere) for player in (LEFT, RIGHT))
        return {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}[left, right]


def code_values(code: HeapCode, size: int) -> list[int]:
    """Return the values of a code by the plain recurrence, the sets of values of j parts kept for every total."""
    values: list[int] = []
    digits = [(m, code.digit(m)) for m in range(size)]
    ways = [(m, j) for m, digit in digits for j in range(digit.bit_length()) if digit >> j & 1]
    parts: list[list[set[int]]] = [[] for _ in range(code.parts + 1)]

    def sums(total: int, j: int) -> set[int]:
        if j < 2:
            return ({values[total]} if total else set()) if j else (set() if total else {0})
        while len(parts[j]) <= total:
            n = len(parts[j])
            parts[j].append({
                values[a] ^ v
                for a in range(1, n)
                if not (code.unequal and 2 * a == n)
                for v in sums(n - a, j - 1)
            })  # fmt: skip
        return parts[j][total]

    for n in range(size):
        found: set[int] = set()
        for m, j in ways:
            if m > n:
                break
            found |= sums(n - m, j)
        values.append(next(v for v in count() if v not in found))
    return values


class Whole:
    """Partisan games by name, each a function of a state and a player: of whole positions."""

    def __init__(self, rules: Mapping[str, Callable[[Any, int], Iterable[Any]]]) -> None:
        self.games = {name: Plain(options) for name, options in rules.items()}

    def __getattr__(self, asked: str) -> Callable[..., Any]:
        return lambda name, *given: getattr(self.games[name], asked)(*given)
