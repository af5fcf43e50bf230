"""Values of short games: the laws of an ordered group, the order from its definition, canonical forms, large numbers."""

from __future__ import annotations

import itertools
import pickle
import random
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import nontrivial
from grundy.common.errors import GrundyError, TooLarge
from grundy.kernels import short, short_arena
from grundy.values import canonical
from grundy.values.canonical import Store
from grundy.values.operators import born_by
from grundy.values.outcome import Outcome
from grundy.values.short import Value, game, nimber, number, switch, tiny, up


@cache
def pool() -> list[Value]:
    """Values of a few days, numbers and infinitesimals among them."""
    chosen = random.Random(3)
    values = [Value(0), Value(1), Value(-1), nimber(1), Value(Fraction(1, 2)), up(1), switch(2)]
    for _ in range(300):
        lefts = chosen.sample(values, chosen.randint(0, 3))
        rights = chosen.sample(values, chosen.randint(0, 3))
        values = list(dict.fromkeys([*values, game(lefts, rights)]))
    return chosen.sample(values, 90)


values = st.integers(0, 89).map(lambda i: pool()[i])


@given(values, values, values)
def test_the_group(a: Value, b: Value, c: Value) -> None:
    nontrivial(not (a.is_number or b.is_number or c.is_number))
    assert a + b == b + a and (a + b) + c == a + (b + c)
    assert a - a == 0 and 0 - (0 - a) == a and a + 0 == a
    assert 3 * a == a + a + a and -2 * a == -(a + a)


@given(values, values, values)
def test_the_order(a: Value, b: Value, c: Value) -> None:
    """G <= H if no Left option of G is H or more, and no Right option of H is G or less."""
    nontrivial(not (a.is_number or b.is_number))
    assert (a <= b) == (not any(b <= x for x in a.left_options) and not any(y <= a for y in b.right_options))
    assert (a <= b) == (a + c <= b + c) == (a - b <= 0) == (-b <= -a)
    assert (a <= b and b <= a) == (a == b)
    if a <= b and b <= c:
        assert a <= c
    assert [a < b, a == b, a > b, a.confused_with(b)].count(True) == 1


@given(values, values)
def test_a_sum_is_the_game_of_the_moves_in_either(a: Value, b: Value) -> None:
    nontrivial(not (a.is_number or b.is_number))
    lefts = [x + b for x in a.left_options] + [a + y for y in b.left_options]
    rights = [x + b for x in a.right_options] + [a + y for y in b.right_options]
    assert game(lefts, rights) == a + b
    assert game(a.left_options, a.right_options) == a


@given(values)
def test_forms_are_canonical(a: Value) -> None:
    """No option is dominated, and none is reversible."""
    nontrivial(not a.is_number)
    for options, worse in ((a.left_options, Value.__le__), (a.right_options, Value.__ge__)):
        assert not any(worse(x, y) for x, y in itertools.permutations(options, 2))
    assert not any(r <= a for x in a.left_options for r in x.right_options)
    assert not any(a <= x for y in a.right_options for x in y.left_options)


@given(values)
def test_stops_and_outcomes(a: Value) -> None:
    nontrivial(not a.is_number)
    if a.is_number:
        assert a.left_stop == a.right_stop == a.number
    else:
        assert a.left_stop == max(x.right_stop for x in a.left_options)
        assert a.right_stop == min(y.left_stop for y in a.right_options)
    left_first = any(Value(0) <= x for x in a.left_options)
    right_first = any(y <= 0 for y in a.right_options)
    want = {(1, 1): Outcome.N, (1, 0): Outcome.L, (0, 1): Outcome.R, (0, 0): Outcome.P}
    assert a.outcome is want[(int(left_first), int(right_first))]


