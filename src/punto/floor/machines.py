"""The machines beside the tables of a floor: its meters, and the wallets of its players.

Each is one object for the whole process, whichever table asks; whoever writes to one holds its stream.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from punto import fair
from punto.floor.beside import Beside
from punto.floor.strongbox import Strongbox
from punto.houserules import HouseRules
from punto.log.game import Game
from punto.log.meters import Meters
from punto.log.partners import Partner
from punto.log.purses import Purses
from punto.log.purses import stream_of as wallet_of
from punto.log.record import LogError, Record
from punto.log.store import Conflict, Write
from punto.progressive import Refusal as MeterRefusal
from punto.progressive import State as MeterState
from punto.progressive import decide as decide_meters
from punto.progressive import terms_of
from punto.progressive.commands import Approve, Decline, Propose
from punto.store import checkpoints
from punto.store.durable import Durable
from punto.wallet import Refusal as WalletRefusal
from punto.wallet import State as WalletState
from punto.wallet import Terms
from punto.wallet.commands import AnyCommand as WalletCommand

MOST_TRIES = 20
EVERY = 500  # events of meters that are read again at most, and as many as come while a checkpoint is kept


class Machines:
    """Meters and wallets over a store."""

    def __init__(self, store: Durable, strongbox: Strongbox, wallets: Terms | None = None) -> None:
        self._store, self._strongbox = store, strongbox
        self.beside = Beside(store, self._take_up, lambda stream: self.purses.forget(stream.partition("/")[2]))
        self.purses = Purses(self.beside, wallets or Terms())
        self.meters: dict[str, Meters] = {}
        self._kept: dict[str, int] = {}  # version of the last checkpoint

    async def of(self, game: Game, at: int) -> tuple[Partner, ...]:
        """Return the machines beside a table, linked to it."""
        name = game.state.progressive
        if not name:
            return (self.purses,)
        self.check(game.rules, name)
        if name not in self.meters:
            self.meters[name] = Meters(self.beside, terms_of(game.rules, name, fair), self._strongbox)
        meters = self.meters[name]
        for _ in range(MOST_TRIES):
            async with self.beside.held([meters.place]):
                links = await self._strongbox.answer(lambda: meters.link(game.rules.table, "house", at))
                written = not links or await self._append(links[0])
            if written and len(links) <= 1:
                return self.purses, meters
        raise LogError(f"progressive/{name} cannot take table {game.rules.table}: too much is written to it")

    def check(self, rules: HouseRules, name: str) -> None:
        """Raise ``LogError`` where a table cannot feed some meters: they have other terms."""
        known = self.meters.get(name)
        if name and known is not None and known.terms.digest != terms_of(rules, name, fair).digest:
            raise LogError(f"progressive/{name} cannot take table {rules.table}: terms-differ")

    # ---------------------------------------------------------------- checkpoints

    async def _take_up(self, stream: str) -> tuple[int, list[Record]]:
        """Bring the machine of a stream to its checkpoint; wallets have none, since a person's does not grow much."""
        kind, _, name = stream.partition("/")
        if kind != "progressive":
            return 0, await self._store.read(stream)
        found = await checkpoints.take_up(self._store, checkpoints.METERS, stream, MeterState)
        if found.state is not None:
            self.meters[name].state, self.meters[name].at = found.state, found.at
        self._kept[stream] = found.version
        return found.version, found.records

    async def keep(self, name: str) -> None:
        """Keep what the meters of an installation have come to, where much was written to them since."""
        meters = self.meters.get(name)
        if meters is None or meters.state.version - self._kept.get(meters.place, 0) < EVERY:
            return
        async with self.beside.held([meters.place]):
            meters.catch_up()
            state = meters.state
        self._kept[meters.place] = state.version
        last = await self._store.read(meters.place, state.version - 1, 1)
        if last and last[0].last == state.version:
            await checkpoints.keep(self._store, checkpoints.METERS, last[0], state)

    async def _append(self, write: Write) -> bool:
        """Append to a stream that is held; or read it on, where somebody else was faster."""
        try:
            self.beside.put(await self._store.append([write]))
        except Conflict:
            await self.beside.catch_up([write.stream])
            return False
        return True

    # ---------------------------------------------------------------- asked by hand

    async def shown(self, name: str) -> MeterState:
        """Return what the meters of an installation have come to."""
        meters = self.meters[name]
        async with self.beside.held([meters.place]):
            meters.catch_up()
        return meters.state

    async def adjust(self, name: str, command: Propose | Approve | Decline) -> tuple[Any, ...] | MeterRefusal:
        """Move money between the pots of an installation by hand, as two people do."""
        meters = self.meters[name]

        def decide() -> Write | MeterRefusal:
            meters.catch_up()
            decision = decide_meters(meters.terms, meters.state, command)
            if isinstance(decision, MeterRefusal):
                return decision
            return Write(meters.place, meters.state.version, command, decision)

        answer: tuple[Any, ...] | MeterRefusal = await self._do(meters.place, command, decide)
        return answer

    async def wallet(self, owner: str) -> WalletState:
        """Return what somebody's wallet has come to."""
        async with self.beside.held([wallet_of(owner)]):
            return self.purses.of(owner).catch_up().state

    async def wallet_do(self, owner: str, command: WalletCommand) -> tuple[Any, ...] | WalletRefusal:
        """Let a wallet decide a command that no table gives: it is opened, money comes from outside, a limit is set."""
        terms, stream = self.purses.terms, wallet_of(owner)
        answer: tuple[Any, ...] | WalletRefusal = await self._do(
            stream, command, lambda: self.purses.of(owner).do(terms, command)
        )
        return answer

    async def _do(self, stream: str, command: Any, decide: Callable[[], Any]) -> Any:
        """Decide and append; an accepted command that comes again is answered as it was."""
        for _ in range(MOST_TRIES):
            async with self.beside.held([stream]):
                known = await self._store.find(stream, command.who, command.id)
                if known is not None:
                    return known.batch.events
                answer = decide()
                if not isinstance(answer, Write):
                    return answer
                if not answer.events or await self._append(answer):
                    return answer.events
        raise LogError(f"{stream}: too much is written to it")
