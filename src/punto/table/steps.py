"""The steps of ceremonies that turn on more than their order: who is meant, whether they are possible, what they bring.

Most steps need nothing of this: they are made when the order of their ceremony allows, by whom the rulebook says. The
others have a row in ``RULES``. A step may be *performed*, or made by *dealing* a card, or by *turning* cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from punto.cards import Card
from punto.houserules import HouseRules
from punto.table.phases import Phase
from punto.table.refusals import Reason, Refusal
from punto.table.seats import first_of, tour
from punto.table.state import TableState

How = Literal["perform", "deal", "turn"]


def _always(rules: HouseRules, state: TableState) -> bool:
    return True


def _nobody(rules: HouseRules, state: TableState) -> int | None:
    return None


def _anything(rules: HouseRules, state: TableState, cards: int | None) -> Refusal | None:
    return None


class StepRule(NamedTuple):
    """What a step asks besides its place in the order."""

    due: Callable[[HouseRules, TableState], bool] = _always
    seat: Callable[[HouseRules, TableState], int | None] = _nobody  # whose seat it is about
    check: Callable[[HouseRules, TableState, int | None], Refusal | None] = _anything  # of a number of cards
    how: How = "perform"
    places: Callable[[TableState], tuple[str, ...]] = lambda state: ()


# ---------------------------------------------------------------- the cut


def next_to_cut(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat the cut is offered to next (ma-mini 5(b), ma-midi 5(c)); nobody where the dealer cuts."""
    if rules.shuffling.cut_by == "dealer":
        return None
    book = rules.rulebook
    terms = book.provisions["cut.offer-order"].terms
    start = rules.seats
    if state.shoe > 1 and terms.get("reshuffle-start") == "last-curator" and state.curator:
        start = state.curator
    order = tour(rules.seats, start, "clockwise" if terms["direction"] == "clockwise" else "counterclockwise")
    return first_of(order, state.seated, state.asked)


