"""``grundy sequence``: the nim-sequence of a heap game."""

from __future__ import annotations

from itertools import islice

from grundy.cli import arguments, output
from grundy.cli.options import Json, Rules, To
from grundy.cli.truths import one_number, values


def run(words: Rules, to: To = "40", json: Json = False) -> int:
    """Print the Grundy values of the heaps 0, 1, 2, … of a heap game or an octal code."""
    last = arguments.natural(to, "--to")
    rules = one_number(arguments.rules(words))
    found = list(islice(values(rules, ((n,) for n in range(last + 1))), last + 1))
    if json:
        output.show_json({"game": rules.name, "to": last, "values": found})
    else:
        print(*found)
    return 0
