"""``grundy law``: what the nim-sequence of a heap game does for ever."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.cli import arguments, output, plotting
from grundy.faces.cli.options import Certificate, Natural, Plot, Rules, Save, Threads, choice, option, upto
from grundy.faces.cli.output import Answer
from grundy.faces.cli.prove import LONGEST, Heaps, for_all_parameters, spoken_for_all
from grundy.faces.cli.sequence import LARGEST
from grundy.rules.coins import CoinBoard, CoinRow
from grundy.rules.functions import FunctionRuleset
from grundy.rules.heaps import HeapRuleset
from grundy.rules.ruleset import Ruleset

LANGUAGES = ("python", "cpp")

Code = Annotated[
    str, choice("--code", *LANGUAGES, help=("Print a short function that computes the values from the law."))
]
Prover = Annotated[
    int | None,
    option(
        "--prover", "S", "Seconds given to the prover if no period is proved (default 60; 0 to skip).", Natural(LONGEST)
    ),
]


def run(
    words: Rules,
    to: Annotated[int | None, upto(LARGEST)] = None,
    heaps: Heaps = None,
    code: Code = "",
    certificate: Certificate = "",
    save: Save = False,
    threads: Threads = None,
    prover: Prover = None,
    plot: Plot = "",
) -> Answer:
    """Print the law of the Grundy values of a heap game or a code: the period, and whether it is proved."""
    if code and code not in LANGUAGES:
        raise GrundyError("--code takes {languages}, not {code!r}", languages=_(" or ").join(LANGUAGES), code=code)
    if certificate:
        output.check_writable(certificate)
    if plot:
        plotting.check(plot)
    rules = arguments.rules(arguments.joined(words))
    law = _found(rules, to, heaps, save, threads, prover)
    if certificate:
        output.write_json(certificate, law.certificate())
    if plot:
        plotting.write(import_module("grundy.faces.plots").period(law, rules.name), plot)
    if code:
        text = law.code(code)
        return Answer({"game": rules.name, "language": code, "code": text}, text.rstrip("\n"))
    wider = for_all_parameters(words, rules, values=True) if law.proved and heaps is None else {}
    told = [str(law), law.explain(), spoken_for_all(wider)]
    return Answer(lambda: {"game": rules.name, **law.to_dict(), **wider}, lambda: "\n".join(filter(None, told)))


def _found(
    rules: Ruleset, limit: int | None, heaps: int | None, save: bool, workers: int | None, seconds: int | None
) -> Any:
    if heaps is not None:
        with limits.working(_("proving")):
            return import_module("grundy.proving.known").law(rules, heaps=heaps, seconds=seconds)
    if isinstance(rules, FunctionRuleset | CoinRow):
        if save:
            raise GrundyError("{name} is not a heap game, so it has no sequence to save", name=rules.name)
        with limits.working(_("looking for a law and a proof")):
            return rules.law(limit=limit, seconds=seconds)
    if isinstance(rules, CoinBoard):
        import_module("grundy.proving.reading").moves(rules)  # it says why there is none
    if not isinstance(rules, HeapRuleset):
        raise GrundyError("{name} is not a heap game, so it has no law for heaps", name=rules.name)
    with output.telling_what_is_kept(save), limits.working(_("looking for a law and a proof")):
        return rules.law(limit=limit, save=save, threads=workers, seconds=seconds)
