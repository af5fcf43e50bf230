"""Several heaps: pairing, and the sum without carrying."""

from grundy.lessons.lesson import Lesson, Step

lesson = Lesson(
    "nim",
    {"en": "Several Heaps at Once", "zh": "多堆石子"},
    (
        Step(
            "look",
            {
                "en": "Now there are several heaps, and you take as many counters as you like, all from one "
                "heap. Who takes the "
                "last one wins. Two equal heaps are lost for who has to move: what is done to one, the other "
                "player does to "
                "the other.",
                "zh": "现在有若干堆，每次从一堆中取任意多枚，取到最后一枚者胜。两堆相等时，轮到的人必败：他对一堆"
                "怎么做，对手就对另一堆同样做。",
            },
            "nim 5 5",
            claims=(("nim 5 5", "P"), ("nim 1 1", "P")),
        ),
        Step(
            "find",
            {"en": "Two heaps that are not equal. Find the move.", "zh": "两堆不相等。请找出制胜的一步。"},
            "nim 4 7",
        ),
        Step(
            "look",
            {
                "en": "Three heaps: write their sizes as sums of powers of two. 1 = 1, 2 = 2, 3 = 2 + 1. Every "
                "power occurs an "
                "even number of times: 1 twice, 2 twice. Such heaps are lost. Every move changes some power's "
                "count to odd, "
                "and from an odd count there is always a move that makes all counts even again. This sum without "
                "carrying is "
                "called the nim-sum, or xor.",
                "zh": "三堆时，把每堆写成 2 的幂之和：1 = 1，2 = 2，3 = 2 + 1。每个幂都出现偶数次：1 两次，2 两次。"
                "这样的局面必败。"
                "任何一步都会使某个幂的次数变成奇数；而只要有奇数，总有一步能使全部变回偶数。这种不进位的加法叫做"
                "尼姆和，也就是异或。",
            },
            "nim 1 2 3",
            claims=(("nim 1 2 3", "P"), ("nim 1 4 5", "P"), ("nim 2 4 6", "P")),
        ),
        Step(
            "find",
            {
                "en": "3 = 2 + 1, 4 = 4, 5 = 4 + 1: the powers 1 and 4 occur twice, 2 occurs once. Change one "
                "heap so that it "
                "does not.",
                "zh": "3 = 2 + 1，4 = 4，5 = 4 + 1：1 和 4 各出现两次，2 只出现一次。改变一堆，使它不再如此。",
            },
            "nim 3 4 5",
        ),
        Step(
            "find",
            {
                "en": "1, 4 and 10 = 8 + 2. Only one heap holds an 8, so that it must be the one that is changed.",
                "zh": "1、4 和 10 = 8 + 2。只有一堆含有 8，所以要改变的必是这一堆。",
            },
            "nim 1 4 10",
        ),
        Step(
            "play",
            {
                "en": "Play: 1, 3, 5 and 6. You begin, and you can win.",
                "zh": "下一局：1、3、5、6。你先走，而且你能赢。",
            },
            "nim 1 3 5 6",
            claims=(("nim 1 3 5 6", "N"),),
        ),
    ),
)
