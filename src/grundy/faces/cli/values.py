"""``grundy value``: what expressions of games are worth, and how they compare: the cells of a worksheet."""

from __future__ import annotations

import re
from fractions import Fraction
from importlib import import_module
from typing import Annotated, Any

from grundy.common.errors import GrundyError, UnknownGame
from grundy.common.messages import _
from grundy.faces import worksheet
from grundy.faces.cli import arguments, files, output
from grundy.faces.cli.options import Natural, Plot, Words, argument, completed, option
from grundy.faces.cli.output import Answer
from grundy.rules.explanations import brief
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.values.notation import READABLE
from grundy.values.short import Value
from grundy.values.thermograph import Thermograph
from grundy.values.thermograph import thermograph as drawn


def value(
    words: Annotated[
        list[str],
        argument(
            "[EXPR]",
            (
                "Games written as in Winning Ways, positions, and their sums: '{1|-1} + ^*', 'nim(3,5) + "
                "domineering(4,4)'; separate several with ;: 'G = clobber(\"xo.\"); cool(G, 1/2); G > 0'."
            ),
            free=True,
        ),
    ],
    file: Annotated[
        str, option("--file", "PATH", ("Read a worksheet with one expression per line; - reads standard input."))
    ] = "",
) -> Answer:
    """Print the canonical form of a game expression, who wins, its stops, mean and temperature."""
    answers = answered(words, file)
    alone = answers[0] if len(answers) == 1 and not file else None
    if alone is not None and alone.error is not None:
        raise alone.error
    code = 2 if any(answer.error for answer in answers) else 0
    if alone is None or not alone.facts:
        data = alone.to_dict() if alone else [answer.to_dict() for answer in answers]
        return Answer(data, "\n".join(map(str, answers)), code)
    (_value, title), *rows = alone.facts
    return Answer(alone.to_dict(), lambda: output.show_facts(title, [(_(name), text) for name, text in rows]), code)


def read(words: list[str]) -> Value:
    """Return the value of an expression; GrundyError where there is none, or with the column of what is wrong."""
    return _valued(answered(words)[-1])


def _valued(last: worksheet.Answer) -> Value:
    if last.error is not None:
        raise last.error
    if last.value is None and not last.is_note:
        raise GrundyError(
            "a thermograph is of the value of a short game, such as '{{1|-1}} + ^*', and {found} is none",
            found=last.said or last.comparison,
        )
    if last.value is None:
        raise GrundyError("give an expression of games, such as '{1|-1} + ^*'")
    return last.value


def answered(words: list[str], file: str = "") -> tuple[worksheet.Answer, ...]:
    """Return the answers to the cells of a file, and then to those of the words; GrundyError if there are none."""
    text = files.text(file, READABLE) if file else ""
    sheet = worksheet.Worksheet(find=arguments.find)
    starts: dict[Position, None] = {}  # a name may be read twice
    sheet.names.begun = lambda start: starts.update({start: None})
    found = sheet(f"{text}\n{' '.join(words)}")
    for start in starts:
        arguments.tell_start(start)
    if not found:
        raise GrundyError("give an expression of games, such as '{1|-1} + ^*'")
    return found


# ---- ``grundy thermograph``: how hot an expression of games is, and its thermograph as a picture


_NAME = re.compile(r"[A-Za-z_][\w-]*|.*\.py:\w+")
"""What names a game, and is no expression."""
Corner = tuple[Fraction, Fraction]


def thermograph(
    words: Annotated[
        list[str],
        argument(
            "EXPR | GAME [ARGS]...",
            "A game written as in Winning Ways, '{4|1||0}', or a position: domineering 2 3.",
            completed,
            free=True,
        ),
    ],
    plot: Plot = "",
) -> Answer:
    """Print the mean, the temperature and the thermograph's walls of an expression or a position."""
    value = _value(words)
    if plot:
        (output.check_writable if _own(plot) else output.check_plot)(plot)
    graph = drawn(value)
    if plot:
        _draw(graph, brief(value), plot)
    rows = [(_("mean"), str(graph.mean)), (_("temperature"), str(graph.temperature))]
    for name, wall in ((_("Left's wall"), graph.left_wall), (_("Right's wall"), graph.right_wall)):
        rows.append((name, " ".join(f"({value}, {t})" for value, t in wall)))
    said = brief(value, 1 << 20)  # whole, unless it cannot be written
    return Answer({"value": said, **_wall_data(graph)}, lambda: output.show_facts(said, rows))


def _own(path: str) -> bool:
    """Whether it is drawn by grundy itself, without matplotlib."""
    return path.lower().endswith(".svg")


def _draw(graph: Thermograph, name: str, path: str) -> None:
    """Draw a thermograph into a file."""
    if _own(path):
        with output.written(path) as file:
            file.write(graph.svg().encode())
    else:
        output.write_plot(import_module("grundy.faces.plots").thermograph(graph, name), path)


def _value(words: list[str]) -> Value:
    """Return the value of a position where the first word names a game, else of an expression."""
    if words and _NAME.fullmatch(words[0]) and words[0] not in ("v", "Tiny", "Miny"):
        try:
            return arguments.position(words, soon=True).value()
        except UnknownGame:
            if (last := answered(words)[-1]).error is not None:  # nor is it a word for a value, such as on
                raise
            return _valued(last)
    return read(words)


def _wall_data(graph: Thermograph) -> dict[str, object]:
    def wall(corners: tuple[Corner, ...]) -> list[list[str]]:
        return [[str(value), str(t)] for value, t in corners]

    return {
        "mean": str(graph.mean),
        "temperature": str(graph.temperature),
        "left_wall": wall(graph.left_wall),
        "right_wall": wall(graph.right_wall),
    }


# ---- ``grundy census``: how often each value occurs among all positions of a size, and which are the hottest


Hottest = list[tuple[Position, Value]]
Rows = Annotated[int, option("--rows", "N", "Number of values, and of hottest positions, to list.", Natural())]


def census(words: Words, rows: Rows = 12) -> Answer:
    """Count the values of all boards of a size (domineering 3 3), or of all positions reachable from one."""
    position = arguments.position(words, sizes=True)
    if not position.ruleset.partisan:
        raise GrundyError(
            "a census counts values of partisan games, and {name} is not partisan", name=position.ruleset.name
        )
    found: Any = import_module("grundy.solving.partisan").census(position)
    hottest = found.hottest(rows)
    return Answer(
        lambda: {
            "game": position.ruleset.name,
            "positions": found.positions,
            "values": {str(value): count for value, count in found.counts.items()},
            "outcomes": {outcome.value: count for outcome, count in found.outcomes().items()},
            "temperatures": {str(t): count for t, count in found.temperatures().items()},
            "hottest": [{"position": str(p), "value": str(v), "temperature": str(v.temperature)} for p, v in hottest],
        },
        lambda: _show_census(position.ruleset, found, hottest, rows),
    )


def _show_census(rules: Ruleset, found: Any, hottest: Hottest, most: int) -> None:
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
