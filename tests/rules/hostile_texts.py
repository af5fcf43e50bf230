"""Texts of rules as somebody would write them who means harm, by families."""

from __future__ import annotations

import random
from collections.abc import Iterator

GAME = """import grundy as gr


@gr.game(least=0{options})
def f(n: int{parameters}):
    '''A game.'''
{body}
"""
GOOD = """import grundy as gr
from grundy.rules.board import X, O

LINES = tuple(tuple(range(i, i + 3)) for i in range(3))


def helper(n: int, k: int) -> int:
    return n - k


@gr.game(least=0)
def f(n: int, *, m: int = 3):
    for k in range(1, min(m, n) + 1):
        yield helper(n, k)


@f.ending
def ending(n: int):
    return gr.LOSS if n == 0 else None


f.called("A game", "Take some.")
f.starts("7", sizes="3; 7", variants={"Small": "4 m=2"})
"""


def game(body: str = "    yield n - 1", options: str = "", parameters: str = "") -> str:
    return GAME.format(body=body, options=options and f", {options}", parameters=parameters)


def long_constants(count: int = 300) -> str:
    """Constants of which each takes nearly all the steps that it may."""
    lines = (f"K{i} = any(i < 0 for i in range({60_000 + i}))" for i in range(count))
    return "\n".join(lines) + f"\n{game()}"


def deep() -> Iterator[str]:
    """Brackets, signs, calls, conditions and blocks within each other."""
    for depth in (20, 45, 90, 300, 1900, 9000):
        shapes = [
            "(" * depth + "n" + ")" * depth,
            "-" * depth + "n",
            "not " * depth + "n",
            "n" + "+n" * depth,
            "n" + ".a" * depth,
            "n" + "[0]" * depth,
            "n" + "()" * depth,
            "n if n else " * depth + "n",
            "lambda: " * depth + "n",
            " < ".join(["n"] * depth),
            "f(" * depth + "n" + ")" * depth,
            "[" * depth + "n" + " for n in n]" * depth,
            "**".join(["n"] * depth),
            "f'" + "{" * depth + "n" + "}" * depth + "'",
        ]
        for shape in shapes:
            yield game(f"    yield {shape}")
            yield f"K = {shape.replace('n', '1')}\n{game()}"
    for depth in (15, 25, 99, 400):
        yield game("".join(f"{' ' * (4 + i)}if n:\n" for i in range(depth)) + " " * (5 + depth) + "yield n - 1")
        yield game(
            "".join(f"{' ' * (4 + i)}for k{i} in range(n):\n" for i in range(depth)) + " " * (5 + depth) + "yield 0"
        )
        yield game("    if n == 1:\n        yield 0\n" + "    elif n == 2:\n        yield 1\n" * depth)
        yield game("".join(f"{' ' * (4 + i)}def g{i}():\n" for i in range(depth)) + " " * (5 + depth) + "return 1")


def listed(text: str) -> list[str]:
    """Return what stands in a text between semicolons with a space before them."""
    return [each.strip() for each in text.split(" ;")]


NUMBERS = ["10**100000000", "1 << 10**12", "9" * 3000, "9" * 5000, "0x" + "f" * 4000, "1e999", "1j", "2**2**2**2**2**2"]
NUMBERS += [
    "10**10**10**10",
    "-1 << -1",
    "1 // 0",
    "1 % 0",
    "pow(3, 10**9)",
    "pow(3, -1)",
    "abs(-(1 << 10**9))",
    "~(1 << 9**9)",
]
NUMBERS += ["max(10**99999, 1)", "sum(1 << k for k in range(10**9))", "len(range(10**18))", "(1 << 4000) * (1 << 4000)"]
MEMORY = listed("""
tuple(range(10**9)) ; [0] * 10**9 ; (0,) * 10**10 ; sorted(range(10**9)) ; list(range(10**8)) + [1] ;
[k for k in range(10**9)] ; tuple(tuple(range(10**6)) for k in range(10**6)) ; {k: k for k in range(10**9)} ;
'a' * 10**10 ; b'a' * 10**10 ; '%99999999d' % 1 ; '{:>999999999}'.format(1) ; f'{1:>999999999}' ; (1, 2) * -1
""")
BUILT_IN = listed("""
eval('1') ; exec('x = 1') ; open('/etc/passwd') ; __import__('os').system('true') ; compile('1', 'a', 'eval') ; globals() ;
locals() ; vars() ; dir() ; getattr(n, 'real') ; type(n) ; super() ; print(n) ; input() ; help() ; breakpoint() ; exit() ;
quit() ; id(n) ; hash(n) ; memoryview(b'') ; __builtins__ ; __loader__ ; __spec__ ; __builtins__['eval']('1') ;
gr.__builtins__ ; gr.__dict__ ; gr.sys ; gr.game.__globals__ ; gr.game(open) ; ().__class__.__bases__[0].__subclasses__() ;
n.__class__ ; f.__code__ ; f.__globals__ ; f.function ; gr.nim(3) ; (lambda: 1)() ; [*open('x')] ; (yield) ; (x := 3) ;
{**globals()} ; f'{n.__class__}' ; n @ n ; ... ; await n
""")


