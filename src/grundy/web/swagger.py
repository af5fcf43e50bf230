"""The page ``/docs``, on which the API is tried: Swagger UI from its wheel, and nothing from elsewhere."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response
from fastapi.staticfiles import StaticFiles

from grundy.extras import extra

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>grundy: the HTTP API</title>
<link rel="stylesheet" href="/docs/files/swagger-ui.css">
<link rel="stylesheet" href="/static/docs.css">
<link rel="icon" href="/static/icon.svg">
</head>
<body>
<main id="ui"></main>
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

    files = Path(extra("fastapi_offline", "web").__file__).with_name("static")
    app.mount("/docs/files", StaticFiles(directory=files))
