"""A worksheet: its cells are answered one after the other, each with the names of those above."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grundy import games
from grundy.common import limits
from grundy.common.errors import GrundyError, TooLarge
from grundy.common.limits import Limits
from grundy.common.messages import _
from grundy.common.seam import pictures
from grundy.faces.worksheet.answers import Answer, Comparison, compared, facts, of_other
from grundy.faces.worksheet.expressions import evaluated, holds
from grundy.faces.worksheet.functions import Function, nested, parameters
from grundy.faces.worksheet.members import Text, is_value, operand
from grundy.faces.worksheet.names import Find, Held, Names
from grundy.faces.worksheet.statements import Statement, cells, statement
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.session import forget
from grundy.values.canonical import store
from grundy.values.notation import reserved
from grundy.values.short import Value

__all__ = ["Answers", "Worksheet"]


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
        return self.ask(cells(text))

    def ask(self, more: Iterable[str]) -> Answers:
        """Answer cells, each one text, and return their answers."""
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
                told = tuple(facts(found)) if isinstance(found, Value) else ()
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
        told = tuple(of_other(found)) if hasattr(found, "outcome") else ()
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
        if is_value(one) and is_value(other):
            return Answer(cell, comparison=Comparison(left, right, compared(one, other), read.sign))
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
        return statement(cell)
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
