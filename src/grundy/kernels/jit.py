"""From the code of a rule, as LLVM reads it, to machine code in this process: `compile_fill`."""

# llvmlite has no types that a strict checker could follow.
# pyright: basic

from __future__ import annotations

from typing import Protocol

from grundy.kernels import library, objects
from grundy.kernels.contract import CannotCompile
from grundy.kernels.objects import Native

__all__ = ["CannotCompile", "compile_fill"]

MOST = 10_000
"""Lines of code that LLVM is given: it takes about a second for them."""
_COMPILED: dict[str, Native] = {}


class Code(Protocol):
    """What is to be compiled; it is written out when no file has it."""

    @property
    def key(self) -> str:
        """The hash of all that it depends on."""
        ...

    def text(self, name: str) -> str:
        """Return the module of LLVM, whose functions ``entry_name`` and ``body_name`` can be seen."""
        ...


def compile_fill(code: Code) -> Native:
    """Return the function ``fill`` of a rule, native, loaded from its file where it was compiled before.

    It may be given to a kernel as an argument of the type ``FILL``. CannotCompile: why it is not compiled.
    """
    made = _COMPILED.get(code.key)
    if made is None:
        wanted = library.rule(code.key)
        made = library.found(wanted)
        if made is None:
            held = compiled(code.text(wanted.key))
            objects.write(wanted, held)
            made = objects.loaded(wanted, held)
        _COMPILED[code.key] = made
    return made


def compiled(text: str, *, linked: bool = False) -> bytes:
    """Return the object code of a module, to be loaded here or to be linked. O(length of the text).

    CannotCompile: it is too long, or LLVM refuses it, or cannot be loaded.
    """
    if text.count("\n") > MOST:
        raise CannotCompile("its machine code would be too long")
    return objects.with_stack(_compiled, text, linked)


def _compiled(text: str, linked: bool) -> bytes:
    try:
        module = objects.llvm().parse_assembly(text)
        module.verify()
    except RuntimeError as problem:
        raise CannotCompile("LLVM does not compile it: {why}", why=str(problem).splitlines()[0]) from None
    # of rules vectors have nothing to gain, and there is a loop of which LLVM ends the process
    return objects.emitted(module, linked=linked, level=2, vectors=False)
