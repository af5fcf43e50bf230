"""What goes on in a worker process: a question comes in by a pipe, its answer goes out as JSON.

The process that the workers are forked from imports this module, and `warm`, once, so that a new worker is ready at once.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

import grundy
from grundy import language
from grundy.cli import files
from grundy.errors import GrundyError, Notice, TooLarge
from grundy.language import N_, _
from grundy.web import queries, request_limits
from grundy.web.request_limits import ANSWER, Limits

Answer = tuple[int, bytes]
"""An HTTP status and JSON: what was asked for, or {"detail": a sentence}."""


def serve(pipe: Connection, granted: Limits, paths: tuple[str, ...], kindness: int) -> None:
    """Answer questions until the pipe is closed; ``kindness``: how much this process gives way to others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's business
    if hasattr(os, "nice"):
        os.nice(kindness)
    sys.set_int_max_str_digits(0)  # values are exact at any size; time and memory are bounded
    warnings.simplefilter("ignore", Notice)
    request_limits.grant(granted)
    queries.allow(paths)
    pipe.send(refused(200, ""))  # ready
    while True:
        try:
            name, arguments, spoken = pipe.recv()
        except (EOFError, OSError):
            return
        pipe.send(answer(name, arguments, spoken))


def answer(name: str, arguments: dict[str, Any], spoken: str) -> Answer:
    """Return the answer to a question in a language; what is wrong with the question is an answer too.

    >>> answer("reply", {"words": "nim 1 2"}, "en")
    (200, b'{"token":"2","text":"heap 2: 2 \\xe2\\x86\\x92 1"}')
    """
    from grundy.web.answers import ANSWERS

    with language.use(spoken):
        try:
            return _packed(ANSWERS[name](**arguments))
        except TooLarge as error:
            return refused(413, error)
        except GrundyError as error:
            return refused(400, error)
        except (MemoryError, RecursionError):
            return refused(413, _("there is not enough memory for this"))
        except Exception as error:  # the log has all of it, a visitor's answer the sentence
            traceback.print_exc()
            if files.story(error) is not None:
                return refused(400, _("the rules of this game fail here: {error!r}").format(error=error))
            return refused(500, _("grundy has failed here, and told why in the server's log"))


def refused(status: int, why: str | GrundyError) -> Answer:
    """Return the answer that nothing is answered, and why: in a sentence, and an error as data too."""
    return status, _json({"detail": str(why), "error": why.to_dict() if isinstance(why, GrundyError) else None})


def _packed(found: Any) -> Answer:
    packed = _json(found)
    if len(packed) > ANSWER:
        sentence = N_("the answer has {size:,} bytes, too many to be sent: at most {most:,}")
        raise TooLarge(sentence, size=len(packed), most=ANSWER)
    return 200, packed


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def warm() -> None:
    """Load what most answers need: the games, the kernels of values, of searches and of automata."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for question in _USUAL:
            question()


_USUAL: tuple[Callable[[], Any], ...] = (
    *(partial(answer, "games", {}, spoken) for spoken in language.languages()),
    lambda: answer("position", {"words": "domineering 3 3"}, "en"),
    lambda: answer("position", {"words": "tic-tac-toe"}, "en"),
    lambda: answer("theorem", {"name": "wythoff"}, "en"),
    lambda: grundy.octal("0.77").law(),
)
