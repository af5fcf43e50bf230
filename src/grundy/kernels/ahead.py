"""Compiling all kernels beforehand: ``python -m grundy.kernels.ahead FOLDER``, which is done when a wheel is built."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module
from pathlib import Path

from grundy import kernels
from grundy.kernels import building, objects
from grundy.kernels.compiling import Kernel, all_kernels
from grundy.kernels.objects import Wanted

DTYPES = {
    "graph": ("uint16",),
    "dense": ("uint16",),
    "loops": ("uint16",),
    "levels": ("uint16",),
    "matching": ("uint16",),
    "score": ("int16",),
}
"""Of a kernel, or those of a file, that are compiled for the dtype that is met, the usual ones; else one and two bytes."""
SLOWEST = ("wins", "explore", "ask", "nimber")
"""Kernels that take several times as long to compile as the others."""


def _usual(kernel: Kernel[..., object]) -> tuple[str, ...]:
    return DTYPES.get(kernel.function.__name__) or DTYPES.get(kernel.place, ("uint8", "uint16"))


def wanted() -> list[Wanted]:
    """Return all that a user may need, what takes longest to compile first."""
    for module in pkgutil.iter_modules(kernels.__path__, f"{kernels.__name__}."):
        if module.name.rpartition(".")[2] not in ("ahead", "builder", "intrinsics"):
            import_module(module.name)
    found = [
        kernel.wanted(dtype)
        for kernel in all_kernels()
        for dtype in (_usual(kernel) if kernel.varies else ("",))
        if kernel.function.__module__.startswith(kernels.__name__)
    ]
    return sorted(found, key=lambda each: each.name not in SLOWEST)


def ahead(place: Path) -> tuple[int, int]:
    """Fill a folder, and delete what it need not hold; how many kernels were compiled for it, and how many there are."""
    all_of_them = wanted()
    waiting = [each for each in all_of_them if not objects.is_kept(each, place)]
    codes = {each: objects.read(each) for each in waiting}
    missing = [each for each, code in codes.items() if code is None]
    if missing:
        codes.update(zip(missing, building.build(missing), strict=True))
    for each, code in codes.items():
        objects.write(each, code or b"", place)
    names = {each.file(level) for each in all_of_them for level in (objects.level(), *objects.SHARED)}
    for file in place.glob("*.o"):
        if file.name not in names:
            file.unlink()
    return len(missing), len(all_of_them)


if __name__ == "__main__":
    compiled, there = ahead(Path(sys.argv[1]))
    print(f"{compiled} of {there} kernels were compiled")
