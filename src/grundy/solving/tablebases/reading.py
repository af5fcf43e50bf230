"""Tablebases opened: a base on disk with the rules that it is about, asked like the table of a search.

A base is found by what the rules mean (their hash, parameters with them) and by the convention of play, whatever the game is
called. It answers for every position that can be reached from its start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grundy import games
from grundy.common.digest import digest
from grundy.common.errors import GrundyError, RulesError
from grundy.common.evidence import ByTablebase
from grundy.language.refusal import Unreadable
from grundy.rules.data import data_of, described, rebuilt, stored_hash, unplain
from grundy.rules.functions import FunctionRuleset, TurnsRuleset
from grundy.rules.on_boards import BoardRuleset, SidedRuleset
from grundy.rules.partisan import ImpartialRuleset, PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.solution import Play, convention
from grundy.rules.witnesses import unmet
from grundy.solving.outcomes import by_results
from grundy.solving.results import LOST, TIED, WON, Question, Table, by_score, by_table, cells_in, row_of, unpacked
from grundy.solving.store.named import folders
from grundy.solving.store.parts import Key
from grundy.solving.store.tablebases import MANIFEST, Packing, Rows, Stored, sound

# ---- states of a tablebase: as rows of numbers, as keys, and back

ONE, TUPLE, VARIABLE = "one", "tuple", "variable"
"""How a state is a row: one number, the numbers of a tuple, or these after their count and with zeros behind."""
RANK, BOX = "rank", "box"
"""How a row is a key: by the declared rank, or as a number of a mixed radix."""


MANY = 5_000
"""States from which on native code is worth the time in which it is compiled."""
HOOKS = ("rank", "unrank", "tier", "symmetries")
"""What may be declared beside the moves that makes other keys of states; the rule's hash is without it."""


def layout_of(state: Any, variable: bool) -> str:
    """Return how states are rows, of which one is given; ``variable``: their lengths differ."""
    return VARIABLE if variable else TUPLE if isinstance(state, tuple) else ONE


def coded(rules: Ruleset, layout: str, width: int, packing: Packing | None, keyed: bool = True) -> dict[str, Any]:
    """Return what a manifest says of how states became keys: numbers of a packing, or where there is none the declared rank.

    ``keyed`` is false where neither declared keys nor tiers were used.
    """
    by = {"by": RANK} if packing is None else {"by": BOX, "low": list(packing.low), "span": list(packing.span)}
    used = {
        n: made
        for n, made in hooks_of(rules).items()
        if n == "symmetries" or (keyed and (n == "tier" or packing is None))
    }
    return {**by, "layout": layout, "width": width, "turns": isinstance(rules, TurnsRuleset), "hooks": used}


def hooks_of(rules: Ruleset) -> dict[str, str]:
    """Return the hooks that make keys, each with a hash of what it says."""
    return {name: digest(described(rules.hooks[name])) for name in HOOKS if name in rules.hooks}


