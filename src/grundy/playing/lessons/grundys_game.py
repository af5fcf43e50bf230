"""Working out what heaps are worth, one after the other."""

from grundy.common.messages import N_
from grundy.playing.lessons.lesson import Lesson, Step

lesson = Lesson(
    "grundys-game",
    N_("Working It Out"),
    (
        Step(
            "look",
            N_(
                "Split a heap into two that are not equal; whoever cannot loses. Heaps of 1 and 2 cannot be split: they"
                " are worth 0. 3 leaves 1 and 2, worth 0 together, so it is worth 1. 4 leaves 1 and 3, worth 1 "
                "together; 0 is the smallest number that none of its moves leaves, so 4 is worth 0, and lost."
            ),
            "grundys-game 4 4 4",
            claims=(("grundys-game 3", "N"), ("grundys-game 4", "P"), ("grundys-game 4 4 4", "P")),
        ),
        Step(
            "find",
            N_("5 leaves 1 and 4, worth 0, or 2 and 3, worth 1: so it is worth 2. Beside it is a 3. Make the xor 0."),
            "grundys-game 3 5",
        ),
        Step(
            "find",
            N_("Go on in this way: 6 is worth 1, 7 is worth 0, 8 is worth 2. Beside the 8 is a 3. Make the xor 0."),
            "grundys-game 3 8",
            claims=(("grundys-game 3 6", "P"), ("grundys-game 7", "P"), ("grundys-game 5 8", "P")),
        ),
        Step(
            "play",
            N_(
                "Play: one heap of 11. You begin, and you can win. Whether the worths of this game repeat some day,"
                " nobody knows."
            ),
            "grundys-game 11",
            claims=(("grundys-game 11", "N"),),
        ),
    ),
)
