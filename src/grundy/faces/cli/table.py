"""``grundy table``: the values or the outcomes of a game on one number or two, as numbers or as a picture."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

from grundy.common import limits
from grundy.faces.cli import arguments, output, plotting
from grundy.faces.cli.options import Play, Plot, Rules, flag, upto
from grundy.faces.cli.output import Answer
from grundy.proving import conjectures
from grundy.rules.functions import FunctionRuleset
from grundy.rules.ruleset import Ruleset

LARGEST = 1000
"""The largest heap of a table."""
Table = list[list[Any]]

Outcomes = Annotated[bool, flag("--outcomes", "Tell who wins, instead of the Grundy values.")]


def run(
    words: Rules,
    to: Annotated[int, upto(LARGEST)] = 12,
    outcomes: Outcomes = False,
    play: Play = "normal",
    plot: Plot = "",
) -> Answer:
    """Print the Grundy values of all positions of one number, or of two heaps, a row for each; --plot draws them."""
    rules = arguments.rules(arguments.joined(words))
    if plot:
        plotting.check(plot)
    with limits.working("", "rows"):
        found = conjectures.square(rules, to, outcomes=outcomes, play=play, progress=limits.counting("rows"))
    if plot:
        maps = import_module("grundy.faces.plots.heatmaps")
        told = outcomes or conjectures.has_outcomes_only(rules, play)
        plotting.write(maps.drawn(found, maps.named(rules, told, play), _law(rules, to, play)), plot)
    rows = [[getattr(entry, "value", entry) for entry in row] for row in found]
    data = {"game": rules.name, "to": to, "play": play, "plot": plot or None, "rows": rows}
    return Answer(data, plotting.told(rules.name, to, plot) if plot else lambda: _show(rules.name, to, rows))


def _show(name: str, to: int, rows: Table) -> None:
    """Write a table: of one number a line for each, of two a row."""
    if len(rows) == 1 < to + 1:
        shown = [(str(n), "" if entry is None else str(entry)) for n, entry in enumerate(rows[0])]
        output.show_table(("n", name), shown, numbers=(0, 1), headed=True)
    else:
        shown = [[str(a), *("" if entry is None else str(entry) for entry in row)] for a, row in enumerate(rows)]
        output.show_table(["", *map(str, range(to + 1))], shown, numbers=range(to + 2), headed=True)


def _law(rules: Ruleset, size: int, play: str) -> Any:
    """Return the law of the losing positions; None where nothing is looked for."""
    if isinstance(rules, FunctionRuleset) and len(rules.names) == 2 and not rules.scoring and play == "normal":
        return rules.law(limit=size, seconds=plotting.PROVER)
    return None
