"""Which cases of the tests marked ``some(n)`` run today: they rotate by commit, and what the change touched is taken whole.

The cases of a test are parted into n groups of neighbours, and of each one runs: the next one at the next commit, so that as
many commits as the largest group has cases meet all. The number of the commit is how many lie before it; where that is not
known, as in a shallow clone, its hash is a number too, and without git it is 0. ``GRUNDY_COMMIT`` names another.

Of the long tests, which `long.txt` names with what they take, an eighth runs at each commit: of eight neighbours there one.
`pytest -n auto -m "" --durations=0 | python tests/choosing.py` writes the file anew; what stands guard at each commit
(`GUARDS`) is never in it.

The change is the last commit (of a merge: all that it brought) and what is not yet committed. A test that changed, or that
imports a module of tests that did, or is named after the module of the library that did, runs whole; so do the cases that
name a game whose file changed, or a page of the documentation that did, or a benchmark.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
NIGHTS = ROOT / ".ci" / "nights.txt"
"""A line for each time that the whole has run."""
LONG = Path(__file__).parent / "long.txt"
LEAST = 2.0  # seconds: what takes as many, over all its cases, is long
GUARDS = (
    "architecture",
    "certificates_page",
    "choosing",
    "docs",
    "falsehoods",
    "gate",
    "planted_faults",
    "readme",
    "security",
)
EVERYWHERE = {"conftest", "choosing", "cases", "lanes", "met_branches"}
"""What every test imports; a change of it has tests of its own, and makes none run whole."""


@dataclass(frozen=True)
class Chosen:
    """What today's choice rests on: a commit, its number, and the files that its change touched."""

    commit: str
    number: int
    touched: tuple[str, ...] = ()

    def told(self) -> list[str]:
        """Return lines for the header of the tests."""
        games, tests, modules = games_of(self.touched), modules_of_tests(self.touched), stems_of(self.touched)
        named = [f"games {', '.join(sorted(games))}"] if games else []
        named += [f"tests {', '.join(sorted(tests))}"] if tests else []
        named += [f"tests named after {', '.join(sorted(modules))}"] if modules else []
        return [
            f"sampled tests: commit {self.commit}, turn {self.number} (GRUNDY_COMMIT=… another, -m '' all of them)",
            f"taken whole, since the last change touched them: {'; '.join(named) or 'none'}",
        ]

    def data(self) -> dict[str, Any]:
        """Return plain data, which the processes that run tests are given."""
        return asdict(self)


def _git(*words: str) -> str | None:
    """Return what git says; None without git, or where it knows nothing of it."""
    try:
        said = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return said.stdout.strip() if said.returncode == 0 else None


def choose() -> Chosen:
    """Return the choice for the commit that is checked out, or the one that the environment names."""
    told, head = os.environ.get("GRUNDY_COMMIT"), _git("rev-parse", "HEAD")
    touched = sorted({*_lines("diff", "--name-only", "HEAD~1"), *_lines("ls-files", "--others", "--exclude-standard")})
    if told:
        return Chosen(told, number_of(told), tuple(touched))
    if head is None:
        return Chosen("unknown", 0)
    count = _git("rev-list", "--count", "HEAD") if _git("rev-parse", "--is-shallow-repository") == "false" else None
    return Chosen(head[:12], int(count) if count else number_of(head), tuple(touched))


def _lines(*words: str) -> list[str]:
    return (_git(*words) or "").splitlines()


def number_of(commit: str) -> int:
    """Return the number of a commit that is only a word: itself where it is decimal, else a number of its letters."""
    return int(commit) if commit.isdecimal() and len(commit) < 10 else int(sha256(commit.encode()).hexdigest()[:8], 16)


