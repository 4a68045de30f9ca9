"""Putting right what was keyed or paid wrongly: later entries with their own postings, never an edit."""

from __future__ import annotations

from punto.cards import Card, CardError, count
from punto.houserules import HouseRules
from punto.posting import RACK, Posting, seat_account
from punto.roles import Role
from punto.table.commands import Adjust, Correct
from punto.table.events import AnyEvent, CardCorrected, PaymentCorrected, SettlementReversed
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState
from punto.table.who import not_the_role
from punto.tableau import NONE, banker_draws, player_draws

Decision = tuple[AnyEvent, ...] | Refusal


def correct(rules: HouseRules, state: TableState, command: Correct) -> Decision:
    """Change a face that was read wrongly; a settlement made on it is reversed and made again."""
    refusal = not_the_role(command, Role.FLOOR)
    if refusal:
        return refusal
    was = state.places.get(command.place)
    if was is None:
        return Refusal(Reason.PLACE_NOT_DUE, detail={"open": " ".join(p for p, face in state.places.items() if face)})
    try:
        card = Card.of(command.card)
    except CardError as error:
        return Refusal(Reason.NO_SUCH_CARD, detail={"card": str(error)})
    if str(card) == was or not command.why.strip():
        return Refusal(Reason.CANNOT_STAND, detail={"was": was})
    if state.out.get(str(card), 0) + 1 > rules.shoe.decks:
        return Refusal(Reason.CARD_EXHAUSTED, detail={"card": str(card), "decks": rules.shoe.decks})
    places = {**state.places, command.place: str(card)}
    if not _playable(places):
        section = rules.rulebook.section("third.one-only")
        return Refusal(Reason.CANNOT_STAND, section, {"card": str(card)})
    corrected = CardCorrected(place=command.place, was=was, card=str(card), why=command.why)
    return (*_reversal(state), corrected)


def _reversal(state: TableState) -> tuple[AnyEvent, ...]:
    if not state.settled:
        return ()
    back = tuple(
        Posting(one.credit, one.debit, one.cents, f"{one.memo} reversed") for one in reversed(state.settlement)
    )
    return (SettlementReversed(coup=state.coup, unmarked=state.marks, postings=back),)


def _playable(places: dict[str, str | None]) -> bool:
    """Say whether the third cards on the table are ones that the corrected faces allow."""
    faces = {place: Card.of(face) for place, face in places.items() if face}
    if not {"P1", "P2", "B1", "B2"} <= set(faces):
        return True
    two = count((faces["P1"], faces["P2"])), count((faces["B1"], faces["B2"]))
    if "P3" in places and not player_draws(*two):
        return False
    drawn = faces["P3"].value if "P3" in faces else NONE
    return "B3" not in places or (banker_draws(*two, drawn) and ("P3" in places or not player_draws(*two)))


def adjust(rules: HouseRules, state: TableState, command: Adjust) -> Decision:
    """Move chips between rack and seat to put a payment right, with the reason."""
    refusal = not_the_role(command, Role.FLOOR)
    if refusal:
        return refusal
    if command.seat not in state.seated:
        return Refusal(Reason.NO_SUCH_SEAT, detail={"seat": command.seat})
    if not command.cents or not command.why.strip():
        return Refusal(Reason.BAD_AMOUNT, detail={"cents": command.cents})
    source, target = (RACK, seat_account(command.seat)) if command.cents > 0 else (seat_account(command.seat), RACK)
    has = state.accounts.get(source, 0)
    if has < abs(command.cents):
        return Refusal(Reason.NOT_ENOUGH_CHIPS, detail={"chips": has})
    posting = Posting(source, target, abs(command.cents), "correction")
    return (PaymentCorrected(seat=command.seat, cents=command.cents, why=command.why, postings=(posting,)),)
