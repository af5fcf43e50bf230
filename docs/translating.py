"""``python docs/translating.py`` gathers the sentences, and updates and compiles the catalogues (with Babel)."""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import grundy
from grundy.playing.lessons import LESSONS

HOUSE = Path(grundy.__file__).parent
LOCALE = HOUSE / "common" / "locale"
OWN = "translating" if __name__ == "__main__" else __name__
SOURCES = [("**.py", f"{OWN}:of_python"), ("faces/web/templates/**.html", "jinja2")]
OPTIONS = {"faces/web/templates/**.html": {"trimmed": "true", "silent": "false"}}


def keywords() -> dict[str, Any]:
    """Return what sentences are given to: `_` and its like, `Sentence`, refusals, and errors (which have data)."""
    texts = [path.read_text(encoding="utf-8") for path in HOUSE.rglob("*.py")]
    trees = [ast.parse(text) for text in texts if "class " in text]
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    errors, before = {"GrundyError"}, 0
    while len(errors) > before:
        before = len(errors)
        errors |= {each.name for each in classes if errors & {ast.unparse(base) for base in each.bases}}
    own = dict.fromkeys(["N_", "Sentence", "Unproved", "refuse", "no_position", "bad_rules", *sorted(errors)])
    return {**DEFAULT_KEYWORDS, **own, "Refused": (2,)}


def gathered() -> Catalog:
    """Return the template: the sentences of the sources, of the games' files and of the shell's help."""
    template = Catalog(project="grundy", charset="utf-8")
    found = extract_from_dir(HOUSE, SOURCES, OPTIONS, keywords())
    for file, _line, message, _comments, context in sorted(found, key=lambda each: (each[0], each[1])):
        template.add(message, locations=[(file, 0)], context=context)
    for file, message in (*of_games(), *of_judges(), *of_commands(), *of_lessons()):
        template.add(message, locations=[(file, 0)])
    return template


def of_python(file: IO[bytes], *asked: Any, options: Any) -> Iterator[Any]:
    """Yield what Babel extracts of a module: written anew, for a sentence in parentheses of its own is one it misses."""
    yield from extract_python(io.BytesIO(ast.unparse(ast.parse(file.read())).encode()), *asked, options=options)


def of_games() -> Iterator[tuple[str, str]]:
    """Yield (file, sentence) for what the games' files say of themselves: names, docstrings, also of judges, theorems."""
    from grundy.games import load_all

    for rules in load_all():
        file = f"games/{rules.name.replace('-', '_')}.py"
        theorems = (text for theorem in rules.theorems for text in (theorem.name, theorem.statement))
        called, variants = rules.called_by, rules.begins.variants if rules.begins else ()
        words = (called.names, called.line, called.misere_names, *(each.name for each in variants))
        for told in (*words, rules.doc, *theorems, *(answer.__doc__ for answer in rules.judges.values())):
            if told:
                yield file, told


def of_judges() -> Iterator[tuple[str, str]]:
    """Yield (file, words) for what the judges call the things that they read: ``read.integer(what="a heap")``."""
    for path in sorted(HOUSE.glob("games/*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func).startswith("read."):
                for given in (*call.args, *(keyword.value for keyword in call.keywords)):
                    if isinstance(given, ast.Constant) and isinstance(given.value, str):
                        yield f"games/{path.name}", given.value


def of_lessons() -> Iterator[tuple[str, str]]:
    """Yield (file, words) for the titles of the lessons and what each step says."""
    for lesson in LESSONS:
        yield from (("playing/lessons.txt", words) for words in (lesson.called, *(step.words for step in lesson.steps)))


def of_commands() -> Iterator[tuple[str, str]]:
    """Yield (file, sentence) for the help of the commands and of their arguments."""
    from click import Command, Group

    from grundy.faces.cli.app import COMMANDS, Shell, module_of

    def told(command: Command) -> Iterator[str]:
        yield from filter(None, (command.help, *(getattr(param, "help", None) for param in command.params)))
        for each in command.commands.values() if isinstance(command, Group) else ():
            yield from told(each)

    shell = Shell()
    yield from (("faces/cli/app.py", text) for text in told(shell))
    for name in COMMANDS:
        if command := shell.get_command(None, name):
            yield from ((f"faces/cli/{module_of(name)}.py", text) for text in told(command))


def catalogues() -> dict[Path, Catalog]:
    """Return the catalogues by their files, brought up to date."""
    template, found = gathered(), {}
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/grundy.po")):
        with path.open("rb") as file:
            found[path] = read_po(file, locale=path.parent.parent.name)
        created = found[path].creation_date
        found[path].update(template, no_fuzzy_matching=True)
        found[path].creation_date = created  # so that the file changes with the sentences only
        found[path].obsolete.clear()
    return found


def compiled(catalogue: Catalog) -> bytes:
    """Return what Python reads of a catalogue."""
    made = io.BytesIO()
    write_mo(made, catalogue)
    return made.getvalue()


def main() -> None:
    """Write the catalogues, and tell how many sentences have no translation yet."""
    for path, catalogue in catalogues().items():
        with path.open("wb") as file:
            write_po(file, catalogue, width=120, include_lineno=False)
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        missing = sum(1 for message in catalogue if message.id and not message.string)
        print(f"{path}: {len(catalogue)} sentences, {missing} without a translation")


if __name__ == "__main__":
    main()
