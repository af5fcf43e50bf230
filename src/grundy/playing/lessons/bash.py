"""Counting back from the end: lost heaps are the multiples of one more than may be taken."""

from grundy.common.messages import N_
from grundy.playing.lessons.lesson import Lesson, Step

lesson = Lesson(
    "bash",
    N_("Counting Back"),
    (
        Step(
            "look",
            N_(
                "There is a heap of counters. The players take turns; each takes one, two or three. Whoever takes "
                "the last one wins. Do not start with a large heap, start at the end: from 1, 2 or 3 counters you "
                "take all and win. From 4 you must leave 1, 2 or 3, and the other player takes them. So 4 is "
                "*lost* for the player to move."
            ),
            "bash 4",
            claims=(("bash 1", "N"), ("bash 2", "N"), ("bash 3", "N"), ("bash 4", "P")),
        ),
        Step(
            "find",
            N_("You win if you leave the other player a lost heap. There are 7 counters. Which move does that?"),
            "bash 7",
        ),
        Step(
            "look",
            N_(
                "So 5, 6 and 7 are won: each can leave 4. And 8 is lost again, since every move leaves 5, 6 or 7. "
                "The lost heaps are 4, 8, 12, 16, …, the multiples of 4. Here is why, for all heaps at once: "
                "whatever the other player takes, you can answer so that *both together* take 4. From a multiple "
                "of 4 that leads to the next lower one, and at last to 0. That is a proof. Try to break it."
            ),
            "bash 12",
            claims=(*((f"bash {n}", "N") for n in (5, 6, 7, 13)), *((f"bash {n}", "P") for n in (8, 12, 16))),
        ),
        Step("find", N_("There are 10 counters. Which lost heap can you leave?"), "bash 10"),
        Step(
            "find",
            N_("Now up to five counters may be taken. Which heaps are lost now? There are 19."),
            "bash 19 m=5",
            claims=(("bash 6 m=5", "P"), ("bash 18 m=5", "P")),
        ),
        Step(
            "play",
            N_("Play: 21 counters, one to three at a time. You move first, and you can win."),
            "bash 21",
            claims=(("bash 21", "N"),),
        ),
    ),
)
