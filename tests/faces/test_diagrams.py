"""Drawings of directed graphs: nothing is lost, nothing overlaps, the same graph gives the same picture."""

from __future__ import annotations

import random
import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.common.errors import GrundyError
from grundy.faces.drawing.diagrams import Arrow, Node, Picture, diagram, drawn, layered
from grundy.proving.logic.linear import adder, less
from grundy.proving.logic.numeration import numeration

SVG = "{http://www.w3.org/2000/svg}"
graphs = st.lists(st.integers(0, 9), min_size=1, max_size=10, unique=True).flatmap(
    lambda keys: st.fixed_dictionaries({key: st.lists(st.sampled_from(keys), max_size=4) for key in keys})
)


def boxes(picture: Any) -> list[tuple[float, float, float, float]]:
    """Return the outer outlines of the nodes: x, y, width, height."""
    return [
        tuple(float(group.find(f"{SVG}rect").get(name)) for name in ("x", "y", "width", "height"))  # type: ignore[misc]
        for group in picture
        if group.tag in (f"{SVG}g", f"{SVG}a") and group.find(f"{SVG}rect") is not None
    ]


@given(graphs, st.booleans())
def test_every_node_stands_in_one_layer(graph: dict[int, list[int]], started: bool) -> None:
    nontrivial(any(graph.values()))
    start = next(iter(graph)) if started else None
    rows = layered(graph, start)
    assert sorted(key for row in rows for key in row) == sorted(graph)
    assert all(rows)
    assert start is None or rows[0] == [start]
    assert rows == layered(graph, start)


@given(graphs)
def test_without_cycles_every_arrow_goes_on(graph: dict[int, list[int]]) -> None:
    downhill = {key: [head for head in heads if head < key] for key, heads in graph.items()}
    nontrivial(any(downhill.values()))
    layer = {key: number for number, row in enumerate(layered(downhill)) for key in row}
    assert all(layer[tail] < layer[head] for tail, heads in downhill.items() for head in heads)


@given(graphs)
def test_nodes_do_not_overlap_and_are_all_in_the_picture(graph: dict[int, list[int]]) -> None:
    nontrivial(len(graph) > 1 and any(graph.values()))
    pictures = {key: Picture(f"<g>{key}</g>", 20.0 + key, 90.0 - 9 * key) for key in graph if key % 3 == 0}
    nodes = [Node(key, "n" * (key + 1), double=key % 2 == 0, picture=pictures.get(key)) for key in graph]
    arrows = [Arrow(tail, head, "abc"[: head % 4]) for tail, heads in graph.items() for head in heads]
    text = diagram(nodes, arrows, title="any")
    picture = ElementTree.fromstring(text)
    found = boxes(picture)
    assert len(found) == len(graph)
    for node, (_x, _y, wide, high) in zip(nodes, found, strict=True):
        assert node.picture is None or (wide > node.picture.wide and high > node.picture.high)
    for (x, y, w, h), (u, v, wide, high) in combinations(found, 2):
        assert x + w < u or u + wide < x or y + h < v or v + high < y
    left, top, width, height = map(float, picture.get("viewBox", "").split())
    assert all(left <= x and top <= y and x + w <= left + width and y + h <= top + height for x, y, w, h in found)
    assert len(picture.findall(f"{SVG}polygon")) == len(
        {(tail, head) for tail, heads in graph.items() for head in heads}
    )
    assert diagram(nodes, arrows, title="any") == text


def test_fewer_crossings_than_as_given() -> None:
    ends = [f"b{i}" for i in range(8)]
    graph = {f"a{i}": [ends[7 - i]] for i in range(8)} | {end: [] for end in ends}
    first, second = layered(graph)
    assert [graph[key][0] for key in first] == second


def test_arrows_with_the_same_ends_are_one_with_all_labels() -> None:
    text = diagram([Node(0, "a"), Node(1, "b")], [Arrow(0, 1, "x"), Arrow(0, 1, "y"), Arrow(0, 1, "x")], title="two")
    assert "x, y" in text and text.count("<polygon") == 1


def test_many_labels_are_cut_and_told_in_full_on_hovering() -> None:
    labels = [f"label{i}" for i in range(30)]
    text = diagram([Node(0, "a"), Node(1, "b")], [Arrow(0, 1, label) for label in labels], title="long")
    assert f"<title>{', '.join(labels)}</title>" in text
    assert "…" in text and text.count(">label") < 30


def test_text_is_escaped_and_links_are_kept() -> None:
    text = diagram([Node(0, "<&>", "#D55E00", href="/x?a=1&b=2", title='"'), Node(1, "")], [], title="<t>", start=0)
    picture = ElementTree.fromstring(text)
    assert picture.findtext(f"{SVG}title") == "<t>"
    assert picture.find(f"{SVG}a").get("href") == "/x?a=1&b=2"  # type: ignore[union-attr]
    assert picture.get("role") == "group"


def test_nothing_at_all_is_a_picture_too() -> None:
    assert ElementTree.fromstring(diagram([], [], title="empty")) is not None


@pytest.mark.parametrize(
    ("nodes", "arrows"), [([Node(0, "a"), Node(0, "b")], []), ([Node(0, "a")], [Arrow(0, 1)])], ids=["twice", "nowhere"]
)
def test_graphs_that_are_none(nodes: list[Node], arrows: list[Arrow]) -> None:
    with pytest.raises(GrundyError):
        diagram(nodes, arrows, title="wrong")


def test_sixty_nodes_are_drawn() -> None:
    dice = random.Random(1)
    nodes = [Node(i, f"nim({i}, {i})") for i in range(60)]
    arrows = [Arrow(i, dice.randrange(60)) for i in range(60) for _ in range(3)]
    assert len(boxes(ElementTree.fromstring(diagram(nodes, arrows, title="large", start=0)))) == 60


def test_positions_of_a_game() -> None:
    nodes = [Node(position, str(position)) for position in {gr.nim(a, b) for a in range(3) for b in range(3)}]
    arrows = [Arrow(node.key, option) for node in nodes for option in node.key.options()]  # type: ignore[attr-defined]
    picture = ElementTree.fromstring(diagram(nodes, arrows, title="nim", start=gr.nim(2, 2)))
    names = [text.text for text in picture.iter(f"{SVG}text")]
    places = dict(zip(names, (x for x, *_ in boxes(picture)), strict=True))
    assert places["nim(2, 2)"] == min(places.values()) and places["nim(0, 0)"] == max(places.values())


def test_an_automaton_shows_what_it_reads() -> None:
    system = numeration("msd_2")
    text = drawn(less(system, "x", "y")) or ""
    states = less(system, "x", "y")
    labels = sorted(
        label for line in re.findall(r">([01, ]+)</text>", text) for label in line.split(", ") if len(label) == 2
    )
    assert labels == sorted(f"{letter:02b}" for row in states.delta for letter, target in enumerate(row) if target >= 0)
    doubled = sum(len(group.findall(f"{SVG}rect")) == 2 for group in ElementTree.fromstring(text))
    assert doubled == states.accepting.sum()
    assert drawn(adder(numeration("msd_trib"))) is None
