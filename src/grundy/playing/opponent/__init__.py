"""An opponent that always answers: perfectly where the position can be solved in the time, else as well as that allows."""

from grundy.playing.opponent.budget import Budget
from grundy.playing.opponent.choice import Choice
from grundy.playing.opponent.choosing import choose, hardness, prepare, solutions_after
from grundy.playing.opponent.levels import choose_at, known_level

__all__ = ["Budget", "Choice", "choose", "choose_at", "hardness", "known_level", "prepare", "solutions_after"]
