"""Theorems as developments for the Coq proof assistant: its kernel checks them, and nothing of grundy's need be believed.

A development is a folder: the library (``Laws.v``, ``Systems.v`` of automatic laws, ``Grundy.v`` of heap codes), and one
file that states the game's moves as an inductive relation, the theorem, and its proof from the certificate. What writes it
is not trusted: a wrong development does not compile. No axiom is used, as its last line shows.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.proving.coq.laws import text as of_law
from grundy.proving.coq.periods import text as of_period

_KINDS = {"automatic law": (of_law, ("Laws.v", "Systems.v")), "period": (of_period, ("Grundy.v",))}


def development(certificate: dict[str, Any]) -> dict[str, str]:
    """Return the files of a development by name, in the order in which ``coqc`` reads them.

    Raises GrundyError for a certificate that has no form there, saying which have, or from which no proof can be made.
    The work is a subset construction over the numbers of a move: for positions of k numbers in base b it tries b^k letters.

    >>> import grundy as gr
    >>> from grundy.proving.known import theorem
    >>> [*development(theorem(gr.octal("0.3")).certificate())]
    ['Grundy.v', 'law.v']
    """
    made, library = _KINDS.get(certificate["kind"], (None, ()))
    if made is None:
        raise GrundyError("this theorem has no form for Coq, as these have: {known}", known=forms())
    texts = {name: (files(__name__) / "library" / name).read_text(encoding="utf-8") for name in library}
    return {**texts, "law.v": made(certificate)}


def forms() -> str:
    """Return in words which theorems can be written for Coq."""
    return _(
        "who loses, without forbidden options and declared endings, in base k, Fibonacci numeration or "
        "'rec [t,1;1,t+1]', where one sum falls at each move; and periods of subtraction sets and of codes 0.d1d2… with "
        "digits below 8"
    )
