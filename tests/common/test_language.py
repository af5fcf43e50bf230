"""Two languages: what the catalogue must hold, and that nothing is left in English where Chinese is asked for."""

from __future__ import annotations

import ast
import io
import json
import re
import string
import threading
from gettext import GNUTranslations
from itertools import islice
from pathlib import Path
from typing import TypeGuard

import pytest

import grundy as gr
from grundy import games
from grundy.common import messages
from grundy.common.errors import GrundyError
from grundy.common.messages import N_, _, ngettext
from grundy.faces.cli import main
from grundy.rules.ruleset import Ruleset

SOURCES = Path(messages.__file__).parents[1]
GLOSSARY = SOURCES.parent.parent / "docs" / "glossary.md"
ENGLISH = re.compile(r"[A-Za-z]{2,}(?:,? [A-Za-z]{2,}){2,}")
"""Three English words in a row."""
NAMES = re.compile(r"`[^`]*`|出处.*|Winning Ways|pip install.*|no such file or directory")
"""What stays English: what is typed, the sources of theorems."""


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    main(list(words))
    out = capsys.readouterr()
    return out.out + out.err


# ---- the catalogue


@pytest.fixture(scope="module")
def catalogue():
    pytest.importorskip("babel")
    from docs.translating import catalogues

    ((path, found),) = catalogues().items()
    return path, found


@pytest.mark.hours  # in `.ci/run` the catalogues are made anew
def test_the_catalogue_is_up_to_date(catalogue) -> None:
    from babel.messages.pofile import read_po

    path, fresh = catalogue
    with path.open("rb") as text, path.with_suffix(".mo").open("rb") as binary:
        kept, compiled = read_po(text), GNUTranslations(binary)
    again = "run python docs/translating.py"
    told_of = {file for message in kept for file, _line in message.locations}
    new = [m for m in fresh if m.locations and not {file for file, _line in m.locations} & told_of]
    assert all(file.startswith("games/") for m in new for file, _line in m.locations), again
    unknown = {m.id for m in new}  # the words of a new game, which may come before their translation
    assert {m.id for m in kept} == {m.id for m in fresh} - unknown, again
    for message in kept:
        if isinstance(message.id, str):
            assert not message.id or compiled.gettext(message.id) == message.string, again
        else:
            assert compiled.ngettext(*message.id, 2) == message.string[0], again


def fields(sentence: str) -> set[tuple[str | None, ...]]:
    parsed = string.Formatter().parse(sentence)
    return {(name, how, spec) for _text, name, spec, how in parsed if name and name.isidentifier()}


def test_every_sentence_is_translated_with_its_fields(catalogue) -> None:
    for message in catalogue[1]:
        if not message.id:
            continue
        one = message.id if isinstance(message.id, str) else message.id[-1]
        other = message.string if isinstance(message.id, str) else message.string[0]
        new = all(file.startswith("games/") for file, _line in message.locations)
        assert other or new, f"no translation: {one}"
        if not other:
            continue
        assert fields(other) == fields(one), one
        assert one.startswith("\n") == other.startswith("\n") and one.endswith("\n") == other.endswith("\n"), one


def test_words_of_the_glossary_are_translated_as_it_says(catalogue) -> None:
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)
    terms = {english: re.sub(r"（.*", "", chinese).strip() for english, chinese in rows}
    met = 0
    for message in catalogue[1]:
        word = message.id if isinstance(message.id, str) else message.id[0]
        if term := terms.get(word) or terms.get(word[:1].lower() + word[1:]):
            told = message.string if isinstance(message.id, str) else message.string[0]
            assert term in told.split("; "), word  # names of games stand side by side
            met += 1
    assert met > 15


def test_impartial_is_one_word(catalogue) -> None:
    root, words = GLOSSARY.parents[1], [message.string for message in catalogue[1]]
    pages = [*root.glob("*.md"), *root.glob("docs/**/*.md"), *SOURCES.rglob("*.py"), *SOURCES.rglob("*.html")]
    told = [str(words), *(page.read_text(encoding="utf-8") for page in pages)]
    assert any("公平博弈" in each for each in told) and not any("无偏" in each for each in told)


