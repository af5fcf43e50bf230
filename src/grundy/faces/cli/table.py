"""``grundy table``: the values or the outcomes of a game on one number or two, as numbers or as a picture."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import Annotated, Any

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import arguments, output, plotting
from grundy.faces.cli.options import Play, Plot, Rules, flag, upto
from grundy.faces.cli.output import Answer
from grundy.proving import conjectures
from grundy.proving.board_sizes import TOO_LARGE, by_size, is_of_boards
from grundy.rules.functions import FunctionRuleset
from grundy.rules.ruleset import Ruleset

LARGEST = 1000
"""The largest heap of a table."""
Table = list[list[Any]]

Outcomes = Annotated[bool, flag("--outcomes", "Show who wins instead of Grundy values.")]


def run(
    words: Rules,
    to: Annotated[int, upto(LARGEST)] = 12,
    outcomes: Outcomes = False,
    play: Play = "normal",
    plot: Plot = "",
) -> Answer:
    """Print the Grundy values of positions of one number or two, or who wins on boards of each size; --plot draws them."""
    rules = arguments.rules(arguments.joined(words))
    if plot:
        plotting.check(plot)
    if boards := is_of_boards(rules):
        if plot:
            raise GrundyError(
                "a heat map needs a game on numbers, and {name} is not one: leave out --plot", name=rules.name
            )
        found = by_size(rules, to, outcomes=outcomes, play=play)
    else:
        with limits.working("", "rows"):
            found = conjectures.square(rules, to, outcomes=outcomes, play=play, progress=limits.counting("rows"))
    if plot:
        maps = import_module("grundy.faces.plots.heatmaps")
        told = outcomes or conjectures.has_outcomes_only(rules, play)
        plotting.write(maps.drawn(found, maps.named(rules, told, play), _law(rules, to, play)), plot)
    rows = [[getattr(entry, "value", entry) for entry in row] for row in found]
    data = {"game": rules.name, "to": to, "play": play, "plot": plot or None, "rows": rows}
    if plot:
        return Answer(data, plotting.told(rules.name, to, plot))
    return Answer(data, partial(_show_sizes if boards else _show, rules.name, to, rows))


def _show(name: str, to: int, rows: Table) -> None:
    """Write a table: of one number a line for each, of two a row."""
    if len(rows) == 1 < to + 1:
        shown = [(str(n), _cell(entry)) for n, entry in enumerate(rows[0])]
        output.show_table(("n", name), shown, numbers=(0, 1), headed=True)
    else:
        shown = [[str(a), *map(_cell, row)] for a, row in enumerate(rows)]
        output.show_table(["", *map(str, range(to + 1))], shown, numbers=range(to + 2), headed=True)


def _show_sizes(name: str, _to: int, rows: Table) -> None:
    """Write the table of boards, from 1 on and as far as any was solved."""
    solved = [(a, b) for a, row in enumerate(rows) for b, entry in enumerate(row) if entry not in (None, TOO_LARGE)]
    height, width = max((a for a, _b in solved), default=0), max((b for _a, b in solved), default=0)
    print(_("{name} from the start on a board of each size (first number down, second across)").format(name=name))
    shown = [[str(a), *map(_cell, rows[a][1 : width + 1])] for a in range(1, height + 1)]
    output.show_table(["", *map(str, range(1, width + 1))], shown, numbers=range(width + 1), headed=True)
    if any(TOO_LARGE in row for row in rows):
        print(_("{sign}: too large for this table; `grundy solve` goes further").format(sign=TOO_LARGE))


def _cell(entry: Any) -> str:
    return "" if entry is None else str(entry)


def _law(rules: Ruleset, size: int, play: str) -> Any:
    """Return the law of the losing positions; None where nothing is looked for."""
    if isinstance(rules, FunctionRuleset) and len(rules.names) == 2 and not rules.scoring and play == "normal":
        return rules.law(limit=size, seconds=plotting.PROVER)
    return None
