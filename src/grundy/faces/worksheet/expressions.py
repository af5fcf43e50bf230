"""What an expression of a cell is: logic and comparisons, what is said of each, functions; values are for the notation.

An expression is taken apart at the words and signs that stand in no brackets: ``or``, ``and``, ``not``, comparisons,
``a..b``; what is left is read by `grundy.values.notation`, which comes back for names, lists and what is asked of a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.common import limits
from grundy.common.errors import GrundyError, OutOfTime, Sentence, TooLarge
from grundy.common.limits import suppressed
from grundy.common.messages import N_, _
from grundy.faces.worksheet import members
from grundy.faces.worksheet.graphs import Function, cycle, drawn, parameters
from grundy.rules.explanations import brief
from grundy.rules.position import Position
from grundy.values.loopy.stoppers import Loopy, Sided, Stopper
from grundy.values.notation import WIDE, read, remainder, reserved
from grundy.values.operators import atomic_weight, born_by
from grundy.values.short import Value

if TYPE_CHECKING:
    from grundy.faces.worksheet.sheet import Names

# ---- the text of a worksheet taken apart: its cells, and what a cell is. What an expression means the notation says

SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "∥": "||", "‖": "||", "<>": "||", ":=": "="}
"""Signs of comparison, and how they are typed."""
_PIECE = re.compile(
    r"""(?P<skipped>"[^"]*"|'[^']*'|(?:[\^↑↓]|(?<!\w)v)<(?:[0-9]+|on)>)
    | (?P<opens>[({\[]) | (?P<closes>[)}\]])
    | (?P<ends>;) | (?P<note>\#) | (?P<arrow>->)
    | (?P<word>(?<![\w-])(?:for|in|if|where|else|and|or|not)(?![\w-])|,|\.\.)
    | (?P<sign>:=|<\||\|>|<>|<=|>=|==|!=|\|\|(?!\|)|[<>=?≤≥≠∥‖])""",
    re.VERBOSE,
)
LOGIC = ("and", "or", "not", "if", "else")
"""Words that join comparisons to one expression."""
_DEFINED = re.compile(r"\s*def\s+(?P<name>[^\W\d]\w*)\s*\((?P<names>[\w\s,]*)\)\s*:?=")
ARROW = re.compile(r"\s*(?:(?P<one>[^\W\d]\w*)|\((?P<names>[\w\s,]*)\))\s*->")
"""How a function without a name begins, ``n -> n + 1``."""
_NAME = re.compile(r"\s*([^\W\d]\w*)\s*")


class Statement(NamedTuple):
    """What a cell is.

    Attributes:
        name: what it gives a name to, or "".
        sides: expressions: none of a note, one, or the two that are compared; before each so many blanks that a column of it
            is the cell's.
        sign: how they are compared, "?" where it is asked, or "".
    """

    name: str
    sides: tuple[str, ...]
    sign: str = ""
    parameters: str | None = None
    """Of a function the names of what it is of, with commas."""


def cells(text: str) -> list[str]:
    """Return the cells of a text: its lines, and what stands between semicolons; none that is empty.

    >>> cells("G = {1|-1}; G + ^<2> # a; b\\n\\nnim('3;')")
    ['G = {1|-1}', 'G + ^<2> # a; b', "nim('3;')"]
    """
    return [cell for line in str(text).splitlines() for piece in _apart(line) if (cell := piece.strip())]


def _apart(line: str) -> Iterator[str]:
    """Iterate over what stands in a line between semicolons."""
    start = 0
    for kind, _sign, place in _outside(line):
        if kind == "ends":
            yield line[start:place]
            start = place + 1
    yield line[start:]


def _outside(cell: str) -> Iterator[tuple[str, str, int]]:
    """Iterate over the signs, the semicolons and the note of a cell that stand in no brackets and no quotation marks.

    What stands behind an arrow is a function's: signs and words there are no longer the cell's, a comma is.
    """
    depth, wanted = 0, ("ends", "sign", "word")
    for found in _PIECE.finditer(cell):
        kind = str(found.lastgroup)
        depth = max(0, depth + (kind == "opens") - (kind == "closes"))
        if kind == "arrow" and not depth:
            wanted = ("ends",)
        if kind == "note" or (not depth and (kind in wanted or found.group() == ",")):
            yield kind, found.group(), found.start()
        if kind == "note":
            return


def apart(text: str, words: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the parts of an expression between some words or commas in no brackets, each with the word before it.

    Before each stand so many blanks that a column of it is the expression's.

    >>> apart("n for n in [1, 2]", ("for", "in"))
    [('', 'n '), ('for', '     n '), ('in', '          [1, 2]')]
    """
    found = [("", 0, 0)]
    found += [
        (word, place, place + len(word)) for kind, word, place in _outside(text) if kind == "word" and word in words
    ]
    ends = [place for _word, place, _start in found[1:]] + [len(text)]
    return [(word, " " * start + text[start:end]) for (word, _place, start), end in zip(found, ends, strict=True)]


def signs(text: str) -> list[tuple[str, int, int]]:
    """Return the signs of comparison of an expression that stand in no brackets: which, how long, where."""
    return [(SIGNS.get(sign, sign), len(sign), place) for kind, sign, place in _outside(text) if kind == "sign"]


def statement(cell: str) -> Statement:
    """Return what a cell is; GrundyError with the column of what is wrong.

    >>> statement("G = 2·H").sides, statement("G>H? # so it was said")[:3], statement("def f(x) = x").parameters
    (('    2·H',), ('', ('G', '  H'), '>'), 'x')
    """
    found = list(_outside(cell))
    if defined := _DEFINED.match(cell):
        note = next((place for kind, _sign, place in found if kind == "note"), len(cell))
        return Statement(
            defined["name"], (" " * defined.end() + cell[defined.end() : note],), parameters=defined["names"]
        )
    end = next((place for kind, _sign, place in found if kind == "note"), len(cell))
    if any(kind == "word" and word in LOGIC for kind, word, _place in found):
        return _of_logic(cell[:end], found)
    signs = [(SIGNS.get(sign, sign), len(sign), place) for kind, sign, place in found if kind == "sign"]
    if len(signs) > 1 and signs[-1][0] == "?" and not cell[signs[-1][2] + 1 : end].strip():
        end = signs.pop()[2]  # G > H? asks the same as G > H
        signs = [("==" if sign == "=" else sign, length, place) for sign, length, place in signs]
    if not signs:
        return Statement("", (cell[:end].rstrip(),) if cell[:end].strip() else ())
    if len(signs) > 1:
        raise _at_column(
            signs[1][2], GrundyError("a second {sign} in one cell: give it its own cell", sign=signs[1][0])
        )
    sign, length, place = signs[0]
    left, right = cell[:place].rstrip(), " " * (place + length) + cell[place + length : end]
    return Statement("", (left, right), sign) if sign != "=" else Statement(_name(left, place), (right,))


def _of_logic(cell: str, found: list[tuple[str, str, int]]) -> Statement:
    """Return a cell in which comparisons are joined by words: an expression, which may get a name."""
    place = next((place for kind, sign, place in found if kind == "sign" and sign in ("=", ":=")), None)
    if place is None:
        return Statement("", (cell.rstrip(),))
    start = cell.index("=", place) + 1
    return Statement(_name(cell[:place], place), (" " * start + cell[start:],))


def _name(left: str, place: int) -> str:
    """Return the name before =; GrundyError for what can be none."""
    found = _NAME.fullmatch(left)
    if found is None:
        raise _at_column(place, GrundyError("one name stands before =, as in G = {1|-1}; use == to compare"))
    if reserved(found[1]):
        raise _at_column(0, GrundyError("{name} already has a meaning: choose another name", name=found[1]))
    return found[1]


def _at_column(place: int, problem: GrundyError) -> GrundyError:
    return GrundyError("column {at}: {problem}", at=place + 1, problem=problem)


# ----


HOLDS = {"==": "=", "<": "<", ">": ">", "<=": "<=", ">=": ">=", "||": "||", "!=": "<>||", "<|": "<||", "|>": ">||"}
"""Signs that are typed, and for which orders they hold."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two values compare.

    Attributes:
        left, right: the expressions.
        order: "<", ">", "=" or "||", which is confused.
        asked: the sign that was typed, "?" where the order was asked.
    """

    left: str
    right: str
    order: str
    asked: str

    @property
    def holds(self) -> bool | None:
        """Whether it is as was typed; None where the order was asked."""
        return None if self.asked == "?" else self.order in HOLDS[self.asked]

    @property
    def sentence(self) -> str:
        """What the order means."""
        return _(_ORDERS[self.order])

    def __str__(self) -> str:
        said = f"{self.left} {self.order} {self.right}"
        if self.holds is None:
            return said
        return _("yes: {said}").format(said=said) if self.holds else _("no: {said}").format(said=said)


_ORDERS = {
    "=": N_("They are equal: in any sum, one can replace the other."),
    "<": N_("The first is less: Right prefers it, in any sum."),
    ">": N_("The first is greater: Left prefers it, in any sum."),
    "||": N_(
        "They are confused: neither is at least the other. If play ends, whoever moves first in their difference wins."
    ),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a cell.

    Attributes:
        cell: what was typed.
        name: what it gave a name to, or "".
        value: the value; None of a note, of a comparison, and where there is none.
        position: the position, where the cell is no more than one.
        facts: what is to be said of the value, in pairs of a name and words (see `facts`).
        comparison: how two values compare.
        result: what it is if it is no value of a short game: a list, yes or no, a table, an ordinal, …
        error: why there is no answer.
    """

    cell: str
    name: str = ""
    value: Value | None = None
    position: Position | None = None
    facts: tuple[tuple[str, str], ...] = ()
    comparison: Comparison | None = None
    result: Any = None
    error: GrundyError | None = None

    @property
    def is_note(self) -> bool:
        """Whether the cell says nothing to be answered."""
        return self.value is None and self.comparison is None and self.result is None and self.error is None

    @property
    def said(self) -> str:
        """The result in words, empty where there is none."""
        return "" if self.result is None else members.shown(self.result)

    def __str__(self) -> str:
        lines = [self.cell]
        if self.value is not None:
            told = dict(self.facts)
            lines.append(brief(self.value))
            if "mean" in told:
                said = _("{outcome}, mean {mean}, temperature {temperature}")
                lines.append(said.format(outcome=told["outcome"], mean=told["mean"], temperature=told["temperature"]))
            else:
                lines.append(told["outcome"])
        if self.comparison is not None:
            lines.append(str(self.comparison))
        if self.result is not None:
            lines += [self.said, *(text for name, text in self.facts if name == "outcome")]
        if self.error is not None:
            lines.append(_("no answer: {error}").format(error=self.error))
        return "\n  ".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data."""
        found: dict[str, Any] = {"cell": self.cell}
        if self.name:
            found["name"] = self.name
        if self.position is not None:
            found["position"] = str(self.position)
        found |= {name.replace(" ", "_"): text for name, text in self.facts if name not in ("outcome", "stops")}
        if hasattr(self.result, "outcome"):
            found["outcome"] = self.result.outcome.value
        if self.value is not None:
            stops = {"left_stop": str(self.value.left_stop), "right_stop": str(self.value.right_stop)}
            found |= {"outcome": self.value.outcome.value, **stops}
        if self.comparison is not None:
            found |= {"order": self.comparison.order, "holds": self.comparison.holds}
        if self.result is not None:
            found["result"] = members.data(self.result)
        return found | ({"error": self.error.to_dict()} if self.error is not None else {})


def compared(one: Value, other: Value) -> str:
    """Return how two values compare: "<", ">", "=" or "||".

    >>> compared(Value("^"), Value("*")), compared(Value("^^"), Value("*"))
    ('||', '>')
    """
    below, above = one <= other, other <= one
    return {(True, True): "=", (True, False): "<", (False, True): ">"}.get((below, above), "||")


def of_other(value: Any) -> Iterator[tuple[str, str]]:
    """Yield what is said of a value of no short game: an infinite one, a fraction that is not dyadic, a loopy one."""
    yield "value", str(value)
    yield "outcome", str(value.outcome)
    with suppressed(GrundyError):
        if hasattr(value, "birthday"):
            yield "birthday", str(value.birthday)


def facts(value: Value | Loopy) -> Iterator[tuple[str, str]]:
    """Yield what is said of a value, its text first; of what is too large, its canonical form above all, that it is so.

    >>> [text for name, text in facts(Value("{1|-1}")) if name in ("value", "mean", "temperature")]
    ['+-1', '0', '1']
    """
    yield "value", _said(lambda: str(value))
    yield N_("outcome"), str(value.outcome)
    if not isinstance(value, Value):  # play may be endless
        yield from _loopy_facts(value)
        return
    yield (
        N_("stops"),
        _("{left_stop} for Left, {right_stop} for Right").format(
            left_stop=value.left_stop, right_stop=value.right_stop
        ),
    )
    yield N_("mean"), _said(lambda: str(value.mean))
    yield N_("temperature"), _said(lambda: str(value.temperature))
    yield N_("birthday"), _said(lambda: str(value.birthday))
    with suppressed(GrundyError):  # it has none
        yield N_("atomic weight"), _said(lambda: str(atomic_weight(value)))


def _loopy_facts(value: Any) -> Iterator[tuple[str, str]]:
    """Yield what is said of a value of play that may be endless."""
    if isinstance(value, Stopper):
        stops = _("{left_stop} for Left, {right_stop} for Right")
        yield N_("stops"), stops.format(left_stop=value.left_stop, right_stop=value.right_stop)
        yield N_("followers"), str(value.follower_count)
        for name, found in ((N_("degree"), lambda: value.degree), (N_("variety"), lambda: value.variety)):
            with suppressed(GrundyError):
                yield name, _said(lambda: str(found()))  # noqa: B023  # asked at once
    elif isinstance(value, Sided):
        yield N_("onside"), str(value.onside)
        yield N_("offside"), str(value.offside)


def _said(text: Callable[[], str]) -> str:
    try:
        return text()
    except OutOfTime:
        raise
    except TooLarge as error:
        return str(error)


# ----


ITEMS = 10_000
"""Items that a list may have, and a table."""
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
    before = apart(text, ("not",))[0][1]
    if len(before) < len(text) and not before.strip():
        return not _truth(" " * (len(before) + 3) + text[len(before) + 3 :], names)
    found = signs(text)
    if found:
        return _compared(text, found, names)
    first = apart(text, ("..",))[0][1]
    if len(first) < len(text):
        return _range(text, len(first), names)
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
    if odd := [(" " * place + sign, sign) for sign, _length, place in found if sign not in HOLDS]:
        raise _wrong(odd[0][0], Sentence("{sign} stands alone in a cell: use == in an expression", sign=odd[0][1]))
    ends = [place for _sign, _length, place in found] + [len(text)]
    starts = [0] + [place + length for _sign, length, place in found]
    sides = [evaluated(" " * a + text[a:b], names) for a, b in zip(starts, ends, strict=True)]
    return all(holds(one, sign, other) for one, (sign, _l, _p), other in zip(sides, found, sides[1:], strict=False))


def holds(one: Any, sign: str, other: Any) -> bool:
    """Return whether two things compare so; those that are no values are equal or not."""
    one, other = members.operand(one), members.operand(other)
    if not members.are_values(one, other):
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


def table(text: str, names: Names) -> members.Table:
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
    return members.Table(heads, tuple(sides), tuple((*row, *[""] * (len(heads) - len(row))) for row in rows))


def _of_rows(found: Iterable[Any]) -> members.Table:
    """Return the table of which lists are the rows."""
    rows, count = list[tuple[str, ...]](), 0
    for row in found:
        rows.append(tuple(members.shown(members.settled(one)) for one in items(row)))
        _check(count := count + len(rows[-1]))
    if not count:
        raise GrundyError("the list is empty")
    return members.Table((), (), tuple(rows))


# ---- functions


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "born": lambda day: list(born_by(members.integer(day))),
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
