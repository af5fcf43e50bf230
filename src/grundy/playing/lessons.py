"""Lessons: a path from Bash to Domineering, each built on those before, in steps with a position to be played.

>>> [lesson.name for lesson in LESSONS][:5], len(LESSONS)
(['bash', 'nim', 'turning-turtles', 'chomp', 'kayles'], 10)
>>> LESSONS[0].steps[1].kind, LESSONS[0].steps[1].position
('find', 'bash 7')
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from grundy.common.errors import GrundyError
from grundy.common.messages import _


@dataclass(frozen=True)
class Step:
    """A page of a lesson: what is said, and a position beside it.

    Attributes:
        position: its words, as the shell reads them.
        kind: "look" (any move may be tried, and is answered), "find" (one move wins, and is to be found) or "play", which
            whoever begins can win.
        player: of a partisan game who moves, "left" or "right".
        claimed: what the words say of positions of this game: who wins them, as the letter of the outcome class.
        words: what is said, in English; a word that is explained here for the first time stands between asterisks.
    """

    position: str
    kind: Literal["look", "find", "play"] = "look"
    player: str = ""
    claimed: str = ""
    words: str = ""

    def says(self, words: str) -> Step:
        """Return the step with what is said."""
        return replace(self, words=words)

    @property
    def claims(self) -> tuple[tuple[str, str], ...]:
        """The positions of which the words say who wins them, and the letter of the outcome class. Tests ask the solver."""
        game = self.position.split()[0]
        return tuple((f"{game} {told[:-2]}", told[-1]) for told in self.claimed.split(", ") if told)

    @property
    def text(self) -> str:
        """What is said, in the language that is spoken."""
        return _(self.words)


class Lesson:
    """Steps about one game, the last of which is play."""

    def __init__(self, name: str, called: str, *steps: Step) -> None:
        self.name, self.called, self.steps = name, called, steps

    @property
    def title(self) -> str:
        """The title, in the language that is spoken."""
        return _(self.called)


LESSONS = (
    # counting back from the end: lost heaps are the multiples of one more than may be taken
    Lesson(
        "bash",
        "Counting Back",
        Step("bash 4", claimed="1 N, 2 N, 3 N, 4 P").says(
            "There is a heap of counters. The players take turns; each takes one, two or three. Whoever takes the last"
            " one wins. Do not start with a large heap, start at the end: from 1, 2 or 3 counters you take all and "
            "win. From 4 you must leave 1, 2 or 3, and the other player takes them. So 4 is *lost* for the player to "
            "move."
        ),
        Step("bash 7", "find").says(
            "You win if you leave the other player a lost heap. There are 7 counters. Which move does that?"
        ),
        Step("bash 12", claimed="5 N, 6 N, 7 N, 13 N, 8 P, 12 P, 16 P").says(
            "So 5, 6 and 7 are won: each can leave 4. And 8 is lost again, since every move leaves 5, 6 or 7. The lost"
            " heaps are 4, 8, 12, 16, …, the multiples of 4. Here is why, for all heaps at once: whatever the other "
            "player takes, you can answer so that *both together* take 4. From a multiple of 4 that leads to the next "
            "lower one, and at last to 0. That is a proof. Try to break it."
        ),
        Step("bash 10", "find").says("There are 10 counters. Which lost heap can you leave?"),
        Step("bash 19 m=5", "find", claimed="6 m=5 P, 18 m=5 P").says(
            "Now up to five counters may be taken. Which heaps are lost now? There are 19."
        ),
        Step("bash 21", "play").says("Play: 21 counters, one to three at a time. You move first, and you can win."),
    ),
    # several heaps: pairing, and the sum without carrying
    Lesson(
        "nim",
        "Several Heaps at Once",
        Step("nim 5 5", claimed="5 5 P, 1 1 P").says(
            "Now there are several heaps, and you take as many counters as you like, all from one heap. Whoever takes "
            "the last one wins. Two equal heaps are lost for the player to move: the other player *copies*, and does "
            "to one heap what is done to its equal."
        ),
        Step("nim 4 7", "find").says("Two unequal heaps. Find the move."),
        Step("nim 1 2 3", claimed="1 2 3 P, 1 4 5 P, 2 4 6 P").says(
            "Three heaps: write their sizes as sums of *powers* of two. 1 = 1, 2 = 2, 3 = 2 + 1. Every power occurs an"
            " even number of times: 1 twice, 2 twice. Such heaps are lost. Every move makes the count of some power "
            "odd, and from an odd count there is always a move that makes all counts even again. This sum without "
            "carrying is called the nim-sum, or *xor*."
        ),
        Step("nim 3 4 5", "find").says(
            "3 = 2 + 1, 4 = 4, 5 = 4 + 1: the powers 1 and 4 occur twice, 2 occurs once. Change one heap to make every"
            " power occur an even number of times."
        ),
        Step("nim 1 4 10", "find").says(
            "1, 4 and 10 = 8 + 2. Only one heap holds an 8, so that is the heap to change."
        ),
        Step("nim 1 3 5 6", "play").says("Play: 1, 3, 5 and 6. You move first, and you can win."),
    ),
    # nim in another dress: turtles in their places are heaps
    Lesson(
        "turning-turtles",
        "The Same Game in Disguise",
        Step("turning-turtles HHH", claimed="HHH P, HTTHH P, HHTHT N").says(
            "Turn a turtle from its feet onto its back and, if you like, one more to its left either way. Take a "
            "turtle on its feet in place 3 for a heap of 3: turned alone, the heap is taken; turned with place 1, a "
            "heap of 1 is left. And if there stood one already? Then two equal heaps would lie there, which are as "
            "good as none: so it is turned onto its back. This is Nim in *disguise*. Here are the heaps 1, 2 and 3, "
            "whose xor is 0."
        ),
        Step("turning-turtles HHTHT", "find").says("Heaps of 1, 2 and 4. Which one is to be changed, and to what?"),
        Step("turning-turtles HTHTTH", "find").says("Heaps of 1, 3 and 6. Only one of them has a 4 in it."),
        Step("turning-turtles HTTHTHH", "play").says(
            "Play: turtles in the places 1, 4, 6 and 7. You begin, and you can win."
        ),
    ),
    # copying on a board, and an argument that tells who wins, but not how
    Lesson(
        "chomp",
        "Stealing a Strategy",
        Step("chomp 4 1 1 1", claimed="4 1 1 1 P, 1 P, 4 1 1 N").says(
            "A bar of chocolate. Bite off a square with all that is right of it and below it; whoever is left with the"
            " poisoned square in the corner loses. Of this bar two arms are left, and they are equal: the other player"
            " copies in one what you bite off the other."
        ),
        Step("chomp 4 4 4 4", "find").says("A square. One bite leaves two equal arms."),
        Step("chomp 5 5", "find", claimed="5 4 P, 3 2 P").says(
            "Two rows. Leave the upper one a square longer: every bite spoils that, and it can be restored."
        ),
        Step("chomp 4 4 4", claimed="4 4 4 N, 3 3 N, 5 5 5 5 N").says(
            "Every bar but the single square is won by whoever begins. Think of biting off the last square only. If "
            "that wins, well. If not, some answer to it wins; but that bite takes the last square too, so you could "
            "have made it at once. This is called *strategy stealing*. It tells who wins, and says nothing of how: "
            "here one bite wins."
        ),
        Step("chomp 5 5 5 5 5", "play").says("Play: five rows of five. You begin, and you can win."),
    ),
    # rows that fall apart: every heap is worth a heap of Nim
    Lesson(
        "kayles",
        "What a Heap Is Worth",
        Step("kayles 4 4", claimed="4 4 P").says(
            "Pins stand in a row. A throw knocks down one pin, or two that stand side by side; two rows may be left. "
            "You already know about two equal rows: the second player copies, and wins."
        ),
        Step("kayles 5", "find", claimed="6 N, 11 N").says(
            "One row of 5. Leave two equal rows. So the first player always wins a single row."
        ),
        Step("kayles 1 4", claimed="1 4 P, 2 7 P, 3 6 P, 1 8 P").says(
            "1 and 4 together are lost too, though they are not equal. They are *worth* the same: each row behaves "
            "like a heap of Nim, here like a single counter. The worth of a row is the smallest number that *none of "
            "its moves* leaves: 0 for no pin, then 1, 2, 3, 1, 4, 3, 2, 1, 4, … Several rows are worth the nim-sum. "
            "That is the theorem of Sprague and Grundy, and it holds for every game in which both players have the "
            "same moves."
        ),
        Step("kayles 2 3", "find").says("Rows worth 2 and 3. Make them worth the same."),
        Step("kayles 9", "play").says("Play: a row of 9. You move first, and you can win."),
    ),
    # working out what heaps are worth, one after the other
    Lesson(
        "grundys-game",
        "Working It Out",
        Step("grundys-game 4 4 4", claimed="3 N, 4 P, 4 4 4 P").says(
            "Split a heap into two that are not equal; whoever cannot loses. Heaps of 1 and 2 cannot be split: they "
            "are worth 0. 3 leaves 1 and 2, worth 0 together, so it is worth 1. 4 leaves 1 and 3, worth 1 together; 0 "
            "is the smallest number that none of its moves leaves, so 4 is worth 0, and lost."
        ),
        Step("grundys-game 3 5", "find").says(
            "5 leaves 1 and 4, worth 0, or 2 and 3, worth 1: so it is worth 2. Beside it is a 3. Make the xor 0."
        ),
        Step("grundys-game 3 8", "find", claimed="3 6 P, 7 P, 5 8 P").says(
            "Go on in this way: 6 is worth 1, 7 is worth 0, 8 is worth 2. Beside the 8 is a 3. Make the xor 0."
        ),
        Step("grundys-game 11", "play").says(
            "Play: one heap of 11. You begin, and you can win. Whether the worths of this game repeat some day, nobody"
            " knows."
        ),
    ),
    # lost pairs, found one by one, and the golden ratio in them
    Lesson(
        "wythoff",
        "Pairs and the Golden Ratio",
        Step("wythoff 1 2", claimed="1 2 P, 3 3 N").says(
            "Two heaps. Take any number of counters from one heap, or the same number from both. Equal heaps are now "
            "won at once. The smallest lost pair is (1, 2): try all its moves."
        ),
        Step("wythoff 3 4", "find").says("Leave the pair (1, 2)."),
        Step("wythoff 3 5", claimed="3 5 P, 4 7 P, 6 10 P").says(
            "The lost pairs are (1, 2), (3, 5), (4, 7), (6, 10), … The differences are 1, 2, 3, 4, …, and the first "
            "number of a pair is always the smallest that has not occurred yet. So each number is in exactly one pair."
            " The n-th pair begins with n times the *golden ratio* 1.618…, rounded down."
        ),
        Step("wythoff 6 9", "find").says("Which lost pair can you leave?"),
        Step("wythoff 8 11", "find").says("The difference is 3, as in (4, 7)."),
        Step("wythoff 7 12", "play").says("Play: 7 and 12. You move first, and you can win."),
    ),
    # moves of one's own: positions are worth free moves, also halves of them
    Lesson(
        "hackenbush",
        "Half a Move",
        Step("hackenbush BB R", player="right", claimed="BB L, BB R L, BB R R P").says(
            "From here on the players have moves of their own. Left cuts blue edges, Right cuts red ones; whatever is "
            "no longer connected to the ground falls away. Whoever cannot move loses. Two blue edges, one on top of "
            "the other, are two *free moves* for Left, and the red one beside them is one for Right: the position is "
            "worth 1."
        ),
        Step("hackenbush BR BR R", player="left", claimed="BR L, BR R R, BR BR R P").says(
            "What is a blue edge with a red one on top worth? More than nothing, since Left wins it whoever moves "
            "first; less than 1. Two of them beside one red edge are won by the second player: so two of them are "
            "worth 1, and one of them is worth *half* a move."
        ),
        Step("hackenbush BR RBB", "find", "left", claimed="BR RBB L").says(
            "Left moves. The whole is worth a quarter of a move, and a careless cut gives away more than that."
        ),
        Step("hackenbush BR RBR", "find", "right", claimed="BR RBR R").says(
            "Right moves. Cutting an edge costs a player something; cut where it costs least."
        ),
        Step("hackenbush BR BR RBR", "play", "left").says("Play as Left. You move first, and you can win."),
    ),
    # counting free moves, and cuts that only spend them
    Lesson(
        "cutcake",
        "Whose Moves Are They?",
        Step("cutcake '1x3 3x1'", player="left", claimed="1x3 L, 3x1 R, '1x3 3x1' P").says(
            "Left cuts a cake from top to bottom, Right from side to side; whoever cannot cut loses. A strip of three "
            "squares side by side has two cuts, and both are Left's: it is worth 2. The strip that stands upright is "
            "worth 2 free moves to Right, that is -2. Both together are worth 0."
        ),
        Step("cutcake 2x3", player="left", claimed="2x3 P, 2x2 P, 2x4 L, '2x4 2x1' P").says(
            "Two rows of three: Left's cut leaves pieces of one and two columns, and Right has a cut in each. It is "
            "worth 0, and whoever has to *begin* loses. Of two rows it takes four columns to be worth a free move."
        ),
        Step("cutcake '2x4 3x2'", "find", "left", claimed="'2x4 2x1' P, 3x2 P").says(
            "Left moves. Two by four is worth 1, three by two is worth 0. Keep both halves even."
        ),
        Step("cutcake '4x7 5x3'", "find", "right", claimed="4x7 P, '5x3 1x2' P").says(
            "Right moves. Four by seven is worth 0, five by three is worth -1. Spend one move, and not more."
        ),
        Step("cutcake '4x9 3x2'", "play", "left").says(
            "Play as Left: four by nine, and three by two. You begin, and you can win."
        ),
    ),
    # hot positions: it is worth something to move
    Lesson(
        "domineering",
        "When a Move Is Worth Having",
        Step("domineering ..|..", player="left", claimed="..|.. N, .|. L, .. R").says(
            "Left places dominoes upright, Right places them flat. Whoever cannot move loses. On this square Left's "
            "move leaves one more move for Left, and Right's leaves one more for Right: whoever moves first wins, so "
            "both want to."
        ),
        Step("domineering ...|...", "find", "left").says(
            "Left moves. Only one place leaves Left two more moves that Right cannot touch."
        ),
        Step("domineering ...|..#|...", "find", "right").says(
            "Right moves. Look for the place that leaves Left nothing to do where it matters."
        ),
        Step("domineering ..#..|..#..", player="left", claimed="..#..|..#.. P").says(
            "The *temperature* of a position says how much the next move there is worth. With several places left, the"
            " hottest is a good guess; two equal squares cancel each other, and the second player wins."
        ),
        Step("domineering ....|....|....|....", "play", "left").says(
            "Play as Left on four by four. You move first, and you can win."
        ),
    ),
)
"""In the order in which they are read."""


def of_name(name: str) -> Lesson:
    """Return the lesson of a name; GrundyError if there is none."""
    for lesson in LESSONS:
        if lesson.name == name:
            return lesson
    raise GrundyError(
        "there is no lesson {name!r}: they are {names}", name=name, names=", ".join(x.name for x in LESSONS)
    )
