"""Random rules that go where compilers err, and what Python says of them.

Names are like those that the compiler makes itself; lists are copied, changed, swapped and given second names; slices are
cut out of slices; helpers take numbers, tuples and lists, with defaults; loops break, go on and have an `else`; numbers lie
near 2^63. `compare` looks at one rule: it is not read, or the interpreter of its data gives what Python gives, and its
compiled text too wherever it answers.
"""

from __future__ import annotations

import ast
import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from cases import nontrivial
from generated import LARGEST, SMALLEST, Differ, Program, answered, define
from grundy.language.ir import Routine, nodes
from grundy.language.native import FULL, UNFIT, MachineCode, of_states
from grundy.language.read import read
from grundy.language.refusal import Unreadable, pack_params
from grundy.language.run import Beyond, Failed, Run
from meaning import Meter

MOST, WORK = 400, 300_000
"""Children of a state, and steps of the data, from which on it is left out."""
TAKE, STEPS, LINES = (5, 5), (1, 3, 4), ((0, 1, 2), (3, 4, 5), (2, 2, 2))
TOOLS = ("chain", "combinations", "pairwise", "permutations", "product")
GLOBALS: dict[str, Any] = {
    "TAKE": TAKE,
    "STEPS": STEPS,
    "LINES": LINES,
    "M": 3,
    **{name: getattr(itertools, name) for name in TOOLS},
}
OWN = [
    *("v_a", "a_x", "t1", "t2", "b0", "b1", "C0", "pos", "room", "size", "count", "base", "child", "out", "state"),
    *("params", "p_m", "pn_m", "fill", "ending", "nv_take", "sv_row", "t1_x"),
]
"""Names that the compiler makes, or made."""
STEMS = ["take", "row", "a", "x", "k"]
ENDINGS = ["_n", "_s", "_a", "_r", "_c", "_end"]


# -- the rules -------------------------------------------------------------------------------------------------------------


class Helper(NamedTuple):
    """What a helper takes and returns ("n" a number, "t" a tuple, "l" a list), and its second parameter, a number."""

    takes: str
    second: str
    default: str
    returns: str


