"""Responsible play: players' own limits, and whether they may continue.

A machine with one stream per pseudonym. It holds daily limits on losses, time and deposits; a decrease applies
immediately, an increase after a day. It also holds a pause, which can be extended but never shortened. Results,
deposits and time at tables are not events here but are folded from the tables' own records (``Play``). ``may`` compares
both before a player sits down, buys in or wagers. Leaving with one's chips is always allowed.
"""

from punto.care.decide import decide
from punto.care.may import may
from punto.care.play import Play, Standing
from punto.care.refusals import Reason, Refusal
from punto.care.state import State, evolve

__all__ = ["Play", "Reason", "Refusal", "Standing", "State", "decide", "evolve", "may"]
