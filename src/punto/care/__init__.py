"""Care: what players have asked to be held to, and whether they may go on.

A small machine of its own, one stream for each pseudonym: limits of loss, of time and of money brought, each of a day,
lower at once and higher a day later; and a pause, which can be made longer and never shorter. What somebody has won,
brought and sat through is no event here: it is folded from the tables' own (``Play``), so nothing is told twice.
``may`` lays the one beside the other before somebody sits down, buys or wagers. Nobody is ever kept from leaving with
their chips.
"""

from punto.care.decide import decide
from punto.care.may import may
from punto.care.play import Play, Standing
from punto.care.refusals import Reason, Refusal
from punto.care.state import State, evolve

__all__ = ["Play", "Reason", "Refusal", "Standing", "State", "decide", "evolve", "may"]
