"""The words of a position: what the shell and the pages read, and what is printed so that they read it back.

``nim 5 3`` is a game and its arguments; as it is printed, ``nim(5, 3)``, it is read too, and so are the printed arguments
behind a name, ``nim 5, 3``. ``name=value`` is a parameter, and ``+`` stands between the parts of a sum, of which some may be
values, ``1/2``, ``^*``. ``impartial`` before a partisan game is its impartial version, ``dicotic`` its dicotic one.
"""

from __future__ import annotations

import ast
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple, cast

from grundy.common.errors import GrundyError, PositionError
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset, frozen

Find = Callable[[str], Ruleset | Position]
"""Where a name becomes a game: that is for a face to say."""
_INTEGER = r"[+-]?[0-9]+(_[0-9]+)*"
_SCIENTIFIC = r"([+-]?[0-9]+)(?:\.([0-9]+))?[eE]\+?([0-9]+)"
_POWER = r"([0-9]+)(?:\^|\*\*)([0-9]+)"
DIGITS = 10**6
"""A number in powers has at most so many."""
_PARAMETER = r"(?s:([A-Za-z_][A-Za-z0-9_-]*)=(?!=)(.*))"
_ODD = r"""[][(){},'"=]|^\+$|^\s|\s$| \+ """
"""What a text cannot hold that is written without quotation marks."""
_GOES_ON = {
    "all-but": r"[-{},0-9 ]+",
    "split": r"[0-9]+(-[0-9]+)?",
    "digits": r"[0-9]+;?|;",
    "unequal": r"\S?\..*|\{.*",
}
"""What the words of a code look like that follow its first one."""
_DIVISION = r"[0-9]+:[0-9]+"
_POINTED = r"[0-9A-Va-v]?!?\.[0-9A-Va-v()\[\]!]*"
_VALUE = r"[-−+0-9^*↑↓⇑⇓±∗⋆★({]"
"""What a value begins with, and no game does."""
VERSIONS = ("impartial", "dicotic")
"""What stands before a partisan game of which a version is meant."""
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_NUMBER = r"[+-]?[0-9]+(?:(?:\.[0-9]+)?[eE]\+?[0-9]+|(?:\^|\*\*)[0-9]+)?"
_PLAIN = rf"""{_NUMBER}|"[^"]*"|'[^']*'"""
_CLOSE = rf"(?:{_PLAIN})(?:,(?:[A-Za-z_]\w*=)?(?:{_PLAIN}))+"
"""Numbers and texts with commas between them and no blanks, as one types them: no printed word looks so."""
_EACH = rf"[A-Za-z_]\w*=(?:{_PLAIN})(?:,{_NUMBER})*|{_PLAIN}"


class Named(NamedTuple):
    """A game that was named, its parameters, the words that were neither, and the word that named it."""

    game: Ruleset | Position
    params: dict[str, Any]
    words: list[str]
    word: str = ""

    @property
    def rules(self) -> Ruleset:
        """The ruleset with its parameters; GrundyError where a position was named."""
        if isinstance(self.game, Position):
            raise GrundyError("a game is expected here, and {game} is a position", game=self.game)
        return self.game.bind(**self.params)

    @property
    def position(self) -> Position:
        """The position that the words stand for; PositionError says how it may have been meant."""
        if isinstance(self.game, Position):
            return self.game
        try:
            return self._made(self.words)
        except PositionError as problem:
            from grundy.rules.text.nearest import nearest  # only a mistake needs it

            meant = None if "meant" in problem.said.data else nearest(self.words, self._read, integer)
            if meant is None:
                raise
            raise PositionError("{problem}: did you mean {meant}?", problem=problem, meant=meant) from None

    @property
    def start(self) -> Position:
        """The position, or the start of the size or the name that the words are; PositionError names the nearest."""
        if isinstance(self.game, Position):
            return self.game
        if all(integer(word) is not None for word in self.words) and not (
            len(self.words) == 2 and self.game.takes_sizes
        ):
            return self.position
        from grundy.rules.text import starts  # numbers are never the name of a start

        name = starts.declared(self.game, self.words)
        if name is not None:
            return _declared(self.game, name, self.params)
        try:
            return starts.of_size(self.game, self.words, self.params) or self.position
        except PositionError as problem:
            raise starts.unknown(self.game, self.words, problem, self.params) from None

    @property
    def soon(self) -> Position:
        """The start that the words name; where there are none, one that is solved at once, if the usual one is not."""
        if isinstance(self.game, Position) or self.words or self.params or self.game.begins is None:
            return self.usual
        return start(self.game, (self.game.begins.example,), {})

    @property
    def usual(self) -> Position:
        """The start that the words name; where there are none, the usual one.

        Of a game that declares none it is the position that needs no words, if play goes on there; PositionError with two
        examples where that is none.
        """
        if isinstance(self.game, Position) or self.words:
            return self.start
        if self.game.begins is not None:
            return start(self.game, (), self.params)
        with suppress(PositionError):
            empty = self.start
            if any(True for _option in empty.options()):
                return empty
        from grundy.rules.text import starts  # only a mistake needs it

        raise starts.missing(self.game.bind(**self.params), self.word)

    def _read(self, words: Iterable[str]) -> Position:
        """Return what other words are: a size is a start of the game, if it has that."""
        from grundy.rules.text import starts  # as above

        assert isinstance(self.game, Ruleset)
        return starts.of_size(self.game, words := [*words], self.params) or self._made(words)

    def _made(self, words: Iterable[str]) -> Position:
        assert isinstance(self.game, Ruleset)
        if not self.game.takes_a_tuple:
            return self.game(*map(argument, words), **self.params)
        given = [parameter(word) for word in words]
        if len(given) > 1 and all(type(each) is int for each in given):
            word = ",".join(map(str, given))
            raise self.game.no_position("{name} takes its numbers as one word: {word}", word=word)
        return self.game(*given, **self.params)


