"""A witness on a real port, in this process."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from punto.anchor.notes import PublicKey
from punto.anchor.witness import HttpWitness, Witness
from punto.server.serving import Server, address_of, bound, configured
from punto.server.witness import server_of
from tests.anchor.keys import CLERK, KEY, NOW
from tests.server.floors import deaf


@asynccontextmanager
async def served(path: Path, *floors: PublicKey, port: int = 0) -> AsyncIterator[tuple[str, Witness]]:
    """Serve a witness; its address, and itself."""
    witness = Witness(path, CLERK, floors or (KEY.public,))
    async with _running(server_of(witness, lambda: NOW + 1), port) as url:
        yield url, witness


@asynccontextmanager
async def lying(answer: Callable[[str], tuple[int, str, str]]) -> AsyncIterator[HttpWitness]:
    """Serve a witness that answers whatever it is given: status, media type and text, from the body."""

    async def add(request: Request) -> Response:
        status, media, text = answer((await request.body()).decode())
        return Response(text, status, media_type=media)

    async def farewell() -> None: ...

    routes = [Route("/add-checkpoint", add, methods=["POST"]), Route("/checkpoint/{ident}", add)]
    async with _running(Server(configured(Starlette(routes=routes), frame=1000), farewell, lambda: None), 0) as url:
        yield HttpWitness(url, CLERK.public)


@asynccontextmanager
async def _running(server: Server, port: int) -> AsyncIterator[str]:
    with closing(bound("127.0.0.1", port)) as listening:
        serving = asyncio.create_task(deaf(server).serve(sockets=[listening]))
        try:
            while not server.started:
                await asyncio.sleep(0.005)
            yield address_of(listening).rstrip("/")
        finally:
            server.should_exit = True
            await serving
