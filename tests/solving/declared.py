"""Rulesets of each kind with what may be declared of them, falsely and rightly: each is made with it and without."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

import grundy as gr
from grundy.rules.board import DOWN, EAST, FREE, WEST, Board
from grundy.values.nimber import mex

Declare = Callable[[Any], object]


class Declared(NamedTuple):
    """A way to make rules, what is declared of them, and positions that are asked, small ones first."""

    make: Callable[[], Any]
    declare: Declare
    asked: list[tuple[Any, ...]]
    kind: str = "impartial"
    m: int | None = None

    def position(self, place: tuple[Any, ...], game: Any = None) -> gr.Position:
        """Return a position of rules, of those of which nothing is declared unless told."""
        return (self.make() if game is None else game)(*place, **({} if self.m is None else {"m": self.m}))

    def declared(self) -> Any:
        """Return rules of which it is declared, new ones each time."""
        game = self.make()
        return self.declare(game) or game


PAIRS = sorted(product(range(1, 8), repeat=2), key=sum)
FAR = [(a, b) for a in (12, 15, 19) for b in (12, 17, 22)]
FARTHER = [(60, 61), (70, 90), (100, 100)]
STRIPS = [("....",), (".....",), ("..#..",), (".#...",), ("......",), ("...#...",), (".......",)]
SQUARES = [("..|..",), ("...|...",), (".#.|...",), ("...|..#",), ("...|...|..#",)]
FULLER = [*SQUARES[:4], ("#..|...|.##",)]
MIXED = [("X..",), (".XO.",), ("X..O",), ("XO..O",), ("..X.O",), ("X.O.X",)]


def heaps(
    first: tuple[int, ...] = (1, 2),
    second: tuple[int, ...] = (1,),
    more: Callable[[int, int], Iterator[tuple[int, int]]] | None = None,
) -> Callable[[], Any]:
    """Two heaps, from which these numbers may be taken; ``more`` yields other moves."""

    def make() -> Any:
        @gr.game
        def two(a: int, b: int, *, m: int = 1) -> Iterator[tuple[int, int]]:
            for k in first:
                if a >= k:
                    yield a - k, b
            for k in second:
                if b >= k * m:
                    yield a, b - k * m
            if more is not None:
                yield from more(a, b)

        return two

    return make


def ending(make: Callable[[], Any], over: Callable[..., int | None]) -> Callable[[], Any]:
    """Rules with an ending."""

    def made() -> Any:
        game = make()
        game.ending(over)
        return game

    return made


def ended(a: int, b: int) -> int | None:
    if a == 0:
        return gr.WIN if b % 3 else gr.TIE
    return gr.LOSS if b == 0 else None


def even_ends(a: int, b: int) -> int | None:
    return gr.WIN if a + b == 1 else gr.TIE if a == b == 2 else None


def tied(a: int, b: int) -> int | None:
    """Nobody wins where both heaps are gone, and so nobody wins from anywhere."""
    return gr.TIE if a + b == 0 else None


def ring() -> Any:
    """A walk round eight places, which goes on for ever, with a way out of it."""

    @gr.game
    def walk(n: int, a: int):
        yield (n + 1) % 8, a
        if a:
            yield n, a - 1

    return walk


def scored_ring() -> Any:
    return gr.scoring_game(lambda n: iter([(0, (n + 1) % 8)]), name="points")


def taken(*numbers: int) -> Callable[[], Any]:
    """One heap, from which these numbers may be taken, or any for none."""
    return lambda: gr.game(lambda n: (n - k for k in numbers or range(1, n + 1) if n >= k), name="one")


def joined(fold: Any) -> Any:
    """Left takes from either heap, Right two at once from the second; Left's rules are folded."""

    @gr.partisan_game
    def left(a: int, b: int, *, player: int):
        if a:
            yield a - 1, b
        if b:
            yield a, b - 1

    @gr.partisan_game
    def right(a: int, b: int, *, player: int):
        if a:
            yield a - 1, b
        if b > 1:
            yield a, b - 2

    if fold is not None:
        left.symmetry(fold)
    return gr.join(left, right)


