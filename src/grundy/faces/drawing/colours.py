"""The colours of pictures, by name: each is written into the picture, with a class by which a page may change it.

Pictures stand alone with the colours of the light theme; a page in the dark gives the classes others (``f-`` fills, ``s-``
strokes). Blue is Left's, red (vermilion) Right's, green both players': told apart by the colour-blind (M. Okabe, K. Ito,
2008).
"""

from __future__ import annotations

PAINT = {
    "left": "#0072B2",
    "right": "#D55E00",
    "both": "#009E73",
    "ink": "#1A202C",
    "soft": "#5F6875",
    "paper": "#FFFFFF",
    "cell": "#F4F2EC",
    "light": "#F4F2EC",
    "shade": "#DDD6C6",
    "grid": "#B9B2A2",
    "gone": "#4A5568",
    "last": "#F2C744",
    "wood": "#E2BE86",
    "grain": "#8A5A2B",
    "dark": "#22262E",
    "pale": "#FFFEF8",
    "edge": "#3B3A38",
    "stone": "#64748B",
    "water": "#CFE5EA",
    "grass": "#4C8A3A",
    "toad": "#9A6A3A",
    "sand": "#EADFB8",
    "grey": "#8795A5",
    "snow": "#EAF1F8",
    "fire": "#E2571C",
    "flame": "#FFD166",
    "cocoa": "#6B4226",
    "poison": "#7FA650",
    "gold": "#E3B341",
    "silver": "#C3CAD3",
    "icing": "#F2A7B5",
    "frame": "#3D5A80",
    "earth": "#6B4F2A",
}


def fill(name: str) -> str:
    """Return the attributes of what is filled with a colour, or with none.

    >>> fill("left"), fill("none")
    ('class="f-left" fill="#0072B2"', 'fill="none"')
    """
    return f'class="f-{name}" fill="{PAINT[name]}"' if name in PAINT else 'fill="none"'


def stroke(name: str, width: float) -> str:
    """Return the attributes of a line that is not filled."""
    return f'class="s-{name}" fill="none" stroke="{PAINT[name]}" stroke-width="{width}" stroke-linecap="round"'


def both(inside: str, line: str, width: float = 0.05) -> str:
    """Return the attributes of what is filled with one colour and has an edge of another."""
    return (
        f'class="f-{inside} s-{line}" fill="{PAINT[inside]}" stroke="{PAINT[line]}" stroke-width="{width}" '
        'stroke-linejoin="round"'
    )
