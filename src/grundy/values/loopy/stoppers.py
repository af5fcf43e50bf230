"""Values of partizan games that may be played for ever: stoppers, and pairs S & T of an onside and an offside.

A stopper has no endless play in which the players alternate; it has one canonical form, as short games have. Of another
game the onside is the stopper that it is worth if endless play is won by Left, and the offside if it is won by Right, where
there are such stoppers: what is found is compared with the game itself before it is believed. J. H. Conway, Loopy games
(1978); *Winning Ways* ch. 11; A. N. Siegel, Coping with cycles (*Games of No Chance* 3, 2009); *Combinatorial Game Theory*,
ch. VI.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from grundy.common import limits
from grundy.common.digraphs import cyclic_parts
from grundy.common.errors import GrundyError, TooLarge
from grundy.values import operators, short
from grundy.values.loopy import graphs
from grundy.values.loopy.graphs import Graph
from grundy.values.outcome import Outcome
from grundy.values.short import Value

STEPS = 30
"""Steps for which sides are looked for by sidling."""
LARGEST = 64
"""Followers that a game, and what it comes to, may have for that."""
SMALL = 30
"""Followers that a sum may have of which a side is no stopper."""
WHOLE = 500
"""Nodes of a graph that is simplified as a whole before its parts are."""

Side: TypeAlias = "Value | Stopper"
Like: TypeAlias = "Loopy | Value | int | Fraction | str"


class NotConverged(GrundyError):
    """No stopper was found that is a side of a game."""


class Loopy:
    """The value of a game that may be played for ever: a `Stopper`, or a `Sided` pair of such. Immutable.

    Values add, negate and compare with each other, with short values and with numbers.
    """

    __slots__ = ()

    @property
    def onside(self) -> Any:
        """What it is worth if endless play is won by Left: of a stopper, and of a side, itself."""
        return self

    @property
    def offside(self) -> Any:
        """What it is worth if endless play is won by Right."""
        return self

    is_stopper = is_loopfree = is_number = is_integer = is_nimber = is_zero = is_ordinal = is_uptimal = False

    @property
    def is_stopper_sided(self) -> bool:
        """Whether its sides are stoppers, so far as is known."""
        return not any(isinstance(side, Simplified) for side in sides_of(self))

    @property
    def outcome(self) -> Outcome:
        """Who wins, of nine classes: a player may also draw, moving first or second.

        >>> named("over").outcome, named("dud").outcome, named("upon").outcome, named("tis").outcome
        (<Outcome.L: 'L'>, <Outcome.D: 'D'>, <Outcome.L: 'L'>, <Outcome.P_HAT: 'P^'>)
        """
        at_best, at_worst = (_signs(side) for side in (self.onside, self.offside))
        first, second = (low if low == high else 0 for low, high in zip(at_worst, at_best, strict=True))
        return Outcome.from_results(first, second)

    def __add__(self, other: Like) -> Any:
        """Return the sum: of the onsides, and of the offsides."""
        one = _like(other)
        if one is None:
            return NotImplemented
        if isinstance(self, Stopper) and isinstance(one, (Value, Stopper)):
            return of_graph(graphs.added(graph_of(self), graph_of(one)))
        if isinstance(one, Simplified) and not isinstance(self, Simplified):
            return one + self
        (on, off), (above, below) = sides_of(one), sides_of(self)
        if isinstance(above, Simplified) or isinstance(on, Simplified):
            _check_small(above, on)
        if isinstance(self, Simplified):
            return downsum(below, off) if self.which else upsum(above, on)
        return sided(upsum(above, on), downsum(below, off))

    __radd__ = __add__

    def __neg__(self) -> Any:
        """Return the negative: the players change places."""
        return sided(-self.offside, -self.onside)

    def __pos__(self) -> Any:
        """Return the value."""
        return self

    def __sub__(self, other: Like) -> Any:
        """Return the difference; of a value and itself it need not be 0."""
        one = _like(other)
        return NotImplemented if one is None else self + -one

    def __rsub__(self, other: Like) -> Any:
        """Return the difference."""
        return -self + other

    def __mul__(self, times: int) -> Any:
        """Return the sum of so many copies; of the negative for a negative number."""
        if isinstance(times, bool) or not isinstance(times, int):  # pyright: ignore[reportUnnecessaryIsInstance]
            return NotImplemented
        total: Any = Value(0)
        for _turn in range(abs(times)):
            limits.check()
            total = total + self
        return total if times >= 0 else -total

    __rmul__ = __mul__

    def __le__(self, other: Like) -> bool:
        """Whether neither side is greater than that of the other."""
        one = _like(other)
        return NotImplemented if one is None else all(map(_below, sides_of(self), sides_of(one)))

    def __ge__(self, other: Like) -> bool:
        """Whether neither side is less."""
        one = _like(other)
        return NotImplemented if one is None else all(map(_below, sides_of(one), sides_of(self)))

    def __lt__(self, other: Like) -> bool:
        """Whether it is less."""
        return self <= other and not self >= other

    def __gt__(self, other: Like) -> bool:
        """Whether it is greater."""
        return self >= other and not self <= other

    def confused_with(self, other: Like) -> bool:
        """Whether neither is less or equal."""
        return not self <= other and not self >= other

    @property
    def is_idempotent(self) -> bool:
        """Whether the sum of it and itself is itself.

        >>> named("over").is_idempotent, named("upon").is_idempotent
        (True, False)
        """
        rows = map(graph_of, () if self.is_stopper_sided else sides_of(self))
        twice: list[Any] = [Simplified(graphs.added(one, one), which) for which, one in enumerate(rows)]
        return not (twice and Sided(*twice).outcome != self.outcome) and self + self == self

    @property
    def is_numberish(self) -> bool:
        """Whether both strong stops of its sides are one number."""
        if not self.is_stopper_sided:
            return False
        stops = {stop(side, player, strong=True) for side in sides_of(self) for player in (0, 1)}
        return len(stops) == 1 and isinstance(next(iter(stops)), Value)

    @property
    def is_infinitesimal(self) -> bool:
        """Whether the strong stops of its sides are 0."""
        sides = sides_of(self) if self.is_stopper_sided else ()
        return bool(sides) and all(stop(side, player, strong=True) == 0 for side in sides for player in (0, 1))

    is_pseudonumber = is_plumtree = is_number_tiny = False

    def __str__(self) -> str:
        from grundy.values.loopy import writing

        return writing.written(self)

    def __repr__(self) -> str:
        return f"Value({str(self)!r})"

    def latex(self) -> str:
        r"""Return the text for LaTeX, in mathematical mode.

        >>> print(named("over").latex())
        \mathbf{over}
        """
        from grundy.values.loopy import writing

        return writing.latex(self)

    def mathml(self) -> str:
        """Return a formula of MathML, which browsers set.

        >>> print(named("over").mathml())
        <math alttext="over"><mi>over</mi></math>
        """
        from grundy.values.loopy import writing

        return writing.mathml(self)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how a copy is made elsewhere: by the notation."""
        return Value, (str(self),)


