"""``punto serve``: serve live tables from an embedded or a PostgreSQL database."""

from __future__ import annotations

import asyncio
import secrets
import sys
from contextlib import AsyncExitStack, ExitStack, closing
from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from punto.apps.cli.anchor import Anchoring, anchor_options
from punto.apps.cli.beacon import beacon_of, beacon_options
from punto.apps.cli.output import (
    OWN_TABLE,
    RULEBOOK,
    filed_text,
    library_option,
    renamed_option,
    submission_text,
    wagers_option,
)
from punto.apps.cli.vault import vault_key, vault_key_option
from punto.apps.cli.waiting import waiting
from punto.library import Library

if TYPE_CHECKING:
    from punto.anchor.notes import PrivateKey
    from punto.anchor.witness import FileWitness, HttpWitness
    from punto.fair.beacon import Chain
    from punto.floor import Setup
    from punto.server.beacon import HttpBeacon
    from punto.server.live_floor import Filings, LiveFloor, ServerOptions

FILE = "punto.sqlite"
PORT = 8080
DEMO = {  # built-in submissions, each with the rhythm of its table
    "ma-mini-classic": "classic",
    "ma-midi-squeeze": "squeeze",
    "md-mini-payout": "speed",
    "ma-midi-multilevel-ez": "classic",
    "ma-mini-continuous": "speed",
}
WOODEN = ("md-mini-classic",)  # of a demo floor, dealt by hand at the dealer desk
HOUSE_PLAYERS = 3
DEMO_PREPARE = 500  # milliseconds between two groups of acts of a shuffle: a visitor waits for the first one
BET_SECONDS = 15
SHORTEST_TOKEN = 16  # characters


@click.command
@click.argument("submissions", nargs=-1, metavar="[SUBMISSION]...")
@click.option(
    "--database",
    metavar="URL",
    envvar="PUNTO_STORE",
    help=f"sqlite:///FILE, postgresql://…, or memory: (sqlite:///{FILE})",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="address to listen on; 0.0.0.0 for all")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 for any free port")
@click.option("--demo", is_flag=True, help="open built-in tables with demo players and guest access")
@click.option(
    "--bet-seconds",
    type=click.IntRange(1, 3600),
    default=BET_SECONDS,
    show_default=True,
    help="length of the betting period",
)
@click.option(
    "--rhythm",
    type=click.Choice(["classic", "speed", "squeeze"]),
    help="times of a coup: how long each act is shown (classic; the tables of --demo have their own)",
)
@click.option(
    "--filings",
    type=click.Choice(["noted", "required"]),
    default="noted",
    show_default=True,
    help="whether a table without an approved filing opens, and is noted as unfiled, or does not open",
)
@click.option("--drop-again", is_flag=True, help="draw roads whose tails drop again where they can")
@renamed_option(
    "--human-dealer", "dealer", formerly="--dealer", is_flag=True, help="deal SUBMISSIONs by hand from physical shoes"
)
@renamed_option(
    "--advertise-url",
    "address",
    formerly="--address",
    default="",
    metavar="URL",
    help="URL at which other processes of this floor reach this one",
)
@renamed_option(
    "--allow-origin",
    "origins",
    formerly="--origin",
    multiple=True,
    metavar="URL",
    help="allow cross-origin requests from this site",
)
@click.option("--host-name", "names", multiple=True, metavar="NAME", help="host name to accept; repeatable")
@click.option(
    "--metrics-token",
    "metrics",
    default="",
    metavar="TOKEN",
    envvar="PUNTO_METRICS_TOKEN",
    help="bearer token for /metrics; prefer PUNTO_METRICS_TOKEN",
)
@renamed_option(
    "--trusted-proxy",
    "proxies",
    formerly="--proxy",
    default="",
    metavar="ADDRESS",
    help="trust forwarded headers from this address",
)
@anchor_options
@vault_key_option
@beacon_options
@click.option(
    "--despite-checkpoint",
    "despite",
    default="",
    metavar="REASON",
    help="open a log that does not match its checkpoints; the journal records it",
)
@library_option
@wagers_option
def command(
    submissions: tuple[str, ...],
    database: str | None,
    host: str,
    port: int,
    demo: bool,
    bet_seconds: int,
    rhythm: str | None,
    filings: Filings,
    drop_again: bool,
    dealer: bool,
    address: str,
    origins: tuple[str, ...],
    names: tuple[str, ...],
    metrics: str,
    proxies: str,
    key: PrivateKey | None,
    witnesses: tuple[FileWitness | HttpWitness, ...],
    despite: str,
    relays: tuple[str, ...],
    chain: Chain | None,
    library: Library,
) -> None:
    """Serve live tables. Resumes every table in the database, then opens each new SUBMISSION.

    A SUBMISSION is a file, or the name of a built-in one. With --demo and no SUBMISSION, some built-in ones are opened.
    Stop with Ctrl-C: rounds in progress continue after the next start.
    """
    try:
        import uvicorn  # noqa: F401
    except ImportError:
        raise click.ClickException("the floor needs more than the rules: pip install 'punto[floor]'") from None
    from punto.server.live_floor import ServerOptions
    from punto.server.security import host_names

    players = HOUSE_PLAYERS if demo and not dealer else 0
    rhythms = dict.fromkeys(submissions, "classic") or (DEMO if demo else {})
    filed = {
        name: (submission_text(name), _setup(bet_seconds, rhythm or usual, dealer=dealer, players=players))
        for name, usual in rhythms.items()
    }
    if demo and not submissions:
        wooden = _setup(bet_seconds, "classic", dealer=True, players=0)
        filed |= {name: (submission_text(name), wooden) for name in WOODEN}
    if library.own is not None and not submissions:
        rules = filed_text(None, library.on(date.today()))
        filed[OWN_TABLE] = (rules, _setup(bet_seconds, rhythm or "classic", dealer=dealer, players=players))
    url = database or f"sqlite:///{FILE}"
    if address and not url.startswith("postgres"):
        raise click.UsageError("--advertise-url: several processes share a floor on PostgreSQL only")
    if metrics and len(metrics) < SHORTEST_TOKEN:
        raise click.UsageError(f"--metrics-token: use at least {SHORTEST_TOKEN} characters")
    terms = ServerOptions(
        demo=demo,
        origins=origins,
        hosts=host_names(host, (*names, urlsplit(address).hostname or host)),
        staff=secrets.token_urlsafe(16) if demo else "",
        metrics=metrics,
        drop_again=drop_again,
        rulebook=RULEBOOK,
        filings=filings,
    )
    anchoring = Anchoring(key, witnesses, despite)
    asyncio.run(_serve(url, host, port, terms, filed, proxies, address, library, anchoring, beacon_of(relays, chain)))


