"""The state of a table, and how an event changes it; also stakes on the felt.

``evolve`` reads no house rules, because events are facts. The state contains nothing older than the shoe.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import astuple, force_setattr

from punto.core.money import Cents
from punto.core.posting import FELT, Posting, felt_account, move
from punto.table import card_positions
from punto.table import events as e
from punto.table.evolve_events import CHANGES, Trouble
from punto.table.holes import Due
from punto.table.phases import CLOSED, IDLE, Phase, following, may_follow


class TableState(msgspec.Struct, frozen=True):
    """The whole state of a table."""

    table: str = ""
    progressive: str = ""  # the installation that its Royal 9 feeds; "" without a linked meter
    alone: int | None = None  # cents that one floorperson may move without a second; None: no limit
    alone_sum: bool = False  # in a shoe, not in each act
    moved_alone: dict[str, int] = {}  # by each of them in this shoe, in cents
    early: str = ""  # the wager that is settled before third cards
    phase: Phase = CLOSED
    version: int = 0
    shoe: int = 0
    coup: int = 1
    shoe_began: int = 1  # the first coup of this shoe
    kind: Literal["wagered", "free", "simulated"] = "wagered"
    agenda: tuple[str, ...] = ()  # ceremonies before the next coup, the first one under way
    done: tuple[str, ...] = ()  # steps made of the ceremony under way
    defects: tuple[int, ...] = ()  # decks that are inspected and have a defect, to be replaced
    made_by: dict[str, str] = {}  # makers of those steps that require different people
    ended: bool = False  # the ceremony of this phase is complete
    resumed: tuple[str, ...] = ()  # steps of a coup's ceremony that resumes once the shoe has a new holder
    asked: tuple[int, ...] = ()  # seats offered the cut, the shoe or a hand in this tour
    seated: dict[int, str] = {}
    calling: tuple[str, ...] = ()  # the dealer calling the game, if dealers have separate parts
    on_wagers: tuple[str, ...] = ()  # the dealers who handle the wagers
    posted: bool = False  # dealers and floorperson sign on
    posts: dict[str, tuple[str, int]] = {}  # by person: the post, and since when
    leaving: tuple[str, ...] = ()  # who signed off in this coup, and completes it
    places: dict[str, str | None] = {}  # dealt cards; None is face down
    out: dict[str, int] = {}  # disclosed faces of this shoe, to detect a card too many, such as a ninth king of spades
    old: tuple[str, ...] = ()  # places with cards of the previous shoe, if a coup is completed from new cards
    cards: int = 0  # in a full shoe
    left: int = 0  # cards in the shoe
    batches: int = 1
    batch: int = 1  # the batch in the shoe, or being prepared for it
    decks: tuple[int, ...] = ()  # when each batch was opened
    changing: tuple[int, ...] = ()  # batches to be replaced by new decks
    at: int = 0  # when the last ceremony ended, or a wager was withdrawn
    cover: Literal["none", "in", "seen", "last", "over"] = "none"
    cover_depth: int = 0  # cards behind the cover card
    cover_coup: int = 0  # the coup in which it came out
    hands_after: int = 0  # dealt since "last hand" was announced
    continuous: bool = False  # cards return to the shoe after every coup
    burning: int = 0  # cards still to burn
    burned: int = 0  # after the first one
    exposed: str = ""  # the first card burned, while it is on the table
    holders: dict[str, int] = {}  # who turns a hand: "P" or "B" -> seat, 0 for the dealer
    given_up: dict[str, tuple[int, ...]] = {}  # who declined to turn it, or lost the right, in this round
    curator: int | None = None  # who holds the shoe; 0 for the dealer, None at tables without a curator
    held_from: int = 0  # the coup before which the holder took it
    vacant: bool = False  # the holder has left the table
    passed_by: int = 0  # the next tour of the shoe begins at this seat's right; 0 for the dealer's
    cutter: int = 0  # who cut last; 0 for the dealer
    accounts: dict[str, int] = {}
    coupons: dict[str, int] = {}  # match play next to a stake, by the stake's account
    coupon_book: str = ""  # the coupon book whose coupons the table accepts
    coupon_numbers: dict[str, tuple[int, ...]] = {}  # issued coupons next to a stake, by the stake's account
    coupons_pushed: tuple[int, ...] = ()  # the issued coupons that this coup's settlement leaves to their players
    owed: dict[int, int] = {}  # deferred vigorish, in thousandths of a cent, by seat
    verbal: dict[int, tuple[str, int]] = {}  # called, not confirmed: wager and cash
    unpaid: tuple[int, ...] = ()  # winning seats still to be paid, in order
    uncollected: bool = False
    settled: bool = False
    royals: tuple[int, ...] = ()  # seats with a Royal 9 wager in this coup
    chosen: dict[int, str] = {}  # each player's choice for the seat's House Money
    moved: tuple[Posting, ...] = ()  # postings since the close, which a void reverses
    settlement: tuple[Posting, ...] = ()  # postings of this coup, which a correction reverses
    marks: dict[int, int] = {}  # vigorish deferred by this coup's settlement
    opening: tuple[str | None, ...] = ()  # cards kept from an irregularity that open this coup
    carried: tuple[str | None, ...] = ()  # those that open the next coup
    waiting: int = 0  # undisclosed cards that open the next hand played, past any simulated round
    later: int = 0  # those of them that were drawn in this coup
    simulate: bool = False  # a simulated round follows this coup
    trouble: Trouble | None = None
    voided: bool = False  # this round is void, and the table returns to betting
    filing: int = 0  # the filing of its submission; 0: none
    filings: str = ""  # whether filings are "noted" or "required"; "" at tables older than the register
    options: dict[str, bool] = {}  # options of shuffling that a notice has changed
    fair: card_positions.FairShoe | None = None  # public state of a virtual shoe; None at other tables


class Draft(TableState, frozen=True):
    """The state during one command: ``follow`` changes it in place, event by event, and it is frozen at the end.

    To all others it is as frozen as any state. Its accounts are its own; all other values are replaced as a whole, so
    that they may be shared with a frozen state.
    """

    @classmethod
    def of(cls, state: TableState) -> Draft:
        """Return a draft that begins with a state."""
        draft = cls(*astuple(state))
        force_setattr(draft, "accounts", dict(state.accounts))
        return draft

    def frozen(self) -> TableState:
        """Return the state that was reached; the draft may not change afterwards."""
        return TableState(*astuple(self))

    def follow(self, event: e.AnyEvent) -> None:
        """Change to the state after an event."""
        kind = type(event)
        changed = CHANGES[kind](self, event)
        if self.fair is not None:
            change = card_positions.CHANGES.get(kind)
            if change is not None:
                changed["fair"] = change(self, event, changed, self.fair)
        if event.postings:
            move(self.accounts, event.postings)
            changed["accounts"] = self.accounts
            if kind in _MOVING:
                changed["moved"] = self.moved + event.postings
        for name, value in changed.items():
            force_setattr(self, name, value)
        force_setattr(self, "version", self.version + 1)
        if may_follow(self.phase, changed):
            self._enter_phases()

    def _enter_phases(self) -> None:
        """Enter the phase that follows, and the one that follows from it."""
        while (phase := following(self)) is not self.phase:
            if self.phase is not IDLE:  # whose last steps may have been skipped for those of the next ceremony
                force_setattr(self, "done", ())
                force_setattr(self, "asked", ())
            force_setattr(self, "phase", phase)
            force_setattr(self, "ended", False)
            force_setattr(self, "voided", False)


def evolve(state: TableState, event: e.AnyEvent) -> TableState:
    """Return the state after an event."""
    return after(state, (event,))


def after(state: TableState, events: Iterable[e.AnyEvent]) -> TableState:
    """Return the state after some events."""
    draft = Draft.of(state)
    for event in events:
        draft.follow(event)
    return draft.frozen()


class Outcome(NamedTuple):
    """The events of a command, the state after them, and what play then waits for if deciding has found that."""

    events: tuple[e.AnyEvent, ...]
    state: TableState
    due: tuple[Due, ...] | None = None


_MOVING = frozenset({e.RoyalStakesTaken, e.HouseMoneySettled})  # before a coup's result; a void reverses them


# ---------------------------------------------------------------- stakes

Stakes = dict[tuple[int, str], Cents]
Accounts = dict[str, Cents]


def stakes(state: TableState) -> Stakes:
    """Return the stakes on the felt, by seat and wager, in cents."""
    found: Stakes = {}
    for account, cents in state.accounts.items():
        if account.startswith(FELT):
            _, seat, wager = account.split("/", 2)
            found[int(seat), wager] = cents
    return found


def any_stakes(state: TableState) -> bool:
    """Return whether a stake lies on the felt."""
    return any(account.startswith(FELT) for account in state.accounts)


def stakes_of(state: TableState, seat: int) -> dict[str, Cents]:
    """Return a seat's stakes by wager, in cents."""
    felt = felt_account(seat, "")
    return {account.removeprefix(felt): cents for account, cents in state.accounts.items() if account.startswith(felt)}
