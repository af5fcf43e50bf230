"""Logic: numeration, linear relations, formulas and their text, against brute force and against known theorems."""

import itertools
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cases import each_day, mostly, nontrivial
from grundy.common.errors import GrundyError
from grundy.kernels import automata as kernels
from grundy.proving.certificate import formula_data
from grundy.proving.logic import automaton as automaton_module
from grundy.proving.logic import expressions, reduction
from grundy.proving.logic import linear as linear_module
from grundy.proving.logic.automaton import Automaton, Limits, Undecided, valid
from grundy.proving.logic.formula import compile, decide
from grundy.proving.logic.linear import adder, less, linear, nim_sum, number, prove, proved
from grundy.proving.logic.numeration import Numeration, integer_base, numeration, ostrowski, recurrent
from grundy.proving.logic.syntax import FormulaError, parse
from looking import holds

STATES = {  # of the representations, of the adder (Fibonacci, Tribonacci, Pell as in the files that Walnut ships)
    "msd_2": (1, 2),
    "msd_3": (1, 2),
    "msd_10": (1, 2),
    "msd_fib": (2, 16),
    "msd_trib": (3, 149),
    "msd_pell": (2, 16),
    "rec [2,1;1,3]": (2, 16),
    "ost [0;(2)]": (2, 16),
    "ost [0;1,(3)]": (3, 18),
    "ost [0;1,(1,2)]": (7, 42),
    "ost [0;3,(1,2)]": (6, 38),
}
MORE = ["rec [3,-1;1,3]", "rec [1,0,1;1,2,3]", "ost [0;(1)]", "ost [0;1,2,(3,1,1,2)]", "rec [1,1;1,4]", "msd_7"]
SYSTEMS = ["msd_2", "msd_3", "msd_fib", "msd_trib", "msd_pell", "ost [0;1,(1,2)]"]
FEW = settings(deadline=None, max_examples=80)


# -- numeration


@pytest.mark.parametrize("name", [*STATES, *MORE])
def test_representations_are_those_the_automaton_reads(name):
    system = numeration(name)
    relation = valid(system, ["n"])
    count = min(system.weights[6] + 5, 1005)
    found = [system.represent(n) for n in range(count)]
    assert [system.value(word) for word in found] == list(range(count))
    longest = max(map(len, found))
    padded = [(0,) * (longest - len(word)) + word for word in found]
    assert padded == sorted(padded)  # the order of numbers is that of words
    assert [n for (n,) in relation.members(count)] == list(range(count))
    delta, accepting = system.validity
    ways = np.zeros(len(accepting), object)
    ways[0] = 1
    for weight in system.weights[:60]:  # words of each length are as many as the weight
        assert ways[accepting].sum() == weight
        following = np.zeros(len(accepting), object)
        for state, letter in np.argwhere(delta >= 0):
            following[delta[state, letter]] += ways[state]
        ways = following
    huge = 7**100
    assert system.value(system.represent(huge)) == huge


@pytest.mark.parametrize("name", list(STATES))
def test_known_states(name):
    system = numeration(name)
    assert (len(system.validity[1]), adder(system).states) == STATES[name]


@pytest.mark.parametrize("name", [*STATES, *MORE])
def test_every_adder_is_proved(name):
    steps = prove(numeration(name))
    assert len(steps) == 5
    assert all(steps.values())


def test_pell_twice():
    """The Ostrowski system of √2 - 1 and the recurrence have the same weights, so the same automata."""
    one, two = adder(numeration("ost [0;(2)]")), adder(numeration("msd_pell"))
    assert np.array_equal(one.delta, two.delta)
    assert np.array_equal(one.accepting, two.accepting)


