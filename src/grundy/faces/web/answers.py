"""What can be asked of the server: plain arguments in, plain data out. It is computed in worker processes."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from dataclasses import asdict
from datetime import date
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

from grundy.common import limits
from grundy.common.errors import GrundyError, PositionError, TooLarge
from grundy.common.messages import N_, _, ngettext
from grundy.faces import drawing, reports
from grundy.faces.drawing import COLOURS, scene, shapes, svg
from grundy.faces.drawing import theorems as typeset
from grundy.faces.drawing.diagrams import ROW, Arrow, Level, Node, Picture, diagram, drawn, framed
from grundy.faces.web import positions, queries
from grundy.faces.web.queries import PUZZLES
from grundy.playing import record
from grundy.playing.lessons import LESSONS, Step, of_name
from grundy.playing.puzzles import making as puzzles
from grundy.playing.reports.sizes import varied
from grundy.proving import guess, known
from grundy.proving.theorem import Theorem, law_of
from grundy.proving.theorem import theorem as proved
from grundy.rules.from_text import text_of
from grundy.rules.heaps import CodeRuleset, HeapRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.scenes import Words
from grundy.rules.solution import Move, convention
from grundy.values.outcome import Outcome
from grundy.values.patterns.downsampling import cells
from grundy.values.patterns.law import conjecture

# ---- the positions around one: a graph of them, the nearest first, with what each is worth

MOST_DRAWN = 200
"""So many positions are drawn at most."""
SEARCHING = 1.0
"""Seconds in which the remoteness of all of them is searched for."""
ENDLESS = 1 << 30
"""The column of positions from which play goes on for ever."""
LETTERS = 18
"""So long is what stands in a node."""
LARGEST, SMALLEST = 22.0, 5.0
"""Pixels of a cell of a board in a node: where it would have less, the position stands there as text."""
WIDEST, HIGHEST = 110.0, 2000.0
"""Pixels of a board in a node, and of a column of them."""
_COLOURS = {
    Outcome.N: COLOURS["win"],
    Outcome.P: COLOURS["loss"],
    Outcome.D: COLOURS["draw"],
    Outcome.T: COLOURS["tie"],
    Outcome.L: "#56B4E9",
    Outcome.R: "#E69F00",
}
"""Of Okabe and Ito: for an impartial position as the player to move sees it; light blue for Left, orange for Right."""


_Move = tuple[int, int, str]
"""The numbers of two positions, and who may go from the one to the other."""


class Around(NamedTuple):
    """Positions by key, each with its distance from the start; the moves between them; and whether these are all."""

    depths: dict[Any, tuple[Position, int]]
    arrows: dict[tuple[Any, Any], set[str]]
    complete: bool


def explore(
    words: str, play: str = "normal", endless: str = "draw", limit: int = 60, every: bool = False
) -> dict[str, Any]:
    """Return the graph of the positions around one, at most ``limit`` of them.

    They stand in columns by their remoteness where a search finds it soon, and the arrows are the moves that play well;
    else by their distance, and the arrows are those by which they are met. ``every``: all moves are drawn.
    """
    if not 1 <= limit <= MOST_DRAWN:
        raise PositionError("1 to {most} positions can be drawn, not {limit}", most=MOST_DRAWN, limit=limit)
    start = queries.position(words)
    around = _around(start, limit)
    places = {key: number for number, key in enumerate(around.depths)}
    here = [position for position, _depth in around.depths.values()]
    nodes = [_node(position, depth, play, endless) for position, depth in around.depths.values()]
    _tell_remoteness(nodes, here, play, endless)
    arrows = [(places[a], places[b], " ".join(sorted(who))) for (a, b), who in around.arrows.items()]
    drawn = arrows if every else _telling(nodes, arrows)
    levels = _levels(nodes)
    boards = _boards(here, max(len(keys) for _head, keys in levels))
    title = _("The positions around {position}").format(position=start)
    return {
        "svg": diagram(
            [_drawn(number, node, play, boards[number] if boards else None) for number, node in enumerate(nodes)],
            [Arrow(*arrow) for arrow in drawn],
            title=title,
            levels=levels,
        ),
        "nodes": nodes,
        "arrows": [[a, b] for a, b, _who in arrows],
        "drawn": len(drawn),
        "complete": around.complete,
        "parts": positions.parts(start),
        "partisan": positions.partisan(start) if start.ruleset.partisan and not convention(play).misere else None,
    }


def _around(start: Position, limit: int) -> Around:
    """Return the positions around one, breadth first; mirror images are one."""
    rules = start.ruleset
    depths: dict[Any, tuple[Position, int]] = {rules.canonical(start.state): (start, 0)}
    arrows: dict[tuple[Any, Any], set[str]] = {}
    complete = True
    sides = {"L": LEFT, "R": RIGHT} if rules.partisan else {"": None}
    queue = deque(depths)
    while queue:
        key = queue.popleft()
        position, depth = depths[key]
        for letter, player in sides.items():
            options = position.options(player)
            for option in islice(options, 4 * limit):
                child = rules.canonical(option.state)
                if child not in depths and len(depths) < limit:
                    depths[child] = option, depth + 1
                    queue.append(child)
                if child in depths:
                    arrows.setdefault((key, child), set()).add(letter)
                else:
                    complete = False
            complete &= next(options, None) is None
    return Around(depths, arrows, complete)


def _node(position: Position, depth: int, play: str, endless: str) -> dict[str, Any]:
    """Return what is shown of a position."""
    try:
        solution = position.solve(play, endless, memory=queries.search())
    except TooLarge:
        solution = None
    return {
        "words": queries.written(position),
        "text": str(position),
        "depth": depth,
        "remoteness": None,
        "shown": position.ruleset.show(position.state),
        "outcome": solution and solution.outcome.value,
        "value": solution and positions.shown(solution.value),
    }


def _tell_remoteness(nodes: list[dict[str, Any]], positions: list[Position], play: str, endless: str) -> None:
    """Write into the nodes how many moves play lasts, where a search finds it of all of them within a second."""
    with suppress(GrundyError), limits.keeping(limits.Limits(seconds=SEARCHING, memory=queries.search())):
        found = [position.solve(play, endless, method="search") for position in positions]
        for node, solution in zip(nodes, found, strict=True):
            if solution.remoteness is None and solution.outcome is not Outcome.D:
                return
            node["remoteness"] = solution.remoteness


def _known(nodes: list[dict[str, Any]]) -> bool:
    """Whether it is known of every position how long play lasts, or that it is endless."""
    return all(node["remoteness"] is not None or node["outcome"] == Outcome.D.value for node in nodes)


def _levels(nodes: list[dict[str, Any]]) -> list[Level]:
    """Return the columns: by remoteness, the longest first and before it endless play; where it is unknown by distance."""
    columns: dict[int, list[Hashable]] = {}
    known = _known(nodes)
    for number, node in enumerate(nodes):
        far = node["remoteness"] if known else -node["depth"]
        columns.setdefault(ENDLESS if far is None else far, []).append(number)

    def head(far: int) -> str:
        if not known:
            return ngettext("{n} move away", "{n} moves away", -far).format(n=-far)
        return _("a draw") if far == ENDLESS else _("in {n}").format(n=far) if far else _("the end")

    return [(head(far), columns[far]) for far in sorted(columns, reverse=True)]


def _telling(nodes: list[dict[str, Any]], arrows: list[_Move]) -> list[_Move]:
    """Return the moves that are drawn: the best ones, that keep the result and are as quick or long as they should be.

    Where no remoteness is known, for each position the move by which it was met first.
    """
    if not _known(nodes):
        return [
            *{b: (a, b, who) for a, b, who in reversed(arrows) if nodes[b]["depth"] == nodes[a]["depth"] + 1}.values()
        ]

    def best(a: int, b: int) -> bool:
        one, other = nodes[a], nodes[b]
        turned = {"N": "P", "P": "N"}.get(one["outcome"], one["outcome"])
        quick = one["remoteness"] is None or other["remoteness"] == one["remoteness"] - 1
        return quick and other["outcome"] == turned

    return [(a, b, who) for a, b, who in arrows if best(a, b)]


def _boards(positions: list[Position], most: int) -> list[Picture]:
    """Return small pictures of positions, of which a column has so many at most; none where there is no room for them."""
    scenes = [scene(position) for position in positions]
    if any(isinstance(seen, Words) for seen in scenes):
        return []
    sizes = [(shapes.sheet(seen).width + 0.5, shapes.sheet(seen).height + 0.5) for seen in scenes]
    highest = max(high for _wide, high in sizes)
    cell = min(LARGEST, WIDEST / max(map(max, sizes)), (HIGHEST / most - ROW / 2 - framed(0, labelled=True)) / highest)
    if cell < SMALLEST:
        return []
    return [
        Picture(svg(position, size=cell), cell * wide, cell * high)
        for position, (wide, high) in zip(positions, sizes, strict=True)
    ]


def _drawn(number: int, node: dict[str, Any], play: str, board: Picture | None) -> Node:
    """Return the node of a position: it and its value, its outcome's colour, and a link to the positions around it."""
    text, value, outcome = node["shown"] or "∅", node["value"], node["outcome"]
    label = "" if board else text if len(text) <= LETTERS else f"{text[: LETTERS - 1]}…"
    if value is not None and len(value) <= LETTERS:
        label += value if board else f" = {value}"
    title = "\n".join(filter(None, (node["text"], outcome and str(Outcome(outcome)), value)))
    href = f"/explore?{urlencode({'position': node['words'], 'play': play})}" if node["words"] else ""
    colour = _COLOURS.get(Outcome(outcome), "") if outcome else ""
    return Node(number, label, colour=colour, double=number == 0, href=href, title=title, picture=board)


