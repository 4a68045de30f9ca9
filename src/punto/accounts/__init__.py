"""Accounts: who somebody is, what they may be, and that they are let in.

Names, passwords and sessions are documents beside the log, and can be erased; duties, failed logins and whatever the
house decides about people are events in the house's stream (``punto.house``), by pseudonym. ``Accounts`` is the door.
"""

from punto.accounts.passwords import Passwords
from punto.accounts.reception import Accounts, Admitted, Person
from punto.accounts.refusals import Reason, Refusal

__all__ = ["Accounts", "Admitted", "Passwords", "Person", "Reason", "Refusal"]
