"""The table of loopy values: what a cell answers, and whether that is true by a second reader and play of graphs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from tests.sessions import said as told

import random_loops
import second_loopy
from cases import nontrivial
from grundy.faces.worksheet import Worksheet
from grundy.values.outcome import Outcome
from second_loopy import (
    LEFT,
    MOVES,
    RIGHT,
    Pair,
    as_good,
    is_at_most,
    is_onside,
    is_simplest,
    is_worth,
    negative,
    reached,
    read,
)

LEAST = Fraction(1, 4096)
"""What is below it is taken for infinitesimal."""
ORDERS = {
    "<=": lambda a, b: is_at_most(a, b),
    ">=": lambda a, b: is_at_most(b, a),
    "<": lambda a, b: is_at_most(a, b) and not is_at_most(b, a),
    ">": lambda a, b: is_at_most(b, a) and not is_at_most(a, b),
    "==": lambda a, b: are_equal(a, b),
    "<>": lambda a, b: not is_at_most(a, b) and not is_at_most(b, a),
}


def said(cell: str) -> str:
    found = Worksheet(cell).answers[-1]
    return "!" * (found.error is not None) + told(found)


def rows() -> Iterator[tuple[str, str]]:
    """Iterate over the rows of the table: a cell, and what it gives; of a value each kind, and what else it is asked."""
    of = ""
    for part in Path(__file__).with_name("loopy_rows.txt").read_text(encoding="utf-8").split("\n\n"):
        if part.startswith("  "):
            for cell, answer in (each.split(" → ") for each in part.replace("\n  ", " ").split(";")):
                yield of + cell.strip(), answer.strip()
        elif kinds := re.fullmatch("([^#].*) is ([a-z_ ]+)", part):
            of = f"({kinds[1]})"
            yield from ((f"{of}.is_{kind}", "yes" if kind in kinds[2].split() else "no") for kind in KINDS.split())


KINDS = """idempotent infinitesimal numberish number_tiny plumtree pseudonumber stopper loopfree number stopper_sided
integer nimber zero ordinal uptimal loopy even dyadic"""
ROWS = [*rows()]


def shortened(answer: str) -> list[str]:
    """Return the items of a list that is written."""
    items, depth = [""], 0
    for letter in answer[1:-1]:
        depth += {"{": 1, "}": -1, "(": 1, ")": -1}.get(letter, 0)
        items = [*items, ""] if letter == "," and not depth else [*items[:-1], items[-1] + letter]
    return [each.strip() for each in items if each.strip()]


# ---- what is asked of a value, from the definitions


def form_of(value: Pair, cell: str) -> int:
    """Return a stopper in simplest form: what is said of it, once that is found to be that."""
    found = read(sides(said(cell)))
    assert is_worth(value, found) and found[0] == found[1] and is_simplest(found[0]), cell
    return found[0]


def number(stopper: int) -> Fraction | None:
    """Return the number that a game in simplest form is, None if none."""
    if stopper_loops(stopper):
        return None
    sides = [[each for to in rows[stopper] if (each := number(to)) is not None] for rows in MOVES]
    if any(len(side) < len(rows[stopper]) for side, rows in zip(sides, MOVES, strict=True)):
        return None
    low, high = max(sides[0], default=None), min(sides[1], default=None)
    if low is not None and high is not None:
        return (low + high) / 2 if low < high else None
    return high - 1 if high is not None else low + 1 if low is not None else Fraction(0)


def stopper_loops(game: int, others: bool = False) -> bool:
    """Whether play can come back to where it was; by other ways than passes, if ``others``."""
    return any(
        at in reached(*(to for rows in MOVES for to in rows[at] if to != at or not others)) for at in reached(game)
    )


def stop(stopper: int, player: int, *, strong: bool) -> int:
    """Return the pseudonumber at which play ends in a stopper of simplest form, or the number beside it."""
    if number(stopper) is not None:
        return stopper
    if is_pseudonumber(stopper):
        near = [to for rows in MOVES for to in rows[stopper] if to != stopper]
        return near[0] if strong and near else stopper
    stops = [stop(to, 1 - player, strong=strong) for to in MOVES[player][stopper]]
    return next(one for one in stops if all(as_good(*((one, to) if player == LEFT else (to, one))) for to in stops))


def is_pseudonumber(stopper: int) -> bool:
    """Whether it is a number, on, off, or {x|pass} or {pass|x} for a number x, in simplest form."""
    left, right = (sorted({*rows[stopper]}) for rows in MOVES)
    if number(stopper) is not None or ([stopper], []) in ((left, right), (right, left)):
        return True
    return any(
        own == [stopper] and len(far) == 1 and number(far[0]) is not None for own, far in ((left, right), (right, left))
    )


def near(value: Pair, whole: Fraction) -> bool:
    """Whether both sides are within an infinitesimal of a number."""
    ends = [(second_loopy.short(whole + sign * LEAST),) * 2 for sign in (-1, 1)]
    return is_at_most(ends[0], value) and is_at_most(value, ends[1])


def is_number_tiny(stopper: int) -> bool:
    """Whether it is x + tiny-G or x + miny-G for a number x, and G at least over."""
    for game in (stopper, negative(stopper)):
        left, right = MOVES[LEFT][game], MOVES[RIGHT][game]
        if len(left) == len(right) == 1 and number(left[0]) is not None and len(MOVES[RIGHT][right[0]]) == 1:
            gap = second_loopy.total(left[0], negative(MOVES[RIGHT][right[0]][0]))
            if MOVES[LEFT][right[0]] == left and as_good(gap, read("over")[0]):
                return True
    return False


def degree(value: Pair, cell: str) -> Pair:
    found = read(said(f"({cell}).degree"))
    assert is_onside(second_loopy.total(value[0], negative(value[0])), found[0])
    return found


def varieties(value: Pair, cell: str) -> tuple[Pair, Pair]:
    """Return G upsum (-G downsum -D) and G downsum (-G upsum D), each found to be that."""
    own, minus = degree(value, cell)[0], negative(value[0])
    found: list[Pair] = []
    for sign in (1, -1):
        first, second = ("upsum", "downsum")[::sign]
        inner = said(f"(-({cell})).{second}({'-' if sign > 0 else ''}({said(f'({cell}).degree')}))")
        total = second_loopy.total(minus, negative(own) if sign > 0 else own)
        check_side(total, read(inner)[0], below=sign > 0)
        outer = read(said(f"({cell}).{first}({inner})"))
        check_side(second_loopy.total(value[0], read(inner)[0]), outer[0], below=sign < 0)
        found.append(outer)
    return found[0], found[1]


def check_side(game: int, stopper: int, *, below: bool) -> None:
    assert is_onside(negative(game), negative(stopper)) if below else is_onside(game, stopper)


IS: dict[str, Callable[[Pair, str], bool]] = {
    "is_idempotent": lambda value, _cell: is_worth(second_loopy.added(value, value), value),
    "is_infinitesimal": lambda value, _cell: near(value, Fraction(0)),
    "is_numberish": lambda value, _cell: any(near(value, Fraction(n, 8)) for n in range(-40, 41)),
    "is_number_tiny": lambda value, cell: is_stopper(value) and is_number_tiny(form_of(value, cell)),
    "is_plumtree": lambda value, cell: is_stopper(value) and not stopper_loops(form_of(value, cell), others=True),
    "is_pseudonumber": lambda value, cell: is_stopper(value) and is_pseudonumber(form_of(value, cell)),
    "is_stable": lambda value, cell: are_equal(*varieties(value, cell)),
    "is_stopper": lambda value, _cell: is_stopper(value),
    "is_loopfree": lambda value, cell: is_stopper(value) and not stopper_loops(form_of(value, cell)),
    "is_number": lambda value, cell: is_stopper(value) and number(form_of(value, cell)) is not None,
    **{
        f"is_{name}": lambda value, cell: IS["is_loopfree"](value, cell)
        for name in ("integer", "nimber", "zero", "ordinal", "uptimal", "even", "odd", "evil", "odious", "dyadic")
    },
    "is_loopy": lambda value, cell: not IS["is_loopfree"](value, cell),
    "is_stopper_sided": lambda value, _cell: all(map(second_loopy.ends_alternating, value)),
}
"""Whether it is so; of what is loopy none is an integer, nor of its kind."""


def is_stopper(value: Pair) -> bool:
    """Whether it is worth one stopper, where its sides are known to be stoppers."""
    return all(map(second_loopy.ends_alternating, value)) and as_good(*value) and as_good(*value[::-1])


def are_equal(one: Pair, other: Pair) -> bool:
    return is_at_most(one, other) and is_at_most(other, one)


def settled(value: Pair, cell: str) -> Pair:
    """Return the two stoppers that a value is said to be, if that is true; else the value, as Bach's carousel."""
    found = read(sides(said(cell)))
    return found if is_worth(value, found) else value


