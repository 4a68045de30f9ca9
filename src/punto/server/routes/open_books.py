"""What nobody has to log in for: odds, rulebooks, and the review of a submission."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec

from punto.cards import Composition, cards
from punto.odds import Known, sheet
from punto.odds.questions import Offer, Question, document, filed, whole_book
from punto.review import review
from punto.rulebook import IDS, load, odds_of
from punto.server.answers import ReviewAnswer, RulebooksAnswer, review_answer, rulebooks_answer
from punto.server.endpoints import Call, Endpoint, Problem, Reply
from punto.server.live import Live
from punto.server.messages import Part
from punto.wagers.book import Terms

Text = Annotated[str, msgspec.Meta(max_length=2_000)]


class OddsQuery(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The odds of what: of a table here, or of all wagers of a rulebook."""

    table: Text = ""
    rulebook: Literal[IDS] = "ma-mini"  # type: ignore[valid-type]
    decks: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0  # as filed, or eight
    shoe: Text = ""  # A=32,2=31,… instead of full decks
    remove: Text = ""
    player: Text = ""
    banker: Text = ""
    tie: Annotated[str, msgspec.Meta(max_length=20)] = ""
    dragon_bonus: Literal["A", "B", "C"] = "A"
    seat: Annotated[int, msgspec.Meta(ge=1, le=14)] = 1


class OddsAnswer(Part, frozen=True, kw_only=True):
    """Exact odds: the document of ``punto odds --json``."""

    rulebook: str
    decks: int | None
    cards: int
    deals: int
    outcomes: dict[str, int]
    wagers: dict[str, dict[str, Any]]
    known: dict[str, tuple[str, ...]] | None = None


class Filed(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A submission to be reviewed."""

    submission: Annotated[str, msgspec.Meta(max_length=200_000)]


async def odds(live: Live, call: Call) -> OddsAnswer:
    """Answer a question about odds, beside the event loop."""
    if wait := live.limits.wait("odds", call.address):
        raise Problem(429, "too-many", "Odds take a while to count; ask again later.", {"wait": wait})
    offer = filed(live.room(call.query.table).desk.rules) if call.query.table else None
    try:
        return await asyncio.to_thread(_odds, call.query, offer)
    except ValueError as error:
        raise Problem(400, "bad-question", str(error)) from None


def _odds(query: OddsQuery, offer: Offer | None) -> OddsAnswer:
    offer = offer or _whole(query.rulebook, query.tie, query.dragon_bonus)
    if query.seat > offer.seats:
        raise ValueError(f"there are {offer.seats} seats")
    decks = None if query.shoe else query.decks or offer.decks
    whole = Composition.of(query.shoe) if decks is None else Composition.decks(decks)
    if whole.total > 16 * 52:
        raise ValueError("sixteen decks are the most that are counted here")
    question = Question(
        offer=offer,
        decks=decks,
        shoe=whole.without(cards(query.remove)),
        known=Known(cards(query.player), cards(query.banker)),
        seat=query.seat,
        meters=offer.meters,
    )
    answer = sheet(
        question.shoe, offer.wagers, known=question.known, seat=query.seat, rate=offer.rate, portion=offer.portion
    )
    return msgspec.convert(document(question, answer), OddsAnswer)


@lru_cache(maxsize=64)
def _whole(rulebook: str, tie: str, paytable: str) -> Offer:
    book = load(rulebook)
    if paytable not in book.table("pay.dragon-bonus", "paytables"):
        raise ValueError(f"{rulebook} has no Dragon Bonus paytable {paytable}")
    return whole_book(book, Terms(_tie(tie), paytable))


def _tie(text: str) -> Fraction | None:
    try:
        pays = odds_of(text if " to " in text else f"{text} to 1") if text else None
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"tie {text}: write odds like 9 or '9 to 1'") from None
    if pays is not None and not 8 <= pays <= 1000:
        raise ValueError(f"tie {text}: from 8 to 1000 to 1")
    return pays


async def rulebooks(live: Live, call: Call) -> Reply:
    """List the rulebooks."""
    answer = rulebooks_answer()
    return Reply(answer, tag="-".join(book.digest[:12] for book in answer.rulebooks))


async def check(live: Live, call: Call) -> ReviewAnswer:
    """Review a submission."""
    return review_answer(await asyncio.to_thread(review, call.body.submission))


ENDPOINTS = (
    Endpoint("GET", "/api/odds", "exact odds", odds, OddsAnswer, query=OddsQuery, refuses=(404,)),
    Endpoint("GET", "/api/rulebooks", "the rulebooks", rulebooks, RulebooksAnswer),
    Endpoint("POST", "/api/check", "a submission, reviewed", check, ReviewAnswer, body=Filed),
)
