"""A real server and a real browser for tests: both end with the tests, and tell what a visitor must never meet."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
CHROMIUM = "/usr/bin/chromium"
PATIENCE = 100_000
"""Milliseconds: nothing is promised of them, the machine may have other things to do."""
SERIOUS = ("serious", "critical")


@contextmanager
def server() -> Iterator[str]:
    """Run `grundy serve` on a free port; yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "grundy", "serve", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ | {"GRUNDY_LANG": "en"}) as process:
        try:
            _wait(f"http://127.0.0.1:{port}/static/icon.svg", process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


def chromium() -> Iterator[Any]:
    """Yield the browser, which is closed behind: of this a fixture is made."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


def _wait(address: str, process: subprocess.Popen[bytes]) -> None:
    for _attempt in range(1800):
        assert process.poll() is None, "the server ended before it answered"
        try:
            urlopen(address).close()
        except URLError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"nothing answers at {address}")


def make_a_move(place: Any) -> None:
    """Make a move on a page or in a frame: the list is clicked, which a narrow page shows once a spot is chosen."""
    if not place.locator("a.move").first.is_visible():
        spot = place.locator(".board .spot").first
        several = " " in spot.get_attribute("data-moves")
        spot.click()
        if not several:  # it is made
            return
    place.locator("a.move:not(.away)").first.click()


class Visitor:
    """A page in a browser that notes what is wrong: errors of scripts, failed requests, requests to other hosts."""

    def __init__(self, browser: Any, home: str, **settings: Any) -> None:
        self.home = home
        self.faults: list[str] = []
        self.context = browser.new_context(base_url=home, locale="en-GB", **settings)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", lambda said: self.note(said.type == "error", f"console: {said.text}"))
        self.page.on("pageerror", lambda error: self.note(True, f"script: {error}"))
        self.page.on("request", lambda request: self.note(not self.at_home(request.url), f"fetched: {request.url}"))

    def at_home(self, address: str) -> bool:
        return address.startswith((self.home + "/", "data:", "blob:"))

    def note(self, wrong: bool, fault: str) -> None:
        if wrong:
            self.faults.append(fault)

    def go(self, path: str) -> Any:
        """Open a page and wait for its answer."""
        self.page.goto(path)
        self.page.wait_for_selector("main:not(:has([data-job]))")
        return self.page

    def status(self) -> str:
        """Return what the page says of the match."""
        return " ".join(self.page.inner_text("[data-focus]").split())

    def over(self) -> bool:
        """Tell whether the match that is shown is over."""
        return self.page.locator("[data-over]").count() > 0

    def turns(self) -> list[str]:
        return [" ".join(text.split()) for text in self.page.locator(".told li").all_inner_texts()]

    def await_turns(self, count: int) -> None:
        """Wait until so many moves are made."""
        self.page.wait_for_selector(f".told li:nth-child({count}):not(.taken)")

    def play_card(self, name: str) -> float:
        """Choose a game of the catalogue and make a move; return the seconds from the card to the opponent's answer."""
        self.go("/games")
        start = time.perf_counter()
        self.page.click(f".card h2 a:text-is({name!r})")
        self.page.wait_for_selector("a.move", state="attached")
        make_a_move(self.page)
        self.page.wait_for_selector(".told li:nth-child(2), [data-over]")
        return time.perf_counter() - start

    def photograph(self, name: str) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)

    def examine(self, name: str) -> None:
        """Photograph the page; assert that it has no serious fault of accessibility and is not wider than the screen."""
        from axe_playwright_python.sync_playwright import Axe

        self.photograph(name)
        found = Axe().run(self.page).response["violations"]
        serious = [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in found if v["impact"] in SERIOUS]
        assert not serious, f"{name}: {serious}"
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} scrolls sideways"

    def close(self) -> None:
        self.context.close()
        assert not self.faults, self.faults
