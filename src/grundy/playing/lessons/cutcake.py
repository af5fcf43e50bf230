"""Counting free moves, and cuts that only spend them."""

from grundy.common.messages import N_
from grundy.playing.lessons.lesson import Lesson, Step

lesson = Lesson(
    "cutcake",
    N_("Whose Moves Are They?"),
    (
        Step(
            "look",
            N_(
                "Left cuts a cake from top to bottom, Right from side to side; whoever cannot cut loses. A strip of "
                "three squares side by side has two cuts, and both are Left's: it is worth 2. The strip that stands"
                " upright is worth 2 free moves to Right, that is -2. Both together are worth 0."
            ),
            "cutcake '1x3 3x1'",
            "left",
            claims=(("cutcake 1x3", "L"), ("cutcake 3x1", "R"), ("cutcake '1x3 3x1'", "P")),
        ),
        Step(
            "look",
            N_(
                "Two rows of three: Left's cut leaves pieces of one and two columns, and Right has a cut in each. "
                "It is worth 0, and whoever has to *begin* loses. Of two rows it takes four columns to be worth a free "
                "move."
            ),
            "cutcake 2x3",
            "left",
            claims=(("cutcake 2x3", "P"), ("cutcake 2x2", "P"), ("cutcake 2x4", "L"), ("cutcake '2x4 2x1'", "P")),
        ),
        Step(
            "find",
            N_("Left moves. Two by four is worth 1, three by two is worth 0. Keep both halves even."),
            "cutcake '2x4 3x2'",
            "left",
            claims=(("cutcake '2x4 2x1'", "P"), ("cutcake 3x2", "P")),
        ),
        Step(
            "find",
            N_("Right moves. Four by seven is worth 0, five by three is worth -1. Spend one move, and not more."),
            "cutcake '4x7 5x3'",
            "right",
            claims=(("cutcake 4x7", "P"), ("cutcake '5x3 1x2'", "P")),
        ),
        Step(
            "play",
            N_("Play as Left: four by nine, and three by two. You begin, and you can win."),
            "cutcake '4x9 3x2'",
            "left",
            claims=(("cutcake '4x9 3x2'", "L"),),
        ),
    ),
)
