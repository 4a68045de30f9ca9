"""Endpoints: one table of HTTP requests, from which the application and its description are built.

An endpoint names the types of its query, body and response. A request that does not match them is refused before the
endpoint sees it, and a response is encoded by the type that the description shows. The page is served as static files
of the package (``punto.server.page``), and nothing else of the disk.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, WebSocketRoute
from starlette.websockets import WebSocket

from punto.core.roles import Duty
from punto.server.answers import ReviewAnswer
from punto.server.messages import Part
from punto.server.page import FOLDER, Page
from punto.server.participants import ANONYMOUS, Participant

MOST_BODY = 256 * 1024  # bytes; a submission has some thousand
JSON, SVG, LINES, TEXT = "application/json", "image/svg+xml", "application/x-ndjson", "text/plain; version=0.0.4"
NOTE = "text/plain; charset=utf-8"
HTML = "text/html; charset=utf-8"


class HTTPError(Exception):
    """A refused request; its status, code and text are the response."""

    def __init__(
        self,
        status: int,
        code: str,
        words: str,
        detail: dict[str, str | int] | None = None,
        review: ReviewAnswer | None = None,
    ) -> None:
        super().__init__(words)
        self.status, self.code, self.words, self.detail, self.review = status, code, words, detail or {}, review


class ErrorBody(Part, frozen=True, kw_only=True, omit_defaults=True):
    """The reason of a refusal."""

    code: str
    words: str
    detail: dict[str, str | int] = msgspec.field(default_factory=dict)


class Faulty(Part, frozen=True, kw_only=True, omit_defaults=True):
    """The response of a refused request, with every finding of an unlawful submission."""

    error: ErrorBody
    review: ReviewAnswer | None = None


class Empty(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """No query, or an empty body."""


@dataclass(frozen=True)
class ApiRequest:
    """A received request."""

    caller: Participant = ANONYMOUS
    path: Mapping[str, str] = field(default_factory=dict)
    query: Any = None
    body: Any = None
    address: str = ""
    secure: bool = False  # received over https
    device: str | None = None  # the token that a browser keeps of an earlier login, if any; None for a program


@dataclass(frozen=True)
class Reply:
    """A response with more than a body."""

    body: Any
    media: str = JSON
    token: str | None = None  # of a new session; "" ends one
    device: str = ""  # a token for the browser to keep, which identifies it at the next login
    name: str = ""  # file name
    tag: str = ""  # the entity tag, which stays the same while nothing changes


Needs = Literal[
    "nobody",
    "somebody",
    "staff",
    "house",
    "metrics",
    "books",
    "pit",
    "floor",
    "register",
    "receiver",
    "chips",
    "cage",
    "security",
    "people",
    "administrator",
]
_HOUSE = frozenset({Duty.DEALER, Duty.FLOOR, Duty.SURVEILLANCE, Duty.AUDITOR})
# Duties for restricted requests: staff, stored bytes, views of the pit, acts of the pit.
DUTIES: Mapping[Needs, frozenset[Duty]] = {
    "staff": frozenset({Duty.DEALER, Duty.FLOOR, Duty.CAGE, Duty.SECURITY, Duty.SURVEILLANCE, Duty.ADMINISTRATOR}),
    "house": _HOUSE,
    "metrics": _HOUSE,  # or the token for metrics
    "books": frozenset({Duty.SURVEILLANCE, Duty.AUDITOR}),
    "pit": frozenset({Duty.FLOOR, Duty.SURVEILLANCE, Duty.AUDITOR}),
    "floor": frozenset({Duty.FLOOR}),
    "register": frozenset({Duty.FLOOR, Duty.SURVEILLANCE, Duty.AUDITOR, Duty.REGULATOR}),
    "chips": frozenset({Duty.FLOOR, Duty.CAGE, Duty.SECURITY, Duty.SURVEILLANCE, Duty.AUDITOR}),
    "cage": frozenset({Duty.CAGE}),
    "security": frozenset({Duty.SECURITY}),
    "receiver": frozenset({Duty.SURVEILLANCE, Duty.REGULATOR}),  # of notices
    "people": frozenset({Duty.ADMINISTRATOR, Duty.SURVEILLANCE, Duty.AUDITOR, Duty.REGULATOR}),
    "administrator": frozenset({Duty.ADMINISTRATOR}),
}

Handle = Callable[[Any, ApiRequest], Awaitable[Any]]  # floor, request


@dataclass(frozen=True)
class Endpoint:
    """A type of request."""

    method: Literal["GET", "POST"]
    path: str
    says: str
    handle: Handle
    answer: Any = Empty  # a type; or bytes, of a medium
    media: str = JSON
    query: type[msgspec.Struct] = Empty
    body: type[msgspec.Struct] | None = None
    needs: Needs = "nobody"
    refuses: tuple[int, ...] = ()  # statuses in addition to those that any request may get
    computes: Literal["", "odds", "review", "school"] = ""  # CPU-bound work: the rate limit that applies


def read_query(kind: type[msgspec.Struct], given: Mapping[str, str]) -> Any:
    """Decode a query. Raises ``HTTPError`` that names the invalid part."""
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        raise HTTPError(400, "bad-query", str(error)) from None


def read_body(kind: type[msgspec.Struct], given: bytes) -> Any:
    """Decode a JSON body. Raises ``HTTPError``."""
    try:
        return msgspec.json.decode(given, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise HTTPError(400, "bad-body", f"the body does not fit: {error}") from None


def encoded(problem: HTTPError) -> bytes:
    """Encode a refusal."""
    fault = ErrorBody(code=problem.code, words=problem.words, detail=problem.detail)
    return msgspec.json.encode(Faulty(error=fault, review=problem.review))


# ---------------------------------------------------------------- the page


async def _nowhere(websocket: WebSocket) -> None:
    problem = HTTPError(404, "not-found", "No line is opened here.")
    await websocket.send_denial_response(Response(encoded(problem), problem.status, media_type=JSON))


def page_routes() -> list[BaseRoute]:
    """Return the routes of the page, if the package has one, and of unknown sockets."""
    nowhere = WebSocketRoute("/{rest:path}", _nowhere)
    return [nowhere, Mount("/", Page())] if FOLDER.is_dir() else [nowhere]
