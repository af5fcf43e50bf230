"""What is asked of what a cell holds, by name: ``G.mean``, ``G.cool(1/2)``, ``nim(2, 3).options``, ``[1, 2].length``.

Names are read as CGSuite writes them too: capitals and underscores mean nothing, ``LeftStop`` is ``left_stop``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from math import gcd, isqrt
from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _
from grundy.faces.worksheet.graphs import Drawn, Function
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.solving.order import tree_of
from grundy.values import infinite, misere, operators, surreal, thermograph
from grundy.values.loopy import reading, stoppers
from grundy.values.loopy.stoppers import LoopyNimber
from grundy.values.notation import divided
from grundy.values.outcome import Outcome
from grundy.values.short import Value, miny, nimber, tiny
from grundy.values.surreal import Surreal, Transfinite
from grundy.values.thermograph import Thermograph, folded
from grundy.values.tree import Tree

Member = Callable[..., Any]


@dataclass(frozen=True)
class Table:
    """Rows of texts, one below the other.

    Attributes:
        heads: what stands above each column, of a table in two indices.
        sides: what stands before each row, of such a table.
        rows: the texts; a row may be shorter than others.

    >>> print(Table((), (), (("1", "*"), ("10",))))
     1  *
      10
    """

    heads: tuple[str, ...]
    sides: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        lines = [*([("", *self.heads)] if self.heads else [])]
        lines += [(*before, *row) for before, row in zip(self._before(), self.rows, strict=True)]
        widths = [max(len(line[place]) for line in lines if place < len(line)) for place in range(max(map(len, lines)))]
        return "\n  ".join(
            "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=False)).rstrip() for line in lines
        )

    def _before(self) -> list[tuple[str, ...]]:
        return [(side,) for side in self.sides] or [()] * len(self.rows)


def key(name: str) -> str:
    """Return what two ways to write a name have in common.

    >>> key("LeftStop") == key("left_stop")
    True
    """
    return name.replace("_", "").lower()


def integer(value: Any) -> int:
    """Return an integer that a value is; GrundyError of another."""
    own = value.number if isinstance(value, Value) else None
    if own is None or own.denominator > 1:
        raise GrundyError("an integer is expected, not {value}", value=value)
    return own.numerator


def number(value: Any) -> Fraction:
    """Return a dyadic fraction that a value is; GrundyError of another."""
    own = value.number if isinstance(value, Value) else None
    if own is None:
        raise GrundyError("a dyadic fraction is expected, not {value}", value=value)
    return own


def surreal_number(value: Any) -> Surreal:
    """Return a number that a value is, also an infinite one; GrundyError of another."""
    is_short = isinstance(value, Value)
    one = Transfinite.of(value) if not is_short or (value.nus and not value.nus[1]) else None
    if one is None or one.nimber:
        raise GrundyError("a number is expected, not {value}", value=value)
    return one.number


def _of_integer(holds: Callable[[int], bool]) -> Member:
    """Return the question whether a value is an integer of which something is true."""

    def asked(value: Any) -> bool:
        own = value.number if isinstance(value, Value) else None
        return own is not None and own.denominator == 1 and holds(own.numerator)

    return asked


def _attributes(*names: str) -> dict[str, Member]:
    """Return what asks a value for its attributes of these names."""
    return {name: lambda value, *, asked=name.replace(" ", "_"): getattr(value, asked) for name in names}


def _least(value: Any, least: int) -> int:
    if (own := integer(value)) < least:
        raise GrundyError("an integer from {least} up is expected, not {value}", least=least, value=value)
    return own


def stop_count(value: Value) -> int:
    """Return the number of ways in which play in the canonical form can come to a number, by moves of either player.

    >>> stop_count(Value("{1|-1}")), stop_count(Value("*")), stop_count(Value("3/4"))
    (2, 2, 1)
    """
    return folded(value, lambda one: 1 if one.is_number else None, lambda _one, left, right: sum(left) + sum(right), {})


def _options(value: Value, player: Any = None) -> list[Value]:
    """Return the options of Left, of Right where he is named, or of both."""
    sides = {"left": (value.left_options, ()), "right": ((), value.right_options)}
    left, right = sides.get(str(player).lower(), (value.left_options, value.right_options))
    return list(dict.fromkeys([*left, *right]))


def _uptimal(value: Value) -> operators.Uptimal:
    found = operators.uptimal(value)
    if found is None:
        raise GrundyError("{value} is not a sum of a number, powers of up and a nimber", value=value)
    return found


def _side(player: Any) -> int:
    return 1 if str(player).lower() == "right" else 0


def _heap(value: Value) -> int:
    if value.nus is None or value.nus[0] or value.nus[1]:
        raise GrundyError("{value} is not a nimber", value=value)
    return value.nus[2]


NUMBER: dict[str, Member] = {
    "value": lambda value: value,
    "birthday": lambda value: value.birthday,
    **dict.fromkeys(("outcome", "outcome class"), lambda value: value.outcome),
    "negative": lambda value: -value,
    "abs": lambda value: value if value >= 0 else -value if value <= 0 else None,
    "sign": lambda value: (value > 0) - (value < 0) if value >= 0 or value <= 0 else None,
    "numerator": lambda value: surreal_number(value).numerator,
    "denominator": lambda value: surreal_number(value).denominator,
    "reciprocal": lambda value: Surreal(1) / surreal_number(value),
    "floor": lambda value: surreal_number(value).__floor__(),
    "ceiling": lambda value: -(-surreal_number(value)).__floor__(),
    "max": lambda value, *others: _extreme([value, *others], lambda a, b: a >= b),
    "min": lambda value, *others: _extreme([value, *others], lambda a, b: a <= b),
    "is integer": _of_integer(lambda n: True),
    "is dyadic": lambda value: isinstance(value, Value) and value.is_number,
    "is zero": lambda value: value == 0,
    "is even": _of_integer(lambda n: n % 2 == 0),
    "is odd": _of_integer(lambda n: n % 2 == 1),
    "is evil": _of_integer(lambda n: n >= 0 and n.bit_count() % 2 == 0),
    "is odious": _of_integer(lambda n: n >= 0 and n.bit_count() % 2 == 1),
    "is two power": _of_integer(lambda n: n > 0 and n.bit_count() == 1),
    "pow": lambda value, n: _power(value, n),
    "ordinal sum": lambda value, other: _cantor(surreal.ordinary_sum, operators.ordinal_sum, value, other),
    "ordinal product": lambda value, other: surreal.ordinary_product(_ordinal(value), _ordinal(other)),
    "ordinal power": lambda value, other: surreal.ordinary_power(_ordinal(value), _ordinal(other)),
    "nim sum": lambda value, other: _as(value, surreal.nim_sum(_ordinal(value), _ordinal(other))),
    "nim product": lambda value, other: _as(value, infinite.nim_product(_ordinal(value), _ordinal(other))),
    "nim power": lambda value, n: _as(value, infinite.nim_power(_ordinal(value), integer(n))),
    "nim inverse": lambda value: _as(value, infinite.nim_inverse(_ordinal(value))),
    "nim div": lambda value, other: _as(
        value, infinite.nim_product(_ordinal(value), infinite.nim_inverse(_ordinal(other)))
    ),
    **dict.fromkeys(("conway", "conway multiply", "conway product"), lambda value, other: _conway(value, other)),
}
"""What any number or nimber is asked, an infinite one too; of a game it is asked as far as it has an answer."""
VALUE: dict[str, Member] = {
    "canonical form": lambda value: value,
    "left options": lambda value: list(value.left_options),
    "right options": lambda value: list(value.right_options),
    "options": _options,
    **_attributes("left stop", "right stop"),
    "stops": lambda value: [value.left_stop, value.right_stop],
    "stop count": stop_count,
    "mean": lambda value: value.mean,
    **dict.fromkeys(("temperature", "temp"), lambda value: value.temperature),
    "thermograph": lambda value: value.thermograph(),
    "atomic weight": lambda value: value.atomic_weight(),
    **dict.fromkeys(("reduced", "rcf", "reduced canonical form"), lambda value: value.reduced()),
    "incentives": lambda value: list(operators.incentives(value).best),
    "left incentives": lambda value: list(operators.incentives(value).left),
    "right incentives": lambda value: list(operators.incentives(value).right),
    "companion": operators.companion,
    **dict.fromkeys(("uptimal", "uptimal expansion"), _uptimal),
    "far star": operators.far_star,
    "sensible options": lambda value: list(dict.fromkeys([*value.left_options, *value.right_options])),
    "orthodox options": lambda value, t=Value(0): [
        *thermograph.orthodox_options(value, number(t)).left,
        *thermograph.orthodox_options(value, number(t)).right,
    ],
    "isqrt": lambda value: isqrt(_least(value, 0)),
    "lb": lambda value: _least(value, 1).bit_length() - 1,
    "gcd": lambda value, other: gcd(integer(value), integer(other)),
    "div": lambda value, other: int(surreal_number(divided(value, other)).finite or 0),
    "tiny": lambda value: tiny(value),
    "miny": lambda value: miny(value),
    "nim value": lambda value: _heap(value),
    "is number": lambda value: value.is_number,
    "is nimber": lambda value: value.nus is not None and not value.nus[0] and not value.nus[1],
    "is numberish": operators.is_numberish,
    "is hot": operators.is_hot,
    "is tepid": operators.is_tepid,
    "is infinitesimal": lambda value: value.left_stop == value.right_stop == 0,
    **dict.fromkeys(("is dicotic", "is all small"), operators.is_dicotic),
    "is uptimal": lambda value: operators.uptimal(value) is not None,
    "is ordinal": lambda value: value.is_integer and value >= 0,
    "cool": lambda value, t=Value(1): operators.cooled(value, number(t)),
    "heat": lambda value, t=Value(1): operators.heated(value, t),
    "overheat": operators.overheated,
    "freeze": operators.frozen,
    **dict.fromkeys(("norton", "norton multiply"), operators.norton_product),
    "pow to": lambda value, x: operators.power_to(value, number(x)),
    "subordinate": operators.subordinate,
    "latex": lambda value: Text(value.latex()),
    **NUMBER,
}
"""What a value is asked."""
TRANSFINITE: dict[str, Member] = {
    "is ordinal": lambda value: not value.nimber and value.number.is_ordinal,
    "is limit": lambda value: not value.nimber and value.number.is_limit,
    "is number": lambda value: not value.nimber,
    "is nimber": lambda value: not value.number,
    "number": lambda value: value.number,
    "nimber": lambda value: value.nimber,
    "tiny": lambda value: reading.game([0], [reading.game([0], [-value])]),
    "miny": lambda value: reading.game([reading.game([value], [0])], [0]),
    **NUMBER,
}
POSITION: dict[str, Member] = {
    **dict.fromkeys(("value", "canonical form"), lambda place: place.value()),
    **dict.fromkeys(("outcome", "outcome class"), lambda place: place.outcome()),
    **dict.fromkeys(("grundy", "nim value"), lambda place: place.grundy()),
    "options": lambda place, player=None: list(place.options(_player(place, player))),
    "left options": lambda place: list(place.options(_player(place, "left"))),
    "right options": lambda place: list(place.options(_player(place, "right"))),
    "sensible options": lambda place: _sensible(place),
    "moves": lambda place: [Text(str(move)) for move in place.moves()],
    "remoteness": lambda place: place.solve().remoteness,
    "nim value sequence": lambda place, n: [int(each) for each in place.ruleset.sequence(integer(n))],
    "law": lambda place: Text(str(place.ruleset.law())),
    "misere outcome": lambda place: place.outcome("misere"),
    "misere nim value": lambda place: misere.genus(_tree(place)).misere[0],
    "misere canonical form": lambda place: misere.misere_canonical(_tree(place)),
    "genus": lambda place: Text(misere.genus(_tree(place))),
}
"""What a position is asked; what else a value is asked, of its value."""
LIST: dict[str, Member] = {
    **dict.fromkeys(("length", "size"), len),
    "first": lambda items: _of(items, 0),
    "last": lambda items: _of(items, -1),
    "sum": lambda items: sum(items, Value(0)),
    "max": lambda items: _extreme(items, lambda a, b: a >= b),
    "min": lambda items: _extreme(items, lambda a, b: a <= b),
    "reverse": lambda items: list(items)[::-1],
    **dict.fromkeys(("sorted", "sort"), lambda items: sorted(items, key=_order)),
    "to list": list,
    "to set": frozenset,
    "distinct": lambda items: list(dict.fromkeys(items)),
    "contains": lambda items, one: one in items,
    "index of": lambda items, one: list(items).index(one) if one in items else -1,
    "add": lambda items, *more: _like(items, [*items, *more]),
    "take": lambda items, n: list(items)[: max(0, integer(n))],
    "filter": lambda items, holds: _like(items, [one for one in items if _yes(holds(one))]),
    "map": lambda items, function: _like(items, [function(one) for one in items]),
    "periodic table": lambda items, n: _periodic(list(items), integer(n)),
}
SIDED: dict[str, Member] = {
    **_attributes("onside", "offside", "outcome", "is stopper", "is stopper sided", "is loopfree", "is number"),
    **_attributes("is integer", "is nimber", "is zero", "is ordinal", "is uptimal", "is idempotent", "is numberish"),
    **_attributes("is infinitesimal", "is pseudonumber", "is plumtree", "is number tiny"),
    **dict.fromkeys(("value", "game value"), lambda value: value),
    "outcome class": lambda value: value.outcome,
    "is loopy": lambda value: True,
    "negative": lambda value: -value,
    "tiny": stoppers.tiny,
    "miny": stoppers.miny,
    "latex": VALUE["latex"],
    **{name: NUMBER[name] for name in NUMBER if name.startswith("is ") or name in ("abs", "sign", "max", "min")},
}
"""What any value of play that may be endless is asked."""
SUMMED: dict[str, Member] = {
    "ordinal sum": stoppers.ordinal_sum,
    "subordinate": stoppers.subordinate,
    "pow": stoppers.power,
    "pow to": stoppers.power_to,
    "max": NUMBER["max"],
    "min": NUMBER["min"],
}
"""What a stopper is asked, and a short value where another value is no short one."""
STOPPER: dict[str, Member] = {
    **_attributes("degree", "variety", "followers", "follower count", "left stop", "right stop", "strong left stop"),
    **_attributes("strong right stop", "is stable"),
    **{name: VALUE[name] for name in ("left options", "right options", "options", "canonical form")},
    "stop": lambda value, player: stoppers.stop(value, _side(player)),
    "strong stop": lambda value, player: stoppers.stop(value, _side(player), strong=True),
    "upsum": stoppers.Stopper.upsum,
    "downsum": stoppers.Stopper.downsum,
    "upsum variety": stoppers.Stopper.upsum_variety,
    "downsum variety": stoppers.Stopper.downsum_variety,
    **SUMMED,
}
"""What else a stopper is asked."""
BOTH: dict[str, Member] = {
    **dict.fromkeys(("onside", "offside", "game value"), lambda value: value),
    "degree": stoppers.degree,
    "variety": stoppers.variety,
    "upsum": stoppers.upsum,
    "downsum": stoppers.downsum,
    "stop": STOPPER["stop"],
    "strong stop": STOPPER["strong stop"],
    "is idempotent": lambda value: value == 0,
    "is stable": stoppers.is_stable,
    "is pseudonumber": lambda value: value.is_number,
    **dict.fromkeys(("is stopper", "is stopper sided", "is loopfree", "is plumtree"), lambda value: True),
    "is loopy": lambda value: False,
}
"""What a short value is asked as the stopper that it is."""
LOOPY: dict[str, Member] = {
    **dict.fromkeys(("outcome", "outcome class"), lambda value: value.outcome),
    "value": lambda value: value,
    "is loopfree": lambda value: value.is_loopfree,
    "nimber": lambda value: nimber(value.nimber) if value.is_loopfree else None,
    "reach": lambda value: sorted(value.reach),
}
GRAPH: dict[str, Member] = {
    **dict.fromkeys(("edges", "arcs"), Drawn.edges),
    "edge count": lambda graph: len(graph.edges()),
    "vertices": Drawn.vertices,
    "vertex count": lambda graph: len(graph.vertices()),
    "adjacency list": Drawn.neighbours,
    "delete vertex": lambda graph, v: graph.without([integer(v)]),
    "delete vertices": lambda graph, some: graph.without(map(integer, some)),
    **dict.fromkeys(("components", "connected components"), Drawn.components),
}
"""What a graph is asked."""
TREE: dict[str, Member] = {
    "genus": lambda tree: Text(misere.genus(tree)),
    "nim value": lambda tree: tree.grundy(),
    "misere nim value": lambda tree: misere.genus(tree).misere[0],
    "misere canonical form": misere.misere_canonical,
    "birthday": lambda tree: tree.birthday,
}
"""What a misère game is asked."""
THERMOGRAPH: dict[str, Member] = {
    **_attributes("mean", "temperature"),
    "left wall": lambda graph, t: graph.left(number(t)),
    "right wall": lambda graph, t: graph.right(number(t)),
    "value": lambda graph: graph.mean,
}


ANYTHING: dict[str, Member] = {"class": lambda found: Text(_kind(found))}
"""What anything is asked."""


class Text(str):
    """Words that an answer is, and no value."""

    __slots__ = ()


def of(value: Any, name: str, arguments: list[Any]) -> Any:
    """Return what a value is asked by a name; GrundyError of what it is not asked, or so."""
    if isinstance(value, operators.Uptimal) and name.lower() in value._fields:
        return getattr(value, name.lower())
    tables = [table for kind, table in TABLES if isinstance(value, kind)]
    if are_values(value):
        arguments = [operand(one) for one in arguments]
    endless = isinstance(value, Value) and any(isinstance(one, stoppers.Loopy) for one in arguments)
    for table in [SUMMED, *tables] if endless else tables:
        found = _found(table, name)
        if found is not None and not (endless and table is VALUE):
            return called(name, found, value, *arguments)
    if isinstance(value, Position):
        return of(value.value(), name, arguments)
    if isinstance(value, stoppers.Loopy) and _found(STOPPER, name):
        raise GrundyError("{value} is no stopper", value=value)
    other = next((one for one in (value, *arguments) if isinstance(one, (stoppers.Loopy, Transfinite))), None)
    if other is not None and _found(VALUE, name):
        raise GrundyError("{name} is of short values, and {value} is none", name=name, value=other)
    known = [each.replace(" ", "_") for table in tables for each in table]
    near = get_close_matches(name.lower(), known, 3, 0.5) or known[:8]
    raise GrundyError(".{name} is not a question; there are {listed}", name=name, listed=", ".join(near) or _("none"))


def _found(table: dict[str, Member], name: str) -> Member | None:
    return next((member for each, member in table.items() if key(each.replace(" ", "")) == key(name)), None)


def called(name: str, member: Member, *values: Any) -> Any:
    """Return what a function gives of some values; GrundyError where they are too few, too many or of no kind for it."""
    try:
        found = member(*values)
    except (AttributeError, TypeError) as error:
        if "argument" in str(error):
            problem = "{name} takes other values than the {count} given"
            raise GrundyError(problem, name=name, count=len(values) - 1) from None
        if all(isinstance(one, Value) for one in values):
            raise  # what is asked of short values alone has an answer, or a reason of its own
        said = ", ".join(" ".join(shown(one).split()) for one in values)
        raise GrundyError("{name} does not apply to {values}", name=name, values=said) from None
    if found is None:
        raise GrundyError("there is no .{name} here", name=name)
    return found


TABLES: list[tuple[Any, dict[str, Member]]] = [
    (Value, VALUE),
    (Transfinite, TRANSFINITE),
    (Position, POSITION),
    ((list, tuple, frozenset), LIST),
    (Thermograph, THERMOGRAPH),
    (LoopyNimber, LOOPY),
    (Value, BOTH),
    (stoppers.Loopy, SIDED),
    (stoppers.Stopper, STOPPER),
    (Drawn, GRAPH),
    (Tree, TREE),
    (object, ANYTHING),
]
"""What each kind of thing is asked; a further kind of value is a line here."""


KINDS: list[tuple[Any, str]] = [
    (Value, N_("short game")),
    (Transfinite, N_("transfinite nimber")),
    (Position, N_("position")),
    (stoppers.Stopper, N_("stopper")),
    (stoppers.Loopy, N_("loopy game")),
    (LoopyNimber, N_("loopy nimber")),
    (list, N_("list")),
    (frozenset, N_("set")),
    (str, N_("text")),
    (Function, N_("function")),
    (Table, N_("table")),
    (Drawn, N_("graph")),
    (Tree, N_("misère game")),
    (Thermograph, N_("thermograph")),
    (object, N_("answer")),
]
"""What each kind of thing is called."""


def named(name: str) -> Member | None:
    """Return the function of a value that a name is: ``mean(G)`` says ``G.mean``."""
    return _found({**ANYTHING, **BOTH, **VALUE}, name)


def settled(found: Any) -> Any:
    """Return numbers as values, so that all can be calculated with."""
    if isinstance(found, bool) or found is None:
        return found
    if isinstance(found, (int, Fraction, Surreal)):
        return Transfinite(found).settled()
    return found


def _ordinal(value: Any) -> Surreal:
    one = Transfinite.of(value)
    if one.nimber and one.number:
        raise GrundyError("an ordinal such as w^2·3 + w + 5 is expected, not {one}", one=one)
    return surreal.ordinal(one.nimber or one.number)


def _as(value: Any, found: Surreal) -> Any:
    """Return an ordinal, or the nimber of it where nimbers were asked for."""
    return Transfinite(0, found).settled() if Transfinite.of(value).nimber else found


def _cantor(ordinals: Member, games: Member, value: Any, other: Any) -> Any:
    """Return the sum of two ordinals one after the other, or the ordinal sum of two games."""
    if isinstance(value, Value) and isinstance(other, Value):
        return games(value, other)
    return ordinals(_ordinal(value), _ordinal(other))


def _power(value: Any, n: Any) -> Any:
    if isinstance(value, Transfinite) or value.number is not None:
        return surreal_number(value) ** surreal_number(n)
    return operators.power(value, number(n))


def _conway(value: Any, other: Any) -> Any:
    if isinstance(value, Value) and isinstance(other, Value):
        return operators.conway_product(value, other)
    return Transfinite.of(value) * other


def _player(place: Position, player: Any) -> int | None:
    if not place.ruleset.partisan:
        return None
    return {"left": 1, "right": -1}.get(str(player).lower())


def _sensible(place: Position) -> list[Position]:
    """Return the options that are as good as one of the canonical form (see `grundy.values.thermograph`)."""
    sides = [list(place.options(_player(place, player))) for player in ("left", "right")]
    found = thermograph.sensible_options(*([each.value() for each in side] for side in sides))
    chosen = [each for side, good in zip(sides, found, strict=True) for each in side if each.value() in good]
    return list(dict.fromkeys(chosen))


def _of(items: Any, place: int) -> Any:
    if not items:
        raise GrundyError("the list is empty")
    return list(items)[place]


def _tree(place: Position) -> Tree:
    """Return all that an impartial position can become, for its misère play."""
    if place.ruleset.partisan:
        raise GrundyError("misère forms are of impartial games, and {position} is partisan", position=place)
    return tree_of(place)


def _like(items: Any, found: list[Any]) -> Any:
    """Return some items as a set if they were one before."""
    return frozenset(found) if isinstance(items, frozenset) else found


def _yes(found: Any) -> bool:
    if not isinstance(found, bool):
        raise GrundyError("yes or no is wanted here, such as n > 2 or G.is_number")
    return found


def _periodic(items: list[Any], n: int) -> Table:
    """Return items in rows of n, so that what repeats stands below itself."""
    if n < 1 or not items:
        raise GrundyError("a period of at least 1 is wanted here, and a list that is not empty")
    rows = (tuple(map(shown, items[start : start + n])) for start in range(0, len(items), n))
    return Table((), (), tuple(rows))


def _kind(found: Any) -> str:
    """Return what something is called, the narrowest word first."""
    if isinstance(found, bool):
        return _("yes or no")
    if isinstance(found, Value) and found.nus is not None and found.is_number:
        return _("integer") if found.is_integer else _("dyadic fraction")
    if isinstance(found, Value) and found.nus is not None and not found.nus[0] and not found.nus[1]:
        return _("nimber")
    if isinstance(found, Transfinite) and not found.nimber:
        return _("ordinal") if found.number.is_ordinal else _("surreal number")
    return next(_(name) for kind, name in KINDS if isinstance(found, kind))


def _extreme(items: Any, beats: Callable[[Any, Any], bool]) -> Any:
    for one in items:
        if all(beats(one, other) for other in items):
            return one
    raise GrundyError("none of these exceeds all others")


def _order(one: Any) -> tuple[Any, ...]:
    own = one.number if isinstance(one, (Value, Transfinite)) else None
    return (0, own) if isinstance(own, Fraction) else (1, str(one))


def are_values(*found: Any) -> bool:
    """Whether they have an order, and sums: short values with others that are infinite, or with loopy ones."""
    return any(all(isinstance(one, (Value, other)) for one in found) for other in (Transfinite, stoppers.Loopy))


def operand(found: Any) -> Any:
    """Return what stands for something in a sum: a position for its value, a loopy value that is a nimber for that."""
    found = settled(found.value() if isinstance(found, Position) else found)
    return nimber(found.nimber) if isinstance(found, LoopyNimber) and found.nimber is not None else found


def paired(one: Any, other: Any) -> tuple[Any, Any]:
    """Return two values that are added as values of one kind: a nimber beside a loopy value is one of those."""
    if isinstance(one, LoopyNimber) and isinstance(other, Value):
        return one, LoopyNimber(_heap(other))
    if isinstance(other, LoopyNimber) and isinstance(one, Value):
        return LoopyNimber(_heap(one)), other
    return one, other


def shown(found: Any) -> str:
    """Return the text of what a cell gives: of a list its items, of an outcome its letter."""
    from grundy.rules.explanations import brief

    if isinstance(found, Value):
        return brief(found)
    if isinstance(found, bool):
        return _("yes") if found else _("no")
    if isinstance(found, Outcome):
        return found.value
    if isinstance(found, Ruleset):
        return _("the game {rules}").format(rules=found.name)
    if isinstance(found, list):
        return f"[{', '.join(map(shown, found))}]"
    if isinstance(found, frozenset):
        return f"{{{', '.join(map(shown, sorted(found, key=_order)))}}}"
    if isinstance(found, Thermograph):
        walls = (found.left_wall, found.right_wall)
        left, right = (" ".join(f"({value}, {t})" for value, t in wall) for wall in walls)
        return _("mean {mean}, temperature {temperature}, Left's wall {left}, Right's wall {right}").format(
            mean=found.mean, temperature=found.temperature, left=left, right=right
        )
    if isinstance(found, operators.Uptimal):
        return ", ".join(
            f"{name} {shown(settled(part))}" if not isinstance(part, tuple) else f"{name} {' '.join(map(str, part))}"
            for name, part in zip(found._fields, found, strict=True)
        )
    return str(found)


def data(found: Any) -> Any:
    """Return what a cell gives as plain data: lists as lists, yes as true, the rest as text."""
    if isinstance(found, (list, frozenset)):
        return [data(each) for each in (sorted(found, key=_order) if isinstance(found, frozenset) else found)]
    if isinstance(found, bool):
        return found
    return [[*row] for row in found.rows] if hasattr(found, "rows") else shown(found)
