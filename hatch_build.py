"""Kernels are compiled when a wheel is built, so that nobody waits for it: see `grundy.kernels.ahead`.

Without them the wheel is right too: what is missing, or was made for another processor, is compiled when it is needed.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Ahead(BuildHookInterface):  # type: ignore[type-arg]
    """Hatch calls it before the files of a wheel are gathered."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into the package's folder; what cannot be compiled here is told, and left to the user's machine."""
        source = Path(self.root) / "src"
        place = source / "grundy" / "kernels" / "objects"
        script = f"import sys; sys.path.insert(0, {str(source)!r}); sys.argv[1:] = [{str(place)!r}]; import runpy; "
        script += "runpy.run_module('grundy.kernels.ahead', run_name='__main__')"
        done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=False)
        if done.returncode:
            self.app.display_warning(f"kernels are not compiled ahead: {(done.stderr.strip() or '?').splitlines()[-1]}")
        build_data["artifacts"].append("/src/grundy/kernels/objects/*.o")
