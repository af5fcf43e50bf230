"""Rules read as moves: the statements of a rule followed for all positions at once, with numbers that are terms.

A path through the rules is what the names stand for, the conditions under which it is gone, and the loop variables met:
natural numbers j with ``low + step·j`` in the range. A condition parts a path in two only where it matters afterwards.
(J. C. King, *Symbolic execution and program testing*, 1976.)
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

from grundy.language import _
from grundy.logic.expressions import Formula, Term, variable
from grundy.proofs.evaluation import CARRIED, UNSURE, Evaluation, Items, Path, Stream
from grundy.proofs.moves import Duty, Move, Moves, NoFormula
from grundy.proofs.terms import NO, YES, Number, both, compared, either, known_naturals, negation, never_negative
from grundy.rules.functions import ANY, FunctionRuleset
from grundy.rules.heaps import HeapFunction
from grundy.rules.ruleset import Ruleset
from grundy.rules.source import Rule, Unreadable, read, stored_names
from grundy.rules.strict import refuse_overridden
from grundy.values.outcome import LOSS, WIN

PATHS = 2000
"""More paths through the rules are not followed."""
STEPS = 400_000
"""More expressions and statements are not followed."""
MOVES = 3000
"""Rules of more forms of moves are not read."""


def function_moves(rules: FunctionRuleset | HeapFunction, heaps: int | None) -> Moves:
    """Return the moves of a ruleset of a Python function, with its declared endings; NoFormula says why it cannot.

    >>> from grundy.games import load
    >>> found = function_moves(load("fibonacci_nim"), None)
    >>> [", ".join(map(str, move.parts)) for move in found.moves]
    ['-j+x0-1, 2*j+2']
    """
    heap_game = isinstance(rules, HeapFunction)
    rule = _rule(rules.function, rules)
    if not rule.yields:
        raise NoFormula(_("{name} yields nothing: what it returns is not read").format(name=rule.name), rule.line)
    if isinstance(rules, FunctionRuleset) and rules.shape == ANY:
        if heaps is None:
            raise NoFormula(
                _("a position of {name} has any number of heaps; say of how many (--heaps 2)").format(name=rules.name)
            )
        width, shown = heaps, tuple("abcdefghij"[:heaps])
    elif rule.is_tuple:
        raise NoFormula(_("a position is one tuple, of no fixed length"), rule.line)
    else:
        width, shown = len(rule.state), rule.state
    names = tuple(f"x{i}" for i in range(width))
    least = max(0, (rules.least or 0) if isinstance(rules, FunctionRuleset) else 0)
    run = _Run(rule, names, rules.params, least, 0 if heap_game else width)
    run.whole()
    lost, won, more = _endings(rules, names)
    found = Moves(rules, names, shown, tuple(run.moves), (*run.duties, *more), least, heap_game, lost, won)
    return replace(found, duties=tuple(replace(duty, guard=both(found.domain, duty.guard)) for duty in found.duties))


def _rule(function: Callable[..., Any], rules: Ruleset) -> Rule:
    try:
        refuse_overridden(rules)
        rule = read(function)
    except Unreadable as problem:
        raise NoFormula(problem.reason) from None
    return rule


def _endings(rules: Ruleset, names: tuple[str, ...]) -> tuple[Formula, Formula, tuple[Duty, ...]]:
    """Return where the mover has lost, and has won, by a declared ending."""
    hook = rules.hooks.get("ending")
    if hook is None:
        return NO, NO, ()
    rule = _rule(hook, rules)
    if rule.yields or rule.shape == "tuple" or (rule.shape == "ints" and len(rule.state) != len(names)):
        raise NoFormula(_("a declared ending that is not called with the numbers of a position is not read"), rule.line)
    run = _Run(rule, names, rules.params, 0, 0)
    results: dict[Any, list[Formula]] = {}
    for path, value in run.returned():
        constant = value.constant if isinstance(value, Number) else None
        if value is not None and constant not in (WIN, LOSS):
            raise NoFormula(_("a declared ending other than a win or a loss is not read"), run.rule.line)
        if path.bound:
            raise NoFormula(_("a declared ending inside a loop is not read"), run.rule.line)
        results.setdefault(constant, []).append(both(*path.guards))
    return either(*results.get(LOSS, [])), either(*results.get(WIN, [])), tuple(run.duties)


class _Run(Evaluation):
    """Follows the statements of one rule, and of the helpers it calls."""

    def __init__(self, rule: Rule, names: tuple[str, ...], params: dict[str, Any], least: int, width: int) -> None:
        self.rule = rule
        self.least = least
        self.width = width
        self.moves: list[Move] = []
        self.duties: list[Duty] = []
        self._counter = count()
        state = [Number.of(variable(name)) for name in names]
        known: dict[str, Any] = (
            {rule.state[0]: tuple(state)} if rule.is_tuple else dict(zip(rule.state, state, strict=True))
        )
        for name in rule.keywords:
            known[name] = self.constant(params[name] if name in params else rule.defaults[name], rule.line)
        self._start = Path(known)
        self._steps = 0

    def step(self) -> None:
        """Count what is followed."""
        self._steps += 1
        if self._steps > STEPS or len(self.moves) + len(self.duties) > MOVES:
            raise NoFormula(
                _("there are more than {paths:,} ways through the rules").format(paths=PATHS), self.rule.line
            )

    def whole(self) -> None:
        """Follow a rule that yields."""
        self.body(self.rule.body, [self._start])

    def returned(self) -> list[tuple[Path, Any]]:
        """Follow a function that returns: the paths with what is returned, None where nothing is."""
        return [(path, path.result) for path in self.body(self.rule.body, [self._start])]

    def call(
        self, helper: Rule, values: list[Any], keywords: dict[str, Any], path: Path, line: int
    ) -> list[tuple[Path, Any]]:
        """Follow a helper, and return its paths as paths of the caller."""
        known = self._arguments(helper, [self.kept(value, line) for value in values], keywords, line)
        outer, self.rule = self.rule, helper
        ends = self.body(helper.body, [replace(path, names=known)])
        self.rule = outer
        for end in ends:
            if end.result is None:
                raise NoFormula(_("{name}() may return nothing").format(name=helper.name), line)
        return [(replace(end, names=path.names, end="", result=None), end.result) for end in ends]

    def _arguments(self, helper: Rule, values: list[Any], keywords: dict[str, Any], line: int) -> dict[str, Any]:
        """Return what the arguments of a helper stand for; NoFormula where Python would not call it so."""
        own = () if helper.shape == "variadic" else helper.state
        known = {helper.state[0]: tuple(values)} if helper.shape == "variadic" else dict(zip(own, values, strict=False))
        too_many = helper.shape != "variadic" and len(values) > len(own)
        if too_many or keywords.keys() & known.keys() or keywords.keys() - {*own, *helper.keywords}:
            raise NoFormula(_("{name}() does not take these arguments").format(name=helper.name), line)
        known |= {name: self.kept(value, line) for name, value in keywords.items()}
        for name in (*own, *helper.keywords):
            if name not in known and name not in helper.defaults:
                raise NoFormula(_("{name}() does not take these arguments").format(name=helper.name), line)
            if name not in known:
                known[name] = self.constant(helper.defaults[name], line)
        return known

    # -- statements ----------------------------------------------------------------------------------------------------

    def body(self, statements: list[ast.stmt], paths: list[Path]) -> list[Path]:
        """Follow statements along paths, and return where these end."""
        for statement in statements:
            ended = [path for path in paths if path.end]
            paths = [after for path in paths if not path.end for after in self.statement(statement, path)] + ended
            if len(paths) > PATHS:
                raise NoFormula(
                    _("there are more than {paths:,} ways through the rules").format(paths=PATHS), statement.lineno
                )
        return paths

    def statement(self, node: ast.stmt, path: Path) -> list[Path]:
        """Follow one statement."""
        self.step()
        match node:
            case ast.Pass():
                return [path]
            case ast.Expr(ast.Constant()):
                return [path]
            case ast.Expr(ast.Yield(value)) if value is not None:
                self._yield(value, path)
                return [path]
            case ast.Assign([target], value):
                return [self._stored(target, found, after) for after, found in self.value(value, path)]
            case ast.AnnAssign(target, _, value) if value is not None:
                return [self._stored(target, found, after) for after, found in self.value(value, path)]
            case ast.AugAssign(target, operator, value) if isinstance(target, ast.Name):
                if isinstance(path.names.get(target.id), Items):
                    raise NoFormula(
                        _("{name} is a list, and is changed in place; that is not read").format(name=target.id),
                        node.lineno,
                    )
                whole = ast.copy_location(
                    ast.BinOp(ast.Name(target.id, ast.Load(), lineno=node.lineno), operator, value), node
                )
                return [self._stored(target, found, after) for after, found in self.value(whole, path)]
            case ast.If(test, then, other):
                return self._if(test, then, other, path)
            case ast.For():
                return self._for(node, path)
            case ast.Continue() | ast.Break():
                return [replace(path, end=type(node).__name__.lower())]
            case ast.Return(None):
                return [replace(path, end="return")]
            case ast.Return(value) if value is not None:
                if isinstance(value, ast.Constant) and value.value is None:
                    return [replace(path, end="return")]
                return [
                    replace(after, end="return", result=self.kept(found, node.lineno))
                    for after, found in self.value(value, path)
                ]
            case ast.While():
                raise NoFormula(_("while has no bound that could be read; use for … in range(…)"), node.lineno)
            case _:
                raise NoFormula(_("{lower} is not read here").format(lower=type(node).__name__.lower()), node.lineno)

    def _stored(self, target: ast.expr, value: Any, path: Path) -> Path:
        match target:
            case ast.Name(name):
                return replace(path, names={**path.names, name: self.kept(value, target.lineno)})
            case ast.Tuple(targets) | ast.List(targets):
                if not isinstance(value, tuple) or isinstance(value, Stream) or len(value) != len(targets):
                    raise NoFormula(
                        _("{count} names do not fit what is assigned to them").format(count=len(targets)), target.lineno
                    )
                for own, item in zip(targets, value, strict=True):
                    path = self._stored(own, item, path)
                return path
            case _:
                raise NoFormula(_("only names are assigned to"), target.lineno)

    def _if(self, test: ast.expr, then: list[ast.stmt], other: list[ast.stmt], path: Path) -> list[Path]:
        plain = not stored_names([*then, *other]) and not any(
            isinstance(inner, ast.Continue | ast.Break | ast.Return)
            for part in (*then, *other)
            for inner in ast.walk(part)
        )
        found: list[Path] = []
        for after, condition in self.test(test, path):
            yes, no = after.under(condition), after.under(negation(condition))
            ends = [end for branch, start in ((then, yes), (other, no)) if start for end in self.body(branch, [start])]
            found += [after] if plain else ends
        return found

    def _yield(self, node: ast.expr, path: Path) -> None:
        for after, value in self.value(node, path):
            if isinstance(value, tuple) and type(value) is not tuple:
                raise NoFormula(_("a list is yielded, and a position is a tuple"), node.lineno)
            items = value if isinstance(value, tuple) else (value,)
            if self.width and len(items) != self.width:
                raise NoFormula(
                    _("{count} numbers are yielded, and a position has {width}").format(
                        count=len(items), width=self.width
                    ),
                    node.lineno,
                )
            starts: list[tuple[Path, tuple[Term, ...]]] = [(after, ())]
            for item in items:
                starts = [
                    (way, (*terms, term))
                    for before, terms in starts
                    for way, term in self.plain(item, before, node.lineno)
                ]
            for way, terms in starts:
                guard = both(*way.guards)
                if guard == NO:
                    continue
                self.moves.append(Move(way.bound, guard, terms, node.lineno))
                for term in terms:
                    self.duty(
                        way,
                        term,
                        self.least,
                        _("line {lineno}: {unparse} is yielded").format(lineno=node.lineno, unparse=ast.unparse(node)),
                        node.lineno,
                    )

    def duty(self, path: Path, term: Term, least: int, what: str, line: int) -> None:
        """Note that a term must not be below a number, unless that is plain."""
        guard = both(*path.guards)
        above = term - least
        if never_negative(above) or any(never_negative(above - known) for known in known_naturals(guard)):
            return
        self.duties.append(
            Duty(guard, term, least, _("{what}, which could be below {least}").format(what=what, least=least))
        )

    # -- loops ---------------------------------------------------------------------------------------------------------

    def _for(self, node: ast.For, path: Path) -> list[Path]:
        match node.iter:
            case ast.Call(ast.Name("range"), arguments, []) if "range" not in path.names:
                found: list[Path] = []
                for after, bounds in self.values(arguments, path):
                    found += self._range(node, bounds, after)
                return found
            case ast.Call(ast.Name("enumerate"), [inner], []):
                return self._through(
                    node, inner, path, lambda items: tuple((Number.of(i), v) for i, v in enumerate(items))
                )
            case ast.Call(ast.Name("reversed"), [inner], []):
                return self._through(node, inner, path, lambda items: items[::-1])
            case _:
                return self._through(node, node.iter, path, lambda items: items)

    def _through(self, node: ast.For, source: ast.expr, path: Path, order: Any) -> list[Path]:
        found: list[Path] = []
        for after, items in self.value(source, path):
            if not isinstance(items, tuple) or isinstance(items, Stream):  # whose items are made between the turns
                raise NoFormula(
                    _("{unparse} is no range, and no tuple of known length").format(unparse=ast.unparse(source)),
                    node.lineno,
                )
            found += self._turns(node, order(items), after)
        return found

    def _turns(self, node: ast.For, items: tuple[Any, ...], path: Path) -> list[Path]:
        """Write the turns of a loop out, one after the other."""
        live, ended = [path], list[Path]()
        for item in items:
            live = self.body(node.body, [self._stored(node.target, item, each) for each in live])
            ended += [
                replace(each, end="") if each.end == "break" else each
                for each in live
                if each.end in ("break", "return")
            ]
            live = [replace(each, end="") for each in live if each.end in ("", "continue")]
            if len(live) > PATHS:
                raise NoFormula(
                    _("there are more than {paths:,} ways through this loop").format(paths=PATHS), node.lineno
                )
        return live + ended

    def _range(self, node: ast.For, bounds: list[Any], path: Path) -> list[Path]:
        numbers = [self.number(value, node.lineno) for value in bounds]
        turns = self.turns(numbers, node.lineno)
        if turns is not None:
            return self._turns(node, turns, path)
        low, high = (Number.of(0), numbers[0]) if len(numbers) == 1 else (numbers[0], numbers[1])
        step = numbers[2].constant if len(numbers) == 3 else 1
        if step is None or step < 1:
            raise NoFormula(_("the step of a range must be a constant from 1 up"), node.lineno)
        above_all = step == 1 and low.kind == "max"  # above the greatest is above each
        starts: list[tuple[Formula, Term]] = [(YES, low.terms[0])] if above_all else list(low.cases())
        for guard, first in starts:
            self._turn(node, guard, first, low, high, step, path)
        return [self._unsure(node, path, UNSURE)]

    def _turn(
        self, node: ast.For, guard: Formula, first: Term, low: Number, high: Number, step: int, path: Path
    ) -> None:
        """Follow any one turn of a loop that has no known number of them."""
        name = f"j{next(self._counter) or ''}"
        here = Number.of(first + variable(name) * step)
        within = both(guard, compared(here, "<", high), YES if step > 1 else compared(here, ">=", low))
        start = self._unsure(node, path, CARRIED).under(within)
        if start is None:
            return
        start = self._stored(node.target, here, replace(start, bound=(*start.bound, name)))
        for end in self.body(node.body, [start]):
            if end.end in ("break", "return"):
                raise NoFormula(_("{end} in a loop whose turns are not counted").format(end=end.end), node.lineno)

    def _unsure(self, node: ast.For, path: Path, mark: Any) -> Path:
        names = stored_names([node])
        return replace(path, names={**path.names, **dict.fromkeys(names, mark)})
