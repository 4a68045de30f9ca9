"""Commands: requests to act at a table, and the refusals that answer them.

Every command names its sender, role, time and coup. Its id is chosen by the sender, so that a late retry can never
become a wager in the next coup. A refusal gives a reason, its section, and what would be valid.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from punto.core.roles import Rank, Role, Signature
from punto.table.staff_events import Defect, Post

CHIPS = "chips"


class Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True, rename="kebab", omit_defaults=True):
    """Fields of every command."""

    id: str
    by: Role
    who: str
    at: int  # milliseconds, by the clock of the floor
    coup: int | None = None
    rank: Rank | None = None  # of a floorperson above the lowest rank; written by the server
    witness: Signature | None = None  # the second person who signed; written by the server


# ---------------------------------------------------------------- seats and money


class Sit(Command, tag="sit", frozen=True, kw_only=True):
    """Take a seat and buy chips."""

    seat: int
    buy_in: int
    transfer: str = ""  # the wallet's id of the transfer; "" if chips and cash come from outside


class BuyIn(Command, tag="buy-in", frozen=True, kw_only=True):
    """Buy more chips."""

    seat: int
    cents: int
    transfer: str = ""  # the wallet's id of the transfer; "" if chips and cash come from outside


class Leave(Command, tag="leave", frozen=True, kw_only=True):
    """Leave the table with all chips; vigorish owed is collected first."""

    seat: int
    transfer: str = ""  # the wallet's id of the transfer, if the chips go to a wallet


class Wager(Command, tag="wager", frozen=True, kw_only=True):
    """Place chips on a betting area, with a match play coupon if the document allows one."""

    seat: int
    wager: str
    cents: int
    coupon: int = 0  # face of a match play coupon, in cents
    coupon_number: int = 0  # of a coupon that the operator issued
    coupon_seen_by: str = ""  # the dealer who saw a paper coupon and entered it for the seat
    means: str = CHIPS  # the kind of wager on the felt


class Wagers(Command, tag="wagers", frozen=True, kw_only=True):
    """Make several wagers of one seat in one batch, all or none."""

    seat: int
    stakes: dict[str, int]  # by wager, in cents


class Withdraw(Command, tag="withdraw", frozen=True, kw_only=True):
    """Take back a wager with its coupon, or the cash of a verbal one."""

    seat: int
    wager: str


class LetStand(Command, tag="let-stand", frozen=True, kw_only=True):
    """Enter a wager outside the limits that the dealer has let stand, with the reason, before the first card."""

    seat: int
    wager: str
    cents: int  # the amount to enter, in addition to the seat's stake there
    why: str


class Verbal(Command, tag="verbal", frozen=True, kw_only=True):
    """Call a verbal wager with cash; it counts once the dealer confirms it."""

    seat: int
    wager: str
    cents: int


class Confirm(Command, tag="confirm", frozen=True, kw_only=True):
    """Confirm a verbal wager: its cash becomes chips, its chips a wager."""

    seat: int
    into: str = CHIPS  # what the cash becomes


class CollectVigorish(Command, tag="collect-vigorish", frozen=True, kw_only=True):
    """Collect the vigorish that a seat's marker button records, and remove the button."""

    seat: int


# Procedure: what comes next, who does it, and under which section, at any moment.


class Perform(Command, tag="perform", frozen=True, kw_only=True):
    """Make a step of the ceremony that is due: an announcement, a shuffle, a cut."""

    step: str
    seat: int | None = None  # the seat that is offered something, if the order fixes it
    cards: int | None = None  # how many cards deep a card is inserted
    why: str = ""  # the reason of an order, if the document requires one


class Deal(Command, tag="deal", frozen=True, kw_only=True):
    """Take the next card from the shoe to its place, face down; a face is never named."""

    place: str


class Turn(Command, tag="turn", frozen=True, kw_only=True):
    """Turn cards face up; the only command that contains faces."""

    faces: dict[str, str]
    salts: dict[str, str] | None = None  # of cards of a virtual shoe; supplied by the virtual shoe service


