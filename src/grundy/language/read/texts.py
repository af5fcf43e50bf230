"""A module as a text that is never run: parsed and compiled, its functions made to be read, its constants read and reckoned.

Parsing and compiling run nothing. A function is an object of its code, with the names that the text gives and no others:
the one reader looks at it, and nobody calls it. A constant is what the interpreter of the language makes of its expression,
in steps that are counted.
"""

from __future__ import annotations

import ast
import io
import time
import tokenize
import types
import warnings
from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, cast

from grundy.common.errors import OutOfTime, RulesError, Sentence
from grundy.common.limits import check
from grundy.common.threads import parsed
from grundy.language.ir import Function, Routine, Value
from grundy.language.read.functions import read
from grundy.language.read.source import keep
from grundy.language.refusal import LARGEST, SMALLEST, Unreadable, located
from grundy.language.run import Beyond, Failed, Give, Run

FILE = "<rules>"
"""What a text is called where a file's name is wanted."""
LETTERS = 20_000
"""A text has at most so many letters."""
BRACKETS, LONGEST, DEEPEST = 30, 2_000, 60
"""So deep are brackets, so many words has a statement, and so deep is a syntax tree at most."""
STEPS, SECONDS, SURE = 200_000, 0.3, 20_000
"""A question to a rule, or a constant, takes at most so many steps, and seconds of the processor; the first steps it has
however long they take, so that a usual question has one answer on a busy machine, too."""
RECKONED, HELD = 1.0, 1_000_000
"""Seconds of the processor for all constants of a text together; and the steps that they take, with the numbers and words
of eight bytes that they hold: what stands within another is counted each time, as whoever goes through it meets it."""
LOOKED_AT = 500
"""Steps between two looks at the clock, which takes as long as dozens of them."""
SAID = 500
"""Letters of what an error says that was raised by what a text gives."""
BITS, LENGTH = 4096, 1 << 12
"""No number has more bits there, no tuple more items."""


class TextError(RulesError):
    """What is wrong with a text of rules, at a line of it where it stands at one."""

    def __init__(self, what: str | Sentence, line: int | None = None, /, **data: Any) -> None:
        super().__init__(located(what, line, data))
        self.line = line


class _Spent(Exception):
    """So many steps are over: no exception that a rule could have raised."""


class Bounded(Run):
    """A run of a routine in so many steps; TextError says at which line it failed or came too far."""

    def __init__(self, routine: Routine) -> None:
        super().__init__(routine, spend=self._count, bits=BITS, length=LENGTH)
        self.left = self.look = STEPS
        self.until = time.thread_time() + SECONDS

    def _count(self, steps: int) -> None:
        self.left -= steps
        if self.left > self.look:
            return
        self.look = max(self.left - LOOKED_AT, -1)
        if self.left < 0 or (self.left < STEPS - SURE and time.thread_time() > self.until):
            raise _Spent
        check()

    def _guarded(self, function: Function, args: Sequence[Value], give: Give | None) -> Any:
        try:
            return super()._guarded(function, args, give)
        except (Failed, _Spent, Beyond):
            return Followed(self.routine).told(function, args)


class Followed(Bounded):
    """A run line by line, of what fails or yields what it should not; ``line`` is the last line of the text it came to."""

    line: int | None = None
    own = True

    def _called(self, function: Function, args: list[Any], give: Give | None) -> Any:
        outer, self.own = self.own, function.file == FILE
        try:
            return super()._called(function, args, give)
        finally:
            self.own = outer

    def value(self, node: Any, slots: list[Any]) -> Any:
        """Return what an expression comes to, and remember where it stands, if it is one of the text."""
        self.line = (self.own and node.line) or self.line
        return super().value(node, slots)

    def told(self, function: Function, args: Sequence[Value]) -> NoReturn:
        """Raise the TextError that says where, and why."""
        try:
            Run._guarded(self, function, args, (lambda _value: False) if self.routine.yields else None)
        except Failed as problem:
            raise TextError("the rule fails here: {problem}", self.line, problem=str(problem)) from None
        except _Spent:
            raise TextError("this takes more than {most:,} steps", self.line, most=STEPS) from None
        except Beyond:
            raise TextError("a number or a tuple grows too large here", self.line) from None
        raise TextError("this takes more than {most:,} steps", most=STEPS)


