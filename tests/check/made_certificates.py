"""Certificates of every kind as grundy makes them, and changed ones, for the tests of the checkers."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from tests.rules import cell_games

import grundy as gr
from grundy.common.digest import rules_digest, sealed
from grundy.games import load
from grundy.proving import questions
from grundy.proving.families import RowTheorem, prove_for_all, prove_for_any_number
from grundy.proving.look_back import PeriodTheorem, periodic
from grundy.proving.questions import same_values
from grundy.proving.theorem import NotProved, Theorem, prove
from grundy.rules.board import FREE, MINE, YOURS, Board
from grundy.rules.board_kinds import Kind
from grundy.rules.ruleset import Ruleset
from own_games import from_to, to_half

Certificate = dict[str, Any]
BOARDS: dict[str, Callable[[], Certificate]] = {
    "numbers": lambda: cell_games.mancala("11|11").solve().certificate("loopy"),
    "walls": lambda: cell_games.open_boxes(1, 2).solve().certificate(),
    "walls of two sides": lambda: cell_games.fences("X.O").solve().certificate(),
    "sides": lambda: cell_games.king_dirt("X..|..O").solve().certificate(),
    "floor": lambda: cell_games.thin_ice("X.|.O").solve().certificate("strategy"),
    "hands": lambda: reserve("...", 1, 1, 0).solve().certificate(),
    "sides of left and right": lambda: stones("..|..").solve().certificate(),
    "graph": lambda: lamps("......").solve().certificate("loopy"),
}
"""Of boards with what a board may have beside its faces."""
PROVED: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "bash": ("bash", {"m": 4}, {}),
    "wythoff": ("wythoff", {}, {}),
    "misere wythoff": ("wythoff", {}, {"play": "misere"}),
    "blocking wythoff": ("wythoff", {}, {"blocked": 2}),
    "fibonacci-nim": ("fibonacci_nim", {}, {}),
    "nim": ("nim", {}, {"heaps": 2}),
    "misere nim": ("nim", {}, {"heaps": 3, "play": "misere"}),
    "nim values": ("nim", {}, {}),
    "k-division": ("k_division", {"k": 3}, {}),
    "split-nim": ("split_nim", {}, {}),
    "lasker": ("lasker", {}, {}),
    "mock turtles": ("mock_turtles", {}, {}),
    "ruler": ("ruler", {}, {}),
}


@gr.game(board=gr.Grid(".XO", sides="swap", hands=1, counters=1))
def reserve(board: Kind):
    """Put down a stone of your hand, but not beside another; counted are those on the board."""
    for cell in board.free:
        if board.hand(MINE) > 0 and all(board[near] == FREE for near in board.beside(cell)):
            yield board.place(cell, MINE).give(MINE, -1).counted(board.counter() + 1)


@gr.partisan_game(board=gr.Grid(".XO", sides="swap", shape="torus"))
def stones(board: Board):
    """Put a stone where no stone of the other player is beside it."""
    for cell in board.free:
        if all(board[near] != YOURS for near in board.beside(cell)):
            yield board.place(cell, MINE)


@gr.game(board=gr.Grid(".X", shape="graph", graph=((1,), (0, 2), (1, 3), (2, 4), (3, 5), (4,))))
def lamps(board: Board):
    """Light a lamp; who lights two beside each other has lost."""
    for cell in board.free:
        yield board.place(cell, 1)


@lamps.ending
def glare(board: Board):
    return gr.WIN if any(board[near] == 1 for cell in board.cells(1) for near in board.beside(cell)) else None


@gr.heap_game
def up_to_a_third(n: int):
    """Take from 1 to a third of the counters."""
    for k in range(1, n // 3 + 1):
        yield (n - k,)


def look_back(rules: Ruleset) -> PeriodTheorem:
    found = periodic(rules, 10.0)
    assert found is not None
    return found


@cache
def proved(name: str) -> tuple[Ruleset, Certificate]:
    game, params, options = PROVED[name]
    rules = load(game).bind(**params)
    return rules, prove(rules, **options).certificate()


# ---- what is changed

SIGNS = {"=": "!=", "<": "<=", ">=": ">", "<=>": "=>", "and": "or", "or": "and", "x0": "x1", "+": "-", "-": "+"}
WORDS = (
    *("normal", "misere", "values", "losing", "graph", "strategy", "loopy", "N", "P", "D", "won", "lost", "drawn"),
    *("msd_2", "msd_3", "n", "m", "=", "<", "and", "or", "=>", "all", "some", "+", "-"),
)
ITSELF = {"delta": [[0, -1, -1, 0]], "accepting": [0]}
NOTHING = {"delta": [[0, -1, 0, -1]], "accepting": [0]}
UNREAD = {"hash", "fingerprint", "text"}
"""What is made again after a change, or is for the reader's eye."""


