"""Rulesets of a text that is never run: its decorators and constants are understood, its functions read as rules are.

What a text says is a module of Python, but nothing of it runs (`grundy.language.read.texts`): a ruleset is made of rule data
(`grundy.rules.data`), and played by the interpreter of the language in so many steps, or by what is compiled of the data. So
a stranger's text can be taken. What only running it would decide is refused, with its line.

A text travels as one word of letters, digits, ``-`` and ``_``: deflated, as `packed` has it.
"""

from __future__ import annotations

import ast
import base64
import binascii
import inspect
import itertools
import math
import re
import textwrap
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any, cast

from grundy.common.errors import GrundyError, OutOfTime
from grundy.common.limits import Limits, check, keeping
from grundy.language.ir import Routine, routine_of
from grundy.language.read.source import LENT
from grundy.language.read.texts import LETTERS, SAID, Bounded, Text, TextError, parse, unread
from grundy.language.refusal import Unreadable
from grundy.language.wrapped import Wrapped
from grundy.rules import declaring, functions, heaps, partisan
from grundy.rules.coins import CoinBoard
from grundy.rules.data import data_of, made_function, rebuilt, routine
from grundy.rules.grids import Grid
from grundy.rules.heaps import CodeRuleset
from grundy.rules.partisan import ImpartialRuleset, PartisanRuleset
from grundy.rules.ruleset import LEFT, RIGHT, Ruleset
from grundy.rules.selftest import require_known_players
from grundy.values.outcome import LOSS, TIE, WIN

MARK = "text:"
"""What a word begins with that holds a text; after another colon a game of it may be named."""
PACKED = 6000
"""The most letters of a word that holds a text."""
READING = 10.0
"""Seconds in which a text is read, with all that it says of where play begins; few take a tenth of one."""
OURS = (declaring.game, declaring.scoring_game, declaring.partisan_game, heaps.heap_game)
"""The decorators as `grundy` itself names them."""
MAKERS = (*OURS, functions.game, functions.scoring_game, partisan.partisan_game)
HOOKS = ("ending", "right", "parts", "symmetry", "sized")
"""What functions may say beside the moves; as data, too."""
OPTIONS = {
    "name": str,
    "board": Grid,
    "least": int,
    "sided": bool,
    "trials": tuple,
    "bounds": tuple,
    **dict.fromkeys(("called", "says", "start", "sizes", "looks"), str),
}
"""What a decorator takes by name, as far as it is a constant."""
TOLD = ("called", "starts", "looks")
LOOPS = ("product", "combinations", "combinations_with_replacement", "permutations", "pairwise", "chain")
"""Words of `itertools` that the reader makes loops of; nobody calls them."""
_ELSEWHERE = {"typing", "collections.abc", "__future__"}
"""Modules whose names stand in annotations alone."""
_OWN = ("board", "board_kinds", "declaring", "functions", "grids", "heaps", "partisan", "ruleset")


# -- a text as a word --------------------------------------------------------------------------------------------------


def packed(text: str) -> str:
    """Return a text as a word.

    >>> unpacked(packed("import grundy as gr"))
    'import grundy as gr'
    """
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(word: str) -> str:
    """Return the text of a word; GrundyError where it is cut off, changed, too long or none."""
    if len(word) > PACKED:
        raise GrundyError("rules in an address have at most {most:,} letters, not {n:,}", most=PACKED, n=len(word))
    try:
        if not re.fullmatch(r"[\w-]*", word, re.ASCII):
            raise ValueError
        opened = zlib.decompressobj()
        found = opened.decompress(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4)), 4 * LETTERS).decode()
        whole = opened.eof and not opened.unused_data
    except (ValueError, binascii.Error, zlib.error):
        raise GrundyError(
            "this address does not hold complete rules: it was cut off or changed; copy the whole address"
        ) from None
    if not whole and len(found) >= LETTERS:
        raise TextError("the text is longer than {most:,} letters, the most that can be read", most=LETTERS)
    if not whole:
        raise GrundyError(
            "the rules in this address are cut off in line {line}: copy the whole of it", line=_lines(found)
        )
    return found


def _lines(text: str) -> int:
    return text.count("\n") + 1