def _setup(bet_seconds: int, rhythm: str, *, dealer: bool, players: int) -> Setup:
    from punto.floor import Pace, Setup
    from punto.floor.rhythm import RHYTHMS

    prepare = DEMO_PREPARE if players else Pace().prepare
    pace = Pace(bets=1000 * bet_seconds, rhythm=RHYTHMS[rhythm], prepare=prepare)
    return Setup(driver="desk" if dealer else "automatic", pace=pace, players=players)


async def _serve(
    url: str,
    host: str,
    port: int,
    terms: ServerOptions,
    filed: dict[str, tuple[str, Setup]],
    proxies: str,
    address: str,
    library: Library,
    anchoring: Anchoring,
    beacon: HttpBeacon | None,
) -> None:
    from punto.floor.ownership import Leased
    from punto.record.durable import open_store
    from punto.record.leases import lease_of
    from punto.record.vault_key import encrypt_vault
    from punto.server.serving import address_of, bound, live_floor, log_as_json, server_of

    async with AsyncExitStack() as stack:
        listening = stack.enter_context(closing(bound(host, port)))
        opening = stack.enter_context(ExitStack())
        opening.enter_context(waiting("opening the floor"))
        store = await open_store(url)  # migrates an older database, for which no floor may hold the lock
        stack.push_async_callback(store.close)
        await encrypt_vault(store, vault_key())
        lease = lease_of(store, url, address)
        owners = Leased(lease) if lease else None
        if owners is not None:
            stack.push_async_callback(owners.close)
            await owners.begin()
        anchor, fault = await anchoring.opened(store)
        live = await stack.enter_async_context(live_floor(store, terms, owners, address, library, anchor, beacon))
        await anchoring.recorded(live, fault)
        for name, (text, setup) in filed.items():
            await _open(live, name, text, setup)
        opening.close()
        for found in library.findings():
            click.echo(f"punto: {found}", err=True)
        for name, why in live.house.unopened.items():
            click.echo(f"punto: table {name} is not open: {why}", err=True)
        if not live.rooms:
            click.echo("punto: no table is open: name a submission, or say --demo", err=True)
        await _name_somebody(live)
        place = address_of(listening)
        staff = f"\nstaff: {place}?staff={terms.staff}" if terms.staff else ""
        words = f"The floor is open: {place}{staff}\n{len(live.rooms)} tables, kept in {_shown(url)}"
        log_as_json()
        server = server_of(live, proxies=proxies, opened=lambda: click.echo(f"{words}; Ctrl-C stops it."))
        await server.serve(sockets=[listening])


async def _name_somebody(live: LiveFloor) -> None:
    """Ensure an administrator, except on a demo floor; print a password only to a terminal, never to a log."""
    from punto.accounts.staff import administered, first_administrator

    if live.terms.demo or await administered(live.people):
        return
    if not sys.stderr.isatty():
        click.echo("punto: no administrator yet: use punto users add NAME --role administrator", err=True)
        return
    invited = await first_administrator(live.people)
    if invited is not None:
        click.echo(f"Administrator: {invited.person.name!r}, one-time password {invited.password}", err=True)


async def _open(live: LiveFloor, name: str, text: str, setup: Setup) -> None:
    """Open a table that is new to this floor; an existing one continues under the rules it was opened with."""
    from punto.floor.floor import meters_of
    from punto.people.administration.decide import alone
    from punto.record.opening import Unlawful
    from punto.rules.submission import read

    submission = read(text).submission
    if submission is not None and submission.table in live.rooms:
        return
    try:
        desk = await live.house.open_table(
            text,
            setup,
            progressive=meters_of(text, live.rulebooks()),
            virtual=setup.driver == "automatic",
            alone=alone(live.people.journal.state),
            filings=live.terms.filings,
        )
    except Unlawful as error:
        raise ValueError(f"{name}: {error}") from None
    except ValueError as error:
        if not live.house.owners.shared:
            raise
        click.echo(f"punto: {error}", err=True)  # another process opened it first
        return
    await live.keep(desk)


def _shown(url: str) -> str:
    """Return a database URL without its password."""
    scheme, mark, rest = url.partition("://")
    return f"{scheme}{mark}{rest.rpartition('@')[2]}"
