"""Hot positions: it is worth something to move."""

from grundy.common.messages import N_
from grundy.playing.lessons.lesson import Lesson, Step

lesson = Lesson(
    "domineering",
    N_("When a Move Is Worth Having"),
    (
        Step(
            "look",
            N_(
                "Left places dominoes upright, Right places them flat. Whoever cannot move loses. On this "
                "square Left's move leaves one more move for Left, and Right's leaves one more for Right: "
                "whoever moves first wins, so both want to."
            ),
            "domineering ..|..",
            "left",
            claims=(("domineering ..|..", "N"), ("domineering .|.", "L"), ("domineering ..", "R")),
        ),
        Step(
            "find",
            N_("Left moves. Only one place leaves Left two more moves that Right cannot touch."),
            "domineering ...|...",
            "left",
        ),
        Step(
            "find",
            N_("Right moves. Look for the place that leaves Left nothing to do where it matters."),
            "domineering ...|..#|...",
            "right",
        ),
        Step(
            "look",
            N_(
                "The *temperature* of a position says how much the next move there is worth. With several places "
                "left, the hottest is a good guess; two equal squares cancel each other, and the second player "
                "wins."
            ),
            "domineering ..#..|..#..",
            "left",
            claims=(("domineering ..#..|..#..", "P"),),
        ),
        Step(
            "play",
            N_("Play as Left on four by four. You move first, and you can win."),
            "domineering ....|....|....|....",
            "left",
            claims=(("domineering ....|....|....|....", "N"),),
        ),
    ),
)
