"""Each move can be made on the picture by at most three clicks: in the rule that all pages share, and in a real browser."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.browser.visit import CHROMIUM, PATIENCE, Visitor, chromium, server

import grundy as gr
from grundy import games
from grundy.faces.drawing import Mark, svg
from grundy.faces.export import page as exported
from grundy.faces.web.positions import LISTED
from grundy.playing.record import plain
from grundy.rules.board import FREE, O, X
from grundy.rules.functions import to_move
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset

STATIC = Path(gr.__file__).parent / "faces/web/static"
CLICKING = (Path(__file__).parents[1] / "browser/clicking.js").read_text("utf-8")
CLICKS = 3
LONG = {"amazons"}
"""Games with hundreds of first moves: half a minute in a browser on an idle machine."""

LEAST = """
const moves = JSON.parse(require("fs").readFileSync(0, "utf8")).map((spots) => {
  const drawn = spots.map((dataset) => ({ dataset }));
  const ways = waysOf(drawn);
  const clicks = {};
  const made = (move, count) => { clicks[move] = Math.min(clicks[move] ?? Infinity, count); };
  const choose = (chosen) => {
    const { moves, done, next } = leftBy(ways, chosen);
    if (moves.length === 1) return made(moves[0], chosen.length);
    for (const move of done) made(move, chosen.length + 1);
    if (chosen.length < 3) for (const spot of next) choose([...chosen, spot]);
  };
  for (const spot of drawn) choose([spot]);
  return clicks;
});
console.log(JSON.stringify(moves));
"""


def spots_of(position: Position) -> tuple[int, list[dict[str, str]]]:
    """Return how many moves a position has, and what its picture says of its spots."""
    marks = [Mark(plain(move.after), "", move.text) for move, _ in zip(position.moves(), range(LISTED), strict=False)]
    picture = svg(plain(position), marks, interactive=True)
    spots = re.findall(r'<g class="spot[^>]*>', picture)
    return len(marks), [dict(re.findall(r'data-(moves|steps)="([^"]*)"', spot)) for spot in spots]


def least_clicks(*positions: Position) -> list[tuple[int, dict[str, int]]]:
    """Return of positions how many moves they have, and how many clicks each of them takes, as the pages' script counts."""
    told = [spots_of(position) for position in positions]
    script = (STATIC / "board.js").read_text("utf-8") + LEAST
    answer = subprocess.run(
        ["node", "-e", script],
        input=json.dumps([spots for _, spots in told]),
        capture_output=True,
        text=True,
        check=True,
    )
    return [(count, clicks) for (count, _), clicks in zip(told, json.loads(answer.stdout), strict=True)]


def assert_clickable(*positions: Position) -> None:
    for position, (count, clicks) in zip(positions, least_clicks(*positions), strict=True):
        missed = [move.text for i, move in enumerate(position.moves()) if i < count and str(i) not in clicks]
        assert not missed, f"{position}: {missed}"
        assert max(clicks.values(), default=0) <= CLICKS


@pytest.mark.slow
@pytest.mark.some(20)
@pytest.mark.parametrize("rules", games.load_all(), ids=lambda rules: rules.name)
def test_each_first_move_takes_three_clicks_at_most(rules: Ruleset) -> None:
    assert_clickable(rules.start(), *[at for at in list(rules.small_positions(40))[::8] if next(at.moves(), None)])


def test_a_bite_of_chomp_is_one_click_at_its_own_piece() -> None:
    ((count, clicks),) = least_clicks(gr.chomp.start())
    assert count == 19 and {*clicks.values()} == {1}


def test_an_amazon_goes_and_shoots_and_may_shoot_back() -> None:
    ((_, spots),) = [spots_of(gr.amazons("X..|..O"))]
    marks = [move.text for move in gr.amazons("X..|..O").moves()]
    back = str(marks.index("(1,1)-(1,2) shoots (1,1)"))
    assert [
        spot["steps"].split(" ")[i] for spot in spots for i, n in enumerate(spot["moves"].split(" ")) if n == back
    ] == [
        "0",
        "2",
        "1",
    ]
    assert_clickable(gr.amazons("X..|...|..O"))


