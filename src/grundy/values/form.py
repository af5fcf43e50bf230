"""Explicit forms of short games: positions by their options, with nothing left out that is dominated or reversible.

Most of a game's theory is that of its value. What is not, is here: ordinal sums, the count of stops, tempers, misère
outcomes, and sums in which a move is made in several terms. A form is a small immutable object, and equal forms are one
object (J. H. Conway, *On Numbers and Games*, ch. 14; A. N. Siegel, *Combinatorial Game Theory*, ch. I, II, V). For
impartial forms with their misère theory see `grundy.values.tree`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from grundy.common import limits
from grundy.common.errors import N_, GrundyError, TooLarge
from grundy.common.threads import lock
from grundy.values.notation import Algebra, read
from grundy.values.outcome import Outcome
from grundy.values.short import Value, game
from grundy.values.thermograph import folded

T = TypeVar("T")
Like: TypeAlias = "Form | Value | int | Fraction | str"
_Pair: TypeAlias = "tuple[Form, Form]"
_Options: TypeAlias = "tuple[list[Form], list[Form]]"

LARGEST = 1 << 18
"""Followers that a sum of forms may have."""
MOST_COPIES = 64
"""Copies of a form that are added up: the work grows with their third power, and so many of ^ take a second."""
DEEPEST = 10_000
"""Followers in a row of a value's canonical form: so many take two seconds."""
LONGEST = 10_000
"""Characters of a form's text."""