class Sided(Loopy):
    """A value S & T: the onside is S, the offside T, which is not greater. It has no options.

    >>> print(named("on") + named("off"), named("over") - named("over"), sep="; ")
    dud; over & under
    """

    __slots__ = ("_off", "_on")

    def __init__(self, onside: Side, offside: Side) -> None:
        self._on, self._off = onside, offside

    @property
    def onside(self) -> Side:
        """What it is worth if endless play is won by Left."""
        return self._on

    @property
    def offside(self) -> Side:
        """What it is worth if endless play is won by Right."""
        return self._off

    def __eq__(self, other: object) -> bool:
        """Whether both have the same sides."""
        return isinstance(other, Sided) and self._on == other._on and self._off == other._off

    def __hash__(self) -> int:
        return hash((self._on, self._off))


class Simplified(Loopy):
    """A side of a game that is no stopper, so far as is known: a graph, as simple as it could be made, and which side.

    Bach's carousel has two such (*Winning Ways* ch. 11). It is no canonical form: equality is by play, as the order.
    """

    __slots__ = ("graph", "which")
    graph: Graph
    which: int
    """0 where endless play is won by Left, 1 where it is won by Right."""

    def __init__(self, graph: Graph, which: int) -> None:
        self.graph, self.which = graph, which

    def __neg__(self) -> Simplified:
        """Return the other side of the negative."""
        return Simplified(self.graph.negative, 1 - self.which)

    def __eq__(self, other: object) -> bool:
        """Whether both are one side, and neither is less."""
        return (
            isinstance(other, Simplified) and self.which == other.which and _below(self, other) and _below(other, self)
        )

    def __hash__(self) -> int:
        return hash(Simplified)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how a copy is made elsewhere."""
        return Simplified, (self.graph, self.which)


class Stopper(Loopy):
    """A stopper that is no short game, in canonical form: no option is dominated or reversible, no two followers are equal.

    >>> over = named("over")
    >>> over.left_options, over.right_options == (over,), over == game([0], [over])
    ((Value('0'),), True, True)
    """

    __slots__ = ("__dict__", "graph")
    graph: Graph
    """Its followers, itself first, in an order that depends on nothing else."""
    is_stopper = True

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def __neg__(self) -> Stopper:
        """Return the negative: the players change places."""
        return Stopper(graphs.numbered(self.graph.negative))

    def __eq__(self, other: object) -> bool:
        """Whether both are one value: then they have one canonical form."""
        return isinstance(other, Stopper) and self.graph == other.graph

    def __hash__(self) -> int:
        return hash(self.graph)

    @cached_property
    def options(self) -> tuple[tuple[Side, ...], tuple[Side, ...]]:
        """Left's options, and Right's."""
        left, right = (
            tuple(of_canonical(graphs.part(self.graph, node)) if node else self for node in rows[0])
            for rows in self.graph
        )
        return left, right

    @property
    def left_options(self) -> tuple[Side, ...]:
        """The Left options of the canonical form."""
        return self.options[0]

    @property
    def right_options(self) -> tuple[Side, ...]:
        """The Right options of the canonical form."""
        return self.options[1]

    @property
    def followers(self) -> list[Side]:
        """All that can be reached, itself first, each once."""
        return [of_canonical(graphs.part(self.graph, node)) for node in range(len(self.graph))]

    @property
    def follower_count(self) -> int:
        """How many followers there are, itself too."""
        return len(self.graph)

    @property
    def is_plumtree(self) -> bool:
        """Whether all cycles are passes (*Winning Ways* ch. 11)."""
        return graphs.is_plumtree(self.graph)

    @property
    def is_pseudonumber(self) -> bool:
        """Whether it is on, off, or a number and over or under.

        >>> named("on").is_pseudonumber, (named("over") + 1).is_pseudonumber, named("upon").is_pseudonumber
        (True, True, False)
        """
        return self.over_number is not None or self in (named("on"), named("off"))

    @property
    def over_number(self) -> tuple[Value, int] | None:
        """The number x and 1 of x + over = {x|pass}, x and -1 of x + under = {pass|x}, None of anything else."""
        for side, sign in ((0, 1), (1, -1)):
            own, others = self.options[side], self.options[1 - side]
            if others == (self,) and len(own) == 1 and isinstance(own[0], Value) and own[0].is_number:
                return own[0], sign
        return None

    @property
    def is_number_tiny(self) -> bool:
        """Whether it is x + tiny-G = {x||x|x-G} for a number x and a G greater than all numbers below over, or its like."""
        for side in (0, 1):
            near, far = self.options[side], self.options[1 - side]
            if len(near) != 1 or len(far) != 1 or not _is_number(near[0]):
                continue
            again, last = (options_of(far[0])[each] for each in (side, 1 - side))
            if again == near and len(last) == 1:
                gap = near[0] - last[0] if side == 0 else last[0] - near[0]
                return bool(gap >= named("over"))
        return False

    @property
    def left_stop(self) -> Side:
        """The pseudonumber that play ends at if Left begins (A. N. Siegel, *Combinatorial Game Theory*, ch. VI.3).

        >>> named("upon").left_stop, named("over").left_stop, named("hot").right_stop
        (Value('0'), Value('over'), Value('off'))
        """
        return stop(self, 0)

    @property
    def right_stop(self) -> Side:
        """The pseudonumber that play ends at if Right begins."""
        return stop(self, 1)

    @property
    def strong_left_stop(self) -> Side:
        """The Left stop, with x for x + over and for x + under."""
        return stop(self, 0, strong=True)

    @property
    def strong_right_stop(self) -> Side:
        """The Right stop, with x for x + over and for x + under."""
        return stop(self, 1, strong=True)

    # ---- degree and variety

    def upsum(self, other: Like) -> Side:
        """Return the onside of the sum.

        >>> named("over").upsum(-named("over")), named("over").downsum(-named("over"))
        (Value('over'), Value('under'))
        """
        return upsum(self, _stopper(other))

    def downsum(self, other: Like) -> Side:
        """Return the offside of the sum."""
        return downsum(self, _stopper(other))

    @property
    def degree(self) -> Side:
        """Its degree of loopiness, the onside of the difference of it and itself (*Winning Ways* ch. 11).

        >>> named("over").degree, named("on").degree, named("upon").degree
        (Value('over'), Value('on'), Value('uponth'))
        """
        return degree(self)

    def upsum_variety(self, deg: Like) -> Side:
        """Return the variety from above, relative to an idempotent degree: G upsum (-G downsum -D)."""
        return upsum_variety(self, _idempotent(deg))

    def downsum_variety(self, deg: Like) -> Side:
        """Return the variety from below, relative to an idempotent degree: G downsum (-G upsum D)."""
        return downsum_variety(self, _idempotent(deg))

    @property
    def is_stable(self) -> bool:
        """Whether both varieties of its own degree are one; GrundyError if that is not idempotent."""
        return is_stable(self)

    @property
    def variety(self) -> Side:
        """The variety of its own degree (*Winning Ways* ch. 11); GrundyError if that is not idempotent, or it is not stable.

        >>> named("over").variety, named("on").variety
        (Value('over'), Value('on'))
        """
        return variety(self)

    def ordinal_sum(self, other: Like) -> Any:
        """Return the ordinal sum of canonical forms: a move in the first ends the second."""
        return ordinal_sum(self, other)


# ---- making values


def of_graph(graph: Graph) -> Any:
    """Return the value of the first node of a graph: short where play ends, a `Stopper`, or a `Sided` pair.

    `NotConverged` where no stopper is found that is a side of a large graph. O(n²) positions of differences of followers.

    >>> print(of_graph(Graph(((0,),), ((0,),))))
    dud
    """
    graph = graphs.part(graph, 0)
    above = onside(graph)
    return above if graphs.is_stopper(graph) else sided(above, -onside(graph.negative))


def values_of(graph: Graph) -> dict[int, Any]:
    """Return the values of all nodes of a graph, by their numbers; of some none may be found. O(n) `of_graph` at the most.

    >>> [str(value) for value in values_of(Graph(((0,), (2,), ()), ((), (1,), ()))).values()]
    ['0', 'on', 'over']
    """
    above = onsides(graph)
    below = {} if graphs.is_stopper(graph) else onsides(graph.negative)
    return above if not below else {node: sided(above[node], -below[node]) for node in above if node in below}


def onside(graph: Graph) -> Any:
    """Return the onside of the first node of a graph: a stopper, or `Simplified`; `NotConverged` of a large graph.

    The whole graph is taken at once before its parts are: most sums are known by that, in a hundredth of the steps.
    """
    found = _at_once(graph, (0,)) if len(graph) <= WHOLE else {}
    if found or (found := onsides(graph)).get(0) is not None:
        return found[0]
    if len(graph) <= LARGEST:
        return Simplified(graphs.carefully_simplified(graph), 0)
    raise NotConverged(
        "no stopper was found that is a side of this value: sidling did not converge in {steps} steps", steps=STEPS
    )


def onsides(graph: Graph) -> dict[int, Side]:
    """Return the onsides of the nodes of a graph, those that are found.

    Nodes that lead to each other are taken together, after all that they lead to, of which the onsides take the place.
    """
    known: dict[int, Side] = {**_ended(graph)}

    def reached(node: int) -> Any:  # a value equals an integer, so nodes without one are put into tuples
        return known.get(node, (node,))

    def options(node: Any, side: int) -> Iterable[Any]:
        return map(reached, graph[side][node[0]]) if isinstance(node, tuple) else options_of(node)[side]

    for part in cyclic_parts(graph.options):
        waiting, before = [node for node in part if node not in known], -1
        while waiting and len(known) > before:
            limits.check()
            before = len(known)
            known.update(_onsides(graphs.explored([(node,) for node in waiting], options)[0], waiting))
            waiting = [node for node in waiting if node not in known]
    return known


def _at_once(graph: Graph, names: Sequence[int]) -> dict[int, Side]:
    """Return onsides of the first nodes of a graph, by their names: all of stoppers, else what bypassing moves finds."""
    if graphs.is_stopper(graph):
        return dict(zip(names, map(of_canonical, graphs.simplest(graph, range(len(names)))), strict=True))
    simpler = graph
    for _turn in range(STEPS):
        smaller = graphs.thinned(simpler, graphs.at_least(simpler))
        if smaller == simpler:
            break
        simpler = smaller
    return _proved(graph, names, simpler, range(len(names)))


def _onsides(graph: Graph, names: Sequence[int]) -> dict[int, Side]:
    """Return onsides, those that are found, of the first nodes of a graph, by their names; all of stoppers."""
    found = _at_once(graph, names)
    if not found and len(graph) <= LARGEST and (values := _sidled(graph)):
        found = _proved(graph, names, *_side_by_side(values[: len(names)]))
    for node, name in enumerate(names if len(graph) <= LARGEST and not found else ()):
        own = graphs.part(graph, node)
        found |= _proved(own, (name,), graphs.carefully_simplified(own), (0,))
    return found


def _side_by_side(values: Sequence[Side]) -> tuple[Graph, list[int]]:
    """Return a graph with these values, and where they are."""
    every, places = graph_of(values[0]), [0]
    for value in values[1:]:
        places.append(len(every))
        every = graphs.joined(every, graph_of(value))
    return every, places


def _proved(graph: Graph, names: Sequence[int], guess: Graph, places: Sequence[int]) -> dict[int, Side]:
    """Return the stoppers of a graph at these places that are the onsides of the first nodes, to which they are compared."""
    stopping = {node: place for node, place in enumerate(places) if graphs.is_stopper(graphs.part(guess, place))}
    if not stopping:
        return {}
    roots = list(dict.fromkeys(stopping.values()))
    guess = graphs.part(guess, *roots)
    above = graphs.at_least(graphs.joined(graph, guess))
    equal = above & above.T
    right = {node: root for node, place in stopping.items() if equal[node, len(graph) + (root := roots.index(place))]}
    forms = graphs.simplest(guess, list(right.values()))
    return {names[node]: of_canonical(form) for node, form in zip(right, forms, strict=True)}


def _sidled(graph: Graph) -> list[Side]:
    """Return what values that begin with on, and are made of their options again and again, come to; none if to nothing."""
    values: list[Any] = [named("on")] * len(graph)
    try:
        for _turn in range(STEPS):
            limits.check()
            again = [game(*([values[to] for to in rows[node]] for rows in graph)) for node in range(len(graph))]
            if again == values:
                return values
            if max(len(graph_of(each)) for each in again) > LARGEST:
                break
            values = again
    except (NotConverged, TooLarge):
        pass
    return []


def of_canonical(graph: Graph) -> Side:
    """Return the value of a graph in simplest form."""
    if len(graphs.loopfree(graph)) < len(graph):
        return Stopper(graphs.numbered(graph))
    return _ended(graph)[0]


def _ended(graph: Graph) -> dict[int, Value]:
    """Return the values of the nodes from which play ends."""
    known: dict[int, Value] = {}
    for node in graphs.loopfree(graph):
        known[node] = short.game(*([known[to] for to in rows[node]] for rows in graph))
    return known


def sided(onside: Side, offside: Side) -> Any:
    """Return the value with these sides: S & T; GrundyError if T is greater than S."""
    if onside == offside:
        return onside
    if not _below(offside, onside):
        raise GrundyError("in S & T the offside must not be greater than the onside, nor confused with it")
    return Sided(onside, offside)


def paired(onside: Like, offside: Like) -> Any:
    """Return S & T of two stoppers; GrundyError for others.

    >>> print(paired("over", "v"))
    over & v
    """
    return sided(sides_of(_like(onside))[0], sides_of(_like(offside))[1])


def game(left: Iterable[Any], right: Iterable[Any]) -> Any:
    """Return the value of the game with these options, short values or stoppers; GrundyError for others.

    >>> print(game([0], [named("on")]), game([named("on")], [named("off")]))
    1 hot
    """
    sides: list[list[Any]] = [[one if isinstance(one, Loopy) else Value(one) for one in side] for side in (left, right)]
    every = [one for side in sides for one in side]
    if all(isinstance(one, Value) for one in every):
        return short.game(*sides)
    for one in every:
        _no_side(one)
    if any(isinstance(one, Sided) for one in every):
        on, off = ([[sides_of(one)[each] for one in side] for side in sides] for each in (0, 1))
        return sided(sides_of(game(*on))[0], sides_of(game(*off))[1])

    def options(node: Any, side: int) -> Iterable[Any]:
        return sides[side] if node is None else options_of(node)[side]

    return of_graph(graphs.explored([None], options)[0])


def of_game(made: Any, sides_of_open: Callable[[Any], Any]) -> Any:
    """Return the value of a game whose followers are games that were read, and values; the function knows the first."""

    def side_of(which: int) -> Graph:
        def options(node: Any, side: int) -> Iterable[Any]:
            own = (sides_of_open(node) or options_of(node))[side]
            return (_no_side(sides_of(one)[which]) if isinstance(one, Loopy) else one for one in own)

        return graphs.explored([made], options)[0]

    above, below = side_of(0), side_of(1)
    return of_graph(above) if above == below else sided(onside(above), -onside(below.negative))


def ordinal_sum(one: Like, other: Like) -> Any:
    """Return the ordinal sum G:H of stoppers: a move in G ends H. Of canonical forms.

    >>> print(ordinal_sum(Value(1), named("off")), ordinal_sum(Value(0), named("on")))
    over on
    """
    base, second = _stopper(one), _stopper(other)

    def options(node: tuple[int, Any], side: int) -> Iterable[tuple[int, Any]]:
        part, value = node
        yield from ((part, each) for each in options_of(value)[side])
        if part:
            yield from ((0, each) for each in options_of(base)[side])

    return of_graph(graphs.explored([(1, second)], options)[0])


def subordinate(value: Like, base: Like) -> Any:
    """Return the H with base:H = value, the canonical form of the base; GrundyError where none is found.

    Its followers are those of the value that no move in the base leads to; those that are no such sums are left out.

    >>> print(subordinate("upon", "^"), subordinate("over", 1), subordinate(Value(2), 1))
    on off 1
    """
    whole, root = _stopper(value), _stopper(base)
    left_out: set[Side] = set()

    def options(node: Side, side: int) -> Iterable[Side]:
        own = () if node == root else options_of(node)[side]
        return (one for one in own if one not in left_out and one not in options_of(root)[side])

    while True:
        graph, nodes = graphs.explored([whole], options)
        tops = values_of(graph)
        wrong = {one for place, one in enumerate(nodes) if ordinal_sum(root, tops[place]) != one}
        if whole not in wrong:
            return tops[0]
        if wrong == {whole}:
            raise GrundyError("{value} is not an ordinal sum {base}:H", value=value, base=base)
        left_out |= wrong - {whole}


def power_to(value: Like, x: Like) -> Any:
    """Return G to the x, summed (see `grundy.values.operators`), for x also on, or a number and over or under.

    It is G:y, where x is 1:y. GrundyError for x below 0 and of another kind.

    >>> print(power_to("^", "on"), power_to("^", "over"), power_to("^", "{5|pass}"))
    upon upover {^[5]|*,pass}
    """
    exponent = _exponent(x, 0)
    return ordinal_sum(value, subordinate(exponent, 1)) if exponent != 0 else Value(0)


def power(value: Like, x: Like) -> Any:
    """Return the x-th power of G = {0 | H}, which is {0 | H - G to the x - 1, summed}, for x as `power_to` takes it.

    >>> print(power("^", "on"), power("^", "1over"))
    uponth {0|{0,pass|*,0}}
    """
    base = _stopper(value)
    (left, right), exponent = options_of(base), _exponent(x, 1)
    if left != (0,) or len(right) != 1 or _is_number(base):
        raise GrundyError("only games {{0 | H}} have powers that are no integers, and {value} is none", value=value)
    return game([0], [right[0] - power_to(base, exponent - 1)])


def _exponent(x: Like, least: int) -> Side:
    """Return a power that is asked for: a pseudonumber that is not too small, and not of too many moves."""
    one: Any = _like(x)
    size = (getattr(one, "over_number", None) or (one,))[0]
    if one == named("on") or (_is_number(size) and size <= operators.POWERS and one >= least):
        return one
    raise GrundyError(
        "an exponent is a number from {least} to {most}, one of these with over or under, or on, but not {n}",
        least=least,
        most=operators.POWERS,
        n=x,
    )


# ---- asking


def graph_of(value: Any) -> Graph:
    """Return the followers of a stopper, or of what stands for one, as a graph, itself first."""
    return value.graph if isinstance(value, (Stopper, Simplified)) else _graph_of(value)


@lru_cache(512)
def _graph_of(value: Value) -> Graph:
    most = graphs.MOST_NODES if value.is_number else graphs.MOST // 3  # the followers of *n have n^2 / 2 options
    return graphs.explored([value], lambda one, side: options_of(one)[side], most)[0]


def options_of(value: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return Left's options and Right's."""
    return value.left_options, value.right_options


