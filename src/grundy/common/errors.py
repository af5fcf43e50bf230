"""What grundy says when something is wrong: one sentence that names the place and the mend.

An error is data: a sentence in English with named fields, and what stands in them. It is put into words, in the language
of whoever reads it, when it is shown: ``PositionError("heap {heap} is negative", heap=-3)``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_spoken: list[Callable[[str], str]] = [str]


def speak(translated: Callable[[str], str]) -> None:
    """Let sentences be shown as this function puts them: `grundy.common.messages` does so once."""
    _spoken[:] = [translated]


def N_(message: str) -> str:
    """Return a sentence as it is: it is kept in English, and translated where it is shown."""
    return message


def said(sentence: str) -> str:
    """Return a sentence in the language that is spoken: English, unless something has loaded translations."""
    return _spoken[0](sentence)


def shown(what: object) -> str:
    """Return what is no function in a few letters, the same in every process.

    >>> shown(len), shown([len]), shown("nim"), shown(3)
    ('len', 'a list', "'nim'", '3')
    """
    if what is None or isinstance(what, str | int):
        return repr(what)[:60]
    return getattr(what, "__name__", "") or f"a {type(what).__name__}"


class Sentence:
    """A sentence with named fields, and what stands in them; its text is in the language that is then spoken.

    >>> str(Sentence("{n} heaps, {of}", n=3, of=Sentence("all even")))
    '3 heaps, all even'
    """

    __slots__ = ("data", "sentence")

    def __init__(self, sentence: str, /, **data: Any) -> None:
        self.sentence = sentence
        self.data = data

    def __str__(self) -> str:
        words = said(self.sentence)
        told = words.format(**self.data) if self.data else words
        for value in self.data.values() if "\n" in told else ():
            if not _goes(value):  # such as an array, which is written in several lines
                told = told.replace(repr(value), " ".join(repr(value).split()))
        return told

    def to_dict(self) -> dict[str, Any]:
        """Return the sentence, and its fields as plain data: numbers as they are, everything else in words."""
        return {"sentence": self.sentence, "data": {name: _plain(value) for name, value in self.data.items()}}


def _plain(value: Any) -> Any:
    value = getattr(value, "said", value)
    if isinstance(value, Sentence):
        return value.to_dict()
    return value if _goes(value) else str(value)


def _goes(value: Any) -> bool:
    return value is None or isinstance(value, (bool, int, float, str, Sentence, GrundyError))


class GrundyError(ValueError):
    """Anything the caller did wrong: a sentence with named fields, and what stands in them; its text is fit to be shown.

    >>> error = GrundyError("heap {heap} is negative", heap=-3)
    >>> str(error), error.to_dict()["data"]
    ('heap -3 is negative', {'heap': -3})
    """

    code = 2
    """The exit code of a command that it ends."""

    def __init__(self, sentence: str | Sentence = "", /, **data: Any) -> None:
        super().__init__(sentence)
        self.said = sentence if isinstance(sentence, Sentence) else Sentence(sentence, **data)

    def __str__(self) -> str:
        return str(self.said)

    def __reduce__(self) -> Any:
        """Return how it is made again in another process; data that may not go there become words."""
        told = self.said if all(map(_goes, self.said.data.values())) else Sentence(str(self))
        return _again, (type(self), {**vars(self), "said": told})

    def to_dict(self) -> dict[str, Any]:
        """Return the kind of the error, its sentence in English with named fields, the fields, and its text."""
        return {"kind": type(self).__name__, **self.said.to_dict(), "text": str(self)}


def _again(kind: type[GrundyError], told: dict[str, Any]) -> GrundyError:
    """Return an error that came from another process."""
    made = kind.__new__(kind)
    vars(made).update(told)
    return made


class RulesError(GrundyError):
    """The rules of a game are not what a game's rules must be."""


class RuleFailed(RulesError):
    """A rule raised an exception, which is the cause of this one."""


class PositionError(GrundyError):
    """A position that the ruleset does not have: a wrong count or type of arguments, a negative heap."""


class UnknownGame(GrundyError):
    """No game of that name; the text names the nearest ones."""


class TooLarge(GrundyError):
    """Work that does not fit in memory; ``positions`` were reached and ``needed`` bytes would be wanted."""

    def __init__(self, sentence: str | Sentence, /, *, positions: int = 0, needed: int = 0, **data: Any) -> None:
        super().__init__(sentence, positions=positions, needed=needed, **data)
        self.positions = positions
        self.needed = needed


class OutOfTime(TooLarge):
    """Work that took more time than was allowed; ``positions`` were reached, or values computed."""


class InputError(GrundyError):
    """Malformed input of a contest problem, with its line and column (both from 1)."""

    def __init__(self, problem: str | Sentence, line: int, column: int, **data: Any) -> None:
        what = problem if isinstance(problem, Sentence) else Sentence(problem, **data)
        super().__init__(Sentence("line {line}, column {column}: {problem}", line=line, column=column, problem=what))
        self.line = line
        self.column = column


class Notice(UserWarning):
    """Something worth knowing that changes no answer: a kernel compiled once, a rule interpreted and why."""
