"""Dealing cards to their places, and turning them (ma-mini 5(f), 8, 9; md-mini .05F, .08, .09)."""

from __future__ import annotations

from collections import Counter

from punto.cards import Card, CardError
from punto.houserules import HouseRules
from punto.table.commands import Deal, Turn
from punto.table.events import AnyEvent, CardDealt, CardTurned, StepPerformed
from punto.table.expected import Expected, expected
from punto.table.procedure import made
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState
from punto.table.steps import burn_count
from punto.table.who import not_the_actor

Decision = tuple[AnyEvent, ...] | Refusal


def deal(rules: HouseRules, state: TableState, command: Deal) -> Decision:
    """Take a card to the place that is due, face down."""
    act = _due(rules, state, command, command.place)
    if isinstance(act, Refusal):
        return act
    carried = bool(state.carried) and command.place[0] in "PB"
    dealt = CardDealt(place=command.place, carried=carried, section=act.section)
    return (dealt, made(rules, state, act, command)) if act.step else (dealt,)


def turn(rules: HouseRules, state: TableState, command: Turn) -> Decision:
    """Turn the cards that are due, all of them; a face that the shoe cannot hold is refused."""
    act = _due(rules, state, command, " ".join(command.faces))
    if isinstance(act, Refusal):
        return act
    try:
        faces = {place: Card.of(face) for place, face in command.faces.items()}
    except CardError as error:
        return Refusal(Reason.NO_SUCH_CARD, detail={"card": str(error)})
    for card, number in Counter(faces.values()).items():
        if state.out.get(str(card), 0) + number > rules.shoe.decks:
            return Refusal(Reason.CARD_EXHAUSTED, detail={"card": str(card), "decks": rules.shoe.decks})
    turned = tuple(CardTurned(place=place, card=str(card), section=act.section) for place, card in faces.items())
    return (*turned, _step(rules, state, act, command, faces)) if act.step else turned


def _step(rules: HouseRules, state: TableState, act: Expected, command: Turn, faces: dict[str, Card]) -> StepPerformed:
    if act.step == "expose-first":  # its face value says how many cards follow it
        return made(rules, state, act, command, cards=burn_count(rules, faces["burn"]))
    return made(rules, state, act, command)


def _due(rules: HouseRules, state: TableState, command: Deal | Turn, what: str) -> Expected | Refusal:
    """Return the act that a command means, if it is due and the one who asks may do it."""
    do = "deal" if isinstance(command, Deal) else "turn"
    due = [act for act in expected(rules, state) if act.do == do]
    if not due:
        return Refusal(Reason.WRONG_PHASE, rules.rulebook.section("deal.announce"), {"phase": state.phase})
    refusal: Refusal | None = None
    for act in due:
        if set(act.what.split()) == set(what.split()):
            refusal = not_the_actor(state, command, act.by, act.seat, act.section)
            if refusal is None:
                return act
    return refusal or Refusal(Reason.PLACE_NOT_DUE, due[0].section, {"due": due[0].what})
