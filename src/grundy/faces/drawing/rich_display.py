"""How positions, answers, laws, automata and theorems show themselves in a notebook: SVG and HTML text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import islice
from typing import TYPE_CHECKING

from grundy.common.errors import TooLarge
from grundy.common.messages import _, shortened
from grundy.faces.drawing import Mark, svg
from grundy.faces.drawing.diagrams import drawn as automaton
from grundy.faces.drawing.theorems import statement
from grundy.proving.theorem import Theorem
from grundy.rules.explanations import brief, rests, worths
from grundy.rules.position import Position
from grundy.rules.solution import LEFT, RIGHT, Move, PartisanSolution, Solution
from grundy.values.patterns.law import Beatty, Law
from grundy.values.patterns.regular import Regular

if TYPE_CHECKING:
    from grundy.faces.worksheet.expressions import Answer
    from grundy.values.short import Value

__all__ = ["automaton", "formula", "law", "move", "position", "solution", "theorem", "worksheet"]

MARKED, LISTED = 40, 6
"""So many winning moves are marked on the board, and so many are listed."""
SET, LONG = 120, 2000
"""So many letters of a value are set as a formula, which has no lines; and so many are shown at most."""
VALUES, PAIRS = 24, 10
"""So many values of a law are shown, or pairs."""


def position(position: Position) -> str:
    """Return a position as SVG."""
    return svg(position)


def solution(solution: Solution) -> str:
    """Return an answer as HTML: the board with the winning moves marked, and what is known.

    >>> import grundy as gr
    >>> page = solution(gr.nim(2, 3).solve())
    >>> "first player wins" in page, "Bouton" in page, "<svg" in page
    (True, True, True)
    """
    boards = "".join(_board(solution.position, words, moves) for words, moves in _winning(solution))
    return _block(f"<p>{_strong(str(solution.outcome))}</p>", boards, _table(_facts(solution)))


def move(move: Move) -> str:
    """Return a move as HTML."""
    return f"<span>{_shown(str(move))}</span>"


def _winning(solution: Solution) -> list[tuple[str, list[Move]]]:
    """Return the winning moves; of a partisan position Left's and Right's, each with a caption."""
    if not isinstance(solution, PartisanSolution):
        return [("", solution.winning_moves(MARKED + 1))]
    players = ((LEFT, _("Left wins with")), (RIGHT, _("Right wins with")))
    both = [(words, solution.winning_moves(MARKED + 1, player)) for player, words in players]
    return [(words, moves) for words, moves in both if moves] or [("", [])]


def _board(position: Position, words: str, moves: list[Move]) -> str:
    """Return the position with moves marked, under a caption."""
    picture = svg(position, [Mark(move.after, "win", move.text) for move in moves[:MARKED]])
    caption = f"<figcaption>{_shown(words)}</figcaption>" if words else ""
    return f'<figure style="display:inline-block;margin:0 1em 0 0">{caption}{picture}</figure>'


def _facts(solution: Solution) -> Iterator[tuple[str, str]]:
    """Yield what is known of a position, in pairs of a name and words."""
    yield from worths(solution)
    scoring = solution.position.ruleset.scoring
    for words, moves in _winning(solution):
        listed = [move.text for move in moves[:LISTED]] + ["…"] * (len(moves) > LISTED)
        if listed:
            yield words or (_("best moves") if scoring else _("winning moves")), "; ".join(listed)
    yield from rests(solution)


def law(law: Law) -> str:
    """Return a law as HTML: in words, with its first values, and with its automaton if it has one."""
    words = "<br/>".join(map(_shown, _first_lines(law)))
    picture = automaton(law.form) if isinstance(law.form, Regular) else None
    return _block(f"<p>{_strong(str(law))}</p>", f"<p>{words}</p>", _values(law), picture or "")


def _first_lines(law: Law) -> list[str]:
    """Return the explanation, without the table of an automaton, which is drawn."""
    if isinstance(law.form, Regular):
        return law.form.lines()
    return law.explain().splitlines()


def _values(law: Law) -> str:
    """Return the first values of a law, or pairs, as a table."""
    if isinstance(law.form, Beatty):
        pairs = [law.form.pair(n) for n in range(PAIRS)]
        return _table([("n", range(PAIRS)), ("a(n)", [a for a, _b in pairs]), ("b(n)", [b for _a, b in pairs])])
    if law.kind in ("none", "automatic"):
        return ""
    count = min(VALUES, law.preperiod + 2 * law.period) if law.period else VALUES
    return _table([("n", range(count)), ("g(n)", [law.value(n) for n in range(count)])])


def theorem(theorem: Theorem) -> str:
    """Return a theorem with its proof as HTML, and with its automata."""
    steps = "".join(f"<li>{_shown(check)}</li>" for check in theorem.checks)
    found = islice(filter(None, map(automaton, theorem.automata)), LISTED)
    proof = "<p>" + _strong(_("Proof")) + " " + _("Checked by deciding:") + f"</p><ol>{steps}</ol>"
    proof += _wins(theorem)
    rules = "".join(f"<li>{_shown(line)}</li>" for line in theorem.trust())
    read = "<p>" + _strong(_("The rules, as they were read")) + f"</p><ul>{rules}</ul>"
    return _block(
        "<p>" + _strong(_("Theorem")) + f" {_shown(theorem.statement())}</p>", *statement(theorem), proof, read, *found
    )


def _wins(theorem: Theorem) -> str:
    """Return the moves that win as a list, nothing where no table of them is known."""
    cases = "".join(f"<li>{_shown(case)}</li>" for case in theorem.argument.cases())
    return "<p>" + _strong(_("Moves that win")) + f"</p><ul>{cases}</ul>" if cases else ""


def worksheet(answers: Iterable[Answer]) -> str:
    """Return answers of a worksheet as HTML: of each cell its value, set as a formula, its board and its thermograph."""
    rows = "".join(
        f'<tr><td style="text-align:left;vertical-align:top"><code>{escape(answer.cell)}</code></td>'
        f'<td style="text-align:left">{_answered(answer)}</td></tr>'
        for answer in answers
    )
    return _block(f"<table>{rows}</table>")


def _answered(answer: Answer) -> str:
    """Return what stands beside a cell."""
    parts: list[str] = []
    if answer.value is not None:
        told = [(_(name), words) for name, words in answer.facts[1:]]
        parts = [f"<p>{formula(answer.value)}</p>", _table(told)]
    if answer.result is not None:
        parts = [f"<pre>{escape(answer.said)}</pre>"]
    if answer.comparison is not None:
        parts = [f"<p>{_strong(str(answer.comparison))}</p>", f"<p>{_shown(answer.comparison.sentence)}</p>"]
    if answer.error is not None:
        parts = [f"<p>{_shown(str(answer.error))}</p>"]
    pictures = [svg(answer.position)] if answer.position is not None else []
    if answer.value is not None and hasattr(answer.value, "thermograph"):  # not of play that may be endless
        pictures.append(answer.value.thermograph().svg())
    return "".join([*parts, *(f'<div style="display:inline-block">{picture}</div>' for picture in pictures)])


def formula(value: Value) -> str:
    """Return a value as HTML: a formula of MathML, or text where it is long.

    >>> import grundy as gr
    >>> formula(gr.Value("^"))
    '<math alttext="^"><mi>↑</mi></math>'
    """
    shown = brief(value, LONG)
    try:
        return value.mathml() if len(str(value)) <= SET else f"<code>{escape(shown)}</code>"
    except TooLarge:
        return f"<em>{escape(shown)}</em>"


# ---- HTML


def _shown(text: str) -> str:
    """Return words as HTML, long numbers shortened."""
    return escape(shortened(text))


def _block(*parts: str) -> str:
    return f'<div class="grundy">{"".join(parts)}</div>'


def _strong(text: str) -> str:
    return f"<strong>{_shown(text)}</strong>"


def _table(rows: Iterable[tuple[str, str | Iterable[int]]]) -> str:
    """Return rows of a name and words, or numbers, as a table."""
    lines: list[str] = []
    for name, told in rows:
        aligned = ' style="text-align:left"' if isinstance(told, str) else ""
        cells = "".join(
            f"<td{aligned}>{_shown(str(each))}</td>" for each in ([told] if isinstance(told, str) else told)
        )
        lines.append(f'<tr><th scope="row"{aligned}>{_shown(name)}</th>{cells}</tr>')
    return f"<table>{''.join(lines)}</table>"
