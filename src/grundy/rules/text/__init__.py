"""How states are written and read: one codec a notation, a reader beside its writer; and the words of whole positions."""
