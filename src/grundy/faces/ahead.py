"""What a package is built with: `main` fills a folder with all kernels, and the catalogue's rules and theorems, compiled.

What a folder has of the same texts and compilers is not made again; ``GRUNDY_OBJECTS`` names another, of which it is taken.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from subprocess import CalledProcessError

from grundy.common.errors import GrundyError, Notice
from grundy.common.package import kept, told
from grundy.games import LIST, LISTED, find, load_all
from grundy.kernels import building, jit, library, objects
from grundy.kernels.ahead import ahead
from grundy.playing import catalogue
from grundy.proving import known, shipped_theorems
from grundy.proving.theorem import Theorem
from grundy.rules.heaps import HeapFunction
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import forget
from grundy.rules.text import words
from grundy.solving import catalogued, shipped
from grundy.solving.sequences import rule_sequence

POSITIONS, SECONDS = 20_000, 30.0
"""So many positions a question may meet: a rule is compiled and compared at its beginning. The time is a last resort, so
that a busy machine compiles the same rules."""
PROOF = 6.0
"""Seconds in which the theorem of a game is looked for; those that are shipped take 1.3 s of a processor at most."""
MADE_BY = "compilers.txt"
"""The versions that compiled what lies in a folder."""


def clear_of_others(place: Path) -> None:
    """Delete from a folder what another version of the compilers made, and write down which these are."""
    made_by = f"{version('numba')} {version('llvmlite')}\n"
    if _made_by(place) != made_by:
        for file in (*place.glob("*.o"), *place.glob("*.lo")):
            file.unlink()
        objects.put(place / MADE_BY, made_by.encode())


def _made_by(place: Path) -> str:
    return (place / MADE_BY).read_text(encoding="utf-8") if (place / MADE_BY).exists() else ""


def taken(before: Path, place: Path) -> None:
    """Fill a folder with what another one has, of the same compilers, and it has not."""
    if _made_by(before) != _made_by(place):
        return
    for file in before.glob("*.*o*"):
        if not (place / file.name).exists():
            objects.put(place / file.name, file.read_bytes())


def rules(place: Path, crew: Executor, *, linked: bool) -> int:
    """Try the rules of the catalogue out, compile them, and compare each with Python; how many a folder has then."""
    known = library.rules(place)
    suffix = "lo" if linked else "o"
    if (
        known
        and all(objects.kept(library.rule(key), place, suffix) for key in known.values())
        and catalogued.known(place)
    ):
        return len(known)
    keys, tried = dict[str, str](), set[str]()
    for more, seen in crew.map(partial(_ruled, place, suffix), [each.name for each in load_all()]):
        keys, tried = keys | more, tried | seen
    objects.put(place / library.RULES, told(keys=dict(sorted(keys.items()))))
    objects.put(place / catalogued.FILE, told(tried=sorted(tried)))
    return len(keys)


def _ruled(place: Path, suffix: str, name: str) -> tuple[dict[str, str], set[str]]:
    """Ask one game what is asked of it most; the keys of the rules compiled for that, by their names, and what was tried."""
    forget()  # what a ruleset remembers is not compiled again, and would be missing
    with shipped.gathering() as found, catalogued.noting() as tried, warnings.catch_warnings():
        warnings.simplefilter("ignore", Notice)
        _ask(find(name))
    for code in found.values():
        wanted = library.rule(code.key)
        if objects.kept(wanted, place, suffix) is None:
            objects.write(wanted, jit.compiled(code.text(wanted.key), linked=suffix == "lo"), place, suffix)
    return {name: code.key for name, code in found.items()}, tried


def _ask(of: Ruleset) -> None:
    """Ask what is asked of a game most: what needs its rules compiled for the positions that players begin with."""
    if isinstance(of, HeapFunction):
        rule_sequence(of, 100)
        return
    for position in _positions(of):
        for method in (None, "compiled"):
            with suppress(GrundyError):
                position.solve(method=method, positions=POSITIONS, seconds=SECONDS)


def kernels(place: Path, *, linked: bool) -> tuple[int, int]:
    """Compile what a folder has not of the kernels, and link all that it has; how many were compiled, and there are."""
    try:
        return ahead(place, linked=linked)
    except CalledProcessError as problem:
        print(f"nothing was linked: {problem.stderr}", file=sys.stderr)
        return ahead(place, linked=False)


def theorems(place: Path) -> int:
    """Prove what is asked most of the catalogue, each within a time; how many theorems a folder has then."""
    held = kept(place / shipped_theorems.FILE, shipped_theorems.MADE_OF).get("theorems")
    if held is not None:
        return len(held)
    found: list[Theorem] = []
    for each in load_all():
        with suppress(GrundyError):
            proved = known.theorem(each, seconds=PROOF)
            found += [proved] if isinstance(proved, Theorem) else []
    made = shipped_theorems.told(found)
    objects.put(place / shipped_theorems.FILE, told(shipped_theorems.MADE_OF, theorems=made))
    return len(made)


def rules_and_theorems(place: Path, *, linked: bool) -> tuple[int, int]:
    """Do both, in as many processes as there are processors; how many of each a folder has then."""
    with ProcessPoolExecutor(building.MOST, get_context("spawn")) as crew:
        proved = crew.submit(theorems, place)
        return rules(place, crew, linked=linked), proved.result()


def _positions(of: Ruleset) -> Iterator[Position]:
    example = catalogue.example(of)
    if example is not None:
        yield example
    if of.begins is not None:
        yield words.position([of.name], find, begin=True)


def main(folder: Path) -> None:
    """Fill a folder with all that a package comes with, and say how much that is."""
    links = library.linker() is not None
    clear_of_others(folder)
    if "GRUNDY_OBJECTS" in os.environ:
        taken(Path(os.environ["GRUNDY_OBJECTS"]), folder)
    compiled, there = kernels(folder, linked=links)  # else the time in which rules are asked is spent on compiling them
    ruled, proved = rules_and_theorems(folder, linked=links)
    kernels(folder, linked=links)  # which are linked with the rules
    if not kept(folder / LIST, LISTED):
        objects.put(folder / LIST, told(LISTED, games=[catalogue.described(each) for each in load_all()]))
    print(f"{proved} theorems; {ruled} rules; {compiled} of {there} kernels were compiled")
