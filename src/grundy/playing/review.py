"""A match, reviewed by what is exactly known: who was winning, each move, the moment that decided it, and why."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.limits import suppressed
from grundy.common.messages import _, ngettext
from grundy.playing.match import Match
from grundy.playing.opponent.choice import Budget, Choice, Proved
from grundy.playing.opponent.choosing import Allowance, hottest_part
from grundy.playing.record import plain
from grundy.rules.explanations import brief, how
from grundy.rules.partisan import PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.solution import Move, Solution, beside
from grundy.values.outcome import Outcome
from grundy.values.short import Value
from grundy.values.thermograph import Thermograph

# ---- what a mistake cost: what it left, what would have been left, and how the other player answers it, as exact

FEW = 6
"""So many parts are listed by their values."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a move that spoiled a result cost, each fact exact; where nobody knows one it is "" or None.

    Attributes:
        played: the mistake, in words.
        better: a move that would have kept the result.
        left: the value of the position after the mistake: a Grundy value, or a canonical form.
        kept: the value after the better move.
        answer: how the other player takes what he was given; "" where that is a tie or a draw, or play is over.
        lasts: after so many moves more the other has won, with best play; 0: the mistake ended play.
        free: so many moves more than his opponent the other has after the mistake, where the value is an integer.
        points: so many points less than the better move it gets, with all that follows.
        parts: the Grundy values of the parts before the mistake, where there are several.
    """

    played: str
    better: str
    left: str = ""
    kept: str = ""
    answer: str = ""
    lasts: int | None = None
    free: int = 0
    points: int = 0
    parts: tuple[int, ...] = ()

    def said(self, other: str) -> list[str]:
        """Return it in sentences; ``other`` is the name of the other player."""
        told = (*self._shape(), *self._left(), *([] if self.points else self._given(other == _("You"))))
        return [sentence.format(**asdict(self), other=other) for sentence in told]

    def _shape(self) -> list[str]:
        """Say of several parts which cancel: equal ones are worth nothing together."""
        rest = [value for value, count in Counter(self.parts).items() if value and count % 2]
        if len(rest) != 1 or not 1 < len(self.parts) <= FEW:
            return []
        told = _("The {n} parts are worth {values}: equal ones cancel, and {rest} is left. Make their xor 0.")
        listed = ", ".join(map(str, self.parts))
        return [told.format(n=len(self.parts), values=listed, rest=rest[0])]

    def _left(self) -> list[str]:
        """Say what the mistake left, and what the better move would have left."""
        if self.points:
            told = ngettext(
                "{played} gets {points} point less than {better}, with all that follows.",
                "{played} gets {points} points less than {better}, with all that follows.",
                self.points,
            )
            return [told]
        return [_("{played} left the value {left}; {better} leaves {kept}.")] if self.left and self.kept else []

    def _given(self, you: bool) -> list[str]:
        """Say what the other player has of it, to himself or not."""
        free = ngettext("That is {free} free move for {other}.", "That is {free} free moves for {other}.", self.free)
        if you:
            free = ngettext("That is {free} free move for you.", "That is {free} free moves for you.", self.free)
        said = [free] if self.free else []
        if self.lasts == 0:
            over = _("{played} ends the game, and {other} has won.")
            return [*said, _("{played} ends the game, and you have won.") if you else over]
        if not self.answer:
            return [*said, _("{played} gave the win away: nobody can force it after that.")]
        if self.lasts is None:
            return [*said, _("You then win with {answer}.") if you else _("{other} then wins with {answer}.")]
        if self.lasts == 1:
            once = _("{other} then wins with {answer}, the last move.")
            return [*said, _("You then win with {answer}, the last move.") if you else once]
        more = ngettext(
            "{other} wins after it in {lasts} move, with {answer} first.",
            "{other} wins after it in {lasts} moves, with {answer} first.",
            self.lasts,
        )
        mine = ngettext(
            "You win after it in {lasts} move, with {answer} first.",
            "You win after it in {lasts} moves, with {answer} first.",
            self.lasts,
        )
        return [*said, mine if you else more]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return asdict(self) | {"parts": [*self.parts]}


def cost(match: Match, made: Move, better: Move) -> Cost:
    """Return what a mistake cost in a match whose position now is the one before it; TooLarge where that is not found.

    >>> from grundy.playing.record import begun, usual_position
    >>> match = begun(usual_position("nim 3 3 5"))
    >>> found = cost(match, match.read("0 3 5"), match.solution().best_move)
    >>> print(*found.said("grundy"), sep="\\n")
    The 3 parts are worth 3, 3, 5: equal ones cancel, and 5 is left. Make their xor 0.
    heap 1: 3 → 0 left the value 6; heap 3: 5 → 0 leaves 0.
    grundy then wins with heap 3: 5 → 3.
    """
    names = made.text, better.text
    after = match.solution_after(made)
    if after.position.ruleset.scoring:
        lost = better.gain - match.solution_after(better).value - made.gain + after.value
        return Cost(*names, points=int(lost))
    misere = match.play.misere
    left = None if misere else value_of(plain(made.after), match.memory)
    kept = None if misere else value_of(plain(better.after), match.memory)
    won, answer = after.outcome is Outcome.N, after.best_move
    return Cost(
        *names,
        left=shown(left),
        kept=shown(kept),
        answer=answer.text if won and answer else "",
        lasts=None if not won else after.remoteness if answer else 0,
        free=_free(left),
        parts=() if misere else _parts(plain(match.position)),
    )


def value_of(position: Position, memory: int | None = None) -> Value | int | None:
    """Return the Grundy value, the score or the canonical form of a position; None where it has none or none is found."""
    try:
        return position.solve(memory=memory).value
    except GrundyError:
        return None


def shown(value: Value | int | None) -> str:
    """Return a value as text, "" for none."""
    return "" if value is None else brief(value) if isinstance(value, Value) else str(value)


def _free(left: Value | int | None) -> int:
    """Return how many moves of his own a player has more, by a value that is an integer."""
    return abs(int(str(left))) if isinstance(left, Value) and str(left).lstrip("-").isdecimal() else 0


def _parts(position: Position) -> tuple[int, ...]:
    """Return the Grundy values of the parts of an impartial position, none where it is whole or one is not known."""
    rules = position.ruleset
    if isinstance(rules, PartisanRuleset) or not rules.is_sum(position.state):
        return ()
    found = [value_of(Position(part, own)) for part, own in rules.components(position.state)]
    return tuple(value for value in found if isinstance(value, int)) if None not in found else ()


# ----


# ---- how games end
# To solve a position of a game that can go round all that can be reached is solved, from the last move on as from the
# first. A win that is near is proved by the lines that matter alone, and so is a loss: whatever is not searched changes
# neither. A move that was made, and is known to win, needs no search.

COMPILING = 0.5
"""The part of the time in which compiled rules are waited for."""


def endings(match: Match, last: int, seconds: float, *, won: bool = False) -> dict[int, Choice]:
    """Return best moves of the positions after ``last`` moves, one less, and so on, up to the first that is not proved.

    Args:
        match: a match.
        last: after so many moves the position is not over.
        seconds: how long it may take in all.
        won: whether the move that was made in it is known to win.

    Returns:
        A choice for each number of moves; its verdict, or its points, are exact. O(seconds).

    >>> from grundy.games import load
    >>> from grundy.playing.match import Match
    >>> from grundy.rules.solution import convention
    >>> match = Match(load("tic-tac-toe")("XX.|OO.|..."), convention())
    >>> endings(match, 0, 5.0)[0].verdict
    'win'
    """
    found: dict[int, Choice] = {}
    end = time.monotonic() + seconds
    for number in range(last, -1, -1):
        made = Choice(match.moves[number], "win", Proved(0, 1)) if won else None
        choice = made or ending(match.at(number), end - time.monotonic())
        if choice is None:
            break
        found[number] = choice
        won = choice.verdict == "loss" and choice.points is None
    return found


def ending(match: Match, seconds: float) -> Choice | None:
    """Return a best move of the position now where the search of games proves it within the time, else None. O(seconds)."""
    if seconds <= 0:
        return None
    from grundy.playing.opponent.searching import by_games  # it needs NumPy

    now = time.monotonic()
    with suppressed(GrundyError):
        choice = by_games(match, Budget(seconds, exact=False), now + seconds * COMPILING, now + seconds)
        return choice if isinstance(choice.ground, Proved) else None
    return None


def reason(choice: Choice) -> str:
    """Return in a sentence why a move is the best, "" for points."""
    told = {
        "win": _("{better} wins against every reply: it was searched to the end."),
        "tie": _("{better} keeps a tie against every reply: it was searched to the end."),
    }
    return "" if choice.points is not None else told.get(choice.verdict, "").format(better=choice.move.text)


# ---- the review

SECONDS = 1.9
"""The time of a review, so that it is there within two."""
SOLVING, SEARCHING, SEARCHING_ALONE = 0.45, 0.2, 0.5
"""The parts of it in which positions are solved, and those before them searched to the end (alone: where none was solved).
The rest is for the moves."""
COMPARED = 200
"""Among so many moves the only good one is looked for."""
RESULTS = {Outcome.N: 1, Outcome.P: -1, Outcome.D: 0, Outcome.T: 0}
"""What an outcome is for whoever moves."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A move of a match.

    Attributes:
        move: the move.
        player: who made it: 0, who moved first, or 1.
        mark: "mistake", "only" (no other move kept the result), "good", "lost" (there was nothing to keep), "" (not known).
        heat: the temperature of the board before it, of a partisan game; None where it is not known.
        hottest: the part of that board where it is so; "" where the board is one part, or nothing is hot.
    """

    move: Move
    player: int
    mark: str
    heat: Fraction | None
    hottest: str

    @property
    def temperature(self) -> str:
        """The temperature in words, "" where it is not known."""
        return "" if self.heat is None else str(self.heat)

    @property
    def said(self) -> str:
        """The mark, and the temperature, in words."""
        said = {
            "mistake": _("a mistake"),
            "only": _("the only good move"),
            "good": _("good"),
            "lost": _("already lost"),
        }.get(self.mark, _("unknown"))
        heat = _("{mark}, at temperature {temperature}")
        return heat.format(mark=said, temperature=self.temperature) if self.temperature else said


@dataclass(frozen=True, slots=True)
class Deciding:
    """The last mistake of a match by which another wins: nothing changed that any more.

    Attributes:
        number: how many moves were made before it.
        better: a move that would have kept the result.
        reason: why, in the words of the game.
        cost: what the mistake gave away; None where there was no time to find it.
    """

    number: int
    better: Move
    reason: str
    cost: Cost | None


@dataclass(frozen=True, slots=True)
class Review:
    """What is known of a match.

    Attributes:
        moves: the moves, in order.
        standings: what who moved first gets with best play from each position on, the start first: 1, 0 or -1, or of a
            scoring game the points more than the other's; None where that is not known.
        values: what these positions are worth: a Grundy value, a canonical form, or of a scoring game
            what is in ``standings``; "" where it is not known.
        method: how it is known of the first position of which it is, in a few words.
        deciding: the moment that decided it; None where no mistake is known.
        compared: what the game's author declares, and at how many positions that was compared with the moves.

    >>> from grundy.games import load
    >>> from grundy.playing.match import Match
    >>> from grundy.rules.solution import convention
    >>> match = Match(load("nim")(1, 2), convention())
    >>> for words in ("1 0", "0 0"):
    ...     match.make(match.read(words))
    >>> found = review(match)
    >>> found.standings, [each.mark for each in found.moves]
    ((1, -1, -1), ['mistake', 'good'])
    >>> print(found.deciding.number, found.deciding.better)
    0 heap 2: 2 → 1
    """

    moves: tuple[Reviewed, ...]
    standings: tuple[int | None, ...]
    values: tuple[str, ...]
    method: str
    deciding: Deciding | None
    compared: str = ""

    @property
    def known_from(self) -> int:
        """After how many moves it is known, from there to the end, who wins with best play."""
        return next((n + 1 for n in reversed(range(len(self.standings))) if self.standings[n] is None), 0)

    @property
    def bar(self) -> str:
        """Who was winning, a letter for each position: ▀ who moved first, ▄ the other, ─ nobody, · not known."""
        return "".join("·" if each is None else "─▀▄"[_sign(each)] for each in self.standings)

    @property
    def heats(self) -> str:
        """The temperature before each move, a letter from ▁ (nothing is hot) to █; · not known; "" where all are cold."""
        heats = [each.heat for each in self.moves]
        most = max([Fraction(0), *(heat for heat in heats if heat is not None)])
        if not most:
            return ""
        return "".join("·" if heat is None else "▁▂▃▄▅▆▇█"[max(0, int(heat * 7 / most))] for heat in heats)

    @property
    def hottest(self) -> int | None:
        """The number of moves that were made before the board was hottest; None where it never was."""
        heats = [(each.heat, -number) for number, each in enumerate(self.moves) if each.heat is not None]
        most, number = max(heats, default=(Fraction(0), 0))
        return -number if most > 0 else None

    def told(self, players: Sequence[str]) -> list[str]:
        """Return what decided the match, in sentences; ``players`` are the names of both, who moved first in front."""
        return [*self._known(), *self._decided(players), *self._heated(), *filter(None, [beside(self.compared)])]

    def _known(self) -> list[str]:
        if not self.known_from:
            return []
        if self.known_from == len(self.standings):
            return [_("Nobody knows who was winning: the game is too large to be solved in time.")]
        if self.known_from == len(self.moves):
            return [_("Nobody knows who was winning before the last move: the game is too large to be solved in time.")]
        told = _(
            "The winner with best play is known only after move {n}, by {method}: earlier positions are too large."
        )
        return [told.format(n=self.known_from, method=self.method)]

    def _decided(self, players: Sequence[str]) -> list[str]:
        if self.deciding is None:
            return [_("No mistake is known.") if self.known_from else _("Nobody made a mistake.")]
        made = self.moves[self.deciding.number]
        sentence = _("Move {n} decided it. {player} played {move}; {better} was better.")
        player, better = players[made.player], self.deciding.better.text
        said = [sentence.format(n=self.deciding.number + 1, player=player, move=made.move.text, better=better)]
        if self.deciding.cost:
            said += self.deciding.cost.said(players[1 - made.player])
        return [*said, self.deciding.reason] if self.deciding.reason else said

    def _heated(self) -> list[str]:
        if self.hottest is None:
            return []
        hot = self.moves[self.hottest]
        told = (
            _("The board was hottest before move {n}, at temperature {heat}, in {part}.")
            if hot.hottest and "|" not in hot.hottest  # nobody reads a board aloud
            else _("The board was hottest before move {n}, at temperature {heat}.")
        )
        return [told.format(n=self.hottest + 1, heat=hot.heat, part=hot.hottest)]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        names = ("player", "mark", "temperature", "hottest", "said")
        moves = [{"text": each.move.text} | {name: getattr(each, name) for name in names} for each in self.moves]
        decided = self.deciding and {
            "number": self.deciding.number,
            "position": str(self.moves[self.deciding.number].move.before),
            "played": self.moves[self.deciding.number].move.text,
            "better": self.deciding.better.text,
            "reason": self.deciding.reason,
            "cost": self.deciding.cost and self.deciding.cost.to_dict(),
        }
        known = {"known_from": self.known_from, "method": self.method, "hottest": self.hottest}
        lists = {"standings": [*self.standings], "values": [*self.values], "moves": moves}
        return {**lists, **known, "deciding": decided}


def review(match: Match, seconds: float = SECONDS) -> Review:
    """Return the review of a match, as far as the truth is found in the time. O(seconds).

    The last positions are solved first: of a match whose beginning is too large the end is known. Before the first of
    them that is solved there may be some that are searched to the end (`endings`).
    """
    last = time.monotonic() + seconds
    solutions = _solutions(match, seconds * SOLVING)
    found = [_standing(match, number, each) for number, each in enumerate(solutions)]
    if match.over and found[-1] is None:  # the rules say it, though nothing was ready to solve it in time
        found[-1] = _ended(match)
    searched = _searched(match, found, seconds)
    for number, choice in searched.items():
        found[number] = _promised(match, number, choice)
    allowed = Allowance(last - time.monotonic(), match.memory)
    marks = [_mark(match, number, found, allowed, solutions[number]) for number in range(len(match.turns) - 1)]
    slips = [number for number, mark in enumerate(marks) if mark == "mistake"]
    slip = max(slips, key=lambda number: (_sign(found[number]) != _sign(found[number + 1]), number), default=None)
    deciding = None if slip is None else _deciding(match.at(slip), match.moves[slip], slip, allowed, searched.get(slip))
    heats = [allowed.ask(lambda n=number: hottest_part(match.at(n))) for number in reversed(range(len(marks)))]
    moves = tuple(
        Reviewed(move, number % 2, mark, *_heat(match.at(number).position, hot))
        for number, (move, mark, hot) in enumerate(zip(match.moves, marks, reversed(heats), strict=True))
    )
    first = next(filter(None, solutions), None)
    method = _("a search to the end") if searched else how(first.evidence) if first else ""
    compared = first.compared if first else ""
    return Review(moves, tuple(found), _values(match, found, solutions, allowed), method, deciding, compared)


def standings(match: Match, seconds: float | None) -> list[int | None]:
    """Return what who moved first gets with best play from each position of a match on, None where it is not known."""
    return [_standing(match, number, each) for number, each in enumerate(_solutions(match, seconds))]


def _standing(match: Match, number: int, solution: Solution | None) -> int | None:
    return None if solution is None else standing(match, number, solution)


def _solutions(match: Match, seconds: float | None) -> list[Solution | None]:
    allowed = Allowance(seconds, match.memory)
    found: list[Solution | None] = [None] * len(match.turns)
    for number in reversed(range(len(match.turns))):
        found[number] = allowed.ask(lambda n=number: match.solution_of(n))
        if found[number] is None:  # what came before is larger
            break
    return found


def _searched(match: Match, found: Sequence[int | None], seconds: float) -> dict[int, Choice]:
    """Return the best moves of positions that were not solved, as far back as a search to the end proves them."""
    known = next((number for number, each in enumerate(found) if each is not None), len(match.turns))
    won = known < len(found) and not match.position.ruleset.scoring and found[known] == (-1, 1)[known % 2]
    part = SEARCHING if known < len(match.moves) else SEARCHING_ALONE
    return endings(match, known - 1, seconds * part, won=won)


def _ended(match: Match) -> int:
    """Return what who moved first has got of a match that is over."""
    first, second = match.points
    return first - second if match.position.ruleset.scoring else {0: 1, 1: -1, None: 0}[match.winner]


def _promised(match: Match, number: int, choice: Choice) -> int:
    """Return what who moved first gets with best play, where a choice says it exactly."""
    sign = (1, -1)[number % 2]
    if choice.points is not None:
        first, second = match.turns[number].points
        return first - second + sign * choice.points
    return sign * {"win": 1, "loss": -1}.get(choice.verdict, 0)


def standing(match: Match, number: int, solution: Solution) -> int:
    """Return what who moved first gets with best play from a solved position on: 1, 0 or -1, or points."""
    sign = (1, -1)[number % 2]
    if solution.position.ruleset.scoring:
        first, second = match.turns[number].points
        return first - second + sign * int(solution.value)
    return sign * RESULTS[solution.outcome]


def spoiled(before: int | None, after: int | None, player: int) -> bool:
    """Whether a player's move made what he gets with best play less."""
    return before is not None and after is not None and (after < before if player == 0 else after > before)


