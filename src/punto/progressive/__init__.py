"""Progressives: the meters of Royal 9, as a machine of its own.

A meter outlasts a shoe and may be shared: it continues from shift to shift, and several tables may feed it. It
therefore has its own stream and the same two pure functions as a table, ``decide`` and ``evolve``. One machine is one
*installation*: all meters that one Royal 9 wager feeds. Star, Spade and Heart, with a Must Hit where it is filed
(ma-midi 12(i)-(j), ma-mini 12(i)-(j)); or the Major and the two King-9 meters (ma-baccarat 13(i), ma-midi-multilevel
12(i)).

All amounts are whole micro-cents, millionths of a cent, held in *pots*:

    meter/star       displayed amount in whole cents; the fraction of a cent stays in the pot
    reserve/star     kept for the next start of the meter
    overflow/star    contributions above the ceiling; added to the next start
    table/MB-02      the chips of a table: source of stakes, destination of awards
    house            source of meter seeds, destination of the rest of each stake

Money only moves from pot to pot, so all pots sum to zero: not a micro-cent is lost.

Order within a coup: when the result is announced, awards are made from the meters *as shown* (``Settle``). When the
dealer ends the round, the coup's stakes are split (``EndRound``), and only then may Must Hit hit. A shown meter
therefore never decreases except for a hit, and a winner is paid exactly the amount shown.

Two winners: two seats of one table cannot win the same meter in one coup, because each seat has its own combinations.
At linked tables they can; the first to be appended is awarded the meter, and the other finds it reset.
"""

from punto.progressive.bridge import (
    AwardDue,
    Coup,
    Payment,
    Row,
    awards_due,
    end_command,
    entrants,
    faults,
    payments,
    reconcile,
    reverse_command,
    settle_command,
)
from punto.progressive.decide import decide
from punto.progressive.messages import Reason, Refusal
from punto.progressive.state import MICRO, Lots, Run, Secrets, State, Terms, TermsError, Vault, evolve, shown, terms_of

__all__ = [
    "MICRO",
    "AwardDue",
    "Coup",
    "Lots",
    "Payment",
    "Reason",
    "Refusal",
    "Row",
    "Run",
    "Secrets",
    "State",
    "Terms",
    "TermsError",
    "Vault",
    "awards_due",
    "decide",
    "end_command",
    "entrants",
    "evolve",
    "faults",
    "payments",
    "reconcile",
    "reverse_command",
    "settle_command",
    "shown",
    "terms_of",
]
