"""Random rules as data become code over keys that says what the interpreter says, or give up."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

import generated
from cases import first_seed, nontrivial
from generated import Program
from grundy.kernels.contract import OUTSIDE_KEYS
from grundy.language.ir import Routine
from grundy.language.native import FULL, UNFIT, MachineCode, Numbering, keyed, of_keys
from grundy.language.native.fills import ImagesBody
from grundy.language.refusal import LARGEST, SMALLEST, Unreadable, pack_params
from grundy.language.run import Failed
from random_ir import MOST, Beyond, RandomIR, Watched, expected

LOW, SPAN = -5, 24
"""Each cell of a state, when it is a digit of a key."""


class Case(NamedTuple):
    """A rule with the images of its states, and how states of a width are keys."""

    made: RandomIR
    images: Routine | None
    width: int
    variable: bool
    span: int

    @property
    def numbers(self) -> Numbering:
        low, span = [LOW] * self.width, [self.span] * self.width
        if self.variable:
            low[0], span[0] = 0, 8
            low[1:], span[1:] = [LOW] * (self.width - 1), [self.span] * (self.width - 1)
        below = 1
        for each in span:
            below *= each
        return Numbering(below, tuple(low), tuple(span))

    def cells(self, state: tuple[int, ...]) -> list[int]:
        if not self.variable:
            return list(state)
        return [len(state), *state, *[0] * (self.width - 1 - len(state))]

    def key(self, cells: list[int]) -> int | None:
        key = 0
        for cell, low, span in zip(cells, self.numbers.low, self.numbers.span, strict=True):
            if not low <= cell < low + span:
                return None
            key = key * span + cell - low
        return key

    def code(self) -> MachineCode:
        made = self.made
        return of_keys(
            made.routine,
            self.numbers,
            width=self.width,
            params=made.params,
            mode="variable" if self.variable else "fixed",
            scoring=made.scoring,
            ending=made.ending,
            canonical=self.images or made.canonical,
        )

    def folded(self, cells: list[int]) -> list[int] | None:
        """Return the least of a state and its images; None where the interpreter fails, or one is of another width."""
        state = tuple(cells[1 : 1 + cells[0]]) if self.variable else tuple(cells)
        params = self.made.params.values()
        assert self.images is not None
        args: list[Any] = [state, *params] if self.made.kind == "tuple" else [*state, *params]
        try:
            found = Watched(self.images).yields(args, MOST)
        except Failed:
            return None
        rows = [each if isinstance(each, tuple) else (each,) for each in found]
        fits = all(len(row) <= 5 if self.variable else len(row) == self.width for row in rows)
        fits = fits and all(SMALLEST <= x <= LARGEST for row in rows for x in row)
        return self.cells(min([state, *rows])) if fits else None


def cases(seed: int) -> list[Case]:
    made = RandomIR(seed)
    if made.kind == "heap":
        return []
    images = None
    if made.canonical is None and not made.scoring and seed % 2:
        images = made._routine(made._main(), list(made.routine.functions[1:]))  # pyright: ignore[reportPrivateUsage]
    span = random.Random(seed).choice((24, 32, 17))
    if made.kind == "tuple":
        return [Case(made, images, 6, True, span), Case(made, images, 3, False, span)]
    return [Case(made, images, made.width, False, span)]


def compare(seed: int, count: int = 10) -> tuple[int, int, int]:
    """Return at how many states both gave children, neither did, and the code alone gave up; AssertionError: they differ."""
    equal = neither = unfit = 0
    for case in cases(seed):
        made = case.made
        pack_params(made.params)
        try:
            program = Program(case.code(), plain=seed % 3 > 0)  # of every third what is used
        except Unreadable:
            continue
        for state in made.states(count):
            if not case.variable and len(state) != case.width:
                continue
            key = case.key(case.cells(state))
            wanted = expected(made, state, None if case.variable else case.width)
            if key is None or wanted is None:
                continue
            try:
                rows = _records(case, wanted)
            except Beyond:
                continue
            got, out = program([key], [], room=30_000)
            where = f"seed {seed}, state {state}, params {made.params}"
            if got in (UNFIT, FULL, OUTSIDE_KEYS):
                neither, unfit = neither + (rows is None), unfit + (rows is not None)
                continue
            assert rows is not None, where
            assert got == wanted[0] and out[1 : 1 + len(rows)] == rows, where
            equal += 1
    return equal, neither, unfit


def _records(case: Case, wanted: tuple[int, list[int], bool]) -> list[int] | None:
    """Return the records over keys of what a rule over states gives; None where it gives up, or a child has no key."""
    code, cells, _small = wanted
    if code == UNFIT:
        return None
    found: list[int] = []
    size = case.width + case.made.scoring
    for at in range(0, len(cells), size):
        gain, child = cells[at : at + case.made.scoring], cells[at + case.made.scoring : at + size]
        folded = child if case.images is None else case.folded(child)
        key = None if folded is None else case.key(folded)
        if key is None:
            return None
        found += [*gain, 0, key]
    return found


@pytest.mark.slow
@pytest.mark.some(1)
@pytest.mark.parametrize("turn", range(3))
def test_random_rules_over_keys(turn: int) -> None:
    first = first_seed(turn)
    total = [0, 0, 0]
    for seed in range(first, first + 30):
        if RandomIR(seed).kind == "heap":  # which has no keys
            continue
        found = compare(seed, 24)
        nontrivial(any(found))  # where both give up, the text might have given children
        total = [x + y for x, y in zip(total, found, strict=True)]
    assert total[0] > 100 and total[2] <= 0.1 * total[0]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1817, 1847, 1911])
def test_rules_whose_changed_item_is_at_a_known_parameter(seed: int) -> None:
    """A parameter that is part of the code has no variable there."""
    compare(seed, 24)


@pytest.mark.hours
@pytest.mark.parametrize("turn", range(10))
def test_five_thousand_random_rules_over_keys(turn: int) -> None:
    assert sum(compare(seed)[0] for seed in range(500 * turn, 500 * turn + 500)) > 1000


def spoiled(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, fault: Any) -> None:
    """Put a fault into the lowering, and find it."""
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, fault)
        patch.setattr(generated, "_kept", {})  # what was made of the same rules without the fault
        with pytest.raises(AssertionError):
            for seed in range(400):
                compare(seed)


def test_faults_in_the_code_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested above can fail: digits of another base, of another least value, images that are not the least."""
    read, written = keyed._digits_read, keyed._digits_written
    other = lambda numbers: replace(numbers, span=tuple(x + 1 for x in numbers.span))  # noqa: E731
    spoiled(monkeypatch, keyed, "_digits_read", lambda module, numbers: read(module, other(numbers)))
    least = lambda numbers: replace(numbers, low=tuple(x + 1 for x in numbers.low))  # noqa: E731
    spoiled(monkeypatch, keyed, "_digits_written", lambda module, numbers: written(module, least(numbers)))
    order = ImagesBody.order
    spoiled(monkeypatch, ImagesBody, "order", lambda self, x, y: self.build.neg(order(self, x, y)))
