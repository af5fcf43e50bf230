"""The chapter and the README say the same in both languages, and leave no contest problem of the catalogue out."""

from __future__ import annotations

import re

import pytest
from tests.blocks import ROOT, Block, blocks, commands

from grundy.games import problems

PAIRS = {"chapter": ("docs/seeds/en.md", "docs/seeds/zh.md"), "readme": ("README.md", "README.zh-CN.md")}
CHAPTER = [(ROOT / name).read_text(encoding="utf-8") for name in PAIRS["chapter"]]
PARTS = (
    ["**Rules.**", "**Answer.**", "**Why.**", "**Trap.**", "**Judge.**", "**Exercise"],
    ["**规则。**", "**答案。**", "**理由。**", "**陷阱。**", "**评测。**", "**练习"],
)
ANSWERS = ("## Answers", "## 答案")


def prose(page: str) -> str:
    """Return a page without its code blocks."""
    return re.sub(r"^```.*?^```", "", page, flags=re.DOTALL | re.MULTILINE)


def headings(page: str) -> list[str]:
    """Return the level and the number of each heading."""
    return [m[1] + (m[2] or "") for m in re.finditer(r"^(#+) (\d+\.)?", prose(page), re.MULTILINE)]


def sections(page: str) -> dict[int, str]:
    """Return the text of each numbered section of the chapter."""
    parts = re.split(r"^##+ (?:(\d+)\. )?", page, flags=re.MULTILINE)
    return {int(number): text for number, text in zip(parts[1::2], parts[2::2], strict=True) if number}


def same(one: Block, other: Block) -> bool:
    """Tell whether two blocks do the same: remarks and the language of the answers aside, to the letter."""
    if one.language == "python":
        return re.sub(r" *#.*", "", one.text) == re.sub(r" *#.*", "", other.text)
    pairs = list(zip(commands(one.text), commands(other.text), strict=True))
    return all(
        a.words.replace(" --lang zh", "") == b.words.replace(" --lang zh", "")
        and (a.shown == b.shown or "--lang zh" in b.words)
        for a, b in pairs
    )


@pytest.mark.parametrize("name", PAIRS)
def test_both_languages_have_the_same_headings(name: str) -> None:
    english, chinese = (headings((ROOT / page).read_text(encoding="utf-8")) for page in PAIRS[name])
    assert len(english) > 5
    assert english == chinese


@pytest.mark.parametrize("name", PAIRS)
def test_both_languages_have_the_same_code(name: str) -> None:
    english, chinese = (blocks((ROOT / page).read_text(encoding="utf-8")) for page in PAIRS[name])
    assert len(english) == len(chinese) > 5
    for one, other in zip(english, chinese, strict=True):
        assert one.language == other.language and same(one, other), other.text


@pytest.mark.parametrize("page", CHAPTER, ids=PAIRS["chapter"])
@pytest.mark.parametrize("problem", problems())
def test_every_contest_problem_is_solved_in_a_section(page: str, problem: str) -> None:
    here = [text for text in sections(page).values() if f"`{problem}`" in text]
    assert any(re.search(rf"^\$ printf .* \| grundy judge {problem}$", text, re.MULTILINE) for text in here)


@pytest.mark.parametrize("number", range(1, 29))
@pytest.mark.parametrize("language", (0, 1), ids=("en", "zh"))
def test_every_game_has_its_rules_answer_proof_trap_judge_and_exercise(language: int, number: int) -> None:
    text = prose(sections(CHAPTER[language])[number])
    places = [text.find(part) for part in PARTS[language]]
    assert min(places) >= 0 and places == sorted(places)


@pytest.mark.parametrize("language", (0, 1), ids=("en", "zh"))
def test_every_exercise_has_an_answer(language: int) -> None:
    before, after = CHAPTER[language].split(ANSWERS[language])
    asked = re.findall(r"^\*\*(?:Exercise|练习) (\d+)[.。]\*\*", before, re.MULTILINE)
    assert asked == re.findall(r"\*(?:Exercise|练习) (\d+)[.。]\*", after) == [str(n) for n in range(1, 30)]


def test_a_term_of_the_glossary_has_one_chinese_word() -> None:
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("|")]
    terms = rows[2:]
    assert len(terms) > 80 and all(len(row) == 4 and all(row) for row in terms)
    for column in (0, 1):
        names = [row[column] for row in terms]
        assert len(names) == len(set(names))
