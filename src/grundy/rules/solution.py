"""What an engine answers: a solution with its evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from sys import maxsize
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.common import limits
from grundy.common.errors import GrundyError, PositionError, RulesError, TooLarge, shown
from grundy.common.messages import _, ngettext, use
from grundy.common.seam import engine, pictures, position_certificates
from grundy.values.outcome import Outcome

if TYPE_CHECKING:
    from grundy.common.evidence import Evidence
    from grundy.rules.position import Position

LEFT, RIGHT = 1, -1
"""The players of a partisan game."""
REMEMBERED = 1 << 16
"""Moves among which one that rules yield twice is listed once."""


def _how(evidence: Evidence) -> str:
    """Return how an answer is known; the words are loaded when an answer is told."""
    from grundy.rules.explanations import how

    return how(evidence)


def _why(solution: Solution) -> str:
    from grundy.rules.explanations import why

    return why(solution)


def itself(value: Any, memo: object = None) -> Any:
    """Return what does not change, or like a function is declared once, in the place of a copy."""
    return value


class Move:
    """A move: the positions before and after it, who makes it, what it touches; its words are in the game's own notation.

    Attributes:
        before: the position in which it is made.
        after: the position it leads to.
        gain: the points that it gains, of a scoring game.
        player: whose move it is where Left and Right differ: `LEFT` or `RIGHT`, else None.

    >>> import grundy as gr
    >>> move = (gr.nim(3) + gr.domineering(2, 2)).solve().best_move
    >>> str(move), move.part, move.touched, move.player == gr.LEFT
    ('Left domineering: (1,1)-(2,1)', 1, ((1, (0, 0)), (1, (1, 0))), True)
    """

    __slots__ = ("_text", "after", "before", "gain", "player")

    def __init__(self, before: Position, after: Position, gain: int = 0, player: int | None = None) -> None:
        for given in (before, after):
            if not hasattr(given, "ruleset"):
                raise PositionError("{rules} is no position", rules=shown(given))
        self.before = before
        self.after = after
        self.gain = gain
        self.player = before.ruleset.mover(before.state) if player is None else player
        self._text: str | None = None

    @property
    def text(self) -> str:
        """Its words, which no other move of the player in this position has."""
        if self._text is None:
            self._text = self.before.ruleset.words(self.before.state, self.after.state, self.gain, self.player)
        return self._text

    @property
    def parts(self) -> tuple[int, ...]:
        """The parts of a sum in which it moves, numbered from 0: one of a disjunctive sum, or of heaps; else none."""
        return self.before.ruleset.moved(self.before.state, self.after.state)

    @property
    def part(self) -> int | None:
        """The part of a sum in which it moves, from 0; None where there are no parts, or it moves in several."""
        parts = self.parts
        return parts[0] if len(parts) == 1 else None

    @property
    def touched(self) -> tuple[Any, ...]:
        """What it changes, numbered from 0: heaps, coins, cells (row, column), numbers of the state; of a sum (part, …)."""
        return self.before.ruleset.touched(self.before.state, self.after.state)

    def __str__(self) -> str:
        if self.player is None or not self.before.ruleset.partisan:
            return self.text
        words = _("Left {move}") if self.player > 0 else _("Right {move}")
        return words.format(move=self.text)

    def __format__(self, spec: str) -> str:
        """Return its words, set as text is."""
        return format(str(self), spec)

    def _repr_html_(self) -> str:
        return pictures.move(self)

    def __repr__(self) -> str:
        return f"<Move {self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self._what() == other._what()

    def __hash__(self) -> int:
        return hash(self._what())

    def _what(self) -> tuple[Any, ...]:
        return self.before, self.after, self.gain, self.player

    __deepcopy__ = __copy__ = itself

    def __reduce__(self) -> tuple[Any, ...]:
        return Move, self._what()


def once(moves: Iterable[Move]) -> Iterator[Move]:
    """Iterate over moves without those that came before, among the first `REMEMBERED` ones, or that do the same as one.

    Such moves have the same words; of two edges side by side it does not matter which is cut.
    """
    seen: dict[tuple[str, int, int | None], list[Any]] = {}
    for move in moves:
        key = move.text, move.gain, move.player
        rules, state = move.after.ruleset, move.after.state
        if any(rules.alike(state, other) for other in seen.get(key, ())):
            continue
        if len(seen) < REMEMBERED:
            seen.setdefault(key, []).append(state)
        yield move


def require_player(player: int | None, *others: None) -> None:
    """Raise RulesError for what is neither a player nor one of the others: None where both are meant."""
    if player not in (LEFT, RIGHT, *others):
        raise RulesError("a player is LEFT (1) or RIGHT (-1), not {player!r}", player=player)


class Known(NamedTuple):
    """Moves that are known to win, and those that nobody looked at."""

    winning: list[Move]
    open: list[Move]


class Solution:
    """The answer to a position, and how it was found.

    Attributes:
        position: the position asked about.
        play: the convention of play.
        outcome: an `Outcome`; of a scoring game N, P or T by the sign of the score.
        value: the Grundy value (int) where the position has one, the score of a scoring game, the `Value` of a partisan
            position, else None.
        remoteness: how many moves a won or lost game lasts when the winner hurries and the loser holds out, the moves to
            a tie, or None where that is not known (theorems) or has no meaning (endless play, scores).
        evidence: what it rests on, as data (`grundy.common.evidence`); `method`, `source` and `explain` are made of it.

    >>> import grundy as gr
    >>> s = gr.nim(2, 3).solve()
    >>> print(s)
    first player wins: Grundy value 1, heap 2: 3 → 2, by Bouton's theorem
    >>> s.outcome.name, s.value, str(s.best_move)
    ('N', 1, 'heap 2: 3 → 2')
    """

    __slots__ = (
        "_best",
        "_explain",
        "_known",
        "_looked_at",
        "_winning",
        "evidence",
        "outcome",
        "play",
        "position",
        "remoteness",
        "value",
    )

    def __init__(
        self,
        position: Position,
        play: Play,
        outcome: Outcome,
        evidence: Evidence,
        *,
        winning: Callable[[], Iterator[Move]],
        best: Callable[[], Move | None],
        explain: Callable[[Solution], str] = _why,
        value: Any = None,
        remoteness: int | None = None,
        known: Callable[[int | None], Known | None] = lambda _player: None,
    ) -> None:
        self.position = position
        self.play = play
        self.outcome = outcome
        self.value = value
        self.remoteness = remoteness
        self.evidence = evidence
        self._winning = lambda: once(winning())
        self._best: Callable[[], Move | None] | Move | None = best
        self._explain = explain
        self._known = known
        self._looked_at: dict[int | None, Known | None] = {}

    @classmethod
    def decided(
        cls,
        position: Position,
        play: Play,
        won: bool,
        evidence: Evidence,
        winning: Callable[[], Iterator[Move]],
        best: Callable[[], Iterator[Move]] | None = None,
        **told: Any,
    ) -> Solution:
        """Return the solution of a position that is won or lost, by its winning moves if it is won.

        The best move is the first of them, or of those of ``best``; of a lost position any is.
        """
        outcome, none = (Outcome.N, winning) if won else (Outcome.P, lambda: iter(()))
        first = (best or winning) if won else position.moves
        return cls(position, play, outcome, evidence, winning=none, best=lambda: next(first(), None), **told)

    @property
    def positions(self) -> int:
        """How many positions were solved for it (0: none, by a theorem)."""
        return self.evidence.positions

    @property
    def method(self) -> str:
        """How it was found, in a few English words; who asks for a kind of evidence asks `evidence`."""
        with use("en"):
            return _how(self.evidence)

    @property
    def source(self) -> str:
        """Where the theorem comes from, or ""."""
        return self.evidence.source

    @property
    def compared(self) -> str:
        """What the game's author declares beside the moves, and at how many positions that was compared; "" for nothing.

        >>> import grundy as gr
        >>> gr.nim(2, 3).solve().compared
        ''
        """
        return engine.compared(self.position) if self.position.ruleset.declares else ""

    @property
    def best_move(self) -> Move | None:
        """The move to make, or None where there is none.

        Of a won position the move that wins (the fastest, where remoteness is known); of a lost one the move that holds
        out longest (where remoteness is not known: some move); of a drawn one a move that keeps the draw.
        """
        if callable(self._best):
            self._best = self._best()
        return self._best

    def winning_moves(self, limit: int | None = 100, player: int | None = None) -> list[Move]:
        """Return the winning moves, in the rules' order, at most ``limit`` of them (None: all; there may be 10^16).

        Of an impartial position they are those of either ``player``. Where the winner was searched for, moves that are
        `not_looked_at` are left out, unless ``limit`` is None: then each is decided, which may take as long again.
        """
        require_player(player, None)
        limits.numbers(limit=limit)
        known = None if limit is None else self._soon_known(player)
        return list(islice(self._among(player) if known is None else known.winning, limit and min(limit, maxsize)))

    def not_looked_at(self, player: int | None = None) -> list[Move]:
        """Return the moves of which it is open whether they win: a search for the winner needs one move, not all."""
        require_player(player, None)
        known = self._soon_known(player)
        return [] if known is None else known.open

    def _soon_known(self, player: int | None) -> Known | None:
        if player not in self._looked_at:  # later more may be known
            self._looked_at[player] = self._known(player)
        return self._looked_at[player]

    def _among(self, _player: int | None) -> Iterator[Move]:
        return self._winning()

    def iter_winning_moves(self) -> Iterator[Move]:
        """Iterate lazily over all the winning moves."""
        return self._winning()

    def explain(self) -> str:
        """Return a short explanation that a student can follow."""
        return "\n".join(filter(None, (self._explain(self), beside(self.compared))))

    def certificate(self, kind: str | None = None) -> dict[str, Any]:
        """Return the proof as plain data, which `grundy verify` checks by playing: every step of it follows from the rules.

        ``kind`` is "values", "strategy" (who wins), "loopy" (all results, with remoteness) or "partisan value", None for the
        usual one. TooLarge for a position from which too many can be reached, GrundyError for what has no certificate.

        >>> import grundy as gr
        >>> gr.bash(4).solve(play="misere").certificate()["lost"]
        [1]
        """
        return position_certificates.certificate(self, kind)

    def to_dict(self, limit: int | None = 100) -> dict[str, Any]:
        """Return the whole answer as plain data (for JSON), with at most ``limit`` winning moves.

        Where these are not found among so many options there is None, and a sentence that says so.
        """
        best, moves = None, None
        refused: dict[str, Any] = {}
        try:
            best, moves = self.best_move, [str(move) for move in self.winning_moves(limit)]
        except TooLarge as problem:
            refused = {"moves_refused": str(problem)}
        if limit is not None and (left := len(self.not_looked_at())):
            refused["moves_not_looked_at"] = left
        refused |= {"compared": self.compared} if self.compared else {}
        return {
            "game": self.position.ruleset.name,
            "position": str(self.position),
            "parameters": {k: _plain(v) for k, v in self.position.ruleset.params.items()},
            "state": _plain(self.position.state),
            "play": "misere" if self.play.misere else "normal",
            "endless": self.play.endless,
            "outcome": self.outcome.value,
            "winner": str(self.outcome),
            "value": self.value,
            "remoteness": self.remoteness,
            "best_move": best and str(best),
            "winning_moves": moves,
            **refused,
            "positions": self.positions,
            "method": self.method,
            "source": self.source,
            "evidence": self.evidence.to_dict(),
        }

    __deepcopy__ = __copy__ = itself

    def __getstate__(self) -> dict[str, Any]:
        """Return what is known, with the best move, for another process."""
        _ = self.best_move
        held = ((name, getattr(self, name)) for name in _slots(type(self)))
        return {name: value for name, value in held if not callable(value)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take what is known; what is yet to be found, such as all winning moves, is asked of a solution made here."""
        again: list[Solution] = []

        def later(name: str) -> Callable[..., Any]:
            def ask(*args: Any) -> Any:
                if not again:
                    again.append(engine.solve(self.position, self.play))
                return getattr(again[0], name)(*args)

            return ask

        for name in _slots(type(self)):
            setattr(self, name, state[name] if name in state else later(name))

    def __str__(self) -> str:
        words = [_("{outcome}:").format(outcome=self.outcome)]
        if self.value is not None:
            worth = _("score {value},") if self.position.ruleset.scoring else _("Grundy value {value},")
            words.append(worth.format(value=self.value))
        if self.remoteness is not None:
            words.append(ngettext("{n} move,", "{n} moves,", self.remoteness).format(n=self.remoteness))
        if self.outcome is not Outcome.P and self.best_move is not None:
            words.append(_("{move},").format(move=self.best_move))
        return " ".join([*words, _("by {method}").format(method=_how(self.evidence))])

    def __repr__(self) -> str:
        return f"<Solution of {self.position}: {self}>"

    def _repr_html_(self) -> str:
        return pictures.solution(self)


