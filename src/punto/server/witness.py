"""A witness at an address: C2SP's tlog-witness, and the last checkpoint of each floor for those who ask."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from punto.anchor.witness import MOST_BODY, TEXT_MEDIA, Witness
from punto.server.serving import Server, configured


def application(witness: Witness, clock: Callable[[], int]) -> Starlette:
    """Return the application of a witness; ``clock`` returns seconds."""
    one = asyncio.Lock()

    async def add(request: Request) -> Response:
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_BODY:
                return Response("the request is too large\n", 413, media_type=TEXT_MEDIA)
        async with one:
            answer = await asyncio.to_thread(witness.add, body, clock())
        return Response(answer.text, answer.status, media_type=answer.media)

    async def last(request: Request) -> Response:
        found = witness.by_id(request.path_params["ident"])
        if found is None:
            return Response("no checkpoint\n", 404, media_type=TEXT_MEDIA)
        return Response(found.note, media_type=TEXT_MEDIA)

    async def health(request: Request) -> Response:
        return Response(f"{witness.key.public.line}\n", media_type=TEXT_MEDIA)

    return Starlette(
        routes=[
            Route("/add-checkpoint", add, methods=["POST"]),
            Route("/checkpoint/{ident}", last),
            Route("/healthz", health),
        ]
    )


def server_of(witness: Witness, clock: Callable[[], int], opened: Callable[[], None] = lambda: None) -> Server:
    """Return the server of a witness; ``opened`` is called when it answers."""

    async def farewell() -> None:
        """Say nothing: requests are short."""

    return Server(configured(application(witness, clock), frame=MOST_BODY), farewell, opened)
