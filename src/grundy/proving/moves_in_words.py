"""Moves and laws as a paper prints them: ``(a, b) -> (a - k, b), (a, b - k), (a - k, b - k) for k >= 1``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from grundy.common.messages import _, ngettext, shortened
from grundy.proving.laws import GraphLaw, LosingLaw, ValueLaw
from grundy.proving.logic import expressions as logic
from grundy.proving.logic.automaton import Automaton
from grundy.proving.logic.formula import NO, YES, divided, known_naturals, replaced
from grundy.proving.logic.numeration import Numeration
from grundy.proving.moves import Move, Moves
from grundy.proving.reading import renamed

# -- moves -------------------------------------------------------------------------------------------------------------
#
# What is written is what was read, in another order: choices are counted so that the terms are short, conditions that
# say how large a choice may be stand beside it, and those that say no more than that a number of the position after
# the move is not too small are said once, for all of them.


LETTERS = "kijlmrstuvw"
"""What the choices of a move are called."""
LINES, ABREAST, WIDTH = 6, 8, 240
"""So many lines are written, so many moves in each, and so many characters of each condition."""

MANY = 5
"""So many equal heaps are counted in words, and not written one by one."""
Names = Mapping[str, str]
"""What variables are called, those of the position first."""


@dataclass(frozen=True)
class Choice:
    """A number that is chosen: from ``least`` on, and at most each of ``most``."""

    name: str
    least: int
    most: tuple[logic.Term, ...]


@dataclass(frozen=True)
class Form:
    """Moves of one form: what the position becomes, what is chosen, and conditions on it. ``names`` are those to show."""

    parts: tuple[logic.Term, ...]
    choices: tuple[Choice, ...]
    conditions: tuple[logic.Formula, ...]
    names: Names


def form(own: Moves, move: Move, understood: Collection[logic.Term] = ()) -> Form:
    """Return a move with choices that are counted so that the terms are shortest; O(size of the move).

    Conditions that say that a term among ``understood``, of the position after the move, is not negative, are left out.
    """
    names = dict(zip(own.names, own.shown, strict=True))
    names |= called(move.bound, names)
    starts = {name: _start(name, move.parts) for name in move.bound}
    put = {name: logic.variable(name) - start for name, start in starts.items()}
    guard = renamed(move.guard, put)
    said = {replaced(each, put) for each in understood}
    left = [each for each in (guard.parts if isinstance(guard, logic.And) else (guard,)) if not _says(each, said)]
    choices: list[Choice] = []
    for i, (name, start) in enumerate(starts.items(), 1):
        upper = [(part, most) for part in left if (most := _most(name, part, move.bound[i:])) is not None]
        left = [part for part in left if part not in [each for each, _most in upper]]
        choices.append(Choice(name, start, tuple(most for _part, most in upper)))
    rest = tuple(part for part in left if part != YES)
    return Form(tuple(replaced(part, put) for part in move.parts), tuple(choices), rest, names)


def called(bound: Iterable[str], names: Names) -> dict[str, str]:
    """Return letters for further variables, none of which is in use."""
    free = (each for each in LETTERS if each not in names.values())
    return {name: next(free, name) for name in bound}


def _start(name: str, parts: Sequence[logic.Term]) -> int:
    """Return with which number a choice begins, so that the terms are shortest."""
    times = [(dict(part.parts).get(name, 0), part.constant) for part in parts]
    tried = {0, *(c * a for a, c in times if abs(a) == 1 and c * a > 0)}
    return min(sorted(tried), key=lambda start: sum(abs(c - a * start) for a, c in times))


def _most(name: str, part: logic.Formula, later: Sequence[str]) -> logic.Term | None:
    """Return the largest that a condition lets a choice be, where it says that, and nothing of a later choice."""
    known = known_naturals(part) if isinstance(part, logic.Compare) else []
    times = -dict(known[0].parts).get(name, 0) if len(known) == 1 else 0
    if times < 1:
        return None
    most = divided(known[0] + times * logic.variable(name), times)
    return None if any(other in (name, *later) for other in most.names()) else most


def _says(part: logic.Formula, terms: Collection[logic.Term]) -> bool:
    """Return whether a condition says that one of some terms is not negative, and nothing else."""
    return isinstance(part, logic.Compare) and [each for each in known_naturals(part) if each in terms] != []


# ---- in a line


def spoken_moves(own: Moves) -> list[str]:
    """Return the moves that were read, and declared endings, a line each; of very many only the first. O(size).

    >>> from grundy.games import load
    >>> from grundy.proving.reading import moves
    >>> print(*spoken_moves(moves(load("wythoff"))), sep="; ")
    (a, b) -> (a - k, b), (a, b - k), (a - k, b - k) for k >= 1; no number becomes less than 0
    >>> print(*spoken_moves(moves(load("bash"))), sep="; ")
    n -> n - k for 1 <= k <= 3; no number becomes less than 0
    """
    read = with_nothing(own)
    below = [[part - own.least for part in move.parts] for move in read]
    lines: dict[str, list[str]] = {}
    for move, understood in zip(read, below, strict=True):
        made = form(own, move, understood)
        lines.setdefault(" and ".join(_conditions(made)), []).append(_after(own, made))
    lines = {when: list(dict.fromkeys(after)) for when, after in lines.items()}
    here = tuple_of(own.shown)
    found = [_line(here, when, after) for when, after in list(lines.items())[:LINES]]
    more = sum(map(len, lines.values())) - sum(min(len(after), ABREAST) for after in list(lines.values())[:LINES])
    found += [_("and moves of {more} more forms").format(more=more)] if more > 0 else []
    if any(_says(part, terms) for move, terms in zip(read, below, strict=True) for part in _all(move.guard)):
        found.append(_("no number becomes less than {least}").format(least=own.least))
    names = dict(zip(own.names, own.shown, strict=True))
    for ending, what in (
        (own.lost, _("{here} is lost when {condition}")),
        (own.won, _("{here} is won when {condition}")),
    ):
        if ending != logic.Truth(False):
            found.append(what.format(here=here, condition=_cut(condition(ending, names))))
    return found or [_("there is no move")]


def with_nothing(own: Moves) -> Sequence[Move]:
    """Return the moves, those of a heap in which to take all of it and to leave one heap as one: no heap is the heap 0.

    Both are said of one term, that it is 0 and that it is not.
    """
    if not own.heaps:
        return own.moves
    found: list[Move] = []
    for move in own.moves:
        last = found[-1] if found else Move((), NO, ())
        taken = [logic.Compare(part, "=", logic.Term()) for part in move.parts]
        kept = [logic.Compare(part, ">=", logic.Term((), 1)) for part in move.parts]
        if (
            len(taken) == 1
            and (last.bound, last.guard, last.parts) == (move.bound, taken[0], ())
            and move.guard == kept[0]
        ):
            found[-1] = replace(move, guard=logic.Compare(move.parts[0], ">=", logic.Term()))
        else:
            found.append(move)
    return found


def _all(guard: logic.Formula) -> tuple[logic.Formula, ...]:
    return guard.parts if isinstance(guard, logic.And) else (guard,)


def _line(here: str, when: str, after: Sequence[str]) -> str:
    moves = f"{here} -> {', '.join(after[:ABREAST])}" + (", …" if len(after) > ABREAST else "")
    return _("{moves} for {when}").format(moves=moves, when=_cut(when)) if when else moves


def _cut(text: str) -> str:
    return text if len(text) <= WIDTH else f"{text[:WIDTH]} …"


def _after(own: Moves, made: Form) -> str:
    terms = [term(part, made.names) for part in made.parts]
    if not own.heaps:
        return tuple_of(terms)
    if own.runs:
        return _("all heaps from {low} to {high}").format(low=terms[0], high=term(made.parts[1] - 1, made.names))
    if len(terms) >= MANY and len({*terms}) == 1:
        return _("{parts} heaps of {before}").format(parts=len(terms), before=terms[0])
    return " + ".join(_closed(each) if len(terms) > 1 else each for each in terms) or _("nothing")


def tuple_of(terms: Sequence[str]) -> str:
    """Return terms as a tuple, one alone as it is."""
    return terms[0] if len(terms) == 1 else f"({', '.join(terms)})"


def _closed(text: str) -> str:
    return f"({text})" if " " in text else text


def _conditions(made: Form) -> list[str]:
    """Return the choices of a move, and the conditions on them, in words."""
    found: list[str] = []
    for choice in made.choices:
        name, most = made.names[choice.name], [term(each, made.names) for each in choice.most]
        if len(most) > 1:
            found.append(f"{choice.least} <= {name} <= min({', '.join(most)})")
        elif most and choice.most[0].parts and choice.most[0].constant < 0:
            found.append(f"{choice.least} <= {name} < {term(choice.most[0] + 1, made.names)}")
        else:
            found.append(f"{choice.least} <= {name} <= {most[0]}" if most else f"{name} >= {choice.least}")
    return [*found, *(_inner(each, made.names) for each in made.conditions)]


# ---- terms and conditions


def term(own: logic.Term, names: Names) -> str:
    """Return a linear term: what is added first, and what the position says first.

    >>> print(term(logic.variable("x") - 2 * logic.variable("j") + 1, {"x": "a", "j": "k"}))
    a - 2*k + 1
    >>> print(term(1 - logic.variable("x"), {"x": "a"}))
    1 - a
    """
    pieces = pieces_of(own, names, _part)
    if len(pieces) == 1 and pieces[0][0] == 1 and own.parts:
        return _alone(own.parts[0][0], names)
    text = ""
    for times, part in pieces:
        size = shortened(str(abs(times)))
        shown = f"{size}*{part}" if part and abs(times) != 1 else part or size
        sign = "-" if times < 0 else "+" if text else ""
        text += f" {sign} {shown}" if text else sign + shown
    return text


def pieces_of(own: logic.Term, names: Names, said: Callable[[logic.Part, Names], str]) -> list[tuple[int, str]]:
    """Return how often each part of a term is added, and what is said of it, "" of the constant."""
    order = {name: place for place, name in enumerate(names)}
    parts = sorted(own.parts, key=lambda each: (each[1] < 0, order.get(str(each[0]), len(order))))
    pieces = [(times, said(part, names)) for part, times in parts]
    if own.constant or not pieces:
        first = own.constant > 0 and all(times < 0 for times, _said in pieces)
        pieces.insert(0 if first else len(pieces), (own.constant, ""))
    return pieces


def _part(part: logic.Part, names: Names) -> str:
    alone = _alone(part, names)
    return f"({alone})" if not isinstance(part, str | logic.Floor) else alone


def _alone(part: logic.Part, names: Names) -> str:
    match part:
        case str():
            return names.get(part, part)
        case logic.Floor(inner, divisor):
            return f"floor({_closed(term(inner, names))}/{divisor})"
        case logic.Remainder(inner, modulus):
            return f"{_closed(term(inner, names))} mod {modulus}"
        case _:
            return f"{_closed(term(part.left, names))} ⊕ {_closed(term(part.right, names))}"


def condition(formula: logic.Formula, names: Names) -> str:
    """Return a condition in words. Nothing is subtracted in it: what is taken away stands on the other side.

    >>> least = logic.Compare(logic.variable("x") - logic.variable("y") - 3, ">=", logic.Term())
    >>> print(condition(least, {"x": "a", "y": "b"}))
    a >= b + 3
    """
    match formula:
        case logic.Compare(left, relation, right):
            return _compared(left - right, relation, names)
        case logic.And(parts):
            return " and ".join(_inner(part, names) for part in parts)
        case logic.Or(parts):
            return " or ".join(_inner(part, names) for part in parts)
        case logic.Not(part):
            return f"not ({condition(part, names)})"
        case logic.Exists(bound, part):
            own = {**names, **called(bound, names)}
            chosen = ", ".join(own[name] for name in bound)
            return _("({condition}, for some {chosen})").format(condition=condition(part, own), chosen=chosen)
        case logic.Truth(value):
            return _("always") if value else _("never")
        case _:
            raise TypeError(formula)


def _inner(formula: logic.Formula, names: Names) -> str:
    text = condition(formula, names)
    return f"({text})" if isinstance(formula, logic.Or | logic.And) else text


def sides(difference: logic.Term, relation: str) -> tuple[logic.Term, str, logic.Term]:
    """Return a comparison with 0 as one in which nothing is subtracted, the constant on the right where it stands alone.

    >>> print(*sides(3 - logic.variable("n"), ">="))
    n <= 3
    """
    more = logic.Term(tuple((part, a) for part, a in difference.parts if a > 0), max(difference.constant, 0))
    less = logic.Term(tuple((part, -a) for part, a in difference.parts if a < 0), max(-difference.constant, 0))
    if more.parts:
        return more, relation, less
    return less, {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(relation, relation), more


def _compared(difference: logic.Term, relation: str, names: Names) -> str:
    left, own, right = sides(difference, relation)
    return f"{term(left, names)} {own} {term(right, names)}"


# -- laws --------------------------------------------------------------------------------------------------------------


FIRST = 6
"""So many members of a set are shown."""


def statement(law: LosingLaw | ValueLaw | GraphLaw, says: str) -> str:
    """Return a law as a sentence, given what says who loses, or what the values are.

    >>> from grundy.games import load
    >>> from grundy.proving.reading import moves
    >>> print(statement(LosingLaw(moves(load("nim"), heaps=2), misere=False), "a = b"))
    In nim(a, b), for all a, b >= 0, the player to move loses exactly when a = b
    """
    own = law.moves
    head = _("In {game}, for all {shown} >= {least}").format(
        game=game(own), shown=", ".join(own.shown), least=own.least
    )
    if own.order:
        head = _("{head} with {order}").format(head=head, order=in_order(own))
    if not isinstance(law, LosingLaw):
        return _("{head}, the Grundy value is {values}").format(head=head, values=says)
    play = _(", in misère play") if law.misere else ""
    few = _("one option") if law.blocked == 1 else _("{blocked} options").format(blocked=law.blocked)
    play += _(", if the other player may forbid {few} at each move").format(few=few) if law.blocked else ""
    return _("{head}{play}, the player to move loses exactly when {what}").format(head=head, play=play, what=says)


def by_automata(
    law: LosingLaw | ValueLaw | GraphLaw, system: Numeration, automata: Sequence[Automaton], states: int
) -> str:
    """Return what automata say of who loses, or of the values: how large they are, and their first members.

    >>> from grundy.games import load
    >>> from grundy.proving.logic.linear import equal
    >>> from grundy.proving.logic.numeration import numeration
    >>> from grundy.proving.reading import moves
    >>> law = LosingLaw(moves(load("nim"), heaps=2), misere=False)
    >>> print(by_automata(law, numeration("msd_2"), [equal(numeration("msd_2"), "x0", "x1")], 1))
    (a, b) is in the set read by an automaton of 1 state in base 2: (0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), …
    """
    own, size = law.moves, automaton_of(states, system)
    if isinstance(law, LosingLaw):
        told = _("{what} is in the set read by {size}: {few}")
        return told.format(what=tuple_of(own.shown), size=size, few=_few(automata[0]))
    if isinstance(law, GraphLaw):
        told = _("the v with which {pairs} is in the set read by {size}: {few}")
        return told.format(pairs=tuple_of((*own.shown, "v")), size=size, few=_few(automata[0]))
    sets = "; ".join(_("{v} of {few}").format(v=v, few=_few(automaton)) for v, automaton in enumerate(automata))
    return _("what is told by {size}: {sets}").format(size=size, sets=sets)


def automaton_of(states: int, system: Numeration) -> str:
    """Return how large an automaton is, and in which numeration it reads."""
    words = ngettext("an automaton of {n} state in {system}", "an automaton of {n} states in {system}", states)
    return words.format(n=states, system=spoken(system))


def spoken(system: Numeration) -> str:
    """Return what a numeration system is called."""
    named = {
        "msd_fib": _("Fibonacci numeration"),
        "msd_pell": _("Pell numeration"),
        "msd_trib": _("Tribonacci numeration"),
    }
    if system.name in named:
        return named[system.name]
    return (
        _("base {base}").format(base=system.base)
        if system.name == f"msd_{system.base}"
        else _("the numeration {name}").format(name=system.name)
    )


def game(own: Moves) -> str:
    """Return a game with its variables and parameters."""
    parameters = [f"{name}={value}" for name, value in own.rules.params.items() if name not in own.carried]
    return f"{own.rules.name}({', '.join([*own.shown, *parameters])})"


def in_order(own: Moves) -> str:
    """Return the order of the numbers of a position: ``a < b < c``."""
    found, last = list[str](), -1
    for i, j, gap in own.order:
        step = f" {'<' if gap else '<='} {own.shown[j]}"
        if i == last:
            found[-1] += step
        else:
            found.append(own.shown[i] + step)
        last = j
    return _(" and ").join(found)


def _few(automaton: Automaton) -> str:
    members = [m[0] if len(m) == 1 else m for m in automaton.members(FIRST + 1)]
    return ", ".join(map(str, members[:FIRST])) + (", …" if len(members) > FIRST else "")
