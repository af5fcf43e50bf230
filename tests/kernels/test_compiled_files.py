"""Compiled code in files: what is damaged is made again, what is foreign is refused, and nobody is left compiling."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs
import pytest

from cases import nontrivial
from damaged_files import damages, flipped
from generated import define
from grundy.common.errors import GrundyError, Notice
from grundy.faces import ahead as building_ahead
from grundy.faces.cli import main
from grundy.kernels import ahead, building, care, jit, library, objects
from grundy.kernels.compiling import inlined, kernel
from grundy.language.native import MachineCode, of_states
from grundy.language.read import read
from shell import alive, children_of, within

RULE = "def rule(n):\n    yield n + {number}\n"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path))
    monkeypatch.setattr(jit, "_COMPILED", {})
    return tmp_path


def code(number: int) -> MachineCode:
    return of_states(read(define(RULE.format(number=number))), width=1)


def answer(number: int) -> int:
    """What a rule gives whose text has a number in it, compiled or loaded."""
    state, out = np.array([40]), np.zeros(2, np.int64)
    assert jit.compile_fill(code(number))(state, state, out) == 1
    return int(out[1]) - 40


def test_two_hundred_damaged_files(place: Path) -> None:
    """None is taken for code; the first of each kind is made again, with the right answer, and lies there whole."""
    assert answer(7) == 7
    [file] = place.glob("*.o")
    wanted = library.rule(code(7).key)
    whole = file.read_bytes()
    assert file.name == wanted.own_file(objects.level()) and objects.read(wanted) == whole[32:]
    for number, damaged in enumerate(damages(whole, 200)):
        file.write_bytes(damaged)
        nontrivial(damaged != whole)
        assert objects.read(wanted) is None, number
        if number < 9:
            jit._COMPILED.clear()
            assert answer(7) == 7
            assert objects.is_whole(file.read_bytes())


def test_what_another_version_compiled_is_compiled_again(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer(8) == 8
    [old] = place.glob("*.o")
    monkeypatch.setattr(objects, "compiler", lambda: "llvmlite-99.0")
    jit._COMPILED.clear()
    assert objects.read(library.rule(code(8).key)) is None and answer(8) == 8
    [new] = set(place.glob("*.o")) - {old}
    assert "llvmlite-99.0" in new.name and care.looked_at(place).left_over == [old]


def test_a_build_takes_nothing_of_other_compilers(tmp_path: Path) -> None:
    before, now = tmp_path / "before", tmp_path / "now"
    before.mkdir()
    (before / "a.o").write_bytes(b"code")
    (before / building_ahead.MADE_BY).write_text("0.1 0.1\n")
    for _ in range(2):
        building_ahead.clear_of_others(now)
        building_ahead.taken(before, now)
        assert not [*now.glob("*.o")]
        (now / "b.o").write_bytes(b"of today")
        building_ahead.clear_of_others(now)
        assert [file.name for file in now.glob("*.o")] == ["b.o"]
        (now / "b.o").unlink()
    building_ahead.clear_of_others(before)
    (before / "c.o").write_bytes(b"code")
    building_ahead.taken(before, now)
    assert [file.name for file in now.glob("*.o")] == ["c.o"]


def test_what_is_edited_is_other_code() -> None:
    assert [answer(n) for n in (1, 2, 1)] == [1, 2, 1]


def test_a_folder_that_is_relative_or_another_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_CACHE", "compiled")
    with pytest.raises(GrundyError, match="relative"):
        answer(3)
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    monkeypatch.setenv("GRUNDY_CACHE", str(theirs))
    monkeypatch.setattr(os, "getuid", lambda: theirs.stat().st_uid + 1)
    with pytest.raises(GrundyError, match="another user"):
        answer(3)


def test_a_user_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """There a folder of this process is used, and told."""
    monkeypatch.delenv("GRUNDY_CACHE")
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda *_, **__: "~/.cache/grundy")
    objects._folder.cache_clear()
    with pytest.warns(Notice, match="what is compiled is kept in"):
        assert answer(4) == 4
    objects._folder.cache_clear()


# -- calls -------------------------------------------------------------------------------------------------------------


@inlined
def _deep(n: Any) -> Any:
    if n > 3:
        raise RecursionError
    return n


@kernel("int64(int64[:,::1], uint32[::1], int64, boolean)")
def corner(grid: Any, small: Any, n: Any, last: Any) -> Any:
    """Return what stands in a corner of a grid."""
    return grid[-1, -1] + small[0] if last else grid[0, 0] + _deep(n)


def test_arrays_and_numbers_are_checked() -> None:
    grid, small = np.arange(12).reshape(3, 4), np.array([100], np.uint32)
    assert corner(grid, small, 0, True) == 111 and corner(grid, small, np.int64(2), np.bool_(False)) == 2
    for wrong in (grid.T, grid[:, :2], grid[0], grid.astype(np.int32)):
        with pytest.raises(TypeError):
            corner(wrong, small, 0, True)
    for number in (1 << 63, -(1 << 63) - 1):
        with pytest.raises(OverflowError):
            corner(grid, small, number, True)
    with pytest.raises(RecursionError):
        corner(grid, small, 4, False)


# -- processes ---------------------------------------------------------------------------------------------------------

SLOW = """
import os, sys
from grundy.faces import ahead as building_ahead
from grundy.faces.cli import main
print(os.getpid(), flush=True)
sys.exit(main(["solve", "domineering", "3", "3"]))
"""


def compiling(place: Path) -> Any:
    """A process that waits for kernels, in a folder without any."""
    code = f"import grundy.kernels.objects as o, pathlib; o.SHIPPED = pathlib.Path({str(place / 'none')!r})\n" + SLOW
    environment = {**os.environ, "GRUNDY_CACHE": str(place)}
    return subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=-1, stderr=-1, text=True)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("signal_", [signal.SIGINT, signal.SIGKILL])
def test_who_is_interrupted_leaves_nobody_compiling(place: Path, signal_: int) -> None:
    process = compiling(place)
    assert within(100, lambda: children_of(process.pid))
    time.sleep(1)
    own = children_of(process.pid)
    if signal_ == signal.SIGINT:  # those that compile come to no end, so that it cannot be waited for
        for each in own:
            os.kill(each, signal.SIGSTOP)
    process.send_signal(signal_)
    _out, said = process.communicate()
    if signal_ == signal.SIGINT:
        assert process.returncode == 130 and "Traceback" not in said and "interrupted" in said
    assert own and within(100, lambda: not any(map(alive, own)))


def test_a_process_that_compiles_may_die(place: Path) -> None:
    """One sentence, and the next question starts another."""

    def made(number: int) -> int:
        return building.native(objects.Wanted("", "f", f"def f(n): return n + {number}", "int64(int64)"))(1)

    assert made(20) == 21
    for builder in building._all:
        builder._process.end()
    assert made(21) == 22
    with building._a_builder() as builder:
        builder._process.end()
        with pytest.raises(building.CannotCompile, match=r"the compiling process has ended \(SIGKILL\)"):
            builder.build(objects.Wanted("", "f", "def f(n): return n", "int64(int64)"), linked=False)


def test_a_folder_that_others_can_write_to_is_closed_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody put there while it was open is not run."""
    place = tmp_path / "open"
    place.mkdir()
    place.chmod(0o777)
    monkeypatch.setenv("GRUNDY_CACHE", str(place))
    objects._folder.cache_clear()
    assert answer(22) == 22 and place.stat().st_mode & 0o777 == 0o755
    [file] = place.glob("*.o")
    held = file.read_bytes()
    assert objects._held(file) == held[32:]
    file.chmod(0o666)
    assert objects._held(file) is None
    file.chmod(0o600)
    with monkeypatch.context() as patch:
        patch.setattr(os, "getuid", lambda: place.stat().st_uid + 1)
        assert objects._held(file) is None
    place.chmod(0o777)
    monkeypatch.setattr(Path, "chmod", lambda *_: None)
    objects._folder.cache_clear()
    with pytest.raises(GrundyError, match=f"others can write to the cache folder {place}"):
        answer(23)
    objects._folder.cache_clear()