def game_of(word: str, read: Callable[[str], dict[str, Ruleset]] | None = None) -> Ruleset:
    """Return the game that a word holds: the first of its text, or the one that is named behind another colon.

    ``read`` reads a text, `rules_of` unless told.

    >>> game_of("text:" + packed("import grundy as gr\\n@gr.game\\ndef f(n: int):\\n    if n: yield n - 1")).name
    'f'
    """
    text, _colon, name = word.removeprefix(MARK).partition(":")
    found = (read or rules_of)(unpacked(text))
    if name and name not in found:
        raise GrundyError("this text has no game {name!r}; it has {names}", name=name, names=", ".join(found))
    return found[name or next(iter(found))]


# -- a text as rulesets ------------------------------------------------------------------------------------------------


def rules_of(text: str) -> dict[str, Ruleset]:
    """Return the games of a text by their names in it; TextError says what is wrong, and in which line. O(text).

    >>> found = rules_of('''
    ... import grundy as gr
    ...
    ... @gr.game
    ... def bites(n: int, *, m: int = 3):
    ...     for k in range(1, min(m, n) + 1):
    ...         yield n - k
    ... ''')
    >>> [str(position) for position in found["bites"](10, m=2).options()]
    ['bites(9, m=2)', 'bites(8, m=2)']
    """
    try:
        with keeping(Limits(seconds=READING)):
            return _Module(parse(text)).games()
    except OutOfTime:
        check()  # whoever asks may have no time left either
        raise TextError("this text takes longer to read than {seconds:g} s", seconds=READING) from None