def test_numeration_that_is_refused():
    for name in (
        "msd_1",
        "msd_0",
        "fibonacci",
        "lsd_2",
        "ost [1;2]",
        "ost [0;2]",
        "ost [0;(0)]",
        "rec [1,1;1]",
        "",
        "rec [1;1]",
    ):
        with pytest.raises(GrundyError):
            numeration(name)
    for coefficients, initial in (
        ((1, 4), (1, 2)),
        ((1, 1, 0, 1), (1, 2, 3, 4)),
        ((0, 1, 1), (1, 2, 3)),
        ((1, 1), (2, 3)),
        ((1, 1), (1, 1)),
    ):
        with pytest.raises(GrundyError):
            recurrent(coefficients, initial)
    with pytest.raises(GrundyError):
        integer_base(1)
    with pytest.raises(GrundyError):
        ostrowski((1,), ())
    with pytest.raises(GrundyError, match="Pisot"):
        numeration("rec [1,4;1,2]")
    for word in ([1, 1], [2], [-1], [1, -1]):
        with pytest.raises(GrundyError):
            numeration("msd_fib").value(word)
    with pytest.raises(GrundyError):
        numeration("msd_fib").represent(-1)
    with pytest.raises(GrundyError, match="addition automaton"):
        prove(numeration("msd_2"), less(numeration("msd_2"), "x", "y"))


@pytest.mark.parametrize("name", ["msd_2", "msd_fib"])
def test_a_false_adder_is_not_proved(name):
    """All automata that differ from the adder by one accepting state."""
    system = numeration(name)
    true = adder(system)
    for state in range(true.states):
        flags = true.accepting.copy()
        flags[state] ^= True
        try:
            false = Automaton.of(system, true.variables, true.delta, flags)
        except GrundyError:
            continue
        assert false == true or not all(prove(system, false).values())


# -- linear relations


coefficients = mostly(st.sampled_from([-3, -2, -1, 1, 2, 4]), st.just(0))


@FEW
@given(
    st.sampled_from(SYSTEMS),
    mostly(st.lists(coefficients, min_size=2, max_size=3), st.lists(coefficients, min_size=1, max_size=3)),
    st.sampled_from(["=", "!=", "<", "<=", ">", ">="]),
    mostly(st.integers(0, 8), st.integers(-30, 30)),
)
def test_linear_relations(name, coefficients, relation, constant):
    terms = {f"x{i}": a for i, a in enumerate(coefficients)}
    found = linear(numeration(name), terms, relation, constant)
    nontrivial(telling(found))
    assert found.variables == tuple(v for v, a in terms.items() if a)
    compare = expressions.RELATIONS[relation]
    for values in itertools.product(range(9), repeat=len(found.variables)):
        given = dict(zip(found.variables, values, strict=True))
        assert found.accepts(**given) == compare(sum(terms[v] * n for v, n in given.items()), constant)


@FEW
@given(
    st.sampled_from(SYSTEMS),
    st.lists(
        mostly(st.sampled_from([-5, -3, -1, 1, 2, 5]), st.sampled_from([-4, -2, 0, 3, 4])), min_size=1, max_size=2
    ),
    st.integers(-9, 9),
    mostly(st.integers(2, 6), st.just(1)),
)
def test_congruences(name, coefficients, constant, modulus):
    terms = {f"x{i}": a for i, a in enumerate(coefficients)}
    found = linear(numeration(name), terms, "=", constant, modulus=modulus)
    nontrivial(telling(found))
    other = linear(numeration(name), terms, "!=", constant, modulus=modulus)
    assert found.complement() == other
    for values in itertools.product(range(15), repeat=len(found.variables)):
        given = dict(zip(found.variables, values, strict=True))
        assert found.accepts(**given) == ((sum(terms[v] * n for v, n in given.items()) - constant) % modulus == 0)


@pytest.mark.parametrize("name", [*SYSTEMS, "ost [0;3,(1,2)]", "rec [1,0,1;1,2,3]"])
def test_linear_relations_agree_with_chains_of_adders(name):
    """The adder is proved; what is built directly must be what adders, less-than and projection give."""
    system = numeration(name)
    one = adder(system, "x", "y", "s")
    double = adder(system, "z", "z'", "t").renamed({"z'": "z"})
    assert one.conjunction(adder(system, "s", "z", "w")).exists("s") == linear(
        system, {"x": 1, "y": 1, "z": 1, "w": -1}, "="
    )
    assert one.conjunction(double).renamed({"t": "s"}).exists("s") == linear(system, {"x": 1, "y": 1, "z": -2}, "=")
    assert one.conjunction(less(system, "s", "w")).exists("s") == linear(system, {"x": 1, "y": 1, "w": -1}, "<")
    shifted = one.conjunction(number(system, "y", 100)).exists("y")
    assert shifted == linear(system, {"s": 1, "x": -1}, "=", 100)
    assert less(system, "x", "y") == linear(system, {"x": 1, "y": -1}, "<")


