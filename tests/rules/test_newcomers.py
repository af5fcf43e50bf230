"""Sixty games written as newcomers write them: how many are read and compiled, why not, and what plain play says of them."""

from __future__ import annotations

import ast
import inspect
import warnings
from collections.abc import Iterator
from functools import cache
from random import Random
from types import ModuleType
from typing import Any

import pytest
from newcomers import heaps, links, movers, placers, plain_heaps, plain_links, plain_movers, plain_placers
from newcomers.plainly import Brute

from cases import nontrivial
from grundy.common.errors import Notice, RulesError
from grundy.rules.from_text import rules_of
from grundy.rules.heaps import HeapFunction
from grundy.rules.partisan import LEFT, RIGHT, ImpartialRuleset, PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.solving.compiled_rules import UNREAD, native, native_heaps

FILES = ((links, plain_links), (movers, plain_movers), (placers, plain_placers), (heaps, plain_heaps))
KINDS = {
    "line": ("drop_three", "notakto", "wild"),
    "connection": ("small_hex", "waterfall", "canal"),
    "hexagons": ("honey_dominoes", "honey_line", "shy_bees"),
    "torus": ("ring_dominoes", "ring_three", "astronaut"),
    "race": ("breakthrough", "runners", "to_twenty_one"),
    "capture": ("slant_clobber", "men", "first_blood"),
    "sliding": ("sliding_coins", "trains", "small_amazons"),
    "token": ("isola", "queen_home", "knight_down"),
    "hunt": ("hounds", "thief", "square_maker"),
    "placement": ("peaceful_queens", "peaceful_knights", "tents"),
    "partisan": ("planks", "fields", "feud"),
    "drawing": ("chords", "pencil", "two_boxes"),
    "scoring": ("row_of_coins", "crowds", "market"),
    "misère": ("last_match", "long_tiles", "pins"),
    "hands": ("reserves", "tired_token", "passing_clobber"),
    "heap": ("square_stones", "wythoff_pair", "unequal"),
    "sowing": ("sow_off", "tiny_mancala", "toppling_sand"),
    "graph": ("lighthouses", "geography", "scissors"),
    "coins": ("turtles", "two_rows", "gaps"),
    "heaps": ("divisors", "fifteen", "ghost"),
}
STARTS: dict[str, tuple[Any, ...]] = {
    "sow_off": ((2, 0, 3, 1),),
    "toppling_sand": ((0, 4, 0, 3, 0),),
    "scissors": (frozenset({"ab", "bc", "cd", "ad", "ac"}),),
    "turtles": ((1, 0, 1, 1, 0, 1),),
    "two_rows": (((1, 1, 0), (1, 0, 1)),),
    "gaps": ((1, 1, 0, 1, 1),),
    "ghost": ("",),
}
"""Where play begins in games of which the decorator does not say it."""
MISERE = {"long_tiles", "pins"}
REASONS = {
    "canal": "wet calls itself; write a loop",
    "scissors": "its states are not integers; write integers or tuples of them, a set as bits",
    "two_rows": "its states are not integers; write integers or tuples of them",
    "ghost": "its states are not integers; write integers or tuples of them",
}
"""What is said of the games that are played by Python: what to write instead."""
ASKED, WALKED = 12, 120
"""Positions of a game that grundy solves; positions at which the moves are those of the second writing."""


@cache
def game(name: str) -> tuple[Ruleset, ModuleType]:
    """Return a game, and the module that says it again."""
    return next((vars(own)[name], plain) for own, plain in FILES if name in vars(own))


def start_of(name: str) -> Position:
    rules, _plain = game(name)
    return rules(*STARTS[name]) if name in STARTS else rules.start()


def plain_state(rules: Ruleset, state: Any) -> Any:
    """A state as the second writing has it: rows of letters, who is to move, and numbers beside the board."""
    board = getattr(rules, "board", None)
    if board is None:
        return tuple(sorted(state)) if isinstance(rules, HeapFunction) else state
    turns = getattr(rules, "turns", False)
    who = ("XO"[state[-1]],) if turns else ()
    beside = state[len(board.faces) + 1 : len(state) - turns]
    return (board.show(state), *who, *beside) if who or beside else board.show(state)


def met(start: Position, most: int) -> list[Position]:
    """Positions of plays by lot from a start to the end, each once."""
    found, chance = {start.state: start}, Random(start.ruleset.name)
    for _play in range(most):
        options = [start]
        while options and len(found) < most:
            position = chance.choice(options)
            found[position.state] = position
            options = list(position.options())
    return list(found.values())


def brute_of(name: str) -> Brute:
    rules, plain = game(name)
    moves, over = getattr(plain, name), getattr(plain, f"{name}_over", None)
    if isinstance(rules, HeapFunction):  # a heap becomes heaps, and the state is all of them
        one = moves

        def moves(heaps: Any) -> list[Any]:
            return [
                tuple(sorted((*heaps[:i], *after, *heaps[i + 1 :]))) for i, n in enumerate(heaps) for after in one(n)
            ]

    return Brute(moves, over, misere=name in MISERE)


