"""Misère quotients: the finite monoids whose elements say who wins the sums of some games in misère play.

Two sums of games, of a set that holds the options of each, are indistinguishable if with every third such sum they have one
misère outcome. The classes are a commutative monoid, the *misère quotient* of the set, and which of them are lost says all
about who wins; often there are few (T. E. Plambeck, A. N. Siegel, *Misère quotients for impartial games*, J. Combin. Theory
Ser. A 115, 2008, 593-622; A. N. Siegel, *Combinatorial Game Theory*, ch. V).

Which monoid it is, is guessed: sums of a few games, the *generators*, are told apart by the outcomes of their sums with
some others, as D. Angluin's method learns an automaton. The guess is believed once it is proved. Let f be the map of sums
into the monoid, which is commutative, so that f(X + Y) = f(X) f(Y). If

1. f of the empty sum is not lost;
2. for no element y, game G and option H of G are y f(G) and y f(H) both lost;
3. for all sums X with an option, where f(X) is not lost, f of some option is;

then by induction the mover loses X exactly if f(X) is lost. The third is looked at for all sums at once: what counts of X
is the pair of f(X) and the set of the options' f. These pairs are finitely many, adding a game makes of a pair another one,
and a pair with a smaller set stands for those with the same element and a larger set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import cache, reduce
from itertools import chain, compress, islice
from operator import ne

from grundy.common import limits
from grundy.common.errors import GrundyError

Sum = tuple[int, ...]
"""A sum of games: their numbers, ascending."""
Elements = frozenset[int]
ELEMENTS, PAIRS, SUMS, EQUAL = 300, 1 << 12, 1 << 15, 8
"""The most elements, pairs, sums whose outcomes are looked at, and equal games in these, with which a quotient is sought."""


class Open(GrundyError):
    """No misère quotient was found within the bounds."""


def added(one: Sum, other: Sum) -> Sum:
    """Return the sum of two sums."""
    return tuple(sorted(one + other))


class MisereSums:
    """Who wins sums of games in misère play, by search; ``options`` says what a game can become.

    Attributes:
        lost: whether the mover loses, of each sum that was looked at. ``look`` is called with how many, before each.
        most: of so many equal games two are left out, and again; not if it is 0.

    >>> heaps = MisereSums(lambda n: [(k,) if k else () for k in range(n)])
    >>> [heaps.is_lost(sizes) for sizes in ((), (1,), (2, 2), (1, 2, 3), (1, 1, 1))]
    [False, True, True, True, True]
    """

    def __init__(
        self, options: Callable[[int], Sequence[Sum]], look: Callable[[int], None] = limits.check, most: int = 0
    ) -> None:
        self.options = options
        self.look = look
        self.most = most or 1 << 62
        self.lost: dict[Sum, bool] = {}

    def after(self, total: Sum) -> Iterator[Sum]:
        """Iterate over the options of a sum."""
        for game in dict.fromkeys(total):
            place = total.index(game)
            rest = total[:place] + total[place + 1 :]
            for option in self.options(game):
                yield self.folded(added(rest, option))

    def folded(self, total: Sum) -> Sum:
        """Return a sum with fewer equal games."""
        place = 0
        while place + self.most <= len(total):
            if total[place] == total[place + self.most - 1]:
                total = total[:place] + total[place + 2 :]
            else:
                place += 1
        return total

    def is_lost(self, total: Sum) -> bool:
        """Whether the mover loses: there are moves, and none leaves a lost sum. RecursionError where play can go round."""
        lost, total = self.lost, self.folded(total)
        begun: dict[Sum, list[Sum]] = {}  # with the options that are left, a lost one last
        path = [] if total in lost else [total]
        while path:
            here = path[-1]
            if here not in begun:
                self.look(len(lost))
                begun[here] = sorted(self.after(here), key=lambda option: lost.get(option, False))
            options = begun[here]
            while options and lost.get(options[-1]) is False:
                options.pop()
            if not options or options[-1] in lost:
                lost[path.pop()] = not options and any(map(self.options, here))
                del begun[here]
            elif options[-1] in begun:
                raise RecursionError
            else:
                path.append(options[-1])
        return lost[total]


class Quotient:
    """The misère quotient of the sums of some games, which are added one after the other, each after its options.

    Attributes:
        games: the options of each game, as sums.
        words: of each game a sum of generators with which it is one element.
        elements: of each element a sum of generators; number 0 is that of the empty sum.
        times: the product of two elements.
        lost: the elements whose sums are lost for the mover.

    >>> kayles, heaps = Quotient(), [()]
    >>> for n in range(1, 10):
    ...     heaps.append(kayles.add(heaps[a] + heaps[n - k - a] for k in (1, 2) for a in range(n - k + 1)))
    >>> len(kayles.elements), kayles.is_lost(heaps[2] + heaps[2]), kayles.is_lost(heaps[9] + heaps[9] + heaps[1])
    (18, True, True)
    """

    def __init__(self) -> None:
        self.games: list[frozenset[Sum]] = []
        self.words: list[Sum] = []
        self._numbers: dict[frozenset[Sum], int] = {}
        self._forced: set[int] = set()
        self._equal = 4
        self._begin([])
        self._learn()

    def add(self, options: Iterable[Sum]) -> Sum:
        """Return the sum that stands for a game with these options, itself or an equal one; `Open` beyond the bounds."""
        found = frozenset(tuple(sorted(option)) for option in options)
        if found and found not in self._numbers:
            before = {name: copy(value) for name, value in vars(self).items()}
            try:
                self._numbers[found] = len(self.games)
                self.games.append(found)
                while len(self.words) < len(self.games):
                    self._place(len(self.words))
            except BaseException:
                vars(self).update(before)
                self._begin(self.generators)
                raise
        return (self._numbers[found],) if found else ()

    def is_lost(self, total: Sum) -> bool:
        """Whether the mover loses a sum of these games."""
        return self.element(total) in self.lost

    def element(self, total: Sum) -> int:
        """Return the element of a sum."""
        return reduce(lambda x, generator: self.times[x][self._places[generator]], self._word(total), 0)

    def _word(self, total: Sum) -> Sum:
        return tuple(sorted(chain.from_iterable(self.words[game] for game in total)))

    # ---- games are added

    def _place(self, game: int) -> None:
        """Find the element of a new game, or make it a generator."""
        if game not in self._forced:
            image = self._image(game)
            alike = [x for own, x in self._kinds if own == image]
            for x in alike or range(len(self.elements)):
                if self._refuted(game, x, image) is None:
                    self.words.append(self.elements[x])
                    return
        self._generate(game)
        while (wrong := next(filter(self._is_wrong, range(len(self.words))), None)) is not None:
            self._forced.add(wrong)  # the new one tells it from the sum with which it was one element
            del self.words[wrong:]
            self._begin([generator for generator in self.generators if generator < wrong])
            self._generate(wrong)

    def _is_wrong(self, game: int) -> bool:
        x = self.element((game,))
        return game not in self._places and self._refuted(game, x, self._image(game)) is not None

    def _image(self, game: int) -> Elements:
        """Return the elements of a game's options."""
        return frozenset(map(self.element, self.games[game]))

    def _refuted(self, game: int, x: int, image: Elements) -> Sum | None:
        """Take a game to be x if its sums with those before then keep to the conditions; else return one that does not."""
        if (image, x) in self._kinds:
            return None
        for bad in self._losing[x].intersection(chain.from_iterable(self._losing[option] for option in image)):
            return added(self.elements[bad], (game,))
        kinds = {**self._kinds, (image, x): game}
        least = [(own, a) for own, a in kinds if not any(a == b and other < own for other, b in kinds)]
        pairs = {y: dict(found) for y, found in self._pairs.items()}
        todo = [(y, options, [(image, x)]) for y, found in pairs.items() for options in found]
        count = len(todo)
        while todo:
            y, options, games = todo.pop()
            total = pairs[y].get(options)
            for own, a in games if total is not None else ():
                z, made = self.times[y][a], self._moved(options, a) | self._moved(own, y)
                more = added(total or (), (kinds[own, a],))
                if z not in self.lost and made.isdisjoint(self.lost):
                    return more
                held = pairs.setdefault(z, {})
                if not any(other and other <= made for other in held):
                    for larger in [other for other in held if other > made]:
                        del held[larger]
                    held[made] = more
                    todo.append((z, made, least))
                    count += 1
            if count > PAIRS:
                raise Open
        self._pairs, self._kinds = pairs, kinds
        return None

    def _moved(self, found: Elements, a: int) -> Elements:
        """Return the products of some elements with another."""
        if (found, a) not in self._products:
            self._products[found, a] = frozenset(self.times[a][x] for x in found)
        return self._products[found, a]

    # ---- the quotient of the generators

    def _begin(self, generators: list[int]) -> None:
        """Let these be the generators; nothing is known of their sums."""
        self.generators = generators
        moves = cache(lambda generator: [*{self._word(option) for option in self.games[generator]}])
        self._sums = MisereSums(moves, _within, self._equal)
        self._rows: dict[Sum, list[bool]] = {}
        self._contexts: list[Sum] = [()]

    def _generate(self, game: int) -> None:
        self.generators = [*self.generators, game]
        self.words.append((game,))
        self._learn()

    def _learn(self) -> None:
        """Find the quotient of the sums of generators, and prove it."""
        while (missing := self._guess() or self._disproof()) is not None:
            new = [context for context in missing if context not in self._contexts]
            self._contexts += new
            if not new:  # too many equal games were left out
                if self._equal == EQUAL:
                    raise Open
                self._equal += 2
                self._begin(self.generators)

    def _row(self, word: Sum) -> list[bool]:
        """Return whether a sum is lost with each of the contexts."""
        row = self._rows.setdefault(word, [])
        row += [self._sums.is_lost(added(word, context)) for context in self._contexts[len(row) :]]
        return row

    def _guess(self) -> list[Sum] | None:
        """Take sums for one element that no context tells apart; return a context that is missing, where products differ."""
        words: list[Sum] = [()]
        numbers, steps = {tuple(self._row(())): 0}, list[dict[int, int]]()
        for word in words:
            steps.append({})
            for generator in self.generators:
                longer = added(word, (generator,))
                steps[-1][generator] = to = numbers.setdefault(tuple(self._row(longer)), len(words))
                words += [longer][: to == len(words)]
            if len(words) > ELEMENTS:
                raise Open
        for word, step in zip(words, steps, strict=True):
            for generator, to in step.items():
                longer = added(word, (generator,))
                for other in self.generators if words[to] != longer else ():
                    one, two = self._row(added(longer, (other,))), self._row(added(words[to], (other,)))
                    if one != two:
                        return [added(next(compress(self._contexts, map(ne, one, two))), (other,))]
        self.elements, self._places = words, steps[0]
        self.times = [[reduce(lambda at, g: steps[at][g], word, x) for word in words] for x in range(len(words))]
        self.lost = frozenset(x for x, word in enumerate(words) if self._sums.is_lost(word))
        self._losing = [frozenset(y for y, product in enumerate(line) if product in self.lost) for line in self.times]
        self._products: dict[tuple[Elements, int], Elements] = {}
        self._pairs: dict[int, dict[Elements, Sum]] = {0: {frozenset(): ()}}
        self._kinds: dict[tuple[Elements, int], int] = {}
        return None

    def _disproof(self) -> list[Sum] | None:
        """Return contexts that are missing, where sums of generators do not keep to the conditions."""
        for generator, x in self._places.items():
            bad = self._refuted(generator, x, self._image(generator))
            if bad is not None:
                false = (s for s in (bad, *self._sums.after(bad)) if self._sums.is_lost(s) != self.is_lost(s))
                return [total[k:] for total in islice(false, 1) for k in range(1, len(total))]
        return None


def _within(count: int) -> None:
    limits.check()
    if count > SUMS:
        raise Open
