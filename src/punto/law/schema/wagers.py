"""Wagers, payouts, vigorish, House Money and Royal 9."""

from typing import Annotated, Literal

from punto.law.words import (
    Between,
    Cents,
    Direction,
    Hands,
    Long,
    Matches,
    Movement,
    Name,
    Odds,
    Percentage,
    Positive,
    Procedure,
    Provision,
    Rate,
    Strict,
)

PointFact = Literal[
    "banker-higher", "banker-lower", "player-higher", "player-lower", "equal", "unequal",
    "dragon-7", "no-dragon-7", "panda-8", "no-panda-8",
]  # fmt: skip
PairFact = Literal["both-pairs", "one-pair", "no-pair"]
BonusFact = Literal["natural-over-no-natural", "natural-9-over-natural-8", "equal-naturals"]
RoyalFact = Literal[
    "both-personal", "banker-personal", "player-personal", "both-of-another-seat",
    "both-suited", "both-royal", "any-suited", "any-royal",
]  # fmt: skip
Facts = tuple[PointFact, ...]
ProgressiveHand = Literal[
    "star", "spade", "heart", "other-identical", "suited-royal-9-both", "royal-9-both", "suited-royal-9", "royal-9"
]
MultilevelHand = Literal[
    "exact-match", "any-two", "banker-k9", "player-k9",
    "suited-royal-9-both", "royal-9-both", "suited-royal-9", "royal-9",
]  # fmt: skip
MultilevelMeter = Literal["major", "k9-banker", "k9-player"]
MultilevelPaytable = Literal["1", "2"]
BonusPaytable = Literal["A", "B", "C"]


class Permissible(Provision):
    """The main wagers of the document."""

    main: tuple[Name, ...]
    by_leave: tuple[Literal["tie"], ...] = ()  # main wagers omitted with the Commission's permission (reading 38)


class Permissible1(Permissible):
    """The wagers of the document: main wagers, others, and those of the EZ game."""

    offered: tuple[Name, ...]
    ez: tuple[Name, ...]


class OnPoints(Provision):
    """A wager on the point counts of a coup: when it wins, loses and pushes."""

    win: Facts
    lose: Facts
    push: Facts = ()
    ez_push: Facts = ()
    wins_on: Facts = ()
    loses_on: Facts = ()
    table: Literal["ez"] | None = None


class OnPairs(Provision):
    """House Money: a wager on pairs in the first two cards of a hand."""

    win: tuple[Literal["both-pairs", "one-pair"], ...]
    lose: tuple[PairFact, ...]
    pair_by: Literal["rank"]


class DragonBonus(Provision):
    """The Dragon Bonus of each hand."""

    hands: Hands
    natural: tuple[BonusFact, ...]
    margin: Annotated[int, Between(4, 9)]  # a paytable begins at four points
    push: tuple[BonusFact, ...]


class Means(Provision):
    """Permitted means of wagering."""

    means: tuple[Literal["chips", "plaques", "match-play"], ...]
    verbal_with_cash: bool
    confirmed_by: Literal["dealer"]
    cash_becomes: tuple[Literal["chips", "plaques"], ...]


class FreeHand(Provision):
    """When a free hand is dealt."""

    allowed: bool
    at_discretion_of: Literal["licensee"]
    asked_by: Literal["player"]


class NoMoreBets(Provision):
    """Acts barred by the announcement "no more bets"."""

    bars: tuple[Literal["make", "increase", "withdraw"], ...]


class Wagers(Strict):
    """The wagers of a document, and how they are made."""

    permissible: Permissible
    means: Means
    free_hand: FreeHand | None = None
    no_more_bets: NoMoreBets


class Wagers1(Wagers):
    """The wagers of version 1: those of the five documents."""

    permissible: Permissible1
    banker: OnPoints
    player: OnPoints
    tie: OnPoints
    dragon_bonus: DragonBonus | None = None
    dragon_7: OnPoints | None = None
    panda_8: OnPoints | None = None
    house_money: OnPairs | None = None


# ---------------------------------------------------------------- payouts and vigorish


class Pays(Provision):
    """Fixed odds."""

    pays: Odds


class Least(Provision):
    """The lowest odds that a licensee may pay."""

    least: Odds


class PayBanker(Provision):
    """The Banker wager: odds, and vigorish in percent of the win."""

    pays: Odds
    vigorish_percent: Percentage


class BonusTable(Strict):
    """One paytable of the Dragon Bonus."""

    by_9: Odds
    by_8: Odds
    by_7: Odds
    by_6: Odds
    by_5: Odds
    by_4: Odds
    natural: Odds


class PayBonus(Provision):
    """The paytables of the Dragon Bonus."""

    vigorish: bool
    natural_tie: Literal["push"]
    paytables: Annotated[dict[BonusPaytable, BonusTable], Long(1)]


class PayHouseMoney(Provision):
    """House Money's odds."""

    both_pairs: Odds
    one_pair: Odds


class Pay(Strict):
    """Payouts."""

    player: Pays
    tie: Least
    banker: PayBanker
    dragon_bonus: PayBonus | None = None
    dragon_7: Pays | None = None
    panda_8: Pays | None = None
    house_money: PayHouseMoney | None = None


