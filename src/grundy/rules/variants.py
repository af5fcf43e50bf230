"""Partisan rulesets made of two others: the join of two players' rules, the product of heap games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from grundy.common.errors import N_, RulesError
from grundy.rules.failures import require
from grundy.rules.heaps import HeapRuleset
from grundy.rules.partisan import LEFT, PartisanRuleset, VariantRuleset
from grundy.rules.ruleset import Ruleset
from grundy.rules.text import cakes


class JoinedRuleset(VariantRuleset):
    """Left's moves of one ruleset, Right's of another one, on the same states."""

    def __init__(self, left: Ruleset, right: Ruleset, name: str, doc: str) -> None:
        super().__init__(left, name, doc)
        self.opposite = right

    def moves(self, state: Any, player: int) -> Iterator[Any]:
        """Iterate over a player's moves by his own rules."""
        rules = self.rules if player == LEFT else self.opposite
        return rules.options_of(state, player) if isinstance(rules, PartisanRuleset) else rules.options(state)

    def of(self, rules: Ruleset) -> VariantRuleset:
        """Return the join of the same rules with other parameters: what changes, such as a graph, is both players'."""
        changed = {name: value for name, value in rules.params.items() if value != self.params[name]}
        return JoinedRuleset(rules, self.opposite.bind(**changed), self.name, self.doc)

    @property
    def within(self) -> tuple[Ruleset, ...]:
        """Left's ruleset and Right's."""
        return self.rules, self.opposite

    @property
    def _of_heaps(self) -> bool:
        return isinstance(self.rules, HeapRuleset) and isinstance(self.opposite, HeapRuleset)

    def canonical(self, state: Any) -> Any:
        """Return the state: what is an image by Left's rules need be none by Right's, but for the order of heaps."""
        return self.rules.canonical(state) if self._of_heaps else state

    def split(self, state: Any) -> list[Any]:
        """Return the heaps one by one, of two heap games."""
        return [(heap,) for heap in state] if self._of_heaps else [state]


def join(left: Ruleset, right: Ruleset, name: str = "") -> VariantRuleset:
    """Return the partisan ruleset in which Left moves by one ruleset and Right by another one, on the same positions.

    Args:
        left: Left's rules; positions are read as they read them. Of a partisan ruleset Left's moves.
        right: Right's rules, of the same kind. Of a partisan ruleset Right's moves.
        name: what the game is called.

    Raises:
        RulesError: for rules of two kinds, whose positions differ.

    >>> import grundy as gr
    >>> str(gr.join(gr.subtraction.bind(s=(1, 3)), gr.subtraction.bind(s=(2, 3)))(2).value())
    '{1|0}'
    """
    require(Ruleset, N_("{rules} is no ruleset: two of them are joined"), left, right)
    kinds = [HeapRuleset if isinstance(rules, HeapRuleset) else type(rules) for rules in (left, right)]
    same = kinds[0] is kinds[1] and (kinds[0] is HeapRuleset or _states(left) == _states(right))
    if not same:
        raise RulesError(
            "the positions of {left} are not those of {right}: they are not joined", left=left.name, right=right.name
        )
    return JoinedRuleset(left, right, name or f"{left.name} and {right.name}", left.doc)


def _states(rules: Ruleset) -> Any:
    """Return what the states of a ruleset of functions look like."""
    board = getattr(rules, "board", None)
    return getattr(rules, "shape", None), getattr(rules, "names", None), board and board.data()["faces"]


def product(left: HeapRuleset, right: HeapRuleset, *, twisted: bool = False, name: str = "") -> PartisanRuleset:
    """Return the game of cakes in which Left cuts columns as one heap game does heaps, and Right rows as another one does.

    Cutcake is the product of 4.0 with itself, Eatcake that of 0.7, Maundy Cake that of {2+}=.0. (Of games of coins the
    product is `grundy.rules.coins.tartan`.)

    Args:
        left: what Left may do with the columns of a cake.
        right: what Right may do with its rows.
        twisted: whether a player first turns the cake by a quarter.
        name: what the game is called.

    Raises:
        RulesError: for rules that are no heap games.

    >>> import grundy as gr
    >>> eatcake = gr.product(gr.octal("0.7"), gr.octal("0.7"))
    >>> str(eatcake("2x3").value()), str(eatcake("2x3 1x1"))
    ('{^^|*}', '0.7 times 0.7(2x3 1x1)')
    """
    require(HeapRuleset, N_("{rules} is no heap game, so there is no product with it"), left, right)

    def cut(*cakes: int, player: int) -> Iterator[tuple[int, ...]]:
        """Cut a cake: Left its columns, Right its rows. The state is rows, columns, rows, columns, …"""
        for i in range(0, len(cakes), 2):
            sides = cakes[i : i + 2]
            columns = (player == LEFT) != twisted
            for pieces in (left if player == LEFT else right).heap_options(sides[columns]):
                cut = ((sides[not columns], each) if player == LEFT else (each, sides[not columns]) for each in pieces)
                yield *cakes[:i], *chain.from_iterable(cut), *cakes[i + 2 :]

    made = PartisanRuleset(cut, name=name or f"{left.name} times {right.name}")
    cakes.declare(made)

    @made.parts
    def each(*state: int) -> Iterator[tuple[int, int]]:
        return cakes.pairs(state)

    return made
