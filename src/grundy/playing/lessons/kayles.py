"""Rows that fall apart: every heap is worth a heap of Nim."""

from grundy.common.messages import N_
from grundy.playing.lessons.lesson import Lesson, Step

lesson = Lesson(
    "kayles",
    N_("What a Heap Is Worth"),
    (
        Step(
            "look",
            N_(
                "Pins stand in a row. A throw knocks down one pin, or two that stand side by side; two rows "
                "may be left. You already know about two equal rows: the second player copies, and wins."
            ),
            "kayles 4 4",
            claims=(("kayles 4 4", "P"),),
        ),
        Step(
            "find",
            N_("One row of 5. Leave two equal rows. So the first player always wins a single row."),
            "kayles 5",
            claims=(("kayles 6", "N"), ("kayles 11", "N")),
        ),
        Step(
            "look",
            N_(
                "1 and 4 together are lost too, though they are not equal. They are *worth* the same: each row "
                "behaves like a heap of Nim, here like a single counter. The worth of a row is the smallest "
                "number that *none of its moves* leaves: 0 for no pin, then 1, 2, 3, 1, 4, 3, 2, 1, 4, … Several "
                "rows are worth the nim-sum. That is the theorem of Sprague and Grundy, and it holds for every "
                "game in which both players have the same moves."
            ),
            "kayles 1 4",
            claims=(("kayles 1 4", "P"), ("kayles 2 7", "P"), ("kayles 3 6", "P"), ("kayles 1 8", "P")),
        ),
        Step("find", N_("Rows worth 2 and 3. Make them worth the same."), "kayles 2 3"),
        Step("play", N_("Play: a row of 9. You move first, and you can win."), "kayles 9", claims=(("kayles 9", "N"),)),
    ),
)
