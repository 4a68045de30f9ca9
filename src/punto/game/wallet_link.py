"""The wallets beside a table: a buy-in from a wallet, or a cash-out to it, is one append over both streams.

The other way, in two steps, is for a table in another store and for a bank: see ``punto.wallet``. Here both sides are
written together, so nothing is ever pending between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from punto.core.posting import HOUSE
from punto.core.roles import Role
from punto.game.linked_machines import LinkedEvents
from punto.people.administration.messages import CashMoved
from punto.record.chain import LogError
from punto.record.store import Reader, Store, Write
from punto.table import Refusal as TableRefusal
from punto.table import TableState
from punto.table.commands import BuyIn, Leave, Reason, Sit
from punto.table.events import AnyEvent
from punto.wallet import Kind, Refusal, State, Terms, decide, evolve
from punto.wallet.messages import CAGE, Begin, Carry, Open, Post


def stream_of(owner: str) -> str:
    """Return the stream of somebody's wallet."""
    return f"wallet/{owner}"


def asked(before: TableState, command: Any, events: Iterable[AnyEvent]) -> Carry | None:
    """Return what a wallet is asked after a command at a table: to pay for chips, or to take what they are worth."""
    match command:
        case Sit(transfer=transfer, buy_in=cents) | BuyIn(transfer=transfer, cents=cents) if transfer:
            kind = Kind.BUY_IN
        case Leave(transfer=transfer) if transfer:
            kind = Kind.CASH_OUT
            cents = sum(one.cents for event in events for one in event.postings if one.credit == HOUSE)
        case _:
            return None
    if not cents:
        return None
    return Carry(
        id=f"{before.table}/{command.id}",
        by=Role.SYSTEM,
        who=command.who,
        at=command.at,
        transfer=transfer,
        kind=kind,
        cents=cents,
        place=f"table/{before.table}/seat/{command.seat}",
    )


def asked_at_cage(events: Iterable[Any]) -> Carry | None:
    """Return what a wallet is asked after a record of the floor's journal: to take cash, or to pay it out."""
    for event in events:
        if isinstance(event, CashMoved):
            return Carry(
                id=f"{CAGE}/{event.transfer}",
                by=Role.SYSTEM,
                who=event.person,
                at=event.at,
                transfer=event.transfer,
                kind=Kind(event.kind),
                cents=event.cents,
                place=CAGE,
            )
    return None


@dataclass
class WalletLink:
    """A wallet as far as its stream has been read."""

    store: Reader
    owner: str
    state: State = field(default_factory=State)
    at: int = 0

    @property
    def stream(self) -> str:
        """Its stream."""
        return stream_of(self.owner)

    def catch_up(self) -> WalletLink:
        """Read what was appended since."""
        for record in self.store.read(self.stream, self.state.version):
            batch = record.batch
            for event in batch.events:
                self.state = evolve(self.state, event)
            self.at = batch.command.at
        return self

    def do(self, terms: Terms, command: Any) -> Write | Refusal:
        """Let the wallet decide; return what is to be appended, and nothing where nothing is left to do."""
        self.catch_up()
        stamped = replace(command, at=max(command.at, self.at))
        decision = decide(terms, self.state, stamped)
        if isinstance(decision, Refusal):
            return decision
        return Write(self.stream, self.state.version, stamped, decision)


@dataclass
class WalletLinks:
    """The wallets of whoever comes to a table, in its store."""

    store: Reader
    terms: Terms = field(default_factory=Terms)
    place: str = "wallet"
    _known: dict[str, WalletLink] = field(default_factory=dict)

    def of(self, owner: str) -> WalletLink:
        """Return somebody's wallet, open or not."""
        return self._known.setdefault(owner, WalletLink(self.store, owner))

    def forget(self, owner: str) -> None:
        """Let go of a wallet; it is read again when it is asked for."""
        self._known.pop(owner, None)

    def fill(self, store: Store, owners: Mapping[str, int], at: int) -> tuple[Write, ...]:
        """Open wallets with money in them, as a transcript says; return what was appended."""
        written: list[Write] = []
        for owner, cents in owners.items():
            system: dict[str, Any] = {"by": Role.SYSTEM, "who": "house", "at": at}
            own: dict[str, Any] = {"by": Role.PLAYER, "who": owner, "at": at}
            deposit: dict[str, Any] = {
                "transfer": "deposit",
                "kind": Kind.DEPOSIT,
                "cents": cents,
                "place": "transcript",
            }
            for command in (
                Open(id="open", **system, owner=owner),
                Begin(id="deposit", **own, **deposit),
                Post(id="deposited", **system, transfer="deposit"),
            ):
                answer = self.of(owner).do(self.terms, command)
                if isinstance(answer, Refusal):
                    raise LogError(f"the wallet of {owner!r} cannot be opened: {answer.reason}")
                store.append([answer])
                written.append(answer)
        return tuple(written)

    def touches(self, before: TableState, command: Any, events: tuple[AnyEvent, ...]) -> str:
        """Name the wallet's stream where chips are paid from it, or go to it."""
        ask = asked(before, command, events)
        return stream_of(ask.who) if ask else ""

    def join(self, before: TableState, command: Any, events: tuple[AnyEvent, ...]) -> LinkedEvents | TableRefusal:
        """Let the wallet decide; a transfer that was made before pays for nothing a second time."""
        ask = asked(before, command, events)
        if ask is None:
            return LinkedEvents()
        answer = self.of(ask.who).do(self.terms, ask)
        if isinstance(answer, Refusal):
            return TableRefusal(Reason.WALLET_REFUSES, detail={"because": str(answer.reason), **answer.detail})
        if not answer.events:
            return TableRefusal(Reason.WALLET_REFUSES, detail={"because": "posted", "transfer": ask.transfer})
        return LinkedEvents(writes=(answer,))