@pytest.mark.slow
def test_a_store_that_grows_keeps_its_ids() -> None:
    """The same questions to a store that grows and to one that need not: the same answers."""
    small, large = Store(1 << 10), Store(1 << 18)
    made: list[list[int]] = []
    for store in (small, large):
        ids = [store.nus(n) for n in range(4)] + [store.nus(0, 1, 0), store.nus(0, 0, 1)]
        for i in range(60):
            ids.append(store.build([ids[i % 7], ids[i // 2]], [ids[(3 * i) % 5], ids[i // 3]]))
        chosen = random.Random(1)
        for _ in range(1500):
            ids.append(store.ask(short.SUM, chosen.choice(ids), chosen.choice(ids[:66])))
        made.append(ids)
    assert made[0] == made[1] and int(small.array[short.GAME_ROOM]) > 1 << 10
    chosen = np.random.default_rng(1)
    a, b = chosen.choice(made[0], 3000).tolist(), chosen.choice(made[0], 3000).tolist()
    for what in (short.ORDER, short.SUM):
        answers = [store.ask_many(what, a, b).tolist() for store in (small, large)]
        assert answers[1] == [large.ask(what, i, j) for i, j in zip(a, b, strict=True)]
        pairs = set(zip(*answers, strict=True))  # what is new may be made in another order, and have another id
        assert len(pairs) == len(set(answers[0])) == len(set(answers[1]))
        assert what == short.SUM or all(one == other for one, other in pairs)


def test_a_store_that_forgets_keeps_what_its_games_are_sums_of() -> None:
    store = Store()
    total = copies(store, "{*,^|-1,-1*}", 12)
    begun = store.work
    expected = store.ask(short.SUM, total, total)
    first = store.work - begun
    store.keep(total + 1)
    begun = store.work
    again = store.ask(short.SUM, total, total)
    assert store.stops(again) == store.stops(expected) and store.work - begun < 3 * first
    assert store.ask(short.ORDER, store.ask(short.NEGATIVE, again), store.ask(short.NEGATIVE, total)) in (0, 1)
    assert store.ask(short.SUM, again, store.ask(short.NEGATIVE, total)) == total


def test_options_that_were_written_down_late_hold_no_room() -> None:
    store = Store()
    early = store.nus(7)
    mark = len(store)
    copies(store, "{*,^|-1,-1*}", 12)
    options = store.options(early)
    before = store.array[[short.POOL_USED, short.GAME_ROOM]].tolist()
    store.keep(mark)
    after = store.array[[short.POOL_USED, short.GAME_ROOM]].tolist()
    assert all(2 * one < other for one, other in zip(after, before, strict=True)), (after, before)
    assert store.options(early) == ([store.nus(6)], []) != options


def test_known_values() -> None:
    assert game([], []) == 0 and game([0], []) == 1 and game([0], [1]) == Fraction(1, 2)
    assert game([0], [0]) == nimber(1) and game([0], [nimber(1)]) == up(1) and game([0, nimber(1)], [0]) == up(1, 1)
    assert game([0, nimber(1)], [0, nimber(1)]) == nimber(2)
    assert game([0], [up(1)]) == up(2, 1)
    assert switch(1) + switch(1) == 0 and game([3], [1]) == 2 + switch(1)
    assert 0 < tiny(2) < tiny(1) < up(1) < number("1/1024") and up(1).confused_with(nimber(1)) and up(2) > nimber(1)
    assert game([1], [2]) == Fraction(3, 2) and game([-5], [7]) == 0 and game(["1/4"], ["3/8"]) == Fraction(5, 16)


@given(st.integers(-(10**40), 10**40), st.integers(-(10**40), 10**40), st.integers(0, 20))
def test_integers_of_any_size(a: int, b: int, places: int) -> None:
    nontrivial(a and b)
    x = Fraction(b, 1 << places)
    assert Value(a) + Value(x) == a + x and (Value(a) <= x) == (a <= x)
    assert hash(Value(a)) == hash(a) and Value(a) * 3 == 3 * a and (Value(x).number, -Value(x)) == (x, -x)
    hot = switch(3) + a
    assert (hot.left_stop, hot.right_stop) == (a + 3, a - 3) and hot - a == switch(3) and hot > a - 4
    assert game([a], []) == max(0, a + 1)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Value(1.5), "not a value"),  # type: ignore[arg-type]
        (lambda: Value(True), "not a value"),
        (lambda: Value(Fraction(1, 3)), "dyadic"),
        (lambda: number("1/3"), "dyadic"),
        (lambda: nimber(-1), "nimber"),
        (lambda: nimber(1 << 20).left_options, "options for one player"),
    ],
)
def test_what_is_no_value_is_refused(make: object, words: str) -> None:
    with pytest.raises(GrundyError, match=words):
        make()  # type: ignore[operator]
    assert issubclass(TooLarge, GrundyError)


@given(values)
def test_values_do_not_change_and_travel(a: Value) -> None:
    nontrivial(not a.is_number)
    with pytest.raises(AttributeError):
        a.form = 3  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(a)) == a
    assert abs((Value((1 << 36)) + a - (1 << 36)).left_stop - a.left_stop) == 0


