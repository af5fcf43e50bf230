"""Several heaps: pairing, and the sum without carrying."""

from grundy.common.messages import N_
from grundy.playing.lessons.lesson import Lesson, Step

lesson = Lesson(
    "nim",
    N_("Several Heaps at Once"),
    (
        Step(
            "look",
            N_(
                "Now there are several heaps, and you take as many counters as you like, all from one heap. "
                "Whoever takes the last one wins. Two equal heaps are lost for the player to move: the other "
                "player *copies*, and does to one heap what is done to its equal."
            ),
            "nim 5 5",
            claims=(("nim 5 5", "P"), ("nim 1 1", "P")),
        ),
        Step("find", N_("Two unequal heaps. Find the move."), "nim 4 7"),
        Step(
            "look",
            N_(
                "Three heaps: write their sizes as sums of *powers* of two. 1 = 1, 2 = 2, 3 = 2 + 1. Every power "
                "occurs an even number of times: 1 twice, 2 twice. Such heaps are lost. Every move makes the "
                "count of some power odd, and from an odd count there is always a move that makes all counts even "
                "again. This sum without carrying is called the nim-sum, or *xor*."
            ),
            "nim 1 2 3",
            claims=(("nim 1 2 3", "P"), ("nim 1 4 5", "P"), ("nim 2 4 6", "P")),
        ),
        Step(
            "find",
            N_(
                "3 = 2 + 1, 4 = 4, 5 = 4 + 1: the powers 1 and 4 occur twice, 2 occurs once. Change one heap "
                "to make every power occur an even number of times."
            ),
            "nim 3 4 5",
        ),
        Step(
            "find",
            N_("1, 4 and 10 = 8 + 2. Only one heap holds an 8, so that is the heap to change."),
            "nim 1 4 10",
        ),
        Step(
            "play",
            N_("Play: 1, 3, 5 and 6. You move first, and you can win."),
            "nim 1 3 5 6",
            claims=(("nim 1 3 5 6", "N"),),
        ),
    ),
)
