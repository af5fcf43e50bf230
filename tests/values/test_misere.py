"""Impartial trees and their misère values, against outcomes found by play."""

import copy
import gc
import pickle
import random
import weakref
from functools import cache
from itertools import combinations

import pytest

from cases import nontrivial
from grundy.common.errors import GrundyError
from grundy.values import misere
from grundy.values.nimber import mex
from grundy.values.outcome import Outcome
from grundy.values.tree import FORM_ORDER, Tree, compare_forms

ZERO, STAR = Tree(), Tree.nim(1)


def subsets(trees: list[Tree]) -> list[Tree]:
    return [Tree(chosen) for size in range(len(trees) + 1) for chosen in combinations(trees, size)]


BORN: list[list[Tree]] = [[ZERO]]
for _ in range(3):
    BORN.append(subsets(BORN[-1]))
SMALL = BORN[3]


def random_trees(seed: int, count: int, *, width: int = 4) -> list[Tree]:
    """Trees of birthday to 6 or so, some of them sums."""
    rng = random.Random(seed)
    pool = list(SMALL)
    while len(pool) < count + len(SMALL):
        if rng.random() < 0.2:
            left, right = rng.choices(pool, k=2)
            if left.birthday + right.birthday < 7:
                pool.append(left + right)
        else:
            pool.append(Tree(rng.sample(pool, rng.randint(0, width))))
    return pool[len(SMALL) :]


@cache
def next_wins(position: tuple[Tree, ...]) -> bool:
    """Whether who is to move wins the sum of these trees in misère play: by play alone."""
    position = tuple(tree for tree in position if tree.options)
    if not position:
        return True
    return any(
        not next_wins((*position[:i], option, *position[i + 1 :]))
        for i, tree in enumerate(position)
        for option in tree.options
    )


def outcome(*position: Tree) -> Outcome:
    return Outcome.N if next_wins(tuple(sorted(position, key=FORM_ORDER))) else Outcome.P


# -- trees


def test_equal_forms_are_one_object():
    assert Tree([STAR, ZERO]) is Tree([ZERO, STAR, STAR]) is Tree.nim(2)
    assert len(SMALL) == 16
    assert len(set(subsets(SMALL[:10]))) == 1024


@pytest.mark.slow
def test_trees_are_forgotten():
    tree = Tree([Tree.nim(40)])
    reference = weakref.ref(tree)
    del tree
    gc.collect()
    assert reference() is None


def test_nim_heaps_and_measures():
    for n in range(8):
        heap = Tree.nim(n)
        assert heap.is_nim_heap
        assert heap.birthday == heap.grundy() == len(heap.options) == n
        assert heap.misere_outcome() is (Outcome.P if n == 1 else Outcome.N)
    assert not Tree([Tree.nim(2)]).is_nim_heap
    assert not Tree([Tree.nim(2), Tree([Tree.nim(2)]), ZERO, STAR]).is_nim_heap


def test_text():
    texts = {
        "0": ZERO,
        "*": STAR,
        "*2": Tree.nim(2),
        "{*2, 0}": Tree([Tree.nim(2), ZERO]),
        "{{*}, *}": Tree([Tree([STAR]), STAR]),
    }
    for text, tree in texts.items():
        assert str(tree) == text
    assert str(STAR + STAR) == "{*}"
    assert repr(STAR) == "<Tree *>"
    deep = Tree.nim(2)
    for _ in range(3000):
        deep = Tree([deep, ZERO])
    assert len(str(deep)) < 2100
    assert str(deep).endswith("…")


def test_sums_follow_play():
    trees = random_trees(1, 60)
    for left, right in zip(trees[::2], trees[1::2], strict=True):
        total = left + right
        assert total is right + left
        assert total.grundy() == left.grundy() ^ right.grundy()
        assert total.birthday == left.birthday + right.birthday
        assert total.misere_outcome() is outcome(left, right)
    assert STAR + ZERO is ZERO + STAR is STAR


def test_order_of_forms_is_total():
    trees = random_trees(2, 30)
    for a in trees:
        for b in trees:
            assert compare_forms(a, b) == -compare_forms(b, a)
            assert (compare_forms(a, b) == 0) == (a is b)
    subpositions = trees[-1].subpositions()
    for i, tree in enumerate(subpositions):
        assert tree.options <= set(subpositions[:i])


