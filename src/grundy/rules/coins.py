"""Coin-turning games: a move turns some coins, the farthest of which goes from heads to tails.

A rule says, for one coin, which sets of nearer coins may be turned with it. A position is worth the xor of what its heads
are worth alone, since a coin that two moves would turn up lies as it lay (*Winning Ways* ch. 14). The product of two
games in a row is a game on a rectangle, and the Tartan theorem gives its values: nim-products.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial, reduce, update_wrapper
from itertools import combinations, product
from operator import xor
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload

from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _
from grundy.rules.failures import asked, called_with, plain_function, require, walked
from grundy.rules.heaps import decorated
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset, shown_arguments, whole
from grundy.rules.scenes import Scene, board
from grundy.rules.solution import Solution
from grundy.values.nimber import nim_product, nim_sum

if TYPE_CHECKING:
    from grundy.rules.data import Made


Worth = TypeVar("Worth", bound=Callable[[Any], int])


ROW = inspect.Parameter("row", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation="str | int")
"""What a position of a row of coins is made of."""


class CoinRuleset(Ruleset):
    """Coins that lie heads or tails; what a coin is (a place in a row, or on a board) is for the subclass to say."""

    worth: Callable[[Any], int] | None = None
    """What a single head is worth, where that is declared (`values`)."""

    @property
    def declares(self) -> bool:
        """Whether answers may rest on what somebody said a coin is worth, here or of a factor."""
        factors = [getattr(self, name).declares for name in ("down", "across") if hasattr(self, name)]
        return any(factors) or super().declares

    def _said(self) -> Iterator[Callable[..., Any]]:
        yield from super()._said()
        if self.worth is not None:
            yield self.worth

    def turns(self, coin: Any) -> Iterator[tuple[Any, ...]]:
        """Iterate over the sets of further coins that may be turned with this one, which goes from heads to tails."""
        raise NotImplementedError

    def heads(self, state: Any) -> Iterator[Any]:
        """Iterate over the coins that show heads."""
        raise NotImplementedError

    def turned(self, state: Any, coins: Iterable[Any]) -> Any:
        """Return the state after some coins have been turned."""
        raise NotImplementedError

    def place(self, coin: Any) -> str:
        """Return a coin's place in words."""
        raise NotImplementedError

    def notation(self, before: Any, after: Any) -> str:
        """Return the words of a move: the coins that are turned, by their numbers from 1."""
        return _("turn {coins}").format(coins=", ".join(map(self.place, self.touched(before, after))))

    @property
    def tells_apart(self) -> bool:
        """The coins that are turned say all of a move."""
        return True

    def row(self, row: Any) -> int:
        """Return the coins of a row that show heads, of a text or an integer; PositionError for another."""
        if isinstance(row, str):
            for place, face in enumerate(row, 1):
                if face not in "HTht":
                    raise self.no_position(
                        "{name}: coin {place} of {row!r} is {face!r}: write H for heads, T for tails",
                        place=place,
                        row=row,
                        face=face,
                    )
            return sum(1 << i for i, face in enumerate(row) if face in "Hh")
        if not isinstance(row, int) or row < 0:
            raise self.no_position(
                "{name}: a row of coins is a text such as THHT (or an integer from 0 up), not {row!r}", row=row
            )
        return int(row)

    def usual_scene(self, state: Any) -> Scene:
        """Return the coins as they lie, H or T."""
        return board(self.show(state))

    def options(self, state: Any) -> Iterator[Any]:
        """Iterate over the states after a move."""
        for coin in self.heads(state):
            for others in self.turns(coin):
                yield self.turned(state, (coin, *others))

    def values(self, function: Callable[[Any], int] | None = None, /, *, name: str = "", source: str = "") -> Any:
        """Declare what a coin that shows heads is worth alone: the theorem for all positions follows."""

        def declare(worth: Worth) -> Worth:
            def value(*args: Any) -> int:
                return self.total(self.make_state(args))

            value.__doc__ = worth.__doc__
            self.worth = worth
            self.theorem(name=name, source=source, reach=self._reach)(value)
            self.explanation(why)
            return worth

        return declare if function is None else declare(function)

    def total(self, state: Any) -> int:
        """Return the xor of what the heads are worth."""
        if self.worth is None:
            raise self.bad_rules("{name} does not declare what a coin is worth")
        return nim_sum(*map(self.worth, self.heads(state)))

    def _reach(self, *args: Any, target: int) -> Iterator[Any]:
        assert self.worth is not None
        yield from self.reached(self.worth, self.make_state(args), target)

    def reached(self, worth: Callable[[Any], int], state: Any, target: int) -> Iterator[Any]:
        """Iterate over the options of a value, by what each head is worth."""
        change = nim_sum(*map(worth, self.heads(state))) ^ target
        for coin in self.heads(state):
            wanted = worth(coin) ^ change
            for others in self.turns(coin):
                if nim_sum(*map(worth, others)) == wanted:
                    yield self.turned(state, (coin, *others))


