"""Events: facts that a person at the table could see.

Their tags are stable names with a version; logs of version 1 stay readable permanently.
"""

from __future__ import annotations

import msgspec

from punto.table import event
from punto.table.fair_events import (
    BeaconShown,
    CardsListed,
    EntropyCalled,
    EntropyPledged,
    EntropyRevealed,
    SeedRevealed,
    ShoeCommitted,
)
from punto.table.staff_events import DefectFound, Relieved, SignedOff, SignedOn, TableStaffed

__all__ = [
    "BeaconShown",
    "CardsListed",
    "DefectFound",
    "EntropyCalled",
    "EntropyPledged",
    "EntropyRevealed",
    "Event",
    "Relieved",
    "SeedRevealed",
    "ShoeCommitted",
    "SignedOff",
    "SignedOn",
    "TableStaffed",
]

Event = event.Event


class TableOpened(Event, tag="table-opened/1", frozen=True, kw_only=True):
    """A table was opened under its house rules, with chips in its rack; its cards are still to be prepared."""

    table: str
    rulebook: str
    digest: str
    seats: int
    cards: int  # in one shoe
    agenda: tuple[str, ...]
    continuous: bool = False
    batches: int = 1  # of cards that alternate in the shoe
    progressive: str = ""  # the installation that its Royal 9 feeds, or ""
    virtual: bool = False  # each shoe has a commitment; otherwise the cards are physical, or given
    coupon_book: str = ""  # the coupon book whose coupons it accepts; without one a coupon is only its face
    alone: int | None = None  # cents that one floorperson may move without a second; None: no limit
    alone_sum: bool = False  # the limit is for all that one floorperson moves in a shoe, not for each act
    early: str = "house-money"  # the wager that is settled before third cards
    filing: int = 0  # the filing of its submission, if it was opened under one
    filings: str = ""  # "noted" if a table may be unfiled, "required" if not; "" at tables older than the register
    posts: bool = False  # dealers and floorperson sign on


class PlayerSeated(Event, tag="player-seated/1", frozen=True, kw_only=True):
    """A player took a seat and bought chips."""

    seat: int
    who: str


class ChipsBought(Event, tag="chips-bought/1", frozen=True, kw_only=True):
    """A seat bought more chips."""

    seat: int
    cents: int


class PlayerLeft(Event, tag="player-left/1", frozen=True, kw_only=True):
    """A player left the table with all chips."""

    seat: int
    who: str


class TableAdopted(Event, tag="table-adopted/1", frozen=True, kw_only=True):
    """Another process owns the table from here on."""

    process: str


class RackFilled(Event, tag="rack-filled/1", frozen=True, kw_only=True):
    """Chips came to the rack, or left it (negative cents)."""

    cents: int
    alone_by: str = ""  # who moved them without a second, if such amounts are summed


class WagerMade(Event, tag="wager-made/1", frozen=True, kw_only=True):
    """Chips were put on the felt."""

    seat: int
    wager: str
    cents: int
    coupon: int = 0
    means: str = "chips"
    coupon_number: int = 0  # of a coupon that the operator issued
    coupon_seen_by: str = ""  # the dealer who saw a paper coupon
    let_stand: str = ""  # why a floorperson entered it outside the limits


class WagerWithdrawn(Event, tag="wager-withdrawn/1", frozen=True, kw_only=True):
    """A wager was withdrawn before the close."""

    seat: int
    wager: str
    cents: int
    at: int = 0  # time, at a table that can become idle: there was play until then


class VerbalCalled(Event, tag="verbal-called/1", frozen=True, kw_only=True):
    """A verbal wager was called with cash; it does not count yet."""

    seat: int
    wager: str
    cents: int


class VerbalEnded(Event, tag="verbal-ended/1", frozen=True, kw_only=True):
    """A verbal wager was confirmed (its chips follow as a wager), or its cash was returned."""

    seat: int
    confirmed: bool
    at: int = 0  # time of the withdrawal, at a table that can become idle


class VigorishCollected(Event, tag="vigorish-collected/1", frozen=True, kw_only=True):
    """A marker button was removed and its vigorish collected."""

    seat: int
    cents: int


# ---------------------------------------------------------------- cards


class StepPerformed(Event, tag="step-performed/1", frozen=True, kw_only=True):
    """A step of a ceremony was made; ``ends`` if it was the last."""

    ceremony: str
    step: str
    by: str
    seat: int | None = None
    cards: int | None = None
    ends: bool = False
    call: str = ""  # the announcement made with it
    face: str = ""  # how cards change hands: "up" or "down"
    why: str = ""  # the reason of an order
    at: int = 0  # time, if a ceremony ended or the first decks were opened
    waits: bool = False  # an undisclosed card is kept for the next hand played, past any simulated round
    coup: int = 0  # the previous coup, if the cover card came out then and is set aside only now
    who: str = ""  # its maker, if the document requires different people
    place: str = ""  # where a card that was disclosed too early stays


class CardDealt(Event, tag="card-dealt/1", frozen=True, kw_only=True):
    """A card came from the shoe to its place, or one kept from an irregularity did.

    Face up means that the person dealing turns it immediately, which is an event of its own: no face is named here.
    """

    place: str
    carried: bool = False
    face: str = "down"


class CardTurned(Event, tag="card-turned/1", frozen=True, kw_only=True):
    """A card was turned face up."""

    place: str
    card: str
    position: int | None = None  # on the list of a virtual shoe
    salt: str = ""  # proves the hash on the list
    drawn_in: int = 0  # the coup whose list has the card, if a continuous shoe dealt it in an earlier one


