"""Lost pairs, found one by one, and the golden ratio in them."""

from grundy.lessons.lesson import Lesson, Step

lesson = Lesson(
    "wythoff",
    {"en": "Pairs and the Golden Ratio", "zh": "数对与黄金分割"},
    (
        Step(
            "look",
            {
                "en": "Two heaps. Take any number of counters from one heap, or the same number from both. Equal "
                "heaps are "
                "now won at once. The smallest lost pair is (1, 2): try all its moves.",
                "zh": "两堆石子。从一堆中取任意多枚，或从两堆中取同样多枚。现在两堆相等时马上就能赢。最小的必败数"
                "对是 (1, 2)：把它的每一步都试一试。",
            },
            "wythoff 1 2",
            claims=(("wythoff 1 2", "P"), ("wythoff 3 3", "N")),
        ),
        Step("find", {"en": "Leave the pair (1, 2).", "zh": "把数对 (1, 2) 留给对手。"}, "wythoff 3 4"),
        Step(
            "look",
            {
                "en": "The lost pairs are (1, 2), (3, 5), (4, 7), (6, 10), … The differences are 1, 2, 3, 4, …, "
                "and the first "
                "number of a pair is always the smallest that has not occurred. So each number stands in exactly "
                "one pair. "
                "The n-th pair begins with n times the golden ratio 1.618…, rounded down.",
                "zh": "必败数对是 (1, 2)、(3, 5)、(4, 7)、(6, 10)…… 它们的差是 1、2、3、4……，每对的第一个数总是还"
                "没有出现过的最小的数，"
                "所以每个数恰好在一对之中。第 n 对的第一个数是 n 乘以黄金分割数 1.618…… 再向下取整。",
            },
            "wythoff 3 5",
            claims=(("wythoff 3 5", "P"), ("wythoff 4 7", "P"), ("wythoff 6 10", "P")),
        ),
        Step("find", {"en": "Which lost pair can be left?", "zh": "能留下哪一个必败数对？"}, "wythoff 6 9"),
        Step(
            "find",
            {
                "en": "The difference is 3, and so it is in (4, 7).",
                "zh": "两数之差是 3，而 (4, 7) 的差也是 3。",
            },
            "wythoff 8 11",
        ),
        Step(
            "play",
            {"en": "Play: 7 and 12. You begin, and you can win.", "zh": "下一局：7 和 12。你先走，而且你能赢。"},
            "wythoff 7 12",
            claims=(("wythoff 7 12", "N"),),
        ),
    ),
)
