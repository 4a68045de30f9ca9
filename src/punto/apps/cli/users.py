"""``punto users``: manage the users of a floor in its database, for operators with access to it."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from getpass import getuser
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from punto.apps.cli import Near
from punto.apps.cli.output import is_journal, json_option, print_json, print_table
from punto.apps.cli.vault import vault_key, vault_key_option
from punto.core.roles import Duty, Rank

if TYPE_CHECKING:
    from punto.accounts import Accounts, Person
    from punto.accounts.credentials import Refusal

DUTIES = [duty.value for duty in Duty if duty is not Duty.SYSTEM]
Answer = TypeVar("Answer")


def database_option(work: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that open a floor's database."""
    database = click.option("--database", "url", required=True, envvar="PUNTO_STORE", help="the floor's database")
    return database(vault_key_option(work))


why_option = click.option("--why", required=True, help="reason, for the log")
emergency_option = click.option("--why", default="", help="reason; needed once the floor has an administrator")


@click.group(cls=Near, renamed={"forget": "erase"})
def command() -> None:
    """Manage the users of a floor: add, list, role, disable, enable, erase.

    For the first administrator, and for emergencies: otherwise administrators work in the room People of the page.
    """


@command.command
@click.argument("name")
@click.option("--role", "roles", type=click.Choice(DUTIES), multiple=True, help="role to grant")
@emergency_option
@database_option
def add(name: str, roles: tuple[str, ...], why: str, url: str) -> None:
    """Create an account with a one-time password; its owner chooses another at the first login."""
    from punto.accounts.staff import Invited, invite

    if is_journal(sys.stdout):
        raise click.UsageError("standard output is the system's journal, which keeps passwords: use a terminal")

    async def work(accounts: Accounts) -> Invited | Refusal:
        return await invite(accounts, name, tuple(map(Duty, roles)))

    invited = _on(url, work, Console(f"add {name}", why))
    click.echo(f"{invited.person.name}  {invited.person.who}  {_duties(invited.person)}")
    click.echo(f"one-time password: {invited.password}")


@command.command("list")
@database_option
@json_option
def list_(url: str, as_json: bool) -> None:
    """List all named users."""

    async def work(accounts: Accounts) -> list[Person]:
        return [accounts.person_of(one) for one in await accounts.roll.everybody() if not one.guest]

    people = _on(url, work)
    if as_json:
        print_json([_document(one) for one in people])
        return
    rows = [(one.name, one.who, _duties(one), "disabled" if one.disabled else "") for one in people]
    print_table(("name", "pseudonym", "roles", ""), rows)


@command.command
@click.argument("name")
@click.argument("duty", type=click.Choice(DUTIES))
@click.option("--rank", type=click.Choice([rank.value for rank in Rank]), help="rank of a floorperson")
@click.option("--revoke", is_flag=True, help="revoke it")
@emergency_option
@database_option
def role(name: str, duty: str, rank: str | None, revoke: bool, why: str, url: str) -> None:
    """Grant a role to a user, or revoke it."""
    from punto.accounts import staff

    if rank is not None and (revoke or duty != Duty.FLOOR):
        raise click.UsageError("--rank is granted with the role floor")

    async def work(accounts: Accounts, who: str) -> Refusal | None:
        if revoke:
            return await staff.revoke(accounts, who, Duty(duty))
        return await staff.grant(accounts, who, Duty(duty), Rank(rank) if rank else None)

    _on(url, _to(name, work), Console(f"{'revoke' if revoke else 'grant'} {duty} {name}", why))


@command.command
@click.argument("name")
@why_option
@database_option
def disable(name: str, why: str, url: str) -> None:
    """Disable a user immediately."""
    from punto.accounts import staff

    _on(url, _to(name, lambda accounts, who: staff.disable(accounts, who, why)), Console(f"disable {name}", why))


@command.command
@click.argument("name")
@why_option
@database_option
def enable(name: str, why: str, url: str) -> None:
    """Enable a user again."""
    from punto.accounts import staff

    _on(url, _to(name, lambda accounts, who: staff.enable(accounts, who, why)), Console(f"enable {name}", why))


@command.command
@click.argument("name")
@emergency_option
@database_option
def erase(name: str, why: str, url: str) -> None:
    """Erase a user's name and password permanently; the log keeps the pseudonym."""
    from punto.accounts import staff

    _on(url, _to(name, staff.forget), Console(f"erase {name}", why))


# ---------------------------------------------------------------- on the database


def _document(person: Person) -> dict[str, Any]:
    roles = sorted(person.duties)
    return {"name": person.name, "who": person.who, "roles": roles, "disabled": person.disabled}


def _duties(person: Person) -> str:
    above = f" ({person.rank})" if person.rank not in (None, Rank.FLOORPERSON) else ""
    return ", ".join(f"{duty}{above if duty is Duty.FLOOR else ''}" for duty in sorted(person.duties))


def _to(
    name: str, act: Callable[[Accounts, str], Awaitable[Refusal | None]]
) -> Callable[[Accounts], Awaitable[Refusal | None]]:
    """Return an act on the user with a name or pseudonym."""

    async def work(accounts: Accounts) -> Refusal | None:
        from punto.accounts.credentials import Reason, Refusal

        kept = await accounts.roll.by_name(name) or await accounts.roll.by_who(name)
        return await act(accounts, kept.account.who) if kept else Refusal(Reason.NO_SUCH_PERSON)

    return work


class Console(NamedTuple):
    """An act from the server's console, and its reason."""

    act: str
    why: str


def _on(url: str, work: Callable[[Accounts], Awaitable[Answer | Refusal]], console: Console | None = None) -> Answer:
    """Open the accounts of a floor and run work; print a refusal in one line and exit with 1.

    An act on a floor that has an administrator is an emergency: it needs a reason, and the journal records it first.
    """
    from punto.accounts.credentials import Refusal

    answer: Answer | Refusal = asyncio.run(_opened(url, work, console))
    if isinstance(answer, Refusal):
        detail = "; ".join(f"{key}: {value}" for key, value in answer.detail.items())
        click.echo(f"punto: {answer.words}{f' ({detail})' if detail else ''}", err=True)
        raise click.exceptions.Exit(1)
    return answer


async def _opened(url: str, work: Callable[[Accounts], Awaitable[Any]], console: Console | None) -> Any:
    from punto.accounts import Accounts
    from punto.accounts.staff import emergency
    from punto.record.durable import open_store

    store = await open_store(url)
    store.vault_key = vault_key()
    try:
        accounts = await Accounts.open(store, lambda: time.time_ns() // 1_000_000)
        try:
            if console is not None:
                await emergency(accounts, getuser(), *console)
            return await work(accounts)
        finally:
            accounts.close()
    finally:
        await store.close()
