"""Accounts: registration, login, sessions and staff.

Names, passwords and sessions are documents stored next to the log and can be erased. Duties, failed logins and
administrative decisions are events by pseudonym in the administration stream (``punto.people.administration``).
``Accounts`` is the entry point.
"""

from punto.accounts.credentials import Passwords, Reason, Refusal
from punto.accounts.service import Accounts, LoginResult, Person

__all__ = ["Accounts", "LoginResult", "Passwords", "Person", "Reason", "Refusal"]
