"""Laws as short functions for a programming contest, in Python and in C++."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from grundy.common.errors import GrundyError

if TYPE_CHECKING:
    from grundy.values.patterns.law import Law

LONGEST = 20_000
"""The most values that are written into a function."""


@runtime_checkable
class Coded(Protocol):
    """A law's form that has functions of its own."""

    def python(self) -> str:
        """Return a function in Python."""
        ...

    def cpp(self) -> str:
        """Return a function in C++."""
        ...


def function(law: Law, language: str) -> str:
    """Return a function that computes what a law says; GrundyError for another language, or a law that is too long."""
    if language not in ("python", "cpp"):
        raise GrundyError("code is written in python or cpp, not {language!r}", language=language)
    python = language == "python"
    comment = f"{'#' if python else '//'} {law}\n"
    if isinstance(law.form, Coded):
        return comment + (law.form.python() if python else law.form.cpp())
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
