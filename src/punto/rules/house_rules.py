"""House rules: a rulebook with a licensee's lawful choices.

Only ``punto.rules.review`` creates ``HouseRules``, after every check has passed, so that they are lawful by
construction. Standard library only, because odds and simulator also run on machines with nothing but numpy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from punto.core.cards import Card
from punto.core.citation import Cite
from punto.core.money import Cents, Vigorish
from punto.law.rulebook import Rulebook
from punto.wagers.language import EZ
from punto.wagers.wager import Wager


@dataclass(frozen=True, slots=True)
class ShoeRules:
    """The properties of a shoe that simulator and table share."""

    decks: int  # in one shoe; in one batch, if two batches alternate
    burn: bool
    cover_depth: int  # cards behind the cover card
    coups_after_cover: int
    continuous: bool


@dataclass(frozen=True, slots=True)
class Stock:
    """The cards brought to the table."""

    decks: int  # in total; batches share them equally
    backs: tuple[str, ...]  # a color for each batch
    cover: str  # the color of the cover cards
    cover_cards: int


@dataclass(frozen=True, slots=True)
class Limit:
    """The minimum and maximum stake of a seat on a wager, in cents."""

    least: Cents
    most: Cents


@dataclass(frozen=True, slots=True)
class Shuffling:
    """How cards are shuffled and cut at this table."""

    how: Literal["manual", "device", "batch", "three-dealers", "continuous"]
    batches: int
    preshuffled: bool
    reshuffle: bool  # a further shuffle after lacing
    cut_by: Literal["players", "dealer"]
    recut_by: Literal["last", "next"]
    burn_shown: bool
    dealers: int = 1  # who each shuffle the whole stack
    inspect_batch: bool = False  # after an idle time the device's batch is spread without a request
    reshuffle_from: int | None = None  # start of the change after its notice, in milliseconds since 1970

    def reshuffles(self, at: int) -> bool:
        """Return whether a shuffle made now has the further one; a change starts after its notice."""
        changed = self.reshuffle_from is None or at >= self.reshuffle_from
        return self.reshuffle is changed


@dataclass(frozen=True, slots=True)
class Meter:
    """The terms of a progressive meter."""

    key: str
    seed: Cents
    rate: Fraction  # of each wager
    to_reserve: Fraction = Fraction(0)  # share of the rate, kept for the next start
    ceiling: Cents | None = None
    tops_up: bool = False  # whether the house restores the seed after an award of a part


@dataclass(frozen=True, slots=True)
class Royal9:
    """The side wager of this table whose stakes feed meters: Royal 9, or one that the rulebook states as data."""

    kind: Literal["progressive", "multi-level", "data"]
    paid_by: str  # the provision with its paytable
    stake: Cents
    combinations: Mapping[int, tuple[tuple[Card, Card], ...]]  # seat -> its face-and-nine pairs, King first
    meters: Mapping[str, Meter]
    paytable: str = ""
    must_hit: Meter | None = None


@dataclass(frozen=True, slots=True)
class Area:
    """A printed area of the layout; ``wager`` if chips are placed on it."""

    key: str  # a wager's key, "vigorish", "player-hand", "banker-hand"
    cite: Cite
    each_seat: bool = True
    numbered: bool = False
    shows: str = ""  # "combination" if a seat's Royal 9 pairs are printed


@dataclass(frozen=True, slots=True)
class Notice:
    """Text that the players must be able to read, on the layout or on a sign."""

    key: Literal["odds", "dragon-7-push", "name-or-logo"]
    text: str
    place: Literal["layout", "sign"]
    cite: Cite


@dataclass(frozen=True, slots=True)
class Fitting:
    """Equipment on or at the table: discard bucket or rack, boxes, marker rack."""

    key: Literal["discards", "drop-box", "tip-box", "markers"]
    what: str  # "rack", "bucket", "inventory"
    place: str  # where, in words
    cite: Cite


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout and the equipment of a table, each with the section that requires it."""

    operator: str
    seat: Area  # a player's position, and whether it has a number
    areas: tuple[Area, ...]
    notices: tuple[Notice, ...]
    fittings: tuple[Fitting, ...]
    approval: str
    felt: Literal["green", "wine", "night"] = "green"

    def area(self, key: str) -> Area | None:
        """Return an area by key, or None."""
        return next((area for area in self.areas if area.key == key), None)

    def notice(self, key: str) -> Notice | None:
        """Return a notice by key, or None."""
        return next((notice for notice in self.notices if notice.key == key), None)

    def fitting(self, key: str) -> Fitting | None:
        """Return a fitting by key, or None."""
        return next((fitting for fitting in self.fittings if fitting.key == key), None)


