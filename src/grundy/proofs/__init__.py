"""From rules to theorem: rules read as formulas, laws guessed as automata, and decided for every position there is."""
