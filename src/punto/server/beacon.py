"""The rounds of a public beacon, fetched from its relays when a table needs them.

A round is used only if its signature holds, so that a relay cannot invent one: it can only be silent. Relays are asked
one after the other, and the next time again. A round that is not there in time is left out by the table.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from urllib.parse import urlsplit
from urllib.request import urlopen

from punto.core.bounded import json_value
from punto.fair.beacon import BeaconError, Chain, Round, checked

SECONDS = 3.0  # for an answer
MOST_BODY = 4096
ROUNDS_CACHED = 1000  # most tables name the same round
log = logging.getLogger(__name__)


class HttpBeacon:
    """A beacon by way of drand's HTTP relays."""

    def __init__(self, chain: Chain, relays: Sequence[str]) -> None:
        self.chain, self.relays = chain, relays
        self.trouble = ""  # why the last round did not come
        self._rounds: dict[int, Round] = {}
        self._asking: dict[int, asyncio.Task[None]] = {}

    def known(self, number: int) -> Round | None:
        """Return a round, or None, and then ask for it unless it is asked for already."""
        found = self._rounds.get(number)
        if found is None and number not in self._asking:
            task = asyncio.get_running_loop().create_task(self._ask(number))
            self._asking[number] = task
            task.add_done_callback(lambda done: self._asking.pop(number, None))
        return found

    async def _ask(self, number: int) -> None:
        for relay in self.relays:
            try:
                found = await asyncio.to_thread(fetch, relay, self.chain, number)
            except (OSError, ValueError) as error:
                self._said(f"{relay}: {error}")
                continue
            while len(self._rounds) >= ROUNDS_CACHED:
                del self._rounds[next(iter(self._rounds))]
            self._rounds[number], self.trouble = found, ""
            return

    def _said(self, words: str) -> None:
        if words != self.trouble:
            log.warning("no round of the beacon: %s", words)
        self.trouble = words


def fetch(relay: str, chain: Chain, number: int) -> Round:
    """Return a round whose signature holds. Raises ``OSError`` or ``ValueError``."""
    with urlopen(f"{relay}/{chain.hash.hex()}/public/{number}", timeout=SECONDS) as answer:
        said = json_value(answer.read(MOST_BODY), MOST_BODY)
    try:
        previous = bytes.fromhex(said.get("previous_signature") or "")
        found = Round(int(said["round"]), bytes.fromhex(said["signature"]), previous)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise BeaconError(f"the answer for round {number} is not a round of drand") from None
    if found.number != number:
        raise BeaconError(f"asked for round {number}, and received {found.number}")
    fault = checked(chain, found)
    if fault:
        raise BeaconError(fault)
    return found


def relay_of(given: str) -> str:
    """Return the address of a relay. Raises ``BeaconError``."""
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query:
        raise BeaconError(f"invalid address of a beacon's relay {given!r}: expected http:// or https://")
    return given.rstrip("/")