def test_games_too_deep_are_refused_and_nothing_breaks() -> None:
    def chain(first: int, depth: int) -> Value:
        value = game([1], [first])
        for k in range(2, depth):
            value = game([10 * k], [value])
        return value

    one, other = chain(-3, 12_000), chain(-4, 12_000)
    for ask in (lambda: one <= other, lambda: -one, lambda: one + nimber(2)):
        with pytest.raises(TooLarge, match="too deep"):
            ask()
    small, less = chain(-3, 1000), chain(-4, 1000)
    assert less <= small and not small <= less and small - small == 0


@pytest.mark.slow
@pytest.mark.some(2)
@pytest.mark.parametrize("text", ["^<2>", "Tiny(1)", "{*,^<2>|*2,v}", "{^^|v}", "+-{*,^}", "{1|0,^<3>}"])
def test_large_nimbers_and_other_games(text: str) -> None:
    """Games a nimber apart compare in one step, so that hundreds of nimbers are no trouble; a larger one may be refused."""
    one = Value(text)
    both = one + nimber(231)
    assert both - one == nimber(231) and both - nimber(231) == one
    assert -both == -one + nimber(231) and both + 1 - 1 == both
    assert (both <= one, one <= both, both.confused_with(one)) == (False, False, True)
    assert game(both.left_options, both.right_options) == both
    if text in ("^<2>", "Tiny(1)", "{*,^<2>|*2,v}", "+-{*,^}"):
        with pytest.raises(TooLarge, match="options"):
            one + nimber(10**40)
        return
    large = one + nimber(10**40)
    assert large - nimber(10**40) == one and large + nimber(10**40 + 1) == one + nimber(10**40 ^ (10**40 + 1))
    assert large != one + nimber(10**40 + 1) and large.confused_with(one) and -large == -one + nimber(10**40)


@pytest.mark.parametrize("text", ["{^^|v}", "{1|0,^<3>}", "+-1", "{5|*3||-2}", "{2|1||1|0,*}", "{^|-1}", "{0|-1}"])
def test_a_nimber_is_left_alone_where_moves_gain_more(text: str) -> None:
    """The sum with a large nimber, made without a move in that, is the game of all moves."""
    one, m = Value(text), 140
    own = [one + nimber(k) for k in range(m)]
    lefts, rights = ([x + nimber(m) for x in side] for side in (one.left_options, one.right_options))
    assert game([*lefts, *own], [*rights, *own]) == one + nimber(m)


ONE_SIDED = ["^<2>", "v<3>", "^[2]", "{0||0,*|*2,v}", "{0||*2|v,v*}", "{1|*3}", "{^|*2||v<2>}", "{0,*2|v<2>}"]


@pytest.mark.parametrize("text", ONE_SIDED)
def test_a_nimber_is_left_alone_by_who_gains_more_elsewhere(text: str) -> None:
    """Where moves of one player gain more than any nimber, the other one's moves in it come back through them."""
    test_a_nimber_is_left_alone_where_moves_gain_more(text)


@pytest.mark.slow
@settings(max_examples=20)
@given(values, st.integers(129, 150))
def test_large_nimbers_in_sums(a: Value, m: int) -> None:
    """By the definition of the sum."""
    nontrivial(not a.is_number)
    own = [a + nimber(k) for k in range(m)]
    lefts, rights = ([x + nimber(m) for x in side] for side in (a.left_options, a.right_options))
    assert game([*lefts, *own], [*rights, *own]) == a + nimber(m)


