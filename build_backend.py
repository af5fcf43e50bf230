"""What pip calls: hatchling, which tells the metadata without building a wheel.

Under pip hatchling itself would build the whole wheel for them, for build hooks that add dependencies; ours adds none.
"""

import os
from importlib import import_module
from typing import Any


def __getattr__(name: str) -> Any:
    """Return a function of hatchling, which knows pip by a variable of the environment when it is imported."""
    pip = os.environ.pop("PIP_BUILD_TRACKER", None)
    try:
        return getattr(import_module("hatchling.build"), name)
    finally:
        if pip is not None:
            os.environ["PIP_BUILD_TRACKER"] = pip
