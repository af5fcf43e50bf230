"""A game in one HTML file: what is in it, what it refuses, how it is played from a disk in a browser, Debian's Chromium."""

from __future__ import annotations

import json
import os
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from tests.browser.visit import CHROMIUM, PATIENCE, chromium

import grundy as gr
from grundy.common import messages
from grundy.common.errors import GrundyError, OutOfTime, TooLarge
from grundy.common.limits import Limits, keeping
from grundy.common.messages import languages
from grundy.faces.cli import main
from grundy.faces.export import LIMIT, export_html, page
from grundy.playing.opponent.choosing import LEVELS
from grundy.rules.functions import to_move
from grundy.rules.scenes import Words
from grundy.values.outcome import Outcome

HOSTILE = '</script><img src=x onerror="alert(1)"><b>&amp;'
RESULTS = {Outcome.D: 0, Outcome.N: 1, Outcome.P: 2, Outcome.T: 3}


@gr.game
def ring(a: int, b: int):
    """Two counters on a ring of five cells: who moves theirs onto the other wins; they may go round for ever."""
    if a != b:
        yield b, (a + 1) % 5
        yield b, (a - 1) % 5


@gr.game
def hostile(n: int):
    for k in range(1, min(n, 2) + 1):
        yield n - k


hostile.called(HOSTILE, f"Take one or two. {HOSTILE}")


@hostile.picture
def told(n: int) -> Words:
    return Words(f"{HOSTILE} {n}")


@hostile.spelling
def spelled(before: int, after: int) -> str:
    return f"{HOSTILE} to {after}"


# ---- the file


@pytest.mark.slow
def test_a_file_needs_nothing_from_elsewhere_and_says_so() -> None:
    text = page(gr.tic_tac_toe.start()).text
    assert len(text.encode()) < LIMIT / 5
    assert {*re.findall(r"[a-z]+://[^\s\\\"'<>]*", text)} <= {"http://www.w3.org/2000/svg"}
    script, style = re.findall(r"<script>(.*?)</script>|<style>(.*?)</style>", text, re.S)[::-1]
    hashed = [b64encode(sha256(each.encode()).digest()).decode() for each in (script[0], style[1])]
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    assert policy[1].startswith(f"default-src 'none'; script-src 'sha256-{hashed[0]}'; style-src 'sha256-{hashed[1]}';")


def test_what_a_file_of_rules_says_is_escaped() -> None:
    text = page(hostile(3)).text
    assert HOSTILE not in text
    facts = re.search(r'id="facts">(.*?)</script>', text, re.S)
    assert facts is not None and json.loads(facts[1])["title"]["en"] == HOSTILE
    assert text.count("</script>") == 3


def test_the_same_input_gives_the_same_file() -> None:
    assert page(gr.nim(2, 3)) == page(gr.nim(2, 3))


def test_words_are_in_both_languages() -> None:
    with messages.use("zh"):
        text = page(gr.nim(1, 2)).text
    facts = json.loads(re.search(r'id="facts">(.*?)</script>', text, re.S)[1])  # type: ignore[index]
    assert [facts["texts"][code]["undo"] for code in languages()] == ["Undo", "悔棋"]


# ---- what is too large, and bad input


@pytest.mark.slow
@pytest.mark.parametrize("most", [10**6, pytest.param(10**7, marks=pytest.mark.hours)])
def test_what_does_not_fit_is_refused_before_the_work(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.faces.export.html_file.MOVES", most)
    told: list[tuple[int, int]] = []
    with pytest.raises(TooLarge, match=rf"more than {most:,} moves .* choose a smaller start, such as 7 9 11 13$"):
        page(gr.nim(300, 400), tell=lambda count, size: told.append((count, size)))
    assert not told


@pytest.mark.slow
def test_what_is_expected_is_told_and_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    made = page(gr.hex.start(3, 3), tell=lambda count, size: told.extend((count, size)))
    assert told[0] == made.positions == 5514 and made.size / 3 < told[1] < 3 * made.size
    monkeypatch.setattr("grundy.faces.export.html_file.LIMIT", 30_000)
    with pytest.raises(
        TooLarge, match=r"^5,514 positions can be reached from hex.* about 0.1 MB.* smaller start, such as 2x2"
    ):
        page(gr.hex.start(3, 3))
    monkeypatch.setattr("grundy.faces.export.html_file.FAR", 1000)
    with pytest.raises(TooLarge, match=r"^5,514 positions can be reached from hex.*; they make 0.1[0-9] MB"):
        page(gr.hex.start(3, 3))


def test_limits_are_kept() -> None:
    with keeping(Limits(seconds=0.01)), pytest.raises(OutOfTime):
        page(gr.connect4.start(4, 4))


def test_rules_without_a_start_are_told_to_name_one(tmp_path: Path) -> None:
    with pytest.raises(GrundyError, match="declares no start"):
        export_html(ring, tmp_path / "ring.html")
    with pytest.raises(GrundyError, match="cannot be written"):
        export_html(ring(0, 2), tmp_path / "none" / "ring.html")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("nim 3", "name a file that ends in .html"),
        ("nim 3 --html game.txt", "name a file that ends in .html"),
        ("nim 3 --html none/game.html", "there is no folder"),
        ("hex --size 3y --html game.html", "hex"),
        ("nim -1 --html game.html", "negative"),
        ("nim 3 --play odd --html game.html", "normal"),
    ],
)
def test_wrong_input_gets_one_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", *words.split()]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1 and sentence in said[0]
    assert not [*tmp_path.iterdir()]