class Defined:
    """The order of the games of a store by its definition: no memo, link or closed form of the kernel is asked.

    A game is an id, or the pair of its options' ids as they are written down.
    """

    def __init__(self, store: Store) -> None:
        self.store, self.known = store, {}
        self.options, self.stops = cache(self._options), cache(self._stops)

    def _options(self, g: Any) -> Any:
        return self.store.options(g) if isinstance(g, int) else g

    def _stops(self, g: Any) -> tuple[Fraction, Fraction]:
        """Return the stops of a number, ups and a nimber together, or of a game that is no number."""
        parts = self.store.parts(g) if isinstance(g, int) else None
        if parts:
            return parts[0], parts[0]
        lefts, rights = self.options(g)
        assert lefts and rights, f"game {g} is no number, and a player has no option in it"
        return max(self.stops(x)[1] for x in lefts), min(self.stops(y)[0] for y in rights)

    def le(self, g: Any, h: Any) -> bool:
        """Whether g <= h: no Left option of g is h or more, and no Right option of h is g or less."""
        (left, right), (other_left, other_right) = self.stops(g), self.stops(h)
        if g == h or left < other_right:
            return True
        if left > other_left or right > other_right:
            return False
        if (g, h) not in self.known:
            answered = any(self.le(h, x) for x in self.options(g)[0]) or any(self.le(y, g) for y in self.options(h)[1])
            self.known[g, h] = not answered
        return self.known[g, h]

    def is_sum(self, s: int, g: int, m: int) -> bool:
        """Whether s = g + *m, and the store is right about the sums of the followers of g with *m."""
        add = cache(lambda h, k: self.store.ask(short.SUM, h, self.store.nus(0, 0, k)))
        right = self.store.stops(s) == self.stops(s)
        followers = [g]
        for h in followers:
            followers += [x for side in self.options(h) for x in side if x not in followers]
            if self.store.parts(h) is None:
                literal = tuple(
                    (*(add(x, m) for x in side), *(add(h, k) for k in range(m))) for side in self.options(h)
                )
                right &= self.le(literal, add(h, m)) and self.le(add(h, m), literal)
        return right and s == add(g, m)


def infinitesimal(store: Store, chosen: random.Random) -> int:
    """Return a game {… | {… | …}} with stops 0, or its negative."""
    build, nus = store.build, store.nus
    switches = [build([nus(k)], [nus(-k)]) for k in (1, 2)]
    ups = [nus(0, 1, 0), nus(0, 1, 1)]
    pool = [*ups, *switches, nus(0), nus(0, 0, 1), nus(0, -1, 0), nus(1), build([nus(1)], [nus(0)])]
    low = [nus(-1), build([nus(0)], [nus(-1)]), build([nus(0)], [nus(-2)]), build([nus(0, 0, 1)], [nus(-1)])]
    while True:
        usual = [*ups, chosen.choice(switches), *chosen.sample(pool, chosen.randint(0, 2))]
        lefts = usual if chosen.random() < 0.6 else chosen.sample(pool, chosen.randint(1, 4))
        inner = build(lefts, chosen.sample(low, chosen.randint(1, 2)))
        g = build([nus(0)] if chosen.random() < 0.7 else chosen.sample(pool, 2), [inner])
        if store.parts(g) is None and store.stops(g) == (0, 0):
            return store.ask(short.NEGATIVE, g) if chosen.random() < 0.5 else g


def sums_with_nimbers(seeds: range, most: int) -> None:
    """Compare g + *m with its definition, each in a store of its own."""
    for seed in seeds:
        chosen, store = random.Random(seed), Store()
        g, m = infinitesimal(store, chosen), chosen.randint(10, most)
        s = store.ask(short.SUM, g, store.nus(0, 0, m))
        assert Defined(store).is_sum(s, g, m), f"seed {seed}: the sum with *{m}"


def test_many_copies_take_few_steps() -> None:
    """Where nothing that is dominated went before the end the 29th copy took over two million steps, the 28th few."""
    value = Value("{v,v*,{0,*|-1}|-1,-1*}")
    with canonical.store().allowing(1 << 22):
        many = 29 * value
    assert (many.left_stop, many.right_stop) == (-14, -15) and many - 28 * value == value


