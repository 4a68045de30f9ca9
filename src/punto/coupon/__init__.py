"""Match play coupons, as a machine of its own.

A coupon has a number, a face value in cents, a holder (a pseudonym) and an expiry. A floorperson issues it, never to
themselves; above the amount that one person may issue to one player per day, a second person countersigns it first. A
table accepts a coupon by its number: it is *laid* while it lies next to a wager, *surrendered* once the wager is won or
lost, and *ready* again after a push, a withdrawal or a void (ma-midi 7(b)). Each coupon is decided once.

All coupons of a floor are in one stream, its coupon book. The state keeps coupons until the day after they expire, so
it does not grow with the age of the floor; a number is never issued again.
"""

from punto.coupon.machine import Coupon, State, Status, decide, evolve
from punto.coupon.messages import Reason, Refusal

__all__ = ["Coupon", "Reason", "Refusal", "State", "Status", "decide", "evolve"]
