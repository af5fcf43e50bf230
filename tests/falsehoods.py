"""Games that say what is false, each a file for a copy of the catalogue, with the checks of the gate that must find it.

Many are true nearly everywhere: but for one heap, one value of a parameter that no file names, a fourth heap, one hook.
"""

from __future__ import annotations

# ruff: noqa: E501  (files stand in few lines)

HEAD = '''
"""{doc}"""
from grundy.rules.functions import game
from grundy.rules.heaps import heap_game
from grundy.rules.heaps import heap_code, octal_code
from grundy.rules.partisan import partisan_game
'''
TAKE = '''
def {name}(n: int, *, m: int = 3):
    """Take 1 to m counters."""
    for k in range(1, min(m, n) + 1):
        yield n - k
'''
ROOK = '''
def {name}(a: int, b: int):
    """Take any number of counters from one of two heaps."""
    for k in range(a):
        yield k, b
    for k in range(b):
        yield a, k
'''
NEAR, FAR, ANSWERS, HOOKS, STARTS, PERIODS = (
    "theorems near", "theorems far", "answers", "hooks", "starts", "periods",
)  # fmt: skip
TAKING = "@game(least=0)" + TAKE
ROOKS = "@game(least=0)" + ROOK


def theorem(says: str, arguments: str = "n: int, *, m: int", **options: str) -> str:
    """Return the lines that declare a closed form."""
    told = {"name": "'x'", "source": "'y'", **options}
    head = f"@{{name}}.theorem({', '.join(f'{key}={value}' for key, value in told.items())})"
    return f'{head}\ndef says({arguments}):\n    """It is so."""\n    return {says}\n'


