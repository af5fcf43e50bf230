"""What is kept of whoever plays on this machine: small data, each in a file of its own in the user's data folder."""

from __future__ import annotations

import json
import os
from typing import Any

from grundy.solving.store.files import home


def read(name: str) -> Any:
    """Return what is kept under a name; None where nothing is, or the file is damaged."""
    try:
        return json.loads(home(f"{name}.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def write(name: str, data: Any) -> None:
    """Keep data under a name, whole or not at all; OSError where that cannot be."""
    file = home(f"{name}.json")
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        part.write_text(json.dumps(data), encoding="utf-8")
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