# ----


MOST = 500_000
"""Positions up to which a size is looked through."""


def alive() -> list[dict[str, Any]]:
    """Return nothing: by this it is seen that a worker answers."""
    return []


def report(position: str, size: str = "", vary: str = "", other: str = "", play: str = "normal") -> dict[str, Any]:
    """Return the report of a game, or of two that are compared: as data, and as a piece of a page."""
    settings = varied(vary)
    games = [_game(text, bool(size or settings)) for text in (position, other) if text.strip()]
    found = reports.report(*games, size=size, vary=settings, play=play, most=MOST)
    return {**found.to_dict(), "html": found.html(whole=False)}


def _game(text: str, sized: bool) -> Ruleset | Position:
    """Return the game that a visitor names, or the position if no sizes are wanted."""
    if sized:
        return queries.rules(text)
    try:
        found = queries.rules(text)
    except GrundyError:
        return queries.position(text)
    return found if found.key == found.origin.key else queries.position(text)


# ---- nim-sequences and their laws, as visitors see them; and the points of a plot of up to ten million values

FIRST = 50
"""So many values are told."""
SEARCHED = 20_000
"""So long may the sequence of a game be that is no heap game."""
PROVER = 2.0
"""Seconds for a theorem from which a law follows, where no period is proved."""
COLUMNS = 4000
"""So many columns a plot may have."""
BROAD, ROWS = 3, 64
"""Columns that a bar of counted values is wide; rows of such bars."""
_NUMBERS = re.compile(r"\s*[0-9]{1,9}(?:(?:\s*,\s*|\s+)[0-9]{1,9})+\s*")
"""What is no code and no name: numbers with commas or blanks between them."""
LANGUAGES = {"python": "python", "c++": "cpp"}


