"""Opening a tablebase from its folder alone: the rules that it is about are found in the catalogue, or made of its data."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from grundy import games
from grundy.common.errors import GrundyError
from grundy.rules.data import unplain
from grundy.rules.from_data import rebuilt
from grundy.rules.functions import FunctionRuleset
from grundy.rules.on_boards import BoardRuleset, SidedRuleset
from grundy.rules.partisan import ImpartialRuleset, PartisanRuleset
from grundy.rules.ruleset import Ruleset
from grundy.solving.store.tablebases import Stored, sound
from grundy.solving.tablebases.reading import Tablebase, is_of


def tablebase(folder: str | Path, rules: Ruleset | None = None) -> Tablebase:
    """Open the tablebase of a folder; its rules are those given, else the catalogue's, else those that it holds as data.

    GrundyError where there is no whole base, or where its rules are not those given.

    >>> import tempfile, grundy as gr
    >>> from grundy.solving.tablebases.building import build
    >>> with tempfile.TemporaryDirectory() as place:
    ...     folder = build(gr.wythoff(5, 8), Path(place) / "wythoff").stored.folder
    ...     print(gr.tablebase(folder).probe((3, 5)))
    second player wins: Grundy value 0, 4 moves, by the tablebase wythoff
    """
    stored = Stored(Path(str(folder)))
    with sound(stored.folder):
        return Tablebase(stored, _rules_of(stored) if rules is None else rules)


def _rules_of(stored: Stored) -> Ruleset:
    """Return the rules of a base: the catalogue's, or made of its data; no file is run for it."""
    about = stored.manifest["rules"]
    params = {name: unplain(value) for name, value in stored.manifest["parameters"].items()}
    with suppress(GrundyError):
        rules: Ruleset = games.load(about["game"]).bind(**params)
        if is_of(stored, rules):
            return rules
    if about["data"] is not None and about["names"]:
        made = _made(about["data"], about["game"], tuple(about["names"]), params)
        if is_of(stored, made):
            return made
    raise GrundyError(
        "the rules of the tablebase {folder} are in one of your files: name it, as in rules.py:{name}",
        folder=stored.folder,
        name=about["game"],
    )


def _made(data: dict[str, Any], name: str, names: tuple[str, ...], params: dict[str, Any]) -> Ruleset:
    """Return the ruleset that rule data say, of the class whose they are."""
    if data["kind"] == "impartial":
        own = _made(data["of"], name, names, params)
        assert isinstance(own, PartisanRuleset)
        made = ImpartialRuleset(own, name)
        made.hooks = own.hooks
        return made
    kind: type[Ruleset] = FunctionRuleset
    if data["kind"] == "partisan":
        kind = PartisanRuleset
    elif "board" in data:
        kind = SidedRuleset if "sides" in data["board"] else BoardRuleset
    return rebuilt(kind, data, name, "", names, params, params)
