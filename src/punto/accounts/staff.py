"""Staff accounts: an administrator on an empty floor, then users with duties.

Passwords set by others are for one login: a new user, or one who has forgotten theirs, logs in once and chooses their
own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from punto.accounts import credentials, tokens
from punto.accounts.credentials import Reason, Refusal
from punto.accounts.service import SYSTEM, Accounts, Person
from punto.accounts.user_store import Account
from punto.core.machine import MOST_WORDS
from punto.core.roles import Duty, Rank
from punto.people.administration.messages import Disable, Enable, Grant, NoteAccount, Override, Revoke, SetParameter
from punto.record.store import Conflict

FIRST = "first administrator"  # no user can choose this name: its words are reserved


class Invited(NamedTuple):
    """A user with their one-time password."""

    person: Person
    password: str


async def administered(accounts: Accounts) -> bool:
    """Return whether an administrator has chosen a password."""
    return any(not account.one_time for account in await _administrators(accounts))


async def _administrators(accounts: Accounts) -> list[Account]:
    state = await accounts.journal.catch_up()
    entrusted = [who for who, duties in state.duties.items() if Duty.ADMINISTRATOR in duties]
    return [kept.account for who in entrusted if (kept := await accounts.roll.by_who(who))]


async def first_administrator(accounts: Accounts) -> Invited | None:
    """Ensure that the floor has an administrator; None if one has chosen a password.

    Until then, each start at an interactive terminal prints a new one-time password.
    """
    waiting = None
    for account in await _administrators(accounts):
        if not account.one_time:
            return None
        waiting = account
    if waiting is None and (begun := await accounts.roll.by_name(FIRST)):  # an earlier start was interrupted
        await grant(accounts, begun.account.who, Duty.ADMINISTRATOR)
        waiting = begun.account
    invited = await (
        invite_again(accounts, waiting.name) if waiting else _invite(accounts, FIRST, (Duty.ADMINISTRATOR,))
    )
    return None if isinstance(invited, Refusal) else invited


async def invite(accounts: Accounts, name: str, duties: tuple[Duty, ...], **by: Any) -> Invited | Refusal:
    """Create an account with duties and a one-time password."""
    shown = credentials.chosen(name)
    return shown if isinstance(shown, Refusal) else await _invite(accounts, shown, duties, **by)


async def _invite(accounts: Accounts, name: str, duties: tuple[Duty, ...], **by: Any) -> Invited | Refusal:
    password = tokens.one_time_password()
    hashed = await accounts.hashes.hash(password)
    try:
        account = await accounts.roll.enter(name, hashed, accounts.clock(), one_time=True)
    except Conflict:
        return Refusal(Reason.NAME_TAKEN)
    await accounts.journal.do(NoteAccount, **SYSTEM, person=account.who, what="opened")
    for duty in duties:
        refusal = await grant(accounts, account.who, duty, **by)
        if refusal:
            await forget(accounts, account.who)
            return refusal
    return Invited(accounts.person_of(account), password)


async def invite_again(accounts: Accounts, name: str) -> Invited | Refusal:
    """Issue a new one-time password; ends the user's sessions."""
    kept = await accounts.roll.by_name(name)
    if kept is None:
        return Refusal(Reason.NO_SUCH_PERSON)
    password = tokens.one_time_password()
    account = await accounts.new_password(kept.account.who, await accounts.hashes.hash(password), one_time=True)
    return Invited(accounts.person_of(account), password) if account else Refusal(Reason.NO_SUCH_PERSON)


# ---------------------------------------------------------------- administrative decisions


async def grant(accounts: Accounts, person: str, duty: Duty, rank: Rank | None = None, **by: Any) -> Refusal | None:
    """Grant a duty to a user, with a rank to a floorperson."""
    return await _ask(accounts, Grant, by, person=person, duty=duty, rank=rank)


async def revoke(accounts: Accounts, person: str, duty: Duty, **by: Any) -> Refusal | None:
    """Revoke a user's duty."""
    return await _ask(accounts, Revoke, by, person=person, duty=duty)


async def disable(accounts: Accounts, person: str, why: str, **by: Any) -> Refusal | None:
    """Disable a user immediately."""
    return await _ask(accounts, Disable, by, person=person, why=why)


async def enable(accounts: Accounts, person: str, why: str, **by: Any) -> Refusal | None:
    """Enable a user again."""
    return await _ask(accounts, Enable, by, person=person, why=why)


async def override(accounts: Accounts, what: str, why: str, **by: Any) -> Refusal | None:
    """Record a manual override of the operator's rules."""
    return await _ask(accounts, Override, by, what=what, why=why)


CONSOLE = "console"  # what of an override from the server's console
NOT_HERE = "the floor has an administrator, who works in the room People of the page; in an emergency say --why"


async def emergency(accounts: Accounts, user: str, act: str, why: str) -> None:
    """Record an act from the server's console, unless the floor has no administrator yet. Raises ``ValueError``.

    Surveillance sees it as soon as a process of the floor reads the journal.
    """
    if not await administered(accounts):
        return
    if not why.strip():
        raise ValueError(NOT_HERE)
    refusal = await override(accounts, CONSOLE, f"{user}: {act}: {why}"[:MOST_WORDS])
    if refusal is not None:
        raise ValueError(refusal.words)


async def set_parameter(accounts: Accounts, name: str, value: str, why: str, **by: Any) -> Refusal | None:
    """Set a parameter of the floor."""
    return await _ask(accounts, SetParameter, by, name=name, value=value, why=why)


async def _ask(accounts: Accounts, kind: type, by: dict[str, Any], **fields: Any) -> Refusal | None:
    """Decide an administrative command; ``by`` holds the sender's duty and pseudonym, empty for Punto itself."""
    refusal = await accounts.journal.do(kind, **(by or SYSTEM), **fields)
    return Refusal(Reason.HOUSE_REFUSES, {"because": refusal.reason, **refusal.detail}) if refusal else None


async def forget(accounts: Accounts, who: str) -> Refusal | None:
    """Erase a user's name and password permanently; the pseudonym stays in the log and is not reused."""
    kept = await accounts.roll.by_who(who)
    if kept is None:
        return Refusal(Reason.NO_SUCH_PERSON)
    state = await accounts.journal.catch_up()
    for duty in sorted(state.duties.get(who, ())):
        refusal = await revoke(accounts, who, duty)
        if refusal:
            return refusal
    await accounts.roll.forget(kept.account)
    await accounts.journal.do(NoteAccount, **SYSTEM, person=who, what="forgotten")
    return None
