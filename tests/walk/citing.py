"""What a refusal has to cite: the act that is due, or the act that was asked for and whose it is.

Where no document speaks (the wire, names, the house's own limits, the rack, corrections, virtual shoes) nothing is
cited. Everywhere else there is a section, and it is one of those that govern what is due now, or what was asked for.
"Bets are closed" is cited only where "no more bets" was called.
"""

from collections.abc import Iterable

from punto.rules.house_rules import HouseRules
from punto.table import Reason, Refusal, TableState, due
from punto.table import commands as c
from punto.table.authorization import STAFF
from punto.table.betting import CLOSE
from punto.table.ceremonies import next_in_order
from punto.table.commands import AnyCommand
from punto.table.due import due_now
from punto.table.phases import Phase

ROYAL = "royal-9"
OURS = {
    Reason.WRONG_COUP,
    Reason.KEEPERS_TURN,
    Reason.BAD_NAME,
    Reason.POST_VACANT,
    Reason.WRONG_POST,
    Reason.SEAT_TAKEN,
    Reason.RACK_EMPTY,
    Reason.METERS_REFUSE,
    Reason.WALLET_REFUSES,
}
LIMITS = {Reason.BELOW_MINIMUM, Reason.ABOVE_MAXIMUM, Reason.DIFFERENCE_EXCEEDED}
FAIR = (c.CommitShoe, c.Pledge, c.CallEntropy, c.RevealEntropy, c.ShowBeacon, c.ListCards, c.RevealSeed)
UNTOLD = (
    c.SignOn,
    c.SignOff,
    c.Relieve,
    c.AssignFloor,
    c.Sit,
    c.BuyIn,
    c.Fill,
    c.Adopt,
    c.Correct,
    c.Adjust,
    *FAIR,
)  # acts that no document describes
OWN: dict[type[c.Command], tuple[str, ...]] = {
    **dict.fromkeys((c.Wager, c.Wagers, c.Verbal, c.Confirm), ("wager.means", "wager.permissible", "def.royal-9")),
    c.Withdraw: ("wager.means", "def.royal-9", "royal9.progressive.underlying"),  # a Royal 9 wager stands on another
    c.LetStand: ("wager.means", "wager.permissible"),
    c.FreeHand: ("wager.free-hand", "wager.permissible"),
    c.HouseMoney: ("house-money.settle-early", "house-money.parlay"),
    c.CollectVigorish: ("vigorish.deferred",),
    c.Leave: ("vigorish.deferred",),
    c.Staff: (STAFF,),
    c.Deal: ("deal.two-hands", "third.one-only", "deal.no-touch"),
    c.Turn: ("deal.no-touch",),
    c.ReportDefect: ("open.inspect",),
    c.Perform: ("cut.depth-one-deck", "cut.depth-ten-cards", "cut.cover-card-14", "cover-card", "shuffle.when"),
}
WAITS = {Reason.STEP_NOT_DUE, Reason.WRONG_PHASE, Reason.PLACE_NOT_DUE}
# Rules that say when an act may not be done: two hands with one more card each, the cover card first, the end of an
# idle table's time, marker buttons of this coup, the order of House Money, the awards before the cards are cleared.
ORDERS = (
    "deal.two-hands",
    "third.one-only",
    "cover-card",
    "idle-table",
    "vigorish.deferred",
    "house-money.settle-early",
    "royal9.progressive.must-hit",
)
BY_REASON = {
    Reason.VIGORISH_OWED: "vigorish.deferred",
    Reason.CARDS_TOO_OLD: "cards.change-daily",
    Reason.TABLE_IDLE: "idle-table",
    Reason.WRONG_ROLE: STAFF,  # another dealer's part
}
ROYALS = ("def.royal-9", "royal9.multilevel.chairs", "royal9.multilevel.terms", "royal9.progressive.terms")