@pytest.mark.slow
def test_large_constants():
    fib = numeration("msd_fib")
    n = 10**300
    assert linear(fib, {"x": 1}, "=", n) == number(fib, "x", n)
    assert linear(fib, {"x": 1}, "<=", n).accepts(n)
    assert not linear(fib, {"x": 1}, "<=", n).accepts(n + 1)
    assert linear(fib, {"x": 3, "y": -1}, "=", n).accepts(x=n, y=2 * n)
    assert linear(fib, {"x": 1, "y": -1}, ">=", -n).accepts(x=0, y=n)
    with pytest.raises(Undecided):
        linear(fib, {"x": 1, "y": -(10**9)}, "=", 0)


def test_tribonacci_sums():
    """States before and after minimising; Walnut finds the same least automata."""
    trib = numeration("msd_trib")
    assert linear(trib, {"x": 1, "y": 1, "z": 1, "w": -1}, "=").states == 1239
    limits = Limits()
    assert linear(trib, {"x": 1, "y": 1, "z": 1, "w": -1, "v": -1}, "=", limits=limits).states == 7054
    assert limits.largest < 71729


def test_nim_sums():
    for name in ("msd_2", "msd_4", "msd_8"):
        relation = nim_sum(numeration(name), ("a", "b", "c"))
        for a, b, c in itertools.product(range(18), repeat=3):
            assert relation.accepts(a, b, c) == (a ^ b ^ c == 0)
    for name in ("msd_3", "msd_fib", "msd_6"):
        with pytest.raises(GrundyError, match="nim-sum"):
            nim_sum(numeration(name), ("a", "b", "c"))


# -- formulas

BOUND = 5
"""Quantifiers of random formulas go over numbers up to this, so that brute force can decide."""


NAMES = ("a", "b", "c")


@st.composite
def terms(draw: st.DrawFn, deep: int = 1, nim: bool = False) -> expressions.Term:
    term = expressions.as_term(draw(st.integers(-3, 3)))
    for name in draw(st.lists(st.sampled_from(NAMES), min_size=deep, max_size=2)):
        term += expressions.variable(name) * draw(st.sampled_from([1, 2, -1, -2]))
    if deep and draw(st.booleans()):
        inner = draw(terms(deep - 1))
        choice = draw(st.integers(0, 2 if nim else 1))
        divisor = draw(st.integers(1, 3))
        part = inner // divisor if choice == 0 else inner % divisor if choice == 1 else inner ^ draw(terms(deep - 1))
        term += part * draw(st.sampled_from([1, -1]))
    return term


@st.composite
def formulas(draw: st.DrawFn, deep: int = 3, nim: bool = False) -> expressions.Formula:
    kind = draw(st.integers(0, 9)) if deep else draw(st.integers(0, 1))
    if kind <= 1:
        if kind == 1 and draw(st.booleans()):
            return expressions.Predicate("Even", (draw(terms(0)),))
        return expressions.Compare(
            draw(terms(1, nim)), draw(st.sampled_from(sorted(expressions.RELATIONS))), draw(terms(0))
        )
    one = draw(formulas(deep - 1, nim))
    if kind == 2:
        return expressions.Not(one)
    name = draw(st.sampled_from(NAMES))
    near = expressions.Compare(expressions.variable(name), "<=", expressions.as_term(BOUND))
    if kind == 3:
        return expressions.Exists((name,), expressions.And((near, one)))
    if kind == 4:
        return expressions.Forall((name,), expressions.Implies(near, one))
    if kind == 5:
        return expressions.AtLeast(draw(st.integers(1, 4)), name, expressions.And((near, one)))
    two = draw(formulas(deep - 1, nim))
    if kind in (6, 8):
        return draw(st.sampled_from([expressions.And, expressions.Or]))((one, two))
    return draw(st.sampled_from([expressions.Implies, expressions.Iff]))(one, two)


def telling(relation: Automaton) -> bool:
    """Whether a relation holds of some numbers and not of all."""
    return not (relation.is_empty() or relation.is_everything())


def tells(formula: expressions.Formula) -> bool:
    even = linear(numeration("msd_2"), {"n": 1}, "=", 0, modulus=2)
    return telling(compile(formula, numeration("msd_2"), {"Even": even}))


