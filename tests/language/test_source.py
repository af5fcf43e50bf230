"""Rules are read, rewritten and give what Python gives, or say that they cannot."""

from __future__ import annotations

import ast
import collections
import functools
import importlib
import itertools
import linecache
import types
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from generated import LARGEST, SMALLEST, define, outside, run
from grundy.language.ir import constants
from grundy.language.native import FULL, UNFIT, of_states
from grundy.language.read import read
from grundy.language.refusal import Unreadable, pack_params

# -- what Python gives, and whether it left 64 bits on the way ---------------------------------------------------------


class _Beyond(Exception):
    """64 bits do not hold it."""


def _fit(value: Any) -> Any:
    if isinstance(value, int) and outside(value):
        raise _Beyond
    return value


def _left(x: int, y: int) -> int:
    if y > 63:
        raise _Beyond
    return _fit(x << y)


def _power(x: int, y: int) -> int:
    if abs(x) > 1 and y > 63:
        raise _Beyond
    if y < 0:
        raise _Beyond
    return _fit(x**y)


def _sum(values: Any) -> int:
    return functools.reduce(lambda x, y: _fit(x + y), values, 0)


class _Watched(ast.NodeTransformer):
    """Every operation is looked at."""

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        special = {ast.LShift: "_left", ast.Pow: "_power"}.get(type(node.op))
        if special:
            return ast.Call(ast.Name(special, ast.Load()), [node.left, node.right], [])
        return ast.Call(ast.Name("_fit", ast.Load()), [node], [])

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        return ast.Call(ast.Name("_fit", ast.Load()), [node], [])

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "sum":
            node.func.id = "_sum"
        if isinstance(node.func, ast.Name) and node.func.id in ("abs", "divmod"):
            return ast.Call(ast.Name("_all_fit", ast.Load()), [node], [])
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        read_it = ast.parse(ast.unparse(node.target), mode="eval").body
        return self.visit(ast.Assign([node.target], ast.BinOp(read_it, node.op, node.value)))


def _all_fit(value: Any) -> Any:
    for x in value if isinstance(value, tuple) else (value,):
        _fit(x)
    return value


def watched(text: str, **names: object) -> Callable[..., Any]:
    tree = ast.fix_missing_locations(_Watched().visit(ast.parse(text)))
    return define(ast.unparse(tree), _fit=_fit, _left=_left, _power=_power, _sum=_sum, _all_fit=_all_fit, **names)


def expected(function: Callable[..., Any], state: tuple[int, ...], width: int) -> list[int] | None:
    """The cells of the children, or None where 64 bits do not do."""
    cells: list[int] = []
    try:
        for child in itertools.islice(function(*state), 2000):
            row = child if isinstance(child, tuple) else (child,)
            if len(row) != width:
                return None
            cells.extend(_fit(int(x)) for x in row)
    except (_Beyond, ArithmeticError, ValueError, IndexError, TypeError, AssertionError):
        return None
    return cells


# -- every feature by name ---------------------------------------------------------------------------------------------

LIMIT = 3
MOVES = (1, 3, 4)
LINES = ((0, 1, 2), (3, 4, 5), (0, 3, 6))
GLOBALS = {"LIMIT": LIMIT, "MOVES": MOVES, "LINES": LINES, "math": importlib.import_module("math")}

