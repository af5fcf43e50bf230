"""Games in which each player has pieces of his own, as partisan games: in a sum a player may move here twice running.

Whoever has pieces of his own keeps them in every part of a sum, so such a game is partisan there, and so is its value.
That of Fox and Geese is the one of *Winning Ways* (ch. 20): a fox that has passed the geese goes on for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from grundy.common.errors import RulesError
from grundy.rules.algebra import VersionRuleset
from grundy.rules.functions import FunctionRuleset
from grundy.rules.on_boards import SidedRuleset
from grundy.rules.partisan import PartisanRuleset, VariantRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.samples import going_on, near
from grundy.rules.session import Field
from grundy.values.outcome import LOSS, TIE

if TYPE_CHECKING:
    from grundy.rules.data import Made
    from grundy.rules.scenes import Scene

TURN = "turn"
LOOPS = {"on": (LEFT,), "off": (RIGHT,), "dud": (LEFT, RIGHT)}
"""Who may move for ever where it is decided."""
PARTISAN = Field[list[PartisanRuleset]]("as a partisan game", list)
SHOWN = ("show", "picture", "notation")
MOST, FEWEST, OPTIONS = 60, 4, 40
"""For whether moves turn the board so many positions are looked at, and options of each; so many moves at least must leave
all the other player's pieces."""
TURNS = Field[bool]("turns", lambda: False)
COUNTS = Field[list[bool]]("of counts", list)
OF_SETS = ("&", "|", "^", "~", "<<", ">>", "**", "bit_count", "bit_length")
"""What is done with numbers that are sets of bits."""


def has_turn(rules: Ruleset) -> bool:
    """Whether each player has pieces of his own, and states end with who is to move: 0 the first player, Left, or 1."""
    named = rules.sided and isinstance(rules, FunctionRuleset) and rules.names[1:][-1:] == (TURN,)
    return not rules.scoring and (named or bool(getattr(rules, "turns", False)))


def says_turn(rules: Ruleset) -> bool:
    """Whether positions have a value out of turn, which may be loopy: it is known what each player sees of a position.

    So it is where a state says who is to move, and the rest of it means the same to both; without endings also of two
    numbers, one's own and the other's, and where it is declared how a state is `turned_round`.
    """
    if has_turn(rules):
        return True
    if not rules.sided or rules.scoring or rules.has_ending or not isinstance(rules, FunctionRuleset):
        return False
    return "turned_round" in rules.hooks or (rules.integers and rules.shape == "several" and len(rules.names) == 2)


def out_of_turn(position: Position) -> Position:
    """Return a position as one of a partisan game in which Left owns what the first player has, or who is to move.

    Other positions are returned as they are, also of games with scores or endings that have no value: whoever adds them
    refuses them. RulesError where nothing says what the other player sees. O(1).

    >>> import grundy as gr
    >>> @gr.game(sided=True)
    ... def own(mine: int, yours: int):
    ...     if mine:
    ...         yield yours, mine - 1
    >>> print(out_of_turn(own(3, 1)).value(), (own(3, 1) + gr.nim(1)).outcome().name)
    2 L
    """
    rules, state = position.ruleset, position.state
    if not rules.sided or rules.scoring or (rules.has_ending and not has_turn(rules)):
        return position
    made = rules.memory[PARTISAN]
    if not made:
        made.append(as_partisan(rules))
    return Position(made[0], state[:-1] if has_turn(rules) else state)


def as_partisan(rules: Ruleset) -> PartisanRuleset:
    """Return the partisan game that a game with sides is out of turn; RulesError where it is not known what both see."""
    if not says_turn(rules):
        raise RulesError(
            "each player of {name} has pieces of his own, and nothing says what the other one sees of a position, so "
            "it has no value and no sums: declare @{name}.turned_round, or let {turn!r} be its last argument",
            name=rules.name.replace("-", "_"),
            turn=TURN,
        )
    if not isinstance(rules, SidedRuleset) or rules.has_ending or rules.is_data or _asks_who(rules.function):
        return OutOfTurnRuleset(rules)
    made = PartisanRuleset(rules.function, board=rules.board, name=rules.name)
    made.hooks |= {name: rules.hooks[name] for name in SHOWN if name in rules.hooks and rules.over(rules.hooks[name])}
    made.doc, made.called_by, made.look = rules.doc, rules.called_by, rules.look
    return made.bind(**rules.params)


