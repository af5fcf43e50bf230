"""Partisan games with their rules written anew, and small positions of each.

The rules work on rows of letters, on sets of vertices and of edges, and on numbers, and are taken from the sources' words;
nothing of the games' own functions is used.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache, partial
from itertools import product
from random import Random
from typing import Any

from grundy import games
from grundy.rules.partisan import LEFT, RIGHT, PartisanRuleset
from grundy.rules.ruleset import Ruleset

Board = tuple[str, ...]
Changed = Callable[[str], Iterator[str]]
MANY = 128
"""The most boards of a shape."""


def split(name: str) -> tuple[Ruleset, dict[str, Any]]:
    """Return the game of a name, and the parameters that stand behind it."""
    game, *given = name.split()
    return games.load(game), {key: literal_eval(value) for key, _, value in (each.partition("=") for each in given)}


def load(name: str) -> PartisanRuleset:
    """Return a partisan game with its parameters."""
    rules, params = split(name)
    found = rules.bind(**params)
    assert isinstance(found, PartisanRuleset)
    return found


# ---- on boards and strips

UP, DOWN, WEST, EAST = (-1, 0), (1, 0), (0, -1), (0, 1)
AROUND = (UP, DOWN, WEST, EAST)
QUEEN = tuple(step for step in product((-1, 0, 1), repeat=2) if step != (0, 0))


def at(board: Board, r: int, c: int) -> str:
    """Return what a cell shows, and "" beyond the edge."""
    return board[r][c] if 0 <= r < len(board) and 0 <= c < len(board[0]) else ""


def put(board: Board, cells: dict[tuple[int, int], str]) -> Board:
    """Return the board with other letters on some cells."""
    return tuple("".join(cells.get((r, c), face) for c, face in enumerate(row)) for r, row in enumerate(board))


def cells_of(board: Board, faces: str) -> Iterator[tuple[int, int]]:
    """Iterate over the cells that show one of some letters."""
    return ((r, c) for r, row in enumerate(board) for c, face in enumerate(row) if face in faces)


def own(player: int) -> str:
    return "X" if player == LEFT else "O"


def domineering(board: Board, player: int) -> Iterator[Board]:
    dr, dc = DOWN if player == LEFT else EAST
    for r, c in cells_of(board, "."):
        if at(board, r + dr, c + dc) == ".":
            yield put(board, {(r, c): "#", (r + dr, c + dc): "#"})


def clobber(
    board: Board, player: int, aslant: int = 0, far: int = 0, knight: int = 0, takes: int = 1, leaves: int = 0
) -> Iterator[Board]:
    """General Clobber, which is Clobber as it stands."""
    oblique = [(dr, dc) for dr, dc in QUEEN if dr and dc]
    leaps = [(a * i, b * j) for a, b in ((1, 2), (2, 1)) for i in (1, -1) for j in (1, -1)]
    wanted = {1: own(-player), 2: own(player), 3: "XO", 4: "."}[takes]
    for r, c in cells_of(board, own(player)):
        for dr, dc in leaps if knight else [AROUND, QUEEN, oblique][aslant]:
            k = 1
            while far and takes != 4 and at(board, r + k * dr, c + k * dc) == ".":
                k += 1
            end = r + k * dr, c + k * dc
            if at(board, *end) and at(board, *end) in wanted:
                yield put(board, {(r, c): own(-player) if leaves else ".", end: own(player)})


def queen(board: Board, r: int, c: int) -> Iterator[tuple[int, int]]:
    for dr, dc in QUEEN:
        for far in range(1, 9):
            if at(board, r + far * dr, c + far * dc) != ".":
                break
            yield r + far * dr, c + far * dc


def amazons(board: Board, player: int) -> Iterator[Board]:
    for cell in cells_of(board, own(player)):
        lifted = put(board, {cell: "."})
        for end in queen(lifted, *cell):
            moved = put(lifted, {end: own(player)})
            for shot in queen(moved, *end):
                yield put(moved, {shot: "#"})


def king_dirt(board: Board, player: int) -> Iterator[Board]:
    for r, c in cells_of(board, own(player)):
        for dr, dc in QUEEN:
            if at(board, r + dr, c + dc) == ".":
                yield put(board, {(r, c): "#", (r + dr, c + dc): own(player)})


def smothered(board: Board) -> bool:
    """Tell whether a block of stones has no liberty."""
    for cell in cells_of(board, "XO"):
        block = [cell]
        for r, c in block:
            beside = [(r + dr, c + dc) for dr, dc in AROUND if at(board, r + dr, c + dc) == at(board, *cell)]
            block += [other for other in beside if other not in block]
        if all(at(board, r + dr, c + dc) != "." for r, c in block for dr, dc in AROUND):
            return True
    return False


def nogo(board: Board, player: int) -> Iterator[Board]:
    for cell in cells_of(board, "."):
        placed = put(board, {cell: own(player)})
        if not smothered(placed):
            yield placed


def konane(board: Board, player: int) -> Iterator[Board]:
    for start in cells_of(board, own(player)):
        for dr, dc in AROUND:
            now, (r, c) = board, start
            while at(now, r + dr, c + dc) == own(-player) and at(now, r + 2 * dr, c + 2 * dc) == ".":
                now = put(now, {(r, c): ".", (r + dr, c + dc): ".", (r + 2 * dr, c + 2 * dc): own(player)})
                r, c = r + 2 * dr, c + 2 * dc
                yield now


def fission(board: Board, player: int) -> Iterator[Board]:
    dr, dc = DOWN if player == LEFT else EAST
    for r, c in cells_of(board, "X"):
        if at(board, r - dr, c - dc) == at(board, r + dr, c + dc) == ".":
            yield put(board, {(r, c): ".", (r - dr, c - dc): "X", (r + dr, c + dc): "X"})


def lanes(changed: Changed, board: Board, player: int) -> Iterator[Board]:
    """Iterate over boards where Left's change was made on one row; Right sees the row mirrored and the letters exchanged."""
    turned = str.maketrans("XO", "OX")
    for r, row in enumerate(board):
        seen = row if player == LEFT else row[::-1].translate(turned)
        for after in changed(seen):
            yield (*board[:r], after if player == LEFT else after[::-1].translate(turned), *board[r + 1 :])


