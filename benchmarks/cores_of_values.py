"""What more cores give to the values of partisan boards: how long each step takes one thread, and which are divided.

Run: ``python benchmarks/cores_of_values.py [game and its arguments]``. Threads find the options of the parts that are met,
cut into parts themselves, while one numbers those that were found before; then one makes their canonical forms. So with n
cores it takes as long as the longer of a share of the finding and all of the numbering, and the forms.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from grundy.games import load
from grundy.kernels import parts as kernels
from grundy.kernels import parts_arena as arena
from grundy.kernels.parts_together import SHARE
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
    took: dict[str, float] = {"finding": 0.0, "numbering": 0.0, "room": 0.0, "forms": 0.0}

    def timed(step: str, work: Callable[[], int]) -> int:
        begun = time.process_time()
        code = work()
        took[step] += time.process_time() - begun
        return code

    while (first := int(parts.array[arena.NEXT])) < len(parts):
        end = min(first + SHARE, len(parts))
        code = timed("finding", lambda: kernels.found(parts.array, *parts.arguments, first, end))  # noqa: B023
        while (wanting := timed("numbering", lambda: kernels.settle(parts.array, parts.work))) != kernels.DONE:
            timed("room", lambda: parts.run(wanting) or 0)
        if parts.array[arena.NEXT] == first:
            parts.run(code)
    timed("forms", lambda: parts.forms(store))
    said = ", ".join(f"{step} {seconds:.3f}" for step, seconds in took.items())
    print(f"{position}: {len(parts):,} parts, {len(store):,} forms; processor seconds: {said}")
    finding, serial = took["finding"], took["numbering"] + took["room"]
    one = finding + serial + took["forms"]
    for cores in (2, 4, 8, 16):
        expansion = max((finding + serial) / cores, serial)
        faster = (finding + serial) / expansion if expansion else 1.0
        whole = one / (expansion + took["forms"]) if one else 1.0
        print(f"{cores} cores: expansion {faster:.2f} times as fast at best, all of it {whole:.2f} times")


if __name__ == "__main__":
    main()
