"""`grundy report`: its text, its JSON, its page, what it refuses."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import grundy as gr
from grundy.common import messages
from grundy.faces.drawing import charts
from shell import Run

GOLDEN = """\
tic-tac-toe
! every first move wins
! after the first move (1,2) the first player wins, whatever both do

size        positions           who wins  lasts  decided  one good  all good    moves   fair   even
3x2 line=2        129  first player wins      3   100.0%      0.0%     50.9%  3.7 (6)  0 / 6  95.5%
lasts: number of moves with best play. decided: share of unfinished positions that are won or lost. one good,
all good: share of positions with a choice where just one move, or every move, keeps the result. moves: per
position, on average and at most. fair: first moves after which players who err in 20% of their moves get 45%
to 55% each. even: what the first player gets between such players.

Exact, counted over all positions: 3x2 line=2. What players get (even, fair) is measured in random games.
Symmetry at 3x2 line=2: left and right, up and down, half a turn; 2 of 6 first moves are different.

First moves of 3x2 line=2, the most even first
move   best play  lasts    even  pie rule
(1,1)       wins      3   92.4%
(1,3)       wins      3   92.4%
(2,1)       wins      3   92.4%
(2,3)       wins      3   92.4%
(1,2)       wins      3  100.0%
(2,2)       wins      3  100.0%

Players at 3x2 line=2
errs  best play  errs half as often  itself
0%        50.0%               50.0%  100.0%
5%        49.4%               49.4%   98.7%
10%       48.4%               49.2%   98.4%
20%       47.5%               49.1%   95.5%
30%       46.1%               48.6%   93.0%
50%       42.6%               46.9%   87.2%
100%      36.5%               42.9%   77.0%

sees  best play  sees one more  itself
1         50.0%          50.0%  100.0%
2         50.0%          50.0%  100.0%
What players get who make so many of their moves at random, or who see wins and losses that many moves ahead:
against best play, against a slightly better player, and when moving first against themselves. From 2,000
games of each pair: off by about a hundredth, rarely by three.
"""
RULES = """
import grundy as gr


@gr.game
def up(n: int):
    yield n + 1


@gr.game
def fails(n: int):
    yield n - 1 if n != 3 else n // 0


@gr.game
def g(n: int, *, m: int = 3):
    for k in range(1, min(m, n) + 1):
        yield n - k
"""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text(RULES, encoding="utf-8")
    return Run(monkeypatch, tmp_path)


def test_the_text_of_a_small_game(run: Run) -> None:
    """Its numbers are those of `tests/playing/test_reports.py`; here it is what is written, the same every time."""
    done = run("report", "tic-tac-toe", "--size", "3x2", "--vary", "line=2")
    assert (done.code, done.out) == (0, GOLDEN)


@pytest.mark.slow
def test_json_and_page_say_what_the_text_says(run: Run) -> None:
    done = run("report", "tic-tac-toe", "--size", "3x3", "--json", "--html", "report.html")
    (game,) = json.loads(done.out)["games"]
    (size,) = game["sizes"]
    assert game == gr.report(gr.tic_tac_toe, size="3x3").to_dict()["games"][0]
    assert (size["outcome"], size["remoteness"], size["measures"]["positions"], game["faults"]) == ("T", 9, 5478, [])
    page = (run.folder / "report.html").read_text(encoding="utf-8")
    read = _Read(page)
    assert {"5,478", "76.7%", "50.8%"} <= {*read.words} and read.opened == []
    for start in [i for i in range(len(page)) if page.startswith("<svg", i)]:
        ElementTree.fromstring(page[start : page.index("</svg>", start) + 6])
    assert page.count("<svg") == 3 and "<script" not in page and "http" not in page.replace("http://www.w3.org", "")


class _Read(HTMLParser):
    """Reads a page: its words, and the elements that were left open."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.opened: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "meta":
            self.opened.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_two_files_are_compared(run: Run) -> None:
    out = run("report", "one.py:g", "two.py:g", "m=2", "--size", "6").out
    assert [line.split()[:4] for line in out.splitlines() if line.startswith("g (")][-2:] == [
        ["g", "(1)", "6", "7"],
        ["g", "(2)", "6", "7"],
    ]
    assert "first player wins (2)" in out and "second player wins (0)" in out


def test_a_position_and_parameters_are_reported_on(run: Run) -> None:
    assert "connect4" in run("report", "connect4", "width=4", "height=3", "line=3").out
    assert "15" in run("report", "one.py:g", "14", "m=2").out
    assert (
        run("report", "one.py:up", "3", "--positions", "500")
        .out.splitlines()[1]
        .startswith("! 200 of 200 random games")
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("report", "name a game"),
        ("report nosuch", "there is no game 'nosuch'"),
        ("report tic-tac-toe --size 99x99", "has no start of size 99x99"),
        ("report tic-tac-toe --size 3x", "sizes are written as"),
        ("report tic-tac-toe --vary line", "parameters are varied as in"),
        ("report tic-tac-toe --vary colour=3", "no parameter 'colour'"),
        ("report one.py:fails 9", "the rules of fails fail at fails(3), in line 12 of one.py"),
        ("report one.py:g nowhere.py:g", "there is no file 'nowhere.py'"),
        ("report one.py:g --html .", "it is a folder"),
        ("report one.py:g 3 --size 4", "name games without a position"),
    ],
)
def test_what_is_refused(run: Run, words: str, sentence: str) -> None:
    assert sentence in run.wrong(*words.split())


def test_names_that_hold_markup_are_escaped() -> None:
    drawn = charts.bars("<b>&", [("<i>", 0.5, "both")]) + charts.lines("<b>", ["<i>"], [charts.Line("<u>", [0.5])])
    assert not {"<b>", "<i>", "<u>"} & {*drawn.split()} and "<i" not in drawn and "<u" not in drawn


def test_a_report_speaks_chinese() -> None:
    with messages.use("zh"):
        told = str(gr.report(gr.tic_tac_toe))
    assert "井字棋" not in told and "No faults" not in told and "5,478" in told


def test_it_shows_itself_in_a_notebook() -> None:
    found = gr.report(gr.bash, size="7")
    shown = found._repr_html_()  # pyright: ignore[reportPrivateUsage]  # the name that notebooks ask for
    assert "<svg" in shown and "<html" not in shown and "<html" in found.html()
