"""How a game is described: rulesets, positions, sums, conventions of play, boards, heap codes, theorems, contest formats.

In comes a function beside its declarations (`functions`, `heaps`, `partisan`, `declaring`); out goes a `Ruleset`, which says
what it is as data (`data`) and is made again of them in another process, and with a state a `Position`, which
asks the wings above through the seam. `text` reads and writes states and moves, `indexing` numbers them, `scenes` say what
they look like.
"""