def all_places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the places in a certificate, also those of objects."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [each for key, value in inner for each in ((*path, key), *all_places(value, (*path, key)))]


def at(data: Any, place: Iterable[Any]) -> Any:
    for step in place:
        data = data[step]
    return data


def mutated(made: Certificate, chosen: random.Random, fields: tuple[str, ...] = ()) -> Certificate:
    """Return a certificate with one random change, in some fields only if they are named, its hashes made again."""
    new = copy.deepcopy(made)
    data = chosen.random() < 0.3  # of rules there are many places, of which most are malformed
    where = [path for path in all_places(new) if not UNREAD & {*path} and "game" not in path[1:]]
    where = [path for path in where if not isinstance(at(new, path), dict)]
    where = [path for path in where if (path[0] in fields if fields else (path[0] == "rules") is data)] or where
    if chosen.random() < 0.5:  # of numbers more is well formed
        where = [path for path in where if isinstance(at(new, path), int)] or where
    if chosen.random() < 0.5:
        field = chosen.choice([*dict.fromkeys(path[0] for path in where)])
        where = [path for path in where if path[0] == field]
    *path, last = chosen.choice(where)
    held = at(new, path)
    held[last] = changed_value(held[last], chosen)
    return resealed(new)


def resealed(new: Certificate) -> Certificate:
    """Return a certificate with its fingerprint and its hash made again, also those of what it holds, as a forger would."""
    for name, value in new.items():
        if name == "law" and isinstance(value, dict):
            new = {**new, name: resealed(value)}
        elif name == "laws" and isinstance(value, list):
            new = {**new, name: [resealed(each) if isinstance(each, dict) else each for each in value]}
    return sealed({**new, "fingerprint": rules_digest(new)} if "rules" in new else new)


def changed_value(value: Any, chosen: random.Random) -> Any:
    if isinstance(value, str):
        if value in SIGNS and chosen.random() < 0.3:
            return SIGNS[value]
        i = chosen.randrange(len(value) + 1)
        letter = chosen.choice("0123456789abkn+-<=>")
        return chosen.choice([value[:i] + value[i + 1 :], value[:i] + letter + value[i + 1 :], chosen.choice(WORDS)])
    if isinstance(value, list) and value:
        new, i = list(value), chosen.randrange(len(value))
        if isinstance(value[0], dict) and "delta" in value[0] and chosen.random() < 0.5:
            return [copy.deepcopy(chosen.choice([ITSELF, NOTHING])) for _ in range(chosen.randrange(1, 5))]
        match chosen.randrange(4):
            case 0:
                del new[i]
            case 1:
                new.insert(i, copy.deepcopy(chosen.choice(value)))
            case 2:
                chosen.shuffle(new)
            case _:
                new[i] = copy.deepcopy(chosen.choice(value))
        return new
    number = value if isinstance(value, int) else 0
    return chosen.choice(
        [number + 1, number - 1, number + 2, number ^ 1, 0, 1, -1, chosen.randrange(9), [number], None]
    )


# ---- what is made

POSITIONS: dict[str, Callable[[], Certificate]] = {
    "kayles": lambda: gr.kayles(6, 4).solve().certificate(),
    "euclid": lambda: gr.euclid(7, 5).solve().certificate(),
    "bash": lambda: gr.bash(9).solve("misere").certificate(),
    "chomp": lambda: gr.chomp(3, 3).solve().certificate("strategy"),
    "northcott": lambda: gr.northcott(0, 2, 1, 2, width=3).solve().certificate("loopy"),
    "wythoff": lambda: gr.wythoff(3, 2).solve().certificate("loopy"),
    "domineering": lambda: gr.domineering(2, 3).solve().certificate(),
    "toads_and_frogs": lambda: gr.toads_and_frogs("XX..O").solve().certificate(),
}


def other_constants(data: Any) -> Iterator[Any]:
    """Iterate over rule data with one constant, sign or slot changed."""
    text = json.dumps(data)
    for found in re.finditer(r'\["known", (-?\d+)\]|"([-+<>]|<=|>=|min|max)"', text):
        other = {"+": "-", "-": "+", "<": "<=", ">": ">=", "<=": "<", ">=": ">", "min": "max", "max": "min"}
        new = f'["known", {int(found[1]) + 1}]' if found[1] else f'"{other[found[2]]}"'
        yield json.loads(text[: found.start()] + new + text[found.end() :])


def by_first(*heaps: int, player: int) -> Iterator[tuple[int, ...]]:
    if heaps and heaps[0] >= 2 - (player == gr.LEFT):
        yield (heaps[0] - 2 + (player == gr.LEFT), *heaps[1:])


def asked(law: Theorem | NotProved, text: str) -> Certificate:
    assert isinstance(law, Theorem)
    return questions.certificate(law, questions.ask(law, text))


