"""The page ``/docs``, on which the API is tried: Swagger UI, served by the library that has it, and nothing from elsewhere.

Should a later version of the library not serve what the page asks for, the page is a link to the description of the API.
"""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response

from grundy.common.extras import extra

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>grundy: the HTTP API</title>
<link rel="stylesheet" href="/docs/files/swagger-ui.css">
<link rel="stylesheet" href="/static/colours.css">
<link rel="stylesheet" href="/static/docs.css">
<link rel="icon" href="/static/icon.svg">
</head>
<body>
<main id="ui"><p><a href="/api/v1/openapi.json">The description of the HTTP API</a></p></main>
<script src="/docs/files/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
"""
_START = 'SwaggerUIBundle({url: "/api/v1/openapi.json", dom_id: "#ui", validatorUrl: null});\n'


def add(app: FastAPI) -> None:
    """Add the page to the app."""

    @app.get("/docs", include_in_schema=False)
    async def page() -> Response:
        return HTMLResponse(_PAGE)

    @app.get("/docs/start.js", include_in_schema=False)
    async def start() -> Response:
        return Response(_START, media_type="text/javascript")

    offline = extra("fastapi_offline", "web").FastAPIOffline
    app.mount("/docs", offline(docs_url=None, redoc_url=None, static_url="/files"))
