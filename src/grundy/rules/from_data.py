"""Rulesets made of rule data: what a rule says, run by the interpreter of the language (`grundy.language.run`).

So a rule that has no name anywhere, a function within a function, is played in another process. What is not rule data does
not come with it: theorems, words, pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

from grundy.language.ir import Routine, routine_of
from grundy.language.run import Run
from grundy.rules.data import unplain

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

FIRST = 64
"""So many options are asked for at first, and four times as many whenever they do not suffice."""
UNBOUNDED = 1 << 62
"""Bits of a number, and items of a tuple: Python's own memory is the limit, as it is for the rule that was written."""


def rebuilt(
    kind: type[Ruleset],
    data: dict[str, Any],
    name: str,
    doc: str,
    names: tuple[str, ...],
    usual: dict[str, Any],
    params: dict[str, Any],
    *,
    run: Callable[[Routine], Run] | None = None,
    read: Callable[[dict[str, Any]], Routine] = routine_of,
) -> Ruleset:
    """Return the ruleset of a kind that rule data say (see `grundy.rules.data.data_of`).

    ``names`` are those of the numbers of a position, ``usual`` the parameters that the rules have by default, ``params`` all
    of them as they are; ``run`` makes what runs a routine, within its own bounds; ``read`` makes routines
    of JSON.

    >>> from grundy.games import load
    >>> from grundy.rules.data import data_of
    >>> bash = rebuilt(type(load("bash")), data_of(load("bash")), "bash", "", ("n",), {"m": 3}, {"m": 3})
    >>> [str(q) for q in bash(10, m=2).options()], data_of(bash) == data_of(load("bash"))
    (['bash(9, m=2)', 'bash(8, m=2)'], True)
    """
    hidden = {key: unplain(value) for key, value in data["parameters"].items() if key not in params}  # those of hooks

    def made(key: str) -> Callable[..., Any]:
        return made_function(read(data[key]), name, doc, names, usual, hidden, run or _run)

    rules = kind.of_data(data, made, name)
    vars(rules)["names"] = names  # which may be letters of a board, and no names of Python's
    rules.hooks.update((hook, made(hook)) for hook in ("ending", "symmetry", "parts") if hook in data)
    return rules.bind(**{key: value for key, value in params.items() if key not in usual or usual[key] != value})


def made_function(
    routine: Routine,
    name: str,
    doc: str,
    names: tuple[str, ...],
    usual: dict[str, Any],
    hidden: dict[str, Any],
    run: Callable[[Routine], Run],
) -> Callable[..., Any]:
    """Return a function that takes what the one took from which a routine was read, and yields or returns what it says."""
    # the numbers of a board are one tuple to its rules
    whole = routine.shape == "variadic" or len(names) > routine.width

    def row(state: Any, params: dict[str, Any]) -> list[Any]:
        known = {**hidden, **params}
        plain = _integers(state)
        return [*([plain] if whole else plain), *(known[key] for key in routine.keywords)]

    def rule(*state: Any, **params: Any) -> Any:
        args = row(state, params)
        return _yields(run(routine), args) if routine.yields else run(routine).returned(args)

    kind = {"ints": int, "tuple": tuple, "variadic": int}[routine.shape]
    how = Parameter.VAR_POSITIONAL if routine.shape == "variadic" else Parameter.POSITIONAL_OR_KEYWORD
    defaults = {**hidden, **{key: value for key, value in usual.items() if key in routine.keywords}}
    rule.__name__, rule.__doc__, rule.__kwdefaults__ = name, doc, defaults
    vars(rule)["row"] = row
    vars(rule)["routine"] = routine  # `grundy.rules.data` takes it as it is, since there is no source to be read
    vars(rule)["__signature__"] = Signature(
        [Parameter(f"_{i}", how, annotation=kind) for i in range(len(names))]
        + [Parameter(k, Parameter.KEYWORD_ONLY, default=defaults.get(k, Parameter.empty)) for k in routine.keywords]
    )
    return rule


def _integers(state: Any) -> Any:
    """Return a state with Python's own integers, which may come from an array."""
    return tuple(map(_integers, state)) if isinstance(state, tuple) else int(state)


def _run(routine: Routine) -> Run:
    """Return a run of its own for each call, since threads may ask at once."""
    return Run(routine, bits=UNBOUNDED, length=UNBOUNDED)


def _yields(run: Run, args: list[Any]) -> Iterator[Any]:
    """Iterate over what a routine yields; a run gives no value before it has all that it was asked for."""
    done, wanted = 0, FIRST
    while True:
        found = run.yields(args, wanted)
        yield from found[done:]
        if len(found) < wanted:
            return
        done, wanted = len(found), 4 * wanted
