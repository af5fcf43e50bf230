"""The server as an ASGI app: the API, the pages, and what browsers are told to allow."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import grundy
from grundy.errors import GrundyError
from grundy.web import api, pages, queries, swagger
from grundy.web.admission import Desk, Refused, client
from grundy.web.request_limits import Limits

POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""What a page may load: nothing from elsewhere, no scripts but those in files. Plots set the style of their elements."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def create_app(files: Sequence[str] = (), limits: Limits = Limits(), lang: str = "en") -> FastAPI:
    """Return the server's app; its workers run from its start to its end.

    Args:
        files: files of rules that visitors may play besides the catalogue.
        limits: what a request may take.
        lang: the language of answers to requests that ask for none.

    >>> create_app().title
    'grundy'
    """
    queries.allow(files)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncGenerator[None]:
        app.state.desk = Desk(limits, tuple(files), lang)
        yield
        app.state.desk.close()

    app = FastAPI(
        title="grundy",
        version=grundy.__version__,
        description="Combinatorial games: positions, moves with their values, sequences and their laws, theorems.",
        lifespan=running,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.add_middleware(_Guard)
    app.add_exception_handler(GrundyError, _wrong)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.include_router(api.router)
    swagger.add(app)
    pages.add(app, lambda name, /, **arguments: app.state.desk.ask(name, **arguments), lang)
    return app


class _Guard:
    """Tells the desk who asks, and browsers what to allow."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and put the headers on its answer."""

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        client.set((scope.get("client") or ("",))[0])
        await self.app(scope, receive, headed)


async def _wrong(request: Request, error: Any) -> Response:
    """Answer with the sentence that says what is wrong."""
    status = error.status if isinstance(error, Refused) else 400
    return JSONResponse({"detail": str(error)}, status)


async def _malformed(request: Request, error: Any) -> Response:
    """Answer with one sentence for the first parameter that is not what it must be."""
    first = error.errors()[0]
    return JSONResponse({"detail": f"{'.'.join(map(str, first['loc'][1:]))}: {first['msg']}"}, 422)
