"""``grundy games``: the catalogue."""

from __future__ import annotations

from typing import Any

from grundy import games
from grundy.cli import output
from grundy.cli.options import Json
from grundy.language import N_, _
from grundy.rules.ruleset import Ruleset


def run(json: Json = False) -> int:
    """List the games of the catalogue, with their theorems and contest problems."""
    found = [described(rules) for rules in games.load_all()]
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


def described(rules: Ruleset) -> dict[str, Any]:
    """Return what a ruleset is, as plain data."""
    return {
        "name": rules.name,
        "class": _class(rules),
        "summary": _(rules.doc).partition("\n\n")[0].replace("\n", " "),
        "parameters": {name: str(value) for name, value in rules.params.items()},
        "theorems": [
            {"name": t.name, "gives": t.gives, "play": "misere" if t.misere else "normal", "source": t.source}
            for t in rules.theorems
        ],
        "judges": sorted(rules.judges),
    }


def _class(rules: Ruleset) -> str:
    if rules.scoring:
        return N_("scoring")
    if rules.partisan:
        return N_("partisan")
    return N_("endings") if rules.has_ending else N_("impartial")
