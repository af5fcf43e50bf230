"""The library that comes with the package: the machine code of all kernels and of the catalogue's rules, for a level of
processors. The system loads it, and nothing is imported for it.

It ends with its own SHA-256. What it holds is found by the key of what is wanted, so that nothing in it is ever out of
date; what it does not hold is looked for in files (`grundy.kernels.objects`).
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from grundy.common.package import kept
from grundy.kernels import objects
from grundy.kernels.objects import Native, Wanted

RULES = "rules.json"
"""The file that says which code is of which rule (`grundy.solving.shipped`)."""


def file(level: str, place: Path | None = None) -> Path:
    """Return where the library for a level is, or would be."""
    return (place or objects.SHIPPED) / f"library.{level}.so"


def found(wanted: Wanted) -> Native | None:
    """Return a native function: of the library, or of a file; None where neither has it whole."""
    made = held(wanted)
    if made is None:
        code = objects.read(wanted)
        made = None if code is None else objects.loaded(wanted, code)
    return made


def has(wanted: Wanted) -> bool:
    """Return whether a function is in the library or in a file, whole."""
    return held(wanted) is not None or objects.read(wanted) is not None


def held(wanted: Wanted) -> Native | None:
    """Return a function of the library, None where it has none of this key."""
    for each in _loaded(objects.SHIPPED, objects.levels()):
        entry, body, freeing = (_address(each, f"{name}_{wanted.key}") for name in ("entry", "body", "free"))
        if entry:
            return Native(wanted.signature, entry, body, freeing)
    return None


def _address(of: ctypes.CDLL, name: str) -> int:
    """Return where a function is, 0 where there is none (rules give no room back)."""
    try:
        return ctypes.cast(of[name], ctypes.c_void_p).value or 0
    except AttributeError:
        return 0


@cache
def _loaded(place: Path, levels: tuple[str, ...]) -> tuple[ctypes.CDLL, ...]:
    """Return the best library that fits the processor; none where it is damaged, or the system refuses it."""
    for level in levels:
        try:
            if is_whole(file(level, place)):
                return (ctypes.CDLL(str(file(level, place))),)
        except OSError:
            pass
    return ()


def is_whole(path: Path) -> bool:
    """Return whether a library is what was once linked; OSError if it cannot be read. O(bytes)."""
    code = path.read_bytes()
    return len(code) > 32 and hashlib.sha256(code[:-32]).digest() == code[-32:]


def rule(key: str) -> Wanted:
    """Return what is wanted of a rule: its code is named by the key of what it was made of (`grundy.language.native`)."""
    return Wanted("", "fill", key, objects.RULE)


def rules(place: Path) -> dict[str, str]:
    """Return the keys of the code of the catalogue's rules in a folder, by names; none where it was made of other texts."""
    found = kept(place / RULES).get("keys")
    return found if isinstance(found, dict) else {}


# -- when it is made ---------------------------------------------------------------------------------------------------


def linker() -> str | None:
    """Return the program that links, None where there is none."""
    import shutil

    return shutil.which("cc") or shutil.which("gcc")


def link(codes: Iterable[bytes], level: str, place: Path) -> None:
    """Link object code to the library of a level, which is complete whenever it is there. CalledProcessError.

    It names no other library: what its code asks of the C library is in the process already, whichever that is.
    """
    import shutil
    import subprocess
    import tempfile

    with tempfile.TemporaryDirectory(dir=place) as folder:
        draft, names = Path(folder) / "library.so", []
        for number, code in enumerate(codes):
            names.append(f"{folder}/{number}.o")
            Path(names[-1]).write_bytes(code)
        listed = Path(folder) / "names"  # (a command cannot be of any length)
        listed.write_text("\n".join(names))
        flags = "-Wl,-z,noexecstack,--no-eh-frame-hdr"  # nothing is thrown through kernels
        words = ["-shared", "-nostdlib", "-s", flags, "-o", str(draft), f"@{listed}"]
        subprocess.run([linker() or "cc", *words], check=True, capture_output=True, text=True)
        if removing := shutil.which("objcopy"):  # tables that only unwinding reads: 21 kB of a wheel
            subprocess.run([removing, "--remove-section=.eh_frame", draft], check=True, capture_output=True, text=True)
        made = draft.read_bytes()
        objects.put(file(level, place), made + hashlib.sha256(made).digest())
