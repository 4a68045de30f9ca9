"""All texts of the terminal, and the formatting of names, payouts, amounts, times and announcements.

Dealers' announcements are those of the manual.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from punto.core.money import dollars
from punto.rules.house_rules import HouseRules, Limit
from punto.table import events as e
from punto.table.events import AnyEvent
from punto.wagers.wager import Verdict, Wager

# Steps that get a line if the dealer announces nothing with them.
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
TOO_SMALL = "This table needs {width} × {height} characters.\nThe terminal has {w} × {h}: make it larger."
MARKS = "' Banker pair   , Player pair   ; both   - natural   * announced by name"
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

# Questions to the player, by command or step.
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
    "house-money": "Your {wager} has won {payout}",
    "deal": "The shoe is yours",
    "tuck-banker": "The shoe is yours",
    "turn": "The cards are yours to turn",
}

# ---------------------------------------------------------------- the bar, the dock, the felt

PROGRAM = "Punto"
UNAPPROVED = "Rules that no regulator approved"
WHERE = "shoe {shoe} · coup {coup} · {left} left"
TO_BET, OWED, TIME, NET, CHIPS = "{left} s to bet", "Owed", "Time", "Net", "Chips"
KEYS = (  # key, effect, and the action of a click
    ("1–9", "lay", ""),
    ("← →", "chip", ""),
    ("space", "deal", "deal"),
    ("v", "roads", "panel('roads')"),
    ("h", "history", "panel('history')"),
    ("o", "odds", "panel('odds')"),
    ("s", "rules", "panel('rules')"),
    ("f", "fair", "panel('fair')"),
    ("q", "leave", "leave"),
    ("b", "buy chips", "buy"),
)
HELP_KEY = ("?", "help", "panel('help')")
CHIP_ACTS = (("Undo", "undo"), ("Clear", "clear"), ("Repeat", "repeat"), ("Double", "double"))  # by their first letters
TWICE, DEAL, GO_ON = "×2", "Deal", "Go on"
HAND = "{hand}'S HAND"
YOU, HOUSE_PLAYER, NOBODY = "You", "demo {number}", "–"
LOST, STANDS, VIGORISH, MARKED = "lost {stake}", "push", ", vig. {cents}", ", marked {cents}"
LAST = "(last: {call})"

# ---------------------------------------------------------------- in the hand

PEEL = "↑ ↓, or drag   ← → other card   s from the side"
HAND_BACK, LOOK, GIVE_UP = "hand back, turned", "look at all", "give up"
MOVE = "← → one card   ↑ ↓ half a deck   or click the stack"
CUT_HERE, DECLINE = "cut here", "decline"
DEPTH, ABOVE = "{depth} cards", " of {whole} above the cut"

# ---------------------------------------------------------------- side widgets and panels

BEAD, BIG, ASK = "Bead plate", "Big road", "Ask"
ROADS = {"big-eye": "Big eye boy", "small": "Small road", "cockroach": "Cockroach pig"}
IF_BANKER, IF_PLAYER = "If Banker", "If Player"
OUTCOMES = {"B": "Banker", "P": "Player", "T": "Tie"}
NATURALS, ONE_COUP, COUPS, THIS_SHOE = "Naturals", "one coup", "{number} coups", "This shoe: {coups}"
YOUR_SEAT = "your seat: {pairs}"
FAIR, LISTED, WITH_YOURS = "Fair cards", "{number} cards listed before the cut", "with entropy of yours"
ANNOUNCEMENTS = "Announcements"
BACK = "esc, or a click outside"
ROADS_TITLE, ODDS_TITLE, RULES_TITLE = "Roads of this shoe", "Odds of the next coup", "Rules"
HISTORY_TITLE, HELP_TITLE = "History, not live", "Keys and mouse"
ODDS_COLUMNS = ("wager", "pays", "house edge", "wins", "one in")
ODDS_ABOUT, NEVER, METERS = "Exact, of {left} unseen cards; {seen} were seen.", "never", "meters"
OFFERED_COLUMNS = ("offered here", "pays", "from, to", "section")
SEARCH = "a section, or a word: 12, natural, vigorish …"
FAIR_ROWS, HOUSE_ALONE = ("commitment", "cards listed", "entropy"), "the house's alone"
FAIR_ABOUT = (
    "The hash of the seed was published before the first wager on this shoe, and the salted hash of every card before "
    "the cut. Each turned card is compared with that list. When the shoe is over, its seed is revealed, and anyone can "
    "repeat the shuffle."
)
NO_SHOE, CHECK = "No shoe is committed to yet.", " check everything that happened at this table"
FAILS, HOLDS, NOTHING_TO_CHECK = "FAILED: {fault}", "passed", "nothing to check yet"
RECORDS, WHOLE, NOT_WHOLE = "{records} records, {events} events", "Intact.", "CORRUPT."
ENDS = "{stream}: event {n}, hash {hash}"
HISTORY_COLUMNS = ("shoe", "coup", "Player", "Banker", "result", "staked", "won")
WANTED_COUP, VOID, NOT_SETTLED = "the number of a coup", "void", "not settled"
TOLD = "Shoe {shoe}, coup {number}, a {kind} hand"
FAREWELL = "{coups} in {time}, net {net}"
HELP = (
    ("1 … 9, or click an area", "lay the chosen chip on it"),
    ("← →, or click a chip", "choose the chip"),
    ("u c r d", "undo the last chip, clear, repeat the last coup's wagers, double"),
    ("space", "no more bets: deal; while cards come: go on at once"),
    ("n m", "a free hand, or pass the shoe, where the table has it to offer"),
    ("1 2 3", "answer what you are asked"),
    ("v h o s f", "roads, history, odds, rules with sections, fair cards"),
    ("b", "buy as many chips again"),
    ("q", "leave the table"),
    ("squeeze", "↑ ↓ or drag peels the card, enter hands it back turned, g gives up the right"),
    ("cut", "← → ↑ ↓ or click the stack, enter cuts, d declines"),
)


# ---------------------------------------------------------------- formatting


def wager_name(wager: Wager, room: int = 80) -> str:
    """Return a wager's title on the felt: its first and last word, or less if it does not fit."""
    first, *rest = wager.title.split()
    if len(rest) < 2:
        return wager.title
    return name if len(name := f"{first} {rest[-1]}") <= room else f"{first} {rest[-1][0]}"


