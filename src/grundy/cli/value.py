"""``grundy value``: what an expression of games is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from grundy.cli import output
from grundy.cli.options import Json
from grundy.errors import GrundyError
from grundy.language import N_, _
from grundy.values.infinitesimal import atomic_weight
from grundy.values.short import Value
from grundy.values.thermograph import thermograph

Expression = Annotated[
    list[str],
    typer.Argument(
        default_factory=list,
        metavar="EXPR",
        help="Games as Winning Ways writes them, and their sums: '{1|-1} + ^*', '2 - *3', '{2||1|0}'.",
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
        output.show_facts(str(value), [(_(name), text) for name, text in rows[1:]])
    return 0


def read(words: list[str]) -> Value:
    """Return the value of an expression; GrundyError where there is none, or with the column of what is wrong."""
    if not words:
        raise GrundyError("give an expression of games, such as '{1|-1} + ^*'")
    return Value(" ".join(words))


def facts(value: Value) -> Iterator[tuple[str, str]]:
    """Yield the rows that say what a value is."""
    yield "value", str(value)
    yield N_("outcome"), str(value.outcome)
    yield (
        N_("stops"),
        _("{left_stop} for Left, {right_stop} for Right").format(
            left_stop=value.left_stop, right_stop=value.right_stop
        ),
    )
    heat = thermograph(value)
    yield N_("mean"), str(heat.mean)
    yield N_("temperature"), str(heat.temperature)
    yield N_("birthday"), str(value.birthday)
    weight = _weight(value)
    if weight is not None:
        yield N_("atomic weight"), str(weight)


def _weight(value: Value) -> Value | None:
    try:
        return atomic_weight(value)
    except GrundyError:  # it has none
        return None
