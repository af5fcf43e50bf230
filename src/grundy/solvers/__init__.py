"""From positions to values: one file an algorithm, and one front door (`front`) that picks among them."""
