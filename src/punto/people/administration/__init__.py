"""Administration: logins, duties and floor-wide changes, as events of one stream.

Tables, meters and wallets have streams of their own; this one records what concerns the whole floor: failed logins and
lockouts, duties granted and revoked, users disabled, overrides with their reasons, parameters, large wins, restarts
after an outage, and the software version.

Users appear by pseudonym and their addresses by keyed digest. Names and passwords are stored elsewhere and can be
erased (``punto.accounts``).
"""

from punto.people.administration.decide import decide
from punto.people.administration.messages import Reason, Refusal
from punto.people.administration.state import APART, State, evolve, role_conflict

__all__ = ["APART", "Reason", "Refusal", "State", "decide", "evolve", "role_conflict"]
