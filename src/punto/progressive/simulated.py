"""Meters over simulated shoes: every seat of a table makes the Royal 9 wager in every coup.

Results come from the wager; awards, contributions and Must Hit are decided by the machine itself, so that a simulated
meter matches a real one to the micro-cent. Coups without a win are posted as one sum: a meter that accepts
contributions up to its ceiling accepts as much of ten stakes together as of ten one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from punto.core.cards import Card
from punto.core.coup import Opening
from punto.core.roles import Role
from punto.odds.openings import blanks
from punto.progressive.bridge import Coup, end_command, settle_command
from punto.progressive.decide import decide
from punto.progressive.messages import AnyCommand, AnyEvent, Link, Open, Refusal, StakesContributed
from punto.progressive.meters import contributions, run_of
from punto.progressive.state import MICRO, Lots, State, Terms, Vault, evolve, meter_pot, terms_of
from punto.rules.house_rules import HouseRules
from punto.simulate.trajectory import Trajectory
from punto.wagers.wager import OnOpening

NEVER = 10**18  # coups; for a meter that need not hit
Four = tuple[Card, ...]


class Stake(NamedTuple):
    """A wager on the first four cards and its result; usable as a settlement line."""

    seat: int
    wager: str
    category: str


@dataclass
class Simulated:
    """An installation fed by one table, shoe after shoe, with the same seats in every coup."""

    rules: HouseRules
    terms: Terms
    vault: Vault
    seats: tuple[int, ...]
    state: State

    @classmethod
    def of(cls, rules: HouseRules, seats: Iterable[int], vault: Vault, lots: Lots) -> Simulated:
        """Start the meters of a table at their seeds."""
        found = cls(rules, terms_of(rules, lots=lots), vault, tuple(sorted(seats)), State())
        floor = {"by": Role.FLOOR, "who": "floor", "at": 0}
        found._decided(Open(id="open", **floor))  # type: ignore[arg-type]
        found._decided(Link(id="link", **floor, table=rules.table, digest=found.terms.digest))  # type: ignore[arg-type]
        return found

    def deal(self, shoe: Trajectory, number: int = 1) -> Iterator[AnyEvent]:
        """Play the coups of a shoe; yield the events of those in which a meter was won."""
        coups, won, done = len(shoe.codes), self._won(shoe), 0
        while done < coups:
            coup = min(done + self._coups_to_must_hit(), next((one for one in won if one > done), NEVER))
            self._contribute(number, done, min(coup - 1, coups))
            if coup > coups:
                return
            told = Coup(self.rules.table, number, coup, f"{number}/{coup}", "dealer", 0)
            settle = settle_command(self.terms, told, won.get(coup, ()))
            if settle is not None:
                yield from self._decided(settle)
            yield from self._decided(end_command(self.terms, told, self.seats))
            done = coup

    def _won(self, shoe: Trajectory) -> dict[int, tuple[Stake, ...]]:
        """Return the coups in which a seat wins from a meter, with the results of all seats in pay order."""
        wager = self.rules.wager(self.terms.wager)
        on_opening, stand_ins = wager.on_opening, blanks(wager.tells)
        if on_opening is None:
            raise ValueError(f"unsupported wager {wager.key}: it must be decided by the first four cards")
        known: dict[Four, tuple[Stake, ...]] = {}
        found = {}
        for coup, cards in enumerate(shoe.coups, 1):
            four = tuple(stand_ins[card] for card in cards[:4])
            if four not in known:
                known[four] = self._results(on_opening, four)
            if any(stake.category in self.terms.awards for stake in known[four]):
                found[coup] = known[four]
        return found

    def _results(self, on_opening: OnOpening, four: Four) -> tuple[Stake, ...]:
        """Return the result of every seat, in pay order."""
        p1, b1, p2, b2 = four
        opening = Opening((p1, p2), (b1, b2))
        from_highest = self.rules.rulebook.law.result.pay_order.from_ == "highest"
        order = sorted(self.seats, reverse=from_highest)
        return tuple(Stake(seat, self.terms.wager, on_opening(opening, seat).category) for seat in order)

    def _coups_to_must_hit(self) -> int:
        """Return the number of coups until Must Hit reaches its trigger, if nothing else happens."""
        must = self.terms.must_hit
        if must is None:
            return NEVER
        key = must.meter.key
        seed = self.terms.secrets(self.state.runs, self.vault).present
        trigger = must.lots.trigger(seed, run_of(self.terms, must, self.state.runs[key]))
        missing = trigger * MICRO - self.state.pots[meter_pot(key)]
        return max(1, -(-missing // (len(self.seats) * self.terms.split(key).meter)))

    def _contribute(self, number: int, done: int, coup: int) -> None:
        """Post the contributions of a range of coups without a win."""
        if coup == done:
            return
        table, stakes = self.rules.table, (coup - done) * len(self.seats)
        posted = StakesContributed(
            table=table,
            shoe=number,
            coup=coup,
            seats=self.seats,
            section=self.terms.section,
            moves=contributions(self.terms, self.state, table, stakes),
        )
        total = self.state.stakes + stakes
        self.state = replace(evolve(self.state, posted), stakes=total, version=self.state.version + coup - done)

    def _decided(self, command: AnyCommand) -> tuple[AnyEvent, ...]:
        decision = decide(self.terms, self.state, command, self.terms.secrets(self.state.runs, self.vault))
        if isinstance(decision, Refusal):
            raise RuntimeError(f"{command} was refused: {decision}")
        for event in decision:
            self.state = evolve(self.state, event)
        return decision
