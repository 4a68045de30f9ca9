"""Corrections of faces and payments: later entries with their own postings, never an edit.

A face can be corrected while its card is on the table; both values stay in the log. A settlement based on it is
reversed, entry by entry, and made again. A third card that the true faces forbid leaves its hand and becomes an
irregularity; one that they require is dealt. Afterwards only payments can be corrected.
"""

from __future__ import annotations

from enum import StrEnum

from punto.core.cards import Card, CardError, count
from punto.core.posting import RACK, Overdrawn, Posting, apply, seat_account
from punto.core.roles import FLOOR
from punto.core.tableau import NONE, banker_draws, player_draws
from punto.rules.house_rules import HouseRules
from punto.table.authorization import lacks_second, not_the_role, second_of, without_second
from punto.table.commands import Adjust, CollectVigorish, Command, Correct, Leave, Reason, Refusal
from punto.table.events import AnyEvent, CardCorrected, CardTakenBack, PaymentCorrected, SettlementReversed
from punto.table.evolve_events import ERRORS
from punto.table.house_money import result_of
from punto.table.settlement import DEFERRED_KEY as DEFERRED
from punto.table.settlement import METERS, due, round_ended
from punto.table.state import TableState
from punto.wagers.wager import Result


class Cause(StrEnum):
    """Reason codes of an adjustment that concerns no wager; ``docs/floor.md`` has their texts."""

    CHANGE = "change-error"  # chips or cash were exchanged in a wrong amount
    ENTRY = "entry-error"  # an amount was entered wrongly at the desk
    VIGORISH = "vigorish-error"  # vigorish was collected, or marked, in a wrong amount
    FOUND = "chips-found"  # chips were found that belong to the seat, or to the rack
    DISPUTE = "dispute"  # a dispute with the player was decided


Decision = tuple[AnyEvent, ...] | Refusal
Places = dict[str, str | None]


def correct(rules: HouseRules, state: TableState, command: Correct) -> Decision:
    """Change a face that was entered wrongly; a settlement based on it is reversed, to be made again."""
    refusal = not_the_role(command, FLOOR)
    if refusal:
        return refusal
    open_cards = _open_cards(state)
    if state.fair is not None:  # faces of a virtual shoe are proved when they are turned, not entered
        return Refusal(Reason.NOT_ALLOWED_HERE, detail={"shoe": "virtual"})
    was = open_cards.get(command.place)
    if was is None:
        return Refusal(Reason.PLACE_NOT_DUE, detail={"open": " ".join(open_cards)})
    try:
        card = str(Card.of(command.card))
    except CardError as error:
        return Refusal(Reason.NO_SUCH_CARD, detail={"card": str(error)})
    if card == was or not command.why.strip():
        return Refusal(Reason.CANNOT_STAND, detail={"was": was})
    if state.out.get(card, 0) + 1 > rules.shoe.decks and command.place not in state.old:
        return Refusal(Reason.CARD_EXHAUSTED, detail={"card": card, "decks": rules.shoe.decks})
    if command.place not in state.places:
        cards = rules.burn_count(Card.of(card)) if command.place == "burn" else None
        return (CardCorrected(place=command.place, was=was, card=card, why=command.why, cards=cards),)
    refusal = round_ended(rules, state)
    if refusal:
        return refusal
    corrected = CardCorrected(place=command.place, was=was, card=card, why=command.why)
    return _on_the_table(rules, state, corrected)


def _open_cards(state: TableState) -> dict[str, str]:
    """Return the cards on the table whose faces are known, by place."""
    found = {place: face for place, face in state.places.items() if face}
    if state.trouble is not None and state.trouble.face:
        found[state.trouble.place] = state.trouble.face
    return found | ({"burn": state.exposed} if state.exposed else {})


def _on_the_table(rules: HouseRules, state: TableState, corrected: CardCorrected) -> Decision:
    places = {**state.places, corrected.place: corrected.card}
    wrong = _unallowed(places)
    if wrong is None or (wrong and state.trouble is not None):
        section = rules.rulebook.section("third.one-only")
        return Refusal(Reason.CANNOT_STAND, section, {"card": corrected.card})
    again = _pairs(places) != _pairs(state.places) or _early(rules, places) != _early(rules, state.places)
    reversal = _reversal(state, again=again)
    try:
        apply(state.accounts, [posting for event in reversal for posting in event.postings])
    except Overdrawn as short:  # the chips that were paid are gone: the payment is adjusted instead
        return Refusal(Reason.NOT_ENOUGH_CHIPS, detail={"account": short.account, "chips": short.has})
    return (*reversal, corrected, *_taken_back(rules, wrong))


def _taken_back(rules: HouseRules, wrong: str) -> tuple[AnyEvent, ...]:
    if not wrong:
        return ()
    to = "error-third" if wrong == "P3" else "error"
    source = rules.rulebook.law.remedies.source(ERRORS[to], "seen")
    return (CardTakenBack(place=wrong, to=to, section=source.section),)


def _unallowed(places: Places) -> str | None:
    """Return the place of a third card that the rules forbid; None if there is none, or if several cards are wrong."""
    faces = {place: Card.of(face) for place, face in places.items() if face}
    if not {"P1", "P2", "B1", "B2"} <= set(faces):
        return ""
    two = count((faces["P1"], faces["P2"])), count((faces["B1"], faces["B2"]))
    if "P3" in places and not player_draws(*two):
        return None if "B3" in places else "P3"
    if "B3" not in places:
        return ""
    if player_draws(*two) and "P3" not in places:
        return None
    drawn = faces["P3"].value if "P3" in faces else NONE
    return "" if banker_draws(*two, drawn) else "B3"


