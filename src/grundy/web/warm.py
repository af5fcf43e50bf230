"""Imported once in the process from which the workers are forked: loads what they need."""

from grundy.web.work import warm

warm()
