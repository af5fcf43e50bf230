"""Proves a table of theorems from plain rules, each as its command does, and writes how large and how long it was.

Run: ``python benchmarks/theorems.py`` prints the table, ``--write`` puts it into ``docs/theorems.md``. Where games are named
(``wythoff``, ``"bash m=1"``), only theirs are proved and shown. ``--tex FILE`` writes ten theorems as one document of LaTeX.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.limits import Limits, keeping
from grundy.faces.cli import arguments
from grundy.faces.cli.theorems import proved
from grundy.faces.drawing.theorem_documents import document
from grundy.proving import known
from grundy.proving.questions import changed, shown_answer

HOME = Path(__file__).parent.parent
OWN = "examples/theorems.py:"
TEN: tuple[tuple[str, dict[str, str]], ...] = (
    ("bash m=3", {}),
    ("subtraction s=1,3,4", {}),
    ("nim", {"heaps": "3"}),
    ("nim", {"heaps": "3", "play": "misere"}),
    ("wythoff", {}),
    ("wythoff", {"block": "2"}),
    ("fibonacci_nim", {}),
    (f"{OWN}t_wythoff t=2", {"system": "rec [2,1;1,3]"}),
    ("lasker", {}),
    ("k_division k=3", {}),
)
"""The theorems that are written as a document."""
REDUNDANT = ("(2,4)", "(1,3)", "(3,4)", "(5,6)", "(3,6)")
NOT_REDUNDANT = ("(1,2)", "(2,3)", "(3,5)", "(4,7)", "(2,6)")
HEAD = """# Theorems

Each is proved for all positions from the rules alone, by the command in its row: the rules are read as formulas, the law is
guessed from small positions, and decided by automata; what is said of it was decided to say the same as they do.
`--automaton` prints them, `--certificate FILE` writes what `grundy verify` checks. *States* are
those of the automaton of the law, *largest* those of the largest automaton on the way, *seconds* what one warm run
took on two shared cores, reading, guessing and deciding together. Made by `python benchmarks/theorems.py --write`.

*Not proved* claims nothing. Of Euclid with at most m subtractions no proof of this kind can come: if a set P of its losing
positions were read by an automaton in a numeration with an automaton for +, then so would be "d is a period of the
row b" (for all a > b, (a, b) is in P exactly if (a + d, b) is). The rows have the least period (m + 1)b (seen for all
b up to 40, m up to 5), so that divisibility could be defined with +, whose theory is undecidable (J. Robinson,
*Definability and decision problems in arithmetic*, 1949), while that of an automatic structure is decidable.

"""


@dataclass
class Row:
    """One theorem: its command, what came out, its numbers."""

    command: str
    outcome: str
    states: str = ""
    largest: str = ""
    seconds: float = 0.0


def commands() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield games, and the options that say what is to be proved of them."""
    for m in range(1, 11):
        yield f"bash m={m}", {}
    for s in ("1,3,4", "2,5", "1,2,3,7", "2,3,5,7,11"):
        yield f"subtraction s={s}", {}
    for heaps in ("2", "3"):
        yield "nim", {"heaps": heaps}
        yield "nim", {"heaps": heaps, "play": "misere"}
    yield "nim", {}
    for heaps in ("2", "3"):
        yield "nim", {"heaps": heaps, "values": "yes"}
    yield "wythoff", {}
    yield "wythoff", {"play": "misere"}
    for block in ("1", "2", "3"):
        yield "wythoff", {"block": block}
    for left in range(1, 6):
        yield f"{OWN}wythoff_to left={left}", {}
    yield "fibonacci_nim", {}
    yield f"{OWN}t_wythoff t=1", {"system": "msd_fib"}
    for t in (2, 3):
        yield f"{OWN}t_wythoff t={t}", {"system": f"ost [0;({t})]"}
    for t in (2, 3, 4):  # the numerators of the continued fraction [1; t, t, …], as A. S. Fraenkel's theorem has it
        yield f"{OWN}t_wythoff t={t}", {"system": f"rec [{t},1;1,{t + 1}]"}
    for m in range(1, 6):
        yield f"{OWN}euclid_at_most m={m}", {"seconds": "1"}
    yield "euclid", {}
    yield "northcott", {"heaps": "4"}
    yield "moores_nim k=3", {"heaps": "4"}
    yield "moores_nim k=3", {"heaps": "5"}
    yield "k_division k=2", {}
    yield "k_division k=3", {}
    yield "split_nim", {}
    yield "lasker", {}
    for code in ("all-but {2,3}", "all-but {1,2,4}", "0.77", "0.137"):
        yield code, {}
    yield f"{OWN}all_but s=2,4", {}
    yield f"{OWN}nim_with_passes", {}