def test_infinitesimals_and_nimbers_by_definition() -> None:
    """An option that was dominated was dropped while others were still bypassed, and their replacements were lost."""
    sums_with_nimbers(range(20), 40)


@pytest.mark.hours
def test_many_infinitesimals_and_nimbers_by_definition() -> None:
    sums_with_nimbers(range(1000, 1300), 200)


def held_after(others: int, most: int) -> None:
    """What is said of values does not change, whatever else their store is asked in between."""
    chosen, days = random.Random(12), born_by(3)
    infinitesimals = [value for value in days if (value.left_stop, value.right_stop) == (0, 0)]
    held = [Value(text) for text in ("^<2>", "v<2>", "^<2>*", "v<2>*")] + chosen.sample(infinitesimals, 60)
    pairs = [(g, h) for g in held for h in (Value(0), *chosen.sample(held, 4))]
    before = [(g <= h, h <= g) for g, h in pairs]
    for i in range(others):
        pool = infinitesimals if i % 4 else days
        g = game(chosen.sample(pool, chosen.randint(1, 3)), chosen.sample(pool, chosen.randint(1, 3)))
        if i % 2:
            g + nimber(chosen.randint(1, most))
    defined = Defined(canonical.store())
    by_definition = [(defined.le(g.form, h.form), defined.le(h.form, g.form)) for g, h in pairs]
    assert [(g <= h, h <= g) for g, h in pairs] == before == by_definition


@pytest.mark.slow
def test_what_is_held_stays() -> None:
    held_after(4_000, 40)


@pytest.mark.hours
def test_what_is_held_stays_after_many_others() -> None:
    held_after(50_000, 60)


def test_many_hundred_nimbers_beside_an_infinitesimal() -> None:
    """It took minutes when each of them was added on the way."""
    store = Store()
    second = store.build([0], [store.nus(0, -1, 1)])
    before = store.work
    large = store.ask(short.SUM, second, store.nus(0, 0, 600))
    assert store.options(large)[1] == [store.nus(0, -1, 601)]
    assert store.work - before < 400_000


@given(values, st.integers(4, 30))
def test_far_nimbers_compare_as_one_does(a: Value, m: int) -> None:
    """A nimber that is remote from all followers compares as every other one: by the definition of the order."""
    nontrivial(not a.is_number)
    for star in (nimber(m), nimber(600 + m) + up(m - 17), nimber(10**30 + m) + up(10**25)):
        parts = star.nus
        assert parts
        capped = up(parts[1]) + nimber(min(parts[2], 400))
        assert (star <= a, a <= star) == (capped <= a, a <= capped)
    star = nimber(m)
    assert (star <= a) == (not any(a <= x for x in star.left_options) and not any(y <= star for y in a.right_options))


@given(values, values, st.integers(1, 40), st.integers(1, 40))
def test_games_a_nimber_apart(a: Value, b: Value, m: int, n: int) -> None:
    nontrivial(not (a.is_number or b.is_number))
    one, other = a + nimber(m), b + nimber(n)
    assert (one == other) == (a == b + nimber(m ^ n))
    for x, y in ((one, other), (-one, other), (one + 1, other + 1), (a, other), (one, a)):
        assert (x <= y) == (not any(y <= z for z in x.left_options) and not any(z <= x for z in y.right_options))


times = st.integers(-2, 2)
small = st.integers(0, 1473).map(lambda i: born_by(3)[i])


@given(
    small, small, st.lists(times, min_size=4, max_size=4), st.integers(0, 3), st.sampled_from([0, 1, Fraction(-1, 2)])
)
def test_sums_that_share_terms(a: Value, b: Value, counts: list[int], m: int, x: Fraction) -> None:
    """Questions about sums with one difference are one question, whatever the terms: by the definitions of order and sum."""
    nontrivial(not (a.is_number or b.is_number))
    i, j, k, n = counts
    one, other = i * a + j * b + nimber(m), k * a + n * b + x
    for g, h in ((one, other), (other, one), (one + a, other + a), (-other, -one)):
        assert (g <= h) == (not any(h <= y for y in g.left_options) and not any(z <= g for z in h.right_options))
    lefts = [y + other for y in one.left_options] + [one + y for y in other.left_options]
    rights = [y + other for y in one.right_options] + [one + y for y in other.right_options]
    assert one + other == game(lefts, rights) or (one.is_number and other.is_number)


