"""What may be declared beside the moves of a large game: keys, tiers, symmetries, the moves backwards.

None of it says what a player may do, so the rule's hash is without it; each is compared with the moves on a sample before
it is used (`grundy.rules.hook_checks`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, Self, TypeVar

from grundy.common.limits import kinds
from grundy.common.messages import N_
from grundy.rules.failures import asked, walked
from grundy.rules.ruleset import WITHOUT, Ruleset, accepted

if TYPE_CHECKING:
    from grundy.rules.hook_checks import Gains

F = TypeVar("F", bound=Callable[..., Any])
MOST_IMAGES = 1 << 12
"""The most images of a state."""
LARGE = ("rank", "unrank", "tier", "symmetries", "predecessors")
"""The names of these hooks."""
KEYS = 1 << 62
"""Keys and tiers are below."""


class LargeGame(Ruleset):
    """A ruleset whose positions may be numbered, put in tiers, folded and gone back from."""

    below: Callable[..., int] | int | None = None
    """A number above all keys, or a function of the start's arguments that returns it."""
    dense = False
    """Whether most numbers below that are keys of positions, so that an array of all is worth its room."""
    is_monotone = False
    """Whether a stone more never hurts its owner, and somebody always wins."""

    # ---- declared

    def rank(
        self, function: F = WITHOUT, /, *, below: Callable[..., int] | int | None = None, dense: bool = False
    ) -> F:
        """Declare the key of a state: a function of the state that returns an integer from 0 up, another for each state.

        ``below``: a number above all keys, or a function of the start's arguments and the parameters that returns it;
        ``dense``: most numbers below are keys of positions, so that results are kept in an array, without keys.
        """
        kinds(Callable | int | None, N_("an integer or a function"), below=below)
        self.below, self.dense = below, dense
        return self._hook("rank", function)

    def unrank(self, function: F = WITHOUT) -> F:
        """Declare the way back: a function of a key that returns its state, None where the key is no position."""
        return self._hook("unrank", function)

    def tier(self, function: F = WITHOUT) -> F:
        """Declare tiers: a function of the state that returns an integer from 0 up, which no move makes smaller."""
        return self._hook("tier", function)

    def symmetries(self, function: F = WITHOUT) -> F:
        """Declare symmetries: a generator of the images of a state; the least of them and the state stands for all."""
        return self._hook("symmetries", function)

    def twins(self, function: F = WITHOUT) -> F:
        """Declare images as `symmetries` does, but for a search of the winner alone: positions are counted as they are."""
        return self._hook("twins", function)

    def predecessors(self, function: F = WITHOUT) -> F:
        """Declare the moves backwards: a generator of the states from which a move leads to a state.

        Those that have ended may be among them, and are left out.
        """
        return self._hook("predecessors", function)

    def monotone(self) -> None:
        """Declare that a further stone never hurts its owner, and that just one player ends up with what wins, as in Hex.

        A state is two integers, the stones of the player to move and the other's. A move adds a bit to the first and swaps
        them. Whether the player who has just moved wins depends on his own stones (J. van Rijswijck, *Set Colouring Games*,
        2006). The search for the winner then drops moves that cannot matter. It compares this with the moves first, on games
        played by lot.

        >>> import grundy as gr
        >>> gr.hex.is_monotone, gr.tic_tac_toe.is_monotone
        (True, False)
        """
        self.is_monotone = True
        self.forget()

    def gains(self, *args: Any, **params: Any) -> Gains:
        """Compare these hooks with the moves on a sample of the positions that a start leads to, and say what they gain.

        RulesError names a hook that is wrong, a position, and the two answers. About a second.

        >>> import grundy as gr
        >>> gr.connect4.gains(width=3, height=2, line=3).sentences()[0]
        'tiers: 7, the largest with 33 of 115 positions'
        """
        from grundy.rules.hook_checks import check_hooks  # most games need none

        position = self(*args, **params) if args or params else self.start()
        own = position.ruleset
        assert isinstance(own, LargeGame)
        return check_hooks(own, position.state)

    # ---- asked

    def unfolded(self) -> Self:
        """Return these rules without symmetries."""
        return self._with_symmetries(None)

    def by_images(self) -> Self | None:
        """Return these rules with the symmetries that a search of the winner uses, None where there are none."""
        return self._with_symmetries(self.hooks["twins"]) if "twins" in self.hooks else self if self.folds else None

    def _with_symmetries(self, images: Callable[..., Any] | None) -> Self:
        another = self._another()
        another._memories = {}
        another.hooks = {
            name: hook for name, hook in self.hooks.items() if name not in ("symmetry", "symmetries", "twins")
        }
        another.hooks |= {} if images is None else {"symmetries": images}
        return another

    @property
    def has_hooks(self) -> bool:
        """Whether anything of this is declared, or bounds, or symmetries."""
        return self.folds or self.bounds is not None or not self.hooks.keys().isdisjoint(LARGE)

    def canonical(self, state: Any) -> Any:
        """Return the state that stands for all that the declared symmetries call the same."""
        hook = self.hooks.get("symmetry")
        if hook is not None:
            return self.state_of(self._asked(hook, state))
        return min((state, *self.images(state))) if "symmetries" in self.hooks else state

    def images(self, state: Any) -> Iterator[Any]:
        """Iterate over the images of a state that the declared symmetries yield."""
        made = walked(self, state, self._asked(self.hooks["symmetries"], state))
        found = [*islice(map(self.state_of, made), MOST_IMAGES + 1)]
        if len(found) > MOST_IMAGES:
            raise self.bad_rules("the symmetries of {name} at {position} do not end", position=self.describe(state))
        return iter(found)

    def before(self, state: Any) -> Iterator[Any]:
        """Iterate over the states from which a move leads to a state, as the game declares them."""
        found = map(self.state_of, walked(self, state, self._asked(self.hooks["predecessors"], state)))
        return (each for each in found if self.ended(each) is None)

    def key_of(self, state: Any) -> int:
        """Return the declared key of a state; RulesError where it is no number from 0 up."""
        return self._number("rank", state)

    def state_of_key(self, key: int) -> Any:
        """Return the state of a declared key, None where the game says that the key is no position."""
        hook = self.hooks["unrank"]
        found = asked(self, key, hook, key, **accepted(hook, self.params))
        return None if found is None else self.state_of(found)

    def tier_of(self, state: Any) -> int:
        """Return the declared tier of a state, 0 where there are none; RulesError where it is no number from 0 up."""
        return self._number("tier", state) if "tier" in self.hooks else 0

    def _number(self, name: str, state: Any) -> int:
        found = self._asked(self.hooks[name], state)
        if not isinstance(found, int) or not 0 <= found < KEYS:
            raise self.bad_rules(
                "{name}: {hook}({position}) returned {found!r}; it must be an integer with 0 <= value < 2^62",
                hook=name,
                found=found,
                position=self.describe(state),
            )
        return int(found)

    def limit_of_keys(self, start: Any) -> int:
        """Return the declared number above all keys of the positions that a start leads to, 2^62 where there is none.

        RulesError where what is declared is no such number.
        """
        below = self._asked(self.below, start) if callable(self.below) else self.below
        if below is None:
            return KEYS
        if not isinstance(below, int) or below < 1:
            raise self.bad_rules(
                "the keys of {name} are declared to be below {below!r}, which is not an integer from 1 up", below=below
            )
        return below

    def limits_of(self, start: Any) -> tuple[int, ...] | None:
        """Return the declared bounds of the positions that a start leads to, None where there are none.

        RulesError where they are no tuple of integers from 1 up.
        """
        bounds = self._asked(self.bounds, start) if callable(self.bounds) else self.bounds
        if bounds is None:
            return None
        if not isinstance(bounds, tuple) or not all(isinstance(most, int) and most > 0 for most in bounds):
            raise self.bad_rules(
                "the bounds of {name} are {bounds!r}; they must be a tuple of integers from 1 up, one for "
                "each number of a state",
                bounds=bounds,
            )
        return bounds
