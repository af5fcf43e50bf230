"""Showing answers: with rich on a terminal, as plain text in a pipe, as JSON when asked."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Container, Generator, Sequence
from contextlib import chdir, contextmanager, nullcontext
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from grundy.common.errors import GrundyError
from grundy.common.messages import _, left, right, width

LONGEST_DRAWN = 2000
"""Rows of a table that are drawn on a terminal; more are written as in a pipe."""
CHUNK = 1 << 16
"""Numbers that are made into text at once."""

NO, OPEN = 1, 3
"""Exit codes: the answer is no, something is wrong or different; it is open, nothing is proved, or checked to the end."""

Rows = Sequence[tuple[str, str]]


class Answer(NamedTuple):
    """What a command answers: as data, in words, and by its exit code; what is a function is asked only when it is shown.

    Words that are None were written by their function.
    """

    data: Any
    words: str | Callable[[], str | None] | None
    code: int = 0

    def show(self, json: bool) -> int:
        """Write the answer, and return the exit code."""
        if json:
            show_json(self.data() if callable(self.data) else self.data)
        else:
            words = self.words() if callable(self.words) else self.words
            if words is not None:
                print(words)
        return self.code


def on_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


def coloured() -> bool:
    """Whether colours may be written: on a terminal that has them, unless NO_COLOR is set."""
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def painted(text: str, colour: str) -> str:
    """Return text in a colour, as a terminal takes it."""
    return import_module("rich.style").Style.parse(colour).render(text)


def cut(text: str, columns: int) -> str:
    """Return a text as far as so many columns show it, … in place of what is cut off.

    >>> cut("Take any number", 20), cut("Take any number", 9), cut("取任意枚", 6)
    ('Take any number', 'Take any…', '取任…')
    """
    if width(text) <= columns:
        return text
    while width(text) >= columns:
        text = text[:-1]
    return f"{text.rstrip()}…"


def show_json(data: Any) -> None:
    """Write plain data as JSON."""
    plain = "utf" not in (getattr(sys.stdout, "encoding", None) or "utf-8").lower()
    print(import_module("json").dumps(data, ensure_ascii=plain, indent=2))


def show_facts(title: str, rows: Rows) -> None:
    """Write a title and rows of (what, how much); on a terminal a name that is repeated is written once."""
    if not on_terminal():
        print("\n".join([title, *(f"{name}: {text}" for name, text in rows)]))
        return
    grid = import_module("rich.table").Table.grid(padding=(0, 2))
    text = import_module("rich.text").Text
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    last = ""
    for name, value in rows:
        grid.add_row(name if name != last else "", text(value))
        last = name
    console = _console()
    console.print(text(title, style="bold"))
    console.print(grid)


def show_table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], *, numbers: Container[int] = (), headed: bool = False
) -> None:
    """Write a table: drawn on a terminal, in aligned columns in a pipe, there with its heads only if ``headed``.

    On a terminal that is too narrow for the longest words of each column, the rows stand one below the other. The columns
    whose places are in ``numbers`` are aligned on the right.
    """
    if on_terminal() and len(rows) <= LONGEST_DRAWN:
        table = import_module("rich.table").Table(box=import_module("rich.box").SIMPLE_HEAD)
        text = import_module("rich.text").Text
        for i, head in enumerate(heads):
            table.add_column(head, justify="right" if i in numbers else "left")
        for row in rows:
            table.add_row(*map(text, row))
        console = _console()
        if _narrowest(table, console) <= console.width:
            console.print(table)
        else:
            for name, *cells in rows:
                show_facts(name, [(head, cell) for head, cell in zip(heads[1:], cells, strict=True) if cell])
        return
    written = [heads, *rows] if headed else rows
    widths = [max(width(row[i]) for row in written) for i in range(len(heads))]
    for row in written:
        cells = (
            right(cell, columns) if i in numbers else left(cell, columns)
            for i, (cell, columns) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join(cells).rstrip())


def show_numbers(numbers: Any, between: str = " ", end: str = "\n") -> None:
    """Write a list or an array of numbers, however long."""
    for start in range(0, len(numbers), CHUNK):
        chunk = numbers[start : start + CHUNK]
        text = between.join(map(str, chunk.tolist() if hasattr(chunk, "tolist") else chunk))
        sys.stdout.write((between if start else "") + text)
    sys.stdout.write(end)


def show_json_with(data: dict[str, Any], name: str, numbers: Any) -> None:
    """Write plain data as JSON, and as its last member numbers, however many, in one line."""
    head = import_module("json").dumps({**data, name: []}, indent=2)
    sys.stdout.write(head.removesuffix("]\n}"))
    show_numbers(numbers, ", ", "]\n}\n")


def write_json(path: str, data: Any) -> None:
    """Write plain data into a file, as `written` does."""
    with written(path) as file:
        file.write(f"{import_module('json').dumps(data)}\n".encode())


def certified(path: str, certificate: dict[str, Any]) -> str:
    """Write a certificate into a file, and return the line that says so."""
    write_json(path, certificate)
    return _("Certificate: {certificate}  (checked by `grundy verify`)").format(certificate=path)


@contextmanager
def written(path: str) -> Generator[BinaryIO]:
    """Open a file for an answer that stands there whole or not at all; GrundyError where it cannot be written."""
    from grundy.common.files import whole  # most commands write no file

    try:
        with whole(Path(path)) as file:
            yield file
    except OSError as error:
        raise _unwritten(path, error) from None


def check_writable(*paths: str) -> None:
    """Raise GrundyError if a file cannot be written there: before the work, since it would be lost. "" is no file."""
    for path in filter(None, paths):
        place = Path(path).resolve()
        if place.is_dir():
            raise GrundyError("{path} cannot be written: it is a folder", path=path)
        if not place.parent.is_dir():
            raise GrundyError("{path} cannot be written: there is no folder {parent}", path=path, parent=place.parent)
        own = place.exists() and not place.is_file()  # a pipe, in which no draft takes the place of a file
        if not os.access(place if own else place.parent, os.W_OK):
            raise GrundyError("{path} cannot be written: permission denied", path=path)


def make_folder(path: str) -> None:
    """Make a folder for files of an answer, if it is not there; GrundyError where they could not be written."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritten(path, error) from None
    if not os.access(path, os.W_OK):
        raise GrundyError("{path} cannot be written: permission denied", path=path)


