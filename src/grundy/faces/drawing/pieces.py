"""What stands on a board: small figures of our own for each theme, drawn around (0, 0) in a cell of width 1.

A game's file says its theme (``amazons.looks("queens")``). Left's and Right's pieces differ in shape, not only in colour.
"""
# ruff: noqa: E501  # an outline is one text

from __future__ import annotations

from grundy.faces.drawing.colours import both, fill, stroke

_SHINE = '<ellipse cx="-0.12" cy="-0.15" rx="0.14" ry="0.08" transform="rotate(-35 -0.12 -0.15)" fill="#FFF" opacity="0.45"/>'
_STONE = (
    f'<circle r="0.39" {both("dark", "edge", 0.03)}/>{_SHINE}',
    f'<circle r="0.385" {both("pale", "edge", 0.05)}/><circle r="0.28" {stroke("silver", 0.035)}/>',
)
_CROWN = "M-.27 .2L-.36 -.2L-.17 .02L0 -.3L.17 .02L.36 -.2L.27 .2Z"


def _queen(inside: str, line: str) -> str:
    balls = "".join(
        f'<circle cx="{x}" cy="{y}" r="0.06" {both(inside, line, 0.03)}/>'
        for x, y in ((-0.36, -0.22), (0, -0.33), (0.36, -0.22))
    )
    base = f'<rect x="-0.3" y="0.2" width="0.6" height="0.15" rx="0.04" {both(inside, line, 0.04)}/>'
    return f'<path d="{_CROWN}" {both(inside, line, 0.04)}/>{balls}{base}'


_FLAME = (
    f'<path d="M0 .38C-.36 .36 -.34 0 -.16 -.16C-.14 0 -.04 0 -.02 -.4C.22 -.22 .38 .02 .28 .2C.22 .34 .12 .38 0 .38Z" {fill("fire")}/>'
    f'<path d="M0 .36C-.17 .34 -.16 .14 -.04 .02C.02 .12 .16 .16 .13 .26C.1 .34 .06 .36 0 .36Z" {fill("flame")}/>'
)
_HOPPER = "M-.36 .28C-.4 -.02 -.12 -.2 .1 -.2C.16 -.36 .34 -.3 .32 -.14C.44 -.06 .4 .1 .26 .12C.24 .2 .28 .24 .34 .28Z"


def _hopper(skin: str, more: str, way: int) -> str:
    """Return a toad or a frog that looks to the right (1) or to the left (-1)."""
    eye = f'<circle cx="0.24" cy="-0.2" r="0.09" {both("pale", "edge", 0.025)}/><circle cx="0.26" cy="-0.2" r="0.04" {fill("dark")}/>'
    leg = f'<path d="M-.08 .26C-.3 .26 -.3 .04 -.14 .04C-.02 .06 -.02 .18 -.1 .28" {stroke("edge", 0.035)}/>'
    return f'<g transform="scale({way} 1)"><path d="{_HOPPER}" {both(skin, "edge", 0.035)}/>{more}{leg}{eye}</g>'


_WARTS = "".join(
    f'<circle cx="{x}" cy="{y}" r="0.045" {fill("edge")}/>'
    for x, y in ((-0.16, -0.06), (0, -0.1), (0.1, 0.04), (-0.02, 0.06))
)
_BELLY = f'<path d="M-.1 -.1C.06 -.14 .18 -.06 .3 .06" {stroke("pale", 0.05)}/>'
_ELEPHANT = (
    f'<path d="M-.38 .3V-.02C-.38 -.24 -.16 -.3 .06 -.28C.3 -.28 .4 -.12 .4 .06C.42 .2 .4 .3 .34 .34C.3 .34 .3 .3 .31 .24C.3 .14 .28 .1 .2 .1V.3H.04V.14H-.16V.3Z" {both("grey", "edge", 0.035)}/>'
    f'<path d="M.06 -.2C-.1 -.2 -.12 .06 .02 .08C.12 .06 .16 -.1 .06 -.2Z" {both("silver", "edge", 0.03)}/><circle cx="0.24" cy="-0.1" r="0.035" {fill("dark")}/>'
)
_RHINO = (
    f'<g transform="scale(-1 1)"><path d="M-.4 .3V0C-.4 -.2 -.16 -.22 .02 -.2C.08 -.24 .14 -.22 .16 -.14L.3 -.04L.38 -.26C.46 -.1 .44 .1 .34 .14L.14 .14V.3H-.02V.16H-.22V.3Z" {both("stone", "edge", 0.035)}/>'
    f'<circle cx="0.16" cy="-0.04" r="0.035" {fill("dark")}/><path d="M-.2 -.18C-.12 -.04 -.14 .06 -.2 .16" {stroke("edge", 0.03)}/></g>'
)


