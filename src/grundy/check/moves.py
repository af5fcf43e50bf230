"""The moves that a certificate of an automatic law is about: from its rule data or code, under their conditions.

What is not believed is made here again from ``rules``, ``form``, ``parameters`` and ``heaps``: for each form of move
the atoms under which it is there, and what the numbers become; declared endings; and what must never be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from grundy.check.form import check_names, choice, natural
from grundy.check.linear import Atom, Atoms, Linear, Moves, Yield
from grundy.common.errors import GrundyError
from grundy.common.errors import said as _

if TYPE_CHECKING:
    from grundy.check.functions import Order


def moves_of(
    fields: dict[str, Any],
    quantified: Mapping[str, Linear] | None = None,
    where: Atoms = (),
    carried: tuple[str, ...] = (),
) -> Moves:
    """Return the moves that a certificate is about; GrundyError for what is malformed, or not read.

    Some parameters may be ``quantified``: numbers of which conditions hold; or ``carried``: the last numbers of a position.
    """
    try:
        return _moves_of(fields, quantified or {}, where, carried)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, MemoryError, OverflowError) as error:
        if isinstance(error, GrundyError | MemoryError | RecursionError):
            raise
        raise GrundyError(
            "the checker cannot read the rules in the certificate: {name}", name=type(error).__name__
        ) from None


def _moves_of(
    fields: dict[str, Any], quantified: Mapping[str, Linear], where: Atoms, carried: tuple[str, ...]
) -> Moves:
    form, rules = choice(fields, "form", ("game", "heaps", "code")), fields["rules"]
    heaps, least = natural(fields, "heaps", 0, 9), natural(fields, "least", 0, 1000)
    if not isinstance(rules, dict) or not isinstance(fields["parameters"], dict):
        raise GrundyError("the fields 'rules' and 'parameters' are objects")
    numbers = tuple(f"x{i}" for i in range((heaps if form == "game" else 1) + len(carried)))
    more = [Linear(((name, 1),)) for name in numbers[len(numbers) - len(carried) :]]
    quantified = {**quantified, **dict(zip(carried, more, strict=True))}
    if carried and form != "game":
        raise GrundyError("a heap of a sum carries no parameters")
    if (form == "code" and quantified) or quantified.keys() & fields["parameters"].keys():
        raise GrundyError("parameters have a value, or are quantified, and those of a code have a value")
    if (form != "game" and least) or (form == "game" and not heaps):
        raise GrundyError(
            "positions of the form {form} do not have {heaps} numbers from {least} on",
            form=form,
            heaps=heaps,
            least=least,
        )
    if form == "code":
        from grundy.check.codes import code_moves

        check_names(rules, ("code",), _("the rules"))
        return _sum(Moves(("x0",), code_moves(rules["code"], fields["parameters"]), [()], [], [], [], True), heaps)
    from grundy.check.functions import function_moves

    order = _order(fields["order"], len(numbers)) if "order" in fields else ()
    if order and form != "game":
        raise GrundyError("the heaps of a sum are in no order")
    parameters = {**fields["parameters"], **quantified}
    splits = form == "heaps"
    found = function_moves(rules, parameters, numbers, least, splits=splits, where=where, order=order, carried=more)
    return _sum(found, heaps) if splits else found


def _order(rows: Any, width: int) -> Order:
    """Return the order of the numbers of a position; GrundyError where it is malformed."""
    if not isinstance(rows, list) or not rows:
        raise GrundyError("an order is a list of rows [i, j, 0] or [i, j, 1], of places of a position")
    for row in rows:
        places = row[:2] if isinstance(row, list) and list(map(type, row)) == [int] * 3 else [-1]
        if not all(0 <= place < width for place in places) or row[0] == row[1] or row[2] not in (0, 1):
            raise GrundyError("an order is a list of rows [i, j, 0] or [i, j, 1], of places of a position")
    return tuple((i, j, gap) for i, j, gap in rows)


def _sum(one: Moves, heaps: int) -> Moves:
    """Return the moves of a sum of so many heaps; of none, those of one heap as they are."""
    if not heaps:
        return one
    if one.runs:
        raise GrundyError("a move leaves several heaps, so the positions are not sums of so many")
    names, found = tuple(f"x{i}" for i in range(heaps)), list[Yield]()
    for name in names:
        put = {"x0": Linear(((name, 1),))}
        for move in one.moves:
            if len(move.parts) > 1:
                raise GrundyError("a move leaves several heaps, so the positions are not sums of so many")
            part = move.parts[0].put(put) if move.parts else Linear()
            parts = tuple(part if other == name else Linear(((other, 1),)) for other in names)
            found.append(Yield(tuple(atom.put(put) for atom in move.atoms), parts))
    empty = Atom(Linear((("x0", 1),)), "=")
    taken = any(not move.parts for move in one.moves)
    never = one.never + [(*move.atoms, empty) for move in one.moves if taken]
    return Moves(names, found, one.going, [], [], never, False)
