"""An opponent that always answers: perfectly where the position can be solved in the time, else as well as that allows."""

from grundy.playing.opponent.choice import Budget, Choice
from grundy.playing.opponent.choosing import (
    choose,
    choose_at,
    hardness,
    known_level,
    patience,
    prepare,
    solutions_after,
)

__all__ = [
    "Budget",
    "Choice",
    "choose",
    "choose_at",
    "hardness",
    "known_level",
    "patience",
    "prepare",
    "solutions_after",
]
