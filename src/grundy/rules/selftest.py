"""A cheap test of a game's own rules before they are solved for the first time.

GAMESMAN's habit: children are well formed, the same call gives the same children, a declared ending has no quarrel with the
moves; and there are two players, who are LEFT and RIGHT where rules ask it. What is declared beside the moves is compared
with them at each question (`grundy.solving.trials`).
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from operator import eq, ge, gt, le, lt, ne
from random import Random
from types import FunctionType, GeneratorType
from typing import Any, TypeGuard

from grundy.common import limits
from grundy.common.errors import N_, GrundyError, PositionError, RulesError, Sentence
from grundy.common.messages import _
from grundy.language.refusal import Unreadable
from grundy.rules.failures import notice
from grundy.rules.functions import FunctionRuleset
from grundy.rules.partisan import LEFT, RIGHT, ImpartialRuleset, PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field

SAMPLED, FEW = 100, 6
"""How many positions are looked at, and however many options they have."""
LOOKED_AT, IN_ALL, OF_DATA = 400, 4_000, 250
"""How many options of a position are looked at, and of all; fewer of rules that are data."""
ENOUGH, MOST_TRIED = 24, 1 << 14
"""Positions of which it is seen who is to move; where a start leads to fewer, others are tried too, so many are kept."""
TESTED, TRIED = Field("tested", bool), Field[set[Any]]("positions that were tried", set)
TOLD = Field[list[Sentence]]("told of rules", list)
NEITHER = N_(
    "at {where} there is neither a move nor an ending: whoever is to move there loses (in misère play wins), "
    "unless the ending of {name} says otherwise"
)
BY_LOT, ROWS, COLUMNS = 40, 2, 3
"""Boards of so many cells that are filled by lot, of a game that begins with pieces and does not say with which."""
OFTEN = 4
"""So often at least each step of a round of players is seen."""
EQUAL: dict[type[ast.cmpop], Any] = {ast.Eq: eq, ast.NotEq: ne, ast.Is: eq, ast.IsNot: ne}
ORDERED: dict[type[ast.cmpop], Any] = {ast.Lt: lt, ast.LtE: le, ast.Gt: gt, ast.GtE: ge}
PLAYERS = {"turn", "player", "who", "whose", "mover", "to_move", "seat"}
"""What arguments of a state are called that say whose turn it is."""
ROUND = N_("{name}: {argument} goes round {count} players, and grundy solves games of two, who move in turn")
MET = 3
"""Positions, at least, of which it is told that a player has no move there, or both the same."""
SAME = N_(
    "{name} has the same moves for both players wherever it was tried: it is impartial, as @game says, or what it asks "
    "of its player is never so; that is LEFT, 1, or RIGHT, -1"
)
ALONE = N_(
    "{name} has no move for {who} wherever it was tried: what one player does alone is a number of moves to spare; its "
    "player is LEFT, 1, or RIGHT, -1"
)


def told_of(ruleset: Ruleset) -> list[Sentence]:
    """Return what whoever wrote some rules should know of them, though nothing is wrong: it is found when they are tried."""
    return getattr(ruleset, "rules", ruleset).memory[TOLD]


def check_rules(ruleset: Ruleset, start: Any) -> None:
    """Look at some positions reachable from a start; RulesError says what is wrong with the rules, and where.

    It takes at most `SAMPLED` positions, spread from the start by first and last options, and is done once a ruleset; also
    for others where a start leads to little. A `Notice` tells what need not be wrong.
    """
    if ruleset.memory[TESTED] or start in ruleset.memory[TRIED]:
        return
    known, tried = len(told_of(ruleset)), ruleset.memory[TRIED]
    with limits.working(_("trying out the rules")):
        met = _try_out(ruleset, start)
    ruleset.memory[TESTED] = ruleset.partisan or len(met) > ENOUGH
    tried.update(met if len(tried) < MOST_TRIED else ())
    for sentence in told_of(ruleset)[known:]:
        notice(ruleset.hooks.get("ending", getattr(ruleset, "function", None)), str(sentence))


def _try_out(ruleset: Ruleset, start: Any) -> list[Any]:
    """Look at positions that a start leads to, and return them."""
    function, by_player = getattr(ruleset, "function", None), getattr(ruleset, "by_player", False)
    if not ruleset.memory[TRIED]:  # once it says the same of every start
        if by_player:
            require_known_players(function, ruleset.name)
        _require_no_round(function, ruleset.name)
    seen = {start}
    line, left = [start], OF_DATA if ruleset.is_data else IN_ALL
    steps = defaultdict[int, Counter[tuple[Any, Any]]](Counter)
    for number, state in enumerate(line):
        limits.check()
        children = _children(ruleset, state)
        for child in () if ruleset.partisan else children:
            for place, pair in enumerate(zip(_items(ruleset, state), _items(ruleset, child), strict=False)):
                steps[place][pair] += 1
        left -= len(children)
        if left < 0 and number >= FEW:
            break
        for child in {**dict.fromkeys(children[:2]), **dict.fromkeys(children[-2:])}:
            if child not in seen and len(line) < SAMPLED:
                seen.add(child)
                line.append(child)
    _require_two_players(ruleset, steps)
    if len(getattr(ruleset, "movers", ())) > 1 and isinstance(function, FunctionType) and not _is_ours(function):
        told = told_of_sides(ruleset.name, _tried(ruleset, line))
        told_of(ruleset).extend([told] if told else ())
    return line


def _tried(ruleset: Ruleset, met: list[Any]) -> Iterator[Position]:
    """Iterate over positions that were met, and then over small ones: there is more than a start shows."""
    yield from (Position(ruleset, state) for state in met)
    lots = by_lot(ruleset) if getattr(ruleset, "board", None) is not None else ()
    for more in (islice(ruleset.small_positions(), SAMPLED), lots):
        with suppress(GrundyError):
            yield from more


def by_lot(rules: Any) -> Iterator[Position]:
    """Iterate over boards whose cells show faces by lot."""
    chance = Random(0)
    for _turn in range(BY_LOT):
        rows = ("".join(chance.choices(rules.board.faces, k=COLUMNS)) for _row in range(ROWS))
        yield rules("|".join(rows))


def told_of_sides(name: str, positions: Iterable[Position]) -> Sentence | None:
    """Return what to tell where one player has no move at any position, or both have the same; None where that is not so."""
    seen, same, count = [False, False], True, 0
    for each in positions:
        with suppress(GrundyError):  # at what is guessed rules may fail
            left, right = ({*islice(each.options(who), LOOKED_AT)} for who in (LEFT, RIGHT))
            seen, same, count = [seen[0] or bool(left), seen[1] or bool(right)], same and left == right, count + 1
            if all(seen) and not same:
                return None
    if count < MET or not any(seen):
        return None
    who = Sentence(N_("Right") if seen[0] else N_("Left"))
    return Sentence(SAME, name=name) if same else Sentence(ALONE, name=name, who=who)


def _is_ours(function: Any) -> bool:
    return str(getattr(function, "__module__", "")).startswith("grundy.")


def _require_no_round(function: Any, name: str) -> None:
    """Raise RulesError where a rule yields the next of more than two players of its state, as `(turn + 1) % 3`."""
    if not isinstance(function, FunctionType) or PLAYERS.isdisjoint(function.__code__.co_varnames):
        return  # to read its file takes longer than a small game
    nodes = _nodes(function)
    rows = [each.targets[0] for each in nodes if isinstance(each, ast.Assign) and isinstance(each.value, ast.Name)]
    own = [each for row in rows if isinstance(row, ast.Tuple) for each in row.elts]  # what a state is unpacked into
    yielded = [each.value for each in nodes if isinstance(each, ast.Yield) and isinstance(each.value, ast.Tuple)]
    for each in (each for row in yielded for each in row.elts):  # what is only asked of a number is no round
        match each:
            case ast.BinOp(
                left=ast.BinOp(left=ast.Name(id=who), op=ast.Add(), right=ast.Constant(value=1)),
                op=ast.Mod(),
                right=ast.Constant(value=int(count)),
            ) if who in PLAYERS and count > 2:
                stored = [other for other in nodes if _stores(other, who)]
                if all(any(one is other for other in own) for one in stored):  # and it is no number of a loop
                    raise RulesError(ROUND, name=name, argument=who, count=count)
            case _:
                pass


def _nodes(function: Any) -> list[ast.AST]:
    """Return what the syntax tree of a function is made of, nothing where it cannot be read."""
    from grundy.language.read.source import plain, tree_of  # the catalogue's games are not tried again

    try:
        return [*ast.walk(tree_of(plain(function)))]
    except Unreadable:
        return []


def _items(ruleset: Ruleset, state: Any) -> tuple[Any, ...]:
    """Return what a state is made of: its arguments, or the items of the one tuple that it is."""
    row = ruleset.arguments(state)
    return row[0] if len(row) == 1 and isinstance(row[0], tuple) else row


def _require_two_players(ruleset: Ruleset, steps: dict[int, Counter[tuple[Any, Any]]]) -> None:
    """See that no argument that says whose turn it is goes round more than two players; a `Notice` if it may be one."""
    names: tuple[str, ...] = getattr(ruleset, "names", ())
    for place, goes in steps.items() if len(steps) > 1 else ():
        told, count = {before for before, _after in goes}, len(goes)
        if count < 3 or not all(type(each) is int for each in told):
            continue
        first = min(told)
        onwards = {(first + k, first + (k + 1) % count) for k in range(count)}
        if goes.keys() not in (onwards, {(after, before) for before, after in onwards}):
            continue
        if names[place:] and names[place] in PLAYERS:
            raise RulesError(ROUND, name=ruleset.name, argument=names[place], count=count)
        if ruleset.sided or min(goes.values()) < OFTEN:
            continue  # of few moves it is chance
        said = N_(
            "{name}: item {place} of the state goes round {count} values, one at each move; if these are players, the "
            "answers are not about them: grundy solves games of two, who move in turn"
        )
        sentence = Sentence(said, name=ruleset.name, place=place + 1, count=count)
        if str(sentence) not in map(str, told_of(ruleset)):
            told_of(ruleset).append(sentence)


def require_known_players(function: Any, name: str) -> None:
    """Raise RulesError where a partisan rule asks of its player what is never so: it is `LEFT`, 1, or `RIGHT`, -1."""
    for line, asked in _never_so(function, "player"):
        same = N_(
            "{name}: `{asked}` in line {line} is the same for both players, since player is LEFT (1) or RIGHT (-1)"
        )
        raise RulesError(same, name=name, asked=asked, line=line)


def _never_so(function: Any, name: str) -> Iterator[tuple[int, str]]:
    """Iterate over the lines where a function asks of an argument what is the same of 1 and -1, with what it asks."""
    nodes = _nodes(function)
    named = [each for each in nodes if (isinstance(each, ast.arg) and each.arg == name) or _stores(each, name)]
    if len(named) != 1:  # the name stands for more than the player
        return
    known = {key: value for key, value in function.__globals__.items() if key not in function.__code__.co_varnames}
    switches = [each for each in nodes if isinstance(each, ast.Match) and _is(each.subject, name)]
    stored = Counter(each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store))
    for each in nodes:
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.Constant):
            told = (target.id for target in each.targets if isinstance(target, ast.Name))
            known |= {own: each.value.value for own in told if stored[own] == 1}
    for each in nodes:
        match each:
            case ast.Assign(targets=[ast.Name(id=other)], value=one) if _is(one, name):
                yield from _never_so(function, other)
                continue
            case ast.Compare(left=one, ops=[op], comparators=[other]) if asks := (EQUAL | ORDERED).get(type(op)):
                sides = [(1, -1) if _is(each, name) else (_told(each, known),) * 2 for each in (one, other)]
                told = [each for side in sides for each in side]
                plain = ... not in told and (type(op) in EQUAL or all(isinstance(each, int) for each in told))
                wrong = (1, -1) in sides and plain and len({asks(*pair) for pair in zip(*sides, strict=True)}) == 1
            case ast.Compare(
                left=one, ops=[ast.In() | ast.NotIn()], comparators=[ast.Tuple() | ast.List() | ast.Set() as row]
            ):
                wrong = _is(one, name) and any(_told(what, known) not in (1, -1, ...) for what in row.elts)
            case ast.BinOp(left=one, op=ast.Mod(), right=ast.Constant(value=2)):
                wrong = _is(one, name)
            case ast.match_case(pattern=ast.MatchValue(value=value)):
                wrong, each = (
                    any(each in way.cases for way in switches) and _told(value, known) not in (1, -1, ...),
                    value,
                )
            case ast.Subscript(value=value, slice=key):
                row = value.elts if isinstance(value, ast.Tuple | ast.List) else _told(value, known)
                wrong = _is(key, name) and isinstance(row, tuple | list | str) and len(row) == 2
            case ast.If(test=test) | ast.IfExp(test=test) | ast.UnaryOp(op=ast.Not(), operand=test):
                wrong, each = _is(test, name), test
            case _:
                continue
        if wrong:
            yield each.lineno, ast.unparse(each)


def _stores(node: ast.AST, name: str) -> bool:
    return _is(node, name) and not isinstance(node.ctx, ast.Load)


def _is(node: ast.AST, name: str) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and node.id == name


def _told(node: ast.expr, known: dict[str, Any]) -> Any:
    """Return what an expression stands for that is plain, or a name that a module holds; else ``...``."""
    with suppress(ValueError):
        return ast.literal_eval(node)
    found = known.get(node.id, ...) if isinstance(node, ast.Name) else ...
    return found if isinstance(found, int | str | tuple | list) else ...


def _children(ruleset: Ruleset, state: Any) -> list[Any]:
    where = ruleset.describe(state)
    ending = ruleset.ended(state)
    if ending != ruleset.ended(state):
        raise ruleset.bad_rules("the ending of {name} changes when asked twice at {where}", where=where)
    if ending is not None:
        return []
    first = _listed(ruleset, state)
    second = first if ruleset.is_data else _listed(ruleset, state)
    if first != second:
        raise ruleset.bad_rules(
            "the rules of {name} change when asked twice at {where}: they must not use chance, the time, or "
            "anything that changes",
            where=where,
        )
    children = [child for _, child in first] if ruleset.scoring else first
    for child in children:
        try:
            hash(child)
        except TypeError:
            raise ruleset.bad_rules(
                "the rules of {name} yield {child!r} at {where}, which cannot be hashed: yield tuples, not lists",
                child=child,
                where=where,
            ) from None
    if not first and ruleset.has_ending and not ruleset.scoring and not told_of(ruleset):
        told_of(ruleset).append(Sentence(NEITHER, where=where, name=ruleset.name))
    _check_shape(ruleset, state, children)
    require_boards(Position(ruleset, state))
    return children


def _listed(ruleset: Ruleset, state: Any) -> list[Any]:
    options = ruleset.scored_options(state) if ruleset.scoring else ruleset.options(state)
    return list(islice(options, LOOKED_AT))


def _check_shape(ruleset: Ruleset, state: Any, children: list[Any]) -> None:
    """See that a child has the types of its parent, coordinate by coordinate."""
    parts = ruleset.arguments(state)
    for child in children:
        others = ruleset.arguments(child)
        for mine, its in zip(parts, others, strict=False):
            same = type(mine) is type(its) or {type(mine), type(its)} <= {int, bool}
            if not same and mine is not None and its is not None:
                raise ruleset.bad_rules(
                    "the rules of {name} yield {child!r} at {position}: {its!r} has another type than "
                    "{mine!r}, which stood there",
                    child=child,
                    position=ruleset.describe(state),
                    its=its,
                    mine=mine,
                )


# -- what moves lead to, of a board ------------------------------------------------------------------------------------


def require_boards(position: Position) -> None:
    """Raise TextError, with its line, where a move leads to what is no board, such as one with a piece beyond its edge.

    O(options).

    >>> import grundy as gr
    >>> require_boards(gr.clobber("XO"))
    """
    rules = position.ruleset
    own: Any = rules.rules if isinstance(rules, ImpartialRuleset) else rules
    board = getattr(own, "board", None)
    if board is None:
        return
    for player in own.movers if isinstance(own, PartisanRuleset) else (None,):
        found = own.options(position.state) if player is None else own.options_of(position.state, player)
        for i, state in enumerate(islice(found, LOOKED_AT)):
            try:
                board.check(own.name, state, turn=getattr(own, "turns", False))
            except PositionError as problem:
                from grundy.language.read.texts import TextError  # most rules yield boards

                line = _line_of(own, position.state, player, i)
                raise TextError("{problem}", line, problem=problem.said) from None


def _line_of(rules: FunctionRuleset, state: Any, player: int | None, i: int) -> int | None:
    """Return the line that yields the move of a number, in the text or the file of the rules; None where no line does."""
    side: FunctionRuleset = rules.side(player) if isinstance(rules, PartisanRuleset) and player is not None else rules
    function: Any = side.function
    given = side.given(function, state)
    if hasattr(function, "routine"):
        from grundy.language.read.texts import Followed  # only a mistake needs it

        run = Followed(function.routine)
        run.yields(function.row(given, side.params), i + 1)
        return run.line
    made = function(*given, **side.params)
    next(islice(made, i, None))
    frame: Any = made.gi_frame if isinstance(made, GeneratorType) else None
    return frame and frame.f_lineno
