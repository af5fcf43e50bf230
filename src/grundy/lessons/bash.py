"""Counting back from the end: lost heaps are the multiples of one more than may be taken."""

from grundy.lessons.lesson import Lesson, Step

lesson = Lesson(
    "bash",
    {"en": "Counting Back", "zh": "从终点倒推"},
    (
        Step(
            "look",
            {
                "en": "Counters lie in a heap. The players take turns; each takes one, two or three. Who takes "
                "the last "
                "one wins. Do not begin with a large heap, begin at the end: of 1, 2 or 3 counters you take all, "
                "and have "
                "won. Of 4 you must leave 1, 2 or 3, and the other player takes them. So 4 is lost for who has "
                "to move.",
                "zh": "桌上有一堆石子。两人轮流取，每次取一、二或三枚，取到最后一枚者胜。不要从大堆想起，要从终点"
                "想起：剩 1、2、3 枚时，"
                "你全部取走就赢了。剩 4 枚时，你只能留下 1、2 或 3 枚，对手会全部取走。所以轮到谁走、剩 4 枚，谁"
                "就输。",
            },
            "bash 4",
            claims=(("bash 1", "N"), ("bash 2", "N"), ("bash 3", "N"), ("bash 4", "P")),
        ),
        Step(
            "find",
            {
                "en": "You win if you leave the other player a lost heap. There are 7 counters. Which move does that?",
                "zh": "把一个必败的堆留给对手，你就赢。现在有 7 枚石子，哪一步能做到？",
            },
            "bash 7",
        ),
        Step(
            "find",
            {
                "en": "So 5, 6 and 7 are won: each can leave 4. And 8 is lost again, since every move leaves 5, "
                "6 or 7. "
                "There are 10 counters.",
                "zh": "所以 5、6、7 都是必胜：都能留下 4。而 8 又是必败，因为无论怎么走都留下 5、6 或 7。现在有 1"
                "0 枚石子。",
            },
            "bash 10",
            claims=(("bash 5", "N"), ("bash 6", "N"), ("bash 8", "P")),
        ),
        Step(
            "look",
            {
                "en": "Lost are 4, 8, 12, 16, …, the multiples of 4. Here is why, for all heaps at once: "
                "whatever the other "
                "player takes, you can answer so that both together take 4. From a multiple of 4 that leads to "
                "the next lower "
                "one, and at last to 0. That is a proof.",
                "zh": "必败的是 4、8、12、16……，即 4 的倍数。理由对所有的堆都成立：无论对手取几枚，你都能让两人合"
                "起来取 4 枚。"
                "从 4 的倍数出发，这样走到下一个更小的倍数，最后到 0。这就是证明。",
            },
            "bash 12",
            claims=(("bash 12", "P"), ("bash 16", "P"), ("bash 13", "N")),
        ),
        Step(
            "find",
            {
                "en": "Now up to five counters may be taken. Which heaps are lost now? There are 19.",
                "zh": "现在每次最多取五枚。这时哪些堆是必败的？有 19 枚石子。",
            },
            "bash 19 m=5",
            claims=(("bash 6 m=5", "P"), ("bash 18 m=5", "P")),
        ),
        Step(
            "play",
            {
                "en": "Play: 21 counters, one to three at a time. You begin, and you can win.",
                "zh": "下一局：21 枚石子，每次取一到三枚。你先走，而且你能赢。",
            },
            "bash 21",
            claims=(("bash 21", "N"),),
        ),
    ),
)