# ---- one word


def integer(word: str) -> int | None:
    """Return the integer that a word is, also one in powers; None of other words.

    >>> integer("-1_000"), integer("1e18") == integer("10^18") == integer("10**18") == 10**18, integer("1.5e1")
    (-1000, True, 15)
    >>> integer("1.5"), integer("1e-1"), integer("2^99999999999")
    (None, None, None)
    """
    if re.fullmatch(_INTEGER, word):
        try:
            return int(word)
        except ValueError:  # Python by itself reads no integers of more digits
            most = sys.get_int_max_str_digits()
            raise PositionError("a number has more than {digits} digits", digits=most) from None
    if found := re.fullmatch(_SCIENTIFIC, word):
        part = (found[2] or "").rstrip("0")
        exponent = int(found[3][:9])
        return int(found[1] + part) * 10 ** (exponent - len(part)) if len(part) <= exponent <= DIGITS else None
    if found := re.fullmatch(_POWER, word):
        base, exponent = int(found[1]), int(found[2][:9])
        return base**exponent if len(found[1]) * exponent <= DIGITS else None
    return None


def argument(word: str) -> Any:
    """Return the value of a word of a position: an integer, a tuple in brackets, a text in quotation marks, else text.

    >>> argument("-12"), argument("(1, [2, 3])"), argument("X..X"), argument("'12'")
    (-12, (1, (2, 3)), 'X..X', '12')
    """
    if (number := integer(word)) is not None:
        return number
    if word[:1] + word[-1:] in ("()", "[]", "''", '""') or word in ("True", "False", "None"):
        try:
            from grundy.common.threads import parsed

            return frozen(ast.literal_eval(parsed(word, "eval")))
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            return word
    return word


def atom(value: Any) -> str:
    """Return the word of a value, which `argument` reads back where it is made of integers, texts and tuples.

    >>> atom(-12), atom((1, (2, 3))), atom("X..X"), atom("12")
    ('-12', '(1, (2, 3))', 'X..X', "'12'")
    """
    if isinstance(value, str) and (re.search(_ODD, value) or argument(value) != value or not value):
        return repr(value)
    return str(value)


def parameter(word: str) -> Any:
    """Return the value of a parameter: as `argument`, and integers with commas between them are a tuple.

    >>> parameter("4"), parameter("1,3,4"), parameter("5,"), parameter("knight")
    (4, (1, 3, 4), (5,), 'knight')
    """
    parts = word.removesuffix(",").split(",")
    numbers = [integer(part.strip()) for part in parts]
    if "," in word and None not in numbers:
        return tuple(numbers)
    return argument(word)


def setting(name: str, value: Any) -> str:
    """Return the word of a parameter, which `parameter` reads back.

    >>> setting("m", 4), setting("s", (1, 3, 4)), setting("s", (5,)), setting("s", ())
    ('m=4', 's=1,3,4', 's=5,', 's=()')
    """
    if value and isinstance(value, tuple) and all(type(item) is int for item in value):
        return f"{name}={','.join(map(str, value))}{',' * (len(value) == 1)}"
    return f"{name}={atom(value)}"


