"""Irregularities and their remedies (ma-baccarat 15, all others 13; md-mini .13).

While an irregularity is open, only its remedies are due; afterwards the phase continues. The documents' remedies depend
on whether a card is *disclosed*: here, whether its face is known.

A card that leaves the shoe in error is dealt to the place ``error``; a third card of the Player's Hand that the
third-card rules forbid, to ``error-third``; it is turned there if it is disclosed. A card found face up in the shoe is
turned at ``face-up`` or ``face-up-third``. A card that is disclosed while it is dealt to its hand is turned as ``seen``
and leaves the hand: the coup continues with the following card (reading 15).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from punto.core.cards import count
from punto.core.posting import Posting, felt_account, seat_account
from punto.core.roles import CURATOR, DEALER, FLOOR, Role
from punto.core.tableau import banker_draws, player_draws
from punto.law.remedies import DOES, STEPS, CompiledRemedy, Situation, Source
from punto.law.schema.irregular import Disclosure, Event
from punto.rules.house_rules import HouseRules
from punto.table import preparation
from punto.table.commands import Reason, Refusal
from punto.table.events import AnyEvent, CardDealt, CardTakenBack, CoupVoided, WagersReturned
from punto.table.evolve_events import ERRORS
from punto.table.phases import (
    BETTING,
    DEALING,
    DRAWING,
    HOUSE_MONEY,
    PAYING,
    PREPARING,
    TURNING,
    card_waits,
    face_down,
    hand,
    next_place,
    third_due,
)
from punto.table.state import TableState, stakes

PLAYED = frozenset({BETTING, DEALING, TURNING, HOUSE_MONEY, DRAWING, PAYING})
REMEDIES = frozenset(STEPS.values())
# Irregularities by the place of their card: the event, and whether the card is disclosed.
MISHAPS: dict[str, tuple[Event, Disclosure]] = {
    "seen": ("drawn-in-error", "seen"),
    "error": ("drawn-in-error", "unseen"),
    "face-up": ("drawn-in-error", "seen"),
    "error-third": ("player-third", "unseen"),
    "face-up-third": ("player-third", "seen"),
}


class Remedy(NamedTuple):
    """A step that remedies an irregularity, and the rulebook's line that requires it."""

    step: str
    line: CompiledRemedy

    @property
    def by(self) -> Role:
        """The role that performs it."""
        return FLOOR if self.line.calls_floor else DEALER

    @property
    def section(self) -> str:
        """The section that requires it."""
        return self.line.source.section


class Irregularity(NamedTuple):
    """An irregularity that may occur now: a card dealt to a place, or disclosed at one; and its provision."""

    do: str  # "deal" or "turn"
    place: str
    source: Source
    step: str = ""


# ---------------------------------------------------------------- possible irregularities


def mishaps(rules: HouseRules, state: TableState) -> Iterator[Irregularity]:
    """Return the irregularities that may be reported now; a report is never refused."""
    if state.trouble is None and burning(state):
        yield from _in_the_burn(rules, state)
    if state.trouble is not None or state.phase not in PLAYED:
        return
    if _just_dealt(state):
        yield from _mishap(rules, "seen")
    if not state.left:
        return
    yield from _mishap(rules, "error", "face-up")
    if unauthorised_third(state):
        yield from _mishap(rules, "error-third", "face-up-third")


def _mishap(rules: HouseRules, *places: str) -> Iterator[Irregularity]:
    """Return the irregularities of a card at some places, as far as the document has rules for a disclosed card."""
    for place in places:
        do, step, how = _MADE[place]
        event, card = MISHAPS[place]
        if not how or how in rules.rulebook.law.remedies.found[event]:
            yield Irregularity(do, place, rules.rulebook.law.remedies.source(event, card), step)


_MADE = {
    "seen": ("turn", "disclose", "when-dealt"),
    "error": ("deal", "", ""),
    "face-up": ("turn", "find", "face-up-in-shoe"),
    "error-third": ("deal", "", ""),
    "face-up-third": ("turn", "find", "face-up-in-shoe"),
}