def test_unfold_and_refusals():
    assert Tree.unfold((1, 2), lambda s: [(a, s[1]) for a in range(s[0])] + [(s[0], b) for b in range(s[1])]) is (
        STAR + Tree.nim(2)
    )
    assert Tree.unfold(3000, lambda n: [n - 1] if n else []).birthday == 3000
    with pytest.raises(GrundyError, match="need not end"):
        Tree.unfold(0, lambda n: [(n + 1) % 3])
    with pytest.raises(GrundyError, match="Trees"):
        Tree([1])
    with pytest.raises(GrundyError, match="0 or more"):
        Tree.nim(-1)
    with pytest.raises(TypeError):
        STAR + 1


def test_trees_travel():
    tree = random_trees(3, 20)[-1]
    assert pickle.loads(pickle.dumps(tree)) is copy.copy(tree) is copy.deepcopy(tree) is tree


# -- simplest forms


def test_number_of_misere_games_by_day():
    games = [ZERO]
    counts = [1]
    for _ in range(4):
        games = list({misere.misere_canonical(tree) for tree in subsets(games)})
        counts.append(len(games))
    assert counts == [1, 2, 3, 5, 22]
    assert set(games) <= set(misere._catalogue(0))


def test_simplest_form_keeps_every_outcome_and_is_stable():
    for tree in random_trees(4, 150):
        simplest = misere.misere_canonical(tree)
        assert misere.misere_canonical(simplest) is simplest
        assert simplest.birthday <= tree.birthday
        for other in SMALL:
            assert outcome(tree, other) is outcome(simplest, other)


def test_nim_heaps_are_simplest():
    for n in range(8):
        assert misere.misere_canonical(Tree.nim(n)) is Tree.nim(n)
    assert misere.misere_canonical(STAR + STAR) is ZERO
    assert misere.misere_canonical(Tree.nim(2) + STAR) is Tree.nim(3)
    assert misere.misere_canonical(Tree.nim(2) + Tree.nim(2)) is Tree([Tree.nim(2), Tree.nim(3)])


def pairs() -> list[tuple[Tree, Tree]]:
    trees = random_trees(5, 120) + SMALL
    rng = random.Random(5)
    some = [tuple(rng.sample(trees, 2)) for _ in range(150)]
    return some + [(tree, misere.misere_canonical(tree)) for tree in trees] + list(combinations(SMALL, 2))


def test_distinguish_agrees_with_play():
    equal = 0
    for first, second in pairs():
        found = misere.distinguish(first, second)
        nontrivial(first is not second)
        assert (found is None) == misere.misere_equal(first, second)
        if found is None:
            equal += 1
            for other in SMALL:
                assert outcome(first, other) is outcome(second, other)
        else:
            assert found.first is not found.second
            assert (first + found.game).misere_outcome() is found.first
            assert (second + found.game).misere_outcome() is found.second
    assert equal > 100


def test_the_proof_alone_distinguishes_and_links():
    linked = 0
    games = sorted({misere.misere_canonical(tree) for pair in pairs() for tree in pair}, key=FORM_ORDER)
    rng = random.Random(6)
    for first, second in [rng.sample(games, 2) for _ in range(150)]:
        proof = misere._Proof(catalogue=False)
        game, of_first, of_second = proof.distinction(first, second)
        assert of_first is not of_second
        assert outcome(first, game) is of_first
        assert outcome(second, game) is of_second
        joint = proof.link(first, second)
        nontrivial(joint is not None)
        assert (joint is None) == (first in second.options or second in first.options)
        if joint is not None:
            linked += 1
            assert outcome(first, joint) is outcome(second, joint) is Outcome.P
    assert linked > 50


def test_links_and_mates():
    for first, second in pairs()[:100]:
        joint = misere.link(first, second)
        nontrivial(first is not second)
        if joint is None:
            simplest, other = misere.misere_canonical(first), misere.misere_canonical(second)
            assert simplest in other.options or other in simplest.options
            assert not any(outcome(first, x) is outcome(second, x) is Outcome.P for x in SMALL)
        else:
            assert outcome(first, joint) is outcome(second, joint) is Outcome.P
        assert outcome(first, misere.mate(first)) is Outcome.P


