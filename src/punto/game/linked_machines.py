"""Machines linked to a table: a command's events for them and for the table are one append.

The table decides first, and knows nothing of the others. A linked machine sees what came of it, lets its own room
decide, and answers with what goes into its own stream and with what the table gets from it in return, an award. If it
refuses, the command is refused as a whole. Which command of a machine follows from what happened at a table is a
function of its own, because the verification of a log asks the same again.

Wallets and the coupon book are here; the meters of a progressive are in ``punto.game.progressive_link``. A buy-in from
a wallet, or a cash-out to it, is one append over both streams, so that nothing is ever pending between them; the other
way, in two steps, is for a bank: see ``punto.wallet``. A coupon is laid with its wager. It is returned when the wager
is withdrawn or returned, and when the coup ends after a push; it is surrendered when the coup ends and the wager was
won or lost. Until the coup ends the settlement can be corrected, so nothing is decided about a coupon before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from punto import coupon, wallet
from punto.core.posting import HOUSE, felt_account
from punto.core.roles import Role
from punto.coupon.messages import AnyCommand as CouponCommand
from punto.coupon.messages import Lay, Settle
from punto.people.administration.messages import CashMoved
from punto.record.chain import LogError
from punto.record.store import Reader, Store, Write
from punto.table import Refusal, TableState, evolve
from punto.table.commands import AnyCommand, BuyIn, Leave, Reason, Sit, Wager
from punto.table.events import AnyEvent, CoupEnded, CoupVoided, WagersReturned, WagerWithdrawn
from punto.wallet import Kind, Terms
from punto.wallet.messages import CAGE, Begin, Carry, Open, Post


class LinkedEvents(NamedTuple):
    """The additions of linked machines to a command: events of the table, and writes to other streams."""

    events: tuple[AnyEvent, ...] = ()
    writes: tuple[Write, ...] = ()


class LinkedMachine(Protocol):
    """A machine linked to a table."""

    @property
    def place(self) -> str:
        """Its stream, or the prefix of its streams."""

    def touches(self, before: TableState, command: AnyCommand, events: tuple[AnyEvent, ...]) -> str:
        """Return the stream that a command writes to; "" if it writes nothing."""

    def join(self, before: TableState, command: AnyCommand, events: tuple[AnyEvent, ...]) -> LinkedEvents | Refusal:
        """Return its part of a command, given the state before it and the table's own events."""


class LinkedStream:
    """A machine as far as its stream has been read."""

    store: Reader
    state: Any
    at: int  # when its stream was last written to

    @property
    def place(self) -> str:
        """Its stream."""
        raise NotImplementedError

    def evolve(self, event: Any) -> Any:
        """Return its state after an event."""
        raise NotImplementedError

    def catch_up(self) -> None:
        """Read the records appended since the last call."""
        for record in self.store.read(self.place, self.state.version):
            batch = record.batch
            for event in batch.events:
                self.state = self.evolve(event)
            self.at = batch.command.at


NOTHING = LinkedEvents()


def joined(
    partners: tuple[LinkedMachine, ...], before: TableState, command: AnyCommand, events: tuple[AnyEvent, ...]
) -> LinkedEvents | Refusal:
    """Ask all linked machines; the first refusal applies to the whole command."""
    if not partners and not before.progressive and not before.coupon_book and not _names_another(command):
        return NOTHING
    refusal = _alone({partner.place for partner in partners}, before, command)
    if refusal:
        return refusal
    more = NOTHING
    for partner in partners:
        found = partner.join(before, command, events)
        if isinstance(found, Refusal):
            return found
        if found is not NOTHING:
            more = LinkedEvents(more.events + found.events, more.writes + found.writes)
    return more


def _names_another(command: AnyCommand) -> bool:
    """Return whether a command names something of another machine: a wallet transfer, or a coupon."""
    return bool(getattr(command, "transfer", "") or getattr(command, "coupon_number", 0))


