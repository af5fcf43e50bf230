"""The catalogues of translations. ``python -m grundy.locale`` brings them up to date and compiles them (it needs Babel)."""
