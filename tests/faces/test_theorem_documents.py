"""Theorems as documents of LaTeX: nothing of what is written is a command, and pdflatex sets it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from grundy.common.messages import use
from grundy.faces.cli import main
from grundy.faces.drawing import theorems
from grundy.faces.drawing.theorem_documents import (
    code,
    document,
    entries,
    escaped,
    filled,
    has_east,
    mathematics,
    sources,
)
from grundy.games import load, load_all
from grundy.proving.theorem import Theorem, theorem

TEN = [
    ("bash", {}, {}),
    ("wythoff", {}, {}),
    ("nim", {}, {"heaps": 3}),
    ("nim", {}, {"heaps": 2, "play": "misere"}),
    ("nim", {}, {"heaps": 2, "values": True}),
    ("fibonacci_nim", {}, {}),
    ("subtraction", {"s": (1, 3, 4)}, {}),
    ("lasker", {}, {}),
    ("k_division", {"k": 3}, {}),
    ("wythoff", {}, {"blocked": 2}),
]


def made(name: str, params: dict | None = None, **options) -> Theorem:
    found = theorem(load(name).bind(**params or {}), seconds=30, **options)
    assert isinstance(found, Theorem)
    return found


COMMAND = r"\\(?:[a-zA-Z]+|[^a-zA-Z])"
OWN = re.compile(rf"{COMMAND}|[{{}}$~_^&#%]")
"""What LaTeX does not print as it stands."""
NONE = {"\\document", "\\end", "\\begin", "\\input", "\\write", "\\def", "\\usepackage"}


@given(st.text(st.sampled_from("ab_^\\{}$%&#~<>|\"'`-⌊⌋⊕φ≥中é☃\n\t "), max_size=20))
def test_no_text_is_a_command(text: str) -> None:
    nontrivial(re.search(r"[\\{}$%&#~_^]", text))
    for written in (escaped(text), code(text), filled("{n}", n=escaped(text) or "-")):
        assert written.isascii() or has_east(written)
        assert "\n" not in written and "%" not in re.sub(r"\\%", "", written)
        found = OWN.findall(written)
        assert not NONE & {*found}
        assert found.count("{") == found.count("}") and found.count("$") % 2 == 0
        plain = re.sub(r"\$[^$]*\$", "", written)
        assert not re.search(r"(?<!\\)[_^&#]", plain)


def test_signs_are_set_as_mathematics() -> None:
    assert escaped("⌊n·φ⌋ ⊕ a_1 >= 2") == r"$\lfloor$n$\cdot$$\varphi$$\rfloor$ $\oplus$ a\_1 $\geq$ 2"
    assert escaped("(1 + √5)/2 and √") == r"(1 + $\sqrt{5}$)/2 and $\surd$"
    assert escaped("Dürer, Œuvre ☃") == r"D\"{u}rer, \OE{}uvre \texttt{U+2603}"
    assert escaped(r"\input{x} <b> 100% #1 & ~^") == (
        r"\textbackslash{}input\{x\} \textless{}b\textgreater{} 100\% \#1 \& \textasciitilde{}\textasciicircum{}"
    )
    assert code("    a_b = '\\'") == r"\texttt{~~~~a{\char95}b = '{\char92}'}"


def test_formulas_are_those_of_the_pages() -> None:
    wythoff = made("wythoff")
    claim, *_sets = map(mathematics, theorems.statement(wythoff))
    assert claim.startswith(r"\forall a,\ b\geq 0:\ \text{wythoff}(a,\ b)\text{~is~lost}\iff")
    assert r"\lfloor n\frac{1+\sqrt{5}}{2}\rfloor" in claim
    assert r"\begin{cases}0&" in mathematics(theorems.statement(made("subtraction", {"s": (1, 3, 4)}))[0])


def test_a_document_says_all_of_a_theorem() -> None:
    wythoff = made("wythoff")
    text = document(wythoff)
    assert wythoff.certificate()["hash"] in text
    assert r"\cite{wythoff1907}" in text and r"\bibitem{wythoff1907}" in text and "@article{wythoff1907," in text
    assert r"grundy prove wythoff --certificate FILE" in text and "grundy verify FILE" in text
    assert r"yield a - k, b" in text and "no move leads from a losing to a losing position" in text
    assert "take $k$ from $a$" in text and "(4)" in text
    assert text.isascii()
    for lemma in wythoff.to_dict()["lemmas"]:
        assert code(lemma["formula"]) in text


@pytest.mark.slow
def test_ten_theorems_are_one_document() -> None:
    text = document([made(name, params, **options) for name, params, options in TEN])
    assert text.count(r"\begin{theorem}") == 10 and text.count(r"\begin{document}") == 1
    assert text.count(r"\bibitem{bouton1901}") == 1 == text.count("@article{bouton1901,")
    assert "title = {Nim, a game with a complete mathematical theory}" in text
    commands = re.findall(r"grundy prove ([^}]*) --certificate", text)
    assert commands[2:5] == ["nim --heaps 3", "nim --heaps 2 --play misere", "nim --heaps 2 --values"]


def test_a_game_of_ones_own_has_no_source_and_may_be_called_anything() -> None:
    @gr.game(name=r"50% \end{document} <script>alert(1)</script> ⌊φ⌋ 中 a_b^2")
    def odd(n: int):
        """100 % of \\input{nothing} & more."""
        if n > 0:
            yield n - 1

    found = theorem(odd, seconds=20)
    assert isinstance(found, Theorem)
    text = document(found)
    assert r"\cite" not in text and "thebibliography" not in text and "filecontents" not in text
    assert text.count(r"\end{document}") == 1 and "CJKutf8" in text
    assert r"\textbackslash{}end\{document\}" in text
    assert "<script>" not in found._repr_html_()


def test_sources_of_the_catalogue_are_articles_and_books() -> None:
    read = {entry.key for rules in load_all() for each in rules.theorems for entry in entries(each.source)}
    assert {"bachet1612", "wythoff1907", "bouton1901", "moore1910", "whinihan1963", "nivasch2006"} <= read
    assert {"lasker1931", "conway1976:13", "berlekamp1982:4", "sprague1935", "grundy1939"} <= read
    assert not [*entries("by induction, as in the file's docstring")]
    assert [entry.key for entry in sources(made("nim", heaps=2, play="misere"))] == ["bouton1901", "berlekamp1982:13"]
    assert sources(made("wythoff", blocked=2)) == sources(made("wythoff", play="misere")) == []


@pytest.mark.slow
def test_the_shell_writes_a_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "w.tex"
    assert main(["prove", "nim", "--heaps", "2", "--tex", str(place)]) == 0
    out = capsys.readouterr().out
    assert f"LaTeX: {place}" in out and "take a - b from a" in out
    assert r"grundy prove nim --heaps 2 --certificate FILE" in place.read_text()
    assert main(["prove", "bash", "--tex", str(tmp_path / "no" / "w.tex")]) == 2
    assert main(["prove", "wythoff", "--in", "msd_3", "--tex", str(tmp_path / "none.tex")]) == 3
    assert not (tmp_path / "none.tex").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["bash", "--for-all", "m"], r"For all m $\geq$ 1 and n $\geq$ 0, the player to move in bash(n, m) loses"),
        (["bash", "--values", "--for-all", "m >= 2"], r"the Grundy value of bash(n, m) is n mod (m + 1)"),
        (["staircase-nim"], r"is x1 $\oplus$ x3 $\oplus$ x5 $\oplus$"),
    ],
)
def test_theorems_of_families_and_of_rows_are_documents_too(words: list[str], says: str, tmp_path: Path) -> None:
    place = tmp_path / "f.tex"
    assert main(["prove", *words, "--tex", str(place)]) == 0
    text = place.read_text()
    assert says in text and "By induction" in text and r"\section*{" + words[0] in text
    if shutil.which("pdflatex") is not None:
        is_set(text, tmp_path, fits=False)


needs_latex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex")


def is_set(text: str, folder: Path, *, fits: bool = True) -> None:
    """Run pdflatex, which must have no error, and no line that is too long if all ``fits``."""
    (folder / "made.tex").write_text(text, encoding="utf-8")
    words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "made.tex"]
    done = subprocess.run(words, cwd=folder, capture_output=True, timeout=120, check=False)
    said = done.stdout.decode("latin-1")
    assert done.returncode == 0, said[-3000:]
    assert "Overfull" not in said or not fits, said
    assert (folder / "made.pdf").exists()


@pytest.mark.slow
@needs_latex
def test_ten_theorems_are_set(tmp_path: Path) -> None:
    is_set(document([made(name, params, **options) for name, params, options in TEN]), tmp_path)


@needs_latex
def test_odd_names_and_long_lines_are_set(tmp_path: Path) -> None:
    @gr.game(name="".join(map(chr, range(33, 127))) + "⌊⊕φ≥ Ωé☃")
    def odd(n: int, *, limit_of_what_may_be_taken: int = 3):
        """\\ " ' ` ~ ^ _ # $ % & { } < > | ⌊ ⊕ φ ≥ é ☃ ?` --- and a line longer than a page is broad: so it goes on."""
        for k in range(1, min(n, limit_of_what_may_be_taken) + 1):
            yield n - k

    found = theorem(odd, seconds=20)
    assert isinstance(found, Theorem)
    is_set(document(found), tmp_path, fits=False)


@needs_latex
@pytest.mark.skipif(
    shutil.which("kpsewhich") is None
    or subprocess.run(["kpsewhich", "CJKutf8.sty"], capture_output=True, check=False).returncode != 0,
    reason="no CJKutf8",
)
def test_a_chinese_document_is_set(tmp_path: Path) -> None:
    with use("zh"):
        is_set(document(made("fibonacci_nim")), tmp_path)
