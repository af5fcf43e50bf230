"""Loopy values read, added and compared a second time, as graphs that are played: nothing of the library is used.

A game is a node, and all nodes stand in one graph, `MOVES`. A value is a pair: the game whose onside counts, and the game
whose offside counts, which are one unless two were joined by ``&``. What is said of stoppers is by A. N. Siegel,
*Combinatorial Game Theory*, ch. VI: of an onside, Left, moving second, need not lose G - H, and where play does not end he
wants infinitely many moves in G.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any

LEFT, RIGHT = 0, 1
MOVES: tuple[list[list[int]], list[list[int]]] = ([], [])
"""Where Left can go from each node, and where Right can."""
Pair = tuple[int, ...]


def node(lefts: Iterable[int] = (), rights: Iterable[int] = ()) -> int:
    for rows, row in zip(MOVES, (lefts, rights), strict=True):
        rows.append([*row])
    return len(MOVES[0]) - 1


def unfolded(start: Hashable, options: Callable[[Any, int], Iterable[Hashable]]) -> int:
    """Return a node from which play goes as the options say."""
    places = {start: node()}
    waiting = [start]
    for state in waiting:
        for side in (LEFT, RIGHT):
            for to in options(state, side):
                if to not in places:
                    places[to] = node()
                    waiting.append(to)
                MOVES[side][places[state]].append(places[to])
    return places[start]


def reached(*starts: int) -> list[int]:
    found = [*dict.fromkeys(starts)]
    for each in found:
        found += dict.fromkeys(to for rows in MOVES for to in rows[each] if to not in found)
    return found


@cache
def negative(game: int) -> int:
    return unfolded(game, lambda at, side: MOVES[1 - side][at])


@cache
def total(one: int, other: int) -> int:
    def options(at: Pair, side: int) -> list[Pair]:
        return [(to, at[1]) for to in MOVES[side][at[0]]] + [(at[0], to) for to in MOVES[side][at[1]]]

    return unfolded((one, other), options)


@cache
def ordinal(base: int, top: int) -> int:
    """Return base:top of the form that the base has: a move in the base ends the top."""

    def options(at: tuple[str, int], side: int) -> list[tuple[str, int]]:
        own = [(at[0], to) for to in MOVES[side][at[1]]]
        return own + [("base", to) for to in MOVES[side][base]] if at[0] == "top" else own

    return unfolded(("top", top), options)


# ---- play


def at_least(one: int, other: int) -> bool:
    """Whether Left, moving second in one - other, wins, or has infinitely many moves made in ``one``."""
    start = (one, other, RIGHT)
    ways: dict[tuple[int, int, int], list[tuple[bool, tuple[int, int, int]]]] = {}
    waiting = [start]
    while waiting:
        at = waiting.pop()
        if at not in ways:
            x, y, turn = at
            ways[at] = [(True, (to, y, 1 - turn)) for to in MOVES[turn][x]]
            ways[at] += [(False, (x, to, 1 - turn)) for to in MOVES[1 - turn][y]]
            waiting += [to for _in_one, to in ways[at]]
    again = set(ways)  # from where he can come to a move in ``one`` once more, and after it still can
    while True:
        sure: set[tuple[int, int, int]] = set()
        before = -1
        while len(sure) > before:
            before = len(sure)
            for at, row in ways.items():
                if at not in sure:
                    good = (to in (again if in_one else sure) for in_one, to in row)
                    if any(good) if at[2] == LEFT else all(good):
                        sure.add(at)
        if sure == again:
            return start in sure
        again = sure


@cache
def as_good(one: int, other: int) -> bool:
    return at_least(one, other)


def ends_alternating(game: int) -> bool:
    """Whether it is a stopper: no play in which the players alternate is endless, from whatever it leads to."""
    found = {(at, turn) for at in reached(game) for turn in (LEFT, RIGHT)}
    while True:
        endless = {(at, turn) for at, turn in found if any((to, 1 - turn) in found for to in MOVES[turn][at])}
        if endless == found:
            return not found
        found = endless


def is_onside(game: int, other: int) -> bool:
    """Whether the onsides of two games are one, so far as play of the differences shows it: of stoppers it does."""
    return as_good(game, other) and as_good(other, game)


def is_worth(value: Pair, claimed: Pair) -> bool:
    """Whether the sides of a value are those of another."""
    return is_onside(value[0], claimed[0]) and is_onside(negative(value[1]), negative(claimed[1]))


def is_at_most(one: Pair, other: Pair) -> bool:
    return as_good(other[0], one[0]) and as_good(negative(one[1]), negative(other[1]))


def is_simplest(stopper: int) -> bool:
    """Whether no option of it, or of what it leads to, is dominated or reversible."""
    for at in reached(stopper):
        for side in (LEFT, RIGHT):
            better = as_good if side == LEFT else lambda one, other: as_good(other, one)
            row = list(dict.fromkeys(MOVES[side][at]))
            if any(better(one, other) for one in row for other in row if one != other):
                return False
            if any(better(at, back) for one in row for back in MOVES[1 - side][one]):
                return False
    return True


# ---- reading

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:/\d+)?)|(?P<power>[\^v](?:<\w+>|\[\w+\]))|(?P<ups>\^+\d*|v+\d*(?!\w))|(?P<star>\*\d*)"
    r"|(?P<name>[A-Za-z]\w*)|(?P<bars>\|+)|(?P<mark>[-+:{}(),&]))"
)
DRAWN = {
    # Winning Ways ch. 11
    "on": "{pass|}",
    "off": "{|pass}",
    "dud": "{pass|pass}",
    "over": "{0|pass}",
    "under": "{pass|0}",
    "upon": "{pass|*}",
    "downon": "{*|pass}",
    "upover": "{0|*,pass}",
    "tis": "a{{|a}|}",
    "tisn": "a{|{a|}}",
    "hot": "{{pass|}|{|pass}}",
    "ono": "{{pass|}|0}",
    "hi": "{{pass|}||0|{|pass}}",
    "lo": "{{pass|}|0||{|pass}}",
    "uponth": "{0||0|0,pass}",
    "ace": "{0|{0||0|{|pass}}}",
}


def short(number: Fraction | int, ups: int = 0, star: int = 0) -> int:
    """Return a number, so many ups and a nimber, each in the form in which no option can be left out."""
    return _short(Fraction(number), ups, star)


@cache
def _short(number: Fraction, ups: int, star: int) -> int:
    if ups < 0:
        lefts, rights = MOVES[RIGHT], MOVES[LEFT]
        other = _short(-number, -ups, star)
        return node(*([negative(to) for to in rows[other]] for rows in (lefts, rights)))
    if ups:  # {0 | (n - 1) ups and the nimber *(m ^ 1)}, but up and star is {0, * | 0}
        left = [_short(number, 0, 0), *([_short(number, 0, 1)] if (ups, star) == (1, 1) else [])]
        return node(left, [_short(number, ups - 1, star ^ 1)])
    if star:
        return node(*[[_short(number, 0, each) for each in range(star)]] * 2)
    if number.denominator > 1:
        return node(*([_short(number + sign / Fraction(number.denominator), 0, 0)] for sign in (-1, 1)))
    return node([_short(number - 1, 0, 0)] if number > 0 else [], [_short(number + 1, 0, 0)] if number < 0 else [])


@cache
def uptimal(kind: str, n: int, star: int = 0) -> int:
    """Return ``^[n]`` = {^[n-1] | *}, with a star {0, ^[n-1]* | 0}, or ``^<n>`` = {0 | * - ^[n-1]}, in simplest form."""
    zero, one = short(Fraction(0)), short(Fraction(0), 0, 1)
    if not n:
        return one if star else zero
    before = uptimal("[", n - 1, 0 if kind == "[" and not star else 1)
    if kind == "[":
        return node([zero, before], [zero]) if star else node([before], [one])
    return node([zero], [negative(before)])


def tiny(game: int) -> int:
    return node([short(0)], [node([short(0)], [negative(game)])])


@cache
def read(text: str) -> Pair:
    """Return the value that a text stands for, of names, braces, signs, ``:`` and ``&``."""
    reader = _Reader(text)
    found = reader.sides()
    assert reader.at == len(reader.tokens), f"{text}: {reader.tokens[reader.at :]}"
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str]] = []
        at = 0
        while at < len(text.rstrip()):
            found = _TOKEN.match(text, at)
            assert found and found.lastgroup, f"{text}: {text[at:]}"
            self.tokens.append((found.lastgroup, found[found.lastgroup]))
            at = found.end()
        self.at = 0
        self.around: list[tuple[str, int]] = []

    def next(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def takes(self, *marks: str) -> str:
        if self.next() not in marks or not self.next():
            return ""
        self.at += 1
        return self.tokens[self.at - 1][1]

    def sides(self) -> Pair:
        one = self.sum()
        return (one[0], self.sum()[1]) if self.takes("&") else one

    def sum(self) -> Pair:
        found = self.signed()
        while sign := self.takes("+", "-"):
            other = self.signed()
            found = added(found, other if sign == "+" else minus(other))
        return found

    def signed(self) -> Pair:
        if self.takes("+"):
            assert self.takes("-"), "+ before a value"
            one = self.signed()[0]
            return (node([one], [negative(one)]),) * 2
        if self.takes("-"):
            if self.tokens[self.at][0] != "number":
                return minus(self.signed())
            base = self.together(-1)  # -1^ is (-1) + ^, as it is written
        else:
            base = self.together()
        while self.takes(":"):
            top = self.together()
            base = (ordinal(base[0], top[0]),) * 2
        return base

    def together(self, sign: int = 1) -> Pair:
        """Read what stands without a sign between: a number, ups, a star; a number and over; a value and a star."""
        number, ups, star, others = Fraction(0), 0, 0, list[Pair]()
        start = self.at
        while self.at < len(self.tokens):
            kind, word = self.tokens[self.at]
            before = self.tokens[self.at - 1][0] if self.at > start else ""
            if kind in ("bars",) or (kind == "mark" and word not in "({") or (word in "({" and before):
                break
            if kind == "name" and word in ("over", "under") and before == "number":
                own = node()
                MOVES[LEFT][own][:], MOVES[RIGHT][own][:] = ([short(number)], [own])[:: 1 if word == "over" else -1]
                number = Fraction(0)
                others.append((own, own))
                self.at += 1
            elif kind == "number":
                number, self.at = sign * Fraction(word), self.at + 1
            elif kind == "ups":
                count = int(word.strip("^v") or len(word))
                ups, self.at = count if word[0] == "^" else -count, self.at + 1
            elif kind == "star":
                star, self.at = int(word[1:] or 1), self.at + 1
            else:
                others.append(self.atom())
        if (number, ups, star) != (0, 0, 0) or not others:
            one = short(number, ups, star)
            others.append((one, one))
        found = others[0]
        for each in others[1:]:
            found = added(found, each)
        return found

    def atom(self) -> Pair:
        kind, word = self.tokens[self.at]
        self.at += 1
        if kind == "power":
            star = int(word[2:-1].isdigit() and self.at < len(self.tokens) and self.tokens[self.at][1] == "*")
            self.at += star
            known = {"[on]": "upon", "<on>": "uponth", "[over]": "upover"}
            found = read(DRAWN[known[word[1:]]])[0] if word[1:] in known else uptimal(word[1], int(word[2:-1]), star)
            return (found if word[0] == "^" else negative(found),) * 2
        labelled = dict(self.around)
        if word == "pass":
            return (self.around[-1][1],) * 2
        if kind == "name" and word in labelled:
            return (labelled[word],) * 2
        if word.lower() in ("tiny", "miny") and self.takes("("):
            inside = self.sides()
            assert self.takes(")")
            found = (tiny(inside[1]), tiny(inside[0]))
            found = found[:1] * 2 if inside[0] == inside[1] else found
            return found if word.lower() == "tiny" else minus(found)
        if kind == "name" and self.next() == "{":
            self.at += 1
            return self.braces(word)
        if word == "{":
            return self.braces("")
        if word == "(":
            found = self.sides()
            assert self.takes(")")
            return found
        return read(DRAWN[word])

    def braces(self, label: str) -> Pair:
        """Read what stands in braces: of slashes the most divide first, so what is between them is a game of its own."""
        end, depth = self.at, 1
        while depth:
            depth += {"{": 1, "}": -1}.get(self.tokens[end][1], 0)
            end += 1
        found = self.divided(self.at, end - 1, label)
        self.at = end
        return found

    def divided(self, start: int, end: int, label: str) -> Pair:
        """Return a game, and a second one for its offside where an option has two sides and nothing leads back."""
        bars, depth = list[tuple[int, int]](), 0
        for place in range(start, end):
            kind, word = self.tokens[place]
            depth += {"{": 1, "}": -1}.get(word, 0)
            if kind == "bars" and not depth:
                bars.append((len(word), -place))
        size, middle = max(bars)
        assert sum(each == size for each, _place in bars) == 1
        own = node()
        self.around.append((label, own))
        ways = ((start, -middle), (-middle + 1, end))
        sides = [self.side(*way, [each for each in bars if way[0] <= -each[1] < way[1]]) for way in ways]
        self.around.pop()
        for rows, side in zip(MOVES, sides, strict=True):
            rows[own][:] = [one for one, _other in side]
        if all(one == other for side in sides for one, other in side):
            return own, own
        return own, node(*([other for _one, other in side] for side in sides))

    def side(self, first: int, last: int, bars: list[tuple[int, int]]) -> list[Pair]:
        if bars:
            return [self.divided(first, last, "")]
        self.at, found = first, list[Pair]()
        while self.at < last:
            found.append(self.sides())
            self.takes(",")
        return found


def minus(value: Pair) -> Pair:
    first = negative(value[1])
    return first, first if value[0] == value[1] else negative(value[0])


def added(one: Pair, other: Pair) -> Pair:
    first = total(one[0], other[0])
    return first, first if one[0] == one[1] and other[0] == other[1] else total(one[1], other[1])