def _asks_who(function: Any) -> bool:
    """Whether a rule may ask which of the players looks, here or in what it calls: then no image is a negative."""
    waiting, met = [function], set[FunctionType]()
    for each in waiting:
        own = getattr(each, "__wrapped__", each)  # of what is cached
        if not isinstance(own, FunctionType) or own in met:
            continue
        met.add(own)
        codes = [own.__code__]
        for code in codes:
            codes += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
        names = {name for code in codes for name in code.co_names}
        if not names.isdisjoint((TURN, "state")):
            return True
        waiting += [*map(own.__globals__.get, names), *(cell.cell_contents for cell in own.__closure__ or ())]
    return False


class OutOfTurnRuleset(VariantRuleset):
    """A game with sides as a partisan one: a state is what Left sees, without who is to move."""

    has_ending = False  # pyright: ignore  # where play has ended who has won may move for ever

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, rules.name, rules.doc)
        self.called_by, self.look = rules.called_by, rules.look

    def own(self, state: Any) -> Any:
        """Return the state in which Left is to move."""
        return (*state, 0) if has_turn(self.rules) and state not in LOOPS else state

    def ended(self, state: Any) -> int | None:
        """Return None: play goes on while somebody can move."""
        return None

    def moves(self, state: Any, player: int) -> Iterator[Any]:
        """Iterate over a player's moves."""
        return iter(options_out_of_turn(self.rules, state, player))

    def of(self, rules: Ruleset) -> VariantRuleset:
        """Return the same of the same rules with other parameters."""
        return OutOfTurnRuleset(rules)

    def by_content(self) -> Made:
        """It is made again of the rules in which players take turns."""
        return OutOfTurnRuleset, (self.rules,)

    def split(self, state: Any) -> list[Any]:
        """Return the states of the parts, where it is declared how what a player sees comes apart."""
        return [state] if has_turn(self.rules) else self.rules.split(state)

    def canonical(self, state: Any) -> Any:
        """Return the state: the images of one in which somebody is to move do not say who is who."""
        return state

    def words(self, before: Any, after: Any, gain: int = 0, player: int | None = None) -> str:
        """Return the words of a move: those that the rules have for it in turn, as who moves sees it."""
        turn, rules = int(player == RIGHT), self.rules
        if player is not None and before not in LOOPS and after not in LOOPS:
            if has_turn(rules):
                return rules.words((*before, turn), (*after, 1 - turn))
            if "notation" in rules.hooks:
                return rules.words(_turned(rules, before) if turn else before, after if turn else _turned(rules, after))
        return f"{self.show(before)} → {self.show(after)}"

    def scene(self, state: Any) -> Scene:
        """Return what Left sees."""
        from grundy.rules.scenes import Words  # most answers show no picture

        return Words(state) if state in LOOPS else self.rules.scene(self.own(state))

    def seen(self, before: Any, after: Any) -> Scene:
        """Return what the state after a move looks like, as before it."""
        return self.scene(after)

    def touched(self, before: Any, after: Any) -> tuple[Any, ...]:
        """Return what a move changes; nothing that is seen where it ends play."""
        return () if before in LOOPS or after in LOOPS else super().touched(before, after)

    def show(self, state: Any) -> str:
        """Return a state as text."""
        return state if state in LOOPS else self.rules.show(self.own(state))

    def describe(self, state: Any) -> str:
        """Return a position as text."""
        return f"{self.name}({state})" if state in LOOPS else self.rules.describe(self.own(state))


def options_out_of_turn(rules: Ruleset, state: Any, player: int) -> Iterable[Any]:
    """Return a player's options in a state without who is to move: Left has the moves of the first player.

    Where the rules say that a player to move has lost he has no option, where he has won his option is on, or off if he is
    Right, and of a tie dud. So who plays here alone gets what the rules say, whoever begins. RulesError where a player moves
    again: a state without who is to move would not be the same game; and where two numbers are not turned round.

    >>> from grundy.games import load
    >>> position = load("fox-and-geese")("#O#./.#X#/#X#./.#.#", "X")
    >>> [[*options_out_of_turn(position.ruleset, position.state[:-1], player)] for player in (LEFT, RIGHT)]
    [[], [(24, 4)]]
    """
    if state in LOOPS:
        return [state] if player in LOOPS[state] else []
    if not has_turn(rules):
        return _of_what_is_seen(rules, state, player)
    own = (*state, int(player == RIGHT))
    ended = rules.ended(own)
    if ended is None:
        return [_in_turn(rules, own, option)[:-1] for option in rules.options(own)]
    return () if ended == LOSS else ("dud",) if ended == TIE else ("on" if player == LEFT else "off",)


