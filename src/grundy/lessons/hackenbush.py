"""Moves of one's own: positions are worth free moves, also halves of them."""

from grundy.lessons.lesson import Lesson, Step

lesson = Lesson(
    "hackenbush",
    {"en": "Half a Move", "zh": "半步棋"},
    (
        Step(
            "look",
            {
                "en": "From here on the players have moves of their own. Left cuts blue edges, Right cuts red "
                "ones; what no longer "
                "hangs on the ground falls away. Who cannot move loses. Two blue edges, one on the other, are "
                "two free moves "
                "for Left: the position is worth 2.",
                "zh": "从这里起，双方各有自己的走法。左方剪蓝边，右方剪红边；不再与地面相连的部分会掉落。无法走者负。"
                "两条蓝边一上一下，对左方是两步自由的棋：这个局面值 2。",
            },
            "hackenbush BB",
            claims=(("hackenbush BB", "L"), ("hackenbush BB R", "L"), ("hackenbush BB R R", "P")),
        ),
        Step(
            "look",
            {
                "en": "What is a blue edge with a red one on it worth? More than nothing, since Left wins it, "
                "whoever begins; less "
                "than 1. Two of them and one red edge beside them are won by who moves second: so two of them "
                "are worth 1, and "
                "one of them is worth half a move.",
                "zh": "一条蓝边上面有一条红边，值多少？它大于零，因为无论谁先走都是左方赢；又小于 1。两个这样的再"
                "加上一条红边，后走的一方赢："
                "所以两个值 1，一个值半步棋。",
            },
            "hackenbush BR BR R",
            claims=(("hackenbush BR", "L"), ("hackenbush BR R", "R"), ("hackenbush BR BR R", "P")),
        ),
        Step(
            "find",
            {
                "en": "Left moves. The whole is worth a quarter of a move, and a careless cut gives away more "
                "than that.",
                "zh": "左方走。整个局面值四分之一步，粗心的一剪会送掉更多。",
            },
            "hackenbush BR RBB",
            "left",
            claims=(("hackenbush BR RBB", "L"),),
        ),
        Step(
            "find",
            {
                "en": "Right moves. Cutting an edge costs a player something; cut where it costs least.",
                "zh": "右方走。剪边总要付出代价；剪代价最小的那一条。",
            },
            "hackenbush BR RBR",
            "right",
            claims=(("hackenbush BR RBR", "R"),),
        ),
        Step(
            "play",
            {"en": "Play as Left. You begin, and you can win.", "zh": "你执左方，先走，而且你能赢。"},
            "hackenbush BR BR RBR",
            "left",
            claims=(("hackenbush BR BR RBR", "L"),),
        ),
    ),
)
