"""Odds, for anybody: of a table here or of a whole document, for any shoe, from any point of a coup.

All of it is counted exactly by ``punto.odds``. What is counted is kept for a while, since many ask the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar

import msgspec

import punto.wagers.examples  # noqa: F401 - they register themselves
from punto.core.cards import RANKS, Composition, cards
from punto.core.tableau import DRAW
from punto.law.rulebook import Rulebook, odds_of
from punto.library import Rulebooks
from punto.odds import Known, Sheet, sheet
from punto.odds.queries import Offer, Question, document, effects, filed, whole_book, with_meters
from punto.rules.review import review
from punto.server.endpoints import ApiRequest, Endpoint, HTTPError
from punto.server.live_floor import LiveFloor
from punto.server.messages import Part
from punto.server.pit import shipped
from punto.wagers import registered, registered_keys
from punto.wagers.book import Terms, least_tie, paytables

T = TypeVar("T")
Text = Annotated[str, msgspec.Meta(max_length=2_000)]
MOST_CARDS = 16 * 52
DECKS = (6, 7, 8, 10, 12, 14, 16)


class OddsQuery(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The odds of what: of a table here, of a submission that ships, or of all wagers of a rulebook."""

    table: Text = ""  # one here, with its meters as they stand
    submission: Annotated[str, msgspec.Meta(max_length=80)] = ""  # one that ships, by its name
    rulebook: Annotated[str, msgspec.Meta(max_length=80)] = ""  # the usual one of this floor
    decks: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0  # as filed, or eight
    shoe: Text = ""  # A=32,2=31,… instead of full decks
    remove: Text = ""
    player: Text = ""
    banker: Text = ""
    tie: Annotated[str, msgspec.Meta(max_length=20)] = ""
    dragon_bonus: Annotated[str, msgspec.Meta(max_length=20)] = ""  # its paytable; the document's first by default
    wagers: Annotated[str, msgspec.Meta(max_length=200)] = ""  # registered ones besides, like lucky-6
    seat: Annotated[int, msgspec.Meta(ge=1, le=14)] = 1


class RemovalQuery(OddsQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One card of which rank; of one wager, or of all that do not turn on suits."""

    rank: Literal[RANKS]  # type: ignore[valid-type]
    wager: Annotated[str, msgspec.Meta(max_length=40)] = ""


class OddsAnswer(Part, frozen=True, kw_only=True):
    """Exact odds: the document of ``punto odds --json``."""

    rulebook: str
    decks: int | None
    cards: int
    deals: int
    outcomes: dict[str, int]
    wagers: dict[str, dict[str, Any]]
    known: dict[str, tuple[str, ...]] | None = None


class Effect(Part, frozen=True, kw_only=True):
    """What one card less adds to the expectation of a wager."""

    exact: str  # a fraction
    value: float


class RemovalAnswer(Part, frozen=True, kw_only=True):
    """What one card less of a rank does to wagers."""

    rulebook: str
    cards: int
    rank: str
    effects: dict[str, Effect]


class BookChoices(Part, frozen=True, kw_only=True):
    """What of a document's wagers can be chosen."""

    rulebook: str
    ties: tuple[str, ...]  # the least that is allowed, and what is usual
    paytables: tuple[str, ...]  # of the Dragon Bonus
    seats: int
    tableau: str  # the section of the Banker's third card


class FiledChoices(Part, frozen=True, kw_only=True):
    """A submission that ships."""

    submission: str
    rulebook: str
    decks: int  # in the shoe
    seats: int


class ChoicesAnswer(Part, frozen=True, kw_only=True):
    """What can be chosen."""

    decks: tuple[int, ...]
    books: tuple[BookChoices, ...]
    submissions: tuple[FiledChoices, ...]
    wagers: dict[str, str]  # registered besides those of the documents, with their titles
    tableau: tuple[tuple[bool, ...], ...]  # whether Banker draws: by its count, then by the card Player drew, or none


# ---------------------------------------------------------------- what is asked


async def odds(live: LiveFloor, call: ApiRequest) -> OddsAnswer:
    """Answer a question about odds."""
    return await _counted(live, call, _odds)


async def removal(live: LiveFloor, call: ApiRequest) -> RemovalAnswer:
    """Say what one card less of a rank does."""
    return await _counted(live, call, _removal)


async def _counted(live: LiveFloor, call: ApiRequest, counter: Callable[[Asked], T]) -> T:
    """Count beside the event loop."""
    query = call.query
    try:
        offer, digest = _offered(live, query)
        offer = replace(offer, wagers=(*offer.wagers, *_besides(query.wagers)))
        return await asyncio.to_thread(counter, Asked(query, digest, offer))
    except ValueError as error:
        raise HTTPError(400, "bad-question", str(error)) from None


def _offered(live: LiveFloor, query: OddsQuery) -> tuple[Offer, str]:
    """Return what is on offer, and what tells it from everything else that a query of these words may mean."""
    if query.table:
        room = live.room(query.table)
        offer = filed(room.desk.rules)
        meters = {name: room.meters().get(name, seed) for name, seed in offer.meters.items()}
        return replace(offer, meters=meters), f"{room.desk.rules.digest} {sorted(meters.items())}"
    if query.submission:
        offer = _shipped(query.submission, live.rulebooks())
        return offer, offer.book.digest
    book = live.rulebook(query.rulebook)
    return _whole(book, query.tie, query.dragon_bonus), book.digest


@lru_cache(maxsize=32)
def _shipped(name: str, books: Rulebooks) -> Offer:
    texts = shipped()
    rules = review(texts[name], books).rules if name in texts else None
    if rules is None:
        raise ValueError(f"no submission is called {name!r}: there are {', '.join(texts)}")
    return filed(rules)


class Asked:
    """A question about what is offered under a digest; two that are alike are counted once."""

    def __init__(self, query: Any, digest: str, offer: Offer) -> None:
        self.query, self.digest, self.offer = query, digest, offer

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Asked) and (self.query, self.digest) == (other.query, other.digest)

    def __hash__(self) -> int:
        return hash((self.query, self.digest))


