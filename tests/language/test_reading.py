"""Heap rules read as codes: the code is the same game for every heap, or nothing is read."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from cases import nontrivial
from generated import define
from grundy.games.k_division import k_division
from grundy.games.lasker import lasker
from grundy.games.nim import nim
from grundy.games.split_nim import split_nim
from grundy.rules.as_heap_code import code_of, read_code_of
from grundy.rules.heapcode import read_code
from grundy.rules.heaps import HeapCode, HeapFunction, heap_digits, heap_game


def game(source: str) -> HeapFunction:
    """The game of a source with one function ``rule``."""
    return heap_game(define(source))


def body(text: str, head: str = "def rule(n):", before: str = "") -> str:
    lines = [line for line in text.split("\n") if line.strip()]
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    return before + "\n" + head + "\n" + "\n".join("    " + line[indent:] for line in lines) + "\n"


def moves(rules: HeapFunction, heap: int) -> set[tuple[int, ...]]:
    tuples = (parts if isinstance(parts, tuple) else (parts,) for parts in rules.heap_options(heap))
    return {tuple(sorted(part for part in parts if part)) for parts in tuples}


def agrees(rules: HeapFunction, code: HeapCode, heap: int) -> bool:
    return moves(rules, heap) == {tuple(sorted(parts)) for parts in code.options(heap)}


# -- rules that are read -----------------------------------------------------------------------------------------------

READ: list[tuple[str, str]] = [
    # Kayles
    ("0.77", "for k in (1, 2):\n    if n >= k:\n        for a in range((n - k) // 2 + 1):\n            yield a, n - k - a"),
    ("0.77", "for k in range(1, min(n, 2) + 1):\n    for a in range(n - k + 1):\n        yield a, n - k - a"),
    ("0.77", "for a in range(n):\n    yield a, n - 1 - a\nfor a in range(n - 1):\n    yield n - 2 - a, a"),
    ("0.77", "for k in 1, 2:\n    if k > n:\n        continue\n    m = n - k\n"
     "    for a in range(m // 2 + 1):\n        yield a, m - a"),
    ("0.77", "if n < 1:\n    return\nyield n - 1\nfor a in range(1, n - 1):\n    yield a, n - 1 - a\n"
     "if n < 2:\n    return\nyield (n - 2,)\nfor a in range(1, n - 2):\n    yield a, n - 2 - a"),
    ("0.77", "yield from ((a, n - k - a) for k in (1, 2) for a in range(n - k, -1, -1))"),
    # Dawson's Kayles, Dawson's chess, and other octal games
    ("0.07", "for a in range(n - 1):\n    yield a, n - 2 - a"),
    ("0.07", "for a in range(max(0, (n - 2) // 2 + 1)):\n    yield a, n - 2 - a"),
    ("0.137", "if n == 1:\n    yield ()\nif n >= 2:\n    yield n - 2\nfor a in range(0, n - 2):\n    yield a, n - 3 - a"),
    ("0.137", "if n == 1: yield 0\nif 2 <= n: yield n - 2, 0\nfor a in range(n):\n    if a <= n - 3: yield a, n - 3 - a"),
    ("0.4", "for a in range(1, n - 1):\n    yield a, n - 1 - a"),
    ("0.6", "if n > 1:\n    yield n - 1\nfor a in range(1, n - 1):\n    yield a, n - 1 - a"),
    ("4.7", "for a in range(1, n // 2 + 1):\n    yield a, n - a\nfor a in range(n):\n    yield a, n - a - 1"),
    ("4.0", "for a in range(1, n):\n    yield a, n - a"),
    ("4.0", "for a in range(1, n):\n    b = n - a\n    if a <= b:\n        yield a, b"),
    # subtraction sets
    ("{1, 2, 3}", "for k in range(1, min(n, 3) + 1):\n    yield n - k"),
    ("{1, 2, 3}", "for k in range(1, min(3, n) + 1):\n    yield n - k,"),
    ("{1, 2, 3}", "for k in range(1, 4):\n    if n >= k:\n        yield (n - k,)"),
    ("{1, 2, 3}", "for a in range(max(0, n - 3), n):\n    yield a"),
    ("{1, 2, 3}", "for a in range(n):\n    if n - a < 4:\n        yield a"),
    ("{1, 20}", "if n >= 20: yield n - 20\nif n: yield n - 1"),
    ("{1, 200}", "for k in [1, 200]:\n    if not n < k:\n        yield n - k"),
    ("{2, 4, 6}", "for k in range(2, min(n, 7) + 1):\n    if k % 2 == 0 and k < 8:\n        yield n - k"),
    ("{2, 4, 6}", "for k in range(2, min(n, 6) + 1, 2):\n    yield n - k"),
    ("{100}", "if n >= 10 * 10: yield n - 99 - 1"),
    ("0.22", "for k in (1, 2):\n    if n > k:\n        yield n - k"),
    # any number
    ("all-but {}", "for a in range(n):\n    yield a"),
    ("all-but {}", "for k in range(1, n + 1):\n    yield n - k"),
    ("all-but {}", "for k in range(n, 0, -1):\n    yield 0, n - k, 0"),
    ("all-but {}", "return [(k,) for k in range(n)]"),
    ("all-but {2, 4}", "for k in range(1, n + 1):\n    if k not in (2, 4):\n        yield n - k"),
    ("all-but {2, 4}", "for k in range(1, n + 1):\n    if not (k == 2 or k == 4):\n        yield n - k"),
    ("all-but {3}", "for k in range(1, n + 1):\n    if k != 3:\n        yield n - k"),
    ("all-but {1, 2, 3, 4, 5}", "for a in range(n - 5):\n    yield a"),
    ("all-but {1, 2}", "for k in range(3, n + 1):\n    yield n - k"),
    ("0.(30)", "for k in range(1, n + 1, 2):\n    yield n - k"),
    ("0.(30)", "for k in range(1, n + 1):\n    if k % 2:\n        yield n - k"),
    ("0.(2)", "for k in range(1, n):\n    yield n - k"),
    ("0.(2)", "for a in range(1, n):\n    yield a"),
    ("0.(2)", "for k in range(1, n + 1):\n    if n - k > 0:\n        yield n - k"),
    ("0.(1)", "if n > 0:\n    yield ()"),
    ("0.(1)", "for k in range(n + 1):\n    if k == n and n:\n        yield (0,) * 3"),
    ("4.(3)", "for k in range(n):\n    yield (k,)\nfor k in range(1, n // 2 + 1):\n    yield k, n - k"),
    # names that change, and loops that end early
    ("all-but {}", "k = 1\nwhile k <= n:\n    yield n - k\n    k += 1"),
    ("{1, 2, 3}", "for k in range(1, n + 1):\n    if k > 3:\n        break\n    yield n - k"),
    ("{1, 2, 3}", "for k in range(1, n + 1):\n    if k > 3:\n        return\n    yield n - k"),
    ("{1, 2, 3}", "left = n\nfor k in range(min(n, 3)):\n    left -= 1\n    yield left"),
    ("0.003", "for k in (1, 2):\n    for k in (2, 3):\n        pass\n    if n >= k: yield n - k"),
    ("0.3", "n = n + 1\nif n > 1: yield n - 2"),
    # nothing
    ("0.0", "if n < 0:\n    yield n"),
    ("0.1", "if n == 1:\n    yield ()"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("written", "text"), READ)
def test_it_reads(written: str, text: str):
    rules = game(body(text))
    code, reason = read_code_of(rules)
    assert code is not None, reason
    assert code == read_code(written)
    assert reason == ""
    assert all(agrees(rules, code, heap) for heap in (*range(80), 150, 301))


UNEQUAL = [
    "for a in range(1, (n + 1) // 2):\n    yield a, n - a",
    "for a in range(1, n):\n    if a != n - a:\n        yield a, n - a",
    "for a in range(1, n):\n    if 2 * a < n:\n        yield a, n - a",
    "for a in range(1, n):\n    for b in range(1, n):\n        if a < b and a + b == n:\n            yield a, b",
]


@pytest.mark.parametrize("text", UNEQUAL)
def test_it_reads_grundys_game(text: str):
    assert code_of(game(body(text))) == HeapCode((4,), unequal=True)


def test_unequal_splits_with_takes():
    rules = game(body("if n > 2: yield n - 2\nfor a in range(1, n // 2):\n    if a + a != n - 1: yield a, n - 1 - a"))
    code = code_of(rules)
    assert code is not None and code.unequal and code.digits == (0, 4, 2)


def test_parameters_and_globals():
    text = "for k in s:\n    if n >= k:\n        yield n - k"
    rules = game(body(text, "def rule(n, *, s=(1, 3, 4)):"))
    assert code_of(rules) == read_code("{1, 3, 4}")
    assert code_of(rules.bind(s=(2, 5))) == read_code("{2, 5}")
    assert code_of(rules.bind(s=(2, 500))) == read_code("{2, 500}")
    assert code_of(rules.bind(s=(0, 1))) is None
    assert code_of(rules.bind(s=())) == HeapCode((0,))
    text = "for k in range(1, min(n, MOST) + 1):\n    for a in range(n - k + 1):\n        yield a, n - k - a"
    assert code_of(game(body(text, before="MOST = 3"))) == read_code("0.777")
    text = "for k in range(1, n + 1):\n    if k not in OUT:\n        yield n - k"
    assert code_of(game(body(text, before="OUT = (1, 5)"))) == read_code("all-but {1, 5}")
    text = "for k in range(1, min(m, n) + 1):\n    yield n - k"
    rules = game(body(text, "def rule(n, *, m=3):"))
    assert code_of(rules.bind(m=100)) == HeapCode((0, *[3] * 100))
    assert code_of(rules.bind(m=10**7)) is None


def test_the_catalogue():
    assert code_of(lasker) == read_code("4.(3)")
    assert code_of(nim) == read_code("all-but {}")
    assert code_of(split_nim) is None
    for k in (1, 2, 3, 4):
        assert code_of(k_division.bind(k=k)) == HeapCode((0, 3), divisions=((2, k),))


# -- rules that are not read -------------------------------------------------------------------------------------------

NOT_READ: list[str] = [
    # not the same for all heaps
    "if n % 2 == 0:\n    for a in range(n):\n        yield a",
    "for k in range(1, n + 1):\n    if n % 2 or k < 3:\n        yield n - k",
    "if n % 100 != 99 and n > 0:\n    yield n - 1",
    "if n > 0 and n != 500:\n    yield n - 1",
    "if n > 0 and n != 10**9:\n    yield n - 1",
    "if n > 100000:\n    yield n - 2\nif n > 0:\n    yield n - 1",
    "if n > 0:\n    yield n - 1\nif n == 10**5:\n    yield ()",
    "if n > 0:\n    yield n - 1\nif n == 50:\n    yield (3,)",
    "for a in range(n):\n    if a != 2:\n        yield a",
    "for a in range(n // 2):\n    yield a",
    "for a in range(5, n):\n    yield a",
    "for a in range(n):\n    yield a // 2",
    "if n:\n    yield n // 2",
    "for a in range(1, n // 3 + 1):\n    yield a, n - a",
    "for a in range(2, n - 1):\n    yield a, n - a",
    "for a in range(0, n, 2):\n    yield a",
    "for a in range(0, n, 2):\n    yield a, n - 1 - a",
    "for a in range(1, n):\n    if a != n - a: yield a, n - a\nfor a in range(n):\n    yield a, n - 1 - a",
    # moves that do not end, or are none
    "yield n",
    "for a in range(n // 2 + 1):\n    yield a, n - a",
    "yield ()",
    "for k in (1, 2):\n    yield n - k",
    "for a in range(n + 1):\n    yield a - 1",
    "if n > 3:\n    yield n + 1",
    # other Python
    "for k in range(1, n + 1):\n    if n - k == 5:\n        return\n    yield n - k",
    "for k in range(n):\n    pass\nif n:\n    yield k",
    "k = 1\nif n > 5:\n    k = 2\nif n >= k:\n    yield n - k",
    "if n & 1:\n    yield n - 1",
    "if n:\n    yield n & (n - 1)",
    "if n:\n    yield n - n.bit_length()",
    "if n:\n    yield [n - 1]",
    "for k in {1, 2} - {n}:\n    if n >= k: yield n - k",
    "for k in range(1, n + 1):\n    if 30 % k == 0:\n        yield n - k",
    "for a in range(n):\n    for b in range(a + 1):\n        yield a, b",
    "for a in range(n):\n    for b in range(n - a):\n        yield a, b, n - 1 - a - b",
    "for k in range(10**9):\n    for j in range(10**9):\n        pass\nif n: yield n - 1",
    # divisions
    "if n % 2 == 0:\n    yield (n // 2,) * 2",
    "if n:\n    yield (n // 2,) * 2",
    "if n and n % 2 == 0 and n % 3 == 1:\n    yield (n // 2,) * 2",
    "if n and n % 2 == 0:\n    yield n // 2, n // 2\nfor a in range(n):\n    yield a",
    "if n and n % 2 == 0 and n != 300:\n    yield n // 2,\nif n == 300:\n    yield 151,",
]


@pytest.mark.slow
@pytest.mark.parametrize("text", NOT_READ)
def test_it_does_not_read(text: str):
    code, reason = read_code_of(game(body(text)))
    assert code is None, str(code)
    assert reason


def test_divisions():
    rules = game(body("if n > 0 and n % 3 == 0:\n    yield 2 * (n // 3,)\nif n >= 2:\n    yield n - 2"))
    assert code_of(rules) == HeapCode((0, 0, 3), divisions=((3, 2),))


def test_closures():
    text = "def make(s):\n    def rule(n):\n        for k in s:\n            if n >= k:\n                yield n - k\n"
    for amounts in ("(1, 2)", "[1, 2]", "{1, 2}"):
        assert code_of(game(f"{text}    return rule\nrule = make({amounts})")) == read_code("{1, 2}")


def test_wrapped_functions_are_not_read():
    text = "for k in (1, 2):\n    if n >= k: yield n - k"
    wrap = "import functools\ndef twice(f):\n    @functools.wraps(f)\n"
    wrap += "    def g(n):\n        yield from f(n // 2)\n    return g"
    assert code_of(game(body(text, "@twice\ndef rule(n):", wrap))) is None
    assert code_of(game(body(text, before="range = 3"))) is not None
    assert code_of(game(body("for k in range(n):\n    yield k", before="def range(n): return 1,"))) is None


def test_the_reason_names_the_line():
    assert read_code_of(game("def rule(n):\n    while n:\n        yield n - 1\n"))[1].startswith("line 2: ")
    source = "def rule(n):\n    if n:\n        yield n - 1\n    for a in range(n // 3):\n        yield (a,)\n"
    assert read_code_of(game(source))[1] == "line 5: a condition on the heaps left cannot be read"
    assert "a heap of 6 " in read_code_of(game("def rule(n):\n    if n > 0 and n != 6:\n        yield n - 1\n"))[1]


# -- random codes, printed as Python -----------------------------------------------------------------------------------


STYLES: list[dict[int, str]] = [
    {
        1: "if n == {k}:\n    yield ()",
        2: "if n > {k}:\n    yield n - {k}",
        4: "for a in range(1, (n - {k}) // 2 + 1):\n    yield a, n - {k} - a",
    },
    {
        1: "for k in range({k}, {k} + 1):\n    if not n - k:\n        yield 0, 0",
        2: "m{k} = n - {k}\nif m{k} > 0:\n    yield (0, m{k})",
        4: "for a in range(n - 1, 0, -1):\n    if a < n - {k}:\n        yield n - {k} - a, a",
    },
]


def printed(digits: list[int], style: int) -> str:
    """An octal code as Python, in one of two styles."""
    lines = [STYLES[style][bit].format(k=k) for k, digit in enumerate(digits) for bit in (1, 2, 4) if digit & bit]
    return body("\n".join([*lines, "if n < 0:\n    yield n"]))


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(8))
def test_octal_codes_are_read_back(turn: int):
    """Each digit stands in each place, in one of two styles; before them stands whether heaps are split."""
    digits = [4 * (turn // 2 % 2), *((3 * place + turn) % 8 for place in range(6))]
    assert code_of(game(printed(digits, turn % 2))) == heap_digits(digits)


# -- random changes ----------------------------------------------------------------------------------------------------

CHANGES: list[tuple[str, list[str]]] = [
    (r"<=|>=|==|!=|<|>", ["<", "<=", ">", ">=", "==", "!="]),
    (r"\d+", ["0", "1", "2", "3", "4", "7", "40"]),
    (r" [-+] ", [" - ", " + "]),
    (r"//", ["//", "%", "*"]),
    (r"\band\b|\bor\b", ["and", "or"]),
    (r"\bn\b(?!\))", ["n", "a", "(n + 1)", "(n // 2)"]),
    (r"\ba\b", ["a", "n", "(n - a)", "(a + 1)"]),
    (r"not in|in(?= \()", ["in", "not in"]),
    (r"range\(", ["range(1, ", "range(2, ", "range(-1, ", "range("]),
]


def changed(source: str, chance: random.Random) -> str:
    pattern, others = chance.choice(CHANGES)
    places = [m for m in re.finditer(pattern, source) if "def" not in source[max(0, m.start() - 12) : m.start()]]
    if not places:
        return source
    place = chance.choice(places)
    return source[: place.start()] + chance.choice(others) + source[place.end() :]


def mutants(count: int, seed: int) -> Iterator[str]:
    chance = random.Random(seed)
    texts = [text for _, text in READ] + UNEQUAL
    for _ in range(count):
        source = body(chance.choice(NOT_READ if chance.random() < 0.15 else texts))
        for _ in range(chance.choice((1, 1, 2))):  # of many changes at once hardly any rule is read
            source = changed(source, chance)
        try:
            compile(source, "rule", "exec")
        except (SyntaxError, ValueError):
            continue
        if "10**" not in source and "while" not in source:
            yield source


@pytest.mark.slow
def test_what_is_read_of_changed_rules_is_true():
    for source in mutants(120, 1):
        rules: Any = game(source)
        code, reason = read_code_of(rules)
        assert (code is None) == bool(reason)
        nontrivial(code is not None)
        if code is None:
            continue
        numbers = {int(word) + d for word in re.findall(r"\d+", source) for d in (-1, 0, 1)}
        for heap in sorted({*range(130), *range(130, 201, 7), 200, *(n for n in numbers if 200 < n < 1000)}):
            assert agrees(rules, code, heap), (source, str(code), heap)
