"""Responsible play: a player's own limits, play folded from tables' records, and whether the player may continue."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from punto.core.posting import Posting
from punto.core.roles import Role
from punto.core.self_limits import DAY, SelfLimit
from punto.people.responsible_play.messages import (
    AnyCommand,
    AnyEvent,
    Own,
    Pause,
    PlayLimited,
    PlayPaused,
    Reason,
    Refusal,
    SetLimit,
)
from punto.table.commands import BuyIn, Sit, Verbal, Wager, Wagers
from punto.table.events import PlayerLeft, PlayerSeated
from punto.wallet import Kind
from punto.wallet.messages import Begin, Carry, TransferBegun, TransferPosted, TransferVoided

# ---------------------------------------------------------------- state

# A player's own limits, and how events change them.


class State(msgspec.Struct, frozen=True):
    """Limits and pause of one player."""

    owner: str = ""
    version: int = 0
    at: int = 0  # milliseconds, the latest time recorded
    limits: dict[str, SelfLimit] = {}
    until: int = 0  # end of the pause

    def holding(self, limit: str, at: int) -> int | None:
        """Return the limit in effect at a time; setting the clock back loosens none."""
        own = self.limits.get(limit)
        return own.holding(at) if own is not None else None


def evolve(state: State, event: AnyEvent) -> State:
    """Return the state after an event."""
    state = replace(state, owner=event.who, version=state.version + 1, at=max(state.at, event.at))
    if isinstance(event, PlayPaused):
        return replace(state, until=event.until)
    limit = state.limits.get(event.limit, SelfLimit()).set(event.amount, event.begins, event.at)
    return replace(state, limits={**state.limits, event.limit: limit})


# ---------------------------------------------------------------- decide

# Decide: map a command to its events, or to a refusal.

Decision = tuple[AnyEvent, ...] | Refusal
MOST: dict[Own, int] = {"loss": 10**11, "deposit": 10**11, "time": 24 * 60}  # cents, cents, minutes per day
LONGEST = 5 * 366 * DAY


def decide(state: State, command: AnyCommand) -> Decision:
    """Return the events of a command, or a refusal."""
    if command.by is not Role.PLAYER:
        return Refusal(Reason.WRONG_ROLE, {"by": Role.PLAYER})
    if state.owner and command.who != state.owner:
        return Refusal(Reason.NOT_YOURS)
    return _limit(state, command) if isinstance(command, SetLimit) else _pause(state, command)


def _limit(state: State, command: SetLimit) -> Decision:
    most, at = MOST[command.limit], max(command.at, state.at)
    if command.amount is not None and not 0 <= command.amount <= most:
        return Refusal(Reason.BAD_AMOUNT, {"most": most})
    begins = state.limits.get(command.limit, SelfLimit()).beginning(command.amount, at)
    return (PlayLimited(at=at, who=command.who, limit=command.limit, amount=command.amount, begins=begins),)


def _pause(state: State, command: Pause) -> Decision:
    at = max(command.at, state.at)
    if not at < command.until <= at + LONGEST:
        return Refusal(Reason.BAD_AMOUNT, {"after": at, "most": at + LONGEST})
    if command.until < state.until:
        return Refusal(Reason.NOT_SHORTER, {"until": state.until})
    return (PlayPaused(at=at, who=command.who, until=command.until),)


# ---------------------------------------------------------------- play

# Play: each player's results, deposits and time at tables, folded from the records of tables and wallets.
#
# A player is identified by the seats they take. Buying or cashing out chips is neither a win nor a loss; every other
# movement between a seat, or its stakes, and the rest of the table is. Open stakes are not lost yet and are counted
# separately. Days follow the floor's clock; a player seated over midnight starts the new day at zero. Streams are read
# one after the other: a record of a day that another stream has already ended counts for no day.
#
# ``Play`` is a plain value that can be stored as a document and resumed: ``seen`` holds each stream's last event
# number.


class Standing(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A player's standing at a time, for the screen and for their limits."""

    net: int = 0  # cents won today; negative if lost
    at_risk: int = 0  # cents of open stakes
    brought: int = 0  # cents deposited today
    minutes: int = 0  # at tables today
    since: int | None = None  # milliseconds when they sat down; None if not seated
    net_since: int = 0  # cents won since then


