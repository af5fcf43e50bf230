"""What grundy says when something is wrong: one sentence that names the place and the mend."""

from __future__ import annotations


class GrundyError(ValueError):
    """Anything the caller did wrong; its text is one sentence fit to be shown as it is."""


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

    def __init__(self, sentence: str, *, positions: int = 0, needed: int = 0) -> None:
        super().__init__(sentence)
        self.positions = positions
        self.needed = needed


class OutOfTime(TooLarge):
    """Work that took more time than was allowed; ``positions`` were reached, or values computed."""


class InputError(GrundyError):
    """Malformed input of a contest problem, with its line and column (both from 1)."""

    def __init__(self, problem: str, line: int, column: int) -> None:
        from grundy.language import _  # which itself has errors to tell

        words = _("line {line}, column {column}: {problem}")
        super().__init__(words.format(line=line, column=column, problem=problem))
        self.line = line
        self.column = column


class Notice(UserWarning):
    """Something worth knowing that changes no answer: a kernel compiled once, a rule interpreted and why."""
