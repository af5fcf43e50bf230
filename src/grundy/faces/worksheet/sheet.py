"""A worksheet: its cells are answered one after the other, each with the names of those above."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from functools import partial
from typing import Any

from grundy import games
from grundy.common import limits
from grundy.common.errors import GrundyError, TooLarge, UnknownGame
from grundy.common.limits import Limits
from grundy.common.messages import N_, _
from grundy.common.seam import pictures
from grundy.faces.worksheet import expressions, members
from grundy.faces.worksheet.expressions import Answer, Statement, apart, compared, evaluated, holds
from grundy.faces.worksheet.graphs import Drawn, Function, nested, parameters
from grundy.faces.worksheet.members import Text, are_values, operand
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset, frozen
from grundy.rules.scenes import key
from grundy.rules.session import forget
from grundy.rules.text import words
from grundy.rules.variants import join, product
from grundy.solving import ordinal_heaps
from grundy.values.canonical import store
from grundy.values.notation import functions, reserved
from grundy.values.short import Value

# ---- what names mean in a worksheet: variables, games with a position in brackets; and what quotation marks mean,
# positions

LONGEST = games.LONGEST
"""Letters that a name may have."""
Find = Callable[[str], Ruleset | Position]
_NAME = re.compile(r"[^\W\d]\w*")
_WORD = re.compile(r"[^\W\d]\w*(?:-[^\W\d]\w*)*")
_SAID = re.compile(r"([^\W\d]\w*)\s*(\(?)")
_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")
_SAYS = re.compile(r"[<>=!?≤≥≠∥‖]|\.\.|\|\||\b(and|or|not|if)\b")
"""What a bracket has at least in which no sum stands."""
_BLANK = re.compile(r"\s*")

_OF_TWO: dict[str, Callable[..., Ruleset]] = {
    "join": join,
    "product": product,
    "twisted": partial(product, twisted=True),
}
_OPERATORS = (*words.VERSIONS, *_OF_TWO)
"""The names by which games are made of games."""


class Held:
    """What a name stands for, or why for nothing; of a position the value is looked for when it is first wanted.

    A game is held as its usual start where it has one, of which ``only_named`` says that no position was written.
    """

    def __init__(self, what: Any, *, only_named: bool = False) -> None:
        self.position = what if isinstance(what, Position) else None
        self.only_named = only_named
        self._found = None if isinstance(what, Position) else what

    @property
    def rules(self) -> Ruleset | None:
        """The game of which positions are written with its name."""
        made = self._found if isinstance(self._found, Ruleset) else None
        return made if self.position is None else self.position.ruleset

    def itself(self) -> Any:
        """Return what it is, a position as such; GrundyError, each time the same, where it is nothing."""
        return self if self.position is not None else self.value()

    def value(self) -> Any:
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
    """The names of a worksheet. It is called by whoever reads an expression (see `grundy.values.notation.Names`)."""

    def __init__(self, find: Find, given: Mapping[str, Value | Position | Ruleset]) -> None:
        self.find = find
        self.rules = {name: each for name, each in given.items() if isinstance(each, Ruleset)}
        self.held = {name: Held(each) for name, each in given.items() if not isinstance(each, Ruleset)}
        self.later: dict[str, int] = {}
        """The cells below that give a name."""
        self.local: dict[str, Held] = {}
        """What names stand for within a function, or for one of several."""
        self.texts = set[str]()
        """What stands in quotation marks and was found to be no position, by the names of the cells so far."""
        self.calls = [0]
        """How many functions are being called, within each other: one count for all names of a sheet."""
        self.begun: Callable[[Position], None] = lambda _start: None
        """Is called with the usual start of each game of which no position is written."""

    def __call__(self, text: str, at: int) -> tuple[Any, int]:
        """Return what begins at a place of a text, and its length; GrundyError if nothing does."""
        held, length = self.term(text, at)
        return held.itself(), length

    # ---- what the reader of expressions asks

    def operand(self, found: Any) -> Any:
        """Return what stands for something in a sum: a position for its value."""
        return members.operand(found.value() if isinstance(found, Held) else found)

    def paired(self, one: Any, other: Any) -> tuple[Any, Any]:
        """Return two that are added as things of one kind: a nimber beside a loopy value is one of those."""
        return members.paired(one, other)

    def is_member(self, name: str) -> bool:
        """Whether a number is asked something by this name."""
        return members.named(name) is not None and self._held(name) is None

    def member(self, found: Any, name: str, text: str, opens: int) -> Any:
        """Return what is asked of something by name, with arguments in the brackets at a place unless that is -1."""
        arguments = [] if opens < 0 else self.arguments(text, opens)
        return members.settled(members.of(_plain(found), name, arguments))

    def of(self, name: str, values: list[Any]) -> Any:
        """Return what a function gives of values of which the notation knows none."""
        return members.settled(members.of(values[0], name, values[1:]))

    def is_said(self, text: str, opens: int) -> bool:
        """Whether in the brackets at a place stands something that is no sum: a comparison, a range, a function."""
        if not _SAYS.search(text, opens):
            return False
        inner = text[opens + 1 : words.after_bracket(text, opens) - 1]
        return bool(
            expressions.signs(inner) or apart(inner, (*expressions.LOGIC, ".."))[1:] or expressions.ARROW.match(inner)
        )

    def arguments(self, text: str, opens: int) -> list[Any]:
        """Return what stands in the brackets at a place, which are closed; Left and Right are words there."""
        inner = " " * (opens + 1) + text[opens + 1 : words.after_bracket(text, opens) - 1]
        parts = [part for _word, part in apart(inner, (",",)) if part.strip()]
        return [part.strip() if key(part.strip()) in ("left", "right") else self.argument(part) for part in parts]

    def argument(self, text: str) -> Any:
        """Return what an expression is, without the wrapping of a position."""
        return _plain(expressions.item(text, self))

    def item(self, found: Any, text: str, opens: int) -> Any:
        """Return the item of a list at the place in the brackets: from 0, from the end below."""
        place = members.integer(next(iter(self.arguments(text, opens)), "[]"))
        all_of_it = expressions.items(_plain(found))
        if not -len(all_of_it) <= place < len(all_of_it):
            raise GrundyError(
                "column {at}: a list of {count} items has no item {place}; the first is 0",
                at=opens + 1,
                count=len(all_of_it),
                place=place,
            )
        return all_of_it[place]

    def listed(self, text: str, opens: int) -> Any:
        """Return the list, or in braces the set, in the brackets at a place."""
        end = words.after_bracket(text, opens)
        if not end:
            raise GrundyError("column {at}: this {kind} is not closed", at=opens + 1, kind=text[opens])
        found = [_plain(one) for one in expressions.listed(" " * (opens + 1) + text[opens + 1 : end - 1], self)]
        return self.distinct(found) if text[opens] == "{" else found

    def options(self, found: list[Any]) -> list[Any]:
        """Return what stands on a side of a game: of a list or a set there its items."""
        own: list[Any] = []
        for one in found:
            own += map(self.operand, one) if isinstance(one, (list, tuple, frozenset)) else [one]
        return own

    def distinct(self, found: list[Any]) -> frozenset[Any]:
        """Return a set; a list in it is a tuple."""
        return frozenset(map(frozen, found))

    def within(self, scope: Mapping[str, Any]) -> Names:
        """Return names among which these stand for something."""
        inner = copy(self)
        inner.local = {**self.local, **{name: Held(each) for name, each in scope.items()}}
        return inner

    @contextmanager
    def deeper(self) -> Generator[int]:
        """Count a call within those that have not ended."""
        self.calls[0] += 1
        try:
            yield self.calls[0]
        finally:
            self.calls[0] -= 1

    def _held(self, name: str) -> Held | None:
        return self.local.get(name) or self.held.get(name)

    # ---- positions and names

    def whole(self, text: str) -> Held | None:
        """Return what a text is that is one name, or one position, and nothing else; None of any other."""
        at = len(text) - len(text.lstrip())
        word = _NAME.match(text, at)
        if text[at : at + 1] not in ("'", '"') if word is None else reserved(word.group()):
            return None
        if word is not None and self._is_function(word.group()):
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
            if (held := self._held(name)) is not None:
                return held, len(name)
            if name in ("true", "false"):
                return Held(name == "true"), len(name)
            if self._names_a_game(name):
                return self._position([name]), len(name)
        raise self._unknown(name)  # the shortest

    def _is_game(self, name: str) -> bool:
        """Whether a name with hyphens is a game's, and no difference of variables."""
        return self._held(name.partition("-")[0]) is None and (name in games.names() or games.named(name) is not None)

    def _names_a_game(self, name: str) -> bool:
        """Whether a name that stands alone is that of a game, and of no function and no variable below."""
        known = name in self.rules or games.named(name) or name.replace("_", "-") in games.names()
        return bool(known) and name not in self.later and name not in functions()

    def _called(self, name: str, text: str, at: int, opens: int) -> tuple[Held, int]:
        """Return the position of a game and the arguments in brackets."""
        end = words.after_bracket(text, opens)
        if not end:
            raise GrundyError("the bracket after {name} is not closed", name=name)
        if (made := self._function(name, text, opens)) is not None:
            return Held(members.settled(made)), end - at
        try:
            return self._position([name + self._said(text, opens, end)]), end - at
        except UnknownGame:
            if len(name) > LONGEST:
                raise self._unknown(name) from None
            hint = self._nearest(name) or _("`grundy games` lists them all")
            raise GrundyError("there is no game or function {name}: {hint}", name=name, hint=hint) from None

    def _is_function(self, name: str) -> bool:
        """Whether what stands in brackets behind a name is given to a function, and not a position of a game."""
        held = self._held(name)
        if held is not None:
            return held.rules is None
        known = name in ("Table", *_OPERATORS, *expressions.FUNCTIONS) or members.named(name) is not None
        return known and name not in self.rules and key(name) not in map(key, games.names())

    def _function(self, name: str, text: str, opens: int) -> Any:
        """Return what a function gives of what stands in the brackets; None if the name is that of none."""
        if name in ordinal_heaps.GAMES:
            place = ordinal_heaps.of_words([name + text[opens : words.after_bracket(text, opens)]])
            if place is not None:
                return place.value
        if not self._is_function(name):
            return None
        if (held := self._held(name)) is not None:
            function = held.value()
            if not isinstance(function, Function):
                raise GrundyError("{name} is not a function: write def {name}(n) = … in a cell above", name=name)
            return function(*self.arguments(text, opens))
        if name == "Table":
            inside = words.after_bracket(text, opens) - 1
            return expressions.table(" " * (opens + 1) + text[opens + 1 : inside], self)
        if name in _OPERATORS:
            inside = " " * (opens + 1) + text[opens + 1 : words.after_bracket(text, opens) - 1]
            return _made(name, [self._game(part.strip()) for _word, part in apart(inside, (",",)) if part.strip()])
        function = expressions.FUNCTIONS.get(name)
        if function is not None:
            return members.called(name, function, *self.arguments(text, opens))
        first, *others = self.arguments(text, opens) or [None]
        if first is None:
            raise GrundyError("{name} is a function: write {name}(…), with a value in the brackets", name=name)
        return members.of(first, name, others)

    def _said(self, text: str, opens: int, end: int) -> str:
        """Return the arguments of a position, where variables stand for their numbers, in brackets."""
        inner = " " * (opens + 1) + text[opens + 1 : end - 1]
        return f"({','.join(self._written(part) for _word, part in apart(inner, (',',)))})"

    def _written(self, part: str) -> str:
        """Return an argument of a position: the number that it says with the names of this sheet, or what was written."""
        name, equals, said = part.rpartition("=")
        known = _SAID.findall(_QUOTED.sub("", said))
        if not known or not all(self._held(each) or (opens and self._is_function(each)) for each, opens in known):
            return part.strip()
        found = evaluated(" " * (len(part) - len(said)) + said, self)
        if isinstance(found, (str, Drawn)):
            return f"{name}{equals}{str(found)!r}"
        if isinstance(found, list):
            return part.strip()
        return f"{name.strip()}{equals}{members.integer(_plain(found))}"

    def _position(self, said: list[str]) -> Held:
        starts: list[Position] = []
        found = words.position(said, self._found, begin=True, begun=starts.append)
        for start in starts:
            self.begun(start)
        return Held(found, only_named=bool(starts))

    def _game(self, said: str) -> Ruleset | Position:
        """Return the game, or the position, that is given to an operator."""
        held = self._held(said)
        if held is not None and held.position is not None and not held.only_named:
            return held.position
        named = words.named(words.called(said) or [said], self._found)
        return named.position if named.words else named.rules

    def _found(self, word: str) -> Ruleset | Position:
        held = self._held(word)
        if held is not None and held.rules is not None:
            return held.rules  # R = bash(m=4); R(10)
        return self.rules[word] if word in self.rules else self.find(word)

    def _unknown(self, name: str) -> GrundyError:
        """Return what is said of a name that means nothing here."""
        if len(name) > LONGEST:
            return GrundyError("a name may have at most {longest} letters", longest=LONGEST)
        if name in self.later:
            return GrundyError("{name} gets its value only below, in cell {cell}", name=name, cell=self.later[name])
        if name in _OPERATORS:
            return _wanted(name, 0)
        if name in functions():
            return GrundyError("{name} is a function: write {name}(…), with a value in the brackets", name=name)
        if re.fullmatch(r"[eE][0-9]+", name):
            return GrundyError("{name} has no value here: write a number in full, 1000 and not 1e3", name=name)
        hint = self._nearest(name) or _("write {name} = … in a cell above").format(name=name)
        return GrundyError("{name} has no value here: {hint}", name=name, hint=hint)

    def _nearest(self, name: str) -> str:
        known = {key(each): each for each in (*self.held, *self.rules, *functions(), *_OPERATORS, *games.names())}
        return games.nearest(name, known, 0.6)


