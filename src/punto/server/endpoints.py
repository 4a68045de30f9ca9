"""Endpoints: one table of what can be asked by HTTP, of which the application and its description are both made.

An endpoint names the type of its query, of its body and of its answer. What does not fit these is refused here, before
any endpoint sees it, and an answer is written by the same type that the description shows.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from punto.roles import Duty
from punto.server.answers import ReviewAnswer
from punto.server.callers import ANONYMOUS, Caller
from punto.server.messages import Part

MOST_BODY = 256 * 1024  # bytes; a submission has some thousand
JSON, SVG, LINES, TEXT = "application/json", "image/svg+xml", "application/x-ndjson", "text/plain; version=0.0.4"
HTML = "text/html; charset=utf-8"


class Problem(Exception):
    """Something that is not done; its status, code and words are the answer."""

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


class Fault(Part, frozen=True, kw_only=True, omit_defaults=True):
    """Why something was not done."""

    code: str
    words: str
    detail: dict[str, str | int] = msgspec.field(default_factory=dict)


class Faulty(Part, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to what was not done; with every finding where a submission is unlawful."""

    error: Fault
    review: ReviewAnswer | None = None


class Nothing(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """No query, or an empty body."""


@dataclass(frozen=True)
class Call:
    """A question as it came."""

    caller: Caller = ANONYMOUS
    path: Mapping[str, str] = field(default_factory=dict)
    query: Any = None
    body: Any = None
    address: str = ""
    secure: bool = False  # it came by https
    device: str | None = None  # the token that a browser keeps of an earlier login, if any; None for a program


@dataclass(frozen=True)
class Reply:
    """An answer that is more than its body."""

    body: Any
    media: str = JSON
    token: str | None = None  # of a session that begins; empty: one that ends
    device: str = ""  # a token for the browser to keep, by which it is known at the next login
    name: str = ""  # as a file
    tag: str = ""  # what it is the same as, while nothing changes


Needs = Literal["nobody", "somebody", "house", "metrics", "books", "pit", "floor"]
_HOUSE = frozenset({Duty.DEALER, Duty.FLOOR, Duty.SURVEILLANCE, Duty.AUDITOR})
# Who may ask what not everybody may: the house, who sees stored bytes, who looks at the pit, who runs it.
DUTIES: Mapping[Needs, frozenset[Duty]] = {
    "house": _HOUSE,
    "metrics": _HOUSE,  # or the token for metrics
    "books": frozenset({Duty.SURVEILLANCE, Duty.AUDITOR}),
    "pit": frozenset({Duty.FLOOR, Duty.SURVEILLANCE, Duty.AUDITOR}),
    "floor": frozenset({Duty.FLOOR}),
}

Handle = Callable[[Any, Call], Awaitable[Any]]  # the floor, the question


@dataclass(frozen=True)
class Endpoint:
    """Something that can be asked."""

    method: Literal["GET", "POST"]
    path: str
    says: str
    handle: Handle
    answer: Any = Nothing  # a type; or bytes, of a medium
    media: str = JSON
    query: type[msgspec.Struct] = Nothing
    body: type[msgspec.Struct] | None = None
    needs: Needs = "nobody"
    refuses: tuple[int, ...] = ()  # statuses besides those that any question may meet
    computes: Literal["", "odds", "review", "school"] = ""  # CPU-bound work: which rate limit it counts against


def read_query(kind: type[msgspec.Struct], given: Mapping[str, str]) -> Any:
    """Read a query; a fault says which part of it does not fit."""
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        raise Problem(400, "bad-query", str(error)) from None


def read_body(kind: type[msgspec.Struct], given: bytes) -> Any:
    """Read a body of JSON."""
    try:
        return msgspec.json.decode(given, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Problem(400, "bad-body", f"the body does not fit: {error}") from None


def encoded(problem: Problem) -> bytes:
    """Write a refusal."""
    fault = Fault(code=problem.code, words=problem.words, detail=problem.detail)
    return msgspec.json.encode(Faulty(error=fault, review=problem.review))
