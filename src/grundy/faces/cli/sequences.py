"""``grundy sequence``: the nim-sequence of a heap game."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from functools import partial
from importlib import import_module
from itertools import product
from math import prod
from pathlib import Path
from typing import Annotated, Any, NoReturn

import numpy as np

from grundy import games
from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.extras import extra
from grundy.common.messages import N_, _
from grundy.faces.cli import arguments, options, output
from grundy.faces.cli.output import Answer
from grundy.faces.cli.theorems import LONGEST, Heaps, for_all_parameters, spoken_for_all
from grundy.proving import guess
from grundy.proving.guess import TOO_LARGE, by_size, is_of_boards, one_number, values
from grundy.rules.coins import CoinBoard, CoinRow
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapCode, HeapRuleset, heap_digits
from grundy.rules.ruleset import Ruleset

LISTED = 1000
"""Longer sequences that are plotted or saved are not printed besides."""
LARGEST = 10**15
"""The largest number that --to takes; what fits in memory is less, and is told with its bytes."""


def sequence(
    words: options.Rules,
    to: Annotated[int, options.upto(LARGEST)] = 40,
    plot: options.Plot = "",
    save: options.Save = False,
    threads: options.Threads = None,
    json: options.Json = False,
) -> int:
    """Print the Grundy values of the heaps 0, 1, 2, … of a heap game or a code."""
    rules = one_number(arguments.rules(arguments.joined(words)))
    output.check_plot(plot)
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
    return values(rules, ((n,) for n in range(last + 1)))


def _draw(rules: Ruleset, found: Any, workers: int | None, path: str) -> None:
    """Draw the values, with the law and the rare values that are known of them."""
    plots = import_module("grundy.faces.plots.figures")
    if not isinstance(rules, HeapRuleset):
        output.write_plot(plots.sequence(found, None, rules.name), path)
        return
    with limits.working(_("looking for a law and a proof")):
        limit = len(found) if len(found) > plots.LAW_FROM else None
        law = rules.law(limit=limit, threads=workers, seconds=output.PROVER)
    rares = import_module("grundy.solving.sequences").of(rules).rares  # None: not computed by sparse space
    output.write_plot(plots.sequence(found, law, rules.name, rares), path)


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
        print(output.told_of_plot(rules.name, len(found) - 1, plot))


def _show_json(rules: Ruleset, found: Any, plot: str, save: bool) -> None:
    data: dict[str, Any] = {"game": rules.name, "to": len(found) - 1}
    if plot:
        data["plot"] = plot
    if save:
        data["saved"] = str(_folder())
    output.show_json_with(data, "values", found)


def _folder() -> Any:
    return import_module("grundy.solving.store.sequences").folder()


# ---- ``grundy law``: what the nim-sequence of a heap game does for ever


LANGUAGES = ("python", "cpp")

Code = Annotated[
    str, options.choice("--code", *LANGUAGES, help=("Print a short function that computes the values from the law."))
]
Prover = Annotated[
    int | None,
    options.option(
        "--prover",
        "S",
        "Seconds given to the prover if no period is proved (default 60; 0 to skip).",
        options.Natural(LONGEST),
    ),
]


def law(
    words: options.Rules,
    to: Annotated[int | None, options.upto(LARGEST)] = None,
    heaps: Heaps = None,
    code: Code = "",
    certificate: options.Certificate = "",
    save: options.Save = False,
    threads: options.Threads = None,
    prover: Prover = None,
    plot: options.Plot = "",
) -> Answer:
    """Print the law of the Grundy values of a heap game or a code: the period, and whether it is proved."""
    if code and code not in LANGUAGES:
        raise GrundyError("--code takes {languages}, not {code!r}", languages=_(" or ").join(LANGUAGES), code=code)
    output.check_writable(certificate)
    output.check_plot(plot)
    rules = arguments.rules(arguments.joined(words))
    law = _found(rules, to, heaps, save, threads, prover)
    if certificate:
        output.write_json(certificate, law.certificate())
    if plot:
        output.write_plot(import_module("grundy.faces.plots").period(law, rules.name), plot)
    if code:
        text = law.code(code)
        return Answer({"game": rules.name, "language": code, "code": text}, text.rstrip("\n"))
    wider = for_all_parameters(words, rules, values=True) if law.proved and heaps is None else {}
    first = ": ".join(filter(None, (arguments.known_as(rules), str(law))))
    told = [first, law.explain(), spoken_for_all(wider)]
    return Answer(lambda: {"game": rules.name, **law.to_dict(), **wider}, lambda: "\n".join(filter(None, told)))


def _found(
    rules: Ruleset, limit: int | None, heaps: int | None, save: bool, workers: int | None, seconds: int | None
) -> Any:
    if isinstance(rules, CoinBoard):
        import_module("grundy.proving.reading").moves(rules)  # it says why there is none
    given: dict[str, Any] = {"heaps": heaps, "save": save}
    if isinstance(rules, HeapRuleset):
        given["threads"] = workers
    elif save:
        raise GrundyError("{name} is not a heap game, so it has no sequence to save", name=rules.name)
    elif not isinstance(rules, FunctionRuleset | CoinRow):
        raise GrundyError("{name} is not a heap game, so it has no law for heaps", name=rules.name)
    with output.telling_what_is_kept(save), limits.working(_("looking for a law and a proof")):
        return rules.law(limit=limit, seconds=seconds, **given)


# ---- ``grundy table``: the values or the outcomes of a game on one number or two, as numbers or as a picture


LARGEST_TABLE, LARGEST_BOX = 1000, 10**9
"""The largest heap of a table that is shown, and of one that is counted or written to a file."""
FIRST = 10
"""The first lost positions that are told."""
Table = list[list[Any]]

Outcomes = Annotated[bool, options.flag("--outcomes", "Show who wins instead of Grundy values.")]
Lost = Annotated[
    bool, options.flag("--lost", "Tell how many positions are lost, the first of them, and the sum of their numbers.")
]
To = Annotated[
    str,
    options.option("--out", "FILE", "Write the answers to a file: .csv, a line for each position, or .npy, an array."),
]


def table(
    words: options.Rules,
    to: Annotated[int, options.upto(LARGEST_BOX)] = 12,
    outcomes: Outcomes = False,
    play: options.Play = "normal",
    plot: options.Plot = "",
    lost: Lost = False,
    out: To = "",
) -> Answer:
    """Print the Grundy values of positions of one number or two, or who wins on boards of each size; --plot draws them."""
    rules = arguments.rules(arguments.joined(words))
    output.check_plot(plot)
    if lost or out:
        return _counted(rules, to, outcomes, play, lost, out)
    if to > LARGEST_TABLE:
        raise GrundyError(
            "a table is shown to {most:,} at most, not {to:,}: add --lost or --out FILE", most=LARGEST_TABLE, to=to
        )
    if boards := is_of_boards(rules):
        if plot:
            raise GrundyError(
                "a heat map needs a game on numbers, and {name} is not one: leave out --plot", name=rules.name
            )
        found = by_size(rules, to, outcomes=outcomes, play=play)
    else:
        with limits.working("", "positions"):
            found = guess.square(rules, to, outcomes=outcomes, play=play)
    if plot:
        maps = import_module("grundy.faces.plots.figures")
        told = outcomes or guess.has_outcomes_only(rules, play)
        output.write_plot(maps.drawn_map(found, maps.named(rules, told, play), _drawn_law(rules, to, play)), plot)
    rows = [[getattr(entry, "value", entry) for entry in row] for row in found]
    data = {"game": rules.name, "to": to, "play": play, "plot": plot or None, "rows": rows}
    if plot:
        return Answer(data, output.told_of_plot(rules.name, to, plot))
    return Answer(data, partial(_show_sizes if boards else _show_table, rules.name, to, rows))


def _counted(rules: Ruleset, to: int, outcomes: bool, play: str, lost: bool, out: str) -> Answer:
    """Answer all positions of a box in one call, write them to a file if one is named, and tell which are lost."""
    check_table(out)
    if is_of_boards(rules):
        raise GrundyError(
            "a position of {name} is not made of numbers: write those that are asked into a file for `grundy solve --file`",
            name=rules.name,
        )
    tops = (to,) * len(guess.coordinates(rules))
    with limits.working("", "positions"):
        found = rules.lost(*tops, play=play) if lost and not out else guess.box(rules, tops, outcomes, play)
    if out:
        write_table(out, [*guess.coordinates(rules)], np.ndindex(found.shape), found)
    places = np.argwhere(guess.is_lost(found))
    data = {"game": rules.name, "to": to, "play": play, "out": out or None, "positions": found.size, **summed(places)}
    return Answer(data, lambda: show_lost(_("{name} up to {to}").format(name=rules.name, to=to), data))


def summed(places: Any) -> dict[str, Any]:
    """Return how many positions are lost, the first of them, and the sum of all their numbers."""
    return {"lost": len(places), "first": places[:FIRST].tolist(), "sum": int(places.sum())}


def show_lost(title: str, data: dict[str, Any]) -> None:
    """Write which of many positions are lost for the player to move."""
    first = ", ".join(str(tuple(each)) if len(each) > 1 else str(*each) for each in data["first"])
    rows = [(_("positions"), f"{data['positions']:,}"), (_("lost for the player to move"), f"{data['lost']:,}")]
    rows += [(_("the first"), first)] * bool(first)
    rows += [(_("sum of their numbers"), f"{data['sum']:,}")]
    rows += [(_("written to"), data["out"])] * bool(data["out"])
    output.show_facts(title, rows)


def check_table(path: str) -> None:
    """Raise GrundyError for a file that could not be written in the end, or whose name tells no format; "" is none."""
    if path and Path(path).suffix.lower() not in (".csv", ".npy"):
        raise GrundyError("the answers' file must end in {endings}, not {path!r}", endings=".csv or .npy", path=path)
    output.check_writable(path)


def write_table(path: str, heads: list[str], places: Iterable[Any], found: Any) -> None:
    """Write answers as an array, or as lines of what each is about and the answer; "" and -1 stand for no position."""
    with output.written(path) as file:
        if path.lower().endswith(".npy"):
            np.save(file, found)
            return
        text = io.TextIOWrapper(file, encoding="utf-8", newline="")
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([*heads, "outcome" if found.dtype.kind == "U" else "value"])
        kept = zip(places, found.ravel().tolist(), strict=True)
        writer.writerows((*place, answer) for place, answer in kept if answer not in ("", -1))
        text.detach()


def _show_table(name: str, to: int, rows: Table) -> None:
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


def _drawn_law(rules: Ruleset, size: int, play: str) -> Any:
    """Return the law of the losing positions; None where nothing is looked for."""
    if isinstance(rules, FunctionRuleset) and len(rules.names) == 2 and not rules.scoring and play == "normal":
        return rules.law(limit=size, seconds=output.PROVER)
    return None


# ---- ``grundy compare``: whether two heap games have the same values


LARGEST_COMPARED = 10**9

Two = Annotated[
    list[str],
    options.argument(
        "GAME GAME",
        "Two codes (0.77, '{1,3,4}') or games (from the catalogue or your files), each with its parameters.",
        lambda _ctx: games.names(),
    ),
]


def compare(words: Two, to: Annotated[int, options.upto(LARGEST_COMPARED)] = 8192) -> Answer:
    """Tell whether two heap games have the same values, possibly after shifting the heaps."""
    two = arguments.games(words)
    if len(two) != 2:
        raise GrundyError("compare takes two games, not {count}: grundy compare 0.161 0.36", count=len(two))
    for game in two:
        if not isinstance(game, HeapRuleset):
            raise GrundyError("{name} is not a heap game, so it has no sequence to compare", name=game.name)
    with limits.working("", "values", to):
        found = import_module("grundy.solving.survey").compare(*two, to)
    names = two[0].name, two[1].name
    return Answer({"games": names, **found._asdict()}, _words(*names, found))


def _words(a: str, b: str, found: Any) -> str:
    """Return what was found as one sentence."""
    shifted = _("heap n of {a} is heap n {sign} {shift} of {b}").format(
        a=a, sign="+" if found.shift > 0 else "-", shift=abs(found.shift), b=b
    )
    if not found.equal:
        place, (one, other) = found.first_difference, found.values
        if not found.shift:
            return _("{a} and {b} differ: first at heap {place} ({one} and {other})").format(
                a=a, b=b, place=place, one=one, other=other
            )
        return _(
            "{a} and {b} differ, even when {shifted}: first at heap {place} of {a} ({one}) and heap {where} "
            "of {b} ({other})"
        ).format(a=a, b=b, shifted=shifted, place=place, one=one, where=place + found.shift, other=other)
    if found.proved:
        how = _(", heaps shifted by {shift}").format(shift=abs(found.shift)) if found.shift else ""
        return _("{a} and {b} are the same game{how}: proved, {reason}").format(
            a=a, b=b, how=how, reason=_(found.reason)
        ) + (f"; {shifted}" if found.shift else "")
    return (
        _("no difference up to {checked_to}").format(checked_to=found.checked_to)
        + (_(" when {shifted}").format(shifted=shifted) if found.shift else "")
        + f": {_(found.reason)}"
    )


# ---- ``grundy survey``: the periods of all codes of a shape, and which of them are the same game


MOST = 100_000
"""Codes that one survey looks at."""
LARGEST_SURVEYED = 10**9
ENDINGS = (".csv", ".parquet")
HEADS = (
    *(N_("code"), N_("period"), N_("preperiod"), N_("status"), N_("criterion")),
    *(N_("needed"), N_("largest"), N_("same game as")),
)
NUMBERS = (1, 2, 5, 6)

Shape = Annotated[
    list[str],
    options.argument(
        "SHAPE", "A code in which ? stands for any octal digit (before the point: 0 or 4): '0.???', '4.7?'."
    ),
]
Out = Annotated[str, options.option("--out", "FILE", "Write the table to a file: .csv or .parquet.")]


def survey(
    shape: Shape,
    to: Annotated[int, options.upto(LARGEST_SURVEYED)] = 8192,
    out: Out = "",
    threads: options.Threads = None,
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
        said = _(
            "{codes:,} codes, {games:,} different games to {limit:,}: {proved:,} codes proved periodic, {open:,} open"
        ).format(limit=to, **_counts(rows))
        return said + (_(", written to {out}").format(out=out) if out else "")

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