def sides_of(value: Any) -> tuple[Side, Side]:
    """Return the onside and the offside of a value; a short one is both."""
    return (value, value) if isinstance(value, Value) else (value.onside, value.offside)


def stop(value: Side, player: int, *, strong: bool = False) -> Side:
    """Return the Left (0) or the Right (1) stop of a stopper; ``strong``: with x for x + over and for x + under."""
    if isinstance(value, Value):
        return Value(value.right_stop if player else value.left_stop)
    over = value.over_number
    if over is not None:
        return over[0] if strong else value
    if value.is_pseudonumber:
        return value
    best, *others = [stop(option, 1 - player, strong=strong) for option in value.options[player]]
    for other in others:
        best = other if (_below(best, other) if player == 0 else _below(other, best)) else best
    return best


def _below(one: Any, other: Any) -> bool:
    if isinstance(one, Value) and isinstance(other, Value):
        return one <= other
    if isinstance(one, Simplified) or isinstance(other, Simplified):
        return _below_by_play(one, other)
    return one == other or _compared(one, other)


def _below_by_play(one: Any, other: Any) -> bool:
    """Whether a side is at most another: of an onside all endless play is Left's, and of an offside Right's."""
    first, second = (getattr(each, "which", None) for each in (one, other))
    if first == 1 and second == 0:
        return bool(graphs.at_least(graphs.joined(other.graph, one.graph), stoppers=True)[0, len(other.graph)])
    if first == 0 and second == 1:
        raise GrundyError("{one} and {other} cannot be ordered", one=one, other=other)
    if 1 in (first, second):
        one, other = -other, -one
    above, below = graph_of(other), graph_of(one)
    return bool(graphs.at_least(graphs.joined(above, below))[0, len(above)])


