"""The pages, with questions that are answered in this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import FastAPI

from grundy.common import messages
from grundy.faces.web import pages
from grundy.faces.web.answers import ANSWERS


async def at_once(name: str, /, lang: str = "", **arguments: object) -> object:
    with messages.use(lang):
        return ANSWERS[name](**arguments)


def pages_of(ask: Callable[..., Any] = at_once) -> FastAPI:
    app = FastAPI()
    pages.add(app, ask)
    return app
