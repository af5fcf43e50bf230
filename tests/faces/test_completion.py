"""Completion by the shell itself: what bash, zsh and fish offer on Tab."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import grundy
from grundy import games
from grundy.faces.cli.app import COMMANDS


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A search path on which `grundy` is this source, also where the package is not installed."""
    folder = tmp_path_factory.mktemp("bin")
    program = folder / "grundy"
    source = Path(grundy.__file__).parents[1]
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{source}" exec "{sys.executable}" -m grundy "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


@pytest.fixture(scope="module")
def script(path: str) -> Callable[[str], str]:
    """The completion script for a shell, as `--show-completion` prints it."""
    env = {**os.environ, "PATH": path}
    return cache(lambda name: subprocess.check_output(["grundy", "--show-completion", name], env=env, text=True))


def shell(name: str, script: str, path: str) -> list[str]:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    plain = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[name]
    done = subprocess.run(
        [found, *plain, "-c", script], env={**os.environ, "PATH": path}, capture_output=True, check=False
    )
    assert not done.stderr, done.stderr.decode()
    return done.stdout.decode().split()


@pytest.fixture(scope="module")
def bash(path: str, script: Callable[[str], str]) -> Callable[[str], list[str]]:
    """What a real bash offers for the last word of a line."""

    def offered(line: str) -> list[str]:
        words = ["grundy", *line.split(" ")]
        state = f"COMP_WORDS=({' '.join(map(repr, words))}); COMP_CWORD={len(words) - 1}"
        state += '; compopt() { [ "$2" = default ] && COMPREPLY=(files); }'  # outside of a line that is typed it fails
        asked = '_grundy_completion grundy; echo "${COMPREPLY[@]}"'
        return shell("bash", "\n".join([script("bash"), state, asked]), path)

    return offered


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("sol", "solve"),
        ("solve fib", "fibonacci-nim"),
        ("solve nim 3 + wyt", "wythoff"),
        ("solve bash 10 ", "m="),
        ("compare kayles guil", "guiles"),
        ("play nim ma", "marienbad"),
        ("play connect4 7", "7x6"),
        ("judge misere-", "misere-nim"),
        ("solve nim 3 --end", "--endless"),
        ("solve nim 3 --play mis", "misere"),
        ("play nim 3 --side ", "first second both"),
        ("solve my_rules", "files"),  # their names are left to bash
        ("law nim --plot ", "files"),
    ],
)
def test_bash(words: str, wanted: str, bash: Callable[[str], list[str]]) -> None:
    assert bash(words) == wanted.split()


def test_all_games_and_commands_are_offered(bash: Callable[[str], list[str]]) -> None:
    assert bash("play ") == games.names()
    assert set(bash("")) == set(COMMANDS)


def test_zsh(path: str, script: Callable[[str], str]) -> None:
    state = "compdef() { :; }; compadd() { print -r -- $completions }; words=(grundy solve fib); CURRENT=3"
    assert "fibonacci-nim" in shell("zsh", "\n".join([state, script("zsh"), "_grundy_completion"]), path)[-1]


def test_fish(path: str, script: Callable[[str], str]) -> None:
    assert shell("fish", script("fish") + "\ncomplete -C 'grundy solve fib'", path) == ["fibonacci-nim"]


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_installing(name: str, path: str, tmp_path: Path) -> None:
    env = {**os.environ, "HOME": str(tmp_path), "PATH": path}
    done = subprocess.run(["grundy", "--install-completion", name], env=env, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert any("grundy" in file.read_text(encoding="utf-8") for file in tmp_path.rglob("*grundy*"))
