"""The kinds of questions: one module each, and this one table of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from punto.school.choosing import Kind
from punto.school.kinds import (
    burn,
    combinations,
    counts,
    curator,
    cut,
    lines,
    payment,
    payouts,
    procedure,
    rides,
    rulings,
    sections,
    squeeze,
    third_cards,
    trouble,
    vigorish,
)
from punto.wagers.book import known

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "third-card": Kind("third-card calls, for both hands", third_cards.make),
        "count": Kind("counts, and what is announced", counts.make),
        "payout": Kind("payouts of every wager and paytable, and their chips", payouts.make),
        "vigorish": Kind("vigorish, rounded or exact, at once or by marker", vigorish.make),
        "line": Kind("reading a paytable", lines.make, lambda book: bool(lines.tabled(book))),
        "ride": Kind(
            "payouts before the third card, and rides",
            rides.make,
            lambda book: any(wager.rides for wager in known(book)),
        ),
        "combinations": Kind(
            "combinations by seat: lines, awards, seats",
            combinations.make,
            lambda book: any(wager.metered for wager in known(book)),
        ),
        "payment": Kind("the order of collecting and paying", payment.make),
        "cut": Kind("the cut: who is offered it, how deep", cut.make),
        "burn": Kind("the burn, the cover card, the last hand", burn.make),
        "squeeze": Kind(
            "the squeeze: whose hand it is to turn", squeeze.make, lambda book: book.law.deal.squeeze is not None
        ),
        "curator": Kind(
            "the curator: who is offered the shoe, and when it passes",
            curator.make,
            lambda book: book.law.curator is not None,
        ),
        "trouble": Kind("irregularities: what happens next", trouble.make),
        "ruling": Kind("rulings: is that allowed now?", rulings.make),
        "procedure": Kind("procedure: what comes next, and who does it", procedure.make),
        "section": Kind("which section rules it", sections.make),
    }
)
