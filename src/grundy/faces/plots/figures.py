"""What all figures share: their style, their titles, and how they are written."""

from __future__ import annotations

import re
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from math import sqrt
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from matplotlib import rc_context, rcParamsDefault
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.colors import LinearSegmentedColormap, ListedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from grundy.common import files, limits, messages
from grundy.common.errors import N_, GrundyError, Notice
from grundy.common.messages import _
from grundy.faces.drawing import COLOURS
from grundy.faces.drawing.thermographs import drawn
from grundy.proving.guess import has_outcomes_only, square
from grundy.rules.ruleset import Ruleset
from grundy.values.outcome import Outcome
from grundy.values.patterns.downsampling import Cells, cells
from grundy.values.patterns.law import Beatty, Law
from grundy.values.short import Value
from grundy.values.thermograph import Thermograph

ENDINGS = (".svg", ".pdf", ".png")
DOTS = 180
"""Pixels an inch."""
BLUE, VERMILION, GREEN, GREY = "#0072B2", "#D55E00", "#009E73", "#E2E2E2"
"""Colours of Okabe and Ito, told apart by the colour-blind; and one for what is not there."""
INK = "#404040"
_STYLE: dict[str, Any] = {
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "text.color": "#202020",
    "xtick.color": INK,
    "ytick.color": INK,
    "font.size": 10.0,
    "pdf.fonttype": 42,
    "svg.fonttype": "none",
    "svg.hashsalt": "grundy",
}
_CHINESE = ("Noto Sans CJK SC", "Noto Sans CJK JP", "WenQuanYi Zen Hei", "PingFang SC", "Microsoft YaHei")
"""Fonts with Chinese letters, of which a system has one or another."""
LINE = 96
"""Columns of a law below a title: as wide as the axes of most figures."""
_NO_DATE: dict[str, dict[str, None]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}


class Picture(Figure):
    """A figure that shows itself in a notebook, as vectors."""

    def _repr_svg_(self) -> str:
        with BytesIO() as file:
            write(self, file, "svg")
            return file.getvalue().decode()


@contextmanager
def style() -> Generator[None]:
    """Make and write figures in it, whatever the user's own settings are; in English where no font has Chinese letters."""
    fonts = fontManager.get_font_names()
    chinese = [name for name in _CHINESE if name in fonts]
    settings: dict[Any, Any] = {**rcParamsDefault, **_STYLE, "font.family": ["DejaVu Sans", *chinese]}
    spoken = messages.current()
    if spoken == "zh" and not chinese:
        _tell_once()
        spoken = "en"
    with rc_context(settings), messages.use(spoken):
        yield


@cache
def _tell_once() -> None:
    notice = _("No installed font has Chinese letters, so the plot is in English: install one, such as Noto Sans CJK")
    warnings.warn(notice, Notice, stacklevel=3)


@contextmanager
def picture(width: float, height: float) -> Generator[tuple[Picture, Axes]]:
    """Give an empty figure of so many inches, in no window, and its axes, to be drawn in this style."""
    with style():
        figure = Picture(figsize=(width, height), dpi=DOTS, layout="constrained")
        yield figure, figure.add_subplot()


def check(path: str) -> None:
    """Raise GrundyError if no figure is written under such a name: before the work for it is done."""
    limits.kinds(str, N_("text"), path=path)
    if Path(path).suffix.lower() not in ENDINGS:
        *others, last = ENDINGS
        raise GrundyError(
            "the plot's file must end in {others} or {last}, not {path!r}",
            others=", ".join(others),
            last=last,
            path=path,
        )


def save(figure: Figure, path: str | Path) -> None:
    """Write a figure into a file, as vectors (.svg, .pdf) or dots (.png), the same bytes every time.

    GrundyError for another ending.
    """
    limits.kinds(Figure, N_("a figure"), figure=figure)
    check(str(path))
    with files.whole(Path(path)) as file:
        write(figure, file, Path(path).suffix.lower()[1:])


def write(figure: Figure, file: BinaryIO, kind: str) -> None:
    """Write a figure as "svg", "pdf" or "png"."""
    with style():
        figure.savefig(file, format=kind, bbox_inches="tight", metadata=_NO_DATE.get(kind))


