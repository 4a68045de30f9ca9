"""Scenes: what a student sees of a table, and acts in words.

Scenarios have the words of the steps; this module has those for cards and money.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from punto.core.money import dollars, part_of
from punto.core.roles import Role
from punto.rules.house_rules import HouseRules
from punto.scenario.sentences import STEPS
from punto.school.question import DOWN, Exhibit
from punto.table import Due, TableState
from punto.table.betting import closed
from punto.table.commands import CollectVigorish, Deal, HouseMoney, Perform, Turn
from punto.table.evolve_events import Trouble
from punto.table.phases import Phase
from punto.table.settlement import UNIT
from punto.table.state import stakes

FELT = "on the felt"
HANDS = {"P": "Player's Hand", "B": "Banker's Hand"}
ORDINALS = ("first", "second", "third")
WHERE = {
    "burn": "the first card of the shoe",
    "error": "the card that was drawn in error",
    "error-third": "the card that was drawn in error for the Player's Hand",
    "discard": "one more card to the discards, unseen",
}
PHASES = {
    Phase.BETTING: "bets are open",
    Phase.DEALING: "the first four cards are being dealt",
    Phase.TURNING: "the hands are being opened",
    Phase.HOUSE_MONEY: "wagers on the first two cards are being settled",
    Phase.DRAWING: "third cards are being drawn",
    Phase.PAYING: "all cards are out",
    Phase.PREPARING: "a shoe is being made ready",
    Phase.IDLE: "nobody has played for a while",
    Phase.CLOSED: "the table is closed",
}
AGENDAS = {
    "opening": "new decks have come",
    "opening-batches": "new decks in two batches have come",
    "cut": "the cards are mixed, and the cut is next",
    "burn-face-up": "the cards are in the shoe, and the burn is next, shown",
    "burn-face-down": "the cards are in the shoe, and the burn is next, not shown",
    "curator": "the shoe is ready for its holder",
    "curator-next": "the shoe passes on",
    "closing": "the shoe is over",
    "change-daily": "the decks are a day old",
    "recut-next": "the cut is made again, by whoever is next",
    "recut-last": "the cut is made again, by whoever cut last",
}
ERRORS = {
    "error": "a card was drawn from the shoe in error",
    "error-third": "a third card was drawn for the Player's Hand, which the tableau does not give it",
    "face-up": "the next card was found face up in the shoe",
    "face-up-third": "for the Player's Hand, which draws none, a third card was found face up in the shoe",
}


# ---------------------------------------------------------------- acts


def told(act: Due) -> str:
    """Return an act as a sentence: ``The dealer offers the cut to seat 4``."""
    return f"{subject(act)} {predicate(act)}"


def subject(act: Due) -> str:
    """Return the actor of an act, in words."""
    if act.by is Role.PLAYER:
        return f"The player at seat {act.seat}" if act.seat else "A player"
    return "The shuffler" if act.by is Role.SYSTEM else f"The {WHO[act.by]}"


WHO = {
    Role.DEALER: "dealer",
    Role.CURATOR: "curator",
    Role.FLOOR: "floorperson",
    Role.SURVEILLANCE: "surveillance",
    Role.SYSTEM: "shuffling device",
    Role.PLAYER: "player",
}


def predicate(act: Due) -> str:
    """Return the predicate of an act, in words."""
    if act.command is Perform:
        return STEPS.get(act.step, act.step.replace("-", " ")) + _to(act)
    if act.command is Deal:
        return f"deals {_dealt(act.place)}"
    if act.command is Turn:
        return f"turns {turned(act.places)}"
    if act.command is CollectVigorish:
        return f"collects the vigorish that seat {act.seat} owes"
    if act.command is HouseMoney:
        says = act.by is Role.PLAYER
        return "says whether the payout rides" if says else f"settles seat {act.seat} before the third cards"
    return act.do.replace("-", " ")


def _to(act: Due) -> str:
    if act.seat is None or act.by is Role.PLAYER:
        return ""
    return f", seat {act.seat}" if act.step == "pay-seat" else f" to seat {act.seat}" if act.seat else ""


def _dealt(place: str) -> str:
    if place.startswith("burn"):
        return WHERE.get(place, "a card to burn")
    return WHERE.get(place) or card_of(place)


def card_of(place: str) -> str:
    """Return the name of the card at a place: ``the Banker's third card``."""
    if place[0] not in HANDS or not place[1:].isdecimal():
        return WHERE.get(place, f"the card at {place}")
    return f"the {HANDS[place[0]].removesuffix(' Hand')} {ORDINALS[int(place[1:]) - 1]} card"


def turned(names: tuple[str, ...]) -> str:
    """Return the names of cards that are turned together, by their places."""
    sides = {name[0] for name in names}
    if len(names) > 1 and sides == {"P", "B"}:
        return "both hands"
    if len(names) > 1 and len(sides) == 1 and sides <= set(HANDS):
        return f"the {HANDS[sides.pop()]}"
    return "the burned cards" if len(names) > 1 else card_of(names[0]) if names else "the burned cards"


# ---------------------------------------------------------------- states


def scene(rules: HouseRules, state: TableState, stakes_too: bool = True) -> tuple[Exhibit, ...]:
    """Return the exhibits of a table."""
    return tuple(_scene(rules, state, stakes_too))


