"""Every word of the terminal, in one place; the croupier's are those of the manual."""

from __future__ import annotations

from fractions import Fraction

from punto.houserules import HouseRules, Limit
from punto.money import dollars
from punto.table import events as e
from punto.table.events import AnyEvent
from punto.wagers.wager import Verdict, Wager

# Steps that are worth a line, where the dealer says nothing of his own with them.
STEPS = {
    "inspect": "The decks are inspected",
    "spread": "The cards are spread",
    "show": "The cards are shown to the first player",
    "show-batches": "Both batches are shown",
    "wash": "The cards are washed",
    "machine-shuffle": "The machine shuffles",
    "device-shuffle": "The device shuffles",
    "shuffle": "The cards are shuffled",
    "lace": "The cards are laced",
    "offer-cut": "The cut is offered to seat {seat}",
    "decline-cut": "Seat {seat} declines the cut",
    "place-cut": "Seat {seat} cuts, {cards} cards deep",
    "dealer-cut": "The dealer cuts, {cards} cards deep",
    "place-cover": "The cover card goes in, {cards} cards from the end",
    "load-shoe": "The cards are in the shoe",
    "set-aside-cover": "The cover card comes out",
    "offer-shoe": "The shoe is offered to seat {seat}",
    "offer-next": "The shoe is offered to seat {seat}",
    "accept-shoe": "Seat {seat} takes the shoe",
    "accept-next": "Seat {seat} takes the shoe",
    "decline-shoe": "Seat {seat} declines the shoe",
    "decline-next": "Seat {seat} declines the shoe",
    "name-dealer": "Seat {seat} lets the dealer deal",
    "keep-shoe": "The dealer keeps the shoe",
    "pass-shoe": "The shoe is passed",
    "give-player": "The Player's Hand goes to seat {seat}",
    "give-banker": "The Banker's Hand goes to seat {seat}",
    "give-up": "Seat {seat} gives up the right to turn",
    "order-give-up": "Seat {seat} loses the right to turn",
    "collect-losing": "Losing wagers are collected",
    "pay-seat": "Seat {seat} is paid",
    "take-out": "The cards come out of the shoe",
}
HANDS = {"P": "Player", "B": "Banker"}
PLACE_YOUR_WAGERS = "Place your wagers"
LAST_HAND = "Last hand: place your wagers"
FREE_HAND = "A free hand, no wagers: press space"
PREPARING = "The shoe is made ready"
WAITING = "Seat {seat} has the next word"
TOO_SMALL = "This table needs {width} × {height} characters.\nThe terminal has {w} × {h}: make it larger."
HONEST = "Play money. The house has an edge; what has won before says nothing of what wins next."
LEAVE = "Press q again to leave."
COUNTING = "Counting every deal …"
CHECKING = "Everything is computed again …"
NOTHING_YET = "No coup was played yet."
WAITS = "{waits} waits in your hand: the minimum is {least}"
SQUEEZE = {"P": "The Player's Hand is yours to turn", "B": "The Banker's Hand is yours to turn"}
THIRD = {"P": "The Player's third card is yours to turn", "B": "The Banker's third card is yours to turn"}
ONLY_YOU = "Only you see these cards"
CUT = "The cut is yours: anywhere from {least} to {most} cards deep"

# What a person may be asked to do, by the command or the step that does it.
ACTS = {
    "place-cut": "Cut here",
    "decline-cut": "Decline",
    "accept-shoe": "Take the shoe",
    "decline-shoe": "Decline",
    "name-dealer": "Let the dealer deal",
    "accept-next": "Take the shoe",
    "decline-next": "Decline",
    "pass-shoe": "Pass the shoe",
    "give-up": "Give up the right",
    "free-hand": "Free hand",
    "ask-face-up": "See the cards face up",
    "ask-inspection": "Inspect the batch",
    "turn": "Turn over",
    "tuck-banker": "Tuck the Banker's Hand under the shoe",
    "deal": "Deal a card to the {hand}",
    "take": "Take it",
    "ride": "Ride on {hand}",
}
ASKS = {
    "place-cut": "The cut is yours",
    "accept-shoe": "The shoe is offered to you",
    "accept-next": "The shoe is offered to you",
    "house-money": "Your House Money has won {payout}",
    "deal": "The shoe is yours",
    "tuck-banker": "The shoe is yours",
    "turn": "The cards are yours to turn",
}