class Derived:
    """The results that the table compiles from house rules, once; they live as long, and are not sent with them."""

    __slots__ = ("plan",)

    def __init__(self) -> None:
        self.plan: Any = None

    def __reduce__(self) -> tuple[type[Derived], tuple[()]]:
        return Derived, ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The rules of one table, lawful by construction."""

    rulebook: Rulebook
    digest: str  # of rulebook and submission together
    table: str  # the table's name
    pit: str
    seats: int
    variant: str  # of vigorish
    stock: Stock
    shoe: ShoeRules
    shuffling: Shuffling
    waived: frozenset[str]  # provisions that this table's choices waive
    wagers: tuple[Wager, ...]  # in layout order, with their paytables
    limits: Mapping[str, Limit]
    difference: Cents | None  # maximum difference between Player and Banker action; None: no limit
    smallest_chip: Cents
    vigorish: Vigorish | None  # None at an EZ table
    pay_then_vigorish: bool
    squeeze: bool
    curator: bool
    touch: bool  # players may touch the cards
    house_money_portion: Fraction
    free_hands: bool
    match_play: bool
    verbal_wagers: bool
    disclosed: Literal["discard", "simulate"]  # the Player's unauthorized third card
    disclosed_mid_coup: Literal["complete", "void"]  # any other card disclosed too early (reading 15)
    royal9: Royal9 | None
    bet_seconds: int
    idle_minutes: int
    deck_hours: int | None  # cards are changed at least this often; None if every shoe has new ones
    shoe_minutes: int | None  # a shoe does not start with less time left (reading 13)
    layout: Layout
    posts: bool = False  # dealers and floorperson sign on
    derived: Derived = field(default_factory=Derived, init=False, repr=False, compare=False)

    def __repr__(self) -> str:
        wagers = ", ".join(wager.key for wager in self.wagers)
        return f"<HouseRules of table {self.table}: {self.rulebook.id}, {self.seats} seats, {wagers}>"

    @property
    def ez(self) -> bool:
        """Whether this is an EZ table: no vigorish, and a wager on Banker pushes on a Dragon 7."""
        return self.variant == EZ

    def applies(self, key: str) -> bool:
        """Return whether a provision applies at this table: its document has it, and no choice waives it."""
        return key in self.rulebook and key not in self.waived

    def burn_count(self, card: Card) -> int:
        """Return how many cards are burned after the first: its face value (ma-mini 5(f))."""
        burn = self.rulebook.law.burn.count
        if card.rank >= 10:
            return burn.tens_count
        return burn.ace_counts if card.rank == 1 else card.rank

    def wager(self, key: str) -> Wager:
        """Return an offered wager by key. Raises ``KeyError``."""
        for wager in self.wagers:
            if wager.key == key:
                return wager
        raise KeyError(key)

    @property
    def early(self) -> Wager | None:
        """The wager that is settled before third cards, or None."""
        return next((wager for wager in self.wagers if wager.settles == "before-third-cards"), None)

    @property
    def riding(self) -> Wager | None:
        """The wager whose payout may ride on a hand, or None."""
        return next((wager for wager in self.wagers if wager.rides), None)

    @property
    def metered(self) -> Wager | None:
        """The wager whose stakes feed the meters, or None."""
        return next((wager for wager in self.wagers if wager.metered), None)

    def _repr_svg_(self) -> str:
        from punto.draw.felt import felt_svg  # imported late: only notebooks draw a table

        return felt_svg(self)