def _sign(number: int | None) -> int:
    return 0 if not number else 1 if number > 0 else -1


def _mark(match: Match, number: int, found: list[int | None], allowed: Allowance, solution: Solution | None) -> str:
    before, after, player = found[number], found[number + 1], number % 2
    if before is None or after is None:
        return ""
    if spoiled(before, after, player):
        return "mistake"
    if not match.position.ruleset.scoring and before == (-1, 1)[player]:
        return "lost"
    if solution is None:  # it was searched: of its other moves nothing is known
        return "good"
    return "only" if allowed.ask(lambda: _only(match.at(number), number, before)) else "good"


def _only(match: Match, number: int, before: int) -> bool:
    """Whether just one of several moves keeps what the player to move gets with best play."""
    moves = list(islice(match.position.moves(), COMPARED + 1))
    if not 1 < len(moves) <= COMPARED:
        return False
    kept = (move for move in moves if _after(match, number, move) == before)
    return len([*islice(kept, 2)]) == 1


def _after(match: Match, number: int, move: Move) -> int:
    return standing(match.after(move), number + 1, match.solution_after(move))


def _deciding(match: Match, made: Move, number: int, allowed: Allowance, searched: Choice | None) -> Deciding | None:
    if searched is not None:
        return Deciding(number, searched.move, reason(searched), None)
    solution = allowed.ask(match.solution)
    if solution is None or solution.best_move is None:
        return None
    better = solution.best_move
    return Deciding(number, better, allowed.ask(solution.explain) or "", allowed.ask(lambda: cost(match, made, better)))


def _values(
    match: Match, standings: Sequence[int | None], solutions: Sequence[Solution | None], allowed: Allowance
) -> tuple[str, ...]:
    """Return what the solved positions are worth, the last first: what is small costs no time."""
    if match.position.ruleset.scoring:
        return tuple("" if each is None else f"{each:+d}" for each in standings)
    found = [""] * len(solutions)
    for number, solution in reversed([*enumerate(solutions)]):
        if solution and not match.play.misere:
            position = plain(match.turns[number].position)
            found[number] = shown(allowed.ask(lambda p=position: value_of(p, match.memory)))
    return tuple(found)


def _heat(position: Position, hot: tuple[Position, Thermograph] | None) -> tuple[Fraction | None, str]:
    """Return the temperature of a board, and the part where it is so."""
    if hot is None:
        return None, ""
    part, heat = hot[0], hot[1].temperature
    return heat, "" if heat <= 0 or part.state == position.state[0] else str(part)
