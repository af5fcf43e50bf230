"""Readers of what anyone may write: the worst texts that are known at each commit, and others at random."""

from __future__ import annotations

import json
import resource
import warnings
from pathlib import Path

import pytest
from tests.fuzz.changing import by_words, recipe, shrunk
from tests.fuzz.readers import READERS, Reader
from tests.fuzz.searching import _joined, corpus, past, ran, search, shortened, told_of, written

from grundy.common.errors import GrundyError


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_the_worst_texts_are_answered_or_refused(name: str) -> None:
    for text in corpus(name):
        what = ran(READERS[name].read, text)
        assert what.fault is None, told_of(what.fault)


def test_the_corpus_is_kept() -> None:
    counts = {name: len(corpus(name)) for name in READERS}
    assert sum(counts.values()) >= 500, counts
    assert {each["reader"] for each in past()} <= READERS.keys()
    assert sum(file.stat().st_size for file in Path(__file__).parent.glob("corpus/*")) < 300_000


# ---- the search itself finds what is planted


def planted(text: str) -> int:
    """Read numbers in brackets; one is refused, and fails, only deep within."""
    depth = 0
    for letter in text:
        if letter == "(":
            depth += 1
        elif letter == ")":
            depth -= 1
            if depth < 0:
                raise GrundyError("a bracket too many")
        elif letter == "7":
            if depth == 1 or depth == 2:
                depth += 0
            elif depth == 3:
                return 1 // (depth - 3)
        elif letter != "1":
            raise GrundyError("this is no number")
    return depth


@pytest.mark.slow
def test_a_planted_fault_is_found_and_shrunk() -> None:
    reader = Reader(planted, lambda: ["(1)"], by_words(["(", ")", "7", "1"]), (__file__,))
    found = search(reader, reader.seeds(), 100.0, "a seed", most=4000)
    assert [fault.key for fault in found.faults] == ["ZeroDivisionError in the oracle"], found
    assert shortened(reader, found.faults[0]).text == "(((7"
    again = search(reader, reader.seeds(), 100.0, "a seed", most=4000)
    assert [row.text for row in again.kept] == [row.text for row in found.kept] and again[:4] == found[:4]
    assert 0 < found.answered < found.texts == 4000


@pytest.mark.slow
def test_what_is_a_fault() -> None:
    def deep(text: str) -> None:
        deep(text)

    def endless(_text: str) -> None:
        while True:
            try:
                while True:
                    pass
            except Exception:
                continue

    def warned(_text: str) -> None:
        warnings.warn("odd", SyntaxWarning, stacklevel=1)

    def refused(text: str) -> None:
        raise GrundyError(text)

    def large(_text: str) -> int:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10  # other tests may have taken more
        return len(bytearray((600 << 20) + before))

    faults = {each.__name__: ran(each, "", 0.3).fault for each in (deep, endless, warned, refused, large)}
    assert {name: fault and fault.key for name, fault in faults.items()} == {
        "deep": "RecursionError",
        "endless": "Hangs",
        "warned": "SyntaxWarning in the oracle",
        "refused": "GrundyError without a word",
        "large": "memory",
    }
    assert ran(refused, "no").fault is None and not ran(refused, "no").read and ran(len, "").read


def test_texts_are_kept_as_they_are() -> None:
    for text in ("", "7&1", "(" * 900 + "\ud800" + "ab" * 40, "\0\r\n", *corpus("notation")):
        assert _joined(json.loads(written(text))) == text
    assert shrunk("abc(7)x", lambda text: "7" in text) == "7"
    assert shrunk(recipe("x"), lambda _text: True) == recipe("x")