@lru_cache(4096)
def _compared(one: Side, other: Side) -> bool:
    first, second = graph_of(one), graph_of(other)
    above = graphs.at_least(graphs.joined(first, second), stoppers=True)
    return bool(above[len(first), 0])


def _signs(side: Side) -> tuple[int, int]:
    """Return who wins a stopper as Left begins and as Right does: 1 for Left, -1 for Right."""
    return (-1 if _below(side, Value(0)) else 1), (1 if _below(Value(0), side) else -1)


def _is_number(value: Any) -> bool:
    return isinstance(value, Value) and value.is_number


def _like(other: object) -> Any:
    if isinstance(other, (Loopy, Value)):
        return other
    return Value(other) if isinstance(other, (int, Fraction, str)) and not isinstance(other, bool) else None


def _stopper(other: Like) -> Side:
    one = _like(other)
    if not isinstance(one, (Value, Stopper)):
        raise GrundyError("{value} is no stopper", value=other)
    return one


def _check_small(one: Any, other: Any) -> None:
    """Refuse a sum of a side that is no stopper that would take long to simplify, each step compared with the whole."""
    if len(graph_of(one)) * len(graph_of(other)) > SMALL:
        raise TooLarge("a side that is no stopper is added to small games only: {most} positions", most=SMALL)


