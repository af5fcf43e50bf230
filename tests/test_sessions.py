"""Sessions (`tests.sessions`): each is asked by a test, what is answered otherwise is found, and written anew."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.sessions import SESSIONS, again, shell, typed

SESSION = """A game is solved, and what is no game is refused.

  $ cat > heaps.txt
  3 4

  5 6
  $ grundy solve nim 2 2 | head -1
  second player wins
  $ grundy solve nim --file heaps.txt --json | jq -c '[.answers[].value, .answers[0].position]'
  [7,3,"3 4"]
  $ grundy solve nim two
  grundy: …
  [2]

  > ^ + ^
  ^^
"""


def test_each_session_is_asked_by_a_test() -> None:
    tests = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("test_*.py")]
    assert all(any("is_the_same(" in test and f'"{path.stem}"' in test for test in tests) for path in SESSIONS)


@pytest.mark.parametrize(
    ("good", "wrong"),
    [("second player", "first player"), ("[7,3,", "[7,4,"), ("  [2]\n", ""), ("  ^^\n", "  ^\n"), ("  ^^\n", "")],
)
def test_what_is_answered_otherwise_is_found_and_written_anew(good: str, wrong: str, tmp_path: Path) -> None:
    assert again(SESSION, tmp_path) == SESSION
    changed = SESSION.replace(good, wrong)
    renewed = again(changed, tmp_path)
    assert changed != renewed == again(renewed, tmp_path)
    assert renewed == SESSION or "'two'" in renewed


def test_what_is_refused_is_refused_as_json_in_the_same_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused = [(words, said) for words, said in typed("partisan") if re.fullmatch(r"grundy: .*\n\[2\]", said)]
    refused = [each for each in refused if "mine.py" not in each[0] and " … " not in each[1]]
    assert len(refused) > 30
    for words, said in refused[::3]:
        assert shell(f"{words} --json").strip() == said, words
