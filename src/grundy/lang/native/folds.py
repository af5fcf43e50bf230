"""Folds as text: a block of statements whose yields come to a truth value, a sum, a least or greatest, or a tuple."""

from __future__ import annotations

from collections.abc import Callable

from grundy.errors import Sentence
from grundy.lang import ir
from grundy.lang.native.lowering import Expressions
from grundy.lang.native.writer import Grid, Number, Value, View, plus


class Folds(Expressions):
    """The lowering of folds."""

    def _fold(self, node: ir.Fold) -> Value:
        fold = {"any": self._any, "all": self._any, "sum": self._sum, "tuple": self._gathered}
        return fold.get(node.how, self._best)(node)

    def over(self, node: ir.Fold, give: Callable[[ir.Expr], None], stop: str = "") -> None:
        """Write the block of a fold; ``give`` is what is done with a yield, ``stop`` a condition that ends it."""
        raise NotImplementedError

    def _any(self, node: ir.Fold) -> Value:
        name, wanted = self.temp(), node.how == "any"
        self.emit(f"{name} = {not wanted}")

        def give(item: ir.Expr) -> None:
            told = self.truth(item)
            told = told if wanted else self.negation(told)
            if told.value == 0:
                return
            if told.value is not None:
                self.emit(f"{name} = {wanted}", "break")
                self.reachable = False
            else:
                with self.indented(f"if {told.text}:"):
                    self.emit(f"{name} = {wanted}", "break")
            self.loops[-1].breaks.append(set(self.sure))

        self.over(node, give, name if wanted else f"not {name}")
        return Number(name, truth=True)

    def _sum(self, node: ir.Fold) -> Value:
        total = self.temp()
        self.emit(f"{total} = 0")

        def give(item: ir.Expr) -> None:
            x = self.atom(self.number(item))
            self.fail_if(f"add_overflows({total}, {x.text})")
            self.emit(f"{total} = {total} + {x.text}")

        self.over(node, give)
        return Number(total)

    def _best(self, node: ir.Fold) -> Value:
        """Return the least or greatest of what is yielded: the first is taken, then each that is better."""
        best, seen, size, sign = self.temp(), self.temp(), self.temp(), "<" if node.how == "min" else ">"
        self.emit(f"{best} = 0", f"{size} = 0", f"{seen} = False")
        region, kinds = "", set[bool]()

        def give(item: ir.Expr) -> None:
            nonlocal region
            value = self.value(item)
            kinds.add(isinstance(value, Number))
            if isinstance(value, Number):
                x = self.atom(value)
                with self.indented(f"if not {seen} or {x.text} {sign} {best}:"):
                    self.emit(f"{best} = {x.text}", f"{seen} = True")
                return
            region = region or self.lasting_region()
            view = self.view(self.require_row(value))
            order = self.order(view, View("out", region, Number(size, natural=True), short=True))
            with self.indented(f"if not {seen} or {order} {sign} 0:"):
                self.emit(f"{size} = {self.held(view, region).length.text}", f"{seen} = True")

        self.over(node, give)
        self._require_one_kind(kinds)
        self.fail_if(f"not {seen}")
        return View("out", region, Number(size, natural=True), short=True) if region else Number(best)

    def _gathered(self, node: ir.Fold) -> Value:
        """Return what is yielded, in scratch space: numbers, or rows of one length."""
        region, size, columns, capacity = self.region(), self.temp(), self.temp(), self.module.capacity
        self.emit(f"{size} = 0")
        kinds = set[bool]()
        at = len(self.lines)

        def give(item: ir.Expr) -> None:
            value = self.value(item)
            kinds.add(isinstance(value, Number))
            if isinstance(value, Number):
                x = self.atom(value)
                self.fail_if(f"{size} >= {capacity}")
                self.emit(f"out[{region} + {size}] = {x.text}", f"{size} = {size} + 1")
                return
            view = self.view(self.require_row(value))
            self.emit(f"{columns} = {view.length.text} if {size} == 0 else {columns}")
            self.fail_if(f"{view.length.text} != {columns} or ({size} + 1) * max(1, {columns}) > {capacity}")
            self.write(view, plus(region, f"({size} * {columns})"))
            self.emit(f"{size} = {size} + 1")

        self.over(node, give)
        self._require_one_kind(kinds)
        if False in kinds:
            self.lines.insert(at, "    " * self.depth + f"{columns} = 0")
            return Grid("out", region, Number(size, natural=True), Number(columns, natural=True))
        return View("out", region, Number(size, natural=True), short=True)

    def _require_one_kind(self, kinds: set[bool]) -> None:
        if len(kinds) > 1:
            raise self.refuse(Sentence("one choice is a number and the other a tuple"))
