"""Why the winner wins where play can go round: each move from a lost position is answered so that a ranking falls.

A certificate of an automatic law with the field ``answered`` claims, in place of "every move lowers the ranking": from
each position p of L where play goes on, for each move p → q to a position where play goes on (in misère play: where there
is a move), some move q → p' leads into L to a position with a smaller ranking than p. So whoever answers does not run out
of moves, and as the ranking falls, the other does: p is lost. That from others some move leads into L is decided as ever.

It is decided for each form of moves, p and the numbers of its move being the variables.
"""

from __future__ import annotations

from grundy.check.automata import Automaton, conjunction, uncovered
from grundy.check.form import Unproved
from grundy.check.formulas import Atom, Atoms, Linear, Yield, names_of
from grundy.check.laws import Law, no_less, solved


def check_answered(law: Law, move: Yield) -> None:
    """Decide that from a lost position a move has an answer to a lost one, and the two lower the ranking; Unproved else."""
    names, lost = law.moves.names, law.of_parts(law.automata[0])
    made = _apart(move, names, "u.")
    kept = (*names, *sorted(_numbers_of(made) - {*names}))
    there = dict(zip(names, made.parts, strict=True))
    going = [(*a, *(atom.put(there) for atom in b)) for a in law.moves.going for b in law.moves.going]

    def where(atoms: Atoms, parts: tuple[Linear, ...] = (), relation: Automaton | None = None) -> Automaton:
        return law.over(solved(atoms, (parts, relation), kept, law.arithmetic), kept)

    here = tuple(Linear(((name, 1),)) for name in names)
    played = law.any_of(kept, (where((*both, *made.atoms), here, lost) for both in going))
    answers, stays = list[Automaton](), list[Automaton]()
    for each in law.moves.moves:
        answer = _apart(each, names, "v.")
        atoms = tuple(atom.put(there) for atom in answer.atoms)
        parts = tuple(part.put(there) for part in answer.parts)
        stays += [where(atoms)] if law.misere else []
        lower = law.lowered(parts)
        for i, own in enumerate(lower):
            less = (*(Atom(equal, "=") for equal in lower[:i]), no_less(own, Linear((), 1)))
            answers.append(where((*atoms, *less), parts, lost))
    played = conjunction(played, law.any_of(kept, stays)) if law.misere else played
    if (left := uncovered(played, answers)) is not None:
        raise Unproved(
            "a move from a losing position has no answer that lowers the ranking: {where}",
            where=law.arithmetic.told(left),
        )


def _apart(move: Yield, names: tuple[str, ...], prefix: str) -> Yield:
    """Return a move whose numbers, but for those of the position, have names that begin with a prefix."""
    put = {name: Linear(((f"{prefix}{name}", 1),)) for name in _numbers_of(move) - {*names}}
    return Yield(tuple(atom.put(put) for atom in move.atoms), tuple(part.put(put) for part in move.parts))


def _numbers_of(move: Yield) -> set[str]:
    return names_of(move.atoms) | {name for part in move.parts for name, _ in part.parts}
