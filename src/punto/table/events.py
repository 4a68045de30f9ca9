"""Events: what a person at the table could see happen.

Their tags are stable names with a version; a log of version 1 is read for ever.
"""

from __future__ import annotations

import msgspec

from punto.core.posting import Posting


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True, rename="kebab", omit_defaults=True):
    """What all events carry: the section they follow, and the money they move."""

    section: str = ""
    postings: tuple[Posting, ...] = ()


# ---------------------------------------------------------------- seats and money


class TableOpened(Event, tag="table-opened/1", frozen=True, kw_only=True):
    """A table stands under its house rules, with chips in its rack; its cards are still to be prepared."""

    table: str
    rulebook: str
    digest: str
    seats: int
    cards: int  # in one shoe
    agenda: tuple[str, ...]
    continuous: bool = False
    batches: int = 1  # of cards, taking turns in the shoe
    progressive: str = ""  # the installation that its Royal 9 feeds
    virtual: bool = False  # every shoe is committed to; otherwise the cards are physical, or given
    coupon_book: str = ""  # the coupon book whose coupons it takes; without one a coupon is its face alone
    alone: int | None = None  # cents that one floorperson moves by hand without a second; any where it is not said


class PlayerSeated(Event, tag="player-seated/1", frozen=True, kw_only=True):
    """Somebody took a seat and bought chips."""

    seat: int
    who: str


class ChipsBought(Event, tag="chips-bought/1", frozen=True, kw_only=True):
    """A seat bought more chips."""

    seat: int
    cents: int


class PlayerLeft(Event, tag="player-left/1", frozen=True, kw_only=True):
    """Somebody left the table with their chips."""

    seat: int
    who: str


class TableStaffed(Event, tag="table-staffed/1", frozen=True, kw_only=True):
    """Dealers came to the table: who calls the game, and who handles the wagers."""

    calling: tuple[str, ...]
    wagers: tuple[str, ...]


class TableAdopted(Event, tag="table-adopted/1", frozen=True, kw_only=True):
    """Another process keeps the table from here on."""

    process: str


class RackFilled(Event, tag="rack-filled/1", frozen=True, kw_only=True):
    """Chips came to the rack, or left it: cents below zero."""

    cents: int


class WagerMade(Event, tag="wager-made/1", frozen=True, kw_only=True):
    """Chips were put on the felt."""

    seat: int
    wager: str
    cents: int
    coupon: int = 0
    means: str = "chips"
    coupon_number: int = 0  # of one that the house has issued
    coupon_seen_by: str = ""  # the dealer who saw a paper coupon
    let_stand: str = ""  # why a floorperson entered it, where it is outside the limits


class WagerWithdrawn(Event, tag="wager-withdrawn/1", frozen=True, kw_only=True):
    """A wager was taken back before the close."""

    seat: int
    wager: str
    cents: int
    at: int = 0  # when, where a table can become idle: until then there was play


class VerbalCalled(Event, tag="verbal-called/1", frozen=True, kw_only=True):
    """A wager was called with cash; it is none yet."""

    seat: int
    wager: str
    cents: int


class VerbalEnded(Event, tag="verbal-ended/1", frozen=True, kw_only=True):
    """A called wager was confirmed (its chips follow as a wager), or its cash went back."""

    seat: int
    confirmed: bool
    at: int = 0  # when its player took it back, where a table can become idle


class VigorishCollected(Event, tag="vigorish-collected/1", frozen=True, kw_only=True):
    """A marker was taken up and its vigorish collected."""

    seat: int
    cents: int


# ---------------------------------------------------------------- cards


class StepPerformed(Event, tag="step-performed/1", frozen=True, kw_only=True):
    """A step of a ceremony was made; ``ends`` where it was the last."""

    ceremony: str
    step: str
    by: str
    seat: int | None = None
    cards: int | None = None
    ends: bool = False
    call: str = ""  # what is called out with it
    face: str = ""  # how cards change hands with it: "up" or "down"
    why: str = ""  # for what an order was given
    at: int = 0  # when a ceremony ended with it, or the first decks were opened
    waits: bool = False  # an unseen card is kept for the next hand that is played, past any simulated round
    coup: int = 0  # the coup before, where a cover card that came out then is set aside only now
    who: str = ""  # who made it, where the document asks for different people
    place: str = ""  # where a card stands that was disclosed too early


class CardDealt(Event, tag="card-dealt/1", frozen=True, kw_only=True):
    """A card came from the shoe to its place; or one carried over from an irregularity did.

    Face up means that whoever deals it turns it at once, which is an event of its own: no face is named here.
    """

    place: str
    carried: bool = False
    face: str = "down"


class CardTurned(Event, tag="card-turned/1", frozen=True, kw_only=True):
    """A card was turned face up."""

    place: str
    card: str
    position: int | None = None  # on the list of a virtual shoe
    salt: str = ""  # with it the hash on the list can be made again
    drawn_in: int = 0  # the coup whose list it is on, where a continuous shoe gave it in an earlier one


class CardTakenBack(Event, tag="card-taken-back/1", frozen=True, kw_only=True):
    """A card left its hand: it was seen when it should not have been, or should not have come there at all."""

    place: str
    to: str  # the place of cards drawn in error


class FreeHandAsked(Event, tag="free-hand-asked/1", frozen=True, kw_only=True):
    """The next coup is a courtesy hand without wagers."""

    seat: int


class RoyalStakesTaken(Event, tag="royal-stakes-taken/1", frozen=True, kw_only=True):
    """The fixed stakes of Royal 9 went to the progressive when betting closed."""

    seats: tuple[int, ...]


