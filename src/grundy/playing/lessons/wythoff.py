"""Lost pairs, found one by one, and the golden ratio in them."""

from grundy.common.messages import N_
from grundy.playing.lessons.lesson import Lesson, Step

lesson = Lesson(
    "wythoff",
    N_("Pairs and the Golden Ratio"),
    (
        Step(
            "look",
            N_(
                "Two heaps. Take any number of counters from one heap, or the same number from both. Equal heaps "
                "are now won at once. The smallest lost pair is (1, 2): try all its moves."
            ),
            "wythoff 1 2",
            claims=(("wythoff 1 2", "P"), ("wythoff 3 3", "N")),
        ),
        Step("find", N_("Leave the pair (1, 2)."), "wythoff 3 4"),
        Step(
            "look",
            N_(
                "The lost pairs are (1, 2), (3, 5), (4, 7), (6, 10), … The differences are 1, 2, 3, 4, …, and the "
                "first number of a pair is always the smallest that has not occurred yet. So each number is in "
                "exactly one pair. The n-th pair begins with n times the *golden ratio* 1.618…, rounded down."
            ),
            "wythoff 3 5",
            claims=(("wythoff 3 5", "P"), ("wythoff 4 7", "P"), ("wythoff 6 10", "P")),
        ),
        Step("find", N_("Which lost pair can you leave?"), "wythoff 6 9"),
        Step("find", N_("The difference is 3, as in (4, 7)."), "wythoff 8 11"),
        Step(
            "play",
            N_("Play: 7 and 12. You move first, and you can win."),
            "wythoff 7 12",
            claims=(("wythoff 7 12", "N"),),
        ),
    ),
)
