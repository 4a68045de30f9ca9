"""Exact odds of every wager, for any shoe and from any point of a coup."""

from typing import TYPE_CHECKING

from punto.former import names
from punto.odds.exact import Counts, count_classes
from punto.odds.known import Known, OddsError
from punto.odds.sheet import Sheet, sheet
from punto.odds.wager_odds import RIDES, ResultOdds, Ride, WagerOdds

__all__ = [
    "RIDES",
    "Counts",
    "Known",
    "OddsError",
    "ResultOdds",
    "Ride",
    "Sheet",
    "WagerOdds",
    "count_classes",
    "sheet",
]

if not TYPE_CHECKING:
    __getattr__ = names("odds")
