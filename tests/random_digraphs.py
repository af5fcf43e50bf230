"""Random digraphs on which a token moves, and endings declared at some of their nodes."""

from __future__ import annotations

from hypothesis import strategies as st

import grundy as gr
from cases import mostly

Arrows = dict[int, tuple[int, ...]]


@st.composite
def any_digraphs(draw: st.DrawFn, *, loopy: bool, most: int, moves: int) -> Arrows:
    size = draw(st.integers(1 + moves, most))
    below = lambda i: st.integers(0, size - 1 if loopy else i - 1)  # noqa: E731
    least = lambda i: moves * (i in (0, size - 1))  # noqa: E731
    return {
        i: tuple(draw(st.lists(below(i), min_size=least(i), max_size=3))) if loopy or i else () for i in range(size)
    }


def digraphs(*, loopy: bool = True, most: int = 8) -> st.SearchStrategy[Arrows]:
    """Random digraphs, in most of which a token can leave the first node (if they are loopy) and the last one."""
    return mostly(any_digraphs(loopy=loopy, most=most, moves=1), any_digraphs(loopy=loopy, most=most, moves=0))


@st.composite
def games_with_endings(draw: st.DrawFn) -> tuple[Arrows, dict[int, int]]:
    arrows = draw(digraphs())
    ends = draw(st.dictionaries(st.sampled_from(sorted(arrows)), st.sampled_from([gr.WIN, gr.TIE, gr.LOSS])))
    return arrows, {**{i: gr.LOSS for i, row in arrows.items() if not row}, **ends}
