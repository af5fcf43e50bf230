"""Faults that are put into `grundy.language` on purpose, each a text for another in a file; and tests that find them.

``python tests/planted_faults.py`` puts each into a copy of the package, and runs tests until one fails: a fault that
survives is printed, and the exit code is 1. With names of faults only those are tried.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
PACKAGE = HERE.parent / "src" / "grundy"
SNARES, READING = "language/test_snares.py", "language/test_reading.py"
LINEAR, CODE, KEYS = "language/test_linear.py", "language/test_machine_code.py", "language/test_keyed_text.py"
SLOTTED = "language/test_slotted_rules.py"
WITNESSES = "language/test_witnesses.py"
DECIDING = "solving/test_deciding.py"
PROOFS = "solving/test_proof_numbers.py"


class Fault(NamedTuple):
    """In a file of the package ``old`` becomes ``new``; ``found`` are the tests that are asked, in their order."""

    file: str
    old: str
    new: str
    found: tuple[str, ...]


def reader(file: str, old: str, new: str, *found: str) -> Fault:
    return Fault(f"language/read/{file}.py", old, new, found or (SNARES, READING))


def linear(file: str, old: str, new: str, *found: str) -> Fault:
    return Fault(f"language/linear/{file}.py", old, new, found or (LINEAR,))


def placed(old: str, new: str) -> Fault:
    return Fault("kernels/placement.py", old, new, ("solving/test_placement.py",))


def deciding(old: str, new: str, file: str = "kernels") -> Fault:
    return Fault(f"{file}/deciding.py", old, new, (DECIDING,))


def native(file: str, old: str, new: str, *found: str) -> Fault:
    return Fault(f"language/native/{file}.py", old, new, found or (CODE, KEYS))


FAULTS = {
    # -- what Python says between functions
    "closures of one factory are one": reader(
        "functions",
        "known = self.helpers.known.get((function, kinds))",
        (
            "known = next((h for (f, k), h in self.helpers.known.items() if "
            "f.__code__ is function.__code__ and k == kinds), None)"
        ),
    ),
    "a cached generator is read": reader(
        "source", "if function is not None and function.__code__.co_flags & inspect.CO_GENERATOR:", "if False:"
    ),
    "a cache is what it says that it wraps": reader(
        "source", "return held[0] if len(held) == 1 else None", "return cached.__wrapped__"
    ),
    "a cache may keep lists": reader("expressions", "if kept and any(", "if False and any("),
    "a class mangles no names": reader("source", "_Mangled().visit(module)", "module"),
    "a name bound nowhere is the module's": reader(
        "source",
        "if name not in self.closure and name not in self.elsewhere and name in self.function.__code__.co_varnames:",
        "if False:",
    ),
    "cells are not looked at": reader("source", "            if name in self.closure:\n", "            if False:\n"),
    "defaults are those of the first arguments": reader(
        "source",
        "code.co_varnames[code.co_argcount - len(values) : code.co_argcount]",
        "code.co_varnames[: len(values)]",
    ),
    "a name is Python's own by its text": reader(
        "expressions",
        'return node.func.id if self.names.called(node.func) is None else ""',
        "return node.func.id",
    ),
    "objects are compared as they like": reader("functions", "if kind is not None and not is_bare(kind):", "if False:"),
    "an object is false if its tuple is empty": reader(
        "expressions", "if any(isinstance(each.kind, type | Several) for each in values):", "if False:"
    ),
    "items of what a call gives are the tuple's": reader(
        "expressions",
        "            case _:\n                found = self.value(node)\n        return found if found is not None and",
        "            case _:\n                found = None\n        return found if found is not None and",
    ),
    "a function that is read may be read again within": reader(
        "functions", "if function in self.helpers.open or len(self.helpers.open) > DEEPEST:", "if False:"
    ),
    "a function of which all returns are children goes on": reader(
        "rewriting",
        "(ast.Expr(ast.YieldFrom(node.value)), ast.Return())",
        "(ast.Expr(ast.YieldFrom(node.value)),)",
        SLOTTED,
    ),
    "the variables of later loops are those around": reader("loops", "dict.fromkeys(later, UNBOUND) | ", "", SLOTTED),
    "what makes an object need not be asked": reader(
        "expressions", "if not _is_plain(own.node):", "if False:", SLOTTED
    ),
    # -- lists and tuples
    "one of two lists is a list": reader(
        "loops", 'or (each.slot != own and kind == "list" and name in changed)', "or False"
    ),
    "a list that grows in its own loop": reader("loops", "if changed.get(name, False) or", "if False or"),
    "a tuple is bound anew in its own loop": reader(
        "loops",
        "if name is not None and (name not in changed or not (found.new or changed[name])):",
        "if name is not None:",
    ),
    "items that are put are no change": reader(
        "scope",
        (
            "            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store()):\n"
            "                found.setdefault(name, False)\n"
        ),
        "",
    ),
    "a list has a second name": reader(
        "scope", '        if found.kind == "list" and not found.new:\n', "        if False:\n"
    ),
    "a helper changes the list it is given": reader(
        "functions", "        if slot in self.given:\n", "        if False:\n"
    ),
    "a helper hands its list back as new": reader("functions", "new=found.node.slot not in self.given", "new=True"),
    # -- ways of writing
    "every second item, then backwards": reader(
        "expressions",
        (
            "        if step < 0:\n"
            '            node = ir.Apply("reversed", (node,), line=self.line)\n'
            "        if abs(step) > 1:\n"
            "            node = self._every(node, abs(step))\n"
        ),
        (
            "        if abs(step) > 1:\n"
            "            node = self._every(node, abs(step))\n"
            "        if step < 0:\n"
            '            node = ir.Apply("reversed", (node,), line=self.line)\n'
        ),
    ),
    "sorted is sorted down": reader(
        "loops", 'line=node.lineno) if down else made, "list")', 'line=node.lineno), "list")'
    ),
    "not in is in": reader(
        "expressions", 'return inside if sign == "in" else ir.Unary("not", inside, line=self.line)', "return inside"
    ),
    "the end of a range need not be asked": reader("expressions", "if not _is_calm(stop):", "if False:"),
    "the length of what fails": reader(
        "expressions", "length_of(whole.node) if _is_plain(whole.node) else None", "length_of(whole.node)"
    ),
    "constants are divided towards 0": reader(
        "expressions",
        "ir.OPERATORS[sign](x.value, y.value)",
        'int(x.value / y.value) if sign == "//" else ir.OPERATORS[sign](x.value, y.value)',
    ),
    "a while whose bound changes": reader(
        "functions",
        (
            "    return kinds and signs and names and not any(isinstance(each, "
            "ir.Local) and each.slot in changed for each in inside)"
        ),
        "    return kinds and signs and names",
    ),
    "a while whose counter is changed within": reader(
        "functions", "if bound is None or slot in changed or continues(body):", "if bound is None or continues(body):"
    ),
    "a while that goes on counts": reader(
        "functions", "if bound is None or slot in changed or continues(body):", "if bound is None or slot in changed:"
    ),
    "a bound that is reached is left out": reader(
        "functions", "Known(1 if step > 0 else -1), test.line)", "Known(0), test.line)"
    ),
    "a bound on the other side": reader(
        "functions", '{"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(sign, "")', "sign"
    ),
    "continue in a loop over a generator": reader("loops", "if not continues(inside) and (", "if ("),
    "what is left behind a loop has a value": reader(
        "functions", "            self.assigned = set.intersection(*ends) | unnamed\n", "            pass\n"
    ),
    "what one way gives a value has one": reader(
        "functions", "            self.assigned &= after\n", "            self.assigned |= after\n"
    ),
    "targets one after another": reader("functions", "(not simple or used & written)", "not simple"),
    "a range backwards begins at its end": reader(
        "loops",
        'self._plain(folded("+", stop, back, line), folded("+", start, back, line), back)',
        "self._plain(stop, start, back)",
    ),
    "steps are rounded down": reader(
        "loops", "        if abs(size) > 1:\n            span = folded", "        if False:\n            span = folded"
    ),
    "zip goes on to the longest": reader(
        "loops", 'Apply("min", tuple(lengths), line=self.line)', 'Apply("max", tuple(lengths), line=self.line)'
    ),
    "strict is not looked at": reader(
        "loops", "            after.append(ir.If(other, (), (ir.Fail(line=self.line),), line=self.line))\n", ""
    ),
    "enumerate begins at 0": reader(
        "loops",
        'Read(place if first == ir.Known(0) else folded("+", place, first, line), "int"), over.at(place)',
        'Read(place, "int"), over.at(place)',
    ),
    "more items are unpacked than names": reader(
        "loops", "            before.append(ir.If(other, (ir.Fail(line=self.line),), (), line=self.line))\n", ""
    ),
    "assertions that fail hold": reader(
        "functions",
        "ir.If(self.truth(node.test), (), (ir.Fail(line=node.lineno),), line=node.lineno)",
        "ir.If(self.truth(node.test), (), (), line=node.lineno)",
    ),
    # -- guarded linear moves
    "a shift is a product": linear("terms", "one.times(1 << two.constant)", "one.times(two.constant)"),
    "a complement is one more": linear(
        "terms", "tuple(term - 1 for term in less.terms)", "tuple(term + 1 for term in less.terms)"
    ),
    "a range holds its end": linear(
        "turns", 'related(number, "<" if up else ">", stop)', 'related(number, "<=" if up else ">=", stop)'
    ),
    "turns behind a break are taken": linear(
        "turns",
        "            reached = negation(_earlier(turn.name, ending, self.fresh()))\n",
        "            reached = YES\n",
    ),
    "a mask is its own modulus": linear(
        "terms", 'self._divided(one, "%", mask + 1, path, line)', 'self._divided(one, "%", mask, path, line)'
    ),
    "all is any": linear("walk", 'AnyOf(path, node.how == "any")', "AnyOf(path, True)"),
    "the least is the greatest": linear(
        "numbers",
        '("<", "<=") if self.kind == "min" else (">", ">=")',
        '("<", "<=") if self.kind == "max" else (">", ">=")',
    ),
    "what is carried on begins anew": linear(
        "turns", "found[slot] = before.plus(turn.index.times(step)) or mark", "found[slot] = before"
    ),
    "a negative comparison is off by one": linear(
        "numbers", 'return _positive(one, 1 if relation in ("<", ">") else 0)', "return _positive(one, 0)"
    ),
    # -- machine code
    "a sum is not looked at": native(
        "calls",
        'self.checked("+", self.get(total), self.word(self.number(item)))',
        "self.build.add(self.get(total), self.word(self.number(item)))",
    ),
    "a shift to the right may be negative": native(
        "rows",
        '        self.fail_if(self.test("<", y, 0))\n        return self.build.ashr',
        "        return self.build.ashr",
    ),
    "a power may overflow": native(
        "rows",
        'self.checked("*", self.get(result), self.get(base))',
        "self.build.mul(self.get(result), self.get(base))",
    ),
    "a quotient by 0": native(
        "rows",
        "        self.fail_if(self._is(y.code, 0))\n        self.fail_if(self.build.and_(",
        "        self.fail_if(self.build.and_(",
    ),
    "what is not reached is done": native(
        "expressions", '(looked_at, known) if sign == "and" else (known, looked_at)', "(looked_at, known)"
    ),
    "the least of nothing is 0": native("calls", "        self.fail_if(self.build.not_(self.get(seen, BIT)))\n", ""),
    "a changed item at any place": native(
        "fills",
        '            told.append(self.test("<=", own, self.build.sub(size, WORD(at.more))))\n',
        "",
        "language/test_treacherous_rules.py",
    ),
    "a branch that nobody has seen is entered": Fault(
        "language/branches.py", "    if not numbers:\n        return routine\n", "    return routine\n", (WITNESSES,)
    ),
    "a branch without a witness is one": Fault(
        "rules/witnesses.py",
        (
            "            if self.compare(found, cells, steps) is False:\n"
            "                return found\n"
            "        found.unmet"
        ),
        '            self.compare(found, cells, steps)\n            found.differs = ""\n        found.unmet',
        (WITNESSES,),
    ),
    "code that was not read may run": Fault(
        "rules/witnesses.py",
        "        return code in self.codes or code.co_filename in (__file__, OWN)",
        "        return True",
        (WITNESSES,),
    ),
    # -- who wins, by a search
    "the best move is not tried": deciding("rank += np.int64(1) << 60", "rank = np.int64(OUT)"),
    "an option is asked one too much": deciding("gain - L[f + ASK] - 1, at", "gain - L[f + ASK], at"),
    "what is replaced keeps another's key": deciding(
        "T[bucket + 2], T[bucket + 3] = key ^ data, data", "T[bucket + 2], T[bucket + 3] = known ^ data, data"
    ),
    "a bound of one side is one of the other": deciding(
        "        high = min(high, value)\n", "        low = max(low, value)\n"
    ),
    "an end is worth as much to both": deciding(
        "            value = gain - _ended(H, told)\n", "            value = gain + _ended(H, told)\n"
    ),
    "who has no move is told to the wrong player": deciding("value = -_ended(H, its)", "value = _ended(H, its)"),
    "what is known of an option refutes too much": deciding(
        "if gain - _low(data) <= ask:", "if gain - _high(data) <= ask:"
    ),
    "what an option gains is forgotten": deciding(
        "value = (S[at - 1] if H[SCORING] != 0 else np.int64(0)) - H[VALUE]", "value = -H[VALUE]"
    ),
    "an option that is settled is tried no more, nor the last": deciding(
        "        S[L[f + ORDER] + k] = OUT\n        L[f + BEST] =",
        "        S[L[f + ORDER] + k] = OUT\n        L[f + COUNT] = max(k, 1)\n        L[f + BEST] =",
    ),
    "an image is looked up by a part": deciding("        at = free + 1\n", "        at = free\n"),
    "a loser rests on the last option alone": deciding("    L[f + UNION] |= carrier\n", "    L[f + UNION] = carrier\n"),
    "a winner does not need the cell he takes": deciding("H[CARRIER] |= _cell(H, L, S, f, k)", "H[CARRIER] |= 0"),
    "what is known of an option rests on nothing": deciding(
        "_lost(L, f, _carrier(H, M, S[order + count + k]))", "_lost(L, f, np.int64(0))"
    ),
    "a move more is made than is": placed("_count(sure) + made - cliques", "_count(sure) + made - cliques + 1"),
    "who answers makes as many moves as who begins": placed(
        "made = (_count(packed) + begins * most)", "made = (_count(packed) + most)"
    ),
    "all moves are one clique": placed("near &= left & _hindered(P, player, move, player)", "near &= left"),
    "moves within reach are sure": placed(
        "sure = _packed(P, player, own & ~reached)", "sure = _packed(P, player, own)"
    ),
    "a clique is ruled out twice": placed("== 0 and out >> k & 1 == 0:", "== 0:"),
    "who moves stays when the players change places": placed("S[at + PLAYER] ^ swapped", "S[at + PLAYER]"),
    "as many moves as the other has but one suffice": placed("if least >= its_most:", "if least + 1 >= its_most:"),
    "a tie is a loss": deciding("LOST if found < 0 else TIED", "LOST if found <= 0 else TIED", "solving"),
    "a score is closed in on from one side": deciding(
        "            if low >= high:\n", "            if low > 0 or low >= high:\n", "solving"
    ),
    "the last option is not refuted": Fault(
        "solving/proof_numbers.py", "if total == 0:", "if total <= 1:", ("solving/test_proof_numbers.py",)
    ),
    "what is known of parts is not added": Fault(
        "solving/proof_numbers.py",
        "value ^= self.known[part]",
        "value |= self.known[part]",
        ("solving/test_proof_numbers.py",),
    ),
    "an answer that leads up the list": deciding(
        "        return len(places)\n", "        return -len(places)\n", "solving"
    ),
}


def planted(fault: Fault, place: Path) -> dict[str, str]:
    """Put a fault into a copy of the package; return the environment in which that is imported."""
    shutil.copytree(PACKAGE, place / "grundy", ignore=shutil.ignore_patterns("__pycache__"))
    file = place / "grundy" / fault.file
    text = file.read_text()
    assert text.count(fault.old) == 1, (fault.file, fault.old)
    file.write_text(text.replace(fault.old, fault.new))
    return {**os.environ, "PYTHONPATH": str(place), "GRUNDY_LANG": "en"}


def finder(fault: Fault) -> str | None:
    """Return the test that fails with a fault, None where all pass."""
    with tempfile.TemporaryDirectory() as place:
        environment = planted(fault, Path(place))
        for marks, test in product(
            (["-m", "not slow"], ["-m", "slow"]), fault.found
        ):  # by what decides, and nothing else
            path = f"pythonpath={place} ."  # else the package without the fault comes first
            options = ["-x", "-q", "-p", "no:cacheprovider", "-n", "0", *marks, "-o", path]
            command = [sys.executable, "-m", "pytest", *options, str(HERE / test)]
            done = subprocess.run(
                command, env=environment, capture_output=True, text=True, cwd=HERE.parent, stdin=subprocess.DEVNULL
            )
            if done.returncode in (1, 2) or done.returncode < 0:  # not 5, where a file has no test of a kind
                failed = [
                    line.split(" - ")[0] for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))
                ]
                return failed[0] if failed else f"{test}, which ends with {done.returncode}"
    return None


def main(names: list[str]) -> int:
    survived = 0
    for name in names or FAULTS:
        found = finder(FAULTS[name])
        survived += found is None
        print(f"{name}: {found or 'SURVIVES'}", flush=True)
    return int(survived > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