# ---------------------------------------------------------------- reversed payments


def _reversal(state: TableState, again: bool) -> tuple[SettlementReversed, ...]:
    """Take back the settlement, and with it House Money and its like where their result is another."""
    early = [one for one in state.moved if not one.credit.startswith(METERS)] if again else []
    undone = [*early, *state.settlement]
    if not undone and not state.settled:
        return ()
    back = tuple(Posting(one.credit, one.debit, one.cents, f"{one.memo} reversed") for one in reversed(undone))
    return (SettlementReversed(coup=state.coup, unmarked=state.marks, house_money=bool(early), postings=back),)


def _early(rules: HouseRules, places: Places) -> Result | None:
    """Return the result of a wager that is settled before third cards, as far as it is known."""
    faces = [face for place in ("P1", "P2", "B1", "B2") if (face := places.get(place))]
    if rules.early is None or len(faces) < 4:
        return None
    four = [Card.of(face) for face in faces]
    return result_of(rules.early, four[:2], four[2:])


def _pairs(places: Places) -> tuple[bool, bool]:
    """Return for each hand whether its first two cards are face up and pair."""
    return _pair(places, "P"), _pair(places, "B")


def _pair(places: Places, side: str) -> bool:
    first, second = places.get(f"{side}1"), places.get(f"{side}2")
    return bool(first and second and Card.of(first).rank == Card.of(second).rank)


def adjust(rules: HouseRules, state: TableState, command: Adjust) -> Decision:
    """Move chips between rack and seat to correct a payment, with the reason."""
    refusal = not_the_role(command, FLOOR)
    if refusal:
        return refusal
    if command.seat not in state.seated:
        return Refusal(Reason.NO_SUCH_SEAT, rules.rulebook.law.table.seats.section, {"seat": command.seat})
    if not command.cents or not command.why.strip():
        return Refusal(Reason.BAD_AMOUNT, detail={"cents": command.cents})
    refusal = _unfounded(rules, state, command) or lacks_second(state, command, state.alone)
    if refusal:
        return refusal
    source, target = (RACK, seat_account(command.seat)) if command.cents > 0 else (seat_account(command.seat), RACK)
    has = state.accounts.get(source, 0)
    owed = due(rules, state, command.seat) if command.cents < 0 else 0
    if has < abs(command.cents):
        return Refusal(Reason.NOT_ENOUGH_CHIPS, detail={"chips": has})
    if has < abs(command.cents) + owed:  # chips owed for a marker button cannot be taken (reading 33)
        return Refusal(Reason.VIGORISH_OWED, rules.rulebook.section(DEFERRED), {"owed": owed, "chips": has})
    posting = Posting(source, target, abs(command.cents), "correction")
    return (
        PaymentCorrected(
            seat=command.seat,
            cents=command.cents,
            why=command.why,
            corrects=command.corrects,
            wager=command.wager,
            cause=command.cause,
            approved_by=second_of(command),
            alone_by=without_second(state, command),
            postings=(posting,),
        ),
    )


def _unfounded(rules: HouseRules, state: TableState, command: Adjust) -> Refusal | None:
    """Refuse an unknown coup, wager or reason code, and a missing one if the table requires it."""
    if command.cause and command.cause not in set(Cause):
        return Refusal(Reason.CANNOT_STAND, detail={"causes": ", ".join(Cause)})
    if command.corrects is not None and not 1 <= command.corrects <= state.coup:
        return Refusal(Reason.WRONG_COUP, detail={"coup": state.coup})
    if command.wager and command.wager not in {wager.key for wager in rules.wagers}:
        return Refusal(Reason.NOT_OFFERED, detail={"wager": command.wager})
    return None if state.alone is None else without_cause(command)


def without_cause(command: Adjust) -> Refusal | None:
    """Refuse an adjustment that names neither a coup with its wager nor a reason code."""
    if command.cause or (command.corrects is not None and command.wager):
        return None
    return Refusal(Reason.CANNOT_STAND, detail={"needs": "corrects and wager, or cause", "causes": ", ".join(Cause)})


# ---------------------------------------------------------------- payments that may still be reversed


def tied_up(rules: HouseRules, state: TableState, command: Command) -> Refusal | None:
    """Refuse to let chips leave that this coup has paid and a void or correction may take back (reading 7)."""
    match command:
        case Leave(seat=seat) if any(_concerns(posting, seat) for posting in state.moved):
            return Refusal(Reason.WAGERS_STAND, detail={"seat": seat})
        case CollectVigorish(seat=seat):
            cents = due(rules, state, seat)
        case Adjust(seat=seat) if command.cents < 0:
            cents = -command.cents
        case _:
            return None
    chips, paid = state.accounts.get(seat_account(seat), 0), _paid(state, seat)
    if not paid or not cents <= chips < cents + paid:
        return None
    section = rules.rulebook.section(DEFERRED) if isinstance(command, CollectVigorish) else ""
    return Refusal(Reason.NOT_ENOUGH_CHIPS, section, {"chips": chips, "of this coup": paid})


def _concerns(posting: Posting, seat: int) -> bool:
    return any(
        account == seat_account(seat) or account.startswith(f"felt/{seat}/")
        for account in (posting.debit, posting.credit)
    )


def _paid(state: TableState, seat: int) -> int:
    """Return the cents that this coup has added to a seat's chips so far."""
    account = seat_account(seat)
    moves = (*state.moved, *state.settlement)
    brought = sum(one.cents for one in moves if one.credit == account)
    return max(0, brought - sum(one.cents for one in moves if one.debit == account))
