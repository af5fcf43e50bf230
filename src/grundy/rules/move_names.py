"""The words of a move: two moves of a position never have the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import count, islice
from typing import TYPE_CHECKING, Any, TypeAlias

from grundy.common.messages import current
from grundy.rules.session import Field

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

LOOKED_AT = 4096
"""Moves of a position among which words are looked for that several have."""
VAST = 1 << 20
"""A state with such an integer may have more moves than can be gone through, and its moves are not looked at."""
KEPT = 64
"""Positions whose moves' words are kept."""

Change: TypeAlias = tuple[int, Any]
"""What a move does: the points that it gains, and the state after it."""
WORDS = Field[dict[tuple[Any, ...], dict[Change, str]]]("words", dict)


def told_apart(rules: Ruleset, before: Any, player: int | None) -> dict[Change, str]:
    """Return the `words_of` the moves of a position, as many as are looked at, which are kept."""
    kept = rules.memory[WORDS]
    key = before, player, current()
    found = kept.get(key)
    if found is None:  # another thread may clear what is kept
        changes = () if _is_vast(before) else islice(rules.changes(before, player), LOOKED_AT)
        found = words_of(rules, before, changes)
        if len(kept) >= KEPT:
            kept.clear()
        kept[key] = found
    return found


def _is_vast(state: Any) -> bool:
    return any(map(_is_vast, state)) if isinstance(state, tuple) else isinstance(state, int) and abs(state) >= VAST


def words_of(rules: Ruleset, before: Any, changes: Iterable[Change]) -> dict[Change, str]:
    """Return the words of some moves of a position; only those are called the same that lead to states shown alike.

    Where the notation is that of several moves the points tell them apart, or what they lead to is written behind; else
    they are numbered in the rules' order.

    >>> import grundy as gr
    >>> words_of(gr.nim, (3,), [(0, (2,)), (0, (0,))])
    {(0, (2,)): 'heap 1: 3 → 2', (0, (0,)): 'heap 1: 3 → 0'}
    """
    called: dict[str, dict[Change, None]] = defaultdict(dict)
    for change in changes:
        called[rules.notation(before, change[1])][change] = None
    told = {change: words for words, group in called.items() for change in group}
    for words, group in called.items():
        if len(group) > 1 and len(apart := _apart(rules, group)) > 1:
            named = _named(rules, words, apart)
            while any(name in called for name in named.values()):
                named = {change: f"{name} ({number})" for number, (change, name) in enumerate(named.items(), 1)}
            for gain, state in group:
                same = (change for change in apart if change[0] == gain and rules.alike(state, change[1]))
                told[gain, state] = named[next(same)]
    return told


def _apart(rules: Ruleset, group: Iterable[Change]) -> list[Change]:
    """Return what moves of the same words do, but for those that do what another does."""
    apart: list[Change] = []
    for gain, state in group:
        if not any(gain == other and rules.alike(state, own) for other, own in apart):
            apart.append((gain, state))
    return apart


def _named(rules: Ruleset, words: str, group: list[Change]) -> dict[Change, str]:
    number = count(1)
    ways: tuple[Callable[[Change], str], ...] = (
        lambda change: f"{words} ({change[0]:+})",
        lambda change: f"{words} → {rules.show(change[1])}",
        lambda change: f"{words} ({next(number)})",
    )
    tried = ({change: way(change) for change in group} for way in ways)
    return next(named for named in tried if len(set(named.values())) == len(group))
