"""Accounts: registration, login, sessions and staff.

Names, passwords and sessions are documents stored next to the log and can be erased. Duties, failed logins and
administrative decisions are events by pseudonym in the administration stream (``punto.house``). ``Accounts`` is the
entry point.
"""

from punto.accounts.passwords import Passwords
from punto.accounts.reception import Accounts, Admitted, Person
from punto.accounts.refusals import Reason, Refusal

__all__ = ["Accounts", "Admitted", "Passwords", "Person", "Reason", "Refusal"]
