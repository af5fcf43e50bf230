"""What is asked of what a cell holds, by name: ``G.mean``, ``G.cool(1/2)``, ``nim(2, 3).options``, ``[1, 2].length``.

Names are read as CGSuite writes them too: capitals and underscores mean nothing, ``LeftStop`` is ``left_stop``.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _
from grundy.faces.worksheet.functions import Function
from grundy.faces.worksheet.graphs import Drawn
from grundy.faces.worksheet.tables import Table
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.solving.equivalence import tree_of
from grundy.values import choice, infinitesimal, misere, operators, ordinal_nimbers, surreal
from grundy.values.loopy import stoppers
from grundy.values.loopy.impartial import LoopyNimber
from grundy.values.outcome import Outcome
from grundy.values.short import Value, miny, nimber, tiny
from grundy.values.surreal import Surreal, Transfinite
from grundy.values.thermograph import Thermograph
from grundy.values.tree import Tree

Member = Callable[..., Any]


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
        raise GrundyError("a number is expected, not {value}", value=value)
    return own


def stop_count(value: Value) -> int:
    """Return the number of ways in which play in the canonical form can come to a number, by moves of either player.

    >>> stop_count(Value("{1|-1}")), stop_count(Value("*")), stop_count(Value("3/4"))
    (2, 2, 1)
    """
    from grundy.values.thermograph import folded

    return folded(value, lambda one: 1 if one.is_number else None, lambda _one, left, right: sum(left) + sum(right), {})


def _options(value: Value, player: Any = None) -> list[Value]:
    """Return the options of Left, of Right where he is named, or of both."""
    sides = {"left": (value.left_options, ()), "right": ((), value.right_options)}
    left, right = sides.get(str(player).lower(), (value.left_options, value.right_options))
    return list(dict.fromkeys([*left, *right]))


def _uptimal(value: Value) -> infinitesimal.Uptimal:
    found = infinitesimal.uptimal(value)
    if found is None:
        raise GrundyError("{value} is not a sum of a number, powers of up and a nimber", value=value)
    return found


def _side(player: Any) -> int:
    return 1 if str(player).lower() == "right" else 0


def _heap(value: Value) -> int:
    if value.nus is None or value.nus[0] or value.nus[1]:
        raise GrundyError("{value} is not a nimber", value=value)
    return value.nus[2]


def _is_infinitesimal(value: Value) -> bool:
    return value.left_stop == value.right_stop == 0


VALUE: dict[str, Member] = {
    "value": lambda value: value,
    "canonical form": lambda value: value,
    "left options": lambda value: list(value.left_options),
    "right options": lambda value: list(value.right_options),
    "options": _options,
    "left stop": lambda value: value.left_stop,
    "right stop": lambda value: value.right_stop,
    "stops": lambda value: [value.left_stop, value.right_stop],
    "stop count": stop_count,
    "outcome": lambda value: value.outcome,
    "outcome class": lambda value: value.outcome,
    "mean": lambda value: value.mean,
    "temperature": lambda value: value.temperature,
    "temp": lambda value: value.temperature,
    "thermograph": lambda value: value.thermograph(),
    "birthday": lambda value: value.birthday,
    "atomic weight": lambda value: value.atomic_weight(),
    "reduced": lambda value: value.reduced(),
    "rcf": lambda value: value.reduced(),
    "reduced canonical form": lambda value: value.reduced(),
    "incentives": lambda value: list(operators.incentives(value).best),
    "left incentives": lambda value: list(operators.incentives(value).left),
    "right incentives": lambda value: list(operators.incentives(value).right),
    "companion": operators.companion,
    "uptimal": _uptimal,
    "uptimal expansion": _uptimal,
    "far star": infinitesimal.far_star,
    "sensible options": lambda value: list(dict.fromkeys([*value.left_options, *value.right_options])),
    "orthodox options": lambda value, t=Value(0): [
        *choice.orthodox_options(value, number(t)).left,
        *choice.orthodox_options(value, number(t)).right,
    ],
    "floor": lambda value: number(value).__floor__(),
    "ceiling": lambda value: number(value).__ceil__(),
    "is two power": lambda value: integer(value) > 0 and integer(value).bit_count() == 1,
    "tiny": lambda value: tiny(value),
    "miny": lambda value: miny(value),
    "nim value": lambda value: _heap(value),
    "negative": lambda value: -value,
    "abs": lambda value: value if value >= 0 else -value,
    "is number": lambda value: value.is_number,
    "is integer": lambda value: value.is_integer,
    "is zero": lambda value: value == 0,
    "is nimber": lambda value: value.nus is not None and not value.nus[0] and not value.nus[1],
    "is even": lambda value: integer(value) % 2 == 0,
    "is odd": lambda value: integer(value) % 2 == 1,
    "is numberish": operators.is_numberish,
    "is hot": operators.is_hot,
    "is tepid": operators.is_tepid,
    "is infinitesimal": _is_infinitesimal,
    "is all small": operators.is_dicotic,
    "is dicotic": operators.is_dicotic,
    "is uptimal": lambda value: infinitesimal.uptimal(value) is not None,
    "is ordinal": lambda value: value.is_integer and value >= 0,
    "cool": lambda value, t=Value(1): operators.cooled(value, number(t)),
    "heat": lambda value, t=Value(1): operators.heated(value, t),
    "overheat": operators.overheated,
    "freeze": operators.frozen,
    "norton": operators.norton_product,
    "norton multiply": operators.norton_product,
    "conway": operators.conway_product,
    "conway multiply": operators.conway_product,
    "conway product": operators.conway_product,
    "ordinal sum": lambda value, other: _cantor(surreal.ordinary_sum, operators.ordinal_sum, value, other),
    "ordinal product": lambda value, other: surreal.ordinary_product(_ordinal(value), _ordinal(other)),
    "ordinal power": lambda value, other: surreal.ordinary_power(_ordinal(value), _ordinal(other)),
    "nim sum": lambda value, other: _as(value, surreal.nim_sum(_ordinal(value), _ordinal(other))),
    "nim product": lambda value, other: _as(value, ordinal_nimbers.nim_product(_ordinal(value), _ordinal(other))),
    "nim power": lambda value, n: _as(value, ordinal_nimbers.nim_power(_ordinal(value), integer(n))),
    "pow": lambda value, n: _power(value, n),
    "pow to": lambda value, x: operators.power_to(value, number(x)),
    "subordinate": operators.subordinate,
    "latex": lambda value: Text(value.latex()),
}
"""What a value is asked."""
TRANSFINITE: dict[str, Member] = {
    "outcome": lambda value: value.outcome,
    "outcome class": lambda value: value.outcome,
    "birthday": lambda value: value.birthday,
    "is ordinal": lambda value: not value.nimber and value.number.is_ordinal,
    "is limit": lambda value: not value.nimber and value.number.is_limit,
    "is number": lambda value: not value.nimber,
    "is nimber": lambda value: not value.number,
    "number": lambda value: value.number,
    "nimber": lambda value: value.nimber,
    "value": lambda value: value,
    "pow": lambda value, n: value.number ** Transfinite.of(n).number,
    **{name: VALUE[name] for name in VALUE if name.startswith(("ordinal", "nim ")) and name != "ordinal sum"},
    "ordinal sum": VALUE["ordinal sum"],
}
POSITION: dict[str, Member] = {
    "value": lambda place: place.value(),
    "canonical form": lambda place: place.value(),
    "outcome": lambda place: place.outcome(),
    "outcome class": lambda place: place.outcome(),
    "grundy": lambda place: place.grundy(),
    "nim value": lambda place: place.grundy(),
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
    "length": len,
    "size": len,
    "first": lambda items: _of(items, 0),
    "last": lambda items: _of(items, -1),
    "sum": lambda items: sum(items, Value(0)),
    "max": lambda items: _extreme(items, lambda a, b: a >= b),
    "min": lambda items: _extreme(items, lambda a, b: a <= b),
    "reverse": lambda items: list(items)[::-1],
    "sorted": lambda items: sorted(items, key=_order),
    "sort": lambda items: sorted(items, key=_order),
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
    name: lambda value, asked=name.replace(" ", "_"): getattr(value, asked)
    for name in (
        *("onside", "offside", "outcome", "is stopper", "is stopper sided", "is loopfree", "is number", "is integer"),
        *("is nimber", "is zero", "is ordinal", "is uptimal", "is idempotent", "is numberish", "is infinitesimal"),
        *("is pseudonumber", "is plumtree", "is number tiny"),
    )
} | {
    "outcome class": lambda value: value.outcome,
    "value": lambda value: value,
    "game value": lambda value: value,
    "is loopy": lambda value: True,
    "negative": lambda value: -value,
}
"""What any value of play that may be endless is asked."""
STOPPER: dict[str, Member] = {
    name: lambda value, asked=name.replace(" ", "_"): getattr(value, asked)
    for name in (
        *("degree", "variety", "followers", "follower count", "left stop", "right stop", "strong left stop"),
        *("strong right stop", "is stable"),
    )
} | {
    "left options": lambda value: list(value.left_options),
    "right options": lambda value: list(value.right_options),
    "options": _options,
    "canonical form": lambda value: value,
    "stop": lambda value, player: stoppers.stop(value, _side(player)),
    "strong stop": lambda value, player: stoppers.stop(value, _side(player), strong=True),
    "upsum": stoppers.Stopper.upsum,
    "downsum": stoppers.Stopper.downsum,
    "upsum variety": stoppers.Stopper.upsum_variety,
    "downsum variety": stoppers.Stopper.downsum_variety,
    "tiny": stoppers.tiny,
    "miny": lambda value: -stoppers.tiny(value),
    "ordinal sum": stoppers.ordinal_sum,
}
"""What else a stopper is asked."""
BOTH: dict[str, Member] = {
    "onside": lambda value: value,
    "offside": lambda value: value,
    "degree": stoppers.degree,
    "variety": stoppers.variety,
    "upsum": stoppers.upsum,
    "downsum": stoppers.downsum,
    "stop": STOPPER["stop"],
    "strong stop": STOPPER["strong stop"],
    "game value": lambda value: value,
    "is idempotent": lambda value: value == 0,
    "is pseudonumber": lambda value: value.is_number,
    **dict.fromkeys(("is stopper", "is stopper sided", "is loopfree", "is plumtree"), lambda value: True),
    "is loopy": lambda value: False,
}
"""What a short value is asked as the stopper that it is."""
LOOPY: dict[str, Member] = {
    "outcome": lambda value: value.outcome,
    "outcome class": lambda value: value.outcome,
    "value": lambda value: value,
    "is loopfree": lambda value: value.is_loopfree,
    "nimber": lambda value: nimber(value.nimber) if value.is_loopfree else None,
    "reach": lambda value: sorted(value.reach),
}
GRAPH: dict[str, Member] = {
    "edges": Drawn.edges,
    "arcs": Drawn.edges,
    "edge count": lambda graph: len(graph.edges()),
    "vertices": Drawn.vertices,
    "vertex count": lambda graph: len(graph.vertices()),
    "adjacency list": Drawn.neighbours,
    "delete vertex": lambda graph, v: graph.without([integer(v)]),
    "delete vertices": lambda graph, some: graph.without(map(integer, some)),
    "components": Drawn.components,
    "connected components": Drawn.components,
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
    "mean": lambda graph: graph.mean,
    "temperature": lambda graph: graph.temperature,
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
    if isinstance(value, infinitesimal.Uptimal) and name.lower() in value._fields:
        return getattr(value, name.lower())
    tables = [table for kind, table in TABLES if isinstance(value, kind)]
    wanted = key(name)
    for table in tables:
        found = {key(each.replace(" ", "")): member for each, member in table.items()}.get(wanted)
        if found is not None:
            return _called(name, found, value, arguments)
    if isinstance(value, Position):
        return of(value.value(), name, arguments)
    known = [each.replace(" ", "_") for table in tables for each in table]
    near = get_close_matches(name.lower(), known, 3, 0.5) or known[:8]
    raise GrundyError(".{name} is not a question; there are {listed}", name=name, listed=", ".join(near) or _("none"))


def _called(name: str, member: Member, value: Any, arguments: list[Any]) -> Any:
    try:
        found = member(value, *arguments)
        if found is None:
            raise GrundyError("there is no .{name} here", name=name)
        return found
    except TypeError as error:
        if "argument" not in str(error):
            raise
        problem = "{name} takes other values than the {count} given"
        raise GrundyError(problem, name=name, count=len(arguments)) from None


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
    known = {**ANYTHING, **VALUE}
    return next((member for each, member in known.items() if key(each.replace(" ", "")) == key(name)), None)


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


def _power(value: Value, n: Any) -> Any:
    if value.number is not None:
        return surreal.Surreal(value.number) ** integer(n)
    return operators.power(value, number(n))


def _player(place: Position, player: Any) -> int | None:
    if not place.ruleset.partisan:
        return None
    return {"left": 1, "right": -1}.get(str(player).lower())


def _sensible(place: Position) -> list[Position]:
    """Return the options that are as good as one of the canonical form (see `grundy.values.choice`)."""
    sides = [list(place.options(_player(place, player))) for player in ("left", "right")]
    found = choice.sensible_options(*([each.value() for each in side] for side in sides))
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


def is_value(found: Any) -> bool:
    """Whether it has an order with others, and sums."""
    return isinstance(found, (Value, Transfinite))


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
    if isinstance(found, infinitesimal.Uptimal):
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