def _no_side(one: Any) -> Any:
    """Return an option; GrundyError of one that would have to be a stopper."""
    if not getattr(one, "is_stopper_sided", True):
        raise GrundyError("{value} is no stopper", value=one)
    return one


def _idempotent(deg: Like) -> Side:
    one = _stopper(deg)
    if one + one != one:
        raise GrundyError("a degree is a stopper that added to itself is itself, not {value}", value=deg)
    return one


# ---- degree and variety (*Winning Ways* ch. 11; A. N. Siegel, *Combinatorial Game Theory*, ch. VI.5)


def upsum(one: Side, other: Side) -> Side:
    """Return the onside of the sum of two stoppers."""
    return onside(graphs.added(graph_of(one), graph_of(other)))


def downsum(one: Side, other: Side) -> Side:
    """Return the offside of the sum of two stoppers."""
    return -upsum(-one, -other)


def degree(value: Side) -> Side:
    """Return the degree of loopiness of a stopper, 0 of a short value."""
    return Value(0) if isinstance(value, Value) else upsum(value, -value)


def upsum_variety(value: Side, deg: Side) -> Side:
    """Return G upsum (-G downsum -D)."""
    return upsum(value, downsum(-value, -deg))


def downsum_variety(value: Side, deg: Side) -> Side:
    """Return G downsum (-G upsum D)."""
    return downsum(value, upsum(-value, deg))


