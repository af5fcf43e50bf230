"""Puzzles: play from where a game begins, of which the positions in which one move wins are kept; what is said of a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, date, datetime
from fractions import Fraction
from itertools import count as count_up
from itertools import groupby, islice, takewhile
from random import Random
from typing import Any, Literal, NamedTuple

from grundy.common.digest import digest
from grundy.common.errors import GrundyError
from grundy.common.evidence import ByLaw, ByNimbers, ByParts, BySequence, ByTheorem, ByValue, Evidence
from grundy.common.limits import Limits, keeping, suppressed
from grundy.common.messages import N_, _
from grundy.playing import rating
from grundy.playing.catalogue import example
from grundy.rules.explanations import brief
from grundy.rules.functions import TurnsRuleset, to_move
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, Ruleset
from grundy.rules.session import Field
from grundy.rules.solution import Move, Solution
from grundy.rules.text.words import written
from grundy.values.outcome import LOSS, WIN, Outcome
from grundy.values.short import Value

# ---- parts of puzzles

MANY = 100
"""Moves of a position are counted up to this."""


def result(position: Position, misere: bool = False) -> int | None:
    """Return what the player to move has got where play is over: 1, 0 or -1; None where it goes on.

    >>> import grundy as gr
    >>> result(gr.nim(0)), result(gr.nim(0), misere=True), result(gr.nim(1))
    (-1, 1, None)
    """
    ended = position.ruleset.ended(position.state)
    if ended is None and next(position.options(), None) is None:
        ended = LOSS
    return ended if ended is None or not misere else -ended


def won_at_once(position: Position, misere: bool = False) -> bool:
    """Whether the player to move has a move with which he has won."""
    return any(result(option, misere) == LOSS for option in islice(position.options(), MANY))


def punished(after: Position, misere: bool = False) -> bool:
    """Whether a move to a position loses at once: by itself, or by a reply."""
    return result(after, misere) == WIN or won_at_once(after, misere)


def freedom(position: Position) -> int:
    """Return how many moves there are, up to `MANY`."""
    return sum(1 for _option in islice(position.options(), MANY))


def parts(position: Position) -> list[Position]:
    """Return the parts of a position of an impartial game that still have moves; itself, where it is one whole.

    >>> import grundy as gr
    >>> [str(part) for part in parts(gr.kayles(3, 0, 5))], parts(gr.nim(0))
    (['kayles(3)', 'kayles(5)'], [])
    """
    rules = position.ruleset
    whole = [(rules, position.state)]
    found = rules.components(position.state) if rules.how == "single" and rules.is_sum(position.state) else whole
    return [part for each in found if result(part := Position(*each)) is None]


def paired(found: Sequence[Position]) -> bool:
    """Whether there are parts, and each stands there an even number of times: the other player can copy.

    >>> import grundy as gr
    >>> paired(parts(gr.nim(4, 7, 4, 7))), paired(parts(gr.nim(4, 4, 4))), paired([])
    (True, False, False)
    """
    return bool(found) and all(count % 2 == 0 for count in Counter(found).values())


def worths(found: Sequence[Position]) -> list[int] | None:
    """Return the Grundy values of parts; None where they have none, or it takes too much.

    >>> import grundy as gr
    >>> worths(parts(gr.kayles(2, 7))), worths(parts(gr.tic_tac_toe()))
    ([2, 2], None)
    """
    if any(isinstance(part.ruleset, TurnsRuleset) or part.ruleset.partisan for part in found):
        return None
    with suppressed(GrundyError):
        return [part.grundy() for part in found]
    return None


# ---- the idea of a move that wins, in the words of the game

LETTERS = 60
"""So many letters may the parts of a position, or a value, take in a sentence."""
SEEN = Limits(memory=1 << 28, positions=200_000)
"""What the answer to a reply may take."""


def idea_of(lost: Solution) -> str:
    """Return why the player to move loses a solved position, with no more theory than it takes.

    The first of these that is so: play is over; every reply is answered by a move that wins at once; the parts are equal in
    pairs; their xor is 0; a theorem; the value; looking ahead. O(moves²) and a few small solutions.

    >>> import grundy as gr
    >>> print(idea_of(gr.nim(4, 4).solve()))
    What is left is 4, 4: equals in pairs. Whatever is done to one, you do to its equal, so the last move is yours.
    >>> print(idea_of(gr.nim(1, 4, 5).solve()))
    What is left is 1, 4, 5: the xor is 0. Every move changes that, and you can make it 0 again.
    >>> print(idea_of(gr.kayles(2, 7).solve()))
    What is left is 2, 7, worth 2, 2: the xor is 0. Every move changes that, and you can make it 0 again.
    >>> print(idea_of(gr.nim(1, 1).solve()))
    There are 2 replies, and after each you win at once.
    """
    position, misere = lost.position, lost.play.misere
    if result(position, misere) is not None:
        return _("The game is over, and you have won.")
    replies = list(islice(position.options(), MANY))
    if len(replies) < MANY and all(won_at_once(reply, misere) for reply in replies):
        if len(replies) == 1:
            return _("There is one reply, and after it you win at once.")
        return _("There are {n} replies, and after each you win at once.").format(n=len(replies))
    if isinstance(lost.evidence, ByValue) and isinstance(position.ruleset, TurnsRuleset):
        return _of_value(lost)
    if not misere and not isinstance(position.ruleset, TurnsRuleset):
        found = parts(position)
        if (told := _of_parts(found)) and not (len(found) == 1 and isinstance(lost.evidence, ByTheorem)):
            return told
    return lost.explain() if isinstance(lost.evidence, ByTheorem) else _of_search(lost)


def _of_parts(found: Sequence[Position]) -> str:
    """Return what is said of parts whose xor is 0; "" where it is not known to be, or there are too many."""
    names = ", ".join(map(_name, found))
    if len(found) < 2 or len(names) > LETTERS:
        return ""
    if paired(found):
        sentence = _(
            "What is left is {parts}: equals in pairs. Whatever is done to one, you do to its equal, so the "
            "last move is yours."
        )
        return sentence.format(parts=names)
    values = worths(found)
    if values is None:
        return ""
    worth = ", ".join(map(str, values))
    if worth == names:
        left = _("What is left is {parts}: the xor is 0.").format(parts=names)
    else:
        left = _("What is left is {parts}, worth {values}: the xor is 0.").format(parts=names, values=worth)
    return left + " " + _("Every move changes that, and you can make it 0 again.")


def _name(part: Position) -> str:
    """Return the words of a part without the name of its game."""
    return written(part).partition(" ")[2]


def _of_value(lost: Solution) -> str:
    """Return what is said of a partisan position by its value."""
    rules, player = lost.position.ruleset, lost.position.state[1]
    assert isinstance(rules, TurnsRuleset)
    loses, wins = (_("Left"), _("Right")) if player == LEFT else (_("Right"), _("Left"))
    value = Position(rules.rules, lost.position.state[0]).value()
    if value == Value(0):
        return _("What is left is worth 0: the player to move loses, and that is {loses}.").format(loses=loses)
    if value.is_number:
        sentence = _("What is left is worth {value}: {wins} has free moves to spare.")
        return sentence.format(value=value, wins=wins)
    told = _("What is left is on {wins}'s side of 0: {wins} wins it, though {loses} moves.")
    short = brief(value, LETTERS) if len(brief(value)) <= LETTERS else ""
    worth = _("It is worth {value}.").format(value=short) if short else ""
    return " ".join(filter(None, [told.format(wins=wins, loses=loses), worth]))


def _of_search(lost: Solution) -> str:
    """Return the longest defence and what it is answered by."""
    with suppressed(GrundyError), keeping(SEEN):
        reply = lost.best_move
        answer = reply and reply.after.solve("misere" if lost.play.misere else "normal").best_move
        if reply and answer:
            told = _("Every reply has a winning answer: to {reply}, for example, {answer}.")
            return told.format(reply=reply.text, answer=answer.text)
    return lost.explain()


# ---- the puzzle


Idea = Literal["theorem", "nimbers", "value", "search"]
IDEAS: dict[Idea, str] = {
    "theorem": N_("a theorem"),
    "nimbers": N_("Grundy values"),
    "value": N_("the values of the parts"),
    "search": N_("looking ahead"),
}
"""What finds the move, as it is said."""
LEVELS = (1, 2, 3, 4, 5)
Result = Literal["win", "loss", "tie", "draw"]
RESULTS: dict[Outcome, Result] = {Outcome.P: "win", Outcome.N: "loss", Outcome.T: "tie", Outcome.D: "draw"}
"""What a move comes to for whoever makes it, by the outcome of the position after it."""
TOLD: dict[Result, str] = {
    "win": N_("Right: {move} wins."),
    "loss": N_("No: {move} loses."),
    "tie": N_("No: {move} only ties."),
    "draw": N_("No: {move} only draws: play can go on for ever."),
}
ANSWERED: dict[Result, str] = {
    "loss": N_("The reply {move} wins."),
    "tie": N_("The reply {move} holds the tie."),
    "draw": N_("The reply {move} holds the draw."),
}


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one move wins.

    Attributes:
        position: its words, as the shell reads them.
        player: who moves: "left" or "right" of a partisan game, else "".
        play: "normal" or "misere".
        answer: the words of the move that wins.
        level: from 1 (easy) to 5, see `grundy.playing.puzzles.making`.
        idea: what finds the move.
        moves: how many moves there are.
        alike: how many of the moves that lose are not punished at once.
        remoteness: how many moves the game lasts from here on, None where a theorem says who wins but not how soon.
        found_ahead: how often who looks ahead finds the move, from 0 to 1.
        found_xor: how often who knows xor does.
    """

    position: str
    player: str
    play: str
    answer: str
    level: int
    idea: Idea
    moves: int
    alike: int
    remoteness: int | None
    found_ahead: float
    found_xor: float

    @property
    def key(self) -> str:
        """A short word that goes with the question in an address: of a changed question it is another.

        >>> import grundy as gr
        >>> from grundy.playing.puzzles.making import puzzle_of
        >>> puzzle = puzzle_of(gr.nim(1, 2))
        >>> len(puzzle.key), puzzle.key == key(puzzle.position, puzzle.player, puzzle.play)
        (8, True)
        """
        return key(self.position, self.player, self.play)

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data."""
        return {**asdict(self), "key": self.key}


def key(position: str, player: str, play: str) -> str:
    """Return the word that belongs to a question; it keeps no secret, it tells a slip of the pen."""
    return digest([position, player, play])[:8]


@dataclass(frozen=True)
class Verdict:
    """What a move that was tried is.

    Attributes:
        right: whether it wins.
        result: what it comes to for whoever makes it.
        told: that in a sentence, with the reply that shows it.
        reply: the best reply to a move that does not win.
        idea: of a move that wins, why the other player then loses, in the words of the game; else "".
        reason: all that is known of the position after the move.
    """

    right: bool
    result: Result
    told: str
    reply: str
    idea: str
    reason: str


def tried(position: Position, move: Move, solution: Solution) -> Verdict:
    """Return what is said of a move in a solved position (of a partisan game with the player to move in it).

    The reason is of the position that the move leads to: why the other player loses it, or wins it.
    """
    play = "misere" if solution.play.misere else "normal"
    after = move.after.solve(play)
    right = move in solution.iter_winning_moves()
    reply = None if right else after.best_move
    result = RESULTS[after.outcome]
    told = _(TOLD[result]).format(move=move)
    if reply is not None:
        told += " " + _(ANSWERED[result]).format(move=reply)
    answer = "" if reply is None else str(reply)
    return Verdict(right, result, told, answer, idea_of(after) if right else "", after.explain())


def turned(position: Position, player: str) -> Position:
    """Return the position with the player to move in it, of a partisan game; of another one itself."""
    if not player:
        return position
    return to_move(position, LEFT if player == "left" else -LEFT)


def asked(position: Position) -> tuple[Position, str]:
    """Return a position without the player to move, and who that is: "left", "right" or ""."""
    rules = position.ruleset
    if not isinstance(rules, TurnsRuleset):
        return position, ""
    state, player = position.state
    return Position(rules.rules, state), "left" if player == LEFT else "right"


def told(puzzle: Puzzle) -> str:
    """Return the question in a sentence."""
    who = {"left": _("Left moves"), "right": _("Right moves"), "": _("You move")}[puzzle.player]
    sentence = _("{who}: one move wins, and no other does.").format(who=who)
    return sentence + " " + _("Whoever cannot move wins.") if puzzle.play == "misere" else sentence


def told_chances(puzzle: Puzzle) -> str:
    """Return in a sentence how often modelled players find the move (see `grundy.playing.puzzles.making`)."""
    told = _("Of 100 people who look ahead, {ahead:.0f} find it.")
    if puzzle.found_xor != puzzle.found_ahead:
        told = _("Of 100 people who look ahead, {ahead:.0f} find it; of 100 who know xor, {xor:.0f}.")
    return told.format(ahead=100 * puzzle.found_ahead, xor=100 * puzzle.found_xor)


def today() -> date:
    """Return the day by universal time, by which there is one puzzle for all."""
    return datetime.now(UTC).date()


# ----


# ---- how hard a puzzle is
# Nobody was asked; the players are these, and their chances are exact.
#
# *Who looks ahead* knows no theory. He sees a move with which he has won, and makes it. He sees every reply that wins at
# once, and makes no move that allows one. Of the moves that are left he makes, each in a third of the cases:
#
# - the greedy one: that which leaves the fewest replies;
# - one that leaves equal parts in pairs, so that he can copy; where there is none, any;
# - any, each as often as the others.
#
# *Who knows xor* reads the Grundy value of every part and makes their xor 0; with what he reads wrong he plays as the first
# does. A value is read right digit by digit, each of its binary digits in 19 of 20 cases. Where a part has other moves than
# to each smaller value once, as a heap of Nim has, its value must be worked out of those of its moves, and each of them must
# be read right too. Where there are no Grundy values (Left and Right differ, misère play, declared endings) he is the first.
#
# The level is told by the mean of both chances: 1 from 3/4 on, 2 from 1/2, 3 from 1/3, 4 from 1/5, else 5.

READ = Fraction(19, 20)
"""How often a binary digit, or the value of a move, is read right."""
BOUNDS = (Fraction(3, 4), Fraction(1, 2), Fraction(1, 3), Fraction(1, 5))
"""From these chances on a puzzle has level 1, 2, 3, 4."""


class Chances(NamedTuple):
    """How often the winning move is found by whoever looks ahead, and by whoever knows xor."""

    ahead: Fraction
    xor: Fraction

    @property
    def told(self) -> tuple[float, float]:
        """Both, to three decimals."""
        return round(float(self.ahead), 3), round(float(self.xor), 3)

    @property
    def level(self) -> int:
        """The level of a puzzle, from 1 to 5.

        >>> Chances(Fraction(1), Fraction(1)).level, Chances(Fraction(1, 9), Fraction(1, 9)).level
        (1, 5)
        """
        return 1 + sum((self.ahead + self.xor) / 2 < bound for bound in BOUNDS)


def chances(winning: Move, moves: list[Move], misere: bool = False) -> Chances:
    """Return how often the only move that wins is found among the moves of its position.

    >>> import grundy as gr
    >>> position = gr.nim(1, 2)
    >>> print(*chances(position.solve().best_move, list(position.moves())))
    1 1
    >>> position = gr.nim(3, 4, 5)
    >>> print(*chances(position.solve().best_move, list(position.moves())).told)
    0.056 0.682
    """
    ahead = looking_ahead(winning, moves, misere)
    read = Fraction(0) if misere else reading(winning.before)
    return Chances(ahead, read + (1 - read) * ahead)


def sensible(moves: list[Move], misere: bool = False) -> list[Move]:
    """Return the moves that do not lose at once."""
    return [move for move in moves if not punished(move.after, misere)]


def looking_ahead(winning: Move, moves: list[Move], misere: bool = False) -> Fraction:
    """Return how often who looks ahead finds the move."""
    if result(winning.after, misere) == LOSS:
        return Fraction(1)
    left = sensible(moves, misere)
    replies = [freedom(move.after) for move in left]
    greedy = [move for move, count in zip(left, replies, strict=True) if count == min(replies)]
    copying = [] if misere or _has_turns(winning.before) else [move for move in left if paired(parts(move.after))]
    ways = (greedy, copying or left, left)
    return sum((Fraction(winning in way, len(way)) for way in ways), Fraction(0)) / len(ways)


def reading(position: Position) -> Fraction:
    """Return how often the Grundy values of all parts are read right; 0 where there are none.

    >>> import grundy as gr
    >>> reading(gr.nim(1, 3)) == READ ** 3, reading(gr.kayles(4)) == READ ** (1 + 4), reading(gr.tic_tac_toe())
    (True, True, Fraction(0, 1))
    """
    found = [] if _has_turns(position) else parts(position)
    values = worths(found)
    if not values:
        return Fraction(0)
    return READ ** sum(
        value.bit_length() + _to_work_out(part, value) for part, value in zip(found, values, strict=True)
    )


def _to_work_out(part: Position, value: int) -> int:
    """Return how many moves' values are needed for that of a part: none, where they are the smaller ones, each once."""
    count = freedom(part)
    return 0 if count == value else count


