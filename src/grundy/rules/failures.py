"""What a rule raises: one sentence that names the exception, the position and the line of the rule."""

from __future__ import annotations

import ast
import inspect
import warnings
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, NoReturn, cast

from grundy.common.errors import GrundyError, Notice, RuleFailed, RulesError, shown
from grundy.common.messages import N_, _
from grundy.rules.session import Watched

if TYPE_CHECKING:
    from traceback import FrameSummary

    from grundy.rules.ruleset import Ruleset

_OWN = str(Path(__file__).parents[1])
_GAMES = str(Path(__file__).parents[1] / "games")
LONGEST = 200
"""Letters of a position, and of an exception's own words, that are written."""


def asked(rules: Ruleset, state: Any, function: Callable[..., Any], *args: Any, **params: Any) -> Any:
    """Return what a rule, or a hook beside it, says of a state; RuleFailed if it raises."""
    try:
        return function(*args, **params)
    except Exception as problem:
        tell(rules, state, problem)


def walked(rules: Ruleset, state: Any, made: Iterable[Any]) -> Iterator[Any]:
    """Iterate over what a rule yields for a state; RuleFailed if it raises."""
    try:
        yield from made
    except Exception as problem:
        tell(rules, state, problem)


def tell(rules: Ruleset, state: Any, problem: Exception, *, setup: bool = False) -> NoReturn:
    """Raise a RuleFailed from what a rule raised at a state; what has a sentence of its own is raised as it is.

    Of a ``setup`` there is no state yet, but the arguments of which it is to be made.
    """
    if isinstance(problem, (GrundyError, MemoryError, Warning)):
        raise problem
    if isinstance(problem.__cause__, StopIteration):  # which Python does not let out of a generator
        problem = problem.__cause__
    what = type(problem).__name__
    if words := " ".join(str(problem).split()):
        what = f"{what}: {_short(words)}"
    position = _arguments(rules, state) if setup else _position(rules, state)
    frame = _frame(problem)
    if frame is None:
        sentence = N_("the rules of {name} fail at {position}: {what}")
        raise RuleFailed(sentence, name=rules.name, position=_short(position), what=what) from problem
    file = Path(frame.filename).name + (f" ({_short(frame.line)})" if frame.line else "")
    sentence = N_("the rules of {name} fail at {position}, in line {line} of {file}: {what}")
    told = {"name": rules.name, "position": _short(position), "line": frame.lineno, "file": file, "what": what}
    raise RuleFailed(sentence, **told) from problem


def _arguments(rules: Ruleset, args: Any) -> str:
    return f"{rules.name}({', '.join(map(repr, args))})"


def _position(rules: Ruleset, state: Any) -> str:
    try:
        return rules.describe(state)
    except Exception:  # how a state is shown is a rule too
        return _arguments(rules, (state,))


def _frame(problem: Exception) -> FrameSummary | None:
    """Return the last line of a traceback that is a rule's: not one of grundy's, nor of a library that the rule called."""
    from traceback import extract_tb  # only a mistake needs it

    frames = extract_tb(problem.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(_OWN) or frame.filename.startswith(_GAMES)]
    return next((frame for frame in reversed(own) if frame.filename == own[0].filename), None)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


# ---- what is no function


def called_with(first: inspect.Parameter, function: Callable[..., Any]) -> inspect.Signature:
    """Return how rules of a function are called that have a parameter in the place of what the function takes."""
    own = inspect.signature(function).parameters.values()
    return inspect.Signature([first, *(p for p in own if p.kind is p.KEYWORD_ONLY)])


def plain_function(what: object) -> FunctionType:
    """Return the function that rules are made of, which may be a method or kept by `functools.cache`; RulesError for none.

    >>> plain_function(len)
    Traceback (most recent call last):
    grundy.common.errors.RulesError: len is not a plain function: write the rules with def, and parameters after a *
    """
    plain = what
    while not isinstance(plain, FunctionType):
        under = getattr(plain, "__func__", None) or getattr(plain, "__wrapped__", None)
        if under is None or isinstance(plain, type | Watched):
            raise RulesError(
                "{what} is not a plain function: write the rules with def, and parameters after a *", what=shown(what)
            )
        plain = under
    if inspect.iscoroutinefunction(plain) or inspect.isasyncgenfunction(plain):
        raise RulesError("{name} is an async function: write the rules with def alone", name=plain.__name__)
    return plain


def notice(function: Any, words: str, line: int | None = None) -> None:
    """Tell something of a rule in a `Notice`, with its place in the file of whoever wrote it."""
    code = getattr(function, "__code__", notice.__code__)
    registry = getattr(function, "__globals__", globals()).setdefault("__warningregistry__", {})
    warnings.warn_explicit(words, Notice, code.co_filename, line or code.co_firstlineno, registry=registry)


