"""``grundy write``: the page on which rules are written, with the rules of a file."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

from grundy.common import messages
from grundy.common.errors import GrundyError
from grundy.faces.cli import files, serve
from grundy.faces.cli.options import Natural, argument, option
from grundy.rules import from_text

File = Annotated[
    str,
    argument("[FILE[:GAME]]", "A file of rules, read but not run, and optionally the game to show.", many=False),
]
At = Annotated[str, option("--at", "ADDRESS", "Use a server elsewhere: only print the address there.")]
Port = Annotated[int, option("--port", "N", "Port to listen on.", Natural(65_535))]


def run(file: File = "", at: At = "", port: Port = 8000) -> int:
    """Serve the page for writing rules and print its address, which contains the rules of a file."""
    page = f"write{_fragment(file) if file else ''}"
    if at:
        if not at.startswith(("http://", "https://")):
            raise GrundyError("--at takes an address such as https://games.example.org, not {at!r}", at=at)
        print(f"{at.rstrip('/')}/{page}")
        return 0
    serve.require_libraries()
    with serve.listening("127.0.0.1", port) as place:
        granted = import_module("grundy.faces.web.request_limits").Limits()
        app = import_module("grundy.faces.web.app").create_app([], granted, messages.current(), [*serve.OWN])
        serve.serve(app, place, [], page)
    return 0


def _fragment(file: str) -> str:
    """Return the part of the address that holds a file's rules, which are read first; GrundyError where they are not."""
    path, _colon, game = file.partition(":") if ".py:" in file else (file, "", "")
    text = files.text(path, 4 * from_text.LETTERS)
    word, found = from_text.packed(text), from_text.rules_of(text)
    if game and game not in found:
        raise GrundyError("{path} has no game {game!r}; it has {names}", path=path, game=game, names=", ".join(found))
    if len(word) > from_text.PACKED:
        raise GrundyError(
            "the rules in {path} are too long for an address: {n:,} letters compressed, and at most {most:,} fit",
            path=path,
            n=len(word),
            most=from_text.PACKED,
        )
    return f"#{word}{':' if game else ''}{game}"