KINDS: dict[str, Callable[[], Certificate]] = {
    "period of digits": lambda: gr.octal("0.07").law().certificate(),
    "period of a set": lambda: gr.subtraction.law(s=(1, 3)).certificate(),
    "period of a rule": lambda: gr.bash.law(m=2).certificate(),
    "arithmetic period": lambda: gr.code("all-but {2,3}").law().certificate(),
    "values of a code": lambda: gr.subtraction(4, 2, s=(1, 3)).solve().certificate(),
    "values of coins": lambda: list(load("turning-corners").small_positions(40))[-1].solve().certificate(),
    "values of heaps": lambda: gr.lasker(3, 2).solve().certificate(),
    "strategy": lambda: gr.bash(7, m=2).solve("misere").certificate(),
    "loopy": lambda: gr.northcott(0, 2, width=3).solve().certificate("loopy"),
    "partisan": lambda: gr.partisan_subtraction(3).solve().certificate(),
    "board": lambda: gr.domineering(1, 2).solve().certificate(),
    **{f"board with {name}": made for name, made in BOARDS.items()},
    "impartial": lambda: gr.impartial(gr.partisan_game(by_first))(3).solve().certificate("strategy"),
    "believed": lambda: next(load("word-chain").small_positions(3)).solve().certificate(),
    "losing positions": lambda: prove(load("bash").bind(m=2)).certificate(),
    "values of all heaps": lambda: prove(load("k-division")).certificate(),
    "graph": lambda: prove(load("nim")).certificate(),
    "chosen moves": lambda: prove(load("fibonacci-nim")).certificate(),
    "runs": lambda: prove(load("ruler")).certificate(),
    "look back": lambda: look_back(gr.bash.bind(m=2)).certificate(),
    "intervals": lambda: up_to_a_third.law().certificate(),
    "sentence": lambda: asked(prove(load("bash")), "An P(n) <=> n%4=0"),
    "redundant moves": lambda: questions.changed(prove(load("wythoff")), "+ (2,4)").certificate(),
    "same law": lambda: questions.same(load("bash"), load("subtraction").bind(s=(1, 2, 3))).certificate(),
    "same periods": lambda: same_values(gr.octal("0.137"), gr.octal("0.07"), seconds=9.0).certificate(),
}


@cache
def of_kind(kind: str) -> tuple[Certificate, Ruleset | None]:
    made = json.loads(json.dumps(KINDS[kind]()))
    return made, load("word-chain") if kind == "believed" else None


FAMILIES: dict[str, tuple[Any, str, dict[str, Any]]] = {
    "bash": (gr.bash, "m", {}),
    "values": (gr.bash, "m", {"values": True}),
    "misere": (gr.bash, "m", {"play": "misere"}),
    "band": (from_to, "b >= a", {}),
    "halved": (to_half, "m", {}),
}
"""Laws for all parameters: rules, the parameters, and what is asked."""


@cache
def of_family(name: str) -> Certificate:
    rules, parameters, asked = FAMILIES[name]
    return prove_for_all(rules, parameters, **asked).certificate()


@gr.game(least=0)
def row_of_nim(*heaps: int):
    for i in range(len(heaps)):
        for k in range(heaps[i]):
            yield (*heaps[:i], k, *heaps[i + 1 :])


@gr.game(least=0)
def one_or_two(*heaps: int):
    for i in range(len(heaps)):
        for k in range(1, min(2, heaps[i]) + 1):
            yield heaps[:i] + (heaps[i] - k,) + heaps[i + 1 :]


@gr.game(least=0)
def two_stairs(*stairs: int):
    for i in range(len(stairs)):
        for k in range(1, stairs[i] + 1):
            if i < 2:
                yield stairs[:i] + (stairs[i] - k,) + stairs[i + 1 :]
            else:
                yield stairs[: i - 2] + (stairs[i - 2] + k, stairs[i - 1], stairs[i] - k) + stairs[i + 1 :]


ROWS: dict[str, tuple[Any, str, list[Any] | None]] = {
    "staircase": (gr.staircase_nim, "x1 ⊕ x3 ⊕ x5 ⊕ …", [ITSELF, NOTHING]),
    "row_of_nim": (row_of_nim, "x1 ⊕ x2 ⊕ x3 ⊕ …", [ITSELF]),
    "one_or_two": (one_or_two, "(x1 mod 3) ⊕ (x2 mod 3) ⊕ (x3 mod 3) ⊕ …", None),
    "two_stairs": (two_stairs, "x1 ⊕ x2 ⊕ x5 ⊕ x6 ⊕ …", [ITSELF, ITSELF, NOTHING, NOTHING]),
}
"""Laws for any number of heaps: rules, what is said, and the automata."""


@cache
def of_row(name: str) -> RowTheorem:
    found = prove_for_any_number(ROWS[name][0])
    assert found is not None
    return found
