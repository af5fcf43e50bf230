"""What the page /write shows of a text of rules: its games, or where it is wrong, and who wins small positions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from grundy.common.errors import GrundyError, TooLarge
from grundy.common.limits import Limits, keeping
from grundy.faces.web import queries
from grundy.faces.web.valuation import shown
from grundy.playing import catalogue
from grundy.rules.from_text import MARK, TextError, unpacked
from grundy.rules.functions import ANY, FunctionRuleset
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

HEAPS, SIDE, LISTED = 24, 8, 16
"""So many values of a sequence are told, a table has so many rows and columns, and so many other positions are."""
SECONDS = 1.0
"""So long are small positions solved, unless less is asked for: the rest is left out."""


def rules(text: str, game: str = "") -> dict[str, Any]:
    """Return the games of a text or where it is wrong, and of one of them what names it and where play begins."""
    told: dict[str, Any] = {"games": [], "game": "", "words": "", "start": "", "fault": None}
    try:
        found = queries.written_games(unpacked(text))
        told["games"] = [{"name": name, "title": rules.called_by.title} for name, rules in found.items()]
        told["game"] = game if game in found else next(iter(found))
        told["words"] = f"{MARK}{text}:{told['game']}"
        told["start"] = _start(queries.rules(told["words"]), told["words"])
    except TextError as fault:  # in the text, or in the middle of play
        told["fault"] = {"line": fault.line, "text": str(fault)}
    return told


def small(words: str, seconds: float = SECONDS) -> dict[str, Any]:
    """Return small positions of a game with who wins, as many as are solved in the time: a sequence, a table or others."""
    own = queries.rules(words)
    found: list[dict[str, Any]] = []
    whole = _solved(own, words, min(seconds, SECONDS), found)
    return {"integers": _integers(own), "side": SIDE, "positions": found, "more": not whole and seconds < SECONDS}


def _start(rules: Ruleset, word: str) -> str:
    """Return the words of a position to begin with: the usual start, else one that is soon played; "" for none."""
    if rules.begins is not None:
        return word
    found = next((p for p in _begun(rules) if any(True for _option in p.options())), None)
    found = found or catalogue.example(rules, queries.written)
    return (found and queries.written(found)) or ""


def _begun(rules: Ruleset) -> Iterator[Position]:
    """Iterate over positions where play may begin, of rules that do not say it."""
    if _integers(rules) == 1:
        yield rules(12)
    elif isinstance(rules, HeapRuleset):
        yield rules(3, 4, 5)
    elif _integers(rules) == 2:
        yield rules(5, 7)
    elif rules.takes_sizes and (board := rules.start_of_size(4, 4)) is not None:
        yield board


def _integers(rules: Ruleset) -> int:
    """Return of how many numbers a position is: 1 has a sequence and 2 a table, 0 neither."""
    if isinstance(rules, HeapRuleset):
        return 1
    if not isinstance(rules, FunctionRuleset) or rules.partisan or rules.sided or rules.scoring:
        return 0
    return len(rules.names) if rules.integers and rules.shape != ANY and len(rules.names) < 3 else 0


def _solved(rules: Ruleset, word: str, seconds: float, found: list[dict[str, Any]]) -> bool:
    """Find small positions with who wins; tell whether they are all that there are."""
    try:
        with keeping(Limits(seconds=seconds)):
            positions = list(_some(rules, word))
            if _integers(rules):
                positions[-1].solve()  # which meets most others
            for position in positions:
                solution = position.solve(reuse=True)
                told = {"outcome": solution.outcome.value, "said": str(solution.outcome)}
                found.append({"position": str(position), **told, "value": shown(solution.value)})
    except TextError:
        raise
    except GrundyError as problem:  # the rest takes longer, or is no position of the game
        return not isinstance(problem, TooLarge)
    return True


def _some(rules: Ruleset, word: str) -> Iterator[Position]:
    """Iterate over small positions: of one or two numbers the first ones, of what has starts its sizes."""
    count = _integers(rules)
    if count:
        least = getattr(rules, "least", 0) or 0
        side = range(least, least + (HEAPS if count == 1 else SIDE))
        yield from (rules(*state) for state in product(side, repeat=count))
    elif rules.begins is not None:
        yield from (queries.position(f"{word} {size}") for size in rules.begins.sizes or (rules.begins.usual,))
    else:
        yield from islice(rules.small_positions(LISTED), LISTED)
