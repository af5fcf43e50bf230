"""From rules as data to machine code, in this process: LLVM makes it of what is written here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, is_dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from grundy.language import ir
from grundy.language.native.code import UNFIT
from grundy.language.native.fills import ENDED, FULL, code_of
from grundy.language.native.keyed import Numbering, keyed_code_of, numbers_code_of

__all__ = ["ENDED", "FULL", "UNFIT", "MachineCode", "Numbering", "of_keys", "of_numbers", "of_states"]


@dataclass(frozen=True)
class MachineCode:
    """What is to be machine code: who writes it, of the functions of a rule and how its states lie in the arrays."""

    write: Callable[..., str]
    what: dict[str, Any]

    @property
    def key(self) -> str:
        """The hash of all that the code depends on. O(size of the rule)."""
        return self._key  # type checkers take no cached property for the attribute that a protocol has

    @cached_property
    def _key(self) -> str:
        plain = _plain([self.write.__name__, *sorted(self.what.items())])
        return sha256(repr((_own(), plain)).encode()).hexdigest()[:40]

    def text(self, name: str) -> str:
        """Return the module as LLVM reads it; ``name`` ends the names that can be seen. `Unreadable` where there is none."""
        return self.write(name=name, **self.what)


def of_states(moves: ir.Routine, **how: Any) -> MachineCode:
    """Return the code of a rule over states: see `grundy.language.native.fills.code_of`."""
    return MachineCode(code_of, {"moves": moves, **how})


def of_keys(moves: ir.Routine, numbers: Numbering, **how: Any) -> MachineCode:
    """Return the code of a rule over keys: see `grundy.language.native.keyed.keyed_code_of`."""
    return MachineCode(keyed_code_of, {"moves": moves, "numbers": numbers, **how})


def of_numbers(moves: ir.Routine, numbers: Numbering, **how: Any) -> MachineCode:
    """Return the code from states to keys: see `grundy.language.native.keyed.numbers_code_of`."""
    return MachineCode(numbers_code_of, {"moves": moves, "numbers": numbers, **how})


def _plain(what: Any) -> Any:
    """Return data that repr writes in one way."""
    if isinstance(what, ir.Routine):
        return ir.routine_json(what)
    if is_dataclass(what):
        return [type(what).__name__, *map(_plain, (getattr(what, name) for name in what.__dataclass_fields__))]
    if isinstance(what, dict):
        return [[name, _plain(value)] for name, value in what.items()]
    return [*map(_plain, what)] if isinstance(what, list | tuple) else what


@cache
def _own() -> str:
    """Return the hash of what makes the code."""
    files = sorted([*Path(__file__).parent.glob("*.py"), Path(ir.__file__)])
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()
