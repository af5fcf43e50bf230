"""Tablebases verified: results derived again from the options that the rules give, of a sample or of every position.

Where every position is looked at, and agrees, the base is right: a win has a lost option of one move less, a loss nothing
but wins, a draw no lost option and one that is drawn, down to the ends of play, and every option is in the base.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.processes import ended, safely
from grundy.rules.ruleset import Ruleset
from grundy.solving.comparing import derived
from grundy.solving.results import DRAW, LOST, TIED, WON
from grundy.solving.store.parts import Span
from grundy.solving.store.tablebases import Stored
from grundy.solving.tablebases.reading import Found, Tablebase
from grundy.values.nimber import mex

# ---- what a tablebase says as a whole: how many positions have each result and remoteness, or score, with one of
# each

SAMPLED = 32
"""Blocks that are looked into, and positions of each."""


def counts(stored: Stored) -> list[dict[str, Any]]:
    """Return how many positions have each result and remoteness, or score, with the key of one of each.

    >>> import tempfile, grundy as gr
    >>> from grundy.solving.tablebases.building import build
    >>> with tempfile.TemporaryDirectory() as place:
    ...     counts(build(gr.bash(5), place + "/bash").stored)[0]
    {'result': 1, 'remoteness': 1, 'count': 3, 'tier': 0, 'key': 1}
    """
    scored = "score" in stored.names
    found: list[dict[str, Any]] = []
    for word, count, tier, key in stored.counts:
        if scored:
            which = {"result": WON if word > 0 else LOST if word else TIED, "score": word}
        else:
            which = {"result": word & 3, "remoteness": word >> 2}
        found.append({**which, "count": count, "tier": tier, "key": key})
    return sorted(found, key=lambda row: (row["result"] if not scored else 0, row.get("score", row.get("remoteness"))))


def by_result(rows: list[dict[str, Any]]) -> dict[int, int]:
    """Return how many positions have each result, in the order won, lost, tied, draw."""
    met = {
        result: sum(each["count"] for each in rows if each["result"] == result) for result in (WON, LOST, TIED, DRAW)
    }
    return {result: count for result, count in met.items() if count}


def longest_win(rows: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the row of the wins that last longest, None where nothing is won, or it is won by points."""
    wins = [each for each in rows if each["result"] == WON and "remoteness" in each]
    return max(wins, key=lambda each: each["remoteness"], default=None)


class Shape(NamedTuple):
    """Of a game as it was solved: moves a position, the most in one, of how many positions that was asked (0: of all).

    ``folded`` is how many positions one that is kept stands for, by the declared symmetries; 1 where there are none.
    """

    moves: float
    most: int
    sampled: int
    folded: float


def shape(base: Tablebase) -> Shape:
    """Return how many moves there are and how far symmetries fold, as counted while it was solved, else of a sample.

    >>> import tempfile, grundy as gr
    >>> from grundy.solving.tablebases.building import build
    >>> with tempfile.TemporaryDirectory() as place:
    ...     shape(build(gr.bash(5), place + "/bash"))
    Shape(moves=2.0, most=3, sampled=6, folded=1.0)
    """
    about, rules = base.stored.manifest, base.solved
    states = _sample(base)
    folds = "symmetries" in base.coding.hooks
    folded = fmean(len({state, *base.coding.rules.images(state)}) for state in states) if folds else 1.0
    if "moves" in about:
        return Shape(about["moves"] / base.positions, about["widest"], 0, folded)
    moves = [0 if rules.ended(state) is not None else sum(1 for _each in rules.options(state)) for state in states]
    return Shape(fmean(moves), max(moves), len(states), folded)


