"""Chess endings of a king with a queen, a rook or a pawn against a king: KQK, KRK and KPK.

The rules of chess, but for those of counting moves; stalemate and what cannot be won any more is a tie. From all positions
with White to move the longest wins take 10 moves with a queen, 16 with a rook, 28 with a pawn (K. Thompson, *Retrograde
Analysis of Certain Endgames*, ICCA Journal 9, 1986). Positions are written as in FEN, with the letter of who is to move if
that is Black: ``chess_endings("8/8/8/8/8/4k3/8/KQ6", "b")``.
"""

from grundy.common.errors import PositionError
from grundy.rules.functions import game
from grundy.rules.scenes import Board
from grundy.values.outcome import LOSS, TIE

PAWN, ROOK, QUEEN, NONE = 1, 2, 3, 6
LETTERS = " PRQBN"
"""The man beside White's king by its number; with none, a bishop or a knight nobody can win."""
FACES = {"K": "♔", "Q": "♕", "R": "♖", "B": "♗", "N": "♘", "P": "♙", "k": "♚"}
State = tuple[int, int, int, int, int]


@game(sided=True)
def chess_endings(king: int, man: int, kind: int, black: int, turn: int):
    """Move as in chess, White where turn is 0. Squares are counted from a1, b1, … to h8."""
    for way in range(8):
        end = beside(black if turn else king, way)
        if turn and black_may(king, man, kind, end):
            yield king, man, 0 if end == man else kind, end, 0
        if not turn and king_may(man, black, end):
            yield end, man, kind, black, 1
    if not turn and kind == PAWN:
        end = man + 8
        if end != king and end != black:
            if end >= 56:
                for promoted in range(ROOK, NONE):
                    yield king, end, promoted, black, 1
            else:
                yield king, end, kind, black, 1
                if man < 16 and end + 8 != king and end + 8 != black:
                    yield king, end + 8, kind, black, 1
    elif not turn:
        for way in range(4 if kind == ROOK else 8):
            end = beside(man, way)
            while end >= 0 and end != king and end != black:
                yield king, end, kind, black, 1
                end = beside(end, way)


def beside(square: int, way: int) -> int:
    """Return the square beside one: ways 0 to 3 along ranks and files, 4 to 7 aslant; -1 beyond the edge."""
    rank = square // 8 + (way in (0, 4, 5)) - (way in (1, 6, 7))
    file = square % 8 + (way in (2, 4, 6)) - (way in (3, 5, 7))
    return rank * 8 + file if 0 <= rank < 8 and 0 <= file < 8 else -1


