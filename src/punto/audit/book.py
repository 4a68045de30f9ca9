"""Accounts, seats, wagers and cards of one table, tracked from its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable

from punto.audit.language import Result
from punto.audit.rules import (
    DROP,
    HOUSE,
    METERS,
    RACK,
    Cards,
    Event,
    Faults,
    Move,
    Terms,
    cards_of,
    collected,
    compare,
    moves_of,
    net,
    unlawful,
    whole,
    words,
)
from punto.core.cards import Card


class Book:
    """State of a table's events so far, and the faults of those about seats, wagers and cards."""

    def __init__(self, terms: Terms) -> None:
        self._take(terms)
        self.four = _places(self.document.words("deal"))
        self.accounts: Counter[str] = Counter()
        self.owed: Counter[int] = Counter()  # vigorish deferred, in thousandths of a cent, by seat
        self.overdue = False  # a shoe ended with vigorish outstanding
        self.coup = 1
        self.opening: list[str | None] = []  # cards of an irregularity that open this coup
        self.linked = False  # to a progressive, which takes the stakes of a metered wager and makes its awards
        self._clear()

    def _take(self, terms: Terms) -> None:
        """Take a table's choices, and what follows from them."""
        self.terms, self.document = terms, terms.document
        self.early = _first(terms.wagers, self.document.having("order"))  # settled before third cards
        self.metered = _first(terms.wagers, self.document.metered)  # its stakes go to meters when betting closes
        self.metered_stake, self.meters_account = self.document.stake(self.metered), f"{METERS}/{self.metered}"
        self.outcomes: dict[tuple[str, Cards], Result | None] = {}  # cache by wager and class of coup

    def amended(self, terms: Terms) -> Faults:
        """Check other choices of an open table: between two coups, with nothing on the layout and nothing owed."""
        if self._felt() or any(self.owed.values()):
            yield f"other rules: expected an empty layout, found stakes {self._felt()} and vigorish {dict(self.owed)}"
        self._take(terms)
        yield from unlawful(terms)

    def _clear(self) -> None:
        """Start a coup."""
        self.faces: dict[str, str | None] = {}  # by place; None is face down
        self.carried: list[str | None] = []  # cards that open the next coup
        self.stray: str | None = None  # face of a card drawn in error
        self.coupons: Counter[str] = Counter()
        self.taken: list[int] = []  # seats whose stakes went to the meters
        self.chosen: dict[int, str] = {}
        self.settled_early: dict[int, str] = {}  # seat -> category
        self.moved: list[Move] = []  # between the close and the settlement
        self.settlement: list[Move] | None = None
        self.marks: Counter[int] = Counter()
        self.meters: dict[int, str] = {}  # seat that won a meter -> category
        self.awarded: dict[int, str] = {}  # of these, the ones paid; Must Hit is at 0

    def _follow(self, event: Event) -> Faults:
        """Apply the event's postings; only the house may become negative."""
        for source, target, cents in moves_of(event):
            if cents <= 0:
                yield f"{cents} cents from {source} to {target}: expected at least one"
            self.accounts[source] -= cents
            self.accounts[target] += cents
            if source != HOUSE and self.accounts[source] < 0:
                yield f"{source}: expected at least {cents} cents, found {self.accounts[source] + cents}"
            for account in (source, target):
                if not self.accounts[account]:
                    del self.accounts[account]

    def _expect_moves(self, event: Event, due: Iterable[Move]) -> Faults:
        """Compare the money an event moves, in its order, with what is due; the rack may be filled when needed."""
        expected = [move for move in due if move[2]]
        rack = least = self.accounts[RACK]
        for source, target, cents in expected:
            rack += cents * ((target == RACK) - (source == RACK))
            least = min(least, rack)
        if least < 0:
            expected.insert(0, (HOUSE, RACK, -least))
        found = moves_of(event)
        for number in range(max(len(expected), len(found))):
            one, other = expected[number : number + 1], found[number : number + 1]
            if one != other:
                yield f"posting {number + 1}: expected {words(one)}, found {words(other)}"
                return

    def _expect_net(self, event: Event, due: Counter[str]) -> Faults:
        """Compare what an event changes on each account with what is due."""
        found = net(moves_of(event))
        for account in sorted({*due, *found}):
            if due[account] != found[account]:
                yield f"{account} changes: expected {due[account]:+} cents, found {found[account]:+}"

    def _felt(self) -> dict[tuple[int, str], int]:
        """Return the stakes on the layout, by seat and wager."""
        lying = {}
        for account, cents in self.accounts.items():
            if account.startswith("felt/") and cents:
                _, seat, wager = account.split("/")
                lying[int(seat), wager] = cents
        return lying

    # ------------------------------------------------------------ seats and wagers

    def _opened(self, event: Event) -> Faults:
        self.linked = bool(event.get("progressive"))
        yield from unlawful(self.terms)

    def _bought(self, event: Event) -> Faults:
        """Check a buy-in: cash to the drop, the same value in chips from the rack to the seat."""
        seat = whole(event, "seat")
        cents = whole(event, "cents") if "cents" in event else sum(move[2] for move in moves_of(event)[:1])
        yield from self._expect_moves(event, [(HOUSE, DROP, cents), (RACK, f"seat/{seat}", cents)])

    def _left(self, event: Event) -> Faults:
        seat = whole(event, "seat")
        if self.owed[seat] and "leaving" in self.document.words("due of vigorish"):
            yield f"seat {seat} leaves: expected its vigorish collected, found {self.owed[seat]} thousandths owed"
        yield from self._expect_moves(event, [(f"seat/{seat}", HOUSE, self.accounts[f"seat/{seat}"])])

    def _wagered(self, event: Event) -> Faults:
        seat, wager, cents = whole(event, "seat"), str(event["wager"]), whole(event, "cents")
        felt, coupon = f"felt/{seat}/{wager}", whole(event, "coupon")
        if wager not in self.terms.wagers or not self.document.offered(wager, self.terms.variant):
            yield f"seat {seat} wagers on {wager}, which this table does not offer"
        stake = self.document.stake(wager)
        if stake and cents != stake:
            yield f"seat {seat}, {wager}: expected {stake} cents, found {cents}"
        self.coupons[felt] += coupon
        if coupon and "match-play" not in self.document.words("means"):  # reading 10
            yield f"seat {seat}, {wager}: expected no match play, found {coupon} cents"
        elif self.coupons[felt] > self.accounts[felt] + cents:
            yield f"seat {seat}, {wager}: expected at least {self.coupons[felt]} cents beside the coupon"
        if self.overdue and self.owed:
            yield f"a wager in a new shoe: expected seat {min(self.owed)}'s vigorish collected before it"
        yield from self._expect_moves(event, [(f"seat/{seat}", felt, cents)])

    def _withdrawn(self, event: Event) -> Faults:
        seat, wager = whole(event, "seat"), str(event["wager"])
        felt = f"felt/{seat}/{wager}"
        yield from compare(f"seat {seat}, {wager}", event, {"cents": self.accounts[felt]})
        self.coupons.pop(felt, None)
        yield from self._expect_moves(event, [(felt, f"seat/{seat}", self.accounts[felt])])

    def _verbal_ended(self, event: Event) -> Faults:
        if event.get("confirmed"):
            yield from self._bought(event)
        else:
            yield from self._expect_moves(event, [])

    def _vigorish_collected(self, event: Event) -> Faults:
        seat = whole(event, "seat")
        cents = collected(self.terms, self.owed.pop(seat, 0))
        yield from compare(f"seat {seat}'s marker", event, {"cents": cents})
        self.overdue = self.overdue and bool(self.owed)
        yield from self._expect_moves(event, [(f"seat/{seat}", RACK, cents)])

    def _filled(self, event: Event) -> Faults:
        cents = whole(event, "cents")
        yield from self._expect_moves(event, [(HOUSE, RACK, cents) if cents > 0 else (RACK, HOUSE, -cents)])

    def _corrected_payment(self, event: Event) -> Faults:
        chips, cents = f"seat/{whole(event, 'seat')}", whole(event, "cents")
        yield from self._expect_moves(event, [(RACK, chips, cents) if cents > 0 else (chips, RACK, -cents)])

    # ------------------------------------------------------------ cards

    def _dealt(self, event: Event) -> Faults:
        place = str(event["place"])
        yield from self._expect_moves(event, [])
        if place not in (*self.four, "P3", "B3"):
            self.stray = self.stray if place.startswith(("burn", "discard")) else None
            return
        due = self._next_place()
        if place != due:
            yield f"a card is dealt to {place}: expected {f'one to {due}' if due else 'no further card'}"
        self.faces[place] = self.opening.pop(0) if event.get("carried") and self.opening else None

    def _next_place(self) -> str | None:
        """Return the place of the next card; None if the hands are complete, or a face is needed first."""
        for place in self.four:
            if place not in self.faces:
                return place
        if any(face is None for face in self.faces.values()):
            return None
        cards = self._cards()
        two = cards.player_two, cards.banker_two
        if "P3" not in self.faces and self.document.player_takes(*two):
            return "P3"
        takes = self.document.banker_takes(*two, cards.player_third)
        return "B3" if takes and "B3" not in self.faces else None

    def _hand(self, side: str) -> tuple[Card, ...]:
        faces = (self.faces.get(f"{side}{number}") for number in (1, 2, 3))
        return tuple(Card.of(face) for face in faces if face)

    def _cards(self) -> Cards:
        """Return both hands; their first two cards are face up."""
        return cards_of(self.document, self._hand("P"), self._hand("B"))

    def _turned(self, event: Event) -> Faults:
        place, card = str(event["place"]), str(Card.of(event["card"]))
        yield from self._expect_moves(event, [])
        if place in self.faces:
            if self.faces[place] is not None:
                yield f"{place} is turned to {card}: expected {self.faces[place]}, which lies there open"
            self.faces[place] = card
        elif place[:1] in "PB":
            yield f"{card} is turned at {place}: expected a card dealt there first"
        elif not place.startswith("burn"):
            self.stray = card

    def _taken_back(self, event: Event) -> Faults:
        yield from self._expect_moves(event, [])
        self.stray = self.faces.pop(str(event["place"]))

    def _card_corrected(self, event: Event) -> Faults:
        place, card = str(event["place"]), str(Card.of(event["card"]))
        yield from self._expect_moves(event, [])
        if place in self.faces:
            yield from compare(place, event, {"was": self.faces[place]})
            self.faces[place] = card
        elif place != "burn":
            self.stray = card

    def _stepped(self, event: Event) -> Faults:
        """Follow a card drawn in error to where its rule takes it (13(a)-(d))."""
        yield from self._expect_moves(event, [])
        step = event.get("step")
        if step in ("carry-card", "void-and-carry") and event.get("waits"):
            pass  # unseen, it comes to a hand by being dealt there (13(a))
        elif step == "let-card-stand":
            place = str(event.get("place"))
            if place != self._next_place():
                yield f"a disclosed card stands at {place}: expected {self._next_place() or 'no card there'}"
            self.faces[place] = self.stray
        elif step in ("carry-card", "void-and-carry", "simulate-round", "void-and-simulate"):
            waiting = self.carried if self.faces else self.opening
            unseen = waiting.index(None) if None in waiting else len(waiting)
            waiting.insert(len(waiting) if self.stray is None else unseen, self.stray)
        elif step == "use-as-banker-third":
            if self._next_place() != "B3" or "P3" in self.faces:  # 13(b)-(c), reading 16
                yield "the card goes to the Banker's Hand: expected a hand that must draw, and a Player who stayed"
            self.faces["B3"] = self.stray
        elif step not in ("discard-card", "burn-drawn-card", "void-and-discard", "void-and-burn", "void-round"):
            return
        self.stray = None


def _first(wagers: Iterable[str], some: Container[str]) -> str:
    return next((wager for wager in wagers if wager in some), "")


def _places(hands: Iterable[str]) -> tuple[str, ...]:
    """Return the places of the first four cards, in dealing order."""
    dealt: Counter[str] = Counter()
    places = []
    for hand in hands:
        dealt[hand] += 1
        places.append(f"{hand[0].upper()}{dealt[hand]}")
    return tuple(places)
