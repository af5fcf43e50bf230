"""What Python says within a function, where the reader branches: what is read is what Python does."""

from __future__ import annotations

import pytest

from generated import define
from grundy.language.read import read
from grundy.language.refusal import Unreadable
from meaning import same

READ = {
    "every second item from behind": """
def rule(n):
    t = (n, n + 1, n + 2, n + 3)
    for x in t[::-2]:
        yield x
    yield t[:3][::2][0]
""",
    "every third item from behind of a slice": """
def rule(n):
    yield sum(x * i for i, x in enumerate((0, 1, 2, 3, 4, 5, 6, 7)[1:][::-3], 1)) + n
""",
    "a while whose bound changes": """
def rule(n):
    k, most = 1, 5
    while k <= most:
        if k == 2:
            most = 3
        yield n + k
        k += 1
""",
    "a while whose bound is a list's length, which grows": """
def rule(n):
    k, b = 0, [1]
    while k < len(b):
        if len(b) < 4:
            b.append(k)
        yield n + b[k]
        k += 1
""",
    "a while whose counter is changed within": """
def rule(n):
    k = 0
    while k < 9:
        if n % 2:
            k = k + 2
        yield n + k
        k += 1
""",
    "a while that goes on": """
def rule(n):
    k = 0
    while k < 5:
        if k == 2:
            k = 4
            continue
        yield n + k
        k += 1
""",
    "a while that goes on without its step": """
def rule(n):
    k, m = 0, n % 7
    while k < 5:
        if m > 2:
            m -= 1
            continue
        yield n + m + k
        k += 1
""",
    "a while above a bound that stands first, counting up": """
def rule(n):
    k = n
    while 3 < k:
        if k > 8:
            break
        yield k
        k += 1
""",
    "a while below a bound that stands first, counting down": """
def rule(n):
    k = n
    while 9 > k:
        if k < 2:
            break
        yield k
        k -= 1
""",
    "continue in a loop over a generator without a loop": """
def one(n):
    if n > 3:
        yield n
def rule(n):
    for k in range(3):
        for x in one(n + k):
            if x % 3 == 1:
                continue
            yield x
        yield k
""",
    "continue in a loop over a generator that does something after it": """
def odd(n):
    for k in range(n % 5):
        yield n + k
        n += 2
def rule(n):
    for x in odd(n):
        if x % 2:
            continue
        yield x
""",
    "sorted up": """
def rule(n):
    up = sorted([n, 4, 7])
    yield up[0] * 100 + up[1] * 10 + up[2]
    for x in sorted((n, 3, n // 2)):
        yield x
        break
""",
    "sorted down, the first": """
def rule(n):
    for x in sorted((n, 3, n // 2), reverse=True):
        yield x
        break
    down = sorted([n, 4, 7], reverse=True)
    yield down[0] * 100 + down[1] * 10 + down[2]
    yield tuple(sorted((n, 5), reverse=True))[0]
""",
    "a while up to its bound": """
def rule(n):
    k = 0
    while k <= 3:
        yield n + k
        k += 1
    while k >= 1:
        yield k
        k -= 2
""",
    "a while with the bound on the left": """
def rule(n):
    k = 0
    while 3 > k:
        yield n + k
        k += 1
    while 0 <= k:
        yield k
        k -= 1
""",
    "a while with two bounds": """
def rule(n):
    k = 0
    while k < 6 and k <= n:
        yield k
        k += 2
""",
    "continue in a loop over a generator": """
def steps(n):
    for k in range(1, 6):
        yield k
        n = n + 1
def rule(n):
    for k in steps(n):
        if k % 2:
            continue
        yield n + k
    yield 0
""",
    "continue in a loop over a generator within a loop": """
def steps(n):
    for k in range(3):
        yield k + n
def rule(n):
    for i in range(3):
        for k in steps(i):
            if k == 2:
                continue
            yield n + k
        if i == 1:
            continue
        yield n
""",
    "a helper that makes a list": """
def made(n):
    b = [1, 2]
    b.append(n % 3)
    return b
def rule(n):
    b = made(n)
    b[0] = 5
    c = made(n)
    for x in b:
        yield n + x
    yield c[0]
""",
    "two targets at once": """
def rule(n):
    a, b, c = n, n + 1, n + 2
    a, b, c = b, c, a
    yield a
    yield b
    a, b = a + b, a
    yield a - b
""",
    "ranges backwards": """
def rule(n):
    for k in reversed(range(2, 5)):
        yield n + k
    for k in reversed(range(5, 2, -1)):
        yield n + k
    for i, k in enumerate(reversed(range(3))):
        yield n + 3 * i + k
""",
    "ranges in steps": """
def rule(n):
    for i, k in enumerate(range(1, 8, 3)):
        yield n + i + k
    for i, k in enumerate(range(8, 0, -3)):
        yield n + i + k
    for k, j in zip(range(0, 7, 2), range(3)):
        yield n + k * j
""",
    "enumerate from a start": """
def rule(n):
    for i, x in enumerate((5, 6, 7), 2):
        yield n + i * x
    for i, x in enumerate((5, 6, 7), start=n % 4):
        yield n + i * x
""",
    "zip of different lengths": """
def rule(n):
    for a, b in zip((1, 2, 3), (4, 5)):
        yield n + a * b
    for a, b in zip((1, 2, 3), range(n % 2, 3)):
        yield n + a - b
    for a, b in zip(range(n % 4), (1, 2)):
        yield n * a - b
    for a, b in zip((1, 2), range(n % 5), strict=True):
        yield n + a + b
""",
    "sorted down": """
def rule(n):
    for i, x in enumerate(sorted((n % 7, 3, n % 5), reverse=True)):
        yield n + i * x
""",
    "in and not in": """
def rule(n):
    if n % 9 in range(2, 5):
        yield n
    if n % 9 not in range(2, 5):
        yield n + 1
    if n % 9 not in (1, 2):
        yield n + 2
""",
    "constants that are divided": """
def rule(n):
    yield n + (-7) // 2 + 20
    yield n + (-7) % 3
    yield n + 7 // (-2) + 20
""",
    "unpacking": """
def rule(n):
    t = (1, 2) if n % 2 else (1, 2, 3)
    a, b = t
    yield n + a + b
""",
    "an assertion that fails": """
def rule(n):
    assert n % 3
    yield n
""",
    "a list in its own loop": """
def rule(n):
    b = [1, 2, 3]
    for x in b:
        b[2] = 7
        yield n + x
    for i, x in enumerate(b):
        b[0], b[1] = x, i
        yield n + x
""",
    "any and all": """
def rule(n):
    if all(n % k for k in (2, 3)):
        yield n
    if any(n % k == 0 for k in (5, 7)):
        yield n + 1
    if not all(k > n for k in ()):
        yield n + 2
""",
}

