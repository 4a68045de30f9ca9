"""Cards: decks, opening, shuffle, cut, burn, and idle tables."""

from typing import Annotated, Literal

from punto.law.words import After, Direction, Face, Holder, Long, Positive, Procedure, Provision, Section, Strict, Text


class Decks(Provision):
    """How many decks a shoe holds."""

    least: Positive
    most: Positive | None = None
    cover_cards: Literal[1, 2]
    backs: Text | None = None
    cover: Text | None = None


class TwoBatches(Provision):
    """Two batches that alternate."""

    least: Positive
    most: Positive
    batches: Literal[2]
    equal: bool
    backs: Literal["different"]


class Alternation(Procedure):
    """How two batches alternate."""

    alternate: Literal["every-shoe"]
    in_device: Literal[1]
    in_play: Literal[1]
    in_discards: Literal[1]


class ChangeDaily(Procedure):
    """After how many hours the decks are replaced."""

    hours: Positive


class ChangeEveryShoe(Procedure):
    """After how many shoes the decks are replaced."""

    shoes: Literal[1]
    with_device: Literal["other-batch"] | None = None


class Cards(Strict):
    """Decks and batches."""

    decks: Decks
    two_batches: TwoBatches | None = None
    batch_alternation: Alternation | None = None
    change_daily: ChangeDaily | None = None
    change_every_shoe: ChangeEveryShoe | None = None


# ---------------------------------------------------------------- opening


class Inspect(Procedure):
    """Inspection of the decks."""

    least_decks: Positive


class Spread(Procedure):
    """The spread for the first player."""

    face: Literal["up"]
    shape: Literal["fans", "columns"]
    sorted_by: tuple[Literal["deck", "suit", "sequence"], ...]
    shown_to: Literal["first-player"]


class Wash(Procedure):
    """The wash."""

    face: Literal["down"]


class OpenBatches(Procedure):
    """The spread of two batches."""

    batches: Literal[2]
    separate: bool
    shown_to: Literal["first-player"]


class Preshuffled(Provision):
    """Preshuffled cards: which steps of the opening they skip."""

    allowed: bool
    skips: tuple[Literal["open.inspect", "open.spread", "open.wash", "open.batches"], ...]
    procedure: bool


class BatchShuffler(Procedure):
    """A machine that shuffles several decks in one batch."""

    allowed: bool
    procedure: bool


class Opening(Strict):
    """Opening a table."""

    inspect: Inspect
    spread: Spread
    wash: Wash
    batches: OpenBatches | None = None
    preshuffled: Preshuffled
    batch_shuffler: BatchShuffler | None = None


# ---------------------------------------------------------------- shuffle


class ShuffleWhen(Procedure):
    """When the cards are shuffled."""

    when: tuple[Literal["before-play", "after-shoe", "on-direction"], ...]
    directed_by: Literal["floor"] | None = None
    unless: Literal["preshuffled"] | None = None


class DeviceOption(Procedure):
    """Shuffling by hand or by device."""

    choices: tuple[Literal["manual", "device"], ...]


class Feathered(Procedure):
    """The feathered stack that the floorperson inspects."""

    squared: bool
    checked_for: Text


class Lace(Procedure):
    """Lacing about one deck evenly into the others."""

    about_decks: Positive
    evenly: bool


class ReshuffleOption(Procedure):
    """The further shuffle, and the notice that it needs."""

    choices: tuple[Literal["off", "on"], ...]
    notice_minutes: Positive
    held_to: Literal["notice"] | None = None
    notify: tuple[Literal["surveillance", "commission"], ...]


class ThreeDealers(Procedure):
    """The shuffle by several dealers."""

    choices: tuple[Literal["manual", "three-dealers"], ...]
    dealers: Literal[3]


class PitWide(Provision):
    """Options that are the same for all tables of a pit."""

    scope: Literal["pit"]
    options: tuple[Literal["shuffle", "reshuffle"], ...]


class ManualSteps(Procedure):
    """The steps of a shuffle by hand."""


class Continuous(Procedure):
    """The continuous shoe, and the section that it replaces."""

    allowed: bool
    replaces: Section
    approval: bool


class Shuffle(Strict):
    """The shuffle."""

    when: ShuffleWhen
    device_option: DeviceOption | None = None
    feathered: Feathered | None = None
    lace: Lace | None = None
    reshuffle_option: ReshuffleOption | None = None
    three_dealers: ThreeDealers | None = None
    pit_wide: PitWide | None = None
    manual_steps: ManualSteps | None = None
    continuous: Continuous | None = None


# ---------------------------------------------------------------- cut and burn


class OfferOrder(Procedure):
    """The players to whom the cut is offered, in order."""

    start: Literal["highest", "highest-occupied", "last-curator"]
    reshuffle_start: Literal["highest", "highest-occupied", "last-curator"] | None = None
    direction: Direction
    backs: Literal["away"]
    nobody: Literal["dealer"]


class DealerOption(Provision):
    """The party who cuts: players or the dealer."""

    choices: tuple[Literal["players", "dealer"], ...]


class CutDepth(Procedure):
    """How far from either end the cutting card goes."""

    depth_decks: Positive | None = None
    depth_cards: Positive | None = None
    from_: tuple[Literal["top", "bottom"], ...]


class CoverPlaced(Procedure):
    """How deep the cover card goes, and where the other one is."""

    cover_depth: Positive
    other_cover: Literal["end", "with-the-cut"]


class Recut(Procedure):
    """A second cut, on order."""

    ordered_by: Literal["floor"]
    ordered_for: tuple[Literal["improper-cut", "fairness"], ...] = ()
    by: Annotated[tuple[Literal["last", "next"], ...], Long(1)]
    until: Literal["cards-in-shoe", "first-card-dealt"]


class Cut(Strict):
    """The cut."""

    offer_order: OfferOrder
    dealer_option: DealerOption | None = None
    depth: CutDepth
    cover: CoverPlaced
    recut: Recut


class BurnCount(Procedure):
    """How many cards are burned."""

    exposed: Literal[1]
    tens_count: Positive
    ace_counts: Positive
    into: tuple[Holder, ...]


class BurnShown(Procedure):
    """Whether burned cards are shown."""

    choices: tuple[Literal["face-down", "face-up"], ...]


class Burn(Strict):
    """The burn."""

    count: BurnCount
    shown: BurnShown


# ---------------------------------------------------------------- the idle table


class IdleTable(Procedure):
    """Treatment of the cards of a table without play."""

    face: Face
    on_request: Literal["up"]
    shown_to: Literal["first-player"]
    with_device: Literal["exchange"]


class IdleBatch(Procedure):
    """When the batch in the device needs no inspection."""

    if_: tuple[Literal["stored-securely", "procedure"], ...]
    needs: Literal["all", "any"]
    procedure: Literal["submitted", "approved"]
    on_request: bool


class Idle(Strict):
    """The idle table."""

    table: IdleTable | None = None
    batch: IdleBatch | None = None


class CoverCard(Procedure):
    """Consequences of the cover card."""

    coups_after: Literal[1]
    due: Literal["at-depth"] | None = None
    then: After
    completes: Literal[True]
    call: Text


class Shoe(Strict):
    """The end of a shoe."""

    cover_card: CoverCard
