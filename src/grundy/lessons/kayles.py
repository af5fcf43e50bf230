"""Rows that fall apart: every heap is worth a heap of Nim."""

from grundy.lessons.lesson import Lesson, Step

lesson = Lesson(
    "kayles",
    {"en": "What a Heap Is Worth", "zh": "一堆值多少"},
    (
        Step(
            "look",
            {
                "en": "Pins stand in a row. A throw takes one pin, or two that stand side by side; what is left "
                "may be two rows. "
                "Of two equal rows you know already: the second player copies, and wins.",
                "zh": "木瓶排成一行。每次击倒一个，或相邻的两个；剩下的可能成为两行。两行相等时你已经知道：后手照"
                "样模仿，就能赢。",
            },
            "kayles 4 4",
            claims=(("kayles 4 4", "P"),),
        ),
        Step(
            "find",
            {
                "en": "One row of 5. Leave two equal rows. So one row is always won by who begins.",
                "zh": "一行五个。留下相等的两行。所以只有一行时先手总能赢。",
            },
            "kayles 5",
            claims=(("kayles 6", "N"), ("kayles 11", "N")),
        ),
        Step(
            "look",
            {
                "en": "Also 1 and 4 together are lost, though they are not equal. They are worth the same: each "
                "row behaves as a "
                "heap of Nim, here as one of a single counter. The worth of a row is the smallest number that "
                "none of its "
                "moves leaves: 0 for no pin, then 1, 2, 3, 1, 4, 3, 2, 1, 4, … Several rows are worth the "
                "nim-sum. That is the "
                "theorem of Sprague and Grundy, and it is true of every game in which both players have the same "
                "moves.",
                "zh": "1 和 4 合在一起也是必败，虽然它们并不相等。它们的值相同：每一行都相当于一堆尼姆，这里相当"
                "于只有一枚石子的一堆。"
                "一行的值，是它的任何一步都留不下的最小的数：没有木瓶时为 0，然后是 1、2、3、1、4、3、2、1、4…… "
                "若干行的值是它们的尼姆和。"
                "这就是斯普拉格–格隆第定理，凡是双方走法相同的游戏都成立。",
            },
            "kayles 1 4",
            claims=(("kayles 1 4", "P"), ("kayles 2 7", "P"), ("kayles 3 6", "P"), ("kayles 1 8", "P")),
        ),
        Step(
            "find",
            {"en": "Rows worth 2 and 3. Make them worth the same.", "zh": "两行的值是 2 和 3。使它们的值相等。"},
            "kayles 2 3",
        ),
        Step(
            "play",
            {"en": "Play: a row of 9. You begin, and you can win.", "zh": "下一局：一行九个。你先走，而且你能赢。"},
            "kayles 9",
            claims=(("kayles 9", "N"),),
        ),
    ),
)