class _Module:
    """A text that is gone through, statement by statement."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.drafts: dict[str, Ruleset] = {}
        """Rulesets whose functions are those of the text, which nobody may call: what is read of them makes the game."""
        self.lines: dict[str, int] = {}
        self.told: dict[str, list[Callable[[Ruleset], None]]] = {}
        text.constructors = (Grid,)

    def games(self) -> dict[str, Ruleset]:
        """Return the games; TextError where there is none."""
        for node in self.text.body:
            check()
            self._statement(node)
        if not self.drafts:
            raise TextError("no game yet: put @gr.game above a function that yields the positions a move can reach")
        return {name: self._made(name, draft) for name, draft in self.drafts.items()}

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Import() | ast.ImportFrom():
                self._imported(node)
            case ast.Assign(targets=[target], value=value):
                self._bound(target, value, self.text.value(value))
            case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
                self._bound(target, value, self.text.value(value))
            case ast.FunctionDef():
                self._function(node)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=word)) as call):
                self._declared(name, word, call)
            case ast.ClassDef():
                raise TextError("classes are not read in a text: write functions of the state", node.lineno)
            case _:
                raise TextError(
                    "'{code}' would have to be run: a text may hold only imports of grundy, constants and functions",
                    node.lineno,
                    code=ast.unparse(node).partition("\n")[0][:60],
                )

    def _bound(self, target: ast.expr, value: ast.expr, found: object) -> None:
        """Give names their values."""
        match target:
            case ast.Name(id=name):
                self.text.bind(name, found, target.lineno)
            case ast.Tuple(elts=names) if isinstance(found, tuple) and len(names) == len(found):
                for each, own in zip(names, found, strict=True):
                    self._bound(each, value, own)
            case _:
                raise TextError("only a plain name can be assigned to", target.lineno)

    def _imported(self, node: ast.Import | ast.ImportFrom) -> None:
        """Give the names of an import their values: grundy's own, that rules may use, and no others."""
        if isinstance(node, ast.ImportFrom) and node.module in _ELSEWHERE and not node.level:
            return
        for each in node.names:
            whole = isinstance(node, ast.Import)
            held = _words().get(each.name if whole else f"{node.module}.{each.name}")
            if isinstance(node, ast.ImportFrom) and (node.module, each.name) in (
                ("functools", "cache"),
                ("functools", "lru_cache"),
            ):
                held = cache
            if held is None or (whole and "." in each.name) or getattr(node, "level", 0):
                raise TextError(
                    "'{code}' is not read: a text may import grundy's words for rules, and {names} from "
                    "itertools; write anything else as a function",
                    node.lineno,
                    code=ast.unparse(node)[:60],
                    names=", ".join(LOOPS),
                )
            self.text.bind(each.asname or each.name, held, node.lineno)

    # -- functions, and what is declared of games

    def _function(self, node: ast.FunctionDef) -> None:
        """Give a function its name: that of a game, of a hook beside one, or of a helper."""
        function: Any = self.text.function(node)
        for decorator in reversed(node.decorator_list):
            function = self._decorated(node, decorator, function)
        if function is not None:
            self.text.bind(node.name, function, node.lineno)

    def _decorated(self, node: ast.FunctionDef, decorator: ast.expr, function: Any) -> Any:
        """Return what a decorator makes of a function."""
        draft = self._draft(decorator.value) if isinstance(decorator, ast.Attribute) else None
        if draft is not None and isinstance(decorator, ast.Attribute) and decorator.attr in HOOKS:
            self._meant(decorator, lambda: getattr(draft, decorator.attr)(function))
            return function
        call = decorator if isinstance(decorator, ast.Call) else None
        maker = self._named(call.func if call else decorator)
        if maker is cache:  # it changes no answer
            return function
        if maker not in MAKERS or not isinstance(function, FunctionType) or (call and call.args):
            raise TextError(
                "the decorator @{code} is not read: use @gr.game and the like, or @{name}.{hook} of a game {name}",
                decorator.lineno,
                code=ast.unparse(decorator)[:60],
                name=next(iter(self.drafts), "game"),
                hook=", ".join(HOOKS[:2]),
            )
        options = self._options(call) if call else {}
        if told := declaring.told_in(options):
            self._tells(node.name, decorator, lambda rules: declaring.tell(rules, told), starts="start" in told)
        made = self._meant(decorator, lambda: maker(**options)(function) if call else maker(function))
        self.drafts[node.name], self.lines[node.name] = made, node.lineno
        return made

    def _options(self, call: ast.Call) -> dict[str, Any]:
        """Return what is given to a decorator by name; TextError for what is of another type."""
        found = {str(each.arg): self.text.plain(each.value) for each in call.keywords}
        for each in call.keywords:
            kind = OPTIONS.get(str(each.arg))
            if kind is None or not isinstance(found[str(each.arg)], kind):
                sentence = "'{code}' is no option that is read: {names} are"
                code = ast.unparse(each)[:60]
                raise TextError(sentence, each.value.lineno, code=code, names=", ".join(OPTIONS))
        return found

    def _named(self, node: ast.expr) -> Any:
        """Return what a name of a module or of one in a module stands for, None for anything else."""
        plain = isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and self._draft(node.value) is None)
        return self.text.value(node) if plain else None

    def _draft(self, node: ast.expr) -> Any:
        return self.drafts.get(node.id) if isinstance(node, ast.Name) else None

    def _declared(self, name: str, word: str, call: ast.Call) -> None:
        """Remember what is said of a game in words: what it is called, where it begins."""
        if name not in self.drafts or word not in TOLD:
            raise TextError("'{code}' is not read", call.lineno, code=ast.unparse(call)[:60])
        given = [self.text.plain(each) for each in call.args]
        named = {str(each.arg): self.text.plain(each.value) for each in call.keywords}

        self._tells(name, call, lambda rules: getattr(rules, word)(*given, **named), starts=word == "starts")

    def _tells(self, name: str, node: ast.AST, declare: Callable[[Any], None], *, starts: bool) -> None:
        """Remember what is declared of a game once it is made, and that it has a start then."""

        def tell(rules: Ruleset) -> None:
            self._meant(node, lambda: declare(rules))
            if starts:
                self._meant(node, rules.start)

        self.told.setdefault(name, []).append(tell)

    def _meant(self, node: ast.AST, do: Callable[[], Any]) -> Any:
        """Return what grundy makes of what is declared, or say at its line why it makes nothing of it."""
        line = getattr(node, "lineno", None)
        try:
            return do()
        except (TextError, OutOfTime):
            raise
        except Unreadable as problem:
            raise unread(problem, line) from None
        except RecursionError:
            raise TextError("this is nested too deeply", line) from None
        except (GrundyError, TypeError, AttributeError, ValueError) as problem:
            raise TextError("{problem}", line, problem=str(problem)[:SAID]) from None

    # -- games

    def _made(self, name: str, draft: Ruleset) -> Ruleset:
        """Return the game of a draft: made of its rule data, without any function of the text."""
        rules = self._meant(ast.Pass(lineno=self.lines[name]), lambda: self._rebuilt(draft))
        for tell in self.told.get(name, ()):
            tell(rules)
        return rules

    def _rebuilt(self, draft: Ruleset) -> Ruleset:
        inner: Any = draft.rules if isinstance(draft, ImpartialRuleset) else draft
        if getattr(inner, "by_player", False):
            require_known_players(inner.function, inner.name)
        lined = {each: replace(each, codes=()) for each in _routines(inner)}  # rule data have no lines to be told
        names = getattr(inner, "names", ("n",))
        told = (inner.name, inner.doc, names, inner.params)
        rules = rebuilt(
            type(inner), data_of(inner), *told, inner.params, run=Bounded, read=lambda data: lined[routine_of(data)]
        )
        if sized := inner.hooks.get("sized"):
            rules.hooks["sized"] = made_function(sized.routine, *told, {}, Bounded)
        kept = vars(inner)
        vars(rules).update({key: kept[key] for key in ("sided", "trials") if key in kept})
        if rules is inner or not isinstance(draft, ImpartialRuleset):
            return rules
        made = ImpartialRuleset(cast("PartisanRuleset", rules), rules.name)
        made.hooks = rules.hooks
        return made


