"""The pages that are made: one for each game of the catalogue, from its file, an index of them, and the notebooks, run.

Every command that a game's page shows is run here, and its real answer shown. ``mkdocs`` runs this file to build the site.
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from doctest import DocTestParser
from html import escape
from importlib.metadata import metadata
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent
from typing import Any

from grundy import games
from grundy.faces.cli import main
from grundy.faces.drawing import svg
from grundy.faces.web import positions, queries
from grundy.playing.catalogue import kind
from grundy.playing.catalogue import summary as catalogue_summary
from grundy.rules.closed_forms import Theorem
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

ROOT = Path(__file__).resolve().parents[1]
COPIED = {
    "README.md": "readme.md",
    "README.zh-CN.md": "readme.zh-CN.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "RELEASING.md": "releasing.md",
    "benchmarks/README.md": "benchmarks.md",
}
"""Pages that stand outside of ``docs/``, and what they are called on the site."""
SHARED = ("colours.css", "icon.svg")
"""What the site has of the pages of `grundy serve`: their colours and their picture."""
CLASSES = {
    "impartial": ("Impartial games", "Both players have the same moves."),
    "partisan": ("Partisan games", "The players have different moves: Left and Right, or each with pieces of his own."),
    "loopy": ("Loopy games", "Positions may come back, so that play need not end."),
    "scoring": ("Scoring games", "Moves gain points, and the difference of the points counts."),
}
SIDES = ("source_modules", "forbidden_modules")
GIVES = {"value": "the Grundy value", "losing": "who wins", "score": "the best difference of scores"}


def page(rules: Ruleset) -> str:
    """Return the page of a game, in Markdown."""
    return "\n\n".join(part for part in _parts(rules) if part) + "\n"


def index(every: list[Ruleset]) -> str:
    """Return the index of the games by class, each with a small picture."""
    lines = ["# Games", f"The catalogue has {len(every)} games. Each page is made from the game's one file."]
    for name, (title, remark) in CLASSES.items():
        cards = "\n".join(_card(rules) for rules in every if kind(rules) == name)
        lines += [f"## {title}", remark, f'<div class="games">\n{cards}\n</div>']
    return "\n\n".join(lines) + "\n"


def example(rules: Ruleset) -> Position:
    """Return the position that stands for a game; ValueError for a game that has none that the shell can say."""
    shown = positions.example(rules)
    if shown is None:
        raise ValueError(f"{rules.name} has no small position that the shell has words for: add @{rules.name}.small")
    return shown


def _parts(rules: Ruleset) -> Iterator[str]:
    module = sys.modules[f"grundy.games.{rules.name.replace('-', '_')}"]
    source = inspect.getsource(module)
    shown = example(rules)
    said = queries.written(shown)
    yield f"# {rules.called_by.title}"
    yield f'<p class="kind">{kind(rules)} game</p>'
    yield f"{rules.called_by.rules}\n\nNames: {', '.join(dict.fromkeys((rules.name, *rules.called_by.every())))}."
    yield inspect.cleandoc(module.__doc__ or rules.doc)
    yield _figure(shown)
    yield _console(f"grundy solve {said}", f"grundy explain {said}")
    yield "## Rules\n\n" + _python(_rules_in(source, rules))
    yield _parameters(rules)
    yield _starts(rules)
    yield from map(_theorem, rules.theorems)
    if isinstance(rules, HeapRuleset):
        few = " --to 300" if str in map(type, rules.params.values()) else ""  # interpreted: it would take some seconds
        yield "## Sequence\n\n" + _console(f"grundy sequence {rules.name} --to 40", f"grundy law {rules.name}{few}")
        yield _plotted(f"grundy sequence {rules.name} --to 200")
    elif _two_numbers(rules):
        yield "## Table\n\n" + _console(f"grundy table {rules.name} --to 9 --outcomes")
        yield _plotted(f"grundy table {rules.name} --to 60 --outcomes")
    elif rules.partisan and not shown.value().is_number:
        yield "## Thermograph\n\n" + _console(f"grundy thermograph {said}")
        yield _plotted(f"grundy thermograph {said}")
    yield _moves(shown)
    for name, judge in rules.judges.items():
        how = f"`grundy judge {name}` answers this contest problem, read from the input. What it reads and writes:"
        yield f"## Contest problem {name}\n\n{how}\n\n{_python(inspect.getsource(judge))}"
    title = f"The whole file: src/grundy/games/{Path(module.__file__ or '').name}"
    yield f'??? note "{title}"\n\n' + indent(_python(source), "    ")


def _rules_in(source: str, rules: Ruleset) -> str:
    """Return the statement of a file that makes the ruleset: a decorated function, or what is assigned to its name."""
    name = rules.name.replace("-", "_")
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return "\n".join(lines[node.decorator_list[0].lineno - 1 : node.end_lineno])
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
            return "\n".join(lines[node.lineno - 1 : node.end_lineno])
    return source


def _two_numbers(rules: Ruleset) -> bool:
    """Whether the positions of a game are pairs of numbers, and are shown so."""
    pairs = isinstance(rules, FunctionRuleset) and len(rules.names) == 2 and "show" not in rules.hooks
    return pairs and kind(rules) == "impartial"


def _parameters(rules: Ruleset) -> str:
    if not rules.params:
        return ""
    rows = "\n".join(f"| `{name}` | `{value}` |" for name, value in rules.params.items())
    return f"## Parameters\n\n| parameter | unless told |\n|---|---|\n{rows}"


def _starts(rules: Ruleset) -> str:
    """Return a table of the starts that a game's file declares, the usual one in bold."""
    begins = rules.begins
    if begins is None:
        return ""
    rows = [(f"**{_cell(size)}**" if size == begins.usual else _cell(size), "") for size in begins.sizes]
    rows += [(_cell(each.word), f"{', '.join(each.titles)}: {_cell(each.words)}") for each in begins.variants]
    table = "\n".join(f"| {word} | {what} |" for word, what in rows)
    return f"## Starts\n\n`grundy play {rules.name}` begins with the one in bold.\n\n| start | |\n|---|---|\n{table}"