def _scene(rules: HouseRules, state: TableState, stakes_too: bool) -> Iterator[Exhibit]:
    yield table_of(rules, state)
    yield Exhibit("now", text=now(state))
    if stakes_too and (lying := stakes_text(rules, state)):
        yield Exhibit(FELT, text=lying)
    if state.owed:
        markers = (
            f"seat {seat} {dollars(part_of(owed, Fraction(1, UNIT)))}" for seat, owed in sorted(state.owed.items())
        )
        yield Exhibit("markers", text=", ".join(markers))
    if filed := "; ".join(_filed(rules, state)):
        yield Exhibit("filed", text=filed)
    yield from hands(state)
    if state.exposed:
        yield Exhibit("first card", (state.exposed,), f"and {state.burned} burned after it so far")
    if state.trouble is not None:
        yield _trouble(state.trouble)


def _filed(rules: HouseRules, state: TableState) -> Iterator[str]:
    """Return the licensee's choices on which the next act depends."""
    law, cutting = rules.rulebook.law, bool(state.agenda) and state.agenda[0].startswith(("cut", "recut"))
    if cutting and law.cut.dealer_option is not None:
        yield "players cut" if rules.shuffling.cut_by == "players" else "the dealer cuts"
    if law.deal.squeeze_option is not None and state.phase in (Phase.TURNING, Phase.DRAWING):
        yield "players squeeze the hands" if rules.squeeze else "the dealer turns the hands"
    if state.phase is Phase.PAYING and rules.royal9 is not None and rules.royal9.must_hit is not None:
        yield "there is a Must Hit meter"


def _trouble(trouble: Trouble) -> Exhibit:
    seen = "its face was seen" if trouble.face else "nobody has seen its face"
    words = ERRORS[trouble.place]
    if trouble.dealt_to:
        words = f"{card_of(trouble.dealt_to)} showed its face while it was dealt, and was taken back"
    return Exhibit("trouble", (trouble.face or DOWN,), f"{words}; {seen}")


def table_of(rules: HouseRules, state: TableState) -> Exhibit:
    """Return the exhibit of the table and its players."""
    seated = ", ".join(map(str, sorted(state.seated))) or "nobody"
    return Exhibit("table", text=f"{rules.table}, {rules.seats} seats; seated: {seated}")


def now(state: TableState) -> str:
    """Describe the phase, what was done in it, and other facts on which the next act depends."""
    return "; ".join(_now(state))


def _now(state: TableState) -> Iterator[str]:
    ahead = state.agenda[0] if state.agenda and state.phase is Phase.PREPARING else ""
    if state.phase is Phase.BETTING and closed(state):
        yield "bets are closed"
    else:
        yield AGENDAS.get(ahead) or PHASES[state.phase] + (f" ({brief(ahead)})" if ahead else "")
    if state.kind == "simulated":
        yield "a simulated round, without wagers"
    if state.curator is not None and ahead != "curator-next":
        yield f"seat {state.curator} holds the shoe" if state.curator else "the dealer holds the shoe"
    yield from _cover(state)
    if state.asked:
        yield f"asked so far: seat {', '.join(map(str, state.asked))}"
    for side, seats in state.given_up.items():
        yield f"the {HANDS[side]} was given up by seat {', '.join(map(str, seats))}"
    if state.done:
        yield "done: " + ", ".join(brief(step) for step in _short(state.done))


def _cover(state: TableState) -> Iterator[str]:
    if state.cover == "seen":
        played = state.coup > state.cover_coup
        yield "the cover card came out in the coup before" if played else "the cover card came out in this coup"
    elif state.cover == "last":
        yield "“last hand” was called"
    if state.agenda[:1] in (("recut-next",), ("recut-last",)):
        yield f"seat {state.cutter} had cut" if state.cutter else "the dealer had cut"
    if state.agenda[:1] == ("cut",):
        yield f"the {'first' if state.shoe == 1 else 'next'} shoe of the table"
    if state.agenda[:1] == ("curator-next",):
        yield f"seat {state.passed_by} had the shoe" if state.passed_by else "the dealer had the shoe"


def _short(done: tuple[str, ...]) -> tuple[str, ...]:
    return done if len(done) <= 6 else ("…", *done[-5:])


def brief(step: str) -> str:
    """Return a step's name for a list."""
    return step.replace("-", " ")


def stakes_text(rules: HouseRules, state: TableState) -> str:
    """Format the stakes on the felt, seat by seat."""
    titles = {wager.key: wager.title for wager in rules.wagers}
    lying: dict[int, list[str]] = {}
    for (seat, key), cents in sorted(stakes(state).items()):
        lying.setdefault(seat, []).append(f"{titles[key]} {dollars(cents)}")
    return "; ".join(f"seat {seat}: {', '.join(own)}" for seat, own in lying.items())


def hands(state: TableState) -> Iterator[Exhibit]:
    """Return the exhibits of both hands."""
    for side, label in HANDS.items():
        cards = tuple(face or DOWN for place, face in sorted(state.places.items()) if place.startswith(side))
        if cards:
            yield Exhibit(label, cards)
