"""The form that all certificates have: a JSON object with a kind and a content hash, read strictly; and verdicts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple, NoReturn, TypeAlias

from grundy.common.digest import FORMAT, digest, rules_digest
from grundy.common.errors import GrundyError, Sentence, TooLarge
from grundy.common.errors import said as _

LARGEST_TEXT = 1 << 26
"""The longest certificate that is read, in letters."""
DIGITS = 300
"""A number in a certificate has at most so many digits."""

DEEPEST = 260
"""So deeply lists and objects of a certificate may be nested: two or three of them for each node of a rule."""
_HELD = {int, str, bool, type(None), list, dict}
"""The types of what a certificate holds."""

Progress: TypeAlias = Callable[[int, int], None]
"""Called with what is done and all that is to do."""


class Verdict(NamedTuple):
    """What came of a certificate.

    ``verified``: the claim is proved. ``complete``: nothing is left to be replayed; False where a sample ended before
    anything wrong was found. ``claim`` is what the certificate says, ``reason`` why that is verified or not.
    """

    verified: bool
    complete: bool
    claim: str
    reason: str


class Unproved(Exception):
    """What a certificate says is not so: a sentence with named fields, and what stands in them; it names the place."""

    def __init__(self, sentence: str, /, **data: Any) -> None:
        super().__init__(sentence)
        self.said = Sentence(sentence, **data)

    def __str__(self) -> str:
        return str(self.said)


def verdict(claim: str, proof: Callable[[], str]) -> Verdict:
    """Return the verdict on a claim: that it is proved, for the reason that its proof gives, or is not."""
    try:
        return Verdict(True, True, claim, proof())
    except Unproved as wrong:
        return Verdict(False, True, claim, str(wrong))


def read_certificate(text: str) -> dict[str, Any]:
    """Return the certificate that a JSON text is; GrundyError for what is no JSON object of integers, texts and lists. O(n).

    >>> read_certificate('{"kind": "period", "period": 12}')
    {'kind': 'period', 'period': 12}
    """
    if len(text) > LARGEST_TEXT:
        raise TooLarge("a certificate has at most {most:,} letters here", most=LARGEST_TEXT)
    try:
        read = json.loads(
            text, object_pairs_hook=_object, parse_int=_integer, parse_float=_no_number, parse_constant=_no_number
        )
    except json.JSONDecodeError as error:
        raise GrundyError(
            "this is not JSON: line {line}, column {column}: {reason}",
            line=error.lineno,
            column=error.colno,
            reason=error.msg.lower(),
        ) from None
    except RecursionError:
        raise GrundyError("the lists in this certificate are nested too deeply") from None
    return checked_object(read)


def check_format(fields: dict[str, Any]) -> None:
    """Raise GrundyError for a certificate of another format, with the command that makes it anew."""
    found = fields.get("format", 1)
    if type(found) is int and found == FORMAT:
        return
    raise GrundyError(
        "this certificate has format {found}, but format {own} is read here: make it again with {command}",
        found=shown(found),
        own=FORMAT,
        command=_command(fields),
    )


def _command(fields: dict[str, Any]) -> str:
    """Return the command that makes a certificate, with the names in it where these are plain words."""
    kind, game = fields["kind"], fields.get("code" if fields["kind"] == "period" else "game")
    verbs = {
        "period": "law",
        "periodic law": "law",
        "interval law": "law",
        "sentence": "ask",
        "same law": "same",
        "redundant moves": "redundant",
    }
    verb = verbs.get(kind, "prove" if kind in ("automatic law", "family law", "row law") else "solve")
    plain = isinstance(game, str) and game.replace("-", "").replace(".", "").isalnum() and len(game) <= 60
    position = [] if verb != "solve" else ["POSITION"]
    return " ".join(["grundy", verb, str(game) if plain else "GAME", *position, "--certificate", "FILE"])


def check_hash(fields: dict[str, Any]) -> None:
    """Raise GrundyError unless the content hash is that of all other fields. O(length)."""
    if "hash" not in fields:
        raise GrundyError("the certificate has no field 'hash'")
    if not all({*map(type, layer)} <= _HELD and _named(layer) for layer in _layers(fields)):
        raise GrundyError("a certificate holds integers, texts, lists and objects only")
    own = digest({name: value for name, value in fields.items() if name != "hash"})
    if fields["hash"] != own:
        raise GrundyError("the content hash does not match the certificate: it was changed or cut off")


def _named(layer: list[Any]) -> bool:
    """Return whether the fields of objects have texts as names."""
    return all(isinstance(name, str) for each in layer if isinstance(each, dict) for name in each)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise GrundyError("the certificate has the field {shown} twice", shown=shown(name))
        found[name] = value
    return found


def _integer(digits: str) -> int:
    if len(digits) > DIGITS:
        raise GrundyError(
            "the number {digits}… is too large: those of a certificate have at most {most} digits",
            digits=digits[:20],
            most=DIGITS,
        )
    return int(digits)


def _no_number(text: str) -> NoReturn:
    raise GrundyError("the numbers of a certificate are integers, not {text}", text=text[:40])


def checked_object(read: object) -> dict[str, Any]:
    """Return what was read; GrundyError if it is no object."""
    if not isinstance(read, dict):
        raise GrundyError("a certificate is a JSON object, with its fields between { and }")
    if len([*islice(_layers(read), DEEPEST + 1)]) > DEEPEST:  # they would be followed by calls in calls
        raise GrundyError("the lists in this certificate are nested too deeply")
    return read


def _layers(read: object) -> Iterator[list[Any]]:
    """Iterate over what is nested equally deeply: the whole, what it holds, what these hold."""
    layer = [read]
    while layer:
        yield layer
        layer = [
            inner
            for each in layer
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]


def check_names(fields: dict[str, Any], wanted: Iterable[str], where: str = "the certificate") -> None:
    """Raise GrundyError unless an object has exactly the fields that are wanted."""
    wanted = tuple(wanted)
    for name in wanted:
        if name not in fields:
            raise GrundyError("{where} has no field '{name}'", where=where, name=name)
    for name in fields:
        if name not in wanted:
            raise GrundyError(
                "{where} has a field {shown}, which its kind does not have", where=where, shown=shown(name)
            )


def refuse_rules(given: object) -> None:
    """Raise GrundyError where rules are given to compare with those that a certificate carries."""
    if given is not None:
        raise GrundyError(
            "this certificate carries its own rules; to compare them with yours: grundy verify FILE rules.py:name"
        )


def check_rules(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the rules that a certificate holds; GrundyError where these, or what names them, are not what they must be."""
    for name in ("game", "text"):
        if not isinstance(fields[name], str):
            raise GrundyError("the fields 'game' and 'text' are texts")
    if not isinstance(fields["rules"], dict) or not isinstance(fields.get("parameters", {}), dict):
        raise GrundyError("the fields 'rules' and 'parameters' are objects")
    if fields["fingerprint"] != rules_digest(fields):
        raise GrundyError("the fingerprint is not that of the rules in the certificate")
    return fields["rules"]


