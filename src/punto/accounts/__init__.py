"""Accounts: registration, login, sessions and staff.

Names, passwords and sessions are documents stored next to the log and can be erased. Duties, failed logins and
administrative decisions are events by pseudonym in the administration stream (``punto.people.administration``).
``Accounts`` is the entry point.
"""

from typing import TYPE_CHECKING

from punto.accounts.credentials import Passwords, Reason, Refusal
from punto.accounts.service import Accounts, LoginResult, Person
from punto.former import names

__all__ = ["Accounts", "LoginResult", "Passwords", "Person", "Reason", "Refusal"]

if not TYPE_CHECKING:
    __getattr__ = names("accounts")