def burning(state: TableState) -> bool:
    """Return whether cards are being burned: the first has been drawn, and the last is not yet discarded."""
    return state.phase is PREPARING and bool(state.done) and state.agenda[0].startswith("burn-")


def _in_the_burn(rules: HouseRules, state: TableState) -> Iterator[Irregularity]:
    """Return the irregularities of the burn, before play begins: an extra card, or a card face up in the shoe."""
    if not state.left:
        return
    for place in ("error", "face-up"):
        if MISHAPS[place][1] in rules.rulebook.law.remedies.burn:
            yield from _mishap(rules, place)


def _just_dealt(state: TableState) -> str | None:
    """Return the place of the card dealt last, if it should be face down and still is; or None."""
    down = face_down(state)
    if state.phase is DRAWING and down:  # a third card that a player is to turn
        return down[0] if state.holders.get(down[0][0]) else None
    dealing = state.phase is DEALING or (state.phase is TURNING and not (state.done or state.resumed))
    last = next(reversed(state.places), None) if dealing else None
    return last if last in down else None


def unauthorised_third(state: TableState) -> bool:
    """Return whether both hands are face up and the Player's Hand may not draw a third card."""
    return both_open(state) and "P3" not in state.places and third_due(state) != "P3" and not state.settled


def misplaced(rules: HouseRules, state: TableState, places: Iterable[str]) -> Refusal | None:
    """Refuse an impossible report: one irregularity at a time, and only while cards are played."""
    place = next((place for place in places if place in MISHAPS or place == "discard"), "")
    if not place:
        return None
    if state.trouble is not None:
        return trouble_stands(rules, state)
    reason = Reason.PLACE_NOT_DUE if state.phase in PLAYED else Reason.WRONG_PHASE
    remedies = rules.rulebook.law.remedies
    section = remedies.source(*MISHAPS[place]).section if place in MISHAPS else extra_source(rules).section
    return Refusal(reason, section, {"phase": state.phase})


def trouble_stands(rules: HouseRules, state: TableState) -> Refusal:
    """Return the refusal of a command that must wait for a remedy."""
    section = next((remedy.section for remedy in remedies(rules, state)), extra_source(rules).section)
    kind = state.trouble.kind if state.trouble is not None else "too-few-cards"
    return Refusal(Reason.TROUBLE_STANDS, section, {"trouble": kind})


def role_of(state: TableState) -> Role:
    """Return who draws from the shoe: its holder at the big table, else the dealer (ma-baccarat 9(c), 5(e))."""
    return CURATOR if state.curator and state.phase is not PREPARING else DEALER


def uncovered(state: TableState, place: str, section: str) -> tuple[AnyEvent, str]:
    """Return the event that moves a disclosed card to its place, and that place."""
    if place in ERRORS:
        return CardDealt(place=place, section=section), place
    return CardTakenBack(place=_just_dealt(state) or "", to="error", section=section), "error"


# ---------------------------------------------------------------- remedies


def short(state: TableState) -> bool:
    """Return whether a card is due and none is left (ma-mini 13(e))."""
    if state.left:
        return False
    drawing = state.phase is DRAWING and not face_down(state) and third_due(state) is not None
    return drawing or (state.phase is DEALING and not card_waits(state))


def in_trouble(state: TableState) -> bool:
    """Return whether an irregularity must be remedied before play continues."""
    return state.trouble is not None or (not state.left and short(state))


def situation(rules: HouseRules, state: TableState) -> Situation | None:
    """Return the irregularity with all facts that a line of the rulebook may test, or None."""
    trouble = state.trouble
    if trouble is None and not short(state):
        return None
    event: Event = "drawn-in-error"
    if trouble is None:
        event = "no-card-left"
    elif trouble.kind == "player-third" and not player_draws(*_two(state)):
        event = "player-third"  # after a correction the Player's Hand may draw: like any other card
    draws = both_open(state) and banker_draws(*_two(state)) and "B3" not in state.places  # reading 16
    return Situation(
        event,
        "seen" if trouble is not None and trouble.face is not None else "unseen",
        "draws" if draws else "stays",
        "settled" if state.settled else "in-coup" if state.places else "before",
        not no_next_hand(rules, state),
        bool(own_place(rules, state)),
        rules.disclosed,
        rules.disclosed_mid_coup,
    )


