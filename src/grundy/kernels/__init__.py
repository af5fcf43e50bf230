"""The only place with numba: arrays in, arrays out.

`contract` says what a compiled rule is; `explore` finds all positions and moves; `graph` gives a finished graph its values;
`dense` solves games with declared bounds; `heaps` computes nim-sequences. A kernel is compiled, or loaded from numba's
cache, when it is first called (`compiling`), and allocates nothing: the functions around it do, between chunks of about a
tenth of a second.
"""
