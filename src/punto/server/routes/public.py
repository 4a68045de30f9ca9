"""Public endpoints: rulebooks, submissions, checks, felts; health."""

from __future__ import annotations

import asyncio
from importlib.resources import files
from typing import Annotated

import msgspec

from punto.draw.felt import felt_svg
from punto.law.comparison import Place, facts, rows
from punto.library import Rulebooks
from punto.rules.review import review
from punto.rules.submission import read
from punto.server.answers import Health, ReviewAnswer, review_answer
from punto.server.endpoints import SVG, TEXT, ApiRequest, Endpoint, HTTPError, Reply
from punto.server.live_floor import LiveFloor
from punto.server.messages import Part
from punto.server.rules import RulebookAnswer, RulebooksAnswer, rulebooks_answer

# ---------------------------------------------------------------- open books

# What nobody has to log in for: rulebooks alone and side by side, submissions that ship, review and felt of others.

# ---------------------------------------------------------------- rulebooks


class BooksQuery(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which rulebooks, separated by commas; all of them where none is named."""

    books: Annotated[str, msgspec.Meta(max_length=200)] = ""


class PlaceAnswer(Part, frozen=True, kw_only=True):
    """Where a document says something, and on which terms."""

    section: str
    terms: tuple[str, ...]


class ProvisionAnswer(Part, frozen=True, kw_only=True):
    """A provision in each of the documents, or nothing where one is silent."""

    key: str
    kind: str
    demand: str  # in our words
    places: tuple[PlaceAnswer | None, ...]
    same: bool


class FactAnswer(Part, frozen=True, kw_only=True):
    """One of the facts by which people tell tables apart."""

    name: str
    values: tuple[str, ...]
    same: bool


class ComparisonAnswer(Part, frozen=True, kw_only=True):
    """Rulebooks side by side."""

    rulebooks: tuple[RulebookAnswer, ...]
    facts: tuple[FactAnswer, ...]
    provisions: tuple[ProvisionAnswer, ...]


async def rulebooks(live: LiveFloor, call: ApiRequest) -> Reply:
    """List the rulebooks."""
    answer = rulebooks_answer(live.rulebooks().each())
    return Reply(answer, tag="-".join(book.digest[:12] for book in answer.rulebooks))


async def comparison(live: LiveFloor, call: ApiRequest) -> Reply:
    """Lay rulebooks side by side."""
    names = dict.fromkeys(filter(None, call.query.books.replace(",", " ").split()))
    books = tuple(map(live.rulebook, names)) or live.rulebooks().each()
    told = [facts(book) for book in books]
    answer = ComparisonAnswer(
        rulebooks=rulebooks_answer(books).rulebooks,
        facts=tuple(_fact(name, tuple(one[name] for one in told)) for name in told[0]),
        provisions=tuple(
            ProvisionAnswer(
                key=row.topic.key,
                kind=row.topic.kind,
                demand=row.demand,
                places=tuple(map(_place, row.places)),
                same=row.same,
            )
            for row in rows(books)
        ),
    )
    return Reply(answer, tag="-".join(book.digest[:12] for book in books))


def _fact(name: str, values: tuple[str, ...]) -> FactAnswer:
    return FactAnswer(name=name, values=values, same=len(set(values)) == 1)


def _place(place: Place | None) -> PlaceAnswer | None:
    return PlaceAnswer(section=place.section, terms=place.terms) if place else None


# ---------------------------------------------------------------- submissions


class Filed(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A submission to be reviewed."""

    submission: Annotated[str, msgspec.Meta(max_length=200_000)]


class ShippedAnswer(Part, frozen=True, kw_only=True):
    """A submission that ships with Punto."""

    name: str
    rulebook: str
    table: str
    text: str


class SubmissionsAnswer(Part, frozen=True, kw_only=True):
    """All that ship."""

    submissions: tuple[ShippedAnswer, ...]


async def submissions(live: LiveFloor, call: ApiRequest) -> SubmissionsAnswer:
    """Return the submissions that ship, to begin with."""
    entries = sorted(files("punto").joinpath("submissions").iterdir(), key=lambda entry: entry.name)
    texts = {one.name.removesuffix(".toml"): one.read_text("utf-8") for one in entries if one.name.endswith(".toml")}
    return SubmissionsAnswer(submissions=tuple(_shipped(name, text) for name, text in texts.items()))


def _shipped(name: str, text: str) -> ShippedAnswer:
    filed = read(text).submission
    return ShippedAnswer(
        name=name, rulebook=filed.rulebook if filed else "", table=filed.table if filed else "", text=text
    )


async def check(live: LiveFloor, call: ApiRequest) -> ReviewAnswer:
    """Review a submission."""
    text = call.body.submission
    return await asyncio.to_thread(lambda: review_answer(review(text, live.rulebooks()), text))


async def felt(live: LiveFloor, call: ApiRequest) -> Reply:
    """Draw the felt of a submission; only a lawful one has one."""
    return Reply((await asyncio.to_thread(_drawn, call.body.submission, live.rulebooks())).encode(), SVG)


def _drawn(text: str, books: Rulebooks) -> str:
    rules = review(text, books).rules
    if rules is None:
        raise HTTPError(409, "unlawful", "There is no felt before every finding is put right.")
    return felt_svg(rules)


ENDPOINTS = (
    Endpoint("GET", "/api/rulebooks", "the rulebooks", rulebooks, RulebooksAnswer),
    Endpoint("GET", "/api/rulebooks/compare", "rulebooks side by side", comparison, ComparisonAnswer, query=BooksQuery),
    Endpoint("GET", "/api/submissions", "the submissions that ship", submissions, SubmissionsAnswer),
    Endpoint("POST", "/api/check", "a submission, reviewed", check, ReviewAnswer, body=Filed, computes="review"),
    Endpoint(
        "POST", "/api/felt", "a submission, drawn", felt, bytes, SVG, body=Filed, refuses=(409,), computes="review"
    ),
)


# ---------------------------------------------------------------- watching

# For whoever runs the floor: is it alive, and what does it count.


async def health(live: LiveFloor, call: ApiRequest) -> Health:
    """Say whether every table answers; where the database has gone back in time, say that."""
    if halted := live.house.store.halted:
        raise HTTPError(503, "not-alive", f"This floor has stopped: {halted}.")
    alive = not live.closing and all(desk.open for desk in live.house.desks.values())
    if not alive:
        raise HTTPError(503, "not-alive", "A table of this floor does not answer.")
    return Health(alive=alive, tables=len(live.house.desks))


async def metrics(live: LiveFloor, call: ApiRequest) -> Reply:
    """Return the metrics, for staff and for the token for metrics."""
    return Reply(live.figures.text(), TEXT)


HEALTH_ENDPOINTS = (
    Endpoint("GET", "/healthz", "whether the floor is alive", health, Health, refuses=(503,)),
    Endpoint("GET", "/metrics", "figures for Prometheus", metrics, bytes, TEXT, needs="metrics"),
)
