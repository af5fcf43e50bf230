"""Loops over what is not a range or a tuple, as loops within loops: generator expressions, `map`, `filter`, `itertools`."""

from __future__ import annotations

import ast
import builtins
import copy
import itertools
from typing import NamedTuple

from grundy.language.read.choosing import Block, Choosing, acts
from grundy.language.read.syntax import Renamed, applied, changed, got, lines, mentioned, put, words

_MOST = 4
"""So many loops stand for one of `itertools`."""


class Level(NamedTuple):
    """One of several loops within each other: ``for target in over``, where all tests hold."""

    target: ast.expr
    over: ast.expr
    tests: list[ast.expr]


class Nest(NamedTuple):
    """Loops within each other for one loop: what is done ``before`` them, and the ``element`` that it is at."""

    before: Block
    levels: list[Level]
    element: ast.expr
    lazy: bool = False


class Calls(ast.NodeTransformer):
    """``map`` and ``filter`` as generator expressions; `itertools` and ``:=`` in comprehensions as further loops."""

    def __init__(self, base: Looping) -> None:
        self.base = base
        self.whole: ast.AST | None = None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """The function itself; those within it have been taken out."""
        self.whole = node
        node.body = [self.visit(each) for each in node.body]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """``map(f, xs)``, ``filter(f, xs)``; ``bin(n).count("1")``."""
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(ast.Call(f, [n], []), "count"), [ast.Constant("1")], []) if (
                self.base.stands_for(f) is bin
            ):
                return ast.copy_location(ast.Call(ast.Attribute(n, "bit_count", ast.Load()), [], []), node)
            case _:
                pass
        kind = self.base.stands_for(node.func)
        if not (kind is builtins.map or kind is builtins.filter) or len(node.args) != 2 or node.keywords:
            return node
        function, over = node.args
        name = self.base.fresh()
        item = got(name)
        nothing = isinstance(function, ast.Constant) and function.value is None
        value = item if nothing and kind is builtins.filter else applied(function, name)
        if value is None or isinstance(over, ast.Starred):
            return node
        maps = kind is builtins.map
        each = ast.comprehension(ast.Name(name, ast.Store()), over, [] if maps else [value], 0)
        made = ast.GeneratorExp(value if maps else item, [each])
        return self.visit_GeneratorExp(ast.fix_missing_locations(ast.copy_location(made, node)))

    def visit_GeneratorExp(self, node: ast.GeneratorExp | ast.ListComp) -> ast.AST:
        """A comprehension that is asked item by item, or that is a list."""
        self.base.line = node.lineno
        mine = {each.target.id for each in ast.walk(node) if isinstance(each, ast.NamedExpr)}
        if mine and self.whole is not None:
            self._require_apart(node, mine)
        self.generic_visit(node)
        loops: list[ast.comprehension | ast.expr] = []
        for each in node.generators:
            loops += [*self._loops(each, node), *self._tests(each)]
        before, node.elt = self.base.apart(node.elt)
        node.generators = [*_in_loops(loops), *self._bound(before)]
        return ast.fix_missing_locations(node)

    visit_ListComp = visit_GeneratorExp

    def _require_apart(self, node: ast.expr, names: set[str]) -> None:
        """What ``:=`` binds in a comprehension is a variable of the function: here one that nothing else asks for."""
        assert self.whole is not None
        inside = {id(each) for each in ast.walk(node)}
        for each in ast.walk(self.whole):
            if isinstance(each, ast.Name) and each.id in names and id(each) not in inside:
                raise self.base.refuse("'{name}' of ':=' is used outside its comprehension", name=each.id)
        if names & self.base.shared:
            raise self.base.refuse("'{name}' of ':=' is used outside its comprehension", name=min(names))

    def _loops(self, each: ast.comprehension, node: ast.GeneratorExp | ast.ListComp) -> list[ast.comprehension]:
        """``for a, b in product(xs, ys)`` as two loops; any other loop as it is."""
        lazy = isinstance(each.iter, ast.GeneratorExp)
        nest = self.base.nested(each.iter, held=lazy)
        if nest is None:
            return [ast.comprehension(each.target, each.iter, [], each.is_async)]
        overs = [level.over for level in nest.levels]
        if not lazy and (not all(map(_is_calm, overs)) or mentioned(*overs, nest.element) & mentioned(each.target)):
            raise self.base.refuse("in a comprehension, itertools can only be read with names and ranges")
        found = [ast.comprehension(level.target, level.over, level.tests, 0) for level in nest.levels]
        single = ast.Tuple([nest.element], ast.Load())
        return [*found, ast.comprehension(each.target, single, [], 0)]

    def _tests(self, each: ast.comprehension) -> list[ast.comprehension | ast.expr]:
        """The tests of a loop, with ``:=`` in them as loops over one item."""
        found: list[ast.comprehension | ast.expr] = []
        parts = [part for test in each.ifs for part in _conjuncts(test)]
        for part in parts:
            before, test = self.base.apart(part)
            found += [*self._bound(before), test]
        return found

    def _bound(self, before: Block) -> list[ast.comprehension]:
        found: list[ast.comprehension] = []
        for each in before:
            match each:
                case ast.Assign(targets=[ast.Name() as name], value=value):
                    found.append(ast.comprehension(name, ast.Tuple([value], ast.Load()), [], 0))
                case _:
                    raise self.base.refuse("':=' and pop() are not read here; put them on a line of their own")
        return found


