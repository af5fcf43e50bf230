"""Races, captures, slides, tokens that walk and hunts, as newcomers write them."""

import grundy as gr
from grundy.rules.board import ALL_WAYS, DOWN, EAST, FREE, MINE, UP, WEST, YOURS

# ---- races


@gr.game(board=gr.Grid(".XO", sides="swap+flip"), start="OO/OO/../XX/XX")
def breakthrough(board):
    """Step ahead or aslant, and take aslant only; who reaches the far row wins."""
    for pawn in board.cells(MINE):
        for way in (4, UP, 5):
            end = board.step(pawn, way)
            if board[end] == FREE or (board[end] == YOURS and way != UP):
                yield board.move(pawn, end)


@breakthrough.ending
def through(board):
    return gr.LOSS if board.reaches(DOWN) else None


@gr.game(sided=True, start="7 7")
def runners(mine: int, yours: int):
    """Run one, two or three steps to the goal, but never onto as many as the other still has to go."""
    for steps in (1, 2, 3):
        if mine - steps >= 0 and mine - steps != yours:
            yield yours, mine - steps


@runners.ending
def at_the_goal(mine: int, yours: int):
    if yours == 0:
        return gr.LOSS
    return None


@gr.game(start="0 0")
def to_twenty_one(total: int, last: int):
    """Add one to four, not what was just added; who says 21 wins."""
    for number in range(1, 5):
        if number != last and total + number <= 21:
            yield total + number, number


# ---- captures


@gr.partisan_game(board=gr.Grid(".XO", sides="swap"), start="XOX/OX./X.O")
def slant_clobber(board):
    """Take a stone of the other's that touches yours at a corner."""
    for stone in board.cells(MINE):
        for way in range(4, 8):
            end = board.step(stone, way)
            if board[end] == YOURS:
                yield board.move(stone, end)


@gr.game(board=gr.Grid(".XO", sides="swap+flip+mirror"), start=".O.O/..../..../X.X.")
def men(board):
    """Draughts without kings: step ahead aslant, or leap over a man and take it."""
    for man in board.cells(MINE):
        for way in (4, 5):
            near = board.step(man, way)
            far = board.step(near, way)
            if board[near] == FREE:
                yield board.move(man, near)
            elif board[near] == YOURS and board[far] == FREE:
                yield board.move(man, far).place(near, FREE)


@gr.game(board=gr.Grid(".XO", sides="swap"), start="2x3")
def first_blood(board):
    """Go: who takes a block first wins; who breathes no more after his own move loses."""
    for cell in board.free:
        yield board.place(cell, MINE)


@first_blood.ending
def taken(board):
    if not board.breathes(MINE):
        return gr.LOSS
    if not board.breathes(YOURS):
        return gr.WIN
    return None


# ---- slides


@gr.game(board=gr.Grid(".X"), start="..X..X.X")
def sliding_coins(board):
    """Slide a coin to the left, over no other one."""
    for coin in board.cells(1):
        for end in board.ray(coin, WEST):
            if board[end] != FREE:
                break
            yield board.move(coin, end)


@gr.partisan_game(board=gr.Grid(".XO", sides="swap+mirror"), start="X...O/X...O/.X.O.")
def trains(board):
    """Drive a train of yours ahead as far as you like; to the other player the tracks run the other way."""
    for train in board.cells(MINE):
        end = board.step(train, EAST)
        while board[end] == FREE:
            yield board.move(train, end)
            end = board.step(end, EAST)


@gr.partisan_game(board=gr.Grid(".XO#", sides="swap"), start="X../..O")
def small_amazons(board):
    """Step one cell in any direction, then burn a cell beside the new one."""
    for queen in board.cells(MINE):
        for way in ALL_WAYS:
            end = board.step(queen, way)
            if board[end] == FREE:
                after = board.move(queen, end)
                for aim in ALL_WAYS:
                    burnt = after.step(end, aim)
                    if after[burnt] == FREE:
                        yield after.place(burnt, 3)


# ---- tokens


@gr.game(board=gr.Grid(".XO#", sides="swap"), start="X../.../..O")
def isola(board):
    """Step to a free cell; the one you leave falls into the sea."""
    for token in board.cells(MINE):
        for way in ALL_WAYS:
            end = board.step(token, way)
            if board[end] == FREE:
                yield board.move(token, end).place(token, 3)


@gr.game(board=gr.Grid(".Q"), start="..../..../...Q")
def queen_home(board):
    """Move the queen left, up, or aslant between the two."""
    for queen in board.cells(1):
        for way in (WEST, UP, 4):
            for end in board.ray(queen, way):
                yield board.move(queen, end)


@gr.game(least=0, start="6 7")
def knight_down(row: int, column: int):
    """A knight leaps towards the corner."""
    for down, across in [(-2, -1), (-1, -2), (-2, 1), (1, -2)]:
        if row + down >= 0 and column + across >= 0:
            yield row + down, column + across


# ---- hunts


@gr.game(board=gr.Grid(".XO", counters=1), sided=True, start=".O./.../X.X")
def hounds(board):
    """Hounds step up or to the right; the fox steps anywhere; who cannot move loses. The counter says whose turn it is."""
    fox = board.counter() == 1
    for token in board.cells(2 if fox else 1):
        for near in board.beside(token):
            if board[near] == FREE and (fox or near < token - 1 or near == token + 1):
                yield board.move(token, near).counted(1 - board.counter())


STREETS = {0: (1, 2), 1: (0, 2, 3), 2: (0, 1, 4), 3: (1, 4), 4: (2, 3)}


@gr.game(start="0 4 0")
def thief(thief: int, police: int, moves: int):
    """The thief and the police walk along streets in turn, ten moves; who moves onto the other one wins."""
    if moves < 10:
        for end in STREETS[thief if moves % 2 == 0 else police]:
            if moves % 2 == 0:
                yield end, police, moves + 1
            else:
                yield thief, end, moves + 1


@thief.ending
def caught(thief: int, police: int, moves: int):
    return gr.LOSS if thief == police else gr.TIE if moves == 10 else None


SQUARES = ((0, 1, 3, 4), (1, 2, 4, 5), (3, 4, 6, 7), (4, 5, 7, 8))


@gr.game(sided=True, start="0 0 1")
def square_maker(maker: int, breaker: int, turn: int):
    """Maker wants four cells of a square on 3 by 3, breaker wants to prevent it; turn is 1 when the maker is to move."""
    for cell in range(9):
        if (maker | breaker) >> cell & 1 == 0:
            if turn == 1:
                yield maker | 1 << cell, breaker, 0
            else:
                yield maker, breaker | 1 << cell, 1


@square_maker.ending
def made_or_full(maker: int, breaker: int, turn: int):
    if any(all(maker >> cell & 1 for cell in square) for square in SQUARES):
        return gr.LOSS if turn == 0 else gr.WIN
    if maker | breaker == 511:
        return gr.WIN if turn == 0 else gr.LOSS
    return None