def _has_turns(position: Position) -> bool:
    return isinstance(position.ruleset, TurnsRuleset)


# ---- making puzzles


FEWEST, MOST = 3, 60
"""A puzzle has so many moves."""
ONE = Limits(memory=1 << 28, positions=3_000)
"""What a position may take to be solved; what takes more is no puzzle. No seconds: the same seed makes the same puzzles."""
SENT = Limits(memory=1 << 28, positions=200_000)
"""What one that is asked for by its position may take."""
BEGINNINGS = Field[dict[str, list[Position]]]("where puzzles begin", dict)
"""Where play of a game begins in puzzles, by the convention of play."""
WALKS = 25
"""After so many games in which none is met there are no more."""
DAILY = (
    *("bash", "chomp", "connect4", "dawsons-kayles", "dodgem", "fibonacci-nim", "fox-and-geese"),
    *("green-hackenbush", "grundys-game", "hackenbush", "hare-and-hounds", "kayles", "konane", "lasker", "nim"),
    *("northcott", "silver-dollar", "staircase-nim", "tic-tac-toe", "treblecross", "turning-turtles", "wythoff"),
)
"""Games of the puzzles of days and of a rush: their boards are small, and quickly told."""
DAYS = (2, 2, 3, 3, 4, 4, 5)
"""The level of the puzzle of each day of a week."""
RISING = 4
"""After so many puzzles those of a rush are a level higher."""
LONGEST = 60
"""So many moves of a game are made at most."""


