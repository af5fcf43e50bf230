"""`grundy report`: its text, its JSON, its page, what it refuses."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.sessions import is_the_same

import grundy as gr
from grundy.common import messages
from grundy.faces.drawing import charts
from shell import Run


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    return Run(monkeypatch, tmp_path)


def test_texts(tmp_path: Path) -> None:
    assert is_the_same("reports", tmp_path)


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
