"""Fair cards: a shuffle that anybody can check, and nobody can change once a wager is made.

At a table of wood, fairness is what you see: the cards are washed, shuffled, laced and cut before your eyes. A virtual
shoe has nothing to look at, so it gives its word in advance and keeps the means to be held to it.

1. The house draws a *seed*, locks it away, and publishes its hash: the **commitment** (``commit``).
2. Players may each add entropy of their own. Each publishes a hash of it first, a **pledge**, and shows it when all
   pledges are in; whoever does not is left out and named (``pledge``, ``gather``).
3. Seed, table, shoe and the players' entropy are the key of the **shuffle**. The house publishes one salted hash per
   card, the **list**, before the cut (``shuffle``, ``CardList``).
4. The **cut** turns the stack: the cards above the cut card go to the bottom (``place``).
5. Each card that is turned comes with its salt. The **proof** is one hash and a look in the list (``check``).
6. At the end of the shoe, or when it is void, the seed is shown, and everything above is computed again (``verify``).

A continuous shoe does all this for every coup: a ``Shoe`` with a coup's number. Must Hit triggers are committed to in
the same way (``MustHit``). No wager, no player's history and no balance is an argument of any function here.

What it cannot prove. The house could try seeds until it likes one: only an honest player's entropy takes that choice
away; an honest cut takes away the choice of where to begin. And whoever reveals last, having seen what the others
revealed, keeps one bit: to reveal or to stay silent. That bit is worth nothing to a player, who does not know the
seed and so cannot tell the two orders apart. It is worth something to a house that sits at its own table under
another name, once for every such name. That is why the silent are named.

Everything is a function of its arguments: no clock, no generator, no file. Entropy comes from outside.
"""

from punto.fair.must_hit import MustHit, commit_trigger, trigger, verify_trigger, winner
from punto.fair.players import Contribution, Gathered, Pledge, gather, opens, pledge
from punto.fair.preimage import VERSION, FairError, preimage
from punto.fair.record import Fault, ShoeRecord, verify
from punto.fair.shoe import CardList, Proof, Shoe, Stack, check, commit, dealers_cut, place, shuffle
from punto.fair.stream import BLOCK, Stream, raw

__all__ = [
    "BLOCK",
    "VERSION",
    "CardList",
    "Contribution",
    "FairError",
    "Fault",
    "Gathered",
    "MustHit",
    "Pledge",
    "Proof",
    "Shoe",
    "ShoeRecord",
    "Stack",
    "Stream",
    "check",
    "commit",
    "commit_trigger",
    "dealers_cut",
    "gather",
    "opens",
    "place",
    "pledge",
    "preimage",
    "raw",
    "shuffle",
    "trigger",
    "verify",
    "verify_trigger",
    "winner",
]