def _varieties(value: Side) -> tuple[Side, Side]:
    """Return both varieties of a stopper relative to its own degree; GrundyError if that is not idempotent."""
    own = degree(value)
    if own + own != own:
        raise GrundyError(
            "{value} is neither stable nor unstable: its degree {degree} is not idempotent", value=value, degree=own
        )
    return upsum_variety(value, own), downsum_variety(value, own)


def variety(value: Side) -> Side:
    """Return the variety of a stopper; GrundyError if it is not stable, or its degree not idempotent."""
    above, below = _varieties(value)
    if above != below:
        raise GrundyError("{value} is not stable: its varieties from above and below differ", value=value)
    return above


def is_stable(value: Side) -> bool:
    """Whether both varieties of a stopper are one; GrundyError if its degree is not idempotent.

    >>> is_stable(named("upon"))
    True
    """
    above, below = _varieties(value)
    return above == below


# ---- names


def _graph(left: str, right: str) -> Callable[[], Any]:
    """Return what makes the game with these options; ``.`` among them is a pass, a move to itself."""

    def made() -> Any:
        sides = [[one for one in side.split(",") if one] for side in (left, right)]

        def options(node: Any, side: int) -> Iterable[Any]:
            return (
                options_of(node)[side]
                if node is not None
                else (None if one == "." else Value(one) for one in sides[side])
            )

        return of_graph(graphs.explored([None], options)[0])

    return made


