"""The positions around one: a graph of them, the nearest first, with what each is worth."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import urlencode

from grundy.common import limits
from grundy.common.errors import GrundyError, PositionError, TooLarge
from grundy.common.messages import _, ngettext
from grundy.faces.drawing import COLOURS, scene, svg
from grundy.faces.drawing.diagrams import ROW, Arrow, Level, Node, Picture, diagram, framed
from grundy.faces.drawing.shapes import sheet
from grundy.faces.web import queries as reading
from grundy.faces.web import request_limits
from grundy.faces.web.valuation import partisan, parts, shown
from grundy.rules.play import convention
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.rules.scenes import Words
from grundy.values.outcome import Outcome

MOST = 200
"""So many positions are drawn at most."""
SEARCHING = 1.0
"""Seconds in which the remoteness of all of them is searched for."""
ENDLESS = 1 << 30
"""The column of positions from which play goes on for ever."""
LETTERS = 18
"""So long is what stands in a node."""
LARGEST, SMALLEST = 22.0, 5.0
"""Pixels of a cell of a board in a node: where it would have less, the position stands there as text."""
WIDEST, HIGHEST = 110.0, 2000.0
"""Pixels of a board in a node, and of a column of them."""
_COLOURS = {
    Outcome.N: COLOURS["win"],
    Outcome.P: COLOURS["loss"],
    Outcome.D: COLOURS["draw"],
    Outcome.T: COLOURS["tie"],
    Outcome.L: "#56B4E9",
    Outcome.R: "#E69F00",
}
"""Of Okabe and Ito: for an impartial position as the player to move sees it; light blue for Left, orange for Right."""


_Move = tuple[int, int, str]
"""The numbers of two positions, and who may go from the one to the other."""


class Around(NamedTuple):
    """Positions by key, each with its distance from the start; the moves between them; and whether these are all."""

    depths: dict[Any, tuple[Position, int]]
    arrows: dict[tuple[Any, Any], set[str]]
    complete: bool


def explore(
    words: str, play: str = "normal", endless: str = "draw", limit: int = 60, every: bool = False
) -> dict[str, Any]:
    """Return the graph of the positions around one, at most ``limit`` of them.

    They stand in columns by their remoteness where a search finds it soon, and the arrows are the moves that play well;
    else by their distance, and the arrows are those by which they are met. ``every``: all moves are drawn.
    """
    if not 1 <= limit <= MOST:
        raise PositionError("1 to {most} positions can be drawn, not {limit}", most=MOST, limit=limit)
    start = reading.position(words)
    around = _around(start, limit)
    places = {key: number for number, key in enumerate(around.depths)}
    nodes = [_node(position, depth, play, endless) for position, depth in around.depths.values()]
    _tell_remoteness(nodes, [position for position, _depth in around.depths.values()], play, endless)
    arrows = [(places[a], places[b], " ".join(sorted(who))) for (a, b), who in around.arrows.items()]
    drawn = arrows if every else _telling(nodes, arrows)
    levels = _levels(nodes)
    boards = _boards(
        [position for position, _depth in around.depths.values()], max(len(keys) for _head, keys in levels)
    )
    title = _("The positions around {position}").format(position=start)
    return {
        "svg": diagram(
            [_drawn(number, node, play, boards[number] if boards else None) for number, node in enumerate(nodes)],
            [Arrow(*arrow) for arrow in drawn],
            title=title,
            levels=levels,
        ),
        "nodes": nodes,
        "arrows": [[a, b] for a, b, _who in arrows],
        "drawn": len(drawn),
        "complete": around.complete,
        "parts": parts(start),
        "partisan": partisan(start) if start.ruleset.partisan and not convention(play).misere else None,
    }


def _around(start: Position, limit: int) -> Around:
    """Return the positions around one, breadth first; mirror images are one."""
    rules = start.ruleset
    depths: dict[Any, tuple[Position, int]] = {rules.canonical(start.state): (start, 0)}
    arrows: dict[tuple[Any, Any], set[str]] = {}
    complete = True
    sides = {"L": LEFT, "R": RIGHT} if rules.partisan else {"": None}
    queue = deque(depths)
    while queue:
        key = queue.popleft()
        position, depth = depths[key]
        for letter, player in sides.items():
            options = position.options(player)
            for option in islice(options, 4 * limit):
                child = rules.canonical(option.state)
                if child not in depths and len(depths) < limit:
                    depths[child] = option, depth + 1
                    queue.append(child)
                if child in depths:
                    arrows.setdefault((key, child), set()).add(letter)
                else:
                    complete = False
            complete &= next(options, None) is None
    return Around(depths, arrows, complete)


def _node(position: Position, depth: int, play: str, endless: str) -> dict[str, Any]:
    """Return what is shown of a position."""
    try:
        solution = position.solve(play, endless, memory=request_limits.search(), reuse=True)
    except TooLarge:
        solution = None
    return {
        "words": reading.written(position),
        "text": str(position),
        "depth": depth,
        "remoteness": None,
        "shown": position.ruleset.show(position.state),
        "outcome": solution and solution.outcome.value,
        "value": solution and shown(solution.value),
    }


def _tell_remoteness(nodes: list[dict[str, Any]], positions: list[Position], play: str, endless: str) -> None:
    """Write into the nodes how many moves play lasts, where a search finds it of all of them within a second."""
    with suppress(GrundyError), limits.keeping(limits.Limits(seconds=SEARCHING, memory=request_limits.search())):
        found = [position.solve(play, endless, method="search", reuse=True) for position in positions]
        for node, solution in zip(nodes, found, strict=True):
            if solution.remoteness is None and solution.outcome is not Outcome.D:
                return
            node["remoteness"] = solution.remoteness


def _known(nodes: list[dict[str, Any]]) -> bool:
    """Whether it is known of every position how long play lasts, or that it is endless."""
    return all(node["remoteness"] is not None or node["outcome"] == Outcome.D.value for node in nodes)


def _levels(nodes: list[dict[str, Any]]) -> list[Level]:
    """Return the columns: by remoteness, the longest first and before it endless play; where it is unknown by distance."""
    columns: dict[int, list[Hashable]] = {}
    known = _known(nodes)
    for number, node in enumerate(nodes):
        far = node["remoteness"] if known else -node["depth"]
        columns.setdefault(ENDLESS if far is None else far, []).append(number)

    def head(far: int) -> str:
        if not known:
            return ngettext("{n} move away", "{n} moves away", -far).format(n=-far)
        return _("a draw") if far == ENDLESS else _("in {n}").format(n=far) if far else _("the end")

    return [(head(far), columns[far]) for far in sorted(columns, reverse=True)]


def _telling(nodes: list[dict[str, Any]], arrows: list[_Move]) -> list[_Move]:
    """Return the moves that are drawn: the best ones, that keep the result and are as quick or long as they should be.

    Where no remoteness is known, for each position the move by which it was met first.
    """
    if not _known(nodes):
        return [
            *{b: (a, b, who) for a, b, who in reversed(arrows) if nodes[b]["depth"] == nodes[a]["depth"] + 1}.values()
        ]

    def best(a: int, b: int) -> bool:
        one, other = nodes[a], nodes[b]
        turned = {"N": "P", "P": "N"}.get(one["outcome"], one["outcome"])
        quick = one["remoteness"] is None or other["remoteness"] == one["remoteness"] - 1
        return quick and other["outcome"] == turned

    return [(a, b, who) for a, b, who in arrows if best(a, b)]


def _boards(positions: list[Position], most: int) -> list[Picture]:
    """Return small pictures of positions, of which a column has so many at most; none where there is no room for them."""
    scenes = [scene(position) for position in positions]
    if any(isinstance(seen, Words) for seen in scenes):
        return []
    sizes = [(sheet(seen).width + 0.5, sheet(seen).height + 0.5) for seen in scenes]
    highest = max(high for _wide, high in sizes)
    cell = min(LARGEST, WIDEST / max(map(max, sizes)), (HIGHEST / most - ROW / 2 - framed(0, labelled=True)) / highest)
    if cell < SMALLEST:
        return []
    return [
        Picture(svg(position, size=cell), cell * wide, cell * high)
        for position, (wide, high) in zip(positions, sizes, strict=True)
    ]


def _drawn(number: int, node: dict[str, Any], play: str, board: Picture | None) -> Node:
    """Return the node of a position: it and its value, its outcome's colour, and a link to the positions around it."""
    text, value, outcome = node["shown"] or "∅", node["value"], node["outcome"]
    label = "" if board else text if len(text) <= LETTERS else f"{text[: LETTERS - 1]}…"
    if value is not None and len(value) <= LETTERS:
        label += value if board else f" = {value}"
    title = "\n".join(filter(None, (node["text"], outcome and str(Outcome(outcome)), value)))
    href = f"/explore?{urlencode({'position': node['words'], 'play': play})}" if node["words"] else ""
    colour = _COLOURS.get(Outcome(outcome), "") if outcome else ""
    return Node(number, label, colour=colour, double=number == 0, href=href, title=title, picture=board)
