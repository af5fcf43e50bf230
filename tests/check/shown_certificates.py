"""The certificates that the page on their format shows, with the changes that it speaks of."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "certificates.md").read_text(encoding="utf-8")


def shown() -> Iterator[tuple[dict[str, Any], list[tuple[dict[str, Any], str]]]]:
    """Iterate over the certificates of the page, each with the changes that it shows and what they make of it."""
    for text, changes in re.findall(r"```json\n(.*?)```\n\n((?:(?:- |  )[^\n]*\n)*)", PAGE, re.DOTALL):
        told = re.findall(
            r"- With `([^`]*)`, and its hash made anew, it is (false|refused):", " ".join(changes.split())
        )
        yield json.loads(text), [(json.loads(change), word) for change, word in told]


SHOWN = {made["kind"]: (made, changes) for made, changes in shown()}
