"""Automatic and regular sequences: found on values, exact for huge n, and not found where there is no law."""

import json
import random
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from math import isqrt
from pathlib import Path

import pytest

from cases import nontrivial
from grundy.common.errors import GrundyError
from grundy.values.patterns.regular import Regular, find_regular


def ruler(n: int) -> int:
    return (n & -n).bit_length()


def division(n: int) -> int:
    """The k-division game for odd k, after its exceptions 0, 1, 0, 1, 2."""
    flips = 0
    while n >= 5 and n % 2 == 0:
        n //= 2
        flips += 1
    value = (0, 1, 0, 1, 2)[n] if n < 5 else 0
    for _ in range(flips):
        value = 2 if value == 1 else 1
    return value


def odious(n: int) -> int:
    """The n-th number with an odd number of ones, from 1; 0 for 0."""
    return 2 * n - 1 - (n - 1).bit_count() % 2 if n else 0


def stern(n: int) -> int:
    a, b = 1, 0
    while n:
        if n % 2:
            b += a
        else:
            a += b
        n //= 2
    return b


def paper(n: int) -> int:
    """The dragon curve's turns; 0 at 0."""
    return int(n // (n & -n) % 4 == 1) if n else 0


def rudin_shapiro(n: int) -> int:
    return (n & n >> 1).bit_count() % 2


def late(n: int) -> int:
    """Bit counts with an exception at 21."""
    return 99 if n == 21 else n.bit_count()


def halves(n: int) -> int:
    """Triangular numbers, whose recurrence needs fractions."""
    return n * (n + 1) // 2


def random_linear(n: int) -> int:
    """g(2n) = 2g(n) + n, g(2n + 1) = g(n) - 3."""
    value = 0
    place = n.bit_length()
    while place:
        place -= 1
        m = n >> place
        value = value - 3 if m % 2 else 2 * value + m // 2
    return value


def base3(n: int) -> int:
    """The number of twos in base 3, modulo 2."""
    twos = 0
    while n:
        n, digit = divmod(n, 3)
        twos += digit == 2
    return twos % 2


def jacobsthal(n: int) -> int:
    """The digits of n in base 2 read in base 4."""
    return int(bin(n)[2:], 4)


SEQUENCES: dict[str, tuple[Callable[[int], int], bool, int, int]] = {
    "thue-morse": (lambda n: n.bit_count() % 2, True, 2, 0),
    "division": (division, True, 2, 3),
    "paper": (paper, True, 2, 0),
    "rudin-shapiro": (rudin_shapiro, True, 2, 0),
    "twos": (base3, True, 3, 0),
    "ruler": (ruler, False, 2, 1),
    "odious": (odious, False, 2, 1),
    "ones": (int.bit_count, False, 2, 0),
    "late": (late, False, 2, 11),
    "gray": (lambda n: n ^ n >> 1, False, 2, 0),
    "square": (lambda n: n * n, False, 2, 0),
    "triangle": (halves, False, 2, 0),
    "stern": (stern, False, 2, 0),
    "linear": (random_linear, False, 2, 0),
    "base 4": (jacobsthal, False, 2, 0),
    "length": (int.bit_length, False, 2, 1),
    "identity": (lambda n: n, False, 2, 0),
    "fractions": (lambda n: (n // 2).bit_count() * (1 if n % 2 else 2), False, 2, 0),
    "nim-double": (lambda n: n ^ 2 * n, False, 2, 0),
}


@cache
def found(name: str, size: int = 2048) -> Regular:
    g, _, base, _ = SEQUENCES[name]
    law = find_regular([g(n) for n in range(size)], base)
    assert law is not None, name
    return law


def places(top: int) -> list[int]:
    draw = random.Random(5)
    return [*range(300), *(draw.randrange(top) for _ in range(100)), *(2**k - 1 for k in range(2, 36))]


@pytest.mark.parametrize("name", SEQUENCES)
def test_the_law_is_found_and_tells_values_far_away(name: str) -> None:
    g, automatic, base, start = SEQUENCES[name]
    law = found(name)
    assert (law.automatic, law.base, law.start) == (automatic, base, start)
    assert law.head == tuple(g(n) for n in range(start))
    assert [law.value(n) for n in places(10**12)] == [g(n) for n in places(10**12)]
    assert law.value(10**30) == g(10**30)


@pytest.mark.parametrize("name", SEQUENCES)
def test_the_python_function_agrees(name: str) -> None:
    names: dict[str, Callable[[int], int]] = {}
    exec(found(name).python(), names)
    assert [names["grundy"](n) for n in places(10**12)] == [found(name).value(n) for n in places(10**12)]


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
def test_the_cpp_functions_agree(tmp_path: Path) -> None:
    top = 10**9  # the squares of it still fit
    asked = [n for n in places(top) if n < top]
    spaces = [f"namespace f{k} {{\n{found(name).cpp()}}}\n" for k, name in enumerate(SEQUENCES)]
    calls = "".join(f'printf("%lld ", f{k}::grundy(n)); ' for k in range(len(SEQUENCES)))
    main = f'int main() {{ long long n; while (scanf("%lld", &n) == 1) {{ {calls}puts(""); }} }}\n'
    source, program = tmp_path / "laws.cpp", tmp_path / "laws"
    source.write_text("#include <cstdio>\n" + "".join(spaces) + main)
    subprocess.run(["g++", "-Wall", "-Wno-unused-result", "-Werror", "-o", program, source], check=True)
    printed = subprocess.run([program], input="\n".join(map(str, asked)), capture_output=True, text=True, check=True)
    rows = [[int(v) for v in line.split()] for line in printed.stdout.splitlines()]
    assert rows == [[found(name).value(n) for name in SEQUENCES] for n in asked]


@pytest.mark.parametrize("name", SEQUENCES)
def test_the_recurrence_is_true(name: str) -> None:
    """Each line is read again and computed with the definition."""
    g, law = SEQUENCES[name][0], found(name)
    lines = law.recurrence()
    assert (lines[-1] == f"for n >= {law.start}") == (law.start > 0)
    for line in lines[: -1 if law.start else None]:
        left, right = (_program(side) for side in line.split(" = ", 1))
        for n in range(law.start, law.start + 200):
            assert eval(left, {"g": g, "n": n}) == eval(right, {"g": g, "n": n}), line


def _program(side: str) -> str:
    """A side of a rule as Python."""
    side = re.sub(r"(\d)([gn])", r"\1*\2", side).replace(" = ", " == ")
    return side.replace(", ", " else ") if "{" not in side else side


def test_lines_as_a_person_would_write_them() -> None:
    assert found("ruler").recurrence()[:2] == ["g(2n) = g(n) + 1", "g(2n + 1) = 1"]
    assert found("division").recurrence() == ["g(2n) = 2 if g(n) = 1 else 1", "g(2n + 1) = 0", "for n >= 3"]
    assert found("thue-morse").recurrence() == ["g(2n) = g(n)", "g(2n + 1) = 1 - g(n)"]
    assert found("square").recurrence() == ["g(2n) = 4g(n)", "g(2n + 1) = 4g(n) + 4n + 1"]
    assert found("division").lines()[-1] == "first values: 0, 1, 0, 1, 2, 0"
    assert str(found("division")) == "2-automatic with 6 states from 3 on"
    assert str(found("ruler")) == "2-regular: g(2n) = g(n) + 1, g(2n + 1) = 1 from 1 on"


@pytest.mark.parametrize("name", SEQUENCES)
def test_plain_data_tell_the_values(name: str) -> None:
    law = found(name)
    data = json.loads(json.dumps(law.to_dict()))
    assert data["recurrence"] == law.recurrence() and law.text().count("\n") >= 1
    if not law.automatic:
        return
    for n in range(law.start, 500):
        state, rest = data["initial"], n
        while rest >= data["stop"]:
            state, rest = data["transitions"][state][rest % data["base"]], rest // data["base"]
        assert data["outputs"][state][rest - data["start"]] == law.value(n)


def primes(size: int) -> list[int]:
    return [n for n in range(2, 20 * size) if all(n % d for d in range(2, isqrt(n) + 1))][:size]


@pytest.mark.some(2)
@pytest.mark.parametrize("size", [40, 100, 300, pytest.param(2048, marks=pytest.mark.hours)])
def test_no_law_where_there_is_none(size: int) -> None:
    draw = random.Random(size)
    assert find_regular(primes(size)) is None
    assert find_regular([isqrt(2 * n * n) for n in range(size)]) is None
    assert find_regular([isqrt(n) for n in range(size)]) is None
    assert find_regular([isqrt(2 * (n + 1) ** 2) - isqrt(2 * n * n) for n in range(size)]) is None
    chosen = set(primes(size))
    assert find_regular([int(n in chosen) for n in range(size)]) is None
    for most in (2, 3, 10, 1000):
        for _ in range(10):
            values = [draw.randrange(most) for _ in range(size)]
            nontrivial(len(set(values)) > 1)
            assert find_regular([draw.randrange(most) for _ in range(size)]) is None
    assert find_regular([int(draw.random() < 0.02) for _ in range(size)] + [1]) is None or size < 300


@pytest.mark.parametrize("name", ["thue-morse", "ruler", "gray", "division"])
def test_one_wrong_value_at_the_end_is_noticed(name: str) -> None:
    g = SEQUENCES[name][0]
    for size in (500, 70_001):
        values = [g(n) for n in range(size)]
        assert find_regular(values) is not None
        values[-1] += 1
        assert find_regular(values) is None


def test_few_or_odd_values() -> None:
    assert find_regular([]) is None
    assert find_regular([1, 2, 3]) is None
    assert find_regular([10**30] * 100) is None
    assert find_regular([10**18 * (n % 7) for n in range(40)]) is None
    with pytest.raises(GrundyError, match="base"):
        find_regular([0] * 100, base=1)
    with pytest.raises(GrundyError, match="counters"):
        found("ruler").value(-1)


def test_many_values_are_looked_at_once() -> None:
    """What looks at each pair of them is not done before it is ended."""
    draw, size = random.Random(1), 1 << 16
    assert find_regular([draw.randrange(9) for _ in range(size)]) is None
    assert find_regular([ruler(n) for n in range(size)]) is not None
    assert find_regular(list(range(size))) is not None
