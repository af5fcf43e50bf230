"""Developments for Coq: what they state is the game, and the kernel accepts true ones and no changed ones."""

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.blocks import shell

import grundy as gr
from cases import nontrivial
from grundy.check.laws import held_moves
from grundy.check.moves import moves_of as read_by_the_checker
from grundy.common.errors import GrundyError
from grundy.games import load
from grundy.proving.coq import development
from grundy.proving.coq.laws import Move, moves_of
from grundy.proving.coq.winning import System, system_of
from grundy.proving.known import theorem
from grundy.rules.data import rules_data

COQC = shutil.which("coqc")
needs_coq = pytest.mark.skipif(COQC is None, reason="coqc is not installed")


@gr.game(least=0)
def far_or_double(a: int, b: int):
    """Moves of all sorts: a difference that is not 0, a sum, a constant, a choice."""
    if a != b and a > 0:
        yield a - 1, b
    if a >= 3:
        yield a - 3, b + 1
    for k in range(1, b + 1):
        yield 0, b - k


@cache
def certificate(name: str, **asked: Any) -> dict[str, Any]:
    words, _, params = name.partition(" ")
    rules = load(words) if "." not in words else gr.octal(words)
    settings = {key: eval(value) for key, _, value in (one.partition("=") for one in params.split())}
    return theorem(rules.bind(**settings), **asked).certificate()


ROWS = {
    "bash m=2": {},
    "nim": {"heaps": 2},
    "wythoff": {},
    "fibonacci-nim": {},
    "0.77": {},
}


# ---- what is stated


def options(moves: list[Move], position: tuple[int, ...], most: int) -> Iterator[tuple[int, ...]]:
    """Yield the options by the inductive relation, all numbers up to a bound being tried."""
    for move in moves:
        own = [name for name in move.variables if name[0] != "x"]
        for numbers in product(range(most), repeat=len(own)):
            names = {**dict(zip(own, numbers, strict=True)), **{f"x{i}": x for i, x in enumerate(position)}}
            premises = [re.sub(r"(?<!<)=", "==", premise) for premise in move.premises]
            if all(eval(premise, {}, names) for premise in premises):
                yield tuple(eval(term, {}, names) for term in move.option)


@pytest.mark.parametrize("name", ["wythoff", "bash m=2", "fibonacci-nim"])
def test_the_relation_has_the_moves_of_the_rules(name: str) -> None:
    fields = certificate(name)
    moves, rules = moves_of(held_moves(fields)), load(name.split()[0])
    if fields["parameters"]:
        rules = rules.bind(**fields["parameters"])
    width = moves[0].heaps
    for position in product(range(6), repeat=width):
        told = {one.state if isinstance(one.state, tuple) else (one.state,) for one in rules(*position).options()}
        assert {*options(moves, position, 11 if width < 3 else 6)} == told


def test_a_relation_of_moves_of_all_sorts() -> None:
    moves = moves_of(read_by_the_checker({**rules_data(far_or_double, 0), "heaps": 2}))
    for position in product(range(6), repeat=2):
        assert {*options(moves, position, 9)} == {*far_or_double.function(*position)}


def test_the_page_shows_the_relation_as_it_is_written() -> None:
    page = Path("docs/howto/coq.md").read_text(encoding="utf-8")
    shown = [line.strip() for line in page.splitlines() if line.startswith("    | move")]
    lines = development(certificate("wythoff"))["law.v"].splitlines()
    assert shown == [line for line in lines if line.startswith("| move")]


def test_what_has_no_form_is_told() -> None:
    with pytest.raises(GrundyError, match="only laws of losing positions have one"):
        development(certificate("nim", heaps=2, values=True))
    with pytest.raises(GrundyError, match="the library for Coq does not have the numeration msd_pell"):
        system_of("msd_pell")
    with pytest.raises(GrundyError, match="this theorem has no form for Coq, as these have: who loses"):
        development(gr.kayles(3).solve().certificate())


def test_a_false_certificate_makes_no_development() -> None:
    false = {**certificate("nim", heaps=2)}
    false["automata"] = [{"delta": [[0, -1, -1, 1], [0, -1, -1, 1]], "accepting": [0]}]
    with pytest.raises(GrundyError, match="a position that is not lost has no winning move"):
        development(false)


def test_the_shell_writes_a_folder(tmp_path: Path) -> None:
    code, told = shell(f"grundy prove bash m=2 --coq {tmp_path}/bash")
    assert code == 0 and f"cd {tmp_path}/bash && coqc Laws.v && coqc Systems.v && coqc law.v" in told
    assert sorted(file.name for file in (tmp_path / "bash").iterdir()) == ["Laws.v", "Systems.v", "law.v"]
    (tmp_path / "file").write_text("")
    assert shell(f"grundy prove bash m=2 --coq {tmp_path}/file")[0] == 2