def _alone(places: set[str], before: TableState, command: AnyCommand) -> Refusal | None:
    """Refuse what needs a machine that is not linked; raise ``LogError`` for one that the table was opened with."""
    if before.progressive and f"progressive/{before.progressive}" not in places:
        raise LogError(f"table {before.table} feeds progressive/{before.progressive}: open it with its meters")
    if getattr(command, "transfer", "") and "wallet" not in places:
        return Refusal(Reason.NOT_ALLOWED_HERE, detail={"transfer": "this table has no wallets beside it"})
    if before.coupon_book and f"coupon/{before.coupon_book}" not in places:
        raise LogError(f"table {before.table} takes coupons of coupon/{before.coupon_book}: open it with that book")
    if getattr(command, "coupon_number", 0) and not any(place.startswith("coupon/") for place in places):
        return Refusal(Reason.NOT_ALLOWED_HERE, detail={"coupon": "this table has no coupon book beside it"})
    return None


# ---------------------------------------------------------------- wallets


def wallet_stream(owner: str) -> str:
    """Return the stream of a user's wallet."""
    return f"wallet/{owner}"


def wallet_asked(before: TableState, command: Any, events: Iterable[AnyEvent]) -> Carry | None:
    """Return the command for a wallet after a command at a table (pay for chips, or take their value), or None."""
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
    """Return the command for a wallet after a record of the floor's journal (cash in, cash out), or None."""
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
class WalletLink(LinkedStream):
    """A wallet, as far as its stream has been read."""

    store: Reader
    owner: str
    state: wallet.State = field(default_factory=wallet.State)
    at: int = 0

    @property
    def place(self) -> str:
        """Its stream."""
        return wallet_stream(self.owner)

    def evolve(self, event: Any) -> wallet.State:
        """Return the wallet after an event."""
        return wallet.evolve(self.state, event)

    def do(self, terms: Terms, command: Any) -> Write | wallet.Refusal:
        """Decide a command; return the write, an empty one if nothing is left to do, or a refusal."""
        self.catch_up()
        stamped = replace(command, at=max(command.at, self.at))
        decision = wallet.decide(terms, self.state, stamped)
        if isinstance(decision, wallet.Refusal):
            return decision
        return Write(self.place, self.state.version, stamped, decision)


@dataclass
class WalletLinks:
    """The wallets of the players at a table, in its store."""

    store: Reader
    terms: Terms = field(default_factory=Terms)
    place: str = "wallet"
    _known: dict[str, WalletLink] = field(default_factory=dict)

    def of(self, owner: str) -> WalletLink:
        """Return a user's wallet, open or not."""
        return self._known.setdefault(owner, WalletLink(self.store, owner))

    def forget(self, owner: str) -> None:
        """Drop a cached wallet; it is read again on demand."""
        self._known.pop(owner, None)

    def fill(self, store: Store, owners: Mapping[str, int], at: int) -> tuple[Write, ...]:
        """Open wallets with balances, as a transcript states; return what was appended."""
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
                if isinstance(answer, wallet.Refusal):
                    raise LogError(f"the wallet of {owner!r} cannot be opened: {answer.reason}")
                store.append([answer])
                written.append(answer)
        return tuple(written)

    def touches(self, before: TableState, command: Any, events: tuple[AnyEvent, ...]) -> str:
        """Return the wallet's stream if chips are paid from it, or go to it; otherwise ""."""
        ask = wallet_asked(before, command, events)
        return wallet_stream(ask.who) if ask else ""

    def join(self, before: TableState, command: Any, events: tuple[AnyEvent, ...]) -> LinkedEvents | Refusal:
        """Decide the wallet's part; a transfer that was made before is refused as payment."""
        ask = wallet_asked(before, command, events)
        if ask is None:
            return NOTHING
        answer = self.of(ask.who).do(self.terms, ask)
        if isinstance(answer, wallet.Refusal):
            return Refusal(Reason.WALLET_REFUSES, detail={"because": str(answer.reason), **answer.detail})
        if not answer.events:
            return Refusal(Reason.WALLET_REFUSES, detail={"because": "posted", "transfer": ask.transfer})
        return LinkedEvents(writes=(answer,))


