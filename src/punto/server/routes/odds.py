"""Public odds: of a table here or of a whole document, for any shoe, from any point of a coup.

``punto.odds`` computes them exactly. Results are cached, because many requests are the same.
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
    """The subject: a table here, a built-in submission, or all wagers of a rulebook."""

    table: Text = ""  # one here, with its current meters
    submission: Annotated[str, msgspec.Meta(max_length=80)] = ""  # a built-in one, by its name
    rulebook: Annotated[str, msgspec.Meta(max_length=80)] = ""  # default: the floor's default rulebook
    decks: Annotated[int, msgspec.Meta(ge=0, le=16)] = 0  # default: as filed, or eight
    shoe: Text = ""  # A=32,2=31,… instead of full decks
    remove: Text = ""
    player: Text = ""
    banker: Text = ""
    tie: Annotated[str, msgspec.Meta(max_length=20)] = ""
    dragon_bonus: Annotated[str, msgspec.Meta(max_length=20)] = ""  # its paytable; the document's first by default
    wagers: Annotated[str, msgspec.Meta(max_length=200)] = ""  # additional registered ones, like lucky-6
    seat: Annotated[int, msgspec.Meta(ge=1, le=14)] = 1


class RemovalQuery(OddsQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rank of the removed card; for one wager, or for all that do not depend on suits."""

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
    """The effect of one card less on the expected value of a wager."""

    exact: str  # a fraction
    value: float


class RemovalAnswer(Part, frozen=True, kw_only=True):
    """The effect of one card less of a rank on wagers."""

    rulebook: str
    cards: int
    rank: str
    effects: dict[str, Effect]


class BookChoices(Part, frozen=True, kw_only=True):
    """The choices of a document's wagers."""

    rulebook: str
    ties: tuple[str, ...]  # the minimum, and usual odds
    paytables: tuple[str, ...]  # of the Dragon Bonus
    seats: int
    tableau: str  # the section of the Banker's third card


class FiledChoices(Part, frozen=True, kw_only=True):
    """A built-in submission."""

    submission: str
    rulebook: str
    decks: int  # in the shoe
    seats: int


class ChoicesAnswer(Part, frozen=True, kw_only=True):
    """All choices."""

    decks: tuple[int, ...]
    books: tuple[BookChoices, ...]
    submissions: tuple[FiledChoices, ...]
    wagers: dict[str, str]  # registered ones, with their titles
    tableau: tuple[tuple[bool, ...], ...]  # whether Banker draws: by its count, then by the card Player drew, or none


# ---------------------------------------------------------------- requests


async def odds(live: LiveFloor, call: ApiRequest) -> OddsAnswer:
    """Return exact odds."""
    return await _counted(live, call, _odds)


async def removal(live: LiveFloor, call: ApiRequest) -> RemovalAnswer:
    """Return the effect of one card less of a rank."""
    return await _counted(live, call, _removal)


async def _counted(live: LiveFloor, call: ApiRequest, counter: Callable[[Asked], T]) -> T:
    """Compute outside the event loop."""
    query = call.query
    try:
        offer, digest = _offered(live, query)
        offer = replace(offer, wagers=(*offer.wagers, *_besides(query.wagers)))
        return await asyncio.to_thread(counter, Asked(query, digest, offer))
    except ValueError as error:
        raise HTTPError(400, "bad-question", str(error)) from None


def _offered(live: LiveFloor, query: OddsQuery) -> tuple[Offer, str]:
    """Return the offered wagers, and a key that distinguishes them from others with the same query."""
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
    """A request about wagers with a digest; equal ones are computed once."""

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
        ranks=(query.rank,),
        before=_before(Asked(full, asked.digest, offer)),
    )
    told = {key: Effect(exact=str(row[query.rank]), value=float(row[query.rank])) for key, row in found.items() if row}
    return RemovalAnswer(rulebook=offer.book.id, cards=question.shoe.total, rank=query.rank, effects=told)


@lru_cache(maxsize=8)
def _before(asked: Asked) -> Sheet:
    """Return the sheet of the present shoe, with which thirteen ranks are compared."""
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


# ---------------------------------------------------------------- offered wagers


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
    """Return the choices."""
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
    Endpoint("GET", "/api/odds/choices", "choices for exact odds", choices, ChoicesAnswer),
    Endpoint(
        "GET", "/api/odds/removal", "effects of removing cards", removal, RemovalAnswer,
        query=RemovalQuery, refuses=(404,), computes="odds",
    ),
)  # fmt: skip
