"""Trouble: irregularities and their remedies (ma-baccarat 15, all others 13; md-mini .13).

An irregularity lies over the phase like a sheet: while it stands, only its remedies are expected; when it is remedied
the phase goes on. Whether a card is *disclosed*, on which the documents' remedies turn, is simply whether its face is
known.

A card that leaves the shoe in error is dealt to the place ``error``; one dealt to the Player's Hand as a third card
that the tableau does not allow, to ``error-third``. Whoever sees it turns it there.
"""

from __future__ import annotations

from collections.abc import Iterator

from punto.cards import count
from punto.houserules import HouseRules
from punto.posting import Posting, felt_account, seat_account
from punto.roles import Role
from punto.table import agenda
from punto.table.betting import stakes
from punto.table.events import AnyEvent, CoupVoided, ShoeEnded, WagersReturned
from punto.table.phases import Phase, face_down, hand, third_due
from punto.table.state import TableState
from punto.tableau import banker_draws

PLAYED = (Phase.BETTING, Phase.DEALING, Phase.TURNING, Phase.HOUSE_MONEY, Phase.DRAWING, Phase.PAYING)
Remedy = tuple[str, str]  # the step, and the provision that asks for it


def short(state: TableState) -> bool:
    """Say whether a card is due and none is left (ma-mini 13(e))."""
    if state.left or state.carried:
        return False
    drawing = state.phase is Phase.DRAWING and not face_down(state) and third_due(state) is not None
    return state.phase is Phase.DEALING or drawing


def remedies(rules: HouseRules, state: TableState) -> Iterator[Remedy]:
    """Return what must be done about the trouble that stands."""
    trouble = state.trouble
    if trouble is None:
        if short(state):
            yield "void-round", "irregular.insufficient"
    elif trouble.extra:
        return  # more cards go to the discards: they are dealt, not performed
    elif trouble.kind == "player-third":
        yield _player_third(rules, state, trouble.face is not None)
    elif trouble.face is None:
        yield "carry-card", "irregular.undisclosed"
    else:
        void = bool(state.places) and not state.settled and rules.disclosed_mid_coup == "void"
        yield ("void-and-simulate" if void else "simulate-round"), "irregular.disclosed"


def _player_third(rules: HouseRules, state: TableState, disclosed: bool) -> Remedy:
    """An unauthorised third card: the Banker's if that hand must draw as after a Player who stayed (reading 16)."""
    key = "irregular.player-third-disclosed" if disclosed else "irregular.player-third-undisclosed"
    two = count(hand(state, "P")[:2]), count(hand(state, "B")[:2])
    if banker_draws(*two) and "B3" not in state.places:
        return "use-as-banker-third", key
    if not disclosed:
        return "carry-card", key
    return ("discard-card" if rules.disclosed == "discard" else "simulate-round"), "irregular.player-third-option"


def error_places(rules: HouseRules, state: TableState) -> Iterator[tuple[str, str]]:
    """Return where a card may fall in error now, with the provision that will rule it."""
    if state.trouble is not None or state.phase not in PLAYED or not state.left:
        return
    yield "error", "irregular.undisclosed"
    opened = len(hand(state, "P")) >= 2 and len(hand(state, "B")) >= 2
    if opened and "P3" not in state.places and third_due(state) != "P3" and not state.settled:
        yield "error-third", "irregular.player-third-undisclosed"


def role_of(state: TableState) -> Role:
    """Return who takes cards from the shoe: its holder at the big table, else the dealer (ma-baccarat 9(c))."""
    return Role.CURATOR if state.curator else Role.DEALER


# ---------------------------------------------------------------- what remedies bring


def after_remedy(rules: HouseRules, state: TableState, step: str) -> tuple[AnyEvent, ...]:
    """Return what a remedy brings besides itself."""
    if step == "simulate-round" and not state.places and stakes(state) | dict.fromkeys(state.royals):
        return (wagers_returned(rules, state, "irregular.disclosed"),)
    if step == "void-round":
        return tuple(_voided(rules, state))
    if step == "void-and-simulate":  # the licensee's choice instead of completing the coup (reading 15)
        section = rules.rulebook.section("irregular.disclosed")
        returned = wagers_returned(rules, state, "irregular.disclosed")
        return (returned, CoupVoided(coup=state.coup, section=section))
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


def _voided(rules: HouseRules, state: TableState) -> Iterator[AnyEvent]:
    key = "irregular.insufficient"
    if stakes(state) or state.moved:
        yield wagers_returned(rules, state, key)
    section = rules.rulebook.section(key)
    yield CoupVoided(coup=state.coup, section=section)
    yield ShoeEnded(shoe=state.shoe, cards=rules.shoe.decks * 52, agenda=agenda.next_shoe(rules), section=section)


def extra_cards(rules: HouseRules) -> int:
    """Return how many unseen cards follow a disclosed one to the discards (ma-mini 13(c)(1))."""
    return rules.rulebook.whole("irregular.player-third-disclosed", "extra-cards")
