"""The kinds of questions: one module each, and this one table of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from punto.school.choosing import Kind
from punto.school.kinds import cards, irregularities, payouts, procedure, side_wagers
from punto.wagers.book import known

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "third-card": Kind("third-card calls, for both hands", cards.make_third_card),
        "count": Kind("counts, and what is announced", cards.make_count),
        "payout": Kind("payouts of every wager and paytable, and their chips", payouts.make_payout),
        "vigorish": Kind("vigorish, rounded or exact, at once or by marker", payouts.make_vigorish),
        "line": Kind("reading a paytable", side_wagers.make_line, lambda book: bool(side_wagers.tabled(book))),
        "ride": Kind(
            "payouts before the third card, and rides",
            side_wagers.make_ride,
            lambda book: any(wager.rides for wager in known(book)),
        ),
        "combinations": Kind(
            "combinations by seat: lines, awards, seats",
            side_wagers.make_combinations,
            lambda book: any(wager.metered for wager in known(book)),
        ),
        "payment": Kind("the order of collecting and paying", payouts.make_payment),
        "cut": Kind("the cut: who is offered it, how deep", cards.make_cut),
        "burn": Kind("the burn, the cover card, the last hand", cards.make_burn),
        "squeeze": Kind(
            "the squeeze: whose hand it is to turn", cards.make_squeeze, lambda book: book.law.deal.squeeze is not None
        ),
        "curator": Kind(
            "the curator: who is offered the shoe, and when it passes",
            cards.make_curator,
            lambda book: book.law.curator is not None,
        ),
        "trouble": Kind("irregularities: what happens next", irregularities.make_irregularity),
        "ruling": Kind("rulings: is that allowed now?", irregularities.make_ruling),
        "procedure": Kind("procedure: what comes next, and who does it", procedure.make_procedure),
        "section": Kind("which section rules it", procedure.make_section),
    }
)