def _skier(colour: str, way: int, *, head: bool) -> str:
    """Return a skier; one who may jump has a full head."""
    face = both(colour, "edge", 0.03) if head else both("pale", "edge", 0.05)
    body = f'<path d="M.02 -.14L-.08 .08L.08 .14L.02 .3" {stroke(colour, 0.12)}/><path d="M0 -.06L.22 .04" {stroke(colour, 0.07)}/>'
    ski = f'<path d="M-.34 .24L.28 .37C.34 .38 .38 .36 .4 .32" {stroke("edge", 0.05)}/>'
    return f'<g transform="scale({way} 1)">{ski}{body}<circle cx="0.06" cy="-0.28" r="0.11" {face}/></g>'


def _cart(colour: str, sign: str) -> str:
    """Return a block that is pushed to the left."""
    return f'<rect x="-0.36" y="-0.3" width="0.72" height="0.6" rx="0.1" {both(colour, "edge", 0.03)}/>{sign}'


_FULL_ARROW = f'<path d="M-.26 0L-.02 -.2V-.08H.24V.08H-.02V.2Z" {fill("pale")}/>'
_THIN_ARROW = f'<path d="M.22 0H-.2M-.04 -.16L-.22 0L-.04 .16" {stroke("pale", 0.08)}/>'


def _standing(colour: str, pips: tuple[float, ...]) -> str:
    """Return a domino on its end."""
    dots = "".join(f'<circle cy="{y}" r="0.055" {fill("pale")}/>' for y in pips)
    line = f'<path d="M-.14 0H.14" {stroke("pale", 0.03)}/>'
    return f'<rect x="-0.19" y="-0.44" width="0.38" height="0.88" rx="0.07" {both(colour, "edge", 0.03)}/>{line}{dots}'


def _square(colour: str, more: str = "") -> str:
    inner = '<rect x="-0.3" y="-0.3" width="0.6" height="0.6" rx="0.05" fill="#FFF" opacity="0.13"/>'
    return f'<rect x="-0.45" y="-0.45" width="0.9" height="0.9" rx="0.09" {both(colour, "edge", 0.03)}/>{inner}{more}'


_SKULL = (
    f'<path d="M-.14 .24V.14C-.3 .06 -.3 -.28 0 -.28C.3 -.28 .3 .06 .14 .14V.24Z" {both("pale", "edge", 0.03)}/>'
    f'<circle cx="-0.1" cy="-0.04" r="0.065" {fill("dark")}/><circle cx="0.1" cy="-0.04" r="0.065" {fill("dark")}/>'
    f'<path d="M-.05 .24V.15M.05 .24V.15" {stroke("dark", 0.03)}/>'
)
_CROSS = f'<path d="M-.26 -.26L.26 .26M.26 -.26L-.26 .26" {stroke("left", 0.13)}/>'
_RING = f'<circle r="0.28" {stroke("right", 0.12)}/>'
_STAR = "M0 -.24L.06 -.08H.23L.1 .03L.15 .2L0 .1L-.15 .2L-.1 .03L-.23 -.08H-.06Z"
_PAWN = (
    "M-.26 .34V.26C-.12 .2 -.1 .06 -.1 -.02H-.16V-.08H-.1A.17 .17 0 1 1 .1 -.08H.16V-.02H.1C.1 .06 .12 .2 .26 .26V.34Z"
)
_CAKE = (
    f'<rect x="-0.47" y="-0.47" width="0.94" height="0.94" rx="0.06" {both("sand", "grain", 0.03)}/>'
    f'<path d="M-.36 -.36H.36V.2C.3 .36 .2 .36 .14 .2C.08 .32 -.04 .32 -.1 .2C-.16 .38 -.3 .34 -.36 .2Z" {fill("icing")}/><circle cy="-0.12" r="0.1" {fill("fire")}/>'
)


def _field(colour: str, inside: str) -> str:
    """Return a field that only one player may still use, or both."""
    return f'<rect x="-0.46" y="-0.46" width="0.92" height="0.92" rx="0.2" {both(colour, "edge", 0.03)}/>{inside}'


