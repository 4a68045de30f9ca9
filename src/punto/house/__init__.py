"""The house: who is entrusted with what, who failed to come in, and what somebody changed, as events of a stream.

A small machine of its own. What the tables, meters and wallets do is in their streams; this one has what is done to the
floor as a whole: a failed login and the lock-out that grows out of several, a duty granted or taken away, a person
disabled, an override with its reason, a parameter changed, a large win, a start after an outage, the software.

It knows people by pseudonyms, and where they come from by a keyed digest of the address; names and passwords are
elsewhere and can be erased (``punto.accounts``).
"""

from punto.house.decide import decide
from punto.house.duties import APART, clash
from punto.house.refusals import Reason, Refusal
from punto.house.state import State, evolve

__all__ = ["APART", "Reason", "Refusal", "State", "clash", "decide", "evolve"]
