"""``grundy census``: how often each value occurs among all positions of a size, and which are the hottest."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import arguments, output
from grundy.faces.cli.options import Json, Natural, Words, option

Rows = Annotated[int, option("--rows", "N", "How many values, and how many hot positions, to list.", Natural())]


def run(words: Words, rows: Rows = 12, json: Json = False) -> int:
    """Count the values of all boards of a size (domineering 3 3), or of all positions reachable from one."""
    position = arguments.position(words, sizes=True)
    if not position.ruleset.partisan:
        raise GrundyError("a census counts values of a partisan game, and {name} is none", name=position.ruleset.name)
    found: Any = import_module("grundy.solving.census").census(position)
    outcomes, temperatures = found.outcomes(), found.temperatures()
    hottest = found.hottest(rows)
    if json:
        output.show_json(
            {
                "game": position.ruleset.name,
                "positions": found.positions,
                "values": {str(value): count for value, count in found.counts.items()},
                "outcomes": {outcome.value: count for outcome, count in outcomes.items()},
                "temperatures": {str(t): count for t, count in temperatures.items()},
                "hottest": [
                    {"position": str(p), "value": str(value), "temperature": str(value.temperature)}
                    for p, value in hottest
                ],
            }
        )
        return 0
    print(
        _("{positions:,} positions of {name} have {count:,} values").format(
            positions=found.positions, name=position.ruleset.name, count=len(found.counts)
        )
    )
    most = list(found.counts.items())[:rows]
    output.show_table((_("value"), _("positions")), [(str(v), f"{n:,}") for v, n in most], numbers=(1,), headed=True)
    output.show_table(
        (_("outcome"), _("positions")), [(str(o), f"{n:,}") for o, n in outcomes.items()], numbers=(1,), headed=True
    )
    widest = max(temperatures.values())
    output.show_table(
        (_("temperature"), _("positions"), ""),
        [(str(t), f"{n:,}", "█" * round(30 * n / widest)) for t, n in temperatures.items()],
        numbers=(0, 1),
        headed=True,
    )
    output.show_table(
        (_("hottest positions"), _("value"), _("temperature")),
        [(position.ruleset.show(p.state), str(v), str(v.temperature)) for p, v in hottest],
        numbers=(2,),
        headed=True,
    )
    return 0
