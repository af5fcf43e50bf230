"""Certificates of positions of finite games, replayed by playing: "values", "strategy" and "loopy".

They name the ``game`` and its ``parameters`` (those in the rules), and say the ``position``. The rules are data in
``rules``, with their hash, the ``fingerprint``, and their Python ``text`` for the reader's eye (`grundy.check.playing`); of
rules that have no data the fingerprint is that of their source, and they are played in Python. States are integers, texts,
and lists of them for tuples. Beyond that they have these fields.

**values** (normal play, nothing declared): ``value`` v, and ``values``, rows [state, Grundy value]. Each value must be
the least that no option has, and each option must stand in an earlier row, so play ends; what the rules call a sum of
heaps has the nim-sum of its heaps' values, and stands in no row itself. (R. P. Sprague 1935; P. M. Grundy 1939.)

**strategy**: ``play`` ("normal" or "misere"), ``outcome`` ("P": the mover loses, "N": wins), ``lost``, a list of
states, and ``answers``, rows [state, place in ``lost``]. For each lost state, every option must be declared won for who
moves there (or, in misère play, have no move), or have an answer: one of its options, at an earlier place in ``lost``.
So the loser's opponent answers for ever down that list, and the list is finite. Of a tie ("T") the list has states that are
not won: what is said of winning is said of not losing, and the position stands in the list and has an answer. Of partisan
rules without an ending ("L": Left wins, whoever begins, "R": Right) states are [state, 1 or -1], with who moves there.

**loopy**: ``play``, ``outcome`` (also "D": a draw by endless play, "T": a tie), ``remoteness`` (of a draw 0), and
``results``: rows [state, "won" | "lost" | "tied", remoteness] and [state, "drawn", safe moves], these as places of
rows. All positions that can be reached must be there. Lost is: no move (normal play), or declared, with remoteness 0;
or that all options are won, and the greatest remoteness of them is one less. Won is that the least remoteness of a lost
option is one less. Of what is neither, tied is what is declared so, or has a tied option, of which the least remoteness
is one less; drawn is what is left, and then some option is drawn; the safe moves are all of these. By induction on the
remoteness results are right, and a drawn position has neither result: whoever moves can stay among the drawn ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from grundy.check.budget import spend
from grundy.check.form import Unproved, Verdict, choice, listed, shown, verdict
from grundy.check.playing import rules_about
from grundy.check.replay import Play, Playable, checked_fields, no_more, rows_of, shown_state, state_of, told, whole
from grundy.common.errors import N_, GrundyError
from grundy.common.errors import said as _

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

PLAYS = (N_("normal"), N_("misere"))
_RESULTS = {"N": "won", "P": "lost", "T": "tied", "D": "drawn"}
_WINNERS = {
    "N": N_("the player to move wins"),
    "P": N_("the player to move loses"),
    "T": N_("there is a tie"),
    "D": N_("there is a draw"),
}
_PARTISAN = {
    "N": N_("the player to move wins, whoever it is"),
    "P": N_("the player to move loses, whoever it is"),
    "L": N_("Left wins, whoever begins"),
    "R": N_("Right wins, whoever begins"),
}


def check(fields: dict[str, Any], rules: Ruleset | None) -> Verdict:
    """Return whether a certificate of one of these kinds proves its claim; GrundyError for a malformed one. O(options)."""
    names, replay = _KINDS[fields["kind"]]
    checked_fields(fields, names)
    own = rules_about(fields, rules)
    if own.partisan and fields["kind"] != "strategy":
        raise GrundyError('{name} is partisan: a certificate of it is of the kind "partisan value"', name=own.name)
    return told(replay(fields, own), own)


# ---- Grundy values


def _values(fields: dict[str, Any], rules: Playable) -> Verdict:
    if rules.has_ending:
        raise GrundyError(
            "{name} has declared endings, so its positions have outcomes and no Grundy values", name=rules.name
        )
    value = whole(fields["value"], _("the field 'value'"), 1 << 62)
    rows = rows_of(fields, "values", 2)
    play = Play.of(rules)
    start = play.start(fields["position"])

    def proof() -> str:
        found = _Values(play, rows)
        if found.value(start, len(rows)) != value:
            raise Unproved(
                "by the rows, the value of {position} is not {value}", position=rules.describe(start), value=value
            )
        found.replay()
        return _("the value of each of {count:,} positions was found to be the least that no option has").format(
            count=len(rows)
        )

    return verdict(
        _("{position} has the Grundy value {value}").format(position=rules.describe(start), value=value), proof
    )


class _Rows:
    """Rows of a certificate, and which of them the proof has come to."""

    def __init__(self, play: Play, rows: dict[Any, tuple[int, list[Any]]]) -> None:
        self.play = play
        self.rows = rows
        self.queue: list[Any] = []
        self.met: set[Any] = set()


class _Values(_Rows):
    """Rows of values."""

    def replay(self) -> None:
        """Check the row of every state that was asked for, and of those that these ask for."""
        for state in self.queue:  # grows meanwhile
            place, (given,) = self.rows[state]
            held = {self.value(option, place) for option in self.play.options(state)}
            least = next(v for v in range(len(held) + 1) if v not in held)
            if given != least or type(given) is not int:
                raise Unproved(
                    "{shown} has the value {least} by the rules, and not {given}",
                    shown=shown_state(state),
                    least=least,
                    given=shown(given),
                )
        no_more(self.rows, self.met, "values")

    def value(self, state: Any, before: int) -> int:
        """Return the value that rows before a place give a state."""
        total = 0
        for part in self.play.rules.parts(state):
            spend()
            if part not in self.rows or self.rows[part][0] >= before:
                raise Unproved("{shown} has no value in an earlier row", shown=shown_state(part))
            if part not in self.met:
                self.met.add(part)
                self.queue.append(part)
            total ^= whole(self.rows[part][1][0], _("the value of {shown}").format(shown=shown_state(part)), 1 << 62)
        return total


# ---- strategies


class _Turns(Playable):
    """Partisan rules as those of a game whose states tell who moves."""

    def __init__(self, rules: Playable) -> None:
        if rules.has_ending:
            raise GrundyError("{name} has declared endings, so it has no such strategy", name=rules.name)
        self.rules = rules

    def options(self, state: Any, player: int | None) -> Iterator[Any]:
        at, mover = state
        return ((option, -mover) for option in self.rules.options(at, mover))

    def ordered(self, state: Any) -> Any:
        return self.rules.ordered(state[0]), state[1]


def _strategy(fields: dict[str, Any], rules: Playable) -> Verdict:
    named, sides = choice(fields, "play", PLAYS), rules.partisan
    play = Play.of(_Turns(rules) if sides else rules, named)
    outcome = choice(fields, "outcome", ("N", "P", "L", "R") if sides else ("N", "P", "T"))
    lost = [state_of(state) for state in listed(fields, "lost")]
    answers = rows_of(fields, "answers", 2)
    start = Play.of(rules, named).start(fields["position"])
    claim = _("in {position}, {play} play, {winners}").format(
        position=rules.describe(start), play=_(named), winners=_((_PARTISAN if sides else _WINNERS)[outcome])
    )

    def proof() -> str:
        found = _Strategy(play, outcome, lost, {state: place for state, (_, (place,)) in answers.items()})
        begins = {(start, 1): outcome in "NL", (start, -1): outcome in "NR"} if sides else {start: outcome == "N"}
        for state, wins in begins.items():
            if wins or outcome == "T":
                found.won(state, len(lost))
            if not wins:
                found.lose(state)
        found.replay()
        if outcome == "T":
            return _("every move from {count:,} positions was found to have an answer that does not lose").format(
                count=len(lost)
            )
        return _(
            "every move from {count:,} lost positions was found to have an answer, and each answer leads "
            "down their list"
        ).format(count=len(lost))

    return verdict(claim, proof)


class _Strategy:
    """A list of lost states (of a tie: not won ones) and answers, and which of them the proof has come to."""

    def __init__(self, play: Play, outcome: str, lost: list[Any], answers: dict[Any, Any]) -> None:
        self.play = play
        self.most = 0 if outcome == "T" else -1
        self.lost = lost
        self.answers = answers
        self.queue: list[Any] = []
        try:
            self.places = {state: place for place, state in enumerate(lost)}
        except TypeError:
            raise GrundyError("'lost' is a list of states") from None
        if len(self.places) < len(lost):
            raise GrundyError("'lost' has a state twice")
        self.met: set[Any] = set()
        self.answered: set[Any] = set()

    def replay(self) -> None:
        """Check every lost state that was asked for, and those that these ask for."""
        for state in self.queue:  # grows meanwhile
            ended = self.play.ended(state)
            if ended is not None:
                if ended > self.most:
                    raise Unproved("{shown} is declared not to be lost", shown=shown_state(state))
                continue
            options = self.play.options(state)
            if not options and self.play.misere:
                raise Unproved("at {shown} there is no move, which wins in misère play", shown=shown_state(state))
            for option in options:
                self.won(option, self.places[state])
        no_more(self.lost, self.met, "lost")
        no_more(self.answers, self.answered, "answers")

    def won(self, state: Any, before: int) -> None:
        """Check that a state is won, by an answer to a place before one."""
        words = shown_state(state)
        if (ended := self.play.ended(state)) is not None:
            if ended < -self.most:
                raise Unproved("{words} is declared not to be won", words=words)
            return
        options = self.play.options(state)
        if not options and self.play.misere:
            return
        if state not in self.answers:
            raise Unproved("{words} has no answer", words=words)
        place = whole(self.answers[state], _("the answer to {words}").format(words=words), len(self.lost))
        if place >= before or self.lost[place] not in options:
            raise Unproved("the answer to {words} is no move of it, or none down the list", words=words)
        self.answered.add(state)
        self.lose(self.lost[place])

    def lose(self, state: Any) -> None:
        """Note that a state is to be found lost."""
        if state not in self.places:
            raise Unproved("{shown} is not among the lost positions", shown=shown_state(state))
        if state not in self.met:
            self.met.add(state)
            self.queue.append(state)


# ---- loopy games


def _loopy(fields: dict[str, Any], rules: Playable) -> Verdict:
    named = choice(fields, "play", PLAYS)
    play = Play.of(rules, named)
    outcome = choice(fields, "outcome", _RESULTS)
    remoteness = whole(fields["remoteness"], _("the field 'remoteness'"), 1 << 40)
    rows = rows_of(fields, "results", 3)
    start = play.start(fields["position"])
    lasts = "" if outcome == "D" else _(", in {remoteness} moves").format(remoteness=remoteness)

    def proof() -> str:
        found = _Results(play, rows)
        if found.result(start) != (_RESULTS[outcome], remoteness):
            raise Unproved("the row of {position} says otherwise", position=rules.describe(start))
        found.replay()
        return _("the results of {count:,} positions were each found to follow from those of their options").format(
            count=len(rows)
        )

    return verdict(
        _("in {position}, {play} play, {winners}{lasts}").format(
            position=rules.describe(start), play=_(named), winners=_(_WINNERS[outcome]), lasts=lasts
        ),
        proof,
    )


class _Results(_Rows):
    """Rows of results."""

    def replay(self) -> None:
        """Check every state that was asked for, and those that these ask for."""
        for state in self.queue:  # grows meanwhile
            ended = self.play.ended(state)
            options = [] if ended is not None else self.play.options(state)
            if ended is not None:
                right = {1: "won", 0: "tied", -1: "lost"}[ended], 0
            elif not options:
                right = ("won" if self.play.misere else "lost"), 0
            else:
                right = _result([self.result(option) for option in options])
            if self.result(state) != right:
                raise Unproved(
                    "{shown} is {right} in {lasts} by its options",
                    shown=shown_state(state),
                    right=right[0],
                    lasts=right[1],
                )
            if right[0] == "drawn":
                safe = [self.rows[option][0] for option in options if self.result(option)[0] == "drawn"]
                if self.rows[state][1][1] != safe:
                    raise Unproved("the safe moves of {shown} are others", shown=shown_state(state))
        no_more(self.rows, self.met, "results")

    def result(self, state: Any) -> tuple[str, int]:
        """Return what the rows say of a state."""
        if state not in self.rows:
            raise Unproved("{shown} can be reached, and has no result", shown=shown_state(state))
        _number, (result, rest) = self.rows[state]
        if result not in _RESULTS.values():
            raise GrundyError("a result is won, lost, tied or drawn, not {shown}", shown=shown(result))
        if state not in self.met:
            self.met.add(state)
            self.queue.append(state)
        if result == "drawn":
            for place in rest if isinstance(rest, list) else [rest, None]:
                whole(place, _("a safe move"), len(self.rows))
            return result, 0
        return result, whole(rest, "a remoteness", 1 << 40)


def _result(options: list[tuple[str, int]]) -> tuple[str, int]:
    """Return the result of a position from those of its options."""
    by: dict[str, list[int]] = {}
    for result, remoteness in options:
        by.setdefault(result, []).append(remoteness)
    if "lost" in by:
        return "won", min(by["lost"]) + 1
    if by.keys() == {"won"}:
        return "lost", max(by["won"]) + 1
    return ("tied", min(by["tied"]) + 1) if "tied" in by else ("drawn", 0)


_KINDS: dict[str, tuple[tuple[str, ...], Callable[[dict[str, Any], Playable], Verdict]]] = {
    "values": (("value", "values"), _values),
    "strategy": (("play", "outcome", "lost", "answers"), _strategy),
    "loopy": (("play", "outcome", "remoteness", "results"), _loopy),
}
