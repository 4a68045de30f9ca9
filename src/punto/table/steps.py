"""The steps of ceremonies that turn on more than their order: who is meant, whether they are possible, what they bring.

Most steps need nothing of this: they are made when the order of their ceremony allows, by whom the rulebook says. The
others have a row in ``RULES``. A step may be *performed*, or made by *dealing* a card, or by *turning* cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from punto.houserules import HouseRules
from punto.law.words import Face, stated
from punto.table import squeeze
from punto.table.curator import may_name_dealer, next_curator, next_for_shoe, nobody_left
from punto.table.cutting import cover_depth, cut_depth, cutter, dealer_cuts, next_to_cut
from punto.table.phases import Phase, face_down, third_due
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState

How = Literal["perform", "deal", "turn", "show"]  # shown cards may be keyed in, or just be shown


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
    seats: Callable[[TableState], tuple[int, ...]] = lambda state: ()  # where any of several may do it
    cites: Callable[[HouseRules, TableState], str] = lambda rules, state: ""  # a section that rules it in this case


# ---------------------------------------------------------------- who was asked, who is there


def any_player(state: TableState) -> tuple[int, ...]:
    """Return the seats where somebody sits."""
    return tuple(sorted(state.seated))


def last_asked(rules: HouseRules, state: TableState) -> int | None:
    """Return the seat that was offered something last."""
    return state.asked[-1] if state.asked else None


def somebody_there(rules: HouseRules, state: TableState) -> bool:
    """Return whether the first player, to whom cards are shown, has come (ma-mini 4(b))."""
    return bool(state.seated)


def enough_decks(rules: HouseRules, state: TableState, cards: int | None) -> Refusal | None:
    """Refuse to open a table with fewer decks than the document asks for (ma-mini 4(a))."""
    inspect = rules.rulebook.law.open.inspect
    if rules.stock.decks >= inspect.least_decks:
        return None
    return Refusal(Reason.NOT_ALLOWED_HERE, inspect.section, {"least-decks": inspect.least_decks})


def spread(face: Face) -> Callable[[HouseRules, TableState], bool]:
    """Make the question whether an idle table's cards are laid out so: as the document has it, or as a player asks."""

    def due(rules: HouseRules, state: TableState) -> bool:
        idle = stated(rules.rulebook.law.idle.table)
        return (idle.on_request if state.done[-1:] == ("ask-face-up",) else idle.face) == face

    return due


# ---------------------------------------------------------------- the burn


def burned(state: TableState) -> tuple[str, ...]:
    """Return the places of the cards burned after the first."""
    return tuple(f"burn{number}" for number in range(1, state.burned + 1))


# ---------------------------------------------------------------- the squeeze


def _hand_places(side: str) -> Callable[[TableState], tuple[str, ...]]:
    return lambda state: tuple(place for place in (f"{side}1", f"{side}2") if state.places.get(place, "") is None)


def _turner(side: squeeze.Side) -> dict[str, StepRule]:
    word = squeeze.WORDS[side]
    return {
        f"give-{word}": StepRule(
            due=lambda rules, state: squeeze.may_give(rules, state, side),
            seat=lambda rules, state: squeeze.taker(rules, state, side),
            cites=lambda rules, state: squeeze.giving_section(rules, state, side),
        ),
        f"return-{word}": StepRule(
            seat=lambda rules, state: state.holders.get(side),
            how="turn",
            places=_hand_places(side),
        ),
        f"open-{word}": StepRule(
            due=lambda rules, state: squeeze.dealer_opens(rules, state, side, "hand"),
            how="turn",
            places=_hand_places(side),
            cites=lambda rules, state: squeeze.opening_section(rules, state, side),
        ),
    }


def _third_to_come(state: TableState) -> bool:
    return not face_down(state) and third_due(state) is not None


# ---------------------------------------------------------------- all of them

PLAIN = StepRule()
RULES: dict[str, StepRule] = {
    "offer-cut": StepRule(due=lambda r, s: next_to_cut(r, s) is not None, seat=next_to_cut),
    "decline-cut": StepRule(seat=last_asked),
    "place-cut": StepRule(due=lambda r, s: cutter(r, s) is not None, seat=cutter, check=cut_depth),
    "dealer-cut": StepRule(due=dealer_cuts, check=cut_depth),
    "place-cover": StepRule(check=cover_depth),
    "place-end-cover": StepRule(due=lambda r, s: r.rulebook.law.cut.cover.other_cover == "end"),
    "inspect": StepRule(check=enough_decks),
    "show": StepRule(due=somebody_there),
    "show-batches": StepRule(due=somebody_there),
    "show-idle": StepRule(due=somebody_there),
    "show-batch": StepRule(due=somebody_there),
    "spread-down": StepRule(due=spread("down")),
    "spread-up": StepRule(due=spread("up")),
    "ask-face-up": StepRule(due=somebody_there, seats=any_player),
    "ask-inspection": StepRule(
        due=lambda r, s: bool(s.seated) and stated(r.rulebook.law.idle.batch).on_request,
        seats=any_player,
    ),
    "draw-first": StepRule(how="deal", places=lambda s: ("burn",)),
    "expose-first": StepRule(how="turn", places=lambda s: ("burn",)),
    "burn-card": StepRule(due=lambda r, s: s.burning > 0, how="deal", places=lambda s: (f"burn{s.burned + 1}",)),
    "show-burned": StepRule(due=lambda r, s: s.burning == 0, how="show", places=burned),
    "discard-burned": StepRule(due=lambda r, s: s.burning == 0),
    "offer-shoe": StepRule(due=lambda r, s: next_for_shoe(r, s) is not None, seat=next_for_shoe),
    "decline-shoe": StepRule(seat=last_asked),
    "accept-shoe": StepRule(seat=last_asked),
    "name-dealer": StepRule(due=may_name_dealer, seat=last_asked),
    "offer-next": StepRule(due=lambda r, s: next_curator(r, s) is not None, seat=next_curator),
    "decline-next": StepRule(seat=last_asked),
    "accept-next": StepRule(seat=last_asked),
    "keep-shoe": StepRule(due=nobody_left),
    "pass-shoe": StepRule(due=lambda r, s: s.phase is Phase.BETTING),
    "order-pass": StepRule(due=lambda r, s: s.phase is Phase.BETTING),
    **_turner("P"),
    **_turner("B"),
    "give-up": StepRule(seat=squeeze.holding),
    "order-give-up": StepRule(seat=squeeze.holding),
    "turn-hands": StepRule(how="turn", places=lambda s: tuple(p for p, face in s.places.items() if face is None)),
    "instruct": StepRule(due=lambda r, s: _third_to_come(s) and s.done.count("instruct") == len(s.places) - 4),
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