def hop(row: str) -> Iterator[str]:
    yield from walk(row)
    for i in range(len(row)):
        if row[i : i + 3] == "XO.":
            yield row[:i] + ".OX" + row[i + 3 :]


def walk(row: str) -> Iterator[str]:
    for i in range(len(row)):
        if row[i : i + 2] == "X.":
            yield row[:i] + ".X" + row[i + 2 :]


def topple(row: str) -> Iterator[str]:
    for i, face in enumerate(row):
        if face in "X#":
            start = row.rfind(".", 0, i) + 1
            end = row.find(".", i) if "." in row[i:] else len(row)
            yield row[:start] + "." * (i + 1 - start) + row[i + 1 :]
            yield row[:i] + "." * (end - i) + row[end:]


def ski_jumps(board: Board, player: int) -> Iterator[Board]:
    jumper, slipper = "X>" if player == LEFT else "O<"
    rivals, slow = ("O<", "<") if player == LEFT else ("X>", ">")
    for r, c in cells_of(board, jumper + slipper):
        end = c + player
        while at(board, r, end) == ".":
            yield put(board, {(r, c): ".", (r, end): board[r][c]})
            end += player
        if not at(board, r, end):
            yield put(board, {(r, c): "."})
        under = at(board, r + 1, c)
        if board[r][c] == jumper and under and under in rivals and at(board, r + 2, c) == ".":
            yield put(board, {(r, c): ".", (r + 1, c): slow, (r + 2, c): jumper})


def pushed(whole: bool, board: Board, player: int) -> Iterator[Board]:
    for r, c in cells_of(board, own(player)):
        row = board[r]
        start = 0 if whole else max(row.rfind(".", 0, c), 0)
        yield (*board[:r], row[:start] + row[start + 1 : c + 1] + "." + row[c + 1 :], *board[r + 1 :])


Sheep = tuple[tuple[int, ...], int, int]


def battle_sheep(state: Sheep, player: int) -> Iterator[Sheep]:
    """Cells row by row, above 0 Left's sheep, below 0 Right's; each row is half a cell further right."""
    cells, rows, columns = state
    for at, stack in enumerate(cells):
        for down, across in (*AROUND, (1, -1), (-1, 1)):
            r, c = divmod(at, columns)
            while 0 <= r + down < rows and 0 <= c + across < columns and not cells[(r + down) * columns + c + across]:
                r, c = r + down, c + across
            for gone in range(1, abs(stack) if stack * player > 0 and r * columns + c != at else 0):
                after = list(cells)
                after[at], after[r * columns + c] = stack - player * gone, player * gone
                yield tuple(after), rows, columns


# ---- on graphs


