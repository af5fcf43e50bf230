"""The array ``S`` of the store of canonical forms: the cells of its header, the fields of a game, what its words mean."""

from __future__ import annotations

import numpy as np

from grundy.kernels.arena import Arena, Part

FRACTION = 24
"""Binary places of a number whose code is the number itself."""
ONE = 1 << FRACTION
LARGEST = 1 << 60
"""Codes from here on, and their negatives, are those of other numbers."""

# the header of S
(
    GAMES,  # where the records begin
    GAME_ROOM,
    POOL,  # the options of all games
    POOL_ROOM,
    POOL_USED,
    TABLE,  # hash table of the general games, of id + 1
    TABLE_MASK,
    NUS,  # hash table of the games x + n·↑ + *m, of id + 1
    NUS_MASK,
    LE,  # memo of order
    LE_MASK,
    ADD,  # memo of sums, in lines of four
    ADD_MASK,  # of lines
    STACK,  # lists of options
    STACK_ROOM,
    TOP,  # how much of the stack is used
    COUNT,  # how many games there are
    DEPTH,  # calls of a comparison within each other
    NUMBERS,  # floors and ranks of large numbers
    NUMBER_ROOM,
    FACTS,  # hash table of what the store was told about two numbers
    FACTS_MASK,
    FACT_COUNT,
    LOST,  # how many answers the memos lost to newer ones since they were made
    PATIENCE,  # how many they may lose before they must grow
    ASKED,  # the question about numbers that was open when an OverflowError was raised, and the two
    ASKED_X,
    ASKED_Y,
    GAINS,  # whether the gain of a move is being asked for, so that for this no further ones are
    WORK,  # steps that were taken: answers that no memo held, options that were looked at
    ALLOWED,  # how many may be, before who asked is to look whether to go on
    LISTS,  # the most options of a player of a game that is being built: lists on the stack have this room
    HEADER,
) = range(33)

LEFT, LEFTS, RIGHT, RIGHTS, LS, RS, KIND, X, UP, NIM, NEG, WEIGHT, TERMS = (np.int64(field) for field in range(13))
"""The record of a game: place in the pool and count of each player's options, stops, kind; its number, ups and nimber;
its negative, -1 where that was not asked for; weight, and place of its terms in the pool, 0 where it is one itself (see
`grundy.kernels.short_terms`). Of one type, as below."""
RECORD = 13
NEAR = X
"""Of a general game known to be another one + *m: 1 + the id of that; m is where the nimber of others is. Else 0."""
FAR = UP
"""Of a general game: a nimber *N so large that all from it on are remote from the game (see `_capped`)."""

ARENA = Arena(
    "S",
    HEADER,
    {
        GAMES: Part("records"),
        POOL: Part("pool"),
        TABLE: Part("hash table"),
        NUS: Part("hash table of numbers, ups and nimbers"),
        LE: Part("memo of order"),
        ADD: Part("memo of sums"),
        NUMBERS: Part("large numbers"),
        FACTS: Part("facts"),
        STACK: Part("stack"),
    },
)

FIRST_LISTS, LONGEST_LISTS = 512, 2048
"""`LISTS` of a new store; it grows fourfold where a question wants more, up to this."""
MOST_TERMS = 8
"""A game that is known as the sum of more terms than these is one itself."""
PRUNED = 32
"""After so many reversible options of a game those that are dominated go, before they are looked at."""
DEEPEST_ORDER = 8192
"""Calls of a comparison within each other."""
DEEPEST = 2048
"""Sums, negatives and translations go so deep into their options; the processor's stack holds that many calls."""
ABOVE, BELOW = np.int64(0), np.int64(1)
"""Which way an order is asked; also Right and Left. Of one type, for a function is compiled for each type of arguments."""
GENERAL, UNOPENED, OPENED = range(3)
"""Kinds: no number + ups + nimber; one whose options are not written down; one whose options are."""
MOST_OPENED = 1 << 18
"""The largest nimber whose options are written down."""
MANY = 128
"""The largest nimber that is added to a game by way of its options before others are tried."""
PLUS, XOR, BEFORE, SIMPLEST = np.int64(1), np.int64(2), np.int64(3), np.int64(4)
"""Questions about numbers: x + y; of integers, their nim-sum; the Left option of x; the simplest number between x and y, of
which there are 16, by which bounds there are and which of them are allowed."""
NONE = np.int64(-(1 << 63))
"""The code of no number at all; its own negative."""
ZERO, STAR = np.int64(0), np.int64(ONE)
"""The codes of 0 and 1. Not the bare words: a function is compiled for each of those that it is called with."""