class CoinRow(CoinRuleset):
    """Coins in a row. A state is an integer: bit i is set where coin i (from 0, at the left) shows heads."""

    def __init__(self, function: Callable[..., Iterable[tuple[int, ...]]], *, name: str | None = None) -> None:
        params = plain_function(function).__kwdefaults__ or {}
        super().__init__(name or function.__name__, function.__doc__ or "", params=dict(params))
        self.function = function
        update_wrapper(self, function, ("__name__", "__doc__"), ())
        self.__signature__ = called_with(ROW, function)

    def rule_data(self) -> dict[str, Any]:
        """Return what may be turned with a coin."""
        from grundy.rules.data import common, moves  # they read Python

        return {**common(self, "coins"), "moves": moves(self, self.function)}

    def make_state(self, args: tuple[Any, ...]) -> int:
        """Return the state of a text such as ``THHT`` (or of the integer that stands for it)."""
        if len(args) != 1:
            raise self.no_position(
                "{name} takes one row of coins such as THHT, not {arguments}", arguments=shown_arguments(args)
            )
        return self.row(args[0])

    def arguments(self, state: int) -> tuple[int]:
        """Return the state."""
        return (state,)

    def turns(self, coin: int) -> Iterator[tuple[int, ...]]:
        """Iterate over the sets of coins left of this one that may be turned with it."""
        for given in walked(self, 1 << coin, asked(self, 1 << coin, self.function, coin, **self.params)):
            others = tuple(given) if isinstance(given, tuple | list) else (given,)
            if not all(isinstance(whole(each), int) and 0 <= each < coin for each in others):
                raise self.bad_rules(
                    "the rules of {name} turn {others!r} with coin {coin}: yield a tuple of coins to its left",
                    others=others,
                    coin=coin,
                )
            yield others

    def heads(self, state: int) -> Iterator[int]:
        """Iterate over the coins that show heads, from the left."""
        return (i for i, face in enumerate(reversed(f"{state:b}")) if face == "1")

    def sequence(self, count: int, **options: Any) -> Any:
        """Return what heads are worth with 0, 1, 2, … coins left of them (see `HeapRuleset.sequence`)."""
        from grundy.rules.as_heap_code import of_coins  # it reads rules

        return of_coins(self).sequence(count, **options)

    def turned(self, state: int, coins: Iterable[int]) -> int:
        """Return the state after some coins have been turned."""
        return reduce(xor, (1 << i for i in coins), state)

    def place(self, coin: int) -> str:
        """Return a coin's number, from 1."""
        return str(coin + 1)

    def touched(self, before: int, after: int) -> tuple[Any, ...]:
        """Return the coins that are turned, from 0."""
        return tuple(self.heads(before ^ after))

    def made(self, before: int, after: int) -> frozenset[Any]:
        """Return the coins that are turned, as cells."""
        return frozenset((0, coin) for coin in self.touched(before, after))

    def show(self, state: int) -> str:
        """Return the row as text, up to the last head."""
        return _faces(state, 1)

    def box(self, limit: int) -> Iterator[Position]:
        """Iterate over the shortest rows."""
        for state in range(min(limit, 256)):
            yield Position(self, state)