def most_telling(nim: bool = False) -> st.SearchStrategy[expressions.Formula]:
    """Random formulas, most of which hold of some numbers and not of all."""
    return mostly(formulas(nim=nim).filter(tells), formulas(nim=nim))


def is_even(name: str, numbers: tuple[int, ...]) -> bool:
    return name == "Even" and numbers[0] >= 0 and numbers[0] % 2 == 0


def check_formula(formula: expressions.Formula, name: str) -> None:
    system = numeration(name)
    even = linear(system, {"n": 1}, "=", 0, modulus=2)
    found = compile(formula, system, {"Even": even})
    nontrivial(telling(found))
    assert found.variables == tuple(sorted(expressions.free_names(formula)))
    data = formula_data(formula)
    for values in itertools.product(range(9 if len(found.variables) < 3 else 7), repeat=len(found.variables)):
        given = dict(zip(found.variables, values, strict=True))
        assert found.accepts(**given) == holds(data, given, range(BOUND + 1), is_even), (str(formula), given)


@settings(deadline=None, max_examples=each_day(150))
@given(most_telling(), st.sampled_from(["msd_2", "msd_fib", "msd_3", "ost [0;1,(1,2)]"]))
def test_formulas(formula, name):
    check_formula(formula, name)


@settings(deadline=None, max_examples=each_day(60))
@given(most_telling(nim=True))
def test_formulas_with_nim_sums(formula):
    check_formula(formula, "msd_2")


@pytest.mark.slow
@FEW
@given(most_telling(nim=True))
def test_text_is_read_back(formula):
    """What is printed is read back as the same relation."""
    _, again = parse(str(formula), ["Even"])
    even = linear(numeration("msd_2"), {"n": 1}, "=", 0, modulus=2)
    one, two = (compile(f, numeration("msd_2"), {"Even": even}) for f in (formula, again))
    nontrivial(telling(one))
    assert one == two.over(one.variables)


TRUE = """
Ax,y Ez x+y=z ; Ax Ey x=2y | x=2*y+1 ; Ax (x%3=0 | x%3=1 | x%3=2) ; Ax,y ((x^y)^y) = x ;
Ax,y x+y >= (x^y) & (x+y-(x^y))%2 = 0 ; ?msd_fib Ax,y,z x+(y+z) = (x+y)+z ; ?msd_fib Ax Ey y > x ; ?msd_fib ~Ex Ay y <= x ;
?msd_trib Ax 3*(x/3) + x%3 = x ; ?msd_trib Ax x//2 + (x+1)//2 = x ; ?msd_pell Ax,y x<y <=> (Ez y=x+z & z!=0) ;
?msd_10 Ex x=1000000007 & x%1000=7 ; ?ost [0;1,(1,2)] Ax,y x < y | x = y | x > y ; ?ost[0;3,(1,2)] E>=4 x x < 4 ;
?fib Ai (E>=3 j j < i) <=> i >= 3 ; ?msd_2 An n >= 44 => Ei,j,k n = 6i + 9j + 20k ; ?msd_fib An n>=8 => (Ei,j n = 3i+5j) ;
∀x ∃y x ≤ y ∧ ¬(x = y) ; Ax (x>0) ^ (x=0) ; Ax,y x-y=3 => y<x ; ?msd_2 Ei (i>=1 & Aj (j>=i => j>0))
"""
FALSE = """
Ex Ay y <= x ; ?msd_fib Ax Ey x=2y ; ?msd_2 An n >= 43 => Ei,j,k n = 6i + 9j + 20k ; ?msd_trib E x,y x + y = 5 & x = y ;
?ost [0;3,(1,2)] E>=5 x x < 4 ; Ax,y (x^y) = x+y ; Ex x/2 > x ; Ex x - 1 < 0 & x > 0
"""


@pytest.mark.parametrize("text", map(str.strip, f"{TRUE} ;{FALSE}".split(" ;")))
def test_sentences(text):
    system, formula = parse(text)
    found = decide(formula, system)
    assert found.truth is (text not in map(str.strip, FALSE.split(" ;")))
    assert (found.counterexample if found.truth else found.witness) is None


