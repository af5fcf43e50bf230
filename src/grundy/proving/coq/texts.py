"""The automaton of winning moves as texts of numbers, which the library for Coq reads in no time."""

from __future__ import annotations

from collections.abc import Iterable

from grundy.proving.coq.threads import Thread
from grundy.proving.coq.winning import Reason, Winning


def automaton_text(found: Winning) -> str:
    """Return the definitions of the automaton of winning moves."""
    place = {thread: i for i, thread in enumerate(dict.fromkeys(t for state in found.states for t in state.threads))}
    reasons = [reason for state in found.states for arrow in state.arrows if arrow for reason in arrow[1]]
    guess = {one: i for i, one in enumerate(dict.fromkeys(one[1] for one in (*found.first, *reasons) if one))}

    def reason(one: Reason) -> list[int]:
        return [one[0], guess[one[1]]]

    def arrow(one: tuple[int, list[Reason]] | None) -> list[int]:
        return [0, 0] if one is None else [one[0], *_many(map(reason, one[1]))]

    states = ";\n".join(
        _text(
            [
                *_maybe(state.law),
                *_many([digit] for digit in state.digits),
                *_many([place[thread]] for thread in state.threads),
                *_many(map(arrow, state.arrows)),
            ]
        )
        for state in found.states
    )
    guesses = _text(_many(_many([_signed(n)] for n in one) for one in guess))
    first = _text(_many([0] if one is None else [1, *reason(one)] for one in found.first))
    return f"""Definition guesses := of_text (many (many int)) {guesses}.
Definition table := map (of_text thread) [
{(";" + chr(10)).join(map(_thread, place))}].
Definition D := map (of_text (dstate_ guesses table)) [
{states}].
Definition first := of_text (many (maybe (reason guesses))) {first}."""


def _thread(thread: Thread) -> str:
    j, (state, vectors, digits) = thread
    worth = ([0] if v is None else [1, *map(_signed, v)] for v in vectors)
    return _text([j, state, *_many(worth), *_many([digit] for digit in digits)])


# ---- numbers as the library reads them


def _many(found: Iterable[list[int]]) -> list[int]:
    every = [*found]
    return [len(every), *(n for one in every for n in one)]


def _maybe(number: int | None) -> list[int]:
    return [0] if number is None else [1, number]


def _signed(number: int) -> int:
    return 2 * number if number >= 0 else -2 * number - 1


def _text(numbers: Iterable[int]) -> str:
    """Return numbers as a text, in base 46: a character of the upper half says that the number goes on."""
    return '"' + "".join(_written(number // 46, 46) + chr(35 + number % 46) for number in numbers) + '"%data'


def _written(number: int, above: int) -> str:
    return _written(number // 46, above) + chr(35 + above + number % 46) if number else ""
