"""Misère values of impartial games: simplest forms, games that tell two apart, genus, and the tame games.

In misère play whoever moves last loses. ``G = H`` means that ``G + X`` and ``H + X`` have one misère outcome for every
impartial X. Sums no longer follow the Grundy value, except among the *tame* games, which behave in sums like nim heaps.

- ``misere_canonical``: the one simplest game equal to a given one;
- ``distinguish``: a game X that shows two games unequal; ``link``: a game that makes both P-positions at once;
- ``genus``: the normal and the misère Grundy values of G, G + *2, G + *2 + *2, …;
- ``TameClass``: what a tame game is worth, and the law of its sums.

References: J. H. Conway, *On Numbers and Games* (ONAG), ch. 12; E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning
Ways*, ch. 13; A. N. Siegel, *Combinatorial Game Theory*, ch. V.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple

from grundy.common.errors import GrundyError
from grundy.values.nimber import mex
from grundy.values.outcome import Outcome
from grundy.values.tree import FORM_ORDER, Tree

# -- simplest forms ----------------------------------------------------------------------------------------------------


def misere_canonical(tree: Tree) -> Tree:
    """Return the simplest game equal to this one in misère play; equal games have the same one.

    With all options in simplest form, G equals H (and then is H) if the options of H are options of G and every other
    option of G has H as an option; for H = 0, G must also be a misère N-position. If no H will do, G is simplest.
    (ONAG, ch. 12; Siegel, ch. V.) O(options^3) for a position.

    >>> print(misere_canonical(Tree([Tree.nim(1)])), misere_canonical(Tree([Tree.nim(2)])))
    0 {*2}
    """
    return tree.folded(lambda _position, simplest: _simplified(Tree(simplest)))


def _simplified(tree: Tree) -> Tree:
    """Return the simplest form of a tree whose options are in simplest form."""
    reverted: set[Tree] = set()
    for option in tree.options:
        reverted |= option.options
    for candidate in sorted(reverted, key=FORM_ORDER):
        if not candidate.options and tree.misere_outcome() is Outcome.P:
            continue
        if candidate.options <= tree.options and all(
            candidate in option.options for option in tree.options - candidate.options
        ):
            return candidate
    return tree


def misere_equal(left: Tree, right: Tree) -> bool:
    """Return whether the two games have the same misère outcome in every sum (Siegel, ch. V).

    >>> misere_equal(Tree.nim(1) + Tree.nim(1), Tree()), misere_equal(Tree.nim(2) + Tree.nim(2), Tree())
    (True, False)
    """
    return misere_canonical(left) is misere_canonical(right)


# -- telling games apart -----------------------------------------------------------------------------------------------


class Distinction(NamedTuple):
    """A game X, and the misère outcomes of ``first + X`` and ``second + X``, which differ."""

    game: Tree
    first: Outcome
    second: Outcome


def distinguish(first: Tree, second: Tree) -> Distinction | None:
    """Return a game X with different misère outcomes of first + X and second + X, or None if the games are equal.

    Nim heaps and the 22 simplest games born by day 4 are tried in turn; if all fail, X is built as in the proof that a
    game has only one simplest form (ONAG, ch. 12; Siegel, ch. V). The search costs O(positions x options x 22); the
    construction is seldom needed, and may be exponential in the birthdays.

    >>> distinction = distinguish(Tree.nim(2) + Tree.nim(2), Tree())
    >>> print(distinction.game, distinction.first.name, distinction.second.name)
    0 P N
    >>> distinguish(Tree.nim(1) + Tree.nim(1), Tree()) is None
    True
    """
    first, second = misere_canonical(first), misere_canonical(second)
    return None if first is second else _Proof().distinction(first, second)


def link(left: Tree, right: Tree) -> Tree | None:
    """Return a T that makes left + T and right + T both misère P-positions, or None if there is none.

    There is one exactly if neither game equals an option of the other: T then has, for every option of one, a game
    that tells it from the other (ONAG, ch. 12; Siegel, ch. V). Costs as ``distinguish``.

    >>> print(link(Tree(), Tree.nim(2) + Tree.nim(2)), link(Tree(), Tree.nim(1)))
    {*2} None
    """
    return _Proof().link(misere_canonical(left), misere_canonical(right))


def mate(tree: Tree) -> Tree:
    """Return a game that makes with this one a misère P-position: * for 0, else the game of the options' mates.

    Every move in one of the two is answered by the like move in the other. (ONAG, ch. 12.) O(edges).

    >>> print(mate(Tree()), mate(Tree.nim(2)), (Tree.nim(2) + mate(Tree.nim(2))).misere_outcome().name)
    * {{*}, *} P
    """
    return tree.folded(lambda _position, mates: Tree(mates) if mates else Tree.nim(1))


class _Proof:
    """One run of the mutual recursion of distinctions and links, on simplest forms, each pair looked at once."""

    def __init__(self, *, catalogue: bool = True) -> None:
        self._catalogue = catalogue
        self._distinctions: dict[tuple[Tree, Tree], Distinction] = {}
        self._links: dict[tuple[Tree, Tree], Tree | None] = {}

    def distinction(self, first: Tree, second: Tree) -> Distinction:
        """Return a distinction of two different simplest forms."""
        known = self._distinctions.get((first, second))
        if known is None:
            known = (self._catalogue and _listed_distinction(first, second)) or self._built(first, second)
            self._distinctions[first, second] = known
        return known

    def _built(self, first: Tree, second: Tree) -> Distinction:
        """Build a distinction: by X = 0, or by a link T of one game to an option of the other, which makes it N.

        If there were none, every option of either would be an option of the other or revert to the other: so the games
        would be the same form, or one would simplify to the other.
        """
        if first.misere_outcome() is not second.misere_outcome():
            return Distinction(Tree(), first.misere_outcome(), second.misere_outcome())
        wins = Outcome.N, Outcome.P
        for one, other, outcomes in ((first, second, wins), (second, first, wins[::-1])):
            for option in one.ordered:
                if (linking := self.link(option, other)) is not None:
                    return Distinction(linking, *outcomes)
        raise AssertionError(f"{first} and {second} are different simplest forms, so one must have a link")

    def link(self, left: Tree, right: Tree) -> Tree | None:
        """Return a link of two simplest forms, if there is one.

        Each option W of a built one makes a P-position with some option of one game, so an N-position with that game,
        and an N-position with the other game too.
        """
        if (left, right) not in self._links:
            made = None
            if left not in right.options and right not in left.options:
                made = (self._catalogue and _listed_link(left, right)) or self._built_link(left, right)
            self._links[left, right] = made
        return self._links[left, right]

    def _built_link(self, left: Tree, right: Tree) -> Tree:
        """Build a link of two simplest forms, neither an option of the other."""
        answers = [self._answer(option, right) for option in left.ordered]
        answers += [self._answer(option, left) for option in right.ordered]
        return Tree(answers or [Tree()])

    def _answer(self, lost: Tree, won: Tree) -> Tree:
        """Return a W with lost + W a P-position and won + W an N-position."""
        game, outcome, _ = self.distinction(lost, won)
        if outcome is Outcome.P:
            return game
        # won + game is P. From lost + {game, mates} every move goes to an N-position; won + {game, mates} goes to P.
        return Tree([game, *(mate(option) for option in lost.options)])


def _listed_distinction(first: Tree, second: Tree) -> Distinction | None:
    """Return the first distinction by a listed game, if one of them makes any."""
    games = _catalogue(min(max(first.birthday, second.birthday) + 1, 16))
    with_first, with_second = _p_partners(first, games), _p_partners(second, games)
    for game in games:
        if game in with_first and game not in with_second:
            return Distinction(game, Outcome.P, Outcome.N)
        if game in with_second and game not in with_first:
            return Distinction(game, Outcome.N, Outcome.P)
    return None


def _listed_link(left: Tree, right: Tree) -> Tree | None:
    """Return the first listed game that is a link, if one of them is."""
    games = _catalogue(min(max(left.birthday, right.birthday) + 1, 16))
    common = _p_partners(left, games) & _p_partners(right, games)
    return next((game for game in games if game in common), None)


@cache
def _catalogue(largest_heap: int) -> Sequence[Tree]:
    """Return the simplest games born by day 4 and the nim heaps so far, by birthday, heaps before other games."""
    games = {Tree()}
    for _turn in range(4):
        games = {_simplified(Tree(chosen)) for size in range(len(games) + 1) for chosen in combinations(games, size)}
    games |= {Tree.nim(n) for n in range(largest_heap + 1)}
    return sorted(sorted(games, key=FORM_ORDER), key=lambda game: (game.birthday, not game.is_nim_heap))


def _p_partners(tree: Tree, games: Sequence[Tree]) -> set[Tree]:
    """Return the games that make a misère P-position with the tree; they hold all their options, and those come first.

    O(positions of the tree x games x options).
    """
    partners: dict[Tree, set[Tree]] = {}
    for position in tree.subpositions():
        answered: set[Tree] = set()  # one move in the position makes these a P-position
        for option in position.options:
            answered |= partners[option]
        row = partners[position] = set[Tree]()
        for game in games:
            if game not in answered and row.isdisjoint(game.options) and (position.options or game.options):
                row.add(game)
    return partners[tree]


# -- genus and tameness ------------------------------------------------------------------------------------------------


class Genus(NamedTuple):
    """The genus of a game: its Grundy value, and the misère Grundy values of it with 0, 1, 2, … heaps *2 added.

    The last two misère values go on alternating for ever. It prints as in *Winning Ways*, ch. 13: ``4^{146}``.
    """

    normal: int
    misere: tuple[int, ...]

    def __str__(self) -> str:
        separator = "," if max(self.misere) > 9 else ""
        return f"{self.normal}^{{{separator.join(map(str, self.misere))}}}"

    @property
    def tame(self) -> bool:
        """Whether it is the genus of a sum of nim heaps: 0^{120}, 1^{031}, or n^{n m} with m = n xor 2."""
        n = self.normal
        return self.misere == (n, n ^ 2) or self in ((0, (1, 2, 0)), (1, (0, 3, 1)))


def genus(tree: Tree) -> Genus:
    """Return the genus of a game: Conway's summary of how it behaves with nim heaps in misère play.

    The i-th misère value is the mex of the options' i-th values, of the value before and of that xor 1 (the moves from
    the newest *2 to 0 and to *). The values come to alternate. (ONAG, ch. 12; *Winning Ways*, ch. 13.)
    O(edges x length of the longest genus).

    >>> print(genus(Tree.nim(1)), genus(Tree.nim(2)), genus(Tree.nim(2) + Tree.nim(2)))
    1^{031} 2^{20} 0^{02}
    >>> print(genus(Tree([Tree.nim(2) + Tree.nim(2), Tree.nim(1)])))
    2^{1420}
    """

    def found(position: Tree, of_options: list[Genus]) -> Genus:
        return Genus(position.grundy(), _misere_values([option.misere for option in of_options]))

    return tree.folded(found)


def _misere_values(options: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the misère values of a genus from those of the options, ended after the first two of the alternation."""
    steady = max(map(len, options), default=2) - 2  # from here on all options alternate
    values: list[int] = []
    while len(values) < steady + 3 or not values[-3] == values[-1] == values[-2] ^ 2:
        i = len(values)
        excluded = {_nth(option, i) for option in options}
        if values:
            excluded |= {values[-1], values[-1] ^ 1}
        values.append(mex(excluded) if excluded else 1)
    while len(values) > 2 and values[-3] == values[-1]:
        values.pop()
    return tuple(values)


