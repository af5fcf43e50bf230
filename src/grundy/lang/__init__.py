"""The rule language: what a Python function of integers and tuples says, as data with one meaning.

`read` is the only place that looks at Python; `ir` is the data, with JSON both ways; `run` says what it means; `native` and
`linear` put it into other forms, and are tested against `run`.
"""
