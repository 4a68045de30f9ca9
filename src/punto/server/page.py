"""The page: static files of the package, and nothing else of the disk."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from starlette.websockets import WebSocket

from punto.server.endpoints import JSON, Problem, encoded

FOLDER = Path(str(files("punto").joinpath("page")))


class Page(StaticFiles):
    """Files that a browser asks for again whenever it wants them, and is told when they are the same."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file of the page."""
        response = await super().get_response(path, scope)
        response.headers.setdefault("cache-control", "no-cache")
        return response


async def _nowhere(websocket: WebSocket) -> None:
    problem = Problem(404, "not-found", "No line is opened here.")
    await websocket.send_denial_response(Response(encoded(problem), problem.status, media_type=JSON))


def page_routes() -> list[BaseRoute]:
    """Return the routes of the page, where the package has one; and of lines that lead nowhere."""
    nowhere = WebSocketRoute("/{rest:path}", _nowhere)
    return [nowhere, Mount("/", Page(directory=FOLDER, html=True))] if FOLDER.is_dir() else [nowhere]
