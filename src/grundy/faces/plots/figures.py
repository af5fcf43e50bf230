"""What all figures share: their style, their titles, and how they are written."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from textwrap import wrap
from typing import Any, BinaryIO

import numpy as np
from matplotlib import rc_context, rcParamsDefault
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.font_manager import fontManager
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from grundy.common.errors import GrundyError

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
_NO_DATE: dict[str, dict[str, None]] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}


class Picture(Figure):
    """A figure that shows itself in a notebook, as vectors."""

    def _repr_svg_(self) -> str:
        with BytesIO() as file:
            write(self, file, "svg")
            return file.getvalue().decode()


def style() -> Any:
    """Return the context in which figures are made and written, whatever the user's own settings are."""
    fonts = fontManager.get_font_names()
    family = ["DejaVu Sans", *(name for name in _CHINESE if name in fonts)]
    settings: dict[Any, Any] = {**rcParamsDefault, **_STYLE, "font.family": family}
    return rc_context(settings)


def picture(width: float, height: float) -> Picture:
    """Return an empty figure of so many inches, in no window."""
    return Picture(figsize=(width, height), dpi=DOTS, layout="constrained")


def check(path: str) -> None:
    """Raise GrundyError if no figure is written under such a name: before the work for it is done."""
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
    check(str(path))
    with Path(path).open("wb") as file:
        write(figure, file, Path(path).suffix.lower()[1:])


def write(figure: Figure, file: BinaryIO, kind: str) -> None:
    """Write a figure as "svg", "pdf" or "png"."""
    with style():
        figure.savefig(file, format=kind, bbox_inches="tight", metadata=_NO_DATE.get(kind))


def title(axes: Axes, name: str, law: Any = None) -> None:
    """Write what is drawn, and its law in smaller lines below."""
    lines = [] if law is None else wrap(str(law), 120)[:3]
    words = "\n".join(wrap(name, 90)[:2])
    axes.set_title(words, loc="left", weight="bold", size=12, pad=8 + 13 * len(lines), parse_math=False)
    axes.annotate(
        "\n".join(lines), (0, 1), (0, 6), xycoords="axes fraction", textcoords="offset points", parse_math=False
    )


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