class Form:
    """The form of a short game: its Left options and its Right options, forms too. Equal forms are the same object.

    `form` reads one from a text. Sums and negatives are those of forms; `value` forgets the form.

    >>> zero = Form()
    >>> star = Form([zero], [zero])
    >>> twice = Form([star], [star])
    >>> twice is zero, twice.value() == zero.value(), form("{*|*}") is twice
    (False, True, True)
    >>> print(twice.ordinal_sum(form(1)).value(), zero.ordinal_sum(form(1)).value())
    ^ 1
    """

    __slots__ = ("__weakref__", "_left", "_right")
    _left: tuple[Form, ...]
    _right: tuple[Form, ...]

    def __new__(cls, left: Iterable[Form] = (), right: Iterable[Form] = ()) -> Form:
        """Return the form with these options. O(options)."""
        limits.kinds(Iterable, N_("a list of forms"), left=left, right=right)
        sides = tuple(left), tuple(right)
        for option in (*sides[0], *sides[1]):
            if not isinstance(option, Form):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise GrundyError("the options of a Form are Forms, not {option!r}", option=option)
        sides = tuple(dict.fromkeys(sides[0])), tuple(dict.fromkeys(sides[1]))
        key = frozenset(sides[0]), frozenset(sides[1])
        with _lock:
            known = _forms.get(key)
            if known is None:
                known = _forms[key] = object.__new__(cls)
                known._left, known._right = sides
        return known

    @classmethod
    def of(cls, value: Value | int | Fraction | str) -> Form:
        """Return the canonical form of a value; TooLarge for more than ten thousand followers in a row.

        >>> Form.of("{*|*}") is Form(), len(Form.of(3).followers())
        (True, 4)
        """
        if (value := Value(value)).birthday > DEEPEST:
            raise TooLarge("a value has more than {deepest:,} followers", deepest=DEEPEST)
        return folded(value, lambda one: None if one else cls(), lambda one, left, right: cls(left, right), {})

    @property
    def left_options(self) -> tuple[Form, ...]:
        """The forms that Left can move to."""
        return self._left

    @property
    def right_options(self) -> tuple[Form, ...]:
        """The forms that Right can move to."""
        return self._right

    def followers(self) -> list[Form]:
        """Return every form that can be reached, by moves of either player in any order; options first, this one last.

        >>> print(*form("{*|*}").followers())
        0 * {*|*}
        """
        return list(self._folded(lambda one, left, right: None))

    def value(self) -> Value:
        """Return the value: two forms of one value have the same outcome in every sum.

        >>> form("{0,1|{5|4},2}").value()
        Value('3/2')
        """
        return self._told(lambda one, left, right: game(left, right))

    @property
    def birthday(self) -> int:
        """The most moves that a run of them can have.

        >>> form("{*|*}").birthday, form("{*|*}").value().birthday
        (2, 0)
        """
        return self._told(lambda one, left, right: 1 + max([-1, *left, *right]))

    @property
    def temper(self) -> int | None:
        """0 if all runs of moves, whoever makes them, have even length, 1 if all have odd length; else None.

        >>> form("{*|*}").temper, form("*").temper, form("^").temper
        (0, 1, None)
        """

        def tempered(one: Form, left: list[int], right: list[int]) -> int:
            tempers = {*left, *right} or {1}
            return 1 - tempers.pop() if len(tempers) == 1 and 2 not in tempers else 2

        found = self._told(tempered)
        return None if found == 2 else found

    def stop_count(self) -> int:
        """Return in how many ways, by moves of either player in any order, play can come to the canonical form of a number.

        >>> form("*8").stop_count(), form("^").stop_count(), form("{*|*}").stop_count(), form(5).stop_count()
        (4374, 3, 4, 1)
        """

        plain = self._canonical()

        def counted(one: Form, left: list[int], right: list[int]) -> int:
            value = plain[one]
            return 1 if value is not None and value.is_number else sum(left) + sum(right)

        return self._told(counted)

    def outcome(self) -> Outcome:
        """Return who wins when a player who cannot move loses: L, R, N (whoever moves first) or P (whoever moves second)."""
        return self._outcome(last_wins=True)

    def misere_outcome(self) -> Outcome:
        """Return who wins when a player who cannot move wins (Siegel ch. V).

        >>> form(0).misere_outcome().name, form("*").misere_outcome().name, form(1).misere_outcome().name
        ('N', 'P', 'R')
        """
        return self._outcome(last_wins=False)

    def _outcome(self, last_wins: bool) -> Outcome:
        def first_wins(one: Form, left: list[tuple[bool, bool]], right: list[tuple[bool, bool]]) -> tuple[bool, bool]:
            """Whether Left, moving first, wins; and whether Right does."""
            by_left = any(not other for _own, other in left) if left else not last_wins
            return by_left, any(not own for own, _other in right) if right else not last_wins

        named = {(True, True): Outcome.N, (True, False): Outcome.L, (False, True): Outcome.R, (False, False): Outcome.P}
        return named[self._told(first_wins)]

    # ---- sums

    def __add__(self, other: Form) -> Form:
        """Return the disjunctive sum: a move in one of both. O(pairs of followers · options)."""
        if not isinstance(other, Form):  # pyright: ignore[reportUnnecessaryIsInstance]
            return NotImplemented

        def moves(a: Form, b: Form, at: dict[_Pair, Form]) -> Any:
            return tuple([at[x, b] for x in p] + [at[a, y] for y in q] for p, q in _both(a, b))

        return self._paired(other, moves)

    def __neg__(self) -> Form:
        """Return the negative: the players change places."""
        return self._told(lambda one, left, right: Form(right, left))

    def __sub__(self, other: Form) -> Form:
        """Return the sum with the negative."""
        return self + -other

    def __rmul__(self, times: int) -> Form:
        """Return the sum of so many copies, of the negative for a negative number."""
        if abs(times) > MOST_COPIES:
            raise TooLarge("a sum of forms has more than {largest:,} followers", largest=LARGEST)  # or takes too long
        total, one = Form(), self if times >= 0 else -self
        for _turn in range(abs(times)):
            total = total + one
        return total

    def ordinal_sum(self, top: Form) -> Form:
        """Return self:top, in which a move in the base, which is this form, ends the top (*Winning Ways* ch. 7)."""
        return form(top)._told(lambda one, left, right: Form([*self._left, *left], [*self._right, *right]))

    def conjunctive(self, other: Form) -> Form:
        """Return the sum in which a move is one in both; it ends with the first that does (ONAG ch. 14).

        >>> print(form(2).conjunctive(form(1)), form("*2").conjunctive(form("*2")))
        1 *2
        """
        return self._paired(other, lambda a, b, at: tuple([at[x, y] for x in p for y in q] for p, q in _both(a, b)))

    def selective(self, other: Form) -> Form:
        """Return the sum in which a move is one in one of them or in both (ONAG ch. 14).

        >>> print(form("*").selective(form("*")).value())
        *2
        """

        def moves(a: Form, b: Form, at: dict[_Pair, Form]) -> Any:
            return tuple(
                [at[x, b] for x in p] + [at[a, y] for y in q] + [at[x, y] for x in p for y in q] for p, q in _both(a, b)
            )

        return self._paired(other, moves)

    def _paired(self, other: Form, moves: Callable[[Form, Form, dict[_Pair, Form]], Any]) -> Form:
        """Return the form on pairs of followers, given the options of a pair, which may be those of pairs before it."""
        other = form(other)
        lefts, rights = self.followers(), other.followers()
        if len(lefts) * len(rights) > LARGEST:
            raise TooLarge("a sum of forms has more than {largest:,} followers", largest=LARGEST)
        made: dict[_Pair, Form] = {}
        for a in lefts:
            limits.check()
            for b in rights:
                made[a, b] = Form(*moves(a, b, made))
        return made[self, other]

    # ---- recursion over followers

    def _folded(self, rule: Callable[[Form, list[T], list[T]], T]) -> dict[Form, T]:
        """Return the rule's results for all followers, options first: each from those of its Left and its Right options."""
        known: dict[Any, T] = {}
        folded(self, lambda _one: None, rule, known, lambda _one: 0)
        return known

    def _told(self, rule: Callable[[Form, list[T], list[T]], T]) -> T:
        return self._folded(rule)[self]

    def _canonical(self) -> dict[Form, Value | None]:
        """Return the value of each follower that is the canonical form of it, None for the others."""

        def compared(one: Form, left: list[tuple[Value, bool]], right: list[tuple[Value, bool]]) -> tuple[Value, bool]:
            sides = {value for value, _same in left}, {value for value, _same in right}
            value = game(*sides)
            same = sides == (set(value.left_options), set(value.right_options))
            return value, same and all(same for _value, same in (*left, *right))

        return {one: value if same else None for one, (value, same) in self._folded(compared).items()}

    # ---- words and copies

    def __str__(self) -> str:
        texts: dict[Form, str] = {}  # of those that are shown; "" where their options are
        shown: set[Form] = {self}
        for one, value in reversed(self._canonical().items()):
            if one in shown:
                text = "" if value is None else str(value)
                texts[one] = "" if "+" in text.replace("+-", "") else text  # a sum is read as one of forms
                shown.update(() if texts[one] else (*one._left, *one._right))

        def told(one: Form, left: list[str], right: list[str]) -> str:
            if one not in texts or texts[one]:
                return texts.get(one, "")
            text = f"{{{','.join(sorted(left))}|{','.join(sorted(right))}}}"
            if len(text) > LONGEST:
                raise TooLarge("the text of this form has more than {longest:,} characters", longest=LONGEST)
            return text

        return self._told(told)

    def __repr__(self) -> str:
        return f"form({str(self)!r})"

    def __deepcopy__(self, memo: object = None) -> Form:
        return self

    __copy__ = __deepcopy__

    def __reduce__(self) -> tuple[Callable[[list[Any]], Form], tuple[list[Any]]]:
        numbers = {one: k for k, one in enumerate(self.followers())}
        rows = [([numbers[x] for x in one._left], [numbers[x] for x in one._right]) for one in numbers]
        return _rebuilt, (rows,)


