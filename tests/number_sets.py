"""What the sets of numbers that have a name hold, from their words, in Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def zeckendorf(n: int) -> list[int]:
    """Return the parts of the Zeckendorf sum of a number, the largest first."""
    parts, all_of_them = list[int](), [1, 2]
    while all_of_them[-1] <= n:
        all_of_them.append(sum(all_of_them[-2:]))
    for each in reversed(all_of_them):
        if each <= n:
            parts.append(each)
            n -= each
    return parts


def zeros(n: int) -> int:
    """Return how many zeros end a number in base 2."""
    return (n & -n).bit_length() - 1


def is_power(n: int, base: int, times: int) -> bool:
    """Return whether a number is so many times a power."""
    while n and n % base == 0:
        n //= base
    return n == times


SETS: dict[str, Callable[..., bool]] = {
    "odious": lambda n: n.bit_count() % 2 == 1,
    "evil": lambda n: n.bit_count() % 2 == 0,
    "vile": lambda n: n > 0 and zeros(n) % 2 == 0,
    "dopey": lambda n: n > 0 and zeros(n) % 2 == 1,
    "even_length": lambda n: n.bit_length() % 2 == 0,
    "odd_length": lambda n: n.bit_length() % 2 == 1,
    "fibonacci": lambda n: len(zeckendorf(n)) == 1,
    "odiousth": lambda n, v: n > 0 and v.bit_count() % 2 == 1 and v // 2 == n - 1,
    "ruler": lambda n, v: n > 0 and v == n & -n,
    "zeckendorf": lambda n, z: n > 0 and zeckendorf(n)[-1] == z,
    "small": lambda n, m: n > 0 and m < zeckendorf(n)[-1],
}


def in_set(name: str, numbers: Sequence[int]) -> bool:
    """Return whether numbers are in the set, or the relation, of a name."""
    if any(n < 0 for n in numbers):
        return False
    if name.startswith("power"):
        base, _, times = name.removeprefix("power").partition("times")
        return is_power(numbers[0], int(base), int(times or 1))
    if name.startswith("places"):
        modulus = int(name.removeprefix("places").split("of")[0])
        return all(sum(n >> place & 1 for n in numbers) % modulus == 0 for place in range(64))
    return SETS[name](*numbers)