class Rounding(Provision):
    """How vigorish is rounded when it is collected."""

    choices: tuple[Literal["exact", "quarter"], ...]
    unit: Cents


class VigorishWhen(Provision):
    """When vigorish is collected."""

    choices: tuple[Literal["with-payout", "deferred"], ...]


class Deferred(Provision):
    """Deferred vigorish: when it is due, and how it is marked."""

    due: tuple[Literal["reshuffle", "new-shoe", "leaving"], ...]
    marked_by: tuple[Literal["coin", "marker-button"], ...]
    marker_shows: Literal["amount"]
    box: Literal["seat"]
    stays_until: Literal["collected"]


class Vigorish(Strict):
    """Vigorish."""

    rounding: Rounding
    when: VigorishWhen
    deferred: Deferred


# ---------------------------------------------------------------- House Money


class SettleEarly(Provision):
    """When and in which order House Money is settled."""

    after: Literal["both-hands-open"]
    before: Literal["third-cards"]
    start: Literal["seat-1"]
    direction: Direction
    order: tuple[Movement, ...]


class Parlay(Provision):
    """On which wager a House Money payout may ride."""

    onto: Hands
    wager: Literal["original"]
    handled_by: Literal["dealer"]
    said_by: Literal["player"] | None = None
    touch: bool


class Portion(Provision):
    """The portion of the payout that may ride."""

    default: Literal["all"]
    portion: bool


class HouseMoney(Strict):
    """House Money."""

    settle_early: SettleEarly
    parlay: Parlay
    portion: Portion


# ---------------------------------------------------------------- Royal 9


class ProgressiveTerms(Provision):
    """Royal 9 Progressive: decks, seats and stake."""

    decks: tuple[Positive, ...]
    deck_of: Literal[52]
    seats: Annotated[tuple[Positive, ...], Long(1)]
    stake_cents: Cents
    suited: bool
    unique: bool


class Underlying(Provision):
    """The wagers that Royal 9 requires."""

    optional: Literal[True]
    beside: tuple[Name, ...]
    before: Literal["first-card"]


class ProgressiveHands(Provision):
    """Meaning of each line of the paytable."""

    star: RoyalFact
    spade: RoyalFact
    heart: RoyalFact
    other_identical: RoyalFact
    suited_royal_9_both: RoyalFact
    royal_9_both: RoyalFact
    suited_royal_9: RoyalFact
    royal_9: RoyalFact


class ProgressiveLine(Strict):
    """A line of the paytable: an award in cents, or a meter."""

    hand: ProgressiveHand
    meter: Literal["star", "spade", "heart"] | None = None
    award_cents: Cents | None = None


class ProgressiveTable(Provision):
    """The paytable of Royal 9 Progressive."""

    lines: tuple[ProgressiveLine, ...]


class Progressive(Strict):
    """Royal 9 Progressive."""

    terms: ProgressiveTerms
    underlying: Underlying
    hands: ProgressiveHands
    paytable: ProgressiveTable


class MultilevelTerms(Provision):
    """Royal 9 Multi-Level: decks and stake."""

    decks: tuple[Positive, ...]
    deck_of: Literal[52]
    stake_cents: Cents
    first_cards: Literal[4]
    own_combinations: Literal[True]


class ExactMatch(Provision):
    """The exact match."""

    hands: Literal["both"]
    same: Literal[True]
    posted_at: Literal["chair"]


class MultilevelLine(Strict):
    """A line of the paytable: an award in cents, or a part of a meter."""

    hand: MultilevelHand
    meter: MultilevelMeter | None = None
    percent: Annotated[int, Between(1, 100)] | None = None
    award_cents: Cents | None = None


class MultilevelMeters(Strict):
    """Meter seeds and increment rates of one paytable."""

    major_seed_cents: Cents
    k9_banker_seed_cents: Cents
    k9_player_seed_cents: Cents
    major_rate: Rate
    k9_banker_rate: Rate
    k9_player_rate: Rate


class MultilevelTables(Provision):
    """The paytables of Royal 9 Multi-Level."""

    lines: tuple[MultilevelLine, ...]
    tables: Annotated[dict[MultilevelPaytable, MultilevelMeters], Long(1)]


class Chairs(Provision):
    """The combination of each chair."""

    faces: tuple[Literal["J", "Q", "K"], ...]
    chairs: tuple[Annotated[str, Matches("[schd]9[schd]")], ...]


class Multilevel(Strict):
    """Royal 9 Multi-Level."""

    terms: MultilevelTerms
    exact_match: ExactMatch
    paytables: MultilevelTables
    chairs: Chairs


class MustHit(Procedure):
    """The Must Hit Progressive."""

    optional: bool
    among: Literal["royal-9"]
    drawn: Literal["random"]
    shown_at: tuple[Literal["seat", "dealer", "display"], ...]


class Royal9(Strict):
    """Royal 9."""

    progressive: Progressive | None = None
    multilevel: Multilevel | None = None
    must_hit: MustHit | None = None