# ---------------------------------------------------------------- coupons

BOOK = "house"  # the coupon book of a floor


def coupon_stream(name: str) -> str:
    """Return the stream of a coupon book."""
    return f"coupon/{name}"


def book_of(state: TableState) -> str:
    """Return the stream of a table's coupon book: the one it was opened with, or the floor's."""
    return coupon_stream(state.coupon_book or BOOK)


def coupon_asked(before: TableState, command: Any, events: Iterable[AnyEvent]) -> Lay | Settle | None:
    """Return the command for the coupon book after a command at a table; None if it concerns no issued coupon."""
    ident = f"{before.table}/{command.id}"  # ids are unique for one person at one table, and all tables share one book
    base: dict[str, Any] = {"id": ident, "by": Role.SYSTEM, "who": command.who, "at": command.at}
    if isinstance(command, Wager) and command.coupon_number:
        return Lay(
            **base,
            number=command.coupon_number,
            cents=command.coupon,
            table=before.table,
            coup=before.coup,
            seat=command.seat,
            wager=command.wager,
        )
    if not before.coupon_numbers:
        return None
    returned, surrendered = _ended(before, events)
    if not returned and not surrendered:
        return None
    return Settle(**base, table=before.table, returned=tuple(returned), surrendered=tuple(surrendered))


def _ended(state: TableState, events: Iterable[AnyEvent]) -> tuple[list[int], list[int]]:
    """Return the coupons whose use ends with some events: those returned, and those surrendered."""
    returned: list[int] = []
    surrendered: list[int] = []
    for event in events:
        lying = [number for numbers in state.coupon_numbers.values() for number in numbers]
        match event:
            case WagerWithdrawn(seat=seat, wager=wager):
                returned += state.coupon_numbers.get(felt_account(seat, wager), ())
            case WagersReturned() | CoupVoided():
                returned += lying
            case CoupEnded():
                returned += state.coupons_pushed
                surrendered += (number for number in lying if number not in state.coupons_pushed)
        state = evolve(state, event)
    return returned, surrendered


@dataclass
class Coupons(LinkedStream):
    """A coupon book, as far as its stream has been read."""

    store: Reader
    name: str = BOOK
    state: coupon.State = field(default_factory=coupon.State)
    at: int = 0

    @property
    def place(self) -> str:
        """Its stream."""
        return coupon_stream(self.name)

    def evolve(self, event: Any) -> coupon.State:
        """Return the book after an event."""
        return coupon.evolve(self.state, event)

    def do(self, command: CouponCommand) -> Write | coupon.Refusal:
        """Decide a command; return what is to be appended, or a refusal."""
        self.catch_up()
        stamped = replace(command, at=max(command.at, self.at))
        decision = coupon.decide(self.state, stamped)
        if isinstance(decision, coupon.Refusal):
            return decision
        return Write(self.place, self.state.version, stamped, decision)

    def touches(self, before: TableState, command: Any, events: tuple[AnyEvent, ...]) -> str:
        """Return its stream if a coupon is used, returned or surrendered; otherwise ""."""
        return self.place if coupon_asked(before, command, events) else ""

    def join(self, before: TableState, command: Any, events: tuple[AnyEvent, ...]) -> LinkedEvents | Refusal:
        """Decide the book's command; at every table here a coupon needs a number or a dealer who saw it."""
        ask = coupon_asked(before, command, events)
        if ask is None:
            return _unvouched(command) or NOTHING
        answer = self.do(ask)
        if isinstance(answer, coupon.Refusal):
            return Refusal(Reason.COUPON_REFUSED, detail={"because": str(answer.reason), **answer.detail})
        return LinkedEvents(writes=(answer,))


def _unvouched(command: Any) -> Refusal | None:
    """Refuse a coupon without a number that no dealer has seen, also at a table older than coupon books."""
    if isinstance(command, Wager) and command.coupon and not command.coupon_seen_by:
        return Refusal(Reason.COUPON_REFUSED, detail={"because": "not-issued"})
    return None
