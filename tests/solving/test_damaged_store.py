"""600 damaged files of saved sequences: the right values or one clear sentence, and never a traceback; the file is mended.

The first hundred run every day, the rest with ``--hours``.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import grundy as gr
from cases import nontrivial
from grundy.rules.session import session
from grundy.solving.store.sequences import SavedSequence, folder
from shell import Run

CODE, OTHER = "0.106", "0.165"
LAST = 900
"""The last heap that is asked for, of fewer that are kept."""
PARTS = (0, 200, 201, 500, 700)
"""Where blocks begin and end."""


class Kept(NamedTuple):
    """Whole files of two codes, what they hold, and where the blocks of the first one end."""

    file: Path
    whole: bytes
    other: bytes
    ends: list[int]
    values: list[int]


def saved(code: str) -> tuple[Path, bytes, list[int]]:
    """Save a sequence in some blocks; its file, its bytes, and where a block ends."""
    values = gr.octal(code).sequence(PARTS[-1])
    with SavedSequence.open(code) as sequence:
        ends = [sequence.path.stat().st_size]
        for start, stop in pairwise(PARTS):
            sequence.append(values[start:stop], start)
            ends.append(sequence.path.stat().st_size)
    return sequence.path, sequence.path.read_bytes(), ends


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    monkeypatch.setenv("GRUNDY_HOME", str(tmp_path / "home"))
    _path, other, _ends = saved(OTHER)
    path, whole, ends = saved(CODE)
    return Kept(path, whole, other, ends, gr.octal(CODE).sequence(LAST + 1).tolist())


def damaged(kept: Kept, kind: str, dice: random.Random) -> bytes:
    """The file with a damage of some kind."""
    whole, ends = kept.whole, kept.ends
    at, to = sorted(dice.sample(range(len(whole) + 1), 2))
    piece = dice.randbytes(to - at)
    if kind == "bits turned":
        changed = bytearray(whole)
        for _ in range(dice.randrange(1, 9)):
            changed[dice.randrange(len(whole))] ^= 1 << dice.randrange(8)
        return bytes(changed)
    if kind == "blocks":  # left out, twice, or in another order
        bounds = [*pairwise(ends)]
        chosen = [dice.choice(bounds) for _ in range(dice.randrange(1, 6))]
        return whole[: ends[0]] + b"".join(whole[a:b] for a, b in chosen)
    return {
        "empty": b"",
        "cut off": whole[:at],
        "cut off at a block": whole[: dice.choice(ends)],
        "begins later": whole[at:],
        "zeros": whole[:at] + bytes(to - at) + whole[to:],
        "other bytes": whole[:at] + piece + whole[to:],
        "something within": whole[:at] + piece + whole[at:],
        "something after": whole + piece,
        "itself after": whole + whole[at:to],
        "another header": dice.randbytes(ends[0]) + whole[ends[0] :],
        "a header's byte": whole[: at % ends[0]] + dice.randbytes(1) + whole[at % ends[0] + 1 :],
        "another game": kept.other,
        "another game's values": whole[: ends[0]] + kept.other[ends[0] :],
        "another game's header": kept.other[: ends[0]] + whole[ends[0] :],
        "nothing but other bytes": piece,
        "a text": b"0 1 2 0 1 3\n" * (at + 1),
    }[kind]


KINDS = (
    *("bits turned", "blocks", "empty", "cut off", "cut off at a block", "begins later", "zeros", "other bytes"),
    *("something within", "something after", "itself after", "another header", "a header's byte", "another game"),
    *("another game's values", "another game's header", "nothing but other bytes", "a text"),
)


def is_good(kept: Kept, data: bytes) -> bool:
    """Whether a file is what a run that was ended has left: some whole blocks."""
    return data in [kept.whole[:end] for end in kept.ends]


def asked(run: Run) -> tuple[int, list[int] | None, str]:
    """Ask for a sequence as if for the first time, and keep it: the exit code, the values, and what is said besides."""
    session.forget()
    done = run("sequence", CODE, "--to", str(LAST), "--save", "--json")
    return done.code, json.loads(done.out)["values"] if done.out else None, done.err


@pytest.mark.slow
@pytest.mark.parametrize(
    "damages", [range(100), pytest.param(range(100, 600), marks=pytest.mark.hours)], ids=["everyday", "rest"]
)
def test_damaged_files_give_the_right_values_or_one_sentence(
    damages: range, kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run(monkeypatch, tmp_path)
    seen: Counter[str] = Counter()
    for number in damages:
        dice = random.Random(number)
        data = damaged(kept, KINDS[number % len(KINDS)], dice)
        kept.file.write_bytes(data)
        story = (number, KINDS[number % len(KINDS)])
        code, values, said = asked(run)
        lines = said.splitlines()
        assert "Traceback" not in said and len(lines) <= 1, (story, said)
        assert all(line.startswith("grundy: ") for line in lines), (story, said)
        assert bool(lines) != is_good(kept, data), story  # every damage is told, and nothing else
        if code:
            assert (code, values) == (2, None) and kept.file.read_bytes() == data, story
            kept.file.unlink()  # as the sentence says
            seen["refused"] += 1
        else:
            assert values == kept.values, story
            seen["told and mended" if lines else "whole blocks"] += 1
        if number % 3 == 0:
            assert asked(run) == (0, kept.values, ""), story
            assert kept.file.stat().st_size > len(kept.whole), story
        nontrivial(not is_good(kept, data))
    assert seen["refused"] > len(damages) // 5 and seen["told and mended"] > len(damages) // 5, seen


def test_the_sentences_name_the_place_and_the_mend(kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(monkeypatch, tmp_path)
    said: dict[str, str] = {}
    for kind in ("another game", "another header", "a text", "cut off", "something after"):
        kept.file.write_bytes(damaged(kept, kind, random.Random(1)))
        said[kind] = asked(run)[2]
        assert str(kept.file) in said[kind]
    assert f"contains the sequence of {OTHER}, not of {CODE}" in said["another game"]
    assert "are good and are used" in said["cut off"] and "damaged bytes after them" in said["something after"]
    for kind in ("another header", "a text"):
        assert "move it away" in said[kind] or "is no" in said[kind], said[kind]


@pytest.mark.slow
def test_doctor_reads_what_is_damaged(kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(monkeypatch, tmp_path)
    for number, kind in enumerate(KINDS[::4]):
        data = damaged(kept, kind, random.Random(number))
        kept.file.write_bytes(data)
        done = run("doctor", "--json")
        told: Any = {each["code"]: each for each in json.loads(done.out)["sequences"]["kept"]}
        assert "Traceback" not in done.err and told[OTHER]["values"] == PARTS[-1], kind
        if is_good(kept, data):
            assert not told[CODE]["damaged"] and told[CODE]["values"] in PARTS
        elif CODE in told:
            assert told[CODE]["values"] in PARTS
    assert folder() == tmp_path / "home" / "sequences"