def test_examples_are_numbers():
    def of(text: str):
        system, formula = parse(text)
        return decide(formula, system)

    assert of("?msd_2 An n >= 40 => Ei,j,k n = 6i + 9j + 20k").counterexample == {"n": 43}
    assert of("?msd_fib Ex,y x > 3 & y = 2x + 1").witness == {"x": 4, "y": 9}
    assert of("~Ex,y x > 3 & y = 2x").counterexample == {"x": 4, "y": 8}
    assert of("~Ax x < 10").witness is not None
    assert str(of("?msd_fib Ax Ey x=2y")) == "false: x = 1"
    free = of("?msd_fib n%4 = 1 & n > 5 & n < 20")
    assert free.truth is None
    assert free.members() == [(9,), (13,), (17,)]
    assert str(free).startswith("the set of (n) read by ")
    assert str(free).endswith(" states: 9, 13, 17")
    assert str(of("n < n")) == "no (n)"
    assert str(of("n <= n + m")) == "every (m, n)"
    assert of("a = 3").to_dict()["automaton"]["variables"] == ["a"]


def test_free_variables_that_do_not_matter_stay():
    found = compile(parse("Ex x = 0 & y = y & z = z")[1], numeration("msd_2"))
    assert found.variables == ("y", "z")
    assert found.is_everything()
    assert compile(parse("E>=2 x y = 3")[1], numeration("msd_2")).accepts(3)


def test_wythoff():
    """Fraenkel 1982: (a, b) with a <= b is lost when a ends in an even number of zeros and b is a with a zero behind."""
    fib = numeration("msd_fib")
    # 0: only zeros yet; 1: b has begun, so a begins with the next letter; 2, 3, 4, 5: the zeros at the end of a so far are
    # even (2, 3) or odd (4, 5) in number, and b's last digit, which a's next must be, is 0 (2, 4) or 1 (3, 5)
    table = [[0, 1, -1, -1], [-1, -1, 2, 3], [4, 5, -1, -1], [-1, -1, 2, 3], [2, 3, -1, -1], [-1, -1, 2, 3]]
    half = Automaton.of(fib, ("a", "b"), table, [True, False, True, False, False, False])
    lost = half.disjunction(half.renamed({"a": "b", "b": "a"}))
    assert lost.states == 7
    assert [t for t in lost.members(7) if t[0] <= t[1]] == [(0, 0), (1, 2), (3, 5), (4, 7)]
    move = "((c<a & d=b) | (c=a & d<b) | (Ek k>0 & a=c+k & b=d+k))"
    predicates = {"P": lost, "M": compile(parse(move)[1], fib).renamed({"a": "a", "b": "b", "c": "c", "d": "d"})}
    for text in (
        "Aa,b,c,d $M(a,b,c,d) => c+d<a+b",
        "~Ea,b,c,d $P(a,b) & $M(a,b,c,d) & $P(c,d)",
        "Aa,b ~$P(a,b) => Ec,d $M(a,b,c,d) & $P(c,d)",
        "Ad Ea P(a, a+d)",
        "Aa E>=1 b P(a, b)",
        "~Ea E>=2 b P(a, b)",
    ):
        system, formula = parse(f"?msd_fib {text}", predicates)
        assert decide(formula, system, predicates).truth is True, text
    false = decide(parse("Aa,b P(a,b) => b<=a+3", predicates)[1], fib, predicates)
    assert false.counterexample is not None
    assert lost.accepts(**false.counterexample)


def test_predicates_must_fit():
    two = numeration("msd_2")
    less_than = {"L": less(two, "x", "y")}
    for text, words in (("L(a)", "2 arguments, not 1"), ("Q(a)", "no predicate 'Q'")):
        with pytest.raises(GrundyError, match=words):
            compile(parse(text)[1], two, less_than)
    with pytest.raises(GrundyError, match="msd_2"):
        compile(parse("L(a,b)")[1], numeration("msd_fib"), less_than)
    same = compile(parse("L(a,a) | L(3, a) | L(2*a, a+1)")[1], two, less_than)
    assert [n for (n,) in same.members(4)] == [0, 4, 5, 6]


def test_undecided_names_the_part():
    system, formula = parse("?msd_trib Ex,y x+y = z & Ew 7x + 5w = 11y + 3v + 2u")
    with pytest.raises(Undecided, match=r"5\*w.*7\*x"):
        decide(formula, system, cap=1000)