class Network:
    """What NetworkX has of a graph."""

    def __init__(self, nodes: Iterable[Hashable], edges: Iterable[tuple[Hashable, ...]]) -> None:
        self.nodes, self.edges = list(nodes), list(edges)


Edge = tuple[int, int, str, int]
"""Two ends, the colour, and a number that tells double edges apart."""
Picture = frozenset[Edge]
MINE = {LEFT: "bg", RIGHT: "rg"}


def held(edges: Picture) -> Picture:
    """Return the edges that some path joins with the ground."""
    reached = {0}
    while True:
        more = {v for edge in edges for v in edge[:2] if reached & set(edge[:2])} | reached
        if more == reached:
            return frozenset(edge for edge in edges if edge[0] in reached)
        reached = more


def hackenbush(edges: Picture, player: int) -> Iterator[Picture]:
    return (held(edges - {edge}) for edge in edges if edge[2] in MINE[player])


def childish_hackenbush(edges: Picture, player: int) -> Iterator[Picture]:
    for edge in edges:
        if edge[2] in MINE[player]:
            left_over = edges - {edge}
            if edge[2] == "g" or held(left_over) == left_over:
                yield held(left_over)


def partisan_arc_kayles(edges: Picture, player: int) -> Iterator[Picture]:
    for edge in edges:
        if edge[2] in MINE[player]:
            yield frozenset(other for other in edges if not set(edge[:2]) & set(other[:2]))


Field = tuple[frozenset[tuple[int, int]], frozenset[tuple[int, str]], frozenset[tuple[int, str]]]
"""A graph, the letters of its vertices, and the colours painted so far."""


def map_colouring(bad: Callable[[str, str], bool], field: Field, player: int) -> Iterator[Field]:
    edges, letters, painted = field
    colours, colour = dict(painted), "b" if player == LEFT else "r"
    for v, letter in letters:
        around = [b if a == v else a for a, b in edges if v in (a, b)]
        if v not in colours and letter in ("", colour) and not any(bad(colour, colours.get(w, "")) for w in around):
            yield edges, letters, painted | {(v, colour)}


Stones = tuple[frozenset[tuple[int, int]], frozenset[tuple[int, str]]]


def graph_clobber(board: Stones, player: int) -> Iterator[Stones]:
    edges, stones = board
    mine, other = "xo" if player == LEFT else "ox"
    for u, v in edges:
        for start, end in ((u, v), (v, u)):
            if {(start, mine), (end, other)} <= stones:
                yield edges, stones - {(start, mine), (end, other)} | {(end, mine)}


def digraph_placement(board: Stones, player: int) -> Iterator[Stones]:
    arcs, vertices = board
    for v, colour in vertices:
        if colour == ("b" if player == LEFT else "r"):
            yield arcs, frozenset((w, other) for w, other in vertices if w != v and (v, w) not in arcs)


def fjords(board: Stones, player: int) -> Iterator[Stones]:
    """The marks of the vertices that are left, "" where a vertex is nobody's."""
    edges, marked = board
    mine, marks = "b" if player == LEFT else "r", dict(marked)
    for v in marks:
        if marks[v] == mine:
            near = {w for edge in edges if v in edge for w in edge}
            rest = {w: mark or mine * (w in near) for w, mark in marks.items() if w != v}
            yield edges, frozenset((w, mark) for w, mark in rest.items() if w not in near or mark == mine)


# ---- on cakes and heaps

Cakes = tuple[tuple[int, int], ...]


def cakes_cut(equal: bool, cakes: Cakes, player: int) -> Iterator[Cakes]:
    for i, (rows, columns) in enumerate(cakes):
        side = columns if player == LEFT else rows
        for cut in compositions(side):
            if len(cut) > 1 and (len(set(cut)) == 1 if equal else len(cut) == 2):
                pieces = [(rows, k) if player == LEFT else (k, columns) for k in cut]
                yield tuple(sorted([*cakes[:i], *pieces, *cakes[i + 1 :]]))


@cache
def compositions(n: int) -> list[tuple[int, ...]]:
    """Return the ways to write a number as a sum of numbers from 1 up."""
    return [(k, *rest) for k in range(1, n + 1) for rest in compositions(n - k)] if n else [()]


SETS: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((1, 3), (2, 3)), ((2,), (1, 4)), ((1, 2, 5), (3,)), ((1,), ())]
Heaps = tuple[tuple[int, ...], int]


