"""Trouble: irregularities and their remedies (ma-baccarat 15, all others 13; md-mini .13).

An irregularity lies over the phase like a sheet: while it stands, only its remedies are expected; when it is remedied
the phase goes on. Whether a card is *disclosed*, on which the documents' remedies turn, is simply whether its face is
known.

A card that leaves the shoe in error is dealt to the place ``error``; one dealt to the Player's Hand as a third card
that the tableau does not allow, to ``error-third``; whoever sees it turns it there. A card found face up in the shoe is
turned at ``face-up`` or ``face-up-third``, where it goes by being seen. When a card shows its face while it is dealt to
its hand, that card is turned as ``seen``, and leaves the hand: the coup goes on with the following one (reading 15).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from punto.cards import count
from punto.houserules import HouseRules
from punto.posting import Posting, felt_account, seat_account
from punto.roles import Role
from punto.table import agenda
from punto.table.effects import ERRORS
from punto.table.events import AnyEvent, CardDealt, CardTakenBack, CoupVoided, WagersReturned
from punto.table.felt import stakes
from punto.table.phases import Phase, card_waits, face_down, hand, third_due
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState
from punto.tableau import banker_draws, player_draws

PLAYED = frozenset({Phase.BETTING, Phase.DEALING, Phase.TURNING, Phase.HOUSE_MONEY, Phase.DRAWING, Phase.PAYING})
UNDISCLOSED, DISCLOSED = "irregular.undisclosed", "irregular.disclosed"
INSUFFICIENT: agenda.Cause = "irregular.insufficient"
THIRD_UNDISCLOSED, THIRD_DISCLOSED = "irregular.player-third-undisclosed", "irregular.player-third-disclosed"
OPTION = "irregular.player-third-option"
OPTIONS = {"discard": "discard-card", "simulate": "simulate-round"}
REMEDIES = {
    "carry-card": UNDISCLOSED,
    "simulate-round": DISCLOSED,
    "void-and-simulate": DISCLOSED,
    "use-as-banker-third": THIRD_UNDISCLOSED,
    "discard-card": THIRD_DISCLOSED,
    "void-round": INSUFFICIENT,
}


class Remedy(NamedTuple):
    """A step that remedies, and the provision that asks for it."""

    step: str
    provision: str


class Mishap(NamedTuple):
    """What may go wrong now: a card dealt to a place, or seen at one; and the provision that will rule it."""

    do: str  # "deal" or "turn"
    place: str
    provision: str
    step: str = ""


# ---------------------------------------------------------------- what may go wrong


def mishaps(rules: HouseRules, state: TableState) -> Iterator[Mishap]:
    """Return all that may go wrong now; saying so is never refused."""
    if state.trouble is None and burning(state):
        yield from _in_the_burn(rules, state)
    if state.trouble is not None or state.phase not in PLAYED:
        return
    irregular = rules.rulebook.law.irregular
    if _just_dealt(state) and "when-dealt" in irregular.disclosed.found:
        yield Mishap("turn", "seen", DISCLOSED, "disclose")
    if not state.left:
        return
    yield Mishap("deal", "error", UNDISCLOSED)
    if "face-up-in-shoe" in irregular.disclosed.found:
        yield Mishap("turn", "face-up", DISCLOSED, "find")
    if not unauthorised_third(state):
        return
    yield Mishap("deal", "error-third", THIRD_UNDISCLOSED)
    if "face-up-in-shoe" in irregular.player_third_disclosed.found:
        yield Mishap("turn", "face-up-third", THIRD_DISCLOSED, "find")


def burning(state: TableState) -> bool:
    """Say whether cards are being burned: the first one has been drawn, and the last not yet discarded."""
    return state.phase is Phase.PREPARING and bool(state.done) and state.agenda[0].startswith("burn-")


def _in_the_burn(rules: HouseRules, state: TableState) -> Iterator[Mishap]:
    """A card more than the burn takes may leave the shoe, and a card may lie face up in it: play has not begun."""
    if not state.left:
        return
    undisclosed, disclosed = rules.rulebook.law.irregular.undisclosed, rules.rulebook.law.irregular.disclosed
    if "burn" in undisclosed.during:
        yield Mishap("deal", "error", UNDISCLOSED)
    if "burn" in disclosed.during and "face-up-in-shoe" in disclosed.found:
        yield Mishap("turn", "face-up", DISCLOSED, "find")


def _just_dealt(state: TableState) -> str | None:
    """Return the place of the card that was dealt last, if it should lie face down and still does."""
    down = face_down(state)
    if state.phase is Phase.DRAWING and down:  # a third card that a player is to turn
        return down[0] if state.holders.get(down[0][0]) else None
    dealing = state.phase is Phase.DEALING or (state.phase is Phase.TURNING and not (state.done or state.resumed))
    last = next(reversed(state.places), None) if dealing else None
    return last if last in down else None


def unauthorised_third(state: TableState) -> bool:
    """Say whether both hands lie open and the Player's Hand may not have a third card."""
    opened = len(hand(state, "P")) >= 2 and len(hand(state, "B")) >= 2
    return opened and "P3" not in state.places and third_due(state) != "P3" and not state.settled


