"""Theorems said as one would say them: a sentence is proposed by the first members, and decided to say the same.

Comes in: a theorem, whose law is a few automata. Goes out: conditions as data (`relations`), in words, and as formulas
whose least automata are those of the theorem; or None, where nothing so short says the same.
"""

from __future__ import annotations

from grundy.proving.sentences.values import Sentence, sentence

__all__ = ["Sentence", "sentence"]
