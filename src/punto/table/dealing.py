"""Dealing cards to their places, and turning them (ma-mini 5(f), 8, 9; md-mini .05F, .08, .09)."""

from __future__ import annotations

from msgspec.structs import replace

from punto.core.cards import Card, CardError
from punto.core.roles import DEALER, PLAYER
from punto.rules.house_rules import HouseRules
from punto.table.authorization import not_the_actor
from punto.table.commands import Deal, Reason, Refusal, Turn
from punto.table.due import due
from punto.table.events import AnyEvent, CardDealt, CardTurned, StepPerformed
from punto.table.fair_protocol import proved, unproved
from punto.table.handling import third_face
from punto.table.holes import Due
from punto.table.irregularities import in_trouble, misplaced, trouble_stands, uncovered
from punto.table.phases import HOUSE_MONEY, card_waits
from punto.table.plan import plan_of
from punto.table.procedure import step_made
from punto.table.state import TableState

Decision = tuple[AnyEvent, ...] | Refusal


def deal(rules: HouseRules, state: TableState, command: Deal, now: tuple[Due, ...]) -> Decision:
    """Deal a card to the place that is due; its face stays unknown until it is turned, even if it is dealt face up."""
    act = _due(rules, state, command, {command.place}, now)
    return act if isinstance(act, Refusal) else make_deal(rules, state, act, command)


def make_deal(rules: HouseRules, state: TableState, act: Due, command: Deal) -> tuple[AnyEvent, ...]:
    """Return the events of a due deal."""
    carried = card_waits(state) and command.place[0] in "PB"
    face = _face(rules, state, command.place)
    dealt = CardDealt(place=command.place, carried=carried, face=face, section=act.section)
    return (dealt, step_made(rules, state, act, command)) if act.step else (dealt,)


def _face(rules: HouseRules, state: TableState, place: str) -> str:
    """Return how a card is laid: the first four as the document says, a third card as its hand was turned."""
    if place[0] not in plan_of(rules).letters.values():
        return "down"
    return rules.rulebook.law.deal.four.face if place[1:] in "12" else third_face(rules, state, place[0])


def turn(rules: HouseRules, state: TableState, command: Turn, now: tuple[Due, ...]) -> Decision:
    """Turn all cards that are due; a face that the shoe cannot contain is refused."""
    act = _due(rules, state, command, set(command.faces), now)
    return act if isinstance(act, Refusal) else make_turn(rules, state, act, command)


def make_turn(rules: HouseRules, state: TableState, act: Due, command: Turn) -> Decision:
    """Return the events of a due turn, or a refusal of its faces."""
    turned = faces_turned(rules, state, act, command)
    if isinstance(turned, Refusal):
        return turned
    if act.step in ("disclose", "find"):  # a card disclosed too early
        brought, place = uncovered(state, act.places[0], act.section)
        return (brought, replace(turned[0], place=place))
    return (*turned, _step(rules, state, act, command)) if act.step else turned


def faces_turned(rules: HouseRules, state: TableState, act: Due, command: Turn) -> tuple[CardTurned, ...] | Refusal:
    """Return the events of a turn that is due, or a refusal of its faces."""
    try:
        faces = {place: Card.of(face) for place, face in command.faces.items()}
    except CardError as error:
        return Refusal(Reason.NO_SUCH_CARD, act.section, {"card": str(error)})
    names = [str(card) for card in faces.values()]
    for name in names:
        if state.out.get(name, 0) + names.count(name) > rules.shoe.decks:
            return Refusal(Reason.CARD_EXHAUSTED, act.section, {"card": name, "decks": rules.shoe.decks})
    if state.fair is None and command.salts is None:
        return tuple(
            [CardTurned(place=place, card=name, section=act.section) for place, name in zip(faces, names, strict=True)]
        )
    return unproved(state, command, faces) or tuple(
        CardTurned(place=place, card=name, **proved(state, command, place), section=act.section)
        for place, name in zip(faces, names, strict=True)
    )


def _step(rules: HouseRules, state: TableState, act: Due, command: Turn) -> StepPerformed:
    if act.step == "expose-first":  # its value determines how many cards are burned next
        return step_made(rules, state, act, command, cards=rules.burn_count(Card.of(command.faces["burn"])))
    return step_made(rules, state, act, command)


def _due(
    rules: HouseRules, state: TableState, command: Deal | Turn, places: set[str], now: tuple[Due, ...]
) -> Due | Refusal:
    """Return the due act that a command matches, if its sender may do it; otherwise a refusal."""
    act, _ = _matching(rules, state, command, places, now)  # most commands match an act that play waits for
    if act is not None:
        return act
    acts = due(rules, state)
    act, refusal = _matching(rules, state, command, places, acts)
    return act or refusal or _not_due(rules, state, command, [one for one in acts if one.command is type(command)])


def _matching(
    rules: HouseRules, state: TableState, command: Deal | Turn, places: set[str], acts: tuple[Due, ...]
) -> tuple[Due | None, Refusal | None]:
    kind, refusal = type(command), None
    for act in acts:
        if act.command is kind and {*act.places} == places:
            refusal = _no_touching(rules, command) or not_the_actor(state, command, act.by, act.seat, act.section)
            if refusal is None:
                return act, None
    return None, refusal


def _no_touching(rules: HouseRules, command: Deal | Turn) -> Refusal | None:
    """Refuse a player's touching a card where players touch none (md-mini .08D(2))."""
    no_touch = rules.rulebook.law.deal.no_touch
    if command.by is not PLAYER or no_touch is None or no_touch.touch:
        return None
    return Refusal(Reason.WRONG_ROLE, no_touch.section, {"by": DEALER})


def _not_due(rules: HouseRules, state: TableState, command: Deal | Turn, now: list[Due]) -> Refusal:
    """Return the refusal of a place that is not due."""
    mishap = misplaced(rules, state, [command.place] if isinstance(command, Deal) else list(command.faces))
    if mishap:
        return mishap
    if not any(act.must for act in now):
        if in_trouble(state):
            return trouble_stands(rules, state)
        early = rules.rulebook.section("house-money.settle-early") if state.phase is HOUSE_MONEY else ""
        return Refusal(Reason.WRONG_PHASE, early, {"phase": state.phase})  # other refusals cite the act that is due
    refusal = _no_touching(rules, command)
    if refusal is None and command.by not in {act.by for act in now}:
        refusal = Refusal(Reason.WRONG_ROLE, now[0].section, {"by": now[0].by})
    if refusal is None and isinstance(command, Deal):
        refusal = _no_such_place(rules, state, command.place)
    return refusal or Refusal(Reason.PLACE_NOT_DUE, now[0].section, {"due": " ".join(now[0].places)})


def _no_such_place(rules: HouseRules, state: TableState, place: str) -> Refusal | None:
    """Refuse a place that does not exist: two hands, with at most one more card each (ma-mini 8(a), 9(d))."""
    law, hands, side = rules.rulebook.law, plan_of(rules).letters, place[:1]
    if side not in hands.values():
        return Refusal(Reason.PLACE_NOT_DUE, law.deal.two_hands.section, {"hands": ", ".join(hands)})
    one_only = law.third.one_only
    if sum(other[0] == side and other[1:] not in "12" for other in state.places) >= one_only.most:
        return Refusal(Reason.PLACE_NOT_DUE, one_only.section, {"most": one_only.most})
    return None
