"""Audit: a second, independent statement of the rules as data, to check the results of the first.

Everything else in Punto has one copy of each rule, so a mistake in it would be everywhere, and replaying a log would
only repeat it. This package is the one deliberate second copy: a CSV for each document (``books/``), written from the
document and not from its rulebook, and its own evaluator (``punto.audit.language``, ``punto.audit.document``). It
imports nothing of Punto but the cards.

An ``Audit`` takes a table's events one after another, in the form of a log: mappings of plain values. It tracks stakes,
faces, coupons and marker buttons itself, and returns the faults of each event: what the documents require, and what was
found. It never raises; an event that it cannot read is a fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from punto.audit.book import Book
from punto.audit.document import LOSES, Document, covering, load, names, of_text
from punto.audit.language import AuditError, Result
from punto.audit.rules import (
    HOUSE,
    MUST_HIT,
    RACK,
    Cards,
    Event,
    Faults,
    Move,
    Terms,
    as_line,
    collected,
    compare,
    compare_lines,
    facts_of,
    metered,
    moves_of,
    net,
    outcome,
    whole,
)

__all__ = ["Audit", "AuditError", "Cards", "Document", "Terms", "covering", "load", "names", "of_text"]


class Audit(Book):
    """Audit of one table's events."""

    def see(self, event: Event) -> list[str]:
        """Follow an event; return its faults."""
        found: list[str] = []
        for look in (self._judge, self._follow):
            try:
                found.extend(look(event))
            except Exception as error:  # whatever an event contains, the result is a fault
                found.append(f"this cannot be audited: {type(error).__name__}: {error}")
        return found

    def _judge(self, event: Event) -> Faults:
        name = str(event["event"]).partition("/")[0]
        look = _EVENTS.get(name)
        if look is not None:
            yield from look(self, event)
        elif name in _WITHOUT_MONEY:
            yield from self._expect_moves(event, [])

    # ------------------------------------------------------------ before the third cards

    def _stakes_taken(self, event: Event) -> Faults:
        lying = sorted(seat for seat, wager in self._felt() if wager == self.metered)
        found = {"wager": event.get("wager", self.metered), "seats": list(event["seats"])}
        yield from compare(self.metered, found, {"wager": self.metered, "seats": lying})
        moves = [(f"felt/{seat}/{self.metered}", self.meters_account, self.metered_stake) for seat in lying]
        yield from self._expect_moves(event, moves)
        self.taken, self.moved = lying, self.moved + moves_of(event)

    def _chose(self, event: Event) -> Faults:
        yield from self._expect_moves(event, [])
        self.chosen[whole(event, "seat")] = str(event["choice"])

    def _settled_early(self, event: Event) -> Faults:
        """Check a wager before third cards: in its turn, from four face-up cards, riding or not (reading 3)."""
        seat, felt, early = whole(event, "seat"), self._felt(), self.early
        seats = [one for one, wager in felt if wager == early]
        lowest = self.document.words(f"order of {early}")[:1] == ("lowest",)
        turn = (min if lowest else max)(seats, default=None)
        if seat != turn:
            yield f"{early} of seat {seat}: expected that of seat {turn} first"
        stake, coupon = felt.get((seat, early), 0), self.coupons[f"felt/{seat}/{early}"]
        said = self._outcome(early, self._cards()) or LOSES
        payout = int(said.odds) * (stake + coupon)
        rides, on = self._ride(event, seat, payout, felt)
        due = {"category": said.category, "stake": stake, "payout": payout, "coupon": coupon, "rides": rides, "on": on}
        found = {**event, "wager": event.get("wager", early)}
        yield from compare(f"seat {seat}, {early}", found, {"wager": early, **due})
        chips = f"seat/{seat}"
        moves = [
            (f"felt/{seat}/{early}", RACK if said.verdict == "lose" else chips, stake),
            (RACK, chips, payout - rides),
            (RACK, f"felt/{seat}/{on}", rides),
        ]
        yield from self._expect_moves(event, moves)
        self.settled_early[seat], self.moved = said.category, self.moved + moves_of(event)
        self.chosen.pop(seat, None)

    def _ride(self, event: Event, seat: int, payout: int, felt: Mapping[tuple[int, str], int]) -> tuple[int, str]:
        """Return the riding amount and its wager: the player's choice; in an older book, the dealer's."""
        hands = ((hand, wager) for wager in self.terms.wagers for hand in self.document.words(f"hand {wager}"))
        asked = dict(hands)
        choice = self.chosen.get(seat, "take")
        heard = seat not in self.chosen and not self.terms.word
        on = str(event.get("on", "")) if heard else asked.get(choice, choice)
        may = [asked.get(wager, wager) for wager in self.document.words(f"ride of {self.early}")]
        if on not in may or (seat, on) not in felt or not payout:
            return 0, ""
        portion = self.terms.portion
        rides = payout if portion == 1 else int(payout * portion) // self.terms.chip * self.terms.chip
        return (rides, on) if rides else (0, "")

    # ------------------------------------------------------------ the settlement

    def _settled(self, event: Event) -> Faults:
        if self.settlement is not None:
            yield f"coup {self.coup} is settled twice"
        if any(self.faces.get(place) is None for place in self.four):
            yield "a settlement: expected the first four cards open"
            return
        yield from self._complete()
        cards = self._cards()
        facts = facts_of(self.document, cards)
        player, banker = facts["p"], facts["b"]
        winner = "tie" if player == banker else "player" if player > banker else "banker"
        due = {"coup": self.coup, "player": player, "banker": banker, "winner": winner}
        yield from compare("the result", event, due)
        early = (self._outcome(self.early, cards) or LOSES).category
        for seat, category in self.settled_early.items():
            if category != early:
                yield f"seat {seat}, {self.early}: expected {early} by the cards as they lie, found {category}"
        lines = list(self._lines(cards))
        yield from compare_lines(lines, [dict(line) for line in event.get("lines", ())])
        yield from self._expect_moves(event, [move for line in lines for move in self._line_moves(line)])
        self.settlement = moves_of(event)
        self.marks = Counter({line["seat"]: line["marked"] for line in lines if line["marked"]})
        self.owed.update(self.marks)
        self.meters = {line["seat"]: line["category"] for line in lines if self._of_a_meter(line)}

    def _award(self, event: Event) -> Faults:
        """Check an award: to a seat that won the meter, once; Must Hit to any seat that made the wager, once."""
        seat, category = whole(event, "seat"), str(event["category"])
        if self.settlement is None:
            yield f"an award to seat {seat}: expected a settlement before it"
        if category == MUST_HIT:
            if seat not in self.taken or MUST_HIT in self.awarded.values():
                yield f"Must Hit to seat {seat}: expected one of seats {self.taken}, and one alone"
            self.awarded[0] = category
        else:
            if self.meters.get(seat) != category or seat in self.awarded:
                due = self.meters.get(seat, "none") if seat not in self.awarded else "no second one"
                yield f"an award to seat {seat}: expected {due}, found {category}"
            self.awarded[seat] = category
        yield from compare("an award", event, {"coup": self.coup})
        yield from self._expect_moves(event, [(HOUSE, f"seat/{seat}", whole(event, "cents"))])
        self.settlement = [*(self.settlement or ()), *moves_of(event)]

    def _complete(self) -> Faults:
        """Check that each hand has the third card it is entitled to, and no other."""
        for place in ("P3", "B3"):
            if place in self.faces and self.faces[place] is None:
                yield f"a settlement: expected {place} open"
        cards = self._cards()
        two = cards.player_two, cards.banker_two
        asks = {
            "P3": self.document.player_takes(*two),
            "B3": self.document.banker_takes(*two, cards.player_third),
        }
        for place, asked in asks.items():
            if asked != (place in self.faces):
                found = self.faces.get(place) or "none"
                yield f"{place}: expected {'a third card' if asked else 'none'}, found {found}"

    def _lines(self, cards: Cards) -> list[dict[str, Any]]:
        """Derive every line, in the order in which the document collects and pays."""
        lines = []
        for (seat, wager), stake in self._felt().items():
            said = self._outcome(wager, cards)
            if said is not None:
                lines.append(self._line(seat, wager, stake, said))
        for seat in self.taken:
            won = metered(self.terms, self.metered, seat, self._hand("P"), self._hand("B"))
            paid = won.cents or int(won.odds * self.metered_stake)
            lines.append(as_line(seat, self.metered, won.category, self.metered_stake, won.verdict) | {"paid": paid})
        return sorted(lines, key=self._order)

    def _order(self, line: Mapping[str, Any]) -> tuple[bool, int, int]:
        losing = self.document.words("order of wagers")[:1] == ("losing",)
        down = self.document.words("order of seats")[:1] == ("highest",)
        wager, felt = line["wager"], self.terms.wagers
        place = felt.index(wager) if wager in felt else len(felt)
        return (line["verdict"] == "lose") != losing, -line["seat"] if down else line["seat"], place

    def _outcome(self, wager: str, cards: Cards) -> Result | None:
        """Return the result of a wager; cached by class of coup."""
        asked = (wager, cards)
        if asked not in self.outcomes:
            self.outcomes[asked] = outcome(self.terms, wager, cards)
        return self.outcomes[asked]

    def _line(self, seat: int, wager: str, stake: int, said: Result) -> dict[str, Any]:
        coupon = self.coupons.get(f"felt/{seat}/{wager}", 0)
        line = as_line(seat, wager, said.category, stake, said.verdict)
        if said.verdict == "push":
            line["coupon"] = coupon  # stays on a push; surrendered once decided (reading 10)
        line["paid"] = (stake + coupon) * said.odds.numerator // said.odds.denominator
        if said.vigorish:
            owed = int(1000 * said.vigorish * line["paid"])  # in thousandths of a cent
            taken = min(stake, collected(self.terms, owed))  # rounding to a quarter may exceed the stake
            if self.terms.when == "with-payout":
                line["vigorish"] = taken
            else:
                line["marked"] = 1000 * taken if self.terms.marked == "rounded" else owed
        return line

    def _line_moves(self, line: Mapping[str, Any]) -> list[Move]:
        chips, felt = f"seat/{line['seat']}", f"felt/{line['seat']}/{line['wager']}"
        stake = (
            0 if line["wager"] == self.metered else line["stake"]
        )  # taken at the close, and not returned (reading 4)
        if line["verdict"] == "lose":
            return [(felt, RACK, stake)]
        pay, vigorish = (RACK, chips, line["paid"]), (chips, RACK, line["vigorish"])
        moves = {"pay": pay, "vigorish": vigorish}
        return [(felt, chips, stake), *(moves[word] for word in self.document.words("order at a seat"))]

    # ------------------------------------------------------------ reversals

    def _returned(self, event: Event) -> Faults:
        """Check that all stakes are returned, also those settled early or taken to meters (reading 7)."""
        due = net((target, source, cents) for source, target, cents in self.moved)
        for account in {*due, *self.accounts}:
            if account.startswith("felt/"):
                back = self.accounts[account] + due[account]
                due[account] -= back
                due["seat/" + account.split("/")[1]] += back
        yield from self._expect_net(event, due)
        self.moved, self.taken, self.settled_early = [], [], {}
        self.coupons.clear()

    def _reversed(self, event: Event) -> Faults:
        """Check that a settlement is reversed to the cent, with its deferred vigorish."""
        early = [move for move in self.moved if move[1] != self.meters_account] if event.get("house-money") else []
        undone = [*early, *(self.settlement or ())]
        yield from self._expect_net(event, net((target, source, cents) for source, target, cents in undone))
        unmarked = {int(seat): cents for seat, cents in dict(event.get("unmarked", {})).items()}
        yield from compare("vigorish", {"unmarked": unmarked}, {"unmarked": dict(self.marks)})
        self.owed -= self.marks
        self.settlement, self.marks = None, Counter()
        self.meters, self.awarded = {}, {}
        if early:
            self.moved = [move for move in self.moved if move[1] == self.meters_account]
            self.settled_early = {}

    def _ended(self, event: Event) -> Faults:
        """Check that every wager is settled or returned, awards are paid, and stakes are with the meters."""
        stakes = self.metered_stake * len(self.taken) if self.linked else 0
        yield from self._expect_moves(event, [(self.meters_account, HOUSE, stakes)])
        for seat in sorted(self.meters.keys() - self.awarded.keys()) if self.linked else ():
            yield f"the coup ends: expected the {self.meters[seat]} award paid to seat {seat}, found none"
        yield from compare("the coup", event, {"coup": self.coup})
        lying = [f"{cents} cents on seat {seat}'s {wager}" for (seat, wager), cents in sorted(self._felt().items())]
        lying += [f"seat {seat}'s {self.metered}" for seat in self.taken if self.settlement is None]
        if lying:
            yield f"the coup ends: expected every wager settled or returned, found {', '.join(lying)}"
        self.coup += 1
        self.opening += self.carried  # after those that this coup did not need
        self._clear()

    def _shoe_ended(self, event: Event) -> Faults:
        yield from self._expect_moves(event, [])
        self.overdue = bool(self.owed) and not {"reshuffle", "new-shoe"}.isdisjoint(
            self.document.words("due of vigorish")
        )
        self.opening = []

    def _of_a_meter(self, line: Mapping[str, Any]) -> bool:
        return line["wager"] == self.metered and line["verdict"] == "win" and not line["paid"]