def is_true(cell: str, answer: str) -> bool:
    """Whether an answer is right, so far as this can be said by play alone; AssertionError of what cannot be read."""
    compared = re.fullmatch(r"(.*\S) (<=|>=|==|<>|<|>) (\S.*)", cell)
    if compared:
        return ORDERS[compared[2]](*(read(sides(compared[each])) for each in (1, 3))) == (answer == "yes")
    asked = re.fullmatch(r"(?:\((.*)\)|(.*))\.([a-z_]+)(?:\((.*)\))?", cell)
    if not asked:
        return claimed(read(times(cell)), answer)
    game, name, other = asked[1] or asked[2], *asked.group(3, 4)
    value = read(times(game))
    if name in IS:
        return IS[name](settled(value, game), game) == (answer == "yes")
    return ASKED[name](value, other, answer, game)


def sides(cell: str) -> str:
    """Write the sides of those names that are no stoppers, and a sum that is written as one in simplest form."""
    known = {"dud": "(on & off)", "tis": "(1 & 0)", "tisn": "(0 & -1)", "upon*": "{0,pass|0}"}
    return re.sub(r"\b(dud\b|tisn?\b|upon\*)", lambda found: known[found[1]], cell)


def times(cell: str) -> str:
    """Write a product by an integer as a sum."""
    return re.sub(r"(\d)·(\w+)", lambda found: "+".join([found[2]] * int(found[1])), cell)


