"""Workers of a cluster within this process; builds of tablebases that are interrupted, and what they leave."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grundy.rules.position import Position
from grundy.solving.cluster.solving import Lost
from grundy.solving.cluster.worker import Worker
from grundy.solving.keyed import Keyed
from grundy.solving.store.writing import Writer
from grundy.solving.tablebases.building import build


class Here:
    """Workers within this process; ``lose`` says of each call, by its number, whether a worker is lost in it."""

    def __init__(self, size: int, lose: Callable[[int], bool] = lambda _: False, memory: int = 4 << 30) -> None:
        self.size = size
        self.memory = memory
        self.lose = lose
        self.calls = self.lost = 0

    def begin(self, made: Keyed, misere: bool) -> None:
        self._given = pickle.dumps(made), misere
        self.workers: list[Worker | None] = [None] * self.size
        self._hire()

    def _hire(self) -> None:
        for share, worker in enumerate(self.workers):
            if worker is None:
                made, misere = self._given
                self.workers[share] = hired = Worker()
                hired.begin(made, share, self.size, misere, self.memory)

    def call(self, method: str, given: Sequence[Sequence[Any]], returns: int = 1) -> list[list[Any]]:
        found: list[list[Any]] = []
        for share, arguments in enumerate(given):
            self.calls += 1
            worker = self.workers[share]
            if worker is not None and self.lose(self.calls):
                self.workers[share] = worker = None
                self.lost += 1
            if worker is None or any(each is LOST for each in arguments):
                found.append([LOST] * returns)
            else:
                made = getattr(worker, method)(*map(fixed, arguments))
                found.append(list(made) if returns > 1 else [made])
        return found

    def send(self, value: Any) -> Any:
        return value

    def get(self, handles: Sequence[Any]) -> list[Any]:
        if any(each is LOST for each in handles):
            raise Lost
        return [fixed(each) for each in handles]

    def replace(self) -> None:
        self._hire()

    def end(self, whole: bool) -> None:
        pass


LOST = object()


def fixed(value: Any) -> Any:
    """The value with arrays that cannot be written, as Ray gives them."""
    if isinstance(value, dict):
        return {name: fixed(each) for name, each in value.items()}
    if isinstance(value, np.ndarray):
        value = value.view()
        value.flags.writeable = False
    return value


class Killed(Exception):
    """The solve is over."""


def files(folder: Path) -> dict[str, bytes]:
    """Return what a folder holds, but for the file that says which process made it."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix != ".lock"}


def interrupted(position: Position, folder: Path, kept: int, **how: Any) -> None:
    """Leave what a build has made when so many parts are finished."""
    write = Writer.part

    def part(self: Writer, *given: Any) -> None:
        write(self, *given)
        if len(self.parts) == kept:
            raise Killed

    with pytest.MonkeyPatch.context() as patch, pytest.raises(Killed):
        patch.setattr(Writer, "part", part)
        build(position, folder, **how)