def _sample(base: Tablebase) -> list[Any]:
    """Return some positions, spread over the whole."""
    spans = [*base.stored.spans()]
    states: list[Any] = []
    for span in spans[:: -(-len(spans) // SAMPLED)]:
        keys = base.stored.read(span).keys
        states += base.coding.states(keys[:: -(-len(keys) // SAMPLED)])
    return states


def example(stored: Stored, row: dict[str, Any]) -> list[int] | None:
    """Return the coordinates of the example of a row, None where only the rules can say them."""
    if stored.packing is None:
        return None
    return stored.packing.unpack(np.array([row["key"]], stored.packing.dtype))[0].tolist()


# ----


JOB = 8
"""Blocks that are looked at in one go."""
TOLD = 5
"""Wrong positions that are told."""


_Job = tuple[int, int, list[Any]]


class Verified(NamedTuple):
    """What was found: so many positions were looked at, so many are in the base, and some that are wrong."""

    checked: int
    positions: int
    wrong: list[Any]


def verify(base: Tablebase, *, every: bool = False, processes: int = 1, blocks: int | None = None) -> Verified:
    """Derive results of a base again from the rules: in each block those of every remoteness, or of every position.

    ``blocks``: look at so many blocks alone, evenly chosen, the first and the last among them.

    Several processes share the work where the rules can be told to them (see `grundy.rules.data`); a program that asks
    for them begins behind ``if __name__ == "__main__":``. GrundyError names a damaged chunk. O(positions, and the options
    of those that are looked at).
    """
    checked, met, wrong = 0, 0, list[Any]()
    with _looked_at(base, every, processes, blocks) as found:
        for looked_at, read, differing in found:
            checked += looked_at
            met += read
            wrong += differing
            limits.check(met, "positions", base.positions)
            if len(wrong) >= TOLD:
                break
    return Verified(checked, met, wrong[:TOLD])


@contextmanager
def _looked_at(base: Tablebase, every: bool, processes: int, blocks: int | None) -> Generator[Iterable[_Job]]:
    """Yield what was found, job by job: positions looked at, positions read, those that are wrong."""
    jobs = _jobs(base, blocks)
    told = _told(base) if processes > 1 and len(jobs) >= 2 * processes else None
    if told is None:
        yield (_job(base, job, every) for job in jobs)
        return
    with safely():
        helping = [_Help(told, every, blocks, (i, processes)) for i in range(processes)]
    try:
        yield (helping[i % processes].next() for i in range(len(jobs)))
    finally:
        for each in helping:
            each.end()


def _jobs(base: Tablebase, blocks: int | None) -> list[list[Span]]:
    spans = [*base.stored.spans()]
    if blocks is not None and blocks < len(spans):
        spans = [spans[i * (len(spans) - 1) // (blocks - 1)] for i in range(blocks)]
    return [spans[i : i + JOB] for i in range(0, len(spans), JOB)]


class _Help:
    """Another process, which does its share of the jobs in order.

    It is spawned: a server of processes that are forked, once started, would serve the web's workers too, without what
    they need.
    """

    def __init__(self, told: bytes, every: bool, blocks: int | None, share: tuple[int, int]) -> None:
        spawning = get_context("spawn")
        self._answers, there = spawning.Pipe(duplex=False)
        self._process = spawning.Process(target=_help, args=(told, every, blocks, share, there), daemon=True)
        self._process.start()
        there.close()

    def next(self) -> _Job:
        """Return what its next job found; GrundyError where it has ended, and how, or what it could not read."""
        try:
            found = self._answers.recv()
        except EOFError:
            self._process.join()
            raise GrundyError(
                "a verifying process has ended ({how}): try again, perhaps with fewer processes",
                how=ended(self._process.exitcode),
            ) from None
        if isinstance(found, Exception):
            raise found
        return found

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.terminate()
        self._process.join()
        self._answers.close()


def _told(base: Tablebase) -> bytes | None:
    """Return what another process opens the base by, None of rules that cannot be told."""
    try:
        return pickle.dumps((base.stored.folder, base.ruleset))
    except (AttributeError, pickle.PicklingError, GrundyError):
        return None


def _job(base: Tablebase, spans: Iterable[Span], every: bool) -> _Job:
    checked, met, wrong = 0, 0, list[Any]()
    for keys, columns in map(base.stored.read, spans):
        chosen = np.arange(len(keys)) if every else _of_every_word(columns)
        wrong += _wrong(base, keys[chosen], {name: column[chosen] for name, column in columns.items()})
        checked += len(chosen)
        met += len(keys)
    return checked, met, wrong


def _help(
    told: bytes, every: bool, blocks: int | None, share: tuple[int, int], answers: Connection[_Job | Exception, None]
) -> None:
    """Do one's share of the jobs (the i-th of so many): what another process runs."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits is told
    threading.Thread(target=_end_with_the_other, daemon=True).start()
    try:
        folder, rules = pickle.loads(told)
        base = Tablebase(Stored(folder), rules)
        for job in _jobs(base, blocks)[share[0] :: share[1]]:
            answers.send(_job(base, job, every))
    except Exception as error:  # told where it is asked for
        answers.send(error)


def _end_with_the_other() -> None:
    """End this process as soon as the one that started it has ended, whatever this one is at."""
    other = parent_process()
    if other is not None:
        other.join()
        os._exit(1)


def _of_every_word(columns: dict[str, NDArray[Any]]) -> NDArray[np.int64]:
    """Return the first and the last place of each status, or score."""
    words = columns.get("score", columns.get("status"))
    assert words is not None
    _words, first = np.unique(words, return_index=True)
    _words, last = np.unique(words[::-1], return_index=True)
    return np.unique(np.concatenate([first, len(words) - 1 - last]))


def _wrong(base: Tablebase, keys: NDArray[Any], columns: dict[str, NDArray[Any]]) -> list[Any]:
    """Return the states of which the rules say something else than the base."""
    rules, states = base.solved, base.coding.states(keys)
    ends = [*map(rules.ended, states)]
    options = [[*_options(rules, state)] if end is None else [] for state, end in zip(states, ends, strict=True)]
    found = base.probe_many([option for each in options for _gain, option in each])
    own = base.found(np.ones(len(keys), bool), columns)
    wrong: list[Any] = []
    place = 0
    for i, each in enumerate(options):
        if not _agrees(ends[i], own, i, found, place, [gain for gain, _option in each], base.play.misere):
            wrong.append(states[i])
        place += len(each)
    return wrong


def _options(rules: Ruleset, state: Any) -> Iterable[tuple[int, Any]]:
    return rules.scored_options(state) if rules.scoring else ((0, option) for option in rules.options(state))


def _agrees(ended: int | None, own: Found, i: int, found: Found, place: int, gains: list[int], misere: bool) -> bool:
    """Whether what the base says of a state follows from what it says of its options, from ``place`` on."""
    end = place + len(gains)
    if not found.met[place:end].all():
        return False
    if own.score is not None and found.score is not None:
        below = zip(gains, found.score[place:end].tolist(), strict=True)
        return int(own.score[i]) == max((gain - score for gain, score in below), default=0)
    below = zip(found.result[place:end].tolist(), found.remoteness[place:end].tolist(), strict=True)
    if (int(own.result[i]), int(own.remoteness[i])) != derived(ended, [*below], misere):
        return False
    if own.grundy is None or found.grundy is None:
        return True
    return own.grundy.item(i) == mex(found.grundy[place:end].tolist())
