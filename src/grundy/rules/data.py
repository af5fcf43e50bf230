"""Rulesets as data: the kind, its functions as rules of the language, its parameters; and the hash that names the rules.

Each kind has one meaning, which the docstring of its class says; its `rule_data` are all that it depends on. Words,
pictures, theorems and bounds are not part of it: they say nothing of what a player may do. A ruleset of strings,
dictionaries or itertools has no data, and is named by its source (`grundy.rules.data`).
"""

from __future__ import annotations

import ast
import functools
import inspect
import pickle
import sys
import textwrap
import types
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import Parameter, Signature
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from grundy.common.digest import digest
from grundy.common.errors import GrundyError, RulesError
from grundy.common.messages import _
from grundy.common.neighbours import admit, is_neighbour
from grundy.common.threads import parsed
from grundy.language.ir import VERSION, Routine, routine_json, routine_of
from grundy.language.read import read
from grundy.language.refusal import Unreadable
from grundy.language.run import Run
from grundy.language.wrapped import Wrapped
from grundy.rules.failures import refuse_overridden
from grundy.rules.session import Field, Watched

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

# ---- the fingerprint of rules: a hash of everything that says what the moves are, by which certificates name their rules
# It covers the text of every function that the rules call (without comments, docstrings, annotations and decorators), the
# constants these functions use, the declared ending, and what else the ruleset is made of. It does not cover how positions
# are shown, theorems, symmetries and words.

_WORDS = frozenset(
    {
        "name",
        "doc",
        "__doc__",
        "params",
        "required",
        "theorems",
        "judges",
        "hooks",
        "bounds",
        "is_monotone",
        "is_placement",
        "trials",
        "origin",
        "_memories",
        "_strange",
    }
    | {"_memory", "names", "integers", "shape", "tuple_state", "wraps", "by_player", "called_by", "begins", "look"}
)
"""Attributes of a ruleset that say nothing of the moves that the rest does not say."""
_BARE = (types.BuiltinFunctionType, types.ModuleType, types.GenericAlias)


def described(what: Any) -> Any:
    """Return plain data that tells a function, or anything else, from others."""
    return _described(what, [])


def fingerprint(rules: Ruleset) -> str:
    """Return the SHA-256 of what says what the moves of a ruleset are; its parameters are not part of it.

    GrundyError where the source of a function cannot be found. O(source).

    >>> from grundy.rules.functions import game
    >>> def one(n: int):
    ...     "A docstring, and a comment."
    ...     yield n - 1  # says nothing
    >>> len(fingerprint(game(one)))
    64
    """
    return digest(_described(rules, []))


def _described(what: Any, met: list[Any]) -> Any:
    """Return plain data that tells a thing from others; what was met before is named by its number."""
    if what is None or isinstance(what, (bool, int, str)):
        return what
    if isinstance(what, Enum):
        return [type(what).__qualname__, what.name]
    if isinstance(what, (tuple, list)):
        return [_described(item, met) for item in what]
    if isinstance(what, (set, frozenset)):
        return ["set", *sorted((_described(item, met) for item in what), key=repr)]
    if isinstance(what, dict):
        return ["dict", *([_described(k, met), _described(v, met)] for k, v in what.items())]
    if isinstance(what, _BARE) or (isinstance(what, type) and not what.__module__.startswith("grundy_file")):
        return ["named", getattr(what, "__module__", ""), getattr(what, "__qualname__", getattr(what, "__name__", ""))]
    rules = cast("Ruleset", what).origin if isinstance(what, Watched) else None
    what = what if rules is None else rules  # the parameters are told apart from the rules
    for number, other in enumerate(met):
        if other is what:
            return ["met", number]
    met.append(what)
    if rules is not None:
        return [type(rules).__qualname__, *_attributes(rules, met), _described(rules.hooks.get("ending"), met)]
    if isinstance(what, functools.partial):
        return ["partial", _described(what.func, met), _described(what.args, met), _described(what.keywords, met)]
    if callable(what):
        return _function(what, met)
    return [type(what).__qualname__, *_attributes(what, met)]


