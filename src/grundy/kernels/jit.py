"""From the text of a rule to native code: `compile_fill`. An edited rule, helper or constant is another text."""

from __future__ import annotations

from grundy.kernels.building import CannotCompile, native
from grundy.kernels.objects import Native, Wanted

__all__ = ["CannotCompile", "compile_fill"]

_COMPILED: dict[str, Native] = {}


def compile_fill(source_text: str) -> Native:
    """Return the function ``fill`` of a generated text, native, loaded from its file where it was compiled before.

    It may be given to a kernel as an argument of the type ``FILL``. CannotCompile: why it is not compiled.
    """
    made = _COMPILED.get(source_text)
    if made is None:
        signature = "int64(int64[::1], int64[::1], int64[::1])"
        made = _COMPILED[source_text] = native(Wanted("", "fill", source_text, signature))
    return made
