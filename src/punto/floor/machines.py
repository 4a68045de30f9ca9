"""The machines linked to the tables of a floor: its meters, its coupon book, and the wallets of its players.

Each is one object for the whole process, shared by all tables; a writer locks its stream.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from punto import fair
from punto.coupon import Coupon
from punto.coupon import Refusal as CouponRefusal
from punto.coupon import State as CouponState
from punto.coupon.messages import Cancel, Countersign, Issue
from punto.filings import Refusal as FilingsRefusal
from punto.filings import State as FilingsState
from punto.filings.messages import AnyCommand as FilingsCommand
from punto.floor.storage import SharedStreams, Strongbox
from punto.game.filings_link import Register
from punto.game.game import Game
from punto.game.inventory_link import Inventory
from punto.game.linked_machines import Coupons, LinkedMachine, WalletLinks, wallet_stream
from punto.game.progressive_link import ProgressiveLink
from punto.inventory import Refusal as InventoryRefusal
from punto.inventory import State as InventoryState
from punto.inventory.messages import AnyCommand as InventoryCommand
from punto.progressive import Refusal as MeterRefusal
from punto.progressive import State as MeterState
from punto.progressive import decide as decide_meters
from punto.progressive import terms_of
from punto.progressive.messages import Approve, Decline, Propose
from punto.record import checkpoints
from punto.record.chain import LogError, Record
from punto.record.durable import Durable
from punto.record.store import Conflict, Write
from punto.rules.house_rules import HouseRules
from punto.wallet import Refusal as WalletRefusal
from punto.wallet import State as WalletState
from punto.wallet import Terms
from punto.wallet.messages import AnyCommand as WalletCommand

MOST_TRIES = 20
EVERY = 500  # events between two checkpoints, and the most that are read again


class Machines:
    """Meters, wallets and the coupon book over a store."""

    def __init__(self, store: Durable, strongbox: Strongbox, wallets: Terms | None = None) -> None:
        self._store, self._strongbox = store, strongbox
        self.beside = SharedStreams(store, self._take_up, lambda stream: self.purses.forget(stream.partition("/")[2]))
        self.purses = WalletLinks(self.beside, wallets or Terms())
        self.coupons = Coupons(self.beside)
        self.register = Register(self.beside)
        self._inventories: dict[str, Inventory] = {}
        self.meters: dict[str, ProgressiveLink] = {}
        self._kept: dict[str, int] = {}  # version of the last checkpoint

    async def of(self, game: Game, at: int) -> tuple[LinkedMachine, ...]:
        """Return the machines linked to a table, and link them if needed. Raises ``LogError``."""
        name = game.state.progressive
        if not name:
            return self.purses, self.coupons
        self.check(game.rules, name)
        if name not in self.meters:
            self.meters[name] = ProgressiveLink(self.beside, terms_of(game.rules, name, fair), self._strongbox)
        meters = self.meters[name]
        for _ in range(MOST_TRIES):
            async with self.beside.held([meters.place]):
                links = await self._strongbox.answer(lambda: meters.link(game.rules.table, "house", at))
                written = not links or await self._append(links[0])
            if written and len(links) <= 1:
                await self._strongbox.answer(meters.inspect)
                return self.purses, meters, self.coupons
        raise LogError(f"progressive/{name} cannot take table {game.rules.table}: too much is written to it")

    def check(self, rules: HouseRules, name: str) -> None:
        """Raise ``LogError`` if a table cannot feed some meters because they have other terms."""
        known = self.meters.get(name)
        if name and known is not None and known.terms.digest != terms_of(rules, name, fair).digest:
            raise LogError(f"progressive/{name} cannot take table {rules.table}: terms-differ")

    # ---------------------------------------------------------------- checkpoints

    async def _take_up(self, stream: str) -> tuple[int, list[Record]]:
        """Resume the machine of a stream from its checkpoint; wallets have none, because they stay small."""
        kind, _, name = stream.partition("/")
        if kind == "progressive":
            return await self._to_checkpoint(self.meters[name], checkpoints.METERS, MeterState)
        if kind == "coupon":
            return await self._to_checkpoint(self.coupons, checkpoints.COUPONS, CouponState)
        if kind == "filings":
            return await self._to_checkpoint(self.register, checkpoints.FILINGS, FilingsState)
        return 0, await self._store.read(stream)

    async def _to_checkpoint(self, machine: Any, kind: str, state: type[Any]) -> tuple[int, list[Record]]:
        found = await checkpoints.take_up(self._store, kind, machine.place, state)
        if found.state is not None:
            machine.state, machine.at = found.state, found.at
        self._kept[machine.place] = found.version
        return found.version, found.records

    async def keep(self, name: str) -> None:
        """Store checkpoints of the coupon book and of an installation's meters, if much was written since."""
        await self._keep(self.coupons, checkpoints.COUPONS)
        await self._keep(self.register, checkpoints.FILINGS)
        if name in self.meters:
            await self._keep(self.meters[name], checkpoints.METERS)

    async def _keep(self, machine: ProgressiveLink | Coupons | Register, kind: str) -> None:
        if machine.state.version - self._kept.get(machine.place, 0) < EVERY:
            return
        async with self.beside.held([machine.place]):
            machine.catch_up()
            state = machine.state
        self._kept[machine.place] = state.version
        last = await self._store.read(machine.place, state.version - 1, 1)
        if last and last[0].last == state.version:
            await checkpoints.keep(self._store, kind, last[0], state)

    async def _append(self, write: Write) -> bool:
        """Append to a locked stream and return True; on a conflict read the new records and return False."""
        try:
            self.beside.put(await self._store.append([write]))
        except Conflict:
            await self.beside.catch_up([write.stream])
            return False
        return True

    # ---------------------------------------------------------------- requests of staff and players

    async def shown(self, name: str) -> MeterState:
        """Return the state of an installation's meters."""
        meters = self.meters[name]
        async with self.beside.held([meters.place]):
            meters.catch_up()
        return meters.state

    async def adjust(self, name: str, command: Propose | Approve | Decline) -> tuple[Any, ...] | MeterRefusal:
        """Move money between the pots of an installation by hand, with two people."""
        meters = self.meters[name]

        def decide() -> Write | MeterRefusal:
            meters.catch_up()
            decision = decide_meters(meters.terms, meters.state, command)
            if isinstance(decision, MeterRefusal):
                return decision
            return Write(meters.place, meters.state.version, command, decision)

        answer: tuple[Any, ...] | MeterRefusal = await self._do(meters.place, command, decide)
        return answer

    async def coupon_book(self) -> CouponState:
        """Return the state of the coupon book, including what other processes have written."""
        async with self.beside.held([self.coupons.place]):
            await self.beside.catch_up([self.coupons.place])
            self.coupons.catch_up()
        return self.coupons.state

    async def coupons_of(self, holder: str) -> tuple[Coupon, ...]:
        """Return a player's coupons that are neither used nor cancelled, as far as this process knows."""
        async with self.beside.held([self.coupons.place]):
            self.coupons.catch_up()
        return self.coupons.state.of(holder)

    async def coupon_do(self, command: Issue | Countersign | Cancel) -> tuple[Any, ...] | CouponRefusal:
        """Decide a floorperson's command to the coupon book."""
        await self.coupon_book()
        answer: tuple[Any, ...] | CouponRefusal = await self._do(
            self.coupons.place, command, lambda: self.coupons.do(command)
        )
        return answer

    async def filings(self) -> FilingsState:
        """Return the state of the register of filings, including what other processes have written."""
        async with self.beside.held([self.register.place]):
            await self.beside.catch_up([self.register.place])
            self.register.catch_up()
        return self.register.state

    async def filings_do(self, command: FilingsCommand) -> tuple[Any, ...] | FilingsRefusal:
        """Decide a command to the register of filings."""
        await self.filings()
        answer: tuple[Any, ...] | FilingsRefusal = await self._do(
            self.register.place, command, lambda: self.register.do(command)
        )
        await self.filings()
        return answer

    def inventory(self, table: str) -> Inventory:
        """Return the inventory of a table."""
        return self._inventories.setdefault(table, Inventory(self.beside, table))

    async def tray(self, table: str) -> InventoryState:
        """Return the state of a table's inventory, including what other processes have written."""
        one = self.inventory(table)
        async with self.beside.held([one.place]):
            await self.beside.catch_up([one.place])
            one.catch_up()
        return one.state

    async def inventory_do(self, table: str, command: InventoryCommand) -> tuple[Any, ...] | InventoryRefusal:
        """Decide a command to a table's inventory."""
        await self.tray(table)
        one = self.inventory(table)
        answer: tuple[Any, ...] | InventoryRefusal = await self._do(one.place, command, lambda: one.do(command))
        return answer

    async def wallet(self, owner: str) -> WalletState:
        """Return the state of a user's wallet."""
        async with self.beside.held([wallet_stream(owner)]):
            wallet = self.purses.of(owner)
            wallet.catch_up()
            return wallet.state

    async def wallet_do(self, owner: str, command: WalletCommand) -> tuple[Any, ...] | WalletRefusal:
        """Decide a wallet's command from outside a table: open it, receive money, set a limit."""
        terms, stream = self.purses.terms, wallet_stream(owner)
        answer: tuple[Any, ...] | WalletRefusal = await self._do(
            stream, command, lambda: self.purses.of(owner).do(terms, command)
        )
        return answer

    async def _do(self, stream: str, command: Any, decide: Callable[[], Any]) -> Any:
        """Decide and append; an accepted command that is repeated gets the same answer."""
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
