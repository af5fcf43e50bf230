"""A game that is being played: the match, the opponent, puzzles and lessons, and what is said of a game to players.

In come positions with what the solvers know of them; out go moves, words and pictures as data, which every face shows alike.
`catalogue` says of a game its kind, starts and sizes; `match` keeps score; `opponent` chooses within a time.
"""
