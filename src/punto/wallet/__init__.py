"""Wallets: a player's money between tables, as a machine of its own.

A wallet belongs to a pseudonym; the owner's name is stored elsewhere and can be erased. Money arrives by deposit and
cash-out and leaves by withdrawal and buy-in. Each is a transfer in two steps, because its other side (a table, a bank)
keeps separate books and a process can die between the two:

1. ``Begin``: the transfer is *pending*. Outgoing money is set aside immediately in ``held/<transfer>``, so that it
   cannot be spent twice; incoming money is only announced.
2. The other side does its part under the same transfer id, once.
3. ``Post``: held money is gone, announced money is available. If the other side did not do its part, ``Void``: held
   money is available again, announced money is dropped.

At any time the other side's books therefore say where the money of a pending transfer is, and ``recovery`` completes
interrupted transfers with one query each: did the other side do its part?

A transfer id identifies one transfer. A retry gets the same result; a different transfer under the same id is refused.
Finished transfers are kept for a week (``REMEMBERED``), and commands older than that are refused, so the state stays
small and an old command is never mistaken for a new one.
"""

from punto.wallet.machine import State, decide, evolve, recovery
from punto.wallet.messages import Kind, Reason, Refusal, Terms

__all__ = ["Kind", "Reason", "Refusal", "State", "Terms", "decide", "evolve", "recovery"]
