"""Sixty games as people write them who have read the pages on their own games and boards, and nothing else of the house.

Beside each file of games stands one, ``plain_…``, that says the same moves again without a word of grundy: boards are rows
of letters, players the letters X and O, graphs dictionaries. `test_newcomers` compares the two by brute force.
"""
