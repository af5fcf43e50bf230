"""``grundy survey``: the periods of all codes of a shape, and which of them are the same game."""

from __future__ import annotations

import csv
import io
from importlib import import_module
from itertools import product
from math import prod
from pathlib import Path
from typing import Annotated, Any, NoReturn

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.extras import extra
from grundy.common.messages import N_, _
from grundy.faces.cli import output
from grundy.faces.cli.options import Threads, argument, option, upto
from grundy.faces.cli.output import Answer
from grundy.rules.codes import HeapCode, heap_digits

MOST = 100_000
"""Codes that one survey looks at."""
LARGEST = 10**9
ENDINGS = (".csv", ".parquet")
HEADS = (
    *(N_("code"), N_("period"), N_("preperiod"), N_("status"), N_("criterion")),
    *(N_("needed"), N_("largest"), N_("same game as")),
)
NUMBERS = (1, 2, 5, 6)

Shape = Annotated[
    list[str],
    argument("SHAPE", "A code in which ? stands for any octal digit (before the point: 0 or 4): '0.???', '4.7?'."),
]
Out = Annotated[str, option("--out", "FILE", "Write the table to a file: .csv or .parquet.")]


def run(
    shape: Shape,
    to: Annotated[int, upto(LARGEST)] = 8192,
    out: Out = "",
    threads: Threads = None,
) -> Answer:
    """Print the period of every code of a shape, proved or open; codes of the same game stand together."""
    if len(shape) != 1:
        raise GrundyError("survey takes one shape in quotes: grundy survey '0.???'")
    codes = codes_of(shape[0])
    if out:
        _check(out)
    with limits.working("", "games"):
        rows = import_module("grundy.solving.survey").survey(
            codes, to, threads=threads, progress=limits.counting("games")
        )
    rows = _grouped(rows)
    if out:
        _write(rows, out)

    def words() -> str:
        if not out:
            output.show_table([_(head) for head in HEADS], [_cells(row) for row in rows], numbers=NUMBERS, headed=True)
        return _summary(rows, to) + (_(", written to {out}").format(out=out) if out else "")

    return Answer(
        lambda: {"shape": shape[0], "to": to, **_counts(rows), "rows": [row._asdict() for row in rows]}, words
    )


def codes_of(shape: str) -> list[HeapCode]:
    """Return the codes of a shape, in order, without the one that has no move; GrundyError names the wrong character.

    >>> [str(code) for code in codes_of("?.0")], len(codes_of("0.??"))
    (['4.0'], 63)
    """
    text = shape if not shape.startswith(".") else f"0{shape}"
    added = len(text) - len(shape)
    choices: list[str] = []
    for place, letter in enumerate(text, 1):
        if place == 2:
            if letter != ".":
                _wrong(
                    shape,
                    _("character {place} is {letter!r}; a point belongs there").format(place=place, letter=letter),
                )
            continue
        allowed = "04" if place == 1 else "01234567"
        if letter != "?" and letter not in allowed:
            _wrong(
                shape,
                _("character {place} is {letter!r}, not {allowed} or ?").format(
                    place=place - added, letter=letter, allowed="0, 4" if place == 1 else _("0 to 7")
                ),
            )
        choices.append(allowed if letter == "?" else letter)
    if len(choices) < 2:
        _wrong(shape, _("after the point stand digits, or ? for any digit, as in 0.???"))
    count = prod(map(len, choices))
    if count > MOST:
        raise GrundyError(
            "{short} stands for {count:,} codes; a survey takes at most {most:,}",
            short=_short(shape),
            count=count,
            most=MOST,
        )
    found = [heap_digits(map(int, digits)) for digits in product(*choices)]
    moving = [code for code in found if any(code.digits)]
    if not moving:
        raise GrundyError("{short} has no move, so there is nothing to look for", short=_short(shape))
    return moving


def _wrong(shape: str, why: str) -> NoReturn:
    raise GrundyError("{short} is not a shape of codes: {why}", short=_short(shape), why=why)


def _short(shape: str) -> str:
    return repr(shape if len(shape) <= 60 else f"{shape[:60]}…")


def _grouped(rows: list[Any]) -> list[Any]:
    """Return the rows with those of one game together, its representative first; both in the order of the codes."""
    order: dict[str, int] = {}
    for row in rows:
        order.setdefault(row.group, len(order))
    return sorted(rows, key=lambda row: (order[row.group], row.code != row.group))


def _cells(row: Any) -> list[str]:
    """Return a row as text."""
    same = "" if row.code == row.group and not row.shift else row.group
    if row.shift:
        same += f" (n {'+' if row.shift > 0 else '-'} {abs(row.shift)})"
    if same and row.same != "proved":
        same += _(", to {n}").format(n=row.same.removeprefix("to "))
    numbers = ("" if n is None else str(n) for n in (row.period, row.preperiod))
    status = _("proved") if row.status == "proved" else _("open")
    needed = "" if row.needed is None else str(row.needed)
    return [row.code, *numbers, status, row.criterion, needed, str(row.largest), same]


def _counts(rows: list[Any]) -> dict[str, int]:
    proved = sum(row.status == "proved" for row in rows)
    return {
        "codes": len(rows),
        "games": len({row.group for row in rows}),
        "proved": proved,
        "open": len(rows) - proved,
    }


def _summary(rows: list[Any], limit: int) -> str:
    return _(
        "{codes:,} codes, {games:,} different games to {limit:,}: {proved:,} codes proved periodic, {open:,} open"
    ).format(limit=limit, **_counts(rows))


# ---- files


def _check(path: str) -> None:
    """Raise GrundyError for a file that could not be written in the end."""
    if Path(path).suffix.lower() not in ENDINGS:
        raise GrundyError(
            "the table's file must end in {endings}, not {path!r}", endings=_(" or ").join(ENDINGS), path=path
        )
    output.check_writable(path)
    if path.lower().endswith(".parquet"):
        extra("pyarrow.parquet", "store")


def _write(rows: list[Any], path: str) -> None:
    with output.written(path) as file:
        if path.lower().endswith(".parquet"):
            _write_parquet(rows, file)
        else:
            text = io.TextIOWrapper(file, encoding="utf-8", newline="")
            writer = csv.writer(text, lineterminator="\n")
            writer.writerow(rows[0]._fields)
            writer.writerows(rows)
            text.detach()


def _write_parquet(rows: list[Any], file: Any) -> None:
    arrow, parquet = extra("pyarrow", "store"), extra("pyarrow.parquet", "store")
    texts = ("code", "status", "criterion", "group", "same")
    columns = {
        name: arrow.array([getattr(row, name) for row in rows], arrow.string() if name in texts else arrow.int64())
        for name in rows[0]._fields
    }
    parquet.write_table(arrow.table(columns), file)
