"""Heap rules read as heap codes: what a Python rule says for every heap, as digits.

The rule is run on an unknown heap n, every path of it: that gives its leaves, the moves it yields, each with the conditions
under which it is yielded. Conditions and heaps are whole-number sums of n and of loop variables, or such sums rounded
down after a division. A leaf may keep one loop variable; x then stands for a heap that its move leaves.

What is read as a code holds for all n, for this reason. Every condition that is let through compares n, x, n - x or
n - 2x with a number of at most B, or asks for the rest of a division by a number that divides L; and the heaps of a leaf
are nothing, x, or a pair with the sum n - k. The moves of a code are described in the same way. So whether x is a move of
the rule and none of the code, or the other way round, depends on n and x modulo L, and on where x lies: in one of the three
places within B of 0, n/2 and n, and there only on the distance from that place, or between or outside of these places.
If such an x exists for a heap n that is large (4B + 4L is enough), then one exists for n - 2L: x itself, x - L or x - 2L.
Hence a code with the moves of the rule for all n up to 4B + 6L has them for all n; this is checked by running the rule.
"""

from __future__ import annotations

import ast
import types
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import gcd, lcm, prod
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from grundy.errors import GrundyError
from grundy.language import _
from grundy.rules.codes import HeapCode, heap_digits
from grundy.rules.heaps import HeapFunction, Heaps
from grundy.rules.source import Rule, Unreadable, read, stored_names
from grundy.rules.strict import refuse_overridden

LONGEST_UNROLLED = 64
"""A loop over at most so many constants is read as so many copies of its body."""
MOST_LEAVES = 4000
"""The most leaves that are looked at."""
LARGEST = 1 << 12
"""The largest number in a rule that is read."""
MOST_STEPS = 20_000
"""The most statements that are looked at, in all the paths."""
MOST_WORK = 4_000_000
"""About the most moves that are compared to check a code."""
ALWAYS_CHECKED = 60
LARGEST_CHECKED = 3000


def code_of(rules: HeapFunction) -> HeapCode | None:
    """Return the heap code that is the same game for every heap, or None where that is not certain.

    >>> from grundy.games.lasker import lasker
    >>> print(code_of(lasker))
    4.(3)
    """
    return read_code_of(rules)[0]


def read_code_of(rules: HeapFunction) -> tuple[HeapCode | None, str]:
    """Return the heap code of a game and "", or None and the reason why none was read.

    >>> from grundy.games.split_nim import split_nim
    >>> read_code_of(split_nim)[1].partition(": ")[2]
    'a move depends on more than one loop variable'
    """
    try:
        return _code(rules), ""
    except Unreadable as problem:
        return None, problem.reason
    except GrundyError as problem:
        return None, str(problem)
    except (ArithmeticError, RecursionError, MemoryError) as problem:
        return None, f"reading it fails: {problem}"


def _code(rules: HeapFunction) -> HeapCode:
    function = rules.function
    if type(rules) is not HeapFunction or "heap_options" in vars(rules):
        raise Unreadable(_("it is no heap game made of a function"))
    if not isinstance(function, types.FunctionType) or hasattr(function, "__wrapped__"):
        raise Unreadable(_("it is not a plain Python function"))
    rule = read(function)
    refuse_overridden(rules)
    walk = _Walk(rule, rules.params)
    code = _proved(rules, walk)
    _cross_check(rules, code, rule, walk)
    return code


# -- sums of n and loop variables --------------------------------------------------------------------------------------

N = "n"
X = "x"


class Form(NamedTuple):
    """A sum of whole multiples of variables and a constant, divided by ``div`` and rounded down."""

    terms: tuple[tuple[str, int], ...]
    const: int
    div: int = 1

    def of(self, name: str) -> int:
        """How often a variable is in the sum."""
        return dict(self.terms).get(name, 0)

    @property
    def fixed(self) -> bool:
        """Whether it is a constant."""
        return not self.terms


class Extreme(NamedTuple):
    """The least of some forms, or the greatest."""

    least: bool
    forms: tuple[Form, ...]


class Items(NamedTuple):
    """A tuple of forms."""

    forms: tuple[Form, ...]


class Rest(NamedTuple):
    """What a division of a form leaves."""

    form: Form
    modulus: int