def _theorem(theorem: Theorem) -> str:
    play = " in misère play" if theorem.misere else ""
    lines = [
        f"## {theorem.name[:1].upper()}{theorem.name[1:]}",
        theorem.statement,
        f"Gives {GIVES[theorem.gives]}{play}.",
    ]
    if theorem.source:
        lines.append(f"Source: {theorem.source}.")
    return "\n\n".join([*lines, _python(inspect.getsource(theorem.function))])


def _moves(position: Position) -> str:
    """Return a table of the first moves in the game's notation."""
    rows = [f"| {_cell(move.text)} | {_cell(move.after)} |" for move in islice(position.moves(), 8)]
    title = f"## Notation\n\nSome moves of {_cell(position)}:\n\n| move | what it leaves |\n|---|---|\n"
    return title + "\n".join(rows) if rows else ""


def _cell(what: object) -> str:
    return f"<code>{escape(str(what)).replace('|', '&#124;')}</code>"


def _figure(position: Position) -> str:
    return f"<figure>{svg(position)}<figcaption>{_cell(position)}</figcaption></figure>"


def _card(rules: Ruleset) -> str:
    summary = escape(catalogue_summary(rules))
    label = f"<strong>{rules.called_by.title}</strong><span>{summary}</span>"
    return f'<a href="{rules.name}/">{svg(example(rules), size=24)}{label}</a>'


def _console(*commands: str) -> str:
    """Return a block of commands with what each of them writes."""
    return "```console\n" + "\n".join(f"$ {command}\n{_output(command).rstrip()}\n" for command in commands) + "```"


def _output(command: str) -> str:
    """Return what a command writes; RuntimeError if it fails."""
    out = io.StringIO()
    with redirect_stdout(out):
        if main(shlex.split(command)[1:]):
            raise RuntimeError(f"$ {command}")
    return out.getvalue()


