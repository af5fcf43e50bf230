"""The server's log, which no visitor can fill: so many lines at once, then one a second, and how many were left out."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

AT_ONCE = 20
"""So many lines may come at once."""
A_SECOND = 1.0
"""So many may come in a second, for long."""
LONGEST = 4000
"""So many letters a line may have, with its traceback."""


class Bounded(logging.Filter):
    """Lets through what the log has room for.

    >>> bounded = Bounded(at_once=2, clock=lambda: 0.0)
    >>> record = logging.makeLogRecord({"msg": "Invalid HTTP request received."})
    >>> [bounded.filter(record) for _line in range(3)]
    [True, True, False]
    """

    def __init__(self, at_once: int = AT_ONCE, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.at_once = at_once
        self.clock = clock
        self.room, self.looked = float(at_once), clock()
        self.left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written; the first one after others were left out says how many."""
        now = self.clock()
        self.room = min(self.at_once, self.room + (now - self.looked) * A_SECOND)
        self.looked = now
        if self.room < 1:
            self.left_out += 1
            return False
        self.room -= 1
        if self.left_out:
            record.msg, record.args = f"{record.getMessage()} [{self.left_out} lines were left out before]", ()
            self.left_out = 0
        return True


class Shortened(logging.Formatter):
    """Writes a record in at most `LONGEST` letters: its beginning and its end."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as text.

        >>> len(Shortened().format(logging.makeLogRecord({"msg": "x" * 10**6})))
        4005
        """
        text = super().format(record)
        half = LONGEST // 2
        return text if len(text) <= LONGEST else f"{text[:half]}\n...\n{text[-half:]}"


def limit() -> None:
    """Write what this process logs to standard error, within bounds."""
    handler = logging.StreamHandler()
    handler.setFormatter(Shortened("%(levelname)s: %(message)s"))
    handler.addFilter(Bounded())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