PROVISIONS = {
    "error": UNDISCLOSED,
    "seen": DISCLOSED,
    "face-up": DISCLOSED,
    "error-third": THIRD_UNDISCLOSED,
    "face-up-third": THIRD_DISCLOSED,
    "discard": OPTION,
}


def misplaced(rules: HouseRules, state: TableState, places: Iterable[str]) -> Refusal | None:
    """Refuse a card that goes wrong where it cannot: one trouble at a time, and only while cards are played."""
    key = next((PROVISIONS[place] for place in places if place in PROVISIONS), "")
    if not key:
        return None
    if state.trouble is not None:
        return trouble_stands(rules, state)
    reason = Reason.PLACE_NOT_DUE if state.phase in PLAYED else Reason.WRONG_PHASE
    return Refusal(reason, rules.rulebook.section(key), {"phase": state.phase})


def trouble_stands(rules: HouseRules, state: TableState) -> Refusal:
    """Refuse whatever has to wait for a remedy."""
    _, key = next(remedies(rules, state), Remedy("discard", OPTION))
    kind = state.trouble.kind if state.trouble is not None else "too-few-cards"
    return Refusal(Reason.TROUBLE_STANDS, rules.rulebook.section(key), {"trouble": kind})


def role_of(state: TableState) -> Role:
    """Return who takes cards from the shoe: its holder at the big table, else the dealer (ma-baccarat 9(c), 5(e))."""
    return Role.CURATOR if state.curator and state.phase is not Phase.PREPARING else Role.DEALER


def uncovered(state: TableState, place: str, section: str) -> tuple[AnyEvent, str]:
    """Return how a card that is seen comes to where it lies from now on, and that place."""
    if place in ERRORS:
        return CardDealt(place=place, section=section), place
    return CardTakenBack(place=_just_dealt(state) or "", to="error", section=section), "error"


# ---------------------------------------------------------------- remedies


def short(state: TableState) -> bool:
    """Say whether a card is due and none is left (ma-mini 13(e))."""
    if state.left:
        return False
    drawing = state.phase is Phase.DRAWING and not face_down(state) and third_due(state) is not None
    return drawing or (state.phase is Phase.DEALING and not card_waits(state))


def in_trouble(state: TableState) -> bool:
    """Say whether anything stands that has to be remedied before play goes on."""
    return state.trouble is not None or (not state.left and short(state))


def remedies(rules: HouseRules, state: TableState) -> Iterator[Remedy]:
    """Return what must be done about the trouble that stands."""
    trouble = state.trouble
    if trouble is None:
        if short(state):
            yield Remedy("void-round", INSUFFICIENT)
    elif trouble.extra:
        return  # more cards go to the discards: they are dealt, not performed
    else:
        # A correction may have come since, by which the Player's Hand draws after all: then the card is any other.
        third = trouble.kind == "player-third" and not player_draws(*_two(state))
        step, provision = _player_third(rules, state) if third else _any_other(rules, state)
        nowhere = step in ("carry-card", "simulate-round") and no_next_hand(rules, state)
        yield Remedy("discard-card" if nowhere else step, provision)


