"""Fair cards: a shuffle that anyone can verify and that cannot change once a wager is made.

At a physical table, fairness is visible: the cards are washed, shuffled, laced and cut in front of the players. A
virtual shoe has nothing to watch, so it commits to the shuffle in advance and publishes the means to verify it.

1. The operator draws a *seed*, keeps it secret, and publishes its hash: the **commitment** (``commit``).
2. Players may each add entropy. Each first publishes a hash of it, a **pledge**, and reveals it when all pledges are
   in; a player who does not is left out and named (``pledge``, ``gather``).
3. Seed, table, shoe and the players' entropy are the key of the **shuffle**. The operator publishes one salted hash
   per card, the **list**, before the cut (``shuffle``, ``CardList``).
4. The **cut** rotates the stack: the cards above the cut card go to the bottom (``place``).
5. Each card that is turned comes with its salt. The **proof** is one hash compared with the list (``check``).
6. At the end of the shoe, or when it is void, the seed is revealed, and everything above is recomputed (``verify``).

A continuous shoe does all this for every coup: a ``Shoe`` with a coup number. Must Hit triggers are committed to in the
same way (``MustHit``). No wager, player history or balance is an argument of any function here.

Limits of the proof. The operator could try seeds until it likes one: only an honest player's entropy removes that
choice; an honest cut removes the choice of where to begin. The last player to reveal, having seen the other
contributions, keeps one bit: to reveal or to stay silent. That bit is worthless to a player, who does not know the seed
and cannot tell the two orders apart. It is worth something to an operator seated at its own table under another name,
once per such name. For this reason silent players are named.

All functions are pure: no clock, no generator, no file. Entropy comes from outside.
"""

from punto.fair.document import Fault, ShoeRecord, verify
from punto.fair.must_hit import MustHit, commit_trigger, trigger, verify_trigger, winner
from punto.fair.preimage import BLOCK, VERSION, FairError, Stream, preimage, raw
from punto.fair.shoe import (
    CardList,
    Contribution,
    Gathered,
    Pledge,
    Proof,
    Shoe,
    Stack,
    check,
    commit,
    dealers_cut,
    gather,
    opens,
    place,
    pledge,
    shuffle,
)

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
