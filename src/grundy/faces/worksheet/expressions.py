"""What an expression of a cell is: logic and comparisons, what is said of each, functions; values are for the notation.

An expression is taken apart at the words and signs that stand in no brackets: ``or``, ``and``, ``not``, comparisons,
``a..b``; what is left is read by `grundy.values.notation`, which comes back for names, lists and what is asked of a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.common import limits
from grundy.common.errors import GrundyError, Sentence, TooLarge
from grundy.faces.worksheet import members
from grundy.faces.worksheet.answers import HOLDS, compared
from grundy.faces.worksheet.functions import Function, parameters
from grundy.faces.worksheet.graphs import cycle, drawn
from grundy.faces.worksheet.statements import ARROW, apart, signs
from grundy.faces.worksheet.tables import Table
from grundy.values.days import born_by
from grundy.values.notation import WIDE, read, remainder, reserved
from grundy.values.short import Value

if TYPE_CHECKING:
    from grundy.faces.worksheet.names import Names

ITEMS = 10_000
"""Items that a list may have, and a table."""
_RANGE = re.compile(r"\.\.")
_EACH = re.compile(r"\s*(\w+)\s*$")


def evaluated(text: str, names: Names) -> Any:
    """Return what an expression is: a value, a position, a list, yes or no, …; GrundyError with a column."""
    limits.check()
    if arrow := ARROW.match(text):
        return Function("", parameters(arrow["one"] or arrow["names"]), " " * arrow.end() + text[arrow.end() :], names)
    for word, holds in (("else", _chosen), ("or", any), ("and", all)):
        parts = apart(text, (word,))
        if len(parts) > 1:
            if word == "else":
                return _chosen(text, parts, names)
            return holds(_truth(part, names) for _word, part in parts)  # type: ignore[operator]
    negated = apart(text, ("not",))
    if len(negated) > 1 and not negated[0][1].strip():
        return not _truth(negated[1][1], names)
    found = signs(text)
    if found:
        return _compared(text, found, names)
    place = next(_outside(text, _RANGE), None)
    if place is not None:
        return _range(text, place, names)
    found = read(text, WIDE, names)
    return getattr(found, "position", None) or found


def item(text: str, names: Names) -> Any:
    """Return what an item of a list is, or what a function is given: also words, ``"T.F"``, that are no position."""
    words = text.strip()
    quoted = words[:1] in ("'", '"') and words.find(words[0], 1) == len(words) - 1
    if quoted and words in names.texts:
        return members.Text(words[1:-1])
    try:
        return evaluated(text, names)
    except GrundyError:
        if quoted:
            names.texts.add(words)
            return members.Text(words[1:-1])
        raise


def _chosen(text: str, parts: list[tuple[str, str]], names: Names) -> Any:
    """Return what ``a if x else b`` is."""
    if len(parts) < 2 or len(first := apart(parts[0][1], ("if",))) != 2:
        raise _wrong(text, Sentence("else wants an if before it: a if n > 0 else b"))
    others = text[len(parts[0][1]) + len("else") :]
    return evaluated(first[0][1] if _truth(first[1][1], names) else " " * (len(text) - len(others)) + others, names)


def _truth(text: str, names: Names) -> bool:
    found = evaluated(text, names)
    if not isinstance(found, bool):
        raise _wrong(text, Sentence("yes or no is wanted here, such as n > 2 or G.is_number"))
    return found


def _compared(text: str, found: list[tuple[str, int, int]], names: Names) -> bool:
    """Return whether a chain of comparisons holds."""
    ends = [place for _sign, _length, place in found] + [len(text)]
    starts = [0] + [place + length for _sign, length, place in found]
    sides = [evaluated(" " * a + text[a:b], names) for a, b in zip(starts, ends, strict=True)]
    return all(holds(one, sign, other) for one, (sign, _l, _p), other in zip(sides, found, sides[1:], strict=False))


def holds(one: Any, sign: str, other: Any) -> bool:
    """Return whether two things compare so; those that are no values are equal or not."""
    one, other = members.operand(one), members.operand(other)
    if not members.is_value(one) or not members.is_value(other):
        if sign not in ("==", "!="):
            raise GrundyError("{one} and {other} cannot be ordered", one=members.shown(one), other=members.shown(other))
        return (one == other) == (sign == "==")
    return compared(one, other) in HOLDS[sign]


def _range(text: str, place: int, names: Names) -> list[Value]:
    last = members.integer(evaluated(" " * (place + 2) + text[place + 2 :], names))
    first = members.integer(evaluated(text[:place], names))
    _check(last - first + 1)
    return [Value(n) for n in range(first, last + 1)]


def _check(count: int) -> None:
    if count > ITEMS:
        raise TooLarge(
            "a list or a table may have at most {most:,} items here, and this one has {count:,}",
            most=ITEMS,
            count=count,
        )


def _wrong(text: str, problem: Sentence) -> GrundyError:
    at = len(text) - len(text.lstrip()) + 1
    return GrundyError("column {at}: {problem}", at=at, problem=problem)


def _outside(text: str, pattern: re.Pattern[str]) -> Iterator[int]:
    """Iterate over the places of a pattern that stand in no brackets."""
    depth = 0
    for found in re.finditer(rf"""[({{\[]|[)}}\]]|"[^"]*"|'[^']*'|{pattern.pattern}""", text):
        depth += (found.group() in "({[") - (found.group() in ")}]")
        if not depth and pattern.fullmatch(found.group()):
            yield found.start()


