"""``grundy value``: what an expression of games is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated

import typer

from grundy.cli import output
from grundy.cli.options import Json
from grundy.errors import GrundyError, OutOfTime, TooLarge
from grundy.language import N_, _
from grundy.values.infinitesimal import atomic_weight
from grundy.values.short import Value

Expression = Annotated[
    list[str],
    typer.Argument(
        default_factory=list,
        metavar="EXPR",
        help="Games as Winning Ways writes them, and their sums: '{1|-1} + ^*', '2 - *3', 'cool({4|0}, 1)'.",
        show_default=False,
    ),
]


def run(words: Expression, json: Json = False) -> int:
    """Print the canonical form of an expression of games, who wins, its stops, mean and temperature."""
    value = read(words)
    rows = list(facts(value))
    if json:
        output.show_json({name.replace(" ", "_"): text for name, text in rows})
    else:
        output.show_facts(rows[0][1], [(_(name), text) for name, text in rows[1:]])
    return 0


def read(words: list[str]) -> Value:
    """Return the value of an expression; GrundyError where there is none, or with the column of what is wrong."""
    if not words:
        raise GrundyError("give an expression of games, such as '{1|-1} + ^*'")
    return Value(" ".join(words))


def facts(value: Value) -> Iterator[tuple[str, str]]:
    """Yield the rows that say what a value is; of what is too large, its canonical form above all, that it is so."""
    yield "value", _said(lambda: str(value))
    yield N_("outcome"), str(value.outcome)
    yield (
        N_("stops"),
        _("{left_stop} for Left, {right_stop} for Right").format(
            left_stop=value.left_stop, right_stop=value.right_stop
        ),
    )
    yield N_("mean"), _said(lambda: str(value.mean))
    yield N_("temperature"), _said(lambda: str(value.temperature))
    yield N_("birthday"), _said(lambda: str(value.birthday))
    try:
        yield N_("atomic weight"), _said(lambda: str(atomic_weight(value)))
    except OutOfTime:
        raise
    except GrundyError:  # it has none
        pass


def _said(text: Callable[[], str]) -> str:
    try:
        return text()
    except OutOfTime:
        raise
    except TooLarge as error:
        return str(error)
