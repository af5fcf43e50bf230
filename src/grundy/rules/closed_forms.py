"""Theorems: closed forms declared beside the rules, each with its source.

The test suite finds every one of them and checks it against exhaustive play from the rules alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grundy.common.evidence import ByTheorem, Gives


class Theorem:
    """A closed form for the positions of a ruleset.

    ``gives`` says what ``function`` returns: the Grundy ``"value"``, whether the position is ``"losing"`` for the player
    to move (the outcome only), or the best difference of ``"score"``. For a heap game a value is that of one heap; an
    outcome is that of the whole position. ``where`` limits it to some positions. ``reach`` yields the options of a
    given value (``target=``), or the losing options, without looking through all options.
    """

    __slots__ = ("_evidence", "function", "gives", "misere", "name", "reach", "source", "where")

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        gives: Gives,
        play: str,
        name: str,
        source: str,
        where: Callable[..., bool] | None,
        reach: Callable[..., Iterable[Any]] | None,
    ) -> None:
        self.function = function
        self.gives: Gives = gives
        self.misere = play == "misere"
        self.name = name or "theorem " + function.__name__.replace("_", " ")
        self.source = source
        self.where = where
        self.reach = reach
        self._evidence: ByTheorem | None = None

    @property
    def statement(self) -> str:
        """What it says: the docstring of its function."""
        return " ".join((self.function.__doc__ or "").split())

    @property
    def evidence(self) -> ByTheorem:
        """What an answer by it rests on."""
        from grundy.common.evidence import ByTheorem  # a contest problem asks for none

        if self._evidence is None:
            self._evidence = ByTheorem(self.function.__name__, self.gives, self.name, self.statement, self.source)
        return self._evidence

    def __repr__(self) -> str:
        return f"<Theorem {self.name}: {self.gives}>"