class Words:
    """The expressions of a random function: numbers, conditions, tuples, lists of the variables that there are."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.helpers: dict[str, Helper] = {}
        self.numbers: list[str] = []
        self.tuples: list[str] = []
        self.lists: list[str] = []
        self.fixed: set[str] = set()
        self.loose: list[str] = []  # the tuples that may be given another value
        self.places: list[tuple[str, str]] = []  # tuples, and the variables of the loops over their indices
        self.loops = 0

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def often(self, chance: float) -> bool:
        return self.random.random() < chance

    def fresh(self, count: int) -> list[str]:
        """Names of variables; some are the compiler's own, some another's with its ending."""
        stems = self.random.sample(STEMS, 3)
        pool = [
            *stems,
            *(stem + end for stem in stems for end in ENDINGS),
            *self.random.sample(OWN, 5),
            "i",
            "j",
            "y",
            "z",
        ]
        return self.random.sample(list(dict.fromkeys(pool)), count)

    def constant(self) -> str:
        small = (0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 5, 7, -1, -2, 63)
        large = (2**31, 2**62, LARGEST, LARGEST - 1, -LARGEST, 64, -64)
        return str(self.random.choice(large if self.often(0.06) else small))

    def number(self, depth: int = 2) -> str:
        if depth <= 0 or self.often(0.25):
            if self.numbers and self.often(0.65):
                return self.random.choice(self.numbers)
            return "M" if self.often(0.05) else self.constant()
        x, y = self.number(depth - 1), self.number(depth - 1)
        seq = self.sequence(depth - 1)
        return self.random.choice(
            [
                lambda: f"({x} {self.pick('+', '-', '*', '+', '-', '&', '|', '^')} {y})",
                lambda: f"({x} {self.pick('//', '%')} {self.pick('2', '3', '-2', '-3', f'({y} | 1)', y)})",
                lambda: (
                    f"({x} {self.pick('<<', '>>')} {self.pick('1', '2', '3', f'({y} & 7)', f'({y} & 7)', y, '62', '63')})"
                ),
                lambda: f"({x} {self.pick('+', '-')} {self.constant()})",
                lambda: self.pick(f"min({x}, {y})", f"max({x}, {y}, 1)", f"abs({x})", f"(-{x})", f"(~{x})"),
                lambda: self.pick(f"({x}).bit_length()", f"({x}).bit_count()", f"({x}) ** 2", f"int({x} > {y})"),
                lambda: f"({x} if {self.condition(depth - 1)} else {y})",
                lambda: f"({x} {self.pick('and', 'or')} {y})",
                lambda: f"({self.condition(depth - 1)})",
                lambda: f"{self.cut()}[{self.index()}]",
                lambda: f"{self.name_of_sequence()}[{self.index()}]",
                lambda: self.pick(f"len({seq})", f"sum({seq})", f"{seq}.count({x})"),
                lambda: f"{self.pick('sum', 'max', 'min')}({self.comprehension(depth - 1)})",
                lambda: f"{self.pick('TAKE', 'STEPS', 'LINES[1]')}[{self.index()}]",
                lambda: self.call("n", depth - 1) or x,
            ]
        )()

    def condition(self, depth: int = 2) -> str:
        inner = max(0, depth - 1)
        x, y, z = (self.number(inner) for _ in range(3))
        less = ("<", "<=", ">", ">=", "==", "!=")
        if depth <= 0 or self.often(0.45):
            return f"{x} {self.pick(*less)} {y}"
        return self.random.choice(
            [
                lambda: f"({self.condition(inner)} {self.pick('and', 'or')} {self.condition(inner)})",
                lambda: f"not {self.condition(inner)}",
                lambda: f"{x} {self.pick(*less)} {y} {self.pick(*less)} {z}",
                lambda: f"{x} {self.pick('in', 'not in')} {self.pick(self.sequence(inner), f'(1, 2, {y})', 'STEPS')}",
                lambda: f"{self.pick('any', 'all')}({self.comprehension(inner, test=True)})",
                lambda: f"{self.tuple(inner)} {self.pick(*less)} {self.tuple(inner)}",
                lambda: f"{self.list(inner)} {self.pick('==', '!=', '<')} {self.list(inner)}",
                lambda: self.pick(x, self.sequence(inner)),
            ]
        )()

    def index(self) -> str:
        names = self.numbers or ["0"]
        i = self.random.choice(names)
        return self.pick(
            "0", "0", "0", "1", "-1", "-1", f"{i} & 1", f"{i} % 2", f"-({i} & 1)", i, i, f"{i} + 1", f"-{i}"
        )

    def name_of_sequence(self) -> str:
        return self.random.choice([*self.tuples, *self.lists, "TAKE", "STEPS"])

    def cut(self, of: str = "") -> str:
        """A slice, sometimes of a slice."""
        whole = of or self.name_of_sequence()
        ends = self.pick(
            f":{self.index()}", f"{self.index()}:", f"{self.index()}:{self.index()}", ":2", "1:", "::-1", ":"
        )
        part = f"{whole}[{ends}]"
        return f"{part}[{self.pick(f':{self.index()}', f'{self.index()}:', '::-1')}]" if self.often(0.3) else part

    def sequence(self, depth: int) -> str:
        return self.tuple(depth) if self.often(0.6) else self.list(depth)

    def comprehension(self, depth: int, test: bool = False) -> str:
        y = self.pick("y", "z", "t1", "x", *self.numbers[:1])
        over = self.pick(
            self.cut(), self.name_of_sequence(), f"range({self.number(0)} & 7)", "STEPS", f"reversed({self.cut()})"
        )
        held = list(self.numbers)
        self.numbers.append(y)
        body = self.condition(depth) if test else self.number(depth)
        guard = f" if {self.condition(0)}" if self.often(0.3) else ""
        self.numbers = held
        return f"{body} for {y} in {over}{guard}"

    def tuple(self, depth: int = 2) -> str:
        if depth <= 0 or self.often(0.25):
            return self.random.choice([*self.tuples, "TAKE", "STEPS"])
        x, s = self.number(depth - 1), self.tuple(depth - 1)
        return self.random.choice(
            [
                lambda: f"({s} + {self.tuple(depth - 1)})",
                lambda: self.cut(self.random.choice([*self.tuples, "STEPS"])),
                lambda: self.replaced(),
                lambda: f"({x}, {self.number(0)})",
                lambda: f"(*{s}, {x})",
                lambda: f"(({x},) * {self.pick('2', 'min(3, ' + self.number(0) + ')')})",
                lambda: f"tuple({self.comprehension(depth - 1)})",
                lambda: f"tuple(sorted({self.sequence(depth - 1)}{self.pick('', ', reverse=True')}))",
                lambda: f"{self.pick('min', 'max')}({s}, {self.tuple(depth - 1)})",
                lambda: f"tuple({self.list(depth - 1)})",
                lambda: f"tuple(reversed({s}))",
                lambda: self.call("t", depth - 1) or s,
            ]
        )()

    def replaced(self) -> str:
        """One item changed, as rules do it; sometimes of a slice, or with another index."""
        t, i = self.random.choice(self.places or [(self.random.choice(self.tuples or ["STEPS"]), self.index())])
        j = i if self.often(0.7) else self.index()
        left = f"{t}[:{self.pick('1', '2', '3', i)}][:{i}]" if self.often(0.25) else f"{t}[:{i}]"
        return f"({left} + ({self.number(1)},) + {t}[{j} + 1:])"

    def list(self, depth: int = 2) -> str:
        if (depth <= 0 or self.often(0.3)) and self.lists:
            return self.random.choice(self.lists)
        x = self.number(max(0, depth - 1))
        return self.random.choice(
            [
                lambda: f"list({self.tuple(depth - 1)})",
                lambda: f"[{x}, {self.number(0)}]",
                lambda: f"([{x}] * {self.pick('2', '3')})",
                lambda: f"sorted({self.tuple(depth - 1)})",
                lambda: f"[{self.comprehension(depth - 1)}]",
                lambda: self.cut(self.random.choice(self.lists)) if self.lists else "list(TAKE)",
                lambda: f"({self.random.choice(self.lists)} + [{x}])" if self.lists else "[1]",
                lambda: (self.call("l", depth - 1) if self.often(0.3) else "") or "list(TAKE)",
            ]
        )()

    def call(self, kind: str, depth: int) -> str:
        """A call of a helper that returns such a thing, or ""."""
        fitting = [name for name, helper in self.helpers.items() if helper.returns == kind]
        if not fitting:
            return ""
        name = self.random.choice(fitting)
        helper = self.helpers[name]
        x = {"n": self.number, "t": self.tuple, "l": self.list}[helper.takes](max(0, depth))
        more = [f", {self.number(0)}", f", {helper.second}={self.number(0)}", *([""] if helper.default else [])]
        return f"{name}({x}{self.random.choice(more)})"


class RandomRule(Words):
    """A random rule, with its helpers: `text`; of ``kind`` "ints", "tuple" or "heap"."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.kind = self.pick("ints", "tuple", "tuple", "heap")
        self.params: dict[str, object] = {}
        texts = [self.helper(name) for name in self.random.sample(["less", "helper", "fill", "helper_0_less"], 2)]
        used = texts[: self.random.choice((0, 1, 1, 2))]
        self.helpers = {name: made for name, made in self.helpers.items() if any(f"def {name}(" in t for t in used)}
        self.text = "\n".join([*used, self.rule()])

    def begin(self, numbers: int) -> list[str]:
        names = self.fresh(numbers + 4)
        self.numbers, self.tuples, self.lists = names[:numbers], names[numbers : numbers + 2], names[numbers + 2 :]
        self.fixed = set()
        self.loose = self.tuples[self.random.randrange(2) :]
        return names

    def helper(self, name: str) -> str:
        first, result = self.pick("n", "t", "t", "l"), self.pick("n", "n", "t", "l")
        names = self.begin(3)
        own, second = names[{"n": 0, "t": 3, "l": 5}[first]], names[1]
        default = self.pick("", f"={self.constant()}", f"={self.constant()}")
        self.numbers, self.tuples, self.lists = names[:2], names[3:4], names[5:6]
        self.loose = self.tuples
        lines = self.opening(given={own, second})
        for _ in range(self.random.randrange(3)):
            lines += self.statement(1, inside=False)
        if self.often(0.3):
            lines += [f"if {self.condition(1)}:", f"    return {self.returned(result)}"]
        lines.append(f"return {self.returned(result)}")
        self.helpers[name] = Helper(first, second, default, result)
        return "\n".join([f"def {name}({own}, {second}{default}):", *(f"    {line}" for line in lines), ""])

    def returned(self, kind: str) -> str:
        return {"n": self.number, "t": self.tuple, "l": self.list}[kind](1)

    def opening(self, given: set[str]) -> list[str]:
        """Every variable has a value at first, so that rules say something."""
        lines = [f"{name} = {self.constant()}" for name in self.numbers if name not in given]
        lines += [f"{t} = {self.pick('TAKE', 'STEPS', '(1, 2)')}" for t in self.tuples if t not in given]
        lines += [f"{b} = {self.pick('list(TAKE)', '[1, 2, 3]', 'list(STEPS)')}" for b in self.lists if b not in given]
        return [*lines, "turns = 0"]

    def rule(self) -> str:
        names = self.begin(5)
        given = {"ints": names[:2], "heap": names[:1], "tuple": names[5:6]}[self.kind]
        parameters = self.random.sample(["m", "moves", names[2], "p_m"], 2) if self.often(0.4) else []
        head = ", ".join(f"*{name}" if self.kind == "tuple" else name for name in given)
        self.params = {name: self.random.choice((0, 1, 2, 3, 7)) for name in parameters if name not in given}
        if self.params:
            head += (", " if self.kind == "tuple" else ", *, ") + ", ".join(f"{k}={v}" for k, v in self.params.items())
        lines = self.opening(given={*given, *self.params})
        self.numbers += [p for p in self.params if p not in self.numbers]
        if self.kind == "tuple":
            lines.append(f"{self.lists[0]} = list({given[0]})")
        for _ in range(self.random.randint(2, 4)):
            lines += self.statement(3)
        if self.often(0.6):
            lines += self.over_items(2)
        lines.append(self.yielded())
        return "\n".join([f"def f({head}):", *(f"    {line}" for line in lines), ""])

    def yielded(self) -> str:
        if self.kind == "ints":
            return f"yield {self.number()}, {self.number()}"
        if self.kind == "heap":
            return f"yield {self.pick(self.number(1), f'({self.number(1)}, {self.number(1)})', self.tuple(1))}"
        return f"yield {self.pick(self.tuple(), self.replaced(), self.replaced(), f'tuple({self.list(1)})')}"

    # -- statements

    def block(self, depth: int, inside: bool) -> list[str]:
        lines = [line for _ in range(self.random.randint(1, 3)) for line in self.statement(depth, inside)]
        return ["    " + line for line in lines]

    def statement(self, depth: int, inside: bool = True) -> list[str]:
        chance = self.random.random()
        if chance < 0.2 and inside:
            return [self.yielded()]
        if depth == 0 or chance < 0.68:
            return self.growing() if self.often(0.006) else [self.act()]
        if chance < 0.84:
            other = self.pick("", "else:", f"elif {self.condition(1)}:")
            more = [other, *self.block(depth - 1, inside)] if other else []
            return [f"if {self.condition()}:", *self.block(depth - 1, inside), *more]
        return self.while_loop(depth, inside) if chance < 0.89 else self.over_items(depth, inside)

    def act(self) -> str:
        x, y = self.variable(), self.variable()
        b, c = self.random.choice(self.lists), self.random.choice(self.lists)
        s, t = self.random.choice(self.loose), self.random.choice(self.loose)
        op = self.pick("+", "-", "*", "//", "%", "&", "|", "^")
        if self.often(0.04):  # what is refused, or should be
            return self.pick(
                f"{c} = {b}; {c}[0] = {self.constant()}",
                f"{c} = max({b}, {c}); {c}[0] = {self.constant()}",
                f"{b}, {c} = {c}, {c}; {c}[0] = {self.constant()}",
                f"{b} += [{self.number(0)}]",
                f"{b}, {c} = {c}, {b}",
                f"{c} = {self.call('l', 0) or b}",
                f"{c} = max({b}, {c})",
                f"{b} = {c} = [1]",
                f"{b} += {s}",
                f"{x} = [1] {self.pick('==', '!=')} (1,)",
                f"{x} = [1] in ((1,), (2,))",
                f"{b}[0], {b} = 1, {c}",
                f"{s} = tuple(x for x in {b}); {b}[0] = 9",
            )
        return self.random.choice(
            [
                lambda: f"{x} = {self.number()}",
                lambda: f"{x} {op}= {self.number(1)}",
                lambda: f"{x}, {y} = {self.number(1)}, {self.number(1)}",
                lambda: f"{x} = {y} = {self.number(1)}",
                lambda: f"{x}, {y} = divmod({self.number(1)}, {self.number(1)})",
                lambda: f"{s}, {t} = {t}, {s}",
                lambda: f"{s}, {x} = {self.tuple(1)}, {self.number(0)}",
                lambda: f"{s} = ({self.tuple()})[:7]",
                lambda: f"{s} = {self.pick('TAKE', 'STEPS', self.cut(t))}",
                lambda: f"{b} = {self.pick(f'list({s})', f'list({self.cut()})', f'{c}[:]', self.list(1) + '[:6]')}",
                lambda: f"{b}[{self.index()}] = {self.number(1)}",
                lambda: f"{b}[{self.index()}] {op}= {self.number(0)}",
                lambda: f"{b}[0], {b}[{self.index()}] = {b}[{self.index()}], {self.number(0)}",
                lambda: f"{b}.append({self.number(1)})",
                lambda: f"{b}.sort()",
                lambda: f"{s} = tuple({b})",
                lambda: f"{s} = ({x}, {self.number(0)}) + {self.passed(f'{s}[1:]')}",
            ]
        )()

    def passed(self, t: str) -> str:
        """A tuple given to a helper that may hand it back."""
        fitting = [name for name, helper in self.helpers.items() if helper.takes == helper.returns == "t"]
        return f"{self.random.choice(fitting)}({t}, {self.number(0)})" if fitting else t

    def growing(self) -> list[str]:
        """A list that changes while a loop runs over it."""
        b, i = self.random.choice(self.lists), self.variable()
        grow = self.pick(f"{b}.append({self.number(0)})", f"{b} += [{i}]", f"{b} = {b}[1:]")
        return [f"for {i} in {b}:", "    turns += 1", "    if turns > 9:", "        break", f"    {grow}"]

    def variable(self) -> str:
        return self.random.choice([name for name in self.numbers if name not in self.fixed] or ["spare"])

    def ended(self, inside: bool) -> list[str]:
        """How a body may end early."""
        out = self.pick("break", "continue", *(["return"] if inside else []))
        return [f"    if {self.condition(1)}:", f"        {out}"] if self.often(0.4) else []

    def while_loop(self, depth: int, inside: bool) -> list[str]:
        head = self.pick(f"while turns < 20 and {self.condition(1)}:", "while True:")
        first = ["    turns += 1", "    if turns > 20:", "        break"]
        if self.often(0.5):
            return self.counting(first, depth, inside)
        return [head, *first, *self.ended(inside), *self.block(depth - 1, inside)]

    def counting(self, first: list[str], depth: int, inside: bool) -> list[str]:
        """A while that counts, or looks so: its bound may change, and a turn may go on without a step."""
        k, step = self.random.choice(self.numbers), self.pick("1", "1", "2", "3")
        up = self.often(0.7)
        signs = ("<", "<=") if up else (">", ">=")
        end = self.pick(self.constant(), *self.numbers, f"{self.random.choice(self.numbers)} {self.pick('+', '-')} 1")
        test = f"{k} {self.pick(*signs)} {end}" if self.often(0.8) else f"{end} {self.pick(*signs)} {k}"
        if self.often(0.2):
            test += f" and {k} {self.pick(*signs)} {self.random.choice(self.numbers)}"
        early = (
            [f"    if {k} {self.pick('& 1', '> 1', '% 3')}:", "        continue"]
            if self.often(0.3)
            else self.ended(inside)
        )
        body = early + (self.block(depth - 1, inside) if self.often(0.7) else ["    " + self.act()])
        return [f"while {test}:", *first, *body, f"    {k} {'+' if up else '-'}= {step}"]

    def over_items(self, depth: int, inside: bool = True) -> list[str]:
        if self.loops > 5:
            return ["pass"]
        self.loops += 1
        held, fixed, places = list(self.numbers), set(self.fixed), list(self.places)
        taken = {*self.tuples, *self.lists}
        i, x = self.random.sample([*self.numbers[:3], *(name for name in ("i", "j", "y", "q") if name not in taken)], 2)
        seq, n = self.pick(self.name_of_sequence(), self.cut(), self.sequence(1)), self.number(1)
        t = self.random.choice([self.tuples[0], *self.tuples])
        head = self.pick(
            f"{i} in range(len({t}))",
            f"{i} in range(len({t}))",
            f"{i} in range(len({self.name_of_sequence()}))",
            f"{i} in range({n})",
            f"{i} in range({self.number(0)}, {n}{self.pick('', ', 2', ', -1', ', 3')})",
            f"{i} in reversed(range({n} & 7))",
            f"{i} in {seq}",
            f"{i}, {x} in enumerate({seq})",
            f"{i}, {x} in enumerate({seq}, {self.constant()})",
            f"{i}, {x} in zip({seq}, {self.name_of_sequence()})",
            f"{i} in reversed({seq})",
            f"{i}, {x}, turns_ in LINES",
        )
        self.numbers = [*dict.fromkeys([*self.numbers, i, *([x] if f"{i}, {x}" in head else [])])]
        if f"len({t})" in head:
            self.places.append((t, i))
        body = [
            "    turns += 1",
            "    if turns > 40:",
            "        break",
            *self.ended(inside),
            *self.block(depth - 1, inside),
        ]
        self.numbers, self.fixed, self.places = held, fixed, places
        return [f"for {head}:", *body, *(["else:", "    turns += 1"] if self.often(0.01) else [])]


