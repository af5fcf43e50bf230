"""Formulas decided by automata: linear relations, quantifiers and game laws, warm, with the states of the largest automaton.

Run: ``python benchmarks/logic.py [repetitions]``. If the environment variable ``WALNUT_JAR`` names Walnut's jar, the
formulas without predicates are timed there too, by its own clock, without the start of Java.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from grundy.proving.logic.automaton import Automaton, Limits, valid
from grundy.proving.logic.formula import compile, decide
from grundy.proving.logic.linear import adder, prove
from grundy.proving.logic.numeration import letter_digits, numeration
from grundy.proving.logic.syntax import parse

FORMULAS = {
    "Tribonacci x+y+z=w": "?msd_trib x+y+z=w",
    "Tribonacci x+y+z=w+v": "?msd_trib x+y+z=w+v",
    "Tribonacci, three quantified": "?msd_trib Ex,y,z x+y+z=w & x+2*y=3*z & x<y",
    "Fibonacci 3x+5y=7z": "?msd_fib 3*x+5*y=7*z",
    "Pell x+y+z=w+v": "?msd_pell x+y+z=w+v",
    "Chicken McNuggets": "?msd_2 An n>=44 => Ei,j,k n=6*i+9*j+20*k",
    "Frobenius in Fibonacci": "?msd_fib An n>=8 => Ei,j n=3*i+5*j",
    "Base 10, ten digits": "?msd_10 Ex,y 7*x=y & y>1234567890 & y<1234567899",
}
WYTHOFF = {
    "stability": "~Ea,b,c,d $P(a,b) & $M(a,b,c,d) & $P(c,d)",
    "absorption": "Aa,b ~$P(a,b) => Ec,d $M(a,b,c,d) & $P(c,d)",
    "termination": "Aa,b,c,d $M(a,b,c,d) => c+d<a+b",
}
MOVE = "?msd_fib (c<a & d=b) | (c=a & d<b) | (Ek k>0 & a=c+k & b=d+k)"
ADDERS = ["msd_2", "msd_fib", "msd_trib", "msd_pell", "rec [2,1;1,3]", "ost [0;1,(1,2)]", "ost [0;3,(1,2)]"]


def lost_in_wythoff() -> Automaton:
    """Pairs whose smaller number ends in an even number of zeros and whose larger one has one zero more behind it."""
    table = [[0, 1, -1, -1], [-1, -1, 2, 3], [4, 5, -1, -1], [-1, -1, 2, 3], [2, 3, -1, -1], [-1, -1, 2, 3]]
    half = Automaton.of(numeration("msd_fib"), ("a", "b"), table, [True, False, True, False, False, False])
    return half.disjunction(half.renamed({"a": "b", "b": "a"}))


def best(times: int, work: Callable[[], object]) -> float:
    work()  # kernels are compiled, adders proved
    fastest = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        fastest = min(fastest, time.perf_counter() - start)
    return fastest


def row(name: str, seconds: float, states: int, largest: int, walnut: float | None = None) -> None:
    other = "" if walnut is None else f"{walnut * 1000:12.0f}" if walnut else f"{'no answer':>12}"
    print(f"{name:38}{seconds * 1000:12.2f}{states:10,}{largest:10,}{other}")


def ask(text: str, predicates: Mapping[str, Automaton], times: int) -> tuple[float, int, int]:
    system, formula = parse(text, predicates)
    limits = Limits()
    states = compile(formula, system, predicates, limits=limits).states
    return best(times, lambda: decide(formula, system, predicates)), states, limits.largest


FOLDERS = [
    "Automata Library",
    "Command Files",
    "Custom Bases",
    "Macro Library",
    "Morphism Library",
    "Result",
    "Transducer Library",
    "Word Automata Library",
]


def exported(relation: Automaton) -> str:
    """Return an automaton as Walnut's text."""
    system = relation.numeration
    digits = letter_digits(system.base, len(relation.variables))
    lines = [" ".join(["{" + ",".join(map(str, range(system.base))) + "}"] * len(relation.variables))]
    for state, row in enumerate(relation.delta.tolist()):
        lines.append(f"{state} {int(relation.accepting[state])}")
        lines += [f"{' '.join(map(str, digits[a]))} -> {target}" for a, target in enumerate(row) if target >= 0]
    return "\n".join(lines) + "\n"


def walnut(text: str) -> float | None:
    """Return the seconds that Walnut says it took, 0 if it gave up, None without a jar. Its bases are ours."""
    jar = os.environ.get("WALNUT_JAR")
    if not jar:
        return None
    system, _ = parse(text)
    with tempfile.TemporaryDirectory() as folder:
        for name in FOLDERS:
            (Path(folder) / name).mkdir()
        if not re.fullmatch(r"msd_\d+", system.name):
            bases = Path(folder) / "Custom Bases"
            (bases / f"{system.name}.txt").write_text(exported(valid(system, ["x"])))
            (bases / f"{system.name}_addition.txt").write_text(exported(adder(system)))
        script = f'eval benchmark "{text}":\nexit;\n'
        command = ["java", "-Xmx6g", "-jar", str(Path(jar).resolve())]
        done = subprocess.run(command, input=script, capture_output=True, text=True, cwd=folder, check=False)
    found = re.findall(r"[Tt]otal computation time: (\d+)\s*ms", done.stdout)
    return int(found[-1]) / 1000 if found else 0.0


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    print(f"{'':38}{'ms':>12}{'states':>10}{'largest':>10}{'Walnut ms':>12}")
    for name, text in FORMULAS.items():
        row(name, *ask(text, {}, times), walnut(text))
    lost = lost_in_wythoff()
    fib = numeration("msd_fib")
    row("Wythoff, move", *ask(MOVE, {}, times))
    predicates = {"P": lost, "M": compile(parse(MOVE)[1], fib)}
    for name, text in WYTHOFF.items():
        row(f"Wythoff, {name}", *ask(f"?msd_fib {text}", predicates, times))
    two = "E>=2 d $M(a,b,c,d)"
    row("Wythoff, two moves that agree in c", *ask(f"?msd_fib {two}", predicates, times))
    for name in ADDERS:
        system = numeration(name)
        row(f"adder of {name}", best(times, lambda s=system: adder(s)), adder(system).states, adder(system).states)
        row("  proved by induction", best(times, lambda s=system: prove(s)), adder(system).states, 0)


if __name__ == "__main__":
    main()