class CardTakenBack(Event, tag="card-taken-back/1", frozen=True, kw_only=True):
    """A card left its hand: it was disclosed too early, or should not have been dealt there."""

    place: str
    to: str  # the place of cards drawn in error


class FreeHandAsked(Event, tag="free-hand-asked/1", frozen=True, kw_only=True):
    """The next coup is a courtesy hand without wagers."""

    seat: int


class RoyalStakesTaken(Event, tag="royal-stakes-taken/1", frozen=True, kw_only=True):
    """The fixed stakes of a wager that feeds meters went to the progressive when betting closed."""

    seats: tuple[int, ...]
    wager: str = "royal-9"


class HouseMoneyChosen(Event, tag="house-money-chosen/1", frozen=True, kw_only=True):
    """A player chose what happens to the payout; only the dealer handles it."""

    seat: int
    choice: str


class HouseMoneySettled(Event, tag="house-money-settled/1", frozen=True, kw_only=True):
    """A seat's wager that is settled before third cards was collected, paid, or let ride on a hand."""

    seat: int
    wager: str = "house-money"
    category: str
    stake: int
    payout: int
    rides: int = 0
    on: str = ""  # the wager on which it rides
    coupon: int = 0  # match play that was paid with it, in cents


class SettlementLine(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """The settlement of one wager."""

    seat: int
    wager: str
    category: str
    stake: int
    verdict: str = "lose"  # or "win", "push"
    paid: int = 0
    vigorish: int = 0  # collected, in cents
    marked: int = 0  # deferred vigorish, in thousandths of a cent
    coupon: int = 0
    kept: bool = False  # the stake, although it wins; one that was taken for meters has left the felt before
    section: str = ""


class CoupSettled(Event, tag="coup-settled/1", frozen=True, kw_only=True):
    """All wagers were settled, in the document's order: losing ones collected first, then seats paid downwards."""

    coup: int
    player: int
    banker: int
    winner: str
    call: str  # the dealer's announcement
    lines: tuple[SettlementLine, ...] = ()


class AwardPaid(Event, tag="award-paid/1", frozen=True, kw_only=True):
    """A seat was paid the award of a meter, or a share of it, as displayed."""

    coup: int
    seat: int
    category: str
    meter: str
    run: int  # of the meter, from one start to the next
    cents: int


class WagersReturned(Event, tag="wagers-returned/1", frozen=True, kw_only=True):
    """Every wager was returned to its seat, and money moved since the close was moved back."""

    why: str


class CoupVoided(Event, tag="coup-voided/1", frozen=True, kw_only=True):
    """The round is void: too few cards were left to complete it."""

    coup: int


class SettlementReversed(Event, tag="settlement-reversed/1", frozen=True, kw_only=True):
    """A settlement was reversed, entry by entry, because a card was entered wrongly."""

    coup: int
    unmarked: dict[int, int] = msgspec.field(
        default_factory=dict
    )  # deferred vigorish that is cancelled, by seat, in thousandths of a cent
    house_money: bool = False  # its early settlement is reversed too


class CardCorrected(Event, tag="card-corrected/1", frozen=True, kw_only=True):
    """A face that was entered wrongly was corrected."""

    place: str
    was: str
    card: str
    why: str
    cards: int | None = None  # how many are burned next, if it is the first card burned


class PaymentCorrected(Event, tag="payment-corrected/1", frozen=True, kw_only=True):
    """A payment was corrected: of a wager of a coup, or for a reason code."""

    seat: int
    cents: int
    why: str
    corrects: int | None = None  # the coup
    wager: str = ""
    cause: str = ""
    approved_by: str = ""  # the second person, if the amount requires one
    alone_by: str = ""  # who moved it without a second, if such amounts are summed


class CoupEnded(Event, tag="coup-ended/1", frozen=True, kw_only=True):
    """The cards were discarded; the next coup may begin after the agenda."""

    coup: int
    agenda: tuple[str, ...] = ()
    into: str = ""  # the rack or the bucket
    kept: tuple[str, ...] = ()  # in dealing order, if the discards must allow each hand to be reconstructed


class ShoeEnded(Event, tag="shoe-ended/1", frozen=True, kw_only=True):
    """The shoe is over; the agenda lists what comes before the next one."""

    shoe: int
    cards: int  # in the next shoe
    agenda: tuple[str, ...]
    batch: int = 1  # of the next shoe
    changing: tuple[int, ...] = ()  # batches to be replaced by new decks
    completes: bool = False  # the coup in progress waits, and is completed from the next shoe
    lying: int = 0  # cards of that coup on the table, if the same cards are shuffled without them


# ---------------------------------------------------------------- virtual shoes


AnyEvent = (
    TableOpened
    | PlayerSeated
    | ChipsBought
    | PlayerLeft
    | TableStaffed
    | SignedOn
    | SignedOff
    | Relieved
    | DefectFound
    | TableAdopted
    | RackFilled
    | WagerMade
    | WagerWithdrawn
    | VerbalCalled
    | VerbalEnded
    | VigorishCollected
    | StepPerformed
    | CardDealt
    | CardTurned
    | CardTakenBack
    | FreeHandAsked
    | RoyalStakesTaken
    | HouseMoneyChosen
    | HouseMoneySettled
    | CoupSettled
    | AwardPaid
    | WagersReturned
    | CoupVoided
    | SettlementReversed
    | CardCorrected
    | PaymentCorrected
    | CoupEnded
    | ShoeEnded
    | ShoeCommitted
    | EntropyPledged
    | EntropyCalled
    | EntropyRevealed
    | BeaconShown
    | CardsListed
    | SeedRevealed
    | event.RulesAmended
    | event.OptionInForce
)
