"""``grundy games``: the catalogue, and all that it says of one game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from shutil import get_terminal_size
from typing import Annotated, Any

from grundy import games
from grundy.common.messages import _, current, left, width
from grundy.common.package import SHIPPED, kept
from grundy.faces.cli import arguments, output
from grundy.faces.cli.options import argument
from grundy.faces.cli.output import Answer, cut
from grundy.games import short
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.text.words import setting, written

CLASS = 9
"""The columns that a game's class takes in a terminal."""
EXAMPLES, LOOKED_AT = 3, 60
"""About so many positions show how those of a game are written, of so many small ones."""


def run(
    name: Annotated[list[str], argument("[NAME]", "A game, by any of its names.", lambda _ctx: games.names())],
) -> Answer:
    """List the games of the catalogue, or describe one: names, rules, notation, starts, theorems and contest problems."""
    if name:
        rules = _found(" ".join(name))
        return Answer(
            lambda: {**_described(rules), "notation": _notation(rules)},
            lambda: output.show_facts(rules.called_by.title, list(_facts(rules))),
        )
    listed = {} if games.shipped() or current() != "en" else kept(SHIPPED / games.LIST, games.LISTED)
    found = listed.get("games") or [_described(rules) for rules in games.load_all()]
    return Answer(found, lambda: _list(found))


def _described(rules: Ruleset) -> dict[str, Any]:
    from grundy.playing import catalogue  # the list of all stands in a file

    return catalogue.described(rules)


def _list(found: list[dict[str, Any]]) -> None:
    """Write the games, a row for each: in a terminal what fits into one line, elsewhere all that they are."""
    if output.on_terminal():
        columns = get_terminal_size().columns
        name = max(width(game["name"]) for game in found)
        for game in found:
            line = cut(f"{left(game['name'], name)}  {left(_(game['class']), CLASS)}  {game['summary']}", columns)
            print((output.painted(line[:name], "bold") if output.coloured() else line[:name]) + line[name:])
        print()
        print(_("{n} games").format(n=len(found)))
        print(_("grundy games nim: all about nim"))
        print(_("grundy play nim: play it"))
        return
    rows = [
        (
            game["name"],
            game["title"],
            _(game["class"]),
            game["summary"],
            "; ".join(_(theorem["name"]) for theorem in game["theorems"]),
            ", ".join(game["judges"]),
        )
        for game in found
    ]
    heads = (_("game"), _("title"), _("class"), _("what it is"), _("theorems"), _("contest problems"))
    output.show_table(heads, rows)


def _found(name: str) -> Ruleset:
    """Return the game of a name, also of one in misère play, of a code or of a file; UnknownGame names the nearest."""
    if ".py" not in name and (known := games.named(short(name))):
        return known
    found = arguments.find(name)
    return found.ruleset if isinstance(found, Position) else found


def _facts(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """Yield the rows that say what a game is."""
    told = _described(rules)
    yield _("name"), rules.name
    if others := [name for name in told["names"] if name != rules.name]:
        yield _("other names"), ", ".join(others)
    sides = _("{kind}: each player has pieces or moves of his own")
    yield _("class"), sides.format(kind=_(told["class"])) if told["sided"] else _(told["class"])
    if told["summary"]:
        yield _("rules"), told["summary"]
    for example in _notation(rules):
        yield _("notation"), example
    for parameter, value in rules.params.items():
        yield _("parameter"), setting(parameter, value)
    if rules.begins is not None:
        yield _("usual start"), f"{rules.name} {rules.begins.usual}"
        for size in rules.begins.sizes:
            yield _("size"), f"{rules.name} {size}"
        for each in rules.begins.variants:
            yield _("variant"), f"{rules.name} {each.word}  ({each.title}: {each.words})"
    for theorem in rules.theorems:
        yield _("theorem"), _("{name}: {statement}").format(name=_(theorem.name), statement=_(theorem.statement))
        if theorem.source:
            yield _("source"), theorem.source
    from grundy.playing import catalogue  # as above

    for problem in catalogue.problems(rules):
        yield _("contest problem"), f"{problem['name']}: {problem['about']}"


def _notation(rules: Ruleset) -> list[str]:
    """Return some positions as they are written in the shell, and a move of the first of them."""
    from grundy.playing import catalogue  # as above

    start = catalogue.example(rules)
    small = [position for position in islice(rules.small_positions(), LOOKED_AT) if any(position.options())]
    some = small[len(small) // 2 :: -(-len(small) // (2 * EXAMPLES)) or 1]
    lines = dict.fromkeys(written(each) for each in [*([start] if start else []), *some])
    moves = [_("moves are written like {move}").format(move=move) for move in islice(start.moves(), 1)] if start else []
    return [*lines, *moves]