def beside(compared: str) -> str:
    """Return in a sentence what was `Solution.compared`."""
    return compared and _("Beside the moves: {compared}.").format(compared=compared)


def _slots(kind: type) -> list[str]:
    """Return the names of what the objects of a class hold."""
    return [name for each in kind.__mro__ for name in getattr(each, "__slots__", ())]


class PartisanSolution(Solution):
    """The answer to a partisan position: who wins as Left begins and as Right begins, and the value where it was found.

    Attributes:
        value: the `Value` of the position, or None where only the outcome was asked of a search.

    >>> import grundy as gr
    >>> s = gr.domineering(2, 3).solve()
    >>> print(s)
    first player wins: value {2|-1/2}, Left (1,2)-(2,2), Right (1,1)-(1,2), by its canonical form
    >>> [str(m) for m in s.winning_moves(player=gr.RIGHT)][:2]
    ['Right (1,1)-(1,2)', 'Right (1,2)-(1,3)']
    """

    __slots__ = ("_of",)

    def __init__(self, *found: Any, winning: Callable[[int], Iterator[Move]], **told: Any) -> None:
        super().__init__(
            *found,
            winning=lambda: chain(winning(LEFT), winning(RIGHT)),
            best=lambda: self.best(LEFT) or self.best(RIGHT),
            **told,
        )
        self._of = lambda player: once(winning(player))

    def best(self, player: int) -> Move | None:
        """Return a move with which `LEFT` or `RIGHT` wins, moving first; None if there is none."""
        require_player(player)
        return next(iter(self.winning_moves(1, player)), None) or next(self._of(player), None)

    def _among(self, player: int | None) -> Iterator[Move]:
        return self._winning() if player is None else self._of(player)

    def to_dict(self, limit: int | None = 100) -> dict[str, Any]:
        """Return the whole answer as plain data (for JSON), with at most ``limit`` winning moves of each player."""
        found = super().to_dict(0)
        del found["best_move"], found["winning_moves"], found["remoteness"]
        from grundy.rules.explanations import brief

        found["value"] = None if self.value is None else brief(self.value, 1 << 20)
        if self.value is not None and hasattr(self.value, "mean"):
            found["mean"], found["temperature"] = str(self.value.mean), str(self.value.temperature)
        for name, player in (("left", LEFT), ("right", RIGHT)):
            best = self.best(player)
            found[f"{name}_best_move"] = best and best.text
            found[f"{name}_winning_moves"] = [move.text for move in self.winning_moves(limit, player)]
        return found

    def __str__(self) -> str:
        words = [_("{outcome}:").format(outcome=self.outcome)]
        if self.value is not None:
            from grundy.rules.explanations import brief

            words.append(_("value {value},").format(value=brief(self.value)))
        words += [_("{move},").format(move=move) for move in (self.best(LEFT), self.best(RIGHT)) if move is not None]
        return " ".join([*words, _("by {method}").format(method=_how(self.evidence))])