class Atom(NamedTuple):
    """A condition: a form (undivided) is at least 0, is 0, is not 0, or is (not) divisible by ``modulus``."""

    kind: Literal["ge", "eq", "ne", "mod", "not mod"]
    form: Form
    modulus: int = 1

    def holds(self) -> bool:
        """Whether it is true, of a constant."""
        value = self.form.const
        match self.kind:
            case "ge":
                return value >= 0
            case "eq":
                return value == 0
            case "ne":
                return value != 0
            case "mod":
                return value % self.modulus == 0
            case "not mod":
                return value % self.modulus != 0


Value: TypeAlias = "Form | Extreme | Items | Rest"
Conditions: TypeAlias = "tuple[Atom, ...]"
Cases: TypeAlias = "list[Conditions]"  # one of them holds


class _Beyond(Exception):
    """Something that is not read; the walk adds the line."""


def _number(value: int) -> Form:
    return Form((), value)


def _form(terms: dict[str, int], const: int, div: int = 1) -> Form:
    common = gcd(div, *terms.values()) if div > 1 else 1
    kept = tuple(sorted((name, times // common) for name, times in terms.items() if times))
    const, div = const // common, div // common
    return Form(kept, const, div) if kept else Form((), const // div)


def _plus(left: Form, right: Form) -> Form:
    if right.div > 1:
        left, right = right, left
    if right.div > 1:
        raise _Beyond(_("a sum of two divisions is not read"))
    terms = dict(left.terms)
    for name, times in right.terms:
        terms[name] = terms.get(name, 0) + left.div * times
    return _form(terms, left.const + left.div * right.const, left.div)


def _minus(form: Form) -> Form:
    return _form({name: -times for name, times in form.terms}, form.div - 1 - form.const, form.div)


def _times(form: Form, factor: int) -> Form:
    if factor in (1, -1):
        return form if factor == 1 else _minus(form)
    if form.div > 1 and factor:
        raise _Beyond(_("a multiple of a division is not read"))
    return _form({name: factor * times for name, times in form.terms}, factor * form.const)


def _divided(form: Form, divisor: int) -> Form:
    return _form(dict(form.terms), form.const, form.div * divisor)


def _replaced(form: Form, name: str, by: Form) -> Form:
    """Put an undivided form in the place of a variable."""
    times = form.of(name)
    if not times:
        return form
    rest = Form(tuple(t for t in form.terms if t[0] != name), form.const)
    return _divided(_plus(rest, _times(by, times)), form.div)


def _extreme(least: bool, values: Iterable[Value]) -> Form | Extreme:
    forms: list[Form] = []
    for value in values:
        if isinstance(value, Form):
            forms.append(value)
        elif isinstance(value, Extreme) and value.least == least:
            forms += value.forms
        else:
            raise _Beyond(_("this min() or max() is not read"))
    numbers = [f.const for f in forms if f.fixed]
    kept = [f for f in dict.fromkeys(forms) if not f.fixed]
    if numbers:
        kept.append(_number((min if least else max)(numbers)))
    if not kept:
        raise _Beyond(_("min() and max() of nothing are not read"))
    return kept[0] if len(kept) == 1 else Extreme(least, tuple(kept))


def _sum(left: Value, right: Value) -> Form | Extreme:
    if isinstance(left, Extreme) and isinstance(right, Form):
        return _extreme(left.least, (_plus(f, right) for f in left.forms))
    if isinstance(right, Extreme) and isinstance(left, Form):
        return _sum(right, left)
    if isinstance(left, Form) and isinstance(right, Form):
        return _plus(left, right)
    raise _Beyond(_("this sum is not read"))


def _negative(value: Value) -> Form | Extreme:
    if isinstance(value, Extreme):
        return _extreme(not value.least, (_minus(f) for f in value.forms))
    if isinstance(value, Form):
        return _minus(value)
    raise _Beyond(_("this difference is not read"))


# -- conditions --------------------------------------------------------------------------------------------------------


def _both(left: Cases, right: Cases) -> Cases:
    if len(left) * len(right) > MOST_LEAVES:
        raise _Beyond(_("too many cases"))
    return [(*a, *b) for a, b in product(left, right)]


def _all(cases: Iterable[Cases]) -> Cases:
    result: Cases = [()]
    for each in cases:
        result = _both(result, each)
    return result


def _any(cases: Iterable[Cases]) -> Cases:
    return [conditions for each in cases for conditions in each]


def _case(atom: Atom) -> Cases:
    if atom.form.fixed:
        return [()] if atom.holds() else []
    return [(atom,)]


def _whole(form: Form) -> Form:
    """The form before it is divided."""
    return Form(form.terms, form.const)


def _at_least_0(value: Form | Extreme) -> Cases:
    if isinstance(value, Form):
        return _case(Atom("ge", _whole(value)))  # A // d >= 0 says A >= 0
    return (_all if value.least else _any)(_at_least_0(f) for f in value.forms)


def _at_least(left: Value, right: Value, more: int = 0) -> Cases:
    """The cases of left >= right + more."""
    return _at_least_0(_sum(_sum(left, _negative(right)), _number(-more)))


def _equal(left: Value, right: Value, wanted: bool) -> Cases:
    if isinstance(right, Rest):
        left, right = right, left
    if isinstance(left, Rest):
        return _leaves_rest(left, right, wanted)
    difference = _sum(left, _negative(right))
    if not isinstance(difference, Form):
        raise _Beyond(_("min() and max() are not read here"))
    if difference.div == 1:
        return _case(Atom("eq" if wanted else "ne", difference))
    above, below = _at_least(difference, _number(0)), _at_least(_number(0), difference)
    if wanted:
        return _both(above, below)
    return [*_at_least(difference, _number(1)), *_at_least(_number(-1), difference)]


def _leaves_rest(rest: Rest, value: Value, wanted: bool) -> Cases:
    if not isinstance(value, Form) or not value.fixed:
        raise _Beyond(_("this comparison with '%' is not read"))
    if not 0 <= value.const < rest.modulus:
        return [] if wanted else [()]
    difference = _plus(rest.form, _number(-value.const))
    return _case(Atom("mod" if wanted else "not mod", difference, rest.modulus))


_OPPOSITE: list[tuple[type[ast.cmpop], type[ast.cmpop]]] = [
    (ast.Lt, ast.GtE),
    (ast.LtE, ast.Gt),
    (ast.Eq, ast.NotEq),
    (ast.In, ast.NotIn),
]
_NEGATED = {**dict(_OPPOSITE), **{b: a for a, b in _OPPOSITE}}


def _compared(left: Value, operator: type[ast.cmpop], right: Value) -> Cases:
    if operator in (ast.In, ast.NotIn):
        if not isinstance(right, Items):
            raise _Beyond(_("'in' is read for tuples only"))
        return (_any if operator is ast.In else _all)(_equal(left, item, operator is ast.In) for item in right.forms)
    if operator in (ast.Eq, ast.NotEq):
        return _equal(left, right, operator is ast.Eq)
    if operator in (ast.Lt, ast.LtE):
        return _at_least(right, left, operator is ast.Lt)
    if operator in (ast.Gt, ast.GtE):
        return _at_least(left, right, operator is ast.Gt)
    raise _Beyond(_("this comparison is not read"))


# -- the walk ----------------------------------------------------------------------------------------------------------


class Leaf(NamedTuple):
    """A move that is yielded: the conditions, the heaps it leaves, its line."""

    conditions: Conditions
    heaps: tuple[Form, ...]
    line: int


class _Path(NamedTuple):
    conditions: Conditions
    names: dict[str, Value]


class _Walk:
    """Runs a rule on an unknown heap, every path of it, and keeps what it yields."""

    def __init__(self, rule: Rule, params: dict[str, Any]) -> None:
        self.leaves: list[Leaf] = []
        self.line = rule.line
        self.loops = 0
        self.variables = 0
        self.steps = 0
        self.open: list[int] = []
        self.nests: list[tuple[int, ...]] = []
        if rule.is_tuple or len(rule.state) != 1 or not rule.yields:
            raise Unreadable(_("it is no generator with one heap"), rule.line)
        self._require_once(rule)
        try:
            known = {name: _constant(value) for name, value in (*rule.constants.items(), *params.items())}
            names = {name: value for name, value in known.items() if value is not None}
            self._block(rule.body, [_Path((), {**names, rule.state[0]: Form(((N, 1),), 0)})])
        except _Beyond as problem:
            raise Unreadable(str(problem), self.line) from None

    def _require_once(self, rule: Rule) -> None:
        """No name is bound anew, but loop variables by other loops."""
        bound = [*rule.state, *rule.keywords]
        nodes = [node for statement in rule.body for node in ast.walk(statement)]
        loops = {id(node.target) for node in nodes if isinstance(node, ast.For | ast.comprehension)}
        variables = {node.id for node in nodes if isinstance(node, ast.Name) and id(node) in loops}
        stored = [n for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        bound += [n.id for n in stored if id(n) not in loops]
        if len(set(bound)) < len(bound) or variables & set(bound):
            raise Unreadable(_("a name gets more than one value"), rule.line)

    def _block(self, body: Sequence[ast.stmt], paths: list[_Path]) -> list[_Path]:
        """Run some statements; the paths that go on after them."""
        for statement in body:
            self.line = statement.lineno
            paths = [after for path in paths for after in self._statement(statement, path)]
            if len(paths) > MOST_LEAVES:
                raise _Beyond(_("too many cases"))
        return paths

    def _step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise _Beyond(_("too many cases"))

    def _statement(self, node: ast.stmt, path: _Path) -> list[_Path]:
        self.line = node.lineno
        self._step()
        match node:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                return [path]
            case ast.Return(value=None) if not self.loops:
                return []
            case ast.Continue():
                return []
            case ast.Expr(value=ast.Yield(value=ast.expr() as value)):
                self._leaf(path, value)
                return [path]
            case ast.Expr(value=ast.YieldFrom(value=ast.GeneratorExp() | ast.ListComp() as made)):
                self._comprehension(made.generators, made.elt, path)
                return [path]
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                return [path._replace(names={**path.names, name: _value(value, path.names)})]
            case ast.If():
                return self._if(node, path)
            case ast.For(target=ast.Name(id=name)):
                self.loops += 1
                for inside in self._rounds(name, node.iter, path):
                    self._block(node.body, [inside])
                self.loops -= 1
                return [_forgetting(path, [node])]
            case ast.Return():
                raise _Beyond(_("'return' inside a loop, or with a value, is not read"))
            case _:
                raise _Beyond(_("this {lower} statement is not read").format(lower=type(node).__name__.lower()))

    def _if(self, node: ast.If, path: _Path) -> list[_Path]:
        after: list[_Path] = []
        for branch, wanted in ((node.body, True), (node.orelse, False)):
            inside = _under(path, _cases(node.test, wanted, path.names))
            after += self._block(branch, inside)
        if not any(isinstance(n, ast.Return | ast.Continue) for n in ast.walk(node)):
            after = [path]  # both branches go on: there is no need to tell them apart
        return [_forgetting(p, [node]) for p in after]

    def _comprehension(self, loops: list[ast.comprehension], made: ast.expr, path: _Path) -> None:
        if not loops:
            self._leaf(path, made)
            return
        first = loops[0]
        if not isinstance(first.target, ast.Name):
            raise _Beyond(_("this loop variable is not read"))
        for inside in self._rounds(first.target.id, first.iter, path):
            passed = [inside]
            for test in first.ifs:
                passed = [p for each in passed for p in _under(each, _cases(test, True, each.names))]
            for each in passed:
                self._comprehension(loops[1:], made, each)

    def _rounds(self, name: str, over: ast.expr, path: _Path) -> Iterator[_Path]:
        """The paths into a loop's body."""
        before = self.variables
        rounds = self._items(over, path.names)
        unknown = self.variables > before
        if unknown:
            widths = (abs(a.form.const) for _, cases in rounds for case in cases for a in case)
            self.open.append(max(widths, default=0))
            self.nests.append(tuple(self.open))
        for value, cases in rounds:
            self._step()
            yield from _under(path._replace(names={**path.names, name: value}), cases)
        if unknown:
            self.open.pop()

    def work(self, count: int) -> int:
        """About how long the rule takes for all heaps below ``count``."""
        rounds = (prod(count + width for width in nest) for nest in self.nests)
        return count * (self.steps + sum(rounds))

    def _items(self, over: ast.expr, names: dict[str, Value]) -> list[tuple[Form, Cases]]:
        """What a loop variable may be: its value, and in what cases."""
        match over:
            case ast.Call(func=ast.Name(id="range"), args=args, keywords=[]) if 1 <= len(args) <= 3:
                return self._range([_value(a, names) for a in args])
            case _:
                items = _value(over, names)
        if not isinstance(items, Items):
            raise _Beyond(_("a loop is read over a range or a tuple only"))
        return [(item, [()]) for item in items.forms]

    def _range(self, ends: list[Value]) -> list[tuple[Form, Cases]]:
        start, stop = (_number(0), ends[0]) if len(ends) == 1 else (ends[0], ends[1])
        step = ends[2] if len(ends) == 3 else _number(1)
        if not isinstance(step, Form) or not step.fixed or not step.const:
            raise _Beyond(_("the step of a range must be a constant"))
        values = _listed(start, stop, step.const)
        if values is None:
            if any(abs(times) > 2 * f.div for end in (start, stop) for f in _forms(end) for _, times in f.terms):
                raise _Beyond(_("a range as long as a multiple of n is not read"))
            self.variables += 1
            values = [Form(((f"{X}{self.variables}", 1),), 0)]
        return [(v, _within(v, start, stop, step.const)) for v in values]

    def _leaf(self, path: _Path, value: ast.expr) -> None:
        if len(self.leaves) >= MOST_LEAVES:
            raise _Beyond(_("too many cases"))
        self.leaves.append(Leaf(path.conditions, _heaps(value, path.names), value.lineno))


def _constant(value: object) -> Value | None:
    """What a parameter or a global is, None for other things than integers and tuples of them."""
    if isinstance(value, int):
        return _number(int(value))
    if isinstance(value, tuple) and all(isinstance(item, int) for item in cast("tuple[object, ...]", value)):
        return Items(tuple(_number(int(item)) for item in cast("tuple[int, ...]", value)))
    return None


def _under(path: _Path, cases: Cases) -> list[_Path]:
    return [path._replace(conditions=(*path.conditions, *conditions)) for conditions in cases]


def _forgetting(path: _Path, nodes: list[ast.stmt]) -> _Path:
    """The path without the names that some statements bind."""
    bound = stored_names(nodes)
    return path._replace(names={name: value for name, value in path.names.items() if name not in bound})


def _listed(start: Value, stop: Value, step: int) -> list[Form] | None:
    """The values of a range between constants, or up to the least of a constant and something else."""
    if not isinstance(start, Form) or not start.fixed:
        return None
    ends = stop.forms if isinstance(stop, Extreme) and stop.least and step > 0 else (stop,)
    last = [end.const for end in ends if isinstance(end, Form) and end.fixed]
    if not last or (last[0] - start.const) // step > LONGEST_UNROLLED:
        return None
    return [_number(v) for v in range(start.const, last[0], step)]


def _forms(value: Value) -> tuple[Form, ...]:
    if isinstance(value, Extreme):
        return value.forms
    return (value,) if isinstance(value, Form) else ()


def _within(value: Form, start: Value, stop: Value, step: int) -> Cases:
    inside = [_at_least(value, start), _at_least(stop, value, 1)]
    if step < 0:
        inside = [_at_least(start, value), _at_least(value, stop, 1)]
    if abs(step) > 1:
        if not isinstance(start, Form):
            raise _Beyond(_("a range with this step and beginning is not read"))
        inside.append(_equal(_rest(_plus(value, _minus(start)), abs(step)), _number(0), True))
    return _all(inside)


# -- expressions -------------------------------------------------------------------------------------------------------


def _value(node: ast.expr, names: dict[str, Value]) -> Value:
    match node:
        case ast.Constant(value=int() as value):
            return _number(int(value))
        case ast.Name() | ast.Attribute():
            words = ast.unparse(node)
            if words not in names:
                raise _Beyond(_("the value of '{words}' is not read").format(words=words))
            return names[words]
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return Items(tuple(_single(item, names) for item in items))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _negative(_value(operand, names))
        case ast.BinOp(left=left, op=operator, right=right):
            return _operation(_value(left, names), operator, _value(right, names))
        case ast.Call(func=ast.Name(id="min" | "max" as called), args=args, keywords=[]):
            values = [_value(a, names) for a in args]
            if len(values) == 1 and isinstance(values[0], Items):
                values = list(values[0].forms)
            return _extreme(called == "min", values)
        case _:
            raise _Beyond(_("'{unparse}' is not read").format(unparse=ast.unparse(node)))


def _single(node: ast.expr, names: dict[str, Value]) -> Form:
    value = _value(node, names)
    if not isinstance(value, Form):
        raise _Beyond(_("'{unparse}' is not read here").format(unparse=ast.unparse(node)))
    return value


def _operation(left: Value, operator: ast.operator, right: Value) -> Value:
    match operator:
        case ast.Add():
            return _sum(left, right)
        case ast.Sub():
            return _sum(left, _negative(right))
        case ast.Mult() if isinstance(left, Form) and isinstance(right, Form) and (left.fixed or right.fixed):
            return _times(right, left.const) if left.fixed else _times(left, right.const)
        case ast.Pow() if isinstance(left, Form) and isinstance(right, Form) and left.fixed and right.fixed:
            if 0 <= right.const < 64 and abs(left.const) <= LARGEST:
                return _number(left.const**right.const)
        case ast.FloorDiv() if isinstance(right, Form) and right.fixed and right.const > 0:
            if isinstance(left, Form):
                return _divided(left, right.const)
            if isinstance(left, Extreme):
                return _extreme(left.least, (_divided(f, right.const) for f in left.forms))
        case ast.Mod() if isinstance(left, Form) and isinstance(right, Form) and right.fixed and right.const > 0:
            return _rest(left, right.const)
        case _:
            pass
    raise _Beyond(_("this arithmetic is not read"))


def _rest(form: Form, modulus: int) -> Form | Rest:
    if form.fixed:
        return _number(form.const % modulus)
    if form.div > 1:
        raise _Beyond(_("the rest of a division that is divided again is not read"))
    return Rest(form, modulus)


def _cases(node: ast.expr, wanted: bool, names: dict[str, Value]) -> Cases:
    """The cases in which a condition is true, or false."""
    match node:
        case ast.BoolOp(op=operator, values=values):
            each = [_cases(v, wanted, names) for v in values]
            return (_all if isinstance(operator, ast.And) == wanted else _any)(each)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _cases(operand, not wanted, names)
        case ast.Compare(left=first, ops=operators, comparators=others):
            values = [_value(v, names) for v in (first, *others)]
            kinds = [type(o) if wanted else _NEGATED.get(type(o), ast.cmpop) for o in operators]
            links = [_compared(a, kind, b) for a, kind, b in zip(values, kinds, values[1:], strict=False)]
            return (_all if wanted else _any)(links)
        case _:
            return _equal(_value(node, names), _number(0), not wanted)  # a number that is not 0 is true


def _heaps(node: ast.expr, names: dict[str, Value]) -> tuple[Form, ...]:
    """What is yielded: a heap, or a tuple of heaps."""
    match node:
        case ast.Tuple(elts=items):
            return tuple(_single(item, names) for item in items)
        case ast.BinOp(left=ast.Tuple() as heaps, op=ast.Mult(), right=times):
            return _repeated(_heaps(heaps, names), _single(times, names))
        case ast.BinOp(left=times, op=ast.Mult(), right=ast.Tuple() as heaps):
            return _repeated(_heaps(heaps, names), _single(times, names))
        case ast.BinOp(left=ast.Tuple() as heaps, op=ast.Add(), right=more):
            return (*_heaps(heaps, names), *_heaps(more, names))
        case _:
            return (_single(node, names),)


def _repeated(heaps: tuple[Form, ...], times: Form) -> tuple[Form, ...]:
    if not times.fixed or times.const > LARGEST:
        raise _Beyond(_("so many heaps are not read"))
    return heaps * times.const


# -- what the leaves are -----------------------------------------------------------------------------------------------


class Shape(NamedTuple):
    """What is known of a leaf: no number in it is above ``bound``; the lcm of the moduli; whether it has a loop variable.

    ``division``: the leaf is (n // q,) * copies for all large n that q divides.
    """

    bound: int
    modulus: int
    loop: bool
    division: tuple[int, int] | None = None


def _shape(leaf: Leaf) -> Shape:
    """What a leaf is; Unreadable if it is not of the kind that the proof (see above) is about."""
    try:
        conditions, heaps = _solved(leaf.conditions, leaf.heaps)
        if any(atom.form.fixed for atom in conditions):
            return Shape(0, 1, False)  # what is left of the fixed ones is false
        if any(heap.div > 1 for heap in heaps):
            return _division(conditions, heaps)
        return _plain(conditions, [heap for heap in heaps if heap != _number(0)])
    except _Beyond as problem:
        raise Unreadable(str(problem), leaf.line) from None


def _solved(conditions: Conditions, heaps: tuple[Form, ...]) -> tuple[Conditions, tuple[Form, ...]]:
    """Replace the loop variables that an equation gives."""
    for atom in conditions:
        for name, times in atom.form.terms if atom.kind == "eq" else ():
            if name != N and times in (1, -1):
                rest = _plus(atom.form, Form(((name, -times),), 0))
                return _solved(*_put(conditions, heaps, name, _times(rest, -times)))
    return conditions, heaps


def _put(
    conditions: Conditions, heaps: Iterable[Form], name: str, by: Form
) -> tuple[tuple[Atom, ...], tuple[Form, ...]]:
    atoms = (atom._replace(form=_replaced(atom.form, name, by)) for atom in conditions)
    return tuple(atom for atom in atoms if not atom.form.fixed or not atom.holds()), tuple(
        _replaced(heap, name, by) for heap in heaps
    )


def _division(conditions: Conditions, heaps: tuple[Form, ...]) -> Shape:
    divisor = heaps[0].div
    if set(heaps) != {Form(((N, 1),), 0, divisor)}:
        raise _Beyond(_("heaps from a division are read as (n // q,) * k only"))
    needed = Atom("mod", Form(((N, 1),), 0), divisor)
    others = [atom for atom in conditions if atom != needed]
    if needed not in conditions or not all(_always(atom) for atom in others):
        raise _Beyond(_("a division is read with the one condition that n % q == 0"))
    return Shape(max((abs(a.form.const) for a in others), default=0), 1, False, (divisor, len(heaps)))


def _always(atom: Atom) -> bool:
    """Whether a condition is true for all large n."""
    if [name for name, _ in atom.form.terms] != [N]:
        return False
    return atom.kind == "ne" or (atom.kind == "ge" and atom.form.of(N) > 0)


def _plain(conditions: Conditions, heaps: list[Form]) -> Shape:
    names = {name for form in (*(a.form for a in conditions), *heaps) for name, _ in form.terms} - {N}
    if len(names) > 1:
        raise _Beyond(_("a move depends on more than one loop variable"))
    for name in names:
        conditions, heaps = _with_x(conditions, heaps, name)
    if len(heaps) > 2:
        raise _Beyond(_("moves that leave more than two heaps are not read"))
    for heap in heaps:
        if heap.of(N) not in (0, 1) or (names and X not in dict(heap.terms)):
            raise _Beyond(_("the heaps that are left are not read"))
    taken = 0
    if len(heaps) == 2:
        total = _plus(*heaps)
        if total.terms != ((N, 1),) or total.const > 0:
            raise _Beyond(_("two heaps are read if their sum is n less a constant"))
        taken = -total.const
    for atom in conditions:
        if atom.kind not in ("mod", "not mod") and not _near(atom.form.of(N), atom.form.of(X)):
            raise _Beyond(_("a condition on heaps that are left is not read"))
    numbers = [abs(form.const) for form in (*(a.form for a in conditions), *heaps)]
    return Shape(max(numbers, default=0) + 2 * taken, lcm(*(a.modulus for a in conditions)), bool(names))


def _with_x(conditions: Conditions, heaps: list[Form], name: str) -> tuple[Conditions, list[Form]]:
    """Let x be the first heap that depends on the loop variable, in place of the variable."""
    for heap in heaps:
        times = heap.of(name)
        if times in (1, -1):
            rest = _plus(Form(((X, 1),), 0), _minus(_plus(heap, Form(((name, -times),), 0))))
            atoms, left = _put(conditions, heaps, name, _times(rest, times))
            return atoms, list(left)
    raise _Beyond(_("the heaps that are left do not depend on the loop variable, or on a multiple of it"))


def _near(n: int, x: int) -> bool:
    """Whether n·(…) + x·(…) compares n, x, n - x or n - 2x with a number."""
    return n == 0 or x == 0 or n == -x or x == -2 * n


# -- the code, and the proof -------------------------------------------------------------------------------------------

Moves: TypeAlias = "set[Heaps]"


def _proved(rules: HeapFunction, walk: _Walk) -> HeapCode:
    shapes = [_shape(leaf) for leaf in walk.leaves]
    bound = max((s.bound for s in shapes), default=0) + 8
    modulus = lcm(*(s.modulus for s in shapes))
    divisions = {s.division for s in shapes if s.division}
    if divisions and (modulus > 1 or any(s.loop for s in shapes)):
        raise Unreadable(_("a division together with loops over heaps is not read"))
    if max(bound, modulus) > LARGEST:
        raise Unreadable(_("it has numbers above {largest}").format(largest=LARGEST))
    count = 4 * bound + 6 * modulus + 16
    if walk.work(count) > MOST_WORK:
        raise Unreadable(_("it has numbers that are too large to be checked"))
    moves = _moves(rules, range(count))
    digits = [_digit(m, moves) for m in range(bound + modulus)]
    for unequal in (False, True):
        code = heap_digits(digits[:bound], digits[bound:], unequal=unequal, divisions=sorted(divisions))
        wrong = _first_difference(code, moves)
        if wrong is None:
            return code
        if not any(digit & 4 for digit in digits):
            break
    raise Unreadable(_("the moves of a heap of {wrong} are not those of a code").format(wrong=wrong))


def _moves(rules: HeapFunction, heaps: Iterable[int]) -> list[Moves]:
    try:
        return [{_sorted(parts) for parts in rules.heap_options(heap)} for heap in heaps]
    except Exception as problem:
        raise Unreadable(_("the rule fails: {problem}").format(problem=problem)) from None


def _sorted(parts: Heaps | int) -> Heaps:
    if isinstance(parts, int):
        return (parts,) if parts else ()
    return tuple(sorted(part for part in parts if part))


def _digit(taken: int, moves: list[Moves]) -> int:
    """The digit as small and large heaps show it."""
    heap = len(moves) - 1
    left = heap - taken
    return (() in moves[taken]) + 2 * ((left,) in moves[heap]) + 4 * ((1, left - 1) in moves[heap])


def _first_difference(code: HeapCode, moves: list[Moves]) -> int | None:
    digits = code.expanded(len(moves))
    nonzero = [(m, digit) for m, digit in enumerate(digits) if digit]
    for heap, expected in enumerate(moves):
        if _moves_of(nonzero, code, heap) != expected:
            return heap
    return None


def _moves_of(digits: list[tuple[int, int]], code: HeapCode, heap: int) -> Moves:
    """The moves of a code whose digits are below 8, from the digits that are not 0."""
    moves: Moves = {(heap // q,) * k for q, k in code.divisions if heap and heap % q == 0}
    for taken, digit in digits:
        left = heap - taken
        if left < 0:
            break
        if digit & 1 and left == 0:
            moves.add(())
        if digit & 2 and left:
            moves.add((left,))
        if digit & 4:
            moves |= {(a, left - a) for a in range(1, (left - code.unequal) // 2 + 1)}
    return moves


def _cross_check(rules: HeapFunction, code: HeapCode, rule: Rule, walk: _Walk) -> None:
    """Compare once more, by other means, also near the numbers that the source has."""
    nodes = [node for statement in rule.body for node in ast.walk(statement)]
    numbers = {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, int)}
    near = {int(n) + d for n in numbers for d in (-1, 0, 1) if 0 <= n <= LARGEST_CHECKED}
    heaps = sorted({*range(ALWAYS_CHECKED + 1), *(n for n in near if n >= 0)})
    for heap in heaps:
        if walk.work(heap) > heap * MOST_WORK // 10:
            raise Unreadable(_("it has numbers that are too large to be checked"))
        if {_sorted(parts) for parts in code.options(heap)} != _moves(rules, (heap,))[0]:
            raise Unreadable(_("the moves of a heap of {heap} are not those of {code}").format(heap=heap, code=code))
