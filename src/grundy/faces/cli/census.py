"""``grundy census``: how often each value occurs among all positions of a size, and which are the hottest."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import arguments, output
from grundy.faces.cli.options import Natural, Words, option
from grundy.faces.cli.output import Answer
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.values.short import Value

Hottest = list[tuple[Position, Value]]
Rows = Annotated[int, option("--rows", "N", "Number of values, and of hottest positions, to list.", Natural())]


def run(words: Words, rows: Rows = 12) -> Answer:
    """Count the values of all boards of a size (domineering 3 3), or of all positions reachable from one."""
    position = arguments.position(words, sizes=True)
    if not position.ruleset.partisan:
        raise GrundyError(
            "a census counts values of partisan games, and {name} is not partisan", name=position.ruleset.name
        )
    found: Any = import_module("grundy.solving.census").census(position)
    hottest = found.hottest(rows)
    return Answer(
        lambda: _data(position.ruleset, found, hottest), lambda: _show(position.ruleset, found, hottest, rows)
    )


def _data(rules: Ruleset, found: Any, hottest: Hottest) -> dict[str, Any]:
    return {
        "game": rules.name,
        "positions": found.positions,
        "values": {str(value): count for value, count in found.counts.items()},
        "outcomes": {outcome.value: count for outcome, count in found.outcomes().items()},
        "temperatures": {str(t): count for t, count in found.temperatures().items()},
        "hottest": [
            {"position": str(p), "value": str(value), "temperature": str(value.temperature)} for p, value in hottest
        ],
    }


def _show(rules: Ruleset, found: Any, hottest: Hottest, most: int) -> None:
    """Write how many positions there are, and tables of their values, outcomes and temperatures."""
    told = _("{positions:,} positions of {name} have {count:,} values")
    print(told.format(positions=found.positions, name=rules.name, count=len(found.counts)))
    values, temperatures = list(found.counts.items())[:most], found.temperatures()
    widest = max(temperatures.values())
    for heads, rows, numbers in (
        ((_("value"), _("positions")), [(str(v), f"{n:,}") for v, n in values], (1,)),
        ((_("outcome"), _("positions")), [(str(o), f"{n:,}") for o, n in found.outcomes().items()], (1,)),
        (
            (_("temperature"), _("positions"), ""),
            [(str(t), f"{n:,}", "█" * round(30 * n / widest)) for t, n in temperatures.items()],
            (0, 1),
        ),
        (
            (_("hottest positions"), _("value"), _("temperature")),
            [(rules.show(p.state), str(v), str(v.temperature)) for p, v in hottest],
            (2,),
        ),
    ):
        output.show_table(heads, rows, numbers=numbers, headed=True)
