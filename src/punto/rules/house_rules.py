"""House rules: a rulebook with a licensee's lawful choices made.

Only ``punto.rules.review`` makes ``HouseRules``, and only after every check has passed; so a holder need not ask
again whether it is lawful. Standard library only: odds, simulator and a machine with nothing but numpy share it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from punto.core.cards import Card
from punto.core.citation import Cite
from punto.core.money import Cents, Vigorish
from punto.law.rulebook import Rulebook
from punto.wagers.language import EZ
from punto.wagers.wager import Wager


@dataclass(frozen=True, slots=True)
class ShoeRules:
    """All that simulator and table share about a shoe."""

    decks: int  # in one shoe; a batch, where two batches alternate
    burn: bool
    cover_depth: int  # cards behind the cover card
    coups_after_cover: int
    continuous: bool


@dataclass(frozen=True, slots=True)
class Stock:
    """The cards that are brought to the table."""

    decks: int  # in all; batches share them equally
    backs: tuple[str, ...]  # a colour for each batch
    cover: str  # the colour of the cover cards
    cover_cards: int


@dataclass(frozen=True, slots=True)
class Limit:
    """The least and the most a seat may stake on a wager."""

    least: Cents
    most: Cents


@dataclass(frozen=True, slots=True)
class Shuffling:
    """How cards come to be mixed and cut at this table."""

    how: Literal["manual", "device", "batch", "three-dealers", "continuous"]
    batches: int
    preshuffled: bool
    reshuffle: bool  # a further shuffle after lacing
    cut_by: Literal["players", "dealer"]
    recut_by: Literal["last", "next"]
    burn_shown: bool
    dealers: int = 1  # who shuffle the whole stack, each for himself
    inspect_batch: bool = False  # after an idle time the device's batch is spread though nobody asks
    reshuffle_from: int | None = None  # when its notice has run, in milliseconds since 1970: until then the other holds

    def reshuffles(self, at: int) -> bool:
        """Say whether a shuffle made now has the further one: no change is made before its notice has run."""
        changed = self.reshuffle_from is None or at >= self.reshuffle_from
        return self.reshuffle is changed


@dataclass(frozen=True, slots=True)
class Meter:
    """A progressive meter's terms."""

    key: str
    seed: Cents
    rate: Fraction  # of each wager
    to_reserve: Fraction = Fraction(0)  # of that, kept for the next start
    ceiling: Cents | None = None


@dataclass(frozen=True, slots=True)
class Royal9:
    """The Royal 9 side wager of this table."""

    kind: Literal["progressive", "multi-level"]
    stake: Cents
    combinations: Mapping[int, tuple[tuple[Card, Card], ...]]  # seat -> its face-and-nine pairs, King first
    meters: Mapping[str, Meter]
    paytable: str = ""
    must_hit: Meter | None = None


@dataclass(frozen=True, slots=True)
class Area:
    """Something the felt has a place for; ``wager`` where chips go on it."""

    key: str  # a wager's key, "vigorish", "player-hand", "banker-hand"
    cite: Cite
    each_seat: bool = True
    numbered: bool = False
    shows: str = ""  # "combination" where a seat's Royal 9 pairs are printed


@dataclass(frozen=True, slots=True)
class Notice:
    """Words the players must be able to read, on the felt or on a sign."""

    key: Literal["odds", "dragon-7-push", "name-or-logo"]
    text: str
    place: Literal["layout", "sign"]
    cite: Cite


@dataclass(frozen=True, slots=True)
class Fitting:
    """Something that stands on or hangs from the table: discard bucket or rack, boxes, marker rack."""

    key: Literal["discards", "drop-box", "tip-box", "markers"]
    what: str  # "rack", "bucket", "inventory"
    place: str  # where, in words
    cite: Cite


@dataclass(frozen=True, slots=True)
class Layout:
    """What the felt carries and what stands on it, each with the section that asks for it."""

    operator: str
    seat: Area  # a player's position itself, and whether it bears a number
    areas: tuple[Area, ...]
    notices: tuple[Notice, ...]
    fittings: tuple[Fitting, ...]
    approval: str
    felt: Literal["green", "wine", "night"] = "green"

    def area(self, key: str) -> Area | None:
        """Return an area by key."""
        return next((area for area in self.areas if area.key == key), None)

    def notice(self, key: str) -> Notice | None:
        """Return a notice by key."""
        return next((notice for notice in self.notices if notice.key == key), None)

    def fitting(self, key: str) -> Fitting | None:
        """Return a fitting by key."""
        return next((fitting for fitting in self.fittings if fitting.key == key), None)


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
    waived: frozenset[str]  # provisions that this table's choices set aside
    wagers: tuple[Wager, ...]  # in the order of the felt, paytables bound in
    limits: Mapping[str, Limit]
    difference: Cents | None  # the greatest between Player and Banker action
    smallest_chip: Cents
    vigorish: Vigorish | None  # none at an EZ table
    pay_then_vigorish: bool
    squeeze: bool
    curator: bool
    touch: bool  # players may touch the cards
    house_money_portion: Fraction
    free_hands: bool
    match_play: bool
    verbal_wagers: bool
    disclosed: Literal["discard", "simulate"]  # the Player's unauthorised third card
    disclosed_mid_coup: Literal["complete", "void"]  # any other card seen too early (reading 15)
    royal9: Royal9 | None
    bet_seconds: int
    idle_minutes: int
    deck_hours: int | None  # cards are changed at least this often; none where every shoe has new ones
    shoe_minutes: int | None  # no shoe starts with less than this left of them (reading 13)
    layout: Layout

    @property
    def ez(self) -> bool:
        """Whether this is an EZ table: no vigorish, and a wager on Banker pushes on a Dragon 7."""
        return self.variant == EZ

    def applies(self, key: str) -> bool:
        """Whether a provision holds at this table: its document has it, and nothing chosen sets it aside."""
        return key in self.rulebook and key not in self.waived

    def burn_count(self, card: Card) -> int:
        """Return how many cards follow a first one to the discards: its face value (ma-mini 5(f))."""
        burn = self.rulebook.law.burn.count
        if card.rank >= 10:
            return burn.tens_count
        return burn.ace_counts if card.rank == 1 else card.rank

    def wager(self, key: str) -> Wager:
        """Return a wager that is offered here."""
        for wager in self.wagers:
            if wager.key == key:
                return wager
        raise KeyError(key)

    @property
    def riding(self) -> Wager | None:
        """The wager whose payout may ride on a hand, or None."""
        return next((wager for wager in self.wagers if wager.rides), None)

    @property
    def metered(self) -> Wager | None:
        """The wager whose stakes feed the meters, or None."""
        return next((wager for wager in self.wagers if wager.metered), None)

    def _repr_svg_(self) -> str:
        from punto.draw.felt import felt_svg  # a table is its felt, where it may ask to be drawn

        return felt_svg(self)
