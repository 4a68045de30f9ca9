"""Commands: what somebody at the table asks to do.

Every command says who asks, in which role, when, and which coup is meant, and carries an id made by the one who asks,
so that a late retry can never become a wager in the next coup.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from punto.core.roles import Role

CHIPS = "chips"


class Command(msgspec.Struct, frozen=True, tag_field="do", kw_only=True, rename="kebab", omit_defaults=True):
    """What all commands carry."""

    id: str
    by: Role
    who: str
    at: int  # milliseconds, by the one clock of the floor
    coup: int | None = None


# ---------------------------------------------------------------- seats and money


class Sit(Command, tag="sit", frozen=True, kw_only=True):
    """Take a seat and buy chips."""

    seat: int
    buy_in: int
    transfer: str = ""  # the wallet's name for it; none where chips and cash come from outside


class BuyIn(Command, tag="buy-in", frozen=True, kw_only=True):
    """Buy more chips."""

    seat: int
    cents: int
    transfer: str = ""  # the wallet's name for it; none where chips and cash come from outside


class Leave(Command, tag="leave", frozen=True, kw_only=True):
    """Leave the table with all chips; vigorish owed is collected first."""

    seat: int
    transfer: str = ""  # the wallet's name for it, where the chips go to a wallet


class Wager(Command, tag="wager", frozen=True, kw_only=True):
    """Put chips on an area of the felt, with a match play coupon beside them where that is allowed."""

    seat: int
    wager: str
    cents: int
    coupon: int = 0  # the face of a match play coupon
    coupon_number: int = 0  # of one that the house has issued
    coupon_seen_by: str = ""  # the dealer who saw a paper coupon, and entered it for the seat
    means: str = CHIPS  # what lies on the felt


class Wagers(Command, tag="wagers", frozen=True, kw_only=True):
    """Make several wagers of one seat at once, all or none."""

    seat: int
    stakes: dict[str, int]  # by wager, in cents


class Withdraw(Command, tag="withdraw", frozen=True, kw_only=True):
    """Take a wager back, coupon and all; or the cash of one that was only called."""

    seat: int
    wager: str


class LetStand(Command, tag="let-stand", frozen=True, kw_only=True):
    """Enter a wager outside the limits that the dealer has let stand, with the reason, before the first card."""

    seat: int
    wager: str
    cents: int  # what is not entered yet, beside what the seat has there already
    why: str


class Verbal(Command, tag="verbal", frozen=True, kw_only=True):
    """Call a wager with cash in hand; it is none until the dealer confirms it."""

    seat: int
    wager: str
    cents: int


class Confirm(Command, tag="confirm", frozen=True, kw_only=True):
    """Confirm a verbal wager: its cash becomes chips, its chips a wager."""

    seat: int
    into: str = CHIPS  # what the cash becomes


class CollectVigorish(Command, tag="collect-vigorish", frozen=True, kw_only=True):
    """Collect what a seat's marker says, and take the marker up."""

    seat: int


# ---------------------------------------------------------------- procedure


class Perform(Command, tag="perform", frozen=True, kw_only=True):
    """Make a step of the ceremony that is due: an announcement, a shuffle, a cut."""

    step: str
    seat: int | None = None  # who is offered something, where the dealer may not choose freely
    cards: int | None = None  # how many cards deep, where a card is inserted
    why: str = ""  # for what an order is given, where the document wants a cause


class Deal(Command, tag="deal", frozen=True, kw_only=True):
    """Take the next card from the shoe to its place, face down: no face is named."""

    place: str


class Turn(Command, tag="turn", frozen=True, kw_only=True):
    """Turn cards face up: the only way in for a face."""

    faces: dict[str, str]
    salts: dict[str, str] | None = None  # of a virtual shoe's cards: its keeper supplies them


class Proceed(Command, tag="proceed", frozen=True, kw_only=True):
    """Do all that is due and takes nobody's word, up to the next choice of a person or the next face to come.

    The automatic dealer's whole beat in one go. The faces are those of cards that are turned on the way.
    """

    faces: dict[str, str] = {}
    salts: dict[str, str] | None = None


