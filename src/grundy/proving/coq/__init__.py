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
from grundy.rules.heapcode import read_code

MOST_HEAPS = 20_000
"""The largest heap whose value is computed; Coq computes all before it, by lists."""


def of_period(certificate: dict[str, Any]) -> str:
    """Return the file of a period; GrundyError for a code that has no form for Coq."""
    code = read_code(certificate["code"])
    digits = code.digits
    plain = digits[:1] == (0,) and not (code.repeat or code.unequal or code.divisions) and max(digits) < 8
    if not plain or certificate.get("saltus"):
        raise GrundyError("no form for Coq: of codes only 0.d1d2… with finitely many digits below 8 have one")
    n0, p = certificate["preperiod"], certificate["period"]
    heaps = 2 * (max(n0, 1) + p) + len(digits) - 1
    if heaps > MOST_HEAPS:
        raise GrundyError("Coq would compute the values of {heaps} heaps; at most {most}", heaps=heaps, most=MOST_HEAPS)
    values = certificate.get("values")
    known = (
        f"Theorem values : map (grundy c) (seq 0 {n0 + p}) = [{'; '.join(map(str, values))}]%N.\n"
        f"Proof. vm_cast_no_check (eq_refl (map (grundy c) (seq 0 {n0 + p}))). Qed.\n"
        if values
        else ""
    )
    return _TEXT.format(code=certificate["code"], digits="; ".join(map(str, digits[1:])), n0=n0, p=p, values=known)


_TEXT = """(** The heap game of the code {code}: its Grundy values have the period {p} from {n0} on.
    Checked by: coqc Grundy.v && coqc law.v. What is stated is the code [c] and the theorems below; [move], [lost] and
    [grundy_function] are in Grundy.v. The last lines print what is assumed. *)
From Coq Require Import List NArith.
Require Import Grundy.
Import ListNotations.

Definition c : code := [{digits}]%N.
(** [grundy c] is the Grundy function, and the only one. *)
Theorem is_grundy : grundy_function c (grundy c) /\\ forall g, grundy_function c g -> forall n, g n = grundy c n.
Proof. split; [apply grundy_correct | apply grundy_unique]. Qed.
Lemma checked : check_period c {n0} {p} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Theorem period : forall n, {n0} <= n -> grundy c (n + {p}) = grundy c n.
Proof. exact (period_checked c {n0} {p} checked). Qed.
(** So a heap may be made larger or smaller by periods, and the same player loses. *)
Theorem same_loser : forall n k heaps, {n0} <= n -> (lost c (n + k * {p} :: heaps) <-> lost c (n :: heaps)).
Proof. exact (period_lost c {n0} {p} checked). Qed.
{values}Print Assumptions period.
Print Assumptions same_loser.
"""


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
