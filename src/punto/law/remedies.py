"""Remedies: what is done about an irregularity, as lines of facts and primitives.

    { card = "unseen", next-hand = true, do = ["carry"] }

A line asks for facts; what it does not name, it does not ask. Of the lines for an event the first that fits decides.
A primitive is something that the table can do, and each needs something of the situation. Both are closed lists: a new
fact or primitive needs code. Provisions of version 1 become lines too, so that the table knows of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from types import MappingProxyType
from typing import Literal, NamedTuple, get_args

from punto.law.schema.play import Irregular
from punto.law.words import After, During, Found, Holder

Event = Literal["drawn-in-error", "player-third", "no-card-left"]
Card = Literal["seen", "unseen"]
Banker = Literal["draws", "stays"]
Moment = Literal["before", "in-coup", "settled"]
Choice = Literal["discard", "simulate"]
MidCoup = Literal["complete", "void"]
Do = Literal[
    "carry", "discard", "burn", "stands", "banker-third", "simulate",  # what becomes of the card
    "void", "return-wagers", "end-shoe", "complete-from-new-cards",  # what becomes of the coup
    "call-floor",
]  # fmt: skip
# Primitives that belong together, and the step that makes them. Steps of version 1 keep their names.
STEPS: Mapping[frozenset[Do], str] = MappingProxyType(
    {
        frozenset({"carry"}): "carry-card",
        frozenset({"simulate"}): "simulate-round",
        frozenset({"return-wagers", "void", "simulate"}): "void-and-simulate",
        frozenset({"banker-third"}): "use-as-banker-third",
        frozenset({"discard"}): "discard-card",
        frozenset({"return-wagers", "void", "end-shoe"}): "void-round",
    }
)
DOES: Mapping[str, frozenset[Do]] = MappingProxyType({step: do for do, step in STEPS.items()})


class Situation(NamedTuple):
    """Everything that a remedy may depend on."""

    event: Event
    card: Card = "unseen"  # whether its face is known
    banker: Banker = "stays"  # by the rule for a Player's Hand that stood
    moment: Moment = "before"
    next_hand: bool = True  # whether another hand of the shoe follows
    own_place: bool = False  # whether the card was to come to the place that it came to
    choice: Choice = "discard"  # the licensee's, for a disclosed third card
    mid_coup: MidCoup = "complete"  # the licensee's, for any other disclosed card


FACTS = Situation._fields[1:]


class Source(NamedTuple):
    """The provision that something follows from, and its section."""

    provision: str
    section: str


class Line(NamedTuple):
    """One line: the facts that it asks for, and what is done when they hold."""

    source: Source
    do: tuple[Do, ...]
    facts: tuple[tuple[str, str | bool], ...] = ()
    extra: int = 0  # cards that follow a discarded one, unseen
    waits: bool = False  # a carried card waits for the next hand that is played, past any simulated round
    into: Holder | None = None  # where discarded cards go
    then: After = "new-cards"  # the cards of the next shoe, where this one ends

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps of which a table performs one."""
        return (STEPS[frozenset(self.do)],)

    def fits(self, situation: Situation) -> bool:
        """Return whether all facts that the line names hold."""
        return all(getattr(situation, fact) == value for fact, value in self.facts)


class Remedies(NamedTuple):
    """All remedies of a rulebook, and what may go wrong at a table."""

    lines: Mapping[Event, tuple[Line, ...]]
    found: Mapping[Event, tuple[Found, ...]]  # how a card comes to be disclosed
    burn: frozenset[Card]  # irregularities that have a remedy while cards are burned

    def line(self, situation: Situation) -> Line:
        """Return the first line that fits. Raises ``LookupError`` where none does, which a check reports."""
        for line in self.lines[situation.event]:
            if line.fits(situation):
                return line
        raise LookupError(f"no remedy for {situation}")

    def source(self, event: Event, card: Card) -> Source:
        """Return the provision about an event with a card that was disclosed, or was not."""
        asked = (line.source for line in self.lines[event] if ("card", card) in line.facts)
        return next(asked, self.lines[event][0].source)

    def every(self) -> Iterator[Line]:
        """Return the lines of all events."""
        for event in EVENTS:
            yield from self.lines[event]

    def doing(self, step: str) -> Line | None:
        """Return the line that speaks of a step: one that says where cards go, or else the first."""
        lines = [line for line in self.every() if step in line.steps]
        return next((line for line in lines if line.into), lines[0] if lines else None)