class Coding:
    """How the states of a ruleset are rows and keys; a manifest says it.

    Of partisan games the states are with the player to move, who is the last number of a row: 0 Left, 1 Right.
    """

    def __init__(self, rules: Ruleset, coding: dict[str, Any]) -> None:
        self.rules: Any = rules
        self.turns = isinstance(rules, TurnsRuleset)
        self.layout: str = coding["layout"]
        self.ranked = coding["by"] == RANK
        self.packing = None if self.ranked else Packing(tuple(coding["low"]), tuple(coding["span"]))
        self.width: int = coding["width"]
        self._asked = 0
        self.hooks: dict[str, str] = coding["hooks"]
        self.tiered = "tier" in self.hooks
        plain = not (self.turns or self.layout == VARIABLE or self.ranked)
        self._plain = self.packing if plain else None

    def missing(self) -> list[str]:
        """Return the hooks by which the states became keys and which the rules have not, or have otherwise."""
        own = hooks_of(self.rules)
        return [name for name, made in self.hooks.items() if own.get(name) != made]

    # ---- one state

    def located(self, state: Any) -> tuple[int, Key] | None:
        """Return the tier and the key of a (canonical) state, None where it can be no position of the base.

        Declared functions are asked natively when they were asked often.
        """
        if self.tiered or self.ranked:
            self._asked += 1
            cells = self.cells(state) if self._asked > MANY else None
            if cells is not None and self._native is not None:
                try:
                    tier, key = self._native(np.array([cells], np.int64))[0].tolist()
                except OverflowError:  # a number of more than 64 bits
                    return None
                if min(tier, key) >= 0 or not unmet(self.rules):
                    return (tier, key) if key >= 0 else None
        key = self.key(state)
        return None if key is None else (self.tier(state), key)

    def key(self, state: Any) -> Key | None:
        """Return the key of a (canonical) state, None where it can be no position of the base."""
        if self._plain is not None:
            return self._plain.key(state if isinstance(state, tuple) else (state,))
        cells = self.cells(state)
        if cells is None:
            return None
        if self.packing is not None:
            return self.packing.key(cells)
        key = self.rules.key_of(state)
        return key if self.rules.state_of_key(key) == state else None  # what is no position may have the key of one

    def tier(self, state: Any) -> int:
        """Return the tier of a state, 0 where none are declared."""
        return self.rules.tier_of(state) if self.tiered else 0

    def state(self, row: Sequence[int]) -> Any:
        """Return the state of a row."""
        if self.turns:
            return self._state(row[:-1]), RIGHT if row[-1] else LEFT
        return self._state(row)

    def _state(self, row: Sequence[int]) -> Any:
        if self.layout == ONE:
            return row[0]
        return cells_in(row, self.layout == VARIABLE)

    def cells(self, state: Any) -> tuple[int, ...] | None:
        """Return the numbers of a state, None where it has none of this width."""
        if self.turns:
            state, player = state
            cells = row_of(state, self.width - 1, self.layout == VARIABLE)
            return None if cells is None else (*cells, int(player == RIGHT))
        return row_of(state, self.width, self.layout == VARIABLE)

    def state_of(self, key: Key) -> Any:
        """Return the state of a key."""
        return self.states(np.array([key], np.uint64 if self.packing is None else self.packing.dtype))[0]

    # ---- many

    def keys(self, states: Iterable[Any]) -> tuple[NDArray[np.bool_], NDArray[np.int64] | int, NDArray[Any]]:
        """Return of states (as the rules have them) whether they have a key, their tiers, and their keys."""
        canonical = self.rules.canonical
        states = [canonical(state) for state in states]
        found = [self.key(state) for state in states]
        met = np.array([key is not None for key in found], bool)
        dtype = np.dtype(np.uint64) if self.packing is None else self.packing.dtype
        keys = np.array(
            [0 if key is None and dtype.kind == "u" else key or b"" if dtype.kind == "S" else key for key in found],
            dtype,
        )
        tiers: NDArray[np.int64] | int = 0
        if self.tiered:
            tiers = np.array(
                [self.tier(s) if known else -1 for s, known in zip(states, met.tolist(), strict=True)], np.int64
            )
        return met, tiers, keys

    def keys_of_rows(self, rows: Rows) -> tuple[NDArray[np.bool_], NDArray[np.int64] | int, NDArray[Any]]:
        """Return what `keys` does of states that are rows: where the rules have to be asked, of many natively."""
        if self._plain is not None and not self.tiered and not self.rules.folds and rows.shape[1] == self.width:
            return self._plain.holds(rows), 0, self._plain.pack(rows)
        numbers = self._native if len(rows) >= MANY and rows.shape[1] == self.width else None
        if numbers is None:
            return self.keys(map(self.given, rows.tolist()))
        tiers, keys = np.moveaxis(numbers(rows), 1, 0)
        left = np.flatnonzero((keys < 0) | (tiers < 0)) if unmet(self.rules) else []
        if len(left):  # it may have given up where nobody has compared it
            met, own, found = self.keys(map(self.given, rows[left].tolist()))
            tiers[left], keys[left] = own, np.where(met, found.astype(np.int64), -1)
        return keys >= 0, tiers, keys.astype(np.uint64)

    @cached_property
    def _native(self) -> Callable[[Rows], Rows] | None:
        """A native function of many rows, None where there is none."""
        if self.turns or self.layout == VARIABLE or (self.packing is not None and len(self.packing.cuts) > 2):
            return None
        from grundy.solving.keyed import numbers_of  # it compiles

        return numbers_of(self.rules, self.width, self.packing, self.tiered)

    def given(self, row: Sequence[int]) -> Any:
        """Return the state of a row that was given in an array: its numbers."""
        return row[0] if self.layout == ONE and len(row) == 1 else tuple(row)

    def rows(self, keys: NDArray[Any]) -> Rows:
        """Return the rows of keys."""
        if self.packing is not None:
            return self.packing.unpack(keys)
        cells = [self.cells(self.rules.state_of_key(key)) for key in keys.tolist()]
        return np.array(cells, np.int64).reshape(len(keys), self.width)

    def states(self, keys: NDArray[Any]) -> list[Any]:
        """Return the states of keys."""
        if self.packing is None:
            return [self.rules.state_of_key(key) for key in keys.tolist()]
        return [self.state(row) for row in self.rows(keys).tolist()]


