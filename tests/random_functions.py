"""Random rules made of several functions: pairs of steps, each come by in a way of its own, asked in one rule.

What is sure is read; of what wraps, caches, shadows or has two names there is at most one part, which may be refused.
"""

from __future__ import annotations

import random

SURE = [
    "def make_{f}(k):\n    def step(n):\n        return n - k\n    return step\n"
    "{f}, also_{f} = make_{f}({a}), make_{f}({b})",
    "def make_{f}(k, j={b}):\n    def step(n):\n        return n - k - j\n    return step\n"
    "{f}, also_{f} = make_{f}({a}), make_{f}({b}, j={a})",
    "def make_{f}(g, k):\n    def step(n):\n        return g(n) + k\n    return step\ndef own_{f}(n):\n    return n - {b}\n"
    "{f} = make_{f}(own_{f}, {a})\nalso_{f} = make_{f}({f}, {b})",
    "def make_{f}(t):\n    def step(n):\n        return n - sum(x for x in t if x <= n % {b})\n    return step\n"
    "{f}, also_{f} = make_{f}((1, {a})), make_{f}((2, {b}))",
    "def {f}(n, k={a}):\n    return n - k\n{f}.__defaults__ = ({b},)\ndef also_{f}(n, *, k={a}):\n    return n + k",
    "def {f}(n, *, k={a}):\n    return n - k\n{f}.__kwdefaults__ = {{'k': {b}}}\nalso_{f} = {f}",
    "import types\ndef {f}(n, k={a}):\n    return n - k\n"
    "also_{f} = types.FunctionType({f}.__code__, globals(), 'also', ({b},))",
    "import types\nK = {a}\ndef {f}(n):\n    return n - K\n"
    "also_{f} = types.FunctionType({f}.__code__, {{'K': {b}, '__builtins__': __builtins__}}, 'also')",
    "def less_{f}(m, k, /, *rest, c={a}, d={b}):\n    return m - k * c - d * len(rest)\n"
    "def {f}(n):\n    return less_{f}(n, {a}, d={b})\ndef also_{f}(n):\n    return less_{f}(n, {b}, 7, 8, c={a})",
    "def plain_{f}(f):\n    return f\n@plain_{f}\ndef {f}(n):\n    return n - {a}\n"
    "def also_{f}(n):\n    return {f}(n) - {b}",
    "import functools\n@functools.cache\ndef {f}(n):\n    return n - {a}\n@functools.lru_cache(maxsize=3)\n"
    "def also_{f}(n):\n    return n - {b} if n % 2 else n",
    "import functools\ndef other_{f}(n):\n    return n - {a}\ndef {f}(n):\n    return n - {b}\n"
    "functools.update_wrapper({f}, other_{f})\nalso_{f} = other_{f}",
    "def {f}(n):\n    b = [n, {a}]\n    return b[1] + {b}\ndef also_{f}(n):\n    min = {f}(n)\n    return min - {a}",
    "def steps_{f}(n):\n    for k in ({a}, {b}):\n        yield n - k\ndef {f}(n):\n    return sum(steps_{f}(n))\n"
    "def also_{f}(n):\n    return max(steps_{f}(n))",
    "__K = {a}\n_C{f}__K = {b}\nclass C{f}:\n    def step(n):\n        return n - __K\n{f} = C{f}.step\n"
    "def also_{f}(n):\n    return n - __K",
    "def listed_{f}(n):\n    b = [n - {a}]\n    b.append({b})\n    return b\ndef {f}(n):\n    c = listed_{f}(n)\n"
    "    c[0] += 1\n    return c[0] + listed_{f}(n)[0]\ndef also_{f}(n):\n    return listed_{f}(n)[1] - n % 2",
]
"""Each defines two steps."""
DOUBTFUL = [
    "import functools\ndef swap_{f}(f):\n    @functools.wraps(f)\n"
    "    def inner(m, k):\n        return f(k, m)\n    return inner\n"
    "@swap_{f}\ndef less_{f}(m, k):\n    return m - k\ndef {f}(n):\n    return less_{f}({a}, n)\n"
    "def also_{f}(n):\n    return less_{f}(k=n, m={b})",
    "import inspect\ndef less_{f}(m, k):\n    return m - k\ndef lies_{f}(k, m):\n    return 0\n"
    "less_{f}.__signature__ = inspect.signature(lies_{f})\ndef {f}(n):\n    return less_{f}(n, {a})\n"
    "def also_{f}(n):\n    return less_{f}(k={b}, m=n)",
    "import functools\n@functools.cache\ndef {f}(n):\n    return n - {a}\ndef lies_{f}(n):\n    return n - {b}\n"
    "{f}.__wrapped__ = lies_{f}\nalso_{f} = lies_{f}",
    "import functools\n@functools.cache\ndef steps_{f}(n):\n    yield n - {a}\n    yield n - {b}\ndef {f}(n):\n"
    "    return sum(x for x in steps_{f}(n))\ndef also_{f}(n):\n    return sum(x for x in steps_{f}(n))",
    "import functools\n@functools.cache\ndef listed_{f}(n):\n    return [n - {a}, {b}]\ndef {f}(n):\n    b = listed_{f}(n)\n"
    "    b[0] += 1\n    return b[0]\ndef also_{f}(n):\n    return listed_{f}(n)[0]",
    "def reversed(t):\n    return t\ndef {f}(n):\n"
    "    return tuple(reversed((n, {a})))[0]\ndef also_{f}(n):\n    return {f}(n) - {b}",
    "def sorted(t):\n    return t\ndef {f}(n):\n    return sorted((n, {a}))[0]\ndef also_{f}(n):\n    return {f}(n) - {b}",
    "def range(k):\n    return ({a}, {b})\ndef {f}(n):\n    return n - sum(x for x in range(2))\n"
    "def also_{f}(n):\n    return n + len(tuple(range(5)))",
    "def zip(s, t):\n    return ((1, 2),)\ndef {f}(n):\n"
    "    return sum(x + y for x, y in zip((n, {a}), ({b}, {b})))\nalso_{f} = {f}",
    "def same_{f}(b):\n    return b\ndef {f}(n):\n    b = [n, {a}]\n    c = same_{f}(b)\n    c[0] = {b}\n    return b[0]\n"
    "also_{f} = {f}",
    "def put_{f}(b):\n    b[0] = {a}\n    return {b}\ndef {f}(n):\n"
    "    b = [n, {a}]\n    return put_{f}(b) + b[0]\nalso_{f} = {f}",
    "K = {a}\ndef {f}(n):\n    return n - K\n    import K\ndef also_{f}(n):\n    return n - K",
    "class Step:\n    def __call__(self, n):\n        return n - {a}\n{f} = Step()\ndef also_{f}(n):\n    return n - {b}",
    "from functools import partial\ndef less_{f}(k, n):\n    return n - k\n{f} = partial(less_{f}, {a})\n"
    "def also_{f}(n):\n    return less_{f}({b}, n)",
]
"""Each defines two steps, which may be refused, and never misread."""
USES = [
    "yield {f}(n) if {window} else {g}(n)",
    "if {window}:\n        yield {f}(n) + {g}(n)\n    yield {f}(n)",
    "b, c = [{f}(n), {a}], [{g}(n), {b}]\n    for x in b:\n        c[1] += x\n    yield c[1] if {window} else b[0]",
    "for i, x in enumerate(({f}(n), {g}(n))):\n        yield x + i if {window} else x",
    "t = ({f}(n), {g}(n))\n    for x in t:\n        t = ({a}, {b})\n        yield x + t[0]",
    "b = [{f}(n), {a}, {g}(n)]\n    for x in reversed(b):\n        b[0] = {b}\n        yield x",
    "m = {g}(n)\n    while m > n - {b} and m > 0:\n        yield {f}(m)\n        m -= {a}",
]
ALIASES = ["b if {window} else c", "b or c", "b and c", "max(b, c)", "min(c, b)"]
OVER = ["{list}", "reversed({list})", "(y for _i, y in enumerate({list}))", "(y for y, _z in zip({list}, (1, 2)))"]
TWO_NAMES = (
    "b, c = [{f}(n), {a}], [{g}(n), {b}]\n    for x in {over}:\n"
    "        {name}[1] = {a}\n        yield x\n    yield b[1] + c[1]"
)
"""A loop over a list that has no single name, which its body changes: it may be refused."""
WINDOWS = ["n // 1000 == 613", "n % 3 == 1", "n > {b}", "n // 1000 == 613 and n % 2"]


