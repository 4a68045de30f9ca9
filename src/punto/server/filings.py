"""The register of filings as the pit sees it, and two submissions side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Literal

from punto.filings import Filing, Notice, Standing
from punto.filings.state import RECEIVERS
from punto.game.filings_link import needs_of
from punto.report.change import Change, compared
from punto.rules.house_rules import HouseRules
from punto.rules.review import Review, review
from punto.rules.submission import read
from punto.server.endpoints import HTTPError
from punto.server.live_floor import LiveFloor
from punto.server.messages import Part
from punto.table.preparation import RESHUFFLE, option_value

OPTION = "shuffle.reshuffle-option"


class FilingRow(Part, frozen=True, kw_only=True):
    """A filing in the register; without its text."""

    number: int
    kind: str
    title: str
    covers: tuple[str, ...]
    standing: Standing
    authority: str
    reference: str
    dated: str
    filed: int
    conditions: str
    expires: int | None
    digest: str
    content: str
    supersedes: int
    tables: tuple[str, ...]  # where it is in force


class Delivery(Part, frozen=True, kw_only=True):
    """A delivery of a notice, or one that is missing: ``at`` is 0."""

    to: str
    at: int
    who: str
    how: str
    reference: str
    attested: bool


class NoticeRow(Part, frozen=True, kw_only=True):
    """A notice with its deliveries and the tables that it changes."""

    number: int
    pit: str
    option: str
    value: bool
    text: str
    minutes: int
    section: str
    given: int
    who: str
    begins: int
    deliveries: tuple[Delivery, ...]
    starts: int | None
    state: Literal["waiting", "running", "begun", "cancelled"]
    tables: tuple[str, ...]  # of the pit, whose document has the option
    taken: tuple[str, ...]


class TableRow(Part, frozen=True, kw_only=True):
    """A table with the filings in force there, and the amendment that is due."""

    table: str
    pit: str
    rulebook: str
    filing: int
    unfiled: bool
    due: int
    option: bool | None  # the further shuffle; None if its document or method does not have it


class RegisterView(Part, frozen=True, kw_only=True):
    """The register."""

    now: int
    required: bool
    filings: tuple[FilingRow, ...]
    notices: tuple[NoticeRow, ...]
    tables: tuple[TableRow, ...]
    names: dict[str, str]


class NeedRow(Part, frozen=True, kw_only=True):
    """An approval that a submission refers to."""

    kind: str
    title: str
    digest: str
    section: str


class FieldRow(Part, frozen=True, kw_only=True):
    """A field that differs."""

    path: str
    before: str | None
    after: str | None


class EdgeRow(Part, frozen=True, kw_only=True):
    """A wager's exact house edge in both submissions; None where it is not offered."""

    wager: str
    title: str
    section: str
    before: float | None
    after: float | None
    differs: bool


class Requires(Part, frozen=True, kw_only=True):
    """An approval, notice or moment that a change needs, or does not need."""

    code: str
    needed: bool
    section: str
    words: str


class Comparison(Part, frozen=True, kw_only=True):
    """Two filings side by side."""

    old: int
    new: int
    fields: tuple[FieldRow, ...]
    same: int
    areas: tuple[str, ...]
    edges: tuple[EdgeRow, ...]
    findings: tuple[str, ...]
    needs: tuple[Requires, ...]


async def the_register(live: LiveFloor) -> RegisterView:
    """Return the register as it is now."""
    state, now = await live.house.machines.filings(), live.clock()
    filings = []
    for one in state.filings.values():
        tables = tuple(sorted(name for name, numbers in state.in_force.items() if one.number in numbers))
        filings.append(_filing(one, state.standing(one.number, now), tables))
    notices = tuple(_notice(live, one, now) for one in state.notices.values())
    who = {delivery.who for one in notices for delivery in one.deliveries if delivery.who}
    return RegisterView(
        now=now,
        required=live.terms.filings == "required",
        filings=tuple(filings),
        notices=notices,
        tables=tuple(_tables(live, state.due, now)),
        names=await _names(live, sorted(who | {one.who for one in notices})),
    )


async def _names(live: LiveFloor, people: list[str]) -> dict[str, str]:
    kept = {who: await live.people.roll.by_who(who) for who in people}
    return {who: one.account.name for who, one in kept.items() if one is not None}


def _filing(one: Filing, standing: Standing, tables: tuple[str, ...]) -> FilingRow:
    return FilingRow(
        number=one.number,
        kind=one.kind,
        title=one.title,
        covers=one.covers,
        standing=standing,
        authority=one.authority,
        reference=one.reference,
        dated=one.dated,
        filed=one.filed_at,
        conditions=one.conditions,
        expires=one.expires,
        digest=one.digest,
        content=one.content,
        supersedes=one.supersedes,
        tables=tables,
    )