def partisan_subtraction(heaps: Heaps, player: int) -> Iterator[Heaps]:
    amounts = SETS[heaps[1]][0 if player == LEFT else 1]
    for i, heap in enumerate(heaps[0]):
        for rest in range(heap):
            if heap - rest in amounts:
                yield (*heaps[0][:i], rest, *heaps[0][i + 1 :]), heaps[1]


def partisan_euclid(pair: tuple[int, int], player: int) -> Iterator[tuple[int, int]]:
    p, q = pair
    k = max(k for k in range(p + 1) if k * q <= p)
    t = p - k * q
    if t:
        yield (q, t) if player == LEFT else (q, q - t)


# ---- which game has which

Moves = Callable[[Any, int], Iterator[Any]]
ON_GRAPHS: dict[str, Moves] = {
    "hackenbush": hackenbush,
    "childish-hackenbush": childish_hackenbush,
    "partisan-arc-kayles": partisan_arc_kayles,
    "col": partial(map_colouring, lambda mine, other: mine == other),
    "snort": partial(map_colouring, lambda mine, other: other not in ("", mine)),
    "graph-clobber": graph_clobber,
    "digraph-placement": digraph_placement,
}
ON_HEAPS: dict[str, Moves] = {
    "cutcake": partial(cakes_cut, False),
    "maundy-cake": partial(cakes_cut, True),
    "partisan-subtraction": partisan_subtraction,
    "partisan-euclid": partisan_euclid,
}
ON_BOARDS: dict[str, Moves] = {
    "domineering": domineering,
    "clobber": clobber,
    "amazons": amazons,
    "nogo": nogo,
    "konane": konane,
    "fission": fission,
    "toads-and-frogs": partial(lanes, hop),
    "elephants-and-rhinos": partial(lanes, walk),
    "toppling-dominoes": partial(lanes, topple),
    "ski-jumps": ski_jumps,
    "push": partial(pushed, False),
    "shove": partial(pushed, True),
}
KINDS_OF_CLOBBER: list[dict[str, int]] = [
    {"aslant": 1},
    {"aslant": 0, "far": 1},
    {"aslant": 1, "far": 1},
    {"aslant": 2, "far": 1},
    {"knight": 1, "aslant": 0},
    {"aslant": 0, "takes": 2},
    {"aslant": 0, "takes": 3},
    {"aslant": 0, "takes": 4, "leaves": 1},
]
FEW: dict[str, Moves] = {
    **{f"general-clobber {' '.join(f'{key}={value}' for key, value in params.items())}": partial(clobber, **params)
       for params in KINDS_OF_CLOBBER},
    "king-dirt": king_dirt,
    "battle-sheep": battle_sheep,
    "fjords": fjords,
}  # fmt: skip
"""Of these fewer positions are tried, all of them each day."""
RULES = {**ON_GRAPHS, **ON_HEAPS, **ON_BOARDS}
FACES = {"domineering": ".#", "fission": ".X#", "ski-jumps": ".XO><"} | dict.fromkeys(
    ("clobber", "toads-and-frogs", "elephants-and-rhinos", "push", "shove"), ".XO"
)

# ---- small positions

Small = Iterator[tuple[Any, tuple[Any, ...], dict[str, Any]]]


def positions(name: str) -> Small:
    """Iterate over small positions: the state for the rules anew, and the arguments and parameters of the game."""
    if name in ON_BOARDS or name.startswith(("general-clobber", "king-dirt")):
        boards = few_boards(name) if name in FEW else boards_of(name)
        return ((board, ("|".join(board),), {}) for board in boards if is_worth_a_look(name, board))
    return {"battle-sheep": sheep, "fjords": marked}.get(name, numbers if name in ON_HEAPS else graphs)(name)


def is_worth_a_look(name: str, board: Board) -> bool:
    """Whether a board is a position; on most boards of Konane nobody can move."""
    if name == "konane":
        return any(True for player in (LEFT, RIGHT) for _ in konane(board, player))
    return name != "nogo" or not smothered(board)


def boards_of(name: str) -> Iterator[Board]:
    """Iterate over all very small boards, and some that are larger."""
    faces, random = FACES.get(name, ".XO#"), Random(name)
    strip = name in ("toads-and-frogs", "elephants-and-rhinos", "toppling-dominoes", "push", "shove")
    shapes = [(1, 4), (2, 2), (1, 6), (2, 4)] if strip else [(1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3)]
    if name == "konane":  # jumps of several stones
        shapes += [(6, 1), (2, 6)]
    for rows, columns in shapes:
        size = rows * columns
        every = map("".join, product(faces, repeat=size))
        some = ("".join(random.choices(faces, k=size)) for _ in range(MANY))
        for cells in every if len(faces) ** size <= MANY else some:
            yield tuple(cells[r * columns : (r + 1) * columns] for r in range(rows))


