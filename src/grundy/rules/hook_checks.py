"""The hooks of large games compared with the moves, on a sample of play, before they are trusted; and what they gain.

The sample is all that a start leads to, where that is little; else what is near the start and what plays by lot meet, their
ends with them. Each hook answers for every state of it, and for the options of each.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Any

from grundy import limits
from grundy.errors import RulesError
from grundy.language import _
from grundy.rules.ruleset import Ruleset, accepted
from grundy.rules.session import Field

if TYPE_CHECKING:
    from grundy.rules.large_games import LargeGame

NEAR = 20_000
"""Options that are looked at from a start on, breadth first."""
PLAYS, LENGTH, MET = 48, 400, 4_000
"""Plays by lot, positions of each, and of all."""
EACH = 60
"""Positions of each tier, and options of each position, at which all hooks are asked."""
MOST = 1_500
"""Positions at which all hooks are asked."""
CHECKED = Field[dict[Any, "Gains"]]("checked hooks", dict)


@dataclass(frozen=True)
class Gains:
    """What the hooks beside the moves of a game gain from a start on, by a sample of its positions.

    Attributes:
        positions: how many positions are in the sample.
        whole: whether they are all that the start leads to.
        folded: how many are left when the declared symmetries fold them; an estimate where the sample is not whole.
        tiers: how many positions there are in each tier that was met.
        cells: the numbers of a state, most of them.
        box: a number above all keys, by ``rank`` or by bounds.
        dense: whether that is the size of an array.
        moves: how many moves a position has.
        backwards: whether predecessors are declared.
    """

    positions: int
    whole: bool
    folded: float | None = None
    tiers: dict[int, int] = field(default_factory=lambda: dict[int, int]())
    cells: int = 1
    box: int | None = None
    dense: bool = False
    moves: float = 0.0
    backwards: bool = False

    def sentences(self) -> list[str]:
        """Return what each hook gains, a sentence each; of a game without hooks none."""
        told: list[str] = []
        if self.folded is not None and self.whole:
            words = _("symmetries fold {positions:,} positions to {folded:,}")
            told.append(words.format(positions=self.positions, folded=round(self.folded)))
        elif self.folded is not None:
            words = _("symmetries fold about {times:.1f} positions to one (by a sample of {positions:,})")
            told.append(words.format(times=self.positions / self.folded, positions=self.positions))
        if self.tiers:
            words = (
                _("tiers: {count:,}, the largest with {most:,} of {positions:,} positions")
                if self.whole
                else _("tiers: {count:,} met in a sample of {positions:,} positions")
            )
            told.append(
                words.format(count=len(self.tiers), most=max(self.tiers.values()), positions=sum(self.tiers.values()))
            )
        if self.box is not None:
            bits = max(1, (self.box - 1).bit_length())
            words = (
                _("keys: an array of {box:,} places, and no key beside a result")
                if self.dense
                else _("keys: {bits} bits a position instead of {before}")
            )
            told.append(words.format(box=self.box, bits=bits, before=64 * self.cells))
        if self.backwards:
            words = _("predecessors: no moves are kept, which are about {moves:.1f} a position")
            told.append(words.format(moves=self.moves))
        return told

    def to_dict(self) -> dict[str, Any]:
        """Return this as JSON, the sentences with it."""
        return {**vars(self), "sentences": self.sentences()}


def check_hooks(ruleset: LargeGame, start: Any) -> Gains:
    """Compare the hooks of a ruleset with its moves, from a start on, and return what they gain.

    RulesError names the hook that is wrong, the position, and the two answers. The same is not asked twice. Some 20,000
    options, about a second.

    >>> from grundy.games import load
    >>> gains = check_hooks(load("connect4").bind(width=3, height=2, line=3), (0, 0))
    >>> print(*gains.sentences(), sep=chr(10))
    tiers: 7, the largest with 33 of 115 positions
    keys: 9 bits a position instead of 128
    """
    if not ruleset.has_hooks:
        return Gains(0, whole=False)
    found = ruleset.memory[CHECKED]
    if start not in found:
        with limits.working(_("the hooks are tried out")):
            found[start] = _Trial(ruleset, start).gains()
    return found[start]


# -- the sample --------------------------------------------------------------------------------------------------------


def going_on(ruleset: Ruleset, state: Any) -> list[Any]:
    """Return the options of a state, none where it has ended."""
    return [] if ruleset.ended(state) is not None else list(ruleset.options(state))


def played(ruleset: Ruleset, start: Any) -> Iterator[Any]:
    """Iterate over the states of plays by lot from a start, the same each time."""
    chance = random.Random(0)
    left = MET
    for _play in range(PLAYS):
        state = start
        for _turn in range(LENGTH):
            yield state
            found = going_on(ruleset, state)
            left -= 1
            if left < 0 or not found:
                break
            state = chance.choice(found)


def _near(ruleset: Ruleset, start: Any) -> tuple[dict[Any, None], bool, float]:
    """Return states near a start, whether they are all that it leads to, and how many moves one has."""
    seen, line, left = {start: None}, [start], NEAR
    for done, state in enumerate(line):
        limits.check()
        found = going_on(ruleset, state)
        left -= len(found)
        if left < 0:
            return seen, False, (NEAR - left) / (done + 1)
        for child in found:
            if child not in seen:
                seen[child] = None
                line.append(child)
    return seen, True, (NEAR - left) / len(line)


def _cells(ruleset: Ruleset, state: Any) -> tuple[Any, ...]:
    """Return the numbers of a state."""
    cells = ruleset.arguments(state)
    return cells[0] if len(cells) == 1 and isinstance(cells[0], tuple) else cells


class _Trial:
    """The hooks of a ruleset, asked at a sample of its states."""

    def __init__(self, ruleset: LargeGame, start: Any) -> None:
        self.rules = ruleset
        self.start = start
        self.hooks = ruleset.hooks
        self.name = ruleset.name
        if ("rank" in self.hooks) != ("unrank" in self.hooks):
            raise RulesError(
                "{name} declares one of rank and unrank, and a key goes both ways: declare the other", name=self.name
            )
        near, self.whole, self.moves = _near(ruleset, start)
        self.states = near if self.whole else {**near, **dict.fromkeys(played(ruleset, start))}
        self.tiers: dict[Any, int] = {}
        self.below = ruleset.limit_of_keys(start)
        bounds = ruleset.bounds
        self.bounds = (
            bounds(*ruleset.arguments(start), **accepted(bounds, ruleset.params)) if callable(bounds) else bounds
        )
        asked: list[tuple[str, Callable[[Any], None]]] = [
            ("bounds", self._bounds),
            ("rank", self._rank),
            ("tier", self._tier),
            ("predecessors", self._predecessors),
        ]
        self.asked = [question for hook, question in asked if hook in self.hooks or (hook == "bounds" and self.bounds)]

    def gains(self) -> Gains:
        """Ask all hooks, and return what they gain."""
        self.tiers = {state: self.rules.tier_of(state) for state in self.states}
        for state in self._chosen():
            limits.check()
            if self.rules.folds:
                check_images(self.rules, state)
            for question in self.asked:
                question(state)
        if "rank" in self.hooks and self.rules.dense:
            self._holes()
        images = {self.rules.canonical(state) for state in self.states} if self.rules.folds else self.states
        tiers = Counter(self.tiers[i] if i in self.tiers else self.rules.tier_of(i) for i in images)
        box = self.below if "rank" in self.hooks else prod(self.bounds) if self.bounds else None
        return Gains(
            positions=len(self.states),
            whole=self.whole,
            folded=self._folded(len(images)) if self.rules.folds else None,
            tiers=dict(sorted(tiers.items())) if "tier" in self.hooks else {},
            cells=max(len(_cells(self.rules, state)) for state in self.states),
            box=box,
            dense=self.bounds is not None if "rank" not in self.hooks else self.rules.dense,
            moves=self.moves,
            backwards="predecessors" in self.hooks,
        )

    def _folded(self, images: int) -> float:
        """Return how many positions symmetries leave: counted, or of a sample by how many images each has."""
        if self.whole or "symmetry" in self.hooks:
            return images
        return sum(1 / len({state, *self.rules.images(state)}) for state in self.states)

    def _chosen(self) -> list[Any]:
        """Return states at which all is asked: all of a few, else some of each tier, those without moves first."""
        states = list(self.states)
        if len(states) <= MOST:
            return states
        chance = random.Random(1)
        groups: dict[Any, list[Any]] = {}
        for state in states:
            ended = self.rules.ended(state)
            groups.setdefault((self.tiers[state], ended), []).append(state)
        chosen = [each for group in groups.values() for each in chance.sample(group, min(EACH, len(group)))]
        chosen = chosen if len(chosen) <= MOST else chance.sample(chosen, MOST)
        return list(dict.fromkeys([self.start, *chosen, *chance.sample(states, MOST - min(MOST, len(chosen)))]))

    # ---- each hook

    def _bounds(self, state: Any) -> None:
        assert self.bounds is not None
        cells = _cells(self.rules, state)
        if len(cells) != len(self.bounds) or not all(0 <= x < most for x, most in zip(cells, self.bounds, strict=True)):
            raise RulesError(
                "the bounds of {name} are {bounds!r}, and {position} is not within them",
                name=self.name,
                bounds=tuple(self.bounds),
                position=self.rules.describe(state),
            )

    def _rank(self, state: Any) -> None:
        rules = self.rules
        state = rules.canonical(state)
        key = rules.key_of(state)
        if key >= self.below:
            raise RulesError(
                "the rank of {name} at {position} is {key}, and all are declared to be below {below}",
                name=self.name,
                position=rules.describe(state),
                key=key,
                below=self.below,
            )
        back = rules.state_of_key(key)
        if back != state:
            raise RulesError(
                "the rank of {name} at {position} is {key}, of which unrank makes {back}",
                name=self.name,
                position=rules.describe(state),
                key=key,
                back=_("no position") if back is None else rules.describe(back),
            )

    def _holes(self) -> None:
        """Ask for the states of keys that nobody has met: there must be an answer."""
        chance = random.Random(2)
        for key in (0, self.below - 1, *(chance.randrange(self.below) for _turn in range(EACH))):
            self.rules.state_of_key(key)

    def _tier(self, state: Any) -> None:
        rules = self.rules
        own = rules.tier_of(rules.canonical(state))
        for option in going_on(rules, state)[:EACH]:
            its = rules.tier_of(rules.canonical(option))
            if its < own:
                raise RulesError(
                    "the tier of {name} falls from {own} at {position} to {its} at {option}: no move may make it smaller",
                    name=self.name,
                    own=own,
                    position=rules.describe(state),
                    its=its,
                    option=rules.describe(option),
                )

    def _predecessors(self, state: Any) -> None:
        rules, fold = self.rules, self.rules.canonical
        own = fold(state)
        for option in going_on(rules, own)[:EACH]:
            found = {fold(each) for each in rules.before(fold(option))}
            if own not in found:
                raise RulesError(
                    "the predecessors of {name} at {position} are {found}, and a move leads there from {state}",
                    name=self.name,
                    position=rules.describe(fold(option)),
                    found=self._listed(found),
                    state=rules.describe(own),
                )
        for before in list(rules.before(own))[:EACH]:
            options = {fold(each) for each in going_on(rules, before)}
            if own not in options:
                raise RulesError(
                    "among the predecessors of {name} at {position} is {state}, whose options are {found}",
                    name=self.name,
                    position=rules.describe(own),
                    found=self._listed(options),
                    state=rules.describe(before),
                )

    def _listed(self, states: set[Any]) -> str:
        words = sorted(map(self.rules.show, states))
        return "; ".join(words[:6] + ["…"] * (len(words) > 6)) or _("none")


# -- symmetries, which every search uses -------------------------------------------------------------------------------


def check_images(ruleset: LargeGame, state: Any) -> None:
    """See that the images of a state, by the declared symmetries, have its ending, its tier and the images of its options.

    RulesError names the two positions, and in what they differ.
    """
    hook = "symmetry" if "symmetry" in ruleset.hooks else "symmetries"
    images = ruleset.images(state) if hook == "symmetries" else [ruleset.canonical(state)]
    for image in dict.fromkeys(images):
        if image == state:
            continue
        told = {"hook": hook, "name": ruleset.name, "one": ruleset.describe(state), "two": ruleset.describe(image)}
        first, second = ruleset.canonical(state), ruleset.canonical(image)
        if first != second:
            raise RulesError(
                "by the {hook} of {name} {one} and {two} are the same, but {first} stands for the one and {second} for the "
                "other",
                **told,
                first=ruleset.describe(first),
                second=ruleset.describe(second),
            )
        for what, asked in (("ending", ruleset.ended), ("tier", ruleset.tier_of)):
            first, second = asked(state), asked(image)
            if first != second:
                raise RulesError(
                    "by the {hook} of {name} {one} and {two} are the same, but the {what} of the one is {first}, of the "
                    "other {second}",
                    **told,
                    what=what,
                    first=_("none") if first is None else first,
                    second=_("none") if second is None else second,
                )
        mine, its = _folded(ruleset, state), _folded(ruleset, image)
        for option in mine ^ its:
            raise RulesError(
                "by the {hook} of {name} {one} and {two} are the same, but {option} is an option of {position} alone",
                **told,
                option=ruleset.describe(option[1]),
                position=told["one" if option in mine else "two"],
            )


def _folded(ruleset: LargeGame, state: Any) -> set[tuple[int, Any]]:
    """Return the gains and the options of a state that has not ended, each option as the state that stands for it."""
    if ruleset.ended(state) is not None:
        return set()
    pairs = ruleset.scored_options(state) if ruleset.scoring else ((0, option) for option in ruleset.options(state))
    return {(gain, ruleset.canonical(option)) for gain, option in islice(pairs, NEAR)}
