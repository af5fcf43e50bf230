"""The text of a match, to be kept and sent: where it began, how it is played, and its moves in the game's own notation.

An address holds the same, with a token for each move: ``/play?position=nim+1+2&moves=2.0``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from urllib.parse import parse_qs, urlencode

from grundy import games
from grundy.common.errors import GrundyError
from grundy.common.limits import Limits, keeping
from grundy.common.messages import languages, use
from grundy.playing.match import READ_THROUGH, Match
from grundy.rules.functions import TurnsRuleset, to_move
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT
from grundy.rules.solution import Move, convention
from grundy.rules.text import words as reading

# ---- short words for moves, of which the address of a match is made

NUMBERED = 1000
"""So many moves of a position have a number; of the others those that win have one."""
WINNING = 100
"""So many winning moves have a number."""
TOKENS = 500
"""So many moves a match may have."""


def parted(moves: str) -> list[str]:
    """Return the tokens of an address; GrundyError for too many.

    >>> parted("2.w0.=3,~"), parted("")
    (['2', 'w0', '=3,~'], [])
    """
    found = moves.split(".") if moves else []
    if len(found) > TOKENS or len(moves) > 20 * TOKENS:
        raise GrundyError("a match may have at most {most} moves here", most=TOKENS)
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


def replayed(match: Match, moves: str) -> Iterator[str]:
    """Make the moves of an address one by one, and yield the words of each; GrundyError where one is none."""
    for each in parted(moves):
        made = move(match, each)
        match.make(made)
        yield made.text


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


# ----


LARGEST, LONGEST = 1 << 20, 2_000
"""A text has at most so many letters, and a match so many moves."""
READING = 60.0
"""Seconds in which a match is read, whose rules a stranger may have written."""
ADDRESS = re.compile(r"(\w+:|/)\S*[?#]\S+")
"""An address of a match."""
USUAL = {"play": "normal", "endless": "draw", "begins": "left"}
"""What is meant where an address does not say it."""
_PLAY = r"play: (normal|misere), endless (draw|first|second), (left|right|first) begins"


def begun(start: Position, play: str = "normal", endless: str = "draw", begins: str = "left") -> Match:
    """Return the match that begins in a position; of a partisan one `begins` says who moves first, "left" or "right"."""
    if begins not in ("left", "right", "first"):
        raise GrundyError("the player who begins is left or right, not {word!r}", word=begins)
    if start.ruleset.partisan:
        start = to_move(start, RIGHT if begins == "right" else LEFT)
    return Match(start, convention(play, endless))


def written(match: Match, words: str) -> str:
    """Return the text of a match, of which ``words`` say where it began. O(moves).

    >>> from grundy.games import load
    >>> match = begun(load("nim")(1, 2))
    >>> match.make(match.read("1 1"))
    >>> print(written(match, "nim 1 2"), end="")
    grundy match: nim 1 2
    play: normal, endless draw, first begins
    1. heap 2: 2 → 1
    """
    play = match.play
    misere = "misere" if play.misere else "normal"
    head = [f"grundy match: {words}", f"play: {misere}, endless {play.endless}, {_begins(match)} begins"]
    moves = [f"{number}. {move.text}" for number, move in enumerate(match.moves, 1)]
    return "".join(f"{line}\n" for line in [*head, *moves])


def fields(match: Match, words: str) -> dict[str, str]:
    """Return what the address of a match says, of which ``words`` say where it began; what is as usual is left out. O(moves)

    >>> match = read("grundy match: nim 1 2\\nplay: normal, endless draw, first begins\\n1. heap 2: 2 → 1\\n")
    >>> fields(match, "nim 1 2")
    {'position': 'nim 1 2', 'moves': '2'}
    """
    made = [token(match.at(number), move) for number, move in enumerate(match.moves)]
    misere = "misere" if match.play.misere else "normal"
    how = {"play": misere, "endless": match.play.endless, "begins": _begins(match).replace("first", "left")}
    return {"position": words, "moves": ".".join(made)} | {name: how[name] for name in how if how[name] != USUAL[name]}


def address(match: Match, words: str) -> str:
    """Return the address, without that of a server, at which a match is seen and reviewed.

    >>> match = begun(usual_position("nim 1 2"))
    >>> match.make(match.read("1 1"))
    >>> address(match, "nim 1 2")
    '/play?position=nim+1+2&moves=2&second=human&review=1'
    """
    return "/play?" + urlencode(fields(match, words) | {"second": "human", "review": "1"})


def usual_position(words: str) -> Position:
    """Return the position of words such as ``nim 1 2``, of the games of the catalogue; of a game alone its usual start."""
    return reading.position(reading.split(words), games.find, begin=True)


def _begins(match: Match) -> str:
    start = match.turns[0].position
    if not isinstance(start.ruleset, TurnsRuleset):
        return "first"
    return "left" if start.state[1] == LEFT else "right"


def read(text: str, position: Callable[[str], Position] = usual_position) -> Match:
    """Return the match of a text in any language, or of the address of one; ``position`` reads where it began.

    GrundyError, which names the line or the token: it is no text of a match, is damaged, or is of another game. O(moves).

    >>> text = "grundy match: nim 1 2\\nplay: normal, endless draw, first begins\\n1. heap 2: 2 → 1\\n"
    >>> print(read(text).position, read("https://example.org/play?position=nim+1+2&moves=2").position)
    nim(1, 1) nim(1, 1)
    """
    with keeping(Limits(seconds=READING)):
        return (_at if ADDRESS.fullmatch(text.strip()) else _told)(text.strip(), position)


def _told(text: str, position: Callable[[str], Position]) -> Match:
    """Return the match of a text."""
    lines = [line.strip() for line in text.removeprefix("\ufeff").strip().splitlines()]
    head, play = (*lines, "", "")[:2]
    if not head.startswith("grundy match: ") or not (found := re.fullmatch(_PLAY, play)):
        raise GrundyError("this is not a saved match: its first lines must be `grundy match: nim 1 2` and `play: …`")
    match = begun(position(head.partition(": ")[2]), *found.groups())
    if len(lines) > LONGEST + 2:
        raise GrundyError("a match may have at most {most:,} moves here", most=LONGEST)
    for number, line in enumerate(lines[2:], 1):
        words = line.removeprefix(f"{number}. ")
        move = _found(match, words) if words != line else None
        if move is None:
            raise GrundyError(
                "line {line} of the match: {text!r} is not {number} and a move from {position}",
                line=number + 2,
                text=line[:80],
                number=number,
                position=match.position,
            )
        match.make(move)
    return match


def _found(match: Match, words: str) -> Move | None:
    """Return the move of these words in the language that is spoken, or in another: a match may come from anyone."""
    move = match.find_words(words)
    for code in languages() if move is None else ():
        with use(code):
            move = match.find_words(words)
        if move is not None:
            return match.find(move.after)  # its words are those that are spoken
    return move


def _at(address: str, position: Callable[[str], Position]) -> Match:
    """Return the match of an address."""
    said = {name: found[-1] for name, found in parse_qs(re.split(r"[?#]", address, maxsplit=1)[1]).items()}
    if "position" not in said:
        raise GrundyError("this is not the address of a match, such as `…/play?position=nim+1+2&moves=2.0`")
    match = begun(position(said["position"]), **{name: said.get(name, usual) for name, usual in USUAL.items()})
    list(replayed(match, said.get("moves", "")))
    return match