def near(one: int, other: int) -> bool:
    """Whether two squares are one, or share a side or a corner."""
    return abs(one // 8 - other // 8) <= 1 and abs(one % 8 - other % 8) <= 1


def attacked(king: int, man: int, kind: int, square: int) -> bool:
    """Whether White's man attacks a square, with White's king in the way or not."""
    up, aside = square // 8 - man // 8, square % 8 - man % 8
    far = max(abs(up), abs(aside))
    if kind == PAWN:
        return up == 1 and abs(aside) == 1
    if far == 0 or not (up == 0 or aside == 0 or (kind == QUEEN and abs(up) == abs(aside))):
        return False
    step = up // far * 8 + aside // far
    return not any(man + i * step == king for i in range(1, far))


def black_may(king: int, man: int, kind: int, end: int) -> bool:
    """Whether Black's king may go to a square beside it (-1 is none): it is not attacked there."""
    return end >= 0 and not near(king, end) and not attacked(king, man, kind, end)


def king_may(man: int, black: int, end: int) -> bool:
    """Whether White's king may go to a square beside it."""
    return end >= 0 and end != man and not near(black, end)


@chess_endings.ending
def over(king: int, man: int, kind: int, black: int, turn: int) -> int | None:
    """Checkmate is lost; stalemate is a tie, and so is what nobody can win."""
    if not PAWN <= kind <= QUEEN:
        return TIE
    if turn:
        if any(black_may(king, man, kind, beside(black, way)) for way in range(8)):
            return None
        return LOSS if attacked(king, man, kind, black) else TIE
    if any(king_may(man, black, beside(king, way)) for way in range(8)):
        return None
    if kind == PAWN:
        return TIE if man + 8 in (king, black) else None
    ends = [beside(man, way) for way in range(4 if kind == ROOK else 8)]
    return None if any(end not in (-1, king, black) for end in ends) else TIE


@chess_endings.tier
def stage(king: int, man: int, kind: int, black: int, turn: int) -> int:
    """A pawn goes ahead and becomes another man, and a man is taken once."""
    return man // 8 if kind == PAWN else 8 if kind > 0 else 9


@chess_endings.setup
def read(fen: str = "4k3/8/4K3/4P3/8/8/8/8", turn: str = "w") -> State:
    """Read the board of a FEN and w or b; what else a FEN has may follow behind it."""
    board, *others = str(fen).split()
    turn = others[0] if others else turn
    squares: dict[str, list[int]] = {}
    ranks = board.split("/")
    for rank, row in enumerate(ranks):
        file = 0
        for letter in row:
            if not letter.isdigit():
                squares.setdefault(letter, []).append(8 * (7 - rank) + file)
            file += int(letter) if letter.isdigit() else 1
        if file != 8 or len(ranks) != 8:
            raise PositionError(
                "chess-endings: {fen!r} is not a FEN: it needs eight ranks of eight squares, separated by /", fen=fen
            )
    men, theirs = ([letter for letter in squares if letter in each] for each in ("PRQBN", "prqbn"))
    if len(theirs) == 1 and not men:
        meant = "/".join(ranks[:: -1 if theirs == ["p"] else 1]).swapcase() + (" b" if turn == "w" else " w")
        raise PositionError(
            "chess-endings: in {fen!r} the man is Black's: with colours exchanged it is {meant}", fen=fen, meant=meant
        )
    kings = len(squares.get("K", ())) == len(squares.get("k", ())) == 1
    if turn not in ("w", "b") or not kings or len(men) > 1 or sum(map(len, squares.values())) != 2 + len(men):
        raise PositionError("chess-endings: {fen!r} needs K, k and one of P, R, Q, and w or b", fen=fen)
    king, black = squares["K"][0], squares["k"][0]
    kind, man = (LETTERS.index(men[0]), squares[men[0]][0]) if men else (0, black)
    if near(king, black) or (kind == PAWN and not 8 <= man < 56):
        raise PositionError("chess-endings: in {fen!r} the kings touch, or a pawn stands where none can", fen=fen)
    if turn == "w" and attacked(king, man, kind, black) and PAWN <= kind <= QUEEN:
        raise PositionError("chess-endings: in {fen!r} Black is in check, so White cannot be to move", fen=fen)
    return king, man, kind, black, int(turn == "b")


def rows_of(king: int, man: int, kind: int, black: int) -> list[list[str]]:
    """Return the ranks from the top, with the letter of each piece."""
    letters = {king: "K", black: "k", **({man: LETTERS[kind]} if kind else {})}
    return [[letters.get(8 * rank + file, ".") for file in range(8)] for rank in range(7, -1, -1)]


@chess_endings.shown
def fen_of(king: int, man: int, kind: int, black: int, turn: int) -> str:
    """Write the board of the FEN, and who is to move."""
    ranks = ["".join(row) for row in rows_of(king, man, kind, black)]
    for count in range(8, 0, -1):
        ranks = [rank.replace("." * count, str(count)) for rank in ranks]
    return "/".join(ranks) + ", b" * turn


@chess_endings.picture
def drawn(king: int, man: int, kind: int, black: int, turn: int) -> Board:
    rows = rows_of(king, man, kind, black)
    return Board(tuple(tuple(FACES.get(letter, letter) for letter in row) for row in rows))


def name_of(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


@chess_endings.spelling
def spelling(before: State, after: State) -> str:
    """Write a move with its piece and both squares."""
    king, man, kind, black, turn = before
    if turn:
        return f"K{name_of(black)}{'x' if after[2] < kind else '-'}{name_of(after[3])}"
    if after[0] != king:
        return f"K{name_of(king)}-{name_of(after[0])}"
    promoted = f"={LETTERS[after[2]]}" if after[2] != kind else ""
    return f"{LETTERS[kind].replace('P', '')}{name_of(man)}-{name_of(after[1])}{promoted}"


chess_endings.called(
    "Chess Endings; kqk; krk; kpk",
    "Move as in chess: a king with a queen, a rook or a pawn against a king. Checkmate wins; stalemate is a tie.",
)
chess_endings.looks("chess", "files")
chess_endings.starts(
    "4k3/8/4K3/4P3/8/8/8/8",
    sizes="4k3/8/4K3/4P3/8/8/8/8",
    variants={"Queen": "8/8/8/4k3/8/8/8/KQ6", "Rook": "8/8/8/4k3/8/8/8/KR6"},
    small=(
        "8/8/8/8/8/4K3/1R6/k7 b; k7/8/1QK5/8/8/8/8/8; 7k/8/5K2/6R1/8/8/8/8; 8/8/8/8/8/k7/4P3/4K3; "
        "8/P1k5/8/K7/8/8/8/8; 8/8/8/8/4K3/8/1Q6/k7 b; 7k/6R1/8/8/8/2K5/8/8 b; k7/1R6/8/8/4K3/8/8/8 b; "
        "7k/6Q1/8/8/8/2K5/8/8 b; k7/1Q6/2K5/8/8/8/8/8 b; k7/2Q5/8/8/8/2K5/8/8 b"
    ),
)