_EVENTS: dict[str, Callable[[Audit, Event], Faults]] = {
    "table-opened": Audit._opened,
    "player-seated": Audit._bought,
    "chips-bought": Audit._bought,
    "rack-filled": Audit._filled,
    "player-left": Audit._left,
    "wager-made": Audit._wagered,
    "wager-withdrawn": Audit._withdrawn,
    "verbal-ended": Audit._verbal_ended,
    "vigorish-collected": Audit._vigorish_collected,
    "payment-corrected": Audit._corrected_payment,
    "step-performed": Audit._stepped,
    "card-dealt": Audit._dealt,
    "card-turned": Audit._turned,
    "card-taken-back": Audit._taken_back,
    "card-corrected": Audit._card_corrected,
    "royal-stakes-taken": Audit._stakes_taken,
    "house-money-chosen": Audit._chose,
    "house-money-settled": Audit._settled_early,
    "coup-settled": Audit._settled,
    "award-paid": Audit._award,
    "wagers-returned": Audit._returned,
    "settlement-reversed": Audit._reversed,
    "coup-ended": Audit._ended,
    "coup-voided": Audit._ended,
    "shoe-ended": Audit._shoe_ended,
}
_WITHOUT_MONEY = (
    "table-staffed",
    "table-adopted",
    "verbal-called",
    "free-hand-asked",
    "rules-amended",
    "option-in-force",
    "signed-on",
    "signed-off",
    "relieved",
    "defect-found",
)
