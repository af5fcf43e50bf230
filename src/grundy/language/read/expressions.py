"""Expressions of Python as nodes: each with its kind, and ways of writing made one."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from contextlib import suppress
from itertools import accumulate
from types import FunctionType
from typing import Any, cast

from grundy.common.messages import N_
from grundy.language import ir
from grundy.language.read.scope import Helper, Kind, Read, Scope, Several, chosen, known_tuple, known_value
from grundy.language.read.source import ROWS, Constant, Whole, arguments, defaults, free_names
from grundy.language.refusal import LARGEST, SMALLEST, Unreadable
from grundy.language.wrapped import Wrapped, member

LONGEST, JOINED = 64, 4096
"""Constant tuples of so many items are written out where they are computed, and where they are joined."""
_FIRST = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)
_OTHERS = (ast.Pow, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq, ast.In, ast.NotIn)
_SIGNS: dict[Any, str] = dict(zip((*_FIRST, *_OTHERS), (*ir.OPERATORS, *ir.RELATIONS), strict=True))
NOT_READ: dict[type[ast.AST], str] = {
    **dict.fromkeys((ast.Dict, ast.DictComp), N_("dictionaries are not read; write a tuple of tuples")),
    **dict.fromkeys((ast.Set, ast.SetComp), N_("sets are not read; write a tuple, or the bits of a number")),
    ast.JoinedStr: N_("strings are not read; write numbers instead of letters"),
    ast.Lambda: N_("lambda is not read"),
    ast.ClassDef: N_("classes are not read"),
    **dict.fromkeys((ast.Try, ast.TryStar), N_("try is not read")),
    ast.With: N_("with is not read"),
    ast.NamedExpr: N_("':=' is not read"),
    ast.Global: N_("global is not read"),
    ast.Nonlocal: N_("nonlocal is not read"),
    **dict.fromkeys((ast.Import, ast.ImportFrom), N_("import inside a rule is not read")),
    ast.Div: N_("'/' gives a decimal fraction; use '//'"),
    ast.MatMult: N_("'@' is not read"),
    ast.Is: N_("'is' is not read; use '=='"),
    ast.IsNot: N_("'is not' is not read; use '!='"),
    ast.GeneratorExp: N_("a generator can only be read where it is used up at once, as in any(…)"),
    ast.Starred: N_("'*' is not read here"),
}
"""Why some kinds of syntax are outside the language."""


class Expressions(Scope):
    """The reading of expressions, by kind of syntax."""

    def value(self, node: ast.expr) -> Read:
        """Read an expression."""
        self.line = getattr(node, "lineno", self.line)
        self.counted()
        if (literal := self._literal(node)) is not None:
            return literal
        if type(node) in NOT_READ:
            raise self.refuse(NOT_READ[type(node)])
        method = getattr(self, f"_x_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.refuse("'{code}' is not read here", code=ast.unparse(node))
        return cast(Read, method(node))

    def number(self, node: ast.expr) -> ir.Expr:
        """Read an expression that is an integer."""
        found = self.value(node)
        if not found.is_number:
            raise self.refuse("'{code}' is a tuple, but a number is expected", code=ast.unparse(node))
        return found.node

    def sequence(self, node: ast.expr) -> Read:
        """Read an expression that is a tuple or a list of integers."""
        found = self.value(node)
        if found.is_number:
            raise self.refuse("'{code}' is a number, but a tuple is expected", code=ast.unparse(node))
        if not found.is_sequence:
            raise self.refuse("'{code}' is a tuple of tuples, which is not read here", code=ast.unparse(node))
        return found

    def truth(self, node: ast.expr) -> ir.Expr:
        """Read a condition, of which only the truth matters."""
        if isinstance(node, ast.BoolOp):
            sign = "and" if isinstance(node.op, ast.And) else "or"
            return ir.Logic(sign, tuple(self.truth(each) for each in node.values), line=node.lineno)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ir.Unary("not", self.truth(node.operand), line=node.lineno)
        found = self.value(node)
        if found.wrapped is not None:
            raise self.refuse("'{code}' is not a condition", code=ast.unparse(node))
        return self.length(found) if isinstance(found.kind, Several) else found.node

    # -- constants and names -------------------------------------------------------------------------------------------

    def _x_constant(self, node: ast.Constant) -> Read:
        value = cast(object, node.value)
        if isinstance(value, str):
            return self.constant(value, value, node.lineno)
        if isinstance(value, float | complex):
            raise self.refuse("{value} is not an integer", value=value)
        if not isinstance(value, int):
            raise self.refuse("{value} is not read", value=value)
        if value > LARGEST:
            raise self.refuse("{value} does not fit in 64 bits", value=value)
        return Read(ir.Known(int(value), line=self.line), "truth" if isinstance(value, bool) else "int")

    def _x_name(self, node: ast.Name) -> Read:
        slot = self.slot(node.id)
        if slot is None and node.id not in self.local:
            return self.constant(self.names.value(node.id, node.lineno), node.id, node.lineno)
        kind = None if slot is None else self.kinds[slot]
        if slot is None or kind is None or slot not in self.assigned:
            raise self.refuse("'{name}' may have no value here", name=node.id)
        return Read(ir.Local(slot, line=node.lineno), kind, new=False)

    def _x_attribute(self, node: ast.Attribute) -> Read:
        own = self.owner(node.value)
        if own is not None:
            return self._own_attribute(own, node)
        return self.constant(self.names.attribute(node, self.is_local), ast.unparse(node), node.lineno)

    def _literal(self, node: ast.expr) -> Read | None:
        """Read a tuple, a list or a dictionary that is written out, all of it; the order of a set is not seen there.

        An empty dictionary is to be filled.
        """
        if isinstance(node, ast.Tuple | ast.List) or (isinstance(node, ast.Dict) and node.keys):
            with suppress(ValueError, TypeError, Unreadable):
                if not any(isinstance(each, ast.Call | ast.Set) for each in ast.walk(node)):
                    return self.constant(ast.literal_eval(node), "", node.lineno)._replace(new=True)
        return None

    # -- tuples --------------------------------------------------------------------------------------------------------

    def _x_tuple(self, node: ast.Tuple | ast.List) -> Read:
        items: list[ir.Expr | ir.Spread] = []
        kinds: set[Kind] = set()
        for each in node.elts:
            if isinstance(each, ast.Starred):
                inner = self._listed(ast.Call(each, [each.value], [], lineno=node.lineno))
                items += spread(inner.node)
                kinds.add("int")
            else:
                item = self.value(each)
                items.append(item.node)
                kinds.add("int" if item.is_number else item.kind)
        self.line = node.lineno
        is_list = isinstance(node, ast.List)
        if kinds <= {"int"}:
            return Read(known_tuple(items), "list" if is_list else "row")
        if kinds == {"row"} and not is_list:
            self._require_equal_lengths(items)
            return Read(known_tuple(items), "rows")
        raise self.refuse("'{code}' is a tuple of tuples, which is not read here", code=ast.unparse(node))

    _x_list = _x_tuple

    def _require_equal_lengths(self, rows: Sequence[ir.Expr | ir.Spread]) -> None:
        lengths = {length_of(row) for row in rows if not isinstance(row, ir.Spread)}
        if len(lengths) != 1 or None in lengths:
            raise self.refuse("the rows of a tuple of tuples must be equally long")

    def _x_listcomp(self, node: ast.ListComp) -> Read:
        return self.gathered("tuple", node)._replace(kind="list")

    def _x_subscript(self, node: ast.Subscript) -> Read:
        own = self.owner(node.value)
        if own is not None:
            asked = ast.Attribute(node.value, "__getitem__", ast.Load(), lineno=node.lineno)
            return self._own_method(ast.Call(asked, [node.slice], [], lineno=node.lineno), own, "__getitem__")
        whole = self.value(node.value)
        if whole.is_number:
            raise self.refuse("'{code}' is a number and has no items", code=ast.unparse(node.value))
        if isinstance(node.slice, ast.Slice):
            return self._sliced(whole, node.slice)
        types = {each.type for each in whole.kind.wholes} if isinstance(whole.kind, Several) else {"tuple"}
        if types == {"dict"}:
            return self._looked_up(whole, self.value(node.slice))
        if not types <= {"tuple", "list"}:
            raise self.refuse("'{code}' is not read here", code=ast.unparse(node))
        return self.item(whole, self.number(node.slice))

    def item(self, whole: Read, index: ir.Expr) -> Read:
        """Return what stands at a place."""
        if isinstance(whole.kind, Several):
            wholes = whole.kind.wholes
            if isinstance(index, ir.Known) and all(-1 < cast(int, index.value) < len(each.items) for each in wholes):
                return self._chosen([each.items[cast(int, index.value)] for each in wholes], whole.node)
            if not isinstance(whole.node, ir.Known):  # the places of its items among those of all
                ends = zip(wholes, accumulate(len(each.items) for each in wholes), strict=True)
                places = [Whole("tuple", (*range(end - len(each.items), end),)) for each, end in ends]
                index = ir.Item(self._chosen(places, whole.node).node, index, line=self.line)
            return self._chosen([item for each in wholes for item in each.items], index)
        found: ir.Expr = ir.Item(whole.node, index, line=self.line)
        if isinstance(whole.node, ir.Known) and isinstance(index, ir.Known):
            with suppress(IndexError):  # which Python raises when it comes there
                found = ir.Known(cast("Any", whole.node.value)[index.value], line=self.line)
        if whole.kind == "text":
            return Read(ir.Make((found,)), "text")
        return Read(found, "row" if whole.kind == "rows" else "int")

    def length(self, whole: Read) -> ir.Expr:
        """Return how many items there are."""
        if isinstance(whole.kind, Several):
            return self._chosen([len(each.items) for each in whole.kind.wholes], whole.node).node
        length = length_of(whole.node) if _is_plain(whole.node) else None
        return ir.Apply("len", (whole.node,), line=self.line) if length is None else ir.Known(length)

    def _chosen(self, values: Sequence[Constant], which: ir.Expr) -> Read:
        self.counted(sum(1 for _each in ir.nodes(which)))  # it may be written twice
        return chosen(values, which, self.line)

    def _looked_up(self, whole: Read, key: Read, usual: Read | None = None) -> Read:
        """Return what a dictionary holds for a key; which it must have, unless it is told what else there is."""
        keys, values = self._sought(whole, key)
        found = self.item(values, self._place(keys, key, "min"))
        if usual is None:
            return found
        return self._either(self._place(keys, key, "any"), found, usual)._replace(new=False)

    def _sought(self, whole: Read, key: Read) -> tuple[Read, Read]:
        """Return the keys of a constant in their order, among which one is looked for, and what it holds for each."""
        wholes = cast("Several", whole.kind).wholes
        if any(each.type in ("set", "dict") for each in wholes):
            self.helpers.hashed = self.line
        kind = "int" if key.is_number else key.kind if key.kind in ("row", "text") else ""
        alike = all(known_value(x).kind == kind for each in wholes for x in each.items)
        pairs = [zip(each.items, each.values or each.items, strict=True) for each in wholes if alike]
        parts = [sorted(each, key=lambda pair: cast("Any", pair[0])) for each in pairs]
        rows = [tuple(x if isinstance(x, int) else Whole("tuple", x.items) for x, _value in each) for each in parts]
        keys = self._chosen([Whole("tuple", each) for each in rows], whole.node)
        if not alike or (kind == "int") != (keys.kind == "row"):
            raise self.refuse("only keys that are all numbers, all tuples or all words can be looked for here")
        return keys, self._chosen([Whole("tuple", tuple(v for _key, v in each)) for each in parts], whole.node)

    def _place(self, whole: Read, item: Read, how: str) -> ir.Expr:
        """Return the first place where an item stands, which it must ("min"), or whether it stands anywhere ("any")."""
        if item.is_number and how == "any":
            return ir.Compare(("in",), (item.node, whole.node), line=self.line)
        if item.is_number:
            return ir.Apply("index", (whole.node, item.node), line=self.line)
        place = ir.Local(self.fresh("int"))
        count = self.length(whole) if isinstance(whole.kind, Several) else ir.Apply("len", (whole.node,))
        other = self.item(whole, place).node
        if whole.kind == "text":  # letters that follow each other
            size = self.length(item)
            other = ir.Slice(whole.node, place, folded("+", place, size, self.line), line=self.line)
            count = folded("-", folded("+", count, ir.Known(1), self.line), size, self.line)
        same = ir.Compare(("==",), (item.node, other), line=self.line)
        turn = ir.Yield(same) if how == "any" else ir.If(same, (ir.Yield(place),), ())
        return ir.Fold(how, (ir.counted(place.slot, count, (turn,)),), line=self.line)

    def _of_dictionary(self, whole: Read, name: str, args: list[Read]) -> Read:
        """Return ``d.get(k, x)``, or what ``d.keys()``, ``d.values()`` and ``d.items()`` show."""
        own = cast("Several", whole.kind).wholes[0]
        if own.type == "dict" and name == "get" and len(args) == 2 and _is_calm(args[1].node):  # it is evaluated anyway
            return self._looked_up(whole, *args)
        if own.type != "dict" or name == "get" or args or not isinstance(whole.node, ir.Known):
            raise self.refuse("{code}() is not read", code=name)
        pairs = (Whole("tuple", pair) for pair in zip(own.items, own.values, strict=True))
        return known_value(Whole("view", {"keys": own.items, "values": own.values}.get(name, (*pairs,))), self.line)

    def _sliced(self, whole: Read, cut: ast.Slice) -> Read:
        if not whole.is_sequence and whole.kind != "text":
            raise self.refuse("a slice of a tuple of tuples is not read")
        step = 1
        if cut.step is not None:
            found = self.number(cut.step)
            step = found.value if isinstance(found, ir.Known) else 0
            if not isinstance(step, int) or step == 0 or (step < 0 and (cut.lower or cut.upper)):
                raise self.refuse("slices can only have a known number as their step, or be [::-1]")
        low = None if cut.lower is None else self.number(cut.lower)
        high = None if cut.upper is None else self.number(cut.upper)
        node = whole.node if low is None and high is None else ir.Slice(whole.node, low, high, line=self.line)
        if step < 0:
            node = ir.Apply("reversed", (node,), line=self.line)
        if abs(step) > 1:
            node = self._every(node, abs(step))
        return Read(node, whole.kind)

    def _every(self, whole: ir.Expr, step: int) -> ir.Expr:
        """Every so manieth item of a tuple."""
        place = self.fresh("int")
        before: tuple[ir.Stmt, ...] = ()
        if not isinstance(whole, ir.Known | ir.Local):
            held = self.fresh("row")
            before, whole = (ir.Assign(held, whole),), ir.Local(held)
        each = ir.Yield(ir.Item(whole, ir.Local(place)))
        return ir.Fold("tuple", (*before, ir.counted(place, ir.Apply("len", (whole,)), (each,), step=step)))

    # -- operations ----------------------------------------------------------------------------------------------------

    def _x_binop(self, node: ast.BinOp) -> Read:
        x, y = self.value(node.left), self.value(node.right)
        self.line = node.lineno
        return self.operation(node.op, x, y, node)

    def operation(self, op: ast.operator, x: Read, y: Read, node: ast.AST) -> Read:
        """``x op y`` of numbers, or of tuples."""
        if type(op) in NOT_READ:
            raise self.refuse(NOT_READ[type(op)])
        sign = _SIGNS[type(op)]
        if x.is_number and y.is_number:
            if sign == "**" and isinstance(y.node, ir.Known) and cast(int, y.node.value) < 0:
                raise self.refuse("a power with a negative exponent is a decimal fraction; use '//'")
            return Read(folded(sign, x.node, y.node, self.line), "int")
        if sign == "+" and x.is_sequence and y.is_sequence:
            if x.kind != y.kind:
                raise self.refuse("a list and a tuple cannot be added")
            return Read(_joined(x.node, y.node, self.line), x.kind)
        if sign == "*" and ((x.is_sequence and y.is_number) or (y.is_sequence and x.is_number)):
            whole, times = (y, x) if x.is_number else (x, y)
            return Read(_repeated(whole.node, times.node, self.line), whole.kind)
        if sign in ("&", "|", "^", "-") and None not in (sets := [self._set(x), self._set(y)]):
            self.helpers.hashed = self.line
            return self.constant(cast("Any", ir.OPERATORS[sign])(*sets), ast.unparse(node), self.line)
        raise self.refuse("'{code}' is not read", code=ast.unparse(node))

    def _set(self, read: Read) -> object:
        """Return the set that a constant is, as Python has it: in the order in which a loop meets its members."""
        wholes = read.kind.wholes if isinstance(read.kind, Several) else ()
        held = (value for value, found in self.helpers.constants.values() if len(wholes) == 1 and found is wholes[0])
        return next((value for value in held if isinstance(value, set | frozenset)), None)

    def _x_unaryop(self, node: ast.UnaryOp) -> Read:
        if isinstance(node.op, ast.Not):
            return Read(self.truth(node), "truth")
        inner = self.number(node.operand)
        if isinstance(node.op, ast.UAdd):
            return Read(inner, "int")
        sign = "-" if isinstance(node.op, ast.USub) else "~"
        if isinstance(inner, ir.Known) and isinstance(inner.value, int) and inner.value != SMALLEST:
            return Read(ir.Known(-inner.value if sign == "-" else ~inner.value, line=node.lineno), "int")
        return Read(ir.Unary(sign, inner, line=node.lineno), "int")

    def _x_ifexp(self, node: ast.IfExp) -> Read:
        test = self.truth(node.test)
        if is_told(node.test):
            return self.value(node.body if test == ir.Known(1) else node.orelse)
        one, two = self.value(node.body), self.value(node.orelse)
        self.line = node.lineno
        return self._either(test, one, two)

    def _either(self, test: ir.Expr, one: Read, two: Read) -> Read:
        """Return one of two values; of constants that hold others which of all of them it is."""
        first, second = _wholes(one), _wholes(two)
        if one.kind == two.kind or not (first and second) or not {type(one.kind), type(two.kind)} & {Several}:
            kind = self._common(one, two)
            return Read(ir.Choose(test, one.node, two.node, line=self.line), kind, one.new and two.new)
        places = [each.node if isinstance(each.kind, Several) else ir.Known(0) for each in (one, two)]
        other = folded("+", places[1], ir.Known(len(first)), self.line)
        return Read(ir.Choose(test, places[0], other, line=self.line), Several((*first, *second)))

    def _common(self, one: Read, two: Read) -> Kind:
        if one.kind == two.kind:
            return one.kind
        if one.is_number and two.is_number:
            return "int"
        raise self.refuse("both sides of a choice must be of one kind: numbers, tuples or lists")

    def _x_boolop(self, node: ast.BoolOp) -> Read:
        """``and`` and ``or`` as a value: a choice between two, since reading a part twice changes nothing."""
        values = [self.value(each) for each in node.values]
        self.line = node.lineno
        if any(isinstance(each.kind, type | Several) for each in values):  # an object is true, whatever its tuple
            raise self.refuse("'{code}' is not a condition", code=ast.unparse(node))
        if all(each.kind == "truth" for each in values):
            return Read(self.truth(node), "truth")
        found = values[-1]
        for each in reversed(values[:-1]):
            kind, new = self._common(each, found), each.new and found.new
            then, other = (found, each) if isinstance(node.op, ast.And) else (each, found)
            found = Read(ir.Choose(each.node, then.node, other.node, line=node.lineno), kind, new)
        return found

    # -- comparisons ---------------------------------------------------------------------------------------------------

    def _x_compare(self, node: ast.Compare) -> Read:
        for op in node.ops:
            if type(op) in NOT_READ:
                raise self.refuse(NOT_READ[type(op)])
        if len(node.ops) == 1:
            return Read(self._compared(node.left, node.ops[0], node.comparators[0], node), "truth")
        if all(not isinstance(op, ast.In | ast.NotIn) for op in node.ops):
            items = [self.value(each) for each in (node.left, *node.comparators)]
            if all(each.is_number for each in items) or (
                len(kinds := {each.kind for each in items}) == 1 and kinds <= {"row", "list", "text", "rows"}
            ):
                signs = tuple(_SIGNS[type(op)] for op in node.ops)
                return Read(ir.Compare(signs, tuple(each.node for each in items), line=node.lineno), "truth")
        sides = [node.left, *node.comparators]
        links = [self._compared(a, op, b, node) for a, op, b in zip(sides, node.ops, sides[1:], strict=False)]
        return Read(ir.Logic("and", tuple(links), line=node.lineno), "truth")

    def _compared(self, left: ast.expr, op: ast.cmpop, right: ast.expr, node: ast.Compare) -> ir.Expr:
        sign = _SIGNS[type(op)]
        if isinstance(op, ast.In | ast.NotIn):
            return self._contained(left, sign, right)
        if sign in ("==", "!=") and ast.Set not in map(type, (left, right)):
            with suppress(ValueError, TypeError):
                same = self._constant(left) == self._constant(right)
                return ir.Known(int(same == (sign == "==")), line=node.lineno)
        x, y = self.value(left), self.value(right)
        self.line = node.lineno
        alike = x.kind == y.kind or (x.is_number and y.is_number)
        if isinstance(x.kind, Several) or isinstance(y.kind, Several):
            raise self.refuse("a tuple of tuples is not read here")
        if not alike and sign in ("==", "!=") and _is_plain(x.node) and _is_plain(y.node):
            return ir.Known(int(sign == "!="), line=node.lineno)  # what is of two kinds is never equal: [1] == (1,)
        if not alike:
            raise self.refuse("a tuple is compared with a number, or with a list")
        if x.kind == "rows":
            raise self.refuse("a tuple of tuples is not read here")
        if (x.wrapped is not None or x.kind == "range") and sign not in ("==", "!="):
            raise self.refuse("'{code}' is not read", code=ast.unparse(node))
        one, two = _letter(x), _letter(y)
        return ir.Compare((sign,), (one, two) if one and two else (x.node, y.node), line=node.lineno)

    def _constant(self, node: ast.expr) -> Any:
        """Return what an expression is in which no name stands but ``range``; ValueError for others."""
        if self._calls(node, "range") and isinstance(node, ast.Call) and not node.keywords:
            return range(*map(ast.literal_eval, node.args))
        return ast.literal_eval(node)

    def own_function_called(self, node: ast.expr) -> str:
        """Return which of Python's own functions an expression calls, by what its name stands for; "" for none."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or self.is_local(node.func.id):
            return ""
        return node.func.id if self.names.called(node.func) is None else ""

    def _calls(self, node: ast.expr, *names: str) -> bool:
        return self.own_function_called(node) in names

    def _contained(self, left: ast.expr, sign: str, right: ast.expr) -> ir.Expr:
        """``x in xs``, ``x not in xs``; in a range as comparisons, a tuple among tuples as one that is equal."""
        x = self.value(left)
        ends = self.range_ends(right)
        if ends is not None and x.is_number:
            start, stop, step = ends
            if step != ir.Known(1):
                raise self.refuse("'in' can only be read with ranges without a step")
            inside: ir.Expr = ir.Compare(("<=", "<"), (start, x.node, stop), line=self.line)
            if not _is_calm(stop):  # Python makes the whole range before it looks
                x_node, own = x.node, self.line
                inside = ir.Op("&", ir.Compare(("<=",), (start, x_node)), ir.Compare(("<",), (x_node, stop)), line=own)
            return inside if sign == "in" else ir.Unary("not", inside, line=self.line)
        whole = self._members(right)
        letter = _letter(x) if whole.kind == "text" else None
        x = x if letter is None else Read(letter, "int")
        fits = (x.is_number and (whole.is_sequence or whole.kind == "range")) or letter is not None
        if isinstance(whole.kind, Several):
            empty = [each.items for each in whole.kind.wholes] == [()]
            whole, fits = Read(ir.Known(()), "row") if empty else self._sought(whole, x)[0], True
        if whole.is_sequence and whole.node == ir.Known(()) and not x.is_number:
            x = Read(self.length(x), "int")  # which is not in it either
        elif not fits and (x.kind, whole.kind) not in (("row", "rows"), ("text", "text")):
            raise self.refuse("'in' can only be read for a number in a tuple")
        if x.is_number:
            return ir.Compare((sign,), (x.node, whole.node), line=self.line)
        found = self._place(whole, x, "any")
        return found if sign == "in" else ir.Unary("not", found, line=self.line)

    def _members(self, node: ast.expr) -> Read:
        """Return what ``in`` looks through; a set as a tuple, since plain integers are equal if they are so to a set."""
        if not isinstance(node, ast.Set):
            return self.value(node)
        self.helpers.hashed = node.lineno
        found = self.value(ast.Tuple(node.elts, ast.Load(), lineno=node.lineno))
        if found.kind not in ("row", "rows") and not isinstance(found.kind, Several):
            raise self.refuse("only sets of numbers, or of tuples of numbers, can be read")
        return found

    # -- loops inside expressions (see `grundy.language.read.loops`) -------------------------------------------------------

    def range_ends(self, node: ast.expr) -> tuple[ir.Expr, ir.Expr, ir.Expr] | None:
        """Start, stop and step, if an expression is a range."""
        raise NotImplementedError

    def generator(self, node: ast.expr) -> tuple[FunctionType, list[Read]] | None:
        """The generator that an expression calls."""
        raise NotImplementedError

    def gathered(self, how: str, node: ast.expr) -> Read:
        """What the items of an iterable come to."""
        raise NotImplementedError

    # -- calls ---------------------------------------------------------------------------------------------------------

    def _x_call(self, node: ast.Call) -> Read:
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        if not isinstance(node.func, ast.Name):
            raise self.refuse("{code}() is not read", code=ast.unparse(node.func))
        name = node.func.id
        function = self.function_named(node.func)
        if function is None and self.is_local(name):
            raise self.refuse("'{name}' is a variable here and cannot be called", name=name)
        if function is not None:
            return self._helper(node, function, kept=not self.is_local(name) and self.names.is_cached(node.func))
        if any(isinstance(each, ast.Starred) for each in node.args):
            raise self.refuse("a call with '*' is not read")
        if node.keywords and name not in ("sorted", "min", "max"):
            raise self.refuse("{name}() with named arguments is not read", name=name)
        method = getattr(self, f"_call_{name}", None)
        if method is None:
            raise self.refuse("{name}() can only be read in the head of a loop", name=name)
        return cast(Read, method(node))

    def function_named(self, node: ast.Name) -> FunctionType | None:
        """Return the function that a name stands for, also one within this; None of a variable, or one of Python's own."""
        slot = self.slot(node.id)
        if slot in self.defined and slot in self.assigned:
            return self.defined[slot]
        return None if self.is_local(node.id) else self.names.called(node)

    def _one(self, node: ast.Call) -> ast.expr:
        if len(node.args) != 1:
            raise self.refuse("{code}() takes exactly one argument here", code=ast.unparse(node.func))
        return node.args[0]

    def _two(self, node: ast.Call) -> tuple[ir.Expr, ir.Expr]:
        if len(node.args) != 2:
            raise self.refuse("{code}() takes exactly two arguments here", code=ast.unparse(node.func))
        return self.number(node.args[0]), self.number(node.args[1])

    def _call_abs(self, node: ast.Call) -> Read:
        return Read(ir.Apply("abs", (self.number(self._one(node)),), line=node.lineno), "int")

    def _call_int(self, node: ast.Call) -> Read:
        return Read(self.number(self._one(node)), "int")

    def _call_ord(self, node: ast.Call) -> Read:
        found = self.value(self._one(node))
        if found.kind != "text" or length_of(found.node) != 1:
            raise self.refuse("ord() can only be read of one letter")
        return self.item(found._replace(kind="row"), ir.Known(0))

    def _call_bool(self, node: ast.Call) -> Read:
        inner = ir.Unary("not", self.truth(self._one(node)), line=node.lineno)
        return Read(ir.Unary("not", inner, line=node.lineno), "truth")

    def _call_len(self, node: ast.Call) -> Read:
        whole = self.value(self._one(node))
        if whole.is_number or whole.wrapped is not None:
            raise self.refuse("a number has no length")
        return Read(self.length(whole), "int")

    def _call_pow(self, node: ast.Call) -> Read:
        x, y = self._two(node)
        return self.operation(ast.Pow(), Read(x, "int"), Read(y, "int"), node)

    def _call_divmod(self, node: ast.Call) -> Read:
        x, y = self._two(node)
        return Read(ir.Make((ir.Op("//", x, y, line=node.lineno), ir.Op("%", x, y, line=node.lineno))), "row")

    def _call_sum(self, node: ast.Call) -> Read:
        if len(node.args) == 2:
            start = self.number(node.args[1])
            return Read(ir.Op("+", start, self.gathered("sum", node.args[0]).node, line=node.lineno), "int")
        return self.gathered("sum", self._one(node))

    def _call_any(self, node: ast.Call) -> Read:
        return self.gathered(ast.unparse(node.func), self._one(node))

    _call_all = _call_any

    def _call_min(self, node: ast.Call) -> Read:
        return self._extreme(ast.unparse(node.func), node)

    _call_max = _call_min

    def _extreme(self, name: str, node: ast.Call) -> Read:
        if not node.args:
            raise self.refuse("{name}() of nothing", name=name)
        if len(node.args) == 1:
            return self.gathered(name, node.args[0])
        values = [self.value(each) for each in node.args]
        self.line = node.lineno
        numbers = all(each.is_number for each in values)
        if not numbers and (len({each.kind for each in values}) > 1 or not values[0].is_sequence):
            raise self.refuse("a tuple is compared with a number, or with a list")
        kind: Kind = "int" if numbers else values[0].kind
        return Read(ir.Apply(name, tuple(each.node for each in values), line=node.lineno), kind, new=False)

    def _call_tuple(self, node: ast.Call) -> Read:
        return self._listed(node)._replace(kind="row", new=True)

    def _call_list(self, node: ast.Call) -> Read:
        return self._listed(node)._replace(kind="list", new=True)

    def _listed(self, node: ast.Call) -> Read:
        if not node.args:
            return Read(ir.Known(()), "row")
        source = self._one(node)
        match source:
            case ast.GeneratorExp() | ast.ListComp():
                return self.gathered("tuple", source)
            case ast.Call(args=[inner]) if not isinstance(inner, ast.Call) and self._calls(source, "reversed"):
                return Read(ir.Apply("reversed", (self.sequence(inner).node,), line=node.lineno), "row")
            case _ if self._calls(source, "range", "reversed", "enumerate", "zip"):
                return self.gathered("tuple", source)
            case _ if self.generator(source) is not None:
                return self.gathered("tuple", source)
            case _:
                found = self.value(source)
                if isinstance(found.kind, Several):
                    return self.gathered("tuple", source)
                return found if found.kind == "range" else self.sequence(source)

    def _call_range(self, node: ast.Call) -> Read:
        """A range as a value: its numbers, of which only what a range allows is asked."""
        return self.gathered("tuple", node)._replace(kind="range")

    def _call_isinstance(self, node: ast.Call) -> Read:
        """What is known of every value while it is read: whether it is an integer or a tuple."""
        match node.args:
            case [value, ast.Name(id="int" | "tuple" as name)] if not self.is_local(name):
                found, own = self.value(value), self.names.value(name, node.lineno) is getattr(builtins, name)
                if own and _is_calm(found.node) and (found.is_number or found.kind in ("row", "rows")):
                    return Read(ir.Known(int(found.is_number == (name == "int")), line=node.lineno), "truth")
            case _:
                pass
        raise self.refuse("isinstance() can only be read for a number or a tuple, and int or tuple")

    def _method(self, node: ast.Call, called: ast.Attribute) -> Read:
        name = called.attr
        own = self.owner(called.value)
        if own is not None:
            return self._own_method(node, own, name)
        function = self.names.of_module(called, self.is_local)
        if function is not None:
            return self._helper(node, function)
        if name in ("get", "keys", "values", "items") and not node.keywords:
            whole = self.value(called.value)
            if isinstance(whole.kind, Several):
                return self._of_dictionary(whole, name, [*map(self.value, node.args)])
        if name == "copy" and self.is_local(ast.unparse(called.value)) and self.value(called.value).kind == "list":
            return self._call_list(ast.Call(called, [called.value, *node.args], node.keywords, lineno=node.lineno))
        if name not in ("bit_count", "bit_length", "count", "index"):
            words = ast.unparse(called)
            if name in ("append", "sort", "extend"):
                raise self.refuse("{name}() can only be read as a statement", name=name)
            raise self.refuse("{code}() is not read; write a function of your own for it", code=words)
        if node.keywords:
            raise self.refuse("{name}() with named arguments is not read", name=name)
        if name in ("bit_count", "bit_length"):
            if node.args:
                raise self.refuse("{name}() takes no argument", name=name)
            return Read(ir.Apply(name, (self.number(called.value),), line=node.lineno), "int")
        if name == "index":
            whole, item = self.value(called.value), self.value(self._one(node))
            own = whole.kind.wholes if isinstance(whole.kind, Several) else ()
            kinds = {known_value(x).kind for each in own if each.type in ROWS for x in each.items}
            if item.kind in ("row", "text") and (kinds == {item.kind} or whole.kind == item.kind == "text"):
                return Read(self._place(whole, item, "min"), "int")
        whole = self.sequence(called.value)
        return Read(ir.Apply(name, (whole.node, self.number(self._one(node))), line=node.lineno), "int")

    # -- objects over a tuple ------------------------------------------------------------------------------------------

    def owner(self, node: ast.expr) -> Read | None:
        """Return the object of which an attribute, an item or a method is asked; None where it is none."""
        match node:
            case ast.Name(id=name):
                slot = self.slot(name)
                found = None if slot is None or slot not in self.assigned else self.value(node)
            case ast.Attribute(value=inner):  # else it may be what a module or a class names
                found = None if self.owner(inner) is None else self.value(node)
            case ast.Call(func=ast.Name()) if self.generator(node) is not None:
                found = None
            case _:
                found = self.value(node)
        return found if found is not None and found.wrapped is not None else None

    def own_function(self, own: Read, name: str) -> FunctionType | None:
        """Return the method or the property of an object; None where it has none that is read."""
        assert own.wrapped is not None
        found = member(own.wrapped, name)
        found = found.fget if type(found) is property else found
        return found if isinstance(found, FunctionType) else None

    def _own_attribute(self, own: Read, node: ast.Attribute) -> Read:
        """The tuple of an object, what its class names, or a property."""
        assert own.wrapped is not None
        found = member(own.wrapped, node.attr)
        if node.attr == "state":
            return own._replace(kind="row")
        if type(found) is property and isinstance(found.fget, FunctionType):
            return self._helper(ast.Call(node, [], [], lineno=node.lineno), found.fget, own)
        self._require_plain(own, node)
        return self.constant(found, ast.unparse(node), node.lineno)

    def _require_plain(self, own: Read, node: ast.expr) -> None:
        """An object of which only the class is asked must be there all the same."""
        if not _is_plain(own.node):
            raise self.refuse("'{code}' is not read here", code=ast.unparse(node))

    def _own_method(self, node: ast.Call, own: Read, name: str) -> Read:
        function = self.own_function(own, name)
        if function is Wrapped.of:
            self._require_plain(own, node)
            inner = self.sequence(self._one(node))
            if inner.kind == "row":
                return inner._replace(kind=own.kind)
            raise self.refuse("a state must be a tuple, not a list")
        if function is None:
            raise self.refuse("{code}() is not read", code=ast.unparse(node.func))
        return self._helper(node, function, own)

    # -- helpers -------------------------------------------------------------------------------------------------------

    def _helper(self, node: ast.Call, function: FunctionType, own: Read | None = None, *, kept: bool = False) -> Read:
        """A call of a helper; ``kept``: it is under a cache, which must be nothing that is seen."""
        given = self.arguments(node, function, own)
        helper = self.helper(function, kinds_of(given), node.lineno)
        kinds = (helper.result, *(each.kind for each in given))
        if kept and any(kind == "list" or isinstance(kind, type) for kind in kinds):
            raise self.refuse("{name}() keeps a list or an object in a cache", name=function.__name__)
        self.calls.add(helper.number)
        self.line = node.lineno
        call = ir.Call(helper.number, tuple(each.node for each in given), line=node.lineno)
        return Read(call, helper.result, new=not helper.lends)

    def helper(self, function: FunctionType, kinds: tuple[Kind, ...], line: int) -> Helper:
        """A helper, read for arguments of these kinds (see `grundy.language.read`)."""
        raise NotImplementedError

    def arguments(self, node: ast.Call, function: FunctionType, own: Read | None = None) -> list[Read]:
        """The arguments of a call in the order in which the helper has them, the object and defaults included."""
        words: list[ast.expr | Read] = [] if own is None else [own]
        for each in node.args:
            if isinstance(each, ast.Starred) and isinstance(each.value, ast.Tuple | ast.List):
                words += each.value.elts
            else:
                words.append(each)
        names, rest, named, any_name = arguments(function.__code__)
        if own is not None and not names:
            raise self._not_taken(node)
        if any_name or any(each.arg is None for each in node.keywords):
            raise self.refuse("parameters of any name (**) are not read")
        if any(isinstance(each, ast.Starred) for each in words[: len(names)]):
            raise self.refuse("a call with '*' is not read")
        given: dict[str, ast.expr | Read] = dict(zip(names, words, strict=False))
        by_name = {str(each.arg): each.value for each in node.keywords}
        open_to = {*names[function.__code__.co_posonlyargcount :], *named}
        usual, wrong = defaults(function), len(words) > len(names) and not rest
        if wrong or by_name.keys() - open_to or by_name.keys() & given.keys():
            raise self._not_taken(node)
        given |= by_name
        found: list[Read] = []
        for name in (*names, rest, *named):
            if name and name == rest:
                items = [each for each in words[len(names) :] if isinstance(each, ast.expr)]
                found.append(self._x_tuple(ast.Tuple(items, ast.Load(), lineno=node.lineno)))
            elif name:
                if name not in given and name not in usual:
                    raise self._not_taken(node)
                held = given.get(name)
                held = self.value(held) if isinstance(held, ast.expr) else held
                found.append(held or self.constant(usual[name], name, node.lineno))
        return [*found, *map(self._surrounding, free_names(function))]

    def _surrounding(self, name: str) -> Read:
        """What a variable of this function is where one within it is called."""
        slot = self.known[0].get(name)
        kind = None if slot is None else self.kinds[slot]
        if slot is None or kind is None or slot not in self.assigned:
            raise self.refuse("'{name}' may have no value here", name=name)
        return Read(ir.Local(slot, line=self.line), kind, new=False)

    def _not_taken(self, node: ast.Call) -> Unreadable:
        return self.refuse("{name}() is called with arguments it does not have", name=ast.unparse(node.func))


