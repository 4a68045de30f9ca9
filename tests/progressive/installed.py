"""An installation to try things on: terms from a filed table, commands with their envelopes, secrets from numbers."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

from punto import fair
from punto.core.roles import Role
from punto.law.rulebook import Rulebook, load
from punto.progressive import MICRO, Reason, Refusal, Secrets, State, Terms, decide, evolve, faults, shown, terms_of
from punto.progressive.messages import (
    AnyCommand,
    AnyEvent,
    Approve,
    Claim,
    Decline,
    EndRound,
    Link,
    Open,
    Propose,
    Settle,
)
from punto.rules.house_rules import HouseRules
from tests.law.submitting import PROGRESSIVE, Changes, rules

Kind = Literal["wagered", "free", "simulated", "void"]

MUST_HIT: Changes = {
    **PROGRESSIVE,
    "wagers.royal-9.must-hit": {"seed": 500_00, "rate": "2.00%", "ceiling": 1_000_00},
}


def filed(book: Rulebook | str, changes: Changes) -> HouseRules:
    return rules(load(book) if isinstance(book, str) else book, changes)


def installation(book: Rulebook | str, changes: Changes) -> Terms:
    return terms_of(filed(book, changes), lots=fair)


def seed(run: int) -> bytes:
    """The seed of a run in these tests; the keeper's are from real entropy."""
    return bytes([run % 256]) * 32


Keeper = Callable[[State], Secrets]


def vault(state: State) -> Secrets:
    """What the keeper hands in at this moment."""
    now = state.runs.get("must-hit", 0)
    return Secrets(seed(now), seed(now + 1))


def run(terms: Terms, number: int) -> fair.MustHit:
    must = terms.must_hit
    assert must is not None
    return fair.MustHit(f"{terms.name}/must-hit", number, must.meter.seed, must.ceiling)


class Bench:
    """An opened installation with tables linked to it; it keeps the events and reconciles after each."""

    def __init__(self, terms: Terms, *tables: str, keeper: Keeper | None = None) -> None:
        self.terms, self.state = terms, State()
        self.events: list[AnyEvent] = []
        self.number = 0
        self.keeper = keeper or vault
        self.does(Open(**self.floor()))
        for table in tables or ("T",):
            self.does(Link(**self.floor(), table=table, digest=terms.digest))

    def floor(self, who: str = "floor-1") -> dict[str, Any]:
        return self.envelope(Role.FLOOR, who)

    def envelope(self, by: Role, who: str = "dealer") -> dict[str, Any]:
        self.number += 1
        return {"id": f"c{self.number}", "by": by, "who": who, "at": self.number}

    def tries(self, command: AnyCommand) -> tuple[AnyEvent, ...] | Refusal:
        return decide(self.terms, self.state, command, self.keeper(self.state))

    def does(self, command: AnyCommand) -> tuple[AnyEvent, ...]:
        """Carry a command out; the books must close after it."""
        events = self.tries(command)
        assert not isinstance(events, Refusal), events
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)
            assert faults(self.terms, self.state) == ()
        return events

    def refused(self, command: AnyCommand) -> Reason:
        before = self.state
        decision = self.tries(command)
        assert isinstance(decision, Refusal), decision
        assert self.state == before
        return decision.reason

    # ------------------------------------------------------------ a coup

    def claim(self, coup: int, *claims: tuple[int, str], table: str = "T", seats: Iterable[int] = ()) -> Settle:
        return Settle(
            **self.envelope(Role.DEALER),
            table=table,
            shoe=1,
            coup=coup,
            seats=tuple(sorted({*seats, *(seat for seat, _ in claims)})),
            claims=tuple(Claim(seat, category) for seat, category in claims),
        )

    def ending(self, coup: int, *seats: int, table: str = "T", kind: Kind = "wagered", shoe: int = 1) -> EndRound:
        return EndRound(
            **self.envelope(Role.DEALER),
            table=table,
            shoe=shoe,
            coup=coup,
            seats=seats,
            kind=kind,
        )

    def ends(self, coup: int, *seats: int, table: str = "T", kind: Kind = "wagered") -> tuple[AnyEvent, ...]:
        return self.does(self.ending(coup, *seats, table=table, kind=kind))

    # ------------------------------------------------------------ by hand

    def proposal(self, debit: str, credit: str, micro: int, why: str = "display replaced", who: str = "ann") -> Propose:
        return Propose(**self.floor(who), debit=debit, credit=credit, micro=micro, why=why)

    def approval(self, proposal: Propose, who: str) -> Approve:
        return Approve(**self.floor(who), proposal=proposal.id)

    def decline(self, proposal: Propose, who: str) -> Decline:
        return Decline(**self.floor(who), proposal=proposal.id)

    def adjusted(self, debit: str, credit: str, micro: int) -> None:
        proposal = self.proposal(debit, credit, micro)
        self.does(proposal)
        self.does(self.approval(proposal, "ben"))

    # ------------------------------------------------------------ what is there

    def reads(self, meter: str) -> int:
        return shown(self.state, meter)

    def pot(self, pot: str) -> int:
        """A pot in micro-cents."""
        return self.state.pots.get(pot, 0)

    def set(self, meter: str, micro: int) -> None:
        """Bring a meter to an amount, by hand."""
        has = self.pot(f"meter/{meter}")
        if micro > has:
            self.adjusted("house", f"meter/{meter}", micro - has)
        elif micro < has:
            self.adjusted(f"meter/{meter}", "house", has - micro)


def cents(amount: int) -> int:
    """Cents in micro-cents."""
    return amount * MICRO