def with_turn(rules: Ruleset) -> Ruleset:
    """Return the rules whose positions a tablebase holds: of a partisan game those with the player to move in the state."""
    return TurnsRuleset(rules) if rules.partisan else rules


# ----


MADE_AGAIN = (FunctionRuleset, PartisanRuleset, BoardRuleset, SidedRuleset, ImpartialRuleset)
"""The classes of which a ruleset is made of its data alone (`grundy.solving.tablebases.reading`)."""


def told(rules: Ruleset) -> dict[str, Any]:
    """Return what a manifest says of rules: by these data they are found, or made, again."""
    try:
        data = data_of(rules) if type(rules) in MADE_AGAIN else None
    except Unreadable:
        data = None
    own = rules.rules if isinstance(rules, ImpartialRuleset) else rules
    names: tuple[str, ...] = getattr(own, "names", ())
    return {"hash": stored_hash(rules), "game": rules.name, "names": list(names), "data": data}


def is_of(stored: Stored, rules: Ruleset) -> bool:
    """Return whether a base is of some rules, whatever they are called."""
    try:
        return stored_hash(_game(rules)) == stored.manifest["rules"]["hash"]
    except GrundyError:  # they have no hash
        return False


def _game(rules: Ruleset) -> Ruleset:
    """Return the rules by which a base is found: of a position with the player to move in it those of the game."""
    return rules.rules if isinstance(rules, TurnsRuleset) else rules


class Absent(GrundyError, KeyError):
    """A state that a base does not hold; told where one leads there that it holds, as of a whole base none does."""


class Found(NamedTuple):
    """What a base says of many positions: results (0 draw, 1 won, 2 lost, 3 tied), remoteness, Grundy values or None.

    ``met`` tells which of them are positions of the base; of the others the rest says nothing. Of games for points there
    are scores, whose signs are the results, and no remoteness.
    """

    met: NDArray[np.bool_]
    result: NDArray[np.uint8]
    remoteness: NDArray[np.uint32]
    grundy: NDArray[Any] | None = None
    score: NDArray[Any] | None = None


