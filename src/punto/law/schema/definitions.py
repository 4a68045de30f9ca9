"""Definitions, the table and its layout."""

from typing import Annotated, Literal

from punto.law.words import Count, Counts, Holder, Long, Name, Positive, Provision, Rank, Strict, Text


class Definition(Provision):
    """A definition; ``by`` names the chapter it is taken from, if that is another one."""

    by: Text | None = None


class Dragon7(Definition):
    """A Dragon 7: the Banker's Hand wins with three cards and a count of seven."""

    hand: Literal["banker"]
    count: Literal[7]
    cards: Literal[3]
    other_below: Literal[7]


class Panda8(Definition):
    """A Panda 8: the Player's Hand wins with three cards and a count of eight."""

    hand: Literal["player"]
    count: Literal[8]
    cards: Literal[3]
    other_below: Literal[8]


class Ez(Definition):
    """The EZ game."""

    vigorish: bool


class Natural(Definition):
    """A natural."""

    counts: Counts
    cards: Literal[2]


class FreeHandDefined(Definition):
    """A free hand: a coup without wagers."""

    wagers: Literal[False]


class CuratorDefined(Definition):
    """The curator of the shoe."""

    is_: Literal["player"]
    holds: Literal["shoe"]
    directed_by: Literal["dealer"]


class RoyalNine(Definition):
    """A Royal 9: a face card and a nine."""

    faces: tuple[Literal["J", "Q", "K"], ...]
    with_: Literal["9"]
    cards: Literal[2]
    suited: Literal["one suit"] | None = None


class Definitions(Strict):
    """Definitions of the document's terms."""

    natural: Natural
    free_hand: FreeHandDefined | None = None
    curator: CuratorDefined | None = None
    royal_9: RoyalNine | None = None


class Definitions1(Definitions):
    """The definitions of version 1: those of the five documents."""

    dragon_7: Dragon7
    ez: Ez
    panda_8: Panda8 | None = None


class Definitions2(Definitions):
    """Definitions; terms used only by the lines of a wager consist of a section."""

    others: dict[Name, Definition]


# ---------------------------------------------------------------- the table


class Seats(Provision):
    """How many seats a table has."""

    least: Positive
    most: Positive
    numbered: Literal[True]


class Table(Strict):
    """The table."""

    seats: Seats


# ---------------------------------------------------------------- the layout


class Approval(Provision):
    """The authority that approves the layout."""

    by: Text


class Areas(Provision):
    """Areas of the layout."""

    areas: tuple[Name, ...]
    each: Literal["seat"] | None = None
    numbered: bool = False
    unless: tuple[Literal["with-payout", "ez"], ...] = ()
    shows: Literal["combination"] | None = None


class Notice(Provision):
    """An inscription that the layout or a sign at the table shows."""

    notice: Literal["odds", "dragon-7-push", "name-or-logo"]
    places: Annotated[tuple[Literal["layout", "sign"], ...], Long(1)]
    says: tuple[Text, ...] = ()  # wordings that state the rule; empty for any


class MarkerButtons(Provision):
    """Place of the marker buttons."""

    places: Annotated[tuple[Literal["inventory", "rack"], ...], Long(1)]
    rack_stands: Text


class Boxes(Provision):
    """Drop box and tip box."""

    side: Literal["dealer"]
    opposite: bool
    tip_box_elsewhere: Literal["approved"]


class Discards(Provision):
    """The discard rack or bucket."""

    holders: Annotated[tuple[Holder, ...], Long(1)]
    decks: Positive | None = None
    side: Literal["dealer"] | None = None
    attached: bool = False


class Layout(Strict):
    """The layout."""

    approval: Approval
    name_or_logo: Notice | None = None
    main_areas: Areas | None = None
    odds_shown: Notice | None = None
    card_areas: Areas | None = None
    dragon_bonus_area: Areas | None = None
    dragon_7_area: Areas | None = None
    dragon_7_push_notice: Notice | None = None
    panda_8_area: Areas | None = None
    house_money_area: Areas | None = None
    royal9_combinations: Areas | None = None
    vigorish_boxes: Areas
    marker_buttons: MarkerButtons | None = None
    drop_and_tip_box: Boxes | None = None
    discards: Discards


class Layout2(Layout):
    """The layout, with areas for wagers that are data."""

    others: dict[Name, Areas]


# ---------------------------------------------------------------- points


class Values(Provision):
    """The point value of each rank."""

    values: dict[Rank, Count]


class PointCount(Provision):
    """The point count of a hand."""

    keeps: Literal["right digit"]
    modulus: Literal[10]


class Points(Strict):
    """Points."""

    values: Values
    count: PointCount
