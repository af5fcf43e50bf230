"""What a position can be worth: outcomes, nimbers, scores, misère forms. Pure algebra, no game in it."""