def _nth(misere: tuple[int, ...], i: int) -> int:
    """Return the i-th misère value of a genus, beyond its end too."""
    beyond = i - len(misere)
    return misere[i] if beyond < 0 else misere[-2 + beyond % 2]


@dataclass(frozen=True, slots=True)
class TameClass:
    """What a tame game is worth in sums of tame games: *fickle* 0 or 1, or *firm* n; its misère sums follow nim's.

    It is the pair of the Grundy values in normal and misère play: (0, 1) and (1, 0) are fickle, (n, n) is firm. The nim
    heaps 0 and * are fickle, larger ones firm. The sum of fickle games is fickle, any other sum is firm, and the Grundy
    values in normal play add by xor. (*Winning Ways*, ch. 13; ONAG, ch. 12.)

    >>> TameClass.nim(2) + TameClass.nim(3), TameClass.nim(1) + TameClass.nim(1)
    (firm 1, fickle 0)
    >>> (TameClass.nim(2) + TameClass.nim(2)).outcome.name
    'P'
    """

    normal: int
    """The Grundy value in normal play."""
    misere: int
    """The Grundy value in misère play, where the game that is over counts 1."""

    def __post_init__(self) -> None:
        if (self.normal, self.misere) not in ((0, 1), (1, 0)) and not self.normal == self.misere >= 0:
            raise GrundyError(
                "no tame game has Grundy value {normal} in normal and {misere} in misère play",
                normal=self.normal,
                misere=self.misere,
            )

    @classmethod
    def nim(cls, n: int) -> TameClass:
        """Return the class of the nim heap of n."""
        return cls(n, n ^ 1 if n in (0, 1) else n)

    @property
    def kind(self) -> str:
        """The word "fickle" or "firm"."""
        return "firm" if self.normal == self.misere else "fickle"

    @property
    def outcome(self) -> Outcome:
        """The misère outcome: P for fickle 1 and firm 0, otherwise N."""
        return Outcome.N if self.misere else Outcome.P

    def __add__(self, other: TameClass) -> TameClass:
        if not isinstance(other, TameClass):  # pyright: ignore[reportUnnecessaryIsInstance]
            return NotImplemented
        normal = self.normal ^ other.normal
        return TameClass(normal, normal ^ (self.kind == other.kind == "fickle"))

    def __repr__(self) -> str:
        return f"{self.kind} {self.normal}"


