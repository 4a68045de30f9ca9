"""Endpoints of the register of filings: what is filed and decided, notices and their deliveries, amendments."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from punto.accounts import tokens
from punto.core.roles import Duty
from punto.draw.felt import felt_svg
from punto.filings import Refusal
from punto.filings import messages as f
from punto.floor.floor import read_filing
from punto.game.filings_link import amend_command
from punto.record.amending import amended_rules, unfit
from punto.record.opening import Unlawful
from punto.rules.content import content_digest
from punto.server.answers import review_answer
from punto.server.endpoints import SVG, ApiRequest, Empty, Endpoint, HTTPError, Reply
from punto.server.filings import (
    Comparison,
    NeedRow,
    RegisterView,
    compare,
    filing_of,
    needs,
    reviewed,
    terms_of_notice,
    the_register,
)
from punto.server.live_floor import LiveFloor
from punto.server.messages import Part
from punto.server.pit import shipped
from punto.server.routes.pit import Name, Why, Words
from punto.table.preparation import RESHUFFLE

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200_000)]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Perhaps = Annotated[str, msgspec.Meta(max_length=500)]


class NewFiling(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A filing to be entered; of rules and layouts the text is a submission, or the name of a built-in one."""

    kind: f.Kind
    title: Line
    text: Text
    covers: tuple[Name, ...] = ()
    supersedes: int = 0


class Numbered(Part, frozen=True, kw_only=True):
    """A filing or notice by its number, and the approvals that a submission refers to."""

    number: int
    needs: tuple[NeedRow, ...] = ()