class Proceed(Command, tag="proceed", frozen=True, kw_only=True):
    """Do everything that is due without a person's choice, up to the next choice or unknown face.

    The automatic dealer's acts in one batch. The faces are those of cards turned on the way.
    """

    faces: dict[str, str] = {}
    salts: dict[str, str] | None = None


class HouseMoney(Command, tag="house-money", frozen=True, kw_only=True):
    """State whether a seat's House Money is taken or rides on a hand (player), or settle it so (dealer)."""

    seat: int
    choice: str = "take"  # or the hand on which it rides


class FreeHand(Command, tag="free-hand", frozen=True, kw_only=True):
    """Request a hand without wagers."""

    seat: int


class Staff(Command, tag="staff", frozen=True, kw_only=True):
    """Assign the dealers at the table: who calls the game, and who handles the wagers."""

    calling: tuple[str, ...]
    wagers: tuple[str, ...]


class SignOn(Command, tag="sign-on", frozen=True, kw_only=True):
    """Take a dealer's post at the table."""

    post: Post


class SignOff(Command, tag="sign-off", frozen=True, kw_only=True):
    """Leave one's post; during a coup, when the coup is complete."""


class Relieve(Command, tag="relieve", frozen=True, kw_only=True):
    """Take over the post of another person, at any moment, with what is due from it."""

    whom: str


class AssignFloor(Command, tag="assign-floor", frozen=True, kw_only=True):
    """Assign a floorperson to the table."""

    whom: str = ""  # the sender, if left out


class ReportDefect(Command, tag="report-defect", frozen=True, kw_only=True):
    """Report a defect of a deck that is being inspected."""

    deck: int  # its number, from one
    kind: Defect
    card: str = ""  # the card, if it is one


class Fill(Command, tag="fill", frozen=True, kw_only=True):
    """Fill the rack with chips, or credit some from it (negative cents)."""

    cents: int
    approved_by: str = ""  # the second person, if the amount requires one
    slip: int = 0  # confirms a slip of the table's inventory, in the same append


class Adopt(Command, tag="adopt", frozen=True, kw_only=True):
    """Take over a table from another process: the first command of its new owning process."""

    process: str


class TakeOption(Command, tag="take-option", frozen=True, kw_only=True):
    """Change an option of shuffling after its notice: the register of filings gives this command."""

    option: str
    value: bool
    notice: int


class Correct(Command, tag="correct", frozen=True, kw_only=True):
    """Correct a face that was entered wrongly; both values stay in the log."""

    place: str
    card: str
    why: str


class Adjust(Command, tag="adjust", frozen=True, kw_only=True):
    """Correct a payment: cents to the seat, or from it if negative.

    It names the coup and the wager that it corrects, or a reason code (``punto.table.corrections.Cause``).
    """

    seat: int
    cents: int
    why: str
    corrects: int | None = None  # the coup
    wager: str = ""  # of that coup
    cause: str = ""  # a reason code, if it concerns no wager
    approved_by: str = ""  # the second person, if the amount requires one


# ---------------------------------------------------------------- virtual shoes


class CommitShoe(Command, tag="commit-shoe", frozen=True, kw_only=True):
    """Publish the hash of a virtual shoe's seed, and name a coming round of a public beacon if there is one."""

    commitment: str
    beacon: str = ""  # the hash of its chain
    round: int = 0
    round_at: int = 0  # when it is published


class Pledge(Command, tag="pledge", frozen=True, kw_only=True):
    """Publish the hash of entropy for the shuffle."""

    seat: int
    hash: str


class CallEntropy(Command, tag="call-entropy", frozen=True, kw_only=True):
    """Close the pledges, and ask the players who pledged to reveal."""


class ShowBeacon(Command, tag="show-beacon", frozen=True, kw_only=True):
    """Publish the signature of the beacon's round that the commitment named."""

    signature: str
    previous: str = ""  # the signature of the round before, in a chained scheme


class RevealEntropy(Command, tag="reveal-entropy", frozen=True, kw_only=True):
    """Reveal the pledged entropy."""

    seat: int
    entropy: str


