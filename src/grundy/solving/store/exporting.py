"""Tablebases as Parquet, which DuckDB, Polars and pandas read: a row a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO

import numpy as np

from grundy.common.extras import extra
from grundy.solving.store.columns import Array
from grundy.solving.store.packing import Rows
from grundy.solving.store.parts import Block, joined
from grundy.solving.store.tablebases import Stored

GROUP = 1 << 17
"""Positions from which a group of rows is written."""
RESULTS = ("draw", "won", "lost", "tied")
PLAYERS = ("Left", "Right")
OTHERS = ("player", "result", "remoteness", "grundy", "score")
"""Columns that are no coordinates."""


def columns_of(names: Sequence[str], width: int, variable: bool = False) -> list[str]:
    """Return the names of the columns of the coordinates: those of the rules where they fit, all different from the others.

    Of states of any length (``variable``) the length stands first.

    >>> columns_of(["a", "result"], 2), columns_of(["board"], 3), columns_of(["heaps"], 3, variable=True)
    (['a', 'result_'], ['c0', 'c1', 'c2'], ['length', 'c0', 'c1'])
    """
    if variable:
        return ["length", *(f"c{i}" for i in range(width - 1))]
    given = names if len(names) == width else [f"c{i}" for i in range(width)]
    return [f"{name}_" if name in OTHERS else name for name in given]


def export(stored: Stored, rows_of: Callable[[Array], Rows], file: BinaryIO, done: Callable[[int], object]) -> int:
    """Write all positions of a base into a file, and return how many: coordinates, result, remoteness, Grundy value.

    Of a partisan game the player to move stands behind the coordinates; of a game for points there is the score, and its
    sign is the result. The remoteness of a draw is empty. ``rows_of`` gives the coordinates of keys; ``done`` is told how
    many positions are written. GrundyError without pyarrow, or for a damaged chunk. O(positions).
    """
    arrow, parquet = extra("pyarrow", "store"), extra("pyarrow.parquet", "store")
    count, writer = 0, None
    try:
        for keys, columns in _groups(stored):
            made = _table(stored, rows_of(keys), columns)
            table = arrow.table(made)
            if writer is None:
                writer = parquet.ParquetWriter(file, table.schema, compression="zstd")
            writer.write_table(table)
            count += len(keys)
            done(count)
    finally:
        if writer is not None:
            writer.close()
    return count


def _table(stored: Stored, rows: Rows, columns: dict[str, Array]) -> dict[str, Any]:
    """Return the columns of a group of rows, by name."""
    arrow, about = extra("pyarrow", "store"), stored.manifest
    coding, names = about["coding"], about["rules"]["names"]
    coordinates = rows[:, :-1] if coding["turns"] else rows
    heads = columns_of(names, coordinates.shape[1], coding["layout"] == "variable")
    made: dict[str, Any] = {name: coordinates[:, i] for i, name in enumerate(heads)}
    if coding["turns"]:
        made["player"] = _words(rows[:, -1], PLAYERS)
    if "score" in columns:
        score = columns["score"].astype(np.int64)
        made["result"] = _words(np.where(score > 0, 1, np.where(score < 0, 2, 3)), RESULTS)
        return {**made, "score": score}
    result = columns["status"] & 3
    made["result"] = _words(result, RESULTS)
    made["remoteness"] = arrow.array((columns["status"] >> 2).astype(np.int32), mask=result == 0)
    return made if "grundy" not in columns else {**made, "grundy": columns["grundy"].astype(np.int64)}


def _words(numbers: Array, words: Sequence[str]) -> Any:
    arrow = extra("pyarrow", "store")
    return arrow.DictionaryArray.from_arrays(arrow.array(numbers.astype(np.int8)), arrow.array(words))


def _groups(stored: Stored) -> Iterator[Block]:
    """Iterate over keys and columns of the positions, many blocks at a time."""
    held: list[Block] = []
    waiting = 0
    for block in stored.blocks():
        held.append(block)
        waiting += len(block.keys)
        if waiting >= GROUP:
            yield _together(held)
            held, waiting = [], 0
    if waiting:
        yield _together(held)


def _together(held: list[Block]) -> Block:
    return Block(np.concatenate([keys for keys, _own in held]), joined([own for _keys, own in held]))
