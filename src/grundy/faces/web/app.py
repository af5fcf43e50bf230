"""The server as an ASGI app: the API, the pages, and what browsers are told to allow."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import grundy
from grundy.common.errors import GrundyError
from grundy.common.messages import _
from grundy.faces.web import api, metrics, pages, queries, swagger
from grundy.faces.web.admission import LISTS, Desk, Refused
from grundy.faces.web.metrics import Metrics
from grundy.faces.web.request_limits import Limits
from grundy.faces.web.visitors import Hands, asking

HEADERS = {
    "Content-Security-Policy": pages.policy("'none'"),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def create_app(
    files: Sequence[str] = (), limits: Limits = Limits(), lang: str = "en", hosts: Sequence[str] = ("*",)
) -> FastAPI:
    """Return the server's app; its workers run from its start to its end.

    Args:
        files: files of rules that visitors may play besides the catalogue.
        limits: what a request may take.
        lang: the language of answers to requests that ask for none.
        hosts: the names by which the server may be asked for; ``*.example.org`` is every name that ends so.

    >>> create_app().title
    'grundy'
    """
    queries.allow(files)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncGenerator[None]:
        app.state.desk = Desk(limits, tuple(files), lang)
        listed = asyncio.gather(*(app.state.desk.packed(name, {}) for name in LISTS if files))  # before a visitor asks
        yield
        listed.cancel()
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
    app.state.limits = limits
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=[*hosts], www_redirect=False)
    app.add_middleware(GZipMiddleware, compresslevel=6)  # 9 takes twice as long for a hundredth less
    app.add_middleware(_Guard, metrics=metrics.add(app))
    app.add_exception_handler(GrundyError, _wrong)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.include_router(api.router)
    swagger.add(app)
    pages.add(app, lambda name, /, **arguments: app.state.desk.ask(name, **arguments), lang)
    return app


class _Guard:
    """Tells the desk who asks, counts answers, tells browsers what to allow, and refuses what is no plain question."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.hands = Hands()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and put the headers on its answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start, answered, loop = time.monotonic(), False, asyncio.get_running_loop()

        async def headed(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                loop.call_soon(hand.release)  # after others had their turn; the rest is how fast the visitor reads
                headers = MutableHeaders(scope=message)
                own = "Content-Security-Policy" in headers  # a page that says who may show it
                for name, value in HEADERS.items():
                    if not (own and name == "X-Frame-Options"):
                        headers.setdefault(name, value)
                self.metrics.count(scope["path"], message["status"], time.monotonic() - start)
            await send(message)

        async def left() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass

        visitor, hand = self.hands.of((scope.get("client") or ("",))[0], left)
        asking.set(visitor)
        await hand.acquire()
        try:
            await (_ambiguous(Headers(scope=scope)) or self.app)(scope, receive, headed)
        finally:
            if not answered:
                hand.release()


def _ambiguous(headers: Headers) -> Response | None:
    """Return the refusal of a message whose end could be seen in two places, or that has a body, which no question has."""
    length, coding = headers.get("content-length", "0"), headers.get("transfer-encoding")
    if coding is None and length.strip("0") == "":
        return None
    if coding is not None and "content-length" in headers:
        status, told = 400, _("a message has either a length or a coding, not both")
    else:
        status, told = 413, _("requests must have no body; put the parameters into the address")
    return JSONResponse({"detail": told}, status, {"Connection": "close"})


async def _wrong(request: Request, error: Any) -> Response:
    """Answer with the sentence that says what is wrong."""
    status = error.status if isinstance(error, Refused) else 400
    return JSONResponse({"detail": str(error)}, status)


async def _malformed(request: Request, error: Any) -> Response:
    """Answer with one sentence for the first parameter that is not what it must be."""
    first = error.errors()[0]
    return JSONResponse({"detail": f"{'.'.join(map(str, first['loc'][1:]))}: {first['msg']}"}, 422)
