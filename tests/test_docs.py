"""The documentation: every code block runs and shows what it says, every game has its page, the site is whole."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from email.message import Message
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.blocks import ROOT, Block, blocks, in_folder, run_page
from tests.compiled_text import texts_of

from grundy import games
from grundy.language.refusal import Unreadable
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.partisan import ImpartialRuleset

DOCS = ROOT / "docs"
PAGES = {page.relative_to(DOCS).as_posix(): page.read_text(encoding="utf-8") for page in sorted(DOCS.rglob("*.md"))}


@pytest.mark.some(7)
@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if blocks(page)])
def test_every_block_runs(name: str, tmp_path: Path) -> None:
    if "import duckdb" in PAGES[name]:
        pytest.importorskip("duckdb")
    run_page(PAGES[name], tmp_path)


def test_a_page_that_shows_something_else_fails(tmp_path: Path) -> None:
    for wrong in ("```console\n$ grundy solve nim 1 1\nfirst player wins\n…\n```", "```python\n>>> 1 + 1\n3\n```"):
        with pytest.raises(AssertionError):
            run_page(wrong, tmp_path)


def test_the_architecture_is_made_from_the_code() -> None:
    """`python docs/architecture.py` mends it."""
    architecture = script("architecture")
    page = PAGES["architecture.md"]
    assert page == architecture.made(page)
    rooms = {path.parent.name for path in (ROOT / "src" / "grundy").glob("*/__init__.py")}
    assert len(rooms) > 10 and {*architecture.order()} == rooms and "tests" not in rooms


# ---- the rules that are shown


def shown_python() -> Iterator[tuple[str, str, list[Block], dict[str, Any]]]:
    """Every place that shows Python: what it is called, its text, the blocks in it, and the names that they may use."""
    for path in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]:
        page = path.read_text(encoding="utf-8")
        yield path.relative_to(ROOT).as_posix(), page, blocks(page, "python"), {}
    for path in [*ROOT.glob("examples/*.py"), *DOCS.glob("notebooks/*.ipynb")]:
        page = path.read_text(encoding="utf-8")
        cells = json.loads(page)["cells"] if path.suffix == ".ipynb" else [{"cell_type": "code", "source": [page]}]
        texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
        yield path.relative_to(ROOT).as_posix(), page, [Block("python", "", text) for text in texts], {}
    for path in (ROOT / "src").rglob("*.py"):
        if ">>> @" in (text := path.read_text(encoding="utf-8")):
            name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")
            for node in ast.walk(ast.parse(text)):
                of_one = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
                if of_one and ">>> @" in (told := ast.get_docstring(node) or ""):
                    scope = vars(importlib.import_module(name))
                    yield f"{name} {getattr(node, 'name', '')}", told, [Block("python", "", told)], scope


def defines(statement: ast.stmt) -> bool:
    """Whether a statement is a part of rules, and asks nothing of them."""
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.FunctionDef() | ast.ClassDef():
            return True
        case ast.Assign(value=ast.Constant() | ast.Tuple()):
            return not any(isinstance(node, ast.Call | ast.Attribute) for node in ast.walk(statement))
        case ast.Assign(value=ast.Call(func=made)):
            return ast.unparse(made).endswith(("game", "Grid"))
        case _:
            return False


def rules_in(found: list[Block], folder: Path, scope: dict[str, Any]) -> Iterator[FunctionRuleset | HeapFunction]:
    """Run the definitions of some blocks, and nothing else; every ruleset of a Python function that is defined there."""
    names = {**scope, "__name__": "page"}
    for number, block in enumerate(found):
        text = block.text
        if ">>> " in text:
            asked = doctest.DocTestParser().get_examples(text)
            text = "".join(each.source for each in asked if each.exc_msg is None)
        path = folder / (block.title or f"block{number}.py")
        path.write_text(text, encoding="utf-8")
        for statement in ast.parse(text).body:
            if not defines(statement):
                continue
            before = {id(value) for value in names.values()}
            exec(compile(ast.Module([statement], []), str(path), "exec"), names)
            for value in [each for each in names.values() if id(each) not in before]:
                rules = value.rules if isinstance(value, ImpartialRuleset) else value
                if isinstance(rules, FunctionRuleset | HeapFunction) and rules.function.__module__ == "page":
                    yield rules


def interpreted(page: str, found: list[Block], folder: Path, scope: dict[str, Any]) -> tuple[int, list[str]]:
    """How many rules are shown, and those that are not compiled without the page saying why."""
    count, silent = 0, list[str]()
    for rules in rules_in(found, folder, scope):
        count += 1
        try:
            assert all('@"fill"(' in text for text in texts_of(rules))
        except Unreadable as problem:
            why, _mend, _rest = str(problem.what).partition(";")
            if why not in re.sub(r"\s+", " ", page):
                silent.append(f"{rules.name}: {problem.reason}")
    return count, silent


def test_every_rule_that_is_shown_is_compiled_or_the_page_says_why(tmp_path: Path) -> None:
    count, silent = 0, list[str]()
    for name, page, found, scope in shown_python():
        with in_folder(tmp_path):
            more, wrong = interpreted(page, found, tmp_path, scope)
        count += more
        silent += [f"{name}: {each}" for each in wrong]
    assert count > 50 and not silent


def test_a_rule_of_which_the_page_does_not_say_why_it_is_interpreted_is_found(tmp_path: Path) -> None:
    page = "```python\nfrom grundy import game\n@game\ndef f(n: int):\n    yield len({n: 1})\n```\n"
    reason = "f: line 4: dictionaries are not read; write a tuple of tuples"
    for told, wanted in (("", [reason]), ("Since dictionaries\nare not read, …", [])):
        assert interpreted(page + told, blocks(page, "python"), tmp_path, {}) == (1, wanted)


# ---- the files and modules that are named

NAMED = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]
    if path.name != "CHANGELOG.md"  # which tells of what was
}
MADE = {"dist/", "my_game.py", "game.html", "src/grundy/games/my_game.py", "manifest.json", "file.py", "sheet.html"}
"""What a release, a reader or a command makes."""
FILE = re.compile(r"[\w.-][\w./-]*\.(?:py|js|css|html|md|json|toml|yml|po|mo|cpp|ipynb)|[\w.][\w./-]*/")
SOURCE = ROOT / "src" / "grundy"


@cache
def everything() -> frozenset[str]:
    """Return the ends of the paths of all files and folders of the repository: ``read/loops.py``, ``loops.py``, …."""
    tops = [ROOT / name for name in ("src", "docs", "tests", "examples", "benchmarks", "docker", ".ci")]
    parts = [path.relative_to(ROOT).parts for top in tops for path in [top, *top.rglob("*")] if path.exists()]
    parts += [(path.name,) for path in ROOT.iterdir()]
    return frozenset("/".join(each[i:]) for each in parts for i in range(len(each)))


def is_there(word: str, page: str) -> bool:
    """Whether a word between backticks names no file and no module, or one that is there or that the page makes."""
    if re.fullmatch(r"grundy(\.\w+)+", word):
        with suppress(ModuleNotFoundError):
            if importlib.util.find_spec(word) is not None:
                return True
        module, _, name = word.rpartition(".")
        return is_there(module, page) and hasattr(importlib.import_module(module), name)
    if FILE.fullmatch(word):
        shown = "".join(re.findall(r"^```.*?^```", page, flags=re.DOTALL | re.MULTILINE))
        return word in MADE or word.rstrip("/") in everything() or word in shown
    room, slash, _name = word.partition("/")
    if room and slash and re.fullmatch(r"[\w/]+", word) and (SOURCE / room).is_dir():
        return (SOURCE / word).is_dir() or (SOURCE / f"{word}.py").exists()
    return True


def named(page: str) -> Iterator[str]:
    """Iterate over the words between backticks, outside blocks of code."""
    for code in re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE)):
        yield from re.split(r"[\s,:()=]+", code)


def test_every_file_and_module_that_a_page_names_is_there() -> None:
    gone = [(name, word) for name, page in NAMED.items() for word in named(page) if word and not is_there(word, page)]
    assert gone == []
    assert sum(word.endswith(".py") for page in NAMED.values() for word in named(page)) > 30


def test_a_room_holds_the_files_that_its_line_names() -> None:
    rows = re.findall(r"^\| `(\w+)/` \| (.+) \|$", PAGES["architecture.md"], re.MULTILINE)
    words = [(room, word) for room, row in rows for word in re.findall(r"`([a-z_]+)`", row)]
    wrong = [each for each in words if not any((SOURCE / each[0]).glob(f"{each[1]}*"))]
    assert len(words) > 20 and not [each for each in wrong if each[1] not in {path.name for path in SOURCE.iterdir()}]


def test_a_file_that_is_gone_is_found() -> None:
    page = 'See `truths.py`, `solving/gone`, `grundy.games.gone`; `pairs.py`.\n```python title="pairs.py"\n```\n'
    assert [word for word in named(page) if not is_there(word, page)] == [
        "truths.py",
        "solving/gone",
        "grundy.games.gone",
    ]


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    """The script that makes pages, as mkdocs runs it, but for the writing."""
    return script("generate")


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["kayles", "wythoff", "domineering", "tic-tac-toe"])
def test_the_page_of_a_game_shows_its_file(generate: ModuleType, name: str) -> None:
    rules = games.load(name)
    page = generate.page(rules)
    assert (
        page.startswith(f"# {rules.called_by.title}\n")
        and f"grundy play {name}" in page
        and "<svg" in page
        and f"$ grundy explain {name} " in page
    )
    assert all(theorem.statement in page and theorem.source in page for theorem in rules.theorems)
    assert all(f"grundy judge {problem}" in page for problem in rules.judges)
    drawn = {"kayles": "## Sequence", "wythoff": "## Table", "domineering": "## Thermograph"}
    assert [title for title in drawn.values() if title in page] == [drawn[key] for key in drawn if key == name]
    assert ("period 12 from 71 on, proved" in page) == (name == "kayles")


def test_links_of_copied_pages_lead_to_pages_of_the_site(generate: ModuleType) -> None:
    copied = generate.copied(ROOT / "README.md")
    assert "](contributing.md)" in copied and "](theorems.md)" in copied and "](examples/" not in copied


FIGURE = r"\d (?:m?s|seconds|min\w*|[GM]i?B)\b|\d times as (?:fast|long)|\d (?:\w+ ){0,2}a second|\d ?(?:毫?秒|分钟|倍)"
BOUNDS = ["CONTRIBUTING", "SECURITY", "docs/kernels", "docs/howto/one-file", "docs/howto/opponent", "docs/howto/server"]
"""Pages that say which time or room something is given."""
QUOTED = ["docs/records", "docs/scale", "docs/theorems"]
"""Pages of figures that their own benchmarks print; the rows of benchmarks/README.md that name them quote them."""


def measured(page: str) -> list[str]:
    """Return the figures of speed and memory outside blocks of code."""
    return re.findall(FIGURE, re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE))


def test_what_was_measured_stands_in_the_table_of_benchmarks_alone() -> None:
    held = {f"{name}.md" for name in [*BOUNDS, *QUOTED]}
    assert not {name: found for name, page in NAMED.items() if name not in held and (found := measured(page))}
    assert all(map(measured, ("took 72 s", "1,000 probes a second", "2 times as fast", "4.9 GiB", "快 33 倍")))


LINK = re.compile(r"(?<!`)\[[^\]]*\]\(([^)\s]+)\)")


def anchors(page: str) -> set[str]:
    """Return the names of the headings of a page, as GitHub and the site make them."""
    page = re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE)
    headings = (re.sub(r"[`*]", "", title) for title in re.findall(r"^#+ +(.+)$", page, re.MULTILINE))
    return {re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", title).strip().lower()) for title in headings}


def leads_nowhere(name: str, link: str, made: set[str]) -> bool:
    """Return whether a link of a page names no file of the repository, page that is made, or heading."""
    if re.match(r"[a-z]+:", link):
        return False
    target, _sign, anchor = link.partition("#")
    path = ((ROOT / name).parent / target if target else ROOT / name).resolve()
    place = path.relative_to(ROOT).as_posix()
    if place in made:
        return anchor != ""
    return not path.exists() or (anchor != "" and anchor not in anchors(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", NAMED)
def test_relative_links_lead_to_files_and_headings(name: str, generate: ModuleType) -> None:
    made = {f"docs/games/{game}.md" for game in [*games.names(), "index"]} | {"docs/games/"}
    made |= {f"docs/notebooks/{path.stem}.md" for path in DOCS.glob("notebooks/*.ipynb")}
    made |= {f"docs/{page}" for page in generate.COPIED.values()}
    if not name.startswith("docs/"):
        made = set()  # it is read where no page is made
    page = re.sub(r"^```.*?^```", "", NAMED[name], flags=re.DOTALL | re.MULTILINE)
    assert [link for link in LINK.findall(page) if leads_nowhere(name, link, made)] == []


def test_a_link_that_leads_nowhere_is_found() -> None:
    assert not leads_nowhere("README.md", "docs/tutorial.md", set())
    assert not leads_nowhere("README.md", "https://example.org/x", set())
    assert leads_nowhere("README.md", "docs/no-such-page.md", set())
    assert leads_nowhere("README.md", "docs/tutorial.md#no-such-heading", set())


def test_pages_and_documentation_have_one_colour_and_one_picture(generate: ModuleType) -> None:
    static = ROOT / "src" / "grundy" / "faces" / "web" / "static"
    colours, settings = (static / "colours.css").read_text(), (ROOT / "mkdocs.yml").read_text()
    shared = set(generate.SHARED)
    assert {"colours.css", "icon.svg"} == shared
    assert all(re.search(rf"\b{key}: icon\.svg$", settings, re.MULTILINE) for key in ("logo", "favicon"))
    assert "extra_css: [colours.css, style.css]" in settings
    brand = re.findall(r"--brand: (#[0-9a-f]{6});", colours)
    assert len(brand) == 1 and f'fill="{brand[0]}"' in (static / "icon.svg").read_text()
    known = set(re.findall(r"(--[\w-]+):", colours))
    for sheet in (DOCS / "style.css", static / "docs.css", static / "sequence.js"):
        text = sheet.read_text()
        assert brand[0] not in text and "--brand" in text
        assert {name for name in re.findall(r"var\((--[\w-]+)\)", text) if not name.startswith("--md-")} <= known


@pytest.mark.hours
def test_the_site_is_whole_and_fetches_nothing_from_outside(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {game.parent.name for game in (tmp_path / "games").glob("*/index.html")} == set(games.names())
    for page in tmp_path.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.search(r"<(script|img|iframe|source)\b[^>]*\bsrc=[\"']?(https?:)?//", text), page
        assert not re.search(
            r"<link\b[^>]*\brel=[\"']?(stylesheet|preconnect|icon)[^>]*href=[\"']?(https?:)?//", text
        ), page
    for sheet in tmp_path.rglob("*.css"):
        assert "url(http" not in sheet.read_text(encoding="utf-8"), sheet


def test_every_library_says_its_licence(generate: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [line for line in generate.libraries().splitlines()[2:] if line]
    assert len(rows) > 15
    assert all(re.search(r"MIT|BSD|Apache|Python Software Foundation", row) and "GPL" not in row for row in rows)
    monkeypatch.setattr(generate, "metadata", lambda name: Message())
    with pytest.raises(ValueError, match="numpy does not say which licence"):
        generate.licence("numpy")
