"""Nim in another dress: turtles in their places are heaps."""

from grundy.common.messages import N_
from grundy.playing.lessons.lesson import Lesson, Step

lesson = Lesson(
    "turning-turtles",
    N_("The Same Game in Disguise"),
    (
        Step(
            "look",
            N_(
                "Turn a turtle from its feet onto its back and, if you like, one more to its left either way. Take "
                "a turtle on its feet in place 3 for a heap of 3: turned alone, the heap is taken; turned with "
                "place 1, a heap of 1 is left. And if there stood one already? Then two equal heaps would lie "
                "there, which are as good as none: so it is turned onto its back. This is Nim in *disguise*. Here "
                "are the heaps 1, 2 and 3, whose xor is 0."
            ),
            "turning-turtles HHH",
            claims=(("turning-turtles HHH", "P"), ("turning-turtles HTTHH", "P"), ("turning-turtles HHTHT", "N")),
        ),
        Step("find", N_("Heaps of 1, 2 and 4. Which one is to be changed, and to what?"), "turning-turtles HHTHT"),
        Step("find", N_("Heaps of 1, 3 and 6. Only one of them has a 4 in it."), "turning-turtles HTHTTH"),
        Step(
            "play",
            N_("Play: turtles in the places 1, 4, 6 and 7. You begin, and you can win."),
            "turning-turtles HTTHTHH",
            claims=(("turning-turtles HTTHTHH", "N"),),
        ),
    ),
)
