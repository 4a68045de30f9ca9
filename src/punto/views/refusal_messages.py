"""Refusal messages, in one place for page, desk and terminal.

Every reason has a sentence, and the refusal's detail states what is valid: amounts as money, everything else verbatim.
The section is not included; callers show it next to the message.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from punto.core.money import dollars
from punto.table.commands import Reason, Refusal

SENTENCES: Mapping[Reason, str] = MappingProxyType(
    {
        Reason.WRONG_COUP: "This was meant for another coup.",
        Reason.TROUBLE_STANDS: "Resolve the irregularity first.",
        Reason.KEEPERS_TURN: "Wait: the virtual shoe service must publish first.",
        Reason.WRONG_PHASE: "Not possible at this point.",
        Reason.TABLE_IDLE: "The table has been idle; prepare its cards first.",
        Reason.CARDS_TOO_OLD: "Change the cards first.",
        Reason.WRONG_ROLE: "Your role cannot do this.",
        Reason.RANK_TOO_LOW: "This needs a higher rank.",
        Reason.POST_VACANT: "A post at the table is vacant: a person must sign on first.",
        Reason.WRONG_POST: "Your post does not allow this.",
        Reason.SAME_PERSON: "A different person must do this.",
        Reason.BAD_NAME: "That name cannot be used.",
        Reason.NO_SUCH_SEAT: "There is no such seat.",
        Reason.SEAT_TAKEN: "That seat is taken.",
        Reason.NOT_YOUR_SEAT: "That is not your seat.",
        Reason.NOT_OFFERED: "That wager is not offered here.",
        Reason.NOT_ALLOWED_HERE: "That is not allowed here.",
        Reason.WRONG_STAFF: "This staffing is not valid here.",
        Reason.BAD_AMOUNT: "This amount is not valid here.",
        Reason.BELOW_MINIMUM: "That is below the minimum.",
        Reason.ABOVE_MAXIMUM: "That is above the maximum.",
        Reason.DIFFERENCE_EXCEEDED: "Player and Banker wagers would be too far apart.",
        Reason.NEEDS_ANOTHER_WAGER: "This wager requires another wager.",
        Reason.NOT_ENOUGH_CHIPS: "There are not enough chips.",
        Reason.RACK_EMPTY: "The rack does not hold enough chips.",
        Reason.NO_WAGERS: "There are no wagers yet.",
        Reason.WAGERS_STAND: "Wagers are still on the layout.",
        Reason.VIGORISH_OWED: "Vigorish must be settled first.",
        Reason.NOTHING_OWED: "Nothing is owed.",
        Reason.STEP_NOT_DUE: "Another step comes first.",
        Reason.TOO_NEAR_THE_END: "This is too close to the end of the cards.",
        Reason.PLACE_NOT_DUE: "No card is due there.",
        Reason.NO_SUCH_CARD: "There is no such card.",
        Reason.CARD_EXHAUSTED: "All cards of that face are out.",
        Reason.CANNOT_STAND: "This correction is not possible.",
        Reason.METERS_REFUSE: "The progressive refused this.",
        Reason.WALLET_REFUSES: "The wallet refused this.",
        Reason.COUPON_REFUSED: "This coupon cannot be used.",
        Reason.FILINGS_REFUSE: "The register of filings refused this.",
        Reason.SLIP_REFUSED: "This slip cannot be confirmed.",
        Reason.CANNOT_AMEND: "The table cannot take this submission now.",
    }
)

# Refusals of a coupon, by the coupon book's own reason; ``not-issued`` is the table's.
COUPONS: Mapping[str, str] = MappingProxyType(
    {
        "not-issued": "This coupon was not issued here.",
        "no-such-coupon": "There is no coupon with this number.",
        "not-yours": "This coupon was issued to another player.",
        "cancelled": "This coupon was cancelled.",
        "used": "This coupon has been used.",
        "in-use": "This coupon is already next to a wager.",
        "expired": "This coupon has expired.",
        "not-countersigned": "This coupon needs a countersignature first.",
        "wrong-face": "This coupon has a different face value.",
    }
)
MONEY = frozenset(
    {"minimum", "maximum", "difference", "chips", "rack", "smallest-chip", "owed", "available", "of this coup", "face"}
)


def words(refusal: Refusal) -> str:
    """Return the message of a refusal, with what is valid.

    >>> words(Refusal(Reason.BELOW_MINIMUM, "7(e)", {"minimum": 2500}))
    'That is below the minimum. Minimum: $25.'
    >>> words(Refusal(Reason.COUPON_REFUSED, "", {"because": "used", "number": 7}))
    'This coupon has been used. Number: 7.'
    """
    detail, sentence = refusal.detail, SENTENCES[refusal.reason]
    if refusal.reason is Reason.COUPON_REFUSED and detail.get("because") in COUPONS:
        sentence = COUPONS[str(detail["because"])]
        detail = {name: value for name, value in detail.items() if name != "because"}
    told = "; ".join(f"{name}: {_value(name, value)}" for name, value in detail.items() if value != "")
    return f"{sentence} {told[0].upper()}{told[1:]}." if told else sentence


def _value(name: str, value: str | int) -> str:
    return dollars(value) if name in MONEY and isinstance(value, int) else str(value)
