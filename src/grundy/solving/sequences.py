"""Nim-sequences of heap games, and the laws that are proved of them.

g(n) is the mex of the xors g(h1) ^ g(h2) ^ … over the ways to replace a heap of n. A finite code looks only so far, so
that enough repeated values prove a period for all heaps (`grundy.values.patterns.periods`,
`grundy.values.patterns.windows`). A Python rule may change its mind at any n: its period is no more than a conjecture,
unless its source reads as a code.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.common import limits
from grundy.common.errors import GrundyError, OutOfTime, RulesError, TooLarge
from grundy.common.messages import _
from grundy.common.seam import known
from grundy.common.threads import lock
from grundy.rules.heaps import CodeRuleset, HeapCode, HeapFunction, HeapRuleset, Heaps
from grundy.rules.session import Field
from grundy.solving import recurrence

if TYPE_CHECKING:
    from grundy.solving.sparse import SparseSequence
    from grundy.values.patterns.law import Law


PLAIN = 1 << 10
"""Values that the interpreted recurrence computes before a kernel is called."""
PLAIN_SETS = 1 << 14
"""The same for subtraction sets, by bit sets."""
PLAIN_PARTS = 1 << 7
"""The same where three heaps or more may be left."""
QUICKLY = 1 << 14
"""Values among which a period is looked for before a large heap is refused."""
LIMITS = {"octal": 1 << 16, "subtraction": 1 << 20, "unequal": 1 << 16, "finite": 1 << 11}
"""Values among which `law` looks for a period, unless told; of other games `UNREAD`."""
UNREAD = 1 << 11
STEPS = 16_000
"""Steps of at most `recurrence.OFTEN` options, or of one heap, that these may take: of an interpreted rule some seconds."""
LARGEST = {"octal": 1 << 18, "subtraction": 1 << 26, "unequal": 1 << 24, "infinite": 1 << 14}
"""Heaps that are computed for a single answer, without a period; of other codes `LARGEST_PARTS`."""
LARGEST_PARTS = 1 << 13
PROVED_FROM, PATIENCE = 1 << 13, 3.0
"""Heaps from which on a law of a Python rule that is no code is looked for, and the seconds that it may take."""
SPARED = 0.5
"""Seconds from which on a law is worth looking for."""
REACHED = 1 << 17
"""Options of a heap that are looked through for those of a value."""
SOON, FEW, WIDE = 1 << 14, 1 << 18, 1 << 12
"""Options that are looked at to compute those heaps alone that a large one reaches, before a period is looked for and after
it, and options of one heap."""
KEPT = 1 << 31
"""Values that are all kept while a law is looked for; beyond, a window of them."""
MEMORY = 8 << 30
"""Bytes that the values of one sequence may take."""

Progress = Callable[[int, int], None]


class NimSequence:
    """The Grundy values of the heaps 0, 1, 2, … of one heap game, computed as far as they were asked for.

    ``proved`` is the law that holds for all heaps, once it is found. 1 byte a value above `PLAIN`, 2 or 4 if it needs them.
    """

    def __init__(self, rules: HeapRuleset) -> None:
        self.rules = rules
        self.values: Any = []
        self.proved: Law | None = None
        self.sparse: SparseSequence | None = None
        self._code: HeapCode | None = rules.code if isinstance(rules, CodeRuleset) else None
        self._unread = isinstance(rules, HeapFunction)
        self._why = ""
        self._law_asked = [False, False]
        self._few: dict[int, int] = {}  # values of large heaps that reach few others
        self._looked = self._bound_at = 0
        self._extending = lock()

    # ---- values

    def value(self, heap: int) -> int:
        """Return the Grundy value of a heap of any size that is within reach; TooLarge otherwise."""
        if (told := self.told(heap)) is not None:
            return told
        code = self.code(heap)
        if code is not None:
            limit = LARGEST.get(code.family, LARGEST_PARTS)
            if heap >= limit:
                raise TooLarge(
                    "{name}: no period was found quickly, and a heap of {heap:,} is beyond the {limit:,} "
                    "computed for one answer: ask for its law with a larger limit first",
                    name=self.rules.name,
                    heap=heap,
                    limit=limit,
                )
        self.extend(heap + 1)
        return int(self.values[heap])

    def told(self, heap: int) -> int | None:
        """Return the value of a heap by what is computed, by a law or by the few heaps that it reaches; else None."""
        if heap < len(self.values):
            return int(self.values[heap])
        if self.proved is None and heap >= 64:
            self._prove_quickly(heap)
        if self.proved is None and heap >= PROVED_FROM and self._code is None:
            for most, patience in ((SOON, 0), (FEW, PATIENCE)):
                if self.proved is None and (few := self._reached(heap, most)) is not None:
                    return few
                self._prove_rule(patience)
        return None if self.proved is None else self.proved.value(heap)

    def _reached(self, heap: int, most: int) -> int | None:
        """Return the value of a heap by those alone that it reaches; None where they have more options, or long loops."""
        from grundy.solving.memory import settled  # most heaps are in a sequence

        if not isinstance(self.rules, HeapFunction) or not is_short(self.rules):
            return None
        left = [most]
        return settled(heap, lambda n: self._worth(n, left), self._few)

    def _worth(self, heap: int, left: list[int]) -> Generator[int, int, int | None]:
        """Ask for the values of heaps that are not known; return that of a heap, None where that takes long."""
        from grundy.values.nimber import mex  # as above

        values = set[int]()
        for number, parts in enumerate(self.rules.heap_options(heap)):
            left[0] -= 1
            if left[0] < 0 or number == WIDE or max(parts, default=0) >= heap:
                return None
            value = 0
            for part in parts:
                known = self._few.get(part) if part >= len(self.values) else int(self.values[part])
                if known is None:
                    known = yield part
                value ^= known
            values.add(value)
        return mex(values)

    def _prove_rule(self, seconds: float) -> None:
        """Look once for a law of a Python rule that is no code, in no time for a period that few values prove."""
        with suppress(GrundyError), self._extending:  # who asks beside it waits for the answer
            if self._law_asked[bool(seconds)] or self.proved is not None or not isinstance(self.rules, HeapFunction):
                return
            self._law_asked[bool(seconds)] = True
            law = known.law(self.rules, seconds=seconds) if seconds else getattr(known.period(self.rules), "law", None)
            if law is None or not law.proved:
                return
            if law.kind == "bits" or law.value(1 << 60) is not None:  # a law of who loses gives no values
                self.proved = law
                if law.form is None and len(law.head) > len(self.values):
                    self.take(list(law.head))

    def code(self, heap: int = QUICKLY) -> HeapCode | None:
        """Return the code of the rules, if they are one; a Python rule is read only for large heaps."""
        if self._unread and heap >= UNREAD and isinstance(self.rules, HeapFunction):
            from grundy.rules.as_heap_code import read_code_of

            self._unread = False
            self._code, self._why = read_code_of(self.rules)
        return self._code

    def extend(self, count: int, *, threads: int | None = None, progress: Progress | None = None) -> None:
        """Compute the values of all heaps below ``count``; TooLarge, with the bytes, for too many."""
        with self._extending:  # one thread at a time
            self._extend(count, threads, limits.telling(progress))

    def _extend(self, count: int, threads: int | None, progress: Progress) -> None:
        have = len(self.values)
        if count <= have:
            return
        self._refuse(count)
        code = self._code
        if code is None:
            self._extend_by_rule(count, progress)
        elif code.family == "all-but":
            from grundy.values.patterns.law import all_but_values

            self.values = all_but_values(code.excluded, max(count, 2 * have))
        elif code.family == "subtraction" and count <= PLAIN_SETS:
            self.values = recurrence.subtraction_values(code, count)
        elif isinstance(self.values, list) and count <= (PLAIN if code.parts < 3 else PLAIN_PARTS):
            recurrence.code_values(code, self.values, count)
            progress(count, count)
        elif code.parts > 2 or code.divisions:
            self.values = recurrence.parts_values(code, max(count, 2 * have), progress)
        else:
            self._extend_by_sparse_space(code, count, threads, progress)

    def _refuse(self, needed: int) -> None:
        """Raise TooLarge where values would need so many bytes."""
        ruled = self._code is None
        allowed = limits.memory(limits.MEMORY if ruled else MEMORY)
        if needed > allowed:
            law = _(" since no law of them was proved: grundy law tells what was tried") if ruled else ""
            raise TooLarge(
                "{name}: the values need {gib:,.1f} GiB or more, and {memory:g} GiB are allowed{law}",
                name=self.rules.name,
                gib=needed / 2**30,
                memory=allowed / 2**30,
                law=law and "," + law,
                needed=needed,
            )

    def _extend_by_sparse_space(
        self, code: HeapCode, count: int, threads: int | None, progress: Progress | None
    ) -> None:
        from grundy.solving.sparse import SparseSequence

        if self.sparse is None or code.repeat:
            finite = HeapCode(code.expanded(count), (), code.unequal) if code.repeat else code
            self.sparse = SparseSequence(finite, self.values)
        try:
            self.sparse.extend(count, threads=threads, progress=progress)
        finally:  # what was computed before an interruption is kept
            self.values = self.sparse.values[: self.sparse.done]

    def _extend_by_rule(self, count: int, progress: Progress) -> None:
        rules = self.rules
        assert isinstance(rules, HeapFunction)
        self._refuse(8 * count)
        if count - len(self.values) > 300:
            found = rule_sequence(rules, count, progress)
            if found is not None:
                self.values = found
                return
        self.values = list(self.values)
        recurrence.rule_values(rules, self.values, count, progress)

    def take(self, values: Any) -> None:
        """Go on from values that are known; they must be right."""
        self.values, self.sparse = values, None

    def computed(self, count: int) -> Any:
        """Return the first values as an array, no more than are computed, also while others are being computed."""
        import numpy as np

        if self.sparse is not None and self.sparse.done > len(self.values):
            return self.sparse.values[: min(count, self.sparse.done)]
        return np.asarray(self.values[:count])

    @property
    def rares(self) -> Any:
        """The heaps of rare value as an array, while there is a split into rare and common values; else None."""
        return None if self.sparse is None or self.sparse.space is None else self.sparse.rares

    def first(self, count: int, *, threads: int | None = None, progress: Progress | None = None) -> Any:
        """Return the first values as an array: computed, or continued by the law where one was proved on the way."""
        import numpy as np

        self._refuse(count)
        if count > PLAIN and (code := self.code(count)) is not None and code.parts < 3:
            self.look(count, threads=threads, progress=progress)  # a period spares the rest
        elif count > PROVED_FROM and self._code is None:
            self._prove_if_it_spares(count)
        if self.proved is None or count <= len(self.values):
            self.extend(count, threads=threads, progress=progress)
            return np.asarray(self.values[:count])
        start, period = self.proved.preperiod, self.proved.period
        if self.proved.form is not None:
            return np.asarray(self.proved.values(count))
        if self.proved.saltus:
            heaps = np.arange(start, count)
            head = np.asarray(self.proved.head, np.int64)
            later = head[start:][(heaps - start) % period] + (heaps - start) // period * self.proved.saltus
            return np.concatenate([head[:start], later])
        known = np.asarray(self.values)
        known = known.astype(np.min_scalar_type(int(known.max())))
        found = np.empty(count, known.dtype)
        have = min(len(known), count)
        found[:have] = known[:have]
        repeated = (have - start) // period * period
        while have < count:  # what is there is copied behind itself, twice as much each time
            more = min(count - have, repeated)
            found[have : have + more] = found[have - repeated : have - repeated + more]
            have += more
            repeated *= 2
        return found

    def _prove_if_it_spares(self, count: int) -> None:
        """Look for a law where so many values would take longer, as far as some values tell."""
        self.extend(PLAIN)  # with what it takes to compile the rule
        begun = time.perf_counter()
        self.extend(4 * PLAIN)
        expected = (time.perf_counter() - begun) * (count / (4 * PLAIN)) ** 2
        if expected > 2 * SPARED:
            self._prove_rule(min(PATIENCE, expected / 2))

    # ---- laws

    def law(
        self, limit: int | None, *, threads: int | None = None, progress: Progress | None = None, seconds: float = 60
    ) -> Law:
        """Return the strongest law that is proved from the first ``limit`` values, or else the one that they show.

        Of a rule that is no code so many values are computed as ``seconds`` suffice for, unless a limit is given.
        """
        from grundy.solving import sequence_laws  # a small heap's value needs none

        code = self.code()
        if code is None:
            reason = _(
                "The rule cannot be read as a code for all heaps, so it may do anything for larger ones ({why})."
            ).format(why=self._why)
            if limit is not None:
                self.extend(limit)
            else:
                self._extend_in_time(limit := UNREAD, seconds)
                reason = reason if len(self.values) >= limit else f"{reason} {limits.too_late(limit - 1)}"
            return sequence_laws.conjecture(self.values[:limit], reason)
        limit = LIMITS.get(code.family, UNREAD) if limit is None else limit
        self.look(min(limit, KEPT), threads=threads, progress=progress)
        if self.proved is not None:
            return self.proved
        if limit > KEPT and self.sparse is not None:
            return self._law_by_window(self.sparse, limit, threads, progress)
        self.extend(limit, threads=threads, progress=progress)
        return sequence_laws.observed(code, self.values[:limit])

    def _extend_in_time(self, count: int, seconds: float) -> None:
        """Compute the first values of a rule: ``count``, or as many as so many seconds, or told steps, suffice for."""
        steps = iter(range(STEPS))

        def tell(_done: int, _total: int) -> None:
            if next(steps, None) is None:
                raise limits.overtime()

        with suppress(OutOfTime), limits.keeping(limits.Limits(seconds)):
            for some in (count // 4, count):  # of a compiled rule those of an interrupted call are lost
                self.extend(some, progress=tell)

    def _law_by_window(self, sparse: SparseSequence, limit: int, threads: int | None, progress: Progress | None) -> Law:
        """Return the law of a sequence that is too long for memory; of its values only the last ones are held."""
        from grundy.solving.sequence_laws import by_window

        self.values, self.sparse, self._looked = [], None, 0
        return by_window(sparse, limit, threads, progress)

    def look(self, limit: int, *, threads: int | None = None, progress: Progress | None = None) -> None:
        """Look for a proof, with no more than ``limit`` values."""
        code = self.code()
        if code is None or self.proved is not None:
            return
        if code.family == "all-but":
            from grundy.solving.sequence_laws import proved_all_but

            self.proved = proved_all_but(code)
        if code.family not in LIMITS:
            return
        looked = self._looked
        told = None if progress is None else lambda done, _: progress(done, limit)
        while self.proved is None and looked < limit:
            looked = max(looked, len(self.values) if looked else 0)
            looked = min(limit, 2 * looked + 64 if isinstance(self.values, list) else looked + looked // 20 + 64)
            self.extend(looked, threads=threads, progress=told)
            self._prove(code)
            self._looked = looked

    def _prove(self, code: HeapCode) -> None:
        """Ask the criteria whether the values there are prove a period."""
        from grundy.solving.sequence_laws import proved

        values = self.values
        long = not isinstance(values, list) and len(values) >= self._bound_at
        self.proved = proved(code, values, self.sparse, long=long)
        if long:
            self._bound_at = len(values) + len(values) // 4 if len(values) > 1 << 16 else 0

    def _prove_quickly(self, heap: int) -> None:
        """Look for a proof among as few values as a heap of that size deserves."""
        code = self.code(heap)
        if code is None:
            return
        if code.family == "subtraction":
            self.look(min(2 * heap, 1 << 20))
        elif code.family != "unequal":
            self.look(min(2 * heap, PLAIN if heap < QUICKLY else QUICKLY, LIMITS.get(code.family, UNREAD)))

    # ---- moves

    def reach(self, heap: int, target: int) -> Iterator[Heaps]:
        """Iterate over the replacements of a heap whose xor of values is ``target``."""
        law, code = self.proved, self._code
        if law is None or code is None or heap < len(self.values):
            from grundy.values.nimber import nim_sum  # as above

            for number, parts in enumerate(self.rules.heap_options(heap)):
                if number == REACHED:
                    raise TooLarge(
                        "{name}: among the first {most:,} options of a heap of {heap:,} were not all that are looked for",
                        name=self.rules.name,
                        most=number,
                        heap=heap,
                    )
                if nim_sum(*map(self.value, parts)) == target:
                    yield parts
            return
        if law.saltus:
            yield from ((left,) for left in self._heaps_of(target, heap) if code.digit(heap - left) & 2)
            return
        for taken, digit in enumerate(code.digits):
            for parts in range(1, digit.bit_length()):
                if digit >> parts & 1:
                    yield from self._splits(heap - taken, parts, 1, target)

    def _heaps_of(self, target: int, below: int) -> Iterator[int]:
        """Iterate over the heaps of a value, by an arithmetic period."""
        law = self.proved
        assert law is not None
        for n in range(law.preperiod + law.period):
            value = law.value(n)
            if value == target and n < law.preperiod:
                yield n
            elif n >= law.preperiod and target >= value and (target - value) % law.saltus == 0:
                far = n + (target - value) // law.saltus * law.period
                if far < below:
                    yield far

    def _splits(self, rest: int, parts: int, least: int, target: int) -> Iterator[Heaps]:
        """Iterate over the ways to write a large ``rest`` as so many heaps, of the value ``target`` together.

        Two heaps are looked for residue by residue, so that it ends where there are none. Of more heaps all but the
        largest can be made small by whole periods: the first ways come soon.
        """
        if parts == 1:
            if rest >= least and self.value(rest) == target:
                yield (rest,)
        elif parts == 2:
            yield from self._pairs(rest, least, target)
        else:
            for part in range(least, rest // parts + 1):
                for others in self._splits(rest - part, parts - 1, part, target ^ self.value(part)):
                    yield part, *others

    def _pairs(self, rest: int, least: int, target: int) -> Iterator[Heaps]:
        assert self.proved is not None and self._code is not None
        start, period = self.proved.preperiod, self.proved.period
        half = (rest - self._code.unequal) // 2
        first = max(start, least)
        for part in range(least, min(first, half + 1)):
            if self.value(part) ^ self.value(rest - part) == target:
                yield part, rest - part
        good = [a for a in range(first, first + period) if self.value(a) ^ self.value(rest - a) == target]
        for base in range(0, half + 1, period) if good else ():
            for a in good:
                if base + a <= half:
                    yield base + a, rest - base - a


SEQUENCE = Field[NimSequence | None]("sequence", lambda: None)


def of(rules: HeapRuleset) -> NimSequence:
    """Return the nim-sequence of a heap game, the same one each time."""
    memory = rules.memory
    found = memory[SEQUENCE]
    if found is None:
        found = memory[SEQUENCE] = NimSequence(rules)
    return found


def is_short(rules: HeapFunction) -> bool:
    """Whether the options of a heap take few steps, however large it is: no loop is as long as a heap may be.

    >>> from grundy.games import load
    >>> is_short(load("split_nim"))
    False
    """
    from grundy.language.ir import For, Local, While, nodes
    from grundy.language.refusal import Unreadable
    from grundy.rules.data import routine

    try:
        own = [node for each in routine(rules, rules.function).functions for node in nodes(each.body)]
    except (GrundyError, Unreadable):
        return False
    ranges = [(node.start, node.stop, node.step) for node in own if isinstance(node, For)]
    bounded = not any(isinstance(node, Local) for each in ranges for node in nodes(each))
    return bounded and not any(isinstance(node, While) for node in own)


def rule_sequence(rules: HeapFunction, count: int, progress: Progress | None = None) -> Any:
    """Return the first values of the nim-sequence of a Python rule, compiled, or None if it must be interpreted."""
    from grundy.kernels.contract import OutOfBounds, Unfit
    from grundy.kernels.heaps import nim_sequence_by_rule
    from grundy.solving.comparing import rederive_sequence
    from grundy.solving.compiled_rules import give_up, native_heaps, went_on
    from grundy.solving.reading_rules import numbers_of

    made = native_heaps(rules)
    if made is None:
        return None
    try:
        values = nim_sequence_by_rule(
            made.fill, made.params, count, limit_bytes=limits.memory(), progress=limits.telling(progress)
        )
        rederive_sequence(rules, values, numbers_of(rules))
        return values
    except OutOfBounds as problem:
        raise RulesError(recurrence.NOT_SMALLER, name=rules.name, **problem.said.data) from None
    except Unfit as problem:
        if went_on(rules, problem, [count - 1 if problem.row is None else problem.row[0]]):
            return rule_sequence(rules, count, progress)
        give_up(rules, problem)
        return None


# ---- long nim-sequences that are kept on disk: begun where the saved values end, and saved at intervals


EVERY = 20.0
"""Seconds between two savings."""


@contextmanager
def kept(
    sequence: NimSequence, progress: Progress | None = None, *, folder: Path | None = None, every: float = EVERY
) -> Generator[Progress]:
    """Begin a sequence with the values on disk, and keep there what is computed within; yields the progress to call.

    Whatever ends the run, the values that were saved are not computed again. GrundyError for a Python rule that is no
    code: nothing would tell that it has changed.
    """
    from grundy.solving.store.sequences import SavedSequence

    code = sequence.code()
    if code is None:
        raise GrundyError(
            "only sequences of heap codes are saved, and the rules of {name} cannot be read as one",
            name=sequence.rules.name,
        )
    with SavedSequence.open(str(code), folder=folder) as saved:
        if len(saved) > len(sequence.values):
            sequence.take(saved.values())
        last = time.monotonic()

        def keep(done: int, total: int) -> None:
            nonlocal last
            if time.monotonic() - last > every:
                saved.append(sequence.computed(done)[len(saved) :], len(saved))
                last = time.monotonic()
            if progress is not None:
                progress(done, total)

        try:
            yield keep
        finally:
            saved.append(sequence.computed(len(sequence.values))[len(saved) :], len(saved))


def extend_saved(
    sequence: NimSequence,
    count: int,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    folder: Path | None = None,
    every: float = EVERY,
) -> Any:
    """Return the first ``count`` values as an array, begun from those on disk, and keep them there (see `kept`)."""
    with kept(sequence, progress, folder=folder, every=every) as keep:
        sequence.extend(count, threads=threads, progress=keep)
    return sequence.computed(count)


def law_saved(
    sequence: NimSequence,
    limit: int | None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    seconds: float = 60,
) -> Law:
    """Return the law of a sequence, begun from the values on disk, and keep there what is computed on the way."""
    with kept(sequence, progress) as keep:
        return sequence.law(limit, threads=threads, progress=keep, seconds=seconds)