def test_sentences_stand_where_they_are_found() -> None:
    """What stands within an f-string, or is one, is not found by all versions of Python."""
    found = 0
    for path in SOURCES.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if re.search(r"\b(?:_|N_|ngettext)\s*\(", text) else ():
            if is_asked_for(node):
                found += 1
                assert not any(isinstance(arg, ast.JoinedStr) for arg in node.args), (path, node.lineno)
            elif isinstance(node, ast.JoinedStr):
                inner = [call for call in ast.walk(node) if is_asked_for(call)]
                assert not any(isinstance(call.args[0], ast.Constant) for call in inner), (path, node.lineno)
    assert found > 1000


def is_asked_for(node: ast.AST) -> TypeGuard[ast.Call]:
    """Whether it is a call by which a sentence is translated."""
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "N_", "ngettext")


# ---- which language is spoken


def test_the_library_speaks_english_unless_told() -> None:
    assert messages.current() == "en" and _("proved") == "proved" and N_("proved") == "proved"
    with messages.use("zh"):
        assert (messages.current(), _("proved"), ngettext("{n} game", "{n} games", 1)) == ("zh", "已证明", "{n} 个游戏")
        with messages.use("en"):
            assert _("proved") == "proved"
        heard: list[str] = []
        thread = threading.Thread(target=lambda: heard.append(messages.current()))
        thread.start()
        thread.join()
        assert heard == ["en"]
        assert _("no sentence of grundy's") == "no sentence of grundy's" and _("") == ""
    assert messages.current() == "en"