def test_parts_of_a_sum_are_chosen_as_they_are_alone() -> None:
    assert_clickable(gr.chomp(3, 3) + gr.spawning(4) + gr.mock_turtles("HTH") + gr.amazons("X.|.O"))


def test_bites_of_an_own_board_are_one_click_each() -> None:
    """Rules that somebody wrote say nothing of spots: a bite begins where nothing less is bitten, at whichever corner."""

    @gr.game(board=gr.Grid(".X"))
    def bites(board: Any):
        for corner in board.cells(X):
            after = board
            for cell in board.cells(X):
                if cell // board.columns <= corner // board.columns and cell % board.columns >= corner % board.columns:
                    after = after.place(cell, FREE)
            yield after

    ((count, clicks),) = least_clicks(bites("XXX|XXX"))
    assert count == 6 and {*clicks.values()} == {1}


def test_own_rules_whose_moves_touch_the_same_are_told_apart_by_their_words() -> None:
    @gr.game
    def dials(a: int, b: int):
        """Turn both dials back, by different numbers."""
        for x in range(a):
            for y in range(b):
                if (a - x) * (b - y) % 3 != 0:
                    yield y, x

    @gr.game(board=gr.Grid(".XO"))
    def stamps(board: Any):
        for cell in board.cells(FREE):
            for stamp in (X, O):
                yield board.place(cell, stamp)

    assert_clickable(dials(4, 5), stamps("..|.."))


# ---- in a real browser

REQUIRED = os.environ.get("GRUNDY_BROWSER") == "1"
DEVICES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True},
}
ON_PAGE = """selector => {
  window.made = undefined;
  const note = (event) => {
    const move = event.target.closest("a.move");
    if (!move) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    window.made = move.dataset.move;
  };
  if (!window.noting) addEventListener("click", note, true);
  window.noting = true;
  const made = () => { const move = window.made; window.made = undefined; return move; };
  return clickThrough(document.querySelector(selector), made);
}"""
IN_FILE = """() => {
  people = [true, true];
  begin();
  const made = () => {
    if (turns.length < 2) return undefined;
    const { at } = turns[1];
    begin();
    return movesNow().find((move) => move.at === at).number;
  };
  return clickThrough(document.getElementById("match"), made);
}"""


@pytest.fixture(scope="module")
def home() -> Iterator[str]:
    if not REQUIRED:
        pytest.importorskip("fastapi")
        pytest.importorskip("playwright")
        if not Path(CHROMIUM).exists():
            pytest.skip("there is no Chromium here")
    with server() as address:
        yield address


@pytest.fixture(scope="module")
def browser(home: str) -> Iterator[Any]:
    yield from chromium()


@pytest.fixture(scope="module")
def visitors(browser: Any, home: str) -> Iterator[dict[str, Visitor]]:
    found = {name: Visitor(browser, home, **settings) for name, settings in DEVICES.items()}
    for visitor in found.values():
        visitor.page.add_init_script(CLICKING)
    yield found
    for visitor in found.values():
        visitor.close()


def clicked_through(page: Any, ways: dict[str, list[Any]], count: int) -> None:
    """Assert that all moves were made, and let the browser's own pointer make some of them: the last of each length."""
    missed = {*map(str, range(count))} - ways.keys()
    assert not missed, [page.locator(f".move[data-move='{number}']").inner_text() for number in sorted(missed)]
    for move, way in {len(way): (move, way) for move, way in ways.items()}.values():
        page.evaluate(
            "document.querySelector('.spot').dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))"
        )
        for step in way:
            if step == "words":
                text = " ".join(page.locator(f".move[data-move='{move}'] > :not(.sign)").first.text_content().split())
                press(page, page.locator(".offered button", has_text=text).first)
            else:
                press(page, page.locator(".board .spot").nth(step))
        assert page.evaluate("window.made") == move, f"{move} by {way}"


