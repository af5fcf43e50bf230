"""``grundy sequence``: the nim-sequence of a heap game."""

from __future__ import annotations

from importlib import import_module
from itertools import islice
from typing import Annotated, Any

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import arguments, output, plotting
from grundy.faces.cli.options import Json, Plot, Rules, Save, Threads, upto
from grundy.proving.conjectures import one_number, values
from grundy.rules.heaps import HeapRuleset
from grundy.rules.ruleset import Ruleset

LISTED = 1000
"""Longer sequences that are plotted or saved are not printed besides."""
LARGEST = 10**15
"""The largest number that --to takes; what fits in memory is less, and is told with its bytes."""


def run(
    words: Rules,
    to: Annotated[int, upto(LARGEST)] = 40,
    plot: Plot = "",
    save: Save = False,
    threads: Threads = None,
    json: Json = False,
) -> int:
    """Print the Grundy values of the heaps 0, 1, 2, … of a heap game or a code."""
    rules = one_number(arguments.rules(arguments.joined(words)))
    if plot:
        plotting.check(plot)
    found = _heaps(rules, to, save, threads) if isinstance(rules, HeapRuleset) else _numbers(rules, to, save)
    if plot:
        _draw(rules, found, threads, plot)
    if json:
        _show_json(rules, found, plot, save)
    else:
        _show(rules, found, plot, save)
    return 0


def _heaps(rules: HeapRuleset, last: int, save: bool, workers: int | None) -> Any:
    """Return the values of a heap game."""
    with output.telling_what_is_kept(save), limits.working("", "values", last + 1):
        return rules.sequence(last + 1, save=save, threads=workers)


def _numbers(rules: Ruleset, last: int, save: bool) -> list[int]:
    """Return the values of a game that is no heap game, whose positions are numbers."""
    if save:
        raise GrundyError("only sequences of heap codes are saved, and {name} is not a heap game", name=rules.name)
    return list(islice(values(rules, ((n,) for n in range(last + 1))), last + 1))


def _draw(rules: Ruleset, found: Any, workers: int | None, path: str) -> None:
    """Draw the values, with the law and the rare values that are known of them."""
    plots = import_module("grundy.faces.plots.sequences")
    if not isinstance(rules, HeapRuleset):
        plotting.write(plots.sequence(found, None, rules.name), path)
        return
    with limits.working(_("looking for a law and a proof")):
        limit = len(found) if len(found) > plots.LAW_FROM else None
        law = rules.law(limit=limit, threads=workers, seconds=plotting.PROVER)
    plotting.write(plots.sequence(found, law, rules.name, _rares(rules)), path)


def _rares(rules: HeapRuleset) -> Any:
    """Return the heaps of rare value, if the sequence was computed by sparse space; else None."""
    return import_module("grundy.solving.sequences").of(rules).rares


def _show(rules: Ruleset, found: Any, plot: str, save: bool) -> None:
    if len(found) <= LISTED + 1 or not (plot or save):
        output.show_numbers(found)
    elif save:
        print(
            _("{name}: {count:,} values, the largest {largest:,}, are saved in {folder}").format(
                name=rules.name, count=len(found), largest=int(found.max()), folder=_folder()
            )
        )
    if plot:
        print(plotting.told(rules.name, len(found) - 1, plot))


def _show_json(rules: Ruleset, found: Any, plot: str, save: bool) -> None:
    data: dict[str, Any] = {"game": rules.name, "to": len(found) - 1}
    if plot:
        data["plot"] = plot
    if save:
        data["saved"] = str(_folder())
    output.show_json_with(data, "values", found)


def _folder() -> Any:
    return import_module("grundy.solving.store.sequences").folder()
