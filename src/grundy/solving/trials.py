"""What an author declares beside his moves, compared with the moves where it is used: at each question, anywhere.

Each declaration is an equation of one state with its options: images have the images of its options, parts together have its
options, a theorem says of it what follows from what it says of them. So it is looked at without solving: at the position
asked, on plays by lot to their end, where endings and small numbers are met, at options that these passed by, and at some of
what a search met. What was looked at before is not looked at again. The work is counted and never timed, so that the same
question has the same answer on a busy machine. A sample is no proof: what differs at one position of thousands is believed.

What comes with the package was compared by its tests.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import partial, reduce
from itertools import chain, count, islice, zip_longest
from operator import xor
from typing import Any

from grundy.common.errors import RuleFailed, RulesError
from grundy.common.messages import N_, _
from grundy.rules import closed_forms
from grundy.rules.algebra import NegativeRuleset
from grundy.rules.closed_forms import Theorem
from grundy.rules.functions import TurnsRuleset
from grundy.rules.heaps import HeapRuleset
from grundy.rules.images import check_board_images, check_images
from grundy.rules.large_games import LargeGame
from grundy.rules.out_of_turn import OutOfTurnRuleset
from grundy.rules.partisan import DicoticRuleset, ImpartialRuleset, PartisanRuleset
from grundy.rules.position import Position
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.samples import going_on, lines, near
from grundy.rules.session import Field
from grundy.solving.plain_play import plain, results
from grundy.values.nimber import mex

BUDGET, EACH, MANY = 8000, 500, 4_000
"""Options, of each image or part, that a question is worth, and of a state at most, of more some of these."""
FEW, NEAR, PLAYS, LENGTH, WALKED = 400, 6, 16, 1_000, 4_000
"""Options below what was asked that are all gone through; what is told of them; plays, their moves, options on them all."""
SPREAD, ENDS = 64, 4
"""States of the first play, and those at the end of another, before the rest of them."""
MET, SCATTER = 128, 1_000_003
"""States that are looked at of those that a search or plays met, and a prime by which their places differ."""
PLAYED = 1_500
"""Positions that play goes through for a question, where equations do not say enough."""
LARGE, REST, LATER = 1 << 10, 499, 31
"""Numbers from which on some below twice such a number are looked at in their place, where a theorem answers; and later."""
KEPT = 1 << 16
"""Positions that are known to be in order."""
Look = Callable[[Any], int]
"""Looks at a state, and returns the work that it was."""
LOOKED, APART = Field[dict[Any, bool]]("looked at", dict), Field[dict[Any, bool]]("looked at apart", dict)
"""States that were looked at, and whether what is below was too; and those where states are followed as they come apart."""
WRONG = Field[list[RulesError]]("false declarations", list)
PLAYING = Field("left to be played", int)
WINNERS = Field[dict[bool, dict[Any, str | None]]]("winners by play", dict)
"""Who wins states, in normal and in misère play; None of those below which there is too much."""
DRAWN = ("T", "D")
"""What is said of states that nobody wins."""
WORTH = Field[dict[Any, int]]("worth by parts", dict)
"""The value of states as their parts say."""
IN_VALUE = Field("parts in value alone", bool)
"""Whether parts were met that are worth what the whole is and are not the same game, which misère play may tell apart."""
ALIVE = Field[tuple[dict[Any, int], dict[Any, int], Iterator[int]]]("parts with a move", lambda: ({}, {}, count(1)))
"""The number of each part that has a move, 0 of others; and of what stands for it; and the next one."""
LOOKS = Field[list[tuple[tuple[str, Look], ...]]]("declared", list)


def try_declared(position: Position) -> None:
    """Compare what is declared of the games of a position with their moves; RulesError says what differs, and where."""
    for rules, state in _terms(position):
        look_around(rules, state)


def compared(position: Position) -> str:
    """Return what is declared of the games of a position, and at how many states that was compared; "" where nothing is."""
    games = {rules: None for rules, _state in _terms(position) if rules.declares}
    told = N_("{hooks} of {name}, compared with the moves at {n:,} positions")
    said = (
        (rules.name, ", ".join(declared_names(rules)), max(len(rules.memory[kept]) for kept in (LOOKED, APART)))
        for rules in games
    )
    return "; ".join(_(told).format(name=name, hooks=hooks, n=n) for name, hooks, n in said if hooks)


def declared_names(rules: Ruleset) -> list[str]:
    """Return what is declared of some rules, as authors call it, as far as it is compared here."""
    return [*dict.fromkeys(name.rstrip("=") for name, _look in _looks(rules))]


def _terms(position: Position) -> Iterator[tuple[Ruleset, Any]]:
    for rules, state in position.ruleset.terms(position.state):
        while isinstance(rules, NegativeRuleset | TurnsRuleset | DicoticRuleset):
            rules, state = rules.rules, rules.own(state)
        yield rules, state


def look_around(rules: Ruleset, state: Any) -> None:
    """Look at a state and at some that it leads to; RulesError, then and ever after, where a declaration is false."""
    met = rules.memory[LOOKED]
    with _refused_ever_after(rules):
        if met.get(state) or not (looks := [look for _name, look in _looks(rules)]):
            return
        lower = _smaller(rules, state)
        with suppress(RuleFailed) if lower != state else nullcontext():
            if rules.told_apart:
                _look_along(rules, lower, looks, rules.memory[APART], True)
            more = len(looks) > rules.told_apart  # of parts alone a few hundred states tell enough
            _look_along(rules, lower, looks, met, False, BUDGET if more else max(BUDGET - 16 * len(met), BUDGET // 80))
    met[state] = True


def look_at(rules: Ruleset, states: Sequence[Any]) -> None:
    """Look at some of the states that a search met, scattered, and at an option of each as the moves say it.

    What a search keeps of a position may be an image of it, of which an equation of images says nothing.
    """
    left = BUDGET
    for own, state in chain.from_iterable(_terms(Position(rules, each)) for each in _scattered(states)):
        met, looks = own.memory[LOOKED], [look for _name, look in _looks(own)]
        with _refused_ever_after(own):
            options = going_on(own, state, EACH)
            for each in (state, *options[len(met) % max(1, len(options)) :][:1]):
                if each not in met and left > 0:
                    met[each] = False
                    left -= sum(look(each) for look in looks)


@contextmanager
def _refused_ever_after(rules: Ruleset) -> Generator[None]:
    """Raise what was found to be false before, and remember what is found now."""
    if wrong := rules.memory[WRONG]:
        raise wrong[0]
    rules.memory[PLAYING] = PLAYED
    try:
        yield
    except RulesError as problem:
        if type(problem) is RulesError:  # and no rule that fails at a position
            wrong.append(problem.with_traceback(None))
        raise


def _look_along(
    rules: Ruleset, state: Any, looks: list[Look], met: dict[Any, bool], apart: bool, left: int = BUDGET
) -> None:
    """Look at what is below a state and not known, if that is little; else at some of it, as far as a question is worth it.

    Where states are followed ``apart`` it is looked at how options come apart, here and of parts.
    """
    below, whole, _moves = near(rules, state, FEW, met, apart)
    chosen = chain(reversed(below), going_on(rules, state, EACH) if apart else ()) if whole else ()
    for each in chosen or _on_plays(rules, state, met, apart, below):
        if left < 0:
            break
        if each not in met:
            left -= sum(look(each) for look in looks)
            met[each] = False
    else:
        met |= dict.fromkeys(below, True) if whole else {}
    for oldest in tuple(islice(met, max(0, len(met) - KEPT))):
        del met[oldest]


def _looks(rules: Ruleset) -> tuple[tuple[str, Look], ...]:
    kept = rules.memory[LOOKS]
    if not kept:
        kept.append(tuple(_declared(rules)) if rules.declares else ())
    return kept[0]


def _declared(rules: Ruleset) -> Iterator[tuple[str, Look]]:
    """Iterate over what there is to be looked at of some rules, by name."""
    own = rules.rules if isinstance(rules, ImpartialRuleset | OutOfTurnRuleset) else rules
    board = getattr(own, "board", None)
    images = ", ".join(each for each in ("same", "opposite") if getattr(board, each, "")) or "symmetries"
    for whole in (rules.searched, own):
        if isinstance(whole, LargeGame) and whole.folds:
            yield "symmetry" if "symmetry" in whole.hooks else images, partial(_images, whole)
            break
    if isinstance(own, PartisanRuleset) and board is not None and not rules.has_ending and not board.is_its_only_image:
        yield images, partial(_board_images, own)
    told = "parts" in own.hooks and (rules is not own or not rules.sided)
    if told or rules.told_apart or (isinstance(own, PartisanRuleset) and board is not None and board.splits):
        yield "parts" if told else "live=", partial(_parts, rules)
    for theorem in rules.theorems:
        yield theorem.name, partial(_theorem, rules, theorem)


# ---- where it is looked


def _smaller(rules: Ruleset, state: Any) -> Any:
    """Return a state of smaller numbers for one that only a theorem can answer: to list its options may take for ever."""
    row = rules.arguments(state)
    if not rules.theorems or hasattr(rules, "heads") or getattr(rules, "board", None) is not None:
        return state
    if not all(type(number) is int for number in row) or max(row, default=0) < LARGE:
        return state
    rest = REST if len(rules.memory[LOOKED]) < BUDGET // 4 else LATER
    return rules.make_state(tuple(number if number < LARGE else rest + number % rest for number in row))


def _options(rules: Ruleset, state: Any) -> list[Any] | None:
    """Return the options of a state; None where they are too many to be looked at."""
    found = going_on(rules, state, EACH + 1)
    return found if len(found) <= EACH else None


def _scattered(states: Sequence[Any]) -> list[Any]:
    return [states[k * SCATTER % len(states)] for k in range(min(MET, len(states)))]


def _on_plays(rules: Ruleset, state: Any, met: dict[Any, bool], apart: bool, nearest: Iterable[Any]) -> Iterator[Any]:
    """Iterate over states of a play down to its end, which are spread evenly; where there is anything new over others.

    These are ends of more plays, options that plays passed by, scattered, what lies on plays, and what is near.
    """
    beside: dict[Any, None] = {}
    line, *plays = (line[::-1] for line in lines(rules, state, PLAYS, LENGTH, WALKED, EACH, apart, beside))
    is_new = any(each not in met for each in line[:-1])
    yield from line[:: len(line) // SPREAD + 1]
    if is_new:
        for several in ([play[:ENDS] for play in plays], [_scattered([*beside])], [line], plays, [nearest]):
            yield from chain.from_iterable(zip_longest(*several, fillvalue=state))


# ---- images


def _images(rules: LargeGame, state: Any) -> int:
    if (options := _options(rules, state)) is None:
        return 1
    others = check_images(rules, state)
    return (1 + len(options)) * (1 + others) if others else 1


def _board_images(rules: PartisanRuleset, state: Any) -> int:
    assert rules.board is not None
    if (options := _options(rules, state)) is None:
        return 1
    check_board_images(rules, state)
    return sum(1 for _image in rules.board.images(state)) * (1 + len(options))


# ---- parts


def _parts(rules: Ruleset, state: Any) -> int:
    """See that the options of a state are those of its parts, or else that play finds of both the same."""
    parts = rules.split(state)
    if parts == [state] or _options(rules, state) is None:
        return 1
    work = _moves_of_parts(rules, state, parts)
    if work < 0:
        _worth_of_parts(rules, state, parts)
    return abs(work)


def _moves_of_parts(rules: Ruleset, state: Any, parts: list[Any]) -> int:
    """Return the work of comparing the options of a state with those of its parts; less than 0 where they differ."""
    players, work, same = (LEFT, RIGHT) if rules.partisan else (LEFT,), 1, True
    if len(rules.memory[ALIVE][0]) > KEPT:
        rules.memory[ALIVE] = {}, {}, count(1)  # another thread may be comparing by the old ones
    known, numbers, further = rules.memory[ALIVE]

    def alive(part: Any) -> int:
        """Return the number of what stands for a part, 0 for one without a move."""
        if part not in known:
            going = next(rules.options(part), None) is not None
            known[part] = numbers.setdefault(rules.canonical(part), next(further)) if going else 0
        return known[part]

    def key(split: Iterable[Any]) -> tuple[int, ...]:
        return tuple(sorted(filter(None, map(alive, split))))

    parts = [part for part in parts if alive(part)]
    for player in players:
        whole = [key(rules.split(option)) for option in rules.options_of(state, player)]
        moved = [
            key([*parts[:i], *rules.split(option), *parts[i + 1 :]])
            for i, part in enumerate(parts)
            for option in islice(rules.options_of(part, player), EACH)
        ]
        work += len(whole) + len(moved)
        same = same and {*whole} == {*moved}
    return work if same else -work


def _worth_of_parts(rules: Ruleset, state: Any, parts: list[Any]) -> None:
    """Compare what play finds of a state and of its parts, as far as these are small."""
    rules.memory[IN_VALUE] = True
    if not (rules.partisan or rules.has_ending or rules.scoring):
        valued = [_by_parts(rules, each) for each in (state, *(_options(rules, state) or ()))]
        if None not in valued:
            said, truth = valued[0], mex(each or 0 for each in valued[1:])
            if said != truth:
                raise _comes_not_apart(rules, state, said, truth)
            return
    found = [plain(Position(rules, each), PLAYED) for each in (state, *parts)]
    if None in found:
        return
    truth, *worth = [each.value for each in found if each is not None]
    if truth is None or None in worth:
        return
    if rules.partisan:
        from grundy.values.short import game  # most games are impartial

        said = sum(worth, start=game((), ()))
    else:
        said = reduce(xor, worth, 0)
    if said != truth:
        raise _comes_not_apart(rules, state, said, truth)


def _comes_not_apart(rules: Ruleset, state: Any, said: Any, truth: Any) -> RulesError:
    sentence = N_("{position} does not come apart as {hook} of {name} says: {said} in parts, and by its moves {truth}")
    hook = next(name for name, _look in _looks(rules) if name in ("parts", "live="))
    return rules.bad_rules(sentence, position=rules.describe(state), hook=hook, said=said, truth=truth)


def _by_parts(rules: Ruleset, state: Any) -> int | None:
    """Return the value of an impartial state as its parts say, and theirs by their options; None where it is not soon known.

    A state may be too large to be played: that its options are worth what its parts say is seen all the same.
    """
    kept, waiting = rules.memory[WORTH], [state]
    if len(kept) > KEPT:
        kept.clear()
    while waiting and rules.memory[PLAYING] > 0:
        if (each := waiting.pop()) in kept:
            continue
        parts = rules.split(each)
        whole = each in parts  # it may be one of its parts, beside empty ones
        below = _options(rules, each) if whole else parts
        if below is None:
            return None
        if missing := [child for child in below if child not in kept]:
            rules.memory[PLAYING] -= len(below)
            waiting += [each, *missing]
        else:
            worth = [kept[child] for child in below]
            kept[each] = mex(worth) if whole else reduce(xor, worth, 0)
    return kept.get(state)


# ---- theorems


def _theorem(rules: Ruleset, theorem: Theorem, state: Any) -> int:
    """See that what a theorem says of a state follows from what it says of its options, and that it reaches options."""
    units = [(heap,) for heap in state] if isinstance(rules, HeapRuleset) and theorem.gives == "value" else [state]
    return sum(_theorem_of(rules, theorem, each) for each in dict.fromkeys(units))


def _theorem_of(rules: Ruleset, theorem: Theorem, state: Any) -> int:
    options = _options(rules, state)
    if not _applies(rules, theorem, state):
        return 1
    said = _said(rules, theorem, state)
    wrong = partial(_theorem_fails, rules, theorem, state, said=said)
    if options is None:  # of the first of too many it is seen that none is worth the same, or that none is lost
        some = [] if theorem.gives == "score" or said is False else going_on(rules, state, MANY)
        for option in (*some[: EACH // 2], *some[-EACH // 2 :]):
            if _applies(rules, theorem, option) and _said(rules, theorem, option) == said:
                sentence = N_("{theorem} of {name} says {said} of {position} and of its option {option}")
                raise wrong(sentence, option=rules.describe(option))
        return 1 + EACH
    truth = _by_options(rules, theorem, state, options)
    if truth is not None and truth != said:
        sentence = N_("{theorem} of {name} says {said} of {position}, and of its options what makes it {truth}")
        raise wrong(sentence, truth=_("a draw") if truth in DRAWN else truth)
    if theorem.reach is not None and theorem.gives != "score":
        _reaches(rules, theorem, state, options)
    return 1 + len(options)


def _said(rules: Ruleset, theorem: Theorem, state: Any) -> Any:
    """Return what a theorem says of a state; RulesError where that is nothing of what it gives."""
    said = closed_forms.apply(theorem, rules, state)
    if theorem.gives == "losing":
        with suppress(ValueError):  # of an array of several
            return bool(said)
    elif type(said) is int and (theorem.gives == "score" or said >= 0):
        return said
    sentence = N_("{theorem} of {name} says {said!r} of {position}, which is no {gives}")
    raise _theorem_fails(rules, theorem, state, sentence, said=said, gives=theorem.gives)


def _theorem_fails(rules: Ruleset, theorem: Theorem, state: Any, sentence: str, **told: Any) -> RulesError:
    return rules.bad_rules(sentence, theorem=theorem.name, position=rules.describe(state), **told)


def _reaches(rules: Ruleset, theorem: Theorem, state: Any, options: list[Any]) -> None:
    """See that a theorem reaches those options that are lost, or worth a target, and no others."""
    if not all(_applies(rules, theorem, option) for option in options):
        return
    losing, worth = theorem.gives == "losing", {option: _said(rules, theorem, option) for option in options}
    for target in (True,) if losing else dict.fromkeys([0, *islice(worth.values(), NEAR)]):
        found = closed_forms.reach_lost(theorem, rules, state) if losing else None
        found = islice(found or closed_forms.reach_value(theorem, rules, state, int(target)), EACH + 1)
        found = {*map(rules.canonical, found)}
        wanted = {rules.canonical(option) for option, its in worth.items() if its == target}
        if found != wanted:
            sentence = N_("{theorem} of {name} reaches {found} from {position}: it should be {wanted}")
            told = {"found": _listed(rules, found), "wanted": _listed(rules, wanted)}
            raise _theorem_fails(rules, theorem, state, sentence, **told)


def _listed(rules: Ruleset, states: Iterable[Any]) -> str:
    return "; ".join(sorted(map(rules.describe, states))[:NEAR]) or _("nothing")


def _applies(rules: Ruleset, theorem: Theorem, state: Any) -> bool:
    return closed_forms.theorem_for(rules, state, theorem.gives, misere=theorem.misere) is theorem


def _by_options(rules: Ruleset, theorem: Theorem, state: Any, options: list[Any]) -> Any:
    """Return what a theorem says of the options of a state makes it, and play where that says too little."""

    def said(option: Any) -> Any:
        if _applies(rules, theorem, option):
            return _said(rules, theorem, option)
        if theorem.gives == "losing":
            return _is_lost(rules, theorem, option)
        found = plain(Position(rules, option), PLAYED // 10)
        return found and found.value

    if theorem.gives == "score":
        worth = [(gain, said(option)) for gain, option in rules.scored_options(state)]
        if any(x is None for _gain, x in worth):
            return None
        return _endless(rules, theorem, state) or max((gain - x for gain, x in worth), default=0)
    worth = [said(option) for option in options]
    if None in worth:
        return None
    if theorem.gives == "value":
        return _endless(rules, theorem, state) or mex(worth)
    if True in worth:
        return False
    if not worth and not rules.has_ending:
        return not theorem.misere
    return _is_lost(rules, theorem, state)  # it is an end, or may be a tie, or go on for ever


def _endless(rules: Ruleset, theorem: Theorem, state: Any) -> bool | str | None:
    """Return that nobody wins a state, where play from it goes on for ever or its endings say so; else nothing."""
    if rules.has_ending:
        sentence = N_("{theorem} of {name} gives a value, and a game with endings has none: let it give what loses")
        raise rules.bad_rules(sentence, theorem=theorem.name)
    found = None if isinstance(rules, HeapRuleset) else _is_lost(rules, theorem, state)
    return found if isinstance(found, str) else None


def _is_lost(rules: Ruleset, theorem: Theorem, state: Any) -> bool | str | None:
    """Return whether play says that a state is lost, or that nobody wins; None where too much is below it."""
    kept = rules.memory[WINNERS].setdefault(theorem.misere, {})
    left = rules.memory[PLAYING]
    if state not in kept and left > 0:
        if len(kept) > KEPT:
            kept.clear()
        found = results(Position(rules, state), left, theorem.misere, kept)
        rules.memory[PLAYING] -= left if found is None else len(found)
        kept |= found or ({state: None} if left == PLAYED else {})
    who = kept.get(state)
    return who if who in DRAWN else who and who == "P"