class CoinBoard(CoinRuleset):
    """The product of two games in a row, on a rectangle of coins. A state is the tuple of its rows.

    A move is a move of the one game, down, times a move of the other, across: it turns the coins where a turned row meets
    a turned column, and the coin farthest down and across goes from heads to tails.
    """

    def __init__(self, down: CoinRow, across: CoinRow, *, name: str, doc: str = "") -> None:
        super().__init__(
            name,
            doc or _("The product of {down} (down) and {across} (across).").format(down=down.name, across=across.name),
        )
        self.down = down
        self.across = across
        first, second = down.worth, across.worth
        if first is not None and second is not None:

            @self.values(name="the Tartan theorem", source="Winning Ways ch. 14")
            def worth(coin: tuple[int, int]) -> int:
                """A coin is worth the nim-product of its row's and its column's value in the two games in a row."""
                return nim_product(first(coin[0]), second(coin[1]))

    def rule_data(self) -> dict[str, Any]:
        """Return the two games in a row."""
        from grundy.rules.data import data_of  # it reads Python

        return {"kind": "product of coins", "down": data_of(self.down), "across": data_of(self.across)}

    def by_content(self) -> Made:
        """It is made again of the two games in a row."""
        return partial(CoinBoard, name=self.name, doc=self.doc), (self.down, self.across)

    def make_state(self, args: tuple[Any, ...]) -> tuple[int, ...]:
        """Return the state of rows of text: one argument a row, or all in one with ``/`` between them."""
        given = (part for arg in args for part in (arg.split("/") if isinstance(arg, str) else [arg]))
        rows = tuple(map(self.row, given))
        if not rows:
            raise self.no_position("{name} takes rows of coins such as THT/TTH, not none")
        return rows

    def turns(self, coin: tuple[int, int]) -> Iterator[tuple[tuple[int, int], ...]]:
        """Iterate over the sets of coins that may be turned with this one."""
        row, column = coin
        for rows in self.down.turns(row):
            for columns in self.across.turns(column):
                yield tuple(product((row, *rows), (column, *columns)))[1:]

    def heads(self, state: tuple[int, ...]) -> Iterator[tuple[int, int]]:
        """Iterate over the coins that show heads, row by row."""
        return ((i, j) for i, row in enumerate(state) for j in self.across.heads(row))

    def turned(self, state: tuple[int, ...], coins: Iterable[tuple[int, int]]) -> tuple[int, ...]:
        """Return the state after some coins have been turned."""
        rows = list(state)
        for i, j in coins:
            rows[i] ^= 1 << j
        return tuple(rows)

    def place(self, coin: tuple[int, int]) -> str:
        """Return a coin's row and column, from 1."""
        return f"({coin[0] + 1},{coin[1] + 1})"

    def touched(self, before: tuple[int, ...], after: tuple[int, ...]) -> tuple[Any, ...]:
        """Return the coins that are turned, (row, column) from 0."""
        return tuple(self.heads(tuple(a ^ b for a, b in zip(before, after, strict=True))))

    def made(self, before: tuple[int, ...], after: tuple[int, ...]) -> frozenset[Any]:
        """Return the coins that are turned."""
        return frozenset(self.touched(before, after))

    def show(self, state: tuple[int, ...]) -> str:
        """Return the board as text, row by row."""
        width = max(row.bit_length() for row in state)
        return "/".join(_faces(row, width) for row in state)

    def box(self, limit: int) -> Iterator[Position]:
        """Iterate over boards of three rows and three columns."""
        for faces in range(min(limit, 512)):
            yield Position(self, (faces & 7, faces >> 3 & 7, faces >> 6))


