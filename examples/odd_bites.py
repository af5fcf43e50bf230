"""Odd bites, a game for a first lesson: from a row of nuts an odd number is taken, at most m of them."""

from grundy.rules.functions import game


@game(least=0)
def odd_bites(nuts: int, *, m: int = 5):
    """Take an odd number of nuts, at most m."""
    for k in range(1, min(m, nuts) + 1, 2):
        yield nuts - k


@odd_bites.theorem(name="parity", source="every move changes the parity", where=lambda nuts, *, m: m >= 1)
def parity(nuts: int, *, m: int) -> int:
    """The value is 0 or 1, as the number of nuts is even or odd."""
    return nuts % 2


@odd_bites.explanation
def why(solution):
    if solution.source:
        yield f"Every move turns odd into even and even into odd, and {solution.position.state} nuts are left."


odd_bites.called("Odd Bites", "Take an odd number of nuts, at most five. Whoever finds none left loses.")
odd_bites.starts("21", sizes="7; 21; 40", variants={"Small Bites": "21 m=3"})
