"""Eatcake: Left eats a strip of a cake from top to bottom, Right one from side to side, one cell wide; who cannot loses.

*Winning Ways* ch. 8. Each player moves by a code: Left's says what may be done with the columns of a cake, Right's what with
its rows. Digit d_m: m of them are eaten, so that nothing is left (1), one piece (2), or two (4). Eatcake is 0.7 for
both, Cutcake 4.0 (General Cutcake). With ``turn=1`` a player first turns the cake by a quarter: 0.7 is then
Turn-and-Eatcake.
"""

from collections.abc import Iterator

from grundy.common.errors import PositionError
from grundy.rules.heapcode import heap_digits
from grundy.rules.partisan import LEFT, partisan_game
from grundy.rules.position import Position
from grundy.rules.text.cakes import declare, read_cakes

Digits = tuple[int, ...]


@partisan_game(trials=({"turn": 1}, {"left": (4,), "right": (4,)}, {"left": (0, 3), "right": (4, 0, 7), "turn": 1}))
def eatcake(*cakes: int, left: Digits = (0, 7), right: Digits = (0, 7), turn: int = 0, player: int):
    """Eat columns (Left) or rows (Right) of a cake, as your code allows. The state is rows, columns, rows, columns, …"""
    code = left if player == LEFT else right
    upright = 1 if player == LEFT else 0  # the number of the length that is cut, of those of a piece
    for i in range(0, len(cakes), 2):
        at = i + (upright ^ turn)
        length, width = cakes[at], cakes[i] + cakes[i + 1] - cakes[at]
        for eaten in range(min(len(code), length + 1)):
            rest = length - eaten
            if code[eaten] & 1 and not rest:
                yield *cakes[:i], *cakes[i + 2 :]
            if code[eaten] & 2 and rest:
                if upright:
                    yield *cakes[:i], width, rest, *cakes[i + 2 :]
                else:
                    yield *cakes[:i], rest, width, *cakes[i + 2 :]
            if code[eaten] & 4:
                for part in range(1, rest // 2 + 1):
                    if upright:
                        yield *cakes[:i], width, part, width, rest - part, *cakes[i + 2 :]
                    else:
                        yield *cakes[:i], part, width, rest - part, width, *cakes[i + 2 :]


declare(eatcake)


@eatcake.setup
def read(*cakes: int | str, left: Digits = (0, 7), right: Digits = (0, 7), turn: int = 0) -> Position:
    """Read cakes and the digits of the two codes, 0,7 for 0.7."""
    for what, code in (("left", left), ("right", right)):
        if not set(code) <= set(range(8)):
            raise PositionError("eatcake: the digits of {what} are from 0 to 7", what=what)
    if turn not in (0, 1):
        raise PositionError("eatcake: turn is 0 or 1, not {turn}", turn=turn)
    codes = {"left": heap_digits(left).digits, "right": heap_digits(right).digits}
    return Position(eatcake.bind(**codes, turn=turn), read_cakes(eatcake.name, cakes))


@eatcake.parts
def parts(*cakes: int) -> Iterator[tuple[int, int]]:
    """Yield the cakes one by one."""
    return zip(cakes[::2], cakes[1::2], strict=True)


eatcake.called(
    "Eatcake; general-cutcake",
    "Eat a strip of a cake, one cell wide: Left from top to bottom, Right from side to side. What is left "
    "may be two pieces. Whoever cannot eat loses.",
)
eatcake.looks("cake")
eatcake.starts(
    "3x4",
    sizes="2x3; 3x3; 3x4; 4x4; 4x5",
    variants={"Turn-and-Eatcake": "4x5 turn=1", "Two Cakes": "'2x4 3x3'", "Cut and Eat": "4x7 left=4, right=0,7"},
    small="1x1; 1x2; 1x3; 1x4; 2x1; 2x2; 2x3; 3x1; 3x2; 1x2 2x1; 2x2 turn=1; 2x3 turn=1; 2x3 left=4, right=4,",
)