def make(
    rules: Ruleset, count: int = 10, *, seed: int = 0, play: str = "normal", levels: tuple[int, ...] = ()
) -> list[Puzzle]:
    """Return puzzles of a game, the easiest first; fewer where no more are found. The same for the same seed.

    Args:
        rules: a game; play begins where its file says, on boards that are solved at once.
        count: how many are wanted.
        seed: of another seed they are others.
        play: "normal" or "misere".
        levels: those that are wanted, all if there are none.

    Raises:
        GrundyError: a scoring game, or one in which play begins nowhere.

    >>> import grundy as gr
    >>> [puzzle.position for puzzle in make(gr.bash, 3)]
    ['bash 10', 'bash 99', 'bash 21 m=4']
    """
    if rules.scoring:
        raise GrundyError("{name} is played for points, but puzzles are about winning moves", name=rules.name)
    random = Random(f"{rules.name} {play} {seed}")
    begins = beginnings(rules, play)
    if not begins:
        raise GrundyError("{name} has no start, so no puzzle can be made from it", name=rules.name)
    found: dict[str, Puzzle] = {}
    barren = 0
    while len(found) < count and barren < WALKS:
        barren += 1
        for puzzle in found_in(random.choice(begins), random, play):
            if (not levels or puzzle.level in levels) and puzzle.key not in found:
                found[puzzle.key] = puzzle
                barren = 0
                break
    return sorted(found.values(), key=by_level)