def pays(wager: Wager, rules: HouseRules) -> str:
    """Return the payout of a wager: one, or the range of a paytable; with vigorish if there is any."""
    won = [one.pays for one in wager.results if one.verdict is Verdict.WIN]
    fixed = sorted({pay for pay in won if isinstance(pay, Fraction)})
    if len(fixed) < len(set(won)):
        return METERS
    link = "for" if wager.for_one else "to"
    least, most = (f"{pay.numerator}" if pay.denominator == 1 else str(pay) for pay in (fixed[0], fixed[-1]))
    told = f"{most} {link} 1" if least == most else f"{least}–{most} {link} 1"
    rate = rules.vigorish.rate if rules.vigorish and wager.vigorish else None
    return told if rate is None else f"{told} less {rate * 100}%"


def limits(limit: Limit) -> str:
    """Return the limits as text."""
    if limit.least == limit.most:
        return f"{dollars(limit.least)} only"
    return f"{dollars(limit.least)}–{brief(limit.most)[1:]}"


def brief(cents: int) -> str:
    """Format an amount as on chips: $25, $1k."""
    return dollars(cents).removesuffix(",000") + "k" if cents and not cents % 1_000_00 else dollars(cents)


def signed(cents: int) -> str:
    """Format a win or loss: ``+$60``, ``−$10``, ``$0``."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def lasted(milliseconds: int) -> str:
    """Format a duration: 0:47, 1:05."""
    minutes = max(0, milliseconds // 60_000)
    return f"{minutes // 60}:{minutes % 60:02}"


def farewell(coups: int, milliseconds: int, net: int) -> str:
    """Return the summary of a sitting."""
    return FAREWELL.format(coups=coups_of(coups), time=lasted(milliseconds), net=signed(net))


def coups_of(number: int) -> str:
    """Return a number of coups as text."""
    return ONE_COUP if number == 1 else COUPS.format(number=number)


def call_words(event: AnyEvent) -> str:
    """Return the text of an event without an announcement, or "" if it needs no line."""
    match event:
        case e.HouseMoneySettled(seat=seat, category=category, payout=payout, rides=rides, on=on) if payout:
            ridden = f", {dollars(rides)} rides on {on}" if rides else ""
            return f"Seat {seat}, {category.replace('-', ' ')}: {dollars(payout)}{ridden}"
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
        case e.ShoeEnded(shoe=shoe, completes=completes):
            return f"Shoe {shoe} is over; new cards complete the coup" if completes else f"Shoe {shoe} is over"
        case e.FreeHandAsked():
            return "A free hand"
        case _:
            return ""


# ---------------------------------------------------------------- announcements


class Announcement(NamedTuple):
    """An announcement, and the section that requires it."""

    words: str
    section: str = ""


def call_of(event: AnyEvent) -> Announcement | None:
    """Return the announcement of an event; None for events that are only seen."""
    match event:
        case e.StepPerformed(step=step, call=call):
            told = sentence(call) if call else STEPS.get(step, "")
            words = told.format(seat=event.seat, cards=event.cards)
        case e.CoupSettled(call=call):
            words = sentence(call)
        case _:
            words = call_words(event)
    return Announcement(words, event.section) if words else None


def sentence(call: str) -> str:
    """Return an announcement with a capital first letter."""
    return f"{call[:1].upper()}{call[1:]}"
