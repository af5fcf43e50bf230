"""What binds how tight in a cell: each pair of signs of the table on the page of worksheets; Python itself."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import Any

import pytest

from cases import nontrivial
from grundy.common.errors import GrundyError
from grundy.faces.worksheet import Worksheet
from grundy.faces.worksheet.expressions import evaluated
from grundy.faces.worksheet.members import shown
from grundy.values.form import form
from grundy.values.operators import cooled
from grundy.values.short import Value

NAMES = {"a": "3", "b": "5", "c": "2", "k": "7", "n": "-2", "q": "3/4", "p": "1", "g": "{3|1}", "h": "{2*|0}", "u": "^"}
BINARY = (
    ("^",),
    ("·", "/", "%"),
    (":",),
    ("+", "-", "upsum", "downsum"),
    ("&",),
    ("..",),
    ("<", "==", "||"),
    ("and",),
    ("or",),
)
"""From tight to loose, as on the page; those of a group from left to right, but ^ from right to left."""
LEVEL = {sign: level for level, signs in enumerate(BINARY) for sign in signs}
TRUTHS = ("a > b", "n < b", "not a > b")
SHEET = Worksheet("; ".join(f"{name} = {text}" for name, text in (*NAMES.items(), ("o", "over"))))
KNOWN: dict[str, str] = {}


def answered(cell: str) -> str:
    """Return what a cell gives, with the names above; "!" if nothing."""
    if cell not in KNOWN:
        try:
            KNOWN[cell] = shown(evaluated(cell, SHEET.names))
        except GrundyError:
            KNOWN[cell] = "!"
    return KNOWN[cell]


def told_apart(written: str, bound: str, otherwise: str) -> bool:
    """Check that a cell gives what its reading gives; return whether the other reading gives something else."""
    assert answered(written) == answered(bound), (written, bound)
    return answered(bound) not in ("!", answered(otherwise))


def operands(chosen: random.Random, one: str, other: str) -> tuple[str, str, str]:
    """Return three operands that the signs between them may have; of powers small ones."""
    logic, values = [LEVEL[sign] >= LEVEL["and"] for sign in (one, other)], [*NAMES, "a", "b", "c", "o"]
    values = ["a", "c", "p", "n", "q"] if "^" in one + other else values
    x, y, z = (chosen.choice(TRUTHS if truth else values) for truth in (logic[0], all(logic), logic[1]))
    return x, y, z


EITHER_WAY = {("+", "-"), ("·", "·"), ("·", "/"), (":", ":"), ("and", "and"), ("or", "or")}
EITHER_WAY |= {*itertools.product(("+", "upsum", "downsum"), repeat=2)}
"""Signs of which it does not matter which comes first, or which no three values tell apart that were tried."""


def are_joined(one: str, other: str) -> bool:
    """Whether an expression may have both: what is joined by ``and`` is compared, and what is ordered is no list."""
    levels = LEVEL[one], LEVEL[other]
    if levels[0] == levels[1]:
        return levels[0] != LEVEL["<"] and one not in ("..", "&")
    return not (max(levels) >= LEVEL["and"] and min(levels) < LEVEL["<"]) and not (
        ".." in (one, other) and {"<", "||"} & {one, other}
    )


@pytest.mark.slow
@pytest.mark.parametrize(("one", "other"), [pair for pair in itertools.product(LEVEL, repeat=2) if are_joined(*pair)])
def test_two_signs_bind_as_the_table_says(one: str, other: str) -> None:
    chosen, apart = random.Random(f"{one}{other}"), False
    first = LEVEL[one] < LEVEL[other] or (LEVEL[one] == LEVEL[other] and one != "^")
    for _turn in range(8 if (one, other) in EITHER_WAY else 80):
        x, y, z = operands(chosen, one, other)
        left, right = f"({x} {one} {y}) {other} {z}", f"{x} {one} ({y} {other} {z})"
        apart = told_apart(f"{x} {one} {y} {other} {z}", *((left, right) if first else (right, left)))
        if apart:
            return
    assert (one, other) in EITHER_WAY, "no operands tell the two readings apart"


LOOSER = [sign for sign in LEVEL if LEVEL[sign] > LEVEL[":"]]
"""What a sign before a value binds tighter than; what is tighter comes before the sign, but for % as in Python."""


@pytest.mark.slow
@pytest.mark.parametrize("sign", [sign for sign in LEVEL if LEVEL[sign] < LEVEL["and"]])
@pytest.mark.parametrize("before", ["-", "+-"])
def test_a_sign_before_a_value_binds_as_the_table_says(before: str, sign: str) -> None:
    chosen, apart = random.Random(f"{before}{sign}"), False
    tight = sign in LOOSER or (before == "-" and sign == "%")
    for _turn in range(20):
        x, y, _z = operands(chosen, sign, sign)
        whole, part = f"{before}({x} {sign} {y})", f"({before}{x}) {sign} {y}"
        apart |= told_apart(f"{before}{x} {sign} {y}", *((part, whole) if tight else (whole, part)))
    assert apart or sign in ("·", "/", "..", "&") or (before, sign) in (("+-", "%"), ("+-", "^")), (
        "nothing tells them apart"
    )


@pytest.mark.parametrize(
    "before", ["-", "+-", "2·", "2", "a·", "a/", "a %", "b - ", "b + ", "g:", "o & ", "c^", "1..", "b < ", "not "]
)
@pytest.mark.parametrize(
    "behind", [".pow(2)", ".temperature", ".negative", ".sign", ".is_number", ".floor", ".reciprocal"]
)
def test_what_is_asked_binds_before_all_signs(before: str, behind: str) -> None:
    for name in ("b", "k", "n", "q", "g", "p"):
        told_apart(f"{before}{name}{behind}", f"{before}({name}{behind})", f"({before}{name}){behind}")
    if before not in ("2", "c^"):  # an integer has no items, and is raised to no list
        told_apart(f"{before}[b, c, p][1]", f"{before}([b, c, p][1])", f"({before}[b, c, p])[1]")


def test_the_methods_of_the_notation_bind_so_in_python_too() -> None:
    assert Value("2·{3|1}.temperature()") == 2 and Value("(2·{3|1}).temperature()") == -1
    assert Value("-1.heat(1)") == -Value(1) and Value("3-{2|0}.cool(1)") == 3 - cooled(Value("{2|0}"), 1)
    assert form("-1:1").value() == -form("1:1").value() == -2


# ---- Python itself


class Exact:
    """A number as Python has it, with what a cell asks."""

    def __init__(self, value: Fraction | int) -> None:
        self.value = Fraction(value)

    def __add__(self, other: Exact) -> Exact:
        return Exact(self.value + other.value)

    def __sub__(self, other: Exact) -> Exact:
        return Exact(self.value - other.value)

    def __mul__(self, other: Exact) -> Exact:
        return Exact(self.value * other.value)

    def __truediv__(self, other: Exact) -> Exact:
        return Exact(self.value / other.value)

    def __mod__(self, other: Exact) -> Exact:
        return Exact(self.value % other.value)

    def __neg__(self) -> Exact:
        return Exact(-self.value)

    def __pow__(self, other: Exact) -> Exact:
        if other.value.denominator > 1 or abs(other.value) > 30:
            raise ArithmeticError
        return Exact(self.value ** int(other.value))

    def pow(self, other: Exact) -> Exact:
        return self**other

    @property
    def abs(self) -> Exact:
        return Exact(abs(self.value))

    @property
    def floor(self) -> Exact:
        return Exact(self.value // 1)


NUMBERS = {"x": 3, "y": -2, "z": Fraction(3, 4), "t": 2, **{f"n{digit}": digit for digit in range(1, 10)}}


SIGNS = {"·": "*", "^": "**"}


def expression(chosen: random.Random) -> tuple[str, str]:
    """Return a text without brackets, as a cell has it and as Python has it."""
    cell, python = "", ""
    for place in range(chosen.randint(2, 5)):
        sign = chosen.choice("+-·/%" if cell[-1:].isdigit() else "+-·/%^") if place else ""
        name = chosen.choice("xyzt")
        literal = place and sign != "^" and chosen.random() < 0.3
        digit = str(chosen.randint(1, 9))
        minus = "-" * (chosen.random() < 0.25)
        asked = chosen.choice(["", "", ".abs", ".floor", ".pow(n2)"])
        cell += f" {sign} {minus}{digit if literal else name}{asked.replace('n2', '2')}"
        python += f" {SIGNS.get(sign, sign)} {minus}{'n' + digit if literal else name}{asked}"
    return cell, python


@pytest.mark.slow
def test_numbers_are_calculated_as_python_does() -> None:
    known: dict[str, Any] = {name: Exact(value) for name, value in NUMBERS.items()}
    names = Worksheet("x = 3; y = -2; z = 3/4; t = 2").names
    chosen, compared = random.Random(42), 0
    for _turn in range(1500):
        cell, python = expression(chosen)
        try:
            wanted = eval(python, {"__builtins__": {}}, known)  # a text of this file
        except (ArithmeticError, ValueError):
            continue
        compared += 1
        try:
            found = shown(evaluated(cell, names))
        except GrundyError as error:
            assert "by some and as" in str(error), (cell, python, str(error))
            continue
        assert found == str(wanted.value), (cell, python)
    nontrivial(compared > 800)
    assert compared > 800