def form(source: Like) -> Form:
    """Return the form that a text stands for, with all its options; or the canonical form of a value or a number.

    What stands without braces is canonical: ``*2``, ``1/2``, ``Tiny(2)``. Sums, negatives, ``±`` and ``G:H`` are those of
    forms. GrundyError with the column of what cannot be read.

    >>> form("{*|*}"), form("{*|*}:1"), form("{0|}"), form("v* - {0|}"), form("-2*") == -form("2*")
    (form('{*|*}'), form('{*,{*|*}|*}'), form('1'), form('{-1|-1,v*,{-1|*,-1}}'), True)
    """
    if isinstance(source, Form):
        return source
    return read(source, _ALGEBRA) if isinstance(source, str) else Form.of(source)


def _switch(*lefts: Form) -> Form:
    return Form(lefts, [-one for one in lefts])


_ALGEBRA: Algebra[Form] = Algebra(Form.of, Form.value, Form, _switch, Form.ordinal_sum)
_lock = lock(brief=True)
_forms: WeakValueDictionary[tuple[frozenset[Form], frozenset[Form]], Form] = WeakValueDictionary()


def _both(a: Form, b: Form) -> tuple[Any, Any]:
    """Return the Left options of both, and the Right options of both."""
    return (a.left_options, b.left_options), (a.right_options, b.right_options)


def _rebuilt(rows: list[Any]) -> Form:
    """Return the last of the forms whose options are given by their numbers; each stands after its options."""
    made: list[Form] = []
    for left, right in rows:
        made.append(Form((made[k] for k in left), (made[k] for k in right)))
    return made[-1]
