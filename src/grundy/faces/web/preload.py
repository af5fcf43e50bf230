"""Imported once in the process from which the workers are forked: loads what they need."""

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's business

from grundy.common.limits import confined  # noqa: E402

try:
    from grundy.faces.web.worker import warm

    warm()
except Exception:
    if confined():  # which the server tells
        raise SystemExit(1) from None
    raise
