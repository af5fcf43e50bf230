"""The parts of the architecture's page that are made from the code: the wings with what each says of itself and imports,
and the ways by which some data go through them.

``python docs/architecture.py`` writes them into ``docs/architecture.md``, each between two comments; the tests compare.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "grundy"
PAGE = ROOT / "docs" / "architecture.md"


def order() -> list[str]:
    """Return the wings from the foundation up, as the contract of layers has them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    [layers] = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    return [name.strip().removeprefix("grundy.") for layer in reversed(layers) for name in layer.split("|")]


def wings() -> str:
    """Return the table of wings: what the first two paragraphs of each say, and which others it imports."""
    rows = ["| in `src/grundy/` | holds | imports |", "|---|---|---|"]
    for wing in order():
        needs = imported(wing)
        told = " ".join(docstring(PACKAGE / wing / "__init__.py").split("\n\n")[:2])
        rows.append(
            f"| `{wing}/` | {' '.join(told.split())} | {', '.join(each for each in order() if each in needs)} |"
        )
    return "\n".join(rows)


def docstring(file: Path) -> str:
    """Return what a module says of itself."""
    return ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""


def imported(wing: str) -> set[str]:
    """Return the other wings from which a wing imports, in functions too, those for the type checker alone aside."""
    found: set[str] = set()
    for file in (PACKAGE / wing).rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        checked = {id(node) for branch in ast.walk(tree) if _is_for_types(branch) for node in ast.walk(branch)}
        for node in ast.walk(tree):
            match node:
                case ast.ImportFrom(module=str(name)) if id(node) not in checked and name.startswith("grundy"):
                    found |= {name.split(".")[1]} if "." in name else {alias.name for alias in node.names}
    return found - {wing}


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def ways() -> str:
    """Return five ways through the house, each with the files whose functions are called, in the order of first entry."""
    sys.path.insert(0, str(ROOT / "tests"))
    from grundy.common.package import SHIPPED
    from grundy.solving.catalogued import known
    from traces import WAYS, stops

    assert known(SHIPPED), "the ways are those of an installed package: compile ahead first"
    shown: list[str] = []
    for title, way in WAYS.items():
        found = stops(way.before, way.way)
        shown.append(f"**{title}**, {len(found)} stops: {' → '.join(f'`{stop}`' for stop in found)}.")
    return "\n\n".join(shown)


PARTS: dict[str, Callable[[], str]] = {"wings": wings}
"""What is compared with the page by `tests/test_docs.py`; the ways are by `tests/test_traces.py`, one by one."""


def made(page: str, parts: dict[str, Callable[[], str]] = PARTS) -> str:
    """Return the page with its parts as the code has them."""
    for name, part in parts.items():
        marked = re.compile(rf"(<!-- {name}: made by docs/architecture.py -->\n).*?(<!-- end -->)", re.DOTALL)
        page, count = marked.subn(lambda found, part=part: f"{found[1]}\n{part()}\n\n{found[2]}", page)
        assert count == 1, name
    return page


if __name__ == "__main__":
    PAGE.write_text(made(PAGE.read_text(encoding="utf-8"), {**PARTS, "ways": ways}), encoding="utf-8")