@lru_cache(maxsize=256)
def _odds(asked: Asked) -> OddsAnswer:
    query, offer = asked.query, asked.offer
    question = _question(query, offer)
    answer = sheet(
        question.shoe, offer.wagers, known=question.known, seat=query.seat, rate=offer.rate, portion=offer.portion
    )
    return msgspec.convert(document(question, answer), OddsAnswer)


@lru_cache(maxsize=1024)
def _removal(asked: Asked) -> RemovalAnswer:
    query, offer = asked.query, asked.offer
    chosen = tuple(one for one in offer.wagers if (one.key == query.wager if query.wager else one.on_class))
    if not chosen:
        raise ValueError(f"no wager is called {query.wager!r}: there are {', '.join(one.key for one in offer.wagers)}")
    if query.player or query.banker:
        raise ValueError("the effect of a card is asked for between coups: leave the hands out")
    offer = replace(offer, wagers=chosen)
    question = _question(query, offer)
    full = msgspec.structs.replace(query, rank=RANKS[0])
    found = effects(
        question.shoe,
        chosen,
        rate=offer.rate,
        seat=query.seat,
        meters=offer.meters,
        stake=offer.stake,
        ranks=(query.rank,),
        before=_before(Asked(full, asked.digest, offer)),
    )
    told = {key: Effect(exact=str(row[query.rank]), value=float(row[query.rank])) for key, row in found.items() if row}
    return RemovalAnswer(rulebook=offer.book.id, cards=question.shoe.total, rank=query.rank, effects=told)


@lru_cache(maxsize=8)
def _before(asked: Asked) -> Sheet:
    """Return the sheet of the shoe as it is, which thirteen ranks are held against."""
    question, offer = _question(asked.query, asked.offer), asked.offer
    found = sheet(question.shoe, offer.wagers, rate=offer.rate, seat=question.seat)
    return replace(found, wagers={key: with_meters(one, question) for key, one in found.wagers.items()})


def _question(query: OddsQuery, offer: Offer) -> Question:
    if query.seat > offer.seats:
        raise ValueError(f"there are {offer.seats} seats")
    decks = None if query.shoe else query.decks or offer.decks
    whole = Composition.of(query.shoe) if decks is None else Composition.decks(decks)
    if whole.total > MOST_CARDS:
        raise ValueError("sixteen decks are the most that are counted here")
    return Question(
        offer=offer,
        decks=decks,
        shoe=whole.without(cards(query.remove)),
        known=Known(cards(query.player), cards(query.banker)),
        seat=query.seat,
        meters=offer.meters,
    )


# ---------------------------------------------------------------- what is on offer


@lru_cache(maxsize=64)
def _whole(book: Rulebook, tie: str, paytable: str) -> Offer:
    tables = paytables(book)
    if paytable and paytable not in tables:
        raise ValueError(f"{book.id} has no paytable {paytable!r}: there are {', '.join(tables) or 'none'}")
    return whole_book(book, Terms(_tie(tie, least_tie(book)), paytable))


def _tie(text: str, least: Fraction | None) -> Fraction | None:
    if text and least is None:
        raise ValueError(f"tie {text}: there are no odds of a tie to choose")
    try:
        pays = odds_of(text if " to " in text else f"{text} to 1") if text else None
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"tie {text}: write odds like 9 or '9 to 1'") from None
    if pays is not None and least is not None and not least <= pays <= 1000:
        raise ValueError(f"tie {text}: from {least} to 1000 to 1")
    return pays


def _besides(text: str) -> tuple[Any, ...]:
    keys = tuple(dict.fromkeys(filter(None, text.replace(",", " ").split())))
    for key in keys:
        if key not in registered_keys():
            raise ValueError(f"no wager is called {key!r}: there are {', '.join(registered_keys())}")
    return tuple(map(registered, keys))


async def choices(live: LiveFloor, call: ApiRequest) -> ChoicesAnswer:
    """Say what can be chosen."""
    return ChoicesAnswer(
        decks=DECKS,
        books=tuple(map(_choices, live.rulebooks().each())),
        submissions=tuple(_filed_choices(name, live.rulebooks()) for name in shipped()),
        wagers={key: registered(key).title for key in registered_keys()},
        tableau=DRAW,
    )


def _filed_choices(name: str, books: Rulebooks) -> FiledChoices:
    offer = _shipped(name, books)
    return FiledChoices(submission=name, rulebook=offer.book.id, decks=offer.decks, seats=offer.seats)


def _choices(book: Rulebook) -> BookChoices:
    least = least_tie(book)
    ties = tuple(f"{least + more} to 1" for more in range(2)) if least is not None else ()
    return BookChoices(
        rulebook=book.id,
        ties=ties,
        paytables=paytables(book),
        seats=_whole(book, "", "").seats,
        tableau=book.section("third.banker-table"),
    )


ENDPOINTS = (
    Endpoint("GET", "/api/odds", "exact odds", odds, OddsAnswer, query=OddsQuery, refuses=(404,), computes="odds"),
    Endpoint("GET", "/api/odds/choices", "what odds can be asked of", choices, ChoicesAnswer),
    Endpoint(
        "GET", "/api/odds/removal", "what one card less of a rank does", removal, RemovalAnswer,
        query=RemovalQuery, refuses=(404,), computes="odds",
    ),
)  # fmt: skip
