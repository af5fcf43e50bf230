"""Tablebases: solve a whole game once, keep it in a folder, and ask it anything."""

from __future__ import annotations

import os
import re
import warnings
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from shlex import quote
from typing import Annotated, Any

from grundy.common import limits
from grundy.common.errors import GrundyError, Notice
from grundy.common.extras import extra
from grundy.common.messages import N_, _, ngettext
from grundy.faces.cli import arguments, output
from grundy.faces.cli.options import Json, Play, Plot, Words, argument, flag, option
from grundy.faces.cli.output import Answer
from grundy.faces.cli.positions import told
from grundy.rules.position import Position
from grundy.rules.ruleset import Ruleset
from grundy.rules.solution import convention
from grundy.rules.text import words as reading
from grundy.solving.store.named import folder as home

WRONG = 1
"""Exit code: a position of the base is not as the rules have it."""
LISTED = 5
"""Winning moves that `probe` lists."""
HEADS = (N_("positions"), N_("share"), N_("example"))
REPORTING = "grundy.solving.tablebases.verifying"
WORDS = {0: N_("draw"), 1: N_("won"), 2: N_("lost"), 3: N_("tied")}

Folder = Annotated[str, argument("DIR", "The folder of the tablebase.", many=False)]


def build(
    words: Words,
    to: Annotated[str, option("--to", "DIR", "The folder to create (default: one in your tablebase folder).")] = "",
    play: Play = "normal",
    cluster: Annotated[
        str,
        option(
            "--cluster",
            "WHERE",
            "Ray workers to solve it: local:K starts K on this machine, ray://host:port joins a cluster.",
        ),
    ] = "",
    json: Json = False,
) -> int:
    """Solve a position and everything reachable from it, and save the results in a folder."""
    position = arguments.position(words)
    extra("blosc2", "store")
    misere = convention(play).misere
    slug = re.sub(r"[^0-9A-Za-z.=]+", "-", str(position)).strip("-.")[:80] + "-misere" * misere  # it may be typed
    folder = Path(to) if to else home() / slug
    command = ["grundy", "tablebase", "build", *words, *(["--play", "misere"] if misere else []), "--to", str(folder)]
    building = import_module("grundy.solving.tablebases.building")

    tell = None if json else lambda found: warnings.warn(_expected(found), Notice, stacklevel=1)
    ready = import_module("grundy.solving.cluster.joining").workers(cluster) if cluster else nullcontext()
    with ready as crew, limits.working("", "positions"):
        base = building.build(position, folder, misere=misere, command=command, tell=tell, crew=crew)
    title = _("{count:,} positions are saved in {folder}").format(count=base.positions, folder=folder)
    asked = _("to ask it"), f"grundy tablebase probe {quote(str(folder))} …"
    answer = Answer(lambda: _told(base.stored), lambda: output.show_facts(title, [*_facts(base.stored), asked]))
    return answer.show(json)


def probe(
    folder: Folder,
    words: Annotated[
        list[str],
        argument(
            "[rules.py:name] [ARGS]...",
            (
                "The position, as for `solve` after the game's name; put the file with the rules first if they "
                "are your own."
            ),
        ),
    ],
) -> Answer:
    """Ask a tablebase about a position: who wins, in how many moves, and how."""
    rules, words = _given(words)
    base = _opened(folder, rules)
    position = reading.position([base.ruleset.name, *words], lambda _name: base.ruleset)
    return told(base.probe(position), LISTED)


def report(folder: Folder, plot: Plot = "") -> Answer:
    """Count the positions of each result and remoteness, with an example of each, and list the longest wins."""
    output.check_plot(plot)
    stored = _stored(folder)
    show = _shown(stored)
    counts = [{**each, "example": show(each)} for each in import_module(REPORTING).counts(stored)]
    if plot:
        figure = import_module("grundy.faces.plots").tablebase(counts, stored.manifest["start"])
        output.write_plot(figure, plot)
    shape = _shape(stored)
    return Answer(lambda: _reported(stored, shape, counts), lambda: _report(stored, shape, counts))