def _routines(draft: Any) -> Iterator[Routine]:
    """Read the functions of a draft, which keep what was read: so it is read once."""
    player = {"player": LEFT} if getattr(draft, "by_player", False) else {}
    moves = [function for function in (draft.function, getattr(draft, "other", None)) if function]
    for function in (*moves, *draft.hooks.values()):
        of_moves = function in moves
        more: dict[str, Any] = player if of_moves else {}
        function.routine = routine(draft, function, scoring=draft.scoring and of_moves, **more)
        yield function.routine


@cache
def _words() -> dict[str, object]:
    """Return what a text may name by its whole name: decorators, boards, constants, and functions of them to be read."""
    names: dict[str, object] = {each.__name__: each for each in OURS}
    names |= {"Grid": Grid, "LEFT": LEFT, "RIGHT": RIGHT, "WIN": WIN, "TIE": TIE, "LOSS": LOSS}
    own = ModuleType("grundy")
    vars(own).update(names)
    found: dict[str, object] = {}
    for library, lent in ((itertools, LOOPS), (math, [each.__name__ for each in LENT])):
        held = ModuleType(library.__name__)
        vars(held).update({name: getattr(library, name) for name in lent})
        found |= {held.__name__: held, **{f"{held.__name__}.{name}": getattr(held, name) for name in lent}}
    found |= {"grundy": own, "functools.cache": cache, **{f"grundy.{name}": held for name, held in names.items()}}
    for module in ("values.outcome", *(f"rules.{each}" for each in _OWN)):
        held = vars(import_module(f"grundy.{module}"))
        found |= {f"grundy.{module}.{name}": held[name] for name in held if name[0] != "_" and _is_word(held[name])}
    return found


def _is_word(held: object) -> bool:
    own = str(getattr(held, "__module__", "")).startswith("grundy.")
    number = isinstance(held, int) or (isinstance(held, tuple) and all(isinstance(each, int) for each in held))
    board = isinstance(held, type) and issubclass(held, Wrapped)
    return held is Grid or number or (own and (isinstance(held, FunctionType) or board))


# ---- rules as they are written, for the reader's eye: a code, or functions in Python


def text_of(rules: Ruleset) -> str:
    """Return the rules of a ruleset as they are written, for the reader's eye: a code, or functions in Python.

    >>> from grundy.games import load
    >>> text_of(load("kayles")), text_of(load("bash")).splitlines()[-1]
    ('0.77', '        yield n - k')
    """
    if isinstance(rules, CodeRuleset):
        return str(rules.code)
    if isinstance(rules, CoinBoard | ImpartialRuleset):
        own = [rules.down, rules.across] if isinstance(rules, CoinBoard) else [rules.rules]
        return "\n\n".join(map(text_of, own))
    written = [getattr(rules, "function", None), getattr(rules, "other", None), rules.hooks.get("ending")]
    return "\n\n".join(_written(each) for each in written if each is not None)


def _written(function: Callable[..., Any]) -> str:
    if hasattr(function, "routine"):  # made of data: it was written elsewhere
        return ""
    try:
        return textwrap.dedent(inspect.getsource(function)).rstrip()
    except (OSError, TypeError):
        return ""