# -- parsing -----------------------------------------------------------------------------------------------------------


@dataclass
class Text:
    """A module's statements, the code of its functions by line, and the names that were given values so far."""

    body: list[ast.stmt]
    codes: dict[tuple[int, str], types.CodeType]
    names: dict[str, object] = field(default_factory=lambda: dict[str, object]())
    constructors: tuple[object, ...] = ()
    """What a text may call to make a value: of grundy's own, with plain arguments."""
    until: float = field(default_factory=lambda: time.thread_time() + RECKONED)
    left: int = HELD

    def bind(self, name: str, value: object, line: int) -> None:
        """Give a name its value; TextError for one that means something to Python itself."""
        if name.startswith("__"):
            raise TextError("the name '{name}' is Python's own: choose another", line, name=name)
        self.names[name] = value

    def function(self, node: ast.FunctionDef) -> types.FunctionType:
        """Return a function of the text, to be read and never called; TextError for defaults that cannot be read."""
        own = node.args
        code = _kept(self.codes[min([node.lineno, *(each.lineno for each in node.decorator_list)]), node.name], node)
        made = types.FunctionType(code, self.names, node.name, tuple(self.plain(each) for each in own.defaults))
        pairs = zip(own.kwonlyargs, own.kw_defaults, strict=True)
        made.__kwdefaults__ = {each.arg: self.plain(value) for each, value in pairs if value is not None}
        arguments = [*own.posonlyargs, *own.args, own.vararg, *own.kwonlyargs]
        made.__annotations__ = {a.arg: ast.unparse(a.annotation) for a in arguments if a and a.annotation}
        return made

    # -- constants

    def plain(self, node: ast.expr) -> Any:
        """Return what an expression is that is given to grundy's own; TextError for a function, which it might call."""
        found = self.value(node)
        if not _is_plain(found, self.constructors):
            raise TextError("'{code}' is not a constant", node.lineno, code=ast.unparse(node)[:60])
        return found

    def value(self, node: ast.expr, known: Mapping[str, object] | None = None) -> Any:
        """Return what an expression is: integers, texts, tuples and dictionaries of them, objects by their names."""
        found = self._value(node, known or {})
        self._spend(_size(found, self.left), node.lineno)
        return found

    def _spend(self, size: int, line: int) -> None:
        """Count what was computed or held; TextError where that is too much for a text."""
        self.left -= size
        if self.left < 0:
            raise TextError("the constants of this text are too large: they hold more than {n:,} numbers", line, n=HELD)
        if time.thread_time() > self.until:
            raise TextError("the constants of this text take too long to compute", line)

    def _value(self, node: ast.expr, known: Mapping[str, object]) -> Any:
        names = ChainMap[str, object](dict(known), self.names)
        match node:
            case ast.Constant(value=int() | str() | None):
                return node.value
            case ast.Tuple(elts=items) | ast.List(elts=items) if not any(isinstance(x, ast.Starred) for x in items):
                return tuple(self.value(each, known) for each in items)
            case ast.Dict(keys=keys, values=values) if all(keys):
                return {self.value(k, known): self.value(v, known) for k, v in zip(keys, values, strict=True) if k}
            case ast.Name(id=name):
                return names[name] if name in names else _unknown(name, node.lineno)
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if isinstance(names.get(owner), types.ModuleType):
                held = vars(names[owner])
                return held[name] if name in held else _unknown(f"{owner}.{name}", node.lineno)
            case ast.GeneratorExp() | ast.ListComp() if _holds_tuples(node.elt):
                return self._gathered(node, known)
            case ast.Call(func=ast.Name(id="tuple"), args=[ast.GeneratorExp() as inner], keywords=[]) if _holds_tuples(
                inner.elt
            ):
                return self._gathered(inner, known)
            case ast.Call(func=ast.Name() | ast.Attribute(value=ast.Name()) as func) if self._makes(func):
                return self._constructed(node)
            case _:
                return self._reckoned(node, names)

    def _makes(self, node: ast.expr) -> bool:
        known = isinstance(node, ast.Attribute) or (isinstance(node, ast.Name) and node.id in self.names)
        return known and any(self.value(node) is each for each in self.constructors)

    def _constructed(self, node: ast.Call) -> Any:
        """Return what one of the constructors makes."""
        made: Any = self.value(node.func)
        named = {str(each.arg): self.plain(each.value) for each in node.keywords}
        try:
            return made(*map(self.plain, node.args), **named)
        except (TypeError, ValueError) as problem:
            raise TextError("{problem}", node.lineno, problem=str(problem)[:SAID]) from None

    def _gathered(self, node: ast.GeneratorExp | ast.ListComp, known: Mapping[str, object]) -> tuple[Any, ...]:
        """Return the items of a comprehension whose items are tuples."""
        match node.generators:
            case [ast.comprehension(target=ast.Name(id=name), iter=items, ifs=tests, is_async=0)]:
                found = ({**known, name: each} for each in self.value(_listed(items), known))
                return tuple(self.value(node.elt, own) for own in found if all(self.value(t, own) for t in tests))
            case _:
                raise TextError("only comprehensions with a single 'for' can be read", node.lineno)

    def _reckoned(self, node: ast.expr, names: Mapping[str, object]) -> Any:
        """Return what an expression of numbers comes to: read as a rule is, and run by the language's interpreter."""
        used = {each.id: names[each.id] for each in ast.walk(node) if isinstance(each, ast.Name) and each.id in names}
        self._spend(_size((*used.values(),), self.left), node.lineno)
        tree = cast("ast.FunctionDef", ast.parse("def constant(): return 0").body[0])
        tree.body = [ast.copy_location(ast.Return(node), node)]
        ast.increment_lineno(ast.copy_location(tree, node), 0)
        module = ast.fix_missing_locations(ast.Module([tree], []))
        try:
            code = _kept(next(each for each in _compiled(module).co_consts if isinstance(each, types.CodeType)), tree)
            run = Bounded(read(types.FunctionType(code, used), {}))
            found = run.returned(())
            self._spend(STEPS - run.left, node.lineno)
            return found
        except (TextError, OutOfTime):
            raise
        except Unreadable as problem:
            raise unread(problem, node.lineno) from None
        except (SyntaxError, ValueError, RecursionError) as problem:
            raise TextError("this is not a constant: {problem}", node.lineno, problem=str(problem)) from None


