"""First-order logic over the natural numbers in a numeration system, decided by automata."""
