"""``grundy games``: the catalogue."""

from __future__ import annotations

from typing import Any

from grundy import games
from grundy.cli import output
from grundy.cli.options import Json
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
            game["class"],
            game["summary"],
            "; ".join(theorem["name"] for theorem in game["theorems"]),
            ", ".join(game["judges"]),
        )
        for game in found
    ]
    output.show_table(("game", "class", "what it is", "theorems", "contest problems"), rows)
    return 0


def described(rules: Ruleset) -> dict[str, Any]:
    """Return what a ruleset is, as plain data."""
    return {
        "name": rules.name,
        "class": "scoring" if rules.scoring else "endings" if rules.has_ending else "impartial",
        "summary": rules.doc.partition("\n\n")[0].replace("\n", " "),
        "parameters": {name: str(value) for name, value in rules.params.items()},
        "theorems": [
            {"name": t.name, "gives": t.gives, "play": "misere" if t.misere else "normal", "source": t.source}
            for t in rules.theorems
        ],
        "judges": sorted(rules.judges),
    }