# -- grundy doctor -----------------------------------------------------------------------------------------------------


def doctor(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any]:
    capsys.readouterr()
    code = main(["doctor", "--json", *words])
    return code, json.loads(capsys.readouterr().out)


def test_doctor_finds_and_mends(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(30) == 30
    [file] = place.glob("*.o")
    assert doctor(capsys)[0] == 0
    assert doctor(capsys)[1]["compiled"][1]["rules"] == 1
    (place / "rule.fill-0.o").write_bytes(file.read_bytes()[:-1])
    (place / "rule_0123.py").write_text("text of an earlier version")
    draft = place / "abc.tmp"
    draft.write_bytes(b"")
    code, found = doctor(capsys)
    assert code == 1 and found["compiled"][1]["damaged"] == ["rule.fill-0.o"] and found["compiled"][1]["left_over"] == 1
    os.utime(draft, (0, 0))
    code, found = doctor(capsys, "--mend")
    assert code == 0 and found["deleted"] >= 3 and list(place.iterdir()) == [file]
    assert main(["doctor"]) == 0 and "1 rules" in capsys.readouterr().out


def test_doctor_tells_of_damaged_sequences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GRUNDY_HOME", str(tmp_path))
    assert main(["sequence", "0.77", "--to", "100", "--save"]) == 0
    [file] = (tmp_path / "sequences").glob("*.nimseq")
    data = flipped(file.read_bytes(), -1)
    file.write_bytes(data)
    code, found = doctor(capsys)
    assert code == 1 and found["sequences"]["kept"][0]["damaged"]
    assert main(["doctor"]) == 1 and "0.77: only" in capsys.readouterr().out
    assert file.read_bytes() == data  # what was saved is never deleted


# -- processors, and who has no compiler -------------------------------------------------------------------------------


def test_code_for_an_older_processor_is_loaded_if_there_is_no_better(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(objects, "levels", lambda: objects.SHARED[1:])
    assert answer(50) == 50
    [file] = place.glob("*.o")
    assert file.name.count(".x86-64-v2.")
    monkeypatch.setattr(objects, "levels", lambda: objects.SHARED)
    monkeypatch.setattr(jit, "_COMPILED", {})
    monkeypatch.setattr(jit, "compiled", lambda _text: pytest.fail("there is code that fits"))
    assert answer(50) == 50


def test_where_nothing_fits_and_numba_is_not_there(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is one sentence, at once, and doctor says the same; rules of one's own need no numba."""
    monkeypatch.setattr(objects, "SHIPPED", place / "none")
    monkeypatch.setattr(building, "find_spec", lambda _name: None)
    parts_explore = objects.Wanted("grundy.kernels.levels", "match", "", "int64(int64)")
    with pytest.raises(GrundyError, match=r"no machine code for this processor .* grundy doctor --mend"):
        building.native(parts_explore)
    code, found = doctor(capsys)
    assert code == 1 and len(found["missing"]) > 45
    assert main(["doctor", "--mend"]) == 2 and "grundy[kernels]" in capsys.readouterr().err
    assert answer(51) == 51


# -- compiled ahead ----------------------------------------------------------------------------------------------------


def test_what_is_compiled_ahead_is_what_is_asked_for() -> None:
    """All kernels that a question meets are in the list, by the same name."""
    from grundy.kernels import automata, parts, short

    files = {each.file(objects.level()) for each in ahead.wanted()}
    assert len(files) > 45
    assert {each.wanted().file(objects.level()) for each in (parts.ordered, short.ask, automata._classes)} <= files
    assert len(care.looked_at(Path("/no/such/folder"))[1]) == 0
