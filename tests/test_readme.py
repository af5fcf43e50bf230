"""What the README and CONTRIBUTING show, works as it stands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from grundy.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def commands() -> list[str]:
    lines = [line for block in blocks("console") for line in block.splitlines() if line.startswith("$ grundy ")]
    return [re.sub(r"\s{2,}#.*", "", line[2:]) for line in lines if " play " not in line and " < " not in line]


@pytest.mark.parametrize("command", commands())
def test_shell_commands(command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT / "examples")
    code = main(shlex.split(command)[1:])
    wanted = 1 if "counterexample" in README.split(command, 1)[1].split("\n", 1)[0] else 0
    assert code == wanted, capsys.readouterr().err
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("number", range(len(blocks("python"))))
def test_python_blocks(number: int, tmp_path: Path) -> None:
    path = tmp_path / f"block{number}.py"
    path.write_text(blocks("python")[number], encoding="utf-8")
    scope: dict[str, object] = {"__name__": "block"}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), scope)


def test_the_example_file_is_the_one_shown() -> None:
    shown = next(block for block in blocks("python") if "def clock" in block)
    assert shown.strip() in (ROOT / "examples" / "my_rules.py").read_text(encoding="utf-8")


def test_the_game_of_the_contribution_guide(tmp_path: Path) -> None:
    block = re.search(r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    path = tmp_path / "my_game.py"
    path.write_text(block[1], encoding="utf-8")
    scope: dict[str, object] = {}
    exec(compile(block[1], str(path), "exec"), scope)
    assert scope["my_game"](10, m=4).grundy() == 0  # type: ignore[operator]