def remedies(rules: HouseRules, state: TableState) -> Iterator[Remedy]:
    """Return the remedies of the open irregularity."""
    if state.trouble is not None and state.trouble.extra:
        return  # more cards go to the discards: they are dealt, not performed
    found = situation(rules, state)
    if found is not None:
        line = rules.rulebook.law.remedies.line(found)
        yield from (Remedy(_possible(state, step), line) for step in line.steps)


def _possible(state: TableState, step: str) -> str:
    """Return a step in the form that this table can make: the next list cannot prove cards of an earlier shoe."""
    unproved = step == "complete-from-new-cards" and state.fair is not None and face_down(state)
    return "void-round" if unproved else step


def own_place(rules: HouseRules, state: TableState) -> str:
    """Return the place for which a disclosed card was dealt, if it is still due there; otherwise ""."""
    trouble, due = state.trouble, ""
    if state.phase is DEALING:
        due = next_place(rules, state)
    elif state.phase is DRAWING and not face_down(state):
        due = third_due(state) or ""
    if trouble is None or trouble.face is None:
        return ""
    return due if trouble.place == "face-up" or trouble.dealt_to == due else ""


def waits(rules: HouseRules, state: TableState) -> bool:
    """Return whether the irregular card waits for the next hand played, past any simulated round (reading 8).

    Rulebooks with the other word count a simulated round as a next hand.
    """
    return any(remedy.line.waits for remedy in remedies(rules, state))


def both_open(state: TableState) -> bool:
    """Return whether the first two cards of both hands are face up."""
    return len(hand(state, "P")) >= 2 and len(hand(state, "B")) >= 2


def _two(state: TableState) -> tuple[int, int]:
    """Return the point counts of the first two cards of each hand."""
    return count(hand(state, "P")[:2]), count(hand(state, "B")[:2])


def no_next_hand(rules: HouseRules, state: TableState) -> bool:
    """Return whether this coup is the last of the shoe, so that a card has no next hand (reading 16)."""
    last = state.cover == "last" and state.hands_after + 1 >= rules.shoe.coups_after_cover
    return last and bool(state.places) and state.kind != "simulated"


def extra_cards(rules: HouseRules, state: TableState) -> int:
    """Return how many undisclosed cards follow a card to the discards (ma-mini 13(c)(1)), at most those left."""
    return min(state.left, max((remedy.line.extra for remedy in remedies(rules, state)), default=0))


def extra_source(rules: HouseRules) -> Source:
    """Return the provision by which undisclosed cards follow another to the discards."""
    return next((line.source for line in rules.rulebook.law.remedies.every() if line.extra), Source("", ""))


# ---------------------------------------------------------------- effects of remedies


def after_remedy(rules: HouseRules, state: TableState, step: str, at: int) -> Iterator[AnyEvent]:
    """Return the events that follow a remedy."""
    line = next(remedy.line for remedy in remedies(rules, state) if remedy.step == step)
    do, section = DOES[step], line.source.section
    if _returns(state, step):
        yield wagers_returned(state, line.source)
    if "void" in do and (state.places or state.phase not in (BETTING, PREPARING)):
        yield CoupVoided(coup=state.coup, section=section)
    if "end-shoe" in do:
        ahead = preparation.next_shoe(rules, state, at, line.then)
        yield preparation.shoe_ended(rules, state, ahead, section)
    if "complete-from-new-cards" in do:
        yield preparation.completed_from(rules, state, at, line.then, section)


def _returns(state: TableState, step: str) -> bool:
    """Return whether wagers are returned: for a void coup, and before a simulated round that replaces a coup."""
    if "return-wagers" in DOES[step]:
        return step == "void-and-simulate" or bool(stakes(state) or state.moved)
    return step == "simulate-round" and not state.places and bool(stakes(state) or state.royals)


def wagers_returned(state: TableState, source: Source) -> WagersReturned:
    """Return the event that returns every wager, after reversing what was moved since the close (reading 7)."""
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
    return WagersReturned(why=source.provision, section=source.section, postings=(*back, *returned))
