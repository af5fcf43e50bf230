"""The hash of rule data: of what they mean, whatever their parameters are called."""

from __future__ import annotations

from typing import Any

from grundy.common.digest import digest
from grundy.language.ir import VERSION


def data_hash(data: dict[str, Any]) -> str:
    """Return the SHA-256 that names rules as data (`grundy.rules.data`), with the version of their language. O(size).

    >>> data_hash({"kind": "code", "code": "0.77"})[:12]
    '62f7f0ce32a1'
    """
    return digest({"version": VERSION, "rules": _nameless(data)})


def _nameless(data: Any, names: tuple[str, ...] = ()) -> Any:
    """Return data with the places of parameters for their names: those of the moves in their order, then the others."""
    if isinstance(data, list):
        return [_nameless(each, names) for each in data]
    if not isinstance(data, dict):
        return data
    if "parameters" in data:
        first = [name for key in ("moves", "left", "right") for name in data.get(key, {}).get("keywords", ())]
        names = tuple(dict.fromkeys([*first, *sorted(data["parameters"])]))
    found = {key: _nameless(each, names) for key, each in data.items()}
    if "parameters" in data:
        found["parameters"] = [data["parameters"].get(name) for name in names]
    if "keywords" in data:
        found["keywords"] = [names.index(name) if name in names else -1 for name in data["keywords"]]
    return found