LOSING = {"gives": "'losing'"}
TWO = "a: int, b: int"
FALSEHOODS: dict[str, tuple[str, set[str]]] = {
    "ladder": (
        "@game(least=0)\ndef {name}(n: int):\n    'Take one counter, or half of them.'\n    if n > 0:\n"
        "        yield n - 1\n        yield n // 2\n" + theorem("n % 3 == 0", "n: int", **LOSING),
        {NEAR, FAR, ANSWERS},
    ),
    "one_heap_far_out": (TAKING + theorem("n % (m + 1) if n != 613 else 3", where="lambda n, *, m: m > 0"), {FAR}),
    "heaps_far_out": (
        "@heap_game\ndef {name}(n: int):\n    'Nim.'\n    for k in range(n):\n        yield (k,)\n"
        + theorem("n - n // 1900", "n: int"),
        {FAR},
    ),
    "one_pair_far_out": (ROOKS + theorem("(a == b) != ((a, b) == (613, 7))", TWO, **LOSING), {FAR}),
    "a_pair_beyond_the_small_ones": (ROOKS + theorem("a ^ b if a + b < 150 else a | b", TWO), {FAR}),
    "a_parameter_that_no_file_names": (
        TAKING + theorem("n % (m + 1) if m != 2 else n % 4", where="lambda n, *, m: m > 0"), {NEAR, FAR},
    ),
    "the_edge_of_a_parameter": (TAKING + theorem("n % (m + 1) if m else min(n, 1)"), {NEAR, FAR}),
    "a_variant": (
        TAKING + theorem("n % (m + 1) + (m == 21)", where="lambda n, *, m: m > 0")
        + "{name}.starts('9', sizes='9', variants={{'Many': '50 m=21'}})\n",
        {NEAR, FAR, ANSWERS},
    ),
    "a_grundy_law": (
        "@game(least=0)\ndef {name}(n: int):\n    'Take a square.'\n    for k in range(1, n + 1):\n"
        "        if k * k <= n:\n            yield n - k * k\n" + theorem("(n % 5) * 2 % 5 % 3", "n: int"),
        {NEAR, FAR, ANSWERS},
    ),
    "misere_play_with_four_heaps": (
        "@heap_game\ndef {name}(n: int):\n    'Nim.'\n    for k in range(n):\n        yield (k,)\n"
        + theorem("misere(heaps)", "*heaps: int", play="'misere'", **LOSING)
        + "def misere(heaps):\n    total = 0\n    for heap in heaps:\n        total ^= heap\n"
        "    return total == (max(heaps, default=0) < 2) or sorted(heaps) == [1, 1, 1, 1]\n",
        {FAR},
    ),
    "too_wide_a_where": (ROOKS + theorem("(a ^ b) % 4", TWO, where="lambda a, b: a < 5"), {NEAR, FAR, ANSWERS}),
    "a_winning_move_forgotten": (
        TAKING + theorem("n % (m + 1) == 0", reach="lambda n, *, m: [n // (m + 1) * (m + 1)][:n != 19]",
            where="lambda n, *, m: m > 0", **LOSING),
        {NEAR},
    ),
    "a_score": (
        "@game(scoring=True)\ndef {name}(n: int):\n    'Take one or two, and score them.'\n    for k in (1, 2):\n"
        "        if k <= n:\n            yield k, n - k\n"
        + theorem("(0, 1, 2, 1)[n % 4] + (n == 613)", "n: int", gives="'score'"),
        {FAR},
    ),
    "a_period": ("@heap_code\ndef {name}():\n    'Kayles, of period 24 from 71 on.'\n    return octal_code('0.77')\n", {PERIODS}),
    "where_a_period_begins": (
        "@heap_code\ndef {name}():\n    'Kayles, of period 12 from 72 on.'\n    return octal_code('0.77')\n", {PERIODS},
    ),
    "a_start_without_moves": (TAKING + "{name}.starts('9', sizes='9', variants={{'None': '0'}})\n", {STARTS}),
    "bounds": ("@game(least=0, bounds=lambda a, b: (a + 1, b))" + ROOK, {HOOKS}),
    "a_tier": (ROOKS + "@{name}.tier\ndef tier(a, b):\n    return 0 if (a, b) != (3, 5) else 9\n", {HOOKS}),
    "a_symmetry": (
        "@game(least=0)\ndef {name}(a: int, b: int):\n    'Take from one heap.'\n    for k in range(a):\n        yield k, b\n"
        "    if b > 0:\n        yield a, b - 1\n@{name}.symmetries\ndef images(a, b):\n    yield b, a\n",
        {HOOKS, ANSWERS},
    ),
    "an_ending_that_is_not_symmetric": (
        ROOKS + "@{name}.ending\ndef ending(a, b):\n    return -1 if a == b == 0 else 1 if (a, b) == (2, 5) else None\n"
        "@{name}.symmetries\ndef images(a, b):\n    yield b, a\n",
        {HOOKS, ANSWERS},
    ),
    "an_ending_forgotten": (ROOKS + "@{name}.ending\ndef ending(a, b):\n    return 1 if (a, b) == (1, 1) else None\n", {ANSWERS}),
    "a_key_of_two": (
        ROOKS + "@{name}.rank(below=10000)\ndef rank(a, b):\n    return 13 * a + b\n"
        "@{name}.unrank\ndef unrank(key):\n    return key // 13, key % 13\n",
        {HOOKS},
    ),
    "a_way_back_forgotten": (
        ROOKS + "@{name}.predecessors\ndef before(a, b):\n    for k in range(1, 20):\n        if (a, b) != (3, 3):\n"
        "            yield a + k, b\n        yield a, b + k\n",
        {HOOKS},
    ),
    "parts_of_a_partisan_game": (
        "@partisan_game\ndef {name}(a: int, b: int, *, player: int):\n    'Take one or two.'\n    if player == 1 and a > 0:\n"
        "        yield a - 1, b\n        if b > 0:\n            yield a - 1, b - 1\n    if player == -1 and b > 0:\n        yield a, b - 1\n"
        "@{name}.parts\ndef parts(a, b):\n    if a and b:\n        yield a, 0\n        yield 0, b\n    else:\n        yield a, b\n",
        {ANSWERS},
    ),
}  # fmt: skip
"""What is false, the file, and the checks that find it."""


def source(name: str) -> str:
    """Return the file of a game that says what is false."""
    return HEAD.format(doc="False.") + FALSEHOODS[name][0].format(name=name)