class Tablebase(Table):
    """A tablebase with the rules that it is about. Only its manifest is read at once; a probe decompresses a block or two.

    Attributes:
        ruleset: the rules.
        solved: the rules of the positions that it holds: those, or of a partisan game those with the turn in the state.
        play: the convention of play.
        positions: how many positions it holds.

    >>> import tempfile, grundy as gr
    >>> from grundy.solving.tablebases.building import build
    >>> with tempfile.TemporaryDirectory() as place:
    ...     base = build(gr.wythoff(5, 8), Path(place) / "wythoff")
    ...     print(base.probe(gr.wythoff(3, 5)))
    second player wins: Grundy value 0, 4 moves, by the tablebase wythoff
    """

    def __init__(self, stored: Stored, rules: Ruleset) -> None:
        """Ask an opened base by its rules; RulesError if it is about others."""
        about = stored.manifest
        if not is_of(stored, rules):
            raise _of_other_rules(stored, rules)
        self.stored = stored
        self.ruleset = rules
        self.solved = with_turn(rules)
        self.scoring = rules.scoring
        self.play = Play(about["misere"])
        self.positions = stored.positions
        self.evidence = ByTablebase(stored.folder.name, stored.positions)
        self.loopy: bool = about["loopy"]
        self.ties: bool = about["ties"]
        self.coding = Coding(self.solved, about["coding"])
        missing = self.coding.missing()
        if missing:
            raise GrundyError(
                "the tablebase {folder} was made with a different {hook} of {name}: name the file of the rules, "
                "as in rules.py:{name}, or build it again",
                folder=stored.folder,
                hook=missing[0],
                name=rules.name,
            )
        self._last: tuple[Any, int] = None, -1
        self._memory = rules.memory  # of rules that it is known to be of

    # ---- one position

    def probe(self, position: Position | Sequence[int] | int, endless: str = "draw") -> Any:
        """Return the answer to a position, a `Position` or its arguments: outcome, remoteness, value, the best moves.

        GrundyError for a position of other rules, or one that is not among those of the base. O(log blocks).
        """
        if not isinstance(position, Position):
            position = self.ruleset(*(position if isinstance(position, Sequence) else (position,)))
        rules = position.ruleset
        if rules.memory is not self._memory:
            if not is_of(self.stored, rules):
                raise _of_other_rules(self.stored, rules)
            self._memory = rules.memory  # another where the rules have changed
        play = self.play if endless == "draw" else convention("misere" if self.play.misere else "normal", endless)
        found = self.answer(Question(position, play))
        if found is None:
            raise GrundyError(
                "{position} is not in the tablebase {folder}, which holds what can be reached from {start}",
                position=position,
                folder=self.stored.folder,
                start=self.stored.manifest["start"],
            )
        return found

    def answer(self, question: Question) -> Any:
        """Return the answer to a question about these rules, None where the base does not hold the position."""
        rules, evidence = question.position.ruleset, self.evidence
        try:
            if rules.partisan:
                return by_results(question, lambda state, player: self.result((state, player))[0], lambda: evidence)
            if self.scoring:
                return by_score(question, lambda state: self.score(rules.canonical(state)), evidence)
            return by_table(question, self, evidence)
        except KeyError:
            return None

    def result(self, state: Any) -> tuple[int, int]:
        """Return the result of a (canonical) state and its remoteness; Absent for one that is not in the base."""
        if self.scoring:
            score = self.score(state)
            return (TIED if not score else WON if score > 0 else LOST), 0
        return unpacked(self.held("status", state))

    def held(self, name: str, state: Any) -> int:
        """Return what a column holds of a (canonical) state."""
        if name not in self.stored.names:
            raise KeyError(state)
        return self.stored.item(name, self.place(state))

    def place(self, state: Any) -> int:
        """Return the place of a (canonical) state."""
        last, place = self._last
        if last is not state:
            located = self.coding.located(state)
            place = -1 if located is None else self.stored.place(*located)
            self._last = state, place
        if place < 0:
            raise Absent("{path} is damaged: copy the tablebase again, or build it again", path=self.stored.folder)
        return place

    # ---- many positions

    def probe_many(self, states: Iterable[Any] | NDArray[np.int64]) -> Found:
        """Return what the base says of many states: an array with one a row, or the states themselves. O(n log n).

        States are as the rules have them (of a partisan game each with the player to move). Many are
        probed fastest as an array.

        >>> import tempfile, grundy as gr
        >>> from grundy.solving.tablebases.building import build
        >>> with tempfile.TemporaryDirectory() as place:
        ...     base = build(gr.wythoff(5, 8), Path(place) / "wythoff")
        ...     found = base.probe_many(np.array([[3, 5], [2, 2], [9, 9]]))
        >>> found.met.tolist(), found.result[:2].tolist(), found.grundy[:2].tolist()
        ([True, True, False], [2, 1], [0, 1])
        """
        if not isinstance(states, np.ndarray) or states.ndim != 2:
            try:
                return self._probed(*self.coding.keys(states))
            except (AttributeError, TypeError) as problem:
                raise GrundyError("states= is a list of states of {name}", name=self.ruleset.name) from problem
        return self._probed(*self.coding.keys_of_rows(states.astype(np.int64, copy=False)))

    def _probed(self, met: NDArray[np.bool_], tiers: NDArray[np.int64] | int, keys: NDArray[Any]) -> Found:
        places = self.stored.places(tiers, keys)
        met = met & (places >= 0)
        taken = {name: np.zeros(len(places), self.stored.dtypes[name]) for name in self.stored.names}
        for name, values in taken.items():
            values[met] = self.stored.take(name, places[met])
        return self.found(met, taken)

    def found(self, met: NDArray[np.bool_], taken: dict[str, NDArray[Any]]) -> Found:
        """Return what columns say."""
        if self.scoring:
            score = taken["score"]
            result = np.where(score > 0, WON, np.where(score < 0, LOST, TIED)).astype(np.uint8)
            return Found(met, result, np.zeros(len(met), np.uint32), score=score)
        status = taken["status"]
        return Found(met, (status & 3).astype(np.uint8), (status >> 2).astype(np.uint32), taken.get("grundy"))


