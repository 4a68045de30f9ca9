"""Security headers of every response, and checks of origin and host.

A page of another site may not read anything here, put the floor into a frame, or act through a visitor's browser: every
change is a POST or a socket message, and both are refused from foreign origins. Browsers do not send the session cookie
with requests of other sites either. An IP address proves nothing: a local request may come through a proxy or tunnel,
so that everything restricted needs a session or a token.
"""

from __future__ import annotations

import hmac
import socket
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

COOKIE, DEVICE = "punto-session", "punto-device"
DEVICE_SECONDS = 400 * 24 * 3600  # the maximum in browsers
SECURE = "__Host-"  # browsers accept such a cookie only over https, and send it to this host alone (RFC 6265bis)
LOOPBACK = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::")
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


class SecurityHeaders:
    """An application that adds the headers above to every response, and answers only to its own host names.

    A site elsewhere can have its name resolve to this machine, and its pages then reach this server as their own
    origin (DNS rebinding); a tunnel or a proxy that adds no headers makes a stranger look local. Neither has a host
    name of this server, so the ``Host`` header decides.
    """

    def __init__(self, app: App, hosts: Iterable[str] = LOOPBACK) -> None:
        self.app, self.hosts = app, frozenset(map(_plain_name, hosts))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the headers; with 421 under another host name."""

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message["headers"] = [*message.get("headers", []), *HEADERS]
            await send(message)

        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif self._is_ours(scope):
            await self.app(scope, receive, with_headers)
        else:
            await Response(WRONG_HOST, 421, media_type="application/json")(scope, receive, with_headers)

    def _is_ours(self, scope: Scope) -> bool:
        """Return whether a request names this server: by an allowed name, or by the address that it was sent to."""
        host = _named(dict(scope["headers"]).get(b"host", b"").decode("latin-1"))
        return host in self.hosts or host == (scope.get("server") or ("",))[0]


WRONG_HOST = (
    b'{"error":{"code":"wrong-host","words":"This server does not answer to that host name: see --host-name."}}'
)


def host_names(host: str, given: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the host names of a server: loopback, where it listens, and the given ones.

    A server that listens everywhere also has the names of its machine; its own addresses always count.
    """
    own = socket.gethostname()
    machine = (own, f"{own}.local", socket.getfqdn()) if host in EVERYWHERE else (host,)
    return tuple(dict.fromkeys(_plain_name(name) for name in (*LOOPBACK, *machine, *given)))


def _named(host: str) -> str:
    """Return the name in a ``Host`` header, without its port.

    >>> _named("Floor.example:8080"), _named("[::1]:8080"), _named("127.0.0.1")
    ('floor.example', '::1', '127.0.0.1')
    """
    name = host[: host.find("]") + 1] if host.startswith("[") else host.partition(":")[0]
    return _plain_name(name)


def _plain_name(name: str) -> str:
    return name.strip("[]").rstrip(".").lower()


def same(given: str, secret: str) -> bool:
    """Compare a token with the right one in constant time; always False if there is none."""
    return bool(secret) and hmac.compare_digest(given.encode(), secret.encode())


def foreign(connection: HTTPConnection, allowed: Iterable[str] = ()) -> bool:
    """Return whether a browser sends this for another site; programs send no origin."""
    if connection.headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        return True
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return False
    return urlsplit(origin).netloc.lower() != connection.headers.get("host", "").lower()


def token_of(connection: HTTPConnection) -> str:
    """Return the token of a session: a program's header, or a browser's cookie; or ""."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else kept_cookie(connection, COOKIE)


def kept_cookie(connection: HTTPConnection, name: str) -> str:
    """Return a cookie of ours; over https only one that no other host and no plain connection could have set."""
    return connection.cookies.get(cookie_name(name, secure=connection.url.scheme in ("https", "wss")), "")


def cookie_name(name: str, *, secure: bool) -> str:
    """Return the name of a cookie as a browser stores it."""
    return f"{SECURE}{name}" if secure else name


def remember(response: Response, token: str, *, secure: bool, name: str = COOKIE, seconds: int | None = None) -> None:
    """Set a cookie, or delete it without a token: unreadable for scripts, and for this site only."""
    name = cookie_name(name, secure=secure)
    if token:
        response.set_cookie(name, token, seconds, httponly=True, samesite="strict", secure=secure, path="/")
    else:
        response.delete_cookie(name, httponly=True, samesite="strict", secure=secure, path="/")
