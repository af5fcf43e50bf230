"""The pages that are made: one for each game of the catalogue, from its file, and an index of them by class.

Every command that a page shows is run here, and its real answer shown. ``mkdocs`` runs this file when the site is built.
"""

from __future__ import annotations

import ast
import inspect
import io
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from html import escape
from itertools import islice
from pathlib import Path
from textwrap import indent

from grundy import games
from grundy.cli import arguments, main
from grundy.cli.games import described
from grundy.drawing import svg
from grundy.rules.heaps import HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.theorem import Theorem

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
CLASSES = {
    "impartial": "Impartial games: both players have the same moves, and who cannot move loses",
    "partisan": "Partisan games: Left and Right have moves of their own, and who cannot move loses",
    "loopy": "Loopy games: play need not end",
    "endings": "Games with declared endings: a line of stones wins, a full board is a tie",
    "scoring": "Scoring games: moves gain points",
}
GIVES = {"value": "the Grundy value", "losing": "who wins", "score": "the best difference of scores"}


def page(rules: Ruleset) -> str:
    """Return the page of a game, in Markdown."""
    return "\n\n".join(part for part in _parts(rules) if part) + "\n"


def index(catalogue: list[Ruleset]) -> str:
    """Return the index of the games by class, each with a small picture."""
    lines = ["# Games", f"The catalogue has {len(catalogue)} games. Each page is made from the game's one file."]
    kinds = dict.fromkeys([*CLASSES, *map(kind, catalogue)])
    for name in kinds:
        cards = [_card(rules) for rules in catalogue if kind(rules) == name]
        if cards:
            lines += [f"## {CLASSES.get(name, name)}", '<div class="games">\n' + "\n".join(cards) + "\n</div>"]
    return "\n\n".join(lines) + "\n"


def kind(rules: Ruleset) -> str:
    """Return the class of a game, mostly a key of `CLASSES`."""
    return described(rules)["class"]


def example(rules: Ruleset) -> Position:
    """Return a position worth showing: of the small ones the last with some moves where the mover wins, if there is one."""
    small = [p for p in islice(rules.small_positions(), 300) if words(p)]
    plain = [p for p in small if "=" not in words(p)] or small
    rich = [p for p in reversed(plain) if len(list(islice(p.options(), 3))) == 3] or plain[::-1]
    rich.sort(
        key=lambda p: len({*p.ruleset.arguments(p.state)}) < len(p.ruleset.arguments(p.state))
    )  # like numbers last
    return next((p for p in rich[:12] if p.outcome().name == "N"), rich[0])


def words(position: Position) -> str:
    """Return a position as the shell takes it, "" if only play leads to it."""
    rules, usual = position.ruleset, position.ruleset.origin.params
    own = [f"{name}={_word(value)}" for name, value in rules.params.items() if usual.get(name) != value]
    shown = rules.show(position.state)
    ways = (re.split(r", (?![^(]*\))", shown), [shown], [_word(a) for a in rules.arguments(position.state)])
    for state in ways:
        for params in ([], own):
            found = shlex.join([rules.name, *state, *params])
            if _means(found, position):
                return found
    return ""


def _word(value: object) -> str:
    flat = isinstance(value, tuple) and len(value) > 1 and all(isinstance(v, int) for v in value)
    return ",".join(map(str, value)) if flat else str(value)  # type: ignore[arg-type]


def _means(text: str, position: Position) -> bool:
    try:
        return str(arguments.position(shlex.split(text))) == str(position)
    except Exception:  # what stands for another position, or for none, may fail in any way
        return False


def _parts(rules: Ruleset) -> Iterator[str]:
    module = sys.modules[f"grundy.games.{rules.name.replace('-', '_')}"]
    source = inspect.getsource(module)
    shown = example(rules)
    said = words(shown)
    yield f"# {rules.name}"
    yield f'<p class="kind">{kind(rules)}</p>'
    yield inspect.cleandoc(module.__doc__ or rules.doc)
    yield _figure(shown)
    yield _console(f"grundy solve {said}", f"grundy explain {said}")
    yield "## Rules\n\n" + _python(_rules_in(source, rules))
    yield _parameters(rules)
    yield from map(_theorem, rules.theorems)
    if isinstance(rules, HeapRuleset):
        yield "## Sequence\n\n" + _console(f"grundy sequence {rules.name} --to 40", f"grundy law {rules.name}")
    yield _moves(shown)
    for name, judge in rules.judges.items():
        how = f"`grundy judge {name} < in.txt` answers this contest problem. What it reads, and what it writes:"
        yield f"## Contest problem {name}\n\n{how}\n\n{_python(inspect.getsource(judge))}"
    yield f'??? note "The whole file: src/grundy/games/{Path(module.__file__ or "").name}"\n\n' + indent(
        _python(source), "    "
    )


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


def _parameters(rules: Ruleset) -> str:
    if not rules.params:
        return ""
    rows = "\n".join(f"| `{name}` | `{value}` |" for name, value in rules.params.items())
    return f"## Parameters\n\n| parameter | unless told |\n|---|---|\n{rows}"


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
    summary = rules.doc.partition("\n\n")[0].replace("\n", " ")
    return f'<a href="{rules.name}/">{svg(example(rules), size=24)}<strong>{rules.name}</strong><span>{escape(summary)}</span></a>'


def _console(*commands: str) -> str:
    """Return a block of commands with what each of them writes; RuntimeError if one fails."""
    block: list[str] = []
    for command in commands:
        out = io.StringIO()
        with redirect_stdout(out):
            if main(shlex.split(command)[1:]):
                raise RuntimeError(f"$ {command}")
        block.append(f"$ {command}\n{out.getvalue().rstrip()}\n")
    return "```console\n" + "\n".join(block) + "```"


def _python(source: str) -> str:
    return f"```python\n{source.rstrip()}\n```"


def copied(path: Path) -> str:
    """Return a page that stands outside of ``docs/``, with its links as they are on the site."""

    def link(match: re.Match[str]) -> str:
        target = (path.parent / match[2]).resolve().relative_to(ROOT).as_posix()
        place = COPIED.get(target) or (target.removeprefix("docs/") if target.startswith("docs/") else "")
        return f"[{match[1]}]({place})" if place else match[1]

    return re.sub(r"\[([^\]]+)\]\(([^):#]+)\)", link, path.read_text(encoding="utf-8"))


def pages() -> Iterator[tuple[str, str]]:
    """Iterate over the names of all pages that are made, and their texts."""
    catalogue = games.load_all()
    links = [f"* [{rules.name}]({rules.name}.md)\n" for rules in catalogue]
    yield "games/SUMMARY.md", "".join(["* [All games](index.md)\n", *links])
    yield "games/index.md", index(catalogue)
    for rules in catalogue:
        yield f"games/{rules.name}.md", page(rules)
    for source, name in COPIED.items():
        if (ROOT / source).is_file():
            yield name, copied(ROOT / source)


def write() -> None:
    """Write all the pages, as mkdocs-gen-files asks."""
    import mkdocs_gen_files

    for name, text in pages():
        with mkdocs_gen_files.open(name, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "<run_path>":  # so mkdocs-gen-files calls it
    write()
