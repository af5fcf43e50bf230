"""The array ``G`` of the parts that a game comes apart into: the cells of its header, and the fields of a part."""

from __future__ import annotations

from grundy.kernels.contract import Arena, Part

IMAGES, MOST_FACES = 16, 9
"""The images of a board that may have the same value: turned, mirrored, with the players changed; its most faces."""
MOST_LAYERS = MOST_FACES - 1

(
    COUNT,  # how many parts there are
    ROOM,  # for how many there is room
    WIDTH,  # the words of a record
    PARTS,  # where the parts begin: the fields of each, then its record
    TABLE,  # where the hash table begins, of parts + 1
    TABLE_MASK,
    POOL,  # where the pool of options begins, in words of 32 bits
    POOL_ROOM,  # its size, in these
    POOL_USED,
    LAYERS,  # of a board, without which it is 0
    LIVE,  # the faces of the cells that hang together, as bits
    DEAD,  # the face that dead cells show
    CORNERS,  # whether cells that share a corner hang together
    CROSS,  # the layer of X
    RING,  # the layer of O
    SPLITS,  # whether boards come apart
    HANG,  # whether each image of a part hangs together
    WORDS,  # of a layer; more than one of large boards
    LONELY,  # the faces, as bits, of which a cell that stands alone has no move
    RESIZED,  # whether a move was met that changes the size of a board
    IMPARTIAL,  # whether each player has the moves of both
    BY_SIZE,  # whether options are brought into the order of their largest parts
    TOLD,  # 1 where the second rule says how a state comes apart, and both players have the moves of the first; 2 where a
    # length stands before the numbers of a state, too
    DEPTH,  # calls within each other
    STOP,  # another thread sets it when the time is over
    SIGNS,  # of each image: 1 or -1, 0 where its value is another one
) = range(26)
HEADER = SIGNS + IMAGES

(
    PLACE,  # where a part's options stand in the pool; -1: not expanded
    CELLS,  # its size, 0 where it is known that no player can move
    VALUE,  # its value + 1 where a search has found it
    RULED_OUT,  # what a search has ruled out
    FIELDS,  # its record: they stand together, since a part that is met is seldom in the processor's cache
) = range(5)

ARENA = Arena("G", HEADER, {PARTS: Part("parts"), TABLE: Part("hash table"), POOL: Part("pool", units=2)})
