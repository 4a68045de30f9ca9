"""Steps of ceremonies: decide who may make them and when, and the events that follow."""

from __future__ import annotations

from collections.abc import Mapping

from punto.core.cards import count
from punto.law.words import stated
from punto.rules.house_rules import HouseRules
from punto.table import inspection, interruptions, settlement
from punto.table.authorization import not_the_actor, rank_too_low, same_person, signed_by
from punto.table.betting import CLOSE, close_refused, overtaken
from punto.table.ceremonies import PLAIN, RULES, ceremony_with, coup_of_cover, cover_first, waits_for_last_hand
from punto.table.commands import Command, Perform, Reason, Refusal
from punto.table.due import due
from punto.table.events import AnyEvent, StepPerformed
from punto.table.holes import Due
from punto.table.irregularities import REMEDIES, after_remedy, extra_cards, own_place, waits
from punto.table.phases import PAYING, hand, third_due
from punto.table.settlement import shuffle_refused, stakes_taken
from punto.table.state import TableState

Decision = tuple[AnyEvent, ...] | Refusal
CARRIED = ("carry-card", "void-and-carry")
BROUGHT = ("fetch-decks", "bring-decks")  # the clock of new decks starts with these


def perform(rules: HouseRules, state: TableState, command: Perform, now: tuple[Due, ...]) -> Decision:
    """Make a step that is due."""
    owed = shuffle_refused(rules, state, command.step)
    if owed:
        return owed
    act = _meant(rules, state, command, now)
    if isinstance(act, Refusal):
        return act
    return (
        not_the_actor(state, command, act.by, act.seat, act.section)
        or rank_too_low(rules, command, act.section)
        or same_person(rules, state, command, act.section)
        or _another_seat(act, command)
        or _no_cause(rules, command)
        or make(rules, state, act, command)
    )


def make(rules: HouseRules, state: TableState, act: Due, command: Perform) -> Decision:
    """Return the events of a due step; only time, an empty felt or vigorish that is owed may still prevent it."""
    step = act.step
    refusal = RULES.get(step, PLAIN).check(rules, state, command.cards)
    if refusal is None and step in interruptions.MAY_WAIT:
        refusal = interruptions.refused(rules, state, command)
    if refusal is None and step == CLOSE:
        refusal = close_refused(rules, state) or cover_first(rules, state)
    if refusal is not None:
        return refusal
    cards = extra_cards(rules, state) if step == "discard-card" else command.cards
    made = step_made(rules, state, act, command, cards)
    if step == CLOSE:
        return (*overtaken(rules, state), made, *stakes_taken(rules, state))
    if step in REMEDIES:
        return (made, *after_remedy(rules, state, step, command.at))
    if state.phase is PAYING:
        return (made, *settlement.after_step(rules, state, step, command.at))
    return (*interruptions.before(rules, state, command), made) if step in interruptions.BEGINS else (made,)


def _meant(rules: HouseRules, state: TableState, command: Perform, now: tuple[Due, ...]) -> Due | Refusal:
    """Return the act that a command matches: of several with the same name, the one that this sender may do."""
    for act in now:  # most commands match an act that play waits for
        if act.step == command.step and act.command is Perform and _may_do(state, command, act):
            return act
    others = [act for act in due(rules, state) if act.command is Perform]
    named = [act for act in others if act.step == command.step]
    meant = next((act for act in named if _may_do(state, command, act)), None)
    if meant is None:
        named += [act for act in now if act.command is Perform and act.step == command.step]
        meant = next(iter(named), None)
    if meant is not None:
        return meant
    section = waits_for_last_hand(rules, state, command.step)  # otherwise the act that is due is cited
    return Refusal(Reason.STEP_NOT_DUE, section, {"due": ", ".join(one.step for one in others)})


def _may_do(state: TableState, command: Perform, act: Due) -> bool:
    return not_the_actor(state, command, act.by, act.seat, act.section) is None