@overload
def coin_game(function: Callable[..., Iterable[tuple[int, ...]]], /) -> CoinRow: ...
@overload
def coin_game(**options: Any) -> Callable[[Callable[..., Any]], CoinRow]: ...
def coin_game(function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """Make a coin-turning game of a function that yields, for coin i, the sets of coins left of it to turn with it.

    Options: ``name``, and what `grundy.rules.declaring.game` has of names and starts.

    >>> @coin_game
    ... def turtles(i: int):
    ...     yield ()
    ...     for j in range(i):
    ...         yield (j,)
    >>> [str(q) for q in turtles("THH").options()]
    ['turtles(TTH)', 'turtles(HTH)', 'turtles(TH)', 'turtles(HH)', 'turtles(T)']
    """
    return decorated(CoinRow, function, options, ("name",))


def tartan(down: CoinRow, across: CoinRow, *, name: str = "", doc: str = "") -> CoinBoard:
    """Return the product of two games in a row; where what their coins are worth is declared, so are its values.

    >>> import grundy as gr
    >>> board = tartan(gr.ruler, gr.turning_turtles)
    >>> board("TTT/TTH").grundy()                                   # 2 times 3
    1
    """
    require(CoinRow, N_("{rules} is no game of coins in a row, so there is no product with it"), down, across)
    return CoinBoard(down, across, name=name or f"{down.name} x {across.name}", doc=doc)


def why(solution: Solution) -> Iterator[str]:
    """Explain a position of a coin-turning game: what its heads are worth, and their xor."""
    rules = solution.position.ruleset
    assert isinstance(rules, CoinRuleset) and rules.worth is not None
    worth = {rules.place(coin): rules.worth(coin) for coin in rules.heads(solution.position.state)}
    total = nim_sum(*worth.values())
    yield _(rules.theorems[0].statement)
    if len(worth) <= 12:
        bits, width = max([total, *worth.values(), 1]).bit_length(), max(map(len, worth), default=1)
        line = _("coin {place:>{width}}: {v:0{bits}b} = {v}")
        yield from (line.format(place=place, width=width, v=v, bits=bits) for place, v in worth.items())
        yield f"{'xor':>{width + 5}}: {total:0{bits}b} = {total}"
    if total:
        yield _("The xor is not 0, so the player to move wins: turn coins so that it becomes 0.")
        yield _("Move: {best_move}.").format(best_move=solution.best_move)
    else:
        yield _("The xor is 0, so the player to move loses: every move changes it, and it can be made 0 again.")


def _faces(row: int, width: int) -> str:
    return "".join("TH"[row >> i & 1] for i in range(max(width, row.bit_length())))


# ---- turning codes: which coins of a row a move turns, beside the rightmost, which goes from heads to tails
# ``1-3`` turns one to three coins, ``3`` exactly three, ``1+`` any number. Letters behind it limit which they may be:
# ``C`` neighbours, ``C(5)`` five neighbours or some of them, ``E`` coins at equal distances, ``S`` coins that lie
# symmetrically, ``F`` the first coin of the row among them. A comma stands between ways of which any may be chosen:
# ``2-3,6C``.


Coins = tuple[int, ...]
_WAY = re.compile(r"(\d{1,6})(?:(\+)|-(\d{1,6}))?((?:C(?:\(\d{1,6}\))?|[EFS])*)")


class Turning(NamedTuple):
    """One way of a turning code: how many coins, and how they lie."""

    least: int
    most: int | None
    letters: frozenset[str]
    span: int | None

    def fits(self, count: int) -> bool:
        """Whether so many coins may be turned."""
        return self.least <= count and (self.most is None or count <= self.most)

    def sets(self, coin: int) -> Iterator[Coins]:
        """Iterate over the sets of coins left of one, from 0, that may be turned with it."""
        if self.fits(1) and ("F" not in self.letters or not coin):
            yield ()
        furthest = 0 if self.span is None else max(0, coin - self.span + 1)
        for first in range(furthest, coin):
            if first and "F" in self.letters:
                return
            yield from ((first, *inner) for inner in self._between(first, coin) if self.fits(len(inner) + 2))

    def _between(self, first: int, last: int) -> Iterator[Coins]:
        """Iterate over what may be turned between the first and the last coin."""
        inner = range(first + 1, last)
        if "C" in self.letters:
            yield tuple(inner)
        elif "E" in self.letters:
            yield from (tuple(inner[d - 1 :: d]) for d in range(1, last - first + 1) if (last - first) % d == 0)
        elif "S" in self.letters:
            half, middle = inner[: len(inner) // 2], inner[len(inner) // 2 : (len(inner) + 1) // 2]
            for size in range(len(half) + 1):
                for left in combinations(half, size):
                    mirrored = tuple(first + last - coin for coin in reversed(left))
                    yield left + mirrored
                    if middle:
                        yield left + tuple(middle) + mirrored
        else:
            for size in range(
                max(self.least - 2, 0), min(len(inner), len(inner) if self.most is None else self.most - 2) + 1
            ):
                yield from combinations(inner, size)


@lru_cache(64)
def read_turning(code: str) -> tuple[Turning, ...]:
    """Read a turning code; GrundyError names the part that is none.

    >>> sorted(read_turning("1-3C")[0].sets(4)), sorted(read_turning("3E")[0].sets(4))
    ([(), (2, 3), (3,)], [(0, 2), (2, 3)])
    """
    ways = list[Turning]()
    for part in code.replace(" ", "").upper().split(","):
        found = _WAY.fullmatch(part)
        least = int(found[1]) if found else 0
        most = None if found and found[2] else int(found[3]) if found and found[3] else least
        if found is None or least < 1 or (most is not None and most < least):
            raise GrundyError(
                "{part!r} is not a turning code: write 1-3, 3, 1+, or one with letters, such as 1-3C(5) or 4FS",
                part=part,
            )
        span = re.search(r"C\((\d+)\)", found[4])
        letters = frozenset(re.sub(r"C\(\d+\)", "", found[4]))
        ways.append(Turning(least, most, letters, int(span[1]) if span else None))
    return tuple(ways)


def turned_with(coin: int, code: str) -> Iterator[Coins]:
    """Iterate over the sets of coins left of one, from 0, that a move of this code may turn with it.

    >>> list(turned_with(2, "2"))
    [(0,), (1,)]
    """
    for way in read_turning(code):
        yield from way.sets(coin)