def unread(name: str) -> str:
    """Compile a game; return why it is interpreted, "" where it is not."""
    rules, start = game(name)[0], start_of(name)
    samples = [position.state for position in met(start, 30)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Notice)
        asked: list[Any] = [rules.searched]
        if isinstance(rules, HeapFunction):
            return "" if native_heaps(rules) else rules.memory[UNREAD]
        if isinstance(rules, PartisanRuleset):
            asked = [rules.side(player) for player in (LEFT, RIGHT)]
        elif isinstance(asked[0], ImpartialRuleset):
            asked = [asked[0].rules.side(LEFT)]
        return next((one.memory[UNREAD] for one in asked if native(one, samples) is None), "")


NAMES = [name for names in KINDS.values() for name in names]


def test_there_are_sixty_games_of_twenty_kinds() -> None:
    written = {name for own, _plain in FILES for name, held in vars(own).items() if isinstance(held, Ruleset)}
    assert len(KINDS) == 20 and len(NAMES) == 60 and set(NAMES) == written
    assert len(REASONS) <= 10 and REASONS.keys() <= written


@pytest.mark.slow
@pytest.mark.some(4)
@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_compiled_or_it_is_said_what_to_write_instead(name: str) -> None:
    reason = unread(name)
    if name in REASONS:
        with pytest.raises(AssertionError, match=REASONS[name]):
            raise AssertionError(reason)
    else:
        assert not reason


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_moves_are_those_of_the_second_writing(name: str) -> None:
    rules, brute = game(name)[0], brute_of(name)
    for position in met(start_of(name), WALKED):
        state = plain_state(rules, position.state)
        ended = rules.ended(position.state)
        assert brute.over(state) == ended
        if ended is not None:
            continue
        if isinstance(rules, PartisanRuleset):
            for player, who in ((LEFT, "X"), (RIGHT, "O")):
                own = {plain_state(rules, after) for after in rules.options_of(position.state, player)}
                assert own == set(brute.moves(state, who))
        elif rules.scoring:
            own = {(gain, plain_state(rules, after)) for gain, after in rules.scored_options(position.state)}
            assert own == set(brute.moves(state))
        else:
            assert {plain_state(rules, after) for after in rules.options(position.state)} == set(brute.moves(state))


@pytest.mark.slow
@pytest.mark.some(21)  # of each kind, and one in misère play
@pytest.mark.parametrize("name", NAMES)
def test_answers_are_those_of_brute_force(name: str) -> None:
    rules, brute = game(name)[0], brute_of(name)
    positions = met(start_of(name), WALKED)
    chosen = [positions[0], *Random(name).sample(positions, min(ASKED, len(positions)) - 1)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Notice)
        for position in chosen:
            state = plain_state(rules, position.state)
            found = position.solve("misere" if name in MISERE else "normal")
            if isinstance(rules, PartisanRuleset):
                wins = {(True, True): "L", (False, False): "R", (True, False): "N", (False, True): "P"}
                assert found.outcome.value == wins[brute.left_wins(state), brute.left_wins(state, "O")]
                continue
            if rules.scoring:
                assert found.value == brute.points(state)
                continue
            wanted = brute.wins(state)
            assert found.outcome.value == {1: "N", 0: "T", -1: "P"}[wanted]
            if rules.sided and not rules.has_ending:  # pieces of one's own have no Grundy value
                with pytest.raises(RulesError, match="pieces of his own"):
                    position.grundy()
            elif not rules.has_ending and name not in MISERE:
                assert position.grundy() == brute.mex(state)
            nontrivial(brute.moves(state))


@pytest.mark.slow
@pytest.mark.parametrize("own", [own for own, _plain in FILES], ids=lambda own: own.__name__)
def test_the_page_reads_what_is_compiled(own: ModuleType) -> None:
    """A file as a text that is never run, without the games that are interpreted: the same answers at their starts."""
    tree = ast.parse(inspect.getsource(own))
    left_out = REASONS.keys() | {"wet", "fifteen", "combinations", "WORDS"}  # nothing but grundy is imported
    tree.body = [node for node in tree.body if not left_out & {*names_of(node)}]
    found = rules_of(ast.unparse(tree))
    assert found.keys() == {name for name, held in vars(own).items() if isinstance(held, Ruleset)} - left_out
    for name, rules in found.items():
        start = start_of(name)
        again = rules(*STARTS[name]) if name in STARTS else rules.start()
        assert again.state == start.state and rules.called_by == start.ruleset.called_by
        for position in met(start, 5):
            own_moves = [after.state for after in position.options()]
            assert [after.state for after in type(position)(rules, position.state).options()] == own_moves


def names_of(node: ast.stmt) -> Iterator[str]:
    """What a statement gives a value to, or declares something of."""
    match node:
        case ast.FunctionDef(name=name, decorator_list=[ast.Attribute(value=ast.Name(id=game))]):
            yield from (name, game)
        case ast.FunctionDef(name=name):
            yield name
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from (each.name for each in names)
        case ast.Assign(targets=[ast.Name(id=name)]):
            yield name
        case _:
            pass
