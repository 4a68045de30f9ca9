"""Demo players: they keep a demo table busy, and are shown as demo players.

Their pseudonyms begin with ``bot-``. They can do and know only what any player can, and add entropy to every shuffle as
any player's client does; being the house's own, it proves nothing about the house. Their acts are drawn from their
seed, the table and the coup; after a restart they repeat the same commands under the same ids, which has no effect.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from hashlib import sha256
from random import Random
from typing import Any

from punto.core.roles import Role
from punto.fair import Contribution, pledge
from punto.floor.setup import Setup
from punto.floor.table_actor import QueueFull, TableActor, TableUnavailable
from punto.table import Refusal, TableState
from punto.table.commands import AnyCommand, BuyIn, Pledge, RevealEntropy, Sit, Wagers
from punto.table.drive import actor, filled, usual
from punto.table.due import keeping
from punto.table.limits import needs_of
from punto.table.phases import Phase
from punto.table.state import stakes_of
from punto.views.picture import BOT

BUY_IN = 200  # times the table minimum
SHARE = 0.7  # share of the betting period after which all of them have bet
PAUSE = 5.0  # seconds before they retry a table that does not answer


class DemoPlayers:
    """The demo players of one table."""

    def __init__(self, desk: TableActor, setup: Setup) -> None:
        self.desk, self.setup = desk, setup
        self.names = [f"{BOT}{number}" for number in range(1, setup.players + 1)]
        self._changed = asyncio.Event()
        self._bet: tuple[int, int] = (0, 0)  # the last shoe and coup on which they bet

    async def play(self) -> None:
        """Play until the table closes."""
        desk = self.desk
        stop = desk.watch(lambda published: self._changed.set())
        try:
            while not desk.stopped:
                if not desk.open:
                    await asyncio.sleep(PAUSE)
                    continue
                self._changed.clear()
                if not await self._act():
                    await self._wait()
        finally:
            stop()

    async def _wait(self) -> None:
        """Wait for an event, or a short time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PAUSE):
                await self._changed.wait()

    async def _act(self) -> bool:
        """Do the next act of one of them; return whether there was one."""
        state = self.desk.state
        missing = next((name for name in self.names if name not in state.seated.values()), "")
        if missing and not self.desk.disabled and len(state.seated) < self.desk.rules.seats:
            return await self._sit(missing)
        if (shared := self._share(state)) is not None:
            return await self._do(shared)
        for act in sorted(self.desk.game.due, key=lambda act: not act.must):  # a squeeze is accepted
            if actor(state, act).startswith(BOT):
                return await self._do(filled(self.desk.rules, state, act, 0, usual, act.do))
        if state.phase is Phase.BETTING and not state.done and (state.shoe, state.coup) != self._bet:
            return await self._all_bet()
        return False

    async def _sit(self, name: str) -> bool:
        state, rules = self.desk.state, self.desk.rules
        seat = next(seat for seat in range(1, rules.seats + 1) if seat not in state.seated)
        return await self._do(self._command(Sit, f"sit-{state.version}", name, seat=seat, buy_in=self._chips))

    def _share(self, state: TableState) -> AnyCommand | None:
        """Return the next pledge or reveal of one of them, or None. It follows from the seed, so that it repeats."""
        for act in keeping(self.desk.rules, state):
            who, stack = state.seated.get(act.seat or 0, ""), state.fair.stack if state.fair is not None else None
            if act.command not in (Pledge, RevealEntropy) or stack is None or not who.startswith(BOT):
                continue
            entropy = sha256(f"{self.setup.seed} {stack.commitment} {who}".encode()).digest()
            ident, seat = f"{act.do}-{stack.commitment[:16]}", act.seat
            if act.command is RevealEntropy:
                return self._command(RevealEntropy, ident, who, seat=seat, entropy=entropy.hex())
            hashed = pledge(bytes.fromhex(stack.commitment), Contribution(who, entropy)).hash.hex()
            return self._command(Pledge, ident, who, seat=seat, hash=hashed)
        return None

    @property
    def _chips(self) -> int:
        return min(limit.least for limit in self.desk.limits.values()) * BUY_IN

    # ---------------------------------------------------------------- wagers

    async def _all_bet(self) -> bool:
        """Bet, each player at a different time of the betting period."""
        desk, state = self.desk, self.desk.state
        coup = self._bet = state.shoe, state.coup
        chance = Random(f"{self.setup.seed} {desk.table} {coup}")
        now = desk.room.clock.now()
        span = SHARE * max(0, (desk.closes or now) - now)
        seats = [seat for seat, who in sorted(state.seated.items()) if who.startswith(BOT)]
        for seat, moment in zip(seats, sorted(chance.random() for _ in seats), strict=True):
            await desk.room.clock.sleep_until(now + round(moment * span))
            if (desk.state.shoe, desk.state.coup) != coup or not desk.open:
                break
            await self._one_bets(chance, seat)
        return True

    async def _one_bets(self, chance: Random, seat: int) -> None:
        state = self.desk.state
        who, coup = state.seated.get(seat, ""), f"{state.shoe}-{state.coup}"
        if state.accounts.get(f"seat/{seat}", 0) < self._chips // 4:
            await self._do(self._command(BuyIn, f"more-{coup}", who, seat=seat, cents=self._chips))
        stakes = self._stakes(chance, seat)
        if who.startswith(BOT) and not stakes_of(state, seat):
            await self._do(self._command(Wagers, f"bet-{coup}", who, seat=seat, stakes=stakes))

    def _stakes(self, chance: Random, seat: int) -> dict[str, int]:
        """Choose a hand, and now and then another wager."""
        rules = self.desk.rules
        hands = [wager.key for wager in rules.wagers if wager.hand and not needs_of(rules, wager.key)[0]]
        chosen = [chance.choice(hands)] if hands else []
        others = [wager for wager in rules.wagers if wager.key not in hands]
        if others and chance.random() < 0.5:
            other = chance.choice(others)
            needs = needs_of(rules, other.key)[0]
            if (not needs or set(needs) & set(chosen)) and (not other.posted or self._royal(seat)):
                chosen.append(other.key)
        return {key: self.desk.limits[key].least for key in chosen}

    def _royal(self, seat: int) -> bool:
        royal = self.desk.rules.royal9
        return royal is not None and seat in royal.combinations

    def _command(self, kind: Any, ident: str, who: str, **fields: Any) -> AnyCommand:
        command: AnyCommand = kind(id=ident, by=Role.PLAYER, who=who, at=0, coup=self.desk.state.coup, **fields)
        return command

    async def _do(self, command: AnyCommand) -> bool:
        """Send a command; return whether the table accepted it."""
        try:
            answer = await self.desk.do(command)
            return not isinstance(answer, Refusal) and not answer.again
        except (QueueFull, TableUnavailable):
            await asyncio.sleep(PAUSE)
            return False