def kinds_of(given: Sequence[Read]) -> tuple[Kind, ...]:
    """Return the kinds for which a helper is read that is given some values."""
    return tuple("int" if each.kind == "truth" else each.kind for each in given)


def is_told(test: ast.expr) -> bool:
    """Whether a condition is decided when it is read, so that one of two ways is never gone."""
    return isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "isinstance"


def _letter(found: Read) -> ir.Expr | None:
    """Return the code of a string that surely has one letter."""
    single = found.kind == "text" and length_of(found.node) == 1
    return ir.Item(found.node, ir.Known(0), line=found.node.line) if single else None


def spread(node: ir.Expr) -> list[ir.Expr | ir.Spread]:
    """Return the items of a tuple, as far as they are written there."""
    if isinstance(node, ir.Known) and isinstance(node.value, tuple):
        return [ir.Known(item) for item in node.value]
    return list(node.items) if isinstance(node, ir.Make) else [ir.Spread(node)]


def _is_plain(node: ir.Expr | ir.Spread) -> bool:
    """Whether an expression surely has a value."""
    match node:
        case ir.Known() | ir.Local():
            return True
        case ir.Make(items):
            return all(map(_is_plain, items))
        case ir.Slice(whole, low, high):
            return _is_plain(whole) and all(isinstance(end, ir.Known | None) for end in (low, high))
        case _:
            return False


