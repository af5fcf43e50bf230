"""``grundy value``: what expressions of games are worth, and how they compare: the cells of a worksheet."""

from __future__ import annotations

from typing import Annotated

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import arguments, files, output
from grundy.faces.cli.options import Json, argument, option
from grundy.faces.worksheet import Answer, Worksheet
from grundy.values.notation import READABLE
from grundy.values.short import Value

Expression = Annotated[
    list[str],
    argument(
        "[EXPR]",
        "Games as Winning Ways writes them, positions, and their sums: '{1|-1} + ^*', 'nim(3,5) + domineering(4,4)'; "
        "several with ; between them: 'G = clobber(\"xo.\"); cool(G, 1/2); G > 0'.",
        free=True,
    ),
]
File = Annotated[str, option("--file", "PATH", "Read a worksheet, an expression a line; - is the input.")]


def run(words: Expression, file: File = "", json: Json = False) -> int:
    """Print the canonical form of an expression of games, who wins, its stops, mean and temperature."""
    answers = answered(words, file)
    alone = answers[0] if len(answers) == 1 and not file else None
    if alone is not None and alone.error is not None:
        raise alone.error
    if json:
        output.show_json(answers[0].to_dict() if alone else [answer.to_dict() for answer in answers])
    elif alone is not None and alone.facts:
        output.show_facts(alone.facts[0][1], [(_(name), text) for name, text in alone.facts[1:]])
    else:
        print("\n".join(str(answer) for answer in answers))
    return 2 if any(answer.error for answer in answers) else 0


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
    found = Worksheet(f"{text}\n{' '.join(words)}", find=arguments.find).answers
    if not found:
        raise GrundyError("give an expression of games, such as '{1|-1} + ^*'")
    return found
