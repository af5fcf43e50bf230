"""Copying on a board, and an argument that tells who wins, but not how."""

from grundy.common.messages import N_
from grundy.playing.lessons.lesson import Lesson, Step

lesson = Lesson(
    "chomp",
    N_("Stealing a Strategy"),
    (
        Step(
            "look",
            N_(
                "A bar of chocolate. Bite off a square with all that is right of it and below it; whoever is left with "
                "the poisoned square in the corner loses. Of this bar two arms are left, and they are equal: the "
                "other player copies in one what you bite off the other."
            ),
            "chomp 4 1 1 1",
            claims=(("chomp 4 1 1 1", "P"), ("chomp 1", "P"), ("chomp 4 1 1", "N")),
        ),
        Step("find", N_("A square. One bite leaves two equal arms."), "chomp 4 4 4 4"),
        Step(
            "find",
            N_("Two rows. Leave the upper one a square longer: every bite spoils that, and it can be restored."),
            "chomp 5 5",
            claims=(("chomp 5 4", "P"), ("chomp 3 2", "P")),
        ),
        Step(
            "look",
            N_(
                "Every bar but the single square is won by whoever begins. Think of biting off the last square only. If"
                " that wins, well. If not, some answer to it wins; but that bite takes the last square too, so you "
                "could have made it at once. This is called *strategy stealing*. It tells who wins, and says "
                "nothing of how: here one bite wins."
            ),
            "chomp 4 4 4",
            claims=(("chomp 4 4 4", "N"), ("chomp 3 3", "N"), ("chomp 5 5 5 5", "N")),
        ),
        Step(
            "play",
            N_("Play: five rows of five. You begin, and you can win."),
            "chomp 5 5 5 5 5",
            claims=(("chomp 5 5 5 5 5", "N"),),
        ),
    ),
)
