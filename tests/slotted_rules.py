"""Random rules of which each part stands in each slot: a table of forms, where capital letters stand for parts.

N is a number, I a small index, T a tuple, L a list, S what a loop runs over, C a condition, E the end of a range; V,
A and B are variables: a number, a tuple, a list; W and X are a number and a list that are the same throughout. Q is a
loop's own variable, which may have another's name, and for which may ask what comes after ``§``. Some rules yield
their children, others return them, in ways as odd as their parts.
"""

from __future__ import annotations

import random
import re
import warnings
from collections.abc import Sequence

LETTER = re.compile(r"\b[NITLSCEVABQWX]\b")

NUMBERS = """
N + N | N - N | N * N | N // N | N % N | N & N | N|N | -N | ~N | +N | N ^ N | N << I | N >> I | N >> N
2 ** (N % 9 - 2) | N ** (I % 5 - 1) | N ** -1
pow(N, I % 4) | (N if C else N) | (N and N) | (N or N) | (not N) | abs(N) | int(C) | bool(N) | True
False + N
min(N, N) | max(N, N, N) | min(S) | max(T) | sum(S) | sum(T, N) | len(T) | len(L) | len(range(E)) | T[I] | L[I]
T[I:][I] | range(E)[I]
divmod(N, N)[I] | T.count(N) | L.index(N) | T.index(N) | (N).bit_length() | (N).bit_count() | LINES[I][I]
STEPS[N % 3] | M
(V := N) | sum(§N for Q in S) | max(§N for Q in S if C) | min([§N for Q in S], default=N) | sum(§C for Q in S)
min(T, key=lambda Q: §N) | max(L, key=lambda Q: (§N, -N), default=N) | sum([§N for Q in S for V in S if C])
len([Q for Q in S if §C]) | (N < N) + (C) | sum(map(lambda Q: §N, S)) | len(list(filter(lambda Q: §C, S)))
less(N) | less(N, N) | less(n=N, k=N) | less(*T) | many(N, N) | many(*T) | many() | first(T) | first(T, I) | inner(N)
last(L)
sum(each(E)) | max(each(E), default=N) | list(each(E))[I] | B.pop() | B.pop(I) | T[C] | L[N if C else I]
sum(N for _ in range(E)) | sum(i * j for i, j in zip(S, S)) | sum(i - j for i, j in enumerate(S, N))
tuple(each(E))[I:I][I]
"""
CONDITIONS = """
N < N | N <= N | N == N | N != N | N < N <= N | N == N != N < N | N < N in S | N in T != T | N in T | N not in L
N in range(E) | N not in range(I, E)
N in (N, N) | N in {N, 3} | (N, N, N) in LINES | T == T | T != T | T < T | T <= T < T | L == L | L < L | () == T
C and C | C or C | not C | not N | T | L | N | any(S) | all(T) | any(§C for Q in S) | all([§C for Q in S if C])
any(map(lambda Q: §C, S))
bool(T) | isinstance(N, int) | isinstance(T, tuple) | (V := N) > N | (C if C else C) | (C) == (C) | (C) < N
range(E) == range(E) | range(E)
N in sorted(S) | N in [*T, N] | odd(N) | odd(N) == C | not (C and N) | (N and T) | True | N in each(E)
"""
TUPLES = """
(N, N) | (N,) | () | (*T, N) | (N, *S) | T + T | T * I | I * T | T[I:] | T[:I] | T[I:I] | T[::-1] | T[::-2] | T[I::-1]
T[::2] | T[I::2] | T[:-1] | T[:]
T[:I] + (N,) + T[I + 1:] | tuple(S) | tuple(L) | tuple([§N for Q in S if C]) | tuple(§N for Q in S) | tuple(range(E))
tuple(sorted(S))
tuple(sorted(S, reverse=True)) | tuple(sorted(T, key=lambda Q: §N)) | tuple(reversed(T)) | (T if C else T) | (T and T)
(T or T) | min(T, T)
LINES[I] | STEPS | TAKE | TAKE[:I] | divmod(N, N) | swap(T) | swap(T, N) | tuple(map(lambda Q: §N, S))
tuple(each(E)) | max(T, T)
tuple(§N for Q in S for V in S if C) | tuple(x for x in S if x != N) | tuple(N for i, x in enumerate(S) if i != x)
(A := T)
"""
LISTS = """
[N, N] | [N] | [] | [*T, N] | L + L | L * I | L[I:] | L[:I] | L[::-1] | L[::2] | list(T) | list(S) | list(range(E))
sorted(S) | sorted(T, key=lambda Q: §N)
[§N for Q in S] | [§N for Q in S if C] | [§N for Q in S for V in S] | [§N if C else N for Q in S]
[N for Q in S if §C if C] | (L if C else L) | list(each(E))
[x for x in L if x > N] | B.copy() | B[:] | list(map(lambda Q: §N, S)) | list(filter(lambda Q: §C, S))
[x - y for x, y in pairwise(S)] | (L or L)
[x + y for x, y in product(S, TAKE)] | [y for x in S for y in range(x & 3)] | [N] * I | doubled(L) | doubled(T)
"""
LOOPS = """
range(E) | range(I, E) | range(E, I, -1) | range(I, E, 2) | range(I, E, I) | range(E if C else I)
range(1, 4 if not C else 3) | range(min(N & 7, 4)) | (i - j for i in S for j in S)
T | L | T[I:] | reversed(T) | reversed(range(E)) | sorted(T) | [N, N, N] | (N, N) | STEPS | TAKE
(§N for Q in S if C) | [§N for Q in S] | each(E)
chain(T, S) | map(lambda Q: §N, S) | filter(None, S) | range(E)[::-1] | (T if C else T) | LINES[I] | (*range(E), N)
range(len(T)) | range(0)
"""
ENDS = """
I | I | N % 5 | max(N, 0) % 5 | (N & 3) | len(T) | 3 if C else I
-I | less(N) % 4 | N % 4 | min(V & 7, 5) | V if 0 < V < 6 else I | (V & 3) + 1 | I if C else 4 | (N or 3) % 5
"""
INDICES = """
0 | 1 | 2 | -1 | V % 2 | -V % 3 | V & 1 | (V & 3) - 1 | V if -4 < V < 4 else 0 | 3
int(C) | -(C) | len(T) - 1 | -2 | I if C else I
"""
STATEMENTS = """
V = N | V = N | V += N | V -= N | V *= I | V //= N | V %= N | V <<= I | V >>= I | V **= I % 3 | V &= N | V |= N
V: int = N | V = V = N | V, V = N, N | V, V = V, V
V, V = T | V, V = L | (V, V), V = (N, N), N | V, *B = S | *B, V = T | V, V = divmod(N, N) | for V in S: pass
V = less(V) | V, V = each(2)
A = T | A = T | A += T | A *= I | A += (N,) | A, A = A, A | A = A[I:] + A[:I] | A, V = T, N | A = A or T
A = tuple(L) | A = A[:-1]
B = L[:] | B = list(S) | B += T | B += [N] | B *= I | B.append(N) | B.extend(S) | B.insert(I, N) | B.remove(N)
B.pop() | B.pop(I) | V = B.pop() | B.sort() | B.reverse() | B.clear()
B[I] = N | B[I] += N | B[I] //= N | B[I], B[I] = B[I], B[I] | B[B[I]] = N | del B[I] | del B[I:I]
B[I:I] = T | B[:] = S | B[I:] = [] | B.sort(reverse=True)
B.sort(key=lambda Q: §N) | B, V = L, N | B = B[:] | if C: B = L[:] | if C: V = N | if B: B.pop() | assert C
assert C, N | if C: raise ValueError | pass | "said"
if (V := N) > I: V = N | while X and X[-1] > N: X.pop() | while 0 < (W := W - 1) < 9: B.append(W)
while 0 < W < 9: W *= 2 | while W > 1: W //= 2
while -9 < W < 5: W += 1 | while W > I and 9 > W > 0: W -= 1 | while 1 <= W < 9: W -= 2
while turns < E and turns < 9: turns += 1; A = A + (turns,) | while turns < N and turns < 5: turns += 1
"""
HELPERS = """\
def less(n, k=2):
    if n > k:
        return n - k
    return k
def many(*n):
    return len(n) + sum(n[:1])
def first(t, i=0, *, usual=-1):
    return t[i] if t else usual
def last(b):
    return b[-1] if len(b) else 0
def odd(n):
    return n % 2 == 1
def swap(t, k=1):
    t = t[k:] + t[:k]
    return t
def doubled(t):
    b = list(t)
    for i in range(len(b)):
        b[i] *= 2
    return b
def each(n):
    for i in range(n):
        if i != 2:
            yield i + 1
"""