def _reported(stored: Any, shape: Any, counts: list[dict[str, Any]]) -> dict[str, Any]:
    rows = [{k: v for k, v in c.items() if k not in ("key", "tier")} for c in counts]
    told = {**_told(stored), "shape": shape and shape._asdict()}
    return {**told, "counts": [{**c, "result": WORDS[c["result"]]} for c in rows]}


def _report(stored: Any, shape: Any, counts: list[dict[str, Any]]) -> None:
    output.show_facts(
        _("tablebase of {start}").format(start=stored.manifest["start"]), _facts(stored) + _shape_facts(stored, shape)
    )
    rows = [
        (
            _(WORDS[each["result"]]),
            str(each.get("score", each.get("remoteness"))) if each["result"] else "",  # of a draw there is none
            f"{each['count']:,}",
            _share(each["count"], stored.positions),
            str(each["example"]),
        )
        for each in counts
    ]
    length = _("score") if "score" in stored.names else _("remoteness")
    output.show_table([_("result"), length, *map(_, HEADS)], rows, numbers=(1, 2, 3), headed=True)


def export(
    folder: Folder,
    to: Annotated[str, option("--to", "FILE", "The file to write, .parquet or .csv.")] = "",
) -> Answer:
    """Write all positions to a Parquet or CSV file for DuckDB, Polars and pandas, one row per position."""
    if not to.lower().endswith((".parquet", ".csv")):
        raise GrundyError("name a file that ends in .parquet or .csv: grundy tablebase export DIR --to FILE.parquet")
    output.check_writable(to)
    extra("pyarrow.parquet", "store")
    stored = _stored(folder)
    rows = stored.packing.unpack if stored.packing else _opened(stored.folder).coding.rows  # by its rules
    with output.written(to) as file, limits.working(_("writing {file}").format(file=to)):
        count = import_module("grundy.solving.store.tablebases").export(
            stored, rows, file, lambda done: limits.check(done), csv=to.lower().endswith(".csv")
        )
    return Answer(
        {"file": to, "positions": count},
        _("{count:,} positions written to {file}").format(count=count, file=to),
    )


def verify(
    folder: Folder,
    words: Annotated[
        list[str],
        argument("[rules.py:name]", "File with the rules, if they are your own and not stored in the tablebase."),
    ],
    every: Annotated[bool, flag("--all", "Check every position, not a sample.")] = False,
) -> Answer:
    """Derive results again from the rules: for a sample of every remoteness in each block, or for all positions."""
    rules, rest = _given(words)
    if rest:
        raise GrundyError(
            "verify takes the folder of a tablebase and optionally rules.py:name, not {word!r}", word=rest[0]
        )
    base = _opened(folder, rules)
    with limits.working(_("verifying the tablebase"), "positions", base.positions):
        found = import_module("grundy.solving.tablebases.verifying").verify(
            base, every=every, processes=os.cpu_count() or 1
        )
    wrong = [base.solved.describe(state) for state in found.wrong]
    data = {"verified": not wrong, **found._asdict(), "wrong": wrong}
    if wrong:
        return Answer(data, _("not verified: the rules disagree at {position}").format(position=wrong[0]), WRONG)
    said = _("verified: by the rules, {checked:,} of {count:,} positions follow from their options")
    return Answer(data, said.format(checked=found.checked, count=found.positions))


GROUP = {"build": build, "probe": probe, "report": report, "export": export, "verify": verify}
"""The commands, by their second word."""


# ---- opening


def _stored(folder: str) -> Any:
    if not folder:
        raise GrundyError("name the folder of a tablebase")
    return import_module("grundy.solving.store.tablebases").Stored(Path(folder))


def _given(words: list[str]) -> tuple[Ruleset | None, list[str]]:
    """Return the rules of a file that stands first, and the words behind it."""
    if not words or not re.fullmatch(r".*\.py(:.*)?", words[0]):
        return None, words
    found = arguments.find(words[0])
    return found.ruleset if isinstance(found, Position) else found, words[1:]


