"""Games in files of the user's: loading them, and telling what went wrong in them."""

from __future__ import annotations

import sys
import traceback
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

from grundy.common import limits
from grundy.common.errors import GrundyError, Sentence, TooLarge
from grundy.common.messages import N_, _
from grundy.common.neighbours import admit
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

FRAMES = 4
"""How many frames of a traceback are shown."""

_loaded: dict[str, ModuleType] = {}


def game(path: str, name: str) -> Ruleset | Position:
    """Return the game of that name in a file, or the only one if no name is given."""
    module = load(path)
    held = _games(module)
    if not name:
        modules = [own for name, own in [*sys.modules.items()] if name.startswith("grundy.")]
        known = {id(value) for each in modules for value in vars(each).values()}  # of the catalogue
        own = {k: v for k, v in held.items() if id(v) not in known}
        if len({id(v) for v in own.values()}) == 1:
            return next(iter(own.values()))
        if not own:
            raise GrundyError(
                "{path} holds no game: put @gr.game above a function that yields the positions a move can reach",
                path=path,
            )
        raise GrundyError(
            "{path} holds {names}: say which one, for example {path}:{found}",
            path=path,
            names=_and(own),
            found=next(iter(own)),
        )
    found = held.get(name.replace("-", "_"))
    if found is not None:
        return found
    if hasattr(module, name.replace("-", "_")):
        raise GrundyError(
            "{name} in {path} is not a game: put @gr.game (or @gr.heap_game) above it", name=name, path=path
        )
    near = get_close_matches(name, held, 1)
    holds = (
        _("did you mean {near}?").format(near=near[0])
        if near
        else _("it holds {names}").format(names=_and(held) or "none")
    )
    raise GrundyError("{path} has no game {name!r}: {holds}", path=path, name=name, holds=holds)


def text(file: str, most: int) -> str:
    """Return the text of a file, or of standard input for ``-``; GrundyError if it is none, or has too many bytes."""
    try:
        if file == "-":
            with limits.working(_("reading standard input")):
                data = sys.stdin.buffer.read(most + 1)
        else:
            with Path(file).open("rb") as opened:
                data = opened.read(most + 1)
        found = data[:most].decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GrundyError("{file} is not UTF-8 text: byte {start} is invalid", file=file, start=error.start) from None
    except (OSError, ValueError) as error:
        told = error.strerror or str(error) if isinstance(error, OSError) else str(error)
        raise GrundyError("{file} cannot be read: {reason}", file=file, reason=told.lower()) from None
    if len(data) > most:
        raise TooLarge("{file} is longer than {most:,} bytes, the most that can be read", file=file, most=most)
    return found


def load(path: str) -> ModuleType:
    """Return the module that a file is, run once under a name of its own; GrundyError tells why it cannot be run."""
    file = Path(path)
    try:
        source = file.read_bytes()
    except FileNotFoundError:
        raise GrundyError("there is no file {path!r}", path=path) from None
    except (OSError, ValueError) as error:
        raise GrundyError(
            "the file {path!r} cannot be read: {name}", path=path, name=getattr(error, "strerror", None) or error
        ) from None
    place = str(file.resolve())
    if place in _loaded:
        return _loaded[place]
    module = ModuleType(f"grundy_file_{len(_loaded)}_{file.stem}")
    module.__file__ = place
    _loaded[place] = sys.modules[module.__name__] = module
    admit(file)
    try:
        exec(compile(source, place, "exec"), module.__dict__)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        del _loaded[place], sys.modules[module.__name__]
        if isinstance(error, GrundyError):  # in what it declares
            raise GrundyError("{path}, {problem}", path=path, problem=_placed(error, place)) from None
        raise GrundyError("{path} cannot be imported\n{short}", path=path, short=_short(error, {place})) from None
    return module


def _placed(error: GrundyError, place: str) -> Sentence:
    """Return what is wrong with a file, with the line of it that declares it unless the sentence has one."""
    line = next((each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == place), None)
    told = line is None or getattr(error, "line", None) is not None
    return error.said if told else Sentence(N_("line {line}: {what}"), line=line, what=error.said)


def story(error: BaseException) -> str | None:
    """Return the short traceback of an error that was raised in, or through, a file of the user's; else None."""
    frames = traceback.extract_tb(error.__traceback__)
    passed = [frame.filename for frame in frames if frame.filename in _loaded]
    return (
        _("the rules of {name} fail\n{short}").format(name=Path(passed[-1]).name, short=_short(error, set(_loaded)))
        if passed
        else None
    )


def _short(error: BaseException, files: set[str]) -> str:
    """Return a traceback of the frames in these files, the last ones."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
    lines = traceback.format_list(frames[-FRAMES:])
    return "".join([*lines, *traceback.format_exception_only(error)]).rstrip()


def _games(module: ModuleType) -> dict[str, Ruleset | Position]:
    return {name: v for name, v in vars(module).items() if isinstance(v, (Ruleset, Position)) and name[0] != "_"}


def _and(names: Any) -> str:
    *most, last = [*names] or [""]
    return _("{most} and {last}").format(most=", ".join(most), last=last) if most else last
