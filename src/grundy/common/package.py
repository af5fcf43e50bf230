"""What comes with the package, made when it was built of its own texts; it counts for these texts and no others."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
SHIPPED = HERE / "kernels" / "objects"
"""What came with the package, where it was compiled ahead."""
TEXTS = ("games", "language", "rules")
"""The folders whose texts say what rules are, and how they are read and compared."""
KINDS = (".py", ".mo")


@cache
def texts(folders: tuple[str, ...] = TEXTS) -> str:
    """Return the hash of the texts in some folders of the package. O(texts)."""
    made = sha256()
    for name in _files(folders):
        with open(name, "rb", buffering=0) as file:  # noqa: PTH123  # hundreds of files: a Path each takes twice as long
            made.update(file.read())
        made.update(b"\0")
    return made.hexdigest()


def _files(folders: tuple[str, ...]) -> Iterator[str]:
    """Iterate over the names of the files with texts, in the same order on every machine."""
    for folder in folders:
        for where, inner, names in os.walk(HERE / folder):
            inner.sort()
            yield from (os.path.join(where, name) for name in sorted(names) if name.endswith(KINDS))  # noqa: PTH118  # as above


def kept(file: Path, folders: tuple[str, ...] = TEXTS) -> dict[str, Any]:
    """Return what a file holds that was made of the texts of today; of other texts, or where there is none, nothing."""
    try:
        found: dict[str, Any] = json.loads(file.read_bytes())
        return found if found["texts"] == texts(folders) else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def told(folders: tuple[str, ...] = TEXTS, **found: Any) -> bytes:
    """Return what such a file holds."""
    return json.dumps({"texts": texts(folders), **found}, indent=0).encode()
