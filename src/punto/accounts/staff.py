"""People who are named by the house: an administrator on an empty floor, then whoever is entrusted with something.

Nobody is given a lasting password by somebody else: a new user, and one who has forgotten theirs, gets one that lets
them in once, to choose their own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from punto.accounts import chance, names
from punto.accounts.reception import SYSTEM, Accounts, Person
from punto.accounts.refusals import Reason, Refusal
from punto.accounts.roll import Account
from punto.house.commands import Disable, Enable, Grant, NoteAccount, Override, Revoke, SetParameter
from punto.log.store import Conflict
from punto.roles import Duty

FIRST = "first administrator"  # a name that nobody can choose: its words are the house's


class Invited(NamedTuple):
    """Somebody, and the password that lets them in once."""

    person: Person
    password: str


async def administered(accounts: Accounts) -> bool:
    """Whether an administrator has chosen a password."""
    return any(not account.one_time for account in await _administrators(accounts))


async def _administrators(accounts: Accounts) -> list[Account]:
    state = await accounts.journal.catch_up()
    entrusted = [who for who, duties in state.duties.items() if Duty.ADMINISTRATOR in duties]
    return [kept.account for who in entrusted if (kept := await accounts.roll.by_who(who))]


async def first_administrator(accounts: Accounts) -> Invited | None:
    """Make sure that somebody can administer the floor; nothing where an administrator has a password of their own.

    On an empty floor, and as long as none has been chosen, each start at a terminal prints a new one-time password.
    """
    waiting = None
    for account in await _administrators(accounts):
        if not account.one_time:
            return None
        waiting = account
    if waiting is None and (begun := await accounts.roll.by_name(FIRST)):  # a start that went out half-way
        await grant(accounts, begun.account.who, Duty.ADMINISTRATOR)
        waiting = begun.account
    invited = await (
        invite_again(accounts, waiting.name) if waiting else _invite(accounts, FIRST, (Duty.ADMINISTRATOR,))
    )
    return None if isinstance(invited, Refusal) else invited


async def invite(accounts: Accounts, name: str, duties: tuple[Duty, ...], **by: Any) -> Invited | Refusal:
    """Open an account for somebody, with duties and a one-time password."""
    shown = names.chosen(name)
    return shown if isinstance(shown, Refusal) else await _invite(accounts, shown, duties, **by)


async def _invite(accounts: Accounts, name: str, duties: tuple[Duty, ...], **by: Any) -> Invited | Refusal:
    password = chance.one_time_password()
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
    """Give somebody a new one-time password; their sessions end."""
    kept = await accounts.roll.by_name(name)
    if kept is None:
        return Refusal(Reason.NO_SUCH_PERSON)
    password = chance.one_time_password()
    account = await accounts.new_password(kept.account.who, await accounts.hashes.hash(password), one_time=True)
    return Invited(accounts.person_of(account), password) if account else Refusal(Reason.NO_SUCH_PERSON)


# ---------------------------------------------------------------- what the house decides


async def grant(accounts: Accounts, person: str, duty: Duty, **by: Any) -> Refusal | None:
    """Entrust somebody with a duty."""
    return await _ask(accounts, Grant, by, person=person, duty=duty)


async def revoke(accounts: Accounts, person: str, duty: Duty, **by: Any) -> Refusal | None:
    """Take a duty from somebody."""
    return await _ask(accounts, Revoke, by, person=person, duty=duty)


async def disable(accounts: Accounts, person: str, why: str, **by: Any) -> Refusal | None:
    """Keep somebody out, from this moment on."""
    return await _ask(accounts, Disable, by, person=person, why=why)


async def enable(accounts: Accounts, person: str, why: str, **by: Any) -> Refusal | None:
    """Let somebody in again."""
    return await _ask(accounts, Enable, by, person=person, why=why)


async def override(accounts: Accounts, what: str, why: str, **by: Any) -> Refusal | None:
    """Note that somebody did by hand what the house's rules would not do."""
    return await _ask(accounts, Override, by, what=what, why=why)


async def set_parameter(accounts: Accounts, name: str, value: str, why: str, **by: Any) -> Refusal | None:
    """Change a parameter of the floor."""
    return await _ask(accounts, SetParameter, by, name=name, value=value, why=why)


async def _ask(accounts: Accounts, kind: type, by: dict[str, Any], **fields: Any) -> Refusal | None:
    """Let the house decide; ``by`` is the duty and the pseudonym of who asks, Punto itself where it is empty."""
    refusal = await accounts.journal.do(kind, **(by or SYSTEM), **fields)
    return Refusal(Reason.HOUSE_REFUSES, {"because": refusal.reason, **refusal.detail}) if refusal else None


async def forget(accounts: Accounts, who: str) -> Refusal | None:
    """Erase somebody's name and password for good; the pseudonym stays in the log, and is nobody's from here on."""
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
