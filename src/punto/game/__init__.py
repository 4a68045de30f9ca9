"""An open table: its rules and state, the machines linked to it, and the source of its cards.

``Session`` decides commands and stores their events. ``open_table`` and ``resume_table`` return a session with the
meters, wallets and coupons that are linked to its table.
"""

from punto.game.game import Accepted, Session, open_table, resume_table
from punto.game.linked_machines import WalletLinks
from punto.game.progressive_link import ProgressiveLink

__all__ = ["Accepted", "ProgressiveLink", "Session", "WalletLinks", "open_table", "resume_table"]