READ = {
    "range": ("def f(n):\n for k in range(1, n + 1): yield n - k", [(5,), (0,), (-1,), (LARGEST,)]),
    "one-tuple": ("def f(n):\n if n: yield (n - 1,)", [(5,), (0,)]),
    "countdown": ("def f(n):\n for k in range(n, 0, -2): yield k - 1", [(5,), (6,)]),
    "reversed": ("def f(n):\n for k in reversed(range(2, n)): yield k", [(5,), (0,)]),
    "step": ("def f(n, d):\n for k in range(0, n, d): yield k, d", [(7, 2), (7, 1)]),
    "while": ("def f(n):\n k = 1\n while k <= n:\n  yield n - k\n  k *= 2", [(9,), (40,)]),
    "while true": ("def f(n):\n while True:\n  if n < 3: return\n  n -= 2\n  yield n", [(9,), (2,)]),
    "continue": ("def f(n):\n for k in range(n):\n  if k % 3: continue\n  if k > 7: break\n  yield k", [(20,)]),
    "constants": ("def f(n):\n for k in MOVES:\n  if k <= n and k >= LIMIT: yield n - k", [(5,), (3,)]),
    "constant tuple": ("def f(n):\n for k in (1, 3, n):\n  if k <= n: yield n - k", [(5,), (2,)]),
    "membership": ("def f(n):\n if n in MOVES or n not in (7, n - 1): yield 0", [(5,), (3,), (7,)]),
    "chain": ("def f(a, b):\n if 0 < a <= b < 9 != a: yield a - 1, b", [(5, 6), (9, 9), (0, 1)]),
    "ternary": ("def f(a, b):\n yield (a, b - 1) if a < b else (a - 1, b)", [(5, 6), (9, 9)]),
    "swap": ("def f(a, b):\n if a > b: a, b = b, a\n yield a, b - 1", [(5, 6), (9, 2)]),
    "divmod": ("def f(n):\n q, r = divmod(n, 7)\n yield q * 10 + r\n yield pow(q, 2)", [(50,), (-9,), (SMALLEST,)]),
    "bits": ("def f(n):\n yield n.bit_count()\n yield n.bit_length()\n yield ~n & 255", [(5,), (-3,), (SMALLEST,)]),
    "truth": ("def f(n):\n m = n and 5 or 7\n yield m + (n > 3) + (not n)\n yield int(bool(n))", [(5,), (0,)]),
    "annotation": ("def f(n: int):\n k: int = n // 2\n yield k", [(5,), (-5,)]),
    "two names": ("def f(n):\n a = b = n\n a += 1\n yield a * 100 + b", [(5,)]),
    "assert": ("def f(n):\n assert n > 3\n yield n - 1", [(5,), (1,)]),
    "raise": ("def f(n):\n if n < 0: raise ValueError('no')\n yield n", [(5,), (-1,)]),
    "yield from": ("def f(n):\n yield from range(n)\n yield from (n - k for k in MOVES if k <= n)", [(5,), (0,)]),
    "sum of squares": (
        "def f(n):\n yield sum(k * k for k in range(n))\n yield max(k % 5 for k in range(n))",
        [(9,), (0,)],
    ),
    "any": ("def f(n):\n if any(n == a * b for a in range(2, n) for b in range(2, n)): yield 1", [(9,), (7,)]),
    "all": ("def f(n):\n if all(n % k for k in range(2, n)): yield 1", [(9,), (7,)]),
    "docstring": ("def f(n):\n 'Take one.'\n yield n - 1", [(9,)]),
    "shifts": ("def f(n, k):\n yield 1 << k, n >> k\n yield n << k, 0", [(9, 3), (1, 62), (1, 63), (9, -1), (-1, 63)]),
    "powers": ("def f(n, k):\n yield n ** k, 2 ** k", [(9, 3), (-2, 62), (1, 62), (3, 40), (0, 0)]),
    "rows": (
        "def f(n):\n for a, b, c in LINES: yield a + b * c\n yield LINES[n][1] + len(LINES[0])",
        [(0,), (2,), (3,)],
    ),
    "inline rows": ("def f(n):\n for d, e in ((1, 0), (0, 1), (-1, 2)): yield n + d - e", [(5,)]),
}