def _in_turn(rules: Ruleset, state: Any, option: Any) -> Any:
    """Return an option, after which the other player is to move."""
    if option[-1] not in (0, 1):
        raise RulesError(
            "{name}: {turn} is {number} after a move, and says who is to move by 0, the first player, or 1",
            name=rules.name,
            turn=TURN,
            number=option[-1],
        )
    if option[-1] != 1 - state[-1]:
        raise RulesError("in {name} a player may move twice running, so it has an outcome, no value", name=rules.name)
    return option


def _of_what_is_seen(rules: Ruleset, state: Any, player: int) -> Iterator[Any]:
    """Iterate over a player's options as Left sees them, where a state is what the player to move sees."""
    own = state if player == LEFT else _turned(rules, state)
    for option in rules.options(own):
        if "turned_round" not in rules.hooks and option[0] & ~own[1] and (option[0] > own[1] or not _of_counts(rules)):
            raise RulesError(
                "{name}: {before} → {after} gives the other player what he had not, so it is not known what he "
                "sees: yield what is his first, as in `yield other, own`, or declare @{name}.turned_round",
                name=rules.name.replace("-", "_"),
                before=rules.show(own),
                after=rules.show(option),
            )
        yield _turned(rules, option) if player == LEFT else option


def _of_counts(rules: Any) -> bool:
    """Whether the two numbers of a state are counts: the rule can be read, and takes none of them for a set of bits."""
    from grundy.language.ir import nodes  # few games are asked
    from grundy.language.refusal import Unreadable
    from grundy.rules.data import routine

    kept = rules.memory[COUNTS]
    if not kept:
        try:
            inner = [*nodes(tuple(each.body for each in routine(rules, rules.function).functions))]
            kept.append(not any(getattr(each, "sign", getattr(each, "name", "")) in OF_SETS for each in inner))
        except Unreadable:
            kept.append(False)
    return kept[0]


def _turned(rules: Ruleset, state: Any) -> Any:
    """Return the state as the other player sees it."""
    return rules.as_the_other_sees(state) if "turned_round" in rules.hooks else state[::-1]


# ---- whether moves turn the board


def require_turning(position: Position) -> None:
    """Raise RulesError for a sided game whose moves never turn the board, so that the other player sees it as the mover did.

    Of two numbers, or of a board of marks 1 and 2, the second player's pieces would otherwise stay where they are for ever,
    but for those that are taken. That no move changes this among the first positions is no chance: a move that turns the
    board puts the mover's own pieces there. O(positions looked at).
    """
    for rules, state in position.ruleset.terms(position.state):
        while isinstance(rules, VersionRuleset):  # of a sum: out of turn, and its negative
            rules = rules.rules
        if rules.sided and not (has_turn(rules) or rules.memory[TURNS]) and _never_turns(rules, state):
            raise RulesError(
                "{name} is sided, but its moves do not turn the board: yield what the other player sees, as "
                "in `yield other, own`, or leave out sided=True",
                name=rules.name,
            )


def _never_turns(rules: Ruleset, start: Any) -> bool:
    kept = 0
    for state in islice(near(rules, start, MOST * OPTIONS)[0], MOST):
        before = _pieces(rules, state)
        for option in going_on(rules, state, OPTIONS):
            after = _pieces(rules, option)
            if before is None or after is None or after[1] & ~before[1]:
                rules.memory[TURNS] = True  # or it cannot be told
                return False
            kept += before[1] == after[1] and any(after)
    return kept >= FEWEST


def _pieces(rules: Ruleset, state: Any) -> tuple[int, int] | None:
    """Return the pieces of the player to move, and of the other, as bits; None where the state is of another form."""
    row, board = rules.arguments(state), getattr(rules, "board", None)
    if board is not None:  # after rows and columns stand the cells of each face
        row = row[2:] if len(board.faces) > 2 else ()
    if len(row) > 1 and all(isinstance(each, int) and each >= 0 for each in row[:2]):
        return row[0], row[1]
    if len(row) == 1 and isinstance(row[0], tuple) and {*row[0]} <= {0, 1, 2}:
        own, other = (sum(1 << i for i, each in enumerate(row[0]) if each == mark) for mark in (1, 2))
        return own, other
    return None