OTHERS = {
    "a list that grows in its own loop": """
def rule(n):
    b = [1, 2]
    for x in b:
        if len(b) < 5:
            b.append(x + 1)
        yield n + x
""",
    "a list that is another in its own loop": """
def rule(n):
    b = [1, 2]
    for x in b:
        b = [7, 8, 9]
        yield n + x
""",
    "a second name": """
def rule(n):
    b = [1, 2]
    c = b
    c[0] = 5
    yield n + b[0]
""",
    "a helper that changes its list": """
def change(b):
    b[0] = 5
    return 0
def rule(n):
    b = [1, 2]
    yield n + change(b)
    yield n + b[0]
""",
    "a value that one way gives": """
def rule(n):
    if n > 5:
        x = 1
    yield n + x
""",
    "a value that only a loop gives": """
def rule(n):
    for k in range(n % 3):
        x = k
    yield n + x
""",
    "a loop's variable behind it": """
def rule(n):
    for k in range(n % 3):
        pass
    yield n + k
""",
    "a name with a value in a loop that is left": """
def rule(n):
    while n % 4:
        y = n
        break
    yield n + y
""",
}


@pytest.mark.parametrize("text", READ.values(), ids=READ)
def test_what_is_read_within_a_function(text: str) -> None:
    assert same(define(text))


@pytest.mark.parametrize("text", [text for name, text in OTHERS.items() if "value" in name or "behind" in name])
def test_what_may_have_no_value_is_refused(text: str) -> None:
    """The data would have one there, whatever it is."""
    with pytest.raises(Unreadable, match="may have no value here"):
        read(define(text))


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_nothing_is_misread_within_a_function(text: str) -> None:
    same(define(text))
