"""Refusals: named values that say why not, by which section, and what would be right."""

from __future__ import annotations

from enum import StrEnum

import msgspec


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