# -- what Python says ------------------------------------------------------------------------------------------------------


class _Huge(Exception):
    """A number that only Python could hold."""


def _within(value: Any) -> Any:
    if isinstance(value, int) and abs(value) > 2**130:
        raise _Huge
    return value


class _Small(ast.NodeTransformer):
    """Products and shifts are looked at, so that numbers do not grow for ever; lists are changed in place as before."""

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        growing = isinstance(node.op, ast.Mult | ast.LShift | ast.Pow)
        return ast.Call(ast.Name("_within", ast.Load()), [node], []) if growing else node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Mult):
            return node
        value = ast.parse(ast.unparse(node.target), mode="eval").body
        return self.visit(ast.Assign([node.target], ast.BinOp(value, node.op, node.value)))


def python(text: str) -> Callable[..., Any]:
    """The rule as Python runs it."""
    tree = ast.fix_missing_locations(_Small().visit(ast.parse(text)))
    return define(ast.unparse(tree), **GLOBALS, _within=_within)


def children(
    function: Callable[..., Any], state: tuple[int, ...], params: dict[str, object]
) -> list[tuple[int, ...]] | None:
    """What Python yields, as rows; None where it raises or holds what 64 bits do not."""
    try:
        found = list(itertools.islice(function(*state, **params), MOST))
        rows = [child if isinstance(child, tuple) else (child,) for child in found]
    except Exception:
        return None
    if not all(isinstance(x, int) for row in rows for x in row):
        return None  # as a power with a negative exponent
    rows = [tuple(map(int, row)) for row in rows]
    return rows if all(SMALLEST <= x <= LARGEST for row in rows for x in row) else None


