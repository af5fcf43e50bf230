"""What is outside the rule language: one sentence with the line and the reason, the same for all who ask."""

from __future__ import annotations

from typing import Any

from grundy.common.errors import RulesError, Sentence

SMALLEST, LARGEST = -(2**63), 2**63 - 1
"""Constants of rules lie between these."""


class Unreadable(RulesError):
    """A rule that cannot be read, and so is interpreted; ``why`` says where and why, and ``reason`` is its text."""

    def __init__(self, what: str | Sentence, line: int | None = None, /, **data: Any) -> None:
        self.line = line
        self.why = located(what, line, data)
        super().__init__(Sentence("{reason}; the rule is interpreted", reason=self.why))

    @property
    def what(self) -> Sentence:
        """Why, without the line."""
        return self.why if self.line is None else self.why.data["what"]

    @property
    def reason(self) -> str:
        """Where and why, in the language that is spoken."""
        return str(self.why)


class Following:
    """What follows a rule line by line, and says at which it can't go on."""

    line: int = 0

    def refuse(self, what: str | Sentence, /, **data: Any) -> Unreadable:
        """Return the error that names the line."""
        return Unreadable(what, self.line or None, **data)


def located(what: str | Sentence, line: int | None, data: dict[str, Any]) -> Sentence:
    """Return a sentence with its line, if it has one.

    >>> print(located("{n} is too large", 3, {"n": 2**70}))
    line 3: 1180591620717411303424 is too large
    """
    told = what if isinstance(what, Sentence) else Sentence(what, **data)
    return told if line is None else Sentence("line {line}: {what}", line=line, what=told)
