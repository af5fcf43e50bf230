"""The pages in a real browser, Debian's Chromium, with a real server: as visitors use them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.browser.visit import CHROMIUM, PATIENCE, Visitor, chromium, make_a_move, server

import grundy as gr
from grundy.playing.lessons import LESSONS

REQUIRED = os.environ.get("GRUNDY_BROWSER") == "1"
if not REQUIRED:
    for needed in ("fastapi", "uvicorn", "bokeh", "axe_playwright_python", "playwright"):
        pytest.importorskip(needed)
    if not Path(CHROMIUM).exists():
        pytest.skip("there is no Chromium here", allow_module_level=True)

PAGES = {
    "first": "/",
    "games": "/games",
    "nim": "/play?position=nim+3+4+5",
    "nim with numbers": "/play?position=nim+3+4+5&numbers=1",
    "a hint": "/play?position=nim+3+4+5&hint=3",
    "tic-tac-toe": "/play?position=tic-tac-toe&moves=0.3",
    "domineering": "/play?position=domineering+...%7C...%7C..%23",
    "hackenbush": "/play?position=hackenbush+BRB+RG&numbers=1",
    "scoring": "/play?position=deque+3+9+2+7&moves=0",
    "no such game": "/play?position=mornington-crescent",
    "explore": "/explore?position=kayles+5",
    "explore a partisan game": "/explore?position=domineering+..%7C.%23",
    "sequence": "/sequences?name=0.77&to=1000",
    "value": "/values?expression=%7B2%7C%7C1%7C0%7D&other=1",
    "worksheet": "/worksheet?cell=G+%3D+domineering(2,3)&cell=cool(G,1)&cell=G+%3F+1&cell=2+x&cell=%23+so",
    "options": "/options?position=domineering+3x3",
    "report": "/report",
    "theorems": "/theorems",
    "theorem": "/theorems/wythoff",
}

ALIKE = {"nim with numbers", "tic-tac-toe", "scoring", "explore a partisan game"}
"""Pages that on a phone are as others are."""
browser = pytest.fixture(scope="module")(chromium)


@pytest.fixture(scope="module")
def home() -> Iterator[str]:
    with server() as address:
        yield address


@pytest.fixture
def visitor(browser: Any, home: str) -> Iterator[Visitor]:
    someone = Visitor(browser, home)
    yield someone
    someone.close()


@pytest.fixture
def pupil(browser: Any, home: str) -> Iterator[Visitor]:
    """A visitor with a narrow phone whose screen is dark, and who is spoken to in Chinese."""
    someone = Visitor(browser, home, viewport={"width": 320, "height": 640}, color_scheme="dark", has_touch=True)
    someone.context.add_cookies([{"name": "lang", "value": "zh", "url": home}])
    yield someone
    someone.close()


@pytest.mark.slow
def test_a_won_nim_position_is_won_by_the_hints(visitor: Visitor) -> None:
    page = visitor.go("/play?position=nim+2+3+4&numbers=1")
    made = 0
    while not visitor.over():
        page.click("a.move >> nth=0")
        made += 1
        visitor.await_turns(2 * made - 1)
        page.wait_for_selector("a.move, [data-over]")
    assert visitor.status() == "You win. Second player cannot move."
    assert page.locator(".blunder").count() == 0
    visitor.examine("nim is won")


@pytest.mark.slow
def test_a_lost_wythoff_position_is_lost(visitor: Visitor) -> None:
    page = visitor.go("/play?position=wythoff+3+5&numbers=1")
    assert "second player wins" in visitor.status()
    while not visitor.over():
        made = len(visitor.turns())
        page.click("a.move >> nth=-1")
        visitor.await_turns(made + 1)
        page.wait_for_selector("a.move, [data-over]")
    assert visitor.status() == "You lose. First player cannot move."


@pytest.mark.slow
def test_a_lost_match_is_reviewed_and_tried_again(visitor: Visitor) -> None:
    page = visitor.go("/play?position=nim+1+2")
    page.click("a.move:has-text('heap 1: 1 → 0')")
    visitor.await_turns(2)
    assert visitor.status() == "You lose. First player cannot move."
    assert "heap 2: 2 → 1 was better" in page.inner_text("section:has(#review)")
    assert page.locator(".told .blunder").count() == 1
    visitor.examine("a review")
    page.click("text=Try again from here")
    page.wait_for_selector("#review", state="detached")
    page.click("a.move:has-text('heap 2: 2 → 1')")
    visitor.await_turns(2)
    page.click("a.move >> nth=0")
    page.wait_for_selector("[data-over]")
    assert visitor.status() == "You win. Second player cannot move."
    assert "Nobody made a mistake." in page.inner_text("section:has(#review)")


def test_from_a_first_visit_to_a_won_match_and_to_the_review_of_a_lost_one(visitor: Visitor) -> None:
    visitor.go("/")
    page = visitor.go("/play?position=nim+1+2&level=1")
    page.wait_for_selector("a.move:has-text('heap 2: 2 → 1')")
    page.click("a.move:has-text('heap 2: 2 → 1')")
    visitor.await_turns(2)
    page.click("a.move >> nth=0")
    page.wait_for_selector("#review")
    assert visitor.status() == "You win. Second player cannot move."
    assert "Nobody made a mistake." in page.inner_text("section:has(#review)")
    assert "Your rating: 816, after 1 matches" in page.inner_text("main")
    page.reload()
    page.wait_for_selector("#review")
    assert "816, after 1 matches" in page.inner_text("main")  # it is counted once

    page.goto(visitor.home + "/play?position=nim+2&play=misere&level=1")  # whoever takes the last one loses
    page.click("a.move:has-text('heap 1: 2 → 0')")
    page.wait_for_selector("#review")
    assert visitor.status().startswith("You lose.")
    assert "heap 1: 2 → 0 ends the game, and Second player has won." in page.inner_text("section:has(#review)")
    rated = json.loads(page.evaluate("localStorage.getItem('grundy.rating')"))
    assert rated["matches"] == 2 and 799 < rated["points"] < 800  # both were against level 1
    page.click("section:has(#review) [data-copy]")
    page.wait_for_selector("text=Copied")
    page.goto(visitor.home + page.get_attribute("#the-address", "href"))
    page.wait_for_selector("#review")
    assert "Move 1 decided it." in page.inner_text("section:has(#review)")


@pytest.mark.slow
def test_a_level_is_chosen(visitor: Visitor) -> None:
    page = visitor.go("/play?position=nim+3+4+5")
    page.select_option("#level", "1")
    page.click("#setup ~ form button.main-button")
    page.click("a.move >> nth=0")
    visitor.await_turns(2)
    assert "level 1" in visitor.status() and "level=1" in page.url


@pytest.mark.slow
def test_a_blunder_is_told(visitor: Visitor) -> None:
    page = visitor.go("/play?position=nim+2+3+4&second=human&numbers=1")
    page.click("a.move.loss >> nth=0")
    visitor.await_turns(1)
    assert page.locator(".told .blunder").count() == page.locator("path.blunder").count() == 1
    page.keyboard.press("u")
    page.wait_for_selector("text=Redo >> nth=0")
    page.wait_for_selector(".told .taken")
    page.keyboard.press("r")
    page.wait_for_selector(".told [aria-current]")
    page.go_back()
    page.wait_for_selector(".told .taken")


@pytest.mark.slow
def test_the_moves_of_a_match_lead_to_where_they_were_made(visitor: Visitor) -> None:
    """As on lichess: in pairs beside the board, clicked or gone through by keys; who plays meanwhile waits."""
    page = visitor.go("/play?position=nim+1+2")
    page.click("a.move:has-text('heap 1: 1 → 0')")
    page.wait_for_selector("#review")
    turns, decided = visitor.turns(), page.inner_text("section:has(#review)")
    assert len(turns) == 2 and turns[0].startswith("First player: heap 1: 1 → 0")
    page.click(".told a >> nth=0")
    page.wait_for_selector(".told li:nth-child(2).taken")
    assert visitor.turns() == turns and page.inner_text("section:has(#review)") == decided
    page.wait_for_timeout(800)
    assert "grundy is thinking" not in visitor.status() and page.locator(".told .taken").count() == 1
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("text=First player to move")
    assert page.locator(".told .taken").count() == 2 and visitor.turns() == turns
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".told li:nth-child(1) [aria-current]")
    page.click("section:has(#course) svg a >> nth=0")
    page.wait_for_selector("text=First player to move")
    page.click("section:has(#course) svg a >> nth=1")
    page.wait_for_selector(".told li:nth-child(1) [aria-current]")
    assert visitor.turns() == turns and page.inner_text("section:has(#review)") == decided
    page.click("a[aria-label='Last move']")
    page.wait_for_selector("[data-over]")
    visitor.examine("the moves of a match")
    page.click("a[aria-label='Start']")
    page.click("a.move:has-text('heap 2: 2 → 1')")
    visitor.await_turns(2)
    assert visitor.turns()[0] != turns[0] and page.locator("#review").count() == 0


def test_a_match_is_opened_from_a_file(visitor: Visitor, tmp_path: Path) -> None:
    file = tmp_path / "match.txt"
    file.write_text("grundy match: nim 1 2\nplay: normal, endless draw, first begins\n1. heap 1: 1 → 0\n", "utf-8")
    page = visitor.go("/play?position=kayles+5")
    page.set_input_files("[data-file] input", file)
    page.wait_for_selector("#review")
    assert "Move 1 decided it." in page.inner_text("section:has(#review)")


@pytest.mark.hours
def test_connect4_is_played_to_the_end(visitor: Visitor) -> None:
    page = visitor.go("/play?position=connect4+....%7C....%7C....%7C....")
    while not visitor.over():
        made = len(visitor.turns())
        page.locator(".board .spot").last.click()
        if page.locator(".board .spot.chosen").count():
            page.click("a.move:not(.away) >> nth=0")
        visitor.await_turns(made + 1)
        page.wait_for_selector("a.move, [data-over]")
    assert len(visitor.turns()) >= 7
    visitor.examine("connect4 is over")


def test_a_spot_of_several_moves_narrows_them(visitor: Visitor) -> None:
    page = visitor.go("/play?position=domineering+...%7C...%7C...&second=human&numbers=1")
    assert page.get_by_role("img", name="Thermograph").count() == 1
    middle = page.locator(".board .spot").nth(4)
    middle.click()
    assert page.locator("a.move:not(.away)").count() == 2
    page.keyboard.press("Escape")
    assert page.locator("a.move.away").count() == 0
    middle.click()
    page.locator(".board .spot").nth(1).click()
    visitor.await_turns(1)
    assert visitor.status().startswith("Right to move")
    visitor.photograph("domineering after a move")


def test_a_second_click_plays_the_move_that_is_made_there_alone(visitor: Visitor) -> None:
    page = visitor.go("/play?position=kayles+5&second=human")
    pin = page.locator(".board .spot").nth(1)
    pin.click()
    assert page.locator("a.move:not(.away)").count() > 1
    pin.click()
    visitor.await_turns(1)
    assert visitor.turns()[-1] == "First player: heap 1: 5 → 2 + 2"


@pytest.mark.slow
def test_the_keyboard_is_enough(visitor: Visitor) -> None:
    page = visitor.go("/play?position=nim+1+2&second=perfect&numbers=1")
    while not page.evaluate("document.activeElement.matches('.spot')"):
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "heap 2: 2 → 1: wins"
    page.keyboard.press("n")
    page.wait_for_selector("[data-key=n][aria-checked=false]")
    page.keyboard.press("n")
    page.wait_for_selector("[data-key=n][aria-checked=true]")
    while not page.evaluate("document.activeElement.matches('.spot')"):
        page.keyboard.press("Shift+Tab")
    while page.evaluate("document.activeElement.getAttribute('aria-label')") != "heap 2: 2 → 1: wins":
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    visitor.await_turns(2)
    page.wait_for_selector(".board .spot")
    assert page.evaluate("document.activeElement.matches('.spot')")
    page.keyboard.press("Enter")
    visitor.await_turns(3)
    assert visitor.status() == "You win. Second player cannot move."


@pytest.mark.slow
@pytest.mark.some(4)
@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("position", ["tic-tac-toe", "toads-and-frogs", "nim 3 4 5", "hackenbush BRB 0-5b-6r"])
def test_the_board_fills_its_panel(visitor: Visitor, position: str, width: int) -> None:
    visitor.page.set_viewport_size({"width": width, "height": 760})
    page = visitor.go(f"/play?position={position}")
    filled = page.evaluate(
        """() => { const [svg, panel] = [".board svg", ".panel:has(.board)"].map((s) => document.querySelector(s));
        return svg.getBoundingClientRect().width / panel.getBoundingClientRect().width; }"""
    )
    assert filled >= 0.9
    drawn = page.evaluate("(({width, height}) => width / height)(document.querySelector('.board svg').viewBox.baseVal)")
    box = page.locator(".board svg").bounding_box()
    assert abs(box["width"] / box["height"] - drawn) < 0.02, "the picture has the room that it asks for, and no more"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_the_theme_is_kept_and_is_there_before_the_page_is_drawn(visitor: Visitor) -> None:
    def ground() -> str:
        return visitor.page.evaluate("getComputedStyle(document.body).backgroundColor")

    page = visitor.go("/play?position=tic-tac-toe")
    light = ground()
    cell = "getComputedStyle(document.querySelector('svg.position .f-cell')).fill"
    bright = page.evaluate(cell)
    for _press in range(2):
        page.click("[data-theme-switch]")
    dark = ground()
    assert dark != light and page.evaluate(cell) != bright
    assert page.get_attribute("[data-theme-switch]", "aria-label") == "Light or dark: Dark"
    visitor.examine("tic-tac-toe in the dark")
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { window.first = document.documentElement.dataset.theme; })"
    )
    for path in ("/", "/theorems", "/values"):
        visitor.go(path)
        assert ground() == dark and page.evaluate("window.first") == "dark"
    page.click("[data-theme-switch]")
    assert ground() == light
    assert page.evaluate("localStorage.getItem('theme')") == ""


def _middle(visitor: Visitor, cell: int) -> tuple[float, float]:
    box = visitor.page.locator(".board .spot").nth(cell).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_piece_is_dragged_to_where_it_goes(visitor: Visitor) -> None:
    page = visitor.go("/play?position=clobber+XO%7COX&second=human")
    page.mouse.move(*_middle(visitor, 0))
    page.mouse.down()
    page.mouse.move(*_middle(visitor, 1), steps=8)
    assert page.locator(".flying[transform]").count() == page.locator(".spot.dragged").count() == 1
    assert page.locator(".board .spot.aimed").count() == 1
    spots = page.locator(".board .spot")
    assert [spots.nth(n).evaluate("(e) => e.matches('.away')") for n in range(4)] == [False, False, False, True]
    page.mouse.up()
    visitor.await_turns(1)
    assert visitor.turns() == ["Left: (1,1)-(1,2)"]


def test_a_piece_that_is_dropped_elsewhere_goes_back(visitor: Visitor) -> None:
    page = visitor.go("/play?position=clobber+XO%7COX&second=human")
    page.mouse.move(*_middle(visitor, 0))
    page.mouse.down()
    page.mouse.move(*_middle(visitor, 3), steps=8)
    page.mouse.up()
    assert page.locator(".flying, .dragging, .dragged, .aimed, .away, .chosen").count() == 0
    assert visitor.turns() == []


def test_targets_are_told_after_a_piece_is_chosen_and_the_last_move_is_lit(visitor: Visitor) -> None:
    page = visitor.go("/play?position=amazons+X..%7C...%7C..O&second=human")
    seen = "[...document.querySelectorAll('.board .target')].filter((e) => getComputedStyle(e).opacity > 0).length"
    assert page.evaluate(seen) == 0 and page.locator(".board .last").count() == 0
    page.locator(".board .spot").nth(0).click()
    assert page.evaluate(seen) > 0
    page.click("a.move:not(.away) >> nth=0")
    visitor.await_turns(1)
    assert page.locator(".board .last").count() > 0


@pytest.mark.slow
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pieces_glide_unless_motion_is_unwanted(visitor: Visitor, motion: str) -> None:
    visitor.page.emulate_media(reduced_motion=motion)
    page = visitor.go("/play?position=toads-and-frogs+T.F&second=human")
    page.evaluate(
        """() => { window.glided = []; const old = Element.prototype.animate;
        Element.prototype.animate = function (...how) {
          window.glided.push(how[0][0].transform); return old.apply(this, how); }; }"""
    )
    page.click("a.move >> nth=0")
    visitor.await_turns(1)
    assert page.evaluate("window.glided") == (["translate(-1px, 0px)"] if motion == "no-preference" else [])


@pytest.mark.slow
def test_what_is_cut_falls_and_what_is_sown_glides(visitor: Visitor) -> None:
    """Every motion takes 150 ms."""
    spied = """() => { window.seen = []; const old = Element.prototype.animate;
      Element.prototype.animate = function (frames, how) {
        window.seen.push([this.dataset.face ?? "", how.duration]); return old.apply(this, [frames, how]); }; }"""
    page = visitor.go("/play?position=hackenbush+BRB&second=human")
    page.evaluate(spied)
    page.click("a.move >> nth=0")
    visitor.await_turns(1)
    assert page.evaluate("window.seen.length") >= 1 and page.evaluate("window.seen.every(([, ms]) => ms === 150)")
    page = visitor.go("/play?position=kalah+3x2&second=human")
    page.evaluate(spied)
    page.click("a.move >> nth=0")
    visitor.await_turns(1)
    assert ["seed", 150] in page.evaluate("window.seen")


def test_sounds_are_off_until_they_are_asked_for(visitor: Visitor) -> None:
    page = visitor.go("/play?position=nim+3+4+5&second=human")
    page.evaluate(
        """() => { window.notes = 0; const old = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...when) { window.notes += 1; return old.apply(this, when); }; }"""
    )
    page.click("a.move >> nth=0")
    visitor.await_turns(1)
    assert page.evaluate("window.notes") == 0
    page.click("[data-sound]")
    assert page.get_attribute("[data-sound]", "aria-checked") == "true"
    before = page.evaluate("window.notes")
    page.click("a.move >> nth=0")
    visitor.await_turns(2)
    assert page.evaluate("window.notes") > before


@pytest.mark.slow
def test_a_projector_shows_the_board_and_whose_turn_it_is(visitor: Visitor) -> None:
    page = visitor.go("/play?position=nim+3+4+5")
    page.keyboard.press("p")
    page.wait_for_selector(".projector")
    for hidden in (".top", ".foot", ".side", "h1", "#setup"):
        assert not page.is_visible(hidden), hidden
    assert page.locator(".board svg").bounding_box()["height"] > 0.8 * page.viewport_size["height"]
    page.locator(".board .spot").first.click()
    page.wait_for_selector(".told li:nth-child(2):not(.taken)", state="attached")
    page.wait_for_selector(".projector .status:not(:has-text('thinking')):has-text('First player to move')")
    visitor.examine("projector")
    page.keyboard.press("p")
    page.wait_for_selector(".top")
    assert page.is_visible("h1")


def test_moves_are_listed_where_there_is_room(pupil: Visitor) -> None:
    page = pupil.go("/play?position=domineering+3x3&second=human")
    assert not page.is_visible(".moves") and not page.is_visible(".keys")
    page.locator(".board .spot").nth(4).tap()
    assert page.locator("a.move:visible").count() == 2
    page = pupil.go("/play?position=domineering+3x3&second=human&numbers=1")
    assert page.is_visible(".moves")


@pytest.mark.slow
def test_a_hint_is_given_in_steps(visitor: Visitor) -> None:
    page = visitor.go("/play?position=nim+1+3")
    counts = []
    for name in ("Hint", "Show a move", "Say why"):
        assert page.locator(".board .sign").count() == (name == "Say why")
        page.click(f"a:text-is('{name}')")
        page.wait_for_selector(f"a[data-key=h]:not(:text-is('{name}'))")
        counts.append(page.locator(".hint p").count())
    assert counts[:2] == [1, 2] and counts[2] > 3
    page.keyboard.press("h")
    page.wait_for_selector(".hint", state="detached")


@pytest.mark.slow
def test_a_million_values_are_zoomed_through(visitor: Visitor) -> None:
    page = visitor.go("/sequences?name=0.77&to=1000000")
    page.wait_for_selector("#plot[data-drawn='0 1000000']")
    assert "the darker, the more" in page.inner_text("#zoomed")
    visitor.examine("a million values")
    box = page.locator("#plot").bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 200)
    page.mouse.wheel(0, -400)
    page.wait_for_selector("#plot:not([data-drawn='0 1000000'])")
    page.evaluate("Bokeh.documents[0].roots()[0].x_range.setv({start: 60, end: 130})")
    page.wait_for_selector("#plot[data-drawn='60 130']")
    assert page.inner_text("#zoomed") == "Heaps 60 to 130, every value."
    values = page.evaluate("Bokeh.documents[0].roots()[0].renderers.at(-1).data_source.data.y")
    assert list(values)[12:24] == [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]  # the period of Kayles, Winning Ways ch. 4
    assert page.locator(".badge.proved").count() == 1
    visitor.photograph("seventy values")


def test_a_value(visitor: Visitor) -> None:
    page = visitor.go("/values")
    page.fill("#expression", "{1|-1} + ^*")
    page.fill("#other", "{1^*|-1^*}")
    page.press("#other", "Enter")
    page.wait_for_selector("text=Compared with the other")
    assert page.get_attribute(".worth math", "alttext") == "{1^*|-1^*}"
    assert page.inner_text(".relation") == "{1|-1} + ^* = {1^*|-1^*}"


@pytest.mark.slow
def test_the_api_is_described(visitor: Visitor) -> None:
    visitor.page.goto("/docs")
    visitor.page.wait_for_selector("[data-path='/api/v1/position']")
    visitor.examine("docs")


@pytest.mark.slow
def test_a_theorem_is_checked_without_a_network_and_a_changed_one_is_refused(visitor: Visitor) -> None:
    page = visitor.go("/theorems/wythoff")
    page.wait_for_selector("[data-check-here] button:enabled")  # the checker is loaded
    visitor.context.set_offline(True)
    page.click("text=Check it here")
    page.wait_for_selector("output[data-verdict=accepted]")
    assert page.inner_text("[data-check-here] output").startswith("Accepted: it was proved anew in your browser, in ")
    certificate = page.input_value("[data-check-here] textarea")
    for old, new, verdict in (
        ('"format": 2', '"format": 3', "refused"),
        ('"least": 0', '"least": 1', "refused"),
        ("{", "", "refused"),
    ):
        page.eval_on_selector(
            "[data-check-here] textarea", "(box, text) => { box.value = text; }", certificate.replace(old, new, 1)
        )
        page.click("text=Check it here")
        page.wait_for_selector(f"output[data-verdict={verdict}]")
    assert "there is text after the object" in page.inner_text("[data-check-here] output")
    visitor.context.set_offline(False)
    visitor.examine("a theorem is checked")


@pytest.mark.slow
def test_both_languages(visitor: Visitor) -> None:
    page = visitor.go("/play?position=nim+1+2")
    page.click("text=简体中文")
    page.wait_for_selector("html[lang=zh-Hans]")
    assert "position=nim+1+2" in page.url
    assert "First" not in page.inner_text("main")
    page.goto("/")
    assert page.get_attribute("html", "lang") == "zh-Hans"
    page.click("text=English")
    page.wait_for_selector("html[lang=en]")


@pytest.mark.slow
@pytest.mark.parametrize(
    "each", [80, pytest.param(1, marks=pytest.mark.hours)], ids=["a game", "all games, and how long it takes"]
)
def test_from_each_card_to_an_answered_move(browser: Any, home: str, each: int) -> None:
    """On a phone, light in English and dark in Chinese; with ``-s`` it prints the times of a server that is warm."""
    for scheme, language in (("light", "en"), ("dark", "zh")):
        settings: dict[str, Any] = {
            "viewport": {"width": 360, "height": 740},
            "color_scheme": scheme,
            "has_touch": True,
        }
        someone = Visitor(browser, home, **settings)
        someone.context.add_cookies([{"name": "lang", "value": language, "url": home}])
        titles = someone.go("/games").locator(".card h2").all_inner_texts()
        assert len(titles) > 60 and someone.page.evaluate("document.documentElement.lang")[:2] == language
        times: list[tuple[float, str]] = []
        for title in titles[::each]:
            someone.play_card(title)
            times.append((someone.play_card(title), title))
            someone.examine(f"{title} {scheme}")
        print(*(f"{seconds:5.2f} s  {title}" for seconds, title in sorted(times)), sep="\n")
        someone.close()


def test_the_first_page_is_light_still_and_short(pupil: Visitor) -> None:
    """Issue 29: under 150 kB without a cache, no layout shift, at most 10,000 pixels on a phone."""
    sizes: list[int] = []
    pupil.page.on("response", lambda answer: sizes.append(len(answer.body())))
    pupil.page.add_init_script(
        """window.shifts = 0;
        new PerformanceObserver((list) => { for (const shift of list.getEntries()) window.shifts += shift.value; })
          .observe({ type: "layout-shift", buffered: true });"""
    )
    page = pupil.go("/")
    page.wait_for_load_state("networkidle")
    page.wait_for_selector("#worth-live math")
    assert len(sizes) > 5 and sum(sizes) < 150_000
    assert page.evaluate("window.shifts") == 0
    assert page.evaluate("document.documentElement.scrollHeight") <= 10_000


@pytest.mark.slow
def test_the_first_page_answers_while_one_types(visitor: Visitor) -> None:
    page = visitor.go("/")
    page.wait_for_selector("#law-live:has-text('period 7')")
    page.wait_for_selector("#worth-live math")
    page.fill("#name", "0.77")
    page.wait_for_selector("#law-live:has-text('period 12 from 71 on, proved')")
    assert "0 1 2 3 1 4 3 2 1 4 2 6" in page.inner_text("#law-live")
    page.fill("#cell", "domineering(2,2)")
    page.wait_for_selector("#worth-live svg.position")
    assert "first player wins" in page.inner_text("#worth-live")
    page.fill("#cell", "1 +")
    page.wait_for_selector("#worth-live:has-text('column')")
    page.fill("#name", "0.7x")  # what is half typed is no fault, of which the visitor would be told
    page.wait_for_selector("#law-live:has-text('0.7x')")
    page.fill("#cell", "")
    page.wait_for_selector("#worth-live:empty", state="attached")
    visitor.examine("the first page answers")
    page.fill("#cell", "1/2 + 1/2")
    page.press("#cell", "Enter")
    page.wait_for_url("**/worksheet?cell=*")
    page.wait_for_selector(".answer math")


@pytest.mark.slow
def test_keys_alone_lead_from_the_first_page_through_a_match_to_its_review(visitor: Visitor) -> None:
    page = visitor.go("/")

    def to_a_spot() -> None:
        page.keyboard.press("Tab")
        while not page.evaluate("document.activeElement.matches('.spot')"):
            page.keyboard.press("Tab")

    to_a_spot()
    page.keyboard.press("Enter")
    page.wait_for_url("**/play?*")
    visitor.await_turns(2)
    assert "level=1" in page.url
    page.wait_for_selector("a.move")
    while not visitor.over():
        if not page.evaluate("document.activeElement.matches('.spot')"):
            to_a_spot()
        made = len(visitor.turns())
        page.keyboard.press("Enter")
        visitor.await_turns(made + 1)
        page.wait_for_selector("a.move, [data-over]")
    page.wait_for_selector("#review")


def test_each_board_of_the_first_page_is_for_itself(visitor: Visitor) -> None:
    page = visitor.go("/")
    boards = page.locator("[data-board]")
    boards.nth(2).locator(".spot").nth(5).click()
    assert boards.nth(2).locator(".choosing").count() == 1
    assert page.locator(".board.choosing").count() == 1
    assert "2 moves are left" in boards.nth(2).inner_text()


@pytest.mark.slow
def test_the_catalogue_is_searched_while_one_types(visitor: Visitor) -> None:
    page = visitor.go("/games")
    page.type("#q", "domino")
    assert page.locator(".card:visible h2").all_inner_texts() == ["Cram", "Domineering", "Toppling Dominoes"]
    page.check("input[name=hard][value=hard]")
    assert page.locator(".card:visible h2").all_inner_texts() == ["Domineering"]
    page.check("input[name=hard][value='']")
    page.check("input[name=class][value=impartial]")
    assert page.locator(".card:visible h2").all_inner_texts() == ["Cram"]
    page.reload()
    assert page.locator(".card:visible h2").all_inner_texts() == ["Cram"]


@pytest.mark.slow
def test_long_work_is_awaited_or_cancelled(visitor: Visitor) -> None:
    page = visitor.page
    waiting = page.goto("/explore?position=domineering+7+8").text()
    page.click("[data-cancel]")
    assert page.inner_text("[data-job] [role=status]") == "This was cancelled."
    page.route("**/sequences*", lambda route: route.fulfill(body=waiting, content_type="text/html"), times=1)
    page.route("**/jobs/*", lambda route: route.fulfill(json={"state": "done"}), times=1)
    page.goto("/sequences?name=0.77")
    page.wait_for_selector("#plot[data-drawn]")


@pytest.mark.slow
def test_a_position_is_played_while_it_is_solved(visitor: Visitor) -> None:
    """What is solved for long stands below the board, and is left when another position is looked at."""
    page = visitor.page
    page.goto("/play?position=domineering+8+8&numbers=1&second=human")
    assert page.inner_text("[data-job] [role=status]") == "It is being solved; you can play meanwhile."
    assert page.is_visible("progress") and "too large" not in page.inner_text("main")
    with page.expect_request(lambda request: request.method == "DELETE"):
        page.click(".move >> nth=0")
        visitor.await_turns(1)
    page.click("[data-cancel]")
    assert page.inner_text("[data-job] [role=status]") == "This was cancelled."


@pytest.mark.hours
def test_the_chess_ending_of_the_catalogue_is_solved_on_its_page(visitor: Visitor) -> None:
    visitor.page.goto("/play?position=chess-endings&numbers=1&second=human")
    visitor.page.wait_for_selector("main:not(:has([data-job])) .facts", timeout=100_000)
    assert "With best play the first player wins." in visitor.status()


def test_a_position_that_cannot_be_read_is_kept(visitor: Visitor) -> None:
    page = visitor.go("/play?position=nim+2+3")
    page.fill("#to", "heap 9")
    page.press("#to", "Enter")
    page.wait_for_selector(".error")
    assert page.input_value("#to") == "heap 9"
    visitor.faults = [fault for fault in visitor.faults if "400" not in fault]


@pytest.mark.slow
@pytest.mark.some(2)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_serious_fault(visitor: Visitor, name: str) -> None:
    visitor.go(PAGES[name])
    visitor.examine(name)
    visitor.faults = [fault for fault in visitor.faults if "400" not in fault or name != "no such game"]


@pytest.mark.slow
@pytest.mark.some(1)
@pytest.mark.parametrize("name", [name for name in PAGES if name not in ALIKE])
def test_a_page_fits_a_phone(pupil: Visitor, name: str) -> None:
    pupil.go(PAGES[name])
    assert pupil.page.get_attribute("html", "lang") == "zh-Hans"
    pupil.examine(f"{name} on a phone")
    pupil.faults = [fault for fault in pupil.faults if "400" not in fault or name != "no such game"]


@pytest.mark.slow
def test_a_puzzle_is_failed_and_solved_and_the_sheet_knows(visitor: Visitor) -> None:
    page = visitor.go("/puzzles?game=nim&seed=2&count=2")
    assert page.locator("text=✓").count() == 0
    page.click(".card a >> nth=0")
    page.wait_for_selector("#moves")
    visitor.examine("a puzzle")
    puzzle = page.url
    for number in range(page.locator("a.move").count()):
        page.goto(puzzle)
        page.click(f"a.move >> nth={number}")
        page.wait_for_selector("text=/^[✓✗]/")
        if page.locator("text=/^✓/").count():
            break
        page.click("text=Try again")
        page.wait_for_selector("#moves")
    page.click("text=To the sheet")
    page.wait_for_selector(".badge:has-text('✓')")
    assert page.locator(".badge:has-text('✓')").count() == 1


@pytest.mark.slow
def test_the_reply_to_a_wrong_move_is_made_on_the_board(visitor: Visitor) -> None:
    page = visitor.go("/puzzle?position=nim+3+4+5")
    page.click("a.move:has-text('heap 3: 5 → 4')")
    page.wait_for_selector("text=/^✗/")
    assert "The reply heap 1: 3 → 0 wins." in visitor.status()
    page.wait_for_selector("#board svg[aria-label='nim(0, 4, 4)']")
    assert page.locator("[data-reply]").count() == 0
    page.click("text=Try again")
    page.click("a.move:has-text('heap 1: 3 → 1')")
    page.click("text=Play on from here")
    visitor.await_turns(2)
    assert "heap 1: 3 → 1" in visitor.turns()[0]


@pytest.mark.slow
def test_the_puzzle_of_the_day_says_the_idea_and_counts_days_in_a_row(visitor: Visitor) -> None:
    visitor.page.clock.set_fixed_time("2026-11-25T12:00:00Z")
    page = visitor.go("/today?day=2026-11-25")
    page.evaluate("""localStorage.setItem("grundy.days", '["2026-11-24", "2026-11-23", "2026-11-21"]')""")
    puzzle = page.url
    page.goto(puzzle)
    assert page.inner_text("[data-streak]") == "Days in a row: 2."
    for number in range(page.locator("a.move").count()):
        page.click(f"a.move >> nth={number}")
        page.wait_for_selector("text=/^[✓✗]/")
        if page.locator("text=/^✓/").count():
            break
        page.goto(puzzle)
    page.wait_for_selector(".idea")
    assert page.inner_text("[data-streak]") == "Days in a row: 3." and len(page.inner_text(".idea")) > 10
    visitor.examine("the puzzle of the day")
    page.goto(visitor.home + "/puzzles")
    page.wait_for_selector("text='Days in a row: 3.'")


@pytest.mark.slow
def test_a_rush_ends_with_the_third_mistake_or_the_clock(visitor: Visitor) -> None:
    page = visitor.go("/rush")
    page.click("#rush-begin")
    right = wrong = tried = 0
    while wrong < 3:
        page.click("#pane a.move >> nth=0")
        page.wait_for_selector("#pane >> text=/^[✓✗]/")
        right += page.locator("#pane >> text=/^✓/").count()
        wrong += page.locator("#pane >> text=/^✗/").count()
        tried += 1
        if tried == 1:
            visitor.examine("a rush")
        page.wait_for_selector(f"#rush-told:has-text('mistakes {wrong} of 3'), #rush-told:has-text('Solved')")
        assert right + wrong == tried
        page.wait_for_selector("#pane a.move, #rush-told:has-text('Solved')")
    page.wait_for_selector("text=/^Solved: /")
    assert page.inner_text("#rush-told") == f"Solved: {right}. Best on this device: {right}."
    page.clock.install()
    page.click("#rush-begin")
    page.wait_for_selector("#pane a.move")
    page.clock.fast_forward("05:01")
    page.wait_for_selector("text=/^Solved: 0/")
    assert page.locator("#pane a.move").count() == 0


@pytest.mark.slow
def test_a_class_is_made_and_pupils_answers_are_counted(visitor: Visitor, pupil: Visitor) -> None:
    page = visitor.go("/class")
    page.fill("#position1", "nim 3 4 5")
    page.fill("#position2", "kayles 4 4")
    page.select_option("#ask2", "winner")
    page.click("text=Look at it")
    page.wait_for_selector("text=So your pupils will see it")
    visitor.examine("a class is made")
    page.click("text=Open the class")
    page.wait_for_url("**/board?key=*")
    code = page.inner_text("h1 .mono")
    phone = pupil.go("/class")
    phone.fill("#code", code.lower())
    phone.click("form[action='/class'] button >> nth=0")
    phone.wait_for_selector("#board .spot")
    pupil.examine("a question of a class")
    phone.click("button.move[data-move='1']")
    phone.wait_for_selector("progress[value='2']")
    phone.click("button.move[data-move='1']")
    phone.wait_for_selector("a[href='/today']")
    page.wait_for_selector(".counts li:has-text('second player wins') strong:text-is('1')")
    page.click("text=With answers")
    page.wait_for_selector(".counts li:has-text('✓')")
    visitor.examine("a teacher's screen")


@pytest.mark.slow
def test_a_puzzle_on_a_board_is_tapped(pupil: Visitor) -> None:
    page = pupil.go("/puzzles?game=tic-tac-toe&seed=1&count=1")
    page.click(".card a >> nth=0")
    page.wait_for_selector("#board .spot")
    page.tap("#board .spot >> nth=0")
    page.wait_for_selector("text=/^[✓✗]/")
    pupil.examine("a puzzle that was tried")


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    ["/puzzles?game=nim&seed=2&count=2", f"/lessons/{LESSONS[0].name}?step=2", "/lessons", "/play?position=nim+1+2"],
)
def test_what_is_printed_has_no_forms(pupil: Visitor, path: str) -> None:
    page = pupil.go(path)
    assert page.locator("button:visible, a.button:visible, input:visible").count() > 0
    page.emulate_media(media="print", color_scheme="dark")
    assert page.locator("form, button, a.button, input, select, nav, progress").locator("visible=true").count() == 0
    assert page.is_visible("h1") and page.is_visible("main svg")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(250, 249, 246)"


@pytest.mark.slow
def test_a_lesson_from_start_to_end(visitor: Visitor) -> None:
    """Every step is read, every question answered (wrongly first), and the game at the end is won."""
    page = visitor.go("/lessons")
    page.click(".card a >> nth=0")
    page.wait_for_selector("text=/Step 1 of/")
    visitor.examine("a lesson")
    for step in range(1, 6):
        page.wait_for_selector(f"text=/Step {step} of/")
        moves = page.locator("a.move").count()
        for number in range(moves):
            page.click(f"a.move >> nth={number}")
            page.wait_for_selector("text=/^[✓✗]/")
            if page.locator("text=/^✓/").count():
                break
            page.click("text=Try again")
            page.wait_for_selector("a.move")
        page.click("main a.button:has-text('Next')")
    page.wait_for_selector("text=/Step 6 of 6/")
    page.click("main a.button:has-text('Play')")
    page.wait_for_url("**/play?*")
    page.go_back()
    page.goto(visitor.home + "/lessons")
    page.wait_for_selector(".badge:has-text('✓')")
    assert page.locator(".badge:has-text('✓')").count() == 1


def test_a_tree_of_options_opens_by_a_click_and_by_a_key(visitor: Visitor) -> None:
    page = visitor.go("/worksheet?cell=G+%3D+domineering(2,3)")
    page.click("#answer1 > details > summary")
    page.wait_for_selector("#answer1 > details > .branches")
    branch = page.locator("#answer1 .branches details[data-branch]").first
    branch.locator("summary").focus()
    page.keyboard.press("Enter")
    branch.locator(".branches").first.wait_for()
    assert page.url.endswith("domineering(2,3)") and not page.locator("#answer1 > details > a").count()
    visitor.examine("a tree of options")


@pytest.mark.slow
def test_a_worksheet_is_shared_by_its_address(visitor: Visitor, browser: Any, home: str) -> None:
    page = visitor.go("/worksheet?cell=")
    page.fill("#cell1", "G = domineering(2, 3)")
    page.press("#cell1", "Enter")
    page.wait_for_selector("#answer1 math")
    assert page.evaluate("document.activeElement.id") == "cell1" and page.locator("#answer1 svg").count() == 2
    page.press("#cell1", "Shift+Enter")
    page.keyboard.type("G + ^")
    page.press("#cell2", "Shift+Enter")
    page.keyboard.type("G > 0; oh")
    page.keyboard.press("Enter")
    page.wait_for_selector("#answer4 .wrong")
    page.press("#cell4", "Alt+ArrowUp")
    page.wait_for_selector("#answer3 .wrong")
    typed = ["G = domineering(2, 3)", "G + ^", "oh", "G > 0", ""]
    assert _cells(page) == typed and "no: G || 0" in page.inner_text("#answer4")
    page.click("#cell3")
    page.click(".cell:nth-child(3) [data-do=remove]")
    page.wait_for_selector(".wrong", state="detached")
    del typed[2]
    with page.expect_download() as saved:
        page.click("[data-do=save]")
    assert Path(saved.value.path()).read_text(encoding="utf-8").splitlines() == typed[:-1]
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("[data-do=link]")
    address = page.evaluate("navigator.clipboard.readText()")
    other = Visitor(browser, home, viewport={"width": 360, "height": 640}, has_touch=True)
    shared = other.go(address.removeprefix(home))
    assert _cells(shared) == typed and _answers(shared) == _answers(page) and len(_answers(page)) == 3
    other.close()
    page = visitor.go("/worksheet?cell=1+%2B+^")
    page = visitor.go("/worksheet?cell=")
    page.click("[data-do=last]")
    page.wait_for_selector("#answer3")
    assert _cells(page) == typed
    page.set_input_files("input[type=file]", {"name": "s.txt", "mimeType": "text/plain", "buffer": b"A = ^\n\nA - 2\n"})
    page.wait_for_selector("#answer2 math[alttext='-2^']")
    assert _cells(page) == ["A = ^", "A - 2", ""]
    page.fill("#cell2", "*" * 4001)
    page.press("#cell2", "Enter")
    assert "save it as a file" in page.inner_text("[data-long]")


def _cells(page: Any) -> list[str]:
    return page.eval_on_selector_all("input[name=cell]", "cells => cells.map((cell) => cell.value)")


def _answers(page: Any) -> list[str]:
    return [" ".join(text.split()) for text in page.locator(".answer").all_text_contents()]


# ---- the widget of notebooks: a page that speaks to the Python side as a notebook does

HOST = """
let view = {view}, changed = () => 0;
const model = {{
  get: () => view,
  on: (name, then) => (changed = then),
  off: () => 0,
  send: async (wish) => {{ view = await python(wish); changed(); }},
}};
widget.render({{ model, el: document.getElementById("place") }});
"""


@pytest.fixture
def play() -> Any:
    return pytest.importorskip("grundy.faces.notebook").Play


def shown(browser: Any, game: Any) -> Any:
    """Return a page that shows a widget."""

    def python(wish: dict[str, Any]) -> dict[str, Any]:
        game._wished(game, wish, [])
        return game.view

    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.expose_function("python", python)
    script = game._esm.replace("export default", "const widget =") + HOST.format(view=json.dumps(game.view))
    page.set_content(f'<style>{game._css}</style><div id="place"></div><script type="module">{script}</script>')
    page.wait_for_selector(".board svg")
    return page


def test_a_game_is_won_by_clicks_on_the_board(play: Any, browser: Any) -> None:
    game = play(gr.nim(3, 4, 5))
    page = shown(browser, game)
    for _turn in range(20):
        if not game.moves:
            break
        before = page.inner_text(".heading")
        page.locator(".spot.win").first.click()
        if page.inner_text(".heading") == before and page.locator(".chosen").count():  # several moves are left
            page.locator(".move.win:not(.away)").first.click()
        page.wait_for_function("before => document.querySelector('.heading').innerText !== before", arg=before)
    assert page.inner_text(".heading").endswith("You win.")
    page.click("button.undo")
    page.wait_for_selector(".move")
    page.click("button.new")
    page.wait_for_function("document.querySelector('.heading').innerText.startsWith('nim(3, 4, 5)')")


def test_the_board_is_steered_by_keys(play: Any, browser: Any) -> None:
    game = play(gr.domineering(2, 2), side="both")
    page = shown(browser, game)
    page.focus(".spot")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # a cell that one move of Left's touches
    page.wait_for_function("document.querySelector('.heading').innerText.includes('Right to move')")
    assert str(game.match.position).startswith("domineering(.#|.#")
    page.keyboard.press("Escape")


def test_a_click_narrows_the_choice(play: Any, browser: Any) -> None:
    page = shown(browser, play(gr.domineering(3, 1)))
    page.locator(".spot").nth(1).click()  # the middle cell, which both moves touch
    assert page.inner_text(".said").startswith("2 moves are left")
    page.keyboard.press("Escape")
    assert page.inner_text(".said") == ""
    page.locator(".spot").nth(0).click()
    page.wait_for_function("!document.querySelector('.heading').innerText.startsWith('domineering(.|')")


@pytest.mark.slow
def test_rules_that_are_written_are_shown_at_once_and_an_address_brings_them_elsewhere(browser: Any, home: str) -> None:
    one = Visitor(browser, home)
    page = one.go("/write")
    page.wait_for_selector("#pane svg")
    page.select_option("#example", "02_two_heaps")
    page.wait_for_selector("#small .P >> nth=5")
    page.wait_for_selector("#theorem-told:has-text('√5')")
    address = page.url
    embedded = page.get_attribute("#alone", "data-embed")
    other = Visitor(browser, home)
    page = other.go(address.removeprefix(home))
    page.wait_for_selector("#small .P >> nth=5")
    page.click("#pane a.move >> nth=0")
    page.wait_for_selector("#pane ol.told")
    page.goto("about:blank")
    page.goto(address[: len(address) // 2])
    page.wait_for_selector("#told.wrong")
    assert "cut off" in page.inner_text("#told")
    page.set_content(f'<iframe src="{embedded}" width="480" height="720"></iframe>')  # a page of somebody else's
    frame = page.frame_locator("iframe")
    frame.locator("a.move").first.wait_for(state="attached")
    make_a_move(frame)
    frame.locator("ol.told li >> nth=1").wait_for()
    assert one.faults == [] and other.faults == []


def choose_example(page: Any, name: str) -> None:
    """Choose an example until its address stands: a busy server may say once that the time is over."""
    from playwright.sync_api import TimeoutError as Late

    before = page.url
    for _again in range(4):
        page.select_option("#example", "")
        page.select_option("#example", name)
        with suppress(Late):
            page.wait_for_url(lambda address: address != before, timeout=25_000)
            return
    raise AssertionError(f"{name}: {page.inner_text('main')}")


@pytest.mark.slow
def test_each_example_is_shown_with_its_board_and_small_positions(browser: Any, home: str) -> None:
    someone = Visitor(browser, home)
    page = someone.go("/write")
    page.wait_for_selector("#pane svg")
    names = page.eval_on_selector_all("#example option", "all => all.map(each => each.value).filter(Boolean)")
    assert len(names) == 10
    for name in reversed(names):  # the page begins with the first
        choose_example(page, name)
        page.wait_for_selector("#small td >> nth=1")
        page.wait_for_selector("#pane svg")
    for width in (390, 800, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        heights = page.eval_on_selector_all(".top nav:not(.tongues) :is(ul, li)", "all => all.map(e => e.offsetHeight)")
        assert max(heights) == min(heights), "the links of the frame are one line"
    someone.examine("write")
    assert not [fault for fault in someone.faults if "400" not in fault]  # of some no theorem is found
    someone.context.close()
