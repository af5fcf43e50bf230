"""What names mean in a worksheet: variables, games with a position in brackets; and what quotation marks mean, positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from grundy import games
from grundy.common.errors import GrundyError, UnknownGame
from grundy.common.messages import _
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.starts import key
from grundy.rules.text import words
from grundy.values.notation import functions, reserved
from grundy.values.short import Value

LONGEST = games.LONGEST
"""Letters that a name may have."""
Find = Callable[[str], Ruleset | Position]
_NAME = re.compile(r"[^\W\d]\w*")
_WORD = re.compile(r"[^\W\d]\w*(?:-[^\W\d]\w*)*")
_BLANK = re.compile(r"\s*")


class Held:
    """A value, or why there is none; or a position, whose value is looked for when it is first wanted."""

    def __init__(self, what: Value | Position | GrundyError) -> None:
        self.position = what if isinstance(what, Position) else None
        self._found = None if isinstance(what, Position) else what

    def value(self) -> Value:
        """Return the value; GrundyError, each time the same, where there is none or none is found."""
        if self._found is None:
            assert self.position is not None
            try:
                self._found = self.position.value()
            except GrundyError as error:
                self._found = error
        if isinstance(self._found, GrundyError):
            raise self._found
        return self._found


class Names:
    """The names of a worksheet. It is called by who reads an expression (see `grundy.values.notation.Names`)."""

    def __init__(self, find: Find, given: Mapping[str, Value | Position | Ruleset]) -> None:
        self.find = find
        self.rules = {name: each for name, each in given.items() if isinstance(each, Ruleset)}
        self.held = {name: Held(each) for name, each in given.items() if not isinstance(each, Ruleset)}
        self.later: dict[str, int] = {}
        """The cells below that give a name."""
        self.begun: Callable[[Position], None] = lambda _start: None
        """Is called with the usual start of each game of which no position is written."""

    def __call__(self, text: str, at: int) -> tuple[Value, int]:
        """Return the value of what begins at a place of a text, and its length; GrundyError if nothing does."""
        held, length = self.term(text, at)
        return held.value(), length

    def whole(self, text: str) -> Held | None:
        """Return what a text is that is one name, or one position, and nothing else; None of any other."""
        at = len(text) - len(text.lstrip())
        word = _NAME.match(text, at)
        if text[at : at + 1] not in ("'", '"') if word is None else reserved(word.group()):
            return None
        try:
            held, length = self.term(text, at)
        except GrundyError:
            return None  # who reads the expression tells why, and where
        return held if not text[at + length :].strip() else None

    def term(self, text: str, at: int) -> tuple[Held, int]:
        """Return what begins at a place of a text, and its length."""
        if text[at] in "\"'":
            end = text.find(text[at], at + 1)
            if end < 0:
                raise GrundyError("this quotation mark is not closed")
            return self._position(words.split(text[at + 1 : end])), end + 1 - at
        name = ""
        for name in _readings(text, at):
            after = at + len(name)
            opens = _BLANK.match(text, after)
            place = opens.end() if opens else after
            if text[place : place + 1] == "(" and ("-" not in name or self._is_game(name)):
                return self._called(name, text, at, place)
            if name in self.held:
                return self.held[name], len(name)
            if self._names_a_game(name):
                return self._position([name]), len(name)
        raise self._unknown(name)  # the shortest

    def _is_game(self, name: str) -> bool:
        """Whether a name with hyphens is a game's, and no difference of variables."""
        return name.partition("-")[0] not in self.held and name in games.names()

    def _names_a_game(self, name: str) -> bool:
        """Whether a name that stands alone is that of a game, and of no function and no variable below."""
        known = name in self.rules or games.named(name) or name.replace("_", "-") in games.names()
        return bool(known) and name not in self.later and name not in functions()

    def _called(self, name: str, text: str, at: int, opens: int) -> tuple[Held, int]:
        """Return the position of a game and the arguments in brackets."""
        end = words.after_bracket(text, opens)
        if not end:
            raise GrundyError("the bracket after {name} is not closed", name=name)
        try:
            return self._position([name + text[opens:end]]), end - at
        except UnknownGame:
            if len(name) > LONGEST:
                raise self._unknown(name) from None
            hint = self._nearest(name) or _("`grundy games` lists them all")
            raise GrundyError("there is no game or function {name}: {hint}", name=name, hint=hint) from None

    def _position(self, said: list[str]) -> Held:
        return Held(words.position(said, self._found, begin=True, begun=self.begun))

    def _found(self, word: str) -> Ruleset | Position:
        return self.rules[word] if word in self.rules else self.find(word)

    def _unknown(self, name: str) -> GrundyError:
        """Return what is said of a name that means nothing here."""
        if len(name) > LONGEST:
            return GrundyError("a name may have at most {longest} letters", longest=LONGEST)
        if name in self.later:
            return GrundyError("{name} gets its value only below, in cell {cell}", name=name, cell=self.later[name])
        if name in functions():
            return GrundyError("{name} is a function: write {name}(…), with a value in the brackets", name=name)
        if re.fullmatch(r"[eE][0-9]+", name):
            return GrundyError("{name} has no value here: write a number in full, 1000 and not 1e3", name=name)
        hint = self._nearest(name) or _("write {name} = … in a cell above").format(name=name)
        return GrundyError("{name} has no value here: {hint}", name=name, hint=hint)

    def _nearest(self, name: str) -> str:
        known = {key(each): each for each in (*self.held, *self.rules, *functions(), *games.names())}
        return games.nearest(name, known, 0.6)


def _readings(text: str, at: int) -> Iterator[str]:
    """Iterate over the names that may begin at a place: ``fibonacci-nim`` may be a game, and fibonacci minus nim."""
    found = _WORD.match(text, at)
    assert found is not None  # who reads the expression asks only there
    name = found.group()
    while name:
        yield name
        name = name.rpartition("-")[0]
