"""Short words for moves, of which the address of a match is made.

A token is the number of a move in the rules' order (from 0, below 1000); ``w`` and the number of a winning move; or ``=``
and what a person would type, a position or the words of a move, with ``~`` for each dot.
"""

from __future__ import annotations

import re
from itertools import islice

from grundy.common.errors import GrundyError
from grundy.playing.match import READ_THROUGH, Match
from grundy.rules.position import Position
from grundy.rules.solution import Move
from grundy.rules.turn_in_state import TurnsRuleset

NUMBERED = 1000
"""So many moves of a position have a number; of the others those that win have one."""
WINNING = 100
"""So many winning moves have a number."""
LONGEST = 500
"""So many moves a match may have."""


def parted(moves: str) -> list[str]:
    """Return the tokens of an address; GrundyError for too many.

    >>> parted("2.w0.=3,~"), parted("")
    (['2', 'w0', '=3,~'], [])
    """
    found = moves.split(".") if moves else []
    if len(found) > LONGEST or len(moves) > 20 * LONGEST:
        raise GrundyError("a match may have at most {most} moves here", most=LONGEST)
    return found


def typed(text: str) -> str:
    """Return the token of what a person typed.

    >>> typed("..|.#")
    '=~~|~#'
    """
    return "=" + text.strip().replace(".", "~")


def move(match: Match, token: str) -> Move:
    """Return the move that a token stands for in the position now; GrundyError where it stands for none."""
    if token.startswith("="):
        return match.read(token[1:].replace("~", "."))
    found = re.fullmatch(r"(w?)([0-9]{1,3})", token)
    if found:
        number = int(found[2])
        among = match.solution().iter_winning_moves() if found[1] else match.position.moves()
        made = next(islice(among, number, None), None)
        if made is not None:
            return made
    raise GrundyError("{token!r} is not a move from {position}", token=token[:20], position=plain(match.position))


def plain(position: Position) -> Position:
    """Return a position without the player to move in it."""
    rules = position.ruleset
    return Position(rules.rules, position.state[0]) if isinstance(rules, TurnsRuleset) else position


def replay(match: Match, moves: str) -> None:
    """Make the moves of an address; GrundyError where one is none."""
    for each in parted(moves):
        match.make(move(match, each))


def token(match: Match, move: Move) -> str:
    """Return the token of a move of the position now: its number, else its place among the winning ones, else its words."""
    places = {_key(each): str(number) for number, each in reversed([*enumerate(_first(match))])}
    if _key(move) in places:
        return places[_key(move)]
    if next(islice(match.position.options(), READ_THROUGH, None), None) is None:  # its words are found again
        return typed(move.text)
    winning = (f"w{number}" for number, each in enumerate(match.solution().winning_moves(WINNING)) if each == move)
    return next(winning, None) or typed(move.text)


def numbered(match: Match, limit: int, *, solved: bool = True) -> tuple[list[tuple[str, Move]], int | None]:
    """Return at most ``limit`` moves with their tokens, and how many more there are (None: very many).

    Where not all are listed, the winning ones are, if ``solved``.
    """
    first = _first(match)
    if len(first) <= limit:
        return [(str(number), each) for number, each in enumerate(first)], 0
    winning = match.solution().winning_moves(WINNING) if solved else []
    places = {_key(each): str(number) for number, each in enumerate(first)}
    chosen = {places.get(_key(each), f"w{number}"): each for number, each in enumerate(winning[:limit])}
    for number, each in enumerate(first[: limit - len(chosen)]):
        chosen.setdefault(str(number), each)
    return list(chosen.items()), len(first) - len(chosen) if len(first) < NUMBERED else None


def _first(match: Match) -> list[Move]:
    return list(islice(match.position.moves(), NUMBERED))


def _key(move: Move) -> tuple[object, int]:
    return move.after.state, move.gain
