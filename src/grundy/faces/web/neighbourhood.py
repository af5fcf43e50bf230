"""The positions around one: a graph of them, the nearest first, with what each is worth."""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import urlencode

from grundy.common.errors import PositionError, TooLarge
from grundy.common.messages import _
from grundy.faces.drawing import COLOURS
from grundy.faces.drawing.diagrams import Arrow, Node, diagram
from grundy.faces.web import queries as reading
from grundy.faces.web import request_limits
from grundy.faces.web.valuation import partisan, parts, shown
from grundy.rules.play import convention
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.values.outcome import Outcome

MOST = 200
"""So many positions are drawn at most."""
LETTERS = 18
"""So long is what stands in a node."""
_COLOURS = {
    Outcome.N: COLOURS["win"],
    Outcome.P: COLOURS["loss"],
    Outcome.D: COLOURS["draw"],
    Outcome.T: COLOURS["tie"],
    Outcome.L: "#56B4E9",
    Outcome.R: "#E69F00",
}
"""Of Okabe and Ito: for an impartial position as the player to move sees it; light blue for Left, orange for Right."""


class Around(NamedTuple):
    """Positions by key, each with its distance from the start; the moves between them; and whether these are all."""

    depths: dict[Any, tuple[Position, int]]
    arrows: dict[tuple[Any, Any], set[str]]
    complete: bool


def explore(words: str, play: str = "normal", endless: str = "draw", limit: int = 60) -> dict[str, Any]:
    """Return the graph of the positions around one, at most ``limit`` of them."""
    if not 1 <= limit <= MOST:
        raise PositionError("1 to {most} positions can be drawn, not {limit}", most=MOST, limit=limit)
    start = reading.position(words)
    around = _around(start, limit)
    places = {key: number for number, key in enumerate(around.depths)}
    nodes = [_node(position, depth, play, endless) for position, depth in around.depths.values()]
    title = _("The positions around {position}").format(position=start)
    return {
        "svg": diagram(
            [_drawn(number, node, play) for number, node in enumerate(nodes)],
            [Arrow(places[a], places[b], " ".join(sorted(who))) for (a, b), who in around.arrows.items()],
            title=title,
            start=0,
        ),
        "nodes": nodes,
        "arrows": [[places[a], places[b]] for a, b in around.arrows],
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
        "shown": position.ruleset.show(position.state),
        "outcome": solution and solution.outcome.value,
        "value": solution and shown(solution.value),
    }


def _drawn(number: int, node: dict[str, Any], play: str) -> Node:
    """Return the node of a position: its text and value, its outcome's colour, and a link to the positions around it."""
    shown, value, outcome = node["shown"] or "∅", node["value"], node["outcome"]
    label = shown if len(shown) <= LETTERS else f"{shown[: LETTERS - 1]}…"
    title = "\n".join(filter(None, (node["text"], outcome and str(Outcome(outcome)), value)))
    href = f"/explore?{urlencode({'position': node['words'], 'play': play})}" if node["words"] else ""
    label += f" = {value}" if value is not None and len(value) <= LETTERS else ""
    colour = _COLOURS.get(Outcome(outcome), "") if outcome else ""
    return Node(number, label, colour=colour, href=href, title=title)