# -- genus and tameness


@cache
def misere_grundy(tree: Tree) -> int:
    return mex(misere_grundy(option) for option in tree.options) if tree.options else 1


def test_genus_is_that_of_the_definition():
    two = Tree.nim(2)
    for tree in [*SMALL, *random_trees(7, 100)]:
        found = misere.genus(tree)
        assert found.normal == tree.grundy()
        total, values = tree, []
        for _ in range(min(len(found.misere) + 3, 7 if tree.birthday < 5 else 3)):
            values.append(misere_grundy(total))
            total += two
        longer = list(found.misere)
        while len(longer) < len(values):
            longer.append(longer[-2])
        assert longer[: len(values)] == values
        assert found.misere[-1] == found.misere[-2] ^ 2


def kayles(n: int) -> Tree:
    @cache
    def heap(n: int) -> Tree:
        splits = [(a, n - taken - a) for taken in (1, 2) for a in range((n - taken) // 2 + 1) if n >= taken]
        return Tree(heap(a) + heap(b) for a, b in splits)

    return heap(n)


def test_genus_of_kayles():
    expected = ["0^{120}", "1^{031}", "2^{20}", "3^{31}", "1^{031}", "4^{146}", "3^{31}", "2^{20}", "1^{13}", "4^{046}"]
    assert [str(misere.genus(kayles(n))) for n in range(10)] == expected
    assert [misere.genus(kayles(n)).tame for n in range(10)] == [n not in (5, 9) for n in range(10)]
    assert misere.tame(kayles(8)) is None
    assert str(misere.genus(Tree.nim(12))) == "12^{12,14}"


def test_tame_means_tame_genus_throughout():
    both = set()
    for tree in [*SMALL, *subsets(SMALL[3:11]), *random_trees(8, 200)]:
        expected = all(misere.genus(position).tame for position in tree.subpositions())
        nontrivial(tree.birthday > 2)
        assert (misere.tame(tree) is not None) == expected
        both.add(expected)
    assert both == {True, False}


def test_sums_of_tame_games_follow_the_law():
    trees = [tree for tree in [*SMALL, *subsets(SMALL[3:11]), *random_trees(9, 300, width=6)] if misere.tame(tree)]
    assert len({str(misere.tame(tree)) for tree in trees}) >= 6
    rng = random.Random(9)
    for _ in range(600):
        chosen = rng.choices(trees, k=rng.choice((2, 2, 3)))
        total = misere.TameClass.nim(0)
        for tree in chosen:
            of_tree = misere.tame(tree)
            assert of_tree is not None
            total += of_tree
        nontrivial(sum(tree.birthday for tree in chosen) <= 12 and all(tree.options for tree in chosen))
        if sum(tree.birthday for tree in chosen) <= 12:
            assert outcome(*chosen) is total.outcome, chosen
            if sum(tree.birthday for tree in chosen) <= 7:
                added = chosen[0]
                for tree in chosen[1:]:
                    added += tree
                assert misere.tame(added) == total
                assert misere.genus(added).tame


def test_tame_classes():
    nim = [misere.TameClass.nim(n) for n in range(6)]
    assert [str(each) for each in nim[:3]] == ["fickle 0", "fickle 1", "firm 2"]
    for n in range(6):
        assert misere.tame_class(nim[:n]) == nim[n]
        assert misere.tame(Tree.nim(n)) == nim[n]
    assert nim[2] + nim[2] == misere.TameClass(0, 0) != nim[0]
    assert (nim[2] + nim[2]).kind == "firm"
    assert nim[0] + nim[1] == nim[1]
    assert (nim[1].normal, nim[1].misere) == (1, 0)
    assert misere.tame_class([None]) is None
    assert misere.tame_class([misere.TameClass(0, 0), nim[1]]) is None
    assert len({misere.TameClass.nim(2), misere.TameClass(2, 2), nim[0]}) == 2
    for wrong in ((0, 2), (2, 3), (-1, -1)):
        with pytest.raises(GrundyError, match="no tame game"):
            misere.TameClass(*wrong)