def of_game(fields: dict[str, Any]) -> str:
    """Return in words of which rules a claim is: those in the certificate, whose name and text are not looked at."""
    return _("the game whose rules are in the certificate, which calls it {shown}").format(shown=shown(fields["game"]))


def alike(a: object, b: object) -> bool:
    """Return whether two values have one canonical text: a truth value is no number. O(length).

    >>> alike([1, 2], (1, 2)), alike(1, True)
    (True, False)
    """
    return digest(a) == digest(b)


def shown(what: object) -> str:
    """Return anything as a few letters, for messages."""
    if isinstance(what, (dict, list)):
        return "a list" if isinstance(what, list) else _("an object")
    text = repr(what[:60] if isinstance(what, str) else what)
    return text if len(text) <= 100 else f"{text[:100]}…"


def one_of(names: Iterable[str]) -> str:
    """Return names as a choice, for messages."""
    quoted = [f'"{name}"' for name in names]
    return ", ".join(quoted[:-1]) + " or " + quoted[-1] if quoted[1:] else quoted[0]


def natural(fields: dict[str, Any], name: str, least: int = 0, most: int = 10**18) -> int:
    """Return a field that is an integer within bounds; GrundyError if it is none."""
    value = fields[name]
    if type(value) is not int or not least <= value <= most:
        raise GrundyError(
            "the field '{name}' is an integer from {least} to {most:,}, not {shown}",
            name=name,
            least=least,
            most=most,
            shown=shown(value),
        )
    return value


def naturals(fields: dict[str, Any], name: str, most: int) -> list[int]:
    """Return a field that is a list of integers within bounds; GrundyError if it is none."""
    values = listed(fields, name)
    for place, value in enumerate(values):
        if type(value) is not int or not 0 <= value <= most:
            raise GrundyError(
                "number {place} of '{name}' is an integer from 0 to {most:,}, not {shown}",
                place=place,
                name=name,
                most=most,
                shown=shown(value),
            )
    return values


def listed(fields: dict[str, Any], name: str) -> list[Any]:
    """Return a field that is a list; GrundyError if it is none."""
    values = fields[name]
    if not isinstance(values, list):
        raise GrundyError("the field '{name}' is a list, not {shown}", name=name, shown=shown(values))
    return values


def choice(fields: dict[str, Any], name: str, among: Iterable[str]) -> str:
    """Return a field that is one of some texts; GrundyError if it is none."""
    value = fields[name]
    if not isinstance(value, str) or value not in among:
        raise GrundyError(
            "the field '{name}' is {choices}, not {shown}", name=name, choices=one_of(among), shown=shown(value)
        )
    return value