def step_made(
    rules: HouseRules, state: TableState, act: Due, command: Command, cards: int | None = None
) -> StepPerformed:
    """Return the event of a step."""
    step, at = act.step, command.at
    begins = interruptions.BEGINS.get(step)
    ceremony, over = (begins(rules, state, at), False) if begins else ceremony_with(rules, state, step)
    return StepPerformed(
        ceremony=ceremony or ELSEWHERE.get(step, "trouble"),
        step=step,
        by=command.by,
        seat=act.seat,
        cards=cards,
        ends=over,
        call=said(rules, state, step) if step in SAID else "",
        face=HANDED.get(step, ""),
        why=command.why if isinstance(command, Perform) else "",
        at=at if over or not state.decks or step in BROUGHT else 0,
        waits=step in CARRIED and waits(rules, state),
        place=own_place(rules, state) if step == "let-card-stand" else "",
        coup=coup_of_cover(rules, state) if step == "set-aside-cover" else 0,
        who=signed_by(rules, step, command.who),
        section=act.section,
    )


def _another_seat(act: Due, command: Perform) -> Refusal | None:
    """Refuse to offer, give or pay out of turn."""
    if act.seat is None or command.seat in (None, act.seat):
        return None
    return Refusal(Reason.STEP_NOT_DUE, act.section, {"seat": act.seat})


def _no_cause(rules: HouseRules, command: Perform) -> Refusal | None:
    """Refuse to revoke the squeeze right for any reason but delay (ma-mini 8(d))."""
    if command.step != "order-give-up":
        return None
    relinquish = stated(rules.rulebook.law.deal.squeeze_relinquish)
    if command.why in relinquish.ordered_for:
        return None
    return Refusal(Reason.NOT_ALLOWED_HERE, relinquish.section, {"for": ", ".join(relinquish.ordered_for)})


ELSEWHERE: Mapping[str, str] = {  # the provision of a step outside the ceremony under way; otherwise "trouble"
    "set-aside-cover": "last-hand",
    "refuse-inspection": "opening",
    "replace-deck": "opening",
    "refuse-shuffle": "shuffle",
    "give-player": "squeeze",
    "give-banker": "squeeze",
    "give-up": "squeeze",
    "order-give-up": "squeeze",
}


def section_of(rules: HouseRules, step: str) -> str:
    """Return the section that describes a step, or ""."""
    for ceremony in rules.rulebook.ceremonies.values():
        if step in ceremony.steps:
            return ceremony.steps[step].cite.section
    remedy = rules.rulebook.law.remedies.doing(step)
    if remedy is not None:
        return remedy.source.section
    key = interruptions.WHEN if step == "order-shuffle" else inspection.PROVISIONS.get(step, "")
    return rules.rulebook.section(key)


# ---------------------------------------------------------------- announcements

CALLS = {CLOSE: "no more bets", "cards": "cards"}
HANDS = {"announce-player": ("player",), "announce-banker": ("banker",)}
# Which way cards face that a step gives to a player or takes back (ma-mini 8(c)(2)).
HANDED = {"give-player": "down", "give-banker": "down", "return-player": "up", "return-banker": "up"}


SAID = frozenset({*CALLS, *HANDS, "announce-counts", "instruct", "announce-last-hand"})


def said(rules: HouseRules, state: TableState, step: str) -> str:
    """Return the announcement of a step: point counts, whether a card is due, or the step's own words."""
    if step in HANDS:
        return _counts(state, HANDS[step])
    if step == "announce-counts":
        return _counts(state, rules.rulebook.law.third.announce.hands)
    if step == "instruct":
        return "a card for the Player" if third_due(state) == "P3" else "a card for the Banker"
    if step == "announce-last-hand":
        return rules.rulebook.law.shoe.cover_card.call
    return CALLS.get(step, "")


def _counts(state: TableState, hands: tuple[str, ...]) -> str:
    return ", ".join(f"{name.capitalize()} {count(hand(state, name[0].upper()))}" for name in hands)
