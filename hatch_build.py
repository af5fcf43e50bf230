"""Kernels and the catalogue's rules are compiled when a wheel is built: what is installed has their machine code, and no
compiler. Where something links it is one library for each level of processors, else a file for each kernel.

A wheel is for this machine. With ``GRUNDY_WHEEL=shared`` it is for nearly all of its kind: on x86-64 it holds the code of
two levels of processors, of which the better that fits is loaded. See `grundy.faces.ahead`.

Where the project lives on the web is known when it is released: GRUNDY_HOME says it, else the address of git's ``origin``.
What is released names it, and the README's links lead there from wherever it is shown; an sdist keeps what was said.
"""

import os
import platform
import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SHARED = ("x86-64-v3", "x86-64-v2")


class Ahead(BuildHookInterface):  # type: ignore[type-arg]
    """Hatch calls it before the files of a wheel are gathered."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into the package's folder. Where that fails there is no wheel; who edits the package in place is told."""
        shared = os.environ.get("GRUNDY_WHEEL") == "shared" and platform.machine().lower() in ("x86_64", "amd64")
        for level in SHARED if shared else ("",):
            self._compiled(level, needed=version != "editable")
        objects = Path(self.root) / "src" / "grundy" / "kernels" / "objects"
        kinds = ("so", "json") if any(objects.glob("*.so")) else ("o", "json")
        build_data["artifacts"] += [f"/src/grundy/kernels/objects/*.{kind}" for kind in kinds]
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{_platform(shared)}"

    def _compiled(self, level: str, needed: bool) -> None:
        source = Path(self.root) / "src"
        place = source / "grundy" / "kernels" / "objects"
        script = f"import pathlib, sys; sys.path.insert(0, {str(source)!r}); "
        script += f"from grundy.faces.ahead import main; main(pathlib.Path({str(place)!r}))"
        own = {**os.environ, **({"GRUNDY_LEVEL": level} if level else {})}
        run = [sys.executable, "-P", "-c", script]
        done = subprocess.run(run, env=own, capture_output=True, text=True, check=False)
        if done.returncode:
            why = f"kernels are not compiled: {(done.stderr.strip() or '?').splitlines()[-1]}"
            if needed:
                raise RuntimeError(why)
            self.app.display_warning(why)


def _platform(shared: bool) -> str:
    """Return where the wheel runs. Its code asks the C library for what every one has: memory, and logarithms."""
    own = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return "manylinux_2_17_x86_64.musllinux_1_1_x86_64" if shared and own == "linux_x86_64" else own


class Home(MetadataHookInterface):
    """Hatch calls it for what ``dynamic`` names and nothing else says: the project's addresses, and the README's links."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set ``urls``, where a home is known, and ``readme``."""
        home = os.environ.get("GRUNDY_HOME", "").rstrip("/") or _origin(self.root)
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        if home:
            files = {"Changelog": "CHANGELOG.md", "Documentation": "docs/index.md", "Contributing": "CONTRIBUTING.md"}
            addresses = {name: f"{home}/blob/HEAD/{file}" for name, file in files.items()}
            metadata["urls"] = {"Homepage": home, "Issues": f"{home}/issues", **addresses}
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, home) if home else text}


def _origin(root: str) -> str:
    """Return the address of git's ``origin`` as a page of the web; none where there is no such page."""
    asked = ["git", "-C", root, "remote", "get-url", "origin"]
    try:
        said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""
    page = re.fullmatch(r"(?:https://|git@|ssh://git@)([\w.-]+)[:/](.+?)(?:\.git)?/?", said)
    return f"https://{page[1]}/{page[2]}" if page else ""


def absolute(text: str, home: str) -> str:
    """Return Markdown whose links to files lead to these files in the project's home."""
    return re.sub(r"\]\((?!https?://|#|mailto:)([^)]+)\)", rf"]({home}/blob/HEAD/\1)", text)
