"""Workers that share a solve: the base is that of one machine, to the byte, also where workers are lost.

Everyday tests drive the workers within this process. Those with Ray run where it is installed
(``pip install 'grundy[cluster]'``): ``pytest tests/test_cluster.py -m slow``.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.errors import GrundyError, OutOfTime, RulesError, TooLarge
from grundy.games import load
from grundy.limits import Limits, keeping
from grundy.rules.position import Position
from grundy.solvers import cluster_solving, tablebase_building, tablebase_tiers, tier_solving, tiers
from grundy.solvers.cluster import workers
from grundy.solvers.cluster_solving import Lost
from grundy.solvers.cluster_worker import Worker, cut, owners
from grundy.solvers.keyed import Keyed, keyed
from grundy.solvers.tablebase_building import build

RAY = find_spec("ray") is not None
with_ray = pytest.mark.skipif(not RAY, reason="Ray is not installed: pip install 'grundy[cluster]'")


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

    def end(self) -> None:
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


def files(folder: Path) -> dict[str, bytes]:
    """What a folder holds."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def same(position: Position, tmp_path: Path, crew: Any, misere: bool = False) -> None:
    """The bases of one machine and of a crew are the same, to the byte."""
    one, other = tmp_path / "one", tmp_path / "other"
    if not one.exists():
        build(position, one, misere=misere)
    base = build(position, other, misere=misere, crew=crew)
    assert files(one) == files(other)
    assert base.positions > 1


@pytest.fixture(autouse=True)
def no_game_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tablebase_building, "_is_small", lambda _: False)
    monkeypatch.setattr(tablebase_tiers, "PART", 200)


GAMES: dict[str, Callable[[], Position]] = {
    "connect four": lambda: gr.connect4(width=3, height=3, line=3),
    "tic-tac-toe": lambda: gr.tic_tac_toe(),
    "dots and boxes": lambda: load("dots_and_boxes")(rows=1, columns=2),
    "chomp": lambda: gr.chomp(4, 4, 4),
    "wythoff": lambda: gr.wythoff(9, 14),
    "hare and hounds": lambda: load("hare_and_hounds")(),
    "dodgem": lambda: load("dodgem")(),
}


@pytest.mark.parametrize("how", ["places", "hashed", "in shares"])
@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("name", GAMES)
def test_the_base_is_that_of_one_machine(
    name: str, size: int, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if how != "places":
        monkeypatch.setattr(cluster_solving, "DIRECT", 0)
    if how == "in shares":
        monkeypatch.setattr(tier_solving.Solving, "_shares", lambda *_: 3)
    same(GAMES[name](), tmp_path, Here(size))
