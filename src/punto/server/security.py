"""What every answer carries, and what no question may be: headers, and where a browser may ask from.

A page of another site may not read anything here, put the floor into a frame, or have a visitor's browser do something:
whatever changes anything is a POST or comes over a socket, and both are refused where their origin is another one. The
session's cookie goes with no request from another site either.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE = "punto-session"
HERE = ("127.0.0.1", "::1")
FORWARDED = ("forwarded", "x-forwarded-for")  # what a proxy adds
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; media-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=()"),
)


class Headed:
    """An application whose every answer carries the headers above."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, with headers."""

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] in ("http", "websocket") else send)


def from_here(connection: HTTPConnection) -> bool:
    """Whether this comes from the machine that the floor runs on, and through no proxy there that says so."""
    host = connection.client.host if connection.client else ""
    return host in HERE and not any(name in connection.headers for name in FORWARDED)


def foreign(connection: HTTPConnection, allowed: Iterable[str] = ()) -> bool:
    """Whether a browser sends this on behalf of another site; a program that names no origin is no browser."""
    if connection.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        return True
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return False
    return urlsplit(origin).netloc.lower() != connection.headers.get("host", "").lower()


def token_of(connection: HTTPConnection) -> str:
    """Return the token of a session: a program's header, or a browser's cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE, "")


def remember(response: Response, token: str, *, secure: bool) -> None:
    """Give a browser its session, or take it away: out of reach of any script, and for this site alone."""
    if token:
        response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/")
    else:
        response.delete_cookie(COOKIE, httponly=True, samesite="strict", secure=secure, path="/")