def test_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_LANG", "zh-CN")
    assert messages.current() == "zh" and str(gr.nim(1).solve().outcome) == "先手胜"
    monkeypatch.setenv("GRUNDY_LANG", "tlh")
    with pytest.raises(GrundyError, match=r"'tlh'.*zh \(简体中文\)"), messages.use("en"):
        messages.language(messages.of_system({"GRUNDY_LANG": "tlh"}))
    assert messages.of_system({"LANG": "zh_CN.UTF-8"}) == "zh"
    assert messages.of_system({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}) == "en"
    assert messages.of_system({"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "de_DE"}) == "en"
    assert messages.of_system({}) == "en"


def test_the_shell_takes_a_language(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    chinese = told(capsys, "solve", "nim", "2", "3", "--lang", "zh")
    assert chinese.startswith("先手胜\n局面: nim(2, 3)\nSG 值: 1\n最佳走法: 第 2 堆：3 → 2\n")
    assert told(capsys, "--lang=zh", "solve", "nim", "2", "3") == chinese
    assert "there is no language 'xx'" in told(capsys, "--lang", "xx", "games")
    assert "there is no language ''" in told(capsys, "solve", "nim", "1", "--lang")
    monkeypatch.delenv("GRUNDY_LANG")
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert told(capsys, "solve", "nim", "2", "3") == chinese
    assert json.loads(told(capsys, "solve", "nim", "2", "3", "--json"))["winner"] == "first player wins"
    assert told(capsys, "solve", "nim", "2", "3", "--lang", "en").startswith("first player wins\n")


def test_machine_words_stay(capsys: pytest.CaptureFixture[str]) -> None:
    here = json.loads(told(capsys, "value", "{1|-1}", "--json", "--lang", "zh"))
    there = json.loads(told(capsys, "value", "{1|-1}", "--json"))
    assert here.keys() == there.keys() and here["mean"] == there["mean"]
    solved = json.loads(told(capsys, "solve", "nim", "2", "3", "--json", "--lang", "zh"))
    assert (solved["outcome"], solved["play"], solved["method"]) == ("N", "normal", "Bouton's theorem")


# ---- nothing is left in English

COMMANDS = """
solve nim 2 3 ; solve kayles 5 3 + nim 7 + wythoff 3 5 ; solve domineering 2 3 ; solve domineering 2 3 --play misere ;
solve tic-tac-toe ; solve nim 3 4 5 --play misere ; solve bash 10 --method search ; explain nim 3 4 5 ; explain bash 12 ;
explain domineering 2 3 ; explain kayles 5 3 + nim 7 ; explain graph-chase 1 4 --endless first ;
explain nim 3 4 5 --play misere ; law 0.77 ; law 0.6 ; law grundys-game --to 200 ; sequence 0.77 ; compare 0.161 0.36 ;
survey 0.3? ; check bash n%4 ; check bash n%3 ; value {1|-1}+^* ; thermograph {2||1|0} ; census domineering 2 2 ;
prove bash ; prove bash m=0 ; --help ; solve --help ; prove --help ; solve ; solve nimm 3 ; solve nim -1 ; solve nim x ;
solve nim 3 --memroy 5 ; solve bash 3 k=2 ; solve wythoff 1 ; solve 0.9 ; solve {1,x} ; solve domineering .|.. ;
solve nowhere.py:game 3 ; sovle nim 3 ; value {1| ; value 1/3 ; check bash n/4 ; judge nothing ; verify nothing.json ;
decide Ax ; law bash --to -4
"""


@pytest.mark.slow
@pytest.mark.some(10)
@pytest.mark.parametrize("line", map(str.strip, COMMANDS.split(" ;")))
def test_no_english_is_left(capsys: pytest.CaptureFixture[str], line: str) -> None:
    text = told(capsys, *line.split(), "--lang", "zh")
    assert text.strip()
    left = ENGLISH.findall(NAMES.sub("", re.sub("Sprague–Grundy|grundy (play nim|solve kayles)", "", text)))
    assert not left, text


def test_a_judge_refuses_in_chinese(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"2 -3 4\n")))
    assert (
        told(capsys, "judge", "nim", "--lang", "zh")
        == "grundy: 第 1 行第 3 列：应有 一堆的石子数（至少为 0），却是 -3\n"
    )


def test_the_talk_of_a_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "help\nhint\nwhy\nmoves\nundo\ndraw\n7 7 7\nnonsense\nto 3 3\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    text = told(capsys, "play", "nim", "3", "5", "--lang", "zh")
    assert (
        "你可以获胜：第 2 堆：5 → 3。" in text and "没有你的走法可以收回" in text and text.endswith("对局没有下完。\n")
    )
    assert not ENGLISH.findall(NAMES.sub("", text)), text


@pytest.mark.some(26)
@pytest.mark.parametrize("name", games.names())
def test_every_game_explains_itself_in_chinese(name: str) -> None:
    rules = games.load(name)
    with messages.use("zh"):
        if _(rules.doc) == rules.doc:
            pytest.skip("a new game, not translated yet")
        assert not ENGLISH.findall(_(rules.doc))
        for theorem in rules.theorems:
            for text in (theorem.name, theorem.statement):
                assert not ENGLISH.findall(_(text)) and _(text) != text
    for position in islice(rules.small_positions(20), 5, 9):
        english = position.solve().explain()
        with messages.use("zh"):
            chinese = position.solve().explain()
        assert chinese != english and not ENGLISH.findall(NAMES.sub("", chinese)), chinese
        assert set(re.findall(r"\d+", english)) <= set(re.findall(r"\d+", chinese)), (english, chinese)


def test_what_was_made_in_another_language_is_described_in_ones_own() -> None:
    """The server and a notebook keep rulesets, and their descriptions are translated when they are shown."""
    with messages.use("zh"):
        made: list[Ruleset] = [gr.digraph({0: [1]}), gr.chase({0: [1]})]
        assert not any(_(rules.doc).isascii() for rules in made)
    assert [_(rules.doc) for rules in made] == [rules.doc for rules in made]
    assert all(rules.doc.isascii() for rules in made)
