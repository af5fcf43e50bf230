"""The rule language: what a Python function of integers and tuples says, as data with one meaning.

In comes a function, in `read`, the only place that looks at Python. `ir` is the data, with JSON both ways; `run` says what
it means. Out goes machine code (`native`) and guarded linear moves (`linear`), both tested against `run`.
"""
