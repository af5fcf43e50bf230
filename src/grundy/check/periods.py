"""Certificates of kind "period": the law of a heap code's nim-sequence, replayed from the code. Their fields:

- ``code``: the code of the game, as `grundy.check.moves` writes it;
- ``preperiod`` n0 and ``period`` p: the claim is that g(n + p) = g(n) for every n >= n0 (they need not be the least);
  ``saltus`` s, only of all-but codes: the claim is that g(n + p) = g(n) + s;
- ``criterion``: why finitely many values suffice: "finite code", "unequal", "subtraction", "all-but" or "window";
- ``values``: g(0), …, g(n0 + p - 1), which the claim continues. For each heap below the criterion's bound it is checked that
  its value is the least one that no option has;
- or, of codes of at most two parts, ``mask`` and ``rare``, by which the values are computed here much faster (*sparse
  space*, *Winning Ways* ch. 4); and with the criterion "window" also ``depth``.

In the proofs below, N is the number of values, t the last digit of the code, b the last that splits, k the most parts that
are left, s = max(n0, 1), since an empty heap is no part. Let g(i + p) = g(i) for n0 <= i < N - p; to show is g(n) = g(n - p)
for n >= N, by induction. That holds if n and n - p have options of the same values.

**Finite codes**: N >= max(k(s + p) + b - (k - 1), s + p + t, p + t + 1). Of j parts of n - m some one is s + p or more, else
n <= k(s + p - 1) + b; it may shrink by p, and keeps its value. Of j parts of n - p - m some one is s or more, and may grow
by p. One part n - m is at least N - t >= s + p, and n - p > t is never taken whole. (R. K. Guy and C. A. B. Smith, *The
G-values of various games*, 1956; *Winning Ways* ch. 4.)

**Unequal parts**: N >= max(2(s + p) + b - 1 + p, s + p + t, p + t + 1). Let the larger part shrink or grow by p. Only a
split of n into a and a + p becomes none, and its value is 0, as a >= s. But then 2a = n - p - m >= 2(s + p) - 1, and so
n - p has the split a - p, a + p of the value 0.

**Subtraction sets**: N >= n0 + p + t. What can be left of n are some of the last t heaps, each n0 + p or more, and p less
have the same values. (*Winning Ways* ch. 4.)

**All-but codes** and **windows**: see `_all_but_count` and `_window_count`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Container, Iterator
from itertools import count
from operator import xor
from typing import Any, NamedTuple, TypeAlias

from grundy.check.budget import look, room, spend
from grundy.check.codes import Code, code_of
from grundy.check.form import Progress, Unproved, Verdict, check_names, natural, naturals, one_of, shown, verdict
from grundy.common.errors import GrundyError, TooLarge
from grundy.common.errors import said as _

LARGEST_NUMBER = 10**18
LARGEST_VALUE = (1 << 31) - 1
LARGEST_SPLIT_VALUE = (1 << 16) - 1
"""The largest value of a code that splits heaps."""
FIRST_SPLITS = 128
"""How far splits are read before it is looked whether more are wanted."""
MOST_VALUES = 1 << 31
"""More values than this are not replayed."""
MOST_BYTES = 1 << 28
"""Values that are given, and continued, take no more bytes."""
MOST_LISTED = 1 << 24
"""Values of an all-but code that are replayed: each is held as an object."""
LOOKED = 16
"""The clock is looked at after so many heaps."""

Values: TypeAlias = "array[int]"


class _Claim(NamedTuple):
    """A certificate of a period, its fields read; of ``values`` and of ``mask`` one is None."""

    code: Code
    criterion: str
    preperiod: int
    period: int
    saltus: int
    values: list[int] | None
    mask: int | None
    rare: list[int]
    depth: int

    @property
    def start(self) -> int:
        """The heap from which on a part keeps its value when it grows by the period."""
        return max(self.preperiod, 1)

    @property
    def last_digit(self) -> int:
        """The most counters that a move takes; of an all-but code, the largest number that it may not take."""
        return len(self.code.digits) - 1

    def __str__(self) -> str:
        more = f" + {self.saltus}" if self.saltus else ""
        return _("in {code}, g(n + {period}) = g(n){more} for every n >= {preperiod}").format(
            code=self.code, period=self.period, more=more, preperiod=self.preperiod
        )


def _finite_count(claim: _Claim) -> int:
    """Return how many values prove a period of a finite code (see the module's docstring)."""
    parts, split = max(1, claim.code.parts), max(_places(claim.code, ~3), default=0)
    together = parts * (claim.start + claim.period) + split - (parts - 1)
    return max(together, claim.start + claim.period + claim.last_digit, claim.period + claim.last_digit + 1)


def _unequal_count(claim: _Claim) -> int:
    """Return how many values prove a period of a code with unequal parts (see the module's docstring)."""
    split = max(_places(claim.code, ~3), default=0)
    together = 2 * (claim.start + claim.period) + split - 1 + claim.period
    return max(together, claim.start + claim.period + claim.last_digit, claim.period + claim.last_digit + 1)


def _subtraction_count(claim: _Claim) -> int:
    """Return how many values prove a period of a subtraction set (see the module's docstring)."""
    return claim.preperiod + claim.period + claim.last_digit


def _all_but_count(claim: _Claim) -> int:
    """Return how many values prove an arithmetic period, of saltus s >= 1, of an all-but code.

    Let m be the largest number that may not be taken. A heap n has two sorts of options: all the heaps before n - m, whose
    values are O(n), and some of the last m heaps, whose values are I(n). Let h be the values, continued; let O'(n) be the
    values of the heaps from n0 on before n - m. For n >= n0 + m the continuation makes I(n + p) = I(n) + s, and

        O(n) = {h(i): i < n0} ∪ O'(n),    O(n + p) = {h(i): i < n0 + p} ∪ (O'(n) + s).

    Let B be larger than all h(i) with i < n0, and B + s larger than all h(i) with i < n0 + p. Then from B on, v is in O(n)
    just if v + s is in O(n + p). If moreover all values below B + s are in O(n), then the least value that is neither in
    O(n) nor in I(n) is B or more, and larger by s at n + p: from the rule at n follows the rule at n + p. O(n) grows with n,
    so it is enough that this holds at one heap M >= n0 + m, and that the rule holds for all n < M + p.

    There is such an M: take a heap q = n0 + kp with h(q) >= B + s. All smaller values are those of heaps before q, by the
    rule at q; so they are in O(q + m), and M = q + m. The number of values is M + p. A saltus of 0 is never right, since
    heaps that are far from each other differ. (A. N. Siegel, *Combinatorial Game Theory*, ch. IV, proves that all-but
    games are arithmetic periodic.)
    """
    assert claim.values is not None
    head, start = claim.values[: claim.preperiod], claim.values[claim.preperiod]
    bound = max(max(head, default=-1) + 1, max(claim.values) + 1 - claim.saltus)
    times = max(0, -((start - bound - claim.saltus) // claim.saltus))
    return claim.preperiod + (times + 1) * claim.period + claim.last_digit


def _window_count(claim: _Claim) -> int:
    """Return how many values prove a period by a window: s + p + L, where L = max(r, D) + t; of unequal parts > 2r + t too.

    Here r is the last rare heap, D the depth. Checked of the N values are: which heaps are rare; g(n) = g(n - p) for n0 + p
    <= n < N; and for every n from N - p on, that each rare value below g(n) is an option by taking, by a split with a rare
    heap, or by a split a + b, a <= b, with a <= D. Then for n >= N all of this holds too, by induction. For:

    - No heap from N - p > r on is rare, so n and n - p have the same rare heaps before them.
    - The options by taking m are n - m and n - p - m, and n - p - m >= s + L - t >= 1, n - m >= n0 + p: the same values.
      Neither heap can be taken whole, since n - p > t.
    - The splits with a rare heap are q + (n - m - q) and q + (n - p - m - q) for the same rare heaps q: the latter parts are
      at least s + p and s, of the same value. If the parts must differ, they do at n, where n > 2r + t. They may be equal
      at n - p, and are no move there; at n that split has the value 0.
    - So n has the same such values as n - p, but perhaps for a 0 more, and that is a rare value, being g(q) ^ g(q). The
      least common value that is not among them is hence the same c = g(n - p), as n - p is not rare.
    - The rare values below c that are not such options of n are not such options of n - p either. There each has a split
      a + b with a <= D; and n has the split a + (b + p), where a < b + p; b + p >= N - t - D >= s + p, so g(b + p) = g(b).
    - So g(n) = c, a common value; n is not rare; and each rare value below g(n) is an option of n as was said.

    If the mask counts the position's parity, values are rare alike at n and n - p only if p is even, which is then wanted.
    (In line with what A. Flammenkamp reports of 0.106.)
    """
    last = claim.rare[-1] if claim.rare else 0
    needed = claim.start + claim.period + max(last, claim.depth) + claim.last_digit
    return max(needed, 2 * last + claim.last_digit + 1) if claim.code.unequal else needed


class _Criterion(NamedTuple):
    """What a criterion is for, and how many values it wants."""

    families: tuple[str, ...]
    whom: str
    ways: tuple[tuple[str, ...], ...]
    needed: Callable[[_Claim], int]


_SPARSE = ("mask", "rare")
_CRITERIA = {
    "finite code": _Criterion(
        ("octal", "finite", "subtraction"), "finite codes", (("values",), _SPARSE), _finite_count
    ),
    "unequal": _Criterion(("unequal",), "splits into unequal heaps", (("values",), _SPARSE), _unequal_count),
    "window": _Criterion(("octal", "unequal"), "windows", ((*_SPARSE, "depth"),), _window_count),
    "subtraction": _Criterion(("subtraction",), "subtraction sets", (("values",),), _subtraction_count),
    "all-but": _Criterion(("all-but",), "all-but sets", (("saltus", "values"),), _all_but_count),
}
_FIELDS = ("kind", "format", "hash", "code", "criterion", "preperiod", "period")


def check_period(fields: dict[str, Any], sample: int | None, progress: Progress | None) -> Verdict:
    """Return whether a certificate proves a period, or what a sample of it shows; GrundyError for a malformed one."""
    claim = _read_claim(fields)
    criterion = _CRITERIA[claim.criterion]
    total = criterion.needed(claim)
    until = total if sample is None else min(sample, total)
    if until > MOST_VALUES:
        raise TooLarge(
            "{until:,} values are too many to replay here (at most {most_values:,}): replay a sample",
            until=until,
            most_values=MOST_VALUES,
        )

    def proof() -> str:
        if claim.rare and claim.rare[-1] >= total:
            raise Unproved(
                "{rare} is given as a rare heap, and only {total} values are needed", rare=claim.rare[-1], total=total
            )
        _replay(claim, _Pace(until, total, progress))
        if until < total:
            return _("only the first {until:,} of {total:,} values were replayed").format(until=until, total=total)
        return _("{total:,} values were replayed from the rules, and the criterion for {whom} carries them on").format(
            total=total, whom=criterion.whom
        )

    found = verdict(str(claim), proof)
    return found._replace(verified=False, complete=False) if found.verified and until < total else found


def _read_claim(fields: dict[str, Any]) -> _Claim:
    """Return the claim of a certificate; GrundyError for fields that are missing, of no use, or not what they must be."""
    name = fields.get("criterion")
    if not isinstance(name, str) or name not in _CRITERIA:
        raise GrundyError(
            "the criterion of a period is {choices}, not {shown}", choices=one_of(_CRITERIA), shown=shown(name)
        )
    ways = _CRITERIA[name].ways
    check_names(fields, (*_FIELDS, *next((way for way in ways if way[0] in fields), ways[0])))
    code = code_of(fields["code"])
    _check_family(code, name)
    largest = LARGEST_VALUE if code.parts < 2 else LARGEST_SPLIT_VALUE
    claim = _Claim(
        code,
        name,
        natural(fields, "preperiod"),
        natural(fields, "period", 1),
        natural(fields, "saltus", 1, LARGEST_VALUE) if "saltus" in fields else 0,
        naturals(fields, "values", largest) if "values" in fields else None,
        natural(fields, "mask", 2, 2 * LARGEST_SPLIT_VALUE + 1) if "mask" in fields else None,
        naturals(fields, "rare", LARGEST_NUMBER) if "rare" in fields else [],
        natural(fields, "depth") if "depth" in fields else 0,
    )
    _check_lists(claim)
    return claim


def _check_family(code: Code, name: str) -> None:
    """Raise GrundyError where a criterion is not for a code."""
    criterion = _CRITERIA[name]
    finite = not code.repeat and not code.divisions
    if code.family not in criterion.families or not (finite or code.family == "all-but"):
        raise GrundyError(
            'the criterion "{name}" is for {whom}, not for {shown}',
            name=name,
            whom=criterion.whom,
            shown=shown(str(code)),
        )


def _check_lists(claim: _Claim) -> None:
    if claim.values is not None and len(claim.values) != claim.preperiod + claim.period:
        raise GrundyError(
            "the preperiod and the period need {preperiod} values together, and the certificate has {count}",
            preperiod=claim.preperiod + claim.period,
            count=len(claim.values),
        )
    if claim.mask is None:
        return
    splits = _places(claim.code, 4)
    if not splits:
        raise GrundyError("a mask is for codes that split heaps, and {code} splits none", code=claim.code)
    if claim.code.parts > 2:  # splits into more are no options of the sparse space
        raise GrundyError("a mask is for codes that leave two heaps at most, and {code} leaves more", code=claim.code)
    if claim.mask & 1 and len({m & 1 for m in splits}) > 1:
        raise GrundyError("a mask with bit 0 wants all splits to take an even number of counters, or all an odd one")
    if any(a >= b for a, b in zip([0, *claim.rare], claim.rare, strict=False)):
        raise GrundyError("the rare heaps of a certificate are from 1 up, in rising order")


def _places(code: Code, bits: int) -> list[int]:
    """Return the places of the digits that have one of some bits."""
    return [m for m, digit in enumerate(code.digits) if digit & bits]


# ---- the replay


class _Pace:
    """Iterates over the heaps that are replayed, and tells of the progress."""

    def __init__(self, until: int, total: int, progress: Progress | None) -> None:
        self.until = until
        self.total = total
        self.progress = progress

    def __iter__(self) -> Iterator[int]:
        for start in range(0, self.until, 256):
            if self.progress is not None:
                self.progress(start, self.until)
            for n in range(start, min(start + 256, self.until)):
                spend()
                if not n % LOOKED:  # the splits of a large heap take long
                    look()
                yield n


def _replay(claim: _Claim, pace: _Pace) -> None:
    """Replay the values of a claim; Unproved for the first that is wrong."""
    if claim.values is None:
        _replay_sparse(claim, pace)
    elif claim.criterion == "all-but":
        _replay_all_but(claim, claim.values, pace)
    else:
        _replay_values(claim, claim.values, pace)


def _replay_values(claim: _Claim, given: list[int], pace: _Pace) -> None:
    """Check that each value is the least one that no option has.

    O(k N^2) for codes that leave k parts: pairs go by as long numbers, xored at once.
    """
    options = _Options(claim.code, _continued(claim, given, pace.until))
    end = _end(options.values)
    for n in pace:
        rows = options.of(n)
        least = 0
        while least < end and any(least in row for row in rows):
            least += 1
        if least != options.values[n]:
            raise _differs(n, least, options.values[n])


def _continued(claim: _Claim, given: list[int], size: int) -> Values:
    """Return the first values of the sequence that the given ones begin, in as few bytes as they fit in."""
    largest = max(given)
    values = array("B" if largest < 1 << 8 else "H" if largest < 1 << 16 else "L", given[:size])
    room(size * values.itemsize, MOST_BYTES)
    again = values[claim.preperiod :]
    while again and len(values) < size:
        values += again[: size - len(values)]
    return values


def _differs(n: int, right: int, said: int) -> Unproved:
    return Unproved("g({n}) is {right} by the rules, and the certificate says {said}", n=n, right=right, said=said)


class _Options:
    """The options of heaps by a finite code, as sets of values that all of them together have."""

    def __init__(self, code: Code, values: Values) -> None:
        self.values = values
        self.back = values[::-1]
        self.unequal = code.unequal
        self.wholes = set(_places(code, 1))
        self.takes = _places(code, 2)
        self.pairs = _places(code, 4)
        self.more = [(m, j) for j in range(3, code.parts + 1) for m in _places(code, 1 << j)]
        self.parts = _Parts(self, code.parts) if self.more else None

    def of(self, n: int) -> list[Container[int]]:
        """Return sets of values whose union is that of the options of a heap."""
        values = self.values
        rows: list[Container[int]] = [self.two(n - m) for m in self.pairs if m < n - 1]
        rows.append({values[n - m] for m in self.takes if m < n} | ({0} if n in self.wholes else set[int]()))
        if self.parts is not None:
            rows += [_Bits(self.parts.of(n - m, j)) for m, j in self.more if n - m >= j]
        return rows

    def two(self, total: int) -> bytes | set[int]:
        """Return the values of two parts of a total."""
        half = (total - self.unequal) // 2
        first = len(self.back) - total
        return _xors(self.values[1 : half + 1], self.back[first : first + half])


def _xors(left: Values, right: Values) -> bytes | set[int]:
    """Return the values that xor makes of two lists, place by place. O(length), by one xor of long numbers."""
    both = int.from_bytes(left, "little") ^ int.from_bytes(right, "little")
    found = both.to_bytes(len(left) * left.itemsize, "little")
    return found if left.itemsize == 1 else set(array(left.typecode, found))


def _end(values: Values) -> int:
    """Return the least number that is too large for such a list, and so for what xor makes of two."""
    return 1 << 8 * values.itemsize


class _Bits(NamedTuple):
    """A set of values, as the bits of a number."""

    bits: int

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self.bits >> value & 1 == 1


class _Parts:
    """The values of j >= 3 parts of every total, as the bits of numbers."""

    def __init__(self, options: _Options, most: int) -> None:
        self.options = options
        self.width = max(options.values).bit_length()
        every = (1 << (1 << self.width)) - 1
        self.low = [every // ((1 << (1 << i)) + 1) for i in range(self.width)]  # 2^i ones, 2^i zeros, and again
        self.places: dict[int, list[int]] = {}
        self.rows: list[list[int]] = [[] for _ in range(most + 1)]

    def of(self, total: int, parts: int) -> int:
        """Return the values of so many parts of a total."""
        for n in range(len(self.rows[2]), total + 1):
            self._grow(n)
        return self.rows[parts][total]

    def _grow(self, total: int) -> None:
        """Add a total to each row: some part a, of value v, beside one part fewer of the rest."""
        self.rows[2].append(sum(1 << v for v in set(self.options.two(total))) if total > 1 else 0)
        for fewer, row in zip(self.rows[2:], self.rows[3:], strict=False):
            found = 0
            for value, places in self.places.items():
                rest = 0
                for a in places:
                    rest |= fewer[total - a]
                found |= self._xored(rest, value)
            row.append(found)
        if total:
            self.places.setdefault(self.options.values[total], []).append(total)

    def _xored(self, bits: int, value: int) -> int:
        """Return the set of v ^ value for the v of a set: each bit of the value swaps neighbouring blocks."""
        for i, low in enumerate(self.low):
            if value >> i & 1:
                bits = (bits & low) << (1 << i) | bits >> (1 << i) & low
        return bits


def _replay_all_but(claim: _Claim, given: list[int], pace: _Pace) -> None:
    """Check the values of an all-but code, the old options as one set that grows. O(N (m + values that fill gaps))."""
    largest = claim.last_digit
    room(pace.until, MOST_LISTED)
    near = [m for m in range(1, largest + 1) if claim.code.digits[m]]
    values: list[int] = []
    old: set[int] = set()
    base = 0  # all smaller values are old
    for n in pace:
        if n > largest:
            old.add(values[n - largest - 1])
            while base in old:
                base += 1
        last = {values[n - m] for m in near if m <= n}
        least = next(v for v in count(base) if v not in old and v not in last)
        values.append(given[n] if n < len(given) else values[n - claim.period] + claim.saltus)
        if least != values[n]:
            raise _differs(n, least, values[n])


def _replay_sparse(claim: _Claim, pace: _Pace) -> None:
    """Compute the values by sparse space; compare the rare heaps, the period, and for a window the depths."""
    if claim.mask is not None and claim.mask & claim.period & 1 and claim.criterion == "window":
        raise Unproved("the mask looks at the parity of a heap, and so a window proves only even periods")
    sparse = _Sparse(claim)
    rare = iter([*claim.rare, -1])
    expected = next(rare)
    first = pace.total - claim.period if claim.criterion == "window" else pace.total
    for n in pace:
        if n == 0:
            continue
        value, is_rare, is_deep = sparse.step(n)
        if is_rare != (n == expected):
            raise Unproved(
                "the value {value} of heap {n} is {what}, and the list says otherwise",
                value=value,
                n=n,
                what="rare" if is_rare else "common",
            )
        if is_rare:
            expected = next(rare)
        if n >= claim.preperiod + claim.period and sparse.values[n - claim.period] != value:
            raise _differs(n, value, sparse.values[n - claim.period])
        if is_deep and n >= first:
            raise Unproved("heap {n} wants splits to be read further than to the depth {depth}", n=n, depth=claim.depth)


class _Sparse:
    """Nim-sequences of codes of two parts, by a split of the values into rare and common ones.

    Bits 1, 2, … of the mask are those of a value: v is rare at heap n if the ones of v under them, and n + m besides if
    bit 0 of the mask is set, are together even, m being any of the places of digits that split (all of one parity then).
    So the value of a split a + b = n - m is common if just one of both heaps is rare, by adding up. Hence the options with
    common values are all found by taking and by splits with a rare heap; the least common value that is missing there is
    the value, unless a smaller rare one is missing, which may be an option only by other splits. (*Winning Ways* ch. 4.)
    That is so for any mask: it decides only how long it takes.
    """

    def __init__(self, claim: _Claim) -> None:
        code, mask = claim.code, claim.mask or 0
        self.splits = _places(code, 4)
        self.wholes = set(_places(code, 1))
        self.unequal = code.unequal
        self.by_position = mask & 1
        self.depth = claim.depth if claim.criterion == "window" else LARGEST_NUMBER
        self.odd = bytes(1)  # whether a value has an odd number of ones under the mask
        for i in range(1, LARGEST_SPLIT_VALUE.bit_length() + 1):
            self.odd += self.odd.translate(b"\1\0" + bytes(254)) if mask >> i & 1 else self.odd
        self.values = array("B", [0])
        # options by taking and with a rare heap: the place of the other heap counted from the end, and the rare heap's value
        self.places: list[int] = []
        self.held: list[int] = []
        self.later: dict[int, list[tuple[int, int, int]]] = {}
        self.equal: dict[int, list[int]] = {}
        for m in _places(code, 2):
            self.later.setdefault(m + 1, []).append((-m, 0, -1))

    def step(self, n: int) -> tuple[int, bool, bool]:
        """Append the value of heap n, the next one from 1 on; return it, and whether it is rare.

        The third is whether splits were read beyond the depth.
        """
        seen = self._seen(n)
        flip = self.by_position & (n + self.splits[0])
        missing: list[int] = []
        for value, odd in enumerate(self.odd):
            if value not in seen:
                if odd != flip:
                    break
                missing.append(value)
        else:
            raise TooLarge(
                "the value of heap {n} is looked for beyond {largest_split_value:,}",
                n=n,
                largest_split_value=LARGEST_SPLIT_VALUE,
            )
        is_deep = False
        if missing:
            missing, is_deep = self._unattained(n, missing)
        if missing:
            value = missing[0]
            for m in self.splits:
                self.later.setdefault(n + m + 1, []).append((-n - m, value, 2 * n + m if self.unequal else -1))
        if value >> 8 and self.values.typecode == "B":
            self.values = array("H", self.values)
        self.values.append(value)
        return value, bool(missing), is_deep

    def _seen(self, n: int) -> set[int]:
        """Return the values of the options by taking, and by splits with a rare heap."""
        for place, value, barred in self.later.pop(n, ()):
            if barred >= n:
                self.equal.setdefault(barred, []).append(len(self.places))
            self.places.append(place)
            self.held.append(value)
        if n in self.equal:
            seen = self._unlike(set(self.equal.pop(n)))
        else:
            seen = set(map(xor, self.held, map(self.values.__getitem__, self.places)))
        if n in self.wholes:
            seen.add(0)
        return seen

    def _unlike(self, barred: set[int]) -> set[int]:
        """Return the values of the options without some, which split a heap into equal parts where that is no move."""
        rows = enumerate(zip(self.held, self.places, strict=True))
        return {held ^ self.values[place] for i, (held, place) in rows if i not in barred}

    def _unattained(self, n: int, missing: list[int]) -> tuple[list[int], bool]:
        """Return which values no split has, and whether splits were read beyond the depth."""
        lower, upper, end_of_values = 1, FIRST_SPLITS, _end(self.values)
        lasts = [(n - m, (n - m - self.unequal) // 2) for m in self.splits]
        longest = max(last for _, last in lasts)
        while lower <= longest:
            if lower <= self.depth < upper:
                upper = self.depth
            for rest, last in lasts:
                end = min(last, upper)
                if lower <= end:
                    row = _xors(self.values[lower : end + 1], self.values[rest - lower : rest - end - 1 : -1])
                    missing = [v for v in missing if v >= end_of_values or v not in row]
                    if not missing:
                        return missing, lower > self.depth
            lower, upper = upper + 1, 4 * upper
        return missing, True
