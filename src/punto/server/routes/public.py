"""Public endpoints: rulebooks and their comparison, submissions, review and felt, health, metrics."""

from __future__ import annotations

import asyncio
from importlib.resources import files
from typing import Annotated

import msgspec

from punto.draw.felt import felt_svg
from punto.law.clauses import ESTABLISHED, Clause, values_of
from punto.law.comparison import Place, facts, rows, written
from punto.law.coverage import STANDINGS, Coverage, coverage, standings
from punto.law.rulebook import Rulebook, built_in, load
from punto.library import Rulebooks
from punto.rules.review import review
from punto.rules.submission import read
from punto.server.answers import Health, ReviewAnswer, review_answer
from punto.server.endpoints import NOTE, SVG, TEXT, ApiRequest, Endpoint, HTTPError, Reply
from punto.server.live_floor import LiveFloor
from punto.server.messages import Part
from punto.server.rules import RulebookAnswer, RulebooksAnswer, rulebooks_answer

# ---------------------------------------------------------------- rulebooks


class BooksQuery(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rulebooks, separated by commas; default: all."""

    books: Annotated[str, msgspec.Meta(max_length=200)] = ""


class PlaceAnswer(Part, frozen=True, kw_only=True):
    """A document's provision: its section and terms."""

    section: str
    terms: tuple[str, ...]


class ProvisionAnswer(Part, frozen=True, kw_only=True):
    """A provision in each of the documents; None for a document without it."""

    key: str
    kind: str
    demand: str  # in our words
    places: tuple[PlaceAnswer | None, ...]
    same: bool


class FactAnswer(Part, frozen=True, kw_only=True):
    """One of the facts that distinguish tables."""

    name: str
    values: tuple[str, ...]
    same: bool


class ComparisonAnswer(Part, frozen=True, kw_only=True):
    """A comparison of rulebooks."""

    rulebooks: tuple[RulebookAnswer, ...]
    facts: tuple[FactAnswer, ...]
    provisions: tuple[ProvisionAnswer, ...]


class ClauseAnswer(Part, frozen=True, kw_only=True):
    """A clause of a document."""

    id: str
    provision: str
    section: str
    who: str
    modality: str
    kind: str
    says: str  # in our words
    terms: tuple[str, ...]  # that it rests on
    status: str
    why: str  # for a status that no test establishes
    tests: tuple[int, ...]  # that establish it, by their place in the answer's list


class DocumentAnswer(Part, frozen=True, kw_only=True):
    """The clauses of a rulebook; empty for one without a list."""

    rulebook: str
    counts: dict[str, int]  # by status
    clauses: tuple[ClauseAnswer, ...]


class ClausesAnswer(Part, frozen=True, kw_only=True):
    """The clauses of rulebooks, as recorded tests establish them."""

    commit: str  # at which the tests passed
    statuses: tuple[str, ...]
    established: tuple[str, ...]  # those that tests establish; a clause of another one has a reason
    documents: tuple[DocumentAnswer, ...]
    tests: tuple[str, ...]


async def rulebooks(live: LiveFloor, call: ApiRequest) -> Reply:
    """List the rulebooks."""
    answer = rulebooks_answer(live.rulebooks().each())
    return Reply(answer, tag="-".join(book.digest[:12] for book in answer.rulebooks))


async def comparison(live: LiveFloor, call: ApiRequest) -> Reply:
    """Compare rulebooks."""
    books = _asked(live, call)
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


def _asked(live: LiveFloor, call: ApiRequest) -> tuple[Rulebook, ...]:
    """Return the rulebooks that a request names, or all. Raises ``HTTPError``."""
    names = dict.fromkeys(filter(None, call.query.books.replace(",", " ").split()))
    return tuple(map(live.rulebook, names)) or live.rulebooks().each()


async def clauses_of(live: LiveFloor, call: ApiRequest) -> Reply:
    """Return the clauses of rulebooks, each with its status and the tests that establish it."""
    books, record = _asked(live, call), coverage()
    tests: dict[str, int] = {}
    documents = tuple(_document(book, record, tests) for book in books)
    kept = tuple(one for one in STANDINGS if one in ESTABLISHED)
    answer = ClausesAnswer(
        commit=record.commit, statuses=STANDINGS, established=kept, documents=documents, tests=tuple(tests)
    )
    return Reply(answer, tag="-".join((record.commit, *(book.digest[:12] for book in books))))


def _document(book: Rulebook, record: Coverage, tests: dict[str, int]) -> DocumentAnswer:
    listed = record.clauses.get(book.id, ()) if book.id in built_in() and load(book.id).digest == book.digest else ()
    return DocumentAnswer(
        rulebook=book.id,
        counts=standings(record, book.id) if listed else {},
        clauses=tuple(_clause(clause, record, tests) for clause in listed),
    )


def _clause(clause: Clause, record: Coverage, tests: dict[str, int]) -> ClauseAnswer:
    return ClauseAnswer(
        id=clause.id,
        provision=clause.provision,
        section=clause.section,
        who=clause.who,
        modality=clause.modality,
        kind=clause.kind,
        says=clause.says,
        terms=tuple(written(values_of(clause))),
        status=record.standing(clause),
        why=clause.why,
        tests=tuple(tests.setdefault(test, len(tests)) for test in record.tests(clause)),
    )


def _fact(name: str, values: tuple[str, ...]) -> FactAnswer:
    return FactAnswer(name=name, values=values, same=len(set(values)) == 1)


def _place(place: Place | None) -> PlaceAnswer | None:
    return PlaceAnswer(section=place.section, terms=place.terms) if place else None


# ---------------------------------------------------------------- submissions


class Filed(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A submission to be reviewed."""

    submission: Annotated[str, msgspec.Meta(max_length=200_000)]


class ShippedAnswer(Part, frozen=True, kw_only=True):
    """A built-in submission."""

    name: str
    rulebook: str
    table: str
    text: str


class SubmissionsAnswer(Part, frozen=True, kw_only=True):
    """All built-in submissions."""

    submissions: tuple[ShippedAnswer, ...]


async def submissions(live: LiveFloor, call: ApiRequest) -> SubmissionsAnswer:
    """Return the built-in submissions, as starting points."""
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
    """Draw the felt of a lawful submission."""
    return Reply((await asyncio.to_thread(_drawn, call.body.submission, live.rulebooks())).encode(), SVG)


def _drawn(text: str, books: Rulebooks) -> str:
    rules = review(text, books).rules
    if rules is None:
        raise HTTPError(409, "unlawful", "Resolve every finding before drawing the felt.")
    return felt_svg(rules)


ENDPOINTS = (
    Endpoint("GET", "/api/rulebooks", "the rulebooks", rulebooks, RulebooksAnswer),
    Endpoint("GET", "/api/rulebooks/compare", "compare rulebooks", comparison, ComparisonAnswer, query=BooksQuery),
    Endpoint("GET", "/api/rulebooks/clauses", "clauses and tests", clauses_of, ClausesAnswer, query=BooksQuery),
    Endpoint("GET", "/api/submissions", "the built-in submissions", submissions, SubmissionsAnswer),
    Endpoint("POST", "/api/check", "a submission, reviewed", check, ReviewAnswer, body=Filed, computes="review"),
    Endpoint(
        "POST", "/api/felt", "a submission, drawn", felt, bytes, SVG, body=Filed, refuses=(409,), computes="review"
    ),
)


# ---------------------------------------------------------------- health and metrics


async def health(live: LiveFloor, call: ApiRequest) -> Health:
    """Return whether every table answers; an error says if the database has gone back in time."""
    if halted := live.house.store.halted:
        raise HTTPError(503, "not-alive", f"This floor has stopped: {halted}.")
    alive = not live.closing and all(desk.open for desk in live.house.desks.values())
    if not alive:
        raise HTTPError(503, "not-alive", "A table of this floor does not answer.")
    return Health(alive=alive, tables=len(live.house.desks))


async def metrics(live: LiveFloor, call: ApiRequest) -> Reply:
    """Return the metrics, for staff and for the token for metrics."""
    return Reply(live.figures.text(), TEXT)


async def checkpoint(live: LiveFloor, call: ApiRequest) -> Reply:
    """Return the last checkpoint of the floor, with its cosignatures."""
    last = live.anchor.last
    if last is None:
        raise HTTPError(404, "not-anchored", "This floor makes no checkpoints.")
    return Reply(last.note.encode(), NOTE)


HEALTH_ENDPOINTS = (
    Endpoint("GET", "/api/checkpoint", "the last checkpoint", checkpoint, bytes, NOTE, refuses=(404,)),
    Endpoint("GET", "/healthz", "health of the server", health, Health, refuses=(503,)),
    Endpoint("GET", "/metrics", "metrics for Prometheus", metrics, bytes, TEXT, needs="metrics"),
)