def claimed(value: Pair, answer: str) -> bool:
    """Whether an answer is a value, and in simplest form."""
    found = read(sides(answer))
    return is_worth(value, found) and all(is_simplest(one) for one in found if second_loopy.ends_alternating(one))


def same_games(games: list[int], answer: str) -> bool:
    """Whether a list that is written has these games, and no more."""
    rest = [read(text)[0] for text in shortened(answer)]
    alike = [[one for one in rest if as_good(game, one) and as_good(one, game)] for game in games]
    return len(rest) == len({*games}) and all(len(each) == 1 for each in alike)


def outcome(value: Pair, answer: str) -> bool:
    assert value[0] == value[1]
    places = {node: place for place, node in enumerate(reached(value[0]))}
    rows = tuple([[places[to] for to in side[node]] for node in places] for side in MOVES)
    return Outcome.from_results(*random_loops.outcome(rows)).value == answer  # type: ignore[arg-type]


def side(name: str) -> int:
    return {"Left": LEFT, "Right": RIGHT}[name]


ASKED: dict[str, Callable[[Pair, str, str, str], bool]] = {
    "outcome": lambda value, _other, answer, _game: outcome(value, answer),
    "onside": lambda value, _other, answer, _game: is_onside(value[0], read(answer)[0]),
    "offside": lambda value, _other, answer, _game: is_onside(negative(value[1]), negative(read(answer)[0])),
    "degree": lambda value, _other, answer, game: claimed(degree(value, game), answer),
    "variety": lambda value, _other, answer, game: all(claimed(each, answer) for each in varieties(value, game)),
    "upsum": lambda value, other, answer, _game: is_onside(
        second_loopy.total(value[0], read(other)[0]), read(answer)[0]
    ),
    "downsum": lambda value, other, answer, _game: is_onside(
        negative(second_loopy.total(value[1], read(other)[1])), negative(read(answer)[0])
    ),
    "left_options": lambda value, _other, answer, game: same_games(MOVES[LEFT][form_of(value, game)], answer),
    "right_options": lambda value, _other, answer, game: same_games(MOVES[RIGHT][form_of(value, game)], answer),
    "options": lambda value, other, answer, game: same_games(MOVES[side(other)][form_of(value, game)], answer),
    "followers": lambda value, _other, answer, game: same_games(fused(reached(form_of(value, game))), answer),
    "follower_count": lambda value, _other, answer, game: len(fused(reached(form_of(value, game)))) == int(answer),
    "left_stop": lambda value, _other, answer, game: is_stop(value, game, LEFT, answer),
    "right_stop": lambda value, _other, answer, game: is_stop(value, game, RIGHT, answer),
    "strong_left_stop": lambda value, _other, answer, game: is_stop(value, game, LEFT, answer, strong=True),
    "strong_right_stop": lambda value, _other, answer, game: is_stop(value, game, RIGHT, answer, strong=True),
    "stop": lambda value, other, answer, game: is_stop(value, game, side(other), answer),
    "strong_stop": lambda value, other, answer, game: is_stop(value, game, side(other), answer, strong=True),
    "ordinal_sum": lambda value, other, answer, game: claimed(
        (second_loopy.ordinal(form_of(value, game), form_of(read(other), other)),) * 2, answer
    ),
    "subordinate": lambda value, other, answer, _game: is_worth(
        value, (second_loopy.ordinal(form_of(read(other), other), read(answer)[0]),) * 2
    ),
    "pow_to": lambda value, other, answer, game: claimed((summed(value, game, other),) * 2, answer),
    "pow": lambda value, other, answer, game: claimed(power(value, game, other), answer),
    "negative": lambda value, _other, answer, _game: claimed(second_loopy.minus(value), answer),
    "abs": lambda value, _other, answer, _game: claimed(
        value if is_at_most(read("0"), value) else second_loopy.minus(value), answer
    ),
    "max": lambda value, other, answer, _game: claimed(
        value if is_at_most(read(other), value) else read(other), answer
    ),
    "min": lambda value, other, answer, _game: claimed(
        value if is_at_most(value, read(other)) else read(other), answer
    ),
    "miny": lambda value, _other, answer, _game: claimed(
        second_loopy.minus((second_loopy.tiny(value[1]), second_loopy.tiny(value[0]))), answer
    ),
    "tiny": lambda value, _other, answer, _game: claimed(
        (second_loopy.tiny(value[1]), second_loopy.tiny(value[0])), answer
    ),
}
"""Whether an answer to what is asked of a value, with another, is right."""