_NAMED: dict[str, Callable[[], Any]] = {
    "on": _graph(".", ""),
    "off": _graph("", "."),
    "dud": _graph(".", "."),
    "over": _graph("0", "."),
    "under": _graph(".", "0"),
    "upon": _graph(".", "*"),
    "downon": _graph("*", "."),
    "upon*": lambda: named("upon") + Value("*"),
    "upover": _graph("0", "*,."),
    "tis": lambda: of_graph(Graph(((1,), ()), ((), (0,)))),
    "tisn": lambda: -named("tis"),
    "uponth": lambda: game([0], [named("downon") + Value("*")]),
    "hot": lambda: game([named("on")], [named("off")]),
    "ono": lambda: game([named("on")], [0]),
    "hi": lambda: game([named("on")], [-named("ono")]),
    "lo": lambda: -named("hi"),
    "tiny": lambda: tiny(named("on")),
    "miny": lambda: miny(named("on")),
    "ace": lambda: game([0], [named("tiny")]),
}
NAMES = tuple(name for name in _NAMED if name not in ("tiny", "miny"))


@lru_cache(64)
def named(name: str) -> Any:
    """Return a value by its name: on, off, dud, over, under, upon, tis, … (*Winning Ways* ch. 11, 12)."""
    return _NAMED[name]()


