"""Values as text, for a reader, LaTeX and MathML: the shortest usual form, which `grundy.values.notation` reads back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cmp_to_key, lru_cache
from typing import TypeAlias

from grundy.common import limits
from grundy.common.errors import TooLarge
from grundy.common.messages import _
from grundy.common.threads import alone
from grundy.kernels import short
from grundy.values.canonical import store
from grundy.values.short import Value, game, nimber, tiny, up

LONGEST = 100_000
"""Characters that a text may have that is written."""
FAR_TOO_LONG = 10**9
"""Characters of a part of a text from which on it is not measured further."""
DIGITS = 4300
"""Digits that a number may have: what Python reads and writes without being asked twice."""
KNOWN_POWERS = 16
"""The largest power of up that is looked for in what is written."""
SLASHES = 4
"""The most slashes side by side that are written."""

_Parts: TypeAlias = "list[str | _Node]"
_Rank: TypeAlias = tuple[Fraction | int, ...]
_GENERAL = (3,)
"""The rank of what is no sum of a number, ups and a nimber: after all those."""


@dataclass(slots=True, eq=False)
class _Node:
    """A game to be written. Its text is kept in parts, since as a whole it can be exponentially longer than the game."""

    value: Value
    rank: _Rank
    lefts: list[_Node] = field(default_factory=list["_Node"])
    rights: list[_Node] = field(default_factory=list["_Node"])
    parts: _Parts = field(default_factory=list["str | _Node"])
    tiny: tuple[int, Fraction, _Node] | None = None
    """Sign, n and x if it is to be written as n plus or minus tiny-x."""
    length: int = 0
    slashes: int = 0
    """The most slashes in the parts, which want braces around them then; 0 if they stand for themselves."""


@dataclass(frozen=True, slots=True)
class _Style:
    """How the pieces of a text look."""

    atom: Callable[[Fraction, int, int], str]
    power: Callable[[Fraction, str, int], str]
    switch: str
    brackets: tuple[str, str]
    braces: tuple[str, str]
    bars: Callable[[int], str]
    tiny: tuple[str, str]
    tiny_end: str
    alone: Callable[[str], bool]
    """Whether ± before what begins so is understood without brackets."""
    comma: str = ","


def written(value: Value) -> str:
    """Return the usual text of a value: the same in every process, and read back as the same value.

    O(subpositions) steps besides the sorting of options; TooLarge past 100,000 characters.

    >>> from grundy.values.short import switch
    >>> written(game([2], [game([1], [0])])), written(switch(1)), written(1 + tiny(2)), written(up(3, 2) - 1)
    ('{2||1|0}', '+-1', '1Tiny(2)', '-1+^3*2')
    >>> written(game(["{1|0}", 0], [0]))
    '{0,{1|0}|0}'
    """
    return _text(value, _PLAIN)


@alone
def is_long(value: Value, most: int) -> bool:
    """Tell whether so many games are below a value that its text has more than ``most`` letters; nothing is written.

    A game below it that is no number, nimber or up takes two letters of the text; or it is hidden there behind
    ± (the negatives of those that stand), in a tiny (two of them), or in a power of up, of which there are few. O(most).

    >>> is_long(game([2], [game([1], [0])]), 3), is_long(sum((game([n * n], [0]) for n in range(1, 13)), Value(0)), 120)
    (False, True)
    """
    own, room = store(), 2 * most + 8 * KNOWN_POWERS
    met, stack = {value.form}, [value.form]
    while stack and len(met) <= room:
        for side in own.options(stack.pop()):
            fresh = {form for form in side if own.record(form)[short.KIND] == short.GENERAL} - met
            met |= fresh
            stack += fresh
    return len(met) > room


def latex(value: Value) -> str:
    r"""Return the text of a value for LaTeX, in mathematical mode.

    >>> print(latex(Value("{3/4|v*2||-1}")))
    \left\{\tfrac{3}{4}\middle|{\downarrow}{\star}2\middle\Vert-1\right\}
    """
    return _text(value, _LATEX)


def mathml(value: Value) -> str:
    """Return a value as a formula of MathML, which browsers set.

    >>> print(mathml(Value("1/2^*")))
    <math alttext="1/2^*"><mfrac><mn>1</mn><mn>2</mn></mfrac><mi>↑</mi><mi>⋆</mi></math>
    """
    from html import escape  # only a page asks for this

    return f'<math alttext="{escape(written(value))}">{_text(value, _MATHML)}</math>'


def _text(value: Value, style: _Style) -> str:
    """Return the text of a value in a style."""
    root = _Node(value, ())
    with limits.working(_("writing down the value")):
        for node in _nodes(value):
            limits.check()
            _describe(node, style)
            if node.length > FAR_TOO_LONG:  # the whole is longer still: how much, nobody wants to wait for
                raise TooLarge("the text of this value has more than {longest:,} characters", longest=LONGEST)
            root = node
    parts = _braced(root, style)
    length = sum(len(part) if isinstance(part, str) else part.length for part in parts)
    if length > LONGEST:
        many = f"{length:,}" if length < 10**12 else _("10^{count} or so").format(count=len(str(length >> 40)) + 11)
        raise TooLarge(
            "the text of this value has {many} characters, more than {longest:,}", many=many, longest=LONGEST
        )
    return "".join(_flat(parts))


def _flat(parts: _Parts) -> Iterator[str]:
    """Return the strings of parts within parts."""
    stack = parts[::-1]
    while stack:
        part = stack.pop()
        if isinstance(part, str):
            yield part
        else:
            stack.extend(reversed(part.parts))


def _nodes(value: Value) -> Iterator[_Node]:
    """Return the games that the text of a value is made of, options first, with their options sorted.

    Nothing is asked of a game before its options are done, so that the store never has to go deep.
    """
    nodes: dict[int, _Node] = {}
    entered: dict[int, tuple[tuple[Value, ...], tuple[Value, ...]]] = {}
    stack = [value]
    while stack:
        own = stack[-1]
        key, rank = own.form, _rank(own)
        if key in nodes:
            stack.pop()
        elif key not in entered:
            entered[key] = (own.left_options, own.right_options) if rank == _GENERAL else ((), ())
            stack += [one for side in entered[key] for one in side if one.form not in nodes]
        elif (small := _tiny_of(own) if rank == _GENERAL else None) and small[2].form not in nodes:
            stack.append(small[2])
        else:
            stack.pop()
            lefts, rights = entered.pop(key)
            nodes[key] = node = _Node(own, rank, _sorted(lefts, nodes), _sorted(rights, nodes))
            node.tiny = (small[0], small[1], nodes[small[2].form]) if small else None
            yield node


def _sorted(options: tuple[Value, ...], nodes: dict[int, _Node]) -> list[_Node]:
    return sorted((nodes[one.form] for one in options), key=cmp_to_key(_compared))


def _rank(value: Value) -> _Rank:
    """Return what sorts options: numbers, then nimbers, then those with ups or both, then the others (as CGSuite does)."""
    parts = value.nus
    if parts is None:
        return _GENERAL
    exact, ups, star = parts
    if not ups and not star:
        return 0, exact
    return (1, star) if not exact and not ups else (2, exact, ups, star)


def _compared(one: _Node, other: _Node) -> int:
    """Compare by Left options, then by Right options. Where two lists differ first decides, so that this is a loop."""
    while one is not other:
        if one.rank != _GENERAL or other.rank != _GENERAL:
            return -1 if one.rank < other.rank else 1
        lists = (one.lefts, other.lefts) if one.lefts != other.lefts else (one.rights, other.rights)
        apart = next(((a, b) for a, b in zip(*lists, strict=False) if a is not b), None)
        if apart is None:
            return len(lists[0]) - len(lists[1])
        one, other = apart
    return 0


def _describe(node: _Node, style: _Style) -> None:
    """Find the parts of a node whose options have theirs."""
    found, power = node.value.nus, _power_in(node.value)
    if found is not None:
        node.parts = [_atom(style, *found)]
    elif power is not None:
        node.parts = [style.power(*power)]
    elif node.value == -node.value:
        node.parts = _switch_parts(node, style)
    else:
        node.parts = _tiny_parts(*node.tiny, style) if node.tiny else _brace_parts(node, style)
    node.length = sum(len(part) if isinstance(part, str) else part.length for part in node.parts)


def _atom(style: _Style, exact: Fraction, ups: int, star: int) -> str:
    if abs(exact) >= 10**DIGITS:  # Python by itself writes no integers of more digits
        raise TooLarge("a number has more than {digits} digits", digits=DIGITS)
    return style.atom(exact, ups, star)


def _power_in(value: Value) -> tuple[Fraction, str, int] | None:
    """Return number, power of up and nimber (0 or 1) of what is the sum of such."""
    exact = value.left_stop
    if value.nus is not None or exact != value.right_stop or len(value.left_options) + len(value.right_options) > 4:
        return None
    rest = value - exact
    for star in (0, 1):
        text = _powers().get(rest + nimber(star))
        if text is not None:
            return exact, text, star
    return None


@lru_cache(1)
def _powers() -> dict[Value, str]:
    """Return the powers of up that are written: ``^<n>`` and ``^[n]`` for n from 2 on."""
    found: dict[Value, str] = {}
    sums = up(1)
    for n in range(2, KNOWN_POWERS + 1):
        power = game([0], [nimber() - sums])
        sums = game([sums], [nimber()])
        for value, text in ((power, f"<{n}>"), (sums, f"[{n}]")):
            found[value], found[-value] = "^" + text, "v" + text
    return found


def _braced(node: _Node, style: _Style) -> _Parts:
    """Return the parts of a node with the braces it wants."""
    return [style.braces[0], node, style.braces[1]] if node.slashes else [node]


def _joined(nodes: list[_Node], style: _Style) -> _Parts:
    """Return the parts of options side by side."""
    parts: _Parts = []
    for node in nodes:
        parts += [style.comma, *_braced(node, style)] if parts else _braced(node, style)
    return parts


def _switch_parts(node: _Node, style: _Style) -> _Parts:
    if len(node.lefts) > 1:
        return [style.switch, style.braces[0], *_joined(node.lefts, style), style.braces[1]]
    only = _braced(node.lefts[0], style)
    plain = node.lefts[0].slashes > 0 or style.alone(next(_flat(only)))
    return [style.switch, *only] if plain else [style.switch, style.brackets[0], *only, style.brackets[1]]


def _tiny_of(value: Value) -> tuple[int, Fraction, Value] | None:
    """Return sign, n and x of n + tiny-x = {n || n | n-x} or of n + miny-x = {n+x | n || n}, where x > 0.

    Only for n = 0 may x be anything: else the writing could need too many games that are not below the value.
    """
    for sign in (1, -1):
        near, far = _sides(value, sign)
        if len(near) != 1 or len(far) != 1 or (exact := near[0].number) is None:
            continue
        again, last = _sides(far[0], sign)
        if again != near or len(last) != 1 or (exact and last[0].nus is None):
            continue
        size = exact - last[0] if sign > 0 else last[0] - exact
        if size > 0 and value == sign * tiny(size) + exact:
            return sign, exact, size
    return None


def _sides(value: Value, sign: int) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """Return the options of the player to move first, and those of the other."""
    left, right = value.left_options, value.right_options
    return (left, right) if sign > 0 else (right, left)


def _tiny_parts(sign: int, exact: Fraction, inside: _Node, style: _Style) -> _Parts:
    before = _atom(style, exact, 0, 0) if exact else ""
    return [before + style.tiny[sign < 0], *_braced(inside, style), style.tiny_end]


def _brace_parts(node: _Node, style: _Style) -> _Parts:
    """Return the parts between the braces of a game, and note how many slashes divide them."""
    sides = node.lefts, node.rights
    inner = [side[0].slashes if len(side) == 1 and side[0].slashes < SLASHES else 0 for side in sides]
    node.slashes = 1 + max(inner)
    left, right = ([*side] if bare else _joined(side, style) for side, bare in zip(sides, inner, strict=True))
    return [*left, style.bars(node.slashes), *right]


def _sum_text(exact: Fraction, ups: int, star: int) -> str:
    """Return the plain text of a number, ups and a nimber.

    >>> _sum_text(Fraction(-1, 2), -3, 1), _sum_text(Fraction(0), 2, 2), _sum_text(Fraction(0), 0, 0)
    ('-1/2v3*', '^^*2', '0')
    """
    text = str(exact) if exact or not (ups or star) else ""
    if ups:
        arrow = "^" if ups > 0 else "v"
        power = ups > 2  # 2^3 would be read as one
        text += "+" * bool(power and text) + (arrow * abs(ups) if abs(ups) < 3 else f"{arrow}{abs(ups)}")
    return text + (("+" if text and not ups else "") + f"*{star}" if star > 1 else "*" * star)


def _power_latex(exact: Fraction, power: str, star: int) -> str:
    """Return the same for LaTeX, with the n of ``^<n>`` and ``^[n]`` as an exponent."""
    arrow = "up" if power[0] == "^" else "down"
    exponent = power[2:-1] if power[1] == "<" else power[1:]
    number = _number_latex(exact) if exact else ""
    return f"{number}{{\\{arrow}arrow}}^{{{exponent}}}" + ("{\\star}" if star else "")


def _sum_latex(exact: Fraction, ups: int, star: int) -> str:
    """Return the same for LaTeX; three ups or more, after a number, want a sign between."""
    text = "" if not exact and (ups or star) else _number_latex(exact)
    if ups:
        arrow = ("up" if ups > 0 else "down") + "arrow}"
        if abs(ups) > 2:
            text += ("+" if text else "") + f"{abs(ups)}{{\\cdot}}{{\\{arrow}"
        else:
            text += f"{{\\{arrow if abs(ups) == 1 else arrow.capitalize()}"
    return text + ("{\\star}" if star else "") + (str(star) if star > 1 else "")


def _number_latex(exact: Fraction) -> str:
    if exact.denominator == 1:
        return str(exact)
    return ("-" if exact < 0 else "") + f"\\tfrac{{{abs(exact.numerator)}}}{{{exact.denominator}}}"


def _sum_mathml(exact: Fraction, ups: int, star: int) -> str:
    """Return the same for MathML; three ups or more, after a number, want a sign between."""
    text = "" if not exact and (ups or star) else _number_mathml(exact)
    if abs(ups) > 2:
        text += ("<mo>+</mo>" if text else "") + f"<mn>{abs(ups)}</mn><mo>·</mo><mi>{'↑' if ups > 0 else '↓'}</mi>"
    elif ups:
        text += f"<mi>{' ↑⇑⇓↓'[ups]}</mi>"
    return text + ("<mi>⋆</mi>" if star else "") + (f"<mn>{star}</mn>" if star > 1 else "")


def _power_mathml(exact: Fraction, power: str, star: int) -> str:
    raised = f"<mn>{power[2:-1]}</mn>"
    if power[1] == "[":
        raised = f"<mrow><mo>[</mo>{raised}<mo>]</mo></mrow>"
    number = _number_mathml(exact) if exact else ""
    return f"{number}<msup><mi>{'↑' if power[0] == '^' else '↓'}</mi>{raised}</msup>" + "<mi>⋆</mi>" * star


def _number_mathml(exact: Fraction) -> str:
    above, below = (f"<mn>{part}</mn>" for part in (abs(exact.numerator), exact.denominator))
    sign = '<mo form="prefix">−</mo>' if exact < 0 else ""
    return sign + (above if exact.denominator == 1 else f"<mfrac>{above}{below}</mfrac>")


_PLAIN = _Style(
    atom=_sum_text,
    power=lambda exact, power, star: (str(exact) if exact else "") + power + "*" * star,
    switch="+-",
    brackets=("(", ")"),
    braces=("{", "}"),
    bars=lambda count: "|" * count,
    tiny=("Tiny(", "Miny("),
    tiny_end=")",
    alone=lambda first: "+" not in first,
)
_LATEX = _Style(
    atom=_sum_latex,
    power=_power_latex,
    switch=r"\pm ",
    brackets=(r"\left(", r"\right)"),
    braces=(r"\left\{", r"\right\}"),
    bars=lambda count: r"\!".join([r"\middle\Vert"] * (count // 2) + [r"\middle|"] * (count % 2)),
    tiny=(r"\mathbf{+}_{", r"\mathbf{-}_{"),
    tiny_end="}",
    alone=lambda first: not first.startswith((r"\pm", "-")) and "+" not in first,
)
_MATHML = _Style(
    atom=_sum_mathml,
    power=_power_mathml,
    switch='<mo form="prefix">±</mo>',
    brackets=('<mrow><mo stretchy="false">(</mo>', '<mo stretchy="false">)</mo></mrow>'),
    braces=('<mrow><mo stretchy="false">{</mo>', '<mo stretchy="false">}</mo></mrow>'),
    bars=lambda count: f'<mo stretchy="false">{"‖" * (count // 2)}{"|" * (count % 2)}</mo>',
    tiny=("<msub><mi>+</mi><mrow>", "<msub><mi>−</mi><mrow>"),
    tiny_end="</mrow></msub>",
    alone=lambda first: not first.startswith('<mo form="prefix">') and "<mo>+</mo>" not in first,
    comma="<mo>,</mo>",
)
