"""From rules as data to guarded linear moves, for the prover and the laws; from those to heap codes (`digits`)."""

from grundy.language.linear.walk import Linear, Move, linear

__all__ = ["Linear", "Move", "linear"]
