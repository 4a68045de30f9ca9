"""A coup: the deal, the squeeze, third cards, the curator, and the result."""

from typing import Annotated, Literal

from punto.law.words import (
    Count,
    Counts,
    Direction,
    Face,
    Hands,
    Holder,
    Long,
    Matches,
    Movement,
    Name,
    Positive,
    Procedure,
    Provision,
    Strict,
    Supervisor,
    Text,
)


class TwoHands(Provision):
    """The two hands of a coup."""

    hands: Hands


class Announce(Procedure):
    """The announcement that ends betting."""

    before: Literal["first-card"]


class Four(Provision):
    """The first four cards."""

    order: Annotated[Hands, Long(4, 4)]
    face: Literal["down"]
    deals: Literal["dealer", "curator"]


class UnderShoe(Procedure):
    """Place of the Banker's Hand until it is turned."""

    hand: Literal["banker"]
    corner: Literal["right"]
    with_: Literal["squeeze"] | None = None


class DealerTurns(Procedure):
    """The dealer turns the hands."""

    turns: Literal["dealer"]
    unless: Literal["squeeze"] | None = None


class NoTouch(Provision):
    """Only the dealer touches the cards."""

    touch: bool


class SqueezeOption(Provision):
    """The party who turns the hands: the dealer, or players by the squeeze."""

    choices: tuple[Literal["dealer", "squeeze"], ...]


class Squeeze(Procedure):
    """The squeeze: the players who receive a hand, and its return."""

    order: Hands
    to: Literal["highest-wager"]
    given: Literal["down"]
    returned: Literal["up"]


class SqueezeThird(Provision):
    """The third card of a squeezed hand."""

    placed: Literal["down"] | None = None
    to: Literal["same-player"]
    given: Literal["down"]
    returned: Literal["up"]


class SqueezeEqual(Provision):
    """Which of two equal wagers has the squeeze."""

    nearest: Literal["dealer"]
    direction: Direction


class SqueezeNone(Provision):
    """A hand that has no wager."""

    turns: Literal["dealer"]
    cards: tuple[Literal["hand", "third"], ...]


class Relinquish(Procedure):
    """Relinquishing the squeeze right, voluntarily or on order."""

    ordered_by: tuple[Supervisor, ...]
    ordered_for: tuple[Literal["delay", "invalid-deals"], ...]
    start: Literal["right-of-holder"]
    direction: Direction
    lasts: Literal["round"]
    nobody: Literal["dealer"]


class Deal(Strict):
    """The deal."""

    two_hands: TwoHands
    announce: Announce
    four: Four
    banker_under_shoe: UnderShoe
    dealer_turns: DealerTurns | None = None
    no_touch: NoTouch | None = None
    squeeze_option: SqueezeOption | None = None
    squeeze: Squeeze | None = None
    squeeze_third: SqueezeThird | None = None
    squeeze_equal: SqueezeEqual | None = None
    squeeze_none: SqueezeNone | None = None
    squeeze_relinquish: Relinquish | None = None


# ---------------------------------------------------------------- third cards


class ThirdAnnounce(Procedure):
    """The announcement of the point counts."""

    hands: Hands
    unless: Literal["squeeze"] | None = None


class ThirdOrder(Provision):
    """The order of the third cards, and their face."""

    order: Hands
    face: Face


class OneOnly(Provision):
    """A hand receives at most one more card."""

    most: Literal[1]


class ThirdNatural(Provision):
    """A natural ends the draw."""

    counts: Counts
    draws: Counts


class ThirdPlayer(Provision):
    """When the Player's Hand draws."""

    draws: Counts
    stays: Counts


class ThirdAlone(Provision):
    """When the Banker's Hand draws after a Player's Hand that stood."""

    draws: Counts


class ThirdTable(Provision):
    """When the Banker's Hand draws after a Player's third card: ranges, or every case spelled out."""

    draws_below: Count
    stays_on: Count
    draws: dict[Literal["3", "4", "5", "6"], Counts] | None = None
    cases: Annotated[tuple[Annotated[str, Matches("[DS]{4}")], ...], Long(10, 10)] | None = None


class Third(Strict):
    """Third cards."""

    announce: ThirdAnnounce
    order: ThirdOrder
    one_only: OneOnly
    natural: ThirdNatural
    player: ThirdPlayer
    banker_alone: ThirdAlone
    banker_table: ThirdTable


# ---------------------------------------------------------------- the curator


class ManualShoe(Provision):
    """The shoe that a curator holds."""

    shoe: Literal["manual"]


class CuratorOffer(Procedure):
    """To whom the shoe is offered first."""

    start: Literal["seat-1"]
    direction: Direction


class CuratorDealer(Procedure):
    """When a dealer deals for the curator."""

    if_: tuple[Literal["named-by-holder", "nobody-accepts"], ...]


class Instructed(Procedure):
    """The curator deals third cards on instruction."""

    deals: Literal["curator"]
    cards: Literal["third"]


class Passes(Procedure):
    """When the shoe passes."""

    voluntary: Literal["after-round"]
    compulsory: tuple[Literal["banker-loses"], ...]
    ordered_by: tuple[Supervisor, ...]
    ordered_for: tuple[Literal["delay", "invalid-deals"], ...]
    ordered_during: Literal["round"] | None = None


class CuratorNext(Procedure):
    """The next holder of the shoe."""

    start: Literal["right-of-curator"]
    direction: Direction


class Curator(Strict):
    """The curator."""

    manual_shoe: ManualShoe
    offer: CuratorOffer
    dealer: CuratorDealer
    instructed: Instructed
    passes: Passes
    next: CuratorNext


class SeveralDealers(Provision):
    """The dealers of a table: one calls the game, others handle the wagers."""

    calling: Literal[1]
    on_wagers_least: Positive
    apart: bool = False
    caller: tuple[Name, ...] | None = None  # steps of the dealer calling the game
    caller_deals: tuple[Literal["hands"], ...] = ()
    caller_remedies: tuple[Literal["irregular.player-third-disclosed", "irregular.player-third-option"], ...] = ()


class Staff(Strict):
    """The dealers of a table."""

    several_dealers: SeveralDealers


IrregularKey = Annotated[str, Matches(r"irregular\.[a-z0-9]+(-[a-z0-9]+)*", "irregular.drawn")]


class SeveralDealers2(SeveralDealers):
    """The dealers of a table; the caller makes remedies of provisions whose keys the rulebook chooses."""

    caller_remedies: tuple[IrregularKey, ...] = ()  # type: ignore[assignment]


class Staff2(Staff):
    """The dealers of a table, in schema 2."""

    several_dealers: SeveralDealers2


# ---------------------------------------------------------------- result


class ResultAnnounce(Procedure):
    """The announcement of the result."""

    calls: tuple[Literal["counts", "winner"], ...]
    tie: Text
    ez: tuple[Literal["dragon-7", "panda-8"], ...]


class CollectFirst(Procedure):
    """Losing wagers are collected before winning ones are paid."""

    order: tuple[Movement, ...]


class PayOrder(Procedure):
    """The order of paying and of vigorish."""

    order: tuple[Literal["vigorish", "pay"], ...]
    from_: Literal["highest", "lowest"]
    towards: Literal["highest", "lowest"]


class Discard(Procedure):
    """Place of the cards of a completed coup."""

    into: Holder
    reconstructible: bool = False


class Result(Strict):
    """The result of a coup."""

    announce: ResultAnnounce
    collect_first: CollectFirst
    pay_order: PayOrder
    discard: Discard
