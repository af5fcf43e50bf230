"""From rules as data to the text of functions on 64-bit integers, for the kernels."""

from grundy.lang.native.routines import ENDED, FULL, UNFIT, generate, pack_params

__all__ = ["ENDED", "FULL", "UNFIT", "generate", "pack_params"]
