"""Digraphs as kernels take them, the rule that walks on them, and who wins them by a fixpoint over the whole graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grundy.kernels.contract import DRAW, LOST, TIED, WON
from natives import rule

Result = tuple[int, int]
Rows = Sequence[Sequence[int]]


@rule
def graph_fill(state: Any, params: Any, out: Any) -> int:
    """Nodes count, gains, words of a state, the node's place in it, times, sign, others, offsets, codes, edges, their gains.

    Node i is written as i times ``times``, beside it stand i times ``sign`` plus ``others``; from 1,000 on it is no word.
    """
    count, scoring, width, place, times = params[0], params[1], params[2], params[3], params[4]
    i = state[0] // times
    code = params[8 + count + i]
    if code != 0:
        return code
    low, high = params[7 + i], params[8 + i]
    edges = 8 + 2 * count
    gains = edges + params[7 + count]
    if (high - low) * (width + scoring) + 1 > out.size:
        return -1
    at = 1
    for k in range(low, high):
        if params[edges + k] >= 1000:
            return -3
        if scoring:
            out[at] = params[gains + k]
            at += 1
        for j in range(width):
            out[at + j] = params[edges + k] * params[5] + params[6]
        out[at + place] = params[edges + k] * times
        at += width
    return high - low


@rule
def lot_fill(state: Any, params: Any, out: Any) -> int:
    """Options by lot, all over the nodes or below; some nodes are endings, some lead up, one fails, one leads to no word."""
    nodes, most, times, step, endings, stride = params[0], params[1], params[2], params[3], params[4], params[5]
    near, loops, i = params[6], params[7], state[0] // params[5]
    if i == params[8]:
        return -2
    if i % 97 == 5 and endings > 0:
        return -10 - i % 3
    count = (i * 7 + step) % most
    if i == 0 and near > 0:
        count = 0
    if count + 1 > out.size:
        return -1
    for k in range(count):
        if near > 0:
            child = i - 1 - (i * i * 31 + k * k * 1001 + k * step) % min(i, near)
        else:
            child = (i * times + k * step + 1) % nodes
        if loops > 0 and i % loops == 3:
            child = i + 5
        if child == params[9]:
            return -3
        out[1 + k] = stride * child
    return count


def lot(
    nodes: int = 1,
    most: int = 7,
    times: int = 3,
    step: int = 1001,
    *,
    endings: int = 0,
    stride: int = 3,
    near: int = 0,
    loops: int = 0,
    unfit: int = -1,
    outside: int = -1,
) -> list[int]:
    """Return the parameters of `lot_fill`; ``near``: how far below options may be."""
    return [nodes, most, times, step, endings, stride, near, loops, unfit, outside]


def as_params(
    children: Rows,
    codes: Sequence[int],
    gains: Sequence[int] = (),
    *,
    width: int = 1,
    place: int = 0,
    times: int = 1,
    sign: int = 0,
    others: int = 0,
) -> Any:
    """Return the parameters of `graph_fill`; ``codes``: what is answered at an end, 0 where there is none."""
    offsets, edges = csr(children)
    about = [len(children), len(gains) > 0, width, place, times, sign, others]
    return np.concatenate([about, offsets, codes, edges, gains]).astype(int)


def csr(children: Rows) -> tuple[Any, Any]:
    return np.cumsum([0, *map(len, children)]), np.array([c for row in children for c in row], np.int64)


def pairs(words: Any) -> list[Result]:
    return [(word & 3, word >> 2) for word in words.tolist()]


def endings(ends: Sequence[int], misere: bool) -> dict[int, Result]:
    """Return what becomes of the nodes where play ends: 1 a loss, 2 a tie, 3 a win."""
    meant = {1: WON if misere else LOST, 2: TIED, 3: LOST if misere else WON}
    return {i: (meant[end], 0) for i, end in enumerate(ends) if end}


def by_fixpoint(children: Rows, known: dict[int, Result], misere: bool = False) -> list[Result]:
    """Return result and remoteness of every node, those that are known among them, by asking each node until none changes.

    A node has no opinion before a child settles it; later answers are never further from the end than earlier ones.
    """
    found = dict(known)
    open_nodes = [i for i in range(len(children)) if i not in known]
    for i in open_nodes:
        if not children[i]:
            found[i] = (WON if misere else LOST, 0)
    for wanted in ({WON, LOST}, {TIED}):
        changed = True
        while changed:
            changed = False
            for i in open_nodes:
                answer = answered([found.get(c, (DRAW, 0)) for c in children[i]])
                settled = found.get(i, (DRAW, 0))[0] in {DRAW} | wanted
                if children[i] and answer[0] in wanted and settled and found.get(i) != answer:
                    found[i], changed = answer, True
    return [found.get(i, (DRAW, 0)) for i in range(len(children))]


def answered(options: list[Result]) -> Result:
    """Return what the options of a node say about it."""
    for result, own in ((LOST, WON), (TIED, TIED)):
        near = [far for other, far in options if other == result]
        if near:
            return own, min(near) + 1
    won = [far for result, far in options if result == WON]
    return (LOST, max(won) + 1) if len(won) == len(options) and won else (DRAW, 0)


def played(children: Rows, ends: Sequence[int], misere: bool = False) -> list[Result]:
    """Return result and remoteness of every node."""
    return by_fixpoint(children, endings(ends, misere), misere)