class _Sheet(msgspec.Struct):
    """One player's day."""

    day: int = 0
    net: int = 0
    brought: int = 0
    sat: int = 0  # milliseconds of completed sittings
    since: int | None = None
    net_since: int = 0
    seats: int = 0
    felt: int = 0


class Play(msgspec.Struct):
    """Play of all players, folded record by record."""

    seen: dict[str, int] = {}  # stream -> its last event number
    seats: dict[str, str] = {}  # "table/MB-7/3" -> player in the seat
    people: dict[str, _Sheet] = {}
    pending: dict[str, tuple[int, int]] = {}  # pending deposits: cents and day
    day: int = 0

    def see(self, batch: Any) -> None:
        """Fold a record of a table or wallet; a record already read changes nothing."""
        read = {"table": self._table, "wallet": self._wallet}.get(batch.stream.partition("/")[0])
        if read is None or batch.n <= self.seen.get(batch.stream, 0):
            return
        self.seen[batch.stream] = batch.last
        self._turn(batch.command.at // DAY)
        read(batch, batch.command.at // DAY == self.day)

    def _table(self, batch: Any, today: bool) -> None:
        at, outside = batch.command.at, not getattr(batch.command, "transfer", "")
        for event in batch.events:
            if isinstance(event, PlayerSeated):
                self._sits(f"{batch.stream}/{event.seat}", event.who, at)
            for posting in event.postings:
                self._post(batch.stream, posting, outside, today)
            if isinstance(event, PlayerLeft):
                self._leaves(f"{batch.stream}/{event.seat}", at)

    def _wallet(self, batch: Any, today: bool) -> None:
        """Count deposits when they begin; subtract those voided on the same day."""
        owner = batch.stream.partition("/")[2]
        for event in batch.events:
            transfer = f"{batch.stream}/{getattr(event, 'transfer', '')}"
            if isinstance(event, TransferBegun) and event.kind is Kind.DEPOSIT:
                self.pending[transfer] = event.cents, self.day if today else 0
                self.people.setdefault(owner, _Sheet(day=self.day)).brought += event.cents if today else 0
            elif isinstance(event, TransferPosted | TransferVoided):
                cents, day = self.pending.pop(transfer, (0, 0))
                if cents and isinstance(event, TransferVoided) and day == self.day:
                    self.people[owner].brought -= cents

    def standing(self, who: str, at: int) -> Standing:
        """Return a player's standing at a time in milliseconds."""
        sheet = self.people.get(who, _Sheet(day=at // DAY))
        same = sheet.day == at // DAY
        sat = sheet.sat if same else 0
        if sheet.since is not None:
            sat += max(at - max(sheet.since, at // DAY * DAY), 0)
        return Standing(
            net=sheet.net if same else 0,
            at_risk=sheet.felt,
            brought=sheet.brought if same else 0,
            minutes=sat // 60_000,
            since=sheet.since,
            net_since=sheet.net_since,
        )

    # ------------------------------------------------------------ days and seats

    def _turn(self, day: int) -> None:
        """Start a new day and drop players who are not seated, which bounds the size."""
        if day <= self.day:
            return
        self.day = day
        self.people = {who: sheet for who, sheet in self.people.items() if sheet.seats}
        for sheet in self.people.values():
            sheet.day, sheet.net, sheet.brought, sheet.sat = day, 0, 0, 0

    def _sits(self, place: str, who: str, at: int) -> None:
        sheet = self.people.setdefault(who, _Sheet(day=self.day))
        self.seats[place] = who
        sheet.seats += 1
        if sheet.seats == 1:
            sheet.since, sheet.net_since = at, 0

    def _leaves(self, place: str, at: int) -> None:
        sheet = self.people[self.seats.pop(place)]
        sheet.seats -= 1
        if not sheet.seats and sheet.since is not None:
            sheet.sat += max(at - max(sheet.since, self.day * DAY), 0)
            sheet.since = None

    # ------------------------------------------------------------ money

    def _post(self, table: str, posting: Posting, outside: bool, today: bool) -> None:
        giver, taker = self._whose(table, posting.debit), self._whose(table, posting.credit)
        if giver and posting.debit.startswith("felt/"):
            giver.felt -= posting.cents
        if taker and posting.credit.startswith("felt/"):
            taker.felt += posting.cents
        if posting.memo.startswith("chips"):
            if taker and outside and today:
                taker.brought += posting.cents
        else:
            for sheet, cents in ((giver, -posting.cents), (taker, posting.cents)):
                if sheet:
                    sheet.net += cents if today else 0
                    sheet.net_since += cents

    def _whose(self, table: str, account: str) -> _Sheet | None:
        kind, _, rest = account.partition("/")
        if kind not in ("seat", "felt"):
            return None
        who = self.seats.get(f"{table}/{rest.partition('/')[0]}")
        return self.people[who] if who is not None else None


# ---------------------------------------------------------------- may

# Permission to sit, buy in or wager: a player's own limits compared with their standing.

PLAYING = (Sit, BuyIn, Wager, Wagers, Verbal)


def may(limits: State, standing: Standing, command: Any, at: int, *, disabled: bool = False) -> Refusal | None:
    """Return why a command must not be given now, or None. Leaving is always allowed."""
    deposits = isinstance(command, Begin | Carry) and command.kind is Kind.DEPOSIT
    if not deposits and not isinstance(command, PLAYING):
        return None
    if disabled:
        return Refusal(Reason.DISABLED)
    if at < limits.until:
        return Refusal(Reason.PAUSED, {"until": limits.until})
    return (
        (None if deposits else _time(limits, standing, at))
        or (None if deposits else _loss(limits, standing, command, at))
        or _deposit(limits, standing, command, at)
    )


def _time(limits: State, standing: Standing, at: int) -> Refusal | None:
    limit = limits.holding("time", at)
    if limit is not None and standing.minutes >= limit:
        return Refusal(Reason.TIME_LIMIT, {"limit": limit, "minutes": standing.minutes})
    return None


def _loss(limits: State, standing: Standing, command: Any, at: int) -> Refusal | None:
    """Check the loss limit, counting stakes on the layout as lost.

    A buy-in is refused once the limit leaves no room for any wager.
    """
    limit = limits.holding("loss", at)
    if limit is None:
        return None
    could = standing.at_risk - standing.net + (staked(command) or 1)
    if could > limit:
        return Refusal(Reason.LOSS_LIMIT, {"limit": limit, "net": standing.net, "at-risk": standing.at_risk})
    return None


def _deposit(limits: State, standing: Standing, command: Any, at: int) -> Refusal | None:
    limit, cents = limits.holding("deposit", at), brought(command)
    if limit is not None and cents and standing.brought + cents > limit:
        return Refusal(Reason.DEPOSIT_LIMIT, {"limit": limit, "brought": standing.brought})
    return None


def staked(command: Any) -> int:
    """Return the cents that a command puts at risk."""
    match command:
        case Wager(cents=cents) | Verbal(cents=cents):
            return cents
        case Wagers(stakes=stakes):
            return sum(stakes.values())
        case _:
            return 0


def brought(command: Any) -> int:
    """Return the cents that a command brings in from outside; transfers from a wallet do not count."""
    match command:
        case Sit(buy_in=cents, transfer="") | BuyIn(cents=cents, transfer=""):
            return cents
        case Begin(cents=cents, kind=Kind.DEPOSIT) | Carry(cents=cents, kind=Kind.DEPOSIT):
            return cents
        case _:
            return 0