@contextmanager
def telling_what_is_kept(save: bool) -> Generator[None]:
    """Where work that is saved is interrupted, tell where its values are."""
    try:
        yield
    except KeyboardInterrupt:
        if save:
            place = import_module("grundy.solving.store.sequences").folder()
            print(
                _("grundy: progress is saved in {place}; run the same command to resume").format(place=place),
                file=sys.stderr,
            )
        raise


def _unwritten(path: str, error: OSError) -> GrundyError:
    return GrundyError("{path} cannot be written: {reason}", path=path, reason=(error.strerror or str(error)).lower())


def _narrowest(table: Any, console: Any) -> int:
    """Return in how many columns a table can be drawn with no word cut."""
    measured = import_module("rich.measure").Measurement.get(console, console.options.update_width(1 << 16), table)
    return measured.minimum


def _console() -> Any:
    return import_module("rich.console").Console(highlight=False, markup=False, emoji=False)


# ---- figures that commands write: ``--plot FILE``


PROVER = 2
"""Seconds for a theorem from which the law in a title follows."""


def check_plot(path: str) -> None:
    """Raise GrundyError, before the work is done, if no figure could be written there; "" is none."""
    if not path:
        return
    # where matplotlib is imported it reads a file of that name, and older versions run what stands in it
    by_chance = os.path.lexists("matplotlibrc")
    with chdir(Path(__file__).parent) if by_chance else nullcontext():
        import_module("grundy.common.extras").extra("matplotlib", "plot")
        plots = import_module("grundy.faces.plots")
    plots.check(path)
    check_writable(path)


def write_plot(figure: Any, path: str) -> None:
    """Write a figure into a file that stands there whole or not at all."""
    with written(path) as file:
        import_module("grundy.faces.plots.figures").write(figure, file, Path(path).suffix.lower()[1:])


def told_of_plot(name: str, last: int, path: str) -> str:
    """Return what was drawn, up to which number, and where."""
    return _("{name} to {count:,} is drawn in {plot}").format(name=name, count=last, plot=path)