def test_the_shell_writes_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", "hex", "--size", "2x2", "--html", "hex.html", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["bytes"] == Path("hex.html").stat().st_size and said["positions"] == page(gr.hex.start(2, 2)).positions


# ---- in a browser, from a disk


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if os.environ.get("GRUNDY_BROWSER") != "1":
        pytest.importorskip("playwright")
        if not Path(CHROMIUM).exists():
            pytest.skip("there is no Chromium here")
    yield from chromium()


class Reader:
    """A page opened from a disk, without network; what it says to the console, and what it fetches, are faults."""

    def __init__(self, browser: Any, folder: Path, text: str, **settings: Any) -> None:
        self.file = folder / "game.html"
        self.file.write_text(text, encoding="utf-8")
        self.context = browser.new_context(offline=True, **{"locale": "en-GB", **settings})
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.page.on("console", lambda said: self.faults.append(said.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("dialog", lambda dialog: self.faults.append(dialog.message))
        self.page.on("request", lambda asked: self.faults.extend([asked.url] * (not asked.url.startswith("file:"))))

    def open(self) -> Any:
        self.page.goto(self.file.as_uri())
        self.page.wait_for_selector("#match:not([hidden])")
        return self.page

    def close(self) -> None:
        self.context.close()
        assert not self.faults, self.faults


@pytest.fixture
def reading(browser: Any, tmp_path: Path) -> Iterator[Any]:
    opened: list[Reader] = []

    def read(text: str, **settings: Any) -> Any:
        if settings or not opened:
            opened.append(Reader(browser, tmp_path, text, **settings))
        opened[-1].file.write_text(text, encoding="utf-8")
        return opened[-1].open()

    yield read
    for reader in opened:
        reader.close()


DUMPED = """table.pictures.map((_picture, at) => {
    const moves = [];
    for (let i = table.first[at]; i < table.first[at + 1]; i++) {
        const [, , words, , gain] = table.kinds[table.kindOf[i]];
        moves.push([words, gain, table.after[i]]);
    }
    return [table.results[at], moves];
})"""


TABLES = (
    *((gr.tic_tac_toe("XO./.X./..O"), "normal"), (ring(0, 2), "normal"), (gr.domineering(2, 3), "normal")),
    *((gr.nim(2, 3), "misere"), (gr.deque(3, 9, 2, 7), "normal"), (gr.nim(2) + gr.kayles(4), "normal")),
    (gr.digraph({"a": ["b"], "b": ["a", "c"], "c": []})("a"), "normal"),
)


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, pytest.param(1, marks=pytest.mark.hours)], ids=["the first unpacked", "packed"])
@pytest.mark.parametrize(
    "tables", [TABLES, pytest.param([(gr.tic_tac_toe.start(), "normal")], marks=pytest.mark.hours)]
)
def test_the_table_in_the_file_is_that_of_the_solver(
    tables: Sequence[tuple[gr.Position, str]], first: int, reading: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of tables every second one is packed."""
    for number, (position, play) in enumerate(tables, first):
        monkeypatch.setattr("grundy.faces.export.html_file.UNPACKED", 0 if number % 2 else 10**9)
        check_table(position, play, reading)


def check_table(position: gr.Position, play: str, reading: Any) -> None:
    """Every position is met by the words of moves, and its result and remoteness, or its score, are those of `solve`."""
    made = page(position, play=play)
    table = reading(made.text).evaluate(DUMPED)
    roots = [to_move(position, player) for player in (gr.LEFT, gr.RIGHT)] if position.ruleset.partisan else [position]
    met: dict[int, gr.Position] = dict(enumerate(roots))
    for number, (result, moves) in enumerate(table):
        here = met[number]
        solution = here.solve(play, method="search")
        if here.ruleset.scoring:
            assert result == solution.value, here
        else:
            assert (result & 3, result >> 2) == (RESULTS[solution.outcome], solution.remoteness or 0), here
        own = {(move.text, move.gain): move.after for move in here.moves()}
        assert {(words, gain) for words, gain, _after in moves} == own.keys(), here
        for words, gain, after in moves:
            assert met.setdefault(after, own[words, gain]) == own[words, gain]
    assert len(met) == len(table) == made.positions
    assert sum(len(moves) for _result, moves in table) == made.moves


CHOSEN = """(level_) => {
    level = level_;
    return Array.from({ length: 200 }, () => moveOf(movesNow()).words);
}"""


def test_the_file_has_the_levels(reading: Any) -> None:
    opened = reading(page(gr.nim(1, 2)).text)
    best = [opened.evaluate(CHOSEN, level).count("heap 2: 2 → 1") / 200 for level in range(len(LEVELS) + 1)]
    stated = [*(level.best for level in LEVELS), 1.0]
    assert all(abs(found - said) < 0.15 for found, said in zip(best[:2], stated[:2], strict=True)), best
    assert best[2:] == [1.0] * 7, "from level 3 on it sees a loss in two moves"
    assert set(reading(page(gr.nim(3)).text).evaluate(CHOSEN, 1)) == {"heap 1: 3 → 0"}, "a win in one is seen"


@pytest.mark.slow
@pytest.mark.parametrize("games", [3, pytest.param(12, marks=pytest.mark.hours)])
def test_perfect_play_is_never_beaten(games: int, reading: Any) -> None:
    shown = reading(page(gr.tic_tac_toe.start()).text)
    for side in ("0", "1"):
        shown.select_option("#side", side)
        results: set[str] = set()
        for game in range(games):
            while not shown.locator("#status[data-over]").count():
                count = shown.locator(".moves .move").count()
                shown.locator(".moves .move").nth((7 * game + 3 * count) % count).click()
            results.add(shown.inner_text("#status").splitlines()[0])
            shown.keyboard.press("n")
        assert results <= {"You lose.", "A tie."} and "You lose." in results


@pytest.mark.slow
def test_a_game_is_won_on_the_board_by_the_hints(reading: Any) -> None:
    shown = reading(page(gr.nim(2, 3)).text)
    shown.click("#seen")
    while not shown.locator("#status[data-over]").count():
        assert shown.locator(".moves .move.win").count() >= 1
        spot = shown.locator(".board .spot.win").first
        spot.click()
        if spot.count() and shown.locator(".board .spot.chosen").count():
            spot.click()
    assert shown.inner_text("#status").startswith("You win.")
    shown.keyboard.press("u")
    assert shown.inner_text("#status").startswith("Your turn.")
    shown.keyboard.press("h")
    assert shown.inner_text("#hint").startswith("You can win")


def test_play_that_goes_round_is_a_draw(reading: Any) -> None:
    shown = reading(page(ring(0, 2)).text)
    shown.select_option("#side", "2")
    shown.click("#seen")
    while shown.locator(".moves .move.draw").count():
        shown.locator(".moves .move.draw").first.click()
    assert shown.inner_text("#status").startswith("A draw")


def test_either_player_begins_a_partisan_game(reading: Any) -> None:
    shown = reading(page(gr.domineering(2, 3)).text, locale="zh-CN", viewport={"width": 320, "height": 640})
    shown.select_option("#side", "2")
    counts = [shown.locator(".moves .move").count()]
    shown.select_option("#begins", "1")
    counts.append(shown.locator(".moves .move").count())
    assert counts == [3, 4]
    assert "右方" in shown.inner_text("#status")
    assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shown.click("#tongue")
    assert shown.inner_text("#status").startswith("Right to move")


def test_hostile_words_are_words(reading: Any) -> None:
    shown = reading(page(hostile(3)).text)
    assert shown.inner_text("#title") == HOSTILE and shown.title() == HOSTILE
    assert HOSTILE in shown.inner_text(".moves") and HOSTILE in shown.inner_text("#rules p")
    assert HOSTILE in shown.locator(".board svg").text_content()
    shown.keyboard.press("h")
    assert HOSTILE in shown.inner_text("#hint")
    assert shown.locator("main b, main img").count() == 0


@pytest.mark.slow
def test_an_old_browser_reads_what_is_small(reading: Any, browser: Any, tmp_path: Path) -> None:
    small = page(gr.nim(2, 3)).text
    assert "data-packed>" not in small
    reader = Reader(browser, tmp_path, page(gr.hex.start(3, 3)).text.replace('id="table"', 'id="table" data-packed', 1))
    reader.page.add_init_script("delete window.DecompressionStream")
    reader.page.goto(reader.file.as_uri())
    reader.page.wait_for_selector("#loading:has-text('too old')")
    reader.page.goto("about:blank")
    reader.file.write_text(small, encoding="utf-8")
    assert reader.open().locator(".board .spot").count() > 0
    reader.close()
