"""The only place with numba: arrays in, arrays out.

`contract` says what a compiled rule is, and how arrays grow; `explore` finds all positions and moves;
`graph` gives a finished graph its values; `dense` solves games with declared bounds; `heaps` computes nim-sequences. A
kernel is loaded from its file, or compiled by another process, when it is first called (`compiling`); the functions around
it make room, between chunks of about a tenth of a second.
"""