_EYES = (
    f'<circle cx="-0.09" cy="-0.09" r="0.035" {fill("dark")}/><circle cx="0.09" cy="-0.09" r="0.035" {fill("dark")}/>'
)
_CAT = (
    f'<path d="M-.24 .06C-.27 -.08 -.26 -.22 -.24 -.38L-.1 -.25H.1L.24 -.38C.26 -.22 .27 -.08 .24 .06C.16 .18 -.16 .18 -.24 .06Z" {both("pale", "edge", 0.03)}/>'
    f'{_EYES}<path d="M-.03 0H.03L0 .04ZM-.1 .02L-.34 -.02M-.1 .06L-.33 .1M.1 .02L.34 -.02M.1 .06L.33 .1" {stroke("edge", 0.022)}/>'
)
_DOG = (
    f'<ellipse cy="-0.08" rx="0.21" ry="0.24" {both("pale", "edge", 0.03)}/>{_EYES}'
    f'<path d="M-.16 -.28C-.36 -.3 -.38 -.02 -.28 .08C-.2 .04 -.2 -.1 -.16 -.28ZM.16 -.28C.36 -.3 .38 -.02 .28 .08C.2 .04 .2 -.1 .16 -.28Z" {both("toad", "edge", 0.03)}/>'
    f'<ellipse cy="0.02" rx="0.06" ry="0.045" {fill("dark")}/><path d="M0 .06V.1M-.07 .1C-.04 .14 .04 .14 .07 .1" {stroke("edge", 0.025)}/>'
)
_HATCH = f'<path d="M-.34 .02L.02 -.34M-.3 .2L.2 -.3M-.1 .24L.34 -.2M.1 .24L.34 0" {stroke("pale", 0.05)}/>'
_DOTS = "".join(
    f'<circle cx="{x}" cy="{y}" r="0.055" {fill("pale")}/>'
    for x, y in ((-0.24, -0.24), (0, -0.24), (0.24, -0.24), (-0.12, -0.05), (0.12, -0.05), (-0.24, 0.14), (0.24, 0.14))
)
_BLADES = f'<path d="M-.26 0l.05 -.16m0 .16l.06 -.12M.1 -.14l.05 -.16m0 .16l.06 -.12M.02 .12l.05 -.16m0 .16l.06 -.12" {stroke("grass", 0.035)}/>'

PIECES: dict[str, dict[str, str]] = {
    "stones": {"X": _STONE[0], "O": _STONE[1], "b": _STONE[0], "r": _STONE[1]},
    "pebbles": {"X": f'<circle r="0.39" {both("stone", "edge", 0.03)}/>{_SHINE}'},
    "runners": {
        "▶": f'<path d="{_PAWN}" {both("dark", "edge", 0.03)}/>',
        "◁": f'<path d="{_PAWN}" {both("pale", "edge", 0.05)}/>',
    },
    "queens": {
        "X": _queen("dark", "edge"),
        "O": _queen("pale", "edge") + f'<circle cy="0.07" r="0.07" {fill("edge")}/>',
        "#": _FLAME,
    },
    "frogs": {"X": _hopper("toad", _WARTS, 1), "O": _hopper("grass", _BELLY, -1)},
    "elephants": {"X": _ELEPHANT, "O": _RHINO},
    "skiers": {
        "X": _skier("left", 1, head=True),
        "O": _skier("right", -1, head=True),
        ">": _skier("left", 1, head=False),
        "<": _skier("right", -1, head=False),
    },
    "carts": {"X": _cart("left", _FULL_ARROW), "O": _cart("right", _THIN_ARROW)},
    "cars": {
        "X": f'<g transform="scale(-1 1)">{_cart("left", _FULL_ARROW)}</g>',
        "O": f'<g transform="rotate(90)">{_cart("right", _THIN_ARROW)}</g>',
    },
    "standing dominoes": {
        "X": _standing("left", (-0.22, 0.22)),
        "O": _standing("right", (-0.31, -0.14, 0.14, 0.31)),
        "#": _standing("both", ()),
    },
    "dominoes": {"#": f'<rect x="-0.44" y="-0.44" width="0.88" height="0.88" rx="0.1" {both("pale", "edge", 0.04)}/>'},
    "chocolate": {"■": _square("cocoa"), "☠": _square("poison", _SKULL)},
    "marks": {"X": _CROSS, "O": _RING},
    "discs": {
        "X": f'<circle r="0.38" {both("left", "pale", 0.03)}/><circle r="0.22" {stroke("pale", 0.06)}/>',
        "O": f'<circle r="0.38" {both("right", "pale", 0.03)}/><path d="{_STAR}" {fill("pale")}/>',
    },
    "coins": {
        "H": f'<circle r="0.4" {both("gold", "grain", 0.04)}/><path d="{_STAR}" {fill("grain")}/>',
        "T": f'<circle r="0.4" {both("silver", "stone", 0.04)}/><path d="M-.2 .12H.2M-.2 -.02H.2M-.2 -.16H.2" {stroke("stone", 0.05)}/>',
        "●": f'<circle r="0.4" {both("silver", "stone", 0.04)}/><circle r="0.3" {stroke("stone", 0.03)}/>{_SHINE}',
    },
    "cake": {"▒": _CAKE},
    "fields": {"b": _field("left", _HATCH), "r": _field("right", _DOTS), "g": _field("cell", "")},
    "cats and dogs": {"b": _field("left", _CAT), "r": _field("right", _DOG), "g": _field("cell", _BLADES)},
    "bridges": {
        "●": f'<circle r="0.2" {fill("left")}/>',
        "○": f'<circle r="0.17" {both("pale", "right", 0.07)}/>',
        "┃": f'<path d="M0 -.5V.5" {stroke("left", 0.15)}/>',
        "━": f'<path d="M-.5 0H.5" {stroke("left", 0.15)}/>',
        "│": f'<path d="M0 -.5V.5" {stroke("right", 0.11)}/>',
        "─": f'<path d="M-.5 0H.5" {stroke("right", 0.11)}/>',
    },
    "chess": {face: f'<text font-size="0.8" {fill("dark")}>{face}</text>' for face in "♔♕♖♗♘♙♚♟"},
}
"""What the faces of a cell or a vertex look like, for each theme; a face that is not here is its letter."""

