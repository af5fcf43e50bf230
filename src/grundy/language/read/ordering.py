"""``sorted``, ``min`` and ``max`` with a key or a default, by those without.

Each item's key is made one number with its place, so that a sort is stable and gives the items back.
"""

from __future__ import annotations

import ast

from grundy.language import ir
from grundy.language.read.expressions import Expressions
from grundy.language.read.scope import Read
from grundy.language.read.syntax import applied, called, got


class Ordering(Expressions):
    """The reading of what puts items in an order."""

    def ordered(self, over: ast.expr, key: ast.expr, down: bool, line: int) -> ir.Expr:
        """Return the items of an iterable in the order of their keys: those with equal ones as they were."""
        if isinstance(key, ast.Lambda) and isinstance(key.body, ast.Tuple) and key.body.elts:
            *first, last = key.body.elts  # by the last part, and then, stable, by those before it
            if isinstance(last, ast.Starred) or any(isinstance(each, ast.Starred) for each in first):
                raise self.refuse("'*' is not read here")
            if not first:
                return self.ordered(over, ast.Lambda(key.args, last), down, line)
            inner = ast.Call(got("sorted"), [over], [ast.keyword("key", ast.Lambda(key.args, last))])
            inner.keywords.append(ast.keyword("reverse", ast.Constant(down)))
            rest = ast.Lambda(key.args, ast.Tuple(first, ast.Load()))
            return self.ordered(_placed(inner, line), rest, down, line)
        held = self._all_of(over, line)
        slot, mark = self.fresh("row"), len(self.slots)
        items, item, place = f"items {mark}", f"item {mark}", f"place {mark}"
        value = applied(key, item)
        if value is None:
            raise self.refuse("a key must be a function of one argument")
        self.known.append({items: slot})
        self.assigned.add(slot)
        size: ast.expr = called("len", got(items))
        value = ast.UnaryOp(ast.USub() if down else ast.UAdd(), value)
        code = ast.BinOp(ast.BinOp(value, ast.Mult(), size), ast.Add(), got(place))
        pair = ast.Tuple([ast.Name(place, ast.Store()), ast.Name(item, ast.Store())], ast.Store())
        codes = ast.ListComp(code, [ast.comprehension(pair, called("enumerate", got(items)), [], 0)])
        index = ast.BinOp(got(place), ast.Mod(), size)
        each = ast.comprehension(ast.Name(place, ast.Store()), called("sorted", codes), [], 0)
        whole = ast.ListComp(ast.Subscript(got(items), index, ast.Load()), [each])
        found = self.value(_placed(whole, line)).node
        self.known.pop()
        assert isinstance(found, ir.Fold)
        return ir.Fold("tuple", (ir.Assign(slot, held, line=line), *found.body), line=line)

    def _all_of(self, over: ast.expr, line: int) -> ir.Expr:
        """Return what an iterable yields, as a tuple."""
        return self._listed(ast.Call(got("tuple"), [over], [], lineno=line)).node

    def _call_sorted(self, node: ast.Call) -> Read:
        down, key = False, None
        for keyword in node.keywords:
            if keyword.arg == "key":
                key = None if _is_none(keyword.value) else keyword.value
                continue
            found = self.number(keyword.value)
            if keyword.arg != "reverse" or not isinstance(found, ir.Known):
                raise self.refuse("of sorted()'s named arguments, only key= and reverse=True can be read")
            down = bool(found.value)
        if key is not None:
            return Read(self.ordered(self._one(node), key, down, node.lineno), "list")
        inner = self._listed(ast.Call(node.func, [self._one(node)], [], lineno=node.lineno))
        made: ir.Expr = ir.Apply("sorted", (inner.node,), line=node.lineno)
        return Read(ir.Apply("reversed", (made,), line=node.lineno) if down else made, "list")

    def _extreme(self, name: str, node: ast.Call) -> Read:
        """``min(xs, key=f, default=d)``: the first of the items whose key is least."""
        named = {str(each.arg): each.value for each in node.keywords}
        key, usual = named.pop("key", None), named.pop("default", None)
        if named or len(named) + (key is not None) + (usual is not None) < len(node.keywords):
            raise self.refuse("of {name}()'s named arguments, only key= and default= can be read", name=name)
        if key is not None and _is_none(key):
            key = None
        if key is None and usual is None:
            return super()._extreme(name, node)
        if usual is not None and len(node.args) != 1:
            raise self.refuse("{name}() with default= takes one tuple", name=name)
        if not node.args or any(isinstance(each, ast.Starred) for each in node.args):
            raise self.refuse("{name}() of nothing", name=name)
        line = node.lineno
        over = node.args[0] if len(node.args) == 1 else _placed(ast.Tuple(node.args, ast.Load()), line)
        if key is not None:
            items = self.ordered(over, key, name == "max", line)
        else:
            items = self._all_of(over, line)
        if usual is None:
            return Read(ir.Item(items, ir.Known(0), line=line), "int")
        return Read(self._or_else(name, items, self.number(usual), key is not None, line), "int")

    def _or_else(self, name: str, items: ir.Expr, usual: ir.Expr, ordered: bool, line: int) -> ir.Expr:
        """The first of items in order, or the least or greatest of them; of none ``usual``, which is evaluated anyway."""
        held, other, place = self.fresh("row"), self.fresh("int"), self.fresh("int")
        size = ir.Apply("len", (ir.Local(held),), line=line)
        turns = ir.counted(place, size, (ir.Yield(ir.Item(ir.Local(held), ir.Local(place))),), line=line)
        best: ir.Expr = (
            ir.Item(ir.Local(held), ir.Known(0), line=line) if ordered else ir.Fold(name, (turns,), line=line)
        )
        choice = ir.If(size, (ir.Yield(best),), (ir.Yield(ir.Local(other)),), line=line)
        return ir.Fold("sum", (ir.Assign(held, items), ir.Assign(other, usual), choice), line=line)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _placed(node: ast.expr, line: int) -> ast.expr:
    """Return new syntax with the line that it stands for."""
    for each in ast.walk(node):
        if isinstance(each, ast.expr) and not hasattr(each, "lineno"):
            each.lineno, each.end_lineno, each.col_offset, each.end_col_offset = line, line, 0, 0
    return node
