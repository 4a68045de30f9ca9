"""The cut: who is offered it, how deep it may go, and how it is made again (section 5 of every document).

The stack goes round until somebody takes it; should nobody, the dealer cuts. A cut made again is made by whoever made
it, or by the next in that same round, as the document says or lets the licensee choose.
"""

from __future__ import annotations

from punto.houserules import HouseRules
from punto.table.refusals import Reason, Refusal
from punto.table.seats import first_of, tour
from punto.table.state import TableState

RECUT = "cut.recut"
MADE = ("place-cut", "dealer-cut")
CUTS = ("cut", "recut-last", "recut-next")


def next_to_cut(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat the cut is offered to next (ma-mini 5(b), ma-midi 5(c)); nobody where the dealer cuts."""
    if rules.shuffling.cut_by == "dealer":
        return None
    order = tour(rules.seats, _start(rules, state), rules.rulebook.law.cut.offer_order.direction)
    if state.agenda[:1] == ("recut-next",) and state.cutter:  # the round goes on where it stopped
        order = order[order.index(state.cutter) + 1 :]
    return first_of(order, state.seated, state.asked)


def _start(rules: HouseRules, state: TableState) -> int:
    """Return where the round begins: at the highest seat, or from the second shoe on the last curator.

    Clockwise it makes no difference whether somebody sits in the highest seat. Counterclockwise it does: the next seat
    is then seat 1, so the document's word for it is "highest-occupied" (ma-midi 5(c)).
    """
    order = rules.rulebook.law.cut.offer_order
    match (order.reshuffle_start if state.shoe > 1 else None) or order.start:
        case "highest":
            return rules.seats
        case "highest-occupied":
            return _highest_occupied(rules, state)
        case "last-curator":  # if gone, or the dealer: clockwise from the dealer sits the highest
            return state.curator or rules.seats


def _highest_occupied(rules: HouseRules, state: TableState) -> int:
    """Return the highest seat taken; a round that has begun keeps its start when that player leaves."""
    if state.agenda[:1] == ("recut-next",):
        return max({*state.seated, state.cutter} - {0}, default=rules.seats)
    return state.asked[0] if state.asked else max(state.seated, default=rules.seats)


def cutter(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat that cuts: the one asked last, or the one that cut before."""
    if state.agenda[:1] == ("recut-last",):
        return state.cutter if state.cutter in state.seated else None
    return state.asked[-1] if state.asked and state.asked[-1] in state.seated else None


def dealer_cuts(rules: HouseRules, state: TableState) -> bool:
    """Say whether it falls to the dealer: nobody is left to ask, or it was the dealer's cut before."""
    asked = cutter if state.agenda[:1] == ("recut-last",) else next_to_cut
    return asked(rules, state) is None


def cut_depth(rules: HouseRules, state: TableState, cards: int | None) -> Refusal | None:
    """Refuse a cut too near either end: one deck, or ten cards in Maryland (ma-mini 5(c), md-mini .05B(4))."""
    least, most = cut_range(rules)
    if cards is None or not least <= cards <= most:
        detail: dict[str, str | int] = {"least": least, "cards": rules.shoe.decks * 52}
        return Refusal(Reason.TOO_NEAR_THE_END, rules.rulebook.law.cut.depth.section, detail)
    return None


def cut_range(rules: HouseRules) -> tuple[int, int]:
    """Return how deep a cut may go, at least and at most: as far from the top as from the bottom."""
    depth = rules.rulebook.law.cut.depth
    least = 52 * (depth.depth_decks or 0) + (depth.depth_cards or 0)  # the document has one of the two
    return least, rules.shoe.decks * 52 - least


def cover_depth(rules: HouseRules, state: TableState, cards: int | None) -> Refusal | None:
    """Refuse a cover card nearer to the bottom than the document lets it be (ma-mini 5(d))."""
    least, most = cover_range(rules)
    if cards is None or not least <= cards <= most:
        return Refusal(Reason.TOO_NEAR_THE_END, rules.rulebook.law.cut.cover.section, {"least": least})
    return None


def cover_range(rules: HouseRules) -> tuple[int, int]:
    """Return how far from the bottom the cover card may go, at least and at most."""
    return rules.rulebook.law.cut.cover.cover_depth, rules.shoe.decks * 52 - 1


# ---------------------------------------------------------------- again


def recut_may_be_ordered(rules: HouseRules, state: TableState) -> bool:
    """Say whether the floor may have the cut made again: until the burn, or until the cards are in the shoe."""
    if not state.agenda:
        return False
    cut_made = state.agenda[0] in CUTS and any(step in MADE for step in state.done)
    loaded = state.agenda[0].startswith("burn-") and not state.done
    match rules.rulebook.law.cut.recut.until:
        case "cards-in-shoe":
            return cut_made
        case "first-card-dealt":
            return cut_made or loaded


def recut_ceremony(rules: HouseRules) -> str:
    """Name the ceremony of a cut made again, as submitted: by the last cutter or by the next."""
    return f"recut-{rules.shuffling.recut_by}"