def states(kind: str, seed: int, count: int) -> Iterator[tuple[int, ...]]:
    """States to look at: small ones, those around the constants, those at the ends of 64 bits."""
    chance = random.Random(seed)
    far = (2**31, 2**62, LARGEST, LARGEST - 1, SMALLEST, SMALLEST + 1, -(2**62), 63, 64)

    def one() -> int:
        return chance.choice(far) if chance.random() < 0.08 else chance.randint(-2, 9)

    for _ in range(count):
        width = {"ints": 2, "heap": 1}.get(kind, chance.choice((0, 1, 2, 3, 3, 3, 4, 5)))
        yield tuple(one() for _ in range(width))


# -- three compared: Python, the data as they are run, the text that is compiled --------------------------------------------


class Verdict(NamedTuple):
    """What came of a rule: whether it was read; in how many states the interpreter gave Python's children, both failed, or
    its bounds were left; of how many texts' answers were right, given up, or neither had children; which nodes it has."""

    read: bool
    reason: str = ""
    same: int = 0
    failed: int = 0
    beyond: int = 0
    equal: int = 0
    unfit: int = 0
    neither: int = 0
    constructs: frozenset[str] = frozenset()


Made = Callable[[MachineCode], Program]


def plain(code: MachineCode) -> Program:
    return Program(code, plain=True)


