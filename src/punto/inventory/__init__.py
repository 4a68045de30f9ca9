"""The inventory of a table: its chips by denomination, counts, and what comes to the tray or leaves it by slip.

Wagers move cents; denominations are known when they are counted. A count by two people is compared with the rack of
the table's ledger; a difference stands until a recount, and is then written off by a person above a floorperson. Fills
and credits have numbered slips. Everyone who handles the chips signs: the floorperson who requests them, the chip bank,
security, and at the table a floorperson with a second person. A void keeps its number, so that no number is missing.

Each table has its own stream. A slip is confirmed in the same append that moves its cents to the rack or from it.
"""

from punto.inventory.machine import Difference, Slip, State, Status, decide, evolve
from punto.inventory.messages import Reason, Refusal, value

__all__ = ["Difference", "Reason", "Refusal", "Slip", "State", "Status", "decide", "evolve", "value"]
