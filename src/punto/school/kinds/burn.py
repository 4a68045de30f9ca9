"""The burn and the cover card: how many cards go, and what is called when (ma-mini 5(f), 9(e))."""

from __future__ import annotations

from punto.cards import DECK
from punto.school.choosing import Asking, among
from punto.school.houses import houses
from punto.school.kinds.moments import act_of, find
from punto.school.practice import Moment
from punto.school.question import Form, Question, Shown
from punto.school.scenes import scene, told
from punto.school.topics import by_step, provisions_of
from punto.table import due
from punto.table.phases import Phase

CALLS = ("announce-last-hand", "no-more-bets", "gather-cards", "remove-decks")


def make(asking: Asking) -> Question:
    """Ask for the number of cards, or for what the cover card asks for now."""
    return _burn(asking) if asking.chance.random() < 0.5 else _cover(asking)


def _burn(asking: Asking) -> Question:
    rules = asking.chance.choice([rules for rules in houses(asking.book) if rules.shoe.burn])
    card = asking.chance.choice(DECK)
    number = rules.burn_count(card)
    return Question(
        prompt="How many cards are burned after this one?",
        shown=(Shown("first card of the shoe", (str(card),)),),
        form=Form.NUMBER,
        answer=number,
        why=f"The {card.symbol} asks for {number} more.",
        provisions=("burn",),
    )


def _cover(asking: Asking) -> Question:
    """Ask what comes between two coups: the call of the last hand, the close of betting, or the end of the shoe."""
    moment, step = find(asking, CALLS, _between)
    act, open_now = act_of(moment, step), set(map(told, due(*moment)))
    others = (one for step in CALLS for other in by_step(asking.book).get(step, ())[:1] for one in other.musts)
    return Question(
        prompt="What must happen next (wagers aside)?",
        shown=scene(*moment, stakes_too=False),
        form=Form.CHOICE,
        choices=among(
            asking.chance, told(act), {"The dealer deals the Player's first card", *map(told, others)} - open_now
        ),
        answer=told(act),
        why=f"{told(act)}. Hands after the one in which the cover card came: {moment.rules.shoe.coups_after_cover}.",
        provisions=tuple(dict.fromkeys((*provisions_of(moment.rules, act), "cover-card"))),
    )


def _between(moment: Moment) -> bool:
    state = moment.state
    return state.phase is not Phase.BETTING or (not state.done and state.cover in ("seen", "last"))
