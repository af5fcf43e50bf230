"""The catalogues of translations, which `docs/translating.py` brings up to date and compiles."""
