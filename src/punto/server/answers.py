"""The answers of the floor, as types: what the description says of them is what is sent."""

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

# ---------------------------------------------------------------- the floor and its tables


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
    seated: tuple[int, ...]  # the seats that are taken
    limits: dict[str, Range]
    closes: int | None  # when bets close, by the server's clock
    bet_seconds: int
    outcomes: Outcomes
    meters: dict[str, int]
    watching: int  # lines that are open
    disabled: bool


class Lobby(Part, frozen=True, kw_only=True):
    """All tables."""

    now: int
    tables: tuple[LobbyTable, ...]


class FloorAnswer(Part, frozen=True, kw_only=True):
    """The floor."""

    version: str
    protocol: int
    demo: bool
    now: int
    tables: tuple[LobbyTable, ...]


class TableAnswer(Part, frozen=True, kw_only=True):
    """One table with its rules."""

    now: int
    table: LobbyTable
    rules: RulesAnswer


class PictureAnswer(Part, frozen=True, kw_only=True):
    """What the caller sees of a table."""

    now: int
    picture: Picture


class EventAnswer(Part, frozen=True, kw_only=True):
    """An event in the caller's view."""

    n: int
    at: int
    event: dict[str, Any]


class EventsAnswer(Part, frozen=True, kw_only=True):
    """Stored events; there is more where the version is beyond the last."""

    version: int
    events: tuple[EventAnswer, ...]


class CoupAnswer(Part, frozen=True, kw_only=True):
    """A hand as it was: a record, nothing of it is live."""

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
    winner: str  # nothing, where it was void or is not over
    player: int
    banker: int
    staked: int  # cents on the felt when betting closed
    paid: int  # and what was paid on them


class CoupsAnswer(Part, frozen=True, kw_only=True):
    """The coups of a shoe, and how many shoes there are."""

    shoe: int
    shoes: int
    coups: tuple[PastCoup, ...]


# ---------------------------------------------------------------- people


class PersonAnswer(Part, frozen=True, kw_only=True):
    """Who the floor takes the caller for."""

    who: str
    name: str
    duties: tuple[str, ...]
    guest: bool
    seats: dict[str, int]  # where this person sits


class Session(Part, frozen=True, kw_only=True):
    """A session that has begun; programs send the token, browsers have it as a cookie."""

    token: str
    person: PersonAnswer


# ---------------------------------------------------------------- what nobody has to log in for


class FindingAnswer(Part, frozen=True, kw_only=True):
    """What a review found."""

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
    """Whether the floor is alive: every table answers."""

    alive: bool
    tables: int


# ---------------------------------------------------------------- made of what there is


def past_coup(coup: CoupHistory) -> PastCoup:
    """Return a coup as a line of a list: what anybody at the table has seen of it."""
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
        lawful=review.lawful,
        findings=finding_answers(review.findings, text),
        warnings=finding_answers(review.warnings, text),
    )


def finding_answers(findings: tuple[Finding, ...], text: str) -> tuple[FindingAnswer, ...]:
    """Return what was found, and at which lines of the text."""
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
    """Return who somebody is."""
    duties = tuple(sorted(str(duty) for duty in caller.duties))
    return PersonAnswer(who=caller.who, name=caller.name, duties=duties, guest=caller.guest, seats=seats)
