"""What goes on in a worker process: a question comes in by a pipe, its answer goes out as JSON.

The process that the workers are forked from imports this module, and `warm`, once, so that a new worker is ready at once.
"""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import grundy
from grundy.common import messages
from grundy.common.errors import GrundyError, Notice, TooLarge
from grundy.common.messages import N_, _
from grundy.faces.cli import files
from grundy.faces.web import queries
from grundy.faces.web.queries import ANSWER, Limits
from grundy.faces.web.visitors import limit_log
from grundy.rules import from_text
from grundy.solving.store import named

Answer = tuple[int, bytes]
"""An HTTP status and JSON: what was asked for, or {"detail": a sentence}."""
LOG = logging.getLogger("grundy.faces.web")


def serve(
    pipe: Connection, granted: Limits, paths: tuple[str, ...], seconds: float, kindness: int, threads: int
) -> None:
    """Answer questions until the pipe is closed or the server has ended.

    ``seconds``: how long a question may take before this process ends by itself, should nobody end it; ``kindness``: how
    much it gives way to others; ``threads``: how many it has, unless the environment says it, 0 for all processors.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's business
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    queries.bound_memory(granted.memory)
    if hasattr(os, "nice"):
        os.nice(kindness)
    if threads:
        os.environ.setdefault("GRUNDY_THREADS", str(threads))
    sys.set_int_max_str_digits(0)  # values are exact at any size; time and memory are bounded
    warnings.simplefilter("ignore", Notice)
    limit_log()
    queries.grant(granted)
    named.SHELVES[:] = [Path(granted.tablebases)] if granted.tablebases else []
    queries.allow(paths)
    # this was done where it was forked from, but on systems without, or of another's making
    import_module("grundy.faces.web.preload")
    pipe.send(refused(200, ""))  # ready
    while True:
        try:
            name, arguments, spoken = pipe.recv()
        except (EOFError, OSError):
            return
        queries.bound_seconds(seconds)
        pipe.send(answer(name, arguments, spoken))


def _end_with_the_server() -> None:
    """End this process, whatever it is at, as soon as the one that started it has ended."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def answer(name: str, arguments: dict[str, Any], spoken: str) -> Answer:
    """Return the answer to a question in a language; what is wrong with the question is an answer too.

    >>> answer("puzzle", {"position": "nim 1 1"}, "en")[0], answer("lessons", {}, "en")[0]
    (400, 200)
    """
    from grundy.faces.web.answers import ANSWERS

    with messages.use(spoken):
        try:
            return 200, packed(ANSWERS[name](**arguments))
        except TooLarge as error:
            return refused(413, error)
        except GrundyError as error:
            return refused(400, error)
        except (MemoryError, RecursionError):
            return refused(413, _("there is not enough memory for this"))
        except Exception as error:  # the log has all of it, a visitor's answer the sentence
            LOG.exception("%s %s", name, arguments)
            if files.story(error) is not None:
                return refused(400, _("the rules of this game fail here: {error!r}").format(error=error))
            return refused(500, _("internal error (see the server's log)"))


def refused(status: int, why: str | GrundyError) -> Answer:
    """Return the answer that nothing is answered, and why: in a sentence, and an error as data too."""
    return status, packed({"detail": str(why), "error": why.to_dict() if isinstance(why, GrundyError) else None})


def packed(data: Any) -> bytes:
    """Return data as JSON in which no folder of this machine is named; TooLarge for what is too long to be sent.

    >>> packed({"text": "nim 1 → 0"}).decode()
    '{"text":"nim 1 → 0"}'
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for folder in queries.folders():
        text = text.replace(json.dumps(folder)[1:-1], "")
    found = text.encode()
    if len(found) > ANSWER:
        sentence = N_("the answer has {size:,} bytes; at most {most:,} can be sent")
        raise TooLarge(sentence, size=len(found), most=ANSWER)
    return found


def warm() -> None:
    """Load what most answers need: the games, the kernels of values, of searches and of automata."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for question in _USUAL:
            question()


_LARGE = (
    "domineering 8 8",
    "amazons ..X..X|......|......|......|......|O..O..",
    f"clobber {'|'.join(['XOXOXO', 'OXOXOX'] * 3)}",
    "connect4 width=7 height=6",
)
"""Positions that are too large to be solved, whose rules are compiled beforehand for the opponent."""
_RULES = """import grundy as gr

@gr.game(board=gr.Grid(".XO", sides="swap"))
def placed(board):
    for cell in board.free:
        for near in board.beside(cell):
            if board[near] == 0:
                yield board.place(cell, 1)
                yield board.move(near, cell)

@placed.ending
def over(board):
    return gr.LOSS if board.line(3) or board.reaches(1) or board.connects(1, 2) or board.breathes(1) else None
"""
"""A text of rules that asks what most of them ask of a board, which is read once for all."""
_USUAL: tuple[Callable[[], Any], ...] = (
    *(partial(answer, "games", {}, spoken) for spoken in messages.languages()),
    lambda: answer("position", {"words": "domineering 3 3"}, "en"),
    lambda: answer("position", {"words": "tic-tac-toe"}, "en"),
    lambda: answer("theorem", {"name": "wythoff"}, "en"),
    lambda: grundy.octal("0.77").law(),
    lambda: answer("rules", {"text": from_text.packed(_RULES)}, "en"),
    *(partial(answer, "reply", {"words": words, "seconds": 20.0, "games": 1}, "en") for words in _LARGE),
)
