"""From values to laws: periods and arithmetic periods of nim-sequences."""
