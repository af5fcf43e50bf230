"""From a change of the rules to the board and the answers on the page `/write`, for each of its ten examples.

``python benchmarks/written.py [runs]``: a server is started with an empty cache of compiled rules, and each example is
changed in a way that nobody has asked before: what is told is neither kept nor compiled yet. Asked is what the page asks,
in its order: the text, then the board and the small positions at once; the law and the theorem follow, and are not counted.
Needs the extras ``web`` and ``test``.
"""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

import grundy
from grundy.rules.from_text import packed

EXAMPLES = Path(grundy.__file__).parent / "faces/web/static/examples"
CHANGES = {
    "01_bites": ("range(1, min", "range({}, min", (2, 3, 4)),
    "02_two_heaps": ("range(1, b + 1)", "range({}, b + 1)", (2, 3, 4)),
    "03_heap_split": ("(1, 2)", "(1, {})", (3, 4, 5)),
    "04_coins": ("yield row[0],", "yield row[0] + {},", (1, 2, 3)),
    "05_three_in_a_row": ("line(3)", "line({})", (2, 4, 5)),
    "06_four_in_a_row": ("step(cell, DOWN)", "step(cell, {})", ("0", "1", "2")),
    "07_hexapawn": ("(4, UP, 5)", "({}, UP, 5)", ("UP", "5", "7")),
    "08_hex": ("(WEST, EAST)", "({})", ("WEST, 0", "EAST, 0", "3, 0")),
    "09_nogo": ("if after.breathes", "if cell < {} and after.breathes", (7, 8, 9)),
    "10_king_dirt": ("ALL_WAYS:", "range({}):", (4, 5, 6)),
}
"""What is changed of an example, and into what in one run after the other."""


async def main(runs: int) -> None:
    """Print the seconds of each example in each run."""
    with TemporaryDirectory() as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
        free.close()
        setting = os.environ | {"GRUNDY_CACHE": folder, "GRUNDY_LANG": "en"}
        command = [sys.executable, "-m", "grundy", "serve", "--port", address.rpartition(":")[2]]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=setting) as served:
            try:
                await table(address, runs)
            finally:
                served.terminate()


async def table(address: str, runs: int) -> None:
    """Print the table of a server."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as page:
        await begun(page)
        print(f"{'seconds':<20} {'text':>6} {'board':>6} {'small':>6} {'all':>6}")
        for number in range(runs):
            for name, (old, new, values) in CHANGES.items():
                text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
                assert old in text, name
                figures = await answered(page, text.replace(old, new.format(values[number])))
                print(f"{name:<20} " + " ".join(f"{figure:>6.2f}" for figure in figures), flush=True)


async def begun(page: httpx.AsyncClient) -> None:
    """Wait until the server answers."""
    while True:
        try:
            await page.get("/write")
        except httpx.TransportError:
            await asyncio.sleep(0.1)
        else:
            return


async def answered(page: httpx.AsyncClient, text: str) -> tuple[float, ...]:
    """Ask what the page asks; return the seconds of the text, the board, the small positions, and until all are there."""
    begin = time.perf_counter()
    rules = await asked(page, "/api/v1/rules", text=packed(text))
    assert rules["fault"] is None, rules
    told = time.perf_counter()

    async def board() -> float:
        shown = await page.get("/play", params={"position": rules["start"], "embed": "1"})
        assert shown.status_code == 200 and "<svg" in shown.text, shown
        return time.perf_counter() - told

    async def small() -> float:
        await asked(page, "/api/v1/small", words=rules["words"], seconds="0.1")
        return time.perf_counter() - told

    parts = await asyncio.gather(board(), small())
    return told - begin, *parts, time.perf_counter() - begin


async def asked(page: httpx.AsyncClient, path: str, **facts: str) -> Any:
    """Return the answer of a question."""
    found = await page.get(path, params=facts)
    assert found.status_code == 200, found.text
    return found.json()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2))
