"""Arithmetic in words of 64 bits: text that is exactly right, or gives up."""

from __future__ import annotations

from collections.abc import Callable

from grundy.lang.native.writer import LARGEST, SMALLEST, Number, Scope, as_integer, exactly, fits, literal

_EXACT: dict[str, Callable[[int, int], int]] = {
    "+": lambda x, y: x + y,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "//": lambda x, y: x // y,
    "%": lambda x, y: x % y,
    "&": lambda x, y: x & y,
    "|": lambda x, y: x | y,
    "^": lambda x, y: x ^ y,
    "<<": lambda x, y: x << y,
    ">>": lambda x, y: x >> y,
    "**": lambda x, y: x**y,
}


class Arithmetic(Scope):
    """Operations on numbers. Each is looked at before it is done: what is not needed, the native compiler drops."""

    def binary(self, sign: str, x: Number, y: Number) -> Number:
        """Return ``x sign y`` as Python has it, or give up."""
        x, y = self.brief(as_integer(x)), self.brief(as_integer(y))
        if x.value is not None and y.value is not None:
            return self._folded(sign, x.value, y.value)
        match sign:
            case "+":
                return self._add(x, y)
            case "-":
                return x if y.value == 0 else self._checked("sub_overflows", "-", x, y)
            case "*":
                return self._times(x, y)
            case "//":
                return self._floordiv(x, y)
            case "%":
                return self._mod(x, y)
            case "<<":
                return self._shifted_left(x, y)
            case ">>":
                return self._shifted_right(x, y)
            case "**":
                return self._power(x, y)
            case "&":
                return Number(f"({x.text} & {y.text})", natural=x.natural or y.natural)
            case _:
                return Number(f"({x.text} {sign} {y.text})", natural=x.natural and y.natural)

    def _folded(self, sign: str, x: int, y: int) -> Number:
        if (sign in ("//", "%") and y == 0) or (sign in ("<<", ">>", "**") and y < 0):
            return self.failed()
        if sign in ("<<", "**") and y > 64 and abs(x) > (sign == "**"):
            return self.failed()
        result = _EXACT[sign](x, y) if sign not in ("<<", "**") or y <= 64 else x ** (2 - y % 2) if sign == "**" else 0
        return exactly(result) if fits(result) else self.failed()

    def _checked(self, test: str, sign: str, x: Number, y: Number) -> Number:
        x, y = self.atom(x), self.atom(y)
        self.fail_if(f"{test}({x.text}, {y.text})")
        return Number(f"({x.text} {sign} {y.text})", natural=x.natural and y.natural and sign != "-")

    def _add(self, x: Number, y: Number) -> Number:
        if 0 in (x.value, y.value):
            return y if x.value == 0 else x
        return self._checked("add_overflows", "+", x, y)

    def _times(self, x: Number, y: Number) -> Number:
        if 1 in (x.value, y.value):
            return y if x.value == 1 else x
        return self._checked("mul_overflows", "*", x, y)

    def _divisor(self, x: Number, y: Number) -> tuple[Number, Number]:
        x, y = self.atom(x), self.atom(y)
        if y.value is None or y.value == 0:
            self.fail_if(f"{y.text} == 0")
        return x, y

    def _floordiv(self, x: Number, y: Number) -> Number:
        x, y = self._divisor(x, y)
        if y.value in (None, -1) and not x.natural and not y.natural:
            self.fail_if(f"{y.text} == -1 and {x.text} == {literal(SMALLEST)}")
        return Number(f"({x.text} // {y.text})", natural=x.natural and y.natural)

    def _mod(self, x: Number, y: Number) -> Number:
        x, y = self._divisor(x, y)
        if y.value in (1, -1):
            return exactly(0)
        remainder = f"{x.text} % {y.text}"
        sure = y.value is not None or x.natural or y.natural
        return Number(f"({remainder})" if sure else f"(0 if {y.text} == -1 else {remainder})", natural=y.natural)

    def _shifted_left(self, x: Number, y: Number) -> Number:
        if y.value == 0:
            return x
        x, y = self.atom(x), self.atom(y)
        if y.value is None:  # one test for 1 << y, y > 62, would do, and make some loops half as fast again
            self.fail_if(("" if y.natural else f"{y.text} < 0 or ") + f"{y.text} > 63")
        elif not 0 <= y.value <= 63:
            return self.failed()
        high, low = f"{x.text} > {LARGEST} >> {y.text}", f"{x.text} < {literal(SMALLEST)} >> {y.text}"
        if x.natural:
            self.fail_if(high)
        else:
            self.fail_if(low if x.value is not None else f"{high} or {low}")
        return Number(f"({x.text} << {y.text})", natural=x.natural)

    def _shifted_right(self, x: Number, y: Number) -> Number:
        if y.value is not None:
            text = f"({x.text} >> {min(y.value, 63)})"
            return Number(text, natural=x.natural) if y.value >= 0 else self.failed()
        if not y.natural:
            y = self.atom(y)
            self.fail_if(f"{y.text} < 0")
        return Number(f"({x.text} >> min({y.text}, 63))", natural=x.natural)

    def _power(self, x: Number, y: Number) -> Number:
        if y.value is not None and 0 <= y.value <= 3:
            x, result = self.atom(x), exactly(1)
            for _ in range(y.value):
                result = self._times(result, x)
            return result
        if x.value == 2:
            return self._shifted_left(exactly(1), y)
        base, left, result = self.temp(), self.temp(), self.temp()
        self.emit(f"{base}, {left}, {result} = {x.text}, {y.text}, 1")
        self.fail_if(f"{left} < 0")
        with self.indented(f"while {left} > 0:"):
            with self.indented(f"if {left} & 1:"):
                self.fail_if(f"mul_overflows({result}, {base})")
                self.emit(f"{result} = {result} * {base}")
            self.emit(f"{left} = {left} >> 1")
            with self.indented(f"if {left} > 0:"):
                self.fail_if(f"mul_overflows({base}, {base})")
                self.emit(f"{base} = {base} * {base}")
        return Number(result)

    def negated(self, x: Number) -> Number:
        """Return ``-x``."""
        x = as_integer(x)
        if x.value is not None:
            return exactly(-x.value) if fits(-x.value) else self.failed()
        x = self.atom(x)
        if not x.natural:
            self.fail_if(f"{x.text} == {literal(SMALLEST)}")
        return Number(f"(-{x.text})")

    def inverted(self, x: Number) -> Number:
        """Return ``~x``."""
        return exactly(~x.value) if x.value is not None else Number(f"(~{self.brief(as_integer(x)).text})")

    def absolute(self, x: Number) -> Number:
        """Return ``abs(x)``."""
        x = as_integer(x)
        if x.natural or x.value is not None:
            return x if x.natural else self.negated(x)
        x = self.atom(x)
        self.fail_if(f"{x.text} == {literal(SMALLEST)}")
        return Number(f"abs({x.text})", natural=True)

    def bits_of(self, name: str, x: Number) -> Number:
        """Return ``x.bit_length()`` or ``x.bit_count()``."""
        x = as_integer(x)
        if x.value is not None:
            return exactly(x.value.bit_length() if name == "bit_length" else x.value.bit_count())
        return Number(f"{name}({self.brief(x).text})", natural=True)

    def extreme(self, name: str, several: list[Number]) -> Number:
        """Return the least or the greatest of some numbers."""
        values = [x.value for x in several if x.value is not None]
        if len(values) == len(several):
            return exactly(min(values) if name == "min" else max(values))
        several = [self.brief(as_integer(x)) for x in several]
        sure = all(x.natural for x in several) if name == "min" else any(x.natural for x in several)
        return Number(f"{name}({', '.join(x.text for x in several)})", natural=sure)
