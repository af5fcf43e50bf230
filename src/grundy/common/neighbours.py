"""Files beside a user's file: it may import them, and nobody else does, so that none of them stands for another library.

The folder of a file that is run comes on no path, where libraries that try to import what is not installed would look too.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import FrameType, ModuleType

_folders: set[str] = set()


class _Neighbours:
    """Whom Python asks, after all others, where a module is: beside the file that imports it, if its folder is admitted."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return where a module is, None where it is not beside the file that imports it."""
        here = inspect.currentframe()
        folder = _folder(here.f_back) if here is not None and path is None else None
        return None if folder is None else PathFinder.find_spec(name, [folder])


def _folder(frame: FrameType | None) -> str | None:
    """Return the admitted folder of the file that imports; Python's own way to an import lies between."""
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] in (
        "importlib",
        "_frozen_importlib",
    ):
        frame = frame.f_back
    file = frame and frame.f_globals.get("__file__")
    folder = str(Path(file).parent) if isinstance(file, str) else None
    return folder if folder in _folders else None


def admit(file: Path) -> None:
    """Let a file, and what it imports from its folder, import files of that folder, where nothing installed has their name.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder).resolve() / "rules.py"
    ...     _ = file.with_name("sizes.py").write_text("small = 3")
    ...     admit(file)
    ...     words = {"__name__": "rules", "__file__": str(file)}
    ...     exec("from sizes import small", words)
    ...     print(words["small"])
    3
    """
    _folders.add(str(file.resolve().parent))
    if _Neighbours not in sys.meta_path:
        sys.meta_path.append(_Neighbours)


def is_neighbour(module: ModuleType) -> bool:
    """Whether a module was found in a folder that was admitted, so that its name says nothing elsewhere."""
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and str(Path(file).parent) in _folders