def _notice(live: LiveFloor, one: Notice, now: int) -> NoticeRow:
    deliveries = []
    for to in RECEIVERS:
        made = one.delivered.get(to)
        deliveries.append(
            Delivery(
                to=to,
                at=made.at if made else 0,
                who=made.who if made else "",
                how=made.how if made else "",
                reference=made.reference if made else "",
                attested=bool(made and made.attested),
            )
        )
    begun = "begun" if one.begun(now) else "running" if one.starts is not None else "waiting"
    return NoticeRow(
        number=one.number,
        pit=one.pit,
        option=one.option,
        value=one.value,
        text=one.text,
        minutes=one.minutes,
        section=one.section,
        given=one.at,
        who=one.who,
        begins=one.begins,
        deliveries=tuple(deliveries),
        starts=one.starts,
        state="cancelled" if one.cancelled else begun,  # type: ignore[arg-type]
        tables=tuple(rules.table for rules in knowing(live, one.pit, now)),
        taken=tuple(sorted(one.taken)),
    )


def _tables(live: LiveFloor, due: dict[str, int], now: int) -> Iterator[TableRow]:
    for name, desk in sorted(live.house.desks.items()):
        yield TableRow(
            table=name,
            pit=desk.rules.pit,
            rulebook=desk.rules.rulebook.id,
            filing=desk.state.filing,
            unfiled=bool(desk.state.filings) and not desk.state.filing,
            due=due.get(name, 0),
            option=option_value(desk.rules, desk.state, RESHUFFLE, now),
        )


def knowing(live: LiveFloor, pit: str, now: int) -> Iterator[HouseRules]:
    """Yield the rules of the tables of a pit that have the option of a further shuffle."""
    for _, desk in sorted(live.house.desks.items()):
        same = desk.rules.pit.casefold() == pit.casefold()
        if same and option_value(desk.rules, desk.state, RESHUFFLE, now) is not None:
            yield desk.rules


def terms_of_notice(live: LiveFloor, pit: str) -> tuple[int, str]:
    """Return the minutes and sections of a notice about a pit, the longest time. Raises ``HTTPError``."""
    books = {rules.rulebook.id: rules.rulebook for rules in knowing(live, pit, live.clock())}
    options = [book.law.shuffle.reshuffle_option for book in books.values()]
    minutes = [one.notice_minutes for one in options if one is not None]
    if not minutes:
        words = "No table of this pit has the option of a further shuffle."
        raise HTTPError(409, "no-such-option", words, {"pit": pit})
    return max(minutes), "; ".join(f"{name} {book.section(OPTION)}" for name, book in sorted(books.items()))


# ---------------------------------------------------------------- submissions


async def reviewed(live: LiveFloor, text: str) -> Review:
    """Review a text outside the event loop."""
    return await asyncio.to_thread(review, text, live.rulebooks())


async def filing_of(live: LiveFloor, number: int) -> Filing:
    """Return a filing by its number. Raises ``HTTPError``."""
    one = (await live.house.machines.filings()).filings.get(number)
    if one is None:
        raise HTTPError(404, "no-such-filing", "The register has no filing of this number.", {"number": number})
    return one


def needs(rules: HouseRules, text: str) -> tuple[NeedRow, ...]:
    """Return the approvals that a lawful submission refers to."""
    filed = read(text).submission
    found = needs_of(rules, filed) if filed is not None else ()
    return tuple(NeedRow(kind=one.kind, title=one.title, digest=one.digest, section=one.section) for one in found)


async def compare(live: LiveFloor, old: int, new: int) -> Comparison:
    """Compare the texts of two filings. Raises ``HTTPError``."""
    texts = (await filing_of(live, old)).text, (await filing_of(live, new)).text
    reviews = [await reviewed(live, text) for text in texts]
    if any(one.submission is None for one in reviews):
        raise HTTPError(409, "not-a-submission", "Only submissions can be compared.")
    found = await asyncio.to_thread(compared, reviews[0], reviews[1], texts, live.rulebooks())
    return _comparison(old, new, found)


def _comparison(old: int, new: int, found: Change) -> Comparison:
    return Comparison(
        old=old,
        new=new,
        fields=tuple(FieldRow(path=one.path, before=one.before, after=one.after) for one in found.fields),
        same=found.same,
        areas=found.areas,
        edges=tuple(
            EdgeRow(
                wager=one.key,
                title=one.title,
                section=one.section,
                before=None if one.before is None else float(one.before),
                after=None if one.after is None else float(one.after),
                differs=one.differs,
            )
            for one in found.edges
        ),
        findings=tuple(map(str, found.findings)),
        needs=tuple(
            Requires(code=one.code, needed=one.needed, section=one.section, words=one.words) for one in found.needs
        ),
    )
