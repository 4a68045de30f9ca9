"""The application: endpoints, sockets and the page, behind the same door."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib.metadata import version
from typing import Any

import msgspec
import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from punto.server.callers import ANONYMOUS, Caller
from punto.server.endpoints import (
    DUTIES,
    JSON,
    MOST_BODY,
    Call,
    Endpoint,
    Problem,
    Reply,
    encoded,
    read_body,
    read_query,
)
from punto.server.limits import QueueFull
from punto.server.live import Live
from punto.server.messages import OWN_REASONS
from punto.server.openapi import description
from punto.server.page import page_routes
from punto.server.routes import ENDPOINTS
from punto.server.security import (
    DEVICE,
    DEVICE_SECONDS,
    Headed,
    foreign,
    kept_cookie,
    remember,
    same,
    token_of,
)
from punto.server.socket import live_socket
from punto.store.durable import WentBack

log = structlog.get_logger("punto.http")
OVER = "punto.over"  # in a scope: the session that came with a question is over
Answer = Callable[[Request], Awaitable[Response]]


def application(live: Live) -> Headed:
    """Return the application of a live floor."""
    routes: list[BaseRoute] = [Route(one.path, _answering(one), methods=[one.method]) for one in ENDPOINTS]
    described = msgspec.json.encode(description(ENDPOINTS, version("punto")))
    routes.append(Route("/openapi.json", lambda request: Response(described, media_type=JSON)))
    routes.append(WebSocketRoute("/api/tables/{table}/live", live_socket))
    routes += page_routes()
    faults: dict[Any, Any] = {HTTPException: _unknown, Exception: _fault}
    app = Starlette(routes=routes, exception_handlers=faults)
    app.state.live = live
    return Headed(app, live.terms.hosts)


def _answering(endpoint: Endpoint) -> Answer:
    async def answer(request: Request) -> Response:
        live: Live = request.app.state.live
        try:
            response = await _answered(endpoint, live, request)
        except Problem as problem:
            response = _refused(problem)
        except WentBack:
            response = _refused(Problem(503, "stopped", OWN_REASONS["stopped"]))
        if request.scope.get(OVER) and "set-cookie" not in response.headers:
            remember(response, "", secure=request.url.scheme == "https")
        live.figures.questions.labels(endpoint.path, str(response.status_code)).inc()
        return response

    return answer


async def _answered(endpoint: Endpoint, live: Live, request: Request) -> Response:
    address = request.client.host if request.client else ""
    if wait := live.limits.wait("questions", address):
        raise Problem(429, "too-many", "Too many questions; ask again later.", {"wait": wait})
    if endpoint.method == "POST" and foreign(request, live.terms.origins):
        raise Problem(403, "foreign-origin", "A page of another site may not do this.")
    caller = await _caller(endpoint, live, request)
    call = Call(
        caller,
        request.path_params,
        read_query(endpoint.query, dict(request.query_params)),
        read_body(endpoint.body, await _body(request) or b"{}") if endpoint.body else None,
        address,
        request.url.scheme == "https",
        kept_cookie(request, DEVICE) if "origin" in request.headers else None,
    )
    try:
        answer = await (_computed(endpoint, live, call) if endpoint.computes else endpoint.handle(live, call))
    except Problem as problem:
        url = await live.elsewhere(request.path_params.get("table", "")) if problem.code == "no-such-table" else ""
        raise Problem(421, "moved", "This table is kept elsewhere.", {"url": url}) if url else problem from None
    return _written(endpoint, answer if isinstance(answer, Reply) else Reply(answer), request, call)


async def _computed(endpoint: Endpoint, live: Live, call: Call) -> Any:
    """Answer what takes the processor, under its rate limit and in turn."""
    if wait := live.limits.wait(endpoint.computes, call.address):
        raise Problem(429, "too-many", "Too many questions; ask again later.", {"wait": wait})
    try:
        async with live.limits.turn():
            return await endpoint.handle(live, call)
    except QueueFull:
        raise Problem(503, "queue-full", "Too many requests wait already; ask again later.", {"wait": 1000}) from None


async def _caller(endpoint: Endpoint, live: Live, request: Request) -> Caller:
    """Say who asks, where they may ask. A browser's session that is over does not keep its user from logging in again.

    A program that comes with a token is told that it is no good, and is not quietly taken for somebody else.
    """
    if endpoint.needs == "metrics" and same(token_of(request), live.terms.metrics):
        return ANONYMOUS
    try:
        caller = await live.caller(token_of(request))
    except Problem:
        if "authorization" in request.headers:
            raise
        request.scope[OVER] = True
        if endpoint.needs != "nobody":
            raise
        return ANONYMOUS
    _admit(endpoint, caller)
    return caller


def _admit(endpoint: Endpoint, caller: Caller) -> None:
    if endpoint.needs == "nobody":
        return
    if not caller.who:
        raise Problem(401, "no-session", "Log in first.")
    if endpoint.needs in DUTIES and not caller.duties & DUTIES[endpoint.needs]:
        raise Problem(403, "wrong-role", "That is not for you.")


async def _body(request: Request) -> bytes:
    """Read a body, and no more of it than there may be."""
    parts, size = [], 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > MOST_BODY:
                raise Problem(413, "too-long", f"A body has at most {MOST_BODY} bytes.")
            parts.append(part)
    except ClientDisconnect:
        raise Problem(400, "broken-off", "The question broke off.") from None
    return b"".join(parts)


def _written(endpoint: Endpoint, reply: Reply, request: Request, call: Call) -> Response:
    body = reply.body if isinstance(reply.body, bytes) else msgspec.json.encode(reply.body)
    headers = {"cache-control": "no-cache" if reply.tag else "no-store"}
    if reply.tag:
        headers["etag"] = f'"{version("punto")}-{reply.tag}"'
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
    if reply.name:
        headers["content-disposition"] = f"attachment; filename*=UTF-8''{_quoted(reply.name)}"
    response = Response(body, media_type=reply.media, headers=headers)
    if reply.device:
        remember(response, reply.device, secure=call.secure, name=DEVICE, seconds=DEVICE_SECONDS)
    if reply.token is not None:
        remember(response, reply.token, secure=call.secure)
    return response


def _quoted(name: str) -> str:
    from urllib.parse import quote

    return quote(name, safe="")


def _refused(problem: Problem) -> Response:
    headers = {"cache-control": "no-store"}
    if "wait" in problem.detail:
        headers["retry-after"] = str(-(-int(problem.detail["wait"]) // 1000))
    return Response(encoded(problem), problem.status, media_type=JSON, headers=headers)


async def _unknown(request: Request, error: HTTPException) -> Response:
    codes = {404: "not-found", 405: "wrong-method"}
    problem = Problem(error.status_code, codes.get(error.status_code, "refused"), str(error.detail))
    response = _refused(problem)
    response.headers.update(error.headers or {})
    return response


async def _fault(request: Request, error: Exception) -> Response:
    log.error("a question failed", path=request.scope.get("path", ""), error=type(error).__name__, exc_info=error)
    return _refused(Problem(500, "fault", "Something went wrong here."))