def unread(problem: Unreadable, line: int | None) -> TextError:
    """Return what is said of what cannot be read: why, at the line where it stands, else at one that is known."""
    what, place = problem.what, problem.line or line
    while isinstance(why := what.data.get("reason"), Sentence) and "file" not in why.data:  # in a helper of the text
        what, place = why.data.get("what", why), why.data.get("line", place)
    return TextError(what, place)


def parse(text: str) -> Text:
    """Return a text as a module that is not run; TextError for what is no Python, or goes beyond the bounds. O(text).

    >>> found = parse("K = 3\\nROW = tuple(K * i for i in range(3))")
    >>> [found.value(each.value) for each in found.body[:1]]
    [3]
    """
    if len(text) > LETTERS:
        raise TextError("the text has {length:,} letters; at most {most:,} are read", length=len(text), most=LETTERS)
    _require_shallow(text)
    try:
        tree = cast("ast.Module", parsed(text))
        _require_tree(tree)
        whole = _compiled(tree)
    except TextError:
        raise
    except SyntaxError as problem:
        raise TextError("this is not Python: {problem}", problem.lineno, problem=problem.msg) from None
    except (ValueError, RecursionError, MemoryError) as problem:
        raise TextError("this text cannot be parsed: {problem}", problem=str(problem) or "too deep") from None
    codes = [each for each in whole.co_consts if isinstance(each, types.CodeType)]
    return Text(tree.body, {(each.co_firstlineno, each.co_name): each for each in codes})


