"""Play: each player's results, deposits and time at tables, folded from the records of tables and wallets.

A player is identified by the seats they take. Buying or cashing out chips is neither a win nor a loss; every other
movement between a seat, or its stakes, and the rest of the table is. Open stakes are not lost yet and are counted
separately. Days follow the floor's clock; a player seated over midnight starts the new day at zero. Streams are read
one after the other: a record of a day that another stream has already ended counts for no day.

``Play`` is a plain value that can be stored as a document and resumed: ``seen`` holds each stream's last event number.
"""

from __future__ import annotations

from typing import Any

import msgspec

from punto.posting import Posting
from punto.restraint import DAY
from punto.table.events import PlayerLeft, PlayerSeated
from punto.wallet import Kind
from punto.wallet.events import TransferBegun, TransferPosted, TransferVoided


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
