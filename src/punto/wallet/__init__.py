"""Wallets: a player's money between the tables, a small machine of its own.

A wallet belongs to a pseudonym; whose it is stands elsewhere and can be erased. Money comes by deposit and cash-out and
leaves by withdrawal and buy-in, and every one of the four is a transfer in two steps, because its other side (a
table, a bank) keeps books of its own and a process can die between the two:

1. ``Begin``: the transfer is *pending*. Money that leaves is set aside at once, in ``held/<transfer>``, so that it
   cannot be spent twice; money that comes is only announced.
2. The other side does its part under the same transfer id, once.
3. ``Post``: what was held is gone, what was announced is there. Or, if the other side did not do it, ``Void``: what was
   held is back, what was announced is forgotten.

So at every moment the other side's books say where the money of a pending transfer is, and ``recovery`` finishes what a
crash left open by asking one question of each: did the other side do it?

A transfer id means one transfer. It answers alike when it is repeated, and is refused when it says something else.
Finished ones are remembered for a week (``REMEMBERED``), and a command whose time is further back than that is refused;
so the state stays small, and no old command is taken for a new one.
"""

from punto.wallet.decide import decide
from punto.wallet.recovery import recovery
from punto.wallet.refusals import Reason, Refusal
from punto.wallet.state import State, evolve
from punto.wallet.terms import Kind, Terms

__all__ = ["Kind", "Reason", "Refusal", "State", "Terms", "decide", "evolve", "recovery"]