def fused(games: list[int]) -> list[int]:
    """Return these games, of equal ones one."""
    kept: list[int] = []
    for each in games:
        if not any(as_good(each, one) and as_good(one, each) for one in kept):
            kept.append(each)
    return kept


def is_stop(value: Pair, cell: str, player: int, answer: str, *, strong: bool = False) -> bool:
    found = stop(form_of(value, cell), player, strong=strong)
    return as_good(found, read(answer)[0]) and as_good(read(answer)[0], found)


def summed(value: Pair, cell: str, exponent: str, less: int = 0) -> int:
    """Return G to the x - less, summed: G:y, where 1:y = x - less; 1:off is over, and 1:(x - 1) is x of what is above 1."""
    known = {("over", 0): "off", ("1over", 1): "off", ("1/2over", 0): "-1over", ("3/2over", 1): "-1over"}
    top = known.get((exponent, less), f"{exponent} - {less + 1}")
    if exponent == str(less):
        return second_loopy.short(Fraction(0))
    return second_loopy.ordinal(form_of(value, cell), form_of(read(top), top))


def power(value: Pair, cell: str, exponent: str) -> Pair:
    """Return {0 | H - G to the x - 1, summed}, for G = {0 | H}."""
    after = second_loopy.total(MOVES[RIGHT][form_of(value, cell)][0], negative(summed(value, cell, exponent, 1)))
    made = second_loopy.node([second_loopy.short(Fraction(0))], [after])
    return made, made


@pytest.mark.some(60)
@pytest.mark.parametrize(("cell", "answer"), ROWS)
def test_rows(cell: str, answer: str) -> None:
    """A cell says what the table has, and that is true."""
    found = said(cell)
    if answer.startswith("!"):
        assert found.startswith("!") and answer[1:] in found
    else:
        assert found == answer and is_true(cell, answer)


def kind(cell: str) -> str:
    """Return what a row asks: its answers are of one kind."""
    found = re.search(r"\.([a-z_]+)(\(.*\))?$", cell) or re.search(r" (<=|>=|==|<>|<|>) ", cell)
    return found[1] if found else "value"


@pytest.mark.slow
def test_what_is_no_answer_is_found_false() -> None:
    """The answer of another row that asks the same is true only where both say one thing."""
    random, known = Random(7), [row for row in ROWS if not row[1].startswith("!")]
    for cell, answer in random.sample(known, 60):
        others = [one for asked, one in known if kind(asked) == kind(cell)]
        other = random.choice([one for one in others if one != answer] or others)
        assert is_true(cell, other) == (other == answer), (cell, other)
        nontrivial(other != answer)


def test_there_are_as_many_rows_as_another_program_has() -> None:
    assert len({cell for cell, _answer in ROWS}) == len(ROWS) >= 540
