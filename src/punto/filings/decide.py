"""The register of filings: how it decides a command."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from punto.core.machine import MOST_WORDS, is_reason
from punto.core.roles import Duty
from punto.filings import messages as e
from punto.filings.messages import AnyCommand, Need, Reason, Refusal
from punto.filings.state import MINUTE, RECEIVERS, Notice, Standing, State

Decision = tuple[e.AnyEvent, ...] | Refusal
MOST_TEXT = 200_000  # characters
MOST_TITLE = 200
MOST_MINUTES = 7 * 24 * 60
DATE = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])")
HEX = re.compile(r"[0-9a-f]{64}")
_OF_A_TABLE = (e.Enforce, e.TakeOption)


def digest_of(text: str) -> str:
    """Return the digest of a filing's text."""
    return sha256(text.encode()).hexdigest()


def decide(state: State, command: AnyCommand) -> Decision:
    """Return the events of a command, or a refusal."""
    wrong = _wrong_duty(command)
    return wrong or _DECIDED[type(command)](state, command)


def _wrong_duty(command: AnyCommand) -> Refusal | None:
    if isinstance(command, e.Acknowledge):
        allowed = frozenset(RECEIVERS.values())
    else:
        allowed = frozenset({Duty.SYSTEM if isinstance(command, _OF_A_TABLE) else Duty.FLOOR})
    return None if command.by in allowed else Refusal(Reason.WRONG_DUTY, {"by": " or ".join(sorted(allowed))})


def _words(words: str, most: int = MOST_WORDS) -> bool:
    return bool(words.strip()) and len(words) <= most


def _malformed(field: str, most: int = 0, form: str = "") -> Refusal:
    return Refusal(Reason.MALFORMED, {"field": field, "most": most} if most else {"field": field, "form": form})


# ---------------------------------------------------------------- filings


def _draft(state: State, command: e.Draft) -> Decision:
    for name, most in (("title", MOST_TITLE), ("text", MOST_TEXT)):
        if not _words(getattr(command, name), most):
            return _malformed(name, most)
    if (command.kind == "layout") is not bool(HEX.fullmatch(command.content)):
        return _malformed("content", form="a digest of 64 digits for a layout, and for nothing else")
    if command.supersedes and command.supersedes not in state.filings:
        return Refusal(Reason.NO_SUCH_FILING, {"number": command.supersedes})
    return (
        e.FilingDrafted(
            at=command.at,
            number=len(state.filings) + 1,
            who=command.who,
            kind=command.kind,
            title=command.title.strip(),
            text=command.text,
            digest=digest_of(command.text),
            covers=command.covers,
            content=command.content,
            supersedes=command.supersedes,
        ),
    )


def _known(state: State, number: int) -> Refusal | None:
    return None if number in state.filings else Refusal(Reason.NO_SUCH_FILING, {"number": number})


def _not_in(state: State, number: int, reason: Reason, *standings: Standing) -> Refusal | None:
    """Refuse an act on a filing that is unknown, or in another standing than those."""
    unknown = _known(state, number)
    if unknown:
        return unknown
    status = state.filings[number].status
    return None if status in standings else Refusal(reason, {"number": number, "status": status})


def _file(state: State, command: e.File) -> Decision:
    if not _words(command.authority, MOST_TITLE):
        return _malformed("authority", MOST_TITLE)
    refusal = _not_in(state, command.number, Reason.NOT_A_DRAFT, Standing.DRAFT)
    if refusal:
        return refusal
    return (e.FilingFiled(at=command.at, number=command.number, who=command.who, authority=command.authority.strip()),)


def _decision(state: State, command: e.RecordDecision) -> Decision:
    if not _words(command.reference, MOST_TITLE):
        return _malformed("reference", MOST_TITLE)
    if not DATE.fullmatch(command.dated):
        return _malformed("dated", form="a date like 2026-11-14")
    if len(command.conditions) > MOST_WORDS:
        return _malformed("conditions", MOST_WORDS)
    if command.expires is not None and (command.decision != "approved" or command.expires <= command.at):
        return _malformed("expires", form="a time to come, of an approval")
    refusal = _not_in(state, command.number, Reason.NOT_FILED, Standing.FILED)
    if refusal:
        return refusal
    return (
        e.FilingDecided(
            at=command.at,
            number=command.number,
            who=command.who,
            decision=command.decision,
            reference=command.reference.strip(),
            dated=command.dated,
            conditions=command.conditions.strip(),
            expires=command.expires,
        ),
    )


