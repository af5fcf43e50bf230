(** Systems.v: base k and systems like Fibonacci's are sound; the whole check in one boolean; transfer to a game in plain words. *)
From Coq Require Import List Arith ZArith Lia Bool FMapPositive Strings.Byte.
Require Import Laws.
Import ListNotations.
Open Scope Z_scope.

Definition base (k : Z) : system := {| ca := k; cb := 0; u1 := k; digs := map Z.of_nat (seq 0 (Z.to_nat k));
  vs := fun _ d => if (0 <=? d) && (d <? k) then Some 0%nat else None; cap := fun _ m => k ^ Z.of_nat m |}.
Lemma base_U k m : U (base k) m = k ^ Z.of_nat m.
Proof.
  assert (U (base k) m = k ^ Z.of_nat m /\ U (base k) (S m) = k ^ Z.of_nat (S m)); [|tauto].
  induction m as [|m [A B]]; [unfold U; simpl; lia|]. split; auto. rewrite U_SS, B. cbn [ca cb base].
  rewrite (Nat2Z.inj_succ (S m)), Z.pow_succ_r by lia. lia.
Qed.
Lemma base_sound k : 2 <= k -> sound (base k).
Proof.
  intro K. assert (P : forall m, 0 < k ^ Z.of_nat m) by (intro; apply Z.pow_pos_nonneg; lia).
  constructor; cbn [ca cb u1 digs vs cap base]; try lia; intros; rewrite ?base_U; try lia; auto.
  - destruct ((0 <=? d) && (d <? k)) eqn:E; try discriminate. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. specialize (P m). nia.
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r in H by lia. specialize (P m). exists (z / k ^ Z.of_nat m), 0%nat.
    pose proof (Z.div_mod z (k ^ Z.of_nat m)). pose proof (Z.mod_pos_bound z (k ^ Z.of_nat m) P).
    assert (0 <= z / k ^ Z.of_nat m < k) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
    replace ((0 <=? _) && (_ <? k)) with true by (symmetry; apply andb_true_iff; rewrite Z.leb_le, Z.ltb_lt; lia). split; auto. lia.
  - exists (Z.to_nat z). intros m L. destruct (Z_lt_le_dec z 0); [specialize (P m); lia|].
    apply Z.lt_le_trans with (k ^ z); [apply Z.pow_gt_lin_r; lia | apply Z.pow_le_mono_r; lia].
  - replace ((0 <=? 0) && (0 <? k)) with true by (symmetry; apply andb_true_iff; rewrite Z.leb_le, Z.ltb_lt; lia). auto.
  - destruct ((0 <=? d) && (d <? k)) eqn:E; try discriminate. apply in_map_iff. exists (Z.to_nat d). rewrite in_seq. lia.
Qed.

(** The weights 1, t + 1, then t times the last one and the one before: a digit t is followed by 0. t = 1: Fibonacci *)
Fixpoint pairs (t : Z) (m : nat) : Z * Z := match m with O => (1, t + 1) | S m => let (x, y) := pairs t m in (y, t * y + x) end.
Definition F t m := fst (pairs t m).
Definition rec (t : Z) : system := {| ca := t; cb := 1; u1 := t + 1; digs := map Z.of_nat (seq 0 (Z.to_nat (t + 1)));
  vs := fun s d => if d =? 0 then Some 0%nat else if (s =? 0)%nat && (0 <? d) && (d <? t) then Some 0%nat
    else if (s =? 0)%nat && (d =? t) then Some 1%nat else None;
  cap := fun s m => match s with O => F t m | S _ => F t (pred m) end |}.
Lemma F_0 t : F t 0 = 1.
Proof. reflexivity. Qed.
Lemma F_1 t : F t 1 = t + 1.
Proof. reflexivity. Qed.
Lemma F_SS t m : F t (S (S m)) = t * F t (S m) + F t m.
Proof. unfold F. simpl. destruct (pairs t m). simpl. lia. Qed.
Lemma F_grow t m : 1 <= t -> 1 <= F t m /\ F t m < F t (S m) /\ Z.of_nat m < F t m.
Proof. intro T. induction m as [|m IH]; [rewrite F_0, F_1; lia|]. rewrite F_SS, Nat2Z.inj_succ. nia. Qed.
Lemma F_top t m : 1 <= t -> F t (S m) = t * F t m + F t (pred m) \/ (m = 0%nat /\ F t (S m) = t * F t m + 1).
Proof. intro T. destruct m; [right; rewrite F_0, F_1; lia | left; rewrite F_SS; cbn [pred]; lia]. Qed.
Lemma F_pred t m : 1 <= t -> 1 <= F t (pred m) <= F t m.
Proof. intro T. destruct m; cbn [pred]; [rewrite F_0; lia|]. pose proof (F_grow t m T). lia. Qed.
Lemma rec_U t m : U (rec t) m = F t m.
Proof.
  assert (U (rec t) m = F t m /\ U (rec t) (S m) = F t (S m)); [|tauto]. induction m as [|m [A B]]; [split; reflexivity|].
  split; auto. rewrite U_SS, F_SS, A, B. cbn [ca cb rec]. lia.
Qed.
Lemma rec_digit t s d s' : vs (rec t) s d = Some s' ->
  (d = 0 /\ s' = 0%nat) \/ (s = 0%nat /\ 0 < d < t /\ s' = 0%nat) \/ (s = 0%nat /\ d = t /\ s' = 1%nat).
Proof.
  cbn [vs rec]. destruct (Z.eqb_spec d 0), (Nat.eqb_spec s 0), (Z.ltb_spec 0 d), (Z.ltb_spec d t), (Z.eqb_spec d t); cbn [andb];
    intro V; inversion V; lia.
Qed.
Lemma rec_sound t : 1 <= t -> sound (rec t).
Proof.
  intro T. constructor; try (cbn [ca cb u1 rec]; lia).
  - intros [|s]; reflexivity.
  - intros s m. rewrite rec_U. cbn [cap rec]. pose proof (F_pred t m T). destruct s; lia.
  - intros s d s' m z V. rewrite rec_U. apply rec_digit in V. pose proof (F_grow t m T) as G. pose proof (F_top t m T) as P.
    pose proof (F_pred t m T) as Q. destruct V as [[-> ->]|[(-> & D & ->)|(-> & -> & ->)]]; cbn [cap rec pred].
    + destruct s; cbn [pred]; lia.
    + intro Z. assert (0 <= F t m * d <= F t m * (t - 1)) by nia. assert (F t m * (t - 1) = t * F t m - F t m) by lia. lia.
    + intro Z. assert (F t m * t = t * F t m) by lia. destruct P as [P|[-> P]]; [nia|]. cbn [pred] in *. rewrite F_0 in *. nia.
  - intros s m z H. rewrite rec_U. pose proof (F_grow t m T) as G. pose proof (F_top t m T) as P. pose proof (F_pred t m T) as Q.
    destruct s; cbn [cap rec pred] in H.
    + destruct (Z_lt_le_dec z (t * F t m)) as [L|L].
      * exists (z / F t m), 0%nat. pose proof (Z.div_mod z (F t m)). pose proof (Z.mod_pos_bound z (F t m)).
        assert (0 <= z / F t m < t) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
        cbn [vs rec cap]. split; [|lia]. destruct (Z.eqb_spec (z / F t m) 0); auto. cbn [Nat.eqb andb].
        destruct (Z.ltb_spec 0 (z / F t m)); [|lia]. destruct (Z.ltb_spec (z / F t m) t); [reflexivity|lia].
      * exists t, 1%nat. cbn [vs rec cap pred]. split; [|destruct P as [P|[-> P]]; cbn [pred]; rewrite ?F_0 in *; lia].
        destruct (Z.eqb_spec t 0); [lia|]. cbn [Nat.eqb andb]. rewrite Z.ltb_irrefl, Z.eqb_refl, andb_false_r. reflexivity.
    + exists 0, 0%nat. split; [reflexivity|]. cbn [cap rec]. lia.
  - intro z. exists (Z.to_nat z). intros m L. cbn [cap rec]. pose proof (F_grow t m T). lia.
  - reflexivity.
  - intros s d s' V. apply rec_digit in V. cbn [digs rec]. apply in_map_iff. exists (Z.to_nat d). rewrite in_seq. lia.
Qed.

(** The automaton of a table: a row for each state, a state (or -1) for each letter, the first number's digit first *)
Definition tabled (B : Z) (rows : list (list Z)) (q : nat) (l : list Z) : option nat :=
  let t := nth (Z.to_nat (fold_left (fun a d => a * B + d) l 0)) (nth q rows []) (-1) in if t <? 0 then None else Some (Z.to_nat t).
Definition member (l : list nat) (q : nat) := existsb (Nat.eqb q) l.

Section Check.
Variables (N : system) (h : nat) (delta : nat -> list Z -> option nat) (fin : nat -> bool) (forms : list form).
Variables (D : list dstate) (first : list (option (nat * list Z))) (fuel : nat).
Definition check_law : bool :=
  forallb (fun f => fits h f && closed N h delta fin f (reachable N h delta f fuel)) forms &&
  match delta 0 (repeat 0 h) with Some O => true | _ => false end && check_won N h delta fin forms D first.
Theorem law_checked (rank : list Z -> nat) : sound N -> check_law = true -> (forall x y, move h forms x y -> (rank y < rank x)%nat) ->
  forall w r, vrun N (repeat 0%nat h) w = Some r ->
    (lost (move h forms) (over h forms) (vals N h w) <-> accepts delta fin w = true).
Proof.
  intros OK C Rk. unfold check_law in C. repeat rewrite andb_true_iff in C. destruct C as [[C1 C2] C3]. rewrite forallb_forall in C1.
  apply law with (D := D) (first := first) (rank := rank); auto.
  - apply forallb_forall. intros f I. specialize (C1 f I). apply andb_true_iff in C1. tauto.
  - destruct (delta 0%nat (repeat 0 h)) as [[|q]|]; congruence.
  - intros f I. exists (reachable N h delta f fuel). specialize (C1 f I). apply andb_true_iff in C1. tauto.
Qed.
End Check.

(** The same game in other words *)
Lemma transfer {P Q} (R : P -> P -> Prop) E (S : Q -> Q -> Prop) E' (f : P -> Q) (rank : P -> nat) :
  (forall p q, R p q -> (rank q < rank p)%nat) -> (forall p, E p <-> E' (f p)) ->
  (forall p q, R p q -> S (f p) (f q)) -> (forall p y, S (f p) y -> exists q, y = f q /\ R p q) ->
  forall p, (lost R E p <-> lost S E' (f p)) /\ (won R E p <-> won S E' (f p)).
Proof.
  intros D O A B p. remember (rank p) as t. revert p Heqt. induction t as [t IH] using (well_founded_induction lt_wf). intros p ->.
  assert (K : forall q, R p q -> (lost R E q <-> lost S E' (f q)) /\ (won R E q <-> won S E' (f q))) by (intros q M; exact (IH _ (D _ _ M) q eq_refl)).
  split; split; intro H.
  - inversion H as [p' X Y]; subst. constructor; [now rewrite <- O|]. intros y M. destruct (B _ _ M) as (q & -> & M'). apply (K q M'). auto.
  - inversion H as [p' X Y]; subst. constructor; [now rewrite O|]. intros q M. apply (K q M). auto.
  - inversion H as [p' X|p' q M L]; subst; [now apply won_over, O|]. apply won_intro with (f q); auto. now apply (K q M).
  - inversion H as [p' X|p' y M L]; subst; [now apply won_over, O|]. destruct (B _ _ M) as (q & -> & M'). apply won_intro with q; auto. now apply (K q M').
Qed.
Ltac crack := cbn [dot rows ext opt lin con app pick nth map rel eq firstn fold_right length] in *; unfold pick, rel in *; cbn [map nth eq lin con dot] in *;
  repeat match goal with H : Forall _ (_ :: _) |- _ => apply Forall_cons_iff in H; destruct H end; cbn [eq lin con dot] in *.
(** How an exported file writes its automaton: numbers as text, read in no time. Nothing here need be right, for what is
    read is checked. A character is worth its code - 35; one of 46 and more says that the number goes on. *)
Inductive data := Data (l : list byte).
Definition data_of l := Data l.
Definition of_data '(Data l) := l.
Declare Scope data_scope.
Delimit Scope data_scope with data.
Bind Scope data_scope with data.
String Notation data data_of of_data : data_scope.
Fixpoint numbers (l : list byte) (n : N) : list N := match l with [] => [] | b :: l =>
  let v := (Byte.to_N b - 35)%N in if (v <? 46)%N then (n * 46 + v)%N :: numbers l 0 else numbers l (n * 46 + (v - 46))%N end.
Definition reader A := list N -> A * list N.
Definition one : reader N := fun l => match l with [] => (0%N, []) | n :: l => (n, l) end.
Definition then_ {A B} (p : reader A) (q : A -> reader B) : reader B := fun l => let (a, l) := p l in q a l.
Notation "'let*' x := p 'in' q" := (then_ p (fun x => q)) (at level 200, x pattern, right associativity).
Definition give {A} (a : A) : reader A := fun l => (a, l).
Definition nat_ : reader nat := let* n := one in give (N.to_nat n).
Definition int : reader Z := let* n := one in give (if N.even n then Z.of_N (N.div2 n) else - Z.of_N (N.div2 n) - 1).
Fixpoint times {A} (p : reader A) (k : nat) : reader (list A) := match k with O => give [] | S k =>
  let* a := p in let* l := times p k in give (a :: l) end.
Definition many {A} (p : reader A) : reader (list A) := let* k := nat_ in times p k.
Definition maybe {A} (p : reader A) : reader (option A) := let* k := one in if (k =? 0)%N then give None else let* a := p in give (Some a).
Definition of_text {A} (p : reader A) (d : data) : A := fst (p (numbers (of_data d) 0)).
Definition vector : reader (Z * Z) := let* a := int in let* b := int in give (a, b).
Definition thread : reader (nat * st) :=
  let* j := nat_ in let* q := nat_ in let* v := many (maybe vector) in let* ls := many nat_ in give (j, (q, v, ls)).
Section Texts.
Variables (guesses : list (list Z)) (table : list (nat * st)).
Definition reason : reader (nat * list Z) := let* i := nat_ in let* g := nat_ in give (i, nth g guesses []).
Definition arrow : reader (nat * list (nat * list Z)) := let* t := nat_ in let* why := many reason in give (t, why).
Definition dstate_ : reader dstate :=
  let* q := maybe nat_ in let* ls := many nat_ in let* th := many nat_ in let* arr := many arrow in
  give {| dq := q; dls := ls; threads := map (fun i => nth i table (0%nat, (0%nat, [], []))) th; arrows := arr |}.
End Texts.
Lemma every_position N n zs : sound N -> length zs = n -> Forall (fun z => 0 <= z) zs ->
  exists w r, vrun N (repeat 0%nat n) w = Some r /\ vals N n w = zs.
Proof.
  intros OK L F. destruct (big_enough N OK zs n L F) as (m & B). destruct (exist N OK m _ _ (B m ltac:(lia))) as (w & r & _ & V & E).
  rewrite repeat_length in E. eauto.
Qed.
(** A word of letters, each with a digit for each number, is how some numbers are written. *)
Definition spells N (zs : list Z) w := (exists r, vrun N (repeat 0%nat (length zs)) w = Some r) /\ vals N (length zs) w = zs.
Lemma spelled N zs : sound N -> Forall (fun z => 0 <= z) zs -> exists w, spells N zs w.
Proof. intros OK P. destruct (every_position N (length zs) zs OK eq_refl P) as (w & r & V & E). exists w. split; eauto. Qed.
