"""Decks and their age, and the ceremonies before, between and after shoes (sections 3 to 5 of the documents).

Two batches of decks alternate: one is dealt while the other is shuffled and stored in the device (ma-mini 3(b)-(c),
md-mini .03B-.03C). A batch's clock starts when its decks are opened for use. When its time is up, the coup in progress
is completed and no other begins; a shoe that could not be dealt out in the time left is not loaded (reading 13).

A shoe ends in one of five ways: its cover card came out and the last hand is dealt, a round ran out of cards, its decks
are a day old, a floorperson directs a shuffle, or there was no play for a while. Each determines what follows: new
cards, the other batch, or the same cards mixed again. New cards that arrive inspected and shuffled go directly to the
cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from punto.law.words import After
from punto.rules.house_rules import HouseRules
from punto.table.commands import Reason, Refusal
from punto.table.events import ShoeEnded
from punto.table.state import TableState

# ---------------------------------------------------------------- decks

MINUTE = 60 * 1000  # milliseconds
HOUR = 60 * MINUTE
KEY = "cards.change-daily"


def other_batch(rules: HouseRules, state: TableState) -> int:
    """Return the number of the other batch."""
    return state.batch % rules.shuffling.batches + 1


def where(rules: HouseRules, state: TableState) -> dict[str, tuple[int, ...]]:
    """Return the batches in the shoe, in the device, and those whose cards may be among the discards."""
    if rules.shuffling.batches == 1:
        return {"shoe": (1,), "device": (), "discards": (1,)}
    return {"shoe": (state.batch,), "device": (other_batch(rules, state),), "discards": (state.batch,)}


def time_left(rules: HouseRules, state: TableState, batch: int, at: int) -> int | None:
    """Return how long a batch may still be used, in milliseconds; None if every shoe has new cards."""
    if rules.deck_hours is None or batch > len(state.decks):
        return None
    return state.decks[batch - 1] + rules.deck_hours * HOUR - at


def too_old(rules: HouseRules, state: TableState, at: int) -> bool:
    """Return whether the cards in play must be changed."""
    left = time_left(rules, state, state.batch, at)
    return left is not None and left <= 0


def too_little_left(rules: HouseRules, state: TableState, batch: int, at: int) -> bool:
    """Return whether a batch has too little time left for a whole shoe."""
    left = time_left(rules, state, batch, at)
    return left is not None and left < (rules.shoe_minutes or 0) * MINUTE


def coup_refused(rules: HouseRules, state: TableState, at: int) -> Refusal | None:
    """Refuse to begin a coup with cards that must be changed."""
    if not too_old(rules, state, at):
        return None
    return Refusal(Reason.CARDS_TOO_OLD, rules.rulebook.section(KEY), {"hours": rules.deck_hours or 0})


def shoe_refused(rules: HouseRules, state: TableState, at: int) -> Refusal | None:
    """Refuse to load a shoe whose cards would have to be changed before it is dealt out."""
    if not too_little_left(rules, state, state.batch, at):
        return None
    return Refusal(Reason.CARDS_TOO_OLD, rules.rulebook.section(KEY), {"minutes": rules.shoe_minutes or 0})


# ---------------------------------------------------------------- agenda

Cause = Literal["cover-card", "cards.change-daily"]  # the provision by which a coup is the last of its shoe
Moment = Literal["before-play", "after-shoe"]


class Plan(NamedTuple):
    """The preparation of the next shoe: its ceremonies, its batch, and the batches to change."""

    agenda: tuple[str, ...]
    batch: int = 1
    changing: tuple[int, ...] = ()


def shoe_over(rules: HouseRules, state: TableState, at: int) -> Cause | None:
    """Return the provision by which this coup is the last of its shoe (cover card, or age of the decks), or None."""
    hand = state.kind != "simulated"  # a simulated round does not count as a hand (reading 8)
    if state.cover == "last" and hand and state.hands_after + 1 >= rules.shoe.coups_after_cover:
        return "cover-card"
    return "cards.change-daily" if too_old(rules, state, at) else None


def shoe_ended(
    rules: HouseRules, state: TableState, ahead: Plan, section: str, completes: bool = False, lying: int = 0
) -> ShoeEnded:
    """Return the end of a shoe with its plan; a coup in progress may be completed from the next shoe."""
    return ShoeEnded(
        shoe=state.shoe,
        cards=rules.shoe.decks * 52,
        agenda=with_options(rules, state.options, ahead.agenda) if state.options else ahead.agenda,
        batch=ahead.batch,
        changing=ahead.changing,
        completes=completes,
        lying=lying,
        section=section,
    )


# The further shuffle, by the ceremony without it; a notice begins or ends it in a whole pit (ma-midi 5(a)(2), 5(b)).
RESHUFFLE = "reshuffle"
FURTHER: Mapping[str, str] = MappingProxyType({"shuffle": "reshuffle", "shuffle-unused": "reshuffle-unused"})


def with_options(rules: HouseRules, options: Mapping[str, bool], agenda: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ceremonies of an agenda with the options that notices have changed."""
    further = options.get(RESHUFFLE)
    if further is None:
        return agenda
    names = FURTHER if further else {other: name for name, other in FURTHER.items()}
    return tuple(names[name] if names.get(name) in rules.rulebook.ceremonies else name for name in agenda)


