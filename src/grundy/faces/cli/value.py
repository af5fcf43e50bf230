"""``grundy value``: what expressions of games are worth, and how they compare: the cells of a worksheet."""

from __future__ import annotations

from typing import Annotated

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import arguments, files, output
from grundy.faces.cli.options import argument, option
from grundy.faces.worksheet import Answer, Worksheet
from grundy.rules.position import Position
from grundy.values.notation import READABLE
from grundy.values.short import Value

Expression = Annotated[
    list[str],
    argument(
        "[EXPR]",
        (
            "Games written as in Winning Ways, positions, and their sums: '{1|-1} + ^*', 'nim(3,5) + "
            "domineering(4,4)'; separate several with ;: 'G = clobber(\"xo.\"); cool(G, 1/2); G > 0'."
        ),
        free=True,
    ),
]
File = Annotated[
    str, option("--file", "PATH", ("Read a worksheet with one expression per line; - reads standard input."))
]


def run(words: Expression, file: File = "") -> output.Answer:
    """Print the canonical form of a game expression, who wins, its stops, mean and temperature."""
    answers = answered(words, file)
    alone = answers[0] if len(answers) == 1 and not file else None
    if alone is not None and alone.error is not None:
        raise alone.error
    code = 2 if any(answer.error for answer in answers) else 0
    if alone is None or not alone.facts:
        data = alone.to_dict() if alone else [answer.to_dict() for answer in answers]
        return output.Answer(data, "\n".join(map(str, answers)), code)
    (_value, title), *rows = alone.facts
    return output.Answer(
        alone.to_dict(), lambda: output.show_facts(title, [(_(name), text) for name, text in rows]), code
    )


def read(words: list[str]) -> Value:
    """Return the value of an expression; GrundyError where there is none, or with the column of what is wrong."""
    last = answered(words)[-1]
    if last.error is not None:
        raise last.error
    if last.value is None:
        raise GrundyError("give an expression of games, such as '{1|-1} + ^*'")
    return last.value


def answered(words: list[str], file: str = "") -> tuple[Answer, ...]:
    """Return the answers to the cells of a file, and then to those of the words; GrundyError if there are none."""
    text = files.text(file, READABLE) if file else ""
    sheet = Worksheet(find=arguments.find)
    starts: dict[Position, None] = {}  # a name may be read twice
    sheet.names.begun = lambda start: starts.update({start: None})
    found = sheet(f"{text}\n{' '.join(words)}")
    for start in starts:
        arguments.tell_start(start)
    if not found:
        raise GrundyError("give an expression of games, such as '{1|-1} + ^*'")
    return found
