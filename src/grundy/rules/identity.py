"""The identity of rules: one hash that names them, on which every question rests whether two are the same.

It is the hash of their data (`grundy.rules.data.hash_of`), with the parameters; of rules without data that of their source
(`grundy.rules.fingerprint`), without. From it follow what a ruleset means (`Ruleset.content`), what a pickle holds of rules
that are found again (`grundy.rules.pickling`), and by which rules a tablebase is found.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grundy.common.digest import digest
from grundy.common.errors import GrundyError
from grundy.rules.data import hash_of
from grundy.rules.fingerprint import fingerprint
from grundy.rules.session import Field

if TYPE_CHECKING:
    from grundy.rules.ruleset import Ruleset

KEPT = Field[dict[Callable[["Ruleset"], str], str]]("identity", dict)


def meaning(rules: Ruleset) -> str:
    """Return the hash of the data of some rules, "" of those that have none. It is kept. O(source).

    >>> import grundy as gr
    >>> meaning(gr.bash) == meaning(gr.bash.bind(m=3)) != meaning(gr.bash.bind(m=4))
    True
    """
    return _kept(hash_of, rules)


def identity(rules: Ruleset) -> str:
    """Return the hash that names some rules: of their data, else of their source; "" of those that have neither."""
    return meaning(rules) or _kept(fingerprint, rules)


def stored_hash(rules: Ruleset) -> str:
    """Return the hash by which what is stored of rules is found: that which names them, with the parameters in any case.

    GrundyError of rules that have neither data nor a source.
    """
    given = sorted((name, repr(value)) for name, value in rules.params.items())
    return meaning(rules) or digest([identity(rules) or fingerprint(rules), given])


def _kept(of: Callable[[Ruleset], str], rules: Ruleset) -> str:
    known = rules.memory[KEPT]
    if of not in known:
        try:
            known[of] = of(rules)
        except (GrundyError, RecursionError):
            known[of] = ""
    return known[of]