def _attributes(what: Any, met: list[Any]) -> list[Any]:
    held = dict(getattr(what, "__dict__", {}))
    for owner in type(what).__mro__:
        held |= {name: getattr(what, name) for name in getattr(owner, "__slots__", ()) if hasattr(what, name)}
    for name in {*held}:  # what is only remembered would come and go
        if name in _WORDS or isinstance(getattr(type(what), name, None), functools.cached_property):
            del held[name]
    return [[name, _described(held[name], met)] for name in sorted(held)]


def _function(function: Callable[..., Any], met: list[Any]) -> Any:
    """Return the text of a function and what its free names stand for."""
    function = inspect.unwrap(function)
    bound = [_described(function.__self__, met)] if isinstance(function, types.MethodType) else []
    function = getattr(function, "__func__", function)
    if not isinstance(function, types.FunctionType):
        return ["named", getattr(function, "__qualname__", type(function).__qualname__)]
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    known = {**function.__globals__, **{name: cell.cell_contents for name, cell in cells}}
    text, names = _text(function)
    free = [[name, _described(known[name], met)] for name in sorted(names) if name in known]
    defaults = [_described(function.__defaults__, met), _described(function.__kwdefaults__, met)]
    return [text, free, defaults, *bound]


def _text(function: types.FunctionType) -> tuple[str, set[str]]:
    """Return a function's source without what means nothing, and the names in it."""
    try:
        tree = cast("ast.Module", parsed(textwrap.dedent("".join(inspect.getsourcelines(function)[0])))).body[0]
    except (OSError, TypeError, SyntaxError):
        raise GrundyError(
            "the source of {name} cannot be found, so its rules have no fingerprint", name=function.__name__
        ) from None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.decorator_list, node.returns = [], None
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                node.body = node.body[1:] or [ast.Pass()]
        elif isinstance(node, ast.arg):
            node.annotation = None
    return ast.unparse(tree), {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


_HOOKS = ("ending", "symmetry", "parts")
_GIVING = ("symmetries", "predecessors")
"""Hooks that give several states, as moves do."""


def routine(
    rules: Ruleset,
    function: Callable[..., Any],
    *,
    scoring: bool = False,
    state: type[Wrapped] | None = None,
    as_integers: bool = False,
    **more: object,
) -> Routine:
    """Return a function of a ruleset as data, for the kinds of its parameters; Unreadable says why it has none.

    ``as_integers``: of a state with a tuple beside integers, all of them.
    """
    made = getattr(function, "routine", None)  # of one that was made of data there is nothing to read
    if isinstance(made, Routine):
        return made
    over = getattr(rules, "over", None)
    kind = over(function) if state is None and over is not None else state
    moves = not any(function is hook for name, hook in rules.hooks.items() if name not in _GIVING)
    made = read(function, {**rules.params, **more}, scoring=scoring, state=kind, moves=moves)
    if rules.widths and (not as_integers or made.width != sum(rules.widths)):
        raise Unreadable("a state of a tuple and something else is not read", made.main.line)
    return made


def data_of(rules: Ruleset) -> dict[str, Any]:
    """Return what says what the moves of a ruleset are, as JSON: its kind first; Unreadable where it has no data.

    Parameters are given by name; `hash_of` leaves the names out. O(source).

    >>> from grundy.games import load
    >>> data = data_of(load("bash"))
    >>> data["kind"], data["parameters"], data["moves"]["keywords"]
    ('game', {'m': 3}, ['m'])
    """
    refuse_overridden(rules)
    return rules.rule_data()


def hash_of(rules: Ruleset) -> str:
    """Return the SHA-256 that names the rules of a ruleset with its parameters: of what they mean, and nothing else.

    It is the same for every version of Python, whatever variables, parameters and functions are called.

    >>> from grundy.games import load
    >>> hash_of(load("bash")) == hash_of(load("bash").bind(m=3)) != hash_of(load("bash").bind(m=4))
    True
    """
    return data_hash(data_of(rules))


def rules_data(rules: Ruleset, least: int) -> dict[str, Any]:
    """Return the fields ``rules``, ``form``, ``parameters`` and ``least``, of which the fingerprint is made.

    Unreadable says why a Python rule is no data of the rule language. O(size of the rules).

    >>> from grundy.games import load
    >>> data = rules_data(load("bash"), 0)
    >>> data["parameters"], data["rules"]["moves"]["keywords"]
    ({'m': 3}, ['m'])
    """
    if code := getattr(rules, "code", None):
        return {"rules": {"code": str(code)}, "form": "code", "parameters": {}, "least": 0}
    moves, ending = routines(rules)
    parameters = {name: rules.params[name] for name in moves.keywords}
    data: dict[str, Any] = {"version": VERSION, "moves": routine_json(moves)}
    if ending is not None:
        data["ending"] = routine_json(ending)
        usual = inspect.signature(rules.hooks["ending"]).parameters
        parameters |= {name: rules.params.get(name, usual[name].default) for name in ending.keywords}
    form = "heaps" if hasattr(rules, "heap_options") else "game"
    return {
        "rules": data,
        "form": form,
        "parameters": {name: plain(value) for name, value in parameters.items()},
        "least": least,
    }


def routines(rules: Ruleset) -> tuple[Routine, Routine | None]:
    """Return the moves and the declared ending of a ruleset of Python functions as data; Unreadable if they are none."""
    function: Callable[..., Any] = rules.function  # type: ignore[attr-defined]  # of Python functions
    ending = rules.hooks.get("ending")
    return routine(rules, function), None if ending is None else routine(rules, ending)


def data_hash(data: dict[str, Any]) -> str:
    """Return the SHA-256 that names rules as data (`grundy.rules.data`), with the version of their language. O(size).

    >>> data_hash({"kind": "code", "code": "0.77"})[:12]
    '62f7f0ce32a1'
    """
    return digest({"version": VERSION, "rules": _nameless(data)})


def _nameless(data: Any, names: tuple[str, ...] = ()) -> Any:
    """Return data with the places of parameters for their names: those of the moves in their order, then the others."""
    if isinstance(data, list):
        return [_nameless(each, names) for each in data]
    if not isinstance(data, dict):
        return data
    if "parameters" in data:
        first = [name for key in ("moves", "left", "right") for name in data.get(key, {}).get("keywords", ())]
        names = tuple(dict.fromkeys([*first, *sorted(data["parameters"])]))
    found = {key: _nameless(each, names) for key, each in data.items()}
    if "parameters" in data:
        found["parameters"] = [data["parameters"].get(name) for name in names]
    if "keywords" in data:
        found["keywords"] = [names.index(name) if name in names else -1 for name in data["keywords"]]
    return found


def plain(value: Any) -> Any:
    """Return integers, tuples and texts as JSON has them; Unreadable for anything else.

    >>> plain((1, (True, "a")))
    [1, [1, 'a']]
    """
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    if isinstance(value, int):
        return int(value)
    if isinstance(value, str) or value is None:
        return value
    raise Unreadable("a {kind} is not rule data", kind=type(value).__name__)


def unplain(data: Any) -> Any:
    """Return what JSON has for integers, tuples and texts as these.

    >>> unplain([1, [1, "a"]])
    (1, (1, 'a'))
    """
    return tuple(map(unplain, data)) if isinstance(data, list) else data


# -- what kinds of rulesets make their data of -------------------------------------------------------------------------


def common(rules: Ruleset, kind: str) -> dict[str, Any]:
    """Return what all kinds with functions have: parameters and hooks."""
    found: dict[str, Any] = {"kind": kind, "parameters": {name: plain(value) for name, value in _given(rules).items()}}
    for name in _HOOKS:
        if name in rules.hooks:
            found[name] = _hook(rules, name)
    return found


def _given(rules: Ruleset) -> dict[str, Any]:
    """Return the parameters of a ruleset, with those that hooks and Right's moves have for themselves, by default."""
    found = dict(rules.params)
    for function in [*(rules.hooks.get(name) for name in _HOOKS), getattr(rules, "other", None)]:
        for name, value in (getattr(function, "__kwdefaults__", None) or {}).items():
            if found.setdefault(name, value) != value and name not in rules.params:
                raise Unreadable(
                    "{name} has two defaults for its parameter {parameter}", name=rules.name, parameter=name
                )
    return found


def _hook(rules: Ruleset, name: str) -> Any:
    """Return a hook as data; how a position comes apart may be written in any Python, and is then named by its source."""
    function = rules.hooks[name]
    try:
        return routine_json(routine(rules, function))
    except Unreadable:
        if name != "parts":
            raise
        return {"source": digest(described(function))}


def moves(rules: Ruleset, function: Callable[..., Any], **more: Any) -> dict[str, Any]:
    """Return a function of a ruleset as JSON."""
    return routine_json(routine(rules, function, **more))


# ---- rulesets made of rule data: what a rule says, run by the interpreter of the language (`grundy.language.run`)
# So a rule that has no name anywhere, a function within a function, is played in another process. What is not rule data
# does not come with it: theorems, words, pictures.

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


# ---- rulesets in other processes and in files: by the name under which they are found again, else by their rule data
# A ruleset that is held by a module (a game of the catalogue, ``@gr.game`` in a file) is told by the module and its name
# there, with the hash of its rules: where it is read back they must be the same. A heap code is told as it is written, a
# sum by its parts, a digraph by its arrows, any other rule by its rule data (`grundy.rules.data`). What has no name
# and no data cannot be told, and one sentence says so.

# ---- what a ruleset is told apart by
# It is the hash of their data (`grundy.rules.data.hash_of`), with the parameters; of rules without data that of their
# source (`grundy.rules.data`), without. From it follow what a ruleset means (`Ruleset.content`), what a pickle
# holds of rules that are found again, and by which rules a tablebase is found.

KEPT = Field[dict[Callable[["Ruleset"], str], str]]("identity", dict)


def meaning(rules: Ruleset) -> str:
    """Return the hash of the data of some rules, "" of those that have none. It is kept. O(source).

    >>> import grundy as gr
    >>> meaning(gr.bash) == meaning(gr.bash.bind(m=3)) != meaning(gr.bash.bind(m=4))
    True
    """
    return _kept(hash_of, rules)


def identity(rules: Ruleset) -> str:
    """Return the hash that names some rules: of their data, else of their source; "" of those that have neither."""
    return meaning(rules) or _kept(fingerprint, rules)


def stored_hash(rules: Ruleset) -> str:
    """Return the hash by which what is stored of rules is found: that which names them, with the parameters in any case.

    GrundyError of rules that have neither data nor a source.
    """
    if found := meaning(rules):
        return found
    given = sorted((name, repr(value)) for name, value in rules.params.items())
    return digest([identity(rules) or fingerprint(rules), given])


def _kept(of: Callable[[Ruleset], str], rules: Ruleset) -> str:
    known = rules.memory[KEPT]
    if of not in known:
        try:
            known[of] = of(rules)
        except (GrundyError, RecursionError):
            known[of] = ""
    return known[of]


# ---- pickling

Made: TypeAlias = "tuple[Callable[..., Ruleset], tuple[Any, ...]]"
"""How a ruleset is made again: a function of this package and its arguments."""
MAIN = "__main__"
_PLAIN = (int, str, bool, type(None))


class Place(NamedTuple):
    """Where a ruleset is found: the name of a module, or the file of one that cannot be imported, and the name in it."""

    module: str
    file: str
    name: str

    def __str__(self) -> str:
        return f"{self.file or self.module}:{self.name}"


def made_again(rules: Ruleset) -> Made:
    """Return how a ruleset is made again elsewhere; RulesError says why it cannot be.

    >>> from grundy.games import load
    >>> how, (place, _hash, params, _data) = made_again(load("bash").bind(m=4))
    >>> str(place), params
    ('grundy.games.bash:bash', {'m': 4})
    """
    place = _place(rules.origin)
    if place is None:
        return rules.by_content() or _by_data(rules)
    changed = rules.unusual
    require_plain(changed, rules.name)
    other = None
    if place.module == MAIN:  # another process may have begun with another file
        with suppress(GrundyError):
            other = rules.by_content() or _by_data(rules)
    return found_again, (place, identity(rules.origin), changed, other)


def found_again(place: Place, told: str, params: dict[str, Any], other: Made | None) -> Ruleset:
    """Return the ruleset that a module holds, with its parameters; RulesError if its rules are not those of the hash."""
    try:
        found = _held(place)
        now = identity(found)
        if now != told:
            sentence = _("the rules of {place} have changed: their hash was {told}, now it is {now}")
            raise RulesError(sentence.format(place=place, told=told, now=now))
    except RulesError:
        if other is None:
            raise
        return other[0](*other[1])
    return found.bind(**params)


def require_plain(value: Any, name: str) -> None:
    """Raise RulesError for a state or a parameter that cannot be written; O(size)."""
    if _is_plain(value):
        return
    try:
        pickle.dumps(value)
    except Exception as problem:  # an object may say what it likes
        raise RulesError(
            "{name} cannot be sent to another process: it holds {shown}, which cannot be serialized",
            name=name,
            shown=f"{value!r:.100}",
        ) from problem


def _is_plain(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(_is_plain, value))
    return type(value) in _PLAIN


# -- by the name in a module -------------------------------------------------------------------------------------------


def _place(rules: Ruleset) -> Place | None:
    """Return where a ruleset is held, None if in none of the modules that had a part in it. O(names in these)."""
    modules = (sys.modules.get(name) for name in dict.fromkeys(_homes(rules)))
    held = ((module, name) for module in modules if module for name, value in vars(module).items() if value is rules)
    return next((place for module, name in held if (place := _named(module, name)) is not None), None)


def _homes(rules: Ruleset) -> Iterator[str]:
    """Iterate over the names of the modules where the functions of a ruleset are written, and its class."""
    parts = (getattr(rules, name, None) for name in ("function", "other", "_code"))
    declared = (*rules.hooks.values(), *rules.judges.values(), *(theorem.function for theorem in rules.theorems))
    yield from (str(getattr(each, "__module__", "")) for each in (*parts, *declared))
    yield f"grundy.games.{rules.name.replace('-', '_')}"
    yield type(rules).__module__


def _named(module: ModuleType, name: str) -> Place | None:
    """Return how a module is told: by its name where it was imported, else by its file."""
    if module is sys.modules.get(MAIN):
        return Place(MAIN, "", name)
    if getattr(module, "__spec__", None) is not None and not is_neighbour(module):
        return Place(module.__name__, "", name)
    file = getattr(module, "__file__", None)
    return Place("", file, name) if file else None


def _held(place: Place) -> Ruleset:
    """Return what stands at a place; RulesError if it is no ruleset."""
    try:
        module = import_module(place.module) if place.module else _loaded(place.file)
    except Exception as problem:  # a file may do anything
        sentence = _("{place} cannot be read back: {problem}")
        raise RulesError(sentence.format(place=place, problem=str(problem) or type(problem).__name__)) from problem
    found = vars(module).get(place.name)
    if not isinstance(found, Watched):
        raise RulesError("{place} cannot be read back: there is no game of that name", place=place)
    return cast("Ruleset", found)


def _loaded(file: str) -> ModuleType:
    """Return the module of a file, the one that is loaded if there is one."""
    for module in list(sys.modules.values()):
        if getattr(module, "__file__", None) == file:
            return module
    name = f"grundy_file_{Path(file).stem}"
    spec = spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    admit(Path(file))
    spec.loader.exec_module(module)
    sys.modules[name] = module
    return module


# -- by what it is -----------------------------------------------------------------------------------------------------


def _by_data(rules: Ruleset) -> Made:
    sentence = _(
        "{name} cannot be sent to another process: it is in no module, and it has no rule data, since {reason}"
    )
    try:
        data = data_of(rules)
    except Unreadable as problem:
        raise RulesError(sentence.format(name=rules.name, reason=problem.reason)) from None
    if "source" in data.get("parts", ()):
        reason = _("the way its positions split is written in Python that cannot be read")
        raise RulesError(sentence.format(name=rules.name, reason=reason))
    names = getattr(rules, "names", ("n",))
    return rebuilt, (type(rules), data, rules.name, rules.doc, names, rules.origin.params, rules.params)
