"""What is outside the rule language: one sentence with the line and the reason, the same for all who ask."""

from __future__ import annotations

from grundy.errors import RulesError
from grundy.language import _

SMALLEST, LARGEST = -(2**63), 2**63 - 1
"""Constants of rules lie between these."""


class Unreadable(RulesError):
    """A rule that cannot be read, and so is interpreted; ``reason`` says where and why."""

    def __init__(self, what: str, line: int | None = None) -> None:
        self.line = line
        self.reason = what if line is None else _("line {line}: {what}").format(line=line, what=what)
        super().__init__(_("{reason}; the rule is interpreted").format(reason=self.reason))
