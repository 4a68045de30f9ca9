"""The words of a refusal: what to say to the person who asked, in one place for page, desk and terminal.

Every reason has its sentence, and the detail of the refusal says what would be right: amounts as money, all else as it
stands there. The section is not repeated; whoever shows the words shows it beside them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from punto.money import dollars
from punto.table.refusals import Reason, Refusal

SENTENCES: Mapping[Reason, str] = MappingProxyType(
    {
        Reason.WRONG_COUP: "That was meant for another coup.",
        Reason.TROUBLE_STANDS: "First what went wrong has to be put right.",
        Reason.KEEPERS_TURN: "First the keeper of the cards has to publish what is due.",
        Reason.WRONG_PHASE: "Not now.",
        Reason.TABLE_IDLE: "The table has been idle; its cards are made ready first.",
        Reason.CARDS_TOO_OLD: "These cards are to be changed first.",
        Reason.WRONG_ROLE: "That is not yours to do.",
        Reason.SAME_PERSON: "A different person must do this.",
        Reason.BAD_NAME: "That name cannot be used.",
        Reason.NO_SUCH_SEAT: "There is no such seat.",
        Reason.SEAT_TAKEN: "That seat is taken.",
        Reason.NOT_YOUR_SEAT: "That is not your seat.",
        Reason.NOT_OFFERED: "That wager is not offered here.",
        Reason.NOT_ALLOWED_HERE: "That is not allowed here.",
        Reason.WRONG_STAFF: "The table is not staffed like that.",
        Reason.BAD_AMOUNT: "That is no amount that can be used here.",
        Reason.BELOW_MINIMUM: "That is below the minimum.",
        Reason.ABOVE_MAXIMUM: "That is above the maximum.",
        Reason.DIFFERENCE_EXCEEDED: "Player and Banker wagers would be too far apart.",
        Reason.NEEDS_ANOTHER_WAGER: "That goes only with another wager.",
        Reason.NOT_ENOUGH_CHIPS: "There are not enough chips.",
        Reason.RACK_EMPTY: "The rack does not hold enough chips.",
        Reason.NO_WAGERS: "There are no wagers yet.",
        Reason.WAGERS_STAND: "Wagers still stand.",
        Reason.VIGORISH_OWED: "Vigorish is owed first.",
        Reason.NOTHING_OWED: "Nothing is owed.",
        Reason.STEP_NOT_DUE: "Something else is due.",
        Reason.TOO_NEAR_THE_END: "That is too near the end of the cards.",
        Reason.PLACE_NOT_DUE: "No card is due there.",
        Reason.NO_SUCH_CARD: "There is no such card.",
        Reason.CARD_EXHAUSTED: "All cards of that face are out.",
        Reason.CANNOT_STAND: "That cannot be.",
        Reason.METERS_REFUSE: "The progressive does not take it.",
        Reason.WALLET_REFUSES: "The wallet does not take it.",
        Reason.COUPON_REFUSED: "This coupon cannot be used.",
    }
)

# Why a coupon is refused, by the coupon book's own reason; ``not-issued`` is the table's.
COUPONS: Mapping[str, str] = MappingProxyType(
    {
        "not-issued": "This coupon was not issued by the house.",
        "no-such-coupon": "There is no coupon with this number.",
        "not-yours": "This coupon was issued to another player.",
        "cancelled": "This coupon was cancelled.",
        "used": "This coupon was used before.",
        "in-use": "This coupon lies beside a wager.",
        "expired": "This coupon has expired.",
        "not-countersigned": "This coupon still has to be countersigned.",
        "wrong-face": "This coupon has another face value.",
    }
)
MONEY = frozenset(
    {"minimum", "maximum", "difference", "chips", "rack", "smallest-chip", "owed", "available", "of this coup", "face"}
)


def words(refusal: Refusal) -> str:
    """Say why not, and what would be right.

    >>> words(Refusal(Reason.BELOW_MINIMUM, "7(e)", {"minimum": 2500}))
    'That is below the minimum. Minimum: $25.'
    >>> words(Refusal(Reason.COUPON_REFUSED, "", {"because": "used", "number": 7}))
    'This coupon was used before. Number: 7.'
    """
    detail, sentence = refusal.detail, SENTENCES[refusal.reason]
    if refusal.reason is Reason.COUPON_REFUSED and detail.get("because") in COUPONS:
        sentence = COUPONS[str(detail["because"])]
        detail = {name: value for name, value in detail.items() if name != "because"}
    told = "; ".join(f"{name}: {_value(name, value)}" for name, value in detail.items() if value != "")
    return f"{sentence} {told[0].upper()}{told[1:]}." if told else sentence


def _value(name: str, value: str | int) -> str:
    return dollars(value) if name in MONEY and isinstance(value, int) else str(value)
