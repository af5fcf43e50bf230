"""The checker of certificates: replays what a proof says from the rules alone.

Nothing of the solvers is imported, nor of what finds laws, nor what reads or runs rules elsewhere: only errors and digests,
and the standard library. No code that a certificate holds is ever run.

A certificate is a JSON object of integers, texts, lists and objects; every field of it counts, but for ``text`` and the name
``game``, which are for the reader's eye (the name of rules that are named counts: `grundy.proving.comparing`). Three it
always has: ``kind``, ``format``, which is 2, and ``hash``, the SHA-256 of the canonical text of all the others
(`grundy.common.digest`). Kinds:

- "period": the law of a heap code's nim-sequence (`grundy.check.periods`);
- "values", "strategy", "loopy": the Grundy value, the winner, or the result with the remoteness, of a position of a finite
  game (`grundy.check.finite`);
- "partisan value": the canonical form of a partisan position (`grundy.check.partisan`);
- "automatic law": the losing positions, or the Grundy values, of all positions of a game at once, as automata
  (`grundy.check.laws`);
- "periodic law": the period of the Grundy values of a rule that looks a bounded number of counters back
  (`grundy.check.look_back`);
- "sentence", "redundant moves", "same law": what follows from laws, whose certificates they hold
  (`grundy.check.questions`).
- "family law": the same, for all values of some parameters (`grundy.check.families`);
- "row law": the Grundy values of rows of any number of heaps (`grundy.check.many_heaps`).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from grundy.check import form
from grundy.check.budget import Budget, NotChecked
from grundy.check.form import LARGEST_TEXT, Progress, Verdict, read_certificate
from grundy.common.errors import GrundyError

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

__all__ = ["KINDS", "LARGEST_TEXT", "Budget", "NotChecked", "Verdict", "check", "read_certificate"]

KINDS = {
    "period": "periods",
    "values": "finite",
    "strategy": "finite",
    "loopy": "finite",
    "partisan value": "partisan",
    "automatic law": "laws",
    "periodic law": "look_back",
    "interval law": "look_back",
    "sentence": "questions",
    "redundant moves": "questions",
    "same law": "questions",
    "family law": "families",
    "row law": "many_heaps",
}
"""The kinds of certificates, and the module that checks each."""


def check(
    certificate: dict[str, Any],
    *,
    rules: Ruleset | None = None,
    sample: int | None = None,
    progress: Progress | None = None,
    budget: Budget | None = None,
) -> Verdict:
    """Return whether a certificate proves what it claims; GrundyError for one that is malformed, or of other rules.

    What is proved is about the rules as data in the certificate; `grundy.proving.comparing` compares these with Python.
    Finite games whose rules have no data are played by ``rules``, the ruleset that such a certificate is meant to be about.
    With ``sample`` only the first so many values of a period are replayed, and nothing is verified unless these are all.
    TooLarge for more than can be replayed, and its `NotChecked` when the ``budget`` is spent. The work is that of deciding
    the claim anew; no certificate, however it is made, takes more than the budget, which is `Budget()` unless given.

    >>> from grundy.common.digest import sealed
    >>> bare = {"kind": "period", "format": 2, "code": "0.3", "criterion": "subtraction", "preperiod": 0, "period": 2}
    >>> check(sealed({**bare, "values": [0, 1]}))
    Verdict(verified=True, complete=True, claim='in 0.3, g(n + 2) = g(n) for every n >= 0', reason='3 values were
    replayed from the rules, and the criterion for subtraction sets carries them on')
    """
    if sample is not None and (type(sample) is not int or sample < 1):
        raise GrundyError("a sample has one value or more, not {sample!r}", sample=sample)
    with budget or Budget():
        try:
            return _checked(certificate, rules, sample, progress)
        except RecursionError:
            raise NotChecked("the certificate is nested more deeply than can be followed") from None
        except MemoryError:
            raise NotChecked("there is not enough memory for the check") from None


def _checked(
    certificate: dict[str, Any], rules: Ruleset | None, sample: int | None, progress: Progress | None
) -> Verdict:
    fields = form.checked_object(certificate)
    if "kind" not in fields:
        raise GrundyError("the certificate has no field 'kind'")
    kind = fields["kind"]
    if not isinstance(kind, str) or kind not in KINDS:
        raise GrundyError(
            "the kind of a certificate is {choices}, not {shown}", choices=form.one_of(KINDS), shown=form.shown(kind)
        )
    form.check_format(fields)
    form.check_hash(fields)
    module = import_module(f"grundy.check.{KINDS[kind]}")
    if kind == "period":
        return module.check_period(fields, sample, progress)
    if sample is not None:
        raise GrundyError(
            'only the certificate of a period can be checked by a sample; one of kind "{kind}" is checked whole',
            kind=kind,
        )
    if KINDS[kind] in ("finite", "partisan"):
        return module.check(fields, rules)
    form.refuse_rules(rules)
    return module.check(fields)
