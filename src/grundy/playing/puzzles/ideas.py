"""The idea of a move that wins, in the words of the game: what it leaves, and why the other player loses that."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from grundy.common.errors import GrundyError
from grundy.common.evidence import ByTheorem, ByValue
from grundy.common.limits import Limits, keeping, suppressed
from grundy.common.messages import _
from grundy.playing.puzzles.parts import MANY, paired, parts, result, won_at_once, worths
from grundy.rules.explanations import brief
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT
from grundy.rules.solution import Solution
from grundy.rules.text.words import written
from grundy.rules.turn_in_state import TurnsRuleset
from grundy.values.short import Value

LONGEST = 60
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
    if len(found) < 2 or len(names) > LONGEST:
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
    short = brief(value, LONGEST) if len(brief(value)) <= LONGEST else ""
    worth = _("It is worth {value}.").format(value=short) if short else ""
    return " ".join(filter(None, [told.format(wins=wins, loses=loses), worth]))


def _of_search(lost: Solution) -> str:
    """Return the longest defence and what it is answered by."""
    with suppressed(GrundyError), keeping(SEEN):
        reply = lost.best_move
        answer = reply and reply.after.solve("misere" if lost.play.misere else "normal", reuse=True).best_move
        if reply and answer:
            told = _("Every reply has a winning answer: to {reply}, for example, {answer}.")
            return told.format(reply=reply.text, answer=answer.text)
    return lost.explain()