def row() -> Any:
    @gr.game
    def piles(*heaps: int):
        for i, n in enumerate(heaps):
            for k in range(n):
                yield (*heaps[:i], k, *heaps[i + 1 :])

    return piles


def scored() -> Any:
    @gr.scoring_game
    def points(a: int, b: int):
        if a:
            yield 1, (a - 1, b)
        if a > 1:
            yield 3, (a - 2, b)
        if b:
            yield 2, (a, b - 1)

    return points


def walk() -> Any:
    @gr.partisan_game
    def left_lowers_a(a: int, b: int):
        for k in range(a):
            yield k, b

    left_lowers_a.right(lambda a, b: ((a, k) for k in range(b)))
    return left_lowers_a


def single() -> Any:
    @gr.heap_game
    def halves(n: int):
        for k in range(n // 2, n):
            yield (k,)

    return halves


def on(rule: Callable[..., Any], faces: str = ".#", ending: Any = None, **told: Any) -> Callable[[], Any]:
    """Rules of a board; those of a player are partisan."""

    def make() -> Any:
        kind = gr.partisan_game if "player" in inspect.signature(rule).parameters else gr.game
        game = kind(board=gr.Grid(faces, **told))(rule)
        if ending is not None:
            game.ending(ending)
        return game

    return make


def after(board: Board) -> Iterator[Board]:
    """Cover a free cell that has a free one on the left, or the first."""
    for cell in board.free:
        if board[board.step(cell, WEST)] == FREE or cell == 0:
            yield board.place(cell, 1)


def along(board: Board) -> Iterator[Board]:
    """The same on the path of a graph."""
    for cell in board.free:
        if cell < 2 or board[cell - 1] == FREE:
            yield board.place(cell, 1)


def two_covered(board: Board) -> int | None:
    return gr.LOSS if board[0] != FREE and board[1] != FREE else None


def dominoes(board: Board, *, player: int) -> Iterator[Board]:
    """Left lies on two cells across, Right on two down."""
    for cell in board.free:
        other = board.step(cell, EAST if player == gr.LEFT else DOWN)
        if board[other] == FREE:
            yield board.place(cell, 1).place(other, 1)


def more_dominoes(board: Board, *, player: int) -> Iterator[Board]:
    """The same, and Left may fill the first cell of a board of three columns or more."""
    for cell in board.free:
        other = board.step(cell, EAST if player == gr.LEFT else DOWN)
        if board[other] == FREE:
            yield board.place(cell, 1).place(other, 1)
        if player == gr.LEFT and cell == 0 and board.columns >= 3:
            yield board.place(cell, 1)


def pairs(board: Board) -> Iterator[Board]:
    """Cover two cells side by side."""
    for cell in board.free:
        for near in board.beside(cell):
            if board[near] == FREE:
                yield board.place(cell, 1).place(near, 1)


def guarded(least: int) -> Callable[..., Any]:
    """Cover two cells in a row, on boards of so many columns or more only beside a covered one, or first."""

    def guarded(board: Board) -> Iterator[Board]:
        for cell in board.free:
            other = board.step(cell, EAST)
            near = board[board.step(cell, WEST)] == 1 or board.count(FREE) == board.columns
            if board[other] == FREE and (board.columns < least or near):
                yield board.place(cell, 1).place(other, 1)

    return guarded


def coins(worth: Callable[[int], int] | None) -> Callable[[], Any]:
    def make() -> Any:
        @gr.coin_game
        def twins(i: int) -> Iterator[tuple[int, ...]]:
            for j in range(i):
                yield (j,)

        if worth is not None:
            twins.values(name="worth", source="a test")(worth)
        return twins

    return make


def lesser(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a <= b else (b, a)


def dropped(*heaps: int) -> tuple[int, ...]:
    """Drop pairs of equal heaps, which is right in normal play alone."""
    return tuple(n for n in sorted({*heaps}) if heaps.count(n) % 2)


def symmetry(function: Callable[..., Any]) -> Declare:
    return lambda game: void(game.symmetry(function))


def images(function: Callable[..., Any]) -> Declare:
    return lambda game: void(game.symmetries(function))


def parts(function: Callable[..., Any]) -> Declare:
    return lambda game: void(game.parts(function))


def theorem(function: Callable[..., Any], **told: Any) -> Declare:
    return lambda game: void(game.theorem(name="a guess", **told)(function))


def void(_made: object) -> None:
    """Return nothing."""


GRAPH: Any = {"shape": "graph", "graph": ((1,), (0, 2), (1, 3), (2, 4), (3,))}


def other(make: Callable[[], Any]) -> Declare:
    """Rules with another board are declared by being made otherwise."""
    return lambda _game: make()


def beside(*declared: Declare) -> Declare:
    """Several are declared at once, which the doors do not ask alike."""
    return lambda game: void([each(game) for each in declared])


def apart(a: int, b: int) -> list[tuple[int, int]]:
    return [(a, 0), (0, b)]


def both(a: int, b: int) -> Iterator[tuple[int, int]]:
    if a and b:
        yield a - 1, b - 1


def late(a: int, b: int) -> Iterator[tuple[int, int]]:
    if a >= 9 and b:
        yield a - 1, b - 1


def late_both(a: int, b: int) -> Iterator[tuple[int, int]]:
    if a >= 9 and b >= 9:
        yield a - 1, b - 1


def amid(a: int, b: int) -> bool:
    """Whether a position lies where plays by lot from large heaps seldom come, and too high to be played to the end."""
    return 45 <= a < 55 and 3 <= b < 60


LEANING = heaps((1, 2), (1, 2), lambda a, b: iter([(a, b - 3)] if amid(a, b) else []))


def low(a: int, b: int) -> Iterator[tuple[int, int]]:
    if a == 1 and b >= 3:
        yield a, b - 3


def rests(a: int, b: int) -> int:
    return a % 3 ^ b % 2


def nim(a: int, b: int) -> int:
    return a % 3 ^ b % 3


def boards(
    rule: Callable[..., Any], asked: list[tuple[Any, ...]], told: Any = None, kind: str = "impartial", **declared: str
) -> Declared:
    return Declared(on(rule, **(told or {})), other(on(rule, **(told or {}), **declared)), asked, kind)


EVEN, ONES = heaps((1, 2), (1, 2)), heaps((1,), (1,))
SWAPPED = images(lambda a, b: iter([(b, a)]))
EQUAL = theorem(lambda a, b: a % 3 == b % 3, gives="losing")
FALSE: dict[str, Declared] = {
    "symmetry everywhere": Declared(heaps(), symmetry(lesser), PAIRS),
    "symmetries from 30 on": Declared(
        heaps((1, 2), (1, 2), lambda a, b: iter([(a - 3, b)] if a >= 12 and a + b > 27 else [])),
        SWAPPED,
        FAR,
    ),
    "symmetry for m = 2 only": Declared(ONES, symmetry(lesser), PAIRS, m=2),
    "symmetry in misère only": Declared(
        row, symmetry(dropped), [(1, 1), (1, 1, 2), (2, 2), (2, 2, 1), (1, 1, 1), (3, 3, 1)]
    ),
    "symmetry of endings": Declared(ending(ONES, ended), symmetry(lesser), PAIRS, "outcomes"),
    "symmetry at small numbers": Declared(heaps((1, 2), (1, 2), low), symmetry(lesser), FAR),
    "symmetry of points": Declared(scored, symmetry(lesser), PAIRS, "points"),
    "symmetry of Left and Right": Declared(walk, symmetry(lesser), PAIRS, "partisan"),
    "symmetries of Left and Right": Declared(walk, SWAPPED, PAIRS, "partisan"),
    "symmetry of both players' moves": Declared(
        lambda: gr.impartial(walk_of(None)), lambda _game: gr.impartial(walk_of(lesser)), PAIRS
    ),
    "same mirror": boards(after, STRIPS, same="mirror"),
    "same turn": boards(after, SQUARES, same="turn"),
    "same flip of hexagons": boards(after, SQUARES, {"shape": "hexagons"}, same="flip"),
    "same mirror of triangles": boards(after, SQUARES, {"shape": "triangles"}, same="mirror"),
    "same mirror of a torus": boards(after, SQUARES, {"shape": "torus"}, same="mirror"),
    "same mirror of a graph": boards(along, [(".....",), (".#...",), ("..#..",), ("...#.",)], GRAPH, same="mirror"),
    "same mirror with an ending": boards(after, STRIPS, {"ending": two_covered}, "outcomes", same="mirror"),
    "same with sides": boards(after, MIXED, {"faces": ".XO", "sides": "swap"}, "outcomes", same="mirror"),
    "opposite everywhere": boards(dominoes, SQUARES, {}, "partisan", opposite="mirror"),
    "opposite from 3 on": boards(more_dominoes, SQUARES, {}, "partisan", opposite="turn"),
    "same of a partisan board": boards(more_dominoes, SQUARES, {}, "partisan", same="mirror"),
    "live": boards(guarded(0), STRIPS, live="."),
    "live from 5 on": boards(guarded(5), STRIPS, live="."),
    "parts everywhere": Declared(heaps((1, 2), (1,), both), parts(apart), PAIRS),
    "parts from 9 on": Declared(heaps((1, 2), (1,), late), parts(apart), [*PAIRS[:9], *FAR]),
    "parts for m = 2 only": Declared(
        heaps((1, 2), (1, 2)), parts(lambda a, b, *, m=1: [(a, 0), (0, b % 2 if m == 2 else b)]), PAIRS, m=2
    ),
    "a part is lost": Declared(
        row, parts(lambda *heaps: [(n,) for n in heaps[:2]]), [(1, 2), (3, 1, 2), (2, 2, 1), (1, 4, 2)]
    ),
    "parts of a partisan game": Declared(lambda: walk_of(None, True), parts(apart), PAIRS, "partisan"),
    "value": Declared(heaps((1, 2), (1,), both), theorem(rests), PAIRS),
    "value where": Declared(heaps((1, 2), (1,), both), theorem(rests, where=lambda a, b: a < 5), PAIRS),
    "value for m = 2 only": Declared(heaps(), theorem(rests), PAIRS, m=2),
    "who loses": Declared(heaps(), EQUAL, PAIRS),
    "who loses in misère": Declared(
        heaps(), theorem(lambda a, b: a % 3 == b % 2, gives="losing", play="misere"), PAIRS
    ),
    "who loses, which is a tie": Declared(
        ending(ONES, tied), theorem(lambda a, b: False, gives="losing"), PAIRS, "outcomes"
    ),
    "who loses for ever": Declared(ring, theorem(lambda n, a: (n + a) % 2 == 0, gives="losing"), PAIRS, "outcomes"),
    "value with endings": Declared(ending(ONES, tied), theorem(lambda a, b: (a + b) % 2), PAIRS, "outcomes"),
    "value for ever": Declared(ring, theorem(lambda n, a: (n + a) % 2), PAIRS, "outcomes"),
    "points for ever": Declared(scored_ring, theorem(lambda n: 0, gives="score"), [(n,) for n in range(8)], "points"),
    "value from 100 on": Declared(taken(1, 2), theorem(lambda n: (n + (n >= 100)) % 3), [(500,), (900,), (2000,)]),
    "value of many options": Declared(taken(), theorem(lambda n: n if n <= 500 else 0), [(501,), (600,)]),
    "reach nothing": Declared(
        EVEN, theorem(lambda a, b: a % 3 == b % 3, gives="losing", reach=lambda a, b: iter([])), PAIRS
    ),
    "reach what wins": Declared(
        EVEN, theorem(nim, reach=lambda a, b, target: iter([(a - 1, b)] if a else [(a, b - 1)] if b else [])), PAIRS
    ),
    "parts of both players' moves": Declared(
        lambda: gr.impartial(walk_of(None, True)), lambda _game: gr.impartial(walk_of(None, True, apart)), PAIRS
    ),
    "symmetry of a dicotic version": Declared(
        lambda: gr.dicotic(walk_of(None)), lambda _game: gr.dicotic(walk_of(lesser)), PAIRS, "partisan"
    ),
    "points": Declared(scored, theorem(lambda a, b: a - b, gives="score"), PAIRS, "points"),
    "value of a heap": Declared(single, theorem(lambda n: n % 3), [(n,) for n in range(1, 24)]),
    "reach": Declared(EVEN, theorem(lambda a, b: a % 3 ^ b % 3, reach=lambda a, b, target: iter([(a % 3, b)])), PAIRS),
    "a value below 0": Declared(heaps(), theorem(lambda a, b: -1), PAIRS),
    "a value in letters": Declared(heaps(), theorem(lambda a, b: "a"), PAIRS),
    "symmetry beside right parts": Declared(
        EVEN, beside(parts(apart), symmetry(lambda a, b: (a, 1) if a and b and a + b <= 7 else (a, b))), FAR
    ),
    "symmetries beside right parts": Declared(heaps(), beside(parts(apart), SWAPPED), FAR),
    "parts beside a right symmetry": Declared(
        heaps((1, 2), (1, 2), late_both), beside(parts(apart), symmetry(lesser)), FAR
    ),
    "value beside right parts": Declared(
        EVEN, beside(parts(apart), theorem(lambda a, b: a % 3 ^ b % 3 ^ (a * b == 6))), FAR
    ),
    "parts beside a right value": Declared(
        EVEN, beside(theorem(nim), parts(lambda a, b: [(a, 0), (0, b - b // 9)])), FAR
    ),
    "symmetry amid large numbers": Declared(LEANING, symmetry(lesser), FARTHER),
    "symmetries amid large numbers": Declared(LEANING, images(lambda a, b: iter([(b, a)])), FARTHER),
    "parts amid large numbers": Declared(
        heaps((1, 2), (1, 2), lambda a, b: iter([(a - 1, b - 1)] if amid(a, b) else [])), parts(apart), FARTHER
    ),
    "same beside right live": boards(dominoes, SQUARES, {}, "partisan", live=".", same="turn", opposite="mirror"),
    "worth of coins": Declared(
        coins(None), other(coins(lambda i: i % 4 + 1)), [("TH",), ("HHTH",), ("TTTTTH",), ("HTHTTTH",)]
    ),
}


def walk_of(fold: Any, both: bool = False, split: Any = None) -> Any:
    """Left lowers a, Right lowers b, perhaps both at once."""

    @gr.partisan_game
    def lowered(a: int, b: int, *, player: int):
        if player == gr.LEFT:
            for k in range(a):
                yield k, b
            if both and a and b:
                yield a - 1, b - 1
        else:
            for k in range(b):
                yield a, k

    if fold is not None:
        lowered.symmetry(fold)
    if split is not None:
        lowered.parts(split)
    return lowered


def reached(a: int, b: int, *, target: int) -> Iterator[tuple[int, int]]:
    for k in (1, 2):
        if a >= k and (a - k) % 3 ^ b % 3 == target:
            yield a - k, b
        if b >= k and a % 3 ^ (b - k) % 3 == target:
            yield a, b - k


RIGHT: dict[str, Declared] = {
    "symmetry": Declared(EVEN, symmetry(lesser), PAIRS + FAR),
    "symmetries": Declared(EVEN, SWAPPED, PAIRS + FAR),
    "symmetry for m = 1 only": Declared(ONES, symmetry(lesser), PAIRS, m=1),
    "symmetry of endings": Declared(ending(EVEN, even_ends), symmetry(lesser), PAIRS, "outcomes"),
    "same": boards(pairs, STRIPS + SQUARES, same="mirror flip turn"),
    "same of hexagons": boards(pairs, FULLER, {"shape": "hexagons"}, same="turn"),
    "same of a torus": boards(pairs, FULLER, {"shape": "torus"}, same="mirror flip"),
    "opposite": boards(dominoes, SQUARES, {}, "partisan", same="mirror flip", opposite="turn"),
    "live": boards(pairs, STRIPS, live=".", same="mirror"),
    "live of a partisan board": boards(dominoes, SQUARES, {}, "partisan", live="."),
    "live of hexagons": boards(pairs, FULLER, {"shape": "hexagons"}, live="."),
    "live of triangles": boards(pairs, FULLER, {"shape": "triangles"}, live="."),
    "live of a torus": boards(pairs, FULLER, {"shape": "torus"}, live="."),
    "live of a graph": boards(pairs, [(".....",), ("..#..",), (".#..#",)], GRAPH, live="."),
    "parts": Declared(EVEN, parts(apart), PAIRS + FAR),
    "parts that end are dropped": Declared(EVEN, parts(lambda a, b: [(n, 0) for n in (a, b) if n]), PAIRS + FAR),
    "parts of a partisan game": Declared(walk, parts(apart), PAIRS, "partisan"),
    "parts in value alone": Declared(
        row, parts(lambda *h: [(n,) for n in {*h} if h.count(n) % 2]), [(1, 1), (2, 2), (2, 2, 1), (3, 1), (3, 3)]
    ),
    "symmetry of Left's rules": Declared(lambda: joined(None), lambda _game: joined(lesser), PAIRS, "partisan"),
    "value": Declared(EVEN, theorem(nim, reach=reached), PAIRS + FAR),
    "parts and symmetry": Declared(EVEN, beside(parts(apart), symmetry(lesser)), PAIRS + FAR),
    "parts, images and a value": Declared(EVEN, beside(parts(apart), SWAPPED, theorem(nim)), PAIRS + FAR),
    "live and same": boards(pairs, STRIPS + SQUARES, live=".", same="mirror flip turn"),
    "value where": Declared(EVEN, theorem(nim, where=lambda a, b: a < 5), PAIRS + FAR),
    "who loses": Declared(EVEN, EQUAL, PAIRS + FAR),
    "points": Declared(scored, theorem(lambda a, b: points_of(a, b), gives="score"), PAIRS, "points"),
    "value of a heap": Declared(single, theorem(lambda n: half(n)), [(n,) for n in range(1, 24)]),
    "worth of coins": Declared(coins(None), other(coins(lambda i: i)), [("TH",), ("HHTH",), ("TTTTTH",), ("HTHTTTH",)]),
}


@functools.cache
def points_of(a: int, b: int) -> int:
    return max((gain - points_of(*option) for gain, option in scored().scored_options((a, b))), default=0)


@functools.cache
def half(n: int) -> int:
    return mex({half(k) for k in range(n // 2, n)})


KINDS = ("fold", "images", "parts", "value", "who loses", "value beside parts", "fold beside parts")


def random_rules(chance: Random, kind: str, share: float) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """Rules of two heaps, without a declaration of a kind and with it, which is false at this share of the positions."""
    first, second = ([*chance.sample(range(1, 6), chance.randrange(1, 4))] for _heap in range(2))
    salt = chance.randrange(10**9)
    if kind in ("fold", "images"):
        second = first

    def drawn(a: int, b: int) -> Random:
        return Random(f"{salt} {a} {b}")

    def is_false(a: int, b: int) -> bool:
        return drawn(a, b).random() < share

    def wrong(a: int, b: int) -> tuple[int, int]:
        less = drawn(a, b)
        return max(0, a - less.randrange(3)), max(0, b - less.randrange(3))

    @functools.cache
    def worth(n: int, taken: tuple[int, ...]) -> int:
        return mex({worth(n - k, taken) for k in taken if n >= k})

    def moves(a: int, b: int) -> Iterator[tuple[int, int]]:
        yield from ((a - k, b) for k in first if a >= k)
        yield from ((a, b - k) for k in second if b >= k)
        if kind == "parts" and a and b and is_false(a, b):
            yield a - 1, b - 1

    def declared() -> Any:
        game = gr.game(moves, name="two")
        if "parts" in kind:
            game.parts(apart)
        if kind == "fold":
            game.symmetry(lambda a, b: wrong(*lesser(a, b)) if is_false(*lesser(a, b)) else lesser(a, b))
        elif kind == "images":
            game.symmetries(lambda a, b: iter([wrong(*lesser(a, b)) if is_false(*lesser(a, b)) else (b, a)]))
        elif kind == "fold beside parts":
            game.symmetry(lambda a, b: wrong(a, b) if is_false(a, b) else (a, b))
        elif "value" in kind:
            game.theorem()(lambda a, b: (worth(a, tuple(first)) ^ worth(b, tuple(second))) + is_false(a, b))
        elif kind == "who loses":
            game.theorem(gives="losing")(
                lambda a, b: (worth(a, tuple(first)) == worth(b, tuple(second))) != is_false(a, b)
            )
        return game

    return lambda: gr.game(moves, name="two"), declared