def few_boards(name: str) -> Iterator[Board]:
    """Iterate over boards of three columns by chance, of which kings have more room than stones."""
    random = Random(31 if name == "king-dirt" else 30)
    faces, count = ("XO....#", 25) if name == "king-dirt" else ("XXOO.", 12)
    for i in range(count):
        yield tuple("".join(random.choice(faces) for _ in range(3)) for _ in range(3 - (i % 2 and faces == "XXOO.")))


def sheep(name: str) -> Small:
    for rows, columns in ((1, 4), (2, 2), (2, 3), (3, 2)):
        random = Random(rows * 10 + columns)
        for _ in range(10):
            cells = [0] * rows * columns
            for sign, place in zip((1, -1), random.sample(range(rows * columns), 2), strict=True):
                cells[place] = sign * random.randint(1, 4)
            faces = "".join("X" if cell > 0 else "O" if cell else "." for cell in cells)
            board = "|".join(faces[r * columns : (r + 1) * columns] for r in range(rows))
            yield (tuple(cells), rows, columns), (board, *map(abs, cells), *[0] * (9 - len(cells))), {}


def marked(name: str) -> Small:
    for text in ("1-2 2-3 3-4", "1-2 1-3 1-4 2-3", "1-2 2-3 3-4 4-1 1-5", "1-2 2-3 4-5 5-6 1-4 2-5 3-6"):
        edges, random = [tuple(map(int, edge.split("-"))) for edge in text.split()], Random(text)
        for _ in range(12):
            marks = {v: random.choice(("", "", "b", "r")) for v in sorted({v for edge in edges for v in edge})}
            graph = " ".join(f"{a}{marks[a]}-{b}{marks[b]}" for a, b in edges)
            yield (frozenset(edges), frozenset(marks.items())), (graph,), {}


def numbers(name: str) -> Small:
    if name == "partisan-subtraction":
        for k, (left, right) in enumerate(SETS):
            for heaps in [*((n,) for n in range(12)), *product(range(5), repeat=2), (1, 2, 3)]:
                yield (heaps, k), heaps, {"left": left, "right": right}
    elif name == "partisan-euclid":
        for p, q in product(range(1, 40), repeat=2):
            yield (max(p, q), min(p, q)), (p, q), {}
    else:
        most = 5 if name == "cutcake" else 8
        for rows, columns in product(range(1, 9), repeat=2):
            if rows * columns <= 2 * most:
                yield ((rows, columns),), (rows, columns), {}
        yield ((1, 4), (2, 2), (3, 1)), ("1x4", "2x2 3x1"), {}


def graphs(name: str) -> Small:
    random = Random(name)
    if name in ("hackenbush", "childish-hackenbush", "partisan-arc-kayles"):
        ground = name != "partisan-arc-kayles"
        for number in range(200):
            edges: list[Edge] = []
            for i in range(random.randint(1, 7)):
                reached = sorted({0, *(v for edge in edges for v in edge[:2])})
                u = random.choice(reached) if ground else random.randrange(5)
                edges.append((u, random.randrange(5), random.choice("brg" if number % 2 else "br"), i))
            text = random.choice(" ,;").join(f"{u}-{v}{colour}" for u, v, colour, _ in edges)
            yield frozenset(edges), (text,), {}
        return
    painted, stones = name in ("col", "snort"), name == "graph-clobber"
    faces, link = ["", "", *"br"] if painted else ["", *"xoxo"] if stones else [*"br"], "-"
    if name == "digraph-placement":
        link = ">"
    for _ in range(200):
        count = random.randint(4, 6) if stones else random.randint(1, 5)
        shown = {v: random.choice(faces) for v in range(1, count + 1)}
        joined = [
            e
            for e in product(shown, repeat=2)
            if (e[0] < e[1] or (link == ">" and e[0] != e[1])) and random.random() < (0.7 if stones else 0.5)
        ]
        text = " ".join([*(f"{u}{link}{v}" for u, v in joined), *(f"{v}{face}" for v, face in shown.items())])
        board = (frozenset(joined), frozenset(shown.items()))
        yield (*board, frozenset()) if painted else board, (text,), {}
