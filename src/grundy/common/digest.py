"""The content hash of certificates: made by whoever writes one, and made again by whoever checks it."""

from __future__ import annotations

from hashlib import sha256
from json import dumps
from typing import Any

FORMAT = 2
"""The format of the certificates that are written here, and of those that are read."""


def digest(data: Any) -> str:
    """Return the SHA-256 of the canonical text of plain data (JSON with sorted keys, without blanks, in ASCII). O(length).

    >>> digest({"b": 1, "a": [2]})[:12]
    '63c9663de90e'
    """
    return sha256(dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


RULES = ("carried", "form", "least", "parameters", "quantified", "rules")
"""The fields of a certificate that say which rules it is about, with their parameters; a certificate has some of them."""


def rules_digest(fields: dict[str, Any]) -> str:
    """Return the fingerprint of the rules that a certificate holds.

    >>> rules_digest({"rules": {}, "text": "a"}) == rules_digest({"rules": {}, "text": "b"}) == digest({"rules": {}})
    True
    """
    return digest({name: fields[name] for name in RULES if name in fields})


def sealed(data: dict[str, Any]) -> dict[str, Any]:
    """Return a certificate with its content hash, that of all its other fields.

    >>> sealed({"kind": "period"})["hash"] == digest({"kind": "period"})
    True
    """
    bare = {name: value for name, value in data.items() if name != "hash"}
    return {**bare, "hash": digest(bare)}