class HouseMoneyChosen(Event, tag="house-money-chosen/1", frozen=True, kw_only=True):
    """A player said what becomes of the payout; only the dealer handles it."""

    seat: int
    choice: str


class HouseMoneySettled(Event, tag="house-money-settled/1", frozen=True, kw_only=True):
    """A seat's House Money was collected, paid, or let ride on a hand."""

    seat: int
    category: str
    stake: int
    payout: int
    rides: int = 0
    on: str = ""  # the wager it rides on
    coupon: int = 0  # match play that was paid with it


class SettlementLine(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", omit_defaults=True):
    """What became of one wager."""

    seat: int
    wager: str
    category: str
    stake: int
    verdict: str = "lose"  # or "win", "push"
    paid: int = 0
    vigorish: int = 0  # collected, in cents
    marked: int = 0  # vigorish marked for later, in thousandths of a cent
    coupon: int = 0
    section: str = ""


class CoupSettled(Event, tag="coup-settled/1", frozen=True, kw_only=True):
    """All wagers were settled, in the document's order: losing ones collected first, then seats paid downwards."""

    coup: int
    player: int
    banker: int
    winner: str
    call: str  # what the dealer announces
    lines: tuple[SettlementLine, ...] = ()


class AwardPaid(Event, tag="award-paid/1", frozen=True, kw_only=True):
    """A seat was paid a meter, or a share of it, as its display showed it."""

    coup: int
    seat: int
    category: str
    meter: str
    run: int  # of the meter, from one start to the next
    cents: int


class WagersReturned(Event, tag="wagers-returned/1", frozen=True, kw_only=True):
    """Every wager went back to its seat, and money already moved was moved back."""

    why: str


class CoupVoided(Event, tag="coup-voided/1", frozen=True, kw_only=True):
    """The round is void: too few cards were left to finish it."""

    coup: int


class SettlementReversed(Event, tag="settlement-reversed/1", frozen=True, kw_only=True):
    """A settlement was taken back, entry by entry, because a card was read wrongly."""

    coup: int
    unmarked: dict[int, int] = {}  # vigorish no longer marked, by seat
    house_money: bool = False  # settled early, and taken back too


class CardCorrected(Event, tag="card-corrected/1", frozen=True, kw_only=True):
    """A face was read wrongly and put right."""

    place: str
    was: str
    card: str
    why: str
    cards: int | None = None  # how many follow it, where it is the first card burned


class PaymentCorrected(Event, tag="payment-corrected/1", frozen=True, kw_only=True):
    """A payment was put right: of a wager of a coup, or for a reason with a code."""

    seat: int
    cents: int
    why: str
    corrects: int | None = None  # the coup
    wager: str = ""
    cause: str = ""
    approved_by: str = ""  # the second person, where the sum needs one


class CoupEnded(Event, tag="coup-ended/1", frozen=True, kw_only=True):
    """The cards went to the discards; the next coup may begin, after what stands on the agenda."""

    coup: int
    agenda: tuple[str, ...] = ()
    into: str = ""  # the rack or the bucket
    kept: tuple[str, ...] = ()  # in dealing order, where the discards must show each hand again


class ShoeEnded(Event, tag="shoe-ended/1", frozen=True, kw_only=True):
    """The shoe is over; what is to be done before the next is on the agenda."""

    shoe: int
    cards: int  # in the next shoe
    agenda: tuple[str, ...]
    batch: int = 1  # of the next shoe
    changing: tuple[int, ...] = ()  # batches that give way to new decks
    completes: bool = False  # the coup in progress waits, and is completed from the next shoe
    lying: int = 0  # cards of that coup on the table, where the same cards are shuffled without them


# ---------------------------------------------------------------- fair cards


class ShoeCommitted(Event, tag="shoe-committed/1", frozen=True, kw_only=True):
    """The keeper of a virtual shoe is bound to a seed: its hash is published, before anybody wagers on it."""

    shoe: int
    commitment: str
    coup: int = 0  # of a continuous shoe, which is shuffled for every coup
    again: int = 0  # how many stacks of this very shoe were given up before a card was dealt
    out: tuple[tuple[int, int], ...] = ()  # cards on the table that are not shuffled: coup and position of each


class EntropyPledged(Event, tag="entropy-pledged/1", frozen=True, kw_only=True):
    """A player published the hash of entropy that shall go into the shuffle."""

    seat: int
    who: str
    hash: str


class EntropyCalled(Event, tag="entropy-called/1", frozen=True, kw_only=True):
    """All pledges are in: nobody pledges any more, and those who did reveal."""

    players: tuple[str, ...]


class EntropyRevealed(Event, tag="entropy-revealed/1", frozen=True, kw_only=True):
    """A player showed the entropy that was pledged."""

    seat: int
    who: str
    entropy: str


class CardsListed(Event, tag="cards-listed/1", frozen=True, kw_only=True):
    """The cards lie in their order, and the salted hash of each is published; who pledged in vain is named."""

    shoe: int
    hashes: tuple[str, ...]
    coup: int = 0
    silent: tuple[str, ...] = ()


class SeedRevealed(Event, tag="seed-revealed/1", frozen=True, kw_only=True):
    """The seed of a shoe that is over was shown: everything about it can be computed again."""

    shoe: int
    seed: str
    coup: int = 0
    again: int = 0


AnyEvent = (
    TableOpened
    | PlayerSeated
    | ChipsBought
    | PlayerLeft
    | TableStaffed
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
    | CardsListed
    | SeedRevealed
)