# ---- many words


def apart(text: str, sign: str) -> list[str]:
    """Return the pieces of a text between signs that stand in no brackets and no quotation marks.

    >>> apart("5, (1, 2), s='a, b'", ", "), apart("nim(1) + '+'", " + ")
    (['5', '(1, 2)', "s='a, b'"], ['nim(1)', "'+'"])
    """
    pieces, start = list[str](), 0
    for i in _outside(text):
        if i >= start and text.startswith(sign, i):
            pieces.append(text[start:i])
            start = i + len(sign)
    return [*pieces, text[start:]]


def called(text: str) -> list[str] | None:
    """Return the words of a position as it is printed; None for a text that is not of this form.

    >>> called("bash(10, m=4)"), called("4.(3)(5)"), called("nim()"), called("nim 5"), called("nim(3,5)")
    (['bash', '10', 'm=4'], ['4.(3)', '5'], ['nim'], None, ['nim', '3', '5'])
    """
    start = max((i for i in _outside(text) if text[i] == "("), default=0) if text.endswith(")") else 0
    if not start or text[start - 1] in " =,({[":
        return None
    each = _listed(text[start + 1 : -1])
    return [
        text[:start],
        *(own for word in each for own in (re.findall(_EACH, word) if re.fullmatch(_CLOSE, word) else [word])),
    ]


def after_bracket(text: str, opens: int) -> int:
    """Return the place after the bracket that closes the one at a place, or 0.

    >>> after_bracket("f((1, 2), ')') + 3", 1), after_bracket("f((1, 2)", 1)
    (14, 0)
    """
    return opens + next(islice(_outside(text[opens:] + " "), 1, None), -opens)


def split(text: str) -> list[str]:
    """Return the words of a text as a shell does; a part of a sum in its printed form is one word.

    >>> split("domineering '..|.#' + nim(5, 3)")
    ['domineering', '..|.#', '+', 'nim(5, 3)']
    """
    words: list[str] = []
    for part in apart(text.strip(), " + "):
        words += [*["+"] * bool(words), *([part] if called(part) else _shelled(part))]
    return words


def start(game: Ruleset, size: Sequence[int | str], params: dict[str, Any]) -> Position:
    """Return the usual start of a game, that of some numbers, or that of words (see `Ruleset.start`)."""
    if not size and game.begins is None:
        raise game.no_position("{name} declares no start: give the position to start from")
    if size and all(isinstance(part, int) for part in size):
        from grundy.rules.text.starts import sized

        numbers = tuple(int(part) for part in size)
        return sized(game, numbers, params) or game(*numbers, **params)
    usual = game.begins.usual if game.begins and not size else ""
    if usual and game.bound:
        with suppress(PositionError):  # of other parameters than a text of the usual start tells
            return _declared(game, usual, game.bound | params)
    return _declared(game, usual or " ".join(map(str, size)), params)


def _declared(game: Ruleset, label: str, params: dict[str, Any]) -> Position:
    """Return the start of some words, with parameters that replace those of the words."""
    found = named([game.name, *split(label)], lambda name: game)
    return found._replace(params=found.params | params).start


def position(
    words: list[str],
    find: Find,
    *,
    sizes: bool = False,
    begin: bool = False,
    soon: bool = False,
    begun: Callable[[Position], None] = lambda _start: None,
) -> Position:
    """Return the position that words stand for; ``+`` between games adds them.

    ``sizes``: a board of no pieces may stand for all boards of its size; ``begin``: a name alone is the game's usual start,
    or with ``soon`` one that is solved at once, with which ``begun`` is called; ``nim()`` is of no heaps, and stays so.

    >>> from grundy.games import load
    >>> print(position(["nim", "5", "3", "+", "bash(7, m=4)"], load))
    nim(5, 3) + bash(7, m=4)
    """
    parts = _split_at_plus(words)
    each = [_term(part, find, alone=len(parts) < 2) for part in parts]
    bare = [begin and not one.words and called(" ".join(part)) is None for one, part in zip(each, parts, strict=True)]
    first, *others = [
        (one.soon if soon else one.usual) if alone else _written(one, sizes, begin)
        for one, alone in zip(each, bare, strict=True)
    ]
    for one, alone, place in zip(each, bare, (first, *others), strict=True):
        if (
            alone
            and not isinstance(one.game, Position)
            and one.params.keys() <= one.game.params.keys() | one.game.required
        ):
            begun(place)
    if not others:
        return first
    from grundy.rules.sums import disjunctive

    return disjunctive(first, *others)


