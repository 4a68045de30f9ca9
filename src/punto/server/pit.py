"""The pit: every table with what floorpersons need to see."""

from __future__ import annotations

from importlib.resources import files
from typing import Literal

from punto.core.posting import RACK
from punto.core.roles import Role
from punto.floor.dealer import AutomaticDriver
from punto.library import Rulebooks
from punto.people.administration.decide import alone
from punto.people.administration.messages import Hand, MoneyProposed
from punto.progressive.state import MICRO
from punto.rules.house_rules import HouseRules
from punto.rules.review.shuffling import law_of
from punto.rules.submission import read
from punto.server.channels import TableChannel
from punto.server.journals import FloorCall, Waiting
from punto.server.live_floor import LiveFloor
from punto.server.messages import Part, Range
from punto.server.pit_accounts import MeterFigures, TableFigures
from punto.server.rules import ranges_of
from punto.table import TableState, due
from punto.table.holes import Expected, wire
from punto.table.posts import vacant
from punto.table.preparation import HOUR
from punto.views.picture import PostPicture, posts_of


class Shipped(Part, frozen=True, kw_only=True):
    """A built-in submission."""

    name: str
    rulebook: str
    title: str


class DeckAge(Part, frozen=True, kw_only=True):
    """The age of the cards in the shoe."""

    opened: int | None  # None before the first are opened
    hours: int | None  # after which they are changed; None if every shoe has new ones
    due: int | None  # when they are changed, or None


class PitTable(Part, frozen=True, kw_only=True):
    """A table in the pit's view."""

    table: str
    rulebook: str
    title: str
    pit: str
    phase: str
    shoe: int
    coup: int
    number: int
    driver: Literal["automatic", "desk"]
    virtual: bool
    disabled: bool
    closing: bool
    seats: int
    taken: int
    limits: dict[str, Range]  # in force now
    filed: dict[str, Range]  # those within which the pit may post others
    decks: DeckAge
    rack: int
    notices: dict[str, str]
    wants: tuple[Expected, ...]  # due acts of the floor
    posts: tuple[PostPicture, ...]  # who stands where, and since when
    vacant: tuple[str, ...]  # posts to be filled before play goes on
    calls: tuple[FloorCall, ...]
    figures: TableFigures
    progressive: str
    meters: tuple[MeterFigures, ...]


class Proposal(Part, frozen=True, kw_only=True):
    """A change of a meter that waits for another person's approval."""

    progressive: str
    proposal: str
    who: str
    at: int
    debit: str
    credit: str
    cents: int
    why: str


class MoneyProposal(Part, frozen=True, kw_only=True):
    """A proposal to move money by hand, which waits for a second person."""

    proposal: str
    who: str
    at: int
    kind: Hand
    cents: int
    why: str
    person: str
    table: str
    seat: int
    corrects: int | None
    wager: str
    cause: str


class PitFloor(Part, frozen=True, kw_only=True):
    """The floor as a whole."""

    disabled: bool


class ClosedTable(Part, frozen=True, kw_only=True):
    """A closed table."""

    table: str


class Unopened(Part, frozen=True, kw_only=True):
    """A table that could not be resumed."""

    table: str
    why: str


class Pit(Part, frozen=True, kw_only=True):
    """The pit."""

    now: int
    floor: PitFloor
    submissions: tuple[Shipped, ...]
    tables: tuple[PitTable, ...]
    closed: tuple[ClosedTable, ...]
    unopened: tuple[Unopened, ...]
    proposals: tuple[Proposal, ...]
    money: tuple[MoneyProposal, ...]
    alone: int  # cents that one floorperson may move without a second


def shipped() -> dict[str, str]:
    """Return the texts of the built-in submissions by name."""
    found = {entry.name: entry for entry in files("punto").joinpath("submissions").iterdir()}
    return {
        name.removesuffix(".toml"): found[name].read_text(encoding="utf-8")
        for name in sorted(found)
        if name.endswith(".toml")
    }


async def the_pit(live: LiveFloor) -> Pit:
    """Return the current pit."""
    house, calls = live.house, await live.calls.all()
    return Pit(
        now=live.clock(),
        floor=PitFloor(disabled=house.switches.floor),
        submissions=tuple(_shipped(name, text, live.rulebooks()) for name, text in shipped().items()),
        tables=tuple([await _table(live, room, calls.get(name, ())) for name, room in list(live.rooms.items())]),
        closed=tuple(ClosedTable(table=name) for name in await house.shelves.closed()),
        unopened=tuple(Unopened(table=name, why=why) for name, why in house.unopened.items()),
        proposals=tuple([one for name in house.machines.meters for one in await _proposals(live, name)]),
        money=tuple(map(_waiting, live.people.journal.state.proposals.values())),
        alone=alone(live.people.journal.state),
    )


def _waiting(made: MoneyProposed) -> MoneyProposal:
    return MoneyProposal(
        proposal=made.proposal,
        who=made.who,
        at=made.at,
        kind=made.kind,
        cents=made.cents,
        why=made.why,
        person=made.person or "",
        table=made.table or "",
        seat=made.seat,
        corrects=made.corrects,
        wager=made.wager,
        cause=made.cause,
    )


def _shipped(name: str, text: str, books: Rulebooks) -> Shipped:
    submission = read(text).submission
    law = law_of(submission, books) if submission else None
    return Shipped(
        name=name,
        rulebook=submission.rulebook if submission else "",
        title=law.rulebook.title if law is not None else "",
    )


async def _table(live: LiveFloor, room: TableChannel, calls: Waiting) -> PitTable:
    desk, rules, state = room.desk, room.desk.rules, room.desk.state
    return PitTable(
        table=rules.table,
        rulebook=rules.rulebook.id,
        title=rules.rulebook.title,
        pit=rules.pit,
        phase=state.phase,
        shoe=state.shoe,
        coup=state.coup,
        number=state.coup - state.shoe_began + 1,
        driver="automatic" if isinstance(desk.driver, AutomaticDriver) else "desk",
        virtual=state.fair is not None,
        disabled=desk.disabled,
        closing=rules.table in live.house.closing,
        seats=rules.seats,
        taken=len(state.seated),
        limits=ranges_of(desk.limits),
        filed=ranges_of(rules.limits),
        decks=_decks(rules, state),
        rack=state.accounts.get(RACK, 0),
        notices={notice.key: notice.text for notice in rules.layout.notices},
        wants=tuple(wire(act) for act in due(rules, state) if act.by is Role.FLOOR),
        posts=posts_of(state),
        vacant=vacant(rules, state),
        calls=calls,
        figures=await live.books.figures(desk),
        progressive=state.progressive,
        meters=await _meters(live, state.progressive),
    )


def _decks(rules: HouseRules, state: TableState) -> DeckAge:
    opened = state.decks[state.batch - 1] if state.batch <= len(state.decks) else None
    hours = rules.deck_hours
    return DeckAge(opened=opened, hours=hours, due=opened + hours * HOUR if opened is not None and hours else None)


async def _meters(live: LiveFloor, progressive: str) -> tuple[MeterFigures, ...]:
    machine = live.house.machines.meters.get(progressive)
    if machine is None:
        return ()
    return await live.books.meters(machine.terms, await live.house.machines.shown(progressive))


async def _proposals(live: LiveFloor, progressive: str) -> list[Proposal]:
    state = await live.house.machines.shown(progressive)
    return [
        Proposal(
            progressive=progressive,
            proposal=one.proposal,
            who=one.who,
            at=one.at,
            debit=one.debit,
            credit=one.credit,
            cents=one.micro // MICRO,
            why=one.why,
        )
        for one in state.proposals.values()
    ]
