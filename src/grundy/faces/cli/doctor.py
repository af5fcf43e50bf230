"""``grundy doctor``: what is installed, compiled and kept, and what of it is damaged."""

from __future__ import annotations

import platform
import re
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Annotated, Any

from grundy import __version__
from grundy.common.errors import GrundyError
from grundy.common.messages import _, ngettext
from grundy.faces.cli import output
from grundy.faces.cli.options import flag
from grundy.faces.cli.output import Answer

DAMAGED = 1
"""The exit code where something is damaged, and stays so."""


def run(
    mend: Annotated[
        bool, flag("--mend", "Delete compiled code that is damaged or no longer used, and build what is missing.")
    ] = False,
) -> Answer:
    """Report what is installed, compiled and saved, its size, and what is damaged."""
    care, objects = import_module("grundy.kernels.care"), import_module("grundy.kernels.objects")
    shipped, own = care.looked_at(objects.SHIPPED), care.looked_at(objects.folder())
    gone = care.mend(own) + care.mend(shipped) if mend else 0
    missing = care.missing()
    if mend and missing:
        building = import_module("grundy.kernels.building")
        building.require_numba()
        building.build(missing)
        missing, own = [], care.looked_at(objects.folder())
    found: dict[str, Any] = {
        "versions": _versions(),
        "processor": objects.level(),
        "compiled": [_folder(each, mend) for each in (shipped, own)],
        "missing": [each.name for each in missing],
        "sequences": _sequences(),
        **({"deleted": gone} if mend else {}),
    }
    damaged = bool(missing) or any(each["damaged"] for each in [*found["compiled"], *found["sequences"]["kept"]])
    return Answer(found, lambda: output.show_facts(f"grundy {__version__}", _rows(found)), DAMAGED if damaged else 0)


def _versions() -> dict[str, str]:
    """Return the versions of Python and of the libraries that are installed; "" of those that are not."""
    asked = [each for each in requires("grundy") or [] if not re.search(r"extra == .(test|docs|dev)\b", each)]
    names = sorted({re.split(r"[^\w.-]", each)[0] for each in asked})
    found = {"python": platform.python_version()}
    for name in (*names, "llvmlite"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = ""
    return found


def _folder(found: Any, mended: bool) -> dict[str, Any]:
    kernels, rules = found.holds
    return {
        "folder": str(found.path),
        "kernels": kernels,
        "rules": rules,
        "bytes": found.bytes,
        "damaged": [] if mended else [file.name for file in found.damaged],
        "left_over": 0 if mended else len(found.left_over),
    }


def _sequences() -> dict[str, Any]:
    """Return what nim-sequences are kept; one whose values are fewer than its file has room for is damaged from there on."""
    store = import_module("grundy.solving.store.sequences")
    kept: list[dict[str, Any]] = []
    for code, count, path in store.saved():
        good = 0
        try:
            with store.SavedSequence.open(code, write=False) as sequence:
                good = len(sequence)
        except (GrundyError, OSError):
            pass
        kept.append({"code": code, "values": good, "bytes": Path(path).stat().st_size, "damaged": good < count})
    return {"folder": str(store.folder()), "kept": kept}


def _rows(found: dict[str, Any]) -> list[tuple[str, str]]:
    installed = ", ".join(f"{name} {number}" for name, number in found["versions"].items() if number)
    missing = ", ".join(name for name, number in found["versions"].items() if not number)
    rows = [(_("installed"), installed), *([(_("not installed"), missing)] if missing else [])]
    rows.append((_("compiled for"), found["processor"]))
    for each in found["compiled"]:
        text = _("{kernels} kernels, {rules} rules, {size:.1f} MB in {folder}").format(
            kernels=each["kernels"], rules=each["rules"], size=each["bytes"] / 1e6, folder=each["folder"]
        )
        rows.append((_("compiled"), text))
        if each["damaged"]:
            rows.append((_("damaged"), ", ".join(each["damaged"])))
        if each["left_over"]:
            text = ngettext("{n} file that nobody uses", "{n} files that nobody uses", each["left_over"])
            rows.append((_("left over"), text.format(n=each["left_over"])))
    if found["missing"]:
        text = ngettext("{n} kernel for this processor", "{n} kernels for this processor", len(found["missing"]))
        rows.append((_("missing"), text.format(n=len(found["missing"]))))
    kept = found["sequences"]["kept"]
    text = ngettext("{n} sequence in {folder}", "{n} sequences in {folder}", len(kept))
    rows.append((_("kept"), text.format(n=len(kept), folder=found["sequences"]["folder"])))
    for each in kept:
        if each["damaged"]:
            text = _("{code}: only {values:,} values can be read; a run with --save goes on from there")
            rows.append((_("damaged"), text.format(code=each["code"], values=each["values"])))
    if "deleted" in found:
        rows.append((_("deleted"), ngettext("{n} file", "{n} files", found["deleted"]).format(n=found["deleted"])))
    elif found["missing"] or any(each["damaged"] or each["left_over"] for each in found["compiled"]):
        rows.append((_("mend"), "grundy doctor --mend"))
    return rows
