"""The hooks of large games compared with the moves, on a sample of play, before they are trusted; and what they gain.

The sample is all that a start leads to, where that is little; else what is near the start and what plays by lot meet, their
ends with them. Each hook answers for every state of it, and for the options of each.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any

from grundy.common import limits
from grundy.common.errors import RulesError
from grundy.common.messages import N_, _
from grundy.rules.images import check_images
from grundy.rules.samples import MET, going_on, near, played
from grundy.rules.session import Field
from grundy.values.outcome import LOSS

if TYPE_CHECKING:
    from grundy.rules.large_games import LargeGame
    from grundy.rules.ruleset import Ruleset


# ---- what the hooks beside the moves of a large game gain, as data and as sentences


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


# ----


EACH = 60
"""Positions of each tier, and options of each position, at which all hooks are asked."""
MOST, OPTIONS = 1_500, 300_000
"""Positions at which all hooks are asked, fewer where these have more options than this together, about."""
LOTS = 8
"""Plays by lot on which a monotone game is seen to be one."""
CHECKED = Field[dict[Any, Gains]]("checked hooks", dict)


def check_hooks(ruleset: LargeGame, start: Any) -> Gains:
    """Compare the hooks of a ruleset with its moves, from a start on, and return what they gain.

    RulesError names the hook that is wrong, the position, and the two answers. The same is not asked twice. Some 20,000
    options to find positions and 300,000 to compare them, about a second.

    >>> from grundy.games import load
    >>> gains = check_hooks(load("connect4").bind(width=3, height=2, line=3), (0, 0))
    >>> print(*gains.sentences(), sep=chr(10))
    tiers: 7, the largest with 33 of 115 positions
    keys: 9 bits a position instead of 128
    """
    if ruleset.is_monotone:
        check_monotone(ruleset, start)
    if not ruleset.has_hooks:
        return Gains(0, whole=False)
    found = ruleset.memory[CHECKED]
    if start not in found:
        with limits.working(_("trying out the hooks")):
            found[start] = _Trial(ruleset, start).gains()
    return found[start]


def check_monotone(ruleset: LargeGame, start: Any) -> None:
    """See on plays by lot that a further stone never hurts, and that one player wins; RulesError names a position."""
    chance = random.Random(0)

    def see(holds: bool, problem: str, state: Any) -> None:
        if not holds:
            told = _(problem)
            raise RulesError(
                "{name} is declared monotone, but {problem} at {position}",
                name=ruleset.name,
                problem=told,
                position=ruleset.describe(state),
            )

    for _play in range(LOTS):
        own, other = state = start
        bits: list[int] = []
        while ruleset.ended(state) is None:
            options = [*ruleset.options(state)]
            bits = [after ^ own for _other, after in options]
            kept = all(
                option[0] == other and not bit & (own | other) for option, bit in zip(options, bits, strict=True)
            )
            see(kept and all(bit.bit_count() == 1 for bit in bits), N_("a move does not just add a stone"), state)
            see(bool(options), N_("nobody has won"), state)
            own, other = state = chance.choice(options)
        see(ruleset.ended(state) == LOSS, N_("the player who has just moved does not win"), state)
        _fill_up(ruleset, state, [bit for bit in bits if not bit & (own | other)], chance, see)


def _fill_up(ruleset: LargeGame, state: Any, free: list[int], chance: random.Random, see: Callable[..., None]) -> None:
    """Go on by lot from where the game is over: who has won still has, and the other has not."""
    own, other = state
    chance.shuffle(free)
    for mine, its in zip(free[::2], free[1::2], strict=False):
        see(ruleset.ended((other, own | mine)) is None, N_("both players have won"), (other, own | mine))
        own, other = own | mine, other | its
        see(ruleset.ended((own, other)) == LOSS, N_("a further stone undoes a win"), (own, other))


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
        if ("rank" in self.hooks) != ("unrank" in self.hooks):
            raise self.rules.bad_rules("{name} declares only one of rank and unrank; both are needed")
        met, self.whole, self.moves = near(ruleset, start)
        self.most = max(EACH, min(MOST, int(OPTIONS / (1 + self.moves))))
        more = () if self.whole else played(ruleset, start, MET * self.most // MOST)
        self.states = {**met, **dict.fromkeys(more)}
        self.tiers: dict[Any, int] = {}
        self.below = ruleset.limit_of_keys(start)
        self.bounds = ruleset.limits_of(start)
        asked = {"bounds": self._bounds, "rank": self._rank, "tier": self._tier, "predecessors": self._predecessors}
        self.asked = [look for hook, look in asked.items() if hook in self.hooks or (hook == "bounds" and self.bounds)]

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
        if len(states) <= self.most:
            return states
        chance = random.Random(1)
        groups: dict[Any, list[Any]] = {}
        for state in states:
            ended = self.rules.ended(state)
            groups.setdefault((self.tiers[state], ended), []).append(state)
        chosen = [each for group in groups.values() for each in chance.sample(group, min(EACH, len(group)))]
        chosen = chosen if len(chosen) <= self.most else chance.sample(chosen, self.most)
        return list(dict.fromkeys([self.start, *chosen, *chance.sample(states, max(0, self.most - len(chosen)))]))

    # ---- each hook

    def _bounds(self, state: Any) -> None:
        assert self.bounds is not None
        cells = _cells(self.rules, state)
        if len(cells) != len(self.bounds) or not all(0 <= x < most for x, most in zip(cells, self.bounds, strict=True)):
            raise self.rules.bad_rules(
                "the bounds of {name} are {bounds!r}, and {position} is not within them",
                bounds=tuple(self.bounds),
                position=self.rules.describe(state),
            )

    def _rank(self, state: Any) -> None:
        rules = self.rules
        state = rules.canonical(state)
        key = rules.key_of(state)
        if key >= self.below:
            raise self.rules.bad_rules(
                "rank({position}) of {name} is {key}, but keys are declared to be below {below}",
                position=rules.describe(state),
                key=key,
                below=self.below,
            )
        back = rules.state_of_key(key)
        if back != state:
            raise self.rules.bad_rules(
                "{name}: rank({position}) = {key}, but unrank({key}) = {back}",
                position=rules.describe(state),
                key=key,
                back=self._told(back),
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
                raise self.rules.bad_rules(
                    "tier of {name} falls from {own} at {position} to {its} at {option}: no move may make it smaller",
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
                raise self.rules.bad_rules(
                    "the predecessors of {name} at {position} are {found}, but a move leads there from {state}",
                    position=rules.describe(fold(option)),
                    found=self._listed(found),
                    state=rules.describe(own),
                )
        for before in list(rules.before(own))[:EACH]:
            options = {fold(each) for each in going_on(rules, before)}
            if own not in options:
                raise self.rules.bad_rules(
                    "the predecessors of {name} at {position} include {state}, whose options are {found}",
                    position=rules.describe(own),
                    found=self._listed(options),
                    state=rules.describe(before),
                )

            if "rank" in self.hooks:
                self._within(own, fold(before))

    def _within(self, state: Any, before: Any) -> None:
        """See that a predecessor, which need not be one that the start leads to, has no other position's key."""
        rules = self.rules
        key = rules.key_of(before)
        if key < self.below and rules.state_of_key(key) != before:
            raise self.rules.bad_rules(
                "{name}: the predecessors of {position} include {state}, with rank {key}, but unrank({key}) = {back}",
                position=rules.describe(state),
                state=rules.describe(before),
                key=key,
                back=self._told(rules.state_of_key(key)),
            )

    def _told(self, state: Any) -> str:
        return _("no position") if state is None else self.rules.describe(state)

    def _listed(self, states: set[Any]) -> str:
        words = sorted(map(self.rules.show, states))
        return "; ".join(words[:6] + ["…"] * (len(words) > 6)) or _("none")