class HouseMoney(Command, tag="house-money", frozen=True, kw_only=True):
    """Say whether a seat's House Money is taken or rides on a hand (a player), or settle it so (the dealer)."""

    seat: int
    choice: str = "take"  # or the hand that it rides on


class FreeHand(Command, tag="free-hand", frozen=True, kw_only=True):
    """Ask for a hand without wagers."""

    seat: int


class Staff(Command, tag="staff", frozen=True, kw_only=True):
    """Say which dealers are at the table: who calls the game, and who handles the wagers."""

    calling: tuple[str, ...]
    wagers: tuple[str, ...]


class Fill(Command, tag="fill", frozen=True, kw_only=True):
    """Bring chips to the rack, or take some from it: cents below zero."""

    cents: int
    approved_by: str = ""  # the second person, where the sum needs one


class Adopt(Command, tag="adopt", frozen=True, kw_only=True):
    """Take over a table that another process kept: the first command of its new keeper."""

    process: str


class Correct(Command, tag="correct", frozen=True, kw_only=True):
    """Put right a face that was keyed wrongly; both readings stay in the log."""

    place: str
    card: str
    why: str


class Adjust(Command, tag="adjust", frozen=True, kw_only=True):
    """Put right a payment: cents to the seat, or from it below zero.

    It names the coup and the wager that it corrects, or a reason by its code (``punto.table.corrections.Cause``).
    """

    seat: int
    cents: int
    why: str
    corrects: int | None = None  # the coup
    wager: str = ""  # of that coup
    cause: str = ""  # a reason code, where no wager is meant
    approved_by: str = ""  # the second person, where the sum needs one


# ---------------------------------------------------------------- fair cards


class CommitShoe(Command, tag="commit-shoe", frozen=True, kw_only=True):
    """Publish the hash of a virtual shoe's seed."""

    commitment: str


class Pledge(Command, tag="pledge", frozen=True, kw_only=True):
    """Publish the hash of entropy for the shuffle."""

    seat: int
    hash: str


class CallEntropy(Command, tag="call-entropy", frozen=True, kw_only=True):
    """Close the pledges, and ask those who pledged to reveal."""


class RevealEntropy(Command, tag="reveal-entropy", frozen=True, kw_only=True):
    """Show the entropy that was pledged."""

    seat: int
    entropy: str


class ListCards(Command, tag="list-cards", frozen=True, kw_only=True):
    """Publish the salted hash of every card of the shuffled shoe."""

    hashes: tuple[str, ...]


class RevealSeed(Command, tag="reveal-seed", frozen=True, kw_only=True):
    """Show the seed of a shoe that is over."""

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
    | Fill
    | Adopt
    | Correct
    | Adjust
    | CommitShoe
    | Pledge
    | CallEntropy
    | RevealEntropy
    | ListCards
    | RevealSeed
)


# ---------------------------------------------------------------- refusals

# Refusals: named values that say why not, by which section, and what would be right.


class Reason(StrEnum):
    """Why a command is refused, in order of precedence: the first that holds is given."""

    WRONG_COUP = "wrong-coup"
    TROUBLE_STANDS = "trouble-stands"
    KEEPERS_TURN = "keepers-turn"
    WRONG_PHASE = "wrong-phase"
    TABLE_IDLE = "table-idle"
    CARDS_TOO_OLD = "cards-too-old"
    WRONG_ROLE = "wrong-role"
    SAME_PERSON = "same-person"  # who made a step that the document keeps apart from this one
    BAD_NAME = "bad-name"  # empty, too long, or with signs that nobody can see
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
    METERS_REFUSE = "meters-refuse"  # the progressive that the table feeds does; it says why
    WALLET_REFUSES = "wallet-refuses"
    COUPON_REFUSED = "coupon-refused"  # the coupon book does not have it like this; the detail says why


class Refusal(msgspec.Struct, frozen=True, rename="kebab"):
    """A command that was not carried out; the state is as it was."""

    reason: Reason
    section: str = ""
    detail: dict[str, str | int] = {}