def make_all(count: int, *, seed: int = 0, play: str = "normal", levels: tuple[int, ...] = ()) -> list[Puzzle]:
    """Return puzzles of all games of the catalogue, as many of each as there are, up to ``count`` in all.

    Games that have no more are left out in the next round, so that those with many make up for those with few.
    """
    from grundy.games import load_all

    found: dict[str, Puzzle] = {}
    giving = [rules for rules in load_all() if not rules.scoring and rules.begins is not None]
    for turn in count_up():
        if not giving or len(found) >= count:
            break
        wanted = max(1, (count - len(found)) // len(giving))
        made = [(rules, make(rules, wanted, seed=seed + turn, play=play, levels=levels)) for rules in giving]
        found |= {puzzle.key: puzzle for _rules, some in made for puzzle in some}
        giving = [rules for rules, some in made if len(some) == wanted]
    return sorted(found.values(), key=by_level)[:count]


def of_day(day: date) -> Puzzle:
    """Return the puzzle of a day: the same for all, of another game than the day before, from Monday on ever harder.

    >>> puzzle = of_day(date(2026, 11, 25))
    >>> puzzle.position.split()[0], puzzle.level
    ('hare-and-hounds', 3)
    """
    number = day.toordinal()
    return _one(number, DAYS[day.weekday()], seed=number)


def of_rush(seed: int, number: int) -> Puzzle:
    """Return a puzzle of a rush, from 0 on: the same for the same seed, each of another game, harder after every four.

    >>> of_rush(1, 0).level, of_rush(1, 40).level > 2
    (1, True)
    """
    return _one(seed + number, min(5, 1 + number // RISING), seed=seed + number)


def _one(turn: int, level: int, seed: int) -> Puzzle:
    """Return a puzzle of the game whose turn it is, of a level if one is met, whatever was solved before."""
    from grundy.games import load

    order = [*DAILY]
    Random("the order of days").shuffle(order)
    rules = load(order[turn % len(order)])
    rules.forget()  # what was solved before could make a position solvable that is not for others
    found = make(rules, 1, seed=seed, levels=(level,)) or make(rules, 8, seed=seed)
    return min(found, key=lambda puzzle: abs(puzzle.level - level))


def by_level(puzzle: Puzzle) -> tuple[int, int, str]:
    """The order of puzzles: the easiest first."""
    return puzzle.level, puzzle.moves, puzzle.position


def beginnings(rules: Ruleset, play: str) -> list[Position]:
    """Return the positions with which play begins: variants that are solved at once, sizes up to the first that is not.

    Where none is, the example.
    """
    kept = rules.memory[BEGINNINGS]
    if play not in kept:
        kept[play] = _beginnings(rules, play)
    return kept[play]


def _beginnings(rules: Ruleset, play: str) -> list[Position]:
    if rules.begins is None:
        small = example(rules)
        return [] if small is None else [small]
    found = [start for each in rules.begins.variants if _quick(start := rules.start(each.word), play)]
    sizes = (rules.start(*words.split()) for words in rules.begins.sizes)
    return [*found, *takewhile(lambda start: _quick(start, play), sizes)] or [rules.start(rules.begins.example)]


def _quick(start: Position, play: str) -> bool:
    """Whether a position has not many moves, and is solved at once."""
    return next(islice(start.options(), MOST, None), None) is None and solved(start, play) is not None


def found_in(start: Position, random: Random, play: str = "normal") -> Iterator[Puzzle]:
    """Iterate over the puzzles that are met in one game, in which half of the moves are the best ones, and half random."""
    position = turned(start, random.choice(("left", "right")) if start.ruleset.partisan else "")
    waiting = 0
    for _move in range(LONGEST):
        moves = list(islice(position.moves(), MOST + 1))
        if not moves:
            return
        solution = solved(position, play) if not waiting else None
        waiting = waiting - 1 if waiting else 2 if solution is None else 0  # of a large board some moves are made first
        if solution is not None and (puzzle := of_solution(solution, moves, play)) is not None:
            yield puzzle
        best = solution and solution.best_move
        position = (best if best is not None and random.random() < 0.5 else random.choice(moves)).after


def puzzle_of(position: Position, play: str = "normal") -> Puzzle | None:
    """Return the puzzle that a position is (of a partisan game with the player to move in it); None if it is none.

    A puzzle has between 3 and 60 moves; one of them wins, no other does, and it can be solved at once.

    >>> import grundy as gr
    >>> puzzle_of(gr.nim(3, 4, 5)).answer
    'heap 1: 3 → 1'
    >>> puzzle_of(gr.nim(4, 4)) is None
    True
    """
    moves = list(islice(position.moves(), MOST + 1))
    solution = solved(position, play, SENT)
    return None if solution is None else of_solution(solution, moves, play, SENT)


def solved(position: Position, play: str, limits: Limits = ONE) -> Solution | None:
    """Return the solution of a position that does not take much, else None."""
    with suppressed(GrundyError), keeping(limits):  # a puzzle has no seconds of its own
        return position.solve(play)
    return None


def of_solution(solution: Solution, moves: list[Move], play: str, limits: Limits = ONE) -> Puzzle | None:
    """Return the puzzle that a solved position with these moves is, else None."""
    if solution.outcome is not Outcome.N or not FEWEST <= len(moves) <= MOST:
        return None
    position = solution.position
    plain, player = asked(position)
    with suppressed(GrundyError), keeping(limits):
        winning = list(islice(solution.iter_winning_moves(), 2))
        if len(winning) != 1 or not is_read_back(plain):
            return None
        found, misere = chances(winning[0], moves, solution.play.misere), solution.play.misere
        near = sum(move != winning[0] for move in sensible(moves, misere))
        told = written(plain), player, play, winning[0].text, found.level, idea(solution), len(moves), near
        return Puzzle(*told, solution.remoteness, *found.told)
    return None


def is_read_back(position: Position) -> bool:
    """Whether the shell reads the words of a position as that position."""
    from grundy.games import load
    from grundy.rules.text.words import position as read
    from grundy.rules.text.words import split

    try:
        return read(split(written(position)), load) == position
    except (GrundyError, ValueError):
        return False


def idea(solution: Solution) -> Idea:
    """Return what finds the move: what the answer rests on.

    >>> import grundy as gr
    >>> idea(gr.wythoff(3, 4).solve()), idea(gr.kayles(9).solve()), idea(gr.chomp(3, 3, 2).solve())
    ('theorem', 'nimbers', 'search')
    """
    ideas: set[Idea] = {_idea(evidence) for evidence in _parts(solution.evidence)}
    return next(iter(ideas)) if len(ideas) == 1 else "nimbers"


def _parts(evidence: Evidence) -> tuple[Evidence, ...]:
    return evidence.parts or (evidence,) if isinstance(evidence, ByParts) else (evidence,)


def _idea(evidence: Evidence) -> Idea:
    if isinstance(evidence, ByTheorem):
        return "theorem"
    if isinstance(evidence, ByValue):
        return "value"
    return "nimbers" if isinstance(evidence, (ByLaw, BySequence, ByNimbers)) else "search"


# ---- a rush: five minutes of puzzles, each of another game, harder after every four; the third mistake ends it


SECONDS, MISTAKES = 300, 3
"""So long a rush lasts, and so many mistakes end it; the page counts the same (`rush.js`)."""


class Tried(NamedTuple):
    """A puzzle of a rush, and whether the move that was tried wins."""

    puzzle: Puzzle
    right: bool


@dataclass
class Rush:
    """A rush that goes on.

    Attributes:
        seed: the same gives the same puzzles, in the shell and on the page.
        end: when it is over, by the clock of whoever asks.
        tried: the puzzles that were answered.

    >>> rush = Rush(seed=1, end=300.0)
    >>> rush.tried += [Tried(rush.puzzle(), right) for right in (True, True, False)]
    >>> rush.clock(27.5), rush.solved, rush.mistakes, rush.streak, rush.over(27.5), rush.over(300)
    ('4:33', 2, 1, 2, False, True)
    """

    seed: int
    end: float
    tried: list[Tried] = field(default_factory=list)

    def puzzle(self) -> Puzzle:
        """Return the puzzle that comes now."""
        return of_rush(self.seed, len(self.tried))

    @property
    def solved(self) -> int:
        """How many were solved."""
        return sum(each.right for each in self.tried)

    @property
    def mistakes(self) -> int:
        """How many were not."""
        return len(self.tried) - self.solved

    @property
    def streak(self) -> int:
        """The most that were solved one after another."""
        return max(
            (sum(1 for _ in run) for right, run in groupby(each.right for each in self.tried) if right), default=0
        )

    def over(self, now: float) -> bool:
        """Whether the time is over, or so many mistakes were made."""
        return now >= self.end or self.mistakes >= MISTAKES

    def clock(self, now: float) -> str:
        """Return the time that is left, in minutes and seconds, as the page shows it."""
        left = max(0, -int((now - self.end) // 1))
        return f"{left // 60}:{left % 60:02}"


def best(solved: int) -> int:
    """Return the most that were ever solved on this machine, with those of now, which is kept.

    A file that is damaged counts as none; OSError where nothing can be kept.
    """
    before = rating.read("rush")
    most = max(solved, before) if type(before) is int else solved
    rating.write("rush", most)
    return most
