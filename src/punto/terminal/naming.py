"""Words and figures put together: what a wager is called and pays, amounts, times, and what is told of an event."""

from __future__ import annotations

from fractions import Fraction

from punto.houserules import HouseRules, Limit
from punto.money import dollars
from punto.table import events as e
from punto.table.events import AnyEvent
from punto.terminal import words
from punto.wagers.wager import Verdict, Wager


def wager_name(wager: Wager, room: int = 80) -> str:
    """Return a wager's title on the felt: its first and last word, or less where there is no room."""
    first, *rest = wager.title.split()
    if len(rest) < 2:
        return wager.title
    return name if len(name := f"{first} {rest[-1]}") <= room else f"{first} {rest[-1][0]}"


def pays(wager: Wager, rules: HouseRules) -> str:
    """Say what a wager pays: one payout, or the range of a paytable; vigorish where it is taken."""
    won = [one.pays for one in wager.results if one.verdict is Verdict.WIN]
    fixed = sorted({pay for pay in won if isinstance(pay, Fraction)})
    if len(fixed) < len(set(won)):
        return words.METERS
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
    return words.FAREWELL.format(coups=coups_of(coups), time=lasted(milliseconds), net=signed(net))


def coups_of(number: int) -> str:
    """Count coups."""
    return words.ONE_COUP if number == 1 else words.COUPS.format(number=number)


def call_words(event: AnyEvent) -> str:
    """Say what happened where the dealer calls nothing, and it is worth a line."""
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
