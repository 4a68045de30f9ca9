"""Progressives: the meters of Royal 9, a small machine of its own.

A meter outlives the shoe and outreaches the table: it goes on from shift to shift, and several tables may feed one. So
it has a stream of its own and the same two functions as a table, ``decide`` and ``evolve``, both pure. One machine is
one *installation*: all meters that one Royal 9 wager feeds. Star, Spade and Heart, with a Must Hit where it is filed
(ma-midi 12(i)-(j), ma-mini 12(i)-(j)); or the Major and the two King-9 meters (ma-baccarat 13(i), ma-midi-multilevel
12(i)).

Everything is counted in whole micro-cents, a millionth of a cent, and lies in a *pot*:

    meter/star       what the display shows, in whole cents; the fraction of a cent stays in the pot
    reserve/star     kept for the next start of the meter
    overflow/star    what came when the meter stood at its ceiling; it helps the next start too
    table/MB-02      the chips of a table: its stakes come from there, its awards go there
    house            seeds come from there, and what no meter takes of a stake goes there

Money moves from pot to pot and in no other way, so the pots always come to nothing in all: not a micro-cent is lost.

In a coup, things happen in this order. When the result is announced, awards are made from the meters *as shown*
(``Settle``). When the dealer ends the round, the coup's stakes are split (``EndRound``), and only then may Must Hit
hit. So a shown meter never turns back except for a hit, and a winner never gets other than what was shown.

Two winners. No two seats of one table can win the same meter in one coup, since each has combinations of its own. At
linked tables they can, and whoever is appended first takes the meter; the other finds it started again.
"""

from punto.progressive.books import Row, faults, reconcile
from punto.progressive.bridge import (
    AwardDue,
    Coup,
    Payment,
    awards_due,
    end_command,
    entrants,
    payments,
    reverse_command,
    settle_command,
)
from punto.progressive.decide import decide
from punto.progressive.refusals import Reason, Refusal
from punto.progressive.state import State, evolve, shown
from punto.progressive.terms import MICRO, Lots, Run, Secrets, Terms, TermsError, Vault, terms_of

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
