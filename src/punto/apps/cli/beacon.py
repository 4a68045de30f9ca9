"""Options of a public beacon, for ``punto serve`` and ``punto verify``."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from punto.fair.beacon import Chain
    from punto.server.beacon import HttpBeacon


def chain_option(words: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the option that describes a chain other than those of the League of Entropy."""
    return click.option("--beacon-chain", "chain", callback=_chain, metavar="FILE", help=words)


def _chain(context: click.Context, parameter: click.Parameter, given: str | None) -> Chain | None:
    from punto.apps.cli.output import read_bytes
    from punto.core.bounded import json_value
    from punto.fair.beacon import BeaconError, read_chain

    if given is None:
        return None
    try:
        return read_chain(json_value(read_bytes(given)))
    except ValueError as error:
        raise BeaconError(f"{given}: {error}") from None


def beacon_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a floor whose shuffles have a public beacon in them."""
    relays = click.option(
        "--beacon",
        "relays",
        multiple=True,
        metavar="URL",
        help="put a coming round of drand's beacon into every shuffle, from this relay; repeatable",
    )
    return relays(chain_option("the description of the beacon's chain  [default: quicknet]")(command))


def beacon_of(relays: tuple[str, ...], chain: Chain | None) -> HttpBeacon | None:
    """Return the beacon of a floor, or None."""
    from punto.fair.beacon import QUICKNET
    from punto.server.beacon import HttpBeacon, relay_of

    if chain is not None and not relays:
        raise click.UsageError("--beacon-chain belongs to --beacon")
    if not relays:
        return None
    if find_spec("py_arkworks_bls12381") is None:
        raise click.UsageError("--beacon: signatures are checked: pip install 'punto[beacon]'")
    return HttpBeacon(chain or QUICKNET, tuple(map(relay_of, relays)))
