"""How a game is described: rulesets, positions, sums, conventions of play, theorems, contest formats."""
