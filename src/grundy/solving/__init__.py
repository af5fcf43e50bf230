"""From positions to values: one file an algorithm, and one table of ways (`engine`) that tries them in order.

In comes a position with a question and limits; out goes evidence, of which a `Solution` is made. The inner loops are
`grundy.kernels`; `store` keeps long sequences and tablebases on the disk, `tiers`, `tablebases` and `cluster` make them.
"""