class ListCards(Command, tag="list-cards", frozen=True, kw_only=True):
    """Publish the salted hash of every card of the shuffled shoe."""

    hashes: tuple[str, ...]


class RevealSeed(Command, tag="reveal-seed", frozen=True, kw_only=True):
    """Reveal the seed of a shoe that is over."""

    seed: str


AnyCommand = (
    Sit
    | BuyIn
    | Leave
    | Wager
    | Wagers
    | Withdraw
    | LetStand
    | Verbal
    | Confirm
    | CollectVigorish
    | Perform
    | Deal
    | Turn
    | Proceed
    | HouseMoney
    | FreeHand
    | Staff
    | SignOn
    | SignOff
    | Relieve
    | AssignFloor
    | ReportDefect
    | Fill
    | Adopt
    | TakeOption
    | Correct
    | Adjust
    | CommitShoe
    | Pledge
    | CallEntropy
    | ShowBeacon
    | RevealEntropy
    | ListCards
    | RevealSeed
)


# ---------------------------------------------------------------- refusals


class Reason(StrEnum):
    """Reasons of a refusal, in order of precedence: the first that applies is given."""

    WRONG_COUP = "wrong-coup"
    TROUBLE_STANDS = "trouble-stands"
    KEEPERS_TURN = "keepers-turn"
    WRONG_PHASE = "wrong-phase"
    TABLE_IDLE = "table-idle"
    CARDS_TOO_OLD = "cards-too-old"
    WRONG_ROLE = "wrong-role"
    RANK_TOO_LOW = "rank-too-low"
    POST_VACANT = "post-vacant"  # nothing begins before dealers and floorperson have signed on
    WRONG_POST = "wrong-post"  # the sender's post, or lack of one, does not permit this
    SAME_PERSON = "same-person"  # the sender made a step that the document keeps apart from this one
    BAD_NAME = "bad-name"  # empty, too long, or with invisible characters
    NO_SUCH_SEAT = "no-such-seat"
    SEAT_TAKEN = "seat-taken"
    NOT_YOUR_SEAT = "not-your-seat"
    NOT_OFFERED = "not-offered"
    NOT_ALLOWED_HERE = "not-allowed-here"
    WRONG_STAFF = "wrong-staff"
    BAD_AMOUNT = "bad-amount"
    BELOW_MINIMUM = "below-minimum"
    ABOVE_MAXIMUM = "above-maximum"
    DIFFERENCE_EXCEEDED = "difference-exceeded"
    NEEDS_ANOTHER_WAGER = "needs-another-wager"
    NOT_ENOUGH_CHIPS = "not-enough-chips"
    RACK_EMPTY = "rack-empty"
    NO_WAGERS = "no-wagers"
    WAGERS_STAND = "wagers-stand"
    VIGORISH_OWED = "vigorish-owed"
    NOTHING_OWED = "nothing-owed"
    STEP_NOT_DUE = "step-not-due"
    TOO_NEAR_THE_END = "too-near-the-end"
    PLACE_NOT_DUE = "place-not-due"
    NO_SUCH_CARD = "no-such-card"
    CARD_EXHAUSTED = "card-exhausted"
    CANNOT_STAND = "cannot-stand"
    METERS_REFUSE = "meters-refuse"  # the progressive refuses; the detail says why
    WALLET_REFUSES = "wallet-refuses"
    COUPON_REFUSED = "coupon-refused"  # the coupon book refuses; the detail says why
    FILINGS_REFUSE = "filings-refuse"  # the register of filings refuses; the detail says why
    SLIP_REFUSED = "slip-refused"  # the inventory refuses; the detail says why
    CANNOT_AMEND = "cannot-amend"  # an open table cannot take this submission, or not now; the detail says why


class Refusal(msgspec.Struct, frozen=True, rename="kebab"):
    """The answer to a command that was not carried out; the state is unchanged."""

    reason: Reason
    section: str = ""
    detail: dict[str, str | int] = {}