def tame_class(options: Iterable[TameClass | None]) -> TameClass | None:
    """Return the class of a game from its options' classes, or None, where an option's or its own behaviour is wild.

    Both Grundy values are the mex of the options' (1 in misère play for a game that is over); the game is tame if the
    pair is one of a tame game. This is sound: the pair forces the options that nim's law asks for. Fickle 0 without
    options is 0, else it has fickle 1 and besides only firm n >= 2; fickle 1 has fickle 0 and besides only firm
    n >= 2; firm 0 has only firm n >= 1; firm 1 has firm 0 and besides only firm n >= 2; firm n >= 2 has of every
    m from 2 to n - 1 the firm one, not firm n, and both fickle or both firm of 0 and 1. By induction every sum of such
    games then has a move to a P-position unless the law calls it P. (*Winning Ways*, ch. 13.) O(options).

    >>> tame_class([]), tame_class([TameClass.nim(0), TameClass.nim(1)]), tame_class([TameClass.nim(2)])
    (fickle 0, firm 2, firm 0)
    >>> tame_class([TameClass.nim(1), tame_class([TameClass.nim(2)])]) is None
    True
    """
    normals: set[int] = set()
    miseres: set[int] = set()
    for option in options:
        if option is None:
            return None
        normals.add(option.normal)
        miseres.add(option.misere)
    normal, misere = mex(normals), mex(miseres) if miseres else 1
    return TameClass(normal, misere) if normal == misere or {normal, misere} == {0, 1} else None


def tame(tree: Tree) -> TameClass | None:
    """Return the class of a game that is hereditarily tame, it and all its subpositions, else None.

    A wild form may still equal a tame game; ask of ``misere_canonical(tree)`` if that matters. O(edges).
    (*Winning Ways*, ch. 13.)

    >>> tame(Tree.nim(2) + Tree.nim(3)), tame(Tree([Tree.nim(2) + Tree.nim(2), Tree.nim(1)]))
    (firm 1, None)
    """
    return tree.folded(lambda _position, classes: tame_class(classes))