def _withdraw(state: State, command: e.Withdraw) -> Decision:
    if not is_reason(command.why):
        return Refusal(Reason.REASON_NEEDED, {"most": MOST_WORDS})
    refusal = _not_in(state, command.number, Reason.NOT_FILED, Standing.DRAFT, Standing.FILED)
    if refusal:
        return refusal
    return (e.FilingWithdrawn(at=command.at, number=command.number, who=command.who, why=command.why.strip()),)


def _revoke(state: State, command: e.Revoke) -> Decision:
    if not is_reason(command.why):
        return Refusal(Reason.REASON_NEEDED, {"most": MOST_WORDS})
    refusal = _not_in(state, command.number, Reason.NOT_APPROVED, Standing.APPROVED)
    if refusal:
        return refusal
    return (e.FilingRevoked(at=command.at, number=command.number, who=command.who, why=command.why.strip()),)


# ---------------------------------------------------------------- tables


def _usable(state: State, number: int, table: str, at: int) -> Refusal | None:
    """Refuse a submission that a table cannot open or be amended under at a time."""
    unknown = _known(state, number)
    if unknown:
        return unknown
    one = state.filings[number]
    if one.kind != "rules" or one.status is not Standing.APPROVED:
        return Refusal(Reason.NOT_APPROVED, {"number": number, "kind": one.kind, "status": one.status})
    if one.expires is not None and at >= one.expires:
        return Refusal(Reason.EXPIRED, {"number": number, "expired": one.expires})
    return None if one.covers_table(table) else Refusal(Reason.NOT_COVERED, {"number": number, "table": table})


def _amend(state: State, command: e.Amend) -> Decision:
    refusal = _usable(state, command.number, command.table, command.at)
    if refusal:
        return refusal
    if state.in_force.get(command.table, (0,))[0] == command.number or state.due.get(command.table) == command.number:
        return Refusal(Reason.ALREADY_IN_FORCE, {"number": command.number, "table": command.table})
    return (e.AmendmentDue(at=command.at, number=command.number, who=command.who, table=command.table),)


def _cancel_amendment(state: State, command: e.CancelAmendment) -> Decision:
    number = state.due.get(command.table)
    if number is None:
        return Refusal(Reason.NOTHING_DUE, {"table": command.table})
    return (e.AmendmentCancelled(at=command.at, number=number, who=command.who, table=command.table),)


def _enforce(state: State, command: e.Enforce) -> Decision:
    """Put a submission in force: approved for this table, with this text, and with all that it refers to."""
    refusal = _usable(state, command.number, command.table, command.at)
    if refusal:
        return refusal
    if state.filings[command.number].digest != command.digest:
        return Refusal(Reason.DIGEST_DIFFERS, {"number": command.number, "digest": command.digest})
    others: list[int] = []
    for need in command.needs:
        found = _found(state, need, command.table, command.at)
        if isinstance(found, Refusal):
            return found
        others.append(found)
    numbers = tuple(dict.fromkeys(others))
    return (e.FilingsInForce(at=command.at, number=command.number, table=command.table, others=numbers),)


def _found(state: State, need: Need, table: str, at: int) -> int | Refusal:
    """Return the newest approved filing that a need refers to, or a refusal that cites the section of the need."""
    same = [one for one in state.filings.values() if one.kind == need.kind]
    named = [one for one in same if (one.content == need.digest if need.digest else one.title == need.title)]
    good = [one for one in named if one.status is Standing.APPROVED and one.covers_table(table)]
    valid = [one for one in good if one.expires is None or at < one.expires]
    if valid:
        return valid[-1].number
    detail: dict[str, str | int] = {"kind": need.kind, "section": need.section}
    if need.title:
        detail["title"] = need.title
    if good:
        return Refusal(Reason.EXPIRED, detail | {"number": good[-1].number})
    approved = any(one.status is Standing.APPROVED and one.covers_table(table) for one in same)
    if need.digest and not named and approved:
        return Refusal(Reason.DIGEST_DIFFERS, detail | {"digest": need.digest})
    return Refusal(Reason.NOT_APPROVED, detail)


# ---------------------------------------------------------------- notices