def _in_loops(loops: list[ast.comprehension | ast.expr]) -> list[ast.comprehension]:
    """Return loops, each with the tests that follow it."""
    found: list[ast.comprehension] = []
    for each in loops:
        if isinstance(each, ast.expr):
            found[-1].ifs = [*found[-1].ifs, each]
        else:
            found.append(each)
    return found


def _conjuncts(test: ast.expr) -> list[ast.expr]:
    """Return the conditions that hold together exactly if a test does, in their order."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) and acts(test):
        return [part for each in test.values for part in _conjuncts(each)]
    return [test]


def _is_calm(node: ast.expr) -> bool:
    """Whether an expression surely has a value, so that it may be asked later, or not at all."""
    match node:
        case ast.Constant(value=int()) | ast.Name():
            return True
        case ast.Call(func=ast.Name(id="range"), args=[*ends], keywords=[]) if len(ends) < 3:
            return all(map(_is_calm, ends))
        case ast.Call(func=ast.Name(id="len"), args=[inner], keywords=[]):
            return isinstance(inner, ast.Name)
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult(), left=left, right=right):
            return _is_calm(left) and _is_calm(right)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return _is_calm(inner)
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return all(map(_is_calm, items))
        case ast.Starred(value=inner):
            return _is_calm(inner)
        case _:
            return False


class Looping(Choosing):
    """The loops of a function."""

    def for_loop(self, node: ast.For) -> Block:
        """Return what a loop becomes."""
        before, over = self.apart(node.iter)
        return [*before, *self._loop(node.target, over, self.block(node.body), self.block(node.orelse))]

    def _loop(self, target: ast.expr, over: ast.expr, body: Block, after: Block) -> Block:
        """``for target in over: body else: after``; where it is left, so are the loops that stand for it."""
        nest = self.nested(over)
        if nest is None:
            return [ast.For(target, over, body, after)]
        asked = mentioned(*nest.before, *(level.over for level in nest.levels))
        if nest.lazy and asked & (changed(body) | mentioned(target)):
            raise self.refuse("the loop changes what it runs over")
        inner: Block = [put(target, nest.element), *body]
        leaves = breaks(body)
        for i, level in reversed([*enumerate(nest.levels)]):
            for test in reversed(level.tests):
                inner = [ast.If(test, inner, [])]
            if i == 0:
                inner = self._loop(level.target, level.over, inner, after)
            elif leaves:
                inner = [*self._loop(level.target, level.over, inner, [ast.Continue()]), ast.Break()]
            else:
                inner = self._loop(level.target, level.over, inner, [])
        return [*nest.before, *inner]

    # -- what a loop runs over -----------------------------------------------------------------------------------------

    def nested(self, over: ast.expr, *, held: bool = True) -> Nest | None:
        """Return the loops that stand for one; ``held``: what they run over may be evaluated before, and kept."""
        if isinstance(over, ast.GeneratorExp) and held:
            return self._generated(over)
        if not isinstance(over, ast.Call) or any(isinstance(each, ast.Starred) for each in over.args):
            return None
        kind = self.stands_for(over.func)
        if kind is itertools.product:
            return self._product(over, held)
        if isinstance(kind, type) and kind in _AFTER and len(over.args) == 2 and not over.keywords:
            return self._chosen(over, _AFTER[kind], held)
        if kind is itertools.pairwise and len(over.args) == 1 and not over.keywords:
            return self._pairs(over.args[0])
        if kind is itertools.chain and over.args and not over.keywords:
            return self._chained(over.args)
        return None

    def _generated(self, over: ast.GeneratorExp) -> Nest | None:
        """A generator expression, whose variables are its own."""
        names = {name: self.fresh() for each in over.generators for name in mentioned(each.target)}
        first, *others = over.generators
        renaming = Renamed(names)
        made = [Level(renaming.visit(copy.deepcopy(first.target)), first.iter, _renamed(first.ifs, renaming))]
        for each in others:
            target, inner = renaming.visit(copy.deepcopy(each.target)), renaming.visit(copy.deepcopy(each.iter))
            made.append(Level(target, inner, _renamed(each.ifs, renaming)))
        element = renaming.visit(copy.deepcopy(over.elt))
        return None if renaming.clash or any(each.is_async for each in over.generators) else Nest([], made, element)

    def _once(self, over: ast.expr, held: bool) -> tuple[Block, ast.expr]:
        """Return what is evaluated once, before the loops, and what they run over: a range stays one."""
        if not held:
            return [], over
        before: Block = []
        if isinstance(over, ast.Call) and self.stands_for(over.func) is range and not over.keywords:
            ends: list[ast.expr] = []
            for each in over.args:
                end, more = self.aside(each)
                ends.append(end)
                before += more
            return before, ast.Call(over.func, ends, [])
        name = self.fresh()
        return lines("held = (*over,)", held=name, over=over), got(name)

    def _product(self, over: ast.Call, held: bool) -> Nest | None:
        """Every one of the first with every one of the second, and so on."""
        named = [(each.arg, each.value) for each in over.keywords]
        repeats = [each.value if name == "repeat" and isinstance(each, ast.Constant) else 0 for name, each in named]
        times = repeats[0] if repeats else 1
        before: Block = []
        pools: list[ast.expr] = []
        for each in over.args:
            more, pool = self._once(each, held)
            before += more
            pools.append(pool)
        pools = pools * times if isinstance(times, int) else []
        if not 0 < len(pools) <= _MOST:
            raise self.refuse("{name}() can only be read with a constant number of loops", name="product")
        names = [self.fresh() for _pool in pools]
        levels = [Level(ast.Name(n, ast.Store()), copy.deepcopy(p), []) for n, p in zip(names, pools, strict=True)]
        return Nest(before, levels, ast.Tuple([got(name) for name in names], ast.Load()))

    def _chosen(self, over: ast.Call, after: str, held: bool) -> Nest:
        """So many of a tuple: places that go up (`after` says how), or that differ."""
        pool, count = over.args
        name = getattr(over.func, "id", "") or getattr(over.func, "attr", "")
        times = count.value if isinstance(count, ast.Constant) else 0
        if not isinstance(times, int) or not 0 < times <= _MOST:
            raise self.refuse("{name}() can only be read with a constant number of loops", name=name)
        before, whole = self._once(pool, held)
        plain = isinstance(whole, ast.Call) and self.stands_for(whole.func) is range and len(whole.args) == 1
        if isinstance(whole, ast.Call) and not plain:  # of another range its numbers
            kept = self.fresh()
            before, whole = [*before, *lines("kept = (*whole,)", kept=kept, whole=whole)], got(kept)
        end = whole.args[0] if isinstance(whole, ast.Call) else words("len(whole)", whole=whole)
        if not held and not isinstance(whole, ast.Name) and not plain:
            raise self.refuse("in a comprehension, itertools can only be read with names and ranges")
        names = [self.fresh() for _ in range(times)]
        levels: list[Level] = []
        for i, each in enumerate(names):
            start = "" if not after or i == 0 else after
            tests = [words("each != one", each=each, one=one) for one in names[:i] if not after]
            over = words(f"range({start}end)", end=end, before=names[i - 1])
            levels.append(Level(ast.Name(each, ast.Store()), over, tests))
        places = [got(each) for each in names]
        items = places if plain else [ast.Subscript(copy.deepcopy(whole), place, ast.Load()) for place in places]
        return Nest(before, levels, ast.Tuple([*items], ast.Load()))

    def _pairs(self, pool: ast.expr) -> Nest:
        """Each item with the next."""
        parts = {"i": self.fresh(), "kept": self.fresh()}
        level = Level(ast.Name(parts["i"], ast.Store()), words("range(len(kept) - 1)", **parts), [])
        before = lines("kept = (*pool,)", pool=pool, **parts)
        return Nest(before, [level], words("(kept[i], kept[i + 1])", **parts), lazy=True)

    def _chained(self, pools: list[ast.expr]) -> Nest:
        """One after the other."""
        name = self.fresh()
        whole = ast.Tuple([ast.Starred(each, ast.Load()) for each in pools], ast.Load())
        return Nest([], [Level(ast.Name(name, ast.Store()), whole, [])], got(name), lazy=True)


def _renamed(nodes: list[ast.expr], renaming: Renamed) -> list[ast.expr]:
    return [renaming.visit(copy.deepcopy(each)) for each in nodes]


_AFTER: dict[type, str] = {
    itertools.combinations: "before + 1, ",
    itertools.combinations_with_replacement: "before, ",
    itertools.permutations: "",
}
"""Where the next place begins; "" where it is any other."""


def returned_range(tree: ast.FunctionDef) -> ast.Call | None:
    """Return the range that a function returns that does nothing else, None of any other."""
    body = [each for each in tree.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
    match body:
        case [ast.Return(value=ast.Call(func=ast.Name(id="range")) as call)]:
            return call
        case _:
            return None


def as_generator(tree: ast.FunctionDef) -> ast.FunctionDef:
    """Return a function that yields what it would return, if that is a range."""
    over = returned_range(tree)
    if over is None:
        return tree
    made = copy.copy(tree)
    made.body = [ast.copy_location(each, over) for each in lines("for i in over: yield i", i="each one", over=over)]
    return ast.fix_missing_locations(made)


def breaks(body: Block) -> bool:
    """Whether some statements leave the loop that they are in."""
    inner = list[Block]()
    for each in body:
        inner += [case.body for case in each.cases] if isinstance(each, ast.Match) else []
        inner += [] if isinstance(each, ast.For | ast.While) else [getattr(each, "body", [])]
        inner.append(getattr(each, "orelse", []))
    return any(isinstance(each, ast.Break) for each in body) or any(map(breaks, inner))