def miscited(rules: HouseRules, state: TableState, command: AnyCommand, refusal: Refusal) -> str:
    """Say what is wrong with the section of a refusal; nothing where it is right."""
    if not _governed(rules, command, refusal):
        return ""
    if not refusal.section:
        return f"nothing is cited: {refusal}"
    now, asked = set(_due(rules, state, command)), set(_asked(rules, state, command, refusal))
    if refusal.section not in now | asked:
        return f"§ {refusal.section} governs neither what is due nor what was asked for: {refusal}"
    if refusal.reason in WAITS and now - {""} and refusal.section not in now | set(_orders(rules, state, refusal)):
        return f"§ {refusal.section} is not that of the act due, but of the one that must wait: {refusal}"
    return ""


def _orders(rules: HouseRules, state: TableState, refusal: Refusal) -> Iterable[str]:
    """Return the sections that forbid an act now, by which an act that must wait may be refused as well."""
    book = rules.rulebook
    yield from (book.section(key) for key in ORDERS)
    if CLOSE in state.done or state.phase not in (Phase.BETTING, Phase.PREPARING, Phase.IDLE):
        yield book.section("wager.no-more-bets")
    if "phase" in refusal.detail:  # when an irregularity may be reported
        yield from (line.source.section for line in book.law.remedies.every())
    if "called" in refusal.detail:  # no verbal wager of this seat waits
        yield book.section("wager.means")
    if state.kind == "simulated":
        simulated = book.law.remedies.doing("simulate-round")
        yield simulated.source.section if simulated else ""


def _governed(rules: HouseRules, command: AnyCommand, refusal: Refusal) -> bool:
    reason = refusal.reason
    if reason in OURS or (reason in LIMITS and getattr(command, "wager", "") != ROYAL):
        return False
    if isinstance(command, c.Staff):
        return STAFF in rules.rulebook
    if isinstance(command, c.Leave | c.Proceed) and reason in (Reason.WRONG_ROLE, Reason.NOT_YOUR_SEAT):
        return False
    if {"shoe", "transfer"} & set(refusal.detail):  # virtual shoes and wallets
        return False
    return not isinstance(command, UNTOLD) or reason in (Reason.NO_SUCH_SEAT, Reason.VIGORISH_OWED)


def _due(rules: HouseRules, state: TableState, command: AnyCommand) -> Iterable[str]:
    """Return the sections of what must be done now, and of what else may be done that was asked for.

    The course of play comes to "no more bets" also where it would be refused now, over an empty felt.
    """
    for act in (*due(rules, state), *due_now(rules, state)):
        if act.must or act.do == command.__struct_config__.tag:
            yield act.section
    yield next_in_order(rules, state)  # while the player who has to act is missing


def _asked(rules: HouseRules, state: TableState, command: AnyCommand, refusal: Refusal) -> Iterable[str]:
    """Return the sections that govern what was asked for."""
    book = rules.rulebook
    yield from (book.section(key) for key in (*OWN.get(type(command), ()), BY_REASON.get(refusal.reason, "")))
    if CLOSE in state.done or state.phase not in (Phase.BETTING, Phase.PREPARING, Phase.IDLE):
        yield book.section("wager.no-more-bets")
    if state.kind == "simulated":
        simulated = book.law.remedies.doing("simulate-round")
        yield simulated.source.section if simulated else ""
    if isinstance(command, c.Deal | c.Turn):
        yield from (line.source.section for line in book.law.remedies.every())
    if isinstance(command, c.Perform):
        named = (one.steps[command.step] for one in book.ceremonies.values() if command.step in one.steps)
        yield from (step.cite.section for step in named)
        yield from (line.source.section for line in book.law.remedies.every() if command.step in line.steps)
    for key in (getattr(command, "wager", ""), *getattr(command, "stakes", ())):
        yield from (one.section for one in rules.wagers if one.key == key)
        yield from (book.section(royal) for royal in ROYALS if key == ROYAL)
    if isinstance(command, c.Sit) or refusal.reason is Reason.NO_SUCH_SEAT:
        yield book.law.table.seats.section
