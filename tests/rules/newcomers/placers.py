"""Placing, partisan play, drawing, points, misère play, hands and counters, as newcomers write them."""

import grundy as gr
from grundy.rules.board import ALL_WAYS, EAST, FREE, MINE, YOURS, Board

# ---- placing


@gr.game(board=gr.Grid(".Q"), start="4x4")
def peaceful_queens(board: Board):
    """Place a queen that no other attacks."""
    for cell in board.free:
        if not any(board[seen] == 1 for way in ALL_WAYS for seen in board.ray(cell, way)):
            yield board.place(cell, 1)


LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


@gr.game(board=gr.Grid(".N"), start="3x4")
def peaceful_knights(board: Board):
    """Place a knight that no other attacks."""
    for cell in board.free:
        row, column = cell // board.columns, cell % board.columns
        if all(board[row + a, column + b] != 1 for a, b in LEAPS):
            yield board.place(cell, 1)


@gr.game(board=gr.Grid(".#", shape="triangles"), start="2x5")
def tents(board: Board):
    """Pitch a tent on a triangle; no two share a side."""
    for cell in board.free:
        alone = True
        for near in board.beside(cell):
            if board[near] != FREE:
                alone = False
        if alone:
            yield board.place(cell, 1)


# ---- partisan


@gr.partisan_game(board=gr.Grid(".#"), start="3x3")
def planks(board: Board, *, player: int):
    """Left lays planks upright, Right across."""
    for cell in board.free:
        row, column = divmod(cell, board.columns)
        end = board.cell(row + 1, column) if player == gr.LEFT else board.cell(row, column + 1)
        if board[end] == FREE:
            yield board.place(cell, 1).place(end, 1)


@gr.partisan_game(board=gr.Grid(".XO", sides="swap"), start="2x3")
def fields(board: Board):
    """Paint a field in your colour, beside none that has it."""
    for cell in board.free:
        if sum(board[near] == MINE for near in board.beside(cell)) == 0:
            yield board.place(cell, MINE)


@gr.partisan_game(
    board=gr.Grid(".XO", sides="swap", shape="graph", graph=((1, 2), (0, 2, 3), (0, 1, 4), (1, 4), (2, 3))),
    start="1x5",
)
def feud(board: Board):
    """Take a house beside none of the other family's."""
    for house in board.free:
        if all(board[near] != YOURS for near in board.beside(house)):
            yield board.place(house, MINE)


# ---- drawing


@gr.heap_game(start="9")
def chords(n: int):
    """Join two of n points on a circle by a chord, which touches no other: the others fall on its two sides."""
    for left in range(n - 1):
        yield left, n - 2 - left


@gr.game(board=gr.Grid(".XH"), start="H../.../...")
def pencil(board: Board):
    """Draw the line on from its head H to a dot beside it that it has not met."""
    for head in board.cells(2):
        for dot in board.beside(head):
            if board[dot] == FREE:
                yield board.move(head, dot).place(head, 1)


BOXES = ((0, 2, 3, 5), (1, 3, 4, 6))


@gr.scoring_game(start="0 0")
def two_boxes(lines: int, passed: int):
    """Dots and boxes on two boxes; who closes one draws again, so the other passes."""
    if passed:
        yield 0, (lines, 0)
    else:
        for line in range(7):
            if not lines & 1 << line:
                after = lines | 1 << line
                closed = 0
                for box in BOXES:
                    if line in box and all(after >> side & 1 for side in box):
                        closed += 1
                yield closed, (after, 1 if closed and after != 127 else 0)


# ---- points


@gr.scoring_game(start="4 7 2 9 5")
def row_of_coins(*coins: int):
    """Take a coin from an end."""
    if coins:
        yield coins[0], coins[1:]
        yield coins[-1], coins[:-1]


@gr.scoring_game(board=gr.Grid(".#"), start="2x4")
def crowds(board: Board):
    """Sit down; you get a point for each neighbour."""
    for cell in board.free:
        points = 0
        for near in board.beside(cell):
            if board[near] == 1:
                points += 1
        yield points, board.place(cell, 1)


PRICES = ((5, 1, 4), (2, 8, 3), (7, 6, 9))


@gr.scoring_game(start="0 0 1")
def market(row: int, column: int, taken: int):
    """Go along your row or column to a stall not yet visited and take what it sells."""
    for r in range(3):
        for c in range(3):
            if (r == row) != (c == column) and not taken >> (3 * r + c) & 1:
                yield PRICES[r][c], (r, c, taken | 1 << (3 * r + c))


# ---- misère


@gr.game(start="12", least=0)
def last_match(matches: int):
    """Take one to three matches; who takes the last one loses."""
    for taken in range(1, 4):
        if taken <= matches:
            yield matches - taken


@last_match.ending
def none_left(matches: int):
    return gr.WIN if matches == 0 else None


@gr.game(board=gr.Grid(".#"), start="3x4")
def long_tiles(board: Board):
    """Lay a tile on three cells in a row or a column."""
    for cell in board.free:
        for way in (EAST, 3):
            second = board.step(cell, way)
            third = board.step(second, way)
            if board[second] == FREE and board[third] == FREE:
                yield board.place(cell, 1).place(second, 1).place(third, 1)


@gr.heap_game(start="8")
def pins(n: int):
    """Knock over one pin or two that stand side by side."""
    for gone in (1, 2):
        for left in range(n - gone + 1):
            yield left, n - gone - left


# ---- hands and counters


@gr.game(board=gr.Grid(".XO", sides="swap", hands=1), start="..../.... 2 3")
def reserves(board: Board):
    """Put a stone of your reserve beside none of yours."""
    if board.hand(MINE) > 0:
        for cell in board.free:
            if all(board[near] != MINE for near in board.beside(cell)):
                yield board.place(cell, MINE).give(MINE, -1)


@gr.game(board=gr.Grid(".T", counters=1), start=".../.T./... 5")
def tired_token(board: Board):
    """Walk one cell or two in a straight way; a step costs a crumb, a leap two."""
    for token in board.cells(1):
        for way in range(4):
            near = board.step(token, way)
            far = board.step(near, way)
            if near >= 0 and board.counter() >= 1:
                yield board.move(token, near).counted(board.counter() - 1)
            if far >= 0 and board.counter() >= 2:
                yield board.move(token, far).counted(board.counter() - 2)


@gr.game(board=gr.Grid(".XO", sides="swap", hands=1), start="XOXO/OX.X 1 1")
def passing_clobber(board: Board):
    """Take a stone beside yours; once in the game you may pass."""
    for stone in board.cells(MINE):
        for near in board.beside(stone):
            if board[near] == YOURS:
                yield board.move(stone, near)
    if board.hand(MINE):
        yield board.give(MINE, -1)
