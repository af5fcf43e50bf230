"""Texts that reach new lines of a reader, by trial: kept, changed again, and told where one is answered with a fault.

A fault is whatever is neither an answer nor a GrundyError: another exception, an oracle's objection, a warning, more than
`BOUND` seconds of the processor, more than `ROOM` bytes that one text takes, the end of the process. All is the same again
for a seed, but for what the clock decides.

``python -m tests.fuzz.searching`` tries every reader for a minute; names and ``--seconds``, ``--seed`` say otherwise, and
``--keep`` puts the worst texts that are known after it into the corpus.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from tests.fuzz.changing import shrunk

import grundy
from grundy.common.errors import GrundyError, Notice

ROOT = Path(__file__).parents[2]
CORPUS = Path(__file__).parent / "corpus"
SOURCE = str(Path(grundy.__file__).parent) + "/"
BOUND = 12.0
"""Seconds of the processor after which a reader hangs: the longest that one promises to end in are 10."""
ROOM = 400 << 20
"""Bytes that a process may grow by in one text."""
EACH, LETTERS, LONG = 50, 26_000, 2_500
"""So many texts, and letters in all, the corpus of a reader has, and of one text at most."""
WHOLE = 6 << 30
"""Bytes of addresses that a process which searches may take."""


class Hangs(BaseException):
    """The time of a text is over: nothing that a reader may catch."""


class Fault(NamedTuple):
    """What went wrong: its kind and the place in the library, by which two are one; the text, and the story."""

    key: str
    text: str
    story: str


class Ran(NamedTuple):
    """What one text came to."""

    fault: Fault | None
    read: bool
    """Whether it was answered, and not refused."""
    seconds: float


# ---- one text


def ran(read: Callable[[str], object], text: str, bound: float = BOUND) -> Ran:
    """Have a text read, within bounds; a fault is told, and nothing is raised."""
    began, grown = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    fault, answered = None, False
    try:
        with _bounded(bound), warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", Notice)
            warnings.simplefilter("ignore", ResourceWarning)  # what is kept open for the next question
            read(text)
        answered = True
    except GrundyError as refused:
        if not str(refused).strip():
            fault = Fault("GrundyError without a word", text, "")
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as wrong:
        fault = Fault(_key(wrong), text, _story(wrong))
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - grown) * 1024
    if fault is None and more > ROOM:
        fault = Fault("memory", text, f"{more >> 20} MiB were taken")
    return Ran(fault, answered, time.process_time() - began)


@contextmanager
def _bounded(seconds: float) -> Iterator[None]:
    """Raise `Hangs` within when so many seconds of the processor are over, again and again until it is heard."""

    def over(_number: int, _frame: FrameType | None) -> None:
        raise Hangs

    usual = signal.signal(signal.SIGVTALRM, over)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, usual)


def _key(wrong: BaseException) -> str:
    """Return what faults have in common that are one: the kind, and the innermost function of the library."""
    if isinstance(wrong, Hangs | RecursionError | MemoryError):
        return type(wrong).__name__
    frames = [frame for frame in traceback.extract_tb(wrong.__traceback__) if frame.filename.startswith(SOURCE)]
    place = f"{frames[-1].filename.removeprefix(SOURCE)}:{frames[-1].name}" if frames else "the oracle"
    said = re.sub(r"[^a-z ]", "", str(wrong))[-40:] if isinstance(wrong, AssertionError) else ""
    return f"{type(wrong).__name__} in {place} {said}".strip()


def _story(wrong: BaseException) -> str:
    return "".join([*traceback.format_tb(wrong.__traceback__)[-6:], *traceback.format_exception_only(wrong)])


# ---- lines


class Lines:
    """Which lines of some parts of the library run, and from which to which it went."""

    def __init__(self, where: Iterable[str]) -> None:
        self.where = tuple(str(Path(SOURCE, part)) for part in where)
        self.numbers: dict[CodeType, int | None] = {}
        self.lines: set[int] = set()
        self.steps: set[int] = set()
        self.last = 0
        self.most = 0

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Note what runs within."""
        self.lines, self.steps, self.last = set(), set(), 0
        sys.settrace(self._called)
        try:
            yield
        finally:
            sys.settrace(None)

    def _called(self, frame: FrameType, _event: str, _given: Any) -> Any:
        code = frame.f_code
        try:
            number = self.numbers[code]
        except KeyError:
            number = None
            if code.co_filename.startswith(self.where):
                self.most += 4096
                number = self.most
            self.numbers[code] = number
        return None if number is None else self._line

    def _line(self, frame: FrameType, event: str, _given: Any) -> Any:
        if event == "line":
            code = frame.f_code
            here = (self.numbers[code] or 0) + frame.f_lineno - code.co_firstlineno
            self.lines.add(here)
            self.steps.add(self.last << 24 | here)
            self.last = here
        return self._line


