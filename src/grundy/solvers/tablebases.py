"""Tablebases opened: a base on disk with the rules that it is about, asked like the table of a search.

A base is found by what the rules mean (their hash, parameters with them) and by the convention of play, whatever the game is
called. It answers for every position that can be reached from its start.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grundy.digest import digest
from grundy.errors import GrundyError, RulesError
from grundy.evidence import ByTablebase
from grundy.lang.refusal import Unreadable
from grundy.rules.data import data_of, hash_of
from grundy.rules.fingerprint import fingerprint
from grundy.rules.functions import FunctionRuleset
from grundy.rules.play import Play, convention
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import Field
from grundy.rules.solution import Solution
from grundy.solvers.answer import by_table
from grundy.solvers.results import Question, cells_of, unpacked
from grundy.store.columns import CHUNK
from grundy.store.named import folders
from grundy.store.tablebases import MANIFEST, Stored

ONE, TUPLE, VARIABLE = "one", "tuple", "variable"
"""How a state is a row: one number, the numbers of a tuple, or these after their count and with zeros behind."""
IDENTITY = Field[str]("identity", str)
"""The hash by which the tablebases of rules are found."""


def identity(rules: Ruleset) -> str:
    """Return what names rules in tablebases: the hash of their data, else of their source with the parameters.

    GrundyError for rules that have neither. It is kept. O(source).
    """
    if not rules.memory[IDENTITY]:
        try:
            rules.memory[IDENTITY] = hash_of(rules)
        except Unreadable:
            given = sorted((name, repr(value)) for name, value in rules.params.items())
            rules.memory[IDENTITY] = digest([fingerprint(rules), given])
    return rules.memory[IDENTITY]


def told(rules: Ruleset) -> dict[str, Any]:
    """Return what a manifest says of rules: by these data they are found, or made, again."""
    try:
        data = data_of(rules) if type(rules) is FunctionRuleset else None
    except Unreadable:
        data = None
    names: tuple[str, ...] = getattr(rules, "names", ())
    return {"hash": identity(rules), "game": rules.name, "names": list(names), "data": data}


class Found(NamedTuple):
    """What a base says of many positions: results (0 draw, 1 won, 2 lost, 3 tied), remoteness, Grundy values or None.

    ``met`` tells which of them are positions of the base; of the others the rest says nothing.
    """

    met: NDArray[np.bool_]
    result: NDArray[np.uint8]
    remoteness: NDArray[np.uint32]
    grundy: NDArray[Any] | None


class Tablebase:
    """A tablebase with the rules that it is about. Only its manifest is read at once; a probe decompresses a chunk or two.

    Attributes:
        ruleset: the rules.
        play: the convention of play.
        positions: how many positions it holds.

    >>> import tempfile, grundy as gr
    >>> from grundy.solvers.tablebase_building import build
    >>> with tempfile.TemporaryDirectory() as place:
    ...     base = build(gr.wythoff(5, 8), Path(place) / "wythoff")
    ...     print(base.probe(gr.wythoff(3, 5)))
    second player wins: Grundy value 0, 4 moves, by the tablebase wythoff
    """

    scoring = False

    def __init__(self, stored: Stored, rules: Ruleset) -> None:
        """Ask an opened base by its rules; RulesError if it is about others."""
        about = stored.manifest
        if identity(rules) != about["rules"]["hash"]:
            raise _of_other_rules(stored, rules)
        self.stored = stored
        self.ruleset = rules
        self.play = Play(about["misere"])
        self.positions = stored.positions
        self.loopy: bool = about["loopy"]
        self.ties: bool = about["ties"]
        self._layout: str = about["layout"]
        self._width = len(stored.packing.span)

    # ---- one position

    def probe(self, position: Position | Sequence[int] | int, endless: str = "draw") -> Solution:
        """Return the answer to a position, a `Position` or its arguments: outcome, remoteness, value, the best moves.

        GrundyError for a position of other rules, or one that is not among those of the base. O(log chunks).
        """
        if not isinstance(position, Position):
            position = self.ruleset(*cells_of(position if isinstance(position, int) else tuple(position)))
        if position.ruleset is not self.ruleset and identity(position.ruleset) != identity(self.ruleset):
            raise _of_other_rules(self.stored, position.ruleset)
        found = self.answer(Question(position, convention("misere" if self.play.misere else "normal", endless)))
        if found is None:
            raise GrundyError(
                "{position} is not in the tablebase {folder}: it holds what can be reached from {start}",
                position=position,
                folder=self.stored.folder,
                start=self.stored.manifest["start"],
            )
        return found

    def answer(self, question: Question) -> Solution | None:
        """Return the answer to a question about these rules, None where the base does not hold the position."""
        if self._place(question.position.ruleset.canonical(question.position.state)) < 0:
            return None
        return by_table(question, self, ByTablebase(self.stored.folder.name, self.positions))

    def result(self, state: Any) -> tuple[int, int]:
        """Return the result of a (canonical) state and its remoteness; KeyError for one that is not in the base."""
        place = self._place(state)
        if place < 0:
            raise KeyError(state)
        return unpacked(self.stored.status.chunk(place // CHUNK)[place % CHUNK])

    def grundy(self, state: Any) -> int:
        """Return the Grundy value of a (canonical) state; KeyError for one that is not in the base."""
        place = self._place(state)
        if place < 0 or self.stored.grundy is None:
            raise KeyError(state)
        return int(self.stored.grundy.chunk(place // CHUNK)[place % CHUNK])

    def score(self, state: Any) -> int:
        """There are no scores here."""
        raise KeyError(state)

    def _place(self, state: Any) -> int:
        cells = self.cells(state)
        return -1 if cells is None else self.stored.place(cells)

    # ---- many positions

    def probe_many(self, states: Iterable[Any] | NDArray[np.int64]) -> Found:
        """Return what the base says of many states: an array with one a row, or the states themselves. O(n log n).

        States are as the rules have them; where a symmetry is declared, each is put through it, which is slow.

        >>> import tempfile, grundy as gr
        >>> from grundy.solvers.tablebase_building import build
        >>> with tempfile.TemporaryDirectory() as place:
        ...     base = build(gr.wythoff(5, 8), Path(place) / "wythoff")
        ...     found = base.probe_many(np.array([[3, 5], [2, 2], [9, 9]]))
        >>> found.met.tolist(), found.result[:2].tolist(), found.grundy[:2].tolist()
        ([True, True, False], [2, 1], [0, 1])
        """
        if isinstance(states, np.ndarray) and states.ndim == 2 and self._layout != VARIABLE:
            rows: NDArray[np.int64] = states.astype(np.int64, copy=False)
            if self.ruleset.folds:
                single = self._layout == ONE
                rows = self.rows(row[0] if single else tuple(row) for row in rows.tolist())
        else:
            rows = self.rows(states)
        return self.probe_rows(rows)

    def probe_rows(self, rows: NDArray[np.int64]) -> Found:
        """Return what the base says of many rows, as `rows` makes them."""
        places = self.stored.places(rows)
        met = places >= 0
        status = np.zeros(len(places), self.stored.status.dtype)
        status[met] = self.stored.status.take(places[met])
        values = None
        if self.stored.grundy is not None:
            values = np.zeros(len(places), self.stored.grundy.dtype)
            values[met] = self.stored.grundy.take(places[met])
        return Found(met, (status & 3).astype(np.uint8), (status >> 2).astype(np.uint32), values)

    # ---- states and rows

    def rows(self, states: Iterable[Any]) -> NDArray[np.int64]:
        """Return states as rows; one that can be no position of the base is a row that is none."""
        canonical, key = self.ruleset.canonical, self.stored.packing.key
        low, span = self.stored.packing.low[0], self.stored.packing.span[0]
        none = (low - 1 if low > -(1 << 63) else low + span,) * self._width
        cells = [self.cells(canonical(state)) or none for state in states]
        try:
            found = np.array(cells, np.int64)
        except OverflowError:  # a number of more than 64 bits
            found = np.array([none if key(row) is None else row for row in cells], np.int64)
        return found.reshape(len(cells), self._width)

    def cells(self, state: Any) -> tuple[int, ...] | None:
        """Return the cells of a state, None where it has none of this width."""
        cells = cells_of(state)
        if self._layout == VARIABLE:
            room = self._width - 1 - len(cells)
            return (len(cells), *cells, *(0,) * room) if room >= 0 else None
        return cells if len(cells) == self._width else None

    def state(self, row: Sequence[int]) -> Any:
        """Return the state of a row."""
        if self._layout == ONE:
            return row[0]
        return tuple(row[1 : 1 + row[0]]) if self._layout == VARIABLE else tuple(row)


def _of_other_rules(stored: Stored, rules: Ruleset) -> RulesError:
    return RulesError(
        "the tablebase {folder} is of {start}, and the rules of {name} are others: their hash is {now}…, not {then}…",
        folder=stored.folder,
        start=stored.manifest["start"],
        name=rules.name,
        now=identity(rules)[:12],
        then=stored.manifest["rules"]["hash"][:12],
    )


# -- the way to an answer ----------------------------------------------------------------------------------------------

_opened: dict[Path, tuple[int, Stored | None]] = {}
"""The bases that were opened, by folder, with the time of their manifests; None of what is no whole base."""
MOST_OPEN = 64


def answer(question: Question) -> Solution | None:
    """Return the answer of a tablebase that was named, or is in the user's folder; None where there is none for it."""
    rules = question.position.ruleset
    for stored in filter(None, map(_stored, folders())):
        about = stored.manifest
        if about["misere"] == question.play.misere and about["rules"]["hash"] == _identity(rules):
            found = Tablebase(stored, rules).answer(question)
            if found is not None:
                return found
    return None


def _identity(rules: Ruleset) -> str:
    try:
        return identity(rules)
    except GrundyError:
        return ""


def _stored(folder: Path) -> Stored | None:
    """Return the base of a folder as it is now, None where there is none that is whole."""
    try:
        changed = (folder / MANIFEST).stat().st_mtime_ns
    except OSError:
        return None
    held = _opened.get(folder)
    if held is not None and held[0] == changed:
        return held[1]
    try:
        found = Stored(folder)
    except GrundyError:  # who names it is told; what lies in the user's folder is passed over
        found = None
    if len(_opened) >= MOST_OPEN:
        del _opened[next(iter(_opened))]
    _opened[folder] = changed, found
    return found
