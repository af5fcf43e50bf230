"""Pictures of values: well-formed SVG, figures of matplotlib, what notebooks show."""

from __future__ import annotations

import random
import sys
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import mostly, nontrivial
from grundy.common.errors import GrundyError
from grundy.faces.drawing.thermographs import LONGEST, svg, svg_of_value
from grundy.values.short import Value, game, nimber, number, switch, tiny, up


def drawn() -> list[Value]:
    rng = random.Random(7)
    pool = [Value(n) for n in range(-2, 3)] + [number("1/2"), nimber(2), up(1), tiny(1), switch(3)]
    for _ in range(60):
        pool.append(game(rng.choices(pool, k=rng.randint(1, 2)), rng.choices(pool, k=rng.randint(1, 2))))
    return pool


POOL = drawn()
GAMES = st.sampled_from([value for value in POOL if not value.is_number])
values = mostly(GAMES, st.sampled_from(POOL))


@given(values)
def test_thermographs_are_well_formed(value: Value) -> None:
    nontrivial(not value.is_number)
    root = ElementTree.fromstring(svg(value.thermograph()))
    lines = [child for child in root if child.tag.endswith("polyline")]
    points = [[tuple(map(float, p.split(","))) for p in str(line.get("points")).split()] for line in lines]
    assert len(points) == 2
    assert points[0][-1] == points[1][-1]
    assert points[0][0][0] <= points[1][0][0]


@given(values)
def test_values_are_well_formed(value: Value) -> None:
    nontrivial(not value.is_number)
    root = ElementTree.fromstring(value.svg())
    texts = [str(text.text) for text in root.iter() if text.tag.endswith("text")]
    shown = str(value) if len(str(value)) <= LONGEST else str(value)[: LONGEST - 1] + "…"
    assert texts[0] == shown and str(value.mean) in texts
    assert value._repr_svg_() == value.svg() and value.thermograph()._repr_svg_() == svg(value.thermograph())
    assert value._repr_latex_() == f"${value.latex()}$"


def test_what_is_written_is_escaped() -> None:
    assert "&lt;2&gt;" in svg_of_value("^<2>", up(1).thermograph())


@given(values)
def test_figures(value: Value) -> None:
    pytest.importorskip("matplotlib")
    graph = value.thermograph()
    nontrivial(not value.is_number)
    axes = graph.plot()
    left, right, mast = ([float(x) for x in line.get_xdata()] for line in axes.lines)
    assert left[-1] == right[-1] == mast[0] == float(graph.mean)
    assert (left[0], right[0]) == (float(graph.left_wall[0][0]), float(graph.right_wall[0][0]))
    assert graph.plot(axes) is axes and len(axes.lines) == 6 and axes.xaxis_inverted()
    assert len(graph.figure().axes) == 1


def test_figures_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(GrundyError, match=r"pip install 'grundy\[plot\]'"):
        switch(1).thermograph().figure()
