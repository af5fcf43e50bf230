"""The catalogues of translations, which `grundy.faces.translating` brings up to date and compiles."""
