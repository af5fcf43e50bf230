"""From positions to values: one file an algorithm, and one table of ways (`engine`) that tries them in order."""
