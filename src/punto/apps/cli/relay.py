"""``punto relay``: relay a floor to more spectators."""

from __future__ import annotations

import asyncio
from contextlib import closing

import click

from punto.apps.cli.output import renamed_option

PORT = 8081


@click.command
@click.argument("url")
@click.option("--host", default="127.0.0.1", show_default=True, help="address to listen on; 0.0.0.0 for all")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 for any free port")
@click.option("--host-name", "names", multiple=True, metavar="NAME", help="host name to accept; repeatable")
@renamed_option(
    "--trusted-proxy",
    "proxies",
    formerly="--proxy",
    default="",
    metavar="ADDRESS",
    help="trust forwarded headers from this address",
)
def command(url: str, host: str, port: int, names: tuple[str, ...], proxies: str) -> None:
    """Watch the floor at URL, and serve its tables to more spectators, in the same protocol.

    URL may be another relay. Relays are for spectators only.
    """
    try:
        import uvicorn  # noqa: F401
    except ImportError:
        raise click.ClickException("a relay needs more than the rules: pip install 'punto[floor]'") from None
    asyncio.run(_relay(url, host, port, names, proxies))


async def _relay(url: str, host: str, port: int, names: tuple[str, ...], proxies: str) -> None:
    from punto.client import FloorError
    from punto.server.relay import relay_application, relayed
    from punto.server.security import host_names
    from punto.server.serving import Server, address_of, bound, configured, log_as_json

    with closing(bound(host, port)) as listening:
        try:
            async with relayed(url) as relay:
                app = relay_application(relay, host_names(host, names))
                config = configured(app, frame=relay.limits.settings.frame, proxies=proxies)
                words = f"{relay.floor.url} is shown at {address_of(listening)}; Ctrl-C stops it."
                log_as_json()
                await Server(config, relay.say_goodbye, lambda: click.echo(words)).serve(sockets=[listening])
        except FloorError as error:
            raise ValueError(f"{url}: {error}") from None
        except ConnectionError as error:
            raise ValueError(str(error)) from None
