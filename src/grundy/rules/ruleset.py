"""A ruleset: what a game is. Its moves, its endings, its theorems, its words and its contest formats."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import partial
from operator import index
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from grundy.common.errors import PositionError, RulesError
from grundy.common.limits import kinds, numbers
from grundy.common.messages import N_, _, ngettext
from grundy.common.seam import engine, known, many_positions
from grundy.rules import scenes
from grundy.rules.closed_forms import Theorem
from grundy.rules.failures import accepted, asked, is_strange, require_callable, require_outcomes, tell, walked
from grundy.rules.position import Position
from grundy.rules.scenes import Look, Names, Scene, Starts, Variant, look_of, parted, spread
from grundy.rules.session import Field, Memory, Watched, session
from grundy.rules.solution import LEFT, RIGHT, Solution, convention, itself

if TYPE_CHECKING:
    import numpy as np

    from grundy.common.evidence import Gives
    from grundy.rules.data import Made

__all__ = ["LEFT", "RIGHT", "Ruleset"]

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
WITHOUT: Any = object()
"""The function of a decorator that is written with empty parentheses: it is given later."""
MEMORIES = 16
"""Values of its parameters, chosen last, for which a ruleset keeps what was computed when nobody holds it bound to them."""
MEANT = {"ending", "symmetry", "parts", "rank", "unrank", "tier", "symmetries", "predecessors"}
"""The hooks that an answer depends on."""
GIVES = ("value", "losing", "score")
"""What a theorem may give."""


class Ruleset(Watched):
    """The rules of a game, with everything that is declared beside them.

    A subclass says what the moves are (`options`) and which states are of this game (`make_state`). What a game's file
    adds is given by decorators: `theorem`, `ending`, `setup`, `spelling`, `shown`, `picture`, `small`, `explanation`,
    `symmetry`, `judge`, `sized`; `called` and `starts` say what the game is called, and where play begins. Calling a
    ruleset gives a position; keyword arguments are its parameters.
    """

    scoring = False
    """Whether moves gain points."""
    partisan = False
    """Whether Left and Right have different moves."""
    sided = False
    """Whether each player has pieces of his own, and a state is what the player to move sees: a move turns it round."""
    widths: tuple[int, ...] = ()
    """Of how many integers the arguments of the rules are, where a tuple stands among them."""
    takes_a_tuple = False
    """Whether a state is one tuple of numbers, and its words are no more than these."""
    how = "single"
    """How positions are put together: "single", or the kind of a sum."""
    ends = ""
    """Of a sum whose turns move in several parts, when play is over."""

    def __init__(self, name: str, doc: str = "", *, params: dict[str, Any] | None = None) -> None:
        kinds(str, N_("text"), name=name, doc=doc)
        self.name = name.replace("_", "-")
        self.doc = inspect.cleandoc(doc)
        self.params: dict[str, Any] = params or {}
        self.required: frozenset[str] = frozenset()
        self.theorems: list[Theorem] = []
        self.judges: dict[str, Callable[..., Iterator[str]]] = {}
        self.hooks: dict[str, Callable[..., Any]] = {}
        self.called_by = Names(self.name)
        self.begins: Starts | None = None
        self.look = Look()
        self.bounds: Callable[..., tuple[int, ...]] | tuple[int, ...] | None = None
        self.trials: tuple[dict[str, Any], ...] = ()
        self.origin: Ruleset = self
        self.bound: dict[str, Any] = {}  # the parameters that were told, as usual or not
        self._strange: list[bool] = []  # whether somebody declared something, as far as it was asked
        self.forget()

    def _take(self, p: inspect.Parameter) -> None:
        """Take a parameter of the rules: it is required where it has no default."""
        if p.default is p.empty:
            self.required |= {p.name}
        else:
            self.params[p.name] = frozen(p.default)

    def no_position(self, sentence: str, /, **data: Any) -> PositionError:
        """Return the error for a position that the game does not have; ``{name}`` in the sentence is the game's."""
        return PositionError(sentence, name=self.name, **data)

    def bad_rules(self, sentence: str, /, **data: Any) -> RulesError:
        """Return the error for rules that are not what they must be; ``{name}`` in the sentence is the game's."""
        return RulesError(sentence, name=self.name, **data)

    @property
    def memory(self) -> Memory:
        """What the session keeps of these rules; forgotten when something that the rules refer to has changed."""
        held = self._memory if self._memory is not None else self._memories.get(self._settings)
        kept = session.memory(self, held)
        if kept is not self._memory:
            self._memory = kept
            if self._settings is not None:
                self._memories[self._settings] = kept
                for oldest in tuple(self._memories)[:-MEMORIES]:
                    self._memories.pop(oldest, None)
        return kept

    def kept(self, field: Field[T]) -> T | None:
        """Return what the session keeps in a field, None where nothing is; that is seen without a look at the rules."""
        may = self._memory is None or field in self._memory
        return self.memory.get(field) if may else None

    @property
    def _settings(self) -> Any:
        """The values of the parameters with their types; None where one cannot be hashed."""
        settings = tuple((name, type(value), value) for name, value in self.params.items())
        return settings if hashable(settings) is settings else None

    def referred(self) -> Iterator[Any]:
        """Iterate over what says what the moves are: functions, and other rulesets."""
        kept = [v for name, v in vars(self).items() if name not in ("origin", "params", "hooks", "theorems", "judges")]
        yield from (v for v in kept if callable(v) or isinstance(v, (Ruleset, tuple)))
        yield from (self.hooks[name] for name in self.hooks if name in MEANT)

    # ---- positions

    def __call__(self, *args: Any, **params: Any) -> Position:
        """Return the position of these arguments; keyword arguments are parameters of the ruleset."""
        setup = self.hooks.get("setup")
        args = tuple(map(whole, args))
        if setup is None:
            rules = self.bind(**params)
            if missing := rules.required and rules.required - rules.params.keys():
                raise self.no_position(
                    "{name} needs {listed}, for example {missing}=…",
                    listed=_listed(sorted(missing)),
                    missing=sorted(missing)[0],
                )
            return Position(rules, rules.make_state(args))
        own = inspect.signature(setup).parameters
        keywords = [k for k, p in own.items() if p.kind is p.KEYWORD_ONLY]
        usual, alone = setup.__kwdefaults__ or {}, [k for k in keywords if k in params and k not in self.params]
        extra = {k: self._fitted(k, params.pop(k), usual.get(k)) for k in alone}
        rules = self.bind(**params)
        args = self.given_to(setup, args)
        try:
            made = setup(*args, **accepted(setup, rules.params), **extra)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is None:
                raise misfit(self.name, setup, args) from None
            tell(rules, args, error, setup=True)
        except Exception as problem:
            tell(rules, args, problem, setup=True)
        if not isinstance(made, Position):
            return Position(rules, rules.make_state(_tupled(made)))
        told = {*accepted(self.hooks["show"], made.ruleset.params)} if "show" in self.hooks else set[str]()
        for name in told & params.keys():
            if (said := made.ruleset.params.get(name)) != (asked_for := rules.params.get(name, said)):
                sentence = N_("{name}: {position} has {parameter}={said}, not {asked}")
                told_of = {"position": made.ruleset.show(made.state), "parameter": name, "said": said}
                raise self.no_position(sentence, **told_of, asked=asked_for)
        left = {k: v for k, v in params.items() if k not in {*told, *keywords}}
        return Position(made.ruleset.bind(**left), made.state)

    def given_to(self, setup: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return what a setup is given for a user's arguments."""
        return args

    def at(self, state: Any) -> Position:
        """Return the position of a state."""
        return Position(self, state)

    def bind(self, **params: Any) -> Self:
        """Return this ruleset with other values of its parameters."""
        if not params:
            return self
        known = self.params.keys() | self.required
        for name in params:
            if name not in known:
                has = (
                    _("its parameters are {listed}").format(listed=_listed(sorted(known)))
                    if known
                    else _("it has no parameters")
                )
                raise self.no_position("{name} has no parameter {parameter!r}: {has}", parameter=name, has=has)
        bound = self._another()
        fitted = {k: self._fitted(k, v, self.params.get(k)) for k, v in params.items()}
        bound.params, bound.bound = self.params | fitted, self.bound | fitted
        return bound

    def _another(self) -> Self:
        """Return this ruleset once more, with a memory of its own; `copy` returns the same one."""
        another = object.__new__(type(self))
        vars(another).update(vars(self))
        another._memory = None
        return another

    def _fitted(self, name: str, value: Any, default: Any) -> Any:
        """Return the value of a parameter in the type of its default: an integer, or a tuple; PositionError if it is not."""
        value = frozen(value)
        if isinstance(default, str) and isinstance(value, int):
            return str(value)  # of a word such as code=3 a shell makes a number
        if isinstance(default, int) and isinstance(value, tuple) and len(value) == 1:
            value = value[0]  # a word such as m=4, with the comma of a list behind it
        if isinstance(default, int) and not isinstance(value, int):
            raise self.no_position("{name}: {parameter} is an integer, not {value!r}", parameter=name, value=value)
        if isinstance(default, tuple) and not isinstance(value, tuple):
            if isinstance(value, int):
                return (value,)
            if default and isinstance(default[0], int):
                raise self.no_position(
                    "{name}: {parameter} is a list of integers such as 1,3,4, not {value!r}",
                    parameter=name,
                    value=value,
                )
        return value

    @property
    def declares(self) -> bool:
        """Whether answers may rest on what somebody declared beside the moves (what comes with the package was compared)."""
        if not self._strange:
            self._strange.append(any(map(is_strange, self._said())))
        return self._strange[0] or any(rules.declares for rules in self.within)

    def _said(self) -> Iterator[Callable[..., Any]]:
        """Iterate over what is declared beside the moves, and answers may rest on."""
        yield from (hook for name, hook in self.hooks.items() if name in MEANT)
        yield from (each.function for each in self.theorems)

    @property
    def is_data(self) -> bool:
        """Whether its moves were made of rule data (`grundy.rules.data`): they are interpreted, and no Python runs."""
        return hasattr(getattr(self, "function", None), "routine")

    @property
    def within(self) -> tuple[Ruleset, ...]:
        """The rulesets that it is made of: the parts of a sum, the game that it is a version of; none of a game itself."""
        return ()

    @property
    def searched(self) -> Ruleset:
        """The ruleset whose positions are gone through in its place: the same game, in a form that may be compiled."""
        return self

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two rulesets the same object: the origin and the parameters, or the keys of what it is made of."""
        if self.within:
            return (type(self), self.ends, *(rules.key for rules in self.within))
        return (id(self.origin), tuple((k, hashable(v)) for k, v in sorted(self.params.items())))

    @property
    def content(self) -> Hashable:
        """What the rules mean, of rules of this kind: their hash; None where they have no data, and are but themselves."""
        if self.within:
            found = tuple((type(rules), rules.content) for rules in self.within)
            return None if any(content is None for _kind, content in found) else (self.ends, *found)
        from grundy.rules.data import meaning  # it reads Python

        return meaning(self) or None

    def means(self, other: Ruleset) -> bool:
        """Whether another ruleset has the same rules with the same parameters, whatever it is called.

        >>> import grundy as gr
        >>> gr.kayles.means(gr.octal("0.77")), gr.bash.bind(m=4).means(gr.bash)
        (True, False)
        """
        if self is other or type(self) is not type(other):
            return self is other
        if self.key == other.key:
            return True
        if self.origin is other.origin:
            return False
        return self.content is not None and self.content == other.content

    def __eq__(self, other: object) -> bool:
        """Whether both have one name, the same rules and the same parameters."""
        return isinstance(other, Ruleset) and self.name == other.name and self.means(other)

    def __hash__(self) -> int:
        return hash((type(self), self.name))

    __deepcopy__ = __copy__ = itself

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how it is made again in another process (see `grundy.rules.data`); RulesError if it cannot be."""
        from grundy.rules.data import made_again

        return made_again(self)

    # ---- what a kind of rulesets says of itself

    def rule_data(self) -> dict[str, Any]:
        """Return all that the moves depend on as JSON, its kind first (see `grundy.rules.data`); Unreadable without data.

        Each kind says it itself: what a subclass means nobody knows but the subclass.
        """
        raise NotImplementedError

    @classmethod
    def of_data(cls, data: dict[str, Any], made: Callable[[str], Callable[..., Any]], name: str) -> Ruleset:
        """Return the ruleset of rule data, where ``made`` gives the functions in them (see `grundy.rules.data`).

        This is how a kind is made that is a function of its moves, and no more.
        """
        kind: Any = cls
        return kind(made("moves"), name=name)

    def by_content(self) -> Made | None:
        """Return how it is made again of what it is made of, None if only its rule data say that."""
        return (type(self), self.within) if self.within else None

    def require_a_start(self) -> None:
        """Raise PositionError where the sizes of a board alone are no position: play begins with pieces."""

    def make_state(self, args: tuple[Any, ...]) -> Any:
        """Return the state that positional arguments stand for; PositionError if there is none."""
        raise NotImplementedError

    def arguments(self, state: Any) -> tuple[Any, ...]:
        """Return the positional arguments that stand for a state: what it is made of, where nothing else is said."""
        return state

    def state_of(self, option: Any) -> Any:
        """Return what rules or a theorem yield as a state (an integer and a one-tuple are the same)."""
        return option

    # ---- rules

    def options(self, state: Any) -> Iterator[Any]:
        """Iterate over the states that a move can lead to, in the rules' order; of a partisan game Left's options first."""
        if not self.partisan:
            raise NotImplementedError
        for player in (LEFT, RIGHT):
            yield from self.options_of(state, player)

    def options_of(self, state: Any, player: int) -> Iterator[Any]:
        """Iterate over the states that a move of `LEFT` or `RIGHT` can lead to; of an impartial game all of them."""
        return self.options(state)

    def scored_options(self, state: Any) -> Iterator[tuple[int, Any]]:
        """Iterate over (points gained, next state), for scoring games."""
        raise self.bad_rules("{name} is not a scoring game")

    def changes(self, state: Any, player: int | None = None) -> Iterator[tuple[int, Any]]:
        """Iterate over (points gained, next state) for the moves of `LEFT`, of `RIGHT` or of both (None)."""
        if self.scoring:
            return self.scored_options(state)
        states = self.options(state) if player is None else self.options_of(state, player)
        return ((0, option) for option in states)

    @property
    def has_ending(self) -> bool:
        """Whether the rules declare endings."""
        return "ending" in self.hooks

    @property
    def only_outcomes(self) -> bool:
        """Whether positions have outcomes and no Grundy values: endings are declared, or each player has his own pieces."""
        return self.has_ending or self.sided

    def ended(self, state: Any) -> int | None:
        """Return the declared ending of a state for the player to move: WIN, TIE, LOSS, or None: play goes on."""
        return None

    @property
    def folds(self) -> bool:
        """Whether symmetries are declared."""
        return "symmetry" in self.hooks or "symmetries" in self.hooks

    def canonical(self, state: Any) -> Any:
        """Return the state that stands for all states that a declared symmetry calls the same."""
        return state

    def is_sum(self, state: Any) -> bool:
        """Whether the position is a disjunctive sum of others: its `components`."""
        return False

    def components(self, state: Any) -> list[tuple[Ruleset, Any]]:
        """Return the (ruleset, state) pairs of which the position is the disjunctive sum."""
        return [(self, state)]

    def terms(self, state: Any) -> list[tuple[Ruleset, Any]]:
        """Return the games that were added to make the position, each with its state; most positions are one."""
        return [(self, state)]

    def split(self, state: Any) -> list[Any]:
        """Return the states of the parts, of the same ruleset, of which a partisan position is the sum."""
        return [state]

    @property
    def told_apart(self) -> bool:
        """Whether Python says how a position comes apart, which the compiled search does not know: `split`."""
        return "parts" in self.hooks and not self.sided  # of parts with sides each would say for itself who is to move

    def replace(self, state: Any, index: int, option: Any) -> Any:
        """Return the state where component ``index`` has become ``option`` (a state of that component)."""
        raise NotImplementedError

    # ---- words

    def notation(self, before: Any, after: Any) -> str:
        """Return the words of a move."""
        hook = self.hooks.get("notation")
        if hook is not None:
            return asked(self, before, hook, before, after, **accepted(hook, self.params))
        return (self._tells_cells and self._cells_of(before, after)) or f"{self.show(before)} → {self.show(after)}"

    @property
    def _tells_cells(self) -> bool:
        """Whether integers may be the cells of a board, so that moves are named by cells."""
        told = self.sided or self.look.columns or self.look.rows or "dots" in self.look.lies
        return bool(told) and not self.hooks.keys() & {"picture", "show"}

    def _cells_of(self, before: Any, after: Any) -> str:
        """Return the cells that a move changes, "" where there is no board."""
        return scenes.cells_of(self, before, after)

    def touched(self, before: Any, after: Any) -> tuple[Any, ...]:
        """Return what a move changes: the numbers, from 0, of those arguments of the state that become others."""
        old, new = self.arguments(before), self.arguments(after)
        return tuple(i for i in range(max(len(old), len(new))) if old[i : i + 1] != new[i : i + 1])

    def moved(self, before: Any, after: Any) -> tuple[int, ...]:
        """Return the parts of a sum that a move changes, numbered from 0; of what is no sum none."""
        return ()

    def mover(self, state: Any) -> int | None:
        """Return whose turn it is, where the state says it: `LEFT` or `RIGHT`, else None."""
        return None

    @property
    def tells_apart(self) -> bool:
        """Whether the notation alone never calls two moves of a position the same."""
        own = type(self).show is not Ruleset.show or "show" in self.hooks or "notation" in self.hooks
        return not own and not self.scoring and not self._tells_cells

    def inside(self, state: Any) -> tuple[list[Any], Hashable]:
        """Return the states of what it is made of (`within`) that a state says, and what else it says."""
        return [state for _rules in self.within], None

    def alike(self, one: Any, other: Any) -> bool:
        """Whether two states are one position: shown alike, by a text that `setup` reads back; part by part of a sum."""
        if one == other or not self.within:
            return one == other or (self.hooks.keys() >= {"setup", "show"} and self.show(one) == self.show(other))
        (own, more), (its, others) = self.inside(one), self.inside(other)
        return more == others and all(rules.alike(a, b) for rules, a, b in zip(self.within, own, its, strict=True))

    def words(self, before: Any, after: Any, gain: int = 0, player: int | None = None) -> str:
        """Return the words of a move: its notation, and more where another move of the position has the same."""
        if self.tells_apart:
            return self.notation(before, after)
        from grundy.rules.move_names import told_apart  # most notations need it not

        return told_apart(self, before, player).get((gain, after)) or self.notation(before, after)

    def show(self, state: Any) -> str:
        """Return a state as text on one line (the arguments that make it)."""
        from grundy.rules.text import words

        hook = self.hooks.get("show")
        if hook is not None:
            return self._asked(hook, state)
        values = self.arguments(state)
        return ", ".join(map(str if {*map(type, values)} <= {int} else words.atom, values))

    def describe(self, state: Any) -> str:
        """Return a position as text: the ruleset's name, the state, and parameters that are not as the rules have them."""
        shown = [self.show(state)] if self.arguments(state) else []
        return f"{self.name}({', '.join([*shown, *(f'{name}={value}' for name, value in self.changed())])})"

    @property
    def unusual(self) -> dict[str, Any]:
        """The parameters that are not as the rules have them."""
        usual = self.origin.params
        return {name: value for name, value in self.params.items() if name not in usual or usual[name] != value}

    def changed(self) -> list[tuple[str, Any]]:
        """Return the parameters that are not as the rules have them, but for those that how a state is shown says."""
        hook = self.hooks.get("show")
        told = accepted(hook, self.params) if hook else {}
        return [(name, value) for name, value in self.unusual.items() if name not in told]

    @property
    def _tells_parameters(self) -> bool:
        return self.hooks.keys() >= {"setup", "show"} and bool(accepted(self.hooks["show"], self.params))

    def told(self, state: Any) -> Hashable:
        """Return what equal positions have in common, for their hash: the state, or what is shown if it tells parameters."""
        if self.within:
            own, more = self.inside(state)
            return (more, *(rules.told(each) for rules, each in zip(self.within, own, strict=True)))
        return self.show(state) if self._tells_parameters else state

    def same(self, state: Any, other: Ruleset, its: Any) -> bool:
        """Whether a state is the position that a state of another ruleset is: rules, parameters and state are the same.

        Where what is shown tells parameters it is what counts: a picture of which an edge was cut is the one that was drawn
        without this edge.
        """
        if self is other and state == its:
            return True
        own, others = self.within, other.within
        if own or others:
            if type(self) is not type(other) or self.ends != other.ends or len(own) != len(others):
                return False
            (mine, more), (theirs, rest) = self.inside(state), other.inside(its)
            pairs = zip(own, mine, others, theirs, strict=True)
            return more == rest and all(one.same(a, two, b) for one, a, two, b in pairs)
        if state == its and self.means(other):
            return True
        if not self._tells_parameters or not self.origin.means(other.origin):
            return False
        return self.changed() == other.changed() and self.show(state) == other.show(its)

    def scene(self, state: Any) -> Scene:
        """Return what a state looks like, as `grundy.faces.drawing` draws it."""
        hook = self.hooks.get("picture")
        return scenes.dressed(self.usual_scene(state) if hook is None else self._asked(hook, state), self.look)

    def seen(self, before: Any, after: Any) -> Scene:
        """Return what the state after a move looks like to who makes it: what the move turned round is turned back."""
        return scenes.seen(self, before, after)

    def usual_scene(self, state: Any) -> Scene:
        """Return what a state looks like where no picture is declared: numbers are heaps or a board, else words."""
        return scenes.of_state(self, state)

    @property
    def theme(self) -> str:
        """What pieces are drawn like, by a word of `grundy.faces.drawing.shapes`, or ""."""
        return self.look.figures

    # ---- what a game's file declares

    def theorem(
        self,
        function: Callable[..., Any] | None = None,
        /,
        *,
        gives: Gives = "value",
        play: str = "normal",
        name: str = "",
        source: str = "",
        where: Callable[..., bool] | None = None,
        reach: Callable[..., Iterable[Any]] | None = None,
    ) -> Any:
        """Declare a closed form, with its source (see `Theorem`); the test suite checks it against the rules."""

        if gives not in GIVES:
            raise self.bad_rules("a theorem of {name} gives one of {listed}, not {gives!r}", listed=GIVES, gives=gives)
        kinds(str, N_("text"), name=name, source=source)
        kinds(Callable | None, N_("a function"), where=where, reach=reach)
        misere = convention(play).misere

        def declare(function: F) -> F:
            require_callable(function, "theorem")
            self._require_unbound("theorem")
            self.forget()
            told = name or "theorem " + function.__name__.replace("_", " ")
            self.theorems.append(Theorem(function, gives, misere, told, source, where, reach))
            return function

        return declare if function is None else declare(function)

    def judge(self, name: str) -> Callable[[F], F]:
        """Declare the contest format ``name``: a function from a `Reader` to lines of output."""
        if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise self.bad_rules("a contest format of {name} has a name: write @{name}.judge('…')")

        def declare(function: F) -> F:
            self.judges[name] = function
            return function

        return declare

    def _asked(self, hook: Callable[..., Any], state: Any) -> Any:
        """Return what a hook says of a state; RuleFailed if it raises."""
        return asked(self, state, hook, *self.arguments(state), **accepted(hook, self.params))

    def _require_unbound(self, name: str) -> None:
        """Raise RulesError where a ruleset is bound to parameters: what is declared of it would count for all others."""
        if name in MEANT - {"ending"} | {"theorem"} and self is not self.origin:
            raise self.bad_rules(
                "{name} is bound to parameters: declare its {hook} where its moves are, for all", hook=name
            )

    def _hook(self, name: str, function: F) -> F:
        if function is WITHOUT:
            return cast("Any", partial(self._hook, name))
        require_callable(function, name)
        self._require_unbound(name)
        if name == "setup":
            self.__signature__ = inspect.signature(function)
        self.hooks[name] = function
        self.forget()
        return function

    def law(self, *, limit: int | None = None, seconds: float | None = None, **options: Any) -> Any:
        """Return what is known of all positions: of single heaps the law of their values, else that of who loses.

        Args:
            limit: values, or positions, up to which a proof or a conjecture is looked for.
            seconds: how long a theorem is looked for (60).
            options: parameters of the rules; of rows of any number of heaps their number, ``heaps``; and of heap games
                ``save``, ``threads`` and ``progress``, as in `HeapRuleset.sequence`.

        Raises:
            RulesError: for rules of which no law of numbers says anything, such as those of a partisan game.

        What is not proved is a conjecture (see `grundy.values.patterns.law.Law`).

        >>> import grundy as gr
        >>> print(gr.bash.law(limit=50, m=4), gr.octal("0.77").law(), gr.turning_turtles.law(), sep="\\n")
        period 5 from the start, proved
        period 12 from 71 on, proved
        arithmetic period 1 with saltus 1 from the start, proved by a theorem
        """
        given = {name: options.pop(name) for name in ("heaps", "save", "threads", "progress") if name in options}
        return known.law(self.bind(**options), limit, seconds=seconds, **given)

    def count(self, to: int, *terms: str, **options: Any) -> Any:
        """Return how many positions are lost with each number up to a bound, of any size, by a law that is proved.

        Args:
            to: the bound of each variable.
            terms: the numbers of a position, "n", "2*n", "3*n"; without any all positions are meant.
            options: a ``formula`` about the law in place of terms, in which the bound is called N; ``play``; the ``value``
                to be counted in place of lost positions; ``least``, from which variables go on (0); the number of
                ``heaps``; the ``seconds`` for the law (60); and parameters of the rules.

        Raises:
            GrundyError: for rules that are no formula, and terms or formulas that cannot be read.

        Where nothing is proved, boxes of up to a million positions are played; else the answer is that nothing is proved.

        >>> import grundy as gr
        >>> gr.nim.count(2**30, "n", "2*n", "3*n", least=1).count, gr.wythoff.count(10**18).count
        (2178309, 763932022500210305)
        >>> gr.wythoff.count(10**18, formula="P(a,b) & a+b<=N").found.largest
        (618033988749894847, 381966011250105151)
        """
        names = ("formula", "play", "value", "least", "heaps", "seconds")
        given = {name: options.pop(name) for name in names if name in options}
        return known.count(self.bind(**options), to, *terms, **given)

    def count_moves(self, *state: int, **options: Any) -> Any:
        """Return how many moves win in a position of numbers of any size, by a law that is proved.

        >>> import grundy as gr
        >>> gr.nim.count_moves(10**18, 7, 9).count, gr.kayles.count_moves(10**12).count
        (1, 83333333338)
        """
        given = {name: options.pop(name) for name in ("play", "seconds") if name in options}
        return known.count_moves(self.bind(**options), *state, **given)

    def sequence(self, count: int, **options: Any) -> Any:
        """Return the values of the heaps below a count (see `HeapRuleset.sequence`); RulesError where there are no heaps."""
        raise RulesError("{name} is not a heap game, so it has no sequence of values", name=self.name)

    def lost(self, *where: Any, play: str = "normal", **options: Any) -> np.ndarray:
        """Return whether the player to move loses, of many positions in one call: a NumPy array of truth values.

        Args:
            where: a box, by the largest of each number; or a list of positions or states.
            play: "normal" or "misere".
            options: parameters of the rules, and the limits ``seconds``, ``memory`` and ``positions`` of `Position.solve`.

        Of a box a byte a position is kept, and where the rules have no position there is False.

        Raises:
            TooLarge: the box would not fit in memory, or is not answered in time.
            GrundyError: it is no box, or something in the list is no position.

        >>> import grundy as gr
        >>> gr.wythoff.lost(100, 100).sum(), gr.wythoff.lost([(1, 2), (2, 2)], play="misere").tolist()
        (np.int64(77), [False, True])
        """
        return many_positions.answers(self, "lost", where, play=play, **options)

    def outcomes(self, *where: Any, play: str = "normal", **options: Any) -> np.ndarray:
        """Return the outcome classes of many positions, as their letters; "" where there is no position. As `lost`.

        >>> import grundy as gr
        >>> print(gr.bash.outcomes(9, m=2))
        ['P' 'N' 'N' 'P' 'N' 'N' 'P' 'N' 'N' 'P']
        """
        return many_positions.answers(self, "outcomes", where, play=play, **options)

    def grundy(self, *where: Any, **options: Any) -> np.ndarray:
        """Return the Grundy values of many positions; -1 where there is no position. As `lost`, in normal play.

        >>> import grundy as gr
        >>> gr.wythoff.grundy(2, 3).tolist(), gr.kayles.grundy([10, (10, 12)]).tolist()
        ([[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]], [2, 6])
        """
        return many_positions.answers(self, "values", where, **options)

    def forget(self) -> None:
        """Forget what was computed of these rules."""
        self._strange.clear()  # shared with all that are bound of it, as hooks are
        self._memory: Memory | None = None
        self._memories: dict[Any, Memory] = {}  # shared with all that are bound of it, by parameters

    def ending(self, function: F = WITHOUT) -> F:
        """Declare endings: a function of the state that returns WIN, TIE or LOSS for the player to move, or None.

        Whoever cannot move loses where it says nothing (in misère play he wins). RulesError for one whose text says that it
        returns anything else.
        """
        require_outcomes(self, function)
        return cast("F", self.ending) if function is WITHOUT else self._hook("ending", function)

    def setup(self, function: F = WITHOUT) -> F:
        """Declare how a user's arguments become a state (a board in text, a start that the rules fix)."""
        return self._hook("setup", function)

    def spelling(self, function: F = WITHOUT) -> F:
        """Declare the words of a move: a function of the state before and the state after."""
        return self._hook("notation", function)

    def shown(self, function: F = WITHOUT) -> F:
        """Declare how a state is shown: a function of the state that returns text that `setup` reads back."""
        return self._hook("show", function)

    def picture(self, function: F = WITHOUT) -> F:
        """Declare what a state looks like: a function of the state that returns a `Scene` (see `grundy.rules.scenes`)."""
        return self._hook("picture", function)

    def made_at(self, function: F = WITHOUT) -> F:
        """Declare where on the picture a move is made, if that is not what it changes.

        A function of the states before and after, it returns keys: cells as ``(row, column)`` from 0, counters of a heap as
        ``(heap, counter)``, vertices of a `Network` as ``(vertex,)`` and edges as ``("edge", name)``. In a tuple they are
        chosen in this order, in a frozenset in any; a list has several tuples, each a way to make the move.
        """
        return self._hook("made_at", function)

    def made(self, before: Any, after: Any) -> Any:
        """Return where on the picture a move is made, as `made_at` has it; None where it is what it changes."""
        hook = self.hooks.get("made_at")
        return hook and hook(before, after, **accepted(hook, self.params))

    def small(self, function: F = WITHOUT) -> F:
        """Declare small positions (a generator) on which the tests play the game exhaustively."""
        return self._hook("small", function)

    def explanation(self, function: F = WITHOUT) -> F:
        """Declare why: a function of a solution that yields a few lines a student can follow, none for the usual ones."""
        return self._hook("explanation", function)

    def symmetry(self, function: F = WITHOUT) -> F:
        """Declare a symmetry: a function of the state that returns the one that stands for all its images."""
        return self._hook("symmetry", function)

    def notate(self, **functions: Callable[..., Any]) -> None:
        """Declare functions at once, each by the name of its decorator: ``setup``, ``shown``, ``picture``, …"""
        for name, function in functions.items():
            getattr(self, name)(function)

    def called(self, names: str, rules: str, *, misere: str = "") -> None:
        """Declare what the game is called, the title first, and its rules in a line for players.

        ``misere``: what it is called when who cannot move wins. Names stand with ``;`` between them.
        """
        kinds(str, N_("text"), names=names, rules=rules, misere=misere)
        self.called_by = Names(names, rules, misere)

    def starts(
        self,
        usual: str,
        *,
        sizes: str = "",
        variants: Mapping[str, str] | None = None,
        example: str = "",
        small: str = "",
    ) -> None:
        """Declare where play begins (see `Starts`): words, with ``;`` between several; of variants by their names."""
        kinds(str, N_("text"), usual=usual, sizes=sizes, example=example, small=small)
        kinds(Mapping | None, N_("a mapping"), variants=variants)
        named = tuple(Variant(name, words) for name, words in (variants or {}).items())
        self.begins = Starts(usual, tuple(parted(sizes)), named, example or usual, tuple(parted(small)))

    def begun(self, words: str) -> Ruleset:
        """Return this ruleset with the parameters of a start, which becomes the usual one."""
        bound = self.start(words).ruleset._another()
        if self.begins is not None:  # what else is small may be no position with these parameters
            small = (words,) if self.begins.small else ()
            bound.begins = self.begins._replace(usual=words, example=words, small=small)
        return bound

    def looks(self, *words: str, rows: int | str = 0, columns: int | str = 0, sides: str = "") -> None:
        """Declare what positions are drawn like.

        Args:
            words: what pieces look like, as ``"stones"``, and how the board lies: ``"hex"``, ``"triangles"``, ``"dots"``,
                ``"pits"``, ``"layers"``, ``"files"``.
            rows: how many rows a board has whose cells are the bits of integers, or the parameter that says it.
            columns: how many columns it has.
            sides: whose the top and the bottom are, and whose the left and the right: ``"XO"``.

        Raises:
            RulesError: for another word; those that there are stand in it.
        """
        self.look = look_of(words, rows, columns, sides)
        self.forget()  # moves may be called otherwise

    def turned_round(self, function: F = WITHOUT) -> F:
        """Declare a state as the other player sees it, of rules that turn the board: a function of the state."""
        return self._hook("turned_round", function)

    def as_the_other_sees(self, state: Any) -> Any:
        """Return a state as the other player sees it, where that is declared."""
        return self.state_of(self._asked(self.hooks["turned_round"], state))

    def sized(self, function: F = WITHOUT) -> F:
        """Declare the start of a size: a function of the numbers of ``4x5`` that returns arguments, a position, or None."""
        return self._hook("sized", function)

    # ---- questions

    def start(self, *size: int | str, **params: Any) -> Position:
        """Return where play begins: as usual, on a board of a size, or in the variant of a name.

        PositionError names the nearest that there is.

        >>> import grundy as gr
        >>> print(gr.nim.start(), gr.nim.start("Marienbad"), gr.clobber.start(2, 3))
        nim(3, 4, 5) nim(1, 3, 5, 7) clobber(XOX|OXO)
        """
        from grundy.rules.text import words

        return words.start(self, size, params)

    @property
    def takes_sizes(self) -> bool:
        """Whether it is said what the start of a size is."""
        return "sized" in self.hooks

    def start_of_size(self, *size: int, **params: Any) -> Position | None:
        """Return the start of a size, in which parameters take the place of its numbers; None where the game has none."""
        hook = self.hooks.get("sized")
        made = hook(*size, **accepted(hook, {**self.params, **params})) if hook else None
        if made is None:
            return None
        if not isinstance(made, Position):
            return self(*_tupled(made), **params)
        rules = made.ruleset
        if not params.keys() <= rules.params.keys():  # what a setup takes, and is no parameter
            return self(**{**rules.params, **params})
        bound = rules.bind(**params)
        if bound.params == rules.params:
            return made
        try:
            known = self(**rules.params) == made
        except PositionError:  # no start without words
            known = False
        return self(**{**rules.params, **params}) if known else Position(bound, made.state)

    def solve(self, *args: Any, play: str = "normal", endless: str = "draw", **options: Any) -> Solution:
        """Solve the position of these arguments."""
        return self(*args).solve(play=play, endless=endless, **options)

    def small_positions(self, limit: int = 300) -> Iterator[Position]:
        """Iterate over small positions, for tests: the declared ones, else a box of small integers."""
        numbers("limit", limit=limit)
        hook = self.hooks.get("small")
        if self.begins is not None:
            yield from self._begun(self.begins.small)
        if hook is not None:
            yield from walked(self, (), asked(self, (), hook))
        if self.tells_small:
            return
        for params in self.trials or ({},):
            yield from self.bind(**params).box(limit)

    def _begun(self, small: Iterable[str]) -> Iterator[Position]:
        """Iterate over the positions of words; those of a range that are none are left out."""
        for each in small:
            for words in spread(each):
                try:
                    yield self.start(words)
                except PositionError:
                    if words == each:
                        raise

    @property
    def tells_small(self) -> bool:
        """Whether it is said which positions are small."""
        return "small" in self.hooks or (self.begins is not None and bool(self.begins.small))

    def box(self, limit: int) -> Iterator[Position]:
        """Iterate over about ``limit`` positions with the smallest numbers."""
        raise self.bad_rules("{name} declares no small positions: add @{name}.small")

    def states(self) -> list[Any]:
        """Return all states, of a ruleset that lists them (an explicit digraph)."""
        raise self.bad_rules("{name} cannot list its states: ask about a position")

    def results(self, play: str = "normal", endless: str = "draw") -> dict[Any, tuple[int, int | None]]:
        """Return {state: (WIN, TIE or LOSS for the mover, remoteness)} for a ruleset that lists its states."""
        return engine.results(self, convention(play, endless))

    def __repr__(self) -> str:
        params = "".join(f" {k}={v}" for k, v in self.params.items())
        return f"<{type(self).__name__} {self.name}{params}>"


def frozen(value: Any) -> Any:
    """Turn lists (also nested ones, and arrays) into tuples, so that they can be hashed, and numbers into Python's own."""
    if isinstance(value, (list, tuple)):
        return tuple(frozen(v) for v in value)
    if isinstance(value, (set, frozenset)):
        return frozenset(map(frozen, value))
    return whole(value)


def whole(value: Any) -> Any:
    """Return the integer that a value stands for as an index does (of NumPy, say), or the value if it is no number."""
    if isinstance(value, (int, str)) or not hasattr(type(value), "__index__"):
        return int(value) if isinstance(value, bool) else value
    try:
        return index(value)
    except TypeError:  # an array of several numbers
        return frozen(value.tolist()) if hasattr(value, "tolist") else value


def integral(state: Any) -> Any:
    """Return what a rule yields with Python's own integers in the place of what stands for some (NumPy's, say)."""
    if type(state) is not tuple:
        return whole(state)
    items = cast("tuple[Any, ...]", state)
    return items if {*map(type, items)} == {int} else tuple(map(integral, items))


def hashable(value: Any) -> Any:
    """Return a value, or what stands for it where it cannot be hashed (a dictionary): which object it is."""
    try:
        hash(value)
    except TypeError:
        return id(value)
    return value


def described(function: Callable[..., Any]) -> str:
    """Return a function's positional arguments as words, for messages."""
    words: list[str] = []
    for p in inspect.signature(function).parameters.values():
        if p.kind is p.VAR_POSITIONAL:
            words.append(_("any number of {name}").format(name=p.name))
        elif p.kind is not p.KEYWORD_ONLY and p.kind is not p.VAR_KEYWORD:
            words.append(p.name if p.default is p.empty else _("optionally {name}").format(name=p.name))
    return _listed(words) or _("no arguments")


def misfit(name: str, function: Callable[..., Any], args: tuple[Any, ...]) -> PositionError:
    """Return the error for arguments that a function does not take, or that are missing."""
    wanted = described(function)
    if not args:
        return PositionError("{name} needs {described}", name=name, described=wanted)
    told = {"name": name, "described": wanted, "arguments": shown_arguments(args)}
    parameters = [p for p in inspect.signature(function).parameters.values() if p.kind is p.KEYWORD_ONLY]
    taken = [p for p in inspect.signature(function).parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
    if len(taken) < len(args) <= len(taken) + len(parameters):
        named = " ".join(f"{p.name}={value}" for p, value in zip(parameters, args[len(taken) :], strict=False))
        return PositionError(
            "{name} takes {described}, not {arguments}: a parameter is named, {named}", named=named, **told
        )
    return PositionError("{name} takes {described}, not {arguments}", **told)


def shown_arguments(args: tuple[Any, ...]) -> str:
    """Return arguments as words, for messages."""
    return ngettext("{n} argument ({arguments})", "{n} arguments ({arguments})", len(args)).format(
        n=len(args), arguments=", ".join([*map(repr, args[:8]), "…"][: len(args)])
    )


def _listed(words: list[str]) -> str:
    return _(" and ").join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _tupled(made: Any) -> tuple[Any, ...]:
    return made if isinstance(made, tuple) else (made,)