def expressions() -> Iterator[str]:
    """Numbers, memory and names of Python's own, wherever an expression may stand."""
    for each in (*NUMBERS, *MEMORY, *BUILT_IN):
        yield game(f"    yield {each}")
        yield f"import grundy as gr\nn = 3\nK = {each}\n{game()}"
        yield game(parameters=f", *, m: int = {each}")
        yield game(options=f"trials={each}")
        yield game(parameters=f", k: {each} = 0")
        yield f"{game()}\nf.starts({each})\n"


def endless() -> Iterator[str]:
    """Loops without an end, in rules and beside them."""
    loops = ["while True:\n        pass", "while n:\n        n = n + 1", "for k in range(10**18):\n        n = n ^ k"]
    loops += [
        "while 1:\n        n = n * n + 1",
        "while True:\n        n = (n + 1) % 7\n        if n < 0:\n            break",
    ]
    loops += ["b = [1]\n    while True:\n        b = b + b", "b = [0] * 4000\n    while True:\n        n += b.count(1)"]
    for loop in loops:
        yield game(f"    {loop}\n    yield n - 1")
        yield f"def h(n: int) -> int:\n    {loop}\n    return n\n\n\nK = h(3)\n{game()}"
        yield f"def h(n: int) -> int:\n    {loop}\n    return n\n\n\n{game(parameters=', *, m: int = h(3)')}"
        yield game("    while True:\n        yield n\n")
        for hook in ("ending", "symmetry", "sized", "parts"):
            yield f"{game()}\n\n@f.{hook}\ndef g(n: int):\n    {loop}\n    return n\n"
        yield f"def h(n: int) -> int:\n    {loop}\n    return n\n\n\n{game('    yield h(n)')}"
    yield f"def h(n: int) -> int:\n    return h(n)\n\n\n{game('    yield h(n)')}"
    yield f"def h(n: int) -> int:\n    return g(n)\n\n\ndef g(n: int) -> int:\n    return h(n)\n\n\n{game('    yield h(n)')}"
    for count in (10, 30, 59, 200):
        helpers = "".join(
            f"def h{i}(n: int) -> int:\n    return h{i - 1}(n) + h{i - 1}(n)\n\n\n" for i in range(1, count)
        )
        yield f"def h0(n: int) -> int:\n    return n\n\n\n{helpers}{game(f'    yield h{count - 1}(n)')}"
        yield f"def h0(n: int) -> int:\n    return n\n\n\n{helpers}K = h{count - 1}(1)\n{game()}"


NAMES = listed("""
__builtins__ ; __name__ ; __file__ ; __import__ ; __loader__ ; __debug__ ; __annotations__ ; print ; range ; len
""")


def names() -> Iterator[str]:
    """Names that mean something to Python or to grundy, given another meaning."""
    for name in NAMES:
        yield f"{name} = 3\n{game()}"
        yield f"{name} = {{}}\n{game()}"
        yield f"def {name}(n: int) -> int:\n    return n\n\n\n{game(f'    yield {name}(n)')}"
        yield f"import grundy as {name}\n{game()}"
        yield f"{game().replace('def f', f'def {name}')}"
        yield game(parameters=f", *, {name}: int = 3")
    for module in (
        "os",
        "sys",
        "subprocess",
        "importlib",
        "ctypes",
        "builtins",
        "grundy.faces.cli.files",
        "grundy.games.nim",
    ):
        yield f"import {module}\n{game()}"
        yield f"from {module} import *\n{game()}"
        yield f"from {module} import path as gr\n{game()}"
        yield game(f"    import {module}\n    yield n - 1")
    for line in (
        "from . import x",
        "from .. import os",
        "from grundy import *",
        "from grundy import _home",
        "import grundy.rules",
    ):
        yield f"{line}\n{game()}"


