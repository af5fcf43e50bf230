"""``grundy law``: what the nim-sequence of a heap game does for ever."""

from __future__ import annotations

from typing import Any

from grundy.cli import arguments, output
from grundy.cli.options import Json, Rules, To
from grundy.errors import GrundyError


def run(words: Rules, to: To = "", json: Json = False) -> int:
    """Print the law of a heap game's or an octal code's Grundy values: the period, and whether it is proved."""
    rules = arguments.rules(words)
    find: Any = getattr(rules, "law", None)
    if find is None:
        raise GrundyError(f"{rules.name} is no heap game, so it has no law of heaps")
    law = find(limit=arguments.natural(to, "--to") if to else None)
    if json:
        output.show_json({"game": rules.name, **law.to_dict()})
    else:
        print(f"{law}\n{law.explain()}")
    return 0