COUNTERS = {
    "": f'<circle r="0.37" {both("stone", "edge", 0.03)}/>{_SHINE}',
    "pins": (
        f'<path d="M-.13 .42C-.28 .14 -.1 -.02 -.09 -.16C-.16 -.44 .16 -.44 .09 -.16C.1 -.02 .28 .14 .13 .42Z" {both("pale", "edge", 0.04)}/>'
        f'<path d="M-.09 -.14H.09M-.09 -.06H.09" {stroke("right", 0.04)}/>'
    ),
    "matches": f'<rect x="-0.07" y="-0.3" width="0.14" height="0.72" rx="0.03" {both("wood", "grain", 0.02)}/><ellipse cy="-0.32" rx="0.11" ry="0.14" {both("right", "edge", 0.02)}/>',
}
"""What one counter of a heap looks like."""

SEED = f'<circle r="0.09" {both("pale", "edge", 0.025)}/>'
"""What a seed in a pit looks like."""

GROUNDS = {
    "pits": ("wood",),
    "stones": ("wood",),
    "pebbles": ("sand",),
    "runners": ("light", "shade"),
    "queens": ("light", "shade"),
    "chess": ("light", "shade"),
    "frogs": ("water",),
    "elephants": ("sand",),
    "skiers": ("snow",),
    "discs": ("frame",),
    "standing dominoes": ("none",),
    "chocolate": ("none",),
    "cake": ("none",),
    "coins": ("cell",),
}
"""What the cells are made of, in turn along rows and columns; else they are plain."""

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def domino(*, upright: bool, pips: tuple[int, int]) -> str:
    """Return a domino around (0, 0) that lies on two cells; Left's stand upright, Right's lie.

    >>> domino(upright=True, pips=(1, 2)).count("<circle")
    3
    """
    colour = "left" if upright else "right"
    dots = "".join(
        f'<circle cx="{0.2 * x}" cy="{0.2 * y + middle}" r="0.07" {fill(colour)}/>'
        for middle, count in ((-0.5, pips[0]), (0.5, pips[1]))
        for x, y in _PIPS[count]
    )
    turn = "" if upright else ' transform="rotate(-90)"'
    tile = f'<rect x="-0.42" y="-0.92" width="0.84" height="1.84" rx="0.14" {both("pale", "edge", 0.045)}/>'
    return f'<g{turn}>{tile}<path d="M-.28 0H.28" {stroke(colour, 0.05)}/>{dots}</g>'
