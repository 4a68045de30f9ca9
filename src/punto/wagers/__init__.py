"""Every wager, each written once: data from the rulebook, and one function from a coup to its result."""

from punto.wagers.registry import register, registered, registered_keys
from punto.wagers.wager import Result, Verdict, Wager, pay

__all__ = ["Result", "Verdict", "Wager", "pay", "register", "registered", "registered_keys"]