def waits(rules: HouseRules, state: TableState) -> bool:
    """Return whether the card in trouble waits for the next hand that is played, past any simulated round (reading 8).

    Under a rulebook with the other word a simulated round is a next hand too.
    """
    if state.trouble is None or state.trouble.face is not None:
        return False
    _, provision = next(remedies(rules, state))
    irregular = rules.rulebook.law.irregular
    third = irregular.player_third_undisclosed.banker_stays
    goes = irregular.undisclosed.remedy if provision == UNDISCLOSED else third
    return goes == "first-card-of-next-hand-played"


def _any_other(rules: HouseRules, state: TableState) -> Remedy:
    """Unseen, a card opens the next hand; seen, a round that nobody bets on."""
    if state.trouble is not None and state.trouble.face is None:
        return Remedy("carry-card", UNDISCLOSED)
    if state.places and not state.settled and rules.disclosed_mid_coup == "void":
        return Remedy("void-and-simulate", DISCLOSED)  # instead of completing the coup (reading 15)
    return Remedy("simulate-round", DISCLOSED)


def _player_third(rules: HouseRules, state: TableState) -> Remedy:
    """An unauthorised third card: the Banker's if that hand must draw as after a Player who stayed (reading 16)."""
    disclosed = state.trouble is not None and state.trouble.face is not None
    if banker_draws(*_two(state)) and "B3" not in state.places:
        return Remedy("use-as-banker-third", THIRD_DISCLOSED if disclosed else THIRD_UNDISCLOSED)
    return Remedy(OPTIONS[rules.disclosed], OPTION) if disclosed else Remedy("carry-card", THIRD_UNDISCLOSED)


def _two(state: TableState) -> tuple[int, int]:
    """Return the point counts of the first two cards of each hand."""
    return count(hand(state, "P")[:2]), count(hand(state, "B")[:2])


def no_next_hand(rules: HouseRules, state: TableState) -> bool:
    """Say whether this coup is the last of the shoe, so that a card has no next hand to open (reading 16)."""
    last = state.cover == "last" and state.hands_after + 1 >= rules.shoe.coups_after_cover
    return last and bool(state.places) and state.kind != "simulated"


def extra_cards(rules: HouseRules, state: TableState) -> int:
    """Return how many unseen cards follow a card to the discards (ma-mini 13(c)(1)), if there are so many."""
    step, provision = next(remedies(rules, state))
    if provision != OPTION or rules.disclosed != "discard" or step != "discard-card":
        return 0
    return min(state.left, rules.rulebook.law.irregular.player_third_disclosed.extra_cards)


# ---------------------------------------------------------------- what remedies bring


def after_remedy(rules: HouseRules, state: TableState, step: str, at: int) -> tuple[AnyEvent, ...]:
    """Return what a remedy brings besides itself."""
    if step == "simulate-round" and not state.places and (stakes(state) or state.royals):
        return (wagers_returned(rules, state, DISCLOSED),)
    if step == "void-round":
        return tuple(_voided(rules, state, at))
    if step == "void-and-simulate":
        section = rules.rulebook.section(DISCLOSED)
        return (wagers_returned(rules, state, DISCLOSED), CoupVoided(coup=state.coup, section=section))
    return ()


def wagers_returned(rules: HouseRules, state: TableState, provision: str) -> WagersReturned:
    """Return every wager, after moving back what was moved since the close (reading 7)."""
    back = [Posting(one.credit, one.debit, one.cents, f"{one.memo} reversed") for one in reversed(state.moved)]
    lying = {felt_account(seat, key): cents for (seat, key), cents in stakes(state).items()}
    for posting in back:
        for account, sign in ((posting.debit, -1), (posting.credit, 1)):
            if account.startswith("felt/"):
                lying[account] = lying.get(account, 0) + sign * posting.cents
    returned = [
        Posting(account, seat_account(int(account.split("/")[1])), cents, "returned")
        for account, cents in sorted(lying.items())
        if cents
    ]
    return WagersReturned(why=provision, section=rules.rulebook.section(provision), postings=(*back, *returned))


def _voided(rules: HouseRules, state: TableState, at: int) -> Iterator[AnyEvent]:
    if stakes(state) or state.moved:
        yield wagers_returned(rules, state, INSUFFICIENT)
    yield CoupVoided(coup=state.coup, section=rules.rulebook.section(INSUFFICIENT))
    ahead = agenda.next_shoe(rules, state, INSUFFICIENT, at)
    yield agenda.shoe_ended(rules, state, ahead, INSUFFICIENT)