@pytest.mark.parametrize("name", READ)
def test_what_is_read(name: str) -> None:
    text, examples = READ[name]
    rule = read(define(text, **GLOBALS))
    generated = of_states(rule, width=len(examples[0]))
    for state in examples:
        wanted = expected(watched(text, **GLOBALS), state, len(state))
        count, out = run(generated, list(state))
        assert (count, out[1 : 1 + len(wanted or ())]) == (
            (UNFIT, []) if wanted is None else (len(wanted) // len(state), wanted)
        )


NOT_READ = {
    "def f(n):\n yield {1: n}[n]": "line 2: dictionaries are not read; write a tuple of tuples",
    "def f(n):\n if {n, 1} == {1, 2}: yield 0": "line 2: sets are not read; write a tuple, or the bits of a number",
    "def f(n):\n yield 'abc'": "line 2: a state must be made of numbers, not of letters",
    "def f(n):\n yield f'{n}'": "line 2: strings are not read; write numbers instead of letters",
    "def f(n):\n yield n / 2": "line 2: '/' gives a decimal fraction; use '//'",
    "def f(n):\n yield int(n * 0.5)": "line 2: 0.5 is not an integer",
    "def f(n):\n try:\n  yield n\n finally: pass": "line 2: try is not read",
    "def f(n):\n with n: yield 0": "line 2: with is not read",
    "def f(n):\n g = lambda x: x\n yield g(n)": "line 2: lambda is not read",
    "def f(n):\n def g(x): return g(x)\n yield g(n)": "line 2: g calls itself",
    "def f(n):\n\n class A: pass\n yield n": "line 3: classes are not read",
    "def f(n):\n yield n.real": "line 2: the attribute 'n.real' is not read",
    "def f(n):\n yield math.comb(n, 2)": "line 2: math.comb() is not read; write a function of your own for it",
    "def f(n):\n yield unknown": "line 2: 'unknown' has no value",
    "def f(n):\n yield TABLE[n]": "line 2: 'TABLE' is a Counter, which is not read",
    "def f(n):\n yield BIG": "line 2: 'BIG' does not fit in 64 bits",
    "def f(n):\n yield 10**30 - 2**64 + 99999999999999999999": "line 2: 99999999999999999999 does not fit in 64 bits",
    "def f(n):\n yield from g(n)": "line 2: g() is not a plain Python function",
    "def f(n):\n for k in range(n): break\n else: k = 0\n yield k + m": "line 4: 'm' has no value",
    "def f(n):\n global x\n yield n": "line 2: global is not read",
    "def f(n):\n yield [n]": "line 2: a state must be a tuple, not a list",
    "def f(n):\n if n > 3: k = 1\n yield k": "line 3: 'k' may have no value here",
    "def f(n):\n k = n\n k = (n, n)\n yield k": "line 3: 'k' is first a number and then a tuple",
    "def f(n):\n assert (m := n)\n yield m": "line 2: ':=' is not read",
    "def f(n):\n if n is None: yield n": "line 2: 'is' is not read; use '=='",
    "def f(n):\n yield n[0]": "line 2: 'n' is a number and has no items",
    "def f(n):\n return [n]": "line 1: f() yields nothing",
    "def f(n, **k):\n yield n": "line 1: parameters of any name (**) are not read",
    "def f(n, b: tuple):\n yield n": "line 1: a state of a tuple and something else is not read",
    "def f(n):\n b = [n]\n c = b\n yield c[0]": "line 3: 'c' would be a second name for the same list; write list(...)",
    "def f(n):\n import math\n yield n": "line 2: import inside a rule is not read",
    "def f(n):\n yield sorted((n, 1), key=abs)": "line 2: a state must be a tuple, not a list",
    "def f(n):\n b = [n]\n for x in b:\n  b.append(x)\n  yield x": "line 3: the list 'b' changes while a loop runs over it",
    "def f(n):\n yield print(n)": "line 2: print() is not read",
}


@pytest.mark.parametrize("text", NOT_READ)
def test_what_is_not_read_and_why(text: str) -> None:
    names = {**GLOBALS, "TABLE": collections.Counter([1, 2]), "BIG": 2**70, "g": map}
    with pytest.raises(Unreadable) as problem:
        of_states(read(define(text, **names)), width=1).text("x")
    assert problem.value.reason == NOT_READ[text]


def test_a_rule_without_source_is_not_read() -> None:
    namespace: dict[str, Any] = {}
    exec("def f(n):\n yield n", namespace)
    with pytest.raises(Unreadable, match="its source cannot be found; the rule is interpreted"):
        read(namespace["f"])


def test_an_edited_file_is_noticed() -> None:
    function = define("def f(n):\n yield n - 1\n")
    file = function.__code__.co_filename
    linecache.cache[file] = (1, None, ["def f(n):\n", " yield n + 1\n"], file)
    with pytest.raises(Unreadable, match="its source has changed"):
        read(function)


def test_closures_of_integers_are_read() -> None:
    def make(m: int) -> Callable[..., Any]:
        def f(n: int) -> Iterator[int]:
            if n >= m:
                yield n - m

        return f

    assert [run(of_states(read(make(m)), width=1), [7])[1][1] for m in (2, 3)] == [5, 4]


# -- helpers, parameters, scores, heaps, endings, symmetries -----------------------------------------------------------

HELPERS = """
def least(a, b=2):
    return a if a < b else b
def digits(n):
    total = 0
    while n > 0:
        total += n % 10
        n //= 10
    return total
def root(n):
    for k in range(n + 1):
        if (k + 1) * (k + 1) > n:
            return k
    return 0
def mirror(row):
    return row[::-1]
def first(row, wanted):
    for i in range(len(row)):
        if row[i] == wanted:
            return i
    return -1
"""


@pytest.mark.parametrize("n", [0, 5, 99, 1234, -1])
def test_helpers_are_read(n: int) -> None:
    text = HELPERS + "def f(n):\n yield least(n) + least(b=n, a=7)\n yield digits(n)\n yield root(n) + root(n + 1)\n"
    count, out = run(of_states(read(define(text)), width=1), [n])
    assert out[1 : 1 + count] == list(define(text)(n))


def test_helpers_are_given_tuples() -> None:
    text = HELPERS + "def f(*h):\n yield mirror(h)\n yield first(h, 4), first(h[1:], 4), len(mirror(h + h)[1:3])\n"
    count, out = run(of_states(read(define(text)), width=3), [3, 4, 5])
    assert (count, out[1:7]) == (2, [5, 4, 3, 1, 0, 2])


def test_a_helper_beyond_64_bits_is_unfit() -> None:
    text = "def big(n):\n for k in range(9):\n  n *= n\n  if n < 0: return 0\n return n\ndef f(n):\n yield big(n)\n"
    generated = of_states(read(define(text)), width=1)
    assert run(generated, [9])[0] == UNFIT
    assert run(generated, [1])[:1] == (1,)


def test_a_helper_that_cannot_be_read_says_where() -> None:
    with pytest.raises(Unreadable, match=r"line 4: g\(\) cannot be read \(line 2: 0\.5 is not an integer\)"):
        read(define("def g(n):\n return 0.5\ndef f(n):\n yield g(n)\n"))
    with pytest.raises(Unreadable, match=r"g calls itself"):
        read(define("def g(n):\n return g(n - 1)\ndef f(n):\n yield g(n)\n"))


def test_parameters_are_not_baked_in() -> None:
    text = (
        "def f(n, *, m=3, moves=(1, 2), grid=((1,),)):\n for k in moves:\n  yield n - k * m\n"
        " yield grid[-1][0] + len(grid[0]) * 100\n for row in grid: yield sum(row)\n"
    )
    rule = read(define(text))
    assert rule.keywords == ("m", "moves", "grid")
    keys: set[str] = set()
    for values in ({"m": 2, "moves": (1, 4, 5), "grid": ((1, 2), (3, 4))}, {"m": True, "moves": (), "grid": ((9,),)}):
        params, shapes = pack_params(values)
        code = of_states(rule, width=1, param_shapes=shapes)
        keys.add(code.key)
        count, out = run(code, [50], params)
        assert out[1 : 1 + count] == list(define(text)(50, **values))
    assert len(keys) == 1


@pytest.mark.parametrize(
    ("value", "reason"),
    [("a", "is a str"), (2**70, "does not fit"), (((1,), (1, 2)), "differ in length"), ((1.5,), "holds a float")],
)
def test_parameters_that_cannot_be_packed(value: object, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        pack_params({"p": value})


def test_scores() -> None:
    text = "def f(row: tuple[int, ...]):\n if row:\n  yield row[0], row[1:]\n  yield row[-1], row[:-1]\n"
    count, out = run(
        of_states(read(define(text), scoring=True), width=5, mode="variable", scoring=True), [3, 7, 8, 9, 0]
    )
    assert (count, out[1:13]) == (2, [7, 2, 8, 9, 0, 0, 9, 2, 7, 8, 0, 0])


def test_heaps() -> None:
    text = "def f(n):\n for k in range(n): yield (k,)\n yield n\n yield ()\n for k in range(1, n // 2 + 1): yield k, n - k\n"
    count, out = run(of_states(read(define(text)), width=1, heap=True), [3])
    assert (count, out[1:13]) == (6, [1, 0, 1, 1, 1, 2, 1, 3, 0, 2, 1, 2])


def test_declared_endings() -> None:
    text = (
        "def ending(board: tuple[int, ...], *, k=3):\n"
        " for a, b, c in LINES:\n  if board[a] == board[b] == board[c] != 0: return OVER.LOSS\n"
        " return OVER.TIE if all(board) else None\n"
    )
    over = types.SimpleNamespace(LOSS=-1, TIE=0, WIN=1)
    ending = read(define(text, LINES=LINES, OVER=over))
    rule = read(
        define("def f(b: tuple[int, ...], *, k=3):\n for i in range(9):\n  if not b[i]: yield b[:i] + (1,) + b[i+1:]\n")
    )
    generated = of_states(rule, width=9, ending=ending, param_shapes=(("k", "int"),))
    assert run(generated, [1, 1, 1, 0, 0, 0, 0, 0, 0], [3])[0] == -10
    assert run(generated, [1, 1, 2, 2, 1, 1, 1, 1, 2], [3])[0] == -11
    assert run(generated, [1, 1, 2, 2, 1, 1, 2, 1, 0], [3])[:1] == (1,)


THREE = [2, 0, 1, 2, 1, 1, 2, 0, 2]


def test_symmetries() -> None:
    moves = read(
        define("def f(*h):\n for i, x in enumerate(h):\n  for k in range(x): yield h[:i] + (k,) + h[i + 1:]\n")
    )
    symmetry = read(define("def c(*h):\n return tuple(sorted(h))\n"))
    least = read(define("def c(*h):\n return min(h, h[::-1])\n"))
    assert run(of_states(moves, width=2, canonical=symmetry), [1, 2])[1][1:7] == [0, 2, 0, 1, 1, 1]
    assert run(of_states(moves, width=3, mode="variable", canonical=least), [2, 2, 1])[1][1:10] == THREE
    two = read(define("def f(a, b):\n if a: yield a - 1, b\n if b: yield a, b - 1\n"))
    pair = read(define("def c(a, b):\n return (a, b) if a < b else (b, a)\n"))
    assert run(of_states(two, width=2, canonical=pair), [3, 1])[1][1:5] == [1, 2, 0, 3]


def test_out_that_is_too_small_says_full() -> None:
    generated = of_states(read(define("def f(n):\n for k in range(n): yield k\n")), width=1)
    assert [run(generated, [3], room=room)[0] for room in (0, 1, 3, 4)] == [FULL, FULL, FULL, 3]


def test_a_child_of_another_length_is_unfit() -> None:
    rule = read(define("def f(*h):\n yield h[1:]\n"))
    assert run(of_states(rule, width=2), [1, 2])[0] == UNFIT
    longer = read(define("def f(*h):\n yield h + (1,)\n"))
    assert [run(of_states(longer, width=3, mode="variable"), s)[0] for s in ([1, 5, 0], [2, 5, 5])] == [1, UNFIT]


def test_rule_says_what_it_is() -> None:
    rule = read(define("def f(*heaps: int, k: int = 2):\n for h in heaps: yield h - LIMIT\n", LIMIT=3))
    assert (rule.main.name, rule.main.names[0], rule.shape, rule.keywords, rule.is_tuple, rule.yields) == (
        "f",
        "heaps",
        "variadic",
        ("k",),
        True,
        True,
    )
    assert constants(rule) >= {3}