def sequence(name: str, to: int = 1000) -> dict[str, Any]:
    """Return the first values of a heap game's or a code's sequence, the law found up to heap ``to``, and code for it.

    Where the name is numbers, these are the values, and the law is a guess.
    """
    if _NUMBERS.fullmatch(name):
        found = _numbers(name)
        law = conjecture(found.tolist())
        told = {"name": name, "game": "", "to": len(found) - 1, "first": found[:FIRST].tolist()}
        return {**told, "law": _told_law(law), "contest": _code(law)}
    rules = _rules(name)
    law = _law(rules, to)
    first = _values(rules, min(to + 1, FIRST)).tolist()
    return {"name": name, "game": rules.name, "to": to, "first": first, "law": _told_law(law), "contest": _code(law)}


def points(name: str, start: int = 0, stop: int = 1000, width: int = 1000) -> dict[str, Any]:
    """Return the values of the heaps from ``start`` to before ``stop`` for a plot of so many columns.

    Where there are more heaps than columns, each point stands for the heaps from n on, ``step`` of them, whose values are
    from low to high, and counts how many they are.
    """
    if not 0 <= start < stop or not 1 <= width <= COLUMNS:
        sentence = N_("points are for the heaps {start} to {stop}, in 1 to {most} columns")
        raise GrundyError(sentence, start=start, stop=stop, most=COLUMNS)
    every = _numbers(name)[:stop] if _NUMBERS.fullmatch(name) else _values(_rules(name), stop)
    values = every[start:]
    found = _counted(values, start, width)
    return {"name": name, "start": start, "stop": stop, "count": len(values), "exact": found["step"] == 1, **found}