def press(page: Any, place: Any) -> None:
    """Click or tap where a place lies on top."""
    point = place.evaluate(
        """place => { place.scrollIntoView({ block: "center" });
        const box = place.getBoundingClientRect();
        for (const part of [0.5, 0.3, 0.7, 0.15, 0.85]) for (const other of [0.5, 0.3, 0.7, 0.15, 0.85]) {
          const [x, y] = [box.x + part * box.width, box.y + other * box.height];
          if (place.contains(document.elementFromPoint(x, y))) return [x, y];
        } }"""
    )
    if page.evaluate("navigator.maxTouchPoints"):
        page.touchscreen.tap(*point)
    else:
        page.mouse.click(*point)


@pytest.mark.slow
@pytest.mark.some(4)
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, marks=[pytest.mark.hours] * (rules.name in LONG), id=rules.name)
        for rules in games.load_all()
    ],
)
def test_each_first_move_of_a_game_is_made_on_the_page(
    rules: Ruleset, device: str, visitors: dict[str, Visitor]
) -> None:
    page = visitors[device].go(f"/play?position={rules.name}&second=human&first=human")
    count = page.locator("a.move").count()
    start = to_move(rules.start(), gr.LEFT) if rules.partisan else rules.start()
    assert count == len(list(start.moves())), "every move is on the page"
    clicked_through(page, page.evaluate(ON_PAGE, "main"), count)


@pytest.mark.slow
def test_each_move_of_the_first_page_is_made_on_its_picture(visitors: dict[str, Visitor]) -> None:
    page = visitors["phone"].go("/")
    for number, card in enumerate(page.locator("[data-board]").all()):
        ways = page.evaluate(ON_PAGE, f".ready > :nth-child({number + 1})")
        assert len(ways) == card.locator("a.move").count() > 0, card.inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("position", [gr.chomp(3, 3), gr.amazons("X.|.O"), gr.mock_turtles("HTH")], ids=str)
def test_each_move_of_an_exported_game_is_made_on_its_picture(position: Position, browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_text(exported(position).text, encoding="utf-8")
    context = browser.new_context(offline=True, **DEVICES["phone"])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(CLICKING)
    page.goto(file.as_uri())
    page.wait_for_selector("#match:not([hidden])")
    assert len(page.evaluate(IN_FILE)) == page.locator(".move").count() > 1
    context.close()


def test_an_exported_game_passes_by_itself(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_text(exported(gr.dots_and_boxes("XX/X../..")).text, encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    page.wait_for_selector("#match:not([hidden])")
    page.evaluate("people = [true, true]; begin()")
    for words in ("(3,2)", "(2,3)"):
        page.click(f".move:has-text('{words}')")
    assert page.evaluate("[turns.length, mover()]") == [4, 1]
    page.evaluate("undo()")
    assert page.evaluate("[turns.length, mover()]") == [2, 1]
    page.close()


@pytest.mark.slow
def test_an_amazon_is_dragged_and_then_shoots(visitors: dict[str, Visitor]) -> None:
    page = visitors["desktop"].go("/play?position=amazons+X..%7C...%7C..O&second=human&first=human")
    boxes = [page.locator(".board .spot").nth(n).bounding_box() for n in (0, 1)]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    page.mouse.move(*middles[0])
    page.mouse.down()
    page.mouse.move(*middles[1], steps=8)
    page.mouse.up()
    assert page.locator(".board .spot.chosen").count() == 2 and page.locator(".board .spot.next").count() > 1
    page.mouse.click(*middles[0])
    visitors["desktop"].await_turns(1)
    assert visitors["desktop"].turns() == ["Left: (1,1)-(1,2) shoots (1,1)"]
