"""Types of the HTTP responses; the API description is generated from them."""

from __future__ import annotations

from typing import Any

from punto.rules.review import Review
from punto.rules.review.finding import Finding, lines_of
from punto.server.messages import Part, Range
from punto.server.participants import Participant
from punto.server.rules import RulesAnswer
from punto.views.history import CoupHistory
from punto.views.picture import Picture
from punto.views.results import Outcomes

# ---------------------------------------------------------------- floor and tables


class RhythmAnswer(Part, frozen=True, kw_only=True):
    """The pace of a table."""

    name: str  # classic, speed, squeeze, own; "" where nothing is shown: with a human dealer, or for programs
    bets: int  # length of the betting period in milliseconds


class LobbyTable(Part, frozen=True, kw_only=True):
    """A table in the lobby."""

    table: str
    title: str  # of its rulebook
    pit: str
    rulebook: str
    phase: str
    shoe: int
    coup: int
    number: int  # of the coup in its shoe
    seats: int
    taken: int
    seated: tuple[int, ...]  # the occupied seats
    limits: dict[str, Range]
    closes: int | None  # when bets close, by the server's clock; None without a timer
    bet_seconds: int
    rhythm: RhythmAnswer
    outcomes: Outcomes
    meters: dict[str, int]
    watching: int  # open connections
    disabled: bool
    awaits_dealer: bool  # dealt by hand, and no dealer is at it


class Lobby(Part, frozen=True, kw_only=True):
    """All tables."""

    now: int
    drop_again: bool  # roads: a tail that has turned drops again where it can
    tables: tuple[LobbyTable, ...]


class FloorAnswer(Part, frozen=True, kw_only=True):
    """The floor."""

    version: str
    protocol: int
    demo: bool
    now: int
    tables: tuple[LobbyTable, ...]
    anchored: bool = False  # it makes checkpoints, so that coups have receipts


class TableAnswer(Part, frozen=True, kw_only=True):
    """One table with its rules."""

    now: int
    table: LobbyTable
    rules: RulesAnswer
    drop_again: bool  # roads: a tail that has turned drops again where it can
    times: dict[str, int]  # milliseconds for which events are shown, by step or kind; third cards have their own


class PictureAnswer(Part, frozen=True, kw_only=True):
    """The caller's view of a table."""

    now: int
    picture: Picture


class EventAnswer(Part, frozen=True, kw_only=True):
    """An event in the caller's view."""

    n: int
    at: int
    event: dict[str, Any]


class EventsAnswer(Part, frozen=True, kw_only=True):
    """Stored events; there are more if the version is beyond the last."""

    version: int
    events: tuple[EventAnswer, ...]


class CoupAnswer(Part, frozen=True, kw_only=True):
    """A past coup, reconstructed from the log."""

    live: bool
    coup: CoupHistory


class PastCoup(Part, frozen=True, kw_only=True):
    """A coup of a list."""

    coup: int  # within its shoe
    number: int  # as the table counts
    began: int
    ended: int
    kind: str
    void: bool
    winner: str  # "" if it was void or is not over
    player: int
    banker: int
    staked: int  # cents on the felt when betting closed
    paid: int  # cents paid on them


class CoupsAnswer(Part, frozen=True, kw_only=True):
    """The coups of a shoe, and the number of shoes."""

    shoe: int
    shoes: int
    coups: tuple[PastCoup, ...]


# ---------------------------------------------------------------- users


class PersonAnswer(Part, frozen=True, kw_only=True):
    """The identity of the caller."""

    who: str
    name: str
    duties: tuple[str, ...]
    guest: bool
    seats: dict[str, int]  # seats of this user, by table


class Session(Part, frozen=True, kw_only=True):
    """A new session; programs send the token, browsers have it as a cookie."""

    token: str
    person: PersonAnswer


# ---------------------------------------------------------------- public responses


class FindingAnswer(Part, frozen=True, kw_only=True):
    """A finding of a review."""

    code: str
    path: str
    line: int  # of the text, from 1; its own, or that of the table where something is missing
    section: str
    message: str


class ReviewAnswer(Part, frozen=True, kw_only=True):
    """The review of a submission."""

    rulebook: str
    lawful: bool
    findings: tuple[FindingAnswer, ...]
    warnings: tuple[FindingAnswer, ...]


class Health(Part, frozen=True, kw_only=True):
    """Health of the floor: whether every table answers."""

    alive: bool
    tables: int


# ---------------------------------------------------------------- conversions


def past_coup(coup: CoupHistory) -> PastCoup:
    """Return a coup as a list entry, with public facts only."""
    result = coup.result
    return PastCoup(
        coup=coup.number,
        number=coup.coup,
        began=coup.began,
        ended=coup.ended,
        kind=coup.kind,
        void=coup.void,
        winner=result.winner if result else "",
        player=result.player if result else 0,
        banker=result.banker if result else 0,
        staked=sum(stake.cents for stake in coup.wagers),
        paid=sum(one.paid + one.awards for one in coup.results),
    )


def review_answer(review: Review, text: str) -> ReviewAnswer:
    """Return the review of a text."""
    return ReviewAnswer(
        rulebook=review.rulebook,
        lawful=bool(review.lawful),
        findings=finding_answers(review.findings, text),
        warnings=finding_answers(review.warnings, text),
    )


def finding_answers(findings: tuple[Finding, ...], text: str) -> tuple[FindingAnswer, ...]:
    """Return findings with their lines in the text."""
    return tuple(
        FindingAnswer(
            code=str(finding.code),
            path=finding.path,
            line=line,
            section=finding.section,
            message=finding.message,
        )
        for finding, line in zip(findings, lines_of(text, findings), strict=True)
    )


def person_answer(caller: Participant, seats: dict[str, int]) -> PersonAnswer:
    """Return the identity of a caller."""
    duties = tuple(sorted(str(duty) for duty in caller.duties))
    return PersonAnswer(who=caller.who, name=caller.name, duties=duties, guest=caller.guest, seats=seats)
