"""A new game."""

from grundy.rules.functions import game


@game
def zzz_new(n: int):
    """Take one or two of them away."""
    for k in range(1, min(2, n) + 1):
        yield n - k


@zzz_new.theorem(name="the new theorem", source="here")
def law(n: int) -> int:
    """It is n mod 3."""
    return n % 3
