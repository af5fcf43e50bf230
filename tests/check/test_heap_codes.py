"""Heap codes as the checker reads them: in the one spelling of the page, and with the moves of the rules."""

from __future__ import annotations

import random

from cases import each_day, nontrivial
from grundy.check.codes import code_of
from grundy.common.errors import GrundyError
from grundy.rules.heapcode import HeapCode, heap_digits, read_code

WRITTEN = [
    "{1, 20}",
    "all-but {2, 4}",
    "digits 0 64 3",
    "unequal 4.0",
    "0.3 2:5",
    "digits 4; 35",
    "all-but {}",
    "4.(3)",
]
LETTERS = "0123456789ABV.(){}, ;:"


def made(chosen: random.Random) -> HeapCode:
    """Return a code by chance."""
    plain, unequal = chosen.random() < 0.3, chosen.random() < 0.2
    digits = [
        0,
        *(chosen.choice([0, 3] if plain else [0, 3, 7, 1, 4, 15, 35, 64]) for _ in range(chosen.randint(1, 14))),
    ]
    repeat = (
        chosen.choice([[], [3], [3, 3]])
        if plain
        else [chosen.choice([0, 3, 7, 2]) for _ in range(chosen.randint(0, 4))]
    )
    if unequal:
        digits, repeat = [d & 7 for d in digits], [d & 7 for d in repeat]
    divisions = [(chosen.randint(2, 5), chosen.randint(1, 5)) for _ in range(chosen.choice([0, 0, 0, 1, 2]))]
    return heap_digits(digits, repeat, unequal=unequal, divisions=divisions)


def test_codes_are_read_and_moved_as_the_rules_do() -> None:
    chosen, families = random.Random(1), set[str]()
    for i in range(each_day(2000)):
        code = made(chosen)
        own = code_of(str(code))
        assert (tuple(own), own.family, own.parts, str(own)) == (tuple(code), code.family, code.parts, str(code))
        families.add(code.family)
        nontrivial(any(code))
        for heap in range(9 if i % 20 == 0 else 0):
            assert list(own.options(heap)) == list(code.options(heap))
    assert families == {"octal", "finite", "infinite", "subtraction", "all-but", "unequal", "division"}


def is_canonical(text: str) -> bool:
    try:
        return str(read_code(text)) == text
    except GrundyError:
        return False


def is_read(text: str) -> bool:
    try:
        return bool(code_of(text))
    except GrundyError:
        return False


def test_another_spelling_is_refused() -> None:
    chosen, right = random.Random(2), 0
    for _ in range(each_day(3000)):
        letters = list(str(made(chosen)) if chosen.random() < 0.7 else chosen.choice(WRITTEN))
        for _ in range(chosen.randint(0, 2)):
            at = chosen.randrange(len(letters) + 1)
            letters[at : at + chosen.randint(0, 1)] = chosen.choice(LETTERS)
        text = "".join(letters)
        assert is_canonical(text) is is_read(text), text
        right += is_read(text)
        nontrivial(len(text) > 3)
    assert right > 300