def _plotted(command: str) -> str:
    """Return a command that draws, and what it draws."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"{command.split()[2]}.svg"
        _output(f"{command} --plot {shlex.quote(str(file))}")
        picture = file.read_text(encoding="utf-8")
    return f"```console\n$ {command} --plot {file.name}\n```\n\n<figure>{picture[picture.index('<svg') :]}</figure>"


def _python(source: str) -> str:
    return f"```python\n{source.rstrip()}\n```"


def pictured(path: Path) -> str:
    """Return a page with a figure behind each block of code whose last picture is printed as text."""
    known: dict[str, Any] = {}

    def block(match: re.Match[str]) -> str:
        figures: list[str] = []
        for example in DocTestParser().get_examples(match[0]):
            shown = re.search(r"drawing\.text\((\w+\(.*?\))\)", example.source)
            if shown and "print" in example.source:
                figures.append(_figure(eval(shown[1], known)))  # an expression of our own page
            else:
                exec(compile(example.source, path.name, "exec"), known)
        return "\n\n".join([match[0], *figures])

    return re.sub(r"```python\n.*?```", block, path.read_text(encoding="utf-8"), flags=re.DOTALL)


def copied(path: Path) -> str:
    """Return a page that stands outside of ``docs/``, with its links as they are on the site."""

    def link(match: re.Match[str]) -> str:
        target = (path.parent / match[2]).resolve().relative_to(ROOT).as_posix()
        place = COPIED.get(target) or (target.removeprefix("docs/") if target.startswith("docs/") else "")
        return f"[{match[1]}]({place})" if place else match[1]

    return re.sub(r"\[([^\]]+)\]\(([^):#]+)\)", link, path.read_text(encoding="utf-8"))


def notebook(path: Path) -> Iterator[tuple[str, str | bytes]]:
    """Iterate over the name and text of the page that a notebook becomes when it is run, and those of its pictures."""
    import nbformat
    from nbclient import NotebookClient
    from nbconvert import MarkdownExporter

    book = nbformat.read(path, 4)
    NotebookClient(book, timeout=600, resources={"metadata": {"path": str(path.parent)}}).execute()
    text, found = MarkdownExporter().from_notebook_node(book, resources={"unique_key": path.stem})
    download = f"[Download this notebook]({path.name}){{ download }}"
    yield f"notebooks/{path.stem}.md", f"{text}\n\n{download}\n"
    for name, picture in found["outputs"].items():
        yield f"notebooks/{name}", picture


def contracts() -> str:
    """Return the contracts of imports as a table."""
    rows = ["| contract | what | may not import |", "|---|---|---|"]
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    for contract in tools["importlinter"]["contracts"]:
        if contract["type"] == "layers":
            order = ", ".join(f"`{name}`" for layer in contract["layers"] for name in layer.split(" | "))
            rows.append(f"| {contract['name']} | {order} | what stands before it |")
            continue
        names = [", ".join(f"`{name.removeprefix('grundy.')}`" for name in contract[key]) for key in SIDES]
        rows.append(f"| {contract['name']} | {names[0]} | {names[1]} |")
    return "\n".join(rows) + "\n"


def libraries() -> str:
    """Return a table of the libraries that are installed with grundy: the bounds that were tried, and their licences."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {"": project["dependencies"], **project["optional-dependencies"]}
    rows = ["| library | bounds | comes with | licence |", "|---|---|---|---|"]
    for extra in ("", "web", "store", "plot", "notebook"):
        for line in extras[extra]:
            name = re.split("[<>=]", line)[0]
            rows.append(
                f"| {name} | `{line.removeprefix(name)}` | {extra and f'`grundy[{extra}]`'} | {licence(name)} |"
            )
    return "\n".join(rows) + "\n"


def licence(name: str) -> str:
    """Return what an installed library says of its licence; ValueError if it says nothing."""
    about = metadata(name)
    classifiers = (
        line.split(" :: ")[-1] for line in about.get_all("Classifier") or () if line.startswith("License ::")
    )
    said = about.get("License-Expression") or next(classifiers, "") or (about.get("License") or "").partition("\n")[0]
    if not said:
        raise ValueError(f"{name} does not say which licence it has")
    return said


def pages() -> Iterator[tuple[str, str | bytes]]:
    """Iterate over the names of all files that are made, and what is in them."""
    every = games.load_all()
    yield "games/index.md", index(every)
    for rules in every:
        yield f"games/{rules.name}.md", page(rules)
    for path in sorted((ROOT / "docs/notebooks").glob("*.ipynb")):
        yield from notebook(path)
    yield "libraries.md", (ROOT / "docs/libraries.md").read_text(encoding="utf-8") + libraries()
    yield "architecture.md", (ROOT / "docs/architecture.md").read_text(encoding="utf-8") + contracts()
    yield "howto/pictures.md", pictured(ROOT / "docs/howto/pictures.md")
    for name in SHARED:
        yield name, (ROOT / "src/grundy/faces/web/static" / name).read_bytes()
    for source, name in COPIED.items():
        if (ROOT / source).is_file():
            yield name, copied(ROOT / source)


def write() -> None:
    """Write all the pages, as mkdocs-gen-files asks."""
    import mkdocs_gen_files

    for name, content in pages():
        with mkdocs_gen_files.open(name, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())


if __name__ == "<run_path>":  # so mkdocs-gen-files calls it
    write()