def _compiled(module: ast.Module) -> types.CodeType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compile(module, FILE, "exec", dont_inherit=True)


def _kept(code: types.CodeType, tree: ast.FunctionDef) -> types.CodeType:
    """Return code that equals no other's, whose tree and those of the functions in it are known to the reader."""
    trees = {(each.lineno, each.name): each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}
    consts = (
        _kept(each, trees[each.co_firstlineno, each.co_name])
        if isinstance(each, types.CodeType) and (each.co_firstlineno, each.co_name) in trees
        else each
        for each in code.co_consts
    )
    own = code.replace(co_consts=(*consts, object()))
    keep(own, tree)
    return own


def _require_shallow(text: str) -> None:
    """Raise TextError for brackets or statements that a parser would rather not meet; what is no Python is left to it."""
    depth = words = 0
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            depth += (token.string in ("(", "[", "{")) - (token.string in (")", "]", "}"))
            words = 0 if token.type == tokenize.NEWLINE else words + 1
            if depth > BRACKETS:
                raise TextError("brackets are nested {most} deep or more", token.start[0], most=BRACKETS)
            if words > LONGEST:
                raise TextError("a statement of more than {most:,} words", token.start[0], most=LONGEST)
    except (tokenize.TokenError, SyntaxError):
        return


def _require_tree(tree: ast.AST) -> None:
    """Raise TextError for a tree that is too deep, and for numbers that no rule has."""
    level, depth = [(tree, 0)], 0
    while level:
        depth += 1
        for node, line in level:
            if depth > DEEPEST:
                raise TextError("this is nested more than {most} deep", line or None, most=DEEPEST)
            number = node.value if isinstance(node, ast.Constant) else 0
            if isinstance(number, int) and not SMALLEST <= number <= LARGEST:
                raise TextError("a number does not fit in 64 bits", line or None)
        pairs = ((child, node) for node in level for child in ast.iter_child_nodes(node[0]))
        level = [(child, getattr(child, "lineno", line)) for child, (_node, line) in pairs]


def _is_plain(value: object, made: tuple[object, ...]) -> bool:
    """Whether a value holds nothing but numbers, texts, and what the constructors make."""
    if isinstance(value, tuple | dict):
        items = cast("tuple[object, ...]", (*value.items(),) if isinstance(value, dict) else value)
        return all(_is_plain(each, made) for each in items)
    return type(value) in (int, bool, str, type(None), *made)


def _size(value: object, most: int) -> int:
    """Return how many numbers and words of eight bytes a value holds, again where it holds them again; O(most).

    >>> row = (1,) * 10
    >>> _size((row, row, {"k": 2**640}), 1000), _size((row, row), 5) > 5
    (37, True)
    """
    todo, size = [value], 0
    while todo and size <= most:
        each = todo.pop()
        size += 1
        match each:
            case tuple():
                todo += cast("tuple[object, ...]", each)
            case dict():
                todo += cast("dict[object, object]", each).items()
            case int():
                size += each.bit_length() >> 6
            case str():
                size += len(each) >> 3
            case _:
                pass
    return size


def _holds_tuples(node: ast.expr) -> bool:
    """Whether an item of a comprehension is a tuple, as the rule language has none of."""
    of = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
    return isinstance(node, ast.Tuple | ast.List | ast.ListComp) or of in ("tuple", "list")


def _listed(node: ast.expr) -> ast.expr:
    """Return ``tuple(…)`` of an expression."""
    name = ast.copy_location(ast.Name("tuple", ast.Load()), node)
    return ast.copy_location(ast.Call(name, [node], []), node)


def _unknown(name: str, line: int) -> NoReturn:
    raise TextError("'{name}' has no value here: only what the text says above is known", line, name=name)
