"""Exact odds of every wager, for any shoe and from any point of a coup."""

from punto.odds.exact import Counts, count_classes
from punto.odds.fare import RIDES, Line, Ride, WagerOdds
from punto.odds.known import Known, OddsError
from punto.odds.sheet import Sheet, sheet

__all__ = ["RIDES", "Counts", "Known", "Line", "OddsError", "Ride", "Sheet", "WagerOdds", "count_classes", "sheet"]
