"""Wagers: their data from the rulebook, and one function from a coup to its result."""

from punto.wagers.registry import register, register_opening, registered, registered_keys, tried
from punto.wagers.wager import Result, Verdict, Wager, WagerError, pay

__all__ = [
    "Result",
    "Verdict",
    "Wager",
    "WagerError",
    "pay",
    "register",
    "register_opening",
    "registered",
    "registered_keys",
    "tried",
]