# ---- the search


class Row(NamedTuple):
    """A text that went where none before had gone: its steps, and the seconds that it took while it was watched."""

    text: str
    steps: frozenset[int]
    seconds: float


class Found(NamedTuple):
    """What a search came to."""

    texts: int
    answered: int
    lines: int
    steps: int
    faults: list[Fault]
    kept: list[Row]


def search(
    reader: Any,
    begun: Iterable[str],
    seconds: float,
    seed: str,
    told: Callable[[str], object] = lambda _text: None,
    most: int = 10**9,
) -> Found:
    """Try texts for so many seconds of the processor, or so many, from some; ``told`` hears each before it is read."""
    dice, seen, met = random.Random(seed), Lines(reader.where), set[int]()
    lines, faults, kept = set[int](), dict[str, Fault](), list[Row]()
    waiting, count, answered = [*begun], 0, 0
    end = time.process_time() + seconds
    while time.process_time() < end and count < most:
        if count < len(waiting) or not kept:
            text = waiting[count % len(waiting)]
        else:  # what came last, and what is soon read, is changed most often
            among = kept[len(kept) // 2 :] if dice.random() < 0.5 else kept
            row = min(dice.choices(among, k=3), key=lambda each: round(each.seconds, 2))
            text = reader.change(row.text, dice, [each.text for each in dice.choices(kept, k=3)])
        told(text)
        count += 1
        with seen.watched():
            what = ran(reader.read, text)
        answered += what.read
        if what.fault is not None:
            faults.setdefault(what.fault.key, what.fault)
        elif not seen.steps <= met:
            kept.append(Row(text, frozenset(seen.steps), what.seconds))
        met |= seen.steps
        lines |= seen.lines
    return Found(count, answered, len(lines), len(met), [*faults.values()], kept)


def shortened(reader: Any, fault: Fault, seconds: float = 30.0) -> Fault:
    """Return the same fault of a shorter text."""
    last = [fault]
    end = time.process_time() + seconds

    def fails(text: str) -> bool:
        found = ran(reader.read, text).fault if time.process_time() < end else None
        if found is None or found.key != fault.key:
            return False
        last.append(found)
        return True

    shrunk(fault.text, fails)
    return last[-1]


# ---- a corpus


def corpus(name: str) -> list[str]:
    """Return the texts that are kept of a reader: those that were faults, and the worst others."""
    return [*(each["text"] for each in past() if each["reader"] == name), *_lines(name)]


def past() -> list[dict[str, Any]]:
    """Return the faults that were found and mended: the reader, the text, and what it was."""
    rows = map(json.loads, (CORPUS / "faults.jsonl").read_text(encoding="ascii").splitlines())
    return [{**row, "text": _joined(row["text"])} for row in rows]


def _lines(name: str) -> list[str]:
    path = CORPUS / f"{name}.jsonl"
    return (
        [_joined(json.loads(line)) for line in path.read_text(encoding="ascii").splitlines()] if path.exists() else []
    )


def _joined(pieces: list[Any]) -> str:
    return "".join(each if isinstance(each, str) else each[0] * each[1] for each in pieces)


_REPEATED = re.compile(r"(.{1,16}?)\1{19,}", re.DOTALL)


def written(text: str) -> str:
    """Return a text as a line of a corpus: its pieces, of which those that are repeated stand once with how often.

    >>> written("ab" + "(" * 200)
    '["ab", ["(", 200]]'
    """
    pieces: list[Any] = []
    last = 0
    for found in _REPEATED.finditer(text):
        pieces += [text[last : found.start()], [found[1], len(found[0]) // len(found[1])]]
        last = found.end()
    return json.dumps([piece for piece in [*pieces, text[last:]] if piece])


def worst(rows: Iterable[Row], most: int, letters: int) -> list[str]:
    """Return the texts that reach most, each in turn what most adds to those before, and some that take longest."""
    left = [row for row in rows if len(written(row.text)) <= LONG and row.seconds < 2.0]
    kept = [row.text for row in sorted(left, key=lambda row: -row.seconds)[: most // 12]]
    room, met = letters - sum(len(written(text)) for text in kept), set[int]()
    while left and len(kept) < most and room > 0:
        row = max(left, key=lambda row: len(row.steps - met) / (30 + len(written(row.text))))
        if not row.steps - met:
            break
        met |= row.steps
        left.remove(row)
        if row.text not in kept:
            kept.append(row.text)
            room -= len(written(row.text)) + 1
    return kept


# ---- the minute of each


def alone(name: str, seconds: float, seed: str, keep: str) -> int:
    """Search in this process, and write what was found as JSON, and before each text what it is."""
    from tests.fuzz.readers import READERS

    resource.setrlimit(resource.RLIMIT_AS, (WHOLE, WHOLE))
    reader, at = READERS[name], os.open(f"{keep}.at", os.O_CREAT | os.O_RDWR)

    def told(text: str) -> None:
        data = text.encode("utf-8", "surrogatepass")
        os.pwrite(at, len(data).to_bytes(8, "little") + data, 0)

    found = search(reader, [*reader.seeds(), *corpus(name)], seconds, f"{name} {seed}", told)
    faults = [shortened(reader, fault) for fault in found.faults]
    Path(keep).write_text(json.dumps([*found[:4], faults, worst(found.kept, EACH, LETTERS)]))
    return 0


class Told(NamedTuple):
    """What the search of a process came to, as a line, its faults, and the texts that are worth to be kept."""

    line: str
    faults: list[Fault]
    worst: list[str]


def tried(name: str, seconds: float, seed: str) -> Told:
    """Search in a process of its own, which may end as it likes."""
    with tempfile.TemporaryDirectory() as folder:
        keep = f"{folder}/found.json"
        command = [sys.executable, "-m", "tests.fuzz.searching", name, "--alone", keep]
        environment = {**os.environ, "PYTHONHASHSEED": "0", "GRUNDY_LANG": "en", "PYTHONPATH": f"src{os.pathsep}."}
        try:
            done = subprocess.run(
                [*command, "--seconds", str(seconds), "--seed", seed],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                text=True,
                timeout=30 * seconds + 900,
            )
            ended, said = f"ended with {done.returncode}", done.stderr[-3000:]
        except subprocess.TimeoutExpired:
            ended, said = "did not end", ""
        if Path(keep).exists():
            texts, answered, lines, steps, rows, kept = json.loads(Path(keep).read_text())
            line = f"{name}: {texts:,} texts, {answered:,} answered, {lines:,} lines, {steps:,} steps from line to line"
            return Told(f"{line}, {len(rows)} faults (seed {seed})", [Fault(*row) for row in rows], kept)
        data = Path(f"{keep}.at").read_bytes() if Path(f"{keep}.at").exists() else b""
        text = data[8 : 8 + int.from_bytes(data[:8], "little")].decode("utf-8", "surrogatepass")
        return Told(f"{name}: the process {ended} (seed {seed})", [Fault(f"the process {ended}", text, said)], [])


def told_of(fault: Fault) -> str:
    """Return a fault as it is told: what, of which text, and where."""
    return f"{fault.key}\n{written(fault.text)[:4000]}\n{fault.story}"


def main() -> int:
    """Try readers, tell what was found, and return 1 where there was a fault."""
    sys.path.append(str(ROOT / "tests"))  # where what tests share imports each other
    from tests.fuzz.readers import READERS

    asked = argparse.ArgumentParser(description="Try random texts on what reads texts.")
    asked.add_argument("names", nargs="*", metavar="READER", help=", ".join(READERS))
    asked.add_argument("--seconds", type=float, default=60.0, help="of the processor, for each reader (60)")
    asked.add_argument("--seed", default=str(random.SystemRandom().randrange(10**6)), help="what chance begins from")
    asked.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="readers that are tried at once")
    asked.add_argument("--keep", action="store_true", help="put the worst texts into the corpus")
    asked.add_argument("--alone", default="", help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.alone:
        return alone(given.names[0], given.seconds, given.seed, given.alone)
    names, wrong = given.names or [*READERS], 0
    with ThreadPoolExecutor(given.jobs) as crew:
        found_of = crew.map(lambda each: tried(each, given.seconds, given.seed), names)
        for name, found in zip(names, found_of, strict=True):
            print("\n".join([found.line, *map(told_of, found.faults)]), flush=True)
            wrong += len(found.faults)
            if given.keep and found.worst:
                lines = "".join(f"{written(text)}\n" for text in found.worst)
                (CORPUS / f"{name}.jsonl").write_text(lines, encoding="ascii")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
