"""Certificates of kind "partisan value": the canonical form of a position in normal play, replayed by playing.

Besides what all certificates of positions have: ``forms``, a list of games [Left's options, Right's options], options being
places of earlier forms in rising order, and no form being there twice; and ``values``, rows [state, place of its form], the
options of each state in earlier rows. Checked are that

- every form is canonical: no option is dominated, none is reversible;
- the form G of a state X is equal to {values of Left's options | values of Right's}: G - X = 0, that is, no Left option of
  either is at least the other, and no Right option of either is at most the other.

So each form is the value of its state, by induction on the rows; and canonical forms of equal games are identical.
(J. H. Conway, *On Numbers and Games*, ch. 0 and 10; A. N. Siegel, *Combinatorial Game Theory*, ch. II.2.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.check.budget import spend
from grundy.check.form import Unproved, Verdict, listed, shown, verdict
from grundy.check.playing import rules_about
from grundy.check.replay import Play, checked_fields, no_more, rows_of, shown_state, told, whole
from grundy.common.errors import GrundyError, TooLarge
from grundy.common.errors import said as _

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

LEFT, RIGHT = 1, -1

MOST_FORMS = 20_000
"""More forms are not compared."""
MOST_TESTS = 5_000_000
LONGEST = 200
"""A value is written in so many letters."""


def check(fields: dict[str, Any], rules: Ruleset | None) -> Verdict:
    """Return whether a certificate proves a value; GrundyError for a malformed one. O(options of a position, squared)."""
    checked_fields(fields, ("forms", "values"))
    own = rules_about(fields, rules)
    if not own.partisan or own.has_ending:
        raise GrundyError("{name} is not partisan, or has declared endings, so it has no such value", name=own.name)
    rows = rows_of(fields, "values", 2)
    forms = Forms(listed(fields, "forms"))
    play = Play.of(own)
    start = play.start(fields["position"])
    form = whole(rows[start][1][0], _("the form"), len(forms.games) - 1) if start in rows else -1
    claim = _("{position} has the value {text}").format(
        position=own.describe(start), text=forms.text(form) if form >= 0 else _("that is missing")
    )

    def proof() -> str:
        _replay(play, start, rows, forms)
        return _("{forms:,} canonical forms were compared with the options of {positions:,} positions").format(
            forms=len(forms.games), positions=len(rows)
        )

    return told(verdict(claim, proof), own)


def _replay(play: Play, start: Any, rows: dict[Any, tuple[int, list[Any]]], forms: Forms) -> None:
    queue, met, used = [start], {start}, set[int]()
    for state in queue:  # grows meanwhile
        if state not in rows:
            raise Unproved("{shown} can be reached, and has no value", shown=shown_state(state))
        place, (form,) = rows[state]
        sides: list[list[int]] = []
        for player in (LEFT, RIGHT):
            own: set[int] = set()
            for option in play.options(state, player):
                if option not in rows or rows[option][0] >= place:
                    raise Unproved("{shown} has no value in an earlier row", shown=shown_state(option))
                own.add(whole(rows[option][1][0], "a form", len(forms.games) - 1))
                if option not in met:
                    met.add(option)
                    queue.append(option)
            sides.append(sorted(own))
        if not forms.equal(whole(form, "a form", len(forms.games) - 1), *sides):
            raise Unproved("the value of {shown} is not the form given", shown=shown_state(state))
        used.add(form)
    no_more(rows, met, "values")
    forms.check(used)


class Forms:
    """Games by their options, and the order between them, by Conway's definition."""

    def __init__(self, rows: list[Any]) -> None:
        if len(rows) > MOST_FORMS:
            raise TooLarge("more than {most_forms:,} forms are not compared", most_forms=MOST_FORMS)
        self.games: list[tuple[list[int], list[int]]] = []
        self.known: dict[tuple[int, int], bool] = {}
        for place, row in enumerate(rows):
            if not isinstance(row, list) or len(row) != 2 or not all(isinstance(side, list) for side in row):
                raise GrundyError("form {place} is a list of two lists, not {shown}", place=place, shown=shown(row))
            for side in row:
                if not all(type(i) is int and 0 <= i < place for i in side) or sorted(set(side)) != side:
                    raise GrundyError(
                        "the options of form {place} are places of earlier forms, in rising order", place=place
                    )
            self.games.append((row[0], row[1]))

    def at_most(self, a: int, b: int) -> bool:
        """Return whether a <= b: no Left option of a is at least b, no Right option of b at most a."""
        pair = a, b
        spend()
        if pair not in self.known:
            if len(self.known) > MOST_TESTS:
                raise TooLarge("more than {most_tests:,} games would be compared", most_tests=MOST_TESTS)
            self.known[pair] = a == b or not (
                any(self.at_most(b, left) for left in self.games[a][0])
                or any(self.at_most(right, a) for right in self.games[b][1])
            )
        return self.known[pair]

    def equal(self, form: int, lefts: list[int], rights: list[int]) -> bool:
        """Return whether a form is equal to the game with some options: who begins in the difference loses."""
        own_lefts, own_rights = self.games[form]
        return not (
            any(self.at_most(form, left) for left in lefts)
            or any(self.at_most(right, form) for right in rights)
            or any(self._above(left, lefts, rights) for left in own_lefts)
            or any(self._below(right, lefts, rights) for right in own_rights)
        )

    def _above(self, a: int, lefts: list[int], rights: list[int]) -> bool:
        """Return whether a is at least the game with some options."""
        spend()
        return not (
            any(self.at_most(a, left) for left in lefts)
            or any(self._below(right, lefts, rights) for right in self.games[a][1])
        )

    def _below(self, a: int, lefts: list[int], rights: list[int]) -> bool:
        """Return whether a is at most the game with some options."""
        spend()
        return not (
            any(self.at_most(right, a) for right in rights)
            or any(self._above(left, lefts, rights) for left in self.games[a][0])
        )

    def check(self, used: set[int]) -> None:
        """Unproved for a form that is not canonical, is there twice, or is not wanted."""
        wanted = set(used)
        for place in range(len(self.games) - 1, -1, -1):
            if place not in wanted:
                raise Unproved("form {place} is not wanted", place=place)
            lefts, rights = self.games[place]
            wanted.update(lefts, rights)
            dominated = any(self.at_most(a, b) for a in lefts for b in lefts if a != b) or any(
                self.at_most(a, b) for a in rights for b in rights if a != b
            )
            reversible = any(self.at_most(r, place) for a in lefts for r in self.games[a][1]) or any(
                self.at_most(place, a) for b in rights for a in self.games[b][0]
            )
            if dominated or reversible:
                raise Unproved(
                    "form {place} has a {what} option", place=place, what="dominated" if dominated else "reversible"
                )
        if len({(tuple(a), tuple(b)) for a, b in self.games}) < len(self.games):
            raise Unproved("a form is there twice")

    def text(self, form: int) -> str:
        """Return a form in the usual notation, cut off where it is long."""
        return self._text(form, {})[:LONGEST]

    def _text(self, form: int, known: dict[int, str]) -> str:
        if form not in known:
            lefts, rights = ([self._text(i, known) for i in side] for side in self.games[form])
            words = f"{{{','.join(lefts)}|{','.join(rights)}}}"
            if not rights and (not lefts or (len(lefts) == 1 and lefts[0].isdecimal())):
                words = str(int(lefts[0]) + 1) if lefts else "0"
            elif not lefts and len(rights) == 1 and rights[0].lstrip("-").isdecimal() and int(rights[0]) <= 0:
                words = str(int(rights[0]) - 1)
            known[form] = "*" if words == "{0|0}" else words[: LONGEST + 1]
        return known[form]