def accepted(function: Callable[..., Any], params: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters that a function takes by keyword."""
    if not params:
        return params
    code = function.__code__
    first = code.co_argcount
    own = code.co_varnames[first : first + code.co_kwonlyargcount]
    if code.co_flags & inspect.CO_VARKEYWORDS:
        return params
    return {name: params[name] for name in own if name in params}


def is_of_users(function: Any) -> bool:
    """Whether something is a function of a user's own, and stands in no file of grundy's."""
    code = getattr(function, "__code__", None)
    return code is not None and not code.co_filename.startswith(_OWN)


def is_strange(function: Callable[..., Any]) -> bool:
    """Whether a function is a user's own, or made of a text that anyone may have written."""
    return is_of_users(function) or hasattr(function, "routine")


def require_callable(what: object, hook: str) -> None:
    """Raise RulesError unless what is declared as a hook can be called."""
    if not callable(what):
        raise RulesError("{hook} is declared by a function, but {what} is not one", hook=hook, what=shown(what))


def require(kind: type | tuple[type, ...], sentence: str, *given: Any) -> None:
    """Raise RulesError, with a sentence about ``{rules}``, for the first thing that is not of a kind."""
    for each in given:
        if not isinstance(each, kind):
            raise RulesError(sentence, rules=getattr(each, "name", each))


# ---- what the text of an ending says

_TRUTHS = frozenset({True, False})
_NUMBERS = {"int", "bool", "abs", "len", "sum", "all", "any"}
"""Functions of Python that never return None."""
_FOLLOWED = 300
"""So many expressions of an ending, and of what it calls, are followed; a function counts for a few more."""


def require_outcomes(rules: Ruleset, ending: Callable[..., Any]) -> None:
    """See that an ending returns outcomes, as far as its text says it; RulesError names the line that returns another thing.

    What has no text, or leaves it open, is asked when a position is met (`FunctionRuleset.ended`). O(text).
    """
    if not is_of_users(ending):  # the catalogue's are tested
        return
    if rules.partisan and "player" in inspect.signature(ending).parameters:
        raise rules.bad_rules("the ending of {name} is the same whoever is to move: leave out its player")
    from grundy.language.read.texts import TextError  # the catalogue's endings need no reader
    from grundy.language.refusal import Unreadable

    over = getattr(rules, "over", None)
    try:
        text = _Ending(ending, None if over is None else over(ending))
    except Unreadable:
        return
    for line, values in text.returned:
        for found in values:
            raise TextError(
                "the ending of {name} returns {result}: return LOSS (whoever has just moved has won), TIE, WIN, or None, "
                "while play goes on",
                line,
                name=rules.name,
                result=_("True or False") if isinstance(found, bool) else repr(found),
            )
    if text.always:
        sentence = N_(
            "the ending of {name} ends every position, since it never returns None: return None while play goes on"
        )
        raise TextError(sentence, text.returned[-1][0], name=rules.name)
    if not text.ends:
        sentence = N_(
            "the ending of {name} returns no outcome: return LOSS (whoever has just moved has won), TIE or WIN"
        )
        raise TextError(sentence, text.line, name=rules.name)


class _Ending:
    """The text of an ending, or of a function that it calls: what it may return that is no outcome, and in which line."""

    def __init__(self, function: Callable[..., Any], kind: type | None, left: list[None] | None = None) -> None:
        from grundy.language.read.source import plain, tree_of

        self.function, self.kind = plain(function), kind
        self.left = [None] * _FOLLOWED if left is None else left
        tree = tree_of(self.function)
        self.line = tree.lineno
        inner = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda) and node is not tree]
        hidden = {each for node in inner for each in ast.walk(node)}
        nodes = [node for node in ast.walk(tree) if node not in hidden]
        self._follow(5 + len(nodes) // 100)
        self.given: dict[str, list[ast.expr]] = {}
        for node in nodes:
            if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
                for name in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    self.given.setdefault(name.id if isinstance(name, ast.Name) else "", []).append(node.value)
        own = [node for node in nodes if isinstance(node, ast.Return) and not _is_none(node.value)]
        returned = sorted(own, key=lambda node: node.lineno)
        self.returned = [(node.lineno, self.wrong(cast("ast.expr", node.value))) for node in returned]
        returns = sum(isinstance(node, ast.Return) for node in nodes)
        self.always = len(own) == returns and _leaves(tree.body) and all(self.some(node.value) for node in own)
        self.ends = bool(own) or any(isinstance(node, ast.Raise) for node in nodes)

    def wrong(self, node: ast.expr, asked: frozenset[str] = frozenset()) -> frozenset[Any]:
        """Return the constants that an expression may be, and that are no outcomes."""
        every: list[ast.expr] = []
        self._follow()
        match node:
            case ast.Constant(value=value) if value is not None and (type(value) is not int or abs(value) > 1):
                return frozenset({value})
            case ast.Compare() | ast.UnaryOp(op=ast.Not()) | ast.Call(func=ast.Name(id="all" | "any" | "bool")):
                return _TRUTHS
            case ast.BoolOp(op=op, values=values):
                stays = isinstance(op, ast.Or)  # before the last one, what is true is the result of "or"
                *first, last = (self.wrong(each, asked) for each in values)
                return last.union(*({each for each in found if bool(each) == stays} for found in first))
            case ast.IfExp(body=one, orelse=other):
                every = [one, other]
            case ast.Call(func=ast.Name(id="max" | "min"), args=args):
                every = args
            case ast.Name(id=name) if name not in asked:
                given = [each for each in self.given.get(name, []) if not _is_none(each)]
                found = [self.wrong(each, asked | {name}) for each in given]
                return frozenset().union(*found) if all(found) else frozenset()  # which of them it is is not known
            case ast.Call(func=ast.Name(id=name)):
                return self._called(self.function.__globals__.get(name))
            case ast.Attribute(attr=name) | ast.Call(func=ast.Attribute(attr=name)) if self.kind is not None:
                return self._called(inspect.getattr_static(self.kind, name, None))
            case _:
                pass
        return frozenset().union(*(self.wrong(each, asked) for each in every))

    def some(self, node: ast.expr | None, asked: frozenset[str] = frozenset()) -> bool:
        """Whether an expression is never None, as far as its text shows it."""
        known = self.function.__globals__
        self._follow()
        match node:
            case ast.Constant(value=value):
                return value is not None
            case ast.Compare() | ast.UnaryOp() | ast.BinOp():
                return True
            case ast.BoolOp(values=every):
                return all(self.some(each, asked) for each in every)
            case ast.IfExp(body=one, orelse=other):
                return self.some(one, asked) and self.some(other, asked)
            case ast.Call(func=ast.Name(id=name)):
                return name in _NUMBERS
            case ast.Attribute(value=ast.Name(id=of), attr=name):
                return of not in self.function.__code__.co_varnames and isinstance(
                    getattr(known.get(of), name, None), int
                )
            case ast.Name(id=name) if name in self.function.__code__.co_varnames:
                given = self.given.get(name, []) if name not in asked else []
                return bool(given) and all(self.some(each, asked | {name}) for each in given)
            case ast.Name(id=name):
                return isinstance(known.get(name), int)
            case _:
                return False

    def _called(self, what: object) -> frozenset[Any]:
        """Return such constants of a function, or a property, that is called."""
        what = getattr(what, "fget", what)
        if not isinstance(what, FunctionType):
            return frozenset()
        if "return" in what.__annotations__:
            return _TRUTHS if what.__annotations__["return"] in (bool, "bool") else frozenset()
        found = (values for _line, values in _Ending(what, self.kind, self.left).returned)
        return frozenset[Any]().union(*found)

    def _follow(self, steps: int = 1) -> None:
        """Count what is followed: a text may say in few lines what would take hours."""
        if len(self.left) < steps:
            from grundy.language.refusal import Unreadable  # most are short

            raise Unreadable("this is nested too deeply")
        del self.left[:steps]


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether every way through some statements returns or raises, as far as the last of them shows it."""
    match body:
        case [*_before, ast.Return() | ast.Raise()]:
            return True
        case [*_before, ast.If(body=one, orelse=other)]:
            return _leaves(one) and _leaves(other)
        case _:
            return False


def _is_none(node: ast.expr | None) -> bool:
    return node is None or (isinstance(node, ast.Constant) and node.value is None)


_ASKED = ("options", "options_of", "scored_options", "heap_options", "ended", "canonical", "state_of", "arguments")


def refuse_overridden(rules: Ruleset) -> None:
    """Raise Unreadable where the options of a ruleset are not those of its function.

    >>> from grundy.games import load
    >>> refuse_overridden(load("wythoff"))
    """
    if "rule_data" not in vars(type(rules)) or vars(rules).keys() & set(_ASKED):
        from grundy.language.refusal import Unreadable  # closed forms are read by nobody

        raise Unreadable("the moves of {name} do not come from one function alone", name=rules.name)
