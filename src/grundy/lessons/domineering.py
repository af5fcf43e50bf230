"""Hot positions: it is worth something to move."""

from grundy.lessons.lesson import Lesson, Step

lesson = Lesson(
    "domineering",
    {"en": "When a Move Is Worth Having", "zh": "值得抢先的一步"},
    (
        Step(
            "look",
            {
                "en": "Left lays dominoes upright, Right lays them flat. Who cannot move loses. On this square "
                "Left's move leaves "
                "one more move for Left, and Right's leaves one more for Right: it is won by who begins, and "
                "both want to.",
                "zh": "左方竖放骨牌，右方横放骨牌，无法走者负。在这个方格里，左方走一步后还给自己留下一步，右方也"
                "一样：先走的一方赢，双方都想抢先。",
            },
            "domineering ..|..",
            claims=(("domineering ..|..", "N"), ("domineering .|.", "L"), ("domineering ..", "R")),
        ),
        Step(
            "find",
            {
                "en": "Left moves. Only one place leaves Left two more moves that Right cannot touch.",
                "zh": "左方走。只有一处能给左方留下右方碰不到的两步。",
            },
            "domineering ...|...",
            "left",
        ),
        Step(
            "find",
            {
                "en": "Right moves. Look for the place after which Left has nothing to do where it matters.",
                "zh": "右方走。找一个位置，使左方在要紧处无棋可走。",
            },
            "domineering ...|..#|...",
            "right",
        ),
        Step(
            "look",
            {
                "en": "The temperature of a position says how much the next move there is worth. Where several "
                "places are left, "
                "the hottest is a good guess; two equal squares cancel each other, and who moves second wins.",
                "zh": "局面的温度表示在那里先走一步值多少。剩下几处时，走最热的一处往往不错；两个相同的方格互相抵"
                "消，后走的一方赢。",
            },
            "domineering ..#..|..#..",
            claims=(("domineering ..#..|..#..", "P"),),
        ),
        Step(
            "play",
            {
                "en": "Play as Left on four by four. You begin, and you can win.",
                "zh": "你执左方，在四乘四的棋盘上先走，而且你能赢。",
            },
            "domineering ....|....|....|....",
            "left",
            claims=(("domineering ....|....|....|....", "N"),),
        ),
    ),
)
