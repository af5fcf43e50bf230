"""Automatic laws for Coq: the game, the law, and the proof that its automaton says who loses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grundy.check.laws import held_moves
from grundy.common.errors import GrundyError
from grundy.proving.coq.moves import Move, end_of_misere, moves_of, written
from grundy.proving.coq.systems import System, system_of
from grundy.proving.coq.texts import automaton_text
from grundy.proving.coq.threads import Form, Threads
from grundy.proving.coq.winning import winning

FUEL = "(2 ^ 14)"
"""So many states of a form at most are gone through where Coq decides that no move leads from lost to lost."""


def text(certificate: dict[str, Any]) -> str:
    """Return the file of a law; GrundyError for one that has no form for Coq, or that is found to be false."""
    if certificate["claim"] != "losing" or certificate["blocked"]:
        raise GrundyError("no form for Coq: only laws of losing positions have one, no options being forbidden")
    if certificate.get("answered") or len(certificate["ranking"]) != 1 or certificate.get("order"):
        raise GrundyError("no form for Coq: no one sum of numbers falls at each move")
    system, held, (automaton,) = system_of(certificate["numeration"]), held_moves(certificate), certificate["automata"]
    heaps, moves = len(held.names), moves_of(held)
    endings = [end_of_misere(heaps)] if certificate["play"] == "misere" else []
    forms = [*(move.form for move in moves), *endings]
    rows, final = automaton["delta"], {*automaton["accepting"]}
    found = winning(Threads(system, rows, final, heaps, forms))
    return "\n".join(
        (
            _HEAD.format(game=certificate["game"].replace("*)", "* )"), claim=_claim(certificate)),
            _game(heaps, moves),
            _law(system, heaps, rows, final, forms),
            automaton_text(found),
            _proof(system, heaps, moves, certificate["ranking"][0], bool(endings)),
        )
    )


_HEAD = """(** {game}. {claim}
    Checked by: coqc Laws.v && coqc Systems.v && coqc law.v. What is stated is [rules], [delta], [fin] and [law_of_rules];
    all else is proof. The last line prints what is assumed. *)
From Coq Require Import List Arith ZArith Lia Bool.
Require Import Laws Systems.
Import ListNotations.
Open Scope nat_scope."""


def _claim(certificate: dict[str, Any]) -> str:
    return f"Who loses, read from the digits in {certificate['numeration']}, the most significant ones first."


# ---- the game


def _game(heaps: int, moves: list[Move]) -> str:
    """Return the relation of moves, and what numbers a position has."""
    kind = " * ".join(["nat"] * heaps)
    lines = [f"Definition position : Type := {kind}.", "Inductive rules : position -> position -> Prop :="]
    for j, move in enumerate(moves):
        premises = "".join(f"{premise} -> " for premise in move.premises)
        before, after = (_pair(names) for names in (_before(heaps), move.option))
        lines.append(f"| move{j} {' '.join(move.variables)} : {premises}rules {before} {after}")
    lines[-1] += "."
    numbers = "; ".join(f"Z.of_nat {name}" for name in _before(heaps))
    lines.append(f"Definition pos (p : position) : list Z := let '{_pattern(heaps)} := p in [{numbers}].")
    return "\n".join(lines)


def _before(heaps: int) -> list[str]:
    return [f"x{i}" for i in range(heaps)]


def _pair(terms: list[str]) -> str:
    return f"({', '.join(terms)})"


def _pattern(heaps: int) -> str:
    return "x0" if heaps == 1 else _pair(_before(heaps))


# ---- the law


def _integers(numbers: Iterable[int]) -> str:
    return "[" + ";".join(f"({n})" if n < 0 else str(n) for n in numbers) + "]"


def _law(system: System, heaps: int, rows: list[list[int]], final: set[int], forms: list[Form]) -> str:
    table = ";".join(map(_integers, rows))
    every = ";\n  ".join(map(_form, forms))
    return f"""Open Scope Z_scope.
