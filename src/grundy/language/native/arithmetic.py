"""Arithmetic in words of 64 bits: exactly right, or it gives up."""

# llvmlite has no types that a strict checker could follow.
# pyright: basic

from __future__ import annotations

from grundy.language import ir
from grundy.language.native.code import BIT, WORD, Code, Number, Scope, exactly, fits
from grundy.language.refusal import SMALLEST


class Arithmetic(Scope):
    """Operations on numbers. Each is looked at before it is done: what is not needed, LLVM drops."""

    def binary(self, sign: str, left: Number, right: Number) -> Number:
        """Return ``x sign y`` as Python has it, or give up."""
        x, y = self.integer(left), self.integer(right)
        computed = ("<<", ">>", "**") if y.value else ("<<", ">>", "**", "//", "%")
        if x.value is not None and y.value is not None and sign not in computed:
            result = ir.OPERATORS[sign](x.value, y.value)
            return exactly(result) if fits(result) else self.failed()
        match sign:
            case "+" | "-" | "*":
                return Number(self.checked(sign, x.code, y.code))
            case "//":
                return Number(self._floordiv(x.code, y))
            case "%":
                return Number(self._mod(x.code, y))
            case "<<":
                return Number(self._shifted_left(x.code, y.code))
            case ">>":
                return Number(self._shifted_right(x.code, y.code))
            case "**":
                return Number(self._power(x, y))
            case _:
                return Number({"&": self.build.and_, "|": self.build.or_, "^": self.build.xor}[sign](x.code, y.code))

    def checked(self, sign: str, x: Code, y: Code) -> Code:
        """Return a sum, a difference or a product, or give up."""
        both = {
            "+": self.build.sadd_with_overflow,
            "-": self.build.ssub_with_overflow,
            "*": self.build.smul_with_overflow,
        }[sign](x, y)
        self.fail_if(self.build.extract_value(both, 1))
        return self.build.extract_value(both, 0)

    def _is(self, x: Code, value: int) -> Code:
        return self.test("==", x, value)

    def _adjusted(self, remainder: Code, y: Code) -> Code:
        """Return whether a remainder, rounded to zero, has another sign than the divisor."""
        differs = self.test("<", self.build.xor(remainder, y), 0)
        return self.build.and_(differs, self.test("!=", remainder, 0))

    def _floordiv(self, x: Code, y: Number) -> Code:
        if y.value is not None and y.value > 0 and y.value & y.value - 1 == 0:
            return self.build.ashr(x, WORD(y.value.bit_length() - 1))
        self.fail_if(self._is(y.code, 0))
        self.fail_if(self.build.and_(self._is(y.code, -1), self._is(x, SMALLEST)))
        quotient = self.build.sdiv(x, y.code)
        remainder = self.build.sub(x, self.build.mul(quotient, y.code))
        return self.build.sub(quotient, self.build.zext(self._adjusted(remainder, y.code), WORD))

    def _mod(self, x: Code, y: Number) -> Code:
        if y.value is not None and y.value > 0 and y.value & y.value - 1 == 0:
            return self.build.and_(x, WORD(y.value - 1))
        self.fail_if(self._is(y.code, 0))
        safe = self.build.select(self._is(y.code, -1), WORD(1), y.code)  # the processor traps at the smallest % -1
        remainder = self.build.srem(x, safe)
        more = self.build.select(self._adjusted(remainder, safe), safe, WORD(0))
        return self.build.add(remainder, more)

    def _shifted_left(self, x: Code, y: Code) -> Code:
        self.fail_if(self.build.icmp_unsigned(">", y, WORD(63)))
        result = self.build.shl(x, y)
        self.fail_if(self.test("!=", self.build.ashr(result, y), x))
        return result

    def _shifted_right(self, x: Code, y: Code) -> Code:
        self.fail_if(self.test("<", y, 0))
        return self.build.ashr(x, self.least(y, WORD(63)))

    def _power(self, x: Number, y: Number) -> Code:
        if y.value is not None and 0 <= y.value <= 3:
            result = WORD(1)
            for turn in range(y.value):
                result = self.checked("*", result, x.code) if turn else x.code
            return result
        if x.value == 2:
            return self._shifted_left(WORD(1), y.code)
        self.fail_if(self.test("<", y.code, 0))
        base, left, result = self.variable(x.code), self.variable(y.code), self.variable(WORD(1))
        with self.looped(lambda: self.test(">", self.get(left), 0)):
            with self.when(self.build.trunc(self.get(left), BIT)):
                self.put_in(result, self.checked("*", self.get(result), self.get(base)))
            self.put_in(left, self.build.ashr(self.get(left), WORD(1)))
            with self.when(self.test(">", self.get(left), 0)):
                self.put_in(base, self.checked("*", self.get(base), self.get(base)))
        return self.get(result)

    def negated(self, x: Number) -> Number:
        """Return ``-x``."""
        return self.binary("-", exactly(0), x)

    def inverted(self, x: Number) -> Number:
        """Return ``~x``."""
        return self.binary("^", x, exactly(-1))

    def absolute(self, x: Number) -> Number:
        """Return ``abs(x)``."""
        x = self.integer(x)
        self.fail_if(self._is(x.code, SMALLEST))
        return Number(self._magnitude(x.code))

    def _magnitude(self, x: Code) -> Code:
        return self.build.select(self.test("<", x, 0), self.build.neg(x), x)

    def bits_of(self, name: str, x: Number) -> Number:
        """Return ``x.bit_length()`` or ``x.bit_count()``."""
        size = self._magnitude(self.word(x))
        if name == "bit_count":
            return Number(self.build.ctpop(size))
        return Number(self.build.sub(WORD(64), self.build.ctlz(size, BIT(0))))

    def extreme(self, name: str, several: list[Number]) -> Number:
        """Return the least or the greatest of some numbers."""
        values = [x.value for x in several if x.value is not None]
        if len(values) == len(several):
            return exactly(min(values) if name == "min" else max(values))
        best, *others = (self.word(x) for x in several)
        for each in others:
            best = self.least(best, each) if name == "min" else self.greatest(best, each)
        return Number(best)
