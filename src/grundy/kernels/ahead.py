"""Compiling all kernels beforehand: ``python -m grundy.kernels.ahead FOLDER``, which is done when a wheel is built."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module
from pathlib import Path

from grundy import kernels
from grundy.kernels import building, library, objects
from grundy.kernels.compiling import Kernel, all_kernels
from grundy.kernels.objects import Wanted

DTYPES = {
    "graph": ("uint16",),
    "dense": ("uint16",),
    "loops": ("uint16",),
    "levels": ("uint16",),
    "matching": ("uint16",),
    "score": ("int16",),
    "sweep": ("uint8", "uint32"),
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


def ahead(place: Path, *, linked: bool) -> tuple[int, int]:
    """Fill a folder, and delete what it need not hold; how many kernels were compiled for it, and how many there are.

    It holds files, or (``linked``) a library, of kernels and of the rules that are there (`grundy.solving.shipped`).
    CalledProcessError: nothing was linked.
    """
    suffix = "lo" if linked else "o"
    all_of_them = wanted()
    missing = [each for each in all_of_them if objects.kept(each, place, suffix) is None]
    for each, code in zip(missing, building.build(missing, linked=linked) if missing else [], strict=True):
        objects.write(each, code, place, suffix)
    rules = [library.rule(key) for key in sorted({*library.rules(place).values()})]
    _tidy(place, [*all_of_them, *rules])
    if linked:
        codes = (objects.kept(each, place, suffix) for each in (*all_of_them, *rules))
        library.link(filter(None, codes), objects.level(), place)
    return len(missing), len(all_of_them)


def _tidy(place: Path, used: list[Wanted]) -> None:
    levels = {objects.level(), *objects.SHARED}
    names = {each.file(level, suffix) for each in used for level in levels for suffix in ("o", "lo")}
    for file in (*place.glob("*.o"), *place.glob("*.lo")):
        if file.name not in names:
            file.unlink()


if __name__ == "__main__":
    compiled, there = ahead(Path(sys.argv[1]), linked=library.linker() is not None)
    print(f"{compiled} of {there} kernels were compiled")
