"""What an answer rests on, as data: each way to an answer has its own kind of evidence.

Sentences are made of it in one place (`grundy.rules.explanations`) and never compared; whoever wants to know how something
was found asks for the kind, ``isinstance(solution.evidence, ByTheorem)``.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Literal

Gives = Literal["value", "losing", "score"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an answer rests on. ``positions`` were solved for it; ``source`` is where its theorem comes from, or ""."""

    _counted: ClassVar[str] = ""
    """The field that says how many positions were solved; "" where none says so."""
    _source: ClassVar[str] = ""

    @property
    def positions(self) -> int:
        """How many positions were solved, or labelled, looked into or worked out."""
        return getattr(self, self._counted) if self._counted else 0

    @property
    def source(self) -> str:
        """Where the theorem comes from, or ""."""
        return self._source

    def to_dict(self) -> dict[str, Any]:
        """Return the evidence as plain data, its kind first.

        >>> BySearch(5).to_dict()
        {'kind': 'BySearch', 'count': 5, 'turns': False}
        """
        return {"kind": type(self).__name__, **asdict(self)}


@dataclass(frozen=True, slots=True)
class ByTheorem(Evidence):
    """A closed form that is declared beside the rules: the name of its function, what it gives, its words."""

    function: str
    gives: Gives
    name: str
    statement: str
    cited: str

    @property
    def source(self) -> str:
        """Where the theorem comes from."""
        return self.cited


@dataclass(frozen=True, slots=True)
class BySequence(Evidence):
    """The nim-sequence of a heap game, as far as it was computed."""


@dataclass(frozen=True, slots=True)
class ByLaw(Evidence):
    """The proved period of a nim-sequence, to which ``saltus`` is added each time, or its law of another ``form``."""

    preperiod: int
    period: int
    saltus: int
    form: str = ""


@dataclass(frozen=True, slots=True)
class ByNimbers(Evidence):
    """The nimbers of what the position of an impartial version comes apart into."""


@dataclass(frozen=True, slots=True)
class ByParts(Evidence):
    """The xor of the values of the components of a sum, each with its own evidence (every kind once)."""

    parts: tuple[Evidence, ...]
    solved: int

    _counted = "solved"

    @property
    def source(self) -> str:
        """Where the theorems about parts come from."""
        return "; ".join(dict.fromkeys(part.source for part in self.parts if part.source))

    def to_dict(self) -> dict[str, Any]:
        """Return the evidence as plain data, that of the parts too."""
        return {"kind": "ByParts", "parts": [part.to_dict() for part in self.parts], "solved": self.solved}


@dataclass(frozen=True, slots=True)
class ByLoopyParts(Evidence):
    """Smith's values of the components of a sum, some of which can be played for ever; so many positions were labelled."""

    values: tuple[str, ...]
    solved: int

    _counted = "solved"
    _source = "C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1 (1966), 51-81; Winning Ways ch. 12"


@dataclass(frozen=True, slots=True)
class ByValue(Evidence):
    """The canonical form of a partisan position, or of so many ``parts``."""

    parts: int = 1


@dataclass(frozen=True, slots=True)
class BySums(Evidence):
    """A search of sums of parts; so many ``sums`` were looked into. ``open``: no misère quotient of the parts was found."""

    sums: int
    open: bool = False

    _counted = "sums"


@dataclass(frozen=True, slots=True)
class BySearch(Evidence):
    """All positions that can be reached were solved; ``turns``: with the player to move in them."""

    count: int
    turns: bool = False

    _counted = "count"


@dataclass(frozen=True, slots=True)
class ByDeciding(Evidence):
    """A search that decides who wins, and nothing else; so many positions were looked into."""

    count: int

    _counted = "count"


@dataclass(frozen=True, slots=True)
class ByQuotient(Evidence):
    """The misère quotient of the parts of a sum, of so many elements."""

    elements: int

    _source = (
        "T. E. Plambeck, A. N. Siegel, Misere quotients for impartial games, J. Combin. Theory A 115 (2008), 593-622"
    )


@dataclass(frozen=True, slots=True)
class ByTameness(Evidence):
    """All parts of a misère sum are tame; so many classes were worked out."""

    classes: int

    _counted = "classes"
    _source = "Winning Ways ch. 13; Conway, On Numbers and Games, ch. 12"


@dataclass(frozen=True, slots=True)
class ByComponents(Evidence):
    """A number for each component of a conjunctive or selective sum, which together decide it."""

    how: Literal["conjunctive", "selective"]
    number: Literal["remoteness", "endless", "suspense", "outcome"]
    count: int

    _counted = "count"
    _source = "Conway, On Numbers and Games, ch. 14"


@dataclass(frozen=True, slots=True)
class ByTablebase(Evidence):
    """A table of solved positions that was made before, by its ``name``; so many positions are in it."""

    name: str
    count: int = 0

    _counted = "count"