def _is_calm(node: ir.Expr) -> bool:
    """Whether an expression surely has a value, also one of numbers that fit."""
    match node:
        case ir.Op("+" | "-" | "*", left, right):
            return _is_calm(left) and _is_calm(right)
        case ir.Apply("len", (whole,)):
            return _is_plain(whole)
        case _:
            return _is_plain(node)


def length_of(node: ir.Expr) -> int | None:
    """Return how many items a tuple has where that is written there.

    >>> length_of(ir.Known((1, 2))), length_of(ir.Make((ir.Local(0),))), length_of(ir.Make((ir.Spread(ir.Local(0)),)))
    (2, 1, None)
    """
    if isinstance(node, ir.Known) and isinstance(node.value, tuple):
        return len(node.value)
    if isinstance(node, ir.Make) and not any(isinstance(each, ir.Spread) for each in node.items):
        return len(node.items)
    return None


def _wholes(found: Read) -> tuple[Whole, ...]:
    """Return the tuples or lists, one of which a value is; nothing where they are not known."""
    if isinstance(found.kind, Several):
        return found.kind.wholes if all(each.type in ("tuple", "list") for each in found.kind.wholes) else ()
    if found.kind not in ("row", "list") or found.node not in (ir.Make(()), ir.Known(())):
        return ()
    return (Whole("list" if found.kind == "list" else "tuple", ()),)