def _counted(values: NDArray[Any], start: int, width: int) -> dict[str, Any]:
    """Return the points of some values: each for itself, or counted in cells."""
    if len(values) <= width:
        known: list[int] = values.tolist()
        return {
            "step": 1,
            "n": [*range(start, start + len(known))],
            "low": known,
            "high": known,
            "counts": [1] * len(known),
        }
    found = cells(values, columns=max(1, width // BROAD), rows=ROWS)
    low = (found.values - (found.height - 1) / 2).astype(np.int64)
    return {
        "step": found.width,
        "n": (found.heaps - (found.width - 1) / 2 + start).astype(np.int64).tolist(),
        "low": low.tolist(),
        "high": np.minimum(low + found.height - 1, int(values.max())).tolist(),
        "counts": found.counts.tolist(),
    }


def _numbers(text: str) -> NDArray[Any]:
    """Return the numbers that a visitor has pasted: they are values of the heaps from 0 on, none of them negative."""
    return np.array([int(number) for number in re.findall("[0-9]+", text)], dtype=np.int64)


@lru_cache(8)
def _rules(name: str) -> Ruleset:
    """Return a ruleset; the same again for the same name, since it holds the values that were computed."""
    return queries.rules(name)


def _values(rules: Ruleset, count: int) -> NDArray[Any]:
    """Return the values of so many heaps."""
    if isinstance(rules, HeapRuleset):
        queries.check_heaps(count - 1)
        return rules.sequence(count, threads=1)
    queries.check_heaps(count - 1, SEARCHED)
    return np.array(guess.values(guess.one_number(rules), ((n,) for n in range(count))))


def _law(rules: Ruleset, to: int) -> Any:
    """Return the law that is found among the values up to a heap, or among as many as are usually looked at."""
    if isinstance(rules, HeapRuleset):
        queries.check_heaps(to)
        usual = rules.law(threads=1, seconds=PROVER)
        return usual if usual.proved or usual.checked_to >= to else rules.law(limit=to + 1, threads=1, seconds=PROVER)
    queries.check_heaps(to, SEARCHED)
    return guess.one_number(rules).law(limit=to, seconds=PROVER)


def _told_law(law: Any) -> dict[str, Any]:
    names = ("kind", "period", "preperiod", "saltus", "proved", "checked_to")
    return {"text": str(law), "explanation": law.explain(), **{name: getattr(law, name) for name in names}}


def _code(law: Any) -> dict[str, str]:
    """Return functions for a contest, by language; none where there is none that is short."""
    try:
        return {name: law.code(language) for name, language in LANGUAGES.items()}
    except GrundyError:
        return {}


# ---- laws that can be proved for all positions: which games' rules can be read for it, and the proofs, made on


SEEN = 4096
"""Among so many values a code's period shows, or nothing is proved of it here."""
UNPROVED: dict[str, Any] = {
    **dict.fromkeys(("proof", "rules"), ""),
    **dict.fromkeys(("automaton", "certificate")),
    **{field: [] for field in ("formulas", "moves", "parts", "wins", "automata")},
}
"""What is said of a law that is not proved, besides what was tried."""
MISERE = " misere"
"""What follows the words of a game whose law in misère play is meant."""


def theorems(of: str = "") -> list[dict[str, Any]]:
    """Return the games of the catalogue whose law can be decided, or one of a file where its law is proved."""
    return [
        _listed(name, rules, misere)
        for name, rules in _rulesets(of)
        if _readable(rules)
        for misere in ((False,) if isinstance(rules, HeapRuleset) else (False, True))  # misère: of how many heaps?
        if not of or _proved(rules, misere)
    ]


def theorem(name: str) -> dict[str, Any]:
    """Return the law of a game with its proof, its automata and its certificate, or what was tried in vain."""
    game = name.removesuffix(MISERE)
    play = "normal" if game == name else "misere"
    found = proved(queries.rules(game), play=play, seconds=queries.granted().seconds / 2)
    head = {"name": name, "proved": found.proved}
    period = known.period(found.rules, late=True) if not isinstance(found, Theorem) and play == "normal" else None
    if period is not None:
        told = {"statement": period.statement(), "proof": period.explain(), "certificate": period.certificate()}
        return {**head, **UNPROVED, **told, "proved": True, "rules": text_of(period.rules)}
    if not isinstance(found, Theorem):
        return {**head, **UNPROVED, "statement": str(found)}
    pictures = [picture for automaton in found.automata if (picture := drawn(automaton))]
    return {
        **head,
        "statement": found.statement(),
        "formulas": typeset.statement(found),
        "proof": found.explain(),
        "rules": text_of(found.moves.rules),
        "moves": typeset.moves(found),
        "parts": [_part(part) for part in typeset.parts(found)],
        "wins": found.argument.cases(),
        "automaton": pictures[0] if pictures else None,
        "automata": pictures,
        "certificate": found.certificate(),
    }


def _part(part: typeset.Part) -> dict[str, Any]:
    lemmas = [{"words": words, "formula": formula} for words, formula in part.lemmas]
    return asdict(part) | {"lemmas": lemmas}


def _rulesets(of: str) -> Iterator[tuple[str, Ruleset]]:
    """Yield the rulesets that are asked about, those with parameters for each of the parameters that the tests try."""
    for name, rules in queries.catalogue(of):
        for params in rules.trials or ({},):
            chosen = (f" {key}={','.join(map(str, v)) if isinstance(v, tuple) else v}" for key, v in params.items())
            yield name + "".join(chosen), rules.bind(**params)


def _readable(rules: Ruleset) -> bool:
    try:
        law_of(rules, compared=False)
    except GrundyError:
        return False
    return not isinstance(rules, CodeRuleset) or known.period(rules, SEEN, threads=1) is not None


def _proved(rules: Ruleset, misere: bool) -> bool:
    """Return whether a law is proved, in half of the time that its page takes."""
    play = "misere" if misere else "normal"
    try:
        return proved(rules, play=play, seconds=queries.granted().seconds / 4).proved
    except GrundyError:  # its page says why
        return False


def _listed(name: str, rules: Ruleset, misere: bool) -> dict[str, Any]:
    play = _("misère play") if misere else _("normal play")
    values = isinstance(rules, HeapRuleset)
    what = _("The Grundy values of all heaps") if values else _("The losing positions, all of them")
    doc = _(rules.doc).partition("\n\n")[0].replace("\n", " ")
    return {
        "name": name + MISERE * misere,
        "game": rules.name,
        "play": "misere" if misere else "normal",
        "title": f"{name}, {play}" if misere else name,
        "claim": "values" if values else "losing",
        "summary": f"{what}. {doc}",
    }


# ---- puzzles as visitors see them: a sheet of some of one game, and one of them with what comes of a move that is tried

CHOICES = 60
"""So many moves of a position can be tried."""


def sheet(game: str, level: int = 0, seed: int = 0, count: int = 6, play: str = "normal") -> dict[str, Any]:
    """Return some puzzles of a game; the same for the same seed. ``level`` 0: of all levels."""
    if not 1 <= count <= PUZZLES:
        raise GrundyError("a sheet has 1 to {most} puzzles, not {count}", most=PUZZLES, count=count)
    if level not in (0, *puzzles.LEVELS):
        raise GrundyError("a level is 1 to 5, not {level}", level=level)
    rules = queries.rules(game)
    found = puzzles.make(rules, count, seed=seed, play=play, levels=(level,) if level else ())
    return {
        "game": rules.name,
        "title": rules.called_by.title,
        "rules": rules.called_by.rules,
        "level": level,
        "seed": seed,
        "count": count,
        "play": play,
        "puzzles": [_told(puzzle) for puzzle in found],
    }


def _told(puzzle: puzzles.Puzzle) -> dict[str, Any]:
    """Return a puzzle with its picture, its question and its answer."""
    plain = queries.position(puzzle.position)
    position = puzzles.turned(plain, puzzle.player)
    move = next(move for move in position.moves() if move.text == puzzle.answer)
    verdict = puzzles.tried(position, move, position.solve(puzzle.play))
    why = "\n".join(dict.fromkeys([verdict.idea, verdict.reason]))
    said = {"question": puzzles.told(puzzle), "found_by": _(puzzles.IDEAS[puzzle.idea]), "why": why}
    return {**puzzle.to_dict(), "svg": drawing.svg(plain), **said}


def puzzle(position: str, player: str = "", play: str = "normal", check: str = "", tried: str = "") -> dict[str, Any]:
    """Return a puzzle with its moves, and what the one that was ``tried`` (its number) comes to.

    Raises:
        GrundyError: it is no puzzle: an address that was changed has another ``check``, and may have none or several moves
            that win.
    """
    if player not in ("", "left", "right"):
        raise GrundyError("the player to move is left or right, not {word!r}", word=player)
    plain = queries.position(position)
    if bool(player) != plain.ruleset.partisan:
        raise GrundyError("say who moves, left or right, for partisan games and only for them")
    asked = puzzles.turned(plain, player)
    found = puzzles.puzzle_of(asked, play)
    if found is None or (check and check != puzzles.key(found.position, player, play)):
        raise GrundyError("this is not the puzzle that was sent: its address was changed on the way")
    return {
        "rules": plain.ruleset.called_by.rules,
        "question": puzzles.told(found),
        "level": found.level,
        "position": found.position,
        "player": player,
        "play": play,
        "check": found.key,
        "chances": puzzles.told_chances(found),
        "title": plain.ruleset.called_by.title,
        **attempt(asked, tried, play),
    }


def attempt(asked: Position, tried: str, play: str = "normal") -> dict[str, Any]:
    """Return a position's moves, and what the one that was ``tried`` comes to."""
    moves = list(islice(asked.moves(), CHOICES))
    listed = [{"number": number, "text": move.text} for number, move in enumerate(moves)]
    return {"moves": listed, **_outcome(asked, _made(moves, tried), moves, play)}


def question(position: str, ask: str, words: str = "") -> dict[str, Any]:
    """Return a question of a class: of a position who wins it (``ask`` is "winner"), or a move that wins.

    Of a partisan game ``ask`` says whose move, "left" or "right", of another one "move"; ``words`` are the teacher's own.

    Raises:
        GrundyError: there is no such question, none of its answers is right, or it has too many.
    """
    plain = queries.position(position)
    player = ask if ask in ("left", "right") else ""
    if ask not in ("move", "winner", "left", "right") or (ask != "winner" and bool(player) != plain.ruleset.partisan):
        raise GrundyError("{position}: ask for a move, of a partisan game for one of Left or Right", position=position)
    title = {"title": plain.ruleset.called_by.title, "rules": plain.ruleset.called_by.rules}
    if ask == "winner":
        text, choices, right = _winners(plain)
        return {**title, "text": words or text, "choices": choices, "right": right, "svg": drawing.svg(plain)}
    asked = puzzles.turned(plain, player)
    moves = list(islice(asked.moves(), CHOICES + 1))
    won = set(asked.solve().iter_winning_moves())
    if not won or len(moves) > CHOICES:
        raise GrundyError("{position}: a move that wins is asked for among {n}", position=position, n=CHOICES)
    who = {"left": _("Left moves"), "right": _("Right moves"), "": _("You move")}[player]
    marks = [drawing.Mark(record.plain(move.after), "", move.text) for move in moves]
    return {
        **title,
        "text": words or _("{who}: find a move that wins.").format(who=who),
        "choices": [move.text for move in moves],
        "right": [number for number, move in enumerate(moves) if move in won],
        "svg": drawing.svg(plain, marks, interactive=True),
    }


def _winners(plain: Position) -> tuple[str, list[str], list[int]]:
    """Return the question who wins, its answers, and which is right."""
    outcome = plain.solve().outcome
    classes = [Outcome.N, Outcome.P, *([Outcome.L, Outcome.R] if plain.ruleset.partisan else [])]
    if plain.ruleset.has_ending or outcome.drawn:
        classes.append(Outcome.T if outcome is Outcome.T else Outcome.D)
    if outcome not in classes:
        raise GrundyError("{position}: who wins depends on who begins and who holds a draw", position=plain)
    return _("Who wins?"), [str(each) for each in classes], [classes.index(outcome)]


def day(day: str) -> dict[str, Any]:
    """Return the puzzle of a day, such as 2026-11-25, that has begun."""
    try:
        of = date.fromisoformat(day)
    except ValueError:
        raise GrundyError("write a day like 2026-11-25, not {text!r}", text=day[:40]) from None
    if of > puzzles.today():
        raise GrundyError("the puzzle for {day} appears on that day", day=of)
    return _posed(puzzles.of_day(of))


def rush(seed: int, number: int = 0) -> dict[str, Any]:
    """Return a puzzle of a rush, from 0 on."""
    return _posed(puzzles.of_rush(seed, number))


def _posed(puzzle: puzzles.Puzzle) -> dict[str, Any]:
    """Return a puzzle without its answer."""
    kept = {name: getattr(puzzle, name) for name in ("position", "player", "play", "key", "level")}
    return {**kept, "question": puzzles.told(puzzle), "chances": puzzles.told_chances(puzzle)}


def _made(moves: list[Move], tried: str) -> Move | None:
    """Return the move of a number, None for no number."""
    if not tried:
        return None
    if not tried.isascii() or not tried.isdecimal() or len(tried) > 3 or int(tried) >= len(moves):
        raise GrundyError("{token!r} is not a move in this puzzle", token=tried[:20])
    return moves[int(tried)]


def _outcome(asked: Position, made: Move | None, moves: list[Move], play: str) -> dict[str, Any]:
    """Return the picture, with its moves to be tried or with the one that was, and what that comes to."""
    plain = record.plain(asked)
    if made is None:
        marks = [drawing.Mark(record.plain(move.after), "", move.text) for move in moves]
        return {"svg": drawing.svg(plain, marks, interactive=True), "tried": None}
    verdict = puzzles.tried(asked, made, asked.solve(play))
    after = record.plain(made.after)
    told = {"text": made.text, **asdict(verdict), "answered": _answered([plain, after], made.after, verdict.reply)}
    return {"svg": drawing.svg(after, before=[plain]), "tried": told}


def _answered(before: list[Position], after: Position, reply: str) -> str:
    """Return the picture after the reply to a move, "" where there is none."""
    answers = (move for move in after.moves() if reply and move.text == reply)
    return "".join(drawing.svg(record.plain(move.after), before=before) for move in answers)


# ---- lessons as visitors see them: the list, and a step with its position, its question, and what comes of a move


def lessons() -> list[dict[str, Any]]:
    """Return the lessons in the order in which they are read, each with a picture."""
    return [
        {
            "name": lesson.name,
            "title": lesson.title,
            "game": queries.rules(lesson.name).called_by.title,
            "steps": len(lesson.steps),
            "svg": drawing.svg(queries.position(lesson.steps[-1].position)),
        }
        for lesson in LESSONS
    ]


def lesson(name: str, step: int = 1, tried: str = "") -> dict[str, Any]:
    """Return a step of a lesson, from 1; GrundyError for a lesson or a step that is not there."""
    found = of_name(name)
    if not 1 <= step <= len(found.steps):
        count = len(found.steps)
        raise GrundyError("the lesson {name} has steps 1 to {count}, not {step}", name=name, count=count, step=step)
    now, place = found.steps[step - 1], LESSONS.index(found)
    return {
        "name": name,
        "title": found.title,
        "step": step,
        "steps": len(found.steps),
        **{name: getattr(now, name) for name in ("kind", "text", "position", "player")},
        "after": LESSONS[place + 1].name if place + 1 < len(LESSONS) else "",
        "examples": [
            {"svg": drawing.svg(queries.position(words)), "outcome": outcome}
            for words, outcome in (now.claims if now.kind == "look" else ())
        ],
        **_shown(now, tried),
    }


def _shown(step: Step, tried: str) -> dict[str, Any]:
    """Return the picture of a step and, unless it is a game, its moves and what the one that was tried comes to."""
    plain = queries.position(step.position)
    if step.kind == "play":
        return {"svg": drawing.svg(plain), "moves": [], "tried": None, "question": ""}
    asked = puzzles.turned(plain, step.player)
    who = {"left": _("Left moves"), "right": _("Right moves"), "": _("You move")}[step.player]
    told = _("{who}: find the move that wins.") if step.kind == "find" else _("{who}: try what you like.")
    return {"question": told.format(who=who), **attempt(asked, tried)}


# ----


ANSWERS: dict[str, Callable[..., dict[str, Any] | list[dict[str, Any]]]] = {
    function.__name__: function
    for function in (
        *(alive, positions.games, positions.position, positions.reply, positions.review, positions.opened),
        *(positions.export, explore, sequence, points, positions.value, positions.worksheet, positions.options),
        *(theorems, theorem, sheet, puzzle, day, rush, question, lessons, lesson, report),
        *(positions.rules, positions.small),
    )
}
"""The functions that visitors can ask, by name."""
