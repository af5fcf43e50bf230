"""Imported once in the process from which the workers are forked: loads what they need."""

from grundy.web.worker import warm

warm()