# ---- what the kernel says


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("library")
    for name in ("bash m=2", "0.77"):
        for file, text in development(certificate(name)).items():
            if file != "law.v":
                (folder / file).write_text(text)
    for file in ("Laws.v", "Systems.v", "Grundy.v"):
        assert COQC and subprocess.run([COQC, file], cwd=folder, check=False).returncode == 0
    return folder


def compiled(library: Path, text: str) -> subprocess.CompletedProcess[str]:
    (library / "law.v").write_text(text)
    assert COQC
    return subprocess.run([COQC, "law.v"], cwd=library, capture_output=True, text=True, check=False)


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize("name", ROWS)
def test_the_kernel_accepts_and_nothing_is_assumed(name: str, library: Path) -> None:
    text = development(certificate(name, **ROWS[name]))["law.v"]
    done = compiled(library, text)
    assert done.returncode == 0, done.stderr
    asked = text.count("Print Assumptions")
    assert asked and done.stdout.splitlines() == ["Closed under the global context"] * asked


@pytest.mark.hours
@needs_coq
@pytest.mark.timeout(1800)
def test_no_changed_certificate_is_accepted(library: Path) -> None:
    """A hundred: changed before the development is written, and in the text that the kernel reads."""
    chance, refused = random.Random(31), 0
    for _ in range(100):
        name = chance.choice(["bash m=2", "nim", "fibonacci-nim", "wythoff", "subtraction s=1,3,4"])
        changed = (changed_period if name.startswith("subtraction") else changed_law)(name, chance)
        nontrivial(True)
        for text in changed:
            assert compiled(library, text).returncode != 0, (name, text)
            refused += 1
    assert refused >= 100


def changed_law(name: str, chance: random.Random) -> Iterator[str]:
    """Yield developments of a law, one arrow or the accepting states of which are others."""
    fields = certificate(name, **ROWS[name])
    (automaton,), tracks = fields["automata"], len(held_moves(fields).names)
    changed = automaton
    while same_language(changed, automaton, system_of(fields["numeration"]), tracks):
        rows, accepting = [[*row] for row in automaton["delta"]], {*automaton["accepting"]}
        if chance.random() < 0.3:
            accepting ^= {chance.randrange(len(rows))}
        else:
            row = chance.choice(rows)
            row[chance.randrange(len(row))] = chance.randrange(-1, len(rows))
        changed = {"delta": rows, "accepting": sorted(accepting)}
    with suppress(GrundyError):
        yield development({**fields, "automata": [changed]})["law.v"]
    was = development(fields)["law.v"]
    yield was.replace(law_lines(was), law_lines_of(was, changed))


def changed_period(name: str, chance: random.Random) -> Iterator[str]:
    """Yield a development of a period with another one, or another value."""
    fields = {**certificate(name)}
    if chance.random() < 0.5:
        fields["period"] = chance.choice([n for n in range(1, 20) if n % fields["period"]])
        fields["values"] = None
    else:
        place = chance.randrange(len(fields["values"]))
        fields["values"] = [v + (i == place) for i, v in enumerate(fields["values"])]
    yield development(fields)["law.v"]


def law_lines(text: str) -> str:
    found = re.search(r"Definition delta := .*\nDefinition fin := .*\n", text)
    assert found
    return found[0]


def law_lines_of(text: str, changed: dict[str, Any]) -> str:
    base = re.search(r"tabled ([0-9]+) ", law_lines(text))
    assert base
    table = ";".join("[" + ";".join(f"({n})" for n in row) + "]" for row in changed["delta"])
    final = ";".join(map(str, changed["accepting"]))
    return f"Definition delta := tabled {base[1]} [{table}].\nDefinition fin := member [{final}]%nat.\n"


def same_language(one: dict[str, Any], other: dict[str, Any], system: System, tracks: int) -> bool:
    """Return whether two automata accept the same of the words that write numbers."""
    start = (0, 0, (0,) * tracks)
    seen, work = {start}, [start]
    for a, b, digits in work:
        if (a in one["accepting"]) != (b in other["accepting"]):
            return False
        for place, letter in enumerate(product(range(system.base), repeat=tracks)):
            follow = system.follow_all(digits, letter)
            x, y = (q if q < 0 else rows["delta"][q][place] for q, rows in ((a, one), (b, other)))
            if follow is not None and (x, y, follow) not in seen:
                seen.add((x, y, follow))
                work.append((x, y, follow))
    return True