def unfolding() -> Iterator[str]:
    """What is short to write and endless to go through: tuples within tuples, generators and stars that are written out."""
    doubled = "A = (1,)\n" + "A = (A, A)\n" * 60
    wide = "A0 = (1,) * 100\n" + "".join(f"A{i} = ({f'A{i - 1}, ' * 90})\n" for i in range(1, 8)) + "A = A7\n"
    for constant in (doubled, wide, "A = {1: 1}\n" + "A = {0: A, 1: A}\n" * 60):
        yield constant + game()
        for use in ("len(A)", "gr.Grid(A)", "gr.Grid(A, 3)", "{A: 1}", "A == A", "tuple((a, a) for a in A)"):
            yield f"import grundy as gr\n{constant}B = {use}\n{game()}"
        yield constant + game("    if n > len(A):\n        yield n - 1")
        yield constant + game(parameters=", *, m=A")
        yield constant + game(options="trials=A")
        yield f"{constant}{game()}\nf.starts(A)\n"
        yield f"{constant}{game()}\nf.looks(A)\n"
    yield "A = (1, 2)\n" + "A = A + A\n" * 60 + game()
    yield "".join(f"v{i} = 1\n" for i in range(1500)) + f"A = tuple((i + 1, i) for i in (1,) * 4000 if i)\n{game()}"
    twice = "sum(i for i in h{0}(n)) + sum(i for i in h{0}(n))"
    inner = "".join(
        f"def h{i + 1}(n):\n    for k in range({twice.format(i)}):\n        yield k\n\n\n" for i in range(20)
    )
    first = "def h0(n):\n    for k in range(n):\n        yield k\n\n\n"
    yield first + inner + game("    for k in h20(n):\n        yield k")
    yield game("    yield len(" + "[1, *" * 25 + "[n]" + "]" * 25 + ")")
    yield game("    a = [n]\n    yield len(" + "[*" * 25 + "a" + ", *a]" * 25 + ")")
    calls = ("(a, b, c, d)", "(b, c, d, a)", "([1], b, c, d)", "((1,), c, d, b)")
    kinds = "def g0(a, b, c, d):\n    return 1\n\n\n" + "".join(
        f"def g{i + 1}(a, b, c, d):\n    return {' + '.join(f'g{i}{each}' for each in calls)}\n\n\n" for i in range(40)
    )
    yield kinds + game("    yield g40(n, n, n, n)")


OTHER = [
    "class A:\n    x = print(1)",
    "class A(type):\n    pass",
    "with open('x') as f:\n    pass",
    "try:\n    1\nexcept E:\n    pass",
]
OTHER += [
    "async def h():\n    pass",
    "del gr",
    "global x",
    "x: int",
    "K[0] = 3",
    "gr.game = 3",
    "a = b = 3",
    "a, b = 1",
    "*a, b = (1, 2)",
]
OTHER += [
    "K += 1",
    "for k in range(3):\n    pass",
    "while True:\n    pass",
    "if True:\n    K = 1",
    "assert False",
    "raise E",
    "match 1:\n    case _:\n        pass",
]
OTHER += [
    "return 3",
    "yield 3",
    "await x",
    "lambda: 3",
    "f.function = 3",
    "print('hello')",
    "f()",
    "f.bind()",
    "f.solve(3)",
    "import os; os._exit(1)",
]
OTHER += [
    "f.called()",
    "f.called(3, 4)",
    "f.called('{0.__class__}', '{}')",
    "f.called('%s' * 999, 'a' * 9999)",
    "f.starts('{}')",
    "f.looks('../../x')",
]
OTHER += [
    "f.starts('9' * 9)",
    f"f.starts('{'9' * 3000}')",
    "f.starts('0..9999999999', small='0..9999999999')",
    f"f.starts('3', sizes='{'3; ' * 900}')",
]
OTHER += [
    "f.starts('rules.py:x')",
    "f.starts('--help')",
    "f.starts('$(id)')",
    "f.starts('3', variants={'a': 3})",
    "f.starts(**{'usual': '3'})",
    "f.starts(*['3'])",
]
DECORATORS = [
    "print",
    "(lambda g: g)",
    "gr.nim",
    "gr.chase",
    "gr.tablebase('x')",
    "gr.game(name=3)",
    "gr.game(name='a' * 10**9)",
    "gr.game(x=3)",
]
DECORATORS += [
    "gr.game(bounds=h)",
    "gr.game(bounds=(10**9,) * 50)",
    "gr.game(board=h)",
    "gr.game(board=3)",
    "gr.game(*h)",
    "gr.game(**h)",
    "gr.game(h)",
]
DECORATORS += [
    "gr.game(board=gr.Grid())",
    "gr.game(board=gr.Grid('.'))",
    "gr.game(board=gr.Grid(h))",
    "gr.game(board=gr.Grid('.#', same='x'))",
    "h",
    "h(3)",
]
DECORATORS += [
    "gr.game\n@gr.game",
    "gr.game\n@h",
    "f.ending",
    "f.nothing",
    "gr.game.ending",
    "staticmethod",
    "property",
    "__import__('os').system",
    "gr",
]
DECORATORS += [
    "gr.partisan_game",
    "gr.partisan_game(scoring=True)",
    "gr.scoring_game(board=gr.Grid('.#'))",
    "gr.heap_game(least=0)",
    "gr.game(least='a')",
]
ODD = [
    "\x00",
    "\ud800",
    "\ufeff",
    "\u202e",
    "\u2028",
    "\x0c",
    "\r",
    "\t",
    "é",
    "ｇｒ",
    "𝔤𝔯",
    "🎲",
    "ﬁ",
    "\\",
    "`",
    "$",
    "\x1a",
    "\x7f",
    "‮def‬",
    "\u0000" * 50,
]


