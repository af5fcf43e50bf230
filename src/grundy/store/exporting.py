"""Tablebases as Parquet, which DuckDB, Polars and pandas read: a row a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

import numpy as np

from grundy.extras import extra
from grundy.store.columns import Array
from grundy.store.packing import Rows
from grundy.store.tablebases import Stored

GROUP = 64
"""Chunks of a base that make a group of rows."""
RESULTS = ("draw", "won", "lost", "tied")


def columns_of(names: Sequence[str], width: int, variable: bool = False) -> list[str]:
    """Return the names of the columns of the coordinates: those of the rules where they fit, all different from the others.

    Of states of any length (``variable``) the length stands first.

    >>> columns_of(["a", "result"], 2), columns_of(["board"], 3), columns_of(["heaps"], 3, variable=True)
    (['a', 'result_'], ['c0', 'c1', 'c2'], ['length', 'c0', 'c1'])
    """
    if variable:
        return ["length", *(f"c{i}" for i in range(width - 1))]
    given = names if len(names) == width else [f"c{i}" for i in range(width)]
    return [f"{name}_" if name in ("result", "remoteness", "grundy") else name for name in given]


def export(stored: Stored, file: BinaryIO) -> int:
    """Write all positions of a base into a file, and return how many: coordinates, result, remoteness, Grundy value.

    The remoteness of a draw is empty. GrundyError without pyarrow, or for a damaged chunk. O(positions).
    """
    arrow, parquet = extra("pyarrow", "store"), extra("pyarrow.parquet", "store")
    about = stored.manifest
    heads = columns_of(about["rules"]["names"], len(stored.packing.span), about["layout"] == "variable")
    word = arrow.dictionary(arrow.int8(), arrow.string())
    fields = [*((name, arrow.int64()) for name in heads), ("result", word), ("remoteness", arrow.int32())]
    if stored.grundy is not None:
        fields.append(("grundy", arrow.int64()))
    schema, count = arrow.schema(fields), 0
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for rows, status, grundy in _groups(stored):
            result = status & 3
            words = arrow.DictionaryArray.from_arrays(arrow.array(result.astype(np.int8)), arrow.array(RESULTS))
            remoteness = arrow.array((status >> 2).astype(np.int32), mask=result == 0)
            columns: list[Any] = [*(arrow.array(rows[:, i]) for i in range(len(heads))), words, remoteness]
            if grundy is not None:
                columns.append(arrow.array(grundy.astype(np.int64)))
            writer.write_table(arrow.Table.from_arrays(columns, schema=schema))
            count += len(rows)
    return count


def _groups(stored: Stored) -> Iterator[tuple[Rows, Array, Array | None]]:
    """Iterate over the positions, many chunks at a time."""
    held: list[tuple[Rows, Array, Array | None]] = []
    for block in stored.blocks():
        held.append(block)
        if len(held) == GROUP:
            yield _together(held)
            held = []
    if held:
        yield _together(held)


def _together(blocks: list[tuple[Rows, Array, Array | None]]) -> tuple[Rows, Array, Array | None]:
    grundy = [values for _rows, _status, values in blocks if values is not None]
    return (
        np.concatenate([rows for rows, _status, _values in blocks]),
        np.concatenate([status for _rows, status, _values in blocks]),
        np.concatenate(grundy) if grundy else None,
    )
