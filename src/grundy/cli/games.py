"""``grundy games``: the catalogue."""

from __future__ import annotations

from grundy import catalogue, games
from grundy.cli import output
from grundy.cli.options import Json
from grundy.language import _


def run(json: Json = False) -> int:
    """List the games of the catalogue, with their theorems and contest problems."""
    found = [catalogue.described(rules) for rules in games.load_all()]
    if json:
        output.show_json(found)
        return 0
    rows = [
        (
            game["name"],
            _(game["class"]),
            game["summary"],
            "; ".join(_(theorem["name"]) for theorem in game["theorems"]),
            ", ".join(game["judges"]),
        )
        for game in found
    ]
    output.show_table((_("game"), _("class"), _("what it is"), _("theorems"), _("contest problems")), rows)
    return 0
