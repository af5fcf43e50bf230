"""Moves of one's own: positions are worth free moves, also halves of them."""

from grundy.common.messages import N_
from grundy.playing.lessons.lesson import Lesson, Step

lesson = Lesson(
    "hackenbush",
    N_("Half a Move"),
    (
        Step(
            "look",
            N_(
                "From here on the players have moves of their own. Left cuts blue edges, Right cuts red ones; "
                "whatever is no longer connected to the ground falls away. Whoever cannot move loses. Two blue "
                "edges, one on top of the other, are two *free moves* for Left, and the red one beside them is "
                "one for Right: the position is worth 1."
            ),
            "hackenbush BB R",
            "right",
            claims=(("hackenbush BB", "L"), ("hackenbush BB R", "L"), ("hackenbush BB R R", "P")),
        ),
        Step(
            "look",
            N_(
                "What is a blue edge with a red one on top worth? More than nothing, since Left wins it whoever "
                "moves first; less than 1. Two of them beside one red edge are won by the second player: so two "
                "of them are worth 1, and one of them is worth *half* a move."
            ),
            "hackenbush BR BR R",
            "left",
            claims=(("hackenbush BR", "L"), ("hackenbush BR R", "R"), ("hackenbush BR BR R", "P")),
        ),
        Step(
            "find",
            N_("Left moves. The whole is worth a quarter of a move, and a careless cut gives away more than that."),
            "hackenbush BR RBB",
            "left",
            claims=(("hackenbush BR RBB", "L"),),
        ),
        Step(
            "find",
            N_("Right moves. Cutting an edge costs a player something; cut where it costs least."),
            "hackenbush BR RBR",
            "right",
            claims=(("hackenbush BR RBR", "R"),),
        ),
        Step(
            "play",
            N_("Play as Left. You move first, and you can win."),
            "hackenbush BR BR RBR",
            "left",
            claims=(("hackenbush BR BR RBR", "L"),),
        ),
    ),
)