# ---- what is said of each


@dataclass(frozen=True)
class _Each:
    """``for n in …``: a name, what it runs over, and the conditions after it."""

    name: str
    over: str
    where: tuple[str, ...]


def clauses(text: str) -> tuple[str, list[_Each]]:
    """Return the expression before ``for``, and what is said of each name."""
    (_first, said), *rest = apart(text, ("for", "in", "if", "where"))
    found: list[_Each] = []
    for word, part in rest:
        if word == "for":
            name = _EACH.match(part)
            if name is None:
                raise _wrong(part, Sentence("a name stands after for, as in [n·^ for n in 1..5]"))
            if reserved(name[1]):
                raise _wrong(part, Sentence("{name} already has a meaning: choose another name", name=name[1]))
            found.append(_Each(name[1], "", ()))
        elif not found or (word == "in") != (not found[-1].over):
            raise _wrong(part, Sentence("this is not understood: [f(n) for n in 1..5 if n > 2]"))
        elif word == "in":
            found[-1] = _Each(found[-1].name, part, ())
        else:
            found[-1] = _Each(found[-1].name, found[-1].over, (*found[-1].where, part))
    if found and not found[-1].over:
        raise _wrong(text, Sentence("a name runs over a list: for n in 1..5"))
    return said, found


def each(said: str, over: list[_Each], names: Names) -> Iterator[Any]:
    """Iterate over what an expression is for each of the names."""
    if not over:
        yield evaluated(said, names)
        return
    first, *rest = over
    for item in items(evaluated(first.over, names)):
        inner = names.within({first.name: item})
        if all(_truth(condition, inner) for condition in first.where):
            yield from each(said, rest, inner)


def items(found: Any) -> list[Any]:
    """Return what a list holds; GrundyError of what is none."""
    if not isinstance(found, (list, tuple, frozenset)):
        raise GrundyError("a list such as 1..5 or [1, 2*] is expected here, not {found}", found=members.shown(found))
    return list(found)


def listed(text: str, names: Names) -> list[Any]:
    """Return the list that stands within brackets."""
    said, over = clauses(text)
    if not over:
        return [item(part, names) for _word, part in apart(text, (",",)) if part.strip()]
    found: list[Any] = []
    for one in each(said, over, names):
        found.append(one)
        _check(len(found))
    return found


def table(text: str, names: Names) -> Table:
    """Return the table that ``Table(f(n, m) for n in 1..3 for m in 1..4)`` is."""
    said, over = clauses(text)
    if len(over) < 2 or (said.strip()[:1] == "[" and len(over) == 1):
        return _of_rows(each(said, over, names) if over else items(evaluated(said, names)))
    if len(over) > 2:
        raise _wrong(text, Sentence("a table has two indices: Table(f(n, m) for n in 1..3 for m in 1..4)"))
    first, second = over
    sides, rows, heads = list[str](), list[tuple[str, ...]](), tuple[str, ...]()
    for one in items(evaluated(first.over, names)):
        inner = names.within({first.name: one})
        across = items(evaluated(second.over, inner))
        heads = max(heads, tuple(map(members.shown, across)), key=len)
        _check((len(rows) + 1) * len(across))
        if not rows:
            _check(len(items(evaluated(first.over, names))) * len(across))
        sides.append(members.shown(one))
        rows.append(tuple(members.shown(members.settled(each_)) for each_ in each(said, [second], inner)))
    return Table(heads, tuple(sides), tuple((*row, *[""] * (len(heads) - len(row))) for row in rows))


def _of_rows(found: Iterable[Any]) -> Table:
    """Return the table of which lists are the rows."""
    rows, count = list[tuple[str, ...]](), 0
    for row in found:
        rows.append(tuple(members.shown(members.settled(one)) for one in items(row)))
        _check(count := count + len(rows[-1]))
    if not count:
        raise GrundyError("the list is empty")
    return Table((), (), tuple(rows))


# ---- functions


def _born(day: Any) -> list[Value]:
    return list(born_by(members.integer(day)))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "born": _born,
    "mod": remainder,
    "len": lambda found: len(items(found)),
    "sum": lambda found: members.of(items(found), "sum", []),
    "max": lambda found, *others: members.of(items(found) if not others else [found, *others], "max", []),
    "min": lambda found, *others: members.of(items(found) if not others else [found, *others], "min", []),
    "sorted": lambda found: members.of(items(found), "sorted", []),
    "set": lambda found: frozenset(items(found)),
    "list": items,
    "graph": lambda text: drawn(str(text)),
    "cycle": lambda count: cycle(members.integer(count)),
}
"""Functions of a cell besides the notation's and the members of values."""