def turn(count: int, wanted: int, number: int) -> set[int]:
    """Return which of ``count`` cases run: of each of ``wanted`` groups of neighbours the one whose turn it is.

    >>> [sorted(turn(7, 3, number)) for number in range(3)]
    [[0, 2, 4], [1, 3, 5], [0, 2, 6]]
    """
    wanted = min(wanted, count)
    ends = [group * count // wanted for group in range(wanted + 1)] if wanted else [0]
    return {low + number % (high - low) for low, high in pairwise(ends)}


# ---- long tests


def function(nodeid: str) -> str:
    """Return the name of a test without its case.

    >>> function("tests/test_a.py::test_it[nim]")
    'tests/test_a.py::test_it'
    """
    return nodeid.partition("[")[0]


def long_tests() -> list[str]:
    """Return the long tests, the longest first; none where the file is missing, as where only these modules were copied."""
    return [line.split()[1] for line in LONG.read_text(encoding="utf-8").splitlines()] if LONG.exists() else []


def resting(number: int) -> set[str]:
    """Return the long tests whose turn it is not."""
    tests = long_tests()
    running = turn(len(tests), -(-len(tests) // 8), number)
    return {test for i, test in enumerate(tests) if i not in running}


def rows_of_long(lines: Iterable[str]) -> list[str]:
    """Return the rows of the file from what pytest says of durations.

    >>> rows_of_long(["1.50s call     tests/test_a.py::test_it[1]", "1.00s call     tests/test_a.py::test_it[2]"])
    ['2.5 tests/test_a.py::test_it']
    """
    taken: Counter[str] = Counter()
    for line in lines:
        if found := re.fullmatch(r"([\d.]+)s (?:call|teardown) +(tests/\S+::[^\[\n]+).*\n?", line):
            taken[found[2].strip()] += float(found[1])
    return [
        f"{seconds:.1f} {test}"
        for test, seconds in taken.most_common()
        if seconds >= LEAST and not any(f"test_{guard}.py" in test for guard in GUARDS)
    ]


# ---- what a change touched


def games_of(touched: Iterable[str]) -> set[str]:
    """Return the games whose files are among those that were touched, as the shell calls them."""
    found = (re.fullmatch(r"src/grundy/games/([a-z]\w*)\.py", path) for path in touched)
    return {each[1].replace("_", "-") for each in found if each}


def pages_of(touched: Iterable[str]) -> set[str]:
    """Return the pages and the benchmarks that were touched, as cases name them.

    >>> pages_of(["docs/howto/class.md", "benchmarks/logic.py"]) == {"howto/class.md", "logic"}
    True
    """
    found = (re.fullmatch(r"docs/(.+\.md)|benchmarks/(\w+)\.py", path) for path in touched)
    return {each[1] or each[2] for each in found if each}


def stems_of(touched: Iterable[str]) -> set[str]:
    """Return the names of modules of the library that were touched, games aside, and of the packages they lie in."""
    paths = [Path(path) for path in touched if path.startswith("src/grundy/") and path.endswith(".py")]
    return {
        part for path in paths if path.parts[2] != "games" for part in (*path.parts[2:-1], path.stem) if part[0] != "_"
    }


def modules_of_tests(touched: Iterable[str]) -> set[str]:
    """Return the modules of tests that were touched, but for those which all tests import."""
    found = (re.fullmatch(r"tests/(?:\w+/)?(\w+)\.py", path) for path in touched)
    return {each[1] for each in found if each} - EVERYWHERE


def is_touched(file: Path, case: str, chosen: Chosen) -> bool:
    """Whether a change touched a case of a test: its file, what that imports, what it is named after, or its game."""
    changed = modules_of_tests(chosen.touched)
    if changed and (file.stem in changed or changed & imported(file)):
        return True
    if file.stem.startswith("test_") and file.stem.removeprefix("test_") in stems_of(chosen.touched):
        return True
    return any(names(case, game) for game in games_of(chosen.touched)) or any(
        f"[{page}]" in case for page in pages_of(chosen.touched)
    )


@cache
def imported(file: Path) -> set[str]:
    """Return the modules that a test imports by their first names."""
    return set(re.findall(r"^(?:from|import) (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE))


def names(case: str, game: str) -> bool:
    """Whether a case names a game, or one whose name begins or ends as its does: rather one too many.

    >>> names("test_it[split_nim-msd_2]", "split-nim"), names("test_animals[kayles]", "nim")
    (True, False)
    """
    return re.search(rf"(?<![a-z0-9]){game}(?![a-z0-9])", case.lower().replace("_", "-")) is not None


def last_night() -> str:
    """Return when the whole last ran, as it was written down."""
    try:
        return NIGHTS.read_text(encoding="utf-8").splitlines()[-1]
    except (OSError, IndexError):
        return "never"


if __name__ == "__main__":
    LONG.write_text("".join(f"{row}\n" for row in rows_of_long(sys.stdin)), encoding="utf-8")