def _plain(found: Any) -> Any:
    """Return a position as such."""
    return found.position if isinstance(found, Held) and found.position is not None else found


def _readings(text: str, at: int) -> Iterator[str]:
    """Iterate over the names that may begin at a place: ``fibonacci-nim`` may be a game, and fibonacci minus nim."""
    found = _WORD.match(text, at)
    assert found is not None  # who reads the expression asks only there
    name = found.group()
    while name:
        yield name
        name = name.rpartition("-")[0]


# ---- games made of games


def _made(name: str, given: Sequence[Ruleset | Position]) -> Ruleset | Position:
    """Return what an operator makes of games; of a position its version is a position of the version."""
    if len(given) != (2 if name in _OF_TWO else 1):
        raise _wanted(name, len(given))
    if name not in _OF_TWO:
        return words.version(name, given[0])
    return _OF_TWO[name](*(game.ruleset if isinstance(game, Position) else game for game in given))


def _wanted(name: str, count: int) -> GrundyError:
    """Return what is said of an operator with the wrong number of games."""
    if name in _OF_TWO:
        return GrundyError("two games are wanted here, as in {name}(nim, kayles), not {count}", name=name, count=count)
    return GrundyError("one game is wanted here, as in {name}(domineering), not {count}", name=name, count=count)


