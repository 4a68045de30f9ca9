"""Irregularities: the provisions of version 1, and the language of remedies in schema 2."""

from typing import Annotated, Literal

from punto.law.words import (
    After,
    Between,
    Count,
    During,
    Found,
    Holder,
    Long,
    Name,
    NextHand,
    Provision,
    Section,
    Strict,
)


class Undisclosed(Provision):
    """A card drawn in error that was not disclosed."""

    remedy: NextHand
    during: tuple[During, ...] = ("play",)


class ThirdUndisclosed(Provision):
    """An undisclosed third card of a Player's Hand that stands."""

    banker_draws: Literal["banker-third"]
    banker_stays: NextHand


class ThirdDisclosed(Provision):
    """A disclosed third card of a Player's Hand that stands."""

    found: tuple[Found, ...]
    banker_draws: Literal["banker-third"]
    banker_stays: Literal["irregular.player-third-option"]
    extra_cards: Count
    into: Holder


class ThirdOption(Provision):
    """The licensee's choice for such a card."""

    choices: tuple[Literal["discard", "simulate"], ...]


class Disclosed(Provision):
    """A card found face up, or disclosed in error."""

    found: tuple[Found, ...]
    remedy: Literal["simulated-round"]
    during: tuple[During, ...] = ("play",)
    wagers: Literal[False]
    mid_coup: Literal["named"] | None = None  # the submission names the treatment of the coup (reading 15)
    into: Holder


class Insufficient(Provision):
    """Too few cards to complete a coup."""

    remedy: Literal["void"]
    wagers: Literal["returned"]
    then: After


class Irregular(Strict):
    """Irregularities."""

    undisclosed: Undisclosed
    player_third_undisclosed: ThirdUndisclosed
    player_third_disclosed: ThirdDisclosed
    player_third_option: ThirdOption
    disclosed: Disclosed
    insufficient: Insufficient


# ---------------------------------------------------------------- schema 2


Event = Literal["drawn-in-error", "player-third", "no-card-left"]
Disclosure = Literal["seen", "unseen"]
Banker = Literal["draws", "stays"]
Moment = Literal["before", "in-coup", "settled"]
Choice = Literal["discard", "simulate"]
MidCoup = Literal["complete", "void"]
Do = Literal[
    "carry", "discard", "burn", "stands", "banker-third", "simulate",  # the card
    "void", "return-wagers", "end-shoe", "complete-from-new-cards",  # the coup
    "call-floor",
]  # fmt: skip
Doing = Annotated[tuple[Do, ...], Long(1, 4)]


class RemedyLine(Strict):
    """One line of remedies: its facts, and what is done (``punto.law.remedies``)."""

    do: Doing
    section: Section | None = None  # its own, if the document has one
    card: Disclosure | None = None
    banker: Banker | None = None
    moment: Moment | None = None
    next_hand: bool | None = None
    own_place: bool | None = None
    choice: Choice | None = None
    mid_coup: MidCoup | None = None
    extra: Annotated[int, Between(1, 9)] | None = None
    choices: Annotated[tuple[Doing, ...], Long(1, 9)] | None = None  # of the floorperson who is called


class Irregularity(Provision):
    """An irregularity and its remedies: the first line that fits decides."""

    event: Event
    found: tuple[Found, ...] | None = None  # how a card comes to be disclosed
    during: tuple[During, ...] | None = None
    into: Holder | None = None
    then: After | None = None
    remedies: Annotated[tuple[RemedyLine, ...], Long(1, 100)]


class Irregularities(Strict):
    """Irregularities, each under a key that the rulebook chooses."""

    each: dict[Name, Irregularity]
