"""Remedies of irregularities, as lines of facts and primitives.

    { card = "unseen", next-hand = true, do = ["carry"] }

A line matches on the facts that it names and ignores all others. Of the lines for an event, the first that fits
decides. A primitive is something that the table can do, and each has requirements of the situation. Both are closed
lists: a new fact or primitive needs code. Provisions of version 1 are also compiled to lines, so that the table has one
mechanism.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar, get_args

from punto.law.schema.irregular import (
    Banker,
    Choice,
    Disclosure,
    Do,
    Event,
    Irregular,
    Irregularity,
    MidCoup,
    Moment,
    RemedyLine,
)
from punto.law.words import After, During, Found, Holder

T = TypeVar("T")
# Primitives that are performed together, and the step that performs them. Steps of version 1 keep their names.
STEPS: Mapping[frozenset[Do], str] = MappingProxyType(
    {
        frozenset({"carry"}): "carry-card",
        frozenset({"simulate"}): "simulate-round",
        frozenset({"return-wagers", "void", "simulate"}): "void-and-simulate",
        frozenset({"banker-third"}): "use-as-banker-third",
        frozenset({"discard"}): "discard-card",
        frozenset({"return-wagers", "void", "end-shoe"}): "void-round",
        frozenset({"stands"}): "let-card-stand",
        frozenset({"burn"}): "burn-drawn-card",
        frozenset({"return-wagers", "void", "carry"}): "void-and-carry",
        frozenset({"return-wagers", "void", "discard"}): "void-and-discard",
        frozenset({"return-wagers", "void", "burn"}): "void-and-burn",
        frozenset({"complete-from-new-cards"}): "complete-from-new-cards",
    }
)
DOES: Mapping[str, frozenset[Do]] = MappingProxyType({step: do for do, step in STEPS.items()})
EVENTS: tuple[Event, ...] = get_args(Event)


class Situation(NamedTuple):
    """Everything that a remedy may depend on."""

    event: Event
    card: Disclosure = "unseen"  # whether its face is known
    banker: Banker = "stays"  # by the rule for a Player's Hand that stood
    moment: Moment = "before"
    next_hand: bool = True  # whether another hand of the shoe follows
    own_place: bool = False  # whether the card was due at the place where it lies
    choice: Choice = "discard"  # the licensee's, for a disclosed third card
    mid_coup: MidCoup = "complete"  # the licensee's, for any other disclosed card


FACTS = Situation._fields[1:]
Facts = tuple[tuple[str, str | bool], ...]


class Source(NamedTuple):
    """The provision of a remedy, and its section."""

    provision: str
    section: str


class CompiledRemedy(NamedTuple):
    """One line: its facts, and what is done if they hold."""

    source: Source
    do: frozenset[Do]
    facts: Facts = ()
    extra: int = 0  # cards that follow a discarded one, unseen
    waits: bool = False  # a carried card waits for the next hand that is played, past any simulated round
    into: Holder | None = None  # where discarded cards go
    then: After = "new-cards"  # the cards of the next shoe, if this one ends
    choices: tuple[frozenset[Do], ...] = ()  # of the floorperson who is called

    @property
    def calls_floor(self) -> bool:
        """Whether a floorperson decides, by performing one of the steps."""
        return "call-floor" in self.do

    @property
    def steps(self) -> tuple[str, ...]:
        """The steps of which a table performs one."""
        return tuple(STEPS[do] for do in self.choices or (self.do,))

    def fits(self, situation: Situation) -> bool:
        """Return whether all facts that the line names hold."""
        return all(getattr(situation, fact) == value for fact, value in self.facts)


class Option(NamedTuple, Generic[T]):
    """A choice of the licensee that remedies depend on; empty if none does."""

    choices: tuple[T, ...]
    provision: str
    named: bool = True  # whether the submission must name one


class Remedies(NamedTuple):
    """All remedies of a rulebook, and what may go wrong at a table."""

    lines: Mapping[Event, tuple[CompiledRemedy, ...]]
    found: Mapping[Event, tuple[Found, ...]]  # how a card comes to be disclosed
    burn: frozenset[Disclosure]  # cards drawn in error that have a remedy while cards are burned
    third: Option[Choice]
    mid_coup: Option[MidCoup]

    def line(self, situation: Situation) -> CompiledRemedy:
        """Return the first line that fits. Raises ``LookupError`` if none does, which a check reports."""
        for line in self.lines[situation.event]:
            if line.fits(situation):
                return line
        raise LookupError(f"no remedy for {situation}")

    def source(self, event: Event, card: Disclosure) -> Source:
        """Return the provision about an event with a card that was disclosed, or was not."""
        asked = (line.source for line in self.lines[event] if ("card", card) in line.facts)
        return next(asked, self.lines[event][0].source)

    def every(self) -> Iterator[CompiledRemedy]:
        """Yield the lines of all events."""
        for event in EVENTS:
            yield from self.lines[event]

    def doing(self, step: str) -> CompiledRemedy | None:
        """Return the line of a step: one that says where cards go, or else the first; None if there is none."""
        lines = [line for line in self.every() if step in line.steps]
        return next((line for line in lines if line.into), lines[0] if lines else None)


def situations() -> Iterator[Situation]:
    """Yield all 224 situations that can occur at a table.

    A third card that the Player's Hand may not have occurs when both hands are face up, and never at its own place. A
    card has its own place only before a coup is settled. When the cards have run out there is no card.
    """
    flags = (True, False)
    words = (get_args(each) for each in (Event, Disclosure, Banker, Moment))
    choices = (get_args(each) for each in (Choice, MidCoup))
    for facts in product(*words, flags, flags, *choices):
        event, card, _, moment, _, own, _, _ = facts
        third = event == "player-third" and (moment != "in-coup" or own)
        none = event == "no-card-left" and (card == "seen" or own or moment == "settled")
        if not third and not none and not (own and moment == "settled"):
            yield Situation(*facts)


# ---------------------------------------------------------------- version 1


def version_1(irregular: Irregular) -> Remedies:
    """Return the remedies of provisions of version 1."""
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
        Option(irregular.player_third_option.choices, "irregular.player-third-option"),
        Option(get_args(MidCoup), "irregular.disclosed", irregular.disclosed.mid_coup == "named"),
    )


def _during(irregular: Irregular) -> Iterator[tuple[Disclosure, tuple[During, ...]]]:
    yield "unseen", irregular.undisclosed.during
    yield "seen", irregular.disclosed.during


UNSEEN: tuple[str, Disclosure] = ("card", "unseen")
SEEN: tuple[str, Disclosure] = ("card", "seen")
NEXT = ("next_hand", True)
PLAYED = "first-card-of-next-hand-played"


def _drawn(irregular: Irregular) -> Iterator[CompiledRemedy]:
    unseen = Source("irregular.undisclosed", irregular.undisclosed.section)
    seen = Source("irregular.disclosed", irregular.disclosed.section)
    into = irregular.disclosed.into
    yield CompiledRemedy(unseen, frozenset({"carry"}), (UNSEEN, NEXT), waits=irregular.undisclosed.remedy == PLAYED)
    yield CompiledRemedy(unseen, frozenset({"discard"}), (UNSEEN,))
    void = (SEEN, ("moment", "in-coup"), ("mid_coup", "void"))
    yield CompiledRemedy(seen, frozenset({"return-wagers", "void", "simulate"}), void, into=into)
    yield CompiledRemedy(seen, frozenset({"simulate"}), (SEEN, NEXT), into=into)
    yield CompiledRemedy(seen, frozenset({"discard"}), (SEEN,))


def _third(irregular: Irregular) -> Iterator[CompiledRemedy]:
    undisclosed, disclosed = irregular.player_third_undisclosed, irregular.player_third_disclosed
    unseen = Source("irregular.player-third-undisclosed", undisclosed.section)
    seen = Source("irregular.player-third-disclosed", disclosed.section)
    option = Source("irregular.player-third-option", irregular.player_third_option.section)
    into, draws = disclosed.into, ("banker", "draws")
    simulate, discard = ("choice", "simulate"), ("choice", "discard")
    yield CompiledRemedy(unseen, frozenset({"banker-third"}), (UNSEEN, draws))
    yield CompiledRemedy(seen, frozenset({"banker-third"}), (SEEN, draws))
    yield CompiledRemedy(unseen, frozenset({"carry"}), (UNSEEN, NEXT), waits=undisclosed.banker_stays == PLAYED)
    yield CompiledRemedy(unseen, frozenset({"discard"}), (UNSEEN,))
    yield CompiledRemedy(option, frozenset({"discard"}), (SEEN, discard), extra=disclosed.extra_cards, into=into)
    yield CompiledRemedy(option, frozenset({"simulate"}), (SEEN, simulate, NEXT), into=irregular.disclosed.into)
    yield CompiledRemedy(option, frozenset({"discard"}), (SEEN, simulate), into=into)


def _none_left(irregular: Irregular) -> Iterator[CompiledRemedy]:
    none = Source("irregular.insufficient", irregular.insufficient.section)
    yield CompiledRemedy(none, frozenset({"return-wagers", "void", "end-shoe"}), then=irregular.insufficient.then)


# ---------------------------------------------------------------- schema 2


def version_2(provisions: Mapping[str, Irregularity]) -> Remedies:
    """Return the remedies of provisions by their keys, ``irregular.drawn``; their lines in the order of the text."""
    lines: dict[Event, list[CompiledRemedy]] = {event: [] for event in EVENTS}
    found: dict[Event, tuple[Found, ...]] = dict.fromkeys(EVENTS, ())
    for key, one in provisions.items():
        lines[one.event] += [_line(key, one, line) for line in one.remedies]
        found[one.event] += one.found or ()
    every = [line for event in EVENTS for line in lines[event]]
    return Remedies(
        MappingProxyType({event: tuple(each) for event, each in lines.items()}),
        MappingProxyType(found),
        frozenset(card for one in provisions.values() for card in _burned(one)),
        _option("choice", Choice, every),
        _option("mid_coup", MidCoup, every),
    )


def _line(key: str, provision: Irregularity, line: RemedyLine) -> CompiledRemedy:
    facts = tuple((fact, value) for fact in FACTS if (value := getattr(line, fact)) is not None)
    return CompiledRemedy(
        Source(key, line.section or provision.section),
        frozenset(line.do),
        facts,
        line.extra or 0,
        waits="carry" in line.do or any("carry" in do for do in line.choices or ()),
        into=provision.into,
        then=provision.then or "new-cards",
        choices=tuple(map(frozenset, line.choices or ())),
    )


def _burned(provision: Irregularity) -> Iterator[Disclosure]:
    """Yield the cards for which a provision has a remedy during the burn."""
    for card in get_args(Disclosure):
        if "burn" in (provision.during or ()) and any(line.card in (None, card) for line in provision.remedies):
            yield card


def _option(fact: str, words: Any, lines: list[CompiledRemedy]) -> Option[Any]:
    """Return the licensee's choice, if a line depends on it."""
    asks = next((line.source.provision for line in lines if fact in dict(line.facts)), "")
    return Option(get_args(words) if asks else (), asks)
