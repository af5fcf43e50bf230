"""Automatic laws for Coq: the game, the law, and the proof that its automaton says who loses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any

from grundy.check.formulas import Atom, Condition, Linear, Moves, Yield
from grundy.check.laws import held_moves
from grundy.common.errors import GrundyError
from grundy.proving.coq.winning import Form, Row, System, Threads, automaton_text, system_of, winning

# -- the moves of a law as an inductive relation that one can read, and as equations that automata read ----------------
#
# Both come from the moves that the checker reads from the rule data: Coq proves that they are the same moves, so that
# what is written here need not be believed, but be read.


MOST_FORMS = 64


@dataclass(frozen=True)
class Move:
    """One form of moves of ``heaps`` numbers: to ``parts``, where the ``atoms`` (`>=` and `=`) hold for some numbers.

    A part that may be any number is called y0, y1, … by its place, and other further numbers k0, k1, …; that a part is a
    natural number is no atom.
    """

    heaps: int
    parts: tuple[Linear, ...]
    atoms: frozenset[Atom]

    @cached_property
    def chosen(self) -> list[str]:
        """The further natural numbers."""
        names = {name for number in (*self.parts, *(a.number for a in self.atoms)) for name, _ in number.parts}
        return sorted((name for name in names if name[0] == "k"), key=lambda name: (len(name), name))

    @cached_property
    def free(self) -> list[bool]:
        """Of each part whether it may be any number, as far as the conditions allow."""
        return [part == Linear(((f"y{i}", 1),)) for i, part in enumerate(self.parts)]

    @cached_property
    def plain(self) -> list[bool]:
        """Of each part whether it is a sum without differences, which is written as it is."""
        return [not _difference(part) and not free for part, free in zip(self.parts, self.free, strict=True)]

    @cached_property
    def conditions(self) -> list[Atom]:
        """The atoms in an order."""
        return sorted(self.atoms, key=lambda atom: (atom.relation, atom.number.parts, atom.number.constant))

    # ---- to be read by automata

    @cached_property
    def tracks(self) -> list[str]:
        """The numbers that automata read: those before, those after that are not among them, those chosen."""
        before = [f"x{i}" for i in range(self.heaps)]
        return [*before, *(f"y{i}" for i, part in enumerate(self.parts) if _only(part) not in before), *self.chosen]

    @property
    def form(self) -> Form:
        """The move as equations of the option, equations and inequalities of the conditions."""
        option = [_only(part) if _only(part) in self.tracks else f"y{i}" for i, part in enumerate(self.parts)]
        own = [
            Atom(part.plus(Linear(((name, 1),)), -1), "=")
            for part, name in zip(self.parts, option, strict=True)
            if _only(part) != name
        ]
        rows = [
            Row(a.relation == "=", tuple(dict(a.number.parts).get(name, 0) for name in self.tracks), a.number.constant)
            for a in (*own, *self.conditions)
        ]
        return Form(len(self.tracks) - self.heaps, tuple(map(self.tracks.index, option)), tuple(rows))

    @property
    def witnesses(self) -> list[str]:
        """The further numbers of the form, in the integers of Coq, when the move is one of the relation."""
        names = {f"y{i}": _whole(part) for i, part in enumerate(self.parts) if self.plain[i]}
        return [names.get(name, f"Z.of_nat {name}") for name in self.tracks[self.heaps :]]

    def made_with_zeros(self, name: str) -> bool:
        """Return whether it is plain that it can be made, its own numbers being 0, wherever a number is not 0."""
        zeros = {other: Linear() for other in self.variables[self.heaps :]}
        zeros[name] = Linear(((name, 1),), 1)
        given = [part for part, plain in zip(self.parts, self.plain, strict=True) if not plain]
        return all(atom.put(zeros).plain is True for atom in (*self.atoms, *(Atom(part, "=") for part in given)))

    # ---- to be read by people

    @property
    def variables(self) -> list[str]:
        """The numbers of a constructor: those before, those after that are no plain sums, those chosen."""
        after = [f"y{i}" for i, plain in enumerate(self.plain) if not plain]
        return [*(f"x{i}" for i in range(self.heaps)), *after, *self.chosen]

    @property
    def option(self) -> list[str]:
        """What the numbers become."""
        return [
            _sum(part, 1) if plain else f"y{i}"
            for i, (part, plain) in enumerate(zip(self.parts, self.plain, strict=True))
        ]

    @property
    def premises(self) -> list[str]:
        """The conditions, with sums of natural numbers on both sides."""
        found = [
            _sides(part.plus(Linear(((f"y{i}", 1),)), -1), "=")
            for i, part in enumerate(self.parts)
            if not self.plain[i] and not self.free[i]
        ]
        return [*found, *(_sides(a.number, a.relation) for a in self.conditions)]


def end_of_misere(heaps: int) -> Form:
    """Return that all numbers are 0 as a form: in misère play the player to move has won there."""
    return Form(0, None, (Row(True, (1,) * heaps, 0),))


def moves_of(moves: Moves) -> list[Move]:
    """Return the forms of moves that Coq shall know; GrundyError for endings, an order, loops that end early."""
    if moves.splits or moves.domain or moves.lost or moves.won or [*moves.going] != [()]:
        raise GrundyError("no form for Coq: play ends by declaration, numbers are in an order, or heaps are split")
    found = [one for each in moves.moves for one in _apart(len(moves.names), each)]
    if len(found) > MOST_FORMS:
        raise GrundyError("no form for Coq: the rules have more than {most} forms of moves", most=MOST_FORMS)
    return _merged(list(dict.fromkeys(found)))


def _apart(heaps: int, move: Yield) -> Iterable[Move]:
    """Return the moves of a form, each inequality ``!=`` parted in two."""
    for atoms in product(*map(_cases, move.atoms)):
        if not any(atom.plain is False for atom in atoms):
            named = _named(heaps, move.parts, tuple(dict.fromkeys(a for a in atoms if a.plain is None)))
            if not _contradictory(named.atoms):
                yield named


def _named(heaps: int, parts: tuple[Linear, ...], atoms: tuple[Atom, ...]) -> Move:
    """Return a move whose further numbers have their names, without the atoms that follow from its parts."""
    names: dict[str, Linear] = {}
    for i, part in enumerate(parts):
        name = part.parts[0][0] if part.parts else "x"
        if name[0] != "x" and name not in names and part == Linear(((name, 1),)):
            names[name] = Linear(((f"y{i}", 1),))
    every = [name for number in (*parts, *(atom.number for atom in atoms)) for name, _ in number.parts]
    others = dict.fromkeys(name for name in every if name[0] != "x" and name not in names)
    names |= {name: Linear(((f"k{i}", 1),)) for i, name in enumerate(others)}
    parts = tuple(part.put(names) for part in parts)
    held = {part.parts: part.constant for part in parts}
    wanted = tuple(atom.put(names) for atom in atoms)
    parts, wanted = _without_chosen(parts, [atom for atom in wanted if not _follows(atom, held)])
    return Move(heaps, parts, frozenset(wanted))


def _without_chosen(parts: tuple[Linear, ...], atoms: list[Atom]) -> tuple[tuple[Linear, ...], list[Atom]]:
    """Return a move without the chosen numbers that its parts or equations give: it says that they are 0 or more."""
    given = [(part.plus(Linear(((f"y{i}", 1),)), -1), None) for i, part in enumerate(parts) if _difference(part)]
    given += [(atom.number, atom) for atom in atoms if atom.relation == "="]
    for number, atom in given:
        for name, a in number.parts:
            if name[0] == "k" and abs(a) == 1:
                chosen = Linear(((name, 1),)).plus(number, -a)
                put = {name: chosen}
                rest = [one.put(put) for one in atoms if one != atom]
                return _without_chosen(tuple(part.put(put) for part in parts), [*rest, Atom(chosen, ">=")])
    return parts, _tightest([atom for atom in atoms if atom.plain is None])


def _tightest(atoms: list[Atom]) -> list[Atom]:
    """Return atoms without inequalities that follow from another one."""
    least: dict[tuple[str, tuple[tuple[str, int], ...]], Atom] = {}
    for atom in atoms:
        key = atom.relation, atom.number.parts
        if atom.relation == "=":
            key = "=", (*atom.number.parts, ("", atom.number.constant))
        if key not in least or atom.number.constant < least[key].number.constant:
            least[key] = atom
    return [*least.values()]


def _contradictory(atoms: Iterable[Atom]) -> bool:
    """Return whether two inequalities exclude each other."""
    numbers = [atom.number for atom in atoms if atom.relation == ">="]
    return any(
        not total.parts and total.constant < 0 for total in (one.plus(other) for one, other in combinations(numbers, 2))
    )


def _difference(number: Linear) -> bool:
    return number.constant < 0 or any(a < 0 for _, a in number.parts)


def _follows(atom: Atom, held: dict[tuple[tuple[str, int], ...], int]) -> bool:
    """Return whether a number is 0 or more since a natural number is no more than it."""
    number = atom.number
    return atom.relation != "=" and number.parts in held and held[number.parts] <= number.constant


def _only(number: Linear) -> str:
    """Return the name that a number is, or an empty text."""
    return number.parts[0][0] if len(number.parts) == 1 and number == Linear(((number.parts[0][0], 1),)) else ""


def _merged(moves: list[Move]) -> list[Move]:
    """Return moves, two that differ in a condition and its opposite made one: a minimum has two cases."""
    for one, other in combinations(moves, 2):
        apart = one.atoms ^ other.atoms
        if one.parts == other.parts and len(apart) == 2:
            first, second = apart
            if first.relation == ">=" and first.opposite == second:
                rest = [move for move in moves if move not in (one, other)]
                return _merged([*rest, Move(one.heaps, one.parts, one.atoms & other.atoms)])
    return moves


def _cases(atom: Condition) -> tuple[Atom, ...]:
    if not isinstance(atom, Atom):
        raise GrundyError("no form for Coq: a loop may end early")
    if atom.relation != "!=":
        return (atom,)
    more = Atom(atom.number.plus(Linear((), -1)), ">=")
    return (more, Atom(Linear((), -1).plus(atom.number, -1), ">="))


def _whole(number: Linear) -> str:
    """Return a number in Coq's integers, its names being natural numbers."""
    return " + ".join([*(f"({a}) * Z.of_nat {name}" for name, a in number.parts), f"({number.constant})"])


def written(number: Linear, names: Mapping[str, str]) -> str:
    """Return a sum of natural numbers, some of which are written otherwise."""
    return _sum(Linear(tuple((names.get(name, name), a) for name, a in number.parts), number.constant), 1)


def _sum(number: Linear, sign: int) -> str:
    """Return the part of a number that has a sign, as a sum of natural numbers."""
    terms = [name if a * sign == 1 else f"{a * sign} * {name}" for name, a in number.parts if a * sign > 0]
    if number.constant * sign > 0 or not terms:
        terms.append(str(max(0, number.constant * sign)))
    return " + ".join(terms)


def _sides(number: Linear, relation: str) -> str:
    """Return that a number is 0, or 0 or more."""
    left, right = _sum(number, -1), _sum(number, 1)
    return f"{right} = {left}" if relation == "=" else f"{left} <= {right}"


# -- the game, the law, and the proof that its automaton says who loses ------------------------------------------------


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
    integers = "[" + "; ".join(f"Z.of_nat {name}" for name in _before(heaps)) + "]"
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