def _give(state: State, command: e.GiveNotice) -> Decision:
    for name, most in (("text", MOST_TEXT), ("option", MOST_TITLE), ("section", MOST_TITLE)):
        if not _words(getattr(command, name), most):
            return _malformed(name, most)
    if not 0 < command.minutes <= MOST_MINUTES:
        return _malformed("minutes", MOST_MINUTES)
    earliest = command.at + command.minutes * MINUTE
    if command.begins and command.begins < earliest:
        return Refusal(
            Reason.NOTICE_TOO_SHORT,
            {"section": command.section, "minutes": command.minutes, "earliest": earliest},
        )
    pending = state.pending(command.pit, command.option, command.at)
    if pending is not None:
        return Refusal(Reason.NOTICE_PENDING, {"number": pending.number, "pit": command.pit})
    return (
        e.NoticeGiven(
            at=command.at,
            number=len(state.notices) + 1,
            who=command.who,
            pit=command.pit,
            option=command.option,
            value=command.value,
            text=command.text,
            minutes=command.minutes,
            section=command.section,
            begins=command.begins,
        ),
    )


def _noticed(state: State, number: int) -> Notice | Refusal:
    """Return a notice that stands, or a refusal."""
    one = state.notices.get(number)
    return one if one is not None and not one.cancelled else Refusal(Reason.NO_SUCH_NOTICE, {"number": number})


def _delivery(state: State, command: e.RecordDelivery) -> Decision:
    if not _words(command.how, MOST_TITLE):
        return _malformed("how", MOST_TITLE)
    if len(command.reference) > MOST_TITLE:
        return _malformed("reference", MOST_TITLE)
    delivered = e.NoticeDelivered(
        at=command.at,
        number=command.number,
        who=command.who,
        to=command.to,
        how=command.how.strip(),
        reference=command.reference.strip(),
        attested=True,
    )
    return _reached(state, delivered)


def _acknowledge(state: State, command: e.Acknowledge) -> Decision:
    to = next(name for name, duty in RECEIVERS.items() if duty is command.by)
    return _reached(
        state, e.NoticeDelivered(at=command.at, number=command.number, who=command.who, to=to, how="acknowledged")
    )


def _reached(state: State, delivered: e.NoticeDelivered) -> Decision:
    one = _noticed(state, delivered.number)
    if isinstance(one, Refusal):
        return one
    if delivered.to in one.delivered:
        return Refusal(Reason.DELIVERED_ALREADY, {"to": delivered.to, "at": one.delivered[delivered.to].at})
    return (delivered,)


def _cancel(state: State, command: e.CancelNotice) -> Decision:
    if not is_reason(command.why):
        return Refusal(Reason.REASON_NEEDED, {"most": MOST_WORDS})
    one = _noticed(state, command.number)
    if isinstance(one, Refusal):
        return one
    if one.begun(command.at):
        return Refusal(Reason.BEGUN, {"number": one.number, "section": one.section, "began": one.starts or 0})
    return (e.NoticeCancelled(at=command.at, number=command.number, who=command.who, why=command.why.strip()),)


def _take(state: State, command: e.TakeOption) -> Decision:
    """Let a table change an option: both receivers have the notice, and its time is over."""
    one = _noticed(state, command.number)
    if isinstance(one, Refusal):
        return one
    if (one.pit.casefold(), one.option, one.value) != (command.pit.casefold(), command.option, command.value):
        return Refusal(Reason.NO_SUCH_NOTICE, {"number": one.number, "pit": one.pit, "option": one.option})
    missing = [to for to in RECEIVERS if to not in one.delivered]
    if missing:
        return Refusal(Reason.NOT_DELIVERED, {"to": ", ".join(missing), "section": one.section})
    if not one.begun(command.at):
        return Refusal(
            Reason.NOTICE_RUNNING, {"section": one.section, "minutes": one.minutes, "earliest": one.starts or 0}
        )
    if command.table in one.taken:
        return Refusal(Reason.ALREADY_SO, {"table": command.table, "number": one.number})
    return (e.OptionTaken(at=command.at, number=command.number, table=command.table),)


_DECIDED: dict[type, Callable[[State, Any], Decision]] = {
    e.Draft: _draft,
    e.File: _file,
    e.RecordDecision: _decision,
    e.Withdraw: _withdraw,
    e.Revoke: _revoke,
    e.Amend: _amend,
    e.CancelAmendment: _cancel_amendment,
    e.Enforce: _enforce,
    e.GiveNotice: _give,
    e.RecordDelivery: _delivery,
    e.Acknowledge: _acknowledge,
    e.CancelNotice: _cancel,
    e.TakeOption: _take,
}
