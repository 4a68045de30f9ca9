"""How long the eye is given for each thing that happens: an automatic table decides a whole beat of a coup at once."""

from __future__ import annotations

from punto.table import events as e
from punto.table.events import AnyEvent

DEAL, TURN, CALL, SEAT, SETTLE, REST, STEP = 260, 380, 600, 420, 1000, 2200, 90
FAST = 0.15  # of the time, where somebody asked for it

_AFTER: dict[type, int] = {
    e.CardDealt: DEAL,
    e.CardTurned: TURN,
    e.CoupSettled: SETTLE,
    e.HouseMoneySettled: SEAT,
    e.AwardPaid: CALL,
    e.CoupVoided: SETTLE,
}
_STEPS = {
    "no-more-bets": CALL,
    "announce-player": CALL,
    "announce-banker": CALL,
    "announce-counts": CALL,
    "announce-last-hand": SETTLE,
    "collect-losing": SEAT,
    "pay-seat": SEAT,
    "offer-cut": CALL,
    "offer-shoe": CALL,
    "offer-next": CALL,
    "give-player": SEAT,
    "give-banker": SEAT,
}


def before(event: AnyEvent) -> int:
    """Milliseconds before an event is shown: the result rests before the cards are cleared."""
    return REST if isinstance(event, e.CoupEnded) else 0


def after(event: AnyEvent) -> int:
    """Milliseconds after it."""
    if isinstance(event, e.StepPerformed):
        return _STEPS.get(event.step, STEP)
    return _AFTER.get(type(event), 0)
