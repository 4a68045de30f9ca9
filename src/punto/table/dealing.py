"""Dealing cards to their places, and turning them (ma-mini 8, 9; md-mini .08, .09)."""

from __future__ import annotations

from collections import Counter

from punto.cards import Card, CardError
from punto.houserules import HouseRules
from punto.roles import Role
from punto.table.commands import Deal, Turn
from punto.table.events import AnyEvent, CardDealt, CardTurned, StepPerformed
from punto.table.expected import Expected, expected
from punto.table.phases import CEREMONIES, Phase
from punto.table.refusals import Reason, Refusal
from punto.table.state import TableState


def deal(rules: HouseRules, state: TableState, command: Deal) -> tuple[AnyEvent, ...] | Refusal:
    """Deal a card to the place that is due, face down."""
    act = _due(rules, state, "deal")
    refusal = _refused(rules, act, command)
    if act is None or refusal is not None:
        return refusal or Refusal(Reason.WRONG_PHASE)
    if command.place != act.what:
        return Refusal(Reason.PLACE_NOT_DUE, act.section, {"due": act.what})
    return (CardDealt(place=command.place, section=act.section),)


def turn(rules: HouseRules, state: TableState, command: Turn) -> tuple[AnyEvent, ...] | Refusal:
    """Turn the cards that are due; a face that the shoe cannot hold is refused."""
    act = _due(rules, state, "turn")
    refusal = _refused(rules, act, command)
    if act is None or refusal is not None:
        return refusal or Refusal(Reason.WRONG_PHASE)
    if not command.faces or not set(command.faces) <= set(act.what.split()):
        return Refusal(Reason.PLACE_NOT_DUE, act.section, {"due": act.what})
    try:
        faces = {place: Card.of(face) for place, face in command.faces.items()}
    except CardError as error:
        return Refusal(Reason.NO_SUCH_CARD, detail={"card": str(error)})
    for card, number in Counter(faces.values()).items():
        if state.out.get(str(card), 0) + number > rules.shoe.decks:
            return Refusal(Reason.CARD_EXHAUSTED, detail={"card": str(card), "decks": rules.shoe.decks})
    turned = tuple(CardTurned(place=place, card=str(card), section=act.section) for place, card in faces.items())
    opens = state.phase is Phase.TURNING and set(faces) == set(act.what.split())
    return (*turned, _hands_open(state, act)) if opens else turned


def _hands_open(state: TableState, act: Expected) -> StepPerformed:
    return StepPerformed(ceremony=CEREMONIES[state.phase], step="turn-hands", by=act.by, section=act.section)


def _due(rules: HouseRules, state: TableState, do: str) -> Expected | None:
    return next((act for act in expected(rules, state) if act.do == do), None)


def _refused(rules: HouseRules, act: Expected | None, command: Deal | Turn) -> Refusal | None:
    if act is None:
        return Refusal(Reason.WRONG_PHASE, rules.rulebook.section("deal.announce"))
    if command.by is not Role.DEALER:
        return Refusal(Reason.WRONG_ROLE, act.section, {"by": Role.DEALER})
    return None