class Filed(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The authority with which something is filed."""

    authority: Line


class Decision(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An authority's decision."""

    decision: f.Decided
    reference: Line
    dated: Line
    conditions: Perhaps = ""
    expires: int | None = None


class AtTable(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table to be amended."""

    table: Name


class NewNotice(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A notice that the further shuffle begins or ends in a pit."""

    pit: Annotated[str, msgspec.Meta(max_length=120)]
    value: bool
    text: Words
    begins: int = 0


class Delivered(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A delivery outside the system."""

    to: f.Receiver
    how: Line
    reference: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Pair(Part, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two filings to be compared."""

    old: int
    new: int


async def _do(live: LiveFloor, call: ApiRequest, do: type[Any], by: Duty = Duty.FLOOR, /, **fields: Any) -> int:
    """Give a command to the register; return the number of its filing or notice. Raises ``HTTPError``."""
    command = do(id=tokens.command(), by=by, who=call.caller.who, at=live.clock(), **fields)
    answer = await live.house.machines.filings_do(command)
    if isinstance(answer, Refusal):
        missing = answer.reason in (f.Reason.NO_SUCH_FILING, f.Reason.NO_SUCH_NOTICE)
        words = f"The register refuses: {str(answer.reason).replace('-', ' ')}."
        raise HTTPError(404 if missing else 409, str(answer.reason), words, dict(answer.detail))
    for desk in live.house.desks.values():
        desk.wake()  # what a table waits for may be due now
    number: int = answer[0].number
    return number


def _number(call: ApiRequest) -> int:
    try:
        return int(call.path["number"])
    except ValueError:
        raise HTTPError(404, "no-such-filing", "The register has no filing of this number.") from None


async def register(live: LiveFloor, call: ApiRequest) -> RegisterView:
    """Return the register."""
    return await the_register(live)


async def draft(live: LiveFloor, call: ApiRequest) -> Numbered:
    """Enter a filing; an unlawful submission is refused with every finding."""
    body: NewFiling = call.body
    text, content = shipped().get(body.text, body.text), ""
    referred: tuple[NeedRow, ...] = ()
    if body.kind in ("rules", "layout"):
        found = await reviewed(live, text)
        if found.rules is None:
            raise HTTPError(422, "unlawful", "The submission is not lawful.", review=review_answer(found, text))
        content = content_digest(found.rules) if body.kind == "layout" else ""
        referred = needs(found.rules, text) if body.kind == "rules" else ()
    number = await _do(
        live,
        call,
        f.Draft,
        kind=body.kind,
        title=body.title,
        text=text,
        covers=body.covers,
        content=content,
        supersedes=body.supersedes,
    )
    return Numbered(number=number, needs=referred)


async def file(live: LiveFloor, call: ApiRequest) -> Numbered:
    """File a draft."""
    return Numbered(number=await _do(live, call, f.File, number=_number(call), authority=call.body.authority))


async def decide(live: LiveFloor, call: ApiRequest) -> Numbered:
    """Record an authority's decision."""
    fields = {name: getattr(call.body, name) for name in Decision.__struct_fields__}
    return Numbered(number=await _do(live, call, f.RecordDecision, number=_number(call), **fields))


async def withdraw(live: LiveFloor, call: ApiRequest) -> Numbered:
    """Withdraw a filing that has not been decided."""
    return Numbered(number=await _do(live, call, f.Withdraw, number=_number(call), why=call.body.why))


async def revoke(live: LiveFloor, call: ApiRequest) -> Numbered:
    """Record that an approval was revoked."""
    return Numbered(number=await _do(live, call, f.Revoke, number=_number(call), why=call.body.why))


async def amend(live: LiveFloor, call: ApiRequest) -> Numbered:
    """Let a table play under an approved submission from its next shoe on."""
    number, table = _number(call), call.body.table
    filing, desk = await filing_of(live, number), live.room(table).desk
    if filing.kind == "rules":
        others = [one for name, one in live.house.filed.items() if name != table]
        try:
            read_filing(filing.text, others, live.rulebooks())
            rules = amended_rules(amend_command(filing, desk.game.law, desk.state, live.clock()))
        except (Unlawful, ValueError) as error:
            raise HTTPError(409, "cannot-amend", f"{error}.") from None
        refusal = unfit(desk.rules, rules, desk.state)
        if refusal is not None and refusal.detail["because"] != "markers":  # those are collected before the next shoe
            words = f"This open table cannot take it: {str(refusal.detail['because']).replace('-', ' ')}."
            raise HTTPError(409, str(refusal.reason), words, dict(refusal.detail))
    return Numbered(number=await _do(live, call, f.Amend, number=number, table=table))


async def keep(live: LiveFloor, call: ApiRequest) -> Numbered:
    """Cancel the amendment that is due at a table."""
    return Numbered(number=await _do(live, call, f.CancelAmendment, table=call.body.table))


async def give(live: LiveFloor, call: ApiRequest) -> Numbered:
    """Give notice that the further shuffle begins or ends in a pit."""
    body: NewNotice = call.body
    minutes, section = terms_of_notice(live, body.pit)
    fields: dict[str, Any] = {"pit": body.pit, "value": body.value, "text": body.text, "begins": body.begins}
    number = await _do(live, call, f.GiveNotice, **fields, option=RESHUFFLE, minutes=minutes, section=section)
    return Numbered(number=number)


async def deliver(live: LiveFloor, call: ApiRequest) -> Numbered:
    """Attest a delivery of a notice outside the system."""
    fields = {"to": call.body.to, "how": call.body.how, "reference": call.body.reference}
    return Numbered(number=await _do(live, call, f.RecordDelivery, number=_number(call), **fields))


async def acknowledge(live: LiveFloor, call: ApiRequest) -> Numbered:
    """Acknowledge a notice, as surveillance or as a regulator."""
    duty = Duty.REGULATOR if Duty.REGULATOR in call.caller.duties else Duty.SURVEILLANCE
    return Numbered(number=await _do(live, call, f.Acknowledge, duty, number=_number(call)))


async def cancel(live: LiveFloor, call: ApiRequest) -> Numbered:
    """Cancel a notice that has not begun."""
    return Numbered(number=await _do(live, call, f.CancelNotice, number=_number(call), why=call.body.why))


async def comparison(live: LiveFloor, call: ApiRequest) -> Comparison:
    """Compare two filings."""
    return await compare(live, call.query.old, call.query.new)


async def felt(live: LiveFloor, call: ApiRequest) -> Reply:
    """Draw the felt of a filed submission."""
    filing = await filing_of(live, _number(call))
    found = await reviewed(live, filing.text)
    if found.rules is None:
        raise HTTPError(409, "not-a-submission", "This filing is not a submission.")
    return Reply(felt_svg(found.rules).encode(), SVG, tag=filing.digest)


ONE, NOTICE = "/api/filings/{number}", "/api/notices/{number}"
ENDPOINTS = (
    Endpoint("GET", "/api/filings", "the register of filings", register, RegisterView, needs="register"),
    Endpoint(
        "GET", "/api/filings/compare", "two filings side by side", comparison, Comparison, query=Pair,
        needs="register", refuses=(404, 409), computes="odds",
    ),
    Endpoint("GET", f"{ONE}/felt.svg", "the felt of a filing", felt, bytes, SVG, needs="register", refuses=(404, 409)),
    Endpoint(
        "POST", "/api/filings", "enter a filing", draft, Numbered, body=NewFiling, needs="floor",
        refuses=(404, 409, 422), computes="review",
    ),
    Endpoint(
        "POST", "/api/notices", "give notice of an option", give, Numbered, body=NewNotice, needs="floor",
        refuses=(409,),
    ),
    Endpoint(
        "POST", "/api/filings/keep", "cancel an amendment", keep, Numbered, body=AtTable, needs="floor",
        refuses=(404, 409),
    ),
    Endpoint(
        "POST", f"{NOTICE}/acknowledge", "acknowledge a notice", acknowledge, Numbered, body=Empty, needs="receiver",
        refuses=(404, 409),
    ),
    *(
        Endpoint("POST", path, says, handle, Numbered, body=body, needs="floor", refuses=(404, 409))
        for path, says, handle, body in (
            (f"{ONE}/file", "file a draft", file, Filed),
            (f"{ONE}/decide", "record a decision", decide, Decision),
            (f"{ONE}/withdraw", "withdraw a filing", withdraw, Why),
            (f"{ONE}/revoke", "record a revocation", revoke, Why),
            (f"{ONE}/amend", "amend a table at its next shoe", amend, AtTable),
            (f"{NOTICE}/deliver", "record a delivery", deliver, Delivered),
            (f"{NOTICE}/cancel", "cancel a notice", cancel, Why),
        )
    ),
)  # fmt: skip