def last_asked(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat that was offered something last."""
    return state.asked[-1] if state.asked else None


def cut_depth(rules: HouseRules, state: TableState, cards: int | None) -> Refusal | None:
    """Refuse a cut too near either end: one deck, or ten cards in Maryland (ma-mini 5(c), md-mini .05B(4))."""
    book = rules.rulebook
    if "cut.depth-one-deck" in book:
        key, least = "cut.depth-one-deck", 52 * book.whole("cut.depth-one-deck", "depth-decks")
    else:
        key, least = "cut.depth-ten-cards", book.whole("cut.depth-ten-cards", "depth-cards")
    if cards is None or not least <= cards <= rules.shoe.decks * 52 - least:
        return Refusal(Reason.TOO_NEAR_THE_END, book.section(key), {"least": least, "cards": rules.shoe.decks * 52})
    return None


def cover_depth(rules: HouseRules, state: TableState, cards: int | None) -> Refusal | None:
    """Refuse a cover card nearer to the bottom than the document lets it be (ma-mini 5(d))."""
    book = rules.rulebook
    least = book.whole("cut.cover-card-14", "cover-depth")
    if cards is None or not least <= cards < rules.shoe.decks * 52:
        return Refusal(Reason.TOO_NEAR_THE_END, book.section("cut.cover-card-14"), {"least": least})
    return None


# ---------------------------------------------------------------- the burn


def burn_count(rules: HouseRules, card: Card) -> int:
    """Return how many cards follow the first one to the discards: its face value (ma-mini 5(f))."""
    book = rules.rulebook
    if card.rank >= 10:
        return book.whole("burn", "tens-count")
    return book.whole("burn", "ace-counts") if card.rank == 1 else card.rank


# ---------------------------------------------------------------- the curator


def next_for_shoe(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat the shoe is offered to next, from seat one (ma-baccarat 7(b))."""
    return first_of(tour(rules.seats, 1, "counterclockwise"), state.seated, state.asked)


def next_curator(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat the shoe is offered to when it is passed: to the right, then round (ma-baccarat 14(b))."""
    last = state.passed_by or 0
    order = tour(rules.seats, last % rules.seats + 1, "counterclockwise")
    return first_of(order, state.seated, (*state.asked, last))


# ---------------------------------------------------------------- the squeeze


def holder(rules: HouseRules, state: TableState, side: Literal["P", "B"]) -> int | None:
    """Return who is handed a hand next: the highest wager on it, or who follows one that gave it up."""
    if not state.asked:
        return highest_wager(rules, state, side)
    order = tour(rules.seats, state.asked[-1] % rules.seats + 1, "counterclockwise")
    return first_of(order, state.seated, state.asked)


def highest_wager(rules: HouseRules, state: TableState, side: Literal["P", "B"]) -> int | None:
    """Return the seat with the highest wager on a hand; equal ones: the lowest (ma-mini 8(c)(6), the seats reading)."""
    named = "player" if side == "P" else "banker"
    keys = {wager.key for wager in rules.wagers if wager.hand == named}
    best: tuple[int, int] | None = None
    for seat in sorted(state.seated):
        accounts = (f"felt/{seat}/{key}" for key in keys)
        amount = sum(state.accounts.get(account, 0) + state.coupons.get(account, 0) for account in accounts)
        if amount and (best is None or amount > best[0]):
            best = (amount, seat)
    return best[1] if best else None


def _hand_places(side: str) -> Callable[[TableState], tuple[str, ...]]:
    return lambda state: tuple(place for place in (f"{side}1", f"{side}2") if state.places.get(place, "") is None)


def _turner(side: Literal["P", "B"]) -> dict[str, StepRule]:
    word = "player" if side == "P" else "banker"
    return {
        f"give-{word}": StepRule(
            due=lambda rules, state: holder(rules, state, side) is not None,
            seat=lambda rules, state: holder(rules, state, side),
        ),
        f"return-{word}": StepRule(seat=last_asked, how="turn", places=_hand_places(side)),
        f"open-{word}": StepRule(
            due=lambda rules, state: holder(rules, state, side) is None, how="turn", places=_hand_places(side)
        ),
    }


# ---------------------------------------------------------------- all of them

PLAIN = StepRule()
RULES: dict[str, StepRule] = {
    "offer-cut": StepRule(due=lambda r, s: next_to_cut(r, s) is not None, seat=next_to_cut),
    "decline-cut": StepRule(seat=last_asked),
    "place-cut": StepRule(seat=last_asked, check=cut_depth),
    "dealer-cut": StepRule(due=lambda r, s: next_to_cut(r, s) is None, check=cut_depth),
    "place-cover": StepRule(check=cover_depth),
    "draw-first": StepRule(how="deal", places=lambda s: ("burn",)),
    "expose-first": StepRule(how="turn", places=lambda s: ("burn",)),
    "burn-card": StepRule(due=lambda r, s: s.burning > 0, how="deal", places=lambda s: (f"burn{s.burning}",)),
    "show-burned": StepRule(due=lambda r, s: s.burning == 0),
    "discard-burned": StepRule(due=lambda r, s: s.burning == 0),
    "offer-shoe": StepRule(due=lambda r, s: next_for_shoe(r, s) is not None, seat=next_for_shoe),
    "decline-shoe": StepRule(seat=last_asked),
    "accept-shoe": StepRule(seat=last_asked),
    "name-dealer": StepRule(seat=last_asked),
    "offer-next": StepRule(due=lambda r, s: next_curator(r, s) is not None, seat=next_curator),
    "decline-next": StepRule(seat=last_asked),
    "accept-next": StepRule(seat=last_asked),
    "keep-shoe": StepRule(
        due=lambda r, s: (next_curator if "curator-next" in s.agenda[:1] else next_for_shoe)(r, s) is None
    ),
    "pass-shoe": StepRule(due=lambda r, s: s.phase is Phase.BETTING),
    "order-pass": StepRule(due=lambda r, s: s.phase is Phase.BETTING),
    **_turner("P"),
    **_turner("B"),
    "give-up": StepRule(seat=last_asked),
    "order-give-up": StepRule(seat=last_asked),
    "turn-hands": StepRule(how="turn", places=lambda s: tuple(p for p, face in s.places.items() if face is None)),
    "announce-result": StepRule(due=lambda r, s: not s.settled),
    "collect-losing": StepRule(due=lambda r, s: s.uncollected),
    "pay-seat": StepRule(
        due=lambda r, s: bool(s.unpaid) and not s.uncollected, seat=lambda r, s: s.unpaid[0] if s.unpaid else None
    ),
    "clear-cards": StepRule(due=lambda r, s: not s.unpaid and not s.uncollected),
}


def rule_of(step: str) -> StepRule:
    """Return what a step asks."""
    return RULES.get(step, PLAIN)