def folded(sign: str, x: ir.Expr, y: ir.Expr, line: int) -> ir.Expr:
    """Return an operation on numbers; a constant where both are, and the result fits in 64 bits."""
    if isinstance(x, ir.Known) and isinstance(y, ir.Known) and isinstance(x.value, int) and isinstance(y.value, int):
        small = sign not in ("**", "<<") or 0 <= y.value < 64
        with suppress(ZeroDivisionError, ValueError):  # which Python raises when it comes there
            if small and SMALLEST <= (found := ir.OPERATORS[sign](x.value, y.value)) <= LARGEST:
                return ir.Known(found, line=line)
    return ir.Op(sign, x, y, line=line)


def _joined(x: ir.Expr, y: ir.Expr, line: int) -> ir.Expr:
    lengths = (length_of(x), length_of(y))
    known = isinstance(x, ir.Known | ir.Make) and isinstance(y, ir.Known | ir.Make)
    if known and sum(each or 0 for each in lengths) <= JOINED:
        return known_tuple([*spread(x), *spread(y)])
    return ir.Op("+", x, y, line=line)


def _repeated(whole: ir.Expr, times: ir.Expr, line: int) -> ir.Expr:
    length = length_of(whole)
    if isinstance(whole, ir.Known) and isinstance(times, ir.Known) and length is not None:
        count = cast(int, times.value)
        if length * count <= LONGEST:
            return ir.Known(cast("tuple[int, ...]", whole.value) * count, line=line)
    return ir.Op("*", whole, times, line=line)
