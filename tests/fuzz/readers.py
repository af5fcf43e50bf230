"""What reads texts that anyone may write: each with texts to begin from, words that mean something to it, and an oracle.

A reader answers, or raises a GrundyError. What it answered is looked at: rules play as Python plays them, values and matches
are read back as they are printed, a certificate that is verified is true, a file that was not made anew is right.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from tests.check.made_certificates import KINDS, of_kind
from tests.check.still_true import KNOWN, still_true_whatever
from tests.fuzz.changing import Change, by_json, by_recipe, by_words, changed_by, lettered, recipe
from tests.rules.hostile_texts import GOOD

import grundy as gr
from grundy import games
from grundy.check import Budget, check
from grundy.check.form import read_certificate
from grundy.common.digest import rules_digest, sealed
from grundy.common.errors import GrundyError
from grundy.common.limits import Limits, keeping
from grundy.faces.cli.judge import decoded
from grundy.faces.web import queries, worker
from grundy.faces.web.answers import ANSWERS
from grundy.faces.worksheet import Worksheet
from grundy.playing import record
from grundy.proving.logic import formula, syntax
from grundy.rules.from_text import PACKED, packed, rules_of, unpacked
from grundy.rules.ruleset import Ruleset
from grundy.rules.text.contest import Reader as Tokens
from grundy.solving.store import sequences
from grundy.solving.store.sequences import SavedSequence
from grundy.solving.store.tablebases import MANIFEST
from grundy.solving.tablebases.building import build
from grundy.solving.tablebases.reading import tablebase
from grundy.values.form import form
from grundy.values.notation import parse

SECONDS = 1.0
"""So long may an answer take that is bounded by whoever asks."""
BOUND = 12.0
"""Seconds of the processor after which a reader hangs: rules are read in 10, by their own bound."""
MEMORY = 512 << 20
WRITTEN = Path(gr.__file__).parent / "faces/web/static/examples"


class Reader(NamedTuple):
    """What reads texts.

    ``read`` reads one and looks at what it came to; ``seeds`` are texts to begin from; ``change`` makes another of one;
    ``where`` are the parts of the library whose lines are counted.
    """

    read: Callable[[str], object]
    seeds: Callable[[], list[str]]
    change: Change
    where: tuple[str, ...]


def _said(*names: str) -> list[str]:
    """Return the words that mean something to some readers."""
    known = json.loads((Path(__file__).parent / "vocabulary.json").read_text(encoding="utf-8"))
    return [word for name in names for word in known[name]]


# ---- rules that are written


def rules(text: str) -> None:
    """Read rules as the page and ``grundy write`` do; and play a little, as Python plays them."""
    found = rules_of(text)
    word = packed(text)
    if len(word) <= PACKED:
        assert unpacked(word) == text, "an address holds another text"
    run = _run(text)
    for name, game in found.items():
        for state in _few(game) if name in run else ():
            try:
                with keeping(Limits(seconds=SECONDS)):
                    own = _played(game, state)
            except GrundyError:
                continue
            with keeping(Limits(seconds=SECONDS)):
                assert own == _played(run[name], state), f"{name} at {state} is played otherwise by Python"


def _played(game: Ruleset, state: Any) -> Any:
    """Return the end of a position, or what its moves lead to."""
    players = (gr.LEFT, gr.RIGHT) if game.partisan else (None,)
    return game.ended(state), [[*islice(game.changes(state, player), 60)] for player in players]


def _few(game: Ruleset) -> Iterator[Any]:
    try:
        yield from islice((each.state for each in game.small_positions(12)), 6)
    except GrundyError:
        return


def _run(text: str) -> dict[str, Any]:
    """Return the names of a text that is run, which holds nothing but rules: it was read. None where Python is stricter."""
    module = ModuleType("rules_that_run")
    with suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(text, "rules.py", "exec", dont_inherit=True), vars(module))
        return vars(module)
    return {}


def _rules() -> list[str]:
    return [GOOD, *(each.read_text(encoding="utf-8") for each in sorted(WRITTEN.glob("*.py")))]


# ---- certificates


@cache
def _certificate(name: str) -> dict[str, Any]:
    return of_kind(name)[0]


def made(text: str) -> str:
    """Return the certificate that a recipe makes."""
    found = json.loads(text)
    data = changed_by(_certificate(found["of"]), found["changes"])
    if found["sealed"] and isinstance(data, dict):
        data = sealed({**data, "fingerprint": rules_digest(data)} if "rules" in data else data)
    return lettered(json.dumps(data), found["letters"])


def certificate(text: str) -> None:
    """Read and check a certificate, within a budget; what is verified is true, as far as play tells."""
    own = json.loads(text)
    whole = read_certificate(made(text))
    believed = of_kind(own["of"])[1]
    found = check(whole, rules=believed, budget=Budget(seconds=3.0, steps=200_000))
    assert all(map(str, found))
    if found.verified and whole["kind"] in KNOWN and "rules" in whole and len(whole.get("values", ())) < 500:
        with keeping(Limits(seconds=SECONDS)):
            assert still_true_whatever(whole, gr.nim), f"verified, and false: {found.claim}"


# ---- what is kept in files


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="grundy-fuzz-"))


BASES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "dense": (lambda: gr.wythoff(4, 3), ((2, 1), (4, 3), (9, 9))),
    "hashed": (lambda: games.load("tic-tac-toe")("X.O|...|..."), ("X.O|...|...", "XXO|.O.|...")),
    "two sides": (lambda: gr.domineering(2, 2), ((2, 2),)),
}


@cache
def _base(name: str) -> tuple[Path, dict[str, Any]]:
    folder = _folder() / name
    build(BASES[name][0](), folder)
    return folder, json.loads((folder / MANIFEST).read_bytes())


def manifest(text: str) -> None:
    """Open a tablebase by a manifest, and ask it."""
    found = json.loads(text)
    folder, whole = _base(found["of"])
    data = changed_by(whole, found["changes"])
    data = sealed(data) if found["sealed"] and isinstance(data, dict) else data
    written = lettered(json.dumps(data), found["letters"])
    (folder / MANIFEST).write_text(written, encoding="utf-8", errors="surrogatepass")
    start, asked = BASES[found["of"]]
    base = tablebase(folder, start().ruleset)
    for each in asked:
        try:
            answer = str(base.probe(each))
        except GrundyError:
            continue
        if not found["changes"]:
            assert answer == _right(found["of"], each)


@cache
def _right(name: str, asked: Any) -> str:
    folder, whole = _base(name)
    held = (folder / MANIFEST).read_bytes()
    (folder / MANIFEST).write_text(json.dumps(whole))
    try:
        return str(tablebase(folder, BASES[name][0]().ruleset).probe(asked))
    finally:
        (folder / MANIFEST).write_bytes(held)


CODE = "0.106"


@cache
def _blocks(_name: str) -> list[Any]:
    """Return the blocks of a saved sequence: kind, bytes a value, first, count, data."""
    values = gr.octal(CODE).sequence(90)
    found: list[Any] = [["VALS", 1, a, b - a, values[a:b].tolist()] for a, b in pairwise((0, 30, 31, 90))]
    return [*found[:2], ["NOTE", 1, 31, 9, [*b'{"n": 31}']], *found[2:]]


def _bytes(data: Any, good: bool) -> bytes:
    """Return the file that blocks make, each with its sum; the pieces of one that is none are written as they are."""
    last = sequences.beginning(CODE)
    written = sequences.header_of(CODE)
    for each in data if isinstance(data, list) else []:
        try:
            kind, width, first, count, held = each
            held = [*held]  # of a number would be as many zeros
            head = sequences._START.pack(kind.encode(), width, first, count)
            block = sequences._after(last, head, bytes(held)) if good else last
            written += head + sequences._CRC.pack(block.crc) + bytes(held)
            last = block
        except Exception:
            written += json.dumps(each).encode()
    return written


def saved(text: str) -> None:
    """Open a saved sequence and go on from it; what is not sealed anew is right."""
    found = json.loads(text)
    blocks = changed_by(_blocks(""), found["changes"])
    data = lettered(_bytes(blocks, found["sealed"]).decode("latin-1"), found["letters"]).encode("latin-1", "replace")
    os.environ["GRUNDY_HOME"] = str(_folder() / "home")
    with SavedSequence.open(CODE) as opened:
        path = opened.path
    path.write_bytes(data)
    with SavedSequence.open(CODE, write=False) as opened:
        held = opened.values().tolist()
        assert isinstance(opened.noted, dict)
    with SavedSequence.open(CODE) as opened:
        assert opened.values().tolist() == held
        opened.append(opened.values()[:1], 0)
    if not found["changes"]:
        assert held == gr.octal(CODE).sequence(90).tolist()[: len(held)]
    path.unlink()


# ---- values and worksheets


def notation(text: str) -> None:
    """Read a value and a form; each is read back as it is printed."""
    with keeping(Limits(SECONDS, MEMORY)):
        for read in (parse, form):
            try:
                value = read(text)
                printed = str(value)
                again = read(printed)
            except GrundyError:
                continue
            assert again == value, f"{printed!r} is another value than {text!r}"


def _notation() -> list[str]:
    return [
        *(
            "{1|-1} + ^*",
            "{2||1|0}",
            "1/2v*",
            "cool({3|-1},1/2)",
            "Tiny(2)+*3",
            "a{0||1|a}",
            "3.^* + +-{1,2*}",
            "on+off&dud",
        ),
        *(
            "{^|v}:*",
            "{0||^,^*,+-1|-1,{0|-1}} + *7",
            "{0|pass}",
            "heat(^,1) - overheat(*,1,2)",
            "^<3>^[2]*",
            "norton(2,^)",
        ),
        *(
            "mean({7|3})·{1|0}",
            "1Tiny(3|2)",
            "upon - tis",
            "a{0,a|0,b{0|0,a,b}}",
            "degree(upon*)",
            "-{2|{1|-5/8}}",
            "{{1|}|{|-1}}",
        ),
    ]


def worksheet(text: str) -> None:
    """Answer the cells of a worksheet; a value is read back as it is printed."""
    sheet = Worksheet(seconds=SECONDS / 4, memory=MEMORY)
    with keeping(Limits(SECONDS, MEMORY)):
        for answer in sheet(text):
            assert str(answer) and json.dumps(answer.to_dict())
            if answer.value is not None and answer.error is None:
                assert gr.Value(str(answer.value)) == answer.value, answer


def _worksheet() -> list[str]:
    return [
        "G = domineering(2, 3); cool(G, 1/2); G + ^*; G ? 1",
        "G = {2|-1}\nH = G + G\nG > H\nH.mean\nG.left_options\n# a note",
        "def f(n) = if n = 0 then 0 else f(n-1) + ^\nf(3)\nf(2) == ^^",
        'nim(3, 5) + clobber("xo."); "0.77 12"; kayles; nim',
        "w + 1; *w + *3; 1/3 + 1/3; (w+3).nim_sum(5)",
        "[n·^ for n in 1..4]; a{0||1|a}; a.outcome; on + off",
        "x = 2^^*; x.birthday; x.pow(2); x || 0; G.temperature",
        "{1|-1}.left_stop == 1; reduced({^|-1}); max(1, 2); 7.nim_inverse",
    ]


# ---- matches and words


def match(text: str) -> None:
    """Read a saved match or an address of one; written, both are read as the same match."""
    with keeping(Limits(SECONDS * 2, MEMORY)):
        found = record.read(text, queries.position)
        words = queries.written(found.turns[0].position) if found.players[0] == "first" else None
        if words is not None and len(found.turns) < 40:
            for again in (record.written(found, words), "https://example.org" + record.address(found, words)):
                other = record.read(again, queries.position)
                assert [each.position for each in other.turns] == [each.position for each in found.turns], again
                assert (other.points, other.play) == (found.points, found.play), again


def _matches() -> list[str]:
    found: list[str] = []
    for words, play, begins in (
        *(("nim 1 2 3", "normal", "left"), ("tic-tac-toe", "normal", "left"), ("domineering 2 3", "misere", "right")),
        *(
            ("kayles 5 + nim 2", "normal", "left"),
            ("dots-and-boxes 1x2", "normal", "left"),
            ("northcott 0 2 1 2 width=3", "normal", "left"),
        ),
        *(
            ("0.77 6", "misere", "left"),
            ("clobber XO.|OX.", "normal", "left"),
            ("text:" + packed(_rules()[0]), "normal", "left"),
        ),
    ):
        begun = record.begun(queries.position(words), play, begins=begins)
        for turn in range(4):
            moves = [*islice(begun.position.moves(), 5)]
            if moves:
                begun.make(moves[turn % len(moves)])
        found += [record.written(begun, words), "https://example.org" + record.address(begun, words)]
    return found


def words(text: str) -> None:
    """Read the words of a position; as it is written, it is read as the same one."""
    with keeping(Limits(SECONDS, MEMORY)):
        here = queries.position(text)
        again = queries.written(here)
        assert again is None or queries.position(again) == here, again
        _ = str(here), [*islice(here.options(), 3)]


def _words() -> list[str]:
    every = games.names()
    own = [
        f"{name} {games.load(name).begins.words}"
        for name in every[::3]
        if getattr(games.load(name).begins, "words", None)
    ]
    return [
        *every[::4],
        *own,
        *(
            "nim 3 4 5",
            "nim(3, 4) + kayles 5",
            "bash 10 m=4",
            "all-but {2,3} 7",
            "0.77 12",
            "octal 4.3 5",
            "split 2-3 9",
            "^* + nim 2",
        ),
        *(
            "impartial domineering 2x2",
            "clobber 'XO.|OX.'",
            "dicotic toads-and-frogs XX..O",
            "subtraction 9 s=(1,3)",
            "digits 31;2 5",
            "1/2 + 0.07 4",
        ),
        *(
            "hackenbush (0,1,'B')",
            "digraph-placement ...",
            "nim 10^6 1e3",
            "'nim 1 2'",
            "unequal 4.4 3",
            "tic-tac-toe X.O/.../..X",
        ),
    ]


# ---- judge input, formulas, questions


def judge(text: str) -> None:
    """Answer a contest problem, named in the first line, twice alike."""
    name, _line, given = text.partition("\n")
    given = decoded(given.encode("utf-8", "surrogatepass"))
    problem = name.strip()
    answer = games.find_judge(problem).judges[problem] if problem in games.problems() else None
    if answer is None:
        return
    with keeping(Limits(SECONDS * 3, MEMORY)):
        read = Tokens(given)
        lines = [*answer(read)]
        read.finish()
        assert all(isinstance(line, str) for line in lines)
        assert [*answer(Tokens(f"\n{given} \n"))] == lines, "blanks around it change the answer"


def _judged() -> list[str]:
    from tests.games.contest_inputs import SMALL, TOLD

    return [f"{name}\n{text}" for name, text in SMALL.items()] + [
        f"{name}\n{text}" for name, (text, _want) in TOLD.items()
    ]


def formulas(text: str) -> None:
    """Read a formula and decide it, with few states; closed, it is as true as it is false negated."""
    with keeping(Limits(SECONDS, MEMORY)):
        system, read = syntax.parse(text, ())
        found = formula.decide(read, system, cap=300)
        assert str(found) and json.dumps(found.to_dict())


def _formulas() -> list[str]:
    return [
        *(
            "?msd_fib Ax Ey x=2*y | x=2*y+1",
            "Ax Ey x < y & y < x+2",
            "E x,y x+y=7 & ~(x=y)",
            "x%3=1 => x/3*3+1=x",
            "?lsd_3 E>=3 x x<5",
        ),
        *(
            "a < b <= c <=> ~(c < b | b <= a)",
            "x^y = y^x",
            "(Ax x>=0) xor (Ex x<0)",
            "?msd_5 n = 3n - 2n & n // 2 != n mod 2",
            "A a,b a xor b = b ⊕ a",
        ),
    ]


def questions(text: str) -> None:
    """Ask the server: an answer or a refusal, never an error within."""
    try:
        asked = json.loads(text)
    except (ValueError, RecursionError):
        return  # no question is sent as JSON
    name = asked.pop("ask", "") if isinstance(asked, dict) else ""
    if not isinstance(name, str) or name not in ASKED:
        return
    known = inspect.signature(ANSWERS[name], eval_str=True).parameters
    given = {key: value for key, value in asked.items() if key in known and _fits(value, known[key].annotation)}
    if any(each.default is each.empty and key not in given for key, each in known.items()):
        return
    with keeping(Limits(SECONDS * 2, MEMORY)):
        status, body = worker.answer(name, given, "en")
    assert status in (200, 400, 413), body.decode()[:300]
    assert json.loads(body) is not None


def _fits(value: Any, kind: Any) -> bool:
    """Whether a value is let in where an address says it, as the types of the questions have it, and in UTF-8."""
    texts = value if kind == list[str] and isinstance(value, list) else [value] if kind is str else []
    if kind in (str, list[str]):
        return texts != [] and all(isinstance(each, str) and _is_sent(each) for each in texts)
    return type(value) is kind


def _is_sent(text: str) -> bool:
    return not re.search("[\ud800-\udfff]", text)


ASKED = ("position", "opened", "value", "worksheet", "options", "explore", "rules", "puzzle", "points")


def _questions() -> list[str]:
    return [
        json.dumps(each)
        for each in (
            {"ask": "position", "words": "nim 1 2", "moves": "2.0", "play": "normal", "hints": False, "undone": "0"},
            {"ask": "position", "words": "domineering 2 2", "moves": "0", "begins": "right", "endless": "draw"},
            {"ask": "opened", "text": _matches()[0]},
            {"ask": "value", "expression": "{2||1|0}", "other": "1"},
            {"ask": "worksheet", "cell": ["G = {1|-1}", "G + ^"]},
            {"ask": "options", "position": "nim 2 3", "expression": ""},
            {"ask": "options", "position": "", "expression": "{1|-1}+^"},
            {"ask": "explore", "words": "nim 2 3", "play": "normal"},
            {"ask": "rules", "text": packed(GOOD), "game": "f"},
            {"ask": "puzzle", "position": "nim 1 2", "player": "", "play": "normal", "tried": "1"},
        )
    ]


READERS: dict[str, Reader] = {
    "rules": Reader(rules, _rules, by_words(_said("rules")), ("language/read", "language/run", "rules")),
    "certificate": Reader(
        certificate, lambda: [*map(recipe, KINDS)], by_recipe(_certificate, _said("certificate")), ("check",)
    ),
    "manifest": Reader(
        manifest,
        lambda: [*map(recipe, BASES)],
        by_recipe(lambda name: _base(name)[1], _said("manifest")),
        ("solving/store", "solving/tablebases"),
    ),
    "saved": Reader(saved, lambda: [recipe("saved")], by_recipe(_blocks, _said("saved")), ("solving/store",)),
    "notation": Reader(notation, _notation, by_words(_said("notation")), ("values",)),
    "worksheet": Reader(
        worksheet,
        _worksheet,
        by_words(_said("notation", "worksheet")),
        ("faces/worksheet", "values/notation", "values/operators"),
    ),
    "match": Reader(match, _matches, by_words(_said("match")), ("playing", "rules/text")),
    "words": Reader(words, _words, by_words([*games.names(), *_said("words")]), ("rules", "games")),
    "judge": Reader(judge, _judged, by_words(_said("judge")), ("games", "rules/text")),
    "formulas": Reader(formulas, _formulas, by_words(_said("formulas")), ("proving/logic",)),
    "questions": Reader(
        questions,
        _questions,
        by_json(_said("notation", "match", "questions")),
        ("faces/web", "playing", "rules/text"),
    ),
}
"""The readers by name: a corpus has the same."""