def statements() -> Iterator[str]:
    """What only running it would decide; decorators; letters that are none."""
    for other in OTHER:
        yield f"{game()}\n{other}\n"
        yield f"{other}\n{game()}"
    for decorator in DECORATORS:
        yield f"import grundy as gr\n\n\ndef h(n):\n    return n\n\n\n@{decorator}\ndef f(n: int):\n    yield n - 1\n"
    for odd in ODD:
        yield f"{odd}{game()}"
        yield game(f"    {odd} = n\n    yield n - 1")
        yield game(f"    yield n - 1  # {odd}")
        yield game().replace("A game.", odd)
        yield f"{game()}\nf.called({odd!r}, {odd!r})\n"


def sizes() -> Iterator[str]:
    """Long texts, long lines, many functions, and none at all."""
    yield from ("", " ", "\n" * 50, "#", "import grundy as gr", "x" * 1_000_000, "(" * 1_000_000, "\n" * 1_000_000)
    yield from ("#" * 1_000_000, '"' * 1_000_000, "a=1\n" * 250_000, "é" * 500_000, "\\\n" * 500_000, "'''" * 300_000)
    yield from (
        "a=1;" * 4900,
        "a=" * 9900 + "1",
        "(1," * 5000,
        "1," * 9000,
        "\t" * 19_000 + "x",
        "a\n " * 6000,
        "x" * 19_000,
    )
    for count in (50, 250):
        yield "".join(f"def h{i}(n: int) -> int:\n    return n\n\n\n" for i in range(count)) + game()
        yield game(parameters="".join(f", a{i}: int = 0" for i in range(count)))
        yield "import grundy as gr\n" + "".join(f"@gr.game\ndef g{i}(n: int):\n    yield n - 1\n" for i in range(count))
        yield game("    yield n - 1\n" * count)


def mutated(count: int, seed: int) -> Iterator[str]:
    """A good text with something changed, left out or doubled; and cut off."""
    chance = random.Random(seed)
    letters = "()[]{}:=.,@*'\"\\\n 0123456789nkfgr_+-<>#"
    for _each in range(count):
        text = GOOD
        for _turn in range(chance.randrange(1, 4)):
            start = chance.randrange(len(text))
            end = min(len(text), start + chance.choice((0, 1, 1, 3, 12)))
            middle = chance.choice(("", chance.choice(letters), text[start:end] * 2, text[-20:]))
            text = text[:start] + middle + text[end:]
        yield text
    for _each in range(count // 4):
        yield GOOD[: chance.randrange(len(GOOD))]


def all_texts() -> list[str]:
    """All of them, each once."""
    families = (deep(), expressions(), endless(), names(), statements(), sizes(), mutated(240, 28))
    return list(dict.fromkeys(text for family in families for text in family))
