"""The checker in JavaScript, asked by its command under node."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

CHECKER = Path(__file__).parents[1] / "src" / "grundy" / "faces" / "web" / "static" / "checker"
NODE = shutil.which("node")


def told(texts: Iterable[str], steps: int = 5 * 10**8) -> list[dict[str, str]]:
    """Return what the second checker says of some texts, each on one line, in so many steps for each."""
    fed = "\n".join(texts)
    ran = subprocess.run(
        [str(NODE), str(CHECKER / "verify.mjs"), "-", str(steps)],
        input=fed,
        capture_output=True,
        text=True,
        timeout=200,
        check=True,
    )
    return [json.loads(line) for line in ran.stdout.splitlines()]