# ----


class Answers(tuple[Answer, ...]):
    """Answers, one below the other: text where it is printed, a table in a notebook."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return pictures.worksheet(self)


class Worksheet:
    """A worksheet (see `grundy.faces.worksheet` for what its cells can say).

    Args:
        text: the first cells: lines, or with semicolons between them.
        seconds: the most time that a cell may take.
        memory: the most bytes that a cell may take.
        find: what says which game a name is: the catalogue's, unless told.
        names: what is known by a name from the start: rulesets, positions, values.

    Errors of a cell are its answer, and do not hold up the others. GrundyError for a name of what has no value.

    >>> sheet = Worksheet("G = {2|-1}")
    >>> sheet("cool(G, 1/2)")
    cool(G, 1/2)
      {3/2|-1/2}
      first player wins, mean 1/2, temperature 1
    >>> sheet["G"], str(sheet("G == H")[0].error)
    (Value('{2|-1}'), 'column 6: H has no value here: write H = … in a cell above')
    """

    def __init__(
        self,
        text: str = "",
        *,
        seconds: float | None = None,
        memory: int | None = None,
        find: Find = games.find,
        **names: Ruleset | Position | Value | int | str,
    ) -> None:
        self.limits = Limits(seconds, memory)
        self.names = Names(find, {name: _given(each) for name, each in names.items()})
        self.answers = Answers()
        self(text)

    def __call__(self, text: str) -> Answers:
        """Answer more cells, and return their answers."""
        return self.ask(expressions.cells(text))

    def ask(self, more: Iterable[str]) -> Answers:
        """Answer cells, each one text, and return their answers."""
        limits.kinds(Iterable, N_("a list of cells"), more=more)
        first = len(self.answers) + 1
        asked = [(number, cell, _read(cell)) for number, cell in enumerate(more, first)]
        later = {read.name: number for number, _cell, read in reversed(asked) if isinstance(read, Statement)}
        found = list[Answer]()
        for number, cell, read in asked:
            self.names.later = {name: place for name, place in later.items() if place > number}
            found.append(
                Answer(cell, error=read) if isinstance(read, GrundyError) else self._answer(number, cell, read)
            )
        self.answers = Answers((*self.answers, *found))
        return Answers(found)

    def _answer(self, number: int, cell: str, read: Statement) -> Answer:
        """Return the answer to a cell, and keep what it gives a name to."""
        held = self.names.whole(read.sides[0]) if len(read.sides) == 1 and read.parameters is None else None
        position = held and held.position
        if held is not None and position is not None and held.only_named and read.name:
            self._keep(read.name, held)  # of which the value is perhaps not wanted
            told = _("the game {rules}; play begins at {start}").format(rules=position.ruleset.name, start=position)
            return Answer(cell, read.name, position=position, result=Text(told))
        try:
            with limits.keeping(self.limits), nested():
                if not read.sides:
                    return Answer(cell)
                if read.parameters is not None:
                    return self._defined(cell, read)
                if read.sign:
                    return self._compared(cell, read)
                found = evaluated(read.sides[0], self.names) if position is None or held is None else held.value()
                if isinstance(found, Position):
                    held, position = Held(found), found
                    found = held.value()
                found = operand(found)
                told = tuple(expressions.facts(found)) if isinstance(found, Value) else ()
        except (GrundyError, RecursionError) as wrong:
            deep = TooLarge("functions and brackets are nested too deeply: this calls itself without end")
            error = wrong if isinstance(wrong, GrundyError) else deep
            let_go(error)
            failure = GrundyError("{name} has no value (see cell {cell})", name=read.name, cell=number)
            self._keep(read.name, held if position else Held(failure))
            return Answer(cell, read.name, position=position, error=error)
        self._keep(read.name, held if position else Held(found))
        if isinstance(found, Value):
            return Answer(cell, read.name, found, position, told)
        told = tuple(expressions.of_other(found)) if hasattr(found, "outcome") else ()
        return Answer(cell, read.name, facts=told, result=found)

    def _defined(self, cell: str, read: Statement) -> Answer:
        """Keep a function."""
        if reserved(read.name):
            raise GrundyError(
                "the arguments of a function need different names without another meaning: def f(n, m) = n + m"
            )
        names = parameters(read.parameters or "")
        function = Function(read.name, names, read.sides[0], self.names)
        self._keep(read.name, Held(function))
        return Answer(cell, read.name, result=function)

    def _keep(self, name: str, held: Held | None) -> None:
        if name and held is not None:
            self.names.held[name] = held
            self.names.texts.clear()

    def _compared(self, cell: str, read: Statement) -> Answer:
        one, other = (operand(evaluated(side, self.names)) for side in read.sides)
        left, right = (side.strip() for side in read.sides)
        if are_values(one, other):
            return Answer(cell, comparison=expressions.Comparison(left, right, compared(one, other), read.sign))
        return Answer(cell, result=holds(one, read.sign, other))

    def __getitem__(self, name: str) -> Any:
        """Return the value of a variable; GrundyError where it has none."""
        return self.names.operand(self.names(name, 0)[0])

    def __str__(self) -> str:
        return str(self.answers)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return pictures.worksheet(self.answers)


def _read(cell: str) -> Statement | GrundyError:
    try:
        return expressions.statement(cell)
    except GrundyError as error:
        return error


def let_go(error: GrundyError) -> None:
    """Forget what was computed before an answer was refused, so that the next one has its room."""
    if isinstance(error, TooLarge):
        error.__traceback__ = error.__context__ = error.__cause__ = None  # they hold values
        if store().is_full:
            forget()


def _given(what: Ruleset | Position | Value | int | str) -> Ruleset | Position | Value:
    return what if isinstance(what, (Ruleset, Position)) else Value(what)
