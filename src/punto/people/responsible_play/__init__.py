"""Responsible play: players' own limits, and whether they may continue.

A machine with one stream per pseudonym. It holds daily limits on losses, time and deposits; a decrease applies
immediately, an increase after a day. It also holds a pause, which can be extended but never shortened. Results,
deposits and time at tables are not events here but are folded from the tables' own records (``Play``). ``may`` compares
both before a player sits down, buys in or wagers. Leaving with one's chips is always allowed.
"""

from punto.people.responsible_play.machine import Play, Standing, State, decide, evolve, may
from punto.people.responsible_play.messages import Reason, Refusal

__all__ = ["Play", "Reason", "Refusal", "Standing", "State", "decide", "evolve", "may"]
