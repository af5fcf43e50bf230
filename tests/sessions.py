"""Sessions: texts in which an answer stands below what is typed, so that a reader learns both, and a test asks again.

A line of a session that begins with two spaces and a sign is typed; the lines below it that are set in, too, are answered.

``$ grundy …`` is a command of the shell. ``printf '…' |`` or ``< FILE`` may feed it; behind it may stand ``| head -N``,
``| tail -N``, ``| grep [-v] WORDS`` and ``| jq -c '[.name, .names[0], .names[].name]'``, which mean what they mean in a
shell. What it says beside its answer (errors, notes) comes last, and after it the exit code, as ``[2]``, unless that is 0.
``$ cat > FILE`` makes a file of the lines below it, ``$ cat FILE`` shows one. ``> …`` is typed into a new worksheet.
``GET ADDRESS?NAME=VALUE&…`` asks a server, whose status comes first. What depends on the machine may differ, as on a page
(`blocks`). ``GRUNDY_RENEW=1 pytest FILE`` writes the sessions anew of which the tests of a file ask.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import shlex
import sys
from collections.abc import Callable
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.blocks import fits, in_folder, run_shell

from grundy.faces.worksheet import Answer, Worksheet

TYPED = re.compile(r"^  (\$|>|GET) (.*)\n((?:(?:  (?!\$ |> |GET ).*)?\n)*)", re.MULTILINE)
ALERT = re.compile(r'<p class="error" role="alert">(.*?)</p>', re.DOTALL)
Get = Callable[[str, list[list[str]]], Any]
"""What answers an address and parameters."""
FILTERED = re.compile(r" \| (?=(?:head|tail|grep|jq) )")
SESSIONS = sorted(Path(__file__).parent.rglob("sessions/*.txt"))


def text(name: str) -> str:
    """Return a session by its name."""
    return next(path for path in SESSIONS if path.stem == name).read_text(encoding="utf-8")


def made(name: str, file: str) -> str:
    """Return the text of a file that a session makes."""
    return next(_plain(shown) for _sign, words, shown in TYPED.findall(text(name)) if words == f"cat > {file}")


def typed(name: str) -> list[tuple[str, str]]:
    """Return what is typed in a session, without its sign, and what is answered."""
    return [(words, _plain(shown).strip("\n")) for _sign, words, shown in TYPED.findall(text(name))]


def _plain(shown: str) -> str:
    return re.sub("^  ", "", shown, flags=re.MULTILINE).rstrip("\n") + "\n"


def again(session: str, folder: Path, get: Get | None = None) -> str:
    """Type all of a session in a folder; return it with what is answered now, where that is something else."""
    signs = {"$": shell, ">": cell, "GET": partial(got, get)}

    def ask(found: re.Match[str]) -> str:
        sign, words, shown = found.groups()
        if words.startswith("cat > "):
            Path(words[6:]).write_text(_plain(shown), encoding="utf-8")
            return found[0]
        answer = signs[sign](words).replace(str(folder), ".")
        answer = "\n".join(line.rstrip() for line in answer.splitlines()).strip("\n")
        if fits(_plain(shown).strip("\n"), answer):
            return found[0]
        lines = "".join(f"  {line}".rstrip() + "\n" for line in answer.splitlines())
        below = re.search(r"\n*\Z", "\n" + shown)
        return f"  {sign} {words}\n{lines}" + (below[0][1:] if below else "")

    with in_folder(folder):
        return TYPED.sub(ask, session)


def is_the_same(name: str, folder: Path, get: Get | None = None) -> bool:
    """Type all of a session in a folder: whether it is answered as it says; AssertionError with both where it is not."""
    renewed = again(text(name), folder, get)
    if "GRUNDY_RENEW" in os.environ:
        next(path for path in SESSIONS if path.stem == name).write_text(renewed, encoding="utf-8")
    differs = difflib.unified_diff(text(name).splitlines(), renewed.splitlines(), "written", "answered", lineterm="")
    assert renewed == text(name), "\n".join(differs)
    return True


def shell(words: str) -> str:
    """Run a command; what is wrong is told beside the answer, in a line that says who tells it, and as JSON alike."""
    command, *filters = FILTERED.split(words)
    if command.startswith("cat "):
        place = Path(command[4:])
        if not place.exists():
            return f"cat: {place}: No such file or directory\n[1]"
        return piped(place.read_text(encoding="utf-8"), filters)
    assert re.match(r"(printf ('[^']*'|\"[^\"]*\") \| )?grundy( |$)", command), f"$ {words} cannot be run here"
    with patch("builtins.input", _echoed):
        code, out, told = run_shell(command)
    assert not re.search("^grundy: ", out, re.MULTILINE), f"$ {words} tells in its answer what is wrong"
    told = re.sub(r"grundy: note: compiling kernels .*\n", "", told)  # where they are not yet
    return f"{piped(out, filters).rstrip()}\n{told}{f'[{code}]' if code else ''}"


def got(get: Get | None, words: str) -> str:
    """Ask for an address; return the status and where it leads, what is wrong, or what is answered as JSON."""
    asked, *filters = FILTERED.split(words)
    path, _, query = asked.partition("?")
    assert get is not None, "this session needs a server"
    answer = get(path, [pair.split("=", 1) for pair in query.split("&") if pair])
    if "location" in answer.headers:
        told = answer.headers["location"]
    elif answer.headers["content-type"] == "application/json":
        told = answer.text if answer.status_code == 200 else answer.json()["detail"]
    else:
        told = unescape(re.sub(r"<[^>]*>", "", "".join(ALERT.findall(answer.text))))
    return f"{answer.status_code} {piped(told, filters)}"


def piped(out: str, filters: list[str]) -> str:
    """Return what filters leave of an answer."""
    for each in filters:
        name, *rest = shlex.split(each)
        out = FILTERS[name](*rest, out)
    return out


def _echoed(prompt: str = "") -> str:
    """Read a line that is typed, which stands behind the prompt as on a terminal."""
    line = sys.stdin.readline()
    print(prompt + line.rstrip("\n"))
    if not line:
        raise EOFError
    return line.rstrip("\n")


def _head(most: str, text: str) -> str:
    return "\n".join(text.splitlines()[: -int(most)])


def _tail(most: str, text: str) -> str:
    return "\n".join(text.splitlines()[int(most) :])


def _grep(*words: str) -> str:
    *_turned, wanted, text = words
    return "\n".join(line for line in text.splitlines() if (wanted in line) == (words[0] != "-v"))


def _jq(_compact: str, wanted: str, text: str) -> str:
    found = [
        each for path in wanted.strip().removeprefix("[").removesuffix("]").split(", ") for each in _picked(path, text)
    ]
    return json.dumps(found if wanted[0] == "[" else found[0], ensure_ascii=False, separators=(",", ":"))


def _picked(path: str, text: str) -> list[Any]:
    found: list[Any] = [json.loads(text)]
    for step in re.findall(r"\w+|\[\]", path):
        key = int(step) if step.isdigit() else step
        found = [own for each in found for own in (each if step == "[]" else [each[key]])]
    return found


FILTERS: dict[str, Callable[..., str]] = {"head": _head, "tail": _tail, "grep": _grep, "jq": _jq}


def said(answer: Answer) -> str:
    """Return what a cell says: its value, whether it is so, how two values are ordered, or else its sentence."""
    if answer.error is not None:
        return str(answer.error)
    if answer.comparison is not None:
        return str(answer.comparison).partition(":")[0]
    return str(answer.value) if answer.value is not None else answer.said


def cell(words: str) -> str:
    """Return what the last cell of a line says; whatever that is, the next one is answered."""
    *_before, last, other = Worksheet(f"{words}\n1 + 1").answers
    assert other.value == 2
    if last.error is not None:
        assert last.value is None and last.comparison is None and str(last.error).count("\n") == 0
    return said(last)