def _of_other_rules(stored: Stored, rules: Ruleset) -> RulesError:
    return RulesError(
        "the tablebase {folder} is for {start}, but the rules of {name} are different: their hash is {now}…, "
        "not {then}…",
        folder=stored.folder,
        start=stored.manifest["start"],
        name=rules.name,
        now=stored_hash(rules)[:12],
        then=stored.manifest["rules"]["hash"][:12],
    )


# -- the way to an answer ----------------------------------------------------------------------------------------------

_opened: dict[Path, tuple[int, Stored | None]] = {}
"""The bases that were opened, by folder, with the time of their manifests; None of what is no whole base."""
MOST_OPEN = 64


def answer(question: Question) -> Any:
    """Return the answer of a tablebase that was named, or is in the user's folder; None where there is none for it."""
    rules = question.position.ruleset
    for stored in filter(None, map(_stored, folders())):
        if stored.manifest["misere"] == question.play.misere and is_of(stored, rules):
            found = Tablebase(stored, _game(rules)).answer(question)
            if found is not None:
                return found
    return None


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


# ---- opening a tablebase from its folder alone: the rules that it is about are found in the catalogue, or made of its data


def tablebase(folder: str | Path, rules: Ruleset | None = None) -> Tablebase:
    """Open the tablebase of a folder; its rules are those given, else the catalogue's, else those that it holds as data.

    GrundyError where there is no whole base, or where its rules are not those given.

    >>> import tempfile, grundy as gr
    >>> from grundy.solving.tablebases.building import build
    >>> with tempfile.TemporaryDirectory() as place:
    ...     folder = build(gr.wythoff(5, 8), Path(place) / "wythoff").stored.folder
    ...     print(gr.tablebase(folder).probe((3, 5)))
    second player wins: Grundy value 0, 4 moves, by the tablebase wythoff
    """
    stored = Stored(Path(str(folder)))
    with sound(stored.folder):
        return Tablebase(stored, _rules_of(stored) if rules is None else rules)


def _rules_of(stored: Stored) -> Ruleset:
    """Return the rules of a base: the catalogue's, or made of its data; no file is run for it."""
    about = stored.manifest["rules"]
    params = {name: unplain(value) for name, value in stored.manifest["parameters"].items()}
    with suppress(GrundyError):
        rules: Ruleset = games.load(about["game"]).bind(**params)
        if is_of(stored, rules):
            return rules
    if about["data"] is not None and about["names"]:
        made = _made(about["data"], about["game"], tuple(about["names"]), params)
        if is_of(stored, made):
            return made
    raise GrundyError(
        "the rules of the tablebase {folder} are in one of your files: name it, as in rules.py:{name}",
        folder=stored.folder,
        name=about["game"],
    )


def _made(data: dict[str, Any], name: str, names: tuple[str, ...], params: dict[str, Any]) -> Ruleset:
    """Return the ruleset that rule data say, of the class whose they are."""
    if data["kind"] == "impartial":
        own = _made(data["of"], name, names, params)
        assert isinstance(own, PartisanRuleset)
        made = ImpartialRuleset(own, name)
        made.hooks = own.hooks
        return made
    kind: type[Ruleset] = FunctionRuleset
    if data["kind"] == "partisan":
        kind = PartisanRuleset
    elif "board" in data:
        kind = SidedRuleset if "sides" in data["board"] else BoardRuleset
    return rebuilt(kind, data, name, "", names, params, params)
