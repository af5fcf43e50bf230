"""What a second core gives to the values of partisan boards: how long each of the two threads works.

Run: ``python benchmarks/cores_of_values.py [game and its arguments]``. One thread finds the options of parts, depth first,
cut into parts themselves, and numbers these; another one makes the canonical forms of parts whose options are known. So with
two cores it takes as long as the longer of the two, and what is left when it ends.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from grundy.games import load
from grundy.solving.parts import Parts, sides
from grundy.values.canonical import Store


def main() -> None:
    name, *words = sys.argv[1:] or ("domineering", "5", "6")
    position = load(name)(*(int(word) if word.isdecimal() else word for word in words))
    rules: Any = position.ruleset
    made = sides(rules, position.state)
    if made is None:
        raise SystemExit(f"{position} is interpreted")
    parts, store = Parts(rules, made), Store()
    parts.divided(position.state)
    begun = time.process_time()
    parts.explore()
    walked = time.process_time()
    parts.forms(store)
    finding, forms = walked - begun, time.process_time() - walked
    said = f"{finding:.3f} for parts and their options, {forms:.3f} for forms"
    print(f"{position}: {len(parts):,} parts, {len(store):,} forms; processor seconds: {said}")
    print(f"2 cores: {(finding + forms) / max(finding, forms, 1e-9):.2f} times as fast at best")


if __name__ == "__main__":
    main()