def option_value(rules: HouseRules, state: TableState, option: str, at: int) -> bool | None:
    """Return whether a shuffle that starts at this time has an option; None if the document or its method has not."""
    knows = option == RESHUFFLE and RESHUFFLE in rules.rulebook.ceremonies and rules.shuffling.how == "manual"
    return state.options.get(option, rules.shuffling.reshuffles(at)) if knows else None


def amended(rules: HouseRules, before: HouseRules, state: TableState, at: int) -> Plan | None:
    """Return the plan of the coming shoe under other rules; None if it has begun, or a coup waits for it.

    Other cards begin as at a table that opens; the same cards are prepared as these rules say.
    """
    head = state.agenda[0] if state.agenda else ""
    fair = state.fair
    if state.done or state.places or (fair is not None and (fair.due is not None or fair.stack is not None)):
        return None
    if head == "change-daily":
        plan = changed(rules, state, at)
    elif head in ("closing", "device"):
        plan = next_shoe(rules, state, at, rules.rulebook.law.shoe.cover_card.then)
    else:
        return None
    if other_cards(rules, before):
        plan = Plan(("closing" if head == "device" else head, *_new_cards(rules, at)))
    return plan._replace(agenda=with_options(rules, state.options, plan.agenda))


def other_cards(rules: HouseRules, before: HouseRules) -> bool:
    """Return whether other rules bring other cards to the table, or another device."""
    ours, theirs = rules.shuffling, before.shuffling
    return (rules.stock, rules.shoe, ours.how, ours.batches) != (before.stock, before.shoe, theirs.how, theirs.batches)


def first_shoe(rules: HouseRules, at: int = 0) -> tuple[str, ...]:
    """Return the ceremonies of a table that opens."""
    return tuple(_new_cards(rules, at))


def after_last_hand(rules: HouseRules, state: TableState, cause: Cause, at: int) -> Plan:
    """Return the plan after the last coup of a shoe."""
    if cause == "cards.change-daily":
        return changed(rules, state, at)
    return next_shoe(rules, state, at, rules.rulebook.law.shoe.cover_card.then)


def next_shoe(rules: HouseRules, state: TableState, at: int, then: After) -> Plan:
    """Return the plan after a shoe that is used up: new cards, or the same cards mixed again."""
    if rules.shuffling.batches > 1:
        return _batches(rules, state, at)
    match then:
        case "new-cards":  # for every shoe (ma-baccarat 3(b), ma-midi 9(d), md-mini .09D(3))
            return Plan(("closing", *_new_cards(rules, at)))
        case "reshuffle":
            return _mixed_again(rules, state, at)


def completed_from(rules: HouseRules, state: TableState, at: int, then: After, section: str) -> ShoeEnded:
    """Return the end of a shoe that ran out during a coup: its holder keeps the shoe, the cards dealt stay."""
    ahead = next_shoe(rules, state, at, then)
    ahead = ahead._replace(agenda=tuple(name for name in ahead.agenda if name != "curator"))
    same = then == "reshuffle" and rules.shuffling.batches == 1 and not ahead.changing and state.fair is None
    return shoe_ended(rules, state, ahead, section, True, len(state.places) if same else 0)


def _mixed_again(rules: HouseRules, state: TableState, at: int) -> Plan:
    """Return the plan for the same cards, unless they are too old for another shoe (ma-mini 5(a), 9(e))."""
    if too_little_left(rules, state, 1, at):
        return changed(rules, state, at)
    shuffle = _shuffle(rules, "after-shoe", at, unused=state.left > 0)
    return Plan(("closing", *shuffle, *_into_the_shoe(rules)))