def texts(made: RandomRule, routine: Routine, program: Made) -> Iterator[tuple[int | None, list[int], Program]]:
    """The programs of a rule: the width of the states that each is for (None: of any length up to 5), and its parameters."""
    packed, shapes = pack_params(made.params)
    if made.kind == "tuple":
        yield None, packed, program(of_states(routine, width=6, mode="variable", param_shapes=shapes))
        yield 3, packed, program(of_states(routine, width=3, param_shapes=shapes))
    else:
        width = 2 if made.kind == "ints" else 1
        code = of_states(routine, width=width, param_shapes=shapes, heap=made.kind == "heap")
        yield width, packed, program(code)


def constructs(routine: Routine) -> frozenset[str]:
    """The kinds of nodes of a rule, operations and functions by name."""
    found: set[str] = set()
    for function in routine.functions:
        for node in nodes(function.body):
            more = [getattr(node, name) for name in ("sign", "name", "how") if hasattr(node, name)]
            found.add(" ".join([node.TAG, *more]))
    return frozenset(found)


def compare(
    seed: int, count: int = 24, *, program: Made | None = plain, kind: Callable[[int], Any] = RandomRule
) -> Verdict:
    """Compare the rule of a seed on some states, as a program too where it says how one is made; `Differ` where they do."""
    made = kind(seed)
    try:
        routine = read(define(made.text, **GLOBALS), made.params, moves=True)
        programs = list(texts(made, routine, program)) if program else []
    except Unreadable as problem:
        return Verdict(False, problem.reason)
    meter = Meter(WORK)
    run = Run(routine, bits=140, spend=meter)
    raw, said, found = python(made.text), [0, 0, 0], [0, 0, 0]
    for state in states(made.kind, seed, count):
        wanted = children(raw, state, made.params)
        if wanted is not None and len(wanted) == MOST:
            continue
        meter.left = WORK
        found[_interpreted(made, routine, run, state, wanted)] += 1
        for width, params, own in programs:
            if width is None or width == len(state):
                said[_one(made, own, params, width, state, wanted)] += 1
    return Verdict(True, "", *found, *said, constructs(routine))


