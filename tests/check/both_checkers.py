"""The two checkers of certificates beside each other."""

from __future__ import annotations

import json
from typing import Any

from grundy.check import Budget, check
from grundy.common.errors import GrundyError, TooLarge
from second_checker import NODE, told

Certificate = dict[str, Any]
POSITION_KINDS = ("period", "values", "strategy", "loopy", "partisan value")
LAWS = ("automatic law", "sentence", "redundant moves", "same law", "periodic law", "interval law", "family law")
READ = (*POSITION_KINDS, *LAWS)
"""The kinds that the second checker decides; rows of any number of heaps it does not."""


def first(made: Certificate) -> str:
    """Return what the first checker says, in the words of the second."""
    try:
        return "accepted" if check(made, budget=Budget(60)).verified else "false"
    except TooLarge:
        return "not checked"
    except GrundyError as refused:
        assert "\n" not in str(refused)
        return "refused"


def agreed(made: list[Certificate]) -> list[tuple[str, str]]:
    """Compare the checkers, where there is a second; return the kind of each certificate, and what the first one says.

    One may give up where the other does not.
    """
    found = list[tuple[str, str]]()
    others = told(map(json.dumps, made)) if NODE is not None else [None] * len(made)
    for own, other in zip(made, others, strict=True):
        said, kind = first(own), own.get("kind")
        found.append((kind if kind in READ else "no kind", said))
        if other is None:
            continue
        assert "has failed" not in other["reason"], (own, other)
        assert (said == "accepted") == (other["verdict"] == "accepted") or "not checked" in (said, other["verdict"]), (
            own,
            said,
            other,
        )
        if kind not in READ:
            assert other["verdict"] in ("not checked", "refused"), (own, other)
        elif said == "accepted" and kind in POSITION_KINDS:
            assert other["verdict"] != "not checked", (own, other)
    return found
