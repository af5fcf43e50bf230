"""The page on certificates: it names all that the checker reads, and what it shows is accepted, or not, as it says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields

import pytest
from tests.check.shown_certificates import PAGE, ROOT, SHOWN

from grundy.check import KINDS, check, routines
from grundy.check.form import DEEPEST, DIGITS
from grundy.check.numeration import NAMED
from grundy.check.statements import MACHINES
from grundy.common.digest import FORMAT, sealed
from grundy.common.errors import GrundyError
from grundy.language import ir

READERS = ("natural", "naturals", "listed", "choice", "rows_of", "get")
"""The functions by which the checker reads a field, whose name is their first or second argument."""
LISTS = ("check_names", "checked_fields")


def texts(node: ast.AST) -> Iterator[str]:
    """Iterate over the texts in a tuple, and in the tuples that it is made of."""
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def read_by_checker() -> set[str]:
    """Return the names of all fields that the checker reads, or wants to be there, by its text."""
    found = set[str]()
    for path in (ROOT / "src" / "grundy" / "check").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Subscript(slice=ast.Constant(value=str() as name)):
                    found.add(name)
                case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called), args=args) if called in READERS:
                    found |= {text for each in args[:2] if isinstance(each, ast.Constant) for text in texts(each)}
                case ast.Call(func=ast.Name(id=called), args=[_, wanted, *_]) if called in LISTS:
                    found |= {*texts(wanted)}
                case (
                    ast.Assign(targets=[ast.Name(id=name) | ast.Attribute(attr=name)], value=value)
                    | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                ) if re.fullmatch("_?FIELDS|OPTIONAL|MORE|COMMON|HELD|_HOOKS|_SPARSE|more|wanted", name):
                    found |= {*texts(value)}
                case ast.Compare(left=ast.Constant(value=str() as name), ops=[ast.In() | ast.NotIn()]):
                    found.add(name)
                case ast.Compare(ops=[ast.Eq()], comparators=[ast.Set() as wanted]):
                    found |= {*texts(wanted)}
                case _:
                    pass
    return {name for name in found if re.fullmatch("[a-z]{2,}", name)}


def tables() -> Iterator[tuple[str, list[str]]]:
    """Iterate over the tables of the page: what their first column is called, and the names in it."""
    for table in re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE):
        head, _, *rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()]
        yield head[0], [name for row in rows for name in re.findall(r"`(\w+)`", row[0])]


def test_every_field_that_is_read_is_written_down() -> None:
    told = {name for head, names in tables() if head == "field" for name in names}
    read = read_by_checker()
    assert len(read) > 60 and {"mask", "answered", "of", "opposite", "right"} <= read
    assert not [name for name in read if f"`{name}`" not in PAGE and f'"{name}"' not in PAGE]
    assert told - {"inner"} <= read | {"shape", "width", "keywords", "functions"}  # nothing is told that is not there


def test_every_kind_is_written_down() -> None:
    told = re.findall(r'^## .*: `"(.*)"`$', PAGE, re.MULTILINE)
    assert sorted(told) == sorted(KINDS)
    from grundy.check import laws, periods, playing

    held = [*vars(periods)["_CRITERIA"], *vars(playing)["_KINDS"], *vars(laws)["_CLAIMS"]]
    assert len(held) > 14 and not [word for word in held if f'| "{word}" |' not in PAGE]
    for words in (f"`format` | {FORMAT} |", f"up to {DIGITS} digits", f"at most {DEEPEST} deep"):
        assert words in " ".join(PAGE.split())


@pytest.mark.parametrize("head", ["statement", "expression"])
def test_every_node_of_the_rule_language_is_written_down(head: str) -> None:
    rows = dict[str, list[str]]()
    for line in PAGE.partition(f"| {head} | parts |")[2].partition("\n\n")[0].splitlines()[2:]:
        names, parts, _meaning = line.strip("|").split("|")
        rows |= {name: re.findall(r"\w+", parts) for name in re.findall(r"`(\w+)`", names)}
    read = routines.STATEMENTS if head == "statement" else routines.EXPRESSIONS
    written = ir.STATEMENTS if head == "statement" else ir.EXPRESSIONS
    assert rows.keys() == read.keys() == {kind.TAG for kind in written}
    for kind in written:
        parts = [one.name for one in fields(kind) if one.name not in ("line", "words")]
        assert [part for part in rows[kind.TAG] if part in parts] == parts == [*read[kind.TAG]], kind


def test_every_word_of_the_rule_language_is_written_down() -> None:
    words = [*ir.OPERATORS, *ir.SIGNS, *ir.RELATIONS, *ir.APPLIED, *ir.FOLDS, "and", "or"]
    assert {*words} == {word for among in routines.CHOICES.values() for word in among}
    words += ["spread", "inner"]
    assert not [word for word in words if f"`{word}`" not in PAGE]
    assert not [name for name in MACHINES if f"`{name}`" not in PAGE]
    assert not [name for name in NAMED if f'"{name}"' not in PAGE]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_shown_is_so(kind: str) -> None:
    made, changes = SHOWN[kind]
    assert made["kind"] == kind and check(made).verified and changes
    for change, word in changes:
        try:
            verdict = check(sealed({**made, **change}))
        except GrundyError:
            assert word == "refused", change
        else:
            assert word == "false" and not verdict.verified, change