def tiny(value: Like) -> Any:
    """Return tiny-x, the game {0 || 0 | -x}.

    >>> tiny("on") < tiny(Value(10)), tiny("on") > 0
    (True, True)
    """
    one = _like(value)
    return game([0], [game([0], [-one])])


def miny(value: Like) -> Any:
    """Return miny-x, the negative of tiny-x."""
    return -tiny(value)


# ---- the values of impartial games that may be played for ever: a nimber, or ∞(K), from which the nimbers K can be reached
# C. A. B. Smith, Graphs and composite games (*J. Combin. Theory* 1, 1966, 51-81); *Winning Ways* ch. 12; A. N. Siegel,
# *Combinatorial Game Theory*, ch. IV.4.


@dataclass(frozen=True, slots=True)
class LoopyNimber:
    """A nimber, or ∞(K). The sum of ∞(K) and \\*n is ∞ of all k xor n; that of two infinities is ∞() and drawn.

    Attributes:
        nimber: the nimber, or None of an infinity.
        reach: the nimbers K of ∞(K).

    >>> one = infinity(0, 2)
    >>> print(one, one + LoopyNimber(2), one + one, one.outcome, (one + one).outcome, sep="; ")
    ∞(0,2); ∞(0,2); ∞(); first player wins; draw
    """

    nimber: int | None
    reach: frozenset[int] = frozenset()

    @property
    def is_loopfree(self) -> bool:
        """Whether it is a nimber."""
        return self.nimber is not None

    @property
    def outcome(self) -> Outcome:
        """P of 0, N of another nimber and of ∞(K) with 0 in K, else a draw."""
        if self.nimber is not None:
            return Outcome.N if self.nimber else Outcome.P
        return Outcome.N if 0 in self.reach else Outcome.D

    def __add__(self, other: LoopyNimber | Value) -> LoopyNimber:
        """Return the value of a sum; GrundyError for the sum with a value that is no nimber."""
        if not isinstance(other, LoopyNimber):
            other = _nimber(other)
        if self.nimber is None and other.nimber is None:
            return infinity()
        if self.nimber is None:
            return other + self
        if other.nimber is None:
            return infinity(*(self.nimber ^ each for each in other.reach))
        return LoopyNimber(self.nimber ^ other.nimber)

    __radd__ = __add__

    def __neg__(self) -> LoopyNimber:
        """Return the value itself; the sum of the two is 0 if it is a nimber, else drawn or won by whoever begins."""
        return self

    def __sub__(self, other: LoopyNimber | Value) -> LoopyNimber:
        """Return the value of the sum."""
        return self + other

    __rsub__ = __add__

    def __le__(self, other: object) -> bool:
        """Refuse: of two infinities it depends on more than the nimbers that can be reached; GrundyError."""
        raise GrundyError("{value} has no place in the order of values", value=self)

    __lt__ = __ge__ = __gt__ = __le__

    def __str__(self) -> str:
        if self.nimber is None:
            return f"∞({','.join(map(str, sorted(self.reach)))})"
        return "0" if not self.nimber else "*" if self.nimber == 1 else f"*{self.nimber}"


def _nimber(value: Value) -> LoopyNimber:
    parts = value.nus
    if parts is None or parts[0] or parts[1]:
        raise GrundyError("only nimbers are added to an infinity, not {value}", value=value)
    return LoopyNimber(parts[2])


def infinity(*reach: int) -> LoopyNimber:
    """Return ∞(K), the value of what has no nimber and options with the nimbers K.

    >>> print(infinity(3, 0))
    ∞(0,3)
    """
    return LoopyNimber(None, frozenset(reach))


def of_options(options: Iterable[LoopyNimber]) -> LoopyNimber:
    """Return ∞(K) of what has no nimber, from the values of its options."""
    return infinity(*(one.nimber for one in options if one.nimber is not None))
