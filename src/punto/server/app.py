"""The application: endpoints, sockets and the page; and its description, made of the same table of endpoints."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from importlib.metadata import version
from typing import Any

import msgspec
import structlog
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from punto.record.durable import WritingDisabled
from punto.server.endpoints import (
    DUTIES,
    JSON,
    MOST_BODY,
    ApiRequest,
    Empty,
    Endpoint,
    Faulty,
    HTTPError,
    Reply,
    encoded,
    page_routes,
    read_body,
    read_query,
)
from punto.server.limits import QueueFull
from punto.server.live_floor import LiveFloor
from punto.server.messages import OWN_REASONS
from punto.server.participants import ANONYMOUS, Participant
from punto.server.routes import ENDPOINTS
from punto.server.security import (
    DEVICE,
    DEVICE_SECONDS,
    SecurityHeaders,
    foreign,
    kept_cookie,
    remember,
    same,
    token_of,
)
from punto.server.socket import live_socket

_TEMPLATE = "#/components/schemas/{name}"
_PLACE = re.compile(r"{(\w+)(?::\w+)?}")
USUAL = {"nobody": (), "somebody": (401,), **dict.fromkeys(DUTIES, (401, 403))}
STATUSES = {
    400: "the request is malformed",
    401: "not logged in",
    403: "not permitted, or sent from another site",
    404: "not found",
    409: "not possible now",
    413: "the body is too large",
    422: "the submission is not lawful; its review says why",
    421: "served by another process",
    429: "rate limit exceeded; retry later",
    503: "overloaded; retry later",
}


def description(endpoints: Iterable[Endpoint], version: str) -> dict[str, Any]:
    """Return the OpenAPI document."""
    shown = tuple(endpoints)
    kinds = [kind for one in shown for kind in (one.answer, one.body) if kind not in (None, bytes)]
    queries = [one.query for one in shown]
    made, parts = msgspec.json.schema_components([*kinds, Faulty], ref_template=_TEMPLATE)
    schemas = dict(zip(map(id, kinds), made, strict=False))
    paths: dict[str, dict[str, Any]] = {}
    for one, query in zip(shown, queries, strict=True):
        path = _PLACE.sub(r"{\1}", one.path)
        paths.setdefault(path, {})[one.method.lower()] = _operation(one, query, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Punto: a floor of baccarat tables", "version": version},
        "paths": paths,
        "components": {
            "schemas": dict(sorted(parts.items())),
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "punto-session"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _operation(one: Endpoint, query: type[msgspec.Struct], schemas: dict[int, Any]) -> dict[str, Any]:
    content = {"schema": schemas[id(one.answer)]} if one.answer is not bytes else {"schema": {"type": "string"}}
    fault = {"application/json": {"schema": {"$ref": "#/components/schemas/Faulty"}}}
    refuses = {400, 401, 429, *USUAL[one.needs], *one.refuses, *({403, 413} if one.method == "POST" else ())}
    refuses |= ({421} if 404 in refuses else set()) | ({503} if one.computes else set())
    operation: dict[str, Any] = {
        "summary": one.says,
        "operationId": f"{one.method.lower()}{re.sub(r'[^a-z]+', '-', one.path)}".rstrip("-"),
        "parameters": [*_places(one.path), *_parameters(query)],
        "responses": {
            "200": {"description": one.says, "content": {one.media.partition(";")[0]: content}},
            **{str(status): {"description": STATUSES[status], "content": fault} for status in sorted(refuses)},
        },
    }
    if one.body is not None and one.body is not Empty:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas[id(one.body)]}}}
    if one.needs != "nobody":
        operation["security"] = [{"session": []}, {"bearer": []}]
    return operation


def _places(path: str) -> list[dict[str, Any]]:
    whole = {name for name, kind in re.findall(r"{(\w+):(\w+)}", path) if kind == "int"}
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "integer", "minimum": 0} if name in whole else {"type": "string", "minLength": 1},
        }
        for name in _PLACE.findall(path)
    ]


def _parameters(query: type[msgspec.Struct]) -> list[dict[str, Any]]:
    if query is Empty:
        return []
    (_,), parts = msgspec.json.schema_components([query], ref_template=_TEMPLATE)
    shape = parts[query.__name__]
    required = shape.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": schema}
        for name, schema in shape["properties"].items()
    ]


# ---------------------------------------------------------------- the application

log = structlog.get_logger("punto.http")
OVER = "punto.over"  # in a scope: the session of the request has ended
Answer = Callable[[Request], Awaitable[Response]]


def application(live: LiveFloor) -> SecurityHeaders:
    """Return the application of a live floor."""
    routes: list[BaseRoute] = [Route(one.path, _answering(one), methods=[one.method]) for one in ENDPOINTS]
    described = msgspec.json.encode(description(ENDPOINTS, version("punto")))
    routes.append(Route("/openapi.json", lambda request: Response(described, media_type=JSON)))
    routes.append(WebSocketRoute("/api/tables/{table}/live", live_socket))
    routes += page_routes()
    faults: dict[Any, Any] = {HTTPException: _unknown, Exception: _fault}
    app = Starlette(routes=routes, exception_handlers=faults)
    app.state.live = live
    return SecurityHeaders(app, live.terms.hosts)


def _answering(endpoint: Endpoint) -> Answer:
    async def answer(request: Request) -> Response:
        live: LiveFloor = request.app.state.live
        try:
            response = await _answered(endpoint, live, request)
        except HTTPError as problem:
            response = _refused(problem)
        except WritingDisabled:
            response = _refused(HTTPError(503, "stopped", OWN_REASONS["stopped"]))
        if request.scope.get(OVER) and "set-cookie" not in response.headers:
            remember(response, "", secure=request.url.scheme == "https")
        live.figures.questions.labels(endpoint.path, str(response.status_code)).inc()
        return response

    return answer


async def _answered(endpoint: Endpoint, live: LiveFloor, request: Request) -> Response:
    address = request.client.host if request.client else ""
    if wait := live.limits.wait("questions", address):
        raise HTTPError(429, "too-many", "Too many questions; ask again later.", {"wait": wait})
    if endpoint.method == "POST" and foreign(request, live.terms.origins):
        raise HTTPError(403, "foreign-origin", "A page of another site may not do this.")
    caller = await _caller(endpoint, live, request)
    call = ApiRequest(
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
    except HTTPError as problem:
        if problem.code != "no-such-table":
            raise
        url = await live.elsewhere(request.path_params.get("table", ""))
        raise HTTPError(421, "moved", "Another process serves this table.", {"url": url}) if url else problem from None
    return _written(endpoint, answer if isinstance(answer, Reply) else Reply(answer), request, call)


async def _computed(endpoint: Endpoint, live: LiveFloor, call: ApiRequest) -> Any:
    """Answer a CPU-bound request, under its rate limit and in turn."""
    if wait := live.limits.wait(endpoint.computes, call.address):
        raise HTTPError(429, "too-many", "Too many questions; ask again later.", {"wait": wait})
    try:
        async with live.limits.turn():
            return await endpoint.handle(live, call)
    except QueueFull:
        raise HTTPError(503, "queue-full", "Too many requests wait already; ask again later.", {"wait": 1000}) from None


async def _caller(endpoint: Endpoint, live: LiveFloor, request: Request) -> Participant:
    """Return the caller of a request, if permitted. A browser's ended session does not prevent a new login.

    A program with an invalid token is refused, and not treated as an anonymous caller.
    """
    if endpoint.needs == "metrics" and same(token_of(request), live.terms.metrics):
        return ANONYMOUS
    try:
        caller = await live.caller(token_of(request), kept_cookie(request, DEVICE))
    except HTTPError:
        if "authorization" in request.headers:
            raise
        request.scope[OVER] = True
        if endpoint.needs != "nobody":
            raise
        return ANONYMOUS
    _admit(endpoint, caller)
    return caller


def _admit(endpoint: Endpoint, caller: Participant) -> None:
    if endpoint.needs == "nobody":
        return
    if not caller.who:
        raise HTTPError(401, "no-session", "Log in first.")
    if endpoint.needs in DUTIES and not caller.duties & DUTIES[endpoint.needs]:
        raise HTTPError(403, "wrong-role", "That is not for you.")


async def _body(request: Request) -> bytes:
    """Read a body, up to the size limit. Raises ``HTTPError``."""
    parts, size = [], 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > MOST_BODY:
                raise HTTPError(413, "too-long", f"A body has at most {MOST_BODY} bytes.")
            parts.append(part)
    except ClientDisconnect:
        raise HTTPError(400, "broken-off", "The question broke off.") from None
    return b"".join(parts)


def _written(endpoint: Endpoint, reply: Reply, request: Request, call: ApiRequest) -> Response:
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


def _refused(problem: HTTPError) -> Response:
    headers = {"cache-control": "no-store"}
    if "wait" in problem.detail:
        headers["retry-after"] = str(-(-int(problem.detail["wait"]) // 1000))
    return Response(encoded(problem), problem.status, media_type=JSON, headers=headers)


async def _unknown(request: Request, error: HTTPException) -> Response:
    codes = {404: "not-found", 405: "wrong-method"}
    problem = HTTPError(error.status_code, codes.get(error.status_code, "refused"), str(error.detail))
    response = _refused(problem)
    response.headers.update(error.headers or {})
    return response


async def _fault(request: Request, error: Exception) -> Response:
    log.error("a question failed", path=request.scope.get("path", ""), error=type(error).__name__, exc_info=error)
    return _refused(HTTPError(500, "fault", "Something went wrong here."))
