"""A folder of files named like libraries: each leaves a mark when it is run, and ends whoever runs it."""

from __future__ import annotations

import sys
from importlib.metadata import packages_distributions
from pathlib import Path

LIBRARIES = {name for name in sys.stdlib_module_names if name not in sys.builtin_module_names} | {
    name for name in packages_distributions() if name.isidentifier() and name != "grundy"
}
MISSING = {"torch", "cupy", "tbb", "icc_rt", "gmpy2", "winreg", "_winapi", "scipy", "ray", "setuptools"}
"""What libraries try to import, and live without."""


def lay(folder: Path, names: set[str] = LIBRARIES | MISSING) -> Path:
    """Fill a folder with traps, and return the file in which each that runs leaves its name and the words of its process."""
    mark = folder / "run"
    text = (
        f"import sys\nprint(__name__, sys.orig_argv, file=open({str(mark)!r}, 'a'), flush=True)\nraise SystemExit(9)\n"
    )
    for name in names:
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return mark
