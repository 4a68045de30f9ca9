"""Entropy for shuffles: what every connection of a seated player adds by itself."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from punto.client.messages import Act, Taken, You
from punto.fair import Contribution, pledge

ENTROPY = 32  # bytes for one shuffle


class OwnEntropy:
    """The entropy that a connection adds to every shuffle for its player: pledged and revealed when that is due."""

    def __init__(self, do: Callable[..., Awaitable[Taken]]) -> None:
        self._give = do
        self._commitment = ""
        self._drawn: dict[str, bytes] = {}  # by commitment, until it is revealed
        self._tasks: set[asyncio.Task[None]] = set()

    def hear(self, kind: str, body: Any, you: You) -> None:
        """Note the commitment of a shoe, and act if a pledge or its reveal is due at the own seat."""
        if kind == "welcome" and body.get("picture"):
            self._commitment = (body["picture"].get("fair") or {}).get("commitment", "")
        for event in body["events"] if kind == "events" else ():
            if event["event"].startswith("shoe-committed/"):
                self._commitment, self._drawn = event["commitment"], {}
        for act in body if kind == "expected" else ():
            if act["command"] in ("pledge", "reveal-entropy") and act.get("by") == "player":
                self._begin(self._do(act, you))

    def stop(self) -> None:
        """End what is under way."""
        for task in self._tasks:
            task.cancel()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do(self, act: Act, you: You) -> None:
        """Pledge or reveal, once for each commitment; what is refused was done by another connection, or by hand."""
        commitment, seat = self._commitment, act.get("given", {}).get("seat")
        drawn = self._drawn.get(commitment)
        with suppress(Exception):  # a loss of the connection is reported where it is read
            if act["command"] == "reveal-entropy" and drawn is not None:
                del self._drawn[commitment]
                await self._give("reveal-entropy", seat=seat, entropy=drawn.hex())
            elif act["command"] == "pledge" and drawn is None and commitment:
                own = Contribution(you["who"], secrets.token_bytes(ENTROPY))
                self._drawn[commitment] = own.entropy
                hashed = pledge(bytes.fromhex(commitment), own).hash
                await self._give("pledge", seat=seat, hash=hashed.hex())