def _opened(folder: str | Path, rules: Ruleset | None = None) -> Any:
    """Return a tablebase with its rules; those of a file have the parameters with which it was built."""
    if not folder:
        raise GrundyError("name the folder of a tablebase")
    return import_module("grundy.solving.tablebases.reading").tablebase(folder, rules)


# ---- what is shown


def _expected(found: Any) -> str:
    """Return the lines that tell what is known before the work."""
    size = _("{each} bytes per position before compression").format(each=found.each)
    if found.box is not None:
        size = _("at most {box:,} positions, {size:,} bytes before compression").format(
            box=found.box, size=found.box * found.each
        )
        if found.seconds is not None:
            size = _("{size}, about {seconds:,.0f} s at most").format(size=size, seconds=found.seconds)
    elif found.fit is not None:
        size = _("about {count:,} positions at most fit into the memory allowed; {size}").format(
            count=found.fit, size=size
        )
    return "; ".join([size, *found.gains])


def _told(stored: Any) -> dict[str, Any]:
    """Return what a manifest says, for JSON."""
    about, reporting = stored.manifest, import_module(REPORTING)
    rows = reporting.counts(stored)
    longest = reporting.longest_win(rows)
    return {
        "folder": str(stored.folder),
        **{name: about[name] for name in ("game", "start", "parameters", "misere")},
        "kind": stored.kind,
        **{name: about[name] for name in ("positions", "bytes")},
        "rules": about["rules"]["hash"],
        "grundy": "grundy" in stored.names,
        "results": {WORDS[result]: count for result, count in reporting.by_result(rows).items()},
        "longest_win": longest and longest["remoteness"],
    }


def _facts(stored: Any) -> list[tuple[str, str]]:
    about, count, reporting = stored.manifest, stored.positions, import_module(REPORTING)
    counts = reporting.counts(stored)
    rows = [(_("start"), about["start"])]
    if about["misere"]:
        rows.append((_("convention"), _("misère play")))
    size = _("{size:,} bytes on disk, {each:.2f} a position").format(size=about["bytes"], each=about["bytes"] / count)
    rows += [
        (_("positions"), f"{count:,}"),
        (_("size"), size),
        *((_(WORDS[r]), f"{n:,} ({_share(n, count)})") for r, n in reporting.by_result(counts).items()),
    ]
    longest = reporting.longest_win(counts)
    if longest is not None:
        moves = ngettext("{n:,} move", "{n:,} moves", longest["remoteness"]).format(n=longest["remoteness"])
        rows.append((_("longest win"), f"{moves}: {_shown(stored)(longest)}"))
    return rows


def _shape(stored: Any) -> Any:
    """Return the moves a position and what symmetries fold, None where the rules are not found."""
    try:
        base = _opened(stored.folder)
    except GrundyError:
        return None
    return import_module(REPORTING).shape(base)


def _shape_facts(stored: Any, shape: Any) -> list[tuple[str, str]]:
    if shape is None:
        return []
    asked = _("{mean:.2f} a position, at most {most:,}, in a sample of {count:,}") if shape.sampled else ""
    counted = asked or _("{mean:.2f} a position, at most {most:,}")
    rows = [(_("moves"), counted.format(mean=shape.moves, most=shape.most, count=shape.sampled))]
    if shape.folded > 1:
        whole = round(shape.folded * stored.positions, -3)
        told = _("about {count:,.0f} positions, {times:.2f} for each one kept").format(count=whole, times=shape.folded)
        rows.append((_("with symmetries"), told))
    return rows


def _share(count: int, whole: int) -> str:
    return f"{count / whole:.1%}"


def _shown(stored: Any) -> Any:
    """Return what shows an example of a base: in the words of its rules where these are found, else as numbers."""
    reporting = import_module(REPORTING)
    try:
        base = _opened(stored.folder)
    except GrundyError:
        return lambda row: ", ".join(map(str, reporting.example(stored, row) or [row["key"]]))
    return lambda row: base.solved.show(base.coding.state_of(row["key"]))
