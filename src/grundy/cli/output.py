"""Showing answers: with rich on a terminal, as plain text in a pipe, as JSON when asked."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from importlib import import_module
from typing import Any

Rows = Sequence[tuple[str, str]]


def on_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


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


def show_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Write a table: drawn on a terminal, in aligned columns in a pipe."""
    if on_terminal():
        table = import_module("rich.table").Table(*heads, box=import_module("rich.box").SIMPLE_HEAD)
        text = import_module("rich.text").Text
        for row in rows:
            table.add_row(*map(text, row))
        _console().print(table)
        return
    widths = [max(len(row[i]) for row in rows) for i in range(len(heads))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _console() -> Any:
    return import_module("rich.console").Console(highlight=False, markup=False, emoji=False)


class Progress:
    """Shows how many positions a long search has reached, on a terminal, after the first second."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.shown = self.start
        self.wanted = sys.stderr.isatty()
        self.written = False

    def __call__(self, positions: int) -> None:
        """Take note of the positions reached."""
        now = time.monotonic()
        if self.wanted and now - self.shown > 1:
            self.shown = now
            rate = positions / (now - self.start)
            print(f"\r{positions:,} positions, {rate:,.0f} a second ", end="", file=sys.stderr, flush=True)
            self.written = True

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error: object) -> None:
        """Wipe the line."""
        if self.written:
            print("\r" + " " * 60 + "\r", end="", file=sys.stderr, flush=True)
