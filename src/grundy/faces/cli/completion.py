"""Completion on Tab: the scripts for bash, zsh and fish, and where each shell finds its own."""

from __future__ import annotations

import os
from pathlib import Path

from click.shell_completion import get_completion_class

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli.app import COMPLETING, Shell

_PLACES = {
    "bash": ".bash_completions/grundy.sh",
    "zsh": ".zfunc/_grundy",
    "fish": ".config/fish/completions/grundy.fish",
}
_STARTED = {
    "bash": (".bashrc", "source ~/.bash_completions/grundy.sh"),
    "zsh": (".zshrc", "fpath+=~/.zfunc; autoload -Uz compinit; compinit"),
}
"""The file that a shell reads when it starts, and the line by which it finds the script; fish looks there by itself."""


def script(shell: str) -> str:
    """Return what a shell runs to complete the words of grundy; ``auto`` is the user's shell. GrundyError for another."""
    made = get_completion_class(_known(shell))
    assert made is not None
    return made(Shell(), {}, "grundy", COMPLETING).source()


def install(shell: str) -> str:
    """Put the script where a shell finds it, and return a sentence that says so."""
    shell = _known(shell)
    place = Path.home() / _PLACES[shell]
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(script(shell), encoding="utf-8")
    if shell in _STARTED:
        name, line = _STARTED[shell]
        start = Path.home() / name
        if not start.exists() or line not in start.read_text(encoding="utf-8"):
            with start.open("a", encoding="utf-8") as file:
                file.write(f"\n{line}\n")
    return _("{shell} now completes grundy's words ({place}); start a new shell to use it").format(
        shell=shell, place=place
    )


def _known(shell: str) -> str:
    """Return the name of a shell; GrundyError where nothing is known of it."""
    found = Path(os.environ.get("SHELL", "")).name if shell == "auto" else shell
    if found not in _PLACES:
        raise GrundyError("completion exists for bash, zsh and fish, not for {shell!r}", shell=found)
    return found
