"""Stop points up to which a table continues, and assertions about its state and the events of the last line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from punto.core.posting import felt_account, seat_account
from punto.rules.house_rules import HouseRules
from punto.scenario.sentences import MONEY, NAME, NotUnderstood, Seats, cents, seat_of
from punto.table import TableState
from punto.table.events import AnyEvent, AwardPaid, CardDealt, CoupEnded, CoupSettled, StepPerformed
from punto.table.irregularities import short
from punto.table.phases import Phase
from punto.table.settlement import SHUFFLES

OPEN_HANDS = (Phase.HOUSE_MONEY, Phase.DRAWING, Phase.PAYING)
StopPoint = Callable[[HouseRules, TableState, TableState], bool]  # rules, state at the start, current state

MOMENTS: Mapping[str, StopPoint] = {
    "": lambda rules, begun, now: False,  # as far as possible
    "the cards are to be mixed": lambda rules, begun, now: _agenda(now) in SHUFFLES and not now.done,
    "the cut is next": lambda rules, begun, now: _agenda(now) == "cut" and not now.done,
    "the burn is next": lambda rules, begun, now: _agenda(now).startswith("burn") and not now.done,
    "the shoe is offered": lambda rules, begun, now: _agenda(now).startswith("curator") and not now.done,
    "betting is open": lambda rules, begun, now: now.phase is Phase.BETTING and not now.done,
    "betting is closed": lambda rules, begun, now: now.phase is Phase.DEALING,
    "four cards lie": lambda rules, begun, now: now.phase is Phase.TURNING,
    "House Money is next": lambda rules, begun, now: now.phase is Phase.HOUSE_MONEY,
    "both hands are open": lambda rules, begun, now: now.phase in OPEN_HANDS,
    "all cards are out": lambda rules, begun, now: now.phase is Phase.PAYING,
    "the coup is settled": lambda rules, begun, now: now.settled,
    "the coup is over": lambda rules, begun, now: now.coup > begun.coup,
    "a card is missing": lambda rules, begun, now: short(now),
}


def _agenda(state: TableState) -> str:
    return state.agenda[0] if state.agenda else ""


# ---------------------------------------------------------------- assertions


class Moment(NamedTuple):
    """The current state of the table, and the events of the last line that did something."""

    rules: HouseRules
    state: TableState
    came: Sequence[AnyEvent]
    meters: Mapping[str, int] = {}


class Assertion(NamedTuple):
    """An assertion: the expected value, and how to look up the actual one."""

    words: str
    wanted: object
    found: Callable[[Moment], object]


def dollars(amount: int) -> str:
    """Format cents as dollars.

    >>> dollars(123450), dollars(2500)
    ('$1,234.50', '$25')
    """
    return f"${amount // 100:,}" + (f".{amount % 100:02}" if amount % 100 else "")


def check(words: str, seats: Seats) -> Assertion:
    """Parse an assertion. Raises ``NotUnderstood``."""
    for form, make in CHECKS:
        match = re.fullmatch(form, words)
        if match:
            wanted, found = make(match, seats)
            return Assertion(words, wanted, found)
    raise NotUnderstood(f"{words!r} cannot be looked up at a table")


Made = tuple[object, Callable[[Moment], object]]


def _account(name: str, amount: str) -> Made:
    return dollars(cents(amount)), lambda m: dollars(m.state.accounts.get(name, 0))


def _holds(match: re.Match[str], seats: Seats) -> Made:
    return _account(seat_account(seat_of(match[1], seats)), match[2])


def _staked(match: re.Match[str], seats: Seats) -> Made:
    return _account(felt_account(seat_of(match[1], seats), match[3]), match[2])


def _owes(match: re.Match[str], seats: Seats) -> Made:
    seat = seat_of(match[1], seats)
    wanted = cents(match[2]) if match[2] else 0
    return dollars(wanted), lambda m: _marked(m.state.owed.get(seat, 0))


def _marked(thousandths: int) -> str:
    """Format an amount in thousandths of a cent, such as deferred vigorish."""
    whole, rest = divmod(thousandths, 1000)
    return dollars(whole) + (f" and {rest} thousandths of a cent" if rest else "")


def _meter(match: re.Match[str], seats: Seats) -> Made:
    return dollars(cents(match[2])), lambda m: dollars(m.meters[match[1]]) if match[1] in m.meters else "no such meter"


def _awarded(match: re.Match[str], seats: Seats) -> Made:
    award = seat_of(match[1], seats), match[3], dollars(cents(match[2]))
    return [award], lambda m: [(one.seat, one.meter, dollars(one.cents)) for one in _awards(m)]


def _awards(moment: Moment) -> list[AwardPaid]:
    return [event for event in moment.came if isinstance(event, AwardPaid)]


def _calls(moment: Moment) -> str:
    said = (event.call for event in moment.came if isinstance(event, StepPerformed | CoupSettled))
    return " / ".join(filter(None, said))


def _called(match: re.Match[str], seats: Seats) -> Made:
    return match[1], lambda m: match[1] if match[1] in _calls(m).split(" / ") else _calls(m)


def _felt(moment: Moment) -> str:
    return ", ".join(account for account in moment.state.accounts if account.startswith("felt/")) or "nothing"


def _curator(match: re.Match[str], seats: Seats) -> Made:
    wanted = 0 if match[1] == "the dealer" else seat_of(match[1], seats)
    return wanted, lambda m: m.state.curator


def _turner(match: re.Match[str], seats: Seats) -> Made:
    wanted = 0 if match[1] == "the dealer" else seat_of(match[1], seats)
    return wanted, lambda m: m.state.holders.get(match[2][0])


def _lines(moment: Moment) -> Mapping[tuple[int, str], str]:
    settled = (event for event in moment.came if isinstance(event, CoupSettled))
    return {(line.seat, line.wager): line.verdict for event in settled for line in event.lines}


def _fate(match: re.Match[str], seats: Seats) -> Made:
    key = seat_of(match[1], seats), match[2]
    return {"wins": "win", "loses": "lose", "pushes": "push"}[match[3]], lambda m: _lines(m).get(key)


CHECKS: tuple[tuple[str, Callable[[re.Match[str], Seats], Made]], ...] = (
    (rf"{NAME} holds {MONEY}", _holds),
    (rf"{NAME} has {MONEY} on ([a-z0-9-]+)", _staked),
    (rf"{NAME} owes (?:{MONEY}|nothing)", _owes),
    (rf"{NAME}'s ([a-z0-9-]+) (wins|loses|pushes)", _fate),
    (rf"the rack holds {MONEY}", lambda m, s: _account("rack", m[1])),
    (rf"the ([a-z0-9-]+) meter shows {MONEY}", _meter),
    (rf"{NAME} is awarded {MONEY} of the ([a-z0-9-]+) meter", _awarded),
    (r"nothing is on the felt", lambda m, s: ("nothing", _felt)),
    (r'it was called: "(.+)"', _called),
    (rf"({NAME[1:-1]}|the dealer) holds the shoe", _curator),
    (rf"({NAME[1:-1]}|the dealer) turns the (Player|Banker)'s Hand", _turner),
    (r"(\d{1,4}) cards are left", lambda m, s: (int(m[1]), lambda now: now.state.left)),
    (r"coup (\d{1,6}) is next", lambda m, s: (int(m[1]), lambda now: now.state.coup)),
    (r"it is shoe (\d{1,6})", lambda m, s: (int(m[1]), lambda now: now.state.shoe)),
    (r"batch (\d{1,3}) is in play", lambda m, s: (int(m[1]), lambda now: now.state.batch)),
    (r"the round is (wagered|free|simulated)", lambda m, s: (m[1], lambda now: now.state.kind)),
    (r"(P\d|B\d) is (\S+)", lambda m, s: (m[2], lambda now: now.state.places.get(m[1]))),
    (r"(P\d|B\d) lies face down", lambda m, s: (None, lambda now: now.state.places.get(m[1], "nowhere"))),
    (r"(P\d|B\d) is not dealt", lambda m, s: (False, lambda now: m[1] in now.state.places)),
    (r"it was dealt face (up|down)", lambda m, s: (m[1], _faces)),
    (r"(.+) are in the discards", lambda m, s: (m[1], lambda now: " ".join(_kept(now)))),
    (r"betting is open", lambda m, s: (Phase.BETTING, lambda now: now.state.phase)),
    (r"a shoe is being made ready", lambda m, s: (Phase.PREPARING, lambda now: now.state.phase)),
    (r"the table is idle", lambda m, s: (Phase.IDLE, lambda now: now.state.phase)),
)


def _faces(moment: Moment) -> str:
    return " ".join(event.face for event in moment.came if isinstance(event, CardDealt)) or "not at all"


def _kept(moment: Moment) -> tuple[str, ...]:
    return next((event.kept for event in moment.came if isinstance(event, CoupEnded)), ())
