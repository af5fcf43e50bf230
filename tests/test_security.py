"""Every place that starts a process, runs something or opens a file stands in SECURITY.md; what compiled text is made of."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

import grundy
from entrances import Place, places
from grundy import games
from grundy.language.ir import Routine
from grundy.language.native import of_states
from grundy.language.read import read
from grundy.language.refusal import Unreadable, pack_params
from grundy.rules.functions import FunctionRuleset

ROOT = Path(__file__).parents[1]
PACKAGE = Path(grundy.__file__).parent


def told() -> list[Place]:
    """The places of the page's tables, in its order: a file, and after it functions with what stands in them."""
    found: list[Place] = []
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / "SECURITY.md").read_text(encoding="utf-8"), re.MULTILINE)
    for row in rows:
        file, functions = row.split(": ", 1)
        for each in functions.split("; "):
            function, *names = re.findall(r"`([^`]+)`", each)
            found += [Place(file.strip("`"), function, name) for name in names]
    return found


def test_every_place_stands_in_the_tables() -> None:
    files = {file.relative_to(PACKAGE).as_posix(): file for file in PACKAGE.rglob("*.py")}
    files["hatch_build.py"] = ROOT / "hatch_build.py"
    found = {place for name, file in files.items() for place in places(file.read_text(encoding="utf-8"), name)}
    known = told()
    assert len(found) > 60
    assert sorted(found - {*known}) == [], "new: say in SECURITY.md how they are kept from running a stranger's code"
    assert sorted({*known} - found) == [], "gone: SECURITY.md still has them"
    assert len(known) == len({*known})


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("import subprocess as s\ns.run(['a'])", "subprocess.run"),
        ("from os import execv as go\ngo('a', [])", "os.execv"),
        ("import os\nrun = os.fork\nrun()", "os.fork"),
        ("import os\ngetattr(os, 'system')('a')", "os.system"),
        ("from pickle import loads\nlist(map(loads, given))", "pickle.loads"),
        ("import builtins\nbuiltins.exec(text)", "exec"),
        ("evaluate = eval\nevaluate(text)", "eval"),
        ("from importlib import import_module\nimport_module(name)", "importlib.import_module"),
        ("from importlib import import_module\nimport_module('pickle').loads(data)", "pickle.loads"),
        ("numpy = extra('numpy', 'store')\nnumpy.load(path)", "numpy.load"),
        ("import numpy as np\nclass A:\n    def f(self, of=np.load): ...", "numpy.load"),
        ("def f(path):\n    with path.open('rb') as file: ...", ".open"),
        ("from pathlib import Path\nlist(map(Path.read_text, files))", "pathlib.Path.read_text"),
        ("f = lambda path: path.read_bytes()", ".read_bytes"),
        ("import multiprocessing as m\nm.get_context('spawn').Process(target=f)", "multiprocessing.get_context"),
        ("from grundy.solving import pickle_like\nopen('a')", "open"),
        ("from types import FunctionType as F\nF(code, {})", "types.FunctionType"),
        ("from grundy.common.extras import extra\nextra(given, 'store')", "extra"),
    ],
)
def test_places_are_found_under_whatever_name(text: str, name: str) -> None:
    assert name in {place.name for place in places(text, "a.py")}


@pytest.mark.parametrize(
    "text",
    [
        "import re\nre.compile('a')",
        "def compile(a): ...\ncompile(1)",
        "from grundy.proving.logic.formula import compile\ncompile(1)",
        "from importlib import import_module\nimport_module('json')",
        "from types import FunctionType\ndef f(a: FunctionType) -> FunctionType: ...\nisinstance(f, FunctionType)",
        "class A:\n    def f(self):\n        return self.open and self.load()",
        "from grundy.solving.store.sequences import SavedSequence\nSavedSequence.open('0.7')",
    ],
)
def test_what_is_called_alike_is_no_place(text: str) -> None:
    assert places(text, "a.py") == set()


POISON = "poison)\nimport os  # "
"""What a stranger may call functions, variables and parameters, where their names are free."""


def poisoned(routine: Routine) -> Routine:
    named = [replace(each, name=POISON, file=POISON, names=(POISON,) * each.slots) for each in routine.functions]
    return replace(routine, functions=tuple(named), keywords=tuple(POISON + name for name in routine.keywords))


def compiled(rules: FunctionRuleset) -> str:
    """The code of a rule with such names; Unreadable where it has none."""
    called = {"ending": "ending", "canonical": "symmetry"}
    hooks = {name: rules.hooks[hook] for name, hook in called.items() if hook in rules.hooks}
    moves = poisoned(read(rules.function, rules.params, scoring=rules.scoring))
    return of_states(
        moves,
        width=5 if moves.is_tuple else moves.width,
        mode="variable" if moves.is_tuple else "fixed",
        param_shapes=pack_params({POISON + name: value for name, value in rules.params.items()})[1],
        scoring=rules.scoring,
        **{name: poisoned(read(hook, rules.params)) for name, hook in hooks.items()},
    ).text("rule")


def test_the_code_that_is_compiled_holds_no_word_of_a_strangers() -> None:
    texts: list[str] = []
    for rules in games.load_all():
        if isinstance(rules, FunctionRuleset):
            with suppress(Unreadable):
                texts.append(compiled(rules))
    assert len(texts) > 20 and any(text.count("define") > 3 for text in texts)
    assert not any("poison" in text for text in texts)
