"""Laws as short functions for a programming contest, in Python and in C++."""

from __future__ import annotations

from textwrap import wrap

from grundy.errors import GrundyError
from grundy.patterns.beatty import Beatty
from grundy.patterns.law import Law
from grundy.patterns.regular import Regular

LONGEST = 20_000
"""The most values that are written into a function."""


def function(law: Law, language: str) -> str:
    """Return a function that computes what a law says; GrundyError for another language, or a law that is too long."""
    if language not in ("python", "cpp"):
        raise GrundyError("code is written in python or cpp, not {language!r}", language=language)
    python = language == "python"
    comment = f"{'#' if python else '//'} {law}\n"
    if isinstance(law.form, Regular):
        return comment + (law.form.python() if python else law.form.cpp())
    if isinstance(law.form, Beatty):
        numbers = {"t": law.form.t, "square": law.form.t**2 + 4, "two": 2 - law.form.t}
        return comment + (_PAIRS if python else _PAIRS_CPP).format(**numbers)
    if not law.period:
        raise GrundyError("no law, no code: {law}", law=law)
    count = law.preperiod + law.period
    if count > min(LONGEST, len(law.head)):
        raise GrundyError("the {count:,} values before the law repeats are too many for a short function", count=count)
    listed = ", ".join(str(int(v)) for v in law.head)
    values = "\n".join(wrap(listed, 110, initial_indent="    ", subsequent_indent="    "))
    if python and len(values) < 100:
        values = values.strip()
    elif python:
        values = f"\n{values}\n"
    return comment + (_PERIOD if python else _PERIOD_CPP).format(values=values, value=_value(law, python))


def _value(law: Law, python: bool) -> str:
    """Return the expression for the value of a heap n."""
    start, period, saltus = law.preperiod, law.period, law.saltus
    if not start:
        more = f" + n {'//' if python else '/'} {period} * {saltus}" if saltus else ""
        return f"HEAD[n % {period}]{more}"
    far = f"(n - {start})"
    more = f" + {far} {'//' if python else '/'} {period} * {saltus}" if saltus else ""
    later = f"HEAD[{start} + {far} % {period}]{more}"
    return f"HEAD[n] if n < {start} else {later}" if python else f"n < {start} ? HEAD[n] : {later}"


_PERIOD = """HEAD = [{values}]


def grundy(n):
    return {value}
"""

_PERIOD_CPP = """const int HEAD[] = {{
{values}
}};

long long grundy(long long n) {{
    return {value};
}}
"""

_PAIRS = """from math import isqrt


def losing(a, b):
    n, rest = divmod(abs(a - b), {t})
    return rest == 0 and min(a, b) == (n * {two} + isqrt(n * n * {square})) // 2
"""

_PAIRS_CPP = """#include <cmath>
#include <algorithm>

bool losing(long long a, long long b) {{
    if (a > b) std::swap(a, b);
    long long n = (b - a) / {t};
    if ((b - a) % {t}) return false;
    __int128 square = (__int128)n * n * {square};
    long long root = (long long)std::sqrt((long double)square);
    while ((__int128)root * root > square) root--;
    while ((__int128)(root + 1) * (root + 1) <= square) root++;
    long long twice = {two} * n + root;
    return a == (twice >= 0 ? twice / 2 : -((1 - twice) / 2));
}}
"""