def command_of(words: str, options: dict[str, str]) -> str:
    """Return the words of the command that proves a theorem."""
    shown = {
        "values": "--values",
        **{k: f"--{'in' if k == 'system' else k} {_quoted(v)}" for k, v in options.items() if k != "values"},
    }
    return " ".join([words if "{" not in words else f"'{words}'", *(shown[k] for k in options)])


def theorem_of(words: str, options: dict[str, str]) -> Any:
    """Prove one theorem; GrundyError where its rules are refused."""
    given = {k: int(v) if v.isdecimal() else v for k, v in options.items() if k not in ("values", "seconds")}
    game = arguments.joined(words.split(" ") if "{" not in words else [words])
    with keeping(Limits(seconds=float(options.get("seconds", "60")))):
        return proved(game, values="values" in options, **given)


def row(words: str, options: dict[str, str]) -> Row:
    """Prove one theorem, and tell how long it was."""
    command = f"grundy prove {command_of(words, options)}"
    start = time.perf_counter()
    try:
        found = theorem_of(words, options)
    except GrundyError as error:
        return Row(command, f"refused: {error}", seconds=time.perf_counter() - start)
    seconds = time.perf_counter() - start
    if not found.proved:
        return Row(command, found.explain(), seconds=seconds)
    said = (
        found if options else known.theorem(found.moves.rules)
    )  # of a heap game its period, where few values prove that
    return Row(command, said.statement(), str(found.states), f"{found.largest:,}", seconds)


def redundancies() -> Iterator[Row]:
    """Decide which moves can be added to Wythoff's game."""
    theorem = proved(["wythoff"])
    for vector in (*REDUNDANT, *NOT_REDUNDANT):
        start = time.perf_counter()
        answer = changed(theorem, f"+ {vector}")
        words = "redundant" if answer.holds else shown_answer(answer, ("Wythoff's game", "the game with this move"))
        assert answer.holds == (vector in REDUNDANT), vector
        seconds = time.perf_counter() - start
        yield Row(f'grundy redundant wythoff "+ {vector}"', words, "7", f"{answer.largest:,}", seconds)


def written() -> str:
    """Return ten theorems as a document of LaTeX."""
    return document([theorem_of(*each) for each in TEN], [command_of(*each) for each in TEN])


def table(names: Sequence[str]) -> str:
    """Return the rows of some games, or all, as a table in Markdown."""
    for _ in range(2):  # kernels are compiled, adders proved
        with redirect_stdout(StringIO()):
            row("wythoff", {})
    start = time.perf_counter()
    rows = [row(words, options) for words, options in commands() if not names or words in names]
    rows += [*redundancies()] if not names or "wythoff" in names else []
    lines = ["| command | theorem | states | largest | seconds |", "|---|---|---:|---:|---:|"]
    for each in rows:
        outcome = each.outcome.replace("|", "\\|")
        lines.append(f"| `{each.command}` | {outcome} | {each.states} | {each.largest} | {each.seconds:.2f} |")
    lines.append(f"\nAll of them: {time.perf_counter() - start:.0f} s.")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return f"'{text}'" if " " in text else text


if __name__ == "__main__":
    if "--tex" in sys.argv[1:-1]:
        Path(sys.argv[sys.argv.index("--tex") + 1]).write_text(written(), encoding="utf-8")
        sys.exit()
    named = [word for word in sys.argv[1:] if word != "--write"]
    text = table(named)
    if "--write" in sys.argv[1:] and not named:
        (HOME / "docs" / "theorems.md").write_text(HEAD + text, encoding="utf-8")
    print(text)
