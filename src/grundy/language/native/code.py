"""What machine code is made of: the functions of one module of LLVM, their variables and scratch space on the stack.

Memory is touched by `Scope.load` and `Scope.put` alone; with ``checked`` these give up outside an array.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from llvmlite import ir as llvm

from grundy.language.refusal import LARGEST, SMALLEST, Following

# ---- the types of LLVM in which the code of rules calculates

# llvmlite has no types that a strict checker could follow.
# pyright: basic


WORD, BIT, BYTE, POINTER = llvm.IntType(64), llvm.IntType(1), llvm.IntType(8), llvm.PointerType()
Code: TypeAlias = Any
"""A value of LLVM."""


# ---- the values of a rule in machine code
# A number is a word in a register; a row is a place in memory with a length; what need not lie in memory (items written
# out, one number repeated, rows one after another) does not, until it must be held: then it is copied to scratch space.

# llvmlite has no types that a strict checker could follow.
# pyright: basic


@dataclass(frozen=True)
class Number:
    """An integer in a word, or (``truth``) a truth value in a bit; ``value`` is what it comes to, where known."""

    code: Code
    value: int | None = None
    truth: bool = False


@dataclass(frozen=True)
class Place:
    """An address of words. ``home`` is the array that it surely lies in, of those that the function changes."""

    at: Code
    home: object = None
    ends: tuple[Code, Code] | None = None


@dataclass(frozen=True)
class View:
    """``length`` words from a place on; ``short``: they surely fit in scratch space."""

    place: Place
    length: Number
    backwards: bool = False
    short: bool = False
    slot: int = -1  # of which slot it is the whole row


@dataclass(frozen=True)
class Items:
    """A row written out."""

    items: tuple[Number, ...]


@dataclass(frozen=True)
class Fill:
    """One number repeated: ``(0,) * n``."""

    item: Number
    length: Number


@dataclass(frozen=True)
class Chain:
    """Rows one after another: ``heaps[:i] + (k,)``."""

    parts: tuple[View | Items | Fill, ...]


@dataclass(frozen=True)
class Grid:
    """Rows of equal length, one after another."""

    place: Place
    rows: Number
    columns: Number


Row: TypeAlias = "View | Items | Fill | Chain"
Value: TypeAlias = "Number | Row | Grid"
SOMEWHERE = object()
"""The home of what may lie in any array that the function changes."""


def fits(value: int) -> bool:
    """Whether 64 bits hold an integer."""
    return SMALLEST <= value <= LARGEST


def exactly(value: int) -> Number:
    """Return the number that a literal is."""
    return Number(WORD(value), value)


def truth(value: bool) -> Number:
    """Return a known truth value."""
    return Number(BIT(int(value)), int(value), truth=True)


# llvmlite has no types that a strict checker could follow.
# pyright: basic


# ---- the functions of a module, with their variables and memory

STACK = 2**18
"""Words of scratch space that all functions of a module take together, at most: 2 MB."""
UNFIT = -2
"""A number left 64 bits, or Python raises an exception: the rule is interpreted."""
OUTSIDE = -99
"""Of checked code: memory would have been touched outside the arrays."""


@dataclass
class Module:
    """What the functions of one module share: constants, helpers and the scratch space that they take."""

    capacity: int
    checked: bool = False
    code: Any = field(default_factory=lambda: llvm.Module("rule"))
    constants: dict[tuple[int, ...], Any] = field(default_factory=dict)
    known: dict[tuple[object, ...], Any] = field(default_factory=dict)
    words: int = 0

    def constant(self, row: tuple[int, ...]) -> Any:
        """Return the array of a known row."""
        if row not in self.constants:
            kind = llvm.ArrayType(WORD, len(row))
            made: Any = llvm.GlobalVariable(self.code, kind, f"C{len(self.constants)}")
            made.linkage, made.global_constant, made.initializer = "internal", True, llvm.Constant(kind, row)
            made.type = POINTER
            self.constants[row] = made
        return self.constants[row]


@dataclass(frozen=True)
class Loop:
    """Where `break` and `continue` lead to."""

    after: Code
    again: Code


class Scope(Following):
    """A function being made: where its code goes, its variables and scratch space, and what giving up is."""

    def __init__(self, module: Module, name: str, takes: tuple[Code, ...], gives: Code = WORD) -> None:
        self.module = module
        self.function: Any = llvm.Function(module.code, llvm.FunctionType(gives, takes), name)
        self.function.linkage = "internal"
        self.function.attributes.add("nounwind")
        self._entry: Any = llvm.IRBuilder(self.function.append_basic_block("entry"))
        self._first = self.function.append_basic_block("begin")
        self.build: Any = llvm.IRBuilder(self._first)
        self._exits: dict[int, Code] = {}
        self._free: list[Place] = []
        self._taken: list[Place] = []

    def finish(self) -> None:
        """End the function: nothing is written to it any more."""
        self._entry.branch(self._first)

    # -- where code goes ---------------------------------------------------------------------------------------------

    def block(self, name: str = "") -> Code:
        """Return a new block, to which nothing leads yet."""
        return self.function.append_basic_block(name)

    def go_on(self, block: Code) -> None:
        """Write to another block from here on."""
        self.build.position_at_end(block)

    def jump(self, block: Code) -> None:
        """Go to a block; what is written then is not reached."""
        self.build.branch(block)
        self.go_on(self.block("dead"))

    def leave(self, code: Code | int) -> None:
        """Return a word; what is written then is not reached."""
        self.build.ret(WORD(code) if isinstance(code, int) else code)
        self.go_on(self.block("dead"))

    def give_up(self, code: int) -> None:
        """Write the end of a function that gives up."""
        self.build.ret(WORD(code))

    def exit(self, code: int = UNFIT) -> Code:
        """Return the block in which the function gives up, with this answer."""
        if code not in self._exits:
            here, self._exits[code] = self.build.block, self.block("exit")
            self.go_on(self._exits[code])
            self.give_up(code)
            self.go_on(here)
        return self._exits[code]

    def fail_if(self, condition: Code, code: int = UNFIT) -> None:
        """Give up where the condition holds."""
        rest = self.block()
        self.build.cbranch(condition, self.exit(code), rest)
        self.go_on(rest)

    def go_if(self, condition: Code, block: Code) -> None:
        """Go to a block where the condition holds."""
        rest = self.block()
        self.build.cbranch(condition, block, rest)
        self.go_on(rest)

    def leave_if(self, condition: Code, code: Code) -> None:
        """Return a word where the condition holds."""
        with self.when(condition):
            self.leave(code)

    def failed(self) -> Number:
        """Give up here; return a number that stands for what is never computed."""
        self.jump(self.exit())
        return exactly(0)

    @contextmanager
    def when(self, condition: Code) -> Generator[None]:
        """Write what is done where the condition holds."""
        inside, rest = self.block(), self.block()
        self.build.cbranch(condition, inside, rest)
        self.go_on(inside)
        yield
        self.build.branch(rest)
        self.go_on(rest)

    @contextmanager
    def counted(self, length: Code, first: int = 0) -> Generator[tuple[Code, Code]]:
        """Write a loop over ``range(first, length)``: the number, and the block after the loop."""
        before, head, inside, after = self.build.block, self.block(), self.block(), self.block()
        self.build.branch(head)
        self.go_on(head)
        number = self.build.phi(WORD)
        number.add_incoming(WORD(first), before)
        self.build.cbranch(self.test("<", number, length), inside, after)
        self.go_on(inside)
        yield number, after
        number.add_incoming(self.build.add(number, WORD(1), flags=["nsw"]), self.build.block)
        self.build.branch(head)
        self.go_on(after)

    @contextmanager
    def looped(self, going: Callable[[], Code]) -> Generator[Code]:
        """Write a loop as long as something holds, which is asked before each turn: the block after the loop."""
        head, inside, after = self.block(), self.block(), self.block()
        self.build.branch(head)
        self.go_on(head)
        self.build.cbranch(going(), inside, after)
        self.go_on(inside)
        yield after
        self.build.branch(head)
        self.go_on(after)

    def chosen(self, condition: Code, one: Callable[[], Code], two: Callable[[], Code], kind: Code) -> Code:
        """Return one of two codes, only one of which is computed."""
        then, other, rest = self.block(), self.block(), self.block()
        self.build.cbranch(condition, then, other)
        found: list[tuple[Code, Code]] = []
        for block, branch in ((then, one), (other, two)):
            self.go_on(block)
            found.append((branch(), self.build.block))
            self.build.branch(rest)
        self.go_on(rest)
        result = self.build.phi(kind)
        for code, block in found:
            result.add_incoming(code, block)
        return result

    # -- variables and scratch space -----------------------------------------------------------------------------------

    def variable(self, first: Code | None = None, kind: Code = WORD) -> Code:
        """Return a variable; with a first value, which it has from here on."""
        made = self._room(kind)
        if first is not None:
            self.build.store(first, made)
        return made

    def flag(self) -> Code:
        """Return a variable that is false from the beginning of the function."""
        made = self._room(BIT)
        self._entry.store(BIT(0), made)
        return made

    def _room(self, kind: Code) -> Code:
        made = self._entry.alloca(kind)
        made.type = POINTER
        return made

    def get(self, variable: Code, kind: Code = WORD) -> Code:
        """Return what a variable holds now."""
        return self.build.load(variable, typ=kind)

    def put_in(self, variable: Code, code: Code) -> None:
        """Give a variable a value."""
        self.build.store(code, variable)

    def settled(self, variable: Code, code: Code, after: Code) -> None:
        """Give a variable its last value, and leave the loop that looked for it."""
        self.put_in(variable, code)
        self.jump(after)

    def array(self, size: int) -> Place:
        """Return scratch space of so many words, as long as the function runs."""
        self.module.words += size
        if self.module.words > STACK:
            raise self.refuse("it takes too much room")
        made = self._room(llvm.ArrayType(WORD, size))
        made.align = 16
        ends = (made, self._entry.gep(made, [WORD(size)], source_etype=WORD)) if self.module.checked else None
        return Place(made, made, ends)

    def lasting_region(self) -> Place:
        """Return scratch space for the row in a slot."""
        return self.array(self.module.capacity)

    def region(self) -> Place:
        """Return scratch space for a row that lives until its statement ends."""
        place = self._free.pop() if self._free else self.lasting_region()
        self._taken.append(place)
        return place

    @contextmanager
    def statement(self) -> Generator[None]:
        """Take scratch space, and give it back when the statement ends."""
        before = len(self._taken)
        yield
        self._free.extend(self._taken[before:])
        del self._taken[before:]

    # -- memory --------------------------------------------------------------------------------------------------------

    def past(self, place: Place, by: Code | int) -> Place:
        """Return the place so many words after another one."""
        if by == 0:
            return place
        return replace(place, at=self.build.gep(place.at, [WORD(by) if isinstance(by, int) else by], source_etype=WORD))

    def places(self, codes: Iterator[Code]) -> Place:
        """Return the place that the next arguments say."""
        at = next(codes)
        return Place(at, None, (next(codes), next(codes)) if self.module.checked else None)

    def copied(self, one: Place, other: Place, count: Code) -> None:
        """Copy so many words."""
        with self.counted(count) as (j, _after):
            self.put(other, self.load(one, j), j)

    def load(self, place: Place, index: Code | int = 0) -> Code:
        """Return the word at a place."""
        return self.build.load(self._reached(place, index), typ=WORD)

    def put(self, place: Place, code: Code, index: Code | int = 0) -> None:
        """Write a word to a place."""
        self.build.store(code, self._reached(place, index))

    def _reached(self, place: Place, index: Code | int) -> Code:
        at = self.past(place, index).at
        if place.ends is not None:
            low, high = (
                self.build.icmp_unsigned(sign, at, end) for sign, end in zip(("<", ">="), place.ends, strict=True)
            )
            self.fail_if(self.build.or_(low, high), OUTSIDE)
        return at

    # -- numbers -------------------------------------------------------------------------------------------------------

    def test(self, sign: str, x: Code, y: Code | int) -> Code:
        """Return whether two words compare so, as numbers with signs."""
        return self.build.icmp_signed(sign, x, WORD(y) if isinstance(y, int) else y)

    def integer(self, value: Number) -> Number:
        """Return a truth value as the integer 0 or 1."""
        if not value.truth:
            return value
        return Number(self.build.zext(value.code, WORD)) if value.value is None else exactly(value.value)

    def word(self, value: Number) -> Code:
        """Return the word of a number."""
        return self.integer(value).code

    def least(self, x: Code, y: Code) -> Code:
        """Return the lesser of two words."""
        return self.build.select(self.test("<", x, y), x, y)

    def greatest(self, x: Code, y: Code) -> Code:
        """Return the greater of two words."""
        return self.build.select(self.test(">", x, y), x, y)
