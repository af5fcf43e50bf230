"""Generated text becomes native code, from the cache where it can, with Python's answers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generated import Program, define
from grundy.kernels import jit
from grundy.kernels.compiling import kernel
from grundy.language.native import FULL, MachineCode, of_states
from grundy.language.read import read
from random_rules import compare

NIM = "def nim(*heaps):\n for i, h in enumerate(heaps):\n  for k in range(h): yield heaps[:i] + (k,) + heaps[i + 1:]\n"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path))
    return tmp_path


def call(fill: Any, state: list[int], room: int = 20_000) -> tuple[int, list[int]]:
    out = np.zeros(room, np.int64)
    return fill(np.array(state, np.int64), np.zeros(1, np.int64), out), out.tolist()


class Filed(Program):
    """The machine code that is used, with its file."""

    def __init__(self, code: MachineCode) -> None:
        self.code, self._fill = code, jit.compile_fill(code)


@pytest.mark.slow
@pytest.mark.some(3)
@pytest.mark.parametrize("seed", range(0, 1200, 50))
def test_random_rules_compiled_give_pythons_children_or_say_unfit(seed: int) -> None:
    compare(seed, 60, program=Filed)


def test_an_edited_helper_or_constant_changes_the_answer() -> None:
    def last(helper: str, m: int) -> int:
        text = (
            f"def g(n):\n for k in range(n):\n  if k * k >= n: return k\n return {helper}\ndef f(n):\n yield g(n) + M\n"
        )
        return call(jit.compile_fill(of_states(read(define(text, M=m)), width=1)), [1])[1][1]

    assert [last("1", 10), last("2", 10), last("2", 20), last("1", 10)] == [11, 12, 22, 11]


@kernel("int64(FILL, int64[::1], int64[::1], int64[::1])")
def count(fill: Any, state: Any, params: Any, out: Any) -> Any:
    return fill(state, params, out)


def test_a_kernel_takes_the_compiled_rule_as_an_argument() -> None:
    state, params, out = np.array([2, 3]), np.zeros(1, np.int64), np.zeros(99, np.int64)
    fill = jit.compile_fill(of_states(read(define(NIM)), width=2))
    assert (count(fill, state, params, out), count(fill, state, params, out[:4])) == (5, FULL)


_SCRIPT = f"""
import linecache, numpy as np
from grundy.kernels import jit
from grundy.language.native import of_states
from grundy.language.read import read
text = {NIM!r}
linecache.cache["<nim>"] = (1, None, text.splitlines(keepends=True), "<nim>")
exec(compile(text, "<nim>", "exec"))
asked, compiled = [], jit.compiled
jit.compiled = lambda text: asked.append(text) or compiled(text)
fill = jit.compile_fill(of_states(read(nim), width=2))
print(fill(np.array([2, 3]), np.zeros(1, np.int64), np.zeros(99, np.int64)), len(asked))
"""


def test_processes_share_the_cache(cache: Path) -> None:
    environment = {**os.environ, "GRUNDY_CACHE": str(cache)}
    start = lambda: subprocess.Popen([sys.executable, "-c", _SCRIPT], env=environment, stdout=-1, text=True)  # noqa: E731
    together = [start(), start()]
    assert [p.communicate()[0].split()[0] for p in together] == ["5", "5"]
    assert start().communicate()[0].split() == ["5", "0"]
    assert not list(cache.glob("*.part"))


_LARGE = """
import linecache, sys, threading, numpy as np
from grundy.kernels import jit
from grundy.language.native import of_states
from grundy.language.read import read
text = "def rule(*row):\\n yield tuple(sorted(row[::-1] + row[:1])[1:])\\n"
linecache.cache["<rule>"] = (len(text), None, text.splitlines(True), "<rule>")
exec(compile(text, "<rule>", "exec"))
code = of_states(read(rule), width=20_000, mode="variable")
def called():
    state, out = np.zeros(20_000, np.int64), np.zeros(20_001, np.int64)
    state[:4] = 3, 9, 8, 7
    print(jit.compile_fill(code)(state, state, out), out[1:5].tolist())
if sys.argv[1] == "64":
    threading.stack_size(1 << 16)
    small = threading.Thread(target=called)
    small.start(), small.join()
    assert threading.stack_size() == 1 << 16
else:
    called()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="stacks are limited by the shell")
@pytest.mark.parametrize("stack", [64, 256])
def test_machine_code_has_its_scratch_space_whatever_the_stack_of_the_thread(stack: int) -> None:
    """A thread of 64 KiB; a whole process of 256. The rule takes 1 MB, and the second call loads it from its file."""
    limited = f"ulimit -s {stack if stack > 64 else 8192}; exec {sys.executable} -c '{_LARGE}' {stack}"
    for _turn in range(2):
        ended = subprocess.run(["sh", "-c", limited], capture_output=True, text=True)
        assert (ended.returncode, ended.stdout) == (0, "1 [3, 8, 9, 9]\n"), ended.stderr


def test_a_folder_that_cannot_be_written_compiles_in_memory(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = cache / "file"
    blocked.write_text("")
    monkeypatch.setenv("GRUNDY_CACHE", str(blocked / "folder"))
    text = NIM.replace("range(h)", "range(h - 1)")
    assert call(jit.compile_fill(of_states(read(define(text)), width=2)), [2, 3])[0] == 3


class Text:
    """What is no rule."""

    def __init__(self, text: str) -> None:
        self.key = text[:40]
        self._text = text

    def text(self, name: str) -> str:
        return self._text


def test_what_llvm_refuses_and_what_is_too_long_is_said_in_a_sentence() -> None:
    with pytest.raises(jit.CannotCompile, match="LLVM does not compile it: ") as problem:
        jit.compile_fill(Text("define i32 @f() { ret i64 0 }"))
    assert "\n" not in str(problem.value)
    with pytest.raises(jit.CannotCompile, match="too long"):
        jit.compile_fill(Text("; nothing\n" * (jit.MOST + 1)))


def test_llvm_that_cannot_be_loaded_is_a_reason_to_interpret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "llvmlite.binding", None)  # which then cannot be imported
    text = NIM.replace("range(h)", "range(h - 2)")
    with pytest.raises(jit.CannotCompile, match="llvmlite"):
        jit.compile_fill(of_states(read(define(text)), width=2))
