"""What every wing stands on: errors as data, evidence, limits, the language of messages, threads and processes.

In comes nothing of games: `errors` and `evidence` are data that become sentences where they are shown, `messages` has their
words in each language, `limits` holds time and memory for all that is called within, `threads` and `processes` are the one
way to start either, `digest` is the hash of certificates, `extras` names libraries that not everybody has, and `seam` is
how a wing asks one above it. Out goes what all others may import.
"""