def look_at(
    seeds: range, states: int = 24, *, every: int = 1, kind: Callable[[int], Any] = RandomRule
) -> list[Verdict]:
    """Compare the rules of some seeds, every so manieth compiled; the seed is in what a failure says."""
    found: list[Verdict] = []
    for seed in seeds:
        try:
            found.append(compare(seed, states, program=plain if every and seed % every == 0 else None, kind=kind))
        except Differ as problem:
            raise AssertionError(f"random_rules.compare({seed}, kind={kind}): {problem}") from None
        nontrivial(found[-1].same or found[-1].failed)
    return found


def _interpreted(made: RandomRule, routine: Routine, run: Run, state: tuple[int, ...], wanted: Any) -> int:
    own = [state] if routine.is_tuple else list(state)
    args: list[Any] = [*own, *(made.params[name] for name in routine.keywords)]
    try:
        got = [child if isinstance(child, tuple) else (child,) for child in run.yields(args, MOST)]
    except Failed:
        got = None
    except Beyond:
        return 2
    if got is not None and not all(SMALLEST <= x <= LARGEST for row in got for x in row):
        got = None
    if got != wanted:
        raise Differ(f"wanted {wanted}\ngot {got}\n{made.text}\nstate {state}, params {made.params}")
    return int(wanted is None)


def _one(
    made: RandomRule, program: Program, params: list[int], width: int | None, state: tuple[int, ...], wanted: Any
) -> int:
    cells = list(state) if width is not None else [len(state), *state, *[0] * (5 - len(state))]
    where = f"{made.text}\nstate {state}, params {made.params}"
    count, out = answered(program, cells, params, 20_000, where)
    if count in (UNFIT, FULL):
        return 2 if wanted is None else 1
    if wanted is None:
        raise Differ(f"Python raises, compiled it has {count} children\n{where}")
    rows = _cells(wanted, made.kind, width)
    got = out[1 : 1 + len(rows)]
    if count != len(wanted) or got != rows:
        raise Differ(f"wanted {wanted}\ngot {count}: {got}\n{where}")
    return 0


def _cells(wanted: list[tuple[int, ...]], kind: str, width: int | None) -> list[int]:
    if kind == "heap":
        return [x for row in wanted for x in (len(row), *row)]
    if width is None:
        return [x for row in wanted for x in (len(row), *row, *[0] * (5 - len(row)))]
    return [x for row in wanted for x in row]
