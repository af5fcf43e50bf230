"""From rules to theorem: rules read as formulas, laws guessed as automata, and decided for every position there is.

In comes a ruleset as data; `reading` makes formulas of its moves, `guess` learns a law of solved positions, `logic` decides
it, and `known` is the one door to what is known of all positions. Out goes a theorem with its certificate (`certificate`),
which `grundy.check` reads with nothing from here.
"""
