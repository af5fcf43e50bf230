"""Imported once in the process from which the workers are forked: loads what they need."""

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's business

from grundy.faces.web.worker import warm  # noqa: E402

warm()
