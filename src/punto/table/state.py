"""The state of a table, and how an event changes it.

``evolve`` never looks at house rules: what happened, happened. The state keeps nothing older than the shoe.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from punto.core.memo import memoize_last
from punto.core.money import Cents
from punto.core.posting import Posting, apply, felt_account, stake_of
from punto.law.words import Direction
from punto.table import card_positions
from punto.table import events as e
from punto.table.evolve_events import CHANGES, Trouble
from punto.table.phases import Phase, following, may_follow


class TableState(msgspec.Struct, frozen=True):
    """All that a table knows of itself."""

    table: str = ""
    progressive: str = ""  # the installation that its Royal 9 feeds; none where there is no linked meter
    alone: int | None = None  # cents that one floorperson moves by hand without a second; any where it is not said
    phase: Phase = Phase.CLOSED
    version: int = 0
    shoe: int = 0
    coup: int = 1
    shoe_began: int = 1  # the first coup of this shoe
    kind: Literal["wagered", "free", "simulated"] = "wagered"
    agenda: tuple[str, ...] = ()  # ceremonies to go through before the next coup, the first under way
    done: tuple[str, ...] = ()  # steps made of the ceremony under way
    made_by: dict[str, str] = {}  # of these, who made those that different people have to make
    ended: bool = False  # the ceremony of this phase is complete
    resumed: tuple[str, ...] = ()  # steps of a coup's ceremony that goes on once the shoe has a new holder
    asked: tuple[int, ...] = ()  # seats offered the cut, the shoe or a hand in this tour
    seated: dict[int, str] = {}
    calling: tuple[str, ...] = ()  # the dealer who calls the game, where dealers are told apart
    on_wagers: tuple[str, ...] = ()  # and those who handle the wagers
    places: dict[str, str | None] = {}  # dealt cards; None lies face down
    out: dict[str, int] = {}  # faces seen of this shoe: catches the ninth king of spades
    old: tuple[str, ...] = ()  # places with cards of the shoe before, where a coup is completed from new cards
    cards: int = 0  # in a full shoe
    left: int = 0  # cards in the shoe
    batches: int = 1
    batch: int = 1  # the one in the shoe, or being made ready for it
    decks: tuple[int, ...] = ()  # since when each batch is in use
    changing: tuple[int, ...] = ()  # batches that give way to new decks
    at: int = 0  # when the last ceremony ended, or a wager was taken back
    cover: Literal["none", "in", "seen", "last", "over"] = "none"
    cover_depth: int = 0  # cards behind the cover card
    cover_coup: int = 0  # the coup in which it came out
    hands_after: int = 0  # dealt since "last hand" was called
    continuous: bool = False  # cards go back into the shoe after every coup
    burning: int = 0  # cards still to burn
    burned: int = 0  # after the first one
    exposed: str = ""  # that one, while it lies on the table
    holders: dict[str, int] = {}  # who turns a hand: "P" or "B" -> seat, 0 for the dealer
    given_up: dict[str, tuple[int, ...]] = {}  # who would not turn it, or may not any more, in this round
    curator: int | None = None  # who holds the shoe; 0 for the dealer, None at tables without one
    held_from: int = 0  # the coup before which the holder took it
    vacant: bool = False  # the holder has left the table
    passed_by: int = 0  # whose right the next tour of the shoe begins at; 0 for the dealer's
    cutter: int = 0  # who cut last; 0 for the dealer
    accounts: dict[str, int] = {}
    coupons: dict[str, int] = {}  # match play beside a stake, by the stake's account
    coupon_book: str = ""  # the coupon book whose coupons the table takes
    coupon_numbers: dict[str, tuple[int, ...]] = {}  # issued coupons beside a stake, by the stake's account
    coupons_pushed: tuple[int, ...] = ()  # of these, the ones that this coup's settlement leaves to their players
    owed: dict[int, int] = {}  # vigorish marked, in thousandths of a cent, by seat
    verbal: dict[int, tuple[str, int]] = {}  # called, not confirmed: wager and cash
    unpaid: tuple[int, ...] = ()  # winning seats still to be paid, in order
    uncollected: bool = False
    settled: bool = False
    royals: tuple[int, ...] = ()  # seats with a Royal 9 wager in this coup
    chosen: dict[int, str] = {}  # what becomes of a seat's House Money, as its player said
    moved: tuple[Posting, ...] = ()  # money moved since the close: what a void takes back
    settlement: tuple[Posting, ...] = ()  # of this coup: what a correction takes back
    marks: dict[int, int] = {}  # vigorish marked by this coup's settlement
    opening: tuple[str | None, ...] = ()  # cards kept from an irregularity that open this coup
    carried: tuple[str | None, ...] = ()  # and those that open the next
    waiting: int = 0  # unseen cards that open the next hand that is played, past any simulated round
    later: int = 0  # and those of them that were drawn in this coup
    simulate: bool = False  # a simulated round follows this coup
    trouble: Trouble | None = None
    voided: bool = False  # this round is void, and the table goes back to betting
    fair: card_positions.FairShoe | None = None  # what is known of a virtual shoe's cards; nothing at other tables


def evolve(state: TableState, event: e.AnyEvent) -> TableState:
    """Return the state after an event."""
    changed = CHANGES[type(event)](state, event)
    if event.postings:
        changed["accounts"] = apply(state.accounts, event.postings)
        if type(event) in _MOVING:
            changed["moved"] = state.moved + event.postings
    after = replace(state, version=state.version + 1, **changed)
    if state.fair is not None:
        after = replace(after, fair=card_positions.follow_shoe(state, event, after, state.fair))
    if not may_follow(state.phase, changed):
        return after
    while (phase := following(after)) is not after.phase:
        begun = after.phase is Phase.IDLE  # its last steps may have given way to those of the next ceremony
        done, asked = (after.done, after.asked) if begun else ((), ())
        after = replace(after, phase=phase, done=done, ended=False, asked=asked, voided=False)
    return after


_MOVING = frozenset({e.RoyalStakesTaken, e.HouseMoneySettled})  # before a coup's result: what a void takes back


# ---------------------------------------------------------------- felt

# What lies on the felt: a stake is an account, and nothing else says that it is there.

Stakes = dict[tuple[int, str], Cents]
Accounts = dict[str, Cents]


def stakes(state: TableState) -> Stakes:
    """Return what lies on the felt, by seat and wager."""
    return on_felt(state.accounts)


@memoize_last
def on_felt(accounts: Accounts) -> Stakes:
    """Return what lies on the felt, of all accounts."""
    return {stake: cents for account, cents in accounts.items() if (stake := stake_of(account))}


def stakes_of(state: TableState, seat: int) -> dict[str, Cents]:
    """Return a seat's wagers."""
    felt = felt_account(seat, "")
    return {account.removeprefix(felt): cents for account, cents in state.accounts.items() if account.startswith(felt)}


# ---------------------------------------------------------------- seats

# Going round the table.
#
# Seat numbers rise counterclockwise seen from above; seat 1 is at the dealer's right, and the dealer stands between the
# highest seat and seat 1. So "to the right" is the next higher number and wraps past the dealer, and "nearest the
# dealer, counterclockwise" is the lowest. Empty seats are passed over by whoever goes round.


def tour(seats: int, start: int, direction: Direction) -> tuple[int, ...]:
    """Return all seats in the order they are come to, from ``start`` on.

    >>> tour(7, 7, "clockwise"), tour(7, 7, "counterclockwise")
    ((7, 6, 5, 4, 3, 2, 1), (7, 1, 2, 3, 4, 5, 6))
    """
    step = 1 if direction == "counterclockwise" else -1
    return tuple((start - 1 + step * number) % seats + 1 for number in range(seats))


def first_of(order: Iterable[int], seated: Iterable[int], passed_over: Iterable[int] = ()) -> int | None:
    """Return the first seat of an order where somebody sits who was not passed over."""
    here, gone = set(seated), set(passed_over)
    return next((seat for seat in order if seat in here and seat not in gone), None)