def _plain(value: Any) -> Any:
    """Turn a state or a parameter into what JSON has."""
    if isinstance(value, (tuple, list)):
        return [_plain(v) for v in value]
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(v) for v in value), key=repr)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value)


# ---- conventions of play: who wins when a player cannot move, and when nobody ever stops


class Play(NamedTuple):
    """A convention of play.

    ``misere``: who cannot move wins (and declared wins and losses change places). ``endless``: endless play is a
    ``"draw"``, or a win for the ``"first"`` or the ``"second"`` player, counted from the position that is asked about.
    """

    misere: bool = False
    endless: str = "draw"

    def __str__(self) -> str:
        words = _("misère play") if self.misere else _("normal play")
        if self.endless == "draw":
            return words
        first = _("{words}, endless play is a win for the first player")
        second = _("{words}, endless play is a win for the second player")
        return (first if self.endless == "first" else second).format(words=words)


NORMAL = Play()


def convention(play: str = "normal", endless: str = "draw") -> Play:
    """Return the convention named; GrundyError if there is none of that name.

    >>> convention("misere")
    Play(misere=True, endless='draw')
    """
    plain = str(play).replace("è", "e").lower()
    if plain not in ("normal", "misere"):
        raise GrundyError("play is 'normal' or 'misere', not {play!r}", play=play)
    if endless not in ("draw", "first", "second"):
        raise GrundyError(
            "endless play is a 'draw', or a win for 'first' or 'second', not {endless!r}", endless=endless
        )
    return Play(plain == "misere", endless)
