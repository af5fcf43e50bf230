"""The notation of short games, read: that of *Winning Ways*, on the keyboard as CGSuite has it.

- ``3``, ``-3/4``: numbers; ``*``, ``*2``: nimbers; ``^``, ``^^``, ``^3``, ``v``, ``v3``: multiples of up, so ``^2`` is up
  and up, **not** up to the second; that one is ``^<2>``, and ``^[2]`` is ``^ + ^<2>``. Also ``↑ ↓ ⇑ ⇓``.
- ``2^^*``: what stands together without a sign is a sum: number, ups, nimber. ``-1^`` is ``(-1) + ^``, as it is written;
  after another value, ``x - 1^`` takes all of ``1^`` away. ``2*3``, a product to others, is refused: write ``2+*3``
  or ``2·3``. So are ``2^3``, ``2^3*`` and ``2^-1``, powers to others: write ``2+^3``, ``2+^3*``, ``2^ - 1``.
- ``{a,b|c}``, ``{a|b||c}`` = ``{{a|b}|c}``: fewer slashes bind tighter, and commas tightest.
- ``+-1``, ``±1``, ``+-{1,2*}``, ``+-(1,2*)``: switches. ``2±1`` is ``2 + (±1)``; ``2+-1``, plus minus to others, is refused.
- ``Tiny(2)``, ``Miny(2)``, ``1Tiny(2)`` = ``1 + Tiny(2)``.
- ``x + y``, ``x - y``, ``-x``, brackets; ``3·x``, ``3.x``, ``3*{1|0}``, ``3{1|0}``, ``3(x)``: products by an integer, so
  ``3.^*`` is ``3.^ + *``. ``G:H`` is the ordinal sum, of canonical forms.
- ``cool(G,t)``, ``heat(G,t)``, ``overheat(G,s,t)``, ``freeze(G)``, ``norton(G,U)``, ``conway(G,H)`` (see
  `grundy.values.operators`), ``reduced(G)``; the numbers ``mean(G)``, ``temperature(G)``; also ``G.cool(t)`` and so on.

- Of play that may be endless: the names ``on``, ``off``, ``over``, ``under``, ``dud``, ``upon``, ``tis``, …; ``pass``, a
  move to the game itself, as in ``{0|pass}``; a name before braces, which stands in them for the whole, as in
  ``a{0||1|a}``; ``S & T``, an onside and an offside; ``onside(G)``, ``degree(G)``, ``upsum(G,H)`` (see
  `grundy.values.loopy.stoppers`).

A name, and what stands in quotation marks, means what who asks says it means (`Names`): nothing, unless one is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, Generic, NoReturn, TypeAlias, TypeVar

from grundy.common.errors import GrundyError, Sentence, TooLarge
from grundy.common.messages import _
from grundy.values.loopy import reading
from grundy.values.operators import conway_product, cooled, frozen, heated, norton_product, overheated
from grundy.values.short import Value, game, miny, nimber, tiny, up
from grundy.values.writing import DIGITS

G = TypeVar("G")

READABLE = 1_000_000
"""Characters that a text may have that is read."""
DEEPEST = 20_000
"""Brackets that may be open at once: more than a text of 100,000 characters, which `writing` gives at most, can have."""
SAID = 64
"""Open brackets in which it is looked for what is no sum, a comparison or a range: each look reads all that is in them."""
POWERS = 100
"""The largest n of ``^<n>`` and ``^[n]`` that is read."""

SIDES, SUM, SIGN, ORDINAL, TOGETHER, PRODUCT, TIGHT, RAISED = 0.5, 1, 2, 3, 4, 5, 6, 7
"""What binds how tight; what is asked of a value, ``.mean`` or ``[0]``, is asked of the atom before it, as in Python."""
NUMBER, UPS, POWER, STAR, CLOSED = 0, 1, 2, 3, 4
"""Kinds of what was read last; what stands together comes in this order."""


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """Return a pattern, which is compiled where something is read: to write a value takes none."""
    return re.compile(text)


_TOKEN = r"""(?x)(?P<number>[0-9]+(?:\s*/\s*[0-9]*)?)
    | (?P<call>(?!v+[0-9]*\s*\()[A-Za-z]+\s*\()
    | (?P<power>[\^v↑↓](?:<[0-9]+>|\[[0-9]+\]))
    | (?P<ups>(?:\^+|v+|↑+|↓+|⇑|⇓)[0-9]*)
    | (?P<star>[*∗⋆★][0-9]*)
    | (?P<method>\.\s*[A-Za-z]+\s*\()
    | (?P<switch>±)
    | (?P<bars>\|+)
    | (?P<mark>[-−+·⋅.:,(){}])"""
_BLANK = r"\s*"
_ASKED = r"\. *([A-Za-z_]{2,})(?!\w| *\()"
"""What reads like an attribute of Python."""
_FACTOR = r"""[*∗]\s*[\w({^↑↓⇑⇓±"']"""
"""What begins so after a number is a product, or would be one to others."""
_POWER = r"[\^↑](?:[-−]\s*)?[0-9]"
"""What begins so after a number would be a power to others."""
_LOOPY_POWER = r"([\^v↑↓])(?:(<on>)|\[on\]|(\[over\]))"
_NAME = r"[^\W\d]\w*"
_OMEGA = r"(?:ω|w|omega)(?!\w)"
_INF = r"(?:∞|inf)(?!\w|\()"
_ORDINAL_STAR = r"[*∗⋆★]\s*(?=\(|(?:ω|w|omega|∞|inf)(?!\w))"
_DIVISOR = r"\s*[^\W\d]|\s*[(∞]|\s*[-−]"
_POINT = r"\s*\.\s*[A-Za-z_]"
_RAISED = r"[\^↑]\s*(?=[-−(]|[^\W_])"
_MEMBER = r"\.\s*([A-Za-z_]\w*)"
_DOWN = r"v+[0-9]*"

Names: TypeAlias = Callable[[str, int], tuple[Any, int]]
"""Says what a name or a quotation mark at a place of a text begins: its value and its length; GrundyError if nothing."""


def _cooled(value: Value, t: Value) -> Value:
    if t.number is None:
        raise GrundyError("cooling is by a dyadic fraction above -1, not by {t}", t=t)
    return cooled(value, t.number)


@dataclass(frozen=True)
class Algebra(Generic[G]):
    """What a text is read as: values, or forms. What stands together, and what functions give, are values first."""

    of: Callable[[Value], G]
    value: Callable[[G], Value]
    game: Callable[[list[G], list[G]], G]
    switch: Callable[..., G]
    ordinal_sum: Callable[[G, G], G]
    wide: bool = False
    """Whether ordinals, fractions that are not dyadic, lists, and what names give besides values, are read too."""


_CALLS: dict[str, tuple[int, Callable[..., Value]]] = {
    "tiny": (1, tiny),
    "miny": (1, miny),
    "cool": (2, _cooled),
    "heat": (2, heated),
    "overheat": (3, overheated),
    "freeze": (1, frozen),
    "norton": (2, norton_product),
    "conway": (2, conway_product),
    "reduced": (1, Value.reduced),
    "mean": (1, lambda value: Value(value.mean)),
    "temperature": (1, lambda value: Value(value.temperature)),
}
"""What may stand before brackets: of how many values, and the function."""
_LOOPY: dict[str, tuple[int, Callable[..., Any]]] = {
    name: (count, reading.of_stoppers(name))
    for count, names in ((1, ("tiny", "miny", "onside", "offside", "degree", "variety")), (2, ("upsum", "downsum")))
    for name in names
}
"""The same of values of play that may be endless."""
_KNOWN = dict.fromkeys((*_CALLS, *_LOOPY))
VALUES: Algebra[Any] = Algebra(Value, lambda value: value, reading.game, reading.switch, reading.ordinal_sum)
WIDE: Algebra[Any] = Algebra(
    lambda value: value,
    lambda value: value if reading.is_loopy(value) else Value(value),
    reading.game,
    reading.switch,
    reading.ordinal_sum,
    wide=True,
)


@dataclass(slots=True)
class _Operator:
    """What waits for the value after it: a sign, a factor, or an open bracket with what was read in it."""

    kind: str
    binds: float
    column: int
    label: str = ""
    """The name before a brace."""
    times: int = 1
    sides: list[list[Any]] = field(default_factory=lambda: [[]])
    bars: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    comma: bool = False
    mixed: bool = False
    """Whether what it joins was calculated before it stood together: ``-1^``, ``2·3^``."""


def reserved(name: str) -> bool:
    """Whether a name has a meaning of its own: it is a function's, or downs.

    >>> reserved("vv"), reserved("v3"), reserved("Cool"), reserved("value")
    (True, True, True, False)
    """
    return name.lower() in _KNOWN or _pattern(f"{_DOWN}|{_OMEGA}|{_INF}").fullmatch(name) is not None


def functions() -> list[str]:
    """Return the names of the functions."""
    return [*_KNOWN]


def parse(text: str, names: Names | None = None) -> Value:
    """Return the value that a text stands for, as this module's docstring tells; errors name the column, from 1.

    O(length) steps and canonical forms. GrundyError for what cannot be read, TooLarge for what is too long or deep.

    >>> parse("{2||1|0}") == game([2], [game([1], [0])]), parse("1/2v*") - parse("1/2")
    (True, Value('v*'))
    >>> parse("{1|0")
    Traceback (most recent call last):
    grundy.common.errors.GrundyError: column 1: this { is not closed
    """
    return read(text, VALUES, names)


def read(text: str, algebra: Algebra[G], names: Names | None = None) -> G:
    """Return what a text stands for in an algebra; errors as those of `parse`.

    >>> read("{*|*}", VALUES)
    Value('0')
    """
    if len(text) > READABLE:
        raise TooLarge(
            "a text of {count:,} characters is too long: at most {readable:,} are read",
            count=len(text),
            readable=READABLE,
        )
    return _Reader(text, algebra, names).result()


class _Reader(Generic[G]):
    """Reads by operator precedence with a stack of its own, so that no depth of brackets is too deep for Python."""

    def __init__(self, text: str, algebra: Algebra[G], names: Names | None) -> None:
        self.text = text
        self.algebra = algebra
        self.names = names
        self.at = self.depth = 0
        self.values: list[Any] = []
        self.operators = [_Operator("", 0, 1)]
        self.kind: int | None = None
        """The kind of the value read last, or None where a value is expected."""
        self.integer: int | None = None
        """The integer read last, if nothing came after it."""

    def result(self) -> G:
        start = 0
        try:
            while (start := self._blank(self.at)) < len(self.text):
                self.at = start
                self._step()
            self.at = start
            self._finish()
        except TooLarge as error:
            if _is_placed(error):
                raise
            told = {"start": start + 1, "error": error.said}  # the error itself holds values
            raise TooLarge("column {start}: {error}", positions=error.positions, needed=error.needed, **told) from None
        opened = next((one for one in reversed(self.operators) if one.binds == 0 and one.kind), None)
        if opened is not None:
            self._fail(Sentence("this {kind} is not closed", kind=opened.kind[-1]), opened.column)
        if not self.operators[0].sides[0]:
            self._fail(Sentence("a value is missing: the text is empty"))
        return self.operators[0].sides[0][0]

    # ---- tokens

    def _step(self) -> None:
        """Read one token."""
        if self.text.startswith("+-", self.at):
            if self.kind is not None:
                self._fail(
                    Sentence("+- after a value is read as plus minus by some and as ± by others: write ±, + ±, or -")
                )
            return self._switch(2)
        if self.algebra in (VALUES, WIDE) and self._loopy():
            return None
        if self.algebra.wide and self._wide():
            return None
        if self.names is not None and self._begins_name():
            return self._named(self.names)
        found = _pattern(_TOKEN).match(self.text, self.at)
        if found is None:
            return self._fail(Sentence("{text!r} means nothing here", text=self.text[self.at]))
        name, word = str(found.lastgroup), found.group()
        if name == "mark":
            self._mark("-" if word == "−" else word)
        elif name == "switch":
            self._switch(1)
        elif name == "bars":
            self._bars(len(word))
        elif name == "number":
            self._number(word)
        elif name == "call":
            self._together(CLOSED)
            self._call(word)
        elif name == "method":
            self._method(word)
        elif self.kind == NUMBER and name == "star" and _pattern(_FACTOR).match(self.text, self.at):
            self._star_product()
        else:
            self._infinitesimal(name, word)
        return None

    def _loopy(self) -> bool:
        """Read what only play has that may be endless: &, a name of a game that goes round, or of braces, or a way back."""
        if self.text.startswith("&", self.at):
            if self.kind is None:
                self._fail(Sentence("a value is missing before {mark}", mark="&"))
            self._reduce(SUM)
            self._wait("&", SIDES)
            return True
        power = _pattern(_LOOPY_POWER).match(self.text, self.at)
        if power is not None:
            self._together(POWER)
            value = reading.named("uponth" if power[2] else "upover" if power[3] else "upon")
            self._push(value if power[1] in "^↑" else -value, POWER, len(power[0]))
            return True
        found = _pattern(_NAME).match(self.text, self.at)
        if found is None:
            return False
        word, after = found.group(), self._blank(found.end())
        if any(one.label == word for one in self.operators) or (word == reading.PASS and self.depth):
            self._factor_or_start()
            self._push(reading.Open(word), CLOSED, len(word))
        elif self.text.startswith("{", after) and self.kind is None and not reserved(word):
            self.at = after
            self._open("{", 1)
            self.operators[-1].label = word
        elif word.lower() in ("upsum", "downsum") and self.kind is not None:
            self._reduce(SUM)
            self._wait(word.lower(), SUM, len(word))
        elif word in reading.NAMES and not self._means_other(word):
            self._together(POWER) if word in ("over", "under") or self.kind != NUMBER else self._factor_or_start()
            self._push(reading.named(word), POWER, len(word))
        else:
            return False
        return True

    def _means_other(self, word: str) -> bool:
        """Return whether whoever asks has given a name another meaning."""
        with suppress(GrundyError):
            return self.names is not None and bool(self.names(self.text, self.at))
        return False

    # ---- what only a wide algebra has

    def _wide(self) -> bool:
        """Read an ordinal, a list, or what is asked of a value; return whether there was such."""
        text, at = self.text, self.at
        if found := _pattern(_OMEGA).match(text, at):
            from grundy.values.surreal import OMEGA, Transfinite

            self._factor_or_start()
            self._push(Transfinite(OMEGA), CLOSED, len(found[0]))
        elif found := _pattern(_INF).match(text, at):
            from grundy.values.infinite import Infinite

            self._factor_or_start()
            self._push(Infinite(), CLOSED, len(found[0]))
        elif (star := _pattern(_ORDINAL_STAR).match(text, at)) and self.kind is None:
            self._wait("*", TIGHT, star.end() - at)
        elif star and self.kind == CLOSED:
            self._wait_for_product(star.end() - at)
        elif text[at] == "[":
            self._in_square_brackets()
        elif text[at] == "(" and self.kind is None and self._is_said(at):
            self._push(self._asked_names().arguments(text, at)[0], CLOSED, self._end(at) - at)
        elif text[at] == "{" and self.kind is None and self._is_said_of_each():
            self._push(self._asked_names().listed(text, at), CLOSED, self._end(at) - at)
        elif self.kind is not None and (found := _pattern(_MEMBER).match(text, at)) and self._asks(found[1]):
            self._member(found)
        elif text[at] == "%" and self.kind is not None:
            self._wait_for_product(1, "%")
        elif text[at] == "/" and self.kind == NUMBER and self.integer is not None:
            self._wait_for_product(1, "/")
        elif text[at] in "·⋅/" and self.kind in (NUMBER, CLOSED) and self.integer is None:
            self._wait_for_product(1, "/" if text[at] == "/" else "×")
        elif self.kind == CLOSED and (found := _pattern(_RAISED).match(text, at)):
            self._wait("**", RAISED, len(found[0]))
        else:
            return False
        return True

    def _wait_for_product(self, length: int, kind: str = "×") -> None:
        self._reduce(PRODUCT)
        if kind == "%" and self.operators[-1].kind == "neg":
            self._reduce(self.operators[-1].binds)
        self._wait(kind, PRODUCT, length)

    def _in_square_brackets(self) -> None:
        """Read a list, or after a value which of its items is meant."""
        names, end = self._asked_names(), self._end(self.at)
        if self.kind is None:
            return self._push(names.listed(self.text, self.at), CLOSED, end - self.at)
        return self._push(names.item(self._atom(), self.text, self.at), CLOSED, end - self.at)

    def _member(self, found: re.Match[str]) -> None:
        """Read what is asked of a value: ``.mean``, ``.cool(1/2)``."""
        names, end, asked = self._asked_names(), found.end(), self._atom()
        opens = self._blank(end)
        called = self.text.startswith("(", opens)
        with self._placing():
            value = names.member(asked, found[1], self.text, opens if called else -1)
        self._push(value, CLOSED, (self._end(opens) if called else end) - self.at)

    def _atom(self) -> Any:
        """Return what is asked for something: what stands together before the point, and no factor, divisor or sign."""
        if self.operators[-1].mixed:
            self._fail(Sentence("write brackets around the value before the point"))
        if self.operators[-1].binds in (TOGETHER, TIGHT):
            self._reduce(self.operators[-1].binds)
        return self.values.pop()

    def _asks(self, name: str) -> bool:
        """Whether a word behind a point asks for something; behind an integer the point may be one of a product."""
        return self.integer is None or self._asked_names().is_member(name)

    def _asked_names(self) -> Any:
        if self.names is None:
            self._fail(Sentence("{text!r} means nothing here", text=self.text[self.at]))
        return self.names

    def _is_looked_into(self, end: int) -> bool:
        """Whether what was named is asked for something, or is all of the text: then it stands for itself."""
        return self.text[end : end + 1] in (".", "[") or (end >= len(self.text) and len(self.operators) == 1)

    def _is_said_of_each(self) -> bool:
        """Whether in these braces stands a set: members for names, or with commas and no slash."""
        return self.names is not None and bool(re.search(r"\bfor\b", self.text[self.at : self._end(self.at)]))

    def _end(self, opens: int) -> int:
        """Return the place behind the bracket that closes the one at a place."""
        depth, closed = 0, {"(": ")", "[": "]", "{": "}"}
        for found in _pattern(r""""[^"]*"|'[^']*'|[][(){}]""").finditer(self.text, opens):
            depth += (found.group() in closed) - (found.group() in closed.values())
            if not depth:
                return found.end()
        return self._fail(Sentence("this {kind} is not closed", kind=self.text[opens]), opens + 1)

    def _begins_name(self) -> bool:
        """Whether a name begins here that is not the notation's own, or a text in quotation marks."""
        found = _pattern(_NAME).match(self.text, self.at)
        if found is None:
            return self.text[self.at] in "\"'"
        downs = _pattern(_DOWN).match(found.group())
        word = found.group()[downs.end() :] if downs else found.group()
        function = {word.lower(), found.group().lower()} & {*_KNOWN} and self.text.startswith(
            "(", self._blank(found.end())
        )
        return bool(word) and not function

    def _named(self, names: Names) -> None:
        """Read a name, or a text in quotation marks."""
        self._factor_or_start()
        with self._placing():
            value, length = names(self.text, self.at)
            if self.algebra.wide and not self._is_looked_into(self._blank(self.at + length)):
                value = self._asked_names().operand(value)
        self._push(value, CLOSED, length)

    def _mark(self, mark: str) -> None:
        """Read a sign, a comma or a bracket."""
        if mark in "+-":
            self._sign(mark)
        elif mark in "({":
            self._factor_or_start()
            self._open(mark, 1)
        elif mark in ")}":
            self._close(mark)
        elif mark == ",":
            self._comma()
        elif mark == ":":
            self._ordinal()
        else:
            self._times(mark)

    def _number(self, word: str) -> None:
        if self.kind is not None:
            self._missing_sign()
        numerator, slash, below = word.partition("/")
        after, binds = _POINT if below.strip() else _DIVISOR, self.operators[-1].binds
        if self.algebra.wide and slash and (binds >= PRODUCT or _pattern(after).match(self.text, self.at + len(word))):
            word = numerator.rstrip()  # x/3/4 is (x/3)/4, and what stands behind 3/4 is asked of 4
        self._push(self._exact(self._fraction(word)), CLOSED if binds >= RAISED else NUMBER, len(word))
        self.integer = None if "/" in word or binds >= RAISED else int(word)

    def _exact(self, fraction: Fraction) -> Any:
        if fraction.denominator & (fraction.denominator - 1):
            from grundy.values.surreal import Transfinite

            return Transfinite(fraction)
        return Value(fraction)

    def _fraction(self, word: str) -> Fraction:
        numerator, slash, denominator = re.sub(r"\s", "", word).partition("/")
        if max(len(numerator), len(denominator)) > DIGITS:
            raise TooLarge("a number has more than {digits} digits", digits=DIGITS)
        if slash and not denominator:
            self._fail(Sentence("a number is missing after /"), self.at + len(word) + 1)
        if slash and not int(denominator):
            self._fail(Sentence("a fraction over 0"))
        exact = Fraction(int(numerator), int(denominator or 1))
        if exact.denominator & (exact.denominator - 1) and not self.algebra.wide:
            self._fail(Sentence("{exact} is not a dyadic fraction: its denominator is not a power of two", exact=exact))
        return exact

    def _infinitesimal(self, name: str, word: str) -> None:
        """Read ups, a power of up or a nimber."""
        digits = re.sub(r"[^0-9]", "", word)
        if len(digits) > DIGITS:
            raise TooLarge("a number has more than {digits} digits", digits=DIGITS)
        if name == "star":
            self._together(STAR)
            self._push(nimber(int(digits or 1)), STAR, len(word))
        elif name == "power":
            self._together(POWER)
            self._push(self._power(word, int(digits)), POWER, len(word))
        else:
            if self.kind == NUMBER and _pattern(_POWER).match(self.text, self.at):
                self._fail(
                    Sentence(
                        "read as a power by some and as ups by others: write 2 + ^3 for the sum, 2^ - 1 "
                        "for the difference"
                    )
                )
            self._together(UPS)
            self._push(self._ups(word, digits), UPS, len(word))

    def _ups(self, word: str, digits: str) -> Value:
        arrows = word[: len(word) - len(digits)]
        if digits and (len(arrows) > 1 or arrows in "⇑⇓"):
            self._fail(Sentence("{word} is ambiguous: write ^3 for three ups, ^^^ + 3 for a sum", word=word))
        count = int(digits) if digits else len(arrows) * (2 if arrows in "⇑⇓" else 1)
        return up(count if arrows[0] in "^↑⇑" else -count)

    def _power(self, word: str, n: int) -> Value:
        """Return ``^<n>`` = {0 | * - (^<1> + … + ^<n-1>)}, or the sum ``^[n]`` of those up to n, which is {^[n-1] | *}."""
        if not n:
            self._fail(Sentence("{word} must be at least 1", word=word[1:]))
        if n > POWERS:
            raise TooLarge("the powers of up go to {powers} here, not {n}", powers=POWERS, n=n)
        sums = Value(0)
        for _turn in range(n - (word[1] == "<")):
            sums = game([sums], [nimber()])
        made = game([0], [nimber() - sums]) if word[1] == "<" else sums
        return made if word[0] in "^↑" else -made

    # ---- signs

    def _sign(self, sign: str) -> None:
        if self.kind is not None:
            self._reduce(SUM)
            self._wait(sign, SUM)
        elif sign == "-":
            self._prefix("neg")
        else:
            self.at += 1

    def _switch(self, length: int) -> None:
        """Read ±; after a value it is a sum with it, and since ±x is its own negative no sign before matters."""
        if self.kind is not None:
            self._reduce(SUM)
            self._wait("+", SUM, 0)
        self._prefix("±", length)

    def _prefix(self, kind: str, length: int = 1) -> None:
        """Note a sign before a value, which binds tighter than a factor, a divisor or a power that it stands behind."""
        before = self.operators[-1].binds
        self._wait(kind, SIGN if before < ORDINAL else before + 0.5, length)

    def _times(self, mark: str) -> None:
        around = self.text[self.at - 1 : self.at] + self.text[self.at + 1 : self.at + 2]
        if mark == "." and re.fullmatch("[0-9]{2}", around):
            self._fail(Sentence("a decimal point: write a fraction such as 1/2, or · for a product"))
        asked = _pattern(_ASKED).match(self.text, self.at)
        if asked and asked[1].lower() in _KNOWN:
            self._fail(Sentence("{name} is a function: write .{name}(), or {name}(…) around the value", name=asked[1]))
        if self.integer is None and asked:
            listed = ", ".join(functions())
            self._fail(Sentence(".{name} is not a question; there are {listed}", name=asked[1], listed=listed))
        if self.integer is None:
            self._fail(Sentence("before {mark} there must be an integer", mark=mark))
        if self.algebra.wide and self.operators[-1].binds >= PRODUCT and self.operators[-1].kind != "·":
            self._wait_for_product(1)  # x/2·y goes from left to right
        else:
            self._product(self.integer)
            self.at += 1

    def _star_product(self) -> None:
        """Read a star between a number and what it can only multiply; a star between two numbers is ambiguous."""
        after = self.text[self._blank(self.at + 1)]
        if after.isdigit():
            self._fail(
                Sentence("read as a product by some and as a nimber by others: write 2·3 for 6, 2 + *3 for the sum")
            )
        self._times("*")

    def _ordinal(self) -> None:
        if self.kind is None:
            self._fail(Sentence("a value is missing before :"))
        self._reduce(ORDINAL)
        self._wait(":", ORDINAL)

    def _call(self, word: str) -> None:
        """Open the brackets after a name."""
        name = word.strip(". (\t\n").lower()
        if name not in _KNOWN:
            self._fail(Sentence("{name}( is unknown; there are {names}", name=name, names=", ".join(_KNOWN)))
        self._open(name + "(", len(word))

    def _method(self, word: str) -> None:
        """Read ``.name(`` after a value, which is the first of the values in the brackets."""
        if self.kind is None:
            self._fail(Sentence("a value is missing before {mark}", mark="."))
        first = self._own(self._atom())
        self._call(word)
        self.operators[-1].sides[0].append(first)

    def _factor_or_start(self) -> None:
        """See to it that a bracket may open here: where a value is expected, or after an integer, as a product."""
        if self.kind is None:
            return
        if self.integer is None:
            self._missing_sign()
        if self.operators[-1].kind in ("/", "%"):
            self._fail(Sentence("read as x/(2·y) by some and as (x/2)·y by others: write brackets"))
        self._product(self.integer)

    def _product(self, times: int) -> None:
        self.values.pop()
        self._wait("·", PRODUCT, 0)
        self.operators[-1].times = times

    def _together(self, kind: int) -> None:
        """See to it that an atom may stand here: where a value is expected, or together with what it is added to."""
        if self.kind is None:
            return
        if self.kind >= kind:
            self._missing_sign()
        mixed = self.kind == NUMBER and self.operators[-1].kind == "neg"
        if mixed:
            # -1^ is (-1) + ^, as it is written
            self.values.append(self._applied(self.operators.pop(), self.values.pop()))
        done = self._reduce(TOGETHER)
        self._wait("+", TOGETHER, 0)
        self.operators[-1].mixed = mixed or any(one.kind != "+" or one.mixed for one in done)

    def _missing_sign(self) -> NoReturn:
        self._fail(Sentence("a sign such as + is missing between two values (a product is written 3·x)"))

    def _is_said(self, at: int) -> bool:
        """Whether in the brackets at a place stands what is no sum."""
        return self.names is not None and self.depth < SAID and bool(self._asked_names().is_said(self.text, at))

    def _wait(self, kind: str, binds: float, length: int = 1) -> None:
        """Note an operator, after which a value is expected."""
        self.operators.append(_Operator(kind, binds, self.at + 1))
        self.kind = self.integer = None
        self.at += length

    def _push(self, value: Any, kind: int, length: int) -> None:
        self.values.append(value)
        self.kind, self.integer = kind, None
        self.at += length

    def _reduce(self, binds: float) -> list[_Operator]:
        """Apply the operators that bind at least so tight, and return them."""
        done: list[_Operator] = []
        while self.operators[-1].binds >= binds:
            operator, value = self.operators.pop(), self.values.pop()
            done.append(operator)
            try:
                self.values.append(self._applied(operator, value))
            except TooLarge:
                raise
            except GrundyError as error:
                if not self.algebra.wide or _is_placed(error):
                    raise
                self._fail(error.said, operator.column)
            except (TypeError, AttributeError):
                if not self.algebra.wide:
                    raise
                self._fail(Sentence("these have no sum, no product and no negative here"), operator.column)
        return done

    def _applied(self, operator: _Operator, value: Any) -> Any:
        """Return what an operator makes of the value after it."""
        others = [] if operator.kind in ("neg", "±", "*", "·") else self.values[-1:]
        if any(isinstance(one, bool) for one in (value, *others)):
            raise TypeError  # to Python yes is 1
        if operator.kind in ("+", "-", ":", "&", "upsum", "downsum"):
            return self._joined(operator, self.values.pop(), value)
        if operator.kind == "×":
            return _multiplied(self._own(self.values.pop()), self._own(value))
        if operator.kind == "/":
            return divided(self._own(self.values.pop()), self._own(value))
        if operator.kind == "**":
            return _raised(self._own(self.values.pop()), self._own(value))
        if operator.kind == "%":
            return remainder(self._own(self.values.pop()), self._own(value))
        if operator.kind == "*":
            return _ordinal_nimber(self._own(value))
        if operator.kind == "neg":
            return -value if isinstance(value, Value) else -self._own(value)  # of what is canonical it is canonical
        if operator.kind == "±":
            return self.algebra.switch(*value) if isinstance(value, tuple) else self.algebra.switch(self._own(value))
        return operator.times * self._own(value)

    def _joined(self, operator: _Operator, one: Any, other: Any) -> Any:
        """Apply an operator between two; what stands together is a sum of values as long as it is values."""
        if isinstance(one, tuple) and not self.algebra.wide:  # the options of a switch that this binds tighter than
            self._fail(Sentence("these braces have no slash |"), operator.column)
        if operator.binds != TOGETHER or not (isinstance(one, Value) and isinstance(other, Value)):
            one, other = self._own(one), self._own(other)
        if operator.kind == "&":
            return self._asked(reading.sides, one, other)
        if operator.kind in _LOOPY:
            return self._asked(_LOOPY[operator.kind][1], one, other)
        if operator.kind == ":":
            return self.algebra.ordinal_sum(self._own(one), self._own(other))
        if self.algebra.wide and self.names is not None:
            one, other = self._asked_names().paired(one, other)
        return one + other if operator.kind == "+" else one - other

    def _own(self, value: Any) -> Any:
        if isinstance(value, Value):
            return self.algebra.of(value)
        return self.names.operand(value) if self.algebra.wide and self.names is not None else value  # type: ignore[attr-defined]

    # ---- brackets

    def _open(self, kind: str, length: int) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooLarge("more than {deepest} brackets are open at once", deepest=DEEPEST)
        self._wait(kind, 0, length)

    def _finish(self) -> _Operator:
        """End the option that is being read, if any, and return the bracket that it is in."""
        if self.kind is None and self.operators[-1].binds:
            self._fail(Sentence("a value is missing"))
        self._reduce(SIDES)
        bracket = self.operators[-1]
        if self.kind is not None:
            bracket.sides[-1].append(self._own(self.values.pop()))
        elif bracket.comma:
            self._fail(Sentence("an option is missing after the comma"))
        bracket.comma = False
        self.kind = self.integer = None
        return bracket

    def _comma(self) -> None:
        if self.kind is None:
            self._fail(Sentence("an option is missing before the comma"))
        bracket = self._finish()
        if not bracket.kind:
            self._fail(Sentence("a comma belongs in braces, or in the brackets of +-(a,b)"))
        bracket.comma = True
        self.at += 1

    def _bars(self, count: int) -> None:
        bracket = self._finish()
        if bracket.kind != "{":
            self._fail(Sentence("a slash belongs in braces"))
        bracket.bars.append((count, self.at + 1))
        bracket.sides.append([])
        self.at += count

    def _close(self, mark: str) -> None:
        bracket = self._finish()
        if (mark == "}") != (bracket.kind == "{") or not bracket.kind:
            within = (
                _(", the {kind} of column {column} is still open").format(kind=bracket.kind[-1], column=bracket.column)
                if bracket.kind
                else ""
            )
            self._fail(Sentence("this {mark} closes no open bracket{within}", mark=mark, within=within))
        self.operators.pop()
        self.depth -= 1
        value = self._folded(bracket) if bracket.bars else self._listed(bracket, bracket.sides[0])
        if bracket.label:
            value = reading.closed(value, bracket.label)
        self._push(value, CLOSED, 1)

    def _listed(self, bracket: _Operator, options: list[Any]) -> Any:
        """Return the value of a bracket without slashes."""
        if bracket.kind[:-1]:
            return self._called(bracket.kind[:-1], options)
        if not options and bracket.kind == "{" and self.algebra.wide and self.names is not None:
            return self._asked_names().distinct([])
        if not options:
            self._fail(
                _("{|} is zero; {} means nothing") if bracket.kind == "{" else _("a value is missing in the brackets")
            )
        if self.operators[-1].kind == "±" and (bracket.kind == "{" or len(options) > 1):
            return tuple(options)
        if (
            bracket.kind == "{"
            and self.algebra.wide
            and not (bracket.label or any(isinstance(one, reading.Open) for one in options))
        ):
            return self._asked_names().distinct(options)
        if bracket.kind == "{":
            self._fail(Sentence("these braces have no slash |"), bracket.column)
        if len(options) > 1:
            self._fail(Sentence("only +-(a,b) has several values in brackets"), bracket.column)
        return options[0]

    def _called(self, name: str, values: list[Any]) -> Any:
        if self.names is not None and not all(isinstance(one, Value) or reading.is_loopy(one) for one in values):
            return self._asked(self._asked_names().of, name, values)
        own: list[Any] = [self.algebra.value(one) for one in values]
        is_short = all(isinstance(one, Value) for one in own)
        count, function = _CALLS[name] if name in _CALLS and (is_short or name not in _LOOPY) else _LOOPY[name]
        if len(values) != count:
            self._fail(Sentence("{name} takes {count} values, not {given}", name=name, count=count, given=len(values)))
        if name not in _LOOPY and not is_short:
            self._fail(Sentence("{name} is of short values: play of this one may be endless", name=name))
        return self._asked(function, *own)

    def _asked(self, function: Callable[..., Any], *values: Any) -> Any:
        try:
            for value in values:
                if isinstance(value, reading.Open):
                    value.refuse()
            return function(*values)
        except TooLarge:
            raise
        except GrundyError as error:
            self._fail(error.said)

    def _folded(self, bracket: _Operator) -> Any:
        """Return the game in braces: the fewer slashes, the tighter they bind."""
        waiting: list[tuple[list[Any], int, int]] = []
        for side, (count, column) in zip(bracket.sides, bracket.bars, strict=False):
            folded = self._fold(waiting, side, count)
            if waiting and waiting[-1][1] == count:
                self._fail(
                    Sentence(
                        "a second {count} in these braces: write || for the outer one, or braces", count="|" * count
                    ),
                    column,
                )
            waiting.append((folded, count, column))
        return self._fold(waiting, bracket.sides[-1], len(self.text))[0]

    def _fold(self, waiting: list[tuple[list[Any], int, int]], side: list[Any], count: int) -> list[Any]:
        """Return what stands left of so many slashes as one side, given what waits for it."""
        while waiting and waiting[-1][1] < count:
            left, slashes, column = waiting.pop()
            if slashes > 1 and not left and not side:
                self._fail(Sentence("nothing on either side: zero is {|}"), column)
            side = [self.algebra.game(self._options(left), self._options(side))]
        return side

    def _options(self, side: list[Any]) -> list[Any]:
        """Return the options of a side, where a list or a set stands for its items."""
        return self._asked_names().options(side) if self.algebra.wide and self.names is not None else side

    def _blank(self, at: int) -> int:
        found = _pattern(_BLANK).match(self.text, at)
        return found.end() if found else at

    @contextmanager
    def _placing(self) -> Generator[None]:
        """Name the column in an error that says none yet."""
        try:
            yield
        except TooLarge:
            raise
        except GrundyError as error:
            if _is_placed(error):
                raise
            self._fail(error.said)

    def _fail(self, problem: str | Sentence, column: int | None = None) -> NoReturn:
        at = self.at + 1 if column is None else column
        raise GrundyError("column {at}: {problem}", at=at, problem=problem)


def _is_placed(error: GrundyError) -> bool:
    """Whether an error of an expression within this one says its column already."""
    return str(error.said).startswith(str(_PLACED).partition("{")[0])


_PLACED = "column {at}: {problem}"


def _multiplied(one: Any, other: Any) -> Any:
    """Return a product of two values: of numbers, of transfinite values, or so many copies."""
    if isinstance(one, Value) and isinstance(other, Value):
        a, b = one.number, other.number
        if a is not None and b is not None:
            return Value(a * b)
        count, copied = (a, other) if a is not None else (b, one)
        if count is None or count.denominator > 1:
            raise GrundyError(
                "a product is of numbers, or by an integer: of others there are norton(G,U) and conway(G,H)"
            )
        return int(count) * copied
    return one * other


def _number(value: Any) -> Any:
    """Return a number as one that may be infinite."""
    from grundy.values.surreal import Transfinite

    return Transfinite.of(value)


def divided(one: Any, other: Any) -> Any:
    """Return the quotient of two numbers."""
    from grundy.values.infinite import Infinite

    if isinstance(other, Infinite):
        return one / other if isinstance(one, Infinite) else other.__rtruediv__(one)
    return _number(one) / other


def remainder(one: Any, other: Any) -> Any:
    """Return what is left of a number by a division with an integer result; GrundyError of what is no number, or by 0.

    >>> remainder(Value(13), Value(4)), remainder(Value("19/64"), Value("1/4"))
    (Value('1'), Value('3/64'))
    """
    above, below = _number(one), _number(other)
    a, b = above.number.finite, below.number.finite
    if a is None or b is None or above.nimber or below.nimber:
        raise GrundyError("a remainder is of two numbers that are finite, such as 13 % 4")
    if not b:
        raise GrundyError("remainder by 0")
    return type(above)(a % b).settled()


def _raised(one: Any, exponent: Any) -> Any:
    """Return a power of a number that a name or brackets stand for; of 2 it is refused, where ^3 are ups."""
    base, times = _number(one), _number(exponent)
    if base.nimber or times.nimber:
        raise GrundyError(
            "only numbers have powers, and {one} is not one: use .pow(n) or .nim_power(n)",
            one=base if base.nimber else times,
        )
    return type(base)(base.number**times.number).settled()


def _ordinal_nimber(value: Any) -> Any:
    """Return the nimber of an ordinal."""
    one = _number(value)
    if one.nimber:
        raise GrundyError("only an ordinal gives a nimber, and {one} is not one", one=one)
    return type(one)(0, one.number).settled()