def _written(one: Named, sizes: bool, begin: bool) -> Position:
    """Return what is written of a position; of ``bash(m=4)``, which says none, the usual start where one may ``begin``."""
    try:
        return one.position if sizes else one.start
    except GrundyError:
        if one.words or not begin:
            raise
    return one.usual


def _term(words: list[str], find: Find, *, alone: bool) -> Named:
    """Return what the words of one term of a sum name; a value that stands ``alone`` is written ``value(1/2)``."""
    text = " ".join(words)
    if words[:1] == ["value"] or (text.startswith("value(") and text.endswith(")")):
        return _value(" ".join(words[1:]) or text[6:-1])
    if re.match("-[A-Za-z]", text):
        with suppress(GrundyError):
            return Named(-named(_uncalled([words[0][1:], *words[1:]]), find).start, {}, [])
    try:
        return named(_uncalled(words), find)
    except GrundyError as unknown:
        if alone:
            raise
        try:
            return _value(text)
        except GrundyError as wrong:
            problem = wrong if re.match(_VALUE, text) else unknown
        raise problem from None


def _value(text: str) -> Named:
    """Return the position that a value is."""
    from grundy.rules.algebra import as_position  # most positions need no values
    from grundy.values import notation

    found = as_position(notation.parse(text))
    assert found is not None
    return Named(found, {}, [])


def version(name: str, game: Ruleset | Position) -> Ruleset | Position:
    """Return a version of a game, or of a position; an impartial game is its own impartial one."""
    from grundy.rules.partisan import PartisanRuleset, dicotic, impartial

    rules = game.ruleset if isinstance(game, Position) else game
    if name != "impartial":
        made: Ruleset = dicotic(cast(PartisanRuleset, rules))  # which says so where it is none
    elif isinstance(rules, PartisanRuleset):
        made = impartial(rules)
    else:
        return game
    return Position(made, game.state) if isinstance(game, Position) else made


def rules(words: list[str], find: Find) -> Ruleset:
    """Return the ruleset that words stand for: a game and its parameters, and nothing else."""
    found = named(words, find)
    if found.words:
        raise GrundyError(
            "only a game and its parameters are expected here, and {words!r} is neither", words=found.words[0]
        )
    return found.rules


def games(words: list[str], find: Find) -> list[Ruleset]:
    """Return the rulesets of several games, one after the other, each with its parameters."""
    parts: list[list[str]] = []
    for word in joined(words):
        if parts and re.fullmatch(_PARAMETER, word):
            parts[-1].append(word)
        else:
            parts.append(word.split() if re.fullmatch(_PARAMETER, word.split(" ")[-1]) else [word])
    return [rules(part, find) for part in parts]


def named(words: list[str], find: Find) -> Named:
    """Return the game that the first word names, its parameters, and the words between them.

    >>> from grundy.games import load
    >>> named(["nim", "10,", "3"], load).words, named(["bash", "10, m=4"], load).params
    (['10', '3'], {'m': 4})
    """
    if not words:
        raise GrundyError("name a game: `grundy games` lists the catalogue; rules.py:name is one of your own")
    first, *others = words
    if first in VERSIONS and others:
        found = named(_uncalled(others), find)
        return found._replace(game=version(first, found.game), word=f"{first} {found.word}")
    before, blank, game_itself = first.partition(" ")
    if before in VERSIONS and blank:
        return named([before, game_itself, *others], find)
    game = find(first)
    params: dict[str, Any] = {}
    rest: list[str] = []
    for word in (piece for other in others for piece in _listed(other) or [other]):
        match = re.fullmatch(_PARAMETER, word)
        if match is None:
            rest.append(word)
            continue
        name = match[1].replace("-", "_")
        if name in params:
            raise GrundyError("{name} is given twice", name=name)
        params[name] = parameter(match[2])
    if isinstance(game, Position):
        if others:
            raise GrundyError("{words} is already a position, so only + can follow it", words=first)
        return Named(game, {}, [])
    return Named(game, params, rest, first)


