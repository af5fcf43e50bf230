"""Impartial game trees: the explicit finite form of an impartial game, its set of options.

Where the Grundy value forgets too much (misère play), the form itself is the value to compute with. Equal forms are one
object, so equality is identity and costs nothing (J. H. Conway, *On Numbers and Games*, ch. 11 and 12; A. N. Siegel,
*Combinatorial Game Theory*, ch. V).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cmp_to_key
from typing import TypeVar
from weakref import WeakValueDictionary

from grundy.common.errors import GrundyError
from grundy.common.threads import lock
from grundy.values.nimber import mex
from grundy.values.outcome import Outcome

T = TypeVar("T")
_State = TypeVar("_State", bound=Hashable)
_TEXT_LIMIT = 2000  # a form on n nodes may print as 2^n characters


class Tree:
    """An impartial game as the set of its options, immutable and hash-consed: equal forms are the same object.

    >>> star = Tree([Tree()])
    >>> print(Tree(), star, Tree.nim(2), Tree([Tree.nim(2), Tree()]))
    0 * *2 {*2, 0}
    >>> Tree([Tree(), star]) is Tree.nim(2)
    True
    """

    __slots__ = ("__weakref__", "_birthday", "_grundy", "_heap", "_misere_p", "_options", "_ordered")

    _options: frozenset[Tree]
    _ordered: tuple[Tree, ...]
    _birthday: int
    _grundy: int
    _heap: bool
    _misere_p: bool

    def __new__(cls, options: Iterable[Tree] = ()) -> Tree:
        """Return the tree with these options; O(options log options) comparisons of forms if it is new."""
        key = frozenset(options)
        with _lock:
            known = _trees.get(key)
            if known is None:
                known = _trees[key] = cls._made(key)
        return known

    @classmethod
    def _made(cls, options: frozenset[Tree]) -> Tree:
        """Make the one tree with these options; everything asked of it later follows from theirs in one pass."""
        for option in options:
            if not isinstance(option, Tree):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise GrundyError("the options of a Tree are Trees, not {option!r}", option=option)
        self = object.__new__(cls)
        self._options = options
        self._ordered = tuple(sorted(options, key=FORM_ORDER, reverse=True))
        self._birthday = 1 + self._ordered[0]._birthday if options else 0
        self._grundy = mex(option._grundy for option in options)
        self._heap = len(options) == self._birthday and all(option._heap for option in options)
        self._misere_p = bool(options) and not any(option._misere_p for option in options)
        return self

    @classmethod
    def nim(cls, n: int) -> Tree:
        """Return the nim heap of n, whose options are all smaller heaps.

        >>> Tree.nim(3).birthday
        3
        """
        if n < 0:
            raise GrundyError("a nim heap has 0 or more counters, not {n}", n=n)
        heaps: list[Tree] = []
        for _turn in range(n):
            heaps.append(cls(heaps))
        return cls(heaps)

    @classmethod
    def unfold(cls, start: _State, moves: Callable[[_State], Iterable[_State]]) -> Tree:
        """Return the tree of a position, given what each position can become; play must end.

        O(positions + moves) calls and steps, without recursion.

        >>> print(Tree.unfold(5, lambda n: [n - k for k in (1, 3) if k <= n]))
        {{{{*}, 0}, *}, {*}}
        """
        trees: dict[_State, Tree] = {}
        entered: dict[_State, tuple[_State, ...]] = {}
        stack = [start]
        while stack:
            state = stack[-1]
            if state in trees:
                stack.pop()
            elif state in entered:
                if any(option not in trees for option in entered[state]):
                    raise GrundyError(
                        "play from {start!r} need not end: it can return to {state!r}", start=start, state=state
                    )
                trees[state] = cls(trees[option] for option in entered[state])
                stack.pop()
            else:
                entered[state] = tuple(moves(state))
                stack.extend(option for option in entered[state] if option not in trees)
        return trees[start]

    @property
    def options(self) -> frozenset[Tree]:
        """The games this one can be moved to."""
        return self._options

    @property
    def ordered(self) -> tuple[Tree, ...]:
        """The options, largest form first: the same order in every run."""
        return self._ordered

    @property
    def birthday(self) -> int:
        """The length of the longest play."""
        return self._birthday

    @property
    def is_nim_heap(self) -> bool:
        """Whether this form is that of a nim heap (of ``birthday``)."""
        return self._heap

    def grundy(self) -> int:
        """Return the Grundy value, under normal play (computed when the tree was made).

        >>> Tree([Tree.nim(2), Tree()]).grundy()
        1
        """
        return self._grundy

    def misere_outcome(self) -> Outcome:
        """Return who wins when the last to move loses, N or P (computed when the tree was made).

        >>> Tree().misere_outcome().name, Tree.nim(1).misere_outcome().name
        ('N', 'P')
        """
        return Outcome.P if self._misere_p else Outcome.N

    def subpositions(self) -> list[Tree]:
        """Return every game that can be reached, this one last, options always before what they are options of.

        O(edges + nodes log nodes) comparisons of forms.

        >>> print(*Tree([Tree.nim(2)]).subpositions())
        0 * *2 {*2}
        """
        seen: set[Tree] = {self}
        stack: list[Tree] = [self]
        while stack:
            new = stack.pop()._options - seen
            seen |= new
            stack.extend(new)
        return sorted(seen, key=FORM_ORDER)

    def folded(self, rule: Callable[[Tree, list[T]], T]) -> T:
        """Return the rule's result for this game: for each subposition it is given the results of the options."""
        known: dict[Tree, T] = {}
        for position in self.subpositions():
            known[position] = rule(position, [known[option] for option in position.options])
        return known[self]

    def __add__(self, other: Tree) -> Tree:
        """Return the disjunctive sum, each pair of subpositions built once: O(pairs x options)."""
        if not isinstance(other, Tree):  # pyright: ignore[reportUnnecessaryIsInstance]
            return NotImplemented
        if not other._options:
            return self
        sums: dict[tuple[Tree, Tree], Tree] = {}
        rights = other.subpositions()
        for left in self.subpositions():
            for right in rights:
                options = [sums[option, right] for option in left._options]
                options += [sums[left, option] for option in right._options]
                sums[left, right] = Tree(options)
        return sums[self, other]

    def __str__(self) -> str:
        parts: list[str] = []
        length = 0
        stack: list[Tree | str] = [self]
        while stack and length < _TEXT_LIMIT:
            item = stack.pop()
            if isinstance(item, Tree):
                if not item._heap:
                    stack.append("}")
                    for option in reversed(item._ordered):
                        stack += [option, ", "]
                    stack[-1] = "{"
                    continue
                item = {0: "0", 1: "*"}.get(item._birthday, f"*{item._birthday}")
            parts.append(item)
            length += len(item)
        return "".join(parts) + ("…" if stack else "")

    def __repr__(self) -> str:
        return f"<Tree {self}>"

    def __deepcopy__(self, memo: object = None) -> Tree:
        return self

    __copy__ = __deepcopy__

    def __reduce__(self) -> tuple[Callable[[list[list[int]]], Tree], tuple[list[list[int]]]]:
        trees = self.subpositions()
        number = {tree: i for i, tree in enumerate(trees)}
        return _rebuilt, ([[number[option] for option in tree._ordered] for tree in trees],)


def compare_forms(left: Tree, right: Tree) -> int:
    """Return -1, 0 or 1 as one form comes before, is, or comes after the other.

    This is an order for listing (by birthday, then by the largest option in which they differ), not the order of games.
    O(options x birthday) at most.

    >>> compare_forms(Tree.nim(2), Tree([Tree.nim(1)]))
    1
    """
    while left is not right:
        if left.birthday != right.birthday:
            return -1 if left.birthday < right.birthday else 1
        ours, theirs = left.ordered, right.ordered
        for left, right in zip(ours, theirs, strict=False):  # go on with the first pair that differs
            if left is not right:
                break
        else:
            return -1 if len(ours) < len(theirs) else 1
    return 0


FORM_ORDER = cmp_to_key(compare_forms)
"""The key that sorts trees by ``compare_forms``."""


def _rebuilt(options: list[list[int]]) -> Tree:
    """Return the last of the trees whose options are given by their numbers; each stands after its options."""
    trees: list[Tree] = []
    for numbers in options:
        trees.append(Tree(trees[i] for i in numbers))
    return trees[-1]


_lock = lock(brief=True)
_trees: WeakValueDictionary[frozenset[Tree], Tree] = WeakValueDictionary()