SHORT = {
    "dragon-bonus-player": "Dragon Player",
    "dragon-bonus-banker": "Dragon Banker",
    "ez-banker": "Banker",
}


NARROW = {"dragon-bonus-player": "Dragon P", "dragon-bonus-banker": "Dragon B"}


def wager_name(wager: Wager, room: int = 80) -> str:
    """Return what a wager is called on the felt, as far as there is room."""
    name = SHORT.get(wager.key, wager.title)
    return name if len(name) <= room else NARROW.get(wager.key, name)


def pays(wager: Wager, rules: HouseRules) -> str:
    """Say what a wager pays: one payout, or the range of a paytable; vigorish where it is taken."""
    won = [one.pays for one in wager.results if one.verdict is Verdict.WIN]
    fixed = sorted({pay for pay in won if isinstance(pay, Fraction)})
    if len(fixed) < len(set(won)):
        return "meters"
    link = "for" if wager.for_one else "to"
    least, most = (f"{pay.numerator}" if pay.denominator == 1 else str(pay) for pay in (fixed[0], fixed[-1]))
    told = f"{most} {link} 1" if least == most else f"{least}–{most} {link} 1"
    rate = rules.vigorish.rate if rules.vigorish and wager.vigorish else None
    return told if rate is None else f"{told} less {rate * 100}%"


def limits(limit: Limit) -> str:
    """Say how much may be staked."""
    if limit.least == limit.most:
        return f"{dollars(limit.least)} only"
    return f"{dollars(limit.least)}–{brief(limit.most)[1:]}"


def brief(cents: int) -> str:
    """Write an amount as chips do: $25, $1k."""
    return dollars(cents).removesuffix(",000") + "k" if cents and not cents % 1_000_00 else dollars(cents)


def signed(cents: int) -> str:
    """Write a win or a loss: ``+$60``, ``−$10``, ``$0``."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def lasted(milliseconds: int) -> str:
    """Say how long something has lasted: 0:47, 1:05."""
    minutes = max(0, milliseconds // 60_000)
    return f"{minutes // 60}:{minutes % 60:02}"


def farewell(coups: int, milliseconds: int, net: int) -> str:
    """Say how a sitting went, and no more than that."""
    played = "one coup" if coups == 1 else f"{coups} coups"
    return f"{played} in {lasted(milliseconds)}, net {signed(net)}"


def call_words(event: AnyEvent) -> str:
    """Say what happened where the dealer calls nothing, and it is worth a line."""
    match event:
        case e.HouseMoneySettled(seat=seat, category=category, payout=payout, rides=rides, on=on) if payout:
            ridden = f", {dollars(rides)} rides on {on}" if rides else ""
            return f"House Money, seat {seat}: {category.replace('-', ' ')}, {dollars(payout)}{ridden}"
        case e.AwardPaid(seat=seat, cents=cents, meter=meter):
            return f"Seat {seat} is paid {dollars(cents)} of the {meter} meter"
        case e.VigorishCollected(seat=seat, cents=cents):
            return f"Vigorish of seat {seat}: {dollars(cents)} collected"
        case e.ShoeCommitted(shoe=shoe, coup=coup):
            return "" if coup else f"Shoe {shoe} is committed to"
        case e.SeedRevealed(shoe=shoe, coup=coup):
            return "" if coup else f"The seed of shoe {shoe} is shown"
        case e.CoupVoided():
            return "The coup is void"
        case e.ShoeEnded(shoe=shoe):
            return f"Shoe {shoe} is over"
        case e.FreeHandAsked():
            return "A free hand"
        case _:
            return ""