def directed(rules: HouseRules, state: TableState, at: int) -> Plan:
    """Return the plan for a shuffle that a floorperson directs (ma-mini 5(a)): as at the end of the shoe, but now."""
    return _batches(rules, state, at) if rules.shuffling.batches > 1 else _mixed_again(rules, state, at)


def shuffled_again(rules: HouseRules, state: TableState, at: int) -> str:
    """Return the shuffle that is directed for a stack not dealt from yet: the same from its beginning."""
    now = state.agenda[0]
    return now if "shuffle" in now else _how(rules, at, unused=False)


# ---------------------------------------------------------------- two batches


def _batches(rules: HouseRules, state: TableState, at: int) -> Plan:
    """Return the plan with the other batch from the device (ma-mini 3(b)(4)); one that is too old is changed first.

    Also if every shoe would have new cards: the two batches alternate instead (md-mini .03B(4)).
    """
    now, then = state.batch, other_batch(rules, state)
    old = tuple(batch for batch in (then, now) if too_little_left(rules, state, batch, at))
    if not old:
        return Plan(("device", *_into_the_shoe(rules)), then)
    return Plan(_with_new_batches(rules, old, then), then, old)


def _with_new_batches(rules: HouseRules, old: tuple[int, ...], then: int) -> tuple[str, ...]:
    """Return the ceremonies for new batches: one in the device is shuffled there first, one in play only goes in."""
    opening = "opening-batches" if len(old) > 1 else "opening"
    return (
        "change-daily",
        *((opening,) if rules.applies("open.inspect") else ()),
        "device-first" if then in old else "device",
        *_into_the_shoe(rules),
    )


def changed(rules: HouseRules, state: TableState, at: int) -> Plan:
    """Return the plan for other decks (ma-mini 3(c), md-mini .03C): with two batches, each by its own clock."""
    if rules.shuffling.batches == 1:
        return Plan(("change-daily", *_new_cards(rules, at)), 1, (1,))
    now, then = state.batch, other_batch(rules, state)
    old = (then, now) if too_little_left(rules, state, then, at) else (now,)
    return Plan(_with_new_batches(rules, old, then), then, old)


# ---------------------------------------------------------------- no play


def idle(rules: HouseRules, state: TableState, at: int) -> Plan:
    """Return the plan without play: cards are shown and mixed, or exchanged with the device's (ma-mini 5(g))."""
    if rules.shuffling.batches == 1:
        return Plan(("idle", *_shuffle(rules, "before-play", at, unused=False, fresh=False), *_into_the_shoe(rules)))
    name = "idle-device-inspected" if rules.shuffling.inspect_batch else "idle-device"
    return Plan((name, *_into_the_shoe(rules)), other_batch(rules, state))


# ---------------------------------------------------------------- parts


def _new_cards(rules: HouseRules, at: int) -> Iterator[str]:
    shuffling = rules.shuffling
    if rules.applies("open.inspect"):
        yield "opening-batches" if shuffling.batches > 1 else "opening"
    yield from _shuffle(rules, "before-play", at, unused=False)
    yield from _into_the_shoe(rules)


def _shuffle(rules: HouseRules, moment: Moment, at: int, unused: bool, fresh: bool = True) -> Iterator[str]:
    """Return the shuffle that a moment requires; new cards that arrive shuffled need none (ma-mini 5(a))."""
    if rules.applies("shuffle.when"):
        when = rules.rulebook.law.shuffle.when
        spared = when.unless == "preshuffled" and rules.shuffling.preshuffled
        if moment not in when.when or (spared and fresh and moment == "before-play"):
            return
    yield _how(rules, at, unused)


def _how(rules: HouseRules, at: int, unused: bool) -> str:
    """Return the shuffle by its method, by the further shuffle, and by whether unused cards are plugged in."""
    shuffling = rules.shuffling
    names = {"device": "device-first", "batch": "batch", "three-dealers": "three-dealers", "continuous": "continuous"}
    if shuffling.how in names:
        return names[shuffling.how]
    name = "reshuffle" if shuffling.reshuffles(at) else "shuffle"
    with_plug = f"{name}-unused"
    return with_plug if unused and with_plug in rules.rulebook.ceremonies else name


def _into_the_shoe(rules: HouseRules) -> Iterator[str]:
    if rules.shuffling.how == "continuous":
        return
    yield "cut"
    if rules.shoe.burn:
        yield "burn-face-up" if rules.shuffling.burn_shown else "burn-face-down"
    if rules.curator:
        yield "curator"