def random_functions(seed: int) -> str:
    """The text of a rule of one to three pairs of steps and one to three uses of them, the same for the same seed."""
    draw = random.Random(seed)
    names = ["one", "two", "three"][: draw.randint(1, 3)]
    doubtful = draw.choice(["", "", "", "steps", "names"])
    lines = [draw.choice(SURE) for _name in names]
    if doubtful == "steps":
        lines[-1] = draw.choice(DOUBTFUL)
    lines = [
        each.format(f=name, a=draw.randint(1, 4), b=draw.randint(5, 9)) for each, name in zip(lines, names, strict=True)
    ]
    steps = [*names, *(f"also_{name}" for name in names)]
    lines.append("def rule(n):")
    uses = [draw.choice(USES) for _ in range(draw.randint(1, 3))]
    if doubtful == "names":
        uses[0] = TWO_NAMES
    for use in uses:
        a, b = draw.randint(1, 4), draw.randint(5, 9)
        window = draw.choice(WINDOWS).format(b=b)
        over = draw.choice(OVER).format(list=draw.choice(ALIASES).format(window=window))
        own = {"f": draw.choice(steps), "g": draw.choice(steps), "name": draw.choice("bc")}
        lines.append(f"    {use.format(**own, window=window, over=over, a=a, b=b)}")
    return "\n".join(lines) + "\n"