# -- text


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("(a=1", 1, "is never closed"),
        ("(a=1 & ((b=2)", 8, "is never closed"),
        ("a=1)", 4, "closes nothing"),
        ("a*b=1", 2, "not linear"),
        ("a/b=1", 3, "not linear"),
        ("a%0=1", 3, "divisor"),
        ("a/-2=1", 3, "divisor"),
        ("?msd_foo a=1", 2, "no numeration system"),
        (" ?lsd_2 a=1", 3, "most significant"),
        ("?rec [1,4;1,2] a=1", 2, "no addition automaton"),
        ("Q(a)", 1, "no predicate 'Q'"),
        ("a=1 & $Q(a)", 8, "no predicate 'Q'"),
        ("P(a", 2, "is never closed"),
        ("P(a b)", 5, "',' was expected"),
        ("P a", 3, "was expected"),
        ("a+", 3, "not the end"),
        ("E a", 4, "not the end"),
        ("E a,a a=1", 1, "once"),
        ("E 1 a=1", 3, "a variable was expected"),
        ("E>=2 a,b a=b", 1, "one variable"),
        ("a=#", 3, "no meaning"),
        ("a=b c", 5, "'c'"),
        ("~a", 3, "relation"),
        ("(a=1)+2=3", 6, "'+'"),
        ("a+(b=1)=3", 3, "not a formula"),
        ("a", 2, "relation"),
        ("", 1, "not the end"),
        ("a=1 | b=1 & c=1", 11, "parentheses"),
        ("a=1 => b=1 => c=1", 12, "second =>"),
        ("a=1 <=> b=1 <=> c=1", 13, "second <=>"),
        ("(" * 1000 + "a=1", 61, "nested"),
        ("~" * 1000 + "a=1", 61, "nested"),
        ("a" + "/2" * 1000 + "=1", None, "nested"),
        ("a" + "^a" * 1000 + "=1", None, "nested"),
        ("(a=1)" + "^(a=1)" * 1000, None, "nested"),
        ("a=1 ^ b=1", 5, "parentheses"),
    ],
)
def test_what_cannot_be_read(text, column, words):
    with pytest.raises(FormulaError, match=re.escape(words)) as caught:
        parse(text, ["P"])
    if column is not None:
        assert caught.value.column == column
    assert str(caught.value).startswith("column ")


def test_unknown_variables():
    with pytest.raises(FormulaError, match="no variable 'c'") as caught:
        parse("Ed a = b + c + d", variables=["a", "b"])
    assert caught.value.column == 12
    parse("Ed a = b + d", variables=["a", "b"])


def test_deep_text_is_decided():
    text = "(" * 50 + "a=1" + ")" * 50
    assert [n for (n,) in compile(parse(text)[1], numeration("msd_2")).members()] == [1]
    text = "".join(f"E x{i} ~(x{i} > " + (f"x{i - 1} & " if i else "a & ") for i in range(14)) + "a=a" + ")" * 14
    assert decide(parse(text)[1], numeration("msd_2")).truth is None
    many = " & ".join(f"a != {i}" for i in range(300))
    assert compile(parse(many)[1], numeration("msd_2")).shortest() == {"a": 300}


# -- faults put into the engine


def rounds_of_moore(delta, accepting, rounds: int):
    """Merge states that no word of so many letters tells apart: right only if the rounds suffice."""
    states = len(delta)
    whole = np.vstack([np.where(delta < 0, states, delta), np.full((1, delta.shape[1]), states)])
    classes = np.append(accepting, False).astype(np.int64)
    for _ in range(rounds):
        rows = np.column_stack([classes, classes[whole]])
        classes = np.unique(rows, axis=0, return_inverse=True)[1].ravel()
    merged = {int(c): int(np.flatnonzero(classes == c)[0]) for c in np.unique(classes)}
    new = np.array([merged[int(c)] for c in classes])
    merged_delta = np.where(new[whole] == new[states], -1, new[whole])[:states]
    if new[0] == new[states]:
        return kernels.minimal(delta[:1] * 0 - 1, accepting[:1] & False)
    moved = [new[0], *[s for s in range(states) if s != new[0]]]
    place = np.empty(states + 1, np.int64)
    place[moved] = np.arange(states)
    place[states] = -1
    table = np.where(merged_delta < 0, -1, place[merged_delta])[moved]
    return kernels.minimal(table.astype(np.int32), accepting[moved])


