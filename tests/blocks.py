"""Code blocks of a page: found, run one after the other in a folder of their own, and compared with what the page shows.

A ``python`` block is executed, or, where it has ``>>>``, run as a doctest; all of a page share one namespace. One with a
title (```` ```python title="my_rules.py" ````) is a file, which the blocks after it can name. In a ``console`` block every
``$ grundy …`` is run, and ``$ printf '…' | grundy …``, and what stands below it is what it writes, unless nothing stands
there. ``$ cat FILE`` shows a file, which is made so. Lines of ``…`` alone stand for any lines, such words for any words;
seconds, and how much was computed, may differ.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import shutil
import sys
from collections.abc import Generator, Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from grundy.faces.cli import main
from grundy.rules.session import session

ROOT = Path(__file__).parents[1]
_BLOCK = re.compile(r"^( *)```(python|console)(?: title=\"(.+?)\")?[^\n]*\n(.*?)^\1```", re.DOTALL | re.MULTILINE)
_VARYING = re.compile(r"\d+(\.\d+)? s\b|[\d,]+ were computed|: not proved: tried [^\n]*")
"""What depends on the machine (how far the prover came in its time, too), and on what was asked before."""
_ANY = re.compile(r"\\ …(?=\\ |$)")
"""A word of a line that stands for any others."""
_LEFT_ALONE = ("grundy serve", "grundy write", "pip install", "pipx install", "python3 -m venv", "docker ")
"""Commands that do not end, or prepare a machine."""


class Block(NamedTuple):
    """A code block: its language, the name of its file or "", and its text."""

    language: str
    title: str
    text: str


class Command(NamedTuple):
    """A command of a console block, and what the page shows below it."""

    words: str
    shown: str
    wanted: int


def blocks(page: str, language: str = "") -> list[Block]:
    """Return the blocks of a page, in order; of one language if it is named."""
    found = [Block(m[2], m[3] or "", re.sub(rf"^{m[1]}", "", m[4], flags=re.MULTILINE)) for m in _BLOCK.finditer(page)]
    return [block for block in found if language in ("", block.language)]


def commands(block: str) -> Iterator[Command]:
    """Iterate over the commands of a console block; one that finds a counterexample, as its remark says, ends with 1."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        words, _, remark = re.sub(r"\s{2,}#", "\0", line).partition("\0")
        yield Command(words.strip(), shown.strip("\n"), 1 if "counterexample" in remark else 0)


def shell(words: str) -> tuple[int, str]:
    """Run a ``grundy`` command, whose input may come from a file or a ``printf``; return its exit code and output."""
    code, out, told = run_shell(words)
    return code, out + "".join(t for t in told.splitlines(keepends=True) if not t.startswith("grundy: note:"))


def run_shell(words: str) -> tuple[int, str, str]:
    """Return what is said beside the answer, too."""
    session.forget()  # each command is a process of its own, and to look for the values in use takes a while in this one
    fed, _, line = words.rpartition(" | ") if words.startswith("printf ") else ("", "", words)
    line, source, _ = [*re.split(r" < ([^\s']+)$", line), "", ""][:3]
    data = (
        Path(source).read_bytes()
        if source
        else "".join(shlex.split(fed)[1:]).replace("\\n", "\n").replace("\\r", "\r").encode()
    )
    out, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(errors), patch("sys.stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8")):
        code = main(shlex.split(line)[1:])
    return code, out.buffer.getvalue().decode(), errors.buffer.getvalue().decode()


def run_command(command: Command) -> None:
    """Run one command of a page; AssertionError if it does not do what the page shows."""
    if command.words.startswith("cat "):
        Path(command.words[4:]).write_text(command.shown + "\n", encoding="utf-8")
    elif not command.words.startswith(_LEFT_ALONE):
        assert command.words.startswith(("grundy ", "printf ")), f"$ {command.words} is no command that can be run here"
        code, written = shell(command.words)
        if command.shown:
            written = "\n".join(line.rstrip() for line in written.splitlines()).strip("\n")
            assert fits(command.shown, written), (
                f"$ {command.words}\n{written}\n{written!r}"
            )  # what is not seen tells, too
        else:
            assert code == command.wanted and written, f"$ {command.words}\n{written}"


def fits(shown: str, written: str) -> bool:
    """Whether a page shows what was written, but for what may differ."""
    lines = [_ANY.sub(" .*", re.escape(line)) for line in _VARYING.sub("", shown).splitlines()]
    pattern = "\n".join(r"[^\0]*?" if line.strip() == "…" else line for line in lines)
    return re.fullmatch(pattern, _VARYING.sub("", written)) is not None


def run_python(block: Block, path: Path, scope: dict[str, Any]) -> None:
    """Run one Python block in a namespace; AssertionError where a doctest shows something else."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.text, encoding="utf-8")
    if ">>> " in block.text:
        test = doctest.DocTestParser().get_doctest(block.text, scope, path.stem, str(path), 0)
        report = io.StringIO()
        result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.write, clear_globs=False)
        scope.update(test.globs)
        assert not result.failed, report.getvalue()
    else:
        exec(compile(block.text, str(path), "exec"), scope)


@contextmanager
def _importing_from(folder: Path) -> Generator[None]:
    """Let the files of a folder be imported, and forget them afterwards: the next page may have others of that name."""
    with patch.object(sys, "path", [str(folder), *sys.path]):
        yield
    for name in [n for n, m in sys.modules.items() if str(getattr(m, "__file__", "")).startswith(f"{folder}{os.sep}")]:
        del sys.modules[name]


@contextmanager
def in_folder(folder: Path) -> Generator[None]:
    """Work in a folder, beside the files of ``examples/``."""
    shutil.copytree(ROOT / "examples", folder, dirs_exist_ok=True)
    with chdir(folder), patch.dict(os.environ, GRUNDY_HOME=str(folder)), _importing_from(folder):
        yield


def run_page(page: str, folder: Path) -> int:
    """Run all blocks of a page in a folder, beside the files of ``examples/``, and return how many there were."""
    scope: dict[str, Any] = {"__name__": "page"}
    found = blocks(page)
    with in_folder(folder):
        for number, block in enumerate(found):
            if block.language == "python":
                run_python(block, folder / (block.title or f"block{number}.py"), scope)
            else:
                for command in commands(block.text):
                    run_command(command)
    return len(found)