def copies(store: Store, text: str, count: int) -> int:
    """Return a sum of copies of a value, in a store of its own, added one by one."""
    total, one = 0, copied(Value(text), store)
    for _turn in range(count):
        total = store.ask(short.SUM, total, one)
    return total


def copied(value: Value, store: Store) -> int:
    if value.nus is not None:
        return store.nus(*value.nus)
    lefts, rights = ([copied(one, store) for one in side] for side in (value.left_options, value.right_options))
    return store.build(lefts, rights)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "count", "steps"),
    [("{0,^*|-1,-1*}", 40, 1_000_000), ("{*,^|-1,-1*}", 40, 1_000_000), ("{1,1*|*,v,{0,*|-1}}", 24, 4_000_000)],
)
def test_copies_take_steps_in_proportion_to_a_power_of_their_number(text: str, count: int, steps: int) -> None:
    """An option that is reversible was taken again from each option that came back to it: twice as long for each copy.

    Then each pair of followers was compared, though few differences of theirs are not the same.
    """
    store = Store()
    with store.allowing(steps):
        copies(store, text, count)
    assert copies(store, text, 5) == copied(5 * Value(text), store)


# ---- steps


def test_steps_are_counted_and_the_same_for_the_same_questions() -> None:
    first, second = Store(), Store()
    assert copies(first, "{0,^*|-1,-1*}", 20) == copies(second, "{0,^*|-1,-1*}", 20)
    assert first.work == second.work > 1_000
    third = Store()
    with pytest.raises(TooLarge, match="more steps than allowed"), third.allowing(first.work // 2):
        copies(third, "{0,^*|-1,-1*}", 20)
    assert first.work // 2 <= third.work < first.work * 3 // 4
    assert third.stops(copies(third, "{0,^*|-1,-1*}", 20)) == first.stops(copies(first, "{0,^*|-1,-1*}", 20))


def test_who_allowed_steps_may_allow_more() -> None:
    plain, asked = Store(), Store()
    expected, turns = copies(plain, "{0,^*|-1,-1*}", 20), list[int]()

    def more() -> int:
        turns.append(asked.work)
        with suppress(TooLarge), asked.allowing(100):  # what is done meanwhile has steps of its own
            copies(asked, "{5|v|||*2}", 30)
        return 500

    with asked.allowing(500, more):  # one game is built in fewer: it is begun anew in each turn
        found = copies(asked, "{0,^*|-1,-1*}", 20)
    assert asked.stops(found) == plain.stops(expected)
    assert len(turns) > 3


def test_the_limits_are_looked_at_within_one_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a store that has room enough, too: it is not its growth that lets them be seen."""
    monkeypatch.setattr(canonical, "STEPS", 500)
    store, looked = Store(1 << 14), list[int]()
    half = copies(store, "{0,^*|-1,-1*}", 10)
    monkeypatch.setattr(canonical.limits, "check", lambda *_: looked.append(store.work))
    other = copied(Value("{{3|1}|^,{1*|-2}}"), store)
    begun = store.work
    store.ask(short.SUM, half, other)
    assert len(looked) > 3
    assert all(b - a <= max(600, (a - begun) // 8) for a, b in itertools.pairwise([begun, *looked, store.work]))


@pytest.mark.slow
def test_a_game_of_more_options_than_the_first_lists_hold() -> None:
    """That of 520 options a player: each is looked at against each within one look at the limits."""
    store = Store()
    nims = [store.nus(0, 0, k) for k in range(521)]
    begun = store.work
    found = store.build(nims, nims[:520])
    assert store.work - begun < 4 * 520**2, "and it does not begin anew at each look"
    left, right = store.options(found)
    assert (left, right) == (nims, nims[:520]) and not store.ask(short.ORDER, found, nims[0])
    with pytest.raises(TooLarge, match="2,048 options"):
        store.build([store.nus(k) for k in range(2049)], [])
    store.keep(521)
    assert store.array[short_arena.LISTS] == 512 and store.ask(short.SUM, nims[5], nims[6]) == nims[3]
