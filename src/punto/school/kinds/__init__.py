"""The kinds of questions: one module each, and this one table of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from punto.school.choosing import Kind
from punto.school.kinds import (
    burn,
    counts,
    curator,
    cut,
    dragon_bonus,
    house_money,
    payment,
    payouts,
    procedure,
    royal_9,
    rulings,
    sections,
    squeeze,
    third_cards,
    trouble,
    vigorish,
)

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "third-card": Kind("third-card calls, for both hands", third_cards.make),
        "count": Kind("counts, and what is announced", counts.make),
        "payout": Kind("payouts of every wager and paytable, and their chips", payouts.make),
        "vigorish": Kind("vigorish, rounded or exact, at once or by marker", vigorish.make),
        "dragon-bonus": Kind("reading the Dragon Bonus", dragon_bonus.make, ("wager.dragon-bonus",)),
        "house-money": Kind("House Money: payouts, rides, whose turn", house_money.make, ("wager.house-money",)),
        "royal-9": Kind("Royal 9: categories, awards, seats", royal_9.make, ("def.royal-9",)),
        "payment": Kind("the order of collecting and paying", payment.make),
        "cut": Kind("the cut: who is offered it, how deep", cut.make),
        "burn": Kind("the burn, the cover card, the last hand", burn.make),
        "squeeze": Kind("the squeeze: whose hand it is to turn", squeeze.make, ("deal.squeeze",)),
        "curator": Kind("the curator: who is offered the shoe, and when it passes", curator.make, ("curator.offer",)),
        "trouble": Kind("irregularities: what happens next", trouble.make),
        "ruling": Kind("rulings: is that allowed now?", rulings.make),
        "procedure": Kind("procedure: what comes next, and who does it", procedure.make),
        "section": Kind("which section rules it", sections.make),
    }
)