def title(axes: Axes, name: str, law: Any = None, columns: int = LINE) -> None:
    """Write what is drawn, and its law in smaller lines below, as wide as the axes."""
    lines = [] if law is None else wrapped(str(law), columns)[: 3 * LINE // columns]
    words = "\n".join(wrapped(str(name), columns * 3 // 4)[:2])
    axes.set_title(words, loc="left", weight="bold", size=12, pad=8 + 13 * len(lines), parse_math=False)
    axes.annotate(
        "\n".join(lines), (0, 1), (0, 6), xycoords="axes fraction", textcoords="offset points", parse_math=False
    )


def wrapped(text: str, columns: int) -> list[str]:
    """Return the lines of a text: broken at blanks, and between Chinese letters, which take two columns each.

    >>> wrapped("the losing positions", 12), wrapped("先手必败的局面", 8)
    (['the losing', 'positions'], ['先手必败', '的局面'])
    """
    lines = [""]
    for word in re.findall(r"[^\s\u2e80-\uffef]+\s*|[\u2e80-\uffef][、。，；：）》]*\s*", text):
        if lines[-1] and messages.width(lines[-1] + word.rstrip()) > columns:
            lines.append("")
        lines[-1] += word
    return [line.rstrip() for line in lines]


def plain(axes: Axes) -> None:
    """Let axes have a faint grid behind what is drawn, and no frame above and at the right."""
    axes.grid(color=GREY, linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def legend(figure: Figure, keys: list[Any] | None = None, columns: int = 4) -> None:
    """Write what is drawn below a figure."""
    chosen = {} if keys is None else {"handles": keys}
    figure.legend(**chosen, loc="outside lower center", ncols=columns, frameon=False, fontsize=9)


def write_values(axes: Axes, cells: NDArray[Any]) -> None:
    """Write values into their cells, dark on light ones; none where there is no number."""
    least = float(np.nanmin(cells))
    light = least + 0.6 * (float(np.nanmax(cells)) - least)
    for (row, column), value in np.ndenumerate(cells):
        if not np.isnan(value):
            ink = "black" if value > light else "white"
            axes.text(column, row, f"{value:.0f}", ha="center", va="center", fontsize=8, color=ink)


def whole(axis: Axis) -> None:
    """Mark whole numbers on an axis."""
    axis.set_major_locator(MaxNLocator("auto", steps=[1, 2, 5, 10], integer=True))
    axis.set_major_formatter(lambda number, _position: f"{number:,.0f}")


# ---- what a tablebase holds, drawn: how many positions are won, lost, tied and drawn, by how long play lasts


TIED, WON, LOST, DRAWN = 3, 1, 2, 0
_COLOURS = {WON: BLUE, LOST: VERMILION, TIED: GREEN}


def tablebase(counts: Sequence[dict[str, Any]], name: str = "") -> Picture:
    """Return a figure of the counts in the manifest of a tablebase: remoteness, or the score, across, positions
    up, in powers of ten.

    How many are drawn, which have no remoteness, is said in the title. O(counts).

    >>> counts = [{"result": 2, "remoteness": 0, "count": 1}, {"result": 1, "remoteness": 1, "count": 3}]
    >>> tablebase(counts, "nim(3)").axes[0].get_title()
    'nim(3): 4 positions'
    """
    limits.kinds(list | tuple, N_("a list of counts"), counts=counts or None)
    labels = {WON: _("won"), LOST: _("lost"), TIED: _("tied")}
    total = sum(each["count"] for each in counts)
    drawn = sum(each["count"] for each in counts if each["result"] == DRAWN)
    across = "score" if "score" in counts[0] else "remoteness"
    with picture(7.0, 4.0) as (figure, axes):
        for result, colour in _COLOURS.items():
            rows = [(each[across], each["count"]) for each in counts if each["result"] == result]
            if rows:
                moves, positions = np.array(rows, np.float64).T
                axes.plot(moves, positions, "o", color=colour, markersize=4, label=labels[result])
        axes.set_yscale("log")
        axes.set(xlabel=_("score") if across == "score" else _("remoteness"), ylabel=_("positions"))
        words = _("{name}: {total:,} positions, {drawn:,} of them drawn") if drawn else _("{name}: {total:,} positions")
        axes.set_title(words.format(name=name, total=total, drawn=drawn))
        whole(axes.xaxis)
        if axes.get_legend_handles_labels()[0]:
            axes.legend(frameon=False)
    return figure


# ---- thermographs as figures: Left's wall, Right's wall and the mast, temperatures rising


SIZE = 5.2, 4.4
"""Inches of the figure."""
LONGEST = 60
"""Letters of a value that are written above it."""


def thermograph(value: Value | Thermograph, name: str = "") -> Picture:
    """Return a figure of the thermograph of a value; ``name`` is written above it, else the value itself.

    >>> import grundy as gr
    >>> [line.get_label() for line in thermograph(gr.Value("{2|-1}")).axes[0].lines]
    ['Left', 'Right', 'mast']
    """
    graph = value.thermograph() if isinstance(value, Value) else value
    limits.kinds(Thermograph, N_("a value"), value=graph)
    name = str(name or (value if isinstance(value, Value) else ""))
    with picture(*SIZE) as (figure, axes):
        drawn(graph, axes)
        title(axes, name if len(name) <= LONGEST else name[: LONGEST - 1] + "…")
        axes.annotate(
            f"({graph.mean}, {graph.temperature})",
            (float(graph.mean), float(graph.temperature)),
            (6, 2),
            textcoords="offset points",
        )
        plain(axes)
        legend(figure, columns=3)
    return figure


# ---- heat maps of games on two heaps: the Grundy values, or the outcomes, of all positions (a, b) up to a size
# Of a game on one number the positions stand in rows, as on the page of a calendar.


ROW = 20
"""So many positions of a game on one number stand in a row."""
MAP_SIZE, MAP_LINE = (7.2, 7.0), 64
"""Inches of the figure, and columns of a law above the map: beside it stands a bar."""
WRITTEN = 16
"""The values of so many heaps at most are written into their cells."""
LARGEST = 1000
"""The largest heap that is drawn."""
_VERDICTS = {Outcome.N: "win", Outcome.P: "loss", Outcome.D: "draw", Outcome.T: "tie"}


def heatmap(
    rules: Ruleset,
    size: int = 60,
    *,
    outcomes: bool = False,
    play: str = "normal",
    law: Law | None = None,
) -> Picture:
    """Return a figure of the positions (a, b) with a, b <= ``size`` of a game on two numbers, of one on one all n.

    Args:
        rules: a game on one number or two, or a heap game, of which two heaps are taken.
        size: the largest heap that is drawn, up to 1000.
        outcomes: who wins, instead of the Grundy values with the losing positions marked.
        play: "normal" or "misere"; in misère play positions have outcomes only.
        law: what is known of the losing positions; where they are Beatty pairs, their two lines are drawn.

    Raises:
        GrundyError: the positions are not one number or two, or would be too many.

    >>> import grundy as gr
    >>> figure = heatmap(gr.wythoff, 10, law=gr.wythoff.law())
    >>> figure.axes[0].get_xlabel(), figure.axes[0].get_title(loc="left")
    ('a', 'wythoff: Grundy values')
    """
    limits.kinds(Ruleset, N_("a game"), rules=rules)
    limits.numbers("size", size=size)
    limits.kinds(Law | None, N_("a law"), law=law)
    if not 0 < size <= LARGEST:
        raise GrundyError(
            "a heat map covers heaps up to a size from 1 to {most:,}, not {size:,}", most=LARGEST, size=size
        )
    table = square(rules, size, outcomes=outcomes, play=play)
    return drawn_map(table, named(rules, outcomes or has_outcomes_only(rules, play), play), law)


def drawn_map(table: list[list[Any]], name: str, law: Law | None = None) -> Picture:
    """Return the figure of a table of values or of outcomes, as `grundy.proving.guess.square` gives them."""
    alone = table[0] if len(table) == 1 else []
    rows = [alone[k : k + ROW] for k in range(0, len(alone), ROW)]
    if alone:  # twenty in a row, each row with the number it begins with
        table = [[row[k] if k < len(row) else None for row in rows] for k in range(min(ROW, len(alone)))]
    size = len(table) - 1
    with picture(MAP_SIZE[0], 1.6 + 0.34 * len(rows) if alone else MAP_SIZE[1]) as (figure, axes):
        of_outcomes = any(isinstance(entry, Outcome) for row in table for entry in row)
        keys = (_outcomes if of_outcomes else _values)(axes, table)
        title(axes, name, law, LINE if alone else MAP_LINE)
        if alone:
            axes.set(xlabel="n", xticks=range(0, len(table), 2))
            axes.set_yticks(range(len(rows)), [f"{ROW * k} +" for k in range(len(rows))])
            axes.invert_yaxis()
        else:
            if law is not None and isinstance(law.form, Beatty):
                _lines(axes, law.form, size)
            axes.set(xlabel="a", ylabel="b", xlim=(-0.5, size + 0.5), ylim=(-0.5, size + 0.5))
            whole(axes.xaxis)
            whole(axes.yaxis)
        legend(figure, keys + axes.get_legend_handles_labels()[0])
    return figure


def named(rules: Ruleset, outcomes: bool, play: str) -> str:
    """Return what a table shows, in words."""
    parameters = "".join(f" {name}={value}" for name, value in rules.params.items())
    with style():
        what = _("who wins") if outcomes else _("scores") if rules.scoring else _("Grundy values")
        return f"{rules.name}{parameters}: {what}" + (_(", misère play") if play == "misere" else "")


def _values(axes: Axes, table: list[list[Any]]) -> list[Patch]:
    """Paint the values, with a bar that tells the colours, and mark the zeros; return what the legend says."""
    cells = np.array([[np.nan if entry is None else entry for entry in row] for row in table], float).T
    axes.set_facecolor(GREY)
    image = axes.imshow(cells, origin="lower", cmap="viridis", interpolation="nearest")
    figure = axes.get_figure()
    assert figure is not None
    bar = figure.colorbar(image, ax=axes, shrink=0.82, pad=0.02)
    whole(bar.ax.yaxis)
    lost = [Rectangle((a - 0.5, b - 0.5), 1, 1) for b, a in np.argwhere(cells == 0).tolist()]
    axes.add_collection(PatchCollection(lost, facecolor=VERMILION, edgecolor="none"))
    if len(table) <= WRITTEN + 1:
        write_values(axes, cells)
    return [Patch(color=VERMILION, label=_("0: the player to move loses"))]


def _outcomes(axes: Axes, table: list[list[Any]]) -> list[Patch]:
    """Paint the outcomes, and return what the legend says."""
    words = {
        "win": _("the player to move wins"),
        "loss": _("the player to move loses"),
        "draw": _("draw"),
        "tie": _("tie"),
    }
    kinds = list(words)
    cells = np.array([[np.nan if e is None else kinds.index(_VERDICTS[e]) for e in row] for row in table], float).T
    shades = [COLOURS[kind] if kind != "win" else "#DCEFE8" for kind in kinds]
    axes.set_facecolor(GREY)
    axes.imshow(cells, origin="lower", cmap=ListedColormap(shades), vmin=-0.5, vmax=3.5, interpolation="nearest")
    there = np.unique(cells[~np.isnan(cells)]).astype(int)
    return [Patch(facecolor=shades[i], edgecolor=INK, linewidth=0.4, label=words[kinds[i]]) for i in there]


def _lines(axes: Axes, form: Beatty, size: int) -> None:
    """Draw the two lines beside which Beatty pairs lie: b = a β/α and a = b β/α."""
    alpha = (2 - form.t + sqrt(form.t**2 + 4)) / 2
    steep = 1 + form.t / alpha
    words = _("slopes {steep:.4f} and {flat:.4f}").format(steep=steep, flat=1 / steep)
    for x, y, label in ((size / steep, size, words), (size, size / steep, "")):
        axes.plot([0, x], [0, y], color="white", linewidth=2.2, alpha=0.8)
        axes.plot([0, x], [0, y], color=INK, linewidth=1, linestyle="--", label=label)


# ---- plots of nim-sequences: value against heap, the rare values marked, the period shaded

SINGLE = 3000
"""Up to so many values are drawn each for itself."""
LAW_FROM = 1 << 16
"""A plot of more values looks for a law among all of them."""
SHADES = 6
"""Shades of a bar; few, so that the image is small."""
PLOT_SIZE = 11.0, 5.2
"""Inches of the whole plot."""
COMMON, RARE, PERIOD = BLUE, VERMILION, GREEN


def sequence(values: Any, law: Any = None, name: str = "", rares: Any = None) -> Picture:
    """Return a figure of Grundy values against heaps.

    ``law`` (or None) gives the words below the ``name`` and the period that is shaded; ``rares``: the heaps of rare value.
    GrundyError if there are no values.
    """
    limits.kinds(Law | None, N_("a law"), law=law)
    try:
        shown, marked = np.asarray(values), np.asarray([] if rares is None else rares, np.int64)
    except (TypeError, ValueError):
        raise GrundyError("values= and rares= are lists of numbers") from None
    if shown.ndim != 1 or not len(shown) or shown.dtype.kind not in "biuf":
        raise GrundyError("there are no values to draw")
    rare = np.zeros(len(shown), np.bool_)
    rare[marked[marked < len(shown)]] = True
    with picture(*PLOT_SIZE) as (figure, axes):
        _axes(axes, shown)
        title(axes, name, law)
        _shade(axes, law, len(shown))
        (_points if len(shown) <= SINGLE else _bars)(axes, shown, rare)
        legend(figure)
    return figure


def _axes(axes: Axes, values: NDArray[Any]) -> None:
    """Label the axes, and set what they show."""
    count, largest = len(values), int(values.max())
    axes.set_xlim(-0.01 * count - 0.5, 1.01 * count - 0.5)
    axes.set_ylim(-0.03 * largest - 0.3, 1.03 * largest + 0.3)
    axes.set_xlabel(_("heap n"))
    axes.set_ylabel(_("Grundy value g(n)"))
    whole(axes.xaxis)
    whole(axes.yaxis)
    plain(axes)


def _shade(axes: Axes, law: Any, count: int) -> None:
    """Shade the first period, and draw where the preperiod ends."""
    if law is None or not law.period or law.preperiod >= count:
        return
    start, stop = law.preperiod, law.preperiod + law.period
    if start:
        before = _("preperiod: n < {start:,}").format(start=start)
        axes.axvline(start - 0.5, color=INK, linewidth=1, linestyle="--", zorder=1.5, label=before)
    if law.proved:
        words = _("first period: n = {start:,} to {last:,}")
    else:
        words = _("first period: n = {start:,} to {last:,}, a conjecture")
    axes.axvspan(
        *(start - 0.5, stop - 0.5),
        facecolor=(PERIOD, 0.18),
        edgecolor=(PERIOD, 0.5),
        linewidth=0.8,
        zorder=0.5,
        label=words.format(start=start, last=stop - 1),
    )


def _points(axes: Axes, values: NDArray[Any], rare: NDArray[np.bool_]) -> None:
    """Draw each value for itself."""
    size = float(np.clip(60 / np.sqrt(len(values)), 2.2, 6))
    heaps = np.arange(len(values))
    name = _("common values") if rare.any() else _("values")
    for chosen, marker, colour, label in ((~rare, "o", COMMON, name), (rare, "D", RARE, _("rare values"))):
        if chosen.any():
            axes.plot(
                *(heaps[chosen], values[chosen]),
                linestyle="none",
                marker=marker,
                markersize=size if marker == "o" else max(size, 3.2),
                markeredgewidth=0,
                color=colour,
                label=label,
            )


def _bars(axes: Axes, values: NDArray[Any], rare: NDArray[np.bool_]) -> None:
    """Draw the cells as small bars, the darker the more heaps they hold; rare values in another colour."""
    name = _("common values") if rare.any() else _("values")
    for chosen, colour, label in ((~rare, COMMON, name), (rare, RARE, _("rare values"))):
        if chosen.any():
            found = cells(values, chosen)
            if found.width > 1 and colour == COMMON:
                label = _("{what}; the darker, the more of {width:,} neighbouring heaps").format(
                    what=label, width=found.width
                )
            _draw_cells(axes, found, len(values), int(values.max()), colour)
            axes.plot([], [], linestyle="none", marker="s", color=colour, label=label)


def _draw_cells(axes: Axes, found: Cells, count: int, largest: int, colour: str) -> None:
    """Draw cells as an image of bars, each as wide as its column, and none too thin to be seen."""
    deep = np.array(to_rgb(colour))
    shades = LinearSegmentedColormap.from_list("", [0.5 + deep / 2, deep, deep * 0.45])
    points = 72 * PLOT_SIZE[0] * 0.9, 72 * PLOT_SIZE[1] * 0.75  # about the size of what the axes enclose
    half = np.clip(found.height * points[1] / (largest + 1) * 0.36, 0.7, 3.5) / points[1] * (largest + 1)
    lines = np.empty((len(found.heaps), 2, 2))
    lines[:, :, 0] = found.heaps[:, None]
    lines[:, :, 1] = found.values[:, None] + np.array([-half, half])
    share = np.ceil(SHADES * np.log1p(found.counts) / np.log1p(found.width * found.height)) / SHADES
    axes.add_collection(
        LineCollection(
            list(lines),
            colors=shades(share),
            linewidths=max(1.0, points[0] * found.width / count),
            capstyle="butt",
            rasterized=True,
            antialiased=False,
            zorder=2,
        ),
        autolim=False,
    )


# ---- period diagrams: a nim-sequence folded at its period, so that equal heaps stand below each other


FOLDED = 600
"""Longer periods, and more rows, are not drawn."""
NUMBERED = 40
"""Values are written into the cells of so many columns or rows."""


def period(law: Law, name: str = "") -> Picture:
    """Return a figure of a nim-sequence folded at its period: n mod p across, n // p down.

    The rows go on until the period has stood twice after the preperiod. The values that are not those of the period are
    framed. Of an arithmetic period, what is drawn is g(n) less the saltus for each row.

    GrundyError for a law without a period, and for a period or a preperiod too long to be drawn.

    >>> import grundy as gr
    >>> period(gr.octal("0.77").law()).axes[0].get_ylabel()
    'n div 12'
    """
    limits.kinds(Law, N_("a law"), law=law)
    if not law.period:
        raise GrundyError("only a law with a period can be folded, not: {law}", law=law)
    cells, odd = folded(law)
    rows, columns = cells.shape
    cell = min(0.34, 12 / max(columns, 12), 14 / max(rows, 6))
    with picture(max(4.5, columns * cell + 1.6), max(2.6, rows * cell + 1.8)) as (figure, axes):
        axes.set_facecolor(GREY)
        axes.imshow(cells, cmap="viridis", interpolation="nearest", aspect="equal" if columns <= NUMBERED else "auto")
        _frames(axes, odd)
        if max(rows, columns) <= NUMBERED:
            write_values(axes, cells)
        title(axes, name, law)
        axes.set(xlabel=f"n mod {law.period}", ylabel=f"n div {law.period}")
        whole(axes.xaxis)
        whole(axes.yaxis)
        if odd.any():
            words = _("off the period: {count:,} heaps, the last one n = {last:,}").format(
                count=int(odd.sum()), last=int(np.flatnonzero(odd)[-1])
            )
            frame = Patch(facecolor="none", edgecolor=VERMILION, linewidth=1.5, label=words)
            legend(figure, [frame])
    return figure


def folded(law: Law) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the values in rows of a period each, less the saltus for each row, and where they are not the period's.

    >>> cells, odd = folded(Law("periodic", 2, 1, 0, True, 9, head=[5, 1, 2]))
    >>> cells.tolist(), odd.tolist()
    ([[5, 1], [2, 1], [2, 1]], [[True, False], [False, False], [False, False]])
    """
    rows = -(-law.preperiod // law.period) + 2
    if max(rows, law.period) > FOLDED:
        raise GrundyError(
            "a period of {period:,} in {rows:,} rows is too long to draw; the limit is {most}",
            period=law.period,
            rows=rows,
            most=FOLDED,
        )
    values = np.array([law.value(n) for n in range(rows * law.period)]).reshape(rows, law.period)
    cells = values - law.saltus * np.arange(rows)[:, None]
    return cells, cells != cells[-1]


def _frames(axes: Axes, odd: NDArray[np.bool_]) -> None:
    """Frame the values that are not those of the period."""
    frames = [Rectangle((column - 0.44, row - 0.44), 0.88, 0.88) for row, column in np.argwhere(odd).tolist()]
    axes.add_collection(PatchCollection(frames, facecolor="none", edgecolor=VERMILION, linewidth=1.3))