def joined(words: list[str]) -> list[str]:
    """Return the words with those that make a code together as one; the shell may have eaten the braces of a set.

    >>> joined(["all-but", "2", "4", "0.3", "2:5", "split", "3", "nim"])
    ['all-but {2 4}', '0.3 2:5', 'split 3', 'nim']
    """
    found: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        code = [word]
        if word.startswith("{"):
            while rest and "}" not in code[-1]:
                code.append(rest.pop(0))
        elif word in _GOES_ON:
            while rest and re.fullmatch(_GOES_ON[word], rest[0]):
                code.append(rest.pop(0))
        if code[1:] or word.startswith("{") or re.fullmatch(_POINTED, word):
            while rest and re.fullmatch(_DIVISION, rest[0]):
                code.append(rest.pop(0))
        if word == "all-but" and code[1:] and not any("{" in part for part in code):
            code[1:] = ["{" + " ".join(code[1:]) + "}"]
        found.append(" ".join(code))
    return found


# ---- writing


def written(position: Position, names: Mapping[Any, str] = {}, reads: Callable[[str], Position] | None = None) -> str:
    """Return the words of a position as one line for a shell, which `split` and `position` read back.

    ``names`` has names for some rulesets (of files) by their keys. Where ``reads`` is given it is tried on the words, and
    what it does not read as the position is said by the bare arguments; PositionError where these are not read either.

    >>> from grundy.games import load
    >>> written(load("domineering")("..|.#") + load("bash")(10, m=4))
    "domineering '..|.#' + bash 10 m=4"
    """
    from grundy.rules.sums import SumRuleset

    game, state = position.ruleset, position.state
    if type(game) is SumRuleset:
        return " + ".join(written(Position(*part), names, reads) for part in zip(game.parts, state, strict=True))
    name = names.get(game.origin.key, game.name)
    changed = [setting(*pair) for pair in game.changed()]
    for own in (_listed(game.show(state)), list(map(atom, game.arguments(state)))):
        line = shlex.join([name, *("'+'" if word == "+" else word for word in own), *changed])
        if all(re.fullmatch(_PARAMETER, word) for word in own):  # without brackets it would be the usual start
            line = shlex.quote(f"{name}({', '.join([*own, *changed])})")
        if reads is None or _is_read(line, position, reads):
            return line
    raise PositionError("{position} cannot be written so that it is read back", position=position)


def _is_read(line: str, wanted: Position, reads: Callable[[str], Position]) -> bool:
    try:
        return reads(line) == wanted
    except (GrundyError, ValueError, TypeError):
        return False


# ---- pieces


def _outside(text: str) -> Iterator[int]:
    """Iterate over the places of a text in no brackets and no quotation marks, those that open brackets among them."""
    i, waiting = 0, list[str]()
    while i < len(text):
        letter = text[i]
        if letter in "'\"" and (end := text.find(letter, i + 1)) > 0:
            i = end
        elif waiting and letter == waiting[-1]:
            waiting.pop()
        elif not waiting:
            yield i
        if letter in _BRACKETS:
            waiting.append(_BRACKETS[letter])
        i += 1


def _listed(text: str) -> list[str]:
    """Return the words between commas; a word that ends in a comma is the word before it, but for a tuple's."""
    pieces = apart(text, ", ")
    if pieces[1:]:
        pieces = [piece.strip() for piece in pieces]
    if not re.fullmatch(_PARAMETER, pieces[-1]):
        pieces[-1] = pieces[-1].removesuffix(",")
    return [piece for piece in pieces if piece]


def _uncalled(words: list[str]) -> list[str]:
    """Return the words without the brackets that a printed position has."""
    if not words:
        return words
    opens = "(" in words[0] or words[0] in _GOES_ON or words[0].startswith("{") or re.fullmatch(_POINTED, words[0])
    return (called(" ".join(words)) if opens else None) or words


def _shelled(part: str) -> list[str]:
    try:
        return shlex.split(part)
    except ValueError:  # a quotation mark that is alone
        return part.split()


def _split_at_plus(words: list[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for piece in (piece for word in words for piece in _summed(word)):
        if piece == "+":
            parts.append([])
        else:
            parts[-1].append(piece)
    if len(parts) > 1 and [] in parts:
        raise GrundyError("+ stands between two games, but one of them is missing here")
    return parts


def _summed(word: str) -> list[str]:
    """Return a word, or the terms of a printed sum with + between them."""
    first, *others = apart(word, " + ") if " + " in word else [word]
    return [first, *(piece for other in others for piece in ("+", other))]
