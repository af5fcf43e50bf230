"""The language in which grundy speaks: English, or one that a catalogue in ``grundy/common/locale`` translates into.

The sentences in the code are English and stand in ``_("…")``. A library call speaks English unless the environment
variable ``GRUNDY_LANG`` or `use` says otherwise, so that its output is the same everywhere; the shell follows the
system's locale too. Nothing is loaded before another language is spoken.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING

from grundy.common.errors import N_ as N_
from grundy.common.errors import GrundyError, speak

if TYPE_CHECKING:
    from gettext import NullTranslations

_NAMES = {"en": "English", "zh": "简体中文"}
_FOLDERS = {"zh": "zh_CN"}
_chosen: ContextVar[str] = ContextVar("language")


def languages() -> dict[str, str]:
    """Return the languages that there are, by code, with the name that each gives itself.

    >>> languages()
    {'en': 'English', 'zh': '简体中文'}
    """
    return dict(_NAMES)


def current() -> str:
    """Return the code of the language that is spoken here; GrundyError if ``GRUNDY_LANG`` names none.

    >>> current()
    'en'
    """
    if chosen := _chosen.get(None):
        return chosen
    wanted = os.environ.get("GRUNDY_LANG")
    return language(wanted) if wanted else "en"


@contextmanager
def use(code: str) -> Generator[None]:
    """Speak a language within a ``with``, in this thread or task; GrundyError if there is no such language.

    >>> with use("zh"):
    ...     _("first player wins")
    '先手胜'
    """
    before = _chosen.set(language(code))
    try:
        yield
    finally:
        _chosen.reset(before)


def language(code: str) -> str:
    """Return the language that a code or the name of a locale means; GrundyError if there is none.

    >>> language("zh_CN.UTF-8")
    'zh'
    """
    found = _known(code)
    if not found:
        known = ", ".join(f"{code} ({name})" for code, name in _NAMES.items())
        raise GrundyError("there is no language {code!r}; choose from {known}", code=code, known=known)
    return found


def of_system(environment: Mapping[str, str]) -> str:
    """Return the language that a system's environment asks for: English where it asks for one that there is not.

    >>> of_system({"LANG": "zh_CN.UTF-8"}), of_system({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"})
    ('zh', 'en')
    """
    if wanted := environment.get("GRUNDY_LANG"):
        return language(wanted)
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return _known(locale) or "en"


def _known(code: str) -> str:
    short = code.lower().replace("-", "_").partition(".")[0].partition("_")[0]
    return short if short in _NAMES else ""


def _(message: str) -> str:
    """Return a sentence in the language that is spoken here; as it is where that has no translation."""
    return translated(message, current())


def translated(message: str, code: str) -> str:
    """Return a sentence in the language of a code; as it is where that has no translation.

    >>> translated("proved", "zh"), translated("proved", "en")
    ('已证明', 'proved')
    """
    return message if code == "en" or not message else _catalogue(code).gettext(message)


def ngettext(one: str, many: str, n: int) -> str:
    """Return the sentence for ``n`` things in the language that is spoken here.

    >>> ngettext("{n} heap", "{n} heaps", 2).format(n=2)
    '2 heaps'
    """
    spoken = current()
    return (one if n == 1 else many) if spoken == "en" else _catalogue(spoken).ngettext(one, many, n)


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes: a Chinese letter takes two.

    >>> width("xor"), width("异或")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def left(text: str, columns: int) -> str:
    """Return a text with blanks after it, so many columns wide."""
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    """Return a text with blanks before it, so many columns wide."""
    return " " * (columns - width(text)) + text


@cache
def _catalogue(spoken: str) -> NullTranslations:
    from gettext import translation
    from pathlib import Path

    return translation("grundy", Path(__file__).with_name("locale"), [_FOLDERS[spoken]])


def _told(sentence: str) -> str:
    """Return the sentence of an error; in English where ``GRUNDY_LANG`` names no language, which may be the error."""
    try:
        return _(sentence)
    except GrundyError:
        return sentence


speak(_told)


# ---- numbers of very many digits, cut in the middle where nobody reads them on: in pictures and notebooks

_LONG = re.compile(r"\d{31,}")
"""Numbers of so many digits are shortened where nobody reads them on."""


def shortened(text: str, latex: bool = False) -> str:
    """Return words in which numbers of very many digits are cut in the middle, for pictures and notebooks.

    >>> print(shortened(f"kayles({10**100 + 7})"), shortened("kayles(1000000007)"))
    kayles(1000…0007 (101 digits)) kayles(1000000007)
    """
    said = _(" ({n} digits)")
    if latex:
        said = rf"\text{{{{{said}}}}}"
    return _LONG.sub(lambda found: f"{found[0][:4]}…{found[0][-4:]}" + said.format(n=len(found[0])), text)