def is_caught() -> bool:
    """Return whether an adder's proof fails, or a few formulas get a wrong answer."""
    for cached in (numeration, integer_base, proved, automaton_module._valid):
        cached.cache_clear()
    try:
        if not all(all(prove(numeration(name)).values()) for name in ("msd_fib", "msd_2", "msd_pell")):
            return True
        for text in ("?msd_fib Ek b=a-k & k<3", "Ek b+k=a & k>4", "?msd_fib ~(a<b)", "Ek a+3=2k & k>b"):
            system, formula = parse(text)
            bounded = compile(formula, system)
            for a, b in itertools.product(range(12), repeat=2):
                if bounded.accepts(a, b) != brute(text, a, b):
                    return True
        system, formula = parse("?msd_fib Eb ((Ek 2k=b) <=> (Ek 2k+1=b))")
        return decide(formula, system).truth is not False
    except GrundyError:
        return True


def brute(text: str, a: int, b: int) -> bool:
    if "b=a-k" in text:
        return any(b == a - k for k in range(3))
    if "k>4" in text:
        return any(b + k == a for k in range(5, 40))
    if "~" in text:
        return not a < b
    return any(a + 3 == 2 * k and k > b for k in range(40))


@pytest.fixture
def afresh():
    yield
    for cached in (numeration, integer_base, proved, automaton_module._valid):
        cached.cache_clear()


def faults() -> dict[str, tuple[tuple[Any, ...], str, Any]]:
    """Return faults: where, the name, and what is put there."""
    less_, linear_, subsets, vectors = (
        linear_module.less,
        reduction._linear,
        automaton_module.subsets,
        linear_module.vectors,
    )

    def closed(self: Automaton, apart: np.ndarray, count: int):
        return (np.arange(self.states) == 0).astype(np.int64)

    def complement(self: Automaton, limits: Limits | None = None):
        states = self.states
        delta = np.vstack([np.where(self.delta < 0, states, self.delta), np.full((1, self.delta.shape[1]), states)])
        flags = ~np.append(self.accepting, False)
        return Automaton(self.numeration, self.variables, *kernels.minimal(delta.astype(np.int32), flags))

    def everything(system: Numeration, tracks: int):
        return np.zeros((1, system.base**tracks), np.int32), np.array([True])

    everything.cache_clear = automaton_module._valid.cache_clear  # pyright: ignore

    def at_most(system: Numeration, x: str, y: str):
        return less_(system, x, y).disjunction(linear_module.equal(system, x, y))

    def at_most_in_relations(term, relation, constant, modulus=0):
        return linear_(term, "<=" if relation == "<" else relation, constant, modulus)

    def everywhere(starts, targets, letters, initial, final, least, cap, pool):
        found = subsets(starts, targets, letters, initial, ~final, least, cap, pool)
        return None if found is None else (found[0], ~found[1])  # all members final, not some

    def tight(steps, following, sums, rows, starts, bounds, *rest):
        return vectors(steps, following, sums, rows, starts, (bounds[0] // 2, bounds[1] // 2, bounds[2]), *rest)

    return {
        "leading zeros are not closed under": ((Automaton,), "_opened", closed),
        "a complement is not cut to valid words": ((Automaton,), "complement", complement),
        "all words are valid": ((automaton_module,), "_valid", everything),
        "less is at most": ((linear_module,), "less", at_most),
        "less is at most in linear relations": ((reduction,), "_linear", at_most_in_relations),
        "a natural number is lost": ((reduction,), "_natural", lambda term: expressions.Truth(True)),
        **{
            f"a minimiser stops after {rounds} rounds": (
                (automaton_module, linear_module),
                "minimal",
                lambda delta, flags, rounds=rounds: rounds_of_moore(delta, flags, rounds),
            )
            for rounds in range(3)
        },
        "a subset accepts wrongly": ((automaton_module,), "subsets", everywhere),
        "vectors are dropped too soon": ((linear_module,), "vectors", tight),
    }


def test_the_engine_as_it_is(afresh):
    assert not is_caught()


@pytest.mark.parametrize("name", faults())
def test_a_fault_is_caught(afresh, monkeypatch, name):
    modules, what, put = faults()[name]
    for module in modules:
        monkeypatch.setattr(module, what, put)
    assert is_caught()
