"""What Python says between functions (closures, defaults, wrappers, caches, classes): what is read is what Python does.

Each rule is a text; ``rule`` is compared with Python within the window 613000 … 613999 and outside of it. Some must be read:
a reader that refuses everything says nothing. Of the others it is enough that they are not misread.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from generated import define
from grundy.language.read import read
from grundy.language.refusal import Unreadable
from grundy.language.run import Run
from meaning import same

READ = {
    "closures of one factory": """
def maker(k):
    def step(n):
        return n - k
    return step
one, two = maker(1), maker(2)
def rule(n):
    if n // 1000 == 613:
        yield two(n)
    elif n > 1:
        yield one(n)
""",
    "closures of one factory, of tuples": """
def maker(moves):
    def step(n):
        return sum(1 for k in moves if k <= n)
    return step
one, two = maker((1, 2)), maker((1, 2, 3))
def rule(n):
    yield (two(n) if n // 1000 == 613 else one(n))
""",
    "closures of closures": """
def maker(inner):
    def step(n):
        return inner(n) - 1
    return step
def down(k):
    def own(n):
        return n - k
    return own
a, b = maker(down(1)), maker(down(2))
def rule(n):
    if n > 9:
        yield b(n) if n // 1000 == 613 else a(n)
""",
    "one code, other defaults": """
import types
def step(n, k=1):
    return n - k
other = types.FunctionType(step.__code__, globals(), "step", (2,))
def rule(n):
    if n > 3:
        yield other(n) if n // 1000 == 613 else step(n)
""",
    "one code, other globals": """
import types
K = 1
def step(n):
    return n - K
other = types.FunctionType(step.__code__, {"K": 2, "__builtins__": __builtins__}, "step")
def rule(n):
    if n > 3:
        yield other(n) if n // 1000 == 613 else step(n)
""",
    "one code, other defaults by keyword": """
def make(k):
    def step(n, *, m=k):
        return n - m
    return step
one, two = make(1), make(2)
def rule(n):
    if n > 3:
        yield two(n) if n // 1000 == 613 else one(n)
""",
    "generators of one factory": """
def maker(most):
    def steps(n):
        for k in range(1, most + 1):
            yield k
    return steps
one, two = maker(1), maker(2)
def rule(n):
    for k in one(n):
        if k <= n:
            yield n - k
    if n // 1000 == 613:
        for k in two(n):
            yield n - k - 1
""",
    "a helper whose defaults were changed": """
def step(n, k=1):
    return n - k
step.__defaults__ = (2,)
def rule(n):
    if n > 3:
        yield step(n)
""",
    "a helper whose code was changed": """
def step(n):
    return n - 1
def other(n):
    return n - 2
step.__code__ = other.__code__
def rule(n):
    if n > 3:
        yield step(n)
""",
    "arguments by keyword and by place": """
def less(a, /, b, *rest, c=1, d):
    return a - 2 * b - 3 * c - 5 * d - 7 * len(rest)
def rule(n):
    if n > 60:
        yield less(n, 1, d=2)
        yield less(n, 1, 4, 4, d=2, c=0)
        yield less(n, b=1, d=n // 1000 == 613)
""",
    "names that a class mangles": """
__K = 1
_Rules__K = 2
class Rules:
    def step(n):
        return n - __K
step = Rules.step
def rule(n):
    if n > 3:
        yield step(n) if n // 1000 == 613 else n - __K
""",
    "arguments that a class mangles": """
class _Rules:
    def step(__n, __k=1):
        return __n - __k
step = _Rules.step
def rule(n):
    if n > 3:
        yield step(n) if n // 1000 == 613 else n - 1
""",
    "a class of underscores mangles nothing": """
__K = 1
class __:
    def step(n):
        return n - __K
step = __.step
def rule(n):
    if n > 3:
        yield step(n)
""",
    "a cached helper": """
from functools import cache
@cache
def step(n):
    return n - 2
def rule(n):
    if n // 1000 == 613 or 3 < n < 9:
        yield step(n)
""",
    "a name within a comprehension and outside": """
k = 3
def rule(n):
    for each in [k for k in range(1, 3) if k <= n]:
        yield n - each
    if n >= k:
        yield n - k
""",
    "a list of one name that is put into": """
def rule(n):
    b = [1, 1, 1]
    for x in b:
        b[1] = 2
        if x <= n:
            yield n - x
""",
    "a list that is reversed, and put into": """
def rule(n):
    b = [1, 1, 1]
    for x in reversed(b):
        b[1] = 2
        if x <= n:
            yield n - x
""",
    "a tuple that is rebound in its own loop": """
def rule(n):
    t = (1, 2)
    for x in t:
        t = (3, 4, 5)
        if x <= n:
            yield n - x
""",
    "one of two tuples, rebound in the loop": """
def rule(n):
    t, u = (1, 2), (2, 3)
    for x in t if n % 2 else u:
        t = u = 1
        if x <= n:
            yield n - x
""".replace("t = u = 1", "t, u = (7, 7), (8, 8)"),
    "copies of one of two lists": """
def rule(n):
    b, c = [1, 2], [2, 3]
    for x in list(b if n % 2 else c):
        b[1] = c[1] = 7
        if x <= n:
            yield n - x
""".replace("b[1] = c[1] = 7", "b[1] = 7\n        c[1] = 7"),
    "one of two lists that never change": """
def rule(n):
    b, c = [1, 2], [2, 3]
    for x in b if n // 1000 == 613 else c:
        if x <= n:
            yield n - x
""",
    "a number in a range whose end fails": """
def rule(n):
    if n in range(n + 1, n // (n - 5)):
        yield 0
    if n:
        yield n - 1
""",
    "the length of what fails": """
def rule(n):
    yield len((n // (n - 5), 1))
""",
    "a type of what fails": """
def rule(n):
    if isinstance(n + 1, int):
        yield n
    yield 3 if n > 2 else 4
""",
    "an assertion": """
def rule(n):
    assert n != 613_007
    yield n
""",
}

OTHERS = {
    "a wrapper that swaps": """
import functools
def swap(f):
    @functools.wraps(f)
    def inner(a, b):
        return f(b, a)
    return inner
@swap
def less(a, b):
    return a - b
def rule(n):
    if n > 3:
        yield less(1, n)
""",
    "a signature that lies": """
import inspect
def less(a, b):
    return a - b
def other(b, a):
    return 0
less.__signature__ = inspect.signature(other)
def rule(n):
    if n > 3:
        yield less(a=n, b=1)
        yield less(n, 2)
""",
    "what it wraps is another": """
def less(a, b):
    return a - b
def other(b, a):
    return 0
less.__wrapped__ = other
def rule(n):
    if n > 3:
        yield less(n, 2)
        yield less(b=1, a=n)
""",
    "a cache whose __wrapped__ was set": """
from functools import cache
@cache
def step(n):
    return n - 1
step.__wrapped__ = lambda n: n - 2
def own(n):
    return n - 2
step.__wrapped__ = own
def rule(n):
    if n > 3:
        yield step(n)
""",
    "a cache of a wrapper": """
from functools import cache, wraps
def base(n):
    return n - 1
@cache
@wraps(base)
def step(n):
    return n - 2
def rule(n):
    if n > 3:
        yield step(n)
""",
    "a cached generator": """
from functools import cache
@cache
def steps(n):
    yield 1
    yield 2
def rule(n):
    for k in steps(n):
        if k <= n:
            yield n - k
    for k in steps(n):
        if k <= n:
            yield n - k - 0
""",
    "a cached generator with one yield": """
from functools import cache
@cache
def steps(n):
    for k in (1, 2):
        yield k
def rule(n):
    if any(k == 2 for k in steps(n)) and n > 3:
        yield n - 1
    if any(k == 2 for k in steps(n)) and n > 3:
        yield n - 2
""",
    "a cached list that is changed": """
from functools import cache
@cache
def steps(n):
    return [1, 1]
def rule(n):
    b = steps(n)
    if n > b[0]:
        yield n - b[0]
    b[0] = 2
""",
    "a cached list that is changed through a name": """
from functools import cache
@cache
def steps():
    return [1, 1]
def rule(n):
    for k in steps():
        if k <= n:
            yield n - k
    b = steps()
    b[0] = b[0] % 2 + 1
""",
    "lru_cache of lists": """
from functools import lru_cache
@lru_cache(maxsize=None)
def total(b):
    return sum(b)
def rule(n):
    b = [1, 2]
    if n > 3:
        yield n - total(b)
""",
    "one of two lists": """
def rule(n):
    b, c = [1, 1, 1], [3, 3, 3]
    for x in (b if n // 1000 == 613 else c):
        b[1] = 2
        if x <= n:
            yield n - x
""",
    "one list or another": """
def rule(n):
    b, c = [1, 1, 1], [3, 3, 3]
    for x in b or c:
        b[1] = 2
        if x <= n:
            yield n - x
""",
    "one list and another": """
def rule(n):
    b, c = [1, 1, 1], [3, 3, 3]
    for x in b and c:
        c[1] = 2
        if x <= n:
            yield n - x
""",
    "the greater of two lists": """
def rule(n):
    b, c = [1, 1, 1], [3, 3, 3]
    for x in max(b, c):
        c[1] = 2
        if x <= n:
            yield n - x
""",
    "the lesser of two lists, numbered": """
def rule(n):
    b, c = [1, 1, 1], [3, 3, 3]
    for i, x in enumerate(min(b, c)):
        b[1] = 2
        if x + i <= n:
            yield n - x - i
""",
    "one of two lists, in step": """
def rule(n):
    b, c = [1, 1, 1], [3, 3, 3]
    for x, y in zip(b, b if n % 2 else c):
        b[1] = 2
        if x + y <= n:
            yield n - x - y
""",
    "one of two lists, backwards": """
def rule(n):
    b, c = [1, 1, 1], [3, 3, 3]
    for x in reversed(b or c):
        b[1] = 2
        if x <= n:
            yield n - x
""",
    "one of two lists, sorted in the loop": """
def rule(n):
    b, c = [3, 2, 1], [3, 3, 3]
    for x in (c if n % 2 else b):
        b.sort()
        if x <= n:
            yield n - x
""",
    "one of three lists": """
def rule(n):
    b, c, d = [1, 1, 1], [3, 3, 3], [4, 4, 4]
    for x in (b if n % 2 else (c or d)):
        c[1] = 2
        if x <= n:
            yield n - x
""",
    "a helper that hands its list back": """
def same(b):
    return b
def rule(n):
    b = [1, 1, 1]
    for x in same(b):
        b[1] = 2
        if x <= n:
            yield n - x
""",
    "a helper that hands one of its lists back": """
def one(b, c, n):
    return b if n % 2 else c
def rule(n):
    b, c = [1, 1, 1], [3, 3, 3]
    for x in one(b, c, n):
        b[1] = 2
        if x <= n:
            yield n - x
""",
    **{
        f"a module's own reversed within {name}": f"""
def reversed(t):
    return t
def rule(n):
    t = (1, 2, 3)
    {line}
    if n > 5:
        yield n - b[0]
"""
        for name, line in {
            "tuple()": "b = tuple(reversed(t))",
            "list()": "b = list(reversed(t))",
            "sorted()": "b = sorted(reversed(t)) + [0]\n    b[0] = sum(reversed(t))",
            "extend()": "b = []\n    b.extend(reversed(t))",
            "a loop": "b = [x for x in reversed(t)]",
            "max()": "b = (max(reversed(t)), 0)",
            "*": "b = (*reversed(t), 0)",
        }.items()
    },
    **{
        f"a module's own {name}": f"""
def {name}(*args):
    return (1, 2)
def rule(n):
    for x in {call}:
        if n > 9:
            yield n - 3
"""
        for name, call in {
            "range": "tuple(range(3))",
            "enumerate": "tuple(enumerate((1, 2, 3)))",
            "zip": "tuple(zip((1, 2, 3), (1, 2, 3)))",
            "sorted": "sorted((3, 1, 2))",
            "list": "list((3, 1, 2))",
            "tuple": "tuple((3, 1, 2))",
        }.items()
    },
    "a module's own int": """
class int:
    pass
def rule(n):
    if isinstance(n, int):
        yield 0
    yield n + 1
""",
    "a module's own isinstance": """
def isinstance(n, kind):
    return False
def rule(n):
    yield 1 if isinstance(n, int) else 2
""",
    "a name that is only bound where nothing comes": """
K = 3
def rule(n):
    yield n + K
    return
    import K
""",
    "a name that is only a function where nothing comes": """
K = 3
def rule(n):
    if n > 5:
        yield n - K
    return
    def K():
        pass
""",
    "a name that only an exception has where nothing comes": """
K = 3
def rule(n):
    yield n + K
    return
    try:
        pass
    except ValueError as K:
        pass
""",
    "a name that only with has where nothing comes": """
K = 3
def rule(n):
    if n > 5:
        return
        with n as K:
            pass
    yield n + K
""",
    "a name that only a pattern has where nothing comes": """
K = 3
def rule(n):
    yield n + K
    return
    match n:
        case K:
            pass
""",
    "a type of what fails, told": """
def rule(n):
    if isinstance(n // (n - 5), int):
        yield n
""",
    "a list compared with what fails": """
def rule(n):
    yield 1 if [n // (n - 5)] == (1,) else 2
""",
    "a range compared with what fails": """
def rule(n):
    yield 1 if range(3) == (n // (n - 5),) else 2
""",
    "a tuple of what fails, indexed": """
def rule(n):
    yield (n, n // (n - 5))[0]
""",
    "a slice of what fails": """
def rule(n):
    yield len((n, n // (n - 5))[:1])
""",
    "a callable object": """
class Step:
    def __call__(self, n):
        return n - 1
step = Step()
def rule(n):
    if n:
        yield step(n)
""",
    "a partial": """
from functools import partial
def less(k, n):
    return n - k
step = partial(less, 2)
def rule(n):
    if n > 2:
        yield step(n)
""",
    "a function that calls itself": """
def down(n):
    return n if n < 5 else down(n - 5)
def rule(n):
    if n < 100:
        yield down(n)
""",
    "a function that makes functions for ever": """
def maker(k):
    def step(n):
        return n - k if k > 90 else maker(k + 1)(n)
    return step
one = maker(1)
def rule(n):
    if n > 100:
        yield one(n)
""",
}


@pytest.mark.parametrize("text", READ.values(), ids=READ)
def test_what_is_read_between_functions(text: str) -> None:
    assert same(define(text))


@pytest.mark.slow
@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_nothing_is_misread_between_functions(text: str) -> None:
    same(define(text))


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file that can be imported, and is forgotten."""
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path / "own_steps.py"
    sys.modules.pop("own_steps", None)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("def step(n, k=1):\n    return n - k\n", "def step(n, k=2):\n    return n - k\n"),
        ("K = 1\ndef step(n):\n    return n - K\n", "K = 2\ndef step(n):\n    return n - K\n"),
        ("def step(n):\n    return n - 1\n", "def step(n):\n    return n - 2\n"),
        ("def make(k):\n    def step(n):\n        return n - k\n    return step\nstep = make(1)\n",) * 2,
    ],
)
def test_functions_of_a_reloaded_module(first: str, second: str, module: Path) -> None:
    """The old function and the new one are two, whatever their code."""
    sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
    module.write_text(first)
    steps = importlib.import_module("own_steps")
    old = steps.step
    module.write_text(second)
    importlib.invalidate_caches()
    new = importlib.reload(steps).step
    sys.dont_write_bytecode = before
    text = "def rule(n):\n    if n > 3:\n        yield new(n) if n // 1000 == 613 else old(n)\n"
    function = define(text)
    function.__globals__.update(old=old, new=new)
    same(function)


BOARDS = """
from grundy.language.wrapped import Wrapped
class Row(Wrapped):
    {own}
    def less(self, k: int) -> "Row":
        return self.of((self.state[0] - k, self.state[1]))
    def __getitem__(self, place: int) -> int:
        return self.state[1 - place]
def same(row: Row) -> Row:
    return row.less(0)
def rule(row: Row):
    {body}
"""
"""A row whose items are asked for the other way round."""


@pytest.mark.parametrize(
    ("own", "body", "is_read"),
    [
        ("", "yield row.less(row[0])", True),
        ("", "yield row.less(same(row)[0])", True),
        ("", "yield row.less((row if row.state[0] > 9 else row.less(1))[0])", True),
        ("", "yield row.less(row.less(1)[0])", True),
        ("", "yield row.less((row or row.less(1))[0])", False),
        ("", "yield row.less((row and row.less(1))[0])", False),
        ("", "yield row.less(len(row.state) if not row else 1)", False),
        ("@property\n    def own(self):\n        return self.less(1)", "yield row.less(row.own[0])", True),
        ("def __init__(self, state): self.state = (state[0] + 1, state[1])", "yield row.less(1)", False),
        ("def __eq__(self, other): return True\n    __hash__ = None", "yield row.less(row == row.less(1))", False),
        ("def __ne__(self, other): return True", "yield row.less(row != row.less(0))", False),
        ("def __new__(cls, state): return Wrapped.__new__(Row)", "yield row.less(1)", False),
        ("def __getattribute__(self, name): return super().__getattribute__(name)", "yield row.less(1)", False),
        ("@property\n    def state(self): return (1, 2)", "yield row.less(1)", False),
        ("def __getattr__(self, name): return 3", "yield row.less(row.other)", False),
        ("def __bool__(self): return False", "yield row.less((row or row.less(1))[0])", False),
        ("def __len__(self): return 0", "yield row.less(1 if row else 2)", False),
    ],
)
def test_objects_over_a_tuple(own: str, body: str, is_read: bool) -> None:
    """What is asked of an object is asked of its class, in whatever way the object was come by."""
    function = define(BOARDS.format(own=own, body=body))
    kind = function.__globals__["Row"]
    try:
        run = Run(read(function))
    except Unreadable:
        assert not is_read
        return
    assert is_read
    for state in [(3, 1), (1, 3), (12, 0), (0, 0), (613_001, 7)]:
        assert run.yields((state,)) == [each.state for each in function(kind(state))]