Definition delta := tabled {system.base} [{table}].
Definition fin := member {_integers(sorted(final))}%nat.
Definition forms := [{every}]."""


def _form(form: Form) -> str:
    rows = ";".join(
        f"{{| eq := {str(row.equal).lower()}; lin := {_integers(row.linear)}; con := {row.constant} |}}"
        for row in form.rows
    )
    option = "None" if form.option is None else f"Some {_integers(form.option)}%nat"
    return f"{{| ext := {form.further}; opt := {option}; rows := [{rows}] |}}"


# ---- the proof


def _proof(system: System, heaps: int, moves: list[Move], ranking: list[int], misere: bool) -> str:
    names = " ".join(_before(heaps))
    cases = "|".join(" ".join([*move.variables, *(f"E{i}" for i in range(len(move.premises)))]) for move in moves)
    there = " | ".join(
        f"exists (nth {j} forms {{| ext := 0; opt := None; rows := [] |}}), {_option(move)}, [{'; '.join(move.witnesses)}]"
        for j, move in enumerate(moves)
    )
    total = " + ".join(f"x{i}" for i in ranking)
    integers = _integers_of(heaps)
    return f"""Lemma checked : check_law {system.coq} {heaps} delta fin forms D first {FUEL} = true.
Proof. vm_cast_no_check (eq_refl true). Qed.
Definition size (p : position) : nat := (let '{_pattern(heaps)} := p in {total})%nat.
Definition rank (z : list Z) : nat := Z.to_nat (fold_right Z.add 0 (map (fun i => nth i z 0) {_integers(ranking)}%nat)).
Lemma lower x y : move {heaps} forms x y -> (rank y < rank x)%nat.
Proof.
  intros (Lx & Nx & f & o & e & I & O & (Le & Ne & Z) & ->). unfold rank. cbn [map fold_right].
  destruct x as {_list(_before(heaps))}; try discriminate. crack. cbn [nth]. {_EACH}
{_bullets(f"destruct e as {_list(_after(move))}; try discriminate; crack; cbn [nth app]; lia." for move in moves)}
Qed.
Lemma there p q : rules p q -> move {heaps} forms (pos p) (pos q).
Proof.
  intro M. split; [|split].
  1: {_taken(heaps)}; reflexivity.
  1: {_taken(heaps)}; unfold pos; repeat constructor; lia.
  destruct M as [{cases}]; unfold pos; [{there}];
    (split; [cbn; tauto|]; split; [reflexivity|]; split; [|unfold pick; cbn [nth forms opt map app]; repeat f_equal; lia];
     split; [reflexivity|]; split; repeat constructor; unfold rel; cbn [nth forms rows ext eq lin con dot app]; lia).
Qed.
Lemma back p y : move {heaps} forms (pos p) y -> exists q, y = pos q /\\ rules p q.
Proof.
  intros (_ & _ & f & o & e & I & O & (Le & Ne & Z) & ->). {_taken(heaps)}. unfold pos in *. {_EACH}
{_bullets(_back(heaps, j, move) for j, move in enumerate(moves))}
Qed.
{_over(heaps, moves, misere)}
(** The theorem: a position, written as a word of digits, is lost exactly if the automaton accepts the word. *)
Theorem law_of_rules : forall {names} w, spells {system.coq} {integers} w ->
  (lost rules ended {_pair(_before(heaps))} <-> accepts delta fin w = true).
Proof.
  intros {names} w ((r & V) & E). cbn [length] in *.
  rewrite <- (law_checked _ _ _ _ _ _ _ _ rank {system.sound} checked lower _ _ V). rewrite E.
  change {integers} with (pos {_pair(_before(heaps))}).
  apply (transfer rules ended (move {heaps} forms) (over {heaps} forms) pos size); [|apply over_same|apply there|apply back].
  intros p q M. destruct M; unfold size; lia.
Qed.
Theorem every_position_is_spelled : forall {names}, exists w, spells {system.coq} {integers} w.
Proof. intros. apply spelled; [exact {system.sound} | repeat constructor; lia]. Qed.
Print Assumptions law_of_rules."""


_EACH = """cbn [In forms] in I;
    repeat (destruct I as [<-|I]); try destruct I; cbn [opt] in O; try discriminate; injection O as <-."""


def _option(move: Move) -> str:
    return f"{_integers(move.form.option or ())}%nat"


def _over(heaps: int, moves: list[Move], misere: bool) -> str:
    """Return where play is over and the player to move has won: nowhere, or in misère play where there is no move."""
    if not misere:
        return f"""Definition ended (p : position) : Prop := False.
Lemma over_same p : ended p <-> over {heaps} forms (pos p).
Proof.
  split; [intros []|]. intros (_ & _ & f & e & I & O & _). cbn [In forms] in I.
  repeat (destruct I as [<-|I]); try destruct I; discriminate.
Qed."""
    zero = "".join(
        f"  assert (Z{i} : x{i} = 0%nat) by (destruct (Nat.eq_dec x{i} 0); [assumption|]; exfalso; "
        f"eapply H; apply ({_move_from(heaps, moves, i)}); lia).\n"
        for i in range(heaps)
    )
    end = f"(nth {len(moves)} forms {{| ext := 0; opt := None; rows := [] |}})"
    return f"""(** Misère play: who has no move wins. *)
Definition ended (p : position) : Prop := forall q, ~ rules p q.
Lemma over_same p : ended p <-> over {heaps} forms (pos p).
Proof.
  {_taken(heaps)}. unfold ended, over, pos. split.
  - intros H. split; [reflexivity|]. split; [repeat constructor; lia|].
{zero}    exists {end}, []. split; [cbn; tauto|]. split; [reflexivity|]. split; [reflexivity|]. split; repeat constructor.
    unfold rel. cbn [eq lin con dot app rows nth forms]. lia.
  - intros (_ & _ & f & e & I & O & (Le & Ne & Z)) q M. cbn [In forms] in I.
    repeat (destruct I as [<-|I]); try destruct I; cbn [opt] in O; try discriminate O. destruct e; try discriminate Le.
    crack. remember {_pair(_before(heaps))} as p. destruct M; injection Heqp; lia.
Qed."""


def _move_from(heaps: int, moves: list[Move], i: int) -> str:
    """Return a constructor with numbers of its own that is a move wherever one number is not 0."""
    for j, move in enumerate(moves):
        own = ["0"] * (len(move.variables) - heaps)
        if move.made_with_zeros(f"x{i}"):
            return f"move{j} {' '.join([*_before(heaps), *own])}"
    raise GrundyError("no form for Coq: in misère play there must be a move wherever a number is not 0")


def _integers_of(heaps: int) -> str:
    return "[" + "; ".join(f"Z.of_nat {name}" for name in _before(heaps)) + "]"


def _taken(heaps: int) -> str:
    """Return how a position is taken apart, its pairs being nested to the left."""
    pattern = "x0"
    for i in range(1, heaps):
        pattern = f"[{pattern} x{i}]"
    return f"destruct p as {pattern}" if heaps > 1 else "rename p into x0"


def _after(move: Move) -> list[str]:
    return move.tracks[move.heaps :]


def _list(names: list[str]) -> str:
    pattern = "[|]"
    for name in reversed(names):
        pattern = f"[|{name} {pattern}]"
    return pattern


def _bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"  - {line}" for line in lines)


def _back(heaps: int, j: int, move: Move) -> str:
    """Return the steps from a solution of the equations to a move of the relation."""
    natural = {name: f"Z.to_nat {name}" for name in _after(move)}
    option = [
        f"({written(part, natural)})%nat" if plain else natural[f"y{i}"]
        for i, (part, plain) in enumerate(zip(move.parts, move.plain, strict=True))
    ]
    own = [f"({natural[name]})" for name in move.variables[heaps:]]
    return (
        f"destruct e as {_list(_after(move))}; try discriminate. crack. exists {_pair(option)}. "
        f"split; [cbn [map nth opt app]; repeat f_equal; lia|]. "
        f"apply (move{j} {' '.join([*_before(heaps), *own])}); lia."
    )