EVENTS: tuple[Event, ...] = get_args(Event)


def situations() -> Iterator[Situation]:
    """Return every situation that a table can come to: 224.

    A third card that the Player's Hand may not have comes when both hands are open, and never to its own place. A card
    has a place of its own only before a coup is settled. Where cards have run out there is none to speak of.
    """
    flags = (True, False)
    words = (get_args(each) for each in (Event, Card, Banker, Moment))
    choices = (get_args(each) for each in (Choice, MidCoup))
    for facts in product(*words, flags, flags, *choices):
        event, card, _, moment, _, own, _, _ = facts
        third = event == "player-third" and (moment != "in-coup" or own)
        none = event == "no-card-left" and (card == "seen" or own or moment == "settled")
        if not third and not none and not (own and moment == "settled"):
            yield Situation(*facts)


# ---------------------------------------------------------------- version 1


def version_1(irregular: Irregular) -> Remedies:
    """Return the remedies that provisions of version 1 ask for."""
    return Remedies(
        MappingProxyType(
            {
                "drawn-in-error": tuple(_drawn(irregular)),
                "player-third": tuple(_third(irregular)),
                "no-card-left": tuple(_none_left(irregular)),
            }
        ),
        MappingProxyType(
            {"drawn-in-error": irregular.disclosed.found, "player-third": irregular.player_third_disclosed.found}
        ),
        frozenset(card for card, during in _during(irregular) if "burn" in during),
    )


def _during(irregular: Irregular) -> Iterator[tuple[Card, tuple[During, ...]]]:
    yield "unseen", irregular.undisclosed.during
    yield "seen", irregular.disclosed.during


UNSEEN: tuple[str, Card] = ("card", "unseen")
SEEN: tuple[str, Card] = ("card", "seen")
NEXT = ("next_hand", True)
PLAYED = "first-card-of-next-hand-played"


def _drawn(irregular: Irregular) -> Iterator[Line]:
    unseen = Source("irregular.undisclosed", irregular.undisclosed.section)
    seen = Source("irregular.disclosed", irregular.disclosed.section)
    into = irregular.disclosed.into
    yield Line(unseen, ("carry",), (UNSEEN, NEXT), waits=irregular.undisclosed.remedy == PLAYED)
    yield Line(unseen, ("discard",), (UNSEEN,))
    void = (SEEN, ("moment", "in-coup"), ("mid_coup", "void"))
    yield Line(seen, ("return-wagers", "void", "simulate"), void, into=into)
    yield Line(seen, ("simulate",), (SEEN, NEXT), into=into)
    yield Line(seen, ("discard",), (SEEN,))


def _third(irregular: Irregular) -> Iterator[Line]:
    undisclosed, disclosed = irregular.player_third_undisclosed, irregular.player_third_disclosed
    unseen = Source("irregular.player-third-undisclosed", undisclosed.section)
    seen = Source("irregular.player-third-disclosed", disclosed.section)
    option = Source("irregular.player-third-option", irregular.player_third_option.section)
    into, draws = disclosed.into, ("banker", "draws")
    simulate, discard = ("choice", "simulate"), ("choice", "discard")
    yield Line(unseen, ("banker-third",), (UNSEEN, draws))
    yield Line(seen, ("banker-third",), (SEEN, draws))
    yield Line(unseen, ("carry",), (UNSEEN, NEXT), waits=undisclosed.banker_stays == PLAYED)
    yield Line(unseen, ("discard",), (UNSEEN,))
    yield Line(option, ("discard",), (SEEN, discard), extra=disclosed.extra_cards, into=into)
    yield Line(option, ("simulate",), (SEEN, simulate, NEXT), into=irregular.disclosed.into)
    yield Line(option, ("discard",), (SEEN, simulate), into=into)


def _none_left(irregular: Irregular) -> Iterator[Line]:
    none = Source("irregular.insufficient", irregular.insufficient.section)
    yield Line(none, ("return-wagers", "void", "end-shoe"), then=irregular.insufficient.then)
