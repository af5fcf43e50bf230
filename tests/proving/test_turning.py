"""Rules that turn bits as coins are turned: g(x ⊕ y) = g(x) ⊕ g(y) is proved of them however they look, and of no others."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

import grundy as gr
from brute import recurrence
from generated import define
from grundy.common.errors import GrundyError
from grundy.proving.known import period, theorem
from grundy.rules.as_heap_code import as_heap
from grundy.rules.functions import FunctionRuleset

FORM = "g(x ⊕ y) = g(x) ⊕ g(y)"
PAIRS = ("i in range(n.bit_length()):", "n >> i & 1", "j in range(i)", "n ^ 1 << i ^ 1 << j")


def rule(which: dict[int, str], more: str = "pass") -> FunctionRuleset:
    """A game that turns a bit of n and a lower one, with another loop, condition, inner loop or option."""
    bits, one, lower, left = (which.get(place, usual) for place, usual in enumerate(PAIRS))
    text = f"for {bits}\n  if {one}:\n   yield from ({left} for {lower})\n {more}\n"
    return gr.game(define(f"def one(n, i):\n return n >> i & 1\ndef turned(n: int, *, m: int = 2):\n {text}"))


def claims(rules: FunctionRuleset) -> bool:
    """Whether the law is said to be proved."""
    with suppress(GrundyError):  # a rule may raise an exception, or yield what is no number
        found = period(rules)
        return found is not None and found.proved and str(found) == FORM
    return False


RIGHT: list[dict[int, str]] = [
    {},
    {0: "i in range(64):", 1: "n & (1 << i) != 0", 3: "(n - (1 << i)) ^ 1 << j"},
    {1: "n // 2**i % 2 == 1", 2: "j in range(max(0, i - m), i)", 3: "n ^ (2**j | 2**i)"},
    {2: "j in range(i + 1)", 3: "n ^ (2 << i) - (1 << j)"},
    {3: "n ^ 1 << i ^ 1 << i - 1 ^ 1 << j"},
    {0: "i in range(n.bit_length() - 1, -1, -1):", 1: "1 << i & n", 3: "n & ~(1 << i) ^ (1 << j)"},
    {0: "i in range(64):\n  if n < 1 << i: break", 1: "not n >> i & 1 == 0"},
    {0: "i in (0, 1, 4):", 1: "n ^ 1 << i < n", 2: "j in range(0, i, 2)"},
    {1: "one(n, i) and (i + m) % 3", 2: "j in range(i) for k in range(j)", 3: "n ^ 1 << i ^ 1 << j ^ 1 << k"},
]


@pytest.mark.parametrize("which", RIGHT)
def test_rules_that_turn_bits(which: dict[int, str]):
    rules = rule(which)
    heap = as_heap(rules)
    assert claims(rules) and heap is not None
    law, values = rules.law(), recurrence(heap, 300)
    assert [law.value(n) for n in range(300)] == values and max(values) > 0


WRONG = {
    0: (  # the highest bit is left out, or bits behind one that is 0
        "i in range(n.bit_length() - 1):", "i in range(1, n.bit_length() // 2):",
        "i in range(64):\n  if not n >> i & 1: break",
    ),
    1: (  # another bit, one bit more, or how large n is
        "n >> i + 1 & 1", "n >> i & 1 == 0", "n & (1 << i) == 1", "n >> i & 3", "n >> i", "one(n + 1, i)",
        "n >> i & 1 and n & 1", "one(n, i) and one(n, m)", "n >> i & 1 and not all(n >> k & 1 for k in range(i))",
        "n >> i & 1 and n > 5", "n >> i & 1 and n.bit_length() > i + m", "n >> i & 1 and (i + n) % 2",
    ),
    2: (  # no bit, or none that was 1, is the highest; or others depend on n
        "j in range(i + 1)", "j in range(m)", "j in range(n.bit_length())", "j in range(-1, i)", "j in range(n & 1)",
        "j in range(i) if n >> j & 1",
    ),
    3: (  # the same of options
        "n ^ 2 << i ^ 1 << j", "n ^ 1 << i ^ 3 << j", "n - (1 << i) - (1 << j)", "n - (1 << i) + (1 << j)",
        "n & ~(1 << i) & ~(1 << j)", "n ^ 1 << i ^ (1 << j if n & 1 else 0)", "n ^ 1 << i ^ n >> j",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("place", "text"), [(place, text) for place, texts in WRONG.items() for text in texts])
def test_rules_that_nearly_do(place: int, text: str):
    assert not claims(rule({place: text}))


@pytest.mark.parametrize(
    "more", ["if n > 9: yield 0", "if n & 1: yield n >> 1", "if n & 4: yield n ^ 12", "yield from ()"]
)
def test_moves_beside(more: str):
    assert claims(rule({}, more)) == (more == "yield from ()")


def test_a_move_that_comes_first_may_end_all():
    assert claims(rule({0: "_ in range(0):\n  pass\n if n == 0: return\n for i in range(n.bit_length()):"}))
    assert not claims(rule({0: "_ in range(0):\n  pass\n if n & 1: return\n for i in range(n.bit_length()):"}))
    assert not claims(rule({0: "_ in range(0):\n  pass\n n += 1\n for i in range(n.bit_length()):"}))


def test_what_follows_from_the_law():
    turtles = rule({}, "for i in range(n.bit_length()):\n  if n >> i & 1: yield n ^ 1 << i")
    law = turtles.law()
    assert str(law) == f"{FORM}, proved" and "first: 1, 2, 3, 4, 5" in law.explain()
    assert law.formula == law.statement(8) == FORM
    assert "coin-turning games" in law.explain() and "a test, not a proof" in law.explain()
    solution = turtles(2**60 + 2**9).solve()
    assert solution.value == 61 ^ 10 and FORM in solution.method
    assert solution.best_move and solution.best_move.after.grundy() == 0
    law.form.worth[3:] = []  # another thread asked for fewer
    assert [*ThreadPoolExecutor(4).map(law.value, [1 << 40] * 9)] == [41] * 9 and law.form.worth[3:5] == [4, 5]
    with pytest.raises(GrundyError, match="no certificate"):
        theorem(turtles).certificate()
    assert law.values(5000) == [law.value(n) for n in range(5000)] and law.value(4097) == 13 ^ 1


def test_only_in_normal_play_without_an_ending():
    turtles = rule({})
    with pytest.raises(GrundyError):
        theorem(turtles, play="misere")
    turtles.ending(define("def over(n):\n return -1 if n == 3 else None"))
    assert not claims(turtles)
