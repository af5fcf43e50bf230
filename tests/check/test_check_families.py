"""Certificates for all parameters that were changed: refused, or found false, or still true by play."""

from __future__ import annotations

import random

from tests.check.still_true import word

from cases import nontrivial
from grundy.check.automata import Automaton
from grundy.check.families import Blocks
from grundy.check.formulas import Linear
from grundy.check.laws import arithmetic
from grundy.check.numeration import System


def accepts(relation: Automaton, numbers: dict[str, int], system: System) -> bool:
    words = {track: word(system, n, 7) for track, n in numbers.items()}
    state: int | None = 0
    for i in range(7):
        state = None if state is None else relation.delta[state].get(tuple(words[track][i] for track in relation.names))
    return state is not None and relation.accepting[state]


def test_linear_relations_of_quotients_and_remainders_are_those_of_the_numbers() -> None:
    chosen = random.Random(3)
    for turn in range(40):
        row = [chosen.randrange(1, 3), chosen.randrange(3)]
        own = Blocks(arithmetic(chosen.choice(("msd_2", "msd_3"))), {"p0": "m"}, Linear((("p0", row[0]),), row[1]))
        terms = {name: chosen.randrange(-3, 4) for name in ("p0", "x0", "j0")[: chosen.randrange(1, 4)]}
        relation, constant = chosen.choice((">=", "=", "!=")), chosen.randrange(-6, 7)
        made_of = own.linear(terms, relation, constant)
        for _ in range(60):
            m, x, j = chosen.randrange(6), chosen.randrange(30), chosen.randrange(30)
            block = row[0] * m + row[1]
            if not block:
                continue
            total = constant + sum(a * {"p0": m, "x0": x, "j0": j}[name] for name, a in terms.items())
            holds = {">=": total >= 0, "=": total == 0, "!=": total != 0}[relation]
            tracks = {"p0": m}
            for name, n in (("x0", x), ("j0", j)):
                tracks |= {f"{name}.q": n // block, f"{name}.r": n % block}
            nontrivial(len(terms) > 1)
            assert accepts(made_of, {t: tracks[t] for t in made_of.names}, own.system) is holds, (
                turn,
                terms,
                relation,
            )
