"""What is known of a rule for all positions, through one door: `law`, `prove`, `same`, `redundant` and `ask`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import grundy as gr
from grundy.lang.run import Run
from grundy.proofs.theorem import prove
from grundy.rules.data import hash_of, routine
from grundy.rules.reading import read_code_of
from styles import STYLES

LINEAR = [name for name in STYLES if name != "bit arithmetic"]


@pytest.mark.parametrize("kind", [gr.game, gr.heap_game])
@pytest.mark.parametrize("name", LINEAR)
def test_every_style_has_a_code_a_law_and_a_theorem(name: str, kind: Callable[..., Any]):
    rules = kind(STYLES[name])
    found = prove(rules, values=True)  # a theorem is one that the checker accepted
    assert found.proved, str(found)
    law = rules.law()
    assert (law.kind, law.period, law.proved) == ("periodic", 4, True)
    code, reason = read_code_of(gr.heap_game(STYLES[name]))
    assert str(code) in ("{1, 2, 3}", "0.333"), reason


def test_bit_arithmetic_is_refused_by_all_with_one_reason():
    why = "bit arithmetic is not linear"
    for kind in (gr.game, gr.heap_game):
        rules = kind(STYLES["bit arithmetic"])
        with pytest.raises(gr.GrundyError, match=why):
            prove(rules)
        law = rules.law(limit=200)
        assert (law.period, law.proved) == (4, False)
        assert why in law.explain()


def ending_at(low: int) -> Any:
    """A game that is won at ``low``, which the ending has as its own default."""

    @gr.game
    def down(n: int, *, m: int = 2):
        for k in range(1, min(m, n) + 1):
            yield n - k

    if low == 3:

        @down.ending
        def reached(n: int, *, at: int = 3):
            return gr.WIN if n <= at else None
    else:

        @down.ending
        def reached_too(n: int, *, at: int = 4):
            return gr.WIN if n <= at else None

    return down


def test_an_ending_may_have_a_parameter_of_its_own():
    rules = ending_at(3)
    lost = [n for n in range(20) if rules(n).solve(method="interpreted").outcome is gr.Outcome.P]
    assert (
        lost
        == [n for n in range(20) if rules(n).solve(method="compiled").outcome is gr.Outcome.P]
        == [4, 7, 10, 13, 16, 19]
    )
    found = prove(rules)
    assert found.proved
    assert [n for n in range(20) if found.automata[0].accepts(n)] == lost
    ending = routine(rules, rules.hooks["ending"])
    assert ending.keywords == ()
    assert [Run(ending).returned((n,)) for n in (3, 4)] == [gr.WIN, None]


def test_the_hash_holds_what_an_ending_has_as_its_own_default():
    assert hash_of(ending_at(3)) == hash_of(ending_at(3)) != hash_of(ending_at(4))
    assert hash_of(ending_at(3).bind(m=3)) != hash_of(ending_at(3))
