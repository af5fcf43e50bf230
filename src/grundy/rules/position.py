"""A position: a ruleset and a state; what a user asks questions of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from grundy.common.errors import GrundyError, PositionError, shown
from grundy.common.limits import limits
from grundy.common.messages import _
from grundy.common.seam import engine, pictures
from grundy.rules.solution import LEFT, NORMAL, RIGHT, Move, Solution, convention, itself, once, require_player

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset
    from grundy.values.outcome import Outcome
    from grundy.values.short import Value
    from grundy.values.thermograph import Thermograph


class Position:
    """A position of a game.

    >>> import grundy as gr
    >>> p = gr.nim(1, 2)
    >>> [str(q) for q in p.options()]
    ['nim(0, 2)', 'nim(1, 0)', 'nim(1, 1)']
    >>> p.grundy(), p.outcome().name, (p + gr.nim(3)).grundy()
    (3, 'N', 0)
    """

    __slots__ = ("ruleset", "state")
    ruleset: Ruleset
    state: Any

    def __init__(self, ruleset: Ruleset, state: Any) -> None:
        put = object.__setattr__
        put(self, "ruleset", ruleset)
        put(self, "state", state)

    def __setattr__(self, name: str, value: object = None) -> NoReturn:
        """Refuse to change the position: it may be a key of a dictionary."""
        raise AttributeError(
            _("a position stays what it is: make another one, as in {name}(…), or position.play(move)").format(
                name=self.ruleset.name.replace("-", "_")
            )
        )

    __delattr__ = __setattr__

    def options(self, player: int | None = None) -> Iterator[Position]:
        """Iterate over the positions that a move can lead to, in the rules' order; none where play has ended.

        ``player`` is `LEFT` or `RIGHT`, of a partisan game; without it the options of both.
        """
        rules = self.ruleset
        if rules.ended(self.state) is None:
            for state in rules.options(self.state) if player is None else rules.options_of(self.state, player):
                yield Position(rules, state)

    def moves(self, player: int | None = None) -> Iterator[Move]:
        """Iterate over the moves, each once, with their words; of a partisan game those of `LEFT`, `RIGHT` or both."""
        rules = self.ruleset
        require_player(player, None)
        if rules.ended(self.state) is None:
            players = (LEFT, RIGHT) if player is None and rules.partisan else (player,)
            yield from once(
                self.move_to(state, gain, own) for own in players for gain, state in rules.changes(self.state, own)
            )

    def play(self, move: Move | str) -> Position:
        """Return the position after a move of this one, or after the only one of such words; GrundyError for any other.

        O(moves).

        >>> import grundy as gr
        >>> position = gr.nim(2, 3)
        >>> print(position.play(position.solve().best_move), position.play("heap 1: 2 → 0"))
        nim(2, 2) nim(0, 3)
        """
        told = move if isinstance(move, str) else str(move)
        found = [each for each in self.moves() if (str(each) == told if move is told else each == move)]
        if len(found) != 1:
            raise GrundyError("{move} is no move of {position}", move=told, position=self)
        return found[0].after

    def move_to(self, state: Any, gain: int = 0, player: int | None = None) -> Move:
        """Return the move to a state."""
        return Move(self, Position(self.ruleset, state), gain, player)

    def solve(
        self,
        play: str = "normal",
        endless: str = "draw",
        *,
        method: str | None = None,
        seconds: float | None = None,
        memory: int | None = None,
        positions: int | None = None,
        progress: Any = None,
    ) -> Solution:
        """Solve the position; what earlier questions have found is not searched again.

        Args:
            play: "normal" (who cannot move loses) or "misere".
            endless: what endless play is: a "draw", or a win for the "first" or the "second" player.
            method: None to choose, or "theorem", "search" (interpreted or compiled as it fits), "interpreted", "compiled".
            seconds: the most time that it may take.
            memory: the most bytes that a search may take (4 GiB unless told).
            positions: the most positions that may be reached.
            progress: called now and then as ``progress(positions_reached)``.

        Raises:
            TooLarge: the work would not fit in memory, or reaches more positions; OutOfTime, one of its kind: it takes
                longer. How far it came stands in the sentence, and in ``positions``.
            GrundyError: the rules or the arguments are wrong.
        """
        limited = limits(seconds, memory, positions)
        asked = convention(play, endless)
        return engine.solve(self, asked, method=method, limited=limited, progress=progress)

    def outcome(self, play: str = "normal", endless: str = "draw") -> Outcome:
        """Return the outcome class of the position."""
        return engine.outcome(self, NORMAL if (play, endless) == ("normal", "draw") else convention(play, endless))

    def grundy(self, *, seconds: float | None = None, memory: int | None = None, positions: int | None = None) -> int:
        """Return the Grundy value; GrundyError where there is none (endless play, declared endings, scores).

        The limits are those of `solve`.
        """
        return engine.grundy(self, limits(seconds, memory, positions))

    def value(self, *, seconds: float | None = None, memory: int | None = None, positions: int | None = None) -> Value:
        """Return the value in normal play: the canonical form of a partisan position, the nimber of an impartial one.

        The limits are those of `solve`.

        >>> import grundy as gr
        >>> gr.domineering(2, 3).value()
        Value('{2|-1/2}')
        """
        return engine.value(self, limits(seconds, memory, positions))

    def thermograph(self) -> Thermograph:
        """Return the thermograph of the position's value; GrundyError where it is that of endless play."""
        from grundy.values.thermograph import thermograph

        return thermograph(self.value())

    def hotstrat(self, player: int) -> Move | None:
        """Return the move of `LEFT` or `RIGHT` in the hottest part, the one that gains most there; None without a move.

        It is good where parts differ much in temperature, and not always best (*Winning Ways* ch. 6; A. N. Siegel,
        *Combinatorial Game Theory*, ch. II.5).

        >>> import grundy as gr
        >>> str((gr.domineering(2, 3) + gr.domineering(2, 2)).hotstrat(gr.LEFT))
        'Left domineering 1: (1,2)-(2,2)'
        """
        return engine.hotstrat(self, player)

    def sentestrat(self, player: int, course: Sequence[Position]) -> Move | None:
        """Return the move of a player who answers threats: in the part that has just been made hotter than the ambient.

        That is the least temperature among the ``course``, the positions of the match before this one, in order. Else it is
        the move of `hotstrat`. Whoever plays so gets at least the mean less the temperature (E. Berlekamp, The economist's
        view of combinatorial games, *Games of No Chance*, 1996, 365-405; A. N. Siegel, *Combinatorial Game Theory*, ch.
        II.5).

        >>> import grundy as gr
        >>> board = gr.domineering(2, 3) + gr.Value("{9|1||0}")
        >>> print(*(move.after.sentestrat(gr.RIGHT, [board]) for move in board.moves(gr.LEFT) if "value" in str(move)))
        Right value: {9|1} → 1
        """
        return engine.sentestrat(self, player, course)

    def score(self) -> int:
        """Return the best difference of scores, the mover's minus the other's, of a scoring game."""
        return engine.score(self)

    def __add__(self, other: object) -> Position:
        """Return the disjunctive sum, with another position, a `Value` or an integer: a move is a move in one of the two.

        >>> import grundy as gr
        >>> str(gr.domineering(2, 2) + 1), str(sum([gr.nim(3), gr.nim(4)]))
        ('domineering(..|..) + value(1)', 'nim(3) + nim(4)')
        >>> str(gr.domineering(2, 2) + gr.Value(1)), str(-gr.domineering(1, 2)), (gr.nim(3) - gr.nim(3)).outcome().name
        ('domineering(..|..) + value(1)', 'domineering(.|.)', 'P')
        """
        from grundy.rules.sums import disjunctive  # most positions are none

        return self._with(other, lambda one: disjunctive(self, one))

    def __radd__(self, other: object) -> Position:
        """Return the sum of a `Value` or an integer and the position; 0, with which `sum` begins, adds nothing."""
        return self._with(other, lambda one: one + self)

    def _with(self, other: object, join: Callable[[Position], Position]) -> Position:
        if type(other) is int and not other:  # which adds nothing
            return self
        one = _as_position(other)
        return NotImplemented if one is None else join(one)

    def __neg__(self) -> Position:
        """Return the position in which Left and Right have changed places (see `grundy.rules.algebra.negative`)."""
        from grundy.rules import algebra

        return algebra.negative(self)

    def __sub__(self, other: object) -> Position:
        """Return the sum with the negative of another position, of a `Value` or of an integer."""
        return self._with(other, lambda one: self + -one)

    def __rsub__(self, other: object) -> Position:
        """Return the sum of a `Value` or an integer and the position's negative."""
        return -self + other

    # ---- order: what positions are worth

    def __ge__(self, other: object) -> bool:
        """Whether the position is worth as much as another, or a `Value`, or more: Left, moving second, wins the difference.

        In normal play; RulesError for positions without a value. ``==`` tells whether it is the same position instead.

        >>> import grundy as gr
        >>> p, q = gr.domineering(2, 1), gr.domineering(2, 2)
        >>> p >= q, q >= gr.Value(0), q.confused_with(gr.Value(0)), p > gr.Value("1/2")
        (False, False, True, True)
        """
        return self._at_least(other, swap=False)

    def __le__(self, other: object) -> bool:
        """Whether the position is worth as much as another, or a `Value`, or less."""
        return self._at_least(other, swap=True)

    def __gt__(self, other: object) -> bool:
        """Whether the position is worth more than another, or a `Value`."""
        return self >= other and not self <= other

    def __lt__(self, other: object) -> bool:
        """Whether the position is worth less than another, or a `Value`."""
        return self <= other and not self >= other

    def confused_with(self, other: Position | Value) -> bool:
        """Whether it is neither worth as much as another, nor more, nor less: who begins the difference wins."""
        if _as_position(other) is None:
            raise PositionError("{rules} is no position", rules=shown(other))
        return not self <= other and not self >= other

    def _at_least(self, other: object, *, swap: bool) -> bool:
        one = _as_position(other)
        if one is None:
            return NotImplemented
        return engine.at_least(*((one, self) if swap else (self, one)))

    def __eq__(self, other: object) -> bool:
        """Whether both have one state and the same rules, whatever those are called; what they are worth: `grundy.equal`.

        >>> import grundy as gr
        >>> gr.octal("0.77")(5) == gr.kayles(5), gr.nim(1, 2) == gr.nim(2, 1)
        (True, False)
        """
        return isinstance(other, Position) and self.ruleset.same(self.state, other.ruleset, other.state)

    def __hash__(self) -> int:
        return hash((type(self.ruleset), self.ruleset.told(self.state)))

    __deepcopy__ = __copy__ = itself

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how it is made again in another process; RulesError if its rules, or its state, cannot be sent there."""
        from grundy.rules.data import require_plain

        require_plain(self.state, self.ruleset.name)
        return Position, (self.ruleset, self.state)

    def __str__(self) -> str:
        return self.ruleset.describe(self.state)

    def __format__(self, spec: str) -> str:
        """Return the words of the position, set as text is."""
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"<Position {self}>"

    def _repr_svg_(self) -> str:
        return pictures.position(self)


def _as_position(what: object) -> Position | None:
    """Return a position, also one that a value or an integer stands for; None for anything else."""
    if isinstance(what, Position):
        return what
    from grundy.rules.algebra import as_position  # most sums are of positions alone

    return as_position(what)
