"""Moments up to which a table is let go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from punto.houserules import HouseRules
from punto.table import TableState
from punto.table.phases import Phase
from punto.table.trouble import short
from punto.table.vigorish import SHUFFLES

OPEN_HANDS = (Phase.HOUSE_MONEY, Phase.DRAWING, Phase.PAYING)
Moment = Callable[[HouseRules, TableState, TableState], bool]  # the rules, where it began, where it is

MOMENTS: Mapping[str, Moment] = {
    "": lambda rules, begun, now: False,  # as far as it goes
    "the cards are to be mixed": lambda rules, begun, now: _agenda(now) in SHUFFLES and not now.done,
    "the cut is next": lambda rules, begun, now: _agenda(now) == "cut" and not now.done,
    "the burn is next": lambda rules, begun, now: _agenda(now).startswith("burn") and not now.done,
    "the shoe is offered": lambda rules, begun, now: _agenda(now).startswith("curator") and not now.done,
    "betting is open": lambda rules, begun, now: now.phase is Phase.BETTING and not now.done,
    "betting is closed": lambda rules, begun, now: now.phase is Phase.DEALING,
    "four cards lie": lambda rules, begun, now: now.phase is Phase.TURNING,
    "House Money is next": lambda rules, begun, now: now.phase is Phase.HOUSE_MONEY,
    "both hands are open": lambda rules, begun, now: now.phase in OPEN_HANDS,
    "all cards are out": lambda rules, begun, now: now.phase is Phase.PAYING,
    "the coup is settled": lambda rules, begun, now: now.settled,
    "the coup is over": lambda rules, begun, now: now.coup > begun.coup,
    "a card is missing": lambda rules, begun, now: short(now),
}


def _agenda(state: TableState) -> str:
    return state.agenda[0] if state.agenda else ""