def _forms(table: str) -> list[str]:
    return [form.strip() for line in table.strip().splitlines() for form in line.split(" | ")]


FORMS = {
    letter: _forms(table)
    for letter, table in [
        *(("N", NUMBERS), ("C", CONDITIONS), ("T", TUPLES), ("L", LISTS), ("S", LOOPS), ("E", ENDS), ("I", INDICES)),
        ("!", STATEMENTS),
    ]
}
PLAIN = {
    "N": ["V", "V", "V", "1", "2", "3", "0", "-1", "M"],
    "C": ["V > N", "N < N", "V", "N == V"],
    "T": ["A", "A", "STEPS", "(V, N)"],
}
PLAIN |= {
    "L": ["B", "B", "[V, 1]", "list(A)"],
    "S": ["A", "B", "range(I)", "TAKE"],
    "E": ["I", "V % 4", "3"],
    "I": ["0", "1", "-1", "2", "V % 2"],
}
DEEPEST = 3
KINDS, CALM = ("ints", "tuple", "tuple", "heap", "heap"), (0.5, 0.7, 0.8, 0.9)


class SlottedRule:
    """A random rule: `text`, its ``kind`` (one of ``kinds``: "ints", "tuple", "heap"), and its parameters.

    ``parameters``: how often it has some; ``calm``: how often a part is plain, one of several shares.
    """

    def __init__(
        self, seed: int, kinds: Sequence[str] = KINDS, parameters: float = 0.3, calm: Sequence[float] = CALM
    ) -> None:
        self.random = random.Random(seed)
        self.kinds, self.parameters, self.calms = kinds, parameters, calm
        while not self._made():
            pass

    def _made(self) -> bool:
        """Make a rule; return whether Python takes it."""
        self.kind = self.random.choice(self.kinds)
        self.calm = self.random.choice(self.calms)
        self.returns = self.random.random() < 0.5
        self.params: dict[str, object] = {}
        self.depth = 0
        self.own: list[str] = []  # the variables of loops in expressions
        self.numbers, self.tuples, self.lists = ["a", "b", "x", "y"], ["s", "t"], ["u", "v"]
        self.text = HELPERS + "\n".join(self.rule()) + "\n"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                compile(self.text, "<rule>", "exec")
            except SyntaxError:
                return False
        return True

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    # -- parts

    def part(self, letter: str) -> str:
        """A part of a kind, each of its own parts made in turn."""
        self.depth += 1
        calm = self.depth > DEEPEST or self.random.random() < self.calm
        form = self.random.choice((PLAIN if calm else FORMS)[letter])
        made = self.filled(form)
        self.depth -= 1
        atom = re.fullmatch(r"-?\w+|[\[(].*[\])]|\w+(\.\w+)?\(.*\)|.*\[[^\[\]]*\]", made)
        return made if letter in "SE" or (atom and " " not in made) else f"({made})"

    def filled(self, form: str) -> str:
        """A form with parts in the place of its letters: what binds a name is made before what asks for it."""
        name = self.pick("i", "j", "k", *self.numbers[:2])
        same = {"Q": name, "W": self.pick(*self.numbers), "X": self.pick(*self.lists)}
        open_to, own = form.find("§"), list(self.own)
        made, done = "", 0
        for found in LETTER.finditer(form):
            letter, at = found.group(), found.start()
            inside = 0 <= open_to < at and (
                " for " not in form or at < form.find(" for ") or at > form.find(" if ") > 0
            )
            self.own = [*own, name] if "Q" in form and inside else own
            made += form[done:at] + (same.get(letter) or self.letter(letter))
            done = found.end()
        self.own = own
        return (made + form[done:]).replace("§", "")

    def letter(self, letter: str) -> str:
        match letter:
            case "V":
                return self.pick(*self.numbers, *self.own, *self.own, *self.own)
            case "A":
                return self.pick(*self.tuples)
            case "B":
                return self.pick(*self.lists)
            case _:
                return self.part(letter)

    # -- statements

    def block(self, depth: int, loop: bool = False) -> list[str]:
        return ["    " + line for _ in range(self.random.choice((1, 1, 2, 3))) for line in self.statement(depth, loop)]

    def statement(self, depth: int, loop: bool) -> list[str]:
        chance = self.random.random()
        if chance < 0.14:
            return self.given()
        if chance < 0.2 and loop:
            return [
                self.filled("if C: ") + self.pick("break", "continue", *(["break"] if self.returns else ["return"]))
            ]
        if chance < 0.6 or not depth:
            return [self.filled(self.random.choice(FORMS["!"]))]
        if chance < 0.75:
            lines = [self.filled("if C:"), *self.block(depth - 1, loop)]
            lines += [self.filled("elif C:"), *self.block(depth - 1, loop)] if self.random.random() < 0.3 else []
            return [*lines, *(["else:", *self.block(depth - 1, loop)] if self.random.random() < 0.5 else [])]
        if chance < 0.8:
            head = self.filled(self.pick("match N:", "match N % 3, V:", "match T:"))
            cases = self.pick("0", "1 | 2", "y", "(0, _)", "(x, y)", "[x, *v]", "1, y", "_ if V > 1", "x if x > 2")
            lines = [head, "    case " + self.filled(cases) + ":", *("    " + line for line in self.block(0, loop))]
            return [*lines, "    case _:", *("    " + line for line in self.block(0, loop))]
        heads = (
            "for V in S:",
            "for V in S:",
            "for V, V in enumerate(S):",
            "for V, V in zip(S, S):",
            "for V, V, V in LINES:",
        )
        heads += (
            "for V, V in product(S, TAKE):",
            "for V, V in combinations(T, 2):",
            "for V, V in permutations(T, 2):",
            "for V, V in pairwise(S):",
            "while C:",
            "while turns < E:",
            "while True:",
        )
        lines = [
            self.filled(self.pick(*heads)),
            "    turns += 1",
            "    if turns > 12: break",
            *self.block(depth - 1, True),
        ]
        return [*lines, *(["else:", *self.block(0, loop)] if self.random.random() < 0.2 else [])]

    # -- children

    def child(self) -> str:
        pair = "(N, N)" if self.kind == "ints" else self.pick("N", "N", "(N, N)") if self.kind == "heap" else "T"
        return self.filled(pair)

    def given(self) -> list[str]:
        """A child, yielded or kept; or a return."""
        child = self.child()
        if self.returns:
            if self.random.random() < 0.5 or self.kind != "heap":
                return [self.filled("if C: ") + f"return {self.children()}"]
            return [self.pick(f"found.append({child})", f"found += [{child}]")]
        return [self.pick(f"yield {child}", f"yield {child}", f"yield from {self.children()}")]

    def children(self) -> str:
        """What holds children."""
        one, two = self.child(), self.child()
        loop, over, test = (self.filled(each) for each in ("for i in S", "S", "C"))
        forms = [
            *(f"[{one} {loop}]", f"[{one} {loop} if i]", f"[{one}, {two}]", f"[{one}]", f"({one} {loop})", "[]"),
            *(
                f"({one},)",
                f"[{one}] + [{two} {loop}]",
                f"[{one} {loop}] if {test} else [{two}]",
                f"list({one} {loop})",
            ),
            *(f"[*({one} {loop}), {two}]", f"tuple({one} {loop})", f"chain([{one}], [{two}])"),
            f"map(lambda i: {one}, {over})",
            f"[{one} for i in range(1, 4 if not {test} else 3) if i]",
        ]
        if self.kind == "heap":
            forms += [self.filled(each) for each in ("L", "T", "S", "sorted(S)", "each(E)", "B")]
        return self.pick(*forms)

    def rule(self) -> list[str]:
        own = {"ints": ["a", "b"], "heap": ["a"], "tuple": ["s"]}[self.kind]
        head = ", ".join(f"*{name}" if self.kind == "tuple" else name for name in own)
        if self.random.random() < self.parameters:
            self.params = {"m": self.random.choice((0, 1, 2, 3))}
            head += (", " if self.kind == "tuple" else ", *, ") + f"m={self.params['m']}"
            self.numbers.append("m")
        lines = [f"{name} = {self.pick('0', '1', '2', '3')}" for name in self.numbers if name not in (*own, "m")]
        lines += [f"{t} = {self.pick('TAKE', 'STEPS', '(1, 2)', '()')}" for t in self.tuples if t not in own]
        lines += [f"{b} = {self.pick('list(TAKE)', '[1, 2, 3]', '[]')}" for b in self.lists]
        lines += ["turns = 0", "def inner(n, k=1):", f"    return {self.pick('n - k', 'n + x', 'len(t) - k', 'n * y')}"]
        lines += ["found = []"] if self.returns and self.kind == "heap" else []
        for _ in range(self.random.choice((0, 1, 1, 2, 2, 3))):
            lines += self.statement(2, False)
        if self.returns:
            lines.append(
                f"return {self.children()}" if self.random.random() < 0.8 or self.kind != "heap" else "return found"
            )
        else:
            lines += (self.pick("1", "2") == "1" and self.given()) or [f"yield {self.child()}"]
        return [f"def f({head}):", *("    " + line for line in lines)]
